"""What a text says, to be kept with its edition: what is read of each passage and each sentence today."""

from __future__ import annotations

from itertools import chain

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.edited import noted
from rulecheck.spec.reading.frames import Frame, Reviewed


def reviewed(check: TextCheck) -> Reviewed:
    """The statements of the sentences that each passage has a word in, examples left out, and what every one names."""
    meaning, reading = check.meaning, check.reading
    if meaning is None:
        return Reviewed()
    says: dict[int, tuple[Frame, ...]] = {}
    for number, group in check.said.items():
        touched = {check.text.sentence_of(at) for said in group for at in said.match.units if at is not None}
        rules = [n for n in sorted(touched) if not meaning.is_example(n)]
        read = (reading.of_sentence(n) for n in rules if reading is not None)
        says[number] = tuple(dict.fromkeys(chain.from_iterable(read)))
    return Reviewed(says, noted(meaning))
