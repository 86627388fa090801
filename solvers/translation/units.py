"""Two sides of segments: partners are known, sentence by sentence where a unit has as many on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulecheck.solvers.translation.alignment import Alignment
from rulecheck.solvers.translation.dictionary import Pair, learn
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
