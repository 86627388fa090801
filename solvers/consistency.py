"""Whether what a text says can all be true: its numbers and statements, and the claims of the rulebook, as formulas.

Every number that an edition finds in the text, everything else that a passage states, and every claim of the rulebook
is one tracked statement for z3.  What comes out are conflicts that a person can check by eye: a few passages of the
text, and claims, that cannot hold together.
"""

from __future__ import annotations

import ast
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol

import z3  # type: ignore[import-untyped]
from attrs import define, evolve, field, frozen

from rulecheck.solvers.cores import Conflicts, components, conflicts
from rulecheck.solvers.formulas import FUNCTIONS, Names, joined, names_of, translate
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


def _parts(formula: Formula) -> list[Formula]:
    """The statements that a formula joins with `and`: each can be right or wrong on its own."""
    tree = formula.tree
    if not (isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And)):
        return [evolve(formula, text=" ".join(formula.text.split()))]
    parts = []
    for part in tree.values:
        names = tuple(dict.fromkeys(n.id for n in ast.walk(part) if isinstance(n, ast.Name) and n.id not in FUNCTIONS))
        parts.append(Formula(text=ast.unparse(part), tree=part, names=names, kind="truth"))
    return parts


@lru_cache(maxsize=8)
def _claims(names: Names) -> tuple[Statement, ...]:
    """The claims of a rulebook, each part for each player count."""
    return tuple(_each_claim(names))


def _each_claim(names: Names) -> Iterator[Statement]:
    for claim in names.rulebook.claims.values():
        for n, part in enumerate(_parts(parse_formula(claim.formula))):
            for count in names.counts_of(part, None):
                term, used = translate(part, names, count, claim.id)
                told = "" if count is None else f" with {count} players"
                clauses = tuple(
                    dict.fromkeys(
                        names.rulebook.quantities[name].clause
                        for name in part.names
                        if name in names.rulebook.quantities
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


class Statements:
    """The statements of one text under one edition, and of the rulebook."""

    def __init__(self, rulebook: Rulebook, laid: Laid) -> None:
        self.rulebook = rulebook
        self.laid = laid
        self.names = names_of(rulebook, laid.edition)
        self.claims = _claims(self.names)

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
                term, used = self._term(formula, None, scope)
                statements.append(
                    Statement(
                        f"passage {scope} says {n}",
                        "says",
                        said.passage.note or self._told(formula),
                        term,
                        used,
                        said.passage.clauses,
                        said=said,
                    )
                )
        return tuple(statements)

    def _term(
        self, formula: Formula, players: int | None, scope: str, value: int | None = None
    ) -> tuple[Any, frozenset[str]]:
        """What a formula, or that it has a value, is for z3, and the variables that it speaks of."""
        own = scope if any(name.startswith(OWN) for name in formula.names) else ""
        return joined(formula, self.names, self.names.counts_of(formula, players), own, value)

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
        term, names = self._term(formula, taken.item.players, scope, value)
        what = " ".join(formula.text.split()).replace(OWN, "")
        if taken.item.players is not None and any(self.names.varies(name) for name in formula.names):
            what += f" with {taken.item.players} players"
        return Statement(
            f"passage {scope} hole {n}",
            "number",
            f"{what} = {value}",
            term,
            names,
            said.passage.clauses,
            said=said,
            hole=n,
            value=value,
        )


def expected(taken: Taken, rulebook: Rulebook) -> int | None:
    """The number that the rulebook wants in a hole; None if only the text itself knows it."""
    formula = taken.item.formula
    return None if formula is None else _wanted(formula, taken.item.players, rulebook)


@lru_cache(maxsize=4096)
def _wanted(formula: Formula, players: int | None, rulebook: Rulebook) -> int | None:
    if any(name not in rulebook.quantities and name != PLAYERS for name in formula.names):
        return None
    wanted: set[int] = set()
    counts = (players,) if players is not None else (None, *rulebook.player_counts())
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
