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
    found = answer("examples", GAME)

    assert [one["id"] for one in found["examples"]] == list(load(GAME).examples)
    assert found["counts"]["fails"] == found["counts"]["broken"] == 0
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

    found = answer("examples", GAME, file)["examples"][0]

    assert found["verdict"] in ([verdict] if verdict else ["fails", "broken"])
    assert found["failures"]
    assert rulecheck("examples", GAME, file).code == 1


def test_an_example_of_ones_own_that_comes_out(rulecheck: Run, answer: Answer, tmp_path: Path) -> None:
    file = mine(tmp_path, 'expect = { next = "chance" }')

    assert answer("examples", GAME, file)["examples"][0]["verdict"] == "passes"
    assert rulecheck("examples", GAME, file).code == 0


def test_a_file_without_examples_says_so(rulecheck: Run, tmp_path: Path) -> None:
    file = tmp_path / "none.md"
    file.write_text("# Nothing\n", encoding="utf-8")

    done = rulecheck("examples", GAME, file)

    assert "0 examples" in done.out or done.is_one_line_mistake
