"""Rulebooks as they come: encodings, Markdown, HTML, PDF."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rulecheck.spec.errors import SpecError
from rulecheck.spec.sources import Source, open_source
from rulecheck.spec.text import parse

RO = "Fiecare jucător poate lua cel mult două monede înainte de ultima rundă și plătește la bancă. Țiglele nu se mută. "
PL = "Każdy gracz może wziąć dwie monety przed ostatnią rundą i płaci do banku. Płytki leżą na źródle, nie na stole. "
DE = "Jeder Spieler darf für die größte Stadt höchstens zwei Münzen nehmen, und das ist in der Runde nicht möglich. "
FR = "Chaque joueur peut prendre au plus deux pièces avant la dernière manche, et les tuiles posées près du plateau. "


def written(folder: Path, name: str, content: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def place_of(source: Source, words: str) -> tuple[int, int]:
    at = source.text.index(words)
    return source.line_of(at), source.column_of(at)


# -- encodings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RO.replace("ș", "ş").replace("Ț", "Ţ").replace("ț", "ţ"), "cp1250"),
        (RO.replace("ș", "ş").replace("Ț", "Ţ").replace("ț", "ţ"), "iso8859_2"),
        (PL, "cp1250"),
        (PL, "iso8859_2"),
        (DE, "cp1252"),
        (DE, "cp850"),
        (FR, "cp1252"),
        (FR, "mac_roman"),
        (RO, "utf-16"),
        (RO, "utf-8"),
        (RO, "utf-8-sig"),
    ],
)
def test_the_encoding_of_a_file_is_told(tmp_path: Path, text: str, encoding: str) -> None:
    source = open_source(written(tmp_path, "a.txt", (text * 5).encode(encoding)))
    assert source.text == text * 5
    assert source.guessed == (not encoding.startswith("utf"))


def test_an_encoding_can_be_named(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "Żółw".encode("cp1250"))
    assert open_source(path, "cp1250").text == "Żółw"
    with pytest.raises(SpecError, match=r"no encoding cp125x; did you mean \"cp125"):
        open_source(path, "cp125x")
    with pytest.raises(SpecError, match="not in utf-8"):
        open_source(path, "utf-8")


@pytest.mark.parametrize("raw", [b"", b"  \n ", b"\x00\x01\x02\x03" * 50, b"\xff\xfea"])
def test_a_file_that_is_no_text_is_refused_in_a_line(tmp_path: Path, raw: bytes) -> None:
    with pytest.raises(SpecError) as caught:
        open_source(written(tmp_path, "a.txt", raw))
    assert "\n" not in str(caught.value)


# -- Markdown ------------------------------------------------------------------------------------------------------

MARKDOWN = """\
# The **Set-up**

Take *two* coins &amp; a
[tile](http://x.y/two). 1\\*

- Each player draws
- Nobody p**ay**s

| role | coins |
|------|-------|
| cook | 3     |

<!-- never mind -->
"""


def test_markup_is_no_part_of_a_markdown_text(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "a.md", MARKDOWN))
    words = [unit.text for unit in parse(source, "en").units]
    assert words == [
        *("the", "set", "up", "take", "two", "coins", "a", "tile", "1"),
        *("each", "player", "draws", "nobody", "pays", "role", "coins", "cook", "3"),
    ]


def test_places_in_markdown_are_those_of_the_file(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "a.md", MARKDOWN))
    assert place_of(source, "Set-up") == (1, 9)
    assert place_of(source, ["two", "coins"][0]) == (3, 7)
    assert place_of(source, "tile") == (4, 2)
    assert place_of(source, "Nobody") == (7, 3)
    assert place_of(source, "cook") == (11, 3)
    assert source.line(7) == "- Nobody p**ay**s"


def test_items_and_rows_of_markdown_are_sentences(tmp_path: Path) -> None:
    text = parse(open_source(written(tmp_path, "a.md", MARKDOWN)), "en")
    sentences = [text.quote(s.start, s.end) for s in text.sentences]
    assert sentences == [
        *("The Set-up", "Take two coins & a tile", "1", "Each player draws", "Nobody pays", "role coins", "cook 3")
    ]


# -- HTML ----------------------------------------------------------------------------------------------------------

HTML = """\
<html><head><title>no</title><style>p { x: 2 }</style></head>
<body><h1>Set-up</h1>
<p>Every caf&eacute; owner
takes <b>tw</b>o coins.</p><ul><li>Draw &#51; tiles<li>Stop</ul>
<script>var three = 3;</script>
<table><tr><td>cook</td><td>7</td></tr></table>
"""


def test_tags_and_scripts_are_no_part_of_an_html_text(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "a.html", HTML))
    words = [unit.text for unit in parse(source, "en").units]
    assert " ".join(words) == "set up every cafe owner takes two coins draw 3 tiles stop cook 7"


def test_places_in_html_are_those_of_the_file(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "a.html", HTML))
    assert place_of(source, "café") == (3, 10)
    assert place_of(source, "owner") == (3, 22)
    assert place_of(source, "two") == (4, 10)
    assert place_of(source, "7") == (6, 29)
    assert source.line(4).startswith("takes <b>tw</b>o")


# -- PDF -----------------------------------------------------------------------------------------------------------


def pdf(*pages: list[str]) -> bytes:
    """A small PDF with a text layer, a line of text for each text given."""
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    for lines in pages:
        page = writer.add_blank_page(width=400, height=400)
        content = DecodedStreamObject()
        drawn = "".join(f"BT /F1 12 Tf 20 {380 - 20 * n} Td ({line}) Tj ET\n" for n, line in enumerate(lines))
        content.set_data(drawn.encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(content)
        kind = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
        font = DictionaryObject({NameObject(key): NameObject(value) for key, value in kind.items()})
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_the_text_layer_of_a_pdf_is_read_with_page_and_line(tmp_path: Path) -> None:
    made = pdf(["Each player draws", "two cards."], ["Nobody", "pays 3 coins."])
    source = open_source(written(tmp_path, "a.pdf", made))
    units = parse(source, "en").units
    assert [unit.text for unit in units] == ["each", "player", "draws", "two", "cards", "nobody", "pays", "3", "coins"]
    assert str(source.position(source.text.index("two"))) == "page 1:2:1"
    assert str(source.position(source.text.index("3 coins"))) == "page 2:2:6"


def test_a_pdf_of_pictures_only_is_told_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no text layer, only pictures; run OCR"):
        open_source(written(tmp_path, "a.pdf", pdf([])))


def test_a_broken_pdf_is_told_in_a_line(tmp_path: Path) -> None:
    whole = pdf(["Each player draws"])
    for raw in (b"%PDF-1.4 nothing", whole[:80], b"no pdf at all"):
        with pytest.raises(SpecError, match="cannot be read as a PDF") as caught:
            open_source(written(tmp_path, "a.pdf", raw))
        assert "\n" not in str(caught.value)


def test_a_locked_pdf_is_told(tmp_path: Path) -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(["Secret"]))))
    writer.encrypt("key", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    with pytest.raises(SpecError, match="locked with a password"):
        open_source(written(tmp_path, "a.pdf", out.getvalue()))


def test_without_the_library_a_pdf_is_answered_with_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pdfminer").mkdir()
    (tmp_path / "pdfminer" / "__init__.py").write_text("raise ModuleNotFoundError(name='pdfminer')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(SpecError, match=r"not installed \(pdfminer\); pip install 'rulecheck-games\[documents\]'"):
        open_source(written(tmp_path, "a.pdf", b"%PDF-1.4\n"))
