"""Two states of this repository side by side: what each does with a campaign of so many seconds of one processor.

`python benchmarks/paired.py BEFORE AFTER [--game NAME …] [--repeats N] [--seconds S] [--seed N] [--together]`: BEFORE
and AFTER are folders with a checkout each (`git worktree add`).  They play by turns (`--together`: at the same time, a
core each), each time from another seed, in one process; two thirds of the time are for playing, the rest for making
games short, as in a minute of `rulecheck fuzz`; one that is done sooner has played less.  Time is the processor's, so
that others on the machine do not count, or not much; 120 seconds of one
processor are a default minute on two cores.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from statistics import median
from typing import Any

GAMES = ("puerto_rico", "power_grid", "castles_of_burgundy", "new_world", "catan_europe")
RATES = ("games", "moves")
TOLD = ("games", "moves", "clauses", "findings")


def play(game: str, seconds: float, seed: int) -> dict[str, Any]:
    """One campaign, by whatever rulecheck is on the path."""
    time.monotonic = time.process_time  # before anything reads a clock
    from rulecheck.properties.campaign.campaign import Campaign
    from rulecheck.spec import load, make_rules

    setups = load(game).setups
    rules = [make_rules(game, setup=name, players=count) for name in setups for count in setups[name].players]
    began = time.process_time()
    result = Campaign(rules=rules, seed=seed, seconds=seconds * 0.65, shrink_seconds=seconds * 0.35, jobs=1).run()
    return {
        "games": result.games,
        "moves": result.moves,
        "clauses": len(result.goals or ()) - len(result.unexercised),
        "findings": len(result.findings),
        "seconds": time.process_time() - began,
    }


def turn(folder: str, game: str, seconds: float, seed: int) -> dict[str, Any]:
    """The same in a process of its own, with the rulecheck of a folder."""
    command = [sys.executable, __file__, "--play", game, "--seconds", str(seconds), "--seed", str(seed)]
    env = {**os.environ, "PYTHONPATH": str(Path(folder).resolve() / "src")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def compare(before: str, after: str, game: str, asked: argparse.Namespace) -> None:
    pairs = []
    for seed in range(asked.seed, asked.seed + asked.repeats):
        with ThreadPoolExecutor(2 if asked.together else 1) as cores:
            first, second = cores.map(turn, (before, after), repeat(game), repeat(asked.seconds), repeat(seed))
        pairs.append((first, second))
        both = "   ".join(f"{what} {first[what]:,} → {second[what]:,}" for what in TOLD)
        print(f"  seed {seed}: {both}", file=sys.stderr, flush=True)
    ratios = [f"{what} {median(second[what] / first[what] for first, second in pairs):.2f}" for what in RATES]
    shown = [
        f"{what} {median(first[what] for first, _ in pairs):g} → {median(second[what] for _, second in pairs):g}"
        for what in ("clauses", "findings")
    ]
    print(
        f"{game}: times as many {', '.join(ratios)} a campaign; {', '.join(shown)} (medians of {asked.repeats})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--game", action="append")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--play", metavar="GAME", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=1, help="of the first repeat")
    parser.add_argument("--together", action="store_true")
    asked = parser.parse_args()
    if asked.play is not None:
        print(json.dumps(play(asked.play, asked.seconds, asked.seed)))
        return
    if len(asked.folders) != 2:
        parser.error("two folders: before and after")
    for game in asked.game or GAMES:
        compare(asked.folders[0], asked.folders[1], game, asked)


if __name__ == "__main__":
    main()
