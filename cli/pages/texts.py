"""The report of `rulecheck rulebook`: each finding in a text, with the passages and the clauses it is about."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulecheck.cli.pages.model import Card, Report, Section, Table
from rulecheck.cli.pages.plots import bars
from rulecheck.cli.pages.writing import write_report
from rulecheck.cli.rendering.answers import some
from rulecheck.cli.rendering.clause_text import said

if TYPE_CHECKING:
    from rulecheck.spec import Rulebook


def text_report(answer: Mapping[str, Any], book: Rulebook, folder: Path) -> None:
    """Write the page of a text's findings from the answer that the command gives in JSON."""
    counts = {kind: count for kind, count in answer["counts"].items() if count}
    claimed = answer["sentences"]
    facts = (
        ("text", answer["text"]),
        ("edition", answer["edition"]),
        ("sentences with rules", f"{claimed['claimed']} of {claimed['rule_bearing']} belong to a clause"),
        ("known", some(answer["accepted"], "finding")),
    )
    plots = (bars("Findings by kind", {"findings": counts}, "findings"),) if counts else ()
    sections = [Section("By kind", plots=plots)] if plots else []
    for kind in counts:
        cards = tuple(_card(finding, book) for finding in answer["findings"] if finding["kind"] == kind)
        sections.append(Section(f"{kind}: {some(len(cards), 'finding')}", cards=cards))
    if answer["mended"]:
        rows = tuple((row["line"], ", ".join(row["clauses"]), row["told"]) for row in answer["mended"])
        sections.append(Section("Mended", tables=(Table(("line", "clauses", "said no longer"), rows),)))
    write_report(Report(f"{book.game}: a rulebook's text", facts, tuple(sections)), folder)


def _card(finding: Mapping[str, Any], book: Rulebook) -> Card:
    where = f"line {finding['line']}" if finding["line"] else "the whole text"
    lines = [finding["message"]]
    lines += [
        f"{quote['path'] or quote['source']}{':' + str(quote['line']) if quote['line'] else ''}  “{quote['words']}”"
        + (f" ({quote['note']})" if quote["note"] else "")
        for quote in finding["evidence"]
    ]
    if finding["fix"]:
        lines.append(f"to do: {finding['fix']}")
    facts = [("severity", finding["severity"]), ("confidence", finding["confidence"])]
    facts += [(id, said(book, id)) for id in finding["clauses"]]
    return Card(finding["kind"], where, tuple(lines), tuple(fact for fact in facts if fact[1]))
