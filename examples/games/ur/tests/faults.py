"""The mistakes as planted faults, each with a game as short as a person can write it."""

from __future__ import annotations

from rulecheck.properties.batteries import Fault
from ur.mistakes import (
    EntersOnTheFirstSquare,
    EqualThrowsLetTheFirstBegin,
    GoesOneTooFew,
    HighThrowsBringHome,
    LowerThrowBegins,
    NoughtIsThrownAgain,
    OnlyOwnRosettesCount,
    PassesAtWill,
    PiecesShareASquare,
    RosettesAreOrnaments,
    TakenPiecesAreLost,
    TakesNobody,
    TakesOnTheFirstSquares,
    TakesOnTheRefuge,
    WinsWithOneLeft,
)

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
