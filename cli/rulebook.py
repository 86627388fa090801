"""`rulecheck rulebook`: a rulebook text checked like a program, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.options import Game
from rulecheck.cli.show import FOUND, Screen, UserError, document, emit, some

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.comparison import TextDifference
    from rulecheck.solvers.texts.findings import ExampleRun, Quote, TextFinding
    from rulecheck.solvers.texts.sensitivity import Sensitivity
    from rulecheck.spec import Rulebook
    from rulecheck.spec.editions import Edition

WIDTH = 100
"""How much of a user's line is shown."""

_STYLE = {
    "contradiction": "bold red",
    "differs": "bold red",
    "example-fails": "bold red",
    "missing": "bold yellow",
    "unclaimed": "bold yellow",
    "unfound": "bold yellow",
    "term-drift": "bold cyan",
}


class TextFormat(StrEnum):
    """What `--format` takes here."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


def rulebook(
    game: Game,
    text: Annotated[Path, typer.Argument(metavar="TEXT", help="Your rulebook text, UTF-8.", show_default=False)],
    other: Annotated[
        Path | None, typer.Argument(metavar="[TEXT2]", help="A second text, to be compared.", show_default=False)
    ] = None,
    edition: Annotated[
        list[str] | None,
        typer.Option("--edition", metavar="ID|FILE", help="The edition that a text is. Once for each text."),
    ] = None,
    sensitivity: Annotated[
        bool, typer.Option("--sensitivity", help="How much is under guard: change each word, see what is noticed.")
    ] = False,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", metavar="KIND", help="Show findings of this kind only. Repeatable.")
    ] = None,
    form: Annotated[TextFormat, typer.Option("--format", help="For people, programs or code hosts.")] = TextFormat.TEXT,
) -> None:
    """Check a rulebook text: what cannot be true, what got lost.

    With two texts: clause by clause what the one says and the other does not.
    """
    from rulecheck.solvers.texts.findall import findings as every_finding
    from rulecheck.solvers.texts.findings import KINDS
    from rulecheck.spec import load

    for name in kind or ():
        if name not in KINDS:
            raise UserError(f"--kind {name}: no such kind of finding; there are {', '.join(KINDS)}")
    book = load(game)
    named = list(edition or ())
    if len(named) > (1 if other is None else 2):
        raise UserError(f"--edition {named[-1]}: one edition for each text")
    checker = text_check(book, text, named[0] if named else None)
    if other is not None:
        if sensitivity or form is TextFormat.SARIF:
            raise UserError("two texts are compared as text or JSON, without --sensitivity")
        second = text_check(book, other, named[-1] if named else None)
        _compared(book, checker, second, form)
        return
    findings = [f for f in every_finding(checker) if not kind or f.kind in kind]
    if sensitivity:
        _guarded(checker, form)
        return
    if form is TextFormat.JSON:
        emit(_answer(checker, findings))
    elif form is TextFormat.SARIF:
        from rulecheck.cli.sarif import sarif

        emit(sarif(checker, findings))
    else:
        _show(Screen(), checker, findings)
    if findings:
        raise typer.Exit(FOUND)


def text_check(book: Rulebook, path: Path, named: str | None) -> TextCheck:
    """A user's text under the edition that was named, or that it is."""
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.spec.laid import require_recognised
    from rulecheck.spec.text import parse, read_source, require_language

    source = read_source(path)
    chosen = _edition(book, source, str(path), named)
    require_language(source, str(path), chosen.language)
    text = parse(source, chosen.language, str(path), chosen.counted)
    if named is not None:
        require_recognised(chosen, text)
    return TextCheck(book, chosen, text, player(book))


