"""What is read from a file of another program."""

from __future__ import annotations

from typing import Literal

from attrs import define, field, frozen

Side = Literal["source", "target"]


@frozen
class Document:
    """A file's words as plain text, each place of it with its place in the file."""

    text: str
    original: str
    """What stands in the file; the text itself where the file is no text."""
    places: tuple[tuple[int, int], ...] = ((0, 0),)
    """Runs that text and original share: where each begins in the text, and where in the original."""
    pages: tuple[int, ...] = ()
    """Of a PDF: where each page begins in the text."""
    units: tuple[tuple[int, str], ...] = ()
    """Of segments and documents: where each unit or paragraph begins in the text, and its id."""
    is_linked: bool = False
    """Whether units of one id in two files belong together: segments and string tables, not paragraphs."""
    language: str | None = None
    """The code of its language, if the file names it."""
    states: tuple[tuple[str, str], ...] = ()
    """Of segments: what the file says of a unit, by its id: `fuzzy`, or `empty` if it is not translated."""
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of segments: the placeholders and tags of a unit, by its id."""


@frozen
class Note:
    """What is to stand beside one unit of a file."""

    unit: str
    text: str


@define
class PlainText:
    """A plain text in the making, each run with its place in the original."""

    parts: list[str] = field(factory=list)
    places: list[tuple[int, int]] = field(factory=list)
    length: int = 0

    @property
    def text(self) -> str:
        """The whole."""
        return "".join(self.parts)

    def add(self, run: str, original: int) -> None:
        """A run of the original."""
        if run:
            self.places.append((self.length, original))
            self.parts.append(run)
            self.length += len(run)

    def put(self, run: str, original: int) -> None:
        """Signs that do not stand in the original, such as a line's end after a block."""
        for sign in run:  # each of them stands at this place
            self.add(sign, original)


@define
class Units:
    """A text of units in the making, each a paragraph of its own."""

    text: str = ""
    units: list[tuple[int, str]] = field(factory=list)
    places: list[tuple[int, int]] = field(factory=list)
    ids: set[str] = field(factory=set)

    def new_id(self, id: str) -> str:
        """An id that no other unit has: a second one of the same name gets a number."""
        unique, number = id, 1
        while unique in self.ids:
            number += 1
            unique = f"{id}#{number}"
        self.ids.add(unique)
        return unique

    def add(self, id: str, words: str, originals: list[int | None]) -> None:
        """A unit with the place in the file of each of its words, where it is known."""
        self.units.append((len(self.text), id))
        place = 0
        for word, original in zip(words.split(), originals, strict=True):
            place = words.index(word, place)
            if original is not None:
                self.places.append((len(self.text) + place, original))
            place += len(word)
        self.text += words.rstrip("\n") + "\n\n"

    def document(self, original: str, **more: object) -> Document:
        """The units as a document."""
        begin = () if self.places and self.places[0][0] == 0 else ((0, 0),)
        return Document(self.text, original, (*begin, *self.places), units=tuple(self.units), is_linked=True, **more)  # type: ignore[arg-type]


_WINDOW = 4_000
"""Characters of a file within which a word of a unit has to stand after the one before it."""


def word_places(content: str, words: list[str], at: int) -> tuple[list[int | None], int]:
    """Where words stand in a file, one after the other from a place on, and the place after them.

    None for a word that is written otherwise there (letters as entities, say).
    """
    places: list[int | None] = []
    for word in words:
        place = content.find(word, at, at + _WINDOW)
        places.append(place if place >= 0 else None)
        if place >= 0:
            at = place + len(word)
    return places, at
