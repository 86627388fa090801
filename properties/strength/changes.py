"""Changes of cited functions: which there are, which clauses each concerns, and how one is made in a running process.

A change is small: a comparison turned, a number more by one, a condition denied, a step left out.  It concerns the
clauses that the line it is made in names in its comment, and where the line names none, all that the function cites.
Clauses' ids, texts, signatures and docstrings are left alone.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.strength.edits import Described, Edit, blocks, removed, set_field, set_item, short


@frozen
class Change:
    """One small change of a cited function."""

    module: str
    function: str
    """Its qualified name in the module."""
    line: int
    clauses: tuple[str, ...]
    """The clauses that the changed line concerns."""
    what: str
    """The code before and after, as `a < b -> a <= b`; the same words in every process."""
    nth: int
    """Which of the function's changes it is."""
    source: str
    """A digest of the function as it stands: with another one, this is another change."""

    @property
    def key(self) -> str:
        """Names the change among all changes, as long as the function stays as it is."""
        return f"{self.module}.{self.function}:{self.nth}:{self.source}"

    @property
    def where(self) -> str:
        """The module's last name and the function."""
        return f"{self.module.rpartition('.')[2]}.{self.function}"


def changes_in(modules: Iterable[ModuleType], clauses: Iterable[str]) -> list[Change]:
    """All changes of the functions of these modules that cite clauses, in the order of modules and lines."""
    known = frozenset(clauses)
    return [change for module in modules for change in _in_module(module, known)]


def _in_module(module: ModuleType, known: frozenset[str]) -> Iterator[Change]:
    text = _text(module)
    for name, function in _cited(ast.parse(text)):
        cited = tuple(clause for clause in _clauses_of(function) if clause in known)
        digest = hashlib.blake2b(ast.dump(function).encode(), digest_size=4).hexdigest()
        lines = text.splitlines()
        for nth, (line, what, _) in enumerate(_edits(function)):
            clauses = _named(lines[line - 1], known) or cited
            yield Change(module.__name__, name, line, clauses, what, nth, digest)


def cited_in(modules: Iterable[ModuleType], clauses: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What each function of these modules cites of these clauses, by its `where`, in the order of modules and lines."""
    known = frozenset(clauses)
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}": tuple(
            clause for clause in _clauses_of(function) if clause in known
        )
        for module in modules
        for name, function in _cited(ast.parse(_text(module)))
    }


def _text(module: ModuleType) -> str:
    return Path(str(module.__file__)).read_text(encoding="utf-8")


def _cited(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions that cite clauses, with their qualified names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _cited(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef) and _clauses_of(node):
            yield prefix + node.name, node


def _clauses_of(function: ast.FunctionDef) -> tuple[str, ...]:
    for mark in function.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("cites"):
            return tuple(str(given.value) for given in mark.args if isinstance(given, ast.Constant))
    return ()


def _named(line: str, known: frozenset[str]) -> tuple[str, ...]:
    """The clauses that a line's comment names."""
    comment = line.partition("  # ")[2]
    return tuple(dict.fromkeys(word for word in re.findall(r"[\w.-]+", comment.rstrip(".")) if word in known))


# ---- which changes there are

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
COPIES: Final = ("changed", "evolve", "replace")
"""What makes a copy with some parts changed is called so."""
NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


def _edits(function: ast.FunctionDef) -> Described:
    """Line, words and maker of each change in a function's body, in a fixed order."""
    told = int(ast.get_docstring(function, clean=False) is not None)  # the docstring is the first statement
    steps = [edit for statement in function.body[told:] for edit in _in_statement(statement)]
    steps += _left_out(function.body, first=told, is_whole=True)
    steps += _ordered(function)
    yield from steps or _answered(function)


def _in_statement(node: ast.AST) -> Described:
    for edit_of in (_compared, _joined, _reckoned, _numbered, _called, _denied):
        for after, edit in edit_of(node):
            yield getattr(node, "lineno", 0), f"{short(node)} -> {after}", edit
    yield from _given(node)
    if isinstance(node, ast.comprehension):
        for at, test in enumerate(node.ifs):
            yield test.lineno, f"if {short(test)} -> always", set_item(node.ifs, at, ast.Constant(True))
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return  # of zip: a belief that both are as long, which nothing depends on
    for name, child in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "format_spec") or isinstance(node, ast.JoinedStr):
            continue  # words for people and for the type checker
        for each in child if isinstance(child, list) else [child]:
            if isinstance(each, ast.AST):
                yield from _in_statement(each)


