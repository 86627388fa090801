"""A user's rulebook as it comes: plain text in any usual encoding, or a file of another program.

What is read is plain text; every place in it leads back to the line and column of the user's file (of a PDF: to the
page and the line on it).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from rulecheck.spec.documents.budget import within_budget
from rulecheck.spec.documents.model import Note, Side
from rulecheck.spec.errors import SpecError, meant
from rulecheck.spec.files import LARGEST as LARGEST_FILE
from rulecheck.spec.files import display, plain_line_ends, read_bytes
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.languages.telling import told_language

LARGEST: Final = 400_000
"""Characters; a rulebook is a tenth of it."""

MOST_BYTES: Final = 60_000_000
"""Of a file with pictures: PDF, DOCX, ODT."""

SEGMENTS: Final = (".po", ".pot", ".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".tmx", ".csv", ".json")
"""Files that hold both sides of a translation, or a text for each key."""

NOTED: Final = (".po", ".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".tmx", ".docx")
"""Files that notes can be written into."""

_WITH_PICTURES: Final = (".pdf", ".docx", ".odt")
_MARKUP: Final = (".md", ".markdown", ".html", ".htm", ".xhtml")

_ENCODINGS: Final = (
    *("cp1250", "cp1252", "iso8859_2", "iso8859_15", "iso8859_16", "cp852", "cp850"),
    *("mac_roman", "mac_latin2", "utf_16", "utf_16_le", "utf_16_be"),
)
"""What rulebooks are found in when they are not UTF-8, the most frequent first."""

_SIGNS: Final = frozenset("–—…„“”’‘‚«»‹›•·½¼¾×°©®\u00a0\u00ad")
"""Signs beyond ASCII that texts of every language have."""

_SURE: Final = 0.9
"""The share of letters that an encoding has to turn into letters of the text's language."""


@frozen
class Position:
    """A place as a person finds it in the user's file."""

    line: int
    """From 1; of a PDF the line on its page."""
    column: int
    """In characters, from 1."""
    page: int | None = None
    """Of a PDF, from 1."""
    unit: str | None = None
    """Of a file of segments or a document: which one, or which paragraph."""

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}"
        if self.unit is not None:
            return f"{place} ({named(self.unit)})"
        return place if self.page is None else f"page {self.page}:{place}"


@frozen(eq=False)
class Source:
    """A user's file, read."""

    path: str
    text: str = field(repr=False)
    """The plain text."""
    original: str = field(repr=False)
    """What stands in the file; the same as the text where the file is plain text."""
    places: tuple[tuple[int, int], ...] = ((0, 0),)
    """Runs that text and original share: where each begins in the text, and where in the original."""
    pages: tuple[int, ...] = ()
    """Of a PDF: where each page begins in the text."""
    units: tuple[tuple[int, str], ...] = ()
    """Of segments and documents: where each unit or paragraph begins in the text, and its id."""
    is_linked: bool = False
    """Whether units of one id in two files belong together."""
    language: str | None = None
    """Of a file of segments: the code of its language, if it names it."""
    states: Mapping[str, str] = field(factory=dict, repr=False)
    """Of segments: `fuzzy` or `empty`, by a unit's id."""
    marks: Mapping[str, tuple[str, ...]] = field(factory=dict, repr=False)
    """Of segments: a unit's placeholders and tags, by its id."""
    encoding: str = "utf-8"
    guessed: bool = False
    """Whether the encoding was told from the letters."""

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.places]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(at + 1 for at, sign in enumerate(self.original) if sign == "\n")]

    def in_original(self, offset: int) -> int:
        """Where an offset of the text stands in the original."""
        start, original = self.places[bisect_right(self._starts, offset) - 1]
        return min(original + offset - start, len(self.original))

    def line_of(self, offset: int) -> int:
        """The line of the user's file, from 1; of a PDF the line of all its text."""
        return bisect_right(self._line_starts, self.in_original(offset))

    def column_of(self, offset: int) -> int:
        """The column in characters, from 1."""
        return self.in_original(offset) - self._line_starts[self.line_of(offset) - 1] + 1

    def offset_of(self, line: int, column: int) -> int:
        """Where a line and column, both from 1, stand in the original."""
        return min(self._line_starts[line - 1] + column - 1, len(self.original))

    def line(self, number: int) -> str:
        """The user's own line."""
        start = self._line_starts[number - 1]
        end = self.original.find("\n", start)
        return self.original[start : len(self.original) if end < 0 else end]

    def position(self, offset: int) -> Position:
        """A place of the text as a person finds it in the file."""
        place = self.at(self.line_of(offset), self.column_of(offset))
        return evolve(place, unit=self.unit_of(offset)) if self.units else place

    def unit_of(self, offset: int) -> str | None:
        """The segment or paragraph that an offset of the text stands in; None where the file has none."""
        at = bisect_right(self.units, offset, key=lambda unit: unit[0]) - 1
        return self.units[at][1] if at >= 0 else None

    def at(self, line: int, column: int) -> Position:
        """A line and column as a person finds them in the file."""
        if self.units:
            offset = self._line_starts[line - 1] + column - 1
            at = bisect_right(self.units, offset, key=lambda unit: self.in_original(unit[0])) - 1
            return Position(line, column, unit=self.units[max(at, 0)][1])
        if not self.pages:
            return Position(line, column)
        page = bisect_right(self._page_lines, line)
        return Position(line - self._page_lines[page - 1] + 1, column, page)

    @cached_property
    def _page_lines(self) -> list[int]:
        return [self.line_of(start) for start in self.pages]


def plain(text: str, path: str = "text") -> Source:
    """A text that is plain already."""
    return Source(path=path, text=text, original=text)


