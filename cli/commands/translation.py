"""`rulecheck translation`: two texts of one rulebook, without any specification of the game."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rulecheck.cli.arguments.options import Encoding
from rulecheck.cli.arguments.text_file import opened
from rulecheck.cli.rendering.answers import FOUND, Screen, UserError, document, emit, some
from rulecheck.cli.rendering.findings_files import Notes, Row, Table, check_files, write_files
from rulecheck.properties.runtime.budget import budget
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from rulecheck.solvers.translation.comparing import Comparison
    from rulecheck.solvers.translation.finding import Parted, Place
    from rulecheck.solvers.translation.passages import Side
    from rulecheck.spec.languages import Language
    from rulecheck.spec.termlist import TermList

MOST: Final = 3_000
"""Sentences of a text that are compared; a rulebook has a tenth of them."""

_LEVELS: Final = {"high": "error", "medium": "warning", "low": "note"}
_STYLES: Final = {"high": "bold red", "medium": "bold yellow", "low": "bold cyan"}
_TEMPLATES: Final = Path(__file__).parents[1] / "templates"

LAYING: Final = 20.0
"""Seconds of the processor that pairing the sentences of two texts may take: it grows faster than the texts do."""


class TranslationFormat(StrEnum):
    """What `--format` takes here."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


def translation(
    source: Annotated[
        Path, typer.Argument(metavar="SOURCE", help="The text that was translated: see below for formats.")
    ],
    target: Annotated[
        Path | None,
        typer.Argument(
            metavar="[TARGET]",
            help="Its translation; not needed for segments and string tables: po, xliff, tmx, csv, json.",
        ),
    ] = None,
    glossary: Annotated[
        Path | None, typer.Option("--glossary", metavar="FILE.csv", help="Your terms: concept, language, forms.")
    ] = None,
    source_lang: Annotated[
        str | None,
        typer.Option("--source-lang", metavar="XX", help="A language's code, your own pack, or none."),
    ] = None,
    target_lang: Annotated[
        str | None, typer.Option("--target-lang", metavar="XX", help="The same for the translation.")
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", metavar="KIND", help="Show findings of this kind only. Repeatable.")
    ] = None,
    sure: Annotated[
        float, typer.Option("--sure", metavar="0..1", min=0, max=1, help="Show only findings at least this sure.")
    ] = 0.0,
    every: Annotated[
        bool, typer.Option("--all", help="Also show doubtful findings: a free translation may be right.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page with both texts side by side.")
    ] = None,
    notes: Notes = None,
    table: Table = None,
    lemmas: Annotated[
        bool, typer.Option("--lemmas", help="Look words up in dictionaries: slower, better terms.")
    ] = False,
    encoding: Encoding = None,
    form: Annotated[
        TranslationFormat, typer.Option("--format", help="For people, programs or code hosts.")
    ] = TranslationFormat.TEXT,
) -> None:
    """Compare two texts of any game, without a spec.

    Sentences are laid side by side; where surely partners differ, both are shown.  Texts: txt, md, html, pdf, docx,
    odt; segments: po, xliff, sdlxliff, mqxliff, tmx; string tables: csv, json.
    """
    from rulecheck.solvers.translation.comparing import Comparison
    from rulecheck.solvers.translation.finding import KINDS
    from rulecheck.spec.sources import SEGMENTS
    from rulecheck.spec.termlist import read_terms

    for name in kind or ():
        if name not in KINDS:
            raise UserError(f"--kind {name}: no such kind of finding; there are {', '.join(KINDS)}")
    check_files(notes, table, target or source)
    terms = None if glossary is None else read_terms(glossary)
    if target is None and source.suffix.lower() not in SEGMENTS:
        raise UserError(f"{source}: name its translation too; only {', '.join(SEGMENTS)} have both")
    left = _side(source, source_lang, "--source-lang", terms, encoding, lemmas)
    right = _side(target or source, target_lang, "--target-lang", terms, encoding, lemmas)
    with budget(str(target or source), "laying it beside the other", seconds=LAYING):
        comparison = Comparison(left, right)
    asked = [f for f in comparison.every if (not kind or f.kind in kind) and f.sure >= sure]
    findings = [f for f in asked if every or not f.doubt]
    doubted = sum(1 for f in asked if f.doubt)
    if report is not None:
        write_atomically(report, _page(comparison, findings))
    write_files(notes, table, target or source, right.text.source, [_row(finding) for finding in findings])
    if form is TranslationFormat.JSON:
        emit(_answer(comparison, findings, doubted))
    elif form is TranslationFormat.SARIF:
        emit(_sarif(comparison, findings))
    else:
        _show(Screen(), comparison, findings, 0 if every else doubted)
    if any(not finding.doubt for finding in findings):
        raise typer.Exit(FOUND)


