"""What another side says of a position, against what the rules say: each place where they differ, in one wording.

Every message tells first what the other side says or does, then what the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.conform.lockstep.observation import Difference
from rulecheck.reference_engines.contract import Outcome, Refused

GOES_ON: Final = "goes on"
"""What an outcome is about that is told where the rules go on."""
SCORES: Final = "scores"
ENDS: Final = "over"
"""What it is about where the rules end the game and the other side does not."""
_PARTS: Final = 3
"""Parts of a position that name what differs; the others are told, and not named."""


@frozen
class Mismatch:
    """One place where what is said of a position is not so."""

    kind: str
    """One of `departure.DEPARTURES`."""
    about: str
    messages: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    """What the rules themselves name; if nothing, what happened is to blame."""
    tried: Any = None
    differences: tuple[Difference, ...] = field(default=(), repr=False)
    """For a position: every place where it differs."""

    @property
    def weight(self) -> int:
        """How far the two are apart."""
        return max(1, len(self.differences))


def turn_message(theirs: str, ours: str) -> str:
    """Somebody else is to move."""
    return f"{theirs} is to move, not {ours}"


def ends_differently(ours: Outcome | None, theirs: Mapping[str, Any] | None) -> Iterator[Mismatch]:
    """Where the end of a game differs, if it is over on one side at least: its scores before its winners.

    Seats whose scores are not told are not compared.  Where scores differ, who wins is held against those told.
    """
    if ours is None:
        if theirs is not None:
            yield Mismatch("outcome", GOES_ON, ("the game is over, though the rules go on",))
        return
    if theirs is None:
        message = f"the game goes on, though it is over ({ours.clause}: {ours})"
        yield Mismatch("outcome", ENDS, (message,), (ours.clause,))
        return
    apart = tuple(
        Difference(("scores", seat), "scores.*", ours.scores.get(seat, 0), score)
        for seat, score in theirs.get("scores", {}).items()
        if score != ours.scores.get(seat, 0)
    )
    if apart:
        told = "; ".join(f"{place.path[-1]} scores {place.theirs!r}, not {place.ours!r}" for place in apart)
        yield Mismatch("outcome", SCORES, (told,), (ours.clause,), differences=apart)
        yield from _wins_by_its_own_scores(ours, theirs)
        return
    if "winners" in theirs and set(theirs["winners"]) != set(ours.winners):
        message = f"{won(theirs['winners'])}, not {' and '.join(ours.winners) or 'nobody'}"
        yield Mismatch("outcome", "winners", (message,), (ours.clause,))


def _wins_by_its_own_scores(ours: Outcome, theirs: Mapping[str, Any]) -> Iterator[Mismatch]:
    """Where scores differ, so may who wins; but where the most points win, one that has the most alone does."""
    most = max(ours.scores.values(), default=0)
    if any(ours.scores.get(seat, 0) != most for seat in ours.winners) or "winners" not in theirs:
        return
    scores = {**ours.scores, **theirs["scores"]}
    best = [seat for seat, score in scores.items() if score == max(scores.values())]
    if len(best) == 1 and set(theirs["winners"]) != set(best):
        message = f"{won(theirs['winners'])}, not {best[0]}, who has the most points as it counts them"
        yield Mismatch("outcome", "winners", (message,), (ours.clause,))


def won(winners: Sequence[str]) -> str:
    """Who won, as messages say it."""
    return f"{' and '.join(winners) or 'nobody'} won"


def parts_of(differences: Sequence[Difference]) -> str:
    """What a difference between positions is about: the first of its parts, in the order of the alphabet."""
    return "+".join(sorted({difference.part for difference in differences}))


def told_differences(differences: Sequence[Difference], most: int) -> list[str]:
    """So many differences at most, each in a sentence, and how many more there are."""
    told = list(map(str, differences[:most]))
    more = len(differences) - most
    return told if more <= 0 else [*told, f"and {more} more"]


def listed_message(move: str | Sequence[str], refused: Refused | None, at: str = "") -> str:
    """A move is listed that the rules forbid, or several of which one (`at`) is forbidden."""
    forbid = f"the rules forbid {at!r}" if at else "the rules forbid it"
    return f"{_shown(move)} is listed, though {forbid}: {refused}"


def not_whole_message(moves: Sequence[str]) -> str:
    """Moves are listed as one that cannot end where they end."""
    return f"{_shown(moves)} is listed, but more moves of this kind must follow"


def missing_message(move: str | Sequence[str]) -> str:
    """A legal move is not listed."""
    return f"{_shown(move)} is legal, but not listed"


def refused_message(move: str | Sequence[str], why: str = "") -> str:
    """A legal move is refused."""
    return f"{_shown(move)} is legal, but it is refused{f': {why}' if why else ''}"


def _shown(move: str | Sequence[str]) -> str:
    """A move, or several that are one, as messages write them."""
    if isinstance(move, str):
        return repr(move)
    texts = list(move)
    return repr(texts[0]) if len(texts) == 1 else repr(texts)
