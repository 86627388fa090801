"""The same three units in every format that holds both sides, and documents of a few paragraphs."""
# ruff: noqa: E501

from __future__ import annotations

import io
import zipfile
from typing import Any, Final

XLIFF: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- ours -->
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:x="urn:x" version="1.2">
 <file original="a" source-language="en" target-language="de" datatype="plaintext">
  <body>
   <trans-unit id="u1" x:keep='yes'>
    <source>Take <g id="1">two</g> cards.</source>
    <target>Nimm drei Karten.</target>
    <note from="editor">mind</note>
   </trans-unit>
   <trans-unit id="u2"><source>Pay ${count} coins.</source><target state="translated">Zahle M&#252;nzen.</target></trans-unit>
   <trans-unit id="u3"><source>Stop.</source></trans-unit>
  </body>
 </file>
</xliff>
"""

XLIFF2: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
 <file id="f1">
  <unit id="u1"><segment><source>Take two cards.</source><target>Nimm drei Karten.</target></segment></unit>
  <unit id="u2">
   <notes><note category="x">mind</note></notes>
   <segment><source>Pay ${count} coins.</source><target>Zahle Münzen.</target></segment>
  </unit>
  <unit id="u3"><segment><source>Stop.</source></segment></unit>
 </file>
</xliff>
"""

TRADOS: Final = XLIFF.replace(
    '<source>Take <g id="1">two</g> cards.</source>',
    "<source>Take two cards.</source><seg-source><mrk mtype='seg' mid='1'>Take two cards.</mrk></seg-source>",
)

TMX: Final = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en" adminlang="en" segtype="sentence" o-tmf="x" creationtool="x" creationtoolversion="1" datatype="x"/>
<body>
<tu tuid="u1"><prop type="x">mind</prop><tuv xml:lang="en"><seg>Take two cards.</seg></tuv><tuv xml:lang="de"><seg>Nimm drei Karten.</seg></tuv></tu>
<tu tuid="u2"><tuv xml:lang="en"><seg>Pay ${count} coins.</seg></tuv><tuv xml:lang="de"><seg>Zahle Münzen.</seg></tuv></tu>
</body></tmx>
"""

PO: Final = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"X-Source-Language: en\\n"
"Language: de\\n"

# mind
#: rules.c:1
msgctxt "u1"
msgid "Take two cards."
msgstr "Nimm drei Karten."

#, fuzzy
msgctxt "u2"
msgid ""
"Pay ${count} "
"coins."
msgstr "Zahle Münzen."

msgctxt "u3"
msgid "Stop."
msgstr ""

#~ msgid "Old."
#~ msgstr "Alt."
"""

SEGMENTS: Final = {
    "a.xlf": XLIFF,
    "b.xlf": XLIFF2,
    "c.sdlxliff": "\ufeff" + TRADOS.replace("\n", "\r\n"),
    "d.mqxliff": XLIFF,
    "e.tmx": TMX,
    "f.po": PO,
    "g.po": PO.replace("\n", "\r\n"),
}
TABLES: Final = {
    "a.csv": "key,en,de\nu1,Take two cards.,Nimm drei Karten.\nu2,Pay ${count} coins.,Zahle Münzen.\nu3,Stop.,\n",
    "b.csv": "id;source;target\nu1;Take two cards.;Nimm drei Karten.\nu2;Pay ${count} coins.;Zahle Münzen.\nu3;Stop.;\n",
    "a.json": '{"@@locale": "de", "u1": "Nimm drei Karten.", "u2": "Zahle Münzen.", "u3": ""}',
    "b.json": '{"u1": {"en": "Take two cards.", "de": "Nimm drei Karten."}, "u2": {"en": "Pay", "de": "Zahle Münzen."}}',
    "c.json": '{"u1": {"message": "Nimm drei Karten.", "description": "x"}, "u2": {"message": "Zahle Münzen."}}',
}


def docx() -> bytes:
    """A heading, a sentence in three runs, an item, a table of two rows, a comment of somebody's."""
    import docx

    document = docx.Document()
    document.add_heading("Taking cards", 1)
    sentence = document.add_paragraph("Each player ")
    sentence.add_run("takes").bold = True
    sentence.add_run(" three cards.")
    document.add_paragraph("and pays", style="List Bullet")
    table = document.add_table(2, 2)
    for row, cells in zip(table.rows, (("players", "tiles"), ("2", "12")), strict=True):
        for cell, words in zip(row.cells, cells, strict=True):
            cell.text = words
    document.add_comment(sentence.runs, text="nice", author="Ada", initials="A")
    return saved(document)


def saved(document: Any) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def odt() -> bytes:
    """The same as an ODT, with a footnote and a comment that are no part of its sentences."""
    spaces = {
        "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
        "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
        "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    }
    names = " ".join(f'xmlns:{name}="{uri}"' for name, uri in spaces.items())
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    rows = "".join(
        f"<table:table-row>{cell.format(a)}{cell.format(b)}</table:table-row>"
        for a, b in (("players", "tiles"), (2, 12))
    )
    content = f"""<office:document-content {names}><office:body><office:text>
<text:h>Taking cards</text:h>
<text:p>Each player <text:span>takes</text:span><office:annotation><text:p>nice</text:p></office:annotation><text:s/>three
cards.<text:note><text:note-body><text:p>aside</text:p></text:note-body></text:note></text:p>
<text:list><text:list-item><text:p>and pays</text:p></text:list-item></text:list>
<table:table>{rows}</table:table></office:text></office:body></office:document-content>"""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        packed.writestr("content.xml", content)
    return out.getvalue()


def two_columns() -> bytes:
    """A PDF of two columns whose lines were drawn line by line across both."""
    left = ["Each player takes", "two cards and keeps", "one of them. The", "other one goes back."]
    right = ["Then the next player", "may pay three coins", "for a building. He", "must have the coins."]
    drawn = "".join(
        f"BT /F1 10 Tf {x} {700 - 12 * row} Td ({words}) Tj ET\n"
        for row, pair in enumerate(zip(left, right, strict=True))
        for x, words in zip((50, 320), pair, strict=True)
    ).encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    made, starts = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        starts.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return made + head + table + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(made)
