"""Every command of the pages is run, here or by a test that `commands.toml` names; every block of code can be read."""

from __future__ import annotations

import ast
import json
import os
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, Code, blocks, commands, text_of
from tests.docs.printed import TABLE, Reader, row_of

COMMANDS = [command for page in PAGES for command in commands(page)]
HOW = ({"now"}, {"campaign"}, {"by"}, {"never"})
WITHOUT_SHELL = os.name != "posix"


def test_every_command_has_a_row_and_every_row_a_command() -> None:
    untold = [
        f"{command.page}:{command.line}: {command.text}"
        for command in COMMANDS
        if row_of(command.page, command.text) is None
    ]
    used = {(command.page, row_of(command.page, command.text)) for command in COMMANDS}
    left = [f"{page}: {begins}" for page, rows in TABLE.items() for begins in rows if (page, begins) not in used]

    assert len(COMMANDS) > 50
    assert untold == [], "put a row into tests/docs/commands.toml"
    assert left == [], "take the row out of tests/docs/commands.toml"


@pytest.mark.parametrize("page", TABLE)
def test_a_row_says_one_thing_and_names_tests_that_there_are(page: str) -> None:
    for begins, row in TABLE[page].items():
        assert set(row) in HOW, begins
        assert (ROOT / row.get("by", ".ci/run")).is_file(), begins


# ---- run


def run_page(page: str, folder: Path, *kinds: str) -> None:
    """Run a page's commands of some kinds, in order."""
    reader = Reader(page, folder)
    for step in reader.steps(text_of(page)):
        row = TABLE[page].get(row_of(page, step.command) or "", {})
        for kind in kinds:
            if kind in row:
                done = reader.run(step.command)
                assert (done.returncode, done.stderr) == (row[kind], ""), (step.command, done.stdout[-2000:])


def pages_with(*kinds: str) -> list[str]:
    return [page for page, rows in TABLE.items() if any(kind in row for row in rows.values() for kind in kinds)]


@pytest.mark.skipif(WITHOUT_SHELL, reason="the pages speak to a shell")
@pytest.mark.parametrize("page", pages_with("now"))
def test_the_quick_commands_of_a_page_do_what_they_say(page: str, tmp_path: Path) -> None:
    run_page(page, tmp_path, "now")


@pytest.mark.campaign
@pytest.mark.skipif(WITHOUT_SHELL, reason="the pages speak to a shell")
@pytest.mark.parametrize("page", pages_with("campaign"))
def test_all_commands_of_a_page_do_what_they_say(page: str, tmp_path: Path) -> None:
    run_page(page, tmp_path, "now", "campaign")


@pytest.mark.skipif(WITHOUT_SHELL, reason="the pages speak to a shell")
@pytest.mark.parametrize("typed", ["false", "echo told >&2"])
def test_a_command_that_ends_otherwise_is_noticed(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: another exit code, or something on standard error."""
    monkeypatch.setitem(globals(), "text_of", lambda page: f"```console\n$ {typed}\n```\n")
    monkeypatch.setitem(TABLE, "README.md", {typed: {"now": 0}})

    with pytest.raises(AssertionError, match=typed):
        run_page("README.md", tmp_path, "now")


# ---- code


CODE = [block for page in PAGES for block in blocks(page)]


def wrong(block: Code) -> str:
    """What cannot be read of a block, or is imported and not there; nothing if all is well."""
    try:
        match block.language:
            case "python":
                _import(ast.parse(block.text))
            case "toml":
                tomllib.loads(block.text)
            case "json" if "…" not in block.text:
                for line in block.text.replace("\n ", " ").splitlines():
                    json.loads(line)
    except (SyntaxError, ValueError, ImportError, AttributeError) as error:
        return f"{block.page}:{block.line}: {error}"
    return ""


def _import(tree: ast.Module) -> None:
    """Import what a block imports of rulecheck."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulecheck"):
            for name in node.names:
                getattr(import_module(str(node.module)), name.name)


def test_every_block_of_code_can_be_read() -> None:
    assert len(CODE) > 80
    assert [told for block in CODE if (told := wrong(block))] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "def f(:\n"),
        ("python", "from rulecheck.spec import Gane\n"),
        ("python", "from rulecheck.spek import Game\n"),
        ("toml", "a = \n"),
        ("json", '{"a": }\n'),
    ],
)
def test_a_block_that_cannot_be_read_is_told(language: str, text: str) -> None:
    """The twin."""
    assert wrong(Code("docs/page.md", 7, language, text)).startswith("docs/page.md:7: ")
