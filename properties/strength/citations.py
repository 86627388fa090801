"""Citations put to the test: a function says that it carries out a clause, so something naming it must notice a change.

The changes of a function are tried one after another until something that names the clause has noticed one: first those
in lines that name the clause alone.  One change is asked about for all clauses of its function that are still open.  A
citation of which no change was noticed so is empty: it is wrong, or nothing that is shipped looks at what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from attrs import define, evolve, field, frozen

from rulecheck.properties.strength.changes import Change
from rulecheck.properties.strength.looks import Look
from rulecheck.properties.strength.table import rows_with
from rulecheck.properties.strength.trying import Trial
from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import display, line_of_key, parse_toml, read_text

Standing = Literal["named", "excused", "empty", "untried"]
"""`named`: something that names the clause noticed a change; `excused`: empty, with a reason why; `untried`: the
function has nothing that could be changed."""


WORDS: Final[dict[Standing, str]] = {
    "named": "noticed by something that names the clause",
    "excused": "excused",
    "empty": "empty",
    "untried": "that cannot be changed",
}
BAD: Final[dict[Standing, str]] = {"empty": "Empty", "untried": "Cannot be changed"}
"""What somebody has to look at."""


@frozen
class Citation:
    """A function says that it carries out a clause."""

    function: str
    clause: str


@frozen
class Round:
    """One way of asking: cheap looks for many changes first, then dear ones for a few."""

    name: str
    looks: tuple[Look, ...]
    tries: int
    """Changes tried for a citation at most."""


@define
class Judged:
    """What became of one citation."""

    citation: Citation
    changes: int
    """Changes that there are."""
    trials: list[Trial] = field(factory=list)
    """Those tried for it."""
    because: str = ""
    """Why nothing can notice them, if somebody says so."""

    @property
    def by(self) -> str:
        """The first thing naming the clause that noticed a change, and what it is; empty if nothing did."""
        return next(
            (
                f"{notice.look}: {notice.name.removeprefix('broken: ')}"
                for trial in self.trials
                for notice in trial.noticed
                if self.citation.clause in notice.clauses
            ),
            "",
        )

    @property
    def tried(self) -> int:
        """Changes that were tried."""
        return len({trial.key for trial in self.trials})

    @property
    def noticed(self) -> int:
        """Those of them that anything noticed."""
        return len({trial.key for trial in self.trials if trial.is_noticed})

    @property
    def standing(self) -> Standing:
        """Where it stands."""
        if self.by:
            return "named"
        if self.because:
            return "excused"
        return "empty" if self.trials else "untried"


def citations_of(cited: Mapping[str, Sequence[str]]) -> list[Citation]:
    """The citations of some functions, in their order and that of their clauses."""
    return [Citation(function, clause) for function, clauses in cited.items() for clause in clauses]


class Inquiry:
    """The citations of a game on their way."""

    def __init__(self, citations: Iterable[Citation], changes: Sequence[Change], seed: int) -> None:
        self.judged = {citation: Judged(citation, 0) for citation in citations}
        self._left: dict[Citation, list[Change]] = {}
        self._piles: dict[str, list[Change]] = {}
        for change in changes:
            self._piles.setdefault(change.where, []).append(change)
        for where, pile in self._piles.items():
            Random(f"{seed} {where}").shuffle(pile)
        for citation, judged in self.judged.items():
            judged.changes = len(self._of(citation))

    def _of(self, citation: Citation) -> list[Change]:
        """The changes that concern a citation, closest first; those of the whole function if none names the clause."""
        pile = self._piles.get(citation.function, [])
        concerned = [change for change in pile if citation.clause in change.clauses] or pile
        return sorted(concerned, key=lambda change: len(change.clauses))

    def asked(self, way: Round, of: Mapping[str, Trial], try_all: Callable[[list[Change]], None]) -> None:
        """Try changes in one way, round by round, until each citation that is open has had its tries.

        `try_all` tries changes and leaves what becomes of them in `of`, by their keys.
        """
        left = {citation: self._of(citation) for citation, judged in self.judged.items() if not judged.by}
        tries = dict.fromkeys(left, 0)
        while True:
            chosen = list(self._chosen(left))
            if not chosen:
                return
            try_all([change for change in chosen if change.key not in of])
            for change in chosen:
                trial = of.get(change.key)
                for clause in change.clauses:
                    citation = Citation(change.where, clause)
                    left[citation] = [each for each in left[citation] if each.nth != change.nth]
                    if trial is not None and trial.outcome != "impossible":
                        tries[citation] += 1
                        self.judged[citation].trials.append(evolve(trial, clauses=(clause,)))
            left = {
                citation: pile
                for citation, pile in left.items()
                if pile and tries[citation] < way.tries and not self.judged[citation].by
            }

    def result(self, game: str, reasons: Iterable[Reason], settings: dict[str, Any]) -> Citations:
        """What became of them, with the reasons that somebody gives."""
        for reason in reasons:
            judged = self.judged.get(Citation(reason.function, reason.clause))
            if judged is not None:
                judged.because = reason.because
        return Citations(game, tuple(self.judged.values()), settings)

    @staticmethod
    def _chosen(left: Mapping[Citation, Sequence[Change]]) -> Iterator[Change]:
        """A change for each function with something open, as far as it concerns what is open."""
        busy: set[str] = set()
        for citation, pile in left.items():
            if citation.function in busy or not pile:
                continue
            busy.add(citation.function)
            change = pile[0]
            others = [
                clause for clause in change.clauses if change in left.get(Citation(citation.function, clause), ())
            ]
            yield evolve(change, clauses=tuple(dict.fromkeys([citation.clause, *others])))


@frozen
class Reason:
    """Why a citation stands though nothing can notice a change of it."""

    function: str
    clause: str
    because: str


def read_reasons(path: Path) -> tuple[Reason, ...]:
    """The `[[citation]]` tables of a file of excuses; raises SpecError for one that is none."""
    text, name = read_text(path), display(path)
    rows = parse_toml(text, name).get("citation", [])
    if not isinstance(rows, list):
        raise SpecError(name, line_of_key(text, "citation"), "citation is one table", "write [[citation]]")
    return tuple(Reason(**row) for row in rows_with(("function", "clause", "because"), rows, "citation", name))


@frozen
class Citations:
    """What became of the citations of a game."""

    game: str
    judged: tuple[Judged, ...]
    settings: dict[str, Any]

    def standing(self, standing: Standing) -> list[Judged]:
        """Those that stand so."""
        return [judged for judged in self.judged if judged.standing == standing]

    @property
    def needless(self) -> list[Judged]:
        """Those with a reason though something does name the clause."""
        return [judged for judged in self.judged if judged.because and judged.by]

    @property
    def share(self) -> float:
        """Of the citations without a reason, those whose changes something named; 1 if there is none."""
        able = [judged for judged in self.judged if judged.standing != "excused"]
        return sum(judged.standing == "named" for judged in able) / len(able) if able else 1.0

    @property
    def told(self) -> str:
        """How many stand how, in a line."""
        counts = ", ".join(
            f"{len(self.standing(standing)):,} {words}"
            for standing, words in WORDS.items()
            if standing == "named" or self.standing(standing)
        )
        return f"{len(self.judged):,} citations: {counts}"

    def to_json(self) -> dict[str, Any]:
        """Everything, as it stands in `docs/strength/` and in the command's answer."""
        return {
            "game": self.game,
            "settings": self.settings,
            "share": round(self.share, 4),
            "citations": [
                {
                    "function": judged.citation.function,
                    "clause": judged.citation.clause,
                    "changes": judged.changes,
                    "tried": judged.tried,
                    "noticed": judged.noticed,
                    "standing": judged.standing,
                    "by": judged.by,
                }
                for judged in self.judged
            ],
        }
