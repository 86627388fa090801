"""`differs`: what a passage speaks of, and what its clause says; sentences that literally state another rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Final

from attrs import evolve

from rulecheck.solvers.judging.verdicts import DENIALS
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.edited import edits
from rulecheck.solvers.texts.findings import Level, Quote, TextFinding
from rulecheck.solvers.texts.judged import Words, told_words
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.reading import TextReading
from rulecheck.solvers.texts.stretches import Fault, Meant, Stretch, Told
from rulecheck.spec.laid import Said
from rulecheck.spec.languages.packs import contrasts
from rulecheck.spec.vocabulary import OPPOSITE

_OPPOSED: Final = frozenset({"bound", "order", "side", OPPOSITE})
"""Dimensions in which a sibling is mostly the opposite."""

_GRAVE: Final = frozenset({"whose", "time", "side", "not", "only", "mode", "order"})
"""Dimensions in which another word is always another rule."""


def wording(check: TextCheck, told: Set[int] = frozenset()) -> Iterator[TextFinding]:
    """Stretches that speak of something else than their clauses.

    `told` are the numbers of passages of which a finding says already that a rule word is another.
    """
    meaning = check.meaning
    if meaning is None:
        return
    known = told_words(check)
    edited: dict[int, list[Fault]] = {}
    for stretch, fault in edits(meaning):
        edited.setdefault(stretch.number, []).append(fault)
    for stretch, account in meaning.accounts:
        own = known.get(stretch.number, frozenset())
        faults = tuple(f for f in account.faults if not own & {f.concept, f.sibling})
        if any(said.passage.number in told for said in stretch.said):
            faults = tuple(f for f in faults if not _is_rule_word(meaning, f))
        if check.reading is not None:
            faults = tuple(f for f in faults if not _is_dismissed(check.reading, stretch, f))
        faults = tuple(f for f in faults if _tells(check, stretch, f))
        own |= {concept for f in faults for concept in (f.concept, f.sibling) if concept}
        faults += tuple(f for f in edited.get(stretch.number, ()) if not own & {f.concept, f.sibling})
        for fault in faults:
            yield _finding(check, meaning, stretch, fault)


def literal(check: TextCheck, told: Set[str] = frozenset()) -> Iterator[TextFinding]:
    """What sentences literally state, where that is another rule and nothing else tells it.

    `told` are those that a contradiction tells; what the judge reads itself needs no stored words.
    """
    known = told_words(check)
    for row, id in check.literals():
        if row.is_there and id not in told and not _is_read(check, row, known):
            yield _literal(check, row)


def _is_read(check: TextCheck, row: Told, known: Mapping[int, frozenset[str]]) -> bool:
    """Whether a difference that was read in the same sentences speaks of the same words."""
    number = check.text.sentence_of(row.said.match.first)
    if check.meaning is None or (stretch := check.meaning.by_sentence.get(number)) is None:
        return False
    words = check.meaning.glossary.closed({*row.literal.says, *row.literal.means})
    return bool(known.get(stretch.number, frozenset()) & words)


def mended(check: TextCheck) -> list[Told]:
    """The known faults in the place of which the text now says what the clause says."""
    return [row for row in _gone(check) if _is_mended(check, row)]


def not_found(check: TextCheck) -> list[Told]:
    """The known faults that the text states no more, where nothing is found that says the rule either."""
    return [row for row in _gone(check) if not _is_mended(check, row)]


def _gone(check: TextCheck) -> list[Told]:
    return [row for row, _ in check.literals() if not row.is_there]


def _is_mended(check: TextCheck, row: Told) -> bool:
    """Whether the sentences of a passage say what is meant: the clause's value, or else its statements."""
    meaning = check.meaning
    if meaning is None:
        return False
    stretch = meaning.by_sentence.get(check.text.sentence_of(row.said.match.first))
    if stretch is None:
        return False
    spoken = {c for s in meaning.of_stretch(stretch) for c in (s.concept, *s.also)}
    if check.reading is not None and check.reading.evidence(stretch):
        evidence = check.reading.evidence(stretch)
        if not row.literal.means or evidence & meaning.glossary.closed(row.literal.means):
            return not check.reading.is_contradicted(stretch)
    return (
        bool({*row.literal.means} & meaning.glossary.closed(spoken)) if row.literal.means else row.said.is_as_expected
    )


