"""How an engine is made wrong on purpose: some functions of the rules are others while it is asked.

A game's faults derive from a class that mixes `Planted` into the game's engine.  What is wrong is said in one of these
ways, the first that will do:

* a function marked `@Wrong.instead(function)`, `Wrong` being that class: it stands in the place of a function of the
  rules wherever they use it; marked `@Wrong.around(function)` it is given the right one first;
* a function marked `@Wrong.with_kit`: it changes what is fixed for a table, its numbers, cards and boards;
* `swaps`: several functions of the rules, each with the one that stands in its place;
* methods marked `@instead(function)` or `@around(function)`, where the engine is needed besides;
* `offered` and `mended`: the list of moves and the position after a move, mended after the rules have made them;
* `seen`: the position as it is before the rules are asked;
* a method of the engine itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from rulecheck.reference_engines.contract import Engine, M, Outcome, Refused, S
from rulecheck.spec.rules import Rules

Function = Callable[..., Any]
Swap = tuple[Function, Function] | tuple[Any, Any, Any]
"""A function of the rules and what stands in its place; or where it is looked up (a module, a class, a table), under
which name, and what stands there instead."""

F = TypeVar("F", bound=Function)

_STANDS_FOR: Final = "__stands_for__"


def instead(*functions: Function) -> Callable[[F], F]:
    """Mark a method that stands in the place of functions of the rules."""
    return _marked(functions, is_given_right=False)


def around(*functions: Function) -> Callable[[F], F]:
    """Mark a method that stands in the place of functions of the rules, and is given the right one first."""
    return _marked(functions, is_given_right=True)


def _marked(functions: Sequence[Function], *, is_given_right: bool) -> Callable[[F], F]:
    def mark(method: F) -> F:
        setattr(method, _STANDS_FOR, (functions, is_given_right))
        return method

    return mark


class Planted(Engine[S, M], Generic[S, M]):
    """An engine of the rules in which some functions are others; what it does not list it refuses."""

    swaps: ClassVar[Sequence[Swap]] = ()

    @classmethod
    def instead(cls, *functions: Function) -> Callable[[Function], type[Self]]:
        """Make of a function the engine in which it stands in the place of functions of the rules."""
        return lambda wrong: cls._with(wrong, tuple((right, wrong) for right in functions))

    @classmethod
    def around(cls, *functions: Function) -> Callable[[Function], type[Self]]:
        """The same for a function that is given the right one first."""
        return lambda wrong: cls._with(wrong, tuple((right, partial(wrong, right)) for right in functions))

    @classmethod
    def with_kit(cls, change: Callable[[Any], None]) -> type[Self]:
        """Make of a function that changes the kit the engine that has it changed."""
        return cls._with(change, (), (change,))

    @classmethod
    def _with(cls, wrong: Function, swaps: Sequence[Swap], changes: Sequence[Function] = ()) -> type[Self]:
        named = {"__doc__": wrong.__doc__, "__module__": wrong.__module__, "swaps": swaps, "kit_changes": changes}
        return type(wrong.__name__, (cls,), named)

    def __init__(self, rules: Rules) -> None:
        self._swapped_places: tuple[tuple[Any, Any, Any], ...] = tuple(self._places_swapped())
        with self.swapped():
            super().__init__(rules)  # type: ignore[call-arg]  # of the engine that this is mixed into
        for base in type(self).__mro__[::-1]:
            for change in vars(base).get("kit_changes", ()):
                change(vars(self)["g"])

    def _places_swapped(self) -> Iterator[tuple[Any, Any, Any]]:
        """Where something is swapped, under which name, and for what."""
        for base in type(self).__mro__[::-1]:
            for swap in vars(base).get("swaps", ()):
                if len(swap) == 3:
                    yield swap
                else:
                    yield from places_of(self.game, *swap)
        for name in dir(type(self)):
            functions, is_given_right = getattr(getattr(type(self), name), _STANDS_FOR, ((), False))
            for right in functions:
                method = getattr(self, name)
                yield from places_of(self.game, right, partial(method, right) if is_given_right else method)

    def swapped(self) -> AbstractContextManager[None]:
        """With the functions swapped."""
        return swapping(self._swapped_places)

    def seen(self, state: S) -> S:
        """The position that the rules are asked about."""
        return state

    def offered(self, state: S, moves: Sequence[M]) -> Sequence[M]:
        """The moves that are listed where the rules list some."""
        return moves

    def mended(self, state: S, move: M, after: S) -> S:
        """The position that a move leads to, from that of the rules."""
        return after

    def start(self) -> S:
        """The start by the wrong rules."""
        with self.swapped():
            return super().start()  # type: ignore[safe-super]

    def legal_moves(self, state: S) -> Sequence[M]:
        """The moves that the wrong rules list."""
        with self.swapped():
            moves = super().legal_moves(self.seen(state))  # type: ignore[safe-super]
            return self.offered(state, moves) if moves else moves

    def refusal(self, state: S, move: M) -> Refused | None:
        """None for all moves listed."""
        if move in self.legal_moves(state):
            return None
        with self.swapped():
            refused = super().refusal(self.seen(state), move)  # type: ignore[safe-super]
        clauses: Sequence[str] = getattr(type(self), "__breaks__", ()) or ("?",)
        return refused or Refused(clauses[0], "this program does not offer it")

    def apply(self, state: S, move: M) -> S:
        """What the wrong rules make of a move."""
        with self.swapped():
            return self.mended(state, move, super().apply(self.seen(state), move))  # type: ignore[safe-super]

    def weights(self, state: S) -> Sequence[int]:
        """Those of the rules; 1 for a move that they do not list."""
        with self.swapped():
            seen = self.seen(state)
            moves, weights = super().legal_moves(seen), super().weights(seen)  # type: ignore[safe-super]
        listed = dict(zip(moves, weights, strict=True))
        return [listed.get(move, 1) for move in self.legal_moves(state)]

    def outcome(self, state: S) -> Outcome | None:
        """Who won by the wrong rules."""
        with self.swapped():
            return super().outcome(state)  # type: ignore[safe-super]


@contextmanager
def swapping(places: Sequence[tuple[Any, Any, Any]]) -> Iterator[None]:
    """With other things under some names of modules, classes, tables or objects."""
    kept = [(owner, name, _own(owner).get(name, _own)) for owner, name, _ in places]
    try:
        for owner, name, value in places:
            _put(owner, name, value)
        yield
    finally:
        for owner, name, value in reversed(kept):
            _put(owner, name, value)


def places_of(game: str, right: Function, wrong: Function) -> Iterator[tuple[Any, str, Function]]:
    """All modules of a game's engine in which a function of the rules is looked up."""
    name = right.__name__
    package = f"rulecheck.reference_engines.{game}"
    users = [
        module
        for path, module in list(sys.modules.items())
        if f"{path}.".startswith(f"{package}.") and vars(module).get(name) is right
    ]
    assert users, f"{right} is no function that the rules of {game} look up"
    return ((module, name, wrong) for module in users)


def _own(owner: Any) -> Any:
    return owner if isinstance(owner, dict) else vars(owner)


def _put(owner: Any, name: Any, value: Any) -> None:
    """What is looked up under a name; `_own` stands for nothing of its own."""
    if isinstance(owner, dict):
        owner[name] = value
    elif value is _own:
        delattr(owner, name)
    else:
        setattr(owner, name, value)
