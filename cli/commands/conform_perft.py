"""`rulecheck conform --perft`: counts of the move tree, ours against a driven program's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from rulecheck.cli.arguments.options import engine_for
from rulecheck.cli.rendering.answers import FOUND, Format, Screen, document, emit, heard, show_substitute, some
from rulecheck.cli.rendering.departures import substitutes

if TYPE_CHECKING:
    from rulecheck.properties.conform.lockstep.session import Session
    from rulecheck.properties.conform.search.perft import TreeCount, TreeDifference
    from rulecheck.spec import Rules


class Trees(NamedTuple):
    """What the command line asked for."""

    game: str
    command: Sequence[str]
    tables: Sequence[Rules]
    depth: int


Row = tuple["Rules", "TreeCount"]
Make = Callable[["Rules", Mapping[str, str], Mapping[str, int]], "Rules"]


def compare_trees(asked: Trees, program: Any, make: Make, form: Format) -> None:
    """Compare the counts of all tables, show the first move that differs, and exit as it deserves."""
    from rulecheck.properties.conform.lockstep.session import DoesNotPlay, Session

    session = Session(program, asked.game)
    session.ensure()
    rows, left_out = _rows(asked, session, make)
    if not rows:
        raise DoesNotPlay(next(iter(left_out.values()), "there is no table to count"))
    answer = _document(asked, session, rows, left_out)
    with heard():
        if form is Format.JSON:
            emit(answer)
        else:
            _show(Screen(), answer)
    if answer["verdict"] == "departs":
        raise typer.Exit(FOUND)


def _rows(asked: Trees, session: Session, make: Make) -> tuple[list[Row], dict[str, str]]:
    """The counts of each table that the program plays; why it does not play the others."""
    from rulecheck.properties.conform.lockstep.engine_context import EngineContext
    from rulecheck.properties.conform.protocol.messages import Garbled
    from rulecheck.properties.conform.search.perft import CannotCount, compare

    play = session.play
    rows, left_out = list[Row](), dict[str, str]()
    for rules in asked.tables:
        name = f"{rules.setup}, {rules.players} players"
        if (play.players and rules.players not in play.players) or (play.setups and rules.setup not in play.setups):
            left_out[name] = f"{name}: not announced by the program"
            continue
        theirs = make(rules, play.readings, play.numbers_at(rules.players))
        try:
            rows.append((theirs, compare(session, EngineContext(engine_for(theirs)), asked.depth)))
        except CannotCount as error:
            left_out[name] = f"{name}: {error}"
        except Garbled as error:
            raise session.participant.fail("garbage", str(error)) from None
    return rows, left_out


def _document(asked: Trees, session: Session, rows: Sequence[Row], left_out: Mapping[str, str]) -> dict[str, Any]:
    from rulecheck.spec import load

    hello, first = session.hello, rows[0][0]
    assert hello is not None
    return document(
        "conform-perft",
        asked={
            "game": asked.game,
            "command": list(asked.command),
            "depth": asked.depth,
            "readings": dict(first.readings),
            "numbers": dict(first.numbers),
        },
        implementation={"name": hello.name, "version": hello.version},
        substitute=substitutes(load(asked.game), first),
        verdict="departs" if any(count.difference for _, count in rows) else "agrees",
        tables=[
            {
                "setup": rules.setup,
                "players": rules.players,
                "ours": count.ours,
                "theirs": count.theirs,
                "difference": None if count.difference is None else _difference(count.difference),
            }
            for rules, count in rows
        ],
        left_out=list(left_out.values()),
    )


def _difference(difference: TreeDifference) -> dict[str, Any]:
    return {
        "moves": list(difference.moves),
        "missing": list(difference.missing),
        "extra": [{"move": move, "refused": difference.refused.get(move)} for move in difference.extra],
        "counts": [
            {"move": move, "ours": difference.ours[move], "theirs": count}
            for move, count in difference.theirs.items()
            if move in difference.ours and difference.ours[move] != count
        ],
    }


def _show(screen: Screen, answer: dict[str, Any]) -> None:
    asked, theirs = answer["asked"], answer["implementation"]
    name = f"{theirs['name']} {theirs['version']}".strip()
    depth = some(asked["depth"], "move")
    screen.line(f"{asked['game']}   {name}   {answer['verdict'].upper()}   {depth} deep", style="bold")
    screen.table(
        [
            (row["setup"], row["players"], row["ours"], row["theirs"], "differs" if row["difference"] else "agrees")
            for row in answer["tables"]
        ],
        head=("set-up", "players", "ours", "theirs", ""),
        indent=2,
    )
    for why in answer["left_out"]:
        screen.line(f"  left out   {why}", style="yellow")
    for row in answer["tables"]:
        if row["difference"] is not None:
            screen.line()
            _show_difference(screen, row)
    show_substitute(screen, answer["substitute"])


def _show_difference(screen: Screen, row: dict[str, Any]) -> None:
    difference = row["difference"]
    where = f"after {some(len(difference['moves']), 'move')}" if difference["moves"] else "at the start"
    screen.line(f"PERFT  {row['setup']}, {row['players']} players, {where}", style="bold red")
    for move in difference["moves"]:
        screen.line(f"    after   {move}", style="dim")
    for move in difference["missing"]:
        screen.line(f"    {move!r} is legal, but not counted")
    for extra in difference["extra"]:
        screen.line(f"    {extra['move']!r} is counted, but not legal: {extra['refused']}")
    for count in difference["counts"]:
        screen.line(f"    {count['move']!r} counts {count['theirs']:,}, not {count['ours']:,}")
