"""What a review asks of a sentence of an open text, as choices; choosing one writes it into the draft's file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulecheck.cli.arguments.review_file import remember, reviewed_in, save
from rulecheck.cli.rendering.review_questions import NOT_UNDONE, point_words, question_words

if TYPE_CHECKING:
    from rulecheck.solvers.drafts.review import Item, Review
    from rulecheck.solvers.texts.checking import TextCheck

_OFFERED: Final = 3
"""Clauses that a sentence is offered."""

_LONGEST: Final = 100
"""Characters of a choice."""


@frozen
class Choice:
    """An answer that a person can give."""

    title: str
    decision: str
    """One of those that `decided` knows."""
    of: tuple[str, ...] = ()
    """Clauses, or the name of a difference."""


def review_of(check: TextCheck, edition: Path, last: Review | None) -> Review | None:
    """The review of a text under an edition's file: the last one, while text and file are the same.

    None for an edition that is no draft: nobody waits for a person there.
    """
    from rulecheck.spec.files import read_text

    source = read_text(edition)
    if last is not None and last.source == source and last.drafting.text.text == check.text.text:
        return last
    going = reviewed_in(check.rulebook, edition, source, check.edition, check.text)
    return going if any(row.sure is not None or row.read for row in going.rows.values()) else None


def choices(going: Review, number: int) -> Iterator[Choice]:
    """What can be said of a sentence now: where it belongs, and what of it is the same rule."""
    if number not in going.rows or number not in going.drafting.placements:
        return
    item = going.item(number)
    if item.is_open:
        yield from _answers(going, item)
    else:
        yield _choice("Look at this sentence again", "reopen")
    if going.changes and going.changes[-1].fits(going.lines):
        yield _choice(f"Undo: {going.changes[-1].told}", "undo")


def _answers(going: Review, item: Item) -> Iterator[Choice]:
    drafting, clauses = going.drafting, item.clauses or (item.placement.best,)
    named = " and ".join(clauses)
    if item.questions:
        told = question_words(drafting, item.number, item.questions[0])
        yield _choice(f"The same rule: {told}", "same", item.questions[0].name)
        yield _choice(f"A mistake: {told}", "mistake", item.questions[0].name)
    else:
        asked = "; ".join(point_words(drafting, point) for point in item.points)
        yield _choice(f"It says {named}" + (f", all of it: {asked}" if asked else ""), "agree")
    if item.is_placed:
        for point in () if item.questions else item.points:
            yield _choice(f"Not said: {point_words(drafting, point)}", "mistake", point.name)
        return
    for clause in [clauses, *((c,) for c, _ in item.placement.ranked if c not in clauses)][:_OFFERED]:
        wording = " ".join(" ".join(drafting.rulebook.clauses[c].text.split()) for c in clause)
        yield _choice(f"Its place is {' and '.join(clause)}: {wording}", "place", *clause)
    yield _choice("It states no rule", "nothing")


def _choice(title: str, decision: str, *of: str) -> Choice:
    return Choice(title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…", decision, of)


def decided(going: Review, number: int, decision: str, of: Sequence[str]) -> str:
    """Decide as a person chose, and write the file; what was decided, in words."""
    match decision:
        case "place":
            told = going.place(number, of)
        case "same" | "mistake":
            told = going.answer(number, of[0], is_same=decision == "same")
        case "agree":
            told = going.agree(number)
        case "nothing":
            told = going.nothing(number, "no rule")
        case "reopen":
            told = going.reopen(number)
        case _:
            told = going.undo() or NOT_UNDONE
    save(going)
    if not going.waiting():
        remember(going)
    return told
