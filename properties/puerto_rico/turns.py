"""The round: who chooses, who acts, what lies on the cards, and when it is all over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, When, after, holds
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import listed, some_of
from rulecheck.properties.puerto_rico import words as told
from rulecheck.properties.puerto_rico.facts import (
    BOARDS,
    CARD,
    facts,
    is_loading,
    others_alike,
    role_of,
)
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import (
    BUILDER,
    CAPTAIN,
    CORN,
    INDIGO,
    MAYOR,
    NONE,
    TILES,
    TRADER,
    Bonus,
    Building,
    Choosing,
    Crafting,
    Extra,
    Finished,
    Funding,
    Gain,
    Hacienda,
    HaciendaDraw,
    Hospice,
    Keeping,
    Landing,
    Phase,
    Placing,
    Refilling,
    Row,
    Selling,
    Storing,
    Table,
    Taking,
    University,
)


@after(
    "setup.money", "setup.first-tile", "setup.points", "setup.stack", "setup.roles", "setup.ships", "setup.supplies",
    "setup.colonists", "setup.governor", "setup.board", moves=("Draw",),
)  # fmt: skip
def the_table_is_set(engine: AnyEngine, t: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """Before the first tile is drawn everything lies as the rulebook says."""
    if t.role >= 0 or t.row != NONE:
        return
    f = facts(engine)
    number = f.number
    first = number("start.indigo")
    stack = [number(f"tiles.{good}") for good in ("corn", "indigo", "sugar", "tobacco", "coffee")]
    for k, seat in enumerate(t.seats):
        kind = INDIGO if k < first else CORN
        if not f.start_tiles_extra:
            stack[kind] -= 1
        if list(seat.tiles) != [int(tile == kind) for tile in range(6)] or any(seat.tilled):
            yield f"{engine.seats[k]} starts with {told.tiles(seat.tiles)} instead of one {TILES[kind]}"
        if seat.money != number("start.money") or any(seat.goods) or seat.points or max(seat.city) >= 0:
            yield (
                f"{engine.seats[k]} starts with {seat.money} doubloons instead of {number('start.money')}, or with "
                "goods, points or buildings"
            )
        if seat.san_juan:
            yield f"{engine.seats[k]} starts with {seat.san_juan} colonists instead of none"
    on_ship, reserve = number("colonists.ship"), number("colonists.supply")
    if f.ship_from_reserve:
        reserve -= on_ship
    laid_out = {
        "stack": (list(t.stack), stack),
        "colonist ship": (t.colonist_ship, on_ship),
        "reserve": (t.colonists, reserve),
        "points": (t.pool, number("points.pool")),
        "quarries": (t.quarries, number("tiles.quarry")),
        "bank": (t.bank, number("money.total") - f.players * number("start.money")),
        "supply": (list(t.supply), [number(f"goods.{good}") for good in f.good]),
        "buildings": (list(t.stock), [kind.count for kind in f.kinds]),
        "role cards": (len(t.taken), f.cards),
        "ships": (t.ships, ((-1, 0),) * 3),
        "money on cards": (sum(t.card_money), 0),
        "barrels in the house": (sum(t.house), 0),
        "governor": (t.governor, 0),
    }
    for what, (is_, should) in laid_out.items():
        if is_ != should:
            yield f"{what}: {shown(is_)} instead of {shown(should)}"


@after(
    "round.card-stays",
    "role.money",
    "round.must-choose",
    "prospector.doubloon",
    "prospector.no-action",
    moves=("Choose",),
    share=DEAR,
)
def a_card_is_taken_with_its_money(engine: AnyEngine, before: Table, move: m.Choose, now: Table) -> Iterator[str]:
    """A free card goes to the player whose choice it is, and its doubloons with it; a prospector brings one more."""
    f = facts(engine)
    card = CARD[move.role]
    who = before.turn
    if before.taken[card] >= 0:
        yield f"{engine.seats[before.taken[card]]} has the {move.role} card already"
    if now.taken[card] != who and max(now.taken) >= 0:
        yield f"{move} gave the card to {some_of(engine.seats, now.taken[card])} instead of {engine.seats[who]}"
    if card == CARD["craftsman"] and not f.ask_gains:
        return  # factories may have paid as well
    due = before.card_money[card]
    if card >= 6 and not f.ask_privilege:
        due += f.from_bank(before.bank, f.number("prospector.privilege"))
    gained = now.seats[who].money - before.seats[who].money
    if gained != due:
        yield f"{engine.seats[who]} received {gained} doubloons instead of {due} for {move}"
    if card >= 6 and not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} changed what somebody else has"


@after(
    "round.order",
    "round.governor-first",
    "round.governor-moves",
    "round.return-cards",
    "role.order",
    "end.round",
    when=(When(lambda b, move, a: a.role < 0 or b.role < 0 or a.picker != b.picker or a.governor != b.governor),),
    share=DEAR,
)
def the_next_player_chooses(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """When a role has been carried out the next player chooses, or the cards go back and the governor card moves on."""
    funds = type(before.phase) is Funding
    if type(now.phase) is Funding:
        if not facts(engine).governor_funds or now.turn != before.governor:
            yield f"{engine.seats[now.turn]} pays for the cards instead of {engine.seats[before.governor]}"
        return
    if now.role >= 0 or (before.role < 0 and type(move) is not m.Choose and not funds):
        if now.governor != before.governor or (now.role >= 0 and now.picker != before.picker):
            yield (
                f"{move} made {engine.seats[now.picker]} choose in the middle of the role of "
                f"{engine.seats[before.picker]}"
            )
        return
    n = len(engine.seats)
    done = len([seat for seat in before.taken if seat >= 0]) + (type(move) is m.Choose)
    if type(now.phase) is Finished:
        if not now.ending:
            yield f"the game is over after {move}, though none of the ends came"
        if done != n:
            yield f"the game is over after {done} roles of the round instead of {n}"
        return
    if type(now.phase) is not Choosing:
        yield f"no role is carried out, yet what is decided is {kind_of(now.phase)} instead of the next role"
    governor = before.governor
    if done == n:
        governor = (governor + 1) % n
        if max(now.taken) >= 0:
            yield f"{n} roles are done, and {len(now.taken) - now.taken.count(-1)} cards were not put back"
    chooser = governor if done == n else (before.picker + 1) % n
    if now.governor != governor:
        yield (
            f"{engine.seats[now.governor]} is governor after {engine.seats[before.governor]}, instead of "
            f"{engine.seats[governor]}"
        )
    if now.turn != chooser:
        yield f"{engine.seats[now.turn]} chooses instead of {engine.seats[chooser]}"
    if now.picker != chooser:
        yield (
            f"the role to come is counted as the choice of {engine.seats[now.picker]} instead of "
            f"{engine.seats[chooser]}"
        )


@after(
    "round.money-on-cards",
    when=(When(lambda b, move, a: a.card_money is not b.card_money or a.governor != b.governor),),
    share=DEAR,
)
def money_comes_on_the_cards_left(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """A doubloon comes onto each card that nobody took, at the end of the round and at no other time."""
    if type(move) is m.Fund:
        return
    f = facts(engine)
    chosen = CARD[move.role] if type(move) is m.Choose else -1
    if chosen >= 0 and now.governor == before.governor:
        due_now = (*before.card_money[:chosen], 0, *before.card_money[chosen + 1 :])
        if now.card_money != due_now:
            yield f"the cards hold doubloons: {listed(now.card_money)} instead of {listed(due_now)}"
        return
    bonus = f.number("round.bonus") if now.governor != before.governor else 0
    free = [card for card, seat in enumerate(before.taken) if seat < 0 and card != chosen]
    rise = {card: now.card_money[card] - before.card_money[card] for card in free}
    due = dict.fromkeys(free, bonus)
    if f.governor_funds and bonus and 0 < now.bank + sum(rise.values()) < bonus * len(free) and f.money_limited:
        yield f"the governor was not asked which cards receive {sum(rise.values())} doubloons"
    if f.money_limited and bonus:
        bank = now.bank + sum(rise.values())
        for card in free:
            due[card] = min(bonus, bank)
            bank -= due[card]
    if rise != due:
        yield f"the cards left received doubloons: {listed(rise.values())} instead of {listed(due.values())}"


@after("round.money-on-cards", moves=("Fund",))
def a_short_bank_pays_the_card_that_is_named(
    engine: AnyEngine, before: Table, move: m.Fund, now: Table
) -> Iterator[str]:
    """Where the governor says which cards a short bank pays, the one that is named receives its doubloons, once."""
    card = CARD[move.role]
    free = [nth for nth, seat in enumerate(before.taken) if seat < 0]
    rise = {nth: now.card_money[nth] - before.card_money[nth] for nth in free}
    due = dict.fromkeys(free, 0) | {card: min(facts(engine).number("round.bonus"), before.bank)}
    assert type(before.phase) is Funding
    if card not in free or before.phase.funded >> card & 1 or rise != due or now.bank != before.bank - due[card]:
        yield f"{move}: the cards left received doubloons: {listed(rise.values())}, the bank had {before.bank}"


@holds("end.round", reads=("taken", "ending"), share=OFTEN)
def the_game_ends_with_its_last_round(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Once one of the ends has come no other round begins."""
    if t.ending and max(t.taken) < 0:
        yield f"another round begins, although {t.ending} came"


