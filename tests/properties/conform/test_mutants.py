"""Clauses are put first a small change of which does what the other side did, and leaves alone what both agreed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from attrs import evolve

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.mutants import Sighting, supports
from rulecheck.properties.conform.observation import differences
from rulecheck.properties.conform.participant import InProcess
from rulecheck.properties.conform.parting import Parting, carried_out
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.reference import Reference
from rulecheck.properties.conform.search import Search
from rulecheck.properties.planning import Candidate
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import Table, change_seat
from rulecheck.spec import make_rules
from tests.bad.puerto_rico import CornSells, HarborsPayEachBarrel

RULES = make_rules("puerto_rico", players=3)


class NobodyPays(PuertoRico):
    """Buildings cost nothing."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Build):
            return after
        before = state.seats[state.turn].money
        return changed(after, seats=change_seat(after.seats, state.turn, money=before), bank=state.bank)


def common() -> Common:
    asked = Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1)
    return Common(asked)


def seen(common: Common, wrong: Any, *, kind: type[m.Move], many: int = 4) -> list[Sighting]:
    """Games of ours up to a move of a kind after which another engine comes to another position."""
    ours, shown = common.rig(0).engine, list[Sighting]()
    for index in range(200):
        rng, state, line = Random(index), ours.start(), list[str]()
        while len(line) < 90 and (legal := ours.legal_moves(state)):
            move = legal[int(rng.random() * len(legal))]
            after = ours.apply(state, move)
            line.append(str(move))
            told = wrong.to_json(wrong.apply(wrong.from_json(ours.to_json(state)), move))
            apart = tuple(differences(ours.to_json(after), told))
            if apart and isinstance(move, kind):
                parting = Parting("state", "", len(line), "", carried_out(after.events), differences=apart)
                game = GameLine(index, 0, "even", tuple(line))
                shown.append(Candidate(Rank.of(game, parting), index, game, parting))
                break
            state = after
        if len(shown) == many:
            break
    return shown


def support(common: Common, sightings: Sequence[Sighting], *, is_parted: bool = False) -> Mapping[str, float]:
    (speaking,) = supports(common, [sightings], lambda game, at: is_parted)
    return speaking


def test_a_small_change_that_does_what_the_other_side_did_speaks_for_its_clauses() -> None:
    games = common()

    speaking = support(games, seen(games, CornSells(RULES), kind=m.Sell, many=2))

    assert speaking == {"trader.sell": 1.0, "trader.corn": 1.0}


def test_another_number_speaks_for_its_clause_though_that_was_not_at_work() -> None:
    games, wrong = common(), build(evolve(RULES, numbers={**RULES.numbers, "trader.privilege": 2}))
    sightings = seen(games, wrong, kind=m.Sell, many=2)
    without = [evolve(shown, sighting=evolve(shown.sighting, clauses=("trader.sell",))) for shown in sightings]

    assert support(games, without)["trader.privilege"] == 1.0


def test_another_number_has_to_explain_every_step() -> None:
    """The twin: one of the steps is owed to something else."""
    games, wrong = common(), build(evolve(RULES, numbers={**RULES.numbers, "trader.privilege": 2}))
    sightings = [*seen(games, wrong, kind=m.Sell, many=2), *seen(games, NobodyPays(RULES), kind=m.Build, many=1)]

    assert "trader.privilege" not in support(games, sightings)


def test_what_changes_steps_that_both_sides_agreed_on_speaks_for_nothing() -> None:
    games = common()
    sightings = seen(games, HarborsPayEachBarrel(RULES), kind=m.Load, many=1)
    anywhere = support(games, sightings, is_parted=True)  # so none of the steps before counts

    speaking = support(games, sightings)

    assert "harbor.bonus" in anywhere
    assert "harbor.bonus" not in speaking


def test_a_clause_that_was_not_at_work_comes_in_by_its_number_alone() -> None:
    """The first one's twin: the same changes do it, and their clauses were not carried out."""
    games = common()
    sightings = seen(games, CornSells(RULES), kind=m.Sell, many=2)
    elsewhere = [evolve(shown, sighting=evolve(shown.sighting, clauses=("captain.end",))) for shown in sightings]

    assert not support(games, elsewhere)


def test_a_clause_that_was_at_work_in_one_of_the_steps_only_is_not_the_one() -> None:
    games = common()
    first, second = seen(games, CornSells(RULES), kind=m.Sell, many=2)
    only = tuple(clause for clause in first.sighting.clauses if clause != "trader.sell")

    speaking = support(games, [evolve(first, sighting=evolve(first.sighting, clauses=only)), second])

    assert speaking == {"trader.corn": 1.0}


def test_what_nothing_small_explains_speaks_for_nothing_and_the_engine_stays_as_it_was() -> None:
    games = common()
    ours = games.rig(0).engine
    sightings = seen(games, NobodyPays(RULES), kind=m.Build, many=2)
    odd = [
        evolve(shown, sighting=evolve(shown.sighting, differences=(evolve(place, theirs=777),)))
        for shown in sightings
        for place in shown.sighting.differences[:1]
    ]
    game = sightings[0].game

    def played() -> Any:
        state = ours.start()
        for text in game.line:
            state = ours.apply(state, ours.parse(text))
        return ours.to_json(state)

    before = played()

    assert not support(games, odd)
    assert played() == before


def test_support_puts_a_clause_first_and_none_leaves_the_order() -> None:
    cause = Cause("state:x", "state", "x", ("toll.once", "toll.pay", "march.free"))

    cause.put_first({})
    assert (cause.suspects, cause.is_supported) == (("toll.once", "toll.pay", "march.free"), False)

    cause.put_first({"toll.pay": 0.9, "toll.gold": 0.4})
    assert (cause.suspects, cause.is_supported) == (("toll.pay", "toll.once", "toll.gold", "march.free"), True)
