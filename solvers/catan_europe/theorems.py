"""Cards and gold are conserved, whether the bank of gold runs dry, and the order of the first placements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import evolve

from rulecheck.reference_engines.catan_europe.arithmetic import places_post
from rulecheck.reference_engines.catan_europe.table import RESOURCES, Table
from rulecheck.reference_engines.contract import CHANCE, changed
from rulecheck.solvers.induction import (
    Change,
    Guard,
    Kind,
    Model,
    Move,
    State,
    departure,
    replayed,
    tie,
    unkept,
    walk,
)
from rulecheck.solvers.logic import Term, all_of, number
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem
from rulecheck.spec import load

GOODS: Final = (*RESOURCES, "gold")
"""What a bank and hands hold."""

STEPS: Final = 10_000
"""Engine moves replayed, over all player counts together."""

# ---- conservation


def _moves(name: str, of: tuple[object, ...], origin: str, target: str) -> Kind:
    """A kind of move that carries `n` cards or gold from one place to another."""
    guard: Guard = lambda s, a: all_of(a["n"] >= 1, a["n"] <= s[origin])  # noqa: E731
    return Kind(name, lambda s, a: {origin: s[origin] - a["n"], target: s[target] + a["n"]}, guard, ("n",), of)


def model(players: int) -> Model:
    """Where resource cards and gold lie, and how they move: from and to the bank, and from hand to hand."""
    seats = range(players)
    variables = [f"bank.{good}" for good in GOODS] + [f"{seat}.{good}" for seat in seats for good in GOODS]
    kinds = [_moves("receive", (seat, good), f"bank.{good}", f"{seat}.{good}") for seat in seats for good in GOODS]
    kinds += [_moves("return", (seat, good), f"{seat}.{good}", f"bank.{good}") for seat in seats for good in GOODS]
    kinds += [
        _moves("hand over", (giver, taker, good), f"{giver}.{good}", f"{taker}.{good}")
        for giver in seats
        for taker in seats
        for good in GOODS
        if giver != taker
    ]
    conserved = {good: dict.fromkeys([f"bank.{good}", *(f"{seat}.{good}" for seat in seats)], 1) for good in GOODS}
    return Model.of(variables, kinds, (), conserved)


def holdings(table: Table) -> dict[str, int]:
    """The model's numbers, read off a table."""
    numbers = {f"bank.{good}": count for good, count in zip(RESOURCES, table.stacks, strict=True)}
    numbers["bank.gold"] = table.bank
    for at, seat in enumerate(table.seats):
        numbers |= {f"{at}.{good}": count for good, count in zip(RESOURCES, seat.hand, strict=True)}
        numbers[f"{at}.gold"] = seat.gold
    return numbers


def instance(
    _before: Any, _move: Any, _after: Any, state: Mapping[str, int], goal: Mapping[str, int]
) -> Iterator[Move]:
    """What an engine step is in the model: from hand to hand as far as hands fill, the rest from or to the bank."""
    seats = [name.split(".")[0] for name in goal if name.endswith(".gold") and name != "bank.gold"]
    for good in GOODS:
        changes = {int(seat): goal[f"{seat}.{good}"] - state[f"{seat}.{good}"] for seat in seats}
        for giver in changes:
            for taker in changes:
                n = min(-changes[giver], changes[taker])
                if n > 0:
                    yield Move("hand over", (giver, taker, good), {"n": n})
                    changes[giver] += n
                    changes[taker] -= n
        for seat, change in sorted(changes.items(), key=lambda pair: pair[1]):
            if change:
                yield Move("receive" if change > 0 else "return", (seat, good), {"n": abs(change)})


Steps = Iterator[tuple[Any, Any, Any]]


@theorem(
    "setup.stacks", "setup.gold", "production.shortage", "bank.exchange", "bank.buy", "toll.pay", "seven.discard",
    readings=("gold.bank",),
    bounds=f"3 and 4 players; any numbers of cards and gold anywhere; the model is the engine's on {STEPS:,} moves of "
    "random games",
)  # fmt: skip
def resources_and_gold_are_conserved(
    proof: Proof, change: Change | None = None, faulty: Callable[[Steps], Steps] | None = None
) -> Refutation | None:
    """No move makes or loses a resource card or a gold coin.

    By induction over the kinds of moves of a model: cards and gold go from the bank to a hand, back, or from hand to
    hand. It is tied to the engine by replaying engine games: the change of each step must be made of such moves.
    """
    if (refutation := unkept(proof, map(model, proof.players), change)) is not None:
        return refutation
    kinds: Counter[str] = Counter()
    for players in proof.players:
        told, engine = model(players), proof.engine(players)
        steps = walk(engine, STEPS // len(proof.players), seed=players)
        steps = faulty(steps) if faulty is not None else steps
        for loose in tie(told, replayed(proof, steps), holdings, instance, kinds):
            return departure(engine, told, holdings, instance, loose, is_faulty=faulty is not None)
    proof.note(", ".join(f"{name} {count} times" for name, count in sorted(kinds.items())) + " in play")
    return None


def _loses_one(kind: Kind) -> Kind:
    """What is returned to the bank arrives there less one."""
    if kind.name != "return":
        return kind

    def update(state: State, arguments: State) -> Mapping[str, Term]:
        changes = dict(kind.update(state, arguments))
        bank = next(name for name in changes if name.startswith("bank."))
        return {**changes, bank: changes[bank] - 1}

    return evolve(kind, update=update)


def _lost_card(steps: Steps) -> Steps:
    """An engine that loses a card whenever a player returns several."""
    for before, move, after in steps:
        if sum(after.stacks) > sum(before.stacks):
            at = next(k for k in range(5) if after.stacks[k] > before.stacks[k])
            stacks = (*after.stacks[:at], after.stacks[at] - 1, *after.stacks[at + 1 :])
            yield before, move, changed(after, stacks=stacks)
            return
        yield before, move, after


resources_and_gold_are_conserved.twin("a card or coin returned to the bank is lost", change=_loses_one).twin(
    "the engine loses a card that is paid, the model does not", faulty=_lost_card
)

# ---- the order of the first placements

Order = Callable[[Any, int, Any], Any]


def snake(seat: Term, k: int, players: int, first: Term) -> Term:
    """The seat is the k-th to place: forward, backward, forward again, beginning with the first player."""
    forward = [*range(players)]
    row = [*forward, *reversed(forward), *forward]
    ahead = seat - first
    return all_of(seat >= 0, seat < players, (ahead - row[k]) % players == 0)


@theorem("setup.post-order", bounds="3 and 4 players, any first player, all placements one by one")
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


@theorem("box.cards", "box.coins", "box.goods", "box.tokens", "setup.box", bounds="every set-up and player count")
def every_set_up_holds_what_the_box_holds(
    proof: Proof, count: Count = lambda engine, state: engine.inventory(state)
) -> Refutation | None:
    """In every set-up the components on the table add up to what the box provides, before the first move.

    All set-ups of the rulebook are set up in the engine, with each player count they are for.
    """
    book = load(proof.game)
    for name, setup in book.setups.items():
        for players in setup.players:
            if players not in proof.players:
                continue
            engine = proof.engine(players, setup=name)
            state = engine.start()
            proof.case()
            counted, totals = count(engine, state), engine.totals()
            wrong = [part for part in totals if counted.get(part) != totals[part]]
            if wrong:
                told = ", ".join(f"{part} {counted.get(part)} of {totals[part]}" for part in wrong)
                says = f"set-up {name}, {players} players: {told}"
                return InEngine(
                    says, engine, state, lambda e, states: dict(count(e, states[0])) != dict(e.totals()),
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
