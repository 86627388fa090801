"""Logs of played games: what the rules allow agrees, however it is told; what they do not is found where it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from rulecheck.properties.campaign.players import players_of
from rulecheck.properties.conform.protocol.move_matching import runs
from rulecheck.properties.conform.traces.checking import Checked, Defaults, Report, check, record
from rulecheck.properties.conform.traces.format import TraceError
from rulecheck.properties.runtime.patterns import fitting
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import games, make_rules
from tests.faults.fault import DATA, Fault

EVERYTHING = ("by", "turn", "legal", "state", "outcome")
GAME = "puerto_rico"

every_game = pytest.mark.parametrize("game", games())

LEFT_OUT = {
    "castles_of_burgundy": ("end turn", "white *"),
    "catan_europe": ("roll *",),
    "new_world": ("draw *",),
    "power_grid": ("pass",),
    "puerto_rico": ("draw *", "pass"),
}
"""What logs of these games may leave out if they tell the position."""


@cache
def engine_of(game: str) -> AnyEngine:
    return build(make_rules(game))


@cache
def _recorded(game: str, tell: tuple[str, ...], seed: int, cap: int) -> dict[str, Any]:
    player = players_of(game)["uniform"](Random(seed))
    trace = record(engine_of(game), player, tell=tell, seed=seed, cap=cap)
    written: dict[str, Any] = json.loads(json.dumps(trace))
    return written


def recorded(game: str = GAME, tell: tuple[str, ...] = (), seed: int = 3, cap: int = 500) -> dict[str, Any]:
    """A game of ours as it comes out of a file; free to be changed."""
    return copy.deepcopy(_recorded(game, tell, seed, cap))


def checked(
    folder: Path, *traces: Mapping[str, Any] | str | bytes, game: str = GAME, **options: Any
) -> list[Checked | TraceError]:
    """What comes of a file with these lines."""
    path = folder / "games.jsonl"
    lines = [trace if isinstance(trace, str | bytes) else json.dumps(trace) for trace in traces]
    path.write_bytes(b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines))
    return list(check(path, game, **options))


def only_game(folder: Path, trace: Mapping[str, Any], **options: Any) -> Checked:
    """What comes of one game."""
    (examined,) = checked(folder, trace, game=trace["game"], **options)
    assert isinstance(examined, Checked), str(examined)
    return examined


def complaint(folder: Path, line: Mapping[str, Any] | str | bytes) -> str:
    """What is said of one line, without the file's name."""
    (error,) = checked(folder, line)
    assert isinstance(error, TraceError)
    assert "\n" not in str(error)
    return str(error).removeprefix(str(folder / "games.jsonl")).lstrip(":")


def move_of(step: Any) -> str:
    move: str = step if isinstance(step, str) else step["move"]
    return move


