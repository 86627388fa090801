"""Sentences that somebody labelled by hand who has not seen the reader: how well it reads them, by slot.

`floors.toml` holds for each language what the reader must reach, and `pytest -s` of this file prints the figures.
A floor is raised when the reader gets better, never lowered to let a change pass.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from rulecheck.spec import game_named
from rulecheck.spec.editionfile import load_edition
from rulecheck.spec.reading.compare import Tally
from rulecheck.spec.reading.reader import Reader
from rulecheck.spec.vocabulary import glossary_of
from tests.spec.reading.readers import EMPTY, HERE, compared, concepts, figures, reader_in, share, toml

FOLDER: Final = HERE / "labelled"
FILES: Final = sorted(path for path in FOLDER.glob("*.toml") if path.stem not in ("concepts", "floors"))
FLOORS: Final[dict[str, Any]] = toml(FOLDER / "floors.toml") if (FOLDER / "floors.toml").is_file() else {}

FEWEST: Final = 10
"""Values of a slot from which on a share of them says something."""


def reader_of_file(path: Path, body: dict[str, Any]) -> Reader:
    """The reader for a file of labelled sentences: its own words, or those of a game's edition."""
    forms = body.get("forms")
    if "game" not in body:
        return reader_in(path.stem, concepts(path.with_name(body.get("concepts", "concepts.toml"))), forms)
    rulebook = game_named(body["game"]).rulebook()
    glossary = glossary_of(rulebook)
    assert glossary is not None
    if forms is None and path.stem != "en":
        forms = load_edition(rulebook, path.stem).forms
    return reader_in(path.stem, glossary, forms)


def read_file(path: Path) -> Tally:
    """All sentences of a file, read."""
    body = toml(path)
    reader = reader_of_file(path, body)
    return sum((compared(reader, row["text"], row["says"]) for row in body["sentence"]), EMPTY)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_labelled_sentences_are_read_as_well_as_before(path: Path) -> None:
    result = read_file(path)
    print(f"\n{path.stem}\n{figures(result)}")

    floors = FLOORS[path.stem]
    short = []
    for slot, (precision, recall) in floors.items():
        right, besides, missed = (
            sum(c.values()) if slot == "all" else c[slot] for c in (result.right, result.besides, result.missed)
        )
        if share(right, besides) < precision or share(right, missed) < recall:
            short.append(f"{slot}: {share(right, besides):.2f} {share(right, missed):.2f}, floor {precision} {recall}")
    assert short == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_slot_with_enough_values_has_a_floor(path: Path) -> None:
    result = read_file(path)
    slots = {slot for slot in {*result.right, *result.missed} if result.right[slot] + result.missed[slot] >= FEWEST}

    assert slots - set(FLOORS[path.stem]) == set()
