"""The campaign finds every planted fault, says which claim it breaks, and shows it as briefly as a person would."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from rulecheck.properties.campaign import Campaign
from rulecheck.properties.checker import Checker
from rulecheck.properties.contract_checks import listing
from rulecheck.properties.declaring import properties_of
from rulecheck.properties.finding import Finding
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import OVER, AnyEngine
from rulecheck.spec import games
from tests.bad.fault import Fault

FAULTS: dict[str, tuple[Fault, ...]] = {
    game: tuple(import_module(f"tests.bad.{game}").FAULTS) for game in games() if find_spec(f"tests.bad.{game}")
}
SHRINK = 300_000
"""What `rulecheck fuzz` allows."""

each_game = pytest.mark.parametrize("game", games())
each = pytest.mark.parametrize(
    ("game", "fault"),
    [pytest.param(game, fault, id=f"{game}-{fault.name}") for game, faults in FAULTS.items() for fault in faults],
)


def noticed(game: str, engine: AnyEngine, moves: tuple[str, ...]) -> dict[str, int]:
    """What is wrong in a game: the name of each claim that breaks, and after how many moves it first does."""
    checker = Checker(engine, properties_of(f"rulecheck.properties.{game}"))
    state = engine.start()
    found: dict[str, int] = {one.name: 0 for one in checker.first(state)}
    played, states = list[Any](), [state]
    for number, text in enumerate(moves, 1):
        move = engine.parse(text)
        assert engine.refusal(state, move) is None, f"move {number}, {text}: {engine.refusal(state, move)}"
        after = engine.apply(state, move)
        wrong = [*checker.step(state, move, after), *listing(engine, after, engine.legal_moves(after))]
        for one in wrong:
            found.setdefault(one.name, number)
        state = after
        played.append(move)
        states.append(state)
    if engine.actor(state) == OVER:
        for one in checker.whole(states, played, engine.outcome(state)):
            found.setdefault(one.name, len(moves))
    return found


def campaign(game: str, fault: Fault) -> list[Finding]:
    """The faults that a short campaign finds, silences and loops left out, the shortest first."""
    result = Campaign(
        rules=[fault.rules(game)],
        seed=fault.seed,
        games=fault.games,
        jobs=1,
        players=[fault.player],
        build=fault.engine,
        cap=1500,
        shrink_steps=SHRINK,
    ).run()
    found = [one for one in result.findings if one.kind in ("broken", "conflict", "deadlock")]
    return sorted(found, key=lambda one: one.at)


@each_game
def test_there_are_faults_of_every_kind(game: str) -> None:
    assert len(FAULTS[game]) >= 12
    assert len({fault.name for fault in FAULTS[game]}) == len(FAULTS[game])


@each
def test_a_persons_game_shows_the_fault_with_its_last_move(game: str, fault: Fault) -> None:
    found = noticed(game, fault.engine(fault.rules(game)), fault.moves)

    assert found
    assert set(found) <= fault.noticed_by
    assert set(found.values()) == {len(fault.moves)}


@each
def test_the_reference_plays_as_much_of_the_game_as_it_allows_without_fault(game: str, fault: Fault) -> None:
    engine = build(fault.rules(game))
    legal: list[str] = []
    state = engine.start()
    for text in fault.moves:
        if engine.refusal(state, engine.parse(text)) is not None:
            break
        state = engine.apply(state, engine.parse(text))
        legal.append(text)

    assert noticed(game, engine, tuple(legal)) == {}


@each
def test_the_campaign_finds_the_fault_and_tells_it_shortly(game: str, fault: Fault) -> None:
    found = campaign(game, fault)

    assert found, "nothing was found"
    assert {one.name for one in found} <= fault.noticed_by, [one.name for one in found]
    assert found[0].at <= 1.5 * len(fault.moves), found[0].moves
