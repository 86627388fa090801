"""The English wording of each clause and its frames: where both speak of an act, they say the same of it."""

from __future__ import annotations

import pytest

from rulecheck.spec import all_games
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.reading.compare import disagreements
from rulecheck.spec.reading.framefile import Frames, frames_of
from rulecheck.spec.reading.reader import reader_of
from rulecheck.spec.vocabulary import Glossary, glossary_of


def wording(glossary: Glossary, clause: str) -> str:
    """A clause's sentences, without its tables."""
    lines = glossary.rulebook.clauses[clause].text.splitlines()
    return " ".join(line for line in lines if not line.lstrip().startswith("|")).split("  |")[0]


def with_frames() -> list[Glossary]:
    glossaries = [glossary_of(game.rulebook()) for game in all_games()[0]]
    return [glossary for glossary in glossaries if glossary is not None and frames_of(glossary) is not None]


def differing(glossary: Glossary, frames: Frames) -> dict[str, list[str]]:
    """By clause: what its wording says otherwise than its frames."""
    reader = reader_of(glossary, LANGUAGES["en"])
    told: dict[str, list[str]] = {}
    for clause, says in frames.says.items():
        for d in disagreements(says, reader.read(wording(glossary, clause))):
            told.setdefault(clause, []).append(f"{d.slot}: frame {sorted(d.wanted)}, wording {sorted(d.read)}")
    return told


@pytest.mark.parametrize("glossary", with_frames(), ids=lambda glossary: str(glossary.rulebook.game))
def test_wording_and_frames_say_the_same(glossary: Glossary) -> None:
    """A clause that cannot be worded so gives the reason: `worded = "…"` in frames.toml."""
    frames = frames_of(glossary)
    assert frames is not None
    told = differing(glossary, frames)

    assert {clause: rows for clause, rows in told.items() if clause not in frames.worded} == {}
