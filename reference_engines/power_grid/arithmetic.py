"""The rulebook's arithmetic: small functions of ints, with contracts that CrossHair checks as they stand."""

from __future__ import annotations

from rulecheck.reference_engines.contract import cites


@cites("auction.raise")
def next_seat(seat: int, players: int) -> int:
    """The seat that follows clockwise.

    pre: 2 <= players and 0 <= seat < players
    post: 0 <= _ < players and _ != seat
    post: _ == seat + 1 or (_ == 0 and seat == players - 1)
    """
    return (seat + 1) % players


@cites("auction.minimum", "auction.higher")
def lowest_bid(number: int, bid: int) -> int:
    """The least that may be bid for a plant: its number, or one more than the bid before (0 if there is none).

    pre: number > 0 and bid >= 0 and (bid == 0 or bid >= number)
    post: _ >= number and _ > bid
    post: _ == number or _ - bid == 1
    """
    return bid + 1 if bid else number


@cites("auction.money")
def can_bid(money: int, lowest: int) -> bool:
    """Whether a player has what has to be bid.

    pre: money >= 0 and lowest > 0
    post: _ == (money - lowest >= 0)
    """
    return money >= lowest


@cites("auction.won")
def left_after(money: int, price: int) -> int:
    """What is left of a player's money when a price is paid.

    pre: 0 <= price <= money
    post: 0 <= _ <= money and _ + price == money
    """
    return money - price


@cites("plant.storage")
def storage(needs: int, times: int) -> int:
    """How many tokens a plant stores.

    pre: 0 <= needs <= 9 and 0 <= times <= 9
    post: (_ == 0) == (needs == 0 or times == 0)
    post: times == 0 or _ >= needs
    post: times != 2 or _ - needs == needs
    """
    return needs * times


@cites("plant.storage", "plant.hybrid", "plants.lose-fuel", "fuel.rearrange")
def excess(coal: int, oil: int, coal_room: int, oil_room: int, hybrid_room: int) -> int:
    """How many tokens of coal and oil find no room, however they are laid on coal, oil and hybrid plants.

    pre: 0 <= coal and 0 <= oil and 0 <= coal_room and 0 <= oil_room and 0 <= hybrid_room
    post: _ >= 0
    post: _ <= coal + oil
    post: _ >= coal - coal_room - hybrid_room and _ >= oil - oil_room - hybrid_room
    post: _ >= coal + oil - coal_room - oil_room - hybrid_room
    post: _ == 0 or coal > coal_room or oil > oil_room
    """
    over = coal - coal_room if coal > coal_room else 0
    if oil > oil_room:
        over += oil - oil_room
    return over - hybrid_room if over > hybrid_room else 0


@cites("fuel.room")
def has_room(tokens: int, room: int) -> bool:
    """Whether one more token of garbage or uranium can be stored.

    pre: 0 <= tokens and 0 <= room
    post: _ == (tokens + 1 <= room)
    """
    return tokens < room


@cites("plants.lose-fuel")
def beyond(tokens: int, room: int) -> int:
    """How many tokens find no room.

    pre: 0 <= tokens and 0 <= room
    post: 0 <= _ <= tokens and tokens - _ <= room
    post: _ == 0 or tokens - _ == room
    """
    return max(0, tokens - room)


@cites("fuel.cheapest", "fuel.sold-out")
def cheapest_place(tokens: int, places: int) -> int:
    """The place, counted from the cheapest, of the token that is sold next; `places` if there is none.

    pre: 0 <= tokens <= places
    post: 0 <= _ <= places
    post: tokens > 0 or _ == places
    post: places - _ == tokens
    """
    return places - tokens


@cites("refill.amount", "refill.short", "refill.full")
def refilled(amount: int, supply: int, free: int) -> int:
    """How many tokens the market receives: what the table says, as far as there are tokens and room.

    pre: amount >= 0 and supply >= 0 and free >= 0
    post: 0 <= _ <= amount and _ <= supply and _ <= free
    post: _ in (amount, supply, free)
    """
    return min(amount, supply, free)


@cites("network.connect", "network.money", "network.pay-again")
def building_cost(way: int, space: int) -> int:
    """What a house costs: the way to the city and the space it goes on.

    pre: way >= 0 and space >= 0
    post: _ >= way and _ >= space and _ - way == space
    """
    return way + space


@cites("network.room")
def is_open(houses: int, allowed: int) -> bool:
    """Whether a city has room for one more house.

    pre: houses >= 0 and allowed >= 0
    post: _ == (allowed - houses > 0)
    """
    return houses < allowed


@cites("obsolete.remove")
def is_too_small(number: int, cities: int) -> bool:
    """Whether a plant of the current market has become too small, for the largest number of cities of a player.

    pre: number > 0 and cities >= 0
    post: _ == (cities - number >= 0)
    """
    return number <= cities


@cites("income.paid", "income.surplus")
def supplied(capacity: int, cities: int) -> int:
    """How many cities are supplied.

    pre: capacity >= 0 and cities >= 0
    post: 0 <= _ <= capacity and _ <= cities
    post: _ == capacity or _ == cities
    """
    return min(capacity, cities)


@cites("income.beyond")
def income_beyond(last: int, step: int, more: int, is_continued: bool) -> int:
    """What is paid for some cities more than the table has.

    pre: last >= 0 and 0 <= step <= 5 and 0 <= more <= 50
    post: _ >= last
    post: is_continued or _ == last
    post: not is_continued or _ - last == more * step
    """
    return last + more * step if is_continued else last


@cites("step2.start", "end.start")
def is_reached(cities: int, trigger: int) -> bool:
    """Whether somebody has connected enough cities.

    pre: cities >= 0 and trigger >= 0
    post: _ == (cities - trigger >= 0)
    """
    return cities >= trigger


@cites("plants.limit")
def is_over_limit(plants: int, limit: int) -> bool:
    """Whether a player owns more plants than allowed.

    pre: plants >= 0 and limit >= 0
    post: _ == (plants - limit > 0)
    """
    return plants > limit
