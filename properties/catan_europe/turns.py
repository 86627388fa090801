"""The turn: whose it is, what begins anew with it, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe import words as told
from rulecheck.properties.catan_europe.facts import facts
from rulecheck.properties.invariants.declaring import DEAR, OFTEN, Played, When, after, whole_game
from rulecheck.properties.invariants.wording import listed, table, whether
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.table import GRAIN, SALT, Actions, BeforeDice, Finished, Table
from rulecheck.reference_engines.contract import AnyEngine

IN_ACTIONS = When(lambda before, move, now: type(now.phase) is Actions)
"""Moves after which the action phase goes on."""
BEGINNING = ("Post", "Neutral", "Route", "Robber", "Roll", "Number", "NumberTo", "NumberFrom", "NoRoute")
"""Moves of the beginning, during which the turn goes to and fro."""


@after("turn.order", "turn.end", share=OFTEN)
def turns_go_clockwise(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Once the beginning is over, the turn passes to the left neighbour, and only when a player ends it."""
    if before.turn == now.turn:
        if type(move) is m.EndTurn and isinstance(now.phase, Actions):
            yield f"{engine.seats[now.turn]} ended the turn and goes on"
        return
    if before.rolled:
        if now.turn != (before.turn + 1) % facts(engine).players:
            yield (
                f"{engine.seats[now.turn]}'s turn follows {engine.seats[before.turn]}'s; clockwise comes "
                f"{engine.seats[(before.turn + 1) % facts(engine).players]}"
            )
        if type(move).__name__ not in ("EndTurn", "Number", "NumberTo", "NumberFrom"):
            yield f"the turn passed from {engine.seats[before.turn]} with {move}, which does not end it"
    elif type(move).__name__ not in BEGINNING:
        yield f"the turn passed before the dice, with {move}"