def _edition(book: Rulebook, source: str, path: str, named: str | None) -> Edition:
    """The edition that was asked for, or the one whose key words and language the text has."""
    from rulecheck.spec.editionfile import editions, load_edition
    from rulecheck.spec.laid import recognised
    from rulecheck.spec.languages import LANGUAGES
    from rulecheck.spec.text import parse, told_language

    if named is not None:
        return load_edition(book, named)
    known = [load_edition(book, id) for id in editions(book)]
    if not known:
        hint = f"rulecheck edition draft {book.game} {path} --lang ro"
        raise UserError(f"{book.game} has no edition yet; draft one: {hint}")
    told = told_language(source)
    mine = [e for e in known if e.language.code == told] or known
    share = {e.id: recognised(e, parse(source, e.language, path)) for e in mine}
    best = max(mine, key=lambda e: share[e.id])
    if told is not None and best.language.code != told:
        have = ", ".join(f"{e.id} ({e.language.name})" for e in known)
        raise UserError(
            f"{path}: the text is in {LANGUAGES[told].name}, and {book.game} has the editions {have}; "
            f"draft one: rulecheck edition draft {book.game} {path} --lang {told}"
        )
    if share[best.id] < 0.5:
        other = _other_game(book, source, path)
        hint = f"it looks like {other}" if other else "name the right game, or an edition with --edition"
        raise UserError(f"{path}: does not look like a rulebook of {book.game}; {hint}")
    return best


def _other_game(book: Rulebook, source: str, path: str) -> str | None:
    from rulecheck.spec import games, load
    from rulecheck.spec.editionfile import editions, load_edition
    from rulecheck.spec.laid import recognised
    from rulecheck.spec.text import parse

    best: tuple[float, str | None] = (0.7, None)
    for game in games():
        if game != book.game:
            other = load(game)
            for id in editions(other):
                found = load_edition(other, id)
                best = max(best, (recognised(found, parse(source, found.language, path)), game), key=lambda b: b[0])
    return best[1]


def player(book: Rulebook) -> Callable[[str, Mapping[str, int], Mapping[str, int]], ExampleRun] | None:
    """What plays the rulebook's examples under a text's numbers; None if the game has no engine yet."""
    from rulecheck.cli.rooms import has_engine
    from rulecheck.solvers.texts.findings import ExampleRun

    if not has_engine(book.game):
        return None
    from rulecheck.properties.texts import run_with

    engines: dict[str, Any] = {}
    known: dict[Any, ExampleRun] = {}

    def play(id: str, numbers: Mapping[str, int], changes: Mapping[str, int]) -> ExampleRun:
        key = (id, tuple(sorted(numbers.items())), tuple(sorted(changes.items())))
        if key not in known:
            result = run_with(book.examples[id], book, numbers=numbers, changes=changes, engines=engines)
            passes = result.verdict == "passes" or (result.verdict == "broken" and not can_be_played(id))
            known[key] = ExampleRun(passes, result.failures, result.reason or "")
        return known[key]

    def can_be_played(id: str) -> bool:
        """Whether the example is sound as it stands in our rulebook; if not, nothing is said of it."""
        return run_with(book.examples[id], book, numbers={}, changes={}, engines=engines).verdict != "broken"

    return play


# -- text ----------------------------------------------------------------------------------------------------------


def _show(screen: Screen, checker: TextCheck, findings: Sequence[TextFinding]) -> None:
    for finding in findings:
        _show_finding(screen, checker, finding)
        screen.line()
    counts = Counter(f.kind for f in findings)
    told = ", ".join(f"{counts[k]} {k}" for k in _STYLE if counts[k]) or "nothing found"
    screen.line(f"{checker.text.path}   {checker.edition.title}   {told}", style="bold")
    claimed, sentences = _claimed(checker)
    screen.line(f"{claimed} of {some(sentences, 'rule-bearing sentence')} claimed by clauses")


def _claimed(checker: TextCheck) -> tuple[int, int]:
    claimed = checker.claimed()
    rule_bearing = [number for number, _ in checker.laid.rule_bearing()]
    return sum(1 for n in rule_bearing if n in claimed), len(rule_bearing)


