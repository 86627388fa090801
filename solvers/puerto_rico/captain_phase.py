"""The captain phase as a whole: who is stuck stays stuck, it ends, and what the order of loading can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final
from unittest import mock

from attrs import frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import captain, storage
from rulecheck.reference_engines.puerto_rico.arithmetic import by_wharf
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Load, Move, Pass, Wharf
from rulecheck.reference_engines.puerto_rico.table import GOODS, Keeping, Loading, Table
from rulecheck.solvers.logic import Term, all_of, any_of, either, least, negation, number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.puerto_rico.loading import (
    KIND,
    SHIPS,
    Harbor,
    fits,
    may_load,
    possible,
    table_of,
    unknown_harbor,
    wharf_open,
)
from rulecheck.solvers.puerto_rico.tables import kit_of_unknowns
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import Path, disagreement, paths, unknown
from rulecheck.solvers.theorem import theorem

KINDS: Final = range(len(GOODS))


@frozen
class Quay:
    """The cargo ships alone, as unknowns or plain numbers."""

    rooms: tuple[int, ...]
    cargo: tuple[Term, ...]
    barrels: tuple[Term, ...]


def quay_of(h: Harbor) -> Quay:
    """The ships of a harbor."""
    return Quay(h.rooms, h.cargo, h.barrels)


def harbor(quay: Quay, kind: int, stock: Term) -> Harbor:
    """The ships as a player with that many barrels of a kind sees them, without a wharf."""
    return Harbor(kind, stock, quay.rooms, quay.cargo, quay.barrels, -1, False)


def stuck(quay: Quay, hand: Sequence[Term]) -> Term:
    """No barrel of this hand fits on any ship."""
    return all_of(*(negation(fits(harbor(quay, kind, hand[kind]), ship, 1)) for kind in KINDS for ship in SHIPS))


def loaded(quay: Quay, ship: int, kind: int, barrels: Term) -> Quay:
    """The barrels are on the ship, and stay there to the end of the phase."""
    cargo = (*quay.cargo[:ship], kind, *quay.cargo[ship + 1 :])
    there = (*quay.barrels[:ship], quay.barrels[ship] + barrels, *quay.barrels[ship + 1 :])
    return Quay(quay.rooms, cargo, there)


def given_hand(who: str, hand: Sequence[int]) -> dict[str, Any]:
    """A hand as paths of the engine's position."""
    return {f"players.{who}.goods.{GOODS[kind]}": stock for kind, stock in enumerate(hand) if stock}


def given_ships(quay: Quay) -> dict[str, Any]:
    """Ships as paths of the engine's position."""
    return {
        f"ships.{room}": {GOODS[cargo]: barrels} if barrels else {}
        for room, cargo, barrels in zip(quay.rooms, quay.cargo, quay.barrels, strict=True)
    }


def quay_in(g: Kit, table: Table) -> Quay:
    """The ships of a position."""
    return Quay(g.capacity, tuple(kind for kind, _ in table.ships), tuple(count for _, count in table.ships))


Carried = Callable[[Kit, Table, Move], Table]


@theorem(
    "captain.must-load", "captain.end", "captain.full-ship", "captain.other-ships", "storage.unload",
    bounds=Ranges(
        Axis("goods loaded", GOODS), Axis("ship", SHIPS),
        besides="every cargo of the ships, every hand of the stuck player, any number loaded by another player",
    ),
)  # fmt: skip
def who_cannot_load_stays_unable(proof: Proof, carried: Carried = captain.apply) -> Refutation | None:
    """A player none of whose barrels fits on a ship cannot load for the rest of the captain phase, whatever others do.

    One step of induction: before any load by another player, and after it, for which the engine's `captain.apply` is
    executed on unknown ships and an unknown hand. Ships unload at the end of the phase only; that is why it holds. (A
    wharf is no cargo ship: its owner may pass and use it later.)
    """
    for players in proof.players:
        g = kit_of_unknowns(proof.rules(players))
        start = proof.engine(players).named_start("captain")
        hand = [number(f"hand {GOODS[kind]}") for kind in KINDS]
        for kind in KINDS:
            h = unknown_harbor(kind, g.capacity, used=True)
            table = table_of(g, h, start)
            given = [*possible(h, [20] * len(GOODS)), *(stock >= 0 for stock in hand), stuck(quay_of(h), hand)]
            given += [stock <= 11 for stock in hand]
            for ship in SHIPS:
                mine = [*given, may_load(h, ship)]
                proof.possible(*mine)
                move = Load(GOODS[kind], g.ship_names[ship])
                for path in _until_storing(partial(_ships, carried, g, table, move), mine, proof):
                    after = Quay(g.capacity, *path.result) if not path.raised else None
                    claim = False if after is None else stuck(after, hand)
                    values = proof.smallest(claim, [*mine, path.condition], [total(hand), h.stock])
                    if values is not None:
                        plain = Quay(g.capacity, tuple(map(values.of, h.cargo)), tuple(map(values.of, h.barrels)))
                        mine_and_bobs = (values.of(h.stock), [values.of(stock) for stock in hand])
                        return _unstuck(proof.engine(players), plain, kind, *mine_and_bobs, move, carried)
                proof.cover(players, DEFAULT, GOODS[kind], ship)
    return None


