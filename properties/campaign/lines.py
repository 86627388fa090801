"""Games that come with a game's rulebook, to be played first: between them they come to all that is known.

`corpus.json` beside the rulebook lists them; `rulecheck fuzz GAME --write-corpus` writes it.  A line is played under
all checks like any other game, and goes on as one where it ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import display

FILE: Final = "corpus.json"
_LARGEST: Final = 2_000_000
"""Bytes of the file: more is none of ours."""
_BETWEEN: Final = " | "


@frozen(order=True)
class Line:
    """The first moves of a game by the rulebook's own readings and numbers."""

    setup: str
    players: int
    moves: tuple[str, ...]


def lines_in(folder: Path) -> list[Line]:
    """The lines of a game's folder; none without the file.  Raises SpecError for a file that is no list of lines."""
    path = folder / FILE
    if not path.is_file():
        return []
    try:
        if path.stat().st_size > _LARGEST:
            raise ValueError(f"more than {_LARGEST:,} bytes")
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [Line(str(row["setup"]), int(row["players"]), tuple(row["moves"].split(_BETWEEN))) for row in rows]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise SpecError(display(path), None, f"no list of games: {error}", "write it with --write-corpus") from None


def played_by(lines: Iterable[Line], rules: Sequence[Any]) -> list[tuple[int, tuple[str, ...]]]:
    """Of some lines those for one of these tables, by its place."""
    tables = {(table.setup, table.players): index for index, table in enumerate(rules)}
    return [(tables[line.setup, line.players], line.moves) for line in lines if (line.setup, line.players) in tables]


def written(lines: Iterable[Line]) -> list[str]:
    """The lines of the file."""
    rows = [
        json.dumps(
            {"setup": line.setup, "players": line.players, "moves": _BETWEEN.join(line.moves)}, ensure_ascii=False
        )
        for line in sorted(lines)
    ]
    return ["[", ",\n".join(rows), "]"]


def cover(result: CampaignResult, build: Callable[[int], AnyEngine]) -> list[Line]:
    """Few lines that between them come to every clause and silence that a campaign came to, and show its findings.

    The longest ways come first: what they pass needs no line of its own.  `build` makes the engine of one of the
    campaign's tables.
    """
    ways = {(way.rules, way.moves): event for event, way in result.shortest.items() if way.moves}
    for finding in result.findings:
        if finding.kind != "silent" and finding.moves and finding.setting in result.settings:
            ways[result.settings.index(finding.setting), finding.moves] = finding.key
    met: set[str] = set()
    lines = []
    for (table, moves), event in sorted(ways.items(), key=lambda way: (-len(way[0][1]), way)):
        if event in met:
            continue
        engine = build(table)
        state = engine.start()
        for text in moves:
            state = engine.apply(state, engine.parse(text))
            met.update(state.events)
        lines.append(Line(result.settings[table].setup, result.settings[table].players, moves))
    return lines
