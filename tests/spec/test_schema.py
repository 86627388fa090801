"""Every value of every data file has a kind and a range; what does not fit is refused in one line, with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest
from attrs import NOTHING, evolve, fields_dict, frozen, resolve_types

from rulecheck.spec import Part, SpecError, game_named, games, load_data, make_rules
from rulecheck.spec.data import DataFile
from rulecheck.spec.rules import own_data
from rulecheck.spec.schema import Sources, fit, rows, whole

FILES = [
    pytest.param(game, file, id=f"{game}-{file.name}")
    for game in games()
    if game_named(game).ours
    for file in own_data(game_named(game).folder).values()
]
each_file = pytest.mark.parametrize(("game", "file"), FILES)


def schema(game: str, file: DataFile) -> type[Any]:
    form: type[Any] = game_named(game).offered(Part.SCHEMAS, "SCHEMAS")[file.name]
    return form


def hostile(value: object) -> tuple[object, ...]:
    """What a value of that kind is not."""
    if isinstance(value, bool):
        return 1, "yes"
    if isinstance(value, int):
        return "x", -1, 0.5, 10**12, True, []
    if isinstance(value, str):
        return 5, "", " ", []
    if isinstance(value, list):
        return "x", 5
    return (5,)


Set = Callable[[dict[str, Any]], None]


def put(table: dict[str, Any], key: str, name: str, value: object) -> None:
    table[key][0][name] = value


def take(table: dict[str, Any], key: str, name: str = "") -> None:
    if name:
        del table[key][0][name]
    else:
        table[key] = []


def mistakes(table: dict[str, Any]) -> Iterator[tuple[str, Set]]:
    """Each mistake in the first row of each array of rows: its name and what makes it."""
    for key, listed in table.items():
        if not isinstance(listed, list) or not isinstance(listed[0], dict):
            continue
        for name, value in listed[0].items():
            for wrong in hostile(value):
                if name != "source":
                    yield f"{key}.{name} = {wrong!r}", partial(put, key=key, name=name, value=wrong)
        yield f"{key} with an unknown key", partial(put, key=key, name="kolour", value=1)
        yield f"{key} without rows", partial(take, key=key)
        for name in listed[0]:
            yield f"{key} without {name}", partial(take, key=key, name=name)


@each_file
def test_every_data_file_fits_its_schema(game: str, file: DataFile) -> None:
    assert fit(file, schema(game, file)) > 10


@each_file
def test_every_mistake_in_a_row_is_refused_in_one_line(game: str, file: DataFile) -> None:
    kind = schema(game, file)
    refused = 0
    for what, make in mistakes(dict(file.table)):
        table = deepcopy(dict(file.table))
        make(table)
        if " without " in what and may_go(kind, what):
            assert fit(evolve(file, table=table), kind)
            continue
        told = refusal(evolve(file, table=table), kind)
        assert told.startswith(file.path), what
        assert "\n" not in told
        assert what.partition(" ")[0].rpartition(".")[2] in told or "kolour" in told, what
        refused += 1
    assert refused >= 8


def refusal(file: DataFile, kind: type[Any]) -> str:
    """What is said of a file that does not fit; nothing if it does."""
    try:
        fit(file, kind)
    except SpecError as error:
        return str(error)
    return ""


def may_go(kind: type[Any], what: str) -> bool:
    """Whether a key, or all rows of an array, may be left out."""
    key, _, name = what.partition(" without ")
    attribute = fields_dict(resolve_types(kind))[key]
    if name == "rows":
        return attribute.default == ()
    row: Any = get_args(attribute.type)[0]
    return fields_dict(resolve_types(row))[name].default is not NOTHING


CARDS = """title = "Mine"
substitute = false
replaces = "cards"
[sources]
print = "the cards"

[[card]]
name = "Lancier"
count = 24
effect = "move_robber"
amount = 1
wording = "Move the robber."
source = "print"

[[card]]
name = "Harvest"
count = 1
effect = "take_resources"
amount = 2
wording = "Take two."
source = "print"
"""


def test_a_deck_of_ones_own_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(CARDS)

    assert make_rules("catan_europe", data=[file]).data["cards"].title == "Mine"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("count = 1\n", 'count = "x"\n', ':17: card row 2 (Harvest), count: "x" is a text in quotes; write a whole'),
        ("count = 1\n", "count = -1\n", ":17: card row 2 (Harvest), count: -1; write 0 to 99"),
        ("count = 1\n", "count = 0.5\n", ':17: card row 2 (Harvest), count: "0.5" is a number with a point; write'),
        ("count = 1\n", "", ":15: card row 2 (Harvest), count: it is missing; a row has name, count, effect, amount"),
        ("take_resources", "take_resource", ':18: card row 2 (Harvest), effect: "take_resource" is a text in quotes;'),
        ("amount = 2", "amunt = 2", ":15: card row 2 (Harvest), amount: it is missing"),
        ("amount = 2", "amount = 2\namout = 3", ':20: card row 2 (Harvest), amout: no such key; did you mean "amount"'),
        ('"Harvest"', '"Lancier"', ':16: card row 2 (Lancier), name: name "Lancier" is also that of row 1; keep one'),
        ("[[card]]", "[[cart]]", ": "),
    ],
)
def test_a_mistake_in_a_deck_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(CARDS.replace(old, new))

    with pytest.raises(SpecError) as caught:
        make_rules("catan_europe", data=[file])

    assert message in str(caught.value)


@frozen(kw_only=True)
class _Row:
    name: str
    count: int = whole(2, 4, default=0)
    source: Sources


@frozen
class _Table:
    row: tuple[_Row, ...] = rows(unlike="name")


@pytest.mark.parametrize(("count", "is_right"), [(1, False), (2, True), (4, True), (5, False)])
def test_a_range_has_both_its_ends(tmp_path: Path, count: int, is_right: bool) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        'title = "T"\nsubstitute = false\n[sources]\nme = "me"\n'
        f'[[row]]\nname = "a"\nsource = "me"\n[[row]]\nname = "b"\ncount = {count}\nsource = ["me"]\n'
    )
    if is_right:
        assert fit(load_data(file), _Table) == 5
        return
    with pytest.raises(SpecError, match=rf":10: row row 2 \(b\), count: {count}; write 2 to 4"):
        fit(load_data(file), _Table)
