"""What `rulecheck prove` decides, and by whom: theorems in pieces on several processes, the rest here."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from rulecheck.cli.arguments.rooms import has_engine
from rulecheck.properties.runtime.interrupts import heed
from rulecheck.properties.runtime.workers import Job, MakeWorkers, hire

if TYPE_CHECKING:
    from rulecheck.solvers.contracts import Contract
    from rulecheck.solvers.decision import TheoremResult
    from rulecheck.solvers.theorem import Theorem

Tell = Callable[[str, int], None]
"""What is being decided, and how many more claims are done."""


class Deciding:
    """The claims of a game that were asked for; raises NoTheorem."""

    def __init__(self, game: str, wanted: str | None, players: tuple[int, ...], seconds: float | None) -> None:
        from rulecheck.solvers import claims, contracts
        from rulecheck.solvers.theorem import chosen, theorems
        from rulecheck.spec import load

        self.notes: list[str] = []
        """What went wrong with those who decide, for people."""
        self._game, self._players, self._seconds = game, players, seconds
        self._claims: list[Theorem] = []
        self._theorems: list[Theorem] = []
        self._contracts: list[Contract] = []
        if not has_engine(game):
            self._claims = chosen(claims.as_theorems(load(game)), game, wanted)
            return
        arithmetic = contracts.contracts(contracts.module_of(game))
        named = {contract.name: contract for contract in arithmetic}
        there = [*theorems(game), *(contracts.as_theorem(game, contract) for contract in arithmetic)]
        picked = chosen(there, game, wanted)
        self._theorems = [theorem for theorem in picked if theorem.kind != "contract"]
        self._contracts = [named[theorem.name] for theorem in picked if theorem.kind == "contract"]

    @property
    def most_jobs(self) -> int:
        """Processes that are worth their start: one for each theorem."""
        return max(1, len(self._theorems))

    @property
    def total(self) -> int:
        """How many claims there are."""
        return len(self._claims) + len(self._theorems) + len(self._contracts)

    def results(self, tell: Tell, jobs: int, far: MakeWorkers | None = None) -> Generator[TheoremResult]:
        """The verdicts in the order of the claims, each as soon as those before it are in.

        Theorems are decided in so many processes, or by a cluster, and CrossHair is at work meanwhile.  After Ctrl-C
        those that are known come before KeyboardInterrupt is raised.
        """
        from rulecheck.solvers import claims, contracts
        from rulecheck.spec import load

        checking = contracts.Checking(self._game, self._contracts) if self._contracts else None
        try:
            if self._theorems:
                yield from self._by_pieces(tell, jobs, far)
            if self._claims:
                yield from self._at_once(
                    "claims", lambda: claims.decide_claims(load(self._game), self._claims, self._players), tell
                )
            if checking is not None:
                yield from self._at_once("contracts", checking.results, tell)
        finally:
            if checking is not None:
                checking.end()

    def _at_once(self, name: str, decide: Callable[[], Sequence[TheoremResult]], tell: Tell) -> Iterator[TheoremResult]:
        tell(name, 0)
        decided = decide()
        heed()
        yield from decided
        tell(name, len(decided))

    def _by_pieces(self, tell: Tell, jobs: int, far: MakeWorkers | None) -> Iterator[TheoremResult]:
        from rulecheck.solvers.pieces import Pieces, decide_piece

        pieces = Pieces(self._theorems, self._players)
        listed = list(pieces)
        deadline = None if self._seconds is None else time.monotonic() + self._seconds

        def given() -> Iterator[Job]:
            for number, piece in enumerate(listed):
                tell(piece.theorem, 0)
                left = None if deadline is None else deadline - time.monotonic()
                yield Job(number, (piece, self._players, left))

        workers = hire(partial(str, self._game), jobs, far)
        with closing(workers):
            waiting = set(range(len(listed)))
            try:
                for number, answer in workers.map(given(), decide_piece, "deciding claim"):
                    heed()  # a signal that was lost in a finalizer of the solver leaves half-made objects: no verdict
                    waiting.discard(number)
                    pieces.take(listed[number], answer)
                    yield from _told(pieces.decided(), tell)
            except KeyboardInterrupt:
                yield from pieces.decided(in_order=False)
                raise
            finally:
                self.notes += workers.notes
            for number in waiting:
                pieces.take(listed[number], None)
            yield from _told(pieces.decided(), tell)


def _told(results: Iterator[TheoremResult], tell: Tell) -> Iterator[TheoremResult]:
    for result in results:
        yield result
        tell(result.theorem.name, 1)
