"""`rulecheck fuzz`, and what `replay`, `readings` and `explain` make of its findings."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulecheck.cli.main import run
from rulecheck.cli.rendering.answers import Screen
from rulecheck.cli.rendering.campaign_result import news, show_campaign, title
from rulecheck.spec import load
from tests.cli.running import GAME, Answer, Done, Run

BRIEF = "castles_of_burgundy"
"""A game that meets few silences: every finding is given some time to be made shorter, whatever `--shrink` says."""

TABLE = (BRIEF, "--players", "2", "--shrink", "0", "--jobs", "1")
CAMPAIGN = (*TABLE, "--games", "2", "--seed", "7")
"""A small campaign: few games, and no work to make them short."""

ONE_GAME = (*TABLE, "--games", "1", "--seed", "8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A findings folder that a small campaign has filled."""
    findings = tmp_path_factory.mktemp("campaign") / "findings"
    assert run(["fuzz", *CAMPAIGN, "--findings", str(findings), "--format", "json"]) == 0, "silences only"
    return findings


@pytest.fixture(scope="module")
def last(folder: Path) -> Any:
    """The report that the campaign left."""
    return json.loads((folder / f"last-{BRIEF}.json").read_text(encoding="utf-8"))


def a_silence(last: Any) -> Any:
    """The silence that is quickest to replay."""
    silences = [finding for finding in last["findings"] if finding["kind"] == "silent" and finding["moves"]]
    return min(silences, key=lambda finding: len(finding["moves"]))


def test_the_same_seed_plays_the_same_campaign(answer: Answer, last: Any, folder: Path, tmp_path: Path) -> None:
    again = answer("fuzz", *CAMPAIGN)

    for part in ("games", "moves", "ended", "clauses", "silences", "properties", "unexercised"):
        assert again[part] == last[part]
    assert [finding["id"] for finding in again["findings"]] == [finding["id"] for finding in last["findings"]]
    assert again["asked"] == last["asked"]
    kept = {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith("last-")}
    assert kept
    assert {p.name: p.read_bytes() for p in (tmp_path / "findings").iterdir() if p.name in kept} == kept


def shown(capsys: pytest.CaptureFixture[str], answer: Any, *, everything: bool = False) -> list[str]:
    show_campaign(Screen(), answer, 4.1, everything=everything)
    return capsys.readouterr().out.splitlines()


def test_the_report_says_what_was_asked_found_and_not_looked_at(capsys: pytest.CaptureFixture[str], last: Any) -> None:
    lines = shown(capsys, last, everything=True)

    assert lines[0].startswith(f"{BRIEF}   2 games   ")
    assert "seed 7" in lines[0]
    assert "standard (2 players)" in lines[1]
    exercised = last["rules"] - len(last["unexercised"])
    (line,) = [line for line in lines if line.startswith("  exercised  ")]
    assert line.startswith(f"  exercised  {exercised} of {last['rules']} rule clauses, ")
    assert line.endswith(" of them checked against a condition")
    assert f"NOT EXERCISED  {len(last['unexercised'])} clauses" in lines
    assert any(line.startswith("SUBSTITUTE DATA  ") and "sheets" in line for line in lines)
    for finding in last["findings"]:
        assert any(line.startswith(f"{finding['kind'].upper()}  {finding['name']}   ") for line in lines)
        assert f"    replay  rulecheck replay {finding['file']}" in lines
        assert f"    compare rulecheck readings {BRIEF} {finding['name']}" in lines


def test_known_silences_are_a_line_with_a_count(capsys: pytest.CaptureFixture[str], last: Any) -> None:
    lines = shown(capsys, last)

    assert lines[0].endswith("   nothing new")
    assert f"KNOWN  {len(last['findings'])} known silences; --all shows each" in lines
    assert not any(line.startswith("SILENT") for line in lines)
    assert any("rulecheck readings" in line for line in lines[lines.index("NEXT") :])


def test_the_first_screen_of_many_new_findings_fits_a_terminal(capsys: pytest.CaptureFixture[str], last: Any) -> None:
    """The twin: as many findings, none of them known."""
    new = [{**finding, "known": None, "messages": ["one"] * 9} for finding in last["findings"]]
    lines = shown(capsys, {**last, "findings": new, "notes": ["a", "b"]})

    assert lines[0].endswith(f"   {len(new)} new findings")
    assert len([line for line in lines if line.startswith("SILENT")]) == 2
    assert f"and {len(new) - 2} more new findings; --all shows each" in lines
    assert len(lines) <= 40
    assert any("--write-accepted known.txt" in line for line in lines)


