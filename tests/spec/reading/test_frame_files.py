"""`frames.toml`: what may stand in it, and what is told of mistakes."""

from __future__ import annotations

import json

import jsonschema
import pytest

from rulecheck.spec import all_games
from rulecheck.spec.errors import SpecError
from rulecheck.spec.reading.framefile import FrameBuilder, Frames, frames_of, parse_frames, plain
from rulecheck.spec.reading.schema import frame_schema
from rulecheck.spec.vocabulary import Glossary, glossary_of
from tests.spec.reading.readers import concepts

FULL = """
["a.b"]
says = [
  { act = "pay", mode = "must", who = "banker", n = "at-most 2", from = "bank", when = { round = "end" } },
  { what = { or = ["coin", "card"] }, attr = ["empty", "red"], n = { 2 = 3 }, per = { what = "ship", whose = "own" } },
  { or = [{ act = "win", by = [{ most = "point" }, { last = "turn" }] }, { act = "end", dir = "left", step = 2 }] },
  { act = "draw", if = { what = "bank", attr = "empty" }, not = { from = "bank" }, only = "n", optional = ["if"] },
  { act = "draw", when = [{ after = { act = "pay" } }, "at-once"], until = { n = "none" }, n = "half-down" },
]
[chain.all]
over = ["a.b"]
by   = [{ most = "coin", whose = "own" }]
"""


def parsed(text: str) -> Frames:
    return parse_frames(text, concepts())


def test_all_that_can_be_written_is_read_and_written_again() -> None:
    frames = parsed(FULL).says["a.b"]
    builder = FrameBuilder(concepts())

    again = [builder.frame(json.loads(json.dumps(plain(frame)))) for frame in frames]

    assert again == list(frames)


def test_all_that_can_be_written_is_in_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(frame_schema(concepts()))
    assert [e.message for frame in parsed(FULL).says["a.b"] for e in validator.iter_errors(plain(frame))] == []


def test_the_schema_refuses_what_is_no_frame() -> None:
    validator = jsonschema.Draft202012Validator(frame_schema(concepts()))
    for wrong in ({}, {"act": "coin"}, {"who": "bank", "much": 1}, {"mode": "perhaps"}, {"n": 1.5}):
        assert not validator.is_valid(wrong)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('{ act = "paying" }', 'a.b: no concept "paying"; did you mean "pay"'),
        ('{ act = "coin" }', '"coin" in act is a thing'),
        ("{ much = 1 }", 'no slot "much"'),
        ('{ mode = "perhaps" }', 'mode has no "perhaps"'),
        ('{ n = "at-least lots" }', 'no number "lots"'),
        ("{ n = true }", "true or false is not an amount"),
        ("{ }", "a frame that says nothing"),
        ('{ when = { round = "soon" } }', 'when round has no "soon"'),
        ('{ by = { best = "point" } }', "a criterion has one of most"),
        ('{ act = "pay", or = [{ act = "pay" }] }', "`or` stands beside other slots"),
        ('"pay"', "expected a frame, found a text in quotes"),
        ('{ only = "nothing" }', 'only has no "nothing"'),
        ("{ if = " * 200 + '{ act = "pay" }' + " }" * 200, "frames nested too deeply"),
    ],
)
def test_a_mistake_is_told_in_one_line_with_its_place(row: str, told: str) -> None:
    with pytest.raises(SpecError) as problem:
        parsed(f'\n["a.b"]\nsays = [{row}]\n')

    assert str(problem.value).startswith("frames.toml:2: frames: a.b: ")
    assert told in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_clause_that_is_not_there_is_told() -> None:
    with pytest.raises(SpecError, match=r'frames\.toml:1: frames: no clause "a\.c"; did you mean "a\.b"\?'):
        parsed('["a.c"]\nsays = []\n')


def with_frames() -> list[Glossary]:
    glossaries = [glossary_of(game.rulebook()) for game in all_games()[0]]
    return [glossary for glossary in glossaries if glossary is not None and frames_of(glossary) is not None]


@pytest.mark.parametrize("glossary", with_frames(), ids=lambda glossary: str(glossary.rulebook.game))
def test_where_a_game_has_frames_each_concept_has_a_kind_and_each_clause_a_row(glossary: Glossary) -> None:
    frames = frames_of(glossary)
    assert frames is not None
    assert [concept for concept in glossary.group_of if concept not in glossary.kinds] == []
    assert [clause for clause in glossary.rulebook.clauses if clause not in frames.says] == []
