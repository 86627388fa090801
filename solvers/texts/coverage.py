"""`missing`, `unfound`, `unclaimed`: what a text does not say, and what of it no clause covers."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Level, TextFinding
from rulecheck.solvers.texts.judged import short
from rulecheck.solvers.texts.placing import Lost, between, lost
from rulecheck.spec.editions import Passage
from rulecheck.spec.passages import Phrase
from rulecheck.spec.text import Sentence


def missing(check: TextCheck) -> Iterator[TextFinding]:
    """`missing`: clauses that the text does not have."""
    edition = check.edition
    lacking: dict[str, list[str]] = {}
    for id in check.rulebook.clauses:
        if id in edition.ours:
            continue
        passages = edition.passages_of(id)
        if not passages:
            lacking.setdefault(edition.lacks.get(id, ""), []).append(id)
        elif not any(check.said[p.number] for p in passages):
            line = check.gap(passages[0])
            where = (check.ours(id),) if line is None else (line, check.ours(id))
            fix = f'say: "{short(check, id)}"'
            instead = _stands_instead(check, passages[0])
            if instead is None:
                yield TextFinding("missing", f"a rule that stood here is no longer found ({id})", (id,), where, fix)
            else:
                message = f"a rule that stood here is not recognised in what stands here now ({id})"
                place = check.at(check.text.sentences[instead].start, check.text.sentences[instead].end)
                yield TextFinding("unfound", message, (id,), (place, check.ours(id)), fix, severity=Level.LOW)
    for why, clauses in lacking.items():
        fix = "nothing to do if the printed book says it elsewhere" if why else "add it"
        message = f"{', '.join(clauses)}: {why or 'the edition has no passage for it'}"
        severity = Level.LOW if why else Level.MEDIUM
        rows = tuple(check.ours(id) for id in clauses)
        yield TextFinding("missing", message, tuple(clauses), rows, fix, severity=severity)


def unfound(check: TextCheck) -> Iterator[TextFinding]:
    """`unfound`: passages that are not where the edition says, though their clause is still said."""
    for section in check.laid.lost_sections:
        inside = [passage for passage in check.edition.passages if passage.section == section.id]
        if section.skip or all(check.said[passage.number] for passage in inside):
            continue  # what holds no rules may be left out, and a heading may be worded anew
        phrase = section.start.text if section.start is not None else ""
        yield TextFinding("unfound", f"no heading {phrase!r} (section {section.id})", (), (), "put the heading back")
    gone = {
        c
        for c in check.rulebook.clauses
        if (ps := check.edition.passages_of(c)) and not any(check.said[p.number] for p in ps)
    }
    for passage in check.edition.passages:
        count = len(check.said[passage.number])
        if count >= passage.times or passage.may_go or set(passage.clauses) <= gone:
            continue
        if check.reading is not None and all(map(check.reading.is_whole, passage.clauses)):
            continue  # every statement of its clauses is read elsewhere
        near = (n for n in (passage.number - 1, passage.number + 1) if 0 <= n < len(check.edition.passages))
        beside = {c for n in near if check.said[n] for c in check.edition.passages[n].clauses}
        if set(passage.clauses) <= beside or _stands_instead(check, passage) is not None:
            continue  # its clauses are still said there, or in a sentence that has its place
        where = check.gap(passage)
        often = f"only {count} of {passage.times} times" if passage.times > 1 else "no more"
        message = f"found {often}: the sentence with {told(passage.phrase)} ({', '.join(passage.clauses)})"
        evidence = () if where is None else (where,)
        fix = f"if a sentence says it in other words, show which: {review(check)}"
        yield TextFinding("unfound", message, passage.clauses, evidence, fix)


def unclaimed(check: TextCheck) -> Iterator[TextFinding]:
    """`unclaimed`: rule-bearing sentences that no passage has a word in."""
    claimed = check.claimed()
    anew = list(_said_anew(check))
    for number, sentence in check.laid.rule_bearing():
        is_new = not any(row.after - 1 <= sentence.first < row.before for row in anew)
        if number not in claimed and is_new and not _is_heading(check, sentence):
            where = check.at(sentence.start, sentence.end)
            message = "a sentence with a rule in it that belongs to no clause"
            yield TextFinding(
                "unclaimed", message, (), (where,), f"leave it out, or say what it states: {review(check)}"
            )


def _stands_instead(check: TextCheck, passage: Passage) -> int | None:
    """The sentence with a rule and without a clause that stands where a lost passage should; None if none does."""
    first, last = between(check.edition, check.said, passage.number, len(check.text.units))
    claimed = check.claimed()
    rules = (n for n, sentence in check.laid.rule_bearing() if first <= sentence.first < last)
    return next((n for n in rules if n not in claimed), None)


def review(check: TextCheck) -> str:
    """The command in which a person says where the text states what."""
    return f"rulecheck edition review {check.rulebook.game} {check.text.path} --edition {check.edition.id}"


def _is_heading(check: TextCheck, sentence: Sentence) -> bool:
    """Whether a sentence is one whole line that ends with a colon."""
    text = check.text.text
    line = text[text.rfind("\n", 0, sentence.start) + 1 :].partition("\n")[0].strip()
    return line.endswith(":") and line.rstrip(": ") == " ".join(text[sentence.start : sentence.end].split())


def _said_anew(check: TextCheck) -> Iterator[Lost]:
    """Between what each passage should stand that is lost or in other words: what is nobody's there belongs to it."""
    meaning = check.meaning
    is_kept = (lambda said: True) if meaning is None else (lambda said: not meaning.is_reworded(said))
    kept = {number: tuple(filter(is_kept, group)) for number, group in check.said.items()}
    return lost(check.edition, kept, len(check.text.units))


def told(phrase: Phrase) -> str:
    """A key phrase as a message shows it."""
    return f'"{phrase.text}"'
