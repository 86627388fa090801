"""The captain phase: which loads are open, that it ends, and what its order can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations, product
from typing import Any, Final

from attrs import frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import captain
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Load, Move, Pass, Wharf
from rulecheck.reference_engines.puerto_rico.table import GOODS, Loading, Table
from rulecheck.solvers.logic import Term, Values, all_of, any_of, exists, for_all, implies, number, same
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.puerto_rico.tables import kit_of_unknowns
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, position
from rulecheck.solvers.symbolic import paths, unknown
from rulecheck.solvers.theorem import theorem

SHIPS: Final = range(3)

# ---- the rule, as a formula of its own


@frozen
class Harbor:
    """The cargo ships and one player's barrels of one kind, as unknowns or plain numbers."""

    kind: int
    stock: Term
    rooms: tuple[int, ...]
    cargo: tuple[Term, ...]
    """The kind on each ship, -1 for none."""
    barrels: tuple[Term, ...]
    wharf: Term
    """Colonists in the player's wharf, -1 without one."""
    used: bool
    """Whether the wharf has been used in this phase."""


def fits(h: Harbor, ship: int, q: Term) -> Term:
    """Could q barrels of the kind go onto this ship, were there no duty to load the most?"""
    own = any_of(h.cargo[ship] == h.kind, h.cargo[ship] == -1)
    others = [h.cargo[other] != h.kind for other in SHIPS if other != ship]
    return all_of(q >= 1, q <= h.stock, q <= h.rooms[ship] - h.barrels[ship], own, *others)


def most(h: Harbor, ship: int, q: Term, other: Term) -> Term:
    """Q barrels fit on this ship, and no number of barrels that fits anywhere is larger."""
    larger = any_of(*(all_of(fits(h, somewhere, other), other > q) for somewhere in SHIPS))
    return all_of(fits(h, ship, q), for_all([other], implies(larger, False)))


def may_load(h: Harbor, ship: int) -> Term:
    """Some number of barrels on this ship is the most."""
    q, other = number("q"), number("q'")
    return exists([q], most(h, ship, q, other))


def wharf_open(h: Harbor) -> Term:
    """The player has an occupied wharf that was not used in this phase, and barrels."""
    return all_of(h.wharf >= 1, not h.used, h.stock >= 1)


def possible(h: Harbor, totals: Sequence[int]) -> list[Term]:
    """What every harbor meets: ships not overfull, no two with one kind, empty just if without a kind."""
    met = [h.stock >= 1, h.wharf >= -1, h.wharf <= 1]
    for ship in SHIPS:
        cargo, barrels = h.cargo[ship], h.barrels[ship]
        met += [cargo >= -1, cargo <= 4, barrels >= 0, barrels <= h.rooms[ship], same(cargo == -1, barrels == 0)]
        for other in range(ship):
            met.append(any_of(cargo != h.cargo[other], cargo == -1))
    on_ships = [any_of(h.cargo[ship] != h.kind, h.stock + h.barrels[ship] <= totals[h.kind]) for ship in SHIPS]
    return [*met, h.stock <= totals[h.kind], *on_ships]


# ---- the same by counting, to look at one position


def by_counting(h: Harbor) -> tuple[set[int], int]:
    """The ships that may be chosen in one position, and how many barrels go aboard: every number is tried."""
    fitting = {ship: [q for q in range(1, h.stock + 1) if fits(h, ship, q)] for ship in SHIPS}
    best = max((q for tried in fitting.values() for q in tried), default=0)
    return {ship for ship, tried in fitting.items() if best and best in tried}, best


# ---- the engine on unknowns


def table_of(g: Kit, h: Harbor, start: Table) -> Table:
    """The harbor in front of the first seat, who is not owed the captain's point any more.

    The next seat has a barrel and a wharf, so that the phase goes on.
    """
    goods = tuple(unknown(h.stock) if kind == h.kind else 0 for kind in range(len(GOODS)))
    city = tuple(unknown(h.wharf) if k == g.wharf else -1 for k in range(len(g.names)))
    same_kind = tuple(int(kind == h.kind) for kind in range(len(GOODS)))
    next_city = tuple(1 if k == g.wharf else -1 for k in range(len(g.names)))
    seats = (
        changed(start.seats[0], goods=goods, city=city),
        changed(start.seats[1], goods=same_kind, city=next_city),
        *start.seats[2:],
    )
    ships = tuple((unknown(cargo), unknown(barrels)) for cargo, barrels in zip(h.cargo, h.barrels, strict=True))
    return changed(start, seats=seats, ships=ships, phase=Loading(0, int(h.used), 0, True))


