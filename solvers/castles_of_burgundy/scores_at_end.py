"""The points at the end of the game, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations, product
from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy import placing, scoring
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import BUILDING, Kit
from rulecheck.reference_engines.castles_of_burgundy.table import Counts, Seat, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.castles_of_burgundy.scores import PLAYERS, tile_on
from rulecheck.solvers.logic import Term, Values, all_of, either, exists, number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.castles_of_burgundy.board import COLOURS, GOODS, SPACES, SPECIES

# ---- the end of the game

Score = Callable[[Kit, Seat], Any]


@theorem(
    "end.goods", "end.silver", "end.workers", "end.stored", "end.knowledge", "knowledge.15", "knowledge.25",
    readings=("knowledge.when", "edition.rules"),
    bounds=Ranges(
        Axis("tile 15", (False, True)), Axis("tile 25", (False, True)), players=always(PLAYERS),
        besides="any points, silver, workers and goods, sold and unsold; a tile in the storage",
    ),
)  # fmt: skip
def what_is_left_over_scores_one_each(proof: Proof, rule: Score = scoring.score) -> Refutation | None:
    """At the end unsold goods and silver bring 1 each, two workers 1; tiles 15 and 25 count the goods that were sold.

    Tile 15 brings 3 for each kind, tile 25 1 for each tile. The engine's `score` is executed on a board of unknowns.
    The worked examples follow: 12 points for four kinds, 11 for eleven tiles.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    goods = [number(f"{good} goods") for good in GOODS]
    sold = [number(f"{good} sold") for good in GOODS]
    silver, workers, points, half = (number(name) for name in ("silver", "workers", "points", "half"))
    every = [*goods, *sold, silver, workers, points]
    given = [term for amount in every for term in (amount >= 0, amount <= 300)]
    for fifteen, twenty_five in product((False, True), repeat=2):
        seat = changed(
            Seat(), board=g.first_ground, storage=(g.castle,), goods=tuple(map(unknown, goods)),
            sold=tuple(map(unknown, sold)), silver=unknown(silver), workers=unknown(workers), points=unknown(points),
            knowledge=(1 << 15) * fifteen + (1 << 25) * twenty_five,
        )  # fmt: skip
        kinds = total(either(count > 0, 1, 0) for count in sold)
        extra = total([3 * kinds if fifteen else 0, total(sold) if twenty_five else 0])
        if fifteen and not twenty_five:
            example = [count == n for count, n in zip(sold, (0, 3, 3, 4, 0, 1), strict=True)]
            proof.possible(*given, *example, extra == 12, what="the worked example")

        def right(result: Any, extra: Term = extra) -> Term:
            pairs = all_of(2 * half <= workers, workers < 2 * half + 2)
            return exists([half], all_of(pairs, result == points + total(goods) + silver + half + extra))

        counterexample = disagreement(proof, partial(rule, g, seat), right, given, [total(every)])
        if counterexample is not None:
            return _scored(engine, seat, counterexample[0], every, rule)
        proof.cover(PLAYERS, "", fifteen, twenty_five)
    return None


def _scored(engine: AnyEngine, seat: Seat, values: Values, every: Sequence[Term], rule: Score) -> WrongAnswer:
    counts = [values.of(term) for term in every]
    kinds = len(GOODS)
    tiles = [tile for tile in (15, 25) if seat.knowledge >> tile & 1]
    given: dict[str, Any] = {
        "phase": "finished",
        "players.anna.goods": dict(zip(GOODS, counts[:kinds], strict=True)),
        "players.anna.sold": dict(zip(GOODS, counts[kinds : 2 * kinds], strict=True)),
        "players.anna.silver": counts[-3], "players.anna.workers": counts[-2], "players.anna.points": counts[-1],
        "players.anna.storage": ["castle"],
        "players.anna.estate": {"19": "castle"}
        | {space: f"knowledge {tile}" for space, tile in zip(("13", "8"), tiles, strict=False)},
    }  # fmt: skip
    state: Table = position(engine, "last decision", given)
    whole = sum(counts[:kinds]) + counts[-3] + counts[-2] // 2 + counts[-1]
    whole += 3 * sum(n > 0 for n in counts[kinds : 2 * kinds]) * (15 in tiles)
    whole += sum(counts[kinds : 2 * kinds]) * (25 in tiles)

    def answer(engine: Any, state: Table) -> Any:
        return rule(engine.g, state.seats[0])

    return WrongAnswer("anna's points at the end", engine, state, answer, whole)


def _each_worker(g: Kit, seat: Seat) -> Any:
    return scoring.score(g, changed(seat, workers=0)) + seat.workers


def _stored_goods_as_well(g: Kit, seat: Seat) -> Any:
    """Tile 25 counts unsold goods too."""
    extra = sum(seat.goods) if seat.knowledge >> 25 & 1 else 0
    return scoring.score(g, seat) + extra


