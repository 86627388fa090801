"""Exit code 4: planned work that was not done is told, and never passes for a clean result."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeGuard

import pytest
import typer

from rulecheck.cli.rendering.answers import FOUND
from rulecheck.cli.rendering.completeness import INCOMPLETE, Undone, Work, leave
from tests.cli.running import Run

ROOT = Path(__file__).parents[2]
SHADOWS = sorted(name for name in sys.stdlib_module_names if not name.startswith("_"))
"""Names of the standard library that files in somebody's folder of texts may have."""


@pytest.mark.parametrize(
    ("work", "is_news", "code"),
    [
        (Work("game", 3, 3), False, 0),
        (Work("game", 3, 3), True, FOUND),
        (Work("game", 3, 2, lost=(Undone(1, "killed"),)), False, INCOMPLETE),
        (Work("game", 3, 2, skipped=(Undone(1, "left"),)), True, FOUND),
        (Work("game", None, 0), False, INCOMPLETE),
        (Work("game", None, 1, lost=(Undone(0, "none"),)), False, 0),
    ],
)
def test_the_exit_code_of_work(work: Work, is_news: bool, code: int) -> None:
    assert code_of(partial(leave, work, is_news=is_news)) == code


def test_whoever_allows_it_gets_code_0() -> None:
    assert code_of(partial(leave, Work("game", None, 0), is_news=False, allowed=True)) == 0


def code_of(end: Callable[[], None]) -> int:
    try:
        end()
    except typer.Exit as left:
        return left.exit_code
    return 0


def test_workers_import_nothing_from_the_current_folder(tmp_path: Path) -> None:
    for name in SHADOWS:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the current folder')\n", encoding="utf-8")
    command = [sys.executable, "-P", "-m", "rulecheck", "study", "puerto_rico", "--games", "4", "--jobs", "2"]

    done = subprocess.run(
        [*command, "--seed", "1", "--format", "json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"},
    )

    assert "imported from" not in done.stderr
    assert json.loads(done.stdout)["work"]["done"] == 4


WRITES = {
    "properties/runtime/writing.py": "the one place that writes files",
    "spec/reading/second.py": "a file beside it, which takes its place when it is whole: `spec` imports no other room",
    "properties/strength/trying.py": "a journal to which lines are added; a line that was cut off is read as none",
}
"""Modules that may write plainly, and why."""


def plain_writes(source: str) -> list[int]:
    """The lines that write a file in place."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        texts = [word.value for word in (*node.args, *(key.value for key in node.keywords)) if is_text(word)]
        if name in ("write_text", "write_bytes") or (name == "open" and any(text in MODES for text in texts)):
            lines.append(node.lineno)
    return lines


MODES = ("w", "wb", "a", "ab", "x", "xb", "r+", "r+b", "w+", "wt", "xt", "at")


def is_text(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_files_are_written_whole_or_not_at_all() -> None:
    rooms = ("spec", "reference_engines", "properties", "solvers", "cli")
    modules = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    places = {path.relative_to(ROOT).as_posix(): plain_writes(path.read_text(encoding="utf-8")) for path in modules}

    assert {name: lines for name, lines in places.items() if lines and name not in WRITES} == {}


@pytest.mark.parametrize("line", ["path.write_text('x')", "open(path, 'w')", "path.open(mode='ab')"])
def test_a_plain_write_is_seen(line: str) -> None:
    assert plain_writes(line) == [1]


SLOW = """
import time
from rulecheck.properties.conform.protocol.implementation import serve
from rulecheck.properties.conform.protocol.reference import Reference

class Slow(Reference):
    def play(self, move):
        time.sleep(0.05)
        super().play(move)

serve(Slow("puerto_rico"))
"""


def test_no_game_that_came_to_its_end_is_no_agreement(rulecheck: Run, tmp_path: Path) -> None:
    program = tmp_path / "slow.py"
    program.write_text(SLOW, encoding="utf-8")

    done = rulecheck("conform", "puerto_rico", "--seconds", 2, "--jobs", 1, "--", sys.executable, program)

    assert done.code == INCOMPLETE
    assert "UNFINISHED" in done.out
    assert "no game at all: this says nothing about the rules" in done.out
