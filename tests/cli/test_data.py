"""`rulecheck data`"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from attrs import frozen

from rulecheck.spec import games, make_rules
from rulecheck.spec.rules import own_data
from tests.cli.running import GAME, Answer, Run


def board(root: Path) -> Path:
    return root / "spec" / GAME / "data" / "map-short.toml"


@frozen
class Check:
    """What a game's `check_data` answers with, one for each demand on the file."""

    id: str
    holds: bool | None
    what: str
    needed: bool = True


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Check]:
    """The checks that the game is made to offer."""
    offered: list[Check] = [Check("M1", True, "three paths at most"), Check("M9", None, "needs the full board")]
    module = import_module(f"rulecheck.spec.{GAME}.checks")
    monkeypatch.setattr(module, "check_data", lambda path: tuple(offered), raising=False)
    return offered


def test_every_check_is_listed_with_its_verdict(
    rulecheck: Run, answer: Answer, root: Path, checks: list[Check]
) -> None:
    report = answer("data", GAME, board(root))

    assert [(check["id"], check["verdict"]) for check in report["checks"]] == [("M1", "holds"), ("M9", "undecided")]
    assert report["replaces"] == "map-short"
    assert rulecheck("data", GAME, board(root)).code == 0


def test_without_a_file_the_games_own_ones_are_checked(
    rulecheck: Run, answer: Answer, root: Path, checks: list[Check]
) -> None:
    own = sorted(path.stem for path in (root / "spec" / GAME / "data").glob("*.toml"))

    report = answer("data", GAME)

    assert [file["replaces"] for file in report["files"]] == own
    assert all([check["id"] for check in file["checks"]] == ["M1", "M9"] for file in report["files"])
    assert rulecheck("data", GAME).code == 0


def test_a_broken_check_of_the_games_own_files_is_something_found(rulecheck: Run, checks: list[Check]) -> None:
    checks.append(Check("M3", False, "no region is mountain"))

    assert rulecheck("data", GAME).code == 1


def test_a_broken_check_is_something_found(rulecheck: Run, root: Path, checks: list[Check]) -> None:
    checks.append(Check("M3", False, "no region is mountain"))

    done = rulecheck("data", GAME, board(root))

    assert done.code == 1
    assert "3 checks, 1 broken" in done.out
    assert any(line.split() == ["M3", "broken", "no", "region", "is", "mountain"] for line in done.out.splitlines())


def test_a_check_that_is_only_wanted_is_missed_and_no_finding(rulecheck: Run, root: Path, checks: list[Check]) -> None:
    checks.append(Check("F1", False, "no port in the south", needed=False))

    done = rulecheck("data", GAME, board(root))

    assert done.code == 0
    assert "missed" in done.out


def test_a_board_with_a_wrong_value_is_one_line(rulecheck: Run, root: Path, tmp_path: Path) -> None:
    mine = tmp_path / "map-short.toml"
    mine.write_text(board(root).read_text().replace('terrain = "mountain"', 'terrain = "lava"', 1))

    for arguments in (["data", GAME, mine], ["fuzz", GAME, "--data", mine]):
        done = rulecheck(*arguments)

        assert done.is_one_line_mistake, done
        assert "lava" in done.err


def test_it_is_told_how_many_values_are_of_the_right_kind(rulecheck: Run, answer: Answer, root: Path) -> None:
    files = {file["replaces"]: file for file in answer("data", GAME)["files"]}

    assert files["cards"]["values"] == 37
    assert [(check["id"], check["verdict"]) for check in files["cards"]["checks"]] == [
        ("C1", "holds"), ("C2", "holds"), ("C3", "holds"),
    ]  # fmt: skip
    assert "37 values of the right kind, 3 checks, 0 broken" in rulecheck("data", GAME).out


