"""The rulebook's arithmetic: small functions of ints, with contracts that CrossHair checks as they stand."""

from __future__ import annotations

from rulecheck.reference_engines.contract import cites


@cites("round.order", "role.order")
def next_seat(seat: int, players: int) -> int:
    """The seat whose turn follows, clockwise.

    pre: 2 <= players and 0 <= seat < players
    post: 0 <= _ < players and _ != seat
    post: _ == seat + 1 or (_ == 0 and seat == players - 1)
    """
    return (seat + 1) % players


@cites("mayor.take-in-turn")
def landed(aboard: int, players: int, place: int) -> int:
    """How many colonists leave the ship for the player who comes `place`-th after the mayor.

    pre: 0 <= aboard <= 100 and 2 <= players <= 5 and 0 <= place < players
    post: _ >= 0
    post: players * _ >= aboard - place
    post: players * (_ - 1) < aboard - place
    """
    return (aboard - place + players - 1) // players


@cites("mayor.refill", "mayor.refill-minimum")
def wanted_aboard(empty_circles: int, players: int) -> int:
    """How many colonists the ship should take.

    pre: empty_circles >= 0 and players > 0
    post: _ >= empty_circles and _ >= players
    post: _ == empty_circles or _ == players
    """
    return max(empty_circles, players)


@cites("mayor.refill", "end.colonists")
def taken_aboard(wanted: int, reserve: int) -> int:
    """How many colonists the reserve can give to the ship.

    pre: wanted >= 0 and reserve >= 0
    post: 0 <= _ <= wanted and _ <= reserve
    post: _ == wanted or _ == reserve
    """
    return min(wanted, reserve)


@cites("end.colonists")
def falls_short(wanted: int, reserve: int) -> bool:
    """Whether the reserve does not hold the colonists that the ship should take.

    pre: wanted >= 0 and reserve >= 0
    post: _ == (wanted - reserve > 0)
    """
    return reserve < wanted


@cites("quarry.discount", "quarry.limit", "quarry.with-privilege", "quarry.not-below-zero", "builder.privilege")
def price(cost: int, column: int, quarries: int, discount: int, privilege: int) -> int:
    """What a building costs a player.

    pre: cost >= 0 and column >= 0 and quarries >= 0 and 0 <= discount <= 3 and privilege >= 0
    post: 0 <= _ <= cost
    post: _ == 0 or cost - _ <= column * discount + privilege
    post: _ == 0 or cost - _ <= quarries * discount + privilege
    post: _ == 0 or cost - _ == min(column, quarries) * discount + privilege
    post: _ > 0 or cost <= min(column, quarries) * discount + privilege
    """
    return max(0, cost - min(column, quarries) * discount - privilege)


@cites("builder.space", "building.size")
def fits_city(used: int, size: int, spaces: int) -> bool:
    """Whether a building finds room.

    pre: 0 <= used <= spaces and size > 0
    post: not _ or used + size <= spaces
    post: _ or used + size > spaces
    """
    return size <= spaces - used


@cites("end.city")
def is_filled(used: int, spaces: int) -> bool:
    """Whether the last city space is built on.

    pre: 0 <= used <= spaces
    post: _ == (spaces - used == 0)
    """
    return used >= spaces


@cites("production.pairs", "craftsman.supply-short")
def produced(plantations: int, places: int, supply: int) -> int:
    """How many barrels of one kind a player makes: colonists in pairs, as far as the supply goes.

    pre: plantations >= 0 and places >= 0 and supply >= 0
    post: 0 <= _ <= plantations and _ <= places and _ <= supply
    post: _ in (plantations, places, supply)
    """
    return min(plantations, places, supply)


@cites("production.unused")
def idle(plantations: int, places: int) -> int:
    """How many colonists have no counterpart.

    pre: plantations >= 0 and places >= 0
    post: _ >= 0 and (_ == 0) == (plantations == places)
    post: _ == plantations + places - 2 * min(plantations, places)
    """
    return abs(plantations - places)


@cites("factory.bonus", "factory.kinds")
def factory_bonus(kinds: int, two: int, three: int, four: int, five: int) -> int:
    """What a factory brings for so many kinds produced.

    pre: 0 <= kinds <= 5 and 0 <= two <= three <= four <= five
    post: 0 <= _ <= five
    post: kinds >= 2 or _ == 0
    post: kinds != 2 or _ == two
    post: kinds != 3 or _ == three
    post: kinds != 4 or _ == four
    post: kinds < 5 or _ == five
    """
    return (0, 0, two, three, four, five)[kinds]


@cites("trader.sell", "trader.privilege")
def sale(price_of_good: int, privilege: int, is_trader: bool) -> int:
    """What the bank owes for a barrel sold, markets aside.

    pre: price_of_good >= 0 and privilege >= 0
    post: _ >= price_of_good and _ - price_of_good in (0, privilege)
    post: is_trader or _ == price_of_good
    post: not is_trader or _ == price_of_good + privilege
    """
    return price_of_good + privilege if is_trader else price_of_good


