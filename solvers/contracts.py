"""Contracts of the rule arithmetic, checked by CrossHair as they stand in the docstrings.

CrossHair runs in a process of its own (`watched.py`), on the module
with the game's rule arithmetic (`Part.ARITHMETIC`); one verdict for each function
that has a contract.  The broken twins of these contracts stand in
`tests/solvers/twins_<game>.py`.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final

import attrs
from attrs import frozen

from rulecheck import DISTRIBUTION
from rulecheck.solvers import watched
from rulecheck.solvers.decision import TheoremResult
from rulecheck.solvers.refutation import Evidence
from rulecheck.solvers.theorem import Theorem, Verdict
from rulecheck.spec import all_games, game_named

PER_CONDITION: Final = 5
"""Seconds that CrossHair may spend on one condition."""

BOUNDS: Final = "all whole numbers that meet the function's precondition, on every path"

_LINE: Final = re.compile(r"^(?P<path>.*?):(?P<line>\d+): (?P<level>info|warning|error): (?P<text>.*)$")


@frozen
class Contract:
    """A function with a contract in its docstring."""

    name: str
    says: str
    clauses: tuple[str, ...]
    first: int
    last: int
    """Its lines in the module."""
    conditions: int
    """How many postconditions it has."""


@frozen
class Condition:
    """What CrossHair says about one postcondition."""

    line: int
    verdict: Verdict
    text: str


def module_of(game: str) -> str:
    """The module with a game's rule arithmetic."""
    return game_named(game).arithmetic


def contracts(module: str) -> list[Contract]:
    """The functions of a module that have contracts, in its order; none if there is no such module."""
    path = _path(module)
    if path is None:
        return []
    listed = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        text = ast.get_docstring(node) or ""
        posts = len(re.findall(r"^\s*post(?:\[.*\])?:", text, re.MULTILINE))
        if posts:
            says = " ".join(re.split(r"^\s*(?:pre|post|raises)\b.*:", text, flags=re.MULTILINE)[0].split())
            listed.append(Contract(node.name, says, _cited(node), node.lineno, node.end_lineno or 0, posts))
    return listed


def _path(module: str) -> Path | None:
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None


def _cited(node: ast.FunctionDef) -> tuple[str, ...]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "cites":
            return tuple(str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant))
    return ()


class CrossHairFailed(Exception):
    """CrossHair could not read the module."""


class CrossHairMissing(CrossHairFailed):
    """CrossHair is not installed."""


class CrossHair:
    """CrossHair at work on some modules or functions, in a process of its own that began when this was made."""

    def __init__(self, modules: Sequence[str], per_condition: int = PER_CONDITION) -> None:
        if find_spec("crosshair") is None:
            raise CrossHairMissing(f"needs CrossHair (pip install '{DISTRIBUTION}[prove]')")
        command = watched.command(
            "crosshair", "check", "--analysis_kind", "PEP316", "--report_all",
            "--per_condition_timeout", str(per_condition), *modules,
        )  # fmt: skip
        root = str(Path(__file__).resolve().parents[1])
        here = [path for path in sys.path if path and Path(path).resolve() != Path(root)]
        here += [str(game.folder.parent) for game in all_games()[0] if not game.ours]  # imported by its folder's name
        self._modules = modules
        self._says, self._warns = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")  # noqa: SIM115
        self._process = subprocess.Popen(
            command, stdout=self._says, stderr=self._warns, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(here), "PYTHONHASHSEED": "0"},
        )  # fmt: skip

    def conditions(self) -> dict[str, list[Condition]]:
        """What it says about each condition, by the file it stands in, when it is done; raises CrossHairFailed."""
        self._process.wait()
        lines, warned = _text(self._says), _text(self._warns)
        said: dict[str, list[Condition]] = {}
        for line in lines:
            match = _LINE.match(line)
            if match:
                condition = Condition(int(match["line"]), _verdict(match["level"], match["text"]), match["text"])
                said.setdefault(str(Path(match["path"]).resolve()), []).append(condition)
        if not said:
            last = (warned or lines or ["no output"])[-1]
            raise CrossHairFailed(f"CrossHair said nothing about {', '.join(self._modules)}: {last}")
        return said

    def end(self) -> None:
        """End it, if it is still at work."""
        self._process.kill()
        self._process.wait()
        self._says.close()
        self._warns.close()


