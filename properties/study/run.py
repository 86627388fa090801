"""A study: the same number of games for each variant of the rules, on several cores, and what differs between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from enum import StrEnum
from functools import partial
from random import Random
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.campaign.planning import derive
from rulecheck.properties.campaign.players import Factory, contenders_of, players_of
from rulecheck.properties.runtime.interrupts import heed
from rulecheck.properties.runtime.workers import Job, MakeWorkers, hire
from rulecheck.properties.study.figures import Share, holm, paired_chance
from rulecheck.properties.study.game import StudiedGame, play
from rulecheck.properties.study.summary import Summary, measures, summarise
from rulecheck.reference_engines import build as build_engine
from rulecheck.spec.rules import Rules

CAP: Final = 6000
"""Decisions after which a game is cut off."""
MOST_GAMES: Final = 100_000
"""Games of one variant at most: all of them are kept in memory."""
FEWEST: Final = 12
"""Pairs of games that have to differ in a figure before it is looked at."""
_BATCH: Final = 8
"""Games that a worker is given at once."""
Build = Callable[[Rules], Any]


@frozen
class Variant:
    """Rules to be studied, under a label; of several tables (player counts, set-ups) each is played in turn."""

    label: str
    rules: tuple[Rules, ...]


class Verdict(StrEnum):
    """What a study has to say of a variant."""

    DIFFERS = "differs"
    """Figures differ by more than chance."""
    MATTERS = "matters"
    """Games went differently, so the change matters; but in no figure by more than chance."""
    SAME = "same"
    """Every game went the same: what was changed did not come up."""


@frozen
class FigureDifference:
    """A figure that differs between the first variant and another by more than chance."""

    variant: str
    figure: str
    chance: float
    """How likely such a difference is without any."""


@define
class Study:
    """What came of a study; `summaries` are in the order of the variants."""

    seed: int
    players: tuple[str, ...]
    asked: int
    summaries: tuple[Summary, ...] = ()
    differences: tuple[FigureDifference, ...] = ()
    is_interrupted: bool = False
    notes: list[str] = field(factory=list)
    """What went wrong with those who played."""
    games: tuple[tuple[StudiedGame, ...], ...] = field(default=(), repr=False)
    """The games themselves, by variant."""

    def parted(self, nth: int) -> Share:
        """How many games of a variant went differently than those of the same number by the first variant's rules.

        None of many: what was changed did not come up.  A few: it does matter, too seldom for any figure to show it.
        """
        first = {game.index: game for game in self.games[0]}
        both = [(first[game.index], game) for game in self.games[nth] if game.index in first]
        return Share(sum(base != game for base, game in both), len(both))

    def verdict(self, nth: int) -> Verdict:
        """What is to be said of a variant, held against the first."""
        if any(row.variant == self.summaries[nth].label for row in self.differences):
            return Verdict.DIFFERS
        return Verdict.MATTERS if self.parted(nth).part else Verdict.SAME


def own_player(game: str) -> str:
    """The player that plays to win: the first of the game's contenders; `swarm` if it has none."""
    return next(iter(contenders_of(game)), "swarm")


def known_players(game: str) -> dict[str, Factory]:
    """All who can play in a study: those of campaigns, and those that play to win."""
    return {**players_of(game), **contenders_of(game)}