def _ships(carried: Carried, g: Kit, table: Table, move: Move) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The kinds and the barrels on the ships after a move."""
    ships = carried(g, table, move).ships
    return tuple(kind for kind, _ in ships), tuple(count for _, count in ships)


def _unstuck(
    engine: AnyEngine, quay: Quay, kind: int, stock: int, hand: Sequence[int], move: Move, carried: Carried
) -> WrongAnswer:
    others = [stock if k == kind else 0 for k in KINDS]
    given = {**given_hand("anna", others), **given_hand("bob", hand), **given_ships(quay)}

    def answer(engine: Any, state: Table) -> list[str]:
        after = Quay(quay.rooms, *_ships(carried, engine.g, state, move))
        harbors = [harbor(after, k, state.seats[1].goods[k]) for k in KINDS]
        return [GOODS[h.kind] for h in harbors if any(fits(h, ship, 1) for ship in SHIPS)]

    asked = f"what bob, who can load nothing, could load after anna's {move}"
    return WrongAnswer(asked, engine, position(engine, "captain", given), answer, [])


def _sails_at_once(g: Kit, t: Table, move: Move) -> Table:
    """A full ship sails at once and comes back empty."""
    after = captain.apply(g, t, move)
    ships = tuple((-1, 0) if count == room else (kind, count)
                  for (kind, count), room in zip(after.ships, g.capacity, strict=True))  # fmt: skip
    return changed(after, ships=ships)


who_cannot_load_stays_unable.twin("a full ship sails at once and is empty again", carried=_sails_at_once)


# ---- the phase ends


def hands(table: Table) -> Any:
    """All barrels in the players' hands."""
    return sum(sum(seat.goods) for seat in table.seats)


@theorem(
    "captain.turns", "captain.end", "captain.must-load", "wharf.once",
    readings=("wharf.later", "wharf.forced"),
    bounds=Ranges(
        KIND, Axis("move", ("load", "wharf", "pass")),
        besides="every kind with 3 players, corn and coffee with 4 and 5; every cargo of the ships; the player to move "
        "with any number of barrels of the kind, any wharf, after any number of players in a row who loaded nothing",
    ),
)  # fmt: skip
def the_captain_phase_ends(proof: Proof, carried: Carried = captain.apply) -> Refutation | None:
    """Every captain phase ends: a measure falls with each move.

    The measure is the number of barrels in the players' hands and, where that stays the same, how many players may yet
    pass in a row. The engine's own `captain.apply` is executed on tables of unknowns for every load, for the wharf and
    for passing: either fewer barrels are in hand, or as many and one more player in a row has loaded nothing, of whom
    there are never more than players. So no phase has more loads than there are barrels in hand at its start.
    """
    for players in proof.players:
        g = kit_of_unknowns(proof.rules(players))
        engine = proof.engine(players)
        start = engine.named_start("captain")
        idle = number("players in a row who loaded nothing")
        for kind in KIND.of(engine):
            h = unknown_harbor(kind, g.capacity, used=False)
            given = [*possible(h, g.goods_total), idle >= 0, idle < players]
            table = table_of(g, h, start)
            table = changed(table, phase=Loading(unknown(idle), 0, 0, True))
            free = [may_load(h, ship) for ship in SHIPS]
            moves: list[tuple[Any, Term]] = [(Load(GOODS[kind], g.ship_names[ship]), free[ship]) for ship in SHIPS]
            moves += [(Wharf(GOODS[kind]), wharf_open(h)), (Pass(), all_of(wharf_open(h), *map(negation, free)))]
            for move, is_open in moves:
                mine = [*given, is_open]
                proof.possible(*mine)
                for path in _until_storing(partial(_carried, carried, g, table, move), mine, proof):
                    proof.cover(players, DEFAULT, kind, type(move).__name__.lower())
                    if path.raised:
                        raise path.result
                    left, waited, is_over = path.result
                    before = h.stock + 1  # the next seat has one barrel
                    falls = any_of(is_over, left < before, all_of(left == before, waited > idle, waited <= players))
                    values = proof.smallest(falls, [*mine, path.condition], [h.stock, idle])
                    if values is not None:
                        plain = Harbor(
                            kind, values.of(h.stock), h.rooms, tuple(map(values.of, h.cargo)),
                            tuple(map(values.of, h.barrels)), values.of(h.wharf), False,
                        )  # fmt: skip
                        return _no_end(engine, plain, values.of(idle), move, carried)
    return None


