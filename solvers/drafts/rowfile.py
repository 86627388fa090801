"""The file of an edition that is being written: one row a line, read and changed without touching anything else."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import tomli
from attrs import frozen

from rulecheck.solvers.drafts.drafting import Drafting, Row
from rulecheck.spec.drafts import key_words
from rulecheck.spec.editions import Literal

_ROW: Final = re.compile(r"^\s*(?P<off># )?(?P<row>\{.*\}),?\s*(?:#.*)?$")
_NOTE: Final = "  #:"
"""How the comments begin that belong to the row below them."""

_HEAD: Final = """\
# {title}: a draft. {placed} of {whole} sentences have a clause; about {right} of them should be right.
# A row with `sure` has not been looked at. `rulecheck edition review` goes through them, or do it here: put the clauses
# right (of), take `sure` away, and the # from rows that have none. docs/translations.md tells more.
"""


def row_text(row: Row) -> str:
    """A row as an edition writes it, on one line; one without clauses is a comment."""
    parts: list[str] = []
    if row.nothing is not None:
        parts.append(f"nothing = {_quoted(row.nothing)}")
    else:
        parts.append(f"of = {_quoted(' '.join(row.clauses))}")
    parts.append(f"find = {_quoted(row.find)}")
    if row.nth > 1:
        parts.append(f"nth = {row.nth}")
    if row.nothing is None and row.clauses:
        if row.literally:
            parts.append(f"literally = [{', '.join(map(_literal, row.literally))}]")
        for key, names in (("right", row.right), ("wrong", row.wrong)):
            if names:
                parts.append(f"{key} = [{', '.join(map(_quoted, names))}]")
        if row.read:
            parts.append(f"read = {_quoted(row.read)}")
        parts += [f"{key} = {_value(value)}" for key, value in row.kept.items()]
        if row.sure is not None:
            parts.append(f"sure = {row.sure:.2f}")
    off = "" if row.clauses or row.nothing is not None else "# "
    return f"  {off}{{ {', '.join(parts)} }},"


def _literal(literal: Literal) -> str:
    parts = [f"told = {_quoted(literal.told)}"]
    for key, value in (("says", " ".join(literal.says)), ("means", " ".join(literal.means))):
        if value:
            parts.append(f"{key} = {_quoted(value)}")
    if literal.at is not None:
        parts.append(f"at = {_quoted(literal.at.text)}")
    return f"{{ {', '.join(parts)} }}"


def _value(value: object) -> str:
    """Something as TOML writes it on one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(own)}' for key, own in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _quoted(text: str) -> str:
    """A string of TOML."""
    return json.dumps(text, ensure_ascii=False)


def notes(drafting: Drafting, row: Row) -> list[str]:
    """The comments above a row: its words, other clauses that it may say, and what it says differently."""
    words = drafting.wording(row.number)
    cut = words if len(words) <= 100 else words[:99] + "…"
    lines = [f"{_NOTE} l.{drafting.line(row.number)} {cut}"]
    if row.sure is not None and row.number in drafting.placements:
        placement = drafting.placements[row.number]
        ranked = placement.ranked[1 if row.clauses else 0 :][:2]
        others = ", ".join(f"{clause} {share:.2f}" for clause, share in ranked)
        nothing = f"; nothing {placement.nothing:.2f}" if placement.nothing >= 0.2 else ""
        lines.append(f"{_NOTE}   or {others}{nothing}")
    return lines


def edition_text(drafting: Drafting, rows: Sequence[Row], language: str = "") -> str:
    """The whole file of a draft; `language` is the file of the user's own pack, if it is one."""
    rulebook, text = drafting.rulebook, drafting.text
    placed = [row for row in rows if row.clauses]
    right = sum(row.sure or 0.0 for row in placed)
    words = ", ".join(map(_quoted, key_words(text)))
    lines = [
        *_HEAD.format(title=rulebook.title, placed=len(placed), whole=len(rows), right=round(right)).splitlines(),
        "",
        "[edition]",
        f"language = {_quoted(language or text.language.code)}",
        f"title = {_quoted(f'{rulebook.title}, {text.language.name}')}",
        f"recognise = [{words}]",
        "",
    ]
    if drafting.forms:
        lines.append("[forms]")
        for concept, names in drafting.forms.items():
            lines.append(f"{concept} = [{', '.join(map(_quoted, names))}]")
        lines.append("")
    if drafting.ours:
        lines.append("[ours]                                  # clauses that no printed rulebook has")
        lines += [f"{_quoted(clause)} = {_quoted(why)}" for clause, why in drafting.ours.items()]
        lines.append("")
    lines += ["[lacks]                                 # clauses that this text leaves out, and why", ""]
    lines += ["[[section]]", 'id = "text"', "says = ["]
    for row in rows:
        lines += [*notes(drafting, row), row_text(row)]
    lines += ["]", ""]
    return "\n".join(lines)


@frozen
class Written:
    """A row as it stands in a file."""

    at: int
    """Its line, from 0."""
    body: Mapping[str, Any]
    is_off: bool
    """Whether it is a comment."""


def rows_in(source: str) -> list[Written]:
    """The rows of an edition's file that stand on one line each, comments included, in their order."""
    rows = []
    for at, line in enumerate(source.split("\n")):
        match = _ROW.match(line)
        if match is None:
            continue
        try:
            body = tomli.loads(f"row = {match['row']}")["row"]
        except (ValueError, RecursionError):  # half a row, or what is none
            continue
        if isinstance(body, dict) and isinstance(body.get("find"), str):
            rows.append(Written(at, body, match["off"] is not None))
    return rows
