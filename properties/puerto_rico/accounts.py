"""Which clauses of Puerto Rico may change which part of a position."""

from __future__ import annotations

from typing import Final

COLONISTS: Final = (
    "mayor.take-in-turn", "mayor.place", "mayor.place-order", "mayor.place-anew", "mayor.san-juan", "mayor.privilege",
)  # fmt: skip
"""Where colonists are taken up and set down."""

REFUSED: Final = ("role.optional",)
"""Colonists that somebody turned away (one reading)."""

CHANGES: Final = {
    "bank": (
        "builder.build", "trader.sell", "trader.privilege", "small-market.bonus", "large-market.bonus",
        "factory.bonus", "prospector.doubloon", "round.money-on-cards",
    ),
    "beyond": ("end.written",),
    "card_money": ("role.money", "round.money-on-cards"),
    "colonist_ship": ("mayor.take-in-turn", "mayor.refill", "hospice.from-ship", "university.from-ship", *REFUSED),
    "colonists": ("mayor.privilege", "mayor.refill", "hospice.colonist", "university.colonist", *REFUSED),
    "discard": ("settler.discard", "settler.reshuffle"),
    "ending": ("end.colonists", "end.city", "end.points"),
    "governor": ("round.governor-moves",),
    "house": ("trader.sell", "trader.empty"),
    "picker": ("round.order", "round.governor-moves"),
    "pool": ("captain.points", "captain.privilege", "harbor.bonus"),
    "quarries": ("settler.privilege", "hut.quarry"),
    "removed": REFUSED,
    "role": ("role.order", "round.order", "round.governor-moves", "end.round"),
    "row": ("setup.row", "settler.take", "settler.discard", "settler.fill-row"),
    "seats.city": (*COLONISTS, "builder.build", "university.colonist", "university.from-ship"),
    "seats.goods": (
        "craftsman.produce", "craftsman.privilege", "trader.sell", "captain.all-that-fit", "wharf.load",
        "storage.return",
    ),
    "seats.money": (
        "role.money", "builder.build", "trader.sell", "trader.privilege", "small-market.bonus", "large-market.bonus",
        "factory.bonus", "prospector.doubloon",
    ),
    "seats.points": ("captain.points", "captain.privilege", "harbor.bonus"),
    "seats.san_juan": COLONISTS,
    "seats.tiles": ("settler.take", "settler.privilege", "hut.quarry", "hacienda.must-place"),
    "seats.tilled": (*COLONISTS, "hospice.colonist", "hospice.from-ship"),
    "ships": ("captain.all-that-fit", "storage.unload"),
    "stack": ("setup.row", "settler.fill-row", "settler.reshuffle", "hacienda.must-place"),
    "stock": ("builder.build",),
    "supply": (
        "craftsman.produce", "craftsman.privilege", "wharf.load", "storage.unload", "storage.return", "trader.empty",
    ),
    "taken": ("role.order", "round.return-cards"),
}  # fmt: skip

NOTES: Final = ("phase", "turn")
