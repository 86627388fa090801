"""What two answers about one position differ in, named so that the same difference has the same name in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.conform.protocol.messages import Answer
from rulecheck.properties.runtime.patterns import fitting
from rulecheck.properties.unforeseen.paths import MISSING, is_list, joined, places_apart

KINDS: Final[Mapping[str, str]] = {
    "misses": "a legal move is no longer listed",
    "lists": "a move is listed that was not listed before",
    "refuses": "a move that was played is refused",
    "accepts": "a move that is not listed is played",
    "turn": "somebody else is to move",
    "state": "the position differs",
    "outcome": "the end, the winners or the scores differ",
    "chance": "dice or draws differ",
    "tells": "something is no longer reported, or reported for the first time",
    "fails": "the program fails",
    "stuck": "somebody is to move and has no move, or nobody is and the game is not over",
    "listed": "a move that is listed is refused",
    "changes": "a move that is refused changes something",
    "look": "the same position is reported in two ways",
    "twin": "a second process answers the same moves differently",
    "undo": "a move taken back, or played again, leaves another position",
    "resume": "a position that is handed back continues differently",
    "loop": "moves without chance lead back to the same position",
    "conserved": "a total that should stay the same changes",
}
"""Each kind of difference, in words."""
_NAMED: Final = 3
"""Parts of a position that name a difference; more are counted."""


@frozen
class Apart:
    """One difference between what should be the same."""

    kind: str
    about: str
    """What is the same in each game that shows it: a kind of move, or parts of the position."""
    message: str
    paths: tuple[str, ...] = ()
    """Parts of the position that differ, to be marked."""

    @property
    def key(self) -> str:
        """Its name, the same in every run."""
        return f"{self.kind}:{self.about}"


def shape(move: str) -> str:
    """The kind of a move: its first word, or where that is all and has digits its form: `Nf3` and `Ng5` are alike."""
    first, _, rest = move.strip().partition(" ")
    return first if rest or not re.search(r"\d", first) else re.sub(r"[a-z]+", "a", re.sub(r"\d+", "0", first))


@frozen
class Wording:
    """How two sides are called where they are told apart."""

    old: str = "old"
    new: str = "new"


@frozen
class Comparer:
    """Holds answers of two sides against each other."""

    ignored: tuple[str, ...] = ()
    """Parts of positions, such as `players.*.note`, that are not compared."""
    words: Wording = field(factory=Wording)

    def apart(self, old: Answer, new: Answer, move: str = "") -> Iterator[Apart]:
        """All that differs in two answers about the same position."""
        if (old.refused is None) != (new.refused is None):
            kind = "refuses" if old.refused is None else "accepts"
            why = f": {new.refused or old.refused}"
            who, other = (self.words.new, self.words.old) if kind == "refuses" else (self.words.old, self.words.new)
            yield Apart(kind, shape(move), f"{move!r} is refused by {who} and played by {other}{why}")
            return
        if (old.outcome is None) != (new.outcome is None):
            yield from self._outcome(old, new)  # who is over lists no moves, and nobody's turn it is
            return
        yield from self._legal(old, new)
        if old.turn != new.turn and None not in (old.turn, new.turn):
            yield Apart("turn", shape(move), f"{self.words.old}: {old.turn} is to move; {self.words.new}: {new.turn}")
        yield from self._state(old, new)
        if old.outcome != new.outcome:
            yield from self._outcome(old, new)
        if old.chance != new.chance:
            yield Apart("chance", shape(move), f"{self.words.old} drew {old.chance}, {self.words.new} {new.chance}")

    def _legal(self, old: Answer, new: Answer) -> Iterator[Apart]:
        if old.legal is None or new.legal is None:
            if old.legal is not new.legal:
                yield from self._told("legal moves", old.legal, new.legal)
            return
        mine, theirs = frozenset(old.legal), frozenset(new.legal)
        if mine == theirs:
            return
        for kind, moves, by in (("misses", mine - theirs, self.words.old), ("lists", theirs - mine, self.words.new)):
            shapes: dict[str, list[str]] = {}
            for move in sorted(moves):
                shapes.setdefault(shape(move), []).append(move)
            for about, alike in shapes.items():
                yield Apart(kind, about, f"only {by} lists {_some(alike)}")

    def _state(self, old: Answer, new: Answer) -> Iterator[Apart]:
        if old.state is None or new.state is None:
            if old.state is not new.state:
                yield from self._told("positions", old.state, new.state)
            return
        if old.state == new.state:
            return
        is_ignored = fitting(self.ignored)
        places = [place for place in places_apart(old.state, new.state) if not is_ignored(place[0])]
        if not places:
            return
        kinds = sorted({path_kind(path, old.state) for path, _, _ in places})
        about = "+".join(kinds[:_NAMED]) + (f"+{len(kinds) - _NAMED} more" if len(kinds) > _NAMED else "")
        told = "; ".join(
            f"{path} is {_value(mine)} for {self.words.old}, {_value(theirs)} for {self.words.new}"
            for path, mine, theirs in places[:_NAMED]
        )
        more = f"; and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
        yield Apart("state", about, f"{told}{more}", tuple(path for path, _, _ in places))

    def _outcome(self, old: Answer, new: Answer) -> Iterator[Apart]:
        mine, theirs = old.outcome, new.outcome
        if mine is None or theirs is None:
            over, on = (self.words.new, self.words.old) if mine is None else (self.words.old, self.words.new)
            what = _value(mine or theirs)
            yield Apart("outcome", "over" if mine is None else "goes on", f"over for {over} ({what}), not for {on}")
            return
        for part in ("winners", "scores"):
            if mine.get(part) != theirs.get(part) and part in mine and part in theirs:
                a, b = mine.get(part), theirs.get(part)
                if part == "winners" and set(a or ()) == set(b or ()):
                    continue
                yield Apart(
                    "outcome", part, f"{part}: {_value(a)} for {self.words.old}, {_value(b)} for {self.words.new}"
                )

    def _told(self, what: str, old: Any, new: Any) -> Iterator[Apart]:
        by = self.words.old if new is None else self.words.new
        yield Apart("tells", what.replace(" ", "-"), f"only {by} tells {what}")


def path_kind(path: str, state: Any = None) -> str:
    """A path without what differs from place to place: numbers, and names of things that all have the same parts."""
    names = []
    here = state
    for name in path.split("."):
        names.append("*" if _are_alike(here) else re.sub(r"\d+", "*", name))
        if is_list(here):
            here = here[int(name)] if name.isdigit() and int(name) < len(here) else None
        else:
            here = here.get(name) if isinstance(here, Mapping) else None
    return ".".join(names)


def _are_alike(value: Any) -> bool:
    """Whether a mapping holds several things of one kind, such as the players' boards."""
    if not isinstance(value, Mapping) or len(value) < 2:
        return False
    parts = [frozenset(inner) if isinstance(inner, Mapping) else None for inner in value.values()]
    return parts[0] is not None and len(set(parts)) == 1


