"""One Hypothesis state machine for any game, made from the engine contract.

Each of its few steps may play a burst of seeded moves: a full game of a thousand
moves needs ten choices of Hypothesis, not a thousand.  How far games really came is
counted, never assumed.  What fails is shrunk by our own reducer, which removes moves
and not numbers.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

from attrs import define, field, frozen
from hypothesis import HealthCheck, Phase, event, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from rulecheck.properties.campaign.deciding import Deciding
from rulecheck.properties.campaign.players import Factory, contenders_of, players_of
from rulecheck.properties.findings.finding import Finding, describe, save
from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.conservation import conservation
from rulecheck.properties.invariants.contract_checks import listing, restored, unlisted
from rulecheck.properties.invariants.declaring import Property
from rulecheck.properties.invariants.unlisted_moves import Tries
from rulecheck.properties.invariants.violation import Violation, crash, guarded
from rulecheck.properties.shrinking.conditions import condition_for
from rulecheck.properties.shrinking.reducer import reduce
from rulecheck.properties.shrinking.replayer import Budget
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine

FOLDER: Final = Path(".rulecheck") / "examples"
_REST: Final = 2000
"""Moves by any player for the rest of a game; one that goes on is ended by those who play to win."""
_LAST: Final = 8000
"""Moves that they get: with no chance to win a game may go on for ever."""
_LISTED: Final = 20
"""Of the moves of a list so many are tried on the position that was saved and restored."""
FINDINGS: Final = Path(".rulecheck") / "findings"
"""Where the short games of failing test cases are kept."""


@frozen
class Failure:
    """What the machine ran into: the moves from the start and the first violation."""

    moves: tuple[Any, ...]
    violation: Violation


@define
class MachineCounts:
    """How far the games of a machine came."""

    games: int = 0
    finished: int = 0
    truncated: int = 0
    """Games that Hypothesis broke off, or that nobody could win within the moves of a machine."""
    moves: int = 0
    clauses: Counter[str] = field(factory=Counter)


class Fault(AssertionError):
    """A rule of the contract or a property does not hold; `failure` has the moves."""

    def __init__(self, failure: Failure) -> None:
        moves = " | ".join(map(str, failure.moves[-12:]))
        super().__init__(f"{failure.violation.message}\nafter {len(failure.moves)} moves, at last: {moves}")
        self.failure = failure


def goes_on(machine: GameMachine) -> bool:
    """Whether a machine's game was not seen to be over."""
    return not machine.over


