"""The order in which games show a departure best: of one cause the first is shown, of causes alike the first stays."""

from __future__ import annotations

from attrs import frozen

from rulecheck.properties.conform.common import GameLine
from rulecheck.properties.conform.observation import is_about_turns
from rulecheck.properties.conform.parting import Parting


@frozen(order=True)
class Rank:
    """What is least is shown; the fields decide in their order."""

    out_of_step: bool
    """It may follow from a difference before it."""
    is_taken_over: bool
    """It does not begin at the start, but in a position that our side took over."""
    moves: int
    """All that were played, those before such a position too."""
    is_about_turns: bool
    """It shows in nothing but who is to move, and what for: a position that differs tells more."""
    parts: int
    """Parts of the position that differ, or what else does: where less does, less is owed to something else."""

    @staticmethod
    def of(game: GameLine, parting: Parting) -> Rank:
        """The rank of a parting in its game."""
        before = () if game.origin is None else game.origin.before
        return Rank(
            parting.out_of_step,
            game.origin is not None,
            len(before) + parting.at,
            parting.kind == "turn" or (parting.kind == "state" and is_about_turns(parting.differences)),
            max(1, len(parting.parts)),
        )
