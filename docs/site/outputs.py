"""The output that pages show, made by running what they say: `python docs/site/outputs.py [--write] [PAGE…]`.

In a page stands a comment before the block: `<!-- prints: COMMAND -->`. The command is run where the examples and a game
`mygame` stand, and the block below has to be what it prints, without colour. A line `[…]` in the block stands for any
number of lines; times and the number of cores are not compared. With `--write` the blocks are made anew (those without
`[…]`), and `docs/schemas/configuration.json` too.
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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from typer.main import get_command

from rulecheck.cli.arguments.configuration import schema
from rulecheck.cli.commands.new import write_game
from rulecheck.cli.main import app

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final = ROOT / "docs/schemas/configuration.json"
_MARK: Final = re.compile(r"<!-- prints: (?P<command>.+?) -->\n+```[a-z]*\n(?P<block>.*?)```", re.S)
_ANY: Final = "[…]"
_MASKS: Final = ((re.compile(r"\b\d[\d,]*\.\d s\b"), "TIME s"), (re.compile(r"\bon \d+ cores?\b"), "on CORES"))


class Promise(NamedTuple):
    """A block of a page and the command that is said to print it."""

    page: Path
    command: str
    block: str
    start: int
    end: int


def promises(page: Path) -> Iterator[Promise]:
    """What a page promises."""
    for match in _MARK.finditer(page.read_text(encoding="utf-8")):
        yield Promise(page, match["command"], match["block"], match.start("block"), match.end("block"))


def printed(command: str) -> str:
    """What a command prints in a folder with the examples and a game of one's own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        left = shutil.ignore_patterns("__pycache__", "findings", ".*")
        shutil.copytree(ROOT / "examples", folder / "examples", ignore=left)
        write_game("mygame", folder / "mygame")
        shim = folder / "rulecheck"
        shim.write_text(f'#!/bin/sh\nexec {sys.executable} -m rulecheck "$@"\n', encoding="utf-8")
        shim.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=environment,
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        return "".join(f"{line.rstrip()}\n" for line in (done.stdout + done.stderr).splitlines())


def agrees(block: str, output: str) -> bool:
    """Whether a block is what a command printed, but for what no page can know."""
    parts = [_plain(part).strip("\n") for part in block.split(f"{_ANY}\n")]
    whole = _plain(output).strip("\n")
    if len(parts) == 1:
        return parts[0] == whole
    at = 0
    for number, part in enumerate(parts):
        where = whole.find(part, at) if part else at
        if where < 0 or (number == 0 and part and where != 0):
            return False
        at = where + len(part)
    return not parts[-1] or whole.endswith(parts[-1])


def _plain(text: str) -> str:
    for pattern, word in _MASKS:
        text = pattern.sub(word, text)
    return re.sub(r" +\n", "\n", text)


def orphans(root: Path = ROOT) -> list[str]:
    """Pages below docs/ to which no link of a page and no entry of the site's index leads."""
    pages = {path.resolve() for path in (root / "docs").rglob("*.md")}
    linked = {
        (page.parent / target.partition("#")[0]).resolve()
        for page in (*pages, *root.glob("*.md"), *(root / "examples").rglob("*.md"))
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
        if "://" not in target
    }
    index = (root / "mkdocs.yml").read_text(encoding="utf-8") if (root / "mkdocs.yml").is_file() else ""
    return sorted(name for page in pages - linked if (name := page.relative_to(root.resolve()).as_posix()) not in index)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the blocks with what is printed, or write them; 1 if one differs."""
    parser = argparse.ArgumentParser(description="Compares the output that pages show with what commands print.")
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--write", action="store_true", help="make the blocks anew")
    asked = parser.parse_args(arguments)
    if asked.write:
        text = json.dumps(schema(get_command(app)), ensure_ascii=False, indent=2)
        SCHEMA.write_text(f"{text}\n", encoding="utf-8")
    differing = 0
    for page in asked.pages or sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        for promise in reversed(list(promises(page))):
            output = printed(promise.command)
            if agrees(promise.block, output):
                continue
            if asked.write and _ANY not in promise.block:
                text = page.read_text(encoding="utf-8")
                page.write_text(text[: promise.start] + output + text[promise.end :], encoding="utf-8")
                print(f"{page}: written anew: {promise.command}")
                continue
            differing += 1
            print(f"{page}: `{promise.command}` prints something else:\n{_difference(promise.block, output)}")
    return int(differing > 0)


def _difference(block: str, output: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(block.splitlines(), output.splitlines(), "in the page", "printed", lineterm="")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
