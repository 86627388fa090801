"""When each clause of Power Grid is carried out: what the steps tell is held against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rulecheck.properties.invariants.declaring import SELDOM, after
from rulecheck.properties.invariants.telling import Due, Tellings, by, by_facts, changes, grows, shrinks, since, to
from rulecheck.properties.power_grid.facts import Facts, facts
from rulecheck.properties.power_grid.stages import BUILD, END, FUEL, SOLD, stage
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.power_grid.moves import Build, Buy
from rulecheck.reference_engines.power_grid.table import Building, Cut, Drawing, Seat, Table

where: Final = by_facts(facts)
"""Steps of which something holds."""


def built(test: Callable[[Facts, Table, Seat, int], bool]) -> Due:
    """A house is built, and something holds of the player and the city before."""
    return by("Build") & where(lambda f, b, move, now: test(f, b, b.seats[b.turn], f.net(b.regions).number[move.city]))


def goes_through(f: Facts, before: Table, seat: Seat, city: int) -> bool:
    """Whether no single way leads as cheaply to a city from the network as the way that is paid."""
    net = f.net(before.regions)
    chosen = {there: k for k, there in enumerate(net.chosen)}
    direct = [data["cost"] for near, data in net.graph[net.chosen[city]].items() if _own(chosen.get(near), seat)]
    return net.ways(seat.cities)[city] not in direct


def _own(city: int | None, seat: Seat) -> bool:
    """Whether a city of the chosen regions is connected with a player's network."""
    return city is not None and bool(seat.cities >> city & 1)


def most(t: Table) -> int:
    """The most cities that anybody has."""
    return max([seat.cities.bit_count() for seat in t.seats])


def owns_obsolete(f: Facts, before: Table, move: Any, now: Table) -> bool:
    """Whether somebody owns a plant that has become too small for the market by this house."""
    owned = [f.numbers[plant] for seat in before.seats for plant in seat.plants]
    return any([most(before) < number <= most(now) for number in owned])


def bought(t: Table, now: Table) -> list[int]:
    """Who has another plant now."""
    return [k for k, seat in enumerate(t.seats) if len(now.seats[k].plants) > len(seat.plants)]


def moves_fuel(f: Facts, before: Table, move: Any, now: Table) -> bool:
    """Whether fuel of a plant given up goes onto the new one."""
    phase: Any = before.phase
    seat = before.seats[before.turn]
    plants = tuple([plant for plant in seat.plants if plant != f.plant[move.number]])
    without = tuple([plant for plant in plants if plant != phase.plant])
    return any(seat.fuel) and f.homeless(without, seat.fuel) > f.homeless(plants, seat.fuel)


def tied(*parts: Callable[[Seat], int]) -> Due:
    """The game is over, and the best are alike in some respects."""

    def holds(f: Facts, before: Table, move: Any, now: Table) -> bool:
        ranks = sorted([(seat.supplied, seat.money, seat.cities.bit_count()) for seat in now.seats], reverse=True)
        return ranks[0][: len(parts)] == ranks[1][: len(parts)]

    return to("Finished") & where(holds)


def is_refilled(f: Facts, before: Table, move: Any, now: Table) -> bool:
    """Whether fuel came into the market."""
    return sum(now.fuel) > sum(before.fuel) - (type(move) is Buy)


def builds_on(before: Table, now: Table) -> bool:
    """Whether the player whose turn it is to build may go on."""
    return type(now.phase) is Building and now.turn == before.turn


def replaces_for_building(t: Table) -> bool:
    """Whether a card is drawn in the middle of a player's building, before the Step 3 card leaves or otherwise."""
    after = t.phase.after if type(t.phase) is Drawing else None
    return type(after.after if type(after) is Cut else after) is Building


def is_building(f: Facts, before: Table, move: Any, now: Table) -> bool:
    """Whether a house was built, or what that made too small was replaced, and it is known whether there is more."""
    return (type(move) is Build or replaces_for_building(before)) and not replaces_for_building(now)


ROUND: Final = END + 1
"""Parts of a round."""


def begins(part: int) -> Due:
    """A part of the round begins, if only to be passed over."""

    def holds(f: Facts, before: Table, move: Any, now: Table) -> bool:
        was, there = [ROUND * t.round + stage(t.phase) - part for t in (before, now)]
        return there // ROUND > was // ROUND

    return where(holds)


