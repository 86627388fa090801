"""The end: what everybody supplies, who wins, and what can only be said of a whole game."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.invariants.declaring import OFTEN, Played, whole_game
from rulecheck.properties.power_grid.facts import Facts, facts
from rulecheck.reference_engines.contract import AnyEngine, changed
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import (
    Bidding,
    Offering,
)

SAMPLES = 2
"""Positions of a game that are looked at closely."""


def supply_at_the_end(f: Facts, played: Played) -> list[int]:
    """How many cities each player supplies: as many as possible, or, by a reading, what the plants that ran supply."""
    at = len(played.positions) - 1
    while played.positions[at - 1].is_ending:
        at -= 1
    t = played.positions[at]
    if f.end_best:
        seats, known = f.supplied_last
        if seats is not t.seats:
            known = [f.best_supply(seat) for seat in t.seats]
            f.supplied_last = t.seats, known
        return known
    ran = [0] * f.players
    for before, move in zip(played.positions[at:], played.moves[at:], strict=False):
        if type(move) is m.Run:
            ran[before.turn] += f.cities[f.plant[move.number]]
        elif type(move) is m.Supply:
            ran[before.turn] = move.cities
    return [min(cities, seat.cities.bit_count()) for cities, seat in zip(ran, t.seats, strict=True)]


@whole_game("win.supplied", "plant.needs", "plant.cities", "plant.once")
def scores_are_the_cities_supplied(engine: AnyEngine, played: Played) -> Iterator[str]:
    """The score is the number of own cities that the plants and the fuel at the end suffice for."""
    f, outcome = facts(engine), played.outcome
    if outcome is None:
        yield f"the game is over after {len(played.moves)} moves, without an outcome"
        return
    for name, count in zip(engine.seats, supply_at_the_end(f, played), strict=True):
        if outcome.scores.get(name) != count:
            yield f"{name} supplies {count} cities, and scores {outcome.scores.get(name, 'nothing')}"


@whole_game("win.supplied", "win.money", "win.cities", "win.not-the-most")
def the_most_cities_supplied_win(engine: AnyEngine, played: Played) -> Iterator[str]:
    """The most cities supplied win, then the most money, then the most cities; who ties even then shares the win."""
    f, last, outcome = facts(engine), played.positions[-1], played.outcome
    if outcome is None:
        return
    rank = [
        (count, seat.money, seat.cities.bit_count())
        for count, seat in zip(supply_at_the_end(f, played), last.seats, strict=True)
    ]
    best = [k for k in last.order if rank[k] == max(rank)]
    if f.tie_by_order:
        best = best[:1]
    if set(outcome.winners) != {engine.seats[k] for k in best}:
        yield f"{', '.join(outcome.winners)} won instead of {', '.join([engine.seats[k] for k in best])}"
    first, second = sorted(rank, reverse=True)[:2]
    clause = "win.supplied" if first[0] != second[0] else "win.money" if first[1] != second[1] else "win.cities"
    if outcome.clause != clause:
        yield f"the game is won by {outcome.clause} instead of {clause}"


@whole_game("box.money", share=OFTEN)
def the_money_of_others_stays_hidden(engine: AnyEngine, played: Played) -> Iterator[str]:
    """What a player sees does not depend on how much money the others have, unless a reading lets them look."""
    f = facts(engine)
    if not f.money_hidden:
        return
    t = played.positions[len(played.moves) // 2]
    other = changed(t, seats=tuple([changed(s, money=s.money + (k > 0)) for k, s in enumerate(t.seats)]))
    if engine.observe(other, 0) != engine.observe(t, 0):
        yield f"{engine.seats[0]} sees the money of the others"


@whole_game("auction.money")
def more_money_buys_no_less(engine: AnyEngine, played: Played) -> Iterator[str]:
    """With one Elektro more a player may choose or bid whatever they could before."""
    late = len(played.moves) // 2
    for t in played.positions[late:]:
        if isinstance(t.phase, Offering | Bidding):
            seat = t.seats[t.turn]
            rich = changed(seat, money=seat.money + 1)
            other = changed(t, seats=(*t.seats[: t.turn], rich, *t.seats[t.turn + 1 :]))
            lost = [move for move in engine.legal_moves(t)[-20:] if engine.refusal(other, move) is not None]
            if lost:
                yield f"{engine.seats[t.turn]} could not {', '.join(map(str, lost))} with an Elektro more"
            return
