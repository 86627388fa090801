"""A change of our rules speaks first for what it brings to work, or keeps from it, in most of the steps it explains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.mutant import Mutant, switched_by
from rulecheck.properties.conform.mutants import Mutants
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.steps import Sighting, Step, Steps
from tests.properties.conform.test_mutants import common

Works = tuple[frozenset[str], frozenset[str]]


def works(*each: str) -> list[Works]:
    """What was at work in some steps: "ours>changed"."""
    return [cast(Works, tuple(frozenset(side.split()) for side in step.split(">"))) for step in each]


@pytest.mark.parametrize(
    ("steps", "switched"),
    [
        (("score>score again", "score>score again", "score>score again"), {"again"}),
        (("score>score again", "score again>score again", "score>score again"), {"again"}),
        (("score again>score", "score again>score", "score again>score"), {"again"}),
        (("score>score again", "score again>score again", "score again>score again"), set()),
        (("score>score again", "score>score", "score>score again"), set()),
        (("score>score again", "score>score again"), set()),
    ],
    ids=["brought", "brought, or there", "kept from it", "there mostly", "not always", "seen too seldom"],
)
def test_what_a_change_brings_to_work_mostly_and_is_at_work_each_time(steps: Sequence[str], switched: set[str]) -> None:
    assert switched_by(works(*steps)) == switched


class Told(Mutants):
    """One change, which explains all steps and brings what it is told to, but some steps that agreed."""

    change: Mutant
    brings: frozenset[str] = frozenset()

    def of(self, step: Step, ways: Sequence[int]) -> Iterator[Mutant]:
        yield self.change

    def does(self, mutant: Mutant, step: Step) -> frozenset[str] | None:
        return None if step.agrees and step.move == "other" else step.at_work | self.brings


def speaking(
    monkeypatch: pytest.MonkeyPatch, change: Mutant, brings: str, many: int = 4, against: int = 0, kind: str = "state"
) -> dict[str, float]:
    """What the change speaks for that is seen in so many steps, with so many of twelve agreed steps against it."""
    games: Common = common()
    rig = games.rig(0)
    parting = Parting(kind, "ending", 1, "", ("builder.build",))
    game = GameLine(0, 0, "even", ("build hacienda",))
    shown: list[Sighting] = [Candidate(Rank.of(game, parting), 0, game, parting)] * many
    seen = Step(rig, ours=SimpleNamespace(), at_work=frozenset({"builder.build"}), fits=lambda engine, after: False)
    agreed = [Step(rig, move="other" if at < against else "same", agrees=True) for at in range(12)]
    monkeypatch.setattr(Steps, "step", lambda *_: seen)
    monkeypatch.setattr(Steps, "agreed", lambda *_: agreed)
    told = Told(games)
    told.change, told.brings = change, frozenset(brings.split())
    return dict(told.support(shown, lambda game, at: False).clauses)


NUMBER = Mutant("city.spaces=11", ("box.boards",), numbers=(("city.spaces", 11),))
RULE = Mutant("trader.privilege=2", ("trader.privilege",), numbers=(("trader.privilege", 2),))
CODE = Mutant("build:1:0", ("builder.build", "end.city"), code=cast(Any, ("", "")))


def test_of_a_number_of_what_the_box_holds_the_rule_is_meant_that_it_brings_to_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert speaking(monkeypatch, NUMBER, "end.city silent:full") == {"end.city": 1.0, "box.boards": pytest.approx(0.6)}
    assert speaking(monkeypatch, NUMBER, "") == {"box.boards": 1.0}


def test_a_number_of_a_rule_speaks_for_that(monkeypatch: pytest.MonkeyPatch) -> None:
    assert speaking(monkeypatch, RULE, "end.city") == {"end.city": pytest.approx(0.6), "trader.privilege": 1.0}


def test_what_missing_moves_would_carry_out_is_not_brought_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    assert speaking(monkeypatch, NUMBER, "end.city", kind="misses") == {"box.boards": 1.0}


def test_a_changed_line_speaks_less_for_what_it_does_not_bring_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    brought = speaking(monkeypatch, CODE, "end.city")

    assert brought["end.city"] == 1.0 > brought["builder.build"]
    assert speaking(monkeypatch, CODE, "end.city", many=2)["builder.build"] == 1.0


def test_what_brings_agreed_steps_to_come_out_otherwise_has_to_explain_four_times_as_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert speaking(monkeypatch, NUMBER, "", many=4, against=1)
    assert not speaking(monkeypatch, NUMBER, "", many=3, against=1)
    assert not speaking(monkeypatch, NUMBER, "", many=8, against=2)  # nor may it be more than a tenth of them
