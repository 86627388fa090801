"""What a property owes: clauses, a sentence, games that exercise it, honest reads, and a breaker that it notices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.batteries.material import Breakers, owe, played_by
from rulecheck.properties.invariants.checker import Checker, evaluate
from rulecheck.properties.invariants.declaring import Played, Property, PropertySet
from rulecheck.properties.invariants.recording import undeclared_reads
from rulecheck.properties.invariants.telling import told_otherwise
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import OVER, AnyEngine
from rulecheck.spec import load, make_rules

EACH: Final = 40
"""Steps kept of each kind of move and of each phase."""
TOLD_EACH: Final = 3
"""Steps of each kind of move at which a clause is told wrongly, of those that told it and of those that did not."""


@frozen
class SeenStep:
    """A step of a game that was played."""

    engine: AnyEngine
    before: Any
    move: Any
    after: Any


@frozen
class Record:
    """What a few seeded games have to show."""

    steps: Mapping[str, list[SeenStep]]
    """By kind of move."""
    counts: Mapping[str, int]
    """How often each property was looked at."""
    violations: list[str]
    finished: list[tuple[AnyEngine, Played]]


def violations_of(engine: AnyEngine, states: list[Any], moves: list[Any], checker: Checker) -> list[str]:
    """What the properties have to say about a game."""
    violations = checker.first(states[0])
    for before, move, after in zip(states, moves, states[1:], strict=False):
        violations += checker.step(before, move, after)
    if engine.actor(states[-1]) == OVER:
        violations += checker.whole(states, moves, engine.outcome(states[-1]))
    return [f"{violation.name}: {violation.message} {violation.trace}" for violation in violations]


def look_at_every_kind_of_move(
    game: str, properties: PropertySet, choices: Sequence[tuple[str, str]], tables: Sequence[tuple[str, int]]
) -> None:
    """Every kind of move that there is under any choice of any reading is named by a property of moves.

    A reading may bring a kind of its own: one that no property names may do anything.
    """
    __tracebackhide__ = True
    named = {kind for claim in properties.of("after") for kind in claim.moves or ()}
    for readings in ({}, *({reading: choice} for reading, choice in choices)):
        for setup, players in dict(tables).items():
            rules = make_rules(game, setup=setup, players=players, readings=readings)
            kinds = {type(move).__name__ for move in build(rules).all_moves()}
            under = "".join(f" with {reading}={choice}" for reading, choice in readings.items())
            owe(
                kinds <= named,
                f"no property of moves names {', '.join(sorted(kinds - named))}{under}",
                'write one: @after("clause", moves=("Kind",)), which says what the move changes',
            )


def record(game: str, properties: PropertySet, how: Breakers) -> Record:
    """The games of the samples, checked by everything."""
    steps: dict[str, list[SeenStep]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    kept: dict[tuple[type, ...], int] = defaultdict(int)
    record = Record(steps, counts, [], [])
    for seed, sample in enumerate(how.samples):
        engine = build(sample.rules(game))
        checker = Checker(engine, properties, generic=False)
        states, moves = played_by(engine, sample.player, seed, sample.cap)
        record.violations.extend(violations_of(engine, states, moves, checker))
        if engine.actor(states[-1]) == OVER:
            record.finished.append((engine, Played(states, moves, engine.outcome(states[-1]))))
        for before, move, after in zip(states, moves, states[1:], strict=False):
            kind = (type(move), *(type(getattr(state, "phase", None)) for state in (before, after)))
            kept[kind] += 1
            if kept[kind] <= EACH:
                steps[type(move).__name__].append(SeenStep(engine, before, move, after))
        for name, count in checker.counts().items():
            counts[name] += count
    return record


def are_broken_by_none(seen: Record) -> None:
    """The engine's own games break no property."""
    __tracebackhide__ = True
    owe(not seen.violations, "\n    ".join(seen.violations[:9]), "fix the engine, or the property that says too much")


def hold_under_all_other_readings(game: str, properties: PropertySet) -> None:
    """Nor do games in which every open sentence is read otherwise."""
    __tracebackhide__ = True
    book = load(game)
    other = {
        reading.id: choice
        for reading in book.readings.values()
        for choice in reading.choices
        if choice != reading.default
    }
    for players in book.setups[book.default_setup].players:
        engine = build(make_rules(game, players=players, readings=other))
        states, moves = played_by(engine, "uniform", 7, 600)
        broken = violations_of(engine, states, moves, Checker(engine, properties, generic=False))
        told = "\n    ".join(broken[:9])
        owe(not broken, f"with {other}: {told}", "ask the rules which reading is played: engine.rules.reading(id)")


def cites_clauses_that_exist(game: str, claim: Property) -> None:
    """A property names its clauses, and says in a sentence what holds."""
    __tracebackhide__ = True
    owe(claim.clauses, f"{claim.name} cites no clause", "name the clauses that say so")
    unknown = [clause for clause in claim.clauses if clause not in load(game).clauses]
    owe(not unknown, f"{claim.name} cites {unknown}, which the rulebook does not have", "fix the id")
    owe(claim.doc.endswith("."), f"{claim.name}: {claim.doc!r}", "say in one sentence what holds; reports show it")


