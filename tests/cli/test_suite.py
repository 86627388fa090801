"""`rulecheck suite`: a folder of cases, and each runner in it on our own engine, without rulecheck."""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulecheck.spec import games
from tests.cli.running import Answer, Run

ADAPTERS = Path(__file__).parents[1] / "properties" / "suite" / "adapters"
JARS = Path("/usr/share/java")
CONSOLE = JARS / "junit-platform-console-standalone.jar"
TEMPLATES = Path(__file__).parents[2] / "cli" / "templates" / "suite"


@pytest.fixture(scope="module")
def ur(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite of a stranger's game, made once."""
    folder = tmp_path_factory.mktemp("suite") / "ur"
    command = [sys.executable, "-m", "rulecheck", "suite", str(root / "examples/games/ur"), "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=120, env={**os.environ, "PYTHONHASHSEED": "1"})
    return folder


def environment(root: Path, game: str, **more: str) -> dict[str, str]:
    """Without our virtual environment; the program that the adapters drive is our engine."""
    program = f"{sys.executable} -m rulecheck serve {root / 'examples/games/ur' if game == 'ur' else game}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL", "PYTEST"))}
    return {**kept, "PROGRAM": program, **more}


def run_pytest(folder: Path, env: dict[str, str], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """The Python runner, where an import of rulecheck fails."""
    shutil.copy(ADAPTERS / "adapter.py", folder / "python")
    poison = tmp_path / "poison" / "sitecustomize.py"
    poison.parent.mkdir(exist_ok=True)
    poison.write_text("import sys\nif 'pytest' in sys.argv[0]:\n    sys.modules['rulecheck'] = None\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:rulecheck", "-p", "no:cacheprovider", "test_suite.py"]
    # the program is begun by the adapter, in a process that may import rulecheck
    options: dict[str, Any] = {"cwd": folder / "python", "capture_output": True, "text": True, "timeout": 300}
    return subprocess.run(command, env={**env, "PYTHONPATH": str(poison.parent)}, check=False, **options)


def test_a_suite_says_what_is_in_it(ur: Path) -> None:
    cases = [json.loads(line) for line in (ur / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
    schema = json.loads((ur / "schema.json").read_text(encoding="utf-8"))
    readme = (ur / "README.md").read_text(encoding="utf-8")

    assert {case["ask"] for case in cases} >= {"start", "legal", "play", "end"}
    for case in cases:
        jsonschema.validate(case, schema)
    assert "15 of 15 known mistakes" in readme
    assert "| `start` | the `position` in which a game begins" in readme


def test_the_published_schema_of_cases_is_the_one_in_the_folder(root: Path) -> None:
    assert filecmp.cmp(root / "docs/schemas/suite-case.json", TEMPLATES / "schema.json", shallow=False)


def test_the_same_command_writes_the_same_bytes(ur: Path, root: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    command = [sys.executable, "-m", "rulecheck", "suite", str(root / "examples/games/ur"), "--out", str(again)]
    subprocess.run(command, check=True, capture_output=True, timeout=120, env={**os.environ, "PYTHONHASHSEED": "2"})

    names = [path.relative_to(again) for path in sorted(again.rglob("*")) if path.is_file()]
    assert names
    assert [name for name in names if (again / name).read_bytes() != (ur / name).read_bytes()] == []


@pytest.mark.parametrize("runner", sorted(TEMPLATES.glob("*/*[Tt]est*")), ids=lambda path: path.name)
def test_a_runner_is_short(runner: Path) -> None:
    assert len(runner.read_text(encoding="utf-8").splitlines()) < 80


@pytest.mark.parametrize("way", ["position", "moves"])
def test_our_engine_passes_the_runner_for_pytest(ur: Path, root: Path, tmp_path: Path, way: str) -> None:
    folder = shutil.copytree(ur, tmp_path / "suite")
    done = run_pytest(folder, environment(root, "ur", FROM=way), tmp_path)

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert " passed" in done.stdout


def test_cases_of_another_reading_are_skipped_and_those_of_mine_are_run(ur: Path, root: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(ur, tmp_path / "suite")
    readings = json.dumps({"rosette.peace": "taken"})
    done = run_pytest(folder, environment(root, "ur", READINGS=readings), tmp_path)

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "skipped" in done.stdout


def test_a_program_that_is_wrong_fails(ur: Path, root: Path, tmp_path: Path) -> None:
    """A wrong answer names the clause."""
    folder = shutil.copytree(ur, tmp_path / "suite")
    env = environment(root, "ur")
    done = run_pytest(
        folder, {**env, "PROGRAM": f"{sys.executable} {wrong_program(tmp_path)} {env['PROGRAM']}"}, tmp_path
    )

    assert done.returncode == 1
    assert "turn is 'nobody', not 'white'" in done.stdout
    assert "turn." in done.stdout


def wrong_program(folder: Path) -> Path:
    """A program that passes everything on and tells somebody else's turn."""
    path = folder / "liar.py"
    path.write_text(
        "import subprocess, sys\n"
        "inner = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)\n"
        "for line in sys.stdin:\n"
        "    inner.stdin.write(line); inner.stdin.flush()\n"
        '    print(inner.stdout.readline().replace(\'"turn":"white"\', \'"turn":"nobody"\'), end=\'\', flush=True)\n'
    )
    return path


def run_node(folder: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    if shutil.which("node") is None:
        pytest.skip("no node on this machine")
    shutil.copy(ADAPTERS / "adapter.mjs", folder / "javascript")
    command = ["node", "--test", "javascript/suite.test.mjs"]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)


def run_junit(folder: Path, env: dict[str, str], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    if shutil.which("javac") is None or not CONSOLE.exists():
        pytest.skip("no javac or no JUnit 5 on this machine (Debian: junit5)")
    shutil.copy(ADAPTERS / "Adapter.java", folder / "java")
    path = ":".join(map(str, sorted(JARS.glob("junit-*.jar")) + sorted(JARS.glob("*[pagt]*guardian*.jar"))))
    path += ":" + ":".join(
        map(str, [*JARS.glob("opentest4j*.jar"), *JARS.glob("picocli*.jar"), *JARS.glob("univocity*.jar")])
    )
    made = tmp_path / "classes"
    sources = list(map(str, (folder / "java").glob("*.java")))
    subprocess.run(["javac", "-cp", path, "-d", str(made), *sources], check=True, capture_output=True, timeout=120)
    command = [
        "java",
        "-cp",
        f"{path}:{made}",
        "org.junit.platform.console.ConsoleLauncher",
        "--scan-classpath",
        str(made),
    ]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)


def test_our_engine_passes_the_runner_for_node(ur: Path, root: Path, tmp_path: Path) -> None:
    done = run_node(shutil.copytree(ur, tmp_path / "suite"), environment(root, "ur"))

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "# fail 0" in done.stdout


def test_our_engine_passes_the_runner_for_junit(ur: Path, root: Path, tmp_path: Path) -> None:
    done = run_junit(shutil.copytree(ur, tmp_path / "suite"), environment(root, "ur"), tmp_path)

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "[         0 tests failed          ]" in done.stdout


@pytest.mark.campaign
@pytest.mark.parametrize("game", games())
def test_our_engine_passes_all_runners(rulecheck: Run, root: Path, tmp_path: Path, game: str) -> None:
    folder = tmp_path / "suite"
    assert rulecheck("suite", game, "--out", folder).code == 0
    env = environment(root, game)
    done = [run_pytest(folder, env, tmp_path), run_node(folder, env), run_junit(folder, env, tmp_path)]

    assert [run.returncode for run in done] == [0, 0, 0], [run.stdout[-2000:] for run in done if run.returncode]


@pytest.mark.campaign
def test_the_runner_for_pytest_needs_nothing_but_pytest(ur: Path, root: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(ur, tmp_path / "suite")
    shutil.copy(ADAPTERS / "adapter.py", folder / "python")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True, timeout=120)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "-q", "pytest"], check=True, timeout=300)
    assert subprocess.run([str(python), "-c", "import rulecheck"], capture_output=True, check=False).returncode == 1
    command = [str(python), "-m", "pytest", "-q", "python/test_suite.py"]
    env = environment(root, "ur")
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)

    assert " passed" in done.stdout, done.stdout[-3000:] + done.stderr


def test_the_answer_says_how_good_the_cases_are(answer: Answer, root: Path, tmp_path: Path) -> None:
    told = answer("suite", root / "examples/games/ur", "--out", tmp_path / "ur", "--for", "rosette")

    assert told["cases"] > 0
    assert told["adequacy"]["mistakes_noticed"] == told["adequacy"]["mistakes"] == 15
    assert told["work"]["complete"]
    cases = [json.loads(line) for line in (tmp_path / "ur" / "cases.jsonl").read_text().splitlines()]
    about = [any(clause["id"].startswith("rosette.") for clause in case["clauses"]) for case in cases]
    assert all(fits or case["ask"] == "legal" for fits, case in zip(about, cases, strict=True))


def test_a_folder_that_is_there_and_a_part_that_is_not_are_wrong_use(
    rulecheck: Run, root: Path, tmp_path: Path
) -> None:
    assert rulecheck("suite", "puerto_rico", "--out", tmp_path).is_one_line_mistake
    ur = root / "examples/games/ur"
    missing = rulecheck("suite", ur, "--out", tmp_path / "new", "--for", "dragons")
    assert missing.is_one_line_mistake
    assert "there are cases about" in missing.err
    assert not (tmp_path / "new").exists()


def test_a_suite_is_written_where_pytest_is_not_installed(tmp_path: Path) -> None:
    """It is no dependency of a plain installation."""
    code = "import sys; sys.modules['pytest'] = None; from rulecheck.__main__ import main; main()"
    words = ["suite", "puerto_rico", "--for", "captain", "--out", str(tmp_path / "cases")]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=120, check=False
    )

    assert done.returncode == 0, done.stderr
