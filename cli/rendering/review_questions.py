"""What a review asks of a sentence, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rulecheck.solvers.drafts.drafting import Drafting, Question
    from rulecheck.solvers.drafts.points import Point
    from rulecheck.solvers.judging.verdicts import Verdict

NOT_UNDONE: Final = "nothing to undo, or the file was changed by hand since"


def question_words(drafting: Drafting, number: int, question: Question) -> str:
    """A difference of a sentence: what stands here, and what the clause says."""
    if (slot := question.slot) is not None:
        return f"{slot.value} here, {slot.wanted} ({slot.text}) in the clause"
    if question.verdict is not None:
        return _verdict(drafting, number, question.verdict)
    difference = question.difference
    assert difference is not None
    concept = difference.concept.replace("-", " ")
    words = "" if difference.sighted is None else f'"{difference.sighted.words}" ({concept}) here'
    match difference.kind:
        case "clash":
            return f"{words}, {difference.sibling.replace('-', ' ')} in the clause"
        case "foreign":
            return f"{words}, and not in the clause"
        case "lost":
            return f"{concept} in the clause, and not here"


def _verdict(drafting: Drafting, number: int, verdict: Verdict) -> str:
    """A difference of two statements: the sentence's own words, and the clause's value."""
    from rulecheck.solvers.drafts.points import in_words
    from rulecheck.solvers.texts.judged import SLOTS

    asked = SLOTS.get(verdict.slot.rpartition(".")[2], "what it says")
    wanted = in_words(verdict.wanted)
    if verdict.span is None:
        return f"{asked}: not here; {wanted} in {verdict.clause}"
    start = drafting.text.sentences[number].start
    words = drafting.text.quote(start + verdict.span[0], start + verdict.span[1])
    return f"{asked}: «{words}» here, {wanted or 'nothing'} in {verdict.clause}"


def point_words(drafting: Drafting, point: Point) -> str:
    """What a clause says and was not found in a sentence, or the words that only the sentence has."""
    from rulecheck.solvers.drafts.points import in_words
    from rulecheck.solvers.texts.judged import SLOTS

    slot = point.name.partition(" = ")[0].removeprefix("no ").rpartition(".")[2]
    here = " ".join(f"«{drafting.text.quote(*span)}»" for span in point.words)
    if point.wanted is None:
        return f"besides the clause: {here}"
    return f"{SLOTS.get(slot, 'statement')}: {in_words(point.wanted)}" + (f", or is it {here}?" if here else "")
