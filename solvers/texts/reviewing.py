"""What a text says, to be kept with its edition: the statements of each passage, as they are read today."""

from __future__ import annotations

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.spec.reading.frames import Frame


def reviewed(check: TextCheck) -> dict[int, tuple[Frame, ...]]:
    """By number of a passage: the statements of the sentences that it has a word in, examples left out."""
    if check.reading is None:
        return {}
    says: dict[int, tuple[Frame, ...]] = {}
    for number, group in check.said.items():
        touched = {check.text.sentence_of(at) for said in group for at in said.match.units if at is not None}
        rules = [n for n in sorted(touched) if not check.reading.meaning.is_example(n)]
        says[number] = tuple(dict.fromkeys(frame for n in rules for frame in check.reading.of_sentence(n)))
    return says
