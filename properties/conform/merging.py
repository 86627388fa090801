"""Which causes of departures are one: seen in another way, following from another, or brought about by one rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import permutations
from typing import Final, TypeAlias

from rulecheck.properties.conform.cause import AFTER_MOVES, Cause
from rulecheck.properties.conform.spectrum import Spectrum

_AS_WELL: Final = 0.5
"""How well a clause that may account for two causes at once has to, against those that account for one of them."""
_SURELY: Final = 0.9
"""The part of the times that a clause is at work that is as good as all."""

Accounts: TypeAlias = Callable[[Cause, Cause, frozenset[str]], str | None]
"""One of some clauses that accounts for two causes, if any does; None: no clause is held against what was seen."""


def joined(
    causes: Sequence[Cause],
    derived: set[str],
    is_echo: Callable[[Cause, Cause], bool] = lambda cause, other: False,
    accounts: Accounts = lambda cause, other, clauses: None,
    is_one: Callable[[Cause, Cause], bool] = lambda cause, other: False,
    follows: Sequence[Callable[[Cause, Cause], bool]] = (),
    one_rule: Callable[[Cause, Cause], tuple[str, ...] | None] = lambda cause, other: None,
) -> list[Cause]:
    """The causes without those that are another one seen in another way, or two others at once.

    Of causes alike the one that shows soonest stays; a position that differs then tells more than whose turn it is.
    `is_echo` tells whether one shows nothing but what follows from the amounts that another gets wrong; each of
    `follows`, whether one follows from another as a whole; `one_rule`, which clauses come first where moves of two
    kinds are missing by one.
    """
    told: list[Cause] = []
    for cause in sorted(causes, key=lambda cause: cause.rank):
        like = next((known for known in told if cause.belongs_to(known, derived)), None)
        if like is None:
            told.append(cause)
        elif (like.kind, like.about, like.suspects[:1]) == (cause.kind, cause.about, cause.suspects[:1]) and not (
            cause.ends_the_game  # what ends it too soon may be another fault: its own examples are told
        ):
            like.join(cause)
        else:
            like.take_in(cause)
    echoes: list[Cause] = []
    for cause in tuple(told):
        amount = next((other for other in told if other is not cause and is_echo(cause, other)), None)
        if amount is not None:
            echoes += [cause, *cause.members]
            amount.take_in(cause)
            told.remove(cause)
    for cause in [cause for cause in tuple(told) if len(cause.parts) > 1]:
        others = [other for other in told if other is not cause]
        both = next((pair for pair in permutations(others, 2) if cause.is_both(*pair)), None)
        if both is not None:
            both[0].take_in(cause)
            told.remove(cause)
    for cause in told[::-1]:
        before = told[: told.index(cause)]
        seen = ((known, example, clauses) for known in before for example, clauses in _by_one_clause(cause, known))
        by = ((known, accounts(cause, example, clauses)) for known, example, clauses in seen)
        same, clause = next(((known, clause) for known, clause in by if clause is not None), (None, ""))
        if same is not None:
            if cause.kind == "misses":
                same.suspects = tuple(sorted(same.suspects, key=lambda suspect: suspect != clause))
            if cause.is_within(same):  # one thing that differs in a table tells more than that there is none
                same.suspects = tuple(dict.fromkeys((*cause.suspects, *same.suspects)))
            same.take_in(cause)
            told.remove(cause)
    for cause in told[::-1]:
        before = told[: told.index(cause)]
        same = next((known for known in before if _are_one(cause, known, is_one, echoes)), None)
        if same is not None:
            same.take_in(cause)
            told.remove(cause)
    for cause in told[::-1]:
        before = told[: told.index(cause)] if cause in told else []  # it may be taken in already
        ruled = ((known, one_rule(cause, known)) for known in before)
        together, first = next(((known, clauses) for known, clauses in ruled if clauses is not None), (None, ()))
        if together is not None:
            together.come_first(first)
            together.take_in(cause)
            told.remove(cause)
            like = next(
                (known for known in told if known is not together and together.belongs_to(known, derived)), None
            )
            if like is not None:  # by the clauses that come first now
                first_of, rest = sorted((together, like), key=lambda known: known.rank)
                first_of.take_in(rest)
                told.remove(rest)
    for cause in tuple(told):
        pairs = ((other, owes) for other in told for owes in follows if other is not cause)
        same = next((other for other, owes in pairs if owes(cause, other)), None)
        if same is not None:
            same.take_in(cause)
            told.remove(cause)
    return told


def _by_one_clause(cause: Cause, known: Cause) -> Iterator[tuple[Cause, frozenset[str]]]:
    """A known cause, and its examples under its own likeliest clause, each with the clauses that may account for both.

    For an example that is its own clause alone.
    """
    yield known, cause.one_clause(known)
    for example in known.members:
        if example.suspects[:1] == known.suspects[:1]:
            yield example, cause.one_clause(example).intersection(known.suspects[:1])


def _are_one(
    cause: Cause, other: Cause, is_one: Callable[[Cause, Cause], bool], echoes: Collection[Cause] = ()
) -> bool:
    """Whether two causes that are seen after moves, or examples of them, turn out to be one.

    Not examples that are `echoes` of an amount: what has less to pay with passes over what another fault does, too.
    And where something else differs than whose turn it is, and what for, the causes themselves: examples of them need
    not be due to one thing.
    """
    if not {cause.kind, other.kind} <= AFTER_MOVES:
        return cause.does_the_same(other)
    examples, others = ([each, *(member for member in each.members if member not in echoes)] for each in (cause, other))
    if cause.does_the_same(other) or cause.mostly_does_the_same(other):
        return True
    pairs = [(example, known) for example in examples for known in others]
    alike = (pair for pair in pairs if all(each.is_about_turns for each in pair))
    return any(example.does_the_same(known) for example, known in alike) or any(is_one(*pair) for pair in pairs)


def accounting(spectrum: Spectrum, cause: Cause, other: Cause, clauses: frozenset[str]) -> str | None:
    """A clause that accounts for two causes about as well as the likeliest of each does for its own.

    Where moves of several kinds are missing, it has to be one by which no move is ever made.
    """
    partings = [each.candidates.first.sighting for each in (cause, other)]
    known = dict.fromkeys((*other.suspects, *cause.suspects, *sorted(clauses)))
    order = [clause for clause in known if clause in clauses]
    if cause.kind == "misses":
        never = (clause for clause in order if all(spectrum.share([seen], clause) >= _SURELY for seen in partings))
        return next(never, None)
    likeliest = [clause for each in (cause, other) for clause in each.suspects[:1]]
    least = min((spectrum.share(partings, clause) for clause in likeliest), default=0.0)
    as_well = (
        clause
        for clause in order
        if spectrum.share(partings, clause) >= _AS_WELL * least
        and not any(spectrum.by_itself(parting, clause) for parting in partings)
    )
    return next(as_well, None)
