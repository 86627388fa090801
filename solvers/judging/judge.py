"""The judge: which statements of a text say otherwise than their clauses, exchange two things, or leave one out.

A *passage* is what a text says in one place, as frames.  Each of its statements is judged by the statement of its
clauses that it is likest; what none of a clause's passages says is not said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.solvers.judging.comparing import Comparer, Slot, likeness_of
from rulecheck.solvers.judging.concepts import GENERIC, Relation
from rulecheck.solvers.judging.forms import events, is_denied, left_out, mode_of
from rulecheck.solvers.judging.naming import concepts_in, named_in
from rulecheck.solvers.judging.polarity import attributes, has_exceptions, reservations, turned_attributes
from rulecheck.solvers.judging.verdicts import Judgement, Open, Passage, Verdict, agreed_in, is_sure, span_of
from rulecheck.spec.reading.frames import Frame, Quantity, Span, Word

ANCHORED: Final = 3.0
"""How much two statements have in common at least to be one: an act and a noun, or several nouns."""

STRONG: Final = frozenset({"who", "what", "from", "to", "at", "if", "by", "unless", "when"})
"""Slots by which a statement is known; the others ("one", "then", "own") stand in any."""

ANYBODY: Final = GENERIC | {"each-player", "all-players"}
"""Persons whom a sentence need not name: it is about whoever reads it."""

_KEPT: Final = 50_000
"""Statements of texts that are remembered at most."""

PERSONS: Final = ("who", "from", "to")
"""Slots in which somebody stands."""

EXCEPTING: Final = frozenset({"only", "no", "none", "nobody", "never", "without", "must-not", "other"})
"""Words with which a clause says an exception in other words."""

EXCHANGES: Final = (("from", "to"), ("who", "to"), ("who", "from"), ("who", "whose"), ("who", "what"))
"""Slots whose values can stand in one another's place."""


@frozen
class _Met:
    """A statement of a passage beside the clause's that it is likest."""

    clause: str
    number: int
    """Which of the clause's statements."""
    frame: Frame
    passage: int
    slots: tuple[Slot, ...]
    said: Frame
    """The passage's statement."""
    is_part: bool = False
    """Whether it only says what the clause's statement leaves out."""
    start: int = 0
    """Where its sentence begins."""


