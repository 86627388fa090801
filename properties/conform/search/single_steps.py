"""Single steps of our own games, each from a position that the program is handed: the rarest kinds of steps first.

Where a program departs every few moves, whole games of both sides come to little.  Ours play on alone at a hundred
times that rate; the steps that carry out what was seldom compared, those in situations that were, and the ends of
games, are played on both sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Final

from attrs import evolve

from rulecheck.properties.campaign.planning import Plan, derive
from rulecheck.properties.conform.localization.search_context import GameLine
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import OwnGame
from rulecheck.properties.conform.lockstep.lockstep import ALL, Lockstep
from rulecheck.properties.conform.lockstep.replaying import replayed
from rulecheck.properties.conform.protocol.messages import kind_of_move
from rulecheck.properties.conform.search.locating import located
from rulecheck.properties.conform.search.lookahead import own_game
from rulecheck.properties.conform.search.search_knowledge import PlayedGames
from rulecheck.properties.conform.search.situations import Step, in_new_situations

_MOST: Final = 24
"""Steps that are played on both sides for what they carry out, and the last of each game."""
_VARIOUS: Final = 24
"""Steps in situations that were seldom compared before such a move,"""
_SAMPLED: Final = 160
"""out of so many that are looked at for that."""
_ANY: Final = 8
"""Steps besides, whatever they are: they say how often is agreed as a rule."""
_OFTEN: Final = 8
"""How often a kind of step is compared before it is compared now and then only."""
_SELDOM: Final = 1 / 64
_LOOKED_THROUGH: Final = 3_000
"""Moves of ours that are played to choose from, and as many more as the last game has."""


class SingleSteps:
    """Steps of our own games, on both sides."""

    def __init__(self, search: PlayedGames) -> None:
        self.search = search

    def play(self, index: int, plan: Plan) -> list[tuple[GameLine, list[Divergence]]]:
        """Some games of ours, and what was seen in each of their steps that both sides played."""
        search = self.search
        rng = Random(derive(search.asked.seed, "spots", index))
        games = self._games(plan, rng)
        seen: list[tuple[OwnGame, int, list[Divergence]]] = []
        agreed: defaultdict[int, set[int]] = defaultdict(set)
        games_before = search.result.counts.games
        for game, at in self._chosen(games, rng):
            if search.time_up():
                break
            lock = replayed(
                game.context,
                search.session,
                game.moves[:at],
                game.states[: at + 1],
                at - 1,
                (ALL, ALL),
                seed=index,
                accepted=search.accepted,
                ignored=search.asked.ignored,
                counts=search.result.counts,
                listener=search.spectrum,
            )
            divergences = self._seen(lock, index)
            if divergences:
                seen.append((game, at, divergences))
            agreed[id(game)] |= lock.oracle.agreed - {divergence.at for divergence in divergences}
            if not search.knowledge.hands_positions:
                break
        search.result.counts.games = min(search.result.counts.games, games_before + 1)  # it is one, in steps
        after = {game: frozenset(ats) for game, ats in agreed.items()}
        return [
            (
                GameLine(index, plan.rules, game.player, game.line[:at], None, after[id(game)], search.adopted),
                divergences,
            )
            for game, at, divergences in seen
        ]

    def _seen(self, lock: Lockstep, index: int) -> list[Divergence]:
        """What a step showed; a position that is refused shows nothing."""
        search = self.search
        search.knowledge.handed += 1
        search.result.accepted.update(lock.passed_over)
        if lock.skipped:
            search.knowledge.positions_refused(lock.skipped)
            return []
        return located(search, lock, index)

    def _games(self, plan: Plan, rng: Random) -> list[OwnGame]:
        """Whole games of ours: the one that is planned, and more by others as long as they are short."""
        search, games = self.search, list[OwnGame]()
        while not games or (sum(len(game.moves) for game in games) < _LOOKED_THROUGH and not search.time_up()):
            player = rng.choice(search.players) if games else plan.player
            games.append(own_game(search, evolve(plan, player=player), rng.getrandbits(64)))
        return games

    def _chosen(self, games: Sequence[OwnGame], rng: Random) -> list[Step]:
        """The steps that are compared."""
        met, steps = self.search.knowledge.compared, [(game, at) for game in games for at in range(1, len(game.states))]
        kinds = {id(game): _kinds(game) for game in games}
        steps.sort(key=lambda step: (met[kinds[id(step[0])][step[1] - 1]], rng.random()))
        ends = [(game, len(game.moves)) for game in games if game.moves]
        chosen: list[Step] = []
        for game, at in steps:
            kind = kinds[id(game)][at - 1]
            if len(chosen) == _MOST:
                break
            if at < len(game.moves) and (met[kind] < _OFTEN or rng.random() < _SELDOM):
                chosen.append((game, at))
                met[kind] += 1
        various = in_new_situations(
            rng.sample(steps, min(_SAMPLED, len(steps))), self.search.knowledge.situations, _VARIOUS
        )
        return [*chosen, *various, *rng.sample(steps, min(_ANY, len(steps))), *ends]


def _kinds(game: OwnGame) -> list[tuple[str, frozenset[str]]]:
    """What each step of a game is: a kind of move, and all that it carried out."""
    return [
        (kind_of_move(text), frozenset(state.events)) for text, state in zip(game.line, game.states[1:], strict=True)
    ]
