"""Whose turn it is, what a ship does to the order, what a purchase costs, and whether a full storage is in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations, product
from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy import rounds, turn
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import FETCHES, SHIP, Kit
from rulecheck.reference_engines.castles_of_burgundy.moves import Buy, Place, Take
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.table import Counts, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.logic import Term, Values, all_of, any_of, number
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.castles_of_burgundy.board import COLOURS

# ---- a ship and the track

Advance = Callable[[Kit, Table, int, int, Events], tuple[Counts, Counts, Events]]


YES_OR_NO: Final = (False, True)


@theorem(
    "ship.marker", "ship.stack", "ship.first", "round.order",
    readings=("ship.marker-when",),
    bounds=Ranges(
        Axis("player's ship", lambda engine: range(len(engine.seats))),
        besides="markers anywhere on the track, stacked in any order",
    ),
)  # fmt: skip
def a_ship_moves_its_marker_one_space_onto_the_top(proof: Proof, rule: Advance = rounds.advance) -> Refutation | None:
    """A ship moves its owner's marker one space to the right, on top of all that lie there; nobody else moves.

    Afterwards the order is that of the spaces from right to left, and on a space from the top: a player is overtaken
    only by the ship's owner, and nobody else changes places with anybody. The engine's `advance` is executed on a track
    of unknowns.
    """
    for players in proof.players:
        engine = proof.engine(players)
        g: Kit = engine.g  # type: ignore[attr-defined]
        base: Table = engine.named_start("turn")
        ships = max(ground.colour.count(SHIP) for ground in g.grounds)
        if ships * g.ship_steps >= g.track_spaces:
            raise AssertionError(f"{ships} ships leave a track of {g.track_spaces} spaces")
        proof.note(f"{ships} ships lead from the first to the last of {g.track_spaces} spaces, whatever the board")
        order = tuple(range(players))  # seats are named by their place in the order: any order is this one
        at = [number(f"space of the {k + 1}. marker") for k in range(players)]
        given = [term for space in at for term in (space >= 0, space <= g.track_spaces - 2)]
        given += [at[k] >= at[k + 1] for k in range(players - 1)]
        for owner in order:
            t = changed(base, order=order, track=tuple(map(unknown, at)))
            wrong = disagreement(
                proof, partial(_order_and_track, rule, g, t, owner),
                partial(is_right, owner, at), given, at,
            )  # fmt: skip
            if wrong is not None:
                return _moved(engine, wrong[0], at, owner, rule)
            proof.cover(players, "", owner)
    return None


def _order_and_track(rule: Advance, g: Kit, t: Table, owner: int) -> tuple[Counts, Counts]:
    order, track, _ = rule(g, t, owner, 1, ())
    return order, track


def is_right(owner: int, at: Sequence[Term], result: tuple[Counts, Counts]) -> Term:
    """The text's sentence about order and track after a ship."""
    order, track = result
    players = len(at)
    if sorted(order) != list(range(players)):
        return False
    place = {seat: order.index(seat) for seat in order}
    others = [seat for seat in range(players) if seat != owner]
    claims: list[Term] = [track[owner] == at[owner] + 1, *(track[seat] == at[seat] for seat in others)]
    for k, rival in enumerate(others):
        ahead = place[rival] < place[owner]
        claims.append((at[rival] > at[owner] + 1) if ahead else (at[rival] <= at[owner] + 1))
        claims += [place[rival] < place[other] for other in others[k + 1 :]]
    return all_of(*claims)


def _moved(engine: AnyEngine, values: Values, at: Sequence[Term], owner: int, rule: Advance) -> WrongAnswer:
    """The track as a position in which the owner has a ship to lay."""
    spaces = [values.of(space) for space in at]
    names = engine.seats
    given: dict[str, Any] = {f"players.{name}.track": space for name, space in zip(names, spaces, strict=True)}
    given |= {
        "turn": names[owner], "phase": {"name": "action", "die": 0}, f"players.{names[owner]}.storage": ["ship"],
        "order": list(names),
    }  # fmt: skip
    state: Table = position(engine, "turn", given)
    track = tuple(space + (seat == owner) for seat, space in enumerate(spaces))
    return WrongAnswer(
        f"order and track after a ship of {names[owner]}, markers on {spaces}", engine, state,
        lambda e, state: _order_and_track(rule, e.g, state, owner),  # type: ignore[attr-defined]
        (tuple(sorted(range(len(names)), key=lambda seat: (-track[seat], seat != owner, seat))), track),
        partial(is_right, owner, spaces),
    )  # fmt: skip