def _row(finding: Parted) -> Row:
    place = finding.target or finding.source
    assert place is not None
    return Row(
        kind=finding.kind,
        severity=finding.severity,
        place=place.shown,
        unit=place.unit or "",
        source=finding.source.words if finding.source else "",
        target=finding.target.words if finding.target else "",
        message=finding.message,
        because=finding.because,
    )


def _side(
    path: Path, named: str | None, option: str, terms: TermList | None, encoding: str | None, lemmas: bool
) -> Side:
    from rulecheck.solvers.translation.passages import read_side
    from rulecheck.spec.languages import LANGUAGES, without_pack
    from rulecheck.spec.languages.telling import told_language
    from rulecheck.spec.text import parse

    with budget(str(path)):
        text = opened(path, encoding, "source" if option == "--source-lang" else "target")
        language: Language
        if named is None:
            told = text.language if text.language in LANGUAGES else told_language(text.text)
            language = without_pack() if told is None else _language(told, option)
        else:
            language = without_pack() if named == "none" else _language(named, option)
        own = () if terms is None else terms.concepts(language)
        if terms is not None and not own:
            known = ", ".join(sorted(terms.languages - {""})) or "no column language"
            raise UserError(f"{terms.path}: no terms in {language.name} ({language.code}); it has {known}")
        has_pack = language.code != "none"
        lemma = _lemma(language.code) if lemmas and has_pack else None
        side = read_side(parse(text, language, text.path), own, has_pack=has_pack, lemma=lemma)
    if len(side.passages) > MOST:
        what = f"{len(side.passages):,} sentences, at most {MOST:,} are compared"
        raise UserError(f"{text.path}: {what}; is this the right file?")
    return side


def _lemma(code: str) -> Callable[[str], str]:
    """What gives a word's form in the dictionary; raises UserError if there is none for the language."""
    import simplemma

    try:
        simplemma.lemmatize("word", lang=code)
    except ValueError:
        raise UserError(f"--lemmas: there is no dictionary for the language {code}") from None
    return lambda word: simplemma.lemmatize(word, lang=code)


def _language(named: str, option: str) -> Language:
    from rulecheck.spec.errors import SpecError
    from rulecheck.spec.languages import language_of

    try:
        return language_of(named)
    except SpecError as problem:
        raise UserError(f"{option} {problem}") from None


# -- text ----------------------------------------------------------------------------------------------------------


def _show(screen: Screen, comparison: Comparison, findings: Sequence[Parted], unshown: int) -> None:
    for finding in findings:
        place = finding.source or finding.target
        assert place is not None
        told = f"{place.shown}: {finding.kind}: {finding.message} ({finding.severity}, sure {finding.sure:.2f})"
        screen.line(told, style=_STYLES[finding.severity])
        for name, where in (("source", finding.source), ("target", finding.target)):
            if where is not None:
                screen.line(f"    {name}  {where.shown}  {where.words}")
        for where in finding.also:
            screen.line(f"    also    {where.shown}  {where.words}")
        screen.line(f"    because {finding.because}")
        if finding.doubt:
            screen.line(f"    in doubt: {finding.doubt}")
        screen.line()
    counts = Counter(finding.kind for finding in findings)
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing found"
    screen.line(f"{comparison.source.text.path}  {comparison.target.text.path}   {told}", style="bold")
    for side in (comparison.source, comparison.target):
        screen.line(f"    {side.text.path}: {side.text.language.name}, {some(len(side.passages), 'sentence')}")
    paired = sum(1 for row in comparison.rows if row.source and row.target)
    screen.line(f"    {some(paired, 'pair')}, {len(comparison.sure)} of them sure enough to be compared")
    if unshown:
        screen.line(f"    {some(unshown, 'row')} in doubt: --all shows them")
    for line in comparison.blind():
        screen.line(f"    not seen: {line}")


# -- JSON and SARIF ------------------------------------------------------------------------------------------------


