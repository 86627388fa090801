"""What a game's mistakes owe: each says what it does, breaks clauses that exist, and departs where games come to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.batteries.material import owe, played_by, seeded
from rulecheck.properties.campaign.players import players_of
from rulecheck.properties.mistakes import Mistake
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import load, make_rules

_OFTEN: Final = 10
"""Steps that are kept in which a clause was carried out, if there are so many,"""
_OTHERS: Final = 400
"""and further ones, drawn from all."""
_GAMES: Final = 2
"""Games of each player at each table."""
_CAP: Final = 1200
"""Moves of a game at most."""
_LEGAL: Final = 40
"""Legal moves of a position that are played, at most."""
_SELDOM: Final = 0.05
"""The part of all other steps of which they are."""
_WORDS: Final = 3
"""A sentence has more."""


@frozen(eq=False)
class Played:
    """A step of a game by the rules; the start of one where there is no move."""

    engine: AnyEngine
    before: Any = None
    move: Any = None
    after: Any = None

    @property
    def events(self) -> frozenset[str]:
        """What was carried out, by the step or by the last one before it."""
        return frozenset(self.after.events) | frozenset(() if self.before is None else self.before.events)


@frozen
class Steps:
    """Steps of games of all players at all tables: some for each clause, and others."""

    steps: Sequence[Played] = field(repr=False)

    def for_clauses(self, clauses: Sequence[str]) -> Iterator[Played]:
        """All steps, those first that carry out one of some clauses."""
        yield from sorted(self.steps, key=lambda step: step.events.isdisjoint(clauses))


def steps_of(game: str, seed: int = 1) -> Steps:
    """Steps of seeded games that the rules' own engine plays."""
    rng, often = Random(seed), Counter[str]()
    kept: list[Played] = []
    others: list[Played] = []
    rulebook = load(game)
    for setup in rulebook.setups.values():
        for players in setup.players:
            engine = build(make_rules(game, players=players, setup=setup.name))
            kept.append(Played(engine, after=engine.start()))
            for player in players_of(game):
                for nth in range(_GAMES):
                    states, moves = played_by(engine, player, seed + nth, _CAP)
                    for at, move in enumerate(moves):
                        step = Played(engine, states[at], move, states[at + 1])
                        rare = [event for event in step.events if often[event] < _OFTEN]
                        if rare or at == len(moves) - 1:
                            often.update(rare)
                            kept.append(step)
                        elif rng.random() < _SELDOM:
                            others.append(step)
    rng.shuffle(others)
    return Steps([*kept, *others[:_OTHERS]])


def departs(engine: AnyEngine, step: Played) -> bool:
    """Whether a wrong engine comes to another position, another list of moves or another end in a step."""
    right = step.engine
    if step.before is None:
        start = engine.start()
        return start != step.after or list(engine.legal_moves(start)) != list(right.legal_moves(step.after))
    legal = right.legal_moves(step.before)
    if set(engine.legal_moves(step.before)) != set(legal):
        return True
    tried = [step.move, *(move for move in legal[:_LEGAL] if move != step.move)]
    if any(engine.apply(step.before, move) != right.apply(step.before, move) for move in tried):
        return True
    return bool(
        engine.outcome(step.after) != right.outcome(step.after) or engine.actor(step.after) != right.actor(step.after)
    )


def say_what_they_do(game: str, mistakes: Sequence[Mistake]) -> None:
    """Each mistake has a sentence, a name of its own, and clauses of the rulebook."""
    __tracebackhide__ = True
    clauses = load(game).clauses
    for mistake in mistakes:
        unknown = [clause for clause in mistake.clauses if clause not in clauses]
        owe(not unknown, f"{mistake.name} breaks {', '.join(unknown)}", "name clauses of the rulebook")
        owe(mistake.clauses, f"{mistake.name} breaks nothing", "name the clause that it is about")
        is_sentence = len(mistake.says.split()) > _WORDS
        owe(is_sentence, f"{mistake.name}: {mistake.says!r}", "say in one line what such a program does")
    twice = [name for name, times in Counter(mistake.name for mistake in mistakes).items() if times > 1]
    owe(not twice, f"several mistakes are called {', '.join(twice)}", "give each a name of its own")


def are_met(game: str, mistakes: Sequence[Mistake]) -> None:
    """Each departs from the rules in a step that games come to, and leaves the rules' own engine alone."""
    __tracebackhide__ = True
    played = steps_of(game) if mistakes else Steps(())
    never = [mistake.name for mistake in mistakes if not is_met(mistake, played)]
    owe(not never, f"as the rules say in {len(played.steps)} steps: {', '.join(never)}", "change what it is wrong in")
    for step in played.steps:
        is_so = step.before is None or step.engine.apply(step.before, step.move) == step.after
        owe(is_so, f"{step.move} does something else than before", "mistakes keep their changes to themselves")


def is_met(mistake: Mistake, played: Steps) -> bool:
    """Whether it departs from the rules in one of some steps."""
    engines: dict[int, AnyEngine] = {}
    for step in played.for_clauses(mistake.clauses):
        engine = engines.get(id(step.engine))
        if engine is None:
            engine = engines[id(step.engine)] = mistake.engine(step.engine.rules)
        if departs(engine, step):
            return True
    return False


def play_on(game: str, mistakes: Sequence[Mistake], cap: int = 400) -> None:
    """A game by each comes to its end, or to so many moves: each move that it lists it plays, and refuses no such."""
    __tracebackhide__ = True
    for mistake in mistakes:
        engine = mistake.engine(make_rules(game))
        for move, state in zip(*seeded(engine, 4, cap), strict=False):
            refused = engine.refusal(state, move)
            owe(refused is None, f"{mistake.name} lists {move} and refuses it: {refused}", "change both")
