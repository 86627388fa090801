"""Answers as code hosts and their runners read them: JUnit XML, GitHub's workflow commands, a summary in Markdown."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from rulecheck.properties.runtime.plain import plain

if TYPE_CHECKING:
    from rulecheck.spec import Rulebook


class HostFormat(StrEnum):
    """What `--format` takes where an answer is a list of cases."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"
    GITHUB = "github"
    MARKDOWN = "markdown"


PASSED: Final = "passed"
FAILED: Final = "failed"
KNOWN: Final = "known"


class Case(NamedTuple):
    """One thing that was looked at, and what came of it."""

    group: str
    name: str
    outcome: str
    """`PASSED`, `FAILED` or `KNOWN`."""
    message: str = ""
    path: str | None = None
    line: int = 1
    column: int = 1
    severity: str = "high"
    """Of a failure: how much it matters."""


def show_cases(form: str, title: str, cases: Sequence[Case]) -> None:
    """Print the cases in one of the formats; of nothing at all, one case that passed."""
    shown = list(cases) or [Case(title, "nothing found", PASSED)]
    lines = {HostFormat.JUNIT: junit, HostFormat.GITHUB: github, HostFormat.MARKDOWN: markdown}[HostFormat(form)]
    sys.stdout.write("".join(f"{plain(line)}\n" for line in lines(title, shown)))


def junit(title: str, cases: Sequence[Case]) -> list[str]:
    """JUnit's XML, as runners of tests publish it."""
    counts = Counter(case.outcome for case in cases)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name={_attribute(title)} tests="{len(cases)}" failures="{counts[FAILED]}" '
        f'skipped="{counts[KNOWN]}" errors="0">',
    ]
    for case in cases:
        where = "" if case.path is None else f' file={_attribute(case.path)} line="{case.line}"'
        opening = f"  <testcase classname={_attribute(case.group)} name={_attribute(case.name)}{where}"
        if case.outcome == PASSED:
            lines.append(f"{opening}/>")
            continue
        first = case.message.partition("\n")[0]
        lines.append(f"{opening}>")
        if case.outcome == FAILED:
            lines.append(f"    <failure message={_attribute(first)}>{escape(_legal(case.message))}</failure>")
        else:
            lines.append(f"    <skipped message={_attribute(first)}/>")
        lines.append("  </testcase>")
    return [*lines, "</testsuite>"]


_LEVELS: Final = {"high": "error", "medium": "warning", "low": "notice"}


def github(_title: str, cases: Sequence[Case]) -> list[str]:
    """Workflow commands, which GitHub shows at the lines of the files."""
    lines = []
    for case in cases:
        if case.outcome == FAILED:
            where = "" if case.path is None else f"file={_part(case.path)},line={case.line},col={case.column},"
            told = case.message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
            name = _part(f"{case.group}: {case.name}")
            lines.append(f"::{_LEVELS[case.severity]} {where}title={name}::{told}")
    return lines


def markdown(title: str, cases: Sequence[Case]) -> list[str]:
    """A summary of a run: how much there is of what, and a table of what failed."""
    counts = Counter(case.outcome for case in cases)
    told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in (FAILED, KNOWN, PASSED) if counts[outcome])
    lines = [f"## {title}", "", f"{told}.", ""]
    failed = [case for case in cases if case.outcome == FAILED]
    if failed:
        lines += ["| where | what | |", "|---|---|---|"]
    for case in failed:
        where = "" if case.path is None else f"`{case.path}:{case.line}`"
        lines.append(f"| {where} | {_cell(f'{case.group}: {case.name}')} | {_cell(case.message)} |")
    return lines


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", "<br>")


def _part(text: str) -> str:
    signs = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C"))
    for sign, code in signs:
        text = text.replace(sign, code)
    return text


def _legal(text: str) -> str:
    """Without the signs that XML has no way to write."""
    return "".join(sign for sign in text if sign in "\t\n\r" or sign >= " ")


def _attribute(text: str) -> str:
    return quoteattr(_legal(text))


def campaign_cases(answer: Mapping[str, Any], book: Rulebook) -> list[Case]:
    """The findings of a campaign, those that are known as such."""
    cases = []
    for row in (*answer["claims"], *answer["findings"]):
        is_claim = "claim" in row
        name = str(row["claim"] if is_claim else row["name"])
        lines = [row["formula"], row["why"]] if is_claim else list(row["messages"])
        if row.get("replay"):
            lines.append(f"to see it: {row['replay']}")
        clause = next((id for id in row.get("clauses", ()) if id in book.clauses), None)
        line = book.claims[name].line if is_claim else 1 if clause is None else book.clauses[clause].line
        outcome = FAILED if row["known"] is None else KNOWN
        kind = "claim fails" if is_claim else row["kind"]
        cases.append(Case(kind, name, outcome, "\n".join(map(str, lines)), book.path, line))
    return cases


def text_cases(answer: Mapping[str, Any]) -> list[Case]:
    """The findings of a text."""
    return [
        Case(
            row["kind"],
            ", ".join(row["clauses"]) or row["kind"],
            FAILED,
            row["message"] + (f"\n{row['fix']}" if row["fix"] else ""),
            answer["text"],
            row["line"] or 1,
            row["column"] or 1,
            row["severity"],
        )
        for row in answer["findings"]
    ]


def example_cases(answer: Mapping[str, Any]) -> list[Case]:
    """Every worked example that was played."""
    return [
        Case(
            "example",
            row["id"],
            {"passes": PASSED, "example-fails": KNOWN}.get(row["verdict"], FAILED),
            "\n".join([*row["failures"], *filter(None, [row["reason"]])]) or row["verdict"],
            row["path"],
            row["line"],
        )
        for row in answer["examples"]
    ]
