"""Which number of a clause each number of a sentence stands for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.forms import forms_of
from rulecheck.spec.rulebook import parse_rulebook
from rulecheck.spec.termlist import read_terms
from rulecheck.spec.text import parse

RULEBOOK = """# Crossing

## Box

**box.boards** The main board, and `sheets = 6` small boards: `board.ones = 4` sides bear the number 1.

## Start

**start.crew** Sailors go on the ship. A reserve lies beside it.

| players   | 3  | 4  | 5  |
|-----------|----|----|----|
| `on.ship` | 3  | 4  | 5  |
| `reserve` | 55 | 75 | 95 |

**start.seeds** Each player receives one of the seeds.

| players | 3 | 4 | 5 |
|---------|---|---|---|
| `corn`  | 2 | 2 | 3 |
"""

CONCEPTS = """
[person]
player = ["player*"]

[piece]
main-board = ["main board*", "board*"]
small-board = ["small board*"]
sailor = ["sailor*"]
seed = ["seed*"]
"""

TERMS = """concept,language,forms
player,it,giocatore|giocatori
main-board,it,tabellone
small-board,it,plancia|plance
sailor,it,marinai*
seed,it,mais
player,fr,joueur*
main-board,fr,plateau principal|plateaux principaux
small-board,fr,plateau de joueur|plateaux de joueur
"""


@pytest.mark.parametrize(
    ("language", "sentence", "clause", "slots"),
    [
        ("fr", "1 plateau principal et 6 plateaux de joueur.", "box.boards", {"sheets": (6, 6)}),
        ("fr", "1 plateau principal et 5 plateaux de joueur.", "box.boards", {"sheets": (6, 5)}),
        (
            "it",
            "La riserva conta 55 marinai in tre giocatori, 75 in quattro e 95 in cinque.",
            "start.crew",
            {"reserve @3": (55, 55), "reserve @4": (75, 75), "reserve @5": (95, 95)},
        ),
        (
            "it",
            "La riserva conta 55 marinai in tre giocatori, 57 in quattro e 95 in cinque.",
            "start.crew",
            {"reserve @3": (55, 55), "reserve @4": (75, 57), "reserve @5": (95, 95)},
        ),
        ("it", "Tanti marinai quanti sono i giocatori.", "start.crew", {}),
        ("it", "In tre giocatori il secondo e il terzo ricevono mais.", "start.seeds", {}),
        ("it", "In tre giocatori si ricevono 2 mais.", "start.seeds", {"corn": (2, 2)}),
    ],
)
def test_a_number_stands_for_what_it_counts(
    tmp_path: Path, language: str, sentence: str, clause: str, slots: dict[str, tuple[int, int]]
) -> None:
    """A thing that there is one of, an ordinal and the number of players itself are no amounts of a table."""
    for name, text in (("rulebook.md", RULEBOOK), ("concepts.toml", CONCEPTS), ("terms.csv", TERMS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    book = parse_rulebook(tmp_path / "rulebook.md", game="crossing")
    read = parse(sentence, language, "text.txt")
    draft = Drafting(read, book, forms_of(book, read.language, read_terms(tmp_path / "terms.csv")).names)

    amounts = {slot.text: (slot.wanted, slot.value) for slot in draft.slots(0, (clause,))}
    assert {name: pair for name, pair in amounts.items() if not name.startswith("players ")} == slots
