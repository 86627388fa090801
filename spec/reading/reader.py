"""The reader: what sentences of a language with a pack say, as frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import frozen

from rulecheck.spec.languages import Language
from rulecheck.spec.lexicon import Lexicon
from rulecheck.spec.reading.frames import Frame
from rulecheck.spec.vocabulary import Glossary


@frozen(eq=False)
class Reader:
    """Reads texts of one language about one game."""

    language: Language
    glossary: Glossary
    forms: Mapping[str, Iterable[str]]
    """What the text calls the game's concepts: an edition's `[forms]`, for English those of `concepts.toml`."""

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of both."""
        return self.glossary.lexicon(self.forms, self.language)

    def read(self, text: str) -> tuple[Frame, ...]:
        """The frames of a sentence, or of the sentences of a passage, in their order.

        Each frame and each value in it knows the words that it stands for (`span`, offsets into `text`).
        """
        return ()


def reader_of(glossary: Glossary, language: Language, forms: Mapping[str, Iterable[str]] | None = None) -> Reader:
    """A reader for a game's texts in a language; in English without forms for the rulebook's own clauses."""
    return Reader(language, glossary, glossary.english if forms is None else forms)
