"""Every command takes a game from outside: by its folder, by --games, by the variable."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulecheck.spec.registry import VARIABLE
from tests.cli.running import Answer, Run

PLAY = ("--games", "40", "--seed", "1", "--jobs", "1")


def finding(folder: Path) -> Path:
    return next(path for path in (folder / "findings").glob("*.json") if not path.name.startswith("last-"))


# A folder named in place of a game


@pytest.mark.parametrize("named", ["./mygame", "mygame", "mygame/"])
def test_a_folder_is_fuzzed_and_its_silence_found(answer: Answer, mygame: Path, named: str) -> None:
    told = answer("fuzz", named, *PLAY)

    assert told["asked"]["game"] == "mygame"
    assert [(finding["kind"], finding["name"]) for finding in told["findings"]] == [("silent", "aim.beyond")]
    assert told["unexercised"] == []


def test_a_game_without_the_silence_has_no_finding(answer: Answer, mygame: Path) -> None:
    """The twin: a reading that the text settles is no silence."""
    book = mygame / "rulebook.md"
    text = book.read_text(encoding="utf-8").replace("because  =", "settled  = true\nbecause  =")
    book.write_text(text, encoding="utf-8")

    assert answer("fuzz", "mygame", *PLAY)["findings"] == []


def spoil(mygame: Path, old: str, new: str) -> None:
    """The game with a line of its engine changed."""
    file = mygame / "engine.py"
    source = file.read_text(encoding="utf-8")
    assert old in source
    file.write_text(source.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        (
            "self.end_turn(self.pay(state, self.gain), ",
            "self.end_turn(self.pay(state, self.gain - (state.turn == 0)), ",
            "unforeseen:the seats in rotation:players.*.coins+supply",
        ),
        (
            "return self.run(state, state.rolled, ",
            "return self.run(self.pay(state, 1) if state.supply == 5 else state, state.rolled, ",
            "unforeseen:a change without a clause:coins",
        ),
    ],
)
def test_choices_that_no_clause_makes_are_found_accepted_and_replayed(
    rulecheck: Run, answer: Answer, mygame: Path, old: str, new: str, key: str
) -> None:
    spoil(mygame, old, new)
    told = {finding["key"]: finding for finding in answer("fuzz", "mygame", *PLAY)["findings"]}
    assert key in told
    assert told[key]["shrunk"]
    assert told[key]["moves"]

    Path("known.txt").write_text(f"{key}  # I know\n", encoding="utf-8")
    again = answer("fuzz", "mygame", *PLAY, "--accept", "known.txt")["findings"]
    assert {finding["key"]: finding["accepted"] for finding in again}[key] == "I know"
    assert "UNFORESEEN" in rulecheck("replay", told[key]["file"]).out


def test_accounts_that_name_no_clause_are_told_before_any_game(rulecheck: Run, mygame: Path) -> None:
    file = mygame / "accounts.py"
    file.write_text(file.read_text(encoding="utf-8").replace("turn.rest", "turn.rust"), encoding="utf-8")
    done = rulecheck("fuzz", "mygame", *PLAY)

    assert done.is_one_line_mistake
    assert 'accounts.py: coins: no clause "turn.rust"; did you mean "turn.rest"?' in done.err


def test_worker_processes_find_the_game(answer: Answer, mygame: Path) -> None:
    alone, in_two = (answer("fuzz", "mygame", "--games", "40", "--seed", "1", "--jobs", jobs) for jobs in (1, 2))

    assert {**alone, "asked": None} == {**in_two, "asked": None}


def test_a_finding_names_the_game_and_is_replayed_by_the_command_it_prints(
    rulecheck: Run, answer: Answer, mygame: Path, tmp_path: Path
) -> None:
    command = answer("fuzz", "mygame", *PLAY)["findings"][0]["replay"]

    assert command.startswith("rulecheck --games mygame replay ")
    done = subprocess.run(
        [sys.executable, "-m", *command.split()],
        cwd=tmp_path, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "SILENT" in done.stdout.upper()


def test_without_its_folder_a_finding_says_what_to_do(
    rulecheck: Run, answer: Answer, mygame: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer("fuzz", "mygame", *PLAY)
    monkeypatch.setenv(VARIABLE, "")

    done = rulecheck("replay", finding(tmp_path))

    assert done.is_one_line_mistake
    assert 'no game "mygame"' in done.err
    assert "rulecheck --games DIR" in done.err


# --games and the variable


def test_games_dir_brings_the_games_of_a_folder(rulecheck: Run, mygame: Path) -> None:
    done = rulecheck("--games", ".", "games")

    assert done.code == 0
    assert "mygame   Mygame" in done.out


def test_the_variable_brings_them_too(rulecheck: Run, mygame: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(mygame))

    assert "mygame   Mygame" in rulecheck("games").out
    assert rulecheck("explain", "mygame", "turn.step").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["examples", "mygame"], 0, "4 passes"),
        (["perft", "mygame", "--depth", "2"], 0, "12"),
        (["readings", "mygame"], 0, "aim.beyond"),
        (["readings", "mygame", "aim.beyond", "--seconds", "2"], 1, "DIVERGES"),
        (["explain", "mygame", "turn.step"], 0, "mygame.arithmetic.landing"),
        (["explain", "mygame", "turn.step"], 0, "no-step-leads-off-the-track"),
        (["explain", "mygame", "turn.step"], 0, "a_step_goes_as_far_as_the_die_shows"),
        (["data", "mygame"], 0, ""),
        (["prove", "mygame", "no-step"], 0, "1 proved"),
        (["rulebook", "mygame", "mygame/texts/en.md"], 1, "1 open"),
        (["rulebook", "mygame", "mygame/texts/en.md", "--kind", "differs"], 0, "nothing found"),
        (["edition", "draft", "mygame", "mygame/texts/en.md", "--lang", "en"], 0, "[edition]"),
        (["conform", "mygame", "--games", "2", "--seed", "1", "--", sys.executable, "-m", "rulecheck", "serve",
          "mygame"],
         0, "AGREES"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)  # fmt: skip
def test_every_command_takes_it(rulecheck: Run, mygame: Path, arguments: list[str], code: int, told: str) -> None:
    done = rulecheck("--games", "mygame", *arguments)

    assert (done.code, done.err) == (code, "")
    assert told in done.out


def test_a_contract_of_it_is_decided(rulecheck: Run, mygame: Path) -> None:
    done = rulecheck("prove", "mygame", "landing")

    assert (done.code, done.err) == (0, "")
    assert "proved     landing" in done.out


def test_a_wrong_contract_of_it_is_refuted(rulecheck: Run, mygame: Path) -> None:
    """The twin of the test above: CrossHair reads the folder's own file."""
    file = mygame / "arithmetic.py"
    file.write_text(file.read_text(encoding="utf-8").replace("return field + pips", "return field - pips"))

    assert "refuted    landing" in rulecheck("prove", "mygame", "landing").out


