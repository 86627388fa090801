"""What belongs together among the nouns about one act: owners, wholes, compounds, and periods with whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, evolve, field

from rulecheck.spec.languages import Language
from rulecheck.spec.reading.frames import Frame, Time, Word
from rulecheck.spec.reading.marks import Mark
from rulecheck.spec.reading.nouns import Noun, whole, with_of

PLAYER: Final = "player"
_SPANS: Final = ("", "during", "before", "after")


@define
class Share:
    """What belongs to one act of a part."""

    marks: Sequence[Mark]
    """The part's."""
    first: int
    last: int
    act: int | None
    nouns: list[Noun] = field(factory=list)
    is_relative: bool = False
    """Whether who acts is what the part hangs on."""

    def places(self, *names: str) -> Iterator[int]:
        """Where marks that can mean one of these stand."""
        return (n for n in range(self.first, self.last) if self.marks[n].has(*names))


class Linker:
    """Links the nouns of one act with one another."""

    def __init__(self, language: Language, part_of: Mapping[str, tuple[str, ...]]) -> None:
        self.language = language
        self.part_of = part_of

    def link(self, share: Share) -> None:
        """Make times of periods, and hang on each noun what belongs to it."""
        self._name_periods(share)
        self._hang(share)

    def _name_periods(self, share: Share) -> None:
        """Make times of the periods, "the mayor phase" of both words, and take these from the nouns."""
        for noun in [noun for noun in share.nouns if noun.kind == "period"]:
            at = share.nouns.index(noun)
            before = share.nouns[at - 1] if at else None
            after = share.nouns[at + 1] if at + 1 < len(share.nouns) else None
            owner = self._owner(noun, before, after, share)
            relation = next(iter((*noun.times, *(owner.times if owner else ()))), "")
            if not relation and any(q.how == "each" for q in noun.term.n):
                relation = "each"
            if not relation and not noun.tie and not (owner and owner.tie):
                continue
            period = evolve(owner.term if owner else noun.term, n=(), attr=(), whose=())
            counts = tuple(q for q in noun.term.n if q.value is not None)
            step = (Word((noun.place,), span=noun.term.span),) if noun.place in ("first", "last") else ()
            if (counts or step) and relation in _SPANS:  # "in round 2", "after the last round"
                event = Frame(what=(period,), n=counts, step=step, span=noun.term.span)
                noun.time = Time(relation or "during", event=(event,), span=whole(noun.term))
            else:
                noun.time = Time(relation or "during", (period,), span=whole(noun.term))
            if owner is not None:
                share.nouns.remove(owner)

    def _owner(self, noun: Noun, before: Noun | None, after: Noun | None, share: Share) -> Noun | None:
        """Whose phase or turn a period is: "the mayor phase", "the phase of the mayor"."""
        if not set(noun.term.values) & {"phase", "turn"}:
            return None
        if before is not None and before.last == noun.head and self._is_role(before):
            return before
        if after is None or after.first != noun.last or not self._is_role(after):
            return None
        others = (other for other in share.nouns if other.kind == "person" and other is not after)
        is_free = share.act is not None and noun.head < share.act and next(others, None) is None
        return after if after.tie == "of" or (after.tie == "" and not is_free) else None

    def _is_role(self, noun: Noun) -> bool:
        return noun.kind == "person" and PLAYER not in noun.term.values

    def _hang(self, share: Share) -> None:
        """Hang each noun on the one right before it that it owns, is the whole of, or says more about."""
        for at in range(len(share.nouns) - 1, 0, -1):
            noun, before = share.nouns[at], share.nouns[at - 1]
            if noun.joined or not _is_beside(before, noun, share.marks) or noun.time or before.time:
                continue
            is_plain = not noun.tie and self.language.owners_before
            if is_plain and noun.head == noun.first and not share.marks[noun.first].is_comma and not before.is_article:
                self._compound(before, noun)
                del share.nouns[at - 1]
                continue
            is_owner = self.language.owners_after and not noun.tie
            is_owner = is_owner and (noun.kind == "person" or before.kind != "person" or "owner" in before.term.values)
            is_owner = is_owner and not before.is_article
            is_owner = is_owner and not noun.is_article and not noun.term.n
            is_apart = share.marks[noun.first].is_comma or share.marks[noun.first].is_apart
            is_within = noun.tie == "at" and before.tie in ("to", "at") and noun.kind == "place"
            if is_apart or not (noun.tie == "of" or is_owner or is_within or self._is_whole(noun, before)):
                continue
            if noun.kind == "person":
                before.term = evolve(before.term, whose=(Word(noun.term.values, span=noun.term.span),))
            else:
                before.term = with_of(before.term, noun.term)
            before.last = noun.last
            del share.nouns[at]

    def _compound(self, first: Noun, noun: Noun) -> None:
        """Let a noun take on the one right before it: "island space", "indigo plantation"."""
        term = first.term
        is_whole = any(set(self.part_of.get(part, ())) & set(term.values) for part in noun.term.values)
        more: dict[str, Any] = {"of": (*noun.term.of, evolve(term, n=(), attr=(), whose=()))}
        if not is_whole:
            more = {"attr": (Word(term.values, span=term.span), *term.attr, *noun.term.attr)}
        noun.term = evolve(noun.term, n=(*term.n, *noun.term.n), whose=(*term.whose, *noun.term.whose), **more)
        noun.first, noun.tie, noun.joined, noun.rank = first.first, first.tie, first.joined, noun.rank or first.rank

    def _is_whole(self, noun: Noun, part: Noun) -> bool:
        """Whether a noun is what another is a part of, and stands where it lies."""
        wholes = {whole for value in part.term.values for whole in self.part_of.get(value, ())}
        return noun.tie in ("at", "from") and not wholes.isdisjoint(noun.term.values)


def _is_beside(before: Noun, noun: Noun, marks: Sequence[Mark]) -> bool:
    """Whether nothing but a word of which nothing is known stands between two nouns."""
    between = marks[before.last : noun.first]
    return len(between) <= 1 and all(not mark.ids and mark.value is None for mark in between)
