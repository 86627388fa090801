"""Which clauses of Power Grid may change which part of a position."""

from __future__ import annotations

from typing import Final

CHANGES: Final = {
    "began": ("step3.start",),
    "buried": ("renewal.bury", "market.sort"),
    "card": ("step3.start", "step3.auction", "step3.building"),
    "fuel": ("fuel.cheapest", "refill.dearest"),
    "gone": (
        "step3.renewal",
        "step3.start",
        "step2.start",
        "step3.building",
        "unsold.remove",
        "plants.not-the-new",
        "obsolete.remove",
    ),
    "has_thirteen": ("market.sort",),
    "is_ending": ("end.start",),
    "market": (
        "market.sort",
        "auction.won",
        "renewal.bury",
        "step3.renewal",
        "step3.start",
        "step3.auction",
        "step3.building",
        "step2.start",
        "unsold.remove",
        "obsolete.remove",
        "order.after-first",
    ),
    "order": ("setup.lots", "order.after-first", "order.cities", "order.plants"),
    "regions": ("setup.regions",),
    "round": ("round.phases",),
    "seats.cities": ("network.found", "network.connect"),
    "seats.fuel": ("fuel.cheapest", "income.burn", "plants.lose-fuel"),
    "seats.houses": ("network.found", "network.connect"),
    "seats.money": ("auction.won", "fuel.cheapest", "network.found", "network.connect", "income.paid"),
    "seats.plants": ("auction.won", "plants.not-the-new"),
    "seats.supplied": ("income.run", "income.paid", "end.start", "win.supplied"),
    "sold": ("auction.won", "market.sort", "unsold.remove", "round.phases"),
    "stack": ("market.sort", "order.after-first", "obsolete.again"),
    "step": ("step2.start", "step3.start"),
    "supply": ("refill.dearest", "income.burn", "plants.lose-fuel"),
    "unseen": ("market.sort", "order.after-first", "obsolete.again"),
}

NOTES: Final = ("phase", "turn")
