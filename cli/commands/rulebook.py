"""`rulecheck rulebook`: a rulebook text checked like a program, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments.options import Encoding, Game, ReportFolder, check_report
from rulecheck.cli.arguments.store_options import Jobs, WorkersAt, cores, workers_at
from rulecheck.cli.arguments.text_file import opened
from rulecheck.cli.commands.clause_passages import side_by_side
from rulecheck.cli.rendering.answers import FOUND, Screen, UserError, document, emit, some
from rulecheck.cli.rendering.findings_files import Notes, Table, check_files, write_files
from rulecheck.cli.rendering.text_findings import answer, quote, show, show_quote, table_row
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.comparison import TextDifference
    from rulecheck.solvers.texts.findings import ExampleRun
    from rulecheck.solvers.texts.sensitivity import Examiner
    from rulecheck.spec import Rulebook
    from rulecheck.spec.editions import Edition
    from rulecheck.spec.sources import Source
    from rulecheck.spec.text import Text


class TextFormat(StrEnum):
    """What `--format` takes here."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


def rulebook(
    game: Game,
    text: Annotated[
        Path,
        typer.Argument(
            metavar="TEXT", help="Your rulebook: txt, md, html, pdf, docx, odt, segments.", show_default=False
        ),
    ],
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
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", min=1, help="With --sensitivity: so many mistakes of a class.")
    ] = 40,
    complete: Annotated[
        bool, typer.Option("--complete", help="With --sensitivity: a mistake of each class at every place.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which mistakes are drawn.")] = 0,
    jobs: Jobs = None,
    workers: WorkersAt = None,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", metavar="KIND", help="Show findings of this kind only. Repeatable.")
    ] = None,
    clause: Annotated[
        str | None, typer.Option("--clause", metavar="ID", help="All that the text says of one clause, side by side.")
    ] = None,
    spelling: Annotated[
        bool,
        typer.Option("--spelling/--no-spelling", help="Misspelt and joined words, by a list of the language's words."),
    ] = True,
    accept: Annotated[
        Path | None, typer.Option("--accept", metavar="FILE", help="Known findings with reasons: only counted.")
    ] = None,
    write_accepted: Annotated[
        Path | None,
        typer.Option("--write-accepted", metavar="FILE", help="Write all findings, for --accept."),
    ] = None,
    reader: Annotated[
        str | None,
        typer.Option(
            "--reader",
            metavar="COMMAND",
            help="A program that answers what each sentence says, in JSON; answers are kept beside the text.",
        ),
    ] = None,
    encoding: Encoding = None,
    report: ReportFolder = None,
    notes: Notes = None,
    table: Table = None,
    form: Annotated[TextFormat, typer.Option("--format", help="For people, programs or code hosts.")] = TextFormat.TEXT,
) -> None:
    """Check a rulebook text: what cannot be true, what got lost.

    With two texts: clause by clause what the one says and the other does not.
    """
    from rulecheck.solvers.texts.accepted import read_accepted, without_accepted, written
    from rulecheck.solvers.texts.damage import word_list
    from rulecheck.solvers.texts.findall import findings as every_finding
    from rulecheck.solvers.texts.findings import KINDS
    from rulecheck.spec import load

    for name in kind or ():
        if name not in KINDS:
            raise UserError(f"--kind {name}: no such kind of finding; there are {', '.join(KINDS)}")
    if report is not None and (other is not None or clause is not None or sensitivity):
        raise UserError("--report goes with the findings of one text")
    if (notes is not None or table is not None) and (other is not None or clause is not None or sensitivity):
        raise UserError("--notes and --table go with the findings of one text")
    check_report(report)
    check_files(notes, table, text)
    book = load(game)
    named = list(edition or ())
    if len(named) > (1 if other is None else 2):
        raise UserError(f"--edition {named[-1]}: one edition for each text")
    checker, second_told = text_check(book, text, named[0] if named else None, encoding), None
    if reader is not None:
        from attrs import evolve

        from rulecheck.cli.commands.second_reading import second_reading

        reading = second_reading(reader, book, checker.edition, checker.text, text)
        checker, second_told = evolve(checker, reads=reading.read), reading.told()
    if other is not None:
        if sensitivity or form is TextFormat.SARIF:
            raise UserError("two texts are compared as text or JSON, without --sensitivity")
        second = text_check(book, other, named[-1] if named else None, encoding)
        _compared(book, checker, second, form)
        return
    if clause is not None:
        if form is TextFormat.SARIF:
            raise UserError("--clause is told as text or JSON")
        side_by_side(checker, clause, as_json=form is TextFormat.JSON)
        return
    if sensitivity:
        if form is TextFormat.SARIF:
            raise UserError("--sensitivity is told as text or JSON")
        from rulecheck.cli.commands.sensitivity import Trying, guarded

        count, far = None if complete else sample, workers_at(workers, cores(jobs))
        trying = Trying(checker, partial(_examiner, game, checker.edition, checker.text), jobs, far)
        guarded(trying, seed=seed, sample=count, as_json=form is TextFormat.JSON)
        return
    is_known = word_list(checker.edition.language, checker.text.text) if spelling else None
    reasons = {} if accept is None else read_accepted(accept)
    news, known = without_accepted(every_finding(checker, is_known), reasons)
    if write_accepted is not None:
        write_atomically(write_accepted, written([*news, *known], reasons))
    findings = [f for f in news if not kind or f.kind in kind]
    if report is not None:
        from rulecheck.cli.pages.texts import text_report

        text_report(answer(checker, findings, len(known)), book, report)
    write_files(notes, table, text, checker.text.source, [table_row(checker, finding) for finding in findings])
    if form is TextFormat.JSON:
        more = {} if second_told is None else {"second_reader": second_told}
        emit({**answer(checker, findings, len(known)), **more})
    elif form is TextFormat.SARIF:
        from rulecheck.cli.rendering.sarif import sarif

        emit(sarif(checker, findings))
    else:
        show(Screen(), checker, findings, len(known))
        if second_told is not None:
            from rulecheck.cli.commands.second_reading import show_second

            show_second(Screen(), second_told)
    if findings:
        raise typer.Exit(FOUND)


