"""What must always hold, said again without the engine: a campaign looks at each after every move.

Each has a breaker in `tests/breakers.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.invariants.declaring import Played, after, holds, whole_game
from ur.engine import Table, Ur
from ur.moves import Enter, Go, Move, Pass, Throw

# Positions


@holds("move.own", reads=("on",))
def no_two_pieces_of_a_player_share_a_square(engine: Ur, state: Table) -> Iterator[str]:
    """Each square of a way holds one piece of its owner at most."""
    for name, squares in zip(engine.seats, state.on, strict=True):
        for square in sorted(set(squares)):
            if squares.count(square) > 1:
                yield f"{name} has {squares.count(square)} pieces on square {square}"


@holds("take.back", "way.alone", reads=("on",))
def both_players_never_stand_on_one_square(engine: Ur, state: Table) -> Iterator[str]:
    """Of two pieces on the same middle square one would have been taken."""
    for square in sorted(set(state.on[0]) & set(state.on[1])):
        if engine.first < square <= engine.first + engine.middle:
            yield f"{' and '.join(engine.seats)} both stand on square {square}"


@holds("way.order", reads=("on",))
def pieces_stand_on_squares_that_there_are(engine: Ur, state: Table) -> Iterator[str]:
    """Every piece on the board stands on a square of its way."""
    length = sum(engine.rules.number(f"path.{part}") for part in ("first", "middle", "last"))
    for name, squares in zip(engine.seats, state.on, strict=True):
        for square in squares:
            if not 1 <= square <= length:
                yield f"{name} has a piece on square {square} of {length}"


@holds("turn.throw", "throw.nought", reads=("thrown",))
def what_can_be_moved_was_thrown(engine: Ur, state: Table) -> Iterator[str]:
    """A throw to move with is one of the dice, and never nought."""
    if state.thrown is not None and not 1 <= state.thrown <= engine.rules.number("dice.count"):
        yield f"{engine.seats[state.turn]} has thrown {state.thrown} with {engine.rules.number('dice.count')} dice"


@holds("win.all", reads=("home",))
def only_one_player_is_all_home(engine: Ur, state: Table) -> Iterator[str]:
    """The game is over with the first whose pieces are all home."""
    if state.home[0] == state.home[1] == engine.pieces:
        yield f"{' and '.join(engine.seats)} are both all home"


# Throws


@after("first.throw", moves=("Throw",))
def the_higher_throw_begins(engine: Ur, before: Table, move: Throw, now: Table) -> Iterator[str]:
    """Of two different throws for who begins the higher one wins."""
    me, other = before.turn, 1 - before.turn
    theirs = before.opening[other]
    if (
        theirs is not None
        and theirs != move.count
        and (now.begun, now.turn) != (True, me if move.count > theirs else other)
    ):
        told = f"{engine.seats[me]} threw {move.count} and {engine.seats[other]} {theirs}"
        yield f"{told}, and {engine.seats[now.turn]} begins"


@after("first.again", moves=("Throw",))
def equal_throws_settle_nothing(engine: Ur, before: Table, move: Throw, now: Table) -> Iterator[str]:
    """After equal throws for who begins both players throw again."""
    if before.opening[1 - before.turn] == move.count and (now.begun or now.opening != (None, None)):
        yield f"{engine.seats[now.turn]} begins although both threw {move.count}"


@after("throw.nought", moves=("Throw",))
def nought_ends_the_turn(engine: Ur, before: Table, move: Throw, now: Table) -> Iterator[str]:
    """After a throw of nought it is the other player's turn."""
    if before.begun and move.count == 0 and (now.turn == before.turn or now.thrown is not None):
        yield f"it is {engine.seats[now.turn]}'s turn after {engine.seats[before.turn]} threw nought"


@after("turn.throw", moves=("Throw",))
def a_throw_moves_no_piece(engine: Ur, before: Table, move: Throw, now: Table) -> Iterator[str]:
    """Dice do not move pieces."""
    for place in ("waiting", "on", "home"):
        if getattr(before, place) != getattr(now, place):
            yield f"after a throw of {move.count} {place} is {getattr(now, place)}, and was {getattr(before, place)}"


@after("turn.throw", moves=("Throw",))
def a_throw_counts_for_whom_it_is(engine: Ur, before: Table, move: Throw, now: Table) -> Iterator[str]:
    """The player whose turn it is has just what was thrown, unless that was nought."""
    if before.begun and move.count and (now.thrown, now.turn) != (move.count, before.turn):
        yield f"{engine.seats[now.turn]} has {now.thrown} after {engine.seats[before.turn]} threw {move.count}"


