"""Wrong scores, sorted by the rules that are carried out wrongly: those whose small changes add up to what is wrong.

They are seen where outcomes are compared, or in the position after the last step of a game, in which they are made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from math import sqrt
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.amounts import Amount, going_with, quantities
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.clues import Words, affinity, words
from rulecheck.properties.conform.common import Common, GameLine, played
from rulecheck.properties.conform.comparing import SCORES
from rulecheck.properties.conform.ends import Ends
from rulecheck.properties.conform.mutant import Mutant, Support
from rulecheck.properties.conform.mutants import Mutants, tried_apart
from rulecheck.properties.conform.naming import named
from rulecheck.properties.conform.parting import Identity, Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.steps import Sighting, Step
from rulecheck.properties.conform.sums import Sum, Term, Vector, is_chance, summed, touching
from rulecheck.reference_engines.contract import AnyEngine

WRONG_SCORES: Final = f"outcome:{SCORES}"
"""What partings are called that it is about."""
_ENDS: Final = 120
"""Ends of games that are looked at, those that are reached soonest."""
_STEPS: Final = 32
"""Last steps that are looked at: they take longer than to ask for an outcome,"""
_FEW: Final = 8
"""so a change that adds nothing in the first of them is not tried in the others."""
_SEAT: Final = ("players", "*")
"""What the parts of positions begin with that each seat has."""
_FIRST: Final = 30
"""Ends after which another number is not tried any more that has changed no score."""
_WHOLE: Final = 60.0
"""Seconds for all changes together."""
_SCORING: Final = words("point score scored scoring")
"""What clauses speak of by which there are points."""
_SHARE: Final = 0.25
"""How much it counts that a clause was at work at the ends that its change is about."""


@define
class Owed:
    """Wrong scores that are owed to one rule, or to what no small change of a rule accounts for."""

    about: str
    """What departures are about that show it."""
    support: Support
    """The clauses of the changes that account for it, each with how well; none for what is left."""
    candidates: Candidates[Rank, GameLine, Parting] = field(factory=Candidates)
    various: list[Sighting] = field(factory=list)

    def take(self, shown: Sighting) -> None:
        """Note an end that shows it."""
        self.candidates.add(shown.rank, shown.index, shown.game, shown.sighting)
        self.various.append(shown)

    def cause(self, suspects: Callable[[Parting], tuple[str, ...]]) -> Cause:
        """The same as a cause; `suspects` are the clauses of a parting, the likeliest first."""
        first = self.candidates.first.sighting
        key = f"outcome:{self.about}"
        cause = Cause(key, first.kind, self.about, suspects(first), candidates=self.candidates, is_summed=True)
        for shown in self.various:
            cause.sees(shown.sighting)
            cause.games.add(shown.index)
        cause.various = self.various
        cause.put_first(self.support)
        if first.kind != "outcome":
            cause.key = named(first, self.about, cause.suspects)
        cause.keys = (cause.key,)
        return cause


def by_rules(common: Common, seen: Mapping[Identity, Candidates[Rank, GameLine, Parting]]) -> list[Owed]:
    """The wrong scores of what was seen, by the rules that they are owed to; none if that fails.

    What no rule accounts for is told by what the seats have.

    An end at which several rules are carried out wrongly shows that one of them alone that is shown by no other.
    """
    shown = _various(candidate for id, known in seen.items() if id[0] == WRONG_SCORES for candidate in known.soonest)
    ends_owed = tried_apart(common, _EndsOwed, _summed, shown, seconds=_WHOLE) if shown else None
    return [] if ends_owed is None else _shared_out(common, ends_owed)


def by_rules_at_last(
    common: Common, seen: Mapping[Identity, Candidates[Rank, GameLine, Parting]]
) -> tuple[list[Owed], Collection[Identity]]:
    """The same for scores that differ, and nothing else, after the last step of a game; and what was seen so."""
    made = {id: known for id, known in seen.items() if _makes_scores(common, known.first)}
    shown = sorted((shown for known in made.values() for shown in known.soonest), key=lambda shown: shown.rank)
    ends_owed = tried_apart(common, _EndsOwed, _summed, shown[:_STEPS], seconds=_WHOLE) if made else None
    if ends_owed is None:
        return [], ()
    about = shown[0].sighting.about
    shares = [(term, ends_owed.of(at)) for at, term in enumerate(ends_owed.sum.terms)]
    owed = [_shown_by(ends, about, _support(term, ends)) for term, ends in shares]
    if ends_owed.sum.leaves_more:
        most = max(ends_owed.clauses.values(), default=0.0) if owed else 1.0  # the terms say that it is something else
        support = {clause: much / most for clause, much in ends_owed.clauses.items() if much}
        owed.append(_shown_by(ends_owed.of(len(shares)), about, support))
    return (owed, made.keys()) if owed else ([], ())


def _makes_scores(common: Common, shown: Sighting) -> bool:
    """Whether nothing differs but scores, in the position in which the game is over by our rules."""
    parting = shown.sighting
    if parting.kind != "state" or len(parting.parts) != 1 or not shown.game.line[: parting.at]:
        return False
    if tuple(parting.parts[0].split("."))[:-1] != _SEAT:
        return False
    rig, _, states = played(common, shown.game, parting.at)
    scores = _scores(rig.engine, states[-1])
    return all(
        type(place.theirs) is int and type(place.ours) is int and scores.get(place.path[1]) == place.ours
        for place in parting.differences
    )


def _shown_by(ends: Iterable[Sighting], about: str, support: Support) -> Owed:
    owed = Owed(about, support)
    for shown in ends:
        owed.take(shown)
    return owed


def _various(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Those of a game that are out by different sums, each once, the soonest first."""
    various: dict[tuple[int, frozenset[tuple[str, int]]], Sighting] = {}
    for shown in sorted(sightings, key=lambda shown: shown.rank):
        if shown.sighting.position is not None:
            various.setdefault((shown.index, frozenset(_wrong(shown.sighting).items())), shown)
    return list(various.values())[:_ENDS]


