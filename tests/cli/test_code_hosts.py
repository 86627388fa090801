"""Answers as code hosts read them, and what the repository offers: the action's script, hooks, a new game's files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulecheck.cli.commands.new import write_game
from rulecheck.cli.rendering.code_hosts import FAILED, KNOWN, PASSED, Case, github, junit, markdown
from tests.cli.running import Run

ROOT = Path(__file__).parents[2]
CASES = (
    Case(
        "broken", "coins <are> conserved", FAILED, "one is missing: 7 | 8\nto see it: replay", "a,b/rulebook.md", 12, 3
    ),
    Case("silent", "aim.beyond", KNOWN, "the rules do not say"),
    Case("example", "move.one", PASSED),
)


def test_junit_counts_and_quotes() -> None:
    suite = ElementTree.fromstring("\n".join(junit("rulecheck", CASES)))

    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    failed, known, passed = suite
    assert failed.get("name") == "coins <are> conserved"
    (failure,) = failed
    assert failure.text == CASES[0].message
    assert [part.tag for part in known] == ["skipped"]
    assert list(passed) == []


def test_junit_leaves_out_what_xml_cannot_say() -> None:
    lines = junit("rulecheck", [Case("broken", "a\x00b", FAILED, "c\x1bd")])

    assert ElementTree.fromstring("\n".join(lines))[0].get("name") == "ab"


def test_github_gets_failures_alone_at_their_lines() -> None:
    assert github("rulecheck", CASES) == [
        "::error file=a%2Cb/rulebook.md,line=12,col=3,title=broken%3A coins <are> conserved"
        "::one is missing: 7 | 8%0Ato see it: replay"
    ]


def test_a_summary_has_the_counts_and_a_row_for_each_failure() -> None:
    lines = markdown("rulecheck fuzz", CASES)

    assert "1 failed, 1 known, 1 passed." in lines
    assert lines[-1] == (
        "| `a,b/rulebook.md:12` | broken: coins &lt;are> conserved | one is missing: 7 \\| 8<br>to see it: replay |"
    )


def test_commands_speak_so(rulecheck: Run, tmp_path: Path) -> None:
    game = tmp_path / "mygame"
    write_game("mygame", game)

    examples = rulecheck("examples", game, "--format", "junit")
    campaign = rulecheck("fuzz", game, "--games", 5, "--seed", 1, "--jobs", 1, "--format", "markdown")
    text = rulecheck("rulebook", game, game / "texts/en.md", "--format", "github")

    suite = ElementTree.fromstring(examples.out)
    assert (examples.code, suite.get("failures")) == (0, "0")
    assert int(suite.get("tests") or 0) > 3
    assert "1 known." in campaign.out
    assert text.out.startswith("::")


@pytest.mark.skipif(os.name != "posix", reason="the action runs in bash")
def test_the_script_of_the_action_plays_checks_and_sums_up(tmp_path: Path) -> None:
    write_game("mygame", tmp_path / "mygame")
    shims = tmp_path / "bin"
    shims.mkdir()
    shim = shims / "rulecheck"
    shim.write_text(f'#!/bin/sh\nexec {sys.executable} -m rulecheck "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    summary = tmp_path / "summary.md"
    asked = {
        "GAME": "mygame", "TEXTS": "mygame/texts/en.md\n", "SECONDS_TO_PLAY": "3", "SEED": "1",
        "GITHUB_STEP_SUMMARY": str(summary), "PATH": f"{shims}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip

    done = subprocess.run(
        ["bash", str(ROOT / "action.sh")], cwd=tmp_path, env={**os.environ, **asked},
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip

    assert done.returncode == 1, "the text leaves a silence open"
    told = summary.read_text(encoding="utf-8")
    assert "## rulecheck fuzz mygame" in told
    assert "## rulecheck rulebook mygame" in told
    assert (tmp_path / "rulecheck-report" / "index.html").is_file()
    assert '"version": "2.1.0"' in (tmp_path / "rulecheck-sarif" / "1.sarif").read_text(encoding="utf-8")


def test_the_action_and_the_hooks_name_what_there_is() -> None:
    yaml = pytest.importorskip("yaml", reason="needs PyYAML, which the documentation brings")
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    script = (ROOT / "action.sh").read_text(encoding="utf-8")
    from typer.main import get_command

    from rulecheck.cli.main import app_of

    (run,) = [step for step in action["runs"]["steps"] if "action.sh" in step.get("run", "")]
    assert all(name in script for name in run["env"])
    assert {value.split("inputs.")[1].split(" ")[0] for value in run["env"].values()} <= set(action["inputs"])
    commands = get_command(app_of()).commands  # type: ignore[attr-defined]
    assert all(hook["entry"].split()[1] in commands for hook in hooks)
    assert len({hook["id"] for hook in hooks}) == 3
