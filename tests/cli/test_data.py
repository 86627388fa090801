"""`rulecheck data`"""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import GAME, Answer, Run


def board(root: Path) -> Path:
    return root / "spec" / GAME / "data" / "map-short.toml"


def test_the_games_own_board_meets_the_rulebook(rulecheck: Run, answer: Answer, root: Path) -> None:
    found = answer("data", GAME, board(root))

    assert found["checks"]
    assert [check["id"] for check in found["checks"] if check["verdict"] == "broken" and check["needed"]] == []
    assert rulecheck("data", GAME, board(root)).code == 0


def test_a_board_without_one_terrain_breaks_a_check(rulecheck: Run, answer: Answer, root: Path, tmp_path: Path) -> None:
    mine = tmp_path / "map-short.toml"
    mine.write_text(board(root).read_text().replace('terrain = "mountain"', 'terrain = "forest"'))

    found = answer("data", GAME, mine)

    assert [check["id"] for check in found["checks"] if check["verdict"] == "broken"]
    assert rulecheck("data", GAME, mine).code == 1


def test_a_board_with_a_wrong_value_is_one_line(rulecheck: Run, root: Path, tmp_path: Path) -> None:
    mine = tmp_path / "map-short.toml"
    mine.write_text(board(root).read_text().replace('terrain = "mountain"', 'terrain = "lava"', 1))

    for arguments in (["data", GAME, mine], ["fuzz", GAME, "--data", mine]):
        done = rulecheck(*arguments)

        assert done.is_one_line_mistake, done
        assert "lava" in done.err


def test_a_file_that_replaces_nothing_is_one_line(rulecheck: Run, root: Path, tmp_path: Path) -> None:
    mine = tmp_path / "moon.toml"
    mine.write_text(board(root).read_text())

    done = rulecheck("data", GAME, mine)

    assert done.is_one_line_mistake, done
    assert "moon.toml" in done.err
