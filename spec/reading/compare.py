"""Frames side by side: one normal form for what can be said in several ways, and what two frames have in common.

"No player may" and "a player may not" are one statement, so are "each player" and "every one of the players".  A *leaf*
is one value of a frame with its path; frames are compared leaf by leaf.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.spec.reading.frames import DENYING, FRAME_SLOTS, Criterion, Frame, Quantity, Term, Time, Word, field_of

DENIED: Final = {"": "not", "may": "must-not", "must": "need-not"}
"""What a denial makes of a mode."""

_SAME: Final = {"unlimited": "any"}
_PLAYER: Final = "player"
_PLAYERS: Final = {"each": "each-player", "all": "each-player", "other": "other-player"}
_OWN: Final = frozenset({"own", "player", "active-player", "each-player"})


@frozen
class Leaf:
    """One value of a frame."""

    slot: str
    """The slot of the outermost frame."""
    path: str
    """From there on: `attr`, `of`, `what`; nothing for the slot's own value."""
    values: frozenset[str]
    """Alternatives."""

    def meets(self, other: Leaf) -> bool:
        """Whether two leaves say the same of the same."""
        return (self.slot, self.path) == (other.slot, other.path) and not self.values.isdisjoint(other.values)


def normal_form(frame: Frame) -> Frame:
    """A frame with denial in its mode alone and players in one word."""
    mode = frame.mode[0].values[0] if frame.mode else ""
    who = tuple(term for term in map(_player, frame.who) if "nobody" not in term.values)
    n = tuple(evolve(q, how=_SAME.get(q.how, q.how)) for q in frame.n if q.how != "none")
    if len(who) < len(frame.who) or len(n) < len(frame.n):
        mode = DENIED.get(mode, mode)
    slots: dict[str, Any] = {
        field_of(slot): tuple(normal_form(inner) for inner in frame.get(slot)) for slot in FRAME_SLOTS
    }
    return evolve(
        frame,
        who=who,
        n=n,
        mode=(Word((mode,), span=frame.mode[0].span if frame.mode else None),) if mode else (),
        to=tuple(map(_player, frame.to)),
        whose=tuple(_owner(word) for word in frame.whose),
        either=tuple(map(normal_form, frame.either)),
        **slots,
    )


def _player(term: Term) -> Term:
    """One word for all players, however they are counted, and one for the others."""
    term = evolve(term, values=tuple("each-player" if value == "all-players" else value for value in term.values))
    said = [q.how for q in term.n if q.how in _PLAYERS] + [v for w in term.attr for v in w.values if v in _PLAYERS]
    if _PLAYER not in term.values or not said:
        return term
    return evolve(term, values=(_PLAYERS[said[0]],), n=tuple(q for q in term.n if q.how not in _PLAYERS), attr=())


def _owner(word: Word) -> Word:
    return Word(("own",), span=word.span) if _OWN.intersection(word.values) else word


def leaves(frame: Frame) -> tuple[Leaf, ...]:
    """Every value of a frame, alternatives of whole frames left out."""
    return tuple(_leaves(normal_form(frame)))


def _leaves(frame: Frame) -> Iterator[Leaf]:
    for slot, values in frame.said():
        for number, value in enumerate(values):
            for path, names in _paths(value, number):
                yield Leaf(slot, path, frozenset(names))


def _paths(value: Any, number: int) -> Iterator[tuple[str, Sequence[str]]]:
    match value:
        case Word(values):
            yield "", values
        case Quantity():
            yield "", [str(evolve(value, name=""))]
        case Term(values):
            if values:
                yield "", values
            for part in ("n", "attr", "whose", "of"):
                for inner in getattr(value, part):
                    owner = _owner(inner) if part == "whose" else inner
                    yield from ((f"{part}.{path}".rstrip("."), names) for path, names in _paths(owner, 0))
        case Time(relation, period, event):
            if not event:
                yield "", [f"{relation} {name}" for term in period for name in term.values] or [relation]
            for frame in event:
                for leaf in _leaves(frame):
                    if not leaf.path and leaf.slot == "what" and not frame.act:  # "in round 2" is in a round
                        yield "", [f"{relation} {value}" for value in sorted(leaf.values)]
                    else:
                        yield f"{relation}.{leaf.slot}.{leaf.path}".rstrip("."), sorted(leaf.values)
        case Criterion(rank, of):
            yield str(number), [f"{rank} {name}" for term in of for name in term.values]
        case Frame():
            inner = value.either[0] if value.either else value
            yield from ((f"{leaf.slot}.{leaf.path}".rstrip("."), sorted(leaf.values)) for leaf in _leaves(inner))


