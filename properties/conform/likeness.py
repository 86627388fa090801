"""What a program seems to do: the mistake of a game that comes to just the same."""

from __future__ import annotations

from attrs import frozen


@frozen
class Likeness:
    """The mistake that does what the program did in some steps, and others that do so as well there."""

    mistake: str
    says: str
    clauses: tuple[str, ...]
    """Those that it breaks, the one it is about first; then those of the others."""
