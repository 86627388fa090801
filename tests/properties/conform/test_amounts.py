"""A wrong amount is owed to a clause that speaks of what the seats have as much of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import evolve, frozen

from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.amounts import owing, quantities
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.steps import Sighting

CLAUSES = {
    "mine.income": ("rule", "Each mine brings one piece of silver."),
    "worker.income": ("rule", "Each worker brings a point."),
    "bank.silver": ("rule", "A bank brings silver."),
    "box.mines": ("component", "There are mines and silver."),
}


@frozen
class Table:
    """What each seat has; it stays as it is."""

    silver: tuple[int, ...] = (1, 1, 1)
    mines: tuple[int, ...] = (0, 1, 2)
    events: tuple[str, ...] = ()


class Toy:
    """Three seats, the first of which moves."""

    seats = ("anna", "bob", "chris")
    rules = None

    def start(self) -> Table:
        return Table()

    def parse(self, text: str) -> str:
        return text

    def actor(self, table: Table) -> int:
        return 0

    def apply(self, table: Table, move: str) -> Table:
        return evolve(table, mines=table.mines[1:] + table.mines[:1])

    def to_json(self, table: Table) -> dict[str, Any]:
        has = zip(self.seats, table.silver, table.mines, strict=True)
        return {
            "players": {
                seat: {"silver": silver, "estate": {str(at): "mine" for at in range(mines)}}
                for seat, silver, mines in has
            }
        }


def common() -> Common:
    clauses = {id: SimpleNamespace(id=id, kind=kind, text=text) for id, (kind, text) in CLAUSES.items()}
    effects = SimpleNamespace(of=lambda part: {"mine.income": 1.0, "bank.silver": 1.0})
    rig = Rig(cast(Any, Toy()))
    known = SimpleNamespace(rulebook=SimpleNamespace(clauses=clauses), effects=effects, rig_for=lambda game: rig)
    return cast(Common, known)


def seen(*out: tuple[int, int, int]) -> list[Sighting]:
    """Steps, in which the mines go round, after which the silver of the seats is out by so much."""
    shown: list[Sighting] = []
    for at, each in enumerate(out, 1):
        places = tuple(
            Difference(("players", seat, "silver"), "players.*.silver", 1, 1 + by)
            for seat, by in zip(Toy.seats, each, strict=True)
            if by
        )
        parting = Parting("state", "players.*.silver", at, "", differences=places)
        game = GameLine(at, 0, "even", ("round",) * at)
        shown.append(Candidate(Rank.of(game, parting), at, game, parting))
    return shown


@pytest.mark.parametrize("times", [1, 2, -1], ids=["as much", "twice as much", "as much too little"])
def test_what_is_out_by_as_much_as_there_is_of_something_is_owed_to_a_clause_on_that(times: int) -> None:
    goes = [tuple(times * mines for mines in each) for each in ((0, 1, 2), (1, 2, 0), (2, 0, 1))]

    assert owing(common(), seen(*cast(Any, goes))) == {"mine.income": pytest.approx(0.9)}


@pytest.mark.parametrize(
    "out",
    [
        [(1, 1, 1), (1, 1, 1), (1, 1, 1)],
        [(0, 1, 2), (1, 0, 2), (2, 1, 0)],
        [(0, 1, 2)],
    ],
    ids=["always the same", "as much as nothing", "seen once"],
)
def test_what_goes_with_nothing_is_owed_to_no_clause(out: list[tuple[int, int, int]]) -> None:
    assert owing(common(), seen(*out)) == {}


def test_other_places_are_no_amounts() -> None:
    parting = Parting("state", "turn", 1, "", differences=(Difference(("turn",), "turn", "anna", "bob"),))
    game = GameLine(0, 0, "even", ("round",))

    assert owing(common(), [Candidate(Rank.of(game, parting), 0, game, parting)] * 4) == {}


def test_all_that_a_seat_has_is_counted() -> None:
    table = {"silver": 2, "goods": {"red": 1, "pink": 3}, "estate": {"7": "mine", "9": "pig 3"}, "storage": ["pig 4"]}
    expected = {
        "silver": 2,
        "goods": 4,
        "goods.red": 1,
        "goods.pink": 3,
        "estate": 2,
        "estate=mine": 1,
        "estate=pig": 1,
        "storage": 1,
        "storage=pig": 1,
    }

    assert quantities(table) == expected
