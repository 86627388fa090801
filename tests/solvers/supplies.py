"""What can run out and what cannot, for each number of players: games played to the last piece, and theorems.

A search plays towards each supply's end, the greediest of a few moves at a time; what it comes to is a game from the
start.  What cannot run out has a theorem that says how much of it stays, or a clause that says so.
`python -m tests.solvers.supplies` writes the table of docs/theorems.md, with GAME NAME PLAYERS the moves of one game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from rulecheck.reference_engines import build
from rulecheck.reference_engines.catan_europe.table import RESOURCES
from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.reference_engines.puerto_rico.table import GOODS
from rulecheck.solvers.refutation import AnyEngine
from rulecheck.spec import load, make_rules
from rulecheck.spec.power_grid.board import FUELS

Left: TypeAlias = Callable[[Any], int]
"""How many of a supply are left in a position."""
Aim: TypeAlias = Callable[[AnyEngine, Any, Any, Any], float]
"""How far a move leads away from what is wanted first: the engine, the position, the move, the position after."""

GAMES: Final = 80
"""Games played towards the end of a supply at most; a quarter of them where each takes long."""
LONGEST: Final = 3_000
"""Moves of one of them at most."""
LOOKED_AT: Final = 12
"""Moves of a player between which the greediest is chosen."""
CHANCES: Final = (0.3, 0.1, 0.02, 0.5, 0.0)
"""How often any move is made instead, game by game."""


def _nothing_else(_engine: AnyEngine, _before: Any, _move: Any, _after: Any) -> float:
    return 0


@frozen(eq=False)
class Supply:
    """Pieces that lie ready, and how many of them are left."""

    game: str
    name: str
    left: Left
    stays: Mapping[int, int] = field(factory=dict)
    """For numbers of players with which it cannot run out: how many stay at the least."""
    because: str = ""
    """The theorem or clause that says so."""
    aim: Aim = _nothing_else
    games: int = GAMES

    def __str__(self) -> str:
        return f"{self.game}-{self.name.replace(' ', '-')}"


@frozen
class Played:
    """A game in which a supply became as small as the search could make it."""

    least: int
    moves: tuple[str, ...]


@cache
def played(supply: Supply, players: int) -> Played:
    """The game with the least left; it ends where nothing is left, or where `stays` says that no more goes."""
    engine = build(make_rules(supply.game, players=players))
    rng = Random(f"{supply} {players}")
    best: Played | None = None
    for game in range(supply.games):
        state, moves = engine.start(), list[str]()
        while (actor := engine.actor(state)) != OVER and len(moves) < LONGEST:
            legal = list(engine.legal_moves(state))
            if actor == CHANCE or len(legal) == 1 or rng.random() < CHANCES[game % len(CHANCES)]:
                move = rng.choice(legal)
            else:
                some = legal if supply.aim is not _nothing_else else rng.sample(legal, min(LOOKED_AT, len(legal)))
                move = _greediest(supply, engine, state, some)
            state = engine.apply(state, move)
            moves.append(str(move))
            if best is None or supply.left(state) < best.least:
                best = Played(supply.left(state), tuple(moves))
            if best.least <= max(supply.stays.get(players, 0), 0):
                return best
    assert best is not None
    return best


def _greediest(supply: Supply, engine: AnyEngine, state: Any, moves: Sequence[Any]) -> Any:
    def wanted(move: Any) -> tuple[float, float]:
        after = engine.apply(state, move)
        return supply.aim(engine, state, move, after), supply.left(after)

    return min(moves, key=wanted)


def _nth(name: str, at: int) -> Left:
    return lambda state: int(getattr(state, name)[at])


def _one(name: str) -> Left:
    return lambda state: int(getattr(state, name))


def _fewest(name: str) -> Left:
    return lambda state: min(int(getattr(seat, name)) for seat in state.seats)


def _sum(*names: str) -> Left:
    return lambda state: sum(sum(getattr(state, name)) for name in names)


RICH: Final = 500
"""Elektro with which a player builds all houses at once, far from the end of the game before."""
HOUSES: Final = 22
EACH: Final = 25
"""What a house costs in the middle, its way with it: who has begun to build goes on."""


def _save(engine: AnyEngine, before: Any, move: Any, _after: Any) -> float:
    """Nobody builds or bids more than needed until somebody is rich."""
    kind, seat = type(move).__name__, before.seats[engine.actor(before)]
    return {"Build": 0 if seat.money + EACH * (HOUSES - seat.houses) >= RICH else 3, "Pass": 1, "Done": 1}.get(kind, 2)


def _complete(players: int, engine: AnyEngine, _before: Any, _move: Any, after: Any) -> float:
    """For each colour so many players come nearer to having filled it, with the tiles at hand counting half."""
    g: Any = engine.g  # type: ignore[attr-defined]

    def missing(seat: Any, colour: int) -> float:
        spaces: int = (g.grounds[seat.board].spaces[colour] & ~seat.filled).bit_count()
        stored: int = sum(g.colour[kind] == colour for kind in seat.storage)
        return spaces - min(spaces, stored) / 2

    return sum(sum(sorted(missing(seat, colour) for seat in after.seats)[:players]) for colour in range(6))


NEVER: Final = -1
"""How many stay of what no piece counts."""


def _endless(_state: Any) -> int:
    return 1


SUPPLIES: Final = (
    Supply("puerto_rico", "doubloons in the bank", _one("bank")),
    Supply("puerto_rico", "colonists in reserve", _one("colonists")),
    Supply("puerto_rico", "victory points", _one("pool")),
    *(Supply("puerto_rico", f"barrels of {good}", _nth("supply", k)) for k, good in enumerate(GOODS)),
    Supply("puerto_rico", "quarries", _one("quarries")),
    Supply("puerto_rico", "plantations, with those laid off", _sum("stack", "discard"),
           {3: 10}, "`three-islands-never-take-all-plantations`"),
    Supply("puerto_rico", "some kind of building", lambda state: min(state.stock)),
    Supply("castles_of_burgundy", "silver and workers", _endless, dict.fromkeys((2, 3, 4), NEVER),
           "`supply.unlimited`"),
    Supply("castles_of_burgundy", "tiles in the stacks", _sum("stack"), {2: 62, 3: 31},
           "`only-four-players-turn-up-every-tile`"),
    Supply("castles_of_burgundy", "tiles with black backs", _sum("black_stack"), {2: 20, 3: 10},
           "`only-four-players-turn-up-every-tile`"),
    Supply("castles_of_burgundy", "goods in the stack", _sum("goods_stack"), {2: 11, 3: 8, 4: 5},
           "`the-stacks-last-for-five-phases`"),
    Supply("castles_of_burgundy", "large bonus tiles", lambda state: state.large.bit_count(),
           aim=partial(_complete, 1), games=4 * GAMES),
    Supply("castles_of_burgundy", "small bonus tiles", lambda state: state.small.bit_count(),
           aim=partial(_complete, 2), games=GAMES // 4),
    *(Supply("catan_europe", f"cards of {name}", _nth("stacks", k)) for k, name in enumerate(RESOURCES)),
    Supply("catan_europe", "gold", _one("bank")),
    Supply("catan_europe", "development cards", _sum("stock"), games=GAMES // 4),
    Supply("catan_europe", "somebody's posts", _fewest("depot")),
    Supply("catan_europe", "somebody's goods", _fewest("goods")),
    *(Supply("power_grid", f"{fuel} in the market", _nth("fuel", k)) for k, fuel in enumerate(FUELS)),
    *(Supply("power_grid", f"{fuel} in the supply", _nth("supply", k)) for k, fuel in enumerate(FUELS)),
    Supply("power_grid", "power plants offered", lambda state: len(state.market)),
    Supply("power_grid", "somebody's houses", _fewest("houses"), {2: 1, 3: 1},
           "`two-or-three-players-always-keep-a-house`", _save),
    Supply("power_grid", "money of all", _endless, dict.fromkeys(range(2, 7), NEVER), "`box.money`"),
    Supply("new_world", "somebody's settlers", lambda state: min(state.supply)),
    Supply("new_world", "settlers of all", lambda state: sum(state.supply)),
    Supply("new_world", "tiles in the pile", _sum("pile")),
)  # fmt: skip


def cell(supply: Supply, players: int) -> str:
    """What becomes of a supply with so many players, in the page's words."""
    stays = supply.stays.get(players, 0)
    if stays == NEVER:
        return "never"
    game = played(supply, players)
    if game.least == 0:
        return f"{len(game.moves):,} moves"
    return f"{stays} stay" if game.least == stays else f"{stays} stay ({game.least})" if stays else f"? ({game.least})"


def table() -> Iterator[str]:
    """A row for each supply and a column for each number of players, for the page."""
    counts = range(2, 7)
    yield "| game | supply | " + " | ".join(map(str, counts)) + " | because |"
    yield "|---" * (3 + len(counts)) + "|"
    for supply in SUPPLIES:
        there = load(supply.game).player_counts()
        cells = [cell(supply, players) if players in there else "" for players in counts]
        yield f"| {load(supply.game).title} | {supply.name} | {' | '.join(cells)} | {supply.because} |"


def rows_of(root: Path) -> dict[str, str]:
    """The rows of the page by their supplies."""
    page = (root / "docs" / "theorems.md").read_text(encoding="utf-8").splitlines()
    return {
        str(supply): next((line for line in page if f"| {load(supply.game).title} | {supply.name} |" in line), "")
        for supply in SUPPLIES
    }


if __name__ == "__main__":
    if sys.argv[1:]:
        game, name, players = sys.argv[1:]
        wanted = next(supply for supply in SUPPLIES if (supply.game, supply.name) == (game, name))
        print("\n".join(played(wanted, int(players)).moves))
    else:
        for line in table():
            print(line, flush=True)