# A rulebook without an engine


@pytest.fixture
def bookgame(tmp_path: Path, nothing_outside: None, mygame: Path) -> Path:
    """A folder with a rulebook, an edition and a text."""
    for file in mygame.glob("*.py"):
        file.unlink()
    return mygame.rename(tmp_path / "bookgame")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["games"], "no engine plays it yet"),
        (["rulebook", "bookgame", "bookgame/texts/en.md", "--kind", "differs"], "nothing found"),
        (["explain", "bookgame", "turn.step"], "turn.step   rule"),
        (["data", "bookgame"], ""),
        (["readings", "bookgame"], "aim.beyond"),
        (["prove", "bookgame"], "proved     coins.there-are-enough"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_rulebook_alone_is_worth_having(rulecheck: Run, bookgame: Path, arguments: list[str], told: str) -> None:
    done = rulecheck("--games", "bookgame", *arguments)

    assert (done.code, done.err) == (0, "")
    assert told in done.out


def test_a_claim_that_fails_is_refuted_with_its_numbers(rulecheck: Run, bookgame: Path) -> None:
    book = bookgame / "rulebook.md"
    book.write_text(book.read_text(encoding="utf-8").replace("coins.each = 2", "coins.each = 5"))

    done = rulecheck("prove", "bookgame")

    assert done.code == 1
    assert "coins.each = 5" in done.out
    assert "1 refuted" in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["fuzz", "bookgame", "--games", "2"],
        ["examples", "bookgame"],
        ["perft", "bookgame", "--depth", "1"],
        ["readings", "bookgame", "aim.beyond"],
        ["serve", "bookgame"],
        ["conform", "bookgame", "--", "true"],
    ],
    ids=lambda value: value[0],
)
def test_what_needs_an_engine_says_so(rulecheck: Run, bookgame: Path, arguments: list[str]) -> None:
    done = rulecheck("--games", "bookgame", *arguments)

    assert done.is_one_line_mistake
    assert "bookgame has a rulebook, but no engine that plays it yet" in done.err


