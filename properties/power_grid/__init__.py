"""What must always hold in Power Grid: the rulebook stated again, without the engine."""

from __future__ import annotations

from rulecheck.properties.invariants.declaring import properties_of
from rulecheck.properties.power_grid import (
    auction,
    bureaucracy,
    ending,
    fuel,
    market,
    network,
    plants,
    setup,
    turns,
)

__all__ = [
    "PROPERTIES", "auction", "bureaucracy", "ending", "fuel", "market", "network", "plants", "setup", "turns",
]  # fmt: skip

PROPERTIES = properties_of(__name__)

TOLD_ANYWAY = {
    "auction.dropped": "told with each player who drops out, also with the last of a round",
    "fuel.rearrange": "told where it makes a plant able to run, also where the plants could run in another order",
    "end.supply": "told when the end is reckoned up, also where nobody could do otherwise",
    "regions.shape": "told of each further region: with few of them both choices allow the same",
    "unsold.when": "a round in which nobody buys may begin and end in one step",
}
"""Readings that are told also at steps where their choices come to the same, and why."""

TOLD_ELSEWHERE = {
    "network.late-start": "told when a network is founded, not where somebody is passed over who might found one",
    "network.through-unused": "told when a house is built, not where somebody is passed over who might build one",
    "auction.last-bid": "told when the plant is paid for, not where it is chosen",
    "end.supply": "told when the end is reckoned up, not where plants may still run",
    "houses.markers": "told when the houses are dealt out",
    "regions.count": "told with the last region; where fewer would do, the auctions would have begun",
    "unsold.when": "told when the auctions end; later the position does not say whether the plant has left",
}
"""Readings that are told at other steps than those at which their choices part, and why."""
