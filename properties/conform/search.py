"""Many games on both sides, aimed like a fuzzing campaign's, and the shortest game for each cause of departure."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from attrs import define

from rulecheck.properties.conform.aimed import FINISHED, AimedGame
from rulecheck.properties.conform.causes import Causes
from rulecheck.properties.conform.common import Asked, Common, GameLine, SearchResult
from rulecheck.properties.conform.departure import Departure
from rulecheck.properties.conform.judging import settled
from rulecheck.properties.conform.messages import OWN, kind_of_move
from rulecheck.properties.conform.participant import Failed
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.spots import Spots
from rulecheck.properties.planning import Plan, Reached, derive, is_loaded
from rulecheck.properties.players import GENERIC
from rulecheck.properties.progress import Progress
from rulecheck.spec.errors import brief

_TWICE: Final = 8
"""One game in so many is played twice, to see whether the answers are the same."""
_FAILURES: Final = 5
"""Failures of the program after which it is asked no more,"""
_CRASHES: Final = 40
"""and crashes, which cost little time."""
_RESUMED: Final = 0.25
"""The part of the games that begin with the shortest way to a clause that has seldom been at work."""


@define(kw_only=True)
class Search(Asked):
    """Plays games against an implementation as it is asked to."""

    def run(self) -> SearchResult:
        """Play, shrink and tell; Ctrl-C ends it early and loses nothing.  Raises DoesNotPlay, and Failed at hello."""
        if self.games is None and self.seconds is None:
            raise ValueError("a search needs a number of games or of seconds")
        return Games(self).run()


class Games:
    """The games of a search, played one after the other, and what departed in them.

    Making it says hello.  Raises DoesNotPlay and Failed.
    """

    def __init__(self, asked: Asked) -> None:
        self.common = Common(asked)
        self.causes = Causes(self.common)
        self._spots = Spots(self.common)
        self.session, self.result = self.common.session, self.common.result
        self._told = 0.0

    def run(self) -> SearchResult:
        """Play and tell."""
        result = self.result
        try:
            try:
                self._play()
            except KeyboardInterrupt:
                result.interrupted = True
            try:
                result.departures = self.departures()
            except KeyboardInterrupt:
                result.interrupted = True
                result.departures = self.departures(quick=True)
        finally:
            self.session.close()
        return self.finish()

    def departures(self, *, quick: bool = False) -> tuple[Departure, ...]:
        """One for each cause, in the shortest game found; `quick`: in a game as it was played."""
        return self.causes.departures(quick=quick, doing=lambda: self._tell("shrinking", force=True))

    def finish(self) -> SearchResult:
        """What came of the games so far."""
        result, rigs = self.result, self.common.rigs
        compared = result.counts.compared
        if compared.parts and rigs:
            engine = next(iter(rigs.values())).engine
            result.not_told = compared.not_told(engine.to_json(engine.start()))
        result.seconds = time.monotonic() - self.common.began
        self._tell("playing", force=True)
        return result

    def _play(self) -> None:
        asked, common = self.common.asked, self.common
        index = 0
        while common.rules and (asked.games is None or index < asked.games):
            if common.time_up() and (index or asked.games is None):
                return
            failures = self.causes.failures
            if failures - self.causes.crashes >= _FAILURES or failures >= _CRASHES:
                self.result.notes.append(f"the program failed {failures} times; it was asked no more")
                return
            self.play(index, self._plan(index))
            index += 1
            self._tell("playing")

    def _plan(self, index: int) -> Plan:
        """Which rules, which player, loaded dice or not, and the moves to begin with."""
        common = self.common
        rng = Random(derive(common.asked.seed, "plan", index))
        many = len(common.rules)
        rules = index % many if index < many * len(common.players) else rng.randrange(many)
        player = self._who(index, index // many)
        loaded = is_loaded(rng)
        prefix: tuple[str, ...] = ()
        if common.ways and rng.random() < _RESUMED and self.session.play.chance != OWN:
            rules, prefix = common.ways.start(lambda event: self.result.counts.events[event], rng)
        return Plan(rules, player, loaded, prefix)

    def _who(self, index: int, turn: int) -> str:
        """Everybody in turn; every other game is for those who think least, and so play most."""
        players = self.common.players
        quick = [name for name in players if name in GENERIC]
        among = quick if quick and index & 1 else players
        return among[(turn + index) % len(among)]

    def play(self, index: int, plan: Plan) -> Sequence[Parting]:
        """Play one game; where the sides parted."""
        common = self.common
        if index & 1 and self._departs_on_the_way:
            stretches = self._spots.play(index, plan)
            self.result.ended[FINISHED] += 1
            return self._note(stretches)
        game = AimedGame(common, index, plan)
        twice = index % _TWICE == 0 and self.session.play.is_repeatable
        self.session.recorded = [] if twice else None
        ended = game.play()
        if game.is_to_begin_again:
            game = AimedGame(common, index, plan)
            ended = game.play()
        recorded, self.session.recorded = self.session.recorded, None
        self.result.ended[ended] += 1
        if recorded and not game.partings and not game.stretches:
            game.partings += self._again(recorded)
        for event, line in game.firsts.items():
            common.ways.offer(event, Reached(index, len(line), plan.rules, line))
        stretches = game.stretches or [(GameLine(index, plan.rules, plan.player, game.line), game.partings)]
        common.keep_line(plan.rules, stretches[0][0].line)
        return self._note(stretches)

    @property
    def _departs_on_the_way(self) -> bool:
        """Whether a program that goes on from positions is known to depart: then single steps show more."""
        common, play = self.common, self.session.play
        hands = play.takes_positions and not play.is_part and common.hands_positions and not play.together
        return hands and bool(len(self.causes) or self.result.accepted)

    def _note(self, stretches: Sequence[tuple[GameLine, Sequence[Parting]]]) -> list[Parting]:
        for line, partings in stretches:
            self.causes.note(line, partings)
        return [parting for _, partings in stretches for parting in partings]

    def _again(self, recorded: Sequence[tuple[dict[str, Any], Mapping[str, Any]]]) -> list[Parting]:
        """Ask everything again: the answers must be the same."""
        session, window = self.session, max(1, self.session.room - 1)
        moves = 0
        sent = 0
        for at, (request, said) in enumerate(recorded):
            try:
                while sent < min(len(recorded), at + window):
                    session.ask(dict(recorded[sent][0]))
                    sent += 1
                again = session.said()
            except Failed as failed:
                about = kind_of_move(str(request.get("move", ""))) or str(request["ask"])
                return [Parting(failed.verdict, about, moves, failed.what, stderr=failed.stderr)]
            said, again = {**said, "id": 0}, {**again, "id": 0}
            if said != again and settled(said) != settled(again):
                about = kind_of_move(str(request.get("move", ""))) or str(request["ask"])
                for _ in range(sent - at - 1):
                    session.said()
                what = f"asked twice for {request['ask']}, it answers in two ways: {_parts(said, again)}"
                return [Parting("not deterministic", about, moves, what)]
            if request["ask"] == "play" and "refused" not in said:
                moves += len(request.get("moves", (0,)))
        return []

    def _tell(self, doing: str, *, force: bool = False) -> None:
        tell = self.common.asked.progress
        if tell is None:
            return
        now = time.monotonic()
        if force or now - self._told > 0.2:
            self._told = now
            counts = self.result.counts
            tell(Progress(counts.games, counts.moves, now - self.common.began, len(self.causes), doing))


def _parts(first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """The first part in which two answers differ."""
    for key in {**first, **second}:
        if key != "id" and settled(first.get(key)) != settled(second.get(key)):
            return f"{key}: {brief(first.get(key))} and {brief(second.get(key))}"
    return "?"
