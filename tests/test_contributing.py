"""The files that CONTRIBUTING.md and docs/architecture.md send a reader to are there, for every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulecheck.spec import games

WITHIN_A_GAME = ("spec/<game>",)
"""Where a path that begins in a game's own folder, `data/…`, stands."""


def paths_in(page: str) -> list[str]:
    """The files and folders that a page names in code, with `<game>` for each game."""
    return sorted(set(re.findall(r"`([a-z_.]+/[\w./<>*-]*)`", page)))


def missing(root: Path, paths: list[str]) -> list[str]:
    """Those that are not there, for one game at least."""
    return [path for path in paths if not all(is_there(root, path.replace("<game>", game), game) for game in games())]


def is_there(root: Path, path: str, game: str) -> bool:
    """Whether a file or folder is there, in the repository or in a game's own folder."""
    own = [root / within.replace("<game>", game) for within in WITHIN_A_GAME]
    return any(next(folder.glob(re.sub(r"<\w+>", "*", path.rstrip("/"))), None) for folder in (root, *own))


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_the_files_that_a_page_names_are_there(page: str, root: Path) -> None:
    paths = paths_in((root / page).read_text(encoding="utf-8"))

    assert len(paths) > 10
    assert missing(root, paths) == []


def test_a_file_that_is_not_there_is_told(root: Path) -> None:
    """The twin: a path that was renamed."""
    paths = paths_in(
        "first `tests/games/perft.toml`, then `tests/games/excuses.toml` and `properties/<game>/player.py`"
    )

    assert missing(root, paths) == ["properties/<game>/player.py", "tests/games/excuses.toml"]
