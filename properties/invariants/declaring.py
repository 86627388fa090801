"""What must always hold: how a property is written, and how those of a game are collected.

A property cites its clauses and yields a sentence for every violation.
Invariants look at one position, step properties at a move and the positions
around it, whole-game properties at a finished game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final, Literal, TypeVar

from attrs import field, frozen

from rulecheck.reference_engines.contract import Outcome

DEAR: Final = 16
"""The share for a claim that costs more than others: one game in so many, where a kind of step is routine."""
OFTEN: Final = 4
"""The share for one that costs little and is asked at nearly every step."""
SELDOM: Final = 64
"""The share for one that takes longer still: it has its turn no more often in games that are looked at closely."""
Kind = Literal["holds", "after", "whole_game"]
F = TypeVar("F", bound=Callable[..., Iterator[str]])


@frozen
class When:
    """Steps about which a key, asked of (before, move, after), has one of some values.

    A checker asks each key once for a step, however many properties depend on it, and
    runs only the properties that the answers leave: name a key once and share it.
    """

    key: Callable[[Any, Any, Any], Hashable]
    values: frozenset[Any] = frozenset({True})


@frozen
class Property:
    """One claim about a game: what it is called, which clauses say so, and the function that looks."""

    name: str
    clauses: tuple[str, ...]
    kind: Kind
    doc: str
    function: Callable[..., Iterator[str]] = field(repr=False)
    reads: tuple[str, ...] | None = None
    """Fields of the position an invariant looks at; None: any of them."""
    each: str = ""
    """The tuple in a position whose values an invariant looks at one by one."""
    moves: tuple[str, ...] | None = None
    """Kinds of moves (class names) a step property is about; None: all of them."""
    when: tuple[When, ...] = ()
    """Which of these moves it is about; all of them must hold."""
    share: int = 1
    """In a campaign it is looked at in one game of so many, where a kind of step is routine."""
    tells: tuple[str, ...] = ()
    """The clauses of which it says just when a step of these moves carries them out, and tells of it."""

    def concerns(self, before: Any, move: Any, after: Any) -> bool:
        """Whether a step property is about this step."""
        if self.moves is not None and type(move).__name__ not in self.moves:
            return False
        return all(need.key(before, move, after) in need.values for need in self.when)


@frozen
class Played:
    """A whole game as whole-game properties see it; `positions` is one longer than `moves`."""

    positions: Sequence[Any]
    moves: Sequence[Any]
    outcome: Outcome | None


@frozen
class PropertySet:
    """The properties of one game, in the order they were written."""

    properties: tuple[Property, ...] = ()

    def __iter__(self) -> Iterator[Property]:
        return iter(self.properties)

    def __len__(self) -> int:
        return len(self.properties)

    def __contains__(self, claim: object) -> bool:
        return claim in self.properties

    def __getitem__(self, name: str) -> Property:
        for claim in self.properties:
            if claim.name == name:
                return claim
        raise KeyError(name)

    def of(self, kind: Kind) -> tuple[Property, ...]:
        """The properties of one kind."""
        return tuple(claim for claim in self.properties if claim.kind == kind)


_NO_CLAIMS: Final = frozenset({"mistakes", "strategies"})
"""Modules beside a game's properties without claims and slow to import: wrong engines, what Hypothesis draws."""
_MARK: Final = "declared_property"
"""The attribute of a marked function that holds its property."""


def _mark(function: Callable[..., Iterator[str]], kind: Kind, clauses: tuple[str, ...], **more: Any) -> None:
    doc = (function.__doc__ or "").strip().split("\n")[0]
    setattr(function, _MARK, Property(function.__name__, clauses, kind, doc, function, **more))


def holds(*clauses: str, reads: Sequence[str] | None = None, each: str = "", share: int = 1) -> Callable[[F], F]:
    """Mark `f(engine, state) -> Iterator[str]` as an invariant over positions.

    `reads` names the fields of the position that `f` looks at.  While they are the
    same objects as before, `f` is not run again; without `reads` it runs every time.
    `seats.money` names the field `money` of the values in the tuple `seats`.

    With `each="seats"` it is `f(engine, state, nth)`, an invariant over each value in
    that tuple by itself: of players' boards only those that changed are looked at again.
    `reads` then names parts of that field only.

    With `share=4` a campaign looks at it at all steps of kinds that are rare, and in every fourth
    game at those that are routine: for dear claims, where more games find more than more looks do.
    """

    def mark(function: F) -> F:
        paths = None if reads is None else tuple(reads)
        if each and (paths is None or not all(path.startswith(each + ".") for path in paths)):
            raise ValueError(f"{function.__name__}: an invariant over each of {each} reads {each}.… only")
        _mark(function, "holds", clauses, reads=paths, each=each, share=share)
        return function

    return mark


def after(
    *clauses: str,
    moves: Sequence[str] | None = None,
    when: Sequence[When] = (),
    share: int = 1,
    tells: Iterable[str] = (),
) -> Callable[[F], F]:
    """Mark `f(engine, before, move, after) -> Iterator[str]` as a property of moves of the kinds named.

    `when` leaves out steps it has nothing to say about, without a call to `f`; `share` is that of `holds`.  A property
    that says of clauses just when they are carried out `tells` them.
    """

    def mark(function: F) -> F:
        kinds = None if moves is None else tuple(moves)
        _mark(function, "after", clauses, moves=kinds, when=tuple(when), share=share, tells=tuple(tells))
        return function

    return mark


def whole_game(*clauses: str, share: int = 1) -> Callable[[F], F]:
    """Mark `f(engine, played: Played) -> Iterator[str]` as a property of finished games."""

    def mark(function: F) -> F:
        _mark(function, "whole_game", clauses, share=share)
        return function

    return mark


def properties_of(module: ModuleType | str) -> PropertySet:
    """The properties marked in a module and, if it is a package, in all of its modules, in the order they are written.

    Modules come in the order in which they are imported; those that nothing has imported yet, by their names.
    """
    if isinstance(module, str):
        module = import_module(module)
    return PropertySet(tuple(_marked_in(module)))


def _marked_in(module: ModuleType) -> Iterator[Property]:
    """The properties of a module, then of those inside it."""
    for value in tuple(vars(module).values()):
        if getattr(value, "__module__", None) == module.__name__ and isinstance(
            declared := getattr(value, _MARK, None), Property
        ):
            yield declared
    inside = module.__name__ + "."
    for listed in iter_modules(getattr(module, "__path__", ())):
        if not listed.name.startswith("__") and listed.name not in _NO_CLAIMS:  # __main__ would run
            import_module(inside + listed.name)
    for value in tuple(vars(module).values()):  # a package names its modules as their imports end
        if isinstance(value, ModuleType) and value.__name__.startswith(inside):
            yield from _marked_in(value)
