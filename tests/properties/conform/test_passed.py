"""What follows from an accepted difference is not what is looked for; such a difference ends no game in vain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.replaying import Shows
from rulecheck.properties.conform.lockstep.session import Session
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.properties.conform.search.search_knowledge import SearchKnowledge
from rulecheck.spec import make_rules
from tests.faults.several import Several

COINS = "state:bank+cards.*"
"""The coins on the cards are wrong from the second round on."""


class Tight(Reference):
    """It begins at the start, always, and tells but what it has of coins: our side cannot take its position over."""

    from_position = False

    def state(self) -> Mapping[str, Any]:
        whole = super().state()
        return {"bank": whole["bank"], "cards": whole["cards"]}


def program(*faults: str) -> InProcess:
    engine = Several("puerto_rico", "Some", faults)
    return InProcess(lambda: Tight("puerto_rico", engine.engine))


@pytest.mark.parametrize(
    ("looked_for", "met", "same"), [(False, False, True), (False, True, False), (True, True, True)]
)
def test_a_shorter_game_makes_no_echo_of_what_is_accepted_out_of_a_departure(
    looked_for: bool, met: bool, same: bool
) -> None:
    seen = Divergence("state", "pool", 4, "", ("captain.points",))
    session = Session(program("TwoShipsOfAKind"), "puerto_rico")
    shows = Shows(session, evolve(seen, out_of_step=looked_for), [])

    assert shows.is_it(evolve(seen, out_of_step=met)) is same


def test_a_program_whose_positions_cannot_be_taken_over_plays_on_behind_what_is_accepted() -> None:
    search = Search(
        rules=[make_rules("puerto_rico", players=3)],
        participant=program("OneCoinOnACard", "TwoShipsOfAKind"),
        accepted=(COINS,),
        seed=3,
        games=40,
        cap=300,
        shrink_steps=0,
    )
    result = search.run()

    assert any(note.startswith("lists:load:captain.other-ships: seen only after an accepted") for note in result.notes)


def test_it_is_tried_as_long_as_it_may_succeed() -> None:
    gained = SearchKnowledge(unfit=11)
    known = SearchKnowledge()
    known.add(gained)
    assert known.takes_over
    known.add(gained.gained(SearchKnowledge(unfit=10)))
    assert not known.takes_over
    known.add(SearchKnowledge(taken=1))
    assert known.takes_over
