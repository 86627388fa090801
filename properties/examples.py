"""Worked examples: a position, moves, and what must follow, played on any engine of the contract.

docs/spec-format.md describes the blocks.  A block that cannot be played (an unknown key, path, move or clause) is
`broken`, which is something else than an engine that does not do what the example says.
"""

from __future__ import annotations

import copy
import re
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from attrs import frozen

from rulecheck.properties.patterns import fitting, is_pattern
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import (
    CHANCE,
    OVER,
    SILENT,
    Engine,
    Position,
    PositionError,
    UnknownMove,
)
from rulecheck.spec.errors import SpecError, close_matches, listed, meant, shown
from rulecheck.spec.files import find_key, kind_of
from rulecheck.spec.model import Example, Rulebook
from rulecheck.spec.rulebook import load, parse_examples
from rulecheck.spec.rules import Rules, make_rules

Verdict = Literal["passes", "fails", "example-fails", "broken"]
AnyEngine = Engine[Any, Any]
Builder = Callable[[Rules], AnyEngine]

TOP_KEYS: Final = (
    *("players", "setup", "seats", "readings", "numbers", "start", "given", "partial", "step"),
    *("book", "false", "note"),
)
STEP_KEYS: Final = (
    *("given", "legal", "legal_of", "has", "lacks", "refuse", "by", "do"),
    *("expect", "events", "no_events", "silent", "outcome", "note"),
)

_PART: Final = re.compile(r"""(?:"([^"]*)"|'([^']*)'|([^."']+))(?:\.|$)""")
_NOTHING: Final = object()


@frozen
class ExampleResult:
    """What came of one example."""

    id: str
    path: str
    line: int
    verdict: Verdict
    """`passes`; `fails`: the engine does something else; `example-fails`: as the block foretold with `false`, the
    printed example does not follow from the rules; `broken`: the block itself cannot be played."""
    step: int | None = None
    """The step that went wrong, counted from 1; None if none did, or if the position could not be set up."""
    failures: tuple[str, ...] = ()
    book: str | None = None
    """Where the printed rulebook has the example."""
    reason: str | None = None
    """Why the printed example does not follow, if the block says so."""
    substitute: tuple[str, ...] = ()
    """The substitute data files that the example was played with."""

    @property
    def is_good(self) -> bool:
        """Whether it came out as the block says."""
        return self.verdict in ("passes", "example-fails")

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}"
        what = f"{where}: example {shown(self.id)} {self.verdict}"
        if self.verdict == "example-fails":
            what += f": {self.reason}"
        step = "" if self.step is None else f"step {self.step}: "
        return "\n".join([what, *(f"    {step}{failure}" for failure in self.failures)])


def run_example(
    example: Example,
    rulebook: Rulebook,
    *,
    build: Builder | None = None,
    data: Iterable[Path | str] = (),
    engines: dict[str, AnyEngine] | None = None,
) -> ExampleResult:
    """Play one example and tell what came of it; raises nothing for a mistake in the block.

    `build` makes the engine from rules (else the game's own), `data` are the user's data files, and `engines`
    keeps engines between examples that ask for the same rules.
    """
    run = _Run(example, rulebook, build or build_engine, tuple(data), {} if engines is None else engines)
    return run.result()


def run_examples(
    rulebook: Rulebook, *, build: Builder | None = None, data: Iterable[Path | str] = ()
) -> tuple[ExampleResult, ...]:
    """Play every example of a rulebook; raises SpecError for data that cannot be used."""
    return _run_all(rulebook.examples.values(), rulebook, build, tuple(data))


def run_file(
    path: Path | str, game: str | Rulebook, *, build: Builder | None = None, data: Iterable[Path | str] = ()
) -> tuple[ExampleResult, ...]:
    """Play every example block of somebody's own Markdown file.

    Raises SpecError for an unknown game, for data that cannot be used, and for a file that cannot be read or holds
    no example.
    """
    rulebook = load(game) if isinstance(game, str) else game
    return _run_all(parse_examples(path), rulebook, build, tuple(data))


def _run_all(
    examples: Iterable[Example], rulebook: Rulebook, build: Builder | None, data: tuple[Path | str, ...]
) -> tuple[ExampleResult, ...]:
    if data:
        make_rules(rulebook, data=data)  # a mistake in the user's data is no example's fault
    engines: dict[str, AnyEngine] = {}
    return tuple(run_example(e, rulebook, build=build, data=data, engines=engines) for e in examples)


