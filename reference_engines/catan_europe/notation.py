"""Positions as JSON in the game's words, and the ways in which a person may write a move or a place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rulecheck.reference_engines.catan_europe import isolated, setup, turn
from rulecheck.reference_engines.catan_europe import table as p
from rulecheck.reference_engines.catan_europe.arithmetic import free_goods, places_after, places_post
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.moves import Move
from rulecheck.reference_engines.catan_europe.pieces import by_number
from rulecheck.reference_engines.catan_europe.table import GOODS, RESOURCES, Bundle, Phase, Seat, Table, spots
from rulecheck.reference_engines.contract import OVER, PositionError, changed
from rulecheck.reference_engines.values import (
    FLAG,
    INT,
    SEAT,
    Form,
    Phases,
    Reader,
    read_counts,
    read_flag,
    read_list,
    read_mask,
    read_name,
    read_table,
    read_whole,
    write_counts,
    write_some,
)
from rulecheck.spec.catan_europe.map import TERRAINS, plain

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import Engine

# ---- moves

DASH: Final = re.compile(r"\s*[-\u2010-\u2015\u2212]\s*")
PATH_VERBS: Final = ("route ", "caravan at ", "lift caravan at ", "drive from ", "onto ")


def spaced(text: str) -> str:
    """A text whose paths are written `A - B`, whatever dash and spaces stood between the names."""
    return text if " - " in text else DASH.sub(" - ", text)


def spellings(g: Kit, move: Move) -> tuple[str, ...]:
    """A move's notation, and the same with its place or path under their other names."""
    text = str(move)
    head, _, tail = text.rpartition(" ")
    board = g.map
    if " - " in text and not text.startswith("along "):
        first, second = text.split(" - ")
        for verb in PATH_VERBS:
            if first.startswith(verb):
                a, b = (board.intersection_index[name] for name in (first.removeprefix(verb), second))
                ways = [(x, y) for x in _called(g, a) for y in _called(g, b)]
                both = [f"{verb}{x} - {y}" for x, y in ways] + [f"{verb}{y} - {x}" for x, y in ways]
                return (text, *(t for t in both if t != text))
    if tail in board.intersection_index:
        names = _called(g, board.intersection_index[tail])
        return (text, *(f"{head} {name}" for name in names if name != tail))
    return (text,)


def _called(g: Kit, place: int) -> tuple[str, ...]:
    name, grid = g.map.intersections[place], g.map.grid_name[place]
    return tuple(dict.fromkeys((name, plain(name), grid)))


def canonical(g: Kit, text: str) -> str:
    """A move's text with its place, path or region under the name that the notation uses."""
    board = g.map
    text = text[:1].lower() + text[1:]
    for word in (" from ", " at ", " to ", "to ", "route ", "onto "):
        head, sep, tail = text.partition(word)
        if not sep or (not word.startswith(" ") and head):
            continue
        if spaced(tail) in board.path_index:
            return f"{head}{sep}{board.path_names[board.path_index[spaced(tail)]]}"
        if tail in board.intersection_index:
            return f"{head}{sep}{board.intersections[board.intersection_index[tail]]}"
    word, _, dice = text.partition(" ")
    if word == "roll":
        return " ".join([word, *sorted(dice.split())])
    return text


# ---- values and their JSON forms


def read_place(g: Kit, value: Any, path: str) -> int:
    """An intersection by any of its names."""
    return read_name(g.map.intersection_index, value, path, "intersection")


def read_path(g: Kit, value: Any, path: str) -> int:
    """A path by the names of its ends."""
    name = spaced(value) if isinstance(value, str) else value
    if isinstance(name, str) and name not in g.map.path_index and " - " in name:
        for end in name.split(" - ", 1):
            here = read_place(g, end, path)
        near = ", ".join(g.map.intersections[i] for i in g.map.neighbours[here])
        raise PositionError(path, f"no path {value!r}: the neighbours of {g.map.intersections[here]} are {near}")
    return read_name(g.map.path_index, name, path, "path")


def _names(names: Sequence[str], mask: int) -> list[str]:
    return [names[i] for i in spots(mask)]


