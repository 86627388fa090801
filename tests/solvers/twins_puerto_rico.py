"""Broken twins of Puerto Rico's arithmetic: each function has its contract and one thing wrong with it.

CrossHair must refute every one of them; `test_contracts.py` holds the contracts against the originals.
"""

from __future__ import annotations


def next_seat(seat: int, players: int) -> int:
    """Counter-clockwise.

    pre: 2 <= players and 0 <= seat < players
    post: 0 <= _ < players and _ != seat
    post: _ == seat + 1 or (_ == 0 and seat == players - 1)
    """
    return (seat - 1) % players


def landed(aboard: int, players: int, place: int) -> int:
    """What is left over stays aboard.

    pre: 0 <= aboard <= 100 and 2 <= players <= 5 and 0 <= place < players
    post: _ >= 0
    post: players * _ >= aboard - place
    post: players * (_ - 1) < aboard - place
    """
    return aboard // players


def wanted_aboard(empty_circles: int, players: int) -> int:
    """Without the minimum.

    pre: empty_circles >= 0 and players > 0
    post: _ >= empty_circles and _ >= players
    post: _ == empty_circles or _ == players
    """
    return empty_circles


def taken_aboard(wanted: int, reserve: int) -> int:
    """The reserve is never short.

    pre: wanted >= 0 and reserve >= 0
    post: 0 <= _ <= wanted and _ <= reserve
    post: _ == wanted or _ == reserve
    """
    return wanted


def falls_short(wanted: int, reserve: int) -> bool:
    """Also when it just suffices.

    pre: wanted >= 0 and reserve >= 0
    post: _ == (wanted - reserve > 0)
    """
    return reserve <= wanted


def price(cost: int, column: int, quarries: int, discount: int, privilege: int) -> int:
    """Below nothing.

    pre: cost >= 0 and column >= 0 and quarries >= 0 and 0 <= discount <= 3 and privilege >= 0
    post: 0 <= _ <= cost
    post: _ == 0 or cost - _ <= column * discount + privilege
    post: _ == 0 or cost - _ <= quarries * discount + privilege
    post: _ == 0 or cost - _ == min(column, quarries) * discount + privilege
    post: _ > 0 or cost <= min(column, quarries) * discount + privilege
    """
    return cost - min(column, quarries) * discount - privilege


def fits_city(used: int, size: int, spaces: int) -> bool:
    """Any free space is enough.

    pre: 0 <= used <= spaces and size > 0
    post: not _ or used + size <= spaces
    post: _ or used + size > spaces
    """
    return used < spaces


def is_filled(used: int, spaces: int) -> bool:
    """Never.

    pre: 0 <= used <= spaces
    post: _ == (spaces - used == 0)
    """
    return used > spaces


def produced(plantations: int, places: int, supply: int) -> int:
    """The supply is never short.

    pre: plantations >= 0 and places >= 0 and supply >= 0
    post: 0 <= _ <= plantations and _ <= places and _ <= supply
    post: _ in (plantations, places, supply)
    """
    return min(plantations, places)


def idle(plantations: int, places: int) -> int:
    """Colonists in buildings idle less than never.

    pre: plantations >= 0 and places >= 0
    post: _ >= 0 and (_ == 0) == (plantations == places)
    post: _ == plantations + places - 2 * min(plantations, places)
    """
    return plantations - places


def factory_bonus(kinds: int, two: int, three: int, four: int, five: int) -> int:
    """One kind pays.

    pre: 0 <= kinds <= 5 and 0 <= two <= three <= four <= five
    post: 0 <= _ <= five
    post: kinds >= 2 or _ == 0
    post: kinds != 2 or _ == two
    post: kinds != 3 or _ == three
    post: kinds != 4 or _ == four
    post: kinds < 5 or _ == five
    """
    return (0, two, two, three, four, five)[kinds]


def sale(price_of_good: int, privilege: int, is_trader: bool) -> int:
    """Everyone has the privilege.

    pre: price_of_good >= 0 and privilege >= 0
    post: _ >= price_of_good and _ - price_of_good in (0, privilege)
    post: is_trader or _ == price_of_good
    post: not is_trader or _ == price_of_good + privilege
    """
    return price_of_good + privilege


