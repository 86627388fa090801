"""The file of a draft, opened for a review, and written with what was decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulecheck.solvers.drafts.review import Review
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.spec import Rulebook
    from rulecheck.spec.editions import Edition
    from rulecheck.spec.reading.frames import Frame
    from rulecheck.spec.text import Text


def reviewed_in(
    book: Rulebook,
    edition: Path,
    source: str,
    parsed: Edition,
    text: Text,
    reads: Callable[[str], Sequence[Frame]] | None = None,
) -> Review:
    """The review of a text under an edition's file, with what earlier sessions decided; sentences are read by the
    language's reader unless another is given."""
    from rulecheck.solvers.drafts import history
    from rulecheck.solvers.drafts.drafting import Drafting
    from rulecheck.solvers.drafts.review import Review
    from rulecheck.spec.files import read_bytes

    past = _past(edition)
    changes = history.read(read_bytes(past).decode(errors="replace")) if past.is_file() else []
    return Review(Drafting(text, book, parsed.forms, reads=reads), source.split("\n"), str(edition), changes)


def save(going: Review) -> None:
    """Write what has been decided, and what can be undone of it."""
    from rulecheck.properties.runtime.writing import write_atomically
    from rulecheck.solvers.drafts.history import written

    edition = Path(going.path)
    write_atomically(edition, going.source)
    write_atomically(_past(edition), written(going.changes))


def remember(going: Review) -> None:
    """Keep beside an edition of which nothing waits what each sentence says: later changes are held against it."""
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.spec.editionfile import parse_edition

    edition, book = Path(going.path), going.drafting.rulebook
    check = TextCheck(book, parse_edition(going.source, book, str(edition), edition.stem), going.drafting.text)
    if check.meaning is not None:
        write_reviewed(edition, check)


def write_reviewed(edition: Path, check: TextCheck) -> None:
    """Write what each sentence of a text says beside its edition."""
    from rulecheck.properties.runtime.writing import write_atomically
    from rulecheck.solvers.texts.reviewing import reviewed
    from rulecheck.spec.reading.reviewed import beside, written

    write_atomically(beside(edition), written(reviewed(check), check.edition.passages))


def _past(edition: Path) -> Path:
    """Where it stands what the sessions decided, so that it can be undone."""
    return edition.with_name(f"{edition.name}.undo")
