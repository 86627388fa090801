"""The cases of a suite as the first thing that `conform` plays: single steps show soon what a program does wrong.

Only the moves of the cases are taken; what is right is worked out by the rules that the program announces.  The cases,
and the games that come with the rulebook, are short ways to its clauses, too: longer games that depart are held against
these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rulecheck.properties.campaign.lines import lines_in, played_by
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
from rulecheck.spec.registry import game_named

MOVES: Final = 4_000
"""Moves that are played on both sides at most: a second or two for most programs, and the same on any machine."""
NUMBERED: Final = 1_000_000
"""What they are numbered from, past all games that are played."""
PLAYER: Final = "suite"
"""Who plays, in what is told of such games."""


def play_first(games: Games) -> int:
    """Hold the program against the cases that come with its game, smallest first; how many were played.

    None are played of a game without such cases, which is noted, and with a program that has dice of its own.
    """
    search = games.search
    path, play = kept_for(search.session.game), search.session.play
    if path is None:
        games.result.notes.append("no cases come with this game to be played first; `rulecheck suite` makes some")
    if path is None or play.chance == OWN or not search.rules:
        return 0
    left, done = MOVES, 0
    tables = {(rules.players, rules.setup): nth for nth, rules in enumerate(search.rules)}
    cases: list[tuple[int, tuple[str, ...]]] = []
    for chosen in read_kept(path, search.rules).chosen:
        question = chosen.question
        moves = [*question.line.moves[: question.at], *((question.move,) if question.ask is Ask.PLAY else ())]
        own = question.line.engine.rules
        cases.append((tables[own.players, own.setup], tuple(map(str, moves))))
    folder = game_named(search.session.game).folder
    for at, moves, states in _lines(games, played_by(lines_in(folder), search.rules)):
        games.offer(NUMBERED, at, tuple(map(str, moves)), states)
    hands = play.takes_positions
    for nth, (at, moves, states) in enumerate(_lines(games, cases), NUMBERED):
        context = search.context(at)
        line = tuple(map(context.name, moves))
        games.offer(nth, at, line, states)
        begin = max(0, len(moves) - 1) if hands else 0
        if games.is_over:
            break
        if left < len(moves) - begin or (play.is_part and not _is_open(games, at, states)):
            continue
        left -= len(moves) - begin + 1
        lock = replayed(
            context,
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
            hands = hands and play.is_part  # it refuses a position of ours: cases are played from the start
            continue
        done += 1
        game = GameLine(nth, at, PLAYER, line, agreed=frozenset(lock.oracle.agreed), adopted=search.adopted)
        seen = located(search, lock, 0)  # what it tells otherwise of a position that it is handed is no step's
        games.take_in(game, [parted for parted in seen if parted.kind != "state" or parted.at > begin or not begin])
    return done


def _lines(games: Games, lines: Iterable[tuple[int, tuple[str, ...]]]) -> Iterator[tuple[int, list[Any], list[Any]]]:
    """The moves of some lines with their positions, each line once; those that the rules do not allow are left out."""
    for rules, line in dict.fromkeys(lines):
        engine = games.search.context(rules).engine
        try:
            moves = [engine.parse(text) for text in line]
        except UnknownMove:
            continue
        states = positions_from(engine, engine.start(), moves)
        if states is not None:
            yield rules, moves, states


def _is_open(games: Games, rules: int, states: list[Any]) -> bool:
    """Whether the part that a program plays knows all moves of the last position before the end."""
    return len(states) > 1 and Part(games.search.context(rules), games.search.session.play).is_open(states[-2])
