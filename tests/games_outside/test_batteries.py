"""Each battery notices what it is about, and its message says what to do."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from rulecheck.properties.batteries import Breakers, Fault, Sample, books, claims, contract, planted
from rulecheck.properties.batteries.material import Owed
from rulecheck.properties.invariants.declaring import Property, PropertySet, When, after, holds, properties_of
from rulecheck.reference_engines.contract import AnyEngine, Outcome, Refused, changed
from rulecheck.spec import make_rules
from rulecheck.spec.registry import add_folder

Engine = Any
State = Any


@pytest.fixture
def race(mygame: Path) -> Any:
    """The class of the game's engine."""
    add_folder(mygame)
    return import_module("mygame.engine").Race


def wrong(race: Any, **methods: Callable[..., Any]) -> AnyEngine:
    """An engine of the game with some methods replaced; each gets the method that it replaces first."""

    def replaced(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        return lambda self, *given: method(getattr(super(engine, self), name), *given)

    engine = type("Wrong", (race,), {name: replaced(name, method) for name, method in methods.items()})
    made: AnyEngine = engine(make_rules("mygame", players=2))
    return made


def drifting() -> Callable[..., Any]:
    """An `apply` that knows how often it was called."""
    calls = itertools.count()
    return lambda apply, state, move: changed(apply(state, move), supply=next(calls))


WRONG: dict[str, tuple[Callable[[AnyEngine], None], dict[str, Callable[..., Any]], str]] = {
    "unread": (
        contract.replays_from_its_notation,
        {"parse": lambda parse, text: parse("step")},
        "parse must read what str writes",
    ),
    "drifts": (contract.replays_from_its_notation, {"apply": drifting()}, "apply decides nothing by chance"),
    "stuck": (
        contract.plays_on_until_it_is_over,
        {"legal_moves": lambda legal, state: [] if state.rolled and sum(state.fields) > 9 else legal(state)},
        "legal_moves is empty at the end",
    ),
    "twice": (
        contract.plays_on_until_it_is_over,
        {"legal_moves": lambda legal, state: [*legal(state), *(legal(state)[:1] if state.rolled else [])]},
        "two moves need two notations",
    ),
    "too-early": (
        contract.plays_on_until_it_is_over,
        {"outcome": lambda outcome, state: Outcome(("ann",), "aim.first")},
        "outcome answers exactly when the game is over",
    ),
    "no-weight": (
        contract.plays_on_until_it_is_over,
        {"weights": lambda weights, state: [0, *weights(state)[1:]]},
        "give each a weight above zero",
    ),
    "unlisted": (
        contract.refuses_what_is_not_legal,
        {"legal_moves": lambda legal, state: legal(state)[1:] if state.rolled else legal(state)},
        "legal_moves and refusal say the same",
    ),
    "no-outcome": (
        contract.replays_from_its_notation,
        {"weights": lambda weights, state: [1]},
        "1 weights for 4 outcomes",
    ),
    "unknown-clause": (
        contract.refuses_what_is_not_legal,
        {"refusal": lambda refusal, state, move: refusal(state, move) and Refused("turn.rol", "no")},
        "name a clause of the rulebook",
    ),
    "plays-anything": (
        contract.refuses_what_is_not_legal,
        {"play": lambda play, state, move: state},
        "play takes a move that refusal forbids",
    ),
    "lost-coin": (
        contract.loses_no_component,
        {"apply": lambda apply, state, move: changed(apply(state, move), supply=state.supply - 1)},
        "tallies count every place, totals the box",
    ),
    "forgets": (
        contract.comes_back_from_json,
        {"to_json": lambda to_json, state: {**to_json(state), "rolled": 0}},
        "to_json leaves nothing out",
    ),
    "wide": (
        contract.comes_back_from_json,
        {"draw": lambda draw, state: "." * 111},
        "a picture of 111 columns",
    ),
    "undrawn": (contract.comes_back_from_json, {"draw": lambda draw, state: ""}, "draw the position"),
}
"""What is asked, what is wrong in the engine, and what the message says."""


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_engine_is_noticed_and_the_message_teaches(race: Any, name: str) -> None:
    asked, methods, told = WRONG[name]

    with pytest.raises(Owed, match=told):
        asked(wrong(race, **methods))


@pytest.mark.parametrize("asked", dict.fromkeys(asked for asked, _, _ in WRONG.values()), ids=attrgetter("__name__"))
def test_the_engine_as_it_is_owes_nothing(race: Any, asked: Callable[[AnyEngine], None]) -> None:
    """The twin of the test above."""
    asked(wrong(race))


def test_a_game_of_which_too_little_is_tried_is_noticed(race: Any) -> None:
    with pytest.raises(Owed, match="9999 expected"):
        contract.refuses_what_is_not_legal(wrong(race), least=9999)


# What stands in files


def mended(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


FILES: dict[str, tuple[str, str, str, Callable[[str], None], str]] = {
    "event": ("engine.py", '"turn.rest",)', '"turn.nap",)', contract.names_what_exists, "events that are no clause"),
    "citation": ("engine.py", '@cites("field.bump"', '@cites("field.hump"', contract.cites_every_rule, "fix the id"),
    "uncited": (
        "engine.py", '@cites("field.bump", "aim', '@cites("aim', contract.cites_every_rule, "put @cites on",
    ),
    "player": ("players.py", "legal[0])", "'rest')", contract.has_players_that_cope, "choose among the moves"),
    "claim": ("rulebook.md", "coins.each = 2", "coins.each = 5", books.claims_hold, "fix the number or the claim"),
    "example": ("rulebook.md", '.field" = 3', '.field" = 4', books.examples_come_out, "expected 4"),
    "unreached": (
        "rulebook.md", "## On the track", "**turn.never** Nobody flies.\n\n## On the track",
        books.a_short_campaign_finds_no_fault, "no game came to",
    ),
    "crash": (
        "engine.py", "case Rest():", "case Rest() if 1 // (state.supply - 1):",
        books.a_short_campaign_finds_no_fault, "crash in apply: .*ZeroDivisionError",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_mistake_in_a_file_is_noticed_and_the_message_teaches(mygame: Path, name: str) -> None:
    file, old, new, asked, told = FILES[name]
    mended(mygame / file, old, new)
    add_folder(mygame)

    with pytest.raises(Owed, match=told):
        asked("mygame")


@pytest.mark.parametrize(
    "asked", dict.fromkeys(asked for _, _, _, asked, _ in FILES.values()), ids=attrgetter("__name__")
)
def test_the_files_as_they_are_owe_nothing(mygame: Path, asked: Callable[[str], None]) -> None:
    """The twin of the test above."""
    add_folder(mygame)

    asked("mygame")


def test_a_move_tree_of_another_size_is_told_and_a_missing_one_is_counted(race: Any) -> None:
    row = {"setup": "race", "players": 2, "start": "begin", "counts": [4, 12]}

    books.move_trees_have_their_sizes("mygame", [row])
    with pytest.raises(Owed, match=r"\[4, 12\], and was \[4, 13\]"):
        books.move_trees_have_their_sizes("mygame", [{**row, "counts": [4, 13]}])
    with pytest.raises(Owed, match=r"(?s)keep it.*\[\[mygame\]\].*counts = \[4, 12, 48, 144\]"):
        books.move_trees_have_their_sizes("mygame", ())


def test_an_engine_that_does_not_say_that_it_needed_a_reading_is_noticed(mygame: Path) -> None:
    """The twin: it follows the reading in silence."""
    mended(mygame / "engine.py", 'events += (SILENT + "aim.beyond",)', "pass")
    add_folder(mygame)

    with pytest.raises(Owed, match=r"(?s)games with aim\.beyond = stays never needed it.*put silent:aim\.beyond among"):
        books.each_choice_is_played("mygame", "aim.beyond", "stays")


def test_a_choice_that_breaks_a_property_is_noticed(mygame: Path) -> None:
    mended(mygame / "arithmetic.py", "return last if", "return last // 0 if")
    add_folder(mygame)

    books.each_choice_is_played("mygame", "aim.beyond", "stays")
    with pytest.raises(Owed, match=r"--reading aim\.beyond=arrives"):
        books.each_choice_is_played("mygame", "aim.beyond", "arrives")


# Properties


@holds("turn.step", reads=("turn",))
def blind(engine: Engine, state: State) -> Iterator[str]:
    """It says nothing, whatever is the case."""
    yield from ()


@holds("turn.step", reads=("turn",))
def peeks(engine: Engine, state: State) -> Iterator[str]:
    """Reads what it does not name."""
    if state.supply < 0:
        yield "none left"


@after("turn.stepp", moves=("Step",))
def misquoted(engine: Engine, before: State, move: Any, now: State) -> Iterator[str]:
    """Cites what there is not."""
    yield from ()


@after("turn.step", moves=("Roll",), when=(When(lambda before, move, now: before.supply, frozenset({-1})),))
def seldom(engine: Engine, before: State, move: Any, now: State) -> Iterator[str]:
    """Is about steps that there are not."""
    yield from ()


@holds("turn.step")
def mute(engine: Engine, state: State) -> Iterator[str]:
    """no sentence"""
    yield from ()


@holds("turn.step", reads=("fields",))
def fragile(engine: Engine, state: State) -> Iterator[str]:
    """Crashes on what cannot be."""
    if ("a", "b")[max(state.fields) // 100] == "b":
        yield "far off"


@holds("turn.step", reads=("supply",))
def strict(engine: Engine, state: State) -> Iterator[str]:
    """Says too much."""
    if state.supply < 6:
        yield f"only {state.supply} left"


OWN = {declared.name: declared for declared in properties_of(__name__)}
SAMPLES = (Sample("uniform", 2, cap=60), Sample("uniform", 2, cap=300))


def broken_by(breaker: Callable[..., Any], name: str) -> Breakers:
    return Breakers(SAMPLES, {name: breaker})


def asked_of(claim: Property, how: Breakers) -> claims.Record:
    return claims.record("mygame", PropertySet((claim,)), how)


def no_step(given: Any, before: State, move: Any, now: State) -> None:
    return None


def far_off(given: Any, before: State, move: Any, now: State) -> tuple[State, Any, State]:
    return before, move, changed(now, fields=(999,) * len(now.fields))


@pytest.mark.parametrize(
    ("name", "breaker", "told"),
    [
        ("blind", far_off, "blind notices none of .* fix the property"),
        ("blind", no_step, "notices none of 0 broken steps.* let the breaker break some step"),
        ("blind", None, r"nothing breaks blind: it may see nothing.*BREAKERS\['blind'\]"),
        ("fragile", far_off, "crashes on something broken"),
    ],
)
def test_a_property_that_sees_nothing_is_noticed(race: Any, name: str, breaker: Any, told: str) -> None:
    how = Breakers(SAMPLES) if breaker is None else broken_by(breaker, name)

    with pytest.raises(Owed, match=f"(?s){told}"):
        claims.notices_what_breaks_it(OWN[name], asked_of(OWN[name], how), how)


def test_properties_that_are_written_wrongly_are_noticed(race: Any) -> None:
    how = Breakers(SAMPLES)

    with pytest.raises(Owed, match=r"(?s)peeks looks at \['supply'\].*reads="):
        claims.reads_what_it_says(OWN["peeks"], asked_of(OWN["peeks"], how))
    with pytest.raises(Owed, match=r"misquoted cites \['turn.stepp'\]"):
        claims.cites_clauses_that_exist("mygame", OWN["misquoted"])
    with pytest.raises(Owed, match="say in one sentence what holds"):
        claims.cites_clauses_that_exist("mygame", OWN["mute"])
    with pytest.raises(Owed, match="seldom was never looked at"):
        claims.is_exercised(OWN["seldom"], asked_of(OWN["seldom"], how), how)
    with pytest.raises(Owed, match=r"strict: only . left"):
        claims.are_broken_by_none(asked_of(OWN["strict"], how))
    with pytest.raises(Owed, match=r"do not exist: \['gone'\]"):
        claims.have_a_breaker_each(PropertySet(), broken_by(no_step, "gone"))
    with pytest.raises(Owed, match=r"(?s)nothing breaks \['mute'\].*put a way to break each into breakers\.py"):
        claims.have_a_breaker_each(PropertySet((OWN["mute"],)), how)


# Planted faults


def test_faults_that_are_told_wrongly_are_noticed(race: Any, mygame: Path) -> None:
    listed = import_module("mygame.tests.faults").FAULTS
    properties = properties_of("mygame.properties")
    fault: Fault = listed[0]

    def told(what: str, **changes: Any) -> None:
        from attrs import evolve

        with pytest.raises(Owed, match=f"(?s){what}"):
            planted.shows_with_its_last_move("mygame", evolve(fault, **changes), properties)

    planted.shows_with_its_last_move("mygame", fault, properties)
    planted.is_none_of_the_references("mygame", fault, properties)
    told("nothing notices PushesAreFree.* write the property", moves=("roll 1", "step"))
    told("noticed by .*foretold", noticed_by=frozenset({"another"}))
    told("noticed before the last of 3 moves", moves=("roll 1", "push", "roll 1"))
    told("move 2, roll 1: .*must be one of the wrong engine's", moves=("roll 1", "roll 1"))
