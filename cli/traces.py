"""`rulecheck conform --trace`: logs of played games held against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulecheck.cli.show import Format


def check_traces(
    game: str,
    files: Sequence[Path],
    players: Sequence[int] | None,
    setup: str | None,
    reading: Sequence[str] | None,
    number: Sequence[str] | None,
    data: Sequence[Path] | None,
    findings: Path,
    form: Format,
) -> None:
    """Check the games of some logs, show what came of it, and exit as `rulecheck conform` does."""
    raise NotImplementedError
