"""`rulecheck games`: what there is to check."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from rulecheck.cli.arguments.options import Output
from rulecheck.cli.rendering.answers import Format, Screen, document, emit, some

if TYPE_CHECKING:
    from rulecheck.spec import Rulebook


def games(form: Output = Format.TEXT) -> None:
    """List the games, and what is known of each.

    Games of your own are among them: installed ones, and those of folders (--games DIR before the command, or the
    variable RULECHECK_GAMES). One that cannot be used is told in a line.
    """
    from rulecheck.spec import Part, SpecError, all_games

    usable, problems = all_games()
    listed: list[dict[str, Any]] = []
    broken = [str(unusable) for unusable in problems]
    for known in usable:
        try:
            if not known.ours:
                known.modules(Part.ENGINE)  # one that cannot be imported is told here, not when somebody plays
            listed.append(_game(known.rulebook()))
        except SpecError as problem:
            broken.append(str(problem))
    if form is Format.JSON:
        emit(document("games", games=listed, **({"broken": broken} if broken else {})))
        return
    screen = Screen()
    for nth, game in enumerate(listed):
        if nth:
            screen.line()
        _show(screen, game)
    if not listed:
        screen.line("no games")
    for told in broken:
        print("rulecheck:", told, file=sys.stderr)


def _game(book: Rulebook) -> dict[str, Any]:
    from rulecheck.cli.arguments.rooms import has_engine, properties_written
    from rulecheck.spec import make_rules
    from rulecheck.spec.model import KINDS

    kinds = Counter(clause.kind for clause in book.clauses.values())
    data = make_rules(book).data if book.setups else {}
    return {
        "game": book.game,
        "title": book.title,
        "clauses": {kind: kinds[kind] for kind in KINDS},
        "quantities": len(book.quantities),
        "claims": len(book.claims),
        "readings": len(book.readings),
        "examples": len(book.examples),
        "properties": properties_written(book.game),
        "setups": [
            {
                "name": setup.name,
                "title": setup.title,
                "players": list(setup.players),
                "default": setup.name == book.default_setup,
            }
            for setup in book.setups.values()
        ],
        "data": [{"name": file.name, "title": file.title, "substitute": file.substitute} for file in data.values()],
        "substitute_readings": [reading.id for reading in book.readings.values() if reading.substitute],
        "engine": has_engine(book.game),
    }


def _show(screen: Screen, game: dict[str, Any]) -> None:
    kinds = game["clauses"]
    screen.line(f"{game['game']}   {game['title']}", style="bold")
    rows = [("clauses", sum(kinds.values()), ", ".join(f"{count} {kind}" for kind, count in kinds.items() if count))]
    rows += [(what, game[what], "") for what in ("quantities", "claims")]
    rows.append(("readings", game["readings"], _substitutes(game["substitute_readings"])))
    rows += [(what, game[what], "") for what in ("examples", "properties")]
    rows.append(("set-ups", len(game["setups"]), ""))
    screen.table(rows, indent=2)
    for setup in game["setups"]:
        players = " or ".join(map(str, setup["players"]))
        default = " (default)" if setup["default"] else ""
        screen.line(f"    {setup['name']}{default}: {setup['title']}; {players} players")
    screen.line(f"  data files  {len(game['data'])}")
    for file in game["data"]:
        mark = "   SUBSTITUTE DATA" if file["substitute"] else ""
        screen.line(f"    {file['name']}: {file['title']}{mark}", style="yellow" if mark else None)
    if not game["engine"]:
        screen.line("  no engine plays it yet", style="yellow")


def _substitutes(readings: list[str]) -> str:
    return f"{some(len(readings), 'substitute')}: {', '.join(readings)}" if readings else ""
