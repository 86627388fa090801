"""One cause of departures: the games that it was seen in, and which partings and other causes belong to it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from attrs import define, field

from rulecheck.properties.campaign.planning import Candidate, Candidates
from rulecheck.properties.conform.common import GameLine
from rulecheck.properties.conform.departure import FAILURES, NAMED
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import TURN_ENDS, Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.waiting import DECISIONS, says_whose

_SAME: Final = frozenset({"lists", "accepts"})
"""A forbidden move that is listed is played when it is offered, too."""
_ELSEWHERE: Final = frozenset({"lists", "accepts", "misses", "refuses", "turn", "state"})
"""Kinds in which one and the same mistake in carrying a clause out may show."""
AFTER_MOVES: Final = frozenset({"state", "turn"})
"""Kinds that are seen after a move, and have its clauses for suspects."""
_DECISION: Final = DECISIONS | {"turn"}
"""Parts that differ where the sides are at different decisions."""
_MUTANTS: Final = 2.0
"""How much it counts that a small change of a clause does what the other side did."""
_MOSTLY: Final = 0.75
"""The part of the games in which a change of our rules has to do what the other side did to be most of them."""


@define(eq=False)
class Cause:
    """The games that one cause was seen in."""

    key: str
    """What its departure must be called when its game is played again."""
    kind: str
    about: str
    suspects: tuple[str, ...] = ()
    trouble: str = ""
    """For a failure: what the program said of it."""
    parts: set[str] = field(factory=set)
    keys: tuple[str, ...] = ()
    games: set[int] = field(factory=set)
    candidates: Candidates[Rank, GameLine, Parting] = field(factory=Candidates)
    various: list[Candidate[Rank, GameLine, Parting]] = field(factory=list)
    """Of each set of clauses that it was seen with one game: what explains it has to explain them all."""
    always: frozenset[str] | None = None
    """The clauses that were at work each time; None: it was not seen yet."""
    turns: set[bool] = field(factory=set)
    """Whether somebody else was to move, too."""
    is_supported: bool = False
    """Whether a small change of what the likeliest clause says does what the other side did."""
    is_summed: bool = False
    """Whether it is one of the rules that wrong sums are owed to, together."""
    changes: Mapping[str, float] = field(factory=dict)
    """Small changes of our rules that do what the other side did, each with the part of the games in which it does."""
    members: list[Cause] = field(factory=list, repr=False)
    """Other causes that turned out to be this one: further examples of it, each with a clause of its own."""

    def sees(self, parting: Parting) -> None:
        """Note which clauses were at work in one more parting, and where it differs."""
        at_work = frozenset(parting.clauses)
        self.always = at_work if self.always is None else self.always & at_work
        self.parts |= set(parting.parts)
        self.turns.add(bool(parting.theirs))

    def example(self, key: str, parting: Parting, suspects: tuple[str, ...]) -> Cause:
        """This cause, or where a position differs in the same parts the member of it with the same likeliest clause."""
        if parting.kind != self.kind or self.kind not in AFTER_MOVES or suspects[:1] == self.suspects[:1]:
            return self
        known = next((member for member in self.members if member.suspects[:1] == suspects[:1]), None)
        if known is None:
            known = Cause(key, parting.kind, self.about, suspects, keys=(key,))
            self.members.append(known)
        known.sees(parting)
        return known

    def put_first(self, support: Mapping[str, float]) -> None:
        """Put the clauses first a small change of which does what the other side did (each with how well, 0 to 1).

        That counts twice as much as how high a clause stood before; one that was not at work here may so come in.
        """
        before = {clause: 1 / place for place, clause in enumerate(self.suspects, 1)}
        known = dict.fromkeys((*self.suspects, *support))
        self.suspects = tuple(
            sorted(known, key=lambda clause: -before.get(clause, 0.0) - _MUTANTS * support.get(clause, 0.0))
        )
        self.is_supported = bool(self.suspects) and self.suspects[0] in support

    def come_first(self, clauses: Sequence[str]) -> None:
        """Put some clauses first, in their order, that what was seen of other causes speaks for."""
        self.suspects = tuple(dict.fromkeys((*clauses, *self.suspects)))
        self.is_supported = True

    @property
    def sightings(self) -> list[Candidate[Rank, GameLine, Parting]]:
        """Games that show it, each in another way first."""
        seen = {(shown.index, shown.sighting.at, shown.sighting.key): shown for shown in self.candidates.soonest}
        various = {(shown.index, shown.sighting.at, shown.sighting.key): shown for shown in self.various}
        return list({**various, **seen}.values())

    def begin_with_the_soonest(self) -> None:
        """Be the one of its examples that shows soonest, and let the others be its members."""
        first = min((self, *self.members), key=lambda example: example.rank)
        if first is not self:
            for name in ("key", "suspects", "candidates", "various"):
                ours, theirs = getattr(self, name), getattr(first, name)
                setattr(self, name, theirs)
                setattr(first, name, ours)

    def is_like(self, parting: Parting, suspects: Sequence[str], derived: set[str], about: str = "") -> bool:
        """Whether a parting has the same cause: it is of the same kind, and the likeliest clause is the same.

        Positions must also differ in the same parts, in one at least (in all of them it is enough that both likeliest
        clauses were at work in both), and somebody else be to move in both or in neither, unless all of them are the
        same; and where no clause is known that is enough,
        as it is for parts that the other side works out of the rest (`derived`) and gets wrong wherever it does.
        `about` is what an end is about.
        """
        if parting.kind in FAILURES or self.kind in FAILURES:
            return parting.kind == self.kind and trouble_of(parting) == self.trouble
        if parting.kind == self.kind == "outcome":
            return about == self.about
        if parting.kind != self.kind and not {parting.kind, self.kind} <= _SAME:
            return False
        parts = set(parting.parts)
        if not parts and parting.kind not in NAMED and parting.about == self.about:
            return True
        if not parts:
            return suspects[:1] == self.suspects[:1] and (bool(suspects) or parting.about == self.about)
        if not parts & self.parts or (parts != self.parts and self.turns == {not parting.theirs}):
            return False
        if parts == self.parts and suspects[:1] and self.suspects[:1]:
            return (suspects[0] in self.suspects and self.suspects[0] in suspects) or parts <= derived
        return not suspects or suspects[:1] == self.suspects[:1] or parts | self.parts <= derived

    def belongs_to(self, other: Cause, derived: set[str]) -> bool:
        """Whether this is another cause, seen in another way.

        One clause carried out wrongly shows in positions, in lists and in whose turn it is.
        """
        first = self.candidates.first.sighting
        if self.is_summed and other.is_summed and self.kind == other.kind == "state":
            return self.suspects[:1] == other.suspects[:1]
        if other.is_like(first, self.suspects, derived, self.about):
            return True
        kinds = {self.kind, other.kind}
        if kinds <= _SAME and self.about == other.about:
            return True
        if len(kinds) == 2 and kinds <= _ELSEWHERE and self.suspects[:1] == other.suspects[:1] != ():
            return True
        if self.flags and self.flags == other.flags:
            return True
        if self.ends_the_game and other.ends_the_game:
            return True
        return kinds == {"outcome"} and self._is_one_rule_with(other)

    @property
    def ends_the_game(self) -> bool:
        """Whether the other side says that the game is over: a program has one place where it does."""
        return self.kind == "turn" and self.about == TURN_ENDS

    def _is_one_rule_with(self, other: Cause) -> bool:
        """Whether scores are wrong by one rule: a change of one clause does it, or it asks what is empty."""
        empty = _emptiness(self.about)
        if empty is not None and empty == _emptiness(other.about):
            return True
        return self.is_supported and other.is_supported and self.suspects[0] == other.suspects[0]

    def one_clause(self, other: Cause) -> frozenset[str]:
        """The clauses that may account for both by themselves: at work whenever either was seen, after moves alike.

        Positions must also differ in a common part, and numbers in the same direction; or the sides come to other
        decisions in both: what a phase brings when it ends then differs as well.  Or moves are missing in both.
        """
        if self.kind == other.kind == "misses" and self.always and other.always:
            return self.always & other.always
        if not {self.kind, other.kind} <= AFTER_MOVES or not self.always or not other.always:
            return frozenset()
        if self.is_summed and other.is_summed:
            return frozenset()
        if not self._afters & other._afters:
            return frozenset()
        if self.kind == other.kind == "state" and self._ways & other._ways:
            return self.always & other.always
        alike = (self.kind == other.kind == "turn" and self.about == other.about) or (
            self._decides_otherwise and other._decides_otherwise
        )
        return self.always & other.always if alike else frozenset()

    def is_within(self, other: Cause) -> bool:
        """Whether this differs in what stands in tables that one side does not have at all in another."""
        within = {(part, table) for part in self.parts for table in other.parts if part.startswith(f"{table}.")}
        alike = {part for part, _ in within} == self.parts and {table for _, table in within} == other.parts
        return self.kind == other.kind == "state" and bool(within) and alike

    def does_the_same(self, other: Cause) -> bool:
        """Whether one small change of our rules does what the other side did in every game of both."""
        return any(share == other.changes.get(name) == 1.0 for name, share in self.changes.items())

    def mostly_does_the_same(self, other: Cause) -> bool:
        """Whether one does so in most of them, where both are put down to one clause or are about whose turn it is.

        Other faults hide it in some.
        """
        is_one_clause = self.suspects[:1] == other.suspects[:1] != ()
        are_turns = self.kind == other.kind == "turn" and self.about == other.about
        if not is_one_clause and not are_turns:
            return False
        return any(min(share, other.changes.get(name, 0.0)) >= _MOSTLY for name, share in self.changes.items())

    @property
    def is_about_turns(self) -> bool:
        """Whether it shows in whose turn it is, or what for, besides whatever else differs."""
        return self.kind == "turn" or any(map(says_whose, self.parts))

    @property
    def _decides_otherwise(self) -> bool:
        """Whether in all its games somebody else is to move, or somebody for something else."""
        return not self.ends_the_game and all(
            sighting.theirs or not _DECISION.isdisjoint(sighting.parts) for sighting in self._sightings
        )

    @property
    def rank(self) -> Rank:
        """That of the game that shows it best."""
        return self.candidates.first.rank

    @property
    def _sightings(self) -> list[Parting]:
        return [candidate.sighting for candidate in self.candidates.soonest]

    @property
    def flags(self) -> set[tuple[str, str, str]]:
        """What differs in all its games, and what each side says there; nothing where that are amounts or seats vary.

        A mark that one side sets and the other does not is one mistake, whatever moves it is seen after.
        """
        seen = [{_flag(place) for place in sighting.differences} for sighting in self._sightings]
        alike = self.kind == "state" and all(flags == seen[0] for flags in seen)
        return seen[0] if alike and not any(_is_amount(place) for place in self._sightings[0].differences) else set()

    @property
    def marks(self) -> set[str]:
        """What stands where one side sets a mark and the other does not, as either says: perhaps it names a clause."""
        marks = self._sightings[0].differences if self.flags else ()
        return {value for place in marks for value in (place.ours, place.theirs) if isinstance(value, str)}

    def put_first_what_marks_name(self, clauses: Collection[str]) -> None:
        """Put the clauses first that a mark is the name of."""
        if named := self.marks.intersection(clauses):
            self.put_first(dict.fromkeys(sorted(named), 1.0))

    @property
    def _afters(self) -> set[str]:
        return {sighting.after for sighting in self._sightings}

    @property
    def _ways(self) -> set[tuple[str, int]]:
        """The parts that differ, each with the direction in which its numbers do.

        Where one side has a table and the other none, also what stands in it.
        """
        apart = [place for sighting in self._sightings for place in sighting.differences]
        inner = {(f"{place.part}.{key}", 0) for place in apart for key in _only_one_has(place)}
        return {(place.part, _way(place)) for place in apart} | inner

    def is_both(self, first: Cause, second: Cause) -> bool:
        """Whether this is nothing but two causes at once, in one step; the second may be that somebody else moves."""
        at_work = self.candidates.first.sighting.clauses
        shown = [first.parts, self._about_turns if second.kind == "turn" else second.parts]
        if self.kind != "state" or first.kind != "state" or second.kind not in AFTER_MOVES:
            return False
        blamed = {clause for cause in (first, second) if cause.kind == "state" for clause in cause.suspects[:1]}
        return all(parts < self.parts for parts in shown) and set().union(*shown) == self.parts and blamed <= {*at_work}

    @property
    def _about_turns(self) -> set[str]:
        """The parts that differ in which a position says who is to move, and what for."""
        return {part for part in self.parts if says_whose(part)}

    def take_in(self, other: Cause) -> None:
        """Note the games of what turned out to be the same cause, shown by this one's."""
        self.games |= other.games
        self.keys = tuple(dict.fromkeys((*self.keys, *other.keys)))
        self.members += [other, *other.members]
        other.members = []

    def join(self, other: Cause) -> None:
        """The same, where its games show this one as well."""
        self.take_in(other)
        self.members.remove(other)
        self.parts |= other.parts
        self.always = self.always & other.always if self.always is not None and other.always is not None else None
        self.candidates.join(other.candidates)
        self.various += other.various


