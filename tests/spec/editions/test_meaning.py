"""What a text speaks of, against what its clauses say: a small game, its concepts, a text with and without faults."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulecheck.solvers.texts.authoring import proposal
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.solvers.texts.reviewing import reviewed
from rulecheck.solvers.texts.wording import mended
from rulecheck.solvers.theorem import theorems
from rulecheck.spec import Rulebook, SpecError, games, load, parse_rulebook
from rulecheck.spec.editionfile import editions, load_edition, parse_edition
from rulecheck.spec.text import parse
from rulecheck.spec.vocabulary import Glossary, parse_glossary

RULEBOOK = """# Ferry

## Turn

**turn.load** In their turn each player may load at most `load.most = 2` barrels onto their own boat.

**turn.pay** Nobody pays the ferryman before the end of the round.

**turn.order** The captain begins, then the others, clockwise.

**turn.sell** Only the captain may sell salt.
"""

CONCEPTS = """
[who]
player   = ["player*", "nobody", "others"]
captain  = ["captain*"]
ferryman = ["ferryman", "ferrymen"]

[thing]
barrel = ["barrel*"]
boat   = ["boat*"]

[ware]
salt = ["salt"]
wool = ["wool"]

[doing]
load  = ["load*"]
pay   = ["pay*"]
sell  = ["sell*"]
begin = ["begin*"]
"""

ACCEPTED = """
"turn.order" = ["turn"]
"""

HEAD = """
[edition]
language = "ro"
title = "Ferry, Romanian"
recognise = ["barc*", "butoi*"]

[forms]
player   = ["jucator*"]
captain  = ["capitan*", "barcagi*"]
ferryman = ["luntras*"]
barrel   = ["butoi*, butoaie*"]
boat     = ["barc*"]
salt     = ["sare, sarea"]
wool     = ["lana"]
load     = ["incarc*"]
pay      = ["plat*"]
sell     = ["vinde*, vand*"]
begin    = ["incep*"]

[[section]]
id = "rules"
from = "tura de joc"
says = [
"""

ROWS = """  { of = "turn.load", find = "[fiecare] .. [cel mult] {load.most} butoaie" },
  { of = "turn.pay", find = "nimeni .. plateste" },
  { of = "turn.order", find = "incepe tura" },
  { of = "turn.sell", find = "capitanul poate vinde" },
]
"""

TEXT = """TURA DE JOC

La rândul său fiecare jucător poate încărca cel mult două butoaie pe barca proprie.
Nimeni nu plăteşte luntraşului înainte de sfârşitul rundei.
Capitanul începe tura, apoi ceilalţi jucători, în sensul acelor de ceasornic.
Numai capitanul poate vinde sare.
"""


def rulebook() -> Rulebook:
    return parse_rulebook(RULEBOOK, game="ferry", path="ferry.md")


def glossary(concepts: str = CONCEPTS, accepted: str = ACCEPTED) -> Glossary:
    return parse_glossary(concepts, rulebook(), accepted)


def check_of(source: str, rows: str = ROWS, before: str = "") -> TextCheck:
    """A text under an edition, held against what it said before if somebody has looked at that."""
    book, words = rulebook(), glossary()
    edition = parse_edition(HEAD + rows, book, "ro.toml", "ro", words)
    if before:
        edition = evolve(edition, reviewed=reviewed(check_of(before, rows)))
    return TextCheck(book, edition, parse(source, edition.language, "ferry.txt"), None, words)


def of(source: str, rows: str = ROWS, before: str = "") -> list[TextFinding]:
    return findings(check_of(source, rows, before))


def changed(before: str, after: str) -> str:
    assert TEXT.count(before) == 1
    return TEXT.replace(before, after)


def told(findings: list[TextFinding]) -> list[str]:
    return [f"{f.line} {f.kind} {f.dimension}" for f in findings]


def test_a_good_text_has_nothing() -> None:
    assert of(TEXT) == of(TEXT, before=TEXT) == []
    assert proposal(check_of(TEXT)).foreign == ()


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("vinde sare", "vinde lana", "6 differs ware"),
        ("Capitanul începe", "Luntraşul începe", "5 differs who"),
        ("barca proprie", "barca altui jucător", "3 differs whose"),
        ("sfârşitul rundei", "sfârşitul fazei", "4 differs time"),
        ("Numai capitanul", "Capitanul", "6 differs only"),
        ("poate încărca", "nu poate încărca", "3 differs mode"),
        ("în sensul acelor de ceasornic", "în sens invers", "5 differs side"),
    ],
)
def test_another_meaning_is_noticed_at_its_place(before: str, after: str, expected: str) -> None:
    assert expected in told(of(changed(before, after), before=TEXT))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fiecare jucător poate încărca", "poate fiecare\n jucător\n încărca"),
        ("Nimeni nu plăteşte luntraşului", "Luntraşului nimeni nu îi plăteşte"),
        ("butoaie pe barca", "butoa-\nie pe barcă"),
        ("Capitanul începe", "CAPITANUL incepe"),
    ],
)
def test_other_words_and_line_ends_change_nothing(before: str, after: str) -> None:
    assert of(changed(before, after), before=TEXT) == []


def test_a_finding_has_the_words_of_both_sides() -> None:
    (finding,) = of(changed("vinde sare", "vinde lana"), before=TEXT)

    assert finding.message == "«lana» stands here, where the rule says «sare» (turn.sell)"
    assert (finding.severity, finding.confidence) == ("high", "high")
    assert [quote.words for quote in finding.evidence] == ["lana", "Only the captain may sell salt."]


def test_what_is_otherwise_is_told_though_nobody_has_looked() -> None:
    """The first run of an edition: the clause itself is what is expected; what a text says besides is a detail."""
    assert told(of(changed("vinde sare", "vinde lana"), ROWS)) == ["6 differs ware"]
    assert of(changed("vinde sare", "vinde sare şi lana"), ROWS) == []
    assert of(TEXT, ROWS) == []


LITERAL = """  { of = "turn.load", find = "[fiecare] .. [cel mult] {load.most} butoaie", literally = \
{ says = "phase", means = "turn", told = "two barrels in a phase" } },
  { of = "turn.pay", find = "nimeni .. plateste" },
  { of = "turn.order", find = "incepe tura" },
  { of = "turn.sell", find = "capitanul poate vinde" },
]
"""


def test_what_a_sentence_literally_states_is_told_until_it_is_mended() -> None:
    wrong = changed("La rândul său", "În faza sa")

    (finding,) = of(wrong, LITERAL)
    assert finding.message == "literally: two barrels in a phase; the rule says otherwise: turn.load"
    assert finding.severity == "high"

    assert of(TEXT, LITERAL) == []
    assert [literal.literal.told for literal in mended(check_of(TEXT, LITERAL))] == ["two barrels in a phase"]
    assert [literal.literal.told for literal in mended(check_of(wrong, LITERAL))] == []


def test_a_literal_statement_that_became_another_wrong_one_is_not_mended() -> None:
    other = changed("La rândul său", "În runda sa")

    (finding,) = of(other, LITERAL)
    assert finding.kind == "differs"
    assert "stands here, where the rule says" in finding.message
    assert mended(check_of(other, LITERAL)) == []


def test_a_literal_statement_is_found_by_its_words_too() -> None:
    rows = ROWS.replace(
        'find = "capitanul poate vinde"',
        'find = "vinde sare", literally = { at = "numai capitanul poate vinde", told = "nobody else sells at all" }',
    )
    assert [f.message for f in of(TEXT, rows)] == [
        "literally: nobody else sells at all; the rule says otherwise: turn.sell"
    ]
    assert of(changed("Numai capitanul poate vinde sare", "Doar capitanul poate vinde sare"), rows) == []


def test_a_literal_statement_contradicts_what_else_is_said() -> None:
    """A formula over the clause's quantities makes a minimal conflict with a passage that says the other thing."""
    rows = ROWS.replace(
        'find = "capitanul poate vinde"',
        'find = "capitanul poate vinde", literally = { says = "only", told = "three barrels", '
        'states = "load.most == 3" }',
    )
    (finding,) = [f for f in of(TEXT, rows) if f.kind == "contradiction"]

    assert "three barrels" in finding.message
    assert "load.most = 2" in finding.message
    assert not [f for f in of(TEXT, rows) if f.message.startswith("literally")]


