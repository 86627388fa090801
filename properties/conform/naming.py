"""What departures are called: by the likeliest of the clauses that were at work, where keys name one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulecheck.properties.conform.accepted import names_of
from rulecheck.properties.conform.departure import NAMED, SURE, Departure
from rulecheck.properties.conform.parting import Parting


def named(parting: Parting, about: str, suspects: Sequence[str]) -> str:
    """The key of a parting: with the likeliest of the clauses that were at work, where keys name one."""
    at_work = [clause for clause in suspects if clause in parting.clauses] if parting.kind in NAMED else []
    return ":".join((parting.kind, about, *at_work[:1]))


def key_of(cause: Any, parting: Parting) -> str:
    """What a parting has to be called when it is seen again: with the likeliest of the clauses that were at work.

    Wrong scores with what they are put down to: what the seats have, or a clause.
    """
    names = names_of(parting.kind, parting.about, parting.after, parting.clauses)
    with_clause = (f"{parting.kind}:{parting.about}:{suspect}" for suspect in cause.suspects)
    return next((name for name in with_clause if parting.kind in NAMED and name in names), parting.key)


def with_members(suspects: tuple[str, ...], also: Sequence[Departure]) -> tuple[str, ...]:
    """The clauses of a departure and the likeliest of each of its members that is as sure of its own."""
    others = [clause for member in also if member.kind in SURE for clause in member.clauses[:1]]
    return tuple(dict.fromkeys((*suspects, *others)))