# Moves


def moved(before: Table, now: Table) -> tuple[set[int], set[int]]:
    """The squares that the player left, and those that are new."""
    old, new = set(before.on[before.turn]), set(now.on[before.turn])
    return old - new, new - old


@after("move.enter", moves=("Enter",))
def a_piece_enters_on_the_number_thrown(engine: Ur, before: Table, move: Enter, now: Table) -> Iterator[str]:
    """A waiting piece comes onto the square with the number that was thrown."""
    left, new = moved(before, now)
    if left or new != {before.thrown}:
        yield f"{engine.seats[before.turn]} threw {before.thrown}, and the new piece is on {sorted(new)}"


@after("turn.move", moves=("Go",))
def a_piece_goes_as_far_as_was_thrown(engine: Ur, before: Table, move: Go, now: Table) -> Iterator[str]:
    """A piece that stays on the board goes ahead by as many squares as were thrown."""
    _, new = moved(before, now)
    for end in sorted(new):
        if end - move.square != before.thrown:
            yield f"{engine.seats[before.turn]} threw {before.thrown} and went from {move.square} to {end}"


@after("turn.move", moves=("Go", "Enter"))
def one_piece_is_moved_and_no_other(engine: Ur, before: Table, move: Move, now: Table) -> Iterator[str]:
    """Of the player's pieces just one is somewhere else after a move."""
    left, new = moved(before, now)
    me = before.turn
    gone = len(left) + before.waiting[me] - now.waiting[me]
    come = len(new) + now.home[me] - before.home[me]
    if (gone, come) != (1, 1):
        yield f"{gone} pieces of {engine.seats[me]} left their places, and {come} came to new ones"


@after("take.back", moves=("Go", "Enter"))
def the_other_player_loses_only_what_was_met(engine: Ur, before: Table, move: Move, now: Table) -> Iterator[str]:
    """The other player's pieces stay, except one on a middle square where the moved piece ended."""
    other = 1 - before.turn
    _, new = moved(before, now)
    middle = range(engine.first + 1, engine.first + engine.middle + 1)
    met = {square for square in new if square in middle} & set(before.on[other])
    if set(now.on[other]) != set(before.on[other]) - met:
        yield f"{engine.seats[other]} had pieces on {before.on[other]} and has them on {now.on[other]}"


@after("take.back", moves=("Go", "Enter"))
def a_taken_piece_waits_again(engine: Ur, before: Table, move: Move, now: Table) -> Iterator[str]:
    """What the other player has fewer on the board, that player has more beside it."""
    other = 1 - before.turn
    lost, waits = len(before.on[other]) - len(now.on[other]), now.waiting[other] - before.waiting[other]
    if lost != waits:
        yield f"{engine.seats[other]} lost {lost} pieces on the board, and {waits} more wait"


@after("take.back", "rosette.again", moves=("Go", "Enter"))
def the_rosette_in_the_middle_is_a_refuge(engine: Ur, before: Table, move: Move, now: Table) -> Iterator[str]:
    """Nobody ends a move on the rosette in the middle while the other player stands there, unless it is read so."""
    square = engine.rules.number("rosette.middle")
    _, new = moved(before, now)
    if engine.rules.reading("rosette.peace") == "safe" and square in new and square in before.on[1 - before.turn]:
        yield f"{engine.seats[before.turn]} took the piece on the rosette {square}"


@after("rosette.again", moves=("Go", "Enter"))
def a_rosette_brings_another_throw(engine: Ur, before: Table, move: Move, now: Table) -> Iterator[str]:
    """Whoever ends a move on a rosette throws again."""
    rosettes = {engine.rules.number(f"rosette.{which}") for which in ("first", "middle", "last")}
    _, new = moved(before, now)
    if new & rosettes and (now.turn != before.turn or now.thrown is not None):
        yield f"{engine.seats[before.turn]} ended on rosette {sorted(new)}, and it is {engine.seats[now.turn]}'s turn"


