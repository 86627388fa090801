"""The symmetries of a game: those that every game has for nothing, and those that it declares."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from types import ModuleType
from typing import Any, Final

from attrs import evolve

from rulecheck.properties.unforeseen.exchange import Exchange, cycle
from rulecheck.properties.unforeseen.symmetry import Step, Symmetry, Twin, anywhere
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import Part, Rules, find_game

SEATS: Final = "the seats in rotation"
LISTS: Final = "the order of lists"

Words = Callable[[AnyEngine, Step], Mapping[str, str]]
Build = Callable[[Any], AnyEngine]


def symmetries_of(rules: Any) -> tuple[Symmetry, ...]:
    """The symmetries that a game by these rules must have: its own, and those that every game is taken to have."""
    own: tuple[Symmetry, ...] = getattr(_declared(rules.game), "SYMMETRIES", ())
    without = {symmetry.name for symmetry in own} | set(_not_alike(rules.game))
    common = [symmetry for symmetry in (SEATS_IN_ROTATION, lists_otherwise()) if symmetry.name not in without]
    return (*own, *common)


def twins_of(engine: AnyEngine, rules: Any, build: Build) -> tuple[Twin, ...]:
    """Each symmetry of a game with the engine that plays by the rules with the names exchanged.

    One whose rules cannot be played (a list that the game needs in its order, numbers that do not fit) is left out.
    """
    twins = [_twin(symmetry, engine, rules, build) for symmetry in symmetries_of(rules)]
    return tuple(twin for twin in twins if twin is not None)


def _twin(symmetry: Symmetry, engine: AnyEngine, rules: Any, build: Build) -> Twin | None:
    if symmetry.rules is None:
        return Twin(symmetry, engine)
    try:
        exchanged = symmetry.rules(rules)
        if exchanged is rules:
            return None
        twin = build(exchanged)
    except ValueError:
        return _of_the_lists_that_may(symmetry, rules, build) if symmetry.name == LISTS else None
    return Twin(symmetry, twin, partial(_each_list, symmetry, rules, build) if symmetry.name == LISTS else _nothing)


def _nothing() -> tuple[Twin, ...]:
    return ()


def _declared(game: str) -> ModuleType | None:
    known = find_game(game)
    return None if known is None else known.module(Part.SYMMETRIES)


def _not_alike(game: str) -> Collection[str]:
    return getattr(_declared(game), "NOT_ALIKE", ())


# Those that every game has


def _next_seats(engine: AnyEngine, step: Step) -> Mapping[str, str]:
    """Each seat for the one on its left, in games that write their positions by seat."""
    seats = set(engine.seats)
    by_seat = any(isinstance(part, Mapping) and set(part) == seats for part in step.before.values())
    return cycle(*engine.seats) if by_seat and len(seats) > 1 else {}


def seats_in_rotation(where: Callable[[Step], bool] = anywhere) -> Symmetry:
    """Who sits where makes no difference: who is first, and the like, stands in the position."""
    return Symmetry(SEATS, _next_seats, where=where)


SEATS_IN_ROTATION: Final = seats_in_rotation()


def lists_otherwise(where: Callable[[Step], bool] = anywhere) -> Symmetry:
    """Cards, tiles and the like are listed in the data files in some order, and any other would do."""
    return Symmetry(LISTS, _no_words, _with_lists_reversed, where=where)


def order_of(file: str, key: str) -> str:
    """The name of the symmetry that one list of a data file is; a game names it in `NOT_ALIKE` if its order matters."""
    return f"{LISTS}: {key} in {file}"


def _no_words(engine: AnyEngine, step: Step) -> Mapping[str, str]:
    return {}


def _lists(rules: Any) -> Iterator[tuple[str, str]]:
    """The lists of the data files whose order means nothing, each by its file and its key."""
    for file, data in getattr(rules, "data", {}).items():
        for key, rows in data.table.items():
            is_list = isinstance(rows, list) and len(rows) > 1 and all(isinstance(row, Mapping) for row in rows)
            if is_list and order_of(file, key) not in _not_alike(rules.game):
                yield file, key


def _with_lists_reversed(rules: Any) -> Any:
    return _reversed(rules, tuple(_lists(rules)))


def _reversed(rules: Any, lists: Iterable[tuple[str, str]]) -> Any:
    """Rules with some lists of the data files written in the opposite order; the same if there are none."""
    for file, key in lists:
        rules = with_rows(rules, file, key, lambda rows: rows[::-1])
    return rules


def _each_list(symmetry: Symmetry, rules: Any, build: Build) -> tuple[Twin, ...]:
    """A twin for each list alone: to tell which one it is whose order matters."""
    twins = []
    for file, key in _lists(rules):
        try:
            engine = build(_reversed(rules, [(file, key)]))
        except ValueError:
            continue  # the game needs this one in its order, and says so
        twins.append(Twin(evolve(symmetry, name=order_of(file, key)), engine))
    return tuple(twins)


def _of_the_lists_that_may(symmetry: Symmetry, rules: Any, build: Build) -> Twin | None:
    """A twin by those lists alone that the game takes in another order; None if there are none."""
    may = [twin.symmetry.name for twin in _each_list(symmetry, rules, build)]
    lists = [(file, key) for file, key in _lists(rules) if order_of(file, key) in may]
    try:
        engine = build(_reversed(rules, lists))
    except ValueError:
        return None
    return Twin(symmetry, engine, partial(_each_list, symmetry, rules, build)) if lists else None


# What declarations are made of


def with_rows(rules: Rules, file: str, key: str, change: Callable[[list[Any]], list[Any]]) -> Rules:
    """Rules with the rows of one list of a data file changed."""
    data = rules.data[file]
    table = {**data.table, key: change(list(data.table[key]))}
    return evolve(rules, data={**rules.data, file: evolve(data, table=table)})


def with_words(rules: Rules, file: str, key: str, words: Mapping[str, str], *fields: str) -> Rules:
    """Rules with names exchanged in some fields of the rows of a data file."""
    exchange = Exchange(words)

    def changed(rows: list[Any]) -> list[Any]:
        return [
            {name: exchange.values(value) if name in fields else value for name, value in row.items()} for row in rows
        ]

    return with_rows(rules, file, key, changed)


def with_columns(rules: Rules, file: str, key: str, words: Mapping[str, str]) -> Rules:
    """Rules with the columns of a list of a data file exchanged."""
    return with_rows(
        rules, file, key, lambda rows: [{words.get(name, name): value for name, value in row.items()} for row in rows]
    )


def with_numbers(rules: Rules, words: Mapping[str, str]) -> Rules:
    """Rules in which each number that is named for one of some things (`goods.corn`) goes with the name."""
    exchange = Exchange(words)
    numbers = dict(rules.numbers)
    for name, quantity in rules.quantities.items():
        renamed = exchange.text(name)
        value = rules.numbers.get(name, quantity.at(rules.players))
        if renamed != name and renamed in rules.quantities and value is not None:
            numbers[renamed] = value
    return evolve(rules, numbers=numbers)


def alike(*names: str) -> Words:
    """The names of things that differ in nothing but numbers, each for the next one."""
    words = cycle(*names)
    return lambda engine, step: words
