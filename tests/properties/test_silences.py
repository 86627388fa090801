"""A step says that a reading was needed just where the choices of that reading come to something else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.players import draw
from rulecheck.properties.examples.run import run_file
from rulecheck.properties.invariants.violation import Violation
from rulecheck.properties.unforeseen.silences import FOR_NOTHING, UNTOLD, Choices, Untold
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, SILENT, AnyEngine, changed
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.spec import games, load, make_rules

EXTRA = SILENT + "mayor.extra"
"""Whether the mayor may leave the extra colonist: the other choice asks nobody."""
Step = tuple[Any, Any, Any]


@cache
def steps() -> tuple[AnyEngine, tuple[Step, ...]]:
    """An engine of puerto_rico, and the steps of a game in which everybody plays at random."""
    engine, rng = build(make_rules(load("puerto_rico"), players=3)), Random(4)
    state, played = engine.start(), []
    for _ in range(90):
        legal = engine.legal_moves(state)
        move = draw(legal, engine.weights(state), rng) if engine.actor(state) == CHANCE else rng.choice(legal)
        after = engine.apply(state, move)
        played.append((state, move, after))
        state = after
    return engine, tuple(played)


def told(*, extra: bool) -> Step:
    """The first step that tells of the extra colonist, or the first choice of a role that does not."""
    return next(
        step for step in steps()[1] if step[1].__class__.__name__ == "Choose" and (EXTRA in step[2].events) is extra
    )


def seen(step: Step, events: tuple[str, ...]) -> list[Violation]:
    """What is said of a step that carries these events."""
    engine, (before, move, after) = steps()[0], step
    choices = Choices.of(engine.rules, build)
    assert choices is not None
    return list(choices.violations(engine, before, move, changed(after, events=events)))


def test_a_game_of_the_reference_tells_what_it_needs_and_no_more() -> None:
    assert not [violation for step in steps()[1][::4] for violation in seen(step, step[2].events)]


def test_a_reading_that_is_not_told_is_found() -> None:
    step = told(extra=True)
    violations = seen(step, tuple(event for event in step[2].events if event != EXTRA))
    assert [(violation.name, violation.about) for violation in violations] == [(UNTOLD, "mayor.extra")]


def test_a_reading_that_is_told_for_nothing_is_found() -> None:
    step = told(extra=False)
    violations = seen(step, (*step[2].events, EXTRA))
    assert [(violation.name, violation.about) for violation in violations] == [(FOR_NOTHING, "mayor.extra")]
    assert violations[0].clauses == load("puerto_rico").readings["mayor.extra"].silent


def test_half_of_it_is_not_asked_where_the_game_says_why() -> None:
    engine, (before, move, after) = steps()[0], told(extra=False)
    readings = load("puerto_rico").readings
    choices = Choices(engine.rules, build, {"mayor.extra": readings["mayor.extra"]}, anyway=("mayor.extra",))
    assert not list(choices.violations(engine, before, move, changed(after, events=(*after.events, EXTRA))))


@pytest.mark.parametrize("game", games())
def test_what_is_left_out_are_readings_of_the_game(game: str) -> None:
    choices = Choices.of(make_rules(load(game)), build)
    assert choices is not None
    assert {*choices.anyway, *choices.elsewhere} <= {*load(game).readings}


class SaysTooLittle(PuertoRico):
    """Never says that it is unclear whether the mayor may leave the ship at its minimum."""

    def apply(self, state: Any, move: Any) -> Any:
        """The same position, with an event too few."""
        after = super().apply(state, move)
        return changed(after, events=tuple(event for event in after.events if event != SILENT + "mayor.may-forget"))


def test_a_campaign_finds_it_and_shows_the_shortest_game() -> None:
    rules = make_rules(load("puerto_rico"), players=3)
    result = Campaign(rules=[rules], build=SaysTooLittle, games=1, jobs=1, shrink_seconds=0.5).run()
    finding = next(finding for finding in result.findings if finding.name == UNTOLD)
    assert finding.about == "mayor.may-forget"
    engine = SaysTooLittle(rules)
    state, condition = engine.start(), Untold(Violation("broken", UNTOLD, "", about=finding.about), SaysTooLittle)
    shows = []
    for text in finding.moves:
        move = engine.parse(text)
        after = engine.apply(state, move)
        shows.append(condition.step(engine, state, move, after, None)[0])
        state = after
    assert shows == [False] * (len(shows) - 1) + [True]


class SaysTooMuch(PuertoRico):
    """Says at every choice of a role that the mayor's extra colonist is unclear."""

    def apply(self, state: Any, move: Any) -> Any:
        """The same position, with an event too many."""
        after = super().apply(state, move)
        return changed(after, events=(*after.events, EXTRA)) if move.__class__.__name__ == "Choose" else after


BLOCK = """
```example says.too-much
players = 3
start = "ready"
[[step]]
do = "choose settler"
```
"""


@pytest.mark.parametrize(("kind", "says"), [(SaysTooMuch, [f"breaks {FOR_NOTHING}"]), (PuertoRico, [])])
def test_a_worked_example_breaks_if_a_step_tells_too_much(
    tmp_path: Path, kind: type[PuertoRico], says: list[str]
) -> None:
    file = tmp_path / "mine.md"
    file.write_text(BLOCK, encoding="utf-8")
    (result,) = run_file(file, "puerto_rico", build=kind)
    assert [failure.partition(" (")[0] for failure in result.failures] == says


class Begins(PowerGrid):
    """The first position tells of a reading more, or of one less."""

    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()

    def start(self) -> Any:
        state = super().start()
        return changed(state, events=(*[event for event in state.events if event not in self.less], *self.more))


@pytest.mark.parametrize(
    ("more", "less", "says"),
    [
        ((), (), []),
        ((SILENT + "fuel.place",), (), [(FOR_NOTHING, "fuel.place")]),
        ((), (SILENT + "setup.thirteen",), [(UNTOLD, "setup.thirteen")]),
    ],
)
def test_the_first_position_tells_what_it_needs_and_no_more(
    tmp_path: Path, more: tuple[str, ...], less: tuple[str, ...], says: list[tuple[str, str]]
) -> None:
    """Looked at in worked examples that begin as the game does."""
    kind = type("It", (Begins,), {"more": more, "less": less})
    engine = kind(make_rules(load("power_grid"), players=3))
    choices = Choices.of(engine.rules, build)
    assert choices is not None
    assert [(violation.name, violation.about) for violation in choices.at_start(engine)] == says

    file = tmp_path / "mine.md"
    file.write_text("```example a.x\nplayers = 3\n[[step]]\nexpect = { round = 1 }\n```\n")
    (result,) = run_file(file, "power_grid", build=kind)
    assert [says[0][0] in failure for failure in result.failures] == [True] * len(says)
