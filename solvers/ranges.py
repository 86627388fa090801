"""What a theorem goes through one by one, as data: the cases that are looked at are counted against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

from attrs import frozen

from rulecheck.solvers.proof import Proof
from rulecheck.solvers.refutation import AnyEngine

Case: TypeAlias = tuple[Any, ...]
"""The number of players, the set-up, and a value of each axis."""

DEFAULT: Final = ""
"""The game's first set-up."""
FEW: Final = 6
"""So many values are told one by one."""


@frozen
class Axis:
    """One thing that a theorem varies."""

    name: str
    values: Iterable[Any] | Callable[[AnyEngine], Iterable[Any]]
    """All values it takes, or how to read them off an engine."""

    def of(self, engine: AnyEngine) -> Sequence[Any]:
        """The values under an engine's rules."""
        return list(self.values(engine) if callable(self.values) else self.values)

    def __str__(self) -> str:
        if callable(self.values):
            return f"each {self.name}"
        values = list(self.values)
        if values == [False, True]:
            return f"{self.name} or not"
        if isinstance(self.values, range) and self.values.step == 1:
            return f"{self.name} {values[0]} to {values[-1]}"
        if len(values) > FEW or not all(isinstance(value, int | str) for value in values):
            return f"each of {len(values)} {self.name}"
        return f"{self.name} {_listed(list(map(str, values)), 'or')}"


def _listed(words: Sequence[str], joined: str) -> str:
    *first, last = words
    return f"{', '.join(first)} {joined} {last}" if first else last


@frozen(init=False)
class Ranges:
    """Every combination of some axes, for each number of players."""

    axes: tuple[Axis, ...]
    besides: str
    """What holds of every case, or is left unknown, in words."""
    setups: tuple[str, ...]
    """In each of these; the game's first one if none is named."""
    players: Callable[[tuple[int, ...]], tuple[int, ...]]
    """Of the numbers of players that are asked for, those it is decided for."""
    moves: int
    """So many moves of random games are looked at, for what is not decided for all positions."""
    unknowns: tuple[str, ...]
    """Whole numbers from 0 on that are left unknown."""

    def __init__(
        self,
        *axes: Axis,
        besides: str = "",
        setups: Sequence[str] = (),
        players: Callable[[tuple[int, ...]], tuple[int, ...]] = tuple,
        moves: int = 0,
        unknowns: Sequence[str] = (),
    ) -> None:
        self.__attrs_init__(axes, besides, tuple(setups), players, moves, tuple(unknowns))

    def __str__(self) -> str:
        setups = [f"set-up {' and '.join(self.setups)}"] if self.setups else []
        free = [f"any {_listed(self.unknowns, 'and')}"] if self.unknowns else []
        moves = [f"{self.moves:,} moves of random games"] if self.moves else []
        return "; ".join([*setups, *map(str, self.axes), *free, *([self.besides] if self.besides else []), *moves])

    def cases(self, proof: Proof) -> Iterator[Case]:
        """All of them, for the numbers of players of a proof."""
        for players, setup in product(self.players(proof.players), self.setups or (DEFAULT,)):
            engine = _engine(proof, players, setup)
            yield from product((players,), (setup,), *(axis.of(engine) for axis in self.axes))

    def positions(self, proof: Proof) -> Iterator[tuple[AnyEngine, Case]]:
        """An engine for each case, and the case; each is covered when the next one is asked for."""
        for case in self.cases(proof):
            yield _engine(proof, case[0], case[1]), case[2:]
            proof.cover(*case)

    def missed(self, proof: Proof) -> str:
        """What is stated and was not looked at, or the other way round; empty if it is the same."""
        stated = set(self.cases(proof))
        for what, cases in (("stated, but not looked at", stated - proof.covered),
                            ("looked at, but not stated", proof.covered - stated)):  # fmt: skip
            if cases:
                names = ("players", "set-up", *(axis.name for axis in self.axes))
                told = ", ".join(map("{} {}".format, names, min(cases, key=repr)))
                return f"{len(cases):,} of {len(stated):,} cases are {what}: {told}"
        if self.unknowns and proof.unknowns != set(self.unknowns):
            return f"unknown are stated: {', '.join(self.unknowns)}; left unknown: {', '.join(sorted(proof.unknowns))}"
        if proof.sampled < self.moves or (proof.sampled and not self.moves):
            return f"{self.moves:,} moves of random games are stated, {proof.sampled:,} were looked at"
        return ""


def always(players: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """This number of players, whichever are asked for: the others change nothing of what is asked."""
    return lambda _: (players,)


def _engine(proof: Proof, players: int, setup: str) -> AnyEngine:
    return proof.engine(players, **({} if setup == DEFAULT else {"setup": setup}))


def largest(asked: tuple[int, ...]) -> tuple[int, ...]:
    """Only the largest one."""
    return (max(asked),)
