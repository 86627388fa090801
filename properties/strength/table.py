"""Figures about trials: for each clause how many changes were tried and noticed, by what, and which nothing noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from rulecheck.properties.strength.trying import Trial
from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import display, line_of_key, parse_toml, read_text

LIMIT = "limit"
"""What notices a change that runs for ever or takes the process down."""


@frozen
class Excuse:
    """A change that nothing can notice, and why: it comes to the same, or only costs time."""

    function: str
    change: str
    because: str

    def fits(self, trial: Trial) -> bool:
        """Whether it speaks of this change."""
        return self.function == trial.where and self.change == trial.what


def read_excuses(path: Path) -> tuple[Excuse, ...]:
    """The excuses of a file of `[[excused]]` tables; raises SpecError for what is none."""
    text, name = read_text(path), display(path)
    data = parse_toml(text, name)
    rows = data.get("excused", [])
    for key in data:
        if key == "citation":
            continue  # reasons for citations: `read_reasons`
        if key != "excused" or not isinstance(rows, list):
            raise SpecError(name, line_of_key(text, key), f"no table {shown(key)} here", "write [[excused]]")
    return tuple(Excuse(**row) for row in rows_with(("because", "change", "function"), rows, "excuse", name))


def rows_with(keys: Sequence[str], rows: Iterable[dict[str, Any]], called: str, name: str) -> Iterator[dict[str, Any]]:
    """Tables that have just these keys, with something written at each; raises SpecError for another."""
    for number, row in enumerate(rows, 1):
        for key in {**dict.fromkeys(keys), **row}:
            if key not in keys:
                raise SpecError(name, None, f"{called} {number}: unknown key {shown(key)}", meant(key, keys))
            if not isinstance(row.get(key), str) or not row[key].strip():
                raise SpecError(name, None, f"{called} {number}: {key} is missing", f'write {key} = "…"')
        yield row


@define
class ClauseFigures:
    """How strong what we say about one clause is."""

    clause: str
    tried: int = 0
    noticed: int = 0
    named: int = 0
    """Noticed by something that names the clause."""
    excused: int = 0
    by: Counter[str] = field(factory=Counter)
    """How many each look noticed; a change may count for several."""
    unnoticed: list[Trial] = field(factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether changes were tried, and nothing noticed any of them."""
        return self.tried > self.excused and self.noticed == 0

    def add(self, trial: Trial, excuses: Iterable[Excuse]) -> None:
        """Count one more trial."""
        self.tried += 1
        if trial.is_noticed:
            self.noticed += 1
            self.named += trial.names(self.clause)
            self.by.update({notice.look for notice in trial.noticed} or {LIMIT})
        elif any(excuse.fits(trial) for excuse in excuses):
            self.excused += 1
        else:
            self.unnoticed.append(trial)


@frozen
class Strength:
    """The figures of a game."""

    game: str
    listed: int
    """Changes that there are."""
    trials: tuple[Trial, ...]
    """Those that could be made."""
    clauses: tuple[ClauseFigures, ...]
    excuses: tuple[Excuse, ...]
    settings: dict[str, Any]

    @property
    def noticed(self) -> int:
        """Changes that were noticed."""
        return sum(trial.is_noticed for trial in self.trials)

    @property
    def excused(self) -> int:
        """Changes that nothing noticed, with a reason why nothing can."""
        return sum(not trial.is_noticed and any(excuse.fits(trial) for excuse in self.excuses) for trial in self.trials)

    @property
    def unnoticed(self) -> tuple[Trial, ...]:
        """Changes that nothing noticed, without excuse."""
        return tuple(
            trial
            for trial in self.trials
            if not trial.is_noticed and not any(excuse.fits(trial) for excuse in self.excuses)
        )

    @property
    def share(self) -> float:
        """Of the changes that can be noticed, how many were; 1 if none was tried."""
        able = len(self.trials) - self.excused
        return self.noticed / able if able else 1.0

    def to_json(self) -> dict[str, Any]:
        """Everything, as it stands in `docs/strength/` and in the command's answer."""
        return {
            "game": self.game,
            "settings": self.settings,
            "changes": self.listed,
            "tried": len(self.trials),
            "noticed": self.noticed,
            "excused": self.excused,
            "share": round(self.share, 4),
            "clauses": {
                figures.clause: {
                    "tried": figures.tried,
                    "noticed": figures.noticed,
                    "named": figures.named,
                    "excused": figures.excused,
                    "by": dict(sorted(figures.by.items())),
                    "unnoticed": [_told(trial) for trial in figures.unnoticed],
                }
                for figures in self.clauses
            },
            "unnoticed": [_told(trial) for trial in self.unnoticed],
        }


def _told(trial: Trial) -> dict[str, Any]:
    return {"function": trial.where, "line": trial.line, "change": trial.what}


def figures(
    game: str,
    listed: int,
    trials: Iterable[Trial],
    cited: Sequence[str],
    excuses: Sequence[Excuse] = (),
    settings: dict[str, Any] | None = None,
) -> Strength:
    """The figures of some trials, for each of the clauses that are cited."""
    made = tuple(trial for trial in trials if trial.outcome != "impossible")
    of = {clause: ClauseFigures(clause) for clause in cited}
    for trial in made:
        for clause in trial.clauses:
            if clause in of:
                of[clause].add(trial, excuses)
    return Strength(game, listed, made, tuple(of.values()), tuple(excuses), settings or {})
