"""Which departures are one cause, and which are two."""

from __future__ import annotations

from collections import Counter
from functools import partial

from attrs import evolve

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.accepted import is_called
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import GameLine
from rulecheck.properties.conform.merging import accounting, joined
from rulecheck.properties.conform.naming import key_of
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.spectrum import Spectrum


def cause(kind: str, about: str, *clauses: str, **more: object) -> Cause:
    parts = about.split("+") if kind == "state" else []
    differences = tuple(Difference((part,), part, 1, 2) for part in parts)
    parting = Parting(kind, about, 3, "", clauses, differences=differences, **more)  # type: ignore[arg-type]
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", ())
    candidates.add(Rank.of(game, parting), 0, game, parting)
    key = f"{kind}:{about}"
    return Cause(key, kind, about, clauses, "", set(parts), (key,), {0}, candidates)


def any_of(cause: Cause, other: Cause, clauses: frozenset[str]) -> str | None:
    return min(clauses, default=None)


def none_of(cause: Cause, other: Cause, clauses: frozenset[str]) -> str | None:
    return None


def keys(*causes: Cause) -> list[str]:
    return sorted(known.key for known in joined(causes, set()))


def test_one_clause_seen_in_a_position_and_in_a_list_is_one_cause() -> None:
    assert keys(cause("state", "money", "fuel.buy"), cause("misses", "buy", "fuel.buy")) == ["state:money"]
    assert len(keys(cause("state", "money", "fuel.buy"), cause("misses", "buy", "fuel.room"))) == 2


def test_different_parts_of_a_position_are_two_causes_whatever_clause_is_likeliest() -> None:
    assert len(keys(cause("state", "money", "fuel.buy"), cause("state", "plants", "fuel.buy"))) == 2


def test_a_kind_of_move_that_is_listed_against_several_clauses_is_one_cause() -> None:
    ships, room = cause("lists", "load", "captain.other-ships"), cause("accepts", "load", "captain.most-room")
    sell = cause("lists", "sell", "trader.one-kind")

    assert keys(ships, room, sell) == ["lists:load", "lists:sell"]
    assert ships.members == [room]


def test_a_program_that_says_that_the_game_is_over_does_so_in_one_place() -> None:
    early, late = cause("turn", "ends", "trade.answer"), cause("turn", "ends", "win.all")

    assert len(keys(early, late)) == 1
    assert len(keys(early, cause("turn", "next", "win.all"))) == 2


def scores(put_down: str, *clauses: str, is_supported: bool = False) -> Cause:
    about = f"scores:{put_down}" if put_down else "scores"
    return evolve(cause("outcome", about, *clauses), is_supported=is_supported)


def test_scores_that_are_wrong_by_what_stands_empty_are_one_cause_and_others_are_not() -> None:
    market, wharf = scores("city.market=0", "score.sum"), scores("city.wharf=0", "score.sum")

    assert len(keys(market, wharf)) == 1
    assert len(keys(market, scores("island.corn=0", "score.sum"))) == 2
    assert len(keys(scores("city.fort", "fort.points"), scores("city.hall", "hall.points"))) == 2
    assert len(keys(scores("silver=0", "score.sum"), scores("workers=0", "score.sum"))) == 2


def test_scores_that_a_change_of_one_clause_makes_wrong_are_one_cause() -> None:
    whole, mill = (scores(name, "end.knowledge", is_supported=True) for name in ("", "estate.3=mill"))

    assert len(keys(whole, mill)) == 1
    assert len(keys(whole, evolve(mill, is_supported=False))) == 2
    assert len(keys(whole, evolve(mill, suspects=("end.goods",)))) == 2


def test_a_shorter_game_has_to_show_the_scores_that_a_cause_is_put_down_to() -> None:
    by_clause, by_rest = scores("hall.points", "hall.points", "score.sum"), scores("", "score.sum")
    first = evolve(by_clause.candidates.first.sighting, about="scores")

    assert key_of(by_clause, first) == "outcome:scores:hall.points"
    assert key_of(by_rest, first) == "outcome:scores"
    assert key_of(by_clause, evolve(first, clauses=("score.sum",))) == "outcome:scores"
    assert not is_called(evolve(first, clauses=("score.sum",)), "outcome:scores:hall.points")


def seen(about: str, *clauses: str, after: str = "load", more: int = 1) -> Cause:
    part = cause("state", about, *clauses, after=after)
    first = part.candidates.first.sighting
    apart = tuple(evolve(place, ours=3, theirs=3 + more) for place in first.differences)
    part.candidates.soonest[0] = evolve(part.candidates.first, sighting=evolve(first, differences=apart))
    part.sees(first)
    return part


