"""Theorems: what is claimed of a game's rules, in which bounds, and how the verdict comes about.

A theorem is a function that takes a `Proof` and either returns nothing (it
holds) or a `Refutation`: a position, and moves, that show it does not.  It names
the clauses it speaks about.  Three things are never taken on trust:

* A refutation is *replayed*: the engine sets the position up from its JSON, plays
  the moves, and the position must show what is said of it.  A refutation of a
  model is replayed by carrying the model out on plain numbers.
* Assumptions are asked for on their own: a theorem that never saw them satisfied
  (`Proof.possible`, `Proof.case`) is `vacuous`.
* Each theorem has *broken twins*: the same theorem about a rule with one thing
  changed.  A twin that is not refuted proves that the theorem sees nothing, and
  makes it `vacuous` too.
"""

from __future__ import annotations

import difflib
import pkgutil
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from attrs import define, evolve, field, frozen

from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, Engine, PositionError
from rulecheck.solvers.logic import Effort, Sat, Solver, Term, Values, afresh, all_of, negation, work_done
from rulecheck.spec import Rules, load, make_rules

AnyEngine: TypeAlias = Engine[Any, Any]


class Verdict(StrEnum):
    """What came out; one word, one meaning."""

    PROVED = "proved"
    """Holds everywhere within the stated bounds."""
    REFUTED = "refuted"
    """Does not hold: a position was found that shows it, and it was replayed."""
    UNDECIDED = "undecided"
    """The solver gave up, or something it needs is not there."""
    VACUOUS = "vacuous"
    """Nothing meets the assumptions, or a broken twin passes as well: it says nothing."""
    CRASHED = "crashed"
    """The theorem's own code failed, or a refutation did not show what it said."""


class Undecided(Exception):
    """Raised inside a theorem when the question stays open; the text says why."""


class Vacuous(Exception):
    """Raised inside a theorem when nothing meets its assumptions."""


class Unshown(Exception):
    """A refutation was replayed and did not show what it said."""


@frozen
class Step:
    """One move of a refutation and the position after it; the first has no move."""

    move: str
    words: str
    picture: str


@frozen
class Evidence:
    """A refutation that was replayed, in words that can be printed."""

    says: str
    by: str
    """What replayed it: `engine`, a twin's wrong rule on the engine's position, or `model`."""
    values: Mapping[str, Any] = field(factory=dict)
    """The numbers the solver chose, under the game's names."""
    setting: Mapping[str, Any] | None = None
    """Players, set-up, readings and numbers of the engine's rules."""
    position: Mapping[str, Any] | None = None
    """The position as the engine writes it."""
    moves: tuple[str, ...] = ()
    from_start: bool = False
    """Whether the moves begin at the start of the game, so that `rulecheck replay` can show them."""
    loop: int | None = None
    """For a game that returns to an earlier position: after how many moves it first stood there."""
    steps: tuple[Step, ...] = ()
    guilty: tuple[str, ...] = ()
    """The kinds of move that are to blame, where the theorem goes through them one by one."""


class Refutation:
    """What a theorem returns when it does not hold; `replay` shows it or raises `Unshown`."""

    def replay(self) -> Evidence:
        """Carry it out and look whether it shows what it says."""
        raise NotImplementedError


@frozen
class InEngine(Refutation):
    """A position of the engine's, moves to play there, and a look at what comes of it."""

    says: str
    engine: AnyEngine
    position: Any
    """A state of the engine, or its JSON."""
    shows: Callable[[AnyEngine, Sequence[Any]], bool]
    """Given the position and those after each move: do they bear out what is said?"""
    moves: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(factory=dict)
    given: tuple[str, ...] = ()
    """Paths of the position that were set by hand; the engine works out the rest."""
    partial: bool = True
    from_start: bool = False
    loop: int | None = None
    by: str = "engine"
    guilty: tuple[str, ...] = ()

    def replay(self) -> Evidence:
        """Set the position up from its JSON, play the moves, and look."""
        written = self.position if isinstance(self.position, Mapping) else self.engine.to_json(self.position)
        try:
            state = self.engine.from_json(written, given=self.given, partial=self.partial)
        except PositionError as error:
            raise Unshown(f"the engine refuses the position: {error}") from error
        states = [state]
        steps = [Step("", "the position", self.engine.draw(state))]
        for text in self.moves:
            move = self.engine.parse(text)
            refused = self.engine.refusal(states[-1], move)
            if refused is not None:
                raise Unshown(f"the engine refuses {text!r}: {refused}")
            states.append(self.engine.apply(states[-1], move))
            steps.append(Step(text, self.engine.describe(move), self.engine.draw(states[-1])))
        if not self.shows(self.engine, states):
            raise Unshown(f"replayed, but the position does not show it: {self.says}")
        return Evidence(
            says=self.says,
            by=self.by,
            values=dict(self.values),
            setting=setting(self.engine.rules),
            position=self.engine.to_json(states[0]),
            moves=self.moves,
            from_start=self.from_start,
            loop=self.loop,
            steps=tuple(steps if len(steps) <= 3 else (steps[0], steps[-1])),
            guilty=self.guilty,
        )


