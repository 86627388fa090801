"""Cards and gold are conserved, whether the bank of gold runs dry, and the order of the first placements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from rulecheck.reference_engines.catan_europe.arithmetic import places_post
from rulecheck.reference_engines.catan_europe.table import GOLD, RESOURCES, with_seat
from rulecheck.reference_engines.contract import CHANCE, changed
from rulecheck.solvers.conservation import Group, by_place, executed, in_all
from rulecheck.solvers.induction import Apply, by_the_engine
from rulecheck.solvers.logic import Term, all_of, number
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem

STEPS: Final = 10_000
"""Engine moves looked at, over all player counts together."""

# ---- conservation

OFFER: Final = ("phase.give", "phase.want", "phase.willing")
"""What a trade moves, while it is talked about."""


def _is_card(kind: int, field: str, at: tuple[int, ...], _: int) -> bool:
    return at[-1] == kind and (field != "phase.willing" or len(at) == 3)


def _is_coin(_component: int, field: str, at: tuple[int, ...], _: int) -> bool:
    return field not in OFFER or _is_card(GOLD, field, at, 0)


GROUPS: Final = (
    Group("cards", ("stacks", "seats.hand", *OFFER), by_place(RESOURCES), len(RESOURCES), _is_card),
    Group("gold", ("bank", "seats.gold", *OFFER), in_all("gold"), is_unknown=_is_coin),
)


@theorem(
    "setup.stacks", "setup.gold", "production.shortage", "bank.exchange", "bank.buy", "toll.pay", "seven.discard",
    readings=("gold.bank",),
    bounds=Ranges(
        besides="any numbers of cards of a kind and of gold anywhere, in a position of play for each kind of move and "
        "phase", moves=STEPS,
    ),
    expected="tied",
)  # fmt: skip
def resources_and_gold_are_conserved(proof: Proof, apply: Apply = by_the_engine) -> Refutation | None:
    """No move makes or loses a resource card or a gold coin.

    The engine's own `apply` is executed for each kind of move, in positions of play in which the bank and the hands
    hold unknown numbers of cards of a kind, or of gold: on every path there are as many afterwards.
    """
    return executed(proof, GROUPS, [proof.engine(players) for players in proof.players], STEPS, apply)


def _rich_swap(engine: AnyEngine, state: Any, move: Any) -> Any:
    """Whoever has more than nine coins and gets some loses one of them."""
    after = engine.apply(state, move)
    for seat, (had, has) in enumerate(zip(state.seats, after.seats, strict=True)):
        if had.gold > 9 and has.gold > had.gold:
            after = changed(after, seats=with_seat(after.seats, seat, gold=has.gold - 1))
    return after


def _lost_card(engine: AnyEngine, state: Any, move: Any) -> Any:
    """A card that comes back to a stack of fifteen is lost."""
    after = engine.apply(state, move)
    stacks = tuple(had if had >= 15 and has > had else has for had, has in zip(state.stacks, after.stacks, strict=True))
    return changed(after, stacks=stacks)


resources_and_gold_are_conserved.twin("who has more than nine coins and gets some loses one", apply=_rich_swap).twin(
    "cards that come back to a stack of fifteen are lost", apply=_lost_card
)

# ---- the order of the first placements

Order = Callable[[Any, int, Any], Any]


def snake(seat: Term, k: int, players: int, first: Term) -> Term:
    """The seat is the k-th to place: forward, backward, forward again, beginning with the first player."""
    forward = [*range(players)]
    row = [*forward, *reversed(forward), *forward]
    ahead = seat - first
    return all_of(seat >= 0, seat < players, (ahead - row[k]) % players == 0)


@theorem(
    "setup.post-order",
    bounds=Ranges(
        Axis("placement", lambda engine: range(3 * len(engine.seats))),
        besides="any first player",
    ),
)
def first_placements_go_forward_backward_forward(proof: Proof, rule: Order = places_post) -> Refutation | None:
    """Posts are placed three times round: clockwise, back, and clockwise; everyone thrice.

    The engine's `places_post` is executed for each placement with an unknown first player and compared with the list of
    seats; the list itself holds everyone three times, the last of the first round twice in a row.
    """
    for players in proof.players:
        first = number("first")
        given = [first >= 0, first < players]
        for k in range(3 * players):
            wrong = disagreement(
                proof, partial(rule, k, players, unknown(first)),
                partial(_places, k, players, first), given, [first],
            )  # fmt: skip
            if wrong is not None:
                begins = wrong[0].of(first)
                seat = rule(k, players, begins)
                return InModel(
                    f"with {players} players, the {begins}. of them first, placement {k} is made by seat {seat}",
                    partial(_strays, rule, k, players, begins),
                    {"players": players, "first": begins, "placement": k, "seat": seat}, by="the rule",
                )  # fmt: skip
            proof.cover(players, "", k)
    return None


def _places(k: int, players: int, first: Term, seat: Term) -> Term:
    return snake(seat, k, players, first)


def _strays(rule: Order, k: int, players: int, first: int) -> bool:
    return not snake(rule(k, players, first), k, players, first)


def _always_forward(k: int, players: int, first: Any) -> Any:
    return (first + k) % players


first_placements_go_forward_backward_forward.twin("always clockwise", rule=_always_forward)

# ---- every set-up

Count = Callable[[AnyEngine, Any], Mapping[str, int]]
SET_UPS: Final = Ranges(setups=("short-fixed", "short-variable", "full"), besides="before the first move")


@theorem("box.cards", "box.coins", "box.goods", "box.tokens", "setup.box", bounds=SET_UPS)
def every_set_up_holds_what_the_box_holds(
    proof: Proof, count: Count = lambda engine, state: engine.inventory(state)
) -> Refutation | None:
    """In every set-up the components on the table add up to what the box provides, before the first move.

    All set-ups of the rulebook are set up in the engine, with each player count they are for.
    """
    for engine, () in SET_UPS.positions(proof):
        state = engine.start()
        counted, totals = count(engine, state), engine.totals()
        wrong = [part for part in totals if counted.get(part) != totals[part]]
        if wrong:
            told = ", ".join(f"{part} {counted.get(part)} of {totals[part]}" for part in wrong)
            return InEngine(
                told, engine, state, lambda e, states: dict(count(e, states[0])) != dict(e.totals()),
                by="the count, on the engine's position",
            )  # fmt: skip
    return None


def _without_bank(engine: AnyEngine, state: Any) -> Mapping[str, int]:
    return engine.inventory(changed(state, bank=0))


every_set_up_holds_what_the_box_holds.twin("the gold in the bank is not counted", count=_without_bank)

# ---- the bank of gold


@theorem(
    "production.consolation", "setup.gold", "box.coins",
    readings=("gold.bank",),
    bounds="3 players; one way of playing, the dice as they may fall",
    expected="refuted",
    because="whoever gets no resource gets gold, and nobody has to spend it: some thirty barren rolls empty the bank, "
    "and then the rulebook says nothing about what the next ones bring; that is what the reading gold.bank answers.",
)  # fmt: skip
def the_bank_of_gold_never_runs_dry(proof: Proof) -> Refutation | None:
    """However the game is played, gold is left in the bank. (It can run dry.)

    The engine is played: players only roll and end their turns, and the dice always fall so that the bank pays most.
    """
    players = min(proof.players)
    engine = proof.engine(players)
    state = start = engine.start()
    made: list[str] = []
    while state.bank > 0 and len(made) < 2_000:
        move = _idle(engine, state)
        made.append(str(move))
        state = engine.apply(state, move)
        proof.case()
    if state.bank > 0:
        return None

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        return bool(states[-1].bank == 0 and states[0].bank > 0)

    held = ", ".join(str(seat.gold) for seat in state.seats)
    says = f"after {len(made)} moves the bank is empty; the players hold {held} gold"
    return InEngine(says, engine, start, shows, tuple(made), from_start=True, partial=False)


def _idle(engine: AnyEngine, state: Any) -> Any:
    """Roll and end the turn; chance takes what leaves the bank least."""
    legal = engine.legal_moves(state)
    if engine.actor(state) == CHANCE:
        return min(legal, key=lambda move: engine.apply(state, move).bank)
    wanted = [move for move in legal if str(move) in ("roll", "end turn", "stay", "stop", "decline", "no deal")]
    return wanted[0] if wanted else legal[0]