def comes_to(part: int, kind: str) -> Due:
    """A part of the round begins, or somebody else decides in it."""

    def passes(f: Facts, before: Table, move: Any, now: Table) -> bool:
        return stage(before.phase) == part and now.turn != before.turn and now.round == before.round

    return begins(part) | (to(kind) & where(passes))


NEW_ROUND: Final = grows("round")
BOUGHT: Final = where(lambda f, before, move, now: bool(bought(before, now)))

TOLD: Final = Tellings(
    {
        "auction.choose": by("Auction"),
        "auction.drop": by("Pass") & since("Bidding"),
        "auction.first-round": BOUGHT & where(lambda f, before, move, now: before.round == 1),
        "auction.last": by("Auction") & ~to("Opening"),
        "auction.minimum": since("Opening"),
        "auction.one-plant": BOUGHT,
        "auction.pass": by("Pass") & since("Offering"),
        "auction.raise": by("Bid") & since("Bidding"),
        "auction.won": BOUGHT,
        "fuel.buy": by("Buy"),
        "fuel.cheapest": by("Buy"),
        "fuel.order": comes_to(FUEL, "Fueling"),
        "income.burn": by("Run") & where(lambda f, b, move, now: bool(f.uses[f.plant[move.number]])),
        "income.run": by("Run"),
        "market.sort": by("Draw") & where(lambda f, before, move, now: move.number > 0),
        "network.connect": built(lambda f, before, seat, city: seat.cities > 0),
        "network.done": (by("Done") & since("Building"))
        | where(lambda f, b, move, now: is_building(f, b, move, now) and not builds_on(b, now)),
        "network.found": built(lambda f, before, seat, city: not seat.cities),
        "network.houses": built(lambda f, before, seat, city: f.houses_limited and seat.houses == 1),
        "network.money": where(lambda f, b, move, now: is_building(f, b, move, now) and builds_on(b, now)),
        "network.one": built(lambda f, before, seat, city: seat.cities > 0),
        "network.order": comes_to(BUILD, "Building"),
        "network.space": by("Build"),
        "network.through": built(lambda f, b, seat, city: seat.cities > 0 and goes_through(f, b, seat, city)),
        "obsolete.owned": by("Build") & where(owns_obsolete),
        "order.after-first": begins(SOLD) & where(lambda f, before, move, now: before.round == 1),
        "order.cities": NEW_ROUND
        & where(lambda f, b, move, now: len({seat.cities.bit_count() for seat in now.seats}) > 1),
        "order.plants": NEW_ROUND
        & where(lambda f, b, move, now: len({seat.cities.bit_count() for seat in now.seats}) < f.players),
        "plant.eco": by("Run") & where(lambda f, b, move, now: not f.uses[f.plant[move.number]]),
        "plant.hybrid": by("Run") & where(lambda f, b, move, now: f.hybrid[f.plant[move.number]]),
        "plant.once": by("Run"),
        "plants.limit": to("Scrapping"),
        "plants.lose-fuel": by("Lose", "Scrap") & shrinks("seats.fuel"),
        "plants.move-fuel": (by("Done") & since("Losing")) | (by("Scrap") & where(moves_fuel)),
        "plants.not-the-new": by("Scrap"),
        "refill.amount": where(is_refilled),
        "refill.dearest": where(is_refilled),
        "renewal.bury": grows("buried"),
        "round.phases": NEW_ROUND | (since("Regions") & to("Offering")),
        "setup.adjacent": by("ChooseRegion") & where(lambda f, before, move, now: before.regions > 0),
        "setup.lots": by("Lot"),
        "setup.regions": by("ChooseRegion"),
        "setup.stack": by("Thirteen"),
        "step2.second-house": built(lambda f, before, seat, city: before.houses[city] == 1),
        "step3.market": by("Auction")
        & where(lambda f, b, move, now: b.step == 3 and f.plant[move.number] not in b.market[: f.row]),
        "step3.start": changes("began"),
        "step3.third-house": built(lambda f, before, seat, city: before.houses[city] == 2),
        "win.cities": tied(lambda seat: seat.supplied, lambda seat: seat.money),
        "win.money": tied(lambda seat: seat.supplied),
        "win.supplied": to("Finished"),
    }
)


@after(*TOLD.table, tells=TOLD.table, share=SELDOM)
def what_is_carried_out_is_told(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A step tells of each clause just where its condition holds."""
    yield from TOLD.mistold(engine, before, move, now)
