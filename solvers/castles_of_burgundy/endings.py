"""Nobody is ever stuck, and every game ends: a measure falls with each move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.moves import Move, Shift, Use
from rulecheck.reference_engines.castles_of_burgundy.table import Phase, Table
from rulecheck.reference_engines.contract import CHANCE, OVER, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.solvers.castles_of_burgundy.positions import all_positions, may_stand
from rulecheck.solvers.induction import walk
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Ranges
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer
from rulecheck.solvers.stuck import Legal, by_the_engine, no_move, without
from rulecheck.solvers.theorem import theorem

PLAYERS: Final = 2
STEPS: Final = 6_000
"""Engine moves of random games, over all player counts and both set-ups together."""

# ---- nobody is stuck


@theorem(
    "turn.two-actions", "workers.take", "ship.nothing", "ship.any-depot", "building.lapses", "take.full",
    "purchase.end", "purchase.once", "purchase.price",
    readings=("turn.both-dice", "storage.full", "ship.depot", "purchase.moment", "castle.action", "edition.rules"),
    bounds=Ranges(
        besides="every phase of a turn with each combination of: empty, half full and full storage and goods; tiles "
        "and goods in the depots or none; 0 to 2 pieces of silver, bought or not; a die left or none; the knowledge "
        "tiles 4, 5, 6, 8, 13, 14", moves=STEPS,
    ),
    expected="tied",
)  # fmt: skip
def nobody_is_ever_stuck(proof: Proof, legal: Legal = by_the_engine) -> Refutation | None:
    """In every position somebody has a move, and every move leads to such a position, until the game is over.

    What each phase takes for granted (a die or a purchase left, a full storage, a kind of goods that finds room) is
    stated in `positions.may_stand`. Each combination that may stand is looked at in the engine, and every move from it:
    one step of induction. The rule that carries it: with any die two workers can be taken. Draws and throws have an
    outcome as long as the stacks last (the-stacks-last-for-five-phases).
    """
    engine = proof.engine(PLAYERS)
    for state in all_positions(engine):
        refutation = _stuck(engine, state, legal)
        if refutation is not None:
            return refutation
        proof.case()
    for other, steps in games(proof):
        for before, move, after in steps:
            proof.sample()
            if other.actor(after) not in (CHANCE, OVER) and not may_stand(other.g, after):  # type: ignore[attr-defined]
                return _not_granted(other, before, move)
            if not legal(other, before):
                return no_move(other, before, legal)
    return None


def games(proof: Proof) -> Iterator[tuple[AnyEngine, Iterator[tuple[Table, Move, Table]]]]:
    """Random games of each player count and set-up."""
    for players in proof.players:
        for setup in ("standard", "expert"):
            engine = proof.engine(players, setup=setup)
            yield engine, walk(engine, STEPS // (2 * len(proof.players)), seed=players)
        proof.cover(players, DEFAULT)


def _stuck(engine: AnyEngine, state: Table, legal: Legal) -> Refutation | None:
    moves = legal(engine, state)
    if not moves:
        return no_move(engine, state, legal)
    g: Kit = engine.g  # type: ignore[attr-defined]
    for move in moves:
        after: Table = engine.apply(state, move)
        if after.phase is not b.FINISHED and not may_stand(g, after):
            return _not_granted(engine, state, move)
    return None


def _not_granted(engine: AnyEngine, state: Table, move: Move) -> InEngine:
    says = f"the phase after {move} has not what it takes for granted"
    return InEngine(says, engine, state, lambda e, states: not may_stand(e.g, states[1]), (str(move),))  # type: ignore[attr-defined]


nobody_is_ever_stuck.twin("there is no action of taking workers", legal=without("TakeWorkers"))

# ---- every game ends

Played = Callable[[AnyEngine, Table, Move], Table]


def played(engine: AnyEngine, state: Table, move: Move) -> Table:
    """The engine's rules."""
    after: Table = engine.apply(state, move)
    return after


def clock(t: Table) -> tuple[int, ...]:
    """Where in the game a position stands: it never goes back, and stands still only during one player's turn."""
    match t.phase:
        case b.StartGoods(drawn):
            return (-1, 0, drawn)
        case b.Dealing():
            return (-1, 1, t.turn)
        case b.Siding():
            return (-1, 2, 2 * t.turn)
        case b.Founding():
            return (-1, 2, 2 * t.turn + 1)
        case b.Filling(step):
            return (t.letter, -1, step)
        case b.Rolling(place):
            return (t.letter, t.round, place)
        case b.WhiteDie():
            return (t.letter, t.round, 10)
        case b.Finished():
            return (t.letter, t.round, 30)
        case _:
            return (t.letter, t.round, 20 + t.playing.index(t.turn))


def to_go(g: Kit, t: Table, phase: Phase) -> int:
    """How many decisions are pending at most before the turn goes on."""
    free = g.goods_room - sum(count > 0 for count in t.seats[t.turn].goods)
    match phase:
        case b.Turn():
            return 0
        case b.Discarding(after):
            return to_go(g, t, after) + 1
        case b.Paying(left, after):
            return to_go(g, t, after) + 1 + left
        case b.Stowing(_, second):
            return (10 if second else 20) + free
        case b.Cargo(first):
            return 15 if first else 30
        case _:
            return 40


