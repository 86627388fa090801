"""Which tables a command plays at: set-ups and player counts; and what an earlier campaign left on disk."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulecheck.cli.arguments.folders import rulecheck_with

if TYPE_CHECKING:
    from rulecheck.spec import Rules


def tables(
    game: str, players: Sequence[int] | None, setup: str | None, make: Callable[[int | None, str | None], Rules]
) -> list[Rules]:
    """The rules of every set-up and player count that was asked for, the default set-up first."""
    from rulecheck.spec import load

    book = load(game)
    names = sorted(book.setups, key=lambda name: name != book.default_setup) if setup is None else [setup]
    there = [(count, name) for name in names if name in book.setups for count in book.setups[name].players]
    wanted = [(count, name) for count, name in there if not players or count in players]
    missed = [count for count in players or () if count not in {possible for possible, _ in wanted}]
    if missed or not wanted:
        return [make(missed[0] if missed else None, setup)]  # raises, and says what there is
    return [make(count, name) for count, name in wanted]


def last_report(folder: Path, game: str) -> Path:
    """Where a campaign leaves its answer for other commands."""
    return folder / f"last-{game}.json"


LARGEST_ANSWER: Final = 64_000_000
"""Bytes of the longest answer of another command that is read."""


def read_answer(path: Path) -> dict[str, Any]:
    """What a command wrote in JSON; raises SpecError."""
    from rulecheck.spec.errors import SpecError
    from rulecheck.spec.files import decode, display, read_bytes

    name = display(path)
    text = decode(read_bytes(path, LARGEST_ANSWER), name, LARGEST_ANSWER)
    try:
        answer = json.loads(text)
    except json.JSONDecodeError as error:
        raise SpecError(name, error.lineno, f"no JSON: {error.msg}", "is this the right file?") from None
    except (ValueError, RecursionError):
        raise SpecError(name, None, "not readable as JSON", "is this the right file?") from None
    if not isinstance(answer, dict):
        raise SpecError(name, None, "expected the JSON answer of a command, an object", "is this the right file?")
    return answer


def last_campaign(folder: Path, game: str) -> dict[str, Any] | None:
    """The answer that the last campaign of a game left, if it left one that can be read."""
    from rulecheck.spec.errors import SpecError

    try:
        answer = read_answer(last_report(folder, game))
    except SpecError:
        return None
    asked = answer.get("asked")
    is_ours = answer.get("command") == "fuzz" and isinstance(asked, dict) and asked.get("game") == game
    return answer if is_ours else None


def last_strength(folder: Path, game: str) -> Path:
    """Where `strength` leaves its figures for `explain`."""
    return folder / f"strength-{game}.json"


def strength_figures(folder: Path, game: str) -> dict[str, Any] | None:
    """The figures that `strength` left in a folder, else those of a checkout's `docs/strength/`; None without any."""
    from rulecheck.spec.errors import SpecError

    for path in (last_strength(folder, game), Path(__file__).resolve().parents[2] / "docs/strength" / f"{game}.json"):
        try:
            figures = read_answer(path)
        except SpecError:
            continue
        if figures.get("game") == game and isinstance(figures.get("clauses"), dict):
            return figures
    return None


def replay_command(game: str, path: Path | None, data: Sequence[str]) -> str | None:
    """The command that shows a finding again, with the game and the data files it was found with; None if not kept."""
    if path is None:
        return None
    given = [part for file in data for part in ("--data", file)]
    return shlex.join([*rulecheck_with(game), "replay", str(path), *given])
