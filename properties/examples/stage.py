"""What the parts of a run share: the block, the engine, the names that count, and what went wrong so far."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import define, field

from rulecheck.properties.examples.block import Block, Broken
from rulecheck.properties.examples.names import Names
from rulecheck.properties.examples.paths import joined, look, names_at, split
from rulecheck.properties.examples.watch import Watch
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, Position
from rulecheck.spec.errors import meant, shown
from rulecheck.spec.rules import Rules

Builder = Callable[[Rules], AnyEngine]

ENGINE_REFUSES = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What an engine may raise over a position that makes no sense (`PositionError` is a ValueError)."""


@define
class Stage:
    """One example on its way."""

    block: Block
    engine: AnyEngine
    names: Names
    watch: Watch
    partial: bool
    """The components need not add up."""
    happened: list[str] = field(factory=list)
    """The events of the current step's moves."""
    opening: tuple[str, ...] | None = None
    """The events of the first position, as long as the example is there and began as the game does."""
    failures: list[str] = field(factory=list)
    last: tuple[Position, str, Position] | None = None
    """The move made last, and the positions around it; None where one was set by hand since."""

    def decides(self, state: Position) -> str:
        """Who acts: a seat, `chance` or `nobody`."""
        actor = self.engine.actor(state)
        return "chance" if actor == CHANCE else "nobody" if actor == OVER else self.engine.seats[actor]

    def phase(self, state: Position) -> str:
        """The name of what is being decided, where a position has one."""
        phase = self.engine.to_json(state).get("phase", "")
        return str(phase.get("name", "") if isinstance(phase, dict) else phase)

    def moved_on(self) -> str:
        """What to tell with a move that is not open: the one before it led on to another player or phase."""
        if self.last is None:
            return ""
        before, move, after = self.last
        phase, decides = self.phase(after), self.decides(after)
        if (self.phase(before), self.decides(before)) == (phase, decides):
            return ""
        where = f" ({phase})" if phase else ""
        return f"; after {shown(move)} {decides} decides{where}: what leaves no choice is done without a move"

    def fail(self, what: str) -> None:
        """Note that something is not as the block says."""
        self.failures.append(what)

    def parts(self, path: str) -> tuple[str, ...]:
        """The parts of a path; raises `Broken` for a text that is none."""
        parts = split(path)
        if parts is None:
            hint = "parts are joined by dots; a part with dots in it stands in quotes"
            raise self.block.broken(path, f"{shown(path)} is not a path", hint)
        return parts

    def no_place(self, key: str, data: dict[str, Any], path: str) -> Broken:
        """The complaint about a path that leads nowhere, naming what there is at the place where it strays."""
        parts = self.parts(path)
        for depth, part in enumerate(parts):
            names = names_at(look(data, parts[:depth]) if depth else data)
            if part not in names:
                inside = f" in {joined(parts[:depth])}" if depth else ""
                hint = meant(part, names, "there are") if names else f"{joined(parts[:depth])} has no parts"
                return self.block.broken(path, f"no {shown(part)}{inside}", hint, within=key)
        return self.block.broken(path, f"the position has no {shown(path)}", "", within=key)


def crash(problem: Exception) -> str:
    """An exception in a line: what, and where it came from."""
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__}: {problem} ({Path(last.filename).name}:{last.lineno})"
