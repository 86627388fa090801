"""The end: scores, winners, and what can only be said of a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from rulecheck.properties.castles_of_burgundy.facts import facts
from rulecheck.properties.invariants.declaring import OFTEN, Played, whole_game
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import Founding, Siding, StartGoods, Table
from rulecheck.reference_engines.contract import CHANCE, AnyEngine, changed

SAMPLES: Final = 2
"""Positions of a game that are looked at closely."""


@whole_game(
    "end.goods", "end.silver", "end.workers", "end.knowledge", "end.stored", "knowledge.15", "knowledge.16",
    "knowledge.17", "knowledge.18", "knowledge.19", "knowledge.20", "knowledge.21", "knowledge.22", "knowledge.23",
    "knowledge.24", "knowledge.25", "knowledge.26",
)  # fmt: skip
def scores_are_what_lies_before_the_players(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Points of the track, of goods, silver and workers left, and of knowledge tiles make the score; storage none."""
    f, last = facts(engine), played.positions[-1]
    if played.outcome is None:
        yield f"the game is over after {len(played.moves)} moves, without an outcome"
        return
    for name, seat in zip(engine.seats, last.seats, strict=True):
        if played.outcome.scores.get(name) != f.score(seat):
            yield f"{name} scores {played.outcome.scores.get(name, 'nothing')} instead of {f.score(seat)}"


@whole_game("win.most", "win.empty", "win.last")
def the_most_points_win(engine: AnyEngine, played: Played) -> Iterator[str]:
    """The most points win, then the most empty spaces, then who had the last turn; there is always one winner."""
    f, last, outcome = facts(engine), played.positions[-1], played.outcome
    if outcome is None:
        return
    scores = [f.score(seat) for seat in last.seats]
    empty = [seat.estate.count(-1) for seat in last.seats]
    if f.fewer_spaces:
        empty = [-spaces for spaces in empty]
    best = [k for k in range(f.players) if scores[k] == max(scores)]
    emptiest = [k for k in best if empty[k] == max(empty[j] for j in best)]
    order = list(last.order if f.tie_by_track or len(emptiest) == 1 else turns_taken(played))
    winner = max(emptiest, key=lambda seat: len(order) - order[::-1].index(seat))
    if outcome.winners != (engine.seats[winner],):
        yield f"{', '.join(outcome.winners)} won instead of {engine.seats[winner]}"
    clause = "win.most" if len(best) == 1 else "win.empty" if len(emptiest) == 1 else "win.last"
    if outcome.clause != clause:
        yield f"the game is won by {outcome.clause} instead of {clause}"


def turns_taken(played: Played) -> list[int]:
    """The seats in the order of their dice, from the first turn to the last; all seats if nobody used any."""
    turns = [
        position.turn for position, move in zip(played.positions, played.moves, strict=False) if type(move) is m.Use
    ]
    return turns if {*turns} == {*played.positions[-1].order} else list(played.positions[-1].playing)


@whole_game("phase.number", "end.game", "turn.two-actions", "round.roll", "round.order", "phase.end")
def everybody_had_all_turns(engine: AnyEngine, played: Played) -> Iterator[str]:
    """In all rounds of all phases everybody threw dice once and used both."""
    f, first = facts(engine), played.positions[0]
    if not isinstance(first.phase, StartGoods):
        return
    rounds = f.phases * f.rounds
    kinds = Counter(map(type, played.moves))
    if kinds[m.White] != rounds:
        yield f"the white die was thrown {kinds[m.White]} times in {rounds} rounds"
    if kinds[m.Roll] != f.players * rounds:
        yield f"dice were thrown {kinds[m.Roll]} times by {f.players} players in {rounds} rounds"
    if kinds[m.Use] != 2 * f.players * rounds and not f.may_stop:
        yield f"dice were used {kinds[m.Use]} times by {f.players} players in {rounds} rounds"


def sampled(engine: AnyEngine, played: Played, many: int = SAMPLES) -> Iterator[Table]:
    """Some decisions, spread over the game."""
    last = len(played.moves)
    for k in range(many):
        at = last * (2 * k + 1) // (2 * many)
        while at < last and engine.actor(played.positions[at]) == CHANCE:
            at += 1
        if at < last:
            yield played.positions[at]


@whole_game("setup.stacks", "setup.goods-stacks", "sell.look", share=OFTEN)
def what_lies_face_down_stays_hidden(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Players see how much lies face down in the stacks, not what; boards and what was sold are for all to see."""
    for t in sampled(engine, played, 1):
        whole, seat = engine.to_json(t), len(played.moves) % len(engine.seats)
        seen = engine.observe(t, seat)
        for part in ("stack", "black_stack", "goods_stack"):
            if seen[part] == whole[part]:
                yield f"{engine.seats[seat]} sees what lies in the {part.replace('_', ' ')}"
        for part in ("players", "depots", "black", "offered", "order"):
            if seen[part] != whole[part] and type(t.phase) not in (Siding, Founding):
                yield f"{engine.seats[seat]} does not see the {part}"


@whole_game("purchase.price", "worker.change", "place.die", "take.die", share=OFTEN)
def more_never_allows_less(engine: AnyEngine, played: Played) -> Iterator[str]:
    """With a worker, a piece of silver or a knowledge tile more everything is still open that was."""
    for t in sampled(engine, played):
        seat = t.seats[t.turn]
        for what, more in (
            ("silver", changed(seat, silver=seat.silver + 1)),
            ("a worker", changed(seat, workers=seat.workers + 1)),
            ("knowledge", changed(seat, knowledge=seat.knowledge | 2 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12)),
        ):
            seats: Any = (*t.seats[: t.turn], more, *t.seats[t.turn + 1 :])
            lost = {*engine.legal_moves(t)} - {*engine.legal_moves(changed(t, seats=seats))} - {m.Pass()}
            for move in lost:
                yield f"{engine.seats[t.turn]} may not {move} any more with {what} more"


@whole_game("win.most", "end.silver", share=OFTEN)
def a_point_more_wins_no_less(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Whoever won wins with a point more too."""
    last, outcome = played.positions[-1], played.outcome
    if outcome is None:
        return
    who = engine.seats.index(outcome.winners[0])
    seat = last.seats[who]
    seats = (*last.seats[:who], changed(seat, points=seat.points + 1), *last.seats[who + 1 :])
    again = engine.outcome(changed(last, seats=seats))
    if again is None or again.winners != outcome.winners:
        yield f"{outcome.winners[0]} would not win with a point more"
