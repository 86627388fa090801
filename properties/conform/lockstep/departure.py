"""A departure: where an implementation and the rules part, in the shortest game that shows it."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

import cattrs
from attrs import asdict, evolve, frozen

from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.observation import Difference
from rulecheck.properties.findings.finding import DEPARTS, FAILS, Finding, Setting
from rulecheck.properties.findings.origin import Origin

SCHEMA_VERSION: Final = 1

DEPARTURES: Final[dict[str, str]] = {
    "misses": "a legal move is not listed",
    "lists": "a move is listed that the rules forbid",
    "refuses": "a legal move is refused",
    "accepts": "a move is played that the rules forbid",
    "malformed": "something that is not a move is played",
    "turn": "somebody else is to move",
    "state": "the position differs",
    "outcome": "the end, the winners or the scores differ",
    "chance": "a chance outcome that cannot be, or none where one must be",
    "undo": "a move taken back leaves another position",
    "perft": "the move tree has another size",
}
"""Each kind of departure from the rules, in words."""

FAILURES: Final[dict[str, str]] = {
    "crashed": "the program ended, or answers with an error of its own",
    "timed out": "no answer in time",
    "garbage": "an answer that is not one",
    "half a line": "the program ended in the middle of an answer",
    "flood": "more output than any answer needs",
    "out of memory": "the program takes more memory than it is allowed",
    "not deterministic": "the same moves got different answers",
}
"""Each way in which a driven program fails, in words."""


SURE: Final = frozenset({"lists", "accepts"})
"""Kinds whose clause is that of a refusal."""
NAMED: Final = frozenset({"lists", "accepts", "state", "turn"})
"""The kinds whose keys end with a clause: what is about a position or a turn is told apart by nothing else."""


@frozen
class Departure:
    """One cause, with the shortest game found that shows it."""

    kind: str
    """One of `DEPARTURES` or `FAILURES`."""
    about: str
    """What is the same each time: the kind of move, and for `state` the parts of the position."""
    clauses: tuple[str, ...]
    """The clauses that it departs from, the likeliest first; none where no clause is concerned."""
    messages: tuple[str, ...]
    setting: Setting
    moves: tuple[str, ...]
    """From the start, or from the position of `origin`, in canonical notation."""
    keys: tuple[str, ...] = ()
    """All keys that its games had: what files of accepted departures name, the same in each run."""
    tried: Any = None
    """What was offered after them, if it is about that: a move refused, forbidden, or taken back."""
    part_from: int = 0
    """For an implementation of a part: after how many moves it was handed the position."""
    original_length: int = 0
    shrunk: bool = False
    times: int = 1
    """In how many games it was met."""
    seed: int = 0
    game: int = 0
    player: str = ""
    stderr: str = ""
    """The end of what the program wrote to its standard error, for failures."""
    after: str = ""
    """The kind of move that it is seen after here, if it is not about a move itself."""
    differences: tuple[Difference, ...] = ()
    """For a position: every place where it differs."""
    explained: tuple[Choice, ...] = ()
    """What it goes away with: each a single choice of another reading or number."""
    adopted: bool = False
    """Whether that was taken over in the same run: then games went on behind it."""
    origin: Origin | None = None
    """Where our side took over the position that the program told of itself: `moves` go on from there."""
    beside: tuple[str, ...] = ()
    """Parts of the position that differ in the same step, and are owed to another departure: they are not looked at."""
    also: tuple[Departure, ...] = ()
    """Further examples: what else was seen of the same cause, by other clauses or in other parts, as it was played."""
    schema_version: int = SCHEMA_VERSION

    @property
    def key(self) -> str:
        """The cause: the kind, what it is about, and the likeliest clause of those that were at work."""
        if self.keys:
            return self.keys[0]
        return ":".join((self.kind, self.about, *(self.clauses[:1] if self.kind in NAMED else ())))

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the position that differ."""
        return tuple(sorted({difference.part for difference in self.differences}))

    @property
    def divergence(self) -> Divergence:
        """What its game has to show, to be played again."""
        beside = frozenset(self.beside)
        return Divergence(self.kind, self.about, len(self.moves), "", self.clauses, self.tried, beside=beside)

    @property
    def is_failure(self) -> bool:
        """Whether the program failed, rather than departed from the rules."""
        return self.kind in FAILURES

    @property
    def id(self) -> str:
        """Twelve hex digits that depend on what is shown alone."""
        origin = () if self.origin is None else (self.origin.before,)
        shown = [self.keys, asdict(self.setting), self.moves, self.tried, *origin]
        return hashlib.sha256(json.dumps(shown, sort_keys=True, default=str).encode()).hexdigest()[:12]

    def to_json(self) -> dict[str, Any]:
        """The departure as JSON values, `schema_version` and `id` first."""
        body: dict[str, Any] = cattrs.unstructure(evolve(self, differences=(), origin=None, also=()))
        del body["origin"]
        if not self.beside:
            del body["beside"]
        if self.origin is not None:
            body |= {"before": list(self.origin.before), "position": dict(self.origin.position)}
        body["explained"] = [choice.to_json() for choice in self.explained]
        body["differences"] = [difference.to_json() for difference in self.differences]
        return {"schema_version": body.pop("schema_version"), "id": self.id, **body}

    def to_finding(self) -> Finding:
        """The departure as a finding, which `rulecheck replay` shows on our side."""
        return Finding(
            kind=FAILS if self.is_failure else DEPARTS,
            name=self.key,
            messages=self.messages,
            clauses=self.clauses,
            setting=self.setting,
            moves=self.moves,
            at=len(self.moves),
            original_length=self.original_length,
            shrunk=self.shrunk,
            times=self.times,
            seed=self.seed,
            game=self.game,
            player=self.player,
            about=self.about,
            trace=self.stderr,
            tried="" if self.tried is None else str(self.tried),
            before=() if self.origin is None else self.origin.before,
            position={} if self.origin is None else dict(self.origin.position),
            beside=self.beside,
        )
