"""What departed in the games of a search, sorted by cause, and the shortest game for each cause."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from attrs import define, evolve, field

from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.departure import FAILURES, Departure
from rulecheck.properties.conform.messages import OWN
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.replaying import Shows
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.finding import describe
from rulecheck.properties.planning import Candidates
from rulecheck.properties.reducer import reduce
from rulecheck.properties.replayer import Budget


@define
class _Cause:
    """The games that one cause was seen in."""

    keys: tuple[str, ...] = ()
    suspects: tuple[str, ...] = ()
    candidates: Candidates[GameLine, Parting] = field(factory=Candidates)


class Causes:
    """All that departed so far."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self.failures = 0
        """How often the program failed."""
        self._by_key: dict[str, Candidates[GameLine, Parting]] = {}

    def __len__(self) -> int:
        return len(self._by_key)

    def note(self, game: GameLine, partings: Sequence[Parting]) -> None:
        """Keep what departed in a game, one parting for each cause."""
        for parting in {parting.key: parting for parting in reversed(partings)}.values():
            self.common.spectrum.part(parting)
            candidates = self._by_key.setdefault(parting.key, Candidates())
            candidates.add(parting.at, game.index, game, parting)
            self.failures += parting.kind in FAILURES

    def departures(self, *, quick: bool = False, doing: Callable[[], None] = lambda: None) -> tuple[Departure, ...]:
        """One for each cause, in the shortest game found; `quick`: in a game as it was played."""
        asked, groups = self.common.asked, self._groups()
        departures, seconds = [], asked.shrink_seconds
        steps = 0 if quick else asked.shrink_steps // max(1, len(groups))
        fuse = None if seconds is None else time.monotonic() + seconds
        for nth, group in enumerate(groups):
            doing()
            left = None if fuse is None else max(0.5, (fuse - time.monotonic()) / (len(groups) - nth))
            departures.append(self._departure(group, steps, left))
        return tuple(sorted(departures, key=lambda shown: (shown.is_failure, len(shown.moves), shown.keys)))

    def _groups(self) -> list[_Cause]:
        """Partings of the same kind under the same clause are one cause, whatever move brought it about."""
        groups: dict[tuple[str, ...], _Cause] = {}
        for key, candidates in sorted(self._by_key.items()):
            parting = candidates.first.sighting
            suspects = self.common.spectrum.suspects(parting, self.common.says)
            sort = (parting.kind, *(suspects[:1] or (parting.symptom,)))
            group = groups.setdefault(sort, _Cause(suspects=suspects))
            group.keys += (key,)
            group.candidates.join(candidates)
        return sorted(groups.values(), key=lambda group: -group.candidates.games)

    def _departure(self, cause: _Cause, steps: int, seconds: float | None) -> Departure:
        common, first = self.common, cause.candidates.first
        index, game, parting, original = first.index, first.game, first.sighting, first.at
        rig, line = common.rig(game.rules), tuple(game.line[: first.at])
        shown = False
        play = common.session.play
        if steps and play.is_repeatable and play.chance != OWN:
            whole = Budget(steps, seconds)
            for candidate in cause.candidates.soonest:
                shorter = self._shorter(candidate.game, candidate.sighting, whole)
                if shorter is None:
                    continue
                if shown and len(shorter[1]) == len(line):
                    break  # two games have come to the same
                if not shown or len(shorter[1]) < len(line):
                    rig, line, parting = shorter
                    index, game, shown, original = candidate.index, candidate.game, True, candidate.at
            if not shown:
                common.result.notes.append(f"{parting.key}: it did not show again when its game was replayed")
        return Departure(
            kind=parting.kind,
            about=parting.about,
            clauses=cause.suspects,
            messages=(parting.message,),
            setting=describe(rig.rules),
            moves=line,
            keys=cause.keys,
            tried=parting.tried,
            original_length=original,
            shrunk=shown,
            times=cause.candidates.games,
            seed=common.asked.seed,
            game=index,
            player=game.player,
            stderr=parting.stderr,
        )

    def _shorter(self, game: GameLine, parting: Parting, budget: Budget) -> tuple[Rig, tuple[str, ...], Parting] | None:
        """The shortest game that shows the same, perhaps with fewer players; None if it does not show again."""
        common = self.common
        rig = common.rig(game.rules)
        fewer = [
            index
            for index, rules in enumerate(common.rules)
            if rules.setup == rig.rules.setup and rules.players < rig.rules.players
        ]
        others = [common.rig(index) for index in sorted(fewer, key=lambda index: common.rules[index].players)]
        condition = Shows(common.session, parting, [rig, *others], game.index, common.asked.accepted)
        moves = [rig.engine.parse(text) for text in game.line[: parting.at]]
        if not moves:
            return rig, (), parting
        reduction = reduce(rig.engine, moves, condition, budget=budget, others=[other.engine for other in others])
        if reduction is None:
            return None
        rig = next(known for known in (rig, *others) if known.engine is reduction.engine)
        states = [rig.engine.start()]
        for move in reduction.moves:
            states.append(rig.engine.apply(states[-1], move))
        again = condition.parting_in(rig.engine, reduction.moves, states)
        return rig, tuple(map(str, reduction.moves)), again or evolve(parting, at=len(reduction.moves))