def _read_willing(g: Kit, value: Any, path: str) -> tuple[tuple[int, Bundle, Bundle], ...]:
    willing = []
    for k, row in enumerate(read_list(value, path)):
        row = read_table(row, f"{path}.{k}", ("seat", "gives", "gets"))
        willing.append(
            (
                read_name(g.seat_number, row.get("seat"), f"{path}.{k}.seat", "seat"),
                read_counts(GOODS, row.get("gives", {}), f"{path}.{k}.gives"),
                read_counts(GOODS, row.get("gets", {}), f"{path}.{k}.gets"),
            )
        )
    return tuple(willing)


def _read_numbers(g: Kit, value: Any, path: str, what: str) -> tuple[tuple[int, int], ...]:
    """Rows of a seat and a number."""
    rows = [read_table(row, f"{path}.{k}", ("seat", what)) for k, row in enumerate(read_list(value, path))]
    return tuple(
        (
            read_name(g.seat_number, row.get("seat"), f"{path}.{k}.seat", "seat"),
            read_whole(row.get(what), f"{path}.{k}.{what}"),
        )
        for k, row in enumerate(rows)
    )


def _read_offer(value: Any, path: str) -> tuple[Bundle, Bundle]:
    table = read_table(value, path, ("give", "want"))
    return (
        read_counts(GOODS, table.get("give", {}), f"{path}.give"),
        read_counts(GOODS, table.get("want", {}), f"{path}.want"),
    )


SEATS: Final[Form[Kit]] = Form(
    lambda g, v: [g.seats[k] for k in v],
    lambda g, v, path: tuple(
        read_name(g.seat_number, s, f"{path}.{k}", "seat") for k, s in enumerate(read_list(v, path))
    ),
)
PLACE: Final[Form[Kit]] = Form(lambda g, v: g.map.intersections[v], read_place)
PLACES: Final[Form[Kit]] = Form(
    lambda g, v: [g.map.intersections[i] for i in v],
    lambda g, v, path: tuple(read_place(g, s, f"{path}.{k}") for k, s in enumerate(read_list(v, path))),
)
WAYS: Final[Form[Kit]] = Form(
    lambda g, v: [[g.map.intersections[i] for i in way] for way in v],
    lambda g, v, path: tuple(PLACES.read(g, way, f"{path}.{k}") for k, way in enumerate(read_list(v, path))),
)
PATH: Final[Form[Kit]] = Form(
    lambda g, v: "" if v is None else g.map.path_names[v], lambda g, v, path: read_path(g, v, path) if v else None
)
REGION: Final[Form[Kit]] = Form(
    lambda g, v: g.region_names[v], lambda g, v, path: read_name(g.region_number, v, path, "region")
)
REGIONS: Final[Form[Kit]] = Form(
    lambda g, v: [g.region_names[r] for r in v],
    lambda g, v, path: tuple(REGION.read(g, s, f"{path}.{k}") for k, s in enumerate(read_list(v, path))),
)
BUNDLE: Final[Form[Kit]] = Form(lambda g, v: write_some(GOODS, v), lambda g, v, path: read_counts(GOODS, v, path))
DUE: Final[Form[Kit]] = Form(
    lambda g, v: [{"seat": g.seats[k], "cards": n} for k, n in v],
    lambda g, v, path: _read_numbers(g, v, path, "cards"),
)
ROLLED: Final[Form[Kit]] = Form(
    lambda g, v: [{"seat": g.seats[k], "sum": n} for k, n in v],
    lambda g, v, path: _read_numbers(g, v, path, "sum"),
)
WILLING: Final[Form[Kit]] = Form(
    lambda g, v: [{"seat": g.seats[k], "gives": write_some(GOODS, a), "gets": write_some(GOODS, b)} for k, a, b in v],
    _read_willing,
)
OFFER: Final[Form[Kit]] = Form(
    lambda g, v: None if v is None else {"give": write_some(GOODS, v[0]), "want": write_some(GOODS, v[1])},
    lambda g, v, path: None if v is None else _read_offer(v, path),
)


AFTER: Final[Form[Kit]] = Form(lambda g, v: PHASES.write(g, v), lambda g, v, path: PHASES.read(g, v, path))

