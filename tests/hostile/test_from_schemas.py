"""Strategies made from the published schemas: what they make fits, and no keyword is passed over."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hostile.from_schemas import from_schema, keywords, schema

PARTS = [("protocol", "request"), ("protocol", "announcement"), ("protocol", "answer"), ("finding", ""), ("trace", "")]
HEEDED = {
    "propertyNames",
    *("$ref", "const", "enum", "anyOf", "oneOf", "type", "properties", "required", "additionalProperties", "items"),
    *("minItems", "maxItems", "uniqueItems", "minLength", "pattern", "minimum", "maximum", "minProperties", "not"),
}
WORDS = {"$schema", "$id", "$defs", "title", "description", "default", "examples"}


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_what_is_made_fits_the_schema(name: str, part: str) -> None:
    whole = schema(name)
    validator = jsonschema.Draft202012Validator({**whole, "$ref": f"#/$defs/{part}"} if part else whole)
    fits = list[bool]()

    @settings(max_examples=25, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(from_schema(name, part))
    def made(value: Any) -> None:
        fits.append(validator.is_valid(value))

    made()
    assert sum(fits) > 0.9 * len(fits)


@pytest.mark.parametrize("name", ["protocol", "finding", "trace"])
def test_no_keyword_is_passed_over(name: str) -> None:
    assert set(keywords(schema(name))) - HEEDED - WORDS == set()


def test_what_does_not_fit_is_seen() -> None:
    """The twin."""
    assert not jsonschema.Draft202012Validator(schema("finding")).is_valid({"moves": 5})
    assert set(keywords({"properties": {"a": {"items": {"multipleOf": 2}}}})) - HEEDED == {"multipleOf"}
    assert isinstance(from_schema("finding"), st.SearchStrategy)
