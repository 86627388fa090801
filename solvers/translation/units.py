"""Two sides of segments: partners are known, sentence by sentence where a unit has as many on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rulecheck.solvers.translation.alignment import Alignment
from rulecheck.solvers.translation.dictionary import Pair, learn
from rulecheck.solvers.translation.finding import Kind, Parted, Place, Severity
from rulecheck.solvers.translation.likeness import Likeness
from rulecheck.solvers.translation.moving import Partners
from rulecheck.solvers.translation.passages import Passage, Side, joined


def have_units(source: Side, target: Side) -> bool:
    """Whether two sides are segments with the same ids for the most part."""
    if not (source.text.source.is_linked and target.text.source.is_linked):
        return False
    own = {id for _, id in source.text.source.units}
    other = {id for _, id in target.text.source.units}
    return bool(own) and 2 * len(own & other) > max(len(own), len(other))


def aligned_units(source: Side, target: Side, least: float) -> Alignment:
    """The passages of two sides, unit by unit; partners are at least so like as `least`, whatever they say."""
    ours, theirs = _by_unit(source), _by_unit(target)
    bare = [row for unit in _order(ours, theirs) for row in _rows(ours.get(unit, []), theirs.get(unit, []))]
    pairs = [
        Pair(sorted(left.stems), sorted(right.stems)) for left, right in bare if left is not None and right is not None
    ]
    turned = [Pair(pair.target, pair.source) for pair in pairs]
    likeness = Likeness(source.passages, target.passages, learn(pairs), learn(turned))
    rows = []
    for left, right in bare:
        alike = max(least, likeness.of(left, right)) if left is not None and right is not None else 0.0
        rows.append(Partners(left, right, 1.0, alike))
    return Alignment(tuple(rows), likeness)


def of_units(source: Side, target: Side) -> Iterator[Parted]:
    """Units that are not translated or not done, and placeholders and tags that only one side has."""
    theirs = {id: start for start, id in target.text.source.units}
    for start, id in source.text.source.units:
        place = place_of(source, start, _end(source, start))
        state = target.text.source.states.get(id)
        if id not in theirs:
            if state == "empty":
                yield _of_unit("unfinished", "this unit is not translated", place, None, id)
            continue
        there = place_of(target, theirs[id], _end(target, theirs[id]))
        if state == "fuzzy":
            what = "the file says that this translation has to be looked at again"
            yield _of_unit("unfinished", what, place, there, id)
        own, other = (Counter(side.text.source.marks.get(id, ())) for side in (source, target))
        if own != other:
            lost, more = " ".join((own - other).elements()), " ".join((other - own).elements())
            parts = [f"the source has {lost}" if lost else "", f"the target {more}" if more else ""]
            message = ", ".join(part for part in parts if part) or "placeholders differ"
            yield _of_unit("placeholder", f"{message}, the other side does not", place, there, id)


def _of_unit(kind: Kind, message: str, source: Place, target: Place | None, id: str) -> Parted:
    severity: Severity = "high" if kind == "placeholder" else "medium"
    return Parted(kind, message, severity, 1.0, f"both are the unit {id}", source, target)


def _end(side: Side, start: int) -> int:
    text = side.text.text
    end = text.find("\n\n", start)
    return len(text) if end < 0 else end


def place_of(side: Side, start: int, end: int, at: int | None = None) -> Place:
    """Words of a side with their place in the user's file, from `at` on where only a part of them matters."""
    source = side.text.source
    begin = source.position(start if at is None else at)
    until = source.position(end)
    return Place(
        path=side.text.path,
        line=begin.line,
        column=begin.column,
        end_line=until.line,
        end_column=until.column,
        page=begin.page,
        unit=begin.unit,
        words=side.text.quote(start, end),
    )


def _by_unit(side: Side) -> dict[str, list[Passage]]:
    passages: dict[str, list[Passage]] = {}
    for passage in side.passages:
        unit = side.text.source.unit_of(passage.start)
        passages.setdefault(unit or "", []).append(passage)
    return passages


def _order(ours: dict[str, list[Passage]], theirs: dict[str, list[Passage]]) -> list[str]:
    """The units in the order of the source, those that only the target has at the end."""
    return [*ours, *(unit for unit in theirs if unit not in ours)]


def _rows(left: Sequence[Passage], right: Sequence[Passage]) -> Iterator[tuple[Passage | None, Passage | None]]:
    if left and right and len(left) != len(right):
        yield joined(left), joined(right)
        return
    for at in range(max(len(left), len(right))):
        yield left[at] if left else None, right[at] if right else None
