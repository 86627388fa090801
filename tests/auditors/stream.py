"""Games as streams of told positions and moves, and the tally of what an auditor recomputed of them.

An auditor knows a game from the rulebook's text and the data files alone. What it audits comes from
`rulecheck serve GAME`, a program of its own behind the protocol of docs/protocol.md: JSON positions and moves as text.
"""

from __future__ import annotations

import json
import marshal
import math
import random
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

Json = dict[str, Any]

SPEC = Path(__file__).parents[2] / "spec"


def data(game: str, name: str) -> Json:
    """A data file of a game, as it stands."""
    return tomllib.loads((SPEC / game / "data" / f"{name}.toml").read_text(encoding="utf-8"))


def numbers(game: str, players: int) -> dict[str, int]:
    """The quantities of a rulebook for so many players: those in its sentences, and those in its tables by players."""
    book = re.sub(r"```.*?```", "", (SPEC / game / "rulebook.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    quantities = {name: int(value) for name, value in re.findall(r"`([a-z0-9.-]+)\s*=\s*(-?\d+)`", book)}
    columns: list[str] = []
    for line in book.splitlines():
        cells = [cell.strip(" `") for cell in line.split("|")[1:-1]]
        if cells and cells[0] == "players":
            columns = cells
        elif cells and columns and str(players) in columns and re.fullmatch(r"-?\d+", cells[-1]):
            quantities[cells[0]] = int(cells[columns.index(str(players))])
    return quantities


def parted(phase: Any) -> Json:
    """A phase with its parts, however it is told."""
    return phase if isinstance(phase, dict) else {"name": phase}


@dataclass(frozen=True)
class Table:
    """What a game is played with."""

    game: str
    players: int
    seed: int
    setup: str | None = None
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)
    numbers: Mapping[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Style:
    """How a game is played, so that its rare rules are met."""

    taste: Mapping[str, float]
    """What weighs the words of moves, see `Player`."""

    longest: int
    """So many moves at most."""

    worth: Callable[[Json], float] | None = None
    """What every second game's players would have large, of some moves that they look at."""


@dataclass(frozen=True)
class Step:
    """One move with the positions around it, all as they were told."""

    before: Json
    turn: str
    legal: list[str]
    move: str
    after: Json
    next: str
    """Who is to move after it: a seat, `chance` or `nobody`."""

    next_legal: list[str]
    outcome: Json | None


class Server:
    """`rulecheck serve GAME`, or another program in its place, asked line by line."""

    def __init__(self, game: str, module: Sequence[str] = ()) -> None:
        self.game = game
        self.program = subprocess.Popen(
            [sys.executable, "-m", *(module or ("rulecheck", "serve", game))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.close()
        self.program.wait(timeout=60)
        self.program.stdout.close()

    def ask(self, **request: object) -> Json:
        """The answer to one request."""
        return self.ask_all([request])[0]

    def ask_all(self, requests: Sequence[Mapping[str, object]]) -> list[Json]:
        """The answers to requests that are sent at once."""
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.write("".join(json.dumps({"id": 1, **request}) + "\n" for request in requests))
        self.program.stdin.flush()
        answers: list[Json] = [json.loads(self.program.stdout.readline()) for _ in requests]
        assert not any("error" in answer for answer in answers), answers
        return answers

    def play(self, table: Table, style: Style, longest: int | None = None) -> Iterator[Step]:
        """One game by a player of random tastes, to its end or so many moves."""
        player = Player(table.seed, style.taste)
        tell = ["legal", "state"]
        begun = {"game": self.game, "players": table.players, "readings": table.readings, "numbers": table.numbers}
        told = self.ask(
            ask="start", tell=tell, seed=table.seed, **begun, **({"setup": table.setup} if table.setup else {})
        )
        if "skip" in told:
            return
        keen = style.worth is not None and table.seed % 2 == 1
        for _ in range(longest or style.longest):
            if not told["legal"]:
                return
            move = player.choose(told["legal"])
            if keen and style.worth and told["turn"] != "chance" and len(told["legal"]) > 1:
                move = self.best({move, *(player.choose(told["legal"]) for _ in range(4))}, style.worth)
            answer = self.ask(ask="play", move=move, tell=tell)
            if "state" not in answer:
                answer["state"] = self.ask(ask="look", tell=["state"])["state"]
            yield Step(
                told["state"],
                told["turn"],
                told["legal"],
                move,
                answer["state"],
                answer["turn"],
                answer["legal"],
                answer.get("outcome"),
            )
            told = answer

    def best(self, moves: Collection[str], worth: Callable[[Json], float]) -> str:
        """The move that leads to the position worth most."""
        tries = sorted(moves)
        undo: Json = {"ask": "undo"}
        asked = [request for move in tries for request in ({"ask": "play", "move": move, "tell": ["state"]}, undo)]
        told = self.ask_all(asked)[::2]
        return max(
            zip(tries, told, strict=True), key=lambda pair: worth(pair[1]["state"]) if "state" in pair[1] else math.inf
        )[0]


class Player:
    """Chooses a kind of move, its first word, then a move of it, by tastes drawn once a game: so games differ more.

    Each word has a weight drawn from the game's seed, each move the product of its words'. `taste` multiplies some of
    them, against words that make games long without meeting anything new; `#` in it makes small numbers the likelier,
    `c#` those behind a c.
    """

    def __init__(self, seed: int, taste: Mapping[str, float]) -> None:
        self.random = random.Random(seed)
        self.spread = self.random.choice((0.0, 0.7, 1.5))
        self.taste = taste
        self.words: dict[str, float] = {}

    def choose(self, legal: list[str]) -> str:
        """One of the legal moves."""
        kinds: dict[str, list[str]] = {}
        for move in legal:
            kinds.setdefault(move.split()[0], []).append(move)
        kind = self.random.choices(list(kinds), [self.weight(kind) for kind in kinds])[0]
        moves = kinds[kind]
        if len(moves) == 1:
            return moves[0]
        return self.random.choices(moves, [math.prod(map(self.weight, move.split()[1:])) for move in moves])[0]

    def weight(self, word: str) -> float:
        """How much a word is to this game's taste."""
        if word not in self.words:
            own = self.random.lognormvariate(0, self.spread) * self.taste.get(word, 1.0)
            numbered = re.fullmatch(r"([a-z]?)(-?\d+)", word)
            if numbered and f"{numbered[1]}#" in self.taste:
                own *= math.exp(-abs(int(numbered[2])) / self.taste[f"{numbered[1]}#"])
            self.words[word] = own
        return self.words[word]


@dataclass(frozen=True)
class Disagreement:
    """A number that the auditor makes another than the game told."""

    clause: str
    what: str
    expected: object
    told: object
    move: str
    position: Json

    def __str__(self) -> str:
        if isinstance(self.expected, set) and isinstance(self.told, set):
            lacks, beyond = sorted(self.expected - self.told), sorted(self.told - self.expected)
            differs = f"by {self.clause} legal, but not told: {lacks}; told, but not legal: {beyond}"
        else:
            differs = f"{self.what} is told as {self.told!r}, by {self.clause} it is {self.expected!r}"
        return f"{differs}\n  move      {self.move}\n  position  {json.dumps(self.position, ensure_ascii=False)}"


@dataclass
class Tally:
    """What was recomputed, what was met, and what did not agree."""

    games: int = 0
    finished: int = 0
    moves: int = 0
    recomputed: Counter[str] = field(default_factory=Counter)
    """By clause: numbers that a rule made, compared with what was told."""

    listed: int = 0
    """Legal moves that were worked out, compared with those that were told."""

    unchanged: int = 0
    """Parts of positions, however large, that no rule touches by the move, compared with what was told."""

    met: Counter[str] = field(default_factory=Counter)
    """How often each rare rule was met."""

    disagreements: list[Disagreement] = field(default_factory=list)

    @property
    def numbers(self) -> int:
        """All numbers recomputed."""
        return self.recomputed.total()


class Prediction:
    """The position that should be told after a move: the one before it, changed clause by clause."""

    def __init__(self, before: Json) -> None:
        self.state: Json = marshal.loads(marshal.dumps(before))  # a deep copy, several times faster than copy's
        self.reasons: dict[tuple[str, ...], str] = {}
        self.open: set[str] = set()
        """Parts at the top of the position about which nothing is said."""

    def get(self, *path: str) -> Any:
        """A part of the position as predicted so far."""
        part: Any = self.state
        for name in path:
            part = part[name]
        return part

    def set(self, clause: str, value: object, *path: str) -> None:
        """A clause makes this part so."""
        part = self.state
        for name in path[:-1]:
            part = part[name]
        part[path[-1]] = value
        if isinstance(value, dict):
            self.reasons = {other: why for other, why in self.reasons.items() if other[: len(path)] != path}
        self.reasons[path] = clause

    def add(self, clause: str, amount: int, *path: str) -> None:
        """A clause adds to this number."""
        if amount:
            self.set(clause, self.get(*path[:-1]).get(path[-1], 0) + amount, *path)

    def shift(self, clause: str, amount: int, source: tuple[str, ...], target: tuple[str, ...]) -> None:
        """A clause moves so much from one number to another."""
        self.add(clause, -amount, *source)
        self.add(clause, amount, *target)


class Book:
    """What all auditors share: one game's notes, written into a tally."""

    turns: str
    """The clause by which the players take turns."""

    chance: Collection[str] = ()
    """The phases in which chance decides."""

    unsaid: Collection[str] = ()
    """Parts at the top of the position about which nothing is predicted."""

    def __init__(self, table: Table, tally: Tally) -> None:
        self.table = table
        self.tally = tally
        self.number = numbers(table.game, table.players)
        self.step = Step({}, "", [], "", {}, "", [], None)
        self.p = Prediction({})

    def met(self, rule: str, times: int = 1) -> None:
        """A rare rule was met."""
        self.tally.met[rule] += times

    def same(self, clause: str, what: str, expected: object, told: object) -> None:
        """What a clause makes of it beside what was told; a set is one of legal moves."""
        if isinstance(expected, set):
            self.tally.listed += len(expected)
        else:
            self.tally.recomputed[clause] += 1
        if expected != told:
            self.tally.disagreements.append(
                Disagreement(clause, what, expected, told, self.step.move, self.step.before)
            )

    def goto(self, phase: str, seat: str | None = None, **parts: Any) -> None:
        """The next decision: its phase, and who decides if it is said."""
        self.p.state["phase"] = {"name": phase, **parts}
        if seat is not None:
            self.p.set(self.turns, seat, "turn")

    def look(self, step: Step) -> None:
        """One step of the game: what was legal, what the move led to, and who decides next."""
        self.step, self.p = step, Prediction(step.before)
        phase = parted(step.before["phase"])
        legal = self.legal(step, phase)
        if legal is not None:
            self.same(f"{phase['name']} moves", "legal", legal, set(step.legal))
        verb, _, rest = step.move.partition(" ")
        getattr(self, f"on_{verb}")(step.before["turn"], rest, phase)
        self.decides(step)
        self.agree(self.p, step.after)
        if step.outcome:
            self.ended(step)

    def legal(self, step: Step, phase: Json) -> set[str] | None:
        """All that may be done before the step; None where that is not worked out."""
        raise NotImplementedError

    def ended(self, step: Step) -> None:
        """The scores and who wins."""
        raise NotImplementedError

    def decides(self, step: Step) -> None:
        """The phase that comes next beside the one told, and who decides in it."""
        phase, told = parted(self.p.get("phase")), parted(step.after["phase"])
        for part, value in phase.items():
            there = told.get(part)
            self.same(self.turns, f"phase.{part}", value, parted(there) if isinstance(value, dict) else there)
        self.same(self.turns, "who decides", self.next_decider(phase["name"]), step.next)

    def next_decider(self, phase: str) -> Any:
        """A seat, `chance` or `nobody`."""
        return "chance" if phase in self.chance else "nobody" if phase == "finished" else self.p.get("turn")

    def opens(self, clause: str, expected: Any, told: Any, *path: str) -> None:
        """Parts of the position at the beginning, however deep."""
        if isinstance(expected, dict):
            for name, value in expected.items():
                self.opens(clause, value, told.get(name) if isinstance(told, dict) else None, *path, name)
        else:
            self.same(clause, ".".join(path), expected, told)

    def agree(self, predicted: Prediction, told: Json) -> None:
        """The whole position as predicted beside the one told."""
        unsaid = {*predicted.open, *self.unsaid}
        for path, clause in predicted.reasons.items():
            if path[0] not in unsaid:
                part: Any = told
                for name in path:
                    part = part.get(name) if isinstance(part, dict) else None
                self.same(clause, ".".join(path), predicted.get(*path), part)
        touched = {path[:length] for path in predicted.reasons for length in range(1, len(path) + 1)}
        for name, value in predicted.state.items():
            if name not in unsaid and name not in ("phase", "turn"):
                self.still((name,), value, told.get(name), predicted.reasons, touched)

    def still(
        self,
        path: tuple[str, ...],
        value: Any,
        told: Any,
        reasons: Mapping[tuple[str, ...], str],
        touched: Collection[tuple[str, ...]],
    ) -> None:
        """What no clause touched is as it was."""
        if path in reasons:
            return
        if path not in touched and value == told:
            self.tally.unchanged += 1
        elif isinstance(value, dict) and isinstance(told, dict):
            for name in value.keys() | told.keys():
                self.still((*path, name), value.get(name), told.get(name), reasons, touched)
        else:
            self.tally.disagreements.append(
                Disagreement("nothing", ".".join(path), value, told, self.step.move, self.step.before)
            )
