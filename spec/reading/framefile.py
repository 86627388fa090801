"""Frames as they stand in files: what the clauses of a game say, beside its rulebook in `frames.toml`.

`FrameBuilder` reads a frame from a table of TOML or JSON, `plain` writes it again.  docs/spec-format.md describes the
form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from rulecheck.spec.errors import meant, shown
from rulecheck.spec.files import Block, display, kind_of, read_text
from rulecheck.spec.model import Quantity as Number
from rulecheck.spec.reading.frames import (
    AMOUNTS,
    BOUNDS,
    DIFFERENCES,
    EVENTS,
    FRAME_SLOTS,
    MODES,
    RANKS,
    RELATIONS,
    SLOTS,
    STEPS,
    TERM_SLOTS,
    Criterion,
    Frame,
    Quantity,
    Term,
    Time,
    Word,
    field_of,
)
from rulecheck.spec.vocabulary import Glossary

DIRECTIONS: Final = "side"
"""The dimension of the packs' concepts that say where and which way."""

KINDS_OF: Final[Mapping[str, frozenset[str]]] = {
    "act": frozenset({"act"}),
    "who": frozenset({"person"}),
    "whose": frozenset({"person"}),
    "attr": frozenset({"attribute", "thing", "measure", "person"}),
}
"""What a slot takes; the others take things, places, measures, persons and periods."""

NOUNS: Final = frozenset({"thing", "place", "measure", "person", "period"})
_TERM_KEYS: Final = ("what", "or", "n", "attr", "whose", "of")
DEEPEST: Final = 20
"""So many frames and nouns may stand in one another."""

_MARKS: Final = ("optional", "always")


class FrameError(ValueError):
    """What is wrong with a frame, and what to do."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(f"{what}; {hint}")
        self.what, self.hint = what, hint


@frozen
class Chain:
    """An order that several clauses tell together: steps, or what decides."""

    over: tuple[str, ...]
    """The clauses."""
    steps: tuple[Frame, ...] = ()
    by: tuple[Criterion, ...] = ()


@frozen(eq=False)
class Frames:
    """What the clauses of a game say."""

    path: str
    says: Mapping[str, tuple[Frame, ...]] = field(repr=False)
    """By clause; a clause that says nothing a frame can hold has none."""
    chains: Mapping[str, Chain] = field(repr=False, factory=dict)
    worded: Mapping[str, str] = field(repr=False, factory=dict)
    """By clause: why its English wording does not read as its frames do."""


def frames_of(glossary: Glossary) -> Frames | None:
    """A game's frames; None where it has no frames.toml.  Raises SpecError for one with a mistake."""
    if glossary.rulebook.file is None:
        return None
    path = glossary.rulebook.file.with_name("frames.toml")
    return _read(path, glossary) if path.is_file() else None


@cache
def _read(path: Path, glossary: Glossary) -> Frames:
    return parse_frames(read_text(path), glossary, display(path))


def parse_frames(text: str, glossary: Glossary, path: str = "frames.toml") -> Frames:
    """Read what clauses say; raises SpecError for the first mistake, with the line of its clause."""
    block = Block(path, text, 1, "frames")
    clauses = glossary.rulebook.clauses
    builder = FrameBuilder(glossary)
    says: dict[str, tuple[Frame, ...]] = {}
    worded: dict[str, str] = {}
    chains: dict[str, Chain] = {}
    for name in block.body:
        if name == "chain":
            continue
        if name not in clauses:
            raise block.error(f"no clause {shown(name)}", meant(name, clauses, "the clauses are"), name)
        table = block.table_at(block.body, name)
        block.only(table, ("says", "worded"))
        try:
            says[name] = builder.frames(table.get("says", []))
        except FrameError as problem:
            raise block.error(f"{name}: {problem.what}", problem.hint, name) from None
        if "worded" in table:
            worded[name] = block.text_at(table, "worded")
    rows = block.table_at(block.body, "chain", {})
    for name in rows:
        table = block.table_at(rows, name)
        block.only(table, ("over", "steps", "by"))
        over = block.texts_at(table, "over")
        for clause in over:
            if clause not in clauses:
                raise block.error(f"no clause {shown(clause)}", meant(clause, clauses, "the clauses are"), name)
        try:
            steps = builder.frames(table.get("steps", []))
            chains[name] = Chain(over, steps, builder.criteria(table.get("by", [])))
        except FrameError as problem:
            raise block.error(f"chain {name}: {problem.what}", problem.hint, name) from None
    return Frames(path, says, chains, worded)


