"""The notation page, positions, and moves under all names; the worked examples are in ../test_examples.py."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulecheck.properties.examples import ExampleResult, run_file
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.contract import OVER, PositionError
from rulecheck.spec import load
from tests.reference_engines import playing


def wrong(results: tuple[ExampleResult, ...]) -> list[str]:
    return [str(result) for result in results if not result.is_good]


def engine(setup: str | None = None) -> Catan:
    return playing.build_as(Catan, "catan_europe", setup=setup)


@pytest.mark.parametrize("page", ["examples.md", "notation/catan_europe.md"])
def test_the_samples_of_a_page_pass(page: str, root: Path, tmp_path: Path) -> None:
    text = (root / "docs" / page).read_text(encoding="utf-8")
    own = tmp_path / "samples.md"
    own.write_text("\n".join(re.findall(r"^```example .*?^```$", text, re.M | re.S)), encoding="utf-8")

    assert wrong(run_file(own, "catan_europe")) == []


@pytest.mark.parametrize(("choice", "gold"), [("no", 3), ("yes", 5)])
def test_a_port_in_the_beginning(choice: str, gold: int, tmp_path: Path) -> None:
    """port.in-setup, on a board whose Hamburg is a port."""
    own = tmp_path / "map-short.toml"
    spec = Path(load("catan_europe").file or "").parent / "data" / "map-short.toml"
    own.write_text(spec.read_text(encoding="utf-8").replace('name = "Hamburg"\n', 'name = "Hamburg"\nport = 2\n'))
    block = tmp_path / "port.md"
    silent = 'silent = ["port.in-setup"]' if choice == "no" else 'events = ["port.gold"]'
    block.write_text(
        f"""```example port.hamburg
setup    = "short-variable"
data     = "map-short.toml"
readings = {{ "port.in-setup" = "{choice}" }}
start    = "posts"

[[step]]
do     = "post at Hamburg"
expect = {{ "players.red.gold" = {gold}, next = "blue" }}
{silent}
```
"""
    )

    assert wrong(run_file(block, "catan_europe")) == []


def test_a_position_is_read_back_and_moves_in_every_spelling() -> None:
    """All phases that a random game comes to, and every name of each move."""
    play = engine(setup="short-variable")
    rng = random.Random(7)
    state = play.start()
    for _ in range(1500):
        if play.actor(state) == OVER:
            break
        assert play.from_json(play.to_json(state)) == state
        move = rng.choice(play.legal_moves(state))
        spellings = play.spellings(move)
        assert spellings[0] == str(move)
        assert {play.parse(text) for text in spellings} == {move}
        state = play.apply(state, move)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("robber", "Bern", "robber: no region 'Bern'; there are H(1,3), H(1,4)"),
        ("card_played", "yes", "card_played: expected true or false, found 'yes'"),
        ("turn", "orange", "turn: no seat 'orange'; there are red, blue, white"),
        ("phase", "driving", "phase.caravan: the phase driving needs it"),
        ("neutral", ["Bern"], "players.blue.posts: another post stands on Bern"),
        ("neutral", ["Bernn"], "neutral.0: no intersection 'Bernn'; did you mean 'Bern'?"),
        ("tokens", {"H(4,4)": 5}, "tokens.H(4,4): the region has the printed number 5"),
        ("tokens", {"H(8,5)": 5}, "tokens: no more salt token 5; its tokens are 4, 10, 11"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(part: str, value: object, why: str) -> None:
    play = engine()
    data = play.to_json(play.named_start("ready")) | {part: value}

    playing.assert_refused(play, data, (part,), why)


def test_a_path_that_is_none_is_refused_with_the_neighbours() -> None:
    play = engine()
    data = play.to_json(play.named_start("empty"))
    data["players"]["red"]["routes"] = ["Bern - Torino"]

    with pytest.raises(PositionError, match=r"the neighbours of Torino are N\(7,2\), N\(7,3\), N\(8,3\)"):
        play.from_json(data, given=("players.red.routes",))
