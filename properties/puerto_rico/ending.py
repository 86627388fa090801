"""The end: scores, winners, and what can only be said of a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from operator import attrgetter

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, Played, whole_game
from rulecheck.properties.puerto_rico.facts import Facts, facts
from rulecheck.reference_engines.contract import AnyEngine, changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import (
    BUILDER,
    Building,
    Seat,
    Table,
)

SAMPLES = 5
"""Positions of a game that are looked at closely."""


def points_of(f: Facts, seat: Seat) -> int:
    """A player's points at the end, counted from the buildings and the board."""
    stands = {name for name, here in zip(f.names, seat.city, strict=True) if here >= 0}
    works = {name for name, here in zip(f.names, seat.city, strict=True) if here > 0}
    number = f.number
    points = seat.points + sum([kind.points for kind in f.kinds if kind.name in stands])
    if "guild hall" in works:
        for kind in f.kinds:
            if kind.name in stands and "production" in kind.kind:
                points += number("guild-hall.small" if kind.kind.startswith("small") else "guild-hall.large")
    if "residence" in works:
        tiles = sum(seat.tilled if f.residence_occupied else seat.tiles)
        points += number(f"residence.{('nine', 'ten', 'eleven', 'twelve')[min(3, max(0, tiles - 9))]}")
    if "fortress" in works:
        points += f.colonists(seat) // number("fortress.colonists")
    if "customs house" in works:
        points += seat.points // number("customs.points")
    if "city hall" in works:
        points += number("city-hall.each") * len([kind for kind in f.kinds if kind.name in stands and kind.is_violet])
    return points


@whole_game(
    "score.sum", "large.points", "large.occupied", "guild-hall.points", "residence.points", "fortress.points",
    "customs.points", "city-hall.points",
)  # fmt: skip
def scores_are_what_lies_on_the_boards(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Points shipped, the points of all buildings, and those of occupied large ones make the score."""
    f, last = facts(engine), played.positions[-1]
    if played.outcome is None:
        yield f"the game is over after {len(played.moves)} moves, without an outcome"
        return
    for name, seat in zip(engine.seats, last.seats, strict=True):
        if played.outcome.scores.get(name) != points_of(f, seat):
            yield f"{name} scores {played.outcome.scores.get(name, 'nothing')} instead of {points_of(f, seat)}"


@whole_game("win.most", "win.tie")
def the_most_points_win(engine: AnyEngine, played: Played) -> Iterator[str]:
    """The most points win, then the most doubloons and barrels; who ties even then shares, or comes first in order."""
    f, last, outcome = facts(engine), played.positions[-1], played.outcome
    if outcome is None:
        return
    rank = [(points_of(f, seat), seat.money + sum(seat.goods)) for seat in last.seats]
    best = [k for k in range(f.players) if rank[k] == max(rank)]
    if f.tie_by_seat:
        best = [next(k % f.players for k in range(last.governor, 2 * f.players) if k % f.players in best)]
    if set(outcome.winners) != {engine.seats[k] for k in best}:
        yield f"{', '.join(outcome.winners)} won instead of {', '.join([engine.seats[k] for k in best])}"
    alone = len([points for points, _ in rank if points == max(rank)[0]]) == 1
    if outcome.clause != ("win.most" if alone else "win.tie"):
        due = "win.most" if alone else "win.tie"
        yield f"the game is won by {outcome.clause} instead of {due}"


@whole_game("end.round", "end.colonists", "end.city", "end.points")
def one_of_the_ends_came(engine: AnyEngine, played: Played) -> Iterator[str]:
    """The game ended because the colonists ran short, a city was filled or the last chip went, in its last round."""
    f, last = facts(engine), played.positions[-1]
    ending = last.ending
    if not all([t.governor == last.governor for t in takewhile(attrgetter("ending"), reversed(played.positions))]):
        yield f"{ending} came, and another round was played"
    if ending == "end.city" and not any([f.used(seat.city) >= f.city for seat in last.seats]):
        fullest = max(f.used(seat.city) for seat in last.seats)
        yield f"the game ended by a full city of {f.city} spaces, and no city has more than {fullest} covered"
    if ending == "end.points" and last.pool:
        yield f"the game ended by the last chip, and {last.pool} points are left"
    if ending not in ("end.city", "end.points", "end.colonists"):
        yield f"the game ended by {ending or 'nothing'} instead of end.city, end.points or end.colonists"


@whole_game("round.order", "round.must-choose", "round.governor-moves", "round.card-stays", share=OFTEN)
def everybody_chose_once_a_round(engine: AnyEngine, played: Played) -> Iterator[str]:
    """The roles were chosen round by round, each time by everybody in order from a governor one further on."""
    n, seats, at = len(engine.seats), played.positions, 0
    for before, move in zip(seats, played.moves, strict=False):
        if type(move) is m.Choose:
            due = (at // n + at) % n
            if before.turn != due:
                yield f"choice {at + 1} was {engine.seats[before.turn]}'s instead of {engine.seats[due]}'s"
                return
            at += 1
    if at % n:
        yield f"{at} roles were chosen by {n} players, the last {at % n} in a round that was not played to its end"


@whole_game("captain.secret", "setup.stack", share=DEAR)
def points_and_stacks_stay_hidden(engine: AnyEngine, played: Played) -> Iterator[str]:
    """What a player sees tells neither the others' points nor the order and kinds of the face-down plantations."""
    if not played.moves:
        return
    for t in sampled(played)[-2:]:
        seen = engine.observe(t, 0)
        other = changed(t, seats=tuple([changed(s, points=s.points + (k > 0)) for k, s in enumerate(t.seats)]))
        if engine.observe(other, 0) != seen:
            yield f"{engine.seats[0]} sees points of the others"
        if engine.observe(changed(t, stack=t.stack[::-1]), 0) != seen:
            yield f"{engine.seats[0]} sees which plantations lie face down"


def sampled(played: Played) -> list[Table]:
    """A few positions of a game, evenly spread."""
    step = max(1, len(played.moves) // SAMPLES)
    return [played.positions[at] for at in range(0, len(played.moves), step)][:SAMPLES]


@whole_game("builder.afford", "quarry.not-below-zero", share=DEAR)
def more_money_buys_no_less(engine: AnyEngine, played: Played) -> Iterator[str]:
    """With one doubloon more a player may build whatever could be built before."""
    looked_at = 0
    for t in played.positions:
        if t.role == BUILDER and type(t.phase) is Building and looked_at < SAMPLES:
            looked_at += 1
            seat = t.seats[t.turn]
            rich = changed(seat, money=seat.money + 1)
            other = changed(t, seats=(*t.seats[: t.turn], rich, *t.seats[t.turn + 1 :]))
            lost = set(engine.legal_moves(t)) - set(engine.legal_moves(other))
            if lost:
                yield f"{engine.seats[t.turn]} could not {', '.join(map(str, lost))} with a doubloon more"
