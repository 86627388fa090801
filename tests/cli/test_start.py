"""The command itself: help, version, speed of starting, and how mistakes and faults end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulecheck import __version__
from rulecheck.cli import main
from rulecheck.cli.commands import games
from tests.cli.conftest import keeps_to
from tests.cli.running import GAME, Run

HEAVY = ("hypothesis", "z3", "markdown_it", "networkx", "rich", "attrs", "attr", "cattrs", "rulecheck.spec")
COMMANDS = main.COMMANDS[:-1]


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
    )


def test_help_lists_every_command_in_one_line_each(rulecheck: Run) -> None:
    done = rulecheck("--help")

    assert done.code == 0
    assert [line.split()[0] for line in done.out.split("Commands:\n")[1].splitlines()[: len(COMMANDS)]] == [*COMMANDS]
    assert "..." not in done.out.split("Commands:\n")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(rulecheck: Run, command: str) -> None:
    done = rulecheck(command, "--help")

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: rulecheck {command}")


def test_no_command_shows_the_help_and_is_wrong_use(rulecheck: Run) -> None:
    done = rulecheck()

    assert done.code == 2
    assert done.out == rulecheck("--help").out


def test_every_command_has_its_page_and_its_schema(root: Path) -> None:
    page = (root / "docs" / "commands.md").read_text(encoding="utf-8")

    for command in COMMANDS:
        assert f"\n## rulecheck {command}" in page
        if command != "lsp":  # it answers by a protocol of others
            assert (root / "docs" / "schemas" / f"{command}.json").is_file()


def test_version(rulecheck: Run) -> None:
    assert rulecheck("--version").out == f"rulecheck {__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, json\n"
        "from rulecheck.cli.main import run\n"
        "run(['--help'])\n"
        "print(json.dumps(sorted(sys.modules)))\n"
    )
    done = python("-c", code)

    assert done.returncode == 0, done.stderr
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert "rulecheck.cli.main" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_completion_knows_the_games() -> None:
    done = python(
        "-m",
        "rulecheck",
        _RULECHECK_COMPLETE="complete_bash",
        COMP_WORDS="rulecheck explain cat",
        COMP_CWORD="2",
    )

    assert GAME in done.stdout.split()


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["nonsense"], "No such command"),
        (["explain"], "GAME"),
        (["explain", GAME], "which clause?"),
        (["explain", GAME, "turn.order", "--colour"], "--colour"),
        (["explain", GAME, "turn.order", "--format", "xml"], "xml"),
        (["perft", GAME, "--depth", "0"], "--depth"),
        (["perft", GAME, "--depth", "deep"], "--depth"),
        (["fuzz", GAME, "--seed", "seven"], "--seed"),
        (["fuzz", "catan_eurpe"], f'did you mean "{GAME}"?'),
        (["fuzz", GAME, "--reading", "no.such=yes"], "no.such"),
        (["fuzz", GAME, "--reading", "no-equals"], "NAME=VALUE"),
        (["fuzz", GAME, "--reading", "robber.start=nobody"], "the choices are: chance, first"),
        (["fuzz", GAME, "--number", "start.gold=many"], "not a whole number"),
        (["fuzz", GAME, "--players", "7"], "7"),
        (["fuzz", GAME, "--setup", "huge"], "huge"),
        (["fuzz", GAME, "--data", "absent.toml"], "absent.toml"),
        (["examples", GAME, "absent.md"], "absent.md"),
        (["data", GAME, "absent.toml"], "absent.toml"),
        (["replay", "absent.json"], "absent.json"),
        (["readings", GAME, "no.such"], "no.such"),
        (["explain", GAME, "turn.ordr"], 'did you mean "turn.order"?'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_one_line_and_wrong_use(rulecheck: Run, arguments: list[str], what: str) -> None:
    done = rulecheck(*arguments)

    assert done.is_one_line_mistake, done
    assert what in done.err


def test_a_fault_of_ours_shows_where_and_is_not_a_finding(rulecheck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(book: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(games, "_game", broken)
    done = rulecheck("games")

    assert done.code == 70
    assert "ZeroDivisionError: planted" in done.err
    assert "_game" in done.err


def test_the_mistakes_named_exist(rulecheck: Run) -> None:
    """`_is_mistake` looks exceptions up by name; a renamed one would turn a user's mistake into a fault of ours."""
    from importlib import import_module

    for module, name in main.MISTAKES:
        assert issubclass(getattr(import_module(module), name), Exception)


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1", "TERM": "xterm-256color"}])
def test_there_are_no_colour_codes_in_a_pipe(environment: dict[str, str]) -> None:
    done = python("-m", "rulecheck", "games", **environment)

    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    """`rulecheck games | true`"""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "rulecheck", "games"], stdout=pipe, stderr=subprocess.PIPE, text=True, check=False
        )

    assert "Traceback" not in done.stderr
    assert done.returncode != 70


def test_an_answer_that_departs_from_its_schema_is_told_with_what_to_do(root: Path) -> None:
    schema = json.loads((root / "docs" / "schemas" / "games.json").read_text(encoding="utf-8"))

    with pytest.raises(pytest.fail.Exception, match=r"publish the change in docs/schemas/games\.json"):
        keeps_to({"command": "games", "sideways": 1}, schema, "games")
