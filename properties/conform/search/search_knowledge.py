"""What the games of one search learn for those that come after them, wherever they are played.

It travels to where a game is played as it was at a fixed point of the search, and what the game added comes back.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

from attrs import define, field

from rulecheck.properties.campaign.players import players_of
from rulecheck.properties.conform.localization.search_context import Asked, SearchContext
from rulecheck.properties.conform.lockstep.divergence import Identity
from rulecheck.properties.conform.lockstep.growing import Growing
from rulecheck.properties.conform.lockstep.session import Session
from rulecheck.properties.conform.lockstep.turn_taking import Asking
from rulecheck.properties.conform.search.known_divergences import KnownDivergences
from rulecheck.properties.runtime.patterns import Fits, fitting

_UNFIT: Final = 12
"""Positions of a program that our side can fail to take over before it tries no more, if it never could."""

_REFUSED: Final = 20
"""Positions that a program may refuse to go on from before it is handed no more of them."""


@define
class SearchKnowledge(Growing):
    """What is known so far; or, of one game, what it added to that."""

    asking: Asking = field(factory=Asking)
    known_divergences: KnownDivergences = field(factory=KnownDivergences)
    tried: Counter[tuple[type, type]] = field(factory=Counter)
    """In which kinds of positions something was tried."""
    refusals: Counter[str] = field(factory=Counter)
    """The clauses that forbade what was offered."""
    compared: Counter[tuple[str, frozenset[str]]] = field(factory=Counter)
    """Kinds of single steps that were compared."""
    situations: Counter[tuple[str, str]] = field(factory=Counter)
    """Kinds of moves that were compared as single steps, each with one thing that was so before it."""
    genuine: set[Identity] = field(factory=set)
    """Those divergences that were seen where the positions had agreed so far."""
    passes: set[str] = field(factory=set)
    """Keys of forbidden moves that the program was seen to play."""
    shortest: dict[str, int] = field(factory=dict)
    """In how many moves each clause can be carried out."""
    departs: bool = False
    """Whether the program is known to depart."""
    handed: int = 0
    """Positions that it was handed to go on from,"""
    refused: Counter[str] = field(factory=Counter)
    """and why it refused to, as often as it did."""
    hands_positions: bool = True
    """Whether it is handed any more."""
    taken: int = 0
    """Positions of the program that our side took over,"""
    unfit: int = 0
    """and those that it could not: they are not told whole, or the rules know none of that kind."""

    filled: Counter[str] = field(factory=Counter)
    """Parts of positions that the program did not tell, and that were carried on from our side,"""
    lacking: Counter[str] = field(factory=Counter)
    """those that it would have to tell for our side to take its position over,"""
    misfits: Counter[str] = field(factory=Counter)
    """and why not."""

    @property
    def takes_over(self) -> bool:
        """Whether our side tries to go on from positions that the program tells."""
        return self.taken > 0 or self.unfit < _UNFIT

    def positions_refused(self, why: str) -> None:
        """It does not go on from a position that it was handed; if that is so of most, it is handed none any more."""
        self.refused[why] += 1
        self._give_up_handing()

    def hand_again(self) -> None:
        """Positions are others than those that were refused, and that our side could not take over."""
        self.handed, self.refused, self.hands_positions, self.unfit = 0, Counter(), True, 0

    def _give_up_handing(self) -> None:
        refused = self.refused.total()
        if refused >= _REFUSED and 2 * refused > self.handed:
            self.hands_positions = False

    def add(self, gain: SearchKnowledge) -> None:
        """Take in what a game added."""
        super().add(gain)
        if gain.refused:
            self._give_up_handing()


class PlayedGames(SearchContext):
    """What all games of a search have in common while they are played, besides."""

    def __init__(self, asked: Asked, session: Session | None = None) -> None:
        super().__init__(asked, session)
        self.ends = None if asked.seconds is None else self.began + asked.seconds
        """When playing is over, by this machine's clock."""
        self.factories = players_of(self.session.game)
        self.players = tuple(self.factories) if asked.players is None else tuple(asked.players)
        self.knowledge = SearchKnowledge(self.session.asking)
        self.avoided: Fits | None = fitting(asked.avoid) if asked.avoid else None

    def note_once(self, note: str) -> None:
        """Tell something of the search, once."""
        if note not in self.result.notes:
            self.result.notes.append(note)

    def time_up(self) -> bool:
        """Whether the seconds for playing are over."""
        return self.ends is not None and time.monotonic() >= self.ends
