"""Single edits of a function's syntax tree, each of which can be taken back."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

Undo: TypeAlias = Callable[[], None]
Edit: TypeAlias = Callable[[], Undo]
"""Makes one change in the tree that it was found in, and answers with what takes it back."""
Described: TypeAlias = Iterator[tuple[int, str, Edit]]
"""For each edit the line, the code before and after, and what makes it."""


def set_item(items: Any, at: int, value: ast.AST) -> Edit:
    """Another node at a place of a list."""

    def edit() -> Undo:
        before, items[at] = items[at], value
        return lambda: items.__setitem__(at, before)

    return edit


def removed(items: list[Any], at: int) -> Edit:
    """A list without what stands at a place."""

    def edit() -> Undo:
        before = items.pop(at)
        return lambda: items.insert(at, before)

    return edit


def set_field(node: ast.AST, name: str, value: object) -> Edit:
    """Another value in a field of a node."""

    def edit() -> Undo:
        before = getattr(node, name)
        setattr(node, name, value)
        return lambda: setattr(node, name, before)

    return edit


def short(node: ast.AST) -> str:
    """A node's code in one short line."""
    words = " ".join(ast.unparse(node).split()) if not isinstance(node, (ast.If, ast.While)) else "condition"
    return words if len(words) <= 60 else f"{words[:57]}…"


def blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of statements in a compound statement."""
    for name in ("body", "orelse", "finalbody"):
        yield from (block for block in (getattr(statement, name, None),) if block)
    if isinstance(statement, ast.Match):
        yield from (case.body for case in statement.cases)
