"""The one filter for what is shown: texts of rulebooks, findings and programs hold no signs that steer a terminal.

`shown_plainly` lays it over standard output and standard error while a command runs; what colours a terminal on
purpose writes below it, to `below(stream)`, after its words went through `plain`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from rulecheck.properties.runtime.plain import plain


class Filtered:
    """A text stream that shows what is written to it plainly; for all else it is the stream below."""

    def __init__(self, stream: TextIO) -> None:
        self.below = stream

    def write(self, text: str) -> int:
        """Write a text; how long it was."""
        self.below.write(plain(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write one text after the other."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.below, name)


def below(stream: TextIO) -> TextIO:
    """The stream below the filter."""
    return stream.below if isinstance(stream, Filtered) else stream


@contextmanager
def shown_plainly() -> Iterator[None]:
    """Inside, all that is written to standard output and standard error goes through the filter.

    A stream that was taken away meanwhile, since its reader has gone, stays away.
    """
    laid = [
        (name, stream, cast(TextIO, Filtered(stream)))
        for name in ("stdout", "stderr")
        if (stream := getattr(sys, name)) is not None and not isinstance(stream, Filtered)
    ]
    for name, _, filtered in laid:
        setattr(sys, name, filtered)
    try:
        yield
    finally:
        for name, stream, filtered in laid:
            if getattr(sys, name) is filtered:
                setattr(sys, name, stream)
