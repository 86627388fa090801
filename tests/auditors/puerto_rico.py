"""An auditor of Puerto Rico: what each move leads to, up to the next decision, from the text and the building board."""

from __future__ import annotations

from tests.auditors.puerto_rico_view import GAME, KINDS, View
from tests.auditors.stream import Json, Step, Style, parted

__all__ = ["GAME", "SETUPS", "STYLE", "Auditor"]

SETUPS = {"standard": (3, 4, 5)}


class Auditor(View):
    """One game of Puerto Rico."""

    turns = "role.order"
    chance = ("row", "hacienda draw")

    # What the position says

    # What happens by itself

    def pay(self, clause: str, seat: str, amount: int) -> None:
        """The bank pays what it has."""
        paid = min(amount, self.p.get("bank"))
        if paid < amount:
            self.met("an empty bank")
        self.p.shift(clause, paid, ("bank",), ("players", seat, "doubloons"))

    def score(self, clause: str, seat: str, amount: int) -> None:
        chips = min(amount, self.p.get("pool"))
        self.p.shift(clause, chips, ("pool",), ("players", seat, "points"))
        if amount > chips:
            self.met("end.written")
            self.p.add("end.written", amount - chips, "players", seat, "points")
            self.p.add("end.written", amount - chips, "written")
        if not self.p.get("pool"):
            self.ends("end.points")

    def ends(self, clause: str) -> None:
        if not self.p.get("ending"):
            self.p.set(clause, clause, "ending")
            self.met(clause)

    def take_colonist(self, clause: str, *target: str) -> None:
        """One from the reserve, else from the ship."""
        if self.p.get("colonists"):
            self.p.shift(clause, 1, ("colonists",), target)
        else:
            self.met(f"{clause}, from the ship")
            self.p.shift(clause, 1, ("colonist_ship",), target)

    def settle(self, seats: list[str], after_hacienda: bool = False) -> None:
        for seat in seats:
            if self.island_free(seat):
                drawable = any(self.p.get("stack").values())
                if not after_hacienda and self.works(seat, "hacienda") and drawable:
                    self.goto("hacienda", seat)
                    return
                if self.takes(seat):
                    self.goto("taking", seat)
                    return
            else:
                self.met("settler.island-full")
            after_hacienda = False
        for kind in KINDS:
            self.p.shift("settler.discard", self.p.get("row", kind), ("row", kind), ("discard", kind))
        self.fill_row(self.number["row.tiles"])

    def fill_row(self, left: int) -> None:
        if left and not any(self.p.get("stack").values()):
            if any(self.p.get("discard").values()):
                self.met("settler.reshuffle")
                for kind in KINDS:
                    self.p.shift("settler.reshuffle", self.p.get("discard", kind), ("discard", kind), ("stack", kind))
            else:
                self.met("settler.short-row")
                left = 0
        if left:
            self.goto("row", left=left)
        else:
            self.role_over()

    def place(self, seats: list[str], last: str | None = None) -> None:
        for seat in seats:
            player = self.who(seat)
            if last is None:
                men = player["san_juan"] + sum(player["island_colonists"].values()) + sum(player["city"].values())
                for kind in player["island_colonists"]:
                    self.p.set("mayor.place-anew", 0, "players", seat, "island_colonists", kind)
                for name in player["city"]:
                    self.p.set("mayor.place-anew", 0, "players", seat, "city", name)
                self.p.set("mayor.place-anew", men, "players", seat, "san_juan")
            free = self.spots(seat)
            names = list(free)
            left = {name: free[name] for name in names[names.index(last) if last else 0 :] if free[name]}
            men = player["san_juan"]
            if men and sum(left.values()) > men and len(left) > 1:
                self.goto("placing", seat, spot=last or names[0])
                return
            for name, count in left.items():
                for _ in range(min(count, player["san_juan"])):
                    self.set_down("mayor.fill-circles", seat, name)
            if player["san_juan"]:
                self.met("mayor.san-juan")
            last = None
        self.refill()

    def set_down(self, clause: str, seat: str, spot: str) -> None:
        where, name = spot.split(" ", 1)
        target = ("city", name) if where == "in" else ("island_colonists", name.removesuffix(" plantation"))
        self.p.shift(clause, 1, ("players", seat, "san_juan"), ("players", seat, *target))

    def refill(self) -> None:
        p = self.p
        empty = sum(
            self.buildings[name]["circles"] - men
            for player in p.get("players").values()
            for name, men in player["city"].items()
        )
        wanted = max(empty, len(p.get("players")))
        if empty < wanted:
            self.met("mayor.refill-minimum")
        if p.get("colonists") < wanted:
            self.ends("end.colonists")
        p.shift("mayor.refill", min(wanted, p.get("colonists")), ("colonists",), ("colonist_ship",))
        self.role_over()

    def build(self, seats: list[str]) -> None:
        for seat in seats:
            if self.builds(seat):
                self.goto("building", seat)
                return
        self.role_over()

    def produce(self, seats: list[str], made: list[str]) -> None:
        """All produce in order; who has a factory at work is asked before the next produces."""
        for seat in seats:
            got = self.made(seat)
            for kind, amount in got.items():
                self.p.shift("production.pairs", amount, ("supply", kind), ("players", seat, "goods", kind))
            kinds = [kind for kind, amount in got.items() if amount]
            self.kinds_made[seat] = len(kinds)
            if seat == self.p.get("picker"):
                made = kinds
            if len(kinds) > 1 and self.works(seat, "factory"):
                self.gain(seat, ["factory"])
                return
        picker = self.p.get("picker")
        if any(self.p.get("supply", kind) for kind in made):
            self.goto("extra barrel", picker, made=made)
        else:
            self.role_over()

    def sell(self, seats: list[str]) -> None:
        for seat in seats:
            if self.sells(seat):
                self.goto("selling", seat)
                return
        if sum(self.p.get("house").values()) >= self.number["house.places"]:
            self.met("trader.empty")
            for kind in KINDS:
                self.p.shift("trader.empty", self.p.get("house", kind), ("house", kind), ("supply", kind))
        self.role_over()

    def load(self, seat: str, idle: int, wharves: list[str], paid: bool) -> None:
        """On to the next who can load, from this seat; a whole round without is the end."""
        seats = self.from_picker()
        place = seats.index(seat)
        while idle < len(seats):
            seat = seats[place % len(seats)]
            if self.loads(seat) or self.wharfs(seat, wharves):
                used = [other for other in self.p.get("players") if other in wharves]
                self.goto("loading", seat, idle=idle, wharves=used, paid=paid)
                return
            idle, place = idle + 1, place + 1
        self.store(seats)

    def store(self, seats: list[str], stored: list[str] | None = None) -> None:
        for seat in seats:
            goods = self.who(seat)["goods"]
            kept = stored or []
            kinds = [kind for kind in KINDS if goods[kind] and kind not in kept]
            slots = sum(
                self.number[f"{name.replace(' ', '-')}.kinds"] * self.works(seat, name)
                for name in ("small warehouse", "large warehouse")
            ) - len(kept)
            if slots and kinds:
                single = all(goods[kind] <= self.number["store.barrels"] for kind in kinds)
                if len(kinds) > slots + single:
                    self.goto("storing", seat, slots=slots, stored=kept)
                    return
                kept, kinds = [*kept, *kinds[:slots]], kinds[slots:]
            if len(kinds) > 1:
                self.goto("keeping", seat, stored=kept)
                return
            self.keep(seat, kinds)
            stored = None
        for name, cargo in self.p.get("ships").items():
            for kind, barrels in list(cargo.items()):
                if barrels >= int(name):
                    self.met("storage.unload")
                    self.p.add("storage.unload", barrels, "supply", kind)
                    self.p.set("storage.unload", {}, "ships", name)
        self.role_over()

    def keep(self, seat: str, kinds: list[str], kept: str | None = None) -> None:
        """One barrel of one of these kinds stays, the rest of them goes back."""
        kept = kept or (kinds[0] if kinds else None)
        for kind in kinds:
            back = self.who(seat)["goods"][kind] - (self.number["store.barrels"] if kind == kept else 0)
            if back:
                self.met("storage.return")
            self.p.shift("storage.return", back, ("players", seat, "goods", kind), ("supply", kind))

    def role_over(self) -> None:
        p, seats = self.p, list(self.p.get("players"))
        p.set("round.order", "", "role")
        taken = set(p.get("taken").values())
        place = seats.index(p.get("picker")) + 1
        if len(taken) < len(seats):
            self.choosing(seats[place % len(seats)])
            return
        if p.get("ending"):
            self.goto("finished")
            self.p.reasons.pop(("role",), None)
            self.p.open |= {"role", "picker"}
            return
        for card in p.get("cards"):
            if card not in p.get("taken") and p.get("bank"):
                p.shift("round.money-on-cards", self.number["round.bonus"], ("bank",), ("cards", card))
        p.set("round.return-cards", {}, "taken")
        governor = seats[(seats.index(p.get("governor")) + 1) % len(seats)]
        p.set("round.governor-moves", governor, "governor")
        self.choosing(governor)

    def choosing(self, seat: str) -> None:
        self.p.set("round.order", seat, "picker")
        self.goto("choosing", seat)

    # The moves

    def ended(self, step: Step) -> None:
        assert step.outcome
        scores = {seat: self.total(player) for seat, player in step.after["players"].items()}
        rank = {
            seat: (scores[seat], player["doubloons"] + sum(player["goods"].values()))
            for seat, player in step.after["players"].items()
        }
        winners = [seat for seat, own in rank.items() if own == max(rank.values())]
        if sum(score == max(scores.values()) for score in scores.values()) > 1:
            self.met("win.tie")
        self.same("score.sum", "scores", scores, step.outcome["scores"])
        self.same("win.most", "winners", winners, step.outcome["winners"])

    def on_choose(self, seat: str, card: str, _: Json) -> None:
        p, role = self.p, card.removesuffix(" 2")
        p.set("round.card-stays", seat, "taken", card)
        p.set("role.money", p.get("players", seat, "doubloons") + p.get("cards", card), "players", seat, "doubloons")
        p.set("role.money", 0, "cards", card)
        p.set("role.order", card, "role")
        seats = self.from_picker()
        match role:
            case "settler":
                self.settle(seats)
            case "mayor" if p.get("colonists"):
                self.goto("extra colonist", seat)
            case "mayor":
                self.met("mayor.reserve-gone")
                self.land(seats)
            case "builder":
                self.build(seats)
            case "craftsman":
                self.produce(seats, [])
            case "trader":
                self.sell(seats)
            case "captain":
                self.load(seat, 0, [], False)
            case _:
                self.pay("prospector.doubloon", seat, self.number["prospector.privilege"])
                self.role_over()

    def land(self, seats: list[str]) -> None:
        """The colonists on the ship, one by one."""
        for number in range(self.p.get("colonist_ship")):
            self.p.shift(
                "mayor.take-in-turn", 1, ("colonist_ship",), ("players", seats[number % len(seats)], "san_juan")
            )
        self.place(seats)

    def on_use(self, seat: str, right: str, phase: Json) -> None:
        p = self.p
        match right:
            case "privilege":
                p.shift("mayor.privilege", 1, ("colonists",), ("players", seat, "san_juan"))
                self.land(self.from_picker())
            case "hacienda":
                self.goto("hacienda draw")
            case "hospice":
                self.take_colonist("hospice.colonist", "players", seat, "island_colonists", phase["tile"])
                self.settle(self.later(seat))
            case "university":
                self.take_colonist("university.colonist", "players", seat, "city", phase["building"])
                self.build(self.later(seat))
            case _:
                self.met(f"{right} used")
                amount = self.right(seat, right)
                if right == "harbor":
                    self.score("harbor.bonus", seat, amount)
                else:
                    self.pay(f"{right.replace(' ', '-')}.bonus", seat, amount)
                self.after_gain(seat, phase)

    def gain(self, seat: str, rights: list[str]) -> None:
        """The owner is asked whether to take what buildings bring."""
        self.goto("gain", seat, due=[{"right": right, "amount": self.right(seat, right)} for right in rights])

    def right(self, seat: str, right: str) -> int:
        """What a right is worth by the text."""
        if right == "factory":
            amount = self.number[f"factory.{('two', 'three', 'four', 'five')[self.kinds_made[seat] - 2]}"]
        else:
            amount = self.number[f"{right.replace(' ', '-')}.bonus"]
        return amount

    def on_decline(self, seat: str, right: str, phase: Json) -> None:
        match right:
            case "privilege":
                self.land(self.from_picker())
            case "hacienda":
                self.settle([seat, *self.later(seat)], after_hacienda=True)
            case "hospice":
                self.settle(self.later(seat))
            case "university":
                self.build(self.later(seat))
            case _:
                self.after_gain(seat, phase)

    def after_gain(self, seat: str, phase: Json) -> None:
        after = parted(phase["after"])
        if len(phase["due"]) > 1:
            self.goto("gain", seat, due=phase["due"][1:])
        elif after["name"] == "selling":
            self.sell(self.later(seat))
        elif after["name"] == "producing":
            self.produce(self.later(seat), after["made"])
        else:
            following = (self.later(seat) or self.from_picker())[0]
            self.load(following, 0, after["wharves"], after["paid"])

    def on_take(self, seat: str, tile: str, _: Json) -> None:
        kind = tile.removesuffix(" plantation")
        source = ("quarries",) if kind == "quarry" else ("row", kind)
        if kind == "quarry" and seat != self.p.get("picker"):
            self.met("hut.quarry")
        self.p.shift("settler.take", 1, source, ("players", seat, "island", kind))
        if self.works(seat, "hospice") and self.colonist_left():
            self.goto("hospice", seat, tile=kind)
        else:
            self.settle(self.later(seat))

    def on_draw(self, seat: str, kind: str, phase: Json) -> None:
        if phase["name"] == "row":
            self.p.shift("settler.fill-row", 1, ("stack", kind), ("row", kind))
            if self.p.get("role"):
                self.fill_row(phase["left"] - 1)
            elif phase["left"] > 1:
                self.goto("row", left=phase["left"] - 1)
            else:
                self.goto("choosing", seat)
            return
        self.met("hacienda.draw")
        self.p.shift("hacienda.draw", 1, ("stack", kind), ("players", seat, "island", kind))
        self.settle([seat, *self.later(seat)], after_hacienda=True)

    def on_place(self, seat: str, spot: str, _: Json) -> None:
        self.set_down("mayor.place", seat, spot)
        self.place([seat, *self.later(seat)], spot)

    def on_build(self, seat: str, name: str, _: Json) -> None:
        p, cost = self.p, self.cost(seat, name)
        if self.who(seat)["island_colonists"]["quarry"] > self.buildings[name]["column"]:
            self.met("quarry.limit")
        if not cost:
            self.met("quarry.not-below-zero")
        p.shift("builder.build", cost, ("players", seat, "doubloons"), ("bank",))
        p.add("building.stock", -1, "buildings", name)
        p.set("builder.build", 0, "players", seat, "city", name)
        if self.spaces_used(seat) == self.number["city.spaces"]:
            self.ends("end.city")
        if self.works(seat, "university") and self.colonist_left():
            self.goto("university", seat, building=name)
        else:
            self.build(self.later(seat))

    def on_extra(self, seat: str, kind: str, _: Json) -> None:
        amount = self.number["craftsman.privilege"]
        self.p.shift("craftsman.privilege", amount, ("supply", kind), ("players", seat, "goods", kind))
        self.role_over()

    def on_sell(self, seat: str, kind: str, _: Json) -> None:
        p = self.p
        if p.get("house", kind):
            self.met("office.same-kind")
        p.shift("trader.sell", 1, ("players", seat, "goods", kind), ("house", kind))
        price = self.price[kind] + (self.number["trader.privilege"] if seat == p.get("picker") else 0)
        self.pay("trader.price", seat, price)
        if rights := [market for market in ("small market", "large market") if self.works(seat, market)]:
            self.gain(seat, rights)
        else:
            self.sell(self.later(seat))

    def on_load(self, seat: str, what: str, phase: Json) -> None:
        kind, barrels = self.loads(seat)[self.step.move]
        ship = what.split()[-1]
        if self.who(seat)["goods"][kind] > barrels:
            self.met("captain.all-that-fit")
        self.p.add("captain.all-that-fit", barrels, "ships", ship, kind)
        self.p.add("captain.all-that-fit", -barrels, "players", seat, "goods", kind)
        self.loaded(seat, barrels, phase, phase["wharves"])

    def on_wharf(self, seat: str, kind: str, phase: Json) -> None:
        self.met("wharf.load")
        barrels = self.who(seat)["goods"][kind]
        self.p.shift("wharf.all", barrels, ("players", seat, "goods", kind), ("supply", kind))
        self.loaded(seat, barrels, phase, [*phase["wharves"], seat])

    def loaded(self, seat: str, barrels: int, phase: Json, wharves: list[str]) -> None:
        first = seat == self.p.get("picker") and not phase["paid"]
        points = barrels * self.number["captain.point-per-barrel"]
        self.score("captain.points", seat, points + (self.number["captain.privilege"] if first else 0))
        if self.works(seat, "harbor"):
            self.gain(seat, ["harbor"])
        else:
            self.load((self.later(seat) or self.from_picker())[0], 0, wharves, first or phase["paid"])

    def on_store(self, seat: str, kind: str, phase: Json) -> None:
        self.met("a warehouse's kind chosen")
        kinds = {*phase["stored"], kind}
        self.store([seat, *self.later(seat)], [other for other in KINDS if other in kinds])

    def on_keep(self, seat: str, kind: str, phase: Json) -> None:
        goods = self.who(seat)["goods"]
        self.keep(seat, [other for other in KINDS if goods[other] and other not in phase["stored"]], kind)
        self.store(self.later(seat))

    def on_pass(self, seat: str, _: str, phase: Json) -> None:
        match phase["name"]:
            case "taking":
                self.settle(self.later(seat))
            case "building":
                self.build(self.later(seat))
            case "selling":
                self.sell(self.later(seat))
            case "loading":
                self.met("a wharf left unused")
                self.load(
                    (self.later(seat) or self.from_picker())[0], phase["idle"] + 1, phase["wharves"], phase["paid"]
                )
            case _:
                self.role_over()


STYLE = Style(
    {
        "pass": 0.5,
        "decline": 0.5,
        **dict.fromkeys(("guild", "residence", "fortress", "customs", "hall"), 4.0),
        **dict.fromkeys(("factory", "large", "wharf", "harbor", "university"), 3.0),
    },
    3000,
)
