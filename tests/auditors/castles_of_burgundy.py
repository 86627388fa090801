"""An auditor of The Castles of Burgundy: what each move leads to, up to the next decision, from text and boards."""

from __future__ import annotations

from collections.abc import Iterable

from tests.auditors.castles_of_burgundy_view import BESIDE, COLOURS, FETCHED, GAME, View
from tests.auditors.stream import Json, Step, Style

__all__ = ["GAME", "SETUPS", "STYLE", "Auditor"]

SETUPS = {"standard": (2, 3, 4), "expert": (2, 3, 4)}


class Auditor(View):
    """One game of The Castles of Burgundy."""

    turns = "round.order"
    chance = ("start goods", "dealing", "filling", "rolling", "white die")

    # What the position says

    # The beginning of a phase

    def begin_phase(self) -> None:
        """What is left goes to the box; ships, mines and castles, all the same, are laid at once, others are drawn.

        Those that are left where the same is laid may stay; the game counts them to the box, and others from the stack.
        """
        p = self.p
        for depot in p.get("depots"):
            for tile in p.get("depots", depot, "tiles"):
                p.add("phase.clear", 1, "box", tile)
            same = [COLOURS[kind] for number, kind in self.spaces() if number == depot and kind in "CMS"]
            p.set("phase.fill", self.sorted(same), "depots", depot, "tiles")
            for tile in same:
                self.take_from("phase.fill", "stack", tile)
        for tile in p.get("black"):
            p.add("phase.clear", 1, "box", tile)
        p.set("phase.clear", [], "black")
        self.goto("filling", step=0)

    def take_from(self, clause: str, stack: str, tile: str) -> None:
        self.p.add(clause, -1, stack, tile)
        if not self.p.get(stack, tile):
            left = {other: count for other, count in self.p.get(stack).items() if count}
            self.p.set(clause, left, stack)

    # What happens by itself

    def go_on(self, seat: str) -> None:
        """The turn goes on, or ends by itself."""
        if self.who(seat)["dice"] or self.buys(seat):
            self.goto("turn", seat)
        else:
            self.end_turn(seat)

    def end_turn(self, seat: str) -> None:
        p, playing = self.p, self.p.get("playing")
        place = playing.index(seat) + 1
        if place < len(playing):
            self.begin_turn("turn", playing[place])
            return
        if p.get("round") < self.number["phase.rounds"]:
            p.add("phase.number", 1, "round")
            self.begin_round()
            return
        for other in p.get("players"):
            mines = list(self.who(other)["estate"].values()).count("mine")
            p.add("mine.income", mines * self.number["mine.silver"], "players", other, "silver")
            if self.knows(other, 2):
                self.met("knowledge.2")
                p.add("knowledge.2", mines * self.number["knowledge.mine-workers"], "players", other, "workers")
        if p.get("letter") == "E":
            self.begin_turn("finished", seat)
            return
        p.set("phase.number", chr(ord(p.get("letter")) + 1), "letter")
        p.set("phase.number", 1, "round")
        self.begin_phase()

    def begin_round(self) -> None:
        self.p.set("round.first-player", self.p.get("order"), "playing")
        self.begin_turn("rolling", self.p.get("order")[0])

    def begin_turn(self, phase: str, seat: str) -> None:
        for part, none in (("bought", False), ("sales", 0)):
            self.p.set("purchase.once", none, part)
        self.goto(phase, seat)

    def store(self, clause: str, seat: str, tile: str) -> None:
        """A tile goes to the storage, or room is made for it."""
        storage = self.who(seat)["storage"]
        if len(storage) < self.number["storage.tiles"]:
            self.p.set(clause, self.sorted([*storage, tile]), "players", seat, "storage")
            self.go_on(seat)
        else:
            self.met("take.full")
            self.p.set(clause, tile, "held")
            self.goto("making room", seat)

    def without(self, clause: str, tile: str, *path: str) -> None:
        tiles = list(self.p.get(*path))
        tiles.remove(tile)
        self.p.set(clause, tiles, *path)

    # The moves

    def ended(self, step: Step) -> None:
        assert step.outcome
        players = step.after["players"]
        scores = {seat: player["points"] + self.last_points(player) for seat, player in players.items()}
        rank = {
            seat: (scores[seat], len(BESIDE) - len(player["estate"]), step.after["playing"].index(seat))
            for seat, player in players.items()
        }
        ties = [seat for seat in players if scores[seat] == max(scores.values())]
        if len(ties) > 1:
            self.met("win.empty")
            if len({rank[seat][1] for seat in ties}) == 1:
                self.met("win.last")
        self.same("end.game", "scores", scores, step.outcome["scores"])
        self.same("win.most", "winners", [max(rank, key=rank.__getitem__)], step.outcome["winners"])

    def on_draw(self, _: str, drawn: str, phase: Json) -> None:
        p = self.p
        if phase["name"] == "start goods":
            seat = p.get("order")[phase["drawn"] // self.number["start.goods"]]
            p.shift("setup.goods", 1, ("goods_stack", drawn), ("players", seat, "goods", drawn))
            if phase["drawn"] + 1 < self.number["start.goods"] * self.table.players:
                return self.goto("start goods", drawn=phase["drawn"] + 1)
            if self.table.setup == "expert":
                return self.goto("dealing")
            return self.begin_phase()
        spaces, step, black = self.drawn_spaces(), phase["step"], self.number["black.tiles"]
        if step < len(spaces):
            depot = spaces[step][0]
            self.take_from("phase.fill", "stack", drawn)
            p.set("phase.fill", self.sorted([*p.get("depots", depot, "tiles"), drawn]), "depots", depot, "tiles")
        elif step < len(spaces) + black:
            self.take_from("phase.black", "black_stack", drawn)
            p.set("phase.black", self.sorted([*p.get("black"), drawn]), "black")
        else:
            p.add("phase.goods", -1, "goods_stack", drawn)
            p.set("phase.goods", [*p.get("offered"), drawn], "offered")
        if step + 1 < len(spaces) + black + self.number["phase.goods"]:
            return self.goto("filling", step=step + 1)
        return self.begin_round()

    def on_deal(self, seat: str, sheet: str, _: Json) -> None:
        self.p.set("expert.sheet", [int(side) for side in sheet.split("/")], "players", seat, "sheet")
        self.next_setter(seat, "dealing", "choosing board")

    def on_board(self, seat: str, board: str, _: Json) -> None:
        self.same("expert.side", "legal", {f"board {side}" for side in self.who(seat)["sheet"]}, set(self.step.legal))
        self.p.set("expert.side", int(board), "players", seat, "board")
        self.goto("founding", seat)

    def on_found(self, seat: str, where: str, _: Json) -> None:
        green = {f"found on {space}" for space, colour in self.colour(seat).items() if colour == "C"}
        self.same("expert.castle", "legal", green, set(self.step.legal))
        self.p.set("expert.castle", {where.split()[1]: "castle"}, "players", seat, "estate")
        self.take_from("setup.castle", "stack", "castle")
        self.next_setter(seat, "choosing board", None)

    def next_setter(self, seat: str, phase: str, following: str | None) -> None:
        order = self.p.get("order")
        place = order.index(seat) + 1
        if place < len(order):
            self.goto(phase, order[place])
        elif following:
            self.goto(following, order[0])
        else:
            self.begin_phase()
            self.p.set("round.order", order[0], "turn")

    def on_roll(self, _: str, dice: str, phase: Json) -> None:
        playing = self.p.get("playing")
        self.p.set("round.roll", [int(die) for die in dice.split()], "players", playing[phase["place"]], "dice")
        if phase["place"] + 1 < len(playing):
            self.goto("rolling", place=phase["place"] + 1)
        else:
            self.goto("white die")

    def on_white(self, seat: str, number: str, _: Json) -> None:
        p, offered = self.p, self.p.get("offered")
        p.set("round.white", [*p.get("depots", number, "goods"), offered[0]], "depots", number, "goods")
        p.set("round.white", offered[1:], "offered")
        self.goto("turn", seat)

    def on_raise(self, seat: str, how: str, _: Json) -> None:
        self.turn_die(seat, how, 1)

    def on_lower(self, seat: str, how: str, _: Json) -> None:
        self.turn_die(seat, how, -1)

    def turn_die(self, seat: str, how: str, way: int) -> None:
        dice, die = list(self.who(seat)["dice"]), int(how.split()[0])
        by = 2 if how.endswith("by 2") else 1
        if by == 2:
            self.met("knowledge.8")
        if not 1 <= die + way * by <= 6:
            self.met("worker.wrap")
        dice.remove(die)
        self.p.set("worker.change", sorted([*dice, (die + way * by - 1) % 6 + 1]), "players", seat, "dice")
        self.p.add("worker.change", -1, "players", seat, "workers")

    def on_use(self, seat: str, die: str, _: Json) -> None:
        dice = list(self.who(seat)["dice"])
        dice.remove(int(die))
        self.p.set("turn.die", dice, "players", seat, "dice")
        self.goto("action", die=int(die))

    def on_take(self, seat: str, what: str, phase: Json) -> None:
        if what == "workers":
            amount = self.number["knowledge.workers" if self.knows(seat, 14) else "workers.taken"]
            self.p.add("workers.take", amount, "players", seat, "workers")
            if self.knows(seat, 13):
                self.met("knowledge.13")
                self.p.add("knowledge.13", self.number["knowledge.workers-silver"], "players", seat, "silver")
            self.go_on(seat)
            return
        tile, depot = what.split(" from ")
        if phase.get("die") and phase["die"] != int(depot):
            self.met("knowledge.12")
        self.without("take.die", tile, "depots", depot, "tiles")
        self.store("take.storage", seat, tile)

    def on_buy(self, seat: str, what: str, __: Json) -> None:
        tile, _, depot = what.partition(" from ")
        if depot:
            self.met("knowledge.6")
        self.p.add("purchase.price", -self.number["purchase.price"], "players", seat, "silver")
        self.without("purchase.once", tile, *(("depots", depot, "tiles") if depot else ("black",)))
        self.p.set("purchase.once", True, "bought")
        self.store("purchase.storage", seat, tile)

    def on_discard(self, seat: str, tile: str, _: Json) -> None:
        storage = list(self.who(seat)["storage"])
        storage.remove(tile)
        self.p.set("take.full", self.sorted([*storage, self.p.get("held")]), "players", seat, "storage")
        self.p.set("take.full", "", "held")
        self.p.add("take.full", 1, "box", tile)
        self.go_on(seat)

    def on_sell(self, seat: str, good: str, _: Json) -> None:
        p, count = self.p, self.who(seat)["goods"][good]
        p.shift("sell.all", count, ("players", seat, "goods", good), ("players", seat, "sold", good))
        silver = self.number["knowledge.sale-silver" if self.knows(seat, 3) else "sell.silver"]
        p.add("sell.silver", silver, "players", seat, "silver")
        if self.knows(seat, 4):
            self.met("knowledge.4")
            p.add("knowledge.4", self.number["knowledge.sale-workers"], "players", seat, "workers")
        p.add("sell.points", count * self.number["sell.points"], "players", seat, "points")
        p.add("sell.all", 1, "sales")
        self.go_on(seat)

    def on_place(self, seat: str, what: str, phase: Json) -> None:
        p = self.p
        tile, space = what.split(" on ")
        if phase.get("die") and phase["die"] != self.dice[space]:
            self.met("knowledge.9 to 11")
        if self.kind(tile) == "B" and not self.is_new(seat, tile, space):
            self.met("knowledge.1")
        self.without("place.stored", tile, "players", seat, "storage")
        p.set("place.die", tile, "players", seat, "estate", space)
        self.complete(seat, space)
        kind = self.kind(tile)
        if kind == "A":
            self.animals(seat, tile, space)
        if kind == "C":
            self.goto("action", seat, die=0)
        elif kind == "S":
            self.cargo(seat)
        elif kind == "B":
            self.building(seat, tile)
        else:
            self.go_on(seat)

    def complete(self, seat: str, space: str) -> None:
        """Points for a region and for a colour that are complete."""
        p, estate, region = self.p, self.who(seat)["estate"], self.region(seat, space)
        if not region <= estate.keys():
            return
        p.add("region.size", self.size_points[len(region)], "players", seat, "points")
        p.add("region.phase", self.phase_points[p.get("letter")], "players", seat, "points")
        self.met(f"a region of {len(region)}")
        colours = self.colour(seat)
        if {other for other in BESIDE if colours[other] == colours[space]} <= estate.keys():
            name = COLOURS[colours[space]]
            for size, clause in (("large", "colour.first"), ("small", "colour.second")):
                if name in p.get("bonus", size):
                    self.met(clause)
                    self.without(clause, name, "bonus", size)
                    had = [*p.get("players", seat, "bonus", size), name]
                    order = list(COLOURS.values())
                    p.set(clause, sorted(had, key=order.index), "players", seat, "bonus", size)
                    p.add(clause, self.number[f"bonus.{size}"], "players", seat, "points")
                    return
            self.met("colour.later")

    def animals(self, seat: str, tile: str, space: str) -> None:
        estate, own = self.who(seat)["estate"], tile.split()[0]
        alike = [estate[other] for other in self.region(seat, space) if estate.get(other, "").split()[:1] == [own]]
        if len(alike) > 1:
            self.met("animals.again")
        points = sum(self.tiles[other]["animals"] for other in alike)
        if self.knows(seat, 7):
            self.met("knowledge.7")
            points += len(alike) * self.number["knowledge.animal-point"]
        self.p.add("animals.points", points, "players", seat, "points")

    def building(self, seat: str, tile: str) -> None:
        p = self.p
        match tile:
            case "boarding house":
                p.add("boarding-house.workers", self.number["boarding-house.workers"], "players", seat, "workers")
            case "bank":
                p.add("bank.silver", self.number["bank.silver"], "players", seat, "silver")
            case "watchtower":
                p.add("watchtower.points", self.number["watchtower.points"], "players", seat, "points")
            case "warehouse" if self.sales(seat, 0):
                return self.goto("warehouse", seat)
            case "city hall" if self.places(seat, 0):
                return self.goto("city hall", seat)
            case "carpenter" | "church" | "market" if self.takes(set(range(1, 7)), FETCHED[tile]):
                return self.goto("fetching", seat, building=tile)
            case _:
                self.met("building.lapses")
        return self.go_on(seat)

    def cargo(self, seat: str) -> None:
        if self.finds_room(seat, range(1, 7)):
            self.goto("cargo", seat, first=0)
        else:
            self.met("ship.nothing")
            self.sail(seat)

    def finds_room(self, seat: str, depots: Iterable[int]) -> bool:
        """Whether some of the goods in these depots can go aboard."""
        goods = self.who(seat)["goods"]
        room = self.number["storage.goods"] > sum(1 for count in goods.values() if count)
        there = [good for depot in depots for good in self.p.get("depots", str(depot), "goods")]
        return any(room or goods[good] for good in there)

    def sail(self, seat: str) -> None:
        """The marker moves, onto the top of those that lie there."""
        p, players = self.p, self.p.get("players")
        p.add("ship.marker", self.number["ship.steps"], "players", seat, "track")
        track = players[seat]["track"]
        others = [other for other in p.get("order") if other != seat]
        ahead = [other for other in others if players[other]["track"] > track]
        if any(players[other]["track"] == track for other in others):
            self.met("ship.stack")
        p.set("ship.stack", ahead + [seat] + [other for other in others if other not in ahead], "order")
        self.go_on(seat)

    def on_goods(self, seat: str, how: str, phase: Json) -> None:
        self.stow(seat, how.split()[1], phase["first"])

    def stow(self, seat: str, depot: str, first: int, kept: str | None = None) -> None:
        """Goods go aboard by kinds, as far as they find room; the player chooses where not all do."""
        p, goods = self.p, self.who(seat)["goods"]
        there = p.get("depots", depot, "goods")
        taken = [good for good in there if goods[good] or good == kept]
        room = self.number["storage.goods"] - sum(1 for count in goods.values() if count) - (kept is not None)
        new = list(dict.fromkeys(good for good in there if good not in taken))
        if len(new) <= room:
            taken, new = list(there), []
        for good in taken:
            p.add("ship.goods", 1, "players", seat, "goods", good)
        p.set("ship.left", [good for good in there if good not in taken], "depots", depot, "goods")
        if new and room:
            self.met("ship.left")
            self.goto("stowing", seat, depot=int(depot), second=bool(first))
            return
        if not first and self.knows(seat, 5) and self.finds_room(seat, self.beside(int(depot))):
            self.met("knowledge.5")
            self.goto("cargo", seat, first=int(depot))
        else:
            self.sail(seat)

    def on_keep(self, seat: str, good: str, phase: Json) -> None:
        self.stow(seat, str(phase["depot"]), int(phase["second"]), good)

    def on_pass(self, seat: str, _: str, phase: Json) -> None:
        if phase["name"] == "cargo":
            self.sail(seat)
        else:
            self.met("a building left unused")
            self.go_on(seat)

    def on_end(self, seat: str, _: str, __: Json) -> None:
        self.end_turn(seat)


STYLE = Style({"raise": 0.2, "lower": 0.2, "place": 3.0, "workers": 0.2}, 4000)
