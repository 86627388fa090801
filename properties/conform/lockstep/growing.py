"""What games find out is added up, wherever they are played."""

from __future__ import annotations

from collections import Counter
from typing import Self

from attrs import define, fields


@define
class Growing:
    """What only grows while games are played, in `define`d fields: numbers, counters, sets, and what grows itself.

    What a game added travels back from where it was played; flags say how it is now, and other fields stay there.
    """

    def gained(self, before: Self) -> Self:
        """What came to it since it was as `before`."""
        gain = type(self)()
        for name in (each.name for each in fields(type(self))):
            now, then = getattr(self, name), getattr(before, name)
            match now:
                case Growing():
                    setattr(gain, name, now.gained(then))
                case Counter():
                    counted = {key: times - then[key] for key, times in now.items() if times != then[key]}
                    setattr(gain, name, Counter(counted))
                case bool():
                    setattr(gain, name, now)
                case set() | int():
                    setattr(gain, name, now - then)
        return gain

    def add(self, gain: Self) -> None:
        """Take in what a game added."""
        for name in (each.name for each in fields(type(self))):
            now, more = getattr(self, name), getattr(gain, name)
            match now:
                case Growing():
                    now.add(more)
                case Counter() | set():
                    now.update(more)
                case int() if not isinstance(now, bool):
                    setattr(self, name, now + more)
