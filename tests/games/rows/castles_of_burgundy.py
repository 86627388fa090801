"""The rows of castles_of_burgundy."""

from __future__ import annotations

from tests.games.rows.look import Look, Rows, counts, whole

COLOURS = {"building", "animals", "knowledge", "castle", "mine", "ship"}
GOODS = ["turquoise", "violet", "pink", "red", "brown", "orange"]
BEGINNING = ("start goods", "dealing", "choosing board", "founding")


def _in_order(look: Look, value: list[str]) -> bool:
    """Each seat once, whoever is farther ahead earlier."""
    track = [look.p["players"][seat]["track"] for seat in value]
    return sorted(value) == sorted(look.seats) and track == sorted(track, reverse=True)


def _bonus(look: Look, value: dict[str, list[str]]) -> bool:
    """Every bonus tile of which somebody has none lies on the board."""
    return all(
        {*value[size]}.isdisjoint(colour for bonus in look.each("bonus") for colour in bonus[size])
        and {*value[size]} | {colour for bonus in look.each("bonus") for colour in bonus[size]} == COLOURS
        for size in ("large", "small")
    )


ROWS = Rows(
    parts={
        "letter": lambda k, v: v in "ABCDE",
        "round": lambda k, v: 1 <= v <= k.number("phase.rounds"),
        "phase": lambda k, v: True,
        "turn": lambda k, v: k.actor in (v, "chance", "nobody"),
        "order": _in_order,
        "playing": lambda k, v: sorted(v) == sorted(k.seats),
        "depots": lambda k, v: [*v] == [*"123456"] and all({*depot["goods"]} <= {*GOODS} for depot in v.values()),
        "black": lambda k, v: isinstance(v, list),
        "offered": lambda k, v: len(v) <= k.number("phase.goods") and {*v} <= {*GOODS},
        "held": lambda k, v: (v != "") == (k.name in ("making room", "paying")),
        "bought": lambda k, v: v is False or k.name not in (*BEGINNING, "rolling", "white die"),
        "sales": lambda k, v: whole(v),
        "ships": lambda k, v: v == 0,
        "bonus": _bonus,
        "stack": lambda k, v: counts(v),
        "black_stack": lambda k, v: counts(v),
        "goods_stack": lambda k, v: list(v) == GOODS and counts(v),
        "box": lambda k, v: counts(v),
        "goods_box": lambda k, v: not any(v.values()),
    },
    players={
        "board": lambda k, v, s: whole(v) and (v > 0 or k.name in BEGINNING or not s["estate"]),
        "sheet": lambda k, v, s: len(v) in (0, 2) and (not v or not s["board"] or s["board"] in v),
        "estate": lambda k, v, s: all(1 <= int(space) <= 37 for space in v),
        "storage": lambda k, v, s: len(v) <= k.number("storage.tiles") + (k.name == "making room"),
        "goods": lambda k, v, s: list(v) == GOODS and sum(map(bool, v.values())) <= k.number("storage.goods"),
        "sold": lambda k, v, s: list(v) == GOODS and counts(v),
        "silver": lambda k, v, s: whole(v),
        "workers": lambda k, v, s: whole(v),
        "points": lambda k, v, s: whole(v),
        "dice": lambda k, v, s: len(v) <= 2 and all(1 <= die <= 6 for die in v),
        "track": lambda k, v, s: 0 <= v <= k.number("track.spaces"),
        "bonus": lambda k, v, s: {*v["large"]}.isdisjoint(v["small"]),
    },
)