def _wrong(parting: Parting) -> dict[str, int]:
    """By how much the scores of seats are out."""
    return {place.path[1]: place.theirs - place.ours for place in parting.differences}


# Which changes add up to it


@frozen(eq=False)
class _End:
    """The end of a game, what our rules make of it, and by how much the other side's scores differ."""

    shown: Sighting
    step: Step
    scores: Mapping[str, int]
    wrong: Mapping[str, int]

    @property
    def is_step(self) -> bool:
        """Whether the scores are made in a step, and not asked for in a position."""
        return self.step.move is not None

    @staticmethod
    def of(common: Common, shown: Sighting) -> _End:
        """The end at which wrong scores were seen."""
        if shown.sighting.kind == "state":
            rig, moves, states = played(common, shown.game, shown.sighting.at)
            before, move, last = states[-2], moves[-1], states[-1]
        else:
            rig, move = common.rig(shown.game.rules), None
            before = last = rig.engine.from_json(shown.sighting.position or {})
        scores = _scores(rig.engine, last)
        step = Step(rig, before, move, fits=lambda engine, end: _scores(engine, end) == scores)
        return _End(shown, step, scores, _wrong(shown.sighting))


def _scores(engine: AnyEngine, state: Any) -> Mapping[str, int]:
    outcome = engine.outcome(state)
    return {} if outcome is None else outcome.scores


