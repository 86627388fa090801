"""The shape of the repository: five rooms, one import name, one direction."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import networkx as nx
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


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """All of a module's syntax; several tests ask, and parsing is what they take time for."""
    return tuple(ast.walk(ast.parse(source)))


def rooms_imported(module: Path) -> Iterator[tuple[int, str]]:
    """Line and room of each import of a room, also of imports inside functions or for type checking."""
    for node in nodes(module.read_text(encoding="utf-8")):
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
    module.write_text("def f():\n    from rulecheck import cli\n    import rulecheck.properties.findings.finding\n")

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


MOST_LINES = 500
"""Lines of a file in a shared room; a longer one says in its first lines why (`Long because ...`)."""


def is_shared(module: Path, games: Sequence[str]) -> bool:
    """Whether a module belongs to no game."""
    return not set(games) & set(module.relative_to(ROOT).parts)


def too_long(module: Path) -> bool:
    lines = module.read_text(encoding="utf-8").splitlines()
    return len(lines) > MOST_LINES and not any("Long because" in line for line in lines[:12])


def test_no_file_in_a_shared_room_is_long_without_a_reason() -> None:
    games = [book.parent.name for book in (ROOT / "spec").glob("*/rulebook.md")]
    shared = [module for folder in FOLDERS for module in modules(folder) if is_shared(module, games)]

    assert [str(module.relative_to(ROOT)) for module in shared if too_long(module)] == []


@pytest.mark.parametrize(
    ("first", "lines", "is_too_long"),
    [('"""Short."""', 500, False), ('"""Long."""', 501, True), ('"""Long because it is one table."""', 501, False)],
)
def test_a_long_file_is_noticed_unless_it_says_why(tmp_path: Path, first: str, lines: int, is_too_long: bool) -> None:
    module = tmp_path / "module.py"
    module.write_text("\n".join([first, *("#" for _ in range(lines - 1))]))

    assert too_long(module) is is_too_long


def imports(sources: Mapping[str, str]) -> nx.DiGraph[str]:
    """Which of some modules import which others, also inside functions and for type checking."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, source in sources.items():
        for node in nodes(source):
            if isinstance(node, ast.ImportFrom):
                targets = [f"{node.module}.{alias.name}" for alias in node.names]
                targets = [target if target in sources else str(node.module) for target in targets]
            elif isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            else:
                continue
            graph.add_edges_from((name, target) for target in targets if target in sources and target != name)
    return graph


def circles(graph: nx.DiGraph[str]) -> list[list[str]]:
    return sorted(sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1)


def test_no_modules_import_each_other_in_a_circle() -> None:
    sources = {}
    for folder in FOLDERS:
        for module in modules(folder):
            parts = module.relative_to(ROOT).with_suffix("").parts
            name = ".".join(("rulecheck", *parts)).removesuffix(".__init__")
            sources[name] = module.read_text(encoding="utf-8")

    assert circles(imports(sources)) == []


def test_a_circle_is_noticed_wherever_the_import_stands() -> None:
    sources = {
        "room.a": "from room import b",
        "room.b": "def f():\n    import room.c",
        "room.c": "if TYPE_CHECKING:\n    from room.a import Thing",
        "room.d": "from room.a import Thing",
    }

    assert circles(imports(sources)) == [["room.a", "room.b", "room.c"]]


EMPTY = frozenset({"found", "one"})
"""Names that say nothing of what they hold: a finding, a clause and a seat were all called so once."""


def empty_names(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of each variable and parameter that is called by a word that says nothing.

    Fields of a class are no variables: there the class says found by what, and when.
    """
    fields = {
        statement.target
        for node in nodes(source)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
    }
    for node in nodes(source):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in EMPTY and node not in fields:
            yield node.lineno, node.id
        elif isinstance(node, ast.arg) and node.arg in EMPTY:
            yield node.lineno, node.arg


def test_variables_are_called_what_they_hold() -> None:
    wrong = [
        f"{module.relative_to(ROOT)}:{line}: name the thing that `{name}` holds"
        for folder in (*FOLDERS, "tests", "benchmarks")
        for module in modules(folder)
        for line, name in empty_names(module.read_text(encoding="utf-8"))
    ]

    assert wrong == []


