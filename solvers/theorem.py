"""Theorems: what is claimed of a game's rules, in which bounds, and with which broken twins.

A theorem is a function that takes a `Proof` and either returns nothing (it
holds) or a `Refutation`: a position, and moves, that show it does not.  It names
the clauses it speaks about.  Three things are never taken on trust: a refutation
is replayed (`refutation.py`), assumptions are asked for on their own
(`proof.py`), and each theorem has *broken twins*: the same theorem about a rule
with one thing changed.  A twin that is not refuted proves that the theorem sees
nothing, and makes it `vacuous` (`decision.py`).
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import ModuleType
from typing import Any, Final, TypeAlias

from attrs import define, evolve, field, frozen

from rulecheck.solvers.ranges import Ranges
from rulecheck.solvers.refutation import Refutation
from rulecheck.spec import Game, Part, find_game


class Verdict(StrEnum):
    """What came out; one word, one meaning."""

    PROVED = "proved"
    """Holds everywhere within the stated bounds."""
    TIED = "tied"
    """Proved of a model, or for some of what a position is made of, and tied to the engine by a number of samples."""
    REFUTED = "refuted"
    """Does not hold: a position was found that shows it, and it was replayed."""
    UNDECIDED = "undecided"
    """The solver gave up."""
    VACUOUS = "vacuous"
    """Nothing meets the assumptions, or a broken twin passes as well: it says nothing."""
    CRASHED = "crashed"
    """The theorem's own code failed, or a refutation did not show what it said."""
    SKIPPED = "skipped"
    """It was not looked at, because a tool that decides it is not installed; the reason names the tool."""


Body: TypeAlias = Callable[..., Refutation | None]


@frozen
class Twin:
    """A theorem about a rule with one thing changed; it must be refuted."""

    name: str
    """What was changed, in a sentence."""
    changes: Mapping[str, Any]
    """Arguments that the theorem's function is called with in place of its defaults."""


@define(eq=False)
class Theorem:
    """A claim about a game's rules that can be decided without playing."""

    game: str
    """The game it speaks about; `collect` gives it to those that a package defines."""
    name: str
    says: str
    """The function's docstring: what is claimed, and how it is decided."""
    clauses: tuple[str, ...]
    bounds: str
    """For which positions it is decided."""
    body: Body
    kind: str = "theorem"
    readings: tuple[str, ...] = ()
    """Readings it is proved under."""
    substitute: tuple[str, ...] = ()
    """Substitute data it rests on, beyond what the engine says itself."""
    expected: Verdict = Verdict.PROVED
    """A claim that is kept because its failure teaches something says REFUTED."""
    because: str = ""
    """What its failure teaches."""
    ranges: Ranges | None = None
    """What `bounds` says as data, where all of it is gone through one by one."""
    twins: list[Twin] = field(factory=list)

    def twin(self, name: str, **changes: Any) -> Theorem:
        """Add a broken twin."""
        self.twins.append(Twin(name, changes))
        return self

    def __reduce__(self) -> tuple[Callable[[str, str], Theorem], tuple[str, str]]:
        """Between processes it travels as its name: each has the theorem itself."""
        return theorem_named, (self.game, self.name)

    @property
    def claim(self) -> str:
        """The docstring's first sentence."""
        return " ".join(self.says.split("\n\n")[0].split())


def theorem(
    *clauses: str,
    bounds: str | Ranges,
    readings: Sequence[str] = (),
    substitute: Sequence[str] = (),
    expected: Verdict | str = Verdict.PROVED,
    because: str = "",
) -> Callable[[Body], Theorem]:
    """Make a theorem of a function that takes a `Proof`; which game it speaks about, `collect` tells it."""

    def make(body: Body) -> Theorem:
        name = body.__name__.replace("_", "-")
        says = inspect.cleandoc(body.__doc__ or "")
        if not says:
            raise ValueError(f"theorem {name} has no docstring that says what it claims")
        return Theorem(
            "", name, says, clauses, str(bounds), body, ranges=bounds if isinstance(bounds, Ranges) else None,
            readings=tuple(readings), substitute=tuple(substitute), expected=Verdict(expected), because=because,
        )  # fmt: skip

    return make


def collect(modules: Iterable[ModuleType], game: str) -> list[Theorem]:
    """The theorems that these modules define, about this game, in the order of the modules and of their lines.

    Raises ValueError if two bear one name.
    """
    collected: dict[str, Theorem] = {}
    for module in modules:
        for value in vars(module).values():
            if not isinstance(value, Theorem) or value.body.__module__ != module.__name__:
                continue  # a theorem that was imported belongs to the module that defines it
            if value.name in collected:
                raise ValueError(f"{module.__name__}: there are two theorems {value.name}; give one another name")
            collected[value.name] = evolve(value, game=game)
    return list(collected.values())


def theorems(game: str) -> tuple[Theorem, ...]:
    """A game's theorems, in the order of its modules' names; none if it has no module of them."""
    known = find_game(game)
    return () if known is None else _theorems(known)


@cache
def _theorems(game: Game) -> tuple[Theorem, ...]:
    return tuple(collect(game.modules(Part.THEOREMS), game.name))


def theorem_named(game: str, name: str) -> Theorem:
    """A game's theorem of exactly this name; raises NoTheorem."""
    there = theorems(game)
    for known in there:
        if known.name == name:
            return known
    raise NoTheorem(game, name, [known.name for known in there])


CLOSE: Final = 3
"""Names told at most, where a theorem was asked for that does not exist."""


class NoTheorem(ValueError):
    """A theorem was asked for that does not exist; the names closest to it are told, at most CLOSE of them."""

    def __init__(self, game: str, name: str, there: Sequence[str]) -> None:
        close = closest(name, there)
        hint = f"did you mean {' or '.join(close)}?" if close else f"`rulecheck prove {game}` decides all {len(there)}"
        super().__init__(f"{game} has no theorem {name!r}; {hint}")


def closest(name: str, there: Sequence[str]) -> list[str]:
    """The names that are spelled most like one, then those with most of its words; none if no name is like it."""
    spelled = difflib.get_close_matches(name, there, n=CLOSE)
    words = set(name.split("-"))
    shared = sorted(there, key=lambda other: -len(words.intersection(other.split("-"))))
    alike = [other for other in shared if words.intersection(other.split("-"))]
    return list(dict.fromkeys([*spelled, *alike]))[:CLOSE]


def chosen(there: Sequence[Theorem], game: str, name: str | None) -> list[Theorem]:
    """All theorems, or those whose name is or begins with the one asked for; raises NoTheorem."""
    if name is None:
        return list(there)
    exact = [theorem for theorem in there if theorem.name == name]
    beginning = [theorem for theorem in there if theorem.name.startswith(name)]
    if not exact and not beginning:
        raise NoTheorem(game, name, [theorem.name for theorem in there])
    return exact or beginning
