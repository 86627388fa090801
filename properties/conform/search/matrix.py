"""Several programs of one game side by side: what the answers of `rulecheck conform` say of each clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.lockstep.departure import NAMED
from rulecheck.spec import Rulebook

AGREES: Final = "agrees"
DEPARTS: Final = "departs"
ANOTHER_READING: Final = "another reading"
NOT_TOLD: Final = "not told"
WORDS: Final[Mapping[str, str]] = {
    AGREES: "at work in games in which nothing departed because of it",
    DEPARTS: "the likeliest clause of a departure, of a further example of one, or of one that is known",
    ANOTHER_READING: "announced, or it agrees under another reading, number or edition",
    NOT_TOLD: "at work in no game, or nothing was compared",
}
"""What can be said of a program and a clause."""


class NoAnswer(ValueError):
    """A file holds no answer that a matrix can be made of; `str()` says why."""


_KINDS: Final = ("rule", "setup")
"""The kinds of clauses that a program can depart from."""


@frozen
class Column:
    """One program: what its answer says of each clause about play or the set-up."""

    name: str
    verdict: str
    """`agrees`, `departs`, `failed` or `skipped`."""
    clauses: Mapping[str, str]
    """By clause, one of `WORDS`."""
    departures: Mapping[str, Sequence[str]]
    """By clause, the keys of the departures that are put down to it."""
    games: int
    moves: int

    @property
    def counts(self) -> dict[str, int]:
        """How many clauses each word is said of."""
        counted = Counter(self.clauses.values())
        return {word: counted[word] for word in WORDS}


def matrix(book: Rulebook, answers: Mapping[str, Mapping[str, Any]]) -> tuple[Column, ...]:
    """A column for each answer, by where it came from; programs of one name are told apart by that.

    Raises NoAnswer for what is none of a driven program of this game.
    """
    named = {place: _name(place, answer, book.game) for place, answer in answers.items()}
    often = Counter(named.values())
    return tuple(
        _column(book, name if often[name] == 1 else f"{name} ({place})", answers[place])
        for place, name in named.items()
    )


def _name(place: str, answer: Mapping[str, Any], game: str) -> str:
    """What a program calls itself."""
    if answer.get("command") != "conform" or not isinstance(answer.get("implementation"), dict):
        raise NoAnswer(f"{place}: no answer of `rulecheck conform GAME --format json -- COMMAND`")
    asked = answer.get("asked", {}).get("game")
    if asked != game:
        raise NoAnswer(f"{place}: an answer about {asked}, not {game}")
    theirs = answer["implementation"]
    return f"{theirs['name']} {theirs.get('version', '')}".strip()


def _column(book: Rulebook, name: str, answer: Mapping[str, Any]) -> Column:
    rules = [id for id, clause in book.clauses.items() if clause.kind in _KINDS]
    compared = answer["compared"]
    was_compared = any(compared[what] for what in ("legal", "state", "turn", "outcome", "refusals"))
    at_work = answer["clauses"] if was_compared else {}
    told = {clause: AGREES if at_work.get(clause) else NOT_TOLD for clause in rules}
    for clause in _read_otherwise(book, answer["implementation"]):
        if clause in told:
            told[clause] = ANOTHER_READING
    departures: dict[str, list[str]] = {}
    for departure in answer["departures"]:
        first = [row["clause"] for row in departure["clauses"][:1]]
        shown = [(clause, departure["keys"][0]) for clause in first]
        shown += [(clause, example["key"]) for example in departure["also"] for clause in example["clauses"][:1]]
        for clause, key in shown:
            keys = departures.setdefault(clause, [])
            keys += [key] if key not in keys else []
            if told.get(clause) != DEPARTS:
                told[clause] = ANOTHER_READING if departure["explained"] else DEPARTS
    for key, times in answer["accepted"].items():
        kind, _, rest = key.partition(":")
        clause = rest.rpartition(":")[2]
        if times and kind in NAMED and clause in book.clauses:
            departures.setdefault(clause, []).append(key)
            told[clause] = DEPARTS
    return Column(name, answer["verdict"], told, departures, answer["games"], answer["moves"])


def _read_otherwise(book: Rulebook, theirs: Mapping[str, Any]) -> list[str]:
    """The clauses that a program says it reads otherwise than the rulebook, or with other numbers."""
    clauses = [book.quantities[name].clause for name in theirs["numbers"] if name in book.quantities]
    for id, choice in theirs["readings"].items():
        if id in book.readings and choice != book.readings[id].default:
            clauses += book.readings[id].silent
    return clauses
