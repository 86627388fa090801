"""A clause of several numbers is named where some of them, each always the same, come to what the other side did."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.context import Common
from rulecheck.properties.conform.localization.mutant import Mutant
from rulecheck.properties.conform.localization.mutation import Mutants, by_tables
from rulecheck.properties.conform.localization.replayed_steps import Step
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.spec import make_rules

RULES = make_rules("puerto_rico", players=3)
TWO, TWO_AS_WELL, FOUR, FIVE = ("factory.two", 2), ("factory.two", 0), ("factory.four", 4), ("factory.five", 6)


class Told(Mutants):
    """Steps that come out as the other side has them by one number, which their move tells."""

    def does(self, mutant: Mutant, step: Step) -> frozenset[str] | None:
        return frozenset() if step.move in mutant.numbers or (step.agrees and not mutant.numbers) else None


@pytest.mark.parametrize(
    ("wrong", "speaks"),
    [
        ((TWO, FOUR, TWO, FOUR), {"factory.bonus": 3 / 4}),
        ((TWO, FOUR, FIVE, FOUR), {"factory.bonus": 2 / 4}),
        ((TWO, TWO, TWO, TWO), {}),
        ((TWO, FOUR, TWO_AS_WELL, FOUR), {}),
        ((TWO, FOUR, ("guild-hall.small", 2)), {}),
    ],
    ids=["two numbers", "three", "one alone is no table", "no number is two", "of two clauses"],
)
def test_wrong_numbers_of_one_clause_speak_for_it_the_less_the_more_they_are(
    wrong: Sequence[tuple[str, int]], speaks: dict[str, float]
) -> None:
    common = Common(Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1))
    rig = common.rig(0)

    assert by_tables(Told(common), [Step(rig, move=number) for number in wrong], [1, -1], list) == speaks


def test_numbers_that_change_what_the_sides_agreed_on_speak_for_nothing() -> None:
    common = Common(Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1))
    rig = common.rig(0)
    steps = [Step(rig, move=number) for number in (TWO, FOUR, TWO)]

    assert by_tables(Told(common), steps, [1], lambda: [Step(rig, move=("", 0), agrees=True)]) == {}