@frozen(eq=False)
class _EndsOwed:
    """What is wrong at some ends, and which changes add up to it."""

    ends: Sequence[Sighting]
    places: Sequence[dict[str, int]]
    """For each end its seats, each with its number among those of all ends."""
    sum: Sum
    clauses: Mapping[str, float]
    """Those of all changes that add something to scores, each with how well they do it where something is left."""

    @property
    def showing(self) -> list[list[int]]:
        """For each end the numbers of the terms that add something there; one number more where something is left."""
        return [self._shown(seats.values()) for seats in self.places]

    def _shown(self, seats: Collection[int]) -> list[int]:
        terms, rest = self.sum.terms, self.sum.rest
        shows = [at for at, term in enumerate(terms) if any(term.adds[seat] for seat in seats)]
        alone = any(rest[seat] and not any(term.adds[seat] for term in terms) for seat in seats)
        return [*shows, len(terms)] if alone else shows

    def of(self, number: int) -> list[Sighting]:
        """The ends that show one of several things, and as few others as can be."""
        showing = self.showing
        fewest = min((len(shows) for shows in showing if number in shows), default=0)
        return [
            shown for shown, shows in zip(self.ends, showing, strict=True) if number in shows and len(shows) == fewest
        ]


def _summed(common: Common, sightings: Sequence[Sighting]) -> _EndsOwed:
    ends = [_End.of(common, shown) for shown in sightings]
    ends.sort(key=lambda end: -sum(end.step.rig is other.step.rig for other in ends))  # the most of one engine first
    numbers = count()
    places = [{seat: next(numbers) for seat in end.scores} for end in ends]
    wrong = tuple(end.wrong.get(seat, 0) for end in ends for seat in end.scores)
    changes = list(_changes(Mutants(common), ends))
    total = summed(wrong, changes)
    if total.terms and total.leaves_more and is_chance(wrong, total.terms, [seats.values() for seats in places]):
        total = Sum((), wrong)
    return _EndsOwed([end.shown for end in ends], places, total, touching(total, changes))


def _changes(mutants: Mutants, ends: Sequence[_End]) -> Iterator[tuple[Vector, Sequence[str]]]:
    """For each change that adds something to scores: what it adds at each place, and its clauses."""
    for mutant in dict.fromkeys(mutant for end in ends for mutant in mutants.of_code(end.step)):
        few = [end for end in ends[:_FEW] if end.is_step]
        if few and _adds(mutants, [mutant] * len(few), few) is None:
            continue
        adds = _adds(mutants, [mutant] * len(ends), ends)
        if adds is not None:
            yield adds, mutant.clauses
    for quantity in mutants.common.rulebook.quantities.values():
        for by in (1, -1):
            numbers = [mutants.of_number(end.step.rig.rules, quantity, by) for end in ends]
            if _adds(mutants, numbers[:_FIRST], ends[:_FIRST]) is None:
                break
            adds = _adds(mutants, numbers, ends)
            if adds is not None:
                yield adds, (quantity.clause,)


def _adds(mutants: Mutants, changes: Sequence[Mutant | None], ends: Sequence[_End]) -> Vector | None:
    """What changes, one for each end, add to the scores there; None if that is nothing, or something breaks down."""
    asked = zip(changes, ends, strict=True)
    return _added((None if change is None else mutants.asked(change, end.step, _scores) for change, end in asked), ends)


def _added(told: Iterable[Mapping[str, int] | None], ends: Sequence[_End]) -> Vector | None:
    """By how much other scores, for each end, differ from ours; None if nowhere, or if some are missing."""
    adds: list[int] = []
    for scores, end in zip(told, ends, strict=True):
        if scores is None or scores.keys() != end.scores.keys():
            return None
        adds += [scores[seat] - before for seat, before in end.scores.items()]
    return tuple(adds) if any(adds) else None


# Which ends show what


def _shared_out(common: Common, ends_owed: _EndsOwed) -> list[Owed]:
    """The ends by what they show: each of the terms, and what is left if that is something else."""
    leaves_more = ends_owed.sum.leaves_more
    several = len(ends_owed.sum.terms) > 1 or leaves_more
    owed = [_owed(term, ends_owed.of(at), several=several) for at, term in enumerate(ends_owed.sum.terms)]
    return [*owed, *(_left(common, ends_owed) if leaves_more else ())]


