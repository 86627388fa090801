"""The samples of examples/ and the code of docs/conform-guide.md: what the guide says of them is so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "conform-guide.md"
CAPTAIN = "examples/javascript/captain.mjs"
FUEL = "examples/python/fuel.py"
ROW = "examples/javascript/row.mjs"
NODE = shutil.which("node")

TSC = shutil.which("tsc")
JAVA = shutil.which("java")
GSON = next(
    (
        path
        for folder, pattern in (
            (Path("/usr/share/java"), "gson.jar"),
            (Path.home() / ".m2/repository/com/google/code/gson/gson", "2.*/gson-2.*.jar"),
        )
        for path in sorted(folder.glob(pattern))
        if not path.stem.endswith("sources")
    ),
    None,
)

needs_java = pytest.mark.skipif(
    JAVA is None or GSON is None, reason="needs java on the PATH (17 or newer) and Gson for the Java sample"
)
needs_tsc = pytest.mark.skipif(TSC is None, reason="needs tsc on the PATH for the types of the JavaScript base class")
needs_node = pytest.mark.skipif(NODE is None, reason="needs node on the PATH (18 or newer) for the JavaScript sample")


@pytest.fixture(autouse=True)
def children_import_this_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))


# ---- the code in the guide


def blocks(language: str) -> list[str]:
    """The code blocks of a language in the guide, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)


def named(blocks: list[str]) -> Iterator[tuple[str, str]]:
    """Each block with the file that its first line names."""
    for block in blocks:
        yield block.split("\n", 1)[0].split()[1].rstrip(":"), block


def patch(folder: Path, diff: str) -> None:
    """Change a file as a unified diff says."""
    name = diff.split("\n", 1)[0].removeprefix("--- ")
    text = (folder / name).read_text(encoding="utf-8")
    for hunk in re.split(r"^@@.*\n", diff, flags=re.M)[1:]:
        lines = hunk.splitlines()
        before = "\n".join(line[1:] for line in lines if not line.startswith("+")) + "\n"
        after = "\n".join(line[1:] for line in lines if not line.startswith("-")) + "\n"
        assert text.count(before) == 1, f"{name} has not just one place like this:\n{before}"
        text = text.replace(before, after)
    (folder / name).write_text(text, encoding="utf-8")


def diff_of(name: str) -> str:
    return next(diff for file, diff in named(blocks("diff")) if file == name)


def sample(folder: Path, name: str, *, mended: bool) -> Path:
    """A sample as it is in the repository, or as the guide mends it."""
    path = folder / name
    path.parent.mkdir(parents=True)
    shutil.copy(ROOT / name, path)
    if mended:
        patch(folder, diff_of(name))
    return path


def mine(folder: Path, step: int) -> Path:
    """The reader's own program: 1 the smallest, 2 with `legal`, 3 with the rule that was forgotten, 4 with `state`."""
    files = list(named(blocks("js")))
    assert [name for name, _ in files] == ["mine.mjs", "rules.mjs", "mine.mjs"]
    for name, text in files[: 1 if step == 1 else 3]:
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("rules.mjs", "mine.mjs")[: max(0, step - 2)]:
        patch(folder, diff_of(name))
    return folder / "mine.mjs"


# ---- driving


def report(rulecheck: Run, game: str, *options: object) -> Any:
    done = rulecheck("conform", game, "--seed", 3, "--no-suite", "--format", "json", *options)
    assert done.err == ""
    assert done.code in (0, 1)
    return done.json()


def captain(rulecheck: Run, path: Path, *options: object) -> Any:
    return report(rulecheck, "puerto_rico", "--games", 30, *options, "--", NODE, path)


def fuel(rulecheck: Run, path: Path, *options: object) -> Any:
    few = ("--players", 2, "--setup", "germany", "--games", 6)
    return report(rulecheck, "power_grid", *few, *options, "--", sys.executable, path)


def by_heading(told: Any) -> dict[str, Any]:
    """The departures by the words that their report begins with, and the likeliest clause."""
    return {
        f"{departure['kind']} {departure['about']} {departure['clauses'][0]['clause']}": departure
        for departure in told["departures"]
    }


def keys_of(told: Any) -> set[str]:
    """What was seen, whichever of it shows a departure."""
    return {key for departure in told["departures"] for key in departure["keys"]}


def assert_agrees(told: Any) -> None:
    assert told["departures"] == []
    assert told["verdict"] == "agrees"
    assert told["compared"]["legal"] > 100
    assert told["compared"]["turn"] > 100
    assert told["compared"]["refusals"] > 20


# ---- the Python sample


