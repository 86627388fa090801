"""The contract between a game's rules and everything that looks at them.

An engine is a value made from `Rules` (numbers, readings, data); it keeps no
state of its own.  Positions are immutable values, moves are small values that
print themselves in the canonical notation.  Chance is a player: dice, draws
and shuffles are moves that only chance may make.
"""

from __future__ import annotations

import contextlib
import difflib
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from attrs import field, frozen

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

CHANCE: Final = -1
"""The actor of a position in which dice, cards or tiles decide."""

OVER: Final = -2
"""The actor of a finished game."""

SILENT: Final = "silent:"
"""Prefix of the event that says a reading was needed: `silent:robber.start`."""


@frozen
class Refused:
    """Why a move is not legal: the clause that forbids it, and a sentence."""

    clause: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} ({self.clause})"


class IllegalMove(Exception):
    """A move was played that the rules forbid in this position."""

    def __init__(self, move: object, refused: Refused) -> None:
        super().__init__(f"{move}: {refused}")
        self.move = move
        self.refused = refused


class UnknownMove(ValueError):
    """A text is not a move of this game in its canonical notation.

    What may have been meant is looked for when somebody wants to read it: that takes longer than a game's move.
    """

    def __init__(self, text: str, known: Collection[str] = ()) -> None:
        super().__init__(text, known)
        self.text = text
        self._known = known

    @cached_property
    def close(self) -> tuple[str, ...]:
        """The moves that the text is closest to."""
        return tuple(difflib.get_close_matches(self.text, self._known, n=2))

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(map(repr, self.close))}?" if self.close else ""
        return f"no move {self.text!r}{hint}"


class PositionError(ValueError):
    """A described position cannot be set up: which path, and why."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}" if path else why)
        self.path = path
        self.why = why


@frozen
class Outcome:
    """How a game ended: the winning seats (several on a shared win) and each seat's score, if scores are kept."""

    winners: tuple[str, ...]
    clause: str
    scores: Mapping[str, int] = field(factory=dict)

    def __str__(self) -> str:
        won = " and ".join(self.winners) if self.winners else "nobody"
        return f"{won} won"


PACKED_BITS: Final = 16
"""The bits that each count takes in a packed number."""


_pack, _from_bytes = struct.pack, int.from_bytes


def packed(counts: Sequence[int]) -> int:
    """Counts in one number, the first in the lowest bits; sums of such numbers are sums of the counts."""
    try:
        return _from_bytes(_pack(f"<{len(counts)}H", *counts), "little")
    except struct.error:  # a count below zero
        return sum([count << PACKED_BITS * k for k, count in enumerate(counts)])


def unpacked(number: int, many: int) -> tuple[int, ...]:
    """So many counts out of one number; the last takes what is left, also below zero."""
    counts = []
    for _ in range(many - 1):
        low = number & (1 << PACKED_BITS) - 1
        low -= (low >> PACKED_BITS - 1) << PACKED_BITS  # a count below zero has borrowed from the next one
        counts.append(low)
        number = (number - low) >> PACKED_BITS
    return (*counts, number)


def known(count: Callable[[Any], int]) -> Callable[[Any], int]:
    """The same count, which is not made again as long as it is asked about the very same object."""
    last: Any = None
    answer = 0

    def counted(value: Any) -> int:
        nonlocal last, answer
        if value is not last:
            answer, last = count(value), value
        return answer

    return counted


@frozen
class Tally:
    """Some kinds of components that are counted together.

    `count(state)` answers how many of each are found, in the order of `components`; with
    `each`, those that do not belong to one of the values in the tuple `state.<each>` (most
    often the players' boards), for which `count_one(value)` answers.
    `reads` names the fields of the position that both look at (`seats.goods` is the field
    `goods` of each value in the tuple `seats`; None: any of them): where they are the same
    objects as before nothing is counted again, and where one board changed, only that one is.

    A `packed` tally answers with all its counts in one number (see `packed`), which is cheaper
    to add and to compare than a sequence where there are many components.
    """

    components: tuple[str, ...]
    reads: tuple[str, ...] | None
    count: Callable[[Any], Any]
    each: str = ""
    count_one: Callable[[Any], Any] | None = None
    packed: bool = False
    clauses: tuple[str, ...] = ()
    """Those that say how many there are: named where they do not add up."""

    def total(self, state: Any) -> tuple[int, ...]:
        """How many of each component are found, everywhere."""
        counts = self.count(state)
        if self.packed:
            ones = map(self.count_one, getattr(state, self.each)) if self.count_one else ()
            return unpacked(sum(ones, counts), len(self.components))
        if self.count_one is None:
            return tuple(counts)
        return tuple(map(sum, zip(counts, *map(self.count_one, getattr(state, self.each)), strict=True)))