def _owed(term: Term, ends: Sequence[Sighting], *, several: bool) -> Owed:
    """What is owed to one term: about the likeliest of its clauses, if there are several."""
    at_work = [shown.sighting.clauses for shown in ends]
    support = _support(term, ends)
    order = sorted(support, key=lambda clause: -support[clause])
    named = next((clause for clause in order if any(clause in clauses for clauses in at_work)), "")
    return _shown_by(ends, f"{SCORES}:{named}" if several and named else SCORES, support)


def _support(term: Term, ends: Sequence[Sighting]) -> dict[str, float]:
    """The clauses of a term; one that was at work at the ends that show it a little more."""
    at_work = [shown.sighting.clauses for shown in ends]
    return {
        clause: weight * (1 - _SHARE) + _SHARE * sum(clause in clauses for clauses in at_work) / len(at_work)
        for clause, weight in term.clauses.items()
    }


def _left(common: Common, ends_owed: _EndsOwed) -> Iterable[Owed]:
    """What is left, by what the seats have at which something is."""
    rest, marks = common.spectrum.ends, {id(end): end.sighting.marks for end in ends_owed.ends}
    if ends_owed.sum.terms:
        rest = Ends()
        rest.take_in_right(common.spectrum.ends)
        for end, seats in zip(ends_owed.ends, ends_owed.places, strict=True):
            left = {seat: ends_owed.sum.rest[at] for seat, at in seats.items() if ends_owed.sum.rest[at]}
            marks[id(end)] = rest.add(end.sighting.position or {}, left)
    by_words: dict[Words, Owed] = {}  # tiles that differ in their numbers are one kind
    shown = ends_owed.of(len(ends_owed.sum.terms))
    counted = _counted(common, ends_owed, shown)
    if counted is not None:
        return [counted]
    together = _going_with(shown, ends_owed.ends) if ends_owed.sum.terms else {}
    for end in shown:
        put_down = rest.put_down(marks[id(end)])
        tells = _words(put_down) if rest.are_several else _words("")
        about = f"{SCORES}:{put_down}" if tells else SCORES
        says = {clause: common.says(clause) for clause in {*ends_owed.clauses, *end.sighting.clauses}}
        speaks: Mapping[str, float] = affinity(_words(put_down), says) if put_down else together
        if not any(speaks.values()):
            speaks = ends_owed.clauses
        by_words.setdefault(tells, Owed(about, {clause: much for clause, much in speaks.items() if much})).take(end)
    return by_words.values()


def _counted(common: Common, ends_owed: _EndsOwed, shown: Sequence[Sighting]) -> Owed | None:
    """What is left, if that is for each seat as much as it has of something, or so many times as much: one thing."""
    amounts = [
        Amount(ends_owed.sum.rest[at], quantities((end.sighting.position or {}).get(_SEAT[0], {}).get(seat, {})))
        for end, seats in zip(ends_owed.ends, ends_owed.places, strict=True)
        for seat, at in seats.items()
    ]
    going = going_with("", amounts)
    if not going:
        return None
    at_work = {*ends_owed.clauses, *(clause for end in shown for clause in end.sighting.clauses)}
    says = {clause: common.says(clause) for clause in sorted(at_work)}
    scoring = {clause: text for clause, text in says.items() if not _SCORING.isdisjoint(words(text))}
    speaks = affinity(frozenset().union(*map(words, going)), scoring)
    speaks = speaks if any(speaks.values()) else dict(ends_owed.clauses)
    owed = Owed(SCORES, {clause: much for clause, much in speaks.items() if much})
    for end in shown:
        owed.take(end)
    return owed


def _words(name: str) -> Words:
    """What tells a property from others: which table of a seat it is in does not, if there is more to it."""
    table, _, more = name.partition(".")
    return words(more or table)


def _going_with(some: Sequence[Sighting], ends: Sequence[Sighting]) -> dict[str, float]:
    """How well each clause goes with some of the ends (Ochiai's coefficient)."""
    among = Counter(clause for end in some for clause in end.sighting.clauses)
    at_all = Counter(clause for end in ends for clause in end.sighting.clauses)
    return {clause: many / sqrt(len(some) * at_all[clause]) for clause, many in among.items()}
