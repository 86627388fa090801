"""The contracts of every game's rule arithmetic: CrossHair confirms each, and refutes each function's broken twin."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from rulecheck.solvers import contracts
from rulecheck.solvers.theorem import Verdict
from rulecheck.spec import games

HERE = Path(__file__).parent
GAMES = [game for game in games() if contracts.contracts(contracts.module_of(game))]
LEAST = {"castles_of_burgundy": 19, "catan_europe": 16, "new_world": 14, "power_grid": 17, "puerto_rico": 15}
"""How many contracts a game must have at least."""


def twins_of(game: str) -> Path:
    return HERE / f"twins_{game}.py"


def conditions(path: Path) -> dict[str, list[str]]:
    """For each function its pre- and postconditions as written."""
    by_function: dict[str, list[str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            text = ast.get_docstring(node) or ""
            listed = [line.strip() for line in text.splitlines() if re.match(r"\s*(pre|post):", line)]
            if listed:
                by_function[node.name] = listed
    return by_function


def original(game: str) -> Path:
    spec = importlib.util.find_spec(contracts.module_of(game))
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


@pytest.mark.parametrize("game", GAMES)
def test_every_contract_is_confirmed_over_all_paths(game: str) -> None:
    results = contracts.check(game, contracts.contracts(contracts.module_of(game)))

    assert {result.theorem.name: str(result.verdict) for result in results} == dict.fromkeys(
        [result.theorem.name for result in results], "proved"
    )
    assert len(results) >= LEAST.get(game, 1)


@pytest.mark.parametrize("game", GAMES)
def test_every_contract_has_a_broken_twin_with_the_same_conditions(game: str) -> None:
    assert conditions(twins_of(game)) == conditions(original(game))


@pytest.mark.parametrize("game", GAMES)
def test_crosshair_refutes_every_broken_twin(game: str) -> None:
    said = contracts.crosshair([str(twins_of(game))])[str(twins_of(game).resolve())]
    source = ast.parse(twins_of(game).read_text(encoding="utf-8"))
    lines = {
        node.name: (node.lineno, node.end_lineno or 0) for node in source.body if isinstance(node, ast.FunctionDef)
    }
    refuted = [condition.line for condition in said if condition.verdict is Verdict.REFUTED]

    not_refuted = [name for name, (a, b) in lines.items() if not any(a <= line <= b for line in refuted)]
    assert not_refuted == []


def test_a_precondition_that_nothing_meets_is_vacuous(tmp_path: Path) -> None:
    module = tmp_path / "nothing_meets_it.py"
    module.write_text(
        'def f(a: int) -> int:\n    """Never.\n\n    pre: a < 0 and a > 0\n    post: _ == a\n    """\n    return a\n'
    )

    (said,) = contracts.crosshair([str(module)])[str(module.resolve())]

    assert said.verdict is Verdict.VACUOUS


def test_without_crosshair_contracts_are_skipped_and_not_unexpected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin is the test above that confirms every contract: with CrossHair they are decided."""
    finding = importlib.util.find_spec
    monkeypatch.setattr(f"{contracts.__name__}.find_spec", lambda name: None if name == "crosshair" else finding(name))

    results = contracts.check(GAMES[0], contracts.contracts(contracts.module_of(GAMES[0])))

    assert {(result.verdict, result.reason) for result in results} == {
        (Verdict.SKIPPED, "needs CrossHair (pip install 'rulecheck-games[prove]')")
    }
    assert all(result.as_expected for result in results)


def test_a_module_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    module = tmp_path / "broken_off.py"
    module.write_text("def f(:\n")

    with pytest.raises(contracts.CrossHairFailed, match="CrossHair said nothing"):
        contracts.crosshair([str(module)])


PROVES = """
import sys
from rulecheck.solvers import contracts
print("ready", flush=True)
contracts.crosshair([sys.argv[1]], per_condition=600)
"""


def test_crosshair_does_not_outlive_us(tmp_path: Path) -> None:
    module = tmp_path / "takes_long.py"
    module.write_text("import time\ntime.sleep(60)\n")
    parent = subprocess.Popen([sys.executable, "-c", PROVES, module], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "ready\n"
        children: list[psutil.Process] = []
        until = time.monotonic() + 60
        while not any("crosshair" in child.cmdline() for child in children):  # for a moment it is a copy of its parent
            assert time.monotonic() < until, children
            children = psutil.Process(parent.pid).children()

        parent.kill()

    assert psutil.wait_procs(children, timeout=20)[1] == []
