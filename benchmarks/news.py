"""When a campaign comes to its news, and which planted faults its default run finds: two states of this repository.

`python -m benchmarks.news BEFORE AFTER [--game NAME …] [--seed N --repeats N] [--seconds S]`: BEFORE plays for as long
as the default minute plays (on two cores), AFTER for S seconds of processor without ending early.  Told is when each
had met 95 % of the clauses and findings that either met, and what each had met when its default run ends.
`python -m benchmarks.news BEFORE AFTER --faults N …`: N faults of each game's catalogue (`tests/faults`), drawn by the
seed, and in how many of them the default run finds one, with the seconds of processor that took.

Each campaign plays in one process, by the clock of the processor, both at the same time; no game is made short.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

DEFAULT: Final = 78.0
"""Seconds of processor that a default minute on two cores plays at most: 65 in 100; the rest makes games short."""


class _Met(Exception):
    """A campaign has found what it was to find."""


def play(game: str, seed: int, seconds: float, fault: str | None) -> dict[str, Any]:
    """One campaign by whatever rulecheck is on the path: what it met and when, and when it would have ended early."""
    time.monotonic = time.process_time  # before anything reads a clock
    from rulecheck.properties.campaign import campaign as module
    from rulecheck.properties.campaign.shortening import QUIET
    from rulecheck.spec import game_named, load, make_rules

    setups = load(game).setups
    rules = [make_rules(game, setup=name, players=count) for name in setups for count in setups[name].players]
    options: dict[str, Any] = {}
    run_of_games: Any = module._Run
    news: list[tuple[float, str]] = []
    met: set[str] = set()
    quiet: list[float] = []
    if hasattr(module.Campaign, "until_quiet"):
        from rulecheck.properties.campaign.lines import lines_in, played_by

        options = {"until_quiet": True, "lines": played_by(lines_in(game_named(game).folder), rules)}
        is_quiet = run_of_games._is_quiet

        def ends(run: Any) -> bool:
            if not quiet and is_quiet(run):
                quiet.append(time.monotonic() - run.began)
            return fault is not None and bool(quiet)

        run_of_games._is_quiet = ends
    take = run_of_games._take

    def taken(run: Any, report: Any) -> None:
        take(run, report)
        now = time.monotonic() - run.began
        things = {clause for clause in run.result.clauses if clause in run.result.goals} | run.faults.keys()
        news.extend((now, thing) for thing in sorted(things - met))
        met.update(things)
        if fault is not None and any(key.split(":")[0] not in QUIET for key in run.faults):
            raise _Met

    run_of_games._take = taken
    if fault is not None:
        from tests.faults.catalogue import faults_of

        options["build"] = {wrong.name: wrong for wrong in faults_of(game)}[fault].engine
    began, is_met = time.monotonic(), False
    try:
        module.Campaign(
            rules=rules, seed=seed, seconds=seconds, jobs=1, shrink_steps=0, shrink_seconds=0.0, choices={}, **options
        ).run()
    except _Met:
        is_met = True
    return {"news": news, "quiet": quiet[0] if quiet else None, "seconds": time.monotonic() - began, "found": is_met}


def turn(folder: str, game: str, seed: int, seconds: float, fault: str | None = None) -> dict[str, Any]:
    """The same in a process of its own, with the checkout of a folder."""
    command = [sys.executable, __file__, "--play", game, "--seed", str(seed), "--seconds", str(seconds)]
    root = Path(folder).resolve()
    env = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    done = subprocess.run(
        [*command, *([] if fault is None else ["--fault", fault])], capture_output=True, text=True, check=True, env=env
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def by(answer: dict[str, Any], seconds: float) -> set[str]:
    """What a campaign had met by then."""
    return {thing for when, thing in answer["news"] if when <= seconds}


def until(answer: dict[str, Any], wanted: int) -> float | None:
    """When it had met so many things; None if it never had."""
    return answer["news"][wanted - 1][0] if wanted <= len(answer["news"]) else None


def compare(folders: Sequence[str], game: str, seed: int, seconds: float) -> None:
    """Print when both come to their news from one seed."""
    with ThreadPoolExecutor(2) as cores:
        before, after = cores.map(turn, folders, repeat(game), repeat(seed), (DEFAULT, seconds))
    everything = by(before, math.inf) | by(after, math.inf)
    wanted = math.ceil(0.95 * len(everything))
    at = [until(answer, wanted) for answer in (before, after)]
    end = min(after["quiet"] or DEFAULT, DEFAULT)
    told = ["never" if when is None else f"{when:.1f} s" for when in at]
    had = len(by(before, DEFAULT)), len(by(after, end))
    lost = sorted(by(before, DEFAULT) - by(after, end))
    print(
        f"{game} seed {seed}: {len(everything)} things; 95 % after {told[0]} → {told[1]}; default run plays "
        f"{DEFAULT:.1f} → {end:.1f} s and meets {had[0]} → {had[1]}; not met any more: {', '.join(lost) or 'none'}",
        flush=True,
    )


def planted(folders: Sequence[str], game: str, seed: int, many: int) -> None:
    """Print how many planted faults of a game both find."""
    from tests.faults.catalogue import faults_of

    names = Random(seed).sample(sorted(fault.name for fault in faults_of(game)), many)
    told, missed = [], []
    with ThreadPoolExecutor(2) as cores:
        both = list(cores.map(lambda folder: [turn(folder, game, seed, DEFAULT, name) for name in names], folders))
    for answers in both:
        spent = [answer["seconds"] for answer in answers]
        missed.append({name for name, answer in zip(names, answers, strict=True) if not answer["found"]})
        told.append(f"{many - len(missed[-1])} in {sum(spent):.0f} s (median {median(spent):.1f} s)")
    parts = [", ".join(sorted(names)) or "none" for names in (missed[1] - missed[0], missed[0] - missed[1])]
    print(
        f"{game} seed {seed}: of {many} faults found {told[0]} → {told[1]}; lost: {parts[0]}; gained: {parts[1]}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--game", action="append")
    parser.add_argument("--seed", type=int, default=1, help="of the first repeat, or of the draw")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--faults", type=int, help="to draw of each game")
    parser.add_argument("--play", metavar="GAME", help=argparse.SUPPRESS)
    parser.add_argument("--fault", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play is not None:
        print(json.dumps(play(asked.play, asked.seed, asked.seconds, asked.fault)))
        return
    if len(asked.folders) != 2:
        parser.error("two folders: before and after")
    for game in asked.game or ("puerto_rico", "power_grid", "castles_of_burgundy", "new_world", "catan_europe"):
        for seed in range(asked.seed, asked.seed + asked.repeats):
            if asked.faults is None:
                compare(asked.folders, game, seed, asked.seconds)
            else:
                planted(asked.folders, game, seed, asked.faults)


if __name__ == "__main__":
    main()
