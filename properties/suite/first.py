"""The cases of a suite as the first thing that `conform` plays: single steps show soon what a program does wrong.

Only the moves of the cases are taken; what is right is worked out by the rules that the program announces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulecheck.properties.conform.localization.search_context import GameLine
from rulecheck.properties.conform.lockstep.engine_context import Part, positions_from
from rulecheck.properties.conform.lockstep.lockstep import ALL
from rulecheck.properties.conform.lockstep.replaying import replayed
from rulecheck.properties.conform.protocol.messages import OWN
from rulecheck.properties.conform.search.conformance import Games
from rulecheck.properties.conform.search.locating import located
from rulecheck.properties.suite.making import kept_for, read_kept
from rulecheck.properties.suite.questions import Ask
from rulecheck.reference_engines.contract import UnknownMove

MOVES: Final = 4_000
"""Moves that are played on both sides at most: a second or two for most programs, and the same on any machine."""
PLAYER: Final = "suite"
"""Who plays, in what is told of such games."""


def play_first(games: Games) -> int:
    """Hold the program against the cases that come with its game, smallest first; how many were played.

    To be called before `games.run()`; what departs is among its departures.  None are played of a game without such
    cases, and with a program that has dice of its own.
    """
    search = games.search
    path = kept_for(search.session.game)
    play = search.session.play
    if path is None or play.chance == OWN or not search.rules:
        return 0
    left, done = MOVES, 0
    hands = play.takes_positions
    for rules, moves, states in _lines(games):
        begin = max(0, len(moves) - 1) if hands else 0
        if left < len(moves) - begin or search.time_up():
            continue
        left -= len(moves) - begin + 1
        lock = replayed(
            search.context(rules),
            search.session,
            moves,
            states,
            begin,
            (ALL, ALL),
            accepted=search.accepted,
            ignored=search.asked.ignored,
            counts=search.result.counts,
            listener=search.spectrum,
        )
        if lock.skipped:
            continue
        done += 1
        line = GameLine(0, rules, PLAYER, tuple(map(search.context(rules).name, moves)))
        games.clusters.note(line, located(search, lock, 0))
    return done


def _lines(games: Games) -> Iterator[tuple[int, list[Any], list[Any]]]:
    """The moves of the cases with their positions, by the tables that are played; each line of moves once."""
    search = games.search
    path = kept_for(search.session.game)
    assert path is not None, "there are no cases"
    tables = {(rules.players, rules.setup): nth for nth, rules in enumerate(search.rules)}
    seen: set[tuple[int, tuple[str, ...]]] = set()
    for chosen in read_kept(path, search.rules).chosen:
        question, rules = chosen.question, chosen.question.line.engine.rules
        nth = tables[rules.players, rules.setup]
        moves = list(question.line.moves[: question.at])
        if question.ask is Ask.PLAY:
            moves.append(question.move)
        key = nth, tuple(map(str, moves))
        if key in seen:
            continue
        seen.add(key)
        engine = search.context(nth).engine
        try:
            own = [engine.parse(str(move)) for move in moves]
        except UnknownMove:
            continue
        states = positions_from(engine, engine.start(), own)
        is_part = search.session.play.is_part
        if states is not None and (not is_part or (own and _is_open(games, nth, states[-2]))):
            yield nth, own, states


def _is_open(games: Games, rules: int, state: Any) -> bool:
    """Whether the part that a program plays knows all moves of a position."""

    return Part(games.search.context(rules), games.search.session.play).is_open(state)