@frozen(slots=False, kw_only=True)
class Position:
    """What every game's state shares: the events of the move that led to it.

    An event is the id of a clause that the move carried out, or `SILENT` plus
    the id of a reading that it needed.  Events say how a position came about,
    so they do not count when two positions are compared.
    """

    events: tuple[str, ...] = field(default=(), eq=False)


S = TypeVar("S", bound=Position)
M = TypeVar("M")
V = TypeVar("V")


class _Blank:
    """What a copy is before it has fields and a class: `object.__new__` and `object.__setattr__` take twice as long."""


def changed(value: V, **changes: Any) -> V:
    """A copy of an unslotted frozen value with some fields changed.

    Does what `attrs.evolve` does for classes without validators, converters or
    private fields, in a third of its time: positions have thirty fields and a
    campaign makes millions of them.
    """
    blank: Any = _Blank()
    blank.__dict__ = value.__dict__ | changes
    blank.__class__ = type(value)
    copy: V = blank
    return copy


class Engine(ABC, Generic[S, M]):
    """One game's rules under one `Rules` value.

    `legal_moves`, `refusal` and `apply` are pure.  Every engine keeps to this:

    * `legal_moves(s)` is in a fixed order, without repetition, and empty exactly
      when the game is over (`actor(s) == OVER`); for chance it holds every outcome
      with a weight above zero;
    * `refusal(s, m) is None` exactly for the moves listed, for any well-formed m;
    * `apply(s, m)` may be called with legal moves only and never changes `s`;
      `play` is the checked form;
    * `from_json(to_json(s)) == s`, and `parse(str(m)) == m`.
    """

    game: ClassVar[str]
    rules: Rules
    seats: tuple[str, ...]
    """Names of the seats in clockwise order."""
    unlisted: ClassVar[tuple[str, ...]] = ()
    """The first words of moves that `all_moves` leaves out."""

    @abstractmethod
    def start(self) -> S:
        """The position before the first decision or chance move of the set-up."""

    @abstractmethod
    def actor(self, state: S) -> int:
        """The seat that decides now (an index into `seats`), `CHANCE` or `OVER`."""

    def turn_of(self, state: S) -> int:
        """The seat whose turn it is, also while chance or somebody else acts; the actor's if a game knows no turns.

        A chance move before anybody's turn counts as the first seat's.
        """
        return max(0, self.actor(state))

    @abstractmethod
    def legal_moves(self, state: S) -> Sequence[M]:
        """All moves open to the actor, in a fixed order."""

    def weights(self, state: S) -> Sequence[int]:
        """Chance's weights, one for each of `legal_moves(state)`; only asked when chance acts.  As a rule all alike."""
        return [1] * len(self.legal_moves(state))

    @abstractmethod
    def refusal(self, state: S, move: M) -> Refused | None:
        """The clause that forbids a well-formed move here, or None if it is legal."""

    @abstractmethod
    def apply(self, state: S, move: M) -> S:
        """The position after a legal move."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result of a finished game, None while it goes on."""

    @abstractmethod
    def tallies(self) -> Sequence[Tally]:
        """How the components are counted, in groups: every component of `totals` in one of them.

        Components that the same moves change belong together; then most moves leave most groups alone.
        """

    def inventory(self, state: S) -> Mapping[str, int]:
        """How many of each component are found, all places added up; same keys as `totals`."""
        return {
            component: count
            for tally in self.tallies()
            for component, count in zip(tally.components, tally.total(state), strict=True)
        }

    @abstractmethod
    def totals(self) -> Mapping[str, int]:
        """How many of each component the box, this set-up and these readings provide."""

    @abstractmethod
    def all_moves(self) -> Sequence[M]:
        """The well-formed moves of this game, legal or not, in a fixed order (the fuzzers' illegal tries).

        Moves whose notation holds a free-length part may be left out; `parse` still reads them.
        """

    @abstractmethod
    def to_json(self, state: S) -> dict[str, Any]:
        """The whole position as JSON values, in the game's words; the format is documented in docs/examples.md."""

    @abstractmethod
    def from_json(self, data: Mapping[str, Any], *, given: Iterable[str] = (), partial: bool = False) -> S:
        """The position that such JSON describes.

        `given` names the paths (dotted) that a person set by hand: what follows from
        them (the supply that is left, a good freed by a post) is worked out again
        unless it is itself among them.  Raises `PositionError` for names and values
        that do not exist, and, unless `partial`, for components that do not add up.
        """

    def draw(self, state: S) -> str:
        """The position as plain text for a terminal, at most 110 columns wide.  As a rule its JSON, a line a part."""
        return "\n".join([f"{name}  {value}"[:110] for name, value in self.to_json(state).items()])

    def named_start(self, name: str) -> S:
        """A position by the name that examples use for it: `begin`, and what a game adds (`ready`, ...).

        Raises `PositionError` naming the starts that exist.
        """
        start = self.named_starts().get(name)
        if start is None:
            raise PositionError("start", f"no start {name!r}; there are {', '.join(self.named_starts())}")
        return start()

    def named_starts(self) -> Mapping[str, Callable[[], S]]:
        """The starts that examples may name, each with the function that makes it."""
        return {"begin": self.start}

    def observe(self, state: S, seat: int) -> dict[str, Any]:
        """What the player at a seat may see: `to_json` with hidden values replaced by counts."""
        return self.to_json(state)

    def play(self, state: S, move: M) -> S:
        """The position after a move; raises `IllegalMove` with the clause if it is not legal."""
        refused = self.refusal(state, move)
        if refused is not None:
            raise IllegalMove(move, refused)
        return self.apply(state, move)

    def spellings(self, move: M) -> Sequence[str]:
        """The texts that `parse` reads as this move, the canonical one first; patterns of examples fit any of them."""
        return (str(move),)

    def parse(self, text: str) -> M:
        """The move that a canonical notation names; raises `UnknownMove`."""
        table = self._notation
        move = table.get(text) or table.get(" ".join(text.split()))
        if move is None:
            raise UnknownMove(text, table)
        return move

    @property
    def _notation(self) -> Mapping[str, M]:
        table: dict[str, M] | None = self.__dict__.get("_notation_table")
        if table is None:
            table = {str(move): move for move in self.all_moves()}
            self.__dict__["_notation_table"] = table
        return table


