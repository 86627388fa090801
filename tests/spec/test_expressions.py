"""The language of claims: what it says, what it refuses, and how fast."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulecheck.spec import check_claims, parse_rulebook
from rulecheck.spec.expressions import FormulaError, parse_formula

VALUES = {"a": 2, "goods.corn": 10, "point-per.barrel-x": 3, "players": 4}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1 + 2 * 3 == 7", True),
        ("goods.corn // 3 - a", 1),
        ("-7 % 3", 2),
        ("a < players < goods.corn", True),
        ("a < players > goods.corn", False),
        ("point-per.barrel-x - a", 1),
        ("min(a, 3) + max([1, 2, 5]) + abs(-4) + sum([])", 11),
        ("not a == 2 or a == 2 and 1 < 2", True),
        ("(goods.corn if players == 4 else 1) == 10", True),
        ("(1 < 2) == (3 < 4)", True),
        ("sum([a,\n     goods.corn])", 12),
    ],
)
def test_a_formula_has_a_value(formula: str, value: int | bool) -> None:
    assert parse_formula(formula).evaluate(VALUES) is value or parse_formula(formula).evaluate(VALUES) == value


def test_a_formula_knows_its_names() -> None:
    assert parse_formula("a.b-c + x == players + a.b-c").names == ("a.b-c", "x", "players")


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("", "expected a formula, found nothing; write one, such as `a.total == a.one + a.two`"),
        ("9**9**9", "powers are not part of the language; write the product out"),
        ("a <", '"a <" is not a formula; check its brackets and operators'),
        ("a < b < (c", '"a < b < (c" is not a formula; check its brackets and operators'),
        ("1e9 < 2", '"1e9" is neither name nor number; fix it'),
        ("10a < 2", '"10a" is neither name nor number; fix it'),
        ("a / 2 == 1", '"/" is not part of the language; a division with a remainder lost is written //'),
        ("open(a) < 2", '"open" cannot be called; the functions are min, max, abs and sum'),
        ("min < 2", '"min" is a function and wants brackets; write min(…)'),
        ("sum(a, b) < 2", "sum with 2 arguments; write sum([x, y])"),
        ("(1 < 2) + 1 == 2", "expected a number, found something true or false; fix the formula"),
        ("a and 1 < 2", "expected something true or false, found a number; fix the formula"),
        ("[1] == [1]", "only numbers can be compared; fix the comparison"),
        ("max([]) == 1", "max of nothing has no value; list at least one number"),
        ("1234567890123 < 2", "a number of 13 digits; at most 12 are read"),
        ("(" * 31 + "1" + ")" * 31, "brackets nested more than 30 deep; split the claim"),
        ("a + " * 600 + "a", "a formula of 2401 characters, at most 2000 are read; split the claim"),
        ("+".join("a" * 150), "a formula of more than 200 parts; split the claim"),
        ("-" * 100 + "a", "a formula nested more than 30 deep; split the claim"),
        ("-" * 1999 + "a", "a formula of more than 600 words and operators; split the claim"),
    ],
)
def test_what_is_not_a_formula_is_refused_with_the_reason(formula: str, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(formula)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "formula",
    [
        "9**9**9",
        "(" * 1_000_000,
        " + ".join(["1"] * 1_000_000),
        "not " * 499 + "a",
        "[" * 30 + "]" * 30,
        "1 if a else " * 150 + "1",
        "9" * 100_000,
    ],
    ids=["power", "brackets", "million-terms", "nots", "lists", "ifs", "digits"],
)
def test_a_formula_made_to_hurt_is_refused_at_once(formula: str) -> None:
    begin = time.process_time()
    with pytest.raises(FormulaError):
        parse_formula(formula)
    assert time.process_time() - begin < 0.1


def test_a_formula_at_the_bounds_is_read() -> None:
    """The twin of the refusals: a long sum is not deep."""
    assert parse_formula(" + ".join(["1"] * 99) + " == 99").evaluate({}) is True
    assert parse_formula("(" * 30 + "1" + ")" * 30).evaluate({}) == 1


@pytest.mark.parametrize("text", ["`a` < 1", "a @ b", "a = 1", "a.__class__ < 1", "lambda: 1", "{}", "'x'", "a; b"])
def test_python_that_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        parse_formula(text).evaluate({"a": 1, "b": 1})


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab.-+*/%<>=!()[], 019\nnotradifelsmx", max_size=80))
def test_no_text_brings_the_reader_down(text: str) -> None:
    try:
        formula = parse_formula(text)
        formula.evaluate(dict.fromkeys(formula.names, 3))
    except FormulaError:
        pass


def test_a_value_beyond_bounds_and_a_division_by_zero_have_no_answer() -> None:
    with pytest.raises(FormulaError, match="a value beyond"):
        parse_formula("999999999999 * 999999999999").evaluate({})
    with pytest.raises(FormulaError, match="a division by zero; guard it with if-else"):
        parse_formula("1 // a").evaluate({"a": 0})


BOOK = """**s.one** There are `s.total = 7` things.

| players | 3 | 4 |
|---|---|---|
| `s.each` | 2 | 3 |

```claim s.no-players
s.total == 8
```

```claim s.enough
s.each * players <= s.total
```
"""


def test_a_claim_is_checked_for_every_player_count() -> None:
    failures = check_claims(parse_rulebook(BOOK, path="x.md"))

    assert [str(failure) for failure in failures] == [
        'x.md:7: claim "s.no-players" does not hold: s.total == 8 (s.total = 7)',
        'x.md:11: claim "s.enough" with 4 players does not hold: s.each * players <= s.total '
        "(s.each = 3, players = 4, s.total = 7)",
    ]


def test_claims_are_checked_with_other_numbers() -> None:
    failures = check_claims(parse_rulebook(BOOK, path="x.md"), {"s.total": 8, "s.each": 2})

    assert failures == ()


def test_a_claim_without_an_answer_says_why() -> None:
    book = parse_rulebook(BOOK.replace("s.total == 8", "s.total // (s.total - 7) == 1"), path="x.md")

    assert str(check_claims(book)[0]) == (
        'x.md:7: claim "s.no-players" has no answer, a division by zero: s.total // (s.total - 7) == 1 (s.total = 7)'
    )
