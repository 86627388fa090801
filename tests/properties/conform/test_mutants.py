"""Clauses are put first a small change of which does what the other side did, and leaves alone what both agreed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.clustering import Cause, Clusters
from rulecheck.properties.conform.localization.mutation import Supported, supports
from rulecheck.properties.conform.localization.replayed_steps import Sighting
from rulecheck.properties.conform.localization.search_context import GameLine, Rank, SearchContext
from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.divergence import Divergence, carried_out
from rulecheck.properties.conform.lockstep.observation import Difference, differences
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import Table, change_seat
from rulecheck.spec import make_rules
from tests.faults.puerto_rico.planted import CornSells, HarborsPayEachBarrel

RULES = make_rules("puerto_rico", players=3)


class NobodyPays(PuertoRico):
    """Buildings cost nothing."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Build):
            return after
        before = state.seats[state.turn].money
        return changed(after, seats=change_seat(after.seats, state.turn, money=before), bank=state.bank)


def search() -> SearchContext:
    asked = Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1)
    return SearchContext(asked)


def seen(search: SearchContext, wrong: Any, *, kind: type[m.Move], many: int = 4) -> list[Sighting]:
    """Games of ours up to a move of a kind after which another engine comes to another position."""
    ours, shown = search.context(0).engine, list[Sighting]()
    for index in range(200):
        rng, state, line = Random(index), ours.start(), list[str]()
        while len(line) < 90 and (legal := ours.legal_moves(state)):
            move = legal[int(rng.random() * len(legal))]
            after = ours.apply(state, move)
            line.append(str(move))
            told = wrong.to_json(wrong.apply(wrong.from_json(ours.to_json(state)), move))
            apart = tuple(differences(ours.to_json(after), told))
            if apart and isinstance(move, kind):
                divergence = Divergence("state", "", len(line), "", carried_out(after.events), differences=apart)
                game = GameLine(index, 0, "even", tuple(line))
                shown.append(Candidate(Rank.of(game, divergence), index, game, divergence))
                break
            state = after
        if len(shown) == many:
            break
    return shown


def support(search: SearchContext, sightings: Sequence[Sighting], *, is_parted: bool = False) -> Mapping[str, float]:
    (speaking,) = supports(search, [sightings], lambda game, at: is_parted)
    return speaking.clauses


def test_a_change_that_does_what_the_other_side_did_in_two_places_is_named_in_both() -> None:
    games = search()
    corn, again = (seen(games, CornSells(RULES), kind=m.Sell, many=2)[at : at + 1] for at in range(2))
    free = seen(games, NobodyPays(RULES), kind=m.Build, many=1)

    first, second, other = (each.changes for each in supports(games, [corn, again, free], lambda game, at: False))

    assert first & second
    assert not first & other


def test_a_small_change_that_does_what_the_other_side_did_speaks_for_its_clauses() -> None:
    games = search()

    speaking = support(games, seen(games, CornSells(RULES), kind=m.Sell, many=2))

    one_of_three = pytest.approx(1 / sqrt(3))  # one line names them all
    assert speaking == {"trader.sell": 1.0, "trader.corn": one_of_three, "role.own-privilege": one_of_three}


def test_another_number_speaks_for_its_clause_though_that_was_not_at_work() -> None:
    games, wrong = search(), build(evolve(RULES, numbers={**RULES.numbers, "trader.privilege": 2}))
    sightings = seen(games, wrong, kind=m.Sell, many=2)
    without = [evolve(shown, sighting=evolve(shown.sighting, clauses=("trader.sell",))) for shown in sightings]

    assert support(games, without)["trader.privilege"] == 1.0


def test_another_number_has_to_explain_every_step() -> None:
    """The twin: one of the steps is owed to something else."""
    games, wrong = search(), build(evolve(RULES, numbers={**RULES.numbers, "trader.privilege": 2}))
    sightings = [*seen(games, wrong, kind=m.Sell, many=2), *seen(games, NobodyPays(RULES), kind=m.Build, many=1)]

    assert "trader.privilege" not in support(games, sightings)


