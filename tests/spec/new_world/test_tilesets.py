"""Sets made at random meet every demand, can be written and read, and differ from each other."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulecheck.spec.new_world
from rulecheck.spec.data import load_data
from rulecheck.spec.new_world.checks import check_start, check_tiles
from rulecheck.spec.new_world.tiles import TOWN, TRAIL, WEST, Kind, Space, load_start, load_tiles, looks, turned
from rulecheck.spec.new_world.tilesets import make_start, make_tiles, regions, rules_with, start_table, tile_table
from rulecheck.spec.rules import make_rules

DATA = Path(rulecheck.spec.new_world.__file__).parent / "data"
SEEDS = range(40)


def sets(seed: int) -> tuple[tuple[Kind, ...], tuple[Space, ...]]:
    rng = Random(seed)
    return make_tiles(rng.randrange), make_start(rng.randrange)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_set_meets_every_demand_and_survives_writing(seed: int) -> None:
    kinds, start = sets(seed)

    wrong = [check for check in (*check_tiles(kinds, start), *check_start(kinds, start)) if check.holds is not True]
    assert wrong == []
    assert load_tiles(tile_table(kinds), "made") == kinds
    assert load_start(start_table(start), "made") == start


def test_no_two_kinds_of_a_set_look_the_same_beyond_those_with_a_part_to_play() -> None:
    for seed in SEEDS:
        kinds, _ = sets(seed)
        first: dict[object, int] = {}
        for kind in kinds:
            for quarters in range(4):
                first.setdefault(looks(turned(kind.tile, quarters)), kind.kind)
        assert len({first[looks(kind.tile)] for kind in kinds}) >= 48


def test_sets_vary() -> None:
    drawn = [sets(seed) for seed in SEEDS]

    assert len({kinds for kinds, _ in drawn}) == len(SEEDS)
    assert len({start for _, start in drawn}) == len(SEEDS)
    farms = {sum(kind.copies * kind.tile.farm for kind in kinds) for kinds, _ in drawn}
    towns = {sum(kind.copies * kind.tile.edges.count(TOWN) for kind in kinds) for kinds, _ in drawn}
    animals = {sum(kind.copies * len(kind.tile.species) for kind in kinds) for kinds, _ in drawn}
    assert min(len(farms), len(towns), len(animals)) >= 10
    wests = {tuple(space.tile.edges[WEST] for space in start) for _, start in drawn}
    assert len(wests) >= 30
    joined = [space for _, start in drawn for space in start for trail in space.tile.trails if len(trail.at) == 2]
    assert joined
    assert {kind.tile.edges.count(TRAIL) for kinds, _ in drawn for kind in kinds} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("name", ["tiles", "start-row"])
def test_our_own_tiles_have_the_plains_that_towns_and_trails_leave(name: str) -> None:
    table = load_data(DATA / f"{name}.toml").table
    coast = name == "start-row"
    tiles = [holder.tile for holder in (load_start(table, name) if coast else load_tiles(table, name))]

    for tile in tiles:
        towns, trails = [town.at for town in tile.towns], [trail.at for trail in tile.trails]
        assert set(regions(towns, trails, tile.farm, coast)) == {plain.at for plain in tile.plains}


def test_rules_can_be_given_another_set() -> None:
    rules = make_rules("new_world", players=4)
    other = rules_with(rules, *sets(1))

    assert other.substitute == ("start-row", "tiles")
    assert other.data["tiles"].table != rules.data["tiles"].table
    assert other.players == 4
