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
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.lines import OwnGame
from rulecheck.properties.conform.locating import located
from rulecheck.properties.conform.lockstep import ALL, Lockstep
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.replaying import replayed
from rulecheck.properties.conform.scouting import own_game
from rulecheck.properties.conform.situations import Step, in_new_situations

_MOST: Final = 24
"""Steps that are played on both sides for what they carry out, and the last of each game."""
_VARIOUS: Final = 24
"""Steps in situations that were seldom compared before such a move,"""
_SAMPLED: Final = 400
"""out of so many that are looked at for that."""
_ANY: Final = 8
"""Steps besides, whatever they are: they say how often is agreed as a rule."""
_OFTEN: Final = 8
"""How often a kind of step is compared before it is compared now and then only."""
_SELDOM: Final = 1 / 64
_LOOKED_THROUGH: Final = 3_000
"""Moves of ours that are played to choose from, and as many more as the last game has."""


class Spots:
    """Steps of our own games, on both sides."""

    def __init__(self, common: Common) -> None:
        self.common = common

    def play(self, index: int, plan: Plan) -> list[tuple[GameLine, list[Parting]]]:
        """Some games of ours, and what was seen in each of their steps that both sides played."""
        common = self.common
        rng = Random(derive(common.asked.seed, "spots", index))
        games = self._games(plan, rng)
        seen: list[tuple[OwnGame, int, list[Parting]]] = []
        agreed: defaultdict[int, set[int]] = defaultdict(set)
        games_before = common.result.counts.games
        for game, at in self._chosen(games, rng):
            if common.time_up():
                break
            lock = replayed(
                game.rig,
                common.session,
                game.moves[:at],
                game.states[: at + 1],
                at - 1,
                (ALL, ALL),
                seed=index,
                accepted=common.accepted,
                ignored=common.asked.ignored,
                counts=common.result.counts,
                spectrum=common.spectrum,
            )
            partings = self._seen(lock, index)
            if partings:
                seen.append((game, at, partings))
            agreed[id(game)] |= lock.judge.agreed
            if not common.known.hands_positions:
                break
        common.result.counts.games = min(common.result.counts.games, games_before + 1)  # it is one, in steps
        known = {game: frozenset(ats) for game, ats in agreed.items()}
        return [
            (GameLine(index, plan.rules, game.player, game.line[:at], agreed=known[id(game)]), partings)
            for game, at, partings in seen
        ]

    def _seen(self, lock: Lockstep, index: int) -> list[Parting]:
        """What a step showed; a position that is refused shows nothing."""
        common = self.common
        common.known.handed += 1
        common.result.accepted.update(lock.passed_over)
        if lock.skipped:
            common.known.positions_refused(lock.skipped)
            return []
        return located(common, lock, index)

    def _games(self, plan: Plan, rng: Random) -> list[OwnGame]:
        """Whole games of ours: the one that is planned, and more by others as long as they are short."""
        common, games = self.common, list[OwnGame]()
        while not games or (sum(len(game.moves) for game in games) < _LOOKED_THROUGH and not common.time_up()):
            player = rng.choice(common.players) if games else plan.player
            games.append(own_game(common, evolve(plan, player=player), rng.getrandbits(64)))
        return games

    def _chosen(self, games: Sequence[OwnGame], rng: Random) -> list[Step]:
        """The steps that are compared."""
        met, steps = self.common.known.compared, [(game, at) for game in games for at in range(1, len(game.states))]
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
            rng.sample(steps, min(_SAMPLED, len(steps))), self.common.known.situations, _VARIOUS
        )
        return [*chosen, *various, *rng.sample(steps, min(_ANY, len(steps))), *ends]


def _kinds(game: OwnGame) -> list[tuple[str, frozenset[str]]]:
    """What each step of a game is: a kind of move, and all that it carried out."""
    return [
        (kind_of_move(text), frozenset(state.events)) for text, state in zip(game.line, game.states[1:], strict=True)
    ]
