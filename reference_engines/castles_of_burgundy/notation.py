"""Positions as JSON in the game's words: docs/notation/castles_of_burgundy.md describes them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy import actions, rounds, turn
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import CASTLE, FETCHES, MIDDLE, Kit
from rulecheck.reference_engines.castles_of_burgundy.placing import founded, surveyed
from rulecheck.reference_engines.castles_of_burgundy.table import EMPTY, Counts, Phase, Seat, Table, Tiles
from rulecheck.reference_engines.contract import PositionError, changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.reference_engines.values import (
    FLAG,
    Form,
    Phases,
    Reader,
    mask_of,
    read_counts,
    read_flag,
    read_list,
    read_name,
    read_table,
    read_whole,
    write_counts,
    write_some,
)
from rulecheck.spec.castles_of_burgundy.board import BUILDINGS, COLOURS, DEPOTS, GOODS, PHASES, SPACES

DEPOT_NAMES: Final = tuple(str(depot) for depot in range(1, DEPOTS + 1))
SPACE_NAMES: Final = tuple(str(space) for space in range(1, SPACES + 1))

# ---- values and their JSON forms


def between(value: Any, path: str, least: int, most: int) -> int:
    """A whole number within limits."""
    number = read_whole(value, path, least)
    if number > most:
        raise PositionError(path, f"expected a whole number of at most {most}, found {number}")
    return number


COLOUR_MASK: Final = mask_of(lambda g: COLOURS, "colour")


def read_tiles(g: Kit, value: Any, path: str) -> Tiles:
    """Tiles by name, in any order."""
    return tuple(
        sorted(read_name(g.names, name, f"{path}.{k}", "tile") for k, name in enumerate(read_list(value, path)))
    )


def read_goods(value: Any, path: str) -> tuple[int, ...]:
    """Goods by name, in their order."""
    return tuple(read_name(GOODS, name, f"{path}.{k}", "good") for k, name in enumerate(read_list(value, path)))


def read_seats(g: Kit, value: Any, path: str) -> tuple[int, ...]:
    """All seats, each once."""
    order = tuple(read_name(g.seats, name, f"{path}.{k}", "seat") for k, name in enumerate(read_list(value, path)))
    if sorted(order) != list(range(g.players)):
        raise PositionError(path, "each seat stands there once")
    return order


def _number(least: int, most: int) -> Form[Kit]:
    return Form(lambda g, v: v, lambda g, v, path: between(v, path, least, most))


AFTER: Final[Form[Kit]] = Form(lambda g, v: PHASE_FORMS.write(g, v), lambda g, v, path: PHASE_FORMS.read(g, v, path))
FETCHERS: Final = tuple(BUILDINGS[k] for k in FETCHES)
FETCHER: Final[Form[Kit]] = Form(
    lambda g, v: BUILDINGS[v], lambda g, v, path: BUILDINGS.index(FETCHERS[read_name(FETCHERS, v, path, "building")])
)

PHASE_FORMS: Final[Phases[Kit, Phase]] = Phases(
    {
        b.StartGoods: ("start goods", {"drawn": _number(0, 40)}),
        b.Dealing: ("dealing", {}),
        b.Siding: ("choosing board", {}),
        b.Founding: ("founding", {}),
        b.Filling: ("filling", {"step": _number(0, 99)}),
        b.Rolling: ("rolling", {"place": _number(0, 3)}),
        b.WhiteDie: ("white die", {}),
        b.Turn: ("turn", {}),
        b.Acting: ("action", {"die": _number(0, 6)}),
        b.Discarding: ("making room", {"after": AFTER}),
        b.Paying: ("paying", {"left": _number(1, 99), "after": AFTER}),
        b.Fetching: ("fetching", {"building": FETCHER}),
        b.Warehouse: ("warehouse", {}),
        b.CityHall: ("city hall", {}),
        b.Cargo: ("cargo", {"first": _number(0, DEPOTS)}),
        b.Stowing: ("stowing", {"depot": _number(1, DEPOTS), "second": FLAG, "first": _number(0, DEPOTS)}),
        b.Finished: ("finished", {}),
    }
)
BEFORE_BOARDS: Final = (b.StartGoods, b.Dealing, b.Siding, b.Founding)
"""Phases in which a player may have no board or no castle yet."""
IN_A_TURN: Final = (b.Turn, b.Acting, b.Fetching, b.Warehouse, b.CityHall, b.Cargo, b.Stowing)
"""Phases that go on when a tile was bought or found room."""

# ---- positions

SEAT_PARTS: Final = (
    "board", "sheet", "estate", "storage", "goods", "sold", "silver", "workers", "points", "dice", "track", "bonus",
)  # fmt: skip
PARTS: Final = (
    "letter", "round", "phase", "turn", "players", "order", "playing", "depots", "black", "offered", "held", "bought",
    "sales", "ships", "bonus", "stack", "black_stack", "goods_stack", "box", "goods_box",
)  # fmt: skip
BONUS_PARTS: Final = ("large", "small")


def to_json(g: Kit, t: Table) -> dict[str, Any]:
    """The whole position: see docs/notation/castles_of_burgundy.md."""
    return {
        "letter": PHASES[t.letter],
        "round": t.round + 1,
        "phase": PHASE_FORMS.write(g, t.phase),
        "turn": g.seats[t.turn],
        "players": {name: seat_json(g, t, k) for k, name in enumerate(g.seats)},
        "order": [g.seats[k] for k in t.order],
        "playing": [g.seats[k] for k in t.playing],
        "depots": {
            name: {"tiles": [g.names[kind] for kind in tiles], "goods": [GOODS[good] for good in goods]}
            for name, tiles, goods in zip(DEPOT_NAMES, t.depots, t.goods, strict=True)
        },
        "black": [g.names[kind] for kind in t.black],
        "offered": [GOODS[good] for good in t.offered],
        "held": g.names[t.held] if t.held >= 0 else "",
        "bought": t.bought,
        "sales": t.sales,
        "ships": t.ships,
        "bonus": bonus_json(g, t),
        "stack": write_some(g.names, t.stack),
        "black_stack": write_some(g.names, t.black_stack),
        "goods_stack": write_counts(GOODS, t.goods_stack),
        "box": write_some(g.names, t.box),
        "goods_box": write_some(GOODS, t.goods_box),
    }


def bonus_json(g: Kit, owner: Table | Seat) -> dict[str, list[str]]:
    """The bonus tiles on the board or of a player."""
    return {"large": COLOUR_MASK.write(g, owner.large), "small": COLOUR_MASK.write(g, owner.small)}


def seat_json(g: Kit, t: Table, k: int) -> dict[str, Any]:
    """One player's board."""
    seat = t.seats[k]
    return {
        "board": g.grounds[seat.board].number if seat.board >= 0 else 0,
        "sheet": list(g.sheets[seat.sheet]) if seat.sheet >= 0 else [],
        "estate": {SPACE_NAMES[space]: g.names[kind] for space, kind in enumerate(seat.estate) if kind >= 0},
        "storage": [g.names[kind] for kind in seat.storage],
        "goods": write_counts(GOODS, seat.goods),
        "sold": write_counts(GOODS, seat.sold),
        "silver": seat.silver,
        "workers": seat.workers,
        "points": seat.points,
        "dice": list(t.dice[k]),
        "track": t.track[k],
        "bonus": bonus_json(g, seat),
    }


