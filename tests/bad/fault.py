"""What a planted fault is; each game's module lists its own as `FAULTS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from pathlib import Path

from attrs import field, frozen

from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import make_rules
from rulecheck.spec.rules import Rules

DATA = Path(__file__).parent / "data"


@frozen
class Fault:
    """A planted fault: the engine, what must notice it, and the shortest game that a person could think of."""

    engine: Callable[[Rules], AnyEngine]
    noticed_by: Set[str]
    """Names of properties and checks: nothing else may notice it, and one of them has to."""
    moves: tuple[str, ...]
    """The person's whole game; its last move shows the fault."""
    numbers: Mapping[str, int] = field(factory=dict)
    """Quantities that bring the fault within reach of a short game."""
    setup: str = ""
    players: int = 3
    readings: Mapping[str, str] = field(factory=dict)
    data: tuple[str, ...] = ()
    """Files in `data/` that take the place of the game's own, also to bring the fault within reach."""
    player: str = "company"
    games: int = 4
    seed: int = 1
    found: int = 0
    """Moves of the campaign's game when this was written, to compare with `len(moves)`; tests allow half more."""

    @property
    def name(self) -> str:
        """What the engine is called."""
        return getattr(self.engine, "__name__", "?")

    def rules(self, game: str) -> Rules:
        """The rules that its games are played by."""
        return make_rules(
            game,
            players=self.players,
            setup=self.setup or None,
            numbers=self.numbers,
            readings=self.readings,
            data=[DATA / name for name in self.data],
        )
