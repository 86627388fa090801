"""For each property a way to break a step of a real game, so that it must notice."""

from __future__ import annotations

from typing import Any

from rulecheck.properties.batteries import Sample
from rulecheck.properties.invariants.declaring import Played
from rulecheck.reference_engines.contract import changed
from ur.engine import Table, Ur, put
from ur.moves import Go

SAMPLES = [
    Sample("uniform", 2, readings={"again.piece": "same"}),  # first: of each kind of step the first ones are broken
    Sample("uniform", 2),
    Sample("runner", 2),
    Sample("crowd", 2, setup="short"),
    *(Sample("swarm", 2, setup="short") for _ in range(8)),
]
"""The games that are played to have steps to break."""

Step = tuple[Table, Any, Table]


# Positions


def two_on_a_square(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """White has two pieces on square 3."""
    return before, move, changed(after, on=((3, 3), after.on[1]))


def both_on_a_square(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """Both stand on square 7."""
    return before, move, changed(after, on=((7,), (7,)))


def beyond_the_way(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """Black stands on square 15."""
    return before, move, changed(after, on=(after.on[0], (15,)))


def five_with_four_dice(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """Four dice show five."""
    return before, move, changed(after, thrown=5)


def both_home(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """Everybody has won."""
    return before, move, changed(after, home=(engine.pieces,) * 2)


# Throws


def the_other_turn(engine: Ur, before: Table, move: Any, after: Table) -> Step | None:
    """It is the other player's turn."""
    return (before, move, changed(after, turn=1 - after.turn)) if after.begun else None


def nobody_begins_yet(engine: Ur, before: Table, move: Any, after: Table) -> Step | None:
    """Somebody begins though nothing is settled."""
    return None if after.begun else (before, move, changed(after, begun=True))


def a_throw_gives_a_piece(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """White has a piece home for nothing."""
    return before, move, changed(after, home=put(after.home, 0, after.home[0] + 1))


def one_more_than_thrown(engine: Ur, before: Table, move: Any, after: Table) -> Step | None:
    """The dice count one more."""
    return None if after.thrown is None else (before, move, changed(after, thrown=after.thrown + 1))


# Moves


def a_square_further(engine: Ur, before: Table, move: Any, after: Table) -> Step | None:
    """The piece that was moved stands one square further on."""
    me = before.turn
    new = set(after.on[me]) - set(before.on[me])
    if not new:
        return None
    end = min(new)
    squares = tuple(sorted([*(set(after.on[me]) - new), end + 1]))
    return before, move, changed(after, on=put(after.on, me, squares))


def another_goes_along(engine: Ur, before: Table, move: Any, after: Table) -> Step | None:
    """A second piece of the player is gone from the board."""
    me = before.turn
    stayed = set(after.on[me]) & set(before.on[me])
    return (before, move, changed(after, on=put(after.on, me, tuple(set(after.on[me]) - stayed)))) if stayed else None


def the_other_loses_all(engine: Ur, before: Table, move: Any, after: Table) -> Step | None:
    """All pieces of the other player vanish."""
    other = 1 - before.turn
    return (before, move, changed(after, on=put(after.on, other, ()))) if after.on[other] else None


def taken_on_the_refuge(engine: Ur, before: Table, move: Any, after: Table) -> Step | None:
    """The other player stood where the moved piece ended, on the rosette in the middle."""
    me = before.turn
    if engine.refuge not in set(after.on[me]) - set(before.on[me]):
        return None
    return changed(before, on=put(before.on, 1 - me, (engine.refuge,))), move, after


def once_more_the_same(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """The player is next again."""
    return before, move, changed(after, turn=before.turn)


def another_was_bound(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """The piece that ended on a rosette was another one."""
    return changed(before, last=13 if getattr(move, "square", 0) != 13 else 12), move, after


def one_home_too_many(engine: Ur, before: Table, move: Any, after: Table) -> Step | None:
    """A piece is counted home that is not there yet."""
    me = before.turn
    if not isinstance(move, Go) or after.home[me] > before.home[me]:
        return None
    return before, move, changed(after, home=put(after.home, me, after.home[me] + 1))


def could_move_after_all(engine: Ur, before: Table, move: Any, after: Table) -> Step:
    """A waiting piece could have come in."""
    me = before.turn
    return changed(before, on=put(before.on, me, ()), waiting=put(before.waiting, me, 1)), move, after


# Games


def ended(played: Played, **changes: Any) -> Played:
    """The game with another last position."""
    return Played([*played.positions[:-1], changed(played.positions[-1], **changes)], played.moves, played.outcome)


def nobody_is_home(played: Played) -> Played:
    """The game ends although nobody is home."""
    return ended(played, home=(0, 0))


BREAKERS = {
    "no_two_pieces_of_a_player_share_a_square": two_on_a_square,
    "both_players_never_stand_on_one_square": both_on_a_square,
    "pieces_stand_on_squares_that_there_are": beyond_the_way,
    "what_can_be_moved_was_thrown": five_with_four_dice,
    "only_one_player_is_all_home": both_home,
    "the_higher_throw_begins": the_other_turn,
    "equal_throws_settle_nothing": nobody_begins_yet,
    "nought_ends_the_turn": the_other_turn,
    "a_throw_moves_no_piece": a_throw_gives_a_piece,
    "a_throw_counts_for_whom_it_is": one_more_than_thrown,
    "a_piece_enters_on_the_number_thrown": a_square_further,
    "a_piece_goes_as_far_as_was_thrown": a_square_further,
    "one_piece_is_moved_and_no_other": another_goes_along,
    "the_other_player_loses_only_what_was_met": the_other_loses_all,
    "a_taken_piece_waits_again": the_other_loses_all,
    "the_rosette_in_the_middle_is_a_refuge": taken_on_the_refuge,
    "a_rosette_brings_another_throw": the_other_turn,
    "without_a_rosette_the_turn_goes_on_to_the_other": once_more_the_same,
    "the_move_after_a_rosette_is_made_as_it_is_read": another_was_bound,
    "a_piece_comes_home_with_the_right_throw": one_home_too_many,
    "whoever_passes_can_move_nothing": could_move_after_all,
    "a_pass_changes_no_piece": a_throw_gives_a_piece,
}
GAMES = {
    "the_winner_is_all_home_and_the_loser_is_not": nobody_is_home,
    "nobody_has_fewer_pieces_home_than_before": nobody_is_home,
}
