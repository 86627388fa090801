"""The rows of puerto_rico."""

from __future__ import annotations

from tests.games.rows.look import Look, Rows, counts, whole

GOODS = ["corn", "indigo", "sugar", "tobacco", "coffee"]
TILES = [*GOODS, "quarry"]
CHOOSING = ("choosing", "funding", "finished")


def _with_goods(look: Look, value: dict[str, int]) -> bool:
    return list(value) == GOODS and counts(value)


def _no_more_than_in_the_box(look: Look, value: dict[str, int], what: str) -> bool:
    return counts(value) and all(many <= look.total(what.format(name)) for name, many in value.items())


ROWS = Rows(
    parts={
        "governor": lambda k, v: v in k.seats,
        "picker": lambda k, v: v in k.seats and (k.p["role"] != "" or k.name in (*CHOOSING, "row")),
        "turn": lambda k, v: k.actor in (v, "chance", "nobody"),
        "role": lambda k, v: (
            (v == "" if k.name in CHOOSING else v != "" or k.name == "row")
            and (not v or k.p["taken"].get(v) == k.p["picker"])
        ),
        "phase": lambda k, v: True,
        "taken": lambda k, v: all(seat in k.seats for seat in v.values()) and not v.keys() & k.p["cards"].keys() - {*v},
        "cards": lambda k, v: counts(v) and all(not v[card] for card in k.p["taken"] if card in v),
        "bank": lambda k, v: v + sum(k.each("doubloons")) + sum(k.p["cards"].values()) == k.total("doubloons"),
        "buildings": lambda k, v: all(
            v[name] + sum(name in city for city in k.each("city")) == k.total(name) for name in v
        ),
        "supply": _with_goods,
        "house": _with_goods,
        "ships": lambda k, v: all(
            len(cargo) <= 1 and all(0 < many <= int(name.rstrip("b")) for many in cargo.values())
            for name, cargo in v.items()
        ),
        "row": lambda k, v: list(v) == GOODS and sum(v.values()) <= len(k.seats) + 1,
        "stack": _with_goods,
        "discard": _with_goods,
        "quarries": lambda k, v: v + sum(island["quarry"] for island in k.each("island")) == k.total("quarries"),
        "colonists": lambda k, v: (
            v
            + k.p["colonist_ship"]
            + k.p["removed"]
            + sum(k.each("san_juan"))
            + sum(sum(many.values()) for part in ("island_colonists", "city") for many in k.each(part))
            == k.total("colonists")
        ),
        "colonist_ship": lambda k, v: whole(v),
        "removed": lambda k, v: whole(v),
        "pool": lambda k, v: v + sum(k.each("points")) - k.p["written"] == k.total("points"),
        "written": lambda k, v: not v or not k.p["pool"],
        "ending": lambda k, v: v in ("", "end.colonists", "end.city", "end.points"),
    },
    players={
        "doubloons": lambda k, v, s: whole(v),
        "points": lambda k, v, s: whole(v),
        "goods": lambda k, v, s: list(v) == GOODS and counts(v),
        "island": lambda k, v, s: list(v) == TILES and sum(v.values()) <= k.number("island.spaces"),
        "island_colonists": lambda k, v, s: list(v) == TILES and all(v[tile] <= s["island"][tile] for tile in TILES),
        "city": lambda k, v, s: counts(v) and v.keys() <= k.p["buildings"].keys(),
        "san_juan": lambda k, v, s: whole(v),
    },
)