@after("turn.next", "rosette.again", moves=("Go", "Enter", "Pass"))
def without_a_rosette_the_turn_goes_on_to_the_other(engine: Ur, before: Table, move: Move, now: Table) -> Iterator[str]:
    """After a move that ends on no rosette, and does not end the game, the other player is next."""
    rosettes = {engine.rules.number(f"rosette.{which}") for which in ("first", "middle", "last")}
    _, new = moved(before, now)
    is_over = now.home[before.turn] == engine.pieces
    if not new & rosettes and not is_over and now.turn == before.turn:
        yield f"{engine.seats[before.turn]} is next again after {move}"


@after("rosette.again", moves=("Go", "Enter"))
def the_move_after_a_rosette_is_made_as_it_is_read(engine: Ur, before: Table, move: Move, now: Table) -> Iterator[str]:
    """Where the second move belongs to the piece on the rosette, no other piece makes it."""
    square = move.square if isinstance(move, Go) else 0
    if engine.rules.reading("again.piece") == "same" and before.last not in (0, square):
        yield f"{engine.seats[before.turn]} ended on {before.last} and moved the piece on {square}"


@after("home.leave", moves=("Go",))
def a_piece_comes_home_with_the_right_throw(engine: Ur, before: Table, move: Go, now: Table) -> Iterator[str]:
    """A piece comes home with a throw of one more than the squares before it; a higher one will do if it is read so."""
    me, length = before.turn, sum(engine.rules.number(f"path.{part}") for part in ("first", "middle", "last"))
    needed, thrown = length - move.square + 1, before.thrown or 0
    enough = thrown >= needed if engine.rules.reading("home.more") == "more" else thrown == needed
    if (now.home[me] > before.home[me]) is not enough:
        yield f"{engine.seats[me]} threw {thrown} on square {move.square} and has {now.home[me]} pieces home"


@after("turn.stuck", moves=("Pass",))
def whoever_passes_can_move_nothing(engine: Ur, before: Table, move: Pass, now: Table) -> Iterator[str]:
    """Every piece of a player who passes is too far ahead, or stands before a square that is closed to it."""
    if engine.rules.reading("turn.must") == "may":
        return
    me, thrown = before.turn, before.thrown or 0
    home = sum(engine.rules.number(f"path.{part}") for part in ("first", "middle", "last")) + 1
    is_bound = engine.rules.reading("again.piece") == "same" and before.last
    refuge = engine.rules.number("rosette.middle")
    safe = engine.rules.reading("rosette.peace") == "safe"
    for square in (*before.on[me], *([0] if before.waiting[me] else [])):
        end = square + thrown
        if engine.rules.reading("home.more") == "more":
            end = min(end, home)
        closed = end in before.on[me] or (safe and end == refuge and refuge in before.on[1 - me])
        if end <= home and not closed and not (is_bound and square != before.last):
            yield f"{engine.seats[me]} passes with a throw of {thrown}, and the piece on {square} could go to {end}"


@after("turn.stuck", moves=("Pass",))
def a_pass_changes_no_piece(engine: Ur, before: Table, move: Pass, now: Table) -> Iterator[str]:
    """Whoever passes leaves everything where it is."""
    if (before.on, before.waiting, before.home) != (now.on, now.waiting, now.home):
        yield f"after a pass of {engine.seats[before.turn]} pieces are on {now.on}, and were on {before.on}"


# Games


@whole_game("win.all")
def the_winner_is_all_home_and_the_loser_is_not(engine: Ur, played: Played) -> Iterator[str]:
    """Just the winner's pieces are all home at the end."""
    end = played.positions[-1]
    total = engine.rules.number("pieces.short" if engine.rules.options.get("short") else "pieces.each")
    home = [name for name, count in zip(engine.seats, end.home, strict=True) if count == total]
    winners = list(played.outcome.winners) if played.outcome else []
    if len(home) != 1 or home != winners:
        yield f"{winners} won, and the pieces of {home} are all home"


@whole_game("home.stays")
def nobody_has_fewer_pieces_home_than_before(engine: Ur, played: Played) -> Iterator[str]:
    """A piece that is home stays there."""
    for number, (before, now) in enumerate(zip(played.positions, played.positions[1:], strict=False), 1):
        for name, old, new in zip(engine.seats, before.home, now.home, strict=True):
            if new < old:
                yield f"{name} had {old} pieces home before move {number} and has {new}"


TOLD_ELSEWHERE = {
    "again.piece": "told with the next throw; under one choice the piece on the rosette is remembered until then",
    "home.more": "told when a piece leaves; a throw with which none may is passed without a word",
}
"""Readings that are told at other steps than those at which their choices part, and why."""