def source_of(text: str, path: Path) -> Source:
    """A text as the file of that name would be read, if it stood in it: what an editor holds and has not saved."""
    kind, name = path.suffix.lower(), display(path)
    return _read_apart(text.encode(), name, kind, "target", "utf-8") if kind in _MARKUP else plain(text, name)


def open_source(path: Path, encoding: str | None = None, side: Side = "target") -> Source:
    """Read a user's file by its kind; raises SpecError for one that is no usable text.

    `side` is which side of a file of segments is read.
    """
    name = display(path)
    raw = read_bytes(path, MOST_BYTES)
    kind = ".pdf" if raw.startswith(b"%PDF-") else path.suffix.lower()
    if kind in _WITH_PICTURES:
        if len(raw) > MOST_BYTES:
            what = f"larger than {MOST_BYTES // 1_000_000} MB"
            raise SpecError(name, None, what, "take the pictures out, or save it as text")
        used, guessed = kind[1:], False
    else:
        text, used, guessed = decoded(raw, name, encoding)
    if kind in (*_WITH_PICTURES, *_MARKUP, *SEGMENTS):
        source = _read_apart(raw, name, kind, side, used, guessed=guessed)
    else:
        source = Source(path=name, text=text, original=text, encoding=used, guessed=guessed)
    if not source.text.strip():
        raise SpecError(name, None, "there is no text in the file", "is this the right file?")
    if len(source.text) > LARGEST:
        what = f"{len(source.text):,} characters, at most {LARGEST:,} are read"
        raise SpecError(name, None, what, "is this the right file?")
    return source


def _read_apart(raw: bytes, name: str, kind: str, side: Side, encoding: str, *, guessed: bool = False) -> Source:
    """A file of another program, read in a process with a budget."""
    job = {"job": "read", "name": name, "kind": kind, "side": side, "encoding": encoding}
    read, _ = within_budget(job, raw)
    return Source(
        name,
        read["text"],
        read["original"],
        tuple((at, original) for at, original in read["places"]),
        pages=tuple(read["pages"]),
        units=tuple((at, id) for at, id in read["units"]),
        is_linked=read["is_linked"],
        language=read["language"],
        states=dict(read["states"]),
        marks={id: tuple(own) for id, own in read["marks"]},
        encoding=encoding,
        guessed=guessed,
    )


def annotated(path: Path, source: Source, notes: Sequence[Note]) -> bytes:
    """A copy of a user's file with notes beside its units; raises SpecError for a file that cannot hold any."""
    if path.suffix.lower() not in NOTED:
        what = f"notes can be written into {', '.join(NOTED)} only"
        raise SpecError(source.path, None, what, "write a table of the findings: --table FILE.csv")
    rows = [{"unit": note.unit, "text": note.text} for note in notes]
    job = {"job": "write", "name": source.path, "encoding": source.encoding, "notes": rows}
    return within_budget(job, read_bytes(path, MOST_BYTES))[1]


def named(unit: str) -> str:
    """How messages name a unit: a paragraph says so itself."""
    return unit if unit.startswith("paragraph ") else f"unit {unit}"


# -- encodings -----------------------------------------------------------------------------------------------------


def decoded(raw: bytes, name: str, encoding: str | None = None) -> tuple[str, str, bool]:
    """A file's text with plain line ends, its encoding, and whether that was guessed; raises SpecError."""
    if len(raw) > LARGEST_FILE:
        raise SpecError(name, None, f"larger than {LARGEST_FILE // 1_000_000} MB", "is this the right file?")
    if not raw.strip():
        raise SpecError(name, None, "the file is empty", "is this the right file?")
    guessed = False
    if encoding is None:
        encoding, guessed = _encoding(raw, name)
    try:
        text = raw.decode(encoding)
    except LookupError:
        raise SpecError(name, None, f"no encoding {encoding}", meant(encoding, ("utf-8", *_ENCODINGS))) from None
    except UnicodeError as problem:
        raise SpecError(name, None, f"not in {encoding}: {problem}", "name its encoding with --encoding") from None
    if "\x00" in text:
        raise SpecError(name, None, "expected a text file, found a binary one", "is this the right file?")
    return plain_line_ends(text), encoding, guessed


def _encoding(raw: bytes, name: str) -> tuple[str, bool]:
    """UTF-8 or UTF-16 if the bytes say so, else what the letters speak for."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16", False
    try:
        raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8-sig", False
    shares = {tried: _likely(raw, tried) for tried in _ENCODINGS}
    likely = max(shares, key=lambda tried: shares[tried])
    if shares[likely] >= _SURE:
        return likely, True
    from charset_normalizer import from_bytes

    best = from_bytes(raw[:200_000], cp_isolation=list(_ENCODINGS)).best()
    if best is None or "\x00" in str(best):
        binary = b"\x00" in raw
        what = "expected a text file, found a binary one" if binary else "the encoding cannot be told"
        hint = "is this the right file?" if binary else "save the file as UTF-8, or name its encoding with --encoding"
        raise SpecError(name, None, what, hint)
    return best.encoding, True


def _likely(raw: bytes, encoding: str) -> float:
    """The share of a text's letters beyond ASCII that the language of its small words has; 0 if none can be told."""
    try:
        text = raw.decode(encoding)
    except UnicodeError:
        return 0.0
    code = told_language(text)
    beyond = [sign for sign in text.lower() if ord(sign) > 127]
    if code is None or not beyond:
        return 0.0
    own = LANGUAGES[code].letters | _SIGNS
    return sum(1 for sign in beyond if sign in own) / len(beyond)
