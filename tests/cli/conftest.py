"""Running the command line in this process, as a shell would."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulecheck.cli.arguments.play_options import Pace
from rulecheck.cli.commands import conform, fuzz
from rulecheck.cli.main import run
from tests.cli.running import Answer, Done, Run


@pytest.fixture
def rulecheck(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run `rulecheck` with these arguments, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def go(*arguments: object) -> Done:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return go


def keeps_to(told: Any, schema: Any, command: str) -> None:
    """An answer is as the published schema says."""
    problem = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(schema).iter_errors(told))
    if problem is not None:
        pytest.fail(
            f"{command} --format json, {problem.json_path}: {problem.message}; fix the answer, or publish the change "
            f"in docs/schemas/{command}.json and tell it in CHANGELOG.md"
        )


@pytest.fixture
def answer(rulecheck: Run, root: Path) -> Answer:
    """A command's JSON answer, checked against its published schema."""

    def go(command: str, *arguments: object) -> Any:
        done = rulecheck(command, *arguments, "--format", "json")
        assert done.err == ""
        schema = json.loads((root / "docs" / "schemas" / f"{command}.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        told = done.json()
        keeps_to(told, schema, command)
        return told

    return go


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Somebody presses Ctrl-C after the first games; how many had been played. Emptied, it happens again."""
    pressed: list[int] = []

    @contextmanager
    def impatient(*_: object) -> Iterator[Callable[[Pace], None]]:
        def tell(now: Pace) -> None:
            if now.games and not pressed:
                pressed.append(now.games)
                signal.raise_signal(signal.SIGINT)

        yield tell

    for command in (conform, fuzz):
        monkeypatch.setattr(command, "progress", impatient)
    return pressed
