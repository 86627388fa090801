"""Whether what a text says can all be true: its numbers and statements, and the claims of the rulebook, as formulas.

Every number that an edition finds in the text, everything else that a passage states, and every claim of the rulebook
is one tracked statement for z3.  What comes out are conflicts that a person can check by eye: a few passages of the
text, and claims, that cannot hold together.
"""

from __future__ import annotations

import ast
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import z3  # type: ignore[import-untyped]
from attrs import define, evolve, field, frozen

from rulecheck.solvers.cores import Conflicts, components, conflicts
from rulecheck.spec.editions import OWN, Literal
from rulecheck.spec.expressions import PLAYERS, Formula, parse_formula
from rulecheck.spec.laid import Laid, Said, Taken
from rulecheck.spec.model import Rulebook

LARGEST: Final = 10**6
"""No number of a rulebook is larger."""


class Literally(Protocol):
    """A literal statement of an edition, found in a text."""

    @property
    def said(self) -> Said:
        """The passage that makes it."""

    @property
    def literal(self) -> Literal:
        """What it states."""


@frozen
class Statement:
    """One thing that is said, as a formula."""

    id: str
    source: str
    """`number`, `fact`, `says` or `literal` for the text; `claim` and `rulebook` for our rulebook."""
    text: str
    """In words or as a formula, for a person."""
    formula: Any
    """For z3; equal statements have equal formulas."""
    names: frozenset[str]
    clauses: tuple[str, ...] = ()
    said: Said | None = None
    hole: int | None = None
    """Which of the passage's holes it is."""
    value: int | None = None
    line: int | None = None
    """Of the rulebook."""

    @property
    def is_of_text(self) -> bool:
        """Whether the user's text says it (and not our rulebook)."""
        return self.said is not None


@frozen
class Contradiction:
    """Statements that cannot hold together, and what giving one of them up would mend."""

    core: tuple[Statement, ...]
    """The smallest conflict."""
    others: tuple[tuple[Statement, ...], ...]
    """Further conflicts that the same correction mends."""
    mend: tuple[Statement, ...]
    """Give these up and the conflicts are gone; empty if it is as well one as the other."""
    right: int | None
    """The number that would agree with all the rest, where there is only one."""
    is_complete: bool


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


def _parts(formula: Formula) -> list[Formula]:
    """The statements that a formula joins with `and`: each can be right or wrong on its own."""
    tree = formula.tree
    if not (isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And)):
        return [evolve(formula, text=" ".join(formula.text.split()))]
    parts = []
    for part in tree.values:
        names = tuple(dict.fromkeys(n.id for n in ast.walk(part) if isinstance(n, ast.Name) and n.id not in _FUNCTIONS))
        parts.append(Formula(text=ast.unparse(part), tree=part, names=names, kind="truth"))
    return parts


_FUNCTIONS: Final = frozenset({"min", "max", "abs", "sum"})


