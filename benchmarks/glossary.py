"""How often proposed terms are right: `python -m benchmarks.glossary --rulebooks DIR`.

Of each text's edition 40 % of the concepts are hidden, twice; what is proposed for the words that are left is right if
the hidden names say so.  The weights are fitted on the texts of the other games, and tried on the text itself.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import NamedTuple

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.proposing import EVEN, Proposed, proposed
from rulecheck.spec import load
from rulecheck.spec.editionfile import load_edition
from rulecheck.spec.folding import fold
from rulecheck.spec.sources import open_source
from rulecheck.spec.text import parse

_SHOWN = 0.6
_TRIALS = 2


class Tried(NamedTuple):
    game: str
    features: tuple[float, ...]
    is_right: bool


def tried(file: Path, seed: int) -> Iterator[Tried]:
    game, id, _ = file.name.split(".")
    book = load(game)
    edition = load_edition(book, id)
    text = parse(open_source(file), edition.language, str(file))
    rng = Random(seed)
    for _ in range(_TRIALS):
        names = {concept: own for concept, own in edition.forms.items() if rng.random() < _SHOWN}
        hidden = [
            (concept, fold(word))
            for concept, own in edition.forms.items()
            if concept not in names
            for name in own
            for part in name.split(",")
            for word in part.split()
            if len(part.split()) == 1 or len(word) > 3
        ]
        for row in proposed(Drafting(text, book, names)):
            truth = {concept for concept, word in hidden for form in row.forms if fnmatchcase(fold(form), word)}
            yield Tried(game, features(row), row.concept in truth)


def features(row: Proposed) -> tuple[float, ...]:
    return (1.0, row.together, float(row.is_likeliest), math.log(row.often))


def chance(weights: Sequence[float], row: Tried) -> float:
    return 1 / (1 + math.exp(-sum(weight * value for weight, value in zip(weights, row.features, strict=True))))


def fitted(rows: Sequence[Tried], rounds: int = 800, pace: float = 0.4) -> list[float]:
    """Logistic regression by gradients with a memory of their size (Adagrad)."""
    weights = [0.0] * len(rows[0].features)
    sizes = [1e-6] * len(weights)
    for _ in range(rounds):
        slopes = [0.0] * len(weights)
        for row in rows:
            off = row.is_right - chance(weights, row)
            for at, value in enumerate(row.features):
                slopes[at] += off * value
        for at, slope in enumerate(slopes):
            sizes[at] += slope * slope
            weights[at] += pace * slope / math.sqrt(sizes[at])
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description="How often proposed terms are right.")
    parser.add_argument("--rulebooks", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    rows = [row for file in sorted(asked.rulebooks.glob("*.txt")) for row in tried(file, asked.seed)]
    print("all texts:", " ".join(f"{weight:.2f}" for weight in fitted(rows)))
    bands: dict[int, list[bool]] = {}
    for game in sorted({row.game for row in rows}):
        weights = fitted([row for row in rows if row.game != game])
        own = [row for row in rows if row.game == game]
        shown = [row for row in own if chance(weights, row) >= EVEN]
        print(f"{game:<22} {len(own):>4} words, {len(shown):>3} shown, {sum(row.is_right for row in shown):>3} right")
        for row in own:
            bands.setdefault(int(10 * chance(weights, row)), []).append(row.is_right)
    for band, right in sorted(bands.items()):
        print(f"sure {band / 10:.1f} to {band / 10 + 0.1:.1f}: {sum(right):>3} of {len(right)} right")


if __name__ == "__main__":
    main()
