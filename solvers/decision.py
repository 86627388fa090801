"""How a verdict comes about: a theorem is decided, its broken twins along with it, and the two are weighed."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import evolve, field, frozen

from rulecheck.solvers.logic import afresh, work_done
from rulecheck.solvers.proof import Proof, Undecided, Vacuous
from rulecheck.solvers.refutation import Evidence, Refuted, Unshown
from rulecheck.solvers.theorem import Theorem, Twin, Verdict
from rulecheck.spec import load, make_rules

HOLDS: Final = (Verdict.PROVED, Verdict.TIED)


@frozen
class TwinResult:
    """What became of a broken twin."""

    name: str
    verdict: Verdict
    seconds: float
    evidence: Evidence | None = None
    reason: str = ""
    players: tuple[int, ...] = ()
    """The player counts it was decided for."""


@frozen
class TheoremResult:
    """A theorem's verdict and everything it rests on."""

    theorem: Theorem
    verdict: Verdict
    seconds: float
    reason: str = ""
    evidence: Evidence | None = None
    twins: tuple[TwinResult, ...] = ()
    notes: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    readings: Mapping[str, str] = field(factory=dict)
    substitute: tuple[str, ...] = ()
    questions: int = 0
    work: int = 0
    cases: int = 0
    replayed: int = 0

    @property
    def as_expected(self) -> bool:
        """Did it come out as the theorem says it should? What was skipped is not unexpected."""
        return self.verdict in (self.theorem.expected, Verdict.SKIPPED)


@frozen
class Outcome:
    """What came out of a theorem or a twin by itself."""

    verdict: Verdict
    seconds: float
    reason: str = ""
    evidence: Evidence | None = None


def _decide(theorem: Theorem, proof: Proof, changes: Mapping[str, Any]) -> Outcome:
    began = time.monotonic()

    def done(verdict: Verdict, reason: str = "", evidence: Evidence | None = None) -> Outcome:
        return Outcome(verdict, time.monotonic() - began, reason, evidence)

    afresh()
    try:
        try:
            refutation = theorem.body(proof, **changes)
        except Refuted as refuted:
            refutation = refuted.refutation
        if refutation is not None:
            return done(Verdict.REFUTED, evidence=refutation.replay())
        if proof.met == 0:
            return done(Verdict.VACUOUS, "no case was looked at and no assumption was seen satisfied")
        if not changes and theorem.ranges is not None and (missed := theorem.ranges.missed(proof)):
            return done(Verdict.CRASHED, missed)
        if proof.sampled:
            return done(Verdict.TIED, f"tied to the engine by {proof.sampled:,} samples")
        return done(Verdict.PROVED)
    except Undecided as why:
        return done(Verdict.UNDECIDED, str(why))
    except Vacuous as why:
        return done(Verdict.VACUOUS, str(why))
    except Unshown as why:
        return done(Verdict.CRASHED, str(why))
    except Exception:
        return done(Verdict.CRASHED, traceback.format_exc())


def outcome_of(theorem: Theorem, changes: Mapping[str, Any] | None = None, deadline: float | None = None) -> Outcome:
    """What comes out of a theorem by itself, without its twins, with some arguments changed; never raises."""
    counts = load(theorem.game).player_counts()
    return _decide(theorem, Proof(theorem.game, counts, deadline), changes or {})


def decide(theorem: Theorem, players: Sequence[int] = (), seconds: float | None = None) -> TheoremResult:
    """Decide a theorem and its twins; never raises."""
    deadline = None if seconds is None else time.monotonic() + seconds

    def left() -> float | None:
        return None if deadline is None else deadline - time.monotonic()

    result = decide_alone(theorem, players, left())
    return joined(result, [decide_twin(theorem, twin, players, left()) for twin in theorem.twins])


def decide_alone(theorem: Theorem, players: Sequence[int] = (), seconds: float | None = None) -> TheoremResult:
    """Decide a theorem without its twins; never raises."""
    counts = tuple(players) or load(theorem.game).player_counts()
    proof = Proof(theorem.game, counts, None if seconds is None else time.monotonic() + seconds)
    decided = _decide(theorem, proof, {})
    return TheoremResult(
        theorem=theorem,
        verdict=decided.verdict,
        seconds=decided.seconds,
        reason=decided.reason,
        evidence=decided.evidence,
        notes=tuple(proof.notes),
        players=counts,
        readings=_readings(theorem, proof),
        substitute=tuple(sorted({*proof.substitute, *theorem.substitute})),
        questions=proof.effort.questions,
        work=work_done(),
        cases=proof.cases,
        replayed=proof.replayed,
    )


def decide_twin(theorem: Theorem, twin: Twin, players: Sequence[int] = (), seconds: float | None = None) -> TwinResult:
    """What becomes of a twin; if it passes for some player counts, its fault may show with those of the game only."""
    began = time.monotonic()
    every = load(theorem.game).player_counts()
    deadline = None if seconds is None else began + seconds
    for counts in dict.fromkeys((tuple(players) or every, every)):
        out = _decide(theorem, Proof(theorem.game, counts, deadline), twin.changes)
        if out.verdict not in HOLDS:
            break
    return TwinResult(twin.name, out.verdict, time.monotonic() - began, out.evidence, out.reason, counts)


def joined(result: TheoremResult, twins: Sequence[TwinResult]) -> TheoremResult:
    """A theorem that was decided alone, weighed with what became of its twins."""
    seconds = result.seconds + sum(twin.seconds for twin in twins)
    return _weighed(evolve(result, twins=tuple(twins), seconds=seconds))


def _weighed(result: TheoremResult) -> TheoremResult:
    """A theorem that holds while a twin holds too says nothing; a twin that is not decided leaves it open."""
    if result.verdict not in HOLDS:
        return result
    if result.theorem.expected is Verdict.REFUTED:
        return evolve(result, reason="it holds, although it is expected not to")
    if not result.twins:
        return evolve(result, verdict=Verdict.VACUOUS, reason="it has no broken twin")
    for twin in result.twins:
        if twin.verdict is Verdict.REFUTED:
            continue
        if twin.verdict in (*HOLDS, Verdict.VACUOUS):
            return evolve(result, verdict=Verdict.VACUOUS, reason=f"its broken twin passes as well: {twin.name}")
        return evolve(result, verdict=twin.verdict, reason=f"its broken twin ({twin.name}): {twin.reason}")
    return result


def _readings(theorem: Theorem, proof: Proof) -> dict[str, str]:
    if not theorem.readings:
        return dict(proof.readings)
    rules = make_rules(theorem.game)
    return {**{reading: rules.reading(reading) for reading in theorem.readings}, **proof.readings}
