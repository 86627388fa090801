"""What every game owes, asked by tests: of the games that come with rulecheck, and of anybody's.

```python
from rulecheck.properties.batteries import GameBatteries

class TestMyGame(GameBatteries, game="mygame"): ...
```

Beside the test stand, if there are any, `breakers.py` (a way to break each property), `faults.py` (engines that are
wrong on purpose) and `perft.toml` (sizes of move trees).  docs/games.md says what each holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulecheck.properties.batteries.material import Breakers, Fault, Sample

if TYPE_CHECKING:
    from rulecheck.properties.batteries.suite import GameBatteries

__all__ = ["Breakers", "Fault", "GameBatteries", "Sample"]


def __getattr__(name: str) -> Any:
    """Pytest is needed by those who test alone; `rulecheck suite` plays games as the batteries do, without it."""
    if name != "GameBatteries":
        raise AttributeError(name)
    from rulecheck.properties.batteries import suite

    return suite.GameBatteries