@frozen
class InModel(Refutation):
    """A refutation of a model or of a rule function: plain numbers, on which it is carried out again."""

    says: str
    shows: Callable[[], bool]
    """Carries the model or function out on `values`, without any solver: does it go wrong?"""
    values: Mapping[str, Any] = field(factory=dict)
    guilty: tuple[str, ...] = ()
    by: str = "model"

    def replay(self) -> Evidence:
        """Carry it out on the numbers."""
        if not self.shows():
            raise Unshown(f"carried out on these numbers it does not go wrong: {self.says}")
        return Evidence(says=self.says, by=self.by, values=dict(self.values), guilty=self.guilty)


def position(engine: AnyEngine, start: str, given: Mapping[str, Any], *, partial: bool = True) -> Any:
    """A named start with some things set by hand, each named by its dotted path, as worked examples do."""
    data = engine.to_json(engine.named_start(start))
    for path, value in given.items():
        *above, last = path.split(".")
        part = data
        for key in above:
            part = part.setdefault(key, {})
        part[last] = value
    return engine.from_json(data, given=tuple(given), partial=partial)


def setting(rules: Rules) -> dict[str, Any]:
    """The rules of a position in words that `make_rules` understands."""
    return {
        "game": rules.game,
        "players": rules.players,
        "setup": rules.setup,
        "readings": dict(rules.readings),
        "numbers": dict(rules.numbers),
    }


@define
class Proof:
    """What a theorem works with: engines, solvers that always answer the same, and a count of what it looked at."""

    game: str
    players: tuple[int, ...]
    """The player counts to prove it for."""
    deadline: float | None = None
    effort: Effort = field(factory=Effort)
    cases: int = 0
    """Cases looked at one by one."""
    replayed: int = 0
    """Engine moves replayed."""
    met: int = 0
    """How often the assumptions were seen satisfied."""
    notes: list[str] = field(factory=list)
    """Facts met on the way that are worth telling."""
    readings: dict[str, str] = field(factory=dict)
    substitute: set[str] = field(factory=set)
    _engines: dict[Any, AnyEngine] = field(factory=dict)

    def rules(self, players: int, **choices: Any) -> Rules:
        """The game's rules for a player count."""
        rules = make_rules(self.game, players=players, **choices)
        self.substitute.update(rules.substitute)
        return rules

    def engine(self, players: int, **choices: Any) -> AnyEngine:
        """The game's engine for a player count; the same one for the same choices."""
        key = (players, repr(sorted(choices.items())))
        if key not in self._engines:
            self._engines[key] = build(self.rules(players, **choices))
        return self._engines[key]

    def rests_on(self, rules: Rules, *readings: str) -> None:
        """Say which readings the theorem was proved under."""
        for reading in readings:
            self.readings[reading] = rules.reading(reading)

    def note(self, fact: str) -> None:
        """A fact worth telling with the verdict."""
        if fact not in self.notes:
            self.notes.append(fact)

    def case(self, number: int = 1) -> None:
        """One more case was looked at; cases are satisfied assumptions."""
        self.cases += number
        self.met += number
        self.check_time()

    def check_time(self) -> None:
        """Give up if the time that was asked for is over."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise Undecided("the time given (--seconds) ran out")

    def possible(self, *given: Term, what: str = "the assumptions") -> Values:
        """Values that meet the assumptions; without any, the theorem is vacuous."""
        solver = Solver(effort=self.effort)
        solver.add(*given)
        answer = solver.ask()
        if answer is Sat.NO:
            raise Vacuous(f"nothing meets {what}")
        if answer is Sat.UNKNOWN:
            raise Undecided(f"whether anything meets {what}: {solver.why_unknown()}")
        self.met += 1
        return solver.values()

    def against(self, claim: Term, given: Iterable[Term] = ()) -> Values | None:
        """Values that meet the assumptions and break the claim; None if there are none."""
        self.check_time()
        solver = Solver(effort=self.effort)
        solver.add(*given)
        answer = solver.ask(negation(claim))
        if answer is Sat.UNKNOWN:
            raise Undecided(f"the solver gave up: {solver.why_unknown()}")
        return solver.values() if answer is Sat.YES else None

    def smallest(self, claim: Term, given: Sequence[Term], measure: Sequence[Term]) -> Values | None:
        """As `against`, with the measures made as small as possible one after the other: easier to read."""
        found = self.against(claim, given)
        if found is None:
            return None
        fixed: list[Term] = []
        for term in measure:
            low, high = 0, found.of(term)
            while low < high:
                middle = (low + high) // 2
                better = self.against(claim, [*given, *fixed, term <= middle])
                if better is None:
                    low = middle + 1
                else:
                    found, high = better, better.of(term)
            fixed.append(all_of(term <= high))
        return found


Body: TypeAlias = Callable[..., "Refutation | None"]


@frozen
class Twin:
    """A theorem about a rule with one thing changed; it must be refuted."""

    name: str
    """What was changed, in a sentence."""
    changes: Mapping[str, Any]
    """Arguments that the theorem's function is called with in place of its defaults."""


