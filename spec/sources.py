"""A user's rulebook as it comes: plain text, Markdown, HTML or the text layer of a PDF, in any usual encoding.

What is read is plain text; every place in it leads back to the line and column of the user's file (of a PDF: to the
page and the line on it).
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from rulecheck import DISTRIBUTION
from rulecheck.spec.errors import SpecError, meant
from rulecheck.spec.files import LARGEST as LARGEST_FILE
from rulecheck.spec.files import display, plain_line_ends, read_bytes
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.languages.telling import told_language
from rulecheck.spec.markup import PlainText, from_html, from_markdown
from rulecheck.spec.segments import SUFFIXES, Side, read_segments

LARGEST: Final = 400_000
"""Characters; a rulebook is a tenth of it."""

MOST_PAGES: Final = 400

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
    """Of a file of segments: which one."""

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}"
        if self.unit is not None:
            return f"{place} (unit {self.unit})"
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
    """Of a file of segments: where each begins in the text, and its id."""
    language: str | None = None
    """Of a file of segments: the code of its language, if it names it."""
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
        """The segment that an offset of the text stands in; None where the file has none."""
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
    read = _READERS.get(path.suffix.lower())
    if read is None:
        return plain(text, display(path))
    made = read(text)
    return Source(display(path), made.text, text, tuple(made.places) or ((0, 0),))


def open_source(path: Path, encoding: str | None = None, side: Side = "target") -> Source:
    """Read a user's file by its kind; raises SpecError for one that is no usable text.

    `side` is which side of a file of segments is read.
    """
    name = display(path)
    raw = read_bytes(path)
    if raw.startswith(b"%PDF-") or path.suffix.lower() == ".pdf":
        source = _pdf(raw, name)
    else:
        text, used, guessed = decoded(raw, name, encoding)
        read = _READERS.get(path.suffix.lower())
        if path.suffix.lower() in SUFFIXES:
            got = read_segments(raw, text, name, side)
            source = Source(
                name,
                got.text,
                text,
                got.places,
                units=got.units,
                language=got.language,
                encoding=used,
                guessed=guessed,
            )
        elif read is None:
            source = Source(path=name, text=text, original=text, encoding=used, guessed=guessed)
        else:
            made = read(text)
            places = tuple(made.places) or ((0, 0),)
            source = Source(name, made.text, text, places, encoding=used, guessed=guessed)
    if not source.text.strip():
        raise SpecError(name, None, "there is no text in the file", "is this the right file?")
    if len(source.text) > LARGEST:
        what = f"{len(source.text):,} characters, at most {LARGEST:,} are read"
        raise SpecError(name, None, what, "is this the right file?")
    return source


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


_READERS: Final[Mapping[str, Callable[[str], PlainText]]] = {
    ".md": from_markdown,
    ".markdown": from_markdown,
    ".html": from_html,
    ".htm": from_html,
    ".xhtml": from_html,
}


# -- PDF -----------------------------------------------------------------------------------------------------------


def _pdf(raw: bytes, name: str) -> Source:
    """The text layer of a PDF, page by page."""
    try:
        import pypdf
        from pypdf.errors import PyPdfError
    except ModuleNotFoundError:
        hint = f"pip install '{DISTRIBUTION}[pdf]'"
        raise SpecError(name, None, "reading a PDF needs a library that is not installed", hint) from None
    import logging

    logging.getLogger("pypdf").setLevel(logging.ERROR)  # what it mends in a file is not the user's business
    pages: list[str] = []
    try:
        reader = pypdf.PdfReader(io.BytesIO(raw))
        if reader.is_encrypted and not reader.decrypt(""):
            raise SpecError(name, None, "the PDF is locked with a password", "save an open copy")
        if len(reader.pages) > MOST_PAGES:
            what = f"{len(reader.pages)} pages, at most {MOST_PAGES} are read"
            raise SpecError(name, None, what, "is this the right file?")
        pages.extend(plain_line_ends(page.extract_text()).replace("\x00", "") for page in reader.pages)
    except SpecError:
        raise
    except (
        PyPdfError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        RecursionError,
        OSError,
    ) as problem:
        why = " ".join(str(problem).split())[:120]
        raise SpecError(name, None, f"not a PDF that can be read: {why}", "save it again, or as text") from None
    if not any(page.strip() for page in pages):
        raise SpecError(name, None, "the PDF has no text layer, only pictures", "run OCR on it first")
    starts: list[int] = []
    text = ""
    for page in pages:
        starts.append(len(text))
        text += page.rstrip("\n") + "\n\n"
    return Source(path=name, text=text, original=text, pages=tuple(starts), encoding="pdf")