def test_one_clause_that_accounts_for_two_positions_makes_them_one_cause() -> None:
    def told(second: Cause, accounts: bool = True) -> int:
        pool = seen("points+pool", "captain.points", "captain.turns")
        return len(joined([pool, second], set(), accounts=any_of if accounts else none_of))

    assert told(seen("points+written", "end.written", "captain.points")) == 1
    assert told(seen("points+written", "end.written", "captain.points"), accounts=False) == 2
    assert told(seen("points+written", "end.written")) == 2
    assert told(seen("points+written", "end.written", "captain.points", after="sell")) == 2
    assert told(seen("points+written", "end.written", "captain.points", more=-1)) == 2
    assert told(seen("bank+written", "end.written", "captain.points")) == 2


def missed(kind: str, *clauses: str) -> Cause:
    missing = cause("misses", kind, *clauses)
    missing.sees(missing.candidates.first.sighting)
    return missing


def test_moves_of_several_kinds_that_one_clause_never_allows_are_missed_by_one_cause() -> None:
    """Where each kind is missed for a clause of its own, though it is not always, they are several."""
    spectrum = Spectrum(agreed=Counter({"settler.robber": 20, "settler.farmer": 20, "settler.one": 40}))
    robber = missed("robber", "settler.robber", "behind", "settler.one")
    farmer = missed("farmer", "settler.farmer", "settler.one", "behind")
    elsewhere = missed("trapper", "settler.trapper", "settler.one")
    for known in (robber, farmer, elsewhere):
        spectrum.part(known.candidates.first.sighting)

    told = joined([robber, farmer, elsewhere], set(), accounts=partial(accounting, spectrum))

    assert told == [robber, elsewhere]
    assert robber.suspects[0] == "behind"
    assert robber.members == [farmer]


def test_causes_that_one_small_change_does_are_one_if_it_does_what_was_seen_in_all_their_games() -> None:
    def changing(about: str, **changes: float) -> Cause:
        return evolve(cause("state", about, f"{about}.clause"), changes=changes)

    fuel = changing("fuel", storage=1.0, price=0.5)

    assert len(keys(fuel, changing("money", storage=1.0))) == 1
    assert len(keys(fuel, changing("money", storage=0.5))) == 2
    assert len(keys(fuel, changing("money", price=1.0))) == 2
    assert len(keys(fuel, changing("money", room=1.0))) == 2


def test_what_is_one_with_an_example_of_a_cause_is_one_with_the_cause() -> None:
    def told(kind: str) -> int:
        first, example, other = cause(kind, "fuel", "a"), cause("state", "money", "b"), cause("turn", "next", "c")
        first.members.append(example)
        return len(joined([first, other], set(), is_one=lambda cause, known: {cause.key, known.key} == alike))

    alike = {"state:money", "turn:next"}

    assert told("state") == 1
    assert told("lists") == 2  # of a wrong list it is an example that a seat was asked for such moves
    alike = set()
    assert told("state") == 2


def test_one_clause_after_which_the_sides_are_at_different_decisions_makes_them_one_cause() -> None:
    def passed(about: str = "next", after: str = "load") -> Cause:
        turn = cause("turn", about, "captain.end", "captain.turns", after=after, theirs="anna")
        turn.sees(turn.candidates.first.sighting)
        return turn

    def told(*causes: Cause, accounts: bool = True) -> int:
        return len(joined(causes, set(), accounts=any_of if accounts else none_of))

    ended = seen("phase+picker", "round.order", "captain.turns")
    assert told(ended, passed()) == 1
    assert told(seen("phase+picker", "round.order", "captain.turns"), passed(), accounts=False) == 2
    assert told(seen("phase+picker", "round.order"), passed()) == 2
    assert told(seen("phase+picker", "round.order", "captain.turns"), passed(after="store")) == 2
    assert told(seen("phase.out+picker", "round.order", "captain.turns"), passed()) == 2
    assert told(seen("phase+picker", "round.order", "captain.turns"), passed("ends")) == 2


def test_a_position_in_which_two_causes_show_at_once_is_none() -> None:
    box, silver = cause("state", "box", "phase.clear"), cause("state", "silver", "purchase.price")
    both = cause("state", "box+silver", "purchase.once", "phase.clear", "purchase.price")
    more = cause("state", "box+silver", "purchase.once", "phase.clear")

    assert keys(box, silver, both) == ["state:box", "state:silver"]
    assert keys(box, silver, more) == ["state:box", "state:box+silver", "state:silver"]


