"""Free translations of rulebooks of other games: sentences joined, split and moved; with planted faults, and clean.

`free/NAME.CODE.txt` has a sentence a line, with the ids of what it says; two sentences that share an id are partners.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rulecheck.solvers.translation.comparing import Comparison
from rulecheck.solvers.translation.finding import Parted, Place

HERE = Path(__file__).parent / "free"


@frozen
class Written:
    """A text with the place of each sentence, and what it says."""

    text: str
    places: tuple[tuple[int, int, frozenset[str]], ...]

    def said_at(self, place: Place | None) -> set[str]:
        """The ids of the sentences that a place lies in."""
        if place is None:
            return set()
        starts = [0]
        for line in self.text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        first = starts[place.line - 1] + place.column - 1
        last = max(first + 1, starts[place.end_line - 1] + place.end_column - 1)
        return self.said_in(first, last)

    def said_in(self, first: int, last: int) -> set[str]:
        """The ids of the sentences in a stretch of the text."""
        return {id for start, end, ids in self.places if start < last and first < end for id in ids}


@frozen
class Fault:
    """What was planted, and in which sentence."""

    kind: str
    id: str
    right: str
    wrong: str


def faults_of(name: str) -> list[Fault]:
    """The planted faults of a translation."""
    lines = (line for line in _lines(f"{name}.faults") if line)
    return [Fault(*(part.strip() for part in line.split("|"))) for line in lines]


def written(name: str, planted: Sequence[Fault] = ()) -> Written:
    """A text as it would stand in a file: sentences of a paragraph in one line."""
    text = ""
    places: list[tuple[int, int, frozenset[str]]] = []
    is_new = True
    for line in _lines(name):
        of, _, sentence = (part.strip() for part in line.partition("|"))
        if line.startswith("="):
            text += f"\n\n{line[1:].strip()}\n\n"
            is_new = True
        elif not line:
            text += "\n\n"
            is_new = True
        else:
            ids = frozenset(of.split())
            for fault in planted:
                if fault.id in ids and fault.right in sentence:
                    sentence = sentence.replace(fault.right, fault.wrong) if fault.wrong else ""
            if sentence.startswith("- ") or _is_row(sentence):
                text += "\n"
            elif not is_new and sentence:
                text += "\n" if text.endswith("\n") else " "
            is_item = sentence.startswith("- ")
            places.append((len(text), len(text) + len(sentence), ids))
            text += sentence
            is_new = False
            if is_item or _is_row(sentence):
                text += "\n"
    return Written(text, tuple(places))


def _is_row(sentence: str) -> bool:
    """Whether it is the row of a table."""
    return "   " in sentence


def _lines(name: str) -> list[str]:
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def met(left: Written, right: Written, comparison: Comparison) -> tuple[int, int]:
    """How many target sentences that have a partner stand beside it, and how many have one."""
    ours = {id for *_, ids in left.places for id in ids}
    partnered = whole = 0
    for start, end, ids in right.places:
        if start == end or not ids & ours:
            continue
        whole += 1
        beside = {
            id
            for row in comparison.rows
            if row.source is not None and row.target is not None and row.target.start < end and start < row.target.end
            for id in left.said_in(row.source.start, row.source.end)
        }
        partnered += bool(beside & ids)
    return partnered, whole


def about(finding: Parted, left: Written, right: Written) -> set[str]:
    """The ids of the sentences that a finding points at."""
    told = left.said_at(finding.source) | right.said_at(finding.target)
    if finding.kind == "list":
        for place in finding.also:
            told |= (left if place.path == "source" else right).said_at(place)
    return told


def shown(planted: Sequence[Fault], told: Sequence[set[str]]) -> list[Fault]:
    """The faults whose sentence some finding points at."""
    return [fault for fault in planted if any(fault.id in ids for ids in told)]
