"""What must hold of the development cards and of the list of components, beside the shape of their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rulecheck.spec.errors import listed
from rulecheck.spec.model import Rulebook

NUMBERS: Final[Mapping[str, str]] = {
    "resource_cards": "resource.total", "development_cards": "cards.total", "trade_routes": "routes.total",
    "trading_posts": "posts.total", "caravans": "caravans.total", "merchants": "merchants.total",
    "robber": "robber.pieces", "dice": "dice.count", "card_holders": "holders",
    "goods_tokens": "goods.total", "number_tokens": "tokens.total", "coins_of_1": "coins.ones",
    "coins_of_3": "coins.threes",
}  # fmt: skip
"""The components of which the rulebook names the number."""

Verdict = tuple[str, bool, str]
"""The id of a check, whether it holds, and what was found."""


def cards(rows: Sequence[Mapping[str, Any]], book: Rulebook) -> tuple[Verdict, ...]:
    """As many cards as the box has, the one that the text names, and one amount for each effect."""
    count, due = sum(row["count"] for row in rows), book.quantities["cards.total"].at(book.player_counts()[0])
    amounts: dict[str, set[int]] = {}
    for row in rows:
        amounts.setdefault(row["effect"], set()).add(row["amount"])
    mixed = [effect for effect, values in amounts.items() if len(values) > 1]
    named = {row["name"]: row["effect"] for row in rows}
    return (
        ("C1", count == due, f"{count} cards of {due}"),
        ("C2", named.get("Lancier") == "move_robber", "the Lancier, whom the text names, moves the robber"),
        ("C3", not mixed, f"effects with more than one amount: {listed(mixed) or 'none'}"),
    )


def components(rows: Sequence[Mapping[str, Any]], book: Rulebook) -> tuple[Verdict, ...]:
    """Totals are what their parts add up to, and what the rulebook says."""
    count = {row["name"]: row["count"] for row in rows}
    wrong = [
        row["name"]
        for row in rows
        if "each" in row and row["count"] != row["each"] * row.get("kinds", 1) * row.get("players", 1)
    ]
    players = book.player_counts()[0]
    other = [
        f"{name} ({count[name]} instead of {due})"
        for name, number in NUMBERS.items()
        if name in count and count[name] != (due := book.quantities[number].at(players))
    ]
    return (
        ("B1", not wrong, f"totals that their parts do not add up to: {listed(wrong) or 'none'}"),
        ("B2", not other, f"totals that differ from the rulebook: {listed(other) or 'none'}"),
    )
