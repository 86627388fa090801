"""Blocks that stand for more than themselves: `like` takes over another block's position, `cases` makes several."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import evolve

from rulecheck.properties.examples.block import Block, Broken
from rulecheck.spec.errors import listed, meant, shown
from rulecheck.spec.files import kind_of
from rulecheck.spec.model import Example, Rulebook

TAKEN_OVER: Final = ("players", "setup", "seats", "data", "start", "partial")
"""What a block has from the one that it is like, if it does not say otherwise."""
MERGED: Final = ("readings", "numbers", "given", "unchecked")
"""The same for tables: what the block itself names comes on top."""
READ: Final = ("note", "book", "false")
"""What is told, and not played."""
DEEPEST: Final = 20
"""Blocks that are like one another."""

_PARAMETER: Final = re.compile(r"\$\{?([a-z][a-z0-9_-]*)\}?")


def expanded_all(blocks: Iterable[Example], rulebook: Rulebook) -> tuple[Example, ...]:
    """The examples that the blocks of a file stand for, in their order."""
    written = tuple(blocks)
    among = {**rulebook.examples, **{example.id: example for example in written}}
    return tuple(case for example in written for case in expanded(example, among))


def expanded(example: Example, among: Mapping[str, Example]) -> tuple[Example, ...]:
    """The examples that a block stands for; one with a `problem` if that cannot be made out.

    `among` are the blocks that it may be like, by their ids.
    """
    if example.problem:
        return (example,)
    try:
        return tuple(_cases(_like(example, among)))
    except Broken as problem:
        return (evolve(example, problem=f"{example.path}:{problem.line}: {problem.what}"),)


def _like(example: Example, among: Mapping[str, Example]) -> Example:
    """The block with the position of the one that it is like."""
    if "like" not in example.body:
        return example
    chain = [example]
    while "like" in chain[-1].body:
        block = Block(chain[-1])
        name = block.text("like", block.body)
        if name not in among:
            raise Block(example).broken("like", f"no example {shown(name)}", meant(name, among, "there are"))
        if among[name].id in {known.id for known in chain} or len(chain) > DEEPEST:
            raise Block(example).broken("like", f"{shown(name)} is like this one", "say the position in one of them")
        if among[name].problem:
            raise Block(example).broken("like", f"{shown(name)} cannot be read", "fix that block first")
        chain.append(among[name])
    body = {key: value for key, value in example.body.items() if key != "like"}
    for other in chain[1:]:
        for key in TAKEN_OVER:
            if key in other.body:
                body.setdefault(key, other.body[key])
        for key in MERGED:
            if key in other.body:
                body[key] = _on_top(Block(other).table(key, other.body), Block(example).table(key, body))
    return evolve(example, body=copy.deepcopy(body))


def _on_top(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Both tables in one; what the second names comes last, so that a part of a part that is given holds."""
    return {key: value for key, value in below.items() if key not in above} | dict(above)


def _cases(example: Example) -> Iterator[Example]:
    """The block once for each of its cases, with their values in place of `$names`."""
    block = Block(example)
    cases = block.table("cases", block.body)
    if "cases" not in block.body:
        for name in _names_in(_played(example.body)):
            raise block.broken("$" + name, f"nothing says what ${name} is", "the block has no cases")
        yield example
        return
    if not cases:
        raise block.broken("cases", "no case", "write cases = { few = { coins = 1 }, many = { coins = 9 } }")
    for name, values in cases.items():
        if not isinstance(values, dict):
            raise block.broken(name, f"expected a table for {shown(name)}, found {kind_of(values)}", within="cases")
    wanted = list(next(iter(cases.values())))
    script = {key: value for key, value in example.body.items() if key != "cases"}
    used = set(_names_in(script))
    for name, values in cases.items():
        if set(values) != set(wanted):
            lacks = listed(part for part in wanted if part not in values)
            told = f"lacks {lacks}" if lacks else f"has {listed(part for part in values if part not in wanted)} besides"
            raise block.broken(name, f"case {shown(name)} {told}", f"the first case has {listed(wanted) or 'nothing'}")
    for name in wanted:
        if name not in used:
            raise block.broken(name, f"nothing uses ${name}", f'write it into the block: "${name}"', within="cases")
    for name in sorted(used - set(wanted)):
        raise block.broken("$" + name, f"no case says what ${name} is", meant(name, wanted, "cases have"))
    for name, values in cases.items():
        yield evolve(example, id=f"{example.id}/{name}", body=_filled(script, values))


def _played(value: Any) -> Any:
    """A block without its texts for readers, in which a `$` is a sign like others."""
    if isinstance(value, dict):
        return {key: _played(part) for key, part in value.items() if key not in READ}
    return [_played(part) for part in value] if isinstance(value, list) else value


def _names_in(value: Any) -> Iterable[str]:
    """The parameters that a script names."""
    if isinstance(value, dict):
        return [name for pair in value.items() for part in pair for name in _names_in(part)]
    if isinstance(value, list):
        return [name for part in value for name in _names_in(part)]
    return _PARAMETER.findall(value) if isinstance(value, str) else []


def _filled(value: Any, values: Mapping[str, Any]) -> Any:
    """A script with the values of one case; a text that is nothing but a parameter becomes its value."""
    if isinstance(value, dict):
        return {_filled_text(key, values): _filled(part, values) for key, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, values) for part in value]
    if not isinstance(value, str):
        return value
    whole = _PARAMETER.fullmatch(value)
    return copy.deepcopy(values[whole[1]]) if whole else _filled_text(value, values)


def _filled_text(text: str, values: Mapping[str, Any]) -> str:
    return _PARAMETER.sub(lambda parameter: str(values[parameter[1]]), text)