class Statements:
    """The statements of one text under one edition, and of the rulebook."""

    def __init__(self, rulebook: Rulebook, laid: Laid) -> None:
        self.rulebook = rulebook
        self.laid = laid
        self.names = Names(rulebook, laid.edition.facts)
        self.claims = tuple(self._claims())

    def _claims(self) -> Iterable[Statement]:
        for claim in self.rulebook.claims.values():
            formula = parse_formula(claim.formula)
            for n, part in enumerate(_parts(formula)):
                for count in self.names.counts_of(part, None):
                    term, used = translate(part, self.names, count, claim.id)
                    told = "" if count is None else f" with {count} players"
                    clauses = tuple(
                        dict.fromkeys(
                            self.rulebook.quantities[name].clause
                            for name in part.names
                            if name in self.rulebook.quantities
                        )
                    )
                    yield Statement(
                        f"claim {claim.id} {n}{told}",
                        "claim",
                        f"claim {claim.id}{told}: {part.text}",
                        term,
                        used,
                        clauses,
                        line=claim.line,
                    )

    def values(self, said: Iterable[Said]) -> Iterable[Statement]:
        """The rulebook's own values of the numbers that the text does not give."""
        given: set[str] = set()
        for statement in (s for passage in said for s in self.of(passage)):
            given |= statement.names
        for quantity in self.rulebook.quantities.values():
            counts = (None,) if isinstance(quantity.value, int) else tuple(quantity.value)
            for count in counts:
                variable = self.names.variable(quantity.name, count, "")
                value = quantity.at(count)
                if variable not in given and value is not None:
                    yield Statement(
                        f"rulebook {variable}",
                        "rulebook",
                        f"our rulebook: {variable} = {value}",
                        z3.Int(variable) == value,
                        frozenset({variable}),
                        (quantity.clause,),
                        value=value,
                        line=quantity.line,
                    )

    def of(self, said: Said) -> tuple[Statement, ...]:
        """What one passage states."""
        statements: list[Statement] = []
        units = self.laid.finder.units
        scope = f"{said.passage.number}.{said.match.first}"
        for n, taken in enumerate(said.taken):
            if taken.unit is None:
                continue
            if taken.item.formula is not None and taken.item.formula.names and taken.item.kind == "number":
                value = units[taken.unit].value
                if value is not None:
                    statements.append(self._number(said, n, taken, taken.item.formula, value, scope))
            elif taken.item.fact is not None:
                rule = units[taken.unit].rule
                values = self.names.facts[taken.item.fact]
                if rule is not None and rule.means in values:
                    fact, value = taken.item.fact, values.index(rule.means)
                    statements.append(
                        Statement(
                            f"passage {scope} hole {n}",
                            "fact",
                            f"{fact}: {rule.means}",
                            z3.Int(fact) == value,
                            frozenset({fact}),
                            said.passage.clauses,
                            said=said,
                            hole=n,
                        )
                    )
        if said.passage.says and self._counts(said):
            for n, formula in enumerate(said.passage.says):
                counts = self.names.counts_of(formula, None)
                parts = [translate(formula, self.names, count, scope) for count in counts]
                statements.append(
                    Statement(
                        f"passage {scope} says {n}",
                        "says",
                        said.passage.note or self._told(formula),
                        z3.And([term for term, _ in parts]) if len(parts) > 1 else parts[0][0],
                        frozenset().union(*(used for _, used in parts)),
                        said.passage.clauses,
                        said=said,
                    )
                )
        return tuple(statements)

    def literal(self, told: Literally, id: str) -> Iterable[Statement]:
        """What one sentence literally states, as one statement; nothing if no formula says it."""
        if not told.literal.states:
            return
        parts = [
            translate(formula, self.names, count, id)
            for formula in told.literal.states
            for count in self.names.counts_of(formula, None)
        ]
        yield Statement(
            id,
            "literal",
            told.literal.told,
            z3.And([term for term, _ in parts]) if len(parts) > 1 else parts[0][0],
            frozenset().union(*(used for _, used in parts)),
            told.said.passage.clauses,
            said=told.said,
        )

    def _told(self, formula: Formula) -> str:
        """A formula for a person; `fact == 1` in the fact's own words."""
        match formula.tree:
            case ast.Compare(left=ast.Name(id=fact), ops=[ast.Eq()], comparators=[ast.Constant(value=int(value))]):
                values = self.names.facts.get(fact, ())
                if 0 <= value < len(values):
                    return f"{fact}: {values[value]}"
        return " ".join(formula.text.split()).replace(OWN, "")

    def _counts(self, said: Said) -> bool:
        """Whether a passage states what it says: its rule words are those that the edition expects."""
        units = self.laid.finder.units
        for taken in said.taken:
            if taken.item.rule is not None and taken.item.fact is None:
                rule = None if taken.unit is None else units[taken.unit].rule
                if rule is None or rule.means != taken.item.rule.means:
                    return False
        return True

    def _number(self, said: Said, n: int, taken: Taken, formula: Formula, value: int, scope: str) -> Statement:
        counts = self.names.counts_of(formula, taken.item.players)
        parts = [translate(formula, self.names, count, scope) for count in counts]
        terms = [term == value for term, _ in parts]
        names = frozenset().union(*(used for _, used in parts))
        what = " ".join(formula.text.split()).replace(OWN, "")
        if taken.item.players is not None and any(self.names.varies(name) for name in formula.names):
            what += f" with {taken.item.players} players"
        return Statement(
            f"passage {scope} hole {n}",
            "number",
            f"{what} = {value}",
            z3.And(terms) if len(terms) > 1 else terms[0],
            names,
            said.passage.clauses,
            said=said,
            hole=n,
            value=value,
        )


def expected(taken: Taken, rulebook: Rulebook) -> int | None:
    """The number that the rulebook wants in a hole; None if only the text itself knows it."""
    formula = taken.item.formula
    if formula is None or any(name not in rulebook.quantities and name != PLAYERS for name in formula.names):
        return None
    wanted: set[int] = set()
    counts = (taken.item.players,) if taken.item.players is not None else (None, *rulebook.player_counts())
    for count in counts:
        values = rulebook.values(count)
        if count is not None:
            values[PLAYERS] = count
        if all(name in values for name in formula.names):
            wanted.add(int(formula.evaluate(values)))
            if count is None:
                break
    return wanted.pop() if len(wanted) == 1 else None