def is_exercised(claim: Property, seen: Record, how: Breakers) -> None:
    """The samples come to what it is about."""
    __tracebackhide__ = True
    do = f"fix what it names (moves=…, when=…), or add a player or a reading that gets there to SAMPLES in {how.place}"
    owe(seen.counts.get(claim.name, 0) > 0, f"{claim.name} was never looked at in the games of the samples", do)


def reads_what_it_says(claim: Property, seen: Record) -> None:
    """An invariant looks at the fields that it names, and at no other."""
    __tracebackhide__ = True
    for step in [step for steps in seen.steps.values() for step in steps[-3:]]:
        more = undeclared_reads(claim, step.engine, step.after)
        owe(
            not more,
            f"{claim.name} looks at {sorted(more)}",
            "name these in reads=…, or leave it out",
        )


def notices_what_breaks_it(claim: Property, seen: Record, how: Breakers) -> None:
    """A step, game or engine that breaks it is noticed, and the property does not crash on it."""
    __tracebackhide__ = True
    write = f"write one in {how.place}: BREAKERS[{claim.name!r}] (or GAMES, WRONG_ENGINES)"
    for clause in claim.tells:
        _notices_the_telling(claim, seen, clause)
    if claim.tells:
        return
    owe(claim.name in how.names, f"nothing breaks {claim.name}: it may see nothing", write)
    if claim.name in how.engines:
        _notices_the_engine(claim, seen, how.engines[claim.name])
    elif claim.kind == "whole_game":
        owe(claim.name in how.games, f"{claim.name} is about whole games", "its breaker belongs into GAMES")
        owe(seen.finished, "no sample's game came to its end", "give SAMPLES a higher cap, or another player")
        engine, played = seen.finished[0]
        owe(evaluate(claim, engine, played) == [], f"{claim.name} is broken before anything was broken", "fix it")
        owe(evaluate(claim, engine, how.games[claim.name](played)), f"{claim.name} does not notice it", "fix it")
    else:
        _notices_the_step(claim, seen, how)


def _notices_the_engine(claim: Property, seen: Record, engine_of: Callable[[Any], AnyEngine]) -> None:
    """Some position, or some game, of the reference looks wrong if the engine answers wrongly."""
    __tracebackhide__ = True
    for engine, played in seen.finished:
        wrong = engine_of(engine.rules)
        steps = zip(played.positions, played.moves, played.positions[1:], strict=False)
        given: list[tuple[Any, ...]] = [(played,)] if claim.kind == "whole_game" else list(steps)
        for some in given:
            if _sees(claim, wrong, some):
                return
    owe(False, f"{claim.name} notices nothing of the wrong engine", "fix the property or its breaker")


def _notices_the_step(claim: Property, seen: Record, how: Breakers) -> None:
    """Some step of the reference, broken, looks wrong."""
    __tracebackhide__ = True
    kinds = list(seen.steps) if claim.moves is None else [kind for kind in claim.moves if kind in seen.steps]
    tried = 0
    for step in (step for kind in kinds for step in seen.steps[kind]):
        broken = how.steps[claim.name](how.given(step.engine), step.before, step.move, step.after)
        if broken is None:
            continue
        tried += 1
        before, move, after = broken
        if _sees(claim, step.engine, (after,) if claim.kind == "holds" else (before, move, after)):
            return
    first = "fix the property; if it is about a reading, put a sample that plays by it first"
    do = first if tried else "let the breaker break some step of a sample's game"
    owe(False, f"{claim.name} notices none of {tried} broken steps", do)


def _notices_the_telling(claim: Property, seen: Record, clause: str) -> None:
    """A step that tells a clause for nothing looks wrong, and each that keeps one to itself."""
    __tracebackhide__ = True
    here: list[SeenStep] = []
    for steps in seen.steps.values():
        for is_told in (False, True):
            such = [step for step in steps if (clause in step.after.events) is is_told]
            here += [step for step in such[-TOLD_EACH:] if claim.concerns(step.before, step.move, step.after)]
    for step in here:
        other = told_otherwise(step.after, clause)
        what = f"{step.move} {'does not tell' if clause in step.after.events else 'tells'} {clause}"
        owe(_sees(claim, step.engine, (step.before, step.move, other)), f"{claim.name}: {what}, unnoticed", "fix it")
    owe(here, f"{claim.name}: no step at which {clause} can be told wrongly", "add a sample that comes to one")


def _sees(claim: Property, engine: AnyEngine, some: tuple[Any, ...]) -> bool:
    """Whether it finds fault with something broken; a property must not crash on it."""
    __tracebackhide__ = True
    violations = evaluate(claim, engine, *some)
    crashed = [violation.trace for violation in violations if violation.trace]
    owe(not crashed, f"{claim.name} crashes on something broken: {crashed}", "let it cope with impossible positions")
    return bool(violations)


def have_a_breaker_each(properties: PropertySet, how: Breakers) -> None:
    """Every property has a breaker, and every breaker is of a property that there is."""
    __tracebackhide__ = True
    names = {claim.name for claim in properties}
    missing = sorted({claim.name for claim in properties if not claim.tells} - how.names)
    owe(not missing, f"nothing breaks {missing}", f"put a way to break each into {how.place}")
    left = sorted(how.names - names)
    owe(not left, f"breakers of properties that do not exist: {left}", "rename or remove them")
