"""When each clause of Puerto Rico is carried out: what the steps tell is held against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rulecheck.properties.invariants.declaring import SELDOM, after
from rulecheck.properties.invariants.telling import Due, Tellings, by, by_facts, changes, grows, shrinks, since, to
from rulecheck.properties.puerto_rico.facts import Facts, facts
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico.moves import Use
from rulecheck.reference_engines.puerto_rico.table import CAPTAIN, PROSPECTOR, QUARRY, ROLES, TRADER, Gain, Seat, Table

where: Final = by_facts(facts)
"""Steps of which something holds."""


def built(test: Callable[[Facts, Table, Seat, Any], bool]) -> Due:
    """A building is built, and something holds of the table, its builder and its kind before."""
    return by("Build") & where(lambda f, b, move, now: test(f, b, b.seats[b.turn], f.kinds[f.building[move.building]]))


def is_builder(f: Facts, before: Table) -> bool:
    """Whether the builder's privilege makes it cheaper."""
    return before.turn == before.picker and f.builder_privilege > 0


def discount(f: Facts, before: Table, seat: Seat, kind: Any) -> int:
    """What quarries and privilege take off the price of a building, whatever it is."""
    quarries: int = min(seat.tilled[QUARRY], kind.column) * f.discount
    return quarries + (f.builder_privilege if before.turn == before.picker else 0)


def shipped(test: Callable[[Facts, Table, Seat, Any], bool], *moves: str) -> Due:
    """Barrels are loaded, or shipped by a wharf, and something holds of the table, the player and the move before."""
    return by(*moves or ("Load", "Wharf")) & where(lambda f, b, move, now: test(f, b, b.seats[b.turn], move))


def empties(f: Facts, before: Table, seat: Seat, move: Any) -> bool:
    """Whether a load goes onto one of several empty ships."""
    empty = [cargo < 0 for cargo, _ in before.ships]
    return empty[f.ship[move.ship]] and sum(empty) > 1


def left(test: Callable[[Facts, Seat], bool]) -> Due:
    """The game is over, and something holds of somebody."""
    return to("Finished") & where(lambda f, before, move, now: any([test(f, seat) for seat in now.seats]))


def occupied(name: str) -> Due:
    """The game is over, and somebody has a large building that is occupied."""
    return left(lambda f, seat: seat.city[f.building[name]] > 0)


def has_large(f: Facts, seat: Seat) -> bool:
    """Whether a large building stands in a city."""
    return any([seat.city[k] >= 0 for k in f.large])


def coming(f: Facts, before: Table, move: Any) -> list[int]:
    """The rights that a step brings unless they are asked about, in their order; -1 for a privilege."""
    seat, kind = before.seats[before.turn], type(move).__name__
    privilege = [-1] if before.turn == before.picker else []
    if kind == "Sell":
        return privilege + [market for market, _ in f.markets if seat.city[market] > 0]
    if kind == "Choose":
        return privilege if move.role.startswith("prospector") else []
    if kind in ("Load", "Wharf"):
        phase: Any = before.phase
        return (privilege if not phase.paid else []) + ([f.harbor] if seat.city[f.harbor] > 0 else [])
    return []


def gained(f: Facts, before: Table, move: Any) -> list[int]:
    """The rights that a step brings: those that come before one that is asked about, and one that is used."""
    rights = coming(f, before, move)
    if type(before.phase) is Gain:
        used, *later = [right for right, _ in before.phase.due]
        rights = [right for right in later]
        if type(move) is Use:
            return [used, *_unasked(f, rights)]
    return _unasked(f, rights)


def _unasked(f: Facts, rights: list[int]) -> list[int]:
    asked = [k for k, right in enumerate(rights) if (f.ask_privilege if right < 0 else f.ask_gains)]
    return rights[: asked[0]] if asked else rights


def brings(right: Callable[[Facts], int], test: Callable[[Facts, Table], bool] = lambda f, before: True) -> Due:
    """A step brings a right, and something holds of the table before."""
    return by("Choose", "Decline", "Load", "Sell", "Use", "Wharf") & where(
        lambda f, before, move, now: right(f) in gained(f, before, move) and test(f, before)
    )


def privilege(*roles: int) -> Due:
    """A step brings the privilege of one of some roles."""
    return brings(lambda f: -1, lambda f, before: before.role in roles)


def sold(test: Callable[[Facts, Table, Seat, Any], bool]) -> Due:
    """A barrel is sold, and something holds of the table, the player and the kind of good before."""
    return by("Sell") & where(lambda f, b, move, now: test(f, b, b.seats[b.turn], f.good[move.good]))


def takes(test: Callable[[Table], bool]) -> Due:
    """A quarry is taken, by a player of whom something holds."""
    return by("Take") & shrinks("quarries") & where(lambda f, before, move, now: test(before))


def card(role: str) -> int:
    """The number of a role card."""
    return ROLES.index(role) if role in ROLES else PROSPECTOR + role.endswith("2")


