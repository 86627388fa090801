"""A question about a game under way, and what rules answer: the unit of a suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.invariants.unlisted_moves import Tries
from rulecheck.reference_engines.contract import OVER, AnyEngine


class Ask(StrEnum):
    """What is asked."""

    START = "start"
    """In which position a game begins."""
    LEGAL = "legal"
    """All legal moves, and who decides."""
    PLAY = "play"
    """What a legal move changes, and who decides then."""
    FORBIDDEN = "forbidden"
    """Whether a move that the rules forbid is refused."""
    END = "end"
    """Who has won, and with how many points."""


@frozen(eq=False)
class Line:
    """A game by the rules, move by move."""

    engine: AnyEngine = field(repr=False)
    states: Sequence[Any] = field(repr=False)
    """One more than there are moves."""
    moves: Sequence[Any] = field(repr=False)


@frozen(eq=False)
class Question:
    """Something asked in a position of a game."""

    line: Line
    at: int
    """After so many moves."""
    ask: Ask
    move: Any = None

    @property
    def state(self) -> Any:
        """The position that it is asked in."""
        return self.line.states[self.at]

    @property
    def size(self) -> tuple[int, str, str]:
        """Smaller ones come first: the moves that lead there."""
        return self.at, self.ask, str(self.move)

    def answer(self, engine: AnyEngine) -> Any:
        """What some rules answer, as a value to compare: as much as a program can tell."""
        state = self.state
        match self.ask:
            case Ask.START:
                state = engine.start()
                return state, engine.actor(state)
            case Ask.LEGAL:
                return frozenset(engine.legal_moves(state)), engine.actor(state)
            case Ask.PLAY:
                if engine.refusal(state, self.move) is not None:
                    return None
                state = engine.apply(state, self.move)
                return state, engine.actor(state)
            case Ask.FORBIDDEN:
                return engine.refusal(state, self.move) is not None
            case Ask.END:
                outcome = engine.outcome(state)
                told = None if outcome is None else (frozenset(outcome.winners), outcome.scores)
                return engine.actor(state), told

    @property
    def clauses(self) -> tuple[str, ...]:
        """What the rules carry out or forbid by in the answer, readings among them as `silent:ID`."""
        engine, state = self.line.engine, self.state
        match self.ask:
            case Ask.PLAY:
                return tuple(dict.fromkeys(engine.apply(state, self.move).events))
            case Ask.FORBIDDEN:
                refused = engine.refusal(state, self.move)
                return () if refused is None else (refused.clause,)
            case Ask.END:
                outcome = engine.outcome(state)
                return () if outcome is None else (outcome.clause, *state.events)
            case _:
                return tuple(dict.fromkeys(state.events))


_OTHERS: Final = 3
"""Legal moves of a position that are asked about beside the one that was played, each of another kind."""
_TRIES: Final = 24
"""Moves that are looked at for forbidden ones, of which one for each clause is asked about."""


def questions_at(line: Line, at: int, tries: Tries, rng: Random) -> Iterator[Question]:
    """What can be asked in one position of a game."""
    engine, state = line.engine, line.states[at]
    if at == 0:
        yield Question(line, 0, Ask.START)
    if engine.actor(state) == OVER:
        yield Question(line, at, Ask.END)
        return
    legal = engine.legal_moves(state)
    yield Question(line, at, Ask.LEGAL)
    if at < len(line.moves):
        yield Question(line, at, Ask.PLAY, line.moves[at])
    kinds: dict[type, list[Any]] = {}
    for move in legal:
        kinds.setdefault(type(move), []).append(move)
    for kind in rng.sample(list(kinds), min(_OTHERS, len(kinds))):
        move = rng.choice(kinds[kind])
        if at == len(line.moves) or move != line.moves[at]:
            yield Question(line, at, Ask.PLAY, move)
    forbidden: dict[str, Any] = {}
    for move in tries.draw(legal, rng, _TRIES):
        refused = engine.refusal(state, move)
        if refused is not None:
            forbidden.setdefault(refused.clause, move)
    for move in forbidden.values():
        yield Question(line, at, Ask.FORBIDDEN, move)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """By path what has changed in a position, with what stands there now; None where nothing does."""
    return dict(_changed("", before, after))


def _changed(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any]]:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping) and not _dotted(before, after):
        for key in dict.fromkeys([*before, *after]):
            yield from _changed(f"{path}.{key}" if path else key, before.get(key), after.get(key))
    else:
        yield path, after


def _dotted(*parts: Mapping[str, Any]) -> bool:
    """Whether a path would be read wrongly: a name has a dot in it, or a part is there and holds nothing."""
    return any("." in key or value is None for part in parts for key, value in part.items())
