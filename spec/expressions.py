"""The little language of claims: Python's expression syntax over named quantities, read but never run.

A name may hold dots and hyphens (`captain.point-per-barrel`), so a minus sign stands between spaces.
Everything is bounded before it is worked on: the text, its brackets, its numbers, its nodes and its results.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Final, Literal

from attrs import field, frozen

from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.model import Rulebook

PLAYERS: Final = "players"
MAX_TEXT: Final = 2000
MAX_TOKENS: Final = 600
MAX_NODES: Final = 200
MAX_DEPTH: Final = 30
MAX_INT: Final = 10**12

_TOKEN: Final = re.compile(
    r"\s+|(?P<name>[A-Za-z_]\w*(?:[.-]\w+)*)|(?P<int>\d+)|(?P<op>\*\*|//|<=|>=|==|!=|[-+*%<>(),\[\]])|(?P<bad>.)",
    re.DOTALL | re.ASCII,
)
_WORDS: Final = frozenset({"and", "or", "not", "if", "else", "min", "max", "abs", "sum"})
_RESERVED: Final = frozenset({"True", "False", "None", "lambda", "for", "in", "is", "await", "yield", "async"})

Kind = Literal["number", "truth", "list"]

_ARITHMETIC: Final[Mapping[type[ast.AST], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: Final[Mapping[type[ast.AST], Callable[[int, int], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


class FormulaError(ValueError):
    """A formula that cannot be read, or has no value: what is wrong, what to do."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(f"{what}; {hint}")
        self.what = what
        self.hint = hint


@frozen
class Formula:
    """A formula that was read and found well-formed."""

    text: str
    tree: ast.expr = field(repr=False, eq=False)
    """Python's syntax tree; each `ast.Name` holds the whole dotted name of a quantity."""
    names: tuple[str, ...]
    """The quantities it asks for (and `players`), in order of appearance."""
    kind: Kind

    def evaluate(self, values: Mapping[str, int]) -> int | bool:
        """The formula's value where the quantities have these values; raises FormulaError if it has none."""
        return _value(self.tree, values)


def parse_formula(text: str) -> Formula:
    """Read a formula; raises FormulaError for anything outside the language or its bounds, in milliseconds."""
    if len(text) > MAX_TEXT:
        raise FormulaError(f"a formula of {len(text)} characters, at most {MAX_TEXT} are read", "split the claim")
    source, names = _scan(text)
    if not source:
        raise FormulaError("expected a formula, found nothing", "write one, such as `a.total == a.one + a.two`")
    try:
        tree = ast.parse(source, mode="eval").body
    except SyntaxError:
        raise FormulaError(f"{shown(text)} is not a formula", "check its brackets and operators") from None
    except (RecursionError, MemoryError, ValueError):
        raise FormulaError("the formula is nested too deeply", "split the claim") from None
    kind = _Checker(names).check(tree)
    if kind == "list":
        raise FormulaError("expected a number or a statement, found a list", "write sum([…]) or compare it")
    return Formula(text=text, tree=tree, names=tuple(dict.fromkeys(names.values())), kind=kind)


def _scan(text: str) -> tuple[str, dict[str, str]]:
    """The text with every quantity's name made a plain identifier, and what each identifier stands for."""
    parts: list[str] = []
    names: dict[str, str] = {}
    numbers: dict[str, str] = {}
    depth = tokens = 0
    previous_end = run_start = -1
    previous_plain = False
    for token_match in _TOKEN.finditer(text):
        token, group = token_match[0], token_match.lastgroup
        if group is None:
            continue
        tokens += 1
        if tokens > MAX_TOKENS:
            raise FormulaError(f"a formula of more than {MAX_TOKENS} words and operators", "split the claim")
        plain = group in ("name", "int")
        if plain and previous_plain and token_match.start() == previous_end:
            raise FormulaError(f"{shown(text[run_start : token_match.end()])} is neither name nor number", "fix it")
        previous_end, previous_plain, run_start = token_match.end(), plain, token_match.start()
        match group:
            case "name" if token in _WORDS:
                parts.append(token)
            case "name" if token in _RESERVED:
                raise FormulaError(f"{shown(token)} is not part of the language", _LANGUAGE)
            case "name":
                parts.append(numbers.setdefault(token, f"q_{len(numbers)}"))
                names[numbers[token]] = token
            case "int" if len(token) > 12:
                raise FormulaError(f"a number of {len(token)} digits", "at most 12 are read")
            case "int":
                parts.append(str(int(token)))
            case "bad":
                what = "a division with a remainder lost is written //" if token == "/" else _LANGUAGE
                raise FormulaError(f"{shown(token)} is not part of the language", what)
            case _ if token == "**":
                raise FormulaError("powers are not part of the language", "write the product out")
            case _:
                depth += (token in "([") - (token in ")]")
                if depth > MAX_DEPTH:
                    raise FormulaError(f"brackets nested more than {MAX_DEPTH} deep", "split the claim")
                parts.append(token)
    return " ".join(parts), names


