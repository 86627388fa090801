"""What each reading and each number of a game changes: `spec/GAME/effects.json`, which ranks the findings of a text.

    python -m benchmarks.effects GAME [--games 6] [--seed 0] [--seconds 600]

The games of `corpus.json` are played under the rules as they are, and again under each other choice of a reading and
with each number one more and one less, with the same moves as long as they are legal.  The file holds, for each, in how
many of how many games another player won, and in how many anybody had other points.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from rulecheck.properties.campaign.players import draw, players_of
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, Outcome
from rulecheck.spec import load
from rulecheck.spec.rules import make_rules

MOVES = 1500
"""Moves that a game goes on for after its line."""


def played(engine: AnyEngine, line: Iterable[str], factory: Any, seed: int) -> Outcome | None:
    """How a game ends that follows a line where it is legal."""
    rng, player = Random(seed), factory(Random(seed ^ 0xFACE))
    state, pending, left = engine.start(), iter(line), MOVES
    while engine.actor(state) != OVER and left:
        text = next(pending, None)
        move = None if text is None else engine.parse(text)
        if move is None or engine.refusal(state, move) is not None:
            left -= move is None
            legal = engine.legal_moves(state)
            is_chance = engine.actor(state) == CHANCE
            move = draw(legal, engine.weights(state), rng) if is_chance else player(engine, state, legal, rng)
        state = engine.apply(state, move)
    return engine.outcome(state)


def variants(game: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each reading with each other choice, each number one more and one less: key, name, what to play with."""
    rulebook = load(game)
    for id, reading in rulebook.readings.items():
        for choice in reading.choices:
            if choice != reading.default:
                yield "readings", id, {"readings": {id: choice}}
    for name, number in rulebook.quantities.items():
        value = number.value if isinstance(number.value, int) else next(iter(number.value.values()))
        for other in (value + 1, value - 1):
            if other >= 0:
                yield "numbers", name, {"numbers": {name: other}}


def main() -> None:
    """Play one game's variants and write its file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600.0)
    options = parser.parse_args()
    rulebook = load(options.game)
    assert rulebook.file is not None
    lines = json.loads(rulebook.file.with_name("corpus.json").read_text(encoding="utf-8"))
    lines = sorted(lines, key=lambda line: -len(line["moves"]))[: options.games]
    factory = next(iter(players_of(options.game).values()))
    base = []
    read: set[str] = set()
    for line in lines:
        rules = make_rules(options.game, setup=line["setup"], players=line["players"])
        base.append(played(build(rules), line["moves"].split(" | "), factory, options.seed))
        read |= rules.read
    rows: dict[str, dict[str, list[int]]] = {"readings": {}, "numbers": {}}
    begin = time.process_time()
    for key, name, chosen in variants(options.game):
        if time.process_time() - begin > options.seconds:
            sys.exit("time ran out: nothing written")
        games = winners = scores = 0
        for line, first in zip(lines, base, strict=True):
            if key == "numbers" and name not in read:
                continue  # the engine asks a data file, or nobody
            try:
                rules = make_rules(options.game, setup=line["setup"], players=line["players"], **chosen)
                other = played(build(rules), line["moves"].split(" | "), factory, options.seed)
            except Exception as problem:  # rules that cannot be played so: the others tell
                print(f"{name}: {problem}", file=sys.stderr)
                continue
            games += 1
            is_won = first is not None and other is not None and sorted(first.winners) != sorted(other.winners)
            winners += is_won
            scores += (
                is_won
                or (first is None) != (other is None)
                or (first is not None and other is not None and dict(first.scores) != dict(other.scores))
            )
        if games and [winners, scores] >= rows[key].get(name, [0, -1, -1])[1:]:
            rows[key][name] = [games, winners, scores]
    path = Path(rulebook.file).with_name("effects.json")
    told = ",\n".join(
        f'"{key}": {{\n' + ",\n".join(f"{json.dumps(n)}: {row}" for n, row in own.items()) + "\n}"
        for key, own in rows.items()
    )
    path.write_text(f"{{\n{told}\n}}\n", encoding="utf-8")
    print(
        f"{path}: {len(rows['readings'])} readings, {len(rows['numbers'])} numbers, {time.process_time() - begin:.0f} s"
    )


if __name__ == "__main__":
    main()
