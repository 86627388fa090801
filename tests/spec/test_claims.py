"""The claims of all rulebooks hold; with one number wrong the claim about it does not."""

from __future__ import annotations

import pytest

from rulecheck.spec import load
from rulecheck.spec.expressions import check_claims


@pytest.mark.parametrize(
    ("game", "least"),
    [("castles_of_burgundy", 20), ("catan_europe", 6), ("new_world", 10), ("power_grid", 15), ("puerto_rico", 15)],
)
def test_the_claims_hold(game: str, least: int) -> None:
    book = load(game)

    assert check_claims(book) == ()
    assert len(book.claims) >= least


@pytest.mark.parametrize(
    ("game", "number", "value", "claim"),
    [
        ("castles_of_burgundy", "tiles.ships", 25, "box.tiles-add-up"),
        ("castles_of_burgundy", "building.each", 8, "box.buildings-add-up"),
        ("castles_of_burgundy", "black.mines", 3, "box.black-backs-add-up"),
        ("castles_of_burgundy", "goods.each", 6, "box.goods-add-up"),
        ("castles_of_burgundy", "goods.left", 16, "setup.goods-left"),
        ("castles_of_burgundy", "sheets", 7, "box.sides-add-up"),
        ("castles_of_burgundy", "estate.knowledge", 5, "estate.spaces-add-up"),
        ("castles_of_burgundy", "start.workers-3", 2, "setup.workers-grow"),
        ("castles_of_burgundy", "phase.rounds", 6, "phase.fifty-actions"),
        ("castles_of_burgundy", "region.eight", 37, "region.triangular"),
        ("castles_of_burgundy", "sell.points", 2, "sell.points-are-players"),
        ("castles_of_burgundy", "track.spaces", 6, "track.long-enough"),
        ("new_world", "copies.four", 5, "box.tiles-add-up"),
        ("new_world", "kinds.one", 25, "box.kinds-add-up"),
        ("new_world", "settlers.supply", 6, "box.settlers-add-up"),
        ("new_world", "players.most", 6, "box.players-have-colours"),
        ("new_world", "trail.per-post", 1, "trail.four-tiles-two-posts"),
        ("new_world", "bonus.points", 3, "trail.with-surveyor"),
        ("new_world", "town.per-flag", 1, "town.three-tiles-one-flag"),
        ("new_world", "farm.points", 8, "farm.one-point-each"),
        ("power_grid", "houses.each", 21, "box.houses-add-up"),
        ("power_grid", "fuel.uranium", 11, "box.fuel-adds-up"),
        ("power_grid", "plants.count", 43, "box.plants-add-up"),
        ("power_grid", "cards.count", 44, "box.cards-add-up"),
        ("power_grid", "regions.used", 7, "setup.regions-are-there"),
        ("power_grid", "start.oil", 25, "setup.fuel-is-there"),
        ("power_grid", "space.tokens", 4, "setup.spaces-hold-all"),
        ("power_grid", "first.oil", 4, "setup.fuel-fills-spaces"),
        ("power_grid", "plants.removed", 32, "setup.plants-suffice"),
        ("power_grid", "house.third", 15, "network.spaces-rise"),
        ("power_grid", "income.last", 19, "income.table-suffices"),
        ("power_grid", "step2.cities", 12, "step2.before-the-map-is-full"),
        ("power_grid", "step2.cities", 21, "step2.before-the-end"),
        ("power_grid", "step3.plants", 8, "step3.market-is-two-less"),
        ("power_grid", "end.cities", 22, "end.can-be-reached"),
        ("puerto_rico", "goods.corn", 9, "box.goods-add-up"),
        ("puerto_rico", "tiles.quarry", 7, "box.tiles-add-up"),
        ("puerto_rico", "buildings.production", 19, "box.buildings-add-up"),
        ("puerto_rico", "coins.fives", 9, "box.coins-add-up"),
        ("puerto_rico", "wharf.capacity", 10, "wharf.nobody-has-more"),
        ("puerto_rico", "ship.large", 5, "setup.ships-grow"),
        ("puerto_rico", "large-market.bonus", 3, "large-market.both-bonuses"),
    ],
)
def test_a_wrong_number_breaks_its_claim(game: str, number: str, value: int, claim: str) -> None:
    assert claim in {failure.claim for failure in check_claims(load(game), {number: value})}
