"""How the Royal Game of Ur is typically carried out wrongly; `rulecheck explain` lists those of a clause."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from ur.engine import Table, Ur
from ur.moves import Move, Pass


@breaks("first.throw")
class LowerThrowBegins(Ur):
    """Whoever throws less begins."""

    def throw_to_begin(self, state: Table, count: int) -> Table:
        after = super().throw_to_begin(state, count)
        return changed(after, turn=1 - after.turn) if after.begun else after


@breaks("first.again")
class EqualThrowsLetTheFirstBegin(Ur):
    """After equal throws nobody throws again."""

    def throw_to_begin(self, state: Table, count: int) -> Table:
        if state.opening[1 - state.turn] == count:
            return changed(state, opening=(None, None), begun=True, turn=0, events=("first.again",))
        return super().throw_to_begin(state, count)


@breaks("throw.nought")
class NoughtIsThrownAgain(Ur):
    """A throw of nought costs nothing."""

    def throw(self, state: Table, count: int) -> Table:
        return super().throw(state, count) if count else changed(state, events=("turn.throw", "throw.nought"))


@breaks("move.enter")
class EntersOnTheFirstSquare(Ur):
    """A waiting piece comes onto square 1, whatever was thrown."""

    def go(self, state: Table, square: int) -> Table:
        return super().go(state if square else changed(state, thrown=1), square)


@breaks("turn.move")
class GoesOneTooFew(Ur):
    """The square where a piece stands is counted."""

    def go(self, state: Table, square: int) -> Table:
        short = square and state.thrown and state.thrown > 1
        return super().go(changed(state, thrown=state.thrown - 1) if short and state.thrown else state, square)


@breaks("move.own")
class PiecesShareASquare(Ur):
    """Own pieces may stand on one square."""

    def _hindrance(self, state: Table, move: Move) -> Refused | None:
        refused = super()._hindrance(state, move)
        return None if refused and refused.clause == "move.own" else refused


@breaks("take.back")
class TakesNobody(Ur):
    """Whoever stands where a piece ends stays there."""

    def take(self, state: Table, square: int) -> Table:
        return state


@breaks("take.back")
class TakenPiecesAreLost(Ur):
    """A taken piece is out of the game."""

    def take(self, state: Table, square: int) -> Table:
        return changed(super().take(state, square), waiting=state.waiting)


@breaks("way.alone", "take.back")
class TakesOnTheFirstSquares(Ur):
    """The players' own squares are held to be the same ones."""

    def _is_taken(self, state: Table, square: int) -> bool:
        return square in state.on[1 - state.turn]


@breaks("take.back")
class TakesOnTheRefuge(Ur):
    """The rosette in the middle protects nobody."""

    def _hindrance(self, state: Table, move: Move) -> Refused | None:
        refused = super()._hindrance(state, move)
        return None if refused and refused.clause == "take.back" else refused


@breaks("rosette.again", "way.rosettes")
class RosettesAreOrnaments(Ur):
    """A rosette brings no further throw."""

    def end_move(self, state: Table, end: int, events: tuple[str, ...]) -> Table:
        return self.end_turn(state, events)


@breaks("way.rosettes", "rosette.again")
class OnlyOwnRosettesCount(Ur):
    """The rosette in the middle brings no throw."""

    def end_move(self, state: Table, end: int, events: tuple[str, ...]) -> Table:
        return self.end_turn(state, events) if end == self.refuge else super().end_move(state, end, events)


@breaks("turn.stuck")
class PassesAtWill(Ur):
    """Whoever likes may pass."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        return None if isinstance(move, Pass) and refused and refused.clause == "turn.stuck" else refused


@breaks("home.leave")
class HighThrowsBringHome(Ur):
    """Any throw that is high enough brings a piece home."""

    def _hindrance(self, state: Table, move: Move) -> Refused | None:
        refused = super()._hindrance(state, move)
        return None if refused and refused.clause == "home.leave" else refused

    def go(self, state: Table, square: int) -> Table:
        return super().go(changed(state, thrown=min(state.thrown or 0, self.length + 1 - square)), square)


@breaks("win.all")
class WinsWithOneLeft(Ur):
    """The last piece need not come home."""

    def actor(self, state: Table) -> int:
        return super().actor(changed(state, home=self._nearly(state)))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(changed(state, home=self._nearly(state)), move)

    def outcome(self, state: Table) -> Outcome | None:
        return super().outcome(changed(state, home=self._nearly(state)))

    def _nearly(self, state: Table) -> tuple[int, ...]:
        return tuple(home + (home == self.pieces - 1) for home in state.home)
