"""Where two passages that should say the same speak of other concepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from rulecheck.solvers.translation.everyday import KINDS
from rulecheck.solvers.translation.finding import Kind
from rulecheck.solvers.translation.passages import Passage, broad

_KIND: Final[dict[str, Kind]] = {
    "place": "side",
    "rotation": "side",
    "face": "side",
    "whose": "whose",
    "period": "time",
    "term": "term",
}
_COMPARED: Final = (
    *("bound", "order", "time", "place", "rotation", "face", "whose", "period", "mode", "other", "quantity", "term"),
)
"""Groups in which a concept in a sibling's place is told."""

_ALONE: Final = frozenset(
    ("rotation.clockwise", "rotation.counter-clockwise", "face.face-up", "face.face-down", "place.left", "place.right")
)
_ALONE_LOW: Final = frozenset(("only.only", "bound.at-least", "bound.at-most", "bound.exactly"))
"""Concepts that are told also where they are only lost or put in."""

_TWICE: Final = frozenset(("quantity.none", "whose.nobody", "denial.never"))
"""Denials beside which many languages deny the verb too."""

_WITHOUT: Final = "denial.without"

_NARROWED: Final = frozenset(("mode.may", "mode.must", "only.only"))
"""What "may only" and "must" are said with: the same rule."""

_APART: Final = ({"draw", "turn over"}, {"discard", "remove from the game"})

DENIALS: Final = frozenset(
    (
        *("denial.no", "denial.never", "mode.must-not", "mode.need-not", "quantity.none", "whose.nobody"),
        _WITHOUT,
    )
)


@frozen
class Clash:
    """One concept that the two do not share."""

    key: str
    """The same for the same difference, wherever it stands; ends in `-` for what is lost, in `+` for what is put in."""
    kind: Kind
    message: str
    source: Sequence[int]
    """Where the words stand; offsets."""
    target: Sequence[int]


def clashes_of(left: Passage, right: Passage, has_packs: bool) -> Iterator[Clash]:
    """Concepts in a sibling's place, lost or put in; without packs those of a glossary only."""
    own, other = left.ids, right.ids
    if not has_packs:
        own, other = (frozenset(id for id in ids if _in(id, "term")) for ids in (own, other))
    if _is_narrowed(own, other) or _is_narrowed(other, own):
        own, other = own - _NARROWED, other - _NARROWED
    yield from _against_readings(left, right, own, other)
    reworded = _readings(left) & other or _readings(right) & own
    if reworded:
        bounds = {"bound.more", "bound.less", "bound.larger", *reworded}
        own, other = own - bounds, other - bounds
    broad_own, broad_other = {broad(id) for id in own}, {broad(id) for id in other}
    yield from _other_acts(left, right)
    yield from _other_attributes(left, right)
    told: set[str] = set()
    for group in _COMPARED:
        less = [id for id in own if _in(id, group) and broad(id) not in broad_other]
        more = [id for id in other if _in(id, group) and broad(id) not in broad_own]
        for id in sorted(less):
            for sibling in sorted(more):
                if group == "term" and not _is_swap(id, sibling, less, more):
                    continue
                if DENIALS & {id, sibling} or not _can_clash(id, sibling):
                    continue
                told |= {id, sibling}
                message = f"the source says {name_of(id)}, the target {name_of(sibling)}"
                yield Clash(f"{id}>{sibling}", _kind(id), message, _starts(left, id), _starts(right, sibling))
    for id in sorted((own ^ other) & (_ALONE | _ALONE_LOW) - told):
        if broad(id) in broad_own & broad_other or (_in(id, "bound") and not (left.values or right.values)):
            continue
        if id in own:
            yield Clash(
                f"{id}-", _kind(id), f"the source says {name_of(id)}, the target does not", _starts(left, id), ()
            )
        else:
            yield Clash(f"{id}+", _kind(id), f"only the target says {name_of(id)}", (), _starts(right, id))
    for must, may, words in (
        (left, right, "the source says must, the target may"),
        (right, left, "the source says may, the target must"),
    ):
        if (
            "mode.must" in (own | other)
            and _counts(must, "mode.must") > _counts(may, "mode.must")
            and _counts(must, "mode.may") < _counts(may, "mode.may")
            and not told & {"mode.must", "mode.may"}
        ):
            yield Clash(f"mode:{words}", "rule-word", words, _starts(left, "mode.must"), _starts(right, "mode.may"))
    if _is_turned(left, right) or _is_turned(right, left):
        forbids, allows = ("source", "target") if _is_turned(left, right) else ("target", "source")
        message = f"the {forbids} forbids it, the {allows} allows it"
        yield Clash(f"must-not>{allows}", "negation", message, _denials(left), _starts(right, "mode.may"))
    said = (_denies(own, other), _denies(other, own))
    if said[0] != said[1] and not (_readings(left) or _readings(right) or 0 in left.values or 0 in right.values):
        is_lost = said[0]
        where = "the source denies it, the target does not" if is_lost else "only the target denies it"
        yield Clash("not-" if is_lost else "not+", "negation", where, _denials(left), _denials(right))


def _against_readings(left: Passage, right: Passage, own: frozenset[str], other: frozenset[str]) -> Iterator[Clash]:
    """At least where the other has at most in other words ("no more than"), and the reverse."""
    for passage, partner, says, heard, is_source in ((left, right, own, other, True), (right, left, other, own, False)):
        for bound in _readings(passage) - says - heard - _readings(partner):
            opposite = "bound.at-least" if bound == "bound.at-most" else "bound.at-most"
            if opposite not in heard or opposite in says:
                continue
            names = (name_of(bound), name_of(opposite))
            message = f"the source says {names[not is_source]}, the target {names[is_source]}"
            places = (_denials(passage), _starts(partner, opposite))
            yield Clash(f"{bound}>{opposite}", "rule-word", message, places[not is_source], places[is_source])


