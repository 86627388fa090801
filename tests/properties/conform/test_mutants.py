"""Clauses are put first a small change of which does what the other side did, and leaves alone what both agreed on."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.causes import Causes
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.departure import Explained
from rulecheck.properties.conform.mutant import Mutant
from rulecheck.properties.conform.mutants import Mutants, _quietly
from rulecheck.properties.conform.observation import Difference, differences
from rulecheck.properties.conform.participant import InProcess
from rulecheck.properties.conform.parting import TURN_ENDS, Parting, carried_out
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.reference import Reference
from rulecheck.properties.conform.search import Search
from rulecheck.properties.conform.steps import Sighting, Step
from rulecheck.properties.conform.supporting import supports
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
    return speaking.clauses


def test_a_change_that_does_what_the_other_side_did_in_two_places_is_named_in_both() -> None:
    games = common()
    corn, again = (seen(games, CornSells(RULES), kind=m.Sell, many=2)[at : at + 1] for at in range(2))
    free = seen(games, NobodyPays(RULES), kind=m.Build, many=1)

    first, second, other = (told.changes for told in supports(games, [corn, again, free], lambda game, at: False))

    assert any(share == second.get(name) == 1.0 for name, share in first.items())
    assert first.keys().isdisjoint(other)


def test_a_small_change_that_does_what_the_other_side_did_speaks_for_its_clauses() -> None:
    games = common()

    speaking = support(games, seen(games, CornSells(RULES), kind=m.Sell, many=2))

    one_of_three = pytest.approx(1 / sqrt(3))  # one line names them all
    assert speaking == {"trader.sell": 1.0, "trader.corn": one_of_three, "role.own-privilege": one_of_three}


def test_of_what_several_clauses_say_more_is_said_by_one_that_speaks_of_what_differs() -> None:
    games = common()
    told = [
        evolve(shown, sighting=evolve(shown.sighting, message="corn is 1, not 0"))
        for shown in seen(games, CornSells(RULES), kind=m.Sell, many=2)
    ]

    speaking = support(games, told)
    assert speaking["trader.corn"] == pytest.approx(1.25 * speaking["role.own-privilege"])


def test_what_several_clauses_say_speaks_fully_for_one_that_is_known_not_to_be_heeded() -> None:
    games = common()
    sightings = seen(games, CornSells(RULES), kind=m.Sell, many=2)
    listed = Parting("lists", "sell", 3, "", ("trader.corn",))
    refused = [Candidate(Rank.of(sightings[0].game, listed), 0, sightings[0].game, listed)]

    _, speaking = supports(games, [refused, sightings], lambda game, at: False)

    assert speaking.clauses["trader.corn"] == 1.0 > speaking.clauses["role.own-privilege"]


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


@pytest.mark.parametrize(
    ("many", "told", "speaks"),
    [(2, False, False), (4, False, True), (4, True, False)],
    ids=["too few steps", "never carried out", "carried out elsewhere"],
)
def test_a_clause_that_was_not_at_work_comes_in_if_it_never_is_and_explains_enough(
    many: int, told: bool, speaks: bool
) -> None:
    """The first one's twin: the same changes do it, and their clauses were not carried out."""
    games = common()
    games.spectrum.agreed.update(games.rulebook.clauses if told else ())
    sightings = seen(games, CornSells(RULES), kind=m.Sell, many=many)
    elsewhere = [evolve(shown, sighting=evolve(shown.sighting, clauses=("captain.end",))) for shown in sightings]

    assert ("large-market.bonus" in support(games, elsewhere)) is speaks


def test_a_start_that_differs_speaks_for_its_number() -> None:
    games, ours = common(), common().rig(0).engine
    wrong = build(evolve(RULES, numbers={**RULES.numbers, "start.money": RULES.number("start.money") + 2}))
    apart = tuple(differences(ours.to_json(ours.start()), wrong.to_json(wrong.start())))
    parting = Parting("state", "", 0, "", carried_out(ours.start().events), differences=apart)
    game = GameLine(0, 0, "even", ())

    speaking = support(games, [Candidate(Rank.of(game, parting), 0, game, parting)])

    assert max(speaking, key=lambda clause: speaking[clause]) == games.rulebook.quantities["start.money"].clause