def _text(file: IO[str]) -> list[str]:
    with file:
        file.seek(0)
        return file.read().strip().splitlines()


def crosshair(modules: Sequence[str], per_condition: int = PER_CONDITION) -> dict[str, list[Condition]]:
    """What CrossHair says about each condition, by the file it stands in."""
    return CrossHair(modules, per_condition).conditions()


def _verdict(level: str, text: str) -> Verdict:
    if level == "error":
        return Verdict.REFUTED
    if text.startswith("Confirmed"):
        return Verdict.PROVED
    if "meet precondition" in text:
        return Verdict.VACUOUS
    return Verdict.UNDECIDED


_WORST: Final = (Verdict.REFUTED, Verdict.VACUOUS, Verdict.UNDECIDED, Verdict.PROVED)


def as_theorem(game: str, contract: Contract) -> Theorem:
    """A contract as a theorem of kind `contract`."""
    return Theorem(game, contract.name, contract.says, contract.clauses, BOUNDS, _no_body, kind="contract")


def _no_body() -> None:
    """Contracts are decided together, not one by one."""


class Checking:
    """Contracts that one run of CrossHair decides, which begins when this is made."""

    def __init__(self, game: str, wanted: Sequence[Contract], module: str = "") -> None:
        module = module or module_of(game)
        self._game, self._wanted, self._path = game, wanted, _path(module)
        self._began = time.monotonic()
        self._run: CrossHair | None = None
        self._unlooked = TheoremResult(as_theorem(game, wanted[0]), Verdict.UNDECIDED, 0)
        whole = len(wanted) == len(contracts(module))
        try:
            self._run = CrossHair([module] if whole else [f"{module}.{contract.name}" for contract in wanted])
        except CrossHairMissing as missing:
            self._unlooked = attrs.evolve(self._unlooked, verdict=Verdict.SKIPPED, reason=str(missing))

    def results(self) -> list[TheoremResult]:
        """One verdict for each contract."""
        said, unlooked = list[Condition](), self._unlooked
        try:
            if self._run is not None:
                said = self._run.conditions().get(str(self._path.resolve()) if self._path else "", [])
        except CrossHairFailed as failed:
            unlooked = attrs.evolve(unlooked, reason=str(failed))
        seconds = (time.monotonic() - self._began) / len(self._wanted)
        results = [
            attrs.evolve(unlooked, theorem=as_theorem(self._game, c), seconds=seconds, cases=c.conditions)
            for c in self._wanted
        ]
        if unlooked.reason:
            return results
        return [_weighed(result, contract, said) for result, contract in zip(results, self._wanted, strict=True)]

    def end(self) -> None:
        """End CrossHair, if it is still at work."""
        if self._run is not None:
            self._run.end()


def check(game: str, wanted: Sequence[Contract], module: str = "") -> list[TheoremResult]:
    """One verdict for each contract, from one run of CrossHair."""
    return Checking(game, wanted, module).results() if wanted else []


def _weighed(result: TheoremResult, contract: Contract, said: Sequence[Condition]) -> TheoremResult:
    """The worst of what CrossHair said about a contract's conditions."""
    mine = [condition for condition in said if contract.first <= condition.line <= contract.last]
    if len(mine) < contract.conditions and not any(condition.verdict is Verdict.REFUTED for condition in mine):
        return attrs.evolve(result, reason=f"CrossHair reported on {len(mine)} of {contract.conditions} conditions")
    worst = min(mine, key=lambda condition: _WORST.index(condition.verdict))
    evidence = None
    if worst.verdict is Verdict.REFUTED:
        evidence = Evidence(says=f"line {worst.line}: {worst.text}", by="crosshair")
    reason = "" if worst.verdict is Verdict.PROVED else worst.text
    return attrs.evolve(result, verdict=worst.verdict, reason=reason, evidence=evidence)
