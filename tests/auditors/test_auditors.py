"""Numbers recomputed by code that shares nothing with the games; docs/auditors.md says how many, and what is noticed."""

from __future__ import annotations

import pytest

from tests.auditors.audit import GAMES, audit
from tests.auditors.stream import Tally
from tests.auditors.teeth import Change, bites, other_numbers, readings


def told(tally: Tally) -> str:
    """All disagreements, to be read in a failure."""
    return "\n".join(map(str, tally.disagreements))


@pytest.mark.parametrize("game", GAMES)
def test_what_an_auditor_recomputes_is_what_the_game_tells(game: str) -> None:
    tally = audit(game, 2, seed=7)

    assert told(tally) == ""
    assert tally.numbers > 1000


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_what_an_auditor_recomputes_in_many_games_is_what_the_game_tells(game: str) -> None:
    tally = audit(game, 60, seed=500)

    assert told(tally) == ""
    assert tally.games == 60