@define(eq=False)
class Theorem:
    """A claim about a game's rules that can be decided without playing."""

    game: str
    name: str
    says: str
    """The function's docstring: what is claimed, and how it is decided."""
    clauses: tuple[str, ...]
    bounds: str
    body: Body
    kind: str = "theorem"
    readings: tuple[str, ...] = ()
    """Readings it is proved under."""
    substitute: tuple[str, ...] = ()
    """Substitute data it rests on, beyond what the engine says itself."""
    expected: Verdict = Verdict.PROVED
    """A claim that is kept because its failure teaches something says REFUTED."""
    because: str = ""
    """What its failure teaches."""
    twins: list[Twin] = field(factory=list)

    def twin(self, name: str, **changes: Any) -> Theorem:
        """Add a broken twin."""
        self.twins.append(Twin(name, changes))
        return self

    @property
    def claim(self) -> str:
        """The docstring's first sentence."""
        return " ".join(self.says.split("\n\n")[0].split())


_THEOREMS: Final[dict[str, dict[str, Theorem]]] = {}


def theorem(
    *clauses: str,
    bounds: str,
    readings: Sequence[str] = (),
    substitute: Sequence[str] = (),
    expected: Verdict | str = Verdict.PROVED,
    because: str = "",
) -> Callable[[Body], Theorem]:
    """Make a theorem of a function that takes a `Proof`; its game is the package it stands in."""

    def register(body: Body) -> Theorem:
        game = body.__module__.split(".")[-2]
        name = body.__name__.replace("_", "-")
        says = _dedent(body.__doc__ or "")
        if not says:
            raise ValueError(f"theorem {name} has no docstring that says what it claims")
        made = Theorem(
            game, name, says, clauses, bounds, body,
            readings=tuple(readings), substitute=tuple(substitute), expected=Verdict(expected), because=because,
        )  # fmt: skip
        _THEOREMS.setdefault(game, {})[name] = made
        return made

    return register


def _dedent(text: str) -> str:
    import inspect

    return inspect.cleandoc(text)


def theorems(game: str) -> list[Theorem]:
    """A game's theorems, in the order of its modules' names and of the modules themselves."""
    package = f"rulecheck.solvers.{game}"
    if find_spec(package) is None:
        return []
    for module in sorted(m.name for m in pkgutil.walk_packages(import_module(package).__path__, f"{package}.")):
        import_module(module)
    return list(_THEOREMS.get(game, {}).values())


class NoTheorem(ValueError):
    """A theorem was asked for that does not exist."""

    def __init__(self, game: str, name: str, there: Sequence[str]) -> None:
        close = difflib.get_close_matches(name, there, n=2)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(there) or 'none'}"
        super().__init__(f"{game} has no theorem {name!r}; {hint}")


def chosen(there: Sequence[Theorem], game: str, name: str | None) -> list[Theorem]:
    """All theorems, or those whose name is or begins with the one asked for; raises NoTheorem."""
    if name is None:
        return list(there)
    exact = [one for one in there if one.name == name]
    found = exact or [one for one in there if one.name.startswith(name)]
    if not found:
        raise NoTheorem(game, name, [one.name for one in there])
    return found


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
class Result:
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
        """Did it come out as the theorem says it should?"""
        return self.verdict is self.theorem.expected