def _value(value: Any) -> str:
    text = "nothing" if value is MISSING else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _some(moves: Sequence[str]) -> str:
    listed = ", ".join(map(repr, moves[:4]))
    return f"{listed} and {len(moves) - 4} more" if len(moves) > 4 else listed


def same_answer(answer: Answer) -> tuple[Any, ...]:
    """What an answer says of a position, to be compared as a whole."""
    legal = None if answer.legal is None else frozenset(answer.legal)
    return answer.turn, legal, answer.state, answer.outcome


# ---- what is conserved


def sums(state: Mapping[str, Any] | None, groups: Sequence[Sequence[str]]) -> tuple[int | None, ...]:
    """For each group of path patterns the sum of the numbers that stand there (of lists: how many things)."""
    if state is None:
        return (None,) * len(groups)
    numbers = list(_numbers(state, ""))
    answers: list[int | None] = []
    for group in groups:
        fits = fitting(tuple(group))
        told = [number for path, number in numbers if fits(path)]
        answers.append(sum(told) if told else None)
    return tuple(answers)


def _numbers(value: Any, path: str) -> Iterator[tuple[str, int]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _numbers(inner, joined(path, str(name)))
    elif is_list(value):
        yield path, len(value)
        for nth, inner in enumerate(value):
            yield from _numbers(inner, joined(path, str(nth)))
    elif type(value) is int:
        yield path, value
