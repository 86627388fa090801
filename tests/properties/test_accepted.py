"""A file of known findings: keys with reasons, one a line, written so that it is read back the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.properties.conform.lockstep.baseline import read_baseline as read_departures
from rulecheck.properties.findings.baseline import accepted_lines, read_accepted
from rulecheck.spec.errors import SpecError

KINDS = ("silent", "broken")
REASONS = {"silent:market.empty": "the publisher was asked", "broken:no clause 'a#b': x": "", "broken:a": "one # two"}


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "known"
    file.write_text("\n".join(accepted_lines("known", REASONS)) + "\n")

    assert read_accepted(file, KINDS) == REASONS
    assert file.read_text().splitlines() == [
        "# known",
        "broken:a  # one # two",
        "broken:no clause 'a#b': x",
        "silent:market.empty  # the publisher was asked",
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing is known\n"], ids=repr)
def test_a_file_without_keys_accepts_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "known"
    file.write_text(text)

    assert read_accepted(file, KINDS) == {}


def test_a_kind_that_there_is_not_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "known"
    file.write_text("silent:a\nsilnet:b\n")

    with pytest.raises(SpecError, match=r'known:2: no kind of finding "silnet"; did you mean "silent"\?'):
        read_accepted(file, KINDS)


def test_files_of_departures_are_read_by_the_same_piece(tmp_path: Path) -> None:
    file = tmp_path / "known"
    file.write_text("# departures\nmisses:choose\nlists:pass # a house rule\n")

    assert dict(read_departures(file).reasons) == {"misses:choose": "", "lists:pass": "a house rule"}
    with pytest.raises(SpecError, match="no kind of finding"):
        read_accepted(file, KINDS)