def _underneath(g: Kit, t: Table, seat: int, ships: int, events: Events) -> tuple[Counts, Counts, Events]:
    """The marker goes beneath those that lie on its new space."""
    _, track, events = rounds.advance(g, t, seat, ships, events)
    others = [other for other in t.order if other != seat]
    ahead = [other for other in others if track[other] >= track[seat]]
    return (*ahead, seat, *others[len(ahead) :]), track, events


def _two_spaces(g: Kit, t: Table, seat: int, ships: int, events: Events) -> tuple[Counts, Counts, Events]:
    """The marker moves two spaces."""
    return rounds.advance(g, t, seat, 2 * ships, events)


def _next_place(g: Kit, t: Table, seat: int, ships: int, events: Events) -> tuple[Counts, Counts, Events]:
    """A ship is worth a place in the order, wherever the markers are."""
    _, track, events = rounds.advance(g, t, seat, ships, events)
    others = [other for other in t.order if other != seat]
    at = max(0, t.order.index(seat) - 1)
    return (*others[:at], seat, *others[at:]), track, events


a_ship_moves_its_marker_one_space_onto_the_top.twin("the marker goes beneath those there", rule=_underneath).twin(
    "the marker moves two spaces", rule=_two_spaces
).twin("a ship is worth one place in the order", rule=_next_place)

# ---- one turn each

End = Callable[[Kit, Table], Table]


def every_order(engine: AnyEngine) -> Iterator[tuple[int, ...]]:
    """Every order of the players."""
    return permutations(range(len(engine.seats)))


ORDERS: Final = Ranges(
    Axis("order at the beginning of a round", every_order), Axis("order on the track at its end", every_order),
    besides="whatever ships did meanwhile",
)  # fmt: skip


def engines_end(g: Kit, t: Table) -> Table:
    """The engine's end of a turn."""
    return rounds.end_turn(g, t, ())


@theorem(
    "round.order", "round.first-player", "turn.two-actions", "ship.first",
    bounds=ORDERS,
)  # fmt: skip
def everybody_has_one_turn_a_round(proof: Proof, end: End = engines_end) -> Refutation | None:
    """In each round everybody has exactly one turn, in the order that the track had when the round began.

    What ships do to the track during the round counts from the next round on: nobody is passed over, nobody plays
    twice. The engine's end of a turn is followed from the first player of each order, with each order on the track.
    """
    for engine, (playing, order) in ORDERS.positions(proof):
        g: Kit = engine.g  # type: ignore[attr-defined]
        dice: tuple[tuple[int, ...], ...] = ((),) * len(playing)
        t: Table = changed(engine.named_start("turn"), dice=dice, playing=playing, order=order, turn=playing[0])
        seen: list[int] = []
        while isinstance(t.phase, b.Turn) and len(seen) <= len(playing):
            seen.append(t.turn)
            t = end(g, t)
        if tuple(seen) != playing or t.playing != order or t.turn != order[0]:
            return _order(engine, playing, seen, t, end)
    return None


def _order(engine: AnyEngine, playing: Counts, seen: Sequence[int], last: Table, end: End) -> WrongAnswer:
    """The turn after which the rule goes wrong: the player at turn has laid a ship and has one die left.

    `last` is where the rule has come to after the turns `seen`.
    """
    names, order = engine.seats, last.order
    at = next((k for k, (now, right) in enumerate(zip(seen, playing, strict=False)) if now != right), len(seen)) - 1
    who = names[playing[at]]
    track = {f"players.{names[seat]}.track": len(order) - place for place, seat in enumerate(order)}
    given: dict[str, Any] = {
        **track, "order": [names[k] for k in order], "playing": [names[k] for k in playing], "turn": who,
        "phase": {"name": "action", "die": 3}, f"players.{who}.silver": 0,
        **{f"players.{name}.dice": [] for name in (names[k] for k in playing[: at + 1])},
    }  # fmt: skip
    state: Table = position(engine, "turn", given)
    is_last = at + 1 == len(playing)

    def answer(engine: Any, state: Table) -> tuple[str, list[str]]:
        after = end(engine.g, changed(state, phase=b.TURN))
        return names[after.turn], [names[seat] for seat in after.playing]

    follows = order if is_last else playing
    due = names[follows[0 if is_last else at + 1]], [names[seat] for seat in follows]
    return WrongAnswer(f"who plays after {who}, and in which order", engine, state, answer, due)


def _by_the_track(g: Kit, t: Table) -> Table:
    """Who follows is looked up on the track as it stands now."""
    return engines_end(g, changed(t, playing=t.order))