def builds_missed(common: Common, leave: Callable[[Sequence[str]], Sequence[str]], many: int = 3) -> list[Sighting]:
    """Games of ours up to where a program does not list some of the buildings that cost all that somebody has."""
    engine, shown = common.rig(0).engine, list[Sighting]()
    for index in range(100):
        rng, state, line = Random(index), engine.start(), list[str]()
        while len(line) < 90 and (legal := engine.legal_moves(state)):
            builds = [move for move in legal if isinstance(move, m.Build)]
            last = [str(move) for move in builds if engine.apply(state, move).seats[state.turn].money == 0]
            missing = frozenset(leave(last))
            if missing and len(missing) < len(builds):
                parting = Parting("misses", "build", len(line), "", ("builder.build",), missing=missing)
                game = GameLine(index, 0, "even", tuple(line))
                shown.append(Candidate(Rank.of(game, parting), index, game, parting))
                break
            line.append(str(move := legal[int(rng.random() * len(legal))]))
            state = engine.apply(state, move)
        if len(shown) == many:
            break
    return shown


def test_a_change_that_allows_just_what_the_other_side_lists_speaks_for_its_clauses() -> None:
    games = common()

    assert "builder.afford" in support(games, builds_missed(games, lambda last: last))


def test_one_that_allows_less_or_more_of_that_kind_does_not() -> None:
    """The twin: one of those that cost all is listed."""
    games = common()

    assert "builder.afford" not in support(games, builds_missed(games, lambda last: last[1:]))


@pytest.mark.parametrize(("kinds", "speaks"), [(("choose",), True), ((), True), (("build", "pass"), False)])
def test_a_change_that_passes_the_turn_on_in_the_same_way_speaks_for_its_clauses(
    kinds: Sequence[str], speaks: bool
) -> None:
    """Whose turn it is says little: the seat has to have moves of the same kinds, where the other side lists any."""
    games = common()
    rig, shown = games.rig(0), list[Sighting]()
    for index in range(40):
        rng, state, line = Random(index), rig.engine.start(), list[str]()
        while len(line) < 60 and (legal := rig.engine.legal_moves(state)):
            before, move = state, legal[int(rng.random() * len(legal))]
            state = rig.engine.apply(state, move)
            line.append(str(move))
            opened = {type(each) for each in rig.engine.legal_moves(state)}
            if opened == {m.Choose} and not isinstance(move, m.Choose) and before.picker != state.picker:
                theirs = rig.seat((before.picker - 1) % 3)  # the other way round
                parting = Parting("turn", "next", len(line), "", ("round.order",), theirs=theirs, open=frozenset(kinds))
                game = GameLine(index, 0, "even", tuple(line))
                shown.append(Candidate(Rank.of(game, parting), index, game, parting))
                break
        if len(shown) == 3:
            break

    assert ("round.order" in support(games, shown, is_parted=True)) is speaks


def test_a_clause_that_was_at_work_in_one_of_the_steps_only_is_not_the_one() -> None:
    games = common()
    first, second = seen(games, CornSells(RULES), kind=m.Sell, many=2)
    only = tuple(clause for clause in first.sighting.clauses if clause != "trader.sell")

    speaking = support(games, [evolve(first, sighting=evolve(first.sighting, clauses=only)), second])

    assert "trader.corn" in speaking
    assert "trader.sell" not in speaking


def differing(sightings: Sequence[Sighting], **more: Any) -> list[Sighting]:
    """The same steps, in which but one place differs, and otherwise."""
    return [
        evolve(shown, sighting=evolve(shown.sighting, differences=(evolve(shown.sighting.differences[0], **more),)))
        for shown in sightings
    ]


def test_what_makes_a_difference_just_where_the_sides_differ_speaks_less_where_nothing_does_what_it_was() -> None:
    games = common()
    sightings = seen(games, NobodyPays(RULES), kind=m.Build, many=2)

    speaking = support(games, differing(sightings, theirs=777))

    assert "builder.build" in speaking
    assert max(speaking.values()) < 0.5


def test_a_clause_that_is_seldom_at_work_where_a_line_runs_is_not_what_the_line_is_about() -> None:
    mutants, line = Mutants(common()), ("rules", 7)
    rig, change = mutants.common.rig(0), Mutant("", ("toll.pay", "toll.once"), line=line)
    together, alone, elsewhere = (
        Step(rig, at_work=frozenset(clauses)) for clauses in (("toll.pay", "toll.once"), ("toll.pay",), ("toll.once",))
    )
    mutants._run = {together: {line}, alone: {line, ("rules", 8)}, elsewhere: {("rules", 8)}}
    steps = [together, alone, elsewhere]

    assert mutants._goes_with(change, "toll.pay", steps) == 1.0
    assert mutants._goes_with(change, "toll.once", steps) == 0.5
    assert mutants._goes_with(change, "toll.never", steps) == 1.0  # as far as is told


