"""One configuration for all commands: rulecheck.toml, or [tool.rulecheck] of pyproject.toml."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest
from typer.main import get_command

from rulecheck.cli.arguments.configuration import schema
from rulecheck.cli.main import app_of
from tests.cli.running import Answer, Run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_the_configuration_says_an_option_need_not(here: Path, answer: Answer) -> None:
    (here / "rulecheck.toml").write_text('[perft]\ndepth = 2\nplayers = 3\nformat = "json"\n', encoding="utf-8")

    assert len(answer("perft", "new_world")["positions"]) == 2
    assert len(answer("perft", "new_world", "--depth", "1")["positions"]) == 1, "the command line goes before it"


def test_the_table_of_a_project_serves_as_well_from_any_folder_below(
    here: Path, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "pyproject.toml").write_text("[tool.rulecheck.perft]\ndepth = 1\nplayers = 3\n", encoding="utf-8")
    below = here / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)

    assert len(answer("perft", "new_world")["positions"]) == 1


def test_a_project_without_the_table_is_passed_over(here: Path, rulecheck: Run) -> None:
    (here / "pyproject.toml").write_text("[tool.other]\nx = 1\n", encoding="utf-8")

    assert rulecheck("games").code == 0


def test_paths_are_those_from_the_file(here: Path, rulecheck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "rulecheck.toml").write_text('[fuzz]\naccept = "known.txt"\n', encoding="utf-8")
    below = here / "below"
    below.mkdir()
    monkeypatch.chdir(below)

    done = rulecheck("fuzz", "new_world")

    assert done.is_one_line_mistake
    assert f"{here}/known.txt" in done.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[fuzz]\nplyers = 3\n", 'no setting "fuzz.plyers"; did you mean "players"?'),
        ("[fuz]\nplayers = 3\n", 'no setting "fuz"; did you mean "fuzz"?'),
        ('[fuzz]\nseed = "seven"\n', 'fuzz.seed: "seven" is no integer'),
        ("[fuzz]\nseed = true\n", "is no integer"),
        ("[fuzz]\nseed = [1]\n", "expected one value"),
        ('folders = "here"\n', "expected a list of folders"),
        ("[fuzz\n", "rulecheck.toml:1"),
    ],
    ids=str,
)
def test_a_mistake_in_it_is_one_line(here: Path, rulecheck: Run, text: str, told: str) -> None:
    (here / "rulecheck.toml").write_text(text, encoding="utf-8")

    done = rulecheck("games")

    assert done.is_one_line_mistake, done
    assert told in done.err


def test_the_schema_is_that_of_the_commands() -> None:
    """`python -m tests.docs.printed` writes it."""
    kept = json.loads((ROOT / "docs/schemas/configuration.json").read_text(encoding="utf-8"))

    assert kept == schema(get_command(app_of()))
    jsonschema.Draft202012Validator.check_schema(kept)
    good = tomllib.loads('folders = ["."]\n[fuzz]\nseconds = 600\nplayers = [3]\n[edition.draft]\nlang = "ro"\n')
    jsonschema.validate(good, kept, cls=jsonschema.Draft202012Validator)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"fuzz": {"plyers": 3}}, kept, cls=jsonschema.Draft202012Validator)
