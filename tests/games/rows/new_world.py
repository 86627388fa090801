"""The rows of new_world."""

from __future__ import annotations

import re

from tests.games.rows.look import Json, Look, Rows, counts, whole

PLACE = re.compile(r"c\d+ r-?\d+")
SETTLER = re.compile(r"(sheriff|robber) [NESW]|trapper [NESW]{3}|farmer")


def _settlers(look: Look, value: dict[str, str]) -> bool:
    return all(
        place in look.p["board"]
        and settler.split()[0] in look.seats
        and SETTLER.fullmatch(settler.split(" ", 1)[1]) is not None
        for place, settler in value.items()
        if not place.startswith("c0 ")
    )


def _surveyors(look: Look, value: list[int]) -> bool:
    """Both, or one where the other waits; column 0 is the eastern edge of the land."""
    return value == sorted(value) and len(value) == (2 if look.p["waiting"] < 0 else 1)


def _supply(look: Look, value: int, player: Json) -> bool:
    """All settlers of a player that are not on the land."""
    seat = look.seat_of(player)
    on_land = [text for text in look.p["settlers"].values() if text.split()[0] == seat]
    return bool(value + len(on_land) == look.total(f"{seat} settlers"))


ROWS = Rows(
    parts={
        "turn": lambda k, v: k.actor in (v, "chance", "nobody"),
        "phase": lambda k, v: True,
        "board": lambda k, v: all(
            PLACE.fullmatch(place) and re.fullmatch(r"\d+ turned [0-3]", v[place]) for place in v
        ),
        "settlers": _settlers,
        "surveyors": _surveyors,
        "waiting": lambda k, v: v == -1 or k.engine.rules.setup == "late-surveyor",
        "pile": lambda k, v: counts(v),
        "box": lambda k, v: counts(v),
    },
    players={
        "score": lambda k, v, s: whole(v),
        "supply": _supply,
    },
)
