"""What an edition's text said when somebody looked at it, as it was read: `ID.reviewed.json` beside the edition.

It holds statements by passage, what each sentence names and says, a byte for each word, and no word of the text.  A
text that is checked later is held against it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import display, read_text
from rulecheck.spec.reading.framefile import FrameBuilder, FrameError, plain
from rulecheck.spec.reading.frames import Noted, Reviewed, Word
from rulecheck.spec.vocabulary import Glossary

if TYPE_CHECKING:
    from rulecheck.spec.editions import Passage

SUFFIX: Final = ".reviewed.json"
"""What the file is called after the edition."""

_TIES: Final = frozenset({"with", "without"})
"""What else a reader ties an "only" to."""

_SENTENCES: Final = "sentences"
"""The row beside those of the passages; a passage's key has spaces."""
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")
_AGAIN: Final = "write the file again: rulecheck edition holds --write"


class _Builder(FrameBuilder):
    """Takes what a reader made of a sentence, whatever stands in which slot."""

    def _concept(self, slot: str, name: object) -> str:
        if not isinstance(name, str) or name not in self.concepts:
            raise FrameError(f"no concept {name!r}", "write the file again: rulecheck edition holds --write")
        return name

    def _word(self, slot: str, value: object, among: Collection[str] | None = None) -> Word:
        return super()._word(slot, value, None if among is None else {*among, *_TIES})


def beside(edition: Path) -> Path:
    """Where an edition's file keeps it."""
    return edition.with_suffix(SUFFIX)


def key_of(passage: Passage) -> str:
    """What a passage is known by, wherever its row stands in the edition."""
    return f"{passage.section} {passage.nth} {passage.phrase.text}"


def written(reviewed: Reviewed, passages: Iterable[Passage]) -> str:
    """The file, a line for each passage."""
    rows = {
        key_of(passage): [*map(plain, reviewed.says[passage.number])]
        for passage in passages
        if passage.number in reviewed.says
    }
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(says)}" for key, says in rows.items()]
    sentences = ",\n".join(json.dumps(_row(noted)) for noted in reviewed.sentences)
    lines.append(f'"{_SENTENCES}": [\n{sentences}\n]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _row(noted: Noted) -> str:
    """A sentence as the file has it: its words' bytes, what it names, what its everyday words can mean."""
    return "|".join((noted.words.hex(), " ".join(noted.named), " ".join("/".join(senses) for senses in noted.said)))


def _noted(row: object) -> Noted | None:
    """A sentence of the file; None for what is no such row."""
    parts = row.split("|") if isinstance(row, str) else ()
    if len(parts) != 3 or not _HEX.fullmatch(parts[0]):
        return None
    words, named, said = parts
    return Noted(bytes.fromhex(words), tuple(named.split()), tuple(tuple(s.split("/")) for s in said.split()))


def load_reviewed(path: Path, passages: Iterable[Passage], glossary: Glossary | None) -> Reviewed:
    """What a file beside an edition holds; empty where there is none.  Raises SpecError for one with a mistake."""
    if glossary is None or not path.is_file():
        return Reviewed()
    try:
        rows: Any = json.loads(read_text(path))
    except ValueError as problem:
        raise SpecError(display(path), None, f"no JSON: {problem}", _AGAIN) from None
    sentences = rows.get(_SENTENCES, []) if isinstance(rows, dict) else None
    noted = [*map(_noted, sentences)] if isinstance(sentences, list) else [None]
    if None in noted:
        raise SpecError(display(path), None, "expected statements and sentences", _AGAIN)
    builder = _Builder(glossary)
    says = {}
    for passage in passages:
        key = key_of(passage)
        if key in rows:
            try:
                says[passage.number] = builder.frames(rows[key])
            except FrameError as problem:
                raise SpecError(display(path), None, f"{key}: {problem.what}", problem.hint) from None
    return Reviewed(says, tuple(row for row in noted if row is not None))
