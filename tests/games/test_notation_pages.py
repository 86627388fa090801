"""The notation pages say what the engines read and write, form by form: moves, paths of a position, phases, starts.

A form is a text with its names and numbers taken out: `load corn on ship 5` is `load * on ship *`.  A page holds forms
in the first column of its tables, under Moves, Positions, Phases and Starts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine, UnknownMove
from rulecheck.reference_engines.values import Phases
from rulecheck.spec import games, load, make_rules
from rulecheck.spec.game import Part
from rulecheck.spec.registry import game_named

JOINING = frozenset(["at", "to", "from", "on", "in", "with", "for", "by", "of"])
"""Words that are never the name of a thing."""

each_game = pytest.mark.parametrize("game", games())


# ---- what the engine knows


@cache
def engines(game: str) -> tuple[AnyEngine, ...]:
    """Each set-up with the fewest and the most players, with all readings as they are and all of them otherwise."""
    rulebook = load(game)
    other = {r.id: next(choice for choice in r.choices if choice != r.default) for r in rulebook.readings.values()}
    return tuple(
        build(make_rules(rulebook, setup=setup.name, players=players, readings=readings))
        for setup in rulebook.setups.values()
        for players in sorted({setup.players[0], setup.players[-1]})
        for readings in ({}, other)
    )


@cache
def names(game: str) -> frozenset[str]:
    """The words that name things of a game: in its data and in its positions."""
    module = notation(game)
    inner = {*module.PARTS, *module.SEAT_PARTS}
    texts: set[str] = set()
    for engine in engines(game):
        texts.update(engine.seats)
        texts.update(text for file in engine.rules.data.values() for text in _texts(file.table, keys=False))
        for begin in engine.named_starts().values():
            texts.update(text for part in engine.to_json(begin()).values() for text in _texts(part, keys=True))
    return frozenset(word for text in texts - inner for word in text.split()) - JOINING


def _texts(value: Any, *, keys: bool) -> Iterator[str]:
    """The names in a JSON value: texts of a few words."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if keys:
                yield str(key)
            yield from _texts(part, keys=keys)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part, keys=keys)
    elif isinstance(value, str) and len(value.split()) <= 3:
        yield value


def form(text: str, known: Iterable[str]) -> str:
    """A move's text with the names, numbers and places taken out."""
    known = set(known)
    words = text.split()
    masked = [
        word if not nth or not (re.search(r"\d", word) or word in known or word.isupper() or word == "-") else "*"
        for nth, word in enumerate(words)
    ]
    return re.sub(r"\*( \*)+", "*", " ".join(masked))


@cache
def move_forms(game: str) -> Mapping[str, str]:
    """The forms of all moves that the engine lists, each with a move of it."""
    known = names(game)
    forms: dict[str, str] = {}
    for engine in engines(game):
        for move in map(str, engine.all_moves()):
            forms.setdefault(form(move, known), move)
    return forms


def notation(game: str) -> Any:
    """The module in which an engine writes and reads positions."""
    return game_named(game).module(Part.NOTATION)


def phases(game: str) -> dict[str, frozenset[str]]:
    """The parts of each phase by its name."""
    (registry,) = (value for value in vars(notation(game)).values() if isinstance(value, Phases))
    return {name: frozenset(parts) for name, parts in registry.forms.values()}


# ---- what the page says


@frozen
class Page:
    """The forms on a notation page."""

    moves: tuple[str, ...]
    paths: frozenset[str]
    phases: Mapping[str, frozenset[str]]
    starts: frozenset[str]


