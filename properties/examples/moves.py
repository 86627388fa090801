"""Which moves are open in a position, and which are refused and by what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulecheck.properties.examples.names import fits, some
from rulecheck.properties.examples.stage import Stage
from rulecheck.properties.runtime.patterns import is_pattern
from rulecheck.reference_engines.contract import Position
from rulecheck.spec.errors import meant, shown


def check_moves(stage: Stage, state: Position, table: Mapping[str, Any]) -> None:
    """`legal`, `legal_of`, `has` and `lacks` of a step."""
    if not {"legal", "legal_of", "has", "lacks"} & table.keys():
        return
    block, names = stage.block, stage.names
    legal = stage.engine.legal_moves(state)
    open_now = [str(move) for move in legal]
    spelt = {str(move): stage.engine.spellings(move) for move in legal} if _has_pattern(stage, table) else {}
    if "legal" in table:
        _compare(stage, "legal moves", names.moves("legal", table["legal"]), open_now)
    for pattern, texts in block.table("legal_of", table).items():
        matching = [move for move in open_now if fits(pattern, spelt[move])]
        expected = names.moves("legal_of", texts)
        strays = [move for move in expected if not fits(pattern, stage.engine.spellings(stage.engine.parse(move)))]
        if strays:
            raise block.broken("legal_of", f"{shown(strays[0])} does not match {shown(pattern)}")
        if not expected and not matching:
            names.pattern("legal_of", pattern)
        _compare(stage, f"legal moves like {shown(pattern)}", expected, matching)
    for pattern in block.texts("has", table):
        text = pattern if is_pattern(pattern) else names.move("has", pattern)
        if not any(fits(text, spelt.get(move, (move,))) for move in open_now):
            if is_pattern(pattern):
                names.pattern("has", pattern)
            stage.fail(f"{shown(text)} is not among the legal moves: {some(open_now)}{stage.moved_on()}")
    for pattern in block.texts("lacks", table):
        if not is_pattern(pattern) and not names.is_known("lacks", pattern):
            continue
        text = pattern if is_pattern(pattern) else names.move("lacks", pattern)
        matching = [move for move in open_now if fits(text, spelt.get(move, (move,)))]
        if matching:
            stage.fail(f"{shown(text)} should not be legal, and is: {some(matching)}")
        elif is_pattern(pattern):
            names.pattern("lacks", pattern)


def check_refusals(stage: Stage, state: Position, table: Mapping[str, Any]) -> None:
    """`refuse`, `by`, `why` and `seat` of a step."""
    block = stage.block
    why = block.text("why", table)
    if why and "refuse" not in table:
        raise block.broken("why", '"why" without "refuse"', "say which move is refused")
    who = seat_of(stage, table)
    decides = _other_than(stage, state, who)
    for text, clauses in _to_be_refused(stage, table).items():
        move = stage.names.move("refuse", text)
        should = f", it should be refused by {' or '.join(clauses)}" if clauses else ", it should be refused"
        if decides:
            if clauses:
                stage.fail(f"{shown(move)} of {who} is refused because {decides} decides{should}{stage.moved_on()}")
            continue
        refused = stage.engine.refusal(state, stage.engine.parse(move))
        if refused is None:
            stage.fail(f"{shown(move)} is legal{should}")
        elif clauses and refused.clause not in clauses:
            expected = " or ".join(clauses)
            told = f"{shown(move)} is refused by {refused.clause}, expected {expected}: {refused.why}"
            stage.fail(told + stage.moved_on())
        elif why not in refused.why:
            stage.fail(f"{shown(move)} is refused because {refused.why}; {shown(why)} is not among these words")
    if who and not {"refuse", "do"} & table.keys():
        raise block.broken("seat", '"seat" without a move', "say which move is theirs, with `do` or `refuse`")


def seat_of(stage: Stage, table: Mapping[str, Any]) -> str:
    """Whose moves `do` and `refuse` of a step are; empty if the step does not say."""
    who = stage.block.text("seat", table)
    if who and who not in stage.engine.seats:
        raise stage.block.broken("seat", f"no seat {shown(who)}", meant(who, stage.engine.seats, "the seats are"))
    return who


def _other_than(stage: Stage, state: Position, who: str) -> str:
    """Who decides now, if it is somebody else."""
    decides = stage.decides(state)
    return decides if who and decides != who else ""


def _to_be_refused(stage: Stage, table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Each move that a step wants refused, with the clauses that may be the reason (none: any)."""
    block, names = stage.block, stage.names
    by = block.texts("by", table)
    for clause in by:
        names.clause("by", clause)
    if by and "refuse" not in table:
        raise block.broken("by", '"by" without "refuse"', "say which move is refused")
    refuse = table.get("refuse", [])
    if not isinstance(refuse, dict):
        return dict.fromkeys(block.texts("refuse", table), by)
    if by:
        raise block.broken("by", 'both "by" and a table of clauses', "keep one of them")
    wanted = {move: block.texts(move, refuse) for move in refuse}
    for clauses in wanted.values():
        for clause in clauses:
            names.clause("refuse", clause)
    return wanted


def _has_pattern(stage: Stage, table: Mapping[str, Any]) -> bool:
    """Whether a step asks for patterns of moves, which are to fit any spelling of a move."""
    texts = (text for key in ("has", "lacks") for text in stage.block.texts(key, table))
    return "legal_of" in table or any(map(is_pattern, texts))


def _compare(stage: Stage, what: str, expected: Sequence[str], actual: Sequence[str]) -> None:
    missing = [move for move in expected if move not in set(actual)]
    extra = [move for move in actual if move not in set(expected)]
    if missing:
        stage.fail(f"{what}: missing {some(missing)}{stage.moved_on()}")
    if extra:
        stage.fail(f"{what}: not expected {some(extra)}")
