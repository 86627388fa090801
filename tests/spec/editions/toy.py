"""A small game, an edition of it and a text, written for these tests."""

from __future__ import annotations

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings as every_finding
from rulecheck.solvers.texts.findings import Play, TextFinding
from rulecheck.spec import Rulebook, parse_rulebook
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.editions import Edition
from rulecheck.spec.text import Text, parse

RULEBOOK = """# Ferry

```setups
default = "plain"
seats   = ["red", "blue", "white"]

[plain]
title   = "one river"
players = [2, 3]
```

## Box

**box.coins** *(component)* `coins = 12` coins: `coins.small = 8` small and `coins.large = 4` large ones.

```claim box.coins-add-up
coins == coins.small + coins.large and coins <= 40
```

**box.boats** *(setup)* Boats by the number of players.

| players | 2 | 3 |
|---------|---|---|
| `boats` | 3 | 4 |

```claim box.one-boat-more
boats == players + 1
```

## Turn

**turn.load** Load at most `load.most = 2` barrels.

**turn.pay** Everyone pays `toll = 1` coin.

**turn.cross** Whoever has loaded must cross.

```reading turn.cross-must
question = "May one stay?"
silent   = ["turn.cross"]
choices  = { must = "no", may = "yes" }
default  = "must"
because  = "one line says can, another must"
```

**turn.order** The last player begins.

```example turn.three-trips
book = "page 2"

[[step]]
expect = { trips = 6 }
```
"""

EDITION = """
[edition]
language = "ro"
title = "Ferry, Romanian"
recognise = ["barc*", "butoi*"]
counted = ["banut"]
leaves_open = ["turn.cross-must"]

[facts]
"crossing" = ["may", "must"]

[[section]]
id = "story"
from = "povestea raului"
skip = "a story"

[[section]]
id = "rules"
from = "materiale de joc"
says = [
  { of = "box.coins", find = "{coins} monede .. {coins.small} mici si {coins.large} mari" },
  { of = "box.boats", find = "cu {players 2} jucatori {boats} barci cu {players 3} jucatori {boats} barci" },
  { of = "turn.load", find = "incarcati [cel mult] {load.most} butoaie" },
  { of = "turn.pay", find = "[fiecare] jucator plateste {toll} banut" },
  { of = "turn.cross", find = "cine incarca [poate: crossing] traversa" },
  { of = "turn.load", find = "pe scurt [maxim] {load.most} butoaie" },
  { of = "turn.order", find = "[ultimul] jucator incepe" },
  { of = "turn.load", find = "exemplu .. {my.trips} drumuri duc {my.barrels > step/0/expect/trips} butoaie", \
says = ["my.barrels == my.trips * load.most"], example = "turn.three-trips" },
]
"""

TEXT = """POVESTEA RÂULUI

A fost odată un râu cu cinci insule şi toţi oamenii plecau.

MATERIALE DE JOC

12 monede: 8 mici şi 4 mari.

- cu 2 jucători: trei bărci
- cu 3 jucători: patru bărci

TURA

Încărcaţi cel mult două bu-
toaie. Fiecare jucător plăteşte un bănuţ.
Cine încarcă poate traversa.

Pe scurt: maxim 2 butoaie. Ultimul jucător începe.
Exemplu: 3 drumuri duc 6 butoaie.
"""


def rulebook() -> Rulebook:
    return parse_rulebook(RULEBOOK, game="ferry", path="ferry.md")


def edition(source: str = EDITION) -> Edition:
    return parse_edition(source, rulebook(), "ro.toml", "ro")


def read(source: str = TEXT, of: Edition | None = None) -> Text:
    chosen = of or edition()
    return parse(source, chosen.language, "ferry.txt", chosen.counted)


def checker(source: str = TEXT, *, edition_source: str = EDITION, play: Play | None = None) -> TextCheck:
    chosen = edition(edition_source)
    return TextCheck(rulebook(), chosen, read(source, chosen), play)


def findings(source: str = TEXT, *, edition_source: str = EDITION, play: Play | None = None) -> list[TextFinding]:
    """What is found, without what the text leaves open: that has tests of its own."""
    every = every_finding(checker(source, edition_source=edition_source, play=play))
    return [finding for finding in every if finding.kind != "open"]


def changed(before: str, after: str) -> str:
    """The text with one place changed; the place must be there, once."""
    assert TEXT.count(before) == 1, f"{before!r} stands {TEXT.count(before)} times in the text"
    return TEXT.replace(before, after)


def told(listed: list[TextFinding]) -> list[str]:
    return [f"{f.line}:{f.column} {f.kind}" for f in listed]
