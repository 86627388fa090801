"""A seat that one side asks and the other passes over: what follows from a wrong list, and what does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, frozen

from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.accepted import Accepted, is_called
from rulecheck.properties.conform.common import GameLine
from rulecheck.properties.conform.departure import Departure
from rulecheck.properties.conform.judging import Expected, Judge
from rulecheck.properties.conform.messages import NOBODY, Answer, Play
from rulecheck.properties.conform.observation import Difference, differences
from rulecheck.properties.conform.parting import TURN_ENDS, Counts, Identity, Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.replaying import Shows
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.spectrum import Spectrum
from rulecheck.properties.conform.waited import beside_known, follow_from_moves
from rulecheck.properties.conform.waiting import LISTS, MISSES, Waits, untold, waiting
from rulecheck.reference_engines.contract import PositionError, Refused, UnknownMove
from tests.faults.held_out.corpus import HELD_OUT

KINDS = ("sell", "build", "pass")
SEATS = ("anna", "bob", "chris")


@frozen
class Table:
    """What each seat can do besides passing."""

    turn: int
    can: tuple[str, ...]
    round: int = 1
    events: tuple[str, ...] = ()


class Toy:
    """Who has moved or passes lets the next seat go; nobody is asked who can do nothing."""

    seats = SEATS
    rules = None

    def __init__(self, *, knows_all: bool = False) -> None:
        self.knows_all = knows_all
        """Whether a position is one in which the seat to move can only pass."""

    def actor(self, table: Table) -> int:
        return table.turn

    def parse(self, text: str) -> str:
        if text not in KINDS:
            raise UnknownMove(text)
        return text

    def refusal(self, table: Table, move: str) -> Refused | None:
        return None if move == "pass" or move in table.can[table.turn].split() else Refused(f"{move}.may", "no")

    def legal_moves(self, table: Table) -> list[str]:
        return [move for move in KINDS if self.refusal(table, move) is None]

    def apply(self, table: Table, move: str) -> Table:
        turn, round = table.turn, table.round
        while True:
            turn, round = (turn + 1) % 3, round + (turn == 2)
            if table.can[turn]:
                return evolve(table, turn=turn, round=round)

    def outcome(self, table: Table) -> None:
        return None

    def to_json(self, table: Table) -> Mapping[str, Any]:
        return {"turn": SEATS[table.turn], "can": list(table.can), "round": table.round}

    def from_json(self, position: Mapping[str, Any]) -> Table:
        table = Table(SEATS.index(position["turn"]), tuple(position["can"]), position["round"])
        if not self.knows_all and not table.can[table.turn]:
            raise PositionError("turn", f"{position['turn']} can do nothing")
        return table


def ways(engine: Toy, ours: Table, theirs: Mapping[str, Any], listed: Sequence[str]) -> tuple[Waits, ...]:
    toy: Any = engine
    return waiting(Rig(toy), ours, {**engine.to_json(ours), **theirs}, listed, differences)


def follows(alternatives: Sequence[Waits], side: str, *known: tuple[str, str]) -> bool:
    return any(waits.side == side and waits.follows_from(known) for waits in alternatives)


def test_a_seat_that_is_asked_for_nothing_but_a_forbidden_move_follows_from_its_list() -> None:
    alternatives = ways(Toy(knows_all=True), Table(2, ("", "", "sell")), {"turn": "bob"}, ["sell", "pass"])

    assert alternatives == (Waits(LISTS, frozenset({("sell", "sell.may")})),)
    assert follows(alternatives, LISTS, ("sell", "sell.may"))
    assert not follows(alternatives, LISTS, ("sell", "sell.other"))
    assert not follows(alternatives, LISTS, ("build", "build.may"))


def test_a_seat_to_which_it_comes_later_does_too() -> None:
    alternatives = ways(
        Toy(knows_all=True), Table(0, ("sell", "", ""), 2), {"turn": "bob", "round": 1}, ["sell", "pass"]
    )

    assert follows(alternatives, LISTS, ("sell", "sell.may"))


@pytest.mark.parametrize("theirs", [{"turn": "bob", "round": 7}, {"turn": "anna"}])
def test_another_position_does_not(theirs: Mapping[str, Any]) -> None:
    """The round is another; or the seat before has something to do."""
    alternatives = ways(Toy(knows_all=True), Table(2, ("build", "", "sell")), theirs, ["sell", "pass"])

    assert not follows(alternatives, LISTS, ("sell", "sell.may"))


def test_a_seat_that_could_not_be_asked_follows_if_all_it_is_asked_for_but_passing_is_known() -> None:
    alternatives = ways(Toy(), Table(2, ("", "", "sell")), {"turn": "bob"}, ["sell", "build", "pass"])

    assert follows(alternatives, LISTS, ("sell", "sell.may"), ("build", "build.may"))
    assert not follows(alternatives, LISTS, ("sell", "sell.may"))
    assert not follows(alternatives, LISTS, ("pass", "pass.may"))


def test_a_wrong_order_of_play_follows_from_no_list() -> None:
    alternatives = ways(Toy(), Table(2, ("build", "sell", "sell")), {"turn": "anna"}, ["sell", "build", "pass"])

    assert not follows(alternatives, LISTS, ("sell", "sell.may"))


def test_a_seat_that_is_passed_over_follows_from_all_the_moves_it_misses() -> None:
    sells = ways(Toy(), Table(1, ("sell", "sell", "build")), {"turn": "chris"}, ["build", "pass"])
    does_both = ways(Toy(), Table(1, ("sell", "sell build", "build")), {"turn": "chris"}, ["build", "pass"])

    assert Waits(MISSES, frozenset({("sell", "")})) in sells
    assert follows(sells, MISSES, ("sell", ""))
    assert not follows(sells, LISTS, ("sell", ""))
    assert not follows(does_both, MISSES, ("sell", ""))
    assert follows(does_both, MISSES, ("sell", ""), ("build", ""))


def test_so_do_several_in_a_row() -> None:
    alternatives = ways(Toy(), Table(1, ("build", "sell", "sell")), {"turn": "anna", "round": 2}, ["build", "pass"])

    assert follows(alternatives, MISSES, ("sell", ""))


def test_a_seat_that_is_passed_over_where_passing_leads_elsewhere_does_not() -> None:
    alternatives = ways(Toy(), Table(1, ("build", "sell", "build")), {"turn": "anna"}, ["build", "pass"])

    assert not follows(alternatives, MISSES, ("sell", ""))


def test_without_positions_the_moves_alone_have_to_tell() -> None:
    stays = untold(LISTS, ["sell corn", "sell indigo", "pass"])

    assert stays.follows_from([("sell", "sell.may")])
    assert not stays.follows_from([("load", "load.may")])
    assert not untold(LISTS, ["sell corn", "build hut", "pass"]).follows_from([("sell", "sell.may")])


def turn(*waits: Waits) -> Parting:
    return Parting("turn", "next", 5, "", ("round.order",), theirs="bob", waits=waits)


def seen(*partings: Parting) -> dict[Identity, Parting]:
    return {parting.identity: parting for parting in partings}


def test_where_one_step_follows_and_another_does_not_the_other_is_told() -> None:
    lists = Parting("lists", "sell", 5, "", ("sell.may",))
    stays, order = turn(Waits(LISTS, frozenset({("sell", "sell.may")}))), turn()

    assert follow_from_moves(seen(lists, stays, order)) == {stays.identity: lists.identity}
    assert follow_from_moves(seen(stays, order)) == {}
    assert follow_from_moves(seen(evolve(lists, about="build"), stays)) == {}
    other = evolve(lists, clauses=("sell.other",))
    assert follow_from_moves(seen(other, stays)) == {stays.identity: other.identity}


def test_a_seat_that_is_passed_over_follows_from_missing_moves_only_if_all_such_do() -> None:
    misses = Parting("misses", "sell", 5, "", ("trader.sell",))
    over, order = turn(Waits(MISSES, frozenset({("sell", "")}))), turn()

    assert follow_from_moves(seen(misses, over)) == {over.identity: misses.identity}
    assert follow_from_moves(seen(misses, over, order)) == {}
    assert follow_from_moves(seen(misses, over, evolve(order, clauses=("other.order",)))) == {
        over.identity: misses.identity
    }


def test_what_follows_from_an_accepted_list_is_accepted_and_nothing_else() -> None:
    known = Accepted.of(("lists:sell:sell.may",))
    stays = Waits(LISTS, frozenset({("sell", "sell.may")}))

    assert known.lines_for(turn(stays)) == ("lists:sell:sell.may",)
    assert known.lines_for(turn(untold(LISTS, ["sell corn", "pass"]))) == ("lists:sell:sell.may",)
    assert not known.lines_for(turn())
    assert not known.lines_for(turn(Waits(LISTS, frozenset({("sell", "sell.may"), ("build", "build.may")}))))
    assert not known.lines_for(turn(Waits(MISSES, frozenset({("sell", "")}))))


def asked(ours: Table, *kinds: str, known: str = "round") -> tuple[Waits, ...]:
    """What a seat is asked for, in moves of some kinds, where the round differs besides; a part that is known to."""
    toy: Any = Toy(knows_all=True)
    toy.start = lambda: ours
    rig, game = Rig(toy), GameLine(0, 0, "even", ())
    common: Any = SimpleNamespace(rig_for=lambda game: rig)
    there = (Difference(("turn",), "turn", "chris", "bob"), Difference(("round",), "round", 1, 7))
    turned = Parting("turn", "next", 0, "", there=there, open=frozenset(kinds))
    alone = Parting("state", known, 0, "", differences=(Difference((known,), known, 1, 2),))
    both = {shown.identity: Candidate(Rank.of(game, shown), 0, game, shown) for shown in (turned, alone)}
    return beside_known(common, both)[turned.identity].waits


def test_a_seat_that_is_asked_for_a_forbidden_move_follows_from_its_list_beside_what_is_known_to_differ() -> None:
    ours = Table(2, ("", "", "sell"))

    assert asked(ours, "sell", "pass") == (Waits(LISTS, frozenset({("sell", "")})),)
    assert not asked(ours, "sell", "pass", known="bank")
    assert not asked(ours, "sell", "pass", known="turn")
    assert not asked(ours, "pass")
    assert not asked(Table(2, ("", "build", "sell")), "sell", "pass")  # the seat has something to do


def position(theirs: str) -> Parting:
    apart = (Difference(("governor",), "governor", "anna", "bob"),)
    return Parting("state", "governor", 5, "", ("round.order",), differences=apart, theirs=theirs)


def test_a_position_in_which_somebody_else_is_to_move_is_accepted_as_that_too() -> None:
    known = Accepted.of(("turn:next:round.order",))

    assert known.lines_for(position("bob")) == ("turn:next:round.order",)
    assert not known.lines_for(position(""))


def test_a_kept_game_of_a_turn_shows_it_in_such_a_position_and_a_shorter_game_does_not() -> None:
    session: Any = None
    kept = Shows(session, Parting("turn", "next", 5, "", ("round.order",)), [], key="turn:next:round.order")
    shorter = Shows(session, turn(), [], key="turn:next:round.order")

    assert is_called(position("bob"), "turn:next:round.order")
    assert kept.is_it(position("bob"))
    assert not kept.is_it(position(""))
    assert not shorter.is_it(position("bob"))
    assert shorter.is_it(turn())


def departures(*faults: str, games: int) -> tuple[Departure, ...]:
    """What a search shows of an engine for Puerto Rico with these faults."""
    engine = evolve(next(known for known in HELD_OUT if known.name == "Wharves"), faults=faults)
    return engine.search(from_position=True, games=games, shrink_steps=0, cap=400).departures


def test_a_wrong_governor_is_one_departure_of_the_position() -> None:
    told = departures("TheGovernorGoesBack", games=6)

    assert [departure.kind for departure in told] == ["state"]
    assert "governor" in told[0].parts


@pytest.mark.parametrize("fault", ["TheHouseTakesAKindTwice", "WhoLikesMayHoldBack"])
def test_a_wrong_list_is_one_departure_with_the_seats_that_wait_for_it(fault: str) -> None:
    assert [departure.kind for departure in departures(fault, games=16)] == ["lists"]


def test_a_wrong_order_of_play_beside_a_wrong_list_is_told() -> None:
    told = departures("TheHouseTakesAKindTwice", "TheGovernorGoesBack", games=16)

    assert {"lists", "state"} <= {departure.kind for departure in told}
    assert any("governor" in departure.parts for departure in told)


@pytest.mark.parametrize("names", [("can", "round", "turn"), ("can", "round"), ("can",)])
def test_a_position_that_does_not_say_whose_turn_it_is_is_held_against_the_rules_with_the_turn_told_beside_it(
    names: Sequence[str],
) -> None:
    engine: Any = Toy(knows_all=True)
    before, ours = Table(0, ("", "", "sell")), Table(2, ("", "", "sell"))
    judge = Judge(Rig(engine), Play(can=frozenset({"state"})), Counts(), Spectrum(), counts_parts=False)
    told = {**engine.to_json(ours), "turn": "bob"}
    answer = Answer(1, "bob", ("sell", "pass"), {name: told[name] for name in names})

    first = next(judge.partings(Expected("play", 1, ours, after="pass", before=(before, 1)), answer))

    assert (first.kind, first.theirs) == ("turn", "bob")
    assert first.waits == (Waits(LISTS, frozenset({("sell", "sell.may")})),)


def test_where_nobody_is_to_move_the_position_that_is_told_is_kept() -> None:
    engine: Any = Toy(knows_all=True)
    before, ours = Table(0, ("", "", "sell")), Table(2, ("", "", "sell"))
    judge = Judge(Rig(engine), Play(can=frozenset({"state"})), Counts(), Spectrum(), counts_parts=False)
    told = {**engine.to_json(ours), "turn": "bob"}

    ends = next(
        judge.partings(Expected("play", 1, ours, after="pass", before=(before, 1)), Answer(1, NOBODY, (), told))
    )

    assert (ends.about, ends.theirs) == (TURN_ENDS, NOBODY)
    assert ends.there == tuple(differences(engine.to_json(ours), told)) != ()
