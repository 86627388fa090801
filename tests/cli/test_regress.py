"""`rulecheck regress`: answers, exit codes, files, pages, and bridges to real packages."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Answer, Run

PEARLS = Path(__file__).parents[1] / "properties" / "regress" / "pearls.py"
FAULTY_CHESS = PEARLS.parent / "faulty_chess.py"


def pearls(fault: str = "") -> str:
    return f"{sys.executable} {PEARLS} {fault}"


def pair(fault: str) -> list[str]:
    return ["--before", pearls(), "--after", pearls(fault)]


def alone(fault: str = "") -> list[str]:
    return ["--", *pearls(fault).split()]


SMALL = ("--games", "40", "--seed", "1", "--shrink", "1500")


def test_two_versions_that_differ_are_told_apart_in_short_games(answer: Answer) -> None:
    told = answer("regress", *SMALL, *pair("lists"))

    (difference,) = [difference for difference in told["differences"] if difference["key"] == "lists:take"]
    assert len(difference["moves"]) == 2
    assert difference["confirmed"]
    assert [side["legal"] for side in difference["after"]] == [["take 1", "take 2"], ["take 1", "take 2", "take 3"]]
    assert told["verdict"] == "differs"
    assert told["work"] == {"of": "game", "planned": 40, "done": 40, "lost": [], "skipped": [], "complete": True}


def test_exit_codes(rulecheck: Run) -> None:
    assert rulecheck("regress", *SMALL, *pair("")).code == 0
    assert rulecheck("regress", *SMALL, *pair("state")).code == 1
    assert rulecheck("regress", *SMALL, *alone()).code == 0
    assert rulecheck("regress", *SMALL, *alone("loop")).code == 1
    assert rulecheck("regress", *SMALL, "--shrink", "0", *alone("crash")).code == 3
    assert rulecheck("regress", *SMALL, "--", sys.executable, "-c", "pass").code == 3
    assert rulecheck("regress", *SMALL, "--", "/no/such/program").code == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "give two programs"),
        (["--before", "x"], "give two programs"),
        (["--before", "'", "--after", "y"], "--before"),
        (["--before", "x", "--after", "y", "--", "z"], "one program after --"),
        (["--against", "games.jsonl"], "goes with one program"),
        (["--against", "none.jsonl", "--", *pearls().split()], "cannot be read"),
        (["--games", "1", "--seconds", "1", "--", "x"], "give one of them"),
        (["--accept", "none.txt", "--", "x"], "cannot be read"),
        (["--record", "nowhere/games.jsonl", "--", "x"], "no such folder"),
    ],
)
def test_wrong_use_is_told_in_a_line(rulecheck: Run, arguments: list[str], told: str) -> None:
    done = rulecheck("regress", *arguments)

    assert done.is_one_line_mistake, done
    assert told in done.err


def test_a_finding_is_played_again(rulecheck: Run, answer: Answer) -> None:
    told = answer("regress", *SMALL, *pair("state"))
    finding = told["differences"][0]

    assert rulecheck("regress", "--replay", finding["file"], *pair("state")).code == 1
    assert rulecheck("regress", "--replay", finding["file"], *pair("")).code == 0
    Path("other.json").write_text("{}")
    assert rulecheck("regress", "--replay", "other.json", *pair("")).is_one_line_mistake


def test_differences_are_accepted_with_reasons(rulecheck: Run) -> None:
    assert rulecheck("regress", *SMALL, "--write-accepted", "known.txt", *pair("lists")).code == 1
    known = Path("known.txt").read_text()
    assert "lists:take" in known
    Path("known.txt").write_text(known.replace("lists:take", "lists:take  # three at a time, since version 2"))

    done = rulecheck("regress", *SMALL, "--accept", "known.txt", *pair("lists"))

    assert done.code == 0
    assert "three at a time" in done.out


def test_recorded_games_are_a_regression_test(answer: Answer, rulecheck: Run) -> None:
    """Few games are kept, and they tell a new version apart without the old one."""
    assert rulecheck("regress", *SMALL, "--record", "games.jsonl", *alone()).code == 0
    games = [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]
    assert 0 < len(games) < 12

    assert answer("regress", "--against", "games.jsonl", "--after", pearls())["verdict"] == "alike"
    for fault in ("state", "turn", "outcome", "conserved", "stuck"):
        told = answer("regress", "--against", "games.jsonl", "--after", pearls(fault))
        assert told["verdict"] == "differs", fault
    assert rulecheck("regress", "--record", "games.jsonl", *alone()).is_one_line_mistake


@pytest.mark.parametrize("line", ["[]", "{", '{"rulecheck_regress": 1}', '{"rulecheck_regress": 1, "game": 3}'])
def test_a_damaged_record_is_told_with_its_line(rulecheck: Run, line: str) -> None:
    Path("games.jsonl").write_text(f"\n{line}\n")
    done = rulecheck("regress", "--against", "games.jsonl", *alone())

    assert done.is_one_line_mistake
    assert "games.jsonl:2" in done.err


def test_a_page_shows_both_positions_with_what_differs_marked(rulecheck: Run) -> None:
    rulecheck("regress", *SMALL, "--report", "pages", *pair("state"))
    page = Path("pages/index.html").read_text()

    assert "<mark>" in page
    assert "state.players.ann.pearls" in page
    assert Path("pages/report.css").exists()


def test_programs_of_other_games_and_without_legal_moves_cannot_be_compared(rulecheck: Run) -> None:
    other = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    told = {'protocol': 1, 'name': 'x', 'games': {'go': {'can': [%s]}}}\n"
        "    print(json.dumps({'id': json.loads(line)['id'], **told}), flush=True)\n"
    )
    Path("go.py").write_text(other % "'legal'")
    Path("mute.py").write_text(other % "")

    done = rulecheck("regress", "--before", pearls(), "--after", f"{sys.executable} go.py")
    assert (done.code, "say which game" in done.err) == (3, True)
    done = rulecheck("regress", "--", sys.executable, "mute.py")
    assert (done.code, "does not list its legal moves" in done.err) == (3, True)


def test_what_was_found_is_told_when_it_is_stopped(root: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rulecheck", "regress", "--seconds", "60", "--format", "json", *pair("lists")]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(4)
        process.send_signal(signal.SIGTERM)
        break
    out, _ = process.communicate(timeout=60)

    assert process.returncode == 1
    assert json.loads(out)["differences"]


# ---- bridges to real packages, which are installed where they can be had


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Iterator[Path]:
    """A folder with an environment for the bridges, copies of which stand beside it."""
    folder = tmp_path_factory.mktemp("bridges")
    shutil.copytree(root / "examples" / "bridges", folder / "bridges")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True, timeout=120)
    yield folder
    shutil.rmtree(folder)


def with_python(folder: Path, package: str) -> str:
    """A Python that has a package; the test is left out where it cannot be had."""
    python = folder / "venv" / "bin" / "python"
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *package.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        pytest.skip(f"{package} cannot be had here: {done.stderr.strip().splitlines()[-1:]}")
    return str(python)


def with_node(folder: Path, package: str, beside: str = "chess") -> str:
    """Node with a package in the bridge's folder; the test is left out where either cannot be had."""
    if shutil.which("npm") is None:
        pytest.skip("no npm on this machine")
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder / "bridges" / beside), package]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        pytest.skip(f"{package} cannot be had here: {done.stderr.strip().splitlines()[-1:]}")
    return "node"