def _show_finding(screen: Screen, checker: TextCheck, finding: TextFinding) -> None:
    where = f":{finding.line}:{finding.column}" if finding.line else ""
    screen.line(f"{checker.text.path}{where}: {finding.kind}: {finding.message}", style=_STYLE[finding.kind])
    for evidence in finding.evidence:
        _show_evidence(screen, checker, evidence)
    if finding.clauses:
        screen.line(f"    clauses  {', '.join(finding.clauses)}")
    if finding.reading:
        command = f"rulecheck readings {checker.rulebook.game} {finding.reading}"
        screen.line(f"    open     reading {finding.reading}: {command}")
    if finding.fix:
        screen.line(f"    fix      {finding.fix}")


def _show_evidence(screen: Screen, checker: TextCheck, evidence: Quote) -> None:
    if evidence.source != "text":
        screen.line(f"    {evidence.path}:{evidence.line}: {evidence.words}")
        return
    line = checker.text.line(evidence.line)
    shown, at = excerpt(line, evidence.column - 1)
    length = evidence.end_column - evidence.column if evidence.end_line == evidence.line else len(line)
    marks = "^" * max(1, min(length, len(shown) - at))
    screen.line(f"    {evidence.line:>5} | {shown}")
    note = f" {evidence.note}" if evidence.note else ""
    screen.line(f"          | {' ' * at}{marks}{note}")


