"""Single steps of our own games, each from a position that the program is handed: the rarest kinds of steps first.

Where a program departs every few moves, whole games of both sides come to little.  Ours play on alone at a hundred
times that rate; the steps that carry out what was seldom compared, and the ends of games, are played on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.locating import located
from rulecheck.properties.conform.lockstep import ALL, Lockstep
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.replaying import replayed
from rulecheck.properties.planning import Plan, derive
from rulecheck.properties.players import draw
from rulecheck.reference_engines.contract import CHANCE

_MOST: Final = 24
"""Steps of one game that are played on both sides, and its last."""
_OFTEN: Final = 8
"""How often a kind of step is compared before it is compared now and then only."""
_SELDOM: Final = 1 / 64
_PATIENCE: Final = 40
"""Decisions without chance after which only every other one is the player's: haggling has no end."""


class Spots:
    """Steps of our own games, on both sides."""

    def __init__(self, common: Common) -> None:
        self.common = common

    def play(self, index: int, plan: Plan) -> list[tuple[GameLine, list[Parting]]]:
        """One game of ours, and what was seen in each of its steps that both sides played."""
        common = self.common
        rng = Random(derive(common.asked.seed, "spots", index))
        rig = common.rig(plan.rules)
        moves, states = self._game(rig.engine, plan, rng, index)
        seen: list[tuple[GameLine, list[Parting]]] = []
        looked = 0
        for at in self._chosen([rig.name(move) for move in moves], states, rng):
            if common.time_up():
                break
            lock = replayed(
                rig,
                common.session,
                moves[:at],
                states[: at + 1],
                at - 1,
                (ALL, ALL),
                seed=index,
                accepted=common.accepted,
                ignored=common.asked.ignored,
                counts=common.result.counts,
                spectrum=common.spectrum,
            )
            looked += 1
            partings = self._seen(lock, index)
            if partings:
                line = tuple(map(rig.name, moves[:at]))
                seen.append((GameLine(index, plan.rules, plan.player, line), partings))
            if not common.known.hands_positions:
                break
        common.result.counts.games -= max(0, looked - 1)  # one game, of which steps were looked at
        return seen

    def _seen(self, lock: Lockstep, index: int) -> list[Parting]:
        """What a step showed; a position that is refused shows nothing."""
        common = self.common
        common.known.handed += 1
        common.result.accepted.update(lock.passed_over)
        if lock.skipped:
            common.known.positions_refused(lock.skipped)
            return []
        return located(common, lock, index)

    def _game(self, engine: Any, plan: Plan, rng: Random, index: int) -> tuple[list[Any], list[Any]]:
        """A whole game of ours: its moves and its positions."""
        common = self.common
        choose = common.factories[plan.player](Random(derive(common.asked.seed, "temper", index)))
        state = engine.start()
        moves: list[Any] = []
        states = [state]
        since = 0
        for _ in range(common.asked.cap):
            legal = engine.legal_moves(state)
            if not legal or (len(moves) & 63 == 0 and common.time_up()):
                break
            if engine.actor(state) == CHANCE:
                since = 0
                is_even = plan.loaded or common.avoided is not None
                move = _any(legal, rng) if is_even else draw(legal, engine.weights(state), rng)
            else:
                since += 1
                is_free = since > _PATIENCE and since & 1
                move = _any(legal, rng) if is_free else choose(engine, state, legal, rng)
            state = engine.apply(state, move)
            moves.append(move)
            states.append(state)
        return moves, states

    def _chosen(self, texts: Sequence[str], states: Sequence[Any], rng: Random) -> list[int]:
        """After how many moves the steps end that are compared."""
        kinds = [(kind_of_move(text), frozenset(states[at].events)) for at, text in enumerate(texts, 1)]
        met = self.common.known.compared
        order = sorted(range(1, len(kinds) + 1), key=lambda at: (met[kinds[at - 1]], rng.random()))
        chosen: set[int] = {len(kinds)} if kinds else set()
        for at in order:
            kind = kinds[at - 1]
            if len(chosen) > _MOST:
                break
            if met[kind] < _OFTEN or rng.random() < _SELDOM:
                chosen.add(at)
                met[kind] += 1
        return sorted(chosen)


def _any(legal: Sequence[Any], rng: Random) -> Any:
    return legal[int(rng.random() * len(legal))]