def python_chess(packages: Path) -> str:
    return f"{with_python(packages, 'chess')} {packages}/bridges/chess/python_chess.py"


def chess_js(packages: Path) -> str:
    return f"{with_node(packages, 'chess.js')} {packages}/bridges/chess/chess_js.mjs"


def chess_games(answer: Answer, packages: Path, games: int) -> Any:
    arguments = ["--games", games, "--seed", 1, "--moves", 120]
    return answer("regress", *arguments, "--before", python_chess(packages), "--after", chess_js(packages))


def test_python_chess_and_chess_js_agree(answer: Answer, packages: Path) -> None:
    told = chess_games(answer, packages, 8)

    assert (told["verdict"], told["games"], told["differences"]) == ("alike", 8, [])
    assert told["moves"] > 500


@pytest.mark.long
def test_python_chess_and_chess_js_agree_over_2_000_games(answer: Answer, packages: Path) -> None:
    told = chess_games(answer, packages, 2000)

    assert (told["verdict"], told["games"], told["differences"]) == ("alike", 2000, [])


def planted(answer: Answer, packages: Path, fault: str, games: int, seed: int) -> Any:
    right = python_chess(packages)
    wrong = f"{right.split()[0]} {FAULTY_CHESS} {packages}/bridges {fault}"
    arguments = ["--games", games, "--seed", seed, "--moves", 100]
    return answer("regress", *arguments, "--before", right, "--after", wrong)["differences"]


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("fault", "games", "seed", "key", "moves"),
    [
        ("through-check", 60, 1, "lists:O-O", 9),  # 1. e4 b6 2. g3 Ba6 3. Bg2 h6 4. Nf3 h5, and O-O is listed
        ("en-passant", 12, 1, "lists:a0", 6),  # 1. e4 a6 2. e5 d5 3. h3 h6, and exd6 is listed
        ("repetition", 12, 3, "outcome:goes on", 12),  # by hand 8: Nf3 Nf6 Ng1 Ng8 twice
    ],
)
def test_a_fault_planted_in_chess_is_shown_about_as_short_as_by_hand(
    answer: Answer, packages: Path, fault: str, games: int, seed: int, key: str, moves: int
) -> None:
    differences = planted(answer, packages, fault, games, seed)

    shown = [difference for difference in differences if key in (difference["key"], *difference["also"])]
    assert shown
    assert min(len(difference["moves"]) for difference in shown) <= moves


