"""A departure that goes away under another reading, number or edition: perhaps the program only plays by that.

Its game is played again with our side under each single choice that its clauses leave open or name; the program
is asked what it was asked before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.properties.conform.localization.search_context import SearchContext
from rulecheck.properties.conform.lockstep.departure import Explained
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, Part, positions_from
from rulecheck.properties.conform.lockstep.lockstep import ALL
from rulecheck.properties.conform.lockstep.observation import place_in
from rulecheck.properties.conform.lockstep.replaying import Shows, replayed
from rulecheck.properties.findings.origin import going_on
from rulecheck.reference_engines.contract import SILENT, AnyEngine, PositionError, UnknownMove
from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.errors import SpecError
from rulecheck.spec.model import Quantity, Rulebook
from rulecheck.spec.rules import Rules

_BLAMED: Final = 6
"""Clauses whose choices are tried: the likeliest."""
_NUMBERS: Final = 2
"""Clauses whose numbers are tried: with one more or less of anything many a game happens to agree."""
_CHOICES: Final = 60
"""Choices that are tried for one departure at most."""
_OPEN: Final = 12
"""Moves that are looked at for the readings that they need."""
_TOLD: Final = 3
"""Of those that explain it, so many are told."""
_WAYS: Final = 10
"""Ways in which a number may be away on the other side, the nearest first."""
_KINDS: Final = ("lists", "misses", "state", "turn", "outcome", "accepts", "refuses")
"""The kinds of departures that a choice can explain."""


@frozen
class Game:
    """A line of moves that shows a departure at its end, as it was played."""

    context: EngineContext
    line: Sequence[str]
    divergence: Divergence
    span: int | None
    seed: int


class Explainer:
    """Looks for the choices under which departures of one program go away."""

    def __init__(self, search: SearchContext) -> None:
        self.search = search
        self._engines: dict[tuple[int, Explained], AnyEngine | None] = {}
        self._known: dict[Explained, None] = {}
        """What has explained a departure: it may explain others, whose clauses do not speak of it."""

    def explains(self, games: Sequence[Game], clauses: Sequence[str]) -> tuple[Explained, ...]:
        """The single choices under which the first of some games shows nothing, nor any other that can be played.

        The readings and numbers of the likeliest clauses are tried; where no clause is suspected, as of moves that our
        notation does not know, any number under which our side alone comes to what the program told.
        """
        first = games[0]
        if first.divergence.kind not in _KINDS:
            return ()
        explanations: list[Explained] = []
        for tried, choice in enumerate(self._choices(first, clauses)):
            if (
                tried >= _CHOICES
                or len(explanations) >= _TOLD
                or (explanations and explanations[-1].what != choice.what)
            ):
                break  # where a reading explains it, numbers that happen to do so as well are not told
            if self._agrees(first, choice) and all(self._agrees(game, choice) is not False for game in games[1:]):
                explanations.append(choice)
        if not clauses:
            numbers = self._numbers(first, self.search.rulebook.quantities.values())
            may = (choice for choice in numbers if self._may_agree(first, choice))
            explanations += islice((choice for choice in may if all(self._agrees(game, choice) for game in games)), 1)
        self._known.update(dict.fromkeys(explanations))
        return tuple(explanations)

    def explains_too(self, games: Sequence[Game]) -> tuple[Explained, ...]:
        """The first of the choices that have explained another departure under which these games show nothing."""
        if games[0].divergence.kind not in _KINDS:
            return ()
        for choice in self._known:
            if self._agrees(games[0], choice) and all(self._agrees(game, choice) is not False for game in games[1:]):
                return (choice,)
        return ()

    # What there is to try

    def _choices(self, game: Game, clauses: Sequence[str]) -> Iterator[Explained]:
        """Other readings and numbers of the clauses, then editions that take several readings otherwise."""
        book, rules = self.search.rulebook, game.context.rules
        blamed = [
            *clauses[:_BLAMED],
            *(clause for clause in game.divergence.clauses if clause not in clauses[:_BLAMED]),
        ]
        asked = [reading.id for clause in blamed for reading in book.readings.values() if clause in reading.silent]
        for id in dict.fromkeys((*asked, *_needed(game))):
            for value in book.readings[id].choices:
                if value != rules.readings[id]:
                    yield Explained("reading", id, value)
        for clause in clauses[:_NUMBERS]:
            yield from self._numbers(
                game, [quantity for quantity in book.quantities.values() if quantity.clause == clause]
            )
        for name in editions(book):
            yield Explained("edition", name, "")

    def _numbers(self, game: Game, quantities: Iterable[Quantity]) -> Iterator[Explained]:
        rules = game.context.rules
        for quantity in quantities:
            now = rules.numbers.get(quantity.name, quantity.at(rules.players))
            for by in ways_off([game.divergence]) if now is not None else ():
                yield Explained("number", quantity.name, str((now or 0) + by))

    def _may_agree(self, game: Game, choice: Explained) -> bool:
        """Whether our side alone, from the start, comes to what the program told under a choice."""
        engine, divergence = self._engine(game.context, choice), game.divergence
        try:
            played = None if engine is None else _from_start(game, engine)
        except Exception:
            return False  # with that number no game comes there
        if engine is None or played is None:
            return False
        state = played[1][-1]
        legal = set(map(str, engine.legal_moves(state)))
        match divergence.kind:
            case "misses":
                return divergence.missing.isdisjoint(legal)
            case "lists":
                return divergence.extra <= legal
            case "state":
                position = engine.to_json(state)
                return all(place_in(position, place.path) == place.theirs for place in divergence.differences)
            case "turn":
                return game.context.seat(engine.actor(state)) == divergence.theirs
        return False

    def _rules(self, rules: Rules, choice: Explained) -> Rules | None:
        """The rules with a choice; None if that changes nothing."""
        if choice.what == "reading":
            return rules.with_reading(choice.id, choice.value)
        if choice.what == "number":
            return evolve(rules, numbers={**rules.numbers, choice.id: int(choice.value)})
        settles = load_edition(self.search.rulebook, choice.id).settles
        taken = {**rules.readings, **settles}
        return None if taken == dict(rules.readings) else evolve(rules, readings=taken)

    def _engine(self, context: EngineContext, choice: Explained) -> AnyEngine | None:
        key = id(context), choice  # the search keeps its engines for good, so no other has this id
        if key not in self._engines:
            try:
                rules = self._rules(context.rules, choice)
                engine = None if rules is None else self.search.asked.build(rules)
                if engine is not None and context.origin is not None:
                    engine = going_on(engine, context.origin.position)
                self._engines[key] = engine
            except (SpecError, ValueError):
                self._engines[key] = None  # numbers that cannot be played, or not from there
        return self._engines[key]

    # Whether it goes away

    def _agrees(self, game: Game, choice: Explained) -> bool | None:
        """Whether the two sides agree at the end of the game under a choice; None if it cannot be played then."""
        engine = self._engine(game.context, choice)
        if engine is None:
            return None
        played = _from_position(game, engine) if game.span is not None else None
        if played is None:
            played = _from_start(game, engine)
        if played is None:
            return None
        context = EngineContext(engine)
        context.rules = game.context.rules  # the program is asked for the same table as before
        context.origin = game.context.origin
        return self._sides_agree(game, context, *played)

    def _sides_agree(
        self, game: Game, context: EngineContext, moves: Sequence[Any], states: Sequence[Any]
    ) -> bool | None:
        search, kind, tried = self.search, game.divergence.kind, game.divergence.tried
        if tried is not None and kind in ("accepts", "refuses"):
            try:
                refused = context.engine.refusal(states[-1], context.engine.parse(tried))
            except UnknownMove:  # under another number there is no such move
                return None
            return (refused is None) == (kind == "accepts")
        if not self._is_same_decision(game, context, states[-1]):
            return False
        condition = Shows(search.session, game.divergence, [context], game.seed, search.accepted, span=game.span)
        part_from = condition.part_from(context, states)
        if part_from is None:
            return None
        lock = replayed(
            context,
            search.session,
            moves,
            states,
            part_from,
            ((), ALL),
            seed=game.seed,
            accepted=search.accepted,
            ignored=(*search.asked.ignored, *game.divergence.beside),
        )
        if lock.skipped or len(lock.moves) < len(moves):
            return None
        counts = lock.counts
        looked = {"lists": counts.legal, "misses": counts.legal, "state": counts.state, "outcome": counts.outcome}
        seen = looked.get(kind, counts.turn) or counts.outcome  # after the end nothing else is compared
        return not lock.divergences and not lock.passed_over and seen > 0

    def _is_same_decision(self, game: Game, context: EngineContext, state: Any) -> bool:
        """Whether the program knows the position that a choice leads to; where moves differ, the same seat decides."""
        if not Part(context, self.search.session.play).is_open(state):
            return False
        if game.divergence.kind not in ("lists", "misses"):
            return True
        engine = game.context.engine
        before = engine.start()
        for text in game.line:
            before = engine.apply(before, engine.parse(text))
        return engine.actor(before) == context.engine.actor(state)


Played = tuple[Sequence[Any], Sequence[Any]]
"""Moves, and the positions before, between and after them."""


def _from_start(game: Game, engine: AnyEngine) -> Played | None:
    """The game on another engine from its beginning; None if that forbids one of its moves, or does not know it."""
    try:
        moves = [engine.parse(text) for text in game.line]
    except UnknownMove:
        return None
    states = positions_from(engine, engine.start(), moves)
    return None if states is None else (moves, states)


def _from_position(game: Game, engine: AnyEngine) -> Played | None:
    """The game on another engine from the position that the program was handed; nothing is known of those before it."""
    assert game.span is not None
    ours, at = game.context.engine, max(0, len(game.line) - game.span)
    state = ours.start()
    for text in game.line[:at]:
        state = ours.apply(state, ours.parse(text))
    try:
        handed = engine.from_json(ours.to_json(state))
    except PositionError:
        return None
    try:
        moves = [engine.parse(text) for text in game.line]
        states = positions_from(engine, handed, moves[at:])
    except Exception:
        return None  # with these rules no game comes there, and what is carried out there is nobody's business
    return None if states is None else (moves, [*[None] * at, *states])


def _needed(game: Game) -> list[str]:
    """The readings that were needed in a game, the last ones first; and in what can be played at its end."""
    engine = game.context.engine
    state = engine.start()
    needed = list(state.events)
    for text in game.line:
        state = engine.apply(state, engine.parse(text))
        needed += state.events
    for move in engine.legal_moves(state)[:_OPEN]:
        needed += engine.apply(state, move).events
    return [event.removeprefix(SILENT) for event in reversed(needed) if event.startswith(SILENT)]


def ways_off(divergences: Sequence[Divergence]) -> list[int]:
    """How much a number might be away on the other side: as much as what differs, or one."""
    away = {1, -1}
    for difference in (difference for divergence in divergences for difference in divergence.differences):
        ours, theirs = difference.ours, difference.theirs
        if type(ours) is int and type(theirs) is int:
            away |= {theirs - ours, ours - theirs}
    return [by for by in sorted(away, key=lambda by: (abs(by), -by)) if by][:_WAYS]


def spoken_for(book: Rulebook, explained: Sequence[Explained], *, of_amounts: bool) -> Sequence[str]:
    """The clauses that what explains a departure speaks for: those of a single reading, of amounts a single number's.

    What may be done, and whose turn it is, changes with many a number; and of what the box holds a program may as well
    hand out more or less.
    """
    readings = [choice for choice in explained if choice.what == "reading"]
    if len(readings) == 1:
        return book.readings[readings[0].id].silent
    if of_amounts and [choice.what for choice in explained] == ["number"]:
        clause = book.quantities[explained[0].id].clause
        return () if book.clauses[clause].kind == "component" else (clause,)
    return ()
