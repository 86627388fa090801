"""What the reader of rulebooks takes from a text, and what it says of mistakes."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulecheck.spec import Rulebook, SpecError, check_claims, games, load, parse_examples, parse_rulebook

BOOK = """# A game

An introduction with `code` and **bold words** belongs to no clause.

## Setting up

**setup.ships** Three ships sail.

| players       | 3 | 4 | 5 |
|---------------|---|---|---|
| `ship.small`  | 4 | 5 | 6 |
| `ship.large`  | 6 | 7 | – |

**setup.goods** *(component)* There are `goods.corn = 10` barrels of corn
and `goods.indigo = 11` of indigo.

- all of wood
- all round

They are `goods.total = 21`.

## Play

**captain.must-load** Who can load, must; each barrel is `captain.point-per-barrel = 1` point.

```claim goods.add-up
goods.total == goods.corn + goods.indigo
```

```reading captain.wharf
question = "Later?"
silent   = ["captain.must-load"]
choices  = { yes = "yes", no = "no" }
default  = "yes"
because  = "why not"
```

```example captain.one
players = 3
[[step]]
do = "load"
```

```setups
default = "plain"
seats   = ["red", "blue", "white", "green"]

[plain]
title   = "as always"
players = [3, 4]

[odd]
players = [3]
options = { ships = "none" }
```
"""


def read(text: str) -> Rulebook:
    return parse_rulebook(text, path="x.md")


def complaint(text: str) -> str:
    with pytest.raises(SpecError) as caught:
        read(text)
    return str(caught.value)


def clause(text: str) -> str:
    """A text that begins with a good clause, on line 1."""
    return f"**a.one** Something.\n\n{text}\n"


def block(opening: str, *lines: str) -> str:
    """A clause and a fenced block, whose opening stands on line 3."""
    return clause("\n".join([f"```{opening}", *lines, "```"]))


def test_a_rulebook_gives_its_clauses_with_kind_line_and_heading() -> None:
    book = read(BOOK)

    assert book.title == "A game"
    assert [(c.id, c.kind, c.line, c.title) for c in book.clauses.values()] == [
        ("setup.ships", "rule", 7, "Setting up"),
        ("setup.goods", "component", 14, "Setting up"),
        ("captain.must-load", "rule", 24, "Play"),
    ]


def test_lists_and_paragraphs_without_an_id_belong_to_the_clause_before() -> None:
    assert read(BOOK).clauses["setup.goods"].text == (
        "There are 10 barrels of corn\nand 11 of indigo.\n\n- all of wood\n\n- all round\n\nThey are 21."
    )


def test_a_table_belongs_to_the_clause_before() -> None:
    assert "| `ship.small`  | 4 | 5 | 6 |" in read(BOOK).clauses["setup.ships"].text


def test_quantities_know_their_value_line_and_clause() -> None:
    quantities = read(BOOK).quantities

    indigo, small = quantities["goods.indigo"], quantities["ship.small"]
    assert (indigo.value, indigo.line, indigo.clause) == (11, 15, "setup.goods")
    assert (small.value, small.line, small.clause) == ({3: 4, 4: 5, 5: 6}, 11, "setup.ships")
    assert quantities["ship.large"].value == {3: 6, 4: 7}


def test_blocks_are_read() -> None:
    book = read(BOOK)

    assert book.claims["goods.add-up"].formula == "goods.total == goods.corn + goods.indigo"
    assert book.readings["captain.wharf"].choices == {"yes": "yes", "no": "no"}
    assert book.examples["captain.one"].body == {"players": 3, "step": [{"do": "load"}]}
    assert book.examples["captain.one"].line == 38
    assert book.default_setup == "plain"
    assert book.seats == ("red", "blue", "white", "green")
    assert book.setups["odd"].options == {"ships": "none"}
    assert book.player_counts() == (3, 4)


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "book.md"
    file.write_bytes(b"\xef\xbb\xbf" + BOOK.replace("\n", "\r\n").encode())

    windows, plain = parse_rulebook(file), read(BOOK)
    assert windows.clauses == plain.clauses
    assert windows.quantities == plain.quantities


def test_a_clause_may_stand_in_a_list() -> None:
    book = read("**a.one** Both hold:\n\n- **a.two** this\n- **a.three** and that\n")

    assert [c.text for c in book.clauses.values()] == ["Both hold:", "this", "and that"]


def test_a_paragraph_after_a_heading_belongs_to_no_clause() -> None:
    assert read("**a.one** One.\n\n## Next\n\nAn introduction.\n").clauses["a.one"].text == "One."


def test_a_rulebook_survives_pickling() -> None:
    book = read(BOOK)

    assert pickle.loads(pickle.dumps(book)).clauses == book.clauses


def test_every_game_of_ours_is_loaded_and_its_claims_hold() -> None:
    for game in games():
        book = load(game)
        assert book.game == game
        assert book.clauses
        assert [str(failure) for failure in check_claims(book)] == []


def test_importing_the_spec_does_not_import_the_markdown_parser() -> None:
    code = "import sys, rulecheck.spec; print('markdown_it' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_rulebook_of_six_hundred_lines_is_read_quickly() -> None:
    text = "".join(f"**a.c{n}** The rule is `a.q{n} = {n}` long.\nAnd more.\n\n" for n in range(200))
    read(BOOK)  # imports the parser

    best = min(_seconds(text) for _ in range(3))

    assert best < 0.2  # 0.02 on a quiet machine


def _seconds(text: str) -> float:
    begin = time.perf_counter()
    read(text)
    return time.perf_counter() - begin


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            clause("**a.one** Again."),
            'x.md:3: clause "a.one" stands here and on line 1; rename or remove one',
            id="clause-twice",
        ),
        pytest.param(
            clause("**a.two** `n.x = 1` and\n`n.x = 1`."),
            'x.md:4: quantity "n.x" stands here and on line 3; rename or remove one',
            id="quantity-twice",
        ),
        pytest.param(
            block("example a.x", "x = 1") + block("example a.x", "x = 1").replace("a.one", "a.two"),
            'x.md:8: example "a.x" stands here and on line 3; rename or remove one',
            id="example-twice",
        ),
        pytest.param(
            clause("**A.Two** Text."),
            'x.md:3: "A.Two" is not a clause id; '
            "ids are lowercase words joined by dots and hyphens, such as robber.no-rest",
            id="capital-id",
        ),
        pytest.param(
            clause("**a.two** *(definiton)* Text."),
            'x.md:3: clause "a.two" is of an unknown kind "definiton"; did you mean "definition"?',
            id="unknown-kind",
        ),
        pytest.param(
            "**a.one** Something.\n**a.two** Else.\n",
            'x.md:2: clause "a.two" stands inside another paragraph; put an empty line before it',
            id="no-empty-line",
        ),
        pytest.param(
            clause("**a.two**\n\n**a.three** Text."),
            'x.md:3: clause "a.two" says nothing; write its text after the id',
            id="empty-clause",
        ),
        pytest.param(
            clause("Some `n.corn = ten` barrels."),
            'x.md:3: expected a whole number for "n.corn", found "ten"; write digits, at most nine',
            id="not-a-number",
        ),
        pytest.param(
            clause("Some `Corn = 10` barrels."),
            'x.md:3: "Corn" is not a quantity\'s name; '
            "names are lowercase words joined by dots and hyphens, such as goods.corn",
            id="bad-name",
        ),
        pytest.param(
            clause("## Next\n\nSome `n.corn = 10` barrels."),
            'x.md:5: quantity "n.corn" belongs to no clause; start its paragraph with a clause id, **such.as-this**',
            id="outside-a-clause",
        ),
        pytest.param(
            clause("| players | 3 | 4 |\n|---|---|---|\n| `s.x` | 4 | five |"),
            'x.md:5: expected a whole number for "s.x" with 4 players, found "five"; write digits, at most nine',
            id="table-cell",
        ),
        pytest.param(
            clause("| players | 3 | four |\n|---|---|---|\n| `s.x` | 4 | 5 |"),
            'x.md:3: expected a player count, found "four"; write digits',
            id="table-header",
        ),
        pytest.param(
            block("exmaple a.x", "x = 1"), 'x.md:3: unknown block "exmaple"; did you mean "example"?', id="block-slip"
        ),
        pytest.param(
            block("claim", "1 < 2"),
            'x.md:3: expected one id after "claim", found nothing; write ```claim some.id',
            id="block-without-id",
        ),
        pytest.param(
            clause("```claim a.x\n1 < 2"),
            "x.md:3: the claim block is not closed; end it with a line ```",
            id="block-not-closed",
        ),
        pytest.param(
            block("claim a.x", "n.cron < 2") + "\n**a.two** `n.corn = 1`\n",
            'x.md:3: claim "a.x": no quantity "n.cron"; did you mean "n.corn"?',
            id="claim-unknown-quantity",
        ),
        pytest.param(
            block("claim a.x", "players-1 < 2"),
            'x.md:3: claim "a.x": no quantity "players-1"; a minus sign stands between spaces: players - 1',
            id="claim-minus",
        ),
        pytest.param(
            block("claim a.x", "1 + 1"),
            'x.md:3: claim "a.x": expected a statement, found a number; compare it with something',
            id="claim-number",
        ),
        pytest.param(
            block("example a.x", "x = 1", "y = = 2"),
            "x.md:5: not valid TOML: invalid value; fix this line",
            id="toml-line",
        ),
        pytest.param(
            block("example a.x", "x = 1", "y = ["),
            "x.md:5: not valid TOML: invalid value at the end; fix this line",
            id="toml-end",
        ),
        pytest.param(
            block("example a.x", "x = " + "[" * 5000),
            "x.md:4: TOML nested too deeply; flatten it",
            id="toml-deep",
        ),
        pytest.param(
            block("setups", 'default = "x"', 'seats = ["red"]', "[y]", "players = [1]"),
            'x.md:4: setups: the default "x" is none of them; they are: y',
            id="setups-default",
        ),
        pytest.param(
            block("setups", 'default = "x"', 'seats = ["red"]', "[x]", "players = [2]"),
            'x.md:6: setups: "x" is for 2 players, and there are 1 seats; name more seats',
            id="setups-seats",
        ),
        pytest.param(
            block("setups", 'default = "x"', 'seats = ["red"]', "[x]", "player = [1]"),
            'x.md:7: setups: unknown key "player"; did you mean "players"?',
            id="setups-key",
        ),
    ],
)
def test_a_mistake_is_told_in_one_line(text: str, message: str) -> None:
    assert complaint(text) == message


READING = {
    "question": '"Which?"',
    "silent": '["a.one"]',
    "choices": '{ yes = "yes", no = "no" }',
    "default": '"yes"',
    "because": '"so"',
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            {"default": '"yess"'},
            'x.md:7: reading "a.r": the default "yess" is not among its choices; did you mean "yes"?',
            id="default",
        ),
        pytest.param(
            {"silent": '["a.ones"]'}, 'x.md:3: reading "a.r": no clause "a.ones"; did you mean "a.one"?', id="clause"
        ),
        pytest.param(
            {"choices": '{ yes = "yes" }'},
            'x.md:6: reading "a.r": expected at least two choices, found 1; add what else',
            id="one-choice",
        ),
        pytest.param(
            {"becuase": '"so"'}, 'x.md:9: reading "a.r": unknown key "becuase"; did you mean "because"?', id="key"
        ),
        pytest.param(
            {"sentences": '{ yess = "So." }'},
            'x.md:9: reading "a.r": a sentence for "yess", which is not a choice; did you mean "yes"?',
            id="sentence",
        ),
        pytest.param(
            {"sentences": '{ yes = "" }'},
            'x.md:9: reading "a.r": choice "yes" says nothing; give it a text in quotes',
            id="empty-sentence",
        ),
        pytest.param(
            {"question": "7"},
            'x.md:4: reading "a.r": expected a text in quotes for "question", found a whole number; fix it',
            id="type",
        ),
        pytest.param(
            {"with": '"b.r=yes"'},
            'x.md:9: reading "a.r": no reading above this one has the choice "b.r=yes"; write a reading that stands '
            "before it and one of its choices",
            id="with",
        ),
        pytest.param(
            {"because": None},
            'x.md:3: reading "a.r": expected a text in quotes, `because = "…"`, found nothing; add it',
            id="missing",
        ),
    ],
)
def test_a_mistake_in_a_reading_is_told_in_one_line(change: dict[str, str | None], message: str) -> None:
    body = {**READING, **change}

    assert complaint(block("reading a.r", *(f"{k} = {v}" for k, v in body.items() if v is not None))) == message


def test_the_same_reading_without_a_mistake_is_read() -> None:
    book = read(block("reading a.r", *(f"{k} = {v}" for k, v in READING.items()), "substitute = true"))

    assert book.readings["a.r"].substitute
    assert [(c.key, c.text) for c in book.readings["a.r"].options()] == [("yes", "yes"), ("no", "no")]


def test_a_reading_that_is_needed_under_another_one_only_says_so() -> None:
    lines = [f"{k} = {v}" for k, v in READING.items()]
    second = "\n".join(["", "```reading b.r", *lines, 'with = "a.r=no"', "```", ""])
    book = read(block("reading a.r", *lines) + second)

    assert [reading.beside for reading in book.readings.values()] == [None, ("a.r", "no")]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        pytest.param(b"", "the file is empty; is this the right file?", id="empty"),
        pytest.param(b" \n\n", "the file is empty; is this the right file?", id="blank"),
        pytest.param(b"# x\x00y", "expected a text file, found a binary one; is this the right file?", id="binary"),
        pytest.param("# é".encode("utf-16"), "expected UTF-8, found UTF-16; save the file as UTF-8", id="utf-16"),
    ],
)
def test_a_file_that_is_no_rulebook_is_refused(tmp_path: Path, raw: bytes, message: str) -> None:
    file = tmp_path / "book.md"
    file.write_bytes(raw)

    with pytest.raises(SpecError) as caught:
        parse_rulebook(file)
    assert str(caught.value) == f"{file}: {message}"


def test_a_wrong_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "book.md"
    file.write_bytes("# x\n\ncafé\n".encode("latin-1"))

    with pytest.raises(SpecError) as caught:
        parse_rulebook(file)
    assert str(caught.value) == f"{file}:3: expected UTF-8, found byte 0xe9; save the file as UTF-8"


def test_a_folder_is_no_rulebook(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        parse_rulebook(tmp_path)
    assert str(caught.value) == f"{tmp_path}: expected a file, found a folder; name a file in it"


def test_a_missing_file_names_the_close_one(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").write_text("x")

    with pytest.raises(SpecError) as caught:
        parse_rulebook(tmp_path / "rulebok.md")
    assert str(caught.value) == f'{tmp_path / "rulebok.md"}: no such file; did you mean "rulebook.md"?'


def test_an_unknown_game_names_the_games() -> None:
    with pytest.raises(SpecError) as caught:
        load("ludo")
    assert str(caught.value) == f'no game "ludo"; the games are: {", ".join(games())}'


def test_the_examples_of_a_users_own_file_are_read_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text("Some words.\n\n```example a.x\nplayers = 3\n```\n\n```claim\nnot looked at\n```\n")

    (example,) = parse_examples(file)
    assert (example.id, example.line, example.path, example.body) == ("a.x", 3, str(file), {"players": 3})


def test_a_file_without_examples_says_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text("Some words.\n\n```python\nx = 1\n```\n")

    with pytest.raises(SpecError) as caught:
        parse_examples(file)
    assert str(caught.value) == f"{file}: no example block; an example opens with ```example some.id"
