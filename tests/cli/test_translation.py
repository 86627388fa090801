"""`rulecheck translation`: two texts of one rulebook, without any specification."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from rulecheck.spec.languages import language_of
from rulecheck.spec.termlist import read_terms
from tests.cli.running import Answer, Run
from tests.solvers.translation.pairs import faults, made


@pytest.fixture
def texts(tmp_path: Path) -> tuple[str, str, str]:
    """A text, a clean translation and one with planted faults."""
    (tmp_path / "en.txt").write_text(made("en").text, encoding="utf-8")
    (tmp_path / "ro.txt").write_text(made("ro").text, encoding="utf-8")
    (tmp_path / "bad.txt").write_text(made("ro", faults("ro")).text, encoding="utf-8")
    return "en.txt", "ro.txt", "bad.txt"


def test_findings_show_both_texts_with_their_places(rulecheck: Run, texts: tuple[str, str, str]) -> None:
    done = rulecheck("translation", texts[0], texts[2], "--kind", "number")
    assert done.code == 1
    assert "en.txt:17:173: number: the source says 12, the target 15 (high, sure 1.00)" in done.out
    assert "    target  bad.txt:16:170  Fiecare" in done.out
    assert "    because both say 3" in done.out
    assert "en.txt: English, 76 sentences" in done.out


def test_a_clean_translation_exits_with_nothing_found(rulecheck: Run, texts: tuple[str, str, str]) -> None:
    done = rulecheck("translation", texts[0], texts[1], "--kind", "number")
    assert done.code == 0
    assert "nothing found" in done.out


def test_the_answer_keeps_to_its_schema(answer: Answer, texts: tuple[str, str, str]) -> None:
    comparison = answer("translation", texts[0], texts[2])
    assert (comparison["source"]["language"], comparison["target"]["language"]) == ("en", "ro")
    assert comparison["source"]["sentences"] == 76
    kinds = {finding["kind"] for finding in comparison["findings"]}
    assert {"number", "negation", "rule-word", "side", "whose", "missing", "list"} <= kinds
    assert all(pair["source"] or pair["target"] for pair in comparison["pairs"])


def test_only_findings_that_are_sure_enough_are_shown(answer: Answer, texts: tuple[str, str, str]) -> None:
    every = answer("translation", texts[0], texts[2])["findings"]
    sure = answer("translation", texts[0], texts[2], "--sure", 0.9)["findings"]
    assert 0 < len(sure) < len(every)
    assert sure == [finding for finding in every if finding["sure"] >= 0.9]


def test_sarif_keeps_to_the_specification(rulecheck: Run, root: Path, texts: tuple[str, str, str]) -> None:
    done = rulecheck("translation", texts[0], texts[2], "--format", "sarif")
    schema = json.loads((root / "tests" / "cli" / "sarif-subset.json").read_text(encoding="utf-8"))
    jsonschema.validate(done.json(), schema, cls=jsonschema.Draft202012Validator)
    results = done.json()["runs"][0]["results"]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "bad.txt"
    assert len({result["partialFingerprints"]["rulecheck/v1"] for result in results}) > 0.8 * len(results)


def test_the_page_has_both_texts_and_every_finding(rulecheck: Run, texts: tuple[str, str, str], tmp_path: Path) -> None:
    rulecheck("translation", texts[0], texts[2], "--report", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")

    class Reader(HTMLParser):
        """Counts rows and findings."""

        rows = findings = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.rows += tag == "tr"
            self.findings += any(name == "class" and (value or "").startswith("finding") for name, value in attrs)

    reader = Reader()
    reader.feed(page)
    assert reader.rows > 76
    assert reader.findings > 15
    assert "Each hut costs 5 coins" in page
    assert "Fiecare colibă costă 5 monede" in page


def test_words_of_a_text_are_no_markup_of_the_page(rulecheck: Run, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(made("en").text + "\nPay <b>3</b> coins & <script>go</script>.", encoding="utf-8")
    rulecheck("translation", "a.txt", "b.txt", "--report", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_a_language_without_a_pack_is_told(rulecheck: Run, texts: tuple[str, str, str]) -> None:
    done = rulecheck("translation", texts[0], texts[2], "--target-lang", "none")
    assert (
        "no language pack for the target (bad.txt, which looks like Romanian; docs/languages.md says how one is"
        in done.out
    )
    assert ": number: the source says 12, the target 15" in done.out


def test_html_and_text_are_compared_like_two_texts(rulecheck: Run, texts: tuple[str, str, str], tmp_path: Path) -> None:
    lines = made("ro", faults("ro")).text.replace("- ", "<li>").replace("\n", "\n<p>")
    (tmp_path / "bad.html").write_text(f"<html><body>{lines}</body></html>", encoding="utf-8")
    done = rulecheck("translation", texts[0], "bad.html", "--kind", "number")
    assert "the source says 12, the target 15" in done.out


GLOSSARY = """\
concept,language,forms
hut,en,"hut, huts"
hut,ro,colib*|colibe
landing stage,en,stage*
landing stage,ro,ponton*
"""


def test_terms_of_a_glossary_are_compared(rulecheck: Run, texts: tuple[str, str, str], tmp_path: Path) -> None:
    (tmp_path / "terms.csv").write_text(GLOSSARY, encoding="utf-8")
    said = made("ro").text.replace("Fiecare colibă costă 5", "Fiecare ponton costă 5")
    (tmp_path / "turned.txt").write_text(said, encoding="utf-8")
    done = rulecheck("translation", texts[0], "turned.txt", "--glossary", "terms.csv")
    assert "term: the source says hut, the target landing stage" in done.out
    twin = rulecheck("translation", texts[0], texts[1], "--glossary", "terms.csv")
    assert "the source says hut" not in twin.out


@pytest.mark.parametrize(
    ("glossary", "told"),
    [
        ("concept,forms\nhut,hut\n", "terms.csv: no terms in English (en); it has no column language"),
        ("concept,lang,forms\nhut,en,hut\n", 'terms.csv:1: unknown column "lang"; did you mean "language"'),
        ("concept,language,forms\nhut,en,hut, huts\n", "terms.csv:2: expected 3 cells, found 4"),
        ("concept,language,forms\nhut,en,\n", "terms.csv:2: an empty cell"),
        ("concept,language,forms\nhut,en,hut\n", "terms.csv: no terms in Romanian (ro); it has en"),
    ],
)
def test_a_glossary_that_cannot_be_used_is_told_in_one_line(
    rulecheck: Run, texts: tuple[str, str, str], tmp_path: Path, glossary: str, told: str
) -> None:
    (tmp_path / "terms.csv").write_text(glossary, encoding="utf-8")
    done = rulecheck("translation", texts[0], texts[1], "--glossary", "terms.csv")
    assert done.is_one_line_mistake, done
    assert told in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["en.txt", "nothing.txt"], "nothing.txt: no such file"),
        (["en.txt", "ro.txt", "--kind", "numbers"], "no such kind of finding"),
        (["en.txt", "ro.txt", "--target-lang", "qq"], "--target-lang qq: no such language"),
        (["en.txt", "empty.txt"], "the file is empty"),
        (["en.txt", "long.txt"], "20,000 sentences, at most 3,000 are compared"),
        (["en.txt", "ro.txt", "--sure", "2"], "--sure"),
    ],
)
def test_wrong_use_is_told_in_one_line(
    rulecheck: Run, texts: tuple[str, str, str], tmp_path: Path, arguments: list[str], told: str
) -> None:
    (tmp_path / "empty.txt").write_text(" \n", encoding="utf-8")
    (tmp_path / "long.txt").write_text("Du zahlst 3.\n\n" * 20_000, encoding="utf-8")
    done = rulecheck("translation", *arguments)
    assert done.is_one_line_mistake, done
    assert told in done.err


def test_the_glossary_of_a_game_is_written_and_read_again(rulecheck: Run, tmp_path: Path) -> None:
    from rulecheck.spec.termlist import read_terms

    done = rulecheck("edition", "glossary", "puerto_rico", "--out", "terms.csv")
    assert done.code == 0
    assert "2 languages" in done.out
    terms = read_terms(tmp_path / "terms.csv")
    assert terms.languages == {"en", "ro"}
    settler = {entry.language: entry.forms for entry in terms.entries if entry.concept == "settler"}
    assert settler["en"] == ("settler*",)
    assert "colonistul" in settler["ro"]
    assert rulecheck("edition", "glossary", "puerto_rico").out == (tmp_path / "terms.csv").read_text(encoding="utf-8")
    assert rulecheck("edition", "glossary", "puerto_rico", "--out", "terms.csv").is_one_line_mistake


def test_the_glossary_of_an_unknown_edition_is_told(rulecheck: Run) -> None:
    assert rulecheck("edition", "glossary", "puerto_rico", "--edition", "xx").is_one_line_mistake


def test_a_group_that_only_one_language_names_is_the_terms_own(tmp_path: Path) -> None:
    path = tmp_path / "terms.csv"
    path.write_text("concept,language,forms,group\nhut,en,hut|huts,place\nhut,de,hütte*,\n", encoding="utf-8")
    terms = read_terms(path)

    ids = {concept.id for code in ("en", "de") for concept in terms.concepts(language_of(code))}
    assert ids == {"term.place.hut"}
