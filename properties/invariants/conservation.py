"""Conservation: each component is all somewhere, counted again only where a move has changed something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add, attrgetter, sub
from typing import Any, Final

from rulecheck.properties.invariants.declaring import OFTEN, Property
from rulecheck.reference_engines.contract import AnyEngine, Tally, packed, unpacked

CONSERVATION: Final = "components_are_conserved"


def conservation(engine: AnyEngine) -> Property:
    """The generic claim that each component is all somewhere: `inventory(state)` is `totals()`."""
    totals = dict(engine.totals())

    def components_are_conserved(engine: AnyEngine, state: Any) -> Iterator[str]:
        """Each component is all somewhere."""
        counted = engine.inventory(state)
        if counted != totals:
            yield from _missing(totals, counted)

    tallies = engine.tallies()
    clauses = tuple(dict.fromkeys(clause for tally in tallies for clause in tally.clauses))
    return Property(CONSERVATION, clauses, "holds", _DOC, components_are_conserved, _all_reads(tallies))


_DOC: Final = "Each component is all somewhere."


def _missing(totals: Mapping[str, int], counted: Mapping[str, int]) -> Iterator[str]:
    for component in {**totals, **counted}:
        want, have = totals.get(component, 0), counted.get(component, 0)
        if want != have:
            yield f"{want} {component} expected, {have} found"


def _all_reads(tallies: Iterable[Tally]) -> tuple[str, ...] | None:
    reads: dict[str, None] = {}
    for tally in tallies:
        if tally.reads is None:
            return None
        reads.update(dict.fromkeys(tally.reads))
    return tuple(reads)


def tallied(engine: AnyEngine) -> tuple[Property, ...]:
    """Conservation in as many parts as the engine counts its components in; a move changes few of them."""
    totals, tallies = engine.totals(), engine.tallies()
    if {name for tally in tallies for name in tally.components} != set(totals):
        return (conservation(engine),)
    return tuple(_counted(tally, tuple(totals[name] for name in tally.components)) for tally in tallies)


def _counted(tally: Tally, totals: tuple[int, ...]) -> Property:
    count, count_one, components = tally.count, tally.count_one, tally.components
    held: list[Sequence[int]] = []
    sums: tuple[int, ...] = ()
    last: tuple[Any, ...] = ()

    def alone(engine: AnyEngine, state: Any) -> Iterator[str]:
        counted = tuple(count(state))
        return _NOTHING if counted == totals else _miscounted(components, totals, counted)

    def with_each(engine: AnyEngine, state: Any) -> Iterator[str]:
        nonlocal sums, last
        values = values_of(state)
        if values is not last:
            assert count_one is not None
            if len(values) != len(last):
                held[:] = map(count_one, values)
                sums = tuple(map(sum, zip(*held, strict=True)))
            else:  # count those only that are not the same objects as when last counted
                for nth, value in enumerate(values):
                    if value is not last[nth]:
                        known, held[nth] = held[nth], count_one(value)
                        sums = tuple(map(add, map(sub, sums, known), held[nth]))
            last = values
        counted = tuple(map(add, count(state), sums))
        return _NOTHING if counted == totals else _miscounted(components, totals, counted)

    if tally.packed:
        return _packed(tally, totals)
    if count_one is None:
        return Property(CONSERVATION, tally.clauses, "holds", _DOC, alone, tally.reads, share=OFTEN)
    values_of = attrgetter(tally.each)
    return Property(CONSERVATION, tally.clauses, "holds", _DOC, with_each, tally.reads, share=OFTEN)


def _packed(tally: Tally, totals: tuple[int, ...]) -> Property:
    """The same for a tally that counts in one number."""
    count, components, total = tally.count, tally.components, packed(totals)
    held: list[int] = []
    sums = 0
    last: tuple[Any, ...] = ()

    def wrong(counted_now: int) -> Iterator[str]:
        return _miscounted(components, totals, unpacked(counted_now, len(totals)))

    def alone(engine: AnyEngine, state: Any) -> Iterator[str]:
        counted_now = count(state)
        return _NOTHING if counted_now == total else wrong(counted_now)

    def with_each(engine: AnyEngine, state: Any) -> Iterator[str]:
        nonlocal last, sums
        values = values_of(state)
        if values is not last:
            counted, last = last, ()  # an exception on the way: all are counted next time
            if len(values) != len(counted):
                held[:] = map(count_one, values)
                sums = sum(held)
            else:  # count those only that are not the same objects as when last counted
                for nth, value in enumerate(values):
                    if value is not counted[nth]:
                        now = count_one(value)
                        sums += now - held[nth]
                        held[nth] = now
            last = values
        counted_now = count(state) + sums
        return _NOTHING if counted_now == total else wrong(counted_now)

    if tally.count_one is None:
        return Property(CONSERVATION, tally.clauses, "holds", _DOC, alone, tally.reads, share=OFTEN)
    count_one, values_of = tally.count_one, attrgetter(tally.each)
    return Property(CONSERVATION, tally.clauses, "holds", _DOC, with_each, tally.reads, share=OFTEN)


def _miscounted(components: Sequence[str], totals: Sequence[int], counted: Sequence[int]) -> Iterator[str]:
    return _missing(dict(zip(components, totals, strict=True)), dict(zip(components, counted, strict=True)))


_NOTHING: Final[Iterator[str]] = iter(())
