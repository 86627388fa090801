"""`differs`: what a text says otherwise than its clauses, slot by slot, in the text's own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import shorten
from typing import Any, Final

from rulecheck.solvers.judging.verdicts import Verdict, differing, words_of
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Level, Quote, TextFinding
from rulecheck.solvers.texts.stretches import Stretch
from rulecheck.spec.laid import Said
from rulecheck.spec.reading.frames import DENYING, Criterion, Frame, Quantity, Term, Time, Word

SLOTS: Final = {
    "act": "what is done",
    "mode": "whether it may, must or must not be done",
    "who": "who does it",
    "what": "what it is done to",
    "n": "how many",
    "attr": "what it is like",
    "whose": "whose it is",
    "from": "where it comes from",
    "to": "where it goes to",
    "at": "where it is",
    "of": "what it belongs to",
    "when": "when",
    "dir": "which way",
    "per": "for each what",
    "step": "in which order",
    "by": "what decides",
    "if": "under which condition",
    "unless": "under which condition",
    "except": "what is excepted",
    "until": "until when",
    "instead": "instead of what",
    "not": "what is left out",
    "only": "what alone is meant",
}
"""Each slot in words."""


def judged(check: TextCheck) -> Iterator[TextFinding]:
    """What the judge tells of the text."""
    if check.reading is None:
        return
    words = Words(check)
    for stretch, verdict in reported(check):
        yield _finding(check, words, stretch, verdict)


def reported(check: TextCheck) -> Sequence[tuple[Stretch, Verdict]]:
    """The differences that are told: the others are mostly what the reader did not see."""
    if check.reported is None:
        check.reported = tuple(_reported(check))
    return check.reported


def _reported(check: TextCheck) -> Iterator[tuple[Stretch, Verdict]]:
    if check.reading is not None:
        for stretch, verdict in check.reading.verdicts:
            wrong = {name for said in stretch.said for name in said.passage.wrong}
            is_looked_at = all(said.passage.sure is None for said in stretch.said)
            if (verdict.is_sure if is_looked_at else verdict.is_plain) or differing(verdict) in wrong:
                yield stretch, verdict


def confirmed(check: TextCheck, told: Sequence[TextFinding]) -> Iterator[TextFinding]:
    """What a person has found to be another rule and nothing else tells, as long as the sentence has its words.

    Of a sentence that has changed it is only said that somebody should look again.
    """
    known = {(stretch.number, differing(verdict)) for stretch, verdict in reported(check)}
    places = {(f.line, f.column): f for f in told if f.kind in ("differs", "contradiction", "refuted")}
    for said in check.every_said:
        number = check.text.sentence_of(said.match.first)
        sentence = check.text.sentences[number]
        stretch = check.meaning.by_sentence.get(number) if check.meaning is not None else None
        quote = check.at(sentence.start, sentence.end)
        is_told = any((quote.line, quote.column) <= at <= (quote.end_line, quote.end_column) for at in places)
        names = [n for n in sorted(said.passage.wrong) if stretch is None or (stretch.number, n) not in known]
        names = [n for n in names if not (is_told and n.startswith(("word ", "no word ", "number ")))]
        clauses = said.passage.clauses
        evidence = (quote, check.ours(clauses[0]))
        rule = f'say what the rule says: "{short(check, clauses[0])}"'
        if not names or said.passage.literally:
            continue
        is_same = said.passage.read == check.text.hash_of(number)
        if said.passage.read and not is_same and not all(_is_mended(check, said, stretch, name) for name in names):
            message = f"a reviewer found another rule here, and the sentence has changed since ({clauses[0]})"
            yield TextFinding("unfound", message, clauses, evidence, "look at it again in `rulecheck edition review`")
        for name in names if is_same else ():
            slot = name.partition(" = ")[0].removeprefix("no ").rpartition(".")[2]
            asked = SLOTS.get(slot, "what it says")
            message = f"this differs from the rule in {asked}, as a reviewer decided ({clauses[0]})"
            yield TextFinding("differs", message, clauses, evidence, rule, dimension=slot if slot in SLOTS else "")


def _is_mended(check: TextCheck, said: Said, stretch: Stretch | None, name: str) -> bool:
    """Whether a sentence that has changed now says what the clause says where a person found another rule."""
    head, _, rest = name.removeprefix("no ").partition(" ")
    if stretch is None or check.meaning is None or check.reading is None:
        return False
    if head == "number":
        return not any(True for _ in check.wrong_holes(said))
    if head == "word":
        spoken = {c for s in check.meaning.of_stretch(stretch) for c in (s.concept, *s.also)}
        stated = frozenset().union(*map(check.meaning.glossary.stated, said.passage.clauses))
        is_known = rest in check.meaning.glossary.group_of
        siblings = check.meaning.glossary.siblings(rest) if is_known else ()
        wanted = {rest} if name.startswith("no ") else {*siblings} & stated
        return bool(spoken & wanted)
    return head in check.reading.agreed_in(stretch)


def told_words(check: TextCheck) -> dict[int, frozenset[str]]:
    """By number of a stretch: the concepts and small words of which a difference tells already."""
    rows: dict[int, frozenset[str]] = {}
    for stretch, verdict in reported(check):
        rows[stretch.number] = rows.get(stretch.number, frozenset()) | words_of(verdict)
    return rows


class Words:
    """What a text calls things: its own words for the clauses' values."""

    def __init__(self, check: TextCheck) -> None:
        self._check = check
        assert check.meaning is not None
        self._language = check.edition.language
        self._often = check.meaning.called

    def of(self, value: Any) -> str:
        """A value in the text's words; empty where it has none for it."""
        match value:
            case Word(values):
                return self.of_concept(values[0])
            case Term(values, n=n, attr=attr, whose=whose):
                parts = [*map(self.of, n), *(self.of_concept(v) for v in values[:1]), *map(self.of, (*attr, *whose))]
                return " ".join(part for part in parts if part)
            case Quantity(how="exactly", value=int(number)):
                return str(number)
            case Quantity(how="exactly"):
                return str(value)
            case Quantity(how=how, value=number):
                word = self.of_concept(how)
                return f"{word} {number}" if word and number is not None else word
            case Time(relation, period=period):
                return " ".join(part for part in (self.of_concept(relation), *map(self.of, period)) if part)
            case Criterion(rank, of):
                return " ".join(part for part in (self.of_concept(rank), *map(self.of, of)) if part)
            case Frame():
                said = (self.of(v) for slot, vs in value.said() if slot not in ("step", "only") for v in vs)
                return " ".join(part for part in said if part)
        return ""

    def of_concept(self, concept: str) -> str:
        """What the text most often calls a concept, or its language does; empty where neither has a word."""
        if often := self._often.get(concept):
            return often.most_common(1)[0][0]
        own = (form for row in self._check.edition.forms.get(concept, ()) for form in row.split(","))
        packs = (pack.forms for id, pack in self._language.concepts.items() if id.rpartition(".")[2] == concept)
        plain = ([form.strip() for form in forms if "*" not in form and ".." not in form] for forms in (own, *packs))
        return next((min(forms, key=len) for forms in plain if forms), "")

    def instead(self, said: str, wanted: str) -> str:
        """`instead of «…»: «…»`, in the text's language where its pack has the words."""
        word = self.of_concept("instead")
        return f"{word} «{said}»: «{wanted}»" if word else f"«{said}» → «{wanted}»"


