"""Findings of a text, shown: for people, and as the values of the JSON answer."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulecheck.cli.arguments.folders import command_for
from rulecheck.cli.rendering.answers import Screen, document, some
from rulecheck.cli.rendering.findings_files import Row

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.findings import Quote, TextFinding

WIDTH = 100
"""How much of a user's line is shown."""
_OURS = 3
"""How many of our clauses are shown in full below a finding that is about many."""

STYLE = {
    "contradiction": "bold red",
    "differs": "bold red",
    "example-fails": "bold red",
    "missing": "bold yellow",
    "unclaimed": "bold yellow",
    "unfound": "bold yellow",
    "term-drift": "bold cyan",
    "open": "bold cyan",
    "refuted": "bold red",
    "unqualified": "bold yellow",
    "damaged": "bold cyan",
}


def show(screen: Screen, checker: TextCheck, findings: Sequence[TextFinding], known: int = 0) -> None:
    """The findings as a compiler's, what matters most first; `known` more were accepted."""
    for finding in findings:
        _show_finding(screen, checker, finding)
        screen.line()
    counts = Counter(f.kind for f in findings)
    told = ", ".join(f"{counts[k]} {k}" for k in STYLE if counts[k]) or "nothing found"
    if known:
        told += f", {known} accepted"
    gone = _gone(checker)
    told += "".join(f", {len(rows)} {state}" for state, rows in gone.items() if rows)
    screen.line(f"{checker.text.path}   {checker.edition.title}   {told}", style="bold")
    for state, rows in gone.items():
        for row in rows:
            screen.line(f"    {state}   line {row['line']}: {row['told']} ({row['clauses'][0]})")
    claimed, sentences = _claimed(checker)
    screen.line(f"{claimed} of {some(sentences, 'rule-bearing sentence')} claimed by clauses")
    if once := _once(checker):
        screen.line(f"{some(len(once), 'word')} of no concept, met once only: --format json lists them")


def _once(checker: TextCheck) -> list[tuple[str, int]]:
    """Words of rules that no concept has and that stand there once, each with its line."""
    from rulecheck.solvers.texts.authoring import unknown_words

    if checker.meaning is None:
        return []
    words = unknown_words(checker, checker.meaning)
    return sorted(((word, line) for word, count, line in words if count == 1), key=lambda row: row[1])


def _claimed(checker: TextCheck) -> tuple[int, int]:
    claimed = checker.claimed()
    rule_bearing = [number for number, _ in checker.laid.rule_bearing()]
    return sum(1 for n in rule_bearing if n in claimed), len(rule_bearing)


def _show_finding(screen: Screen, checker: TextCheck, finding: TextFinding) -> None:
    where = f":{checker.text.source.at(finding.line, finding.column)}" if finding.line else ""
    weight = f"[{finding.severity}]" if finding.confidence == "high" else f"[{finding.severity}, unsure]"
    told = f"{checker.text.path}{where}: {finding.kind} {weight}: {finding.message}"
    screen.line(told, style=STYLE[finding.kind])
    ours = [evidence for evidence in finding.evidence if evidence.source != "text"]
    for evidence in finding.evidence:
        if evidence not in ours[_OURS:]:
            show_quote(screen, checker, evidence)
    if len(ours) > _OURS:
        screen.line(f"    … {len(ours) - _OURS} more; `rulecheck explain {checker.rulebook.game} CLAUSE` shows one")
    elif finding.clauses:
        screen.line(f"    clauses  {', '.join(finding.clauses)}")
    if finding.reading:
        command = shlex.join([*command_for(checker.rulebook.game, "readings"), finding.reading])
        screen.line(f"    open     reading {finding.reading}: {command}")
    if finding.refuted_by:
        id, game = finding.refuted_by, checker.rulebook.game
        shows = f"examples {game} -k {id}" if id in checker.rulebook.examples else f"prove {game} {id}"
        screen.line(f"    shown by {id}: rulecheck {shows}")
    if finding.fix:
        screen.line(f"    fix      {finding.fix}")


def show_quote(screen: Screen, checker: TextCheck, evidence: Quote) -> None:
    """A place with its line, marked."""
    if evidence.source != "text":
        screen.line(f"    {evidence.path}:{evidence.line}: {' '.join(evidence.words.split())}")
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


def answer(checker: TextCheck, findings: Sequence[TextFinding], known: int = 0) -> dict[str, Any]:
    """The JSON answer."""
    gone = _gone(checker)

    counts = Counter(f.kind for f in findings)
    claimed, sentences = _claimed(checker)
    return document(
        "rulebook",
        game=checker.rulebook.game,
        edition=checker.edition.id,
        text=checker.text.path,
        counts={kind: counts[kind] for kind in STYLE},
        sentences={"rule_bearing": sentences, "claimed": claimed},
        accepted=known,
        mended=gone["mended"],
        not_found=gone["not found any more"],
        once=[{"word": word, "line": line} for word, line in _once(checker)],
        findings=[_finding(checker, f) for f in findings],
    )


def _gone(checker: TextCheck) -> dict[str, list[dict[str, Any]]]:
    """The known faults that a text states no more: where the rule stands now, and where neither is found."""
    from rulecheck.solvers.texts.wording import mended, not_found

    return {
        state: [
            {
                "line": checker.of_said(row.said).line,
                "told": row.literal.told,
                "clauses": list(row.said.passage.clauses),
            }
            for row in rows
        ]
        for state, rows in (("mended", mended(checker)), ("not found any more", not_found(checker)))
    }


def _finding(checker: TextCheck, finding: TextFinding) -> dict[str, Any]:
    from rulecheck.solvers.texts.accepted import fingerprint

    return {
        "kind": finding.kind,
        "line": finding.line or None,
        "column": finding.column or None,
        **_unit(checker, finding),
        "severity": str(finding.severity),
        "confidence": str(finding.confidence),
        "dimension": finding.dimension,
        "fingerprint": fingerprint(finding),
        "message": finding.message,
        "clauses": list(finding.clauses),
        "reading": finding.reading,
        "refuted_by": finding.refuted_by,
        "fix": finding.fix,
        "evidence": [quote(e) for e in finding.evidence],
    }


def _unit(checker: TextCheck, finding: TextFinding) -> dict[str, Any]:
    """The unit that a finding stands in, for a text that came in segments."""
    source = checker.text.source
    if not source.units:
        return {}
    return {"unit": source.at(finding.line, finding.column).unit if finding.line else None}


def table_row(checker: TextCheck, finding: TextFinding) -> Row:
    """A finding as a line of a table."""
    first = next((e for e in finding.evidence if e.source == "text"), None)
    unit = checker.text.source.at(first.line, first.column).unit if first else None
    return Row(
        kind=finding.kind,
        severity=str(finding.severity),
        place=f"{first.path}:{first.line}:{first.column}" if first else checker.text.path,
        unit=unit or "",
        source=", ".join(finding.clauses),
        target=first.words if first else "",
        message=finding.message,
        because=finding.fix,
    )


def quote(evidence: Quote) -> dict[str, Any]:
    """A place, for the JSON answer."""
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
