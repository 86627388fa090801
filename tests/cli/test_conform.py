"""`rulecheck conform` with a program: what is asked and shown, what is a mistake, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import jsonschema
import pytest

from rulecheck.properties.conform.driver import program
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.protocol.implementation import Implementation, Skip, Start
from rulecheck.properties.conform.protocol.reference import OwnChance, Reference
from rulecheck.properties.runtime import writing
from tests.cli.running import Done, Run

GAME = "puerto_rico"
TALKER = (sys.executable, str(Path(__file__).with_name("talker.py")))
SHORT = ("--players", "3", "--games", "1", "--seed", "1", "--no-suite")
QUICK = (*SHORT, "--shrink", "0")
WITH = ("--", "bot")
"""The command in tests that run the implementation in this process."""

Drive = Callable[[Callable[[], Implementation]], None]
Told = Callable[..., Any]


@pytest.fixture
def drive(monkeypatch: pytest.MonkeyPatch) -> Drive:
    """Let an implementation in this process be the program, whatever the command."""

    def go(make: Callable[[], Implementation]) -> None:
        monkeypatch.setattr(program, "Program", lambda command, **limits: InProcess(make))

    return go


@pytest.fixture
def told(rulecheck: Run, root: Path) -> Told:
    """The JSON answer of `conform GAME …`, checked against the schema of its kind, and the exit code."""

    def go(*options: object, command: Sequence[str] = ("bot",)) -> Any:
        with_command = ("--", *command) if command else ()
        done = rulecheck("conform", GAME, *options, "--format", "json", *with_command)
        assert done.err == ""
        report = done.json()
        fits(root, report["command"], report)
        return report, done.code

    return go


def fits(root: Path, name: str, document: Any) -> None:
    schema = json.loads((root / "docs" / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema, cls=jsonschema.Draft202012Validator)


class Right(Reference):
    """The reference under another name."""

    name = "right"
    version = "1.0"

    def __init__(self) -> None:
        super().__init__(GAME)


class NoCaptain(Right):
    """It knows how roles are chosen, and forgets to list the captain."""

    name = "no captain"
    moves: ClassVar[Sequence[str]] = ("draw *", "choose *")

    def legal(self) -> Sequence[str]:
        return [move for move in super().legal() if move != "choose captain"]


class Generous(NoCaptain):
    """The same, and it gives the first player another doubloon."""

    def state(self) -> Mapping[str, Any]:
        state: dict[str, Any] = json.loads(json.dumps(super().state()))
        state["players"]["anna"]["doubloons"] += 1
        return state


class Part(Right):
    """It knows drawing the first plantations, and no more."""

    name = "part"
    moves = ("draw *",)


def lines_of(done: Done, word: str) -> list[str]:
    return [line for line in done.out.splitlines() if line.split()[:1] == [word]]


# Agreement


def test_the_reference_agrees_with_itself(drive: Drive, told: Told) -> None:
    drive(Right)

    report, code = told(*SHORT)

    assert code == 0
    assert (report["verdict"], report["games"], report["departures"]) == ("agrees", 1, [])
    assert report["implementation"]["name"] == "right"
    for what in ("legal", "state", "turn", "outcome", "undo", "refusals"):
        assert report["compared"][what] > 0, what
    assert report["compared"]["not_told"] == []
    assert report["rules"] > len(report["unexercised"]) > 0
    assert not set(report["unexercised"]) & set(report["clauses"])
    assert report["asked"]["tables"] == [{"setup": "standard", "players": 3}]


def test_the_report_says_what_was_asked_and_compared(drive: Drive, rulecheck: Run) -> None:
    drive(Part)

    done = rulecheck("conform", GAME, *SHORT, *WITH)

    assert done.code == 0, done.err
    head = done.out.splitlines()[0]
    assert head.startswith(f"{GAME}   part 1.0   AGREES   1 game, ")
    assert head.endswith("   seed 1   0 departures")
    assert lines_of(done, "asked") == ["  asked      1 game: standard (3 players)"]
    assert lines_of(done, "never")[0].startswith("  never met  ends of games")
    assert "Traceback" not in done.err


def test_what_is_not_announced_is_told_as_not_compared(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, "--games", "1", "--seed", "1", "--", *TALKER, "refuses")

    assert "; only refusals were" in lines_of(done, "not")[0]
    assert lines_of(done, "left") == ["  left out   standard (4 or 5 players): not announced by the program"]


def test_dice_of_its_own_are_followed(drive: Drive, told: Told) -> None:
    class Own(OwnChance):
        def __init__(self) -> None:
            super().__init__(GAME)

    drive(Own)

    report, code = told(*SHORT)

    assert (code, report["verdict"], report["implementation"]["chance"]) == (0, "agrees", "own")


def test_readings_and_numbers_that_it_announces_are_played(drive: Drive, told: Told) -> None:
    class Edition(Right):
        readings = {"mayor.extra": "taken", "bank.money": "unlimited"}  # noqa: RUF012
        numbers = {"colonists.total": 60}  # noqa: RUF012

    drive(Edition)
    report, code = told(*SHORT, "--reading", "bank.money=limited")

    assert code == 0
    assert report["asked"]["readings"]["mayor.extra"] == "taken"
    assert report["asked"]["readings"]["bank.money"] == "limited"  # what the user says comes first
    assert report["asked"]["numbers"] == {"colonists.total": 60}
    assert report["implementation"]["numbers"] == {"colonists.total": 60}


def test_readings_and_numbers_that_were_asked_for_are_told(drive: Drive, rulecheck: Run) -> None:
    drive(Part)
    changes = ("--reading", "bank.money=unlimited", "--number", "house.places=3")

    done = rulecheck("conform", GAME, *SHORT, *changes, *WITH)

    assert lines_of(done, "with") == ["  with       bank.money = unlimited, house.places = 3"]


def test_every_is_how_often_positions_are_asked_for(drive: Drive, told: Told) -> None:
    drive(Right)

    often, _ = told(*SHORT, "--every", "1")
    seldom, _ = told(*SHORT, "--every", "40")

    assert often["compared"]["state"] > 5 * seldom["compared"]["state"]


def test_the_cases_of_the_game_are_played_first_unless_told_not_to(drive: Drive, told: Told) -> None:
    drive(Part)

    every, _ = told(*SHORT[:-1])
    without, _ = told(*SHORT)

    assert every["compared"]["legal"] > without["compared"]["legal"]


def test_substitute_data_is_told(drive: Drive, rulecheck: Run) -> None:
    class Europe(Reference):
        moves = ("draw *",)

        def __init__(self) -> None:
            super().__init__("catan_europe")

    drive(Europe)

    done = rulecheck("conform", "catan_europe", *SHORT, "--setup", "short-fixed", *WITH)

    assert any(line.startswith("SUBSTITUTE DATA  ") and "map-short" in line for line in done.out.splitlines())


# Departures


def test_a_departure_names_its_clause_and_how_to_see_it_again(
    drive: Drive, told: Told, rulecheck: Run, root: Path
) -> None:
    drive(NoCaptain)

    report, code = told(*SHORT)

    assert (code, report["verdict"]) == (1, "departs")
    (departure,) = report["departures"]
    assert (departure["kind"], departure["about"], departure["keys"]) == ("misses", "choose", ["misses:choose"])
    others = "choose settler, choose mayor, choose builder, choose craftsman, choose trader"
    assert departure["messages"] == [
        "'choose captain' is legal, but not listed",
        f"the program lists {others}",
        f"the rules allow {others.replace('choose trader', 'choose trader, choose captain')}",
    ]
    assert departure["shrunk"]
    assert len(departure["moves"]) == 4  # the draws before the first choice
    assert departure["replay"] == f"rulecheck conform {GAME} --replay {departure['file']} -- bot"
    finding = json.loads(Path(departure["file"]).read_text(encoding="utf-8"))
    fits(root, "finding", finding)
    assert finding["program"] == "no captain 1.0"

    shown = rulecheck("replay", departure["file"])
    assert shown.code == 0
    assert "found in no captain 1.0, seed 1, game 0" in shown.out
    assert f"rulecheck conform {GAME} --replay {departure['file']} -- COMMAND…" in shown.out
    again = rulecheck("replay", departure["file"], "--format", "json")
    fits(root, "replay", again.json())


def test_a_departure_reads_like_a_sentence(drive: Drive, rulecheck: Run) -> None:
    drive(NoCaptain)

    done = rulecheck("conform", GAME, *SHORT, *WITH)

    assert done.code == 1
    at = done.out.splitlines().index("    'choose captain' is legal, but not listed")
    head, clause = done.out.splitlines()[at - 1], done.out.splitlines()[at + 3]
    assert head == "MISSES  choose   1 game, shown in 4 moves   3 players, standard"
    assert clause.startswith("    clause  ")
    assert lines_of(done, "key") == ["    key     misses:choose"]
    assert "Each message gives the program's answer first" in done.out


def test_a_known_departure_is_only_counted_and_the_next_one_shows(
    drive: Drive, told: Told, rulecheck: Run, tmp_path: Path
) -> None:
    drive(NoCaptain)
    done = rulecheck("conform", GAME, *QUICK, "--write-accepted", "known", *WITH)
    assert done.code == 1
    assert (tmp_path / "known").read_text().splitlines()[1:] == ["misses:choose"]

    same, code = told(*QUICK, "--accept", "known")
    assert (code, same["verdict"], same["departures"]) == (0, "agrees", [])
    assert same["accepted"]["misses:choose"] > 0
    drive(Generous)
    more, code = told(*QUICK, "--accept", "known", "--write-accepted", "both")
    assert code == 1
    assert {departure["kind"] for departure in more["departures"]} == {"state"}
    assert "misses:choose" in (tmp_path / "both").read_text()
    drive(Right)
    mended = rulecheck("conform", GAME, *QUICK, "--accept", "known", *WITH)
    assert mended.code == 0
    assert lines_of(mended, "accepted") == [
        "  accepted   misses:choose   not met; if it is fixed, remove it from the file"
    ]


def test_only_what_is_known_is_no_plain_agreement(drive: Drive, rulecheck: Run, tmp_path: Path) -> None:
    (tmp_path / "known").write_text("misses:choose  # the captain comes next week\n")
    drive(NoCaptain)

    done = rulecheck("conform", GAME, *QUICK, "--accept", "known", *WITH)

    assert done.code == 0
    assert "   AGREES but for what is known   " in done.out.splitlines()[0]


# One departure again


@pytest.fixture(scope="module")
def kept() -> list[str]:
    """The text of a finding, once it has been found."""
    return []


@pytest.fixture
def finding(drive: Drive, rulecheck: Run, kept: list[str], tmp_path: Path) -> str:
    """The file of a departure of `NoCaptain`."""
    drive(NoCaptain)
    if not kept:
        report = rulecheck("conform", GAME, *QUICK, "--format", "json", *WITH).json()
        kept.append(Path(report["departures"][0]["file"]).read_text(encoding="utf-8"))
    (tmp_path / "finding.json").write_text(kept[0], encoding="utf-8")
    return "finding.json"


def test_a_departure_is_played_again(drive: Drive, told: Told, rulecheck: Run, finding: str) -> None:

    again, code = told("--replay", finding)
    assert (code, again["shows"], again["key"]) == (1, True, "misses:choose")
    assert [sighting["kind"] for sighting in again["sightings"]] == ["misses"]
    assert rulecheck("conform", GAME, "--replay", finding, *WITH).out.endswith("misses:choose shows again\n")
    drive(Right)
    mended = rulecheck("conform", GAME, "--replay", finding, *WITH)
    assert mended.code == 0
    assert mended.out.endswith("misses:choose does not show again: both sides agree throughout this game\n")
    _, code = told("--replay", finding)
    assert code == 0


def test_a_replay_shows_both_sides(drive: Drive, told: Told, rulecheck: Run, finding: str) -> None:
    again, _ = told("--replay", finding)

    assert "choose captain" in again["sides"]["ours"]["legal"]
    assert "choose captain" not in again["sides"]["theirs"]["answer"]["legal"]
    assert again["sides"]["ours"]["state"]["governor"] == "anna"
    shown = rulecheck("conform", GAME, "--replay", finding, *WITH)
    assert lines_of(shown, "rules")[0].startswith("    rules   anna is to move; legal: choose settler, ")
    assert lines_of(shown, "answer")[0].startswith('    answer  {"id": ')


class Shifted(Right):
    """It tells five parts of the position otherwise than they are."""

    def state(self) -> Mapping[str, Any]:
        return {**super().state(), "bank": 0, "pool": 0, "colonists": 0, "quarries": 0, "written": 7}


def test_the_whole_difference_is_told(drive: Drive, told: Told, rulecheck: Run) -> None:
    drive(Shifted)

    report, _ = told(*QUICK, "--no-adopt")

    wrong = {"bank", "pool", "colonists", "quarries", "written"}
    (departure,) = report["departures"]
    assert {place["path"] for place in departure["differences"]} == wrong
    shown = rulecheck("conform", GAME, *QUICK, "--no-adopt", *WITH)
    assert {line.split()[1] for line in lines_of(shown, "differs")} == wrong


def test_parts_that_are_not_compared_are_named(drive: Drive, told: Told, rulecheck: Run) -> None:
    drive(Shifted)
    options = [word for part in ("bank", "pool", "col*", "quarries", "written") for word in ("--ignore-state", part)]

    report, code = told(*QUICK, *options)

    assert (code, report["verdict"], report["asked"]["ignored"]) == (0, "agrees", list(options[1::2]))
    shown = rulecheck("conform", GAME, *QUICK, *options, *WITH)
    assert lines_of(shown, "ignored") == ["  ignored    of positions: bank, pool, col*, quarries, written"]


def test_what_was_not_compared_is_not_compared_in_the_replay_either(drive: Drive, told: Told) -> None:
    """The key names the parts that differ: with others it would be another one, and would not show again."""
    drive(Shifted)
    options = ["--ignore-state", "bank", "--ignore-state", "pool"]
    report, _ = told(*QUICK, "--no-adopt", *options)
    (departure,) = report["departures"]

    assert f" {' '.join(options)} " in departure["replay"]
    again, _ = told("--replay", departure["file"], *options)
    assert again["shows"]
    again, _ = told("--replay", departure["file"])
    assert not again["shows"]


def test_moves_that_are_avoided_are_named(drive: Drive, told: Told, rulecheck: Run) -> None:
    drive(NoCaptain)

    report, code = told(*QUICK, "--avoid", "choose captain")

    assert report["asked"]["avoid"] == ["choose captain"]
    assert code == 1  # it is not listed, whether it is played or not


def test_a_pattern_with_a_reason_is_shown_with_it(drive: Drive, rulecheck: Run, tmp_path: Path) -> None:
    drive(NoCaptain)
    (tmp_path / "known.txt").write_text("misses:cho*   # no captains on our ships\n")

    done = rulecheck("conform", GAME, *QUICK, "--accept", "known.txt", *WITH)

    (line,) = lines_of(done, "accepted")
    assert line.startswith("  accepted   misses:cho*   met in ")
    assert line.endswith("   # no captains on our ships")


def test_another_reading_is_told_with_the_option_that_takes_it_over(drive: Drive, rulecheck: Run) -> None:
    class Extra(Reference):
        def __init__(self) -> None:
            super().__init__(GAME, readings={"setup.start-tiles": "extra"})

    drive(Extra)

    done = rulecheck("conform", GAME, *QUICK, "--no-adopt", *WITH)

    option = "--reading setup.start-tiles=extra"
    assert f"    Agrees if the rule is read as setup.start-tiles=extra; to adopt it: {option}" in done.out.splitlines()


def test_one_that_is_taken_over_stands_in_the_verdict_and_in_a_command(
    drive: Drive, rulecheck: Run, told: Told
) -> None:
    class Extra(Reference):
        def __init__(self) -> None:
            super().__init__(GAME, readings={"setup.start-tiles": "extra"})

    drive(Extra)

    done, (report, code) = rulecheck("conform", GAME, *QUICK, *WITH), told(*QUICK)

    option = "--reading setup.start-tiles=extra"
    command = f"rulecheck conform {GAME} --players 3 {option} -- bot"
    assert "  verdict    your program = this rulebook + 1 reading + no other departure" in done.out.splitlines()
    assert f"  announce   {command}" in done.out.splitlines()
    assert "adopted setup.start-tiles=extra" in done.err
    (adopted,), (departure,) = report["adopted"], report["departures"]
    assert (adopted["id"], adopted["option"], report["announced"]) == (departure["explained"][0]["id"], option, command)
    assert (code, departure["adopted"]) == (1, True)
    agreed, code = told(*QUICK, *command.split()[5:7])
    assert (code, agreed["adopted"], agreed["announced"]) == (0, [], None)
    assert rulecheck("conform", GAME, *QUICK, *option.split(), *WITH).code == 0


def test_another_departure_in_the_same_game_is_not_taken_for_it(
    drive: Drive, told: Told, rulecheck: Run, finding: str
) -> None:

    class NoMayor(Right):
        def turn(self) -> str:
            turn = super().turn()
            return "bob" if turn == "anna" else turn

    drive(NoMayor)
    again, code = told("--replay", finding)

    assert (code, again["shows"]) == (1, False)
    assert again["sightings"][0]["kind"] == "turn"


def test_a_table_that_is_not_played_is_not_agreed_with(drive: Drive, rulecheck: Run, finding: str) -> None:
    class Choosy(Right):
        def start(self, table: Start) -> None:
            raise Skip("not on Saturdays")

    drive(Choosy)

    done = rulecheck("conform", GAME, "--replay", finding, *WITH)

    assert (done.code, done.out) == (3, "")
    assert "the game of misses:choose cannot be played again: not on Saturdays" in done.err


def test_a_finding_of_another_game_is_told(drive: Drive, rulecheck: Run, finding: str) -> None:

    assert (
        "a game of puerto_rico, not of power_grid" in rulecheck("conform", "power_grid", "--replay", finding, *WITH).err
    )


# Move trees


def test_equal_trees_agree(drive: Drive, told: Told) -> None:
    drive(Right)

    report, code = told("--players", "3", "--perft", "5")

    assert (code, report["verdict"]) == (0, "agrees")
    (row,) = report["tables"]
    assert row["ours"] == row["theirs"] > 0


def test_trees_are_divided_down_to_the_first_move_that_differs(drive: Drive, told: Told, rulecheck: Run) -> None:
    class Counts(NoCaptain):
        """It counts what it lists."""

        moves = ()

        perft = Implementation.perft

    drive(Counts)

    report, code = told("--players", "3", "--perft", "5")

    assert code == 1
    (row,) = report["tables"]
    assert row["theirs"] < row["ours"]
    assert len(row["difference"]["moves"]) == 4
    assert row["difference"]["missing"] == ["choose captain"]
    shown = rulecheck("conform", GAME, "--players", "3", "--perft", "5", *WITH)
    assert "    'choose captain' is legal, but not counted" in shown.out.splitlines()


def test_a_move_that_is_counted_and_not_legal_is_told_with_its_clause(drive: Drive, told: Told) -> None:
    class Extra(Right):
        def perft(self, depth: int) -> Mapping[str, int]:
            return {**super().perft(depth), "sell corn": 1}

    drive(Extra)

    report, code = told("--players", "3", "--perft", "1")

    assert code == 1
    (extra,) = report["tables"][0]["difference"]["extra"]
    assert extra["move"] == "sell corn"
    assert "(" in extra["refused"]  # the clause


def test_trees_are_not_counted_with_moves_taken_together(drive: Drive, rulecheck: Run) -> None:
    class Together(Right):
        together = ("place *",)

    drive(Together)

    assert "move by move" in rulecheck("conform", GAME, "--players", "3", "--perft", "1", *WITH).err


def test_trees_of_what_cannot_be_counted_are_not_compared(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, "--players", "3", "--perft", "2", "--", *TALKER)

    assert done.code == 3
    assert "trees are counted with whole games" in done.err


# Programs that cannot be driven, and that fail


@pytest.mark.parametrize(
    ("way", "what"),
    [
        ("banner", "standard output is for answers alone"),
        ("ends", "ended with exit code 2"),
        ("protocol-2", "it speaks protocol 2; this rulecheck speaks 1"),
        ("other-games", "talker does not play puerto_rico; it announces chess"),
        ("no-games", "it announces no game"),
        ("error", "the database is down"),
        ("strange-ability", "no ability 'fly'"),
        ("strange-reading", 'no reading "nobody.asked"'),
        ("nine-players", "talker announces 9 players for puerto_rico; what is asked for is standard"),
    ],
)
def test_a_program_that_cannot_be_driven_is_told_in_a_line(rulecheck: Run, way: str, what: str) -> None:
    done = rulecheck("conform", GAME, *SHORT, "--", *TALKER, way)

    assert (done.code, done.out) == (3, "")
    first, *rest = done.err.splitlines()
    assert first.startswith("rulecheck: ")
    assert what in first
    assert rest == (["    cannot find board.json"] if way == "ends" else [])


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (["no-such-program"], "no program no-such-program on the PATH"),
        (["python bot.py"], "write its words one by one, without quotes"),
        (["./bot.py"], "there is no file ./bot.py"),
        (["/"], "is a folder"),
    ],
    ids=str,
)
def test_a_command_that_does_not_start_is_told_in_a_line(rulecheck: Run, command: list[str], what: str) -> None:
    done = rulecheck("conform", GAME, *SHORT, "--", *command)

    assert (done.code, done.out, len(done.err.splitlines())) == (3, "", 1)
    assert what in done.err


@pytest.mark.parametrize(
    ("way", "seconds", "verdict", "what"),
    [
        ("late-error", 20, "crashed", "no key 'corn'"),
        ("late-end", 20, "crashed", "it ended with exit code 5"),
        ("late-sleep", 2, "timed out", "no answer within 2 s"),
    ],
)
def test_a_program_that_fails_is_a_verdict_of_its_own(
    told: Told, way: str, seconds: int, verdict: str, what: str
) -> None:
    report, code = told(*QUICK, "--no-suite", "--timeout", seconds, command=(*TALKER, way))

    assert (code, report["verdict"]) == (3, "failed")
    assert report["departures"][0]["kind"] == verdict
    assert what in report["departures"][0]["messages"][0]
    if way == "late-end":
        assert report["departures"][0]["stderr"] == "Segmentation fault, perhaps\n"


def test_a_game_that_is_skipped_is_no_agreement(told: Told) -> None:
    report, code = told(*SHORT, command=(*TALKER, "skips"))

    assert (code, report["verdict"], report["moves"]) == (3, "skipped", 0)
    assert report["skipped"] == {"not on Saturdays": 1}


# Wrong use


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ([], "give a command after --, or logs with --trace FILE"),
        (["--replay", "f.json"], "no program for --replay: give a command after --"),
        (["--perft", "2"], "no program for --perft"),
        (["--perft", "2", "--replay", "f.json", *WITH], "--replay and --perft: give one of them"),
        (["--perft", "2", "--games", "3", *WITH], "--games does not go with --perft"),
        (["--replay", "f.json", "--players", "3", *WITH], "--players does not go with --replay"),
        (["--trace", "log", *WITH], "--trace drives no program"),
        (["--trace", "log", "--timeout", "3"], "--timeout does not go with --trace"),
        (["--record", "log", "--seconds", "3"], "--seconds does not go with --record"),
        (["--games", "1", "--seconds", "3", *WITH], "--games and --seconds: give one of them"),
        (["--games", "0", *WITH], "--games"),
        (["--every", "0", *WITH], "--every"),
        (["--timeout", "0", *WITH], "--timeout"),
        (["--memory", "1", *WITH], "--memory"),
        (["--perft", "0", *WITH], "--perft"),
        (["--seed", "-1", *WITH], "--seed"),
        (["--players", "9", *WITH], "not 9"),
        (["--setup", "nope", *WITH], 'no set-up "nope"'),
        (["--reading", "a=b", *WITH], 'no reading "a"'),
        (["--number", "a=x", *WITH], "'x' is not a whole number"),
        (["--data", "nope.toml", *WITH], "nope.toml: no such file"),
        (["--accept", "nope", *WITH], "nope: cannot be read"),
        (["--accept", ".", *WITH], "cannot be read"),
        (["--accept", "wrong", *WITH], 'wrong:2: no kind of departure "mises"; did you mean "misses"?'),
        (["--accept", "latin", *WITH], "latin:1: expected UTF-8"),
        (["--write-accepted", ".", *WITH], "it is a folder; name a file in it"),
        (["--write-accepted", "wrong/known", *WITH], "takes no files"),
        (["--record", "."], "it is a folder"),
        (["--replay", "nope.json", *WITH], "nope.json: cannot be read"),
        (["--replay", "half.json", *WITH], "half.json: not JSON"),
        (["--replay", "empty", *WITH], "empty: not JSON"),
        (["--replay", "latin", *WITH], "latin: not a text file"),
        (["--replay", "wrong", *WITH], "wrong: not JSON"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use_is_told_in_a_line(
    drive: Drive, rulecheck: Run, tmp_path: Path, options: list[str], what: str
) -> None:
    drive(Right)
    (tmp_path / "wrong").write_text("misses:choose\nmises:choose\n")
    (tmp_path / "latin").write_bytes("größer".encode("latin-1"))
    (tmp_path / "half.json").write_text('{"schema_version": 1, "id": "ab')
    (tmp_path / "empty").write_text("")

    done = rulecheck("conform", GAME, *options)

    assert done.is_one_line_mistake, done
    assert what in done.err


def test_an_option_of_the_program_before_the_dashes_is_told(rulecheck: Run) -> None:
    done = rulecheck("conform", GAME, "python", "bot.py", "--verbose")

    assert done.is_one_line_mistake
    assert "options of the program stand after --" in done.err


def test_an_unknown_game_is_told(rulecheck: Run) -> None:
    done = rulecheck("conform", "puerto_ricco", *WITH)

    assert done.is_one_line_mistake
    assert 'did you mean "puerto_rico"?' in done.err


# Nothing is lost


def test_a_folder_that_cannot_be_written_is_told_and_the_report_stays(
    drive: Drive, rulecheck: Run, tmp_path: Path
) -> None:
    (tmp_path / "findings").write_text("in the way")
    drive(NoCaptain)

    done = rulecheck("conform", GAME, *QUICK, *WITH)

    assert done.code == 1
    assert "could not be written" in lines_of(done, "note")[0]
    assert "'choose captain' is legal, but not listed" in done.out


def test_a_full_disk_is_told_after_the_report(drive: Drive, rulecheck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    drive(NoCaptain)
    monkeypatch.setattr(writing, "write_atomically", full)

    done = rulecheck("conform", GAME, *QUICK, "--write-accepted", "known", *WITH)

    assert done.code == 2
    assert done.err.splitlines()[-1] == "rulecheck: known: cannot be written: no space left on device"
    assert "'choose captain' is legal, but not listed" in done.out


def test_ctrl_c_keeps_what_was_found(drive: Drive, rulecheck: Run, pressed: list[int]) -> None:
    many = ("--players", "3", "--games", "100000", "--seed", "1", "--shrink", "0")
    drive(NoCaptain)
    departs = rulecheck("conform", GAME, *many, "--format", "json", *WITH)
    pressed.clear()
    drive(Part)
    agrees = rulecheck("conform", GAME, *many, *WITH)

    report = departs.json()
    assert report["interrupted"]
    assert report["games"] < 1000
    assert [departure["kind"] for departure in report["departures"]] == ["misses"]
    assert departs.code == 1
    assert agrees.code == 130
    assert "  stopped by Ctrl-C; this is what was found until then" in agrees.out.splitlines()


@pytest.mark.parametrize(("way", "code"), [("", 1), ("skips", 3)])
def test_a_reader_that_goes_away_does_not_change_the_exit_code(tmp_path: Path, way: str, code: int) -> None:
    """`rulecheck conform … | true`"""
    read, write = os.pipe()
    os.close(read)
    arguments = ["-m", "rulecheck", "conform", GAME, *QUICK, "--", *TALKER, way]
    with os.fdopen(write, "w") as pipe:
        done = subprocess.run(
            [sys.executable, *arguments], stdout=pipe, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path
        )

    assert done.returncode == code
    assert all(" s  MALFORMED " in line for line in done.stderr.splitlines())  # what is told as it is found


# Once


class ListsAllBuildings(Right):
    """Every building is listed wherever one may be built: against the price, and against what stands there already."""

    def legal(self) -> Sequence[str]:
        legal = super().legal()
        if "pass" not in legal or not any(text.startswith("build ") for text in legal):
            return legal
        every = (str(move) for move in self._engine.all_moves())
        return sorted({*legal, *(text for text in every if text.startswith("build "))})


def test_one_fault_that_breaks_several_clauses_is_told_once_for_each(told: Told, drive: Drive, tmp_path: Path) -> None:
    """Nothing that is replayed says that these are one; each has a game and a clause of its own."""
    drive(ListsAllBuildings)

    report, _ = told(*QUICK, "--findings", tmp_path)

    clauses = [departure["clauses"][0]["clause"] for departure in report["departures"]]
    assert len(clauses) == len(set(clauses)) > 1
    assert {departure["kind"] for departure in report["departures"]} == {"lists"}
