"""What was found by trying hostile inputs, so that it stays mended: files and numbers without end, odd requests."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

from rulecheck.properties.conform.protocol import messages
from rulecheck.properties.conform.protocol.implementation import LONGEST, Desk, Implementation, Start, serve
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.findings.finding import FindingError, load_finding
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.text import units_of
from tests.cli.running import GAME, Run
from tests.hostile.conversations import try_request
from tests.hostile.kinds import GAME as BRIEF
from tests.hostile.kinds import finding_of, try_finding
from tests.hostile.mangling import NESTED

ENDLESS: Final = Path("/dev/zero")
WITHOUT_END: Final = pytest.mark.skipif(not ENDLESS.exists(), reason="needs a file without end")


@WITHOUT_END
@pytest.mark.parametrize(
    "command",
    [
        ["replay", ENDLESS],
        ["fuzz", GAME, "--accept", ENDLESS],
        ["fuzz", GAME, "--data", ENDLESS],
        ["conform", GAME, "--trace", ENDLESS],
        ["conform", GAME, "--accept", ENDLESS, "--", "cat"],
        ["conform", GAME, "--replay", ENDLESS, "--", "cat"],
        ["matrix", GAME, ENDLESS],
        ["examples", GAME, ENDLESS],
        ["data", GAME, ENDLESS],
        ["rulebook", GAME, ENDLESS],
        ["translation", ENDLESS, ENDLESS],
        ["edition", "draft", GAME, ENDLESS, "--lang", "en"],
    ],
    ids=lambda command: f"{command[0]} {command[-1] if command[-1] == ENDLESS else command[2]}",
)
def test_a_file_without_end_is_told_as_that(rulecheck: Run, command: list[object]) -> None:
    done = rulecheck(*command)

    assert done.code == 2, done.err
    assert len(done.err.splitlines()) == 1
    assert re.search(r"larger than \d+ MB|binary", done.err)


@WITHOUT_END
def test_an_answer_without_end_that_a_campaign_seems_to_have_left_is_passed_over(rulecheck: Run, mygame: Path) -> None:
    for left in ("last", "strength"):
        (mygame / f"{left}-mygame.json").symlink_to(ENDLESS)

    done = rulecheck("--games", "mygame", "explain", "mygame", "turn.step", "--findings", mygame)

    assert (done.code, done.err) == (0, "")


DEEP: Final = [json.loads("[" * 400 + "]" * 400)]
for _ in range(620):
    DEEP[:] = [[*DEEP]]
"""What orjson reads, and Python cannot show."""


@pytest.mark.parametrize("key", ["legal", "turn", "outcome", "state", "error", "refused", "chance", "note", "counts"])
def test_an_answer_in_a_thousand_brackets_is_told_in_a_line(key: str) -> None:
    for value in (DEEP, {"winners": DEEP}, [DEEP, "pass"]):
        with suppress(messages.Garbled):
            messages.answer({"id": 1, key: value})
    assert messages.answer({"id": 1, "note": DEEP}) is not None


def served(source: int) -> list[Any]:
    """What `rulecheck serve` answers to what stands in a file."""
    reader, writer = os.pipe()
    try:
        serve(Reference(BRIEF), source=source, sink=writer)
        os.close(writer)
        with os.fdopen(os.dup(reader), "rb") as answers:
            return [json.loads(line) for line in answers]
    finally:
        os.close(reader)


@WITHOUT_END
def test_a_request_without_end_is_the_last() -> None:
    with ENDLESS.open("rb") as file:
        assert served(file.fileno()) == [{"id": None, "error": "a line of more than 8 MB: the end"}]


def test_a_long_request_is_answered(tmp_path: Path) -> None:
    """The twin: a line as long as may be, and one after it."""
    path = tmp_path / "asked"
    path.write_text(json.dumps({"id": 1, "ask": "hello", "x": "x" * (LONGEST - 100)}) + '\n{"id": 2, "ask": "bye"}\n')
    with path.open("rb") as file:
        assert [answer["id"] for answer in served(file.fileno())] == [1]


@pytest.mark.parametrize(
    "request_",
    [
        {"id": 1, "ask": []},
        {"id": 1, "ask": {"play": 1}},
        {"id": 1, "ask": "hello", "game": None},
        {"id": 1, "ask": "start", "game": []},
        {"id": 1, "ask": "start", "game": BRIEF, "players": "3"},
        {"id": 1, "ask": "start", "game": BRIEF, "players": -1},
        {"id": 1, "ask": "start", "game": BRIEF, "seats": 5},
        {"id": 1, "ask": "start", "game": BRIEF, "seats": [1, 2]},
        {"id": 1, "ask": "start", "game": BRIEF, "readings": []},
        {"id": 1, "ask": "start", "game": BRIEF, "readings": {"tiles.draw": []}},
        {"id": 1, "ask": "start", "game": BRIEF, "numbers": {"silver.start": "1"}},
        {"id": 1, "ask": "start", "game": BRIEF, "numbers": {"silver.start": 1e40}},
        {"id": 1, "ask": "start", "game": BRIEF, "seed": []},
        {"id": 1, "ask": "start", "game": BRIEF, "position": [1]},
        {"id": 1, "ask": "start", "game": BRIEF, "tell": 5},
        {"id": 1, "ask": "play", "move": 5},
        {"id": 1, "ask": "play", "moves": "pass"},
        {"id": 1, "ask": "undo"},
        {"id": NESTED, "ask": "look"},
        {"id": {"a": 1}, "ask": "hello"},
        {"id": 1, "ask": "perft", "depth": "2"},
        {"id": 1, "ask": "perft", "depth": -1},
        {"id": 1, "ask": "perft", "depth": 10**12},
    ],
    ids=lambda request: json.dumps(request)[:80],
)
def test_an_odd_request_is_answered_in_plain_words(request_: dict[str, Any]) -> None:
    desk = Desk(Reference())
    try_request(b'{"id": 1, "ask": "start", "game": "%s"}' % BRIEF.encode(), desk)

    answer = try_request(json.dumps(request_).encode(), desk)

    assert set(answer) & {"error", "refused", "skip"}


class Little(Implementation):
    """As much as there must be."""

    def start(self, table: Start) -> None:
        """Begins nothing."""


@pytest.mark.parametrize("ask", ["undo", "perft"])
def test_what_an_implementation_does_not_offer_is_told_as_that(ask: str) -> None:
    desk = Desk(Little())
    try_request(b'{"id": 1, "ask": "start", "game": "any"}', desk)

    answer = try_request(json.dumps({"id": 2, "ask": ask, "depth": 1}).encode(), desk)

    assert answer == {"id": 2, "error": f"{ask!r} is not among what it can do"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seed", 10**5000),
        ("seed", 2**64),
        ("times", -(10**30)),
        ("at", 99999),
        ("name", "\ud800"),
        ("moves", ["\ud800"]),
    ],
    ids=["5,000 digits", "65 bits", "31 digits", "no such move", "half a sign", "half a sign for a move"],
)
def test_an_odd_finding_is_told_as_that(rulecheck: Run, tmp_path: Path, key: str, value: Any) -> None:
    finding = {**finding_of(BRIEF), key: value}
    path = tmp_path / "odd.json"
    text = json.dumps({**finding, key: "HERE"}).replace(
        '"HERE"', f"1{'0' * 5000}" if value == 10**5000 else json.dumps(value)
    )
    path.write_text(text)

    done = rulecheck("replay", path)

    assert "Traceback" not in done.err
    assert done.is_one_line_mistake or key == "name", done.err
    if value != 10**5000:
        try_finding(finding)


def test_a_move_tree_is_not_counted_beyond_reason(rulecheck: Run) -> None:
    for depth in ("12345678901234567890", "100"):
        assert rulecheck("perft", GAME, "--depth", depth).is_one_line_mistake
        assert rulecheck("conform", GAME, "--perft", depth, "--", "cat").is_one_line_mistake


def test_a_log_is_not_written_over(rulecheck: Run, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text("years of work")

    assert rulecheck("conform", BRIEF, "--record", "log.jsonl", "--players", 2).is_one_line_mistake
    assert (tmp_path / "log.jsonl").read_text() == "years of work"


def test_the_sign_of_a_footnote_is_no_number_and_belongs_to_no_word() -> None:
    """`int` reads none of the digits that are raised, in a circle or in brackets."""
    units = units_of("pole¹ ma 3² pola ① ⑴ x³y 2 ٣", LANGUAGES["pl"])

    assert [(unit.text, unit.value) for unit in units if unit.is_number] == [("3", 3), ("2", 2), ("٣", 3)]
    assert [unit.text for unit in units][:2] == ["pole", "ma"]


def test_a_long_word_of_a_command_line_is_not_repeated_in_full(rulecheck: Run) -> None:
    done = rulecheck("fuzz", GAME, f"--{'x' * 5000}")

    assert done.code == 2
    assert len(done.err) < 400


def test_a_finding_with_megabytes_of_messages_is_refused(tmp_path: Path) -> None:
    """`replay` once printed twenty of them."""
    file = tmp_path / "finding.json"
    file.write_text(json.dumps({**finding_of("puerto_rico"), "messages": ["x" * 3_000_000]}), encoding="utf-8")

    with pytest.raises(FindingError, match=r"3,000,\d\d\d characters, at most 100,000 are shown"):
        load_finding(file)
