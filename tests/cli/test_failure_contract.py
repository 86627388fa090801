"""A game whose code takes its process down, and findings that another campaign put away: each as somebody met it."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from rulecheck.cli.commands.new import write_game
from rulecheck.cli.rendering.completeness import INCOMPLETE
from tests.cli.faulty import write_faulty
from tests.cli.running import Run

_NUMBERS = itertools.count(1)


@pytest.fixture
def deadly(tmp_path: Path) -> Path:
    """The game that `rulecheck new` writes, whose every move ends the process."""
    name = f"deadly_{next(_NUMBERS)}"  # a process knows each game by one name
    folder = tmp_path / name
    write_game(name, folder)
    engine = folder / "engine.py"
    source = engine.read_text(encoding="utf-8")
    begin = source.index("def apply(")
    body = source.index('"""', source.index('"""', begin) + 3) + 4
    engine.write_text(f"{source[:body]}        import os\n\n        os._exit(9)\n{source[body:]}", encoding="utf-8")
    return folder


@pytest.mark.parametrize(("command", "jobs"), [("fuzz", 1), ("study", 2)])
def test_a_game_that_takes_its_process_down_is_no_success(
    rulecheck: Run, deadly: Path, command: str, jobs: int
) -> None:
    done = rulecheck(command, deadly, "--games", 4, "--jobs", jobs, "--seed", 1)

    assert done.code == INCOMPLETE
    assert "killed (exit code 9)" in done.out
    assert done.err == ""


def test_a_finding_that_another_campaign_put_away_is_replayed_under_its_old_name(
    rulecheck: Run, tmp_path: Path
) -> None:
    game = write_faulty(tmp_path)
    assert rulecheck("fuzz", game, "--games", 2, "--jobs", 1, "--seed", 1).code == 1
    first = {path.name for path in Path("findings").glob("*.json")}
    assert rulecheck("fuzz", game, "--games", 2, "--jobs", 1, "--seed", 5).code == 1

    gone = sorted(first - {path.name for path in Path("findings").glob("*.json")})
    assert gone
    assert f"findings/archive/{gone[0]}" in rulecheck("replay", f"findings/{gone[0]}").out
