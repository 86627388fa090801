"""Wrong scores are owed to the rules whose small changes add up to them, each of which is told once."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.ends import Ends
from rulecheck.properties.conform.observation import Difference, differences
from rulecheck.properties.conform.participant import InProcess
from rulecheck.properties.conform.parting import Identity, Parting, carried_out
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.reference import Reference
from rulecheck.properties.conform.scoring import WRONG_SCORES, Owed, by_rules, by_rules_at_last
from rulecheck.properties.conform.search import Search
from rulecheck.properties.conform.steps import Steps
from rulecheck.reference_engines.contract import AnyEngine, Outcome
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import Table
from rulecheck.spec import make_rules
from tests.faults.held_out.new_world.colonies import EveryTrapperCounts, FinalPostsBringOne
from tests.faults.held_out.puerto_rico.offices import CityHallsForgetThemselves

RULES = make_rules("puerto_rico", players=3)


class HarborsWin(PuertoRico):
    """A harbour, whether anybody works there or not, is eleven points more."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        more = {seat: 11 * (table["city"].get("harbor") is not None) for seat, table in self.seats_of(state)}
        return evolve(outcome, scores={seat: score + more[seat] for seat, score in outcome.scores.items()})

    def seats_of(self, state: Table) -> Any:
        """The seats as they are told."""
        return self.to_json(state)["players"].items()


class ShippingCountsTwice(PuertoRico):
    """Victory points are worth two each; large buildings are not scored by them."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        more = {name: seat.points for name, seat in zip(self.seats, state.seats, strict=True)}
        return evolve(outcome, scores={seat: score + more[seat] for seat, score in outcome.scores.items()})


class BarrelsCount(PuertoRico):
    """Each barrel that is left is a point."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        more = {name: sum(seat.goods) for name, seat in zip(self.seats, state.seats, strict=True)}
        return evolve(outcome, scores={seat: score + more[seat] for seat, score in outcome.scores.items()})


class Both(CityHallsForgetThemselves, HarborsWin):
    """Two rules are carried out wrongly."""


@cache
def ended() -> tuple[list[tuple[tuple[str, ...], Any]], AnyEngine]:
    """Games of ours to their ends."""
    engine, games = PuertoRico(RULES), []
    for index in range(60):
        rng, state, line = Random(index), engine.start(), list[str]()
        while legal := engine.legal_moves(state):
            move = legal[int(rng.random() * len(legal))]
            line.append(str(move))
            state = engine.apply(state, move)
        games.append((tuple(line), state))
    return games, engine


def told(wrong: type[PuertoRico]) -> list[Owed]:
    """What wrong scores of an engine are owed to."""
    common = Common(Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1))
    games, ours = ended()
    theirs, seen = wrong(RULES), dict[Identity, Candidates[Rank, GameLine, Parting]]()
    for index, (line, state) in enumerate(games):
        own, other = ours.outcome(state), theirs.outcome(state)
        assert own is not None
        assert other is not None
        apart = {seat: other.scores[seat] - score for seat, score in own.scores.items() if other.scores[seat] != score}
        position = ours.to_json(state)
        marks = common.spectrum.ends.add(position, apart)
        if not apart:
            continue
        places = tuple(Difference(("scores", seat), "scores.*", own.scores[seat], other.scores[seat]) for seat in apart)
        clauses = carried_out(state.events)
        parting = Parting(
            "outcome", "scores", len(line), "", clauses, differences=places, marks=marks, position=position
        )
        game, known = GameLine(index, 0, "even", line), Candidates[Rank, GameLine, Parting]()
        known.add(Rank.of(game, parting), index, game, parting)
        seen[WRONG_SCORES, str(index), clauses, parting.parts, ()] = known
    return by_rules(common, seen)


def likeliest(owed: Owed) -> str:
    return max(owed.support, key=lambda clause: owed.support[clause], default="")


def test_scores_that_a_small_change_adds_up_to_are_owed_to_its_clause() -> None:
    (owed,) = told(CityHallsForgetThemselves)

    assert likeliest(owed) == "city-hall.points"
    assert owed.about == "scores"