@cites("trader.full", "trader.empty")
def is_full(count: int, places: int) -> bool:
    """Whether a house or ship takes no more.

    pre: 0 <= count <= places
    post: _ == (places - count == 0)
    """
    return count >= places


@cites("captain.all-that-fit")
def loadable(stock: int, barrels: int, capacity: int) -> int:
    """How many barrels go aboard a ship that may carry them: all, or as many as fit.

    pre: stock >= 0 and 0 <= barrels <= capacity
    post: 0 <= _ <= stock and barrels + _ <= capacity
    post: _ == stock or barrels + _ == capacity
    """
    return min(stock, capacity - barrels)


@cites("wharf.all", "wharf.load", "wharf.capacity")
def by_wharf(stock: int, capacity: int, is_limited: bool) -> int:
    """How many barrels a wharf ships.

    pre: stock >= 0 and capacity >= 0
    post: 0 <= _ <= stock
    post: _ == stock or (is_limited and _ == capacity)
    post: not is_limited or _ <= capacity
    """
    return min(stock, capacity) if is_limited else stock


@cites("captain.points", "captain.privilege")
def load_points(barrels: int, each: int, privilege: int) -> int:
    """What a load is worth, harbor aside.

    pre: barrels >= 0 and 0 <= each <= 3 and privilege >= 0
    post: _ >= privilege and _ - privilege == barrels * each
    """
    return barrels * each + privilege


@cites("end.points", "end.written")
def from_pool(pool: int, due: int) -> int:
    """How many points are paid in chips; the rest is written down.

    pre: pool >= 0 and due >= 0
    post: 0 <= _ <= pool and _ <= due
    post: _ == due or _ == pool
    """
    return min(pool, due)


@cites("setup.money")
def paid_by_bank(bank: int, due: int, is_limited: bool) -> int:
    """How many doubloons the bank pays of what it owes.

    pre: due >= 0 and (bank >= 0 or not is_limited)
    post: 0 <= _ <= due
    post: not is_limited or _ <= bank
    post: _ == due or (is_limited and _ == bank)
    """
    return min(bank, due) if is_limited else due


@cites("storage.one-barrel", "storage.return")
def returned(stock: int, kept: int) -> int:
    """How many barrels of a kind that is in no warehouse go back to the supply.

    pre: stock >= 0 and kept >= 0
    post: 0 <= _ <= stock and stock - _ <= kept
    post: _ == 0 or stock - _ == kept
    """
    return max(0, stock - kept)


@cites("small-warehouse.store", "large-warehouse.store", "large-warehouse.with-small")
def warehouse_kinds(has_small: bool, has_large: bool, small: int, large: int) -> int:
    """How many kinds a player's warehouses hold.

    pre: 0 <= small and 0 <= large
    post: 0 <= _ <= small + large
    post: not (has_small and has_large) or _ == small + large
    post: has_small or has_large or _ == 0
    post: not has_small or has_large or _ == small
    post: has_small or not has_large or _ == large
    """
    return (small if has_small else 0) + (large if has_large else 0)


@cites("guild-hall.points")
def guild_hall(small: int, large: int, per_small: int, per_large: int) -> int:
    """What a guild hall brings.

    pre: 0 <= small <= 2 and 0 <= large <= 4 and 0 <= per_small <= per_large <= 4
    post: (small + large) * per_small <= _ <= (small + large) * per_large
    post: small > 0 or _ == large * per_large
    post: large > 0 or _ == small * per_small
    post: _ - large * per_large == small * per_small
    """
    return small * per_small + large * per_large


@cites("residence.points")
def residence(tiles: int, nine: int, ten: int, eleven: int, twelve: int) -> int:
    """What a residence brings.

    pre: 0 <= tiles <= 12 and 0 <= nine <= ten <= eleven <= twelve
    post: nine <= _ <= twelve
    post: tiles > 9 or _ == nine
    post: tiles != 10 or _ == ten
    post: tiles != 11 or _ == eleven
    post: tiles < 12 or _ == twelve
    """
    if tiles <= 9:
        return nine
    if tiles == 10:
        return ten
    return eleven if tiles == 11 else twelve


@cites("fortress.points", "customs.points")
def for_every(count: int, each: int) -> int:
    """One point for every `each` of something, what is left over brings none.

    pre: 0 <= count <= 300 and 1 <= each <= 9
    post: _ * each <= count < (_ + 1) * each
    """
    return count // each


@cites("win.tie")
def tie_break(money: int, barrels: int) -> int:
    """What players who tie compare.

    pre: money >= 0 and barrels >= 0
    post: _ >= money and _ >= barrels and _ - barrels == money
    """
    return money + barrels
