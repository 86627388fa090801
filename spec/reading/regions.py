"""The parts of a sentence: what it says, and the conditions, exceptions and asides that hang on it.

A part begins at a comma, a bracket, a word that opens a condition, or an "and" between two acts.  A part without an act
goes on with the part before it; a condition goes on until a part with an act of its own begins after a comma.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from attrs import define, evolve, field

from rulecheck.spec.reading.marks import Mark

OPENERS: Final = ("even-if", "unless", "except", "until", "if", "relative", "instead")
"""Function words that open a part of their own, those that say most first."""

_ACTS_WITHIN: Final = {"relative": 1, "before": 0, "after": 0, "instead": 0, "except": 0}
"""How many acts what opens without a comma after it has of its own, where the main act follows."""

_BEFORE_ACT: Final = 4
"""So many words before an act a modal of its own is looked for."""

_GERUND: Final = 2
"""So near to "instead of" an act is what something is done in place of."""

_MODALS: Final = ("may", "must", "must-not", "need-not")
_AUXILIARIES: Final = ("may", "must", "no", "must-not", "need-not", "~be", "~have")
_WAITING: Final = ("~be", "~have")
_TIES: Final = ("~of", "~from", "~to", "~at", "~by", "~with", "~per")
_EVENTS: Final = ("before", "after")
_JOINTS: Final = ("~and", "~or", "~then", "~but", "~followed-by")


@define
class Part:
    """A stretch of a sentence with one role."""

    role: str
    """`main`, one of OPENERS, `before` or `after`, `not` for an aside that only denies."""
    marks: list[Mark] = field(factory=list)
    is_comma: bool = False
    """Whether a comma stands before it."""
    is_apart: bool = False
    """Whether a semicolon or a colon does, or a bracket."""
    is_aside: bool = False
    """Whether it stands in brackets."""
    is_only: bool = False
    """Whether an "only" stands before the word that opens it: "only if"."""


def parts(marks: Sequence[Mark], is_act: Callable[[Mark], bool]) -> list[Part]:
    """A sentence's parts, in order."""
    split = _split(marks, is_act)
    joined: list[Part] = []
    for number, part in enumerate(split):
        before = _before(part, joined, split[number + 1 :], is_act)
        if before is None:
            joined.append(part)
        else:
            before.marks += part.marks
    return _with_a_main_part(_with_the_last_act(joined, is_act), is_act)


def _with_the_last_act(joined: Sequence[Part], is_act: Callable[[Mark], bool]) -> list[Part]:
    """Parts in which a verb that waits for another has it: "wird erst nach der Wertung bewegt"."""
    for before, part in pairwise(joined):
        acts = [mark for mark in part.marks if is_act(mark)]
        is_waiting = before.role == "main" and not any(is_act(m) and not m.has(*_WAITING) for m in before.marks)
        is_waiting = is_waiting and any(mark.has(*_WAITING, *_MODALS) for mark in before.marks)
        if is_waiting and part.role in _EVENTS and not part.is_comma and len(acts) > 1 and acts[-1] is part.marks[-1]:
            own = [evolve(m, ids=tuple(id for id in m.ids if id not in _WAITING)) for m in before.marks]
            before.marks = [*own, part.marks.pop()]
    return list(joined)


def _before(part: Part, joined: Sequence[Part], rest: Sequence[Part], is_act: Callable[[Mark], bool]) -> Part | None:
    """The part that a part goes on with; None for one that begins something new."""
    if not joined or part.role != "main":
        return None
    last = joined[-1]
    has_act = any(map(is_act, part.marks))
    if last.role == "main" and last.is_aside == part.is_aside:
        if any(mark.has("~then") for mark in part.marks[:2]) and any(map(is_act, last.marks)):
            return None  # "the banker draws first, then the others"
        if part.marks and last.marks and ":" in part.marks[0].gap and not last.marks[0].functions:
            return None  # "Market: take a ship"
        has_modal = part.is_comma and any(mark.has(*_MODALS) for mark in part.marks[:_BEFORE_ACT])
        return last if not (has_act or has_modal) or not any(map(is_act, last.marks)) else None
    if last.role not in ("main", "not") and last.is_aside == part.is_aside and _goes_on(part, last, rest, is_act):
        return last
    if not has_act:  # what stands after a condition or an aside goes on with what stood before
        return next((p for p in reversed(joined) if p.role == "main" and p.is_aside == part.is_aside), None)
    return None


def _split(marks: Sequence[Mark], is_act: Callable[[Mark], bool]) -> list[Part]:
    split: list[Part] = []
    depth = 0
    for at, mark in enumerate(marks):
        depth = max(0, depth + mark.opens - mark.closes)
        role = _role(marks, at, is_act)
        if role in ("if", "relative") and split and split[-1].role == "except" and not _says(split[-1]):
            split[-1].role, role = "unless", "main"  # "except if", "with the exception of the case in which"
        has_act = bool(split) and any(map(is_act, split[-1].marks))
        cuts = mark.is_comma or mark.is_apart or role != "main"
        cuts = cuts or (mark.has(*_JOINTS) and has_act and _act_follows(marks[at:], is_act))
        if not split or cuts:
            near = marks[max(0, at - 2) : at]  # "only if", "nur dann, wenn"
            is_only = role != "main" and any(
                m.has("only", "~only") and not any(o.ids for o in near[n + 1 :]) for n, m in enumerate(near)
            )
            if is_only and split:
                split[-1].marks = [m for m in split[-1].marks if m not in near or not m.has("only", "~only")]
            is_comma = mark.is_comma or mark.is_apart
            split.append(Part(role, is_comma=is_comma, is_apart=mark.is_apart, is_aside=depth > 0, is_only=is_only))
        split[-1].marks.append(mark)
    return split


