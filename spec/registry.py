"""The one registry of games: ours, installed packages, and folders that somebody names.

A game announces itself in one of two ways:

* an installed package by an entry point of the group `rulecheck.games`, `name = "module:GAME"`;
* a folder with a `rulebook.md` by standing in a folder that is looked through: our own `spec`, those that
  `$RULECHECK_GAMES` lists and those that `add_folder` adds to it.  If it is a package that sets `GAME`, that is its
  declaration; else its modules are looked for beside the rulebook, under the names of their parts.

The variable of the environment is the only memory of what was added, so a child process finds the same games.  A game
that cannot be used is told as a problem and is in nobody's way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from attrs import define, field, frozen

from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import ROOT, display
from rulecheck.spec.game import RULEBOOK, Game, GameError, Part

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from rulecheck.spec.model import Rulebook

GROUP: Final = "rulecheck.games"
"""The entry points by which installed packages announce their games."""

VARIABLE: Final = "RULECHECK_GAMES"
"""The variable of the environment that lists folders: games, or folders of games."""

DECLARED: Final = "GAME"
"""What a package of a game calls its `Game`, if it declares one."""

_OURS: Final = __name__.rpartition(".")[0]


@frozen
class _Source:
    """Where a game comes from, before anything of it is imported."""

    name: str
    where: str
    """As messages name it."""
    make: Callable[[], Game]
    folder: Path | None = None
    """Of a folder that somebody named: its modules are imported under the folder's name."""


@define
class _Known:
    """What there is, as found for one value of the variable."""

    sources: dict[str, _Source] = field(factory=dict)
    problems: list[GameError] = field(factory=list)
    games: dict[str, Game | GameError] = field(factory=dict)
    """Those that were asked for; an import that failed is not tried again."""

    def add(self, source: _Source) -> None:
        first = self.sources.setdefault(source.name, source)
        if first is not source and (first.folder is None or first.folder != source.folder):
            what = f"there is a game {source.name} already ({first.where})"
            self.problems.append(GameError(source.where, None, what, "give this one another name"))

    def game(self, name: str) -> Game:
        if name not in self.games:
            try:
                self.games[name] = self._made(name)
            except GameError as problem:
                self.games[name] = problem
        game = self.games[name]
        if isinstance(game, GameError):
            raise game
        return game

    def _made(self, name: str) -> Game:
        source = self.sources[name]
        game = source.make()
        if game.name != name:
            what = f"declares a game of the name {shown(game.name)}"
            raise GameError(source.where, None, what, f"call it {name} in both places")
        if not (game.folder / RULEBOOK).is_file():
            raise GameError(display(game.folder), None, f"game {name} lacks its {RULEBOOK}", "write it")
        return game


def games() -> tuple[str, ...]:
    """The names of the games there are."""
    return tuple(sorted(_known().sources))


def find_game(name: str) -> Game | None:
    """The game of a name; None for a name that no game has, GameError for a game that cannot be used."""
    known = _ours()
    if name not in known.sources:
        known = _known()
    return known.game(name) if name in known.sources else None


def game_named(name: str) -> Game:
    """The game of a name; raises SpecError for an unknown one, and GameError for one that cannot be used."""
    game = find_game(name)
    if game is None:
        raise SpecError("", None, f"no game {shown(name)}", meant(name, games(), "the games are"))
    return game


def load(game: str | Game) -> Rulebook:
    """A game's rulebook, read once; raises SpecError for an unknown game or a rulebook with a mistake."""
    return (game_named(game) if isinstance(game, str) else game).rulebook()


def all_games() -> tuple[tuple[Game, ...], tuple[GameError, ...]]:
    """Every game that can be used, and what is wrong with each other one."""
    usable: list[Game] = []
    problems = list(_known().problems)
    for name in games():
        try:
            usable.append(game_named(name))
        except GameError as problem:
            problems.append(problem)
    return tuple(usable), tuple(problems)


