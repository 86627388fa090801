"""A small game with concepts, written for these tests: a folder with its rulebook, and texts of it."""

from __future__ import annotations

from pathlib import Path

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.forms import forms_of
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.model import Rulebook
from rulecheck.spec.rulebook import parse_rulebook
from rulecheck.spec.termlist import read_terms
from rulecheck.spec.text import parse

RULEBOOK = """# Ferry

## Box

**box.coins** *(component)* `coins = 12` coins: `coins.small = 8` small and `coins.large = 4` large ones.

## Turn

**turn.load** In their turn a player may load at most `load.most = 2` barrels onto the boat.

**turn.cross** Whoever has loaded a barrel must cross the river, and takes the boat to the left bank.

**turn.toll** Each player who crosses the river pays `toll = 3` coins to the ferryman.

**turn.order** After the turn the ferryman goes clockwise to the next player.

## End

**end.storm** The storm card ends the game: nobody may cross the river.

**end.win** The player with the most coins wins.
"""

CONCEPTS = """
[person]
player   = ["player*", "whoever"]
ferryman = ["ferryman"]

[piece]
coin   = ["coin*"]
barrel = ["barrel*"]
boat   = ["boat*"]
storm  = ["storm*"]

[where]
river = ["river*"]
bank  = ["bank*"]

[doing]
load  = ["load*"]
cross = ["cross*"]
pay   = ["pay*"]
win   = ["win*"]
"""

TEXT = """CONTENTS

There are 12 coins, 8 small and 4 large.

A TURN

When it is your turn, you may load up to 2 barrels onto the boat.
A player with a barrel on the boat must cross the river and brings it to the left bank.
Every player crossing the river gives the ferryman 3 coins as payment.
After each turn the ferryman moves clockwise to the next player.

THE END

The storm ends the game: nobody may cross the river any more.
Whoever has the most coins is the winner.
"""

GERMAN = """concept;language;forms
player;de;spieler*
coin;de;münze|münzen
barrel;de;fass|fässer
boat;de;boot|boote
river;de;fluss
bank;de;ufer
load;de;laden|lädt|beladen
cross;de;überqueren|überquert
"""


def rulebook(folder: Path) -> Rulebook:
    """The game, from files as a user has them."""
    (folder / "concepts.toml").write_text(CONCEPTS, encoding="utf-8")
    path = folder / "rulebook.md"
    path.write_text(RULEBOOK, encoding="utf-8")
    return parse_rulebook(path, game="ferry")


def drafting(folder: Path, text: str = TEXT, language: str = "en", terms: str = "") -> Drafting:
    """A text of it, ready to be drafted."""
    book = rulebook(folder)
    glossary = None
    if terms:
        path = folder / "terms.csv"
        path.write_text(terms, encoding="utf-8")
        glossary = read_terms(path)
    read = parse(text, language, "ferry.txt")
    return Drafting(read, book, forms_of(book, read.language, glossary).names)


def told(draft: Drafting, source: str) -> list[str]:
    """What the check says of the text under an edition's file."""
    edition = parse_edition(source, draft.rulebook)
    check = TextCheck(draft.rulebook, edition, parse(draft.text.source, edition.language, "ferry.txt"))
    return [f"{f.line} {f.kind}: {f.message}" for f in findings(check) if f.kind not in ("missing", "damaged")]
