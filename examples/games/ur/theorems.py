"""What can be decided without playing. Each theorem has a twin, the same about a wrong rule, which must fall.

`rulecheck prove .` decides them. The rule is an argument, so that a twin can put a wrong one in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, product

from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation
from rulecheck.solvers.theorem import theorem
from ur.arithmetic import is_shared, landing, weight
from ur.engine import Table, Ur

Landing = Callable[[int, int, int, bool], int | None]


def way_of(proof: Proof) -> tuple[int, int, int]:
    """The first squares, those in the middle, and how many there are in all."""
    rules = proof.rules(2)
    first, middle, last = (rules.number(f"path.{part}") for part in ("first", "middle", "last"))
    return first, middle, first + middle + last


@theorem("turn.throw", "box.dice", bounds="all ways in which the dice can lie")
def throws_come_as_often_as_the_dice_lie_so(
    proof: Proof, rule: Callable[[int, int], int] = weight
) -> Refutation | None:
    """Each throw has as many chances as there are ways for the dice to show it.

    Lays the dice in every way, with two of four corners marked: a marked one is up in every second.
    """
    dice = proof.rules(2).number("dice.count")
    ways = Counter(sum(corners) for corners in product((0, 1), repeat=dice))

    def is_wrong(count: int) -> bool:
        return rule(count, dice) != ways[count]

    for count in range(dice + 1):
        proof.case()
        if is_wrong(count):
            says = f"{count} is shown in {ways[count]} ways and is thrown with a weight of {rule(count, dice)}"
            return InModel(says, partial(is_wrong, count), {"count": count})
    return None


throws_come_as_often_as_the_dice_lie_so.twin("every throw is as likely as another", rule=lambda count, dice: 1)


@theorem("turn.move", "move.enter", "home.leave", bounds="every square, every throw, both readings of a high throw")
def every_move_leads_ahead_and_no_farther_than_home(proof: Proof, rule: Landing = landing) -> Refutation | None:
    """A piece that moves is farther on after it, and at most home.

    Goes through every square, every throw and both readings.
    """
    length, dice = way_of(proof)[2], proof.rules(2).number("dice.count")

    def is_wrong(square: int, count: int, more: bool) -> bool:
        end = rule(square, count, length, more)
        return end is not None and not square < end <= length + 1

    for square, count, more in product(range(length + 1), range(1, dice + 1), (False, True)):
        proof.case()
        if is_wrong(square, count, more):
            says = f"from square {square} a throw of {count} leads to {rule(square, count, length, more)}"
            return InModel(says, partial(is_wrong, square, count, more), {"square": square, "count": count})
    return None


every_move_leads_ahead_and_no_farther_than_home.twin(
    "every throw is moved in full", rule=lambda square, count, length, more: square + count
)


@theorem("way.order", "home.leave", bounds="one piece, every row of throws that brings it home; both readings")
def nobody_comes_home_in_fewer_than_four_moves(proof: Proof, fewest: int = 4) -> Refutation | None:
    """A piece needs four moves at least to come home, and four are enough.

    Plays the throws one after the other on all squares at once.
    """
    length, dice = way_of(proof)[2], proof.rules(2).number("dice.count")
    reached, moves = {0}, 0
    while length + 1 not in reached:
        moves += 1
        ends = {landing(square, count, length, True) for square in reached for count in range(1, dice + 1)}
        reached = {end for end in ends if end is not None}
        proof.case(len(reached))
    if moves != fewest:
        return InModel(f"{moves} moves bring a piece home", lambda: moves != fewest, {"moves": moves})
    return None


nobody_comes_home_in_fewer_than_four_moves.twin("three moves are said to be enough", fewest=3)


@theorem("way.alone", "take.back", "box.board", bounds="every pair of squares of the two ways")
def the_ways_meet_in_the_middle_and_nowhere_else(
    proof: Proof, rule: Callable[[int, int, int], bool] = is_shared
) -> Refutation | None:
    """Two pieces can stand on one square of the board just if it is one of the middle, with the same number for both.

    Numbers the twenty squares of the board as they lie, and walks both ways over them.
    """
    first, middle, length = way_of(proof)
    squares = proof.rules(2).number("board.squares")
    numbers = range(1, length + 1)
    board: list[dict[int, tuple[str, int]]] = [
        {at: ("middle" if first < at <= first + middle else side, at) for at in numbers} for side in ("near", "far")
    ]

    def is_wrong(mine: int, theirs: int) -> bool:
        meet = board[0][mine] == board[1][theirs]
        return meet is not (mine == theirs and rule(mine, first, middle))

    if (covered := len({*board[0].values(), *board[1].values()})) != squares:
        return InModel(f"the two ways cover {covered} squares", lambda: covered != squares)
    for mine, theirs in product(numbers, numbers):
        proof.case()
        if is_wrong(mine, theirs):
            says = f"square {mine} of the one and square {theirs} of the other are told wrongly"
            return InModel(says, partial(is_wrong, mine, theirs), {"mine": mine, "theirs": theirs})
    return None


the_ways_meet_in_the_middle_and_nowhere_else.twin(
    "the last squares belong to both as well", rule=lambda square, first, middle: square > first
)


def positions(engine: AnyEngine, most: int) -> Iterator[Table]:
    """Every position after a throw in which each player has so many pieces on the board at most, and none home."""
    assert isinstance(engine, Ur)
    rows = [row for many in range(most + 1) for row in combinations(range(1, engine.length + 1), many)]
    start = engine.start()
    for mine, theirs, count in product(rows, rows, range(1, engine.dice + 1)):
        if any(is_shared(square, engine.first, engine.middle) for square in {*mine} & {*theirs}):
            continue
        waiting = (engine.pieces - len(mine), engine.pieces - len(theirs))
        yield changed(start, begun=True, thrown=count, on=(mine, theirs), waiting=waiting)


Open = Callable[[AnyEngine, Table], Sequence[object]]


def engine_moves(engine: AnyEngine, state: Table) -> Sequence[object]:
    """The engine's rule."""
    return engine.legal_moves(state)


