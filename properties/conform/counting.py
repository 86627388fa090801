"""Counts that grow while games are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

K = TypeVar("K")


def more(after: Counter[K], before: Mapping[K, int]) -> Counter[K]:
    """What was counted since they were as `before`."""
    return Counter({key: times - before.get(key, 0) for key, times in after.items() if times != before.get(key, 0)})
