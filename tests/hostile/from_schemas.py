"""Hypothesis strategies for what a published schema allows: as much of JSON Schema as `docs/schemas` uses.

No library does: hypothesis-jsonschema 0.23 (2024) fails with the Hypothesis of today.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema
from hypothesis import strategies as st

SCHEMAS: Final = Path(__file__).parents[2] / "docs" / "schemas"
Schema = Mapping[str, Any]
_ANY: Final = ("null", "boolean", "integer", "number", "string", "array", "object")
_NAMES: Final = st.text(max_size=6)


@cache
def schema(name: str) -> Any:
    """One of the published schemas."""
    return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


def from_schema(name: str, part: str = "") -> st.SearchStrategy[Any]:
    """Values of a published schema, or of one of its `$defs`."""
    return st.deferred(lambda: _of(schema(name)["$defs"][part] if part else schema(name), schema(name)))


def _of(asked: Schema | bool, whole: Schema) -> st.SearchStrategy[Any]:
    if not isinstance(asked, Mapping):
        return _of({}, whole)
    if "$ref" in asked:
        return st.deferred(lambda: _of(_resolved(asked["$ref"], whole), whole))
    if "const" in asked:
        return st.just(asked["const"])
    if "enum" in asked:
        return st.sampled_from(asked["enum"])
    for key in ("not", "oneOf"):
        if key in asked and "properties" in asked:
            fitting = jsonschema.Draft202012Validator({key: asked[key]}).is_valid
            return _of({name: value for name, value in asked.items() if name != key}, whole).filter(fitting)
    if either := asked.get("anyOf", asked.get("oneOf")):
        return st.one_of([_of(choice, whole) for choice in either])
    types = asked.get("type", "object" if "properties" in asked else _ANY[:5])
    return st.one_of([_TYPES[kind](asked, whole) for kind in ([types] if isinstance(types, str) else types)])


def _resolved(place: str, whole: Schema) -> Any:
    part: Any = whole
    for key in place.removeprefix("#/").split("/"):
        part = part[key]
    return part


@st.composite
def _objects(draw: st.DrawFn, asked: Schema, whole: Schema) -> dict[str, Any]:
    known, required = asked.get("properties", {}), asked.get("required", ())
    value = {key: draw(_of(known.get(key, {}), whole)) for key in required}
    for key in known:
        if key not in value and draw(st.booleans()):
            value[key] = draw(_of(known[key], whole))
    more = asked.get("additionalProperties", True)
    least = asked.get("minProperties", 0) - len(value)
    if more is not False and (least > 0 or draw(st.booleans())):
        called = _of({"type": "string", **asked["propertyNames"]}, whole) if "propertyNames" in asked else _NAMES
        names = draw(
            st.lists(called.filter(lambda name: name not in known), min_size=max(0, least), max_size=3, unique=True)
        )
        value |= {name: draw(_of(more, whole)) for name in names}
    return value


def _arrays(asked: Schema, whole: Schema) -> st.SearchStrategy[Any]:
    least = asked.get("minItems", 0)
    most = min(asked.get("maxItems", least + 3), least + 3)
    unlike = json.dumps if asked.get("uniqueItems") else None
    return st.lists(_of(asked.get("items", {}), whole), min_size=least, max_size=most, unique_by=unlike)


def _texts(asked: Schema, _: Schema) -> st.SearchStrategy[Any]:
    if "pattern" in asked:
        return st.from_regex(asked["pattern"])
    return st.text(min_size=asked.get("minLength", 0), max_size=asked.get("minLength", 0) + 8)


_TYPES: Final[Mapping[str, Callable[[Schema, Schema], st.SearchStrategy[Any]]]] = {
    "null": lambda *_: st.none(),
    "boolean": lambda *_: st.booleans(),
    "integer": lambda asked, _: st.integers(asked.get("minimum"), asked.get("maximum")),
    "number": lambda asked, _: st.floats(asked.get("minimum"), asked.get("maximum"), allow_nan=False),
    "string": _texts,
    "array": _arrays,
    "object": _objects,
}


def keywords(asked: Any) -> Iterator[str]:
    """The keywords of a schema that narrow what fits."""
    for key, value in asked.items() if isinstance(asked, Mapping) else ():
        yield key
        inner = value.values() if key in ("properties", "$defs") else value if isinstance(value, list) else [value]
        for each in inner:
            yield from keywords(each)
