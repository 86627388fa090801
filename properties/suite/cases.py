"""A case of a suite: a question with its answer as JSON values, the rules it takes, and what a wrong answer points to.

`docs/schemas/suite-case.json` is its schema.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.suite.questions import Ask, Line, Question, changes
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, AnyEngine, IllegalMove, UnknownMove
from rulecheck.spec import load
from rulecheck.spec.model import Rulebook
from rulecheck.spec.rules import Rules

VERSION: Final = 1
"""Of what stands in a case."""
DEFAULT: Final = "cases"
"""The file of the rules as they are asked for; those of a reading's choice are called `readings/ID=CHOICE`."""


@frozen(eq=False)
class Chosen:
    """A question that was chosen for a suite, and what is known about it."""

    question: Question
    points_to: tuple[str, ...] = ()
    """Sentences about what a program does that answers wrongly."""
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    """Readings that the answer rests on: under another choice it is another."""
    file: str = DEFAULT


def seat(engine: AnyEngine, state: Any) -> str:
    """Who decides: a seat, `chance`, or `nobody` at the end."""
    actor = engine.actor(state)
    return {OVER: "nobody", CHANCE: "chance"}.get(actor) or engine.seats[actor]


def answer_of(engine: AnyEngine, question: Question, state: Any) -> dict[str, Any]:
    """What the rules answer, in the form of a case; `state` is the position as this engine has it."""
    match question.ask:
        case Ask.START:
            return {"position": engine.to_json(state), "turn": seat(engine, state)}
        case Ask.LEGAL:
            return {"legal": sorted(map(str, engine.legal_moves(state))), "turn": seat(engine, state)}
        case Ask.PLAY:
            if engine.refusal(state, question.move) is not None:
                return {"refused": True}
            after = engine.apply(state, question.move)
            changed = changes(engine.to_json(state), engine.to_json(after))
            return {"changes": changed, "turn": seat(engine, after)}
        case Ask.FORBIDDEN:
            refused = engine.refusal(state, question.move)
            return {"refused": False} if refused is None else {"refused": True, "why": str(refused.why)}
        case Ask.END:
            outcome = engine.outcome(state)
            told: dict[str, Any] = {"turn": seat(engine, state)}
            if outcome is not None:
                told["winners"] = sorted(outcome.winners)
                told["scores"] = dict(outcome.scores)
            return told


def case_of(chosen: Chosen, number: int) -> dict[str, Any]:
    """A case as it stands in a file."""
    question = chosen.question
    engine, state = question.line.engine, question.state
    rules, book = engine.rules, load(engine.rules.game)
    told: dict[str, Any] = {"case": f"{number:03d}-{question.ask}", "rules": rules_told(rules, book, chosen.readings)}
    told["moves"] = list(map(str, question.line.moves[: question.at]))
    told["position"] = None if question.ask is Ask.START else engine.to_json(state)
    told["ask"] = str(question.ask)
    if question.move is not None:
        told["move"] = str(question.move)
    told["answer"] = answer_of(engine, question, state)
    told["clauses"] = [{"id": id, "says": book.clauses[id].text} for id in chosen.clauses if id in book.clauses]
    told["points_to"] = list(chosen.points_to)
    told["rests_on"] = {"readings": list(chosen.readings), "substitute_data": list(rules.substitute)}
    return told


def rules_told(rules: Rules, book: Rulebook, readings: Sequence[str]) -> dict[str, Any]:
    """The rules of a case: of the readings those that its answer rests on, and those that are not the default."""
    named = {
        id: choice for id, choice in rules.readings.items() if id in readings or choice != book.readings[id].default
    }
    return {
        "game": rules.game,
        "players": rules.players,
        "seats": list(rules.seats),
        "setup": rules.setup,
        "readings": named,
        "numbers": dict(rules.numbers),
    }


