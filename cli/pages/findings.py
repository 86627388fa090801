"""Reports of findings: a page for each game, and cards that lead there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulecheck.cli.pages.game import finding_page
from rulecheck.cli.pages.model import Card, GamePage, Link, Report, Section
from rulecheck.cli.pages.writing import write_report
from rulecheck.cli.rendering.answers import some

if TYPE_CHECKING:
    from rulecheck.cli.rendering.steps import Step
    from rulecheck.properties.findings.finding import Loaded

MOST: Final = 100
"""Findings that get a page of their own: the first ones."""


def replay_report(loaded: Loaded, folder: Path) -> None:
    """The page of one finding, and an overview that leads to it."""
    from rulecheck.spec import game_named, load

    finding = loaded.finding
    game = finding.setting.game
    page = finding_page(game_named(game), load(game), loaded)
    card = Card(
        finding.kind,
        finding.name,
        finding.messages,
        link=Link(some(len(finding.moves), "move"), f"{finding.id}.html"),
    )
    write_report(
        Report(f"{game}: one finding", page.facts, (Section("Finding", cards=(card,)),), {finding.id: page}), folder
    )


Beside = Callable[["Loaded", Mapping[str, Any]], Sequence["Step"]]
"""What is shown after the end of a finding's game."""


def game_pages(
    findings: Iterable[Mapping[str, Any]], data: Sequence[Path], beside: Beside = lambda _loaded, _finding: ()
) -> tuple[dict[str, GamePage], tuple[str, ...]]:
    """The pages of findings that are on disk, by the names of their files; and why any cannot be shown."""
    from rulecheck.properties.findings.finding import FindingError, load_finding
    from rulecheck.spec import game_named, load

    pages, notes = dict[str, GamePage](), list[str]()
    for finding in findings:
        if not finding["file"]:
            continue
        if len(pages) == MOST:
            notes.append(f"The first {MOST} findings have pages; `rulecheck replay FINDING --report DIR` makes others.")
            break
        try:
            loaded = load_finding(finding["file"], data=data)
            game = loaded.finding.setting.game
            pages[Path(finding["file"]).stem] = finding_page(
                game_named(game), load(game), loaded, beside(loaded, finding)
            )
        except FindingError as error:
            notes.append(str(error))
    return pages, tuple(notes)
