"""What a program does, held against the mistakes that a game knows: which of them, as few as can be, do just the same.

A fault dictionary, as in the diagnosis of circuits: each mistake is an engine that is wrong in one clause.  A step in
which the sides parted is played by it; where it comes to what the program came to, in all steps of a kind, and does as
the rules say where the sides agreed, that is what the program does.  Of mistakes that explain the same those are taken
that explain the most, as few as can be; what is seen of two at once in one step is explained by an engine with both.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, Final, TypeAlias

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.likeness import Likeness
from rulecheck.properties.conform.mutants import tried_apart
from rulecheck.properties.conform.overlapping import overlap_of, says_who_wins
from rulecheck.properties.conform.parting import Identity, Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.steps import Parted, Step, Steps, is_compared
from rulecheck.properties.mistakes import Mistake, mistakes_of
from rulecheck.properties.strength.trying import TooLongError, at_most
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.rules import Rules

_SIGHTINGS: Final = 3
"""Steps of one kind of parting that are played by each mistake."""
_IDENTITIES: Final = 240
"""Kinds of partings that are looked at, those that show soonest."""
_AGREED: Final = 600
"""Steps in which the sides agreed that mistakes must leave alone,"""
_EACH: Final = 60
"""and of one game so many."""
_AGAINST: Final = 0.25
"""How many of those it may bring to come out otherwise for each kind of parting that it explains."""
_UNSURE: Final = 0.5
"""How much it speaks against a mistake that it departs where the program does, but otherwise, as no other one does."""
_VOTES: Final = 2
"""How much it counts that a mistake is about a clause first, beside that it breaks it as well."""
_WINNERS: Final = 3
"""Ends that say so: of who wins there are few ways, so that some mistake does the same by chance."""
_MORE: Final = 3
"""How many times as many kinds of partings a mistake explains as one that may be no more than like it,"""
_HIDES: Final = 0.5
"""and how far it departs in the places in which that one does."""
_SECONDS: Final = 0.05
"""Processor time of one step by a mistake."""
_LOOKING: Final = 60.0
"""Seconds of processor time after which no more kinds of partings are looked into,"""
_WHOLE: Final = 300.0
"""and by the clock for all of it."""

Shown: TypeAlias = tuple[Step, Parting]
"""A step in which the sides parted, to come out as the program's, and how they parted."""
Seen: TypeAlias = Mapping[Identity, Candidates[Rank, GameLine, Parting]]


def likenesses(common: Common, seen: Seen, parted: Parted) -> Mapping[Identity, Likeness]:
    """For each kind of parting that some mistake explains: which one does; nothing for a game that knows none."""
    if not mistakes_of(common.session.game) or not seen:
        return {}
    return tried_apart(common, dict, _likenesses, seen, parted, seconds=_WHOLE) or {}


def _likenesses(common: Common, seen: Seen, parted: Parted) -> dict[Identity, Likeness]:
    return Dictionary(common).explain(seen, parted)


