"""What was found in the five rulebooks, as pages from the product's own answers: `python docs/site/found.py GAME…`.

For each game a campaign is played, the two silences that change most are told apart with both boards
drawn, refuted theorems are listed, and with `--rulebooks DIR` the weighty findings of the text: by line and in our own
words, as the sentences belong to their publishers.  The pages stand in `docs/found/`; it takes minutes a game.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rulecheck.cli.pages.game import draw
from rulecheck.cli.pages.vector import picture
from rulecheck.cli.rendering.campaign_result import effect_in_words
from rulecheck.cli.rendering.clause_text import said
from rulecheck.properties.findings.finding import load_finding
from rulecheck.reference_engines import build
from rulecheck.solvers.theorem import theorems
from rulecheck.spec import Rulebook, game_named, games, load, make_rules

ROOT: Final = Path(__file__).parents[2]
FOUND: Final = ROOT / "docs" / "found"
_CAMPAIGN: Final = ("--seconds", "45", "--seed", "1", "--format", "json")
_DRAWN: Final = 2
"""Silences of which both boards are drawn."""
_LISTED: Final = 10


def answer(folder: Path, *words: str) -> dict[str, Any]:
    """What a command answers in JSON."""
    done = subprocess.run(
        [sys.executable, "-m", "rulecheck", *words],
        cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    parsed: dict[str, Any] = json.loads(done.stdout)
    return parsed


def page(game: str, folder: Path, text: Path | None) -> str:
    """The page of a game; the pictures of boards are written beside it."""
    book = load(game)
    campaign = answer(folder, "fuzz", game, *_CAMPAIGN)
    asked = f"`rulecheck fuzz {game} {' '.join(_CAMPAIGN[:4])}`"
    lines = [
        f"# {book.title}: what was found",
        "",
        f"Made by `python docs/site/found.py {game}` from what rulecheck answers; nothing is written by hand.",
        "",
    ]
    lines += text_section(book, text) if text is not None else kept_section(FOUND / f"{game}.md")
    lines += silences(book, campaign, asked, folder)
    lines += loops(campaign)
    lines += refuted(game)
    return "\n".join(lines) + "\n"


def text_section(book: Rulebook, text: Path) -> list[str]:
    """The weighty findings of a text, by line and in our own words."""
    from rulecheck.cli.arguments.text_file import text_check
    from rulecheck.cli.rendering.text_findings import answer as told
    from rulecheck.solvers.texts.findall import findings

    checker = text_check(book, text, None)
    rows = [row for row in told(checker, findings(checker))["findings"] if row["severity"] == "high"]
    lines = [
        "## In the text",
        "",
        f"{checker.edition.title}: {len(rows)} findings that change what is played. Lines are those of the text file.",
        "",
    ]
    lines += ["| line | what | our wording of the rule |", "|---|---|---|"] if rows else []
    for row in rows:
        clauses = "; ".join(f"`{id}`: {said(book, id)}" for id in row["clauses"][:2])
        places = {place["line"] for place in row["evidence"][1:] if place["source"] == "text"}
        others = ", ".join(map(str, sorted(places - {row["line"]})))
        where = f"{row['line'] or ''}" + (f" (and {others})" if others else "")
        lines.append(f"| {where} | *{row['kind']}*: {_cell(row['message'])} | {_cell(clauses)} |")
    return [*lines, ""]


def kept_section(path: Path) -> list[str]:
    """What a page says of the text already, where the text is not at hand."""
    kept = (
        re.search(r"^## In the text\n.*?(?=^## |\Z)", path.read_text(encoding="utf-8"), re.M | re.S)
        if path.is_file()
        else None
    )
    return kept[0].splitlines() if kept else []


def silences(book: Rulebook, campaign: Mapping[str, Any], asked: str, folder: Path) -> list[str]:
    """What the rules leave open, what hangs on it, and the boards on which the choices lead to different positions."""
    rows = [row for row in campaign["findings"] if row.get("reading")]
    lines = [
        "## Where the rules are silent",
        "",
        f"{asked} came to {len(rows)} of the {len(book.readings)} places where the text does not say what happens. "
        "Those that change most stand first.",
        "",
    ]
    lines += ["| question | under another choice | the sentence that would settle it |", "|---|---|---|"]
    for row in rows[:_LISTED]:
        reading = row["reading"]
        sentence = _cell(reading["sentences"].get(reading["played"], ""))
        lines.append(f"| {_cell(reading['question'])} | {effect_in_words(row)} | “{sentence}” |")
    lines.append("")
    for row in rows[:_DRAWN]:
        lines += list(apart(book, row, folder))
    return lines


def apart(book: Rulebook, row: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """The shortest game in which two choices lead to different positions, and both positions."""
    id, game = row["name"], book.game
    told = answer(folder, "readings", game, id, "--seconds", "8", "--seed", "1", "--format", "json")
    pair = next((pair for pair in told["pairs"] if pair["file"]), None)
    if pair is None:
        return
    loaded = load_finding(folder / pair["file"])
    yield from (f"### {row['reading']['question']}", "")
    moves = [str(move) for move in loaded.moves]
    last = "; ".join(f"`{move}`" for move in moves[-4:])
    table = f"{pair['players']} players, {pair['setup']}"
    yield f"After {len(moves)} moves from the start ({table}), the last ones: {last}."
    yield ""
    boards = []
    for choice in pair["choices"]:
        setting = loaded.finding.setting
        rules = make_rules(
            game,
            players=setting.players,
            setup=setting.setup,
            seats=setting.seats,
            readings={**setting.readings, id: choice},
            numbers=setting.numbers,
        )
        engine = build(rules)
        state, refused = engine.start(), None
        for text in moves:
            move = engine.parse(text)
            refused = engine.refusal(state, move)
            if refused is not None:
                break
            state = engine.apply(state, move)
        name = f"{game}-{id}-{choice}.svg"
        (FOUND / name).write_text(standing_alone(str(picture(draw(game_named(game), engine, state)))), encoding="utf-8")
        why = "" if refused is None else f" `{moves[-1]}` is refused: {refused}."
        boards.append((name, f"**{row['reading']['choices'][choice]}.**{why}"))
    yield f"| {boards[0][1]} | {boards[1][1]} |"
    yield "|---|---|"
    pictures = [f"![under {choice}]({name})" for choice, (name, _) in zip(pair["choices"], boards, strict=True)]
    yield f"| {' | '.join(pictures)} |"
    yield ""
    if pair["differs"]:
        yield from (f"What differs: {_cell('; '.join(pair['differs'][:3]))}.", "")


def standing_alone(board: str) -> str:
    """A board with the style that pages give it."""
    css = (ROOT / "cli/pages/static/report.css").read_text(encoding="utf-8")
    style = css[: css.index("* { box-sizing")] + css[css.index("/* boards */") : css.index("@media print")]
    opened = board.index(">") + 1
    return f"{board[:opened]}<style>{style}</style>{board[opened:]}\n"


def loops(campaign: Mapping[str, Any]) -> list[str]:
    """What can go on for ever, in the reason that the game's own file gives, with the moves."""
    lines = []
    for row in campaign["findings"]:
        if row["kind"] == "endless":
            moves = "; ".join(f"{step['actor']}: `{step['move']}`" for step in row["loop"][:8])
            lines.append(f"- {row['accepted'] or row['messages'][0]}: {moves}. Met in {row['times']} games.")
    return ["## What never ends", "", *lines, ""] if lines else []


def refuted(game: str) -> list[str]:
    """The claims that do not hold, with why."""
    rows = [theorem for theorem in theorems(game) if str(theorem.expected) == "refuted"]
    lines = [
        f"- {theorem.claim} It does not hold: {theorem.because} (`rulecheck prove {game} {theorem.name}`)"
        for theorem in rows
    ]
    return ["## What one would think, and is not so", "", *lines, ""] if lines else []


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the pages of some games, or of all."""
    parser = argparse.ArgumentParser(description="What was found in the five rulebooks, as pages.")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rulebooks", type=Path, help="your texts (GAME.EDITION.txt)")
    asked = parser.parse_args(arguments)
    FOUND.mkdir(exist_ok=True)
    for game in asked.games or games():
        text = next(iter(sorted(asked.rulebooks.glob(f"{game}.*"))), None) if asked.rulebooks else None
        with tempfile.TemporaryDirectory() as folder:
            (FOUND / f"{game}.md").write_text(page(game, Path(folder), text), encoding="utf-8")
        print(f"docs/found/{game}.md", flush=True)


if __name__ == "__main__":
    main()
