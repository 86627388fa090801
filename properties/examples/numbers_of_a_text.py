"""The worked examples of a rulebook text: ours, played with the numbers that the text gives."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from rulecheck.properties.examples import AnyEngine, ExampleResult, run_example
from rulecheck.spec.model import Example, Rulebook


def run_with(
    example: Example,
    rulebook: Rulebook,
    *,
    numbers: Mapping[str, int],
    changes: Mapping[str, int],
    engines: dict[str, AnyEngine] | None = None,
    readings: Mapping[str, str] | None = None,
) -> ExampleResult:
    """Play an example with other numbers and readings of the rules, and other numbers in the example itself.

    `changes` are places in the example (`given/players.anna.goods/corn`, `step/0/expect/next`) and what the text has
    there.  That our rulebook knows the printed example to be false plays no part: what counts is how it comes out, so
    no properties are asked either.
    """
    body = copy.deepcopy(example.body)
    reason = body.pop("false", None)
    body.pop("unchecked", None)
    if numbers:
        body["numbers"] = {**body.get("numbers", {}), **numbers}
    if readings:
        body["readings"] = {**body.get("readings", {}), **readings}
    as_printed = all(replace(body, place, value) == value for place, value in changes.items())
    result = run_example(evolve(example, body=body), rulebook, engines=engines, properties=())
    known = isinstance(reason, str) and as_printed and not numbers
    return evolve(result, reason=reason if known else None)


def replace(body: dict[str, Any], place: str, value: int) -> Any:
    """Put a number into an example; the answer is what stood there.  Raises KeyError for a place that is not there."""
    at: Any = body
    *path, last = place.split("/")
    for key in path:
        at = at[int(key)] if isinstance(at, list) else at[key]
    where: int | str = int(last) if isinstance(at, list) else last
    before = at[where]
    at[where] = value
    return before