def text_check(book: Rulebook, path: Path, named: str | None, encoding: str | None = None) -> TextCheck:
    """A user's text under the edition that was named, or that it is."""
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.spec.laid import require_recognised
    from rulecheck.spec.languages.telling import require_language
    from rulecheck.spec.text import parse

    source = opened(path, encoding)
    chosen = _edition(book, source, str(path), named)
    require_language(source.text, str(path), chosen.language)
    text = parse(source, chosen.language, str(path), chosen.counted)
    if named is not None:
        require_recognised(chosen, text)
    return TextCheck(book, chosen, text, player(book), under=under_choices(book))


def _edition(book: Rulebook, source: Source, path: str, named: str | None) -> Edition:
    """The edition that was asked for, or the one whose key words and language the text has."""
    from rulecheck.spec.editionfile import editions, load_edition
    from rulecheck.spec.laid import recognised
    from rulecheck.spec.languages.telling import language_told
    from rulecheck.spec.text import parse

    if named is not None:
        return load_edition(book, named)
    known = [load_edition(book, id) for id in editions(book)]
    if not known:
        hint = f"rulecheck edition draft {book.game} {path} --lang ro"
        raise UserError(f"{book.game} has no edition yet; draft one: {hint}")
    told = language_told(source.text)
    mine = [e for e in known if told is not None and e.language.code == told.code] or known
    share = {e.id: recognised(e, parse(source, e.language, path)) for e in mine}
    best = max(mine, key=lambda e: share[e.id])
    if told is not None and best.language.code != told.code:
        have = ", ".join(f"{e.id} ({e.language.name})" for e in known)
        raise UserError(
            f"{path}: the text looks like {told}, and {book.game} has the editions {have}; "
            f"draft one: rulecheck edition draft {book.game} {path} --lang {told.code}"
        )
    if share[best.id] < 0.5:
        other = _other_game(book, source, path)
        hint = f"it looks like {other}" if other else "name the right game, or an edition with --edition"
        raise UserError(f"{path}: does not look like a rulebook of {book.game}; {hint}")
    return best


def _other_game(book: Rulebook, source: Source, path: str) -> str | None:
    from rulecheck.spec import SpecError, all_games
    from rulecheck.spec.editionfile import editions, load_edition
    from rulecheck.spec.laid import recognised
    from rulecheck.spec.text import parse

    best: tuple[float, str | None] = (0.7, None)
    for game in all_games()[0]:
        if game.name == book.game:
            continue
        with suppress(SpecError):  # another game's mistake is told when that game is asked for
            for id in editions(other := game.rulebook()):
                edition = load_edition(other, id)
                likeness = recognised(edition, parse(source, edition.language, path))
                best = max(best, (likeness, game.name), key=lambda b: b[0])
    return best[1]


def player(book: Rulebook) -> Callable[[str, Mapping[str, int], Mapping[str, int]], ExampleRun] | None:
    """What plays the rulebook's examples under a text's numbers; None if the game has no engine yet."""
    from rulecheck.cli.arguments.rooms import has_engine
    from rulecheck.solvers.texts.findings import ExampleRun

    if not has_engine(book.game):
        return None
    from rulecheck.properties.examples.numbers_of_a_text import run_with

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


def under_choices(book: Rulebook) -> Callable[[str, str, str], bool] | None:
    """What plays the rulebook's examples under a choice of a reading; None if the game has no engine yet."""
    from rulecheck.cli.arguments.rooms import has_engine

    if not has_engine(book.game):
        return None
    from rulecheck.properties.examples.numbers_of_a_text import run_with

    engines: dict[str, Any] = {}

    def comes_out(id: str, reading: str, choice: str) -> bool:
        changed = {reading: choice}
        result = run_with(book.examples[id], book, numbers={}, changes={}, engines=engines, readings=changed)
        return result.verdict == "passes"

    return comes_out


def _examiner(game: str, edition: Edition, text: Text) -> Examiner:
    """What a worker tries mistakes with."""
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.sensitivity import Examiner
    from rulecheck.spec import load

    book = load(game)
    return Examiner(TextCheck(book, edition, text, player(book), under=under_choices(book)))


# -- two texts ----------------------------------------------------------------------------------------------------


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
                        "first": [quote(e) for e in d.a],
                        "second": [quote(e) for e in d.b],
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
            for place in evidence:
                show_quote(screen, checker, place)
        screen.line()
    told = some(len(differences), "difference") if differences else "no difference"
    screen.line(f"{a.text.path} and {b.text.path}   {told}", style="bold")