ENDS: Final = {"end.colonists": MAYOR, "end.city": BUILDER, "end.points": CAPTAIN}
"""The role in which each end comes."""


@after(
    "end.round",
    "end.colonists",
    "end.city",
    "end.points",
    moves=("Choose", "Use", "Decline", "Fill", "Forget", "Build", "Load", "Wharf", "Pass"),
    when=(When(lambda b, move, a: a.ending is not b.ending and a.ending != b.ending),),
)
def an_end_comes_once_in_its_phase(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Colonists end the game in a mayor phase, a city in a builder phase, points in a captain phase, and that stays."""
    if before.ending:
        yield f"{move} changed why the round is the last from {before.ending} to {now.ending or 'nothing'}"
    elif ENDS.get(now.ending) != role_of(before, move):
        yield f"{move} brought {now.ending or 'the end'}, which comes in another role"


SAME_SEAT: Final[frozenset[tuple[type[Phase], type[Phase]]]] = frozenset(
    {
        (Hacienda, HaciendaDraw), (Hacienda, Taking), (HaciendaDraw, Taking), (Taking, Hospice),
        (Extra, Landing), (Extra, Placing), (Landing, Placing), (Placing, Placing),
        (Building, University),
        (Selling, Gain), (Gain, Gain),
        (Crafting, Gain),
        (Storing, Storing), (Storing, Keeping),
    }
)  # fmt: skip
"""Decisions of one player that may follow each other."""


@after(
    "role.order",
    "builder.one",
    "trader.one",
    "settler.one-tile",
    moves=("Take", "Build", "Sell", "Use", "Decline", "Pass", "Store", "Keep", "DiscardRest"),
    when=(When(lambda b, move, a: a.role >= 0 and b.role >= 0),),
    share=DEAR,
)
def nobody_acts_twice(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """A role goes round once, clockwise from the player who chose it; only loading goes on and on."""
    kind = type(now.phase)
    if kind in NOBODYS or (now.turn == before.turn and (type(before.phase), kind) in SAME_SEAT):
        return
    if is_loading(before.phase) or is_loading(now.phase) or type(before.phase) is Landing:
        return
    n, picker = len(engine.seats), before.picker
    if (now.turn - picker) % n <= (before.turn - picker) % n:
        yield (
            f"{engine.seats[now.turn]} decides ({kind_of(now.phase)}) after {engine.seats[before.turn]}, in a role of "
            f"{engine.seats[picker]} that goes round once"
        )


BUILDS_OR_SELLS: Final = When(lambda before, move, now: before.role in (BUILDER, TRADER))
"""Moves of the builder and the trader phase."""

NOBODYS: Final[frozenset[type[Phase]]] = frozenset({Row, Landing, Refilling, Bonus})
"""Phases that do not go from seat to seat with the role."""


@after(
    "trader.sell",
    "craftsman.produce",
    "captain.points",
    "prospector.no-action",
    moves=("Take", "Land", "Refuse", "Build", "Load", "Wharf", "Store", "Keep", "DiscardRest"),
    when=(BOARDS,),
    share=DEAR,
)
def nobody_gains_by_the_way(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Who builds, settles or stores receives no money and no points, and no goods come in these phases."""
    ships = before.role == CAPTAIN
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if old is new:
            continue
        if new.money > old.money or (new.points != old.points and not (ships and k == before.turn)):
            yield (
                f"{engine.seats[k]} has {new.money - old.money} doubloons and {new.points - old.points} points more "
                f"after {move}"
            )
        if old.goods is not new.goods and not ships and old.goods != new.goods:
            yield (
                f"the goods of {engine.seats[k]} changed from {told.goods(old.goods)} to {told.goods(new.goods)} with "
                f"{move}"
            )


@after("trader.no-privilege", "builder.no-refund", moves=("Pass",), when=(BUILDS_OR_SELLS,), share=DEAR)
def who_sells_or_builds_nothing_receives_nothing(
    engine: AnyEngine, before: Table, move: m.Pass, now: Table
) -> Iterator[str]:
    """Whoever passes in the builder or trader phase has no doubloon, no point and no barrel more, privilege or not."""
    who = before.turn
    old, new = before.seats[who], now.seats[who]
    if (new.money, new.points, new.goods) != (old.money, old.points, old.goods):
        yield (
            f"{engine.seats[who]} passes with {old.money} doubloons, {old.points} points and {told.goods(old.goods)}, "
            f"and has {new.money}, {new.points} and {told.goods(new.goods)}"
        )


def shown(value: object) -> str:
    """A number, or numbers one after the other."""
    return listed(value) if isinstance(value, (list, tuple)) else str(value)
