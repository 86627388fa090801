"""What a check says if one unit of the text is another, or a sentence is gone: only what that can touch is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve

from rulecheck.solvers.consistency import Statement, contradictions
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.examples import filled
from rulecheck.spec.editions import Passage
from rulecheck.spec.folding import fold
from rulecheck.spec.laid import owners
from rulecheck.spec.languages import number_word, opposite
from rulecheck.spec.text import Text, Unit, shape

Key = tuple[Any, ...]


def changed(unit: Unit, text: Text) -> Unit:
    """A number one larger (in words if it was in words), a rule word turned round, or the word left out."""
    language = text.language
    if unit.is_number and unit.value is not None:
        more = unit.value + 1
        word = str(more) if unit.text.isdecimal() else number_word(language, more)
        return evolve(unit, text=word, shape=shape(word), value=more)
    assert unit.rule is not None
    form = opposite(language, unit.rule)
    if form is None:
        return evolve(unit, text="", shape="", value=None, rule=None, is_number=False)
    rule = language.rule_words[form]
    value = 1 if (rule.family, rule.means) == ("quantity", "one") else None
    return evolve(unit, text=fold(form), shape=shape(fold(form)), value=value, rule=rule)


class Probe:
    """Checks again after one change, only what the change can touch."""

    def __init__(self, checker: TextCheck) -> None:
        self.checker = checker
        self.over: dict[int, list[Passage]] = {}
        for passage in checker.edition.passages:
            touched = {n for said in checker.said[passage.number] for n in said.match.units if n is not None}
            for n in touched:
                self.over.setdefault(n, []).append(passage)
        self.owners = owners(checker.said.values())
        self.shared = frozenset(n for n, numbers in self.owners.items() if len(numbers) > 1)
        self.held = frozenset(self.owners)
        self.base = checker.all_statements()
        self.known: dict[frozenset[tuple[str, str]], set[frozenset[str]]] = {}
        """The contradictions among statements that were asked about before."""

    def notices(self, at: int, other: Unit) -> bool:
        """Whether it is noticed if another unit stands in a unit's place."""
        return self._notices({at: other})

    def misses(self, units: Iterable[int]) -> bool:
        """Whether it is noticed if some words are left out."""
        gone = {at: evolve(self.checker.text.units[at], text="", shape="", value=None, rule=None) for at in units}
        return self._notices({at: evolve(unit, is_number=False) for at, unit in gone.items()})

    def _notices(self, others: Mapping[int, Unit]) -> bool:
        checker = self.checker
        touched = {p.number for at in others for p in self.over.get(at, ())}
        passages = [checker.edition.passages[n] for n in sorted(touched)]
        before = [self._faults(p) for p in passages]
        old = {p.number: checker.said[p.number] for p in passages}
        stated = [s for p in passages for said in old[p.number] for s in checker.statements.of(said)]
        units = {at: checker.laid.finder.replace(at, unit) for at, unit in others.items()}
        try:
            for passage in passages:
                near = checker.laid.near(passage, checker.said)
                own = {t.unit for said in old[passage.number] for t in said.taken}
                taken = (self.held - own) | self.shared
                checker.said[passage.number] = checker.laid.said(passage, near, taken)
            if [self._faults(p) for p in passages] != before:
                return True
            now = [s for p in passages for said in checker.said[p.number] for s in checker.statements.of(said)]
            return self.conflict_changes(stated, now)
        finally:
            for at, unit in units.items():
                checker.laid.finder.replace(at, unit)
            checker.said.update(old)

    def _faults(self, passage: Passage) -> tuple[Key, ...]:
        """What the check says of one passage on its own."""
        checker = self.checker
        places = checker.said[passage.number]
        units = checker.laid.finder.units
        faults: list[Key] = [] if len(places) >= passage.times or passage.may_go else [("unfound", len(places))]
        for said in places:
            for n in checker.wrong_holes(said):
                at = said.taken[n].unit
                unit = None if at is None else units[at]
                faults.append(("differs", n, None if unit is None else (unit.text, unit.value)))
        if passage.example is not None and checker.play is not None:
            changes = {place: value for *_, place, value, _ in filled(checker).get(passage.example, ())}
            faults.append(("example", checker.play(passage.example, {}, changes).failures))
        return tuple(faults)

    def conflict_changes(self, before: Sequence[Statement], now: Sequence[Statement]) -> bool:
        """Whether other statements bring other contradictions; asks only about the numbers that they speak of."""
        if [(s.source, s.text) for s in before] == [(s.source, s.text) for s in now]:
            return False
        names = frozenset().union(*(s.names for s in (*before, *now)))
        ids = {s.id for s in before}
        rest = [s for s in self.base if s.id not in ids]
        return self._conflicts([*rest, *before], names) != self._conflicts([*rest, *now], names)

    def _conflicts(self, statements: list[Statement], names: frozenset[str]) -> set[frozenset[str]]:
        """The contradictions in the parts that speak about some numbers."""
        reached = set(names)
        mine: list[Statement] = []
        left = list(statements)
        while True:
            near = [s for s in left if s.names & reached]
            if not near:
                break
            left = [s for s in left if not s.names & reached]
            mine += near
            reached |= {n for s in near for n in s.names}
        key = frozenset((s.id, s.text) for s in mine)
        if key not in self.known:
            conflicts = contradictions(mine)
            self.known[key] = {frozenset(s.text for s in core) for c in conflicts for core in (c.core, *c.others)}
        return self.known[key]