def _until_storing(run: Callable[[], Any], given: Sequence[Term], proof: Proof) -> Iterator[Path]:
    """The paths of a move of the captain phase; what comes after the phase is cut off."""

    def over(_g: Kit, table: Table, _place: int, _events: Any) -> Table:
        return changed(table, phase=Keeping())

    with mock.patch.object(storage, "ask", over):
        yield from paths(run, given, proof.effort)


def _carried(carried: Carried, g: Kit, table: Table, move: Move) -> tuple[Any, Any, bool]:
    return _measured(carried(g, table, move))


def _measured(table: Table) -> tuple[Any, Any, bool]:
    if type(table.phase) is Loading:
        return hands(table), table.phase.idle, False
    return 0, 0, True


def _no_end(engine: AnyEngine, h: Harbor, idle: int, move: Move, carried: Carried) -> InEngine:
    given = {
        **given_hand("anna", [h.stock if kind == h.kind else 0 for kind in KINDS]), **given_ships(quay_of(h)),
        **given_hand("bob", [int(kind == h.kind) for kind in KINDS]), "players.bob.city.wharf": 1,
        "phase": {"name": "loading", "idle": idle, "wharves": [], "done": [], "paid": True},
    }  # fmt: skip
    if h.wharf >= 0:
        given["players.anna.city.wharf"] = h.wharf
    state = position(engine, "captain", given)

    def shows(engine: Any, states: Any) -> bool:
        before, after = _measured(states[0]), _measured(carried(engine.g, states[0], move))
        return not after[2] and (after[0], -after[1]) >= (before[0], -before[1])

    says = f"after {move} as many barrels are in hand and no more players in a row have loaded nothing than before"
    return InEngine(says, engine, state, shows, (str(move),), by="the rule, on the engine's position")


def _count_begins_anew(g: Kit, t: Table, move: Move) -> Table:
    after = captain.apply(g, t, move)
    if type(move) is Pass and type(after.phase) is Loading:
        return changed(after, phase=Loading(0, after.phase.wharves, after.phase.done, after.phase.paid))
    return after


the_captain_phase_ends.twin("passing does not count: the row of players begins anew", carried=_count_begins_anew)


# ---- the order of loading

Take = Callable[[Term, Term], tuple[Term, Term]]
"""What leaves the hand and what arrives on the ship, of a stock where so much fits."""


def all_that_fit(stock: Term, room: Term) -> tuple[Term, Term]:
    """As many as fit leave the hand, and arrive."""
    return least(stock, room), least(stock, room)


def rest_is_lost(stock: Term, room: Term) -> tuple[Term, Term]:
    """What does not fit falls into the water."""
    return stock, least(stock, room)


@frozen
class Two:
    """Two players with barrels of one kind each, and what they have shipped so far."""

    quay: Quay
    stocks: tuple[Term, Term]

    def everything(self) -> Term:
        """All barrels of the two players and on the ships."""
        return total([*self.stocks, *self.quay.barrels])

    def aboard(self) -> Term:
        """All barrels on the ships."""
        return total(self.quay.barrels)