@pytest.mark.campaign
@pytest.mark.parametrize("game", ["connect_four", "kuhn_poker"])
def test_a_game_of_open_spiel_holds_what_any_game_must(rulecheck: Run, packages: Path, game: str) -> None:
    """With chance (cards) and without."""
    program = [*with_python(packages, "open_spiel").split(), f"{packages}/bridges/open_spiel_game.py", game]
    told = rulecheck("regress", "--games", 20, "--seed", 1, "--format", "json", "--", *program).json()

    assert (told["verdict"], told["ended"]) == ("alike", {"finished": 20})


@pytest.mark.campaign
def test_a_classic_game_of_pettingzoo_holds_what_any_game_must(rulecheck: Run, packages: Path) -> None:
    python = with_python(packages, "pettingzoo pygame")
    program = [python, f"{packages}/bridges/pettingzoo_game.py", "tictactoe_v3"]
    told = rulecheck("regress", "--games", 8, "--seed", 1, "--format", "json", "--", *program).json()

    assert (told["verdict"], told["ended"]) == ("alike", {"finished": 8})


@pytest.mark.parametrize(("fault", "verdict"), [(False, "alike"), (True, "differs")])
def test_a_game_of_boardgame_io_holds_what_any_game_must(
    rulecheck: Run, packages: Path, fault: bool, verdict: str
) -> None:
    """It refuses itself what is not legal; the twin lists one bead more than there is."""
    node = with_node(packages, "boardgame.io", "boardgame_io")
    source = (packages / "bridges/boardgame_io/nim.mjs").read_text(encoding="utf-8")
    bridge = packages / f"bridges/boardgame_io/nim{fault}.mjs"
    bridge.write_text(source.replace("{ length: most }", "{ length: most + 1 }") if fault else source, encoding="utf-8")
    told = rulecheck("regress", "--games", 8, "--seed", 1, "--format", "json", "--", node, str(bridge)).json()

    assert told["verdict"] == verdict
    assert [row["kind"] for row in told["differences"]] == (["listed"] if fault else [])


@pytest.mark.campaign
def test_two_published_versions_of_a_package_are_alike(rulecheck: Run, packages: Path) -> None:
    new = with_python(packages, "pettingzoo pygame")
    old = packages / "older"
    subprocess.run([sys.executable, "-m", "venv", str(old / "venv")], check=True, timeout=120)
    before = with_python(old, "pettingzoo<1.25 pygame")
    bridge = f"{packages}/bridges/pettingzoo_game.py connect_four_v3"
    pair = ["--before", f"{before} {bridge}", "--after", f"{new} {bridge}"]
    told = rulecheck("regress", "--games", 10, "--seed", 1, "--format", "json", *pair).json()

    assert (told["verdict"], told["games"]) == ("alike", 10)


# ---- a game's folder around a program


@pytest.mark.parametrize(
    ("fault", "code", "told"), [("", 0, "exercised  3 of 3"), ("conserved", 1, "heap+players.*.pearls")]
)
def test_a_game_of_a_program_can_be_fuzzed(rulecheck: Run, fault: str, code: int, told: str) -> None:
    assert rulecheck("new", f"beads{len(fault)}", "--from-program", pearls(fault)).code == 0
    rulebook = Path(f"beads{len(fault)}/rulebook.md").read_text()
    assert 'seats   = ["ann", "ben"]' in rulebook
    assert "**moves.take**" in rulebook

    done = rulecheck("fuzz", f"beads{len(fault)}", "--games", "12", "--seed", "1", "--jobs", "1")

    assert done.code == code, done
    assert told in done.out


def test_a_game_of_a_program_is_played_from_any_folder(rulecheck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `new` says: `cd beads && rulecheck fuzz .`, though the program was named by a relative path."""
    shutil.copy(PEARLS, "pearls.py")
    assert rulecheck("new", "beads", "--from-program", f"{sys.executable} pearls.py").code == 0
    monkeypatch.chdir("beads")

    done = rulecheck("fuzz", ".", "--games", "2", "--seed", "1", "--jobs", "1")

    assert (done.code, done.err) == (0, ""), done


def test_a_game_cannot_be_made_of_what_is_no_program(rulecheck: Run) -> None:
    assert rulecheck("new", "nothing", "--from-program", "/no/such/program").code == 3
    assert rulecheck("new", "nothing", "--from-program", "").is_one_line_mistake
    assert not Path("nothing").exists()
