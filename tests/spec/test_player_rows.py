"""Amounts for numbers of players, in either order."""

from __future__ import annotations

import pytest

from rulecheck.spec.player_rows import Counted, player_rows


def row(*numbers: str) -> list[Counted]:
    """`2p` is a number of players, a comma before it says that one stands there."""
    return [Counted(int(n.strip(",p")), n.endswith("p"), n.startswith(",")) for n in numbers]


@pytest.mark.parametrize(
    ("numbers", "rows"),
    [
        (("5", "2p", ",4", "3p"), ((1, 0), (3, 2))),
        (("2p", "5", ",3p", "4"), ((0, 1), (2, 3))),
        (("2", "2p", ",3", "3", ",4", "4"), ((1, 0), (3, 2), (5, 4))),
        (("5", "2p", ",3p", "4"), None),
        (("5", "2p", "4", "3p"), None),
        (("5", "2p", ",4", "2p"), None),
        (("5", "2", ",4", "3"), None),
        (("5", "2p"), None),
    ],
)
def test_a_row_is_read_in_either_order(numbers: tuple[str, ...], rows: tuple[tuple[int, int], ...] | None) -> None:
    assert player_rows(row(*numbers)) == rows
