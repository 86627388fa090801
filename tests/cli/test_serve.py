"""`rulecheck serve`, through real pipes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.running import Run

GAME = "puerto_rico"


def served(*options: str, ask: list[dict[str, Any] | str]) -> tuple[list[Any], subprocess.CompletedProcess[str]]:
    """The answers to some requests."""
    lines = [
        request if isinstance(request, str) else json.dumps({"id": at, **request}) for at, request in enumerate(ask, 1)
    ]
    done = subprocess.run(
        [sys.executable, "-m", "rulecheck", "serve", GAME, *options],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done


def test_the_reference_answers(root: Path) -> None:
    start = {"ask": "start", "game": GAME, "players": 3, "tell": ["legal", "state"]}
    answers, done = served(
        ask=[{"ask": "hello", "protocol": 1, "game": GAME}, start, {"ask": "play", "move": "sell corn"}, "[1", start]
    )

    assert (done.returncode, done.stderr) == (0, "")
    hello, begun, refused, wrong, again = answers
    assert hello["games"][GAME]["can"]
    assert begun["turn"] == "chance"
    assert "(" in refused["refused"]  # the clause
    assert wrong["error"] == "no JSON"
    assert again == {**begun, "id": 5}
    schema = json.loads((root / "docs" / "schemas" / "protocol.json").read_text(encoding="utf-8"))
    for answer in (hello, begun, refused):
        jsonschema.validate(answer, schema, cls=jsonschema.Draft202012Validator)


def test_bye_ends_it_and_options_are_taken() -> None:
    start = {"ask": "start", "game": GAME, "players": 3, "seed": 4}
    answers, done = served(
        "--own-chance",
        "--number",
        "house.places=3",
        ask=[start, {**start, "tell": ["state"]}, {"ask": "bye"}, start],
    )

    assert done.returncode == 0
    assert len(answers) == 2  # nothing after bye
    assert answers[0]["turn"] == "anna"  # the draws are its own
    assert answers[0]["chance"] == answers[1]["chance"]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["puerto_ricco"], 'did you mean "puerto_rico"?'),
        ([GAME, "--reading", "a=b"], 'no reading "a"'),
        ([GAME, "--number", "colonists.total"], "expected NAME=VALUE"),
        ([GAME, "--data", "nope.toml"], "nope.toml: no such file"),
    ],
    ids=str,
)
def test_what_cannot_be_served_is_told_at_once(rulecheck: Run, arguments: list[str], what: str) -> None:
    done = rulecheck("serve", *arguments)

    assert done.is_one_line_mistake, done
    assert what in done.err
