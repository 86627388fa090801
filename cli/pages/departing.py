"""The report of `rulecheck conform`: where another implementation departs, each in its game with the boards drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulecheck.cli.pages.findings import game_pages
from rulecheck.cli.pages.game import draw
from rulecheck.cli.pages.model import Card, Link, Report, Section, Table
from rulecheck.cli.pages.writing import write_report
from rulecheck.cli.rendering.answers import some
from rulecheck.cli.rendering.departures import agrees_if
from rulecheck.cli.rendering.steps import Step

if TYPE_CHECKING:
    from rulecheck.properties.findings.finding import Loaded

_DIFFERENCES: Final = 12
"""Of a departure, those that its card tells."""

_COMPARED: Final = {
    "legal": "legal moves",
    "legal_left_out": "positions whose legal moves are too many ways to compare",
    "state": "positions",
    "turn": "whose turn it is",
    "outcome": "ends of games",
    "undo": "moves taken back",
    "refusals": "wrong moves offered",
    "refusal_clauses": "clauses that forbid them",
    "refused": "refusals in the log",
}
"""What is counted, in words."""

_LEFT_OUT: Final = {"avoid": "Moves avoided where another was open", "ignored": "Parts of positions ignored"}
"""What was left out for this run, in words."""


_ABOUT_A_MOVE: Final = ("lists", "misses", "accepts", "refuses")
_QUOTED: Final = re.compile(r"'([^']+)' is ")
"""How a message begins that is about a move."""


def conform_report(answer: Mapping[str, Any], data: Sequence[Path], folder: Path) -> None:
    """Write the pages of a search, or of logs, from the answer that it gives in JSON."""
    departures = answer["departures"]
    games, notes = game_pages(departures, data, theirs)
    cards = tuple(_card(departure, games) for departure in departures)
    reasons = answer.get("reasons", {})
    known = tuple((key, times, reasons.get(key, "")) for key, times in answer["accepted"].items() if times)
    who = answer.get("implementation", {}).get("name", "logs")
    facts = [
        ("implementation", who),
        ("verdict", answer["verdict"]),
        ("played", f"{some(answer['games'], 'game')}, {some(answer['moves'], 'move')}"),
    ]
    if "seed" in answer["asked"]:
        facts.append(("seed", str(answer["asked"]["seed"])))
    for what, names in answer["substitute"].items():
        if names:
            facts.append((f"substitute {what}", ", ".join(names)))
    sections = [Section(some(len(cards), "departure"), notes, cards)] if cards else []
    sections.append(_compared(answer))
    if known:
        sections.append(Section("Known departures", tables=(Table(("key", "times", "why"), known),)))
    title = f"{answer['asked']['game']}: {who} against the rules"
    write_report(Report(title, tuple(facts), tuple(sections), games), folder)


def _compared(answer: Mapping[str, Any]) -> Section:
    """What was compared and how often, and what was not."""
    compared = answer["compared"]
    rows = tuple((words, compared[what]) for what, words in _COMPARED.items() if what in compared)
    notes: list[str] = []
    if compared["state"] and compared["not_told"]:
        notes.append(f"Never told of positions, so not compared: {', '.join(compared['not_told'])}")
    for what in ("avoid", "ignored"):
        if answer["asked"].get(what):
            notes.append(f"{_LEFT_OUT[what]}: {', '.join(answer['asked'][what])}")
    skipped = answer.get("skipped", {})
    if isinstance(skipped, Mapping):
        notes += [f"Skipped, {some(times, 'time')}: {why}" for why, times in skipped.items()]
    else:
        notes += [f"Skipped: {game['where']} step {game['step']}: {game['reason']}" for game in skipped]
    return Section("What was compared", (*notes, *answer.get("notes", ())), tables=(Table(("what", "times"), rows),))


def theirs(loaded: Loaded, departure: Mapping[str, Any]) -> list[Step]:
    """The last position as the other implementation has it, or after the move that the two disagree about.

    So what differs is marked. Where what it says is no position, or none that can be drawn, there is nothing.
    """
    from rulecheck.spec import game_named

    engine, last, number = loaded.engine, loaded.positions[-1], len(loaded.moves) + 1
    who = loaded.finding.program or "the other implementation"
    rows = [row for row in departure["differences"] if row["theirs"] is not None]
    told = _QUOTED.match(departure["messages"][0]) if departure["kind"] in _ABOUT_A_MOVE else None
    move = departure["tried"] or (told[1] if told else None)
    try:
        if rows:
            position = json.loads(json.dumps(engine.to_json(last)))
            for row in rows:
                *path, name = row["path"].split(".")
                part = position
                for step in path:
                    part = part[step]
                part[name] = row["theirs"]
            state, words = engine.from_json(position, partial=True), "the same position as it has it"
        elif move:
            state, words = engine.apply(last, engine.parse(move)), f"what “{move}” would change"
        else:
            return []
        draw(game_named(loaded.finding.setting.game), engine, state)
    except Exception:  # whatever an implementation says here is no fault of ours
        return []
    return [Step(number, who if rows else "", "", words, (), state)]


def _card(departure: Mapping[str, Any], games: Mapping[str, Any]) -> Card:
    lines = list(departure["messages"])
    lines += [
        f"{row['path']}: the rules say {row['ours']}, the program {row['theirs']}"
        for row in departure["differences"][:_DIFFERENCES]
    ]
    lines += [f"also {example['kind']}: {example['messages'][0]}" for example in departure.get("also", ())]
    lines += [agrees_if(choice) for choice in departure.get("explained", ())]
    if before := departure.get("before"):
        lines.append(f"shown from the position that the program told after {some(len(before), 'move')}")
    setting = departure["setting"]
    facts = [
        ("met", some(departure["times"], "game")),
        ("at", f"{setting['players']} players, {setting['setup']}"),
        *((row["clause"], row["text"]) for row in departure["clauses"]),
        ("in", ", ".join(departure.get("where", ()))),
        ("key", "  ".join(departure["keys"])),
        ("replay", departure["replay"] or ""),
    ]
    page = Path(departure["file"]).stem if departure["file"] else ""
    link = Link(f"the game as the rules have it, {some(len(departure['moves']), 'move')}", f"{page}.html")
    shown = tuple(fact for fact in facts if fact[1])
    output = departure.get("stderr", "").rstrip()
    return Card(departure["kind"], departure["about"], tuple(lines), shown, link if page in games else None, output)
