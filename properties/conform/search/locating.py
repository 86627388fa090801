"""Where the sides really parted: whole positions are asked for now and then only, so they are asked for once more."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import positions
from rulecheck.properties.conform.lockstep.lockstep import ALL, Lockstep
from rulecheck.properties.conform.lockstep.observation import is_about_turns
from rulecheck.properties.conform.lockstep.replaying import STATE, replayed
from rulecheck.properties.conform.protocol.messages import OWN
from rulecheck.properties.conform.search.search_knowledge import PlayedGames

_FOLLOW: Final = frozenset({"state", "turn", "outcome", "misses", "lists", "refuses", "accepts"})
"""Kinds of departures that may follow from an earlier one that was not asked for."""


def _follows(divergence: Divergence, first: Divergence, *, is_accepted: bool) -> bool:
    """Whether a divergence is owed to the first difference between the positions.

    In one position, who is to move may be all that is wrong with its phase; and so may what is offered, where the
    difference is accepted.
    """
    if first.at > divergence.at:
        return False
    if divergence.kind in ("state", "outcome") or first.at < divergence.at:
        return True
    if divergence.kind == "turn":
        return not is_about_turns(first.differences)
    return divergence.kind in ("lists", "misses") and not (is_accepted and first.about.startswith("phase"))


def located(search: PlayedGames, lock: Lockstep, seed: int) -> list[Divergence]:
    """What a game showed, and instead of what follows from a difference in the position that difference.

    What follows from a difference that is accepted is left out: it is no news.
    """
    play, divergences = search.session.play, _with_position(search, lock, seed)
    doubtful = [divergence for divergence in divergences if _is_doubtful(search, divergence)]
    if not doubtful or "state" not in play.can or play.chance == OWN:
        return divergences
    first, passed, turns = _first_difference(search, lock, max(divergence.at for divergence in doubtful), seed)
    is_accepted = first is not None and bool(search.accepted.lines_for(first))
    causes = list[Divergence]()
    for divergence in divergences:
        if divergence not in doubtful:
            causes.append(divergence)
        elif first is not None and _follows(divergence, first, is_accepted=is_accepted):
            if not is_accepted:
                causes.append(first.but(search.accepted.known_parts(first)))
        elif divergence.kind == "state" and passed and passed >= set(divergence.parts):
            continue  # the difference came with a move before it, and is accepted there
        else:
            if not passed:
                search.knowledge.genuine.add(divergence.identity)
            as_told = turns.get(divergence.at, divergence) if divergence.kind == "turn" else divergence
            out_of_step = divergence.out_of_step or bool(passed)
            causes.append(evolve(divergence, there=as_told.there, answer=as_told.answer, out_of_step=out_of_step))
    return causes


def _with_position(search: PlayedGames, lock: Lockstep, seed: int) -> list[Divergence]:
    """What a game showed, with the position in which somebody else was to move, where it was not asked for.

    A program that goes on from positions is handed the one before that step; for others the game is played again,
    if it is doubtful.
    """
    play, divergences, untold = search.session.play, list(lock.divergences), lock.oracle.untold
    if untold is None or untold.before is None or not play.takes_positions or play.is_part or "state" not in play.can:
        return divergences
    state, many = untold.before
    before = untold.at - many
    asked = Lockstep(
        lock.context, search.session, state=state, moves=lock.moves[:before], seed=seed, ignored=search.asked.ignored
    )
    asked.begin(())
    if not asked.is_over:
        asked.play([lock.engine.parse(text) for text in lock.moves[before : untold.at]], ALL)
    asked.finish()
    as_told = next((divergence for divergence in asked.divergences if divergence.kind in ("state", "turn")), None)
    if as_told is None or asked.skipped:
        return divergences
    as_told = evolve(as_told.but(search.accepted.known_parts(as_told)), since=lock.part_from, agreed_at=before)
    others = [divergence for divergence in divergences if divergence.kind != "turn" or divergence.at != untold.at]
    return others if search.accepted.lines_for(as_told) or not len(others) < len(divergences) else [*others, as_told]


def _is_doubtful(search: PlayedGames, divergence: Divergence) -> bool:
    """Whether it may be owed to something that came before it and was not looked at."""
    if divergence.kind not in _FOLLOW:
        return False
    if divergence.kind == "state":
        return divergence.at - divergence.agreed_at > 1 or not divergence.clauses
    return not divergence.in_theirs and divergence.identity not in search.knowledge.genuine


def _first_difference(
    search: PlayedGames, lock: Lockstep, at: int, seed: int
) -> tuple[Divergence | None, set[str], dict[int, Divergence]]:
    """Where the positions first differ within so many moves, the parts in which they are known to, and whose turn."""
    engine, play = lock.engine, search.session.play
    resumes = play.takes_positions and not play.is_part  # then a difference that is accepted ends the replay as well
    moves: list[Any] = [engine.parse(text) for text in lock.moves[:at]]
    states = positions(engine, moves)
    replay = replayed(
        lock.context,
        search.session,
        moves,
        states,
        min(lock.part_from, at),
        (STATE, ALL),
        seed=seed,
        accepted=() if resumes else search.accepted,
        ignored=search.asked.ignored,
        listener=search.spectrum,
    )
    differ = (
        divergence for divergence in replay.divergences if divergence.kind == "state" and divergence.at > lock.part_from
    )
    turns = {divergence.at: divergence for divergence in replay.divergences if divergence.kind == "turn"}
    return next(differ, None), set(replay.oracle.ignored) - replay.differed_at_first, turns
