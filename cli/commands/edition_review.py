"""`rulecheck edition review`: a draft gone through sentence by sentence, a key a sentence."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from rulecheck.cli.arguments.folders import rulecheck_with
from rulecheck.cli.arguments.options import Encoding, Game
from rulecheck.cli.arguments.text_file import opened
from rulecheck.cli.rendering.answers import Screen, UserError, some
from rulecheck.properties.runtime.budget import budget

if TYPE_CHECKING:
    from rulecheck.solvers.drafts.review import Item, Review
    from rulecheck.solvers.judging.judge import Verdict
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.spec import Rulebook

_SURE: Final = 0.9
"""How sure the sentences are at least that A accepts together."""

_KEYS: Final = (
    ("a", "accept its place: it says clause 1; what it says otherwise is asked next"),
    ("2 3", "accept the second or third clause"),
    ("c", "another clause, or several: type their ids"),
    ("y m", "a difference: y the same rule in this text's words, m a mistake, to be told"),
    ("l", "accept, and it literally says something wrong: type what"),
    ("n", "it states no rule"),
    ("s", "skip it for now"),
    ("A", f"accept the places of all that are at least {_SURE} sure; differences are asked one by one"),
    ("u", "undo"),
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
    encoding: Encoding = None,
) -> None:
    """Go through a draft: is this the clause, does the sentence say it?

    What brings most comes first. Stop at any time; what has been decided stands in the file.
    """
    from rulecheck.cli.arguments.text_file import text_check
    from rulecheck.properties.runtime.writing import write_atomically
    from rulecheck.spec import load

    book = load(game)
    going = _review(book, text, edition, encoding)
    screen = Screen()
    other = None if beside is None else text_check(book, beside, None)
    asked = _Asked(going, screen, lambda: write_atomically(edition, going.source), other)
    asked.go()
    left = len(going.waiting())
    screen.line(f"{edition}   {some(going.whole - left, 'sentence')} looked at, {left} left", style="bold")
    command = [*rulecheck_with(book.game), "rulebook", book.game, str(text), "--edition", str(edition)]
    screen.line(f"    next: {shlex.join(command)}")


def _review(book: Rulebook, path: Path, edition: Path, encoding: str | None) -> Review:
    from rulecheck.solvers.drafts.drafting import Drafting
    from rulecheck.solvers.drafts.review import Review
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
    going = Review(Drafting(text, book, parsed.forms), source.split("\n"), str(edition))
    if not going.rows:
        hint = "draft one with `rulecheck edition draft`, or put each row on a line of its own"
        raise UserError(f"{edition}: no row of it stands in {path}; {hint}")
    return going


class _Asked:
    """A person at the terminal, or a file of keys."""

    def __init__(self, going: Review, screen: Screen, save: Callable[[], None], beside: TextCheck | None) -> None:
        self.going = going
        self.screen = screen
        self.save = save
        self.beside = beside

    def go(self) -> None:
        """Ask until nothing waits, or the person quits."""
        for key, told in _KEYS:
            self.screen.line(f"  {key:<4} {told}", style="dim")
        while True:
            waiting = self.going.waiting()
            if not waiting:
                break
            item = waiting[0]
            self._show(item, len(waiting))
            if not self._answered(item):
                return
            self.save()
        self._ask_for_lacking()

    def _answered(self, item: Item) -> bool:
        """Take one answer; False if the person quits."""
        going, number = self.going, item.number
        likely = item.clauses or (item.placement.best,)
        while True:
            key = self._key()
            if key in ("", "q", "\x03", "\x04"):
                return False
            if key == "a" and not item.is_placed:
                going.place(number, likely)
            elif key in ("2", "3"):
                others = [clause for clause, _ in item.placement.ranked if clause not in likely]
                going.place(number, (others[int(key) - 2],))
            elif key == "c":
                if not self._chosen(item):
                    continue
            elif key in ("y", "m") and item.questions and item.is_placed:
                going.answer(number, item.questions[0].name, is_same=key == "y")
            elif key == "l":
                told = self._line("it literally says: ")
                if not told:
                    continue
                going.literally(number, likely, told)
            elif key == "n":
                going.nothing(number, "no rule")
            elif key == "s":
                going.skip(number)
            elif key == "A":
                count = going.accept_sure(_SURE)
                self.screen.line(f"  {some(count, 'sentence')} accepted")
            elif key == "u":
                self.screen.line("  undone" if going.undo() else "  nothing to undo")
            else:
                self.screen.line(f"  no such key; {' '.join(key for key, _ in _KEYS)}")
                continue
            return True

    def _chosen(self, item: Item) -> bool:
        from rulecheck.spec import SpecError

        clauses = self._line("clause ids: ").replace(",", " ").split()
        if not clauses:
            return False
        try:
            self.going.place(item.number, clauses)
        except SpecError as problem:
            self.screen.line(f"  {problem.what}; {problem.hint}", style="bold red")
            return False
        return True

    def _ask_for_lacking(self) -> None:
        """Which clauses without a sentence the text leaves out on purpose."""
        lacking = self.going.lacking()
        if lacking:
            self.screen.line()
            self.screen.line(f"{some(len(lacking), 'clause')} with no sentence: left out on purpose?")
            self.screen.line("  y yes   n no: told as missing   A yes, and all that follow   q quit", style="dim")
        for at, clause in enumerate(lacking):
            self.screen.line(f"  {clause}  {self._wording(clause)}")
            key = self._key()
            while key not in ("", "y", "n", "A", "q", "\x03", "\x04"):
                key = self._key()
            if key in ("y", "A"):
                self.going.lack(lacking[at:] if key == "A" else [clause], "left out on purpose")
                self.save()
            if key not in ("y", "n"):
                return

    # -- what is shown ---------------------------------------------------------------------------------------------

    def _show(self, item: Item, waiting: int) -> None:
        going, line = self.going, self.screen.line
        drafting = going.drafting
        line()
        line(f"{some(waiting, 'sentence')} to look at   {drafting.text.path}:{drafting.line(item.number)}", style="dim")
        line(f"  {drafting.wording(item.number)}", style="bold")
        sure = dict(item.placement.ranked)
        likely = item.clauses or (item.placement.best,)
        ranked = [*likely, *(clause for clause, _ in item.placement.ranked if clause not in likely)][: len(likely) + 2]
        for at, clause in enumerate(ranked):
            mark = "1" if at < len(likely) else str(at - len(likely) + 2)
            line(f"  {mark} {sure.get(clause, 0.0):4.2f} {clause}: {self._wording(clause)}")
            if at < len(likely):
                self._show_beside(clause)
        if item.placement.nothing >= 0.2:
            line(f"  n {item.placement.nothing:4.2f} it states no rule")
        for number, told in enumerate(self._differences(item)):
            asks = "? " if item.is_placed and number == 0 else "  "
            line(f"  {asks}{told}", style="bold red")
        if item.is_placed and item.questions:
            line("  Is this the same rule (y), or a mistake (m)?")

    def _differences(self, item: Item) -> list[str]:
        told = [f"{slot.value} here, {slot.wanted} ({slot.text}) in the clause" for slot in item.slots]
        for question in item.questions:
            if question.verdict is not None:
                told.append(self._verdict(item, question.verdict))
            if (difference := question.difference) is None:
                continue
            concept = difference.concept.replace("-", " ")
            words = "" if difference.sighted is None else f'"{difference.sighted.words}" ({concept}) here'
            match difference.kind:
                case "clash":
                    told.append(f"{words}, {difference.sibling.replace('-', ' ')} in the clause")
                case "foreign":
                    told.append(f"{words}, and not in the clause")
                case "lost":
                    told.append(f"{concept} in the clause, and not here")
        return told

    def _verdict(self, item: Item, verdict: Verdict) -> str:
        """A difference of two statements: the sentence's own words, and the clause's value."""
        from rulecheck.solvers.judging.judge import named_in
        from rulecheck.solvers.texts.judged import SLOTS
        from rulecheck.spec.reading.frames import Quantity

        asked = SLOTS.get(verdict.slot.rpartition(".")[2], "what it says")
        is_amount = isinstance(verdict.wanted, Quantity)
        wanted = str(verdict.wanted) if is_amount else " ".join(sorted(named_in(verdict.wanted)))
        if verdict.span is None:
            return f"{asked}: not here; {wanted} in {verdict.clause}"
        start = self.going.drafting.text.sentences[item.number].start
        words = self.going.drafting.text.quote(start + verdict.span[0], start + verdict.span[1])
        return f"{asked}: «{words}» here, {wanted or 'nothing'} in {verdict.clause}"

    def _wording(self, clause: str) -> str:
        wording = " ".join(self.going.drafting.rulebook.clauses[clause].text.split())
        return wording if len(wording) <= 240 else wording[:239] + "…"

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

    def _key(self) -> str:
        """One key; empty at the end of a file of keys."""
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


def keys() -> Sequence[tuple[str, str]]:
    """The keys with what each does; docs/translations.md lists them."""
    return _KEYS
