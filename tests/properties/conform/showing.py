"""Whether what was told shows again: a departure's game, played once more."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.conform.lockstep.baseline import is_called
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.replaying import Shows
from rulecheck.properties.conform.search.conformance import Games


def shows(games: Games, departure: Departure, keys: Sequence[str] = ()) -> bool:
    """Whether a departure's game shows it again on a new start of the program, under one of its keys (or of some)."""
    context = games.search.context_of(departure)
    moves = [context.engine.parse(text) for text in departure.moves]
    states = [context.engine.start()]
    for move in moves:
        states.append(context.engine.apply(states[-1], move))
    games.session.ensure()
    condition = Shows(games.session, departure.divergence, [context], departure.game, key=departure.key)
    seen = condition.everything(context.engine, moves, states)
    return any(is_called(again, key) for again in seen for key in keys or departure.keys)
