"""`rulecheck rulebook` and `rulecheck edition draft`."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulecheck.properties.runtime.workers import Here, Jobs, Work
from tests.cli.running import Answer, Run

EDITION = """
[edition]
language = "ro"
title = "Catan Europe, three sentences"
recognise = ["zarur*", "galben*"]
counted = ["galben"]
leaves_open = ["delivery.when"]

[facts]
"caravan-delivery" = ["may", "must"]

[[section]]
id = "all"
says = [
  { of = "dice.roll", find = "tura incepe cu zarurile" },
  { of = "toll.pay", find = "taxa este de {toll.gold} galben" },
  { of = "toll.once", find = "inca {toll.gold} galben" },
  { of = "bank.buy-limit", find = "cumpara [cel mult] {buy.limit} resurse", example = "bank.two-for-gold" },
  { of = "delivery.forced", find = "caravana [poate: caravan-delivery] livra" },
  { of = "delivery.once", find = "bunuri [trebuie: caravan-delivery] livrate" },
]
"""

TEXT = """Tura începe cu zarurile.
Taxa este de 2 galbeni pe rută.
Mai plătiţi încă 1 galben pentru altă caravană.
Jucătorul cumpără cel mult 3 resurse.
Caravana poate livra. Aceste bunuri trebuie livrate.
"""

GOOD = TEXT.replace("2 galbeni", "1 galben").replace("3 resurse", "2 resurse").replace(" poate ", " trebuie să ")
RULES = ("contradiction", "differs", "example-fails")


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A text and its edition, in the folder where the command runs."""
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "ed.toml").write_text(EDITION, encoding="utf-8")
    return "text.txt", "ed.toml"


def kinds(*named: str) -> list[str]:
    return [part for kind in named for part in ("--kind", kind)]


def test_findings_look_like_a_compilers(rulecheck: Run, files: tuple[str, str]) -> None:
    done = rulecheck("rulebook", "catan_europe", files[0], "--edition", files[1], *kinds("contradiction"))
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[0] == "text.txt:2:14: contradiction [high]: these cannot all be true: toll.gold = 2; toll.gold = 1"
    assert lines[1] == "        2 | Taxa este de 2 galbeni pe rută."
    assert lines[2] == "          |              ^ toll.gold = 2"
    assert lines[3] == "        3 | Mai plătiţi încă 1 galben pentru altă caravană."
    assert "    clauses  toll.pay, toll.once" in lines
    assert "    fix      1 here would agree with all the rest" in lines
    assert "    open     reading delivery.when: rulecheck readings catan_europe delivery.when" in lines
    assert lines[-2] == "text.txt   Catan Europe, three sentences   2 contradiction"
    assert "\x1b" not in done.out


def test_a_good_text_has_nothing(rulecheck: Run, files: tuple[str, str]) -> None:
    Path(files[0]).write_text(GOOD, encoding="utf-8")
    done = rulecheck("rulebook", "catan_europe", *files[:1], "--edition", files[1], *kinds(*RULES))
    assert (done.code, done.err) == (0, "")
    assert "nothing found" in done.out


def test_the_same_facts_as_json(answer: Answer, files: tuple[str, str]) -> None:
    report = answer("rulebook", "catan_europe", files[0], "--edition", files[1])
    placed = [(f["kind"], f["line"]) for f in report["findings"] if f["line"]]
    told = [("contradiction", 2), ("differs", 4), ("example-fails", 4), ("contradiction", 5)]
    assert placed == told
    assert report["counts"]["contradiction"] == 2
    assert report["sentences"] == {"rule_bearing": 6, "claimed": 6}
    missing = next(f for f in report["findings"] if f["kind"] == "missing")
    assert missing["line"] is None
    assert "board.path" in missing["clauses"]


def test_words_that_no_concept_has_and_that_stand_there_once_are_listed(
    answer: Answer, files: tuple[str, str], tmp_path: Path
) -> None:
    assert answer("rulebook", "catan_europe", files[0], "--edition", files[1])["once"] == []  # it has no words at all
    forms = '[forms]\nroute = ["ruta"]\ncaravan = ["caravana"]\n'
    (tmp_path / files[1]).write_text(EDITION.replace("[facts]", f"{forms}[facts]"), encoding="utf-8")
    once = answer("rulebook", "catan_europe", files[0], "--edition", files[1])["once"]
    assert {"word": "zarurile", "line": 1} in once
    assert not {"ruta", "caravana"} & {row["word"] for row in once}


def test_the_engine_plays_the_example_with_the_texts_number(answer: Answer, files: tuple[str, str]) -> None:
    report = answer("rulebook", "catan_europe", files[0], "--edition", files[1], *kinds("example-fails"))
    [finding] = report["findings"]
    assert "bank.two-for-gold does not come out as printed with buy.limit = 3" in finding["message"]


