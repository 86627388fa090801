"""Citations put to the test: which changes are tried for each, and what becomes of it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from rulecheck.properties.strength.changes import Change
from rulecheck.properties.strength.citations import (
    Citation,
    Citations,
    Inquiry,
    Reason,
    Round,
    citations_of,
    read_reasons,
)
from rulecheck.properties.strength.looks import Notice
from rulecheck.properties.strength.trying import Outcome, Trial
from rulecheck.spec.errors import SpecError

BUY, ROOM = Citation("rule.buy", "buy.afford"), Citation("rule.buy", "buy.room")


def change(nth: int, *clauses: str, function: str = "buy") -> Change:
    return Change("market.rule", function, nth, clauses, f"{nth} -> {nth + 1}", nth, "digest")


BOTH = [change(0, "buy.afford", "buy.room"), change(1, "buy.afford", "buy.room"), change(2, "buy.afford")]


def inquired(
    changes: list[Change],
    sees: dict[int, Collection[str]],
    *citations: Citation,
    tries: int = 9,
    outcome: Outcome | None = None,
) -> tuple[Inquiry, list[tuple[int, tuple[str, ...]]]]:
    """What became of citations, and the changes that were asked about; `sees` are the clauses that notices name."""
    inquiry = Inquiry(citations or (BUY, ROOM), changes, 7)
    of: dict[str, Trial] = {}
    asked = []

    def try_all(chosen: list[Change]) -> None:
        for each in chosen:
            asked.append((each.nth, each.clauses))
            notices = (Notice("examples", "shop", tuple(sees[each.nth])),) if each.nth in sees else ()
            known = outcome or ("noticed" if notices else "unnoticed")
            of[each.key] = Trial(each.key, each.where, each.line, each.what, each.clauses, known, notices)

    inquiry.asked(Round("near", (), tries), of, try_all)
    return inquiry, asked


def standings(inquiry: Inquiry, *reasons: Reason) -> list[str]:
    return [each.standing for each in inquiry.result("market", reasons, {}).judged]


def test_the_change_in_the_line_that_names_the_clause_is_tried_first() -> None:
    _, asked = inquired(BOTH, {2: ["buy.afford"]})

    assert asked[0] == (2, ("buy.afford",))


def test_a_citation_is_asked_about_until_something_names_its_clause() -> None:
    """The change in its own line is noticed by another clause's check; a further one by its own."""
    inquiry, asked = inquired(BOTH, {2: ["market.open"], 1: ["buy.afford", "buy.room"], 0: ["buy.afford", "buy.room"]})

    assert asked[0][0] == 2
    assert len(asked) == 2
    assert standings(inquiry) == ["named", "named"]
    assert inquiry.judged[BUY].by == "examples: shop"


def test_a_change_is_asked_about_for_what_is_still_open_only() -> None:
    _, asked = inquired(BOTH, {2: ["buy.afford"]})

    assert asked[1:] == [(nth, ("buy.room",)) for nth, _ in asked[1:]]
    assert len(asked) == 3


def test_what_nothing_names_is_empty_after_all_changes_or_so_many() -> None:
    inquiry, asked = inquired(BOTH, {0: ["market.open"]})
    few, asked_few = inquired(BOTH, {0: ["market.open"]}, tries=1)

    assert standings(inquiry) == standings(few) == ["empty", "empty"]
    assert (len(asked), len(asked_few)) == (3, 2)


def test_a_citation_without_a_line_of_its_own_is_tried_with_the_whole_function() -> None:
    """All lines name another clause, and yet the function cites it."""
    inquiry, asked = inquired([BOTH[2]], {2: ["buy.room"]}, ROOM)

    assert asked == [(2, ("buy.room",))]
    assert standings(inquiry) == ["named"]


def test_a_function_without_changes_says_nothing_of_what_it_cites() -> None:
    assert standings(inquired([], {}, BUY)[0]) == ["untried"]
    assert standings(inquired(BOTH, {}, BUY, outcome="impossible")[0]) == ["untried"]


def test_what_runs_for_ever_is_noticed_and_names_nothing() -> None:
    inquiry, _ = inquired(BOTH, {}, BUY, outcome="endless")

    assert standings(inquiry) == ["empty"]
    (row,) = inquiry.result("market", [], {}).to_json()["citations"]
    assert (row["function"], row["clause"], row["changes"], row["tried"], row["noticed"]) == (
        "rule.buy",
        "buy.afford",
        3,
        3,
        3,
    )


def test_a_reason_excuses_what_is_empty_and_is_needless_elsewhere() -> None:
    reasons = [Reason("rule.buy", clause, "it is only told") for clause in ("buy.afford", "buy.room")]

    inquiry, _ = inquired(BOTH, {1: ["buy.room"]})
    result = inquiry.result("market", reasons, {})

    assert [each.standing for each in result.judged] == ["excused", "named"]
    assert [each.citation for each in result.needless] == [ROOM]
    assert result.share == 1


def test_the_figures_add_up() -> None:
    inquiry, _ = inquired(BOTH, {1: ["buy.room"]})
    result = inquiry.result("market", [], {"seed": 7})

    assert isinstance(result, Citations)
    assert (result.share, result.told) == (0.5, "2 citations: 1 noticed by something that names the clause, 1 empty")
    assert [row["standing"] for row in result.to_json()["citations"]] == ["empty", "named"]
    assert result.to_json()["settings"] == {"seed": 7}


def test_citations_stand_in_the_order_of_functions_and_clauses() -> None:
    assert citations_of({"rule.buy": ("buy.afford", "buy.room")}) == [BUY, ROOM]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[citation]]\nfunction = "f"\nclause = "a"\n', "because is missing"),
        ('[[citation]]\nfunction = "f"\nclause = "a"\nbecause = "b"\nchange = "c"\n', 'unknown key "change"'),
        ('[citation]\nfunction = "f"\n', "citation is one table"),
    ],
)
def test_a_reason_that_is_none_is_told(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "excused.toml").write_text(text)

    with pytest.raises(SpecError, match=says):
        read_reasons(tmp_path / "excused.toml")
