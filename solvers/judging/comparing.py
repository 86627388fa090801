"""Two frames compared slot by slot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.solvers.judging import amounts
from rulecheck.solvers.judging.concepts import Concepts, Relation
from rulecheck.solvers.judging.forms import (
    conditions,
    equals,
    events,
    mode_of,
    normal,
)
from rulecheck.spec.reading.frames import DENYING, TERM_SLOTS, Criterion, Frame, Term, Time, Word

TURNED: Final = (
    frozenset({"begin", "end"}),
    frozenset({"before", "after"}),
    frozenset({"before", "during"}),
    frozenset({"next", "previous"}),
)
"""Relations to a time of which one in the other's place is another rule."""

_STEPS_TURNED: Final = (frozenset({"first", "last"}), frozenset({"first", "then"}))


@frozen
class Slot:
    """What a text says in one slot, beside what the clause does."""

    path: str
    """The slot, `if.what` for one of a condition's."""
    relation: Relation | None
    """None if one of the two says nothing."""
    wanted: Any = None
    said: Any = None

    @property
    def is_lost(self) -> bool:
        """Whether only the clause says it."""
        return self.relation is None and self.said is None

    @property
    def is_besides(self) -> bool:
        """Whether only the text says it."""
        return self.relation is None and self.wanted is None


