"""Which statements cannot hold together: every minimal conflict, and every smallest way out of it.

A *core* is a set of statements that cannot hold together although each smaller part of it can.  A *way out* is a
smallest set of statements to give up so that the rest can hold.  Both are enumerated together (the MARCO method), for
each connected part of the statements on its own: statements that share no number cannot be in one core.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import z3  # type: ignore[import-untyped]
from attrs import define, field, frozen

MOST: Final = 200
"""Cores and ways out of one part; a part with more is told as incomplete."""

WORK: Final = 20_000_000
"""How much work z3 does for one question; what is not answered by then counts as no conflict."""

Key = TypeVar("Key", bound=Hashable)


@frozen
class Conflicts(Generic[Key]):
    """What is wrong in one connected part."""

    cores: tuple[frozenset[Key], ...]
    """Smallest first."""
    ways_out: tuple[frozenset[Key], ...]
    """Smallest first."""
    is_complete: bool


def components(names: Mapping[Key, Iterable[str]]) -> list[list[Key]]:
    """The connected parts: statements that speak, directly or over others, about the same numbers."""
    parent: dict[Any, Any] = {}

    def root(node: Any) -> Any:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for key, used in names.items():
        for name in used:
            parent[root(("statement", key))] = root(("name", name))
    parts: dict[Any, list[Key]] = {}
    for key in names:
        parts.setdefault(root(("statement", key)), []).append(key)
    return list(parts.values())


def conflicts(statements: Mapping[Key, Any], hard: Sequence[Any] = (), most: int = MOST) -> Conflicts[Key] | None:
    """Every core and way out of some z3 statements; None if they can hold together.

    `hard` statements are never given up.
    """
    search = _Marco(statements, hard)
    if search.holds(frozenset(statements)):
        return None
    return search.run(most)


@define
class _Marco(Generic[Key]):
    statements: Mapping[Key, Any]
    hard: Sequence[Any]
    keys: list[Key] = field(init=False)
    marks: dict[Key, Any] = field(init=False)
    by_mark: dict[str, Key] = field(init=False)
    solver: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.keys = list(self.statements)
        self.marks = {key: z3.Bool(f"statement {n}") for n, key in enumerate(self.keys)}
        self.by_mark = {str(mark): key for key, mark in self.marks.items()}
        self.solver = z3.Solver()
        self.solver.set("rlimit", WORK)
        self.solver.add(*self.hard)
        for key, mark in self.marks.items():
            self.solver.add(z3.Implies(mark, self.statements[key]))

    def holds(self, chosen: frozenset[Key]) -> bool:
        return bool(self.solver.check(*[self.marks[k] for k in self.keys if k in chosen]) != z3.unsat)

    def shrunk(self, chosen: frozenset[Key]) -> frozenset[Key]:
        """A core inside some statements that cannot hold together."""
        core = self._core(chosen)
        for key in self.keys:
            if key in core and len(core) > 1:
                rest = core - {key}
                if not self.holds(rest):
                    core = self._core(rest)
        return core

    def _core(self, chosen: frozenset[Key]) -> frozenset[Key]:
        if self.holds(chosen):
            raise AssertionError("a core of statements that can hold")
        core = frozenset(self.by_mark[str(mark)] for mark in self.solver.unsat_core())
        return core or chosen

    def _widened(self, chosen: frozenset[Key], cores: Iterable[frozenset[Key]]) -> frozenset[Key]:
        """As many statements as there can be without a whole one of these cores, with the chosen ones among them.

        If they can hold, no other can be added: the rest is a smallest way out.
        """
        for key in self.keys:
            more = chosen | {key}
            if not any(core <= more for core in cores):
                chosen = more
        return chosen

    def run(self, most: int) -> Conflicts[Key]:
        left = z3.Solver()
        for mark in self.marks.values():
            left.add(z3.Or(mark, z3.Not(mark)))
        every = frozenset(self.keys)
        cores: list[frozenset[Key]] = []
        ways_out = [frozenset({key}) for key in self.keys if self.holds(every - {key})]
        for way_out in ways_out:
            left.add(self.marks[next(iter(way_out))])
        while len(cores) + len(ways_out) < most and left.check() == z3.sat:
            model = left.model()
            seed = frozenset(k for k, m in self.marks.items() if z3.is_true(model.eval(m, model_completion=True)))
            seed = self._widened(seed, cores)
            if self.holds(seed):
                way_out = every - seed
                ways_out.append(way_out)
                left.add(z3.Or([self.marks[k] for k in way_out]))
            else:
                core = self.shrunk(seed)
                cores.append(core)
                left.add(z3.Or([z3.Not(self.marks[k]) for k in core]))
        order = {key: n for n, key in enumerate(self.keys)}
        ranked = [sorted(s, key=lambda c: (len(c), sorted(order[k] for k in c))) for s in (cores, ways_out)]
        return Conflicts(tuple(ranked[0]), tuple(ranked[1]), bool(left.check() != z3.sat))
