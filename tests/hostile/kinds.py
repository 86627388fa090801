"""What people and programs hand to rulecheck, kind by kind: right samples, and the place where they come in.

`try_it` of a kind raises for a fault of ours only: what it takes, it takes, and a mistake is told by an exception that
tells of mistakes.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any, Final

from attrs import frozen
from hypothesis import strategies as st

from rulecheck.cli.main import run
from rulecheck.properties.campaign.players import uniform
from rulecheck.properties.conform.protocol import messages
from rulecheck.properties.conform.traces.checking import check, record
from rulecheck.properties.findings.finding import Finding, FindingError, describe, load_finding
from rulecheck.properties.regress.recorded import RecordError, read_recorded
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import OVER, PositionError, UnknownMove
from rulecheck.spec import SpecError, load, load_data, make_rules, parse_examples, parse_rulebook
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.expressions import FormulaError, parse_formula
from rulecheck.spec.files import ROOT
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.passages import Finder, read_phrase
from rulecheck.spec.reading.framefile import FrameBuilder, parse_frames, plain
from rulecheck.spec.reading.frames import normal_paths
from rulecheck.spec.reading.reader import reader_of
from rulecheck.spec.reading.second import AnswerError, answer_of
from rulecheck.spec.sources import open_source
from rulecheck.spec.text import parse
from rulecheck.spec.vocabulary import Glossary, glossary_of
from tests.hostile.conversations import conversations, try_conversation
from tests.hostile.from_schemas import from_schema
from tests.hostile.mangling import NUMBERS, TEXTS, mangled_json, mangled_text

GAME: Final = "castles_of_burgundy"
OTHERS: Final = ("catan_europe", "new_world", "power_grid", "puerto_rico")


@cache
def engine_of(game: str) -> Any:
    return build(make_rules(game))


@cache
def positions_of(game: str) -> tuple[Any, ...]:
    """Positions on the way through a game, as JSON."""
    engine, rng = engine_of(game), Random(3)
    state = engine.start()
    saved: list[Any] = []
    while engine.actor(state) != OVER and len(saved) < 12:
        for _ in range(15):
            legal = engine.legal_moves(state)
            if legal:
                state = engine.apply(state, rng.choice(legal))
        saved.append(json.loads(json.dumps(engine.to_json(state))))
    return tuple(saved)


@cache
def moves_of(game: str) -> tuple[str, ...]:
    return tuple(map(str, list(engine_of(game).all_moves())[:: max(1, len(engine_of(game).all_moves()) // 200)]))


@cache
def trace_of(game: str) -> Any:
    log = record(engine_of(game), uniform(Random(5)), tell=("state", "legal", "turn"), seed=5, source="here")
    log["steps"] = log["steps"][:25]
    log.pop("outcome", None)
    log.pop("finished", None)
    return json.loads(json.dumps(log))


@cache
def finding_of(game: str) -> Any:
    moves = tuple(step["move"] if isinstance(step, dict) else step for step in trace_of(game)["steps"])[:8]
    rules = make_rules(game)
    shown = Finding("broken", "claim", ("1 is 2",), ("turn.order",), describe(rules), moves, len(moves), 20, True)
    return json.loads(json.dumps(shown.to_json()))


def try_formula(text: str) -> None:
    with suppress(FormulaError):
        parse_formula(text)


def try_position(game: str) -> Callable[[Any], None]:
    def try_it(data: Any) -> None:
        engine = engine_of(game)
        try:
            state = engine.from_json(data)
        except PositionError:
            return
        engine.to_json(state)
        for move in engine.legal_moves(state)[:3]:
            engine.apply(state, move)

    return try_it


def try_finding(data: Any) -> None:
    with NamedTemporaryFile("w", suffix=".json", encoding="utf-8", errors="surrogatepass") as file:
        json.dump(data, file)
        file.flush()
        with suppress(FindingError, SpecError):
            load_finding(file.name)


def try_trace(text: str) -> None:
    with NamedTemporaryFile("wb", suffix=".jsonl") as file:
        file.write(text.encode("utf-8", "surrogatepass"))
        file.flush()
        list(check([Path(file.name)], GAME))


ANSWERS: Final[tuple[dict[str, Any], ...]] = (
    {"id": 1, "protocol": 1, "name": "x", "version": "1", "games": {GAME: {"players": [2], "can": ["legal"]}}},
    {"id": 2, "turn": "ann", "legal": ["pass", ["a", "b"]], "state": {"a": 1}, "chance": ["roll 1"]},
    {"id": 3, "outcome": {"winners": ["ann"], "scores": {"ann": 3}}, "turn": "nobody", "note": 1},
    {"id": 4, "refused": "no"},
    {"id": 5, "skip": "no"},
    {"id": 6, "counts": {"pass": 3}},
)


def try_answer(said: Any) -> None:
    if isinstance(said, dict):
        for read in (messages.hello, messages.answer):
            with suppress(messages.Garbled):
                read(said)


def try_move(game: str) -> Callable[[str], None]:
    def try_it(text: str) -> None:
        engine = engine_of(game)
        try:
            move = engine.parse(text)
        except UnknownMove:
            return
        state = engine.start()
        assert engine.refusal(state, move) is not None or engine.apply(state, move) is not None

    return try_it


def try_rulebook(text: str) -> None:
    with suppress(SpecError):
        parse_rulebook(text + "\n", game="mine", path="rulebook.md")


def try_examples(text: str) -> None:
    with NamedTemporaryFile("wb", suffix=".md") as file:
        file.write(text.encode("utf-8", "surrogatepass"))
        file.flush()
        with suppress(SpecError):
            parse_examples(file.name)


def try_text(text: str) -> None:
    with NamedTemporaryFile("wb", suffix=".txt") as file:
        file.write(text.encode("utf-8", "surrogatepass"))
        file.flush()
        with suppress(SpecError):
            read = parse(open_source(Path(file.name)), "en")
            list(Finder(read).find(read_phrase("player .. takes {2} coins", LANGUAGES["en"]), relaxed=True))


def try_edition(text: str) -> None:
    with suppress(SpecError):
        parse_edition(text, load(GAME))


@cache
def glossary_of_game() -> Glossary:
    glossary = glossary_of(load(GAME))
    assert glossary is not None
    return glossary


def try_frames(text: str) -> None:
    with suppress(SpecError):
        parse_frames(text, glossary_of_game())


def try_sentences(text: str) -> None:
    """What is read of any text points at words of it."""
    for frame in reader_of(glossary_of_game(), LANGUAGES["en"]).read(text[:2_000]):
        plain(frame)
        assert all(0 <= span[0] < span[1] <= len(text) for span in normal_paths(frame).values() if span is not None)


def try_reading(body: Any) -> None:
    with suppress(AnswerError):
        answer_of(body, READ, FrameBuilder(glossary_of_game()))


READ: Final = "At the end of each phase the player receives two points."
READING: Final = {
    "id": 1,
    "says": [{"act": "receive", "who": "player", "n": 2, "when": {"phase": "end"}, "if": {"what": "tile"}}],
    "words": {"0.act": [36, 44], "0.who": [29, 35], "0.n": [45, 48], "0.when": [7, 23], "0.if.0.what": [0, 2]},
    "sure": 0.5,
}


def try_data(game: str) -> Callable[[tuple[str, str]], None]:
    def try_it(named: tuple[str, str]) -> None:
        name, text = named
        with TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            with suppress(SpecError):
                load_data(path)
                build(make_rules(game, data=[path]))

    return try_it


def try_numbers(asked: Any) -> None:
    numbers, readings, players = asked
    with suppress(SpecError):
        build(make_rules(GAME, numbers=numbers, readings=readings, players=players))


def try_command(words: list[str]) -> None:
    """An exit code, and no traceback; nothing is played for long."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(words)
    assert code in (0, 1, 2, 3), (code, err.getvalue()[-500:])
    assert "Traceback" not in err.getvalue()
    assert code != 2 or len(err.getvalue().splitlines()) <= 1 or words == [], err.getvalue()


