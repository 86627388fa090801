"""The shortest game for each fault that a campaign met, and the findings made of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.campaign.arena import Arenas
from rulecheck.properties.campaign.planning import Candidate, Candidates
from rulecheck.properties.campaign.play import GameReport, Sighting
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.properties.findings.finding import Finding
from rulecheck.properties.invariants.violation import Violation
from rulecheck.properties.runtime.interrupts import heed, held_back
from rulecheck.properties.runtime.workers import Job, Workers
from rulecheck.properties.shrinking.reducer import reduce
from rulecheck.properties.shrinking.replayer import Budget

Met = Candidate[int, GameReport, Sighting]
"""A game of the campaign that shows a fault."""
Faults = dict[str, Candidates[int, GameReport, Sighting]]
"""The faults by the keys of their violations."""

_ORDER: Final = {"deadlock": 0, "conflict": 1, "broken": 2, "endless": 3, "unforeseen": 4, "diverges": 5, "silent": 6}
QUIET: Final = frozenset({"silent", "endless"})
"""Kinds of faults that are the rulebook's: every campaign meets them, and a game that shows one need only be short."""
_LEAST: Final = 20_000
_MOST: Final = 300_000
"""Moves to replay for one game: at least, and at most."""
_QUIETLY: Final = 12_000
"""Moves to replay for one game that shows a quiet fault, at most, and as many again for the shortest one."""
_CHEAPLY: Final = 0.7
"""The part of the time in which all games are made short by what is cheap; the rest is for the shortest ones."""


@frozen
class Shrunk:
    """The shortest game found that shows a fault."""

    rules: int
    """Which of the campaign's: fewer players may do."""
    moves: tuple[str, ...]
    finished: bool
    """Whether all ways to make it shorter were tried."""


def shrink(
    arenas: Arenas,
    violation: Violation,
    rules: int,
    moves: Sequence[str],
    simpler: Sequence[int],
    budget: Budget,
    thorough: bool,
) -> Shrunk | None:
    """The shortest game that shows a fault, from one that did; None if it does not show it again.

    Not `thorough`, it does what is cheap for what it brings.
    """
    if not moves:
        return Shrunk(rules, (), True)
    try:
        arena = arenas[rules]
        others = [arenas[index].engine for index in simpler]
        played = [arena.engine.parse(text) for text in moves]
        condition = arena.condition(violation)
        shortest = reduce(arena.engine, played, condition, budget=budget, others=others, thorough=thorough)
    except Exception:
        return None
    if shortest is None:
        return None
    for index, engine in zip(simpler, others, strict=True):
        if engine is shortest.engine:
            rules = index
    return Shrunk(rules, tuple(str(move) for move in shortest.moves), shortest.finished)


@frozen
class _Attempt:
    """One game to make short; of each fault the game that shows it soonest comes first."""

    turn: int
    key: str
    met: Met
    rules: int
    line: tuple[str, ...]
    thorough: bool = True

    @property
    def kind(self) -> str:
        """What kind of fault it shows."""
        return self.met.sighting.violation.kind


@define
class _Best:
    """The game that shows a fault in the fewest moves so far; `shrunk` is None while it is a game as it was played."""

    met: Met
    turn: int = 0
    shrunk: Shrunk | None = None

    def is_beaten_by(self, attempt: _Attempt, shrunk: Shrunk) -> bool:
        """Whether a game is to be preferred, whoever was ready first."""
        if self.shrunk is None:
            return True
        known = self.shrunk
        return (len(shrunk.moves), not shrunk.finished, attempt.turn) < (
            len(known.moves),
            not known.finished,
            self.turn,
        )


