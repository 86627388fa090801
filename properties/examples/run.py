"""Playing worked examples.

A block that cannot be played (an unknown key, path, move or clause) is `broken`, which is something else than an
engine that does not do what the example says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulecheck.properties.declaring import Property
from rulecheck.properties.examples.block import STEP_KEYS, TOP_KEYS, Block, Broken
from rulecheck.properties.examples.ending import check_events, check_outcome
from rulecheck.properties.examples.given import given, start
from rulecheck.properties.examples.moves import check_moves, check_refusals
from rulecheck.properties.examples.names import Names
from rulecheck.properties.examples.paths import is_list
from rulecheck.properties.examples.result import ExampleResult, Verdict
from rulecheck.properties.examples.stage import Builder, Stage, crash
from rulecheck.properties.examples.values import check_values
from rulecheck.properties.examples.watch import Watch, game_properties
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import AnyEngine, Position
from rulecheck.spec.errors import SpecError, shown
from rulecheck.spec.files import kind_of
from rulecheck.spec.model import Example, Rulebook
from rulecheck.spec.registry import load
from rulecheck.spec.rulebook import parse_examples
from rulecheck.spec.rules import make_rules


def run_example(
    example: Example,
    rulebook: Rulebook,
    *,
    build: Builder | None = None,
    data: Iterable[Path | str] = (),
    engines: dict[str, AnyEngine] | None = None,
    properties: Iterable[Property] | None = None,
) -> ExampleResult:
    """Play one example and tell what came of it; raises nothing for a mistake in the block.

    `build` makes the engine from rules (else the game's own), `data` are the user's data files, `engines`
    keeps engines between examples that ask for the same rules, and `properties` must hold at every position and
    move (else those of the game).
    """
    must_hold = game_properties(rulebook.game) if properties is None else tuple(properties)
    kept = {} if engines is None else engines
    return _Run(example, rulebook, build or build_engine, tuple(data), kept, must_hold).result()


def run_examples(
    rulebook: Rulebook,
    *,
    build: Builder | None = None,
    data: Iterable[Path | str] = (),
    properties: Iterable[Property] | None = None,
) -> tuple[ExampleResult, ...]:
    """Play every example of a rulebook; raises SpecError for data that cannot be used."""
    return _run_all(rulebook.examples.values(), rulebook, build, tuple(data), properties)


def run_file(
    path: Path | str,
    game: str | Rulebook,
    *,
    build: Builder | None = None,
    data: Iterable[Path | str] = (),
    properties: Iterable[Property] | None = None,
) -> tuple[ExampleResult, ...]:
    """Play every example block of somebody's own Markdown file.

    Raises SpecError for an unknown game, for data that cannot be used, and for a file that cannot be read or holds
    no example.
    """
    rulebook = load(game) if isinstance(game, str) else game
    return _run_all(parse_examples(path), rulebook, build, tuple(data), properties)


def _run_all(
    examples: Iterable[Example],
    rulebook: Rulebook,
    build: Builder | None,
    data: tuple[Path | str, ...],
    properties: Iterable[Property] | None,
) -> tuple[ExampleResult, ...]:
    if data:
        make_rules(rulebook, data=data)  # a mistake in the user's data is no example's fault
    engines: dict[str, AnyEngine] = {}
    must_hold = game_properties(rulebook.game) if properties is None else tuple(properties)
    return tuple(
        run_example(example, rulebook, build=build, data=data, engines=engines, properties=must_hold)
        for example in examples
    )


class _Run:
    """One example on its way."""

    def __init__(
        self,
        example: Example,
        rulebook: Rulebook,
        build: Builder,
        data: tuple[Path | str, ...],
        engines: dict[str, AnyEngine],
        properties: tuple[Property, ...],
    ) -> None:
        self.example = example
        self.block = Block(example)
        self.rulebook = rulebook
        self.build = build
        self.data = data
        self.engines = engines
        self.properties = properties
        self.substitute: tuple[str, ...] = ()
        self.events: set[str] = set()
        self.reached: tuple[AnyEngine, Position] | None = None

    def result(self) -> ExampleResult:
        """What came of it."""
        if self.example.problem:
            return self._verdict("broken", self.example.problem)
        path = self.example.path
        try:
            reason = self.block.text("false", self.block.body) or None
            failures, violations = self._play()
        except Broken as problem:
            return self._verdict("broken", f"{path}:{problem.line}: {problem.what}")
        except SpecError as problem:
            return self._verdict("broken", f"{path}:{self.example.line}: {_without_place(problem)}")
        except Exception as problem:  # an engine that crashes spoils this example, not the others
            return self._verdict("broken", f"{path}:{self.block.at()}: the engine crashed, {crash(problem)}")
        if violations:
            return self._verdict("fails", *failures, *violations)
        if failures:
            return self._verdict("fails" if reason is None else "example-fails", *failures)
        self.block.step = None
        if reason is not None:
            hint = "the example follows from the rules: take `false` out"
            return self._verdict("broken", f"{path}:{self.block.line('false')}: every check of it passes; {hint}")
        return self._verdict("passes")

    def _verdict(self, verdict: Verdict, *failures: str) -> ExampleResult:
        body = self.example.body
        book, reason = body.get("book"), body.get("false")
        return ExampleResult(
            id=self.example.id,
            path=self.example.path,
            line=self.example.line,
            verdict=verdict,
            step=self.block.step,
            failures=failures,
            book=book if isinstance(book, str) else None,
            reason=reason if isinstance(reason, str) else None,
            substitute=self.substitute,
            events=frozenset(self.events),
            reached=self.reached,
        )

    def _play(self) -> tuple[list[str], list[str]]:
        """What fails, and which properties do not hold, in the first step with either."""
        block, body = self.block, self.block.body
        block.only(body, TOP_KEYS)
        steps = block.tables("step")
        for number, table in enumerate(steps, 1):
            block.step = number
            block.only(table, STEP_KEYS)
        block.step = None
        partial = block.flag("partial")
        engine = self._engine()
        watch = Watch(block, engine, self.properties, partial)
        stage = Stage(block, engine, Names(block, engine, self.rulebook), watch, partial)
        state = given(stage, start(stage), body)
        watch.begins(state)
        self.reached = engine, state
        if not steps and not body.get("given"):
            raise Broken(self.example.line, "nothing to check", "add a [[step]]")
        for number, table in enumerate(steps, 1):
            if stage.failures or watch.violations:
                break
            block.step = number
            state = _run_step(stage, state, table)
            self.reached = engine, state
            self.events.update(stage.happened)
        if not stage.failures and not watch.violations:
            block.step = None
            watch.ends()
        return stage.failures, watch.violations

    def _engine(self) -> AnyEngine:
        """The engine for the rules that the block asks for."""
        block, body = self.block, self.block.body
        choice: dict[str, Any] = {}
        for key, kind in (("players", int), ("setup", str), ("seats", list), ("readings", dict), ("numbers", dict)):
            if key in body:
                if type(body[key]) is not kind:
                    raise block.broken(key, f"not meant to be {kind_of(body[key])}", "mend it")
                choice[key] = _flat(body[key]) if kind is dict else body[key]
        try:
            rules = make_rules(self.rulebook, data=self.data, **choice)
        except SpecError as problem:
            culprit = next((key for key in choice if _mentions(problem, choice[key])), None)
            line = self.example.line if culprit is None else block.line(culprit)
            raise Broken(line, _without_place(problem)) from None
        self.substitute = rules.substitute
        key = repr((self.rulebook.path, self.data, sorted(choice.items())))
        if key not in self.engines:
            self.engines[key] = self.build(rules)
        return self.engines[key]


def _run_step(stage: Stage, state: Position, table: Mapping[str, Any]) -> Position:
    """The position after a step, with what fails in it noted."""
    if table.get("given"):
        state = given(stage, state, table)
        stage.watch.begins(state)
    check_moves(stage, state, table)
    check_refusals(stage, state, table)
    after = _do(stage, state, table)
    if after is None:
        return state
    check_values(stage, after, table)
    check_events(stage, table)
    check_outcome(stage, after, table)
    return after


def _do(stage: Stage, state: Position, table: Mapping[str, Any]) -> Position | None:
    """The position after the step's moves, None if one of them is refused."""
    engine = stage.engine
    stage.happened = []
    for text in stage.block.texts("do", table):
        move = engine.parse(stage.names.move("do", text))
        refused = engine.refusal(state, move)
        if refused is not None:
            stage.fail(f"{shown(str(move))} should be legal, and is refused: {refused}")
            return None
        before, state = state, engine.apply(state, move)
        stage.happened.extend(state.events)
        stage.watch.follows(before, move, state)
    return state


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """A table whose dotted keys somebody wrote without quotes, as they were meant."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{before}{key}."))
        else:
            flat[before + key] = value
    return flat


def _mentions(problem: SpecError, value: Any) -> bool:
    """Whether a complaint about the rules is about this part of the request."""
    names = [*value, *value.values()] if isinstance(value, dict) else value if is_list(value) else [value]
    return not {str(name) for name in names}.isdisjoint(re.findall(r"[\w.-]+", problem.what))


def _without_place(problem: SpecError) -> str:
    return "; ".join(part for part in (problem.what, problem.hint) if part)
