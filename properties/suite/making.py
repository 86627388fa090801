"""Where the cases of a game come from: chosen beforehand and kept as data, or chosen on the spot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import orjson
from attrs import asdict

from rulecheck.properties.mistakes import mistakes_of
from rulecheck.properties.suite.cases import DEFAULT, Chosen, Kept, OtherChoices, unpacked
from rulecheck.properties.suite.choosing import Budget, choose
from rulecheck.properties.suite.pool import pool
from rulecheck.properties.suite.questions import Ask
from rulecheck.properties.suite.readings import of_readings
from rulecheck.properties.suite.wrong import Asked
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.registry import find_game
from rulecheck.spec.rules import Rules, make_rules

Tell = Callable[[str, int, int], None]

_BUDGET: Final = Budget(change=400, changes=400)
"""What is tried where somebody waits for it: a minute or two for our games."""
_SMALL: Final = Budget(change=60, changes=20)
"""The same for a look at how it works."""
_HELD_OUT: Final = 60


def kept_for(game: str) -> Path | None:
    """The cases that come with a game, as data; None if it has none."""
    known = find_game(game)
    path = Path(__file__).parents[1] / game / "suite.jsonl"
    return path if known is not None and known.ours and path.exists() else None


def read_kept(path: Path, tables: Sequence[Rules]) -> Kept:
    """The cases of these tables, by the rules as they stand in the rulebook."""
    told = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    engines: dict[bytes, AnyEngine] = {}

    def make(rules: Mapping[str, Any]) -> AnyEngine:
        key = orjson.dumps(rules)
        if key not in engines:
            engines[key] = build(make_rules(rules["game"], **{k: v for k, v in rules.items() if k != "game"}))
        return engines[key]

    kept = unpacked(told, make)
    wanted = {(rules.players, rules.setup) for rules in tables}
    return Kept(kept.head, [chosen for chosen in kept.chosen if _table(chosen) in wanted], kept.outdated)


def _table(chosen: Chosen) -> tuple[int, str]:
    rules = chosen.question.line.engine.rules
    return rules.players, rules.setup


def make_kept(tables: Sequence[Rules], seed: int, tell: Tell, *, small: bool = False) -> Kept:
    """Cases chosen on the spot, by any rules of any game; `small`: few of them, and soon."""
    game, budget = tables[0].game, _SMALL if small else _BUDGET
    asked = Asked(pool(tables, build, seed, others=0 if small else 150, cap=60 if small else 600), build)
    held_out = 5 if small else _HELD_OUT
    choices, adequacy = choose(game, asked, mistakes_of(game), budget, seed=seed, held_out=held_out, tell=tell)
    others = OtherChoices(build)
    chosen = [Chosen(c.question, c.points_to, c.clauses, others.resting(c.question)) for c in choices]
    head = {"suite": 1, "game": game, "seed": seed, "questions": len(asked.questions), "adequacy": asdict(adequacy)}
    return Kept(head, chosen if small else [*chosen, *of_readings(tables, build, seed, tell)])


def about(kept: Kept, part: str) -> Kept:
    """The cases about a part of the game: a chapter of the rulebook, by the first word of its clauses' names."""
    return Kept(kept.head, [chosen for chosen in kept.chosen if _is_about(chosen, part)], kept.outdated)


def _is_about(chosen: Chosen, part: str) -> bool:
    """A part begins in a position that it is handed, so that starts and ends of games are no business of it."""
    question = chosen.question
    if question.ask in (Ask.START, Ask.END):
        return False
    clauses = chosen.clauses
    if question.ask is Ask.LEGAL:  # of positions in which the part goes on
        engine = question.line.engine
        legal = engine.legal_moves(question.state)
        clauses = engine.apply(question.state, legal[0]).events if legal else ()
    return any(clause.partition(".")[0] == part for clause in clauses)


def parts_in(kept: Kept) -> Collection[str]:
    """The parts that there are cases about."""
    return sorted({clause.partition(".")[0] for chosen in kept.chosen for clause in chosen.clauses})


def files_of(kept: Kept) -> dict[str, list[Chosen]]:
    """The cases by the name of their file, those of the rules as asked for first."""
    files: dict[str, list[Chosen]] = {DEFAULT: []}
    for chosen in kept.chosen:
        files.setdefault(chosen.file, []).append(chosen)
    return files
