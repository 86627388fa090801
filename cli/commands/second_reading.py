"""A second reader of a text: a program of the user's that answers what sentences say (`rulebook --reader COMMAND`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from rulecheck.cli.rendering.answers import UserError, some

if TYPE_CHECKING:
    from rulecheck.cli.rendering.answers import Screen
    from rulecheck.spec import Rulebook
    from rulecheck.spec.editions import Edition
    from rulecheck.spec.reading.frames import Frame
    from rulecheck.spec.reading.second import Answer, SecondReader
    from rulecheck.spec.text import Text

SURE: Final = 0.5
"""An answer that its reader finds less likely than this is not used; it is listed where it differs."""
_LISTED: Final = 20
"""Sentences that are listed as read otherwise, at most."""
_SHOWN: Final = 240
"""Characters of a sentence that are shown."""


@frozen
class SecondReading:
    """What a second reader says of a text's sentences, beside what ours says."""

    program: SecondReader
    answers: dict[str, Answer]
    ours: Callable[[str], Sequence[Frame]] = field(repr=False)
    text: Text = field(repr=False)

    def read(self, sentence: str) -> Sequence[Frame]:
        """What a sentence says: by the second reader where a person has found it right, or nobody has said and it is
        sure enough; else by ours."""
        from rulecheck.spec.reading.second import pointed

        answer = self.answers.get(sentence)
        if answer is None or not (answer.sure >= SURE if answer.is_right is None else answer.is_right):
            return self.ours(sentence)
        return pointed(answer)

    def judge(self, sentence: str, is_right: bool | None) -> None:
        """Keep what a person says of the second reader's answer for a sentence."""
        self.answers[sentence] = self.program.judge(sentence, is_right)

    def told(self) -> dict[str, Any]:
        """How many sentences were answered, which answers could not be used, and where the two readers differ."""
        from rulecheck.spec.reading.second import disagreements

        lines = {sentence: self.text.line_of(start) for sentence, start in sentences_of(self.text)}
        apart = [
            {
                "line": lines[row.sentence],
                "sentence": row.sentence,
                "sure": row.sure,
                "ours": [*map(_value, row.ours)],
                "theirs": [*map(_value, row.theirs)],
            }
            for row in disagreements(self.ours, self.answers)
        ]
        refused = [{"line": lines[s], "sentence": s, "why": why} for s, why in self.program.refused.items()]
        return {
            "command": list(self.program.command),
            "sentences": len(lines),
            "answered": len(self.answers),
            "kept": None if self.program.kept is None else str(self.program.kept),
            "refused": refused,
            "differences": apart,
        }


def _value(leaf: Any) -> str:
    path = f"{leaf.slot}.{leaf.path}" if leaf.path else leaf.slot
    return f"{path} = {' or '.join(sorted(leaf.values))}"


def sentences_of(text: Text) -> list[tuple[str, int]]:
    """The sentences of a text, each with its place."""
    return [(text.text[place.start : place.end], place.start) for place in text.sentences]


def second_reading(command: str, book: Rulebook, edition: Edition, text: Text, path: Path) -> SecondReading:
    """Ask a program for every sentence of a text; what it has answered before is read from the file beside the text."""
    import shlex

    from rulecheck.spec.reading.reader import reader_of
    from rulecheck.spec.reading.second import SecondReader, beside
    from rulecheck.spec.vocabulary import glossary_of

    glossary = glossary_of(book)
    if glossary is None:
        raise UserError(f"--reader: {book.game} has no concepts.toml, so there is nothing to answer in")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UserError(f"--reader {command}: {error}") from None
    if not words:
        raise UserError("--reader: name a command")
    program = SecondReader(words, glossary, edition.language.code, beside(path))
    answers = program.read(sentence for sentence, _ in sentences_of(text))
    return SecondReading(program, answers, reader_of(glossary, edition.language, edition.forms).read, text)


def show_second(screen: Screen, told: dict[str, Any]) -> None:
    """What a second reader made of the text, for people: its answers, and where it reads otherwise than ours."""
    screen.line()
    screen.line(
        f"second reader   {told['answered']} of {some(told['sentences'], 'sentence')} answered, "
        f"{len(told['differences'])} read otherwise; answers are kept in {told['kept']}",
        style="bold",
    )
    for row in told["refused"][:_LISTED]:
        screen.line(f"    line {row['line']}: its answer could not be used: {row['why']}", style="yellow")
    for row in told["differences"][:_LISTED]:
        _show_difference(screen, row)
    left = len(told["differences"]) - _LISTED
    if left > 0:
        screen.line(f"    and {some(left, 'sentence')} more; --format json has all")


def _show_difference(screen: Screen, row: dict[str, Any]) -> None:
    screen.line(f"    line {row['line']}: {row['sentence'][:_SHOWN]}")
    screen.line(f"        1 ours    {', '.join(row['ours']) or 'nothing of this'}", style="dim")
    screen.line(f"        2 theirs  {', '.join(row['theirs']) or 'nothing of this'}", style="dim")


def ask_which_is_right(
    screen: Screen, reading: SecondReading, sentences: Collection[int], key: Callable[[], str], quits: Sequence[str]
) -> bool:
    """Of each of some sentences that the two readers read otherwise: which is right; False if the person quits."""
    every = sentences_of(reading.text)
    asked, at = {every[number][0] for number in sentences}, 0
    rows = [row for row in reading.told()["differences"] if row["sentence"] in asked]
    if rows:
        screen.line(f"The two readers differ in {some(len(rows), 'sentence')}. Which is right?", style="bold")
        screen.line("  1 ours   2 the second   s skip   S skip all that follow   u the one before again   q quit")
    while at < len(rows):
        _show_difference(screen, rows[at])
        while (typed := key()) not in ("1", "2", "s", "S", "u", *quits):
            screen.line("  no such key; 1 2 s S u q")
        if typed in quits:
            return False
        if typed == "S":
            break
        if typed == "u":
            at = max(at - 1, 0)
            reading.judge(rows[at]["sentence"], None)
            continue
        if typed != "s":
            reading.judge(rows[at]["sentence"], typed == "2")
        at += 1
    return True
