"""Refutations: a position, and moves, that show that a theorem does not hold, and what is left of them once shown.

A refutation is *replayed*: the engine sets the position up from its JSON, and
plays the moves; then the rulebook's sentence is asked, never the engine, whether
what is seen there is wrong.  A refutation of a
model is replayed by carrying the model out on plain numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from attrs import field, frozen

from rulecheck.reference_engines.contract import Engine, PositionError
from rulecheck.solvers.logic import Term

AnyEngine: TypeAlias = Engine[Any, Any]


class Unshown(Exception):
    """A refutation was replayed and did not show what it said."""


class Refuted(Exception):
    """Raised inside a theorem, however deep, instead of returning a refutation."""

    def __init__(self, refutation: Refutation) -> None:
        super().__init__()
        self.refutation = refutation


@frozen
class ShownMove:
    """One move of a refutation and the position after it; the first has no move."""

    move: str
    words: str
    picture: str


@frozen
class Evidence:
    """A refutation that was replayed, in words that can be printed."""

    says: str
    by: str
    """What replayed it: `engine`, the rule under test on the engine's position, or `model`."""
    values: Mapping[str, Any] = field(factory=dict)
    """The numbers the solver chose, under the game's names."""
    setting: Mapping[str, Any] | None = None
    """Players, set-up, readings and numbers of the engine's rules."""
    position: Mapping[str, Any] | None = None
    """The position as the engine writes it."""
    moves: tuple[str, ...] = ()
    from_start: bool = False
    """Whether the moves begin at the start of the game, so that `rulecheck replay` can show them."""
    loop: int | None = None
    """For a game that returns to an earlier position: after how many moves it first stood there."""
    steps: tuple[ShownMove, ...] = ()
    guilty: tuple[str, ...] = ()
    """The kinds of move that are to blame, where the theorem goes through them one by one."""


class Refutation:
    """What a theorem returns when it does not hold; `replay` shows it or raises `Unshown`."""

    def replay(self) -> Evidence:
        """Carry it out and look whether it shows what it says."""
        raise NotImplementedError


@frozen
class InEngine(Refutation):
    """A position of the engine's, moves to play there, and a look at what comes of it."""

    says: str
    engine: AnyEngine
    position: Any
    """A state of the engine, or its JSON."""
    shows: Callable[[AnyEngine, Sequence[Any]], bool]
    """Given the position and those after each move: do they bear out what is said?"""
    moves: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(factory=dict)
    given: tuple[str, ...] = ()
    """Paths of the position that were set by hand; the engine works out the rest."""
    partial: bool = True
    from_start: bool = False
    loop: int | None = None
    by: str = "engine"
    guilty: tuple[str, ...] = ()

    def replay(self) -> Evidence:
        """Set the position up from its JSON, play the moves, and look."""
        state = _set_up(self.engine, self.position, self.given, partial=self.partial)
        states = [state]
        steps = [ShownMove("", "the position", self.engine.draw(state))]
        for text in self.moves:
            move = self.engine.parse(text)
            refused = self.engine.refusal(states[-1], move)
            if refused is not None:
                raise Unshown(f"the engine refuses {text!r}: {refused}")
            states.append(self.engine.apply(states[-1], move))
            steps.append(ShownMove(text, str(move), self.engine.draw(states[-1])))
        if not self.shows(self.engine, states):
            raise Unshown(f"replayed, but the position does not show it: {self.says}")
        return Evidence(
            says=self.says,
            by=self.by,
            values=dict(self.values),
            setting=self.engine.rules.chosen,
            position=self.engine.to_json(states[0]),
            moves=self.moves,
            from_start=self.from_start,
            loop=self.loop,
            steps=tuple(steps if len(steps) <= 3 else (steps[0], steps[-1])),
            guilty=self.guilty,
        )


def _set_up(engine: AnyEngine, position: Any, given: tuple[str, ...] = (), *, partial: bool = True) -> Any:
    """The state that an engine makes of a position's JSON; raises Unshown."""
    written = position if isinstance(position, Mapping) else engine.to_json(position)
    try:
        return engine.from_json(written, given=given, partial=partial)
    except PositionError as error:
        raise Unshown(f"the engine refuses the position: {error}") from error


@frozen
class WrongAnswer(Refutation):
    """A position in which the rule under test answers otherwise than the rulebook's sentence.

    The sentence decides, not the engine: so it is a refutation as well where the rule under test is the engine's own.
    """

    asked: str
    """What is asked in the position."""
    engine: AnyEngine
    position: Any
    """A state of the engine."""
    answer: Callable[[AnyEngine, Any], Any]
    """What the rule under test answers in a state."""
    due: Any
    """The sentence's answer, worked out without the rule; where many are right, in words."""
    is_due: Callable[[Any], Term] | None = None
    """Is an answer right by the sentence?  Without it only `due` is."""
    values: Mapping[str, Any] = field(factory=dict)
    guilty: tuple[str, ...] = ()

    def replay(self) -> Evidence:
        """Set the position up from its JSON, ask the rule, and hold its answer against the sentence."""
        state = _set_up(self.engine, self.position)
        answer = self.answer(self.engine, state)
        if answer == self.due if self.is_due is None else self.is_due(answer):
            raise Unshown(f"replayed, but the answer is right: {self.asked}: {answer}")
        return Evidence(
            says=f"{self.asked}: by the rulebook {self.due}, by the rule {answer}",
            by="the rule, on the engine's position",
            values=dict(self.values),
            setting=self.engine.rules.chosen,
            position=self.engine.to_json(state),
            steps=(ShownMove("", "the position", self.engine.draw(state)),),
            guilty=self.guilty,
        )


def played(engine: AnyEngine, state: Any, moves: Sequence[str]) -> list[Any]:
    """The positions to which moves lead that the rulebook allows; raises Refuted where the engine refuses one."""
    states = [state]
    for text in moves:
        move = engine.parse(text)
        if engine.refusal(states[-1], move) is not None:
            forbids = partial(_forbids, move)
            raise Refuted(WrongAnswer(f"what forbids {text!r}", engine, states[-1], forbids, "nothing"))
        states.append(engine.apply(states[-1], move))
    return states


def _forbids(move: Any, engine: AnyEngine, state: Any) -> str:
    return str(engine.refusal(state, move))


@frozen
class InModel(Refutation):
    """A refutation of a model or of a rule function: plain numbers, on which it is carried out again."""

    says: str
    shows: Callable[[], bool]
    """Carries the model or function out on `values`, without any solver: does it go wrong?"""
    values: Mapping[str, Any] = field(factory=dict)
    guilty: tuple[str, ...] = ()
    by: str = "model"

    def replay(self) -> Evidence:
        """Carry it out on the numbers."""
        if not self.shows():
            raise Unshown(f"carried out on these numbers it does not go wrong: {self.says}")
        return Evidence(says=self.says, by=self.by, values=dict(self.values), guilty=self.guilty)


def position(engine: AnyEngine, start: str, given: Mapping[str, Any], *, partial: bool = True) -> Any:
    """A named start with some things set by hand, each named by its dotted path, as worked examples do."""
    data = engine.to_json(engine.named_start(start))
    for path, value in given.items():
        *above, last = path.split(".")
        part = data
        for key in above:
            part = part.setdefault(key, {})
        part[last] = value
    return engine.from_json(data, given=tuple(given), partial=partial)