@after(
    "turn.end",
    "turn.phases",
    "toll.each-turn",
    "card.not-same-turn",
    moves=("EndTurn", "Number", "NumberTo", "NumberFrom"),
    share=DEAR,
)
def a_turn_begins_fresh(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """With a new turn tolls, purchases and cards of the last one are forgotten, and the dice are to be rolled."""
    if before.turn == now.turn:
        return
    if now.tolls or now.bought or now.card_played or now.rolled:
        yield (
            f"the turn of {engine.seats[now.turn]} begins with {len(now.tolls)} tolls, {now.bought} purchases, "
            f"{int(now.card_played)} cards played and {int(now.rolled)} rolls"
        )
    for name, seat, old in zip(engine.seats, now.seats, before.seats, strict=True):
        if any(seat.new_cards):
            yield f"{name} still may not play a card bought last turn"
        if [a + b for a, b in zip(old.cards, old.new_cards, strict=True)] != list(seat.cards):
            yield (
                f"the cards of {name} changed at the end of a turn from {sum(old.cards) + sum(old.new_cards)} to "
                f"{sum(seat.cards)}, or in kind"
            )


@after("arrow.free-route", "dice.card-first", moves=("NoRoute", "Throw"))
def who_declines_changes_nothing_else(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Who leaves a free route unbuilt, or throws the dice instead of playing a card, gains and pays nothing."""
    kept = (before.seats, before.stacks, before.bank, before.stock, before.pile, before.robber)
    if kept != (now.seats, now.stacks, now.bank, now.stock, now.pile, now.robber):
        yield f"with {move} of {engine.seats[before.turn]} something on the table changed"


@after("turn.phases", "dice.roll", moves=("Roll",))
def the_dice_are_rolled_once(engine: AnyEngine, before: Table, move: m.Roll, now: Table) -> Iterator[str]:
    """The dice are rolled once in a turn, before the action phase."""
    if before.rolled:
        yield f"{engine.seats[before.turn]} rolled the dice twice, the second time {move}"
    if not 1 <= move.low <= move.high <= 6:
        yield f"no two dice show {move}"


@after("turn.phases", moves=("Buy", "Exchange", "BuyCard", "LiftMerchant", "LiftCaravan", "EndTurn", "Propose"))
def actions_come_after_the_dice(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """What belongs to the action phase is not done before the dice are rolled."""
    if not before.rolled:
        yield f"{move} of {engine.seats[before.turn]} before the dice"


@after("dice.card-first", "card.lancier", moves=("EndTurn", "Number", "NumberTo", "NumberFrom"), share=DEAR)
def a_lancier_may_ride_before_the_dice(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Whoever begins a turn with a card that moves the robber is asked about it before the dice."""
    f = facts(engine)
    held = [name for name, k in f.card.items() if now.seats[now.turn].cards[k] and f.effect[k] == "move_robber"]
    if before.turn == now.turn or not held or type(now.phase) is Finished:
        return
    played = {move.card for move in engine.legal_moves(now) if type(move) is m.Play}
    if type(now.phase) is not BeforeDice or not played.issuperset(held):
        yield f"{engine.seats[now.turn]} holds {listed(held)} and can play {listed(sorted(played))} before the dice"


@after(
    "turn.actions-free",
    "drive.salt",
    "march.grain",
    "card.price",
    "bank.buy",
    "bank.buy-limit",
    when=(IN_ACTIONS,),
    share=DEAR,
)
def whatever_can_be_paid_can_be_done(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """In the action phase a card, a resource and a journey are open whenever they can be paid, and the end always."""
    f, seat = facts(engine), now.seats[now.turn]
    hand, has_cards = seat.hand, any(now.stock) or any(now.pile)
    price = f.price["BuyCard"]
    due: dict[type[m.Move], bool] = {
        m.EndTurn: True,
        m.BuyCard: has_cards and all(have >= cost for have, cost in zip(hand, price, strict=True)),
        m.March: hand[GRAIN] > 0 and len(seat.merchants) > 0,
        m.Drive: hand[SALT] > 0 and any(path is not None for path in seat.caravans),
        m.Buy: seat.gold >= f.buy_price and now.bought < f.buy_limit and any(now.stacks),
    }
    kinds = set(map(type, engine.legal_moves(now)))
    for kind, is_due in due.items():
        if is_due != (kind in kinds):
            held = f"{told.hand(list(hand))} and {seat.gold} gold"
            yield f"{kind.__name__} {whether(not is_due, 'is', 'is not')} open to {engine.seats[now.turn]} with {held}"


@after("setup.neutral-posts", "setup.variable", "delivery.neutral", share=OFTEN)
def neutral_posts_stay(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Neutral posts are placed in the beginning and then neither come nor go."""
    if before.neutral is not now.neutral and before.rolled and before.neutral != now.neutral:
        yield (
            f"{move} changed the neutral posts from {told.cities(facts(engine), before.neutral)} to "
            f"{told.cities(facts(engine), now.neutral)}"
        )


@after("seven.robber", "robber.elsewhere", "card.lancier", share=OFTEN)
def only_the_robbers_move_moves_him(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """The robber moves when he is sent and at no other time."""
    if before.robber is not now.robber and type(move) is not m.Robber and before.robber != now.robber:
        yield (
            f"{move} moved the robber from {told.regions(facts(engine), [before.robber])} to "
            f"{told.regions(facts(engine), [now.robber])}"
        )


@after("win.all-delivered", moves=("Onto", "Deliver", "Equip"), share=DEAR)
def delivering_everything_wins(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """The game is over exactly when a player has delivered all goods."""
    goods = facts(engine).goods
    done = [name for name, seat in zip(engine.seats, now.seats, strict=True) if seat.delivered >= goods]
    if bool(done) != (type(now.phase) is Finished):
        is_ = whether(done, "goes on", "is over")
        yield f"all {goods} goods were delivered by {listed(done) if done else 'nobody'}, and the game {is_}"


@whole_game("win.all-delivered")
def the_winner_moved_last(engine: AnyEngine, played: Played) -> Iterator[str]:
    """One player wins, in their own turn, and the scores are the goods delivered."""
    last, outcome = played.positions[-1], played.outcome
    goods = facts(engine).goods
    if outcome is None or outcome.winners != (engine.seats[last.turn],):
        winners = listed(outcome.winners) if outcome is not None else "nobody"
        yield f"{winners} won in the turn of {engine.seats[last.turn]}"
    elif outcome.scores != {name: seat.delivered for name, seat in zip(engine.seats, last.seats, strict=True)}:
        due = {name: seat.delivered for name, seat in zip(engine.seats, last.seats, strict=True)}
        yield f"the scores are {table(outcome.scores)} instead of {table(due)}"
    elif last.seats[last.turn].delivered != goods or played.positions[-2].seats[last.turn].delivered >= goods:
        yield (
            f"{engine.seats[last.turn]} has delivered {last.seats[last.turn].delivered} of {goods} goods, and not the "
            "last one at the end"
        )
