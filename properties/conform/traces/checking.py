"""Logs of played games held against the rules: the first place where each departs from them.

What a file holds is in `tracefile`, how one game is followed in `following`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import define, evolve, field, frozen

from rulecheck.properties.campaign.players import Player, draw
from rulecheck.properties.conform.localization.spectrum import Spectrum
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.observation import Compared
from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, NOBODY
from rulecheck.properties.conform.protocol.move_matching import POSITIONS
from rulecheck.properties.conform.traces.format import VERSION, Trace, TraceError, Unusable, lines
from rulecheck.properties.conform.traces.log_result import AGREES, DEPARTS, SKIPPED, VERDICTS, Checked, TimesCompared
from rulecheck.properties.conform.traces.state_set import followed
from rulecheck.properties.findings.finding import describe
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, Outcome
from rulecheck.spec import Rules, SpecError, games, make_rules
from rulecheck.spec.errors import meant, shown

__all__ = [
    "AGREES",
    "DEPARTS",
    "SKIPPED",
    "VERDICTS",
    "Checked",
    "Defaults",
    "Group",
    "Report",
    "TimesCompared",
    "TraceError",
    "check",
    "record",
]

_SHOWN: Final = 6
"""Places that a group names at most."""
_ENGINES: Final = 32


@frozen
class Group:
    """All departures of one cause: the shortest as it was logged, and where they are."""

    departure: Departure
    where: tuple[str, ...]
    """The first lines of files that show it, with the step: `games.jsonl:12 step 7`."""


@define
class Report:
    """What came of many games so far: feed it with what `check` yields."""

    games: int = 0
    moves: int = 0
    agree: int = 0
    unfinished: int = 0
    """Games that agree as far as they are told, and are not over then."""
    ambiguous: int = 0
    """Games in which more than one position was possible after some step."""
    most: int = 1
    times: TimesCompared = field(factory=TimesCompared)
    compared: Compared = field(factory=Compared)
    skipped: list[Checked] = field(factory=list)
    problems: list[TraceError] = field(factory=list)
    spectrum: Spectrum = field(factory=Spectrum)
    _alike: dict[Any, Group] = field(factory=dict, init=False)

    def add(self, checked: Checked | TraceError) -> None:
        """Count a game, or a line that is none."""
        if isinstance(checked, TraceError):
            self.problems.append(checked)
            return
        self.games += 1
        self.moves += checked.moves
        self.agree += checked.verdict == AGREES
        self.unfinished += checked.verdict == AGREES and not checked.finished
        self.ambiguous += checked.ambiguous > 0
        self.most = max(self.most, checked.most)
        self.times += checked.compared
        self.compared.parts.update(checked.parts)
        if checked.verdict == SKIPPED:
            self.skipped.append(checked)
        self.spectrum.agreed.update(checked.events)
        if checked.departure is not None:
            self.spectrum.part(_parting(checked.departure))
            self._group(checked, checked.departure)

    def _group(self, checked: Checked, departure: Departure) -> None:
        """Together with those that are alike: the clauses that may be meant are ranked when somebody asks."""
        alike = (departure.kind, departure.about, departure.after, departure.clauses)
        group = Group(departure, (f"{checked.where} step {checked.step}",))
        known = self._alike.get(alike)
        self._alike[alike] = group if known is None else _joined(known, group)

    @property
    def groups(self) -> dict[str, Group]:
        """The departures by their key, in the order they were met; their clauses ranked by all games so far."""
        groups: dict[str, Group] = {}
        for group in self._alike.values():
            group = evolve(group, departure=self._ranked(group.departure))
            known = groups.get(group.departure.key)
            groups[group.departure.key] = group if known is None else _joined(known, group)
        return groups

    def _ranked(self, departure: Departure) -> Departure:
        """The same with its clauses ranked by all games so far; a clause that forbids a move needs no ranking."""
        if departure.kind in ("lists", "accepts", "chance"):
            return departure
        return evolve(departure, clauses=self.spectrum.suspects(_parting(departure)))


def _joined(group: Group, other: Group) -> Group:
    """Both as one, with the shorter game."""
    best = min(group.departure, other.departure, key=lambda shown: (not shown.moves, shown.original_length))
    times = group.departure.times + other.departure.times
    return Group(evolve(best, times=times), (*group.where, *other.where)[:_SHOWN])


def _parting(departure: Departure) -> Divergence:
    message = "; ".join(departure.messages) if departure.kind == "state" else ""
    return Divergence(departure.kind, departure.about, 0, message, departure.clauses, differences=departure.differences)


@frozen
class Defaults:
    """The rules where a log does not say; what it says comes first."""

    players: int | None = None
    setup: str | None = None
    readings: Mapping[str, str] = field(factory=dict)
    numbers: Mapping[str, int] = field(factory=dict)
    data: tuple[Path | str, ...] = ()


def check(
    paths: Path | str | Iterable[Path | str],
    game: str,
    *,
    defaults: Defaults | None = None,
    positions: int = POSITIONS,
    build: Callable[[Any], AnyEngine] = build_engine,
) -> Iterator[Checked | TraceError]:
    """Each game of some trace files against the rules, as soon as it is looked at.

    A line that cannot be used is a `TraceError` in its place.  `positions` are followed at
    once at most; where more are possible a game agrees if it can be played through these, else it is skipped.
    """
    tables = _Tables(game, defaults or Defaults(), build)
    number = 0
    for path in [paths] if isinstance(paths, Path | str) else paths:
        for line in lines(path):
            if line.trace is None:
                assert line.error is not None
                yield line.error
                continue
            try:
                checked = followed(line.trace, tables.engine(line.trace), positions, line, number + 1)
            except Unusable as problem:
                yield TraceError(line.path, line.number, problem.step, problem.what, problem.hint)
                continue
            number += 1
            yield checked


class _Tables:
    """The engines that games are checked with, each made once."""

    def __init__(self, game: str, defaults: Defaults, build: Callable[[Any], AnyEngine]) -> None:
        self.game = game
        self.defaults = defaults
        self.build = build
        self._engines: dict[str, AnyEngine] = {}

    def engine(self, trace: Trace) -> AnyEngine:
        """The engine for a game's rules; raises Unusable."""
        if trace.game != self.game:
            hint = f"`rulecheck conform {trace.game}` reads it"
            if trace.game not in games():
                hint = meant(trace.game, games(), "the games are")
            raise Unusable(f"a game of {shown(trace.game)}, not of {shown(self.game)}", hint)
        key = repr((trace.players, trace.seats, trace.setup, trace.readings, trace.numbers))
        engine = self._engines.pop(key, None)
        if engine is None:
            engine = self.build(self._rules(trace))
        self._engines[key] = engine  # the last one used stands last
        if len(self._engines) > _ENGINES:
            del self._engines[next(iter(self._engines))]
        return engine

    def _rules(self, trace: Trace) -> Rules:
        asked = self.defaults
        players = asked.players if trace.players is None and trace.seats is None else trace.players
        try:
            return make_rules(
                self.game,
                players=players,
                setup=trace.setup or asked.setup,
                seats=trace.seats,
                readings={**asked.readings, **trace.readings},
                numbers={**asked.numbers, **trace.numbers},
                data=asked.data,
            )
        except SpecError as problem:
            raise Unusable(problem.what, problem.hint) from None