def _storage_counts(g: Kit, seat: Seat) -> Any:
    return scoring.score(g, seat) + len(seat.storage)


what_is_left_over_scores_one_each.twin("every worker brings a point", rule=_each_worker).twin(
    "tile 25 counts unsold goods as well", rule=_stored_goods_as_well
).twin("stored tiles bring a point each", rule=_storage_counts)

HELPS: Final = {
    16: "warehouse", 17: "watchtower", 18: "carpenter", 19: "church", 20: "market", 21: "boarding house", 22: "bank",
    23: "city hall",
}  # fmt: skip
"""The buildings that tiles 16 to 23 count, by their faces and the rulebook's examples."""

Rewards = Callable[[Kit, Seat], dict[str, int]]
SHOWN: Final = Ranges(
    Axis("estates", (
        *product(HELPS, range(8), range(len(HELPS))), *product((24,), range(16)),
        *product((26,), product(range(3), repeat=len(COLOURS))),
    )), players=always(PLAYERS),
    besides="each number of each building up to the seven in the box, beside one of any kind; every set of the four "
    "kinds of animals; every way in which a player may have bonus tiles of the six colours",
)  # fmt: skip


@theorem(
    "knowledge.16", "knowledge.17", "knowledge.18", "knowledge.19", "knowledge.20", "knowledge.21", "knowledge.22",
    "knowledge.23", "knowledge.24", "knowledge.26", "end.knowledge",
    readings=("knowledge.26-counts", "edition.rules"),
    bounds=SHOWN,
)  # fmt: skip
def knowledge_tiles_count_what_they_show(
    proof: Proof, rule: Rewards = scoring.knowledge_points, choices: Mapping[str, str] | None = None
) -> Refutation | None:
    """Tiles 16 to 23 bring 4 for each building of their kind, 24 4 for each kind of animal, 26 2 for each bonus tile.

    The engine's `knowledge_points` is called for each estate. The worked examples follow: two watchtowers and four
    banks with tiles 17 and 22 bring 24 points, a cow, a chicken and three sheep tiles with tile 24 bring 12.
    """
    engine = proof.engine(PLAYERS, readings=choices or {})
    g: Kit = engine.g  # type: ignore[attr-defined]
    city = [k for k in range(SPACES) if g.grounds[g.first_ground].colour[k] == BUILDING]
    green = [k for k in range(SPACES) if g.grounds[g.first_ground].colour[k] == COLOURS.index("animals")]
    for tile, name in HELPS.items():
        for count, other in product(range(8), range(len(HELPS))):
            proof.cover(PLAYERS, DEFAULT, (tile, count, other))
            there = dict.fromkeys(city[:count], g.tile_number[name]) | {city[8]: other}
            right = 4 * (count + (g.names[other] == name))
            if (refutation := _rewarded(engine, tile, there, 0, 0, right, rule)) is not None:
                return refutation
    for species in range(16):
        proof.cover(PLAYERS, DEFAULT, (24, species))
        shown = [f"{name} 3" for k, name in enumerate(SPECIES) if species >> k & 1]
        there = {space: g.tile_number[name] for space, name in zip(green, [*shown, *shown[:2]], strict=False)}
        if (refutation := _rewarded(engine, 24, there, 0, 0, 4 * len(shown), rule)) is not None:
            return refutation
    for owned in product(range(3), repeat=len(COLOURS)):
        proof.cover(PLAYERS, DEFAULT, (26, owned))
        large = sum(1 << k for k, has in enumerate(owned) if has == 1)
        small = sum(1 << k for k, has in enumerate(owned) if has == 2)
        mines = {k: g.mine for k in (24, 29, 33)}  # the mines of board 1 are complete, with a bonus tile or without
        right = 2 * sum(has > 0 for has in owned)
        if (refutation := _rewarded(engine, 26, mines, large, small, right, rule)) is not None:
            return refutation
    proof.note("the worked examples follow: (2 x 4) + (4 x 4) = 24, 3 x 4 = 12")
    return None


