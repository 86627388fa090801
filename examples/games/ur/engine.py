"""The Royal Game of Ur, carried out: what a position is, which moves are open, and what comes of them.

Each line that decides names its clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulecheck.reference_engines.contract import (
    CHANCE,
    OVER,
    SILENT,
    Engine,
    Outcome,
    Position,
    PositionError,
    Refused,
    Tally,
    changed,
    cites,
)
from rulecheck.spec import Rules
from ur.arithmetic import is_shared, landing, weight
from ur.moves import Enter, Go, Move, Pass, Throw


@frozen(slots=False, kw_only=True)
class Table(Position):
    """A position: it never changes, moves make new ones."""

    waiting: tuple[int, ...]
    """How many pieces each player has beside the board."""
    on: tuple[tuple[int, ...], ...]
    """The squares of each player's own way on which a piece of theirs stands, in order."""
    home: tuple[int, ...]
    turn: int = 0
    begun: bool = False
    """Whether it is settled who begins."""
    opening: tuple[int | None, ...] = (None, None)
    """What each player has thrown for who begins."""
    thrown: int | None = None
    """What the player has to move with; None before the throw."""
    last: int = 0
    """After a rosette the square of the piece that ended there."""


def put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """The values with another one at a seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def told(thrown: int | None) -> int | str:
    """A throw as positions write it."""
    return "none" if thrown is None else thrown


def read(thrown: Any) -> int | None:
    """A throw as positions write it; raises ValueError for what is none."""
    return None if thrown == "none" else int(thrown)


class Ur(Engine[Table, Move]):
    """The game under given rules: every number is the rulebook's."""

    game = "ur"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.seats
        short = rules.options.get("short", False)
        self.pieces = rules.number_within("pieces.short" if short else "pieces.each", 1, 20)
        self.dice = rules.number_within("dice.count", 1, 9)
        self.first = rules.number_within("path.first", 1, 30)
        self.middle = rules.number_within("path.middle", 1, 30)
        self.length = self.first + self.middle + rules.number_within("path.last", 1, 30)
        self.refuge = rules.number_within("rosette.middle", 1)
        self.rosettes = {rules.number_within(f"rosette.{which}", 1) for which in ("first", "last")} | {self.refuge}
        self.safe = rules.reading("rosette.peace") == "safe"
        self.same = rules.reading("again.piece") == "same"
        self.more = rules.reading("home.more") == "more"
        self.may_pass = rules.reading("turn.must") == "may"
        self._all: tuple[Move, ...] = (
            *map(Throw, range(self.dice + 1)),
            Enter(),
            *map(Go, range(1, self.length + 1)),
            Pass(),
        )

    # Positions

    @cites("setup.waiting")
    def start(self) -> Table:
        """All pieces beside the board, and nobody has thrown."""
        return Table(waiting=(self.pieces,) * 2, on=((), ()), home=(0, 0))

    def named_starts(self) -> Mapping[str, Callable[[], Table]]:
        """`begin`; and `ready`, where the first seat is about to throw for its first turn."""
        return {"begin": self.start, "ready": lambda: changed(self.start(), begun=True)}

    @cites("win.all", "turn.throw")
    def actor(self, state: Table) -> int:
        """Chance throws, then the player decides."""
        if self.pieces in state.home:
            return OVER
        return CHANCE if state.thrown is None else state.turn

    def turn_of(self, state: Table) -> int:
        """The seat whose turn it is, or who throws for who begins."""
        return state.turn

    # Moves

    def all_moves(self) -> Sequence[Move]:
        """The well-formed moves, legal or not."""
        return self._all

    def legal_moves(self, state: Table) -> Sequence[Move]:
        """Every move that nothing forbids."""
        return [move for move in self._all if self.refusal(state, move) is None]

    @cites("turn.throw")
    def weights(self, state: Table) -> Sequence[int]:
        """Each throw as often as the dice can lie so."""
        return [weight(count, self.dice) for count in range(self.dice + 1)]

    @cites("win.all", "turn.throw", "turn.stuck")
    def refusal(self, state: Table, move: Move) -> Refused | None:
        """The clause that forbids a move; None if it is legal."""
        if self.pieces in state.home:
            return Refused("win.all", "the game is over")
        if isinstance(move, Throw) is (state.thrown is not None):
            return Refused("turn.throw", "a turn begins with one throw")
        if isinstance(move, Pass):
            stuck = self.may_pass or not any(self._hindrance(state, way) is None for way in self._ways(state))
            return None if stuck else Refused("turn.stuck", "a piece can be moved")
        return None if isinstance(move, Throw) else self._hindrance(state, move)

    def _ways(self, state: Table) -> Sequence[Move]:
        """The moves of the player's pieces, open or not."""
        return [Enter(), *map(Go, state.on[state.turn])]

    @cites("box.pieces", "turn.move", "home.leave", "move.own", "take.back", "rosette.again")
    def _hindrance(self, state: Table, move: Move) -> Refused | None:
        """The clause that keeps a piece from going as far as was thrown."""
        me, square = state.turn, move.square if isinstance(move, Go) else 0
        if not (square in state.on[me] if square else state.waiting[me]):
            return Refused("turn.move", f"no piece of {self.seats[me]} is there")
        if self.same and state.last and square != state.last:
            return Refused("rosette.again", "the piece on the rosette moves")
        end = landing(square, state.thrown or 0, self.length, self.more)
        if end is None:
            return Refused("home.leave", f"{state.thrown} is too high a throw")
        if end in state.on[me]:
            return Refused("move.own", f"a piece stands on {end} already")
        if self.safe and end == self.refuge and self._is_taken(state, end):
            return Refused("take.back", "the rosette in the middle is safe")  # rosette.peace
        return None

    @cites("way.alone")
    def _is_taken(self, state: Table, square: int) -> bool:
        """Whether the other player has a piece on a square that belongs to both."""
        return is_shared(square, self.first, self.middle) and square in state.on[1 - state.turn]

    # What comes of them

    def apply(self, state: Table, move: Move) -> Table:
        """The position after a legal move; its events are the clauses that were carried out."""
        match move:
            case Throw(count):
                return self.throw(state, count) if state.begun else self.throw_to_begin(state, count)
            case Enter():
                return self.go(state, 0)
            case Go(square):
                return self.go(state, square)
            case Pass():
                return self.end_turn(state, ("turn.stuck",))

    @cites("first.throw", "first.again")
    def throw_to_begin(self, state: Table, count: int) -> Table:
        """The higher throw begins; equal ones are thrown again."""
        me, other = state.turn, 1 - state.turn
        theirs = state.opening[other]
        if theirs is None:
            return changed(state, opening=put(state.opening, me, count), turn=other, events=("first.throw",))
        if theirs == count:
            return changed(state, opening=(None, None), turn=other, events=("first.again",))
        first = me if count > theirs else other
        return changed(state, opening=(None, None), begun=True, turn=first, events=("first.throw",))

    @cites("turn.throw", "throw.nought")
    def throw(self, state: Table, count: int) -> Table:
        """What the player has to move with; nought ends the turn."""
        if count == 0:
            return self.end_turn(state, ("turn.throw", "throw.nought"))
        thrown = changed(state, thrown=count)
        return changed(thrown, events=("turn.throw", *self._silences(thrown)))

    @cites("again.piece", "rosette.peace", "home.more")
    def _silences(self, state: Table) -> list[str]:
        """The readings on which it depends what can be moved now."""
        me, count = state.turn, state.thrown or 0
        squares = [*state.on[me], *([0] if state.waiting[me] else [])]
        asked = []
        if state.last and len(squares) > 1:
            asked.append(SILENT + "again.piece")
        if self._is_taken(state, self.refuge) and self.refuge - count in squares:
            asked.append(SILENT + "rosette.peace")
        if any(square + count > self.length + 1 for square in squares):
            asked.append(SILENT + "home.more")
        return asked

    @cites("move.enter", "turn.move", "move.leap", "home.leave", "home.stays", "way.order")
    def go(self, state: Table, square: int) -> Table:
        """A piece goes ahead, onto the board or home."""
        me = state.turn
        end = landing(square, state.thrown or 0, self.length, self.more) or 0
        events: tuple[str, ...] = ("turn.move" if square else "move.enter",)
        if self._leaps(state, square, end):
            events += ("move.leap",)
        rest = [other for other in state.on[me] if other != square]
        if not square:
            state = changed(state, waiting=put(state.waiting, me, state.waiting[me] - 1))
        if end > self.length:
            after = changed(state, on=put(state.on, me, tuple(rest)), home=put(state.home, me, state.home[me] + 1))
            return self.come_home(after, (*events, "home.leave"))
        taken = self._is_taken(state, end)
        after = changed(state, on=put(state.on, me, tuple(sorted([*rest, end]))))
        if taken:
            after, events = self.take(after, end), (*events, "take.back")
        return self.end_move(after, end, events)

    def _leaps(self, state: Table, square: int, end: int) -> bool:
        """Whether pieces stand in between."""
        between = range(square + 1, end)
        return any(other in state.on[state.turn] or self._is_taken(state, other) for other in between)

    @cites("take.back")
    def take(self, state: Table, square: int) -> Table:
        """The other player's piece waits beside the board again."""
        other = 1 - state.turn
        left = tuple(at for at in state.on[other] if at != square)
        waiting = put(state.waiting, other, state.waiting[other] + 1)
        return changed(state, on=put(state.on, other, left), waiting=waiting)

    @cites("way.rosettes", "rosette.again")
    def end_move(self, state: Table, end: int, events: tuple[str, ...]) -> Table:
        """On a rosette there is another throw, elsewhere the turn is over."""
        if end in self.rosettes:
            return changed(state, thrown=None, last=end, events=(*events, "rosette.again"))
        return self.end_turn(state, events)

    @cites("home.leave", "win.all")
    def come_home(self, state: Table, events: tuple[str, ...]) -> Table:
        """A piece is home; with the last one the game is over."""
        if state.home[state.turn] == self.pieces:
            return changed(state, thrown=None, last=0, events=(*events, "win.all"))
        return self.end_turn(state, events)

    @cites("turn.next")
    def end_turn(self, state: Table, events: tuple[str, ...]) -> Table:
        """The other player is next."""
        return changed(state, turn=1 - state.turn, thrown=None, last=0, events=(*events, "turn.next"))

    def outcome(self, state: Table) -> Outcome | None:
        """Whose pieces are all home has won."""
        won = tuple(name for name, home in zip(self.seats, state.home, strict=True) if home == self.pieces)
        return Outcome(won, "win.all") if won else None

    # The box

    def tallies(self) -> Sequence[Tally]:
        """The pieces of each colour, all places added up."""

        def count(state: Table) -> tuple[int, ...]:
            rows = zip(state.waiting, state.on, state.home, strict=True)
            return tuple(waiting + len(on) + home for waiting, on, home in rows)

        return (Tally(tuple(f"{name} pieces" for name in self.seats), ("waiting", "on", "home"), count),)

    def totals(self) -> Mapping[str, int]:
        """What the box holds."""
        return {f"{name} pieces": self.pieces for name in self.seats}

    # In words

    def to_json(self, state: Table) -> dict[str, Any]:
        """The position in words, as worked examples write it."""
        return {
            "turn": self.seats[state.turn],
            "begun": state.begun,
            "thrown": told(state.thrown),
            "last": state.last,
            "players": {
                name: {
                    "waiting": state.waiting[seat],
                    "on": list(state.on[seat]),
                    "home": state.home[seat],
                    "opening": told(state.opening[seat]),
                }
                for seat, name in enumerate(self.seats)
            },
        }

    def from_json(self, data: Mapping[str, Any], *, given: Iterable[str] = (), partial: bool = False) -> Table:
        """The position that such JSON describes; where only the squares were set, the other pieces wait."""
        try:
            rows = [data["players"][name] for name in self.seats]
            on = tuple(tuple(sorted(map(int, row["on"]))) for row in rows)
            home = tuple(int(row["home"]) for row in rows)
            waiting = tuple(int(row["waiting"]) for row in rows)
            thrown, opening = read(data["thrown"]), tuple(read(row["opening"]) for row in rows)
            state = Table(
                waiting=waiting, on=on, home=home, thrown=thrown, last=int(data["last"]), begun=bool(data["begun"]),
                turn=self.seats.index(data["turn"]), opening=opening,
            )  # fmt: skip
        except (KeyError, ValueError, TypeError) as error:
            raise PositionError("", f"expected what to_json writes, found {error}") from error
        for seat, name in enumerate(self.seats):
            self._check_squares(name, on[seat])
            if f"players.{name}.on" in given and f"players.{name}.waiting" not in given:
                left = self.pieces - len(on[seat]) - home[seat]
                state = changed(state, waiting=put(state.waiting, seat, left))
            total = state.waiting[seat] + len(on[seat]) + home[seat]
            if state.waiting[seat] < 0 or (total != self.pieces and not partial):
                raise PositionError(f"players.{name}", f"{total} pieces, and there are {self.pieces}")
        if thrown is not None and not 1 <= thrown <= self.dice:
            raise PositionError("thrown", f"a throw to move with is 1 to {self.dice}, or none")
        return state

    def _check_squares(self, name: str, squares: tuple[int, ...]) -> None:
        """Raises PositionError for a square that is none, or that holds two pieces."""
        for square in squares:
            if not 1 <= square <= self.length or squares.count(square) > 1:
                raise PositionError(f"players.{name}.on", f"{square} is no square of the way, or is named twice")

    def draw(self, state: Table) -> str:
        """Both ways, one below the other, for a terminal; `*` is a rosette."""
        lines = []
        for seat, name in enumerate(self.seats):
            marks = [
                name[0] if square in state.on[seat] else "*" if square in self.rosettes else "."
                for square in range(1, self.length + 1)
            ]
            first, last = self.first, self.first + self.middle
            way = " ".join("".join(part) for part in (marks[:first], marks[first:last], marks[last:]))
            pointer = ">" if seat == self.turn_of(state) else " "
            lines.append(f"{pointer} {name:<6} {state.waiting[seat]} waiting  {way}  {state.home[seat]} home")
        return "\n".join([*lines, f"  thrown {state.thrown if state.thrown is not None else '-'}"])


def build(rules: Rules) -> Ur:
    """The engine under given rules."""
    return Ur(rules)