class OtherChoices:
    """Engines by the same rules with another choice of one reading."""

    def __init__(self, build: Callable[[Rules], AnyEngine]) -> None:
        self._build = build
        self._engines: dict[tuple[int, str, str], AnyEngine | None] = {}

    def resting(self, question: Question) -> tuple[str, ...]:
        """The readings that an answer rests on: under another choice it is another."""
        rules = question.line.engine.rules
        book = load(rules.game)
        clauses = set(question.clauses)
        near = [
            id
            for id in rules.readings
            if f"{SILENT}{id}" in clauses or set(book.readings[id].silent) & clauses or question.ask is Ask.LEGAL
        ]
        return tuple([id for id in near if self.parts(question, id, book.readings[id].choices)])

    def parts(self, question: Question, id: str, choices: Mapping[str, str]) -> bool:
        """Whether the answer is another under one of these choices of a reading."""
        right = answer_of(question.line.engine, question, question.state)
        others = [choice for choice in choices if choice != question.line.engine.rules.readings[id]]
        return any(self._answer(question, id, choice) not in (None, right) for choice in others)

    def _answer(self, question: Question, id: str, choice: str) -> dict[str, Any] | None:
        """The answer under another choice; None where the position is none of that choice's."""
        mine = question.line.engine
        key = id_of(mine.rules), id, choice
        try:
            if key not in self._engines:
                self._engines[key] = self._build(mine.rules.with_reading(id, choice))
            engine = self._engines[key]
            if engine is None:
                return None
            state = engine.start() if question.ask is Ask.START else engine.from_json(mine.to_json(question.state))
            return answer_of(engine, question, state)
        except Exception:  # a choice that cannot be played here, whatever it raises
            self._engines.setdefault(key, None)
            return None


def id_of(rules: Rules) -> int:
    """Rules are the same only if they are one object."""
    return id(rules)


@frozen(eq=False)
class Kept:
    """The questions of a suite, as data: games as moves, and where in them something is asked."""

    head: Mapping[str, Any] = field(factory=dict)
    chosen: Sequence[Chosen] = ()
    outdated: int = 0
    """Cases that are left out: since they were chosen the rules have changed, which do not come to them any more."""


def packed(kept: Kept) -> list[dict[str, Any]]:
    """As JSON values, one for each line of a file: the head, the games, the cases."""
    lines: dict[int, tuple[Line, int]] = {}
    for chosen in kept.chosen:
        line = chosen.question.line
        _, longest = lines.get(id(line), (line, 0))
        lines[id(line)] = line, max(longest, chosen.question.at)
    order = {key: nth for nth, key in enumerate(lines)}
    book = load(kept.head["game"])
    games = [
        {"rules": rules_told(line.engine.rules, book, ()), "moves": list(map(str, line.moves[:longest]))}
        for line, longest in lines.values()
    ]
    cases = [
        {
            "of": order[id(chosen.question.line)],
            "at": chosen.question.at,
            "ask": str(chosen.question.ask),
            **({} if chosen.question.move is None else {"move": str(chosen.question.move)}),
            "points_to": list(chosen.points_to),
            "clauses": list(chosen.clauses),
            "readings": list(chosen.readings),
            "file": chosen.file,
        }
        for chosen in kept.chosen
    ]
    return [dict(kept.head), *games, *cases]


def unpacked(told: Sequence[Mapping[str, Any]], make: Callable[[Mapping[str, Any]], AnyEngine]) -> Kept:
    """What `packed` has packed, as far as the rules still play it; `make` makes the engine of a game's rules."""
    lines: list[Line] = []
    chosen: list[Chosen] = []
    outdated = 0
    for entry in told[1:]:
        if "moves" in entry:
            engine = make(entry["rules"])
            moves, states = [], [engine.start()]
            with contextlib.suppress(IllegalMove, UnknownMove):
                for text in entry["moves"]:
                    move = engine.parse(text)
                    states.append(engine.play(states[-1], move))
                    moves.append(move)
            lines.append(Line(engine, states, moves))
        else:
            line = lines[entry["of"]]
            question = _question(line, entry)
            if question is None:
                outdated += 1
                continue
            texts = {key: tuple(entry[key]) for key in ("points_to", "clauses", "readings")}
            chosen.append(Chosen(question, **texts, file=entry["file"]))
    return Kept(told[0], chosen, outdated)


def _question(line: Line, entry: Mapping[str, Any]) -> Question | None:
    """The question of a case; None where the rules do not come to it any more."""
    ask, at = Ask(entry["ask"]), entry["at"]
    if at >= len(line.states):
        return None
    move = line.engine.parse(entry["move"]) if "move" in entry else None
    question = Question(line, at, ask, move)
    if move is not None and (line.engine.refusal(question.state, move) is None) is not (ask is Ask.PLAY):
        return None
    over = line.engine.actor(question.state) == OVER
    return None if over is not (ask is Ask.END) and ask is not Ask.START else question
