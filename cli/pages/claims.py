"""The report of `rulecheck prove`: the verdicts, and the game or position of each refutation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulecheck.cli.pages.findings import game_pages
from rulecheck.cli.pages.game import Title, game_page
from rulecheck.cli.pages.model import Card, GamePage, Link, Report, Section
from rulecheck.cli.pages.writing import write_report
from rulecheck.cli.rendering.answers import some
from rulecheck.cli.rendering.steps import steps_of


def prove_report(answer: Mapping[str, Any], folder: Path) -> None:
    """Write the pages of `prove` from the answer that it gives in JSON."""
    theorems, game = answer["theorems"], answer["asked"]["game"]
    shown = [theorem["evidence"] for theorem in theorems if theorem["evidence"] and theorem["evidence"]["file"]]
    games, notes = game_pages(shown, ())
    for theorem in theorems:
        page = _page(game, theorem) if not theorem["evidence"] or not theorem["evidence"]["file"] else None
        if page is not None:
            games[theorem["name"]] = page
    wrong = tuple(_card(theorem, games) for theorem in theorems if not theorem["as_expected"])
    right = tuple(_card(theorem, games) for theorem in theorems if theorem["as_expected"])
    counts = ", ".join(f"{count} {verdict}" for verdict, count in answer["counts"].items() if count)
    sections = (
        Section(f"{some(len(wrong), 'claim')} not as expected", notes, wrong),
        Section(f"{some(len(right), 'claim')} as expected", cards=right),
    )
    facts = (("verdicts", counts or "nothing was decided"), ("took", f"{answer['seconds']} s"))
    write_report(Report(f"{game}: theorems", facts, tuple(s for s in sections if s.cards), games), folder)


def _page(game: str, theorem: Mapping[str, Any]) -> GamePage | None:
    """The game of a refutation that begins at a position of its own; None where the engine cannot play it so."""
    from rulecheck.reference_engines import build
    from rulecheck.reference_engines.contract import IllegalMove, PositionError, UnknownMove
    from rulecheck.spec import SpecError, game_named, load, make_rules

    evidence = theorem["evidence"]
    if not evidence or not evidence["setting"] or not evidence["position"]:
        return None
    try:
        engine = build(make_rules(**evidence["setting"]))
        positions = [engine.from_json(evidence["position"], partial=True)]
        moves = [engine.parse(text) for text in evidence["moves"]]
        for move in moves:
            positions.append(engine.play(positions[-1], move))
    except (SpecError, PositionError, UnknownMove, IllegalMove):
        return None  # a twin's wrong rule played it
    setting = evidence["setting"]
    facts = (
        ("game", f"{game}, {setting['players']} players, set-up {setting['setup']}"),
        ("bounds", theorem["bounds"]),
    )
    messages = (theorem["claim"], evidence["says"])
    title = Title(theorem["verdict"], theorem["name"], facts, messages, tuple(theorem["clauses"]))
    return game_page(game_named(game), load(game), title, engine, steps_of(engine, moves, positions))


def _card(theorem: Mapping[str, Any], games: Mapping[str, Any]) -> Card:
    evidence = theorem["evidence"]
    lines = [theorem["claim"], *theorem["notes"], theorem["reason"], evidence["says"] if evidence else ""]
    if theorem["because"] and theorem["verdict"] != "proved":
        lines.append(theorem["because"])
    twins = "; ".join(f"{twin['name']}: {twin['verdict']}" for twin in theorem["twins"])
    facts = [
        ("bounds", theorem["bounds"]),
        ("clauses", ", ".join(theorem["clauses"])),
        ("players", ", ".join(map(str, theorem["players"]))),
        ("broken twins", twins),
        ("substitute data", ", ".join(theorem["substitute"])),
    ]
    page = Path(evidence["file"]).stem if evidence and evidence["file"] else theorem["name"]
    return Card(
        theorem["verdict"],
        theorem["name"],
        tuple(line for line in lines if line),
        tuple(fact for fact in facts if fact[1]),
        Link(f"the position, {some(len(evidence['moves']), 'move')}", f"{page}.html") if page in games else None,
        good=theorem["as_expected"],
    )
