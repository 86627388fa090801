"""A full disk, and a kill, at every call by which a command writes: nothing is lost, and no file is half there."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen

from rulecheck.cli.main import run
from rulecheck.properties.runtime import writing
from tests.cli.running import Run
from tests.cli.write_faults import KILLED, failing, files, full_disk, killed

TEXT: Final = "The player takes one tile. The player may draw two cards. Then the next player draws.\n"


@frozen
class Writes:
    """A command that writes, in a folder with `text.txt` and the game `race`."""

    arguments: tuple[str, ...]
    before: tuple[tuple[str, str], ...] = ()
    """Files that stand there and are written over, or beside."""
    codes: tuple[int, ...] = (0,)
    """Its exit codes where nothing goes wrong."""
    is_slow: bool = True


COMMANDS: Final = {
    "data": Writes(("data", "castles_of_burgundy", "--template"), is_slow=False),
    "new": Writes(("new", "other")),
    "translation": Writes(
        ("translation", "text.txt", "text.txt", "--report", "page.html"), (("page.html", "old"),), (0, 1), is_slow=False
    ),
    "edition glossary": Writes(("edition", "glossary", "new_world", "--out", "terms.tbx")),
    "edition draft": Writes(("edition", "draft", "race", "text.txt", "--lang", "en", "--out", "race.toml")),
    "rulebook": Writes(
        ("rulebook", "race", "rules.txt", "--write-accepted", "known.toml"), (("known.toml", "old"),), (0, 1)
    ),
    "study": Writes(("study", "race", "--games", "2", "--jobs", "1", "--csv", "games.csv"), (("games.csv", "old"),)),
    "fuzz": Writes(
        ("fuzz", "race", "--games", "3", "--jobs", "1", "--seed", "1", "--report", "pages"), (), (0, 1)
    ),
}  # fmt: skip
cases = pytest.mark.parametrize(
    "writes",
    [pytest.param(w, id=n, marks=pytest.mark.campaign if w.is_slow else ()) for n, w in COMMANDS.items()],
)


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulecheck: Run) -> Callable[[Writes], Path]:
    """A folder in which a command can run, as it was before."""

    def make(writes: Writes) -> Path:
        monkeypatch.chdir(tmp_path)
        folder = tmp_path / "there"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        monkeypatch.chdir(folder)
        (folder / "text.txt").write_text(TEXT, encoding="utf-8")
        if "race" in writes.arguments:
            run(["new", "race"])
            monkeypatch.setenv("RULECHECK_GAMES", str(folder))
            shutil.copy("race/texts/de.md", "rules.txt") if Path("race/texts/de.md").exists() else None
        for name, content in writes.before:
            (folder / name).write_text(content, encoding="utf-8")
        return folder

    return make


def outcome(there: Callable[[Writes], Path], writes: Writes) -> dict[str, bytes]:
    """What stands there when nothing goes wrong."""
    folder = there(writes)
    assert run([*writes.arguments]) in writes.codes
    return files(folder)


@cases
def test_a_full_disk_at_every_write_loses_nothing_and_a_retry_works(
    writes: Writes, there: Callable[[Writes], Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = outcome(there, writes)
    for at in range(1, 1000):
        folder = there(writes)
        before = files(folder)
        capsys.readouterr()
        with failing(monkeypatch, at, full_disk) as counted:
            code = run([*writes.arguments])
        if counted.calls < at:
            break
        told = capsys.readouterr().err
        assert (code, "no space left on device" in told.lower(), "Traceback" in told) == (2, True, False), (at, told)
        after = files(folder)
        for name in before:
            assert after[name] in (before[name], right[name]), (at, name)
        assert all(name in right and (name in before or not name.endswith(".part")) for name in after), (at, after)
        assert run([*writes.arguments]) in writes.codes, at
        assert files(folder).keys() == right.keys()
    assert at > 3


@cases
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_kill_at_every_write_leaves_each_file_whole(
    writes: Writes, there: Callable[[Writes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = outcome(there, writes)
    for at in range(1, 1000):
        folder = there(writes)
        before = files(folder)
        child = os.fork()
        if not child:
            try:
                os.close(1)
                with failing(monkeypatch, at, killed):
                    run([*writes.arguments])
            finally:
                os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code != KILLED:
            break
        for name, content in files(folder).items():
            if ".part" not in name:
                assert content in (before.get(name), right.get(name)), (at, name)
        assert run([*writes.arguments]) in writes.codes, at
    assert at > 3


def test_a_command_that_writes_in_place_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: written plainly, half a file stands there."""
    file = tmp_path / "file.txt"
    file.write_bytes(b"old")
    with failing(monkeypatch, 2, full_disk):
        opened = writing.open(str(file), "wb")  # type: ignore[attr-defined]
        with pytest.raises(OSError, match="No space"), opened:
            opened.write(b"1234")

    assert file.read_bytes() == b"12"
