"""How departures of other implementations look, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulecheck.cli.show import Screen, some

if TYPE_CHECKING:
    from rulecheck.properties.conform.departure import Departure
    from rulecheck.spec import Rulebook

_SUSPECTS: Final = 3


def departure_document(book: Rulebook, one: Departure) -> dict[str, Any]:
    """A departure as JSON, each clause with its text."""
    told = one.to_json()
    told["clauses"] = [
        {"clause": clause, "text": book.clauses[clause].text if clause in book.clauses else ""}
        for clause in one.clauses
    ]
    return told


def show_departure(screen: Screen, one: dict[str, Any]) -> None:
    """One departure: what, where, the clause and how to see it again."""
    length = "the first position" if not one["moves"] else some(len(one["moves"]), "move")
    as_played = "" if one["shrunk"] or not one["moves"] else " (as played)"
    setting = one["setting"]
    screen.line(
        f"{one['kind'].upper()}  {one['about'].replace(':', ' after ')}   {some(one['times'], 'game')}, "
        f"shown in {length}{as_played}   {setting['players']} players, {setting['setup']}",
        style="bold red",
    )
    for message in one["messages"]:
        screen.line(f"    {message}")
    for nth, clause in enumerate(one["clauses"][:_SUSPECTS]):
        screen.line(f"    {'clause' if nth == 0 else 'or    '}  {clause['clause']}: {_sentence(clause['text'])}")
    for move in one["moves"][-3:]:
        screen.line(f"    after   {move}", style="dim")
    for line in one["stderr"].rstrip().splitlines()[-8:]:
        screen.line(f"    stderr  {line}", style="dim")
    screen.line(f"    key     {'  '.join(one['keys'])}")
    if one["replay"]:
        screen.line(f"    replay  {one['replay']}")


def _sentence(text: str) -> str:
    """A clause on one line, without the tables that follow it."""
    return " ".join(text.partition("\n\n")[0].split())
