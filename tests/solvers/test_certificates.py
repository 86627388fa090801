"""What Z3 found not to hold together is written in SMT-LIB, and cvc5 finds the same."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rulecheck.solvers.decision import outcome_of
from rulecheck.solvers.logic import Sat, Solver, certificates, number, total
from rulecheck.solvers.theorem import theorems
from rulecheck.spec import games

EACH: Final = 40
"""So many answers of a theorem are decided again, spread over all of them."""
WORK: Final = "2000000"
"""How much work cvc5 may do for one answer, in its own units."""


def test_what_cannot_hold_is_written_and_what_can_is_not() -> None:
    kept: list[str] = []
    n = number("coins of anna")
    solver = Solver()
    solver.add(n > 3)
    with certificates(kept.append):
        assert (solver.ask(n < 3), solver.ask(n > 4)) == (Sat.NO, Sat.YES)
    assert solver.ask(n < 2) is Sat.NO

    assert len(kept) == 1
    assert "(declare-fun |coins of anna| () Int)" in kept[0]
    assert kept[0].count("(assert") == 2


def test_names_and_sums_are_written_so_that_others_read_them() -> None:
    kept: list[str] = []
    money = number("0.money")
    with certificates(kept.append):
        Solver().ask(total([money]) > 3, money < 2)

    assert "(declare-fun |of 0.money| () Int)" in kept[0]
    assert "(+" not in kept[0]
    assert str(number("q'")) == "of q'"


def again(cvc5: Any, text: str) -> str:
    """What cvc5 answers to a certificate."""
    solver = cvc5.Solver()
    solver.setOption("rlimit", WORK)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
    symbols = parser.getSymbolManager()
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer = str(command.invoke(solver, symbols)).strip() or answer
    return answer


@pytest.mark.campaign
@pytest.mark.parametrize("game", games())
def test_another_solver_comes_to_the_same(game: str) -> None:
    """A row for each theorem that asks a solver: answers, decided again, the same, given up."""
    cvc5 = pytest.importorskip("cvc5", reason="needs cvc5 (pip install cvc5)")
    rows = []
    for theorem in theorems(game):
        kept: list[str] = []
        with certificates(kept.append):
            outcome_of(theorem)
        if kept:
            some = kept[:: -(-len(kept) // EACH)]
            answers = [again(cvc5, text) for text in some]
            rows.append((theorem.name, len(kept), len(some), answers.count("unsat"), answers.count("unknown")))
            assert "sat" not in answers, theorem.name

    for row in rows:
        print("{:<60} {:>6} answers, {:>3} decided again: {:>3} the same, {:>3} given up".format(*row))
    assert rows
    assert all(same + left == tried for _, _, tried, same, left in rows)