@define
class Shortening:
    """Makes the games of a campaign's faults short: first what is cheap for all of them, then more for the shortest.

    The games of a fault of the engine are tried thoroughly, each of them; of a `QUIET` one that is done with the game
    that is the shortest by then, and with few moves to replay.
    """

    faults: Faults
    rules: Sequence[Any]
    result: CampaignResult
    shorter: Callable[[Finding], None]
    """Called with a finding as often as its game has become shorter."""
    _best: dict[str, _Best] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._best = {key: _Best(fault.first) for key, fault in sorted(self.faults.items())}

    def run(self, workers: Workers, steps: int, end: float | None, cores: int, tell: Callable[[], None]) -> None:
        """Shorten with so many moves to replay for all together; begin nothing after `end`."""
        attempts = self._attempts()
        if not attempts:
            return
        each = max(_LEAST, min(_MOST, steps // len(attempts)))
        now = time.monotonic()
        self._shorten(workers, attempts, each, None if end is None else now + _CHEAPLY * (end - now), cores, tell)
        self._shorten(workers, self._shortest(), each, end, cores, tell)

    def _shorten(
        self,
        workers: Workers,
        attempts: Sequence[_Attempt],
        each: int,
        end: float | None,
        cores: int,
        tell: Callable[[], None],
    ) -> None:
        fuse = None
        if end is not None and attempts:  # twice its share for each, as many need less than that
            fuse = max(0.5, 2 * max(1, cores) * (end - time.monotonic()) / len(attempts))
        for number, shrunk in workers.map(self._jobs(attempts, each, fuse, end), shrink, "shrinking finding"):
            attempt = attempts[number]
            if shrunk is not None and self._best[attempt.key].is_beaten_by(attempt, shrunk):
                with held_back():
                    self._best[attempt.key] = _Best(attempt.met, attempt.turn, shrunk)
                    self.shorter(self._finding(attempt.key))
            tell()
            heed()

    def _attempts(self) -> list[_Attempt]:
        """The games as they were played."""
        attempts = [
            _Attempt(turn, key, met, met.game.task.plan.rules, met.game.line[: met.sighting.at], not _is_quiet(met))
            for key, fault in sorted(self.faults.items())
            for turn, met in enumerate(fault.soonest)
            if met.sighting.at <= 3 * fault.first.sighting.at + 20  # a much longer game seldom becomes the shorter one
        ]
        return sorted(attempts, key=lambda attempt: (attempt.turn, _order(attempt.kind), attempt.key))

    def _shortest(self) -> list[_Attempt]:
        """The shortest games of quiet faults, to try all on them."""
        attempts = [
            _Attempt(best.turn, key, best.met, best.shrunk.rules, best.shrunk.moves)
            for key, best in self._best.items()
            if best.shrunk is not None and not best.shrunk.finished and _is_quiet(best.met)
        ]
        return sorted(attempts, key=lambda attempt: (len(attempt.line), _order(attempt.kind), attempt.key))

    def _jobs(self, attempts: Sequence[_Attempt], each: int, fuse: float | None, end: float | None) -> Iterator[Job]:
        for number, attempt in enumerate(attempts):
            if end is not None and time.monotonic() > end:
                return
            quiet = attempt.kind in QUIET
            budget = Budget(min(each, _QUIETLY) if quiet else each, fuse)
            simpler = self._simpler(attempt.rules)
            yield Job(
                number,
                (attempt.met.sighting.violation, attempt.rules, attempt.line, simpler, budget, attempt.thorough),
            )

    def _simpler(self, rules: int) -> tuple[int, ...]:
        """The rules with fewer players, those with the fewest first."""
        players = [other.players for other in self.rules]
        fewer = [index for index, count in enumerate(players) if count < players[rules]]
        return tuple(sorted(fewer, key=lambda index: players[index]))

    def findings(self) -> tuple[Finding, ...]:
        """What is known of all faults, the worst kinds first, and of the silences those that change most."""
        return tuple(sorted(map(self._finding, self._best), key=self._place))

    def _place(self, finding: Finding) -> tuple[Any, ...]:
        effect = self.result.effects.get(finding.name) if finding.kind == "silent" else None
        change = (0.0, 0.0) if effect is None else effect.rank
        return (_order(finding.kind), *(-share for share in change), finding.name, finding.about)

    def _finding(self, key: str) -> Finding:
        best = self._best[key]
        return finding_of(self.result, self.faults[key].games, best.met, best.shrunk)


def finding_of(result: CampaignResult, games: int, met: Met, shrunk: Shrunk | None = None) -> Finding:
    """A fault that so many games met as a finding: in the game as it was played, or in a shorter one."""
    violation, task = met.sighting.violation, met.game.task
    if shrunk is None:
        rules, moves, is_shorter = task.plan.rules, met.game.line[: met.sighting.at], False
    else:
        rules, moves = shrunk.rules, shrunk.moves
        is_shorter = shrunk.finished or len(moves) < met.sighting.at
    is_silence = violation.kind == "silent"
    return Finding(
        kind=violation.kind,
        name=violation.name,
        messages=(violation.message,),
        clauses=violation.clauses,
        setting=result.settings[rules],
        moves=moves,
        at=len(moves),
        original_length=met.sighting.at,
        shrunk=is_shorter,
        times=result.silences[violation.name] if is_silence else games,
        seed=result.seed,
        game=task.index,
        player=task.plan.player,
        about=violation.name if is_silence else violation.about,
        trace=violation.trace,
    )


def _is_quiet(met: Met) -> bool:
    return met.sighting.violation.kind in QUIET


def _order(kind: str) -> int:
    return _ORDER.get(kind, len(_ORDER))
