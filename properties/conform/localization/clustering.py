"""What departed in the games of a search, sorted by cause: a departure for each, in the shortest game that shows it.

Two divergences have one cause if they have the same likeliest clause and differ in the same parts of the position, or
are of another kind; or if they go away with one reading or number that was taken over.
Nothing else is put together: whatever diverged and is not so explained is a departure of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import define, evolve, field

from rulecheck.properties.campaign.planning import Candidate, Candidates, Reached
from rulecheck.properties.conform.localization.choices import spoken_for
from rulecheck.properties.conform.localization.search_context import GameLine, Rank, SearchContext
from rulecheck.properties.conform.localization.shortest_games import ReplayedGame, Shortest
from rulecheck.properties.conform.localization.trials import Trials
from rulecheck.properties.conform.lockstep.advice import advice
from rulecheck.properties.conform.lockstep.baseline import named
from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.departure import FAILURES, NAMED, SURE, Departure
from rulecheck.properties.conform.lockstep.divergence import Divergence, Identity
from rulecheck.properties.conform.lockstep.engine_context import positions
from rulecheck.properties.conform.lockstep.observation import is_about_turns
from rulecheck.properties.findings.finding import describe

_SUSPECTS: Final = 3
"""Clauses that a departure names: the likeliest, and two more."""
_EXAMPLES: Final = 8
"""Further examples of a departure."""
_ALIKE: Final = 4
"""Games of a cause that have to go away with what explains it."""

_Cluster: TypeAlias = tuple[object, ...]


@define(eq=False)
class Cause:
    """Divergences that are put down to one cause, and the games that show them."""

    kind: str
    about: str
    suspects: tuple[str, ...]
    keys: tuple[str, ...] = ()
    games: set[int] = field(factory=set)
    candidates: Candidates[Rank, GameLine, Divergence] = field(factory=Candidates)
    various: list[Candidate[Rank, GameLine, Divergence]] = field(factory=list)
    """One game of each set of clauses that were at work."""
    members: list[Cause] = field(factory=list, repr=False)
    """Others that are put down to the same: further examples."""
    adopted: tuple[Choice, ...] = ()
    """What was taken over in the same run, and brings it about."""

    @property
    def rank(self) -> Rank:
        """That of the game that shows it best."""
        return self.candidates.first.rank

    @property
    def key(self) -> str:
        """What it is called where it is shown best."""
        return named(self.candidates.first.sighting, self.about, self.suspects)

    @property
    def sightings(self) -> list[Candidate[Rank, GameLine, Divergence]]:
        """Games that show it, each in another way first."""
        by_place = {(replay.index, replay.sighting.at, replay.sighting.key): replay for replay in self.various}
        for replay in self.candidates.soonest:
            by_place.setdefault((replay.index, replay.sighting.at, replay.sighting.key), replay)
        return list(by_place.values())

    def add(
        self, candidates: Candidates[Rank, GameLine, Divergence], games: set[int], suspects: tuple[str, ...]
    ) -> None:
        """Take in games with one more set of clauses at work."""
        if not self.candidates.soonest or candidates.first.rank < self.rank:
            self.suspects = suspects
        self.candidates.join(candidates)
        self.various.append(candidates.first)
        self.games |= games

    def has_key_of(self, other: Cause) -> bool:
        """Whether the likeliest clause is the same, and so are the parts that differ, but for whose turn it is.

        Where no clause was at work, as in a position in which a program comes in, the parts alone have to be.
        """
        if not {self.kind, other.kind} <= NAMED:
            return False
        has_clause = bool(self.suspects and other.suspects)
        if has_clause and self.suspects[0] != other.suspects[0]:
            return False
        return self._parts == other._parts if self.kind == other.kind == "state" else has_clause

    @property
    def _parts(self) -> set[str]:
        """The parts that differ, but for those that say no more than whose turn it is."""
        differing = self.candidates.first.sighting.differences
        return {place.part for place in differing if not is_about_turns([place])}

    def take_in(self, other: Cause) -> None:
        """Keep another that is put down to the same as a further example."""
        self.games |= other.games
        self.keys = tuple(dict.fromkeys((*self.keys, *other.keys)))
        self.members.append(other)


def trouble_of(divergence: Divergence) -> str:
    """What a program said when it failed, without numbers: the same wherever it fails in the same way."""
    lines = [line.strip() for line in divergence.stderr.splitlines() if line.strip()]
    return re.sub(r"\d+", "0", lines[-1]) if lines else f"{divergence.kind} {divergence.about}"


def _cluster_of(divergence: Divergence, suspects: Sequence[str]) -> _Cluster:
    """What is the same in all divergences of one key: a forbidden move that is listed is played when offered, too."""
    if divergence.kind in FAILURES:
        return divergence.kind, trouble_of(divergence)
    kind = "lists" if divergence.kind in SURE else divergence.kind
    at_work = [clause for clause in suspects if clause in divergence.clauses] if divergence.kind in NAMED else []
    return kind, divergence.about, divergence.parts, *at_work[:1]


class Clusters:
    """All that diverged so far."""

    def __init__(self, search: SearchContext, ways: Mapping[str, Reached] = MappingProxyType({})) -> None:
        """`ways`: for each clause the shortest way to it that is known."""
        self.search = search
        self._shortest = Shortest(search, ways)
        self.failures = 0
        """How often the program failed."""
        self.crashes = 0
        """How often it ended by itself."""
        self.divergences: dict[Identity, Candidates[Rank, GameLine, Divergence]] = {}
        """The games that show each kind of divergence soonest."""
        self._games: dict[Identity, set[int]] = {}
        self.trials = Trials(search)
        self.explained: dict[tuple[Choice, ...], Clusters] = {}
        """What went away with each choice that was taken over, or with several that come together."""

    def __len__(self) -> int:
        return len({key for key, *_ in self.divergences}) + len(self.explained)

    def clauses_beyond(self, moves: int) -> set[str]:
        """The likeliest clauses of what no game shows in so many moves."""
        every = (candidates.first for candidates in self.divergences.values())
        return {first.sighting.clauses[0] for first in every if first.rank.moves > moves and first.sighting.clauses}

    def games_of(self, identity: Identity) -> set[int]:
        """The games that such a divergence was met in."""
        return self._games[identity]

    def taken_out(self) -> Sequence[tuple[Candidates[Rank, GameLine, Divergence], set[int]]]:
        """All that diverged so far, each with the games that it was met in; nothing of it is kept."""
        known = [(candidates, self._games[identity]) for identity, candidates in sorted(self.divergences.items())]
        self.divergences, self._games = {}, {}
        return known

    def put_back(
        self,
        seen: Sequence[tuple[GameLine, Divergence]],
        games: set[int] = frozenset(),  # type: ignore[assignment]
    ) -> None:
        """Take in what was seen again of something that was met in some games."""
        for game, divergence in seen:
            self.note(game, [divergence])
            self._games[divergence.identity] |= games

    def note(self, game: GameLine, divergences: Sequence[Divergence]) -> None:
        """Keep what diverged in a game, one divergence of each kind."""
        for identity, divergence in {divergence.identity: divergence for divergence in reversed(divergences)}.items():
            self.search.spectrum.part(divergence)
            self.divergences.setdefault(identity, Candidates()).add(
                Rank.of(game, divergence), game.index, game, divergence
            )
            self._games.setdefault(identity, set()).add(game.index)
            self.failures += divergence.kind in FAILURES
            self.crashes += divergence.kind == "crashed"

    def departures(self, *, quick: bool = False, doing: Callable[[], None] = lambda: None) -> tuple[Departure, ...]:
        """One for each cause, in the shortest game found; `quick`: in a game as it was played, not explained.

        What does not show again, or was never met but after an accepted difference, is a note.
        """
        asked, games = self.search.asked, []
        for cause in (*self.causes(quick=quick), *self._adopted()):
            doing()
            games.append(self._shortest.first_again(cause))
        if asked.shrink_steps and not quick and self.search.can_replay:
            games = self._shortest.shortened(games, asked.shrink_steps, doing)
            games = self._shortest.with_fewer_before(games, doing)
        again = [(cause, game) for cause, game in games if game is not None]
        is_explained = not quick and not asked.adopts and self.search.can_explain
        departures = []
        for cause, game in again:
            doing()
            explained = self._explained(cause) if is_explained else ()
            departures.append((cause, self._departure(cause, game, explained, () if quick else self._examples(cause))))
        return tuple(
            sorted(
                _one_for_each_key(departures), key=lambda replay: (replay.is_failure, len(replay.moves), replay.keys)
            )
        )

    # Which divergences have one cause

    def causes(self, *, quick: bool = False) -> list[Cause]:
        """Divergences of one key together."""
        clusters: dict[_Cluster, Cause] = {}
        for identity, candidates in sorted(self.divergences.items()):
            divergence = candidates.first.sighting
            suspects = self.search.spectrum.suspects(divergence)
            cluster = _cluster_of(divergence, suspects)
            cause = clusters.setdefault(cluster, Cause(divergence.kind, divergence.about, suspects))
            cause.add(candidates, self._games[identity], suspects)
            cause.keys = tuple(dict.fromkeys((*cause.keys, named(divergence, divergence.about, suspects))))
        causes = sorted(clusters.values(), key=lambda cause: cause.rank)
        if quick:
            return causes
        together: list[Cause] = []
        for cause in causes:
            first = next((other for other in together if cause.has_key_of(other)), None)
            if first is None:
                together.append(cause)
            else:
                first.take_in(cause)
        return together

    # How each is shown

    def _examples(self, cause: Cause) -> tuple[Departure, ...]:
        """The members of a cause that show again, each in a game as it was played."""
        examples: dict[str, Departure] = {}
        for member in sorted(cause.members, key=lambda member: member.rank):
            if len(examples) == _EXAMPLES:
                break
            if member.key not in {*examples, cause.key}:
                replay = self._shortest.again(member, is_told=False)
                if replay is not None:
                    examples[member.key] = self._departure(member, replay, ())
        return tuple(examples.values())

    def _adopted(self) -> Sequence[Cause]:
        """For each choice that was taken over a cause of all that went away with it."""
        causes = []
        for taken, clusters in self.explained.items():
            first, *others = clusters.causes(quick=True)
            for other in others:
                first.take_in(other)
            for cause in (first, *others):
                cause.adopted = taken
            causes.append(first)
        return causes

    def _explained(self, cause: Cause) -> tuple[Choice, ...]:
        """The reading or number under which a cause goes away, where none is taken over."""
        tried = self.trials.explaining(cause.sightings[:_ALIKE])
        return next((taken for taken, evidence in tried if not evidence.left), ())

    def _departure(
        self, cause: Cause, replay: ReplayedGame, explained: tuple[Choice, ...], also: tuple[Departure, ...] = ()
    ) -> Departure:
        divergence, context = replay.divergence, replay.context
        explained = explained or cause.adopted
        engine = context.engine
        states = positions(engine, map(engine.parse, replay.line[: divergence.at]))
        suspects = self._blamed(cause, divergence, explained)
        key = named(divergence, divergence.about, suspects)
        return Departure(
            kind=divergence.kind,
            about=divergence.about,
            clauses=suspects[:_SUSPECTS],
            messages=(divergence.message, *advice(context, states[-1], divergence)),
            setting=describe(replay.context.engine.rules),
            moves=replay.line,
            keys=tuple(dict.fromkeys((key, *cause.keys))),
            tried=divergence.tried,
            original_length=replay.original,
            shrunk=replay.shrunk,
            times=len(cause.games),
            seed=self.search.asked.seed,
            game=replay.game.index,
            player=replay.game.player,
            stderr=divergence.stderr,
            after=divergence.after,
            differences=divergence.differences,
            explained=explained,
            adopted=bool(cause.adopted),
            origin=replay.context.origin,
            beside=tuple(sorted(divergence.beside)),
            also=also,
        )

    def _blamed(self, cause: Cause, replay: Divergence, explained: Sequence[Choice]) -> tuple[str, ...]:
        """The likeliest clauses of a cause, or of what is shown of it if the likeliest was not at work there.

        Where it goes away with one reading (or amounts, with one number), those stand first that this is one of.
        """
        suspects = cause.suspects
        if not set(suspects[:1]) & set(replay.clauses):
            suspects = self.search.spectrum.suspects(replay)
        if cause.kind in SURE:
            return suspects
        first = spoken_for(self.search.rulebook, explained, of_amounts=bool(replay.differences))
        return tuple(dict.fromkeys((*(clause for clause in first if clause in suspects), *suspects)))


def _one_for_each_key(departures: Sequence[tuple[Cause, Departure]]) -> list[Departure]:
    """Departures that are called the same once they are shown are one, in the shorter game."""
    by_key: dict[str, tuple[Cause, Departure]] = {}
    for cause, departure in sorted(departures, key=lambda replay: len(replay[1].moves)):
        first_cause, first = by_key.setdefault(departure.key, (cause, departure))
        if first_cause is not cause:
            first_cause.games |= cause.games
            keys = tuple(dict.fromkeys((*first.keys, *departure.keys)))
            by_key[departure.key] = first_cause, evolve(first, keys=keys, times=len(first_cause.games))
    return [departure for _, departure in by_key.values()]
