"""Conservation by induction: a game as kinds of moves over numbers, each kind checked on its own.

A `Model` has number variables and kinds of moves; a kind has arguments, a guard
and an update, all written once in Python over values that are plain numbers when
the model is played and formulas when it is proved.  What every kind keeps, from
any state that meets the invariants (reachable or not), every game keeps; and a
kind that does not keep it is named.

A model proves nothing about a game until it is tied to it: `tie` replays engine
steps and requires each to be the model's move kinds one after the other, with the
same numbers before and after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.solvers.logic import Sat, Solver, Term, all_of, negation, number, total
from rulecheck.solvers.proof import Proof, Undecided, Vacuous
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel

State: TypeAlias = Mapping[str, Term]
"""A value for each variable: plain numbers or formulas."""

Update: TypeAlias = Callable[[State, State], Mapping[str, Term]]
Guard: TypeAlias = Callable[[State, State], Term]


def _always(_state: State, _arguments: State) -> Term:
    return True


@frozen
class Kind:
    """A kind of move: which numbers it takes, when it is open, what it changes.

    Kinds that differ only in who moves, or with which component, share their `name`
    and differ in `of`.
    """

    name: str
    update: Update
    """The new values of the variables it changes, given the state and the arguments."""
    guard: Guard = _always
    arguments: tuple[str, ...] = ()
    of: tuple[object, ...] = ()
    """Whose move, with what: seat, good, ship, …"""

    def __str__(self) -> str:
        return " ".join([self.name, *map(str, self.of)])


Change: TypeAlias = Callable[[Kind], Kind]
"""What a broken twin does to the kinds of moves."""


@frozen
class Invariant:
    """What every state meets, and the variables it speaks of."""

    name: str
    of: tuple[str, ...]
    holds: Callable[[State], Term]


@frozen
class Model:
    """A game as numbers and kinds of moves."""

    variables: tuple[str, ...]
    kinds: Mapping[tuple[object, ...], Kind]
    invariants: tuple[Invariant, ...]
    """What is assumed of a state before a move, and proved of the state after it."""
    conserved: Mapping[str, Mapping[str, int]]
    """Sums that no move changes, by what they count: each variable and how it counts, as a rule 1."""

    @staticmethod
    def of(
        variables: Iterable[str],
        kinds: Iterable[Kind],
        invariants: Iterable[Invariant],
        conserved: Mapping[str, Mapping[str, int]],
    ) -> Model:
        """A model whose variables are never negative, besides the invariants given."""
        listed = tuple(variables)
        never_negative = [Invariant(f"{name} is not negative", (name,), _not_negative(name)) for name in listed]
        return Model(
            listed,
            {(kind.name, *kind.of): kind for kind in kinds},
            (*never_negative, *invariants),
            conserved,
        )

    def step(self, state: Mapping[str, int], move: Move) -> dict[str, int]:
        """Play a move on plain numbers; raises ValueError if it is not open."""
        kind = self.kinds.get((move.kind, *move.of))
        if kind is None:
            raise ValueError(f"the model has no move {move}")
        if not kind.guard(state, move.arguments):
            raise ValueError(f"{move} is not open in the model")
        return {**state, **kind.update(state, move.arguments)}

    def with_kinds(self, change: Change) -> Model:
        """The same model with kinds changed: a broken twin."""
        return evolve(self, kinds={key: change(kind) for key, kind in self.kinds.items()})

    def unknown_state(self) -> dict[str, Term]:
        """A state of unknowns."""
        return {name: number(name) for name in self.variables}


def _not_negative(name: str) -> Callable[[State], Term]:
    return lambda state: state[name] >= 0


@frozen
class Move:
    """One of the model's moves, with its arguments."""

    kind: str
    of: tuple[object, ...] = ()
    arguments: Mapping[str, int] = field(factory=dict)

    def __str__(self) -> str:
        told = [f"{name} {value}" for name, value in self.arguments.items()]
        return " ".join([self.kind, *map(str, self.of), *told])


@frozen
class Guilty:
    """A kind of move that breaks what should be kept, with a state and arguments that show it."""

    kind: Kind
    what: str
    """The name of the sum that changes, or of the invariant that breaks."""
    before: dict[str, int] = field(repr=False)
    arguments: dict[str, int] = field(repr=False)


def guilty(model: Model, proof: Proof) -> Iterator[Guilty]:
    """Every kind of move that changes a conserved sum or breaks an invariant; each kind must be open somewhere."""
    state = model.unknown_state()
    solver = Solver(effort=proof.effort)
    solver.add(*(invariant.holds(state) for invariant in model.invariants))
    for kind in model.kinds.values():
        proof.check_time()
        arguments: dict[str, Term] = {name: number(f"{kind.name}.{name}") for name in kind.arguments}
        changes = kind.update(state, arguments)
        after = {**state, **changes}
        solver.push()
        solver.add(all_of(kind.guard(state, arguments), True))
        if solver.ask() is not Sat.YES:
            raise Vacuous(f"the move {kind} is open in no state of the model")
        proof.case()
        for what, claim in _claims(model, state, after, changes):
            answer = solver.ask(negation(claim))
            if answer is Sat.UNKNOWN:
                raise Undecided(f"{kind} and {what}: {solver.why_unknown()}")
            if answer is Sat.YES:
                values = solver.values()
                yield Guilty(kind, what, values.all(state), values.all(arguments))
        solver.pop()


