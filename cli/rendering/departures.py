"""How departures of other implementations look, for people and for programs, and the file of those that are known."""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulecheck.cli.rendering.answers import Screen, UserError, some
from rulecheck.cli.rendering.clause_text import said

if TYPE_CHECKING:
    from rulecheck.properties.conform.lockstep.baseline import Baseline
    from rulecheck.properties.conform.lockstep.departure import Departure
    from rulecheck.spec import Rulebook, Rules

_SUSPECTS: Final = 3
_LAST_MOVES: Final = 3
_STDERR: Final = 8
_KEYS: Final = 3
_NOT_TOLD: Final = 12
_IN_MESSAGE: Final = 3
_DIFFERENCES: Final = 12
"""Differences between positions that are told at most, and where there are more than a message has."""
_ALSO: Final = 110
"""Letters of the message of a further example that are shown."""
_WIDE: Final = 60
"""Letters of a value that are shown."""


def departure_document(book: Rulebook, departure: Departure) -> dict[str, Any]:
    """A departure as JSON, each clause with its text."""
    told = departure.to_json()
    told["clauses"] = [
        {"clause": clause, "text": said(book, clause, departure.setting.players)} for clause in departure.clauses
    ]
    return told


def example_document(example: Departure, file: str | None, replay: str | None) -> dict[str, Any]:
    """A further example of a departure as JSON: what else its cause shows, and how to see it."""
    return {
        "key": example.key,
        "kind": example.kind,
        "about": example.about,
        "clauses": list(example.clauses),
        "messages": list(example.messages),
        "times": example.times,
        "moves": list(example.moves),
        "file": file,
        "replay": replay,
    }


def substitutes(book: Rulebook, rules: Rules) -> dict[str, list[str]]:
    """The data files and readings in use that are no more than a substitute for what is printed."""
    return {
        "data": list(rules.substitute),
        "readings": [reading.id for reading in book.readings.values() if reading.substitute],
    }


def verdict_words(answer: dict[str, Any]) -> str:
    """The verdict for people; where departures were met that are known, agreement is not all."""
    known = answer["verdict"] == "agrees" and any(answer["accepted"].values())
    return f"{answer['verdict'].upper()}{' but for what is known' if known else ''}"


def show_departures(screen: Screen, departures: Sequence[dict[str, Any]]) -> None:
    """All departures, and what to do with them."""
    from rulecheck.properties.conform.lockstep.departure import FAILURES

    for departure in departures:
        screen.line()
        show_departure(screen, departure)
    if any(departure["kind"] not in FAILURES for departure in departures):
        screen.line()
        screen.line(
            "Each message gives the program's answer first, then the rules'. "
            "--write-accepted FILE saves the keys as a baseline for --accept FILE.",
            style="dim",
        )


def show_departure(screen: Screen, departure: dict[str, Any]) -> None:
    """One departure: what, where, the clause and how to see it again."""
    length = "the first position" if not departure["moves"] else some(len(departure["moves"]), "move")
    as_played = "" if departure["shrunk"] or not departure["moves"] else " (as played)"
    setting = departure["setting"]
    screen.line(
        f"{departure['kind'].upper()}  {departure['about']}{_after(departure)}   {some(departure['times'], 'game')}, "
        f"shown in {length}{as_played}   {setting['players']} players, {setting['setup']}",
        style="bold red",
    )
    for message in departure["messages"]:
        screen.line(f"    {message}")
    show_differences(screen, departure["differences"], _DIFFERENCES, beyond=_IN_MESSAGE)
    for nth, clause in enumerate(departure["clauses"][:_SUSPECTS]):
        screen.line(f"    {'clause' if nth == 0 else 'or    '}  {clause['clause']}: {_sentence(clause['text'])}")
    for example in departure.get("also", ()):
        under = f" ({example['clauses'][0]})" if example["clauses"] else ""
        message = textwrap.shorten(example["messages"][0], _ALSO, placeholder=" …")
        screen.line(f"    also    {example['kind']}{under}, {some(example['times'], 'game')}: {message}")
    for choice in departure["explained"]:
        screen.line(f"    {agrees_if(choice, is_adopted=departure.get('adopted', False))}", style="green")
    if before := departure.get("before"):
        screen.line(f"    from    the position that the program told after {some(len(before), 'move')}", style="dim")
    if beside := departure.get("beside"):
        screen.line(f"    beside  {', '.join(beside)}: in the same step, and told by itself", style="dim")
    for move in departure["moves"][-_LAST_MOVES:]:
        screen.line(f"    after   {move}", style="dim")
    for line in departure["stderr"].rstrip().splitlines()[-_STDERR:]:
        screen.line(f"    stderr  {line}", style="dim")
    for place in departure.get("where", ()):
        screen.line(f"    in      {place}")
    keys = departure["keys"]
    more = f"  and {len(keys) - _KEYS} more" if len(keys) > _KEYS else ""
    screen.line(f"    key     {'  '.join(keys[:_KEYS])}{more}")
    if departure["replay"]:
        screen.line(f"    replay  {departure['replay']}")


