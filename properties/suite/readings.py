"""The cases of each reading's choices: positions in which a choice and another one answer differently."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rulecheck.properties.campaign.players import GENERIC
from rulecheck.properties.suite.cases import Chosen, OtherChoices
from rulecheck.properties.suite.pool import pool
from rulecheck.properties.suite.wrong import spread
from rulecheck.reference_engines.contract import SILENT, AnyEngine
from rulecheck.spec import load
from rulecheck.spec.rules import Rules

_CASES: Final = 4
"""Cases of one choice at most, each of another kind of question or move."""
_LOOKED_AT: Final = 160
"""Questions about games by one choice that are held against the other choices."""


def of_readings(
    tables: Sequence[Rules],
    build: Callable[[Rules], AnyEngine],
    seed: int,
    tell: Callable[[str, int, int], None] = lambda _what, _done, _of: None,
) -> list[Chosen]:
    """For each choice of each reading the smallest questions that another choice answers otherwise, in a file each."""
    book = load(tables[0].game)
    wanted = [(reading, choice) for reading in book.readings.values() for choice in reading.choices]
    chosen: list[Chosen] = []
    for nth, (reading, choice) in enumerate(wanted):
        tell("readings", nth, len(wanted))
        rules = tables[nth % len(tables)].with_reading(reading.id, choice)
        told = frozenset((f"{SILENT}{reading.id}", *reading.silent))
        near = pool([rules], build, seed, players=tuple(GENERIC), others=_LOOKED_AT // 4, cap=400, about=told)
        others, kinds = OtherChoices(build), set[tuple[str, type]]()
        for question in map(near.__getitem__, spread(range(len(near)))[:_LOOKED_AT]):
            kind = question.ask, type(question.move)
            if len(kinds) < _CASES and kind not in kinds and others.parts(question, reading.id, reading.choices):
                kinds.add(kind)
                says = (f"{reading.question} Not as here: {reading.choices[choice]}",)
                clauses = tuple(reading.silent)
                chosen.append(Chosen(question, says, clauses, (reading.id,), f"readings/{reading.id}={choice}"))
    return chosen
