"""The pytest plugin, in test runs of its own: options, the fixture, how failures read, what it costs otherwise."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

from rulecheck.properties.conform.testing import plugin
from rulecheck.properties.conform.testing.case import Conformance

pytest_plugins = ["pytester"]

PLUGIN = "rulecheck.properties.conform.testing.plugin"
ROOT = Path(__file__).parents[3]

CASES = """
import hypothesis
import pytest
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.testing.case import Conformance
from tests.faults.puerto_rico import planted as bad

class TestGood(Conformance):
    game = "puerto_rico"
    implementation = Reference
    players = (3,)
    shrink_seconds = 0.2
    settings = hypothesis.settings(max_examples=2, derandomize=True, database=None)

class Mine(Reference):
    name = "mine"

    def __init__(self):
        super().__init__(build=bad.StartTilesStayInTheStack)

class TestBad(TestGood):
    implementation = Mine

def test_with_the_fixture(rulecheck_conform):
    rulecheck_conform("puerto_rico", Mine, shrink_seconds=0.2)
"""
"""Which stay the same whatever is played: the good one agrees, the bad one sets the table wrongly."""


@pytest.fixture(autouse=True)
def only_ours(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs with this tree's plugin and no others, and with warnings as errors."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT)]))
    pytester.makeini("[pytest]\nfilterwarnings = error\naddopts = -p no:cacheprovider\n")


def ours(pytester: pytest.Pytester, *arguments: str, cases: str = CASES) -> pytest.RunResult:
    pytester.makepyfile(test_mine=cases)
    return pytester.runpytest_inprocess("-p", PLUGIN, *arguments)


def test_it_is_registered_under_the_name_rulecheck() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["entry-points"]["pytest11"] == {"rulecheck": PLUGIN}
    assert plugin.__name__ == PLUGIN


def test_a_sound_implementation_passes_and_the_summary_tells_what_was_compared(pytester: pytest.Pytester) -> None:
    result = ours(pytester, "-k", "TestGood", "--rulecheck-games", "1")

    result.assert_outcomes(passed=2, deselected=3)
    result.stdout.fnmatch_lines(
        [
            "*= rulecheck =*",
            "the rulecheck reference engine, puerto_rico: * games, * moves",
            "  compared * positions, *",
        ]
    )
    result.stdout.no_fnmatch_line("*never told*")


def test_a_wrong_one_fails_with_a_game_and_without_a_traceback(pytester: pytest.Pytester) -> None:
    result = ours(pytester, "-k", "TestBad")

    result.assert_outcomes(failed=1, passed=1, deselected=3)
    result.stdout.fnmatch_lines(
        [
            "*TestBad.test_games_follow_the_rules*",
            "mine departs from puerto_rico: state:stack.*:setup.first-tile",
            "  the position differs",
            "  stack.corn is *, not *; stack.indigo is *, not *",
            "  3 players, set-up standard: 0 moves",
            "  again   rulecheck replay .rulecheck*",
            "  accept  state:stack.*:setup.first-tile",
            "FAILED *::TestBad::test_games_follow_the_rules - mine departs from*",
        ]
    )
    for internal in ("*search.py*", "*testing.py*", "*Traceback*", "*Falsifying*", "*hypothesis/*", "*hidden*"):
        result.stdout.no_fnmatch_line(internal)
    assert list((pytester.path / ".rulecheck" / "departures").iterdir())


def test_the_fixture_holds_an_implementation_against_the_rules(pytester: pytest.Pytester) -> None:
    result = ours(pytester, "-k", "fixture", "--rulecheck-games", "1", "--rulecheck-players", "4")

    result.assert_outcomes(failed=1, deselected=4)
    result.stdout.fnmatch_lines(["mine departs from puerto_rico: *", "  4 players, set-up standard: 0 moves"])


def test_known_departures_can_be_accepted_and_stand_in_the_summary(pytester: pytest.Pytester) -> None:
    """And its twin is the test that fails without the file."""
    file = pytester.path / "known.txt"
    file.write_text("state:stack.*:start  # as our box has it\n")

    result = ours(pytester, "-k", "fixture", "--rulecheck-games", "1", "--rulecheck-accept", str(file))

    result.stdout.fnmatch_lines(["  accepted    state:stack.*:start (* times)   # as our box has it"])
    result.stdout.no_fnmatch_line("mine departs from puerto_rico: state:stack.*:start*")


def test_what_was_played_of_a_part_is_told_in_games_and_parts(pytester: pytest.Pytester) -> None:
    """A game of an implementation that knows a part has as many parts as there are such stretches in it."""
    part = """
from rulecheck.properties.conform.protocol.reference import Reference
class Draws(Reference):
    name, moves = "draws", ("draw *",)
def test_a_part(rulecheck_conform):
    rulecheck_conform("puerto_rico", lambda: Draws("puerto_rico"), players=(3,))
