"""The rows of a first edition: each sentence with its clauses, its key phrase, and what the rulebook expects there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import define, evolve, field, frozen

from rulecheck.solvers.drafts.expecting import Difference, Expected, Expecting
from rulecheck.solvers.drafts.features import Features, Read, read_sentences
from rulecheck.solvers.drafts.placing import Placement, placed
from rulecheck.solvers.drafts.slots import Slot, Slots
from rulecheck.spec.drafts import Phrases
from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.editions import Edition, Literal
from rulecheck.spec.laid import Laid, is_rule_bearing
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.model import Rulebook
from rulecheck.spec.text import Text, units_of
from rulecheck.spec.vocabulary import Glossary, glossary_of

PLACED: Final = 0.1
"""How sure a clause has to be to be written down."""

NOTHING: Final = 0.6
"""How sure it has to be that a sentence says no clause, for none to be written down."""

TOLD: Final = 0.6
"""How sure it has to be for what the sentence says differently to be told before somebody has looked."""

MOST: Final = 2
"""Differences that a sentence may have, that nobody has looked at; with more it rather stands under a wrong clause."""

ABOUT: Final = 2
"""Things of the game that a sentence speaks of, so that it is placed though it has no mark of a rule."""

SECOND: Final = 0.05
"""How sure a second clause has to be at least to stand beside the likeliest."""

EXPLAINED: Final = 2
"""Concepts of a sentence that it has to account for besides."""

KNOWN: Final = 0.97
"""How sure a clause is that another edition of the language has a passage for, at this very sentence."""


@frozen
class Row:
    """A sentence, as an edition has it."""

    number: int
    """Which sentence of the text it is."""
    clauses: tuple[str, ...]
    """Empty where none is sure enough."""
    find: str
    """The key phrase that finds it."""
    nth: int = 1
    sure: float | None = None
    """How sure the clauses are; None once a person has looked."""
    holds: Mapping[str, int] | None = None
    accepts: tuple[str, ...] = ()
    literally: tuple[Literal, ...] = ()
    nothing: str | None = None
    """Why it states no rule, where a person says so."""


@define(slots=False)
class Drafting:
    """A text on its way to an edition."""

    text: Text
    rulebook: Rulebook
    forms: Mapping[str, Sequence[str]] = field(factory=dict)
    """What the text calls the game's concepts."""
    uses_editions: bool = True
    """Whether other editions of the game may be asked."""
    glossary: Glossary | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.glossary = glossary_of(self.rulebook)
        self._expecting = None if self.glossary is None else Expecting(self.glossary)
        self._slots = Slots(self.rulebook, self.glossary)
        self._phrases = Phrases(self.text)

    @cached_property
    def every(self) -> tuple[Read, ...]:
        """All sentences, read."""
        lexicon = None if self.glossary is None else self.glossary.lexicon(self.forms, self.text.language)
        return read_sentences(self.text, lexicon)

    @cached_property
    def bearing(self) -> tuple[Read, ...]:
        """The sentences that can bear a rule, and others that speak of several things of the game."""
        return tuple(row for row in self.every if self.is_bearing(row) or self._is_about(row))

    def is_bearing(self, row: Read) -> bool:
        """Whether a sentence can bear a rule: one that nobody claims is told."""
        return is_rule_bearing(self.text.units[row.sentence.first : row.sentence.last], self.text.language)

    def _is_about(self, row: Read) -> bool:
        """Whether a sentence without a number, a rule word or a verb of rules speaks of things of the game."""
        if self.glossary is None or row.sentence.last - row.sentence.first < ABOUT + 2:
            return False
        return len(row.ids - self.glossary.of_packs) >= ABOUT

    @cached_property
    def placements(self) -> Mapping[int, Placement]:
        """By sentence: the clauses that it may say."""
        if not self.bearing:
            return {}
        scores = Features(self.rulebook, self.glossary, self.text.language).scores(self.bearing)
        rows = placed([row.number for row in self.bearing], scores, list(self.rulebook.clauses))
        return {row.number: self._known(row) for row in rows}

    def _known(self, row: Placement) -> Placement:
        """A placement that another edition of the language confirms, or puts right."""
        clauses = self._places_elsewhere.get(row.number)
        if not clauses:
            return row
        rest = [(c, (1 - KNOWN) * share) for c, share in row.ranked if c not in clauses]
        return Placement(row.number, (*((c, KNOWN) for c in clauses), *rest)[:5], (1 - KNOWN) * row.nothing)

    @cached_property
    def _others(self) -> tuple[Edition, ...]:
        if not self.uses_editions:
            return ()
        return tuple(load_edition(self.rulebook, id) for id in editions(self.rulebook))

    @cached_property
    def _places_elsewhere(self) -> Mapping[int, tuple[str, ...]]:
        """By sentence: the clauses that other editions of this language have a passage for there."""
        clauses: dict[int, list[str]] = {}
        for edition in self._others:
            if edition.language.code == self.text.language.code:
                for sentence, own in places_of(edition, self.text).items():
                    clauses.setdefault(sentence, []).extend(own)
        return {sentence: tuple(dict.fromkeys(own)) for sentence, own in clauses.items()}

    @cached_property
    def ours(self) -> Mapping[str, str]:
        """Clauses that only our rulebook has, as the game's other editions say."""
        return {clause: why for edition in self._others for clause, why in edition.ours.items()}

    def wording(self, number: int) -> str:
        """A sentence in the user's own words."""
        sentence = self.text.sentences[number]
        return self.text.quote(sentence.start, sentence.end)

    def line(self, number: int) -> int:
        """The line of the user's file that a sentence begins in."""
        return self.text.line_of(self.text.sentences[number].start)

    # -- rows ------------------------------------------------------------------------------------------------------

    def drafted(self) -> list[Row]:
        """A row for every sentence that can bear a rule, in the order of the text."""
        chosen: dict[int, tuple[str, ...]] = {}
        for row in self.bearing:
            placement = self.placements[row.number]
            is_placed = placement.sure >= PLACED and placement.nothing < NOTHING
            best = self._places_elsewhere.get(row.number, (placement.best,))
            if is_placed or self.is_bearing(row):
                chosen[row.number] = self._with_second(row, best) if is_placed else ()
        beside = members(chosen)
        rows = [
            self.row(number, clauses, round(self.placements[number].sure, 2), beside)
            for number, clauses in chosen.items()
        ]
        return self.with_losses(rows)

    def _with_second(self, row: Read, best: tuple[str, ...]) -> tuple[str, ...]:
        """The best clause, and the second if that accounts for what the best does not."""
        second = next(((c, share) for c, share in self.placements[row.number].ranked if c not in best), None)
        if self._expecting is None or second is None or second[1] < SECOND or row.is_example:
            return best
        both = (*best, second[0])
        gain = self._expecting.unaccounted(row, best) - self._expecting.unaccounted(row, both)
        return both if gain >= EXPLAINED else best

    def row(
        self,
        number: int,
        clauses: tuple[str, ...],
        sure: float | None = None,
        beside: Mapping[str, Collection[int]] | None = None,
    ) -> Row:
        """The row of a sentence under some clauses; what nobody has looked at and is unsure expects nothing.

        `beside` has for each clause the numbers of all sentences that say it.
        """
        read = self.every[number]
        expected = self.expected(number, clauses, beside or {})
        strict = sure is None or (sure >= TOLD and (expected is None or len(expected.differences) <= MOST))
        strict = strict and not read.is_example
        find, nth = self.phrase(number, clauses, only_right=not strict)
        row = Row(number, clauses if find and nth <= 20 else (), find, nth, sure)
        if expected is None or not row.clauses:
            return row
        if not strict:
            foreign = {d.concept for d in expected.differences if d.kind != "lost"}
            return evolve(row, accepts=tuple(sorted({*expected.accepts, *foreign})))
        literally = self._literally(read, clauses)
        holds = Counter(expected.holds)
        for literal in literally:
            holds.subtract(Counter(literal.says))
        return evolve(row, holds=dict(+holds), accepts=expected.accepts, literally=literally)

    def phrase(self, number: int, clauses: tuple[str, ...], *, only_right: bool = False) -> tuple[str, int]:
        """A key phrase for a sentence and which of its places it is; `only_right` leaves out numbers that differ."""
        read = self.every[number]
        slots = [slot for slot in self.slots(number, clauses) if slot.wanted == slot.value or not only_right]
        holes = {slot.unit: f"{{{slot.text}}}" for slot in slots}
        if self.glossary is None or not self.forms:
            holes |= self._rule_words(read, clauses, strict=not only_right)
        find, nth = self._phrases.of(read.sentence, holes)
        return (find, nth) if find else self._phrases.of(read.sentence, {})

    def as_it_is(self, number: int, clauses: tuple[str, ...]) -> Row:
        """The row of a sentence that a person found right: all that it says besides its clauses is a detail."""
        find, nth = self.phrase(number, clauses, only_right=True)
        row = Row(number, clauses, find, nth)
        if self._expecting is None or not self.forms:
            return row
        holds, accepts = self._expecting.as_it_is(self.every[number], clauses)
        return evolve(row, holds=holds, accepts=accepts)

    def expected(self, number: int, clauses: tuple[str, ...], beside: Mapping[str, Collection[int]]) -> Expected | None:
        """What a sentence of these clauses should speak of; None without concepts.

        What another sentence of the same clauses says is not missed here.
        """
        if self._expecting is None or not self.forms or not clauses:
            return None
        others = {other for clause in clauses for other in beside.get(clause, ()) if other != number}
        elsewhere = {id for other in others for id in self.every[other].ids}
        return self._expecting.of(self.every[number], clauses, elsewhere)

    def slots(self, number: int, clauses: tuple[str, ...]) -> tuple[Slot, ...]:
        """The numbers of a sentence that its clauses account for, right or wrong."""
        return self._slots.of(self.text, self.every[number], clauses)

    def lost(self, rows: Iterable[Row]) -> dict[int, tuple[Difference, ...]]:
        """By sentence: what its clause says and none of the clause's sentences do, told at the surest of them."""
        if self._expecting is None or not self.forms:
            return {}
        by_number = {row.number: row for row in rows}
        lost: dict[int, tuple[Difference, ...]] = {}
        for clause, numbers in members({row.number: row.clauses for row in by_number.values()}).items():
            own = [by_number[number] for number in numbers]
            surest = max(own, key=lambda row: 1.0 if row.sure is None else row.sure)
            if surest.sure is not None and surest.sure < TOLD:
                continue
            beside = {id for row in own for id in self._neighbours(row.number)}
            missed = self._expecting.lost(clause, [self.every[row.number] for row in own], beside)
            clashing = {
                difference.sibling
                for row in own
                if (expected := self.expected(row.number, row.clauses, {})) is not None
                for difference in expected.differences
            }
            untold = (difference for difference in missed if difference.concept not in clashing)
            lost[surest.number] = (*lost.get(surest.number, ()), *untold)
        return {number: differences for number, differences in lost.items() if differences}

    def _neighbours(self, number: int) -> frozenset[str]:
        """What the sentences just before and after one speak of: a rule can go on there."""
        near = (n for n in (number - 1, number + 1) if 0 <= n < len(self.every))
        return frozenset(id for n in near for id in self.every[n].ids)

    def with_losses(self, rows: Sequence[Row]) -> list[Row]:
        """Rows that also hold what their clauses say and no sentence does, so that it is told."""
        lost = self.lost(rows)
        answer = []
        for row in rows:
            differences = lost.get(row.number, ())
            if differences and row.holds is not None:
                holds = Counter(row.holds)
                holds.update(difference.concept for difference in differences)
                row = evolve(row, holds=dict(holds))
            answer.append(row)
        return answer

    def _literally(self, read: Read, clauses: tuple[str, ...]) -> tuple[Literal, ...]:
        """Literal statements of other editions under the same clauses that this sentence makes too."""
        if self.glossary is None:
            return ()
        allowed = self.glossary.may_say(clauses)
        return tuple(
            literal
            for edition in self._others
            for passage in edition.passages
            if {*passage.clauses} & {*clauses}
            for literal in passage.literally
            if literal.at is None
            and literal.says
            and {*literal.says} <= read.ids
            and not {*literal.says} & allowed
            and not {*literal.means} & read.ids
        )

    def _rule_words(self, read: Read, clauses: tuple[str, ...], *, strict: bool) -> dict[int, str]:
        """For a game without concepts: the rule words of a sentence that its clauses have, or have another for."""
        wanted: dict[str, list[str]] = {}
        for clause in clauses:
            for unit in units_of(self.rulebook.clauses[clause].text, LANGUAGES["en"]):
                if unit.rule is not None:
                    wanted.setdefault(unit.rule.family, []).append(unit.rule.means)
        holes: dict[int, str] = {}
        for n in range(read.sentence.first, read.sentence.last):
            rule = self.text.units[n].rule
            if rule is None or rule.family not in wanted:
                continue
            if rule.means in wanted[rule.family]:
                holes[n] = f"[{self.text.units[n].text}]"
            elif strict and (form := self._form(rule.family, wanted[rule.family][0])):
                holes[n] = f"[{form}]"
        return holes

    def _form(self, family: str, means: str) -> str:
        """A word of the text's language for a rule word; empty if there is none."""
        for form, rule in self.text.language.rule_words.items():
            if (rule.family, rule.means) == (family, means) and "*" not in form:
                return form
        return ""


def members(clauses: Mapping[int, Iterable[str]]) -> dict[str, list[int]]:
    """By clause the sentences that say it, from the clauses of each sentence."""
    sentences: dict[str, list[int]] = {}
    for number, own in clauses.items():
        for clause in own:
            sentences.setdefault(clause, []).append(number)
    return sentences


def places_of(edition: Edition, text: Text) -> dict[int, tuple[str, ...]]:
    """By sentence: the clauses that an edition has a passage for there, found as it is written."""
    clauses: dict[int, list[str]] = {}
    for passage, group in zip(edition.passages, Laid(edition, text).all_said().values(), strict=True):
        for said in group:
            places = Counter(text.sentence_of(n) for n in said.match.units if n is not None)
            sentence, most = places.most_common(1)[0]
            if said.match.is_exact and 2 * most > len(said.match.units) and len(said.match.units) > 2:
                clauses.setdefault(sentence, []).extend(passage.clauses)
    return {sentence: tuple(dict.fromkeys(own)) for sentence, own in clauses.items()}
