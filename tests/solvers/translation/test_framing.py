"""Two texts of any game, read into frames: what the words alone do not show."""

from __future__ import annotations

import pytest

from rulecheck.solvers.translation.comparing import Comparison
from rulecheck.solvers.translation.passages import read_side
from rulecheck.spec.languages import Concept
from rulecheck.spec.text import parse

ENGLISH = """\
Each player draws three cards from the bag.
The player puts the tile from the board into the bag.
If you cannot pay, you must return two coins to the supply.
You may move your piece to an empty space.
The player with the most points wins the game.
"""
FRENCH = """\
Chaque joueur pioche trois cartes dans le sac.
Le joueur met la tuile du plateau dans le sac.
Si vous ne pouvez pas payer, vous devez rendre deux pièces à la réserve.
Vous pouvez déplacer votre pion vers une case vide.
Le joueur qui a le plus de points gagne la partie.
"""


def told(target: str) -> list[tuple[str, int]]:
    terms = [Concept("term.x.tile", "term.x", ("tuile*",), shares=True)]
    own = [Concept("term.x.tile", "term.x", ("tile*",), shares=True)]
    comparison = Comparison(
        read_side(parse(ENGLISH, "en", "en.txt"), own), read_side(parse(target, "fr", "fr.txt"), terms)
    )
    return [(f.kind, f.target.line) for f in comparison.findings() if f.target]


def test_a_right_translation_differs_in_nothing() -> None:
    assert told(FRENCH) == []


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [("vers une case vide", "vers une case occupée", 4), ("du plateau dans le sac", "du sac vers le plateau", 2)],
)
def test_another_value_in_a_slot_is_told(right: str, wrong: str, line: int) -> None:
    rows = told(FRENCH.replace(right, wrong))

    assert [at for kind, at in rows if kind in ("otherwise", "exchanged")] == [line]


@pytest.mark.parametrize(
    "row",
    ["12 tiles with 2 players, 18 with 3 players and 24 with 4", "with 2 players 12, with 3 players 18, with 4 24"],
)
def test_two_amounts_of_a_table_that_are_exchanged_are_told(row: str) -> None:
    """The numbers are the same; only what they are for is another."""
    source = "The game begins.\nFill each depot: 12 tiles with 2 players, 18 with 3 and 24 with 4.\n"

    def rows(target: str) -> list[str]:
        sides = [read_side(parse(text, "en", name)) for name, text in (("a.txt", source), ("b.txt", target))]
        return [f.message for f in Comparison(*sides).findings()]

    right = source.replace("12 tiles with 2 players, 18 with 3 and 24 with 4", row)
    assert rows(right) == []
    assert rows(right.replace("12", "x").replace("18", "12").replace("x", "18")) == [
        "with 2 players the source says 12, the target 18",
        "with 3 players the source says 18, the target 12",
    ]


def test_numbers_that_name_the_rows_of_a_table_are_not_compared() -> None:
    source = "Each player receives one coin.\nEach mine brings 2 coins.\nEach ship brings 3 coins.\n"
    rows = source.splitlines()
    labelled = "".join(f"{label} {row}\n" for label, row in zip((7, 8, 12), rows, strict=True))

    def found(target: str) -> list[str]:
        sides = [read_side(parse(text, "en", name)) for name, text in (("a.txt", source), ("b.txt", target))]
        return [f.message for f in Comparison(*sides).findings()]

    assert found(labelled) == []
    assert found(labelled.replace("2 coins", "4 coins")) == ["the source says 2, the target 4"]
    assert found(labelled.replace("12 Each", "Each").replace("8 Each", "Each").replace("7 Each", "7 each")) != []
