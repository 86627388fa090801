"""The ways in which one cause may follow from another as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.drawing import Draws
from rulecheck.properties.conform.echoes import is_marked
from rulecheck.properties.conform.undone import is_beside


def ways(common: Common) -> Sequence[Callable[[Cause, Cause], bool]]:
    """Each tells whether the first of two causes follows from the second, as far as the games of a search show."""
    return partial(is_marked, common), Draws(common).follows, partial(is_beside, common)
