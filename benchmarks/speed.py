"""How fast one core plays: bare, verified, and in whole games.  See benchmarks/README.md."""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random

from rulecheck.properties.campaign.arena import Arenas, Shop
from rulecheck.properties.campaign.planning import Plan
from rulecheck.properties.campaign.play import ROUTINE, Known, Task, play_game
from rulecheck.properties.campaign.players import draw, players_of
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.spec import load
from rulecheck.spec.rules import make_rules

_LATE = 1000
"""Games of a campaign under way: the first ones are checked more closely, which would tell of the start only."""


def bare(engine: AnyEngine, seeds: Iterable[int], cap: int) -> tuple[int, int]:
    """Decisions and moves of games by a player who takes each legal move equally often."""
    actor_of, legal_of, apply = engine.actor, engine.legal_moves, engine.apply
    decisions = moves = 0
    for seed in seeds:
        random = Random(seed).random
        chance = Random(seed)
        state = engine.start()
        for _ in range(cap):
            actor = actor_of(state)
            if actor == OVER:
                break
            legal = legal_of(state)
            if actor == CHANCE:
                move = draw(legal, engine.weights(state), chance)
            else:
                move = legal[int(random() * len(legal))]
                decisions += 1
            state = apply(state, move)
            moves += 1
    return decisions, moves


def met(arenas: Arenas, names: Sequence[str], games: int) -> Known:
    """What a campaign under way knows: the kinds of steps that are routine, and what was met and how often."""
    kinds: Counter[int] = Counter()
    sorts: set[int] = set()
    times: Counter[str] = Counter()
    for seed in range(games):
        report = play_game(arenas, Task(_LATE + seed, seed, Plan(0, names[seed % len(names)])), Known())
        kinds.update(report.kinds)
        sorts.update(report.sorts)
        times.update(report.events)
    routine = frozenset(kind for kind, games in kinds.items() if games >= ROUTINE)
    return Known(routine=routine, familiar=frozenset(sorts), times=times)


def verified(arenas: Arenas, seeds: Iterable[int], player: str, known: Known) -> tuple[int, int]:
    """Games as a campaign plays them: all properties after every move, illegal tries included."""
    reports = [play_game(arenas, Task(_LATE + seed, seed, Plan(0, player)), known) for seed in seeds]
    return sum(report.decisions for report in reports), sum(report.moves for report in reports)


def timed(what: str, play: Callable[[range], tuple[int, int]], runs: int, games: int, first: int) -> None:
    """Print the best and the median of some runs, in decisions per second of CPU time.

    Each run has seeds of its own, from `first`: engines keep answers, and the same games again would find theirs.
    """
    rates = []
    for run in range(runs):
        seeds = range(first + run * games, first + (run + 1) * games)
        began = time.process_time()
        decisions, moves = play(seeds)
        rates.append((decisions / (time.process_time() - began), decisions, moves))
    rates.sort()
    best, (middle, decisions, moves) = rates[-1][0], rates[len(rates) // 2]
    print(f"  {what:9} {middle:9,.0f} decisions/s (best {best:,.0f}); {decisions:,} decisions, {moves:,} moves a run")


def whole_games(arenas: Arenas, game: str, games: int, known: Known, first: int) -> None:
    """Print games and moves per second for the campaign's mix of players, by the clock of the process."""
    names = sorted(players_of(game))
    began = time.process_time()
    tasks = [Task(_LATE + n, first + n, Plan(0, names[n % len(names)])) for n in range(games * len(names))]
    reports = [play_game(arenas, task, known) for task in tasks]
    seconds = time.process_time() - began
    ended = ", ".join(f"{count} {how}" for how, count in sorted(Counter(report.ended for report in reports).items()))
    rate = sum(report.moves for report in reports) / seconds
    print(f"  games     {len(reports) / seconds:9.2f} games/s, {rate:,.0f} moves/s ({ended})")


def main() -> None:
    """Measure every set-up and number of players of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--setup")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--cap", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=10_000, help="of the first game that is measured")
    parser.add_argument(
        "--warm", type=int, default=400,
        help="games that tell what is routine in a campaign under way: the default minute plays several times as many",
    )  # fmt: skip
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    book = load(options.game)
    for setup in book.setups.values():
        for players in setup.players:
            if options.setup not in (None, setup.name) or options.players not in (None, players):
                continue
            rules = make_rules(options.game, players=players, setup=setup.name)
            engine = build(rules)
            print(f"{options.game}  {setup.name}, {players} players")
            bare(engine, range(2), 1000)
            clauses = frozenset(book.clauses)
            arenas = Arenas(Shop((rules,), build, None, clauses, cap=options.cap))
            known = met(arenas, sorted(players_of(options.game)), options.warm)
            if options.profile:
                with cProfile.Profile() as profile:
                    verified(arenas, range(options.seed, options.seed + options.games), "uniform", known)
                pstats.Stats(profile).sort_stats("tottime").print_stats(30)
                continue
            measure = partial(timed, runs=options.runs, games=options.games)
            many = options.runs * options.games
            measure("bare", partial(bare, engine, cap=options.cap), first=options.seed)
            measure("verified", partial(verified, arenas, player="uniform", known=known), first=options.seed + many)
            whole_games(arenas, options.game, options.games, known, first=options.seed + 2 * many)


if __name__ == "__main__":
    main()
