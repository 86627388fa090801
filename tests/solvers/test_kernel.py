"""The kernel of the theorems: verdicts that cannot be had for nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulecheck.solvers.decision import decide
from rulecheck.solvers.induction import Kind, Model, Move, guilty, refutation, tie
from rulecheck.solvers.lasso import first_return
from rulecheck.solvers.logic import Sat, Solver, all_of, either, exists, for_all, implies, least, number
from rulecheck.solvers.proof import Proof, Undecided, Vacuous
from rulecheck.solvers.refutation import InModel, Refutation
from rulecheck.solvers.symbolic import disagreement, outcome, paths, unknown
from rulecheck.solvers.theorem import NoTheorem, Theorem, Verdict, chosen

GAME = "catan_europe"


def made(body: Any, *, expected: Verdict = Verdict.PROVED, **twins: Any) -> Theorem:
    theorem = Theorem(GAME, "one", "One.", (), "all", body, expected=expected)
    for name, changes in twins.items():
        theorem.twin(name, **changes)
    return theorem


def halves(proof: Proof, up: int = 0) -> Refutation | None:
    """Twice the half of a number is at most the number."""
    n = number("n")
    proof.possible(n >= 0)
    counterexample = proof.smallest(2 * ((n + up) / 2) <= n, [n >= 0], [n])
    if counterexample is None:
        return None
    value = counterexample.of(n)
    return InModel(f"{value} is odd", lambda: 2 * ((value + up) // 2) > value, {"n": value})


def test_a_theorem_whose_twin_is_refuted_is_proved() -> None:
    result = decide(made(halves, rounded_up={"up": 1}))

    assert (result.verdict, result.twins[0].verdict) == (Verdict.PROVED, Verdict.REFUTED)
    evidence = result.twins[0].evidence
    assert evidence is not None
    assert evidence.values == {"n": 1}


def test_a_theorem_whose_twin_passes_is_vacuous() -> None:
    result = decide(made(halves, nothing_changed={"up": 0}))

    assert result.verdict is Verdict.VACUOUS
    assert "twin passes" in result.reason


def test_a_twin_that_passes_for_some_player_counts_is_decided_for_all() -> None:
    def few(proof: Proof, wrong: int = 0) -> Refutation | None:
        return halves(proof, 1) if wrong in proof.players else halves(proof)

    here, elsewhere, nowhere = (decide(made(few, twin={"wrong": players}), [3]) for players in (3, 4, 9))

    assert [decided.verdict for decided in (here, elsewhere, nowhere)] == [
        Verdict.PROVED,
        Verdict.PROVED,
        Verdict.VACUOUS,
    ]
    assert [decided.twins[0].players for decided in (here, elsewhere)] == [(3,), (3, 4)]


def test_a_theorem_without_twin_is_vacuous() -> None:
    assert decide(made(halves)).verdict is Verdict.VACUOUS


def test_a_theorem_whose_assumptions_nothing_meets_is_vacuous() -> None:
    def body(proof: Proof) -> None:
        n = number("n")
        proof.possible(n > 0, n < 0)

    assert decide(made(body)).verdict is Verdict.VACUOUS


def test_a_theorem_that_looks_at_nothing_is_vacuous() -> None:
    assert decide(made(lambda proof: None)).verdict is Verdict.VACUOUS


def test_a_refutation_that_shows_nothing_is_a_crash() -> None:
    result = decide(made(lambda proof: InModel("so it is said", lambda: False)))

    assert result.verdict is Verdict.CRASHED
    assert "does not go wrong" in result.reason


def test_a_theorem_that_raises_is_a_crash_with_its_traceback() -> None:
    result = decide(made(lambda proof: 1 // 0))

    assert result.verdict is Verdict.CRASHED
    assert "ZeroDivisionError" in result.reason


def test_a_question_that_stays_open_is_undecided() -> None:
    def body(proof: Proof) -> None:
        raise Undecided("too hard")

    result = decide(made(body))

    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "too hard")


def test_time_that_is_over_leaves_it_undecided() -> None:
    def body(proof: Proof) -> None:
        proof.case()

    assert decide(made(body), seconds=-1).verdict is Verdict.UNDECIDED


def test_a_twin_that_crashes_makes_the_theorem_crash() -> None:
    result = decide(made(halves, nonsense={"sideways": 1}))

    assert result.verdict is Verdict.CRASHED
    assert "nonsense" in result.reason


def test_an_unknown_name_names_close_ones() -> None:
    with pytest.raises(NoTheorem, match="did you mean one"):
        chosen([made(halves)], GAME, "ona")


# ---- symbolic execution


def clamp(value: int, low: int, high: int) -> int:
    """A rule function with paths."""
    if low > high:
        raise ValueError("no room")
    return max(low, min(value, high))


def test_every_path_of_a_function_is_followed() -> None:
    value = number("value")

    followed = list(paths(lambda: clamp(unknown(value), 2, 5), []))

    assert len(followed) == 3
    assert not any(path.raised for path in followed)


def test_paths_that_the_assumptions_exclude_are_not_followed() -> None:
    value = number("value")

    assert len(list(paths(lambda: clamp(unknown(value), 2, 5), [value >= 3, value <= 5]))) == 1


def test_the_outcome_of_a_function_is_one_formula() -> None:
    value = number("value")
    solver = Solver()
    solver.add(outcome(lambda: clamp(unknown(value), 2, 5)) != either(value < 2, 2, least(value, 5)))

    assert solver.ask() is Sat.NO


def test_a_function_that_raises_disagrees_there() -> None:
    low = number("low")

    counterexample = disagreement(
        Proof(GAME, (3,)), lambda: clamp(4, unknown(low), 5), lambda result: True, [low >= 0], [low]
    )

    assert counterexample is not None
    assert counterexample[0].of(low) == 6


def test_a_truth_counts_as_a_number() -> None:
    value = number("value")

    def counted() -> Any:
        small, large = unknown(value) < 2, unknown(value) > 5
        return (small - large) * 10 + (7, 8)[large] + sum([small, large]) + (small > large) + (unknown(value) == True)  # noqa: E712

    for at, right in ((1, 10 + 7 + 1 + 1 + 1), (3, 7), (6, -10 + 8 + 1)):
        solver = Solver()
        solver.add(outcome(counted) != right, value == at)
        assert solver.ask() is Sat.NO


def test_a_theorem_that_holds_against_expectation_says_so() -> None:
    result = decide(made(halves, expected=Verdict.REFUTED))

    assert (result.verdict, result.as_expected) == (Verdict.PROVED, False)
    assert "it holds" in result.reason


def test_an_unknown_cannot_be_an_index() -> None:
    with pytest.raises(TypeError, match="index"):
        list(paths(lambda: (1, 2, 3)[unknown(number("n"))]))


# ---- the same formulas on plain numbers


def test_formulas_can_be_asked_on_plain_numbers() -> None:
    assert (least(3, 2, 5), either(False, 1, 2), implies(True, False), all_of(True, True)) == (2, 2, False, True)


def test_quantifiers_are_the_solvers() -> None:
    n, m = number("n"), number("m")
    solver = Solver()
    solver.add(exists([n], all_of(n >= 0, n <= 4, for_all([m], implies(all_of(m >= 0, m <= 4), m <= n)))))

    assert solver.ask() is Sat.YES


def test_what_was_asked_before_changes_nothing() -> None:
    def asked() -> tuple[object, int]:
        result = decide(made(halves, rounded_up={"up": 1}))
        assert result.twins[0].evidence is not None
        return result.twins[0].evidence.values, result.work

    first = asked()
    decide(made(lambda proof: proof.possible(number("something else") > 3)))

    assert asked() == first


# ---- induction


def shop(*, till: int = 1) -> Model:
    """Money goes from a purse into a till and back; a broken till loses some of it."""
    pay = Kind(
        "pay",
        lambda s, a: {"purse": s["purse"] - a["n"], "till": s["till"] + till * a["n"]},
        lambda s, a: all_of(a["n"] >= 1, a["n"] <= s["purse"]),
        ("n",),
    )
    refund = Kind("refund", lambda s, _: {"purse": s["purse"] + 1, "till": s["till"] - 1}, lambda s, _: s["till"] >= 1)
    return Model.of(("purse", "till"), (pay, refund), (), {"money": {"purse": 1, "till": 1}})


def test_a_model_that_loses_nothing_has_no_guilty_move() -> None:
    assert list(guilty(shop(), Proof(GAME, (3,)))) == []


def test_the_guilty_move_is_named_and_shown_on_plain_numbers() -> None:
    culprits = list(guilty(shop(till=0), Proof(GAME, (3,))))

    assert [str(culprit.kind) for culprit in culprits] == ["pay"]
    shown = refutation(shop(till=0), culprits)
    assert shown is not None
    assert shown.replay().guilty == ("pay",)


def test_a_move_that_is_never_open_is_vacuous() -> None:
    never = Kind("never", lambda s, _: {"a": s["a"]}, lambda s, _: s["a"] < 0)

    with pytest.raises(Vacuous, match="never"):
        list(guilty(Model.of(("a",), (never,), (), {}), Proof(GAME, (3,))))


def test_a_step_that_the_model_does_not_have_is_loose() -> None:
    steps = [
        ({"purse": 3, "till": 0}, "pays 2", {"purse": 1, "till": 2}),
        ({"purse": 1, "till": 2}, "pays 1", {"purse": 0, "till": 2}),
    ]

    def instance(before: Any, move: str, after: Any, state: Any, goal: Any) -> list[Move]:
        return [Move("pay", (), {"n": int(move[-1])})]

    kinds: Counter[str] = Counter()
    loose = list(tie(shop(), steps, lambda state: state, instance, kinds))

    assert [(stray.number, stray.why) for stray in loose] == [(1, "till: model 3, engine 2")]
    assert kinds == {"pay": 2}


# ---- lassos


def test_a_way_that_ends_has_no_loop() -> None:
    assert first_return(3, lambda n, _: -1 if n else None, lambda n, step: n + step, lambda n: n) is None


def test_a_way_that_returns_has_a_stem_and_a_loop() -> None:
    way = first_return(-2, lambda n, _: 1, lambda n, step: n + step if n < 2 else 0, lambda n: n)

    assert way is not None
    assert (len(way.stem), len(way.loop)) == (2, 3)
