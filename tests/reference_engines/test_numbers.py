"""Numbers that are set to something else: each has a range, both ends of it, and what nothing reads is told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulecheck.properties.campaign.players import draw
from rulecheck.properties.examples import run_file
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE
from rulecheck.spec import SpecError, games, load, make_rules
from rulecheck.spec.rules import refuse_unread

BEYOND = (-1, 10**12)


def read_by(game: str) -> set[str]:
    """The numbers that play depends on, over all set-ups and player counts."""
    read: set[str] = set()
    for setup in load(game).setups.values():
        for players in setup.players:
            rules = make_rules(game, setup=setup.name, players=players)
            build(rules)
            read |= rules.read
    return read


def refusal(game: str, name: str, value: int) -> str:
    """What is said of a number, nothing if it is played with."""
    tables = []
    try:
        for setup in load(game).setups.values():
            for players in setup.players:
                tables.append(make_rules(game, setup=setup.name, players=players, numbers={name: value}))
                build(tables[-1])
        refuse_unread(load(game), tables)
    except SpecError as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize("game", games())
def test_no_number_can_be_set_to_what_no_game_can_have(game: str) -> None:
    """Every number of the rulebook is either refused beyond its range, which is named, or as one that nothing reads."""
    book, read = load(game), read_by(game)
    for name in book.quantities:
        for value in BEYOND:
            told = refusal(game, name, value)
            assert "\n" not in told
            assert f"{name} = {value}" in told
            is_read = "cannot be played; write" in told
            assert is_read or ("nothing in play depends on it" in told and name not in read), told


@pytest.mark.parametrize("game", games())
def test_both_ends_of_a_range_can_be_played_or_are_refused_by_name(game: str) -> None:
    for name in sorted(read_by(game)):
        for value in make_rules(game).range_of(name):
            try:
                engine = build(make_rules(game, numbers={name: value}))
            except SpecError:
                continue
            rng, state = Random(1), engine.start()
            for _ in range(40):
                legal = engine.legal_moves(state)
                if not legal:
                    break
                is_chance = engine.actor(state) == CHANCE
                state = engine.apply(state, draw(legal, engine.weights(state), rng) if is_chance else rng.choice(legal))
            assert dict(engine.inventory(state)) == dict(engine.totals()), (name, value)


def test_a_number_that_keeps_a_claim_true_beside_one_that_is_read_is_taken() -> None:
    """routes.total and wood.total follow from routes.each by the claim box.wood-adds-up."""
    numbers = {"routes.each": 29, "routes.total": 116, "wood.total": 181}
    rules = make_rules("catan_europe", numbers=numbers)
    build(rules)

    assert set(rules.unread) == {"routes.total", "wood.total"}
    refuse_unread(load("catan_europe"), [rules])


def test_the_same_number_alone_is_refused() -> None:
    rules = make_rules("catan_europe", numbers={"routes.total": 116})
    build(rules)

    with pytest.raises(SpecError, match=r"routes.total = 116: nothing in play depends on it; .* on routes.each"):
        refuse_unread(load("catan_europe"), [rules])


def test_a_number_that_one_of_several_tables_reads_is_taken() -> None:
    short = make_rules("catan_europe", setup="short-fixed", numbers={"full.goods": 9})
    full = make_rules("catan_europe", setup="full", numbers={"full.goods": 9})
    build(short)
    build(full)

    refuse_unread(load("catan_europe"), [short, full])
    with pytest.raises(SpecError, match=r"full.goods = 9: nothing in play depends on it"):
        refuse_unread(load("catan_europe"), [short])


def test_an_example_with_a_number_that_nothing_reads_is_broken(tmp_path: Path) -> None:
    text = '```example x.y\nnumbers = { "%s" = %d }\nstart = "ready"\n[[step]]\nexpect = { step = 1 }\n```\n'
    file = tmp_path / "mine.md"
    file.write_text(text % ("auction.plants", 2))
    (told,) = run_file(file, "power_grid")
    file.write_text(text % ("plants.owned", 2))
    (other,) = run_file(file, "power_grid")

    assert told.verdict == "broken"
    assert "auction.plants = 2: nothing in play depends on it" in told.failures[0]
    assert other.verdict == "passes"
