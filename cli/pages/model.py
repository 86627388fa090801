"""What a report page is made of, before it becomes HTML."""

from __future__ import annotations

from attrs import field, frozen
from markupsafe import Markup

from rulecheck.cli.pages.sheets import Sheet
from rulecheck.cli.rendering.steps import Change, Step


@frozen
class Link:
    """Words that lead to another page of the report."""

    text: str
    to: str


Cell = str | int | float | Link | None


@frozen
class Table:
    """Rows under a head; numbers stand to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@frozen
class Card:
    """One finding, verdict or departure in short."""

    kind: str
    """The verdict's word: `silent`, `broken`, `proved`."""
    name: str
    lines: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    link: Link | None = None
    output: str = ""
    """What a program wrote, in lines: the end of its standard error."""
    good: bool = False
    """Whether nothing is wrong with it."""


@frozen
class Plot:
    """A picture with what it shows, in words."""

    title: str
    image: Markup
    told: str


@frozen
class Section:
    """A part of a page under its heading."""

    title: str
    notes: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    plots: tuple[Plot, ...] = ()
    tables: tuple[Table, ...] = ()


@frozen
class Shown:
    """A step as the page shows it."""

    step: Step
    sheet: Sheet | None
    clauses: tuple[tuple[str, str], ...]
    """The clauses that the move carried out, and the readings it needed, with their wording."""
    changed: tuple[Change, ...]
    more: int = 0
    """Changes that are not told."""


@frozen
class GamePage:
    """A game of a finding, move by move."""

    kind: str
    name: str
    facts: tuple[tuple[str, str], ...]
    messages: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...]
    steps: tuple[Shown, ...]
    moves: tuple[Step, ...]
    """The moves that are listed: all of them, or the last ones."""
    total: int
    shared: tuple[Markup, ...]
    notes: tuple[str, ...] = ()


@frozen
class Report:
    """A folder of pages: an overview, and a page for each game."""

    title: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...] = ()
    games: dict[str, GamePage] = field(factory=dict)
    """By the name of the page's file, without its ending."""
