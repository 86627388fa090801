"""Rules and data: what can be asked for, and what is said of what cannot."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rulecheck.spec import Rulebook, SpecError, load_data, make_rules, parse_rulebook

BOOK = """**a.one** The box holds `a.all = 12` coins.

| players | 2 | 3 |
|---|---|---|
| `a.each` | 5 | 4 |
| `a.odd` |  | 1 |

```reading a.short
question = "What if?"
silent   = ["a.one"]
choices  = { less = "less", nothing = "nothing" }
default  = "less"
because  = "so"
```

```setups
default = "plain"
seats   = ["ann", "bob", "cid"]

[plain]
players = [3]

[duel]
players = [2]
options = { rich = true }
```
"""

DATA = """title = "A board"
substitute = true

[sources]
book = "the rulebook, page 3"

[[region]]
at = "A"
source = "book"

[[region]]
at = "B"
source = "book"
"""


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    folder = tmp_path / "toy"
    (folder / "data").mkdir(parents=True)
    (folder / "rulebook.md").write_text(BOOK)
    (folder / "data" / "board.toml").write_text(DATA)
    (folder / "data" / "cards.toml").write_text(DATA.replace("true", "false"))
    return parse_rulebook(folder / "rulebook.md", path="x.md")


def test_rules_are_complete_without_being_asked_for_anything(book: Rulebook) -> None:
    rules = make_rules(book)

    assert (rules.game, rules.players, rules.setup, rules.seats) == ("toy", 3, "plain", ("ann", "bob", "cid"))
    assert rules.readings == {"a.short": "less"}
    assert rules.number("a.all") == 12
    assert rules.number("a.each") == 4
    assert rules.substitute == ("board",)
    assert list(rules.data) == ["board", "cards"]


def test_everything_can_be_chosen(book: Rulebook) -> None:
    rules = make_rules(book, seats=["cid", "ann"], readings={"a.short": "nothing"}, numbers={"a.each": 9})

    assert (rules.players, rules.setup, rules.seats) == (2, "duel", ("cid", "ann"))
    assert rules.options == {"rich": True}
    assert rules.reading("a.short") == "nothing"
    assert rules.number("a.each") == 9


def test_rules_are_hashable_and_survive_pickling(book: Rulebook) -> None:
    rules = make_rules(book)
    copy = pickle.loads(pickle.dumps(rules))

    assert len({rules, copy}) == 2
    assert copy.number("a.each") == 4
    assert copy.data["board"].table == rules.data["board"].table


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"players": 5}, 'x.md: set-up "plain" is for 3 players, not 5; the game is for 2 or 3 players'),
        ({"players": 2, "setup": "plain"}, 'x.md: set-up "plain" is for 3 players, not 2; for 2 players: duel'),
        ({"setup": "plan"}, 'x.md: no set-up "plan"; did you mean "plain"?'),
        ({"seats": ["ann", "bobby"]}, 'x.md: no seat "bobby"; did you mean "bob"?'),
        ({"seats": ["ann"], "players": 3}, "x.md: 1 seats for 3 players; name 3 of: ann, bob, cid"),
        ({"seats": ["ann", "ann"]}, "x.md: a seat is named twice; the seats are: ann, bob, cid"),
        ({"readings": {"a.shrt": "less"}}, 'x.md: no reading "a.shrt"; did you mean "a.short"?'),
        (
            {"readings": {"a.short": "more"}},
            'x.md:8: reading "a.short" has no choice "more"; the choices are: less, nothing',
        ),
        ({"numbers": {"a.al": 3}}, 'x.md: no quantity "a.al"; did you mean "a.all"?'),
        ({"numbers": {"a.all": True}}, 'x.md: expected a whole number for "a.all", found "True"; write digits'),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(book: Rulebook, request_: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_rules(book, **request_)
    assert str(caught.value) == message


def test_a_number_that_does_not_exist_is_told(book: Rulebook) -> None:
    with pytest.raises(SpecError) as caught:
        make_rules(book).number("a.eahc")
    assert str(caught.value) == 'x.md: no quantity "a.eahc"; did you mean "a.each"?'
    with pytest.raises(SpecError) as caught:
        make_rules(book, players=2).number("a.odd")
    assert str(caught.value) == (
        'x.md:6: "a.odd" has no value for 2 players; add a column or choose another player count'
    )


def test_a_users_file_takes_the_place_of_the_file_of_its_name(book: Rulebook, tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(DATA.replace("true", "false").replace("A board", "The true board"))

    rules = make_rules(book, data=[tmp_path / "board.toml"])
    assert rules.data["board"].title == "The true board"
    assert rules.substitute == ()


def test_a_users_file_may_say_what_it_replaces(book: Rulebook, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('replaces = "board"\n' + DATA)

    assert make_rules(book, data=[tmp_path / "mine.toml"]).data["board"].path == str(tmp_path / "mine.toml")


def test_a_users_file_that_replaces_nothing_is_refused(book: Rulebook, tmp_path: Path) -> None:
    file = tmp_path / "bord.toml"
    file.write_text(DATA)

    with pytest.raises(SpecError) as caught:
        make_rules(book, data=[file])
    assert str(caught.value) == f'{file}: replaces no data file of toy; did you mean "board"?'


def test_a_data_file_gives_its_rows_and_sources(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(DATA + '[grid]\nrows = 3\nsource = "book"\n')

    data = load_data(tmp_path / "board.toml")
    assert (data.name, data.title, data.substitute) == ("board", "A board", True)
    assert data.sources == {"book": "the rulebook, page 3"}
    assert data.table == {
        "region": [{"at": "A", "source": "book"}, {"at": "B", "source": "book"}],
        "grid": {"rows": 3, "source": "book"},
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'at = "B"\nsource = "book"',
            'at = "B"',
            ':11: row 2 of "region" has no source; add source = "…", one of: book',
        ),
        (
            'at = "B"\nsource = "book"',
            'at = "B"\nsource = "bok"',
            ':11: row 2 of "region": no source "bok"; did you mean "book"?',
        ),
        (
            "[sources]",
            'row = [{ source = "book" },\n  { x = "{" }]\n[sources]',
            ':5: row 2 of "row" has no source; add source = "…", one of: book',
        ),
        (
            "[[region]]",
            '[grid]\nsource = "nowhere"\n[[region]]',
            ':7: table "grid": no source "nowhere"; [sources] has: book',
        ),
        ('title = "A board"\n', "", ': expected title = "…", found nothing; add it at the top'),
        ("true", '"yes"', ":2: expected substitute = true or substitute = false, found a text in quotes; fix it"),
        (
            '"the rulebook, page 3"',
            "3",
            ':5: expected a text that describes source "book", found a whole number; write where the data comes from',
        ),
        ("[sources]", "[sources", ":4: not valid TOML: expected ']' at the end of a table declaration; fix this line"),
    ],
)
def test_a_data_file_with_a_mistake_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "board.toml"
    file.write_text(DATA.replace(old, new, 1))

    with pytest.raises(SpecError) as caught:
        load_data(file)
    assert str(caught.value) == f"{file}{message}"


def test_what_a_reader_makes_of_a_data_file_is_worked_out_once(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text('title = "b"\nsubstitute = false\nsources = {}\n')
    asked: list[str] = []

    def reader(table: Mapping[str, object], path: str) -> int:
        asked.append(path)
        return len(asked)

    first, second = load_data(tmp_path / "board.toml"), load_data(tmp_path / "board.toml")

    assert (first.made(reader), first.made(reader)) == (1, 1)
    assert second.made(reader) == 2  # another file, though with the same words
