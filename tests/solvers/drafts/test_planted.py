"""Translations in our own words with planted faults: the draft tells most of them, a review nearly all."""

from __future__ import annotations

import pytest

from rulecheck.solvers.drafts.rowfile import edition_text
from tests.solvers.drafts import planted
from tests.solvers.drafts.planted import Sample

SAMPLES = ("puerto_rico.en", "new_world.de", "power_grid.de")


@pytest.fixture(scope="module", params=SAMPLES)
def given(request: pytest.FixtureRequest) -> Sample:
    return planted.sample(request.param)


def test_the_draft_alone_tells_faults(given: Sample) -> None:
    draft = planted.drafting(given, given.faulty)
    rows = planted.told(draft, edition_text(draft, draft.drafted()))

    assert len(planted.shown(given, rows)) >= 8


@pytest.mark.campaign
def test_sixty_keys_later_more_are_told_and_little_is_false(given: Sample) -> None:
    person = planted.reviewer(given)
    shown = planted.shown(given, planted.told(person.wrong, person.review(person.wrong, 60)[0].source))
    false = planted.false_rows(planted.told(person.right, person.review(person.right, 60)[0].source))

    assert len(shown) >= 12
    assert len(false) <= 10


@pytest.mark.campaign
def test_after_a_whole_review_nearly_all_are_told_and_nothing_is_false(given: Sample) -> None:
    person = planted.reviewer(given)
    going, _ = person.review(person.wrong)
    shown = planted.shown(given, planted.told(person.wrong, going.source))
    false = planted.false_rows(planted.told(person.right, person.review(person.right)[0].source))

    assert len(shown) >= 18
    assert len(false) <= 1
