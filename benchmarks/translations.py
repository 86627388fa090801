"""How well two texts of a game are laid side by side, and what is told of them.  See benchmarks/README.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from rulecheck.solvers.translation.comparing import Comparison
from rulecheck.solvers.translation.finding import Parted
from rulecheck.solvers.translation.passages import Side, read_side
from rulecheck.spec import load
from rulecheck.spec.text import parse

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.solvers.drafts.planted import Sample, sample
from tests.solvers.translation import free
from tests.solvers.translation.free import Written

FREE = ("beacons en fr", "spices es pl", "morris de it")
CLAUSES = ("new_world de", "puerto_rico en")


@frozen
class Measured:
    """A pair, clean and with faults planted."""

    name: str
    languages: tuple[str, str]
    source: Written
    clean: Written
    faulty: Written
    faults: Sequence[free.Fault]


def pairs() -> Iterator[Measured]:
    """Free translations of other games, then our clauses beside the texts of the draft's tests."""
    for row in FREE:
        name, source, target = row.split()
        faults = free.faults_of(f"{name}.{target}")
        texts = (free.written(f"{name}.{source}"), free.written(f"{name}.{target}"))
        yield Measured(row, (source, target), *texts, free.written(f"{name}.{target}", faults), faults)
    for row in CLAUSES:
        game, target = row.split()
        given = sample(f"{game}.{target}")
        faults = [free.Fault("", fault.clause, fault.right, fault.wrong) for fault in given.faults]
        yield Measured(
            f"clauses of {row}",
            ("en", target),
            _clauses(game),
            _of(given, given.text),
            _of(given, given.faulty),
            faults,
        )


def _clauses(game: str) -> Written:
    text = ""
    places = []
    for id, clause in load(game).clauses.items():
        places.append((len(text), len(text) + len(clause.text), frozenset((id,))))
        text += f"{clause.text}\n\n"
    return Written(text, tuple(places))


def _of(given: Sample, text: str) -> Written:
    places = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        if number in given.clauses:
            places.append((at, at + len(line), frozenset(given.clauses[number])))
        at += len(line) + 1
    return Written(text, tuple(places))


def _side(text: Written, language: str, name: str) -> Side:
    return read_side(parse(text.text, language, name))


def compared(pair: Measured, target: Written) -> tuple[Comparison, list[Parted]]:
    """A pair laid side by side, and what is told."""
    comparison = Comparison(_side(pair.source, pair.languages[0], "source"), _side(target, pair.languages[1], "target"))
    return comparison, comparison.findings()


def main() -> None:
    """Measure all pairs, or those whose names hold a word."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument(
        "--rows", action="store_true", help="print what is told of the clean texts, and what is not of the others"
    )
    asked = parser.parse_args()
    for pair in pairs():
        if asked.words and not any(word in pair.name for word in asked.words):
            continue
        begin = time.process_time()
        comparison, rows = compared(pair, pair.clean)
        partnered, whole = free.met(pair.source, pair.clean, comparison)
        sentences = sum(1 for start, end, _ in pair.clean.places if start < end)
        faulty, findings = compared(pair, pair.faulty)
        told = [free.about(finding, pair.source, pair.faulty) for finding in findings]
        shown = free.shown(pair.faults, told)
        planted = {fault.id for fault in pair.faults}
        beside = sum(1 for ids in told if not ids & planted)
        counts = Counter(f"{f.kind}/{f.severity}" for f in rows)
        kinds = ", ".join(f"{kind} {count}" for kind, count in counts.most_common())
        print(
            f"{pair.name}: {partnered} of {whole} sentences with a partner found it ({100 * partnered / whole:.0f} %); "
            f"{len(shown)} of {len(pair.faults)} shown; "
            f"false rows: clean {len(rows)} ({len(rows) / sentences:.2f} a sentence), "
            f"beside faults {beside} ({beside / sentences:.2f}); clean: {kinds or 'none'} "
            f"({time.process_time() - begin:.1f} s)"
        )
        if asked.rows:
            for finding in rows:
                print(f"    {finding.kind} {finding.severity} {finding.sure}: {finding.message} [{finding.because}]")
                for place in (finding.source, finding.target):
                    print(f"        {place.shown + ': ' + place.words if place else '-'}")
            for fault in pair.faults:
                if fault not in shown:
                    print(f"    not shown: {fault.kind} {fault.id}: {fault.right} -> {fault.wrong}")
                    for finding in faulty.every:
                        if finding.doubt and fault.id in free.about(finding, pair.source, pair.faulty):
                            print(f"        in doubt: {finding.message}: {finding.doubt}")


if __name__ == "__main__":
    main()
