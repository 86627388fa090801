"""What a new game's folder is written from, where a program plays it: seats, kinds of moves, numbers of players."""

from __future__ import annotations

import json
import shlex
from random import Random
from typing import Any, Final

from rulecheck.cli.commands.conform import cannot_drive
from rulecheck.cli.rendering.answers import UserError

_GAMES: Final = 20
_MOVES: Final = 400


def words_of(program: str) -> dict[str, Any]:
    """What some games of a program show, for the templates; ends the command where it cannot be driven."""
    from rulecheck.properties.conform.driver.program import CannotStart, Program
    from rulecheck.properties.conform.protocol.messages import OWN
    from rulecheck.properties.regress.search import begun
    from rulecheck.properties.regress.side import CannotPlay, Failed, Side

    command = shlex.split(program)
    if not command:
        raise UserError("--from-program: no program; give its command as one text")
    side = Side("the program", Program(command))
    try:
        begun(side)
        if side.announced is not None and side.announced.chance == OWN:
            raise CannotPlay("the program throws its own dice: a rulebook's game needs chance to be given to it")
        seats, moves = _played(side)
    except (CannotStart, CannotPlay) as error:
        cannot_drive(str(error))
    except Failed as failed:
        cannot_drive(f"{program}: {failed}", failed)
    finally:
        side.close()
    return {
        "command": repr(command),
        "game": repr(side.game),
        "games": _GAMES,
        "seats": json.dumps(seats),
        "players": list(side.play_counts),
        "moves": sorted(moves.items()),
    }


def _played(side: Any) -> tuple[list[str], dict[str, str]]:
    """The seats in the order in which they decide, and a move for the clause of each kind."""
    from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, NOBODY
    from rulecheck.properties.regress.differences import shape
    from rulecheck.properties.regress.engine import clause_of
    from rulecheck.properties.regress.side import Table, is_over

    rng, moves, longest = Random(0), dict[str, str](), list[str]()
    for nth in range(_GAMES):
        seats = dict[str, None]()
        told = side.ask(Table(side.game, side.play_counts[nth % len(side.play_counts)], seed=nth).request())
        for _ in range(_MOVES):
            if told.turn not in (None, CHANCE_SEAT, NOBODY):
                seats[told.turn] = None
            for move in told.legal or ():
                moves.setdefault(clause_of(shape(move)), move)
            if is_over(told) or not told.legal:
                break
            told = side.ask({"ask": "play", "move": rng.choice(told.legal)})
        longest = max(longest, list(seats), key=len)
    while len(longest) < max(side.play_counts):
        longest.append(f"seat {len(longest) + 1}")
    return longest, moves
