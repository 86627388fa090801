"""What is seen while two sides play: where they parted, and how much was compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, Final, Self

from attrs import define, evolve, field, frozen

from rulecheck.properties.conform.lockstep.comparison import parts_of, told_differences
from rulecheck.properties.conform.lockstep.growing import Growing
from rulecheck.properties.conform.lockstep.observation import Compared, Difference
from rulecheck.properties.conform.protocol.messages import Answer
from rulecheck.reference_engines.contract import SILENT

TURN_ENDS: Final = "ends"
"""What a departure is about where nobody is to move any more, as the other side says."""
TURN_NEXT: Final = "next"
"""The same where somebody else is to move."""
SHOWN: Final = 3
"""Differences between positions that a message tells."""

Identity = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""What two divergences of one cause have in common for sure: the key, the kind of move before it, the clauses, and the
parts of the position."""


@frozen
class Divergence:
    """One place where the two sides parted."""

    kind: str
    about: str
    """What is the same each time: the parts that differ, or the kind of move that it is about."""
    at: int
    """After how many moves."""
    message: str
    clauses: tuple[str, ...] = ()
    """The clauses that may be meant; only a refusal's is sure."""
    tried: Any = None
    stderr: str = ""
    differences: tuple[Difference, ...] = field(default=(), repr=False)
    """For a position: every place where it differs."""
    after: str = ""
    """The kind of move that it is seen after, if it is not about a move itself."""
    since: int = 0
    """After how many moves the other side was handed the position that it went on from."""
    agreed_at: int = 0
    """After how many moves the positions were last seen to agree, for one that differs."""
    theirs: str = ""
    """Who is to move as the other side says, where that differs,"""
    there: tuple[Difference, ...] = field(default=(), repr=False)
    """and every place where the position differs besides, if it is told: for a turn, which is not told apart by it."""
    answer: Answer | None = field(default=None, repr=False, eq=False)
    """What the other side said there."""
    position: Mapping[str, Any] | None = field(default=None, repr=False, eq=False)
    """For wrong scores: the position that they are held against."""
    missing: frozenset[str] = frozenset()
    """Where the lists of legal moves differ: all that are not listed, of other kinds too,"""
    extra: frozenset[str] = frozenset()
    """and all that are listed against the rules."""
    in_theirs: bool = False
    """Whether it was held against the rules in the other side's own last position, which differs from ours."""
    out_of_step: bool = False
    """Whether the positions differed before, in parts where that is known: this may follow from it."""
    beside: frozenset[str] = frozenset()
    """Parts of the position that differ in the same step, and are owed to something else."""

    @property
    def key(self) -> str:
        """The cause, as far as one game tells."""
        return ":".join((self.kind, self.about, *(self.clauses[:1] if self.is_sure else ())))

    @property
    def identity(self) -> Identity:
        """What all divergences that were brought about alike have in common."""
        return self.key, self.after, self.clauses, self.parts

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The parts of the position that differ."""
        return tuple(sorted({difference.part for difference in self.differences}))

    def but(self, beside: Collection[str]) -> Divergence:
        """The same without what differs in some parts of the position, which is owed to something else."""
        if not beside:
            return self
        rest = tuple(difference for difference in self.differences if difference.part not in beside)
        message = "; ".join(told_differences(rest, SHOWN))
        return evolve(self, about=parts_of(rest), message=message, differences=rest, beside=self.beside | set(beside))

    @property
    def is_sure(self) -> bool:
        """Whether the clause is that of a refusal."""
        return self.kind in ("lists", "accepts")

    @property
    def symptom(self) -> str:
        """What is seen, whatever move it is seen after: what the suspects of a cause are found by."""
        return f"{self.kind}:{self.about}"


@define
class Counts(Growing):
    """How much was looked at."""

    games: int = 0
    moves: int = 0
    legal: int = 0
    """Positions whose legal moves were compared."""
    runs_left_out: int = 0
    """Positions with too many ways to make several moves as one."""
    state: int = 0
    turn: int = 0
    outcome: int = 0
    undo: int = 0
    tries: int = 0
    """Moves offered that the rules forbid, or that are no moves."""
    refusals: Counter[str] = field(factory=Counter)
    """The clauses that forbade them."""
    events: Counter[str] = field(factory=Counter)
    compared: Compared = field(factory=Compared)

    def add(self, gain: Self) -> None:
        """Take in what was looked at in another game."""
        super().add(gain)
        self.compared.parts.update(gain.compared.parts)


def carried_out(events: Iterable[str]) -> tuple[str, ...]:
    """The clauses among some events, each once and in their order."""
    return tuple(dict.fromkeys(event for event in events if not event.startswith(SILENT)))