def coarser(trace: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Up to four consecutive moves of one seat as one, in a random order; what the last tells is told."""
    joined: list[list[Any]] = []
    for step in trace["steps"]:
        if joined and len(joined[-1]) < 4 and joined[-1][0]["by"] == step["by"] and rng.random() < 0.8:
            joined[-1].append(step)
        else:
            joined.append([step])
    trace["steps"] = [coarse(steps, rng) for steps in joined]
    return trace


def coarse(steps: list[Any], rng: Random) -> dict[str, Any]:
    moves = [step["move"] for step in steps]
    rng.shuffle(moves)
    told = {key: value for key, value in steps[-1].items() if key != "move"}
    return {**told, "moves": moves, "order": "any"}


def without(trace: dict[str, Any], *patterns: str) -> dict[str, Any]:
    """The same with moves left out; what their steps tell is told by the step before."""
    fits = fitting(patterns)
    kept: list[Any] = []
    for step in trace["steps"]:
        if not fits(move_of(step)):
            kept.append(step)
        elif kept and isinstance(step, dict):
            kept[-1] |= {key: step[key] for key in ("turn", "legal", "state", "outcome") if key in step}
    return {**trace, "steps": kept, "unwritten": list(patterns)}


def begun(*steps: Any, **more: Any) -> dict[str, Any]:
    """A short game: the row is filled, then these steps."""
    return {"game": GAME, "players": 3, "steps": ["draw corn", "draw corn", "draw corn", "draw indigo", *steps], **more}


# What the rules allow


@every_game
def test_a_game_of_ours_agrees_move_by_move(game: str, tmp_path: Path) -> None:
    trace = recorded(game)

    examined = only_game(tmp_path, trace)

    assert (examined.verdict, examined.moves, examined.most) == ("agrees", len(trace["steps"]), 1)
    assert examined.finished is ("outcome" in trace)


@every_game
def test_a_game_of_ours_agrees_with_everything_told(game: str, tmp_path: Path) -> None:
    trace = recorded(game, EVERYTHING, cap=250)
    steps = len(trace["steps"])

    examined = only_game(tmp_path, trace)

    assert (examined.verdict, examined.moves) == ("agrees", steps)
    assert (examined.compared.turns, examined.compared.legal, examined.compared.states) == (steps, steps, steps)
    assert examined.compared.outcomes == 2 * ("outcome" in trace)
    assert sum(examined.parts.values()) > steps


@every_game
def test_moves_told_as_one_in_any_order_agree(game: str, tmp_path: Path) -> None:
    trace = coarser(recorded(game, ("by", "state"), cap=250), Random(1))
    several = [step for step in trace["steps"] if len(step["moves"]) > 1]

    examined = only_game(tmp_path, trace)

    assert len(several) > 5
    assert (examined.verdict, examined.ambiguous) == ("agrees", 0)
    assert examined.moves == sum(len(step["moves"]) for step in trace["steps"])


@every_game
def test_moves_left_out_agree_where_the_position_is_told(game: str, tmp_path: Path) -> None:
    whole = recorded(game, ("by", "state"), cap=100)
    trace = without(whole, *LEFT_OUT[game])

    examined = only_game(tmp_path, trace)

    assert examined.moves == len(trace["steps"]) < len(whole["steps"])
    assert (examined.verdict, examined.ambiguous) == ("agrees", 0)


@every_game
def test_a_game_may_begin_anywhere(game: str, tmp_path: Path) -> None:
    engine = engine_of(game)
    state = engine.start()
    for step in recorded(game)["steps"][:60]:
        state = engine.play(state, engine.parse(step))
    trace = record(engine, players_of(game)["uniform"](Random(2)), tell=("legal",), seed=2, cap=40, start=state)

    examined = only_game(tmp_path, json.loads(json.dumps(trace)))

    assert (examined.verdict, examined.moves, examined.compared.legal) == ("agrees", 40, 40)


@every_game
def test_what_is_recorded_keeps_to_the_schema(game: str, root: Path) -> None:
    schema = json.loads((root / "docs" / "schemas" / "trace.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    told = recorded(game, EVERYTHING, cap=60)

    for trace in (told, recorded(game), coarser(recorded(game, ("by", "state"), cap=60), Random(1))):
        jsonschema.validate(trace, schema)


def test_moves_are_read_in_any_spelling(tmp_path: Path) -> None:
    assert only_game(tmp_path, begun("  choose   settler ")).moves == 5


def test_dice_may_be_those_of_the_player_whose_turn_it_is(tmp_path: Path) -> None:
    trace = recorded("catan_europe", ("by",), cap=80)
    rolls = [step for step in trace["steps"] if step["move"].startswith("roll")]
    engine = engine_of("catan_europe")
    state = engine.start()
    for step in trace["steps"]:
        if step in rolls:
            step["by"] = step["turn"] = engine.seats[engine.turn_of(state)]
        state = engine.play(state, engine.parse(step["move"]))
        step.pop("turn", None)

    assert len(rolls) > 1
    assert only_game(tmp_path, trace).verdict == "agrees"


def test_a_move_that_is_rightly_refused_agrees_and_changes_nothing(tmp_path: Path) -> None:
    refused = {"move": "take quarry", "refused": "not now", "turn": "anna"}

    examined = only_game(tmp_path, begun(refused, "choose settler"))

    assert (examined.verdict, examined.moves, examined.compared.refused) == ("agrees", 5, 1)


def test_lists_may_be_told_in_any_order_where_they_are_sets(tmp_path: Path) -> None:
    trace = recorded("catan_europe", ("state",), cap=80)
    last = trace["steps"][-1]["state"]["players"]["red"]
    last["posts"].reverse()

    assert len(last["posts"]) > 1
    assert only_game(tmp_path, trace).verdict == "departs"
    assert only_game(tmp_path, {**trace, "sets": ["players.*.posts"]}).verdict == "agrees"


def test_a_log_that_was_broken_off_agrees_as_far_as_it_goes(tmp_path: Path) -> None:
    examined = only_game(tmp_path, begun("choose settler"))

    assert (examined.verdict, examined.finished) == ("agrees", False)


def test_a_game_that_tells_nothing_is_not_said_to_agree(tmp_path: Path) -> None:
    examined = only_game(tmp_path, {"game": GAME, "steps": []})

    assert (examined.verdict, examined.reason) == ("skipped", "it tells neither moves nor positions")


def test_our_moves_made_as_one_are_listed_as_one(tmp_path: Path) -> None:
    engine = engine_of("power_grid")
    fuel = engine.named_start("fuel")
    whole = runs(engine, fuel, "buy *")
    assert whole is not None
    told = ["done", *([str(move) for move in reversed(moves)] for moves in whole.values())]
    trace = {"game": "power_grid", "position": engine.to_json(fuel), "together": ["buy *"]}

    assert only_game(tmp_path, {**trace, "steps": [{"legal": told}]}).verdict == "agrees"
    departs(tmp_path, {**trace, "steps": [{"legal": told[:-1]}]}, "misses:buy", 1, "fuel.buy")
    wrong = [*told, ["buy coal", "buy garbage"]]
    departs(tmp_path, {**trace, "steps": [{"legal": wrong}]}, "lists:buy:fuel.own-plants", 1)


# Each kind of departure


def departs(folder: Path, trace: Mapping[str, Any], key: str, step: int, *clauses: str) -> Checked:
    """The game departs at this step, for this cause, and these clauses are named, the first one first of all."""
    examined = only_game(folder, trace)
    assert examined.departure is not None, examined
    assert (examined.verdict, examined.departure.key, examined.step) == ("departs", key, step), (
        examined.departure.messages
    )
    assert not clauses or examined.departure.clauses[0] == clauses[0]
    assert set(clauses) <= set(examined.departure.clauses)
    return examined


def test_a_move_that_the_rules_forbid(tmp_path: Path) -> None:
    trace = begun("choose settler", "take quarry", "take quarry", "take corn plantation")

    examined = departs(tmp_path, trace, "accepts:take:settler.no-quarry", 7, "settler.no-quarry")

    assert examined.departure is not None
    assert examined.departure.moves == tuple(trace["steps"][:6])
    assert examined.departure.tried == "take quarry"
    assert examined.moves == 6
    assert any("legal for bob: take corn plantation, take indigo plantation" in m for m in examined.departure.messages)


def test_a_move_that_the_rules_forbid_among_several(tmp_path: Path) -> None:
    moves = ["choose settler", "take quarry", "take quarry"]
    key = "accepts:take:settler.no-quarry"

    in_order = departs(tmp_path, begun({"moves": moves}), key, 5, "settler.no-quarry")
    in_any_order = departs(tmp_path, begun({"moves": moves, "order": "any"}), key, 5, "settler.no-quarry")

    assert in_order.departure is not None
    assert in_any_order.departure is not None
    assert (len(in_order.departure.moves), in_order.departure.tried) == (6, "take quarry")
    assert (len(in_any_order.departure.moves), in_any_order.departure.tried) == (4, moves)


def test_a_move_by_somebody_else(tmp_path: Path) -> None:
    departs(tmp_path, begun({"move": "choose settler", "by": "bob"}), "turn:next:setup.row", 5, "setup.row")


def test_somebody_else_to_move(tmp_path: Path) -> None:
    departs(tmp_path, begun({"move": "choose settler", "turn": "bob"}), "turn:next:role.order", 5, "role.order")


def test_a_chance_outcome_that_cannot_be(tmp_path: Path) -> None:
    trace = {"game": "power_grid", "steps": ["lot bob", "lot bob"]}

    departs(tmp_path, trace, "chance:lot", 2, "setup.lots")


def test_a_chance_outcome_where_a_player_decides(tmp_path: Path) -> None:
    departs(tmp_path, begun({"move": "draw corn", "by": "chance"}), "chance:draw", 5, "round.must-choose")


def test_no_chance_outcome_where_there_must_be_one(tmp_path: Path) -> None:
    trace = {"game": GAME, "steps": ["draw corn", "choose settler"]}

    examined = departs(tmp_path, trace, "chance:choose", 2)

    assert examined.departure is not None
    assert 'if the log leaves out what chance does, say so, "unwritten": ["draw *"]' in examined.departure.messages


def test_a_legal_move_that_is_refused(tmp_path: Path) -> None:
    refused = {"move": "choose mayor", "refused": True}

    departs(tmp_path, begun(refused), "refuses:choose", 5, "role.order")


def test_a_legal_move_that_is_not_listed(tmp_path: Path) -> None:
    trace = recorded(GAME, ("legal",))
    step = next(n for n, step in enumerate(trace["steps"], 1) if "build indigo plant" in step["legal"])
    trace["steps"][step - 1]["legal"].remove("build indigo plant")

    departs(tmp_path, trace, "misses:build", step, "builder.build")


def test_a_move_that_is_listed_and_not_legal(tmp_path: Path) -> None:
    trace = recorded(GAME, ("legal",))
    trace["steps"][49]["legal"].append("take quarry")
    clause = only_game(tmp_path, trace).departure.clauses[0]  # type: ignore[union-attr]

    departs(tmp_path, trace, f"lists:take:{clause}", 50, clause)


def test_a_position_that_differs(tmp_path: Path) -> None:
    """What happened in all moves since the position last agreed is to blame, the last move first."""
    trace = begun(
        {"move": "choose trader", "state": {"players": {"anna": {"doubloons": 2}}}},
        "choose settler",
        {"move": "take corn plantation", "state": {"players": {"bob": {"island": {"corn": 0}}}}},
    )

    examined = departs(tmp_path, trace, "state:players.*.island.*:settler.take", 7, "settler.take", "role.order")

    assert examined.departure is not None
    assert "trader.privilege" not in examined.departure.clauses
    assert examined.departure.messages[0] == "step 7: players.bob.island.corn is 0, not 1"


def test_winners_and_scores_that_differ(tmp_path: Path) -> None:
    trace = recorded()
    steps = len(trace["steps"])
    right = trace["outcome"]

    trace["outcome"] = {"winners": [seat for seat in right["scores"] if seat not in right["winners"]]}
    departs(tmp_path, trace, "outcome:winners", steps, "win.most")
    trace["outcome"] = {"scores": {seat: score + 1 for seat, score in right["scores"].items()}}
    departs(tmp_path, trace, "outcome:scores", steps)
    trace["outcome"] = right
    assert only_game(tmp_path, trace).verdict == "agrees"


@pytest.mark.parametrize("told", [{"finished": True}, {"outcome": {}}])
def test_an_end_where_the_rules_go_on(told: dict[str, Any], tmp_path: Path) -> None:
    departs(tmp_path, begun("choose settler", **told), "outcome:goes on", 5, "role.order")


def test_nobody_to_move_where_the_rules_go_on(tmp_path: Path) -> None:
    departs(tmp_path, begun({"move": "choose settler", "turn": "nobody"}), "outcome:goes on", 5, "role.order")


def test_a_log_that_goes_on_where_the_rules_end(tmp_path: Path) -> None:
    trace = recorded()
    steps = len(trace["steps"])
    del trace["outcome"], trace["finished"]

    departs(tmp_path, {**trace, "finished": False}, "outcome:over", steps)
    departs(tmp_path, {**trace, "steps": [*trace["steps"], "choose mayor"]}, "outcome:over", steps + 1)
    departs(tmp_path, {**trace, "steps": [*trace["steps"], {"turn": "anna"}]}, "outcome:over", steps + 1)
    assert only_game(tmp_path, trace).finished


def test_a_departure_is_shown_as_it_was_logged(tmp_path: Path) -> None:
    examined = only_game(tmp_path, begun("choose settler", "choose mayor", source="table 4711"))

    assert examined.source == "table 4711"
    assert examined.departure is not None
    assert not examined.departure.shrunk
    assert (examined.departure.player, examined.departure.original_length) == ("table 4711", 5)
    assert examined.departure.setting.players == 3


# The wrong engines' logs


FAULTS: list[tuple[str, Fault]] = [
    (game, fault) for game in games() for fault in import_module(f"tests.faults.{game}.planted").FAULTS
]
UNSEEN = {"LargeBuildingsCoverOneSpace"}
"""Faults whose shortest game shows nothing that a log tells: a property of the position has to notice them."""


@every_game
def test_each_wrong_engine_departs_in_its_log_where_it_goes_wrong(game: str, tmp_path: Path) -> None:
    """Every planted fault, in the shortest game that shows it; what is named must be what happened."""
    for _, fault in [planted for planted in FAULTS if planted[0] == game]:
        trace = record(fault.engine(fault.rules(game)), fault.moves, tell=EVERYTHING)
        if not fault.moves:
            wrong = fault.engine(fault.rules(game))
            trace["steps"] = [{"state": wrong.to_json(wrong.start())}]
        data = tuple(DATA / name for name in fault.data)
        examined = only_game(tmp_path, trace, defaults=Defaults(data=data))
        assert (examined.verdict == "agrees") is (fault.name in UNSEEN), fault.name
        if examined.departure is not None:
            assert examined.departure.clauses or not fault.moves, fault.name


CLAUSES = {
    "AnyEmptyShip": ("lists:load:captain.most-room", 10),
    "TheWharfMustBeUsed": ("misses:pass", 14),
    "CornSells": ("state:bank+players.*.doubloons:trader.sell", 9),
    "TheGovernorStays": ("turn:next:mayor.occupied", 7),
    "TheGameStopsAtOnce": ("outcome:goes on", 5),
    "FortressesForgetSanJuan": ("outcome:scores", 11),
    "RobberMayStay": ("lists:robber:robber.elsewhere", 7),
    "TollToTheBank": ("state:bank.*+players.*.gold:drive.step", 14),
    "WorkersStopAtSix": ("misses:lower", 11),
    "TiesGoToTheFirst": ("outcome:winners", 7),
    "TrailsMeetPlains": ("lists:place:tile.match", 1),
    "EqualBidsAreEnough": ("lists:bid:auction.higher", 4),
    "HybridsBurnOneKind": ("misses:run", 14),
}
TO_BLAME = {
    "TheWharfMustBeUsed": "captain.must-load",
    "CornSells": "trader.corn",
    "TheGovernorStays": "round.governor-moves",
    "TheGameStopsAtOnce": "end.colonists",
    "FortressesForgetSanJuan": "fortress.points",
    "TollToTheBank": "toll.pay",
    "WorkersStopAtSix": "worker.wrap",
    "TiesGoToTheFirst": "win.tie",
    "HybridsBurnOneKind": "plant.hybrid",
}


@pytest.mark.parametrize("name", CLAUSES)
def test_a_wrong_engine_is_told_by_its_kind_and_clause(name: str, tmp_path: Path) -> None:
    game, fault = next(planted for planted in reversed(FAULTS) if planted[1].name == name)
    trace = record(fault.engine(fault.rules(game)), fault.moves, tell=EVERYTHING)

    examined = only_game(tmp_path, trace)

    assert examined.departure is not None
    assert (examined.departure.key, examined.step) == CLAUSES[name]
    assert TO_BLAME.get(name, examined.departure.clauses[0]) in examined.departure.clauses


def test_a_wrong_engine_plays_what_the_rules_forbid(tmp_path: Path) -> None:
    """Its moves alone tell, without any position."""
    _, fault = next(planted for planted in FAULTS if planted[1].name == "TwoShipsOfAKind")
    trace = record(fault.engine(fault.rules(GAME)), (*fault.moves, "load corn on ship 1b"))

    departs(tmp_path, trace, "accepts:load:captain.other-ships", 15, "captain.other-ships")


# What is ambiguous, and what is too much


def test_who_passed_is_not_known_where_nobody_says_so(tmp_path: Path) -> None:
    whole = recorded(GAME, ("by",))

    told = only_game(tmp_path, without(whole, "pass"))
    plain = without({**whole, "steps": [step["move"] for step in whole["steps"]]}, "pass")
    untold = only_game(tmp_path, plain)

    assert (told.verdict, told.ambiguous, told.most) == ("agrees", 0, 1)
    assert untold.verdict == "agrees"
    assert untold.ambiguous > 0
    assert untold.most > 1


def test_a_position_that_is_told_settles_what_was_ambiguous(tmp_path: Path) -> None:
    fuel = engine_of("power_grid").to_json(engine_of("power_grid").named_start("fuel"))
    step: dict[str, Any] = {"moves": ["done", "buy coal"], "order": "any"}
    trace = {"game": "power_grid", "position": fuel, "steps": [step]}

    untold = only_game(tmp_path, trace)
    step["state"] = {"players": {"chris": {"fuel": {"coal": 3}}}}
    told = only_game(tmp_path, trace)

    assert (untold.verdict, untold.ambiguous, untold.most) == ("agrees", 1, 2)
    assert (told.verdict, told.ambiguous, told.most) == ("agrees", 0, 1)


def test_where_several_positions_are_possible_no_moves_are_shown(tmp_path: Path) -> None:
    fuel = engine_of("power_grid").to_json(engine_of("power_grid").named_start("fuel"))
    step = {"moves": ["done", "buy coal"], "order": "any"}
    trace = {"game": "power_grid", "position": fuel, "steps": [step, "lot anna"]}

    examined = departs(tmp_path, trace, "accepts:lot:fuel.buy", 2)

    assert examined.departure is not None
    assert examined.departure.moves == ()
    assert any("more than one position is possible" in message for message in examined.departure.messages)


def test_more_positions_than_are_followed_are_no_agreement(tmp_path: Path) -> None:
    trace = without(recorded(), "draw *")

    examined = only_game(tmp_path, trace, positions=50)

    assert examined.verdict == "skipped"
    assert (examined.reason, examined.step > 0) == ("more than 50 positions are possible", True)
    assert examined.departure is None


def test_where_too_many_are_possible_those_that_leave_out_least_are_followed(tmp_path: Path) -> None:
    """Rounds in which nobody does anything leave no trace in a log without passes: any number may lie there."""
    trace = without(recorded("power_grid", tell=("by",)), "pass", "done")
    assert len(trace["steps"]) > 200

    examined = only_game(tmp_path, trace, positions=16)

    assert (examined.verdict, examined.reason) == ("agrees", "")
    assert len(trace["steps"]) == examined.moves


def test_a_log_that_none_of_those_fits_is_not_said_to_depart(tmp_path: Path) -> None:
    """The twin of the test above: it may be one of those that were not followed."""
    trace = without(recorded("power_grid", tell=("by",)), "pass", "done")
    trace["steps"].append({"move": "lot anna", "by": "chance"})

    examined = only_game(tmp_path, trace, positions=16)

    assert (examined.verdict, examined.departure) == ("skipped", None)
    assert examined.reason == "more than 16 positions are possible"


def test_a_move_that_the_rules_make_by_themselves_may_be_written(tmp_path: Path) -> None:
    """Nobody is asked who can only pass; a log may have the pass all the same, if it says so."""
    trace = begun("pass", "choose settler", "take quarry")

    assert only_game(tmp_path, {**trace, "optional": ["pass"]}).verdict == "agrees"
    departure = only_game(tmp_path, trace).departure
    assert departure is not None
    assert departure.messages[-1].endswith('say so, "optional": ["pass"]')


def test_a_move_without_which_the_log_does_not_go_on_is_not_taken_for_optional(tmp_path: Path) -> None:
    departure = only_game(tmp_path, begun("take quarry", "take quarry", "pass")).departure

    assert departure is not None
    assert not any("optional" in message for message in departure.messages)


def test_an_optional_move_that_can_be_played_is_played(tmp_path: Path) -> None:
    trace = begun("choose settler", {"move": "take quarry", "turn": "anna"})

    assert only_game(tmp_path, {**trace, "optional": ["take *"]}).verdict == "departs"


def test_what_was_left_out_is_looked_for_before_a_departure_is_said(tmp_path: Path) -> None:
    trace = without(recorded(GAME, ("by",)), "pass")
    trace["unwritten"] = []

    assert only_game(tmp_path, trace).verdict == "departs"


# Files that cannot be used


def test_a_line_that_cannot_be_used_costs_no_other_game(tmp_path: Path) -> None:
    whole = json.dumps(begun())

    results = checked(tmp_path, whole, whole[:40], "", b"\xff" + whole.encode(), whole)

    assert [type(result) for result in results] == [Checked, TraceError, TraceError, Checked]
    assert [result.line for result in results] == [1, 2, 4, 5]
    report = Report()
    for result in results:
        report.add(result)
    assert (report.games, report.agree, len(report.problems)) == (2, 2, 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (json.dumps(begun())[:50], "1: cut off in the middle (column"),
        ('{"game": "puerto_rico" "steps": []}', "1: not JSON: expecting ',' delimiter at column 24; one game a line"),
        (b'{"game": "\xe4"}', "1: expected UTF-8, found byte 0xe4 at column 11; save the file as UTF-8"),
        (json.dumps(begun()).encode("utf-16"), " expected UTF-8, found UTF-16; save the file as UTF-8"),
        (b"\x00\x01", " expected a text file, found a binary one; is this the right file?"),
        (b"\x1f\x8b\x08", " expected a text file, found a compressed one; unpack it first"),
        (b"", " the file is empty; is this the right file?"),
        ("[" * 100_000, "1: not readable JSON: nested too deeply, or a number too long; fix it"),
        ("[]", "1: a list, not a game; write each game on a line of its own, as `jq -c '.[]' FILE` does"),
        ("7", "1: expected an object, found 7; one game a line, as a JSON object"),
        ({"game": GAME}, '1: no "steps"; each game needs "steps"'),
        ({"steps": []}, '1: no "game"; each game needs "game"'),
        ({"game": 7, "steps": []}, '1: "game": expected a text, found 7; fix it'),
        ({"game": "puerto rico", "steps": []}, '1: a game of "puerto rico", not of "puerto_rico"; did you mean'),
        ({"game": "new_world", "steps": []}, '1: a game of "new_world", not of "puerto_rico"; `rulecheck conform n'),
        ({**begun(), "stepz": []}, '1: unknown key "stepz"; did you mean "steps"?'),
        ({**begun(), "rulecheck_trace": 2}, "1: a trace of version 2; this rulecheck reads version 1"),
        ({**begun(), "players": 9}, '1: set-up "standard" is for 3 or 4 or 5 players, not 9; the game is for'),
        ({**begun(), "players": "3"}, '1: "players": expected a whole number, found "3"; write digits'),
        ({**begun(), "seats": ["anna", "bo", "chris"]}, '1: no seat "bo"; did you mean "bob"?'),
        ({**begun(), "setup": "big"}, '1: no set-up "big"; '),
        ({**begun(), "readings": {"captain.wharff": "x"}}, '1: no reading "captain.wharff"; '),
        ({**begun(), "numbers": {"start.money": "2"}}, '1: "numbers": expected an object of whole numbers'),
        ({**begun(), "position": {"governor": "zoe"}}, "1: the position cannot be: "),
        ({**begun(), "unwritten": ["draws *"]}, '1: "unwritten": no move of the game is like "draws *"; did you mean'),
        ({**begun(), "together": ["x*"]}, '1: "together": no move of the game is like "x*"; moves begin with: '),
        ({**begun(), "finished": "yes"}, '1: "finished": expected true or false, found "yes"; fix it'),
        ({**begun(), "outcome": {"winner": []}}, '1: outcome: unknown key "winner"; did you mean "winners"?'),
        ({**begun(), "outcome": {"winners": ["zoe"]}}, '1: "outcome": no seat "zoe"; there are: anna, bob, chris'),
        (begun("choose setler"), '1: step 5: no move "choose setler"; did you mean "choose settler"'),
        (begun("x" * 5000), "1: step 5: no move "),
        (begun(7), '1: step 5: expected a move or an object, found 7; write "MOVE" or'),
        (begun({}), "1: step 5: an empty step; leave it out"),
        (begun({"mov": "pass"}), '1: step 5: unknown key "mov"; did you mean "move"'),
        (begun({"move": "pass", "moves": ["pass"]}), '1: step 5: both "move" and "moves"; leave one of them out'),
        (begun({"move": "pass", "by": "ana"}), '1: step 5: "by": no seat "ana"; did you mean "anna"?'),
        (begun({"turn": "zoe"}), '1: step 5: "turn": no seat "zoe"; there are: anna, bob, chris, chance, nobody'),
        (begun({"by": "anna"}), '1: step 5: no move; say which, "move": "…"'),
        (begun({"moves": ["pass"], "order": "all"}), '1: step 5: "order": expected "written" or "any", found "all"'),
        (begun({"legal": "pass"}), '1: step 5: "legal": expected a list of moves, found "pass"; fix it'),
        (begun({"legal": [["pass", "pass"]]}), '1: step 5: "legal" has moves that are several of ours; say in the'),
        (begun({"legal": ["pas"]}), '1: step 5: no move "pas"; did you mean "pass"?'),
        (begun({"state": []}), '1: step 5: "state": expected an object, found []; fix it'),
        (begun({"move": "pass", "refused": 1}), '1: step 5: "refused": expected true or a reason, found 1; fix it'),
    ],
)
def test_what_is_wrong_is_said_in_one_line(line: Any, said: str, tmp_path: Path) -> None:
    assert complaint(tmp_path, line).startswith(said)


def test_a_game_over_several_lines_is_one_complaint(tmp_path: Path) -> None:
    pretty = json.dumps(begun({"move": "choose settler", "turn": "anna"}), indent=2)

    bad, good = checked(tmp_path, pretty, begun())

    assert isinstance(bad, TraceError)
    assert (bad.line, bad.what) == (1, "a game over several lines")
    assert bad.hint == "write each game on one line, as `jq -c . FILE` does"
    assert isinstance(good, Checked)


def test_a_file_that_is_not_there_or_is_a_folder_costs_no_other_file(tmp_path: Path) -> None:
    good = tmp_path / "good.jsonl"
    good.write_text(json.dumps(begun()) + "\n", encoding="utf-8-sig")

    missing, folder, fine = check([tmp_path / "none.jsonl", tmp_path, good], GAME)

    assert (
        str(missing)
        == f"{tmp_path / 'none.jsonl'}: cannot be read: no such file or directory; check the path and its permissions"
    )
    assert str(folder) == f"{tmp_path}: cannot be read: a folder; name a file in it"
    assert isinstance(fine, Checked)


@pytest.mark.parametrize("change", [None, 7, -1, "x", [], {}, True, {"name": "x"}, [[]]])
def test_no_part_of_a_position_can_be_so_wrong_that_it_is_not_told(change: Any, tmp_path: Path) -> None:
    whole = engine_of(GAME).to_json(engine_of(GAME).named_start("captain"))

    for part in whole:
        (examined,) = checked(tmp_path, {"game": GAME, "steps": ["pass"], "position": {**whole, part: change}})
        assert isinstance(examined, Checked) or examined.what.startswith("the position cannot be: ")


@pytest.mark.parametrize(
    "phase",
    [
        {"name": "offer", "maker": "red", "first": 7},
        {"name": "offer", "maker": "red", "first": {"give": 7}},
        {"name": "discarding", "due": [7]},
        {"name": "first-roll", "rolling": ["red"], "results": ["x"]},
    ],
)
def test_parts_of_a_phase_that_are_no_tables_are_told(phase: dict[str, Any], tmp_path: Path) -> None:
    """They made the engine raise errors that named no place."""
    engine = engine_of("catan_europe")
    whole = engine.to_json(engine.named_start("actions"))
    trace = {"game": "catan_europe", "position": {**whole, "phase": phase}, "steps": ["end turn"]}

    (error,) = checked(tmp_path, trace, game="catan_europe")

    assert isinstance(error, TraceError)
    assert error.what.startswith("the position cannot be: phase.")


def test_the_game_on_the_page_agrees(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "conform.md").read_text(encoding="utf-8")
    trace = json.loads(page.split("```json\n")[1].split("```")[0])

    examined = only_game(tmp_path, trace)

    assert (examined.verdict, examined.moves, examined.compared.states, examined.compared.turns) == ("agrees", 6, 1, 1)


# Many games


def test_departures_are_grouped_by_their_cause_and_the_shortest_is_shown(tmp_path: Path) -> None:
    later = begun("choose trader", "choose settler", "take quarry", "take quarry")
    sooner = begun("choose settler", "take quarry", "take quarry")
    other = begun("choose settler", {"move": "take quarry", "turn": "chris"})
    report = Report()

    for examined in checked(tmp_path, later, sooner, begun(), other):
        report.add(examined)

    assert (report.games, report.agree, report.unfinished) == (4, 1, 1)
    group, turn = report.groups.values()
    assert (group.departure.key, group.departure.times) == ("accepts:take:settler.no-quarry", 2)
    assert len(group.departure.moves) == 6
    file = tmp_path / "games.jsonl"
    assert group.where == (f"{file}:1 step 8", f"{file}:2 step 7")
    assert turn.departure.key == "turn:next:settler.privilege"


def test_many_games_tell_which_clause_is_the_likeliest(tmp_path: Path) -> None:
    """One game names what happened in the order it happened; what also happens where all is well is soon cleared."""
    _, fault = next(planted for planted in FAULTS if planted[1].name == "CornSells")
    wrong = fault.engine(fault.rules(GAME))
    traces = [
        record(wrong, players_of(GAME)["merchant"](Random(seed)), tell=("state",), seed=seed, cap=200)
        for seed in range(6)
    ]
    report = Report()

    results = checked(tmp_path, *traces)
    for examined in results:
        report.add(examined)

    alone = next(
        examined.departure for examined in results if isinstance(examined, Checked) and examined.departure is not None
    )
    group = report.groups["state:bank+players.*.doubloons:trader.corn"]
    assert group.departure.times > 1
    assert alone.clauses[:2] == ("trader.sell", "trader.corn")
    assert group.departure.clauses[0] == "trader.corn"


def test_a_report_says_what_was_compared(tmp_path: Path) -> None:
    report = Report()

    for examined in checked(
        tmp_path, recorded(GAME, ("state", "turn"), cap=50), begun({"state": {"governor": "anna"}})
    ):
        report.add(examined)

    assert (report.moves, report.times.turns, report.times.states, report.times.legal) == (54, 50, 51, 0)
    assert report.compared.parts["governor"] == 51
    assert report.compared.parts["players.*.goods.*"] == 50
    assert report.compared.not_told(engine_of(GAME).to_json(engine_of(GAME).start())) == ()


def test_games_come_one_by_one_so_that_what_was_found_is_kept(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("\n".join([json.dumps(begun())] * 3), encoding="utf-8")
    report = Report()

    games_found = check(tmp_path / "games.jsonl", GAME)
    report.add(next(games_found))
    games_found.close()  # type: ignore[attr-defined]

    assert report.games == 1


def test_what_a_log_does_not_say_is_taken_from_the_defaults(tmp_path: Path) -> None:
    steps = ["draw corn"] * 4 + ["draw indigo", {"turn": "anna", "state": {"players": {"david": {"doubloons": 9}}}}]
    defaults = Defaults(players=4, numbers={"start.money": 9})

    (four,) = checked(tmp_path, {"game": GAME, "steps": steps}, defaults=defaults)
    three_steps = [*steps[:4], {"turn": "anna", "state": {"players": {"chris": {"doubloons": 9}, "david": {}}}}]
    (three,) = checked(tmp_path, {"game": GAME, "steps": three_steps, "players": 3}, defaults=defaults)

    assert isinstance(four, Checked)
    assert isinstance(three, Checked)
    assert (four.verdict, three.verdict) == ("agrees", "agrees")
    assert only_game(tmp_path, {"game": GAME, "steps": steps}).verdict == "departs"


def test_a_recorded_game_says_the_rules_it_was_played_by() -> None:
    rules = make_rules(GAME, players=4, seats=["david", "anna", "bob", "chris"], numbers={"start.money": 9})

    trace = record(build(rules), ["draw corn"], source="a test")

    assert trace["seats"] == ["david", "anna", "bob", "chris"]
    assert trace["numbers"] == {"start.money": 9}
    assert trace["readings"] == dict(rules.readings)
    assert (trace["source"], trace["steps"]) == ("a test", ["draw corn"])
