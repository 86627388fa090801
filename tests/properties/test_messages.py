"""What a property says about a step that breaks it is enough to act on, for every property of every game.

The sentences of steps that the games' breakers broke are looked at, many of each property, and every `yield` as it is
written.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from functools import cache

import pytest

from rulecheck.properties.batteries.claims import SeenStep
from rulecheck.properties.invariants.checker import evaluate
from rulecheck.properties.invariants.declaring import Property
from rulecheck.properties.invariants.telling import told_otherwise
from rulecheck.spec import games
from tests.properties.test_games import PROPERTIES, breakers, record

MANY = 60
"""Broken steps looked at for each property."""

each_game = pytest.mark.parametrize("game", games())


@cache
def said(game: str) -> tuple[tuple[str, str], ...]:
    """Every sentence of a property, with the property's name."""
    return tuple((claim.name, message) for claim in PROPERTIES[game] for message in dict.fromkeys(_said(game, claim)))


def _said(game: str, claim: Property) -> list[str]:
    if claim.tells:
        return _said_of_tellings(game, claim)
    how, messages, looked = breakers(game), list[str](), 0
    if claim.name in how.engines:
        for engine, played in record(game).finished:
            wrong = how.engines[claim.name](engine.rules)
            given: list[tuple[object, ...]] = (
                [(played,)]
                if claim.kind == "whole_game"
                else list(zip(played.positions, played.moves, played.positions[1:], strict=False))
            )
            for some in given[:MANY]:
                messages += [violation.message for violation in evaluate(claim, wrong, *some)]
        return messages
    if claim.kind == "whole_game":
        for engine, played in record(game).finished:
            messages += [violation.message for violation in evaluate(claim, engine, how.games[claim.name](played))]
        return messages
    for step in steps_for(game, claim):
        broken = how.steps[claim.name](how.given(step.engine), step.before, step.move, step.after)
        if broken is None:
            continue
        before, move, after = broken
        about = (after,) if claim.kind == "holds" else (before, move, after)
        violations = evaluate(claim, step.engine, *about)
        messages += [violation.message for violation in violations]
        looked += bool(violations)
        if looked >= MANY:
            break
    return messages


def _said_of_tellings(game: str, claim: Property) -> list[str]:
    """What a property says of steps that tell a clause for nothing, or keep it to themselves: it needs no breaker."""
    messages, clauses = list[str](), sorted(claim.tells)
    for at, step in enumerate(steps_for(game, claim)[:MANY]):
        told = step.after.events
        for clause in [*filter(claim.tells.__contains__, told), clauses[at % len(clauses)]]:
            broken = evaluate(claim, step.engine, step.before, step.move, told_otherwise(step.after, clause))
            messages += [violation.message for violation in broken]
    return messages


def steps_for(game: str, claim: Property) -> list[SeenStep]:
    """Steps of the kinds that a property is about, some of each kind in turn."""
    steps = record(game).steps
    kinds = [steps[kind] for kind in (steps if claim.moves is None else claim.moves) if kind in steps]
    return [kind[at] for at in range(max(map(len, kinds), default=0)) for kind in kinds if at < len(kind)]


def is_bare(message: str) -> str:
    """What is wrong with a sentence, if it cannot be acted on."""
    shown, instead, due = message.partition(" instead of ")
    if instead and (shown.startswith(f"{due} ") or re.search(rf"(?<!,) {re.escape(due)}$", f" {shown}")):
        return "what is there and what is due are told alike"
    if re.search(r"(?<![A-Za-z])[\[{(]\s*[\[{(]*\s*(-?\d|'|\"|\)|\]|\}|None|True|False)", message):
        return "a bare list or tuple"
    if re.search(r"\b[A-Z][A-Za-z]+\(", message):
        return "a value as Python writes it"
    if re.search(r"\b(True|False|None)\b", message):
        return "yes or no as Python writes it"
    if (
        message != message.strip()
        or message.endswith(".")
        or re.search(r"  |, ,|: ?$|, ?$| (of|are|is|may|instead) ?$", message)
    ):
        return "a part of the sentence is empty"
    return ""


@each_game
def test_a_sentence_can_be_acted_on(game: str) -> None:
    assert [f"{name}: {message}   <- {wrong}" for name, message in said(game) if (wrong := is_bare(message))] == []


@pytest.mark.parametrize(
    "message",
    [
        "bob chooses instead of bob",
        "the ships carry ((0, 3), (-1, 0)) instead of ((0, 2), (-1, 0))",
        "anna begins with {'corn': 1}",
        "what follows is Storing(places=1)",
        "the hospice is asked about: True",
        "anna may choose  instead of nothing",
        "open to anna are ",
    ],
)
def test_a_sentence_that_cannot_is_noticed(message: str) -> None:
    """The twin of the test above."""
    assert is_bare(message)


@each_game
def test_every_sentence_names_something_of_the_position(game: str) -> None:
    assert [f"{claim.name}: {text}" for claim in PROPERTIES[game] for text in fixed_sentences(claim)] == []


def fixed_sentences(claim: Property) -> list[str]:
    """The sentences of a property that are the same whatever was found."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(claim.function)))
    return [
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
