"""Players that know what they want: between them they finish games and come to the rules that chance seldom meets.

A player serves all seats of its game and is asked for every decision, so it decides by the kinds of moves that are
open and a few look-ups; ways on the board are worked out once for each set of places to go to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.players import Factory, Player, company, of, pick
from rulecheck.properties.catan_europe.facts import Facts, facts, mask, numbers
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.table import (
    GOLD,
    GRAIN,
    ORE,
    RESOURCES,
    SALT,
    WOOD,
    WOOL,
    Actions,
    Answering,
    Choosing,
    Delivering,
    Discarding,
    Driving,
    FirstPost,
    FreeRoute,
    Marching,
    Offering,
    Phase,
    Seat,
    Table,
)
from rulecheck.reference_engines.contract import Engine

Moves = Sequence[Any]

ROUTE: Final = (WOOD, ORE)
MERCHANT: Final = (WOOD, WOOL, GRAIN)
CARAVAN: Final = (WOOD, ORE, SALT)
CARD: Final = (WOOL, SALT)
FAR: Final = 999


def distances(f: Facts, places: int) -> list[int]:
    """How far each intersection is from the nearest of some places."""
    far = [FAR] * len(f.at)
    steps, edge, seen = 0, places, 0
    while edge:
        seen |= edge
        near = 0
        for place in numbers(edge):
            far[place] = steps
            near |= f.around_place[place]
        edge = near & ~seen
        steps += 1
    return far


def drives(f: Facts, routes: int, goals: int) -> dict[int, int]:
    """How many steps along routes each route is from the nearest of some routes."""
    far: dict[int, int] = {}
    steps, edge, left = 0, goals & routes, routes
    while edge:
        left &= ~edge
        near = 0
        for path in numbers(edge):
            far[path] = steps
            near |= f.around_path[path]
        edge = near & left
        steps += 1
    return far


class Aimed:
    """Delivers goods: founds posts for free goods, builds towards foreign posts, drives there.

    `keen` says how often it prefers to found posts while it has goods to deliver; `chatty` how often it trades;
    `cards` how often it buys a card that it can pay for.
    """

    keen = 0.3
    chatty = 0.05
    cards = 0.02
    slip = 0.03
    """How often it does just anything."""

    def __init__(self, rng: Random) -> None:
        self._ways: dict[int, list[int]] = {}
        self._drives: dict[tuple[int, int], dict[int, int]] = {}
        self._found_first = False
        self._turn = -1
        self._by_phase: dict[type[Phase], Callable[[Facts, Table, Moves, Random], Any]] = {
            Actions: self.act,
            Offering: self.offer,
            Answering: self.answer,
            Choosing: self.choose,
            Driving: self.drive,
            Delivering: self.deliver,
            Marching: self.march,
            FreeRoute: self.free_route,
            Discarding: self.discard,
            FirstPost: self.first_post,
        }

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        choose = self._by_phase.get(type(t.phase))
        if choose is None or rng.random() < self.slip:
            return pick(legal, rng)
        return choose(facts(engine), t, legal, rng)

    # Where to go

    def customers(self, t: Table, seat: Seat) -> int:
        """Mask of the posts that take a good of a player."""
        return t.occupied & ~seat.posts & ~t.supplied

    def ways(self, f: Facts, places: int) -> list[int]:
        """How far each intersection is from the nearest of some places."""
        steps = self._ways.get(places)
        if steps is None:
            if len(self._ways) > 200:
                self._ways.clear()
            steps = self._ways[places] = distances(f, places)
        return steps

    def roads(self, f: Facts, t: Table, seat: Seat) -> dict[int, int]:
        """How many steps each route is from one where a good can be delivered."""
        goals = self.customers(t, seat)
        steps = self._drives.get((t.taken, goals))
        if steps is None:
            if len(self._drives) > 200:
                self._drives.clear()
            steps = self._drives[t.taken, goals] = drives(f, t.taken, f.touching(goals))
        return steps

    # The action phase

    def act(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """What brings the next delivery nearer, if it can be paid for; else a purchase or exchange towards it."""
        seat = t.seats[t.turn]
        if rng.random() < self.chatty and type(legal[0]) is m.Give:
            return legal[0]
        if rng.random() < self.cards:
            cards = [move for move in legal if type(move) in (m.BuyCard, m.Play)]
            if cards:
                return pick(cards, rng)
        founding = seat.depot > 0 and (not seat.goods or rng.random() < self.keen)
        done = (self.found if founding else self.supply)(f, t, seat, legal, rng)
        return legal[-1] if done is None else done

    def found(self, f: Facts, t: Table, seat: Seat, legal: Moves, rng: Random) -> Any:
        """Towards a new post: march, recruit, or gather what these cost."""
        if seat.merchants:
            if seat.hand[GRAIN]:
                far = self.ways(f, f.cities & ~t.occupied)
                return min(of(m.March, legal), key=lambda move: far[f.place[move.at]], default=None)
            return self.gather(t, seat, (GRAIN,), legal, rng)
        recruits = of(m.Recruit, legal)
        if recruits:
            far = self.ways(f, f.cities & ~t.occupied)
            return min(recruits, key=lambda move: far[f.place[move.city]])
        return self.gather(t, seat, MERCHANT, legal, rng)

    def supply(self, f: Facts, t: Table, seat: Seat, legal: Moves, rng: Random) -> Any:
        """Towards a delivery: drive, build, equip, or gather what these cost."""
        goals = self.customers(t, seat)
        if not goals:
            return self.found(f, t, seat, legal, rng) if seat.depot else None
        roads = self.roads(f, t, seat)
        standing = [p for p in seat.caravans if p is not None]
        near = min((roads.get(p, FAR) for p in standing), default=FAR)
        if near <= 6:
            if seat.hand[SALT]:
                return min(of(m.Drive, legal), key=lambda move: roads.get(f.path[move.path], FAR), default=None)
            return self.gather(t, seat, (SALT,), legal, rng)
        if not standing and seat.routes:
            return next(iter(of(m.Equip, legal)), None) or self.gather(t, seat, CARAVAN, legal, rng)
        routes = of(m.Route, legal)
        if routes:
            return self.towards(f, t, goals, routes, rng)
        if seat.routes.bit_count() >= f.routes_each:
            return self.found(f, t, seat, legal, rng)
        return self.gather(t, seat, ROUTE, legal, rng)

    def towards(self, f: Facts, t: Table, goals: int, routes: list[Any], rng: Random) -> Any:
        """The route that comes nearest to one of the goals, from the routes its caravans can reach."""
        far = self.ways(f, goals)
        linked = 0
        for caravan in t.seats[t.turn].caravans:
            if caravan is not None:
                linked |= f.linked(t.taken, f.ends[caravan][0])
        best: list[Any] = []
        least = FAR * 2
        for route in routes:
            a, b = f.ends[f.path[route.path]]
            if linked and not (linked >> a | linked >> b) & 1:
                continue
            new = min(far[a] if not linked >> a & 1 else FAR, far[b] if not linked >> b & 1 else FAR)
            if new < least:
                least, best = new, [route]
            elif new == least:
                best.append(route)
        return pick(best or routes, rng)

    def gather(self, t: Table, seat: Seat, price: tuple[int, ...], legal: Moves, rng: Random) -> Any:
        """Something from the bank that the price still lacks, for what it can spare; None: nothing to be had."""
        missing = {RESOURCES[kind] for kind in price if not seat.hand[kind]}
        if not missing:
            return None
        for move in legal:
            if type(move) is m.Buy and move.kind in missing:
                return move
        for move in legal:
            if type(move) is m.Exchange and move.wanted in missing:
                kind = RESOURCES.index(move.kind)
                if seat.hand[kind] >= 3 + (kind in price):
                    return move
        if rng.random() < 0.15:
            gold = [move for move in legal if type(move) is m.Exchange and move.wanted == "gold"]
            return pick(gold, rng) if gold else None
        return None

    # Journeys

    def march(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """To the nearest free city, or towards it."""
        far = self.ways(f, f.cities & ~t.occupied)
        return min(of(m.To, legal), key=lambda move: far[f.place[move.place]], default=legal[-1])

    def drive(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Onto the route nearest to a customer; without goods or customers it halts."""
        seat = t.seats[t.turn]
        roads = self.roads(f, t, seat)
        steps = of(m.Onto, legal)
        phase = t.phase
        assert isinstance(phase, Driving)
        here = seat.caravans[phase.caravan]
        if steps and seat.goods and roads.get(here if here is not None else -1, FAR) > 0:
            return min(steps, key=lambda move: roads.get(f.path[move.path], FAR))
        if steps and seat.goods:
            return pick(steps, rng)
        return legal[-1]

    def deliver(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Any post will do."""
        return legal[0]

    def free_route(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Towards a customer."""
        routes = of(m.Route, legal)
        goals = self.customers(t, t.seats[t.turn])
        return self.towards(f, t, goals, routes, rng) if routes and goals else legal[-1]

    # Trade

    def wanted(self, seat: Seat) -> list[int]:
        """The kinds a player holds least of."""
        return sorted(range(5), key=lambda kind: seat.hand[kind])

    def offer(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """One of what it holds most for one of what it holds least."""
        offer = t.phase
        assert isinstance(offer, Offering)
        seat = t.seats[offer.maker]
        if type(legal[-1]) is m.Propose:
            return legal[-1]
        gives = of(m.Give, legal)
        if gives and not any(offer.give):
            return max(
                gives, key=lambda move: seat.gold if move.kind == "gold" else seat.hand[RESOURCES.index(move.kind)]
            )
        wants = {move.kind: move for move in legal if type(move) is m.Want}
        for kind in self.wanted(seat):
            if RESOURCES[kind] in wants:
                return wants[RESOURCES[kind]]
        return pick(legal, rng)

    def answer(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Accepts what makes its hand more even, or now and then what it is asked; seldom answers with an offer."""
        phase = t.phase
        assert isinstance(phase, Answering)
        words = {move.word: move for move in legal}
        if rng.random() < 0.05 and "counter" in words:
            return words["counter"]
        if "accept" not in words:
            return words["decline"]
        seat = t.seats[phase.asked]
        gain = sum(count for kind, count in enumerate(phase.give) if kind == GOLD or not seat.hand[kind])
        loss = sum(count for kind, count in enumerate(phase.want) if kind == GOLD or seat.hand[kind] == 1)
        return words["accept" if gain > loss or rng.random() < 0.2 else "decline"]

    def choose(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Closes with the first who agreed."""
        return legal[0]

    # The rest

    def discard(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Returns what it holds most of."""
        assert isinstance(t.phase, Discarding)
        hand = t.seats[t.phase.due[0][0]].hand
        return max(legal, key=lambda move: hand[RESOURCES.index(move.kind)])

    def first_post(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Where many numbered regions meet."""

        def worth(move: Any) -> float:
            regions = f.map.regions_at[f.place[move.city]]
            return sum(6 - abs(7 - t.numbers[r]) for r in regions if t.numbers[r]) + rng.random()

        return max(legal, key=worth)


class Greedy(Aimed):
    """Plays to win: delivers before it founds, does what it can pay for, and trades before it ends a turn."""

    slip = 0.0
    chatty = 0.7

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._missing: set[int] = set()

    def gather(self, t: Table, seat: Seat, price: tuple[int, ...], legal: Moves, rng: Random) -> Any:
        """The same; what the price still lacks is what it will ask the others for."""
        self._missing = {kind for kind in price if not seat.hand[kind]}
        return super().gather(t, seat, price, legal, rng)

    def wanted(self, seat: Seat) -> list[int]:
        """What it is short of for what it is about to do."""
        return sorted(range(5), key=lambda kind: (kind not in self._missing, seat.hand[kind]))

    def act(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """A delivery, or else a post; what is missing for either it asks the others for."""
        seat = t.seats[t.turn]
        plans = ([self.supply] if seat.goods else []) + ([self.found] if seat.depot else [])
        for plan in plans:
            done = plan(f, t, seat, legal, rng)
            if done is not None:
                return done
        if type(legal[0]) is m.Give and rng.random() < self.chatty:
            return legal[0]
        return legal[-1]


class Founder(Aimed):
    """Founds posts as long as there are any, then delivers."""

    keen = 0.9


class Trader(Aimed):
    """Offers before it does anything else, with more than one card on a side, and answers with offers of its own."""

    chatty = 0.25

    def offer(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Sometimes more than one for one."""
        offer = t.phase
        assert isinstance(offer, Offering)
        more = sum(offer.give) + sum(offer.want) < 4 and rng.random() < 0.3
        if more and type(legal[-1]) is m.Propose:
            return pick(legal[:-1] or legal, rng)
        return super().offer(f, t, legal, rng)

    def answer(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Accepts half of the time."""
        words = {move.word: move for move in legal}
        word = rng.choice(("accept", "accept", "counter", "decline"))
        return words.get(word) or super().answer(f, t, legal, rng)

    def choose(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Closes with anybody, or nobody."""
        return pick(legal, rng)


class Gambler(Aimed):
    """Buys and plays cards whenever it can, moves the robber, keeps full hands, and slips often."""

    cards = 0.6
    slip = 0.15
    chatty = 0.1

    def discard(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Returns anything."""
        return pick(legal, rng)


class Crowder(Aimed):
    """Equips every caravan and drives them all onto the same routes, over opponents' routes most of all."""

    keen = 0.1
    slip = 0.06

    def act(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """A second caravan, salt to drive, routes that join those of others; now and then a delivery."""
        if rng.random() < 0.25:
            return super().act(f, t, legal, rng)
        seat = t.seats[t.turn]
        if None in seat.caravans:
            return next(iter(of(m.Equip, legal)), None) or self.gather(t, seat, CARAVAN, legal, rng) or legal[-1]
        drives = of(m.Drive, legal)
        if drives and rng.random() < 0.8:
            return pick(drives, rng)
        routes = of(m.Route, legal)
        if routes:
            others = f.ends_of(t.taken & ~seat.routes)
            touching = [r for r in routes if mask(f.ends[f.path[r.path]]) & others]
            far = self.ways(f, others) if others else []
            if touching or not far:
                return pick(touching or routes, rng)
            return min(routes, key=lambda move: min(far[end] for end in f.ends[f.path[move.path]]))
        wanted = ROUTE if seat.routes.bit_count() < 12 else (SALT,)
        return self.gather(t, seat, wanted, legal, rng) or self.gather(t, seat, (SALT,), legal, rng) or legal[-1]

    def drive(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Onto routes where caravans stand, and over those of opponents."""
        seat = t.seats[t.turn]
        phase = t.phase
        assert isinstance(phase, Driving)
        steps = of(m.Onto, legal)
        if not steps or (rng.random() < 0.15 and type(legal[-1]) is m.Halt):
            return legal[-1]
        standing: dict[int, int] = {}
        for other in t.seats:
            for path in other.caravans:
                if path is not None:
                    standing[path] = standing.get(path, 0) + 1

        def draw(move: Any) -> float:
            path = f.path[move.path]
            return 2 * standing.get(path, 0) + (not seat.routes >> path & 1) + 2 * rng.random()

        return max(steps, key=draw)


class Hoarder(Aimed):
    """Keeps what it has: buys every card and plays none, empties stacks, gathers merchants without marching."""

    def act(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Cards first, then hoarding one kind from the bank."""
        seat = t.seats[t.turn]
        buys = of(m.BuyCard, legal)
        if buys:
            return buys[0]
        wanted = self.gather(t, seat, CARD, legal, rng)
        if wanted is not None:
            return wanted
        if rng.random() < 0.1:
            return pick(legal, rng)
        return legal[-1]


class Builder(Aimed):
    """Builds routes from everything, until none is left, and looks for double arrows and isolated cities."""

    def act(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Routes first, those on double arrows or at cities before others."""
        seat = t.seats[t.turn]
        routes = of(m.Route, legal)
        if routes:
            if rng.random() < 0.5:
                arrows = [r for r in routes if f.map.double[f.path[r.path]]]
                cities = [r for r in routes if mask(f.ends[f.path[r.path]]) & f.cities & ~t.connected]
                return pick(arrows or cities or routes, rng)
            return pick(routes, rng)
        if seat.routes.bit_count() >= f.routes_each:
            return super().act(f, t, legal, rng)
        return self.gather(t, seat, ROUTE, legal, rng) or legal[-1]

    def free_route(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Anywhere."""
        return legal[int(rng.random() * (len(legal) - 1))]


class Miser(Aimed):
    """Never plays, builds or buys in the first place: hands fill, stacks run short, sevens hurt."""

    chatty = 0.0

    def act(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Ends the turn, nearly always."""
        return pick(legal, rng) if rng.random() < 0.02 else legal[-1]


KINDS: Final[tuple[Callable[[Random], Player], ...]] = (Aimed, Founder, Trader, Gambler, Crowder, Hoarder, Builder)

PLAYERS: Final[Mapping[str, Factory]] = {
    "carrier": Aimed,
    "founder": Founder,
    "trader": Trader,
    "gambler": Gambler,
    "crowder": Crowder,
    "hoarder": Hoarder,
    "builder": Builder,
    "miser": Miser,
    "company": company(KINDS, 4),
}


TO_WIN: Final[Mapping[str, Factory]] = {"greedy": Greedy}