NEXT_ROUND: Final = changes("governor")
NEXT_ROLE: Final = changes("picker") & ~changes("governor")


def in_setup(f: Facts, before: Table, move: Any, now: Table) -> bool:
    """Whether nobody has taken a role yet."""
    return max(before.taken) < 0


TOLD: Final = Tellings(
    {
        "builder.build": by("Build"),
        "builder.privilege": built(lambda f, before, seat, kind: is_builder(f, before)),
        "building.size": built(lambda f, before, seat, kind: kind.size > 1),
        "captain.all-that-fit": by("Load"),
        "captain.free-kind": shipped(lambda f, b, seat, move: sum([count > 0 for count in seat.goods]) > 1, "Load"),
        "captain.most-room": shipped(empties, "Load"),
        "captain.must-load": by("Pass") & since("Loading"),
        "captain.one-kind": by("Load"),
        "captain.points": by("Load", "Wharf"),
        "captain.privilege": privilege(CAPTAIN),
        "captain.turns": by("Load"),
        "city-hall.points": occupied("city hall"),
        "craftsman.privilege": by("TakeBonus"),
        "customs.points": occupied("customs house"),
        "end.city": grows("ending") & by("Build"),
        "end.colonists": where(lambda f, before, move, now: now.ending == "end.colonists" != before.ending),
        "end.points": where(lambda f, before, move, now: now.ending == "end.points" != before.ending),
        "end.round": where(lambda f, before, move, now: now.ending != "") & (NEXT_ROLE | to("Finished")),
        "fortress.points": occupied("fortress"),
        "guild-hall.points": occupied("guild hall"),
        "hacienda.draw": to("HaciendaDraw"),
        "hacienda.must-place": since("HaciendaDraw"),
        "harbor.bonus": brings(lambda f: f.harbor),
        "harbor.wharf": shipped(lambda f, before, seat, move: seat.city[f.harbor] > 0, "Wharf"),
        "hospice.from-ship": by("Use") & since("Hospice") & shrinks("colonist_ship"),
        "hut.quarry": takes(lambda before: before.turn != before.picker),
        "large-market.bonus": brings(lambda f: f.markets[1][0]),
        "large-market.with-small": brings(
            lambda f: f.markets[1][0], lambda f, before: before.seats[before.turn].city[f.markets[0][0]] > 0
        ),
        "large.points": left(has_large),
        "office.same-kind": sold(lambda f, before, seat, kind: before.house[kind] > 0),
        "prospector.doubloon": privilege(-1, PROSPECTOR, PROSPECTOR + 1)
        | (by("Choose") & where(lambda f, b, m, now: -1 in gained(f, b, m))),
        "prospector.no-action": by("Choose") & where(lambda f, b, move, now: move.role.startswith("prospector")),
        "quarry.discount": built(lambda f, before, seat, kind: seat.tilled[QUARRY] > 0),
        "quarry.limit": built(lambda f, before, seat, kind: seat.tilled[QUARRY] > kind.column),
        "quarry.not-below-zero": built(
            lambda f, before, seat, kind: seat.tilled[QUARRY] > 0 and kind.cost < discount(f, before, seat, kind)
        ),
        "quarry.with-privilege": built(lambda f, before, seat, kind: seat.tilled[QUARRY] > 0 and is_builder(f, before)),
        "residence.points": occupied("residence"),
        "role.money": by("Choose") & where(lambda f, b, move, now: b.card_money[card(move.role)] > 0),
        "role.optional": by("Refuse", "LeaveOut") | (by("Pass") & since("Taking", "Building", "Selling", "Crafting")),
        "role.order": by("Choose"),
        "round.governor-moves": NEXT_ROUND,
        "round.money-on-cards": NEXT_ROUND,
        "round.order": NEXT_ROLE,
        "round.return-cards": NEXT_ROUND,
        "score.sum": to("Finished"),
        "settler.fill-row": by("Draw") & since("Row") & ~where(in_setup),
        "settler.privilege": takes(lambda before: before.turn == before.picker),
        "settler.take": by("Take") & ~shrinks("quarries"),
        "setup.row": by("Draw") & since("Row") & where(in_setup),
        "small-market.bonus": brings(lambda f: f.markets[0][0]),
        "storage.choose": since("Keeping", "Storing"),
        "trader.corn": sold(lambda f, before, seat, kind: not f.price[kind]),
        "trader.price": sold(lambda f, before, seat, kind: f.price[kind] > 0),
        "trader.privilege": privilege(TRADER),
        "trader.sell": by("Sell"),
        "wharf.all": by("Wharf"),
        "wharf.any-kind": shipped(lambda f, b, seat, move: f.good[move.good] in [kind for kind, _ in b.ships], "Wharf"),
        "wharf.load": by("Wharf"),
    }
)


@after(*TOLD.table, tells=TOLD.table, share=SELDOM)
def what_is_carried_out_is_told(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A step tells of each clause just where its condition holds."""
    yield from TOLD.mistold(engine, before, move, now)
