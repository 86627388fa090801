"""Which game an open file belongs to, and who checks it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from attrs import define, field

from rulecheck.cli.editor.notes import Analysis, Note, Nothing, Span
from rulecheck.cli.editor.rulebook_notes import ExamplesChecker, RulebookChecker
from rulecheck.cli.editor.text_notes import TextChecker

if TYPE_CHECKING:
    from rulecheck.spec.game import Game

_EXAMPLE: Final = re.compile(r"^```example ", re.M)
_TEXTS: Final = (".txt", ".md", ".markdown", ".html", ".htm")


class Checker(Protocol):
    """Checks one version of a file after the other."""

    def check(self, text: str) -> Analysis:
        """What is known of a version."""


@define
class OpenFiles:
    """The files that are open, each with who checks it; `settings` are those of the editor or of a configuration."""

    settings: Mapping[str, Any] = field(factory=dict)
    """`game` and `edition` where files do not say themselves; `folders`, where games are."""
    _checkers: dict[Path, Checker] = field(factory=dict)

    def check(self, path: Path, text: str) -> Analysis:
        """One version of a file; what cannot be checked says why at its first line."""
        from rulecheck.cli.rendering.answers import UserError
        from rulecheck.spec.errors import SpecError

        try:
            checker = self._checkers.get(path) or self._checker(path, text)
            if checker is None:
                return Nothing()
            self._checkers[path] = checker
            return checker.check(text)
        except (SpecError, UserError) as error:
            self._checkers.pop(path, None)
            return Nothing((Note(Span(0, 0, 0, 1), str(error), "not-checked", "low"),))

    def close(self, path: Path) -> None:
        """Forget a file."""
        self._checkers.pop(path, None)

    def _checker(self, path: Path, text: str) -> Checker | None:
        if path.suffix.lower() not in _TEXTS or not text.strip():
            return None
        own = _folder_of_game(path)
        game = self._game(own, path, text)
        if game is None:
            return None
        if path.name == "rulebook.md" and own is not None:
            return RulebookChecker(game.name, game.folder)
        if _EXAMPLE.search(text):
            return ExamplesChecker(game.rulebook(), game.folder)
        if path.suffix.lower() == ".md" and own is not None and path.parent.name != "texts":
            return None  # a page of the game's, no rulebook text
        edition = self.settings.get("edition")
        return TextChecker(game.rulebook(), game.folder, path, edition)

    def _game(self, own: Path | None, path: Path, text: str) -> Game | None:
        """The game whose folder the file stands in, the one that the settings name, or the one that the text is of."""
        from rulecheck.spec import all_games, game_named
        from rulecheck.spec.registry import add_folder

        for folder in self.settings.get("folders", ()):
            add_folder(folder)
        if own is not None:
            known = {game.folder.resolve(): game for game in all_games()[0]}
            if own not in known:
                add_folder(own)
                games, mistakes = all_games()
                known = {game.folder.resolve(): game for game in games}
                if own not in known and mistakes:
                    raise mistakes[-1]
            return known.get(own)
        named = self.settings.get("game")
        return game_named(named) if named else _likeliest(path, text)


def _folder_of_game(path: Path) -> Path | None:
    """The folder of a game that a file stands in."""
    return next((folder.resolve() for folder in path.parents if (folder / "rulebook.md").is_file()), None)


def _likeliest(path: Path, text: str) -> Game | None:
    """The game whose editions know most of a text; None if none knows half of its key words."""
    from rulecheck.spec import all_games
    from rulecheck.spec.editionfile import editions, load_edition
    from rulecheck.spec.laid import recognised
    from rulecheck.spec.languages.telling import told_language
    from rulecheck.spec.sources import source_of
    from rulecheck.spec.text import parse

    source = source_of(text, path)
    language = told_language(source.text)
    best: tuple[float, Game | None] = (0.5, None)
    for game in all_games()[0]:
        book = game.rulebook()
        for edition in (load_edition(book, id) for id in editions(book)):
            if edition.language.code == language:
                share = recognised(edition, parse(source, edition.language, str(path)))
                best = max(best, (share, game), key=lambda row: row[0])
    return best[1]
