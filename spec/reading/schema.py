"""The JSON Schema of a frame, made from a game's concepts: what `frames.toml`, labels and second readers may write."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulecheck.spec.reading.framefile import KINDS_OF, NOUNS, FrameBuilder
from rulecheck.spec.reading.frames import (
    AMOUNTS,
    BOUNDS,
    EVENTS,
    FRAME_SLOTS,
    MODES,
    RANKS,
    RELATIONS,
    SLOTS,
    STEPS,
    TERM_SLOTS,
)
from rulecheck.spec.vocabulary import Glossary


def frame_schema(glossary: Glossary) -> dict[str, Any]:
    """The schema of one frame; its definitions are shared by all slots."""
    builder = FrameBuilder(glossary)

    def concepts(kinds: Iterable[str]) -> list[str]:
        return sorted(c for c, kind in glossary.kinds.items() if kind in kinds)

    def word(values: Iterable[str]) -> dict[str, Any]:
        return _word({"enum": list(values)})

    nouns = concepts(NOUNS)
    term_keys = {
        "what": {"enum": nouns},
        "or": {"type": "array", "items": {"enum": nouns}, "minItems": 2},
        "n": _many({"$ref": "#/$defs/amount"}),
        "attr": _many(word(concepts(KINDS_OF["attr"]))),
        "whose": _many(word(concepts(KINDS_OF["whose"]))),
        "of": _many({"$ref": "#/$defs/term"}),
    }
    bounds = "|".join(BOUNDS)
    slots: dict[str, Any] = {
        "act": _many(word(concepts(KINDS_OF["act"]))),
        "mode": {"enum": list(MODES)},
        "n": term_keys["n"],
        "attr": term_keys["attr"],
        "whose": term_keys["whose"],
        "when": _many({"$ref": "#/$defs/time"}),
        "dir": _many(word(sorted(builder.directions))),
        "step": {"anyOf": [{"enum": list(STEPS)}, {"type": "integer", "minimum": 1}]},
        "by": _many({"$ref": "#/$defs/criterion"}),
        "only": _many({"enum": list(SLOTS)}),
        **{slot: _many({"$ref": "#/$defs/term"}) for slot in TERM_SLOTS},
        **{slot: _many({"$ref": "#/$defs/frame"}) for slot in FRAME_SLOTS},
    }
    marks = {mark: {"type": "array", "items": {"enum": list(SLOTS)}} for mark in ("optional", "always")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/$defs/frame",
        "$defs": {
            "frame": {
                "type": "object",
                "properties": {**slots, "or": {"type": "array", "items": {"$ref": "#/$defs/frame"}}, **marks},
                "additionalProperties": False,
                "minProperties": 1,
            },
            "amount": {
                "anyOf": [
                    {"type": "integer"},
                    {"enum": list(AMOUNTS)},
                    {"type": "string", "pattern": rf"^(({bounds}) )?[0-9a-z.-]+$|^[0-9]+ to [0-9]+$"},
                    {"type": "object", "additionalProperties": {"type": "integer"}},
                ]
            },
            "term": {
                "anyOf": [
                    {"enum": nouns},
                    {"type": "object", "properties": term_keys, "additionalProperties": False},
                ]
            },
            "time": {
                "anyOf": [
                    {"enum": list(RELATIONS)},
                    {
                        "type": "object",
                        "properties": {event: _many({"$ref": "#/$defs/frame"}) for event in EVENTS},
                        "additionalProperties": {"enum": list(RELATIONS)},
                        "minProperties": 1,
                        "maxProperties": 1,
                    },
                ]
            },
            "criterion": {
                "type": "object",
                "properties": {**term_keys, **{rank: {"enum": nouns} for rank in RANKS}},
                "additionalProperties": False,
            },
        },
    }


def _many(value: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [value, {"type": "array", "items": value}]}


def _word(value: dict[str, Any]) -> dict[str, Any]:
    either = {"type": "array", "items": value, "minItems": 2}
    return {"anyOf": [value, {"type": "object", "properties": {"or": either}, "additionalProperties": False}]}