def test_one_of_them_may_be_that_somebody_else_is_to_move() -> None:
    box, turn = cause("state", "box", "phase.clear"), cause("turn", "next", "round.order")
    both, more = (cause("state", about, "turn.end", "phase.clear") for about in ("box+turn", "box+dice+turn"))

    assert keys(box, turn, both) == ["state:box", "turn:next"]
    assert len(keys(box, both)) == 2
    assert len(keys(box, turn, more)) == 3
    assert len(keys(cause("state", "box", "mine.income"), turn, both)) == 3


def test_a_move_that_is_listed_for_a_wrong_price_belongs_to_the_price() -> None:
    price, lists = cause("state", "money", "network.connect"), cause("lists", "build", "network.money")

    assert [known.key for known in joined([price, lists], set(), lambda cause, _: cause is lists)] == ["state:money"]
    assert price.members == [lists]
    assert len(joined([cause("state", "money", "network.connect"), lists], set(), lambda *_: False)) == 2


def test_failures_with_the_same_last_words_are_one() -> None:
    first = Parting("crashed", "draw", 3, "", stderr="Traceback\nIndexError: 17 of 5")
    again = Parting("crashed", "buy", 9, "", stderr="Traceback\nIndexError: 3 of 2")
    other = Parting("crashed", "draw", 9, "", stderr="Traceback\nKeyError: 'oil'")
    known = Cause("crashed:draw", "crashed", "draw", (), "IndexError: 0 of 0")

    assert known.is_like(first, (), set())
    assert known.is_like(again, (), set())
    assert not known.is_like(other, (), set())


def test_a_mark_that_one_side_does_not_set_is_one_cause_whatever_it_is_seen_after() -> None:
    def marked(clause: str, ours: object, theirs: object) -> Cause:
        seen = cause("state", "ending", clause)
        first = seen.candidates.first
        apart = (Difference(("ending",), "ending", ours, theirs),)
        seen.candidates.soonest[0] = evolve(first, sighting=evolve(first.sighting, differences=apart))
        return seen

    assert len(keys(marked("end.colonists", "colonists", ""), marked("quarry.limit", "colonists", ""))) == 1
    assert len(keys(marked("end.colonists", "colonists", ""), marked("end.city", "", "city"))) == 2
    assert len(keys(marked("trader.price", 3, 4), marked("factory.bonus", 3, 4))) == 2


def test_what_sums_have_told_apart_stays_apart_unless_it_is_one_clause() -> None:
    """The twin: in the same parts, with each other's likeliest clause among their own, two causes are one."""
    plains, posts = ("final.plains", "final.posts"), ("final.posts", "final.plains")

    assert len(keys(cause("state", "score", *plains), cause("state", "score", *posts))) == 1
    first, other, same = (cause("state", "score", *clauses) for clauses in (plains, posts, plains))
    for known in (first, other, same):
        known.is_summed = True
        known.always = frozenset(plains)
    assert len(keys(first, other, same)) == 2
    assert first.one_clause(other) == frozenset()


def phase(clause: str, part: str, ours: object, theirs: object) -> Cause:
    apart = (Difference(tuple(part.split(".")), part, ours, theirs),)
    seen = cause("state", part, clause, "dice.roll")
    parting = evolve(seen.candidates.first.sighting, differences=apart, after="roll")
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", ())
    candidates.add(Rank.of(game, parting), 0, game, parting)
    return evolve(seen, candidates=candidates, always=frozenset(parting.clauses))


def test_what_stands_in_a_table_that_one_side_does_not_have_may_be_what_differs_elsewhere() -> None:
    """More is due than ours has, or something where ours has nothing; the clause that it differs under tells more."""
    nothing_due = phase("robber.move", "phase", "robber", {"name": "discarding", "due": 4})
    more_due = phase("seven.discard", "phase.due", [4], [5])
    other = phase("seven.discard", "phase.left", [4], [5])

    assert nothing_due.one_clause(more_due) == {"dice.roll"}
    assert nothing_due.one_clause(other) == frozenset()
    (told,) = joined([nothing_due, more_due], set(), accounts=any_of)
    assert told is nothing_due
    assert told.suspects[:1] == ("seven.discard",)
    assert more_due.is_within(nothing_due)
    assert not nothing_due.is_within(more_due)
    assert not more_due.is_within(evolve(nothing_due, parts={"phase", "turn"}))


def test_what_follows_from_another_cause_as_a_whole_is_an_example_of_it() -> None:
    first, second = cause("state", "ending", "end.city"), cause("turn", "ends", "win.most")

    (told,) = joined([first, second], set(), follows=[lambda cause, other: cause is second])
    assert told is first
    assert told.members == [second]


