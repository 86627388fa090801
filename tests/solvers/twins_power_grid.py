"""Broken twins of Power Grid's arithmetic: each function has its contract and one thing wrong with it.

CrossHair must refute every one of them; `test_contracts.py` holds the contracts against the originals.
"""

from __future__ import annotations


def next_seat(seat: int, players: int) -> int:
    """Nobody follows the last seat.

    pre: 2 <= players and 0 <= seat < players
    post: 0 <= _ < players and _ != seat
    post: _ == seat + 1 or (_ == 0 and seat == players - 1)
    """
    return seat + 1


def lowest_bid(number: int, bid: int) -> int:
    """A bid may be repeated.

    pre: number > 0 and bid >= 0 and (bid == 0 or bid >= number)
    post: _ >= number and _ > bid
    post: _ == number or _ - bid == 1
    """
    return max(number, bid)


def can_bid(money: int, lowest: int) -> bool:
    """One Elektro has to be left.

    pre: money >= 0 and lowest > 0
    post: _ == (money - lowest >= 0)
    """
    return money > lowest


def left_after(money: int, price: int) -> int:
    """A price of nothing costs one Elektro.

    pre: 0 <= price <= money
    post: 0 <= _ <= money and _ + price == money
    """
    return money - max(1, price)


def storage(needs: int, times: int) -> int:
    """One token more finds room.

    pre: 0 <= needs <= 9 and 0 <= times <= 9
    post: (_ == 0) == (needs == 0 or times == 0)
    post: times == 0 or _ >= needs
    post: times != 2 or _ - needs == needs
    """
    return needs * times + 1


def excess(coal: int, oil: int, coal_room: int, oil_room: int, hybrid_room: int) -> int:
    """Hybrid plants give their room to coal and to oil as well.

    pre: 0 <= coal and 0 <= oil and 0 <= coal_room and 0 <= oil_room and 0 <= hybrid_room
    post: _ >= 0
    post: _ <= coal + oil
    post: _ >= coal - coal_room - hybrid_room and _ >= oil - oil_room - hybrid_room
    post: _ >= coal + oil - coal_room - oil_room - hybrid_room
    post: _ == 0 or coal > coal_room or oil > oil_room
    """
    return max(0, coal - coal_room - hybrid_room) + max(0, oil - oil_room - hybrid_room)


def has_room(tokens: int, room: int) -> bool:
    """One token too many.

    pre: 0 <= tokens and 0 <= room
    post: _ == (tokens + 1 <= room)
    """
    return tokens <= room


def beyond(tokens: int, room: int) -> int:
    """Fewer than none.

    pre: 0 <= tokens and 0 <= room
    post: 0 <= _ <= tokens and tokens - _ <= room
    post: _ == 0 or tokens - _ == room
    """
    return tokens - room


def cheapest_place(tokens: int, places: int) -> int:
    """The dearest token is sold first.

    pre: 0 <= tokens <= places
    post: 0 <= _ <= places
    post: tokens > 0 or _ == places
    post: places - _ == tokens
    """
    return places - 1 if tokens else places


def refilled(amount: int, supply: int, free: int) -> int:
    """The spaces have room for any number.

    pre: amount >= 0 and supply >= 0 and free >= 0
    post: 0 <= _ <= amount and _ <= supply and _ <= free
    post: _ in (amount, supply, free)
    """
    return min(amount, supply)


def building_cost(way: int, space: int) -> int:
    """Only the dearer of the two is paid.

    pre: way >= 0 and space >= 0
    post: _ >= way and _ >= space and _ - way == space
    """
    return max(way, space)


def is_open(houses: int, allowed: int) -> bool:
    """One house too many.

    pre: houses >= 0 and allowed >= 0
    post: _ == (allowed - houses > 0)
    """
    return houses <= allowed


def is_too_small(number: int, cities: int) -> bool:
    """A plant with as high a number as there are cities stays.

    pre: number > 0 and cities >= 0
    post: _ == (cities - number >= 0)
    """
    return number < cities


def supplied(capacity: int, cities: int) -> int:
    """Electricity for cities outside the network is paid as well.

    pre: capacity >= 0 and cities >= 0
    post: 0 <= _ <= capacity and _ <= cities
    post: _ == capacity or _ == cities
    """
    return capacity


def income_beyond(last: int, step: int, more: int, is_continued: bool) -> int:
    """The table is continued under either reading.

    pre: last >= 0 and 0 <= step <= 5 and 0 <= more <= 50
    post: _ >= last
    post: is_continued or _ == last
    post: not is_continued or _ - last == more * step
    """
    return last + more * step


def is_reached(cities: int, trigger: int) -> bool:
    """Only with one city more.

    pre: cities >= 0 and trigger >= 0
    post: _ == (cities - trigger >= 0)
    """
    return cities > trigger


def is_over_limit(plants: int, limit: int) -> bool:
    """One plant early.

    pre: plants >= 0 and limit >= 0
    post: _ == (plants - limit > 0)
    """
    return plants >= limit
