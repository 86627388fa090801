"""The page of a lawyer's questions names clauses, readings and examples that there are, game by game."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulecheck.spec import games, load
from tests.games.meeting import examples


@cache
def named(root: Path) -> dict[str, list[str]]:
    """By the title of a game, the code in its rows."""
    page = (root / "docs" / "silences.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.*)$", page, flags=re.M)[1:]
    return {
        title: [span for row in text.splitlines() if row.startswith("|") for span in re.findall(r"`([^`]+)`", row)]
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


@pytest.mark.parametrize(("game", "title"), [(game, load(game).title) for game in games()])
def test_what_settles_a_question_is_there(game: str, title: str, root: Path) -> None:
    book = load(game)
    known = {*book.clauses, *book.readings, *(example.id for example in examples(game))}
    known |= {choice for reading in book.readings.values() for choice in reading.choices}

    rows = next(rows for name, rows in named(root).items() if name in title or title in name)
    assert rows
    assert [span for span in rows if span not in known and not span.startswith("docs/")] == []
