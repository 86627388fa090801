"""`rulecheck explain`: everything that is known about one clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments import completion
from rulecheck.cli.arguments.options import Findings, Game, Output
from rulecheck.cli.arguments.tables import last_campaign, strength_figures
from rulecheck.cli.rendering.answers import Format, Screen, UserError, document, emit, some
from rulecheck.cli.rendering.listing import List, show_names

if TYPE_CHECKING:
    from rulecheck.spec import Rulebook
    from rulecheck.spec.editions import Edition
    from rulecheck.spec.laid import Laid, Said


def explain(
    game: Game,
    clause: Annotated[
        str,
        typer.Argument(
            metavar="CLAUSE",
            help="A clause's id, as findings name it; with --list the beginning of several.",
            autocompletion=completion.clauses,
            show_default=False,
        ),
    ] = "",
    findings: Findings = Path("findings"),
    rulebooks: Annotated[
        Path | None,
        typer.Option(
            "--rulebooks",
            metavar="DIR",
            envvar="RULECHECK_RULEBOOKS",
            help="Your texts (GAME.EDITION.txt), to show lines of.",
        ),
    ] = None,
    listed: List = False,
    form: Output = Format.TEXT,
) -> None:
    """Show all that is known about one clause.

    Our wording and its numbers, what is open in it, the functions that carry it out, what checks it.
    """
    from rulecheck.spec import load

    book = load(game)
    if listed:
        rows = [(row.id, row.kind, row.text) for row in book.clauses.values() if row.id.startswith(clause)]
        return show_names(game, "clauses", rows, form)
    if not clause:
        raise UserError(f"which clause? `rulecheck explain {game} --list` lists them")
    known = {
        **Facts(book, rulebooks, findings).of(clause),
        "campaign": _campaign(last_campaign(findings, game), clause),
    }
    if form is Format.JSON:
        emit(document("explain", **known))
    else:
        _show(Screen(), known)


class Facts:
    """All that is known of a game's clauses; what they share is gathered once.

    With `rulebooks`, a folder of texts (GAME.EDITION.txt), the lines that say a clause are among it.
    """

    def __init__(self, book: Rulebook, rulebooks: Path | None = None, findings: Path = Path("findings")) -> None:
        self.book = book
        self.rulebooks = rulebooks
        self.findings = findings
        self._said: dict[Path, tuple[Laid, Mapping[int, Sequence[Said]]]] = {}

    def of(self, id: str) -> dict[str, Any]:
        """What rulebook, engine, checks, theorems, editions and examples have to do with a clause, and its strength.

        Raises SpecError for an id that is none.
        """
        from rulecheck.cli.arguments.rooms import clause_of, properties_for
        from rulecheck.properties.mistakes import mistakes_of
        from rulecheck.reference_engines import citations
        from rulecheck.solvers.theorem import theorems

        book, clause = self.book, clause_of(self.book, id)
        return {
            "game": book.game,
            "clause": id,
            "kind": clause.kind,
            "chapter": clause.title,
            "text": clause.text,
            "path": book.path,
            "line": clause.line,
            "quantities": {
                name: (
                    quantity.value
                    if isinstance(quantity.value, int)
                    else {str(players): value for players, value in quantity.value.items()}
                )
                for name, quantity in book.quantities.items()
                if quantity.clause == id
            },
            "readings": [
                {"id": reading.id, "question": reading.question, "default": reading.default}
                for reading in book.readings.values()
                if id in reading.silent
            ],
            "carried_out_by": list(citations(book.game).get(id, ())),
            "checked_by": [
                {"property": check.name, "what": check.doc}
                for check in properties_for(book.game)
                if id in check.clauses
            ],
            "proved_by": [
                {"theorem": theorem.name, "what": theorem.claim}
                for theorem in theorems(book.game)
                if id in theorem.clauses
            ],
            "mistakes": [
                {"mistake": mistake.name, "what": mistake.says}
                for mistake in mistakes_of(book.game)
                if id in mistake.clauses
            ],
            "editions": [self._edition(name, edition, id) for name, edition in self._editions.items()],
            "examples": [example.id for example in book.examples.values() if id in _words(example.body)],
            "strength": _strength(self._figures, id),
        }

    @cached_property
    def _editions(self) -> dict[str, Edition]:
        from rulecheck.spec.editionfile import editions, load_edition

        return {name: load_edition(self.book, name) for name in editions(self.book)}

    @cached_property
    def _figures(self) -> dict[str, Any] | None:
        return strength_figures(self.findings, self.book.game)

    def _edition(self, name: str, edition: Edition, id: str) -> dict[str, Any]:
        """Where an edition says a clause: the key phrases to look for, or why it lacks it; lines of a text at hand."""
        phrases = [passage.phrase.text for passage in edition.passages if id in passage.clauses]
        text = None if self.rulebooks is None else self.rulebooks / f"{self.book.game}.{name}.txt"
        lines = self._lines(edition, text, id) if text is not None and text.is_file() else None
        return {"edition": name, "phrases": phrases, "lacks": edition.lacks.get(id), "lines": lines}

    def _lines(self, edition: Edition, path: Path, id: str) -> list[dict[str, Any]]:
        """The lines of a text that say a clause, with its own words, as the edition finds them."""
        if path not in self._said:
            self._said[path] = _laid(edition, path)
        laid, said = self._said[path]
        lines: dict[int, str] = {}
        for passage in edition.passages:
            for place in said[passage.number] if id in passage.clauses else ():
                units = laid.text.units
                start, end = units[place.match.first].start, units[place.match.last - 1].end
                lines[laid.text.line_of(start)] = laid.text.quote(start, end)
        return [{"line": line, "words": words} for line, words in sorted(lines.items())]


def _laid(edition: Edition, path: Path) -> tuple[Laid, Mapping[int, Sequence[Said]]]:
    """An edition laid over a text, and what the text says of each passage."""
    from rulecheck.spec.laid import Laid
    from rulecheck.spec.sources import open_source
    from rulecheck.spec.text import parse

    laid = Laid(edition, parse(open_source(path), edition.language, str(path), edition.counted))
    return laid, laid.all_said()


def _strength(figures: dict[str, Any] | None, id: str) -> dict[str, Any] | None:
    """How many changes of the functions that cite a clause were tried and noticed, and by what; None if none was."""
    row = None if figures is None else figures["clauses"].get(id)
    if not isinstance(row, dict) or not {"tried", "noticed", "named", "by"} <= set(row):
        return None
    return row if row["tried"] and isinstance(row["by"], dict) else None


def _campaign(answer: dict[str, Any] | None, id: str) -> dict[str, Any] | None:
    """What the last campaign says about a clause; None for an answer of another version, or one that was changed."""
    try:
        return None if answer is None else _said_of(answer, id)
    except (KeyError, TypeError, AttributeError):
        return None


def _said_of(answer: dict[str, Any], id: str) -> dict[str, Any]:
    counts = answer["clauses"].get(id, {})
    return {
        "seed": answer["asked"]["seed"],
        "games": answer["games"],
        "carried_out": counts.get("carried_out", 0),
        "refused": counts.get("refused", 0),
        "findings": [
            {"kind": finding["kind"], "name": finding["name"], "file": finding["file"]}
            for finding in answer["findings"]
            if id in finding["clauses"]
        ],
    }


def _words(value: object) -> set[str]:
    """All texts in an example's block, keys and values."""
    if isinstance(value, dict):
        return {*map(str, value)}.union(*map(_words, value.values()))
    if isinstance(value, list):
        return set().union(*map(_words, value))
    return {value} if isinstance(value, str) else set()


