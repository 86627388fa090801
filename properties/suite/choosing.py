"""Which questions make a suite: a greedy cover of clauses, known mistakes and small changes of the rules' code.

Small changes stand for both sides of each limit, tie and shortage: one that turns `<` to `<=` is noticed only where
both sides are alike, one that denies a condition on either side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence
from random import Random
from typing import Final

from attrs import define, field, frozen

from rulecheck.properties.mistakes import Mistake
from rulecheck.properties.strength.changes import Change, changes_in
from rulecheck.properties.suite.questions import Ask, Question
from rulecheck.properties.suite.wrong import Asked, CannotChange, of_change, of_mistake
from rulecheck.reference_engines import engine_modules
from rulecheck.reference_engines.contract import SILENT
from rulecheck.spec import load

MOST_CASES: Final = 150
"""Cases of one file: as many as somebody goes through by hand."""
HELD_OUT: Final = 200
"""Small changes that are not used to choose cases, and tell how good the chosen ones are."""
_SAID: Final = 3
"""Mistakes that a case names."""


@frozen
class Budget:
    """How many questions wrong rules are asked: numbers, not seconds, so that the same is chosen on any machine."""

    change: int = 600
    changes: int | None = None
    """So many small changes are tried, by chance; None: all that are not held back."""


@define
class Adequacy:
    """How much of what is wrong the cases of a suite notice."""

    mistakes: int = 0
    mistakes_noticed: int = 0
    mistakes_missed: list[str] = field(factory=list)
    changes: int = 0
    """Small changes that were held back when the cases were chosen."""
    changes_noticed: int = 0
    changes_never: int = 0
    """Those of them that no question of the whole pool is answered otherwise under: most change nothing at all."""
    changes_missed: list[str] = field(factory=list)
    clauses: int = 0
    """Clauses that are at work in the whole pool."""
    clauses_met: int = 0


@frozen
class Choice:
    """A question of a suite, and what a wrong answer points to."""

    question: Question
    points_to: tuple[str, ...]
    clauses: tuple[str, ...]


def choose(
    game: str,
    asked: Asked,
    mistakes: Sequence[Mistake],
    budget: Budget,
    *,
    seed: int,
    held_out: int = HELD_OUT,
    known: MutableMapping[str, Sequence[int]] | None = None,
    tell: Callable[[str, int, int], None] = lambda _what, _done, _of: None,
) -> tuple[list[Choice], Adequacy]:
    """The cases of one set of rules, smallest positions first, and how good they are.

    `known` keeps what each wrong engine was found by, so that choosing can go on where it was stopped.
    """
    known = {} if known is None else known
    questions = asked.questions
    changes = list(changes_in(engine_modules(game), load(game).clauses))
    Random(seed).shuffle(changes)
    held, used = changes[:held_out], changes[held_out:]
    used = used if budget.changes is None else used[: budget.changes]
    by_mistake: dict[str, frozenset[int]] = {}
    for nth, mistake in enumerate(mistakes):
        tell("mistakes", nth, len(mistakes))
        if mistake.name not in known:
            known[mistake.name] = sorted(asked.mistaken(mistake))
        by_mistake[mistake.name] = frozenset(known[mistake.name])
    by_change: dict[str, frozenset[int]] = {}
    for nth, change in enumerate(used):
        tell("small changes", nth, len(used))
        if change.key not in known:
            known[change.key] = sorted(_changed(asked, change, budget.change))
        if known[change.key]:
            by_change[change.key] = frozenset(known[change.key])
    by_clause: defaultdict[str, set[int]] = defaultdict(set)
    for nth, question in enumerate(questions):
        for event in question.clauses if question.ask in (Ask.PLAY, Ask.FORBIDDEN, Ask.END) else ():
            if not event.startswith(SILENT):
                by_clause[event].add(nth)
    by_ask: defaultdict[str, set[int]] = defaultdict(set)
    for nth, question in enumerate(questions):
        by_ask[question.ask].add(nth)
    cheap = {change.key: change for change in used if change.key in by_change and not asked.is_dear(change)}

    def notices(nth: int, names: Collection[str]) -> set[str]:
        return {key for key in names if key in cheap and _changed(asked, cheap[key], 1, [nth])}

    chosen = cover([by_mistake, by_clause, by_ask], by_change, questions, MOST_CASES, notices)
    chosen.sort(key=lambda nth: questions[nth].size)
    says = {mistake.name: of_mistake(mistake) for mistake in mistakes}
    changed = {change.key: of_change(change) for change in used}
    choices = []
    for nth in chosen:
        told = [says[name] for name, where in by_mistake.items() if nth in where]
        near = [changed[key] for key, where in by_change.items() if nth in where]
        clauses = dict.fromkeys([*_carried_out(questions[nth]), *(c for wrong in told for c in wrong.clauses[:1])])
        clauses = clauses or dict.fromkeys(clause for wrong in near for clause in wrong.clauses[:1])
        choices.append(Choice(questions[nth], tuple(wrong.says for wrong in told[:_SAID]), tuple(clauses)))
    adequacy = _adequacy(asked, chosen, mistakes, by_mistake, held, budget, tell)
    adequacy.clauses, adequacy.clauses_met = len(by_clause), len([c for c in by_clause.values() if c & set(chosen)])
    return choices, adequacy


def _carried_out(question: Question) -> list[str]:
    return [event for event in question.clauses if not event.startswith(SILENT)]


def _changed(asked: Asked, change: Change, most: int, only: Sequence[int] | None = None) -> frozenset[int]:
    """The questions that a change answers otherwise; none for one that cannot be made."""
    try:
        return asked.changed(change, most, only)
    except CannotChange:
        return frozenset()


def _adequacy(
    asked: Asked,
    chosen: Sequence[int],
    mistakes: Sequence[Mistake],
    by_mistake: Mapping[str, Collection[int]],
    held: Sequence[Change],
    budget: Budget,
    tell: Callable[[str, int, int], None],
) -> Adequacy:
    """What the chosen questions notice of the mistakes and of the changes that were held back."""
    told = Adequacy(mistakes=len(mistakes))
    for mistake in mistakes:
        if set(chosen) & set(by_mistake[mistake.name]) or asked.mistaken(mistake, chosen):
            told.mistakes_noticed += 1
        else:
            never = "" if by_mistake[mistake.name] else " (no game of the pool comes to it)"
            told.mistakes_missed.append(f"{mistake.name}{never}")
    for nth, change in enumerate(held):
        tell("changes held back", nth, len(held))
        told.changes += 1
        if _changed(asked, change, budget.change, chosen):
            told.changes_noticed += 1
        elif not _changed(asked, change, budget.change // 4):
            told.changes_never += 1
        else:
            told.changes_missed.append(f"{change.where}:{change.line} {change.what}")
    return told


def cover(
    first: Sequence[Mapping[str, Collection[int]]],
    then: Mapping[str, Collection[int]],
    questions: Sequence[Question],
    most: int,
    notices: Callable[[int, Collection[str]], set[str]] = lambda _nth, _names: set(),
) -> list[int]:
    """So many questions at most that between them meet what they can: all of `first` before the rest of `then`.

    The next is always one that meets most of what was not met; of those that do the one that also meets most of the
    rest, and of those the smallest.  `notices` says what of the rest a question meets besides what is known.  Where
    there is room left, the rest is met a second time, by other questions: what nobody thought of is so met more often.
    """
    must, may = _goals(first, questions), _goals([then], questions)
    unmet = {name: f"0 {name}" for name in then}
    chosen: list[int] = []
    while len(chosen) < most:
        best = max(
            range(len(questions)), key=lambda nth: (len(must[nth]), len(may[nth]), -questions[nth].at), default=-1
        )
        if best < 0 or not (must[best] or may[best]):
            break
        chosen.append(best)
        met = set(must[best])
        met_too = may[best] | {unmet[name] for name in notices(best, list(unmet))}
        unmet = {name: goal for name, goal in unmet.items() if goal not in met_too}
        for goals in must:
            goals -= met
        for goals in may:
            goals -= met_too
    again = _goals([then], questions)
    for nth in chosen:
        again[nth].clear()
    while len(chosen) < most:
        best = max(range(len(questions)), key=lambda nth: (len(again[nth]), -questions[nth].at), default=-1)
        if best < 0 or not again[best]:
            break
        chosen.append(best)
        met = set(again[best])
        for goals in again:
            goals -= met
    return chosen


def _goals(groups: Sequence[Mapping[str, Collection[int]]], questions: Sequence[Question]) -> list[set[str]]:
    """For each question what it meets."""
    goals: list[set[str]] = [set() for _ in questions]
    for nth, group in enumerate(groups):
        for name, where in group.items():
            for question in where:
                goals[question].add(f"{nth} {name}")
    return goals
