"""Engines that are wrong on purpose, each with a game as short as a person can write it."""

from __future__ import annotations

from rulecheck.properties.batteries import Fault
from rulecheck.reference_engines.contract import Refused, changed
from ur.engine import Table, Ur
from ur.moves import Move, Pass


class LowerThrowBegins(Ur):
    """Who throws less begins."""

    def throw_to_begin(self, state: Table, count: int) -> Table:
        after = super().throw_to_begin(state, count)
        return changed(after, turn=1 - after.turn) if after.begun else after


class EqualThrowsLetTheFirstBegin(Ur):
    """After equal throws nobody throws again."""

    def throw_to_begin(self, state: Table, count: int) -> Table:
        if state.opening[1 - state.turn] == count:
            return changed(state, opening=(None, None), begun=True, turn=0, events=("first.again",))
        return super().throw_to_begin(state, count)


class NoughtIsThrownAgain(Ur):
    """A throw of nought costs nothing."""

    def throw(self, state: Table, count: int) -> Table:
        return super().throw(state, count) if count else changed(state, events=("turn.throw", "throw.nought"))


class EntersOnTheFirstSquare(Ur):
    """A waiting piece comes onto square 1, whatever was thrown."""

    def go(self, state: Table, square: int) -> Table:
        return super().go(state if square else changed(state, thrown=1), square)


class GoesOneTooFew(Ur):
    """The square where a piece stands is counted."""

    def go(self, state: Table, square: int) -> Table:
        short = square and state.thrown and state.thrown > 1
        return super().go(changed(state, thrown=state.thrown - 1) if short and state.thrown else state, square)


class PiecesShareASquare(Ur):
    """Own pieces stack."""

    def _hindrance(self, state: Table, move: Move) -> Refused | None:
        refused = super()._hindrance(state, move)
        return None if refused and refused.clause == "move.own" else refused


class TakesNobody(Ur):
    """Whoever stands where a piece ends stays there."""

    def take(self, state: Table, square: int) -> Table:
        return state


class TakenPiecesAreLost(Ur):
    """A taken piece is out of the game."""

    def take(self, state: Table, square: int) -> Table:
        return changed(super().take(state, square), waiting=state.waiting)


class TakesOnTheFirstSquares(Ur):
    """The players' own squares are held to be the same ones."""

    def _is_taken(self, state: Table, square: int) -> bool:
        return square in state.on[1 - state.turn]


class TakesOnTheRefuge(Ur):
    """The rosette in the middle protects nobody."""

    def _hindrance(self, state: Table, move: Move) -> Refused | None:
        refused = super()._hindrance(state, move)
        return None if refused and refused.clause == "take.back" else refused


class RosettesAreOrnaments(Ur):
    """A rosette brings no throw."""

    def end_move(self, state: Table, end: int, events: tuple[str, ...]) -> Table:
        return self.end_turn(state, events)


class OnlyOwnRosettesCount(Ur):
    """The rosette in the middle brings no throw."""

    def end_move(self, state: Table, end: int, events: tuple[str, ...]) -> Table:
        return self.end_turn(state, events) if end == self.refuge else super().end_move(state, end, events)