def test_sarif_keeps_to_the_specification(rulecheck: Run, root: Path, files: tuple[str, str]) -> None:
    done = rulecheck("rulebook", "catan_europe", files[0], "--edition", files[1], "--format", "sarif")
    assert done.code == 1
    schema = json.loads((root / "tests" / "cli" / "sarif-subset.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    log = done.json()
    jsonschema.validate(log, schema, cls=jsonschema.Draft202012Validator)
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert [r["id"] for r in result.get("relatedLocations", [])] == sorted(
            r["id"] for r in result.get("relatedLocations", [])
        )
    first = run["results"][0]["locations"][0]["physicalLocation"]
    assert first["artifactLocation"]["uri"] == "text.txt"
    region = first["region"]
    line = TEXT.splitlines()[region["startLine"] - 1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "2"


def test_a_fingerprint_stays_when_lines_are_put_before(rulecheck: Run, files: tuple[str, str]) -> None:
    def fingerprints() -> list[str]:
        out = rulecheck("rulebook", "catan_europe", files[0], "--edition", files[1], "--format", "sarif").json()
        return [r["partialFingerprints"]["rulecheck/v1"] for r in out["runs"][0]["results"] if r["level"] == "error"]

    before = fingerprints()
    Path(files[0]).write_text("\n\n" + TEXT, encoding="utf-8")
    assert fingerprints() == before


def test_sensitivity(rulecheck: Run, answer: Answer, files: tuple[str, str]) -> None:
    done = rulecheck("rulebook", "catan_europe", files[0], "--edition", files[1], "--sensitivity")
    assert done.code == 1
    assert 'text.txt:3:34: unseen: "altă" → "acelasi" would not be noticed (rule word)' in done.out
    assert "number        3 of    3  100.0 %" in done.out
    sensitivity = answer("rulebook", "catan_europe", files[0], "--edition", files[1], "--sensitivity")["sensitivity"]
    assert sensitivity["classes"]["number"] == {"noticed": 3, "of": 3}
    assert [(u["line"], u["word"]) for u in sensitivity["unseen"]] == [(3, "altă")]


def test_two_processes_notice_the_same_mistakes_as_one(answer: Answer, files: tuple[str, str]) -> None:
    asked = ("rulebook", "catan_europe", files[0], "--edition", files[1], "--sensitivity")

    assert answer(*asked, "--jobs", 2) == answer(*asked, "--jobs", 1)


class Losing(Here):
    """Workers of which one was killed while it was at the first mistakes."""

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        for number, noticed in super().map(jobs, work, doing):
            yield number, None if number == 0 else noticed


def test_mistakes_that_a_killed_worker_had_are_not_counted_and_that_is_told(
    answer: Answer, files: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("rulebook", "catan_europe", files[0], "--edition", files[1], "--sensitivity")
    whole = answer(*asked)["sensitivity"]
    monkeypatch.setattr("rulecheck.cli.commands.rulebook.workers_at", lambda *_: Losing)
    lossy = answer(*asked)["sensitivity"]

    made = sum(each["of"] for each in whole["classes"].values())
    lost = made - sum(each["of"] for each in lossy["classes"].values())
    assert lost > 0
    assert lossy["notes"] == [f"{lost} of {made} mistakes were not tried"]


def test_two_texts_side_by_side(rulecheck: Run, answer: Answer, files: tuple[str, str]) -> None:
    Path("other.txt").write_text(GOOD, encoding="utf-8")
    asked = ("catan_europe", files[0], "other.txt", "--edition", files[1])
    comparison = answer("rulebook", *asked)
    assert [(d["clause"], d["message"]) for d in comparison["differences"]] == [
        ("bank.buy-limit", "the first says buy.limit = 3, the second buy.limit = 2"),
        ("toll.pay", "the first says toll.gold = 2, the second toll.gold = 1"),
        ("delivery.forced", "the first says caravan-delivery: may, the second caravan-delivery: must"),
    ]
    done = rulecheck("rulebook", *asked)
    assert done.code == 1
    assert "    text.txt:2:14" in done.out
    assert "    other.txt:2:14" in done.out
    assert rulecheck("rulebook", "catan_europe", "other.txt", "other.txt", "--edition", files[1]).code == 0


def test_windows_line_ends_change_nothing(rulecheck: Run, files: tuple[str, str]) -> None:
    asked = ("rulebook", "catan_europe", files[0], "--edition", files[1])
    before = rulecheck(*asked).out
    Path(files[0]).write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert rulecheck(*asked).out == before


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"", "the file is empty"),
        (b"  \n\r\n \t", "the file is empty"),
        (b"ELF\x00\x01\x02" * 50, "expected a text file, found a binary one"),
        (b"zaruri galbeni " * 40_000, "600,000 characters, at most 400,000 are read"),
        (b"x" * 20_000_000, "larger than 8 MB"),
        (("gracze nie mogą zabrać płytek z planszy i kładą je na stole lub do pudełka " * 9).encode(), "like Polish"),
        (b"the players take the cards of the others and put it on the table with his own " * 9, "looks like English"),
        (("jucatorii nu pot muta piesele de pe tabla si nu iau nimic din ce este la banca " * 9).encode(), "look like"),
    ],
)
def test_what_is_no_text_of_the_game_is_told_in_one_line(rulecheck: Run, tmp_path: Path, raw: bytes, what: str) -> None:
    (tmp_path / "bad.txt").write_bytes(raw)
    begin = time.perf_counter()
    done = rulecheck("rulebook", "catan_europe", "bad.txt")
    assert done.is_one_line_mistake, done
    assert "bad.txt" in done.err
    assert what in done.err
    assert time.perf_counter() - begin < 10


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["catan_europe", "nowhere.txt"], "no such file"),
        (["chess", "text.txt"], 'no game "chess"'),
        (["catan_europe", "text.txt", "--edition", "xx"], 'no edition "xx" of catan_europe; the editions are: ro'),
        (["catan_europe", "text.txt", "--edition", "no.toml"], "no such file"),
        (["catan_europe", "text.txt", "--kind", "typo"], "no such kind of finding"),
        (["catan_europe", "text.txt", "--edition", "ed.toml", "--edition", "ed.toml"], "one edition for each text"),
        (["catan_europe", "text.txt", "text.txt", "--edition", "ed.toml", "--format", "sarif"], "as text or JSON"),
        (["catan_europe", "text.txt", "--edition", "ed.toml", "--format", "sarif", "--sensitivity"], "as text or JSON"),
        (["puerto_rico", "text.txt", "--edition", "ed.toml"], 'no clause "dice.roll"'),
    ],
)
def test_wrong_use_is_told_in_one_line(rulecheck: Run, files: tuple[str, str], arguments: list[str], what: str) -> None:
    done = rulecheck("rulebook", *arguments)
    assert done.is_one_line_mistake, done
    assert what in done.err


