"""One value that gathers a game: its folder with rulebook, data and editions, and the modules that play and check it.

The modules are named, not imported: they stand in rooms behind this one, and most commands need few of them.  A room
asks `module` or `modules` for the part it knows how to use.
"""

from __future__ import annotations

import pkgutil
import re
import traceback
from enum import StrEnum
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import display
from rulecheck.spec.rulebook import parse_rulebook

if TYPE_CHECKING:
    from rulecheck.spec.model import Rulebook

RULEBOOK = "rulebook.md"
"""The file that makes a folder a game."""


class Part(StrEnum):
    """What a game can have beside its rulebook; each is a module, or a package of them."""

    ENGINE = "engine"
    """Offers `build(rules)`, the rules carried out (`rulecheck.reference_engines.contract`)."""
    ARITHMETIC = "arithmetic"
    """Small pure functions of the engine with contracts, which CrossHair checks."""
    NOTATION = "notation"
    """Offers `PARTS` and `SEAT_PARTS`, the parts of a position as it is written, and its phases."""
    PROPERTIES = "properties"
    """What must always hold (`rulecheck.properties.model`)."""
    PLAYERS = "players"
    """Offers `PLAYERS`: players for campaigns that reach what others do not; it may offer `TO_WIN`, for studies."""
    THEOREMS = "theorems"
    """What can be decided without playing (`rulecheck.solvers.theorem`)."""
    SCHEMAS = "schemas"
    """Offers `SCHEMAS`: by the name of a data file the class that says what stands in it (`rulecheck.spec.schema`)."""
    CHECKS = "checks"
    """Offers `check_data(file)`: what must hold of a data file."""
    SYMMETRIES = "symmetries"
    """Offers `SYMMETRIES`: what the rulebook does not distinguish (`rulecheck.properties.unforeseen`)."""
    ACCOUNTS = "accounts"
    """Offers `CHANGES`: for each part of a position the clauses that may change it."""
    MISTAKES = "mistakes"
    """Engines that are wrong on purpose, each in one rule (`rulecheck.properties.mistakes`)."""
    DRAWING = "drawing"
    """Offers `draw(engine, position)`: a position as a drawing for report pages (`rulecheck.cli.pages.board`)."""


class GameError(SpecError):
    """A game that cannot be used as it stands: which file of it, and what is wrong there."""


@frozen(eq=False, slots=False)
class Game:
    """A game by its name: everything that takes a game takes this value, or finds it through `spec.registry`.

    A module that is named here and does not exist is a part that the game does not have.
    """

    name: str
    folder: Path
    """Holds `rulebook.md`, and if there are any `data/*.toml` and `editions/*.toml`."""
    engine: str = field(default="", repr=False)
    arithmetic: str = field(default="", repr=False)
    notation: str = field(default="", repr=False)
    properties: str = field(default="", repr=False)
    players: str = field(default="", repr=False)
    theorems: str = field(default="", repr=False)
    schemas: str = field(default="", repr=False)
    checks: str = field(default="", repr=False)
    symmetries: str = field(default="", repr=False)
    accounts: str = field(default="", repr=False)
    mistakes: str = field(default="", repr=False)
    drawing: str = field(default="", repr=False)
    ours: bool = field(default=False, repr=False)
    """Whether it comes with rulecheck: what fails in its modules is then a fault of rulecheck's own."""

    @staticmethod
    def of_package(package: str, folder: Path, name: str = "") -> Game:
        """A game whose modules stand in one package, each under the name of its part: `mygame.engine`, …"""
        parts = {str(part): f"{package}.{part}" for part in Part}
        return Game(name or package.rpartition(".")[2], folder, ours=False, **parts)

    @cached_property
    def _rulebook(self) -> Rulebook:
        return parse_rulebook(self.folder / RULEBOOK, game=self.name)

    def rulebook(self) -> Rulebook:
        """The rulebook, read once; raises SpecError for one that is missing or has a mistake."""
        return self._rulebook

    def has(self, part: Part) -> bool:
        """Whether there is such a module; it is not imported, only the packages around it are."""
        name: str = getattr(self, part)
        try:
            return bool(name) and _exists(name)
        except (Exception, SystemExit) as error:
            if self.ours:
                raise
            raise self.broken(error) from error

    def module(self, part: Part) -> ModuleType | None:
        """The module of a part, imported; None if the game has none.  Raises GameError if its import fails."""
        if not self.has(part):
            return None
        try:
            return import_module(getattr(self, part))
        except (Exception, SystemExit) as error:
            if self.ours:
                raise
            raise self.broken(error) from error

    def offered(self, part: Part, name: str) -> Any:
        """What the module of a part offers under a name; None if the game has no such part.

        Raises GameError if the import fails, and if the module offers nothing of that name.
        """
        module = self.module(part)
        if module is None:
            return None
        if not hasattr(module, name):
            file = display(Path(str(module.__file__)))
            raise GameError(file, None, f"game {self.name}: it offers no {name}", f"the game's {part} must")
        return getattr(module, name)

    def modules(self, part: Part) -> list[ModuleType]:
        """The module of a part and, if it is a package, all that stand in it, by name; raises GameError."""
        first = self.module(part)
        if first is None:
            return []
        paths = getattr(first, "__path__", ())
        try:
            inside = sorted(module.name for module in pkgutil.walk_packages(paths, f"{first.__name__}."))
            return [first, *map(import_module, inside)]
        except (Exception, SystemExit) as error:
            if self.ours:
                raise
            raise self.broken(error) from error

    def raised(self, error: BaseException) -> bool:
        """Whether an exception came out of the game's own code, here or in a child process: its innermost call."""
        frames = traceback.extract_tb(error.__traceback__)
        if type(error.__cause__).__name__ == "_RemoteTraceback":  # what a process pool leaves of it: text
            files = re.findall(r'^  File "(.*)", line \d+', str(error.__cause__), re.MULTILINE)
            return bool(files) and self._holds(files[-1])
        return bool(frames) and self._holds(frames[-1].filename)

    def broken(self, error: BaseException) -> GameError:
        """An exception of the game's own code as one line: which file of it, which line, and what was raised."""
        path, line, what = self.folder, None, f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if self._holds(frame.filename)]
        if frames:
            path, line = Path(frames[-1].filename), frames[-1].lineno
        if isinstance(error, SyntaxError) and error.filename is not None:
            path, line, what = Path(error.filename), error.lineno, f"not valid Python: {error.msg}"
        return GameError(display(path), line, f"game {self.name}: {what}", "fix it")

    def _holds(self, file: str) -> bool:
        return Path(file).is_relative_to(self.folder)


def _exists(module: str) -> bool:
    """Whether a dotted module can be found; a package around it that does not exist is no error."""
    parent = module.rpartition(".")[0]
    return (not parent or _exists(parent)) and find_spec(module) is not None
