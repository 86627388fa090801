"""The notation pages say who is asked when: which moves are asked for though they are the only one, phase by phase."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulecheck.properties.campaign.players import players_of
from rulecheck.properties.conform.protocol.messages import kind_of_move
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import games, load, make_rules
from tests.games.test_notation_pages import engines, phases, spans

each_game = pytest.mark.parametrize("game", games())

Lone = dict[str, set[str]]
"""By phase: the kinds of moves that were asked for though each was the only one."""

_HEAD = "| decision | asked for, though it is the only move | passed over, without a move |"


def page_of(game: str, root: Path) -> str:
    return (root / "docs" / "notation" / f"{game}.md").read_text(encoding="utf-8")


def said(page: str) -> Lone:
    """What a page says of who is asked."""
    rows = page.partition(_HEAD)[2].partition("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]
    return {phase: set(spans(row[1])) for row in cells for phase in spans(row[0])}


def met(game: str, tables: Iterable[AnyEngine], *, rounds: int, cap: int) -> Lone:
    """What some games at each table came to."""
    lone: Lone = {}
    factories = list(players_of(game).values())
    for nth, engine in enumerate(engine for engine in tables for _ in range(rounds)):
        rng, state = Random(nth), engine.start()
        choose = factories[nth % len(factories)](Random(nth))
        for _ in range(cap):
            legal = engine.legal_moves(state)
            if not legal:
                break
            move = legal[0]
            if len(legal) == 1:
                lone.setdefault(phase_of(engine, state), set()).add(kind_of_move(str(move)))
            elif engine.actor(state) < 0 or rng.random() < 0.5:
                move = legal[int(rng.random() * len(legal))]
            else:
                move = choose(engine, state, legal, rng)
            state = engine.apply(state, move)
    return lone


def phase_of(engine: AnyEngine, state: Any) -> str:
    phase = engine.to_json(state)["phase"]
    return str(phase if isinstance(phase, str) else phase["name"])


def unsaid(seen: Mapping[str, set[str]], page: Mapping[str, set[str]]) -> list[str]:
    """What was asked for and does not stand on the page."""
    return [f"{phase}: {kind}" for phase, kinds in seen.items() for kind in sorted(kinds - page.get(phase, set()))]


@each_game
def test_each_phase_stands_in_the_table_of_who_is_asked(game: str, root: Path) -> None:
    assert set(said(page_of(game, root))) == set(phases(game))


@each_game
def test_what_is_asked_for_though_it_is_the_only_move_stands_on_the_page(game: str, root: Path) -> None:
    seen = met(game, engines(game), rounds=1, cap=400)

    assert seen
    assert unsaid(seen, said(page_of(game, root))) == []


def test_a_move_that_the_page_forgets_is_told(root: Path) -> None:
    page = page_of("puerto_rico", root).replace("| `loading` | `load`", "| `loading` | ")

    assert unsaid({"loading": {"load"}, "row": {"draw"}}, said(page)) == ["loading: load"]


@pytest.mark.campaign
@each_game
def test_the_page_names_no_move_that_is_never_the_only_one(game: str, root: Path) -> None:
    """Under each choice of each reading, at every table."""
    rulebook, usual = load(game), make_rules(game)
    tables = [
        build(make_rules(game, readings={reading.id: choice}))
        for reading in rulebook.readings.values()
        for choice in reading.choices
        if choice != usual.readings[reading.id]
    ]
    seen = met(game, (*engines(game), *tables), rounds=20, cap=2000)
    page = said(page_of(game, root))

    assert unsaid(seen, page) == []
    assert unsaid(page, seen) == []
