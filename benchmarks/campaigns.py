"""What a campaign does with its time: a default minute, more processes, and how much its parent could take in.

`python benchmarks/campaigns.py minute GAME [--seconds S]`: games, moves, clauses and findings as they come in.
`python benchmarks/campaigns.py jobs GAME [--games N] [--jobs N …]`: the same games in 1, 2, … processes.
`python benchmarks/campaigns.py parent GAME [--games N]`: games that workers have played before, handed in at once: how
many finished games a second the parent plans, merges and keeps; with `--store` into a database as well.
`python benchmarks/campaigns.py cluster GAME [--games N] [--jobs N]`: the same games by processes and by a Dask cluster.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.play import GameReport
from rulecheck.properties.findings.finding import describe
from rulecheck.properties.runtime.progress import Progress
from rulecheck.properties.runtime.workers import Here, Jobs, Work
from rulecheck.spec import load, make_rules
from rulecheck.spec.rules import Rules


def tables(game: str) -> list[Rules]:
    setups = load(game).setups
    return [make_rules(game, setup=name, players=count) for name in setups for count in setups[name].players]


def minute(game: str, seconds: float, seed: int, jobs: int) -> None:
    """A campaign by time, as the command plays it: two thirds to play."""
    marks = [seconds * part / 6 for part in range(1, 7)]
    began = time.monotonic()

    def told(now: Progress) -> None:
        while marks and now.seconds >= marks[0]:
            marks.pop(0)
            clauses = f"{now.clauses} of {now.of} clauses"
            print(
                f"{now.seconds:6.1f} s  {now.games:6,} games  {now.moves:9,} moves  {clauses}  {now.findings} findings"
            )

    result = Campaign(
        rules=tables(game), seed=seed, seconds=seconds * 0.65, shrink_seconds=seconds * 0.35, jobs=jobs, progress=told
    ).run()
    spent = time.monotonic() - began
    ended = ", ".join(f"{many} {how}" for how, many in sorted(result.ended.items()))
    played = f"{result.games:,} games, {result.moves:,} moves in {spent:.1f} s"
    print(f"{game}: {played}; {ended}; seed {seed}, {jobs} processes")


def scaling(game: str, games: int, seed: int, jobs: list[int]) -> None:
    """The same games in more and more processes; nothing is made short."""
    first = 0.0
    for count in jobs:
        began = time.monotonic()
        result = Campaign(rules=tables(game), seed=seed, games=games, jobs=count, shrink_steps=0).run()
        seconds = time.monotonic() - began
        first = first or seconds
        rate = f"{result.moves / seconds:9,.0f} moves/s"
        print(f"{count:3} processes  {seconds:6.1f} s  {rate}  {first / seconds:.2f} times the first")


def cluster(game: str, games: int, seed: int, jobs: int) -> None:
    """The same games by our own processes and by a Dask cluster of this machine: what each takes."""
    from rulecheck.properties.runtime.cluster import connect

    answers = []
    for name, workers in (("processes", None), ("dask", connect("dask://", jobs))):
        began, before = time.monotonic(), processor_time()
        result = Campaign(rules=tables(game), seed=seed, games=games, jobs=jobs, workers=workers, shrink_steps=0).run()
        wall, spent = time.monotonic() - began, processor_time() - before
        answers.append(json.dumps(result.to_json()))
        told = f"{wall:7.1f} s   {spent:7.1f} s of processors   {result.moves:,} moves   {len(result.notes)} notes"
        print(f"{game}: {games:,} games by {jobs} {name:<9} {told}", flush=True)
    print("the same bytes" if answers[0] == answers[1] else "OTHER BYTES")


def processor_time() -> float:
    """Of this process and of all its children that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


class Instant(Here):
    """Workers that have played already: they answer with the report of another game, under the number asked for."""

    def __init__(self, room: Callable[[], Any], reports: list[tuple[GameReport, bytes]]) -> None:
        super().__init__(room)
        self._reports = reports

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        if doing != "at game":
            yield from super().map(jobs, work, doing)
            return
        for job in jobs:
            if job is not None:
                report, packed = self._reports[job.number % len(self._reports)]
                yield job.number, (evolve(report, task=evolve(report.task, index=job.number)), packed)


class Kept:
    """A log that only remembers."""

    pack = staticmethod(pickle.dumps)

    def __init__(self) -> None:
        self.all: list[GameReport] = []

    def reports(self) -> list[tuple[int, GameReport]]:
        return []

    def keep(self, packed: Sequence[tuple[int, bytes]]) -> None:
        self.all += [pickle.loads(report) for _, report in packed]


def parent(game: str, games: int, seed: int, played: int, *, store: bool) -> None:
    """Finished games a second from workers that answer at once, in processor time of the parent."""
    rules, kept = tables(game), Kept()
    Campaign(rules=rules, seed=seed, games=played, jobs=1, shrink_steps=0, log=kept).run()

    with tempfile.TemporaryDirectory() as folder:
        log: Any = None
        if store:
            from rulecheck.properties.campaign.ledger import Ledger
            from rulecheck.properties.campaign.run_record import Course

            log = Ledger(str(Path(folder) / "campaigns.db")).begin(Course(tuple(map(describe, rules)), seed, 16))
        packed = [(report, b"" if log is None else log.pack(report)) for report in kept.all]

        def instant(room: Callable[[], Any]) -> Instant:
            return Instant(room, packed)

        campaign = Campaign(rules=rules, seed=seed, games=games, workers=instant, shrink_steps=0, choices={}, log=log)
        seconds = _merging(campaign)
    kept_in = " and kept in a database" if store else ""
    print(f"{game}: {games:,} games merged{kept_in} in {seconds:.2f} s of the parent, {games / seconds:,.0f} a second")


def _merging(campaign: Campaign) -> float:
    """Seconds of processor time until the last game is merged: findings are made short after that, elsewhere."""
    marks: list[float] = []
    began = time.process_time()

    def told(now: Progress) -> None:
        if now.doing == "playing" and now.games <= (campaign.games or 0):
            marks.append(time.process_time() - began)

    campaign.progress = told
    campaign.run()
    return marks[-2] if len(marks) > 1 else marks[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("minute", "jobs", "parent", "cluster"))
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--played", type=int, default=300, help="games that are played to be handed in again and again")
    parser.add_argument("--store", action="store_true")
    asked = parser.parse_args()
    if asked.what == "minute":
        minute(asked.game, asked.seconds, asked.seed, asked.jobs[-1])
    elif asked.what == "jobs":
        scaling(asked.game, asked.games, asked.seed, asked.jobs)
    elif asked.what == "cluster":
        cluster(asked.game, asked.games, asked.seed, asked.jobs[-1])
    else:
        parent(asked.game, asked.games, asked.seed, asked.played, store=asked.store)


if __name__ == "__main__":
    sys.exit(main())
