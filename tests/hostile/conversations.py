"""Conversations with `rulecheck serve`: a game that is begun rightly and led deep, and mangled requests in it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stderr
from functools import cache
from random import Random
from typing import Any, Final

from attrs import frozen
from hypothesis import strategies as st

from rulecheck.properties.campaign.players import draw as throw
from rulecheck.properties.conform.protocol.implementation import Desk, _answered
from rulecheck.properties.conform.protocol.reference import OwnChance, Reference
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE
from rulecheck.spec import all_games, load, make_rules
from tests.hostile.from_schemas import from_schema
from tests.hostile.mangling import mangled_json, mangled_text

RAW_WORDS: Final = re.compile(r"\w+(Error|Exception)\b|Traceback|object has no attribute|\bNoneType\b|unhashable")
"""What only Python says."""
WAYS: Final = 2
"""Games that are played of each game."""
TELL: Final = ("legal", "state")


@frozen
class Way:
    """A game from its beginning: the request that begins it, its moves, and positions on the way."""

    start: dict[str, Any]
    moves: tuple[str, ...]
    positions: tuple[Any, ...]


@cache
def way_of(game: str, seed: int) -> Way:
    """A game with other readings each time, at most 400 moves of it."""
    rng, book = Random(seed), load(game)
    readings = {id: rng.choice(list(reading.choices)) for id, reading in book.readings.items() if rng.random() < 0.3}
    rules = make_rules(game, readings=readings)
    engine = build(rules)
    state, moves, positions = engine.start(), list[str](), list[Any]()
    while (legal := engine.legal_moves(state)) and len(moves) < 400:
        is_thrown = engine.actor(state) == CHANCE
        move = throw(legal, engine.weights(state), rng) if is_thrown else rng.choice(legal)
        state = engine.apply(state, move)
        moves.append(str(move))
        if len(moves) % 40 == 0:
            positions.append(json.loads(json.dumps(engine.to_json(state))))
    start = {
        "id": 1, "ask": "start", "game": game, "players": rules.players, "seats": list(rules.seats),
        "setup": rules.setup, "readings": readings, "numbers": {}, "seed": seed, "tell": list(TELL),
    }  # fmt: skip
    return Way(start, tuple(moves), tuple(positions))


@frozen
class Conversation:
    """What is sent: first what is right, then what may be anything."""

    ours: bool
    """Whether chance is the program's own."""
    right: tuple[bytes, ...]
    more: tuple[bytes, ...]


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """A game that is begun and led to any move of it; then requests of every sort, every other one mangled."""
    game = draw(st.sampled_from([game.name for game in all_games()[0] if game.ours]))
    way = way_of(game, draw(st.integers(0, WAYS - 1)))
    at = draw(st.one_of(st.integers(0, 2), st.integers(0, len(way.moves))))
    right = [way.start, *([{"id": 2, "ask": "play", "moves": way.moves[:at], "tell": []}] if at else [])]
    more = []
    for _ in range(draw(st.integers(1, 6))):
        asked = draw(st.sampled_from(tuple(requests(way, at))))
        is_next = asked.get("move") in way.moves[at : at + 1]
        line = json.dumps(asked).encode()
        kind = draw(st.sampled_from(("right", "text", "json", "schema", "raw")))
        if kind == "text":
            line = draw(mangled_text(st.just(json.dumps(asked)))).encode("utf-8", "surrogatepass")
        elif kind == "json":
            line = json.dumps(draw(mangled_json(st.just(asked)))).encode()
        elif kind == "schema":
            line = json.dumps(draw(mangled_json(from_schema("protocol", "request")))).encode()
        elif kind == "raw" and draw(st.booleans()):
            line = draw(st.binary(max_size=20))
        at += kind == "right" and is_next
        more.append(line)
    return Conversation(draw(st.integers(0, 9)) == 0, tuple(json.dumps(asked).encode() for asked in right), tuple(more))


def requests(way: Way, at: int) -> Iterator[dict[str, Any]]:
    """Right requests after so many moves of a game; those that change most come more than once."""
    start = way.start
    yield {"id": 1, "ask": "hello", "protocol": 1, "game": start["game"]}
    yield start
    for position in way.positions:
        yield {**start, "position": position}
    for _ in range(4):
        yield {"id": 3, "ask": "play", "move": way.moves[min(at, len(way.moves) - 1)], "tell": ["legal"]}
        yield {"id": 5, "ask": "undo", "tell": list(TELL)}
    yield {"id": 3, "ask": "play", "moves": way.moves[at : at + 3], "tell": list(TELL)}
    yield {"id": 3, "ask": "play", "move": way.moves[at // 2], "tell": list(TELL)}
    yield {"id": 4, "ask": "look", "tell": list(TELL)}
    yield {"id": 6, "ask": "perft", "depth": 1}
    yield {"id": 7, "ask": "bye"}


DESKS: Final = (Reference(), OwnChance())
"""Engines are made once for each set of rules."""


def try_conversation(said: Conversation) -> None:
    """Each line is answered in plain words, with nothing on standard error, and what is right is taken."""
    desk = Desk(DESKS[said.ours])
    for line in (*said.right[: 1 if said.ours else None], *said.more):
        if asks_for_a_deep_tree(line):
            continue
        answer = try_request(line, desk)
        if line in said.right:
            assert not set(answer) & {"error", "refused", "skip"}, answer


def try_request(line: bytes, desk: Desk) -> dict[str, Any]:
    """The answer, which is in plain words, with nothing on standard error."""
    errors = io.StringIO()
    with redirect_stderr(errors):
        answer: dict[str, Any] = json.loads(_answered(desk, line) or b"{}")
    assert errors.getvalue() == ""
    assert not RAW_WORDS.search(str(answer.get("error", ""))), answer
    return answer


def asks_for_a_deep_tree(line: bytes) -> bool:
    """Whether somebody asks for what rightly takes hours."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        return False
    depth = asked.get("depth") if isinstance(asked, dict) else None
    return isinstance(depth, int) and depth > 1
