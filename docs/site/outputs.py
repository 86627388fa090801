"""Whether the output that pages show is what comes out: `python docs/site/outputs.py [--write] [PAGE…]`.

A page is gone through as a reader does, in a folder with the examples and a game `mygame`: a block of code that begins with the
name of a file is that file from there on, and where a console block shows output, its command is run and has to print
just that. A line `[…]`, or `[… so many more …]`, stands for any lines; times and the number of cores are not compared. Commands
that `tests/docs/commands.toml` never runs are passed over. With `--write` the blocks are made anew, as long at both ends as
they were, and `docs/schemas/configuration.json` too.
"""

# ruff: noqa: E501 (its first lines say what readers of pages need)

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Final, NamedTuple

from typer.main import get_command

from rulecheck.cli.arguments.configuration import schema
from rulecheck.cli.commands.new import write_game
from rulecheck.cli.main import app_of

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final = ROOT / "docs/schemas/configuration.json"
TABLE: Final = ROOT / "tests/docs/commands.toml"
_BLOCK: Final = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
_FILE: Final = re.compile(r"(?:#|//) (?P<name>[\w.-]+\.\w+)\n")
_CUT: Final = re.compile(r"^\[….*\]$", re.M)
_MASKS: Final = ((re.compile(r"\b\d[\d,]*\.\d s\b"), "TIME s"), (re.compile(r"\bon \d+ cores?\b"), "on CORES"))


_NOT_HERE: Final = ("CHANGELOG.md", "conform-guide.md", "conform.md")
"""Pages that are not gone through: `python -m tests.docs.printed` plays the reports of the last two, whose programs change."""


class Promise(NamedTuple):
    """A command of a page with the output that the page shows below it, and where that stands."""

    command: str
    output: str
    start: int
    end: int


def promises(text: str) -> list[Promise]:
    """The commands of a page; `output` is empty where the page shows none."""
    shown = []
    for block in _BLOCK.finditer(text):
        if block["language"] != "console":
            continue
        at = block.start("text")
        for part in re.split(r"(?m)^(?=\$ )", block["text"]):
            command, _, output = part.partition("\n")
            if part.startswith("$ "):
                start = at + len(command) + 1
                typed = re.sub(r"\s+# .*$", "", command.removeprefix("$ ")).strip()
                shown.append(Promise(typed, output, start, start + len(output)))
            at += len(part)
    return shown


def agrees(block: str, output: str) -> bool:
    """Whether a block is what a command printed, but for what no page can know."""
    parts = [_plain(part).strip("\n") for part in _CUT.split(block)]
    whole = _plain(output).strip("\n")
    if len(parts) == 1:
        return parts[0] == whole
    if not whole.startswith(parts[0]) or not whole.endswith(parts[-1]):
        return False
    at = len(parts[0])
    for part in parts[1:-1]:
        at = whole.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return at + len(parts[-1]) <= len(whole)


def _plain(text: str) -> str:
    for pattern, word in _MASKS:
        text = pattern.sub(word, text)
    return re.sub(r"[ \t]+$", "", text, flags=re.M)


def shortened(output: str, block: str) -> str:
    """An output, cut as a block was: as many lines at both ends, and `[…]` between them."""
    cuts = list(_CUT.finditer(block))
    if not cuts:
        return output
    lines = output.splitlines()
    first, last = block[: cuts[0].start()].count("\n"), block[cuts[-1].end() + 1 :].count("\n")
    return "\n".join([*lines[:first], "[…]", *lines[len(lines) - last :]]) + "\n"


class Reader:
    """Goes through one page."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page, self.folder = page, folder
        rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))
        name = page.resolve().relative_to(ROOT).as_posix()
        self.rows = rows.get(name, {})
        self.at = folder / rows["folder"].get(name, ".")
        left = shutil.ignore_patterns("__pycache__", "findings", ".*")
        shutil.copytree(ROOT / "examples", folder / "examples", ignore=left)
        write_game("mygame", folder / "mygame")
        (folder / "bin").mkdir()
        for command, call in (("rulecheck", "-m rulecheck"), ("python", "")):
            shim = folder / "bin" / command
            shim.write_text(f'#!/bin/sh\nexec {sys.executable} {call} "$@"\n', encoding="utf-8")
            shim.chmod(0o755)

    def is_run(self, command: str) -> bool:
        """Whether a command is one that tests run."""
        row = max((begin for begin in self.rows if command.startswith(begin)), key=len, default="")
        told = self.rows.get(row, {})
        return "never" not in told and told.get("by") != ".ci/run"

    def printed(self, command: str) -> str:
        """What a command prints, as a terminal shows it but for colours."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.at, env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        return done.stdout

    def differences(self, *, write: bool = False) -> list[str]:
        """What the page shows otherwise; with `write` it shows it so no more."""
        text = self.page.read_text(encoding="utf-8")
        told, new = [], []
        files = [(block.start(), block) for block in _BLOCK.finditer(text) if _FILE.match(block["text"])]
        for promise in promises(text):
            for start, block in files:
                match = _FILE.match(block["text"])
                if start < promise.start and match is not None:
                    (self.at / match["name"]).write_text(block["text"], encoding="utf-8")
            if not self.is_run(promise.command):
                continue
            output = self.printed(promise.command)
            if promise.output and not agrees(promise.output, output):
                diff = unified_diff(promise.output.splitlines(), output.splitlines(), "page", "printed", lineterm="")
                told.append(f"{self.page}: $ {promise.command}\n" + "\n".join(diff))
                new.append((promise, shortened(output, promise.output)))
        if write:
            for promise, output in reversed(new):
                text = text[: promise.start] + output + text[promise.end :]
            self.page.write_text(text, encoding="utf-8")
        return told


def pages_with_output() -> list[Path]:
    """The pages that show output of commands that are run."""
    pages = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
    with_output = (page for page in pages if any(promise.output for promise in promises(page.read_text("utf-8"))))
    return [page for page in with_output if page.name not in _NOT_HERE]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the pages with what is printed, or write them; 1 if one differs."""
    parser = argparse.ArgumentParser(description="Compares the output that pages show with what commands print.")
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--write", action="store_true", help="make the blocks anew")
    asked = parser.parse_args(arguments)
    if asked.write:
        text = json.dumps(schema(get_command(app_of())), ensure_ascii=False, indent=2)
        SCHEMA.write_text(f"{text}\n", encoding="utf-8")
    differing = 0
    for page in asked.pages or pages_with_output():
        with tempfile.TemporaryDirectory() as folder:
            for told in Reader(page, Path(folder)).differences(write=asked.write):
                print(told)
                differing += 1
    return int(differing > 0 and not asked.write)


if __name__ == "__main__":
    sys.exit(main())
