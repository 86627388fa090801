"""Segments as translators have them: PO, XLIFF (also Trados' and memoQ's) and TMX, read through translate-toolkit.

One side of a file, source or target, becomes a plain text with a paragraph for each unit; every place of it leads back
to the unit, and to the line and column of its words in the file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, Final

from rulecheck.spec.documents.model import Document, Side, Units, word_places
from rulecheck.spec.errors import SpecError

MOST: Final = 20_000
"""Units that are read."""

_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"

_PLACEHOLDER: Final = re.compile(
    r"\$\{\w[\w.]*\}|\{\{\s*\w[\w.]*\s*\}\}|%(?:\(\w+\)|\d+\$)?[sdif]\b|%\w+%|\{\w*\}|</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>"
)
"""`${count}`, `{{ name }}`, `%s`, `%(n)d`, `%1$s`, `%name%`, `{0}`, and tags."""


def read_segments(raw: bytes, content: str, name: str, side: Side) -> Document:
    """One side of a PO, XLIFF or TMX file, of which `content` is the text as it stands.

    Raises SpecError for what cannot be read, and for a file that has no words on that side.
    """
    made = Units()
    states: list[tuple[str, str]] = []
    marks: list[tuple[str, tuple[str, ...]]] = []
    at = 0
    store = opened_segments(raw, name)
    for id, unit in named_units(store, name, made):
        own, other = str(unit.source or ""), str(unit.target or "")
        in_source, at = word_places(content, own.split(), at)
        in_target, at = word_places(content, other.split(), at)
        words, originals = (own, in_source) if side == "source" else (other, in_target)
        marks.append((id, placeholders(unit, side)))
        if not words.strip():
            states.append((id, "empty"))
            continue
        if _is_fuzzy(unit):
            states.append((id, "fuzzy"))
        made.add(id, words, originals)
    if not made.text:
        what = f"no unit has a {side}"
        raise SpecError(name, None, what, "translate it first" if side == "target" else "is this the right file?")
    return made.document(content, language=_language(store, side), states=tuple(states), marks=tuple(marks))


def placeholders(unit: Any, side: Side) -> tuple[str, ...]:
    """The placeholders and inline tags of one side of a unit, sorted."""
    words = str((unit.source if side == "source" else unit.target) or "")
    own = _PLACEHOLDER.findall(words)
    element = getattr(unit, "xmlelement", None)
    if element is not None:
        node = next((n for n in element.iter() if _tag(n) == side), None)
        inline = node.iter() if node is not None else ()
        own += [f"<{_tag(n)} {n.get('id')}>" for n in inline if _tag(n) in ("x", "g", "ph", "bpt", "ept", "it", "pc")]
    return tuple(sorted(own))


def _is_fuzzy(unit: Any) -> bool:
    """Whether the file says that a translation still has to be looked at."""
    element = getattr(unit, "xmlelement", None)
    if element is None:
        return bool(unit.isfuzzy())
    stated = [str(node.get("state", "")) for node in element.iter() if _tag(node) in ("target", "segment")]
    return element.get("approved") == "no" or any(state.startswith(("needs", "new", "initial")) for state in stated)


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _language(store: Any, side: Side) -> str | None:
    """The language that a file says a side is in; of a TMX the target is its second language."""
    code = store.getsourcelanguage() if side == "source" else store.gettargetlanguage()
    if not code and side == "target":
        nodes = (n for u in store.units if hasattr(u, "getlanguageNodes") for n in u.getlanguageNodes()[1:2])
        code = next((node.get(_LANG) or node.get("lang") for node in nodes), None)
    if not code and side == "source" and hasattr(store, "parseheader"):
        code = store.parseheader().get("X-Source-Language")
    return str(code).replace("_", "-").partition("-")[0].lower() if code else None


def opened_segments(raw: bytes, name: str) -> Any:
    """A file of segments, read by the library; raises SpecError."""
    from translate.storage import factory
    from translate.storage.xliff import xlifffile
    from translate.storage.xliff2 import Xliff2File

    opened = io.BytesIO(raw)
    opened.name = name
    try:
        if b"urn:oasis:names:tc:xliff:document:2" in raw[:2_000]:
            return Xliff2File(opened)
        return xlifffile(opened) if name.lower().endswith("xliff") else factory.getobject(opened)
    except MemoryError:
        raise
    except Exception as problem:  # each of its parsers raises what its own libraries do
        why = " ".join(str(problem).split())[:120]
        raise SpecError(name, None, f"cannot be read as segments: {why}", "save the file again") from None


def named_units(store: Any, name: str, made: Units) -> Iterator[tuple[str, Any]]:
    """The units that hold words, each with an id of its own; raises SpecError for too many."""
    number = 0
    for unit in store.units:
        if not unit.isobsolete() and (unit.istranslatable() or (unit.source and not unit.isheader())):
            number += 1
            if number > MOST:
                raise SpecError(name, None, f"more than {MOST:,} units", "is this the right file?")
            yield made.new_id(_id(unit, number)), unit


def _id(unit: Any, number: int) -> str:
    """How a person finds a unit: by its id, its context, where it is used, or its number in the file."""
    element = getattr(unit, "xmlelement", None)
    if element is not None and element.get("id"):
        return str(element.get("id"))
    own = str(unit.getid() or "").replace("\x04", "/").removesuffix(str(unit.source)).strip("/")
    return own or next(iter(unit.getlocations()), "") or str(number)
