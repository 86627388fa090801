"""What departed in the games of a search, sorted by cause, and the shortest game for each cause.

A departure is told only if its game, played again, shows it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.apart import told_apart
from rulecheck.properties.conform.cause import Cause, trouble_of
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.departure import FAILURES, SURE, Departure, Explained
from rulecheck.properties.conform.explaining import Explainer, Game, spoken_for
from rulecheck.properties.conform.naming import named, with_members
from rulecheck.properties.conform.once import MOST_EXAMPLES, one_for_each_choice, one_for_each_key
from rulecheck.properties.conform.owing import each_once
from rulecheck.properties.conform.parting import Identity, Parting
from rulecheck.properties.conform.provided import not_as_in_the_box
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.scoring import WRONG_SCORES, by_rules, by_rules_at_last
from rulecheck.properties.conform.shortest import Shortest, Shown
from rulecheck.properties.conform.steps import SIGHTINGS
from rulecheck.properties.conform.supporting import supports
from rulecheck.properties.conform.waited import beside_known, follow_from_moves
from rulecheck.properties.findings.finding import describe
from rulecheck.properties.findings.origin import Origin

_VARIOUS: Final = 12
"""Further games of a cause that have to go away with what explains it."""
_IDENTITIES: Final = 600
"""Kinds of partings beyond which no more wrong ends are kept."""


class Causes:
    """All that departed so far."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self._shortest = Shortest(common)
        self.failures = 0
        """How often the program failed."""
        self.crashes = 0
        """How often it ended by itself."""
        self.seen: dict[Identity, Candidates[Rank, GameLine, Parting]] = {}
        """The games that show each kind of parting soonest."""
        self._games: dict[Identity, set[int]] = {}
        self._parted: dict[tuple[int, Origin | None], set[int]] = {}
        """Of each game, after how many moves the sides parted."""

    def __len__(self) -> int:
        return len({key for key, *_ in self.seen})

    def note(self, game: GameLine, partings: Sequence[Parting]) -> None:
        """Keep what departed in a game, one parting for each cause."""
        if partings:
            parted = self._parted.setdefault((game.index, game.origin), set())
            parted.update(parting.at for parting in partings)
        once = {parting.identity: parting for parting in reversed(partings)}
        for identity, parting in once.items():
            self.common.spectrum.part(parting)
            if parting.marks and identity not in self.seen and len(self.seen) >= _IDENTITIES:
                continue  # of ends every one is another
            candidates = self.seen.setdefault(identity, Candidates())
            candidates.add(Rank.of(game, parting), game.index, game, parting)
            self._games.setdefault(identity, set()).add(game.index)
            self.failures += parting.kind in FAILURES
            self.crashes += parting.kind == "crashed"

    def departures(self, *, quick: bool = False, doing: Callable[[], None] = lambda: None) -> tuple[Departure, ...]:
        """One for each cause, in the shortest game found; `quick`: in a game as it was played.

        What was never seen but after an accepted difference, and what does not show again, is a note.
        """
        asked, causes = self.common.asked, self._causes(quick=quick)
        games: list[tuple[Cause, Shown | None]] = []
        for cause in causes:
            doing()
            games.append(self._shortest.first_again(cause))
        steps = 0 if quick else asked.shrink_steps
        if steps and self._shortest.is_repeatable:
            games = self._shortest.shortened(games, steps, doing)
            games = self._shortest.with_fewer_before(games, doing)
        shown = [(cause, game) for cause, game in games if game is not None]
        explained = [()] * len(shown) if quick or not self._shortest.is_repeatable else self._explanations(shown, doing)
        departures = one_for_each_choice(
            self.common,
            one_for_each_key(
                [
                    (cause, self._departure(cause, game, choices, () if quick else self._also(cause)))
                    for (cause, game), choices in zip(shown, explained, strict=True)
                ]
            ),
        )
        return tuple(sorted(departures, key=lambda shown: (shown.is_failure, len(shown.moves), shown.keys)))

    def _causes(self, *, quick: bool = False) -> list[Cause]:
        """What departs in the same way under the same clause is one cause, whatever move brought it about.

        `quick`: without asking which small changes of our rules would bring it about.
        """
        causes: list[Cause] = []
        derived = self._derived()
        seen = self._told_apart()
        owed = [] if quick else by_rules(self.common, seen)
        if owed:
            seen = {identity: shown for identity, shown in seen.items() if identity[0] != WRONG_SCORES}
        at_last, sorted_out = ([], ()) if quick else by_rules_at_last(self.common, seen)
        owed += at_last
        seen = {identity: shown for identity, shown in seen.items() if identity not in sorted_out}
        first = {identity: candidates.first for identity, candidates in seen.items()}
        following = follow_from_moves(beside_known(self.common, first))
        caused: dict[Identity, Cause] = {}
        for identity, candidates in sorted(seen.items(), key=lambda shown: (not shown[0][2], shown[0])):
            if identity in following:
                continue
            parting = candidates.first.sighting
            suspects = self._suspects(parting)
            about = self.common.spectrum.about(parting)
            key = named(parting, about, suspects)
            cause = next((known for known in causes if known.is_like(parting, suspects, derived, about)), None)
            if cause is None:
                cause = Cause(key, parting.kind, about, suspects, trouble_of(parting))
                causes.append(cause)
            caused[identity] = cause
            cause.sees(parting)
            cause.games |= self._games[identity]
            cause.keys = tuple(dict.fromkeys((*cause.keys, key)))
            if (parting.kind, cause.kind) == ("lists", "accepts"):  # a list shows it in a shorter game than an offer
                cause.kind, cause.candidates = parting.kind, Candidates()
            own = cause.example(key, parting, suspects)
            own.games |= self._games[identity]
            if not own.candidates.soonest or candidates.first.rank < own.candidates.first.rank:
                own.key, own.suspects = key, suspects
            own.candidates.join(candidates)
            own.various.append(candidates.first)
        for cause in causes:
            cause.begin_with_the_soonest()
        for cause in causes:
            self._take_in(cause, {id: seen[id] for id, of in following.items() if caused[of] is cause})
        causes += [rule.cause(self._suspects) for rule in owed]
        if not quick:
            self._put_down(causes)
        return each_once(self.common, causes, derived)

    def _take_in(self, cause: Cause, following: Mapping[Identity, Candidates[Rank, GameLine, Parting]]) -> None:
        """Note where a seat was asked for nothing but moves that a cause is about, as one further example of it."""
        if not following:
            return
        example = Cause("", "", "")
        for identity, candidates in following.items():
            example.candidates.join(candidates)
            example.games |= self._games[identity]
        parting = example.candidates.first.sighting
        example.kind, example.about, example.suspects = parting.kind, parting.about, self._suspects(parting)
        example.key = named(parting, parting.about, example.suspects)
        example.keys = (example.key,)
        cause.games |= example.games
        cause.members.append(example)

    def _put_down(self, causes: Sequence[Cause]) -> None:
        """Ask for each cause which small changes of our rules bring it about, and put their clauses first."""
        sightings = [[] if cause.is_summed else cause.sightings[:SIGHTINGS] for cause in causes]
        for cause, supported in zip(causes, supports(self.common, sightings, self._parted_at), strict=True):
            cause.changes, first = supported.changes, cause.candidates.first
            if left := self._not_refuted(cause, supported.clauses):
                cause.put_first(left)
            elif box := not_as_in_the_box(self.common.rig_for(first.game), first.sighting):
                cause.put_first(dict.fromkeys(box, 1.0))
            cause.put_first_what_marks_name(self.common.rulebook.clauses)
        endings = self.common.endings
        for cause in causes:
            too_far = endings.isdisjoint(cause.suspects)  # from an end of ours to say by what
            if cause.ends_the_game and too_far and not cause.is_supported:
                cause.put_first(dict.fromkeys(sorted(endings), 1.0))

    def _not_refuted(self, cause: Cause, support: Mapping[str, float]) -> Mapping[str, float]:
        """The clauses but for those that are often at work without the likeliest one, and never bring it then."""
        parting, likeliest = cause.candidates.first.sighting, cause.suspects[0] if cause.suspects else ""
        more = self.common.spectrum.tells_more
        return {clause: much for clause, much in support.items() if not more(parting, likeliest, clause)}

    def _parted_at(self, game: GameLine, at: int) -> bool:
        return at in self._parted.get((game.index, game.origin), ())

    def _suspects(self, parting: Parting) -> tuple[str, ...]:
        return self.common.spectrum.suspects(parting, self.common.says, self.common.effects)

    def _told_apart(self) -> dict[Identity, Candidates[Rank, GameLine, Parting]]:
        """What was seen, each position without what another cause explains of it."""
        partings = {identity: candidates.first.sighting for identity, candidates in self.seen.items()}
        beside = told_apart(partings, self.common.spectrum, self._suspects)
        seen: dict[Identity, Candidates[Rank, GameLine, Parting]] = {}
        for identity, candidates in self.seen.items():
            left_out = beside.get(identity, frozenset())
            if not left_out:
                seen[identity] = candidates
            elif left_out < set(candidates.first.sighting.parts):
                rest: Candidates[Rank, GameLine, Parting] = Candidates()
                for candidate in candidates.soonest:
                    parting = candidate.sighting.but(left_out)
                    rest.add(Rank.of(candidate.game, parting), candidate.index, candidate.game, parting)
                seen[identity] = rest
        return seen

    def _derived(self) -> set[str]:
        """The parts of positions that differ as soon as a position is handed over."""
        partings = [candidates.first.sighting for candidates in self.seen.values()]
        return {part for parting in partings if parting.since and parting.since == parting.at for part in parting.parts}

    def _also(self, cause: Cause) -> tuple[Departure, ...]:
        """The members of a cause that show again, each in a game as it was played."""
        told: list[Departure] = []
        for member in sorted(cause.members, key=lambda member: member.rank):
            if len(told) == MOST_EXAMPLES:
                break
            if member.suspects and member.key not in {member.key for member in told} | {cause.key}:
                shown = self._shortest.again(member, is_told=False)
                if shown is not None:
                    told.append(self._departure(member, shown, ()))
        return tuple(told)

    def _explanations(
        self, shown: Sequence[tuple[Cause, Shown]], doing: Callable[[], None]
    ) -> list[tuple[Explained, ...]]:
        """For each cause the choices under which it goes away; what explains one of them is tried for the others."""
        explainer = Explainer(self.common)
        explanations: list[tuple[Explained, ...]] = []
        for cause, game in shown:
            doing()
            explanations.append(explainer.explains(self._games_of(cause, game), cause.suspects))
        return [
            choices or explainer.explains_too(self._games_of(cause, game))
            for (cause, game), choices in zip(shown, explanations, strict=True)
        ]

    def _games_of(self, cause: Cause, shown: Shown) -> list[Game]:
        """The game shown, and others that the cause was seen in."""
        games = [Game(shown.rig, shown.line, shown.parting, shown.span, shown.game.index)]
        for candidate in (*cause.candidates.soonest, *cause.various[:_VARIOUS]):
            parting = candidate.sighting
            if candidate.game is not shown.game and shown.span is not None:
                line = tuple(candidate.game.line[: parting.at])
                rig = self.common.rig_for(candidate.game)
                games.append(Game(rig, line, parting, shown.span, candidate.game.index))
        return games

    def _departure(
        self, cause: Cause, shown: Shown, explained: tuple[Explained, ...], also: tuple[Departure, ...] = ()
    ) -> Departure:
        parting = shown.parting
        suspects = self._blamed(cause, parting, explained)
        about = cause.about if parting.kind == "outcome" else parting.about
        key = named(parting, about, suspects)
        return Departure(
            kind=parting.kind,
            about=about,
            clauses=with_members(suspects, also) if parting.is_sure else suspects,
            messages=(parting.message,),
            setting=describe(shown.rig.rules),
            moves=shown.line,
            keys=tuple(dict.fromkeys((key, *cause.keys))),
            tried=parting.tried,
            original_length=shown.original,
            shrunk=shown.shrunk,
            times=len(cause.games),
            seed=self.common.asked.seed,
            game=shown.game.index,
            player=shown.game.player,
            stderr=parting.stderr,
            after=parting.after,
            differences=parting.differences,
            explained=explained,
            origin=shown.rig.origin,
            beside=tuple(sorted(parting.beside)),
            also=also,
        )

    def _blamed(self, cause: Cause, shown: Parting, explained: Sequence[Explained]) -> tuple[str, ...]:
        """The likeliest clauses of a cause, or of what is shown of it if the likeliest was not at work there.

        Where it goes away with one reading (or amounts, with one number), those stand first that this is one of.
        """
        common, suspects = self.common, cause.suspects
        if not cause.is_supported and not set(suspects[:1]) & set(shown.clauses):
            suspects = self._suspects(shown)
        if cause.kind in SURE:
            return suspects
        first = [*spoken_for(common.rulebook, explained, of_amounts=bool(shown.differences)), *suspects]
        return tuple(sorted(suspects, key=first.index))
