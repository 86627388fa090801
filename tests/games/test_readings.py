"""Each choice of each reading is played until the game comes to it, before the eyes of all properties.

Where the engine does not say that it came to it, `unmet.toml` names what stands in for that, and why.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulecheck.properties.invariants.declaring import after, properties_of
from rulecheck.spec import Rulebook, games, load
from rulecheck.spec.editionfile import editions, load_edition
from tests.games.meeting import Meeting, examples, meet

UNMET: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "unmet.toml").read_text(encoding="utf-8")
)
CHOICES = [
    (game, reading.id, choice)
    for game in games()
    for reading in load(game).readings.values()
    for choice in reading.choices
]
GAMES = 4
"""Games at most after the first one and the worked examples."""

each_choice = pytest.mark.parametrize(("game", "reading", "choice"), CHOICES)


def judge(game: str, reading: str, choice: str, meeting: Meeting) -> str:
    """What is wrong about a choice, with what to do; nothing if all is well."""
    name = f"{reading}={choice}"
    excuse = UNMET.get(game, {}).get(name)
    if meeting.violations:
        told = "\n  ".join(meeting.violations)
        return f"under {name} properties do not hold; adapt each to the reading, or fix the engine:\n  {told}"
    if meeting.came:
        return f"{meeting.how} comes to {name}: take its entry out of tests/games/unmet.toml" if excuse else ""
    if excuse is None:
        return (
            f"no game and no worked example comes to silent:{reading} under {choice}: let a step of an example block "
            f'with readings = {{ "{reading}" = "{choice}" }} come to it, or a player of SAMPLES; '
            "else say in tests/games/unmet.toml why none can"
        )
    if "forbids" in excuse and not is_played(game, excuse["forbids"], reading, choice):
        return (
            f"{name}: no example {excuse['forbids']} with that choice, which unmet.toml names to show what it forbids"
        )
    if "instead" in excuse and not meeting.how:
        return f"{name}: nothing carries out {excuse['instead']}, which unmet.toml names instead"
    return ""


def is_played(game: str, id: str, reading: str, choice: str) -> bool:
    """Whether there is a worked example of that name, played with that choice."""
    default = load(game).readings[reading].default
    return any(
        example.body.get("readings", {}).get(reading, default) == choice
        for example in examples(game)
        if example.id == id
    )


def look(game: str, reading: str, choice: str, games: int) -> str:
    """Play, and judge what came of it."""
    instead = UNMET.get(game, {}).get(f"{reading}={choice}", {}).get("instead", "")
    return judge(game, reading, choice, meet(game, reading, choice, games, instead))


@each_choice
def test_play_comes_to_each_choice_and_breaks_no_property(game: str, reading: str, choice: str) -> None:
    assert look(game, reading, choice, GAMES) == ""


@pytest.mark.campaign
@each_choice
def test_many_games_with_each_choice_break_no_property(game: str, reading: str, choice: str) -> None:
    meeting = meet(game, reading, choice, 3, stop=False)

    assert meeting.violations == ()


@after("wharf.later")
def nobody_passes(engine: Any, before: Any, move: Any, now: Any) -> Iterator[str]:
    """Nobody passes."""
    if str(move) == "pass":
        yield "somebody passed"


def test_a_property_that_does_not_hold_under_a_choice_is_noticed_where_play_comes_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.games.meeting.must_hold", lambda game: properties_of(sys.modules[__name__]))

    told = look("puerto_rico", "wharf.later", "yes", 0)

    assert told.startswith("under wharf.later=yes properties do not hold; adapt each to the reading")
    assert "nobody_passes" in told
    assert "somebody passed" in told


def unspoken(rulebook: Rulebook, readings_said: Iterable[str]) -> list[str]:
    """What to do about each reading that no edition speaks of."""
    said = set(readings_said)
    return [
        f"reading {reading.id}: no edition of spec/{rulebook.game}/editions leaves it open or settles it: put it into "
        "leaves_open where that text does not answer it, or under [settles] with the choice that it makes"
        for reading in rulebook.readings.values()
        if reading.id not in said
    ]


@pytest.mark.parametrize("game", games())
def test_every_reading_is_left_open_or_settled_by_an_edition(game: str) -> None:
    rulebook = load(game)
    texts = [load_edition(rulebook, id) for id in editions(rulebook)]
    opened = [reading for text in texts for passage in text.passages for reading in passage.opens]

    assert unspoken(rulebook, [*opened, *(id for text in texts for id in (*text.leaves_open, *text.settles))]) == []


@pytest.mark.parametrize("game", games())
def test_every_choice_has_a_sentence_that_would_settle_it(game: str) -> None:
    """What a report shows to paste into a text: a whole sentence, and another one for each choice."""
    for reading in load(game).readings.values():
        assert reading.sentences.keys() == reading.choices.keys(), reading.id
        assert len(set(reading.sentences.values())) == len(reading.choices), reading.id
        for sentence in reading.sentences.values():
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence


def test_a_reading_that_no_edition_speaks_of_is_told_with_what_to_do() -> None:
    rulebook = load("puerto_rico")

    (told,) = unspoken(rulebook, rulebook.readings.keys() - {"wharf.later"})

    assert told.startswith("reading wharf.later: no edition of spec/puerto_rico/editions leaves it open or settles it")


def test_every_excuse_is_of_a_choice_that_exists_and_has_a_reason() -> None:
    known = {game: {f"{reading}={choice}" for of, reading, choice in CHOICES if of == game} for game in games()}

    assert [name for game, table in UNMET.items() for name in table if name not in known[game]] == []
    assert [name for table in UNMET.values() for name, excuse in table.items() if not excuse.get("because")] == []
    kinds = {"instead", "forbids", "nowhere"}
    assert [n for table in UNMET.values() for n, excuse in table.items() if len(kinds & excuse.keys()) != 1] == []


def test_a_choice_that_nothing_comes_to_is_told_with_what_to_do() -> None:
    told = judge("puerto_rico", "wharf.later", "yes", Meeting("", came=False, violations=()))

    assert told.startswith("no game and no worked example comes to silent:wharf.later under yes: ")


def test_an_excuse_that_is_not_needed_any_more_is_told() -> None:
    told = judge("puerto_rico", "wharf.forced", "must", Meeting("game 3 of company", came=True, violations=()))

    assert told == "game 3 of company comes to wharf.forced=must: take its entry out of tests/games/unmet.toml"


def test_what_stands_in_for_a_silence_must_be_carried_out() -> None:
    told = judge("power_grid", "auction.order", "clockwise", Meeting("", came=False, violations=()))

    assert told == "auction.order=clockwise: nothing carries out auction.raise, which unmet.toml names instead"


def test_a_property_that_was_not_adapted_is_told() -> None:
    told = judge("puerto_rico", "wharf.later", "yes", Meeting("game 1", came=True, violations=("game 1: p: says so",)))

    assert told == (
        "under wharf.later=yes properties do not hold; adapt each to the reading, or fix the engine:\n"
        "  game 1: p: says so"
    )


def test_the_example_that_shows_what_a_choice_forbids_must_be_played_with_it() -> None:
    assert is_played("puerto_rico", "wharf.must-be-used-under-a-reading", "wharf.forced", "must")
    assert not is_played("puerto_rico", "wharf.must-be-used-under-a-reading", "wharf.forced", "may")
    assert not is_played("puerto_rico", "wharf.must-be-used", "wharf.forced", "must")
