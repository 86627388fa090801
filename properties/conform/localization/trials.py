"""Whether a program plays by another reading or number: what must be so before that is said.

A choice explains a divergence if, with it, our side comes to what the program told; if it contradicts no step in
which the sides agreed; and if both sides, played on together well past the spot, agree wherever it matters.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, TypeAlias

from attrs import evolve

from rulecheck.properties.campaign.planning import Candidate, derive
from rulecheck.properties.campaign.players import draw
from rulecheck.properties.conform.localization.choices import choices, clauses_of
from rulecheck.properties.conform.localization.joint_choices import choices_together
from rulecheck.properties.conform.localization.replayed_steps import Spot, Steps, Taken, apart, own_items
from rulecheck.properties.conform.localization.search_context import GameLine, Rank, SearchContext
from rulecheck.properties.conform.lockstep.choice import Choice, Evidence, rules_with
from rulecheck.properties.conform.lockstep.departure import FAILURES
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, positions_from
from rulecheck.properties.conform.lockstep.lockstep import ALL, Lockstep
from rulecheck.properties.conform.lockstep.observation import differences
from rulecheck.properties.conform.lockstep.replaying import Shows, replayed
from rulecheck.properties.findings.origin import going_on
from rulecheck.reference_engines.contract import CHANCE, AnyEngine, PositionError, UnknownMove
from rulecheck.spec.errors import SpecError
from rulecheck.spec.rules import Rules

Past: TypeAlias = tuple[int, bool]
PARTS: Final[Past] = (-1, False)
"""Both sides part at the spot all the same, or behind it because of the choice."""
Sighting: TypeAlias = Candidate[Rank, GameLine, Divergence]

_NOT: Final = -1
"""Our side does not come to what the program told."""
EXPLAINABLE: Final = ("lists", "misses", "state", "turn", "outcome", "accepts", "refuses")
"""The kinds of divergences that a choice can explain."""
_TRIED: Final = 250
"""Choices that are tried for one divergence at most."""
_OPEN: Final = 12
"""Moves that are looked at for the readings that they need."""
_ON: Final = 30
"""Moves that are played on behind the spot,"""
_PAST: Final = 10
"""and so many of them, in all, have to agree, or each game to its end;"""
_TWICE: Final = 2
_RUNS: Final = 12
"""How often games are played on at most, each time by other moves; twice at least."""
_ENGINES: Final = 300
"""Engines that are kept: a quarter of a MB each."""
_SPOTS: Final = 256
_LINES: Final = 40
"""Games whose steps are kept as those in which the sides agreed,"""
_STEPS: Final = 6
"""so many for each clause that was at work."""


class Trials:
    """Tries choices against the games of a search."""

    def __init__(self, search: SearchContext) -> None:
        self.search = search
        self.steps = Steps(search)
        self._engines: dict[tuple[int, Taken], AnyEngine | None] = {}
        self._begun: dict[int, Any] = {}
        """Of each of our rules the position in which games begin,"""
        self._alike: set[int] = set()
        """and the engines with another number whose games begin in the same one: positions mean the same to these."""
        self.tried = 0
        """How many choices were tried so far."""
        self._spots: dict[int, Spot] = {}
        self._lines: deque[GameLine] = deque(maxlen=_LINES)
        self._agreed: defaultdict[str, list[tuple[EngineContext, Any, Any, Any]]] = defaultdict(list)
        self._starts: dict[int, EngineContext] = {}

    def note(self, game: GameLine, divergences: Sequence[Divergence]) -> None:
        """Keep a game for the steps after which nothing differed, neither positions nor what is legal in them."""
        if game.origin is None and game.agreed is not None:
            parted = {divergence.at for divergence in divergences}
            self._lines.append(evolve(game, agreed=game.agreed - parted))
            if 1 in game.agreed:  # a game that begins from a position further on says nothing of the start
                self._starts[game.rules] = self.search.context_for(game)

    def forget(self) -> None:
        """Something was adopted: steps under the rules of before say nothing any more."""
        self._lines.clear()
        self._agreed.clear()
        self._starts.clear()

    # Which choices explain

    def explaining(
        self, sightings: Sequence[Sighting], others: Sequence[Sighting] = ()
    ) -> Iterator[tuple[Taken, Evidence]]:
        """What explains the first of some divergences that are alike, and the rest where it matters.

        Single choices, and several that come together in one amount.

        `others` look the same, and may have other causes.
        """
        first = sightings[0]
        if first.sighting.kind not in EXPLAINABLE:
            return
        context, _, states = self.steps.played(first.game, first.sighting.at)
        engine, last = context.engine, states[-1]
        states += [engine.apply(last, move) for move in engine.legal_moves(last)[:_OPEN]]
        events = [event for state in states for event in state.events]
        tried = choices(self.search.rulebook, engine.rules, first.sighting, events)
        for choice in islice(tried, _TRIED):
            self.tried += 1
            evidence = self.explains(sightings, (choice,), others)
            if evidence is not None:
                yield (choice,), evidence
        spots = [self._spot(sighting) for sighting in (*sightings, *others)]
        several = choices_together(self.search.rulebook, spots, self._under)
        evidence = self.explains(sightings, several, others) if several else None
        if evidence is not None and not evidence.left:
            yield several, evidence

    def explains(self, sightings: Sequence[Sighting], taken: Taken, others: Sequence[Sighting] = ()) -> Evidence | None:
        """What it rests on that a choice explains the first of some divergences, and the rest where it matters.

        Many a number happens to explain a single one: it is to be met in two games, or at the start.  A part of one is
        explained by what does so at the start, or by a reading in three games.
        """
        first = self._reduces(self._spot(sightings[0]), taken)
        if first in (None, _NOT):
            return None
        rest = [self._reduces(self._spot(sighting), taken) for sighting in sightings[1:]]
        if _NOT in rest or self._is_contradicted(taken):
            return None
        matter = [sighting for sighting, left in zip(sightings, (first, *rest), strict=True) if left is not None]
        matter += [other for other in others if self._reduces(self._spot(other), taken) not in (None, _NOT)]
        games = len({sighting.index for sighting in matter})
        is_often, is_start = games >= _TWICE, sightings[0].sighting.at == 0
        are_numbers = all(choice.what == "number" for choice in taken)
        if first:
            is_part = is_start or (games > _TWICE and not are_numbers)
            return Evidence(len(matter), left=first) if is_part else None
        if not is_often and not is_start and are_numbers:
            return None
        moves, ended, played = 0, True, 0
        for nth in range(_RUNS):
            past = self._played_on(matter[nth % len(matter)], taken, nth)
            if past is PARTS:
                return None
            if past is None:
                continue
            moves, ended, played = moves + past[0], ended and past[1], played + 1
            if nth and (moves >= _PAST or ended):
                break
        is_enough = moves >= _PAST or (ended and (moves or (is_often and played)))
        return Evidence(len(matter), moves) if is_enough else None

    def comes_to(self, sighting: Sighting, taken: Taken) -> bool:
        """Whether our side comes to just what the program told if it plays by a choice."""
        return self._reduces(self._spot(sighting), taken) == 0

    # By our side alone

    def engine(self, context: EngineContext, taken: Taken) -> AnyEngine | None:
        """Our engine with one more choice; None if that changes nothing, or cannot be played."""
        key = id(context.engine.rules), taken  # the search keeps its rules for good, so no others have this id
        if key not in self._engines:
            if len(self._engines) >= _ENGINES:
                self._alike.discard(id(self._engines.pop(next(iter(self._engines)))))
            rules = rules_with(context.engine.rules, taken)
            try:
                self._engines[key] = None if rules is context.engine.rules else self._built(rules, context, taken)
            except (SpecError, ValueError):
                self._engines[key] = None  # numbers that cannot be played
        return self._engines[key]

    def _built(self, rules: Rules, context: EngineContext, taken: Taken) -> AnyEngine:
        build, ours = self.search.asked.build, context.engine.rules
        engine = build(rules)
        if any(
            choice.what == "reading" for choice in taken
        ):  # what a position is, of tiles that lie beside each other say, may be its subject
            return engine
        if id(ours) not in self._begun:
            self._begun[id(ours)] = _begun(build(ours))
        if _begun(engine) == self._begun[id(ours)]:
            self._alike.add(id(engine))
        return engine

    def _reduces(self, spot: Spot, taken: Taken) -> int | None:
        """How much still differs where our side plays by a choice: less than before, and nothing else; 0 where it comes
        to just what the program told, _NOT where it does not.  None where it makes no difference."""
        if taken not in spot.left:
            spot.left[taken] = self._left(spot, taken)
        return spot.left[taken]

    def _left(self, spot: Spot, taken: Taken) -> int | None:
        engine = self.engine(spot.context, taken)
        if engine is None:
            return None
        try:
            after = self._after(spot, engine)
            if spot.step.move is not None and after == spot.ours:
                return _NOT
            left = apart(spot.context, engine, after, self.search.session.play, spot.divergence)
        except Exception:
            return _NOT  # with these rules no game comes there, and what is carried out there is nobody's business
        own = len(left & spot.own)
        return own if left < spot.apart and own < len(spot.own) else _NOT

    def _under(self, spot: Spot, choice: Choice) -> tuple[AnyEngine, Any] | None:
        """Another engine, and the position after a step under it; None if there is none."""
        engine = self.engine(spot.context, (choice,))
        try:
            return None if engine is None else (engine, self._after(spot, engine))
        except Exception:
            return None  # with this no game comes there

    def _after(self, spot: Spot, engine: AnyEngine) -> Any:
        """The position after a step under another engine; if there is none such as it begins in, from the start."""
        try:
            return spot.step.after(engine, is_alike=id(engine) in self._alike)
        except PositionError:
            if spot.game.origin is not None:
                raise
            moves = map(engine.parse, spot.game.line[: spot.divergence.at])
            states = positions_from(engine, engine.start(), moves)
            if states is None:
                raise
            return states[-1]

    def _spot(self, sighting: Sighting) -> Spot:
        """Where the sides parted, looked up once."""
        spot = self._spots.get(id(sighting))
        if spot is None or spot.divergence is not sighting.sighting:
            game, divergence = sighting.game, sighting.sighting
            context, step = self.search.context_for(game), self.steps.step(game, divergence)
            ours = step.after(context.engine)
            before = apart(context, context.engine, ours, self.search.session.play, divergence)
            spot = Spot(game, divergence, context, step, ours, before, own_items(before, divergence))
            if len(self._spots) >= _SPOTS:
                del self._spots[next(iter(self._spots))]
            self._spots[id(sighting)] = spot
        return spot

    def _is_contradicted(self, taken: Taken) -> bool:
        """Whether a choice makes a difference in a step in which the sides agreed."""
        for context in self._starts.values():
            engine = self.engine(context, taken)
            if engine is not None and self._differ(context.engine, context.engine.start(), engine, engine.start()):
                return True
        while self._lines:
            self._take_in(self._lines.popleft())
        book = self.search.rulebook
        clauses = {clause for choice in taken for clause in clauses_of(book, choice)}
        events = (*clauses, *(f"silent:{choice.id}" for choice in taken), *self._agreed)
        seen: set[int] = set()
        for event in dict.fromkeys(events):
            for step in self._agreed.get(event, ()):
                if id(step) not in seen and self._matters(step, taken):
                    return True
                seen.add(id(step))
        return False

    def _take_in(self, game: GameLine) -> None:
        """Keep a few of the steps of a game in which the sides agreed, for each clause."""
        agreed = sorted(at for at in game.agreed or () if 0 < at <= len(game.line))
        context, moves, states = self.steps.played(game, max(agreed, default=0))
        for at in agreed:
            step = context, states[at - 1], moves[at - 1], states[at]
            for event in states[at].events:
                if len(self._agreed[event]) < _STEPS:
                    self._agreed[event].append(step)

    def _matters(self, step: tuple[EngineContext, Any, Any, Any], taken: Taken) -> bool:
        """Whether a choice makes a difference in a step."""
        context, before, move, after = step
        engine = self.engine(context, taken)
        if engine is None:
            return False
        try:
            is_alike = id(engine) in self._alike
            there = before if is_alike else engine.from_json(context.engine.to_json(before), partial=True)
            other = engine.parse(context.name(move))
            if engine.refusal(there, other) is not None:
                return True
            return self._differ(context.engine, after, engine, engine.apply(there, other))
        except (PositionError, UnknownMove):
            return False  # a position that there is not under the choice says nothing
        except Exception:
            return True

    def _differ(self, ours: AnyEngine, state: Any, other: AnyEngine, there: Any) -> bool:
        """Whether two positions differ in what the program tells, or in what may be done in them."""
        compared, play = self.search.result.counts.compared, self.search.session.play
        if "state" in play.can and state != there:
            apart = differences(ours.to_json(state), other.to_json(there))
            if any(compared.covers(place.part) for place in apart):
                return True
        if ours.actor(state) != other.actor(there):
            return True
        return "legal" in play.can and {*map(str, ours.legal_moves(state))} != {*map(str, other.legal_moves(there))}

    # On both sides

    def _played_on(self, sighting: Sighting, taken: Taken, nth: int) -> Past | None:
        """How many moves both sides agreed on behind the spot, and whether the game ended; PARTS: they part there.

        None where the game cannot be played under the choice.  What departs further on counts against the choice
        only where that makes a difference in the step.
        """
        game, divergence = sighting.game, sighting.sighting
        ours = self.search.context_for(game)
        engine = self.engine(ours, taken)
        assert engine is not None
        try:
            if ours.origin is not None:
                engine = going_on(engine, ours.origin.position)
            lines = self._lines_under(engine, ours, game, divergence)
        except PositionError:
            lines = None
        if lines is None:
            return None
        moves, states, part_from = lines
        context = EngineContext(engine)
        context.rules, context.origin = ours.rules, ours.origin  # the program is asked for the same table as before
        tried = divergence.tried is not None and divergence.kind in ("accepts", "refuses")
        rng = Random(derive(self.search.asked.seed, "on", game.index, divergence.at, nth))
        lock = replayed(
            context,
            self.search.session,
            moves,
            states,
            part_from,
            ((), ALL),
            seed=game.index,
            accepted=self.search.accepted,
            ignored=(*self.search.asked.ignored, *divergence.beside),
            last=self._going_on(context, rng, divergence.tried if tried else None),
        )
        if lock.skipped or len(lock.moves) < len(moves):
            return None if lock.skipped else PARTS
        if lock.passed_over and not lock.divergences and len(lock.moves) == len(moves):
            return PARTS
        for seen in lock.divergences:
            if seen.kind in FAILURES:
                continue
            if seen.at <= divergence.at:
                if seen.kind == divergence.kind or seen.kind in ("state", "turn", "outcome"):
                    return PARTS
            elif self._is_at_work(context, ours, lock, seen):
                return PARTS
        past = min((seen.at for seen in lock.divergences if seen.at > divergence.at), default=len(lock.moves) + 1)
        ended = engine.outcome(lock.state) is not None and not lock.divergences
        ended = ended or (self.search.session.play.is_part and not lock.is_inside and not lock.divergences)
        compared = lock.counts.legal + lock.counts.state + lock.counts.turn  # what nobody looks at is no agreement
        return min(past - 1 - divergence.at, compared), ended and compared > 0

    def _lines_under(
        self, engine: AnyEngine, ours: EngineContext, game: GameLine, divergence: Divergence
    ) -> tuple[list[Any], list[Any], int] | None:
        """The game's moves and positions under another engine, and where the program comes in.

        From the position that it was handed, or else from the start.
        """
        play, line = self.search.session.play, game.line[: divergence.at]
        try:
            moves = [engine.parse(text) for text in line]
        except UnknownMove:
            return None
        if play.takes_positions and not play.is_part:
            _, _, states = self.steps.played(game, divergence.at)
            at = min(divergence.since, max(0, divergence.at - 1))
            if at or divergence.since:
                handed = engine.from_json(ours.engine.to_json(states[at]), partial=True)
                on = positions_from(engine, handed, moves[at:])
                return None if on is None else (moves, [*[None] * at, *on], at)
        states = positions_from(engine, engine.start(), moves) or []
        if not states:
            return None
        context = EngineContext(engine)
        part_from = Shows(self.search.session, divergence, [context]).part_from(context, states) if play.is_part else 0
        return None if part_from is None else (moves, states, part_from)

    @staticmethod
    def _going_on(context: EngineContext, rng: Random, tried: Any) -> Callable[[Lockstep], None]:
        """Plays a game on behind the spot, after what was tried there."""
        engine = context.engine

        def on(lock: Lockstep) -> None:
            if tried is not None:
                move = engine.parse(tried)
                refused = engine.refusal(lock.state, move)
                if refused is None:
                    lock.play([move], ALL)
                else:
                    lock.attempt(tried, refused)
            for _ in range(_ON):
                listed = [
                    move for move in engine.legal_moves(lock.state) if context.name(move) not in lock.oracle.missed
                ]
                if not listed or lock.is_over or not lock.is_inside or lock.taken_together(context.name(listed[0])):
                    return
                weights = engine.weights(lock.state) if engine.actor(lock.state) == CHANCE else ()
                chosen = draw(listed, weights, rng) if len(weights) == len(listed) else rng.choice(listed)
                lock.play([chosen], ALL)

        return on

    def _is_at_work(self, context: EngineContext, ours: EngineContext, lock: Lockstep, seen: Divergence) -> bool:
        """Whether what was adopted makes a difference in a step, to our rules without it."""
        engine, state = context.engine, lock.first
        moves = [engine.parse(text) for text in lock.moves[lock.part_from : seen.at]]
        on = positions_from(engine, state, moves)
        if on is None or len(on) < 2:
            return False
        try:
            before = ours.engine.from_json(engine.to_json(on[-2]), partial=True)
            move = ours.engine.parse(context.name(moves[-1]))
            if ours.engine.refusal(before, move) is not None:
                return True
            return self._differ(ours.engine, ours.engine.apply(before, move), engine, on[-1])
        except (PositionError, UnknownMove):
            return False
        except Exception:
            return True


def _begun(engine: AnyEngine) -> tuple[Any, Any]:
    """The position in which its games begin, and what it is called."""
    state = engine.start()
    return state, engine.to_json(state)
