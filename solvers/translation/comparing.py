"""Where two texts that were laid side by side say different things.

Only partners that are surely partners are compared.  A difference that stands in many pairs is how the translation
speaks, and is no fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from attrs import define, evolve, field

from rulecheck.solvers.translation.alignment import Alignment, align
from rulecheck.solvers.translation.attesting import Attesting
from rulecheck.solvers.translation.clashes import clashes_of, name_of
from rulecheck.solvers.translation.doubting import Doubting
from rulecheck.solvers.translation.finding import Kind, Parted, Place, Severity
from rulecheck.solvers.translation.framing import Framing
from rulecheck.solvers.translation.moving import Partners, pairs_of
from rulecheck.solvers.translation.passages import Passage, Side, broad
from rulecheck.solvers.translation.tables import exchanged
from rulecheck.solvers.translation.terms import Names, doubly_named, drifting
from rulecheck.solvers.translation.units import aligned_units, have_units, of_units, place_of
from rulecheck.spec.languages.telling import PAGE, language_told

SURE: Final = 0.6
"""How sure two passages must be partners to be compared."""

LIKE: Final = 0.22
"""And how much they must look like one another."""

ATTESTED: Final = 0.35
"""The same by what the other pairs taught."""

WORDY: Final = 0.35
"""So much their words have to look alike where none of their numbers agree."""

SAID: Final = 0.5
"""The share of a sentence that has to stand in the partner of its neighbour to be said there."""

ANCHORS: Final = 4
"""So many of the six rows about a sentence have to be sure pairs before its missing partner is told."""

DRIFTS: Final = 0.65
"""So sure a single other name of a word has to be."""

HELD: Final = 0.15
"""The same for an item that its neighbours hold in its place."""

STRANGERS: Final = 0.25
"""The share of the shorter text's sentences that have to be surely partnered for anything to be told."""

OFTEN_ALONE: Final = 4
MANY_ALONE: Final = 0.1
"""So many sentences of a text without a partner, and this share of all, are its way; single ones are left out."""

HABIT: Final = 3
"""So often the same difference is the translation's way of speaking."""

_SEVERE: Final = frozenset(("number", "negation", "side", "whose"))