@frozen
class Tally:
    """How many values of each slot were read right, read besides, and missed."""

    right: Counter[str]
    besides: Counter[str]
    missed: Counter[str]

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.besides + other.besides, self.missed + other.missed)

    def precision(self, slot: str) -> float | None:
        """Of what was read in a slot, the part that is right; None if nothing was."""
        told = self.right[slot] + self.besides[slot]
        return self.right[slot] / told if told else None

    def recall(self, slot: str) -> float | None:
        """Of what is said in a slot, the part that was read; None if nothing is."""
        there = self.right[slot] + self.missed[slot]
        return self.right[slot] / there if there else None


def tally(wanted: Sequence[Frame], read: Sequence[Frame]) -> Tally:
    """Compare what a passage says with what was read, each frame with the one that has most in common with it."""
    left = [leaves(frame) for frame in read]
    result = Tally(Counter(), Counter(), Counter())
    pairs: list[tuple[int, int, int]] = []
    alternatives = [[leaves(f) for f in (frame.either or (frame,))] for frame in wanted]
    for row, choices in enumerate(alternatives):
        for column, other in enumerate(left):
            pairs.append((max(_weight(_common(leaf_row, other)) for leaf_row in choices), -row, -column))
    rows, columns = set(range(len(wanted))), set(range(len(left)))
    for weight, row, column in sorted(pairs, reverse=True):
        if weight and -row in rows and -column in columns:
            rows.remove(-row)
            columns.remove(-column)
            weights = [_weight(_common(choice, left[-column])) for choice in alternatives[-row]]
            result += _compared(alternatives[-row][weights.index(max(weights))], left[-column])
    for row in rows:
        result += _compared(alternatives[row][0], ())
    for column in columns:
        result += _compared((), left[column])
    return result


def _common(wanted: Sequence[Leaf], read: Sequence[Leaf]) -> list[Leaf]:
    return [leaf for leaf in wanted if any(leaf.meets(other) for other in read)]


def _weight(common: Sequence[Leaf]) -> int:
    """The act counts most: what else two frames have in common is of the same act or of chance."""
    return sum(3 if leaf.slot == "act" else 1 for leaf in common)


def _compared(wanted: Sequence[Leaf], read: Sequence[Leaf]) -> Tally:
    right = Counter(leaf.slot for leaf in _common(wanted, read))
    return Tally(
        right=right,
        besides=Counter(leaf.slot for leaf in read) - Counter(leaf.slot for leaf in _common(read, wanted)),
        missed=Counter(leaf.slot for leaf in wanted) - right,
    )


@frozen
class Disagreement:
    """A slot in which a sentence says another value than the frame of the same act."""

    slot: str
    wanted: frozenset[str]
    read: frozenset[str]


FIRM: Final = ("mode", "n", "dir", "when", "step", "by")
"""Slots whose values exclude one another; who, what and the places can be named more broadly or more closely."""


def disagreements(wanted: Sequence[Frame], read: Sequence[Frame]) -> tuple[Disagreement, ...]:
    """Where what was read of an act fits none of the wanted frames of that act, and where it comes nearest."""
    told: list[Disagreement] = []
    choices = [leaves(choice) for frame in wanted for choice in (frame.either or (frame,))]
    for frame in read:
        own = leaves(frame)
        acts = [leaf for leaf in own if leaf.slot == "act"]
        rivals = [choice for choice in choices if any(a.meets(b) for a in acts for b in choice)]
        if rivals:
            differing = [[*_at_odds(choice, own)] for choice in rivals]
            told += differing[min(range(len(differing)), key=lambda n: len(differing[n]))]
    return tuple(told)


def _at_odds(wanted: Sequence[Leaf], read: Sequence[Leaf]) -> Iterator[Disagreement]:
    for slot in FIRM:
        left, right = (
            [leaf for leaf in side if leaf.slot == slot and (not leaf.path or slot == "by")] for side in (wanted, read)
        )
        values, others = (frozenset[str]().union(*(leaf.values for leaf in side)) for side in (left, right))
        if slot == "by":  # what is first or most can be named in several ways
            values, others = (frozenset(value.partition(" ")[0] for value in side) for side in (values, others))
        if left and right and values.isdisjoint(others) and not _is_loose(values, others):
            yield Disagreement(slot, values, others)


def _is_loose(values: frozenset[str], others: frozenset[str]) -> bool:
    """Whether two values say about the same: two denials, "each" beside a number, each phase and in the phase."""
    left, right = ({v.removeprefix("each ").removeprefix("during ") for v in side} for side in (values, others))
    return values | others <= DENYING or frozenset({"each"}) in (values, others) or not left.isdisjoint(right)