def _compared(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            other = COMPARISONS[type(operator)]()
            ops = [*node.ops[:at], other, *node.ops[at + 1 :]]
            yield ast.unparse(ast.Compare(node.left, ops, node.comparators)), set_item(node.ops, at, other)


def _joined(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    if isinstance(node, ast.BoolOp):
        other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.unparse(ast.BoolOp(other, node.values)), set_field(node, "op", other)
        for at, value in enumerate(node.values):
            nothing = ast.Constant(isinstance(node.op, ast.And))
            yield f"without {short(value)}", set_item(node.values, at, nothing)


def _reckoned(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    if not isinstance(node, (ast.BinOp, ast.AugAssign)) or type(node.op) not in OPERATORS:
        return
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    if any(isinstance(side, (ast.Tuple, ast.List, ast.JoinedStr, ast.ListComp)) or _is_text(side) for side in sides):
        return  # a sum of lists or texts: there is nothing to reckon
    other = OPERATORS[type(node.op)]()
    after = (
        ast.BinOp(node.left, other, node.right)
        if isinstance(node, ast.BinOp)
        else ast.AugAssign(node.target, other, node.value)
    )
    yield ast.unparse(after), set_field(node, "op", other)


def _numbered(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield str(not node.value), set_field(node, "value", not node.value)
        elif isinstance(node.value, int):
            yield str(node.value + 1), set_field(node, "value", node.value + 1)


def _called(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMES:
        yield NAMES[node.func.id], set_field(node.func, "id", NAMES[node.func.id])


def _denied(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    if isinstance(node, (ast.If, ast.While, ast.IfExp)) and not isinstance(node.test, ast.Compare):
        yield f"not ({short(node.test)})", set_field(node, "test", ast.UnaryOp(ast.Not(), node.test))


def _given(node: ast.AST) -> Described:
    """Parts of a copy that stay as they were, and values that a new thing is made without: 0, none, empty."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return
    name = node.func.id
    for at, keyword in enumerate(node.keywords):
        value = keyword.value
        what = f"{name}({keyword.arg}={short(value)})"
        if name in COPIES and keyword.arg is not None:
            yield value.lineno, f"{what} -> left out", removed(node.keywords, at)
        elif name[:1].isupper() and keyword.arg is not None and isinstance(value, (ast.Name, ast.Attribute)):
            nothing = ast.Call(ast.Call(ast.Name("type", ast.Load()), [value], []), [], [])
            yield value.lineno, f"{what} -> nothing", set_field(keyword, "value", nothing)


def _ordered(function: ast.FunctionDef) -> Described:
    """An answer of several values of one kind, such as what players compare, with neighbours exchanged."""
    kind = function.returns
    if not (isinstance(kind, ast.Subscript) and isinstance(kind.slice, ast.Tuple)):
        return
    if len({ast.unparse(part) for part in kind.slice.elts}) > 1:
        return
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            items = node.value.elts
            for at in range(len(items) - 1):
                other = ast.Tuple([*items[:at], items[at + 1], items[at], *items[at + 2 :]], ast.Load())
                yield node.lineno, f"{short(node)} -> return {short(other)}", set_field(node, "value", other)


def _answered(function: ast.FunctionDef) -> Described:
    """Another answer, for a function in which nothing else can be changed: all that it does is to ask others."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            for other in _instead(function, node.value):
                yield node.lineno, f"{short(node)} -> return {short(other)}", set_field(node, "value", other)


def _instead(function: ast.FunctionDef, value: ast.expr) -> Iterator[ast.expr]:
    """What may stand for an answer, by what the function says that it answers with: empty, one more, or what it got."""
    kind = "" if function.returns is None else ast.unparse(function.returns)
    if kind == "int":
        yield ast.BinOp(value, ast.Add(), ast.Constant(1))
    elif kind == "bool":
        yield ast.UnaryOp(ast.Not(), value)
    elif kind.startswith(("tuple[", "Sequence[")):
        yield ast.Tuple([], ast.Load())
    elif kind.startswith("dict["):
        yield ast.Dict([], [])
    else:
        for argument in function.args.args:
            if argument.annotation is not None and ast.unparse(argument.annotation) == kind:
                yield ast.Name(argument.arg, ast.Load())


def _left_out(body: list[ast.stmt], *, first: int = 0, is_whole: bool = False, ends: bool = True) -> Described:
    """Steps that can be left out: additions, calls, early ends; not the last statement of the function.

    `ends`: the function is at its end after this block, which comes to the same as a last `return None`.
    """
    for at, statement in enumerate(body[first:], first):
        last = at == len(body) - 1
        early = isinstance(statement, (ast.Return, ast.Break, ast.Continue)) and not (is_whole and last)
        if early and last and ends and _is_nothing(statement):
            continue
        if early or isinstance(statement, ast.AugAssign) or _is_call(statement):
            yield statement.lineno, f"{short(statement)} -> left out", set_item(body, at, ast.Pass())
        for block in blocks(statement):
            yield from _left_out(block, ends=ends and last and isinstance(statement, (ast.If, ast.Match)))


def _is_call(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def _is_nothing(statement: ast.stmt) -> bool:
    """Whether it is `return` or `return None`."""
    value = statement.value if isinstance(statement, ast.Return) else statement
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


# ---- making one


class CannotChange(Exception):
    """A function could not be changed in this process: it is not there as its source says."""


def make(change: Change) -> None:
    """Change the function for the rest of this process, wherever it has been imported to.

    Raises CannotChange if the function is not as it was when the change was listed.
    """
    function, code = Changer().changed(change)
    function.__code__ = code


class Changer:
    """Makes changes in a running process; keeps what it has read of a function, which must stay as it is meanwhile."""

    def __init__(self) -> None:
        self._trees: dict[str, ast.Module] = {}
        self._edits: dict[tuple[str, str], tuple[ast.Module, list[tuple[int, str, Edit]]]] = {}

    def changed(self, change: Change) -> tuple[FunctionType, CodeType]:
        """The function as it runs, and what would run in its place; raises CannotChange as `make` does."""
        module = import_module(change.module)
        alone, edits = self._read(module, change.function)
        if change.nth >= len(edits) or edits[change.nth][1] != change.what:
            raise CannotChange(f"{change.where}: it is not as it was when its changes were listed")
        undo = edits[change.nth][2]()
        try:
            ast.fix_missing_locations(alone)
            code = _code(compile(alone, str(module.__file__), "exec", dont_inherit=True), change.function)
        finally:
            undo()
        there: Any = module
        for name in change.function.split("."):
            there = there.__dict__[name] if isinstance(there, type) else getattr(there, name)
        for inner in ("__func__", "fget", "func"):  # of a class's or static method, a property, a cached property
            there = getattr(there, inner, None) or there
        there = unwrap(there)
        if code is None or not isinstance(there, FunctionType) or code.co_freevars != there.__code__.co_freevars:
            raise CannotChange(f"{change.where}: what runs is not the function of its source")
        return there, code

    def _read(self, module: ModuleType, name: str) -> tuple[ast.Module, list[tuple[int, str, Edit]]]:
        """A function of a module, alone, and its edits."""
        key = module.__name__, name
        if key not in self._edits:
            tree = self._trees.get(module.__name__)
            if tree is None:
                tree = self._trees[module.__name__] = ast.parse(_text(module))
            function = dict(_cited(tree)).get(name)
            edits = [] if function is None else list(_edits(function))
            self._edits[key] = ast.Module([], []) if function is None else _alone(tree, function, name), edits
        return self._edits[key]


def _alone(tree: ast.Module, function: ast.FunctionDef, name: str) -> ast.Module:
    """A module with nothing but one function of another, in the classes that it stands in."""
    future: list[ast.stmt] = [
        node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]
    inner: ast.stmt = function
    for outer in reversed(name.split(".")[:-1]):
        inner = ast.ClassDef(outer, bases=[], keywords=[], body=[inner], decorator_list=[])
    return ast.Module([*future, inner], [])


def _code(code: CodeType, name: str) -> CodeType | None:
    """The code of a function inside that of its module."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == name:
                return constant
            inner = _code(constant, name)
            if inner is not None:
                return inner
    return None
