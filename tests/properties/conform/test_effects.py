"""What clauses change in our own games: which one would have brought a difference, though it was not at work."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from rulecheck.properties.conform.localization.clause_effects import Effects
from rulecheck.properties.conform.localization.spectrum import Spectrum
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import OwnGame
from rulecheck.properties.conform.lockstep.observation import Difference


@frozen
class Step:
    """A position, and what was carried out on the way to it."""

    totals: dict[str, int]
    events: tuple[str, ...] = ()


class Table:
    """As much of a rig, and of its engine, as a line needs."""

    def __init__(self) -> None:
        self.engine = self

    def to_json(self, state: Step) -> dict[str, Any]:
        return {"phase": "play", **state.totals}

    def name(self, move: str) -> str:
        return move


def learnt(*steps: tuple[str, tuple[str, ...], dict[str, int]]) -> Effects:
    """What is learnt of a game: its moves, each with what it carries out and what it adds to totals."""
    states = [Step({"gold": 0, "goods": 0})]
    for _, events, more in steps:
        states.append(Step({name: total + more.get(name, 0) for name, total in states[-1].totals.items()}, events))
    effects = Effects()
    effects.learn(OwnGame(Table(), "even", [move for move, *_ in steps], states))  # type: ignore[arg-type]
    return effects


def ports() -> Effects:
    """Posts take a good each, ports pay besides; a toll is paid after another kind of move."""
    post = ("to Wien", ("post.found",), {"goods": -1})
    port = ("to Hamburg", ("post.found", "port.gold"), {"goods": -1, "gold": 1})
    toll = ("onto Wien - Praha", ("toll.pay",), {"gold": -1})
    return learnt(*(port, toll, post, post) * 4)


def test_what_is_carried_out_only_beside_what_changes_a_part_is_a_suspect_and_what_changes_nothing_is_none() -> None:
    moves = [(("pay", "pay.double"), 2), (("pay",), 1), (("pay", "draw"), 1), (("draw",), 0), (("rest",), 0)]
    effects = learnt(*(("buy", clauses, {"gold": amount}) for clauses, amount in moves))

    assert effects.of("gold") == {"pay": 1.0, "pay.double": 1.0}


def test_the_clause_that_changes_something_after_such_moves_brings_it() -> None:
    effects = ports()

    assert effects.brings(["gold"], "to") == "port.gold"
    assert effects.brings(["gold"], "onto") == "toll.pay"
    assert effects.brings(["goods"], "to") == "post.found"
    assert effects.brings(["goods"], "onto") is None


POST = ("post.found",)
PAID = Divergence("state", "gold", 3, "", POST, differences=(Difference(("gold",), "gold", 1, 2),), after="to")


@pytest.mark.parametrize(
    ("agreed", "order"),
    [(5, ("port.gold", "post.found")), (1, ("post.found", "port.gold")), (0, ("post.found",))],
)
def test_a_clause_that_was_not_at_work_is_blamed_where_nothing_else_surely_is(
    agreed: int, order: tuple[str, ...]
) -> None:
    """A port pays for a post where there is none: only the clause that pays for ports would have changed the gold.

    Where posts bring it every other time it is likelier that they do, and ports come next.
    """
    spectrum = Spectrum()
    spectrum.part(PAID)
    spectrum.agreed["post.found"] = agreed

    assert spectrum.suspects(PAID, effects=ports()) == order


def test_what_never_changes_a_part_is_not_what_the_clause_that_does_needs() -> None:
    """Gold comes of a port alone; that it differs only at one beside a post says nothing against posts."""
    spectrum = Spectrum()
    both = evolve(PAID, clauses=("port.gold", "post.found"))
    for _ in range(20):
        spectrum.part(both)
    spectrum.agreed["port.gold"] = spectrum.steps["to", ("port.gold",)] = 20

    assert spectrum.suspects(both)[0] == "post.found"
    spectrum.agreed["post.found"] = 30
    spectrum.part(both)
    assert spectrum.suspects(both)[0] == "post.found"
    assert spectrum.suspects(both, effects=ports())[0] == "port.gold"
