"""Findings as SARIF 2.1.0, which code hosts show on the lines of a text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.findings import Quote, TextFinding

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS: Final = {
    "contradiction": "error",
    "differs": "error",
    "example-fails": "error",
    "missing": "warning",
    "unclaimed": "warning",
    "unfound": "warning",
    "term-drift": "note",
    "open": "note",
    "refuted": "error",
    "unqualified": "warning",
    "damaged": "note",
}
_BY_SEVERITY: Final = {"high": "error", "medium": "warning", "low": "note"}


def sarif(checker: TextCheck, findings: Sequence[TextFinding]) -> dict[str, Any]:
    """One run with one result for each finding."""
    from rulecheck import __version__
    from rulecheck.solvers.texts.findings import HELP, KINDS

    kinds = list(KINDS)
    rules = [
        {
            "id": kind,
            "shortDescription": {"text": f"{told[:1].upper()}{told[1:]}."},
            "help": {"text": f"{told[:1].upper()}{told[1:]}. {HELP[kind]}"},
            "defaultConfiguration": {"level": _LEVELS[kind]},
        }
        for kind, told in KINDS.items()
    ]
    driver = {"name": "rulecheck", "semanticVersion": __version__, "rules": rules}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(checker, finding, kinds) for finding in findings],
                "properties": {"game": checker.rulebook.game, "edition": checker.edition.id},
            }
        ],
    }


def _result(checker: TextCheck, finding: TextFinding, kinds: list[str]) -> dict[str, Any]:
    from rulecheck.solvers.texts.accepted import fingerprint

    text = [e for e in finding.evidence if e.source == "text"]
    related = [e for e in finding.evidence if not text or e is not text[0]]
    parts = [f"{finding.message}."]
    if finding.clauses:
        parts.append(f"Clauses: {', '.join(finding.clauses)}.")
    if finding.fix:
        parts.append(f"Fix: {finding.fix}.")
    first = _location(checker, text[0]) if text else {"physicalLocation": physical(checker.text.path, {"startLine": 1})}
    result: dict[str, Any] = {
        "ruleId": finding.kind,
        "ruleIndex": kinds.index(finding.kind),
        "level": _BY_SEVERITY[finding.severity],
        "message": {"text": " ".join(parts)},
        "locations": [first],
        "partialFingerprints": {"rulecheck/v1": fingerprint(finding)},
        "properties": {
            "clauses": list(finding.clauses),
            "reading": finding.reading,
            "fix": finding.fix,
            "severity": str(finding.severity),
            "confidence": str(finding.confidence),
        },
    }
    if related:
        result["relatedLocations"] = [
            {"id": n, **_location(checker, e), "message": {"text": e.note or e.words}} for n, e in enumerate(related, 1)
        ]
    return result


def _location(checker: TextCheck, evidence: Quote) -> dict[str, Any]:
    if evidence.source != "text":
        return {"physicalLocation": physical(evidence.path, {"startLine": evidence.line})}
    region = {
        "startLine": evidence.line,
        "startColumn": evidence.column,
        "endLine": evidence.end_line,
        "endColumn": evidence.end_column,
        "snippet": {"text": evidence.words},
    }
    unit = checker.text.source.at(evidence.line, evidence.column).unit
    return {"physicalLocation": physical(evidence.path, region), **logical(unit)}


def logical(unit: str | None) -> dict[str, Any]:
    """A unit of a file of segments, as SARIF tells what is found by its name; empty for another file."""
    return {} if unit is None else {"logicalLocations": [{"name": unit, "kind": "resource"}]}


def physical(path: str, region: dict[str, Any]) -> dict[str, Any]:
    """A place in a file, as SARIF tells it."""
    return {"artifactLocation": {"uri": quote(_relative(path))}, "region": region}


def _relative(path: str) -> str:
    """A path as a code host wants it: from the folder the command runs in, if it stands below it."""
    full = Path(path)
    if full.is_absolute() and full.is_relative_to(Path.cwd()):
        full = full.relative_to(Path.cwd())
    return full.as_posix().replace("\\", "/")
