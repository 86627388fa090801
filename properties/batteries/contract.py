"""What an engine owes by the contract (`rulecheck.reference_engines.contract`), asked in seeded games."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from rulecheck.properties.batteries.material import owe, seeded, some_of
from rulecheck.properties.campaign.players import players_of
from rulecheck.reference_engines import build, citations
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, AnyEngine, IllegalMove, UnknownMove
from rulecheck.spec import load, make_rules

WIDTH: Final = 110
"""Columns that a picture of a position may take."""


def replays_from_its_notation(engine: AnyEngine) -> None:
    """The moves of a game, written and read again, lead through the same positions."""
    __tracebackhide__ = True
    moves, states = seeded(engine, 5, 400)
    again = engine.start()
    owe(again == states[0], "start() differs from one call to the next", "an engine keeps no state and draws nothing")
    for number, (move, state) in enumerate(zip(moves, states[1:], strict=True), 1):
        try:
            read = engine.parse(str(move))
        except UnknownMove:
            read = None
        owe(read == move, f"move {number}: {str(move)!r} is read as {read!r}", "parse must read what str writes")
        again = engine.play(again, read)
        owe(again == state, f"move {number}, {move}, led elsewhere the second time", "apply decides nothing by chance")


def plays_on_until_it_is_over(engine: AnyEngine) -> None:
    """An unfinished game has a move and no outcome, a finished one the other way round; chance has weights."""
    __tracebackhide__ = True
    for number, state in enumerate(seeded(engine, 6, 400)[1]):
        legal, over = engine.legal_moves(state), engine.actor(state) == OVER
        what = f"after {number} moves"
        owe(
            bool(legal) is not over,
            f"{what}: {len(legal)} legal moves, over: {over}",
            "legal_moves is empty at the end",
        )
        twice = [text for text, times in Counter(map(str, legal)).items() if times > 1]
        owe(not twice, f"{what}: listed twice: {twice}", "two moves need two notations")
        ended = engine.outcome(state) is not None
        owe(ended is over, f"{what}: outcome: {ended}, over: {over}", "outcome answers exactly when the game is over")
        if engine.actor(state) == CHANCE:
            weights = engine.weights(state)
            good = len(weights) == len(legal) and min(weights) > 0
            owe(good, f"{what}: weights {list(weights)} for {len(legal)} outcomes", "give each a weight above zero")


def refuses_what_is_not_legal(engine: AnyEngine, least: int = 1) -> None:
    """Every other well-formed move is refused with a clause of the rulebook, and changes nothing."""
    __tracebackhide__ = True
    clauses, everything = load(engine.game).clauses, engine.all_moves()
    rng, refused = Random(7), 0
    for state in some_of(seeded(engine, 7, 300)[1], 10, rng):
        legal, before = set(engine.legal_moves(state)), engine.to_json(state)
        for move in rng.sample(everything, min(60, len(everything))):
            no = engine.refusal(state, move)
            what = f"{move}: refusal {no}, listed: {move in legal}"
            owe((no is None) is (move in legal), what, "legal_moves and refusal say the same")
            if no is None:
                continue
            refused += 1
            owe(no.clause in clauses, f"{move}: refused by {no.clause!r}", "name a clause of the rulebook")
            try:
                engine.play(state, move)
            except IllegalMove:
                continue
            owe(False, f"{move}: play takes a move that refusal forbids", "leave play as it is in the contract")
        owe(engine.to_json(state) == before, "a refused move changed the position", "positions never change")
    owe(refused >= least, f"{refused} moves were refused, {least} expected", "all_moves lists what is not legal, too")


def loses_no_component(engine: AnyEngine) -> None:
    """All components are somewhere, at every moment."""
    __tracebackhide__ = True
    totals = dict(engine.totals())
    moves, states = seeded(engine, 8, 400)
    for number, state in enumerate(states):
        counted = dict(engine.inventory(state))
        after = f"after {moves[number - 1]}" if number else "at the start"
        wrong = {name: (counted.get(name), many) for name, many in totals.items() if counted.get(name) != many}
        owe(counted == totals, f"{after}: found and expected: {wrong}", "tallies count every place, totals the box")


def comes_back_from_json(engine: AnyEngine) -> None:
    """A position that is written and read again is the same, and can be drawn."""
    __tracebackhide__ = True
    for state in some_of(seeded(engine, 8, 400)[1], 7, Random(8)):
        written = engine.to_json(state)
        owe(engine.from_json(written) == state, f"{written} is read as another position", "to_json leaves nothing out")
        widths = [len(line) for line in engine.draw(state).splitlines()]
        owe(widths, "draw answers nothing", "draw the position, for findings")
        owe(max(widths) <= WIDTH, f"a picture of {max(widths)} columns", f"{WIDTH} fit a terminal")


def has_players_that_cope(game: str) -> None:
    """Each player chooses among the moves it is shown, also if only some kinds of them are."""
    __tracebackhide__ = True
    rng, book = Random(4), load(game)
    players = {name: make(rng) for name, make in players_of(game).items()}
    for _ in range(12):
        readings = {
            reading.id: rng.choice([*reading.choices]) for reading in book.readings.values() if rng.random() < 0.5
        }
        engine = build(make_rules(game, readings=readings))
        for state in some_of(seeded(engine, rng.randrange(100), 400)[1], 4, rng):
            legal = engine.legal_moves(state)
            kinds = sorted({type(move).__name__ for move in legal})
            if engine.actor(state) < 0 or len(kinds) == 1:
                continue
            kept = rng.sample(kinds, rng.randint(1, len(kinds)))
            some = [move for move in legal if type(move).__name__ in kept]
            for name, play in players.items():
                chosen = play(engine, state, some, rng)
                owe(chosen in some, f"player {name} chose {chosen} of {some}", "choose among the moves that are shown")


def names_what_exists(game: str) -> None:
    """Events name clauses and readings of the rulebook."""
    __tracebackhide__ = True
    book, engine = load(game), build(make_rules(game))
    met = {event for seed in range(3) for state in seeded(engine, seed, 800)[1] for event in state.events}
    known = {*book.clauses, *(SILENT + reading for reading in book.readings)}
    owe(met <= known, f"events that are no clause: {sorted(met - known)}", "write the clause, or fix the event")


def cites_every_rule(game: str) -> None:
    """Each rule is carried out by a function that cites it, and what is cited exists."""
    __tracebackhide__ = True
    book, cited = load(game), citations(game)
    unknown = sorted(set(cited) - set(book.clauses) - set(book.readings))
    owe(not unknown, f"cited, but not in the rulebook: {unknown}", "fix the id in @cites")
    left = [clause.id for clause in book.clauses.values() if clause.kind == "rule" and clause.id not in cited]
    owe(not left, f"no function cites {left}", "put @cites on the function that carries it out, or give it a kind")
