"""What must always hold in Merchants of Europe: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.catan_europe import building, caravans, merchants, pieces, production, setup, trade, turns
from rulecheck.properties.invariants.declaring import properties_of

__all__ = ["PROPERTIES", "building", "caravans", "merchants", "pieces", "production", "setup", "trade", "turns"]

PROPERTIES = properties_of(__name__)

TOLD_ANYWAY = {
    "arrow.chain": "told of each free route on an arrow, also where no route could follow it",
    "delivery.two-posts": "told of a route with two posts, also where there is a good for one of them only",
    "isolated.own-city": "told of the player's own cities among those now connected, also where the bank is empty",
    "setup.no-route": "told where a player may find no place for a first route, also where another reading leaves one",
    "isolated.two-joined": "told of two cities, also where the bank has nothing to pay for the second",
    "trade.several-willing": "told when a second opponent has accepted, whatever else is asked after that",
}
"""Readings that are told also at steps where their choices come to the same, and why."""

TOLD_ELSEWHERE = {
    "robber.start": "told when the robber is placed, not where it is decided who places it",
    "trade.kinds": "told with the offer, not while it is put together",
    "token.must-move": "told when the token is chosen, not where one may be",
    "board.sea-paths": "told of routes on such paths, not of each journey that could use one",
    "card.before-dice": "told with the card that is played, not where a turn begins in which one may be",
    "delivery.two-posts": "told when the caravan comes to the route; what is then delivered needs no more telling",
    "delivery.when": "told when the caravan comes to the route; what is then delivered needs no more telling",
    "setup.no-route": "told before the route that it is about is placed",
    "trade.several-willing": "with one opponent willing the choices part in who is asked next, not in who may trade",
}
"""Readings that are told at other steps than those at which their choices part, and why."""
