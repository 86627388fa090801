"""Findings where translators work: notes in their own file, a table as CSV or XLSX."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from rulecheck.cli.rendering.answers import UserError
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from rulecheck.spec.sources import Source

Notes = Annotated[
    Path | None,
    typer.Option("--notes", metavar="FILE", help="A copy of your file with the findings as notes or comments in it."),
]
Table = Annotated[Path | None, typer.Option("--table", metavar="FILE.csv|.xlsx", help="Write the findings as a table.")]


class Row(NamedTuple):
    """A finding as a line of a table."""

    kind: str
    severity: str
    place: str
    unit: str
    """Of segments and documents: which one, or which paragraph."""
    source: str
    """The words on the other side: the source text's, or the clause's id."""
    target: str
    message: str
    because: str


def check_files(notes: Path | None, table: Path | None, path: Path) -> None:
    """Refuse, before any work, files that cannot hold what is to be written into them."""
    from rulecheck.spec.sources import NOTED

    if notes is not None and path.suffix.lower() not in NOTED:
        hint = f"only {', '.join(NOTED)} can; --table FILE.csv writes a table"
        raise UserError(f"--notes: {path} cannot hold notes; {hint}")
    if notes is not None and notes.suffix.lower() != path.suffix.lower():
        raise UserError(f"--notes {notes}: a copy of {path} has its name end in {path.suffix}")
    if table is not None and table.suffix.lower() not in (".csv", ".xlsx"):
        raise UserError(f"--table {table}: a table is .csv or .xlsx")


def write_files(notes: Path | None, table: Path | None, path: Path, source: Source, rows: Sequence[Row]) -> None:
    """Write what was asked for."""
    if notes is not None:
        from rulecheck.spec.documents.model import Note
        from rulecheck.spec.sources import annotated

        own = [Note(row.unit, f"{row.kind}: {row.message}") for row in rows if row.unit]
        write_atomically(notes, annotated(path, source, own))
    if table is not None:
        write_atomically(table, _xlsx(rows) if table.suffix.lower() == ".xlsx" else _csv(rows))


HEAD: Final = Row._fields


def _csv(rows: Iterable[Row]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return "\ufeff" + out.getvalue()  # by the mark a spreadsheet knows that it is UTF-8


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@")) else cell


def _xlsx(rows: Iterable[Row]) -> bytes:
    try:
        import xlsxwriter
    except ModuleNotFoundError:
        from rulecheck import DISTRIBUTION

        hint = f"pip install '{DISTRIBUTION}[documents]', or write a .csv"
        raise UserError(f"--table: writing an .xlsx needs a library that is not installed; {hint}") from None
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        sheet = book.add_worksheet("findings")
        wrapped = book.add_format({"text_wrap": True, "valign": "top"})
        for number, cells in enumerate([HEAD, *rows]):
            for column, cell in enumerate(cells):
                sheet.write_string(number, column, cell, wrapped)
        sheet.set_column(4, 7, 45)
        sheet.freeze_panes(1, 0)
    return out.getvalue()