def test_what_changes_steps_that_both_sides_agreed_on_speaks_for_nothing() -> None:
    games = search()
    sightings = seen(games, HarborsPayEachBarrel(RULES), kind=m.Load, many=1)
    anywhere = support(games, sightings, is_parted=True)  # so none of the steps before counts

    speaking = support(games, sightings)

    assert "harbor.bonus" in anywhere
    assert "harbor.bonus" not in speaking


def test_a_start_that_differs_speaks_for_its_number() -> None:
    games, ours = search(), search().context(0).engine
    wrong = build(evolve(RULES, numbers={**RULES.numbers, "start.money": RULES.number("start.money") + 2}))
    apart = tuple(differences(ours.to_json(ours.start()), wrong.to_json(wrong.start())))
    divergence = Divergence("state", "", 0, "", carried_out(ours.start().events), differences=apart)
    game = GameLine(0, 0, "even", ())

    speaking = support(games, [Candidate(Rank.of(game, divergence), 0, game, divergence)])

    assert max(speaking, key=lambda clause: speaking[clause]) == games.rulebook.quantities["start.money"].clause


def builds_missed(
    search: SearchContext, leave: Callable[[Sequence[str]], Sequence[str]], many: int = 3
) -> list[Sighting]:
    """Games of ours up to where a program does not list some of the buildings that cost all that somebody has."""
    engine, shown = search.context(0).engine, list[Sighting]()
    for index in range(100):
        rng, state, line = Random(index), engine.start(), list[str]()
        while len(line) < 90 and (legal := engine.legal_moves(state)):
            builds = [move for move in legal if isinstance(move, m.Build)]
            last = [str(move) for move in builds if engine.apply(state, move).seats[state.turn].money == 0]
            missing = frozenset(leave(last))
            if missing and len(missing) < len(builds):
                divergence = Divergence("misses", "build", len(line), "", ("builder.build",), missing=missing)
                game = GameLine(index, 0, "even", tuple(line))
                shown.append(Candidate(Rank.of(game, divergence), index, game, divergence))
                break
            line.append(str(move := legal[int(rng.random() * len(legal))]))
            state = engine.apply(state, move)
        if len(shown) == many:
            break
    return shown


def test_a_change_that_allows_just_what_the_other_side_lists_speaks_for_its_clauses() -> None:
    games = search()

    assert "builder.afford" in support(games, builds_missed(games, lambda last: last), is_parted=True)


def test_one_that_allows_less_or_more_of_that_kind_does_not() -> None:
    """The twin: one of those that cost all is listed."""
    games = search()

    assert "builder.afford" not in support(games, builds_missed(games, lambda last: last[1:]), is_parted=True)


@pytest.mark.parametrize(("kinds", "speaks"), [(("choose",), True), ((), True), (("build", "pass"), False)])
def test_a_change_that_passes_the_turn_on_in_the_same_way_speaks_for_its_clauses(
    kinds: Sequence[str], speaks: bool
) -> None:
    """Whose turn it is says little: the seat has to have moves of the same kinds, where the other side lists any."""
    games = search()
    context, shown = games.context(0), list[Sighting]()
    for index in range(40):
        rng, state, line = Random(index), context.engine.start(), list[str]()
        while len(line) < 60 and (legal := context.engine.legal_moves(state)):
            before, move = state, legal[int(rng.random() * len(legal))]
            state = context.engine.apply(state, move)
            line.append(str(move))
            opened = {type(each) for each in context.engine.legal_moves(state)}
            if opened == {m.Choose} and not isinstance(move, m.Choose) and before.picker != state.picker:
                theirs = context.seat((before.picker - 1) % 3)  # the other way round
                divergence = Divergence(
                    "turn", "next", len(line), "", ("round.order",), theirs=theirs, open=frozenset(kinds)
                )
                game = GameLine(index, 0, "even", tuple(line))
                shown.append(Candidate(Rank.of(game, divergence), index, game, divergence))
                break
        if len(shown) == 1:
            break

    assert ("round.order" in support(games, shown, is_parted=True)) is speaks