def test_an_empty_name_is_noticed_wherever_it_is_bound() -> None:
    source = "def f(one):\n    return [found for found in one]\nfound = f(1)\nlambda one: one\nclass C:\n    one: int"

    assert sorted(empty_names(source)) == [(1, "one"), (2, "found"), (3, "found"), (4, "one")]


# ---- Nothing wrong on purpose is in the wheel


def wrong_on_purpose(source: str) -> Iterator[int]:
    """Lines at which a module imports from the tests, or marks an engine with the clauses that it breaks."""
    for node in nodes(source):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("tests."):
            yield node.lineno
        if isinstance(node, ast.ClassDef):
            yield from (mark.lineno for mark in node.decorator_list if ast.unparse(mark).startswith("breaks("))


def test_no_engine_in_the_wheel_is_wrong_on_purpose() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        wheel = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]

    assert {path for path in wheel if not path.startswith("src/")} == set(FOLDERS)
    for folder in FOLDERS:
        for module in modules(folder):
            assert not list(wrong_on_purpose(module.read_text(encoding="utf-8"))), f"{module} belongs into tests/faults"


def test_an_engine_that_is_wrong_on_purpose_is_noticed() -> None:
    assert list(wrong_on_purpose('@breaks("a.b")\nclass Wrong: ...\n')) == [1]
    assert list(wrong_on_purpose("from tests.faults.catalogue import faults_of\n")) == [1]


# ---- The rooms of properties

PROPERTIES = (
    "runtime", "invariants", "shrinking", "unforeseen", "findings", "campaign",
    "examples", "study", "strength", "batteries", "conform", "suite", "regress",
)  # fmt: skip
"""The rooms in `properties`, each of which may import those before it; modules of no room stand among them."""


def test_the_rooms_of_properties_import_only_those_before_them() -> None:
    wrong = [
        f"{module.relative_to(ROOT)}:{node.lineno} imports {node.module}"
        for place, room in enumerate(PROPERTIES)
        for module in (ROOT / "properties" / room).rglob("*.py")
        for node in nodes(module.read_text(encoding="utf-8"))
        if isinstance(node, ast.ImportFrom) and f"{node.module}".startswith("rulecheck.properties.")
        if f"{node.module}".split(".")[2] in PROPERTIES[place + 1 :]
    ]

    assert wrong == []


# ---- The rooms of conform

CONFORM = ("protocol", "driver", "lockstep", "localization", "traces", "search", "testing")
"""The subpackages of `properties/conform`, each of which may import those before it."""


def conform_imports(module: Path) -> Iterator[tuple[int, str]]:
    """Line and subpackage of each import of a subpackage of `properties/conform`."""
    for node in nodes(module.read_text(encoding="utf-8")):
        if isinstance(node, ast.ImportFrom):
            parts = f"{node.module}.{node.names[0].name}".split(".")
            if parts[:3] == ["rulecheck", "properties", "conform"]:
                yield node.lineno, parts[3]


def test_the_subpackages_of_conform_import_only_those_before_them() -> None:
    """Comparing knows nothing of explaining, and what is found nothing of who looks for it."""
    folder = ROOT / "properties" / "conform"
    wrong = [
        f"{module.relative_to(ROOT)}:{line} imports {other}"
        for place, room in enumerate(CONFORM)
        for module in (folder / room).rglob("*.py")
        for line, other in conform_imports(module)
        if other not in CONFORM[: place + 1]
    ]

    assert {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"} == {*CONFORM}
    assert {path.name for path in folder.glob("*.py")} == {"__init__.py"}
    assert wrong == []


@pytest.mark.parametrize("room", ["findings", "shrinking", "runtime", "invariants", "campaign"])
def test_what_conform_stands_on_does_not_know_it(room: str) -> None:
    wrong = [
        f"{module.relative_to(ROOT)}:{line}"
        for module in (ROOT / "properties" / room).rglob("*.py")
        for line, _ in conform_imports(module)
    ]

    assert wrong == []