class FrameBuilder:
    """Makes frames of tables, with a game's concepts to check them against."""

    def __init__(self, glossary: Glossary) -> None:
        self.kinds = glossary.kinds
        self.concepts = glossary.group_of
        self.numbers = glossary.rulebook.quantities
        self.depth = 0
        self.directions = frozenset(c for c in glossary.of_packs if glossary.dimension(c) == DIRECTIONS)

    def frames(self, value: object) -> tuple[Frame, ...]:
        """One frame or a list of them."""
        return tuple(self.frame(row) for row in _list(value))

    def frame(self, table: object) -> Frame:
        """One frame; raises FrameError."""
        with self._nested():
            return self._frame(_table(table, "a frame"))

    @contextmanager
    def _nested(self) -> Iterator[None]:
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                raise FrameError("frames nested too deeply", "take what is inside out")
            yield
        finally:
            self.depth -= 1

    def _frame(self, body: Mapping[str, Any]) -> Frame:
        _only(body, (*SLOTS, "or", *_MARKS), "slots")
        slots: dict[str, Any] = {field_of(slot): self._slot(slot, body[slot]) for slot in SLOTS if slot in body}
        either = self.frames(body["or"]) if "or" in body else ()
        if either and slots:
            raise FrameError("`or` stands beside other slots", "write it alone, with whole frames in it")
        if not either and not slots:
            raise FrameError("a frame that says nothing", f"give it one of {', '.join(SLOTS[:5])}, …")
        optional, always = (frozenset(_words(body.get(mark, []), mark, SLOTS)) for mark in _MARKS)
        return Frame(**slots, either=either, optional=optional, always=always)

    def criteria(self, value: object) -> tuple[Criterion, ...]:
        """What decides, in its order: `{ most = "point" }`."""
        return tuple(map(self._criterion, _list(value)))

    def _slot(self, slot: str, value: object) -> tuple[Any, ...]:
        if slot in FRAME_SLOTS:
            return self.frames(value)
        if slot in TERM_SLOTS:
            return tuple(self._term(slot, row) for row in _list(value))
        if slot == "n":
            return tuple(map(self.quantity, _list(value)))
        if slot == "when":
            return tuple(map(self._time, _list(value)))
        if slot == "by":
            return self.criteria(value)
        closed: Mapping[str, Collection[str]] = {"mode": MODES, "step": STEPS, "only": SLOTS, "dir": self.directions}
        if slot == "step" and isinstance(value, int) and not isinstance(value, bool):
            return (Word((str(value),)),)
        return tuple(self._word(slot, row, closed.get(slot)) for row in _list(value))

    def _word(self, slot: str, value: object, among: Collection[str] | None = None) -> Word:
        if isinstance(value, dict):
            _only(value, ("or",), "keys")
        names = _list(value["or"]) if isinstance(value, dict) else [value]
        if among is not None:
            return Word(tuple(_words(names, slot, among)))
        return Word(tuple(self._concept(slot, name) for name in names))

    def _concept(self, slot: str, name: object) -> str:
        if not isinstance(name, str):
            raise FrameError(f"expected a concept for {slot}, found {kind_of(name)}", "write its id in quotes")
        if name not in self.concepts:
            raise FrameError(
                f"no concept {shown(name)}", meant(name, self.concepts, "add it to concepts.toml; there are")
            )
        takes = KINDS_OF.get(slot, NOUNS)
        kind = self.kinds.get(name, "")
        if kind not in takes:
            said = f"a {kind}" if kind else "of no kind"
            hint = f"{slot} takes {' or '.join(sorted(takes))}; its kind stands under [kinds] in concepts.toml"
            raise FrameError(f"{shown(name)} in {slot} is {said}", hint)
        return name

    def _term(self, slot: str, value: object) -> Term:
        if isinstance(value, str):
            return Term((self._concept(slot, value),))
        body = _table(value, f"a concept or a table for {slot}")
        _only(body, _TERM_KEYS, "keys")
        names = _list(body.get("or", body.get("what", [])))
        with self._nested():
            of = tuple(self._term("of", row) for row in _list(body.get("of", [])))
        return Term(
            values=tuple(self._concept(slot, name) for name in names),
            n=tuple(map(self.quantity, _list(body["n"]))) if "n" in body else (),
            attr=tuple(self._word("attr", row) for row in _list(body.get("attr", []))),
            whose=tuple(self._word("whose", row) for row in _list(body.get("whose", []))),
            of=of,
        )

    def _time(self, value: object) -> Time:
        if isinstance(value, str):
            (relation,) = _words([value], "when", RELATIONS)
            return Time(relation)
        body = _table(value, "a time")
        if len(body) != 1:
            raise FrameError("a time has one key", 'write `{ phase = "end" }` or `{ after = { act = … } }`')
        ((key, inner),) = body.items()
        if key in EVENTS:
            return Time(key, event=self.frames(inner))
        (relation,) = _words([inner], f"when {key}", RELATIONS)
        return Time(relation, period=tuple(Term((self._concept("when", name),)) for name in key.split("+")))

    def _criterion(self, value: object) -> Criterion:
        body = _table(value, "a criterion")
        ranks = [key for key in body if key in RANKS]
        if len(ranks) != 1:
            raise FrameError(f"a criterion has one of {', '.join(RANKS)}", 'write `{ most = "point" }`')
        rank = ranks[0]
        inner = {("what" if key == rank else key): value for key, value in body.items()}
        return Criterion(rank, (self._term("by", inner),))

    def quantity(self, value: object) -> Quantity:
        """A number, a word, a bound, a name of the rulebook's, or a number for each number of players."""
        if isinstance(value, bool) or not isinstance(value, int | str | dict):
            raise FrameError(f"{kind_of(value)} is not an amount", 'write 1, "all", "at-least 2" or a name')
        if isinstance(value, dict):
            return Quantity(cases=_cases(value))
        if isinstance(value, int):
            return Quantity(value=value)
        if value in (*AMOUNTS, *DIFFERENCES):
            return Quantity(value)
        bound, _, rest = value.rpartition(" ")
        if bound.endswith(" to") and bound[:-3].isdecimal() and rest.isdecimal():
            return Quantity("between", int(bound[:-3]), int(rest))
        if bound and bound not in BOUNDS:
            raise FrameError(f"no amount {shown(value)}", meant(bound, (*BOUNDS, *AMOUNTS), "an amount begins with"))
        how = bound or "exactly"
        if rest.isdecimal():
            return Quantity(how, int(rest))
        if rest not in self.numbers:
            known = [*self.numbers, *AMOUNTS]
            raise FrameError(f"no number {shown(rest)}", meant(rest, known, "the rulebook's numbers are"))
        return named(self.numbers[rest], how)