Stand = tuple[tuple[int, ...], tuple[int, ...]]


def measure(g: Kit, t: Table) -> tuple[int, ...]:
    """What falls within a turn: dice, empty spaces, the purchase, pending decisions, stored tiles, workers."""
    if isinstance(t.phase, b.Finished) or t.phase.__class__ in CHANCES:
        return ()
    seat = t.seats[t.turn]
    return (
        len(t.dice[t.turn]), seat.estate.count(b.EMPTY), int(not t.bought), to_go(g, t, t.phase), len(seat.storage),
        seat.workers,
    )  # fmt: skip


CHANCES: Final = (
    b.Dealing, b.Siding, b.Founding, b.StartGoods, b.Filling, b.Rolling, b.WhiteDie,
)  # fmt: skip


def stand(g: Kit, t: Table) -> Stand:
    """Clock and measure of a position."""
    return clock(t), measure(g, t)


def nearer(before: Stand, after: Stand) -> bool:
    """Whether the game came nearer to its end: the clock went on, or it stood still and the measure fell."""
    if after[0] != before[0]:
        return after[0] > before[0]
    return after[1] < before[1]


def falls(g: Kit, before: Table, after: Table) -> bool:
    """The same of two positions."""
    return nearer(stand(g, before), stand(g, after))


@theorem(
    "turn.die", "turn.two-actions", "worker.change", "purchase.once", "place.stays", "phase.number", "end.game",
    "building.ability", "castle.action",
    readings=("turn.both-dice", "storage.full", "storage.discard", "ship.leave", "purchase.moment", "edition.rules",
        "knowledge.5-room"),
    bounds=Ranges(
        besides="every position of nobody-is-ever-stuck and every move from it, under the default readings, and "
        "every eleventh of them with each of six other readings; both set-ups in games", moves=STEPS,
    ),
    expected="tied",
)  # fmt: skip
def every_game_ends(proof: Proof, play: Played = played) -> Refutation | None:
    """Every game comes to an end, however it is played: with each move a measure falls that cannot fall for ever.

    First the clock: phase, round, whose turn it is. While it stands still, in one turn: the dice that are left, the
    empty spaces of the estate, the purchase, the decisions pending, the stored tiles and the workers, in this order. A
    castle brings an action more, but costs an empty space; a boarding house brings workers, but costs one too.
    """
    engine = proof.engine(PLAYERS)
    if (refutation := _everywhere(proof, engine, play)) is not None:
        return refutation
    for reading, choice in OTHERS:
        other = proof.engine(PLAYERS, readings={reading: choice})
        if (refutation := _everywhere(proof, other, play, SPARSE)) is not None:
            return refutation
    for other, steps in games(proof):
        for before, move, _ in steps:
            proof.sample()
            if not falls(other.g, before, play(other, before, move)):  # type: ignore[attr-defined]
                return _not_nearer(other, before, move, play)
    for players in proof.players:
        g: Kit = proof.engine(players).g  # type: ignore[attr-defined]
        drawn = players * g.start_goods + sum(map(len, g.to_fill))
        rounds = g.phase_count * g.rounds
        proof.note(
            f"{players} players: {drawn} draws, {rounds * (players + 1)} throws, {rounds * players} turns, "
            f"{2 * rounds * players} dice"
        )
    return None


SPARSE: Final = 11
"""Of the positions under another reading one in so many is looked at; it divides no number of the choices."""

OTHERS: Final = (
    ("purchase.moment", "any"), ("storage.discard", "yes"), ("storage.full", "action"), ("turn.both-dice", "yes"),
    ("edition.rules", "2019"), ("knowledge.5-room", "together"),
)  # fmt: skip


def _everywhere(proof: Proof, engine: AnyEngine, play: Played, every: int = 1) -> WrongAnswer | None:
    """Every move from every position, or from one in so many of them."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    for state in all_positions(engine, every):
        here = stand(g, state)
        for move in engine.legal_moves(state):
            proof.case()
            if not nearer(here, stand(g, play(engine, state, move))):
                return _not_nearer(engine, state, move, play)
    return None


def _not_nearer(engine: AnyEngine, state: Table, move: Move, play: Played) -> WrongAnswer:
    """A move of the rule after which the game is no nearer to its end."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    return WrongAnswer(
        f"clock and measure after {move}", engine, state, lambda e, state: stand(g, play(e, state, move)),
        f"nearer to the end than {stand(g, state)}", lambda after: nearer(stand(g, state), after),
    )  # fmt: skip


def _free_change(engine: AnyEngine, state: Table, move: Move) -> Table:
    """A worker that changes a die is not spent."""
    after = played(engine, state, move)
    if not isinstance(move, Shift):
        return after
    seat = after.seats[after.turn]
    return changed(after, seats=replaced(after.seats, after.turn, changed(seat, workers=seat.workers + 1)))


def _die_stays(engine: AnyEngine, state: Table, move: Move) -> Table:
    """A die that was used is not put away."""
    after = played(engine, state, move)
    return changed(after, dice=state.dice) if isinstance(move, Use) else after


every_game_ends.twin("changing a die costs no worker", play=_free_change).twin(
    "a die that was used is not put away", play=_die_stays
)
