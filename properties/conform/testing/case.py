"""An implementation under test in a few lines, with pytest or unittest.

```python
from rulecheck.properties.conform.testing.case import Conformance
from mine import Mine                      # a subclass of Implementation

class TestMine(Conformance):
    game = "…"
    implementation = Mine                  # or: command = ["node", "bot.js"]
```

docs/conform-python.md has the rest.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final
from unittest import SkipTest

import hypothesis
from attrs import evolve, frozen
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

from rulecheck.properties.campaign.planning import Plan
from rulecheck.properties.conform.driver.participant import Failed, InProcess, Participant
from rulecheck.properties.conform.driver.program import CannotStart, Program
from rulecheck.properties.conform.localization.search_context import GameLine, SearchResult
from rulecheck.properties.conform.lockstep.baseline import Baseline, read_baseline
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.session import DoesNotPlay
from rulecheck.properties.conform.protocol.implementation import Implementation
from rulecheck.properties.conform.protocol.messages import OWN, kind_of_move
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.properties.conform.search.perft import TreeDifference, compare
from rulecheck.properties.conform.testing.rendering import story
from rulecheck.properties.findings.finding import describe, save
from rulecheck.spec import Rules, load, make_rules

EXAMPLES: Final = 50
"""Games that a test plays, unless its settings say otherwise."""
FOLDER: Final = Path(".rulecheck") / "departures"
_IN_FULL: Final = 3
"""Departures whose games are shown."""
_MORE: Final = 30
"""Games played on at most after one that departs."""

summaries: Final[list[dict[str, Any]]] = []
"""What each finished test compared, as JSON values; the pytest plugin takes them from here."""


class Departs(AssertionError):
    """An implementation departs from the rules; the text reads like a game."""

    def __init__(self, text: str, departures: Sequence[Departure] = ()) -> None:
        super().__init__(text)
        self.departures = tuple(departures)


@frozen(kw_only=True)
class Trial:
    """What is held against the rules, and how much of it is looked at.

    A trial that could compare nothing is skipped with the reason, and never passes.
    """

    game: str
    make: Callable[[], Participant]
    players: Collection[int] = ()
    """Only with so many players; none: every number that the game and the implementation are for."""
    setups: Collection[str] = ()
    data: tuple[Path | str, ...] = ()
    settings: hypothesis.settings | None = None
    games: int | None = None
    """Games to play; else as many as the settings have examples."""
    seconds: float | None = None
    seed: int | None = None
    accepted: Collection[str] = ()
    """Keys of known departures."""
    every: int = 8
    cap: int = 2000
    shrink_seconds: float = 20.0
    depth: int = 3
    command: tuple[str, ...] = ()
    """The program that is driven, if it is one."""
    folder: Path | None = FOLDER
    """Where departures are kept; None: nowhere."""

    def play(self) -> None:
        """Play games that Hypothesis draws; raises Departs with the shortest game for each cause."""
        __tracebackhide__ = True
        games = self.begin()
        is_part = games.session.play.is_part
        try:
            self._draw(games)
            if games.clusters:
                self._look_on(games)
            departures = games.departures()
            texts = self.stories(games, departures)
        finally:
            games.session.close()
        result = games.finish()
        self._conclude(result, departures, texts, is_part=is_part)

    def count_trees(self) -> None:
        """Compare the sizes of small move trees; raises Departs for each table where they differ."""
        __tracebackhide__ = True
        games = self.begin()
        try:
            play = games.session.play
            if "perft" not in play.can or play.chance == OWN or play.is_part:
                raise SkipTest(f"{games.result.name} counts no move trees of whole games")
            for index in range(len(games.search.rules)):
                count = compare(games.session, games.search.context(index), self.depth)
                if count.difference is not None:
                    divergence = _miscounted(count.difference)
                    if divergence.key not in self.accepted:
                        games.clusters.note(GameLine(0, index, "", count.difference.moves), [divergence])
            departures = games.departures(quick=True)
            texts = self.stories(games, departures)
        finally:
            games.session.close()
        if departures:
            raise Departs("\n\n".join(texts), departures)

    def begin(self) -> Games:
        """The games to come, after the first hello; raises Departs, DoesNotPlay and SkipTest."""
        __tracebackhide__ = True
        participant = self.make()
        search = Search(
            rules=self._rules(),
            participant=participant,
            seed=self.seed or 0,
            games=self.games,
            accepted=Baseline.of(self.accepted),
            every=self.every,
            cap=self.cap,
            shrink_seconds=self.shrink_seconds,
            make=self._read,
        )
        try:
            games = Games(search)
        except CannotStart as error:
            raise Departs(str(error)) from None
        except Failed as failed:
            participant.close()
            raise Departs(f"it does not say hello: {failed}\n{failed.stderr}".rstrip()) from None
        except DoesNotPlay:
            participant.close()
            raise
        if not games.search.rules:
            participant.close()
            raise SkipTest(f"{games.result.name} plays none of the tables that are asked for")
        return games

    def _rules(self) -> list[Rules]:
        """Every table that is asked for, the default set-up first; raises SpecError."""
        book = load(self.game)
        names = sorted(book.setups, key=lambda name: name != book.default_setup)
        tables = [
            make_rules(book, players=count, setup=name, data=self.data)
            for name in names
            for count in book.setups[name].players
            if (not self.setups or name in self.setups) and (not self.players or count in self.players)
        ]
        if not tables:  # names what there is
            for name in self.setups or (None,):
                for count in self.players:
                    make_rules(book, players=count, setup=name)
            raise SkipTest(f"{self.game} has no table for what is asked")
        return tables

    def _read(self, rules: Rules, readings: Mapping[str, str], numbers: Mapping[str, int]) -> Rules:
        """The same table, read as the implementation reads the rulebook."""
        return make_rules(
            rules.game, players=rules.players, setup=rules.setup, readings=readings, numbers=numbers, data=self.data
        )

    def _draw(self, games: Games) -> None:
        """Play until a game departs, the examples are used up or the time is."""
        seen: dict[tuple[int, int, str], bool] = {}
        ends = None if self.seconds is None else time.monotonic() + self.seconds

        def one_game(index: int, rules: int, player: str) -> None:
            drawn = (index, rules, player)
            if drawn not in seen:
                if ends is not None and seen and time.monotonic() > ends:
                    raise _TimeUp("the seconds are up")
                seen[drawn] = bool(games.play(index, Plan(rules, player, loaded=index % 5 == 4)))
            if seen[drawn]:
                raise _Parted

        # Hypothesis keeps what failed under the function's text: each implementation has its own
        one_game.__dict__["_hypothesis_internal_add_digest"] = f"{self.game} {games.result.name}".encode()
        given = hypothesis.given(
            index=st.integers(0, 2**32 - 1),
            rules=st.integers(0, len(games.search.rules) - 1),
            player=st.sampled_from(games.search.players),
        )
        test = given(one_game)
        if self.seed is not None:
            test = hypothesis.seed(self.seed)(test)
        try:
            games_settings(self.settings, self.games)(test)()
        except (_Parted, _TimeUp):
            return

    def _look_on(self, games: Games) -> None:
        """After a departure: some more games, for shorter ones that show it and for other causes."""
        ends = time.monotonic() + self.shrink_seconds / 4
        rng = Random(self.seed or 0)
        for _ in range(_MORE):
            if time.monotonic() > ends or games.result.failed:
                return
            plan = Plan(rng.randrange(len(games.search.rules)), rng.choice(games.search.players))
            games.play(rng.getrandbits(32), plan)

    def stories(self, games: Games, departures: Sequence[Departure]) -> list[str]:
        """The first departures in full, the others by name."""
        texts = [self._story(games, departure) for departure in departures[:_IN_FULL]]
        for departure in departures[_IN_FULL:]:
            kept = self._keep(departure)
            texts.append(f"and {departure.key}{f'   ({kept})' if kept is not None else ''}")
        return texts

    def _story(self, games: Games, departure: Departure) -> str:
        """A departure as a text, with what to do next."""
        context = next(
            context
            for context in map(games.search.context, range(len(games.search.rules)))
            if describe(context.rules) == departure.setting
        )
        lines = [story(departure, context.engine, games.result.name), ""]
        kept = self._keep(departure)
        if kept is not None:
            lines.append(f"  again   {kept}")
        if kept is not None and self.command:
            both = ["rulecheck", "conform", self.game, "--replay", kept.rpartition(" ")[2], "--", *self.command]
            lines.append(f"  or      {shlex.join(both)}")
        lines += [f"  accept  {key}" for key in departure.keys]
        return "\n".join(lines)

    def _keep(self, departure: Departure) -> str | None:
        """The command that shows a departure again, from a file that is written; None if it cannot be."""
        if self.folder is None:
            return None
        saved = save([departure.to_finding()], self.folder)
        given = [part for file in self.data for part in ("--data", str(file))]
        return shlex.join(["rulecheck", "replay", *given, str(saved.paths[0])]) if saved.paths else None

    def _conclude(
        self, result: SearchResult, departures: Sequence[Departure], texts: Sequence[str], *, is_part: bool
    ) -> None:
        __tracebackhide__ = True
        reasons = Baseline.of(self.accepted).reasons
        summaries.append({**summary(self.game, result, is_part=is_part), "reasons": dict(reasons)})
        if departures:
            raise Departs("\n\n".join([*texts, *result.notes]), departures)
        nothing_compared(result)


def nothing_compared(result: SearchResult) -> None:
    """Raise SkipTest, with the reason, if no move was played on both sides."""
    if not result.counts.moves:
        why = ", ".join(result.skipped) or "no game came to a move that it knows"
        raise SkipTest(f"nothing was compared: {why}")


def _miscounted(difference: TreeDifference) -> Divergence:
    """A difference of move trees in a sentence."""
    wrong = (text for text, count in difference.ours.items() if difference.theirs.get(text) != count)
    text = next(iter((*difference.missing, *difference.extra, *wrong)))
    message = f"{text!r} leads to {difference.theirs.get(text, 0):,} positions, not {difference.ours.get(text, 0):,}"
    if difference.missing:
        message = f"{text!r} is legal, but not counted"
    elif difference.extra:
        message = f"{text!r} is counted, but not legal"
    return Divergence("perft", kind_of_move(text), len(difference.moves), message)


class _Parted(Exception):
    """Tells Hypothesis that a drawn game departs."""


class _TimeUp(SkipTest):
    """Stops Hypothesis, which takes a skipped test as it is and tries nothing more."""


def games_settings(given: hypothesis.settings | None, games: int | None = None) -> hypothesis.settings:
    """Hypothesis settings under which whole games are played: they are long, and our reducer makes them short."""
    base = given or hypothesis.settings(max_examples=EXAMPLES)
    return hypothesis.settings(
        base,
        max_examples=games or base.max_examples,
        deadline=None,
        phases=[phase for phase in base.phases if phase not in (Phase.shrink, Phase.explain)],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )


def summary(game: str, result: SearchResult, *, is_part: bool = False) -> dict[str, Any]:
    """What was compared and what was never told, as JSON values; `is_part`: a game may have any number of parts."""
    counts = result.counts
    return {
        "name": result.name,
        "game": game,
        "games": result.ended.total() if is_part else counts.games,
        "parts": counts.games if is_part else None,
        **{key: getattr(counts, key) for key in ("moves", "legal", "state", "turn", "outcome", "undo", "tries")},
        "not_told": list(result.not_told),
        "accepted": dict(result.accepted),
        "skipped": dict(result.skipped),
    }


@frozen
class Asked:
    """What the command line of a test run asks for; it goes before what a class says."""

    games: int | None = None
    seconds: float | None = None
    seed: int | None = None
    players: tuple[int, ...] = ()
    accept: tuple[Path, ...] = ()

    def of(self, trial: Trial) -> Trial:
        """A trial as it was asked for."""
        changes: dict[str, Any] = {
            name: value
            for name in ("games", "seconds", "seed", "players")
            if (value := getattr(self, name)) not in (None, ())
        }
        accepted = Baseline.of(trial.accepted)
        for file in self.accept:
            accepted |= read_baseline(file)
        return evolve(trial, accepted=accepted, **changes)


def trial_of(
    game: str,
    implementation: Callable[[], Implementation] | None = None,
    command: Sequence[str] = (),
    *,
    timeout: float = 10.0,
    memory: float = 2048,
    accepted: Collection[str] | str | Path = (),
    **more: Any,
) -> Trial:
    """A trial of an implementation in Python or of a program; raises ValueError unless it is one of them."""
    if (implementation is None) == (not command):
        raise ValueError("give either an implementation (a class, or a function that makes one) or a command")
    make: Callable[[], Participant]
    if implementation is not None:
        name = game or getattr(implementation, "game", "")
        maker = implementation

        def make() -> Participant:
            return InProcess(maker)
    else:
        name = game

        def make() -> Participant:
            return Program(command, timeout=timeout, memory=memory)

    if not name:
        raise ValueError("say which game it is: game = …")
    keys = read_baseline(Path(accepted)) if isinstance(accepted, str | Path) else accepted
    return Trial(game=name, make=make, accepted=keys, command=tuple(command), **more)


class Conformance:
    """Tests of one implementation: derive from it, and say which one and which game.

    pytest collects what is derived under a name that begins with `Test`; with `unittest.TestCase` as a second
    base, unittest does too.
    """

    game: ClassVar[str] = ""
    """The game; empty: the one that the implementation names."""
    implementation: ClassVar[Callable[[], Implementation] | None] = None
    """A class derived from `Implementation`, or a function that makes one."""
    command: ClassVar[Sequence[str]] = ()
    """A program that speaks the protocol (docs/protocol.md), instead of an implementation."""
    timeout: ClassVar[float] = 10.0
    """Seconds that the program may take for an answer."""
    memory: ClassVar[float] = 2048
    """MB that the program may take."""
    players: ClassVar[Sequence[int]] = ()
    """Only with so many players; none: every number that the game and the implementation are for."""
    setups: ClassVar[Sequence[str]] = ()
    """Only these set-ups; none: all that the implementation plays."""
    data: ClassVar[Sequence[Path | str]] = ()
    """Your own data files in place of the game's of those names."""
    settings: ClassVar[hypothesis.settings | None] = None
    """Hypothesis settings: `max_examples` is the number of games, else 50."""
    accepted: ClassVar[Collection[str] | str | Path] = ()
    """Keys of known departures, or a file with one key a line."""
    every: ClassVar[int] = 8
    """In how many moves, on average, the whole position is compared."""
    shrink_seconds: ClassVar[float] = 20.0
    """Time to find the shortest games for what departs."""
    depth: ClassVar[int] = 3
    """How many moves deep move trees are compared."""
    rulecheck_asked: ClassVar[Asked] = Asked()
    """What the command line asks for; the pytest plugin sets it."""

    @classmethod
    def rulecheck_trial(cls) -> Trial:
        """What these tests hold against the rules."""
        return cls.rulecheck_asked.of(
            trial_of(
                cls.game,
                cls.implementation,
                cls.command,
                timeout=cls.timeout,
                memory=cls.memory,
                accepted=cls.accepted,
                players=tuple(cls.players),
                setups=tuple(cls.setups),
                data=tuple(cls.data),
                settings=cls.settings,
                every=cls.every,
                shrink_seconds=cls.shrink_seconds,
                depth=cls.depth,
            )
        )

    def test_games_follow_the_rules(self) -> None:
        """Whole games: legal moves, positions, turns and ends agree, what is illegal is refused, answers repeat."""
        __tracebackhide__ = True
        self.rulecheck_trial().play()

    def test_move_trees_are_as_large_as_the_rules_make_them(self) -> None:
        """The counts of small move trees agree, if the implementation counts them."""
        __tracebackhide__ = True
        self.rulecheck_trial().count_trees()
