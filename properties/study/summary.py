"""The games of one variant, gathered into figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.study.figures import Figure, Mean, Share, chance, holm
from rulecheck.properties.study.game import StudiedGame

_FEW: Final = 0.05
"""A deed that fewer seats did, or all but so few, is not held against wins."""


@frozen
class Deed:
    """One thing that players do: who did it at least once, and how often those won who did and who did not."""

    words: str
    did: Share
    won: Share
    """Of the seats that did it."""
    won_without: Share
    matters: bool
    """Whether those two differ by more than chance, among all deeds of the study.  It need not be a cause."""


@frozen
class Summary:
    """The figures of one variant.  `lengths` are of finished games only."""

    label: str
    games: int
    seats: tuple[str, ...]
    finished: Share
    lengths: dict[str, Mean] = field(factory=dict)
    """`moves`, `decisions`, `turns`, and `rounds` where positions tell them."""
    ended: dict[str, Share] = field(factory=dict)
    """By the clause that decided who won."""
    shared: Share = field(default=Share(0, 0))
    """Finished games with more than one winner."""
    seat_wins: dict[str, Share] = field(factory=dict)
    player_wins: dict[str, Share] = field(factory=dict)
    """By the kind of player, of the seats it sat at."""
    scores: dict[str, Mean] = field(factory=dict)
    """`all`, `winners`, `margin` (between the best and the second) and each seat's."""
    clauses: dict[str, Share] = field(factory=dict)
    """In how many games a clause was carried out."""
    closing: dict[str, Share] = field(factory=dict)
    """In how many games a clause was first carried out in the last tenth."""
    deeds: tuple[Deed, ...] = ()

    def figures(self) -> dict[str, Figure]:
        """All figures by the names that `measures` gives them."""
        flat: dict[str, Figure] = {"finished": self.finished, "shared win": self.shared}
        groups: tuple[tuple[str, Mapping[str, Figure]], ...] = (
            ("length", self.lengths),
            ("score", self.scores),
            ("decided by", self.ended),
            ("wins", self.seat_wins),
            ("clause", self.clauses),
            ("came at the end", self.closing),
        )
        for group, figures in groups:
            flat.update({f"{group}: {name}": figure for name, figure in figures.items()})
        flat.update({f"did: {row.words}": row.did for row in self.deeds})
        return flat

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "label": self.label,
            "games": self.games,
            "seats": list(self.seats),
            "finished": self.finished.to_json(),
            "shared": self.shared.to_json(),
            **{
                name: {key: figure.to_json() for key, figure in getattr(self, name).items()}
                for name in ("lengths", "ended", "closing", "seat_wins", "player_wins", "scores", "clauses")
            },
            "deeds": [
                {
                    "words": deed.words,
                    "did": deed.did.to_json(),
                    "won": deed.won.to_json(),
                    "won_without": deed.won_without.to_json(),
                    "matters": deed.matters,
                }
                for deed in self.deeds
            ],
        }


def summarise(label: str, seats: Sequence[str], games: Sequence[StudiedGame]) -> Summary:
    """Gather the games of one variant, in the order of their numbers."""
    done = [game for game in games if game.is_finished]
    return Summary(
        label=label,
        games=len(games),
        seats=tuple(seats),
        finished=Share(len(done), len(games)),
        lengths=_lengths(done),
        ended={clause: Share(many, len(done)) for clause, many in _most(Counter(game.clause for game in done))},
        shared=Share(sum(len(game.winners) > 1 for game in done), len(done)),
        seat_wins=_seat_wins(seats, done),
        player_wins=_player_wins(done),
        scores=_scores(seats, done),
        clauses={clause: Share(many, len(games)) for clause, many in sorted(_count(games, "events").items())},
        closing={clause: Share(many, len(done)) for clause, many in _most(_count(done, "closing"))},
        deeds=_deeds(done),
    )


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _lengths(done: Sequence[StudiedGame]) -> dict[str, Mean]:
    lengths = {
        "moves": [game.moves for game in done],
        "decisions": [game.decisions for game in done],
        "turns": [game.turns for game in done],
        "rounds": [game.rounds for game in done if game.rounds is not None],
    }
    means = {name: Mean.of(values) for name, values in lengths.items()}
    return {name: mean for name, mean in means.items() if mean is not None}


