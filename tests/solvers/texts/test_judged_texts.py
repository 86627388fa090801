"""A small text under an edition whose game has frames: what is told, what is only wording, what is found again."""

from __future__ import annotations

import pytest

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.solvers.texts.wording import mended, not_found
from rulecheck.spec import parse_rulebook
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.reading.framefile import parse_frames
from rulecheck.spec.text import parse
from rulecheck.spec.vocabulary import parse_glossary

RULEBOOK = """# Mill

## Turn

**turn.carry** Each player may carry at most `carry.most = 2` sacks from the barn to the mill.

**turn.pay** The miller pays `pay.coins = 3` coins to each player.

**turn.full** If the mill is full, nobody may carry a sack.

## End

**end.win** The player with the most coins wins.

**end.tie** If two tie, the one with the most sacks wins.
"""

CONCEPTS = """
[person]
player = ["player*", "nobody"]
miller = ["miller*"]
[thing]
sack = ["sack*"]
coin = ["coin*"]
[where]
barn = ["barn*"]
mill = ["mill"]
[state]
full = ["full"]
empty = ["empty"]
[doing]
carry = ["carry", "carries", "carried"]
pay = ["pay", "pays"]
win = ["win", "wins"]
tie = ["tie"]
[kinds]
person = ["person"]
thing = ["thing"]
place = ["where"]
attribute = ["state"]
act = ["doing"]
"""

FRAMES = """
["turn.carry"]
says = [
  { act = "carry", mode = "may", what = "sack", n = "at-most carry.most", from = "barn", to = "mill" },
]
["turn.pay"]
says = [{ act = "pay", who = "miller", what = "coin", n = "pay.coins", to = "each-player" }]
["turn.full"]
says = [{ act = "carry", mode = "must-not", who = "player", what = "sack", if = { what = "mill", attr = "full" } }]
["end.win"]
says = [{ act = "win", who = "player", by = { most = "coin" } }]
["end.tie"]
says = [{ act = "win", by = { most = "sack" }, if = { act = "tie" } }]
[chain.win]
over = ["end.win", "end.tie"]
by = [{ most = "coin" }, { most = "sack" }]
"""

EDITION = """
[edition]
language = "en"
title = "Mill, English"
recognise = ["mill", "sack*"]
[forms]
player = ["player*"]
miller = ["miller*"]
sack = ["sack*"]
coin = ["coin*"]
barn = ["barn*"]
mill = ["mill"]
full = ["full"]
empty = ["empty"]
carry = ["carry", "carries"]
pay = ["pay", "pays"]
win = ["win", "wins"]
tie = ["tie"]
[[section]]
id = "rules"
says = [
  { of = "turn.carry", find = "may carry .. {carry.most} sacks" },
  { of = "turn.pay", find = "miller .. {pay.coins} coins" },
  { of = "turn.full", find = "mill .. full" },
  { of = "end.win", find = "most coins" },
  { of = "end.tie", find = "most sacks" },
]
"""

TEXT = """Each player may carry at most 2 sacks from the barn to the mill.
The miller pays 3 coins to each player.
If the mill is full, nobody may carry a sack.
The player with the most coins wins.
If two tie, the one with the most sacks wins.
"""


def check_of(text: str, edition: str = EDITION) -> TextCheck:
    book = parse_rulebook(RULEBOOK, game="mill", path="mill.md")
    words = parse_glossary(CONCEPTS, book)
    own = parse_edition(edition, book, "en.toml", "en", words)
    return TextCheck(book, own, parse(text, "en", "mill.txt"), glossary=words, frames=parse_frames(FRAMES, words))


def told(text: str, edition: str = EDITION) -> list[tuple[int, str, str]]:
    return [(f.line, f.kind, f.dimension) for f in findings(check_of(text, edition))]


def changed(before: str, after: str) -> str:
    assert TEXT.count(before) == 1
    return TEXT.replace(before, after)


def test_a_right_text_has_nothing() -> None:
    assert told(TEXT) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("from the barn to the mill", "from the mill to the barn", (1, "differs", "from")),
        ("may carry at", "must carry at", (1, "differs", "mode")),
        ("is full", "is empty", (3, "differs", "attr")),
        ("the most coins", "the fewest coins", (4, "differs", "by")),
    ],
)
def test_a_change_of_meaning_is_told(before: str, after: str, expected: tuple[int, str, str]) -> None:
    assert expected in told(changed(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("If the mill is full, nobody may carry a sack.", "No player may carry a sack if the mill is full."),
        ("The player with the most coins wins.", "The player who has the most coins wins the game."),
        ("The miller pays 3 coins to each player.", "Each player is paid 3 coins by the miller."),
    ],
)
def test_other_words_for_the_same_are_not_told(before: str, after: str) -> None:
    assert told(changed(before, after)) == []


def test_a_passage_is_found_where_it_moved_to_in_other_words() -> None:
    lines = TEXT.splitlines()
    moved = "\n".join([lines[0], *lines[2:], "Each player receives three of the miller's coins: the miller pays."])

    assert [kind for _, kind, _ in told(moved) if kind in ("missing", "unfound", "unclaimed")] == []


def test_a_difference_that_a_person_found_right_is_not_told_and_another_one_is() -> None:
    right = EDITION.replace('find = "mill .. full"', 'find = "mill ..", right = ["if.attr = empty"]')

    assert told(changed("is full", "is empty"), right.replace('"mill .."', '"mill is"')) == []
    assert (
        told(changed("nobody may carry a", "each player must carry a"), right.replace('"mill .."', '"mill is"')) != []
    )


LITERAL = EDITION.replace(
    'find = "mill .. full"',
    'find = "if the mill", literally = { says = "empty", means = "full", told = "nobody carries to an empty mill" }',
)


def test_a_known_fault_is_mended_only_where_the_rule_is_said() -> None:
    assert mended(check_of(changed("is full", "is empty"), LITERAL)) == []
    assert [row.literal.told for row in mended(check_of(TEXT, LITERAL))] == ["nobody carries to an empty mill"]


def test_a_known_fault_that_is_gone_without_the_rule_is_not_mended() -> None:
    gone = check_of(changed("If the mill is full, nobody may", "If the mill burns, nobody may"), LITERAL)

    assert mended(gone) == []
    assert [row.literal.told for row in not_found(gone)] == ["nobody carries to an empty mill"]


def test_two_criteria_in_the_wrong_order_are_told() -> None:
    swapped = TEXT.replace("most coins", "most ?").replace("most sacks", "most coins").replace("most ?", "most sacks")

    assert any("stand in another order" in f.message for f in findings(check_of(swapped)))
    assert not any("stand in another order" in f.message for f in findings(check_of(TEXT)))
