"""How answers look: lines and tables for people, JSON for programs, one line for a user's mistake."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from rulecheck.cli.rendering.terminal_filter import below
from rulecheck.properties.runtime.plain import plain, plain_json

if TYPE_CHECKING:
    from rich.console import Console

FOUND: Final = 1
"""Exit code: the command worked and found something wrong with the rules."""

WRONG_USE: Final = 2
"""Exit code: a command, a name or a file is not what it must be."""

DROVE_AND_FAILED: Final = 3
"""Exit code: a program that we were to drive could not be driven."""

OUR_FAULT: Final = 70
"""Exit code: rulecheck itself is broken; a traceback tells where."""

INTERRUPTED: Final = 130
"""Exit code: stopped by Ctrl-C before there was anything to show."""


class Format(StrEnum):
    """What `--format` takes."""

    TEXT = "text"
    JSON = "json"


class UserError(Exception):
    """A mistake of the user's that no other room could name; its text is the one line shown."""


class Screen:
    """Where a command shows its answer: standard output, coloured only for a person at a terminal."""

    def __init__(self) -> None:
        from rich.console import Console

        self.console: Console = Console(
            file=below(sys.stdout), highlight=False, markup=False, soft_wrap=True, emoji=False
        )

    @property
    def watched(self) -> bool:
        """Does a person look on, who can press keys?"""
        return self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def line(self, text: str = "", style: str | None = None) -> None:
        """One line; a style shows at a terminal only."""
        if self.console.is_terminal:
            self.console.print(plain(text), style=style)
        else:
            self.console.file.write(f"{plain(text)}\n")

    def table(self, rows: Iterable[Sequence[object]], *, head: Sequence[str] = (), indent: int = 0) -> None:
        """Rows in columns two spaces apart, numbers to the right; nothing is ever cut off."""
        listed = list(rows)
        if not listed:
            return
        right = [not any(isinstance(cell, str) for cell in column) for column in zip(*listed, strict=True)]
        whole = ([list(head)] if head else []) + [[number(cell) for cell in row] for row in listed]
        widths = [max(map(len, column)) for column in zip(*whole, strict=True)]
        for at, row in enumerate(whole):
            parts = [
                cell.rjust(width) if to_right else cell.ljust(width)
                for cell, width, to_right in zip(row, widths, right, strict=True)
            ]
            self.line(" " * indent + "  ".join(parts).rstrip(), style="dim" if head and at == 0 else None)


@contextmanager
def progress_bar(total: float | None) -> Iterator[Callable[[str, float, str], None]]:
    """A line on standard error for a person: call it with what is being done, how far it is, and more words.

    The line tells how long the rest may take, as soon as that can be reckoned.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[told]}"),
        console=Console(file=below(sys.stderr), highlight=False),
        transient=True,
    )
    with bar:
        task = bar.add_task("playing", total=total, told="")
        yield lambda doing, done, told: bar.update(task, description=plain(doing), completed=done, told=plain(told))


@contextmanager
def counting(doing: str, total: int, noun: str) -> Iterator[Callable[[int, str], None]]:
    """The same for work that is counted: call it with how much more is done, and what is being done.

    Nothing is told where nobody watches.
    """
    if not sys.stderr.isatty():
        yield lambda _more, _what: None
        return
    done = 0
    with progress_bar(total) as update:

        def tell(more: int, what: str = "") -> None:
            nonlocal done
            done = min(total, done + more)
            update(doing, done, f"{done:,} of {some(total, noun)}  {what}")

        tell(0)
        yield tell


@contextmanager
def heard() -> Iterator[None]:
    """Around an answer whose reader may go away (`| head`): the rest is not told, the exit code stays what it is."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None


def number(value: object) -> str:
    """A number with thousands separated; nothing for None."""
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else str(value)


def some(count: int, noun: str, many: str = "") -> str:
    """A count with its noun: `1 game`, `2 games`."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def went_otherwise(part: float, of: int) -> str:
    """How many games a change made a difference to, whatever it was: `3 of 400 games went differently`."""
    if part:
        return f"{int(part):,} of {some(of, 'game')} went differently"
    return f"all {some(of, 'game')} went the same" if of != 1 else "the one game went the same"


def emit(document: dict[str, Any]) -> None:
    """A command's whole answer as JSON; docs/schemas/ says what stands in it."""
    sys.stdout.write(plain_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n")


def document(command: str, **parts: Any) -> dict[str, Any]:
    """The frame of every JSON answer: which command of which version gave it."""
    from rulecheck import __version__

    return {"rulecheck": __version__, "command": command, **parts}


def show_substitute(screen: Screen, substitute: Mapping[str, Sequence[str]]) -> None:
    """What was played with that is not as printed: a departure may be the substitute's."""
    if any(substitute.values()):
        screen.line()
    if substitute["data"]:
        screen.line(
            f"SUBSTITUTE DATA  {', '.join(substitute['data'])}: rebuilt, not as printed; "
            "put yours in place with --data FILE",
            style="yellow",
        )
    if substitute["readings"]:
        screen.line(f"SUBSTITUTE READINGS  {', '.join(substitute['readings'])}", style="yellow")
