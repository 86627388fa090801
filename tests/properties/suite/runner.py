"""The Python runner of a suite, as it is written into a folder, on an engine in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, UnknownMove
from rulecheck.spec import make_rules
from rulecheck.spec.rules import Rules

RUNNER = Path(__file__).parents[3] / "cli" / "templates" / "suite" / "python" / "test_suite.py.jinja"

Case = Mapping[str, Any]


class Game:
    """A game of an engine, behind the adapter."""

    def __init__(self, engine: AnyEngine, case: Case) -> None:
        self.engine = engine
        self.state = engine.start() if case["position"] is None else engine.from_json(case["position"])

    def legal(self) -> Sequence[str]:
        return list(map(str, self.engine.legal_moves(self.state)))

    def play(self, move: str) -> bool:
        try:
            wanted = self.engine.parse(move)
        except UnknownMove:
            return False
        if self.engine.refusal(self.state, wanted) is not None:
            return False
        self.state = self.engine.apply(self.state, wanted)
        return True

    def turn(self) -> str:
        actor = self.engine.actor(self.state)
        return {OVER: "nobody", CHANCE: "chance"}.get(actor) or self.engine.seats[actor]

    def position(self) -> Any:
        return self.engine.to_json(self.state)

    def outcome(self) -> Any:
        outcome = self.engine.outcome(self.state)
        return None if outcome is None else {"winners": list(outcome.winners), "scores": dict(outcome.scores)}


def runner() -> Any:
    """The module of the runner, which has no cases of its own here."""
    adapter = ModuleType("adapter")
    adapter.__dict__["READINGS"] = {}
    before = sys.modules.get("adapter")
    sys.modules["adapter"] = adapter
    try:
        module = ModuleType("suite_runner")
        source = RUNNER.read_text(encoding="utf-8")
        head, _, tail = source.partition("HERE = ")
        body = tail[tail.index("def differences") : tail.index("@pytest.mark.parametrize")]
        exec(compile(head + body, str(RUNNER), "exec"), module.__dict__)
        return module
    finally:
        if before is None:
            del sys.modules["adapter"]
        else:
            sys.modules["adapter"] = before


class Engines:
    """The engines that cases take, made once for each set of rules."""

    def __init__(self, build: Callable[[Rules], AnyEngine]) -> None:
        self._build = build
        self._made: dict[str, AnyEngine] = {}

    def of(self, case: Case) -> AnyEngine:
        """The engine by a case's rules."""
        told = {name: value for name, value in case["rules"].items() if name != "game"}
        key = repr(told)
        if key not in self._made:
            self._made[key] = self._build(make_rules(case["rules"]["game"], **told))
        return self._made[key]


def wrong_answers(cases: Sequence[Case], build: Callable[[Rules], AnyEngine]) -> Iterator[tuple[str, list[str]]]:
    """The cases that an engine answers otherwise, each with what is told of it."""
    answered, engines = runner().answered, Engines(build)
    for case in cases:
        try:
            wrong = list(answered(Game(engines.of(case), case), case))
        except Exception as error:  # a wrong engine may fail in any way
            wrong = [repr(error)]
        if wrong:
            yield case["case"], wrong
