"""What a text says, to be kept with its edition: what is read of each passage and each sentence today."""

from __future__ import annotations

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.edited import noted
from rulecheck.spec.reading.frames import Frame, Reviewed


def reviewed(check: TextCheck) -> Reviewed:
    """The statements of the sentences that each passage has a word in, examples left out, and what every one names."""
    if check.reading is None:
        return Reviewed()
    says: dict[int, tuple[Frame, ...]] = {}
    for number, group in check.said.items():
        touched = {check.text.sentence_of(at) for said in group for at in said.match.units if at is not None}
        rules = [n for n in sorted(touched) if not check.reading.meaning.is_example(n)]
        says[number] = tuple(dict.fromkeys(frame for n in rules for frame in check.reading.of_sentence(n)))
    return Reviewed(says, noted(check.reading.meaning))