class Judge:
    """Compares passages with what clauses say."""

    def __init__(self, comparer: Comparer, says: Mapping[str, Sequence[Frame]]) -> None:
        self.comparer = comparer
        self.says = says
        self._owns: dict[tuple[str, int], float] = {}
        self._known: dict[tuple[tuple[str, ...], int], tuple[Frame, _Met | None]] = {}

    def judge(self, clauses: Iterable[str], passages: Sequence[Passage]) -> dict[str, Judgement]:
        """Every clause that has statements, judged by its passages."""
        met: dict[tuple[str, int], list[_Met]] = defaultdict(list)
        for number, passage in enumerate(passages):
            for start, said in _placed(passage):
                if (row := self._met(passage.clauses, said)) is not None:
                    placed = _Met(row.clause, row.number, row.frame, number, row.slots, row.said, row.is_part, start)
                    met[row.clause, row.number].append(placed)
        judged = {clause: self._judged(clause, met, passages) for clause in clauses if self.says.get(clause)}
        for number, passage in enumerate(passages):
            for verdict in self._as_a_whole(number, passage, judged):
                own = judged[verdict.clause]
                judged[verdict.clause] = evolve(own, verdicts=(*own.verdicts, verdict))
        return judged

    def _as_a_whole(self, number: int, passage: Passage, judged: Mapping[str, Judgement]) -> Iterator[Verdict]:
        """What a passage denies or excepts that none of its clauses does, whichever statement it belongs to."""
        clauses = [clause for clause in passage.clauses if self.says.get(clause)]
        wanted = [frame for clause in clauses for frame in self.says[clause]]
        if not wanted or len(clauses) < len(passage.clauses):
            return
        for start, said in _placed(passage):
            for value, word in turned_attributes(wanted, (said,), self.comparer.concepts.siblings):
                clause = next(c for c in clauses if value in attributes(self.says[c]).affirmed)
                denied = Frame(attr=(word,), mode=(Word(("not",)),), span=word.span)
                yield Verdict("otherwise", clause, "attr", Word((value,)), denied, number, wanted[0], start=start)
        if not passage.expected & EXCEPTING and not has_exceptions(wanted):
            own = [verdict for clause in clauses for verdict in judged[clause].verdicts if verdict.passage == number]
            is_told = any(verdict.slot.startswith("unless") for verdict in own)
            for start, said in () if is_told else _placed(passage):
                for inner in reservations((said,)):
                    yield Verdict("besides", clauses[0], "unless", None, inner, number, wanted[0], start=start)

    # -- which statement is which ------------------------------------------------------------------------------

    def _met(self, clauses: tuple[str, ...], said: Frame) -> _Met | None:
        """The same for the same statement of a text, however often it is checked."""
        known = self._known.get((clauses, id(said)))
        if known is None or known[0] is not said:
            if len(self._known) > _KEPT:
                self._known.clear()
            known = self._known[clauses, id(said)] = said, self._likest(clauses, said)
        return known[1]

    def _likest(self, clauses: Iterable[str], said: Frame, passage: int = 0) -> _Met | None:
        """The statement of some clauses that a statement of a passage is likest; None if it is none of them."""
        best: tuple[float, _Met] | None = None
        for clause in clauses:
            for number, wanted in enumerate(self.says.get(clause, ())):
                whole = wanted.either or (wanted,)
                for frame in (*whole, *left_out(wanted)):
                    slots = self.comparer.slots(frame, said)
                    score = likeness_of(slots)
                    is_part = frame not in whole
                    if is_part and slots[0].relation != Relation.SAME:
                        continue  # what is left out is only said where it is denied
                    if _is_anchored(slots, score) and (best is None or score > best[0]):
                        best = (score, _Met(clause, number, _marked(frame, wanted), passage, slots, said, is_part))
        return None if best is None else best[1]

    def likeness(self, clause: str, frames: Iterable[Frame]) -> float:
        """How much of what a clause says some statements say, from 0 to 1: for finding the passage of a clause."""
        others = list(frames)
        wanted = self.says.get(clause, ())
        whole = shared = 0.0
        for number, frame in enumerate(wanted):
            own = self._own(clause, number)
            pairs = [self.comparer.slots(form, other) for form in frame.either or (frame,) for other in others]
            scores = [score for slots in pairs if _is_anchored(slots, score := likeness_of(slots))]
            whole += own
            shared += min(max(scores, default=0.0), own)
        return shared / whole if whole else 0.0

    def _own(self, clause: str, number: int) -> float:
        """What a clause's statement has in common with itself; asked for every sentence that may say it."""
        known = self._owns.get((clause, number))
        if known is None:
            frame = self.says[clause][number]
            forms = frame.either or (frame,)
            known = self._owns[clause, number] = max(likeness_of(self.comparer.slots(form, form)) for form in forms)
        return known

    def open_values(self, clauses: Sequence[str], passage: Passage) -> tuple[list[Open], list[Span]]:
        """What the clauses say and was not read in a passage, and the words in which the rest was."""
        rows: dict[tuple[str, int], list[_Met]] = defaultdict(list)
        for _, said in _placed(passage):
            if (row := self._met(tuple(clauses), said)) is not None:
                rows[row.clause, row.number].append(row)
        left: list[Open] = []
        spans: list[Span] = []
        for clause in clauses:
            for number, wanted in enumerate(self.says.get(clause, ())):
                met = rows.get((clause, number), [])
                if not met:
                    left.append(Open(clause, number, "", wanted))
                    continue
                best = max(met, key=lambda row: likeness_of(row.slots))
                for slot in best.slots:
                    is_said = slot.relation == Relation.SAME
                    if is_said and (span := span_of(slot.said)) is not None:
                        spans.append(span)
                    if not is_said and slot.wanted is not None and slot.path != "mode":
                        left.append(Open(clause, number, slot.path, slot.wanted))
        return left, spans

    # -- verdicts ----------------------------------------------------------------------------------------------

    def _judged(self, clause: str, met: Mapping[tuple[str, int], list[_Met]], passages: Sequence[Passage]) -> Judgement:
        verdicts: list[Verdict] = []
        agreed: list[tuple[int, str, Any, Any]] = []
        told: set[int] = set()
        mine = [n for n, passage in enumerate(passages) if clause in passage.clauses]
        for number, wanted in enumerate(self.says[clause]):
            rows = met.get((clause, number), [])
            if rows:
                told.add(number)
            elif mine and (verdict := self._turned(clause, wanted, mine, passages)) is not None:
                verdicts.append(verdict)
                continue
            for row in rows:
                agreed += [(row.passage, s.path, s.wanted, s.said) for s in row.slots if s.relation == Relation.SAME]
                verdicts += self._otherwise(row, passages[row.passage])
            full = [row for row in rows if not row.is_part]
            verdicts += self._not_said(clause, wanted, full, mine, passages)
            verdicts += self._besides(wanted, full, passages)
        return Judgement(tuple(_with_turned_steps(verdicts)), tuple(agreed), frozenset(told))

    def _otherwise(self, row: _Met, passage: Passage) -> Iterator[Verdict]:
        wrong = {s.path: s for s in row.slots if s.relation == Relation.OTHER}
        for first, second in (*EXCHANGES, *((path, f"not.{path}") for path in tuple(wrong))):
            if first in wrong and second in wrong and self._crossed(wrong[first], wrong[second]):
                slot, turned = wrong.pop(first), wrong.pop(second)
                pair = (turned.wanted, turned.said)
                where = row.passage, row.frame
                yield Verdict(
                    "exchanged", row.clause, first, slot.wanted, slot.said, *where, other=pair, start=row.start
                )
        for slot in row.slots:
            if slot.path in PERSONS and slot.relation == Relation.LOOSE and self._is_stranger(slot, passage):
                wrong[slot.path] = slot
        for slot in wrong.values():
            is_exchanged = slot.path == "by" and concepts_in(slot.wanted) != concepts_in(slot.said)
            is_exchanged = is_exchanged or self._is_turned(slot, row.frame)
            yield Verdict(
                "exchanged" if is_exchanged else "otherwise",
                row.clause,
                slot.path,
                slot.wanted,
                slot.said,
                row.passage,
                row.frame,
                is_sure=is_exchanged or slot.relation == Relation.LOOSE or is_sure(slot, agreed_in(row.slots), passage),
                start=row.start,
            )

    @staticmethod
    def _is_turned(slot: Slot, frame: Frame) -> bool:
        """Whether a thing goes where it should come from, or the other way round, or is what is left out."""
        if slot.path not in ("from", "to"):
            return False
        other = [
            *(frame.to if slot.path == "from" else frame.from_),
            *(t for f in frame.not_ for t in f.get(slot.path)),
        ]
        return any({*term.values} & {*slot.said.values} for term in other)

    def _is_stranger(self, slot: Slot, passage: Passage) -> bool:
        """Whether somebody in particular stands for "a player", of whom the clause does not speak."""
        said, known = frozenset(slot.said.values), passage.expected | ANYBODY
        relation = self.comparer.concepts.relation
        is_known = any(relation(a, b) == Relation.SAME for a in known for b in said)
        return all(map(self.comparer.concepts.is_person, said)) and not is_known

    def _crossed(self, slot: Slot, other: Slot) -> bool:
        """Whether each of two slots says what the other should."""
        return _is_said(slot.wanted, other.said) and _is_said(other.wanted, slot.said)

    def _turned(self, clause: str, wanted: Frame, mine: Iterable[int], passages: Sequence[Passage]) -> Verdict | None:
        """A statement of which condition and consequence stand in each other's place."""
        for condition in wanted.if_:
            for number in mine:
                for start, said in _placed(passages[number]):
                    for other in said.if_:
                        there = self.comparer.slots(condition, said), self.comparer.slots(wanted, other)
                        if all(_is_anchored(slots, likeness_of(slots)) for slots in there):
                            return Verdict("exchanged", clause, "if", condition, other, number, wanted, start=start)
        return None

    def _not_said(
        self,
        clause: str,
        wanted: Frame,
        rows: Sequence[_Met],
        mine: Sequence[int],
        passages: Sequence[Passage],
    ) -> Iterator[Verdict]:
        """Slots that no passage says, and those that one leaves out which every passage has to say."""
        mentioned = frozenset(c for n in mine for c in passages[n].mentions)
        if wanted.either:
            return
        if not rows:
            if mine and not wanted.optional.issuperset(slot for slot, _ in wanted.said()):
                yield Verdict("not-said", clause, "", wanted, None, mine[0], wanted, is_sure=False)
            return
        lost: dict[str, list[_Met]] = defaultdict(list)
        values: dict[str, Any] = {}
        for row in rows:
            for slot in row.slots:
                if slot.is_lost:
                    lost[slot.path].append(row)
                    values[slot.path] = slot.wanted
        for path, without in lost.items():
            name = path.partition(".")[0]
            is_always = path in wanted.always
            if name in wanted.optional or (len(without) < len(rows) and not is_always):
                continue
            named = bool(named_in(values[path]) & mentioned) or _is_numbered(values[path], [passages[n] for n in mine])
            if not is_always and (named or (name == "who" and concepts_in(values[path]) <= ANYBODY)):
                continue
            row = without[0]
            yield Verdict(
                "not-said", clause, path, values[path], None, row.passage, wanted, is_sure=is_always and not named
            )

    def _besides(self, wanted: Frame, rows: Iterable[_Met], passages: Sequence[Passage]) -> Iterator[Verdict]:
        """Exceptions and restrictions that the clause does not have."""
        has_conditions = bool(wanted.if_ or wanted.unless or wanted.except_ or events(wanted))
        for row in rows:
            for slot in row.slots:
                if has_conditions and slot.path != "only":
                    continue
                if slot.is_besides and slot.path in ("unless", "except", "only"):
                    passage = passages[row.passage]
                    is_new = slot.path == "only" and "only" in passage.mentions - passage.expected
                    is_new = is_new and slot.said.values != ("who",) and not is_denied(row.said)  # "not only there"
                    is_new = is_new and mode_of(wanted) != "must"  # "must take from the supply": "only from the supply"
                    yield Verdict(
                        "besides",
                        row.clause,
                        slot.path,
                        None,
                        slot.said,
                        row.passage,
                        wanted,
                        is_sure=is_new,
                        start=row.start,
                    )


