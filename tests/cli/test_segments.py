"""Segments: PO, XLIFF and TMX in, findings in the same units."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.running import Answer, Run
from tests.solvers.drafts import small

PAIRS = (
    ("In your turn you may load at most 2 barrels.", "In deinem Zug darfst du höchstens 2 Fässer laden."),
    ("Every player who crosses the river pays 3 coins.", "Jeder Spieler, der den Fluss überquert, zahlt 4 Münzen."),
    ("Then the ferryman moves clockwise.", "Dann zieht der Fährmann gegen den Uhrzeigersinn."),
)

HEADS = {
    "po": 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n',
    "xlf": '<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
    '<file original="f" source-language="en" target-language="de" datatype="plaintext"><body>\n',
    "xliff": '<?xml version="1.0"?>\n<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0"'
    ' srcLang="en" trgLang="de"><file id="f">\n',
    "tmx": '<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="en" segtype="sentence" datatype="plaintext" '
    'adminlang="en" creationtool="x" creationtoolversion="1" o-tmf="x"/><body>\n',
}
UNITS = {
    "po": '#: page 1\nmsgctxt "{id}"\nmsgid "{source}"\nmsgstr "{target}"\n\n',
    "xlf": '<trans-unit id="{id}"><source>{source}</source>\n<target>{target}</target></trans-unit>\n',
    "xliff": '<unit id="{id}"><segment><source>{source}</source>\n<target>{target}</target></segment></unit>\n',
    "tmx": '<tu tuid="{id}"><tuv xml:lang="en"><seg>{source}</seg></tuv>\n'
    '<tuv xml:lang="de"><seg>{target}</seg></tuv></tu>\n',
}
ENDS = {"po": "", "xlf": "</body></file></xliff>", "xliff": "</file></xliff>", "tmx": "</body></tmx>"}


def written(folder: Path, kind: str, pairs: tuple[tuple[str, str], ...] = PAIRS) -> Path:
    """A file of segments whose units are r1, r2, …"""
    path = folder / f"book.{kind}"
    units = [UNITS[kind].format(id=f"r{n}", source=own, target=other) for n, (own, other) in enumerate(pairs, 1)]
    path.write_text(HEADS[kind] + "".join(units) + ENDS[kind], encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", HEADS)
def test_both_sides_of_a_file_are_compared_unit_by_unit(tmp_path: Path, answer: Answer, kind: str) -> None:
    path = written(tmp_path, kind)
    languages = ("--source-lang", "en", "--target-lang", "de") if kind == "po" else ()  # the others name theirs
    told = answer("translation", path, *languages)

    assert [(f["kind"], f["source"]["unit"], f["target"]["unit"]) for f in told["findings"]] == [
        ("number", "r2", "r2"),
        ("side", "r3", "r3"),
    ]
    lines = path.read_text(encoding="utf-8").splitlines()
    for finding in told["findings"]:
        place = finding["target"]
        assert lines[place["line"] - 1][place["column"] - 1 :].startswith(("4 M", "gegen"))


def units_of(told: dict[str, Any], root: Path) -> list[list[str]]:
    """Of each result of SARIF that keeps to the specification: the units of its locations."""
    schema = json.loads((root / "tests" / "cli" / "sarif-subset.json").read_text(encoding="utf-8"))
    jsonschema.validate(told, schema, cls=jsonschema.Draft202012Validator)
    return [
        [
            logical["name"]
            for place in (*result["locations"], *result.get("relatedLocations", ()))
            for logical in place.get("logicalLocations", ())
        ]
        for result in told["runs"][0]["results"]
    ]


@pytest.mark.parametrize("kind", HEADS)
def test_sarif_names_the_units(tmp_path: Path, rulecheck: Run, root: Path, kind: str) -> None:
    done = rulecheck(
        *("translation", written(tmp_path, kind), "--source-lang", "en", "--target-lang", "de", "--format", "sarif")
    )

    assert units_of(done.json(), root) == [["r2", "r2"], ["r3", "r3"]]


def test_what_is_not_translated_yet_is_told_once(tmp_path: Path, answer: Answer) -> None:
    pairs = (*PAIRS[:2], ("Nobody may cross in a storm.", ""), *PAIRS[:2], *PAIRS[:2])
    told = answer("translation", written(tmp_path, "po", pairs), "--source-lang", "en", "--target-lang", "de")

    rows = [(f["kind"], f["target"]) for f in told["findings"] if f["source"]["unit"] == "r3"]
    assert rows == [("unfinished", None)]


@pytest.mark.parametrize("kind", HEADS)
def test_a_placeholder_that_is_lost_is_told(tmp_path: Path, answer: Answer, kind: str) -> None:
    pairs = (*PAIRS, ("Pay ${count} coins.", "Zahle ${anzahl} Münzen."), ("Pay %s now.", "Zahle jetzt %s."))
    told = answer("translation", written(tmp_path, kind, pairs), "--source-lang", "en", "--target-lang", "de")

    rows = [(f["message"], f["target"]["unit"]) for f in told["findings"] if f["kind"] == "placeholder"]
    assert rows == [("the source has ${count}, the target ${anzahl}, the other side does not", "r4")]


def test_a_rulebook_in_segments_is_checked_in_its_units(
    tmp_path: Path, answer: Answer, rulecheck: Run, root: Path
) -> None:
    game = tmp_path / "ferry_po"
    game.mkdir()
    small.rulebook(game)
    sentences = [line for line in small.TEXT.replace("left bank", "right bank").splitlines() if line.endswith(".")]
    path = written(tmp_path, "po", tuple((f"Satz {n}.", line) for n, line in enumerate(sentences, 1)))
    rulecheck("edition", "draft", game, path, "--lang", "en", "--out", tmp_path / "my.toml")
    told = answer("rulebook", game, path, "--edition", tmp_path / "my.toml")

    assert [(f["kind"], f["unit"]) for f in told["findings"]] == [("differs", "r3")]
    sarif = rulecheck("rulebook", game, path, "--edition", tmp_path / "my.toml", "--format", "sarif")
    assert units_of(sarif.json(), root) == [["r3"]]
    assert "(unit r3): differs" in rulecheck("rulebook", game, path, "--edition", tmp_path / "my.toml").out


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("book.xlf", "<xliff", "cannot be read as segments"),
        ("book.po", 'msgid "One."\nmsgstr ""\n', "no unit has a target; translate it first"),
    ],
)
def test_segments_that_cannot_be_used_are_refused_in_a_line(
    tmp_path: Path, rulecheck: Run, name: str, content: str, told: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    done = rulecheck("translation", tmp_path / name)

    assert done.is_one_line_mistake
    assert told in done.err


def test_a_plain_text_needs_its_translation(tmp_path: Path, rulecheck: Run) -> None:
    (tmp_path / "a.txt").write_text(PAIRS[0][0], encoding="utf-8")
    done = rulecheck("translation", tmp_path / "a.txt")

    assert done.is_one_line_mistake
    assert "name its translation too" in done.err


@pytest.mark.parametrize("kind", HEADS)
def test_findings_go_back_into_the_file_as_notes(tmp_path: Path, rulecheck: Run, kind: str) -> None:
    path = written(tmp_path, kind)
    noted = tmp_path / f"noted.{kind}"
    rulecheck("translation", path, "--source-lang", "en", "--target-lang", "de", "--notes", noted)

    text = noted.read_text(encoding="utf-8")
    assert "number: the source says 3, the target 4" in text
    assert text.count("rulecheck") == 2
    assert "rulecheck" not in path.read_text(encoding="utf-8")


def test_findings_are_written_as_tables(tmp_path: Path, rulecheck: Run) -> None:
    path = written(tmp_path, "xlf", PAIRS)
    rulecheck("translation", path, "--table", tmp_path / "a.csv")
    rulecheck("translation", path, "--table", tmp_path / "a.xlsx")

    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["kind"], row["unit"]) for row in rows] == [("number", "r2"), ("side", "r3")]
    with zipfile.ZipFile(tmp_path / "a.xlsx") as packed:
        assert b"the source says 3, the target 4" in packed.read("xl/sharedStrings.xml")


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
def test_no_cell_of_a_table_is_a_formula(tmp_path: Path, name: str) -> None:
    from rulecheck.cli.rendering.findings_files import Row, write_files
    from rulecheck.spec.sources import plain

    row = Row("differs", "high", "a.txt:1:1", "", "", "=1+1", "+1 for -1", "")
    write_files(None, tmp_path / name, tmp_path / "a.txt", plain("text"), [row])

    raw = (tmp_path / name).read_bytes()
    if name == "a.csv":
        assert b",'=1+1,'+1 for -1," in raw
    else:
        with zipfile.ZipFile(tmp_path / name) as packed:
            assert b"<f>" not in packed.read("xl/worksheets/sheet1.xml")
            assert b"=1+1" in packed.read("xl/sharedStrings.xml")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--notes", "b.txt"], "--notes b.txt: a copy of"),
        (["--table", "b.ods"], "--table b.ods: a table is .csv or .xlsx"),
    ],
)
def test_files_that_cannot_hold_findings_are_refused(
    tmp_path: Path, rulecheck: Run, options: list[str], told: str
) -> None:
    done = rulecheck("translation", written(tmp_path, "po"), *options)

    assert done.is_one_line_mistake
    assert told in done.err
