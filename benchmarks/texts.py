"""How much of each text is under guard, and what harmless changes bring.  See benchmarks/README.md."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from functools import cache
from pathlib import Path

from benchmarks.harmless import Harmless
from rulecheck.cli.arguments.text_file import player
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.solvers.texts.sensitivity import ALL_CLASSES, sensitivity
from rulecheck.spec import games, load
from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.editions import Edition
from rulecheck.spec.sources import open_source
from rulecheck.spec.text import parse


def check_of(game: str, id: str, source: str, *, plays: bool = False) -> TextCheck:
    """A text under an edition; worked examples are played where that is asked for."""
    rulebook = load(game)
    edition = _edition(game, id)
    play = player(rulebook) if plays else None
    return TextCheck(rulebook, edition, parse(source, edition.language, "text.txt", edition.counted), play)


@cache
def _edition(game: str, id: str) -> Edition:
    return load_edition(load(game), id)


def noise(game: str, id: str, source: str, seed: int, count: int) -> tuple[int, list[str]]:
    """How many harmless changes were made, and those that brought a new finding."""
    check = check_of(game, id, source)
    before = Counter((f.kind, f.clauses) for f in findings(check))
    loud = []
    changes = Harmless(check, random.Random(seed)).made(count)
    for change in changes:
        after = findings(check_of(game, id, change.applied(source).replace("\r\n", "\n")))
        new = Counter((f.kind, f.clauses) for f in after) - before
        if new:
            line = check.text.line_of(change.start)
            loud.append(
                f"{change.mistake} l.{line}: {check.text.quote(change.start, change.end)[:30]!r} -> "
                f"{change.after[:30]!r}: {[f'{kind} {clauses}' for kind, clauses in new][:2]}"
            )
    return len(changes), loud


def main() -> None:
    """Measure the games whose texts are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all that have an edition and a text, unless named")
    parser.add_argument("--rulebooks", type=Path, required=True, help="the folder with GAME.EDITION.txt")
    parser.add_argument("--sample", type=int, default=40, help="mistakes of a class")
    parser.add_argument("--harmless", type=int, default=40, help="harmless changes of a text")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unseen", action="store_true", help="list what passes unseen")
    asked = parser.parse_args()
    total: dict[str, list[int]] = {}
    for game in asked.games or games():
        for id in editions(load(game)):
            path = asked.rulebooks / f"{game}.{id}.txt"
            if not path.is_file():
                continue
            source = open_source(path).text
            check = check_of(game, id, source, plays=True)
            begin = time.perf_counter()
            measured = sensitivity(check, seed=asked.seed, sample=asked.sample)
            rows = sum(len(v) for v in check.glossary.accepted.values()) if check.glossary is not None else 0
            print(f"{game} {id}: {len(check.edition.passages)} passages, {rows} accepted rows")
            for name, (noticed, of) in measured.classes.items():
                print(f"    {name:<10} {noticed:>4} of {of:>4} {100 * noticed / of:6.1f} %")
                both = total.setdefault(name, [0, 0])
                both[0] += noticed
                both[1] += of
            if asked.unseen:
                for spot in measured.spots:
                    if not spot.noticed:
                        print(
                            f"      l.{spot.line} {spot.mistake}: {spot.before!r} -> {spot.after[:40]!r}: {spot.words}"
                        )
            made, loud = noise(game, id, source, asked.seed, asked.harmless)
            print(f"    harmless   {len(loud):>4} of {made:>4} brought a new finding")
            for row in loud:
                print(f"      {row}")
            print(f"    {time.perf_counter() - begin:.0f} s")
    print("all texts")
    for name in ALL_CLASSES:
        if name in total:
            noticed, of = total[name]
            print(f"    {name:<10} {noticed:>4} of {of:>4} {100 * noticed / of:6.1f} %")


if __name__ == "__main__":
    main()
