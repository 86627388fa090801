"""Whether play comes to a reading: games by aimed players, and worked examples as positions to begin with.

An engine says `silent:ID` when a reading was needed.  A choice that no game ever came to is a choice that no property
has looked at, however many moves were played.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Set
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve, frozen

from rulecheck.properties.batteries import Sample
from rulecheck.properties.campaign.arena import load_properties, property_modules
from rulecheck.properties.campaign.players import draw, players_of
from rulecheck.properties.examples import expanded_all, run_example
from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.declaring import PropertySet
from rulecheck.properties.invariants.violation import Violation
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, AnyEngine
from rulecheck.spec import Example, load, make_rules, parse_examples

BLOCKS = Path(__file__).parents[1] / "reference_engines"
SITUATION = ("given", "do", "note")
"""What a step of a worked example does, without what it asks."""
ON = 120
"""Moves played on from a worked example's position, or behind the move that came to the choice."""
FIRST = 250
"""Moves of the first game; later ones are played as long as their sample says."""


@frozen
class Meeting:
    """What came of looking for a choice of a reading."""

    how: str
    """The game or the example that came to it, or to what stands in for it; empty if none did."""
    came: bool
    """Whether the engine said that the reading was needed."""
    violations: tuple[str, ...]
    """What the properties had to say in any of them."""


@cache
def must_hold(game: str) -> PropertySet:
    """The properties of a game."""
    return load_properties(property_modules(game))


def meet(game: str, reading: str, choice: str, games: int, instead: str = "", *, stop: bool = True) -> Meeting:
    """Play with this choice until the reading was needed: an aimed game, worked examples, so many aimed games more.

    `instead` is the event that stands in for it where the engine does not say; without `stop` all is played in any
    case.
    """
    violations: list[str] = []
    first = stand_in = ""
    wanted = frozenset({SILENT + reading, instead}) if stop else frozenset()
    for how, events, broken in _attempts(game, reading, choice, games, wanted):
        violations += [f"{how}: {message}" for message in broken]
        if SILENT + reading in events:
            first = first or how
        elif instead in events:
            stand_in = stand_in or how
        if stop and (first or stand_in or broken):
            break
    return Meeting(first or stand_in, bool(first), tuple(violations))


def _attempts(
    game: str, reading: str, choice: str, games: int, wanted: Set[str]
) -> Iterator[tuple[str, set[str], list[str]]]:
    """Ways to come to a reading, the cheap ones first: what was played, its events, what the properties said."""
    samples: tuple[Sample, ...] = import_module(f"tests.properties.{game}.breakers").SAMPLES
    first = len(reading + choice) % len(samples)
    order = [*samples[first:], *samples[:first]]
    yield _sampled(game, order[0], reading, choice, 0, FIRST, wanted)
    for example in _naming(game, reading):
        yield _from_example(game, example, reading, choice)
    for nth in range(1, games + 1):
        sample = order[nth % len(order)]
        yield _sampled(game, sample, reading, choice, nth, sample.cap, wanted)


def _sampled(
    game: str, sample: Sample, reading: str, choice: str, nth: int, cap: int, wanted: Set[str]
) -> tuple[str, set[str], list[str]]:
    """A game of a sample with this choice, to its end or some moves past the first event that is wanted."""
    rules = make_rules(
        game,
        players=sample.players,
        setup=sample.setup or None,
        readings={**sample.readings, reading: choice},
        numbers=sample.numbers,
    )
    engine = build(rules)
    how = f"game {nth} of {sample.player} ({rules.setup}, {rules.players} players)"
    return how, *_play(engine, engine.start(), sample.player, nth, cap, begins=True, wanted=wanted)


@cache
def examples(game: str) -> tuple[Example, ...]:
    """All example blocks of a game: the rulebook's, then those beside its engine's tests."""
    rulebook = load(game)
    files = [parse_examples(file) for file in sorted((BLOCKS / game).glob("*.md"))]
    return tuple(case for blocks in (rulebook.examples.values(), *files) for case in expanded_all(blocks, rulebook))


def _naming(game: str, reading: str) -> list[Example]:
    """The example blocks in which a reading is named."""
    return [example for example in examples(game) if reading in example.source]


def _from_example(game: str, example: Example, reading: str, choice: str) -> tuple[str, set[str], list[str]]:
    """The moves of a worked example with this choice, as far as they are legal then, and play on from there."""
    how = f"example {example.id}"
    body = copy.deepcopy(example.body)
    steps = body.get("step", [])
    body["step"] = [{key: part for key, part in step.items() if key in SITUATION} for step in steps]
    body["readings"] = {**body.get("readings", {}), reading: choice}
    body.pop("false", None)
    result = run_example(evolve(example, body=body), load(game), strict=True)
    odd = [text for text in result.failures if text.startswith("breaks ")]
    if result.reached is None or (odd and result.step is None):
        return how, set(), []  # the position is none under this choice
    engine, state = result.reached
    excused = frozenset(body.get("unchecked", ()))
    events, broken = _play(engine, state, "uniform", 3, ON, begins=False, excused=excused)
    return how, events | result.events, [*odd, *broken]


def _play(
    engine: AnyEngine,
    state: Any,
    player_name: str,
    seed: int,
    cap: int,
    *,
    begins: bool,
    excused: Set[str] = frozenset(),
    wanted: Set[str] = frozenset(),
) -> tuple[set[str], list[str]]:
    """The events of a seeded game, and what the properties say about it."""
    rng = Random(seed)
    player = players_of(engine.game)[player_name](rng)
    checker = Checker(engine, must_hold(engine.game), generic=begins)
    violations: list[Violation] = checker.first(state)
    events = set(state.events)
    states, moves = [state], list[Any]()
    while (actor := engine.actor(state)) != OVER and len(moves) < cap and not violations:
        legal = engine.legal_moves(state)
        move = draw(legal, engine.weights(state), rng) if actor == CHANCE else player(engine, state, legal, rng)
        before, state = state, engine.apply(state, move)
        violations += checker.step(before, move, state)
        events.update(state.events)
        moves.append(move)
        states.append(state)
        if wanted and not wanted.isdisjoint(state.events):
            cap, wanted = min(cap, len(moves) + ON), frozenset()
    if begins and engine.actor(state) == OVER:
        violations += checker.whole(states, moves, engine.outcome(state))
    return events, [told(engine.game, violation) for violation in violations if violation.name not in excused]


def told(game: str, violation: Violation) -> str:
    """A violation with the file of the property."""
    where = {claim.name: claim.function.__module__.removeprefix("rulecheck.") for claim in must_hold(game)}
    module = where.get(violation.name, "")
    place = f" in {module.replace('.', '/')}.py" if module else ""
    return f"{violation.name}{place}: {violation.message} {violation.trace}".strip()