def _tells(check: TextCheck, stretch: Stretch, fault: Fault) -> bool:
    """Whether a word more or less is evidence of another rule.

    Where frames say the clauses, that is a sibling in its place, or a denial more or less in a sentence else unchanged.
    Where no frames say what the clauses say, every word counts that is there no more or of which they do not speak.
    """
    meaning, reading = check.meaning, check.reading
    assert meaning is not None
    if reading is None or not reading.is_framed(stretch):
        return True
    said = {c for s in meaning.of_stretch(stretch) for c in (s.concept, *s.also)} | meaning.beside(stretch)
    if fault.kind != "clash":
        is_left = fault.kind == "lost" and bool(said & (DENIALS - {"only"}))
        is_reworded = stretch.is_torn or any(map(meaning.is_reworded, stretch.said))
        return fault.concept in DENIALS and not is_left and not is_reworded
    if "nobody" in (fault.concept, fault.sibling) or fault.sibling in said:
        return False  # "shown to nobody", "not shown to the others"
    is_everyday = fault.meant is not None and fault.meant.sighted.group in contrasts().groups
    return is_everyday or fault.sibling in reading.named(stretch) | meaning.glossary.of_packs


def _is_dismissed(reading: TextReading, stretch: Stretch, fault: Fault) -> bool:
    """Whether the text says what its clause says where a sibling of a word stands."""
    glossary = reading.meaning.glossary
    if fault.kind != "clash":
        return False
    if {fault.concept, fault.sibling} <= glossary.of_packs and glossary.dimension(fault.concept) in _OPPOSED:
        return fault.sibling in reading.evidence(stretch)
    return reading.dismisses(stretch, fault.sibling)


def _is_rule_word(meaning: Meaning, fault: Fault) -> bool:
    return fault.concept in meaning.glossary.of_packs


def words(concept: str) -> str:
    """A concept for a person."""
    return concept.replace("-", " ")


def where(check: TextCheck, stretch: Stretch, fault: Fault) -> Said:
    """The passage of a stretch that a fault belongs to."""
    if fault.meant is None:
        return stretch.said[0]
    return where_of(check, stretch, fault.meant)


def where_of(check: TextCheck, stretch: Stretch, meant: Meant) -> Said:
    """The passage of a stretch that a word belongs to: the one that is open there, or the one before."""
    units = check.text.units
    at = meant.sighted.start
    inside = [s for s in stretch.said if units[s.match.first].start <= at < units[s.match.last - 1].end]
    before = [s for s in stretch.said if units[s.match.first].start <= at]
    return (inside or before or list(stretch.said)[:1])[-1]


def _finding(check: TextCheck, meaning: Meaning, stretch: Stretch, fault: Fault) -> TextFinding:
    said = where(check, stretch, fault)
    clause = said.passage.clauses[0]
    is_known = fault.concept in meaning.glossary.group_of
    dimension = meaning.glossary.dimension(fault.concept) if is_known else "everyday words"
    if fault.meant is not None:
        place = check.at(fault.meant.sighted.start, fault.meant.sighted.end)
        around = check.of_said(said)
        place = evolve(place, note=f"{dimension}: {words(fault.concept)}")
        quotes: tuple[Quote, ...] = (place,) if around.line == place.line else (place, around)
    else:
        place = check.of_said(said)
        quotes = (place,)
    severity = Level.HIGH if fault.kind == "clash" or dimension in _GRAVE else Level.MEDIUM
    called = Words(check)
    wanted = called.of_concept(fault.sibling or fault.concept)
    rule = f"«{wanted}»" if wanted else f'"{words(fault.sibling or fault.concept)}"'
    match fault.kind:
        case "clash":
            message = f"«{place.words}» stands here, where the rule says {rule} ({clause})"
            fix = called.instead(place.words, wanted) if wanted else f"write the word for {rule}"
            confidence = Level.HIGH
        case "foreign":
            message = f"«{place.words}» stands here, which the rule does not say ({clause})"
            fix = f"leave «{place.words}» out"
            confidence = Level.MEDIUM
        case "lost":
            message = f"nothing here says {rule}, which the rule does ({clause})"
            fix = f"add {rule}"
            confidence = Level.HIGH
    return TextFinding(
        "differs",
        message,
        said.passage.clauses,
        (*quotes, check.ours(clause)),
        fix,
        severity=severity,
        confidence=confidence,
        dimension=dimension,
    )


def _literal(check: TextCheck, told: Told) -> TextFinding:
    row, passage = told.literal, told.said.passage
    clause = passage.clauses[0]
    quote = check.of_said(told.said)
    span = check.literal_place(told)
    if span is not None:
        quote = check.at(*span, note=row.told)
    instead = f"; {', '.join(map(words, row.means))} is meant" if row.means else ""
    kind = "refuted" if row.refuted_by else "differs"
    shown_by = f" ({row.refuted_by} shows it)" if row.refuted_by else ""
    return TextFinding(
        kind,
        f"literally: {row.told}; the rule says otherwise{shown_by}: {clause}",
        passage.clauses,
        (quote, check.ours(clause)),
        f"say what the clause says{instead}",
        severity=Level.LOW if row.is_slip else Level.HIGH,
        confidence=Level.HIGH,
        refuted_by=row.refuted_by,
    )