@frozen
class _Outcome:
    verdict: Verdict
    seconds: float
    reason: str = ""
    evidence: Evidence | None = None


def _decide(body: Body, proof: Proof, changes: Mapping[str, Any]) -> _Outcome:
    began = time.monotonic()

    def done(verdict: Verdict, reason: str = "", evidence: Evidence | None = None) -> _Outcome:
        return _Outcome(verdict, time.monotonic() - began, reason, evidence)

    afresh()
    try:
        refutation = body(proof, **changes)
        if refutation is not None:
            return done(Verdict.REFUTED, evidence=refutation.replay())
        if proof.met == 0:
            return done(Verdict.VACUOUS, "no case was looked at and no assumption was seen satisfied")
        return done(Verdict.PROVED)
    except Undecided as why:
        return done(Verdict.UNDECIDED, str(why))
    except Vacuous as why:
        return done(Verdict.VACUOUS, str(why))
    except Unshown as why:
        return done(Verdict.CRASHED, str(why))
    except Exception:
        return done(Verdict.CRASHED, traceback.format_exc())


def decide(theorem: Theorem, players: Sequence[int] = (), seconds: float | None = None) -> Result:
    """Decide a theorem and its twins; never raises."""
    began = time.monotonic()
    counts = tuple(players) or load(theorem.game).player_counts()
    deadline = None if seconds is None else began + seconds
    proof = Proof(theorem.game, counts, deadline)
    found = _decide(theorem.body, proof, {})
    worked = work_done()
    tries = dict.fromkeys((counts, load(theorem.game).player_counts()))
    twins = tuple([_decide_twin(theorem, twin, tries, deadline) for twin in theorem.twins])
    result = Result(
        theorem=theorem,
        verdict=found.verdict,
        seconds=time.monotonic() - began,
        reason=found.reason,
        evidence=found.evidence,
        twins=twins,
        notes=tuple(proof.notes),
        players=counts,
        readings=_readings(theorem, proof),
        substitute=tuple(sorted({*proof.substitute, *theorem.substitute})),
        questions=proof.effort.questions,
        work=worked,
        cases=proof.cases,
        replayed=proof.replayed,
    )
    return _weighed(result)


def _decide_twin(theorem: Theorem, twin: Twin, tries: Iterable[tuple[int, ...]], deadline: float | None) -> TwinResult:
    """What becomes of a twin; if it passes for some player counts, its fault may show with the next ones only."""
    for counts in tries:
        out = _decide(theorem.body, Proof(theorem.game, counts, deadline), twin.changes)
        if out.verdict is not Verdict.PROVED:
            break
    return TwinResult(twin.name, out.verdict, out.seconds, out.evidence, out.reason, counts)


def _weighed(result: Result) -> Result:
    """A theorem that holds while a twin holds too says nothing; a twin that is not decided leaves it open."""
    if result.verdict is not Verdict.PROVED:
        return result
    if not result.twins:
        return evolve(result, verdict=Verdict.VACUOUS, reason="it has no broken twin")
    for twin in result.twins:
        if twin.verdict is Verdict.REFUTED:
            continue
        if twin.verdict in (Verdict.PROVED, Verdict.VACUOUS):
            return evolve(result, verdict=Verdict.VACUOUS, reason=f"its broken twin passes as well: {twin.name}")
        return evolve(result, verdict=twin.verdict, reason=f"its broken twin ({twin.name}): {twin.reason}")
    return result


def _readings(theorem: Theorem, proof: Proof) -> dict[str, str]:
    if not theorem.readings:
        return dict(proof.readings)
    rules = make_rules(theorem.game)
    return {**{reading: rules.reading(reading) for reading in theorem.readings}, **proof.readings}


def walk(engine: AnyEngine, moves: int, seed: int, *, games: int = 10**9) -> Iterator[tuple[Any, Any, Any]]:
    """Steps (before, move, after) of seeded random games, at least this many unless all games are over before."""
    import random

    rng = random.Random(seed)
    made = 0
    for _ in range(games):
        if made >= moves:
            return
        state = engine.start()
        while (actor := engine.actor(state)) != OVER and made < moves:
            legal = engine.legal_moves(state)
            weights = engine.weights(state) if actor == CHANCE else None
            move = rng.choices(legal, weights)[0] if weights else rng.choice(legal)
            after = engine.apply(state, move)
            yield state, move, after
            made += 1
            state = after