def contradictions(statements: Iterable[Statement], suspect: Iterable[str] = ()) -> list[Contradiction]:
    """Every contradiction among statements, those with a common correction as one.

    `suspect` are ids of statements that are known to depart from the rulebook: of two corrections that are
    equally small, the one that changes these is proposed.  What sentences literally state against their clauses goes
    first.
    """
    by_id = {s.id: s for s in statements}
    doubted = frozenset(suspect)
    clashes: list[Contradiction] = []
    for part in components({s.id: s.names for s in by_id.values()}):
        if len(part) > 1:
            clashes += _of_part({id: by_id[id] for id in part}, doubted)
    return clashes


@define
class _Solved:
    """What was solved, by the formulas: an editor asks for nearly the same text again and again.

    Equal formulas are one object of z3 as long as one of them is held, which the answers do.
    """

    answers: OrderedDict[tuple[int, ...], tuple[Sequence[Any], Conflicts[int] | None]] = field(factory=OrderedDict)

    def conflicts(self, formulas: Sequence[Any], names: Iterable[str]) -> Conflicts[int] | None:
        """The conflicts among formulas, which are called by their places."""
        key = tuple(formula.get_id() for formula in formulas)
        if key not in self.answers:
            variables = [z3.Int(name) for name in sorted(names)]
            hard = [z3.And(v >= 0, v <= LARGEST) for v in variables]
            self.answers[key] = formulas, conflicts(dict(enumerate(formulas)), hard)
        self.answers.move_to_end(key)
        if len(self.answers) > _KEPT:
            self.answers.popitem(last=False)
        return self.answers[key][1]


_KEPT: Final = 500
"""Parts of texts whose conflicts are remembered: ten texts of our games."""
_SOLVED: Final = _Solved()


def _conflicts(part: Mapping[str, Statement]) -> Conflicts[str] | None:
    formulas = [statement.formula for statement in part.values()]
    solved = _SOLVED.conflicts(formulas, {name for s in part.values() for name in s.names})
    if solved is None:
        return None
    ids = list(part)
    cores, ways = (
        tuple(frozenset(ids[place] for place in group) for group in groups)
        for groups in (solved.cores, solved.ways_out)
    )
    return Conflicts(cores, ways, solved.is_complete)


def _of_part(part: Mapping[str, Statement], doubted: frozenset[str]) -> list[Contradiction]:
    result = _conflicts(part)
    if result is None:
        return []
    ways = [w for w in result.ways_out if all(part[k].is_of_text for k in w)] or list(result.ways_out)
    known = frozenset(id for id, statement in part.items() if statement.source == "literal")

    def weight(way: frozenset[str]) -> tuple[int, int, int]:
        """What is given up: first as little as can be beside the sentences that are known to state another rule."""
        return (len(way - known), len(way), -len(way & doubted))

    ranked = sorted(ways, key=lambda way: (weight(way), sorted(way)))
    best = ranked[0] if ranked else frozenset[str]()
    alone = [way for way in ranked if weight(way) == weight(best)]
    groups: dict[str, list[frozenset[str]]] = {}
    for core in result.cores:
        key = next((k for k in sorted(best) if k in core), "")
        groups.setdefault(key, []).append(core)
    clashes = []
    for key, cores in groups.items():
        is_clear = bool(key) and (len(alone) == 1 or key in doubted)
        order = {id: n for n, id in enumerate(part)}
        told = [tuple(part[k] for k in sorted(core, key=lambda k: order[k])) for core in cores]
        mend = (part[key],) if is_clear else ()
        right = _right(part, best, part[key]) if is_clear else None
        clashes.append(Contradiction(told[0], tuple(told[1:]), mend, right, result.is_complete))
    return clashes


def _right(part: Mapping[str, Statement], given_up: frozenset[str], wrong: Statement) -> int | None:
    """The only number that would do in place of a wrong one, if there is only one."""
    if wrong.source != "number" or wrong.said is None or wrong.hole is None or len(wrong.names) != 1:
        return None
    formula = wrong.said.taken[wrong.hole].item.formula
    if formula is None or len(formula.names) != 1 or formula.text.strip() != formula.names[0]:
        return None
    solver = z3.Solver()
    solver.add(*[s.formula for id, s in part.items() if id not in given_up])
    variable = z3.Int(next(iter(wrong.names)))
    solver.add(variable >= 0)
    if solver.check() != z3.sat:
        return None
    value = solver.model().eval(variable)
    if not z3.is_int_value(value):
        return None
    solver.add(variable != value)
    return int(value.as_long()) if solver.check() == z3.unsat else None


def equivalent(a: Iterable[Statement], b: Iterable[Statement]) -> bool:
    """Whether two groups of statements say the same."""
    first = z3.And([s.formula for s in a])
    second = z3.And([s.formula for s in b])
    solver = z3.Solver()
    solver.add(first != second)
    return bool(solver.check() == z3.unsat)


__all__ = [
    "Contradiction",
    "Names",
    "Statement",
    "Statements",
    "contradictions",
    "equivalent",
    "expected",
    "translate",
]