PHASES: Final[Phases[Kit, Phase]] = Phases(
    {
        p.DashedToken: ("dashed-token", {"circle": INT}),
        p.RobberStart: ("robber-start", {}),
        p.FirstRoll: ("first-roll", {"rolling": SEATS, "results": ROLLED}),
        p.FirstPost: ("first-post", {"k": INT}),
        p.NeutralPost: ("neutral-post", {"k": INT}),
        p.FirstRoute: ("first-route", {"k": INT}),
        p.BeforeDice: ("before-dice", {}),
        p.Dice: ("dice", {}),
        p.Discarding: ("discarding", {"due": DUE}),
        p.MoveRobber: ("robber", {}),
        p.Stealing: ("stealing", {}),
        p.StealCard: ("steal-card", {"victim": SEAT}),
        p.Actions: ("actions", {}),
        p.Offering: ("offer", {"maker": SEAT, "give": BUNDLE, "want": BUNDLE, "first": OFFER, "willing": WILLING}),
        p.Answering: ("answer", {"asked": SEAT, "give": BUNDLE, "want": BUNDLE, "willing": WILLING}),
        p.Choosing: ("choose", {"willing": WILLING}),
        p.CardDraw: ("card-draw", {}),
        p.PlacingMerchant: ("place-merchant", {}),
        p.PlacingCaravan: ("place-caravan", {"caravan": INT}),
        p.FreeRoute: ("free-route", {"left": INT, "touching": PATH, "after": AFTER}),
        p.Connecting: ("connecting", {"ways": WAYS, "times": INT, "after": AFTER}),
        p.FreeMarch: ("free-march", {}),
        p.Marching: ("marching", {"at": PLACE, "steps": INT}),
        p.PlacingNumber: ("place-number", {"regions": REGIONS, "after": AFTER}),
        p.DrawingNumber: ("draw-number", {"region": REGION, "after": AFTER}),
        p.FreeDrive: ("free-drive", {}),
        p.Driving: ("driving", {"caravan": INT, "steps": INT, "moved": FLAG}),
        p.Delivering: ("delivering", {"caravan": INT, "steps": INT, "posts": PLACES, "placed": FLAG}),
        p.Harvest: ("harvest", {"left": INT}),
        p.Monopoly: ("monopoly", {}),
        p.TurnEnd: ("turn-end", {}),
        p.Finished: ("finished", {}),
    },
    left_out={"after": turn.ACTIONS},
)

# ---- positions

BEFORE_THE_DICE: Final = (
    *(p.DashedToken, p.RobberStart, p.FirstRoll, p.FirstPost, p.NeutralPost, p.FirstRoute),
    *(p.BeforeDice, p.Dice),
)
"""The phases in which the dice of a turn are not rolled yet."""

SEAT_PARTS: Final = (
    "hand", "gold", "cards", "new_cards", "posts", "routes", "merchants", "caravans", "depot", "goods", "delivered",
    "posts_in_hand",
)  # fmt: skip
PARTS: Final = (
    "turn", "first", "phase", "players", "neutral", "neutral_left", "supplied", "connected", "robber", "tokens",
    "reserve", "bank", "stock", "pile", "rolled", "bought", "card_played", "tolls",
)  # fmt: skip


def to_json(g: Kit, t: Table) -> dict[str, Any]:
    """The whole position: see docs/notation/catan_europe.md."""
    board = g.map
    return {
        "turn": g.seats[t.turn],
        "first": g.seats[t.first],
        "phase": PHASES.write(g, t.phase),
        "players": {name: seat_json(g, seat) for name, seat in zip(g.seats, t.seats, strict=True)},
        "neutral": _names(board.intersections, t.neutral),
        "neutral_left": t.neutral_left,
        "supplied": _names(board.intersections, t.supplied),
        "connected": _names(board.intersections, t.connected),
        "robber": g.region_names[t.robber] if t.robber >= 0 else "",
        "tokens": {board.regions[r]: n for r, n in enumerate(t.numbers) if n and board.disc[r]},
        "reserve": {terrain: list(values) for terrain, values in zip(TERRAINS, t.reserve, strict=True)},
        "bank": write_counts(GOODS, (*t.stacks, t.bank)),
        "stock": write_counts(g.cards, t.stock),
        "pile": write_counts(g.cards, t.pile),
        "rolled": t.rolled,
        "bought": t.bought,
        "card_played": t.card_played,
        "tolls": [{"caravan": c, "to": g.seats[k]} for c, k in t.tolls],
    }


