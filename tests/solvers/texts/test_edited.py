"""What differs in a sentence that says nearly what it said when somebody looked at the text."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.edited import edits, exchanged, noted
from rulecheck.solvers.texts.findall import findings
from rulecheck.spec import parse_rulebook
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.reading.frames import Reviewed
from rulecheck.spec.text import parse
from rulecheck.spec.vocabulary import parse_glossary

BOOK = parse_rulebook(
    """# Ferry

## Turn

**turn.first** The youngest player takes the first boat from the shore, after the others have paid one coin.

**turn.load** Each player may load at most two barrels onto their own boat, never onto the shore.
""",
    game="ferry",
    path="ferry.md",
)
WORDS = parse_glossary(
    """
[who]
player = ["player*"]
[thing]
barrel = ["barrel*"]
coin   = ["coin*"]
boat   = ["boat*"]
crate  = ["crate*"]
[spot]
shore = ["shore"]
[doing]
load = ["load*"]
pay  = ["pay*", "paid"]
take = ["take*"]
[kinds]
person = ["who"]
thing  = ["thing"]
place  = ["spot"]
act    = ["doing"]
""",
    BOOK,
)
EDITION = parse_edition(
    """
[edition]
language = "en"
title = "Ferry"
recognise = ["ferry"]

[forms]
player = ["player*"]
barrel = ["barrel*"]
coin   = ["coin*"]
boat   = ["boat*"]
crate  = ["crate*"]
shore  = ["shore"]
load   = ["load*"]
pay    = ["pay*", "paid"]
take   = ["take*"]

[[section]]
id = "rules"
from = "ferry rules"
says = [
  { of = "turn.first", find = "player takes" },
  { of = "turn.load", find = "player may load" },
]
""",
    BOOK,
    "en.toml",
    "en",
    WORDS,
)
TEXT = """Ferry rules

The youngest player takes the first boat from the shore, after all the others have paid one coin each.
Each player may load at most two barrels onto their own boat, never onto the shore.
"""


def check_of(text: str, *, is_known: bool = True) -> TextCheck:
    """A check of a text; with what the right text says kept beside the edition, or without."""
    book = TextCheck(BOOK, EDITION, parse(TEXT, EDITION.language, "a.txt"), None, WORDS)
    assert book.meaning is not None
    edition = evolve(EDITION, reviewed=Reviewed(sentences=noted(book.meaning))) if is_known else EDITION
    return TextCheck(BOOK, edition, parse(text, edition.language, "b.txt"), None, WORDS)


def told(before: str, after: str, *, is_known: bool = True) -> list[str]:
    """What differs in the text with a change: the word that stands there, or is gone."""
    assert TEXT.count(before) == 1
    meaning = check_of(TEXT.replace(before, after), is_known=is_known).meaning
    assert meaning is not None
    return [fault.concept for _, fault in edits(meaning)]


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("youngest", "oldest", "old"),
        ("first boat", "last boat", "last"),
        ("after all", "before all", "before"),
        ("never onto", "also onto", "never"),
        ("two barrels", "two crates", "crate"),
        ("may load", "may only load", "only"),
    ],
)
def test_another_word_in_a_sentence_that_is_the_same_else_is_told(before: str, after: str, word: str) -> None:
    assert told(before, after) == [word]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Each player", "Every player"),
        ("from the shore, after", "from the shore\nafter"),
        ("at most two barrels onto their own boat", "onto their own boat at most two barrels"),
        (
            "The youngest player takes the first boat from the shore, after all the others have paid one coin each.",
            "Once the others have all paid their coin, somebody takes a boat from the shore: the youngest player.",
        ),
    ],
)
def test_other_words_for_the_same_and_a_sentence_worded_anew_are_not(before: str, after: str) -> None:
    assert told(before, after) == []


@pytest.mark.parametrize(
    ("sentence", "after", "words"),
    [
        (0, "Once the others have paid, it is the oldest player who gets a boat.", ["old"]),
        (1, "Onto a boat of one's own go two crates at most.", ["crate"]),
        (1, "Nothing but two barrels goes onto a boat.", []),
    ],
)
def test_in_a_sentence_worded_anew_an_opposite_and_a_thing_of_no_concern_are_told(
    sentence: int, after: str, words: list[str]
) -> None:
    before = TEXT.splitlines()[2:][sentence]

    assert told(before, after) == words


def test_numbered_items_that_have_changed_places_are_told() -> None:
    first, second = "1. Each player pays one coin. ", "2. All players load a barrel onto the boat.\n"
    before = TEXT + first + second
    after = TEXT + first.replace(first[3:], second[3:-1] + " ") + second.replace(second[3:], first[3:])
    for text, places in ((before, 0), (after, 1)):
        then = check_of(before, is_known=False).meaning
        assert then is not None
        edition = evolve(EDITION, reviewed=Reviewed(sentences=noted(then)))
        now = TextCheck(BOOK, edition, parse(text, edition.language, "b.txt"), None, WORDS).meaning
        assert now is not None
        assert len(list(exchanged(now))) == places


def test_a_word_that_shares_its_byte_with_another_is_seen_by_what_it_names() -> None:
    after = TEXT.replace("two barrels", "two crates")
    then, now = (check_of(text, is_known=False).meaning for text in (TEXT, after))
    assert then is not None
    assert now is not None
    kept = [evolve(row, words=other.words) for row, other in zip(noted(then), noted(now), strict=True)]
    edition = evolve(EDITION, reviewed=Reviewed(sentences=tuple(kept)))
    meaning = TextCheck(BOOK, edition, parse(after, edition.language, "b.txt"), None, WORDS).meaning
    assert meaning is not None
    assert [fault.concept for _, fault in edits(meaning)] == ["crate"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("at most two barrels", "two barrels", ["at-most"]),
        (", never onto the shore", "", ["never", "shore"]),
        ("may load", "may twice load", ["double"]),
        ("onto their own boat, never onto the shore", "onto the shore, never onto their own boat", []),
        ("the first boat", "the first load", ["load"]),
    ],
)
def test_a_word_for_how_or_when_more_or_less_is_told(before: str, after: str, words: list[str]) -> None:
    assert told(before, after) == words


def test_two_words_that_exclude_one_another_and_have_changed_places_are_told() -> None:
    sides = TEXT.replace("onto their own boat", "onto the left boat or the right boat")
    then = check_of(sides, is_known=False).meaning
    assert then is not None
    edition = evolve(EDITION, reviewed=Reviewed(sentences=noted(then)))
    turned = sides.replace("the left boat or the right", "the right boat or the left")
    meaning = TextCheck(BOOK, edition, parse(turned, edition.language, "b.txt"), None, WORDS).meaning
    assert meaning is not None
    assert {fault.concept for _, fault in edits(meaning)} & {"left", "right"}


def test_without_what_was_said_before_there_is_nothing_to_compare_with() -> None:
    assert told("after all", "before all", is_known=False) == []


def test_it_is_a_finding_at_its_words() -> None:
    told_there = [f for f in findings(check_of(TEXT.replace("after all", "before all"))) if f.kind == "differs"]
    assert [(f.line, f.message) for f in told_there] == [
        (3, "«before» stands here, where the rule says «then» (turn.first)")
    ]