def differing(sightings: Sequence[Sighting], **more: Any) -> list[Sighting]:
    """The same steps, in which but one place differs, and otherwise."""
    return [
        evolve(shown, sighting=evolve(shown.sighting, differences=(evolve(shown.sighting.differences[0], **more),)))
        for shown in sightings
    ]


def test_what_is_set_out_at_the_start_speaks_for_its_clause_though_that_is_told_later() -> None:
    """The twin: a clause of another line."""
    games, ours = search(), search().context(0).engine
    told = Difference(("phase", "left"), "phase.left", ours.to_json(ours.start())["phase"]["left"], 2)
    divergence = Divergence("state", "", 0, "", carried_out(ours.start().events), differences=(told,))
    game = GameLine(0, 0, "even", ())
    games.spectrum.agreed.update(games.rulebook.clauses)

    speaking = support(games, [Candidate(Rank.of(game, divergence), 0, game, divergence)])

    assert "setup.row" in speaking
    assert "setup.row" not in divergence.clauses
    assert "settler.discard" not in speaking


def test_what_nothing_small_touches_speaks_for_nothing_and_the_engine_stays_as_it_was() -> None:
    games = search()
    ours = games.context(0).engine
    sightings = seen(games, NobodyPays(RULES), kind=m.Build, many=2)
    odd = differing(sightings, path=("governor",), part="governor", theirs=777)
    game = sightings[0].game

    def played() -> Any:
        state = ours.start()
        for text in game.line:
            state = ours.apply(state, ours.parse(text))
        return ours.to_json(state)

    before = played()

    assert not support(games, odd)
    assert played() == before


@pytest.mark.parametrize(
    ("differs", "explained", "first"),
    [
        (True, ["number"], "trader.privilege"),
        (True, ["number", "number"], "trader.sell"),
        (False, ["number"], "trader.sell"),
    ],
    ids=["amounts differ", "several numbers do", "no amounts"],
)
def test_the_clause_of_the_one_number_that_explains_an_amount_stands_first(
    differs: bool, explained: Sequence[str], first: str
) -> None:
    apart = (Difference(("bank",), "bank", 5, 6),) if differs else ()
    shown = Divergence("state" if differs else "turn", "bank", 4, "", ("trader.sell",), differences=apart)
    cause = Cause("state", "bank", ("trader.sell", "trader.privilege"))
    choices = [Choice(what, "trader.privilege", str(nth)) for nth, what in enumerate(explained)]

    assert Clusters(search())._blamed(cause, shown, choices)[0] == first


def test_support_puts_a_clause_first_and_none_leaves_the_order() -> None:
    cause = Cause("state", "x", ("toll.once", "toll.pay", "march.free"))

    cause.put_first(Supported({}))
    assert (cause.suspects, cause.is_supported) == (("toll.once", "toll.pay", "march.free"), False)

    cause.put_first(Supported({"toll.pay": 0.9, "toll.gold": 0.4}))
    assert (cause.suspects, cause.is_supported) == (("toll.pay", "toll.once", "toll.gold", "march.free"), True)


def test_what_ends_the_trying_of_changes_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of our own went unseen: nothing was explained by changes any more, and nobody was told."""

    def fails(mutants: object, sightings: object, parted: object) -> Supported:
        raise TypeError("an argument is missing")

    games = search()
    monkeypatch.setattr("rulecheck.properties.conform.localization.mutation.Mutants.support", fails)

    assert not support(games, seen(games, CornSells(RULES), kind=m.Sell, many=1))
    (note,) = games.result.notes
    assert note.startswith("small changes of our rules could not be tried: ")


def test_a_change_may_explain_a_step_that_tells_no_clause() -> None:
    games = search()
    steps = [
        evolve(shown, sighting=evolve(shown.sighting, clauses=())) for shown in builds_missed(games, lambda last: last)
    ]

    assert support(games, steps, is_parted=True)
    assert not games.result.notes
