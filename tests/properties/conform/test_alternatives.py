"""What goes wrong in the same way whichever clause of a paragraph is carried out is one cause, and else it is not."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import cast

from attrs import evolve

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.alternatives import are_alternatives
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank

TOWN: Mapping[str, int] = {"players.*.island": -1, "players.*.town": 1}


def cause(*clauses: str, by: Mapping[str, int] = TOWN, after: str = "use", at: int = 3) -> Cause:
    apart = tuple(Difference((part,), part, 2, 2 + more) for part, more in by.items())
    parting = Parting("state", "+".join(by), at, "", clauses, differences=apart, after=after)
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(at, 0, "even", ("use",) * at)
    candidates.add(Rank.of(game, parting), at, game, parting)
    return Cause(parting.key, "state", parting.about, clauses[:1], parts={*by}, candidates=candidates)


def are_one(first: Cause, second: Cause, share: float = 1.0) -> bool:
    spectrum = SimpleNamespace(share=lambda partings, clause: share)
    return are_alternatives(cast(Common, SimpleNamespace(spectrum=spectrum)), first, second)


SHIP, SUPPLY = cause("hospice.from-ship", "settler.take"), cause("hospice.colonist", "settler.take", at=4)


def test_the_same_goes_wrong_by_either_of_two_clauses_that_are_never_at_work_together() -> None:
    assert are_one(SUPPLY, SHIP)
    assert not are_one(SHIP, SUPPLY)  # it shows sooner


def test_another_amount_place_or_kind_of_move_is_another_cause() -> None:
    assert not are_one(cause("hospice.colonist", by={**TOWN, "players.*.town": 2}, at=4), SHIP)
    assert not are_one(cause("hospice.colonist", by={"players.*.island": -1, "bank": 1}, at=4), SHIP)
    assert not are_one(cause("hospice.colonist", after="place", at=4), SHIP)
    one_number = {"players.*.town": 1}
    assert not are_one(cause("hospice.colonist", by=one_number, at=4), cause("hospice.from-ship", by=one_number))


def test_clauses_of_two_paragraphs_or_of_one_step_are_two_causes() -> None:
    assert not are_one(cause("settler.hospice", at=4), SHIP)
    assert not are_one(cause("hospice.colonist", "hospice.from-ship", at=4), SHIP)
    assert not are_one(evolve(SUPPLY, suspects=("hospice.from-ship",)), SHIP)
    assert not are_one(evolve(SUPPLY, suspects=()), SHIP)


def test_what_goes_wrong_now_and_then_only_may_be_two_things() -> None:
    assert not are_one(SUPPLY, SHIP, share=0.5)
