"""Which clauses of The Castles of Burgundy may change which part of a position."""

from __future__ import annotations

from typing import Final

OVER: Final = ("round.order", "round.first-player", "phase.end")
"""A turn is over, and what was noted of it is wiped out."""

CHANGES: Final = {
    "black": ("phase.black", "phase.clear", "purchase.price", "knowledge.6"),
    "black_stack": ("phase.black",),
    "bought": ("purchase.once", *OVER),
    "box": ("phase.three-players", "phase.clear", "take.full", "silent:storage.discard"),
    "depots": (
        "phase.fill", "phase.goods", "phase.clear", "take.die", "castle.action", "ship.any-depot", "ship.kinds",
        "carpenter.take", "market.take", "church.take", "knowledge.6", "round.white",
    ),
    "dice": ("round.roll", "turn.die", "worker.change", *OVER),
    "goods": ("ship.kinds", "round.white"),
    "goods_box": ("ship.kinds", "round.white"),
    "goods_stack": ("setup.goods", "phase.goods"),
    "held": ("take.full", "take.die", "purchase.price", "purchase.storage"),
    "large": ("colour.first",),
    "letter": ("phase.number",),
    "offered": ("phase.goods", "round.white"),
    "order": ("ship.marker",),
    "playing": ("round.first-player",),
    "round": ("round.first-player", "phase.number"),
    "sales": ("sell.silver", *OVER),
    "seats.board": ("expert.side",),
    "seats.estate": ("place.die", "city-hall.place", "castle.action", "setup.castle"),
    "seats.goods": ("setup.goods", "ship.kinds", "sell.silver"),
    "seats.large": ("colour.first",),
    "seats.points": ("region.complete", "animals.points", "watchtower.points", "sell.silver", "end.knowledge"),
    "seats.sheet": ("expert.sheet",),
    "seats.silver": ("mine.income", "bank.silver", "sell.silver", "purchase.price", "knowledge.13"),
    "seats.small": ("colour.second",),
    "seats.sold": ("sell.silver",),
    "seats.storage": (
        "take.storage", "take.full", "silent:storage.discard", "place.die", "city-hall.place", "castle.action",
    ),
    "seats.workers": (
        "workers.take", "worker.change", "boarding-house.workers", "knowledge.2", "knowledge.4", "purchase.price",
    ),
    "ships": ("ship.marker", "silent:ship.marker-when"),
    "small": ("colour.second",),
    "stack": ("phase.three-players", "phase.fill", "setup.castle"),
    "track": ("ship.marker",),
}  # fmt: skip

NOTES: Final = ("phase", "turn")
