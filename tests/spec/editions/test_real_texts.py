"""The editions on the users' texts: what is found, what mending brings, how much is under guard."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulecheck.cli.arguments.text_file import player
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings as every_finding
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.solvers.texts.reviewing import reviewed
from rulecheck.solvers.texts.sensitivity import Sensitivity, sensitivity
from rulecheck.solvers.texts.wording import mended
from rulecheck.spec import load
from rulecheck.spec.editionfile import load_edition
from rulecheck.spec.files import ROOT
from rulecheck.spec.reading.reviewed import beside, written
from rulecheck.spec.sources import open_source
from rulecheck.spec.text import parse

EDITIONS = {
    "castles_of_burgundy": "pl",
    "catan_europe": "ro",
    "new_world": "ro",
    "power_grid": "ro",
    "puerto_rico": "ro",
}
"""By game: the language of the text, which is the id of its edition."""

KNOWN = {
    "catan_europe": {
        *(("contradiction", line) for line in (237, 663)),
        ("differs", 231),
        ("differs", 518),
        *(("term-drift", line) for line in (107, 134, 289, 305, 339, 342)),
    },
    "new_world": {
        *(("contradiction", line) for line in (140, 180, 200, 283)),
        *(("differs", line) for line in (60, 161, 180, 272)),
        ("refuted", 60),
        *(("term-drift", line) for line in (30, 94, 102, 153, 165, 198, 272)),
    },
    "power_grid": {
        *(("contradiction", line) for line in (25, 33, 43, 101, 109, 213, 233, 237)),
        *(("differs", line) for line in (43, 213, 219, 221, 231)),
        ("example-fails", 171),
        *(("term-drift", line) for line in (25, 43, 51, 81, 87, 211, 327)),
    },
    "puerto_rico": {
        *(("contradiction", line) for line in (84, 112, 146, 158, 176, 210)),
        *(("differs", line) for line in (72, 78, 92, 100, 112, 116, 122, 134, 146, 156, 186, 208, 210)),
        ("example-fails", 140),
        *(("term-drift", line) for line in (13, 72, 112, 124, 134, 156, 226)),
        ("unqualified", 84),
    },
    "castles_of_burgundy": {
        *(("contradiction", line) for line in (221, 451)),
        ("example-fails", 221),
        ("damaged", 196),
        *(("differs", line) for line in (196, 345, 565)),
        *(("term-drift", line) for line in (67, 82, 99, 140, 150, 165, 169, 202, 204, 209, 288, 330, 372)),
    },
}
"""Read by a person, one by one, and true; docs/editions.md says of each why."""

LEAST = {"swap": 0.6, "own": 0.7, "when": 0.8, "side": 0.85, "not": 0.75, "only": 0.85, "left out": 0.1, "put in": 0.8}
"""By class of mistake: how much is to be noticed; docs/editions.md describes the classes."""

LEFT = {
    "catan_europe": {"term-drift"},
    "new_world": set(),
    "castles_of_burgundy": {"term-drift"},
    "puerto_rico": {"term-drift"},
    "power_grid": {"differs", "example-fails", "term-drift"},
}
"""The kinds of findings that a mended text still has."""

MENDS = tomllib.loads(Path(__file__).with_name("mends.toml").read_text(encoding="utf-8"))
"""By game: the faults of its text, each with the most natural way to mend it."""


def checker(game: str, source: str) -> TextCheck:
    rulebook = load(game)
    edition = load_edition(rulebook, EDITIONS[game])
    return TextCheck(rulebook, edition, parse(source, edition.language, "text.txt", edition.counted), player(rulebook))


def source(rulebooks: Path, game: str) -> str:
    path = rulebooks / f"{game}.{EDITIONS[game]}.txt"
    if not path.is_file():
        pytest.skip(f"no {path.name} among the rulebook texts")
    return open_source(path).text


@pytest.fixture(params=EDITIONS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def placed(findings: list[TextFinding]) -> set[tuple[str, int]]:
    """What is found at a line, without what the text leaves open: that is what the edition says it leaves open."""
    return {(f.kind, f.line) for f in findings if f.line and f.kind != "open"}


def test_what_is_found_is_what_a_person_found_true(rulebooks: Path, game: str) -> None:
    findings = every_finding(checker(game, source(rulebooks, game)))
    assert placed(findings) == KNOWN[game]
    assert {f.kind for f in findings if not f.line} <= {"missing", "open"}


def test_what_stands_beside_the_edition_is_what_is_read_in_the_text(rulebooks: Path, game: str) -> None:
    """`rulecheck edition holds GAME TEXT --write` writes it anew after a change of the reader or of the edition."""
    check = checker(game, source(rulebooks, game))
    read = written(reviewed(check), check.edition.passages)

    assert beside(ROOT / game / "editions" / f"{EDITIONS[game]}.toml").read_text(encoding="utf-8") == read


def test_a_mended_text_has_its_faults_no_more_and_no_new_ones(rulebooks: Path, game: str) -> None:
    text = source(rulebooks, game)
    for row in MENDS[game]:
        text = mended_text(text, row)
    findings = every_finding(checker(game, text))
    assert {kind for kind, _ in placed(findings)} == LEFT[game]
    assert {f.kind for f in findings if not f.line} <= {"missing", "open"}


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("game", "number"), [(game, number) for game, rows in MENDS.items() for number in range(len(rows))]
)
def test_each_fault_that_is_mended_alone_vanishes_and_nothing_new_is_told(
    rulebooks: Path, game: str, number: int
) -> None:
    row = MENDS[game][number]
    text = source(rulebooks, game)
    before, after = checker(game, text), checker(game, mended_text(text, row))
    was, now = every_finding(before), every_finding(after)
    gone = Counter((f.kind, f.message) for f in was) - Counter((f.kind, f.message) for f in now)
    assert {(f.kind, f.message) for f in was if (f.kind, f.line) == (row["kind"], row["line"])} & {*gone}
    news = Counter((f.kind, f.clauses) for f in now) - Counter((f.kind, f.clauses) for f in was)
    assert {kind for kind, _ in news} == set(row.get("leaves", ()))
    if row["kind"] in ("differs", "refuted"):
        assert len(mended(after)) > len(mended(before))


def mended_text(text: str, row: Mapping[str, Any]) -> str:
    for wrong, right in row["mend"]:
        assert wrong in text
        text = text.replace(wrong, right)
    return text


@cache
def measure(rulebooks: Path, game: str) -> Sensitivity:
    return sensitivity(checker(game, source(rulebooks, game)), seed=5, sample=12)


QUICKEST = "castles_of_burgundy"


@pytest.fixture(params=[pytest.param(g, marks=() if g == QUICKEST else pytest.mark.campaign) for g in EDITIONS])
def measured_game(request: pytest.FixtureRequest) -> str:
    """The game whose guard is measured: one of them every time, all of them in a campaign."""
    return str(request.param)


@pytest.fixture
def measured(rulebooks: Path, measured_game: str) -> Sensitivity:
    return measure(rulebooks, measured_game)


@pytest.mark.campaign
def test_numbers_are_under_guard(measured: Sensitivity) -> None:
    noticed, of = measured.classes["number"]
    assert of > 200
    assert noticed / of >= 0.95


@pytest.mark.campaign
def test_rule_words_are_under_guard(measured: Sensitivity) -> None:
    noticed, of = measured.classes["rule word"]
    assert of > 150
    assert noticed / of >= 0.8


@pytest.mark.campaign
def test_things_deeds_and_who_and_when_are_under_guard(measured: Sensitivity) -> None:
    """Drawn mistakes of every class; benchmarks/texts.py makes more of them, and harmless changes."""
    for name, least in LEAST.items():
        noticed, of = measured.classes[name]
        assert noticed >= least * of, name


@pytest.mark.campaign
def test_rule_bearing_sentences_are_claimed(measured: Sensitivity) -> None:
    assert measured.claimed / measured.sentences >= 0.9


@pytest.mark.campaign
def test_the_quick_measure_says_what_a_whole_new_check_says(
    rulebooks: Path, measured: Sensitivity, measured_game: str
) -> None:
    """The measure checks again only what a change can touch; here the changed file is read and checked anew."""
    text = source(rulebooks, measured_game)
    lines = text.split("\n")
    whole = checker(measured_game, text)
    known = {(f.kind, f.message) for f in every_finding(whole)}
    units = [spot for spot in measured.spots if spot.mistake in ("number", "rule word")]
    for spot in units[::201]:
        start = sum(len(line) + 1 for line in lines[: spot.line - 1]) + spot.column - 1
        unit = next(u for u in whole.text.units if u.start == start)
        other = checker(measured_game, text[:start] + spot.after + text[unit.end :])
        assert ({(f.kind, f.message) for f in every_finding(other)} != known) is spot.noticed, spot


def test_no_sentence_of_the_text_stands_in_the_edition(rulebooks: Path, game: str) -> None:
    """Key phrases: never more than six words in a row, and a quarter of the words at most."""
    text_check = checker(game, source(rulebooks, game))
    quoted: dict[int, set[int]] = {}
    for group in text_check.said.values():
        for said in group[:1]:
            for unit, item in zip(said.match.units, said.passage.phrase.items, strict=True):
                if unit is not None and item.kind == "word":
                    quoted.setdefault(text_check.text.sentence_of(unit), set()).add(unit)
    words = sum(text_check.text.sentences[n].last - text_check.text.sentences[n].first for n in quoted)
    assert sum(map(len, quoted.values())) / words < 0.25
    for number, units in quoted.items():
        sentence = text_check.text.sentences[number]
        run = longest = 0
        for at in range(sentence.first, sentence.last):
            run = run + 1 if at in units else 0
            longest = max(longest, run)
        assert longest <= 6, text_check.text.quote(sentence.start, sentence.end)
