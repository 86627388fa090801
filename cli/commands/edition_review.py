"""`rulecheck edition review`: a draft gone through sentence by sentence, a key a sentence."""

from __future__ import annotations

import re
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from rulecheck.cli.arguments.folders import command_for
from rulecheck.cli.arguments.options import Encoding, Game, Reader
from rulecheck.cli.arguments.review_file import remember, reviewed_in, save
from rulecheck.cli.arguments.text_file import opened
from rulecheck.cli.rendering.answers import Screen, UserError, some
from rulecheck.cli.rendering.review_questions import NOT_UNDONE, point_words, question_words
from rulecheck.properties.runtime.budget import budget

if TYPE_CHECKING:
    from rulecheck.cli.commands.second_reading import SecondReading
    from rulecheck.solvers.drafts.review import Item, Review
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.spec import Rulebook

_SECONDS: Final = 12
"""A key takes so long, until a session has its own pace."""

_PACE: Final = 10
"""So many keys make a pace."""

_MOST_LISTED: Final = 30
"""Clauses that a search lists."""

_NEIGHBOUR, _CLAUSE, _WHOLE = 160, 260, 1_000
"""Characters of a neighbouring sentence, of a clause, and of one that a sentence is read beside."""

_ROWS: Final = re.compile(r"^\|.*$", re.M)
"""The rows of a clause's table."""

_QUITS: Final = ("", "q", "\x03", "\x04")
"""Keys that end a session: the end of the input, Ctrl-C and Ctrl-D among them."""

_KEYS: Final = (
    ("a", "accept its place: it says clause 1; what it says otherwise is asked next"),
    ("2 3", "accept the second or third clause"),
    ("c", "another clause, or several: type their ids"),
    ("/", "look for clauses by a word, in English or the text's language; then type their numbers"),
    (
        "y m",
        "it says clause 1; the difference that is asked: y the same rule in this text's words, m a mistake, to be told",
    ),
    ("Y", "it says clause 1, and all that is asked is the same rule"),
    ("1-9", "once it is placed: which of what was not found is not said"),
    ("l", "accept, and it literally says something wrong: type what"),
    ("n", "it states no rule"),
    ("s", "skip it for now"),
    ("A", "accept the places of all that are at least 0.9 sure; differences are asked one by one"),
    ("o", "open a sentence again, whatever was decided: type its line"),
    ("u", "undo; also what an earlier session decided"),
    ("q", "quit; everything is written after each key"),
)


def review(
    game: Game,
    text: Annotated[
        Path, typer.Argument(metavar="TEXT", help="Your rulebook: txt, md, html, pdf.", show_default=False)
    ],
    edition: Annotated[
        Path, typer.Option("--edition", metavar="FILE.toml", help="The draft; decisions are written into it.")
    ],
    beside: Annotated[
        Path | None,
        typer.Option("--beside", metavar="TEXT2", help="A text in another language: its passages stand beside."),
    ] = None,
    reader: Reader = None,
    encoding: Encoding = None,
) -> None:
    """Go through a draft: is this the clause, does the sentence say it?

    What brings most comes first. Stop at any time; what has been decided stands in the file.
    """
    from rulecheck.cli.arguments.text_file import text_check
    from rulecheck.cli.commands.second_reading import ask_which_is_right
    from rulecheck.spec import load

    book = load(game)
    going, reading = _review(book, text, edition, encoding, reader)
    screen = Screen()
    other = None if beside is None else text_check(book, beside, None)
    asked = _Asked(going, screen, other)
    if reading is None or ask_which_is_right(screen, reading, going.rows, asked.key, _QUITS):
        asked.go()
    if not (left := len(going.waiting())):
        remember(going)
    screen.line(f"{edition}   {some(going.whole - left, 'sentence')} looked at, {left} left", style="bold")
    command = [*command_for(book.game, "rulebook"), str(text), "--edition", str(edition)]
    screen.line(f"    next: {shlex.join(command)}")


def _review(
    book: Rulebook, path: Path, edition: Path, encoding: str | None, reader: str | None
) -> tuple[Review, SecondReading | None]:
    from rulecheck.cli.commands.second_reading import second_reading
    from rulecheck.spec.editionfile import parse_edition
    from rulecheck.spec.files import read_text
    from rulecheck.spec.languages.telling import require_language
    from rulecheck.spec.text import parse

    source = read_text(edition)
    parsed = parse_edition(source, book, str(edition), edition.stem)
    with budget(str(path)):
        read = opened(path, encoding)
        require_language(read.text, str(path), parsed.language)
        text = parse(read, parsed.language, str(path), parsed.counted)
    reading = None if reader is None else second_reading(reader, book, parsed, text, path)
    going = reviewed_in(book, edition, source, parsed, text, None if reading is None else reading.read)
    if not going.rows:
        hint = "draft one with `rulecheck edition draft`, or put each row on a line of its own"
        raise UserError(f"{edition}: no row of it stands in {path}; {hint}")
    return going, reading