def turn(two: Two, who: int, kind: int, ship: int, take: Take) -> Two:
    """One of them loads onto a ship if that is open, else nothing happens."""
    h = harbor(two.quay, kind, two.stocks[who])
    room = h.rooms[ship] - h.barrels[ship]
    is_open = fits(h, ship, least(h.stock, room))
    gone, arrived = take(h.stock, room)
    after = loaded(two.quay, ship, kind, arrived)
    cargo = tuple(either(is_open, new, old) for new, old in zip(after.cargo, two.quay.cargo, strict=True))
    there = tuple(either(is_open, new, old) for new, old in zip(after.barrels, two.quay.barrels, strict=True))
    left = either(is_open, h.stock - gone, h.stock)
    stocks = (left, two.stocks[1]) if who == 0 else (two.stocks[0], left)
    return Two(Quay(h.rooms, cargo, there), stocks)


def _two(rooms: tuple[int, ...], kind: int) -> tuple[Two, list[Term]]:
    h = unknown_harbor(kind, rooms, used=True)
    other = number("the other's stock")
    return Two(quay_of(h), (h.stock, other)), [*possible(h, [11] * len(GOODS)), other >= 1, other <= 11]


@theorem(
    "captain.turns", "captain.all-that-fit", "captain.free-kind",
    bounds=Ranges(
        Axis("kinds of goods", ((0, 0), (0, 1))), Axis("ship of the one", SHIPS), Axis("ship of the other", SHIPS),
        Axis("orders", ((0, 1), (1, 0))),
        besides="the same kind or two; every cargo of the ships; two players with 1 to 11 barrels each",
    ),
)  # fmt: skip
def the_order_of_loading_keeps_every_barrel(proof: Proof, take: Take = all_that_fit) -> Refutation | None:
    """In whichever order two players load, the barrels in hand and on the ships are as many as before.

    Two loads stated apart from the engine; each order is compared with the start.
    """
    for players in proof.players:
        rooms = Kit(proof.rules(players)).capacity
        for kinds in ((0, 0), (0, 1)):
            for ships in [(a, b) for a in SHIPS for b in SHIPS]:
                two, given = _two(rooms, kinds[0])
                for order in ((0, 1), (1, 0)):
                    after = two
                    for who in order:
                        after = turn(after, who, kinds[who], ships[who], take)
                    proof.cover(players, DEFAULT, kinds, *ships, order)
                    values = proof.smallest(after.everything() == two.everything(), given, [total(two.stocks)])
                    if values is not None:
                        cargo, there = (tuple(map(values.of, part)) for part in (two.quay.cargo, two.quay.barrels))
                        plain = Two(Quay(rooms, cargo, there), (values.of(two.stocks[0]), values.of(two.stocks[1])))
                        return _lost(proof.engine(players), plain, kinds, ships, order, take)
    return None


def _position_of(engine: AnyEngine, two: Two, kinds: tuple[int, int]) -> Table:
    first, second = ([stock if k == kind else 0 for k in KINDS] for stock, kind in zip(two.stocks, kinds, strict=True))
    given = {**given_hand("anna", first), **given_hand("bob", second), **given_ships(two.quay)}
    state: Table = position(engine, "captain", given)
    return state


def _lost(
    engine: AnyEngine, two: Two, kinds: tuple[int, int], ships: tuple[int, int], order: tuple[int, int], take: Take
) -> InEngine:
    def shows(engine: Any, states: Any) -> bool:
        hand = [states[0].seats[who].goods[kinds[who]] for who in (0, 1)]
        now = start = Two(quay_in(engine.g, states[0]), (hand[0], hand[1]))
        for who in order:
            now = turn(now, who, kinds[who], ships[who], take)
        return bool(now.everything() != start.everything())

    who = ("anna", "bob")
    says = f"{' and then '.join(who[k] for k in order)} loading: the barrels are not as many as before"
    return InEngine(says, engine, _position_of(engine, two, kinds), shows, by="the rule, on the engine's position")


the_order_of_loading_keeps_every_barrel.twin("what does not fit on the ship is lost", take=rest_is_lost)


