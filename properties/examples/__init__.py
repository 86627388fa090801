"""Worked examples: a position, moves, and what must follow, played on any engine of the contract.

* `result`: what came of an example;
* `block`: what stands in a block, and the line of each complaint about it;
* `paths`: places in a position written as JSON values;
* `names`: the moves, clauses and events that a block may name;
* `expanding`: blocks that are like others, and blocks of several cases;
* `request`: by which rules, on which engine, before which properties;
* `stage`: what the parts of a run share;
* `given`: a position with some parts set by hand;
* `moves`: which moves are open and which are refused;
* `places`: which paths are places of a position;
* `values`: what the position holds after the moves; `ending`: what they carried out and how the game ended;
* `watch`: whether every position and move keeps the properties of the game;
* `run`: playing blocks.

docs/examples.md describes the blocks.
"""

from __future__ import annotations

from rulecheck.properties.examples.block import STEP_KEYS, TOP_KEYS
from rulecheck.properties.examples.expanding import expanded_all
from rulecheck.properties.examples.result import ExampleResult, Verdict
from rulecheck.properties.examples.run import run_example, run_examples, run_file
from rulecheck.properties.examples.stage import Builder
from rulecheck.reference_engines.contract import AnyEngine

__all__ = [
    "STEP_KEYS",
    "TOP_KEYS",
    "AnyEngine",
    "Builder",
    "ExampleResult",
    "Verdict",
    "expanded_all",
    "run_example",
    "run_examples",
    "run_file",
]
