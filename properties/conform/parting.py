"""What is seen while two sides play: where they parted, which clauses were at work, how much was compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from math import sqrt
from typing import Any, Final

from attrs import define, field, fields, frozen

from rulecheck.properties.conform.clues import Words, affinity, words
from rulecheck.properties.conform.ends import Ends
from rulecheck.properties.conform.messages import NOBODY
from rulecheck.properties.conform.observation import Compared, Difference
from rulecheck.reference_engines.contract import SILENT

_SPEECH: Final = 0.25
"""What it adds to a clause's likelihood that it speaks of what differs: enough to decide between equals."""
_SPEECH_OF_TURNS: Final = 0.1
"""The same where somebody else is to move: many clauses speak of turns."""
_CHANGES: Final = 1.0
"""What it adds that a clause changes, in our own games, a part that differs."""
_ABOUT: Final = {"scores": "score points bring", "winners": "win tie share"}
_ENDS: Final = "game ends end over last"
_TURNS: Final = "turn order next"


Identity = tuple[str, str, tuple[str, ...]]
"""What two partings of one cause have in common for sure: the key, the kind of move before it (or, of wrong scores,
what the seats have), the clauses."""


@frozen
class Parting:
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
    waits: tuple[str, frozenset[str]] | None = None
    """Where one side passes the turn on and the other does not: `lists` or `misses`, and the kinds of moves it has."""
    theirs: str = ""
    """Who is to move as the other side says, where that differs."""
    marks: frozenset[str] = frozenset()
    """For wrong scores: what the seats have whose scores are wrong, and no other seat."""
    in_theirs: bool = False
    """Whether it was held against the rules in the other side's own last position, which differs from ours."""
    out_of_step: bool = False
    """Whether the positions differed before, in parts where that is known: this may follow from it."""

    @property
    def key(self) -> str:
        """The cause, as far as one game tells."""
        return ":".join((self.kind, self.about, *(self.clauses[:1] if self.is_sure else ())))

    @property
    def identity(self) -> Identity:
        """What all partings that were brought about alike have in common."""
        return self.key, self.after or " ".join(sorted(self.marks)), self.clauses

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the position that differ."""
        return tuple(sorted({difference.part for difference in self.differences}))

    @property
    def is_sure(self) -> bool:
        """Whether the clause is that of a refusal."""
        return self.kind in ("lists", "accepts")

    @property
    def symptom(self) -> str:
        """What is seen, whatever move it is seen after: what the suspects of a cause are found by."""
        return f"{self.kind}:{self.about}"

    @property
    def clues(self) -> Words:
        """The words of what differs, for which the clauses are looked through."""
        if self.kind == "state":
            return words(self.message)
        if self.kind == "turn":
            return words(_ENDS if NOBODY in self.message else _TURNS)
        if self.kind == "outcome":
            return words(_ABOUT.get(self.about, _ENDS))
        return frozenset()


@define
class Spectrum:
    """Which clauses were carried out where the sides agreed and where they parted: the usual suspects.

    Clauses are ranked by Ochiai's coefficient, as in spectrum-based fault localization; those that
    speak of what differs gain by it.
    """

    agreed: Counter[str] = field(factory=Counter)
    """Where whole positions, or outcomes, agreed."""
    turns: Counter[str] = field(factory=Counter)
    """Where the sides agreed who is to move."""
    parted: dict[str, Counter[str]] = field(factory=dict)
    """For each symptom."""
    times: Counter[str] = field(factory=Counter)
    ends: Ends = field(factory=Ends)
    """Where scores were compared."""

    def about(self, parting: Parting) -> str:
        """What a parting is about; wrong scores by what the seats have, where that tells several causes apart."""
        put_down = self.ends.put_down(parting.marks) if len(self.ends.causes) > 1 else ""
        return f"{parting.about}:{put_down}" if put_down else parting.about

    def part(self, parting: Parting) -> None:
        """The sides parted in a step that carried the parting's clauses out."""
        symptom = parting.symptom
        self.times[symptom] += 1
        self.parted.setdefault(symptom, Counter()).update(set(parting.clauses))

    def add(self, other: Spectrum) -> None:
        """Take in what was seen in another game."""
        self.agreed.update(other.agreed)
        self.turns.update(other.turns)
        self.times.update(other.times)
        for symptom, clauses in other.parted.items():
            self.parted.setdefault(symptom, Counter()).update(clauses)
        self.ends.take_in(other.ends)

    def share(self, symptoms: Collection[str], clause: str) -> float:
        """Of the times that a clause was at work, the part in which the sides parted with one of some symptoms."""
        met = sum(self.parted.get(symptom, Counter())[clause] for symptom in symptoms)
        is_turn = all(symptom.startswith("turn:") for symptom in symptoms)
        agreed = (self.turns or self.agreed) if is_turn else self.agreed
        return met / (met + agreed[clause]) if met else 0.0

    def suspects(
        self,
        parting: Parting,
        text: Callable[[str], str] = str,
        changes: Callable[[str], Mapping[str, float]] | None = None,
    ) -> tuple[str, ...]:
        """The parting's clauses, the likeliest cause first; as they stand where nothing tells them apart.

        `text` is what a clause says, `changes` which clauses change a part of the position, and how surely.
        """
        symptom, clauses = parting.symptom, parting.clauses
        if parting.is_sure:
            return clauses
        parted, times = self.parted.get(symptom, Counter()), self.times[symptom]
        agreed = (self.turns or self.agreed) if parting.kind == "turn" else self.agreed
        told = [changes(part) for part in parting.parts] if changes is not None else []
        clues = parting.clues
        if parting.marks:
            clues = words(self.ends.put_down(parting.marks)) or clues
        speaks = affinity(clues, {clause: text(clause) for clause in clauses})

        def score(clause: str) -> float:
            met = parted[clause]
            if not met:
                return 0.0
            does = max((effects.get(clause, 0.0) for effects in told), default=0.0)
            likely = met / sqrt(times * (met + agreed[clause]))
            speech = _SPEECH_OF_TURNS if parting.kind == "turn" else _SPEECH
            return (1 + speech * speaks[clause]) * (1 + _CHANGES * does) * likely

        return tuple(sorted(clauses, key=score, reverse=True))


@define
class Counts:
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

    def add(self, other: Counts) -> None:
        """Take in what was looked at in another game."""
        for name in _NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.refusals.update(other.refusals)
        self.events.update(other.events)
        for part, times in other.compared.parts.items():
            self.compared.parts[part] = self.compared.parts.get(part, 0) + times


_NUMBERS: Final = tuple(field.name for field in fields(Counts) if field.name not in ("refusals", "events", "compared"))


def carried_out(events: Iterable[str]) -> tuple[str, ...]:
    """The clauses among some events, each once and in their order."""
    return tuple(dict.fromkeys(event for event in events if not event.startswith(SILENT)))
