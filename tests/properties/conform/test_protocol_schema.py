"""docs/schemas/protocol.json against what is really said, and against what `messages` takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.protocol.implementation import Desk, Implementation, NoSuchRequest
from rulecheck.properties.conform.protocol.messages import Garbled, answer, hello, kind_of_move
from rulecheck.properties.conform.protocol.reference import OwnChance, Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, AnyEngine, UnknownMove
from rulecheck.spec import games, make_rules

SCHEMA = Path(__file__).parents[3] / "docs" / "schemas" / "protocol.json"
ASKS = {"hello", "start", "play", "look", "undo", "perft"}


@cache
def validator(name: str) -> Draft202012Validator:
    definitions = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions})


def fits(name: str, said: Any) -> bool:
    return bool(validator(name).is_valid(said))


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json.loads(SCHEMA.read_text(encoding="utf-8")))


# ---- what is really said


def conversation(desk: Desk, game: str, *, steps: int = 60, **start: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """Requests of every kind and their answers, as JSON makes them."""
    rules, random = make_rules(game), Random(8)
    number = 0

    def said(ask: str, **more: Any) -> tuple[dict[str, Any], Any]:
        nonlocal number
        number += 1
        request = json.loads(json.dumps({"id": number, "ask": ask, **more}))
        return request, json.loads(json.dumps(desk.answer(request)))

    yield said("hello", protocol=1, game=game)
    begun = said(
        "start",
        game=game,
        players=rules.players,
        seats=rules.seats,
        setup=rules.setup,
        readings=dict(rules.readings),
        numbers=dict(rules.numbers),
        seed=8,
        tell=["legal", "state"],
        **start,
    )
    yield begun
    legal = begun[1]["legal"]
    yield said("perft", depth=2)
    for step in range(steps):
        move = random.choice(legal)
        played = said("play", **({"moves": [move]} if step % 5 == 0 else {"move": move}), tell=["legal", "state"])
        yield played
        if not played[1]["legal"]:
            break
        legal = played[1]["legal"]
        if step % 20 == 0:
            yield said("play", move="no such move", tell=["legal"])
            yield said("undo", tell=["legal"])
            yield said("play", move=move, tell=[])
            looked = said("look", tell=["legal", "state"])
            yield looked
            legal = looked[1]["legal"]


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("kind", [Reference, OwnChance])
def test_what_the_reference_is_asked_and_says_fits(kind: type[Reference], game: str) -> None:
    asked = set()
    for request, said in conversation(Desk(kind(game)), game):
        validator("request").validate(request)
        validator("announcement" if request["ask"] == "hello" else "answer").validate(said)
        asked.add(request["ask"])

    assert asked == ASKS


@pytest.mark.parametrize("game", games())
def test_a_start_at_a_position_fits(game: str) -> None:
    engine = build(make_rules(game))
    request, said = list(
        conversation(
            Desk(Reference(game)),
            game,
            steps=0,
            position=engine.to_json(engine.named_start(list(engine.named_starts())[-1])),
        )
    )[1]

    assert "position" in request
    validator("request").validate(request)
    validator("answer").validate(said)


def test_a_table_that_is_not_played_is_said_as_the_schema_has_it() -> None:
    first, second = games()[:2]
    desk = Desk(Reference(first))
    said = desk.answer({"id": 1, "ask": "start", "game": second})

    assert said is not None
    assert "skip" in said
    validator("answer").validate(said)


class Recording(InProcess):
    """Keeps what the driver asks and what it is answered."""

    def __init__(self, make: Callable[[], Implementation]) -> None:
        super().__init__(make)
        self.asked: list[Mapping[str, Any]] = []
        self.answered: list[Mapping[str, Any]] = []

    def send(self, request: Mapping[str, Any]) -> None:
        self.asked.append(json.loads(json.dumps(request)))
        super().send(request)

    def receive(self) -> Mapping[str, Any]:
        answer = super().receive()
        self.answered.append(answer)
        return answer


def part_of(game: str) -> type[Reference]:
    """The reference, for the kinds of moves that the first decision is between."""
    engine = build(make_rules(game))
    state = engine.start()
    while engine.actor(state) == CHANCE:
        state = engine.apply(state, engine.legal_moves(state)[0])
    kinds = {kind_of_move(str(move)) for move in engine.legal_moves(state)}
    return type("Part", (Reference,), {"moves": tuple(f"{kind}*" for kind in sorted(kinds))})


def driven(kind: type[Reference], game: str) -> Recording:
    participant = Recording(lambda: kind(game))
    Search(rules=[make_rules(game)], participant=participant, seed=5, games=2, cap=100).run()
    return participant


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("kind", ["whole", "own chance", "part"])
def test_what_the_driver_asks_fits(kind: str, game: str) -> None:
    kinds: dict[str, type[Reference]] = {"whole": Reference, "own chance": OwnChance, "part": part_of(game)}
    participant = driven(kinds[kind], game)

    announcement, *answers = participant.answered
    validator("announcement").validate(announcement)
    for request in participant.asked:
        validator("request").validate(request)
    for said in answers:
        validator("answer").validate(said)
    assert {"hello", "start", "play"} <= {request["ask"] for request in participant.asked}
    assert any("position" in request for request in participant.asked) == (kind == "part")


def test_a_part_is_offered_no_wrong_moves_of_other_parts() -> None:
    """Its author would have to explain to us that it plays a part only."""
    game = "puerto_rico"
    part = part_of(game)

    assert {kind_of_move(text) for text in refused(driven(part, game))} == {"choose"}
    assert len({kind_of_move(text) for text in refused(driven(Reference, game))}) > 1


def refused(participant: Recording) -> set[str]:
    """The moves, and no other texts, that were offered and refused."""
    engine = build(make_rules("puerto_rico"))
    pairs = zip(participant.asked, participant.answered, strict=True)
    return {request["move"] for request, said in pairs if "refused" in said and is_move(engine, request["move"])}


def is_move(engine: AnyEngine, text: str) -> bool:
    try:
        engine.parse(text)
    except UnknownMove:
        return False
    return True


@pytest.mark.parametrize("during", [(), ("governor",)])
def test_a_part_begins_anew_where_what_it_lasts_for_changes(during: tuple[str, ...]) -> None:
    """Nothing need be decided between two stretches of a part; the first alone would go on into the second."""
    kind = type("Part", (Reference,), {"moves": ("*",), "during": during})
    participant = Recording(lambda: kind("puerto_rico"))
    Search(rules=[make_rules("puerto_rico")], participant=participant, seed=5, games=1, cap=100, every=1).run()
    begun = now = ""
    left_alone = True
    for request, said in zip(participant.asked, participant.answered, strict=True):
        if request["ask"] == "start":
            begun = request["position"]["governor"]
        elif request["ask"] == "play" and now != begun:
            left_alone = False
        now = said.get("state", {}).get("governor", now)

    assert left_alone == bool(during)


# ---- requests

GOOD_START: dict[str, Any] = {
    "id": 2,
    "ask": "start",
    "game": games()[0],
    "players": 2,
    "seats": ["anna", "bob"],
    "setup": "",
    "readings": {},
    "numbers": {},
    "seed": 0,
    "tell": [],
}
REQUESTS: list[dict[str, Any]] = [
    {"id": 1, "ask": "hello", "protocol": 1, "game": "any"},
    GOOD_START,
    {"id": 3, "ask": "play", "move": "pass", "tell": ["legal"]},
    {"id": 3, "ask": "play", "moves": ["pass", "pass"], "tell": ["legal", "state"]},
    {"id": 4, "ask": "look", "tell": []},
    {"id": 5, "ask": "undo", "tell": []},
    {"id": 6, "ask": "perft", "depth": 1},
    {"id": 7, "ask": "bye"},
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: f"{request['ask']}")
def test_every_part_of_a_request_is_needed_and_nothing_besides(request_: dict[str, Any]) -> None:
    assert fits("request", request_)

    assert not fits("request", {**request_, "besides": 1})
    for key in request_:
        assert not fits("request", {other: value for other, value in request_.items() if other != key}), key


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": 3, "ask": "play", "move": "pass", "moves": ["pass"], "tell": []},
        {"id": 3, "ask": "play", "moves": [], "tell": []},
        {"id": 3, "ask": "play", "move": "pass", "tell": ["everything"]},
        {"id": 6, "ask": "perft", "depth": 0},
        {"id": 1, "ask": "hello", "protocol": 2, "game": "any"},
        {**GOOD_START, "position": None},
    ],
)
def test_a_wrong_request_is_refused(wrong: dict[str, Any]) -> None:
    assert not fits("request", wrong)


def test_an_ask_that_the_schema_does_not_know_is_not_answered_either() -> None:
    wrong = {"id": 1, "ask": "score"}

    assert not fits("request", wrong)
    with pytest.raises(NoSuchRequest, match="hello, start, play, look, undo, perft, bye"):
        Desk(Reference()).answer(wrong)


# ---- announcements


def announced(**play: Any) -> dict[str, Any]:
    return {"id": 1, "protocol": 1, "name": "mine", "games": {"chess": play}}


GOOD_ANNOUNCEMENTS = [
    announced(),
    {**announced(), "version": "2.1"},
    {**announced(), "version": 2.1},
    {"id": 1, "protocol": 1, "name": "mine", "games": {}},
    announced(players=[3, 4], setups=["standard"], readings={"a.b": "c"}, numbers={"a.b": 1}),
    announced(can=["legal", "state", "turn", "outcome", "undo", "perft"], chance="own", repeats=True),
    announced(moves=["load *"], during=["round"], together=["place *"], sets=["players.*.cities"], chance="given"),
]
WRONG_ANNOUNCEMENTS = [
    {"id": 1},
    {"id": 1, "protocol": 1, "games": {}},
    {"id": 1, "protocol": 1, "name": "", "games": {}},
    {"id": 1, "protocol": 1, "name": 7, "games": {}},
    {"id": 1, "protocol": 2, "name": "mine", "games": {}},
    {"id": 1, "protocol": True, "name": "mine", "games": {}},
    {"id": 1, "protocol": "1", "name": "mine", "games": {}},
    {"id": 1, "protocol": 1, "name": "mine", "games": ["chess"]},
    {"id": 1, "protocol": 1, "name": "mine", "games": {"chess": True}},
    {**announced(), "author": "me"},
    announced(player=[3]),
    announced(players=3),
    announced(players=["3"]),
    announced(players=[True]),
    announced(players=None),
    announced(setups="standard"),
    announced(readings={"a.b": 1}),
    announced(readings=["a.b"]),
    announced(numbers={"a.b": "1"}),
    announced(numbers={"a.b": True}),
    announced(can="legal"),
    announced(can=["legals"]),
    announced(can=[["legal"]]),
    announced(chance="ours"),
    announced(chance=None),
    announced(repeats="yes"),
    announced(repeats=1),
    announced(moves="load *"),
    announced(during="round"),
    announced(together=[1]),
    announced(sets={}),
]
DIFFERENT_ANNOUNCEMENTS = [
    pytest.param({"protocol": 1, "name": "mine", "games": {}}, False, True, id="the id is looked at where it is read"),
    pytest.param({"id": 1, "protocol": 1, "name": "mine"}, False, True, id="no games is told as 'does not play it'"),
    pytest.param({**announced(), "version": ["2"]}, False, True, id="a version is only shown"),
    pytest.param(announced(players=[3.0]), True, False, id="a schema cannot tell 3.0 from 3"),
]
"""What the schema takes, what `hello` takes, and why they differ."""


@pytest.mark.parametrize("said", GOOD_ANNOUNCEMENTS, ids=str)
def test_a_good_announcement_is_taken_by_both(said: dict[str, Any]) -> None:
    assert fits("announcement", said)
    assert hello(said).name == "mine"


@pytest.mark.parametrize("said", WRONG_ANNOUNCEMENTS, ids=str)
def test_a_wrong_announcement_is_taken_by_neither(said: dict[str, Any]) -> None:
    assert not fits("announcement", said)
    with pytest.raises(Garbled):
        hello(said)


@pytest.mark.parametrize(("said", "by_schema", "by_us"), DIFFERENT_ANNOUNCEMENTS)
def test_an_announcement_is_taken_by_one_for_a_reason(said: dict[str, Any], by_schema: bool, by_us: bool) -> None:
    assert fits("announcement", said) == by_schema
    assert takes(hello, said) == by_us


def takes(reader: Any, said: Any) -> bool:
    try:
        reader(said)
    except Garbled:
        return False
    return True


# ---- answers

GOOD_ANSWERS: list[dict[str, Any]] = [
    {"id": 1},
    {"id": 1, "turn": "anna", "legal": ["pass"], "state": {"a": [1, {"b": None}]}},
    {"id": 1, "turn": "nobody", "legal": [], "outcome": {"winners": ["anna"], "scores": {"anna": 3, "bob": -1}}},
    {"id": 1, "outcome": {"scores": {}}},
    {"id": 1, "outcome": {}},
    {"id": 1, "legal": [["place a", "place b"], "pass"]},
    {"id": 1, "chance": ["roll 3 4"], "note": {"thought": 0.25}},
    {"id": 1, "refused": "the ship is full"},
    {"id": 1, "skip": "three players only"},
    {"id": 1, "counts": {"pass": 20}},
    dict.fromkeys(("turn", "legal", "state", "outcome", "chance", "refused", "skip", "counts"), None) | {"id": 1},
]
WRONG_ANSWERS: list[dict[str, Any]] = [
    {},
    {"id": None},
    {"id": "1"},
    {"id": True},
    {"id": 1, "turns": "anna"},
    {"id": 1, "turn": 0},
    {"id": 1, "legal": "pass"},
    {"id": 1, "legal": {"pass": 1}},
    {"id": 1, "legal": [1]},
    {"id": 1, "legal": [[]]},
    {"id": 1, "legal": [["pass", 1]]},
    {"id": 1, "state": []},
    {"id": 1, "outcome": "anna"},
    {"id": 1, "outcome": {"winner": ["anna"]}},
    {"id": 1, "outcome": {"winners": "anna"}},
    {"id": 1, "outcome": {"winners": None}},
    {"id": 1, "outcome": {"scores": {"anna": "3"}}},
    {"id": 1, "outcome": {"scores": [3]}},
    {"id": 1, "chance": "roll 3 4"},
    {"id": 1, "chance": [3]},
    {"id": 1, "refused": True},
    {"id": 1, "skip": ["no"]},
    {"id": 1, "counts": {"pass": True}},
    {"id": 1, "counts": 20},
]
DIFFERENT_ANSWERS = [
    pytest.param({"id": 1, "error": "out of coal"}, True, False, id="an error is well said, and a failure"),
    pytest.param({"id": 1.0}, True, False, id="a schema cannot tell 1.0 from 1"),
    pytest.param({"id": 0}, False, True, id="no request has such an id, which is seen where it is read"),
]


@pytest.mark.parametrize("said", GOOD_ANSWERS, ids=str)
def test_a_good_answer_is_taken_by_both(said: dict[str, Any]) -> None:
    assert fits("answer", said)
    assert answer(said).id == 1


@pytest.mark.parametrize("said", WRONG_ANSWERS, ids=str)
def test_a_wrong_answer_is_taken_by_neither(said: dict[str, Any]) -> None:
    assert not fits("answer", said)
    with pytest.raises(Garbled):
        answer(said)


@pytest.mark.parametrize(("said", "by_schema", "by_us"), DIFFERENT_ANSWERS)
def test_an_answer_is_taken_by_one_for_a_reason(said: dict[str, Any], by_schema: bool, by_us: bool) -> None:
    assert fits("answer", said) == by_schema
    assert takes(answer, said) == by_us