def _rewarded(
    engine: AnyEngine, tile: int, there: Mapping[int, int], large: int, small: int, right: int, rule: Rewards
) -> WrongAnswer | None:
    """A position in which a tile brings something else than the text says; None if it brings just that."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    estate = tuple(there.get(k, b.EMPTY) for k in range(SPACES))
    seat = placing.surveyed(g, changed(Seat(), board=g.first_ground, estate=estate, large=large, small=small))
    brings = rule(g, changed(seat, knowledge=1 << tile)).get(f"knowledge.{tile}", 0)
    if brings == right:
        return None
    given: dict[str, Any] = {
        "phase": "finished",
        "players.anna.estate": {"19": "castle", "13": f"knowledge {tile}"}
        | {str(k + 1): g.names[kind] for k, kind in there.items()},
        "players.anna.bonus": {
            part: [name for k, name in enumerate(COLOURS) if mask >> k & 1]
            for part, mask in (("large", large), ("small", small))
        },
    }
    state: Table = position(engine, "last decision", given)

    def answer(engine: Any, state: Table) -> int:
        return rule(engine.g, state.seats[0]).get(f"knowledge.{tile}", 0)

    return WrongAnswer(f"points for tile {tile}", engine, state, answer, right)


def _kinds_only(g: Kit, seat: Seat) -> dict[str, int]:
    """Buildings of one kind count once."""
    return {
        key: min(points, 4) if key in {f"knowledge.{tile}" for tile in HELPS} else points
        for key, points in scoring.knowledge_points(g, seat).items()
    }


def _each_tile(g: Kit, seat: Seat) -> dict[str, int]:
    """Tile 24 counts animal tiles."""
    tiles = sum(kind >= 0 and g.species[kind] >= 0 for kind in seat.estate)
    return {
        key: 4 * tiles if key == "knowledge.24" else points for key, points in scoring.knowledge_points(g, seat).items()
    }


knowledge_tiles_count_what_they_show.twin("buildings of one kind count once", rule=_kinds_only).twin(
    "tile 24 counts animal tiles", rule=_each_tile
).twin(
    "tile 26 counts completed colours, also without a bonus tile (knowledge.26-counts = colours)",
    choices={"knowledge.26-counts": "colours"},
)

# ---- who wins


def _values(engine: AnyEngine, values: Iterable[int]) -> Iterator[tuple[int, ...]]:
    return product(values, repeat=len(engine.seats))


COMPARED: Final = Ranges(
    Axis("way in which points compare", lambda engine: _values(engine, range(3 if len(engine.seats) < 4 else 2))),
    Axis("way in which tiles compare", lambda engine: _values(engine, range(1, 4))),
    Axis("order of the last round", lambda engine: permutations(range(len(engine.seats)))),
)


@theorem(
    "win.most", "win.empty", "win.last",
    readings=("win.spaces", "win.later"),
    bounds=COMPARED,
)  # fmt: skip
def just_one_player_wins(proof: Proof, choices: Mapping[str, str] | None = None) -> Refutation | None:
    """There is always exactly one winner: most points, then most empty spaces, then the last turn of the game.

    The engine's `winner` is asked for every combination of points, empty spaces and turns; the sentence says of each
    other player why they come after the winner.
    """
    for players, _, points, tiles, playing in COMPARED.cases(proof):
        engine = proof.engine(players, readings=choices or {})
        g: Kit = engine.g  # type: ignore[attr-defined]
        base: Table = engine.named_start("last decision")
        seats = tuple(
            changed(seat, points=p, filled=(1 << n) - 1) for seat, p, n in zip(base.seats, points, tiles, strict=True)
        )
        who = scoring.winner(g, changed(base, seats=seats, playing=playing))[0]
        if not all(after(k, who, points, tiles, playing) for k in range(players) if k != who):
            return _won(engine, points, tiles, playing, who)
        proof.cover(players, DEFAULT, points, tiles, playing)
    return None


def after(seat: int, winner: int, points: Counts, tiles: Counts, playing: Counts) -> bool:
    """Whether a player comes after the winner, by the text."""
    if points[seat] != points[winner]:
        return points[seat] < points[winner]
    if tiles[seat] != tiles[winner]:
        return tiles[seat] > tiles[winner]
    return playing.index(seat) < playing.index(winner)


def _won(engine: AnyEngine, points: Counts, tiles: Counts, playing: Counts, who: int) -> InEngine:
    names = engine.seats
    row = ("19", "18", "17")
    g: Kit = engine.g  # type: ignore[attr-defined]
    ground = g.grounds[g.first_ground]
    given: dict[str, Any] = {"phase": "finished", "playing": [names[k] for k in playing]}
    for k, name in enumerate(names):
        spaces = {space: tile_on(g, ground.colour[int(space) - 1], 0) for space in row[: tiles[k]]}
        given |= {f"players.{name}.points": points[k], f"players.{name}.estate": spaces}
    state: Table = position(engine, "last decision", given)

    def shows(engine: AnyEngine, states: Sequence[Table]) -> bool:
        ended = engine.outcome(states[0])
        won = names.index(ended.winners[0]) if ended is not None else who
        return not all(after(k, won, points, tiles, playing) for k in range(len(names)) if k != won)

    says = f"points {points}, tiles {tiles}, turns {playing}: {names[who]} wins"
    return InEngine(says, engine, state, shows)


just_one_player_wins.twin("fewer empty spaces win (win.spaces = fewer)", choices={"win.spaces": "fewer"}).twin(
    "the track decides instead of the last turn (win.later = track)", choices={"win.later": "track"}
)