def test_what_counts_twice_is_seen_by_leaving_it_out() -> None:
    (owed,) = told(ShippingCountsTwice)

    assert owed.about == "scores"
    assert "score.sum" in owed.support


def test_two_rules_are_told_apart_and_each_once() -> None:
    halls, harbors = told(Both)

    assert likeliest(halls) == "city-hall.points"
    assert halls.about == "scores:city-hall.points"
    assert harbors.about in ("scores:city.harbor", "scores:city.harbor=0")
    assert max(harbors.support.values()) < 0.5  # no change does it


def test_what_is_out_by_as_much_as_the_seats_have_of_something_is_one_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else only those seats have that are out."""
    monkeypatch.setattr(Ends, "are_several", True)
    monkeypatch.setattr(Ends, "put_down", lambda ends, marks: min(marks, default=""))
    (owed,) = told(BarrelsCount)

    assert owed.about == "scores"
    assert len(owed.various) > 30
    assert len(told(HarborsWin)) > 1


def at_last(wrong: type[NewWorld], many: int = 40) -> list[Owed]:
    """What scores are owed to that an engine makes wrongly in the last step of a game."""
    rules = make_rules("new_world", players=3)
    common = Common(Search(rules=[rules], participant=InProcess(lambda: Reference("new_world")), games=1))
    ours, theirs = common.rig(0).engine, wrong(rules)
    seen = dict[Identity, Candidates[Rank, GameLine, Parting]]()
    for index in range(many):
        rng, state, line, before = Random(index), ours.start(), list[str](), None
        while legal := ours.legal_moves(state):
            move = legal[int(rng.random() * len(legal))]
            line.append(str(move))
            before, state = state, ours.apply(state, move)
        told = theirs.to_json(theirs.apply(theirs.from_json(ours.to_json(before)), theirs.parse(line[-1])))
        apart = tuple(differences(ours.to_json(state), told))
        parting = Parting("state", "players.*.score", len(line), "", carried_out(state.events), differences=apart)
        game, known = GameLine(index, 0, "even", tuple(line)), Candidates[Rank, GameLine, Parting]()
        known.add(Rank.of(game, parting), index, game, parting)
        if apart:
            seen[parting.key, str(index), parting.clauses, parting.parts, ()] = known
    owed, told_so = by_rules_at_last(common, seen)
    assert set(told_so) == set(seen)
    return owed


class PostsAndPlains(FinalPostsBringOne, EveryTrapperCounts):
    """Two rules of the final scoring are carried out wrongly, in one step."""


def test_scores_that_are_made_in_the_last_step_are_owed_to_the_rules_that_make_them() -> None:
    posts, plains = at_last(PostsAndPlains)

    assert likeliest(posts) == "final.posts"
    assert likeliest(plains) == "final.plains"
    causes = [owed.cause(lambda parting: parting.clauses) for owed in (posts, plains)]
    assert [cause.kind for cause in causes] == ["state", "state"]
    assert [cause.key for cause in causes] == [
        "state:players.*.score:final.posts",
        "state:players.*.score:final.plains",
    ]
    assert all(cause.is_summed for cause in causes)


def test_an_end_is_held_against_the_last_move_too_where_the_position_is_the_one_it_leads_to() -> None:
    common = Common(Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1))
    games, ours = ended()
    line, state = games[0]
    position, seat = ours.to_json(state), ours.seats[0]
    apart = (Difference(("scores", seat), "scores.*", 1, 2),)
    parting = Parting("outcome", "scores", len(line), "", differences=apart, position=position)
    another = evolve(
        parting, position={**position, "governor": next(s for s in ours.seats if s != position["governor"])}
    )
    game = GameLine(0, 0, "even", line)

    step, other = Steps(common).told(game, parting), Steps(common).told(game, another)

    assert step is not None
    assert str(step.move) == line[-1]
    assert other is not None
    assert other.move is None


def test_nothing_wrong_is_owed_to_nothing() -> None:
    assert not told(PuertoRico)