def test_the_fault_of_the_python_sample_is_found_and_shown_in_a_shorter_game(rulecheck: Run, tmp_path: Path) -> None:
    """fuel.cheapest, fuel.money"""
    told = fuel(rulecheck, sample(tmp_path, FUEL, mended=False), "--shrink", 45_000)

    assert told["verdict"] == "departs"
    (wrong_price,) = [departure for departure in told["departures"] if departure["kind"] == "state"]
    others = [departure["keys"][0] for departure in told["departures"] if departure is not wrong_price]
    assert others == ["lists:buy:fuel.money"]  # what the right price puts out of reach is listed
    assert wrong_price["about"].startswith("players.*.money")
    assert {"fuel.buy", "fuel.cheapest"} <= {departure["clause"] for departure in wrong_price["clauses"][:3]}
    assert wrong_price["moves"][-1] == "buy uranium"
    assert wrong_price["shrunk"]
    assert len(wrong_price["moves"]) < wrong_price["original_length"]


def test_the_same_games_give_the_same_answer_however_long_they_take(rulecheck: Run, tmp_path: Path) -> None:
    path = sample(tmp_path, FUEL, mended=False)
    first, second = (fuel(rulecheck, path, "--games", 2, "--shrink", 9_000) for _ in range(2))

    assert any(departure["shrunk"] for departure in first["departures"])
    assert first == second


def test_the_python_sample_agrees_when_it_is_mended(rulecheck: Run, tmp_path: Path) -> None:
    told = fuel(rulecheck, sample(tmp_path, FUEL, mended=True))

    assert_agrees(told)
    assert told["compared"]["state"] > 100
    assert told["clauses"]["fuel.cheapest"] > 100
    assert {"fuel.room", "fuel.own-plants"} <= told["clauses"].keys()


# ---- the JavaScript sample


@needs_node
def test_the_fault_of_the_javascript_sample_is_found(rulecheck: Run, tmp_path: Path) -> None:
    """captain.other-ships"""
    told = captain(rulecheck, sample(tmp_path, CAPTAIN, mended=False), "--shrink", 0)

    assert told["verdict"] == "departs"
    assert "lists:load:captain.other-ships" in keys_of(told)
    assert {departure["kind"] for departure in told["departures"]} <= {"lists", "accepts", "turn", "misses"}


@needs_node
def test_the_javascript_sample_agrees_when_it_is_mended(rulecheck: Run, tmp_path: Path) -> None:
    told = captain(rulecheck, sample(tmp_path, CAPTAIN, mended=True))

    assert_agrees(told)
    assert told["compared"]["state"] > 100
    assert {"wharf.load", "harbor.bonus", "captain.must-load"} <= told["clauses"].keys()
    assert told["asked"]["readings"]["violet.gains"] == "taken"
    theirs = told["implementation"]
    assert (theirs["name"], theirs["version"], theirs["can"]) == ("captain.mjs", "1", ["legal", "state", "turn"])


# ---- the reader's own program


@needs_node
def test_the_smallest_program_plays_what_is_forbidden(rulecheck: Run, tmp_path: Path) -> None:
    told = captain(rulecheck, mine(tmp_path, 1), "--shrink", 0)

    assert {departure["kind"] for departure in told["departures"]} == {"accepts", "malformed"}
    assert "accepts load captain.have" in by_heading(
        {"departures": [departure for departure in told["departures"] if departure["clauses"]]}
    )


@needs_node
def test_the_readers_own_rules_forget_just_one(rulecheck: Run, tmp_path: Path) -> None:
    """captain.most-room"""
    told = captain(rulecheck, mine(tmp_path, 2), "--shrink", 0, "--no-adopt")

    assert "lists:load:captain.most-room" in keys_of(told)
    assert {departure["clauses"][0]["clause"] for departure in told["departures"]} == {"captain.most-room"}


@needs_node
def test_the_readers_own_rules_agree_with_that_rule(rulecheck: Run, tmp_path: Path) -> None:
    told = captain(rulecheck, mine(tmp_path, 3))

    assert told["verdict"] == "agrees"
    assert told["compared"]["legal"] > 100
    assert (told["compared"]["state"], told["compared"]["turn"]) == (0, 0)


@needs_node
def test_the_readers_own_program_tells_the_position_in_the_end(rulecheck: Run, tmp_path: Path) -> None:
    told = captain(rulecheck, mine(tmp_path, 4))

    assert_agrees(told)
    assert told["compared"]["state"] > 100
    assert not any(path.startswith(("ships", "players.*.goods")) for path in told["compared"]["not_told"])


# ---- as the guide shows it