def excerpt(line: str, column: int) -> tuple[str, int]:
    """A readable part of a line around a column (from 0), and the column in it."""
    flat = "".join(" " if c in "\t\r" else c for c in line)
    if len(flat) <= WIDTH:
        return flat, column
    start = max(0, min(column - WIDTH // 3, len(flat) - WIDTH))
    if start > 0:
        space = flat.find(" ", start, column)
        start = space + 1 if space >= 0 else start
    end = min(len(flat), start + WIDTH)
    if end < len(flat):
        space = flat.rfind(" ", column, end)
        end = space if space > column else end
    before, after = "…" if start else "", "…" if end < len(flat) else ""
    return f"{before}{flat[start:end]}{after}", column - start + len(before)


# -- JSON ----------------------------------------------------------------------------------------------------------


def _answer(checker: TextCheck, findings: Sequence[TextFinding]) -> dict[str, Any]:
    counts = Counter(f.kind for f in findings)
    claimed, sentences = _claimed(checker)
    return document(
        "rulebook",
        game=checker.rulebook.game,
        edition=checker.edition.id,
        text=checker.text.path,
        counts={kind: counts[kind] for kind in _STYLE},
        sentences={"rule_bearing": sentences, "claimed": claimed},
        findings=[_finding(f) for f in findings],
    )


def _finding(finding: TextFinding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "line": finding.line or None,
        "column": finding.column or None,
        "message": finding.message,
        "clauses": list(finding.clauses),
        "reading": finding.reading,
        "fix": finding.fix,
        "evidence": [_evidence(e) for e in finding.evidence],
    }


def _evidence(evidence: Quote) -> dict[str, Any]:
    return {
        "source": evidence.source,
        "path": evidence.path,
        "line": evidence.line,
        "column": evidence.column,
        "end_line": evidence.end_line,
        "end_column": evidence.end_column,
        "words": evidence.words,
        "note": evidence.note,
    }


# -- sensitivity ---------------------------------------------------------------------------------------------------


def _guarded(checker: TextCheck, form: TextFormat) -> None:
    from rulecheck.solvers.texts.sensitivity import sensitivity

    if form is TextFormat.SARIF:
        raise UserError("--sensitivity is told as text or JSON")
    measured = sensitivity(checker)
    unseen = [s for s in measured.spots if not s.noticed]
    if form is TextFormat.JSON:
        emit(_sensitivity(checker, measured))
    else:
        _show_sensitivity(Screen(), checker, measured)
    if unseen or measured.lost:
        raise typer.Exit(FOUND)


def _sensitivity(checker: TextCheck, measured: Sensitivity) -> dict[str, Any]:
    return document(
        "rulebook",
        game=checker.rulebook.game,
        edition=checker.edition.id,
        text=checker.text.path,
        sensitivity={
            **{name: {"noticed": noticed, "of": of} for name, (noticed, of) in _shares(measured).items()},
            "sentences_left_out": {"noticed": measured.sentences - len(measured.lost), "of": measured.sentences},
            "sentences_claimed": {"noticed": measured.claimed, "of": measured.sentences},
            "unseen": [
                {
                    "line": s.line,
                    "column": s.column,
                    "family": s.family,
                    "word": s.before,
                    "changed_to": s.after,
                    "words": s.words,
                }
                for s in measured.spots
                if not s.noticed
            ],
            "unseen_sentences": [_evidence(e) for e in measured.lost],
        },
    )


def _shares(measured: Sensitivity) -> dict[str, tuple[int, int]]:
    return {
        "numbers": measured.numbers,
        "comparison_and_quantity_words": measured.quantities,
        "other_rule_words": measured.others,
    }


def _show_sensitivity(screen: Screen, checker: TextCheck, measured: Sensitivity) -> None:
    for spot in measured.spots:
        if not spot.noticed:
            change = f'"{spot.before}" → "{spot.after}"' if spot.after else f'"{spot.before}" left out'
            where = f"{checker.text.path}:{spot.line}:{spot.column}"
            screen.line(f"{where}: unseen: {change} would not be noticed ({spot.family})", style="bold yellow")
            screen.line(f"    {spot.words}")
    for sentence in measured.lost:
        where = f"{checker.text.path}:{sentence.line}:{sentence.column}"
        screen.line(f"{where}: unseen: this sentence could be left out and would not be missed", style="bold yellow")
        screen.line(f"    {sentence.words[:WIDTH]}")
    screen.line(f"{checker.text.path}   {checker.edition.title}", style="bold")
    rows = [(name.replace("_", " "), *share) for name, share in _shares(measured).items()]
    rows.append(("sentences left out", measured.sentences - len(measured.lost), measured.sentences))
    rows.append(("rule-bearing sentences claimed", measured.claimed, measured.sentences))
    for name, noticed, of in rows:
        share = f"{100 * noticed / of:5.1f} %" if of else "     –"
        screen.line(f"    {name:<32} {noticed:>4} of {of:>4}  {share}")


# -- two texts -----------------------------------------------------------------------------------------------------


def _compared(book: Rulebook, a: TextCheck, b: TextCheck, form: TextFormat) -> None:
    from rulecheck.solvers.texts.comparison import compare

    differences = compare(a, b)
    if form is TextFormat.JSON:
        emit(
            document(
                "rulebook",
                game=book.game,
                texts=[{"text": c.text.path, "edition": c.edition.id} for c in (a, b)],
                differences=[
                    {
                        "clause": d.clause,
                        "message": d.message,
                        "first": [_evidence(e) for e in d.a],
                        "second": [_evidence(e) for e in d.b],
                    }
                    for d in differences
                ],
            )
        )
    else:
        _show_differences(Screen(), a, b, differences)
    if differences:
        raise typer.Exit(FOUND)


def _show_differences(screen: Screen, a: TextCheck, b: TextCheck, differences: Sequence[TextDifference]) -> None:
    for difference in differences:
        screen.line(f"{difference.clause}: {difference.message}", style="bold red")
        for checker, evidence in ((a, difference.a), (b, difference.b)):
            if evidence:
                screen.line(f"    {checker.text.path}:{evidence[0].line}:{evidence[0].column}")
            for one in evidence:
                _show_evidence(screen, checker, one)
        screen.line()
    told = some(len(differences), "difference") if differences else "no difference"
    screen.line(f"{a.text.path} and {b.text.path}   {told}", style="bold")