def test_a_loop_is_called_by_its_moves(last: Any) -> None:
    finding = {**last["findings"][0], "kind": "endless", "name": "a loop of Give, Propose"}
    loop = [
        {"actor": "anna", "move": "give ore", "words": "gives ore"},
        {"actor": "bert", "move": "decline", "words": ""},
    ]

    assert title({**finding, "loop": loop}) == "players can repeat give, decline for ever"
    assert title({**finding, "loop": []}) == "a loop of Give, Propose"


def test_a_silence_names_its_clauses_and_the_choice_that_was_played(last: Any) -> None:
    readings = load(BRIEF).readings
    silences = [finding for finding in last["findings"] if finding["kind"] == "silent"]

    assert silences
    for finding in silences:
        assert finding["clauses"] == list(readings[finding["name"]].silent)
        assert finding["reading"]["played"] == readings[finding["name"]].default


def test_another_seed_and_reading_are_played_as_asked(answer: Answer, last: Any) -> None:
    reading = load(BRIEF).readings[a_silence(last)["name"]]
    other = next(choice for choice in reading.choices if choice != reading.default)

    campaign = answer("fuzz", *ONE_GAME, "--reading", f"{reading.id}={other}")

    assert campaign["asked"]["readings"] == {**last["asked"]["readings"], reading.id: other}
    assert campaign["asked"]["seed"] == 8
    assert campaign["clauses"] != last["clauses"]


def test_exercised_clauses_are_never_among_those_not_exercised(last: Any) -> None:
    missed = {unmet["clause"] for unmet in last["unexercised"]}

    assert missed
    assert missed.isdisjoint(last["clauses"])
    assert all(unmet["why"] for unmet in last["unexercised"])


def test_claims_that_other_numbers_break_are_told(rulecheck: Run, last: Any) -> None:
    """Five goods a phase are one a round; with four rounds they are not, and nobody need play to see it."""
    done = rulecheck("fuzz", *ONE_GAME, "--number", "phase.rounds=4")

    lines = done.out.splitlines()
    at = lines.index("CLAIM FAILS  phase.one-good-a-round")
    assert lines[at + 1 : at + 3] == [
        "    phase.goods == phase.rounds", "    does not hold: phase.goods = 5, phase.rounds = 4",
    ]  # fmt: skip
    assert done.code == 1
    assert last["claims"] == []


def test_claims_are_asked_of_the_player_counts_that_are_played(answer: Answer) -> None:
    asked = ("--setup", "full", "--players", "3", "--seconds", "1", "--seed", "1", "--jobs", "1", "--shrink", "0")

    campaign = answer("fuzz", GAME, *asked, "--number", "full.goods=9")

    assert [(claim["claim"], claim["players"]) for claim in campaign["claims"]] == [("setup.one-good-is-free", 3)]


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("routes.each=-1", "routes.each = -1 cannot be played; write 0 to 300"),
        ("routes.each=1000000000000", "routes.each = 1000000000000 cannot be played; write 0 to 300"),
        ("cards.total=26", "cards.total = 26: nothing in play depends on it"),
        ("full.posts=11", "full.posts = 11, and full.covered and full.initial make 12; change them together"),
    ],
)
def test_a_number_that_no_game_can_have_is_one_line(rulecheck: Run, number: str, why: str) -> None:
    done = rulecheck("fuzz", GAME, "--setup", "full", "--players", "3", "--games", "1", "--number", number)

    assert done.is_one_line_mistake, done
    assert why in done.err


# Findings that are known


NEW = ("--number", "phase.rounds=4")
"""Numbers under which claims of the rulebook fail: what is new, whatever the campaign plays."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that accepts all that is new in a small campaign."""
    folder = tmp_path_factory.mktemp("known")
    file = folder / "known.txt"
    more = ("--write-accepted", str(file), "--reason", "asked", "--findings", str(folder), "--format", "json")
    assert run(["fuzz", *ONE_GAME, *NEW, *more]) == 1, "what is written was new"
    return file


def keys(file: Path) -> list[str]:
    return [line.partition("  #")[0] for line in file.read_text().splitlines()[1:]]


