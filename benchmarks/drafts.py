"""How well drafts place sentences, held against the editions.  See benchmarks/README.md."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.placing import Placement
from rulecheck.spec import games, load
from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.laid import Laid
from rulecheck.spec.sources import open_source
from rulecheck.spec.text import parse


def truth_of(laid: Laid) -> dict[int, set[str]]:
    """By sentence: the clauses whose passages stand in it for the most part."""
    told: dict[int, set[str]] = {}
    for passage, group in zip(laid.edition.passages, laid.all_said().values(), strict=True):
        for said in group:
            places = Counter(laid.text.sentence_of(n) for n in said.match.units if n is not None)
            for sentence, count in places.items():
                if 2 * count >= len(said.match.units):
                    told.setdefault(sentence, set()).update(passage.clauses)
    return told


def figures(truth: dict[int, set[str]], placements: list[Placement]) -> str:
    """Right first, among three, in the more confident half, and how far the confidence is right."""
    rows = [p for p in placements if p.number in truth]
    first = [p.best in truth[p.number] for p in rows]
    three = [any(c in truth[p.number] for c, _ in p.ranked[:3]) for p in rows]
    surest = sorted(zip((p.sure for p in rows), first, strict=True), reverse=True)[: len(rows) // 2]
    said = sum(p.sure for p in rows) / len(rows)
    return (
        f"{len(rows)} sentences: right first {100 * sum(first) / len(rows):.0f} %, among three "
        f"{100 * sum(three) / len(rows):.0f} %, surest half {100 * sum(r for _, r in surest) / len(surest):.0f} %; "
        f"it says {100 * said:.0f} %"
    )


def main() -> None:
    """Measure the games whose texts are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all that have an edition and a text, unless named")
    parser.add_argument("--rulebooks", type=Path, required=True, help="the folder with GAME.EDITION.txt")
    asked = parser.parse_args()
    for game in asked.games or games():
        for id in editions(load(game)):
            path = asked.rulebooks / f"{game}.{id}.txt"
            if not path.is_file():
                continue
            begin = time.perf_counter()
            rulebook = load(game)
            edition = load_edition(rulebook, id)
            source = open_source(path)
            truth = truth_of(Laid(edition, parse(source, edition.language, "text.txt", edition.counted)))
            text = parse(source, edition.language, "text.txt")
            placements = Drafting(text, rulebook, edition.forms, uses_editions=False).placements
            print(f"{game} {id}: {figures(truth, list(placements.values()))} ({time.perf_counter() - begin:.1f} s)")


if __name__ == "__main__":
    main()
