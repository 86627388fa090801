"""Two programs, or one by itself: each fault of the tiny game is told, in a game as short as by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulecheck.properties.conform.protocol.messages import Answer
from rulecheck.properties.regress.differences import Comparer, path_kind, shape, sums
from rulecheck.properties.regress.search import Asked, Result, Search
from rulecheck.properties.regress.side import CannotPlay, Side, conserved_of

Begin = Callable[[str], Side]


def played(old: Side, new: Side, *, alone: bool, games: int = 60) -> Result:
    return Search(old, new, Asked(1, games, None, shrink=1500), Comparer(), alone=alone).run()


@pytest.mark.parametrize(
    ("fault", "key", "moves"),
    [
        ("lists", "lists:take", 2),  # two are taken: five are left
        ("misses", "misses:take", 2),
        ("state", "state:players.*.pearls", 5),  # 2, coin, 1, coin, 1
        ("turn", "turn:tails", 2),
        ("outcome", "outcome:winners", 8),  # 2, coin, 2, coin, 2, coin, 1, coin
        ("stuck", "misses:heads", 5),
        ("accepts", "accepts:take", 6),
        ("crash", "fails:crashed:take", 5),
        ("conserved", "state:heap", 3),
    ],
)
def test_what_a_new_version_does_otherwise_is_shown_in_a_short_game(
    begin: Begin, fault: str, key: str, moves: int
) -> None:
    result = played(begin(""), begin(fault), alone=False)

    group = next(g for g in result.groups if key in (g.shown.apart.key, *g.also))
    assert group.is_confirmed
    assert len(group.shown.moves) <= moves


def test_two_programs_that_do_the_same_differ_in_nothing(begin: Begin) -> None:
    result = played(begin(""), begin(""), alone=False)

    assert result.groups == []
    assert result.ends["finished"] == 60


@pytest.mark.parametrize(
    ("fault", "kind", "moves"),
    [
        ("stuck", "stuck", 6),
        ("listed", "listed", 7),
        ("changes", "changes", 8),
        ("accepts", "accepts", 8),
        ("twin", "twin", 0),
        ("undo", "undo", 1),
        ("resume", "resume", 2),
        ("loop", "loop", 1),
        ("conserved", "conserved", 3),
        ("look", "look", 1),
    ],
)
def test_what_no_game_may_do_is_told_of_a_program_by_itself(begin: Begin, fault: str, kind: str, moves: int) -> None:
    result = played(begin(fault), begin(fault), alone=True)

    group = next(group for group in result.groups if group.shown.apart.kind == kind)
    assert group.is_confirmed
    assert len(group.shown.moves) <= moves


def test_a_program_that_crashes_by_itself_is_told_as_failed(begin: Begin) -> None:
    result = played(begin("crash"), begin("crash"), alone=True, games=8)

    assert result.lost > 0
    assert {failed.verdict for failed in result.failures} == {"crashed"}


def test_a_right_program_by_itself_has_no_fault(begin: Begin) -> None:
    assert played(begin(""), begin(""), alone=True).groups == []


def test_a_difference_that_is_accepted_is_counted_and_no_news(begin: Begin) -> None:
    asked = Asked(1, 40, None, shrink=0, accepted={"lists:take": "agreed upon"})
    result = Search(begin(""), begin("lists"), asked, Comparer(), alone=False).run()

    assert [group.shown.apart.kind for group in result.groups if group.shown.apart.kind == "lists"] == []
    assert result.accepted["lists:take"] > 0


def test_parts_of_positions_can_be_left_out(begin: Begin) -> None:
    asked = Asked(1, 40, None, shrink=0)
    comparer = Comparer(("players.*.pearls",))
    result = Search(begin(""), begin("state"), asked, comparer, alone=False).run()

    assert [group.shown.apart.key for group in result.groups if group.shown.apart.kind == "state"] == []


def test_the_same_seed_plays_the_same(begin: Begin) -> None:
    first = played(begin(""), begin("state"), alone=False)
    again = played(begin(""), begin("state"), alone=False)

    assert [group.shown for group in first.groups] == [group.shown for group in again.groups]


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("load corn on ship 5", "load"),
        ("Nf3", "Na0"),
        ("e8=Q", "a0=Q"),
        ("O-O", "O-O"),
        ("12", "0"),
        ("pass", "pass"),
        ("e2e4", "a0a0"),
    ],
)
def test_kinds_of_moves_are_told_by_their_form(move: str, kind: str) -> None:
    assert shape(move) == kind


def test_paths_leave_out_seats_and_places() -> None:
    state = {"players": {"ann": {"rows": [1, 2]}, "ben": {"rows": [3]}}, "bank": {"gold": 1, "silver": 2}}

    assert path_kind("players.ann.rows.1", state) == "players.*.rows.*"
    assert path_kind("bank.gold", state) == "bank.gold"


def test_a_path_that_names_no_number_sums_nothing() -> None:
    state = {"heap": 3, "players": {"ann": {"pearls": 2}, "ben": {"pearls": [1, 1]}}}

    assert sums(state, [("heap", "players.*.pearls"), ("nowhere",)]) == (7, None)


def test_who_wins_may_be_told_in_any_order() -> None:
    old = Answer(1, turn="nobody", outcome={"winners": ["a", "b"]})
    new = Answer(1, turn="nobody", outcome={"winners": ["b", "a"]})

    assert list(Comparer().apart(old, new)) == []


def test_what_is_conserved_is_lists_of_paths() -> None:
    assert conserved_of(["heap"], "x") == (("heap",),)
    assert conserved_of([["a", "b"], ["c"]], "x") == (("a", "b"), ("c",))
    with pytest.raises(CannotPlay, match="conserved"):
        conserved_of({"heap": 7}, "x")