@define
class Comparison:
    """Two texts, laid side by side and compared."""

    source: Side
    target: Side
    alignment: Alignment = field(init=False)

    def __attrs_post_init__(self) -> None:
        if self._has_units:
            self.alignment = aligned_units(self.source, self.target, LIKE)
        else:
            self.alignment = align(self.source.passages, self.target.passages)

    @cached_property
    def _has_units(self) -> bool:
        return have_units(self.source, self.target)

    @property
    def rows(self) -> tuple[Partners, ...]:
        """The partners, in order."""
        return self.alignment.rows

    @cached_property
    def attesting(self) -> Attesting:
        """The pairs, each looked at with what the others taught."""
        return Attesting(pairs_of(self.rows, 0.0), self.alignment.likeness)

    @cached_property
    def _doubting(self) -> Doubting:
        return Doubting(self.source, self.target, self.attesting)

    @cached_property
    def _surplus(self) -> dict[int, tuple[Counter[int], Counter[int]]]:
        """For each row the numbers that only its source, and those that only its target has."""
        surplus = {}
        for row in self.rows:
            own = Counter(row.source.values if row.source else ())
            other = Counter(row.target.values if row.target else ())
            surplus[id(row)] = (own - other, other - own)
        return surplus

    def _near(self, number: int) -> list[Partners]:
        """The rows about a row, up to the next that are pairs."""
        near = []
        for side in (reversed(self.rows[:number]), self.rows[number + 1 :]):
            for row in side:
                near.append(row)
                if row.source is not None and row.target is not None:
                    break
        return near

    @cached_property
    def _row_numbers(self) -> dict[int, int]:
        return {id(row): number for number, row in enumerate(self.rows)}

    @cached_property
    def sure(self) -> tuple[tuple[Passage, Passage, Partners], ...]:
        """The partners that can be compared."""
        pairs = []
        for number, row in enumerate(self.rows):
            if row.source is None or row.target is None or row.sure < SURE:
                continue
            if self._is_like(row) or self._is_held(number):
                pairs.append((row.source, row.target, row))
        return tuple(pairs)

    def _is_like(self, row: Partners) -> bool:
        if self._has_units:
            return True
        assert row.source is not None
        assert row.target is not None
        return row.likeness >= LIKE and self.attesting.of(row.source, row.target) >= ATTESTED

    def _is_held(self, number: int) -> bool:
        """Whether an item is held in its place by its neighbours in the list."""
        near = self.rows[max(0, number - 1) : number + 2]
        return len(near) == 3 and all(
            row.source is not None
            and row.target is not None
            and row.source.is_item
            and row.target.is_item
            and row.sure >= SURE
            and (row.likeness >= LIKE or row is near[1])
            for row in near
        )

    def findings(self) -> list[Parted]:
        """What differs and is told, in the order of the source."""
        return [parted for parted in self.every if not parted.doubt]

    @cached_property
    def every(self) -> tuple[Parted, ...]:
        """What differs, what is in doubt included, in the order of the source."""
        lists = list(self._lists())
        listed = {place for parted in lists for place in (parted.source, parted.target, *parted.also) if place}
        units = list(of_units(self.source, self.target)) if self._has_units else []
        waiting = {parted.source.unit for parted in units if parted.source and not parted.target}
        findings = [*self._pairs(), *lists, *self._gaps(listed, waiting), *self._terms(), *units]
        if self._are_strangers:
            few = "few sentences have a partner: these may not be texts of the same rulebook"
            findings = [evolve(parted, doubt=parted.doubt or few) for parted in findings]
        return tuple(sorted(findings, key=lambda parted: _at(parted.source or parted.target)))

    @property
    def _are_strangers(self) -> bool:
        """Whether so few sentences have sure partners that those may be chance."""
        return len(self.sure) < STRANGERS * min(len(self.source.passages), len(self.target.passages))

    def blind(self) -> list[str]:
        """What cannot be seen, and why: a line for each."""
        told = []
        for side, name in ((self.source, "source"), (self.target, "target")):
            if not side.has_pack:
                what = "negation, rule words, sides, whose, time words and number words are not compared"
                looks = language_told(side.text.text)
                like = f", which looks like {looks.name}; {PAGE} says how one is written" if looks else ""
                where = f"the {name} ({side.text.path}{like})"
                told.append(f"no language pack for {where}: {what}; digits and learnt words are")
        weak = sum(1 for row in self.rows if row.source and row.target) - len(self.sure)
        if weak:
            told.append(f"{weak} pairs are too unsure to be compared")
        return told

    # -- pairs ---------------------------------------------------------------------------------------------------

    def _pairs(self) -> Iterator[Parted]:
        has_packs = self.source.has_pack and self.target.has_pack
        clashes = [(left, right, row, list(clashes_of(left, right, has_packs))) for left, right, row in self.sure]
        often = Counter(clash.key for _, _, _, own in clashes for clash in own)
        for left, right, row, own in clashes:
            told = [
                self._parted("number", message, left, right, row, (ours.start,), (theirs.start,), "")
                for message, ours, theirs in exchanged(left, right, self.source, self.target)
            ] or list(self._numbers(left, right, row))
            for clash in own:
                is_habit = often[clash.key] >= HABIT and clash.kind != "negation"
                if not is_habit and not self._is_beside(clash.key, row):
                    doubt = self._doubting.of_clash(clash, left, right)
                    words = (clash.source, clash.target)
                    told.append(self._parted(clash.kind, clash.message, left, right, row, *words, doubt))
            yield from told
            if not any(parted.doubt == "" for parted in told):
                yield from self._framed(left, right, row)

    @cached_property
    def _framing(self) -> Framing:
        pairs = [(left, right) for left, right, _ in self.sure]
        likeness = self.alignment.likeness
        return Framing(self.source, self.target, pairs, likeness.forward, likeness.backward)

    def _framed(self, left: Passage, right: Passage, row: Partners) -> Iterator[Parted]:
        """What the frames of two partners say otherwise, where their words alone have shown nothing."""
        if not self._framing.is_possible:
            return
        for verdict in self._framing.verdicts(left, right):
            starts = self._framing.starts(verdict, left, right)
            kind: Kind = "exchanged" if verdict.kind == "exchanged" else "otherwise"
            message = self._framing.message(verdict, left, right)
            yield self._parted(kind, message, left, right, row, *starts, "")

    def _numbers(self, left: Passage, right: Passage, row: Partners) -> Iterator[Parted]:
        own, other = Counter(left.values), Counter(right.values)
        less, more = self._surplus[id(row)]
        at = self._row_numbers[id(row)]
        for near in self._near(at):
            near_less, near_more = self._surplus[id(near)]  # a number that only stands on the other side of a full stop
            less, more = less - near_more, more - near_less
        less, more = +less, +more
        for count, passage in ((less, right), (more, left)):  # an article or "one" may stand for a 1
            if 1 in count and (passage.ones or any(v == 1 for v in passage.values)):
                del count[1]
        if not self.source.has_pack or not self.target.has_pack:
            less, more = self._digits_only(less, left), self._digits_only(more, right)
            if not (less and more):
                return
        if not less and not more:
            return
        shared = sum((own & other).values())
        differing = max(sum(less.values()), sum(more.values()))
        wordy = HELD if row.likeness < LIKE else WORDY
        if shared < differing and (differing > 1 or self._by_words(left, right) < wordy):
            return  # most of the numbers have to agree, or the words have to speak for the pair
        said, stands = _listed(less), _listed(more)
        if less and more:
            message = f"the source says {said}, the target {stands}"
        else:
            message = f"the source says {said}, the target does not" if less else f"only the target says {stands}"
        starts = [u.start for u in left.numbers if u.value in less], [u.start for u in right.numbers if u.value in more]
        doubt = self._doubting.of_numbers(less, more, left, right)
        yield self._parted("number", message, left, right, row, starts[0], starts[1], doubt)

    def _by_words(self, left: Passage, right: Passage) -> float:
        return self.alignment.likeness.of(left, right, by_numbers=False)

    def _is_beside(self, key: str, row: Partners) -> bool:
        """Whether a concept that is lost or put in stands in the neighbouring row: beyond a full stop."""
        if key[-1] not in "+-" or key.startswith("not"):
            return False
        at = self._row_numbers[id(row)]
        partners = [other.target if key[-1] == "-" else other.source for other in self._near(at)]
        return any(passage is not None and key[:-1] in passage.ids for passage in partners)

    def _digits_only(self, count: Counter[int], passage: Passage) -> Counter[int]:
        digits = {unit.value for unit in passage.numbers if unit.text.isdecimal()}
        return Counter({value: often for value, often in count.items() if value in digits})

    # -- sentences, lists, terms -----------------------------------------------------------------------------------

    def _gaps(self, listed: set[Place], waiting: Collection[str | None]) -> Iterator[Parted]:
        """Sentences that have no partner, between neighbours that have one."""
        compared = {id(row) for _, _, row in self.sure}
        for number, row in enumerate(self.rows):
            if (row.source is None) == (row.target is None) or row.sure < SURE:
                continue
            near = self.rows[max(0, number - 3) : number] + self.rows[number + 1 : number + 4]
            anchored = sum(1 for other in near if id(other) in compared)
            other_gap = any((other.source is None) == (row.target is None) != (other.target is None) for other in near)
            passage = row.source or row.target
            side, kind = (self.source, "missing") if row.source else (self.target, "added")
            assert passage is not None
            if anchored < ANCHORS or other_gap or len(passage.words) + len(passage.concepts) + len(passage.numbers) < 2:
                continue
            place = self.place(side, passage)
            if (
                place in listed
                or place.unit in waiting
                or self._is_said_beside(number, passage, is_source=side is self.source)
            ):
                continue
            beside = [(r.source, r.target) for r in self._near(number) if r.source and r.target]
            doubt = self._doubting.of_gap(passage, beside, is_source=side is self.source)
            told = "this sentence of the source has no partner in the target"
            yield Parted(
                kind="missing" if kind == "missing" else "added",
                message=told if kind == "missing" else "this sentence of the target has no partner in the source",
                severity="high" if passage.numbers or passage.concepts else "medium",
                sure=round(row.sure, 2),
                because=f"{anchored} of its neighbours have partners that stand side by side",
                source=place if row.source else None,
                target=place if row.target else None,
                doubt=doubt or self._often(is_source=side is self.source),
            )

    def _often(self, *, is_source: bool) -> str:
        """Why a sentence without a partner is no fault, where there are many."""
        alone = sum(1 for row in self.rows if (row.target if is_source else row.source) is None)
        whole = len(self.source.passages if is_source else self.target.passages)
        if alone <= max(OFTEN_ALONE, whole * MANY_ALONE):
            return ""
        return f"{alone} of {whole} sentences have no partner: the texts do not have the same content"

    def _is_said_beside(self, number: int, passage: Passage, *, is_source: bool) -> bool:
        """Whether the partner of a neighbour says it: translations join sentences."""
        near = (row for row in self._near(number) if row.source and row.target)
        partners = [row.target if is_source else row.source for row in near]
        covered = self.alignment.likeness.covered
        return any(p is not None and covered(passage, p, is_source=is_source) >= SAID for p in partners)

    def _lists(self) -> Iterator[Parted]:
        """Lists whose items have partners in one list of the other text, and are more or fewer than those."""
        ours, theirs = _lists(self.source.passages), _lists(self.target.passages)
        list_of = {n: at for at, items in enumerate(theirs) for n in items}
        for items in ours:
            partner: Counter[int] = Counter()
            for row in self.rows:
                if row.source and row.target and row.source.first in items and row.target.first in list_of:
                    partner[list_of[row.target.first]] += 1
            if not partner:
                continue
            at, met = partner.most_common(1)[0]
            other = theirs[at]
            if len(items) == len(other) or 2 * met < max(len(items), len(other)):
                continue
            lost = [self.place(self.source, self.source.passages[n]) for n in self._alone(items, 0)]
            put_in = [self.place(self.target, self.target.passages[n]) for n in self._alone(other, 1)]
            if not (lost or put_in):  # the others have partners elsewhere: it is two lists there
                continue
            yield Parted(
                kind="list",
                message=f"the list has {len(items)} items in the source and {len(other)} in the target",
                severity="high",
                sure=round(met / max(len(items), len(other)), 2),
                because=f"{met} of its items have partners there",
                source=lost[0] if lost else self.place(self.source, self.source.passages[items[0]]),
                target=put_in[0] if put_in else self.place(self.target, self.target.passages[other[0]]),
                also=(*lost[1:], *put_in[1:]),
            )

    def _alone(self, items: Sequence[int], side: int) -> list[int]:
        """The items of a list that have no partner."""
        partnered = {
            n
            for row in self.rows
            if row.source and row.target
            for passage in ((row.source, row.target)[side],)
            for n in range(passage.first, passage.last + 1)
        }
        return [n for n in items if n not in partnered]

    def _terms(self) -> Iterator[Parted]:
        pairs = [(left, right, row.sure) for left, right, row in self.sure]
        for drift in drifting(pairs, self.alignment.likeness.forward):
            usual = place_of(self.target, *drift.usual)
            yield self._drift(
                f'"{drift.word}" is usually "{drift.name}", here it seems to be "{drift.other}"',
                place_of(self.source, *drift.source),
                place_of(self.target, *drift.target),
                usual,
                drift.sure,
            )
        for names in doubly_named(pairs, self.alignment.likeness.forward):
            yield self._named(names, is_source=True)
        turned = [(right, left, sure) for left, right, sure in pairs]
        for drift in drifting(turned, self.alignment.likeness.backward):
            usual = place_of(self.source, *drift.usual)
            yield self._drift(
                f'"{drift.word}" of the target is usually "{drift.name}", here it seems to stand for "{drift.other}"',
                place_of(self.source, *drift.target),
                place_of(self.target, *drift.source),
                usual,
                drift.sure,
            )

        for names in doubly_named(turned, self.alignment.likeness.backward):
            yield self._named(names, is_source=False)

    def _named(self, names: Names, *, is_source: bool) -> Parted:
        side, other = (self.source, self.target) if is_source else (self.target, self.source)
        word = f'"{names.word}"' if is_source else f'"{names.word}" of the target'
        told = " and ".join(f'"{name}" ({count} times)' for name, count in zip(names.names, names.counts, strict=True))
        where = [place_of(side, *place) for place in names.source]
        whence = [place_of(other, *place) for place in names.target]
        because = "the words were learnt from the pairs of the two texts"
        verb = "is called" if is_source else "stands for"
        first = (where[0], whence[0]) if is_source else (whence[0], where[0])
        second = (where[1], whence[1]) if is_source else (whence[1], where[1])
        return Parted("term", f"{word} {verb} {told}", "medium", 0.6, because, *first, also=second)

    def _drift(self, message: str, source: Place, target: Place, usual: Place, sure: float) -> Parted:
        because = "the words were learnt from the pairs of the two texts"
        doubt = "" if sure >= DRIFTS else "a word may have several names"
        return Parted("term", message, "low", round(sure, 2), because, source, target, (usual,), doubt)

    # -- places ----------------------------------------------------------------------------------------------------

    def _parted(
        self,
        kind: Kind,
        message: str,
        left: Passage,
        right: Passage,
        row: Partners,
        lefts: Iterable[int],
        rights: Iterable[int],
        doubt: str,
    ) -> Parted:
        severity: Severity = "high" if kind in _SEVERE else "medium"
        return Parted(
            kind=kind,
            message=message,
            severity=severity,
            sure=round(row.sure * min(1.0, row.likeness / (2 * LIKE)), 2),
            because=self._unit(left) + _why(left, right, row),
            source=self.place(self.source, left, next(iter(lefts), None)),
            target=self.place(self.target, right, next(iter(rights), None)),
            doubt=doubt,
        )

    def _unit(self, left: Passage) -> str:
        unit = self.source.text.source.unit_of(left.start) if self._has_units else None
        return "" if unit is None else f"both are unit {unit}; "

    def place(self, side: Side, passage: Passage, at: int | None = None) -> Place:
        """A passage as a place; with `at` its line and column are those of the word that matters."""
        return place_of(side, passage.start, passage.end, at)


def _at(place: Place | None) -> tuple[int, int, int]:
    return (place.page or 0, place.line, place.column) if place else (0, 0, 0)


def _lists(passages: Sequence[Passage]) -> list[list[int]]:
    """Runs of items, by their numbers."""
    runs: list[list[int]] = []
    before: int | None = None
    for passage in passages:
        if passage.is_item:
            if before is not None and passage.first == before + 1:
                runs[-1].append(passage.first)
            else:
                runs.append([passage.first])
            before = passage.first
    return [items for items in runs if len(items) > 1]


def _listed(count: Counter[int]) -> str:
    return " and ".join(str(value) for value in sorted(count.elements()))


def _why(left: Passage, right: Passage, row: Partners) -> str:
    shared = Counter(left.values) & Counter(right.values)
    concepts = {broad(id) for id in left.ids} & {broad(id) for id in right.ids}
    parts = []
    if shared:
        parts.append(f"both say {_listed(shared)}")
    if concepts:
        parts.append(f"share {', '.join(sorted(name_of(id) or id for id in concepts)[:4])}")
    parts.append(f"likeness {row.likeness:.2f}, sure {row.sure:.2f}")
    return "; ".join(parts)