def _show(screen: Screen, known: dict[str, Any]) -> None:
    screen.line(f"{known['clause']}   {known['kind']}   {known['path']}:{known['line']}", style="bold")
    screen.line(f"  {known['chapter']}")
    screen.line(f"  {known['text']}")
    for name, value in known["quantities"].items():
        if isinstance(value, dict):
            value = ", ".join(f"{number} for {players} players" for players, number in value.items())
        screen.line(f"  number       {name} = {value}")
    for reading in known["readings"]:
        screen.line(f"  open         {reading['id']}: {reading['question']} (we read: {reading['default']})", "yellow")
    for function in known["carried_out_by"]:
        screen.line(f"  carried out  {function}")
    for check in known["checked_by"]:
        screen.line(f"  checked by   {check['property']}: {check['what']}")
    for theorem in known["proved_by"]:
        screen.line(f"  theorem      {theorem['theorem']}: {theorem['what']}")
    for mistake in known["mistakes"]:
        screen.line(f"  mistake      {mistake['mistake']}: {mistake['what']}")
    for edition in known["editions"]:
        for phrase in edition["phrases"]:
            screen.line(f"  edition {edition['edition']:<4} {phrase}")
        for place in edition["lines"] or ():
            screen.line(f"    l. {place['line']:<6} {place['words']}", style="dim")
        if not edition["phrases"]:
            screen.line(f"  edition {edition['edition']:<4} lacks it: {edition['lacks'] or 'no passage'}")
    for example in known["examples"]:
        screen.line(f"  example      {example}")
    if known["kind"] == "rule" and not known["carried_out_by"]:
        screen.line("  no function cites it")
    strength = known["strength"]
    if strength is not None:
        by = ", ".join(f"{look} {count}" for look, count in strength["by"].items()) or "nothing"
        told = f"{strength['noticed']} of {some(strength['tried'], 'change')} noticed ({by})"
        screen.line(f"  strength     {told}, {strength['named']} by what names it")
    _show_campaign(screen, known["kind"], known["campaign"])


def _show_campaign(screen: Screen, kind: str, campaign: dict[str, Any] | None) -> None:
    if campaign is None:
        return
    done, refused = campaign["carried_out"], campaign["refused"]
    exercised = f"carried out {done:,} times, refused {some(refused, 'move')}" if done or refused else "not exercised"
    if done or refused or kind == "rule":
        screen.line(f"  campaign     {exercised} in {some(campaign['games'], 'game')}, seed {campaign['seed']}")
    for finding in campaign["findings"]:
        screen.line(f"  {finding['kind']:<11}  {finding['name']}   {finding['file'] or 'not kept'}", style="yellow")
