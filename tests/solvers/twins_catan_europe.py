"""Broken twins of Catan Europe's arithmetic: each function has its contract and one thing wrong with it.

CrossHair must refute every one of them; `test_contracts.py` holds the contracts against the originals.
"""

from __future__ import annotations


def to_discard(cards: int, limit: int) -> int:
    """Rounded up.

    pre: cards >= 0 and limit >= 0
    post: not (cards <= limit) or (_ == 0)
    post: not (cards > limit) or (2 * _ <= cards < 2 * _ + 2)
    """
    return (cards + 1) // 2 if cards > limit else 0


def handed_out(due: int, stack: int) -> bool:
    """A short stack serves all the same.

    pre: due >= 0 and stack >= 0
    post: not (_) or (stack - due >= 0)
    """
    return stack > 0


def steps_for(payments: int, steps_each: int) -> int:
    """One step too many.

    pre: payments >= 0 and steps_each > 0
    post: _ >= payments and _ % steps_each == 0
    """
    return payments * steps_each + 1


def can_exchange(held: int, stack: int, rate: int) -> bool:
    """One card is enough.

    pre: held >= 0 and stack >= 0 and rate > 0
    post: not (_) or (held - rate >= 0 and stack > 0)
    """
    return held > 0 and stack > 0


def can_buy(gold: int, bought: int, stack: int, price: int, limit: int) -> bool:
    """One more than the limit.

    pre: gold >= 0 and bought >= 0 and stack >= 0 and price > 0 and limit >= 0
    post: not (_) or (gold >= price and bought + 1 <= limit and stack >= 1)
    """
    return gold >= price and bought <= limit and stack > 0


def toll_due(owner: int, mover: int, paid: bool, toll: int) -> int:
    """One's own route costs as well.

    pre: toll >= 0
    post: _ == 0 or (owner != mover and not paid and _ == toll)
    """
    return 0 if paid else toll


def free_goods(goods: int, covered: int, delivered: int) -> int:
    """What was delivered counts as free.

    pre: 0 <= covered and 0 <= delivered and covered + delivered <= goods
    post: _ + covered + delivered == goods and _ >= 0
    """
    return goods - covered


def has_won(delivered: int, goods: int) -> bool:
    """One good is enough.

    pre: 0 <= delivered <= goods
    post: _ == (goods - delivered == 0)
    """
    return delivered > 0


def places_post(k: int, players: int, first: int) -> int:
    """The third round begins one seat on.

    pre: 3 <= players <= 4 and 0 <= first < players and 0 <= k < 3 * players
    post: 0 <= _ < players
    post: not (k < players) or (_ == (first + k) % players)
    """
    return (first + k % players) % players + k // (2 * players)


def places_after(k: int, players: int, first: int) -> int:
    """Clockwise from the first.

    pre: 3 <= players <= 4 and 0 <= first < players and 0 <= k < players
    post: 0 <= _ < players
    post: not (k == players - 1) or (_ == first)
    """
    return (first + k) % players


def next_seat(seat: int, players: int) -> int:
    """One seat too many.

    pre: 2 <= players and 0 <= seat < players
    post: 0 <= _ < players and _ != seat
    """
    return (seat + 1) % (players + 1)


def has_piece(built: int, each: int) -> bool:
    """One more than there are.

    pre: 0 <= built and 0 <= each
    post: _ == (each - built >= 1)
    """
    return built <= each


def has_room(standing: int, most: int) -> bool:
    """One more finds room.

    pre: standing >= 0 and most >= 0
    post: _ == (standing + 1 <= most)
    """
    return standing <= most


def toll_paid(toll: int, gold: int) -> int:
    """All of it, whatever there is.

    pre: toll >= 0 and gold >= 0
    post: 0 <= _ <= toll and _ <= gold
    post: not (gold >= toll) or (_ == toll)
    """
    return toll


def left_for_one(claimants: int, stack: int, may_take: bool) -> int:
    """Several with a claim take it all as well.

    pre: claimants >= 1 and stack >= 0
    post: _ == 0 or (_ == stack and claimants == 1 and may_take)
    """
    return stack if may_take else 0


def pays_out(bank: int, due: int, limited: bool) -> int:
    """The bank pays what it has not.

    pre: bank >= 0 and due >= 0
    post: 0 <= _ <= due
    post: not (limited) or (_ <= bank)
    post: not (not limited or due <= bank) or (_ == due)
    """
    return due
