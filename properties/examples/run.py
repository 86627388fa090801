"""Playing worked examples.

A block that cannot be played (an unknown key, path, move or clause) is `broken`, which is something else than an
engine that does not do what the example says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulecheck.properties.examples.block import STEP_KEYS, TOP_KEYS, Block, Broken
from rulecheck.properties.examples.ending import check_events, check_outcome
from rulecheck.properties.examples.expanding import expanded, expanded_all
from rulecheck.properties.examples.given import given, start
from rulecheck.properties.examples.moves import check_moves, check_refusals, seat_of
from rulecheck.properties.examples.names import Names, fits
from rulecheck.properties.examples.request import Request, without_place
from rulecheck.properties.examples.result import ExampleResult, Verdict
from rulecheck.properties.examples.seen import check_seen
from rulecheck.properties.examples.stage import Builder, Stage, crash
from rulecheck.properties.examples.values import check_values
from rulecheck.properties.examples.watch import Watch
from rulecheck.properties.invariants.declaring import Property
from rulecheck.properties.invariants.name_checks import MisnamedError
from rulecheck.properties.runtime.patterns import is_pattern
from rulecheck.reference_engines.contract import AnyEngine, Position
from rulecheck.spec.errors import SpecError, shown
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
    choice: Mapping[str, Any] | None = None,
    properties: Iterable[Property] | None = None,
    engines: dict[str, AnyEngine] | None = None,
    strict: bool = False,
) -> ExampleResult:
    """Play one example and tell what came of it; raises nothing for a mistake in the block.

    `build` makes the engine from rules (else the game's own), `data` are the user's data files, `choice` the rules
    where the block does not say otherwise, `engines` keeps engines between examples that ask for the same rules, and
    `properties` must hold at every position and move (else those of the game); what a position set by hand breaks is
    a note, but a failure when `strict`.  Of a block with cases the first that does not come out is told.
    """
    request = Request.of(
        rulebook, build=build, data=data, choice=choice, properties=properties, engines=engines, strict=strict
    )
    results = [_Run(case, request).result() for case in expanded(example, rulebook.examples)]
    return next((result for result in results if not result.is_good), results[0])


def run_examples(
    rulebook: Rulebook,
    *,
    build: Builder | None = None,
    data: Iterable[Path | str] = (),
    choice: Mapping[str, Any] | None = None,
    properties: Iterable[Property] | None = None,
    named: str = "",
    strict: bool = False,
) -> tuple[ExampleResult, ...]:
    """Play every example of a rulebook, or those with this name in their ids (a text, or a pattern with `*` and `?`).

    Raises SpecError for data and rules that cannot be used, and for a property that names what is not there.
    """
    request = Request.of(rulebook, build=build, data=data, choice=choice, properties=properties, strict=strict)
    return _run_all(rulebook.examples.values(), request, named)


def run_file(
    path: Path | str,
    game: str | Rulebook,
    *,
    build: Builder | None = None,
    data: Iterable[Path | str] = (),
    choice: Mapping[str, Any] | None = None,
    properties: Iterable[Property] | None = None,
    named: str = "",
    strict: bool = False,
) -> tuple[ExampleResult, ...]:
    """Play every example block of somebody's own Markdown file, or those with this name in their ids.

    Raises SpecError for an unknown game, for data and rules that cannot be used, and for a file that cannot be read
    or holds no example.
    """
    rulebook = load(game) if isinstance(game, str) else game
    request = Request.of(rulebook, build=build, data=data, choice=choice, properties=properties, strict=strict)
    return _run_all(parse_examples(path), request, named)


def _run_all(examples: Iterable[Example], request: Request, named: str) -> tuple[ExampleResult, ...]:
    if request.data or request.choice:
        make_rules(request.rulebook, data=request.data, **request.choice)  # a mistake in these is no example's fault
    cases = expanded_all(examples, request.rulebook)
    return tuple(result_of(case, request) for case in cases if is_named(case.id, named))


def result_of(case: Example, request: Request) -> ExampleResult:
    """Play one example that stands for itself alone (`expanded_all`)."""
    return _Run(case, request).result()


def is_named(id: str, pattern: str) -> bool:
    """Whether an id is meant by a pattern; a text without `*` and `?` may stand anywhere in it."""
    return fits(pattern, (id,)) if is_pattern(pattern) else pattern in id


class _Run:
    """One example on its way."""

    def __init__(self, example: Example, request: Request) -> None:
        self.example = example
        self.request = request
        self.block = Block(example)
        self.substitute: tuple[str, ...] = ()
        self.events: set[str] = set()
        self.notes: list[str] = []
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
        except MisnamedError:
            raise  # no example's fault
        except SpecError as problem:
            return self._verdict("broken", f"{path}:{self.example.line}: {without_place(problem)}")
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
            notes=tuple(self.notes),
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
        engine = self.request.engine(block)
        self.substitute = engine.rules.substitute
        choices = self.request.choices(engine) if self.request.properties else None
        names = Names(block, engine, self.request.rulebook)
        watch = Watch(
            block,
            engine,
            self.request.properties,
            partial=partial,
            choices=choices,
            notes=names.notes,
            strict=self.request.strict,
        )
        for id in block.texts("shows", body):
            names.clause_or_reading("shows", id)
        self.notes = names.notes
        stage = Stage(block, engine, names, watch, partial)
        state = given(stage, start(stage), body)
        watch.begins(state, by_hand=bool(body.get("given")))
        if not body.get("given") and body.get("start", "begin") == "begin":
            watch.starts()
            stage.opening = tuple(state.events)
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
            stage.opening = None
        if not stage.failures and not watch.violations:
            block.step = None
            watch.ends()
        return stage.failures, watch.violations


def _run_step(stage: Stage, state: Position, table: Mapping[str, Any]) -> Position:
    """The position after a step, with what fails in it noted."""
    if table.get("given"):
        state = given(stage, state, table)
        stage.watch.begins(state, by_hand=True)
        stage.last = stage.opening = None
    check_moves(stage, state, table)
    check_refusals(stage, state, table)
    after = _do(stage, state, table)
    if after is None:
        return state
    check_values(stage, state, after, table)
    check_seen(stage, after, table)
    check_events(stage, table)
    check_outcome(stage, after, table)
    return after


def _do(stage: Stage, state: Position, table: Mapping[str, Any]) -> Position | None:
    """The position after the step's moves, None if one of them is refused."""
    engine = stage.engine
    who = seat_of(stage, table)
    moves = stage.block.texts("do", table)
    stage.happened = [] if moves else list(stage.opening or ())
    for text in moves:
        move = engine.parse(stage.names.move("do", text))
        refused = engine.refusal(state, move)
        decides = stage.decides(state)
        if refused is not None:
            stage.fail(f"{shown(str(move))} should be legal, and is refused: {refused}{stage.moved_on()}")
            return None
        if who and decides not in (who, "chance"):
            stage.fail(f"{shown(str(move))} should be a move of {who}, and {decides} decides{stage.moved_on()}")
            return None
        before, state = state, engine.apply(state, move)
        stage.happened.extend(state.events)
        stage.watch.follows(before, move, state)
        stage.last = before, str(move), state
    return state