def test_the_second_run_with_the_accepted_file_ends_with_nothing_new(rulecheck: Run, known: Path) -> None:
    done = rulecheck("fuzz", *ONE_GAME, *NEW, "--accept", known)

    assert done.code == 0
    assert "nothing new" in done.out.splitlines()[0]
    assert f"{len(keys(known))} findings that {known} accounts for" in done.out


def test_a_finding_that_is_not_accepted_is_shown_alone(rulecheck: Run, known: Path, tmp_path: Path) -> None:
    """The twin: a line less in the file."""
    fewer = tmp_path / "fewer.txt"
    new = keys(known)[0]
    fewer.write_text("\n".join(line for line in known.read_text().splitlines() if not line.startswith(f"{new} ")))

    done = rulecheck("fuzz", *ONE_GAME, *NEW, "--accept", fewer)

    assert done.code == 1
    assert "1 new finding" in done.out.splitlines()[0]
    shown = [line for line in done.out.splitlines() if line.startswith(("CLAIM", "BROKEN"))]
    assert len(shown) == 1
    assert new.split(":")[1] in shown[0]


def test_a_pattern_accepts_all_that_fit(rulecheck: Run, tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text("claim:phase.*  # asked\nbroken:*  # so many rounds\n")

    assert rulecheck("fuzz", *ONE_GAME, *NEW, "--accept", file).code == 0


def test_what_is_accepted_and_not_met_is_told_and_so_is_what_has_no_reason(
    answer: Answer, rulecheck: Run, known: Path, tmp_path: Path
) -> None:
    more = tmp_path / "more.txt"
    more.write_text(known.read_text() + "broken:mended\n")

    told = answer("fuzz", *ONE_GAME, *NEW, "--accept", more)
    done = rulecheck("fuzz", *ONE_GAME, *NEW, "--accept", more)

    assert told["accepted"] == {
        "files": [str(more)], "met": len(keys(known)), "not_met": ["broken:mended"],
        "without_reason": ["broken:mended"],
    }  # fmt: skip
    assert {claim["accepted"] for claim in told["claims"]} == {"asked"}
    assert "  accepted   broken:mended   not met; remove it if it is fixed" in done.out.splitlines()


def test_the_file_of_known_findings_keeps_its_reasons(rulecheck: Run, known: Path, tmp_path: Path) -> None:
    file = tmp_path / "both.txt"
    file.write_text(f"{keys(known)[0]}  # another reason\n")

    rulecheck("fuzz", *ONE_GAME, *NEW, "--accept", file, "--write-accepted", file, "--reason", "later")

    reasons = [line.partition("  # ")[2] for line in file.read_text().splitlines()[1:]]
    assert sorted(set(reasons)) == ["another reason", "later"]
    assert reasons.count("another reason") == 1
    assert keys(file) == keys(known)


def test_what_a_game_ships_as_known_is_known(tmp_path: Path) -> None:
    """In a process of its own: two folders called ur are two modules of one name."""
    game = tmp_path / "ur"
    shutil.copytree(Path(__file__).parents[2] / "examples/games/ur", game)
    (game / "known.txt").write_text("claim:nowhere  # asked\nsilent:*  # the sheets differ\n")
    asked = ["fuzz", str(game), "--games", "4", "--seed", "1", "--jobs", "1", "--shrink", "0", "--format", "json"]

    done = subprocess.run(
        [sys.executable, "-m", "rulecheck", *asked], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    told = json.loads(done.stdout)
    assert told["findings"]
    assert not news(told)
    assert {finding["known"] for finding in told["findings"]} == {"file"}
    assert told["accepted"]["not_met"] == [], "what a game ships need not show in each campaign"


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--accept", "nowhere"], "`--write-accepted` makes such a file"),
        (["--write-accepted", "."], "it is a folder"),
        (["--reason", "why"], "goes with --write-accepted"),
        (["--write-accepted", "x", "--reason", "two\nlines"], "one line only"),
    ],
    ids=str,
)
def test_a_file_of_known_findings_that_cannot_be_is_one_line(rulecheck: Run, options: list[str], what: str) -> None:
    done = rulecheck("fuzz", *ONE_GAME, *options)

    assert done.is_one_line_mistake, done
    assert what in done.err