class Dictionary:
    """The mistakes of one game, each as an engine by the rules of a step."""

    def __init__(self, common: Common) -> None:
        self._steps = Steps(common)
        self.mistakes = mistakes_of(common.session.game)
        self._named = {mistake.name: mistake for mistake in self.mistakes}
        self._engines: dict[tuple[int, tuple[str, ...]], AnyEngine | None] = {}
        self._endless: set[tuple[str, ...]] = set()

    def explain(self, seen: Seen, parted: Parted) -> dict[Identity, Likeness]:
        """For each kind of parting that is explained by one of as few mistakes as can be, which one that is."""
        order = sorted(seen, key=lambda id: (seen[id].first.rank, id))
        steps = {identity: self._steps_of(seen[identity]) for identity in order}
        does: defaultdict[str, set[Identity]] = defaultdict(set)
        began = time.process_time()
        for identity in [identity for identity in order if steps[identity]][:_IDENTITIES]:
            if time.process_time() - began > _LOOKING:
                break
            is_told = len(steps[identity]) >= _WINNERS or not says_who_wins(seen[identity].first.sighting)
            for mistake in self.mistakes if is_told else ():
                if all(self.does((mistake,), step) for step, _ in steps[identity]):
                    does[mistake.name].add(identity)
        against = self._against([self._named[name] for name in does], seen, parted)
        kept = {name: ids for name, ids in does.items() if against[name] <= _AGAINST * len(ids)}
        likely = {name: ids for name, ids in kept.items() if self._denied(name, kept, steps) <= len(ids)}
        owed: dict[Identity, str] = {}
        chosen: list[Mistake] = []
        left = set().union(*likely.values())
        while left:
            gains = {name: (len(ids & left), -against[name]) for name, ids in likely.items()}
            most = max(gains.values())
            alike = [name for name in self._named if gains.get(name) == most]
            best = self._likeliest(alike, [seen[identity].first.sighting for identity in left])
            owed |= dict.fromkeys(likely[best] & left, best)
            left -= likely[best]
            chosen.append(self._named[best])
        self._taken_in(chosen, likely, owed, steps)
        for identity, own in steps.items():
            is_time_left = time.process_time() - began < 2 * _LOOKING
            if own and is_time_left and identity not in owed and (name := self._together(chosen, own)) is not None:
                owed[identity] = name
        return {identity: self._likeness(name, likely) for identity, name in owed.items()}

    def _taken_in(
        self,
        chosen: list[Mistake],
        does: Mapping[str, Collection[Identity]],
        owed: dict[Identity, str],
        steps: Mapping[Identity, Sequence[Shown]],
    ) -> None:
        """Let mistakes go that do the same by chance where one that does much more departs as well.

        If a program made that one, a second that did not come on top of it would be seen where the first is not at
        work; so it makes a mistake that is somewhat like the first.
        """
        for mistake in chosen[:0:-1]:
            own = [identity for identity, name in owed.items() if name == mistake.name]
            for other in chosen[: chosen.index(mistake)]:
                is_more = len(does[other.name]) >= _MORE * len(does[mistake.name])
                if is_more and all(self._hides(other, mistake, shown) for id in own for shown in steps[id]):
                    owed |= dict.fromkeys(own, other.name)
                    chosen.remove(mistake)
                    break

    def _hides(self, mistake: Mistake, other: Mistake, shown: Shown) -> bool:
        """Whether a mistake departs where another one does just what the program did, and both together do not."""
        together = ((mistake, other), (other, mistake))
        return self.overlap(mistake, *shown) >= _HIDES and not any(self.does(both, shown[0]) for both in together)

    def _denied(
        self, name: str, does: Mapping[str, Collection[Identity]], steps: Mapping[Identity, Sequence[Shown]]
    ) -> float:
        """How many kinds of partings speak against a mistake, as it departs there in the same places, but otherwise.

        Where another one does just what the program did; half as much where none does: another fault may be in it.
        """
        mistake = self._named[name]
        explained = set().union(*does.values())
        others = [identity for identity in steps if identity not in does[name]]
        departs = (identity for identity in others if any(self.overlap(mistake, *own) > 0 for own in steps[identity]))
        return sum(1.0 if identity in explained else _UNSURE for identity in departs)

    def _likeness(self, name: str, likely: Mapping[str, Collection[Identity]]) -> Likeness:
        """A mistake with the clauses of all that explain all that it does, its own first."""
        whole, mistake = set(likely[name]), self._named[name]
        others = [self._named[other] for other, ids in likely.items() if other != name and whole <= set(ids)]
        clauses = chain(mistake.clauses, *(other.clauses[:1] for other in others))
        return Likeness(name, mistake.says, tuple(dict.fromkeys(clauses)))

    def _likeliest(self, alike: Sequence[str], partings: Sequence[Parting]) -> str:
        """Of mistakes that account for as much the one whose clause most of them are about, and that was at work.

        The first of those.
        """
        votes: Counter[str] = Counter()
        for name in alike:
            for nth, clause in enumerate(self._named[name].clauses):
                votes[clause] += _VOTES if nth == 0 else 1
        at_work = Counter(clause for parting in partings for clause in {*parting.clauses})

        def worth(name: str) -> float:
            clause = self._named[name].clauses[0]
            return votes[clause] + _VOTES * at_work[clause] / len(partings)

        return max(alike, key=worth)

    def _together(self, chosen: Sequence[Mistake], steps: Sequence[Shown]) -> str | None:
        """Of mistakes that are known to be made, one that is seen in some steps, if they show no more than those.

        Either one does it, or two or all do it together, or one has its part in each of the steps.
        """
        parts = [
            {mistake.name for mistake in chosen if self.overlap(mistake, step, parting) > 0} for step, parting in steps
        ]
        sets = [*((mistake,) for mistake in chosen), *combinations(chosen, 2), tuple(chosen)]
        does = next((some for some in sets if some and all(self.does(some, step) for step, _ in steps)), ())
        at_all, always = set().union(*parts), set.intersection(*parts)
        likeliest = [mistake.name for mistake in does or chosen if mistake.name in (at_all if does else always)]
        return next(iter([*likeliest, *(mistake.name for mistake in does)]), None)

    def overlap(self, mistake: Mistake, step: Step, parting: Parting) -> float:
        """How far a mistake departs in a step in what the program does, from 0 to 1."""
        return float(self.asked((mistake,), step, overlap_of(step, parting)) or 0.0)

    def _steps_of(self, candidates: Candidates[Rank, GameLine, Parting]) -> list[Shown]:
        """Steps that show a kind of parting, as the program took them; our rules do otherwise."""
        some = candidates.soonest[:_SIGHTINGS]
        known = ((self._steps.told(shown.game, shown.sighting), shown.sighting) for shown in some)
        return [(step, parting) for step, parting in known if step is not None and step.asked(step.carried_out) is None]

    def _against(self, mistakes: Sequence[Mistake], seen: Seen, parted: Parted) -> Counter[str]:
        """In how many steps in which the sides agreed each mistake departs, or ends the game otherwise there."""
        against: Counter[str] = Counter()
        if not mistakes:
            return against
        for rig, before, move, after in self._agreed(seen, parted):
            ended = rig.engine.outcome(after)
            for mistake in mistakes:
                engine = self._engine(rig.rules, (mistake,))
                try:
                    with at_most(_SECONDS):
                        if engine is not None and (
                            engine.apply(before, move) != after
                            or (ended is not None and engine.outcome(after) != ended)
                        ):
                            against[mistake.name] += 1
                except (Exception, TooLongError):
                    against[mistake.name] += 1
        return against

    def _agreed(self, seen: Seen, parted: Parted) -> Iterator[tuple[Rig, Any, Any, Any]]:
        """Steps in which the sides are known to have agreed, of many games, those first that do what is seldom done."""
        games = {(shown.index, shown.game.origin): shown.game for ids in seen.values() for shown in ids.soonest}
        left = _AGREED
        for game in games.values():
            rig, moves, states = self._steps.played(game, len(game.line))
            compared = [at for at in range(1, len(moves) + 1) if is_compared(game, at) and not parted(game, at)]
            often = Counter(event for at in compared for event in states[at].events)
            compared.sort(key=lambda at: min((often[event] for event in states[at].events), default=len(states)))
            for at in compared[: min(_EACH, left)]:
                yield rig, states[at - 1], moves[at - 1], states[at]
            left -= min(_EACH, left)
            if left <= 0:
                return

    def does(self, mistakes: tuple[Mistake, ...], step: Step) -> bool:
        """Whether a step comes out as the program's by an engine with some mistakes."""
        done = self.asked(mistakes, step, step.carried_out)
        return done is not None

    def asked(self, mistakes: tuple[Mistake, ...], step: Step, ask: Callable[[AnyEngine, Any], Any]) -> Any:
        """Something that is asked about the position after a step by an engine with some mistakes; None if it fails."""
        names = tuple(mistake.name for mistake in mistakes)
        if names in self._endless:
            return None
        engine = self._engine(step.rig.rules, mistakes)
        if engine is None:
            return None
        try:
            with at_most(_SECONDS):
                return step.asked_of(ask, engine)
        except Exception:
            return None
        except TooLongError:
            self._endless.add(names)
            return None

    def _engine(self, rules: Rules, mistakes: tuple[Mistake, ...]) -> AnyEngine | None:
        key = id(rules), tuple(mistake.name for mistake in mistakes)  # the rigs of `common` keep their rules
        if key not in self._engines:
            try:
                kinds: Any = tuple(mistake.engine for mistake in mistakes)
                self._engines[key] = (kinds[0] if len(kinds) == 1 else type("Both", kinds, {}))(rules)
            except Exception:
                self._engines[key] = None
        return self._engines[key]
