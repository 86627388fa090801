"""`rulecheck rulebook`: a rulebook text checked like a program, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulecheck.cli.arguments.options import Encoding, Game, Reader, ReportFolder, check_report
from rulecheck.cli.arguments.store_options import Jobs, WorkersAt, cores, workers_at
from rulecheck.cli.arguments.text_file import player, text_check, under_choices
from rulecheck.cli.arguments.watching import Watch, watched
from rulecheck.cli.commands.clause_passages import side_by_side
from rulecheck.cli.rendering.answers import FOUND, Screen, UserError, document, emit, some
from rulecheck.cli.rendering.code_hosts import show_cases, text_cases
from rulecheck.cli.rendering.findings_files import Notes, Table, check_files, write_files
from rulecheck.cli.rendering.text_findings import answer, quote, show, show_quote, table_row
from rulecheck.properties.runtime.budget import budget
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.comparison import TextDifference
    from rulecheck.solvers.texts.sensitivity import Examiner
    from rulecheck.spec import Rulebook
    from rulecheck.spec.editions import Edition
    from rulecheck.spec.text import Text


class TextFormat(StrEnum):
    """What `--format` takes here."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    MARKDOWN = "markdown"

    @property
    def is_of_hosts(self) -> bool:
        """Whether only the findings of one text are told so."""
        return self not in (TextFormat.TEXT, TextFormat.JSON)


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
        bool, typer.Option("--sensitivity", help="How much of the text is guarded: change words, see what is noticed.")
    ] = False,
    sample: Annotated[
        int,
        typer.Option("--sample", metavar="N", min=1, help="With --sensitivity: mistakes of a class at most."),
    ] = 40,
    complete: Annotated[
        bool, typer.Option("--complete", help="With --sensitivity: a mistake of each class at every place.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed for drawing the mistakes.")] = 0,
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
        Path | None,
        typer.Option("--accept", metavar="FILE", help="Known findings with reasons: counted, not reported."),
    ] = None,
    write_accepted: Annotated[
        Path | None,
        typer.Option("--write-accepted", metavar="FILE", help="Write all findings, for --accept."),
    ] = None,
    reader: Reader = None,
    encoding: Encoding = None,
    report: ReportFolder = None,
    notes: Notes = None,
    table: Table = None,
    watch: Watch = False,
    form: Annotated[TextFormat, typer.Option("--format", help="For people, programs or code hosts.")] = TextFormat.TEXT,
) -> None:
    """Check a rulebook text: what cannot be true, what got lost.

    With two texts: clause by clause what the one says and the other does not.
    """
    from rulecheck.solvers.texts.accepted import read_accepted, without_accepted, written
    from rulecheck.solvers.texts.damage import word_list
    from rulecheck.solvers.texts.findall import findings as every_finding
    from rulecheck.solvers.texts.findings import KINDS
    from rulecheck.spec import game_named, load

    if watch:
        watched([text, *([] if other is None else [other]), game_named(game).folder])
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
        if sensitivity or form.is_of_hosts:
            raise UserError("two texts are compared as text or JSON, without --sensitivity")
        second = text_check(book, other, named[-1] if named else None, encoding)
        _compared(book, checker, second, form)
        return
    if clause is not None:
        if form.is_of_hosts:
            raise UserError("--clause is told as text or JSON")
        side_by_side(checker, clause, as_json=form is TextFormat.JSON)
        return
    if sensitivity:
        if form.is_of_hosts:
            raise UserError("--sensitivity is told as text or JSON")
        from rulecheck.cli.commands.sensitivity import Trying, guarded

        count, far = None if complete else sample, workers_at(workers, cores(jobs))
        trying = Trying(checker, partial(_examiner, game, checker.edition, checker.text), jobs, far)
        guarded(trying, seed=seed, sample=count, as_json=form is TextFormat.JSON)
        return
    is_known = word_list(checker.edition.language, checker.text.text) if spelling else None
    reasons = {} if accept is None else read_accepted(accept)
    with budget(str(text), "checking it"):
        news, known = without_accepted(every_finding(checker, is_known), reasons)
    if write_accepted is not None:
        write_atomically(write_accepted, written([*news, *known], reasons))
    findings = [f for f in news if not kind or f.kind in kind]
    if report is not None:
        from rulecheck.cli.pages.texts import mended_table, text_report

        mended = mended_table(answer(checker, findings, len(known))["mended"])
        text_report(checker, findings, len(known), mended, report)
    write_files(notes, table, text, checker.text.source, [table_row(checker, finding) for finding in findings])
    if form is TextFormat.JSON:
        more = {} if second_told is None else {"second_reader": second_told}
        emit({**answer(checker, findings, len(known)), **more})
    elif form is TextFormat.SARIF:
        from rulecheck.cli.rendering.sarif import sarif

        emit(sarif(checker, findings))
    elif form.is_of_hosts:
        show_cases(form, f"rulecheck rulebook {game}", text_cases(answer(checker, findings, len(known))))
    else:
        show(Screen(), checker, findings, len(known))
        if second_told is not None:
            from rulecheck.cli.commands.second_reading import show_second

            show_second(Screen(), second_told)
    if findings:
        raise typer.Exit(FOUND)


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
