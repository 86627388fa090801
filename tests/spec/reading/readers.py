"""Readers for the tests: lists of concepts without a game, and how well frames are read."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulecheck.spec import parse_rulebook
from rulecheck.spec.languages import language_of
from rulecheck.spec.reading.compare import Tally, tally
from rulecheck.spec.reading.framefile import FrameBuilder
from rulecheck.spec.reading.frames import SLOTS
from rulecheck.spec.reading.reader import Reader, reader_of
from rulecheck.spec.vocabulary import Glossary, parse_glossary

HERE = Path(__file__).parent
EMPTY = Tally(Counter(), Counter(), Counter())


def concepts(path: Path = HERE / "concepts.toml") -> Glossary:
    """A list of concepts that belongs to no game."""
    rulebook = parse_rulebook("# Sentences\n\n**a.b** Something is said.\n", game="sentences", path="rulebook.md")
    return parse_glossary(path.read_text(encoding="utf-8"), rulebook, path=path.name)


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def reader_in(code: str, glossary: Glossary, forms: Mapping[str, Iterable[str]] | None) -> Reader:
    return reader_of(glossary, language_of(code), forms)


def compared(reader: Reader, text: str, says: object) -> Tally:
    """How a sentence is read, against what it says."""
    return tally(FrameBuilder(reader.glossary).frames(says), reader.read(text))


def share(right: int, other: int) -> float:
    return right / (right + other) if right + other else 1.0


def figures(result: Tally) -> str:
    """Precision and recall by slot, as a table for people."""
    lines = [f"{'slot':8} precision  recall   right  besides  missed"]
    for slot in (*SLOTS, "all"):
        right, besides, missed = (
            sum(c.values()) if slot == "all" else c[slot] for c in (result.right, result.besides, result.missed)
        )
        if right or besides or missed:
            precision, recall = share(right, besides), share(right, missed)
            lines.append(f"{slot:8} {precision:9.2f} {recall:7.2f} {right:7} {besides:8} {missed:7}")
    return "\n".join(lines)
