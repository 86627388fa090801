"""What an edition's text said when somebody looked at it, kept in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.spec import load
from rulecheck.spec.editionfile import load_edition
from rulecheck.spec.errors import SpecError
from rulecheck.spec.reading.frames import Noted, Reviewed
from rulecheck.spec.reading.reader import reader_of
from rulecheck.spec.reading.reviewed import load_reviewed, written
from rulecheck.spec.vocabulary import glossary_of

NOTED = (Noted(b"\x07\xf0", ("player", "take"), (("must",), ("get", "gain"))), Noted(b"", (), ()))


def test_what_was_read_is_written_and_comes_back(tmp_path: Path) -> None:
    book = load("puerto_rico")
    glossary, edition = glossary_of(book), load_edition(book, "ro")
    assert glossary is not None
    reads = reader_of(glossary, edition.language, edition.forms).read
    passage = edition.passages[0]
    frames = reads("Jucătorul trebuie să ia doi coloniști din rezervă, dacă nava este goală.")
    reviewed = Reviewed({passage.number: frames}, NOTED)
    file = tmp_path / "ro.reviewed.json"
    file.write_text(written(reviewed, edition.passages))

    assert frames
    assert load_reviewed(file, edition.passages, glossary) == reviewed


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{", "no JSON"),
        ("[]", "expected statements"),
        ('{"sentences": ["player take"]}', "expected statements and sentences"),
        ('{"sentences": ["0g|player|"]}', "expected statements and sentences"),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_its_name(tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "x.reviewed.json"
    file.write_text(text)

    with pytest.raises(SpecError, match=what):
        load_reviewed(file, (), glossary_of(load("puerto_rico")))


def test_a_concept_that_is_gone_is_told(tmp_path: Path) -> None:
    book = load("puerto_rico")
    edition = load_edition(book, "ro")
    file = tmp_path / "x.reviewed.json"
    passage = edition.passages[0]
    file.write_text(written(Reviewed({passage.number: ()}), [passage]).replace(": []", ': [{"act": "fly"}]'))

    with pytest.raises(SpecError, match="no concept 'fly'"):
        load_reviewed(file, edition.passages, glossary_of(book))