@theorem(
    "captain.turns", "captain.must-load",
    bounds="3 players; every cargo of the ships; two players with 1 to 11 barrels of different kinds",
    expected="refuted",
    because="who loads first decides how many barrels leave the island: an empty ship taken for one barrel is closed "
    "to everybody else's kinds. This is no fault; it is what the captain's choice is worth.",
)  # fmt: skip
def the_order_of_loading_does_not_matter(proof: Proof) -> Refutation | None:
    """Two players ship as many barrels together in one order as in the other. (They do not.)"""
    engine = proof.engine(3)
    g: Kit = engine.g  # type: ignore[attr-defined]
    ship = 2
    two, given = _two(g.capacity, 0)
    given = [*given, two.quay.cargo[ship] == -1, *(two.quay.barrels[k] == g.capacity[k] for k in (0, 1))]
    given += [all_of(two.quay.cargo[k] != 0, two.quay.cargo[k] != 1) for k in (0, 1)]
    proof.possible(*given)
    one_way = turn(turn(two, 0, 0, ship, all_that_fit), 1, 1, ship, all_that_fit)
    other_way = turn(turn(two, 1, 1, ship, all_that_fit), 0, 0, ship, all_that_fit)
    counterexample = proof.smallest(one_way.aboard() == other_way.aboard(), given, [total(two.stocks)])
    if counterexample is None:
        return None
    cargo, there = (tuple(map(counterexample.of, part)) for part in (two.quay.cargo, two.quay.barrels))
    plain = Two(Quay(g.capacity, cargo, there), (counterexample.of(two.stocks[0]), counterexample.of(two.stocks[1])))
    state = _position_of(engine, plain, (0, 1))
    moves = tuple(f"load {GOODS[kind]} on ship {g.ship_names[ship]}" for kind in (0, 1))

    def shipped(engine: Any, table: Table, seat: int, text: str) -> int:
        turned = changed(table, turn=seat)
        return int(engine.play(turned, engine.parse(text)).seats[seat].points - table.seats[seat].points)

    def shows(engine: Any, states: Any) -> bool:
        table = changed(states[0], phase=Loading(0, 0, 0, True))
        return shipped(engine, table, 0, moves[0]) != shipped(engine, table, 1, moves[1])

    says = (
        f"anna has {plain.stocks[0]} {GOODS[0]}, bob {plain.stocks[1]} {GOODS[1]}, one ship is empty: "
        f"so many barrels leave if one or the other loads first, and then nobody else can"
    )
    return InEngine(says, engine, state, shows, (moves[0],))


# ---- the wharf's room


@theorem(
    "wharf.all", "wharf.capacity", "box.goods",
    readings=("wharf.capacity",),
    bounds=Ranges(
        Axis("goods", GOODS), players=always(3), besides="any number of its barrels in hand, up to all in the box"
    ),
)  # fmt: skip
def eleven_barrels_are_no_limit(proof: Proof, capacity: int | None = None) -> Refutation | None:
    """The printed room of 11 barrels and the text's `unlimited` come to the same: nobody ever has more of one kind.

    The engine's `by_wharf` is executed for all stocks of each kind with either reading; 11 is just the largest number
    of barrels of one kind in the box.
    """
    players = 3
    g = Kit(proof.rules(players))
    room = g.wharf_capacity if capacity is None else capacity
    stock = number("stock")
    for kind in KINDS:
        given = [stock >= 1, stock <= g.goods_total[kind]]
        wrong = disagreement(
            proof, lambda: by_wharf(unknown(stock), room, True) - by_wharf(unknown(stock), room, False),
            lambda difference: difference == 0, given, [stock],
        )  # fmt: skip
        if wrong is not None:
            choices = {"readings": {"wharf.capacity": "printed"}, "numbers": {"wharf.capacity": room}}
            hand = wrong[0].of(stock)
            engine = proof.engine(players, **choices)
            given_: dict[str, Any] = {f"players.anna.goods.{GOODS[kind]}": hand, "players.anna.city.wharf": 1}
            given_["phase"] = {"name": "loading", "idle": 0, "wharves": [], "done": [], "paid": True}
            says = f"a wharf with room for {room} leaves a barrel of {hand} {GOODS[kind]} behind"
            return InEngine(
                says, engine, position(engine, "captain", given_),
                partial(_left_some, hand),
                (f"wharf {GOODS[kind]}",),
            )  # fmt: skip
        proof.cover(players, DEFAULT, GOODS[kind])
    largest = max(g.goods_total)
    proof.note(f"the largest stock of one kind is {largest}, the printed room {room}: no difference")
    return None


def _left_some(hand: int, _: AnyEngine, states: Sequence[Any]) -> bool:
    return bool(states[1].seats[0].points - states[0].seats[0].points < hand)


eleven_barrels_are_no_limit.twin("the imaginary ship has room for 10 barrels", capacity=10)
