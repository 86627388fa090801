"""What a position of Merchants of Europe says: who may do what where, and the set-up, from text, map and cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.auditors.europe import YIELDS, Europe
from tests.auditors.stream import Book, Json, Step, Table, Tally, data

GAME = "catan_europe"
KINDS = ("wood", "wool", "grain", "ore", "salt")
LISTS = ("posts", "routes", "merchants")
PRICES = {
    "route": ("ore", "wood"),
    "merchant": ("wool", "grain", "wood"),
    "caravan": ("ore", "wood", "salt"),
    "card": ("wool", "salt"),
}


def by_toll(tolls: list[Json]) -> list[Json]:
    """Tolls paid, in an order of their own."""
    return sorted(tolls, key=lambda paid: (paid["caravan"], paid["to"]))


def in_order(state: Json) -> Json:
    """A position whose lists of places are sorted: their order says nothing."""
    players = {
        seat: {**player, **{name: sorted(player[name]) for name in LISTS}} for seat, player in state["players"].items()
    }
    lists = {name: sorted(state[name]) for name in ("neutral", "supplied", "connected")}
    return {**state, **lists, "players": players, "tolls": by_toll(state["tolls"])}


class View(Book):
    """A position of Merchants of Europe, as it is told or predicted so far."""

    def __init__(self, table: Table, tally: Tally) -> None:
        super().__init__(table, tally)
        setup = table.setup or "short-fixed"
        self.fixed = setup == "short-fixed"
        self.board = "full" if setup == "full" else "short"
        self.map = Europe(self.board)
        self.goods = self.number[f"{self.board}.goods"]
        self.cards = {card["name"]: card for card in data(GAME, "cards")["card"]}
        self.decider = ""

    def begin(self, told: Json) -> None:
        """The set-up."""
        number, seats = self.number, list(told["players"])
        player = {
            "gold": number["start.gold"],
            "hand": dict.fromkeys(KINDS, 0),
            "depot": number[f"{self.board}.covered"],
            "goods": self.goods - number[f"{self.board}.covered"],
            "posts_in_hand": number[f"{self.board}.initial"],
        }
        self.opens("setup.posts-short", {seat: player for seat in seats}, told["players"], "players")
        bank = dict.fromkeys(KINDS, number["resource.each"])
        bank["gold"] = number["gold.total"] - len(seats) * number["start.gold"]
        self.opens("setup.stacks", bank, told["bank"], "bank")
        self.opens("setup.cards", {name: card["count"] for name, card in self.cards.items()}, told["stock"], "stock")
        tokens = data(GAME, "tokens")["token"]
        reserve = {
            terrain: sorted(token["value"] for token in tokens if token["terrain"] == terrain) for terrain in YIELDS
        }
        self.opens("setup.reserve", reserve, told["reserve"], "reserve")
        self.same("setup.neutral-posts", "neutral_left", 3 if len(seats) == 3 else 0, told["neutral_left"])

    def who(self, seat: str) -> Json:
        player: Json = self.p.get("players", seat)
        return player

    @property
    def turn(self) -> str:
        return str(self.p.get("turn"))

    def seats(self, first: str | None = None, way: int = 1) -> list[str]:
        """All seats clockwise, or counter-clockwise, from one of them."""
        seats = list(self.p.get("players"))
        place = seats.index(first or self.turn)
        return (seats[place:] + seats[:place]) if way > 0 else (seats[place::-1] + seats[:place:-1])

    def owners(self) -> dict[str, str]:
        """Whose post stands in which city."""
        posts = {city: seat for seat, player in self.p.get("players").items() for city in player["posts"]}
        return dict.fromkeys(self.p.get("neutral"), "neutral") | posts

    def routes(self) -> dict[str, str]:
        return {path: seat for seat, player in self.p.get("players").items() for path in player["routes"]}

    def merchants(self) -> list[str]:
        return [place for player in self.p.get("players").values() for place in player["merchants"]]

    def standing(self) -> Counter[str]:
        return Counter(path for player in self.p.get("players").values() for path in player["caravans"] if path)

    def region_number(self, region: str) -> int:
        return int(self.map.printed.get(region, 0) or self.p.get("tokens").get(region, 0))

    def pays(self, seat: str, what: str) -> bool:
        hand = self.who(seat)["hand"]
        return all(hand[kind] >= self.number[f"{what}.{kind}"] for kind in PRICES[what])

    def buildable(self, seat: str, touching: str = "") -> set[str]:
        """The free paths on which a route may be built."""
        player, taken = self.who(seat), self.routes()
        ends = set(player["posts"]) | {end for path in player["routes"] for end in self.map.ends[path]}
        if touching:
            ends = set(self.map.ends[touching])
        if len(player["routes"]) >= self.number["routes.each"]:
            return set()
        return {path for end in ends for path in self.map.ways[end].values() if path not in taken}

    def recruits(self, seat: str) -> set[str]:
        return {f"recruit at {city}" for city in self.who(seat)["posts"] if city not in self.merchants()}

    def caravan_places(self, seat: str) -> set[str]:
        standing, room = self.standing(), self.number["caravans.per-route"]
        return {f"caravan at {path}" for path in self.posted(seat) if standing[path] < room}

    def posted(self, seat: str) -> set[str]:
        """The player's routes at one of their posts: a caravan that stands there can be placed there again."""
        player = self.who(seat)
        return {path for path in player["routes"] if set(self.map.ends[path]) & set(player["posts"])}

    def playable(self, seat: str) -> set[str]:
        """The cards that may be played, by moves."""
        player, moves = self.who(seat), set()
        for name, count in player["cards"].items():
            effect = self.cards[name]["effect"]
            useful = {
                "free_routes": bool(self.buildable(seat)),
                "free_merchant_move": bool(player["merchants"]),
                "free_caravan_move": any(player["caravans"]),
                "take_resources": any(self.p.get("bank", kind) for kind in KINDS),
            }.get(effect, True)
            if count and useful and not self.p.get("card_played"):
                moves.add(f"play {name}")
        return moves

    def actions(self) -> set[str]:
        """All that may be done in the action phase."""
        seat, p, number = self.turn, self.p, self.number
        player = self.who(seat)
        hand, gold, bank = player["hand"], player["gold"], p.get("bank")
        moves = {"end turn"} | self.playable(seat) | {f"give {kind}" for kind in KINDS if hand[kind]}
        if gold:
            moves.add("give gold")
        if gold >= number["buy.price"] and p.get("bought") < number["buy.limit"]:
            moves |= {f"buy {kind}" for kind in KINDS if bank[kind]}
        for kind in (kind for kind in KINDS if hand[kind] >= number["exchange.rate"]):
            moves |= {f"exchange {kind} for {other}" for other in (*KINDS, "gold") if other != kind and bank[other]}
        if self.pays(seat, "card") and (sum(p.get("stock").values()) or sum(p.get("pile").values())):
            moves.add("buy card")
        if self.pays(seat, "route"):
            moves |= {f"route {path}" for path in self.buildable(seat)}
        if self.pays(seat, "merchant"):
            if len(player["merchants"]) < number["merchants.each"]:
                moves |= self.recruits(seat)
            else:
                free, posts = self.recruits(seat), player["posts"]
                moves |= {f"lift merchant at {place}" for place in player["merchants"] if free or place in posts}
        if self.pays(seat, "caravan"):
            caravans = [path for path in player["caravans"] if path]
            if len(caravans) < number["caravans.each"]:
                moves |= self.caravan_places(seat)
            else:
                free, posted = self.caravan_places(seat), self.posted(seat)
                moves |= {f"lift caravan at {path}" for path in caravans if free or path in posted}
        if hand["grain"]:
            moves |= {f"march from {place}" for place in player["merchants"]}
        if hand["salt"]:
            moves |= {f"drive from {path}" for path in player["caravans"] if path}
        return moves

    def marches(self, at: str, steps: int) -> set[str]:
        """Where a merchant's move may end."""
        owners, seat = self.owners(), self.turn
        places = {
            place
            for place in self.map.reach(at, steps)
            if owners.get(place, seat) == seat and place not in self.merchants()
        }
        more = {"pay grain"} if self.who(seat)["hand"]["grain"] else set()
        return {f"to {place}" for place in places} | more | {"stay"}

    def drives(self, seat: str, phase: Json) -> set[str]:
        """The moves of a caravan under way; none are said where a route near it holds two, and it may pass or not."""
        p, here = self.p, self.who(seat)["caravans"][phase["caravan"]]
        routes, standing = self.routes(), self.standing()
        near = self.map.beside(here) & routes.keys() if phase["steps"] else set()
        if any(standing[path] >= self.number["caravans.per-route"] for path in {here, *near} - {here}):
            return set()
        paid = {toll["to"] for toll in p.get("tolls") if toll["caravan"] == phase["caravan"]} | {seat}
        moves = {f"onto {path}" for path in near if routes[path] in paid or self.who(seat)["gold"]}
        if self.who(seat)["hand"]["salt"]:
            moves.add("pay salt")
        return moves | ({"halt"} if standing[here] <= self.number["caravans.per-route"] else set())

    def purse(self, seat: str) -> dict[str, int]:
        """What a player could give, gold too."""
        player = self.who(seat)
        return {kind: count for kind, count in {**player["hand"], "gold": player["gold"]}.items() if count}

    def holds(self, seat: str, goods: Json) -> bool:
        return all(self.purse(seat).get(kind, 0) >= count for kind, count in goods.items())

    def offers(self, phase: Json) -> set[str]:
        """What may still be given, so that something is left to ask for, and whether the offer may be made."""
        give, want = phase["give"], phase["want"]
        purse = self.purse(phase["maker"])
        kinds = give if len(give) == len(KINDS) else purse  # of six kinds, with gold
        moves = {f"give {kind}" for kind in kinds if purse[kind] > give.get(kind, 0) and kind not in want}
        return moves | ({"propose"} if give and want else set())

    def legal(self, step: Step, phase: Json) -> set[str] | None:
        """All that may be done now, where a rule says it."""
        p, seat = self.p, self.turn
        match phase["name"]:
            case "actions":
                return self.actions()
            case "before-dice":
                return self.playable(seat) | {"throw"}
            case "dice" | "first-roll":
                return {f"roll {low} {high}" for high in range(1, 7) for low in range(1, high + 1)}
            case "robber":
                return {f"robber to {region}" for region in self.map.terrain if region != p.get("robber")}
            case "robber-start":
                return {f"robber to {region}" for region in self.map.terrain if not self.region_number(region)}
            case "stealing":
                return {f"steal from {victim}" for victim in self.victims(p.get("robber"))} | {"steal nothing"}
            case "steal-card":
                return {f"stolen {kind}" for kind, count in self.who(phase["victim"])["hand"].items() if count}
            case "discarding":
                return {f"discard {kind}" for kind, count in self.who(phase["due"][0]["seat"])["hand"].items() if count}
            case "marching":
                return self.marches(phase["at"], phase["steps"])
            case "first-post" | "neutral-post":
                free = self.map.purple - self.owners().keys()
                return {f"{'neutral ' * (phase['name'] == 'neutral-post')}post at {city}" for city in free}
            case "first-route":
                return {f"route {path}" for path in self.first_routes(seat)}
            case "free-route":
                return {f"route {path}" for path in self.buildable(seat, phase["touching"])} | {"no route"}
            case "driving":
                return self.drives(seat, phase) or None
            case "place-number":
                return {f"number to {region}" for region in phase["regions"]}
            case "draw-number":
                reserve = p.get("reserve").get(self.map.terrain[phase["region"]])
                return {f"number {v}" for v in reserve} or {f"number from {r}" for r in self.sources(phase["region"])}
            case "offer":
                made = {move for move in step.legal if not move.startswith("want")}  # what may be wanted no rule says
                self.same("trade.must-have", "legal", self.offers(phase), made)
                return None
            case "answer":
                took = {"accept"} if self.holds(phase["asked"], phase["want"]) else set()
                return took | {"decline"} | ({"counter"} if self.purse(phase["asked"]) else set())
            case "choose":
                rows = [row for row in phase["willing"] if self.holds(seat, row["gives"])]
                return {f"deal with {row['seat']}" for row in rows} | {"no deal"}
            case "place-merchant":
                return self.recruits(seat)
            case "place-caravan":
                return self.caravan_places(seat)
            case "card-draw":
                return {f"drawn {card}" for card, count in p.get("stock").items() if count}
            case "free-march":
                return {f"march from {place}" for place in self.who(seat)["merchants"]}
            case "free-drive":
                return {f"drive from {path}" for path in self.who(seat)["caravans"] if path}
            case "harvest":
                return {f"take {kind}" for kind in KINDS if p.get("bank", kind)}
            case "monopoly":
                return {f"name {kind}" for kind in KINDS}
            case _:
                return None

    def first_routes(self, seat: str) -> set[str]:
        """Paths beside a player's posts on which a first route connects no city."""
        taken = self.routes()
        paths = {path for city in self.who(seat)["posts"] for path in self.map.ways[city].values() if path not in taken}
        return {path for path in paths if not self.joined(path, {*taken, path})}

    def joined(self, path: str, routes: set[str]) -> list[str]:
        """Isolated cities that this path connects with another city."""
        near = {end for end in self.map.ends[path]}
        while more := {other for place in near for other, way in self.map.ways[place].items() if way in routes} - near:
            near |= more
        cities = near & self.map.cities
        return sorted(cities - set(self.p.get("connected"))) if len(cities) > 1 else []

    def victims(self, region: str) -> list[str]:
        return [
            seat
            for seat in self.seats()[1:]
            if any(self.who(seat)["hand"].values())
            and any(region in self.map.regions[city] for city in self.who(seat)["posts"])
        ]

    def sources(self, region: str) -> list[Any]:
        """Values in the reserve for a region, else other regions whose token may be taken."""
        terrain = self.map.terrain[region]
        reserve = list(self.p.get("reserve").get(terrain, []))
        return reserve or [
            other for other in self.p.get("tokens") if other != region and self.map.terrain[other] == terrain
        ]
