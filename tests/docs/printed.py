"""What pages print as output, held against what comes out: `python -m tests.docs.printed [--compare] [PAGE…]`.

It writes what comes out now into the pages (all, or those that are named) and shows what it changed; with `--compare`
it changes nothing and ends with 1 if a page differs.  `docs/schemas/configuration.json` is written too.

A page is gone through as a reader does, in a folder with the examples and a game `mygame`: a block of code that begins
with the name of a file is that file from there on, a `diff` block is applied, and where a console block shows output,
its command has to print just that.  A line `[…]`, or `[… 4 more …]`, stands for any lines; times and the number of
cores are not compared.  Commands that `commands.toml` never runs are passed over.
"""

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
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from typer.main import get_command

from rulecheck.cli.arguments.configuration import schema
from rulecheck.cli.commands.new import write_game
from rulecheck.cli.main import app_of
from tests.docs.pages import PAGES, ROOT, text_of

SCHEMA: Final = ROOT / "docs/schemas/configuration.json"
TABLE: Final[dict[str, dict[str, Any]]] = tomllib.loads((ROOT / "tests/docs/commands.toml").read_text(encoding="utf-8"))
FOLDERS: Final = TABLE.pop("folder")
_BLOCK: Final = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$|(?P<again>git checkout examples)", re.M | re.S)
_FILE: Final = re.compile(r"(?:#|//) (?P<name>[\w.-]+\.\w+)(?:\n|: )")
_CUT: Final = re.compile(r"^\[….*\]$", re.M)
_SECTION: Final = re.compile(r"[A-Z]+  ")
"""The head of a section of a report."""
_FINDING: Final = re.compile(r"findings/\w+\.json")
_MASKS: Final = ((re.compile(r"\b\d[\d,]*\.\d s\b"), "TIME s"), (re.compile(r"\bon \d+ cores?\b"), "on CORES"))


@frozen
class Promise:
    """A command of a page with the output that the page shows below it, and where that stands."""

    command: str
    output: str
    start: int
    end: int


def row_of(page: str, command: str) -> str | None:
    """The name of the row that says how a command is run: the longest beginning that fits."""
    return max((begins for begins in TABLE.get(page, {}) if command.startswith(begins)), key=len, default=None)


def promises(text: str, at: int = 0) -> Iterator[Promise]:
    """The commands of a console block that begins at a place; `output` is empty where the page shows none."""
    for part in re.split(r"(?m)^(?=\$ )", text):
        command, _, output = part.partition("\n")
        if part.startswith("$ "):
            start = at + len(command) + 1
            typed = re.sub(r"\s+# .*$", "", command.removeprefix("$ ")).strip()
            yield Promise(typed, output, start, start + len(output))
        at += len(part)


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
    """An output, cut where a block was: as many paragraphs at both ends, of one that is cut through as many lines."""
    cuts = list(_CUT.finditer(block))
    if not cuts:
        return output
    paragraphs = output.strip("\n").split("\n\n")
    above, below = block[: cuts[0].start()], block[cuts[-1].end() + 1 :]
    first = [part for part in above.strip("\n").split("\n\n") if part]
    last = [part for part in below.strip("\n").split("\n\n") if part]
    head = paragraphs[: len(first)]
    tail = paragraphs[len(paragraphs) - len(last) :]
    if first and not above.endswith("\n\n"):
        head[-1] = "\n".join(head[-1].splitlines()[: len(first[-1].splitlines())])
    if last and not below.startswith("\n") and not _SECTION.match(below):
        tail[0] = "\n".join(tail[0].splitlines()[-len(last[0].splitlines()) :])
    left = sum(bool(_SECTION.match(part)) for part in paragraphs[len(first) : len(paragraphs) - len(last)])
    cut = re.sub(r"\d+", str(left), cuts[0][0])
    before = "\n\n".join(head) + ("\n\n" if above.endswith("\n\n") else "\n" if head else "")
    after = ("\n" if below.startswith("\n") else "") + "\n\n".join(tail) + ("\n" if tail else "")
    return f"{before}{cut}\n{after}"


