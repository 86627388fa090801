"""An auditor of Merchants of Europe: what each move leads to, up to the next decision, from text, map and cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tests.auditors.catan_europe_travel import Travel
from tests.auditors.catan_europe_view import GAME, KINDS, in_order
from tests.auditors.europe import YIELDS
from tests.auditors.stream import Json, Step, Style

__all__ = ["GAME", "SETUPS", "STYLE", "Auditor"]

SETUPS = {"short-fixed": (3, 4), "short-variable": (3, 4), "full": (3, 4)}


class Auditor(Travel):
    """One game of Merchants of Europe."""

    turns = "turn.phases"

    # What the position says

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

    def on_neutral(self, _: str, what: str, phase: Json) -> None:
        self.place("setup.neutral-posts", what.removeprefix("post at "), "neutral")
        self.p.add("setup.neutral-posts", -1, "neutral_left")
        if self.p.get("neutral_left"):
            self.p.set("setup.neutral-posts", self.from_last()[phase["k"] + 1], "turn")
            self.goto("neutral-post")
        else:
            self.next_route(0)

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
            self.discard([(seat, self.due(seat)) for seat in self.seats() if self.due(seat)])
        else:
            self.produce(total)
            self.goto("actions")

    def due(self, seat: str) -> int:
        held = sum(self.who(seat)["hand"].values())
        return int(held // 2) if held > self.number["hand.limit"] else 0

    def discard(self, due: list[tuple[str, int]]) -> None:
        if due:
            self.goto("discarding", due[0][0], due=[{"seat": seat, "cards": cards} for seat, cards in due])
        else:
            self.goto("robber")

    def on_discard(self, _: str, kind: str, phase: Json) -> None:
        due = phase["due"]
        self.met("seven.discard")
        self.take("seven.discard", due[0]["seat"], kind, -1)
        left = [(row["seat"], row["cards"] - (not place)) for place, row in enumerate(due)]
        self.discard([row for row in left if row[1]])

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
                self.goto("free-route", left=self.cards[card]["amount"], touching="")
            case "free_merchant_move":
                self.goto("free-march")
            case "free_caravan_move":
                self.goto("free-drive")
            case "take_resources":
                self.goto("harvest", left=self.cards[card]["amount"])
            case _:
                self.goto("monopoly")

    def on_take(self, seat: str, kind: str, phase: Json) -> None:
        self.take("card.harvest", seat, kind)
        if phase["left"] > 1 and any(self.p.get("bank", other) for other in KINDS):
            self.goto("harvest", left=phase["left"] - 1)
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

    # The audit

    def look(self, step: Step) -> None:
        self.decider = step.turn
        super().look(replace(step, before=in_order(step.before), after=in_order(step.after)))

    def decides(self, step: Step) -> None:
        if self.decider:
            super().decides(step)

    def next_decider(self, phase: str) -> str:
        return self.decider

    def ended(self, step: Step) -> None:
        assert step.outcome
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
