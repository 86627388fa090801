"""Where the sides really parted: whole positions are asked for now and then only, so they are asked for once more."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from rulecheck.properties.conform.lockstep.divergence import Parting
from rulecheck.properties.conform.lockstep.engine_context import positions
from rulecheck.properties.conform.lockstep.lockstep import ALL, Lockstep
from rulecheck.properties.conform.lockstep.observation import is_about_turns
from rulecheck.properties.conform.lockstep.replaying import STATE, replayed
from rulecheck.properties.conform.protocol.messages import OWN
from rulecheck.properties.conform.search.search_knowledge import PlayedGames

_FOLLOW: Final = frozenset({"state", "turn", "outcome", "misses", "lists", "refuses", "accepts"})
"""Kinds of departures that may follow from an earlier one that was not asked for."""


def _follows(parting: Parting, first: Parting, *, is_accepted: bool) -> bool:
    """Whether a parting is owed to the first difference between the positions.

    In one position, who is to move may be all that is wrong with its phase; and so may what is offered, where the
    difference is accepted.
    """
    if first.at > parting.at:
        return False
    if parting.kind in ("state", "outcome") or first.at < parting.at:
        return True
    if parting.kind == "turn":
        return not is_about_turns(first.differences)
    return parting.kind in ("lists", "misses") and not (is_accepted and first.about.startswith("phase"))


def located(common: PlayedGames, lock: Lockstep, seed: int) -> list[Parting]:
    """What a game showed, and instead of what follows from a difference in the position that difference.

    What follows from a difference that is accepted is left out: it is no news.
    """
    play, partings = common.session.play, _with_position(common, lock, seed)
    doubtful = [parting for parting in partings if _is_doubtful(common, parting)]
    if not doubtful or "state" not in play.can or play.chance == OWN:
        return partings
    first, passed, turns = _first_difference(common, lock, max(parting.at for parting in doubtful), seed)
    is_accepted = first is not None and bool(common.accepted.lines_for(first))
    causes = list[Parting]()
    for parting in partings:
        if parting not in doubtful:
            causes.append(parting)
        elif first is not None and _follows(parting, first, is_accepted=is_accepted):
            if not is_accepted:
                causes.append(first.but(common.accepted.known_parts(first)))
        elif parting.kind == "state" and passed and passed >= set(parting.parts):
            continue  # the difference came with a move before it, and is accepted there
        else:
            if not passed:
                common.known.genuine.add(parting.identity)
            told = turns.get(parting.at, parting) if parting.kind == "turn" else parting
            out_of_step = parting.out_of_step or bool(passed)
            causes.append(evolve(parting, there=told.there, out_of_step=out_of_step))
    return causes


def _with_position(common: PlayedGames, lock: Lockstep, seed: int) -> list[Parting]:
    """What a game showed, with the position in which somebody else was to move, where it was not asked for.

    A program that goes on from positions is handed the one before that step; for others the game is played again,
    if it is doubtful.
    """
    play, partings, untold = common.session.play, list(lock.partings), lock.judge.untold
    if untold is None or untold.before is None or not play.takes_positions or play.is_part or "state" not in play.can:
        return partings
    state, many = untold.before
    before = untold.at - many
    asked = Lockstep(
        lock.rig, common.session, state=state, moves=lock.moves[:before], seed=seed, ignored=common.asked.ignored
    )
    asked.begin(())
    if not asked.is_over:
        asked.play([lock.engine.parse(text) for text in lock.moves[before : untold.at]], ALL)
    asked.finish()
    told = next((seen for seen in asked.partings if seen.kind in ("state", "turn")), None)
    if told is None or asked.skipped:
        return partings
    told = evolve(told.but(common.accepted.known_parts(told)), since=lock.part_from, agreed_at=before)
    others = [seen for seen in partings if seen.kind != "turn" or seen.at != untold.at]
    return others if common.accepted.lines_for(told) or not len(others) < len(partings) else [*others, told]


def _is_doubtful(common: PlayedGames, parting: Parting) -> bool:
    """Whether it may be owed to something that came before it and was not looked at."""
    if parting.kind not in _FOLLOW:
        return False
    if parting.kind == "state":
        return parting.at - parting.agreed_at > 1 or not parting.clauses
    return not parting.in_theirs and parting.identity not in common.known.genuine


def _first_difference(
    common: PlayedGames, lock: Lockstep, at: int, seed: int
) -> tuple[Parting | None, set[str], dict[int, Parting]]:
    """Where the positions first differ within so many moves, the parts in which they are known to, and whose turn."""
    engine, play = lock.engine, common.session.play
    resumes = play.takes_positions and not play.is_part  # then a difference that is accepted ends the replay as well
    moves: list[Any] = [engine.parse(text) for text in lock.moves[:at]]
    states = positions(engine, moves)
    replay = replayed(
        lock.rig,
        common.session,
        moves,
        states,
        min(lock.part_from, at),
        (STATE, ALL),
        seed=seed,
        accepted=() if resumes else common.accepted,
        ignored=common.asked.ignored,
        listener=common.spectrum,
    )
    differ = (parting for parting in replay.partings if parting.kind == "state" and parting.at > lock.part_from)
    turns = {parting.at: parting for parting in replay.partings if parting.kind == "turn"}
    return next(differ, None), set(replay.judge.ignored) - replay.differed_at_first, turns