def add_folder(folder: Path | str) -> tuple[str, ...]:
    """Look for games in one more folder, a game or a folder of games; the names of those that stand in it.

    Raises SpecError for a folder that holds none.  A game whose name is taken is not among them: `problems_in` tells.
    """
    path = Path(folder).resolve()
    if not path.is_dir():
        raise SpecError(str(folder), None, "no such folder", f"name a folder with a {RULEBOOK}, or one of such folders")
    there = list(_folders(path))
    if not there:
        what = f"no {RULEBOOK} in it"
        raise SpecError(str(folder), None, what, "a game's folder holds its rulebook; write it, or name another folder")
    listed = [part for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    if not path.is_relative_to(ROOT.resolve()) and str(path) not in listed:
        os.environ[VARIABLE] = os.pathsep.join([*listed, str(path)])
    sources = _known().sources.items()
    return tuple(name for name, source in sources if source.folder is not None and source.folder.resolve() in there)


def problems_in(folder: Path) -> tuple[GameError, ...]:
    """What keeps games of a folder that was added from being there at all, such as a name that is taken."""
    mine = [display(game_folder) for game_folder in _folders(folder.resolve())]
    return tuple(problem for problem in _known().problems if problem.path in mine)


# Where games are looked for


def _known() -> _Known:
    return _look(os.environ.get(VARIABLE, ""))


@cache
def _ours() -> _Known:
    """Those that come with rulecheck; they are found without looking through what is installed, which takes a while."""
    known = _Known()
    for folder in _folders(ROOT):
        known.add(_Source(folder.name, display(folder), partial(_declared, f"{_OURS}.{folder.name}", folder), folder))
    return known


@cache
def _look(folders: str) -> _Known:
    """Ours first: their names win; then installed packages, then folders in the order they are listed."""
    from importlib.metadata import entry_points

    known = _Known(dict(_ours().sources))
    for entry in sorted(entry_points(group=GROUP)):
        if not entry.module.startswith(f"{_OURS}."):
            where = f"entry point {entry.name} = {entry.value}"
            known.add(_Source(entry.name, where, partial(_entered, entry, where)))
    for listed in filter(None, folders.split(os.pathsep)):
        try:
            there = list(_folders(Path(listed).resolve()))
        except OSError as error:
            what = f"cannot be read ({(error.strerror or str(error)).lower()})"
            known.problems.append(GameError(listed, None, what, f"fix it, or the variable {VARIABLE}"))
            continue
        if not there:
            hint = f"fix the variable {VARIABLE}, or write its {RULEBOOK}"
            known.problems.append(GameError(listed, None, "no game in this folder", hint))
        for folder in there:
            name = _name_of(folder)
            known.add(_Source(name, display(folder), partial(_in_folder, folder, name), folder))
    if folders and _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)
    return known


def _folders(folder: Path) -> Iterator[Path]:
    """The folder if it is a game, else the games that stand in it; a game may turn out to lack its rulebook."""
    if _looks_like_a_game(folder):
        yield folder
    elif folder.is_dir():
        yield from (child for child in sorted(folder.iterdir()) if child.is_dir() and _looks_like_a_game(child))


def _looks_like_a_game(folder: Path) -> bool:
    try:
        return (folder / RULEBOOK).is_file() or (folder / f"{Part.ENGINE}.py").is_file()
    except OSError:  # a folder that may not be looked into
        return False


def _name_of(folder: Path) -> str:
    """The name of the game in a folder: the folder's, as a name that can be imported."""
    return folder.name.replace("-", "_").replace(" ", "_")


# How the game is made when it is asked for


def _entered(entry: EntryPoint, where: str) -> Game:
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:
        raise GameError(where, None, f"{type(error).__name__}: {error}", "fix or remove this package") from error
    if not isinstance(game, Game):
        raise GameError(where, None, f"expected a rulecheck.spec.Game, found {type(game).__name__}", "fix it")
    return game


def _declared(package: str, folder: Path) -> Game:
    """What a package declares as `GAME`, else the parts that stand in it."""
    plain = Game.of_package(package, folder, _name_of(folder))
    if not (folder / "__init__.py").is_file():
        return plain
    try:
        module = import_module(package)
    except (Exception, SystemExit) as error:
        if package.startswith(f"{_OURS}."):
            raise
        raise plain.broken(error) from error
    game = getattr(module, DECLARED, plain)
    if not isinstance(game, Game):
        what = f"expected {DECLARED} to be a rulecheck.spec.Game, found {type(game).__name__}"
        raise GameError(display(folder / "__init__.py"), None, what, "fix it")
    return game


def _in_folder(folder: Path, name: str) -> Game:
    where = display(folder)
    if not name.isidentifier():
        raise GameError(where, None, f"{shown(folder.name)} cannot be the name of a game", "use letters and digits")
    other = _somebody_elses(name, folder)
    if other:
        raise GameError(where, None, f"{name} is also the name of a Python module ({other})", "rename the folder")
    return _declared(name, folder)


def _somebody_elses(name: str, folder: Path) -> str:
    """Where a module of that name stands that is not the folder's own package."""
    spec = find_spec(name)
    if spec is None:
        return ""
    places = [Path(place).resolve() for place in spec.submodule_search_locations or ()]
    return "" if folder in places else spec.origin or (str(places[0]) if places else "built in")


class _Folders(MetaPathFinder):
    """Imports a folder that was named as the package of its game, after everything else was asked."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The package of a folder game; None for any other name."""
        source = None if path is not None or "." in fullname else _outside().get(fullname)
        if source is None:
            return None
        first = source / "__init__.py"
        if first.is_file():
            return spec_from_file_location(fullname, first, submodule_search_locations=[str(source)])
        package = ModuleSpec(fullname, None, is_package=True)
        package.submodule_search_locations = [str(source)]
        return package


def _outside() -> Mapping[str, Path]:
    sources = _known().sources.values()
    return {
        source.name: source.folder for source in sources if source.folder and not source.folder.is_relative_to(ROOT)
    }


_FINDER: Final = _Folders()
if os.environ.get(VARIABLE):  # a child process unpickles values of a game's own classes before it asks for the game
    sys.meta_path.append(_FINDER)
