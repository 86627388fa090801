"""Edition files that are wrong in every way: each mistake is one line, and none takes long."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import LARGEST_TOML, parse_toml
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.passages import Finder, read_phrase
from rulecheck.spec.sources import open_source
from rulecheck.spec.text import parse
from tests.spec.editions.toy import rulebook

HEAD: Final = '[edition]\nlanguage = "en"\ntitle = "x"\nrecognise = ["a"]\n'
BOOK: Final = rulebook()
CLAUSE: Final = next(iter(BOOK.clauses))
READING: Final = next(iter(BOOK.readings), "none")


def row(more: str = "", find: str = "abc") -> str:
    return f'{HEAD}[[section]]\nid = "a"\nsays = [\n{{ of = "{CLAUSE}", find = "{find}"{more} }},\n]\n'


LONG: Final = "9" * 5000
WRONG: Final = {
    "an example that is a table": row(", example = {}"),
    "a reading settled by a list": f'{HEAD}[settles]\n"{READING}" = []\n',
    "a statement that is a number": row(", says = 5"),
    "statements that are numbers": row(", says = [5]"),
    "statements that are a table": row(", says = {}"),
    "players without end": row(find="{players 9999999999999999} a"),
    "a place of 5,000 digits": row(find=f"{{3 @ {LONG}}} a"),
    "a number of 5,000 digits": row(find=f"{{{LONG}}} a"),
    "other names that are tables": f'{HEAD}[[term]]\nthing = "a"\nsays = ["b"]\nalso = [{{}}]\n',
    "other names that are a number": f'{HEAD}[[term]]\nthing = "a"\nsays = ["b"]\nalso = 5\n',
    "a phrase of 1,500 gaps": row(find=" ... ".join(["a"] * 1500)),
    "a phrase of 1,500 holes": row(find="a" + "{x}" * 1500),
    "40,000 spaces in a hole": row(find="a {x" + " " * 40_000 + "y}"),
    "a skip that is a list": f'{HEAD}[[section]]\nid = "a"\nskip = []\n',
    "a note that is a list": row(", note = []"),
    "a word that is a list": row(", may_go = []"),
    "a key that there is no more": row(', holds = "a:2"'),
    "a reason that is a number": f'{HEAD}[lacks]\n"{CLAUSE}" = 1\n',
    "nothing that is a number": f'{HEAD}[[section]]\nid = "a"\nsays = [{{ nothing = 5, find = 7 }}]\n',
    "a literal of numbers": row(", literally = { says = 1, told = [], states = 5 }"),
    "a formula of brackets": row(f', says = "{"(" * 3000}"'),
    "a power of powers": row(', says = "9**9**9**9 == 1"'),
}


@pytest.mark.parametrize("what", WRONG)
def test_each_mistake_is_one_line_with_its_place(what: str) -> None:
    with pytest.raises(SpecError) as told:
        parse_edition(WRONG[what], BOOK)

    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 2_000


def test_an_edition_without_a_mistake_is_read() -> None:
    """The twin."""
    assert parse_edition(row(), BOOK).passages


TOML: Final = {
    "a text without end and 44 backslashes": 'x = """' + "\\" * 44,
    "the same in an inline table": 'x = {a = """' + "\\" * 5000,
    "a text without end": 'x = "' + "\\" * 100_000,
    "lists in lists": "x = " + "[" * 100_000,
    "tables in tables": "x = " + "{a=" * 100_000,
    "a key of 20,000 parts": ".".join(["a"] * 20_000) + " = 1",
    "a number of 5,000 digits": f"x = {LONG}",
    "a number of 100,000 digits to the base of 16": "x = 0x" + "f" * 100_000,
    "a number of 65 bits in a table": "[x]\ny = [{z = 9223372036854775808}]",
    "no text at all": "\x00",
    "more than a file of data ever has": "#" * (LARGEST_TOML + 1),
}


@pytest.mark.parametrize("what", TOML)
def test_toml_without_end_is_refused_at_once(what: str) -> None:
    with pytest.raises(SpecError, match=r"^x\.toml:\d+: "):
        parse_toml(TOML[what], "x.toml")


def test_the_largest_number_of_toml_is_read() -> None:
    """The twin."""
    assert parse_toml("x = 9223372036854775807", "x.toml") == {"x": 2**63 - 1}


def test_a_phrase_of_many_gaps_is_looked_for_in_one_go(tmp_path: Path) -> None:
    """Seventy to the power of six ways, if what has failed once were tried again."""
    path = tmp_path / "text.txt"
    path.write_text("ab " * 800 + "zz")
    finder = Finder(parse(open_source(path), "en"))

    matches = list(finder.find(read_phrase(" ... ".join(["ab"] * 6) + " ... {7} zz", LANGUAGES["en"])))

    assert matches == []
    assert len(list(finder.find(read_phrase(" ... ".join(["ab"] * 6) + " zz", LANGUAGES["en"])))) == 1
