"""One game of a study: played to its end without any check, and what there is to count in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final
from zlib import crc32

from attrs import frozen

from rulecheck.properties.campaign.players import Factory, Player, draw
from rulecheck.reference_engines.contract import CHANCE, OVER, Engine

DEEDS: Final = 400
"""Kinds of deeds kept for a game at most."""


@frozen
class StudiedGame:
    """What one game came to.  Lengths are in moves (decisions and chance), decisions and turns."""

    index: int
    players: tuple[str, ...]
    """The player at each seat, by name."""
    is_finished: bool
    """False for a game that was cut off."""
    moves: int
    decisions: int
    turns: int
    """How often the turn passed from one seat to another."""
    rounds: int | None
    """Rounds, where the game's positions tell them."""
    clause: str
    """The clause that decided who won; empty for a game that was cut off."""
    winners: tuple[int, ...]
    """Seats."""
    scores: tuple[int, ...] | None
    """By seat; None where the game keeps no scores."""
    events: Mapping[str, int]
    """How often each clause was carried out."""
    closing: frozenset[str]
    """The clauses that were first carried out in the last tenth of the game: how it came to its end."""
    deeds: tuple[frozenset[str], ...]
    """What each seat did at least once, in the words of its moves without the numbers in them."""
    course: int
    """A checksum of all its moves in their order: two games with the same one went the same way."""


def deed(move: str) -> str:
    """The words of a move that name no place and no amount: `build wharf`, `place turned`."""
    return " ".join(word for word in move.split() if not any(char.isdigit() for char in word))


def play(
    engine: Engine[Any, Any], names: Sequence[str], factories: Mapping[str, Factory], seed: int, index: int, cap: int
) -> StudiedGame:
    """Play one game from its seed: a player by name at each seat, at most `cap` decisions."""
    rng = Random(seed)
    players: list[Player] = [factories[name](Random(rng.random())) for name in names]
    state = engine.start()
    events: Counter[str] = Counter(state.events)
    firsts: dict[str, int] = dict.fromkeys(state.events, 0)
    did: list[set[str]] = [set() for _ in names]
    words: dict[Any, tuple[str, bytes]] = {}
    moves = decisions = turns = course = 0
    turn = engine.turn_of(state)
    while decisions < cap:
        actor = engine.actor(state)
        if actor == OVER:
            break
        legal = engine.legal_moves(state)
        if actor == CHANCE:
            move = legal[0] if len(legal) == 1 else draw(legal, engine.weights(state), rng)
        else:
            decisions += 1
            move = legal[0] if len(legal) == 1 else players[actor](engine, state, legal, rng)
        said = words.get(move)
        if said is None:
            text = str(move)
            said = words[move] = deed(text), text.encode()
        course = crc32(said[1], course)
        if actor != CHANCE and len(legal) > 1:
            did[actor].add(said[0])
        state = engine.apply(state, move)
        moves += 1
        for event in state.events:
            events[event] += 1
            if event not in firsts:
                firsts[event] = moves
        now = engine.turn_of(state)
        if now != turn and now >= 0:
            turns, turn = turns + 1, now
    outcome = engine.outcome(state)
    seats = engine.seats
    rounds = engine.to_json(state).get("round")
    return StudiedGame(
        index=index,
        players=tuple(names),
        is_finished=outcome is not None,
        moves=moves,
        decisions=decisions,
        turns=turns,
        rounds=rounds if type(rounds) is int else None,
        clause="" if outcome is None else outcome.clause,
        winners=() if outcome is None else tuple(sorted(seats.index(name) for name in outcome.winners)),
        scores=None if outcome is None or not outcome.scores else tuple(outcome.scores[name] for name in seats),
        events=dict(events),
        closing=frozenset(event for event, at in firsts.items() if at > 0.9 * moves),
        deeds=tuple(frozenset(sorted(deeds)[:DEEDS]) for deeds in did),
        course=course,
    )
