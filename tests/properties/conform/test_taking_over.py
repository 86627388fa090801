"""A program that cannot go on from our positions: our side goes on from the one that it tells."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.campaign.planning import Plan
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.lockstep.replaying import again
from rulecheck.properties.conform.lockstep.session import DoesNotPlay
from rulecheck.properties.conform.protocol.messages import Answer
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.properties.conform.search.filling_in import Doubtful, filled_in
from rulecheck.properties.conform.search.lookahead import own_game
from rulecheck.properties.findings.finding import FindingError, load_finding
from rulecheck.properties.findings.origin import Origin
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import PositionError
from rulecheck.spec import make_rules
from tests.faults.several import Several
from tests.properties.conform.showing import shows

HIDDEN = Several("puerto_rico", "Hidden", ("TheGovernorStays", "CornSells"))
"""The governor stays in the first round of all games; corn is sold much later."""


class Whole(Reference):
    """It begins at the start, always."""

    from_position = False


class Silent(Whole):
    """It tells nothing of the cards on the roles, nor who is governor."""

    def state(self) -> Mapping[str, Any]:
        return {"bank": super().state()["bank"]}


def searched(kind: type[Reference]) -> Games:
    games = Games(
        Search(
            rules=[make_rules("puerto_rico", players=3)],
            participant=InProcess(lambda: kind("puerto_rico", HIDDEN.engine)),
            seed=2,
            games=8,
            cap=150,
            shrink_steps=300,
            shrink_seconds=3600.0,
        )
    )
    games.run()
    return games


@pytest.fixture(scope="module")
def games() -> Games:
    return searched(Whole)


def behind(games: Games) -> Departure:
    return next(departure for departure in games.result.departures if departure.origin is not None)


def test_what_lies_behind_a_departure_of_every_game_is_shown(games: Games) -> None:
    named = {clause for departure in games.result.departures for clause in departure.clauses}
    assert named >= {"round.governor-moves", "trader.corn"}
    assert behind(games).origin.before  # type: ignore[union-attr]


def test_a_program_that_tells_too_little_for_that_shows_less() -> None:
    departures = searched(Silent).result.departures

    assert departures
    assert not [departure for departure in departures if departure.origin is not None]


def test_all_of_it_shows_again(games: Games) -> None:
    assert all(shows(games, departure) for departure in games.result.departures)


def test_its_finding_is_played_again_from_that_position(games: Games, tmp_path: Path) -> None:
    file = tmp_path / "finding.json"
    file.write_text(json.dumps(behind(games).to_finding().to_json()))

    loaded = load_finding(file)
    divergences, _ = again(InProcess(lambda: Whole("puerto_rico", HIDDEN.engine)), loaded)

    assert loaded.engine.to_json(loaded.positions[0]) == loaded.finding.position
    assert loaded.finding.name in {divergence.key for divergence in divergences} | set(behind(games).keys)
    other = evolve(loaded, finding=evolve(loaded.finding, before=(*loaded.finding.before, "roll 1 6")))
    with pytest.raises(DoesNotPlay, match="it refuses what it played before"):  # as when it was mended meanwhile
        again(InProcess(lambda: Whole("puerto_rico", HIDDEN.engine)), other)


def test_a_finding_from_no_position_of_the_game_is_told(games: Games, tmp_path: Path) -> None:
    told = behind(games).to_finding().to_json()
    file = tmp_path / "finding.json"
    file.write_text(json.dumps({**told, "position": {**told["position"], "bank": -1}}))

    with pytest.raises(FindingError, match="bank"):
        load_finding(file)


def test_a_position_that_the_rules_do_not_know_is_not_taken_over() -> None:
    context = EngineContext(build(make_rules("puerto_rico")))
    told = context.engine.to_json(context.engine.start())

    assert context.taken_over(Origin((), told)).engine.start() == context.engine.start()
    with pytest.raises(PositionError):
        context.taken_over(Origin((), {**told, "bank": -1}))


class CountsTwice(Whole):
    """Each move brings the bank a doubloon."""

    def play(self, move: str) -> None:
        super().play(move)
        position = self._engine.to_json(self._state)
        self._state = self._engine.from_json({**position, "bank": position["bank"] + 1})


def test_a_game_with_hundreds_of_departures_comes_to_its_end() -> None:
    rules = [make_rules("puerto_rico", players=3)]
    result = Search(
        rules=rules,
        participant=InProcess(lambda: CountsTwice("puerto_rico")),
        games=1,
        cap=800,
        shrink_steps=0,
        adopts=False,
    ).run()

    assert result.ended == {"finished": 1}
    assert result.counts.outcome == 1


@pytest.mark.parametrize(("kind", "ends"), [(CountsTwice, 1 + 4), (Whole, 1 + 1)])
def test_every_other_game_against_a_program_that_departs_ends_in_several_ways(kind: type[Reference], ends: int) -> None:
    """The first game shows that it departs."""
    rules = [make_rules("puerto_rico", players=3)]
    participant = InProcess(lambda: kind("puerto_rico"))

    result = Search(rules=rules, participant=participant, games=2, cap=800, shrink_steps=0, adopts=False).run()

    assert result.ended == {"finished": 2}
    assert result.counts.outcome == ends


class Choosy(Whole):
    """It never draws corn."""

    def legal(self) -> Sequence[str]:
        return [text for text in super().legal() if text != "draw corn"]


def test_draws_that_a_program_does_not_list_are_not_made_again() -> None:
    rules = [make_rules("puerto_rico", players=3)]
    result = Search(rules=rules, participant=InProcess(lambda: Choosy("puerto_rico")), games=3, cap=60).run()

    assert [departure.key for departure in result.departures] == ["misses:draw"]


# Ways to what is seldom at work


def test_a_way_of_our_own_is_followed_past_departures(games: Games) -> None:
    """The governor stays, and ours goes on from there along the moves that lead to the sale of corn."""
    lines = (own_game(games.search, Plan(0, "planter"), seed) for seed in range(20))
    own, at = next(
        (own, at) for own in lines for at, state in enumerate(own.states[:15]) if "trader.corn" in state.events
    )

    participant = InProcess(lambda: Whole("puerto_rico", HIDDEN.engine))
    rules = [make_rules("puerto_rico", players=3)]
    divergences = Games(Search(rules=rules, participant=participant, games=1, cap=1)).play(
        0, Plan(0, "planter", prefix=own.line[:at])
    )

    assert any("round.governor-moves" in divergence.clauses for divergence in divergences)
    assert any("trader.corn" in divergence.clauses and divergence.kind == "state" for divergence in divergences)


# ---- Positions told in parts


class AtRoleChoice(Whole):
    """It tells the whole position where a role is chosen, and but the boards of the players else."""

    def state(self) -> Mapping[str, Any]:
        whole = super().state()
        return whole if any(text.startswith("choose ") for text in self.legal()) else {"players": whole["players"]}


def test_whole_positions_now_and_then_bring_games_back_in_step(games: Games) -> None:
    told = searched(AtRoleChoice)

    assert told.search.knowledge.taken > 5
    assert told.result.counts.moves > games.result.counts.moves / 2
    named = {clause for departure in told.result.departures for clause in departure.clauses}
    assert named >= {"round.governor-moves", "trader.corn"}


@pytest.mark.parametrize("seed", range(2))
def test_of_positions_told_in_parts_nothing_is_told_that_is_not_there(seed: int) -> None:
    """With keys left out that are drawn at random, all that departs is owed to the faults."""
    keys = sorted(build(make_rules("puerto_rico", players=3)).to_json(build(make_rules("puerto_rico")).start()))
    hidden = Random(seed).sample([key for key in keys if key != "players"], 4)

    class Hides(Whole):
        def state(self) -> Mapping[str, Any]:
            return {key: value for key, value in super().state().items() if key not in hidden}

    told = searched(Hides)

    rules = {"round.governor-moves", "trader.corn", "trader.price", "trader.sell", "role.order", "round.order"}
    assert [d.key for d in told.result.departures if not rules & set(d.clauses)] == []
    assert set(told.result.not_told) <= {*hidden, *(f"{key}.*" for key in hidden), "phase.name", "phase.left"}


def test_what_is_not_told_and_has_changed_is_doubtful() -> None:
    context = EngineContext(build(make_rules("puerto_rico", players=3)))
    engine = context.engine
    before = engine.start()
    after = engine.apply(before, engine.legal_moves(before)[0])
    whole = engine.to_json(after)
    told = {key: value for key, value in whole.items() if key not in ("row", "stack")}

    assert filled_in(engine, after, after, Answer(1, state=told), context.seat).position == whole
    assert filled_in(engine, before, after, Answer(1, state=whole), context.seat).filled == ()
    with pytest.raises(Doubtful, match="row, stack"):
        filled_in(engine, before, after, Answer(1, state=told), context.seat)
    with pytest.raises(PositionError, match="the program lists other moves"):
        filled_in(engine, after, after, Answer(1, legal=("pass",), state=told), context.seat)