def observe(g: Kit, t: Table, viewer: int) -> dict[str, Any]:
    """The position as one player sees it: stacks are counted, secret choices hidden; sold goods are for all to see."""
    seen = to_json(g, t)
    for part in ("stack", "black_stack", "goods_stack"):
        seen[part] = sum(getattr(t, part))
    choosing = g.secret and isinstance(t.phase, b.Siding | b.Founding)
    for k, name in enumerate(g.seats):
        if k == viewer:
            continue
        if choosing:
            seen["players"][name] |= {"board": None, "estate": None}
    if choosing:
        seen["stack"] = None
    return seen


def from_json(g: Kit, data: Mapping[str, Any], given: tuple[str, ...], *, partial: bool) -> Table:
    """The position that JSON describes; with `given` paths, what follows from them is worked out again."""
    return _Reader(g, read_table(data, "", PARTS), given, partial).table()


class _Reader(Reader[Kit]):
    def table(self) -> Table:
        g = self.g
        phase = PHASE_FORMS.read(g, self.get("phase"), "phase")
        players = read_table(self.get("players"), "players", g.seats)
        bodies = [read_table(players.get(name, {}), f"players.{name}", SEAT_PARTS) for name in g.seats]
        seats = tuple(self.seat(k, body, phase) for k, body in enumerate(bodies))
        dice = tuple(self.dice(name, body) for name, body in zip(g.seats, bodies, strict=True))
        track = tuple(
            between(body.get("track", 0), f"players.{name}.track", 0, g.track_spaces - 1)
            for name, body in zip(g.seats, bodies, strict=True)
        )
        order = self.order(track)
        playing = self.playing(order)
        depots, goods = self.depots()
        black = read_tiles(g, self.get("black"), "black")
        offered = read_goods(self.get("offered"), "offered")
        held = self.held(phase)
        box = read_counts(g.names, self.get("box"), "box")
        goods_box = read_counts(GOODS, self.get("goods_box"), "goods_box")
        large, small = self.bonus(seats)
        lying = [kind for tiles in (*depots, black, *(seat.storage for seat in seats)) for kind in tiles]
        lying += [kind for seat in seats for kind in seat.estate if kind >= 0] + [held] * (held >= 0)
        stack, black_stack = self.stacks(lying, box)
        t = Table(
            seats=seats,
            phase=phase,
            letter=read_name(PHASES[: g.phase_count], self.get("letter"), "letter", "phase of the game"),
            round=between(self.get("round"), "round", 1, g.rounds) - 1,
            turn=self.seat_named("turn"),
            dice=dice,
            bought=read_flag(self.get("bought"), "bought"),
            sales=read_whole(self.get("sales"), "sales"),
            ships=read_whole(self.get("ships"), "ships"),
            held=held,
            order=order,
            track=track,
            playing=playing,
            depots=depots,
            goods=goods,
            black=black,
            offered=offered,
            stack=stack,
            black_stack=black_stack,
            goods_stack=self.goods_stack(seats, goods, offered, goods_box),
            box=box,
            goods_box=goods_box,
            large=large,
            small=small,
        )
        if not self.partial:
            self.can_go_on(t)
        return t

    def can_go_on(self, t: Table) -> None:
        """The engine never stops in a phase in which nothing can happen."""
        g, phase = self.g, t.phase
        if isinstance(phase, b.Filling):
            steps = g.to_fill[t.letter]
            if phase.step >= len(steps):
                raise PositionError("phase.step", f"a phase is filled in {len(steps)} steps from 0")
            if not any(rounds.in_stack(g, t, steps[phase.step])):
                raise PositionError("phase.step", "nothing is left to be drawn for it")
        if isinstance(phase, b.Rolling) and phase.place >= g.players:
            raise PositionError("phase.place", f"{g.players} players throw their dice, from 0")
        if isinstance(phase, b.Rolling | b.WhiteDie) and t.turn != t.playing[0]:
            raise PositionError("turn", "while the dice are thrown it is the first player's (playing.0)")
        if isinstance(phase, BEFORE_BOARDS):
            self.can_begin(t)
        if isinstance(phase, b.Turn) and not (t.dice[t.turn] or turn.may_buy(g, t, t.seats[t.turn])):
            raise PositionError("phase", f"{g.seats[t.turn]} has no die and can buy nothing")
        if t.ships and not g.marker_late:
            raise PositionError("ships", "the markers of ships move at once")
        self.is_pending(t, phase, "phase")

    def can_begin(self, t: Table) -> None:
        """Before the first phase: boards and castles lie there for those who have chosen."""
        g, phase, name = self.g, t.phase, self.g.seats[t.turn]
        if isinstance(phase, b.StartGoods):
            if phase.drawn >= g.players * g.start_goods:
                raise PositionError("phase.drawn", f"{g.players * g.start_goods} goods are drawn, from 0")
            if t.turn != phase.drawn // g.start_goods:
                raise PositionError("turn", f"it is {g.seats[phase.drawn // g.start_goods]} who receives this one")
            return
        if isinstance(phase, b.Siding) and not g.any_board and t.seats[t.turn].sheet == EMPTY:
            raise PositionError(f"players.{name}.sheet", "a board is chosen from one that was dealt")
        if isinstance(phase, b.Founding) and t.seats[t.turn].board == EMPTY:
            raise PositionError(f"players.{name}.board", "the first castle is laid on a board")
        for k, seat in enumerate(t.seats):
            early = isinstance(phase, b.Dealing) or k >= t.turn
            if early == bool(seat.filled):
                what = "no castle lies there yet" if early else "the first castle lies there"
                raise PositionError(f"players.{g.seats[k]}.estate", what)

    def is_pending(self, t: Table, phase: Phase, path: str) -> None:
        """What a tile or a purchase has brought can be decided."""
        g, seat = self.g, t.seats[t.turn]
        name = g.seats[t.turn]
        if isinstance(phase, b.Discarding):
            if len(seat.storage) < g.room:
                raise PositionError(path, f"{name} has room in the storage")
        elif isinstance(phase, b.Paying):
            if not (g.later and seat.silver and seat.workers and seat.silver + seat.workers >= phase.left):
                raise PositionError(path, f"{name} has no choice between silver and workers")
        elif isinstance(phase, b.Cargo):
            if phase.first and not seat.knowledge >> 5 & 1:
                raise PositionError(f"{path}.first", f"{name} has no knowledge 5 for a second depot")
            if not phase.first and not any(t.goods):
                raise PositionError(path, "no depot has goods")
        elif isinstance(phase, b.Stowing):
            depots = actions.depots_of(phase)
            new = {good for good in actions.lying(t, depots) if not seat.goods[good]}
            if not new:
                raise PositionError(path, "there are no goods to choose among")
            if not 0 < g.goods_room - sum(count > 0 for count in seat.goods) < len(new):
                raise PositionError(path, "all of these goods find room, or none")
            if phase.first and not (g.together and actions.are_beside(g, phase)):
                raise PositionError(f"{path}.first", "the goods of these depots are not taken at once")
        if isinstance(phase, b.Discarding | b.Paying):
            if not isinstance(phase.after, IN_A_TURN):
                raise PositionError(f"{path}.after", "it is a phase of a turn")
            self.is_pending(t, phase.after, f"{path}.after")

    # ---- boards

    def seat(self, k: int, data: dict[str, Any], phase: Phase) -> Seat:
        g, name = self.g, self.g.seats[k]
        path = f"players.{name}"
        board = self.board(data, path, phase)
        bonus = read_table(data.get("bonus", {}), f"{path}.bonus", BONUS_PARTS)
        seat = Seat(
            board=board,
            sheet=self.sheet(data, path),
            storage=read_tiles(g, data.get("storage", []), f"{path}.storage"),
            goods=read_counts(GOODS, data.get("goods", {}), f"{path}.goods"),
            sold=read_counts(GOODS, data.get("sold", {}), f"{path}.sold"),
            silver=read_whole(data.get("silver", 0), f"{path}.silver"),
            workers=read_whole(data.get("workers", 0), f"{path}.workers"),
            points=read_whole(data.get("points", 0), f"{path}.points"),
            large=COLOUR_MASK.read(g, bonus.get("large", []), f"{path}.bonus.large"),
            small=COLOUR_MASK.read(g, bonus.get("small", []), f"{path}.bonus.small"),
        )
        if len(seat.storage) > g.room and not self.partial:
            raise PositionError(f"{path}.storage", f"{len(seat.storage)} tiles, there is room for {g.room}")
        if sum(count > 0 for count in seat.goods) > g.goods_room and not self.partial:
            raise PositionError(f"{path}.goods", f"there is room for {g.goods_room} kinds")
        if self.is_given(f"{path}.board") and self.free(f"{path}.estate") and board >= 0:
            castles = [k for k in range(SPACES) if g.grounds[board].spaces[CASTLE] >> k & 1]
            return founded(g, seat, MIDDLE if MIDDLE in castles else castles[0])[0]
        return self.estate(seat, data.get("estate", {}), f"{path}.estate", phase)

    def board(self, data: dict[str, Any], path: str, phase: Phase) -> int:
        g = self.g
        number = read_whole(data.get("board", 0), f"{path}.board")
        if number == 0 and isinstance(phase, BEFORE_BOARDS):
            return EMPTY
        if number not in g.board_number:
            raise PositionError(f"{path}.board", f"no board {number}; there are {', '.join(map(str, g.board_number))}")
        return g.board_number[number]

    def sheet(self, data: dict[str, Any], path: str) -> int:
        sides = read_list(data.get("sheet", []), f"{path}.sheet")
        if not sides:
            return EMPTY
        if tuple(sides) not in self.g.sheets:
            raise PositionError(f"{path}.sheet", f"no player board with the sides {sides}")
        return self.g.sheets.index((sides[0], sides[1]))

    def estate(self, seat: Seat, value: Any, path: str, phase: Phase) -> Seat:
        g = self.g
        estate = [EMPTY] * SPACES
        for space, tile in read_table(value, path, SPACE_NAMES).items():
            kind = read_name(g.names, tile, f"{path}.{space}", "tile")
            k = int(space) - 1
            if seat.board < 0:
                raise PositionError(path, "there is no board yet")
            here = g.grounds[seat.board].colour[k]
            if here != g.colour[kind] and not g.hall_any_colour:
                raise PositionError(f"{path}.{space}", f"space {space} is for {COLOURS[here]}")
            estate[k] = kind
        if not any(kind >= 0 for kind in estate) and not isinstance(phase, BEFORE_BOARDS):
            raise PositionError(path, "at least the first castle lies there")
        return surveyed(g, changed(seat, estate=tuple(estate)))

    def dice(self, name: str, data: dict[str, Any]) -> tuple[int, ...]:
        path = f"players.{name}.dice"
        values = read_list(data.get("dice", []), path)
        if len(values) > 2:
            raise PositionError(path, f"{len(values)} dice, a player has 2")
        return tuple(sorted(between(value, f"{path}.{k}", 1, 6) for k, value in enumerate(values)))

    # ---- the order of play

    def order(self, track: Counts) -> tuple[int, ...]:
        order = read_seats(self.g, self.get("order"), "order")
        if self.free("order"):
            return tuple(sorted(order, key=lambda k: -track[k]))
        if any(track[seat] < track[following] for seat, following in pairwise(order)):
            raise PositionError("order", "it is not that of the markers on the track (players.….track)")
        return order

    def playing(self, order: tuple[int, ...]) -> tuple[int, ...]:
        if self.free("playing") and self.is_given("order"):
            return order
        return read_seats(self.g, self.get("playing"), "playing")

    # ---- what lies beside the boards

    def held(self, phase: Phase) -> int:
        name = self.get("held")
        waiting = isinstance(phase, b.Discarding | b.Paying)
        if name == "":
            if waiting:
                raise PositionError("held", "a tile is in hand in this phase")
            return EMPTY
        if not waiting:
            raise PositionError("held", "no tile is in hand in this phase")
        return read_name(self.g.names, name, "held", "tile")

    def depots(self) -> tuple[tuple[Tiles, ...], tuple[tuple[int, ...], ...]]:
        table = read_table(self.get("depots"), "depots", DEPOT_NAMES)
        tiles, goods = [], []
        for name in DEPOT_NAMES:
            depot = read_table(table.get(name, {}), f"depots.{name}", ("tiles", "goods"))
            tiles.append(read_tiles(self.g, depot.get("tiles", []), f"depots.{name}.tiles"))
            goods.append(read_goods(depot.get("goods", []), f"depots.{name}.goods"))
        return tuple(tiles), tuple(goods)

    def bonus(self, seats: tuple[Seat, ...]) -> tuple[int, int]:
        table = read_table(self.get("bonus"), "bonus", BONUS_PARTS)
        masks = []
        for part in BONUS_PARTS:
            taken = [getattr(seat, part) for seat in seats]
            total = 0
            for mask in taken:
                if total & mask and not self.partial:
                    raise PositionError("bonus", f"two players have the same {part} bonus tile")
                total |= mask
            if self.free(f"bonus.{part}"):
                masks.append(((1 << len(COLOURS)) - 1) & ~total)
                continue
            left = COLOUR_MASK.read(self.g, table.get(part, []), f"bonus.{part}")
            if left & total and not self.partial:
                raise PositionError(f"bonus.{part}", "a player has one of them")
            masks.append(left)
        return masks[0], masks[1]

    def stacks(self, lying: list[int], box: Counts) -> tuple[Counts, Counts]:
        """The face-down tiles; with `given` paths they make up what is missing, or give up what is too much."""
        g = self.g
        own = read_counts(g.names, self.get("stack"), "stack")
        black = read_counts(g.names, self.get("black_stack"), "black_stack")
        if not g.limited or not self.given:
            return own, black
        for kind, total in enumerate(g.total):
            more = total - lying.count(kind) - box[kind] - own[kind] - black[kind]
            if not more:
                continue
            for part in ("stack", "black_stack"):
                counts = own if part == "stack" else black
                most = (g.own if part == "stack" else g.with_black)[kind]
                there = counts[kind]
                if not self.free(f"{part}.{g.names[kind]}"):
                    continue
                step = max(-there, min(more, most - there)) if more > 0 else max(-there, more)
                more -= step
                if part == "stack":
                    own = plus(own, kind, step)
                else:
                    black = plus(black, kind, step)
            if more < 0 and not self.partial:
                raise PositionError(f"stack.{g.names[kind]}", f"{total - more} tiles are in use, there are {total}")
        return own, black

    def goods_stack(
        self, seats: tuple[Seat, ...], goods: tuple[tuple[int, ...], ...], offered: tuple[int, ...], box: Counts
    ) -> Counts:
        def used(kind: int) -> int:
            lying = sum(there.count(kind) for there in (*goods, offered))
            return lying + box[kind] + sum(seat.goods[kind] + seat.sold[kind] for seat in seats)

        return self.pile("goods_stack", GOODS, (self.g.goods_each,) * len(GOODS), used, "{} goods")