# Broken games


def broken(folder: Path, file: str, text: str | None) -> None:
    if text is None:
        (folder / file).unlink()
    else:
        (folder / file).write_text(text)


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("engine.py", "\nraise RuntimeError('no')\n", "mygame/engine.py:2: game mygame: RuntimeError: no"),
        ("engine.py", "def build(rules:\n", "mygame/engine.py:1: game mygame: not valid Python"),
        ("engine.py", "import sys\n\nsys.exit(4)\n", "mygame/engine.py:3: game mygame: SystemExit: 4"),
        ("engine.py", "def build(rules):\n    return {}['seats']\n", "mygame/engine.py:2: game mygame: KeyError"),
        ("engine.py", "def bild(rules):\n    pass\n", "mygame/engine.py: game mygame: it offers no build"),
        ("properties.py", "import nowhere_at_all\n", "mygame/properties.py:1: game mygame: ModuleNotFoundError"),
        ("players.py", "1 / 0\n", "mygame/players.py:1: game mygame: ZeroDivisionError"),
        ("players.py", "", "mygame/players.py: game mygame: it offers no PLAYERS"),
        ("rulebook.md", None, "mygame: game mygame lacks its rulebook.md"),
        ("rulebook.md", "**a.clause** One.\n\n**a.clause** Two.\n", 'mygame/rulebook.md:3: clause "a.clause" stands'),
    ],
)
def test_a_broken_game_is_one_line(rulecheck: Run, mygame: Path, file: str, text: str | None, told: str) -> None:
    broken(mygame, file, text)

    done = rulecheck("fuzz", "mygame", *PLAY)

    assert done.is_one_line_mistake, done
    assert told in done.err


def test_an_engine_that_raises_in_play_is_the_games_fault(rulecheck: Run, mygame: Path) -> None:
    """A traceback for whoever writes it, and a line that says whose it is."""
    engine = mygame / "engine.py"
    engine.write_text(engine.read_text(encoding="utf-8").replace("case Roll(pips):", "case Roll(pips) if 1 // 0:"))

    here = rulecheck("perft", "mygame", "--depth", "2")
    in_a_child = rulecheck("study", "mygame", "--games", "2")

    for done in (here, in_a_child):
        assert done.code == 2
        assert "Traceback" in done.err
        assert done.err.splitlines()[-1].startswith("rulecheck: mygame")
        assert "ZeroDivisionError" in done.err.splitlines()[-1]
        assert "fault of rulecheck" not in done.err
    assert "mygame/engine.py:" in here.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("engine.py", "def build(rules:\n"),
        ("__init__.py", "1 / 0\n"),
        ("rulebook.md", None),
        ("rulebook.md", "**a.b** c\n\n**a.b** d\n"),
    ],
)
def test_a_broken_game_is_in_nobodys_way(
    rulecheck: Run, answer: Answer, mygame: Path, file: str, text: str | None
) -> None:
    broken(mygame, file, text)
    others = [row["game"] for row in answer("games")["games"]]

    done = rulecheck("--games", "mygame", "games")
    told = json.loads(rulecheck("--games", "mygame", "games", "--format", "json").out)

    assert done.code == 0
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("rulecheck: mygame")
    assert [row["game"] for row in told["games"]] == others
    assert [f"rulecheck: {line}" for line in told["broken"]] == done.err.splitlines()
    assert rulecheck("--games", "mygame", "explain", others[0], "no.such").code == 2


def test_the_name_of_another_game_is_taken(rulecheck: Run, answer: Answer, mygame: Path) -> None:
    ours = answer("games")["games"][0]["game"]
    mygame.rename(mygame.parent / ours)

    asked = rulecheck("fuzz", f"./{ours}", *PLAY)
    beside = rulecheck("--games", ours, "perft", ours, "--depth", "1")

    assert asked.is_one_line_mistake
    assert f"there is a game {ours} already" in asked.err
    assert beside.code == 0
    assert f"there is a game {ours} already" in beside.err


def test_a_folder_without_a_game_is_told(rulecheck: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    assert "no rulebook.md in it" in rulecheck("fuzz", "./empty").err
    assert rulecheck("--games", "absent", "games").is_one_line_mistake


def test_a_folder_of_several_games_is_not_one(rulecheck: Run, mygame: Path, tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / "rulebook.md").write_text("**a.b** c\n")

    done = rulecheck("explain", "./", "a.b")

    assert done.is_one_line_mistake
    assert "2 games: mygame, second" in done.err