def _answer(comparison: Comparison, findings: Sequence[Parted], doubted: int) -> dict[str, Any]:
    compared = {id(row) for _, _, row in comparison.sure}
    return document(
        "translation",
        source=_told_side(comparison.source),
        target=_told_side(comparison.target),
        not_seen=comparison.blind(),
        in_doubt=doubted,
        pairs=[
            {
                "source": _told(comparison.place(comparison.source, row.source)) if row.source else None,
                "target": _told(comparison.place(comparison.target, row.target)) if row.target else None,
                "sure": round(row.sure, 3),
                "likeness": round(row.likeness, 3),
                "compared": id(row) in compared,
            }
            for row in comparison.rows
        ],
        findings=[
            {
                "kind": finding.kind,
                "message": finding.message,
                "severity": finding.severity,
                "sure": finding.sure,
                "because": finding.because,
                "doubt": finding.doubt or None,
                "source": _told(finding.source) if finding.source else None,
                "target": _told(finding.target) if finding.target else None,
                "also": [_told(place) for place in finding.also],
            }
            for finding in findings
        ],
    )


def _told_side(side: Side) -> dict[str, Any]:
    return {
        "path": side.text.path,
        "language": side.text.language.code if side.has_pack else None,
        "encoding": side.text.source.encoding,
        "sentences": len(side.passages),
    }


def _told(place: Place) -> dict[str, Any]:
    return {
        "path": place.path,
        "page": place.page,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "words": place.words,
        **({} if place.unit is None else {"unit": place.unit}),
    }


def _sarif(comparison: Comparison, findings: Sequence[Parted]) -> dict[str, Any]:
    """One run; a result stands in the translation if it has a place there."""
    from rulecheck import __version__
    from rulecheck.cli.rendering.sarif import SCHEMA
    from rulecheck.solvers.translation.finding import KINDS

    kinds = list(KINDS)
    rules = [
        {"id": kind, "shortDescription": {"text": f"{told[:1].upper()}{told[1:]}."}} for kind, told in KINDS.items()
    ]
    driver = {"name": "rulecheck", "semanticVersion": __version__, "rules": rules}
    results = []
    for finding in findings:
        places = [place for place in (finding.target, finding.source, *finding.also) if place is not None]
        words = "\n".join((finding.kind, *(place.words for place in places)))
        results.append(
            {
                "ruleId": finding.kind,
                "ruleIndex": kinds.index(finding.kind),
                "level": _LEVELS[finding.severity],
                "message": {"text": f"{finding.message}. {finding.because}."},
                "locations": [_location(places[0])],
                "relatedLocations": [
                    {"id": n, **_location(place), "message": {"text": place.words}}
                    for n, place in enumerate(places[1:], 1)
                ],
                "partialFingerprints": {"rulecheck/v1": hashlib.sha256(words.encode()).hexdigest()[:24]},
                "properties": {"severity": finding.severity, "sure": finding.sure, "doubt": finding.doubt or None},
            }
        )
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": {"source": comparison.source.text.path, "target": comparison.target.text.path},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _location(place: Place) -> dict[str, Any]:
    from rulecheck.cli.rendering.sarif import logical, physical

    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
        "snippet": {"text": place.words},
    }
    if place.page is not None:  # lines of a page are no lines of the file
        region = {"startLine": 1, "snippet": {"text": f"page {place.page}, line {place.line}: {place.words}"}}
    return {"physicalLocation": physical(place.path, region), **logical(place.unit)}


# -- the page ------------------------------------------------------------------------------------------------------


def _page(comparison: Comparison, findings: Sequence[Parted]) -> str:
    """Both texts side by side, each finding beside its sentences."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from rulecheck.cli.pages.writing import guarded

    loose: list[Parted] = []
    rows = [
        _Row(
            comparison.place(comparison.source, row.source) if row.source else None,
            comparison.place(comparison.target, row.target) if row.target else None,
            row.sure,
        )
        for row in comparison.rows
    ]
    for finding in findings:
        near = next((row for row in rows if row.holds(finding)), None)
        (loose if near is None else near.findings).append(finding)
    environment = Environment(loader=FileSystemLoader(_TEMPLATES), undefined=StrictUndefined, autoescape=True)
    page = environment.get_template("translation.html.jinja")
    return guarded(
        page.render(comparison=comparison, rows=rows, loose=loose, findings=findings, blind=comparison.blind())
    )


@dataclass
class _Row:
    """Two partners on the page, and what was found there."""

    source: Place | None
    target: Place | None
    sure: float
    findings: list[Parted] = field(default_factory=list)

    def holds(self, finding: Parted) -> bool:
        """Whether a finding is about this row."""
        return any(
            own is not None and place is not None and own.holds(place)
            for own, place in ((self.source, finding.source), (self.target, finding.target))
        )
