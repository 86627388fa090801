"""A second reader: a program that answers frames for sentences."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

from rulecheck.spec.errors import SpecError
from rulecheck.spec.reading.framefile import FrameBuilder
from rulecheck.spec.reading.frames import normal_paths
from rulecheck.spec.reading.second import (
    SUFFIX,
    SecondReader,
    answer_body,
    answer_of,
    answer_schema,
    beside,
    differences,
    disagreements,
    key_of,
    pointed,
)
from tests.spec.reading.readers import concepts, reader_in

SCRIPTED = """
import json, sys
print("started", file=open(sys.argv[1], "a"))
for line in sys.stdin:
    asked = json.loads(line)
    sentence = asked["sentence"]
    at = sentence.find("pays")
    says = [{"act": "pay"}] if at >= 0 else [{"act": "sell"}]
    words = {"0.act": [at, at + 4]} if at >= 0 else {}
    print(json.dumps({"id": asked["id"], "says": says, "words": words, "sure": 0.5}), flush=True)
"""


def second(tmp_path: Path, script: str = SCRIPTED, seconds: float = 20.0) -> SecondReader:
    program = tmp_path / "reader.py"
    program.write_text(script, encoding="utf-8")
    command = (sys.executable, str(program), str(tmp_path / "log"))
    return SecondReader(command, concepts(), "en", tmp_path / f"text.txt{SUFFIX}", seconds)


def test_answers_are_read_and_kept(tmp_path: Path) -> None:
    reader = second(tmp_path)
    (answer,) = reader.read(["The banker pays."]).values()

    assert answer.words == {"0.act": (11, 15)}
    assert answer.sure == 0.5
    assert second(tmp_path).read(["The  banker\npays."]) != {}
    assert (tmp_path / "log").read_text().split() == ["started"]


def test_kept_answers_are_had_without_the_program(tmp_path: Path) -> None:
    second(tmp_path).read(["The banker pays."])

    assert list(second(tmp_path).known(["The banker pays.", "The banker sells."])) == ["The banker pays."]
    assert (tmp_path / "log").read_text().split() == ["started"]


def test_sentences_that_two_readers_read_otherwise_are_listed_with_what_each_reads(tmp_path: Path) -> None:
    """The program reads only the act."""
    answers = second(tmp_path).read(["The banker pays."])
    (row,) = disagreements(reader_in("en", concepts(), None).read, answers)

    assert row.sentence == "The banker pays."
    assert [leaf.slot for leaf in row.ours] == ["who"]
    assert row.theirs == ()


def test_what_a_person_says_of_an_answer_is_kept_and_it_is_no_longer_asked(tmp_path: Path) -> None:
    sentence, reads = "The banker pays.", reader_in("en", concepts(), None).read
    second(tmp_path).read([sentence])
    for is_right, is_asked in ((False, False), (True, False), (None, True)):
        assert second(tmp_path).judge(sentence, is_right).is_right is is_right
        answers = second(tmp_path).known([sentence])
        assert answers[sentence].is_right is is_right
        assert bool([*disagreements(reads, answers)]) is is_asked


def test_another_sentence_is_asked(tmp_path: Path) -> None:
    """The twin: what was not kept is asked for."""
    second(tmp_path).read(["The banker pays."])
    second(tmp_path).read(["The player pays."])
    assert (tmp_path / "log").read_text().split() == ["started", "started"]


def test_a_value_that_points_at_no_words_is_refused(tmp_path: Path) -> None:
    reader = second(tmp_path)

    assert reader.read(["The banker sells."]) == {}
    assert reader.refused == {"The banker sells.": "0.act points at no words; give words its [start, end]"}
    assert reader.kept is not None
    assert reader.kept.read_text() == ""


def test_what_is_kept_does_not_hang_on_the_order_of_asking(tmp_path: Path) -> None:
    sentences = ["The banker pays.", "The player pays.", "Who pays?"]
    kept = []
    for number, order in enumerate((sentences, sentences[::-1])):
        folder = tmp_path / str(number)
        folder.mkdir()
        second(folder).read(order)
        kept.append((folder / f"text.txt{SUFFIX}").read_text())
    assert kept[0] == kept[1]
    assert len(kept[0].splitlines()) == 3


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("", "ended before it had answered"),
        ("print('hello', flush=True)", 'answered no JSON: "hello"'),
        ("print('[]', flush=True)", "answered no object"),
        ("print('{\"id\": 7}', flush=True)", 'answered "7" to 1'),
        ("import time; time.sleep(60)", "no answer within 0.5 seconds"),
    ],
)
def test_a_program_that_does_not_answer_is_told_in_one_line(tmp_path: Path, script: str, told: str) -> None:
    with pytest.raises(SpecError) as problem:
        second(tmp_path, script, 0.5 if "sleep" in script else 20.0).read(["The banker pays."])
    assert told in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be started"):
        SecondReader((str(tmp_path / "none"),), concepts(), "en").read(["The banker pays."])


def test_a_kept_line_that_cannot_be_read_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / f"text.txt{SUFFIX}").write_text('{"key": "a", "says": []}\nnothing\n')
    with pytest.raises(SpecError, match=r"jsonl:2: expected an answer that was kept"):
        second(tmp_path)


def test_our_own_reader_could_be_the_second() -> None:
    """What it sends fits the schema and is taken: every value points at words."""
    sentence = "If the bank is empty, the banker pays at most two coins for each ship before the round ends."
    own = reader_in("en", concepts(), None).read(sentence)
    body = json.loads(json.dumps({"id": 1, **answer_body(own)}))

    assert [e.message for e in jsonschema.Draft202012Validator(answer_schema(concepts())).iter_errors(body)] == []


def test_two_readers_that_agree_have_no_differences_and_two_that_do_not_have_each_value() -> None:
    reader = reader_in("en", concepts(), None)
    first, second = reader.read("The banker pays two coins."), reader.read("The banker pays three coins.")

    assert differences(first, first) == ()
    assert {(d.is_ours, d.leaf.slot, *d.leaf.values) for d in differences(first, second)} == {
        (True, "n", "2"),
        (False, "n", "3"),
    }


def test_the_file_of_answers_stands_beside_the_text_and_its_keys_are_of_the_words() -> None:
    assert beside(Path("a/rules.ro.txt")) == Path(f"a/rules.ro.txt{SUFFIX}")
    assert key_of("a  b", "en", "g") == key_of("a\nb", "en", "g")
    assert len({key_of("a b", "en", "g"), key_of("a b", "ro", "g"), key_of("a b", "en", "h")}) == 3


def test_frames_of_an_answer_know_their_words(tmp_path: Path) -> None:
    glossary = concepts()
    ours = reader_in("en", glossary, None).read("The banker pays.")
    body = answer_body(ours)

    frames = pointed(answer_of(body, "The banker pays.", FrameBuilder(glossary)))

    assert frames == ours
    assert [normal_paths(frame) for frame in frames] == [normal_paths(frame) for frame in ours]
