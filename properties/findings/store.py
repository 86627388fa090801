"""A folder of findings: each is on disk as soon as it is found, and those of earlier campaigns go to an archive."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import define, field

from rulecheck.properties.findings.finding import Finding, FindingError, read_finding
from rulecheck.properties.runtime.interrupts import held_back
from rulecheck.properties.runtime.writing import dump, sweep, why, write_atomically

ARCHIVE: Final = "archive"
"""The folder in the folder of findings where those of earlier campaigns are kept."""
_KINDS: Final = frozenset({"deadlock", "conflict", "broken", "endless", "unforeseen", "silent"})
"""What campaigns find; other commands write to the same folder."""
_OTHERS: Final = frozenset({"prove", "hypothesis"})
"""Who finds such faults too, instead of a player."""
_ARCHIVED: Final = 1000
"""Findings that are kept in the archive, the latest."""


def kept_at(path: Path) -> Path:
    """Where a finding is now: a later campaign may have moved it to the archive beside it."""
    archived = path.parent / ARCHIVE / path.name
    return archived if archived.is_file() and not path.exists() else path


@define
class FindingStore:
    """Where a campaign of one game leaves its findings; `problem` says why the first one was not written."""

    folder: Path
    game: str
    problem: str | None = None
    archived: int = 0
    """Findings of earlier campaigns that went to the archive."""
    _paths: dict[str, Path] = field(factory=dict)
    """Where the finding with this key is."""
    _written: dict[Path, str] = field(factory=dict)

    def open(self) -> None:
        """Clear away what an earlier campaign that was killed had not written to its end."""
        sweep(self.folder)

    def put(self, finding: Finding) -> None:
        """Write a finding; the game that showed the same fault before is no longer needed."""
        path, text = self.folder / f"{finding.id}.json", dump(finding.to_json())
        if self._written.get(path) == text:
            return
        try:
            with held_back():
                write_atomically(path, text)
                before = self._paths.get(finding.key)
                self._paths[finding.key], self._written[path] = path, text
                if before is not None and before not in self._paths.values():
                    self._written.pop(before, None)
                    before.unlink(missing_ok=True)
        except OSError as error:
            self.problem = self.problem or f"{path} could not be written: {why(error)}"

    def path_of(self, finding: Finding) -> Path | None:
        """Where a finding is; None if it could not be written."""
        return self._paths.get(finding.key)

    @property
    def notes(self) -> tuple[str, ...]:
        """What there is to tell of the folder, each in one line."""
        what = "1 finding" if self.archived == 1 else f"{self.archived} findings"
        moved = f"moved to {self.folder / ARCHIVE}: {what} of earlier campaigns"
        return tuple(filter(None, [self.problem, moved if self.archived else None]))

    def finish(self, findings: Iterable[Finding]) -> None:
        """Leave these findings and no others of this game; those that another campaign left go to the archive."""
        self.problem = None  # perhaps there is room again
        every = list(findings)
        for finding in every:
            self.put(finding)
        written = {path for finding in every if (path := self.path_of(finding)) is not None}
        if self.problem is not None:
            self.problem += f"; {len(written)} of {len(every)} findings were"
            return
        with held_back():
            self._tidy(written)

    def _tidy(self, mine: Collection[Path]) -> None:
        try:
            for path in self._of_earlier_campaigns(mine):
                (self.folder / ARCHIVE).mkdir(exist_ok=True)
                os.replace(path, self.folder / ARCHIVE / path.name)
                self.archived += 1
            if self.archived:
                there = sorted((self.folder / ARCHIVE).glob("*.json"), key=lambda path: path.stat().st_mtime)
                for path in there[:-_ARCHIVED]:
                    path.unlink(missing_ok=True)
        except OSError as error:
            self.problem = f"{self.folder / ARCHIVE} could not take what was found earlier: {why(error)}"

    def _of_earlier_campaigns(self, mine: Collection[Path]) -> Iterator[Path]:
        for path in sorted(self.folder.glob("*.json")):
            if path in mine or path.name.startswith("last-"):
                continue
            try:
                finding = read_finding(path)
            except FindingError:
                continue  # not ours to move
            if finding.setting.game == self.game and finding.kind in _KINDS and finding.player not in _OTHERS:
                yield path