def record(
    engine: AnyEngine,
    play: Player | Iterable[Any],
    *,
    tell: Iterable[str] = (),
    seed: int = 0,
    cap: int = 6_000,
    source: str = "",
    start: Any = None,
) -> dict[str, Any]:
    """A game of one of our engines as a trace.

    `play` is a player, who plays with a seed, or the moves themselves.  `tell` says what each
    step tells besides its move: `by`, `turn`, `legal`, `state`, `outcome`.
    """
    state = engine.start() if start is None else start
    setting = describe(engine.rules)
    trace: dict[str, Any] = {
        "rulecheck_trace": VERSION,
        "game": setting.game,
        "players": setting.players,
        "seats": list(setting.seats),
        "setup": setting.setup,
        "readings": setting.readings,
        "numbers": setting.numbers,
    }
    if start is not None:
        trace["position"] = engine.to_json(start)
    if source:
        trace["source"] = source
    told = frozenset(tell)
    rng = Random(seed)
    moves = None if callable(play) else iter(play)
    steps: list[Any] = []
    while len(steps) < cap and engine.actor(state) != OVER:
        move = _next(engine, state, play, rng) if moves is None else next(moves, None)
        if move is None:
            break
        move = engine.parse(move) if isinstance(move, str) else move
        after = engine.apply(state, move)
        steps.append(_recorded(engine, state, move, after, told))
        state = after
    trace["steps"] = steps
    outcome = engine.outcome(state)
    if outcome is not None:
        trace["outcome"] = _told(outcome)
        trace["finished"] = True
    return trace


def _next(engine: AnyEngine, state: Any, play: Any, rng: Random) -> Any:
    """The move that a player makes, or that chance brings."""
    legal = engine.legal_moves(state)
    if engine.actor(state) == CHANCE:
        return draw(legal, engine.weights(state), rng)
    return play(engine, state, legal, rng)


def _recorded(engine: AnyEngine, before: Any, move: Any, after: Any, tell: frozenset[str]) -> Any:
    """A step: its move, and what is told of it."""
    step: dict[str, Any] = {"move": str(move)}
    if "by" in tell:
        step["by"] = _name(engine, before)
    if "turn" in tell:
        step["turn"] = _name(engine, after)
    if "legal" in tell:
        step["legal"] = [str(legal_move) for legal_move in engine.legal_moves(after)]
    if "state" in tell:
        step["state"] = engine.to_json(after)
    outcome = engine.outcome(after) if "outcome" in tell else None
    if outcome is not None:
        step["outcome"] = _told(outcome)
    return step if len(step) > 1 else str(move)


def _name(engine: AnyEngine, state: Any) -> str:
    actor = engine.actor(state)
    return {OVER: NOBODY, CHANCE: CHANCE_SEAT}.get(actor) or engine.seats[actor]


def _told(outcome: Outcome) -> dict[str, Any]:
    return {"winners": list(outcome.winners), "scores": dict(outcome.scores)}
