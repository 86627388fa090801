"""The reader of literate rulebooks: Markdown in, clauses, quantities, claims, readings, examples and set-ups out.

docs/spec-format.md describes the format for the author of a rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import define, evolve, field

from rulecheck.spec.errors import SpecError, close_matches, meant, shown
from rulecheck.spec.expressions import PLAYERS, FormulaError, check_names, parse_formula
from rulecheck.spec.files import Block, display, kind_of, parse_toml, plain_line_ends, read_text
from rulecheck.spec.model import KINDS, Claim, Clause, Example, Quantity, Reading, Rulebook, SetUp

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

BLOCKS: Final = ("claim", "example", "reading", "setups")

_ID: Final = r"[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*"
_IS_ID: Final = re.compile(_ID)
_IS_NAME: Final = re.compile(r"[a-z][a-z0-9_]*(?:[.-][a-z0-9_]+)*")
_BOLD_START: Final = re.compile(r"\*\*([^*\n]+)\*\*[ \t]*")
_KIND: Final = re.compile(r"([*_])\(([^)*_\n]*)\)\1\s*")
_BOLD_LINE: Final = re.compile(rf"\n[ \t]*\*\*(?={_ID}\*\*)([a-z0-9-]+\.[a-z0-9.-]+)\*\*")
_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_ASSIGNED: Final = re.compile(r"\s*([^\s=<>!]+)\s*=(?!=)\s*(.*?)\s*", re.DOTALL)
_INT: Final = re.compile(r"-?\d{1,9}")
_NO_VALUE: Final = frozenset({"", "-", "–", "—"})


def parse_rulebook(source: Path | str, *, game: str | None = None, path: str | None = None) -> Rulebook:
    """Read a rulebook from a file, or from a text (a `str` with a line end in it).

    `game` is the name of the file's folder unless given; `path` is how messages name the file.
    Raises SpecError for the first mistake, with its line.
    """
    text, file = _text_of(source)
    name = path or (display(file) if file else "rulebook.md")
    folder = file.resolve().parent.name if file else "rulebook"
    return _Reader(name, text, game or folder, file).read()


def parse_examples(source: Path | str) -> tuple[Example, ...]:
    """The example blocks of somebody's own Markdown file, or of a text (a `str` with a line end in it).

    Other blocks are not looked at.  A block that cannot be read says so in its `problem`.  Raises SpecError for a file
    that cannot be read and for one without examples.
    """
    text, file = _text_of(source)
    reader = _Reader(display(file) if file else "examples.md", text, "", file)
    examples = reader.only_examples()
    if not examples:
        raise SpecError(reader.path, None, "no example block", "an example opens with ```example some.id")
    return tuple(examples.values())


def _text_of(source: Path | str) -> tuple[str, Path | None]:
    """A text and the file that it was read from; raises SpecError for a file that cannot be read."""
    if isinstance(source, str) and "\n" in source:
        return plain_line_ends(source), None
    return read_text(Path(source)), Path(source)


@cache
def _markdown() -> MarkdownIt:
    """The block parser alone: what stands inside a paragraph is ours to read."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table").disable("inline")


@define
class _Open:
    """The clause that is being read."""

    clause: Clause
    parts: list[str] = field(factory=list)


