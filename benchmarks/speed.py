"""How fast one core plays: bare, verified, and in whole games.  See benchmarks/README.md."""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable
from random import Random

from rulecheck.properties.campaign import Campaign
from rulecheck.properties.model import AnyEngine
from rulecheck.properties.players import draw
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.spec import load
from rulecheck.spec.rules import Rules, make_rules


def bare(engine: AnyEngine, games: int, cap: int) -> tuple[int, int]:
    """Decisions and moves of games by a player who takes each legal move equally often."""
    actor_of, legal_of, apply = engine.actor, engine.legal_moves, engine.apply
    decisions = moves = 0
    for seed in range(games):
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


def verified(rules: Rules, games: int, cap: int) -> tuple[int, int]:
    """The same through a campaign: all properties after every move, illegal tries included."""
    found = Campaign(
        [rules], games=games, jobs=1, cap=cap, players=["uniform"], shrink_steps=0, clauses=list(load(rules.game).clauses)
    ).run()
    return found.decisions, found.moves


def timed(what: str, play: Callable[[], tuple[int, int]], runs: int) -> None:
    """Print the best and the median of some runs, in decisions per second of CPU time."""
    rates = []
    for _ in range(runs):
        began = time.process_time()
        decisions, moves = play()
        rates.append((decisions / (time.process_time() - began), decisions, moves))
    rates.sort()
    best, (middle, decisions, moves) = rates[-1][0], rates[len(rates) // 2]
    print(f"  {what:9} {middle:9,.0f} decisions/s (best {best:,.0f}); {decisions:,} decisions, {moves:,} moves a run")


def whole_games(rules: Rules, games: int) -> None:
    """Print games and moves per second for the campaign's mix of players."""
    began = time.process_time()
    found = Campaign([rules], games=games, jobs=1, shrink_steps=0).run()
    seconds = time.process_time() - began
    ended = ", ".join(f"{count} {how}" for how, count in sorted(found.ended.items()))
    print(f"  games     {found.games / seconds:9.2f} games/s, {found.moves / seconds:,.0f} moves/s ({ended})")


def main() -> None:
    """Measure every set-up and number of players of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--setup")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--cap", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=3)
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
            bare(engine, 2, 1000)
            if options.profile:
                with cProfile.Profile() as profile:
                    verified(rules, options.games, options.cap)
                pstats.Stats(profile).sort_stats("tottime").print_stats(30)
                continue
            timed("bare", lambda engine=engine: bare(engine, options.games, options.cap), options.runs)  # type: ignore[misc]
            timed("verified", lambda rules=rules: verified(rules, options.games, options.cap), options.runs)  # type: ignore[misc]
            whole_games(rules, options.games * 2)


if __name__ == "__main__":
    main()