def is_full(count: int, places: int) -> bool:
    """One place early.

    pre: 0 <= count <= places
    post: _ == (places - count == 0)
    """
    return count >= places - 1


def loadable(stock: int, barrels: int, capacity: int) -> int:
    """More than fit.

    pre: stock >= 0 and 0 <= barrels <= capacity
    post: 0 <= _ <= stock and barrels + _ <= capacity
    post: _ == stock or barrels + _ == capacity
    """
    return stock if barrels < capacity else 0


def by_wharf(stock: int, capacity: int, is_limited: bool) -> int:
    """The room counts under either reading.

    pre: stock >= 0 and capacity >= 0
    post: 0 <= _ <= stock
    post: _ == stock or (is_limited and _ == capacity)
    post: not is_limited or _ <= capacity
    """
    return min(stock, capacity)


def load_points(barrels: int, each: int, privilege: int) -> int:
    """A load of nothing is worth a point.

    pre: barrels >= 0 and 0 <= each <= 3 and privilege >= 0
    post: _ >= privilege and _ - privilege == barrels * each
    """
    return barrels * each + (privilege if barrels else 1)


def from_pool(pool: int, due: int) -> int:
    """The pool is never empty.

    pre: pool >= 0 and due >= 0
    post: 0 <= _ <= pool and _ <= due
    post: _ == due or _ == pool
    """
    return due


def paid_by_bank(bank: int, due: int, is_limited: bool) -> int:
    """A bank without limit pays what it has.

    pre: due >= 0 and (bank >= 0 or not is_limited)
    post: 0 <= _ <= due
    post: not is_limited or _ <= bank
    post: _ == due or (is_limited and _ == bank)
    """
    return min(bank, due)


def returned(stock: int, kept: int) -> int:
    """Fewer than none go back.

    pre: stock >= 0 and kept >= 0
    post: 0 <= _ <= stock and stock - _ <= kept
    post: _ == 0 or stock - _ == kept
    """
    return stock - kept


def warehouse_kinds(has_small: bool, has_large: bool, small: int, large: int) -> int:
    """Only the larger warehouse counts.

    pre: 0 <= small and 0 <= large
    post: 0 <= _ <= small + large
    post: not (has_small and has_large) or _ == small + large
    post: has_small or has_large or _ == 0
    post: not has_small or has_large or _ == small
    post: has_small or not has_large or _ == large
    """
    return large if has_large else small if has_small else 0


def guild_hall(small: int, large: int, per_small: int, per_large: int) -> int:
    """Small buildings bring more than large ones.

    pre: 0 <= small <= 2 and 0 <= large <= 4 and 0 <= per_small <= per_large <= 4
    post: (small + large) * per_small <= _ <= (small + large) * per_large
    post: small > 0 or _ == large * per_large
    post: large > 0 or _ == small * per_small
    post: _ - large * per_large == small * per_small
    """
    return (small + large) * per_large + small


def residence(tiles: int, nine: int, ten: int, eleven: int, twelve: int) -> int:
    """Ten tiles are like nine.

    pre: 0 <= tiles <= 12 and 0 <= nine <= ten <= eleven <= twelve
    post: nine <= _ <= twelve
    post: tiles > 9 or _ == nine
    post: tiles != 10 or _ == ten
    post: tiles != 11 or _ == eleven
    post: tiles < 12 or _ == twelve
    """
    return nine if tiles <= 10 else eleven if tiles == 11 else twelve


def for_every(count: int, each: int) -> int:
    """What is left over counts.

    pre: 0 <= count <= 300 and 1 <= each <= 9
    post: _ * each <= count < (_ + 1) * each
    """
    return (count + each - 1) // each


def tie_break(money: int, barrels: int) -> int:
    """Only the larger of the two.

    pre: money >= 0 and barrels >= 0
    post: _ >= money and _ >= barrels and _ - barrels == money
    """
    return max(money, barrels)
