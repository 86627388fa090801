"""The page of one game: each position drawn, with the clauses that led to it in their wording."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from rulecheck.cli.pages.board import Drawing
from rulecheck.cli.pages.model import GamePage, Shown
from rulecheck.cli.pages.plain import draw_plain
from rulecheck.cli.pages.sheets import sheets
from rulecheck.cli.rendering.answers import some
from rulecheck.cli.rendering.clause_text import wording
from rulecheck.cli.rendering.steps import Step, changes, steps_of
from rulecheck.spec.game import Part

if TYPE_CHECKING:
    from rulecheck.properties.findings.finding import Finding, Loaded
    from rulecheck.reference_engines.contract import AnyEngine
    from rulecheck.spec import Rulebook
    from rulecheck.spec.game import Game

DRAWN: Final = 120
"""Positions of a game that a page draws: the last ones."""

_LISTED: Final = 2_000
"""Moves of a game that a page lists: the last ones."""

_CHANGES: Final = 14


def draw(game: Game, engine: AnyEngine, position: Any) -> Drawing:
    """A position as the game draws it, or plainly; raises GameError for a drawing of somebody's that fails."""
    drawer = game.offered(Part.DRAWING, "draw")
    if drawer is None:
        return draw_plain(engine.to_json(position), engine.seats)
    try:
        drawing: Drawing = drawer(engine, position)
    except Exception as error:
        if game.ours:
            raise
        raise game.broken(error) from error
    return drawing


@frozen
class Title:
    """What stands above a game."""

    kind: str
    name: str
    facts: tuple[tuple[str, str], ...]
    messages: tuple[str, ...]
    clauses: tuple[str, ...]


def finding_page(game: Game, book: Rulebook, loaded: Loaded, beside: Sequence[Step] = ()) -> GamePage:
    """The game of a finding, with the last positions drawn; `beside` is shown after its end."""
    finding = loaded.finding
    messages, clauses = finding.messages, finding.clauses
    reading = book.readings.get(finding.name) if finding.kind == "silent" else None
    if reading is not None:
        chosen = finding.setting.readings.get(reading.id, reading.default)
        others = [f"or: {text} [{choice}]" for choice, text in reading.choices.items() if choice != chosen]
        messages = (reading.question, f"played: {reading.choices.get(chosen, chosen)} [{chosen}]", *others)
        clauses = clauses or tuple(reading.silent)
    title = Title(finding.kind, finding.name, _facts(finding), messages, clauses)
    steps = steps_of(loaded.engine, loaded.moves, loaded.positions)
    return game_page(game, book, title, loaded.engine, [*steps, *beside])


def game_page(game: Game, book: Rulebook, title: Title, engine: AnyEngine, steps: Sequence[Step]) -> GamePage:
    """A game by its steps, with the last positions drawn; a step behind the moves need have none."""
    first = max(0, len(steps) - DRAWN)
    drawn = [None if step.position is None else draw(game, engine, step.position) for step in steps[first:]]
    before = draw(game, engine, steps[first - 1].position) if first else None
    pictures = sheets(drawn, before)
    shown = []
    for k, (step, sheet) in enumerate(zip(steps[first:], pictures.sheets, strict=True), first):
        changed = changes(engine, steps[k - 1].position, step.position) if k else []
        told = tuple(changed[:_CHANGES])
        shown.append(
            Shown(step, sheet, wording(book, step.events, engine.rules.players), told, len(changed) - len(told))
        )
    notes = [f"Drawn are the last {DRAWN} of {some(len(steps), 'position')}."] if first else []
    if len(steps) - 1 > _LISTED:
        notes.append(f"Listed are the last {_LISTED:,} of {some(len(steps) - 1, 'move')}.")
    return GamePage(
        kind=title.kind,
        name=title.name,
        facts=title.facts,
        messages=title.messages,
        clauses=wording(book, title.clauses, engine.rules.players),
        steps=tuple(shown),
        moves=tuple(steps[1:][-_LISTED:]),
        total=sum(bool(step.move) for step in steps),
        shared=pictures.shared,
        notes=tuple(notes),
    )


def _facts(finding: Finding) -> tuple[tuple[str, str], ...]:
    setting = finding.setting
    facts = [
        ("game", f"{setting.game}, {setting.players} players, set-up {setting.setup}"),
        ("length", some(len(finding.moves), "move") + ("" if finding.shrunk or not finding.moves else ", as played")),
        ("found", f"seed {finding.seed}, game {finding.game}" + (f", in {finding.program}" if finding.program else "")),
        ("met", f"{finding.times:,} times" if finding.kind == "silent" else some(finding.times, "game")),
    ]
    if finding.tried:
        facts.append(("tried", f"{finding.tried}, after the last move"))
    substitute = [file.name for file in setting.data if file.substitute]
    if substitute:
        facts.append(("substitute data", f"{', '.join(substitute)}: rebuilt, not as printed"))
    return tuple(facts)
