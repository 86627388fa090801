"""The report of `rulecheck fuzz`: what a campaign found, each finding's game, and what it exercised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulecheck.cli.pages.findings import game_pages
from rulecheck.cli.pages.model import Card, Cell, Link, Report, Section, Table
from rulecheck.cli.pages.plots import bars, course, histogram
from rulecheck.cli.pages.writing import write_report
from rulecheck.cli.rendering.answers import some
from rulecheck.cli.rendering.campaign_result import exercised, is_new, silence_lines, title
from rulecheck.cli.rendering.clause_text import said

if TYPE_CHECKING:
    from rulecheck.spec import Rulebook


def fuzz_report(answer: Mapping[str, Any], book: Rulebook, data: Sequence[Path], folder: Path) -> None:
    """Write the pages of a campaign from the answer that it gives in JSON."""
    findings = sorted(answer["findings"], key=lambda finding: not is_new(finding))
    games, notes = game_pages(findings, data)
    new = [_card(finding, games) for finding in findings if is_new(finding)]
    known = [_card(finding, games) for finding in findings if not is_new(finding)]
    claims = [_claim(claim) for claim in answer["claims"]]
    sections = [
        Section(some(len(claims) + len(new), "finding"), notes, (*claims, *new)),
        Section(some(len(known), "known finding"), cards=tuple(known)),
        _course(answer),
        _clauses(answer, book),
    ]
    shown = tuple(section for section in sections if section.cards or section.tables or section.plots)
    write_report(Report(f"{book.game}: a campaign", _facts(answer), shown, games), folder)


def _facts(answer: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    asked = answer["asked"]
    tables = ", ".join(f"{table['setup']} with {table['players']}" for table in asked["tables"])
    facts = [
        ("played", f"{some(answer['games'], 'game')}, {some(answer['moves'], 'move')}"),
        ("seed", str(asked["seed"])),
        ("set-ups", tables),
        ("exercised", exercised(answer)),
    ]
    changed = [f"{name} = {value}" for name, value in asked["numbers"].items()] + asked["data"]
    if changed:
        facts.append(("changed", ", ".join(changed)))
    for what, names in answer["substitute"].items():
        if names:
            facts.append((f"substitute {what}", ", ".join(names)))
    return tuple(facts)


def _card(finding: Mapping[str, Any], games: Mapping[str, Any]) -> Card:
    lines = list(finding["messages"] if finding.get("reading") is None else silence_lines(finding))
    if finding["accepted"]:
        lines.append(f"known: {finding['accepted']}")
    times = f"{finding['times']:,} times" if finding["kind"] == "silent" else some(finding["times"], "game")
    setting = finding["setting"]
    facts = [
        ("met", times),
        ("at", f"{setting['players']} players, {setting['setup']}"),
        ("clauses", ", ".join(finding["clauses"])),
        ("compare", finding.get("compare", "")),
        ("replay", finding["replay"] or ""),
    ]
    link = Link(f"the game, {some(len(finding['moves']), 'move')}", f"{finding['id']}.html")
    return Card(
        finding["kind"],
        title(finding),
        tuple(lines),
        tuple(fact for fact in facts if fact[1]),
        link if finding["id"] in games else None,
    )


def _claim(claim: Mapping[str, Any]) -> Card:
    values = ", ".join(f"{name} = {value}" for name, value in claim["values"].items())
    return Card("claim fails", claim["claim"], (claim["formula"], f"{claim['why']}: {values}"))


def _course(answer: Mapping[str, Any]) -> Section:
    """How the campaign went: when clauses were first carried out, which games show findings, how games ended."""
    plots = []
    new = [thing for thing in answer["news"] if thing["what"] == "clause"]
    if new:
        half, last = new[(len(new) - 1) // 2], new[-1]
        told = (
            f"{some(len(new), 'clause')} were exercised, half of them after {some(half['game'] + 1, 'game')}, the last "
            f"new one after {last['game'] + 1:,} of {answer['games']:,}"
        )
        for of, whole in (("moves", answer["moves"]), ("seconds", None)):
            if last[of] is not None:
                grown = [(0, 0), *((thing[of], nth) for nth, thing in enumerate(new, 1))]
                grown += [] if whole is None else [(whole, len(new))]
                plots.append(course(f"Clauses exercised, by {of}", grown, of, "clauses", told))
    shown = [float(finding["game"] + 1) for finding in answer["findings"] if finding["moves"]]
    if shown:
        plots.append(histogram("Games that show the findings", {"findings": shown}, "number of the game"))
        lengths = [float(len(finding["moves"])) for finding in answer["findings"] if finding["moves"]]
        plots.append(histogram("Moves that show a finding", {"findings": lengths}, "moves"))
    if answer["ended"]:
        plots.append(bars("How games ended", {"games": answer["ended"]}, "games"))
    met = {finding["name"]: finding["times"] for finding in answer["findings"] if finding["kind"] == "silent"}
    if met:
        most = dict(sorted(met.items(), key=lambda row: -row[1]))
        plots.append(bars("How often a silence was met", {"times": most}, "times"))
    return Section("The campaign", plots=tuple(plots))


def _clauses(answer: Mapping[str, Any], book: Rulebook) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (row["clause"], 0, 0, None, row["why"], row["text"]) for row in answer["unexercised"]
    ]
    for clause, told in answer["clauses"].items():
        text = said(book, clause)
        rows.append((clause, told["carried_out"], told["refused"], told.get("first_game"), "", text))
    head = ("clause", "carried out", "refused", "first in game", "", "")
    return Section("Clauses", tables=(Table(head, tuple(rows)),))
