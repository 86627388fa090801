"""Segments as translators have them: PO, XLIFF and TMX, read through translate-toolkit.

One side of a file, source or target, becomes a plain text with a paragraph for each unit; every place of it leads back
to the unit, and to the line and column of its words in the file.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Final, Literal

from attrs import frozen

from rulecheck.spec.errors import SpecError

SUFFIXES: Final = (".po", ".pot", ".xlf", ".xliff", ".tmx")

Side = Literal["source", "target"]

MOST: Final = 20_000
"""Units that are read."""

_WINDOW: Final = 4_000
"""Characters of a file within which a word of a segment has to stand after the one before it."""

_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"

_NEEDED: Final = "pip install 'rulecheck-games[segments]'"


@frozen
class Segments:
    """One side of a file of segments."""

    text: str
    places: tuple[tuple[int, int], ...]
    """Where words begin in the text, and where in the file."""
    units: tuple[tuple[int, str], ...]
    """Where each unit begins in the text, and its id."""
    language: str | None = None
    """The code of its language, if the file names it."""


def read_segments(raw: bytes, content: str, name: str, side: Side) -> Segments:
    """One side of a PO, XLIFF or TMX file, of which `content` is the text as it stands.

    Raises SpecError for what cannot be read, and for a file that has no words on that side.
    """
    text = ""
    places: list[tuple[int, int]] = []
    units: list[tuple[int, str]] = []
    at = 0
    store = _opened(raw, name)
    for number, unit in enumerate(_units(store), 1):
        if number > MOST:
            raise SpecError(name, None, f"more than {MOST:,} units", "is this the right file?")
        own, other = str(unit.source or ""), str(unit.target or "")
        in_source, at = _places(content, own.split(), at)
        in_target, at = _places(content, other.split(), at)
        words, originals = (own, in_source) if side == "source" else (other, in_target)
        if not words.strip():
            continue
        units.append((len(text), _id(unit, number)))
        place = 0
        for word, original in zip(words.split(), originals, strict=True):
            place = words.index(word, place)
            if original is not None:
                places.append((len(text) + place, original))
            place += len(word)
        text += words.rstrip("\n") + "\n\n"
    if not text:
        what = f"no unit has a {side}"
        hint = "translate it first" if side == "target" else "is this the right file?"
        raise SpecError(name, None, what, hint)
    begin = () if places and places[0][0] == 0 else ((0, 0),)
    return Segments(text, (*begin, *places), tuple(units), _language(store, side))


def _language(store: Any, side: Side) -> str | None:
    """The language that a file says a side is in; of a TMX the target is its second language."""
    code = store.getsourcelanguage() if side == "source" else store.gettargetlanguage()
    if not code and side == "target":
        nodes = (n for u in store.units if hasattr(u, "getlanguageNodes") for n in u.getlanguageNodes()[1:2])
        code = next((node.get(_LANG) or node.get("lang") for node in nodes), None)
    return str(code).replace("_", "-").partition("-")[0].lower() if code else None


def _opened(raw: bytes, name: str) -> Any:
    """A file of segments, read by the library; raises SpecError."""
    try:
        from translate.storage import factory
        from translate.storage.xliff2 import Xliff2File
    except ModuleNotFoundError:
        raise SpecError(name, None, "segments need a library that is not installed", _NEEDED) from None
    opened = io.BytesIO(raw)
    opened.name = name
    try:
        is_new = b"urn:oasis:names:tc:xliff:document:2" in raw[:2_000]
        return Xliff2File(opened) if is_new else factory.getobject(opened)
    except Exception as problem:  # each of its parsers raises what its own libraries do
        why = " ".join(str(problem).split())[:120]
        raise SpecError(name, None, f"no segments that can be read: {why}", "save the file again") from None


def _units(store: Any) -> Iterator[Any]:
    for unit in store.units:
        if unit.istranslatable() or (unit.source and not unit.isheader()):
            yield unit


def _id(unit: Any, number: int) -> str:
    """How a person finds a unit: by its id, its context, where it is used, or its number in the file."""
    element = getattr(unit, "xmlelement", None)
    if element is not None and element.get("id"):
        return str(element.get("id"))
    own = str(unit.getid() or "").replace("\x04", "/").removesuffix(str(unit.source)).strip("/")
    return own or next(iter(unit.getlocations()), "") or str(number)


def _places(content: str, words: list[str], at: int) -> tuple[list[int | None], int]:
    """Where words stand in the file, one after the other from a place on, and the place after them.

    None for a word that is written otherwise there (letters as entities, say).
    """
    places: list[int | None] = []
    for word in words:
        place = content.find(word, at, at + _WINDOW)
        places.append(place if place >= 0 else None)
        if place >= 0:
            at = place + len(word)
    return places, at