class Comparer:
    """Compares frames about the things of one game."""

    def __init__(self, concepts: Concepts) -> None:
        self.concepts = concepts

    def slots(self, wanted: Frame, said: Frame) -> tuple[Slot, ...]:
        """Every slot that either says; of forms that say the same, those that agree best."""
        pairs = [tuple(self._slots(ours, theirs, "")) for ours in equals(wanted) for theirs in equals(said)]
        return min(pairs, key=_contradictions)

    def _slots(self, wanted: Frame, said: Frame, path: str) -> Iterator[Slot]:
        yield self._mode(wanted, said, path)
        may = mode_of(wanted) in ("may", "need-not")
        yield from self._each(f"{path}act", wanted.act, said.act, self._word)
        for slot in TERM_SLOTS:
            yield from self._terms(f"{path}{slot}", wanted.get(slot), said.get(slot))
        yield from self._each(
            f"{path}n", wanted.n, said.n, lambda a, b: amounts.compared(a, b, may=may, is_one_each=False)
        )
        yield from self._each(f"{path}attr", wanted.attr, said.attr, self._word)
        yield from self._each(f"{path}whose", wanted.whose, said.whose, self._word)
        yield from self._each(f"{path}dir", wanted.dir, said.dir, self._word)
        yield from self._each(f"{path}step", wanted.step, said.step, _step)
        yield from self._times(wanted, said, path)
        yield from self._by(f"{path}by", wanted.by, said.by)
        yield from self._conditions(wanted, said, path)
        yield from self._frames(f"{path}until", wanted.until, said.until)
        yield from self._frames(f"{path}instead", wanted.instead, said.instead)
        yield from self._frames(f"{path}not", wanted.not_, said.not_)
        if not path:
            yield from self._nouns(wanted, said)
        if wanted.only and said.only:
            yield Slot(f"{path}only", Relation.SAME, wanted.only[0], said.only[0])
        else:
            yield from self._each(f"{path}only", wanted.only, said.only, lambda a, b: Relation.SAME)

    def _mode(self, wanted: Frame, said: Frame, path: str) -> Slot:
        ours, theirs = mode_of(wanted), mode_of(said)
        own = wanted.mode[0] if wanted.mode else Word(("",))
        other = said.mode[0] if said.mode else Word(("",), span=said.act[0].span if said.act else said.span)
        return Slot(f"{path}mode", _mode(ours, theirs), own, other)

    # -- lists of values ---------------------------------------------------------------------------------------

    def _each(
        self, path: str, wanted: Sequence[Any], said: Sequence[Any], relation: Callable[[Any, Any], Relation]
    ) -> Iterator[Slot]:
        """Each value beside the one that is likest; what nobody answers is lost, or said besides."""
        left = list(said)
        for value in wanted:
            ranked = sorted(left, key=lambda other: (relation(value, other) != Relation.SAME, relation(value, other)))
            best = next((o for o in ranked if relation(value, o) != Relation.APART), None)
            if best is None:
                yield Slot(path, None, wanted=value)
            else:
                left.remove(best)
                yield Slot(path, relation(value, best), value, best)
        yield from (Slot(path, None, said=value) for value in left)

    def _word(self, wanted: Word, said: Word) -> Relation:
        return self._either(wanted.values, said.values)

    def _either(self, wanted: Sequence[str], said: Sequence[str]) -> Relation:
        """Alternatives: one has to be met; of several that a clause names, none by another thing of its kind."""
        best = min(self.concepts.relation(a, b) for a in wanted for b in said)
        if best <= Relation.LOOSE and len(wanted) > 1 and len(said) > 1:
            missed = [a for a in wanted if all(self.concepts.relation(a, b) > Relation.LOOSE for b in said)]
            others = [b for b in said if all(self.concepts.relation(a, b) > Relation.LOOSE for a in wanted)]
            if any(self.concepts.relation(a, b) == Relation.OTHER for a in missed for b in others):
                return Relation.OTHER
        return best

    def _terms(self, path: str, wanted: Sequence[Term], said: Sequence[Term]) -> Iterator[Slot]:
        rows = list(self._each(path, wanted, said, self._term))
        if len(wanted) == len(said) == 1 and len(rows) == 2 and path in ("from", "to"):
            rows = [Slot(path, Relation.OTHER, wanted[0], said[0])]  # there is one place that a thing comes from
        for slot in rows:
            yield slot
            if slot.relation in (Relation.SAME, Relation.LOOSE):
                yield from self._inner(path, slot.wanted, slot.said)

    def _term(self, wanted: Term, said: Term) -> Relation:
        """Nouns by their concepts; a noun without one ("the empty ones") is any."""
        if not wanted.values or not said.values:
            return Relation.LOOSE
        return self._either(wanted.values, said.values)

    def _inner(self, path: str, wanted: Term, said: Term) -> Iterator[Slot]:
        yield from self._each(f"{path}.n", wanted.n, said.n, amounts.compared)
        yield from self._each(f"{path}.attr", wanted.attr, said.attr, self._word)
        yield from self._each(f"{path}.whose", wanted.whose, said.whose, self._word)
        yield from self._terms(f"{path}.of", wanted.of, said.of)

    def _nouns(self, wanted: Frame, said: Frame) -> Iterator[Slot]:
        """What nouns are like, and whose: also of one that a text names in another slot than the clause."""
        ours, theirs = nouns_in(wanted), nouns_in(said)
        for head in ours.keys() & theirs.keys():
            for key in ("attr", "whose"):
                own = [(slot, w) for slot, term in ours[head] for w in getattr(term, key)]
                other = [(slot, w) for slot, term in theirs[head] for w in getattr(term, key)]
                is_other = all(self._word(a, b) == Relation.OTHER for _, a in own for _, b in other)
                if own and other and is_other and not {slot for slot, _ in own} & {slot for slot, _ in other}:
                    yield Slot(f"{own[0][0]}.{key}", Relation.OTHER, own[0][1], other[0][1])

    # -- times -------------------------------------------------------------------------------------------------

    def _times(self, wanted: Frame, said: Frame, path: str) -> Iterator[Slot]:
        ours, theirs = wanted.when, said.when
        if not (events(wanted) and events(said)):  # one of them says it as a condition
            ours = tuple(t for t in ours if not t.event or t.relation == "before" or not conditions(said))
            theirs = tuple(t for t in theirs if not t.event or t.relation == "before" or not conditions(wanted))
        yield from self._each(f"{path}when", ours, theirs, self._time)

    def _time(self, wanted: Time, said: Time) -> Relation:
        turned = {wanted.relation, said.relation}
        if wanted.event and said.event:
            if not self._is_alike(wanted.event[0], said.event[0]):
                return Relation.APART
            return Relation.OTHER if turned in TURNED else Relation.SAME
        if wanted.event or said.event or not (wanted.period and said.period):
            return Relation.SAME if wanted == said else Relation.APART
        period = self._term(wanted.period[0], said.period[0])
        if period == Relation.SAME and turned in TURNED:
            return Relation.OTHER
        if period == Relation.SAME and len(turned) > 1:
            return Relation.LOOSE
        return period

    # -- orders ------------------------------------------------------------------------------------------------

    def _by(self, path: str, wanted: Sequence[Criterion], said: Sequence[Criterion]) -> Iterator[Slot]:
        """Criteria by their places in the order; said in another order they are exchanged."""
        if len(wanted) > 1 and len(said) > 1:
            places = [
                next((n for n, o in enumerate(said) if self.criterion(w, o) == Relation.SAME), -1) for w in wanted
            ]
            known = [n for n in places if n >= 0]
            if known != sorted(known):
                turned = next(n for n in range(len(known) - 1) if known[n] > known[n + 1])
                first, second = known[turned], known[turned + 1]
                yield Slot(path, Relation.OTHER, wanted[places.index(first)], said[second])
                return
        yield from self._each(path, wanted, said, self.criterion)

    def criterion(self, wanted: Criterion, said: Criterion) -> Relation:
        """What a criterion of a text is to the clause's."""
        if not wanted.of or not said.of:
            return Relation.SAME if wanted == said else Relation.APART
        what = self._term(wanted.of[0], said.of[0])
        if what != Relation.SAME or wanted.rank == said.rank:
            return what if what != Relation.OTHER or wanted.rank == said.rank else Relation.APART
        return Relation.OTHER

    # -- frames in slots ---------------------------------------------------------------------------------------

    def _conditions(self, wanted: Frame, said: Frame, path: str) -> Iterator[Slot]:
        ours, theirs = conditions(wanted), conditions(said)
        if not (events(wanted) and events(said)):
            ours += events(wanted) if theirs else []
            theirs += events(said) if ours else []
        turned = "unless" if bool(wanted.unless) != bool(said.unless) else "if"
        yield from self._frames(f"{path}{turned}", ours, theirs)
        own, other = list(wanted.except_), list(said.except_)
        if own and not other and said.unless:
            other = list(said.unless)
        elif other and not own and wanted.unless:
            own = list(wanted.unless)
        yield from self._frames(f"{path}except", own, other)

    def _frames(self, path: str, wanted: Sequence[Frame], said: Sequence[Frame]) -> Iterator[Slot]:
        """Frames of a slot, each beside the one that is likest, then slot by slot."""
        left = list(said)
        for frame in wanted:
            ours = normal(frame)
            best = max(left, key=lambda other: self.likeness(ours, normal(other)), default=None)
            if best is None or not self._is_alike(ours, best):
                yield Slot(path, None, wanted=frame)
                continue
            left.remove(best)
            inner = self.slots(frame, best)
            yield Slot(path, Relation.SAME if not _contradictions(inner) else Relation.LOOSE, frame, best)
            for slot in inner:
                if slot.relation is not None or slot.is_lost:
                    yield Slot(f"{path}.{slot.path}", slot.relation, slot.wanted, slot.said)
        yield from (Slot(path, None, said=frame) for frame in left)

    def _is_alike(self, wanted: Frame, said: Frame) -> bool:
        """Whether two frames speak of one thing, so that they can be compared."""
        ours, theirs = normal(wanted), normal(said)
        act = self._best(ours.act, theirs.act, self._word)
        nouns = [
            self._best(getattr(ours, s), getattr(theirs, s), self._term) for s in ("what", "who", "at", "to", "from_")
        ]
        shared = sum(1 for noun in nouns if noun in (Relation.SAME, Relation.LOOSE))
        if act == Relation.SAME:
            return shared > 0 or not any(noun == Relation.OTHER for noun in nouns)
        if ours.act and theirs.act:
            return False
        if not ours.what or not theirs.what:
            return shared > 0 or Relation.OTHER in nouns
        return nouns[0] in (Relation.SAME, Relation.LOOSE) or (nouns[0] == Relation.OTHER and shared > 0)

    def _best(self, wanted: Iterable[Any], said: Iterable[Any], relation: Callable[[Any, Any], Relation]) -> Relation:
        others = list(said)
        return min((relation(a, b) for a in wanted for b in others), default=Relation.APART)

    def likeness(self, wanted: Frame, said: Frame) -> float:
        """How much two frames have in common."""
        return likeness_of(tuple(self._slots(wanted, said, "")))


