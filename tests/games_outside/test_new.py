"""`rulecheck new`: a game that works from the first minute, and names that cannot be one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rulecheck import DISTRIBUTION
from tests.cli.running import Answer, Run

PLAY = ("--games", "60", "--seed", "1", "--jobs", "1")


def shell(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a folder, in a process of its own, as a person would run it."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_two_commands_find_the_silence(tmp_path: Path) -> None:
    """rulecheck new tictac && cd tictac && rulecheck fuzz ."""
    written = shell(tmp_path, "rulecheck", "new", "tictac")
    done = shell(tmp_path / "tictac", "rulecheck", "fuzz", ".", "--games", "60")

    assert (written.returncode, written.stderr) == (0, "")
    assert "cd tictac && rulecheck fuzz ." in written.stdout
    assert (done.returncode, done.stderr) == (0, ""), "a silence that the rulebook lists is no failure"
    assert "KNOWN  " in done.stdout
    assert "rulecheck readings . aim.beyond" in done.stdout
    assert "NOT EXERCISED" not in done.stdout


def test_who_watches_is_told_of_what_is_new_while_games_are_played(mygame: Path) -> None:
    """On a terminal, before the campaign is over; a pipe gets the report and nothing else (the test above)."""
    engine = mygame / "engine.py"
    engine.write_text(engine.read_text(encoding="utf-8").replace("supply=state.supply - coins", "supply=state.supply"))
    pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "rulecheck", "fuzz", "mygame", *PLAY],
        cwd=mygame.parent, stdout=subprocess.PIPE, stderr=theirs, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs)
    seen = os.read(ours, 1 << 16).decode(errors="replace")
    os.close(ours)

    assert done.returncode == 1
    assert "BROKEN  " in seen
    assert "   met in game " in seen
    assert "SILENT" not in seen, "it is known"


def test_its_tests_pass(mygame: Path) -> None:
    """Hypothesis, campaigns and all, in a process of its own."""
    done = shell(mygame, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")

    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) >= 50


def test_its_tests_fail_if_a_rule_is_broken(mygame: Path) -> None:
    """The twin: one sign in the engine."""
    engine = mygame / "engine.py"
    engine.write_text(engine.read_text(encoding="utf-8").replace("supply=state.supply - coins", "supply=state.supply"))

    done = shell(mygame, "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "conserved")

    assert done.returncode == 1
    assert "found and expected: {'coins': (" in done.stdout
    assert "tallies count every place, totals the box" in done.stdout


@pytest.mark.campaign
def test_its_code_passes_a_strict_type_checker(mygame: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYPYPATH", str(root / "src"))
    done = shell(mygame.parent, "mypy", "--strict", "--explicit-package-bases", "mygame")

    assert done.returncode == 0, done.stdout


def test_its_files_are_short_and_every_one_is_in_the_table_of_its_readme(mygame: Path) -> None:
    files = [path for path in mygame.rglob("*") if path.is_file() and path.suffix not in (".pyc",)]
    readme = (mygame / "README.md").read_text(encoding="utf-8")

    for path in files:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 220, path
        assert "{{" not in path.read_text(encoding="utf-8"), path
    told = {name for line in readme.splitlines() for name in re.findall(r"`([\w./-]+)`", line.partition("|")[2])}
    missing = [
        name for path in files
        if (name := path.relative_to(mygame).as_posix()) not in told
        and not name.startswith("tests/") and name not in ("README.md", ".gitignore", "__init__.py", "pyproject.toml")
    ]  # fmt: skip
    assert missing == []


def test_it_asks_for_the_package_by_the_name_that_it_has(mygame: Path, root: Path) -> None:
    """`pip install rulecheck` would fetch a stranger's."""
    named = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
    project = tomllib.loads((mygame / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    workflow = (mygame / ".github" / "workflows" / "rules.yml").read_text(encoding="utf-8")

    assert project["dependencies"] == [named] == [DISTRIBUTION]
    assert f"pip install pytest {named}\n" in workflow
    assert f"`pip install {named}`" in (mygame / "README.md").read_text(encoding="utf-8")


def test_its_workflow_is_one(mygame: Path) -> None:
    workflow = (mygame / ".github" / "workflows" / "rules.yml").read_text(encoding="utf-8")

    commands = re.findall(r"^      - run: (.*)$", workflow, re.M)
    assert commands[1:] == [
        "python -m pytest",
        'rulecheck fuzz . --report pages --format markdown >> "$GITHUB_STEP_SUMMARY"',
        "rulecheck examples . --format github",
        "rulecheck rulebook . texts/en.md --format sarif > text.sarif",
    ]


def test_accepted_findings_are_no_news(answer: Answer, rulecheck: Run, mygame: Path) -> None:
    told = answer("fuzz", "mygame", *PLAY, "--accept", "mygame/known.txt")

    assert [(finding["key"], bool(finding["accepted"])) for finding in told["findings"]] == [
        ("silent:aim.beyond", True)
    ]
    assert rulecheck("fuzz", "mygame", *PLAY, "--accept", "mygame/known.txt").code == 0


def test_a_key_that_is_not_met_is_told_and_one_that_is_none_is_a_mistake(
    answer: Answer, rulecheck: Run, mygame: Path
) -> None:
    (mygame / "known.txt").write_text("silent:aim.before\n")
    told = answer("fuzz", "mygame", *PLAY, "--accept", "mygame/known.txt")
    (mygame / "known.txt").write_text("silence:aim.beyond\n")
    done = rulecheck("fuzz", "mygame", *PLAY, "--accept", "mygame/known.txt")

    assert [finding["accepted"] for finding in told["findings"]] == [None]
    assert told["accepted"]["not_met"] == ["silent:aim.before"]
    assert done.is_one_line_mistake
    assert 'known.txt:1: no kind of finding "silence"' in done.err


def test_the_answer_names_what_was_written(answer: Answer, tmp_path: Path) -> None:
    told = answer("new", "other_game", "--into", str(tmp_path))

    assert (told["game"], told["folder"]) == ("other_game", str(tmp_path / "other_game"))
    assert sorted(told["files"]) == sorted(
        path.relative_to(tmp_path / "other_game").as_posix()
        for path in (tmp_path / "other_game").rglob("*") if path.is_file()
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Tic-Tac", "cannot be a game's name"),
        ("class", "cannot be a game's name"),
        ("2048", "cannot be a game's name"),
        ("catan_europe", "a game catan_europe already exists"),
        ("json", "json is also the name of a Python module"),
        ("mygame", "already exists"),
    ],
)
def test_a_name_that_cannot_be_one_is_told(rulecheck: Run, mygame: Path, name: str, told: str) -> None:
    done = rulecheck("new", name)

    assert done.is_one_line_mistake
    assert told in done.err


def test_a_place_that_is_none_is_told(rulecheck: Run) -> None:
    assert rulecheck("new", "tictac", "--into", "absent").is_one_line_mistake
