"""Everything that is wrong in a game given by its moves."""

from __future__ import annotations

import subprocess
import sys

from rulecheck.properties.invariants.declaring import properties_of
from rulecheck.properties.invariants.faults import faults_in
from tests.toy import trader
from tests.toy.trader import Trader, toy


def test_faults_in_tells_each_fault_with_its_move() -> None:
    moves = ["roll 1", "sell", "done", "skip", "roll 3", "done", "skip", "roll 4", "sell", "buy", "sell"]

    assert faults_in(Trader(toy()), moves, properties_of(trader)) == []
    assert faults_in(Trader(toy(faults=["leak"])), moves) == ["move 11: 16 grain expected, 15 found"]
    assert faults_in(Trader(toy()), ["roll 1", "buy"]) == [
        "move 2: buy is not legal: a tool costs two coins (market.buy)"
    ]


def test_playing_does_not_import_hypothesis() -> None:
    """It takes a third of a second to import, which every command would pay."""
    modules = "rulecheck.properties.campaign.campaign, rulecheck.properties.campaign.separation"
    code = f"import sys, {modules}; sys.exit('hypothesis' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
