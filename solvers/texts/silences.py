"""`open` and `unqualified`: what a sentence leaves open, and the exception that it does not name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.examples import clauses_of_example, is_printed
from rulecheck.solvers.texts.findings import Level, Quote, TextFinding
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.stretches import Stretch
from rulecheck.spec.laid import Said
from rulecheck.spec.model import Reading

UNQUALIFIED: Final = "no word except"
"""How an edition names a missing exception that a person has found right."""

EXCEPTION: Final = "except"
"""The concept of exceptions: `but for`, `except`, `unless`."""


def open_readings(check: TextCheck) -> Iterator[TextFinding]:
    """`open`: the readings that the edition leaves open, at the sentence that does.

    A sentence that leaves one open by stating another rule leaves it open no more once it is mended.
    """
    stated = [told for told, _ in check.literals() if told.literal.states]
    mended, literal = (
        {reading for told in stated if told.is_there is is_there for reading in told.said.passage.opens}
        for is_there in (False, True)
    )
    for id in check.edition.leaves_open:
        if id not in mended - literal:
            yield _open(check, check.rulebook.readings[id])


def _open(check: TextCheck, reading: Reading) -> TextFinding:
    places = [said for p in check.edition.passages if reading.id in p.opens for said in check.said[p.number][:1]]
    for clause in reading.silent:
        if not places:
            places = [said for p in check.edition.passages_of(clause) for said in check.said[p.number]][:1]
    message = f"this leaves open: {reading.question}"
    for example, passing in _deciding(check, reading):
        message += f" The worked example {example} comes out only with {' or '.join(passing)}."
    choices = "; ".join(f"{key}: {text}" for key, text in reading.choices.items())
    ours = Quote.ours(check.rulebook.path, reading.line, f"{reading.question} We take {reading.default}.")
    return TextFinding(
        "open",
        message,
        reading.silent,
        (*(check.of_said(said) for said in places), ours),
        f"say which of them is meant ({choices})",
        reading.id,
    )


def _deciding(check: TextCheck, reading: Reading) -> Iterator[tuple[str, list[str]]]:
    """The printed worked examples that some choices of a reading make fail, each with the choices that it allows."""
    if check.under is None:
        return
    for example in check.rulebook.examples.values():
        is_about = "false" not in example.body and clauses_of_example(check, example.id) & {*reading.silent}
        if is_about and is_printed(check, example.id):
            passing = [choice for choice in reading.choices if check.under(example.id, reading.id, choice)]
            if passing and len(passing) < len(reading.choices):
                yield example.id, passing


def unqualified(check: TextCheck) -> Iterator[TextFinding]:
    """`unqualified`: passages without the exception that their clause has, where nothing beside them names it."""
    meaning = check.meaning
    if meaning is None or EXCEPTION not in meaning.glossary.group_of:
        return
    for clause in check.rulebook.clauses:
        if EXCEPTION not in meaning.glossary.stated(clause):
            continue
        passages = [p for p in check.edition.passages_of(clause) if p.example is None and UNQUALIFIED not in p.right]
        said = [s for p in passages for s in check.said[p.number]]
        named = [s for s in said if _names_it(check, meaning, s)]
        for place in said:
            if place not in named and (named or place.passage.sure is None):
                yield _unqualified(check, clause, place, named)


def _names_it(check: TextCheck, meaning: Meaning, said: Said) -> bool:
    """Whether an exception is named in the sentences of a passage or in one beside them."""
    sentence = check.text.sentence_of(said.match.first)
    stretch: Stretch | None = meaning.by_sentence.get(sentence)
    own = stretch.sentences if stretch is not None else (sentence,)
    near = {n + step for n in own for step in (-1, 0, 1)}
    return any(
        EXCEPTION in (s.concept, *s.also)
        for n in near
        if 0 <= n < len(check.text.sentences)
        for s in meaning.sighted(n)
    )


def _unqualified(check: TextCheck, clause: str, said: Said, named: list[Said]) -> TextFinding:
    elsewhere = f"line {check.of_said(named[0]).line} names one" if named else "our rulebook names one"
    quotes = (check.of_said(said), *(check.of_said(other, note="with its exception") for other in named[:1]))
    return TextFinding(
        "unqualified",
        f"said without exception, and {elsewhere}: {clause}",
        (clause,),
        (*quotes, check.ours(clause)),
        "name the exception, or say where it stands",
        confidence=Level.HIGH if named else Level.MEDIUM,
    )
