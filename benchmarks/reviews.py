"""What a draft, sixty keys and a whole review tell of a translation with planted faults.  See benchmarks/README.md.

    python benchmarks/reviews.py GAME LANGUAGE TEXT

TEXT is the text with faults; beside it are read `TEXT_right.txt`, `TEXT.toml` ([[fault]] with right, wrong, what),
`TEXT_glossary.csv` and `TEXT_places.txt`, in each line a sentence's number in the right text and its clauses.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.forms import forms_of
from rulecheck.solvers.drafts.rowfile import edition_text
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.spec import load
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.languages import language_of
from rulecheck.spec.termlist import read_terms
from rulecheck.spec.text import parse

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.solvers.drafts.reviewer import Change, Reviewer, change_of

STAGES = (("draft", 0), ("sixty keys", 60), ("review", None))


@frozen
class Outside:
    """A translation with planted faults."""

    person: Reviewer
    what: tuple[str, ...]
    """Each fault in words."""


def outside(game: str, language: str, path: Path) -> Outside:
    """Read one from its files; without the file of places each sentence belongs where the right text's draft has it."""

    def beside(ending: str) -> Path:
        return path.with_name(f"{path.stem}{ending}")

    book = load(game)
    terms = read_terms(beside("_glossary.csv"))

    def draft(text: str, name: str) -> Drafting:
        read = parse(text, language_of(language), name)
        return Drafting(read, book, forms_of(book, read.language, terms).names)

    right, wrong = (file.read_text(encoding="utf-8") for file in (beside("_right.txt"), path))
    faults = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))["fault"]
    drafts = draft(right, "right.txt"), draft(wrong, "wrong.txt")
    changes = [_change(fault, right, wrong) for fault in faults]
    places = {row.number: row.clauses for row in drafts[0].drafted()}
    if beside("_places.txt").is_file():
        rows = (line.split() for line in beside("_places.txt").read_text(encoding="utf-8").splitlines())
        places = {int(row[0]): tuple(row[1:]) for row in rows if row}
    return Outside(Reviewer(*drafts, changes, places), tuple(fault["what"] for fault in faults))


def _change(fault: dict[str, str], right: str, wrong: str) -> Change:
    if "line" in fault:  # a sentence a line
        at = [sum(len(row) + 1 for row in text.split("\n")[: int(fault["line"]) - 1]) for text in (right, wrong)]
        first, second = (text.split("\n")[int(fault["line"]) - 1] for text in (right, wrong))
    else:
        first, second = fault["right"], fault["wrong"]
        at = [right.index(first), wrong.index(second)]
    return change_of(first, second, (at[0], at[1]), (right, wrong))


def told(draft: Drafting, source: str, *, is_done: bool) -> list[TextFinding]:
    """What is told; that a clause is missing only once somebody has gone through all."""
    rows = findings(TextCheck(draft.rulebook, parse_edition(source, draft.rulebook), draft.text))
    return [row for row in rows if row.kind != "missing" or (is_done and row.severity != "low")]


def pointed(person: Reviewer, rows: Sequence[TextFinding]) -> set[int]:
    """The faults in whose sentences some row points."""
    text = person.wrong.text
    numbers: set[int] = set()
    for number, sentence in enumerate(text.sentences):
        ends = [(text.line_of(at), text.column_of(at)) for at in (sentence.start, sentence.end - 1)]
        quotes = (quote for row in rows for quote in row.evidence if quote.source == "text")
        if any((q.line, q.column) <= ends[1] and (q.end_line, q.end_column) > ends[0] for q in quotes):
            faults = person.faults_in(person.wrong, number)
            numbers |= {n for n, change in enumerate(person.changes) if change in faults}
    return numbers


def _key(row: TextFinding) -> tuple[object, ...]:
    return row.kind, row.clauses, row.dimension, row.message


def main() -> None:
    """Measure one translation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("language")
    parser.add_argument("text", type=Path)
    parser.add_argument("--rows", action="store_true", help="print what is not told, and what is falsely")
    asked = parser.parse_args()
    given = outside(asked.game, asked.language, asked.text)
    person = given.person
    for name, keys in STAGES:
        sources = []
        for draft in (person.wrong, person.right):
            going, typed = person.review(draft, keys) if keys != 0 else (None, 0)
            sources.append((edition_text(draft, draft.drafted()) if going is None else going.source, typed))
        wrong = told(person.wrong, sources[0][0], is_done=keys is None)
        false = told(person.right, sources[1][0], is_done=keys is None)
        also = {_key(row) for row in false}
        shown = pointed(person, [row for row in wrong if _key(row) not in also])
        beside = len(pointed(person, wrong))
        keys_typed = " and ".join(str(typed) for _, typed in sources)
        print(f"{name}: {len(shown)} of {len(given.what)} told ({beside} with rows that the right text has as well)")
        print(f"    {len(false)} false rows on the right text; {keys_typed} keys")
        if asked.rows:
            for number, what in enumerate(given.what):
                if number not in shown:
                    print(f"    not told: {what}")
            for row in false:
                print(f"    false: {row.kind} {row.line}: {row.message}")
    edition = parse_edition(sources[1][0], person.right.rulebook)
    guarded = findings(TextCheck(person.right.rulebook, edition, person.wrong.text))
    pinned = pointed(person, [row for row in guarded if _key(row) not in also]) - shown
    print(f"pinned: {len(pinned)}")
    for number in sorted(pinned) if asked.rows else ():
        print(f"    pinned: {given.what[number]}")


if __name__ == "__main__":
    main()