def unknown_harbor(kind: int, rooms: tuple[int, ...], used: bool) -> Harbor:
    """A harbor of unknowns."""
    cargo = tuple(number(f"cargo of ship {room}") for room in rooms)
    barrels = tuple(number(f"barrels on ship {room}") for room in rooms)
    return Harbor(kind, number("stock"), rooms, cargo, barrels, number("wharf"), used)


Offered = Callable[[Kit, Table], Sequence[Move]]
Carried = Callable[[Kit, Table, Move], Table]


KIND: Final = Axis("kind of goods", lambda engine: range(len(GOODS)) if len(engine.seats) == 3 else (0, len(GOODS) - 1))
"""All of them at the smallest table, the first and the last at the others."""


@theorem(
    "captain.must-load", "captain.one-kind", "captain.ship-one-kind", "captain.other-ships", "captain.full-ship",
    "captain.all-that-fit", "captain.most-room", "captain.free-kind", "captain.points", "wharf.load", "wharf.all",
    "wharf.any-kind", "wharf.once",
    readings=("captain.ship-choice", "wharf.forced", "wharf.capacity"),
    bounds=Ranges(
        KIND, Axis("wharf used", (False, True)),
        besides="every kind with 3 players, corn and coffee with 4 and 5 (the ships' rooms are all that differs); 1 to "
        "9, 10 or 11 barrels in hand; every cargo of the three ships; the wharf absent, empty or usable. Several kinds "
        "at once: every cargo of the ships with 1, all but one and all places taken, every set of kinds in hand",
    ),
)  # fmt: skip
def loads_offered_are_the_maximal_ones(
    proof: Proof,
    choices: Mapping[str, Mapping[str, str]] | None = None,
    offered: Offered = captain.moves,
    carried: Carried = captain.apply,
) -> Refutation | None:
    """The loads that the engine offers are exactly the maximal ones: no more, no fewer, and each of so many barrels.

    A load is maximal if that number of barrels fits and no larger number fits onto any ship; this is stated with
    quantifiers (`most`), apart from the engine. The engine's own `captain.moves` is executed on a table of unknowns,
    one kind in hand at a time, for all numbers at once; passing and the wharf are decided along with it. Then
    `captain.apply` is executed for each load: it must bring one point for each of that many barrels. That several kinds
    in hand do not disturb each other (`captain.free-kind`) is enumerated: what is offered is what is offered for each
    kind by itself.
    """
    for players in proof.players:
        rules = proof.rules(players, **(choices or {}))
        g = kit_of_unknowns(rules)
        engine = proof.engine(players, **(choices or {}))
        start = engine.named_start("captain")
        for kind, used in product(KIND.of(engine), (False, True)):
            h = unknown_harbor(kind, g.capacity, used)
            harbor = _one_kind(proof, g, h, start, offered, carried)
            if harbor is not None:
                return _shown(engine, harbor, offered, carried)
            proof.cover(players, DEFAULT, kind, used)
        if (wrong := _kinds_together(proof, engine, start, offered)) is not None:
            return wrong
    _worked_example(proof)
    return None


def _worked_example(proof: Proof) -> None:
    """The first load of the worked example (page 8, four players): what the formula allows there."""
    rooms = Kit(proof.rules(4)).capacity
    corn, sugar = GOODS.index("corn"), GOODS.index("sugar")
    six = Harbor(sugar, 6, rooms, (-1, corn, -1), (0, 3, 0), -1, False)
    two = Harbor(corn, 2, rooms, (-1, corn, -1), (0, 3, 0), -1, False)
    q, other = number("q"), number("q'")
    for h, ship, barrels in ((six, 2, 6), (two, 1, 2)):
        wrong = [proof.against(same(may_load(h, k), k == ship)) for k in SHIPS]
        wrong.append(proof.against(implies(most(h, ship, q, other), q == barrels)))
        if any(wrong):
            raise AssertionError("the formula does not give the worked example's load")
    proof.note("the worked captain example follows: 6 sugar onto the ship with 7 places, not onto the one with 5")