def kinds_of(rule: Open, engine: AnyEngine, state: Table) -> set[bool]:
    """Whether a player can move (False), pass (True), or both."""
    return {str(move) == "pass" for move in rule(engine, state)}


@theorem("turn.stuck", "turn.must", bounds="the short game, at most two pieces of each player on the board, none home")
def whoever_has_thrown_has_something_to_do(proof: Proof, rule: Open = engine_moves) -> Refutation | None:
    """A player who has thrown can move a piece or pass, and never both.

    Asks the engine in every position.
    """
    engine = proof.engine(2, setup="short")
    for state in positions(engine, 2):
        proof.case()
        kinds = kinds_of(rule, engine, state)
        if len(kinds) != 1:
            says = "a player can do nothing" if not kinds else "a player who can move may pass"
            return InEngine(says, engine, state, lambda _, states: len(kinds_of(rule, engine, states[0])) != 1)
    return None


whoever_has_thrown_has_something_to_do.twin(
    "nobody passes",
    rule=lambda engine, state: [move for move in engine.legal_moves(state) if str(move) != "pass"],
)


@theorem(
    "turn.stuck", "move.own", "take.back", expected="refuted",
    because="an own piece on the first rosette and another player's on the middle one stop every throw of four",
    bounds="the short game, at most two pieces of each player on the board, none home",
)  # fmt: skip
def whoever_throws_more_than_nought_can_move(proof: Proof, rule: Open = engine_moves) -> Refutation | None:
    """With three pieces, and a throw that is not nought, something can always be moved.

    Asks the engine in every position.
    """
    engine = proof.engine(2, setup="short")
    for state in positions(engine, 2):
        proof.case()
        if not any(str(move) != "pass" for move in rule(engine, state)):
            return InEngine(
                f"with a throw of {state.thrown} nothing can be moved",
                engine,
                state,
                lambda played_by, states: [str(move) for move in played_by.legal_moves(states[0])] == ["pass"],
            )
    return None