def test_a_deck_of_another_size_is_something_found(rulecheck: Run, root: Path, tmp_path: Path) -> None:
    cards = root / "spec" / GAME / "data" / "cards.toml"
    mine = tmp_path / "cards.toml"
    mine.write_text(cards.read_text().replace("count = 11", "count = 12"))

    done = rulecheck("data", GAME, mine)

    assert done.code == 1
    assert any(line.split()[:2] == ["C1", "broken"] for line in done.out.splitlines())
    assert any(line.split()[:2] == ["C2", "holds"] for line in done.out.splitlines())


def test_a_file_of_which_nothing_is_known_is_not_said_to_hold(
    rulecheck: Run, answer: Answer, root: Path, checks: list[Check], monkeypatch: pytest.MonkeyPatch
) -> None:
    checks.clear()
    monkeypatch.setattr(import_module(f"rulecheck.spec.{GAME}.schemas"), "SCHEMAS", {})

    done = rulecheck("data", GAME, board(root))

    assert "NOT CHECKED" in done.out
    assert "0 checks" not in done.out
    assert answer("data", GAME, board(root))["values"] is None


def test_a_file_that_replaces_nothing_is_one_line(rulecheck: Run, root: Path, tmp_path: Path) -> None:
    mine = tmp_path / "moon.toml"
    mine.write_text(board(root).read_text())

    done = rulecheck("data", GAME, mine)

    assert done.is_one_line_mistake, done
    assert "moon.toml" in done.err


# ---- templates


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a command runs in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_template_leaves_open_what_the_print_shows_and_can_be_played_with(
    rulecheck: Run, answer: Answer, here: Path
) -> None:
    assert rulecheck("data", "new_world", "--template").code == 0
    file = here / "new_world-data" / "tiles.toml"

    report = answer("data", "new_world", file)
    assert (report["replaces"], report["substitute"], len(report["unfilled"])) == ("tiles", True, 50)
    assert report["unfilled"][0] == "tile 1: towns, trails, plains, farm"
    fuzzed = rulecheck("fuzz", "new_world", "--games", "1", "--jobs", "1", "--data", file)
    assert fuzzed.code in (0, 1)  # silences may be told
    assert "tiles (values of 50 rows still to be filled in)" in fuzzed.out


def test_what_is_filled_in_is_played_with_and_the_rest_counted(rulecheck: Run, answer: Answer, here: Path) -> None:
    rulecheck("data", "catan_europe", "--template")
    file = here / "catan_europe-data" / "cards.toml"
    file.write_text(file.read_text().replace('count = "?"', "count = 9", 1), encoding="utf-8")

    assert answer("data", "catan_europe", file)["unfilled"][0] == "card 1: effect, amount, wording"
    rules = make_rules("catan_europe", data=[file])
    assert [card["count"] for card in rules.data["cards"].table["card"]][:2] == [9, 4]


def test_a_template_is_not_written_over_a_folder_that_is_there(rulecheck: Run, here: Path) -> None:
    rulecheck("data", "castles_of_burgundy", "--template")
    again = rulecheck("data", "castles_of_burgundy", "--template")

    assert again.code == 2
    assert again.err.splitlines() == ["rulecheck: castles_of_burgundy-data: directory not empty"]


def test_rows_that_lack_values_have_to_be_the_games(rulecheck: Run, here: Path) -> None:
    rulecheck("data", "new_world", "--template")
    file = here / "new_world-data" / "start-row.toml"
    text = file.read_text()
    file.write_text(text[: text.rindex("[[space]]")], encoding="utf-8")

    done = rulecheck("data", "new_world", file)
    assert done.code == 2
    assert '9 rows of "space" with values still to be filled in, the game has 10' in done.err


@pytest.mark.parametrize("game", games())
def test_the_page_of_substitutes_names_each_file_and_what_is_asked_of_it(game: str, root: Path) -> None:
    files = [file for file in own_data(root / "spec" / game).values() if file.substitute]
    page = root / "docs" / "substitutes" / f"{game}.md"

    assert page.exists() == bool(files)
    for file in files:
        assert file.printed, f"{file.path} does not say what is to be copied from the print"
        assert f"`{file.name}.toml`" in page.read_text(encoding="utf-8")