@pytest.mark.campaign
@needs_node
def test_the_faults_are_shown_in_short_games(rulecheck: Run, tmp_path: Path) -> None:
    """Shortened by a number of moves: by default seconds end it, and a busy machine leaves games long."""
    until = ("--shrink", 300_000, "--seed", 0)
    first = captain(rulecheck, sample(tmp_path / "one", CAPTAIN, mended=False), *until)
    second = fuel(rulecheck, sample(tmp_path / "other", FUEL, mended=False), *until)

    assert len(by_heading(first)["lists load captain.other-ships"]["moves"]) <= 80
    assert min(len(departure["moves"]) for departure in second["departures"]) <= 60


@pytest.mark.campaign
def test_the_guides_python_test_fails_for_the_sample_as_it_is(tmp_path: Path) -> None:
    """fuel.cheapest"""
    code = next(re.finditer(r"^ *```python\n(.*?)^ *```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S))[1]
    (tmp_path / "test_fuel.py").write_text(textwrap.dedent(code), encoding="utf-8")
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_fuel.py"]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1, done.stdout + done.stderr
    assert "fuel.cheapest" in done.stdout


def test_the_files_that_the_guide_names_are_there() -> None:
    """Links to other pages and files, and headings in them."""
    for target in re.findall(r"\]\(([^)#]*)(?:#[^)]*)?\)", GUIDE.read_text(encoding="utf-8")):
        assert (GUIDE.parent / target).exists(), target


# ---- an engine with its own deck


@needs_node
@pytest.mark.parametrize("recipe", [(), ("asks",)])
def test_an_engine_with_its_own_deck_agrees_by_either_recipe(recipe: tuple[str, ...], rulecheck: Run) -> None:
    told = report(rulecheck, "puerto_rico", "--games", 6, "--", NODE, ROOT / ROW, *recipe)

    assert told["departures"] == []
    assert told["compared"]["state"] > 100
    assert told["clauses"]["settler.fill-row"] > 20


@needs_node
def test_a_recipe_that_lays_the_tile_below_the_deck_is_found(rulecheck: Run, tmp_path: Path) -> None:
    for name in ("garden.mjs", "rulecheck/index.mjs", "rulecheck/package.json", "row.mjs"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy((ROOT / ROW).parent / name, tmp_path / name)
    text = (tmp_path / "row.mjs").read_text(encoding="utf-8")
    assert "tiles.push(..." in text
    (tmp_path / "row.mjs").write_text(text.replace("tiles.push(...", "tiles.unshift(..."), encoding="utf-8")

    told = report(rulecheck, "puerto_rico", "--games", 2, "--shrink", 0, "--", NODE, tmp_path / "row.mjs")

    assert {departure["about"] for departure in told["departures"] if departure["kind"] == "state"} == {"stack.*"}


def test_the_recipes_of_the_guide_are_those_of_the_sample() -> None:
    text = (ROOT / ROW).read_text(encoding="utf-8")
    recipes = [part for block in blocks("javascript") for part in block.split("\n\n")]

    assert len(recipes) >= 3
    assert [part for part in recipes if part.rstrip() not in text] == []


@needs_tsc
@pytest.mark.parametrize(("legal", "fits"), [("[`load ${this.kind}`]", True), ("[3]", False)])
def test_the_base_class_has_types(legal: str, fits: bool, tmp_path: Path) -> None:
    shutil.copytree((ROOT / ROW).parent / "rulecheck", tmp_path / "node_modules" / "rulecheck-implementation")
    (tmp_path / "mine.mts").write_text(TYPED.replace("LEGAL", legal), encoding="utf-8")
    command = [str(TSC), "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "mine.mts"]

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    assert (done.returncode == 0) == fits, done.stdout
    assert fits or "not assignable to type 'string'" in done.stdout


TYPED = """
import { Implementation, NotLegal, type Start } from "rulecheck-implementation";

export class Mine extends Implementation {
  static override game = "puerto_rico";
  static override announced = { moves: ["load *"], chance: "given" as const };
  kind = "corn";

  start({ position }: Start): void {
    if (position === null) throw new Error("a part begins at a position");
  }

  play(move: string): void {
    if (!move.startsWith("load ")) throw new NotLegal(move);
  }

  override legal(): string[] {
    return LEGAL;
  }
}
"""


# ---- the Java sample


@needs_java
def test_the_java_sample_agrees(rulecheck: Run) -> None:
    slow = ("--games", 6, "--timeout", 120)
    told = report(rulecheck, "puerto_rico", *slow, "--", JAVA, "-cp", GSON, ROOT / "examples/java/Trader.java")

    assert told["departures"] == []
    assert told["compared"]["state"] > 20
    assert told["clauses"]["trader.sell"] > 5
