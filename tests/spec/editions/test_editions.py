"""Edition files: what is read from them, and what is told about mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.spec import load, parse_rulebook
from rulecheck.spec.editionfile import editions, load_edition, parse_edition
from rulecheck.spec.errors import SpecError
from rulecheck.spec.laid import Laid, recognised
from tests.spec.editions import toy

GAMES = ("catan_europe", "puerto_rico")


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ('language = "ro"', 'language = "xx"', 'no language "xx"'),
        ('"turn.pay"', '"turn.play"', 'no clause "turn.play"; did you mean "turn.pay"?'),
        ("{toll}", "{tolls}", 'no quantity "tolls"; did you mean "toll"?'),
        ("[fiecare]", "[fiecine]", "is not a rule word of Romanian"),
        ("[poate: crossing]", "[poate: crosing]", 'no fact "crosing"; did you mean "crossing"?'),
        ("[poate: crossing]", "[fiecare: crossing]", "its values are may, must"),
        ('example = "turn.three-trips"', 'example = "x"', 'no example "x"'),
        ("step/0/expect/trips", "step/1/expect/trips", 'has no place "step/1/expect/trips"'),
        ("step/0/expect/trips", "step/0/expect", "no number stands at"),
        ('says = ["my.barrels == my.trips * load.most"]', 'says = ["my.barrels"]', "is not a statement"),
        ('["turn.cross-must"]', '["turn.x"]', 'no reading "turn.x"'),
        ('id = "rules"', 'id = "story"', 'two sections "story"'),
        ('skip = "a story"', 'skips = "a story"', 'unknown key "skips"; did you mean "skip"?'),
        ('find = "[ultimul] jucator', 'finds = "[ultimul] jucator', 'unknown key "finds"; did you mean "find"?'),
        ('find = "[ultimul] jucator incepe"', 'find = ""', "a passage without find"),
        ('of = "turn.order"', 'of = ""', "belongs to no clause"),
    ],
)
def test_a_mistake_is_told_with_its_line(before: str, after: str, what: str) -> None:
    assert toy.EDITION.count(before) == 1
    with pytest.raises(SpecError) as problem:
        toy.edition(toy.EDITION.replace(before, after))
    assert what in str(problem.value)
    assert problem.value.line == toy.EDITION[: toy.EDITION.index(before)].count("\n") + 1


def test_no_such_edition() -> None:
    with pytest.raises(SpecError, match='no edition "pl" of catan_europe; the editions are: ro'):
        load_edition(load("catan_europe"), "pl")


def test_sections_without_rules_hold_no_rule_bearing_sentence() -> None:
    reading = toy.checker().laid
    text = reading.text
    lines = [text.line_of(sentence.start) for _, sentence in reading.rule_bearing()]
    assert min(lines) == 7
    assert [s for s in text.sentences if text.line_of(s.start) == 3]


def test_a_passage_that_stands_twice_goes_to_its_place_in_order() -> None:
    """The two phrases fit both places; each keeps its own when the first place is changed."""
    source = toy.EDITION.replace("pe scurt [maxim]", "[maxim]").replace("incarcati [cel mult]", "[cel mult]")
    for text in (toy.TEXT, toy.changed("cel mult", "cel mai mult")):
        reading = Laid(toy.edition(source), toy.read(text, toy.edition(source)))
        said = reading.all_said()
        lines = [text_line(reading, said[n][0].match.first) for n in (2, 5)]
        assert lines == [14, 18]


def text_line(laid: Laid, unit: int) -> int:
    return laid.text.line_of(laid.text.units[unit].start)


def test_a_text_is_recognised_by_its_key_words() -> None:
    edition = toy.edition()
    assert recognised(edition, toy.read()) == 1
    assert recognised(edition, toy.read("O poveste despre altceva.")) == 0


@pytest.mark.parametrize("game", GAMES)
def test_each_edition_can_be_read(game: str) -> None:
    rulebook = load(game)
    assert "ro" in editions(rulebook)
    edition = load_edition(rulebook, "ro")
    assert len(edition.passages) > 200


@pytest.mark.parametrize("game", GAMES)
def test_each_clause_has_a_passage_or_a_reason(game: str) -> None:
    rulebook = load(game)
    edition = load_edition(rulebook, "ro")
    without = [
        id
        for id in rulebook.clauses
        if not edition.passages_of(id) and id not in edition.lacks and id not in edition.ours
    ]
    assert without == []
    said_and_lacking = [id for id in (*edition.lacks, *edition.ours) if edition.passages_of(id)]
    assert said_and_lacking == []


def test_the_edition_in_the_documentation_can_be_read(root: Path) -> None:
    page = (root / "docs" / "editions.md").read_text(encoding="utf-8")
    block = page.split("```toml\n")[1].split("```")[0]
    more = """
**turn.storm** A storm.

**turn.end** It ends.

```reading turn.first
question = "Who begins?"
silent   = ["turn.order"]
choices  = { eldest = "the eldest", red = "red" }
default  = "red"
because  = "it is silent"
```
"""
    rulebook = parse_rulebook(toy.RULEBOOK + more, game="ferry", path="ferry.md")
    assert len(parse_edition(block, rulebook).passages) == 5


def test_a_passage_that_stands_twice_is_found_in_other_words_at_one_place() -> None:
    """The first page is printed twice, and one of the two is worded otherwise."""
    source = toy.EDITION.replace('{coins.large} mari"', '{coins.large} mari", times = 2').replace(
        'find = "cu {players 2} jucatori {boats} barci cu {players 3} jucatori {boats} barci"',
        'find = "cu {players 2} jucatori {boats} barci cu {players 3} jucatori {boats} barci", times = 2',
    )
    table = toy.TEXT[toy.TEXT.index("12 monede") : toy.TEXT.index("TURA")]
    text = toy.TEXT.replace(
        "TURA", table.replace("barci", "corabii").replace("cu 2 jucători", "pentru 2 jucători") + "TURA"
    )
    chosen = toy.edition(source)
    laid = Laid(chosen, toy.read(text, chosen))

    assert [len(group) for group in list(laid.all_said().values())[:2]] == [2, 2]
