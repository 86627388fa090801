"""Many games of two programs, or of one: what differs, grouped, each in the shortest game found."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from attrs import define, field, frozen

from rulecheck.properties.campaign.planning import derive
from rulecheck.properties.conform.protocol.messages import Answer
from rulecheck.properties.regress.courses import ALONE, PAIRED, Alone, Course, Pair, Rates, Skipped
from rulecheck.properties.regress.differences import Apart, Comparer, path_kind
from rulecheck.properties.regress.players import PLAYERS, Effects
from rulecheck.properties.regress.recorded import Recorded, replayed
from rulecheck.properties.regress.shortest import Shown, shortened
from rulecheck.properties.regress.side import CannotPlay, Failed, Side, Table, is_chance
from rulecheck.properties.runtime.interrupts import asked_to_end
from rulecheck.properties.runtime.patterns import fitting
from rulecheck.properties.unforeseen.paths import places_apart

MOST_GROUPS: Final = 60
"""Differences that are told apart; what comes after that is counted."""
_CHECKED_BY: Final = {
    "accepts": "wrong", "refuses": "wrong", "changes": "wrong", "look": "look", "undo": "undo", "resume": "resume",
    "listed": "listed", "loop": "loop", "twin": "twin",
}  # fmt: skip
"""The check that a replay makes at every step, by the kind of difference."""


@frozen
class Asked:
    """What is to be played."""

    seed: int
    games: int | None
    seconds: float | None
    players: tuple[int, ...] = ()
    setup: str = ""
    most_moves: int = 500
    """Moves of a game at most."""
    shrink: int = 20_000
    """Moves that may be spent on shortening one difference."""
    accepted: Mapping[str, str] = field(factory=dict)
    """Keys or patterns of differences that are known, with the reasons."""


@define
class Group:
    """A difference with all games that it was met in."""

    shown: Shown
    game: int
    player: str
    times: int = 1
    original: int = 0
    """Moves of the first game that showed it."""
    is_confirmed: bool = False
    also: list[str] = field(factory=list)
    """Keys of what else the same game shows."""
    before: tuple[Answer, Answer | None] | None = field(default=None, repr=False)
    after: tuple[Answer, Answer | None] | None = field(default=None, repr=False)
    """What either side tells before the last move and after it."""


@define
class Result:
    """What came of it."""

    groups: list[Group] = field(factory=list)
    games: int = 0
    moves: int = 0
    ends: Counter[str] = field(factory=Counter)
    accepted: Counter[str] = field(factory=Counter)
    skipped: Counter[str] = field(factory=Counter)
    lost: int = 0
    """Games that the old program failed in."""
    failures: list[Failed] = field(factory=list)
    left_out: int = 0
    """Differences beyond `MOST_GROUPS`."""
    seconds: float = 0.0
    is_stopped: bool = False


class Search:
    """Plays games until enough were played, and makes what differs short."""

    def __init__(
        self,
        old: Side,
        new: Side,
        asked: Asked,
        comparer: Comparer,
        *,
        alone: bool,
        until: float | None = None,
        tell: Callable[..., None] | None = None,
    ) -> None:
        self.old, self.new = old, new
        self.asked, self.comparer, self.alone = asked, comparer, alone
        self.result = Result()
        self.doing = "playing"
        self.on_line: Callable[[Table, Sequence[str], Sequence[Answer]], None] | None = None
        """Is told of every game that was played without a difference."""
        self._tell = tell
        self._effects = Effects()
        self._keys: dict[str, Group] = {}
        self._covered = fitting(tuple(asked.accepted))
        self._began = time.monotonic()
        self._until = None if until is None else self._began + until

    @property
    def games(self) -> int:
        """Games so far."""
        return self.result.games

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self._began

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.result.moves / max(self.seconds, 0.001)

    def course(self, rates: Rates, rng: Random) -> Course:
        """A game of the programs."""
        if self.alone:
            return Alone(self.old, self.new, rates, rng)
        return Pair(self.old, self.new, self.comparer, rates, rng)

    def run(self) -> Result:
        """Play, then make short; what was found stays found where it is stopped."""
        try:
            for index, table, player in self._planned():
                self._game(index, table, player)
                if self._tell is not None:
                    self._tell(self)
            self.doing = "shortening"
            self._shorten()
        except KeyboardInterrupt:
            self.result.is_stopped = True
        self.result.seconds = self.seconds
        return self.result

    def _planned(self) -> Iterator[tuple[int, Table, str]]:
        counts = self.asked.players or tuple(self.old.play_counts)
        index = 0
        while (self.asked.games is None or index < self.asked.games) and not asked_to_end():
            if self.asked.seconds is not None and self.seconds > self.asked.seconds:
                return
            rng = Random(derive(self.asked.seed, "regress", index))
            table = Table(self.old.game, rng.choice(counts), self.asked.setup, rng.randrange(2**31))
            yield index, table, list(PLAYERS)[index % len(PLAYERS)]
            index += 1

    def _game(self, index: int, table: Table, name: str) -> None:
        rng = Random(derive(self.asked.seed, "moves", index))
        course = self.course(ALONE if self.alone else PAIRED, rng)
        player = PLAYERS[name](rng, self._effects)
        self.result.games += 1
        lines: list[Answer] = []
        try:
            seen = course.start(table)
            while True:
                lines.append(course.told)
                if self._note(seen, course, index, name, table):
                    self.result.ends["parted"] += 1
                    return
                if course.is_over or len(course.moves) >= self.asked.most_moves:
                    break
                legal = course.legal
                move = rng.choice(legal) if is_chance(course.told) else player(legal, rng)
                before = course.told
                seen = course.play(move)
                self.result.moves += 1
                self._learn(move, before, course.told)
        except Skipped as skipped:
            self.result.skipped[str(skipped)] += 1
            return
        except Failed as failed:
            self.result.lost += 1
            self.result.failures.append(failed)
            about = f"{failed.verdict}:old" if not self.alone else failed.verdict
            self._note([Apart("fails", about, str(failed))], course, index, name, table)
            return
        self.result.ends["finished" if course.is_over else "cut off"] += 1
        if self.on_line is not None:
            self.on_line(table, course.moves, lines)

    def _learn(self, move: str, before: Answer, after: Answer) -> None:
        """What a move has changed, as curious players want to know it."""
        places = places_apart(before.state, after.state) if before.state is not None and after.state is not None else []
        self._effects.note(move, {path_kind(path, before.state) for path, _, _ in places})

    def _note(self, seen: Sequence[Apart], course: Course, index: int, player: str, table: Table) -> bool:
        """Take in what was seen; whether the game ends here."""
        ends = False
        for apart in seen:
            if self._covered(apart.key):
                self.result.accepted[apart.key] += 1
                continue
            group = self._keys.get(apart.key)
            if group is None and len(self._keys) >= MOST_GROUPS:
                self.result.left_out += 1
            elif group is None:
                shown = Shown(table, tuple(course.moves), apart, course.tried)
                group = Group(shown, index, player, original=len(course.moves))
                self._keys[apart.key] = group
                self.result.groups.append(group)
                ends = True
            else:
                group.times += 1
                if len(course.moves) < len(group.shown.moves):
                    group.shown = Shown(table, tuple(course.moves), apart, course.tried)
        return ends or any(apart.kind not in ("lists", "misses") for apart in seen)

    def _shorten(self) -> None:
        groups = sorted(self.result.groups, key=lambda group: len(group.shown.moves))
        for nth, group in enumerate(groups):
            if any(group.shown.apart.key in other.also for other in groups[:nth]):
                continue
            shown = shortened(self.course, group.shown, _rates_for(group.shown), self.asked.shrink, self._until)
            group.shown, group.is_confirmed = shown or group.shown, shown is not None
            self._look_closely(group)
            if self._tell is not None:
                self._tell(self)
        shown_too = {key for group in groups for key in group.also}
        self.result.groups = [group for group in groups if group.shown.apart.key not in shown_too] or groups

    def _look_closely(self, group: Group) -> None:
        """Play the game of a group once more, for the positions at its end and for what else it shows."""
        course = self.course(_rates_for(group.shown), Random(0))
        try:
            seen = course.start(group.shown.table)
            for move in group.shown.moves:
                group.before = course.told, course.other
                seen = course.play(move)
        except (Failed, Skipped):
            return
        group.after = course.told, course.other
        mine = group.shown.apart.key
        group.also = sorted({apart.key for apart in seen if apart.key != mine and apart.key in self._keys})

    def again(self, group: Group) -> Result:
        """Play the game of a difference once more, and nothing else: whether it shows it again."""
        shown = shortened(self.course, group.shown, _rates_for(group.shown), 0)
        self.result.games, self.result.moves = 1, len(group.shown.moves)
        if shown is not None:
            group.shown, group.is_confirmed = shown, True
            self._look_closely(group)
            self.result.groups.append(group)
        self.result.seconds = self.seconds
        return self.result


def _rates_for(shown: Shown) -> Rates:
    """The check that a replay makes at every step."""
    apart = shown.apart
    check = None if apart.kind == "refuses" and shown.tried is None else _CHECKED_BY.get(apart.kind)
    return Rates({check: 1.0} if check else {}, shown.tried if check == "wrong" else None)


def of_recorded(games: Sequence[Recorded], new: Side, comparer: Comparer, asked: Asked) -> Result:
    """Recorded games played on a program; each difference in the shortest of the games that show it."""
    result, keys = Result(), dict[str, Group]()
    covered, began = fitting(tuple(asked.accepted)), time.monotonic()
    try:
        for nth, game in enumerate(games):
            try:
                at, seen, told = replayed(game, new, comparer)
            except Failed as failed:
                result.failures.append(failed)
                at, seen, told = 0, [Apart("fails", failed.verdict, str(failed))], Answer(0)
            result.games += 1
            result.moves += at
            result.ends["parted" if seen else "alike"] += 1
            for apart in seen:
                if covered(apart.key):
                    result.accepted[apart.key] += 1
                elif apart.key in keys:
                    keys[apart.key].times += 1
                else:
                    shown = Shown(game.table, tuple(game.moves[:at]), apart)
                    group = keys[apart.key] = Group(shown, nth, "recorded", original=at, is_confirmed=True)
                    group.after = game.told[at], told
                    result.groups.append(group)
    except KeyboardInterrupt:
        result.is_stopped = True
    result.seconds = time.monotonic() - began
    return result


def begun(side: Side) -> None:
    """Begin a program and see that it can be played with; raises CannotPlay and Failed."""
    announced = side.begin()
    if "legal" not in announced.can:
        raise CannotPlay(
            f'{side.name}: it does not list its legal moves ("can": ["legal"]), so that no game can be drawn'
        )
