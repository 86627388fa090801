"""`rulecheck games`"""

from __future__ import annotations

from rulecheck.cli.arguments.rooms import properties_for, properties_written
from rulecheck.spec import games, load
from tests.cli.running import GAME, Answer, Run


def test_games_lists_each_game_with_its_counts(answer: Answer) -> None:
    listed = {game["game"]: game for game in answer("games")["games"]}

    book = load(GAME)
    row = listed[GAME]
    assert row["title"] == book.title
    assert sum(row["clauses"].values()) == len(book.clauses)
    assert row["clauses"]["rule"] == sum(clause.kind == "rule" for clause in book.clauses.values())
    assert (row["quantities"], row["readings"]) == (len(book.quantities), len(book.readings))
    assert row["engine"]
    assert [setup["name"] for setup in row["setups"] if setup["default"]] == [book.default_setup]


def test_games_names_substitute_data_and_only_that(rulecheck: Run) -> None:
    done = rulecheck("games")

    marked = {line.split(":")[0].strip() for line in done.out.splitlines() if "SUBSTITUTE DATA" in line}
    assert {"map-short", "map-full"} <= marked
    assert "components" not in marked
    assert "components:" in done.out


def test_properties_that_are_counted_are_those_that_there_are() -> None:
    """They are counted in the modules' text, which is fast; here they are imported."""
    for game in games():
        assert properties_written(game) == len(properties_for(game))