def _part(game: StudiedGame, seat: int) -> float:
    """A seat's part of the win: all of it, a share of it, or nothing."""
    return 1.0 / len(game.winners) if seat in game.winners else 0.0


def _seat_wins(seats: Sequence[str], done: Sequence[StudiedGame]) -> dict[str, Share]:
    sat = [[game for game in done if seat < len(game.players)] for seat in range(len(seats))]
    return {
        name: Share(sum(_part(game, seat) for game in sat[seat]), len(sat[seat])) for seat, name in enumerate(seats)
    }


def _player_wins(done: Sequence[StudiedGame]) -> dict[str, Share]:
    parts: defaultdict[str, list[float]] = defaultdict(list)
    for game in done:
        for seat, name in enumerate(game.players):
            parts[name].append(_part(game, seat))
    return {name: Share(sum(wins), len(wins)) for name, wins in sorted(parts.items())}


def _scores(seats: Sequence[str], done: Sequence[StudiedGame]) -> dict[str, Mean]:
    scored = [(game, game.scores) for game in done if game.scores is not None]
    values: dict[str, list[float]] = {
        "all": [score for _, scores in scored for score in scores],
        "winners": [scores[seat] for game, scores in scored for seat in game.winners],
        "margin": [best - second for _, scores in scored for best, second in [sorted(scores, reverse=True)[:2]]],
    }
    for seat, name in enumerate(seats):
        values[name] = [scores[seat] for _, scores in scored if seat < len(scores)]
    means = {name: Mean.of(numbers) for name, numbers in values.items()}
    return {name: mean for name, mean in means.items() if mean is not None}


def _count(games: Sequence[StudiedGame], what: str) -> Counter[str]:
    """In how many games each clause is among those that an attribute names."""
    return Counter(clause for game in games for clause in getattr(game, what))


def _deeds(done: Sequence[StudiedGame]) -> tuple[Deed, ...]:
    seats = [(deeds, _part(game, seat)) for game in done for seat, deeds in enumerate(game.deeds)]
    did = Counter(deed for deeds, _ in seats for deed in deeds)
    won: defaultdict[str, float] = defaultdict(float)  # a shared win is a part of one
    for deeds, part in seats:
        for deed in deeds:
            won[deed] += part
    all_won = sum(part for _, part in seats)
    rows = {
        deed: (Share(won[deed], many), Share(all_won - won[deed], len(seats) - many))
        for deed, many in did.items()
        if _FEW * len(seats) <= many <= (1 - _FEW) * len(seats)
    }
    matters = holm({deed: chance(with_it, without) for deed, (with_it, without) in rows.items()})
    listed = [
        Deed(deed, Share(did[deed], len(seats)), with_it, without, deed in matters)
        for deed, (with_it, without) in rows.items()
    ]
    return tuple(sorted(listed, key=lambda row: (-abs(row.won.share - row.won_without.share), row.words)))


def measures(seats: Sequence[str], game: StudiedGame) -> dict[str, float]:
    """Every figure as one game has it; what it lacks is 0, but for lengths and scores, which it then does not have."""
    told: dict[str, float] = {"finished": float(game.is_finished)}
    told |= {f"clause: {clause}": 1.0 for clause in game.events}
    if not game.is_finished:
        return told
    told |= {"length: moves": game.moves, "length: decisions": game.decisions, "length: turns": game.turns}
    if game.rounds is not None:
        told["length: rounds"] = game.rounds
    if game.scores is not None:
        best, *rest = sorted(game.scores, reverse=True)
        told["score: all"] = fmean(game.scores)
        told["score: winners"] = fmean([game.scores[seat] for seat in game.winners] or [0])
        told["score: margin"] = best - rest[0] if rest else 0
        told |= {f"score: {seats[seat]}": score for seat, score in enumerate(game.scores)}
    told["shared win"] = float(len(game.winners) > 1)
    told[f"decided by: {game.clause}"] = 1.0
    told |= {f"wins: {seats[seat]}": _part(game, seat) for seat in game.winners}
    told |= {f"came at the end: {clause}": 1.0 for clause in game.closing}
    did = Counter(words for deeds in game.deeds for words in deeds)
    return told | {f"did: {words}": many / len(game.deeds) for words, many in did.items()}
