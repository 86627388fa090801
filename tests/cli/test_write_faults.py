"""A full disk, and a kill, at every call by which a command writes: nothing is lost, and no file is half there."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen

from rulecheck.cli.commands.new import write_game
from tests.cli.faulty import write_faulty
from tests.cli.write_faults import Call, Told, is_part, run_again, run_with_faults

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")

TEXT: Final = "The player takes one tile. The player may draw two cards. Then the next player draws.\n"
PEARLS: Final = str(Path(__file__).parents[1] / "properties" / "regress" / "pearls.py")
RIGHT, WRONG = f"{sys.executable} {PEARLS}", f"{sys.executable} {PEARLS} misses"


def nothing(folder: Path) -> None:
    """No more than `text.txt` stands there."""


def race(folder: Path) -> None:
    """The game that `rulecheck new` writes, with a text of it."""
    write_game("race", folder / "race")


def faulty(folder: Path) -> None:
    """A game in which something is found."""
    write_faulty(folder)


def ur(folder: Path) -> None:
    """A game with concepts and two texts."""
    shutil.copytree(Path(__file__).parents[2] / "examples" / "games" / "ur", folder / "ur")


def draft(folder: Path) -> None:
    """An edition that waits for its review."""
    race(folder)
    assert (
        run_again(("edition", "draft", "race", "race/texts/en.md", "--lang", "en", "--out", "draft.toml"), folder) == 0
    )


def log(folder: Path) -> None:
    """A log of the game."""
    race(folder)
    assert run_again(("conform", "race", "--record", "log.jsonl", "--games", "2", "--seed", "1"), folder) == 0


@frozen
class Writes:
    """A command that writes, in a folder with `text.txt`."""

    arguments: tuple[str, ...]
    there: Callable[[Path], None] = nothing
    over: str = ""
    """A file of an earlier day that is written over."""
    codes: tuple[int, ...] = (0,)
    """Its exit codes where nothing goes wrong."""
    keys: str = ""
    """What is typed."""
    is_quick: bool = False


COMMANDS: Final = {
    "data": Writes(("data", "castles_of_burgundy", "--template"), is_quick=True),
    "new": Writes(("new", "other")),
    "translation": Writes(
        ("translation", "text.txt", "text.txt", "--report", "page.html", "--table", "table.csv"),
        over="page.html", codes=(0, 1), is_quick=True,
    ),
    "edition glossary": Writes(("edition", "glossary", "new_world", "--out", "terms.tbx")),
    "edition draft": Writes(
        ("edition", "draft", "race", "race/texts/en.md", "--lang", "en", "--out", "draft.toml"), race
    ),
    "edition review": Writes(
        ("edition", "review", "race", "race/texts/en.md", "--edition", "draft.toml"), draft, keys="aaq"
    ),
    "edition holds": Writes(("edition", "holds", "ur", "ur/texts/en.md", "--write"), ur),
    "rulebook": Writes(
        ("rulebook", "ur", "ur/texts/de.md", "--write-accepted", "known.toml", "--table", "table.xlsx"),
        ur, "known.toml", (0, 1),
    ),
    "study": Writes(("study", "race", "--games", "2", "--jobs", "1", "--csv", "games.csv"), race, "games.csv"),
    "fuzz": Writes(
        ("fuzz", "faulty", "--games", "2", "--jobs", "1", "--seed", "1", "--report", "pages"), faulty, codes=(1,)
    ),
    "fuzz --write": Writes(
        ("fuzz", "race", "--games", "2", "--jobs", "1", "--seed", "1", "--write-accepted", "known.txt",
         "--reason", "so", "--write-corpus", "corpus.txt"),
        race, "known.txt", (0, 1),
    ),
    "prove": Writes(("prove", "race", "no-step-leads-off-the-track", "--report", "pages"), race),
    "conform": Writes(
        ("conform", "race", "--trace", "log.jsonl", "--number", "rest.gain=2", "--write-accepted", "known.txt"),
        log, "known.txt", (1,),
    ),
    "conform --record": Writes(
        ("conform", "race", "--record", "log.jsonl", "--games", "2", "--seed", "1"), race
    ),
    "suite": Writes(("suite", "puerto_rico", "--players", "3", "--for", "captain", "--out", "cases")),
    "regress": Writes(
        ("regress", "--before", RIGHT, "--after", WRONG, "--games", "20", "--seed", "1", "--moves", "30",
         "--write-accepted", "known.txt", "--report", "pages"),
        over="known.txt", codes=(1,),
    ),
    "regress --record": Writes(
        ("regress", "--games", "5", "--seed", "1", "--record", "games.jsonl", "--", sys.executable, PEARLS)
    ),
    "strength": Writes(("strength", "race", "--changes", "1", "--games", "2", "--theorems", "1", "--jobs", "1",
         "--first", "--table", "figures"), race, codes=(0, 1)),
    "citations": Writes(("strength", "race", "turn.rest", "--each-citation", "--tries", "1", "--games", "2",
         "--theorems", "1", "--jobs", "1", "--table", "figures"), race, codes=(0, 1)),
}  # fmt: skip


@pytest.mark.parametrize(
    "writes",
    [pytest.param(w, id=n, marks=() if w.is_quick else pytest.mark.campaign) for n, w in COMMANDS.items()],
)
def test_a_full_disk_or_a_kill_at_every_write_loses_nothing_and_a_retry_works(writes: Writes, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    writes.there(folder)
    if writes.over:
        (folder / writes.over).write_text("# of an earlier day\n", encoding="utf-8")

    told = run_with_faults(writes.arguments, folder, tmp_path / "told", writes.keys)

    assert told.code in writes.codes
    assert len(told.calls) > 3
    assert told.wrong() == []
    states = [call.state for call in told.calls if call.state]
    for state in {states[0], states[-1]}:
        assert run_again(writes.arguments, Path(state), writes.keys) in writes.codes
        assert {name for name in told.after if not name.startswith("findings/")} <= {
            str(path.relative_to(state)) for path in Path(state).rglob("*") if path.is_file()
        }


def test_what_a_fault_breaks_is_told() -> None:
    """The twin: a file written in place, a part that stays, a word that is not said."""
    full, new = "no space left on device", {"a": "new", "b": "whole"}
    told = Told(
        code=0,
        before={"a": "old"},
        after=new,
        whole={"a": ["new"], "b": ["whole"]},
        calls=[
            Call("write", {"a": "old"}, 2, full, {"a": "old"}, ""),
            Call("write", {"a": "old"}, 0, "done in the end", new, ""),
            Call("write", {"a": "new", "b": "half"}, 2, full, {"a": "half"}, ""),
            Call("write", {"a": "old"}, 0, full, {"a": "old", ".1.part": "x", "c": "?"}, ""),
            Call("write", {"a": "old"}, 70, "Traceback", {}, ""),
            Call("write", {"a": "old"}, 1, "", {"a": "old"}, ""),
        ],
    )

    assert is_part(".1.part")
    assert told.wrong() == [
        "call 3 (write): a kill leaves b half written",
        "call 3 (write): a was lost on a full disk",
        "call 4 (write): .1.part was left over",
        "call 4 (write): .1.part appeared",
        "call 4 (write): c appeared",
        "call 4 (write): exit code 0 without ['a', 'b']",
        "call 5 (write): a was lost on a full disk",
        "call 5 (write): exit code 70, and it says 'Traceback'",
        "call 6 (write): it does not say why there is no ['a', 'b']",
    ]
