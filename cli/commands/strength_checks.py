"""What `rulecheck strength` asks about a changed engine besides games and examples, and how changes are tried."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from attrs import define

from rulecheck.cli.rendering.answers import FOUND, INTERRUPTED, counting
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulecheck.properties.strength.changes import Change
    from rulecheck.properties.strength.looks import Look, Notice, Question
    from rulecheck.properties.strength.trying import Kept, Trial, Unchanged, Until


class Theorems:
    """The theorems that name a clause of the change; none is begun after so many seconds."""

    is_dear = True

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self, question: Question) -> Iterator[Notice]:
        """The theorems that come out otherwise than they say."""
        from rulecheck.properties.strength.looks import Notice
        from rulecheck.solvers.noticing import fallen

        for theorem in fallen(question.game, question.clauses, self.seconds):
            yield Notice("theorems", theorem.name, theorem.clauses)


class Contracts:
    """The contracts of functions that cite a clause of the change, tried on small numbers."""

    is_dear = False

    def __call__(self, question: Question) -> Iterator[Notice]:
        """The contracts that small numbers break."""
        from rulecheck.properties.strength.looks import Notice
        from rulecheck.solvers.contracts import module_of
        from rulecheck.solvers.small import broken

        for name, clauses in broken(module_of(question.game), question.clauses):
            yield Notice("contracts", name, clauses)


def kept_of(game: str, path: Path, files: tuple[Path, ...], asked: tuple[Any, ...]) -> Kept:
    """What earlier runs tried, if nothing that it depends on was edited since."""
    from rulecheck.properties.strength.trying import Kept, digest
    from rulecheck.reference_engines import engine_modules
    from rulecheck.spec import Part, game_named

    known = game_named(game)
    checking = [module for part in (Part.PROPERTIES, Part.PLAYERS, Part.THEOREMS) for module in known.modules(part)]
    code = [Path(module.__file__) for module in (*engine_modules(game), *checking) if module.__file__]
    return Kept.open(path, digest([known.folder, *code, *files], game, asked))


@define
class Trying:
    """Tries changes of a game and keeps what becomes of them."""

    game: str
    looks: Sequence[Look]
    kept: Kept
    jobs: int
    until: Until
    tell: Callable[[Trial], None] = lambda _: None
    """Called with each that was tried now."""
    _before: Unchanged | None = None

    def __call__(self, changes: Sequence[Change]) -> None:
        """Try what was not tried yet."""
        from rulecheck.properties.strength.trying import try_changes, unchanged

        left = [change for change in changes if change.key not in self.kept.trials]
        if not left:
            return
        if self._before is None:
            self._before = unchanged(self.game, self.looks)
        with counting("trying", len(left), "change") as told:
            for trial in try_changes(self.game, left, self.looks, self._before, self.jobs, until=self.until):
                self.kept.add(trial)
                self.tell(trial)
                told(1, trial.where)


def write_figures(path: Path, figures: dict[str, Any]) -> None:
    """Leave figures in a file, whose folder is made if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(figures, indent=1, ensure_ascii=False) + "\n")


def leave(share: float, bar: float, *, stopped: bool) -> None:
    """End with the exit code of a look that was stopped, or whose share (0 to 1) is below the bar (in per cent)."""
    if stopped:
        raise typer.Exit(INTERRUPTED)
    if share * 100 < bar:
        raise typer.Exit(FOUND)
