"""What the judge says of a text: passages, verdicts, and how sure one is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, Literal

from attrs import field, frozen

from rulecheck.solvers.judging.comparing import Slot
from rulecheck.solvers.judging.concepts import Relation
from rulecheck.solvers.judging.naming import concepts_in, named_in
from rulecheck.spec.reading.frames import DENYING, Frame, Quantity, Span, hull, normal_paths

Kind = Literal["otherwise", "exchanged", "not-said", "besides"]

DENIALS: Final = frozenset({"no", "none", "nobody", "never", "without", "must-not", "only"})
"""Words that deny; one of them can be a denial that was read into another statement."""

_PARTS_OF_MODE: Final = {"may": frozenset({"may", "optional"}), "must": frozenset({"must"})}

UNTRIED: Final = frozenset({"who", "n", "what", "at", "attr", "act"})
"""Slots that are often misread in a text whose words nobody has tried yet: what is alone in one of them is a doubt."""

MODAL: Final = DENIALS | {"may", "must", "optional", "need-not", "always"}
"""Words that say whether something may, must or must not be done."""


@frozen
class Passage:
    """What a text says in one place."""

    clauses: tuple[str, ...]
    frames: tuple[Frame, ...]
    starts: tuple[int, ...] = field(default=(), kw_only=True)
    """Where the sentence of each frame begins, if the words that its values stand for are counted from there."""
    mentions: frozenset[str] = frozenset()
    """Every concept that it names, read into a slot or not."""
    numbers: frozenset[int] = frozenset()
    """Every number that it names."""
    expected: frozenset[str] = frozenset()
    """What the wording of its clauses speaks of, and what an edition expects there."""


@frozen
class Verdict:
    """One way in which a text says something else than a clause."""

    kind: Kind
    clause: str
    slot: str
    """`from`; `if.what` for one of a condition's."""
    wanted: Any
    """The clause's value; None for what the text says besides."""
    said: Any
    """The text's, with the words that it stands for; None for what is not said."""
    passage: int | None
    """Which passage says it; of what is not said, the one that tells the rest, None if none does."""
    frame: Frame
    """The clause's statement."""
    is_sure: bool = True
    other: tuple[Any, Any] | None = None
    """For an exchange, the second pair: what is wanted and what is said there."""
    start: int = 0
    """Where the sentence begins from which its words are counted."""

    @property
    def is_plain(self) -> bool:
        """Whether it is sure in a text that nobody has looked at, too: of a slot that is seldom misread."""
        return self.is_sure and (self.kind in ("exchanged", "besides") or self.slot not in UNTRIED)

    @property
    def span(self) -> Span | None:
        """Where the words stand, in the text that was read."""
        span = span_of(self.said)
        return None if span is None else (span[0] + self.start, span[1] + self.start)


@frozen
class Open:
    """A value of a clause that was not read in its passage."""

    clause: str
    number: int
    """Which of the clause's statements."""
    path: str
    """The slot; empty for a statement of which nothing was read."""
    wanted: Any


@frozen
class Judgement:
    """What came of one clause."""

    verdicts: tuple[Verdict, ...]
    agreed: tuple[tuple[int, str, Any, Any], ...] = ()
    """What is said as it should be: passage, slot, the clause's value, the text's."""
    told: frozenset[int] = field(default=frozenset())
    """The clause's statements that some passage tells."""

    def evidence_at(self, passage: int) -> frozenset[str]:
        """What a passage says where the clause says it: concepts and small words."""
        own = [(wanted, said) for at, _, wanted, said in self.agreed if at == passage]
        values = (v for wanted, said in own for v in ((said,) if isinstance(wanted, Frame) else (wanted, said)))
        return frozenset().union(*map(named_in, values))


def agreed_in(slots: Iterable[Slot]) -> frozenset[str]:
    """The slots in which two statements say the same."""
    return frozenset(slot.path for slot in slots if slot.relation in (Relation.SAME, Relation.LOOSE))


def is_sure(slot: Slot, agreed: Collection[str], passage: Passage) -> bool:
    """Whether the clause's value is nowhere in the passage: what stands there might only be read into a wrong slot.

    `agreed` are the slots in which the two statements say the same.
    """
    last = slot.path.rpartition(".")[2]
    inner = slot.path.removesuffix(last)
    if last == "mode" and f"{inner}act" not in agreed:
        return False
    if last == "step" and "who" not in agreed:
        return False
    if last == "act" and named_in(slot.said) & passage.expected:
        return False
    if isinstance(slot.wanted, Quantity) and slot.wanted.value is not None:
        return slot.wanted.value not in passage.numbers or slot.wanted.how not in ("exactly", slot.said.how)
    if last == "mode":
        ours, theirs = (value.values[0] in DENYING for value in (slot.wanted, slot.said))
        if ours:
            return not passage.mentions & DENIALS
        return theirs or not _PARTS_OF_MODE.get(slot.wanted.values[0], frozenset()) & passage.mentions
    left = named_in(slot.wanted) - named_in(slot.said)
    return not left & passage.mentions


def words_of(verdict: Verdict) -> frozenset[str]:
    """The concepts and small words that a difference is about."""
    more = {"mode": MODAL, "only": frozenset({"only"})}.get(verdict.slot.rpartition(".")[2], frozenset())
    return named_in(verdict.wanted) | named_in(verdict.said) | more


def span_of(value: Any) -> Span | None:
    """The words that a value was read from; of a frame without its own, all of its values'."""
    if value is None:
        return None
    span: Span | None = value.span
    if span is None and isinstance(value, Frame):
        return hull(normal_paths(value).values())
    return span


def differing(verdict: Verdict) -> str:
    """A difference as an edition names one that a person has found right: `what = tile`, `no per`."""
    if verdict.said is None:
        return f"no {verdict.slot or 'statement'}"
    named = " ".join(sorted(concepts_in(verdict.said))) or str(verdict.said)
    return f"{verdict.slot} = {named}"