def _claims(model: Model, state: State, after: State, changes: Iterable[str]) -> Iterator[tuple[str, Term]]:
    """What has to be asked of one kind of move: only what speaks of a variable that it changes."""
    touched = set(changes)
    for what, names in model.conserved.items():
        mine = [name for name in names if name in touched]
        if mine:
            yield what, total(after[n] * names[n] for n in mine) == total(state[n] * names[n] for n in mine)
    for invariant in model.invariants:
        if touched & set(invariant.of):
            yield invariant.name, invariant.holds(after)


def refutation(model: Model, culprits: Sequence[Guilty]) -> InModel | None:
    """The first guilty move, to be played on plain numbers; None if no kind is guilty."""
    if not culprits:
        return None
    first = culprits[0]
    move = Move(first.kind.name, first.kind.of, first.arguments)

    def shows() -> bool:
        after = model.step(first.before, move)
        if first.what in model.conserved:
            names = model.conserved[first.what]
            return sum(after[n] * names[n] for n in names) != sum(first.before[n] * names[n] for n in names)
        broken = next(invariant for invariant in model.invariants if invariant.name == first.what)
        return bool(broken.holds(first.before)) and not broken.holds(after)

    names = tuple(dict.fromkeys(culprit.kind.name for culprit in culprits))
    whats = tuple(dict.fromkeys(culprit.what for culprit in culprits))
    says = f"guilty: {', '.join(names)} ({', '.join(whats[:6])}); for one, {move}"
    shown = {name: value for name, value in first.before.items() if value}
    return InModel(says, shows, {**shown, "move": str(move)}, names)


def unkept(proof: Proof, models: Iterable[Model], change: Change | None = None) -> InModel | None:
    """The first guilty move of some models, for a twin with changed kinds; None if they keep what they should."""
    for model in models:
        told = model if change is None else model.with_kinds(change)
        if (counterexample := refutation(told, list(guilty(told, proof)))) is not None:
            return counterexample
    return None


@frozen
class Loose:
    """An engine step that is not what the model says."""

    number: int
    before: Any
    move: Any
    after: Any
    why: str


Abstraction: TypeAlias = Callable[[Any], Mapping[str, int]]
Instance: TypeAlias = Callable[[Any, Any, Any, Mapping[str, int], Mapping[str, int]], Iterable[Move]]
"""Which of the model's moves a step (before, move, after, numbers before, numbers after) should be."""


Step: TypeAlias = tuple[Any, Any, Any]
"""An engine's position, a move, and the position after it."""


def tie(
    model: Model, steps: Iterable[Step], seen: Abstraction, instance: Instance, kinds: Counter[str]
) -> Iterator[Loose]:
    """Engine steps that are not the model's; counts the model's move kinds into `kinds`.

    `seen` reads the model's variables off an engine state, `instance` says which of
    the model's moves an engine step should be; the model then has to carry them out,
    guards and all, and come to the engine's numbers.
    """
    last: tuple[Any, dict[str, int]] | None = None
    for at, (before, move, after) in enumerate(steps):
        state = last[1] if last is not None and last[0] is before else dict(seen(before))
        expected = dict(seen(after))
        reached = state
        why = ""
        try:
            for model_move in instance(before, move, after, state, expected):
                kinds[model_move.kind] += 1
                reached = model.step(reached, model_move)
        except ValueError as error:
            why = str(error)
        if not why and reached != expected:
            differ = [name for name in expected if reached.get(name) != expected[name]]
            why = ", ".join(f"{name}: model {reached.get(name)}, engine {expected[name]}" for name in differ)
        if why:
            yield Loose(at, before, move, after, why)
        last = (after, expected)


def note_met(proof: Proof, model: Model, kinds: Counter[str]) -> None:
    """Note with a proof how many of a model's kinds of moves `tie` has met, and which it has not."""
    every = {kind.name for kind in model.kinds.values()}
    missed = sorted(every - set(kinds))
    not_met = f"; not met: {', '.join(missed)}" if missed else ""
    proof.note(f"{len(every) - len(missed)} of {len(every)} kinds of moves met in play{not_met}")


Apply: TypeAlias = Callable[[AnyEngine, Any, Any], Any]
"""The position after a move."""


def by_the_engine(engine: AnyEngine, state: Any, move: Any) -> Any:
    """The engine's own."""
    return engine.apply(state, move)


def replayed(proof: Proof, steps: Iterable[Step]) -> Iterator[Step]:
    """Engine steps as samples on which a proof rests."""
    for step in steps:
        proof.sample()
        yield step


def applied(engine: AnyEngine, steps: Iterable[Step], apply: Apply) -> Iterator[Step]:
    """The same positions and moves, with what some rule of applying moves makes of them."""
    for before, move, after in steps:
        yield before, move, after if apply is by_the_engine else apply(engine, before, move)


def departure(
    engine: AnyEngine, model: Model, seen: Abstraction, instance: Instance, loose: Loose, apply: Apply
) -> InEngine:
    """A step that the model does not have, as a refutation on the engine's position."""

    def shows(engine: AnyEngine, states: Sequence[Any]) -> bool:
        after = apply(engine, states[0], loose.move)
        return bool(list(tie(model, [(states[0], loose.move, after)], seen, instance, Counter())))

    return InEngine(
        f"{loose.move} is not a move of the model: {loose.why}", engine, loose.before, shows, (str(loose.move),),
        by="the model, on the engine's position", guilty=(type(loose.move).__name__,),
    )  # fmt: skip


def walk(engine: AnyEngine, moves: int, seed: int, *, games: int = 10**9) -> Iterator[tuple[Any, Any, Any]]:
    """Steps (before, move, after) of seeded random games, at least this many unless all games are over before."""
    rng = Random(seed)
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