OPTIONS: Final = (
    *("--players", "--setup", "--reading", "--number", "--data", "--depth", "--start", "--after", "--seed", "--format"),
    *(
        "--games",
        "--seconds",
        "--accept",
        "--trace",
        "--replay",
        "--record",
        "--timeout",
        "--memory",
        "--lang",
        "--help",
    ),
)


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """Words of a command line; what would play names no game that there is."""
    word = st.one_of(st.sampled_from(TEXTS), st.text(max_size=6)).filter(lambda text: not text.startswith("../"))
    command, game = draw(
        st.one_of(
            st.tuples(st.sampled_from(("fuzz", "study", "prove", "strength", "conform", "readings")), word),
            st.tuples(st.sampled_from(("explain", "data", "replay", "examples", "rulebook", "translation")), word),
            st.tuples(st.sampled_from(("explain", "data", "rulebook")), st.just(GAME)),
            st.tuples(word, word),
        )
    )
    if game in (".", "") and command in ("fuzz", "study", "prove", "strength", "readings"):
        game = "nothing"
    pairs = draw(st.lists(st.tuples(st.sampled_from(OPTIONS), word), max_size=3))
    more = draw(st.lists(word, max_size=2))
    return [command, game, *more, *(part for pair in pairs for part in pair)]


