"""Markdown and HTML made plain text, each run of words with its place in the original."""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from html.parser import HTMLParser
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulecheck.spec.documents.model import PlainText

_BLOCKS: Final = frozenset(
    "p div h1 h2 h3 h4 h5 h6 ul ol dl table section article header footer main aside nav blockquote pre br hr "  # noqa: SIM905
    "caption figcaption figure dt dd body title thead tbody".split()
)
_SILENT: Final = frozenset(("script", "style", "head", "template", "noscript", "svg"))
"""Elements whose words nobody reads."""


def from_markdown(text: str) -> PlainText:
    """The words of a Markdown text; headings, items and table rows on lines of their own."""
    made = PlainText()
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    at = 0
    item_opens = in_row = False
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.map is not None:
            at = max(at, starts[token.map[0]])
        if token.type in ("list_item_open", "tr_open"):
            item_opens = True
            in_row = token.type == "tr_open"
        elif token.type == "tr_close":
            in_row = False
        elif token.type in ("fence", "code_block"):
            place = text.find(token.content.strip("\n"), at)
            made.put("\n\n", at)
            if place >= 0:
                made.add(token.content.strip("\n"), place)
                at = place + len(token.content)
        elif token.type == "inline":
            made.put("\n• " if item_opens else "  " if in_row else "\n\n", at)
            item_opens = False
            at = _inline(made, text, token.children or [], at)
    return made


def _inline(made: PlainText, text: str, children: Sequence[Token], at: int) -> int:
    """The words of one block, found again in the original one after the other."""
    for child in children:
        kind = child.type
        if kind in ("softbreak", "hardbreak"):
            made.put(" ", at)
        elif kind in ("text", "text_special", "code_inline"):
            shown = child.content
            raw = child.markup if kind == "text_special" else shown
            place = text.find(raw or shown, at)
            if place < 0:  # normalised by the parser: it stands about here
                made.put(shown, at)
            elif raw and raw != shown and kind == "text_special":
                made.put(shown, place)
                at = place + len(raw)
            else:
                made.add(shown, place)
                at = place + len(shown)
    return at


def from_html(text: str) -> PlainText:
    """The words of an HTML page; blocks, items and rows on lines of their own."""
    made = PlainText()
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]

    class Reader(HTMLParser):
        """Hands every run of words on with its place."""

        def __init__(self) -> None:
            super().__init__(convert_charrefs=False)
            self.hidden = 0

        def here(self) -> int:
            line, column = self.getpos()
            return starts[line - 1] + column

        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag in _SILENT:
                self.hidden += 1
            elif tag in ("li", "tr"):
                made.put("\n• ", self.here())
            elif tag in ("td", "th"):
                made.put("  ", self.here())
            elif tag in _BLOCKS:
                made.put("\n\n", self.here())

        def handle_endtag(self, tag: str) -> None:
            if tag in _SILENT:
                self.hidden = max(0, self.hidden - 1)
            elif tag in _BLOCKS or tag in ("li", "tr"):
                made.put("\n", self.here())

        def handle_data(self, data: str) -> None:
            if not self.hidden:
                made.add("".join(" " if sign in "\n\t" else sign for sign in data), self.here())

        def handle_entityref(self, name: str) -> None:
            self._put(f"&{name};")

        def handle_charref(self, name: str) -> None:
            self._put(f"&#{name};")

        def _put(self, written: str) -> None:
            if not self.hidden:
                made.put(unescape(written).replace("\u00a0", " ").replace("\u00ad", ""), self.here())

    reader = Reader()
    reader.feed(text)
    reader.close()
    return made