def _round_from_the_top(g: Kit, t: Table) -> Table:
    """The next round is played in the order of this one."""
    after = engines_end(g, t)
    if isinstance(after.phase, b.Turn):
        return after
    return changed(after, playing=t.playing, turn=t.playing[0])


everybody_has_one_turn_a_round.twin("who follows is looked up on the track as it stands now", end=_by_the_track).twin(
    "the next round keeps this round's order", end=_round_from_the_top
)

# ---- a purchase


@theorem(
    "purchase.price", "purchase.once", "knowledge.6", "supply.unlimited",
    readings=("edition.rules", "storage.full"),
    bounds=Ranges(
        Axis("bought in this turn", YES_OR_NO), Axis("tile 6", YES_OR_NO), Axis("tiles in the black depot", YES_OR_NO),
        Axis("tiles in a numbered depot", YES_OR_NO), Axis("storage full", YES_OR_NO),
        besides="any silver and workers", players=always(2),
    ),
)  # fmt: skip
def a_purchase_costs_two_pieces_of_silver(proof: Proof, choices: Mapping[str, str] | None = None) -> Refutation | None:
    """Whoever has two pieces of silver and has not bought in this turn can buy, and pays just these; nobody else can.

    The silver left is never below nothing, and workers pay for nothing. The engine's `purchases` and `buy` are executed
    on unknown silver and workers.
    """
    engine = proof.engine(2, readings=choices or {})
    g: Kit = engine.g  # type: ignore[attr-defined]
    price = engine.rules.number("purchase.price")
    silver, workers = number("silver"), number("workers")
    given = [silver >= 0, workers >= 0, silver <= 1000, workers <= 1000]
    for bought, six, black, depot, full in product(YES_OR_NO, repeat=5):
        state = _shop(engine, bought=bought, six=six, black=black, depot=depot, full=full)
        there = {move for lies, move in ((black, g.buy[g.tile_number["bank"]][0]), (depot and six, _six(g))) if lies}

        wrong = disagreement(
            proof, partial(_bought, g, state, silver, workers),
            partial(_right_price, there=there, bought=bought, price=price, silver=silver, workers=workers),
            given, [silver, workers],
        )  # fmt: skip
        if wrong is not None:
            return _sold(engine, state, wrong[0].of(silver), wrong[0].of(workers), there, price, bought=bought)
        proof.cover(2, "", bought, six, black, depot, full)
    return None


def _bought(g: Kit, state: Table, silver: Term, workers: Term) -> tuple[frozenset[Any], Any, Any]:
    """What is offered to a player with so much, and what is left after the first of these purchases."""
    seat = changed(state.seats[0], silver=unknown(silver), workers=unknown(workers))
    t = changed(state, seats=(seat, *state.seats[1:]))
    offered = turn.purchases(g, t, seat)
    if not offered:
        return frozenset(), 0, 0
    first = offered[0]
    assert isinstance(first, Buy)
    after = turn.buy(g, t, first)
    return frozenset(offered), after.seats[0].silver, after.seats[0].workers


def _right_price(
    result: Any, there: set[Buy], *, bought: bool, price: int, silver: Term, workers: Term
) -> Term:  # fmt: skip
    """The text's sentence about a purchase."""
    offered, left, still = result
    if not offered:
        return any_of(silver < price, bought, not there)
    return all_of(offered == there, not bought, silver >= price, left == silver - price, left >= 0, still == workers)


def _six(g: Kit) -> Buy:
    return g.buy[g.tile_number["ship"]][4]


def _shop(engine: AnyEngine, *, bought: bool, six: bool, black: bool, depot: bool, full: bool) -> Table:
    given: dict[str, Any] = {
        "bought": bought, "black": ["bank"] * black, "depots.4.tiles": ["ship"] * depot,
        "players.anna.storage": ["mine", "mine", "castle"] if full else [],
        "players.anna.estate": {"19": "castle"} | ({"13": "knowledge 6"} if six else {}),
    }  # fmt: skip
    state: Table = position(engine, "turn", given)
    return state


def _sold(
    engine: AnyEngine, state: Table, silver: int, workers: int, there: set[Buy], price: int, *, bought: bool
) -> InEngine:
    seat = changed(state.seats[0], silver=silver, workers=workers)
    shown = changed(state, seats=(seat, *state.seats[1:]))
    may = silver >= price and not bought

    def shows(engine: AnyEngine, states: Sequence[Table]) -> bool:
        offered = {move for move in engine.legal_moves(states[0]) if isinstance(move, Buy)}
        if offered != (there if may else set()):
            return True
        left = engine.apply(states[0], next(iter(offered))).seats[0] if offered else None
        return left is not None and (left.silver, left.workers) != (silver - price, workers)

    says = f"with {silver} silver and {workers} workers a purchase is {'' if may else 'not '}open by the text"
    return InEngine(says, engine, shown, shows)