def test_what_no_change_makes_a_difference_of_loses_nothing_where_nothing_does_what_it_was() -> None:
    """The twin: it was not at work in one of the steps."""
    games = common()
    first, second = differing(seen(games, NobodyPays(RULES), kind=m.Build, many=2), theirs=777)
    with_it = [
        evolve(shown, sighting=evolve(shown.sighting, clauses=(*shown.sighting.clauses, "nobody.knows")))
        for shown in (first, second)
    ]

    speaking = support(games, with_it)

    assert speaking["nobody.knows"] == max(speaking.values())
    assert "nobody.knows" not in support(games, [first, with_it[1]])


def test_where_games_blame_one_clause_surely_it_is_not_asked_what_makes_a_difference() -> None:
    games = common()
    sightings = differing(seen(games, NobodyPays(RULES), kind=m.Build, many=2), theirs=777)
    for shown in sightings:
        games.spectrum.part(evolve(shown.sighting, clauses=("builder.build",)))

    assert games.spectrum.blames_one(sightings[0].sighting)
    assert not support(games, sightings)
    games.spectrum.part(evolve(sightings[0].sighting, clauses=("builder.build", "role.order")))  # two, as surely
    assert not games.spectrum.blames_one(evolve(sightings[0].sighting, clauses=("builder.build", "role.order")))


def test_what_is_set_out_at_the_start_speaks_for_its_clause_though_that_is_told_later() -> None:
    """The twin: a clause of another line."""
    games, ours = common(), common().rig(0).engine
    told = Difference(("phase", "left"), "phase.left", ours.to_json(ours.start())["phase"]["left"], 2)
    parting = Parting("state", "", 0, "", carried_out(ours.start().events), differences=(told,))
    game = GameLine(0, 0, "even", ())
    games.spectrum.agreed.update(games.rulebook.clauses)

    speaking = support(games, [Candidate(Rank.of(game, parting), 0, game, parting)])

    assert "setup.row" in speaking
    assert "setup.row" not in parting.clauses
    assert "settler.discard" not in speaking


def test_what_there_was_before_is_not_looked_through_while_changes_are_tried() -> None:
    try:
        assert _quietly(gc.get_freeze_count) > 0
    finally:
        gc.unfreeze()


def test_what_nothing_small_touches_speaks_for_nothing_and_the_engine_stays_as_it_was() -> None:
    games = common()
    ours = games.rig(0).engine
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


def test_support_puts_a_clause_first_and_none_leaves_the_order() -> None:
    cause = Cause("state:x", "state", "x", ("toll.once", "toll.pay", "march.free"))

    cause.put_first({})
    assert (cause.suspects, cause.is_supported) == (("toll.once", "toll.pay", "march.free"), False)

    cause.put_first({"toll.pay": 0.9, "toll.gold": 0.4})
    assert (cause.suspects, cause.is_supported) == (("toll.pay", "toll.once", "toll.gold", "march.free"), True)


@pytest.mark.parametrize(("is_supported", "first"), [(True, "end.round"), (False, "win.most")])
def test_who_wins_is_no_reason_for_an_end_that_a_small_change_explains(is_supported: bool, first: str) -> None:
    games, game = common(), GameLine(0, 0, "even", ())
    games.endings.add("win.most")
    cause = Cause("turn:ends", "turn", TURN_ENDS, ("end.round",), is_supported=is_supported)
    parting = Parting("turn", TURN_ENDS, 0, "", ("end.round",))
    cause.candidates.add(Rank.of(game, parting), 0, game, parting)

    Causes(games)._put_down([cause])

    assert cause.suspects[0] == first


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
    shown = Parting("state" if differs else "turn", "bank", 4, "", ("trader.sell",), differences=apart)
    cause = Cause("state:bank", "state", "bank", ("trader.sell", "trader.privilege"))
    choices = [Explained(what, "trader.privilege", str(nth)) for nth, what in enumerate(explained)]

    assert Causes(common())._blamed(cause, shown, choices)[0] == first