def _emptiness(about: str) -> str | None:
    """Of what scores are put down to: the table of a seat in which something stands at nought; None for all else."""
    path, _, nought = about.rpartition("=")
    table, dot, _ = path.rpartition(".")
    return table if nought == "0" and dot else None


def _flag(place: Difference) -> tuple[str, str, str]:
    return place.part, repr(place.ours), repr(place.theirs)


def _is_amount(place: Difference) -> bool:
    return type(place.ours) is int or type(place.theirs) is int


def _only_one_has(place: Difference) -> Collection[str]:
    """What stands in a table that one side has at a place where the other has none, but for its name."""
    tables = [value for value in (place.ours, place.theirs) if isinstance(value, Mapping)]
    return tables[0].keys() - {"name"} if len(tables) == 1 else ()


def _way(place: Difference) -> int:
    """Up, down, or neither: how a number differs."""
    if type(place.ours) is not int or type(place.theirs) is not int:
        return 0
    return 1 if place.theirs > place.ours else -1


def trouble_of(parting: Parting) -> str:
    """What a program said when it failed, without numbers: the same wherever it fails in the same way."""
    lines = [line.strip() for line in parting.stderr.splitlines() if line.strip()]
    return re.sub(r"\d+", "0", lines[-1]) if lines else f"{parting.kind} {parting.about}"