_LANGUAGE: Final = (
    "a formula has whole numbers, names, + - * // %, comparisons, and, or, not, if-else, min, max, abs, sum"
)


class _Checker:
    """Whether a tree keeps to the language; gives each part its kind."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self.nodes = 0

    def check(self, node: ast.expr, depth: int = 0) -> Kind:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise FormulaError(f"a formula of more than {MAX_NODES} parts", "split the claim")
        if depth > MAX_DEPTH:
            raise FormulaError(f"a formula nested more than {MAX_DEPTH} deep", "split the claim")
        deeper = depth + 1
        match node:
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                return "number"
            case ast.Name(id=name) if name in self.names:
                node.id = self.names[name]
                return "number"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                self.want("number", left, depth)  # a long sum leans to the left and is not deep
                self.want("number", right, deeper)
                return "number"
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                self.want("number", operand, deeper)
                return "number"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.want("truth", operand, deeper)
                return "truth"
            case ast.BoolOp(values=values):
                for part in values:
                    self.want("truth", part, deeper)
                return "truth"
            case ast.Compare(left=left, ops=ops, comparators=others) if all(type(o) in _COMPARISONS for o in ops):
                kind = self.check(left, deeper)
                if kind == "list" or (kind == "truth" and not all(isinstance(o, ast.Eq | ast.NotEq) for o in ops)):
                    raise FormulaError("only numbers can be compared", "fix the comparison")
                for other in others:
                    self.want(kind, other, deeper)
                return "truth"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                kind = self.check(body, deeper)
                self.want("truth", test, deeper)
                self.want(kind, orelse, deeper)
                return kind
            case ast.Call(func=ast.Name(id=function), args=args, keywords=[]) if function in _WORDS:
                return self.call(function, args, deeper)
            case ast.List(elts=elements):
                for element in elements:
                    self.want("number", element, deeper)
                return "list"
        if isinstance(node, ast.Name):
            raise FormulaError(f"{shown(node.id)} is a function and wants brackets", f"write {node.id}(…)")
        if isinstance(node, ast.Call):
            called = self.names.get(node.func.id, node.func.id) if isinstance(node.func, ast.Name) else "this"
            raise FormulaError(f"{shown(called)} cannot be called", "the functions are min, max, abs and sum")
        raise FormulaError(f"{type(node).__name__.lower()} is not part of the language", _LANGUAGE)

    def call(self, function: str, args: list[ast.expr], depth: int) -> Kind:
        if any(isinstance(a, ast.Starred) for a in args):
            raise FormulaError("a star is not part of the language", _LANGUAGE)
        if function == "abs" and len(args) == 1:
            self.want("number", args[0], depth)
        elif function == "sum" and len(args) == 1:
            self.want("list", args[0], depth)
        elif function in ("min", "max") and len(args) == 1:
            self.want("list", args[0], depth)
            if isinstance(args[0], ast.List) and not args[0].elts:
                raise FormulaError(f"{function} of nothing has no value", "list at least one number")
        elif function in ("min", "max") and len(args) > 1:
            for arg in args:
                self.want("number", arg, depth)
        else:
            hints = {"abs": "abs(x)", "sum": "sum([x, y])", "min": "min(x, y)", "max": "max(x, y)"}
            raise FormulaError(f"{function} with {len(args)} arguments", f"write {hints.get(function, '…')}")
        return "number"

    def want(self, kind: Kind, node: ast.expr, depth: int) -> None:
        actual = self.check(node, depth)
        if actual != kind:
            words = {"number": "a number", "truth": "something true or false", "list": "a list"}
            raise FormulaError(f"expected {words[kind]}, found {words[actual]}", "fix the formula")


def _value(node: ast.expr, values: Mapping[str, int]) -> int | bool:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name):
            if name not in values:
                raise FormulaError(f"{shown(name)} has no value", "give it one")
            return values[name]
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _value(left, values), _value(right, values)
            if b == 0 and isinstance(op, ast.FloorDiv | ast.Mod):
                raise FormulaError("a division by zero", "guard it with if-else")
            return _bounded(_ARITHMETIC[type(op)](a, b))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, values)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, values)
        case ast.UnaryOp(operand=operand):
            return _value(operand, values)
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_value(part, values) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_value(part, values) for part in parts)
        case ast.Compare(left=left, ops=ops, comparators=others):
            a = _value(left, values)
            for sign, other in zip(ops, others, strict=True):
                b = _value(other, values)
                if not _COMPARISONS[type(sign)](a, b):
                    return False
                a = b
            return True
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _value(body if _value(test, values) else orelse, values)
        case ast.Call(func=ast.Name(id=function), args=args):
            return _bounded(_FUNCTIONS[function](_arguments(args, values)))
    raise AssertionError(f"not checked: {ast.dump(node)[:80]}")


def _arguments(args: list[ast.expr], values: Mapping[str, int]) -> list[int]:
    parts = args[0].elts if len(args) == 1 and isinstance(args[0], ast.List) else args
    return [int(_value(part, values)) for part in parts]


_FUNCTIONS: Final[Mapping[str, Callable[[list[int]], int]]] = {
    "min": min,
    "max": max,
    "sum": sum,
    "abs": lambda numbers: abs(numbers[0]),
}


def _bounded(value: int) -> int:
    if abs(value) > MAX_INT:
        raise FormulaError(f"a value beyond {MAX_INT:,}", "rules of games have smaller numbers")
    return value


def check_names(formula: Formula, known: Mapping[str, object], path: str, line: int, what: str) -> None:
    """Raise SpecError for the first name in a formula that is no quantity."""
    for name in formula.names:
        if name == PLAYERS or name in known:
            continue
        parts = name.split("-")
        hint = meant(name, [*known, PLAYERS], "the quantities are")
        if "-" in name and all(p in known or p == PLAYERS or p.isdigit() for p in parts):
            hint = f"a minus sign stands between spaces: {' - '.join(parts)}"
        raise SpecError(path, line, f"{what}: no quantity {shown(name)}", hint)


@frozen
class ClaimFailure:
    """A claim that does not hold, with the numbers that break it."""

    claim: str
    path: str
    line: int
    players: int | None
    """The player count for which it fails; None where the count does not matter."""
    formula: str
    values: dict[str, int]
    why: str

    def __str__(self) -> str:
        count = "" if self.players is None else f" with {self.players} players"
        numbers = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        return f"{self.path}:{self.line}: claim {shown(self.claim)}{count} {self.why}: {self.formula} ({numbers})"


def check_claims(rulebook: Rulebook, numbers: Mapping[str, int] | None = None) -> tuple[ClaimFailure, ...]:
    """The claims that fail, for every player count, with the rulebook's numbers or some of them replaced."""
    failures: list[ClaimFailure] = []
    overrides = numbers or {}
    for claim in rulebook.claims.values():
        formula = parse_formula(claim.formula)
        varies = PLAYERS in formula.names or any(
            isinstance(rulebook.quantities[n].value, dict) for n in formula.names if n in rulebook.quantities
        )
        counts: tuple[int | None, ...] = rulebook.player_counts() if varies else (None,)
        for players in counts:
            values = rulebook.values(players, overrides)
            if players is not None:
                values[PLAYERS] = players
            used = {name: values[name] for name in formula.names if name in values}
            try:
                why = "" if formula.evaluate(values) else "does not hold"
            except FormulaError as problem:
                why = f"has no answer, {problem.what}"
            if why:
                flat = " ".join(claim.formula.split())
                failures.append(ClaimFailure(claim.id, rulebook.path, claim.line, players, flat, used, why))
    return tuple(failures)
