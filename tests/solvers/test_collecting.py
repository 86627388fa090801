"""How theorems come to know their game, and which names are told when one does not exist."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulecheck.solvers.theorem import NoTheorem, Theorem, closest, collect, theorems
from rulecheck.spec import Game, Part

THEOREM = '''
"""Theorems of a game that nobody knows."""
from rulecheck.solvers.theorem import theorem

@theorem("a.clause", bounds="all")
def {name}(proof):
    """It holds."""
'''


def package(folder: Path, name: str, **modules: str) -> str:
    """The name of a package with these modules, each with one theorem."""
    home = folder / name
    home.mkdir()
    (home / "__init__.py").write_text("")
    for module, theorem in modules.items():
        (home / f"{module}.py").write_text(THEOREM.format(name=theorem))
    return name


def collected_from(package: str) -> list[Theorem]:
    """The theorems of a game that has them in this package."""
    return collect(Game("market", Path(), theorems=package).modules(Part.THEOREMS), "market")


def test_theorems_get_the_game_they_are_collected_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    name = package(tmp_path, "of_a_stranger", b="second", a="first")

    collected = collected_from(name)

    assert [(theorem.game, theorem.name) for theorem in collected] == [("market", "first"), ("market", "second")]


def test_a_theorem_that_is_imported_belongs_to_the_module_that_defines_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    name = package(tmp_path, "importing", b="second", a="first")
    with (tmp_path / name / "b.py").open("a") as module:
        module.write(f"from {name}.a import first\n")

    assert [theorem.name for theorem in collected_from(name)] == ["first", "second"]
    assert hasattr(sys.modules[f"{name}.b"], "first")


def test_two_theorems_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    name = package(tmp_path, "of_twins", a="same", b="same")

    with pytest.raises(ValueError, match=f"{name}.b: there are two theorems same"):
        collected_from(name)


def test_a_game_without_theorems_has_none() -> None:
    assert theorems("no_such_game") == ()


def test_only_the_closest_names_are_told() -> None:
    names = [theorem.name for theorem in theorems("power_grid")]
    error = str(NoTheorem("power_grid", "fuel-is-sold", names))

    assert 1 <= len([name for name in names if name in error]) <= 3
    assert "fuel-is-sold-at-rising-prices" in error


def test_where_no_name_is_like_it_the_number_is_told() -> None:
    names = [theorem.name for theorem in theorems("power_grid")]

    assert closest("xyzzy", names) == []
    assert "decides all" in str(NoTheorem("power_grid", "xyzzy", names))
