"""The rows of catan_europe."""

from __future__ import annotations

import re
from typing import Any

from tests.games.rows.look import Look, Rows, counts, whole

KINDS = ["wood", "wool", "grain", "ore", "salt"]
TERRAINS = ["forest", "pasture", "arable", "mountain", "salt"]
SET_UP = ("dashed-token", "robber-start", "first-roll", "first-post", "neutral-post", "first-route")
REGION = re.compile(r"H\(\d+,\d+\)")
BETWEEN = re.compile(r".+ - .+")
BEFORE_THE_DICE = (*SET_UP, "before-dice", "dice")


def _rolled(look: Look, value: bool) -> bool:
    """False before the dice, and while a card played before them is carried out; true once they have been rolled."""
    if look.name in ("actions", "offer", "answer", "choose", "discarding"):
        return value
    return not value or look.name not in BEFORE_THE_DICE


def _bank(look: Look, value: dict[str, int]) -> bool:
    held = {kind: value[kind] + sum(hand[kind] for hand in look.each("hand")) for kind in KINDS}
    gold = value["gold"] + sum(look.each("gold"))
    return held == {kind: look.total(kind) for kind in KINDS} and gold == look.total("gold")


def _goods(look: Look, value: int, seat: dict[str, Any]) -> bool:
    """Those that lie free: the rest is delivered, or under the posts of the depot."""
    return value >= 0 and value + seat["delivered"] <= look.total(f"{look.seat_of(seat)} goods")


ROWS = Rows(
    parts={
        "turn": lambda k, v: v in k.seats,
        "first": lambda k, v: v in k.seats,
        "phase": lambda k, v: True,
        "neutral": lambda k, v: len({*v}) == len(v) and {*v}.isdisjoint(c for posts in k.each("posts") for c in posts),
        "neutral_left": lambda k, v: whole(v) and (v == 0 or k.name in SET_UP),
        "supplied": lambda k, v: len(v) == sum(k.each("delivered")),
        "connected": lambda k, v: k.before is None or {*k.before["connected"]} <= {*v},
        "robber": lambda k, v: bool(REGION.fullmatch(v)) or (v == "" and k.name in ("dashed-token", "robber-start")),
        "tokens": lambda k, v: all(REGION.fullmatch(region) and 2 <= number <= 12 for region, number in v.items()),
        "reserve": lambda k, v: list(v) == TERRAINS and all(values == sorted(values) for values in v.values()),
        "bank": _bank,
        "stock": lambda k, v: counts(v),
        "pile": lambda k, v: counts(v),
        "rolled": _rolled,
        "bought": lambda k, v: whole(v) and (v == 0 or k.p["rolled"]),
        "card_played": lambda k, v: not v or k.name not in SET_UP,
        "tolls": lambda k, v: all(row["caravan"] in (0, 1) and row["to"] in k.seats for row in v),
    },
    players={
        "hand": lambda k, v, s: list(v) == KINDS and counts(v),
        "gold": lambda k, v, s: whole(v),
        "cards": lambda k, v, s: all(many > 0 for many in v.values()),
        "new_cards": lambda k, v, s: all(many > 0 for many in v.values()),
        "posts": lambda k, v, s: len({*v}) == len(v) and not any("(" in city for city in v),
        "routes": lambda k, v, s: all(BETWEEN.fullmatch(path) for path in v),
        "merchants": lambda k, v, s: isinstance(v, list),
        "caravans": lambda k, v, s: len(v) <= 2 and all(path == "" or BETWEEN.fullmatch(path) for path in v),
        "depot": lambda k, v, s: whole(v),
        "goods": _goods,
        "delivered": lambda k, v, s: whole(v),
        "posts_in_hand": lambda k, v, s: v == 0 or k.name in SET_UP,
    },
)
