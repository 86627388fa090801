"""A file that takes more time or memory than it may ends in one line."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import pytest

from rulecheck.spec.documents import budget
from rulecheck.spec.errors import SpecError
from rulecheck.spec.sources import open_source
from tests.spec.documents.samples import SEGMENTS
from tests.spec.editions.test_sources import written

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="the system has no limits of a process")


@POSIX
def test_what_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Brackets within brackets: the parser of HTML looks for the end of each up to the end of the file."""
    monkeypatch.setattr(budget, "SECONDS", 1)
    path = written(tmp_path, "a.md", "x*a_b_" * 60_000 + "[a](" * 30_000)
    with pytest.raises(SpecError, match=r"a\.md: reading it takes more than 1 s; save it again, or as text"):
        open_source(path)


@POSIX
def test_what_takes_too_much_memory_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MEGABYTES", 60)
    path = written(tmp_path, "a.xlf", SEGMENTS["a.xlf"].replace("Nimm", "Nimm " * 700_000))
    with pytest.raises(SpecError, match=r"a\.xlf: reading it takes more than 60 MB"):
        open_source(path)


def test_a_document_is_not_unpacked_beyond_its_limit(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b" " * 70_000_000)
    with pytest.raises(SpecError, match="70 MB unpacked, at most 60 are read"):
        open_source(written(tmp_path, "a.docx", out.getvalue()))


def test_entities_within_entities_are_not_resolved(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12)
    )
    body = SEGMENTS["a.xlf"].partition("<!-- ours -->")[2].replace("Nimm", "&m;")
    path = written(tmp_path, "a.xlf", f'<?xml version="1.0"?>{bomb}]>{body}')
    with pytest.raises(SpecError, match="cannot be read as segments: Maximum entity amplification"):
        open_source(path)