def test_what_contradicts_a_sentence_is_named() -> None:
    rows = ROWS.replace(
        'find = "capitanul poate vinde"',
        'find = "capitanul poate vinde", literally = { says = "only", told = "nobody else", '
        'refuted_by = "salt-is-sold" }',
    )
    (finding,) = of(TEXT, rows)

    assert (finding.kind, finding.refuted_by) == ("refuted", "salt-is-sold")
    assert of(changed("Numai capitanul", "Capitanul"), rows) == []


def test_what_editions_name_as_contradicting_a_sentence_is_there() -> None:
    for game in games():
        book = load(game)
        known = {*book.examples, *(theorem.name for theorem in theorems(game))}
        for id in editions(book):
            named = {row.refuted_by for p in load_edition(book, id).passages for row in p.literally if row.refuted_by}
            assert named <= known, game


@pytest.mark.parametrize(
    ("concepts", "message"),
    [
        ('[who]\nplayer = "x"', "expected a list of texts"),
        ('[who]\nround = ["round"]', "in the language packs already"),
        ('[who]\na = ["x"]\n[what]\na = ["y"]', "in [who] already"),
        ('[near]\nx = ["y"]', 'no concept "y"'),
    ],
)
def test_a_mistake_in_the_concepts_is_told_with_its_line(concepts: str, message: str) -> None:
    with pytest.raises(SpecError, match=r"concepts\.toml:\d") as problem:
        parse_glossary(concepts, rulebook())
    assert message in str(problem.value)


@pytest.mark.parametrize(
    ("accepted", "message"),
    [('"turn.lod" = ["salt"]', 'no clause "turn.lod"'), ('"turn.load" = ["slat"]', 'no concept "slat"')],
)
def test_a_mistake_in_what_is_accepted_is_told(accepted: str, message: str) -> None:
    with pytest.raises(SpecError, match="did you mean") as problem:
        glossary(accepted=accepted)
    assert message in str(problem.value)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('literally = { says = "slat", told = "x" }', 'no concept "slat"'),
        ('literally = { told = "x" }', "does not say what is wrong"),
        ('literally = { says = "salt", told = "x", by = "y" }', 'unknown key "by"'),
        ('opens = "turn.x"', 'no reading "turn.x"'),
    ],
)
def test_a_mistake_in_a_row_is_told_with_its_line(row: str, message: str) -> None:
    rows = ROWS.replace('poate vinde"', f'poate vinde", {row}')
    with pytest.raises(SpecError) as problem:
        parse_edition(HEAD + rows, rulebook(), "ro.toml", "ro", glossary())
    assert message in str(problem.value)
    assert str(problem.value).startswith(
        f"ro.toml:{(HEAD + rows)[: (HEAD + rows).index('poate vinde')].count(chr(10)) + 1}:"
    )
