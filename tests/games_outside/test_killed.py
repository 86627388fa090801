"""A game whose engine ends the process that plays it: its games are lost work, which no exit code hides."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from rulecheck.cli.rendering.completeness import INCOMPLETE
from tests.cli.running import Run


@pytest.fixture
def deadly(mygame: Path) -> Path:
    """The game's folder; the first move of each game ends the process with code 9."""
    engine = mygame / "engine.py"
    lines = engine.read_text(encoding="utf-8").splitlines()
    nodes = ast.walk(ast.parse("\n".join(lines)))
    apply = next(node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == "apply")
    first = next(node for node in apply.body if not isinstance(node, ast.Expr))
    lines.insert(first.lineno - 1, " " * first.col_offset + "__import__('os')._exit(9)")
    engine.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return mygame


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_that_killed_their_process_are_lost_work(rulecheck: Run, deadly: Path, jobs: int) -> None:
    done = rulecheck("fuzz", deadly, "--games", 3, "--jobs", jobs, "--format", "json")

    work = json.loads(done.out)["work"]
    assert done.code == INCOMPLETE
    assert (work["planned"], work["done"], work["complete"]) == (3, 0, False)
    assert sum(part["count"] for part in work["lost"]) == 3


@pytest.mark.parametrize(("more", "code"), [((), INCOMPLETE), (("--allow-incomplete",), 0)])
def test_a_study_without_games_is_lost_work(rulecheck: Run, deadly: Path, more: tuple[str, ...], code: int) -> None:
    done = rulecheck("study", deadly, "--games", 2, "--jobs", 1, *more)

    assert done.code == code
    assert "no game at all" in done.out
