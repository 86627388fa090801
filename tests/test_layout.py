"""The shape of the repository: five rooms, one import name, one direction."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("spec", "reference_engines", "properties", "solvers", "cli")

MAY_IMPORT = {
    "spec": {"spec"},
    "reference_engines": {"spec", "reference_engines"},
    "properties": {"spec", "reference_engines", "properties"},
    "solvers": {"spec", "reference_engines", "solvers"},
    "cli": set(FOLDERS),
}
"""What each room may import; docs/architecture.md draws it."""


def modules(folder: str) -> Iterator[Path]:
    return (ROOT / folder).rglob("*.py")


def rooms_imported(module: Path) -> Iterator[tuple[int, str]]:
    """Line and room of each import of a room, also of imports inside functions or for type checking."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: relative import; write it as rulecheck.…"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "rulecheck" and len(parts) > 1 and parts[1] in FOLDERS:
                yield node.lineno, parts[1]


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_folder_is_linked_into_the_package(folder: str) -> None:
    link = ROOT / "src" / "rulecheck" / folder
    if not link.is_symlink():
        pytest.skip("this checkout keeps no symbolic links")
    assert link.readlink() == Path("..", "..", folder)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_folder_is_imported_under_its_bare_name(folder: str) -> None:
    assert folder not in sys.modules


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_room_imports_only_what_stands_before_it(folder: str) -> None:
    wrong = [
        f"{module.relative_to(ROOT)}:{line} imports rulecheck.{room}"
        for module in modules(folder)
        for line, room in rooms_imported(module)
        if room not in MAY_IMPORT[folder]
    ]

    assert wrong == []


def test_the_import_reader_sees_an_import_in_a_function(tmp_path: Path) -> None:
    """The twin of the test above: it could pass for nothing if the reader were blind."""
    module = tmp_path / "sly.py"
    module.write_text("def f():\n    from rulecheck import cli\n    import rulecheck.properties.finding\n")

    assert list(rooms_imported(module)) == [(2, "cli"), (3, "properties")]


def test_nothing_outside_a_games_own_folder_names_a_game() -> None:
    games = sorted(book.parent.name for book in (ROOT / "spec").glob("*/rulebook.md"))
    wrong = [
        f"{module.relative_to(ROOT)}:{number} names {game}"
        for folder in FOLDERS
        for module in modules(folder)
        for game in games
        if game not in module.relative_to(ROOT).parts
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), 1)
        if game in line
    ]

    assert wrong == []