def _placed(passage: Passage) -> Iterator[tuple[int, Frame]]:
    """The statements of a passage, each with where its sentence begins."""
    return zip(passage.starts or (0,) * len(passage.frames), passage.frames, strict=True)


def _is_anchored(slots: Sequence[Slot], score: float) -> bool:
    """Whether two statements are of one thing: the same act and a noun, or so much else that the act is wrong."""
    if score < ANCHORED:
        return False
    by_path: dict[str, Relation] = {}
    for slot in slots:
        if slot.relation is not None:
            by_path[slot.path] = min(slot.relation, by_path.get(slot.path, slot.relation))
    shared = sum(1 for path in STRONG if by_path.get(path) in (Relation.SAME, Relation.LOOSE))
    if by_path.get("act") in (Relation.SAME, Relation.LOOSE):
        return shared > 0
    return shared > 1


def _with_turned_steps(verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    """Differences; that something comes "then" is one only where what should come then comes first."""
    turned = {(v.wanted.values[0], v.said.values[0]) for v in verdicts if v.slot == "step" and v.said is not None}
    for verdict in verdicts:
        pair = (verdict.wanted.values[0], verdict.said.values[0]) if verdict.slot == "step" and verdict.said else ()
        is_alone = set(pair) == {"first", "then"} and pair[::-1] not in turned
        yield evolve(verdict, is_sure=False) if is_alone else verdict


def _marked(frame: Frame, whole: Frame) -> Frame:
    """An alternative; its marks are its own."""
    return frame if whole.either else whole


def _is_numbered(value: Any, passages: Iterable[Passage]) -> bool:
    """Whether a number is named, or is one: an article says that too."""
    if not isinstance(value, Quantity) or value.value is None:
        return False
    return value.value == 1 or any(value.value in passage.numbers for passage in passages)


def _is_said(wanted: Any, said: Any) -> bool:
    return bool(concepts_in(wanted) & concepts_in(said))
