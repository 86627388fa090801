"""Three small invented games, as concepts and statements written by hand: what a reader would make of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import tomli

from rulecheck.solvers.judging.comparing import Comparer
from rulecheck.solvers.judging.concepts import Concepts
from rulecheck.solvers.judging.judge import Judge
from rulecheck.solvers.judging.naming import concepts_in
from rulecheck.solvers.judging.verdicts import Judgement, Passage
from rulecheck.spec.reading.framefile import FrameBuilder
from rulecheck.spec.rulebook import parse_rulebook
from rulecheck.spec.vocabulary import Glossary, parse_glossary

RULEBOOK = "# A game\n\n## Rules\n\n**rule.one** A rule.\n"

FERRY = """
[person]
player = ["player*"]
ferryman = ["ferryman"]
pilot = ["pilot"]
[piece]
coin = ["coin*"]
barrel = ["barrel*"]
[place]
boat = ["boat"]
pier = ["pier"]
river-bank = ["bank"]
[state]
full = ["full"]
vacant = ["vacant"]
[doing]
load = ["load*"]
cross = ["cross*"]
pay = ["pay*"]
[kinds]
person = ["person"]
thing = ["piece"]
place = ["place"]
attribute = ["state"]
act = ["doing"]
"""

ORCHARD = """
[people]
player = ["player*"]
gardener = ["gardener"]
[fruit]
apple = ["apple*"]
pear = ["pear*"]
fruit = ["fruit*"]
[plot]
tree = ["tree*"]
basket = ["basket*"]
[score]
star = ["star*"]
[doing]
pick = ["pick*"]
swap = ["swap*"]
score-it = ["score*"]
[kinds]
person = ["people"]
thing = ["fruit", "score"]
place = ["plot"]
act = ["doing"]
[part-of]
apple = ["fruit"]
pear = ["fruit"]
"""

HARBOUR = """
[office]
player = ["player*"]
captain = ["captain"]
customs = ["customs"]
[cargo]
crate = ["crate*"]
sack = ["sack*"]
[where]
dock = ["dock"]
hold = ["hold"]
[doing]
unload = ["unload*"]
inspect = ["inspect*"]
win = ["win*"]
[money]
guilder = ["guilder*"]
[kinds]
person = ["office"]
thing = ["cargo", "money"]
place = ["where"]
act = ["doing"]
"""


def glossary(concepts: str) -> Glossary:
    """The concepts of one of the games."""
    return parse_glossary(concepts, parse_rulebook(RULEBOOK, path="rulebook.md", game="game"))


class Game:
    """A game's statements, and texts held against them."""

    def __init__(self, concepts: str, says: Mapping[str, Any]) -> None:
        own = glossary(concepts)
        self.builder = FrameBuilder(own)
        self.comparer = Comparer(Concepts.of(own))
        self.says = {clause: self.builder.frames(rows) for clause, rows in says.items()}

    def judged(self, clause: str, passages: Iterable[object]) -> Judgement:
        """What comes of a clause if a text says so, a list of statements a passage."""
        read = [self.builder.frames(rows) for rows in passages]
        rows = [Passage((clause,), own, frozenset().union(*map(concepts_in, own))) for own in read]
        return Judge(self.comparer, self.says).judge([clause], rows)[clause]

    def told(self, clause: str, passages: Iterable[object]) -> list[str]:
        """Each verdict in short: kind and slot."""
        return [f"{v.kind} {v.slot}".strip() for v in self.judged(clause, passages).verdicts]


CASES: Final[Mapping[str, Any]] = tomli.loads(Path(__file__).with_name("cases.toml").read_text(encoding="utf-8"))

GAMES: Final[Mapping[str, Game]] = {
    name: Game(concepts, CASES[name])
    for name, concepts in (("ferry", FERRY), ("orchard", ORCHARD), ("harbour", HARBOUR))
}