def seat_json(g: Kit, seat: Seat) -> dict[str, Any]:
    """One player's pieces."""
    caravans = ["" if path is None else g.map.path_names[path] for path in seat.caravans]
    while caravans and not caravans[-1]:
        caravans.pop()
    return {
        "hand": write_counts(RESOURCES, seat.hand),
        "gold": seat.gold,
        "cards": write_some(g.cards, seat.cards),
        "new_cards": write_some(g.cards, seat.new_cards),
        "posts": _names(g.map.intersections, seat.posts),
        "routes": _names(g.map.path_names, seat.routes),
        "merchants": [g.map.intersections[i] for i in seat.merchants],
        "caravans": caravans,
        "depot": seat.depot,
        "goods": seat.goods,
        "delivered": seat.delivered,
        "posts_in_hand": seat.in_hand,
    }


def observe(g: Kit, t: Table, viewer: int) -> dict[str, Any]:
    """The position as one player sees it: other hands, unplayed cards, stock and reserve are counts."""
    seen = to_json(g, t)
    for k, name in enumerate(g.seats):
        if k != viewer:
            player = seen["players"][name]
            for part in ("hand", "cards", "new_cards"):
                player[part] = sum(player[part].values())
    seen["stock"] = sum(t.stock)
    seen["reserve"] = {terrain: len(values) for terrain, values in seen["reserve"].items()}
    return seen


def from_json(g: Kit, data: Mapping[str, Any], given: tuple[str, ...], *, partial: bool) -> Table:
    """The position that JSON describes; with `given` paths, what follows from them is worked out again."""
    return _Reader(g, read_table(data, "", PARTS), given, partial).table()


