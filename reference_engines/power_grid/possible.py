"""Which positions cannot come about in a game, and the part of them that is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.reference_engines.power_grid import auction
from rulecheck.reference_engines.power_grid import table as p
from rulecheck.reference_engines.power_grid.arithmetic import is_over_limit, is_reached, is_too_small
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import Phase, Table
from rulecheck.reference_engines.values import bits

Fault = tuple[str, str]
"""The path of what is wrong, and why."""

AUCTIONS = (p.Offering, p.Opening, p.Bidding, p.Scrapping, p.Losing, p.AuctionsOver)
BUILDS = (p.Building, p.NextBuilder)


def faults(g: Kit, t: Table) -> Iterator[Fault]:
    """What cannot be; nothing is said of the number of pieces, which is counted elsewhere."""
    now = t.phase.after if isinstance(t.phase, p.Drawing) else t.phase
    yield from of_the_steps(g, t, now)
    yield from of_the_market(g, t, now)
    yield from of_the_players(g, t, now)
    yield from of_the_auction(g, t)
    yield from of_the_end(g, t, now)


def of_the_steps(g: Kit, t: Table, now: Phase) -> Iterator[Fault]:
    """The Step, the Step 3 card, and the cards above it."""
    if (t.step == 3) is not (t.card == p.USED):
        yield (
            "step3_card",
            f"in Step {t.step} it is {'gone' if t.step == 3 else 'not gone, but for the next phase drawn'}",
        )
    if (t.began > 0) is not (t.step == 3) or t.began > t.round:
        yield "step3_began", f"round {t.began}, in round {t.round} and Step {t.step}"
    if t.card != p.STACK and (t.stack or t.has_thirteen):
        yield "stack", "once the Step 3 card has come no card lies above it"
    if t.card == p.TURNED_UP and not isinstance(now, (*AUCTIONS, p.Cut)):
        yield "step3_card", "it lies turned up only while the auctions go on"
    late = isinstance(now, p.Producing) and not g.at_step2_builds
    if t.card == p.DRAWN and not (isinstance(now, (*BUILDS, p.Finished)) or late):
        yield "step3_card", "Step 3 begins with the next phase: then it is gone"
    if isinstance(now, p.Cut) and t.card != p.TURNED_UP:
        yield "phase.after", "the Step 3 card is not turned up"
    if t.step == 1 and is_reached(t.most, g.step2_cities) and not isinstance(now, (*BUILDS, p.Cut, p.Finished)):
        yield "step", f"somebody has {t.most} cities, so that Step 2 has begun"


def of_the_market(g: Kit, t: Table, now: Phase) -> Iterator[Fault]:
    """The plants in the market, and the Step 3 card among them."""
    after = now.after if isinstance(now, p.Cut) else now
    due = t.card == p.TURNED_UP and isinstance(after, (*AUCTIONS, p.FuelNext))
    if (g.step3 in t.market) is not due:
        yield (
            "market",
            f"the Step 3 card {'lies' if due else 'does not lie'} there now",
        )
    most = 2 * g.row - 2 * (t.card in (p.DRAWN, p.USED))
    if len(t.market) > most:
        yield "market", f"{len(t.market)} cards, there are at most {most}"
    full = t.card == p.STACK and not isinstance(t.phase, p.Drawing | p.Scrapping | p.Losing)
    if full and len(t.market) < most:
        yield "market", f"{len(t.market)} cards; until the Step 3 card comes there are {most}"
    waits = isinstance(t.phase, p.Drawing) or (isinstance(now, BUILDS) and not g.obsolete_at_once)
    if t.market and g.obsolete_removed and not waits and is_too_small(g.numbers[t.market[0]], t.most):
        yield "market", f"somebody has {t.most} cities, so that plant {g.numbers[t.market[0]]} has left"


def of_the_players(g: Kit, t: Table, now: Phase) -> Iterator[Fault]:
    """Plants and houses."""
    for k, seat in enumerate(t.seats):
        buyer = isinstance(now, p.Scrapping) and k == t.turn
        if is_over_limit(len(seat.plants), g.plants_owned + buyer):
            yield f"players.{g.seats[k]}.plants", f"{len(seat.plants)} plants, {g.plants_owned} are allowed"
    allowed = max(g.houses_allowed[: t.step])  # a house stays where there was room for it
    for city, houses in zip(g.board(t.regions).cities, t.houses, strict=False):
        if houses > allowed:
            yield "players", f"{houses} houses in {city}, in Step {t.step} there is room for {allowed}"
    if isinstance(now, p.Producing) and not set(bits(now.run)) <= set(t.seats[t.turn].plants):
        yield "phase.run", f"not all of these plants belong to {g.seats[t.turn]}"


def of_the_auction(g: Kit, t: Table) -> Iterator[Fault]:
    """Who bids, who is out, and what was sold."""
    phase = t.phase
    if isinstance(phase, p.Offering | p.Opening | p.Bidding):
        if phase.out >> t.turn & 1:
            yield "phase.out", f"{g.seats[t.turn]} has bought or passed, and does not choose or bid"
        if t.sold > phase.out.bit_count():
            yield "sold", f"{t.sold} plants, {phase.out.bit_count()} players are out of the auctions"
    if t.sold > g.players:
        yield "sold", f"{t.sold} plants by {g.players} players"
    if isinstance(phase, p.Opening | p.Bidding) and phase.plant not in auction.current_market(g, t):
        yield "phase.plant", f"plant {g.numbers[phase.plant]} is not in the current market"
    if isinstance(phase, p.Bidding):
        if phase.active & phase.out:
            yield "phase.active", "who has bought or passed is not in an auction"
        if phase.bid > auction.purse(g, t, phase.leader):
            yield "phase.bid", f"{g.seats[phase.leader]} has {t.seats[phase.leader].money} Elektro"


def of_the_end(g: Kit, t: Table, now: Phase) -> Iterator[Fault]:
    """Whether the game is over, and what counts then."""
    over = isinstance(t.phase, p.Finished)
    if t.is_ending and not is_reached(t.most, g.end_cities):
        yield "ending", f"nobody has {g.end_cities} cities"
    if t.is_ending and not isinstance(now, p.Producing | p.Finished):
        yield "ending", "the game ends after the building phase"
    if not t.is_ending and (over or (is_reached(t.most, g.end_cities) and not isinstance(now, (*BUILDS, p.Cut)))):
        yield "ending", "the game is over" if over else f"somebody has {t.most} cities, and the game ends"
    told = t.is_ending and (g.end_best or over)
    for name, seat in zip(g.seats, t.seats, strict=True):
        if (told and seat.supplied < 0) or (not t.is_ending and seat.supplied >= 0):
            yield f"players.{name}.supplied", f"{seat.supplied}, and the game is {'' if t.is_ending else 'not '}ending"