class _Broken(Exception):
    """The block cannot be played: where in the file, what, and what to do."""

    def __init__(self, line: int, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.line = line
        self.what = f"{what}; {hint}" if hint else what


class _Run:
    """One example on its way."""

    def __init__(
        self,
        example: Example,
        rulebook: Rulebook,
        build: Builder,
        data: tuple[Path | str, ...],
        engines: dict[str, AnyEngine],
    ) -> None:
        self.example = example
        self.body = example.body
        self.rulebook = rulebook
        self.build = build
        self.data = data
        self.engines = engines
        self.step: int | None = None
        self.substitute: tuple[str, ...] = ()
        self.happened: list[str] = []
        self.failures: list[str] = []

    def result(self) -> ExampleResult:
        if self.example.problem:
            return self._verdict("broken", self.example.problem)
        try:
            reason = self._reason()
            self._play()
        except _Broken as problem:
            return self._verdict("broken", f"{self.example.path}:{problem.line}: {problem.what}")
        except SpecError as problem:
            return self._verdict("broken", f"{self.example.path}:{self.example.line}: {_without_place(problem)}")
        except Exception as problem:  # an engine that crashes spoils this example, not the others
            return self._verdict("broken", f"{self.example.path}:{self._at()}: the engine crashed, {_crash(problem)}")
        if self.failures:
            return self._verdict("fails" if reason is None else "example-fails", *self.failures)
        if reason is not None:
            self.step = None
            line = self._line("false")
            hint = "the example follows from the rules: take `false` out"
            return self._verdict("broken", f"{self.example.path}:{line}: every check of it passes; {hint}")
        self.step = None
        return self._verdict("passes")

    def _verdict(self, verdict: Verdict, *failures: str) -> ExampleResult:
        book, reason = self.body.get("book"), self.body.get("false")
        return ExampleResult(
            id=self.example.id,
            path=self.example.path,
            line=self.example.line,
            verdict=verdict,
            step=self.step,
            failures=failures,
            book=book if isinstance(book, str) else None,
            reason=reason if isinstance(reason, str) else None,
            substitute=self.substitute,
        )

    def _play(self) -> None:
        self._only(self.body, TOP_KEYS)
        steps = self._tables("step")
        for number, table in enumerate(steps, 1):
            self.step = number
            self._only(table, STEP_KEYS)
        self.step = None
        partial = self.body.get("partial", False)
        if not isinstance(partial, bool):
            raise self._broken("partial", f"expected true or false, found {kind_of(partial)}")
        self.engine = self._engine()
        state = self._start()
        state = self._given(state, self.body, partial)
        if not steps and not self.body.get("given"):
            raise _Broken(self.example.line, "nothing to check", "add a [[step]]")
        for number, table in enumerate(steps, 1):
            self.step = number
            state = self._run_step(state, table, partial)
            if self.failures:
                return

    # The engine and the first position

    def _engine(self) -> AnyEngine:
        body = self.body
        choice: dict[str, Any] = {}
        for key, kind in (("players", int), ("setup", str), ("seats", list), ("readings", dict), ("numbers", dict)):
            if key in body:
                if type(body[key]) is not kind:
                    raise self._broken(key, f"not meant to be {kind_of(body[key])}", "mend it")
                choice[key] = _flat(body[key]) if kind is dict else body[key]
        try:
            rules = make_rules(self.rulebook, data=self.data, **choice)
        except SpecError as problem:
            found = next((k for k in choice if _mentions(problem, choice[k])), None)
            line = self.example.line if found is None else self._line(found)
            raise _Broken(line, _without_place(problem)) from None
        self.substitute = rules.substitute
        key = repr((self.rulebook.path, self.data, sorted(choice.items())))
        if key not in self.engines:
            self.engines[key] = self.build(rules)
        return self.engines[key]

    def _start(self) -> Position:
        name = self._text("start", self.body, "begin")
        try:
            state: Position = self.engine.named_start(name)
        except PositionError as problem:
            raise self._broken("start", problem.why) from None
        return state

    def _given(self, state: Position, table: Mapping[str, Any], partial: bool) -> Position:
        """The position with some of its parts set by hand; every part must exist, all components must add up."""
        given = self._table("given", table)
        if not given:
            return state
        data = copy.deepcopy(self.engine.to_json(state))
        single = [pair for path, value in given.items() for pair in self._spread(data, path, value)]
        for path, value in single:
            self._put(data, path, value)
        changed = self._from_json(data, tuple(path for path, _ in single), partial)
        now = self.engine.to_json(changed)
        for path, value in single:
            if value not in (0, "", [], {}) and _look(now, self._parts(path)) is _NOTHING:
                raise self._no_place("given", now, path)
        if not partial and (off := self._imbalance(changed)):
            raise self._broken("given", f"the components do not add up: {off}", "mend them, or say partial = true")
        return changed

    def _from_json(self, data: dict[str, Any], given: tuple[str, ...], partial: bool) -> Position:
        paths = tuple(_joined(self._parts(path)) for path in given)
        try:
            state: Position = self.engine.from_json(data, given=paths, partial=partial)
        except PositionError as problem:
            off = ""
            if not partial:
                try:
                    off = self._imbalance(self.engine.from_json(data, given=paths, partial=True))
                except PositionError:
                    off = ""
            if off:
                what = f"the components do not add up: {off}" if not problem.path else str(problem)
                raise self._broken("given", what, "mend them, or say partial = true") from None
            raise self._broken("given", str(problem)) from None
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
            raise self._broken("given", f"the engine cannot set this up, {_crash(problem)}") from None
        return state

    def _imbalance(self, state: Position) -> str:
        totals, found = self.engine.totals(), self.engine.inventory(state)
        return ", ".join(
            f"{name}: {totals.get(name, 0)} expected, {found.get(name, 0)} found"
            for name in {**totals, **found}
            if totals.get(name, 0) != found.get(name, 0)
        )

    # Steps

    def _run_step(self, state: Position, table: Mapping[str, Any], partial: bool) -> Position:
        state = self._given(state, table, partial)
        self._check_moves(state, table)
        self._check_refusals(state, table)
        after = self._do(state, table)
        if after is None:
            return state
        self._check_values(after, table)
        self._check_events(table)
        self._check_outcome(after, table)
        return after

    def _check_moves(self, state: Position, table: Mapping[str, Any]) -> None:
        if not {"legal", "legal_of", "has", "lacks"} & table.keys():
            return
        legal = self.engine.legal_moves(state)
        found = [str(move) for move in legal]
        spelt = {str(move): self.engine.spellings(move) for move in legal} if self._has_pattern(table) else {}
        if "legal" in table:
            self._compare("legal moves", self._moves("legal", table["legal"]), found)
        for pattern, texts in self._table("legal_of", table).items():
            matching = [move for move in found if _fits(pattern, spelt[move])]
            expected = self._moves("legal_of", texts)
            strays = [m for m in expected if not _fits(pattern, self.engine.spellings(self.engine.parse(m)))]
            if strays:
                raise self._broken("legal_of", f"{shown(strays[0])} does not match {shown(pattern)}")
            if not expected and not matching:
                self._known_pattern("legal_of", pattern)
            self._compare(f"legal moves like {shown(pattern)}", expected, matching)
        for pattern in self._texts("has", table):
            text = pattern if is_pattern(pattern) else self._move("has", pattern)
            if not any(_fits(text, spelt.get(move, (move,))) for move in found):
                if is_pattern(pattern):
                    self._known_pattern("has", pattern)
                self.failures.append(f"{shown(text)} is not among the legal moves: {_some(found)}")
        for pattern in self._texts("lacks", table):
            text = pattern if is_pattern(pattern) else self._move("lacks", pattern)
            matching = [move for move in found if _fits(text, spelt.get(move, (move,)))]
            if matching:
                self.failures.append(f"{shown(text)} should not be legal, and is: {_some(matching)}")
            elif is_pattern(pattern):
                self._known_pattern("lacks", pattern)

    def _has_pattern(self, table: Mapping[str, Any]) -> bool:
        """Whether a step asks for patterns of moves, which are to fit any spelling of a move."""
        texts = (text for key in ("has", "lacks") for text in self._texts(key, table))
        return "legal_of" in table or any(map(is_pattern, texts))

    def _compare(self, what: str, expected: Sequence[str], found: Sequence[str]) -> None:
        missing = [move for move in expected if move not in set(found)]
        extra = [move for move in found if move not in set(expected)]
        if missing:
            self.failures.append(f"{what}: missing {_some(missing)}")
        if extra:
            self.failures.append(f"{what}: not expected {_some(extra)}")

    def _check_refusals(self, state: Position, table: Mapping[str, Any]) -> None:
        by = self._text("by", table, "")
        if by:
            self._known_clause("by", by)
            if "refuse" not in table:
                raise self._broken("by", '"by" without "refuse"', "say which move is refused")
        refuse = table.get("refuse", [])
        if isinstance(refuse, dict):
            if by:
                raise self._broken("by", 'both "by" and a table of clauses', "keep one of them")
            wanted = {move: self._text(move, refuse, "") for move in refuse}
            for clause in wanted.values():
                self._known_clause("refuse", clause)
        else:
            wanted = dict.fromkeys(self._texts("refuse", table), by)
        for text, clause in wanted.items():
            move = self._move("refuse", text)
            refused = self.engine.refusal(state, self.engine.parse(move))
            should = f", it should be refused by {clause}" if clause else ", it should be refused"
            if refused is None:
                self.failures.append(f"{shown(move)} is legal{should}")
            elif clause and refused.clause != clause:
                self.failures.append(f"{shown(move)} is refused by {refused.clause}, expected {clause}: {refused.why}")

    def _do(self, state: Position, table: Mapping[str, Any]) -> Position | None:
        """The position after the step's moves, None if one of them is refused."""
        self.happened = []
        for text in self._texts("do", table):
            move = self.engine.parse(self._move("do", text))
            refused = self.engine.refusal(state, move)
            if refused is not None:
                self.failures.append(f"{shown(str(move))} should be legal, and is refused: {refused}")
                return None
            state = self.engine.apply(state, move)
            self.happened.extend(state.events)
        return state

    def _check_values(self, state: Position, table: Mapping[str, Any]) -> None:
        expect = self._table("expect", table)
        now = self.engine.to_json(state) if expect else {}
        for path, value in expect.items():
            if path == "next":
                self._check_next(state, value)
            else:
                self._check_value(state, now, self._parts(path), value)

    def _check_next(self, state: Position, expected: object) -> None:
        names = (*self.engine.seats, "chance", "nobody")
        if expected not in names:
            raise self._broken("next", f"nobody is called {shown(expected)}", meant(str(expected), names, "there are"))
        actor = self.engine.actor(state)
        found = "chance" if actor == CHANCE else "nobody" if actor == OVER else self.engine.seats[actor]
        if actor == CHANCE and expected == self.engine.seats[self.engine.turn_of(state)]:
            return  # chance acts in that player's turn
        if found != expected:
            self.failures.append(f"next: expected {expected}, found {found}")

    def _check_value(self, state: Position, now: dict[str, Any], parts: tuple[str, ...], expected: Any) -> None:
        found = _look(now, parts)
        if expected == {} and isinstance(found, dict) and not any(found.values()):
            return  # a hand without cards, whether or not it lists its noughts
        if isinstance(expected, dict) and expected and (found is _NOTHING or isinstance(found, dict)):
            for key, value in expected.items():
                self._check_value(state, now, (*parts, key), value)
            return
        if found is _NOTHING:
            self._must_have_place(now, parts, expected)
            if expected not in (0, "", [], {}):
                self.failures.append(f"{_joined(parts)}: expected {_value(expected)}, found nothing")
        elif isinstance(found, dict) and isinstance(expected, str) and found.get("name") == expected:
            return
        elif not _same(expected, found) and not _same(self._canonical(now, parts, expected), found):
            self.failures.append(f"{_joined(parts)}: expected {_value(expected)}, found {_value(found)}")

    def _canonical(self, now: dict[str, Any], parts: tuple[str, ...], value: Any) -> Any:
        """A value as the engine writes it: places by their own names, lists that are sets in the engine's order."""
        if not isinstance(value, str | list):
            return value
        data = copy.deepcopy(now)
        try:
            _put(data, parts, copy.deepcopy(value))
            written = self.engine.to_json(self.engine.from_json(data, given=(_joined(parts),), partial=True))
        except (PositionError, KeyError, TypeError, ValueError, AttributeError, IndexError):
            return value
        return _look(written, parts)

    def _must_have_place(self, now: dict[str, Any], parts: tuple[str, ...], value: Any) -> None:
        """Positions may leave empty things out: the engine itself says whether a path is one of its places."""
        data = copy.deepcopy(now)
        path = _joined(parts)
        try:
            _put(data, parts, value)
            with_it = self.engine.from_json(data, given=(path,), partial=True)
        except (PositionError, KeyError, TypeError, ValueError, AttributeError, IndexError):
            raise self._no_place("expect", now, path) from None
        if value not in (0, "", [], {}) and _look(self.engine.to_json(with_it), parts) is _NOTHING:
            raise self._no_place("expect", now, path)

    def _check_events(self, table: Mapping[str, Any]) -> None:
        for key in ("events", "no_events", "silent"):
            if key in table and not table.get("do"):
                raise self._broken(key, f"{shown(key)} without a move", "say what is done in this step")
        silent = []
        for name in self._texts("silent", table):
            if name not in self.rulebook.readings:
                hint = meant(name, self.rulebook.readings, "the readings are")
                raise self._broken("silent", f"no reading {shown(name)}", hint)
            silent.append(SILENT + name)
        for key in ("events", "no_events"):
            for name in self._texts(key, table):
                self._known_event(key, name)
        for name in (*self._texts("events", table), *silent):
            if name not in self.happened:
                self.failures.append(f"{name} did not happen, but {listed(dict.fromkeys(self.happened)) or 'nothing'}")
        for name in self._texts("no_events", table):
            if name in self.happened:
                self.failures.append(f"{name} should not have happened")
        if table.get("silent") == []:
            for name in dict.fromkeys(name for name in self.happened if name.startswith(SILENT)):
                self.failures.append(f"{name} should not have happened")

    def _check_outcome(self, state: Position, table: Mapping[str, Any]) -> None:
        if "outcome" not in table:
            return
        expected, found = table["outcome"], self.engine.outcome(state)
        if expected == "none":
            if found is not None:
                self.failures.append(f"the game should go on, and {found} ({found.clause})")
            return
        if not isinstance(expected, dict):
            raise self._broken("outcome", f"found {kind_of(expected)}", 'write outcome = { winners = ["…"] } or "none"')
        self._only(expected, ("winners", "scores", "clause"))
        winners = self._texts("winners", expected)
        scores = self._table("scores", expected)
        for seat in (*winners, *scores):
            if seat not in self.engine.seats:
                hint = meant(seat, self.engine.seats, "the seats are")
                raise self._broken("outcome", f"no seat {shown(seat)}", hint)
        clause = self._text("clause", expected, "")
        if clause:
            self._known_clause("outcome", clause)
        if found is None:
            self.failures.append("outcome: the game goes on")
            return
        if "winners" in expected and set(winners) != set(found.winners):
            who = " and ".join(winners) or "nobody"
            self.failures.append(f"outcome: expected {who} to win, but {found}")
        for seat, score in scores.items():
            if found.scores.get(seat) != score:
                self.failures.append(f"score of {seat}: expected {score}, found {found.scores.get(seat, 'none')}")
        if clause and clause != found.clause:
            self.failures.append(f"outcome: by {found.clause}, expected {clause}")

    # What a block may name

    @cached_property
    def _well_formed(self) -> tuple[str, ...]:
        return tuple(str(move) for move in self.engine.all_moves())

    def _move(self, key: str, text: str) -> str:
        """A move in canonical notation."""
        try:
            return str(self.engine.parse(text))
        except UnknownMove as problem:
            close = problem.close or close_matches(text, self._well_formed)
            hint = f"did you mean {' or '.join(shown(c) for c in close)}?" if close else self._such_as(text)
            raise self._broken(key, f"no move {shown(text)}", hint) from None

    def _such_as(self, text: str) -> str:
        """Help with a move that resembles none: moves of its kind, or the kinds of moves."""
        kinds: dict[str, str] = {}
        for move in self._well_formed:
            kinds.setdefault(move.split(" ")[0], move)
        first = text.split(" ")[0]
        if first in kinds:
            return f"such a move reads {shown(kinds[first])}"
        return meant(first, kinds, "moves begin with")

    def _moves(self, key: str, value: object) -> list[str]:
        return [self._move(key, text) for text in self._texts(key, {key: value})]

    def _known_pattern(self, key: str, pattern: str) -> None:
        """A pattern that fits no move of the game is a slip, not a pass."""
        if _fits(pattern, self._well_formed):
            return
        if pattern.split(" ")[0] in self.engine.unlisted:
            return
        if not any(_fits(pattern, self.engine.spellings(move)) for move in self.engine.all_moves()):
            raise self._broken(key, f"no move of the game is like {shown(pattern)}", self._such_as(pattern))

    def _known_clause(self, key: str, clause: str) -> None:
        if clause not in self.rulebook.clauses:
            raise self._broken(key, f"no clause {shown(clause)}", self._clause_meant(clause))

    def _known_event(self, key: str, name: str) -> None:
        if name.startswith(SILENT) and name.removeprefix(SILENT) in self.rulebook.readings:
            return
        if name not in self.rulebook.clauses:
            raise self._broken(key, f"no event {shown(name)}", self._clause_meant(name))

    def _clause_meant(self, clause: str) -> str:
        known = [*self.rulebook.clauses, *(SILENT + name for name in self.rulebook.readings)]
        same_subject = [c for c in known if c.split(".")[0] == clause.split(".")[0]]
        return meant(clause, known if close_matches(clause, known) else same_subject or known, "there are")

    def _no_place(self, key: str, data: dict[str, Any], path: str) -> _Broken:
        """The complaint about a path that leads nowhere, naming what there is at the place where it strays."""
        parts = self._parts(path)
        for depth, part in enumerate(parts):
            here = _look(data, parts[:depth]) if depth else data
            names = (
                list(here) if isinstance(here, dict) else [str(n) for n in range(len(here))] if _is_list(here) else []
            )
            if part not in names:
                inside = f" in {_joined(parts[:depth])}" if depth else ""
                hint = meant(part, names, "there are") if names else f"{_joined(parts[:depth])} has no parts"
                return self._broken(path, f"no {shown(part)}{inside}", hint, within=key)
        return self._broken(path, f"the position has no {shown(path)}", "", within=key)

    # Places and values

    def _parts(self, path: str) -> tuple[str, ...]:
        parts: list[str] = []
        at = 0
        while at < len(path):
            found = _PART.match(path, at)
            if found is None:
                break
            parts.append(next(group for group in found.groups() if group is not None))
            at = found.end()
        if at < len(path) or not parts or path.endswith("."):
            hint = "parts are joined by dots; a part with dots in it stands in quotes"
            raise self._broken(path, f"{shown(path)} is not a path", hint)
        return tuple(parts)

    def _spread(self, data: dict[str, Any], path: str, value: Any) -> list[tuple[str, Any]]:
        """The values that a person sets: a table that holds tables or lists is gone into, part by part."""
        there = _look(data, self._parts(path))
        if not (_is_branch(there) and isinstance(value, dict)) or "name" in value:
            return [(path, value)]
        if re.search(rf"""(?<![\w."']){re.escape(path)}\s*\.\s*[\w"']""", self.example.source):
            hint = f'put the whole path in quotes, "{path}.{next(iter(value), "…")}.…"'
            raise self._broken(path, f"it is not clear how much of {shown(path)} this replaces", hint, within="given")
        pairs = ((f"{path}.{_joined((key,))}", part) for key, part in value.items())
        return [single for inner, part in pairs for single in self._spread(data, inner, part)]

    def _put(self, data: dict[str, Any], path: str, value: Any) -> None:
        parts = self._parts(path)
        try:
            _put(data, parts, copy.deepcopy(value))
        except (KeyError, IndexError, TypeError, ValueError):
            raise self._no_place("given", data, path) from None

    # Reading the block

    def _reason(self) -> str | None:
        return self._text("false", self.body, "") or None

    def _only(self, table: Mapping[str, Any], keys: Sequence[str]) -> None:
        for key in table:
            if key not in keys:
                raise self._broken(key, f"unknown key {shown(key)}", meant(key, keys, "the keys are"))

    def _text(self, key: str, table: Mapping[str, Any], default: str) -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or (key in table and not value.strip()):
            raise self._broken(key, f"expected a text for {shown(key)}, found {kind_of(value) if value else 'nothing'}")
        return value

    def _texts(self, key: str, table: Mapping[str, Any]) -> tuple[str, ...]:
        value = table.get(key, [])
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise self._broken(key, f"expected a text or a list of texts for {shown(key)}, found {kind_of(value)}")
        return tuple(found)

    def _table(self, key: str, table: Mapping[str, Any]) -> dict[str, Any]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise self._broken(key, f"expected a table for {shown(key)}, found {kind_of(value)}")
        return value

    def _tables(self, key: str) -> list[dict[str, Any]]:
        value = self.body.get(key, [])
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            raise self._broken(key, f"expected {shown(key)} to be a list of tables", f"write [[{key}]] above each")
        return value

    def _broken(self, key: str, what: str, hint: str = "", within: str | None = None) -> _Broken:
        return _Broken(self._line(key, within), what, hint)

    def _line(self, key: str, within: str | None = None) -> int:
        """The line of a key, looked for in the step that is being played."""
        text = self.example.source
        for name in (key, within):
            at = None if name is None else find_key(text, name, self._step_starts())
            if at is not None:
                return self.example.line + 1 + text.count("\n", 0, at)
        return self._at()

    def _at(self) -> int:
        """The line on which the current step opens, or the block."""
        if self.step is None:
            return self.example.line
        return self.example.line + 1 + self.example.source.count("\n", 0, self._step_starts())

    def _step_starts(self) -> int:
        """Where in the source the current step begins."""
        if self.step is None:
            return 0
        headers = [m.start() for m in re.finditer(r"^[ \t]*\[\[[ \t]*step[ \t]*\]\]", self.example.source, re.M)]
        return headers[self.step - 1] if self.step <= len(headers) else 0


def _look(data: Any, parts: Sequence[str]) -> Any:
    """What a path leads to; `_NOTHING` if it leads nowhere."""
    for part in parts:
        if isinstance(data, dict) and part in data:
            data = data[part]
        elif _is_list(data) and part.isascii() and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        elif not (isinstance(data, str) and part == "name"):  # a thing without parts is written as its name alone
            return _NOTHING
    return data


def _put(data: dict[str, Any], parts: Sequence[str], value: Any) -> None:
    """Set what a path leads to; tables on the way are made, list elements must exist (or be the next one)."""
    here: Any = data
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        last = following is None
        if isinstance(here, dict):
            if last:
                here[part] = value
            else:
                here = here.setdefault(part, {})
        elif isinstance(here, list):
            index = int(part)
            if last and index == len(here):
                here.append(value)
            elif last:
                here[index] = value
            else:
                here = here[index]
        else:
            raise KeyError(part)


def _is_branch(value: object) -> bool:
    """Whether a table holds tables or lists: it is a part of the position, not a value of it."""
    return isinstance(value, dict) and "name" not in value and any(isinstance(v, dict | list) for v in value.values())


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _same(expected: Any, found: Any) -> bool:
    """Whether two JSON values are the same; true is not 1, a tuple is a list."""
    if _is_list(expected) and _is_list(found):
        return len(expected) == len(found) and all(map(_same, expected, found))
    if isinstance(expected, dict) and isinstance(found, dict):
        return expected.keys() == found.keys() and all(_same(expected[k], found[k]) for k in expected)
    return isinstance(expected, bool) == isinstance(found, bool) and bool(expected == found)


def _joined(parts: Sequence[str]) -> str:
    return ".".join(f'"{part}"' if "." in part else part for part in parts)


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """A table whose dotted keys somebody wrote without quotes, as they were meant."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{before}{key}."))
        else:
            flat[before + key] = value
    return flat


def _fits(pattern: str, spellings: Iterable[str]) -> bool:
    return any(map(fitting((pattern,)), spellings))


def _some(moves: Sequence[str]) -> str:
    return listed((shown(move) for move in moves), 20) if moves else "none"


def _value(value: object) -> str:
    return shown(value) if isinstance(value, str) else " ".join(repr(value).split())


def _mentions(problem: SpecError, value: Any) -> bool:
    """Whether a complaint about the rules is about this part of the request."""
    names = [*value, *value.values()] if isinstance(value, dict) else value if _is_list(value) else [value]
    return not {str(name) for name in names}.isdisjoint(re.findall(r"[\w.-]+", problem.what))


def _without_place(problem: SpecError) -> str:
    return "; ".join(part for part in (problem.what, problem.hint) if part)


def _crash(problem: Exception) -> str:
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__}: {problem} ({Path(last.filename).name}:{last.lineno})"