a_purchase_costs_two_pieces_of_silver.twin(
    "with tile 6 workers pay as well (edition.rules = 2019)", choices={"edition.rules": "2019"}
).twin("a full storage forbids a purchase (storage.full = action)", choices={"storage.full": "action"})

# ---- the storage

WAYS: Final = ("die", "castle", "city hall")


def others_stored() -> Iterator[tuple[str, ...]]:
    """What may lie beside a building in the storage: none to two tiles, one of each colour."""
    tiles = ("bank", "cow 2", "knowledge 2", "castle", "mine", "ship")
    more = ("bank", "cow 3", "knowledge 3", "castle", "mine", "ship")
    yield ()
    yield from ((tile,) for tile in tiles)
    yield from ((first, second) for k, first in enumerate(tiles) for second in more[k:])


@theorem(
    "building.ability", "building.lapses", "carpenter.take", "church.take", "market.take", "take.full",
    "estate.storage",
    readings=("purchase.moment",),
    bounds=Ranges(
        Axis("storage.full", ("always", "action")), Axis("buildings", tuple(FETCHES)),
        Axis("contents of the rest of the storage", tuple(others_stored())), Axis("placed by", WAYS), players=always(2),
        besides="zero to two other tiles of any colours in the storage; a tile of each colour in a depot",
    ),
)  # fmt: skip
def a_full_storage_never_costs_a_buildings_tile(
    proof: Proof, choices: Mapping[str, str] | None = None, first: str = ""
) -> Refutation | None:
    """A carpenter's workshop, church or market can always bring a fitting tile, and nothing is discarded for it.

    It came out of the storage itself, so a space is free: for the tiles that buildings bring it does not matter how
    `storage.full` is read. The reading matters for purchases alone, as long as nothing is bought in between.
    """
    for reading in ("always", "action"):
        engine = proof.engine(2, readings={"storage.full": reading, **(choices or {})})
        g: Kit = engine.g  # type: ignore[attr-defined]
        for building, stored, way in product(FETCHES, others_stored(), WAYS):
            proof.cover(2, DEFAULT, reading, building, stored, way)
            state = _before(engine, g.names[building], stored, way)
            lay = Place(g.names[building], 12)
            if (refused := engine.refusal(state, lay)) is not None:
                return WrongAnswer(f"why {lay} is not open", engine, state, lambda *_: refused, None)
            placed: Table = engine.apply(state, lay)
            moves = [str(lay)]
            if first:
                if engine.refusal(placed, engine.parse(first)) is not None:
                    continue
                moves.append(first)
                placed = engine.apply(placed, engine.parse(first))
            for colour in FETCHES[building]:
                proof.case()
                take = Take(g.names[g.first_of[colour]], colour + 1)
                if engine.refusal(placed, take) is not None or _thrown_away(placed, engine.apply(placed, take)):
                    return _blocked(engine, state, moves, take, COLOURS[colour])
    return None


def _before(engine: AnyEngine, building: str, stored: Sequence[str], way: str) -> Table:
    g: Kit = engine.g  # type: ignore[attr-defined]
    given: dict[str, Any] = {
        f"depots.{colour + 1}.tiles": [g.names[g.first_of[colour]]] for colour in range(len(COLOURS))
    }
    phases = {"die": {"name": "action", "die": 3}, "castle": {"name": "action", "die": 0}, "city hall": "city hall"}
    given |= {
        "phase": phases[way], "players.anna.storage": [building, *stored], "players.anna.silver": 2,
        "players.anna.dice": [], "black": ["knowledge 24"],
    }  # fmt: skip
    state: Table = position(engine, "turn", given, partial=False)
    return state


def _thrown_away(before: Table, after: Table) -> bool:
    return isinstance(after.phase, b.Discarding) or sum(after.box) > sum(before.box)


def _blocked(engine: AnyEngine, state: Table, moves: Sequence[str], take: Take, colour: str) -> InEngine:
    def shows(engine: AnyEngine, states: Sequence[Table]) -> bool:
        refused = engine.refusal(states[-1], take)
        return refused is not None or _thrown_away(states[-1], engine.apply(states[-1], take))

    says = f"after {', '.join(moves)} no {colour} tile can be taken without discarding one"
    return InEngine(says, engine, state, shows, tuple(moves))


a_full_storage_never_costs_a_buildings_tile.twin(
    "something is bought while the building's tile is still to be taken (purchase.moment = any)",
    choices={"purchase.moment": "any"}, first="buy knowledge 24",
)  # fmt: skip
