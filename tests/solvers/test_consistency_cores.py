"""Every minimal conflict and every smallest way out."""

from __future__ import annotations

from itertools import combinations

import pytest
import z3  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from rulecheck.solvers.cores import components, conflicts

X, Y, Z = z3.Ints("x y z")


@pytest.fixture(autouse=True)
def of_the_main_context() -> None:
    """Another test in this process may have put the main context of z3 away (``solvers.logic.afresh``)."""
    global X, Y, Z
    X, Y, Z = z3.Ints("x y z")


def test_statements_that_can_hold_have_no_conflict() -> None:
    assert conflicts({"a": X == 1, "b": Y == X + 1}) is None


def test_all_conflicts_are_found_not_only_the_first() -> None:
    """A total of 5 that is given as 2 and 2, and as 6: two conflicts, one of them hidden behind the other."""
    conflict = conflicts({"one": X == 2, "two": Y == 2, "sum": Z == X + Y, "five": Z == 5, "six": Z == 6})
    assert conflict is not None
    assert set(conflict.cores) == {
        frozenset({"five", "six"}),
        frozenset({"one", "two", "sum", "five"}),
        frozenset({"one", "two", "sum", "six"}),
    }
    assert conflict.is_complete


def test_the_smallest_conflict_comes_first() -> None:
    conflict = conflicts({"a": X > 1, "b": Y > X, "c": Y < 2, "d": X < 0})
    assert conflict is not None
    assert [len(core) for core in conflict.cores] == sorted(len(core) for core in conflict.cores)


def test_a_way_out_is_as_small_as_can_be() -> None:
    conflict = conflicts({"a": X == 1, "b": X == 1, "c": X == 1, "wrong": X == 2})
    assert conflict is not None
    assert conflict.ways_out[0] == frozenset({"wrong"})
    assert set(conflict.ways_out) == {frozenset({"wrong"}), frozenset({"a", "b", "c"})}


def test_hard_statements_are_never_given_up() -> None:
    conflict = conflicts({"a": X == 1}, hard=[X == 2])
    assert conflict is not None
    assert conflict.cores == (frozenset({"a"}),)


def test_too_many_conflicts_are_told_as_incomplete() -> None:
    conflict = conflicts({n: n == X for n in range(12)}, most=5)
    assert conflict is not None
    assert not conflict.is_complete


def test_statements_without_a_common_name_are_apart() -> None:
    parts = components({"a": ["x"], "b": ["y"], "c": ["x", "z"], "d": []})
    assert sorted(sorted(part) for part in parts) == [["a", "c"], ["b"], ["d"]]


def can_hold(bounds: list[tuple[str, str, int]]) -> bool:
    """Whether some whole number for each name meets all bounds; it need not be far beyond theirs."""
    by_name = [[(sign, value) for name, sign, value in bounds if name == variable] for variable in "xyz"]
    return all(
        any(all(at < value if sign == "<" else at > value for sign, value in some) for at in range(-1, 5))
        for some in by_name
    )


_BOUNDS = st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from(("<", ">")), st.integers(0, 3)), max_size=6)


@given(_BOUNDS)
@settings(max_examples=100, deadline=None, database=None, derandomize=True)
def test_conflicts_are_those_that_trying_everything_finds(bounds: list[tuple[str, str, int]]) -> None:
    variables = {"x": X, "y": Y, "z": Z}
    statements = {
        n: variables[name] < value if sign == "<" else variables[name] > value
        for n, (name, sign, value) in enumerate(bounds)
    }

    every = [frozenset(c) for size in range(len(statements) + 1) for c in combinations(statements, size)]
    wrong = [c for c in every if not can_hold([bounds[k] for k in c])]
    minimal = {c for c in wrong if not any(other < c for other in wrong)}
    conflict = conflicts(statements)
    assert (set(conflict.cores) if conflict else set()) == minimal