class Reader:
    """Goes through one page."""

    def __init__(self, page: str, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.at = folder / FOLDERS.get(page, ".")
        self.examples()
        write_game("mygame", folder / "mygame")
        (folder / "bin").mkdir()
        for command, call in (("rulecheck", "-m rulecheck"), ("pytest", "-m pytest"), ("python", "")):
            shim = folder / "bin" / command
            path = f"PYTHONPATH={ROOT / 'src'}${{PYTHONPATH:+:$PYTHONPATH}}"
            shim.write_text(f'#!/bin/sh\n{path} exec {sys.executable} {call} "$@"\n', encoding="utf-8")
            shim.chmod(0o755)

    def examples(self) -> None:
        """The examples as they stand in the repository."""
        left = shutil.ignore_patterns("__pycache__", "findings", ".*")
        shutil.copytree(ROOT / "examples", self.folder / "examples", ignore=left, dirs_exist_ok=True)

    def is_run(self, command: str) -> bool:
        """Whether a command is one that tests run."""
        row = TABLE.get(self.page, {}).get(row_of(self.page, command) or "", {})
        return "never" not in row and row.get("by") != ".ci/run"

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the page where its reader stands."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["bash", "-c", command], cwd=self.at, env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def steps(self, text: str) -> Iterator[Promise]:
        """The commands of a page in order; the files that it shows are there when a command's turn comes."""
        for block in _BLOCK.finditer(text):
            if block["again"]:
                self.examples()
            elif block["language"] == "diff":
                subprocess.run(["patch", "-s", "-p0"], cwd=self.at, input=block["text"], text=True, check=True)
            elif block["language"] == "console":
                yield from promises(block["text"], block.start("text"))
            elif file := _FILE.match(block["text"]):
                (self.at / file["name"]).write_text(block["text"], encoding="utf-8")

    def read(self, text: str) -> tuple[str, list[str]]:
        """The page as it ought to be, findings by the names that they have now, and what it shows otherwise."""
        told, new = [], []
        names: dict[str, str] = {}

        def named(part: str) -> str:
            return _FINDING.sub(lambda name: names.get(name[0], name[0]), part)

        for promise in self.steps(text):
            if not self.is_run(promise.command):
                continue
            done = self.run(named(promise.command))
            output = done.stdout or done.stderr  # what goes to standard error beside an answer is progress
            kept = shortened(output, promise.output)
            names |= dict(zip(_FINDING.findall(promise.output), _FINDING.findall(kept), strict=False))
            if promise.output and not agrees(promise.output, output):
                diff = unified_diff(promise.output.splitlines(), kept.splitlines(), "page", "printed", lineterm="")
                told.append(f"{self.page}: $ {promise.command}\n" + "\n".join(diff))
                if done.returncode <= 1 and len(_CUT.findall(promise.output)) <= 1:
                    new.append((promise, kept))
                else:
                    told.append(f"  left as it is: exit code {done.returncode}, or cut in more than one place")
        for promise, output in reversed(new):
            text = text[: promise.start] + output + text[promise.end :]
        return named(text), told


def pages_with_output() -> list[str]:
    """The pages that show output of commands that are run."""
    return [page for page in PAGES if re.search(r"^\$ .*\n(?!\$ |```)", text_of(page), re.M)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what comes out into the pages, or compare them with it; 1 if one differs."""
    parser = argparse.ArgumentParser(description="Writes what comes out into the pages that show output of commands.")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="a page from the top of the repository: docs/suite.md")
    parser.add_argument("--compare", action="store_true", help="change nothing; 1 if a page differs")
    asked = parser.parse_args(arguments)
    if not asked.compare:
        text = json.dumps(schema(get_command(app_of())), ensure_ascii=False, indent=2)
        SCHEMA.write_text(f"{text}\n", encoding="utf-8")
    differing = 0
    for page in asked.pages or pages_with_output():
        with tempfile.TemporaryDirectory() as folder:
            new, told = Reader(page, Path(folder)).read(text_of(page))
        for difference in told:
            print(difference, flush=True)
        differing += len(told)
        if not asked.compare:
            (ROOT / page).write_text(new, encoding="utf-8")
    return int(differing > 0 and asked.compare)


if __name__ == "__main__":
    sys.exit(main())
