"""The rows of power_grid."""

from __future__ import annotations

from typing import Any

from tests.games.rows.look import Look, Rows, counts, whole

SET_UP = ("lots", "removing", "regions")
FUELS = ["coal", "oil", "garbage", "uranium"]
BEFORE_THE_END = (*SET_UP, "offering", "opening", "bidding", "scrapping", "losing", "fuel", "building")


def _everywhere(look: Look) -> list[Any]:
    """All plants whose place is told."""
    p = look.p
    plants = [plant for owned in look.each("plants") for plant in owned]
    return [*plants, *(n for n in p["market"] if n != "step 3"), *p["unseen"], *p["buried"], *p["gone"]]


def _the_end_was_reached(look: Look) -> bool:
    return max(map(len, look.each("cities"))) >= look.number("end.cities")


def _ending(look: Look, value: bool) -> bool:
    if look.name in BEFORE_THE_END:
        return not value
    return not value or _the_end_was_reached(look)


ROWS = Rows(
    parts={
        "round": lambda k, v: v >= 1 and (k.before is None or v - k.before["round"] in (0, 1)),
        "step": lambda k, v: v in (1, 2, 3) and (v == 3) == (k.p["step3_card"] == "gone"),
        "order": lambda k, v: sorted(v) == sorted(k.seats) or (k.name in SET_UP and {*v} <= {*k.seats}),
        "turn": lambda k, v: k.actor in (v, "chance", "nobody"),
        "phase": lambda k, v: True,
        "regions": lambda k, v: len({*v}) == len(v) <= len(k.seats) + 1,
        "market": lambda k, v: (
            (plants := [n for n in v if n != "step 3"]) == sorted({*plants}) and v in (plants, [*plants, "step 3"])
        ),
        "thirteen": lambda k, v: not v or 13 not in _everywhere(k) or k.name in SET_UP,
        "unseen": lambda k, v: v == sorted({*v}) and len(_everywhere(k)) == len({*_everywhere(k)}),
        "stack": lambda k, v: whole(v) and v <= len(k.p["unseen"]) + len(k.p["buried"]),
        "buried": lambda k, v: v == sorted({*v}),
        "gone": lambda k, v: v == sorted({*v}) and (k.before is None or {*k.before["gone"]} <= {*v}),
        "step3_card": lambda k, v: v in ("stack", "turned up", "drawn", "gone"),
        "step3_began": lambda k, v: 0 < v <= k.p["round"] + 1 if k.p["step3_card"] == "gone" else v == 0,
        "sold": lambda k, v: 0 <= v <= len(k.seats),
        "fuel": lambda k, v: list(v) == FUELS and counts(v),
        "prices": lambda k, v: (
            all((name in v) == (k.p["fuel"][name] > 0) for name in FUELS) and min([1, *v.values()]) > 0
        ),
        "supply": lambda k, v: all(
            v[name] + k.p["fuel"][name] + sum(fuel[name] for fuel in k.each("fuel")) == k.total(name) for name in FUELS
        ),
        "ending": _ending,
    },
    players={
        "money": lambda k, v, s: whole(v),
        "plants": lambda k, v, s: v == sorted({*v}) and all(type(number) is int for number in v),
        "cities": lambda k, v, s: len({*v}) == len(v),
        "fuel": lambda k, v, s: list(v) == FUELS and counts(v),
        "houses": lambda k, v, s: v + len(s["cities"]) == k.number("houses.each"),
        "supplied": lambda k, v, s: v == -1 if not k.p["ending"] else -1 <= v <= len(s["cities"]),
    },
)
