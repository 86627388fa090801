"""Numbers recomputed by code that shares nothing with the games; docs/auditors.md has the figures."""

from __future__ import annotations

import pytest

from tests.auditors.audit import GAMES, audit
from tests.auditors.stream import Tally
from tests.auditors.teeth import Change, bites, other_numbers, planted, readings

OTHERS = {
    "castles_of_burgundy": (Change("turn.both-dice", "yes"), Change("workers.taken", 3)),
    "catan_europe": (Change("robber.targets", "sea"), Change("consolation.gold", 2)),
    "new_world": (Change("tile.corners", "never"), Change("settlers.supply", 6)),
    "power_grid": (Change("auction.order", "turn-order"), Change("house.first", 11)),
    "puerto_rico": (Change("mayor.extra", "taken"), Change("builder.privilege", 2)),
}
"""A reading and a number of each game that come up at once."""

FLOORS = [
    ("castles_of_burgundy", 4, 26, 31),
    ("catan_europe", 3, 21, 26),
    ("new_world", 6, 13, 12),
    ("power_grid", 6, 23, 28),
    ("puerto_rico", 6, 22, 44),
]
"""In how many games a change is looked for, and how many readings and numbers were noticed: all that came up."""


def told(tally: Tally) -> str:
    """All disagreements, to be read in a failure."""
    return "\n".join(map(str, tally.disagreements))


@pytest.mark.parametrize("game", GAMES)
def test_what_an_auditor_recomputes_is_what_the_game_tells(game: str) -> None:
    tally = audit(game, 2, seed=7)

    assert told(tally) == ""
    assert tally.numbers > 1000


@pytest.mark.parametrize("game", GAMES)
def test_an_auditor_notices_another_reading_and_another_number(game: str) -> None:
    """The twin of the test above: by other rules the auditor disagrees."""
    verdicts = dict(bites(game, list(OTHERS[game]), 4))

    assert [str(change) for change, verdict in verdicts.items() if not verdict.clause] == []


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_what_an_auditor_recomputes_in_many_games_is_what_the_game_tells(game: str) -> None:
    tally = audit(game, 60, seed=500)

    assert told(tally) == ""
    assert tally.games == 60


@pytest.mark.campaign
@pytest.mark.parametrize(("game", "games", "least_readings", "least_numbers"), FLOORS)
def test_an_auditor_notices_as_many_other_rules_as_it_did(
    game: str, games: int, least_readings: int, least_numbers: int
) -> None:
    """Which ones it does not notice, and why, stands in docs/auditors.md."""
    for changes, least in ((readings(game), least_readings), (other_numbers(game), least_numbers)):
        verdicts = dict(bites(game, changes, games))
        overlooked = [str(change) for change, verdict in verdicts.items() if verdict.differed and not verdict.clause]
        assert sum(bool(verdict.clause) for verdict in verdicts.values()) >= least, overlooked


@pytest.mark.campaign
def test_an_auditor_notices_most_wrong_engines_that_are_drawn_by_lot() -> None:
    """Those that tell anything else than the right engine, in the games played."""
    verdicts = dict(planted("power_grid", 5, 2, seed=5))

    differed = [verdict for verdict in verdicts.values() if verdict.differed]
    assert differed
    assert [str(verdict) for verdict in differed if not verdict.clause] == []