AnyEngine = Engine[Any, Any]
"""An engine of whatever game."""


F = TypeVar("F", bound=Callable[..., Any])


def cites(*clauses: str) -> Callable[[F], F]:
    """Mark a rule function with the clauses it carries out; costs nothing when it runs.

    Tests check that each cited clause exists and that each rule clause is cited;
    `rulecheck explain` shows the function for a clause.
    """

    def mark(function: F) -> F:
        function.__cites__ = clauses  # type: ignore[attr-defined]
        return function

    return mark


def citations_in(modules: Iterable[ModuleType]) -> dict[str, list[str]]:
    """For each clause, the functions in these modules that cite it, in the order of the modules and of their lines."""
    cited: dict[str, list[str]] = {}
    for module in modules:
        for function in _functions(vars(module).values(), module.__name__):
            for clause in function.__cites__:
                cited.setdefault(clause, []).append(f"{function.__module__}.{function.__qualname__}")
    return cited


def _functions(values: Iterable[Any], module: str) -> Iterator[Any]:
    """The functions of one module that cite clauses, those of its classes included."""
    for value in values:
        inner = getattr(value, "fget", None) or getattr(value, "func", None) or value  # a property's function
        if getattr(inner, "__module__", None) != module:
            continue
        if isinstance(value, type):
            yield from _functions(vars(value).values(), module)
        elif hasattr(inner, "__cites__"):
            yield inner


def begun(engine: AnyEngine) -> None:
    """Let an engine ask for the numbers that it needs to begin and to count its components, if it has not yet.

    What it raises there is told where it is played.
    """
    with contextlib.suppress(Exception):
        engine.start()
        engine.totals()
