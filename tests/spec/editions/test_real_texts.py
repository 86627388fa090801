"""The editions on the users' texts: what is found, how much is under guard, how fast."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path

import pytest

from rulecheck.cli.rulebook import player
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings as every_finding
from rulecheck.solvers.texts.findings import TextFinding
from rulecheck.solvers.texts.sensitivity import Sensitivity, sensitivity
from rulecheck.spec import load
from rulecheck.spec.editionfile import load_edition
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
        ("contradiction", 237),
        ("differs", 231),
        ("differs", 518),
        *(("term-drift", line) for line in (107, 134, 289, 305, 339, 342)),
    },
    "new_world": {
        *(("contradiction", line) for line in (180, 200, 283)),
        ("differs", 180),
        ("refuted", 60),
        *(("term-drift", line) for line in (30, 94, 102, 153, 165, 198, 272)),
    },
    "power_grid": {
        *(("contradiction", line) for line in (25, 33, 43, 101, 109, 213, 233)),
        *(("differs", line) for line in (213, 219, 221, 231)),
        ("example-fails", 171),
        *(("term-drift", line) for line in (25, 43, 51, 81, 87, 211, 327)),
    },
    "puerto_rico": {
        *(("contradiction", line) for line in (84, 112, 146, 158, 176, 210)),
        *(("differs", line) for line in (72, 92, 112, 116, 122, 134, 146, 156, 186, 208, 210)),
        ("example-fails", 140),
        *(("term-drift", line) for line in (13, 72, 112, 124, 134, 156, 226)),
        ("unqualified", 84),
    },
    "castles_of_burgundy": {
        *(("contradiction", line) for line in (221, 451)),
        ("example-fails", 221),
        ("differs", 653),
        *(("term-drift", line) for line in (67, 82, 99, 140, 150, 165, 169, 202, 204, 209, 288, 330, 372)),
    },
}
"""Read by a person, one by one, and true; docs/editions.md says of each why."""

MENDED = {
    "catan_europe": [
        ("atunci puteti livra un jeton", "atunci trebuie sa livrati un jeton"),
        ("trece printr-un oras", "ajunge pe o ruta langa un oras"),
        ("din orasele marcate", "din orasele libere marcate"),
        ("tabla de joc", "plansa de joc"),
    ],
    "new_world": [
        ("de traseu sau de orășel (în loc de 2 puncte)", "de traseu sau, în loc de 2 puncte, de orășel"),
        ("fiecare segment de traseu sau", "fiecare cartonaș de traseu sau"),
        ("plasat colț la colț", "plasat numai colț la colț"),
        ("toate câmpiile finalizate", "toate câmpiile"),
        ("oricare dintre cele două spații", "oricare două dintre spațiile"),
        ("* Orașul", "* Orășelul"),
    ],
    "power_grid": [
        ("> 43 carti cu centrale", "> 42 carti cu centrale"),
        ("pe pagina 7)", "pe pagina 6)"),
        ("Va recomandam o regiune pentru fiecare jucator. ", ""),
        ("doar 3 centrale la un", "doar 3 centrale (4 in jocul de doi) la un"),
        ("conectat cel de-al saptelea oras in timpul", "conectat destule orase in timpul"),
        ("mai mult de 7 orase in runda", "mai multe orase in runda"),
        ("cel mai mic din joc", "cel mai mic din piata"),
        ("cel putin 17 orase in retea", "cel putin atatea orase cate cere tabelul in retea"),
        # so many houses more would do for the two markers, and differ from ours
        ("22 pentru fiecare jucator", "23 pentru fiecare jucator"),
        ("132 casute", "138 casute"),
    ],
    "puerto_rico": [
        ("din stânga sus)", "din dreapta sus)"),
        ("capacitate nelimitată la", "capacitate de 11 butoaie la"),
        (" pe un cerc sau pe San Juan", " pe un alt cerc"),
        ("anumită valoare. Clădirile", "anumită valoare (excepţie: puncte de victorie). Clădirile"),
        ("El are 2 butoaie de zahăr şi 3 de tutun", "El are 1 butoi de zahăr şi 3 de tutun"),
        ("camera de comerţ", "casa de comerţ"),
        ("casa de tranzacţionare", "casa de comerţ"),
        ("ceas de la comerciant, fiecare jucător poate", "ceas de la comerciant, ceilalţi jucători pot"),
        (
            "Apoi, fiecare jucător, în sensul acelor de ceas, poate",
            "Apoi, ceilalţi jucători, în sensul acelor de ceas, pot",
        ),
        (
            "atenţi la faptul că alegând acest rol nu îşi ajută mai mult",
            "atenţi ca, alegând acest rol, să nu îşi ajute mai mult",
        ),
        ("dintr-un singur tip într-o rundă", "dintr-un singur tip la rândul său"),
        ("marfă în mai multe runde", "marfă de mai multe ori, la rândul său"),
        ("de o clădire într-o rundă", "de o clădire într-o fază a constructorului"),
        ("La următoarea sa rundă de încărcare", "Când îi vine din nou rândul la încărcare"),
        ("Jocul se termină atunci când: -", "Jocul se termină la sfârşitul rundei în care: -"),
        ("4 VP fiecare atunci când acestea nu sunt", "4 VP fiecare chiar şi atunci când acestea nu sunt"),
        ("(din cele pe care le poate produce)", "(din cele pe care le-a produs)"),
        ("faţa în jos (cele mai multe)", "faţa în jos"),
        ("orice bun, dar poate fi de", "orice bun, chiar dacă este de"),
        ("rămân ăn acelaşi", "rămân în acelaşi"),
        (
            "Doar clădirile ocupate au o anumită valoare (excepţie: puncte",
            "Doar clădirile ocupate funcţionează (excepţie: puncte",
        ),
    ],
    "castles_of_burgundy": [
        ("kości o +/- 2 za każdą", "kości o +/- 1 lub 2 za każdą"),
        ("płytki robotników", "płytki pracowników"),
        ("płytkę robotnika", "płytkę pracownika"),
        ("początkowy zamek", "startowy zamek"),
        ("strefy przechowywania", "pola do przechowywania"),
        ("Do wykonania każdej akcji wymagana jest kość. ", ""),
        ("bez względu na\njej kolor (", "bez względu na\nliczbę na polu ("),
    ],
}


LEAST = {"swap": 0.8, "own": 0.8, "when": 0.85, "side": 0.85, "not": 0.95, "only": 0.95, "left out": 0.6, "put in": 0.8}
"""By class of mistake: how much is to be noticed; docs/editions.md describes the classes."""

LEFT = {"puerto_rico": {"term-drift", "unqualified"}, "power_grid": {"differs", "example-fails", "term-drift"}}
"""The kinds of findings that a mended text still has, where they are not just `term-drift`."""


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
    begin = time.process_time()
    found = every_finding(checker(game, source(rulebooks, game)))
    assert time.process_time() - begin < 20
    assert placed(found) == KNOWN[game]
    assert {f.kind for f in found if not f.line} <= {"missing", "open"}


def test_a_mended_text_has_its_faults_no_more_and_no_new_ones(rulebooks: Path, game: str) -> None:
    text = source(rulebooks, game)
    for before, after in MENDED[game]:
        assert before in text
        text = text.replace(before, after)
    found = every_finding(checker(game, text))
    assert {kind for kind, _ in placed(found)} == LEFT.get(game, {"term-drift"})
    assert {f.kind for f in found if not f.line} <= {"missing", "open"}


@cache
def measure(rulebooks: Path, game: str) -> Sensitivity:
    return sensitivity(checker(game, source(rulebooks, game)), seed=5, sample=12)


@pytest.fixture
def measured(rulebooks: Path, game: str) -> Sensitivity:
    return measure(rulebooks, game)


def test_numbers_are_under_guard(measured: Sensitivity) -> None:
    noticed, of = measured.classes["number"]
    assert of > 200
    assert noticed / of >= 0.95


def test_rule_words_are_under_guard(measured: Sensitivity) -> None:
    noticed, of = measured.classes["rule word"]
    assert of > 150
    assert noticed / of >= 0.8


def test_things_deeds_and_who_and_when_are_under_guard(measured: Sensitivity, game: str) -> None:
    """Drawn mistakes of every class; benchmarks/texts.py makes more of them, and harmless changes."""
    if "swap" not in measured.classes:
        pytest.skip(f"{game} has no concepts yet")
    for name, least in LEAST.items():
        noticed, of = measured.classes[name]
        assert noticed >= least * of, name


def test_rule_bearing_sentences_are_claimed(measured: Sensitivity) -> None:
    assert measured.claimed / measured.sentences >= 0.9


def test_the_quick_measure_says_what_a_whole_new_check_says(rulebooks: Path, measured: Sensitivity, game: str) -> None:
    """The measure checks again only what a change can touch; here the changed file is read and checked anew."""
    text = source(rulebooks, game)
    lines = text.split("\n")
    whole = checker(game, text)
    known = {(f.kind, f.message) for f in every_finding(whole)}
    units = [spot for spot in measured.spots if spot.mistake in ("number", "rule word")]
    for spot in units[::201]:
        start = sum(len(line) + 1 for line in lines[: spot.line - 1]) + spot.column - 1
        unit = next(u for u in whole.text.units if u.start == start)
        other = checker(game, text[:start] + spot.after + text[unit.end :])
        assert ({(f.kind, f.message) for f in every_finding(other)} != known) is spot.noticed, spot


def test_no_sentence_of_the_text_stands_in_the_edition(rulebooks: Path, game: str) -> None:
    """Key phrases: never more than six words in a row, and a quarter of the words at most."""
    found = checker(game, source(rulebooks, game))
    quoted: dict[int, set[int]] = {}
    for group in found.said.values():
        for said in group[:1]:
            for unit, item in zip(said.match.units, said.passage.phrase.items, strict=True):
                if unit is not None and item.kind == "word":
                    quoted.setdefault(found.text.sentence_of(unit), set()).add(unit)
    words = sum(found.text.sentences[n].last - found.text.sentences[n].first for n in quoted)
    assert sum(map(len, quoted.values())) / words < 0.25
    for number, units in quoted.items():
        sentence = found.text.sentences[number]
        run = longest = 0
        for at in range(sentence.first, sentence.last):
            run = run + 1 if at in units else 0
            longest = max(longest, run)
        assert longest <= 6, found.text.quote(sentence.start, sentence.end)
