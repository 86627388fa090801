"""Inputs led by coverage, as long as you like: `python tests/hostile/by_hand.py KIND [options of libFuzzer]`.

Needs `pip install atheris` (Linux, macOS). Kinds are those of `kinds.py`; for example
`python tests/hostile/by_hand.py edition -max_total_time=600`. What it finds belongs into `test_found.py`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[2] / "src")]


def main() -> None:
    """Let atheris choose what the strategy of a kind draws from."""
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["rulecheck"]):
        from tests.hostile.kinds import KINDS
        from tests.hostile.test_inputs import trying
    if len(sys.argv) < 2 or sys.argv[1] not in KINDS:
        sys.exit(f"name a kind: {', '.join(KINDS)}")
    test: Any = trying(KINDS[sys.argv.pop(1)], 1)
    atheris.Setup(sys.argv, test.hypothesis.fuzz_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
