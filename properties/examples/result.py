"""What came of a worked example."""

from __future__ import annotations

from typing import Any, Literal

from attrs import field, frozen

from rulecheck.spec.errors import shown

Verdict = Literal["passes", "fails", "example-fails", "broken"]


@frozen
class ExampleResult:
    """What came of one example."""

    id: str
    path: str
    line: int
    verdict: Verdict
    """`passes`; `fails`: the engine does something else; `example-fails`: as the block foretold with `false`, the
    printed example does not follow from the rules; `broken`: the block itself cannot be played."""
    step: int | None = None
    """The step that went wrong, counted from 1; None if none did, or if the position could not be set up."""
    failures: tuple[str, ...] = ()
    book: str | None = None
    """Where the printed rulebook has the example."""
    reason: str | None = None
    """Why the printed example does not follow, if the block says so."""
    substitute: tuple[str, ...] = ()
    """The substitute data files that the example was played with."""
    notes: tuple[str, ...] = ()
    """What is worth telling though nothing is wrong."""
    events: frozenset[str] = field(default=frozenset(), repr=False, eq=False)
    """What all moves of it carried out."""
    reached: tuple[Any, Any] | None = field(default=None, repr=False, eq=False)
    """The engine and the position after the last step that was played; None if no position could be set up."""

    @property
    def is_good(self) -> bool:
        """Whether it came out as the block says."""
        return self.verdict in ("passes", "example-fails")

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}"
        what = f"{where}: example {shown(self.id)} {self.verdict}"
        if self.verdict == "example-fails":
            what += f": {self.reason}"
        step = "" if self.step is None else f"step {self.step}: "
        return "\n".join([what, *(f"    {step}{failure}" for failure in self.failures)])