def _other_acts(left: Passage, right: Passage) -> Iterator[Clash]:
    """Everyday acts of which one is another rule than the other: a card that is turned over is not drawn."""
    own, other = _acts(left), _acts(right)
    for act in sorted(own.keys() - other.keys()):
        for instead in sorted(other.keys() - own.keys()):
            if {act, instead} in _APART:
                message = f"the source says {act}, the target {instead}"
                yield Clash(f"act.{act}>act.{instead}", "otherwise", message, own[act], other[instead])


def _other_attributes(left: Passage, right: Passage) -> Iterator[Clash]:
    """The one wind or colour of the one, where the other has one that excludes it."""
    for group in ("winds", "colours", "filled"):
        own, other = (
            {meaning: start for start, meaning in passage.things if KINDS.get(meaning) == ("attribute", group)}
            for passage in (left, right)
        )
        if len(own) == len(other) == 1 and own.keys() != other.keys():
            ((said, at),), ((instead, there),) = own.items(), other.items()
            message = f"the source says {said}, the target {instead}"
            yield Clash(f"attribute.{said}>attribute.{instead}", "otherwise", message, [at], [there])


def _acts(passage: Passage) -> dict[str, list[int]]:
    """The acts that must not be exchanged, with their places; what leaves the game is not discarded."""
    acts: dict[str, list[int]] = {}
    leaves = any(meaning == "box" for _, meaning in passage.things) or "period.game" in passage.ids
    for start, meaning in passage.things:
        if meaning == "turn-over":
            acts.setdefault("turn over", []).append(start)
        elif meaning == "draw":
            acts.setdefault("draw", []).append(start)
        elif meaning == "discard":
            acts.setdefault("remove from the game" if leaves else "discard", []).append(start)
    return acts


def _is_narrowed(own: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the one says "may only" where the other says "must"."""
    return (
        {"mode.may", "only.only"} <= own and "mode.must" in other and "mode.must" not in own and "mode.may" not in other
    )


def _denies(own: frozenset[str], other: frozenset[str]) -> bool:
    """Whether a passage denies something; "without" counts where the partner has none of its own."""
    return bool(own & DENIALS - {_WITHOUT}) or (_WITHOUT in own and _WITHOUT not in other)


def _is_swap(id: str, sibling: str, less: Sequence[str], more: Sequence[str]) -> bool:
    """Whether of a group of terms just one is lost, and just one other has come."""
    group = id.rpartition(".")[0]
    alone = [sum(1 for other in ids if other.rpartition(".")[0] == group) == 1 for ids in (less, more)]
    return sibling.rpartition(".")[0] == group and all(alone)


def _in(id: str, group: str) -> bool:
    return id.startswith(f"{group}.")


def name_of(id: str) -> str:
    """A concept as messages call it."""
    return id.rpartition(".")[2].replace("-", " ")


def _kind(id: str) -> Kind:
    return _KIND.get(id.partition(".")[0], "rule-word")


def _starts(passage: Passage, id: str) -> list[int]:
    return [sighted.start for sighted in passage.concepts if sighted.concept == id]


def _can_clash(id: str, sibling: str) -> bool:
    """Whether one in the other's place is another rule; languages use many quantifiers as they like."""
    if id.startswith("place."):
        return {id, sibling} in ({"place.left", "place.right"}, {"place.upper", "place.lower"})
    if id.startswith("whose."):
        return {id, sibling} == {"whose.own", "whose.other-player"}
    if id.startswith("quantity."):
        return {id, sibling} in ({"quantity.all", "quantity.some"}, {"quantity.all", "quantity.half"})
    if id.startswith("order."):
        return {id, sibling} in ({"order.first", "order.last"}, {"order.next", "order.previous"})
    if id.startswith("other."):
        return {id, sibling} == {"other.same", "other.different"}
    if id.startswith("mode."):
        return {broad(id), broad(sibling)} == {"mode.may", "mode.must"}
    return True


def _denials(passage: Passage) -> list[int]:
    """Where a passage denies something; "nobody cannot" of some languages is one denial."""
    denials = [sighted for sighted in passage.concepts if sighted.concept in DENIALS]
    if any(sighted.concept in _TWICE for sighted in denials):
        denials = [sighted for sighted in denials if sighted.concept not in ("mode.must-not", "denial.no")] or denials
    return [sighted.start for sighted in denials]


def _denial_words(passage: Passage) -> int:
    return sum(1 for sighted in passage.concepts if sighted.concept in DENIALS)


def _readings(passage: Passage) -> frozenset[str]:
    """Concepts that a passage says in other words: "not more" is at most, "not less" at least."""
    if not passage.ids & DENIALS:
        return frozenset()
    pairs = (("bound.more", "bound.at-most"), ("bound.larger", "bound.at-most"), ("bound.less", "bound.at-least"))
    return frozenset(bound for comparison, bound in pairs if comparison in passage.ids)


def _counts(passage: Passage, id: str) -> int:
    return sum(1 for sighted in passage.concepts if broad(sighted.concept) == id)


def _is_turned(left: Passage, right: Passage) -> bool:
    """Whether the one forbids what the other allows, in a sentence that denies something else too."""
    mays = [_counts(passage, "mode.may") for passage in (left, right)]
    return (
        "mode.must-not" in left.ids
        and "mode.must-not" not in right.ids
        and mays[1] > mays[0]
        and 0 < len(_denials(right)) < len(_denials(left))
        and _denial_words(right) < _denial_words(left)
    )
