"""The end of the game: what is left over, the knowledge tiles that count then, and ties."""

from __future__ import annotations

from rulecheck.reference_engines.castles_of_burgundy.arithmetic import for_each, points_for_workers
from rulecheck.reference_engines.castles_of_burgundy.kit import ANIMALS, KNOWLEDGE, Kit
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import SILENT, Outcome, changed, cites

LATE = sum(1 << number for number in range(15, 27))
"""Mask of the knowledge tiles that bring points at the end: 15 to 26."""


@cites("knowledge.26", "knowledge.26-counts")
def bonus_tiles(g: Kit, seat: Seat) -> tuple[int, int]:
    """How many bonus tiles a player has, and how many colours of the estate are complete."""
    tiles = (seat.large | seat.small).bit_count()
    colours = sum(not spaces & ~seat.filled for spaces in g.grounds[seat.board].spaces)
    return tiles, colours


@cites(
    "knowledge.15", "knowledge.16", "knowledge.17", "knowledge.18", "knowledge.19", "knowledge.20", "knowledge.21",
    "knowledge.22", "knowledge.23", "knowledge.24", "knowledge.25", "knowledge.26", "edition.rules",
)  # fmt: skip
def knowledge_points(g: Kit, seat: Seat) -> dict[str, int]:
    """What each of the knowledge tiles 15 to 26 in an estate brings, by its clause."""
    if not seat.knowledge & LATE:
        return {}
    points_of_tile: dict[str, int] = {}
    for number in range(15, 27):
        if not seat.knowledge >> number & 1:
            continue
        if number == 15:
            points = for_each(sum(count > 0 for count in seat.sold), g.per_sold_kind)
        elif number == 24:
            species = {g.species[kind] for kind in seat.estate if kind >= 0 and g.colour[kind] == ANIMALS}
            points = for_each(len(species), g.per_species)
        elif number == 25:
            points = for_each(sum(seat.sold), g.per_sold)
        elif number == 26:
            points = for_each(bonus_tiles(g, seat)[g.count_colours], g.per_bonus)
        else:
            points = for_each(seat.estate.count(g.helped[number]), g.per_building)
        points_of_tile[f"knowledge.{number}"] = points
    return points_of_tile


@cites("end.knowledge", "knowledge.when")
def extra(g: Kit, seat: Seat) -> int:
    """What the knowledge tiles 15 to 26 bring altogether."""
    return sum(knowledge_points(g, seat).values()) if seat.knowledge & LATE else 0


@cites("end.stored")
def would_score(g: Kit, seat: Seat) -> bool:
    """Whether stored tiles would bring points at the end if they counted like those in the estate."""
    if not seat.storage:
        return False
    knowledge = seat.knowledge
    for kind in seat.storage:
        knowledge |= 1 << g.knowledge_number[kind] if g.colour[kind] == KNOWLEDGE else 0
    return extra(g, changed(seat, estate=seat.estate + seat.storage, knowledge=knowledge)) != extra(g, seat)


@cites("end.goods", "end.silver", "end.workers", "end.knowledge", "end.stored", "knowledge.when")
def score(g: Kit, seat: Seat) -> int:
    """A player's points at the end of the game."""
    goods = for_each(sum(seat.goods), g.end_good)
    left = goods + seat.silver * g.end_silver + points_for_workers(seat.workers, g.end_workers)
    return seat.points + left + (0 if g.as_earned else extra(g, seat))


@cites("win.most", "win.empty", "win.last", "win.spaces", "win.later")
def winner(g: Kit, t: Table) -> tuple[int, str, tuple[str, ...]]:
    """Who wins, by which clause, and which readings were needed."""
    scores = [score(g, seat) for seat in t.seats]
    best = [k for k, points in enumerate(scores) if points == max(scores)]
    if len(best) == 1:
        return best[0], "win.most", ()
    filled = {k: t.seats[k].filled.bit_count() for k in best}
    wanted = (max if g.fewer_spaces else min)(filled.values())
    left = [k for k in best if filled[k] == wanted]
    if len(left) == 1:
        return left[0], "win.empty", (SILENT + "win.spaces",)
    by_turn, by_track = max(left, key=t.playing.index), max(left, key=t.order.index)
    needed = (SILENT + "win.later",) if by_turn != by_track else ()
    return by_track if g.tie_by_track else by_turn, "win.last", needed


@cites("end.goods", "end.silver", "end.workers", "end.knowledge", "end.stored", "edition.2019")
def events(g: Kit, t: Table) -> tuple[str, ...]:
    """The clauses that the end of the game carries out."""
    clauses: list[str] = []
    for seat in t.seats:
        if any(seat.goods):
            clauses.append("end.goods")
        if seat.silver:
            clauses.append("end.silver")
        if points_for_workers(seat.workers, g.end_workers):
            clauses.append("end.workers")
        rewards = knowledge_points(g, seat)
        if rewards:
            clauses += [
                "end.knowledge",
                *((SILENT + "knowledge.when",) if any(rewards.values()) else ()),
                *(clause for clause, points in rewards.items() if points),
            ]
        if rewards.get("knowledge.15") or rewards.get("knowledge.26"):
            clauses += [SILENT + "edition.rules", *(("edition.2019",) if g.later else ())]
        if would_score(g, seat):
            clauses.append("end.stored")
        if "knowledge.26" in rewards and not g.as_earned:  # else it was counted before
            tiles, colours = bonus_tiles(g, seat)
            if tiles != colours:
                clauses.append(SILENT + "knowledge.26-counts")
    _, clause, needed = winner(g, t)
    return (*dict.fromkeys(clauses), clause, *needed)


def outcome(g: Kit, t: Table) -> Outcome:
    """The result of a finished game."""
    who, clause, _ = winner(g, t)
    scores = {name: score(g, seat) for name, seat in zip(g.seats, t.seats, strict=True)}
    return Outcome((g.seats[who],), clause, scores)
