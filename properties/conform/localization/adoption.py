"""Readings and numbers that a program turns out to play by are taken over in the same run.

One early difference hides all that comes behind it.  So what explains a divergence is tried as soon as that is seen,
and once it rests on enough (`trials.py`) our side plays by it.  What was seen before is played again: what goes away is
put down to the choice, the rest goes on as it is.  What departs later on, and would not by the rules as they were asked
for, shows that the program does not play by the choice: it is taken back for good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from attrs import evolve

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.localization.clustering import Clusters
from rulecheck.properties.conform.localization.replayed_steps import Taken
from rulecheck.properties.conform.localization.search_context import GameLine, SearchContext
from rulecheck.properties.conform.localization.trials import EXPLAINABLE, Sighting
from rulecheck.properties.conform.lockstep.choice import Choice, Evidence
from rulecheck.properties.conform.lockstep.divergence import Divergence, Identity
from rulecheck.properties.conform.lockstep.engine_context import positions_from
from rulecheck.properties.conform.lockstep.lockstep import ALL
from rulecheck.properties.conform.lockstep.replaying import Shows
from rulecheck.reference_engines.contract import PositionError, UnknownMove

_AGAIN: Final = 2
"""What is not explained is tried again when it was met so many times as often."""
_OTHERS: Final = 8
"""Divergences that look the same and are asked besides."""
_FREE: Final = 4_000
"""Choices that are tried in any case, and once more when all games are played,"""
_SHARE: Final = 1.0
"""and so many more for each move that is played."""
_AT_MOST: Final = 40
"""Choices that are adopted at most: a program that wants more of them plays another game."""


class Adoption:
    """What a search has taken over so far."""

    def __init__(
        self, search: SearchContext, clusters: Clusters, tell: Callable[[Choice, Evidence], None] | None
    ) -> None:
        self.search = search
        self.clusters = clusters
        self.adopted: dict[Choice, Evidence] = {}
        """Each choice, and what it rests on."""
        self._trials = clusters.trials
        self._tell = tell
        self._tried: Counter[Identity] = Counter()
        self._taken_back: set[Choice] = set()
        self._free = _FREE

    @property
    def _is_possible(self) -> bool:
        return self.search.asked.adopts and self.search.can_explain

    def note(self, game: GameLine, divergences: Sequence[Divergence]) -> None:
        """Take in a game; what explains what is new in it is adopted, one choice after another."""
        if game.adopted != self.search.adopted:
            again = [seen for divergence in divergences for seen in self._again(game, divergence) or ()]
            self.clusters.put_back(again)
            divergences = [divergence for _, divergence in again]
        else:
            self.clusters.note(game, divergences)
            self._trials.note(game, divergences)
        if divergences and self._is_possible:
            self._adopt_all()

    def look_back(self) -> None:
        """All games are played: what was met more often since it was tried, or had no time, is tried once more."""
        if self._is_possible:
            self._free += self._trials.tried + _FREE
            self._tried.clear()
            self._adopt_all()

    def _adopt_all(self) -> None:
        while len(self.adopted) + len(self._taken_back) < _AT_MOST and self._adopt():
            pass

    @property
    def _has_time(self) -> bool:
        """Whether trying has not taken more than its share of the work so far."""
        return self._trials.tried <= self._free + _SHARE * self.search.result.counts.moves

    def _adopt(self) -> bool:
        """Adopt the choice that explains something that is to be tried, or take one back; whether there was one."""
        for identity, sightings in self._to_try():
            wrong = self._wrong(sightings[0])
            if wrong is not None:
                self._take_back(wrong)
                return True
            if not self._has_time:
                return False
            self._tried[identity] = len(self.clusters.games_of(identity))
            best: tuple[Taken, Evidence] | None = None
            first = sightings[0]
            kind, clauses = first.sighting.kind, set(first.sighting.clauses)
            others = [
                candidates.first
                for other, candidates in sorted(self.clusters.divergences.items())
                if other != identity and candidates.first.sighting.kind == kind
            ]
            others.sort(key=lambda other: -len(clauses & set(other.sighting.clauses)))
            for taken, evidence in self._trials.explaining(sightings, others[:_OTHERS]):
                if not self._taken_back.isdisjoint(taken):
                    continue
                if best is None or (evidence.left, -evidence.games) < (best[1].left, -best[1].games):
                    best = taken, evidence
                if not evidence.left:
                    break
            if best is not None:
                is_as_asked = (earlier for earlier in self.adopted if self._is_as_asked(best[0], earlier, first))
                again = next(is_as_asked, None)
                if again is None:
                    self._take_over(*best, first)
                else:
                    self._take_back(again)
                return True
        return False

    def _to_try(self) -> Iterator[tuple[Identity, list[Sighting]]]:
        """What has been met for the first time, or several times as often as when it was tried; the soonest first."""
        known = sorted(self.clusters.divergences.items(), key=lambda entry: (entry[1].first.rank, entry[0]))
        for identity, candidates in known:
            first, tried = candidates.first, self._tried[identity]
            if first.sighting.kind not in EXPLAINABLE or first.sighting.out_of_step or first.sighting.in_theirs:
                continue
            if not tried or len(self.clusters.games_of(identity)) >= _AGAIN * tried:
                yield identity, list(candidates.soonest)

    def _wrong(self, sighting: Sighting) -> Choice | None:
        """A choice without which a divergence goes away, or the last of several that it is owed to together."""
        asked = {choice: self._asked(choice, sighting) for choice in self.adopted}
        for choice, before in asked.items():
            if self._trials.comes_to(sighting, (before,)):
                return choice
        if len(asked) < 2 or not self._trials.comes_to(sighting, tuple(asked.values())):
            return None
        for choice, before in [*asked.items()]:
            del asked[choice]
            if not self._trials.comes_to(sighting, tuple(asked.values())):
                asked[choice] = before
        return next(choice for choice in reversed(self.adopted) if choice in asked)

    def _is_as_asked(self, taken: Taken, earlier: Choice, sighting: Sighting) -> bool:
        """Whether one of some choices is what the rules had before an earlier one was adopted."""
        asked = self._asked(earlier, sighting)
        return any(choice.replaces(earlier) and choice.value == asked.value for choice in taken)

    def _asked(self, choice: Choice, sighting: Sighting) -> Choice:
        """What the rules that were asked for have in place of a choice."""
        asked = self.search.context(sighting.game.rules, ()).engine.rules
        before = asked.readings[choice.id] if choice.what == "reading" else asked.number(choice.id)
        return evolve(choice, value=str(before))

    def _take_over(self, taken: Taken, evidence: Evidence, found_by: Sighting) -> None:
        """Play by a choice from now on, or by several that come together: what goes away with it is put down to it."""
        explained = Clusters(self.search)
        for earlier in self.search.adopted:
            if earlier in self.adopted and any(choice.replaces(earlier) for choice in taken):
                for candidates, games in self._put_down_to(earlier):
                    explained.put_back([(again.game, again.sighting) for again in candidates.soonest], games)
        self._play_by((*self.adopted, *taken), explained)
        if not explained.divergences:  # a part of what differed is left
            explained.put_back([(found_by.game, found_by.sighting)])
        self.clusters.explained[taken] = explained
        for choice in taken:
            self.adopted[choice] = evidence
            if self._tell is not None:
                self._tell(choice, evidence)

    def _take_back(self, choice: Choice) -> None:
        """Play by a choice no more: what went away with it is a divergence again, and what it brought about is none."""
        self._taken_back.add(choice)
        gone = self._put_down_to(choice)
        self._play_by(tuple(self.adopted), Clusters(self.search), gone)

    def _put_down_to(self, choice: Choice) -> Sequence[tuple[Candidates[Any, Any, Any], set[int]]]:
        """What went away with a choice that is given up, and with it all that it came together with."""
        taken = next(taken for taken in self.clusters.explained if choice in taken)
        for other in taken:
            del self.adopted[other]
        return self.clusters.explained.pop(taken).taken_out()

    def _play_by(
        self,
        adopted: tuple[Choice, ...],
        explained: Clusters,
        besides: Sequence[tuple[Candidates[Any, Any, Any], set[int]]] = (),
    ) -> None:
        """Play by other choices from now on: all that was seen is played again, and what is not seen then explained."""
        search, clusters = self.search, self.clusters
        seen = clusters.taken_out()
        search.adopted = adopted
        self._trials.forget()
        self._tried.clear()
        for candidates, games in (*seen, *besides):
            first = candidates.first
            again = self._again(first.game, first.sighting)
            if again is not None:
                gone = [(candidate.game, candidate.sighting) for candidate in candidates.soonest]
                (clusters if again else explained).put_back(again or gone, games)

    def _again(self, game: GameLine, divergence: Divergence) -> list[tuple[GameLine, Divergence]] | None:
        """What is seen at the end of a game under all that is adopted now; None where it cannot be played so."""
        search = self.search
        now = evolve(game, adopted=search.adopted, line=tuple(game.line[: divergence.at]), agreed=None)
        try:
            context = search.context_for(now)
            engine = context.engine
            moves = [engine.parse(text) for text in now.line]
            states = positions_from(engine, engine.start(), moves)
        except (PositionError, UnknownMove):
            return None
        if states is None:
            return None
        since = divergence.since if search.session.play.takes_positions else 0
        span = divergence.at - since if since else None
        ignored = search.asked.ignored
        condition = Shows(
            search.session, divergence, [context], game.index, search.accepted, span=span, ignored=ignored
        )
        seen = condition.divergences(engine, moves, states, ((), ALL))
        return None if condition.skipped else [(now, divergence) for divergence in seen]
