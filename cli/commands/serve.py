"""`rulecheck serve`: a reference engine that speaks the protocol of `rulecheck conform`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rulecheck.cli.arguments.options import Data, Game, Numbers, Readings, pairs, playable, rules_for, whole_numbers


def serve(
    game: Game,
    own_chance: Annotated[
        bool, typer.Option("--own-chance", help="Throw dice and draw cards by itself, from the seed of each start.")
    ] = False,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
) -> None:
    """Answer any program that asks as a reference engine does.

    JSON lines come on standard input, answers go to standard output; docs/protocol.md says what can be asked.
    Ends with the input, or with {"ask": "bye"}.
    """
    playable([rules_for(game, readings=reading, numbers=number, data=data)])  # what cannot be played is told now
    from rulecheck.properties.conform.protocol.implementation import serve as serve_lines
    from rulecheck.properties.conform.protocol.reference import OwnChance, Reference

    if sys.stdin.isatty():
        print("rulecheck: requests, one JSON object a line; docs/protocol.md has them all", file=sys.stderr)
    kind = OwnChance if own_chance else Reference
    serve_lines(
        kind(
            game,
            readings=pairs(reading, "--reading"),
            numbers=whole_numbers(number, "--number"),
            data=tuple(data or ()),
        )
    )
