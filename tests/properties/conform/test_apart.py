"""Several faults in one step: what a known one explains is left out, and the rest is told by itself."""

from __future__ import annotations

import pytest

from rulecheck.properties.conform.accepted import Accepted
from rulecheck.properties.conform.apart import told_apart
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Identity, Parting
from rulecheck.properties.conform.spectrum import Spectrum, at_most_by_chance

LOST = "home.return"
POSTS = "trail.posts"
TILES = "trail.tiles"


def parting(about: str, *clauses: str, after: str = "place") -> Parting:
    differences = tuple(Difference((part,), part, 1, 2) for part in about.split("+"))
    return Parting("state", about, 3, "", clauses, differences=differences, after=after)


class Seen:
    """What some games showed, each parting so many times."""

    def __init__(self) -> None:
        self.spectrum = Spectrum()
        self.partings: dict[Identity, Parting] = {}

    def part(self, times: int, about: str, *clauses: str) -> Parting:
        seen = parting(about, *clauses)
        self.partings[seen.identity] = seen
        for _ in range(times):
            self.spectrum.part(seen)
        return seen

    def agree(self, times: int, *clauses: str) -> None:
        for clause in clauses:
            self.spectrum.agreed[clause] += times
        self.spectrum.steps["place", clauses] += times

    def beside(self, seen: Parting) -> set[str]:
        return set(told_apart(self.partings, self.spectrum, self.spectrum.suspects).get(seen.identity, ()))


def test_what_differs_only_together_with_what_a_known_fault_brings_is_told_by_itself() -> None:
    seen = Seen()
    alone = seen.part(20, "supply", TILES, LOST)
    both = seen.part(10, "score+supply", TILES, POSTS, LOST)

    assert seen.beside(both) == {"supply"}
    assert seen.beside(alone) == set()
    assert both.but({"supply"}).about == "score"
    assert seen.spectrum.suspects(both.but({"supply"}))[0] == POSTS


def test_what_is_accepted_was_left_out_before() -> None:
    seen = Seen()
    seen.part(20, "supply", TILES, LOST)
    both = seen.part(10, "score+supply", TILES, POSTS, LOST)
    known = parting("bank+score+supply", TILES, POSTS, LOST).but({"bank"})
    seen.partings = {id: known if shown is both else shown for id, shown in seen.partings.items()}

    assert told_apart(seen.partings, seen.spectrum, seen.spectrum.suspects) == {both.identity: {"supply"}}


def test_what_one_clause_brings_now_and_then_besides_is_no_second_fault() -> None:
    seen = Seen()
    seen.part(20, "points", "captain.points", "captain.load")
    both = seen.part(18, "points+written", "captain.points", "captain.load")

    assert seen.beside(both) == set()


def test_what_two_known_faults_bring_at_once_is_nothing_by_itself() -> None:
    seen = Seen()
    seen.part(5, "supply", LOST)
    seen.part(5, "score", POSTS)
    both = seen.part(5, "score+supply", POSTS, LOST)

    assert seen.beside(both) == {"score", "supply"}


def test_a_known_fault_explains_nothing_where_its_clause_was_not_at_work() -> None:
    seen = Seen()
    seen.part(5, "bank", "route.price")
    gold = seen.part(5, "bank+gold", "toll.pay")

    assert seen.beside(gold) == set()


# Which clause


def test_a_clause_that_always_brings_it_is_to_blame_for_what_the_likeliest_brings_now_and_then() -> None:
    """Flags always bring too little, towns only where they are small: two faults in one part of the position."""
    seen = Seen()
    small = seen.part(20, "score", "town.tiles")
    flags = seen.part(12, "score", "town.tiles", "town.flags")
    seen.agree(60, "town.tiles")

    assert seen.spectrum.suspects(flags)[0] == "town.flags"
    assert seen.spectrum.suspects(small)[0] == "town.tiles"
    assert seen.spectrum.by_itself(flags, "town.tiles") == "town.flags"


def test_a_clause_that_goes_with_the_likeliest_by_chance_is_no_fault_of_its_own() -> None:
    seen = Seen()
    seen.part(60, "money", "network.connect")
    through = seen.part(12, "money", "network.connect", "network.through")
    seen.agree(20, "network.connect")

    assert seen.spectrum.by_itself(through, "network.connect") is None
    assert seen.spectrum.suspects(through)[0] == "network.connect"


def test_of_two_clauses_neither_of_which_brings_it_alone_the_likelier_is_to_blame() -> None:
    """Dice are used up when a tile is taken, and when a castle does something else: not when it takes a tile."""
    seen = Seen()
    taken = seen.part(50, "die", "castle.action", "take.die")
    seen.agree(40, "castle.action")
    needed = seen.spectrum.suspects(taken)[0]
    seen = Seen()
    seen.part(50, "die", "castle.action", "take.die")
    seen.agree(40, "castle.action")
    seen.agree(50, "take.die")

    assert needed == "take.die"
    assert seen.spectrum.needs(taken, "take.die", "castle.action")
    assert seen.spectrum.needs(taken, "castle.action", "take.die")
    assert seen.spectrum.suspects(taken)[0] == "castle.action"


@pytest.mark.parametrize(("times", "is_needed"), [(1, False), (3, True)])
def test_once_in_agreement_without_another_clause_is_no_proof_that_it_is_needed(times: int, is_needed: bool) -> None:
    seen = Seen()
    taken = seen.part(112, "die", "castle.action", "take.die")
    seen.agree(times, "castle.action")

    assert seen.spectrum.needs(taken, "take.die", "castle.action") is is_needed


def test_how_often_a_clause_was_at_work_without_another_is_counted() -> None:
    """Twenty of each alone are twenty without the other, though both were at work as often."""
    seen = Seen()
    sold = seen.part(20, "die", "sell", "sell.goods")
    seen.agree(20, "sell")
    seen.agree(20, "sell.goods")

    assert seen.spectrum.needs(sold, "sell.goods", "sell")


def test_how_likely_it_is_by_chance_is_told_exactly() -> None:
    assert at_most_by_chance(0, 1, 112, 113) == pytest.approx(1 / 113)
    assert at_most_by_chance(1, 2, 2, 4) == pytest.approx(5 / 6)
    assert at_most_by_chance(3, 3, 5, 9) == pytest.approx(1.0)
    assert at_most_by_chance(0, 5, 6, 10) == pytest.approx(0.0)


def test_a_clause_is_not_cleared_by_other_moves_after_which_it_never_differs() -> None:
    """Cards are due after a seven, and given back later: that goes well, and says nothing of how many are due."""
    seen = Seen()
    seen.part(30, "gold", "seven.gold")
    due = seen.part(6, "due+gold", "seven.gold", "seven.discard")
    seen.spectrum.agreed["seven.discard"] = 400
    seen.spectrum.steps["discard", ("seven.discard",)] = 400

    assert seen.beside(due) == {"gold"}
    assert seen.spectrum.suspects(due.but({"gold"}))[0] == "seven.discard"


# Known departures


def test_an_accepted_part_of_a_difference_hides_no_more_than_itself() -> None:
    known = Accepted.of(["state:supply:home.return", "state:bank+gold:toll.pay"])

    assert set(known.known_parts(parting("score+supply", POSTS, LOST))) == {"supply"}
    assert known.lines_for(parting("score+supply", POSTS, LOST)) == ()
    assert known.lines_for(parting("bank+gold+supply", "toll.pay", LOST))
    assert known.lines_for(parting("bank+gold+supply", "toll.pay")) == ()
    assert not known.known_parts(parting("bank", "toll.pay"))
