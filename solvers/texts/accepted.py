"""Findings that are known and left as they are, each with its reason, in a file of the user's."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.spec.errors import shown
from rulecheck.spec.files import Block, display, read_text


def fingerprint(finding: TextFinding) -> str:
    """The same for the same finding on another line, and in another file."""
    words = [quote.words for quote in finding.evidence if quote.source == "text"]
    parts = [finding.kind, finding.message, *finding.clauses, *words]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def read_accepted(path: Path) -> Mapping[str, str]:
    """By fingerprint: why a finding is accepted; raises SpecError."""
    block = Block(display(path), read_text(path), 1, "accepted findings")
    block.only(block.body, ("finding",))
    rows = block.body.get("finding", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise block.error("expected tables [[finding]]", "write two brackets", "finding")
    reasons: dict[str, str] = {}
    for row in rows:
        block.only(row, ("fingerprint", "told", "reason"))
        mark = block.text_at(row, "fingerprint")
        if not str(row.get("reason", "")).strip():
            raise block.error(f"no reason for {shown(mark)}", "say why it is left as it is", "finding")
        reasons[mark] = str(row["reason"])
    return reasons


def without_accepted(
    findings: Iterable[TextFinding], reasons: Mapping[str, str]
) -> tuple[list[TextFinding], list[TextFinding]]:
    """The findings that are news, and those that are accepted."""
    news: list[TextFinding] = []
    known: list[TextFinding] = []
    for finding in findings:
        (known if fingerprint(finding) in reasons else news).append(finding)
    return news, known


def written(findings: Sequence[TextFinding], reasons: Mapping[str, str]) -> str:
    """A file that accepts findings, for the user to give the reasons."""
    rows = ["# Findings that are known.  Give each a reason; delete those that are to be fixed."]
    for finding in findings:
        mark = fingerprint(finding)
        told = f"{finding.kind}, line {finding.line}: {finding.message}"
        rows += [
            "",
            "[[finding]]",
            f"fingerprint = {json.dumps(mark)}",
            f"told = {json.dumps(told, ensure_ascii=False)}",
            f"reason = {json.dumps(reasons.get(mark, ''), ensure_ascii=False)}",
        ]
    return "\n".join([*rows, ""])