def read(text: str) -> Page:
    """A notation page."""
    by_kind: dict[str, list[list[str]]] = {"move": [], "part": [], "phase": [], "start": []}
    for table in re.findall(r"^\|.*(?:\n\|.*)*", text, re.M):
        head, _, *rows = table.splitlines()
        kind = head.split("|")[1].strip()
        if kind in by_kind:
            by_kind[kind] += [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    return Page(
        moves=tuple(span for row in by_kind["move"] for span in spans(re.sub(r"\([^)]*`[^)]*\)$", "", row[0]))),
        paths=frozenset(path_form(span) for row in by_kind["part"] for span in spans(row[0])),
        phases={
            name: frozenset(first[0] for piece in row[1].split(";") if (first := spans(piece)))
            for row in by_kind["phase"]
            for name in spans(row[0])
        },
        starts=frozenset(span for row in by_kind["start"] for span in spans(row[0])),
    )


def path_form(path: str) -> str:
    """A path as far as it names parts: `players.anna.goods.corn` is `players.*.goods`, `ships.5` is `ships`."""
    parts = path.split(".")
    return f"players.*.{parts[2]}" if parts[0] == "players" and len(parts) > 2 else parts[0]


def spans(text: str) -> list[str]:
    """The code in a text."""
    return re.findall(r"`([^`]+)`", text)


# ---- both against each other


def moves_amiss(game: str, page: Page) -> list[str]:
    """What to do about moves on the page that no engine reads, and about forms that the page does not have."""
    known = names(game)
    amiss = [f"no engine reads `{move}`: fix it, or take it out" for move in page.moves if not reads(game, move)]
    on_page = {form(move, known) for move in page.moves}
    for missing in sorted(set(move_forms(game)) - on_page):
        amiss.append(f"no move of the form `{missing}`: put `{move_forms(game)[missing]}` in the table of moves")
    return amiss


def reads(game: str, text: str) -> bool:
    """Whether an engine reads a text as a move."""
    for engine in engines(game):
        try:
            engine.parse(text)
        except UnknownMove:
            continue
        return True
    return False


def difference(what: str, written: Iterable[str], on_page: Iterable[str]) -> list[str]:
    """What to do about words that the page or the engine alone has."""
    written, on_page = set(written), set(on_page)
    return [
        *(f"{what} `{word}` is not on the page: put it in a table" for word in sorted(written - on_page)),
        *(f"no engine writes the {what} `{word}`: fix it, or take it out" for word in sorted(on_page - written)),
    ]


def phases_amiss(written: Mapping[str, frozenset[str]], on_page: Mapping[str, frozenset[str]]) -> list[str]:
    """What to do about phases and their parts; the first code of each piece between semicolons is a part."""
    amiss = difference("phase", written, on_page)
    for name in sorted(written.keys() & on_page.keys()):
        amiss += difference(f"phase {name}: part", written[name], on_page[name])
    return amiss


def page_of(game: str, root: Path) -> Page:
    return read((root / "docs" / "notation" / f"{game}.md").read_text(encoding="utf-8"))


@each_game
def test_the_page_has_the_moves_that_the_engine_reads_form_by_form(game: str, root: Path) -> None:
    assert moves_amiss(game, page_of(game, root)) == []


@each_game
def test_the_page_has_the_parts_of_a_position(game: str, root: Path) -> None:
    module = notation(game)
    paths = {*module.PARTS, *(f"players.*.{part}" for part in module.SEAT_PARTS)} - {"players"}

    assert difference("part", paths, page_of(game, root).paths - {"players"}) == []


@each_game
def test_the_page_has_the_phases_and_their_parts(game: str, root: Path) -> None:
    assert phases_amiss(phases(game), page_of(game, root).phases) == []


@each_game
def test_the_page_has_the_starts(game: str, root: Path) -> None:
    starts = {name for engine in engines(game) for name in engine.named_starts()}

    assert difference("start", starts, page_of(game, root).starts) == []


def changed(root: Path, *slips: tuple[str, str]) -> Page:
    """The page of puerto_rico with slips in it."""
    text = (root / "docs" / "notation" / "puerto_rico.md").read_text(encoding="utf-8")
    for old, new in slips:
        assert old in text
        text = text.replace(old, new, 1)
    return read(text)


def test_a_form_that_is_not_on_the_page_is_told_with_a_move_of_it(root: Path) -> None:
    page = changed(root, ("| `load corn on ship 5` |", "| `load` |"))

    assert moves_amiss("puerto_rico", page) == [
        "no engine reads `load`: fix it, or take it out",
        "no move of the form `load * on ship *`: put `load corn on ship 4` in the table of moves",
    ]


def test_a_word_elsewhere_on_the_page_is_no_form(root: Path) -> None:
    row = "| `build wharf` | the builder phase |\n"
    page = changed(root, (row, ""), ("Nobody is asked", "`build wharf` is a move. Nobody is asked"))

    assert [told.split(":")[0] for told in moves_amiss("puerto_rico", page)] == ["no move of the form `build *`"]


def test_parts_and_phases_that_one_side_alone_has_are_told(root: Path) -> None:
    page = changed(root, ("| `university` | `building`", "| `academy` | `building`"))

    assert phases_amiss(phases("puerto_rico"), page.phases) == [
        "phase `university` is not on the page: put it in a table",
        "no engine writes the phase `academy`: fix it, or take it out",
    ]


def test_a_part_of_a_phase_is_told_with_its_phase(root: Path) -> None:
    page = changed(root, ("`slots` left; ", ""))

    assert phases_amiss(phases("puerto_rico"), page.phases) == [
        "phase storing: part `slots` is not on the page: put it in a table"
    ]