class GameMachine(RuleBasedStateMachine):
    """Plays, tries illegal moves, saves and restores; made for one game by `state_machine`."""

    engine: ClassVar[AnyEngine]
    properties: ClassVar[tuple[Property, ...]]
    clauses: ClassVar[Collection[str] | None]
    counts: ClassVar[MachineCounts]
    failure: ClassVar[Failure | None]
    tries: ClassVar[Tries]
    players: ClassVar[tuple[Factory, ...]]
    finishers: ClassVar[tuple[Factory, ...]]
    """Those who play to win, by whom games come to an end."""

    def __init_subclass__(cls) -> None:
        """Its `TestCase` has the settings of the machine that it derives from, and tells a failure in a short game."""
        super().__init_subclass__()
        case, machine = cls.TestCase, cls.__mro__[1]
        if machine is not GameMachine:
            case.settings = machine.TestCase.settings  # type: ignore[attr-defined]
        as_it_runs = case.runTest

        @wraps(as_it_runs)
        def run_test(test: Any) -> None:
            cls.failure = None
            try:
                as_it_runs(test)
            except BaseException as error:
                if cls.failure is not None:
                    error.add_note(in_short(cls, cls.failure))
                raise

        case.runTest = run_test  # type: ignore[assignment, method-assign]

    def __init__(self) -> None:
        super().__init__()
        self.moves: list[Any] = []
        self.seen: set[str] = set()
        self.checker = Checker(self.engine, self.properties)
        self.positions: list[Any] = []
        self.over = False
        """Whether the game was seen to be over, and all of it was looked at."""
        try:
            self.state = self.engine.start()
        except Exception as error:
            self.fail([crash("start", error)])
        self.positions.append(self.state)
        self.fail(self.checker.first(self.state))

    def fail(self, violations: Iterable[Violation]) -> None:
        """Raise `Fault` for the first violation, if there is one."""
        for violation in violations:
            failure = Failure(tuple(self.moves), violation)
            type(self).failure = failure
            raise Fault(failure)

    def legal(self) -> Any:
        """The legal moves, checked to be there exactly while the game goes on."""
        try:
            legal = self.engine.legal_moves(self.state)
        except Exception as error:
            self.fail([crash("legal_moves", error)])
        if not legal:
            self.fail(guarded("legal_moves", self.ending(legal)))
            self.over = True
        return legal

    def ending(self, legal: Any) -> Iterable[Violation]:
        """What is wrong with a position without moves; a deadlock is told by the move that led to it."""
        last = type(self.moves[-1]).__name__ if self.moves else ""
        for violation in listing(self.engine, self.state, legal):
            if violation.kind == "deadlock":
                violation = Violation("deadlock", violation.name, violation.message, about=last)
            yield violation
        yield from self.checker.whole(self.positions, self.moves, self.engine.outcome(self.state))

    def apply(self, move: Any) -> None:
        """Play one legal move and check everything it can have broken."""
        before = self.state
        self.fail(guarded("refusal", listing(self.engine, before, [move])))
        self.moves.append(move)
        try:
            self.state = self.engine.apply(before, move)
        except Exception as error:
            self.fail([crash("apply", error)])
        self.positions.append(self.state)
        self.counts.moves += 1
        self.seen.update(self.state.events)
        self.fail(self.checker.step(before, move, self.state))

    @precondition(goes_on)
    @rule(index=st.integers(0, 63))
    def play(self, index: int) -> None:
        """One legal move, by its place in the list."""
        legal = self.legal()
        if legal:
            self.apply(legal[index % len(legal)])

    def burst(self, seed: int, length: int) -> None:
        """A burst of moves by one of the players of the game's campaigns; the player and chance follow from a seed."""
        self.play_by(self.players, seed, length)

    def play_by(self, players: Sequence[Factory], seed: int, length: int) -> None:
        """So many moves by one of some players, or fewer if the game is over."""
        rng = Random(seed)
        make_player = rng.choice(players)
        deciding = Deciding(self.engine, make_player(rng), rng)
        for _ in range(length):
            legal = self.legal()
            if not legal:
                return
            self.apply(deciding.move(self.state, legal))

    @precondition(goes_on)
    @rule(index=st.integers(0, 2**24 - 1))
    def try_another(self, index: int) -> None:
        """A well-formed move: refused if it is not listed, and without any trace."""
        legal = self.legal()
        every = self.tries.every()
        if not every:
            return
        move = every[index % len(every)]
        met: Counter[str] = Counter()
        saved = self.engine.to_json(self.state)
        checked = unlisted(self.engine, self.state, legal, [move], clauses=self.clauses, refusals=met)
        self.fail(guarded("refusal", checked))
        self.seen.update(met)
        if self.engine.to_json(self.state) != saved:
            self.fail([Violation("broken", "refusals change nothing", f"asking about {move} changed the position")])

    @precondition(lambda machine: machine.over)
    @rule()
    def rest(self) -> None:
        """Nothing: Hypothesis takes its steps, and the game is over."""

    @precondition(goes_on)
    @rule()
    def save_and_restore(self) -> None:
        """The position survives being saved, its moves being written down; each listed move is legal."""
        legal = self.legal()
        self.fail(guarded("refusal", listing(self.engine, self.state, legal)))
        self.fail(guarded("from_json", restored(self.engine, self.state, legal[:_LISTED])))

    def teardown(self) -> None:
        """Play the game to its end, count how far it came, and make its clauses Hypothesis events."""
        if sys.exc_info()[0] is None:  # neither a fault nor Hypothesis has ended it before its steps were done
            self.checker.game(len(self.moves))  # as in a campaign: claims that have a share in their turn
            self.burst(len(self.moves), _REST)
            self.play_by(self.finishers, len(self.moves), _LAST)
            self.legal()
        counts = self.counts
        counts.games += 1
        counts.finished += self.over
        counts.truncated += not self.over
        for clause in sorted(self.seen):
            counts.clauses[clause] += 1
            event(clause)


def bursts(most: int) -> Any:
    """The rule of a machine by which bursts of at most so many moves are played."""
    return precondition(goes_on)(rule(seed=st.integers(0, 2**16 - 1), length=st.integers(1, most))(GameMachine.burst))


def state_machine(
    make_engine: Callable[[], AnyEngine],
    properties: Iterable[Property] = (),
    *,
    burst: int = 200,
    steps: int = 40,
    examples: int = 50,
    clauses: Collection[str] | None = None,
    database: ExampleDatabase | None = None,
    shrink: bool = False,
    derandomize: bool = False,
) -> type[GameMachine]:
    """A state machine for a game; its `TestCase` is a unittest that pytest collects.

    Hypothesis chooses up to `steps` steps, bursts of at most `burst` moves among them; the
    rest of the game is then played to its end.  `counts` tells how many games were
    finished and how many truncated.  Failing choices are kept in `database` (default: a folder of
    the project).  Hypothesis's own shrinking is off unless asked for: `explain` is
    faster and gets further.
    """
    if not 1 <= steps <= 50:
        raise ValueError("more than 50 steps overrun Hypothesis's buffer on long games; use longer bursts")

    engine = make_engine()
    players = tuple(players_of(engine.game).values())
    body: dict[str, Any] = {
        "__doc__": GameMachine.__doc__,
        "__module__": __name__,
        "play_on": bursts(burst),
        "engine": engine,
        "properties": tuple(properties),
        "clauses": clauses,
        "counts": MachineCounts(),
        "failure": None,
        "tries": Tries(engine),
        "players": players,
        "finishers": tuple(contenders_of(engine.game).values()) or players,
    }
    made: type[GameMachine] = type(f"{engine.game.title().replace('_', '')}Machine", (GameMachine,), body)
    phases = [Phase.explicit, Phase.reuse, Phase.generate, *([Phase.shrink] if shrink else [])]
    if database is None and not derandomize:
        database = DirectoryBasedExampleDatabase(FOLDER)
    made.TestCase.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=database,
        phases=phases,
        derandomize=derandomize,
        print_blob=False,
        # long games are the point here: bursts make the base example large and slow by design
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.large_base_example,
            HealthCheck.filter_too_much,
        ],
    )
    return made


