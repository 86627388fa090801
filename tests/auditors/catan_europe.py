"""An auditor of Merchants of Europe: what each move leads to, up to the next decision, from text, map and cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.auditors.catan_europe_view import GAME, KINDS, PRICES, View, by_toll, in_order
from tests.auditors.europe import YIELDS
from tests.auditors.stream import Json, Prediction, Step, Style, parted

__all__ = ["GAME", "SETUPS", "STYLE", "Auditor"]

SETUPS = {"short-fixed": (3, 4), "short-variable": (3, 4), "full": (3, 4)}


class Auditor(View):
    """One game of Merchants of Europe."""

    # What the position says

    # What happens by itself

    def goto(self, phase: str, decides: str | None = None, **parts: Any) -> None:
        self.p.state["phase"] = {"name": phase, **parts}
        self.decides = decides or self.turn

    def go_on(self) -> None:
        """Back to the action phase, or to the dice."""
        if self.p.get("rolled"):
            self.goto("actions")
        else:
            self.goto("dice", "chance")

    def go_after(self, after: str | None) -> None:
        if after is None:
            self.go_on()
        else:
            self.goto(after, "chance" if after == "dice" else None)

    def earn(self, clause: str, seat: str, gold: int) -> None:
        """The bank pays what it has."""
        paid = min(gold, self.p.get("bank", "gold"))
        if paid < gold:
            self.met("an empty bank")
        self.p.shift(clause, paid, ("bank", "gold"), ("players", seat, "gold"))

    def take(self, clause: str, seat: str, kind: str, count: int = 1) -> None:
        self.p.shift(clause, count, ("bank", kind), ("players", seat, "hand", kind))

    def pay(self, clause: str, seat: str, what: str) -> None:
        for kind in PRICES[what]:
            self.take(clause, seat, kind, -self.number[f"{what}.{kind}"])

    def place(self, clause: str, name: str, *path: str) -> None:
        self.p.set(clause, sorted([*self.p.get(*path), name]), *path)

    def unplace(self, clause: str, name: str, *path: str) -> None:
        names = list(self.p.get(*path))
        names.remove(name)
        self.p.set(clause, names, *path)

    # The beginning

    def on_number(self, _: str, what: str, phase: Json) -> None:
        p, words = self.p, what.split()
        if phase["name"] == "dashed-token":
            circle = phase["circle"]
            self.token(self.map.dashed[circle], int(what), "setup.dashed-tokens")
            self.goto("robber-start" if circle + 1 == len(self.map.dashed) else "dashed-token", "chance")
        elif words[0] == "to":
            self.number_for(words[1], phase.get("after"))
        elif words[0] == "from":
            self.met("token.from-board")
            value = p.get("tokens", words[1])
            self.off_board(words[1])
            p.set("token.from-board", value, "tokens", phase["region"])
            self.go_after(phase.get("after"))
        else:
            self.token(phase["region"], int(what), "token.place")
            self.go_after(phase.get("after"))

    def off_board(self, region: str) -> None:
        tokens = {other: value for other, value in self.p.get("tokens").items() if other != region}
        self.p.set("token.from-board", tokens, "tokens")

    def token(self, region: str, value: int, clause: str) -> None:
        self.unplace(clause, value, "reserve", self.map.terrain[region])  # type: ignore[arg-type]
        self.p.set(clause, value, "tokens", region)

    def on_robber(self, _: str, what: str, phase: Json) -> None:
        p, region = self.p, what.removeprefix("to ")
        p.set("seven.robber", region, "robber")
        if phase["name"] == "robber-start":
            if self.fixed:
                self.set_up()
            else:
                self.goto("first-roll", "chance")
            return
        victims = self.victims(region)
        if victims:
            self.goto("stealing")
        else:
            self.go_on()

    def set_up(self) -> None:
        p, seats = self.p, list(self.p.get("players"))
        for row in self.map.start:
            posts = sorted(row["posts"])
            if row["seat"] not in seats:
                p.set("setup.fixed-neutral", posts, "neutral")
                p.set("setup.fixed-neutral", 0, "neutral_left")
                continue
            path = self.map.path(*row["route"].split(" - "))
            for name, value in (("posts", posts), ("routes", [path]), ("caravans", [path]), ("posts_in_hand", 0)):
                p.set("setup.fixed", value, "players", row["seat"], name)
            for kind, count in row["resources"].items():
                self.take("setup.fixed-resources", row["seat"], kind, count)
        self.goto("dice", "chance")

    def first_roll(self, total: int, phase: Json) -> None:
        results = [*phase["results"], {"seat": phase["rolling"][0], "sum": total}]
        if len(phase["rolling"]) > 1:
            return self.goto("first-roll", "chance")
        best = [row["seat"] for row in results if row["sum"] == max(row["sum"] for row in results)]
        if len(best) > 1:
            self.met("setup.first-player-tie")
            return self.goto("first-roll", "chance")
        self.p.set("setup.first-player", best[0], "first")
        self.p.set("setup.first-player", best[0], "turn")
        return self.goto("first-post")

    def on_post(self, seat: str, what: str, phase: Json) -> None:
        p, city, k = self.p, what.removeprefix("at "), phase["k"] + 1
        self.place("setup.post-order", city, "players", seat, "posts")
        p.add("setup.post-order", -1, "players", seat, "posts_in_hand")
        if not self.who(seat)["posts_in_hand"]:
            for region in self.map.regions[city]:
                self.take("setup.third-post-resources", seat, YIELDS[self.map.terrain[region]])
        clockwise = self.seats(p.get("first"))
        order = clockwise + clockwise[::-1] + clockwise
        if k < len(order):
            p.set("setup.post-order", order[k], "turn")
            self.goto("first-post")
        elif p.get("neutral_left"):
            self.goto("neutral-post")
        else:
            self.next_route(0)

    def from_last(self) -> list[str]:
        return self.seats(self.p.get("first"))[::-1]

    def on_neutral(self, _: str, what: str, phase: Json) -> None:
        self.place("setup.neutral-posts", what.removeprefix("post at "), "neutral")
        self.p.add("setup.neutral-posts", -1, "neutral_left")
        if self.p.get("neutral_left"):
            self.p.set("setup.neutral-posts", self.from_last()[phase["k"] + 1], "turn")
            self.goto("neutral-post")
        else:
            self.next_route(0)

    def next_route(self, k: int) -> None:
        for seat in self.from_last()[k:]:
            if self.first_routes(seat):
                self.p.set("setup.start-route", seat, "turn")
                self.goto("first-route")
                return
            self.met("setup.no-connection")
        self.p.set("setup.start-route", self.p.get("first"), "turn")
        self.goto("dice", "chance")

    # Production

    def on_throw(self, *_: object) -> None:
        self.goto("dice", "chance")

    def on_roll(self, _: str, dice: str, phase: Json) -> None:
        total = sum(map(int, dice.split()))
        if phase["name"] == "first-roll":
            self.first_roll(total, phase)
            return
        self.p.set("dice.roll", True, "rolled")
        if total == self.number["seven.sum"]:
            self.discard([seat for seat in self.seats() if self.due(seat)])
        else:
            self.produce(total)
            self.goto("actions")

    def due(self, seat: str) -> int:
        held = sum(self.who(seat)["hand"].values())
        return int(held // 2) if held > self.number["hand.limit"] else 0

    def discard(self, seats: list[str]) -> None:
        if seats:
            self.goto("discarding", seats[0])
        else:
            self.goto("robber")

    def on_discard(self, _: str, kind: str, phase: Json) -> None:
        due = phase["due"]
        self.met("seven.discard")
        self.take("seven.discard", due[0]["seat"], kind, -1)
        self.discard([due[0]["seat"]] * (due[0]["cards"] > 1) + [row["seat"] for row in due[1:]])

    def produce(self, total: int) -> None:
        p, players = self.p, self.p.get("players")
        due: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
        for seat, player in players.items():
            for city in player["posts"]:
                for region in self.map.regions[city]:
                    if self.region_number(region) == total:
                        if region == p.get("robber"):
                            self.met("production.robber")
                        else:
                            due[YIELDS[self.map.terrain[region]]][seat] += 1
        served = set()
        for kind, claims in due.items():
            if claims.total() > p.get("bank", kind):
                self.met("production.shortage")
                continue
            for seat, count in claims.items():
                if count > 1:
                    self.met("production.several")
                self.take("production.each-post", seat, kind, count)
                served.add(seat)
        for seat in self.seats():
            if seat not in served:
                self.earn("production.consolation", seat, self.number["consolation.gold"])

    def on_steal(self, seat: str, what: str, _: Json) -> None:
        if what == "nothing":
            return self.go_on()
        victim = what.removeprefix("from ")
        kinds = [kind for kind in KINDS if self.who(victim)["hand"][kind]]
        if len(kinds) > 1:
            return self.goto("steal-card", "chance", victim=victim)
        return self.steal(seat, victim, kinds[0])

    def steal(self, seat: str, victim: str, kind: str) -> None:
        self.met("robber.steal")
        self.p.shift("robber.steal", 1, ("players", victim, "hand", kind), ("players", seat, "hand", kind))
        self.go_on()

    def on_stolen(self, seat: str, kind: str, phase: Json) -> None:
        self.steal(seat, phase["victim"], kind)

    # Trade

    def on_give(self, seat: str, kind: str, phase: Json) -> None:
        self.goto("offer", phase.get("maker", seat))

    def on_want(self, _: str, __: str, phase: Json) -> None:
        self.goto("offer", phase["maker"])

    def on_propose(self, seat: str, _: str, phase: Json) -> None:
        if phase["maker"] == seat:
            self.goto("answer", self.seats()[1])
        else:
            self.met("trade.counter")
            self.answered(phase["maker"], True)

    def answered(self, seat: str, willing: bool) -> None:
        left = self.seats()[self.seats().index(seat) + 1 :]
        if left:
            self.goto("answer", left[0])
        else:
            self.goto("choose" if willing else "actions")

    def on_accept(self, _: str, __: str, phase: Json) -> None:
        self.answered(phase["asked"], True)

    def on_decline(self, _: str, __: str, phase: Json) -> None:
        self.answered(phase["asked"], bool(phase["willing"]))

    def on_counter(self, _: str, __: str, phase: Json) -> None:
        self.goto("offer", phase["asked"])

    def on_deal(self, seat: str, what: str, phase: Json) -> None:
        other = what.removeprefix("with ")
        row = next(row for row in phase["willing"] if row["seat"] == other)
        self.met("trade.goods")
        for giver, taker, goods in ((seat, other, row["gives"]), (other, seat, row["gets"])):
            for kind, count in goods.items():
                purse = ("gold",) if kind == "gold" else ("hand", kind)
                self.p.shift("trade.goods", count, ("players", giver, *purse), ("players", taker, *purse))
        self.goto("actions")

    def on_no(self, _: str, what: str, phase: Json) -> None:
        self.go_after(phase.get("after", "actions"))

    # The bank and the cards

    def on_buy(self, seat: str, what: str, _: Json) -> None:
        p = self.p
        if what == "card":
            self.pay("card.price", seat, "card")
            if not any(p.get("stock").values()):
                self.reshuffle()
            self.goto("card-draw", "chance")
            return
        p.shift("bank.buy", self.number["buy.price"], ("players", seat, "gold"), ("bank", "gold"))
        self.take("bank.buy", seat, what)
        p.add("bank.buy-limit", 1, "bought")

    def reshuffle(self) -> None:
        self.met("card.reshuffle")
        for card, count in list(self.p.get("pile").items()):
            self.p.shift("card.reshuffle", count, ("pile", card), ("stock", card))

    def on_drawn(self, seat: str, card: str, _: Json) -> None:
        self.p.add("card.draw", -1, "stock", card)
        self.p.add("card.draw", 1, "players", seat, "new_cards", card)
        if not any(self.p.get("stock").values()):
            self.reshuffle()
        self.goto("actions")

    def on_exchange(self, seat: str, what: str, _: Json) -> None:
        given, wanted = what.split(" for ")
        self.take("bank.exchange", seat, given, -self.number["exchange.rate"])
        if wanted == "gold":
            self.earn("bank.gold", seat, self.number["exchange.gold"])
        else:
            self.take("bank.exchange", seat, wanted)
        self.goto("actions")

    def on_play(self, seat: str, card: str, _: Json) -> None:
        p = self.p
        self.met(f"{card} played")
        left = {other: count - (other == card) for other, count in self.who(seat)["cards"].items()}
        p.set("card.discard", {other: count for other, count in left.items() if count}, "players", seat, "cards")
        p.add("card.discard", 1, "pile", card)
        p.set("card.one-per-turn", True, "card_played")
        match self.cards[card]["effect"]:
            case "move_robber":
                self.goto("robber")
            case "free_routes":
                self.goto("free-route")
            case "free_merchant_move":
                self.goto("free-march")
            case "free_caravan_move":
                self.goto("free-drive")
            case "take_resources":
                self.goto("harvest")
            case _:
                self.goto("monopoly")

    def on_take(self, seat: str, kind: str, phase: Json) -> None:
        self.take("card.harvest", seat, kind)
        if phase["left"] > 1 and any(self.p.get("bank", other) for other in KINDS):
            self.goto("harvest")
        else:
            self.go_on()

    def on_name(self, seat: str, kind: str, _: Json) -> None:
        for other in self.seats()[1:]:
            count = self.who(other)["hand"][kind]
            self.p.shift("card.monopoly", count, ("players", other, "hand", kind), ("players", seat, "hand", kind))
        self.go_on()

    def on_end(self, seat: str, _: str, __: Json) -> None:
        p, player = self.p, self.who(seat)
        cards: Counter[str] = Counter(player["cards"]) + Counter(player["new_cards"])
        p.set("card.not-same-turn", dict(cards), "players", seat, "cards")
        p.set("card.not-same-turn", {}, "players", seat, "new_cards")
        for part, none in (("rolled", False), ("bought", 0), ("card_played", False), ("tolls", [])):
            p.set("turn.end", none, part)
        p.set("turn.order", self.seats()[1], "turn")
        if self.who(self.turn)["cards"]:
            self.goto("before-dice")
        else:
            self.goto("dice", "chance")

    # Routes

    def on_route(self, seat: str, path: str, phase: Json) -> None:
        p = self.p
        self.place("route.free-path", path, "players", seat, "routes")
        if phase["name"] == "first-route":
            p.set("setup.start-caravan", [path], "players", seat, "caravans")
            self.next_route(phase["k"] + 1)
            return
        free = phase["name"] == "free-route"
        after = phase.get("after")
        if not free:
            self.pay("route.price", seat, "route")
        touching = "" if free and phase["left"] > 1 else None
        if path in self.map.arrows and not free:
            self.met("arrow.free-route")
            touching = path
        joined = self.joined(path, set(self.routes()))
        for city in joined:
            self.place("isolated.city", city, "connected")
        if joined:
            self.met("isolated.gold")
            ways = self.map.shortest(joined[0], set(self.routes()), self.map.cities)
            if len(ways) > 1:
                self.met("isolated.tie")
                told = parted(self.step.after["phase"]).get("ways", [])
                self.same("isolated.shortest", "ways", sorted(ways), sorted(told))
                self.goto("connecting")
                return
            self.earn_route(ways[0])
        if touching is not None and self.buildable(seat, touching):
            self.goto("free-route")
        else:
            self.go_after(after)

    def earn_route(self, way: list[str]) -> None:
        routes = self.routes()
        for seat in self.seats():
            own = sum(routes[path] == seat for path in self.map.paths(way))
            if own:
                if seat != self.turn:
                    self.met("another's routes earn")
                self.earn("isolated.gold", seat, own * self.number["isolated.gold-per-route"])

    def on_along(self, _: str, what: str, phase: Json) -> None:
        self.earn_route(what.split(" - "))
        self.p.open.add("phase")
        self.decides = ""

    # Merchants

    def on_recruit(self, seat: str, what: str, _: Json) -> None:
        self.pay("merchant.price", seat, "merchant")
        self.place("merchant.place", what.removeprefix("at "), "players", seat, "merchants")
        self.goto("actions")

    def on_lift(self, seat: str, what: str, _: Json) -> None:
        kind, place = what.split(" at ")
        if kind == "merchant":
            self.unplace("merchant.replace", place, "players", seat, "merchants")
            self.goto("place-merchant")
        else:
            self.set_caravan("caravan.replace", seat, self.who(seat)["caravans"].index(place), "")
            self.goto("place-caravan")

    def on_march(self, seat: str, _: str, phase: Json) -> None:
        if phase["name"] != "free-march":
            self.take("march.grain", seat, "grain", -1)
        self.goto("marching")

    def on_pay(self, seat: str, kind: str, phase: Json) -> None:
        self.met("march.several-grain" if kind == "grain" else "drive.several-salt")
        self.take(f"{'march' if kind == 'grain' else 'drive'}.step", seat, kind, -1)
        self.goto(phase["name"])

    def on_stay(self, *_: object) -> None:
        self.go_on()

    def on_to(self, seat: str, place: str, phase: Json) -> None:
        p = self.p
        self.unplace("march.step", phase["at"], "players", seat, "merchants")
        if place not in self.map.cities or place in self.owners() or not self.who(seat)["depot"]:
            self.place("march.step", place, "players", seat, "merchants")
            self.go_on()
            return
        self.met("post.found")
        self.place("post.found", place, "players", seat, "posts")
        p.add("post.from-depot", -1, "players", seat, "depot")
        p.add("post.frees-good", 1, "players", seat, "goods")
        if self.map.port[place]:
            self.met("port.gold")
            self.earn("port.gold", seat, self.map.port[place])
        bare = [region for region in self.map.regions[place] if not self.region_number(region)]
        bare = [region for region in bare if self.sources(region)]
        if len(bare) > 1:
            self.met("token.one-region")
            told = parted(self.step.after["phase"]).get("regions", [])
            self.same("token.one-region", "regions", sorted(bare), sorted(told))
            self.goto("place-number")
        elif bare:
            self.number_for(bare[0], None)
        else:
            self.go_on()

    def number_for(self, region: str, after: str | None) -> None:
        p, reserve = self.p, self.p.get("reserve").get(self.map.terrain[region], [])
        self.met("token.place")
        if len(set(reserve)) == 1:
            self.token(region, reserve[0], "token.colour")
        elif reserve:
            self.goto("draw-number", "chance")
            return
        else:
            others = self.sources(region)
            if len(others) > 1:
                self.goto("draw-number")
                return
            if others:
                self.met("token.from-board")
                value = p.get("tokens", others[0])
                self.off_board(others[0])
                p.set("token.from-board", value, "tokens", region)
        self.go_after(after)

    # Caravans

    def set_caravan(self, clause: str, seat: str, caravan: int, path: str) -> None:
        caravans = list(self.who(seat)["caravans"])
        caravans[caravan : caravan + 1] = [path]
        while caravans and not caravans[-1]:
            caravans.pop()
        self.p.set(clause, caravans, "players", seat, "caravans")

    def on_caravan(self, seat: str, what: str, phase: Json) -> None:
        self.pay("caravan.price", seat, "caravan")
        caravans = self.who(seat)["caravans"]
        free = caravans.index("") if "" in caravans else len(caravans)
        self.set_caravan("caravan.place", seat, phase.get("caravan", free), what.removeprefix("at "))
        self.goto("actions")

    def on_drive(self, seat: str, _: str, phase: Json) -> None:
        if phase["name"] != "free-drive":
            self.take("drive.salt", seat, "salt", -1)
        self.goto("driving")

    def on_onto(self, seat: str, path: str, phase: Json) -> None:
        p, caravan = self.p, phase["caravan"]
        here, owner = self.who(seat)["caravans"][caravan], self.routes()[path]
        self.same("drive.step", "a neighbouring route", True, path in self.map.beside(here))
        paid = {"caravan": caravan, "to": owner}
        if owner != seat and paid not in p.get("tolls"):
            self.met("toll.pay")
            p.shift("toll.pay", self.number["toll.gold"], ("players", seat, "gold"), ("players", owner, "gold"))
            p.set("toll.once", by_toll([*p.get("tolls"), paid]), "tolls")
        elif owner != seat:
            self.met("toll.once")
        self.set_caravan("drive.step", seat, caravan, path)
        owners = self.owners()
        open_to = [
            city
            for city in self.map.ends[path]
            if owners.get(city, seat) != seat and city not in p.get("supplied") and self.who(seat)["goods"]
        ]
        if len(open_to) > 1:
            self.met("delivery.two-posts")
            self.goto("delivering")
        elif open_to:
            self.deliver(seat, open_to[0], phase["steps"] - 1)
        else:
            self.drive_on(seat, phase["steps"] - 1)

    def deliver(self, seat: str, city: str, steps: int) -> None:
        p = self.p
        self.met("delivery.neutral" if city in p.get("neutral") else "delivery.forced")
        self.place("delivery.forced", city, "supplied")
        p.add("delivery.forced", -1, "players", seat, "goods")
        p.add("delivery.forced", 1, "players", seat, "delivered")
        if self.who(seat)["delivered"] == self.goods:
            self.met("win.all-delivered")
            self.goto("finished", "nobody")
        else:
            self.drive_on(seat, steps)

    def drive_on(self, seat: str, steps: int) -> None:
        full = any(count > self.number["caravans.per-route"] for count in self.standing().values())
        if full:
            self.met("drive.pass")
        if steps or full:
            self.goto("driving")
        else:
            self.go_on()

    def on_deliver(self, seat: str, what: str, phase: Json) -> None:
        self.deliver(seat, what.removeprefix("to "), phase["steps"])

    def on_halt(self, *_: object) -> None:
        self.go_on()

    # The audit

    def look(self, step: Step) -> None:
        before, after = in_order(step.before), in_order(step.after)
        self.step, self.p = step, Prediction(before)
        self.decides = step.turn
        phase = parted(before["phase"])
        self.same(f"{phase['name']} moves", "legal", self.legal(step, phase), set(step.legal))
        verb, _, rest = step.move.partition(" ")
        getattr(self, f"on_{verb}")(before["turn"], rest, phase)
        if self.decides:
            told = parted(after["phase"])["name"]
            self.same("turn.phases", "phase", parted(self.p.get("phase"))["name"], told)
            self.same("turn.own-turn", "who decides", self.decides, step.next)
        self.agree(self.p, after)
        if step.outcome:
            delivered = {seat: player["delivered"] for seat, player in step.after["players"].items()}
            winners = [seat for seat, count in delivered.items() if count == self.goods]
            self.same("win.all-delivered", "winners", winners, step.outcome["winners"])
            self.same("win.all-delivered", "scores", delivered, step.outcome["scores"])


def worth(told: Json) -> float:
    """Deliveries, posts, goods that are free, pieces and what builds them, all players' together."""
    return float(
        sum(
            20 * player["delivered"]
            + 6 * len(player["posts"])
            + 2 * player["goods"]
            + len(player["routes"])
            + 2 * len(player["merchants"])
            + 2 * len(player["caravans"])
            + 0.3 * player["gold"]
            + 0.2 * sum(player["hand"].values())
            for player in told["players"].values()
        )
    )


STYLE = Style({"give": 0.05, "lift": 0.1, "stay": 0.15, "halt": 0.15, "end": 0.5}, 1500, worth)