class _Asked:
    """A person at the terminal, or a file of keys."""

    def __init__(self, going: Review, screen: Screen, beside: TextCheck | None) -> None:
        self.going = going
        self.screen = screen
        self.beside = beside
        self.began = time.monotonic()
        self.keys = 0
        """Typed in this session."""
        self.is_single = False
        """Whether the person wants to see each sentence by itself."""

    def go(self) -> None:
        """Ask until nothing waits, or the person quits."""
        for key, told in _KEYS:
            self.screen.line(f"  {key:<4} {told}", style="dim")
        while True:
            waiting = self.going.waiting()
            if not waiting:
                break
            together = [] if self.is_single else self.going.together(waiting)
            if together and not self._are_read(together, waiting):
                return
            if not together:
                self._show(waiting[0], waiting)
                if not self._answered(waiting[0]):
                    return
            save(self.going)
        self._ask_for_lacking()

    def _are_read(self, items: Sequence[Item], waiting: Sequence[Item]) -> bool:
        """Several sentences beside their clauses, one answer for all; False if the person quits."""
        self.screen.line()
        self.screen.line(f"{some(len(waiting), 'sentence')} to look at, {self._left(waiting)}", style="dim")
        for number, item in enumerate(items, 1):
            self._show_pair(number, item)
        self.screen.line("  Does each say its clause, with what is marked (y)? Or which does not (1-5)?  s one by one")
        self.screen.line("  a-e: that is its clause, and what it says is a mistake")
        while True:
            key = self.key()
            if key in _QUITS:
                return False
            if key == "y":
                told = self.going.agree(*(item.number for item in items))
            elif key.isdecimal() and 0 < int(key) <= len(items):
                told = self.going.open(items[int(key) - 1].number)
            elif key and key in "abcde"[: len(items)]:
                told = self.going.answer(items["abcde".index(key)].number, "sentence", is_same=False)
            elif key == "A":
                told = self.going.accept_sure()
            elif key == "s":
                self.is_single, told = True, "one by one"
            elif key == "u":
                told = self._undone()
            else:
                self.screen.line("  no such key; y 1-5 a-e A s u q")
                continue
            self.screen.line(f"  = {told}", style="green")
            return True

    def _show_pair(self, number: int, item: Item) -> None:
        """A sentence beside its clauses; marked is what was not read in it, and what only it says."""
        clauses = item.clauses or (item.placement.best,)
        said = self.going.drafting.every[item.number].ids
        lost = frozenset().union(*(point.concepts for point in item.points)) - said
        sentence = self.going.drafting.text.sentences[item.number]
        spans = [span for point in item.points for span in point.words]
        words = _marked(self.going.drafting.text.text, sentence.start, sentence.end, spans)
        self.screen.line(f"  {number} {self.going.drafting.line(item.number)}: {words}", style="bold")
        for clause in clauses:
            self.screen.line(f"      {clause}: {self._wording(clause, lost, _WHOLE)}")
            self._show_table(clause)

    def _answered(self, item: Item) -> bool:
        """Take one answer; False if the person quits."""
        going, number = self.going, item.number
        likely = item.clauses or (item.placement.best,)
        while True:
            key = self.key()
            if key in _QUITS:
                return False
            if key == "a" and not item.is_placed:
                told = going.place(number, likely)
            elif key in ("2", "3") and not item.is_placed:
                others = [clause for clause, _ in item.placement.ranked if clause not in likely]
                if len(others) < int(key) - 1:
                    self.screen.line("  there is no such clause")
                    continue
                told = going.place(number, (others[int(key) - 2],))
            elif key in ("c", "/"):
                chosen = self._chosen(item) if key == "c" else self._searched(item)
                if chosen is None:
                    continue
                told = chosen
            elif key in ("y", "m") and item.questions:
                told = going.answer(number, item.questions[0].name, is_same=key == "y")
            elif key in ("y", "Y"):
                told = going.agree(number)
            elif key == "m":
                told = going.answer(number, "sentence", is_same=False)
            elif key.isdecimal() and item.is_placed and 0 < int(key) <= len(item.points):
                told = going.answer(number, item.points[int(key) - 1].name, is_same=False)
            elif key == "l":
                words = self._line("it literally says: ")
                if not words:
                    continue
                told = going.literally(number, likely, words)
            elif key == "n":
                told = going.nothing(number, "no rule")
            elif key == "s":
                told = going.skip(number)
            elif key == "A":
                told = going.accept_sure()
            elif key == "o":
                line = self._line("line: ")
                other = going.at_line(int(line)) if line.isdecimal() and len(line) < 9 else None
                if other is None:
                    self.screen.line("  no sentence of the review stands there")
                    continue
                told = going.reopen(other)
            elif key == "u":
                told = self._undone()
            else:
                self.screen.line(f"  no such key; {' '.join(key for key, _ in _KEYS)}")
                continue
            self.screen.line(f"  = {told}", style="green")
            return True

    def _undone(self) -> str:
        undone = self.going.undo()
        return f"undone: {undone}" if undone else NOT_UNDONE

    def _chosen(self, item: Item) -> str | None:
        clauses = self._line("clause ids: ").replace(",", " ").split()
        return self._placed(item, clauses) if clauses else None

    def _searched(self, item: Item) -> str | None:
        """Clauses that speak of what a word means, and those of them that the person chooses."""
        word = self._line("word: ")
        clauses = self.going.clauses_with(word)[:_MOST_LISTED]
        for number, clause in enumerate(clauses, 1):
            self.screen.line(f"    {number:>2} {clause}: {self._wording(clause)}")
        if not clauses:
            self.screen.line(f"  no clause speaks of {word}")
            return None
        typed = self._line("numbers: ").replace(",", " ").split()
        numbers = [int(number) for number in typed if number.isdecimal() and len(number) < 4]
        chosen = [clauses[number - 1] for number in numbers if 0 < number <= len(clauses)]
        return self._placed(item, chosen) if chosen else None

    def _placed(self, item: Item, clauses: Sequence[str]) -> str | None:
        from rulecheck.spec import SpecError

        try:
            return self.going.place(item.number, clauses)
        except SpecError as problem:
            self.screen.line(f"  {problem.what}; {problem.hint}", style="bold red")
            return None

    def _ask_for_lacking(self) -> None:
        """Which clauses without a sentence the text leaves out on purpose."""
        lacking = self.going.lacking()
        if lacking:
            self.screen.line()
            self.screen.line(f"{some(len(lacking), 'clause')} with no sentence: left out on purpose?")
            self.screen.line("  y yes   n no, report as missing   A yes, and all that follow   q quit", style="dim")
        for at, clause in enumerate(lacking):
            self.screen.line(f"  {clause}  {self._wording(clause)}")
            key = self.key()
            while key not in ("y", "n", "A", *_QUITS):
                key = self.key()
            if key in ("y", "A"):
                told = self.going.lack(lacking[at:] if key == "A" else [clause], "left out on purpose")
                self.screen.line(f"  = {told}", style="green")
                save(self.going)
            if key not in ("y", "n"):
                return

    # -- what is shown ---------------------------------------------------------------------------------------------

    def _show(self, item: Item, waiting: Sequence[Item]) -> None:
        going, line = self.going, self.screen.line
        drafting = going.drafting
        line()
        place = f"{drafting.text.path}:{drafting.line(item.number)}"
        line(f"{some(len(waiting), 'sentence')} to look at, {self._left(waiting)}   {place}", style="dim")
        marks = self._marks(item)
        for number in (item.number - 1, item.number, item.number + 1):
            if number == item.number:
                line(f"  {self._sentence(item, marks)}", style="bold")
            elif 0 <= number < len(drafting.text.sentences):
                line(f"  {drafting.wording(number)[:_NEIGHBOUR]}", style="dim")
        sure = dict(item.placement.ranked)
        likely = item.clauses or (item.placement.best,)
        ranked = [*likely, *(clause for clause, _ in item.placement.ranked if clause not in likely)][: len(likely) + 2]
        for at, clause in enumerate(ranked):
            mark = "1" if at < len(likely) else str(at - len(likely) + 2)
            line(f"  {mark} {sure.get(clause, 0.0):4.2f} {clause}: {self._wording(clause, marks)}")
            if at < len(likely):
                self._show_table(clause)
                self._show_beside(clause)
        if item.placement.nothing >= 0.2:
            line(f"  n {item.placement.nothing:4.2f} it states no rule")
        for number, question in enumerate(item.questions):
            asks = "? " if number == 0 else "  "
            line(f"  {asks}{question_words(drafting, item.number, question)}", style="bold red")
        if item.questions:
            line("  Is this the same rule (y; Y for all that is asked), or a mistake (m)?")
        elif item.points:
            self._show_points(item)
        else:
            line("  Does it say clause 1 (y)?")

    def _show_points(self, item: Item) -> None:
        """What was not found in a sentence, each with its number, and one question for all."""
        for number, point in enumerate(item.points[:9], 1):
            self.screen.line(f"    {number} {point_words(self.going.drafting, point)}")
        asks = "Is all of this said (y)? Or which is not (1-9, m something else)?"
        self.screen.line(
            f"  {asks}" if item.is_placed else "  Clause 1, and all of this is said (y)? Or only the place (a)?"
        )

    def _left(self, waiting: Sequence[Item]) -> str:
        """How many keys are left, and how many minutes at the pace of this session."""
        keys = self.going.keys_left(waiting)
        pace = (time.monotonic() - self.began) / self.keys if self.keys >= _PACE else _SECONDS
        return f"about {some(keys, 'key')}, {max(1, round(keys * pace / 60))} min"

    def _marks(self, item: Item) -> frozenset[str]:
        """The concepts whose words are marked: what is asked about, else what sentence and clause share."""
        from rulecheck.solvers.judging.naming import named_in

        glossary = self.going.drafting.glossary
        if glossary is None:
            return frozenset()
        if item.questions:
            asked = item.questions[0]
            if asked.verdict is not None:
                return named_in(asked.verdict.wanted) | named_in(asked.verdict.said)
            difference = asked.difference
            return frozenset((difference.concept, difference.sibling)) if difference else frozenset()
        likely = item.clauses or (item.placement.best,)
        return self.going.drafting.every[item.number].ids & frozenset().union(*map(glossary.stated, likely))

    def _sentence(self, item: Item, marks: frozenset[str]) -> str:
        """A sentence with the words for some concepts marked, and those that a question is about."""
        drafting = self.going.drafting
        sentence = drafting.text.sentences[item.number]
        spans = [(s.start, s.end) for s in drafting.every[item.number].concepts if marks & {s.concept, *s.also}]
        if item.is_placed and item.questions and (verdict := item.questions[0].verdict) and verdict.span:
            spans = [(sentence.start + verdict.span[0], sentence.start + verdict.span[1])]
        return _marked(drafting.text.text, sentence.start, sentence.end, spans)

    def _wording(self, clause: str, marks: frozenset[str] = frozenset(), most: int = _CLAUSE) -> str:
        text = _ROWS.sub("", self.going.drafting.rulebook.clauses[clause].text)
        glossary = self.going.drafting.glossary
        sighted = glossary.sighted_in_english(text) if glossary is not None and marks else ()
        wording = _marked(text, 0, len(text), [(s.start, s.end) for s in sighted if marks & {s.concept, *s.also}])
        return wording if len(wording) <= most else wording[: most - 1] + "…"

    def _show_table(self, clause: str) -> None:
        """The table of a clause, as it stands."""
        for row in _ROWS.findall(self.going.drafting.rulebook.clauses[clause].text):
            self.screen.line(f"         {row.strip()}", style="dim")

    def _show_beside(self, clause: str) -> None:
        """The passages of another text for a clause."""
        if self.beside is None:
            return
        numbers = [passage.number for passage in self.beside.edition.passages_of(clause)]
        sentences = dict.fromkeys(
            self.beside.text.sentence_of(said.match.first) for n in numbers for said in self.beside.said[n]
        )
        for number in list(sentences)[:2]:
            sentence = self.beside.text.sentences[number]
            words = self.beside.text.quote(sentence.start, sentence.end)
            self.screen.line(f"       {self.beside.text.line_of(sentence.start)}: {words[:240]}", style="dim")

    # -- keys ------------------------------------------------------------------------------------------------------

    def key(self) -> str:
        """One key; empty at the end of a file of keys."""
        self.keys += 1
        if self.screen.watched:
            return typer.getchar()
        key = sys.stdin.read(1)
        while key.isspace():
            key = sys.stdin.read(1)
        return key

    def _line(self, prompt: str) -> str:
        """A line of the person's own; empty if nothing was typed."""
        if self.screen.watched:
            try:
                return input(f"  {prompt}").strip()
            except EOFError:
                return ""
        return sys.stdin.readline().strip()


def _marked(text: str, start: int, end: int, spans: Sequence[tuple[int, int]]) -> str:
    """A stretch of a text on one line, some words in marks."""
    parts, at = [], start
    for first, last in sorted(spans):
        if first >= at:
            parts += [text[at:first], f"«{text[first:last]}»"]
            at = last
    return " ".join("".join((*parts, text[at:end])).split())


def keys() -> Sequence[tuple[str, str]]:
    """The keys with what each does; docs/translations.md lists them."""
    return _KEYS