def test_silences_come_in_the_order_of_what_they_change(last: Any) -> None:
    def change(finding: Any) -> tuple[float, float]:
        effect = finding["effect"] or {"games": 1, "scores": 0, "winners": 0}
        return effect["scores"] / effect["games"], effect["winners"] / effect["games"]

    changes = [change(finding) for finding in last["findings"] if finding["kind"] == "silent"]
    assert changes == sorted(changes, reverse=True)
    assert len(set(changes)) > 1


def test_every_finding_is_a_file_that_its_schema_knows(last: Any, root: Path) -> None:
    schema = json.loads((root / "docs" / "schemas" / "finding.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)

    assert last["findings"]
    for finding in last["findings"]:
        jsonschema.validate(
            json.loads(Path(finding["file"]).read_text(encoding="utf-8")), schema, cls=jsonschema.Draft202012Validator
        )


def test_games_and_seconds_together_are_wrong_use(rulecheck: Run) -> None:
    assert rulecheck("fuzz", BRIEF, "--games", "1", "--seconds", "1").is_one_line_mistake


def test_a_folder_that_cannot_be_written_is_told(rulecheck: Run, tmp_path: Path) -> None:
    (tmp_path / "findings").write_text("in the way")

    done = rulecheck("fuzz", *ONE_GAME)

    assert done.code == 0
    assert "could not be written" in done.out
    assert "Traceback" not in done.err


def test_rare_positions_are_kept_in_the_database(rulecheck: Run, tmp_path: Path) -> None:
    done = rulecheck("fuzz", *ONE_GAME, "--database", tmp_path / "kept")

    assert done.code == 0
    assert any((tmp_path / "kept").rglob("*"))


def test_ctrl_c_keeps_what_was_found(rulecheck: Run, pressed: list[int]) -> None:
    """A campaign of many games is interrupted after its first one, and still reports."""
    done = rulecheck("fuzz", BRIEF, "--games", "100000", "--seed", "7", "--jobs", "1", "--format", "json")

    campaign = json.loads(done.out)
    assert campaign["interrupted"]
    assert pressed[0] <= campaign["games"] < 100
    assert done.code == (1 if news(campaign) else 130)
    assert "Traceback" not in done.err


# replay


def test_replay_prints_the_moves_and_the_last_position_into_a_pipe(rulecheck: Run, last: Any) -> None:
    finding = a_silence(last)
    done = rulecheck("replay", finding["file"])

    count = len(finding["moves"])
    assert done.code == 0
    assert done.out.count(f"/{count}   ") == 1
    assert f"the last of {count + 1} positions; --last N shows more, --step N any other" in done.out
    assert all(f": {move}\n" in done.out for move in finding["moves"])
    assert finding["messages"][0] in done.out
    assert "substitute data: " in done.out


def test_replay_prints_every_position_if_asked(rulecheck: Run, last: Any) -> None:
    finding = a_silence(last)
    count = len(finding["moves"])
    done = rulecheck("replay", finding["file"], "--last", count + 1)

    assert done.out.count(f"/{count}   ") == count + 1
    for number, move in enumerate(finding["moves"], 1):
        assert any(line.startswith(f"{number}/{count}   ") and move in line for line in done.out.splitlines())


def test_replay_ends_in_the_position_that_shows_the_finding(answer: Answer, last: Any) -> None:
    finding = a_silence(last)
    replay = answer("replay", finding["file"])

    assert [step["move"] for step in replay["steps"]] == ["", *finding["moves"]]
    assert f"silent:{finding['name']}" in replay["steps"][-1]["events"]
    assert replay["steps"][0]["picture"]


def test_replay_shows_one_step_or_stops_early(answer: Answer, last: Any) -> None:
    finding = next(candidate for candidate in last["findings"] if len(candidate["moves"]) > 1)

    assert [step["number"] for step in answer("replay", finding["file"], "--step", 1)["steps"]] == [1]
    assert [step["number"] for step in answer("replay", finding["file"], "--to", 1)["steps"]] == [0, 1]


@pytest.mark.parametrize(
    ("options", "what"),
    [(["--step", "99999"], "99999"), (["--to", "99999"], "99999"), (["--step", "0", "--to", "0"], "one of them")],
    ids=str,
)
def test_replay_refuses_steps_that_are_not_there(rulecheck: Run, last: Any, options: list[str], what: str) -> None:
    done = rulecheck("replay", a_silence(last)["file"], *options)

    assert done.is_one_line_mistake, done
    assert what in done.err


def damaged(finding: Any, tmp_path: Path, damage: str) -> Path:
    text = Path(finding["file"]).read_text(encoding="utf-8")
    body = json.loads(text)
    match damage:
        case "half":
            text = text[: len(text) // 2]
        case "empty":
            text = ""
        case "list":
            text = "[1, 2]"
        case "move":
            text = json.dumps({**body, "moves": ["fly to the moon"]})
        case "game":
            text = json.dumps({**body, "setting": {**body["setting"], "game": "ludo"}})
        case "version":
            text = json.dumps({**body, "schema_version": 99})
    file = tmp_path / "finding.json"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("damage", ["half", "empty", "list", "move", "game", "version"])
def test_a_damaged_finding_is_one_line(rulecheck: Run, last: Any, tmp_path: Path, damage: str) -> None:
    done = rulecheck("replay", damaged(a_silence(last), tmp_path, damage))

    assert done.is_one_line_mistake, done
    assert "finding.json" in done.err


def test_an_undamaged_copy_is_replayed(rulecheck: Run, last: Any, tmp_path: Path) -> None:
    """The twin: it is the damage that is refused."""
    assert rulecheck("replay", damaged(a_silence(last), tmp_path, "none")).code == 0


def test_at_a_terminal_replay_goes_as_the_person_wants(last: Any) -> None:
    longer = [candidate for candidate in last["findings"] if len(candidate["moves"]) > 3]
    finding = min(longer, key=lambda candidate: len(candidate["moves"]))
    count = len(finding["moves"])

    done = at_a_terminal(["replay", finding["file"]], "\nn\np\n2\ne\nq\n")

    shown = [line.split("/")[0] for line in done.out.splitlines() if f"/{count}   " in line]
    numbers = [number.rsplit("m", 1)[-1].strip() for number in shown]
    assert numbers == ["0", "1", "2", "1", "2", str(count)]
    assert done.code == 0


def at_a_terminal(arguments: list[str], keys: str) -> Done:
    """Run the command with a terminal on all three streams, and type."""
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", NO_COLOR="1", COLUMNS="120")
        os.execv(sys.executable, [sys.executable, "-m", "rulecheck", *arguments])
    os.write(terminal, keys.encode())
    said = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # Linux ends a terminal's stream so
            break
        if not part:
            break
        said += part
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return Done(code, said.decode(errors="replace").replace("\r\n", "\n"), "")


# readings


def test_readings_lists_every_reading(answer: Answer, rulecheck: Run) -> None:
    report = answer("readings", GAME)

    assert [reading["id"] for reading in report["readings"]] == list(load(GAME).readings)
    assert rulecheck("readings", GAME).code == 0


def test_a_reading_is_told_apart_and_kept(answer: Answer, rulecheck: Run) -> None:
    separation = answer("readings", GAME, "steal.choice", "--seconds", 6)

    assert [pair["choices"] for pair in separation["pairs"]] == [["optional", "forced"]]
    pair = separation["pairs"][0]
    assert pair["finding"]["kind"] == "diverges"
    assert pair["differs"]
    assert rulecheck("replay", pair["file"]).code == 0


def test_the_followed_choice_is_played_against_the_others(answer: Answer) -> None:
    separation = answer("readings", GAME, "steal.choice", "--seconds", 6, "--reading", "steal.choice=forced")

    assert [pair["choices"] for pair in separation["pairs"]] == [["forced", "optional"]]


def test_telling_readings_apart_is_something_found(rulecheck: Run) -> None:
    done = rulecheck("readings", GAME, "steal.choice", "--seconds", 6)

    assert done.code == 1
    assert any(line.startswith("DIVERGES  optional / forced") for line in done.out.splitlines())


# explain


def test_explain_tells_how_the_last_campaign_fared(answer: Answer, rulecheck: Run, last: Any, folder: Path) -> None:
    exercised = next(clause for clause, told in last["clauses"].items() if told["carried_out"])
    missed = last["unexercised"][0]["clause"]

    told = answer("explain", BRIEF, exercised, "--findings", folder)["campaign"]
    assert told["carried_out"] == last["clauses"][exercised]["carried_out"]
    assert "not exercised in 2 games, seed 7" in rulecheck("explain", BRIEF, missed, "--findings", folder).out


def test_explain_without_a_campaign_says_nothing_of_one(answer: Answer) -> None:
    assert answer("explain", GAME, "turn.order")["campaign"] is None
