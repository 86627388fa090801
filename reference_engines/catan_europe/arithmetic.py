"""The rulebook's arithmetic: small functions of ints, with contracts that CrossHair checks as they stand."""

from __future__ import annotations

from rulecheck.reference_engines.contract import cites


@cites("seven.discard", "seven.round-down")
def to_discard(cards: int, limit: int) -> int:
    """How many cards a player returns on a seven.

    pre: cards >= 0 and limit >= 0
    post: not (cards <= limit) or (_ == 0)
    post: not (cards > limit) or (2 * _ <= cards < 2 * _ + 2)
    """
    return cards // 2 if cards > limit else 0


@cites("production.shortage")
def handed_out(due: int, stack: int) -> bool:
    """Whether a stack serves all that are due from it; otherwise nobody gets any.

    pre: due >= 0 and stack >= 0
    post: not (_) or (stack - due >= 0)
    """
    return due <= stack


@cites("march.grain", "march.several-grain", "drive.salt", "drive.several-salt")
def steps_for(payments: int, steps_each: int) -> int:
    """How far a piece moves for a number of payments.

    pre: payments >= 0 and steps_each > 0
    post: _ >= payments and _ % steps_each == 0
    """
    return payments * steps_each


@cites("bank.exchange")
def can_exchange(held: int, stack: int, rate: int) -> bool:
    """Whether equal cards buy another one.

    pre: held >= 0 and stack >= 0 and rate > 0
    post: not (_) or (held - rate >= 0 and stack > 0)
    """
    return held >= rate and stack > 0


@cites("bank.buy", "bank.buy-limit")
def can_buy(gold: int, bought: int, stack: int, price: int, limit: int) -> bool:
    """Whether gold buys a resource now.

    pre: gold >= 0 and bought >= 0 and stack >= 0 and price > 0 and limit >= 0
    post: not (_) or (gold >= price and bought + 1 <= limit and stack >= 1)
    """
    return gold >= price and bought < limit and stack > 0


@cites("toll.pay", "toll.once")
def toll_due(owner: int, mover: int, paid: bool, toll: int) -> int:
    """What a caravan owes for stepping onto a route.

    pre: toll >= 0
    post: _ == 0 or (owner != mover and not paid and _ == toll)
    """
    return 0 if owner == mover or paid else toll


@cites("board.depot")
def free_goods(goods: int, covered: int, delivered: int) -> int:
    """How many goods lie uncovered in a depot.

    pre: 0 <= covered and 0 <= delivered and covered + delivered <= goods
    post: _ + covered + delivered == goods and _ >= 0
    """
    return goods - covered - delivered


@cites("win.all-delivered")
def has_won(delivered: int, goods: int) -> bool:
    """Whether a player has delivered everything.

    pre: 0 <= delivered <= goods
    post: _ == (goods - delivered == 0)
    """
    return delivered == goods


@cites("setup.post-order")
def places_post(k: int, players: int, first: int) -> int:
    """The seat that makes the k-th placement: forward, backward, forward.

    pre: 3 <= players <= 4 and 0 <= first < players and 0 <= k < 3 * players
    post: 0 <= _ < players
    post: not (k < players) or (_ == (first + k) % players)
    """
    lap, step = divmod(k, players)
    return (first + (players - 1 - step if lap == 1 else step)) % players


@cites("setup.neutral-posts", "setup.start-route")
def places_after(k: int, players: int, first: int) -> int:
    """The seat that comes k-th when the last to place begins and the others follow counter-clockwise.

    pre: 3 <= players <= 4 and 0 <= first < players and 0 <= k < players
    post: 0 <= _ < players
    post: not (k == players - 1) or (_ == first)
    """
    return (first + players - 1 - k) % players


@cites("turn.order")
def next_seat(seat: int, players: int) -> int:
    """The seat whose turn follows.

    pre: 2 <= players and 0 <= seat < players
    post: 0 <= _ < players and _ != seat
    """
    return (seat + 1) % players


@cites("build.own-pieces")
def has_piece(built: int, each: int) -> bool:
    """Whether a player has a route left to build.

    pre: 0 <= built and 0 <= each
    post: _ == (each - built >= 1)
    """
    return built < each


@cites("drive.two-per-route")
def has_room(standing: int, most: int) -> bool:
    """Whether one more caravan may stay on a route.

    pre: standing >= 0 and most >= 0
    post: _ == (standing + 1 <= most)
    """
    return standing < most


@cites("toll.pay", "toll.cannot-pay")
def toll_paid(toll: int, gold: int) -> int:
    """What is paid of a toll: all of it, or what there is.

    pre: toll >= 0 and gold >= 0
    post: 0 <= _ <= toll and _ <= gold
    post: not (gold >= toll) or (_ == toll)
    """
    return min(toll, gold)


@cites("production.sole-claimant", "production.shortage")
def left_for_one(claimants: int, stack: int, may_take: bool) -> int:
    """What of a short stack is handed out: nothing, or by one reading all of it to the only one with a claim.

    pre: claimants >= 1 and stack >= 0
    post: _ == 0 or (_ == stack and claimants == 1 and may_take)
    """
    return stack if may_take and claimants == 1 else 0


@cites("gold.bank")
def pays_out(bank: int, due: int, limited: bool) -> int:
    """What the bank pays of what it owes: what it has, unless gold is only written down.

    pre: bank >= 0 and due >= 0
    post: 0 <= _ <= due
    post: not (limited) or (_ <= bank)
    post: not (not limited or due <= bank) or (_ == due)
    """
    return min(bank, due) if limited else due
