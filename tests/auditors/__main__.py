"""`python -m tests.auditors GAME`: plays and audits games, and says what was recomputed.

`--teeth` says which other rules are noticed, `--faults N` which of N wrong engines that are drawn by lot.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time

from tests.auditors.audit import GAMES, audit
from tests.auditors.stream import Tally
from tests.auditors.teeth import bites, other_numbers, planted, readings


def report(game: str, games: int, seed: int) -> int:
    """Audits games by the rulebook; one that is stopped says what it has done."""
    begun, tally = time.monotonic(), Tally()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        audit(game, games, seed, tally)
    except KeyboardInterrupt:
        print(f"stopped in game {tally.games:,} of {games:,}")
    print(
        f"{game}: {tally.games:,} games ({tally.finished:,} to the end), {tally.moves:,} moves, "
        f"{tally.numbers:,} numbers recomputed, {tally.listed:,} legal moves, {tally.unchanged:,} parts unchanged, "
        f"{len(tally.disagreements)} disagreements, {time.monotonic() - begun:.0f} s, seed {seed}"
    )
    for title, counts in (("numbers recomputed, by clause", tally.recomputed), ("rare rules met", tally.met)):
        print(title)
        for clause, count in counts.most_common():
            print(f"  {count:>10,}  {clause}")
    for disagreement in tally.disagreements[:5]:
        print(f"\n{disagreement}")
    return bool(tally.disagreements)


def teeth(game: str, games: int) -> int:
    """Serves each other reading and number, and says which of them the auditor notices."""
    for title, changes in (("readings", readings(game)), ("numbers", other_numbers(game))):
        verdicts = []
        for change, verdict in bites(game, changes, games):
            print(f"  {change}: {verdict}", flush=True)
            verdicts.append(verdict)
        noticed, differed = (
            sum(bool(verdict.clause) for verdict in verdicts),
            sum(verdict.differed for verdict in verdicts),
        )
        print(
            f"{game}: {noticed} noticed of {differed} {title} by which anything else was told, of {len(verdicts)} tried"
        )
    return 0


def faults(game: str, many: int, games: int, seed: int) -> int:
    """Serves wrong engines drawn by lot, and says which of them the auditor notices."""
    verdicts = []
    for name, verdict in planted(game, many, games, seed):
        print(f"  {name}: {verdict}", flush=True)
        verdicts.append(verdict)
    noticed, differed = sum(bool(v.clause) for v in verdicts), sum(v.differed for v in verdicts)
    print(
        f"{game}: {noticed} noticed of {differed} faults by which anything else was told, of {many} drawn, seed {seed}"
    )
    return 0


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--teeth", action="store_true")
    parser.add_argument("--faults", type=int, default=0, metavar="N", help="so many drawn from tests/faults")
    asked = parser.parse_args()
    if asked.faults:
        return faults(asked.game, asked.faults, asked.games, asked.seed)
    return teeth(asked.game, asked.games) if asked.teeth else report(asked.game, asked.games, asked.seed)


if __name__ == "__main__":
    sys.exit(main())