def _says(part: Part) -> bool:
    """Whether a part names anything beside its own first word."""
    return any(not id.startswith("~") for mark in part.marks[1:] for id in mark.ids)


def _role(marks: Sequence[Mark], at: int, is_act: Callable[[Mark], bool]) -> str:
    mark = marks[at]
    denies = (mark.is_comma or mark.opens) and any(m.has("no", "never") for m in marks[at : at + 2])
    if denies and not _act_follows(marks[at:], is_act):
        return "not"
    for name in OPENERS:
        if mark.has(f"~{name}"):
            if name == "relative" and at and mark.has("~the") and marks[at - 1].has(*_TIES):
                return "main"  # "of that kind"
            if name == "until" and at + 1 < len(marks) and marks[at + 1].value is not None:
                return "main"  # "up to three"
            return name
    for name in _EVENTS:
        if mark.has(name) and not mark.has("~then") and _act_follows(marks[at + 1 :], is_act):
            return name
    return "main"


def _act_follows(marks: Sequence[Mark], is_act: Callable[[Mark], bool]) -> bool:
    """Whether an act stands before the next comma, bracket or opening word."""
    for at, mark in enumerate(marks):
        if at and (mark.is_comma or mark.is_apart or any(mark.has(f"~{name}") for name in OPENERS)):
            return False
        if is_act(mark):
            return True
    return False


def _goes_on(part: Part, before: Part, rest: Sequence[Part], is_act: Callable[[Mark], bool]) -> bool:
    """Whether a part goes on with a condition: without a comma, or while the condition has no act and others have."""
    if not part.is_comma or not _says(before):  # "it be then, the harbour …"
        return True
    later = (p for p in rest if p.role == "main" and p.is_comma and any(map(is_act, p.marks)))
    is_bare = not any(map(is_act, before.marks)) and before.role in ("if", "unless", "until")
    return is_bare and next(later, None) is not None


def _with_a_main_part(joined: list[Part], is_act: Callable[[Mark], bool]) -> list[Part]:
    """Parts of which one says something: what opens without a comma after it ends where the main act begins."""

    def acts_of(part: Part) -> list[int]:
        return [n for n, mark in enumerate(part.marks) if is_act(mark)]

    has_main = any(p.role == "main" and acts_of(p) for p in joined)
    cut: list[Part] = []
    for part in joined:
        acts = acts_of(part)
        needed = _ACTS_WITHIN.get(part.role, len(acts))
        if part.role == "instead" and acts and acts[0] <= _GERUND:
            needed = 1  # "instead of drawing a card he sells"
        is_inside = bool(cut) and cut[-1].role == "main" and part.role not in _EVENTS and not acts_of(cut[-1])
        if len(acts) <= needed or not (is_inside or not has_main):
            cut.append(part)
            continue
        place = _first_word(part.marks, acts[needed])
        if part.role != "relative":
            place = _subject(part.marks, place)
        subject = cut.pop() if is_inside else Part("main")
        cut += [Part(part.role, part.marks[:place]), Part("main", subject.marks + part.marks[place:])]
        has_main = True
    return _with_its_subject([part for part in cut if part.marks], acts_of)


def _with_its_subject(joined: list[Part], acts_of: Callable[[Part], list[int]]) -> list[Part]:
    """Parts of which none has only a subject: "all players, except the banker, discard …"."""
    whole: list[Part] = []
    waiting: Part | None = None
    for part in joined:
        if part.role == "main" and not part.is_aside and waiting is not None:
            part.marks[:0] = waiting.marks
            waiting = None
        is_bare = not acts_of(part) and not any(mark.has("no", *_MODALS) for mark in part.marks)
        if part.role == "main" and not part.is_aside and is_bare and part is not joined[-1]:
            waiting = part
        else:
            whole.append(part)
    return whole if waiting is None else [waiting, *whole]


def _first_word(marks: Sequence[Mark], act: int) -> int:
    """Where an act's own words begin, with its modal or denial and the small words between."""
    first = act
    for place in range(act - 1, max(0, act - _BEFORE_ACT - 1), -1):
        if marks[place].has(*_AUXILIARIES):
            first = place
        elif marks[place].ids and not marks[place].has("~first", "~last", "~then"):
            break
    return first


def _subject(marks: Sequence[Mark], act: int) -> int:
    """Where what an act is said of begins, if more was named before: "after the last player the round ends"."""
    named = [n for n in range(1, act) if any(not id.startswith("~") for id in marks[n].ids)]
    if len(named) < 2:
        return act
    place = named[-1]
    return place - 1 if marks[place - 1].has("~the", "~indefinite") else place