class _Reader(Reader[Kit]):
    def table(self) -> Table:
        g = self.g
        players = read_table(self.get("players"), "players", g.seats)
        seats = tuple(self.seat(name, players.get(name, {})) for name in g.seats)
        neutral = read_mask(self.get("neutral"), "neutral", partial(read_place, g))
        self.posts_apart(seats, neutral)
        self.routes_apart(seats)
        numbers, reserve = self.numbers()
        t = Table(
            seats=tuple(self.worked_out(seat) for seat in seats),
            phase=PHASES.read(g, self.get("phase"), "phase"),
            turn=self.seat_named("turn"),
            first=self.seat_named("first"),
            stacks=self.stacks(seats),
            bank=self.gold(seats),
            stock=self.stock(seats),
            pile=read_counts(g.cards, self.get("pile"), "pile"),
            reserve=reserve,
            numbers=numbers,
            robber=self.robber(),
            neutral=neutral,
            neutral_left=self.neutral_left(neutral),
            supplied=self.supplied(seats, neutral),
            rolled=read_flag(self.get("rolled"), "rolled"),
            bought=read_whole(self.get("bought"), "bought"),
            card_played=read_flag(self.get("card_played"), "card_played"),
            tolls=self.tolls(),
            taken=_union(seat.routes for seat in seats),
            occupied=_union(seat.posts for seat in seats) | neutral,
            yields=by_number(numbers),
        )
        t = self.follow(t)
        t = changed(t, connected=self.connected(t))
        return t

    def follow(self, t: Table) -> Table:
        """The phase, whose turn it is and whether the dice were rolled, where one follows from what else was set."""
        g = self.g
        touched = [path.split(".") for path in self.given]
        if self.free("rolled") and ["phase"] in touched:
            t = changed(t, rolled=not isinstance(t.phase, BEFORE_THE_DICE))
        has_cards = any("cards" in parts or parts in (["turn"], ["card_played"]) for parts in touched)
        if has_cards and self.free("phase") and isinstance(t.phase, p.Dice | p.BeforeDice) and not t.rolled:
            first = not t.card_played and turn.can_play_first(g, t, t.turn)
            t = changed(t, phase=turn.BEFORE_DICE if first else turn.DICE)
        if self.free("turn") and ["phase"] in touched:
            match t.phase:
                case p.FirstPost(k):
                    t = changed(t, turn=places_post(k, g.players, t.first))
                case p.NeutralPost(k) | p.FirstRoute(k):
                    t = changed(t, turn=places_after(k, g.players, t.first))
        return t

    def seat(self, name: str, value: Any) -> Seat:
        g, path = self.g, f"players.{name}"
        data = read_table(value, path, SEAT_PARTS)
        posts = read_mask(data.get("posts", []), f"{path}.posts", partial(read_place, g))
        for place in spots(posts & ~g.cities):
            if not self.partial:
                raise PositionError(f"{path}.posts", f"{g.map.intersections[place]} is not a city")
        count = posts.bit_count()
        in_hand = read_whole(data.get("posts_in_hand", 0), f"{path}.posts_in_hand")
        if self.free(f"{path}.posts_in_hand"):
            in_hand = max(0, g.initial - count)
        depot = read_whole(data.get("depot", 0), f"{path}.depot")
        if self.free(f"{path}.depot"):
            why = f"{count} posts stand on the board, the set-up has {g.posts_total}"
            depot = self.fits(f"{path}.posts", g.posts_total - in_hand - count, why)
        delivered = read_whole(data.get("delivered", 0), f"{path}.delivered")
        goods = read_whole(data.get("goods", 0), f"{path}.goods")
        if self.free(f"{path}.goods"):
            why = f"{delivered} delivered and {depot} covered of {g.goods_total} goods"
            goods = self.fits(f"{path}.delivered", free_goods(g.goods_total, depot, delivered), why)
        return Seat(
            hand=read_counts(RESOURCES, data.get("hand", {}), f"{path}.hand"),
            gold=read_whole(data.get("gold", 0), f"{path}.gold"),
            cards=read_counts(g.cards, data.get("cards", {}), f"{path}.cards"),
            new_cards=read_counts(g.cards, data.get("new_cards", {}), f"{path}.new_cards"),
            depot=depot,
            goods=goods,
            delivered=delivered,
            in_hand=in_hand,
            posts=posts,
            routes=self.routes(data.get("routes", []), f"{path}.routes"),
            merchants=self.merchants(data.get("merchants", []), f"{path}.merchants"),
            caravans=self.caravans(data.get("caravans", []), f"{path}.caravans"),
        )

    def routes(self, value: Any, path: str) -> int:
        mask = read_mask(value, path, partial(read_path, self.g))
        if mask.bit_count() > self.g.routes_each and not self.partial:
            raise PositionError(path, f"{mask.bit_count()} routes, a player has {self.g.routes_each}")
        return mask

    def merchants(self, value: Any, path: str) -> tuple[int, ...]:
        places = sorted(read_place(self.g, name, f"{path}.{k}") for k, name in enumerate(read_list(value, path)))
        if len(places) > self.g.merchants_each and not self.partial:
            raise PositionError(path, f"{len(places)} merchants, a player has {self.g.merchants_each}")
        return tuple(places)

    def caravans(self, value: Any, path: str) -> tuple[int | None, ...]:
        g = self.g
        paths = [read_path(g, name, f"{path}.{k}") if name else None for k, name in enumerate(read_list(value, path))]
        if len(paths) > g.caravans_each:
            raise PositionError(path, f"{len(paths)} caravans, a player has {g.caravans_each}")
        return tuple(paths + [None] * (g.caravans_each - len(paths)))

    def worked_out(self, seat: Seat) -> Seat:
        g = self.g
        at_posts = _union(g.paths_at[place] for place in spots(seat.posts))
        ends = _union(g.end_mask[path] for path in spots(seat.routes))
        reach = at_posts | _union(g.paths_at[place] for place in spots(ends))
        return changed(seat, at_posts=at_posts, reach=reach)

    def posts_apart(self, seats: tuple[Seat, ...], neutral: int) -> None:
        seen = neutral
        for name, seat in zip(self.g.seats, seats, strict=True):
            for place in spots(seen & seat.posts):
                raise PositionError(
                    f"players.{name}.posts", f"another post stands on {self.g.map.intersections[place]}"
                )
            seen |= seat.posts

    def routes_apart(self, seats: tuple[Seat, ...]) -> None:
        seen = 0
        for name, seat in zip(self.g.seats, seats, strict=True):
            for path in spots(seen & seat.routes):
                raise PositionError(f"players.{name}.routes", f"another route lies on {self.g.map.path_names[path]}")
            seen |= seat.routes
        for name, seat in zip(self.g.seats, seats, strict=True):
            for k, on in enumerate(seat.caravans):
                if on is not None and not seen >> on & 1 and not self.partial:
                    why = f"no route lies on {self.g.map.path_names[on]}; set the routes or the caravans too"
                    raise PositionError(f"players.{name}.caravans.{k}", why)

    def numbers(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        g = self.g
        numbers = list(g.map.printed)
        laid: list[Counter[int]] = [Counter() for _ in TERRAINS]
        for name, value in read_table(self.get("tokens"), "tokens").items():
            region = read_name(g.map.region_index, name, f"tokens.{name}", "land region")
            if not g.map.disc[region]:
                raise PositionError(f"tokens.{name}", f"the region has the printed number {g.map.printed[region]}")
            if value == 0:
                continue
            numbers[region] = read_whole(value, f"tokens.{name}")
            if not 2 <= numbers[region] <= 12:
                raise PositionError(f"tokens.{name}", "two dice show 2 to 12")
            laid[g.colour[region]][numbers[region]] += 1
        table = read_table(self.get("reserve"), "reserve", TERRAINS)
        reserve = []
        for colour, terrain in enumerate(TERRAINS):
            values = tuple(
                sorted(read_whole(v, f"reserve.{terrain}") for v in read_list(table.get(terrain, []), "reserve"))
            )
            if self.free(f"reserve.{terrain}"):
                left = Counter(g.token_values[colour])
                left.subtract(laid[colour])
                wrong = [value for value, count in left.items() if count < 0]
                if wrong and not self.partial:
                    have = ", ".join(map(str, g.token_values[colour]))
                    raise PositionError("tokens", f"no more {terrain} token {wrong[0]}; its tokens are {have}")
                values = tuple(sorted((+left).elements()))
            reserve.append(values)
        return tuple(numbers), tuple(reserve)

    def stacks(self, seats: tuple[Seat, ...]) -> tuple[int, ...]:
        bank = read_table(self.get("bank"), "bank", GOODS)
        stacks = []
        for kind, name in enumerate(RESOURCES):
            if self.free(f"bank.{name}") or (self.given and name not in bank):
                held = sum(seat.hand[kind] for seat in seats)
                why = f"the hands hold {held} {name}, there are {self.g.each}"
                stacks.append(self.fits(f"bank.{name}", self.g.each - held, why))
            else:
                stacks.append(read_whole(bank.get(name, 0), f"bank.{name}"))
        return tuple(stacks)

    def gold(self, seats: tuple[Seat, ...]) -> int:
        bank = read_table(self.get("bank"), "bank", GOODS)
        if self.free("bank.gold") or (self.given and "gold" not in bank):
            held = sum(seat.gold for seat in seats)
            if not self.g.gold_limited:
                return self.g.gold_total - held
            return self.fits(
                "bank.gold", self.g.gold_total - held, f"the players hold {held} of {self.g.gold_total} gold"
            )
        value = bank.get("gold", 0)
        if not self.g.gold_limited and type(value) is int:
            return value
        return read_whole(value, "bank.gold")

    def stock(self, seats: tuple[Seat, ...]) -> tuple[int, ...]:
        g = self.g
        stock = read_counts(g.cards, self.get("stock"), "stock")
        if not self.free("stock"):
            return stock
        pile = read_counts(g.cards, self.get("pile"), "pile")
        left = []
        for k, name in enumerate(g.cards):
            used = pile[k] + sum(seat.cards[k] + seat.new_cards[k] for seat in seats)
            left.append(self.fits("stock", g.deck[k] - used, f"{used} {name} cards are out, there are {g.deck[k]}"))
        return tuple(left)

    def robber(self) -> int:
        value = self.get("robber")
        return REGION.read(self.g, value, "robber") if value else -1

    def neutral_left(self, neutral: int) -> int:
        if self.free("neutral_left"):
            return max(0, self.g.neutral_posts - neutral.bit_count())
        return read_whole(self.get("neutral_left"), "neutral_left")

    def supplied(self, seats: tuple[Seat, ...], neutral: int) -> int:
        mask = read_mask(self.get("supplied"), "supplied", partial(read_place, self.g))
        posts = _union(seat.posts for seat in seats) | neutral
        if self.partial:
            return mask
        for place in spots(mask & ~posts):
            raise PositionError("supplied", f"no post stands on {self.g.map.intersections[place]}")
        delivered = sum(seat.delivered for seat in seats)
        if delivered != mask.bit_count():
            many = f"{mask.bit_count()} posts hold a good, {delivered} were delivered"
            raise PositionError("supplied", f"{many}: say who delivered with players.COLOUR.delivered")
        return mask

    def tolls(self) -> tuple[tuple[int, int], ...]:
        tolls = []
        for k, row in enumerate(read_list(self.get("tolls"), "tolls")):
            row = read_table(row, f"tolls.{k}", ("caravan", "to"))
            to = read_name(self.g.seat_number, row.get("to"), f"tolls.{k}.to", "seat")
            tolls.append((read_whole(row.get("caravan"), f"tolls.{k}.caravan"), to))
        return tuple(sorted(tolls))

    def connected(self, t: Table) -> int:
        if not self.free("connected"):
            return read_mask(self.get("connected"), "connected", partial(read_place, self.g))
        mask, left = 0, t.taken
        while left:
            path = spots(left)[0]
            whole_net = isolated.linked(self.g, t.taken, self.g.ends[path][0])
            cities = whole_net & self.g.cities
            if cities.bit_count() > 1:
                mask |= cities
            left &= ~_union(self.g.paths_at[place] for place in spots(whole_net))
        return mask


def _union(masks: Iterable[int]) -> int:
    whole_mask = 0
    for mask in masks:
        whole_mask |= mask
    return whole_mask


# ---- named starts


def placing(g: Kit, engine: Engine[Table, Move]) -> Table:
    """The first placement of a game with chosen positions; the first seat begins."""
    return ready(g, engine, until=p.FirstPost)


def ready(g: Kit, engine: Engine[Table, Move], until: type[Phase] | None = None) -> Table:
    """The first turn of a game set up without chance: what is printed, else legal choices, spread out."""
    t = engine.start()
    printed = dict(g.map.fixed_tokens)
    placed = 0
    while engine.actor(t) != OVER and isinstance(
        t.phase, p.DashedToken | p.RobberStart | p.FirstRoll | p.FirstPost | p.NeutralPost | p.FirstRoute
    ):
        if until is not None and isinstance(t.phase, until):
            break
        legal = list(engine.legal_moves(t))
        match t.phase:
            case p.DashedToken(circle):
                value = printed.get(g.dashed[circle])
                move = g.number[value] if value is not None and g.number[value] in legal else legal[0]
            case p.FirstRoll(rolling):
                move = g.rolls[-1] if rolling[0] == 0 else g.rolls[0]
            case p.FirstPost():
                move = legal[placed * 7 % len(legal)]
                placed += 1
            case _:
                move = legal[0]
        t = engine.apply(t, move)
    return changed(t, events=())


def empty(g: Kit, engine: Engine[Table, Move]) -> Table:
    """The action phase of the first seat, with number tokens laid and no player's piece on the board."""
    t = ready(g, engine)
    data = to_json(g, t)
    blank = to_json(g, setup.start(g))
    data |= {key: blank[key] for key in ("players", "neutral", "neutral_left", "supplied", "connected", "bank")}
    data |= {"phase": "actions", "turn": g.seats[0], "first": g.seats[0], "rolled": True}
    return from_json(g, data, (), partial=False)
