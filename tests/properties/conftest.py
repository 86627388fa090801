"""The toy trader, which many tests check; worker processes import it by name, so the repository is on their path."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulecheck.properties.invariants.declaring import PropertySet, properties_of
from tests.toy import trader

ROOT = str(Path(__file__).parents[2])
if ROOT not in sys.path:
    sys.path.append(ROOT)


@pytest.fixture
def engine() -> trader.Trader:
    """The trader without any fault."""
    return trader.Trader(trader.toy())


@pytest.fixture
def properties() -> PropertySet:
    """The trader's properties."""
    return properties_of(trader)
