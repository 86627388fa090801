"""Further edits, of faults that are more than a slip: for who searches for one change that does what another side did.

A condition that always or never holds, steps that change places or are not taken, a part of a sum or of a list left
out, another argument of the same type, an answer that is empty.  The figures of a suite's strength are made without.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from rulecheck.properties.strength.edits import Described, Edit, Undo, blocks, set_field, set_item, short

_WORDS: Final = ("annotation", "returns", "decorator_list", "format_spec")
"""Fields that hold words for people and for the type checker."""
_REDUCED: Final = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)
_MOVED: Final = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.For, ast.If)
"""Statements that may change places with the next."""


def wider_edits(function: ast.FunctionDef) -> Described:
    """Line, words and maker of each, in a fixed order."""
    told = int(ast.get_docstring(function, clean=False) is not None)
    alike = _alike(function)
    for statement in function.body[told:]:
        yield from _in(statement, alike)
    yield from _in_block(function.body, told, {argument.arg for argument in _arguments(function)})
    yield from _empty(function)


def _in(node: ast.AST, alike: dict[str, tuple[str, ...]]) -> Described:
    """The edits of expressions and conditions in a node."""
    if isinstance(node, (ast.If, ast.IfExp)):
        for always in (True, False):
            yield node.lineno, f"{short(node)} -> {always}", set_field(node, "test", ast.Constant(always))
    for name, child in ast.iter_fields(node):
        if name in _WORDS or isinstance(node, ast.JoinedStr):
            continue
        if isinstance(child, ast.expr):
            for other in _instead(child, alike):
                yield child.lineno, f"{short(child)} -> {short(other)}", set_field(node, name, other)
        for at, each in enumerate(child if isinstance(child, list) else [child]):
            if isinstance(child, list) and isinstance(each, ast.expr):
                for other in _instead(each, alike):
                    yield each.lineno, f"{short(each)} -> {short(other)}", set_item(child, at, other)
            if isinstance(each, ast.AST):
                yield from _in(each, alike)


def _instead(node: ast.expr, alike: dict[str, tuple[str, ...]]) -> Iterator[ast.expr]:
    """What an expression may be replaced by."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, _REDUCED):
        yield node.left
        if isinstance(node.op, (ast.Add, ast.Mult)):
            yield node.right
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        if node.func.id in ("min", "max", "reversed"):
            yield from node.args if node.func.id == "reversed" or len(node.args) > 1 else ()
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
        yield node.value
    elif isinstance(node, ast.Constant) and type(node.value) is int and node.value > 0:
        yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        for name in alike.get(node.id, ()):
            yield ast.Name(name, ast.Load())
    elif isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        for at, each in enumerate(node.elts):
            if not isinstance(each, ast.Constant):
                yield type(node)([*node.elts[:at], *node.elts[at + 1 :]], ast.Load())


def _in_block(body: list[ast.stmt], first: int, bound: set[str]) -> Described:
    """Statements that are not carried out, or after the next one; `bound` are names that have a value before."""
    for at, statement in enumerate(body[first:], first):
        names = _bound_by(statement)
        if isinstance(statement, ast.For) or _yields(statement) or (names and names <= bound):
            yield statement.lineno, f"{short(statement)} -> left out", set_item(body, at, _never(statement))
        if at + 1 < len(body) and isinstance(statement, _MOVED) and isinstance(body[at + 1], _MOVED):
            yield statement.lineno, f"{short(statement)} -> after the next", _exchanged(body, at)
        bound = bound | names
        for block in blocks(statement):
            yield from _in_block(block, 0, bound)


def _exchanged(body: list[ast.stmt], at: int) -> Edit:
    def exchange() -> None:
        body[at], body[at + 1] = body[at + 1], body[at]

    def edit() -> Undo:
        exchange()
        return exchange  # once more, and they stand as before

    return edit


def _never(statement: ast.stmt) -> ast.stmt:
    """A statement that is there, so that names and `yield` mean what they did, and is not carried out."""
    return ast.If(ast.Constant(False), [statement], [])


def _yields(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, (ast.Yield, ast.YieldFrom))


def _bound_by(statement: ast.stmt) -> set[str]:
    """The names that an assignment gives a value."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets = [statement.target]
    else:
        return set()
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def _arguments(function: ast.FunctionDef) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def _alike(function: ast.FunctionDef) -> dict[str, tuple[str, ...]]:
    """For each argument the others of the same type."""
    kinds = {each.arg: ast.unparse(each.annotation) for each in _arguments(function) if each.annotation is not None}
    return {
        name: tuple(other for other, same in kinds.items() if other != name and same == kind)
        for name, kind in kinds.items()
    }


def _empty(function: ast.FunctionDef) -> Described:
    """An answer that says nothing, by what the function says that it answers with."""
    kind = "" if function.returns is None else ast.unparse(function.returns)
    empty: list[ast.expr] = []
    if kind == "bool":
        empty = [ast.Constant(True), ast.Constant(False)]
    elif kind == "int":
        empty = [ast.Constant(0)]
    elif kind.endswith("| None"):
        empty = [ast.Constant(None)]
    elif kind.startswith(("Sequence[", "Iterable[")) or (kind.startswith("tuple[") and "..." in kind):
        empty = [ast.Tuple([], ast.Load())]
    elif kind.startswith("list["):
        empty = [ast.List([], ast.Load())]
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            for other in empty:
                yield node.lineno, f"{short(node)} -> return {short(other)}", set_field(node, "value", other)
