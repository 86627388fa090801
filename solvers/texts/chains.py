"""`differs`: an order that several clauses or numbered items tell together, in which two stand exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulecheck.solvers.judging.naming import concepts_in
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.edited import exchanged
from rulecheck.solvers.texts.findings import Level, TextFinding
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.reading import clauses_of
from rulecheck.solvers.texts.stretches import Stretch
from rulecheck.spec.lexicon import Sighted
from rulecheck.spec.reading.framefile import Chain


def chains(check: TextCheck) -> Iterator[TextFinding]:
    """Chains of which a run of sentences names two members in the wrong order."""
    if check.reading is None or check.meaning is None:
        return
    for chain in check.reading.frames.chains.values():
        if any(step.act for step in chain.steps):
            continue  # what is done first can be named later: "before he builds he pays"
        members = _members(chain)
        for run in _runs(check.meaning, chain):
            for earlier, later in pairwise(_places(check.meaning, run, chain, members)):
                if later.start < earlier.start:
                    yield _exchanged(check, chain.over, "by" if chain.by else "step", later, earlier)
                    break
    for first, second in exchanged(check.meaning):
        stretch = check.meaning.by_sentence.get(first)
        if stretch is not None and (clauses := clauses_of(stretch)):
            pair = (check.meaning.sighted(number)[0] for number in (first, second))
            yield _exchanged(check, clauses[:1], "step", *pair)


def _members(chain: Chain) -> list[frozenset[str]]:
    """For each member the concepts that only it has."""
    every = [concepts_in(value) for value in (chain.by or chain.steps)]
    others = [frozenset().union(*(o for m, o in enumerate(every) if m != n)) for n in range(len(every))]
    return [own - other for own, other in zip(every, others, strict=True)]


def _runs(meaning: Meaning, chain: Chain) -> Iterator[list[Stretch]]:
    """The neighbouring stretches that say a chain's clauses, examples left out."""
    run: list[Stretch] = []
    for stretch in meaning.stretches:
        if not {*clauses_of(stretch)} & {*chain.over} or any(map(meaning.is_example, stretch.sentences)):
            continue
        if run and stretch.sentences[0] - run[-1].sentences[-1] > 1:
            yield run
            run = []
        run.append(stretch)
    if run:
        yield run


def _places(meaning: Meaning, run: list[Stretch], chain: Chain, members: list[frozenset[str]]) -> list[Sighted]:
    """Where each member stands: in the first sentence of its clause; all in a run where a clause tells several."""
    if len(chain.over) != len(members):
        places = [_first(meaning, run, member) for member in members]
        return [place for place in places if place is not None] if None not in places else []
    known = []
    for clause, member in zip(chain.over, members, strict=True):
        own = next((stretch for stretch in run if clause in clauses_of(stretch)), None)
        if own is not None:
            is_alone = len({*clauses_of(own)} & {*chain.over}) == 1
            every = meaning.of_stretch(own)
            place = _first(meaning, [own], member) or (every[0] if is_alone and every else None)
            known += [] if place is None else [place]
    return known


def _first(meaning: Meaning, run: Sequence[Stretch], member: frozenset[str]) -> Sighted | None:
    """Where a run first names a member."""
    every = (s for stretch in run for s in meaning.of_stretch(stretch))
    return next((s for s in every if member & {s.concept, *s.also}), None)


def _exchanged(
    check: TextCheck, clauses: tuple[str, ...], dimension: str, first: Sighted, second: Sighted
) -> TextFinding:
    early, late = check.at(first.start, first.end), check.at(second.start, second.end, "this comes before it")
    what = "what decides" if dimension == "by" else "what is done"
    message = f"{what} stands in another order: «{early.words}» before «{late.words}» ({', '.join(clauses)})"
    quotes = (early, late, check.ours(clauses[0]))
    fix = f"exchange them: «{late.words}», then «{early.words}»"
    return TextFinding("differs", message, clauses, quotes, fix, confidence=Level.MEDIUM, dimension=dimension)