def _one_kind(proof: Proof, g: Kit, h: Harbor, start: Table, offered: Offered, carried: Carried) -> Harbor | None:
    """A harbor in which one kind's loads are not those of the rule; None if there is none."""
    given = possible(h, g.goods_total)
    free = [may_load(h, ship) for ship in SHIPS]
    acts = any_of(*free, wharf_open(h))  # nobody else is asked
    proof.possible(*given, acts)
    table = table_of(g, h, start)
    good = GOODS[h.kind]
    measure = [h.stock, *h.barrels]
    for path in paths(lambda: tuple(offered(g, table)), given, proof.effort):
        proof.case()
        listed: Sequence[Any] = () if path.raised else path.result
        claim = [same(Load(good, g.ship_names[ship]) in listed, free[ship]) for ship in SHIPS]
        claim += [
            same(Wharf(good) in listed, wharf_open(h)),
            same(Pass() in listed, all_of(wharf_open(h), *(~term for term in free))),
            len(set(listed)) == len(listed) == sum(type(move) in (Load, Wharf, Pass) for move in listed),
        ]
        values = proof.smallest(all_of(*claim), [*given, acts, path.condition], measure)
        if values is not None:
            return plain(h, values)
    if h.used:
        return None
    points = start.seats[0].points
    for ship in SHIPS:
        move = Load(good, g.ship_names[ship])
        mine = [*given, free[ship]]
        for path in paths(partial(_points, carried, g, table, move), mine, proof.effort):
            proof.case()
            q, other = path.result - points, number("q'")
            claim_ = False if path.raised else most(h, ship, q, other)
            values = proof.smallest(claim_, [*mine, path.condition], measure)
            if values is not None:
                return plain(h, values)
    mine = [*given, wharf_open(h)]
    for path in paths(partial(_points, carried, g, table, Wharf(good)), mine, proof.effort):
        proof.case()
        values = proof.smallest(path.result - points == h.stock, [*mine, path.condition], measure)
        if values is not None:
            return plain(h, values)
    return None


def _points(carried: Carried, g: Kit, table: Table, move: Move) -> int:
    """The mover's points after a move."""
    return carried(g, table, move).seats[0].points


def plain(h: Harbor, values: Values) -> Harbor:
    """The harbor with the solver's numbers."""
    return Harbor(
        h.kind, values.of(h.stock), h.rooms, tuple(map(values.of, h.cargo)), tuple(map(values.of, h.barrels)),
        values.of(h.wharf), h.used,
    )  # fmt: skip


def set_up(engine: AnyEngine, h: Harbor, others: Mapping[int, int] | None = None) -> Table:
    """A harbor of plain numbers as a position of the engine."""
    given: dict[str, Any] = {f"players.anna.goods.{GOODS[h.kind]}": h.stock}
    given |= {f"players.anna.goods.{GOODS[kind]}": stock for kind, stock in (others or {}).items()}
    for room, cargo, barrels in zip(h.rooms, h.cargo, h.barrels, strict=True):
        given[f"ships.{room}"] = {GOODS[cargo]: barrels} if barrels else {}
    if h.wharf >= 0:
        given["players.anna.city.wharf"] = h.wharf
    given["phase"] = {"name": "loading", "idle": 0, "wharves": ["anna"] if h.used else [], "done": [], "paid": True}
    state: Table = position(engine, "captain", given)
    return state