@frozen
class Kind:
    """One kind of input: what comes, and what takes it."""

    inputs: st.SearchStrategy[Any]
    try_it: Callable[[Any], None]


def _text_of(path: Path) -> st.SearchStrategy[str]:
    return st.deferred(lambda: st.just(path.read_text(encoding="utf-8")))


def _lists(what: Callable[[str], tuple[Any, ...]], game: str) -> st.SearchStrategy[Any]:
    return st.deferred(lambda: st.sampled_from(what(game)))


WHOLE: Final = st.one_of(st.integers(), st.sampled_from([number for number in NUMBERS if isinstance(number, int)]))
FORMULAS: Final = (
    "a.b * players < 10 and not c",
    "min(a, 3) + abs(-b) == 2 if players > 2 else sum(a, b) >= c // 2 % 3",
)


@st.composite
def mangled_data(draw: st.DrawFn, game: str) -> tuple[str, str]:
    """One of a game's data files under its name."""
    path = draw(st.sampled_from(sorted((ROOT / game / "data").glob("*.toml"))))
    return path.name, draw(mangled_text(_text_of(path)))


RECORDED: Final[dict[str, Any]] = {
    "rulecheck_regress": 1, "game": "pearls", "players": 2, "setup": "", "seed": 5,
    "start": {"turn": "ann", "legal": ["take 1", "take 2"], "state": {"heap": 7}},
    "steps": [{"move": "take 1", "turn": "nobody", "legal": [], "state": {"heap": 6}, "outcome": {"winners": ["ann"]}}],
}  # fmt: skip


def try_recorded(line: object) -> None:
    """A file of recorded games."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        path.write_text(json.dumps(line))
        with suppress(RecordError):
            read_recorded(path)


KINDS: Final[Mapping[str, Kind]] = {
    "formula": Kind(mangled_text(st.sampled_from(FORMULAS)), try_formula),
    "request": Kind(conversations(), try_conversation),
    **{
        f"position-{game}": Kind(mangled_json(_lists(positions_of, game)), try_position(game))
        for game in (GAME, *OTHERS)
    },
    "recorded": Kind(mangled_json(st.just(RECORDED)), try_recorded),
    "finding": Kind(
        mangled_json(st.one_of(st.deferred(lambda: st.just(finding_of(GAME))), from_schema("finding"))), try_finding
    ),
    "trace": Kind(
        st.one_of(
            from_schema("trace").map(json.dumps),
            mangled_json(st.deferred(lambda: st.just(trace_of(GAME)))).map(json.dumps),
            mangled_text(st.deferred(lambda: st.just(json.dumps(trace_of(GAME))))),
        ),
        try_trace,
    ),
    "answer": Kind(
        mangled_json(
            st.one_of(
                st.sampled_from(ANSWERS), from_schema("protocol", "answer"), from_schema("protocol", "announcement")
            )
        ),
        try_answer,
    ),
    **{f"move-{game}": Kind(mangled_text(_lists(moves_of, game)), try_move(game)) for game in (GAME, *OTHERS)},
    "rulebook": Kind(mangled_text(_text_of(ROOT / GAME / "rulebook.md")), try_rulebook),
    "examples": Kind(mangled_text(_text_of(ROOT / GAME / "rulebook.md")), try_examples),
    "text": Kind(mangled_text(_text_of(ROOT / GAME / "rulebook.md")), try_text),
    "edition": Kind(mangled_text(_text_of(ROOT / GAME / "editions" / "pl.toml")), try_edition),
    "frames": Kind(mangled_text(_text_of(ROOT / GAME / "frames.toml")), try_frames),
    "sentences": Kind(mangled_text(st.sampled_from((READ, READ * 3))), try_sentences),
    "reading": Kind(mangled_json(st.just(READING)), try_reading),
    **{f"data-{game}": Kind(mangled_data(game), try_data(game)) for game in (GAME, *OTHERS)},
    "numbers": Kind(
        st.deferred(
            lambda: st.tuples(
                st.dictionaries(st.sampled_from([*load(GAME).quantities, *TEXTS]), WHOLE, max_size=2),
                st.dictionaries(st.sampled_from([*load(GAME).readings, *TEXTS]), st.sampled_from(TEXTS), max_size=2),
                st.one_of(st.sampled_from((2, 3, 4, None)), WHOLE),
            )
        ),
        try_numbers,
    ),
    "command line": Kind(command_lines(), try_command),
}
