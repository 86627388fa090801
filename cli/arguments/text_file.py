"""A user's text, opened and held against its edition, for the commands that read texts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulecheck.cli.rendering.answers import UserError

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.findings import ExampleRun
    from rulecheck.spec import Rulebook
    from rulecheck.spec.documents.model import Side
    from rulecheck.spec.editions import Edition
    from rulecheck.spec.sources import Source


def opened(path: Path, encoding: str | None, side: Side = "target") -> Source:
    """A user's text; an encoding that was only guessed is told on standard error.

    `side` is which side of a file of segments (PO, XLIFF, TMX) is read.
    """
    from rulecheck.spec.sources import open_source

    source = open_source(path, encoding, side)
    if source.guessed:
        hint = "if letters come out wrong, name the right one with --encoding"
        print(f"rulecheck: {source.path}: read as {source.encoding}; {hint}", file=sys.stderr)
    return source


def text_check(book: Rulebook, path: Path, named: str | None, encoding: str | None = None) -> TextCheck:
    """A user's text under the edition that was named, or that it is."""
    from rulecheck.properties.runtime.budget import budget
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.spec.laid import require_recognised
    from rulecheck.spec.languages.telling import require_language
    from rulecheck.spec.text import parse

    with budget(str(path)):
        source = opened(path, encoding)
        chosen = edition_of(book, source, str(path), named)
        require_language(source.text, str(path), chosen.language)
        text = parse(source, chosen.language, str(path), chosen.counted)
        if named is not None:
            require_recognised(chosen, text)
    return TextCheck(book, chosen, text, player(book), under=under_choices(book))


def edition_of(book: Rulebook, source: Source, path: str, named: str | None) -> Edition:
    """The edition that was asked for, or the one whose key words and language the text has."""
    from rulecheck.spec.editionfile import editions, load_edition
    from rulecheck.spec.laid import recognised
    from rulecheck.spec.languages import WITHOUT
    from rulecheck.spec.languages.telling import language_told
    from rulecheck.spec.text import parse

    if named is not None:
        return load_edition(book, named)
    known = [load_edition(book, id) for id in editions(book)]
    if not known:
        hint = f"rulecheck edition draft {book.game} {path} --lang ro"
        raise UserError(f"{book.game} has no edition yet; draft one: {hint}")
    told = language_told(source.text)
    mine = [e for e in known if told is not None and e.language.code == told.code] or known
    share = {e.id: recognised(e, parse(source, e.language, path)) for e in mine}
    best = max(mine, key=lambda e: share[e.id])
    if told is not None and best.language.code != told.code:
        have = ", ".join(f"{e.id} ({e.language.name})" for e in known)
        raise UserError(
            f"{path}: the text looks like {told}, and {book.game} has the editions {have}; "
            f"draft one: rulecheck edition draft {book.game} {path} --lang {told.code if told.has_pack else WITHOUT}"
        )
    if share[best.id] < 0.5:
        other = _other_game(book, source, path)
        hint = f"it looks like {other}" if other else "name the right game, or an edition with --edition"
        raise UserError(f"{path}: does not look like a rulebook of {book.game}; {hint}")
    return best


def _other_game(book: Rulebook, source: Source, path: str) -> str | None:
    from rulecheck.spec import SpecError, all_games
    from rulecheck.spec.editionfile import editions, load_edition
    from rulecheck.spec.laid import recognised
    from rulecheck.spec.text import parse

    best: tuple[float, str | None] = (0.7, None)
    for game in all_games()[0]:
        if game.name == book.game:
            continue
        with suppress(SpecError):  # another game's mistake is told when that game is asked for
            for id in editions(other := game.rulebook()):
                edition = load_edition(other, id)
                likeness = recognised(edition, parse(source, edition.language, path))
                best = max(best, (likeness, game.name), key=lambda b: b[0])
    return best[1]


def player(book: Rulebook) -> Callable[[str, Mapping[str, int], Mapping[str, int]], ExampleRun] | None:
    """What plays the rulebook's examples under a text's numbers; None if the game has no engine yet."""
    from rulecheck.cli.arguments.rooms import has_engine
    from rulecheck.solvers.texts.findings import ExampleRun

    if not has_engine(book.game):
        return None
    from rulecheck.properties.examples.numbers_of_a_text import run_with

    engines: dict[str, Any] = {}
    known: dict[Any, ExampleRun] = {}

    def play(id: str, numbers: Mapping[str, int], changes: Mapping[str, int]) -> ExampleRun:
        key = (id, tuple(sorted(numbers.items())), tuple(sorted(changes.items())))
        if key not in known:
            result = run_with(book.examples[id], book, numbers=numbers, changes=changes, engines=engines)
            passes = result.verdict == "passes" or (result.verdict == "broken" and not can_be_played(id))
            known[key] = ExampleRun(passes, result.failures, result.reason or "")
        return known[key]

    def can_be_played(id: str) -> bool:
        """Whether the example is sound as it stands in our rulebook; if not, nothing is said of it."""
        return run_with(book.examples[id], book, numbers={}, changes={}, engines=engines).verdict != "broken"

    return play


def under_choices(book: Rulebook) -> Callable[[str, str, str], bool] | None:
    """What plays the rulebook's examples under a choice of a reading; None if the game has no engine yet."""
    from rulecheck.cli.arguments.rooms import has_engine

    if not has_engine(book.game):
        return None
    from rulecheck.properties.examples.numbers_of_a_text import run_with

    engines: dict[str, Any] = {}

    @cache
    def comes_out(id: str, reading: str, choice: str) -> bool:
        changed = {reading: choice}
        result = run_with(book.examples[id], book, numbers={}, changes={}, engines=engines, readings=changed)
        return result.verdict == "passes"

    return comes_out