class PassesAtWill(Ur):
    """Whoever likes passes."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        return None if isinstance(move, Pass) and refused and refused.clause == "turn.stuck" else refused


class HighThrowsBringHome(Ur):
    """Any throw that is high enough brings a piece home."""

    def _hindrance(self, state: Table, move: Move) -> Refused | None:
        refused = super()._hindrance(state, move)
        return None if refused and refused.clause == "home.leave" else refused

    def go(self, state: Table, square: int) -> Table:
        return super().go(changed(state, thrown=min(state.thrown or 0, self.length + 1 - square)), square)


class WinsWithOneLeft(Ur):
    """The last piece need not come home."""

    def actor(self, state: Table) -> int:
        return super().actor(changed(state, home=self._nearly(state)))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(changed(state, home=self._nearly(state)), move)

    def outcome(self, state: Table) -> object:  # type: ignore[override]
        return super().outcome(changed(state, home=self._nearly(state)))

    def _nearly(self, state: Table) -> tuple[int, ...]:
        return tuple(home + (home == self.pieces - 1) for home in state.home)


WHITE = ("throw 1", "throw 0")
"""White begins."""
BEFORE_BLACK = (*WHITE, "throw 4", "enter", "throw 1", "move 4")
"""White has a piece on square 5."""
TO_THE_REFUGE = (*WHITE, "throw 4", "enter", "throw 4", "move 4", "throw 0", "throw 4", "enter", "throw 4")
"""White stands on the rosette in the middle, black has thrown what leads there."""


def named(*names: str) -> frozenset[str]:
    """What notices a fault."""
    return frozenset(names)


FAULTS = (
    Fault(LowerThrowBegins, named("the_higher_throw_begins"), WHITE, players=2),
    Fault(
        EqualThrowsLetTheFirstBegin, named("equal_throws_settle_nothing"), ("throw 1", "throw 1"), players=2, games=16,
    ),
    Fault(NoughtIsThrownAgain, named("nought_ends_the_turn"), (*WHITE, "throw 0"), players=2),
    Fault(
        EntersOnTheFirstSquare,
        named("a_piece_enters_on_the_number_thrown", "a_rosette_brings_another_throw",
              "no_two_pieces_of_a_player_share_a_square", "one_piece_is_moved_and_no_other"),
        (*WHITE, "throw 2", "enter"), players=2,
    ),
    Fault(
        GoesOneTooFew,
        named("a_piece_goes_as_far_as_was_thrown", "a_piece_comes_home_with_the_right_throw",
              "no_two_pieces_of_a_player_share_a_square", "one_piece_is_moved_and_no_other",
              "the_rosette_in_the_middle_is_a_refuge"),
        (*WHITE, "throw 4", "enter", "throw 2", "move 4"), players=2,
    ),
    Fault(
        PiecesShareASquare,
        named("no_two_pieces_of_a_player_share_a_square", "one_piece_is_moved_and_no_other",
              "a_piece_enters_on_the_number_thrown", "without_a_rosette_the_turn_goes_on_to_the_other"),
        (*WHITE, "throw 4", "enter", "throw 4", "enter"), players=2,
    ),
    Fault(
        TakesNobody,
        named("both_players_never_stand_on_one_square", "the_other_player_loses_only_what_was_met"),
        (*BEFORE_BLACK, "throw 4", "enter", "throw 1", "move 4"), players=2,
    ),
    Fault(
        TakenPiecesAreLost, named("a_taken_piece_waits_again", "components_are_conserved"),
        (*BEFORE_BLACK, "throw 4", "enter", "throw 1", "move 4"), players=2,
    ),
    Fault(
        TakesOnTheFirstSquares, named("the_other_player_loses_only_what_was_met"),
        (*WHITE, "throw 1", "enter", "throw 1", "enter"), players=2,
    ),
    Fault(TakesOnTheRefuge, named("the_rosette_in_the_middle_is_a_refuge"), (*TO_THE_REFUGE, "move 4"), players=2),
    Fault(RosettesAreOrnaments, named("a_rosette_brings_another_throw"), (*WHITE, "throw 4", "enter"), players=2),
    Fault(
        OnlyOwnRosettesCount, named("a_rosette_brings_another_throw"),
        (*WHITE, "throw 4", "enter", "throw 4", "move 4"), players=2,
    ),
    Fault(PassesAtWill, named("whoever_passes_can_move_nothing"), (*WHITE, "throw 1", "pass"), players=2),
    Fault(
        HighThrowsBringHome, named("a_piece_comes_home_with_the_right_throw"),
        (*WHITE, "throw 4", "enter", "throw 4", "move 4", "throw 4", "move 8", "throw 0", "throw 4", "move 12"),
        players=2,
    ),
    Fault(
        WinsWithOneLeft, named("the_winner_is_all_home_and_the_loser_is_not"),
        (*WHITE, "throw 4", "enter", "throw 4", "move 4", "throw 4", "move 8", "throw 0", "throw 3", "move 12"),
        setup="short", numbers={"pieces.short": 2}, players=2,
    ),
)  # fmt: skip