def _finding(check: TextCheck, words: Words, stretch: Stretch, verdict: Verdict) -> TextFinding:
    slot = verdict.slot.rpartition(".")[2]
    asked = SLOTS.get(slot, "what it says")
    place, said = _place(check, stretch, verdict)
    wanted = words.of(verdict.wanted) if verdict.wanted is not None else ""
    fix = ""
    rule = f'say {asked} as the rule does: "{short(check, verdict.clause)}"'
    match verdict.kind:
        case "otherwise":
            message = f"this differs from the rule in {asked}: «{said}»"
            fix = words.instead(said, wanted) if wanted and said else rule
            if said and not wanted and slot == "mode" and verdict.said.values[0] in DENYING:
                fix = f"leave «{said}» out"
        case "exchanged":
            message = f"two things stand in each other's place: «{said}»"
            fix = f"swap them; {words.instead(said, wanted)}" if wanted and said else "swap them"
        case "not-said":
            message = f"this does not say {asked}" if verdict.slot else "this leaves out a part of the rule"
            fix = f"add «{wanted}»" if wanted else rule
        case "besides":
            message = f"the rule has no such restriction: «{said}»"
            fix = f"leave «{said}» out"
    severity = Level.MEDIUM if verdict.kind in ("not-said", "besides") else Level.HIGH
    return TextFinding(
        "differs",
        f"{message} ({verdict.clause})",
        (verdict.clause,),
        (place, check.ours(verdict.clause)),
        fix,
        severity=severity,
        confidence=Level.HIGH if verdict.is_sure else Level.LOW,
        dimension=slot or "statement",
        numbers=(verdict.wanted.name,) if isinstance(verdict.wanted, Quantity) and verdict.wanted.name else (),
    )


def short(check: TextCheck, clause: str) -> str:
    """A clause's wording, as much of it as a line takes."""
    return _shortened(check.rulebook.clauses[clause].text)


@lru_cache(maxsize=4096)
def _shortened(text: str) -> str:
    return shorten(" ".join(text.split()), 120, placeholder=" …")


def _place(check: TextCheck, stretch: Stretch, verdict: Verdict) -> tuple[Quote, str]:
    """Where a verdict points, and the words there; for what is not said, the sentence that should say it."""
    span = verdict.span
    if span is not None:
        quote = check.at(*span)
        return quote, quote.words
    own = [check.text.sentences[n] for n in stretch.sentences]
    return check.at(own[0].start, own[-1].end), ""
