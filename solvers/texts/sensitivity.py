"""The check of the check: which mistakes that a text could have would be noticed, by class, and which not.

docs/editions.md says what is changed and what is counted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

from attrs import frozen

from rulecheck.solvers.logic import ONE
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Quote
from rulecheck.solvers.texts.mutations import CLASSES, Mutant, Mutator
from rulecheck.solvers.texts.probing import Probe, changed
from rulecheck.solvers.texts.together import Together, batches

ALL_CLASSES: Final = {
    "number": "a number one larger",
    "rule word": "a rule word turned round, or a `not` or `only` left out",
    **CLASSES,
    "sentence": "a whole sentence left out",
}
"""The classes of mistakes, in the order of a report."""

AT_ONCE: Final = 40
"""Numbers and missing sentences that one portion has."""

SAMPLE: Final = 24
"""Mistakes of a class that are made unless all are asked for."""


@frozen
class Spot:
    """A mistake that a text could have, and whether it would be noticed."""

    mistake: str
    """Its class."""
    line: int
    column: int
    words: str
    """The user's own words around it."""
    before: str
    after: str
    """What it was changed to; empty if it was left out."""
    noticed: bool


@frozen
class Sensitivity:
    """What came of the mistakes, one at a time."""

    spots: tuple[Spot, ...]
    sentences: int
    """Rule-bearing sentences."""
    claimed: int
    """Those in which some passage has a word."""
    lost: tuple[Quote, ...]
    """Those that could be left out and nothing would be noticed."""
    seed: int
    sample: int | None
    """How many mistakes of a class were made; None for one at each place."""

    def share(self, mistake: str) -> tuple[int, int]:
        """How many mistakes of a class were noticed, of how many."""
        if mistake == "sentence":
            return self.sentences - len(self.lost), self.sentences
        mine = [spot for spot in self.spots if spot.mistake == mistake]
        return sum(spot.noticed for spot in mine), len(mine)

    @property
    def classes(self) -> dict[str, tuple[int, int]]:
        """By class: how many were noticed, of how many; without classes of which nothing could be made."""
        return {name: share for name in ALL_CLASSES if (share := self.share(name))[1]}


@frozen
class Trial:
    """One mistake to be made, and what is to be asked then."""

    mutant: Mutant | None
    """None: a sentence is left out."""
    at: int | None = None
    """The unit that it changes, or the number of the sentence that goes; None: it may be anywhere."""


class Examiner:
    """Makes mistakes in a text and checks again: numbers and missing sentences by what they touch, words together.

    Mistakes in words are made many at a time, far from one another and under clauses of their own, and what is new in a
    sentence is told of the mistake there.
    """

    def __init__(self, check: TextCheck) -> None:
        self._check = check
        self._probe = Probe(check)

    @cached_property
    def _together(self) -> Together:
        return Together(self._check)

    def noticed(self, trials: Sequence[Trial]) -> list[bool]:
        """Of some mistakes whether each would be noticed."""
        with ONE:
            answers = [self._is_noticed(trial) for trial in trials]
            asked = [(n, t.mutant) for n, t in enumerate(trials) if answers[n] is None and t.mutant is not None]
            together = self._together.noticed([mutant for _, mutant in asked]) if asked else ()
        for (number, _), answer in zip(asked, together, strict=True):
            answers[number] = answer
        return [bool(answer) for answer in answers]

    def _is_noticed(self, trial: Trial) -> bool | None:
        """Whether a mistake is noticed; None for one in a word, of which the whole text is asked."""
        text = self._check.text
        if trial.mutant is None:
            sentence = text.sentences[trial.at or 0]
            return self._probe.misses(range(sentence.first, sentence.last))
        if trial.at is not None and _is_alone(self._check, trial):
            return self._probe.notices(trial.at, changed(text.units[trial.at], text))
        return None


def portions(check: TextCheck, trials: Sequence[Trial]) -> list[list[int]]:
    """The trials by number, those together that are best tried at once."""
    alone = [n for n, trial in enumerate(trials) if trial.mutant is None or _is_alone(check, trial)]
    rest = [(n, t.mutant) for n, t in enumerate(trials) if t.mutant is not None and not _is_alone(check, t)]
    made = batches(check, [mutant for _, mutant in rest])
    return [
        *(alone[first : first + AT_ONCE] for first in range(0, len(alone), AT_ONCE)),
        *([rest[number][0] for number, _ in batch.members] for batch in made),
    ]


def _is_alone(check: TextCheck, trial: Trial) -> bool:
    """Whether of a change of a word only what it touches is asked, and not the whole text."""
    return trial.at is not None and (check.text.units[trial.at].is_number or check.meaning is None)


Examine = Callable[[Sequence[Trial]], Sequence[bool | None]]
"""Whether each mistake is noticed, by whoever tries them; None for those that were not tried."""


def sensitivity(
    check: TextCheck, *, seed: int = 0, sample: int | None = SAMPLE, examine: Examine | None = None
) -> Sensitivity:
    """Make mistakes in the rule-bearing sentences, one at a time, and check again each time.

    Every number is changed and every sentence left out; of the other classes so many mistakes are drawn with the seed,
    or one is made at each place.  `examine` may have others try them (None: this process).
    """
    trials = list(_trials(check, seed, sample))
    tried = zip(trials, (examine or Examiner(check).noticed)(trials), strict=True)
    known = [(trial, noticed) for trial, noticed in tried if noticed is not None]
    claimed = check.claimed()
    gone = [(check.text.sentences[trial.at or 0], noticed) for trial, noticed in known if trial.mutant is None]
    return Sensitivity(
        spots=tuple(_spot(check, trial.mutant, noticed) for trial, noticed in known if trial.mutant is not None),
        sentences=len(gone),
        claimed=sum(1 for n, _ in check.laid.rule_bearing() if n in claimed),
        lost=tuple(check.at(sentence.start, sentence.end) for sentence, noticed in gone if not noticed),
        seed=seed,
        sample=sample,
    )


def _trials(check: TextCheck, seed: int, sample: int | None) -> Iterator[Trial]:
    """Every number changed, what is drawn of rule words and the other classes, every sentence left out."""
    words: list[Trial] = []
    for _, sentence in check.laid.rule_bearing():
        for at in range(sentence.first, sentence.last):
            unit = check.text.units[at]
            if at in check.laid.furniture or not (unit.is_number or unit.rule is not None):
                continue
            other = changed(unit, check.text)
            mutant = Mutant("number" if unit.is_number else "rule word", unit.start, unit.end, other.text)
            if unit.is_number:
                yield Trial(mutant, at)
            else:
                words.append(Trial(mutant, at))
    is_whole = sample is None or len(words) <= sample
    yield from words if is_whole else random.Random(seed).sample(words, sample or 0)
    if check.meaning is not None:
        for n, mistake in enumerate(CLASSES):
            mutator = Mutator(check, check.meaning, random.Random(1000 * seed + n))
            yield from map(Trial, mutator.made(mistake, sample))
    yield from (Trial(None, n) for n, _ in check.laid.rule_bearing())


def _spot(check: TextCheck, mutant: Mutant, noticed: bool) -> Spot:
    text = check.text
    first, last = max(mutant.start - 30, 0), min(mutant.end + 30, len(text.text))
    return Spot(
        mistake=mutant.mistake,
        line=text.line_of(mutant.start),
        column=text.column_of(mutant.start),
        words=text.quote(first, last),
        before=text.quote(mutant.start, mutant.end),
        after=mutant.after,
        noticed=noticed,
    )
