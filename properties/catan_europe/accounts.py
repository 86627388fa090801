"""Which clauses of Merchants of Europe may change which part of a position."""

from __future__ import annotations

from typing import Final

CARDS: Final = (
    "setup.fixed-resources", "setup.third-post-resources", "production.each-post", "production.several", "build.pay",
    "bank.buy", "bank.exchange", "bank.gold", "seven.discard", "card.harvest", "march.grain", "march.several-grain",
    "drive.salt", "drive.several-salt",
)  # fmt: skip
"""Resource cards to and from the bank."""
GOLD: Final = ("production.consolation", "isolated.shortest", "bank.buy", "bank.gold", "port.gold")
"""Gold to and from the bank."""

CHANGES: Final = {
    "bank": GOLD,
    "bought": ("bank.buy", "turn.order"),
    "card_played": ("card.discard", "turn.order"),
    "connected": ("isolated.shortest", "isolated.tie", "route.foreign-posts", "silent:isolated.own-city"),
    "first": ("setup.first-player",),
    "neutral": ("setup.fixed-neutral", "setup.neutral-posts"),
    "neutral_left": ("setup.fixed-neutral", "setup.neutral-posts"),
    "numbers": ("token.colour", "setup.dashed-tokens"),
    "pile": ("card.discard", "card.reshuffle"),
    "reserve": ("token.place", "setup.dashed-tokens"),
    "robber": ("setup.robber", "robber.elsewhere"),
    "rolled": ("turn.phases", "turn.order"),
    "seats.caravans": ("drive.step", "setup.fixed", "setup.start-route", "caravan.place", "caravan.replace"),
    "seats.cards": ("card.discard", "turn.order"),
    "seats.delivered": ("delivery.no-cost",),
    "seats.depot": ("post.found",),
    "seats.gold": (*GOLD, "toll.pay", "trade.goods"),
    "seats.goods": ("post.found", "delivery.no-cost"),
    "seats.hand": (*CARDS, "trade.goods", "robber.steal", "robber.blind", "card.monopoly"),
    "seats.in_hand": ("setup.fixed", "setup.post-order"),
    "seats.merchants": ("march.step", "post.found", "merchant.place", "merchant.replace"),
    "seats.new_cards": ("card.draw", "turn.order"),
    "seats.posts": ("post.found", "setup.fixed", "setup.post-order"),
    "seats.routes": ("route.adjacent", "setup.fixed", "setup.start-route"),
    "stacks": CARDS,
    "stock": ("card.draw", "card.reshuffle"),
    "supplied": ("delivery.no-cost",),
    "tolls": ("toll.pay", "toll.each-turn"),
    "turn": ("turn.order", "setup.neutral-posts", "setup.purple-only", "setup.start-route", "setup.first-player"),
}  # fmt: skip

NOTES: Final = ("phase",)
