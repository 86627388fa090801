"""Programs with several faults at once: what comes behind the first one is shown too, and nothing that is not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.search_context import SearchResult
from rulecheck.properties.conform.lockstep.baseline import Baseline, baseline_lines, read_baseline
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.observation import Difference
from rulecheck.properties.conform.protocol.implementation import Skip, Start
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.spec import SpecError, make_rules
from tests.faults.several import SEVERAL, Score, Several
from tests.properties.conform.showing import shows

FUSE = 3600.0


def several(name: str) -> Several:
    return next(engine for engine in SEVERAL if engine.name == name)


def told(
    engine: Several, *, games: int, from_position: bool, shrink_steps: int = 2000, **more: object
) -> tuple[Score, list[Departure]]:
    result = engine.search(
        from_position=from_position, games=games, cap=400, shrink_steps=shrink_steps, shrink_seconds=FUSE, **more
    )
    return Score.of(engine, result.departures), list(result.departures)


def test_every_engine_has_five_faults_of_its_own_at_least() -> None:
    assert len(SEVERAL) >= 7
    assert all(len(engine.parts) >= 5 for engine in SEVERAL)


@pytest.mark.campaign
def test_a_program_that_goes_on_from_positions_shows_what_lies_behind_its_first_fault() -> None:
    score, _ = told(several("PointsAndTurns"), games=40, from_position=True)

    assert len(score.shown) >= 5
    assert len(score.first) >= 5


@pytest.mark.campaign
def test_a_program_that_cannot_shows_more_than_what_all_its_games_begin_with() -> None:
    """Its set-up is wrong, so is the order of the governors: games go around what is known and on from what is not."""
    score, departures = told(several("Goods"), games=40, from_position=False)

    assert len(score.shown) >= 3
    assert len(departures) >= 3


@pytest.mark.parametrize("from_position", [True, False])
@pytest.mark.parametrize("name", [pytest.param("EarlyAndLate", marks=pytest.mark.campaign), "Tolls"])
def test_what_is_told_shows_again_and_each_once(name: str, from_position: bool) -> None:
    engine = several(name)
    rules = [make_rules(engine.game, players=engine.players)]
    search = Search(
        rules=rules,
        participant=InProcess(lambda: engine.reference(from_position=from_position)),
        seed=3,
        games=4,
        cap=200,
        shrink_steps=100,
        shrink_seconds=FUSE,
    )
    games = Games(search)
    departures = games.run().departures

    assert departures
    assert len({key for departure in departures for key in departure.keys}) == sum(
        len(departure.keys) for departure in departures
    )
    for departure in departures:
        assert shows(games, departure), departure.key


# The end


class Tidy(Reference):
    """It clears the table when the game is over, and says that the first player could go on."""

    game = "new_world"

    def turn(self) -> str:
        return super().turn() if super().outcome() is None else "anna"

    def state(self) -> Mapping[str, Any]:
        return super().state() if super().outcome() is None else {"turn": "nobody at all"}

    def legal(self) -> Sequence[str]:
        return super().legal() if super().outcome() is None else ["tidy up"]


class Partial(Reference):
    """A part of the game: any move there is."""

    game = "new_world"
    moves = ("*",)


class OthersWin(Partial):
    """It gives the game to those who lost it."""

    def outcome(self) -> Mapping[str, Any] | None:
        outcome = super().outcome()
        if outcome is None:
            return None
        return {"winners": [seat for seat in outcome["scores"] if seat not in outcome["winners"]]}


def ended(kind: type[Reference]) -> SearchResult:
    rules = [make_rules("new_world")]
    return Search(
        rules=rules, participant=InProcess(lambda: kind("new_world")), seed=1, games=2, shrink_steps=0, every=1
    ).run()


def test_after_the_end_only_the_outcome_is_compared() -> None:
    result = ended(Tidy)

    assert result.counts.outcome
    assert not result.departures


@pytest.mark.parametrize(("kind", "departs"), [(Partial, []), (OthersWin, ["outcome:winners"])])
def test_a_part_that_ends_the_game_is_asked_how(kind: type[Reference], departs: list[str]) -> None:
    result = ended(kind)

    assert result.counts.outcome
    assert [departure.key for departure in result.departures] == departs


# Known departures


@pytest.mark.campaign
def test_what_is_accepted_is_no_news_and_has_no_echo() -> None:
    """A phantom slipped past the file once: `look` found the known difference again and had no name for it."""
    engine = several("EarlyAndLate")
    bounds: dict[str, Any] = {"games": 16, "shrink_steps": 100, "from_position": False}
    _, departures = told(engine, **bounds)
    known = Baseline({key: "known" for departure in departures for key in departure.keys})

    _, after = told(engine, **bounds, accepted=known)

    assert not [departure.key for departure in after if departure.kind == "state" and not departure.clauses]
    assert not {departure.key for departure in after} & set(known)


def test_what_is_accepted_has_no_echo_where_the_game_goes_on_from_positions() -> None:
    """An accepted difference that was not looked at came back as a departure of the moves behind it."""
    engine = several("EarlyAndLate")
    bounds: dict[str, Any] = {"games": 4, "cap": 200, "shrink_steps": 0, "adopts": False}
    departures = engine.search(from_position=True, **bounds).departures
    known = Baseline({key: "known" for departure in departures for key in departure.keys})

    assert len(departures) >= 4
    assert not engine.search(from_position=True, **bounds, accepted=known).departures


def test_one_pattern_covers_all_parts_that_it_fits() -> None:
    accepted = Baseline.of(["state:stack.*"])

    def seen(about: str, *clauses: str) -> Divergence:
        return Divergence("state", about, 3, "", clauses, after="draw")

    assert accepted.lines_for(seen("stack.corn", "market.draw")) == ("state:stack.*",)
    assert not accepted.lines_for(seen("bank", "market.draw"))


def test_a_position_that_differs_in_parts_is_known_by_all_keys_that_cover_them() -> None:
    """Told of one of them alone, the others would be said to be met nowhere and to be taken out of the file."""
    places = (Difference(("bank",), "bank", 3, 4), Difference(("players", "anna", "money"), "players.*.money", 5, 4))
    seen = Divergence("state", "bank+players.*.money", 3, "", ("trader.sell",), after="sell", differences=places)

    assert Baseline.of(["state:players.*.money*", "state:bank"]).lines_for(seen) == (
        "state:bank", "state:players.*.money*",
    )  # fmt: skip
    assert Baseline.of(["state:*"]).lines_for(seen) == ("state:*",)
    assert not Baseline.of(["state:bank"]).lines_for(seen)


def test_a_key_with_a_clause_covers_what_that_clause_was_at_work_in() -> None:
    accepted = Baseline.of(["state:money:fuel.buy", "turn:pass", "state:supply:sell"])

    assert accepted.lines_for(Divergence("state", "money", 3, "", ("fuel.room", "fuel.buy"), after="buy"))
    assert not accepted.lines_for(Divergence("state", "money", 3, "", ("income.paid",), after="run"))
    assert accepted.lines_for(Divergence("turn", "next", 3, "", ("turn.order",), after="pass"))  # as keys were before
    assert accepted.lines_for(Divergence("state", "supply", 3, "", (), after="sell"))
    assert not accepted.lines_for(Divergence("state", "supply", 3, "", (), after="draw"))


def test_reasons_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text("state:stack.*   # we shuffle another way\nturn:pass\n\n# a note\n")

    accepted = read_baseline(file)

    assert dict(accepted.reasons) == {"state:stack.*": "we shuffle another way", "turn:pass": ""}
    assert baseline_lines("toy", accepted)[1:] == ["state:stack.*  # we shuffle another way", "turn:pass"]


def test_a_pattern_of_no_kind_is_told(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text("stat:stack.*\n")

    with pytest.raises(SpecError, match='no kind of departure "stat"'):
        read_baseline(file)


def test_what_is_not_compared_does_not_depart() -> None:
    engine = several("EarlyAndLate")

    _, departures = told(
        engine, games=2, from_position=True, shrink_steps=0, adopts=False, ignored=("stack.*", "players.anna.*")
    )

    assert departures
    assert not [departure for departure in departures if "stack" in departure.about]
    assert not [
        departure
        for departure in departures
        for place in departure.differences
        if place.path[:2] == ("players", "anna")
    ]


def test_moves_that_are_avoided_are_played_only_where_nothing_else_can_be() -> None:
    played: list[str] = []

    class Listening(Reference):
        def play(self, move: str) -> None:
            others = [text for text in self.legal() if not text.startswith("choose captain")]
            super().play(move)
            played.append(move)
            assert not (move == "choose captain" and others)

    rules = [make_rules("puerto_rico", players=3)]
    Search(rules=rules, participant=InProcess(Listening), seed=1, games=2, cap=200, avoid=("choose captain",)).run()

    assert "choose trader" in played
    assert "choose captain" not in played[:40]


def test_a_program_that_refuses_positions_is_handed_no_more_of_them() -> None:
    engine = several("PointsAndTurns")

    class Choosy(Reference):
        def start(self, table: Start) -> None:
            if table.position is not None:
                raise Skip("only from the beginning")
            super().start(table)

    rules = [make_rules("puerto_rico", players=3)]
    result = Search(
        rules=rules,
        participant=InProcess(lambda: Choosy("puerto_rico", engine.engine)),
        seed=1,
        games=4,
        cap=60,
        shrink_steps=0,
        adopts=False,
    ).run()

    assert [note for note in result.notes if note.endswith("only from the beginning")]
    assert result.departures


class DiesOfSettling(Reference):
    """It knows no settler phase."""

    def play(self, move: str) -> None:
        if move == "choose settler":
            raise RuntimeError("what is a settler?")
        super().play(move)


def test_a_game_that_ends_with_an_accepted_failure_is_not_asked_again() -> None:
    """Every eighth game is asked twice, and the program had ended: that was a traceback of ours."""
    rules = [make_rules("puerto_rico", players=3)]
    result = Search(
        rules=rules,
        participant=InProcess(lambda: DiesOfSettling("puerto_rico")),
        seed=1,
        games=1,
        cap=60,
        accepted=("crashed:*",),
        shrink_steps=0,
    ).run()

    assert not result.departures
    assert sum(result.accepted.values()) == 1


def test_what_is_not_compared_is_not_compared_after_a_move_taken_back_either() -> None:
    class Fees(Reference):
        """A move that is taken back costs the bank a doubloon."""

        fees = 0

        def start(self, table: Start) -> None:
            self.fees = 0
            super().start(table)

        def undo(self) -> None:
            self.fees += 1
            super().undo()

        def state(self) -> Mapping[str, Any]:
            told = super().state()
            return {**told, "bank": told["bank"] - self.fees}

    def kinds(*ignored: str) -> set[str]:
        rules = [make_rules("puerto_rico", players=3)]
        participant = InProcess(lambda: Fees("puerto_rico"))
        search = Search(
            rules=rules, participant=participant, seed=1, games=1, cap=300, ignored=ignored, every=300, shrink_steps=0
        )
        return {departure.kind for departure in search.run().departures}

    assert kinds("bank") == set()
    assert "undo" in kinds()
