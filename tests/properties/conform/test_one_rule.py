"""Missing moves of several kinds are one cause where one rule is seen to leave them out, and several where none is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import evolve, frozen

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.judging import telling
from rulecheck.properties.conform.merging import joined
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.missing import Missing
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig


@frozen
class Table:
    """What can be done."""

    legal: tuple[str, ...]
    events: tuple[str, ...] = ()


class Toy:
    """Goods and gold are offered and asked for, and an answer brings offers."""

    seats = ("anna", "bob")
    rules = None

    def start(self) -> Table:
        return Table(NEXT["trade"])

    def actor(self, table: Table) -> int:
        return 0

    def parse(self, text: str) -> str:
        return text

    def legal_moves(self, table: Table) -> tuple[str, ...]:
        return table.legal

    def apply(self, table: Table, move: str) -> Table:
        return Table(NEXT.get(move, ()))

    def to_json(self, table: Table) -> dict[str, Any]:
        return {"legal": list(table.legal)}


NEXT = {
    "trade": ("give corn", "give gold", "want corn", "want gold", "answer"),
    "answer": ("give gold", "done"),
    "open": ("give corn", "give gold", "done"),
}
"""What can be done after each move."""
KINDS = ("give", "answer", "want")
MOVES = ("give gold", "answer", "want gold")


def missed(line: tuple[str, ...], kind: str, *missing: str, index: int = 0) -> Cause:
    """The cause that some moves are missing after a line, as it is told of one of their kinds."""
    legal = NEXT[line[-1]]
    moves, listed = (
        [text for text in legal if kind_of_move(text) == kind and (text in missing) is there] for there in (True, False)
    )
    parting = Parting("misses", kind, len(line), "", (f"{kind}.all",), missing=frozenset(missing))
    parting = evolve(parting, telling=telling(moves, listed))
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(index, 0, "even", line)
    candidates.add(Rank.of(game, parting), index, game, parting)
    return Cause(f"misses:{kind}", "misses", kind, (f"{kind}.all",), games={index}, candidates=candidates)


@pytest.fixture
def missing() -> Missing:
    rig = Rig(cast(Any, Toy()))
    return Missing(cast(Common, SimpleNamespace(rig_for=lambda game: rig)))


def test_the_same_words_tell_the_missing_moves_of_both_kinds(missing: Missing) -> None:
    gold = ("give gold", "want gold")
    give, want = missed(("trade",), "give", *gold), missed(("trade",), "want", *gold)

    assert missing.one_rule(give, want) == ("want.all",)
    assert missing.one_rule(evolve(give, changes={"change": 1.0}), want) == ("give.all",)


def test_other_words_or_moves_that_nothing_tells_apart_are_two_causes(missing: Missing) -> None:
    apart = ("give gold", "want corn")
    give, want = missed(("trade",), "give", *apart), missed(("trade",), "want", *apart)
    none = missed(("answer",), "give", "give gold")

    assert missing.one_rule(give, want) is None
    assert missing.one_rule(none, missed(("trade",), "want", "want gold")) is None


def test_a_move_that_leads_to_nothing_but_missing_ones_is_missing_with_them(missing: Missing) -> None:
    give, answer = missed(("trade",), "give", "give gold"), missed(("trade",), "answer", "answer")

    assert missing.leads_to(answer, give)
    assert not missing.leads_to(answer, missed(("trade",), "give", "give corn"))
    assert not missing.leads_to(give, answer)
    assert not missing.leads_to(missed(("trade", "open"), "give", "give corn"), give)


def test_what_is_one_with_another_by_the_rule_that_both_have_in_common_is_taken_in_once() -> None:
    give, answer, want = (missed(("trade",), kind, *MOVES, index=at) for at, kind in enumerate(KINDS))
    answer.suspects = ("trade.goods",)

    def one_rule(cause: Cause, other: Cause) -> tuple[str, ...] | None:
        return ("trade.goods",) if (cause, other) == (want, give) else None

    (told,) = joined([give, answer, want], set(), one_rule=one_rule)

    assert told is give
    assert told.games == {0, 1, 2}
