"""The one registry: which games there are, and that a game is one value."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from rulecheck.reference_engines import NoEngine, build, citations
from rulecheck.spec import (
    Game,
    GameError,
    Part,
    SpecError,
    game_named,
    games,
    load,
    make_rules,
    parse_rulebook,
    registry,
)
from rulecheck.spec.registry import GROUP, VARIABLE, add_folder, all_games, find_game, problems_in

RULEBOOK = """# Race

**race.step** A player moves `step.length = 1` field.

```setups
default = "short"
seats = ["ann", "ben"]

[short]
title = "short"
players = [2]
```
"""


@pytest.fixture(autouse=True)
def nothing_is_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


def folder_game(folder: Path, **files: str) -> Path:
    """A game's folder; each file is named by its stem."""
    folder.mkdir(parents=True)
    (folder / "rulebook.md").write_text(RULEBOOK)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


# What comes with rulecheck


def test_our_games_announce_themselves_as_anybodys_do(root: Path) -> None:
    """The entry points name the very values that a run without metadata finds."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    announced = project["entry-points"][GROUP]

    assert tuple(sorted(announced)) == games()
    for name, value in announced.items():
        module, _, attribute = value.partition(":")
        assert getattr(import_module(module), attribute) is game_named(name)


def test_every_part_that_our_games_declare_exists() -> None:
    """But wrong engines: ours stand in the tests, not in the package."""
    owed = [part for part in Part if part is not Part.MISTAKES]
    missing = [f"{game.name}: {part}" for game in all_games()[0] for part in owed if not game.has(part)]

    assert missing == []


def test_a_part_that_does_not_exist_is_not_there(tmp_path: Path) -> None:
    """The twin of the test above."""
    game = Game("race", tmp_path, engine="rulecheck.reference_engines.race", checks="no.such.module")

    assert [part for part in Part if game.has(part)] == []
    assert game.module(Part.ENGINE) is None
    assert game.modules(Part.CHECKS) == []


def test_an_unknown_game_is_none_or_an_error_with_what_was_meant() -> None:
    assert find_game("catan_eurpe") is None
    with pytest.raises(SpecError, match="did you mean"):
        game_named("catan_eurpe")


def test_a_rulebook_without_engine_is_played_by_nobody(tmp_path: Path) -> None:
    add_folder(folder_game(tmp_path / "race_of_nobody"))

    assert load("race_of_nobody").title == "Race"
    with pytest.raises(NoEngine, match="race_of_nobody has a rulebook, but no engine"):
        build(make_rules("race_of_nobody"))
    assert citations("race_of_nobody") == {}


# Folders


def test_a_folder_of_games_brings_each_of_them(tmp_path: Path) -> None:
    folder_game(tmp_path / "race_a", engine="def build(rules):\n    return rules.number('step.length')\n")
    folder_game(tmp_path / "race-b")
    before = games()

    assert add_folder(tmp_path) == ("race-b".replace("-", "_"), "race_a")
    assert set(games()) == {*before, "race_a", "race_b"}
    assert str(build(make_rules("race_a"))) == "1"
    assert os.environ[VARIABLE] == str(tmp_path)


def test_modules_of_a_folder_import_each_other_under_its_name(tmp_path: Path) -> None:
    folder = folder_game(
        tmp_path / "race_c",
        engine="from race_c.steps import LENGTH\nfrom . import steps\n\n\ndef build(rules):\n    return steps.LENGTH\n",
        steps="from rulecheck.reference_engines.contract import cites\n\nLENGTH = 3\n\n\n"
        "@cites('race.step')\ndef step():\n    pass\n",
    )
    add_folder(folder)

    assert str(build(make_rules("race_c"))) == "3"
    assert citations("race_c") == {"race.step": ["race_c.steps.step"]}


def test_a_package_declares_its_own_value(tmp_path: Path) -> None:
    declared = (
        "from pathlib import Path\n\nfrom rulecheck.spec import Game\n\n"
        "GAME = Game('race_d', Path(__file__).parent, engine='race_d.rules')\n"
    )
    add_folder(folder_game(tmp_path / "race_d", __init__=declared, rules="def build(rules):\n    return 'ours'\n"))

    assert str(build(make_rules("race_d"))) == "ours"


def test_another_process_finds_the_same_games_and_their_classes(tmp_path: Path) -> None:
    """Unpickling comes before anything asks for the game."""
    add_folder(folder_game(tmp_path / "race_e", engine="class Step:\n    pass\n"))
    code = "import pickle, rulecheck.spec; print(pickle.loads(b'crace_e.engine\\nStep\\n.').__name__)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)

    assert (done.stdout, done.stderr) == ("Step\n", "")


# What is wrong with one game is told, and is in nobody's way


def problems() -> list[str]:
    return [str(problem).replace(os.sep, "/") for problem in all_games()[1]]


def test_a_game_that_cannot_be_used_is_one_line_and_the_others_are_there(tmp_path: Path) -> None:
    folder_game(tmp_path / "fine_race")
    folder_game(tmp_path / "raising_race", __init__="\n1 / 0\n")
    folder_game(tmp_path / "misspelt_race", __init__="def build(rules:\n")
    (folder_game(tmp_path / "bookless_race", engine="") / "rulebook.md").unlink()
    folder_game(tmp_path / games()[0])
    folder_game(tmp_path / "json")
    folder_game(tmp_path / "wrong_race", __init__="GAME = 3\n")
    folder_game(tmp_path / "renamed_race", __init__="from rulecheck.spec import Game\nGAME = Game('other', None)\n")
    first = games()[0]
    add_folder(tmp_path)

    assert [problem.what for problem in problems_in(tmp_path)] == [f"there is a game {first} already (spec/{first})"]
    assert {"fine_race"} < {game.name for game in all_games()[0]}
    told = {line.rpartition(str(tmp_path) + "/")[2] for line in problems()}
    assert told == {
        "raising_race/__init__.py:2: game raising_race: ZeroDivisionError: division by zero; fix it",
        "misspelt_race/__init__.py:1: game misspelt_race: not valid Python: '(' was never closed; fix it",
        "bookless_race: game bookless_race lacks its rulebook.md; write it",
        f"{first}: there is a game {first} already (spec/{first}); give this one another name",
        next(line for line in told if line.startswith("json: json is also the name of a Python module")),
        "wrong_race/__init__.py: expected GAME to be a rulecheck.spec.Game, found int; fix it",
        'renamed_race: declares a game of the name "other"; call it renamed_race in both places',
    }
    assert len(problems()) == 7


def test_a_part_that_raises_says_which_file_and_line(tmp_path: Path) -> None:
    add_folder(folder_game(tmp_path / "race_f", engine="import no_such_module_anywhere\n", players="PLAYERS = {}\n"))
    game = game_named("race_f")

    assert game.module(Part.PLAYERS) is not None
    with pytest.raises(GameError, match=r"engine\.py:1: game race_f: ModuleNotFoundError: No module named 'no_such"):
        game.module(Part.ENGINE)


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"no rulebook\.md in it"):
        add_folder(tmp_path)
    with pytest.raises(SpecError, match="no such folder"):
        add_folder(tmp_path / "absent")
    assert os.environ[VARIABLE] == ""


def test_a_folder_of_the_variable_without_games_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))

    assert any("no game in this folder" in line for line in problems())


def test_a_folder_that_cannot_be_read_is_told_and_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    listed = Path.iterdir

    def denied(path: Path) -> Iterator[Path]:
        if path == locked:
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", denied)
    monkeypatch.setenv(VARIABLE, str(locked))

    assert any("locked: cannot be read (permission denied)" in line for line in problems())
    assert "puerto_rico" in games()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that Python imports from, with packages that announce games."""
    info = tmp_path / "far_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: far-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nfar_race = far_race:GAME\nlost_race = no_such_package:GAME\n")
    init = "from pathlib import Path\nfrom rulecheck.spec import Game\n"
    folder_game(tmp_path / "far_race", __init__=f"{init}GAME = Game.of_package(__name__, Path(__file__).parent)\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._look.cache_clear()
    return tmp_path


def test_an_installed_package_announces_its_game(installed: Path) -> None:
    assert "far_race" in games()
    assert load("far_race").title == "Race"
    assert not game_named("far_race").has(Part.ENGINE)


def test_an_installed_package_that_is_broken_is_told(installed: Path) -> None:
    assert problems() == [
        "entry point lost_race = no_such_package:GAME: "
        "ModuleNotFoundError: No module named 'no_such_package'; fix or remove this package"
    ]
    registry._look.cache_clear()


def test_a_rulebook_of_the_callers_own_needs_no_registry() -> None:
    assert make_rules(parse_rulebook(RULEBOOK, game="nowhere")).number("step.length") == 1
