"""Texts as long as may be read: what reads them takes time in proportion, or refuses them in a line."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import Run

WORDS = (
    "the",
    "player",
    "takes",
    "one",
    "tile",
    "and",
    "places",
    "it",
    "on",
    "an",
    "empty",
    "space",
    "then",
    "the",
    "next",
)
LONGEST = 10.0
"""Seconds of the processor, as SECURITY.md says."""


def sentences(many: int) -> str:
    rng = Random(1)
    return "\n".join(" ".join(rng.choices(WORDS, k=10)).capitalize() + "." for _ in range(many))


@pytest.mark.campaign
def test_digits_as_far_as_a_text_may_go_are_read_in_time(rulecheck: Run, tmp_path: Path) -> None:
    rng, file = Random(1), tmp_path / "digits.txt"
    file.write_text(" ".join(str(rng.randrange(1000)) for _ in range(100_000))[:390_000], encoding="utf-8")
    began = time.process_time()

    assert rulecheck("rulebook", "puerto_rico", file, "--edition", "ro").code == 2
    assert time.process_time() - began < LONGEST


@pytest.mark.campaign
def test_a_text_in_one_line_is_compared_in_time(rulecheck: Run, tmp_path: Path) -> None:
    file = tmp_path / "line.txt"
    file.write_text(sentences(5_500).replace("\n", " ").replace(".", ""), encoding="utf-8")
    began = time.process_time()

    assert rulecheck("translation", file, file).code in (0, 1)
    assert time.process_time() - began < LONGEST


def test_a_sentence_of_some_hundred_statements_is_compared_in_time(rulecheck: Run, tmp_path: Path) -> None:
    """Number 300221 of the mangled files: each statement was held against each."""
    file = tmp_path / "sentence.md"
    file.write_text(f"Then the next pl{'ayext pl' * 500}ay.\n{sentences(20)}", encoding="utf-8")
    began = time.process_time()

    assert rulecheck("translation", file, file).code in (0, 1)
    assert time.process_time() - began < LONGEST / 2


def test_more_sentences_than_a_rulebook_has_are_not_drafted(rulecheck: Run, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text(sentences(2_100), encoding="utf-8")

    done = rulecheck("edition", "draft", "puerto_rico", file, "--lang", "en")

    assert done.is_one_line_mistake
    assert "2,100 sentences, at most 2,000 are drafted" in done.err


# The time can be over while Hypothesis is told of a garbage collection: there Python drops the exception, and says so.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("limit", "work"),
    [
        ("rulecheck.spec.documents.budget.SECONDS", "reading it"),
        ("rulecheck.cli.commands.translation.LAYING", "laying it beside the other"),
    ],
)
def test_texts_that_take_too_long_are_a_line(
    rulecheck: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, work: str
) -> None:
    file = tmp_path / "some.txt"
    file.write_text(sentences(300), encoding="utf-8")
    monkeypatch.setattr(limit, 0.001)

    done = rulecheck("translation", file, file)

    assert done.is_one_line_mistake
    assert f"some.txt: {work} takes more than 0.001 s of the processor" in done.err
