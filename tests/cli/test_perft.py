"""`rulecheck perft`"""

from __future__ import annotations

from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
from tests.cli.running import GAME, Answer, Run


def test_perft_counts_the_first_moves(answer: Answer) -> None:
    engine = build(make_rules(GAME))
    first = engine.legal_moves(engine.start())

    tree = answer("perft", GAME, "--depth", 2, "--divide")

    assert tree["positions"][0] == len(first)
    assert [branch["move"] for branch in tree["divide"]] == [str(move) for move in first]
    assert sum(branch["positions"] for branch in tree["divide"]) == tree["positions"][1]


def test_perft_goes_on_after_given_moves(answer: Answer) -> None:
    whole = answer("perft", GAME, "--depth", 2, "--divide")
    first = whole["divide"][0]

    below = answer("perft", GAME, "--depth", 1, "--after", first["move"])

    assert below["positions"] == [first["positions"]]


def test_perft_is_for_the_players_asked_for(answer: Answer) -> None:
    assert answer("perft", GAME, "--depth", 1, "--players", 4)["asked"]["players"] == 4


def test_perft_shows_a_table(rulecheck: Run) -> None:
    done = rulecheck("perft", GAME, "--depth", 2)

    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()[1:4]] == ["depth", "1", "2"]


def test_a_move_that_is_not_legal_is_one_line(rulecheck: Run) -> None:
    engine = build(make_rules(GAME))
    state = engine.start()
    illegal = next(move for move in engine.all_moves() if engine.refusal(state, move) is not None)

    for after, what in ((str(illegal), str(illegal)), ("fly to the moon", "no move")):
        done = rulecheck("perft", GAME, "--depth", 1, "--after", after)

        assert done.is_one_line_mistake, done
        assert what in done.err


def test_a_start_that_does_not_exist_is_one_line(rulecheck: Run) -> None:
    done = rulecheck("perft", GAME, "--depth", 1, "--start", "nowhere")

    assert done.is_one_line_mistake, done
    assert "begin" in done.err
