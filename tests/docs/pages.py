"""The pages of the documentation, and the commands and code in them."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

from attrs import frozen
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md")
    for path in ROOT.glob(pattern)
    if path.name != "CHANGELOG.md" and "texts" not in path.parts and not path.name.startswith("rulebook")
)
"""All pages that a reader is sent to."""


def site_script(name: str) -> ModuleType:
    """A script of `docs/site`, which is no package, as a module."""
    spec = importlib.util.spec_from_file_location(f"site_{name}", ROOT / "docs" / "site" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@frozen
class Command:
    """A command of a page, as it is typed."""

    page: str
    line: int
    text: str


@frozen
class Code:
    """A block of code in a page."""

    page: str
    line: int
    language: str
    text: str


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def tokens_of(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(text)


def blocks(page: str) -> Iterator[Code]:
    """The fenced blocks of a page that name a language."""
    for token in tokens_of(text_of(page)):
        if token.type == "fence" and token.info and token.map:
            yield Code(page, token.map[0] + 1, token.info.split()[0], token.content)


def commands(page: str) -> Iterator[Command]:
    """What is typed in the console blocks of a page."""
    for block in blocks(page):
        if block.language == "console":
            for number, line in enumerate(block.text.splitlines(), block.line + 1):
                if line.startswith("$ "):
                    yield Command(page, number, re.sub(r"\s+# .*$", "", line.removeprefix("$ ")).strip())


def links(text: str) -> Iterator[str]:
    """Where the links of a page lead."""
    for token in tokens_of(text):
        for inner in token.children or ():
            if inner.type == "link_open":
                yield str(inner.attrs["href"])


def headings(text: str) -> set[str]:
    """The names of a page's headings, as code hosts make them."""
    names = set()
    tokens = tokens_of(text)
    for token, inner in pairwise(tokens):
        if token.type == "heading_open":
            said = "".join(part.content for part in inner.children or () if part.type in ("text", "code_inline"))
            names.add(re.sub(r"[^\w\- ]", "", said.lower()).replace(" ", "-"))
    return names