@frozen
class Run:
    """What a machine's run came to."""

    counts: MachineCounts
    finding: Finding | None
    test: str | None
    """A ready pytest function that shows the finding."""


def run(machine: type[GameMachine], *, steps: int = 200_000) -> Run:
    """Run a machine once; a failure is shrunk into a finding and a test."""
    machine.failure = None
    try:
        run_state_machine_as_test(machine, settings=machine.TestCase.settings)
    except Fault:
        pass
    except BaseExceptionGroup as group:
        if group.split(Fault)[1] is not None:
            raise
    if machine.failure is None:
        return Run(machine.counts, None, None)
    finding = explain(machine, machine.failure, steps=steps)
    return Run(machine.counts, finding, as_test(finding, machine.engine, machine.properties))


def in_short(machine: type[GameMachine], failure: Failure) -> str:
    """What a failing `TestCase` adds: the shortest game, the test to keep, and how to step through it."""
    finding = explain(machine, failure)
    game = "\n".join(f"    {move}" for move in finding.moves)
    test = as_test(finding, machine.engine, machine.properties)
    saved = save([finding], FINDINGS).paths
    replay = "".join(f"\nstep through it: rulecheck replay {path}" for path in saved)
    return (
        f"\nshown in {len(finding.moves)} moves instead of {finding.original_length}:\n{game}\n\n"
        f"a test to keep:\n\n{test}{replay}"
    )


def explain(machine: type[GameMachine], failure: Failure, *, steps: int = 200_000) -> Finding:
    """A machine's failure as a finding, with its game made as short as possible."""
    engine, violation = machine.engine, failure.violation
    condition = condition_for(violation, (conservation(engine), *machine.properties))
    shortest = reduce(engine, failure.moves, condition, budget=Budget(steps))
    moves = failure.moves if shortest is None else shortest.moves
    return Finding(
        kind=violation.kind,
        name=violation.name,
        messages=(violation.message,),
        clauses=violation.clauses,
        setting=describe(engine.rules),
        moves=tuple(str(move) for move in moves),
        at=len(moves),
        original_length=len(failure.moves),
        shrunk=shortest is not None,
        player="hypothesis",
        about=violation.about,
        trace=violation.trace,
    )


def as_test(finding: Finding, engine: AnyEngine, properties: Iterable[Property] = ()) -> str:
    """The text of a pytest function that plays a finding's game on such an engine and fails while the fault is there.

    An engine that `build` does not answer with, a subclass of a game's own, is made by its class from the rules.
    """
    setting = finding.setting
    imported, made = _maker(engine)
    words = "".join(letter if letter.isalnum() else " " for letter in f"{finding.kind} {finding.name}").lower()
    modules = sorted({claim.function.__module__ for claim in properties})
    sets = ", ".join(f"*properties_of({module!r})" for module in modules)
    moves = "".join(f"        {move!r},\n" for move in finding.moves)
    return (
        "from rulecheck.properties.invariants.declaring import properties_of\n"
        "from rulecheck.properties.invariants.faults import faults_in\n"
        f"{imported}"
        "from rulecheck.spec import make_rules\n\n\n"
        f"def test_{'_'.join(words.split())}() -> None:\n"
        f'    """{" ".join((*finding.messages, *finding.clauses))}"""\n'
        f"    rules = make_rules({setting.game!r}, players={setting.players}, setup={setting.setup!r},\n"
        f"                       seats={setting.seats!r}, readings={setting.readings!r},\n"
        f"                       numbers={setting.numbers!r})\n"
        f"    moves = [\n{moves}    ]\n\n"
        f"    assert faults_in({made}, moves, [{sets}]) == []\n"
    )


def _importable(module: str) -> str:
    """What a module is called where it is imported, also while it is the program."""
    if module != "__main__":
        return module
    program = sys.modules[module]
    return program.__spec__.name if program.__spec__ else Path(getattr(program, "__file__", None) or module).stem


def _maker(engine: AnyEngine) -> tuple[str, str]:
    """How a test makes such an engine: the line that imports what it needs, and the expression."""
    kind = type(engine)
    try:
        is_the_games_own = type(build(engine.rules)) is kind
    except Exception:  # rules of a game that is not registered
        is_the_games_own = False
    if is_the_games_own:
        return "from rulecheck.reference_engines import build\n", "build(rules)"
    outermost, _, inner = kind.__qualname__.rpartition("<locals>.")[2].partition(".")
    hint = "  # it stands in a function there: move it out" if "<locals>" in kind.__qualname__ else ""
    called = f"{outermost}.{inner}" if inner else outermost
    return f"from {_importable(kind.__module__)} import {outermost}{hint}\n", f"{called}(rules)"
