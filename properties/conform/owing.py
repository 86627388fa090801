"""Each cause once: those that are another one seen in another way, or follow from it, as far as the games show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulecheck.properties.conform.alternatives import are_alternatives
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.decisions import Decisions
from rulecheck.properties.conform.drawing import Draws
from rulecheck.properties.conform.echoes import is_echo, is_marked
from rulecheck.properties.conform.merging import accounting, joined
from rulecheck.properties.conform.missing import Missing
from rulecheck.properties.conform.onenumber import Numbers
from rulecheck.properties.conform.undone import is_beside
from rulecheck.properties.conform.workedout import is_worked_out


def each_once(common: Common, causes: Sequence[Cause], derived: set[str]) -> list[Cause]:
    """The causes that are to be told, the soonest first.

    `derived` are parts of positions that the other side works out of the rest.
    """
    missing = Missing(common)
    told = joined(
        causes,
        derived,
        partial(is_echo, common),
        partial(accounting, common.spectrum),
        Decisions(common).are_alike,
        _ways(common, missing),
        missing.one_rule,
    )
    return sorted(told, key=lambda cause: cause.rank)


def _ways(common: Common, missing: Missing) -> Sequence[Callable[[Cause, Cause], bool]]:
    """Each tells whether the first of two causes follows from the second as a whole."""
    known = (is_marked, is_beside, is_worked_out, are_alternatives)
    return (Draws(common).follows, missing.leads_to, Numbers(common).follows, *(partial(way, common) for way in known))