def test_a_change_that_does_most_of_two_causes_makes_them_one_under_one_clause_only() -> None:
    """Other faults hide in some games what it does."""

    def told(*clauses: str, mostly: float = 0.8) -> int:
        supply, fuel = cause("state", "supply", *clauses[:1]), cause("state", "fuel", *clauses[1:])
        supply.changes, fuel.changes = {"burnt": mostly, "run": 1.0}, {"burnt": 1.0}
        return len(keys(supply, fuel))

    assert told("income.burn", "income.burn") == 1
    assert told("income.burn", "refill.amount") == 2
    assert told() == 2
    assert told("income.burn", "income.burn", mostly=0.5) == 2


def test_so_it_does_where_both_are_about_whose_turn_it_is() -> None:
    first, other = cause("turn", "next", "network.space"), cause("turn", "next", "income.order")
    first.changes, other.changes = {"asked": 0.8}, {"asked": 1.0}

    assert first.mostly_does_the_same(other)
    assert not first.does_the_same(other)
    assert not evolve(first, changes={"asked": 0.5}).mostly_does_the_same(other)
    assert not evolve(first, about="ends").mostly_does_the_same(other)
    assert not evolve(first, kind="state").mostly_does_the_same(other)


def test_a_clause_may_account_for_a_further_example_of_a_cause() -> None:
    idle, turn = seen("idle", "captain.turns", after="choose"), cause("turn", "next", "captain.privilege")
    turn = evolve(turn, always=frozenset({"captain.turns"}))
    example = evolve(cause("turn", "next", "captain.turns"), always=frozenset({"captain.turns"}))

    assert len(joined([idle, turn], set(), accounts=any_of)) == 2
    idle.members.append(evolve(example, suspects=("captain.points",)))
    assert len(joined([idle, turn], set(), accounts=any_of)) == 2
    idle.members[:] = [evolve(example, always=frozenset({"role.order"}))]
    assert len(joined([idle, evolve(turn, always=frozenset({"role.order"}))], set(), accounts=any_of)) == 2
    idle.members[:] = [example]
    (told,) = joined([idle, turn], set(), accounts=any_of)
    assert told.members == [example, turn]


def test_a_clause_that_comes_first_for_moves_of_two_kinds_is_seen_in_what_is_listed_instead() -> None:
    def told(clause: str) -> list[str]:
        causes = [cause("misses", "sell", "sell.all"), cause("misses", "take", "take.die")]
        causes.append(cause("accepts", "pass", "castle.action"))
        one_rule = {("misses:take", "misses:sell"): (clause,)}
        known = joined(causes, set(), one_rule=lambda cause, other: one_rule.get((cause.key, other.key)))
        return sorted(cause.key for cause in known)

    assert len(told("castle.action")) == 1
    assert told("place.die") == ["accepts:pass", "misses:sell"]


def test_an_echo_of_an_amount_is_no_example_by_which_the_amount_is_another_cause() -> None:
    """What cannot be paid for any more ends a turn, as another fault does."""
    turn, money, echo = cause("turn", "next", "city.one"), cause("state", "money", "house.price"), cause("turn", "ends")

    def told(first: Cause, *others: Cause) -> int:
        alike = {"turn:next", "turn:ends"}
        return len(
            joined(
                [first, *others],
                set(),
                is_echo=lambda cause, other: cause is echo and other is money,
                is_one=lambda cause, other: {cause.key, other.key} == alike,
            )
        )

    assert told(turn, money, echo) == 2
    assert money.members == [echo]
    assert told(turn, money) == 1  # a known example of it


def test_what_is_not_about_turns_is_another_cause_by_what_is_seen_of_both_themselves_alone() -> None:
    def told(part: str, example: Cause) -> int:
        supply, turn = cause("state", part, "income.burn"), cause("turn", "next", "city.one")
        supply.changes, example.changes = {"burnt": 1.0}, {"burnt": 1.0}
        turn.members.append(example)
        return len(joined([supply, turn], set()))

    assert told("supply", cause("turn", "next", "network.order")) == 2
    assert told("phase.name", cause("turn", "next", "network.order")) == 1
    assert told("phase.name", cause("state", "supply", "network.order")) == 2
    first, other = cause("state", "supply", "income.burn"), cause("turn", "next", "city.one")
    first.changes, other.changes = {"burnt": 1.0}, {"burnt": 1.0}
    assert len(joined([first, other], set())) == 1


def test_a_position_is_called_by_the_likeliest_clause_that_was_at_work() -> None:
    """What was not at work may be to blame; by the parts alone any other fault that shows there would be this one."""
    parting = Parting("state", "players.*.money", 1, "", ("network.connect", "network.found"), after="build")
    cause = Cause("state:players.*.money", "state", "players.*.money", ("network.pay-again", "network.found"))

    assert key_of(cause, parting) == "state:players.*.money:network.found"
    assert key_of(cause, evolve(parting, clauses=("income.paid",))) == "state:players.*.money"