def named(number: Number, how: str = "exactly") -> Quantity:
    """A number of the rulebook as an amount."""
    if isinstance(number.value, int):
        return Quantity(how, number.value, name=number.name)
    return Quantity(how, cases=tuple(sorted(number.value.items())), name=number.name)


def plain(value: object) -> Any:
    """A frame, or one of its values, as TOML and JSON write it."""
    match value:
        case Frame():
            body: dict[str, Any] = {slot: _one(list(map(plain, values))) for slot, values in value.said()}
            if value.either:
                body["or"] = list(map(plain, value.either))
            return body | {mark: sorted(getattr(value, mark)) for mark in _MARKS if getattr(value, mark)}
        case Word(values):
            if len(values) > 1:
                return {"or": list(values)}
            return int(values[0]) if values[0].isdecimal() else values[0]
        case Quantity(cases=cases) if cases and not value.name:
            return {str(count): number for count, number in cases}
        case Quantity():
            return value.value if value.how == "exactly" and not value.name else str(value)
        case Term(values):
            inner: dict[str, Any] = {"what": values[0]} if len(values) == 1 else {"or": list(values)} if values else {}
            for key in ("n", "attr", "whose", "of"):
                if rows := getattr(value, key):
                    inner[key] = _one(list(map(plain, rows)))
            return values[0] if len(inner) == len(values) == 1 else inner
        case Time(relation, period, event):
            if event:
                return {relation: _one(list(map(plain, event)))}
            return {"+".join(v for t in period for v in t.values): relation} if period else relation
        case Criterion(rank, of):
            what: Any = plain(of[0]) if of else ""
            return {rank: what} if isinstance(what, str) else {rank: what.pop("what", ""), **what}
    raise TypeError(value)


def _one(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else values


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _cases(table: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    for key, value in table.items():
        if not key.isdecimal() or not isinstance(value, int) or isinstance(value, bool):
            raise FrameError("cases are numbers for numbers of players", "write `n = { 3 = 2, 4 = 3 }`")
    return tuple(sorted((int(key), value) for key, value in table.items()))


def _table(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise FrameError(f"expected {what}, found {kind_of(value)}", "write `{ … }`")
    return value


def _only(table: Mapping[str, Any], known: Iterable[str], what: str) -> None:
    for key in table:
        if key not in known:
            raise FrameError(f"no {what.removesuffix('s')} {shown(key)}", meant(key, known, f"the {what} are"))


def _words(value: object, slot: str, among: Collection[str]) -> list[str]:
    names = _list(value)
    for name in names:
        if not isinstance(name, str) or name not in among:
            raise FrameError(f"{slot} has no {shown(str(name))}", meant(str(name), among, "it has"))
    return names