def test_nothing_in_an_edition_is_run(rulecheck: Run, files: tuple[str, str]) -> None:
    hostile = EDITION.replace("{buy.limit}", "{__import__('os').system('touch pwned')}")
    Path(files[1]).write_text(hostile, encoding="utf-8")
    done = rulecheck("rulebook", "catan_europe", files[0], "--edition", files[1])
    assert done.is_one_line_mistake
    assert not Path("pwned").exists()


def test_a_draft_can_be_used(rulecheck: Run, files: tuple[str, str]) -> None:
    done = rulecheck("edition", "draft", "catan_europe", files[0], "--lang", "ro", "--out", "draft.toml")
    assert (done.code, done.err) == (0, "")
    assert rulecheck("rulebook", "catan_europe", files[0], "--edition", "draft.toml").code == 1
    again = rulecheck("edition", "draft", "catan_europe", files[0], "--lang", "ro", "--out", "draft.toml")
    assert again.is_one_line_mistake
    printed = rulecheck("edition", "draft", "catan_europe", files[0], "--lang", "ro")
    assert printed.out == Path("draft.toml").read_text(encoding="utf-8")


def test_a_draft_in_a_language_we_do_not_know(rulecheck: Run, files: tuple[str, str]) -> None:
    done = rulecheck("edition", "draft", "catan_europe", files[0], "--lang", "xx")
    assert done.is_one_line_mistake
    assert "xx: no such language; there are: " in done.err


@pytest.mark.parametrize(
    ("line", "column", "shown", "at"),
    [
        ("short line", 6, "short line", 6),
        ("a" * 300, 150, None, None),
        ("word " * 60 + "here" + " word" * 60, 300, None, None),
    ],
)
def test_a_long_line_is_shown_around_the_place(line: str, column: int, shown: str | None, at: int | None) -> None:
    from rulecheck.cli.rendering.text_findings import WIDTH, excerpt

    part, place = excerpt(line, column)
    assert len(part) <= WIDTH + 2
    assert part[place] == line[column]
    if shown is not None:
        assert (part, place) == (shown, at)


def test_a_text_in_an_older_encoding_gives_the_same_findings_and_says_so(
    rulecheck: Run, files: tuple[str, str], tmp_path: Path
) -> None:
    usual = rulecheck("rulebook", "catan_europe", files[0], "--edition", files[1])
    (tmp_path / "text.txt").write_bytes(TEXT.encode("cp1250"))
    done = rulecheck("rulebook", "catan_europe", files[0], "--edition", files[1])
    assert (done.code, done.out) == (usual.code, usual.out)
    assert done.err.startswith("rulecheck: text.txt: read as cp1250; if letters come out wrong")
    assert rulecheck("rulebook", "catan_europe", files[0], "--edition", files[1], "--encoding", "cp1250").err == ""


def test_findings_in_html_stand_at_the_lines_of_the_page(
    rulecheck: Run, files: tuple[str, str], tmp_path: Path
) -> None:
    rows = "".join(f"<p>{line}</p>\n" for line in TEXT.splitlines())
    (tmp_path / "text.html").write_text(f"<html><body>\n{rows}</body></html>", encoding="utf-8")
    done = rulecheck("rulebook", "catan_europe", "text.html", "--edition", files[1], *kinds("contradiction"))
    assert "text.html:3:17: contradiction" in done.out
