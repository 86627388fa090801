"""What a command was to do and what it did: the exit code of work that was left undone, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from rulecheck.cli.rendering.answers import FOUND, some
from rulecheck.properties.runtime.interrupts import exit_code

if TYPE_CHECKING:
    from rulecheck.cli.rendering.answers import Screen

INCOMPLETE: Final = 4
"""Exit code: planned work was not done, and what was done found nothing."""

AllowIncomplete = Annotated[
    bool,
    typer.Option("--allow-incomplete", help="Exit 0, not 4, where planned work was not done and nothing was found."),
]


class Undone(NamedTuple):
    """Some planned work that was not done."""

    size: int
    why: str
    """In words, with what to do where something can be done."""


class Work(NamedTuple):
    """Planned work: `planned` is None for what is limited by time alone, of which something has to be done."""

    noun: str
    planned: int | None
    done: int
    lost: Sequence[Undone] = ()
    """Begun, and taken down by a fault before it was done."""
    skipped: Sequence[Undone] = ()
    """Never begun."""

    @property
    def is_complete(self) -> bool:
        """Whether all that was planned was done, and that is not nothing."""
        return self.done > 0 and not any(part.size for part in (*self.lost, *self.skipped))

    def to_json(self) -> dict[str, Any]:
        """As it stands in a command's answer under `work`."""
        return {
            "of": self.noun,
            "planned": self.planned,
            "done": self.done,
            "lost": [{"count": part.size, "why": part.why} for part in self.lost if part.size],
            "skipped": [{"count": part.size, "why": part.why} for part in self.skipped if part.size],
            "complete": self.is_complete,
        }


def show_undone(screen: Screen, work: Mapping[str, Any]) -> None:
    """A line for each kind of work that an answer's `work` tells as not done; nothing where all was."""
    for word, parts in (("lost", work["lost"]), ("not done", work["skipped"])):
        for part in parts:
            screen.line(f"  {word:<9}  {some(part['count'], work['of'])}: {part['why']}", style="bold yellow")
    if not work["done"]:
        screen.line(f"  not done   no {work['of']} at all: this says nothing about the rules", style="bold yellow")


def leave(work: Work, *, is_news: bool, interrupted: bool = False, allowed: bool = False) -> None:
    """End with the exit code that a command's work deserves: found before stopped before incomplete."""
    if is_news:
        raise typer.Exit(FOUND)
    if interrupted:
        raise typer.Exit(exit_code())
    if not work.is_complete and not allowed:
        raise typer.Exit(INCOMPLETE)