class _Reader:
    """One pass over a Markdown text."""

    def __init__(self, path: str, text: str, game: str, file: Path | None) -> None:
        self.path = path
        self.text = text
        self.lines = text.split("\n")
        self.game = game
        self.file = file
        self.title = ""
        self.heading = ""
        self.open: _Open | None = None
        self.clauses: dict[str, Clause] = {}
        self.quantities: dict[str, Quantity] = {}
        self.claims: dict[str, Claim] = {}
        self.readings: dict[str, Reading] = {}
        self.examples: dict[str, Example] = {}
        self.setups: dict[str, SetUp] = {}
        self.setups_line: int | None = None
        self.default_setup = ""
        self.seats: tuple[str, ...] = ()

    def read(self) -> Rulebook:
        tokens = iter(self._tokens())
        in_item = 0
        for token in tokens:
            match token.type:
                case "heading_open":
                    self._close_clause()
                    self._read_heading(next(tokens), token.tag)
                case "hr":
                    self._close_clause()
                case "list_item_open":
                    in_item += 1
                case "list_item_close":
                    in_item -= 1
                case "table_open":
                    self._read_table(token, tokens)
                case "inline":
                    self._read_paragraph(token.content, _line(token), in_item > 0)
                case "fence":
                    self._read_fence(token)
                case _:
                    pass
        self._close_clause()
        self._check_references()
        return Rulebook(
            game=self.game,
            title=self.title or self.game,
            path=self.path,
            clauses=self.clauses,
            quantities=self.quantities,
            claims=self.claims,
            readings=self.readings,
            examples=self.examples,
            setups=self.setups,
            default_setup=self.default_setup,
            seats=self.seats,
            file=self.file,
        )

    def only_examples(self) -> dict[str, Example]:
        for token in self._tokens():
            if token.type == "fence" and token.info.split()[:1] not in (["claim"], ["reading"], ["setups"]):
                self._try_example(token)
        return self.examples

    def _try_example(self, token: Token) -> None:
        """Read an example; a block with a mistake is kept with what is wrong, so that the others can be played."""
        line = _line(token)
        try:
            word, name = self._opening(token)
            if word == "example":
                self._read_example(token, name)
        except SpecError as problem:
            id = f"line-{line}"
            self.examples[id] = Example(id, line, self.path, {}, token.content, str(problem))

    def _tokens(self) -> list[Token]:
        try:
            return _markdown().parse(self.text)
        except RecursionError:
            raise SpecError(self.path, None, "lists or quotes nested too deeply", "flatten them") from None

    # Headings and paragraphs

    def _read_heading(self, token: Token, tag: str) -> None:
        self.heading = token.content.strip()
        if tag == "h1" and not self.title:
            self.title = self.heading
        self._read_quantities(token.content, _line(token))

    def _read_paragraph(self, content: str, line: int, in_list: bool) -> None:
        text = self._open_clause(content, line)
        if hidden := _BOLD_LINE.search(text):
            at = line + content.count("\n", 0, len(content) - len(text) + hidden.start(1))
            what = f"clause {shown(hidden[1])} stands inside another paragraph"
            raise SpecError(self.path, at, what, "put an empty line before it")
        self._read_quantities(content, line)
        if self.open is not None:
            self.open.parts.append(("- " if in_list and text is content else "") + _said(text))

    def _open_clause(self, content: str, line: int) -> str:
        """Begin a clause if the paragraph starts with an id; what is left of the paragraph."""
        bold = _BOLD_START.match(content)
        if bold is None:
            return content
        clause, rest = bold[1], content[bold.end() :]
        if not _IS_ID.fullmatch(clause):
            if " " in clause or not re.search(r"[._]", clause.rstrip(".:")):
                return content  # a bold word or two, not an id
            hint = "ids are lowercase words joined by dots and hyphens, such as robber.no-rest"
            raise SpecError(self.path, line, f"{shown(clause)} is not a clause id", hint)
        kind = "rule"
        if mark := _KIND.match(rest):
            kind, rest = mark[2], rest[mark.end() :]
            if kind not in KINDS:
                what = f"clause {shown(clause)} is of an unknown kind {shown(kind)}"
                raise SpecError(self.path, line, what, meant(kind, KINDS, "the kinds are"))
        if clause in self.clauses or (self.open is not None and self.open.clause.id == clause):
            first = self.clauses[clause].line if clause in self.clauses else line
            raise self._twice("clause", clause, first, line)
        self._close_clause()
        self.open = _Open(Clause(id=clause, text="", kind=kind, line=line, title=self.heading))
        self.clauses[clause] = self.open.clause
        return rest

    def _close_clause(self) -> None:
        if self.open is None:
            return
        clause, text = self.open.clause, "\n\n".join(p for p in self.open.parts if p.strip())
        if not text:
            what = f"clause {shown(clause.id)} says nothing"
            raise SpecError(self.path, clause.line, what, "write its text after the id")
        self.clauses[clause.id] = evolve(clause, text=text)
        self.open = None

    # Quantities

    def _read_quantities(self, content: str, line: int) -> None:
        for code in _CODE.finditer(content):
            assigned = _ASSIGNED.fullmatch(code[2])
            if assigned is None:
                continue
            name, value = assigned[1], assigned[2]
            at = line + content.count("\n", 0, code.start())
            if not _INT.fullmatch(value):
                if "." in name and _IS_NAME.fullmatch(name) and not value.startswith(('"', "'", "[", "{")):
                    what = f"expected a whole number for {shown(name)}, found {shown(value)}"
                    raise SpecError(self.path, at, what, "write digits, at most nine")
                continue
            self._add_quantity(name, int(value), at)

    def _add_quantity(self, name: str, value: int | dict[int, int], line: int) -> None:
        if not _IS_NAME.fullmatch(name):
            hint = "names are lowercase words joined by dots and hyphens, such as goods.corn"
            raise SpecError(self.path, line, f"{shown(name)} is not a quantity's name", hint)
        if name == PLAYERS:
            raise SpecError(self.path, line, '"players" is the number of players', "choose another name")
        if name in self.quantities:
            raise self._twice("quantity", name, self.quantities[name].line, line)
        if self.open is None:
            what = f"quantity {shown(name)} belongs to no clause"
            raise SpecError(self.path, line, what, "start its paragraph with a clause id, **such.as-this**")
        self.quantities[name] = Quantity(name=name, value=value, line=line, clause=self.open.clause.id)

    def _read_table(self, opened: Token, tokens: Iterator[Token]) -> None:
        rows: list[tuple[int, list[str]]] = []
        for token in tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append((_line(token), []))
            elif token.type == "inline":
                rows[-1][1].append(token.content.strip())
        if self.open is not None and opened.map is not None:
            self.open.parts.append("\n".join(self.lines[opened.map[0] : opened.map[1]]).strip("\n"))
        if not rows or not rows[0][1] or rows[0][1][0].strip("`* ") != PLAYERS:
            for line, cells in rows:
                for cell in cells:
                    self._read_quantities(cell, line)
            return
        counts = [self._count(cell, rows[0][0]) for cell in rows[0][1][1:]]
        if len(set(counts)) != len(counts) or not counts:
            what = "expected a column for each player count, once"
            raise SpecError(self.path, rows[0][0], what, "fix the table's header")
        for line, cells in rows[1:]:
            self._read_row(line, cells, counts)

    def _read_row(self, line: int, cells: list[str], counts: list[int]) -> None:
        code = _CODE.fullmatch(cells[0]) if cells else None
        if code is None:
            return
        name, values = code[2].strip(), {}
        for count, cell in zip(counts, cells[1:], strict=False):
            plain = cell.strip("`* ")
            if plain in _NO_VALUE:
                continue
            if not _INT.fullmatch(plain):
                what = f"expected a whole number for {shown(name)} with {count} players, found {shown(plain)}"
                raise SpecError(self.path, line, what, "write digits, at most nine")
            values[count] = int(plain)
        if not values:
            raise SpecError(self.path, line, f"quantity {shown(name)} has no value", "fill its row")
        self._add_quantity(name, values, line)

    def _count(self, cell: str, line: int) -> int:
        plain = cell.strip("`* ")
        if not re.fullmatch(r"[1-9]\d?", plain):
            raise SpecError(self.path, line, f"expected a player count, found {shown(plain)}", "write digits")
        return int(plain)

    # Fenced blocks

    def _opening(self, token: Token) -> tuple[str, str]:
        """A block's word and id; a word near one of ours is taken for a slip."""
        word, *names = token.info.split()[:3] or [""]
        line = _line(token)
        if word not in BLOCKS:
            if names and (near := close_matches(word, BLOCKS)):
                raise SpecError(self.path, line, f"unknown block {shown(word)}", f"did you mean {shown(near[0])}?")
            return "", ""
        if token.map and (token.map[1] > len(self.lines) or not _closes(self.lines[token.map[1] - 1], token.markup)):
            raise SpecError(self.path, line, f"the {word} block is not closed", f"end it with a line {token.markup}")
        if word == "setups":
            if names:
                raise SpecError(self.path, line, "the setups block takes no id", f"write {token.markup}setups")
            return word, ""
        if len(names) != 1 or not _IS_ID.fullmatch(names[0]):
            given = shown(" ".join(names)) if names else "nothing"
            what = f"expected one id after {shown(word)}, found {given}"
            raise SpecError(self.path, line, what, f"write {token.markup}{word} some.id")
        return word, names[0]

    def _read_fence(self, token: Token) -> None:
        word, name = self._opening(token)
        match word:
            case "claim":
                self._read_claim(token, name)
            case "reading":
                self._read_reading(token, name)
            case "example":
                self._read_example(token, name)
            case "setups":
                self._read_setups(token)
            case _:
                pass

    def _read_claim(self, token: Token, name: str) -> None:
        line = _line(token)
        if name in self.claims:
            raise self._twice("claim", name, self.claims[name].line, line)
        try:
            parsed = parse_formula(token.content)
        except FormulaError as problem:
            raise SpecError(self.path, line, f"claim {shown(name)}: {problem.what}", problem.hint) from None
        if parsed.kind != "truth":
            what = f"claim {shown(name)}: expected a statement, found a number"
            raise SpecError(self.path, line, what, "compare it with something")
        self.claims[name] = Claim(id=name, formula=token.content.strip(), line=line)

    def _read_example(self, token: Token, name: str) -> None:
        line = _line(token)
        if name in self.examples:
            raise self._twice("example", name, self.examples[name].line, line)
        body = parse_toml(token.content, self.path, line + 1)
        self.examples[name] = Example(id=name, line=line, path=self.path, body=body, source=token.content)

    def _read_reading(self, token: Token, name: str) -> None:
        line = _line(token)
        if name in self.readings:
            raise self._twice("reading", name, self.readings[name].line, line)
        block = Block(self.path, token.content, line + 1, f"reading {shown(name)}")
        body = block.body
        known = ("question", "silent", "choices", "default", "because", "substitute", "settled", "sentences", "with")
        block.only(body, known)
        choices, sentences = block.table_at(body, "choices"), block.table_at(body, "sentences", {})
        for which, table in (("choices", choices), ("sentences", sentences)):
            for key, words in table.items():
                if not isinstance(words, str) or not words.strip():
                    raise block.error(f"choice {shown(key)} says nothing", "give it a text in quotes", which)
                if key not in choices:
                    hint = meant(key, choices, "the choices are")
                    raise block.error(f"a sentence for {shown(key)}, which is not a choice", hint, which)
        if len(choices) < 2:
            raise block.error(f"expected at least two choices, found {len(choices)}", "add what else", "choices")
        default = block.text_at(body, "default")
        if default not in choices:
            what = f"the default {shown(default)} is not among its choices"
            raise block.error(what, meant(default, choices, "the choices are"), "default")
        self.readings[name] = Reading(
            id=name,
            question=block.text_at(body, "question"),
            silent=block.texts_at(body, "silent"),
            choices=choices,
            default=default,
            because=block.text_at(body, "because"),
            line=line,
            substitute=block.flag_at(body, "substitute"),
            settled=block.flag_at(body, "settled"),
            sentences=sentences,
            beside=self._beside(block),
        )

    def _beside(self, block: Block) -> tuple[str, str] | None:
        """The choice of another reading under which alone a reading is needed, as `with = "ID=CHOICE"`."""
        if "with" not in block.body:
            return None
        other, _, choice = block.text_at(block.body, "with").partition("=")
        if other not in self.readings or choice not in self.readings[other].choices:
            what = f"no reading above this one has the choice {shown(other + '=' + choice)}"
            raise block.error(what, "write a reading that stands before it and one of its choices", "with")
        return other, choice

    def _read_setups(self, token: Token) -> None:
        line = _line(token)
        if self.setups_line is not None:
            raise self._twice("block", "setups", self.setups_line, line)
        self.setups_line = line
        block = Block(self.path, token.content, line + 1, "setups")
        body = block.body
        self.seats = block.texts_at(body, "seats")
        if len(set(self.seats)) != len(self.seats) or not all(self.seats):
            raise block.error("the seats need different names", "give each its own name", "seats")
        for name, table in body.items():
            if name in ("default", "seats"):
                continue
            if not isinstance(table, dict):
                hint = meant(name, ("default", "seats"), "beside the tables there are")
                raise block.error(f"expected a table for {shown(name)}, found {_kind(table)}", hint, name)
            self.setups[name] = self._read_setup(block, name, table)
        if not self.setups:
            raise block.error("no set-up in it", "add one: a table [its-name] with title and players")
        self.default_setup = block.text_at(body, "default")
        if self.default_setup not in self.setups:
            what = f"the default {shown(self.default_setup)} is none of them"
            raise block.error(what, meant(self.default_setup, self.setups, "they are"), "default")

    def _read_setup(self, block: Block, name: str, table: dict[str, Any]) -> SetUp:
        block.only(table, ("title", "players", "options"))
        players = table.get("players")
        good = isinstance(players, list) and players and all(type(n) is int and n > 0 for n in players)
        if not isinstance(players, list) or not good or len(set(players)) != len(players):
            what = f"expected the player counts of {shown(name)}, players = [3, 4], found {_kind(players)}"
            raise block.error(what, "fix it", name)
        if max(players) > len(self.seats):
            what = f"{shown(name)} is for {max(players)} players, and there are {len(self.seats)} seats"
            raise block.error(what, "name more seats", name)
        options = block.table_at(table, "options", {})
        title = block.text_at(table, "title", name)
        return SetUp(name=name, players=tuple(players), options=options, title=title)

    # What the parts say of each other

    def _check_references(self) -> None:
        for claim in self.claims.values():
            check_names(
                parse_formula(claim.formula), self.quantities, self.path, claim.line, f"claim {shown(claim.id)}"
            )
        for reading in self.readings.values():
            for clause in reading.silent:
                if clause not in self.clauses:
                    what = f"reading {shown(reading.id)}: no clause {shown(clause)}"
                    raise SpecError(self.path, reading.line, what, _clause_meant(clause, self.clauses))

    def _twice(self, thing: str, name: str, first: int, second: int) -> SpecError:
        what = f"{thing} {shown(name)} stands here and on line {first}"
        return SpecError(self.path, second, what, "rename or remove one")


def _clause_meant(clause: str, clauses: dict[str, Clause]) -> str:
    same_subject = [c for c in clauses if c.split(".")[0] == clause.split(".")[0]]
    return meant(clause, clauses if close_matches(clause, clauses) else same_subject or clauses, "the clauses are")


def _kind(value: object) -> str:
    return "nothing" if value is None else kind_of(value)


def _line(token: Token) -> int:
    return 1 if token.map is None else token.map[0] + 1


def _closes(line: str, markup: str) -> bool:
    plain = line.strip().lstrip("> ")
    return len(plain) >= len(markup) and set(plain) == {markup[0]}


def _said(text: str) -> str:
    """A clause's text as a person reads it: a number where a named quantity stands."""
    return _CODE.sub(_number, text).strip()


def _number(code: re.Match[str]) -> str:
    assigned = _ASSIGNED.fullmatch(code[2])
    return assigned[2] if assigned and _INT.fullmatch(assigned[2]) and _IS_NAME.fullmatch(assigned[1]) else code[0]
