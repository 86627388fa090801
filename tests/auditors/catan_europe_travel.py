"""What travels in Merchants of Europe: routes and what they earn, merchants and posts, caravans, tolls and goods."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.auditors.catan_europe_view import PRICES, View, by_toll
from tests.auditors.stream import Json, parted


class Travel(View):
    """What follows from building and travelling, and how the game goes on."""

    def goto(self, phase: str, seat: str | None = None, **parts: Any) -> None:
        self.p.state["phase"] = {"name": phase, **parts}
        self.decider = seat or self.turn

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

    def off_board(self, region: str) -> None:
        tokens = {other: value for other, value in self.p.get("tokens").items() if other != region}
        self.p.set("token.from-board", tokens, "tokens")

    def token(self, region: str, value: int, clause: str) -> None:
        self.unplace(clause, value, "reserve", self.map.terrain[region])  # type: ignore[arg-type]
        self.p.set(clause, value, "tokens", region)

    def from_last(self) -> list[str]:
        return self.seats(self.p.get("first"))[::-1]

    def next_route(self, k: int) -> None:
        for seat in self.from_last()[k:]:
            if self.first_routes(seat):
                self.p.set("setup.start-route", seat, "turn")
                self.goto("first-route")
                return
            self.met("setup.no-connection")
        self.p.set("setup.start-route", self.p.get("first"), "turn")
        self.goto("dice", "chance")

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
            owners = [sorted(self.routes()[path] for path in self.map.paths(way)) for way in ways]
            if any(other != owners[0] for other in owners):
                self.met("isolated.tie")
                told = parted(self.step.after["phase"]).get("ways", [])
                self.same("isolated.shortest", "ways", sorted(ways), sorted(told))
                self.goto("connecting")
                return
            self.earn_route(ways[0])
        if touching is not None and self.buildable(seat, touching):
            self.goto("free-route", left=1, touching=touching)
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
        self.decider = ""

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

    def on_march(self, seat: str, what: str, phase: Json) -> None:
        if phase["name"] != "free-march":
            self.take("march.grain", seat, "grain", -1)
        self.goto("marching", at=what.removeprefix("from "), steps=self.number["march.steps"])

    def on_pay(self, seat: str, kind: str, phase: Json) -> None:
        self.met("march.several-grain" if kind == "grain" else "drive.several-salt")
        self.take(f"{'march' if kind == 'grain' else 'drive'}.step", seat, kind, -1)
        steps = self.number["march.steps" if kind == "grain" else "drive.steps"]
        self.goto(**{**phase, "phase": phase["name"], "steps": phase["steps"] + steps})

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

    def on_drive(self, seat: str, what: str, phase: Json) -> None:
        if phase["name"] != "free-drive":
            self.take("drive.salt", seat, "salt", -1)
        path, tolls = what.removeprefix("from "), Counter(toll["caravan"] for toll in self.p.get("tolls"))
        there = [k for k, where in enumerate(self.who(seat)["caravans"]) if where == path]
        caravan = max(there, key=lambda k: (tolls[k], -k))
        self.goto("driving", caravan=caravan, steps=self.number["drive.steps"], moved=False)

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
            self.goto("delivering", caravan=caravan, steps=phase["steps"] - 1)
        elif open_to:
            self.deliver(seat, open_to[0], caravan, phase["steps"] - 1)
        else:
            self.drive_on(caravan, phase["steps"] - 1)

    def deliver(self, seat: str, city: str, caravan: int, steps: int) -> None:
        p = self.p
        self.met("delivery.neutral" if city in p.get("neutral") else "delivery.forced")
        self.place("delivery.forced", city, "supplied")
        p.add("delivery.forced", -1, "players", seat, "goods")
        p.add("delivery.forced", 1, "players", seat, "delivered")
        if self.who(seat)["delivered"] == self.goods:
            self.met("win.all-delivered")
            self.goto("finished", "nobody")
        else:
            self.drive_on(caravan, steps)

    def drive_on(self, caravan: int, steps: int) -> None:
        full = any(count > self.number["caravans.per-route"] for count in self.standing().values())
        if full:
            self.met("drive.pass")
        if steps or full:
            self.goto("driving", caravan=caravan, steps=steps, moved=True)
        else:
            self.go_on()

    def on_deliver(self, seat: str, what: str, phase: Json) -> None:
        self.deliver(seat, what.removeprefix("to "), phase["caravan"], phase["steps"])

    def on_halt(self, *_: object) -> None:
        self.go_on()
