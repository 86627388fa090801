"""An auditor of Power Grid: what each move leads to, up to the next decision, from the text, the cards and the maps."""

from __future__ import annotations

from itertools import combinations

from tests.auditors.power_grid_view import FUELS, GAME, View
from tests.auditors.stream import Json, Step, Style, parted

__all__ = ["GAME", "SETUPS", "STYLE", "Auditor"]

SETUPS = {"germany": (2, 3, 4, 5, 6), "usa": (2, 3, 4, 5, 6)}


class Auditor(View):
    """One game of Power Grid."""

    turns = "round.phases"
    chance = ("lots", "drawing")
    unsaid = ("prices",)

    # What the position says

    # What happens by itself

    def draw(self, after: Json) -> None:
        """A card comes into the market, if there is one."""
        p = self.p
        left = p.get("stack") or p.get("thirteen") or p.get("step3_card") == "stack"
        if left or p.get("buried"):
            self.goto("drawing", after=after)
        else:
            self.met("no card left to draw")
            self.go_on(after)

    def take_out(self, clause: str, card: int | str) -> None:
        """A card leaves the market, a plant also the game."""
        market = self.p.get("market")
        self.p.set(clause, [other for other in market if other != card], "market")
        if isinstance(card, int):
            self.p.set(clause, sorted([*self.p.get("gone"), card]), "gone")

    def begin_step3(self, clause: str) -> None:
        p = self.p
        for part, value in (("step", 3), ("step3_began", p.get("round")), ("step3_card", "gone")):
            p.set(clause, value, part)
        self.met(clause)

    def clear(self, after: Json) -> None:
        """Plants of the current market that have become too small leave it, one draw after the other."""
        market = [card for card in self.p.get("market") if card != "step 3"]
        current = market if self.p.get("step") == 3 else market[: self.number["market.row"]]
        if current and current[0] <= self.fullest():
            self.met("obsolete.remove")
            self.take_out("obsolete.remove", current[0])
            self.draw(after)
        else:
            self.go_on(after)

    def go_on(self, after: Json) -> None:
        """What comes after a card was drawn, or was not."""
        match after["name"]:
            case "offering":
                self.next_chooser(after["out"])
            case "building":
                self.next_mover("building", self.p.get("turn"), [])
            case "auctions over":
                self.auctions_over()
            case "bureaucracy next":
                self.bureaucracy()
            case _:
                self.next_round()

    def next_chooser(self, out: list[str]) -> None:
        market = [card for card in self.p.get("market") if card != "step 3"]
        out = list(out)
        for seat in self.p.get("order"):
            if seat not in out:
                if market and self.players()[seat]["money"] >= market[0]:
                    self.goto("offering", seat, out=sorted(out))
                    return
                self.met("cannot pay for any plant")
                out.append(seat)
        if not self.p.get("sold") and self.p.get("round") > 1 and market:
            self.met("unsold.remove")
            self.take_out("unsold.remove", market[0])
            self.draw({"name": "auctions over"})
        else:
            self.auctions_over()

    def auctions_over(self) -> None:
        if self.p.get("step3_card") == "turned up":
            self.take_out("step3.auction-end", "step 3")
            if self.p.get("market"):
                self.take_out("step3.auction-end", self.p.get("market")[0])
            self.begin_step3("step3.auction-end")
        if self.p.get("round") == 1:
            self.order("order.after-first")
        self.next_mover("fuel", None, [])

    def order(self, clause: str) -> None:
        players = self.players()
        self.p.set(
            clause,
            sorted(players, key=lambda seat: (-len(players[seat]["cities"]), -max(players[seat]["plants"], default=0))),
            "order",
        )

    def next_mover(self, phase: str, seat: str | None, run: list[int]) -> None:
        """The same player if there is something to do, else the next: in reverse order, in the bureaucracy in order."""
        order = self.p.get("order") if phase == "bureaucracy" else self.p.get("order")[::-1]
        place = order.index(seat) if seat else 0
        for other in order[place:]:
            if self.open_moves(other, phase, run):
                self.goto(phase, other, **({"run": sorted(run)} if phase == "bureaucracy" else {}))
                return
            if phase == "bureaucracy":
                self.pay(other, run)
            run = []
        if phase == "fuel":
            self.next_mover("building", None, [])
        elif phase == "building":
            self.building_over()
        else:
            self.refill()

    def building_over(self) -> None:
        p = self.p
        if self.fullest() >= self.number["end.cities"]:
            p.set("end.start", True, "ending")
            for seat, player in self.players().items():
                p.set("win.supplied", self.most_supplied(player), "players", seat, "supplied")
            self.goto("finished")
        elif p.get("step") == 1 and self.fullest() >= self.number["step2.cities"]:
            p.set("step2.start", 2, "step")
            self.met("step2.start")
            if p.get("market"):
                self.take_out("step2.remove", p.get("market")[0])
            self.draw({"name": "bureaucracy next"})
        else:
            self.bureaucracy()

    def bureaucracy(self) -> None:
        if self.p.get("step3_card") == "drawn":
            self.begin_step3("step3.building")
        self.next_mover("bureaucracy", None, [])

    def pay(self, seat: str, run: list[int]) -> None:
        player = self.players()[seat]
        made = sum(self.plants[number]["cities"] for number in run)
        supplied = min(made, len(player["cities"]))
        if made > supplied:
            self.met("income.surplus")
        if supplied > max(self.income) - 1:
            self.met("income.most")
        self.p.add("income.paid", self.income[min(supplied, max(self.income))], "players", seat, "money")

    def refill(self) -> None:
        p = self.p
        for kind in FUELS:
            held = sum(space.get(kind, 0) for space in self.spaces)
            wanted = self.number[f"refill.{kind}-{p.get('step')}"]
            amount = min(wanted, p.get("supply", kind), held - p.get("fuel", kind))
            if wanted > p.get("supply", kind):
                self.met("refill.short")
            if wanted > held - p.get("fuel", kind):
                self.met("refill.full")
            p.shift("refill.amount", amount, ("supply", kind), ("fuel", kind))
        market = p.get("market")
        if p.get("step") < 3:
            if market:
                p.set("renewal.bury", market[:-1], "market")
                p.set("renewal.bury", sorted([*p.get("buried"), market[-1]]), "buried")
        elif market:
            self.met("step3.renewal" if p.get("buried") else "step3.empty")
            self.take_out("step3.renewal", market[0])
        self.draw({"name": "renewal over"})

    def next_round(self) -> None:
        p = self.p
        p.add("renewal.draw", 1, "round")
        p.set("auction.one-plant", 0, "sold")
        if p.get("step3_card") == "drawn":
            self.begin_step3("step3.bureaucracy")
        self.order("order.cities")
        self.next_chooser([])

    # The moves

    def legal(self, step: Step, phase: Json) -> set[str] | None:
        if phase["name"] not in ("fuel", "building", "bureaucracy"):
            return None
        return self.open_moves(step.turn, phase["name"], phase.get("run", [])) | {"done"}

    def look(self, step: Step) -> None:
        super().look(step)
        for kind in FUELS:
            price = self.told_price(kind, step.after)
            self.same("fuel.cheapest", f"prices.{kind}", price, step.after["prices"].get(kind))

    def told_price(self, kind: str, told: Json) -> int | None:
        return self.price(kind, told["fuel"][kind]) if told["fuel"][kind] else None

    def ended(self, step: Step) -> None:
        assert step.outcome
        rank = {
            seat: (self.most_supplied(player), player["money"], len(player["cities"]))
            for seat, player in step.after["players"].items()
        }
        best = max(rank.values())
        winners = [seat for seat, own in rank.items() if own == best]
        if sum(own[0] == best[0] for own in rank.values()) > 1:
            self.met("win.money")
        self.same("win.supplied", "winners", winners, step.outcome["winners"])
        self.same("win.supplied", "scores", {seat: own[0] for seat, own in rank.items()}, step.outcome["scores"])

    def on_lot(self, _: str, seat: str, __: Json) -> None:
        order = [*self.p.get("order"), seat]
        left = [other for other in self.players() if other not in order]
        self.p.set("setup.lots", order + left if len(left) == 1 else order, "order")
        self.goto(*(("regions", order[0]) if len(left) == 1 else ("lots",)))

    def on_region(self, turn: str, region: str, _: Json) -> None:
        chosen, order = set(self.p.get("regions")), self.p.get("order")
        used = self.number["regions.used"]
        fit = [set(some) for some in combinations(set(self.region.values()), used) if self.connected(set(some))]
        legal = {f"region {other}" for some in fit if chosen < some for other in some - chosen}
        self.same("setup.adjacent", "legal", legal, set(self.step.legal))
        told = self.step.after["regions"]
        self.same("setup.regions", "regions", {*chosen, region}, set(told))
        self.p.set("setup.regions", told, "regions")
        if len(told) == used:
            self.next_chooser([])
        else:
            self.goto("regions", order[(order.index(turn) + 1) % len(order)])

    def on_auction(self, turn: str, plant: str, phase: Json) -> None:
        market = [card for card in self.p.get("market") if card != "step 3"]
        current = market if self.p.get("step") == 3 else market[: self.number["market.row"]]
        offered = {f"auction {card}" for card in current if card <= self.players()[turn]["money"]}
        passing = {"pass"} if self.p.get("round") > 1 else set()
        self.same("auction.current", "legal", offered | passing, set(self.step.legal))
        if len(phase["out"]) == len(self.players()) - 1:
            self.met("auction.last")
            self.bought(turn, int(plant), int(plant), phase["out"])
        else:
            self.goto("opening", turn, plant=int(plant), out=phase["out"])

    def on_bid(self, turn: str, amount: str, phase: Json) -> None:
        least = phase["bid"] + 1 if phase["name"] == "bidding" else phase["plant"]
        bids = {f"bid {bid}" for bid in range(least, self.players()[turn]["money"] + 1)}
        self.same("auction.higher", "legal", bids, {move for move in self.step.legal if move != "pass"})
        active = phase.get("active") or [seat for seat in self.players() if seat not in phase["out"]]
        self.bidding(turn, turn, int(amount), active, phase)

    def bidding(self, after: str, leader: str, bid: int, active: list[str], phase: Json) -> None:
        """Clockwise on to the next who can bid higher; if there is none the leader has the plant."""
        seats = list(self.players())
        place = seats.index(after)
        for seat in seats[place + 1 :] + seats[:place]:
            if seat not in active or seat == leader:
                continue
            if self.players()[seat]["money"] > bid:
                self.goto(
                    "bidding", seat, plant=phase["plant"], bid=bid, leader=leader, active=active, out=phase["out"]
                )
                return
            active = [other for other in active if other != seat]
        if bid > phase["plant"]:
            self.met("auction.raised")
        self.bought(leader, phase["plant"], bid, phase["out"])

    def bought(self, seat: str, plant: int, price: int, out: list[str]) -> None:
        p = self.p
        p.add("auction.won", -price, "players", seat, "money")
        p.set("auction.won", sorted([*p.get("players", seat, "plants"), plant]), "players", seat, "plants")
        p.set("auction.replaced", [card for card in p.get("market") if card != plant], "market")
        p.add("auction.one-plant", 1, "sold")
        out = sorted([*out, seat])
        if len(p.get("players", seat, "plants")) > self.number["plants.owned"]:
            self.goto("scrapping", seat, plant=plant, out=out)
        else:
            self.draw({"name": "offering", "out": out})

    def on_pass(self, turn: str, _: str, phase: Json) -> None:
        if phase["name"] == "offering":
            self.next_chooser([*phase["out"], turn])
        else:
            active = [seat for seat in phase["active"] if seat != turn]
            self.bidding(turn, phase["leader"], phase["bid"], active, phase)

    def on_scrap(self, turn: str, plant: str, phase: Json) -> None:
        p, player = self.p, self.players()[turn]
        given = [f"scrap {number}" for number in player["plants"] if number != phase["plant"]]
        self.same("plants.not-the-new", "legal", set(given), set(self.step.legal))
        left = [number for number in player["plants"] if number != int(plant)]
        p.set("plants.limit", left, "players", turn, "plants")
        p.set("plants.limit", sorted([*p.get("gone"), int(plant)]), "gone")
        self.lose(turn, int(plant), phase)

    def on_lose(self, turn: str, kind: str, phase: Json) -> None:
        self.p.shift("plants.lose-fuel", 1, ("players", turn, "fuel", kind), ("supply", kind))
        self.lose(turn, phase["plant"], phase)

    def lose(self, turn: str, plant: int, phase: Json) -> None:
        """Tokens without room go to the supply, of what the plant given up could store; a choice is asked for."""
        p, player, stored = self.p, self.players()[turn], self.plants[plant]["fuel"]
        burnt = ("coal", "oil") if stored == "hybrid" else (stored,)
        while over := self.over(player, player["fuel"]):
            kinds = [kind for kind in burnt if player["fuel"].get(kind) and self.helps(player, kind)]
            if len(kinds) > 1 and over < sum(player["fuel"][kind] for kind in kinds):
                self.met("a choice which fuel to lose")
                self.goto("losing", turn, plant=plant, out=phase["out"])
                return
            self.met("plants.lose-fuel")
            p.shift("plants.lose-fuel", 1, ("players", turn, "fuel", kinds[0]), ("supply", kinds[0]))
        self.draw({"name": "offering", "out": phase["out"]})

    def on_draw(self, _: str, card: str, phase: Json) -> None:
        p = self.p
        after = parted(phase["after"])
        if p.get("thirteen"):
            cards: list[int | str] = [13]
        elif p.get("step3_card") == "stack":
            cards = p.get("unseen") if p.get("stack") else ["step 3"]
        else:
            cards = p.get("buried")
        self.same("setup.stack", "legal", {f"draw {other}" for other in cards}, set(self.step.legal))
        if card == "step 3":
            self.step3_card(after)
            return
        number = int(card)
        if number == 13 and p.get("thirteen"):
            p.set("setup.thirteen", False, "thirteen")
        elif p.get("step3_card") == "stack":
            p.set("setup.stack", [other for other in p.get("unseen") if other != number], "unseen")
            p.add("setup.stack", -1, "stack")
        else:
            p.set("step3.auction", [other for other in p.get("buried") if other != number], "buried")
        market = p.get("market")
        plants = sorted([number, *(other for other in market if other != "step 3")])
        p.set("market.sort", plants + ["step 3"] * ("step 3" in market), "market")
        self.clear(after)

    def step3_card(self, after: Json) -> None:
        p = self.p
        if after["name"] in ("offering", "auctions over"):
            self.met("step3.auction")
            p.set("step3.auction", "turned up", "step3_card")
            p.set("step3.auction", [*p.get("market"), "step 3"], "market")
            self.clear(after)
            return
        p.set("step3.building", "drawn", "step3_card")
        if p.get("market"):
            self.take_out("step3.building", p.get("market")[0])
        self.clear(after)

    def on_buy(self, turn: str, kind: str, _: Json) -> None:
        p = self.p
        price = self.price(kind, p.get("fuel", kind))
        p.add("fuel.buy", -(price or 0), "players", turn, "money")
        p.shift("fuel.buy", 1, ("fuel", kind), ("players", turn, "fuel", kind))
        if not p.get("fuel", kind):
            self.met("fuel.sold-out")
        self.next_mover("fuel", turn, [])

    def on_build(self, turn: str, city: str, _: Json) -> None:
        p, player = self.p, self.players()[turn]
        cost = self.building_costs(turn)[city]
        others = sum(city in other["cities"] for other in self.players().values())
        self.met(("network.space 10", "step2.second-house", "step3.third-house")[others])
        if player["cities"] and not set(self.roads[city]) & set(player["cities"]):
            self.met("network.through")
        p.add("network.connect", -cost, "players", turn, "money")
        p.add("network.houses", -1, "players", turn, "houses")
        told = self.step.after["players"][turn]["cities"]
        self.same("network.connect", "cities", {*player["cities"], city}, set(told))
        p.set("network.connect", told, "players", turn, "cities")
        self.clear({"name": "building"})

    def on_run(self, turn: str, _: str, phase: Json) -> None:
        burnt = self.runs(turn, phase["run"])[self.step.move]
        for kind, amount in burnt.items():
            self.p.shift("income.burn", amount, ("players", turn, "fuel", kind), ("supply", kind))
        run = [*phase["run"], int(self.step.move.split()[1])]
        self.next_mover("bureaucracy", turn, run)

    def on_done(self, turn: str, _: str, phase: Json) -> None:
        order = self.p.get("order")
        if phase["name"] == "bureaucracy":
            self.pay(turn, phase["run"])
        way = order if phase["name"] == "bureaucracy" else order[::-1]
        place = way.index(turn) + 1
        if place < len(way):
            self.next_mover(phase["name"], way[place], [])
        elif phase["name"] == "fuel":
            self.next_mover("building", None, [])
        elif phase["name"] == "building":
            self.building_over()
        else:
            self.refill()


STYLE = Style({"#": 15.0, "bid": 0.5, "done": 0.5, "build": 2.0}, 4000)