def agrees_if(choice: Mapping[str, Any], *, is_adopted: bool = False) -> str:
    """Under which reading or number the program agrees, and the option that adopts it."""
    name = "the rule is read as" if choice["what"] == "reading" else "the number is"
    players = "" if choice["players"] is None else f" with {choice['players']} players"
    how = "adopted in this run; to announce it" if is_adopted else "to adopt it"
    return f"Agrees if {name} {choice['id']}={choice['value']}{players}; {how}: {choice['option']}"


def show_differences(screen: Screen, differences: Sequence[Mapping[str, Any]], most: int, *, beyond: int = 0) -> None:
    """Where two positions differ, one place a line, if there are more than a message tells."""
    if len(differences) <= beyond:
        return
    wide = max(len(place["path"]) for place in differences[:most])
    for place in differences[:most]:
        theirs, ours = (json.dumps(place[side], ensure_ascii=False)[:_WIDE] for side in ("theirs", "ours"))
        screen.line(f"    differs  {place['path']:<{wide}}  {theirs}, not {ours}")
    if len(differences) > most:
        screen.line(f"    differs  in {len(differences) - most:,} more places; the JSON answer has them all")


def _after(departure: Mapping[str, Any]) -> str:
    return (
        f" after {departure['after']}" if departure["kind"] in ("state", "turn", "undo") and departure["after"] else ""
    )


def _sentence(text: str) -> str:
    """A clause on one line, without the tables that follow it."""
    return " ".join(text.partition("\n\n")[0].split())


def show_not_told(screen: Screen, parts: Sequence[str], why: str = "your program does not report") -> None:
    """The parts of positions that the program never reported."""
    if parts:
        more = f" and {len(parts) - _NOT_TOLD} more" if len(parts) > _NOT_TOLD else ""
        screen.line(
            f"  not compared, because {why}: {', '.join(parts[:_NOT_TOLD])}{more}",
            style="yellow",
        )


def show_accepted(screen: Screen, met: Mapping[str, int], reasons: Mapping[str, str], *, is_driven: bool) -> None:
    """The known departures with the reasons why, and which of them were not met this time."""
    for key, times in met.items():
        if times:
            told = f"met in {some(times, 'place')}"
        elif is_driven and key.startswith("accepts:"):
            told = "not offered any more"  # what the program is known to accept would end the game
        else:
            told = "not met; if it is fixed, remove it from the file"
        why = f"   # {reasons[key]}" if key in reasons else ""
        screen.line(f"  accepted   {key}   {told}{why}", style="dim")


# Files that are written


def check_place(path: Path) -> None:
    """Complain of a file that cannot be written before hours of work are done for it."""
    if path.is_dir():
        raise UserError(f"{path}: cannot be written: it is a folder; name a file in it")
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(f"{path}: cannot be written: {folder} takes no files; name another place")


def write_file(path: Path, lines: Iterable[str]) -> None:
    """Write a file as a whole or not at all."""
    from rulecheck.properties.runtime.writing import write_atomically

    try:
        write_atomically(path, "\n".join(lines) + "\n")
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None


def keep_accepted(path: Path, game: str, keys: Iterable[str], known: Baseline) -> None:
    """Write the file of known departures: those known before, and some more; the reasons that stand in it stay."""
    from rulecheck.properties.conform.lockstep.baseline import Baseline, baseline_lines, read_baseline

    before = read_baseline(path).reasons if path.exists() else {}
    reasons = {key: known.reasons.get(key) or before.get(key, "") for key in (*keys, *known.reasons)}
    write_file(path, baseline_lines(game, Baseline(reasons)))