def study(
    variants: Sequence[Variant],
    *,
    games: int,
    seed: int,
    players: Sequence[str] = (),
    jobs: int = 2,
    cap: int = CAP,
    workers: MakeWorkers | None = None,
    build: Build = build_engine,
    progress: Callable[[int], None] | None = None,
) -> Study:
    """Play `games` games of each variant and gather them; the same seed and number give the same answer.

    `players` are names of the game's players, drawn anew for each seat and game; none: the one that plays to win.
    They are played in `jobs` processes, or by `workers`; those that a killed worker had are left out, which is noted.
    `progress` is told how many games more are done.  Ctrl-C ends it early: the games that are done are told.
    Raises ValueError for an unknown player.
    """
    game = variants[0].rules[0].game
    known = known_players(game)
    for name in players:
        if name not in known:
            raise ValueError(f"no player {name!r}; there are {', '.join(known)}")
    names = tuple(players) or (own_player(game),)
    result = Study(seed=seed, players=names, asked=games)
    done: list[dict[int, StudiedGame]] = [{} for _ in variants]
    plan = [
        _Batch(nth, table, indexes[first : first + _BATCH])
        for nth, variant in enumerate(variants)
        for table in range(len(variant.rules))
        for indexes in (tuple(range(table, games, len(variant.rules))),)
        for first in range(0, len(indexes), _BATCH)
    ]
    every = tuple(variant.rules for variant in variants)
    staff = hire(partial(_Studio, every, names, seed, cap, build), jobs, workers)
    with closing(staff):
        try:
            given = (Job(number, (batch,)) for number, batch in enumerate(plan))
            for number, played in staff.map(given, _Studio.play, "playing batch"):
                heed()
                done[plan[number].variant].update({game.index: game for game in played or ()})
                if progress is not None:
                    progress(len(plan[number].indexes))
        except KeyboardInterrupt:
            result.is_interrupted = True
    result.notes = list(staff.notes)
    result.games = tuple(tuple(played[index] for index in sorted(played)) for played in done)
    result.summaries = tuple(
        summarise(variant.label, max((rules.seats for rules in variant.rules), key=len), played)
        for variant, played in zip(variants, result.games, strict=True)
    )
    result.differences = differences(result)
    return result


def differences(result: Study) -> tuple[FigureDifference, ...]:
    """What tells each variant from the first, by more than chance among all that is compared.

    Games of the same number are held against each other: they begin alike and part where the change matters.
    """
    first = _measured(result, 0)
    figures = [summary.figures() for summary in result.summaries]
    chances: dict[tuple[int, str], float] = {}
    for nth in range(1, len(result.summaries)):
        other = _measured(result, nth)
        both = [(first[index], other[index]) for index in first if index in other]
        for name in dict.fromkeys((*figures[0], *figures[nth])):
            pairs = _pairs(name, both)
            # fewer could not be told: no test is spent on them
            if sum(base != variant for base, variant in pairs) >= FEWEST:
                chances[nth, name] = paired_chance(pairs)
    told = holm(chances)
    return tuple(
        FigureDifference(result.summaries[nth].label, name, p)
        for (nth, name), p in sorted(chances.items(), key=lambda row: (row[0][0], row[1], row[0][1]))
        if (nth, name) in told
    )


def _measured(result: Study, nth: int) -> dict[int, dict[str, float]]:
    seats = result.summaries[nth].seats
    return {game.index: measures(seats, game) for game in result.games[nth]}


def _pairs(name: str, both: Sequence[tuple[dict[str, float], dict[str, float]]]) -> list[tuple[float, float]]:
    """What the games of a pair have of a figure; lengths and scores only where both have them."""
    if name.startswith(("length: ", "score: ")):
        return [(base[name], variant[name]) for base, variant in both if name in base and name in variant]
    return [(base.get(name, 0.0), variant.get(name, 0.0)) for base, variant in both]


@frozen
class _Batch:
    """Some games of one table of a variant."""

    variant: int
    table: int
    indexes: tuple[int, ...]


class _Studio:
    """Where games are played: the engines of all tables, each made when the first batch needs it."""

    def __init__(
        self, tables: tuple[tuple[Rules, ...], ...], names: tuple[str, ...], seed: int, cap: int, build: Build
    ) -> None:
        self._tables, self._names, self._seed, self._cap, self._build = tables, names, seed, cap, build
        self._factories = known_players(tables[0][0].game)
        self._engines: dict[tuple[int, int], Any] = {}

    def play(self, batch: _Batch) -> list[StudiedGame]:
        """The games of a batch."""
        key = batch.variant, batch.table
        if key not in self._engines:
            self._engines[key] = self._build(self._tables[batch.variant][batch.table])
        return [self._game(self._engines[key], index) for index in batch.indexes]

    def _game(self, engine: Any, index: int) -> StudiedGame:
        seed = derive(self._seed, "study", index)  # the same for every variant, so that they begin alike
        seats = Random(derive(self._seed, "seats", index))
        names = [seats.choice(self._names) for _ in engine.seats]
        return play(engine, names, self._factories, seed, index, self._cap)
