"""What auditors share: reading quantities, predicting positions, telling what differs."""

from __future__ import annotations

from tests.auditors.stream import Book, Prediction, Server, Step, Style, Table, Tally, numbers


def audited(before: dict[str, object], after: dict[str, object], clause: str = "", amount: int = 0) -> Tally:
    """The tally of one step in which a clause adds to red's gold."""
    tally = Tally()
    book = Book(Table("catan_europe", 3, 0), tally)
    book.step = Step(before, "red", [], "buy ore", after, "red", [], None)
    predicted = Prediction(before)
    predicted.add(clause, amount, "gold", "red")
    book.agree(predicted, after)
    return tally


def test_quantities_are_read_from_sentences_and_from_tables_by_players() -> None:
    three, five = numbers("puerto_rico", 3), numbers("puerto_rico", 5)

    assert three["harbor.bonus"] == five["harbor.bonus"] == 1
    assert (three["points.pool"], five["points.pool"]) == (75, 122)


def test_a_predicted_number_that_is_told_is_no_disagreement() -> None:
    tally = audited({"gold": {"red": 3, "blue": 2}}, {"gold": {"red": 1, "blue": 2}}, "bank.buy", -2)

    assert (tally.numbers, tally.unchanged, tally.disagreements) == (1, 1, [])


def test_another_number_is_a_disagreement_with_its_clause() -> None:
    """The twin of the test above."""
    [disagreement] = audited({"gold": {"red": 3}}, {"gold": {"red": 2}}, "bank.buy", -2).disagreements

    assert (disagreement.clause, disagreement.what, disagreement.expected, disagreement.told) == (
        "bank.buy",
        "gold.red",
        1,
        2,
    )
    assert str(disagreement).startswith(
        "gold.red is told as 2, by bank.buy it is 1\n  move      buy ore\n  position  {"
    )


def test_a_number_that_no_clause_touches_stays() -> None:
    [disagreement] = audited({"gold": {"red": 3, "blue": 2}}, {"gold": {"red": 3, "blue": 9}}).disagreements

    assert (disagreement.clause, disagreement.what, disagreement.expected, disagreement.told) == (
        "nothing",
        "gold.blue",
        2,
        9,
    )


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    with Server("new_world") as server:
        first, again, other = (
            [step.move for step in server.play(Table("new_world", 2, seed), Style({}, 40))] for seed in (1, 1, 2)
        )

    assert first == again != other
