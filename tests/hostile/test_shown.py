"""No command shows a sign that steers a terminal, whoever wrote it: a rulebook, a finding, a program, a file's name."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulecheck.cli import main
from rulecheck.cli.rendering.answers import Screen, emit
from rulecheck.cli.rendering.terminal_filter import below, shown_plainly
from rulecheck.properties.conform.protocol.implementation import encoded
from rulecheck.properties.runtime.plain import STEERING, plain, plain_json
from tests.cli.running import Run

STEERS = "\x1b]0;owned\x07\x1b[2J\x9b31m\x08\x7f\u202e"
"""Sets a title, clears the screen, colours, goes back, deletes, turns round."""
COLOURS = re.compile("\x1b\\[[0-9;]*m")
"""What rich writes for a person at a terminal."""
COMMANDS = main.COMMANDS


ESCAPED = json.dumps(STEERS)[1:-1].replace("\x7f", "\\u007f")
"""As TOML and JSON have them."""


def steer(folder: Path) -> None:
    """Put such signs wherever a game's texts hold words."""
    for path in (folder / "rulebook.md", folder / "texts" / "en.md"):
        text = path.read_text(encoding="utf-8")
        for words in ("What becomes", "it stays", "a step that", "the race"):
            text = text.replace(f'"{words}', f'"{ESCAPED}{words}')
        for words in ("clockwise", "turn begins", "may rest", "Roll the die", "# Mygame"):
            text = text.replace(words, f"{words} {STEERS}")
        path.write_text(text, encoding="utf-8")
    module = folder / "engine.py"
    module.write_text(
        module.read_text(encoding="utf-8").replace('Refused("rest.empty", "', f'Refused("rest.empty", "{STEERS}')
    )
    (folder / "notes.md").write_text(
        f"{STEERS}\n\n```example turn.step.{STEERS}\n```\n\n```example mine\n[[step]]\n"
        'do = ["rest"]\nexpect = { next = "' + ESCAPED + '" }\n```\n',
        encoding="utf-8",
    )
    (folder / "bot.py").write_text(
        f"import sys\nprint({STEERS!r}, file=sys.stderr)\nprint({STEERS!r})\n", encoding="utf-8"
    )
    finding = {
        "schema_version": 1, "id": "1", "kind": "broken", "name": STEERS, "messages": [STEERS, f"1{STEERS}"],
        "clauses": [STEERS], "setting": {"game": "mygame", "players": 2, "setup": "race", "seats": ["ann", "ben"],
        "options": {}, "readings": {"aim.beyond": "stays"}, "numbers": {}, "data": []}, "moves": ["roll 4", "step"],
        "at": 2, "original_length": 2, "shrunk": True, "times": 1, "seed": 1, "game": 0, "about": STEERS,
    }  # fmt: skip
    (folder / "finding.json").write_text(json.dumps(finding), encoding="utf-8")
    (folder / "trace.jsonl").write_text(
        json.dumps({"game": "mygame", "players": 2, "steps": [STEERS], "source": STEERS}) + "\n", encoding="utf-8"
    )


BOT = ["--", sys.executable, "mygame/bot.py"]
ASKED: dict[str, list[list[Any]]] = {
    "games": [[], ["--format", "json"]],
    "new": [[STEERS]],
    "fuzz": [["mygame", "--games", 3, "--seed", 1, "--jobs", 1], ["mygame", "--accept", f"no{STEERS}"], [STEERS]],
    "replay": [["mygame/finding.json"], [STEERS]],
    "examples": [["mygame", "mygame/notes.md"], ["mygame"]],
    "perft": [["mygame", "--depth", 1], ["mygame", "--depth", 1, "--setup", STEERS]],
    "study": [["mygame", "--games", 2, "--jobs", 1], ["mygame", "--player", STEERS]],
    "prove": [["mygame", STEERS], ["mygame"]],
    "conform": [["mygame", *BOT], ["mygame", "--trace", "mygame/trace.jsonl"], ["mygame", "--", STEERS]],
    "matrix": [["mygame", STEERS], ["mygame", "mygame/finding.json"]],
    "campaigns": [[STEERS], ["mygame/rulebook.md"]],
    "serve": [["mygame", "--reading", STEERS]],
    "readings": [["mygame"], ["mygame", "aim.beyond", "--seconds", 1, "--seed", 1], ["mygame", STEERS]],
    "explain": [["mygame", "turn.order"], ["mygame", "rest.empty"], ["mygame", STEERS]],
    "suite": [["mygame", "--out", STEERS], [STEERS, "--out", "suite"]],
    "regress": [["--games", 2, "--seed", 1, *BOT], ["--against", STEERS, *BOT]],
    "lsp": [[STEERS]],
    "strength": [[STEERS]],
    "data": [["mygame"], ["mygame", f"mygame/{STEERS[2:]}"]],
    "rulebook": [["mygame", "mygame/texts/en.md"], ["mygame", "mygame/texts/en.md", "--format", "json"]],
    "translation": [
        ["mygame/texts/en.md", "mygame/rulebook.md", "--source-lang", "en", "--target-lang", "en"],
        [STEERS, STEERS],
    ],
    "edition": [["draft", "mygame", "mygame/texts/en.md", "--lang", "en"], ["draft", "mygame", STEERS, "--lang", "en"]],
}


def test_every_command_is_asked() -> None:
    assert set(ASKED) == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_shows_signs_that_steer(rulecheck: Run, mygame: Path, command: str) -> None:
    steer(mygame)
    shown = ""
    for arguments in ASKED[command]:
        done = rulecheck("--games", "mygame", command, *arguments)
        shown += done.out + done.err

        assert STEERING.findall(done.out + done.err) == [], arguments
        assert "Traceback" not in done.err
    assert "owned" in shown, "nothing of it was shown, so nothing was tried"


@pytest.mark.parametrize("command", ["fuzz", "readings", "examples"])
def test_at_a_terminal_nothing_steers_but_our_own_colours(
    rulecheck: Run, mygame: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    steer(mygame)
    coloured = False
    for arguments in ASKED[command]:
        done = rulecheck("--games", "mygame", command, *arguments)
        coloured |= COLOURS.search(done.out) is not None

        assert STEERING.findall(COLOURS.sub("", done.out + done.err)) == [], arguments
    assert coloured, "no terminal, no test"


def test_the_filter_leaves_all_words_alone() -> None:
    """The twin: signs of every language, tabs and line ends are shown as they are."""
    for text in ("Zoë\tand 孫\n", "plain", "שָׁלוֹם — “quoted” …", ""):
        assert plain(text) == plain_json(text) == text


def test_json_keeps_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    with shown_plainly():
        emit({"said": STEERS + "\ud800"})
    out = capsys.readouterr().out

    assert STEERING.search(out) is None
    assert json.loads(out) == {"said": STEERS + "\ud800"}
    assert json.loads(encoded({"id": 1, "error": STEERS})) == {"id": 1, "error": STEERS}
    assert STEERING.search(encoded({"id": 1, "error": STEERS}).decode()) is None


def test_a_reader_that_has_gone_stays_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with shown_plainly():
        monkeypatch.setattr(sys, "stdout", None)
    assert sys.stdout is None


def test_what_is_coloured_on_purpose_goes_below_the_filter(capsys: pytest.CaptureFixture[str]) -> None:
    write: Callable[[str], object]
    with shown_plainly():
        write = below(sys.stdout).write
        write("\x1b[1mbold\x1b[0m ")
        Screen().line("\x1b[1mnot bold")
    assert capsys.readouterr().out == "\x1b[1mbold\x1b[0m �[1mnot bold\n"