"""
    result = ours(pytester, "--rulecheck-games", "1", "--rulecheck-seed", "1", cases=part)

    (line,) = [line for line in result.outlines if line.startswith("draws, puerto_rico: ")]
    counted = re.fullmatch(r"draws, puerto_rico: (\d+) games?, (\d+) phases handed to it, .* moves", line)
    assert counted is not None
    assert 0 < int(counted[1]) < int(counted[2])


def test_a_seed_plays_the_same_games_again(pytester: pytest.Pytester) -> None:
    def moves(seed: str) -> str:
        result = ours(pytester, "-k", "TestGood and games", "--rulecheck-games", "1", "--rulecheck-seed", seed)
        return next(line for line in result.outlines if line.endswith(" moves"))

    assert moves("5") == moves("5")
    assert moves("5") != moves("6")


def test_no_game_is_begun_when_the_seconds_are_up(pytester: pytest.Pytester) -> None:
    result = ours(pytester, "-k", "TestGood and games", "--rulecheck-games", "5000", "--rulecheck-seconds", "0.05")

    result.assert_outcomes(passed=1, deselected=4)
    assert int(next(line for line in result.outlines if line.endswith(" moves")).split()[5].replace(",", "")) < 5000


def test_a_file_of_no_keys_is_a_mistake_in_the_command_line(pytester: pytest.Pytester) -> None:
    (pytester.path / "known.txt").write_text("state players money\n")

    result = ours(pytester, "--rulecheck-accept", "known.txt")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --rulecheck-accept known.txt:1: *"])


@pytest.mark.parametrize("option", [["--rulecheck-games", "0"], ["--rulecheck-accept", "nowhere.txt"]])
def test_a_wrong_option_is_a_mistake_in_the_command_line(pytester: pytest.Pytester, option: list[str]) -> None:
    result = ours(pytester, *option)

    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_the_page_for_authors_names_every_option_and_class_variable() -> None:
    page = (ROOT / "docs" / "conform-python.md").read_text(encoding="utf-8")
    options = set(re.findall(r"^\| `(--rulecheck-[a-z]+)", page, re.M))
    words = {word for row in re.findall(r"^\| (`[^|]*)\|", page, re.M) for word in re.findall(r"`([a-z_]+)`", row)}

    assert options == set(re.findall(r'"(--rulecheck-[a-z]+)"', Path(plugin.__file__).read_text(encoding="utf-8")))
    assert {name for name in Conformance.__annotations__ if name != "rulecheck_asked"} <= words


def test_the_base_class_itself_is_not_collected(pytester: pytest.Pytester) -> None:
    result = ours(pytester, "--collect-only", cases="from rulecheck.properties.conform.testing.case import Conformance")

    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_workers_of_xdist_send_what_they_compared(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_mine=CASES)

    result = pytester.runpytest_subprocess("-p", PLUGIN, "-p", "xdist", "-n", "1", "-k", "TestBad", timeout=120)

    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["mine departs from puerto_rico: *", "*= rulecheck =*", "mine, puerto_rico: * games*"])


UNUSED = """
import sys
def pytest_unconfigure():
    print(*sorted(name for name in sys.modules if name.startswith(("rulecheck", "hypothesis", "attr"))))
"""


def test_a_run_that_does_not_use_it_imports_nothing_of_ours(pytester: pytest.Pytester) -> None:
    """As an installed plugin, found by its entry point."""
    site = pytester.mkdir("site") / "rulecheck_entry-0.dist-info"
    site.mkdir()
    (site / "METADATA").write_text("Metadata-Version: 2.1\nName: rulecheck-entry\nVersion: 0\n")
    (site / "entry_points.txt").write_text(f"[pytest11]\nrulecheck = {PLUGIN}\n")
    (site / "RECORD").write_text("rulecheck/__init__.py,,\nrulecheck/properties/__init__.py,,\n")  # as in a wheel
    os.environ["PYTHONPATH"] += f"{os.pathsep}{site.parent}"
    del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
    pytester.makeconftest(UNUSED)
    pytester.makepyfile("def test_nothing(): pass")
    without = ["-p", "no:xdist", "-p", "no:hypothesispytest", "-p", "no:rulecheck"]

    used = pytester.runpytest_subprocess(*without[:4], timeout=120)
    off = pytester.runpytest_subprocess(*without, "--rulecheck-games", "3", timeout=120)

    used.assert_outcomes(passed=1)
    imported = used.outlines[-1].split()
    assert [name for name in imported if name.startswith("rulecheck")] == [
        "rulecheck",
        "rulecheck.properties",
        "rulecheck.properties.conform",
        "rulecheck.properties.conform.testing",
        PLUGIN,
    ]
    assert "attr" not in imported
    assert off.ret == pytest.ExitCode.USAGE_ERROR, "the plugin can be switched off, and its options with it"
