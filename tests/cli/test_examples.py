"""`rulecheck examples`"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.spec import load
from tests.cli.running import GAME, Answer, Run

EXAMPLE = """# Mine

```example mine.one
start = "begin"

[[step]]
{step}
```
"""


def mine(tmp_path: Path, step: str) -> Path:
    file = tmp_path / "mine.md"
    file.write_text(EXAMPLE.format(step=step), encoding="utf-8")
    return file


def test_the_rulebooks_own_examples_come_out_as_they_say(rulecheck: Run, answer: Answer) -> None:
    report = answer("examples", GAME)

    assert [example["id"] for example in report["examples"]] == list(load(GAME).examples)
    assert report["counts"]["fails"] == report["counts"]["broken"] == 0
    assert rulecheck("examples", GAME).code == 0


@pytest.mark.parametrize(
    ("step", "verdict"),
    [('expect = { next = "nobody" }', None), ('do = "fly to the moon"', "broken"), ("legal = []", "fails")],
    ids=["nobody", "no-move", "no-legal-move"],
)
def test_an_example_that_does_not_come_out_is_something_found(
    rulecheck: Run, answer: Answer, tmp_path: Path, step: str, verdict: str | None
) -> None:
    file = mine(tmp_path, step)

    example = answer("examples", GAME, file)["examples"][0]

    assert example["verdict"] in ([verdict] if verdict else ["fails", "broken"])
    assert example["failures"]
    assert rulecheck("examples", GAME, file).code == 1


def test_where_an_example_stops_the_position_is_drawn(rulecheck: Run, answer: Answer, tmp_path: Path) -> None:
    file = mine(tmp_path, 'expect = { next = "nobody" }')

    picture = answer("examples", GAME, file)["examples"][0]["picture"]
    assert "stacks 19 19 19 19 19" in picture
    told = rulecheck("examples", GAME, file).out
    assert "    the position at the start:\n" in told
    assert picture.splitlines()[0].strip() in told
    good = mine(tmp_path, 'expect = { next = "chance" }')
    assert answer("examples", GAME, good)["examples"][0]["picture"] is None
    assert "the position" not in rulecheck("examples", GAME, good).out


def test_an_example_of_ones_own_that_comes_out(rulecheck: Run, answer: Answer, tmp_path: Path) -> None:
    file = mine(tmp_path, 'expect = { next = "chance" }')

    assert answer("examples", GAME, file)["examples"][0]["verdict"] == "passes"
    assert rulecheck("examples", GAME, file).code == 0


def test_a_file_without_examples_says_so(rulecheck: Run, tmp_path: Path) -> None:
    file = tmp_path / "none.md"
    file.write_text("# Nothing\n", encoding="utf-8")

    done = rulecheck("examples", GAME, file)

    assert "0 examples" in done.out or done.is_one_line_mistake


TWO = """```example mine.gold
[[step]]
expect = {{ "players.red.gold" = 3 }}
```

```example mine.first
{top}
[[step]]
expect = {{ next = "nobody" }}
```
"""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    file = tmp_path / "two.md"
    file.write_text(TWO.format(top=""), encoding="utf-8")
    return file


@pytest.mark.parametrize(("named", "ids"), [("gold", ["mine.gold"]), ("mine.*", ["mine.gold", "mine.first"])])
def test_examples_are_chosen_by_their_names(answer: Answer, two: Path, named: str, ids: list[str]) -> None:
    assert [example["id"] for example in answer("examples", GAME, two, "-k", named)["examples"]] == ids


def test_a_name_that_no_example_has_is_wrong_use(rulecheck: Run, two: Path) -> None:
    done = rulecheck("examples", GAME, two, "-k", "silver")

    assert done.is_one_line_mistake
    assert "no example has this in its name" in done.err


def test_quiet_tells_only_what_did_not_come_out(rulecheck: Run, two: Path) -> None:
    loud, quiet = rulecheck("examples", GAME, two), rulecheck("examples", GAME, two, "--quiet")

    assert "mine.gold" in loud.out
    assert "mine.gold" not in quiet.out
    assert "mine.first" in quiet.out
    assert (loud.code, quiet.code) == (1, 1)


def test_rules_hold_for_blocks_that_do_not_say_otherwise(answer: Answer, two: Path) -> None:
    with_more = answer("examples", GAME, two, "--number", "start.gold=4", "-k", "gold")["examples"][0]

    assert with_more["failures"] == ["players.red.gold: expected 3, found 4"]


def test_what_is_worth_telling_stands_beside_the_verdict(rulecheck: Run, answer: Answer, tmp_path: Path) -> None:
    file = mine(tmp_path, 'lacks = "steal from purple"')

    (example,) = answer("examples", GAME, file)["examples"]

    assert example["verdict"] == "passes"
    assert example["notes"][0].startswith('the game has no move "steal from purple", so it is not open')
    assert 'note: the game has no move "steal from purple"' in rulecheck("examples", GAME, file).out