def nouns_in(frame: Frame) -> dict[str, list[tuple[str, Term]]]:
    """The nouns of a frame, those inside others too, with the slot of each."""
    rows: dict[str, list[tuple[str, Term]]] = {}
    for slot in TERM_SLOTS:
        for number, term in enumerate(frame.get(slot)):
            here = (
                evolve(term, attr=term.attr or frame.attr, whose=term.whose or frame.whose)
                if (slot == "what" and number == 0)
                else term
            )
            waiting = [(slot, here)]
            while waiting:
                path, inner = waiting.pop()
                for head in inner.values:
                    rows.setdefault(head, []).append((path, inner))
                waiting += [(f"{path}.of", whole) for whole in inner.of]
    return rows


WEIGHTS: Final = {"act": 3.0, "what": 2.0, "from": 1.5, "to": 1.5, "at": 1.5, "who": 1.0, "if": 1.5, "by": 1.5}
"""What a slot in which two frames agree says of their being one statement; the others half a point."""


def likeness_of(slots: Iterable[Slot]) -> float:
    """How much two frames have in common, by their slots."""
    whole = 0.0
    for slot in slots:
        weight = WEIGHTS.get(slot.path, 0.5)
        if slot.path == "mode":
            weight = 0.25
        if slot.relation == Relation.SAME:
            whole += weight
        elif slot.relation == Relation.LOOSE:
            whole += weight / 2
        elif slot.relation == Relation.OTHER:
            whole -= {"act": 2.0, "what": 0.5}.get(slot.path, 1.0)
    return whole


def _contradictions(slots: Iterable[Slot]) -> int:
    return sum(1 for slot in slots if slot.relation == Relation.OTHER)


def _mode(wanted: str, said: str) -> Relation:
    if wanted == said or {wanted, said} in ({"", "must"}, {"may", "need-not"}) or {wanted, said} <= DENYING:
        return Relation.SAME
    if {wanted, said} in ({"", "may"}, {"", "need-not"}) or {wanted, said} == {"not", "need-not"}:
        return Relation.LOOSE
    return Relation.OTHER


def _step(wanted: Word, said: Word) -> Relation:
    if {*wanted.values} & {*said.values}:
        return Relation.SAME
    ours, theirs = wanted.values[0], said.values[0]
    if (ours.isdecimal() and theirs.isdecimal()) or {ours, theirs} in _STEPS_TURNED:
        return Relation.OTHER
    return Relation.LOOSE