def _shown(engine: AnyEngine, h: Harbor, offered: Offered, carried: Carried) -> InEngine:
    """The harbor as a position, with what the rule says and what is offered and carried out there."""
    g = engine.g  # type: ignore[attr-defined]
    good = GOODS[h.kind]
    ships, best = by_counting(h)
    right = [f"load {good} on ship {g.ship_names[ship]}" for ship in sorted(ships)]
    if h.wharf >= 1 and not h.used:
        right += [f"wharf {good}"] + ([] if ships else ["pass"])

    def wrong(state: Table) -> str:
        listed = sorted(map(str, offered(g, state)))
        if listed != sorted(right):
            return f"offered: {', '.join(listed) or 'nothing'}"
        for move in offered(g, state):
            gained = carried(g, state, move).seats[0].points - state.seats[0].points
            due = {Load: best, Wharf: h.stock}.get(type(move), 0)
            if gained != due:
                return f"{move} brings {gained} points for {due} barrels"
        return ""

    state = set_up(engine, h)
    says = f"{h.stock} {good} in hand; by the rule: {', '.join(right) or 'nothing'}; {wrong(state)}"
    return InEngine(says, engine, state, lambda _, states: bool(wrong(states[0])))


def cargoes() -> Iterator[tuple[int, ...]]:
    """Every way for three ships to carry different kinds or nothing."""
    for filled in product((False, True), repeat=3):
        for kinds in permutations(range(len(GOODS)), sum(filled)):
            rest = iter(kinds)
            yield tuple(next(rest) if full else -1 for full in filled)


def _kinds_together(proof: Proof, engine: AnyEngine, start: Table, offered: Offered) -> Refutation | None:
    """A position in which several kinds in hand are offered otherwise than each by itself; None if there is none."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    anna = start.seats[0]
    hands = [
        tuple(1 + 5 * (kind % 2) if here else 0 for kind, here in enumerate(hand)) for hand in product((0, 1), repeat=5)
    ]
    for cargo in cargoes():
        for fill in (0, 1, 2):
            ships = tuple(
                (kind, 0 if kind < 0 else (1, room - 1, room)[fill])
                for kind, room in zip(cargo, g.capacity, strict=True)
            )
            table = changed(start, ships=ships, phase=Loading(0, 0, 0, True))
            alone: dict[tuple[int, int], set[str]] = {}
            for goods in hands:
                state = changed(table, seats=(changed(anna, goods=goods), *start.seats[1:]))
                proof.case()
                if _offered_otherwise(g, state, offered, alone):
                    listed = ", ".join(map(str, offered(g, state)))
                    return InEngine(
                        f"several kinds in hand: {listed}; each by itself is offered otherwise", engine, state,
                        lambda engine, states: _offered_otherwise(g, states[0], offered, {}),
                    )  # fmt: skip
    return None


def _offered_otherwise(g: Kit, state: Table, offered: Offered, alone: dict[tuple[int, int], set[str]]) -> bool:
    """Is what is offered not what is offered for each kind in hand by itself?  `alone` remembers the latter."""
    seat = state.seats[0]
    mine = [(kind, stock) for kind, stock in enumerate(seat.goods) if stock]
    for kind, stock in mine:
        if (kind, stock) not in alone:
            goods = tuple(stock if k == kind else 0 for k in range(len(GOODS)))
            single = changed(state, seats=(changed(seat, goods=goods), *state.seats[1:]))
            alone[kind, stock] = set(map(str, offered(g, single)))
    return set(map(str, offered(g, state))) != set().union(*(alone[condition] for condition in mine))


def _keeps_one_back(g: Kit, t: Table, move: Move) -> Table:
    after = captain.apply(g, t, move)
    if type(move) is not Load:
        return after
    seat = after.seats[0]
    return changed(after, seats=(changed(seat, points=seat.points - 1), *after.seats[1:]))


def _passes(g: Kit, t: Table) -> Sequence[Move]:
    return (*captain.moves(g, t), Pass())


loads_offered_are_the_maximal_ones.twin(
    "any empty ship may be chosen (the engine under the reading captain.ship-choice = free)",
    choices={"readings": {"captain.ship-choice": "free"}},
).twin(
    "only the empty ship with the most room may be chosen (captain.ship-choice = roomiest)",
    choices={"readings": {"captain.ship-choice": "roomiest"}},
).twin(
    "an owner of a wharf who can load nowhere else must use it (wharf.forced = must)",
    choices={"readings": {"wharf.forced": "must"}},
).twin("one barrel less goes aboard", carried=_keeps_one_back).twin("passing is always open", offered=_passes)
