"""A rulebook's formulas for z3: its numbers as variables, and what is said of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import z3  # type: ignore[import-untyped]

from rulecheck.spec.editions import OWN, Edition
from rulecheck.spec.expressions import PLAYERS, Formula
from rulecheck.spec.model import Rulebook

FUNCTIONS: Final = frozenset({"min", "max", "abs", "sum"})
"""What a formula can call; every other name is a number's."""


class Names:
    """The z3 variables of a rulebook: one for each number, or for each player count."""

    def __init__(self, rulebook: Rulebook, facts: Mapping[str, tuple[str, ...]]) -> None:
        self.rulebook = rulebook
        self.facts = facts
        self.counts = rulebook.player_counts()

    def varies(self, name: str) -> bool:
        """Whether a number depends on the player count."""
        quantity = self.rulebook.quantities.get(name)
        return quantity is not None and isinstance(quantity.value, dict)

    def counts_of(self, formula: Formula, players: int | None) -> tuple[int | None, ...]:
        """The player counts that a formula speaks about; (None,) if it does not matter."""
        if players is not None:
            return (players,)
        if PLAYERS not in formula.names and not any(self.varies(n) for n in formula.names):
            return (None,)
        return tuple(
            count
            for count in self.counts
            if all(
                self.rulebook.quantities[n].at(count) is not None
                for n in formula.names
                if n in self.rulebook.quantities
            )
        )

    def variable(self, name: str, players: int | None, scope: str) -> str:
        """The variable of a name."""
        if name.startswith(OWN):
            return f"{name} in {scope}"
        return f"{name} with {players} players" if self.varies(name) and players is not None else name


def names_of(rulebook: Rulebook, edition: Edition) -> Names:
    """The variables of a rulebook under an edition; others once z3 has begun afresh, as formulas go with them."""
    return _names_of(rulebook, edition, z3.main_ctx())


@lru_cache(maxsize=8)
def _names_of(rulebook: Rulebook, edition: Edition, _context: z3.Context) -> Names:
    return Names(rulebook, edition.facts)


@lru_cache(maxsize=20_000)
def joined(
    formula: Formula, names: Names, counts: Sequence[int | None], scope: str, value: int | None
) -> tuple[Any, frozenset[str]]:
    """A formula for some player counts at once, or that it has a value; the same in however many texts it stands."""
    parts = [translate(formula, names, count, scope) for count in counts]
    terms = [term if value is None else term == value for term, _ in parts]
    return z3.And(terms) if len(terms) > 1 else terms[0], frozenset().union(*(used for _, used in parts))


def translate(formula: Formula, names: Names, players: int | None, scope: str) -> tuple[Any, frozenset[str]]:
    """A formula for z3 and the variables it speaks about."""
    used: set[str] = set()

    def term(node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int(value)):
                return z3.IntVal(value)
            case ast.Name(id=name) if name == PLAYERS:
                return z3.IntVal(players if players is not None else 0)
            case ast.Name(id=name):
                variable = names.variable(name, players, scope)
                used.add(variable)
                return z3.Int(variable)
            case ast.BinOp(left=left, op=op, right=right):
                return _ARITHMETIC[type(op)](term(left), term(right))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return z3.Not(term(operand))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -term(operand)
            case ast.UnaryOp(operand=operand):
                return term(operand)
            case ast.BoolOp(op=op, values=parts):
                joined = [term(part) for part in parts]
                return z3.And(joined) if isinstance(op, ast.And) else z3.Or(joined)
            case ast.Compare(left=left, ops=ops, comparators=others):
                terms = [term(left), *(term(o) for o in others)]
                compared = [_COMPARE[type(op)](a, b) for op, a, b in zip(ops, terms[:-1], terms[1:], strict=True)]
                return z3.And(compared) if len(compared) > 1 else compared[0]
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return z3.If(term(test), term(body), term(orelse))
            case ast.Call(func=ast.Name(id=function), args=args):
                parts = args[0].elts if len(args) == 1 and isinstance(args[0], ast.List) else args
                return _call(function, [term(part) for part in parts])
        raise AssertionError(f"not a formula: {ast.dump(node)[:80]}")

    return term(formula.tree), frozenset(used)


def _call(function: str, terms: list[Any]) -> Any:
    if function == "abs":
        return z3.If(terms[0] >= 0, terms[0], -terms[0])
    if function == "sum":
        return z3.Sum(terms) if terms else z3.IntVal(0)
    best = terms[0]
    for other in terms[1:]:
        best = z3.If(other < best if function == "min" else other > best, other, best)
    return best


_ARITHMETIC: Final[Mapping[type[ast.AST], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a / b,
    ast.Mod: lambda a, b: a % b,
}
_COMPARE: Final[Mapping[type[ast.AST], Any]] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
}
