"""A game from outside: written by `rulecheck new`, beside nothing of ours."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulecheck.cli.commands.new import write_game
from rulecheck.spec.registry import VARIABLE
from tests.cli.conftest import answer, rulecheck

__all__ = ["answer", "rulecheck"]


@pytest.fixture
def nothing_outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No folder is known; what a test imports from its own is forgotten after it."""
    monkeypatch.setenv(VARIABLE, "")
    before = set(sys.modules)
    yield
    for name in sorted(set(sys.modules) - before, reverse=True):  # what is inside a package first
        if not name.startswith(("rulecheck", "tests")):
            module = sys.modules.get(name)
            if "pytest-of" in str(getattr(module, "__file__", "") or list(getattr(module, "__path__", ()))):
                sys.modules.pop(name, None)


@pytest.fixture
def mygame(tmp_path: Path, nothing_outside: None) -> Path:
    """A game's folder in the folder where commands run."""
    folder = tmp_path / "mygame"
    write_game("mygame", folder)
    return folder
