"""Which property of a seat a wrong score is put down to, and the end of a game in the program's own position."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rulecheck.properties.conform.comparing import ends_differently
from rulecheck.properties.conform.ends import Ends, in_common, properties
from rulecheck.properties.conform.lines import positions
from rulecheck.properties.conform.participant import InProcess
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.reference import Reference
from rulecheck.properties.conform.replaying import Shows
from rulecheck.properties.conform.search import Games, Search
from rulecheck.reference_engines.contract import Outcome
from rulecheck.spec import make_rules

FORTS, MINES = "city.fort", "city.mine"


def played(*wrong: str, games: int = 60, seed: int = 5) -> Ends:
    """Ends of games of two seats with forts, mines and money, in which seats with some of them are counted wrongly."""
    rng, ends = Random(seed), Ends()
    for _ in range(games):
        seats = {
            seat: {"city": {"fort": rng.randrange(2), "mine": rng.randrange(2)}, "money": rng.randrange(3)}
            for seat in ("anna", "bob")
        }
        out = [seat for seat, table in seats.items() if set(wrong) & properties(table)]
        ends.add({"players": seats}, dict.fromkeys(out, 1))
    return ends


def test_two_properties_that_account_for_all_wrong_scores_are_two_causes() -> None:
    ends = played(FORTS, MINES)

    assert set(ends.causes) == {FORTS, MINES}
    assert ends.put_down({FORTS, "money"}) == FORTS
    assert ends.put_down({"money"}) == ""


def test_one_property_accounts_for_wrong_scores_by_itself() -> None:
    assert played(FORTS).causes == (FORTS,)


def test_what_goes_with_nothing_that_seats_have_is_put_down_to_nothing() -> None:
    rng, ends = Random(3), Ends()
    for _ in range(80):
        seats = {seat: {"city": {"fort": rng.randrange(2)}, "money": rng.randrange(3)} for seat in ("anna", "bob")}
        ends.add({"players": seats}, {seat: 1 for seat in seats if rng.random() < 0.3})

    assert ends.causes == ()


def test_what_stands_empty_is_told_from_what_is_not_there() -> None:
    rng, ends = Random(4), Ends()
    for _ in range(40):
        cities = {seat: {"fort": rng.randrange(2)} if rng.randrange(2) else {} for seat in ("anna", "bob")}
        out = [seat for seat, city in cities.items() if city.get("fort") == 0]
        ends.add({"players": {seat: {"city": city} for seat, city in cities.items()}}, dict.fromkeys(out, 1))

    assert ends.causes == ("city.fort=0",)


def test_what_few_seats_have_is_no_cause_where_most_scores_are_wrong() -> None:
    """Three seats with a rare thing are all wrong by chance, where nine of ten are; where few are, it is none."""

    def causes(part: int) -> tuple[str, ...]:
        rng, ends = Random(6), Ends()
        for game in range(100):
            rare = {"city": {"fort": 1}} if game % 40 == 0 else {}
            ends.add({"players": {"anna": rare}}, {"anna": 1} if rare or rng.randrange(10) < part else {})
        return ends.causes

    assert causes(9) == ()
    assert causes(1) == (FORTS,)


def test_what_is_wrong_by_more_than_most_is_put_down_to_what_it_goes_with() -> None:
    """Two of three seats are a point out whatever they have; those with a fort, who are few, by three or four."""

    def ends(by: int) -> Ends:
        rng, made = Random(8), Ends()
        for game in range(60):
            fort, point = game % 12 == 0, rng.randrange(3) > 0
            made.add(
                {"players": {"anna": {"city": {"fort": int(fort)}}}},
                {"anna": fort * by + point} if fort or point else {},
            )
        return made

    assert ends(3).causes == (FORTS,)
    assert ends(3).are_several
    assert ends(0).causes == ()


def test_what_three_of_a_kind_have_in_common_is_one_cause() -> None:
    """Whatever stands empty is counted wrongly; of two buildings each may have a rule of its own."""

    def causes(*buildings: str) -> tuple[str, ...]:
        rng, ends = Random(4), Ends()
        for _ in range(80):
            cities = {seat: {name: rng.randrange(3) for name in buildings if rng.randrange(2)} for seat in "ab"}
            out = [seat for seat, city in cities.items() if 0 in city.values()]
            ends.add({"players": {seat: {"city": city} for seat, city in cities.items()}}, dict.fromkeys(out, 1))
        return ends.causes

    assert causes("fort", "mine", "hut", "inn") == ("city.*=0",)
    assert set(causes("fort", "mine")) == {"city.fort=0", "city.mine=0"}


def test_numbers_of_a_kind_have_their_kind_in_common() -> None:
    assert "estate.*=knowledge 16" in in_common("estate.36=knowledge 16")
    assert "estate.36=knowledge *" in in_common("estate.36=knowledge 16")
    assert in_common("silver=0") == ()


def test_one_property_that_accounts_for_all_is_not_several() -> None:
    assert not played(FORTS).are_several
    assert played(FORTS, MINES).are_several


def test_ends_of_several_games_are_one_account() -> None:
    alone, other = played(FORTS, games=1), played(FORTS, games=20, seed=6)
    before = alone.causes

    alone.take_in(other)

    assert (before, alone.causes) == ((), (FORTS,))


def test_who_wins_is_held_against_the_scores_that_are_told() -> None:
    ours = Outcome(("anna",), "win.most", {"anna": 9, "bob": 7})

    def about(**theirs: Any) -> list[str]:
        return [mismatch.about for mismatch in ends_differently(ours, theirs)]

    assert about(scores={"anna": 9, "bob": 12}, winners=["bob"]) == ["scores"]
    assert about(scores={"anna": 9, "bob": 12}, winners=["anna"]) == ["scores", "winners"]
    assert about(scores={"anna": 12, "bob": 12}, winners=["bob"]) == ["scores"]
    assert about(scores={"anna": 9, "bob": 7}, winners=["bob"]) == ["winners"]


class EndsElsewhere(Reference):
    """It counts a point more for everybody when the game is over, and then lets the last one win."""

    def state(self) -> Mapping[str, Any]:
        told = super().state()
        if super().outcome() is None:
            return told
        seats = {seat: {**table, "score": table["score"] + 1} for seat, table in told["players"].items()}
        return {**told, "players": seats}

    def outcome(self) -> Mapping[str, Any] | None:
        outcome = super().outcome()
        if outcome is None:
            return None
        scores = {seat: score + 1 for seat, score in outcome["scores"].items()}
        return {"scores": scores, "winners": [min(scores, key=lambda seat: scores[seat])]}


@pytest.mark.usefixtures("unexplained")
def test_an_end_behind_a_position_that_differs_is_compared_in_that_position() -> None:
    rules = [make_rules("new_world", players=3)]
    result = Search(
        rules=rules, participant=InProcess(lambda: EndsElsewhere("new_world")), seed=1, games=2, shrink_steps=0, every=1
    ).run()

    kinds = {(departure.kind, departure.about) for departure in result.departures}
    assert ("outcome", "winners") in kinds
    assert ("outcome", "scores") not in kinds
    assert any(kind == "state" for kind, _ in kinds)


@pytest.mark.parametrize(("kind", "is_told"), [("outcome", True), ("misses", False)])
def test_an_end_is_looked_for_in_the_other_position_too_which_is_not_told_on_the_way(kind: str, is_told: bool) -> None:
    games = Games(
        Search(
            rules=[make_rules("new_world", players=2)], participant=InProcess(lambda: StartsOver("new_world")), games=1
        )
    )
    rig, session = games.common.rig(0), games.session
    moves, state, rng = [], rig.engine.start(), Random(4)
    while legal := rig.engine.legal_moves(state):
        moves.append(rng.choice(legal))
        state = rig.engine.apply(state, moves[-1])
    session.ensure()
    session.recorded = []

    Shows(session, Parting(kind, "nothing", len(moves), ""), [rig]).everything(
        rig.engine, moves, positions(rig.engine, moves)
    )

    asked = [request["tell"] for request, _ in session.recorded if request["ask"] == "play"]
    lines = [asked[at : at + len(moves)] for at in range(0, len(asked), len(moves))]
    assert any(not any(on_the_way) and "state" in last for *on_the_way, last in lines) is is_told


class StartsOver(Reference):
    """It goes on from no position."""

    from_position = False
