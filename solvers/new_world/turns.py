"""Turns: who is asked for a settler, in which order is scored, and that the game ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations
from typing import Any, Final

from attrs import frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import majority, placing, surveyors
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.moves import Draw, NoSettler, Place
from rulecheck.reference_engines.new_world.table import FARMER, SHERIFF, Scoring, Settling, Table
from rulecheck.solvers.induction import walk
from rulecheck.solvers.logic import Term, all_of, number, total
from rulecheck.solvers.new_world.placement import in_hand
from rulecheck.solvers.new_world.tables import PLAYERS
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, plain, unknown
from rulecheck.solvers.theorem import theorem
from rulecheck.spec import load

# ---- who is asked for a settler

Ask = Callable[[Kit, Table, Place], Table]


def engine_ask(g: Kit, t: Table, move: Place) -> Table:
    """The engine's rule: the tile in hand is laid, and the player is asked for a settler or not."""
    return placing.place(g, t, t.phase, move)  # type: ignore[arg-type]


def _asked(ask: Ask, g: Kit, t: Table, move: Place) -> tuple[str, ...] | None:
    """The moves that the player may choose from, None if there is nothing to choose."""
    after = ask(g, t, move)
    return tuple(map(str, after.phase.moves)) if isinstance(after.phase, Settling) else None


FIRST_TILES: Final = Ranges(
    Axis("kind of tile", lambda engine: range(len(engine.g.kinds))), players=always(PLAYERS),  # type: ignore[attr-defined]
    besides="as the first tile, in each turn that is open somewhere; any number of settlers in the supply",
)  # fmt: skip


@theorem(
    "settler.supply", "settler.optional", "settler.segment", "settler.one-name", "turn.then",
    bounds=FIRST_TILES,
)  # fmt: skip
def a_settler_is_asked_for_just_if_the_supply_has_one(proof: Proof, ask: Ask = engine_ask) -> Refutation | None:
    """With a settler in supply a player may place it on any segment or farm of the tile, or none; without, goes on.

    Players whose supply is empty lay tiles all the same. The engine's `place` is executed with an unknown supply; what
    it offers is compared with the segments that the tile shows.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    supply = number("supply")
    given = [supply >= 0, supply <= g.supply]
    start = changed(engine.start(), supply=(unknown(supply), *engine.start().supply[1:]))
    for _, (kind,) in FIRST_TILES.positions(proof):
        t = in_hand(g, start, kind)
        for move in {move.turned: move for move in t.phase.moves}.values():  # type: ignore[attr-defined]
            tile = g.faces[kind << 2 | move.turned].tile
            shown = len(tile.towns) + len(tile.trails) + len(tile.plains) + tile.farm

            right = partial(_is_asked, shown, supply)
            counterexample = disagreement(proof, partial(_asked, ask, g, t, move), right, given, [supply])
            if counterexample is not None:
                return _wrongly_asked(engine, ask, g.numbers[kind], move, counterexample[0].of(supply), shown)
    return None


def _is_asked(shown: int, supply: Term, offered: Any) -> Term:
    """The sentence: with a settler in supply each segment and farm shown is offered, and none; else nothing."""
    if offered is None:
        return supply == 0
    return all_of(supply >= 1, len(set(offered)) == shown + 1, "no settler" in offered)


def _wrongly_asked(engine: AnyEngine, ask: Ask, kind: int, move: Place, supply: int, shown: int) -> WrongAnswer:
    given = {"phase": {"name": "placing", "tile": kind}, "players.red.supply": supply}
    state = position(engine, "begin", given)

    return WrongAnswer(
        f"what is offered after {move} with {supply} settlers in the supply", engine, state,
        lambda e, state: _asked(ask, e.g, state, move),  # type: ignore[attr-defined]
        f"{shown} places and no settler" if supply else None, partial(_is_asked, shown, supply),
    )  # fmt: skip


def _always_asks(g: Kit, t: Table, move: Place) -> Table:
    return engine_ask(g, changed(t, supply=(g.supply, *t.supply[1:])), move)


def _no_trappers(g: Kit, t: Table, move: Place) -> Table:
    after = engine_ask(g, t, move)
    if not isinstance(after.phase, Settling):
        return after
    moves = tuple(move for move in after.phase.moves if not str(move).startswith("trapper"))
    return changed(after, phase=changed(after.phase, moves=moves))


def _must_place(g: Kit, t: Table, move: Place) -> Table:
    after = engine_ask(g, t, move)
    if not isinstance(after.phase, Settling):
        return after
    moves = tuple(move for move in after.phase.moves if not isinstance(move, NoSettler))
    return changed(after, phase=changed(after.phase, moves=moves))


a_settler_is_asked_for_just_if_the_supply_has_one.twin(
    "players without settlers are asked as well", ask=_always_asks
).twin("no settler can be placed on a plain", ask=_no_trappers).twin("a settler has to be placed", ask=_must_place)

# ---- the order of scoring

EXAMPLE: Final = "surveyor.three-features"
TEXTS_ORDER: Final = ("score farm c1 r8", "score town W")
"""The order that the example tells."""


@frozen
class Played:
    """The example played to the end of the turn in one order."""

    moves: tuple[str, ...]
    scores: tuple[int, ...]

    def told(self, seats: Sequence[str]) -> str:
        """The order and the points."""
        points = ", ".join(f"{seat} {score}" for seat, score in zip(seats, self.scores, strict=True) if score)
        return f"{', '.join(move.removeprefix('score ') for move in self.moves)}: {points}"


def the_example(proof: Proof) -> tuple[AnyEngine, Any]:
    """The engine and the position of the text's example, when blue has laid the tile and placed the settler."""
    body = load(proof.game).examples[EXAMPLE].body
    engine = proof.engine(body["players"])
    state = position(engine, "begin", body["given"], partial=False)
    for text in body["step"][0]["do"]:
        state = engine.play(state, engine.parse(text))
    return engine, state


def orders(engine: AnyEngine, state: Any, moves: tuple[str, ...] = ()) -> list[Played]:
    """Every order of scoring, played to the end of the turn."""
    if not isinstance(state.phase, Scoring):
        return [Played(moves, state.scores)]
    played = []
    for move in engine.legal_moves(state):
        played += orders(engine, engine.apply(state, move), (*moves, str(move)))
    return played


@theorem(
    "score.several", "surveyor.move", "remove.behind", "bonus.points",
    readings=("score.order",),
    bounds="a position like the one of the text's example, every order of its three features",
    substitute=("tiles", "start-row"),
    expected="refuted",
    because="surveyors move after each scoring and take settlers away: in a position like the text's example blue gets "
    "from 4 to 29 points and red from none to 18, by the order alone. The text does not say who chooses it (reading "
    "score.order), and its example takes an order for granted.",
)  # fmt: skip
def the_order_of_scoring_does_not_matter(proof: Proof) -> Refutation | None:
    """Features that one tile completes bring the same points in whatever order they are scored. (They do not.)

    The spec's position for the text's example is played in the engine in all orders.
    """
    engine, state = the_example(proof)
    played = orders(engine, state)
    proof.case(len(played))
    for order in played:
        proof.note(order.told(engine.seats))
    low, high = (find(played, key=_points_of_blue) for find in (min, max))
    if low.scores == high.scores:
        return None

    def shows(engine: AnyEngine, states: Sequence[Any]) -> bool:
        other = states[0]
        for text in high.moves:
            other = engine.play(other, engine.parse(text))
        return bool(states[-1].scores != other.scores)

    says = f"{low.told(engine.seats)}; but {high.told(engine.seats)}"
    return InEngine(says, engine, state, shows, low.moves)


BLUE: Final = 2


def _points_of_blue(played: Played) -> int:
    return played.scores[BLUE]


def lead(played: Played) -> int:
    """How far blue is ahead of the best other player."""
    return played.scores[BLUE] - max(score for seat, score in enumerate(played.scores) if seat != BLUE)


@theorem(
    "score.several", "bonus.points", "remove.behind", "surveyor.either",
    readings=("score.order",),
    bounds=Ranges(
        players=always(4), besides="a position like the one of the text's example, every order of its three features"
    ),
    substitute=("tiles", "start-row"),
)  # fmt: skip
def the_examples_order_leaves_blue_farthest_ahead(
    proof: Proof, measure: Callable[[Played], int] = lead, order: tuple[str, ...] = TEXTS_ORDER
) -> Refutation | None:
    """The order that the text tells, farm, small town, is the one that leaves blue farthest ahead of the others.

    The text's "therefore" follows: red's town is not scored any more, for red's sheriff was left behind. All
    orders are played in the engine. Blue could have more points (farm, red's town, small town), and red 14.
    """
    engine, state = the_example(proof)
    played = orders(engine, state)
    proof.case(len(played))
    told = next((candidate for candidate in played if candidate.moves == order), None)
    if told is None:
        return WrongAnswer(
            "the orders in which the example's features can be scored", engine, state,
            lambda e, state: [candidate.moves for candidate in orders(e, state)], f"{order} is one of them",
            lambda listed: order in listed,
        )  # fmt: skip
    if order == TEXTS_ORDER and told.scores[0] != 0:
        says = "red's town is scored in the text's order"
        return InEngine(says, engine, state, lambda _, states: bool(states[-1].scores[0]), told.moves)
    better = [candidate for candidate in played if measure(candidate) > measure(told)]
    if not better:
        proof.cover(4, DEFAULT)
        proof.note(f"blue is {measure(told)} points ahead; next best {sorted(map(measure, played))[-2]}")
        return None
    best = max(better, key=measure)

    def shows(engine: AnyEngine, states: Sequence[Any]) -> bool:
        other = states[0]
        for text in order:
            other = engine.play(other, engine.parse(text))
        return measure(Played(best.moves, states[-1].scores)) > measure(Played(order, other.scores))

    return InEngine(f"better: {best.told(engine.seats)}", engine, state, shows, best.moves)


the_examples_order_leaves_blue_farthest_ahead.twin("it brings blue the most points", measure=_points_of_blue).twin(
    "the small town is scored before the farm", order=("score town W", "score farm c1 r8")
)

# ---- the same from what the text says alone

FARM, SMALL_TOWN, REDS_TOWN = "farm", "small town", "red's town"
COLUMN: Final = 2
"""Where both surveyors and blue's farm are; any other column would do."""


def scored_in(
    g: Kit, start: Table, order: Sequence[str], new: int, reds: int, worth: Any
) -> tuple[tuple[Any, Any], tuple[str, ...]]:
    """Blue's and red's points, and what was scored, when the example's features are scored in an order.

    `new` is the column of the small town's sheriff, `reds` that of red's sheriff, `worth` what red's town brings.
    """
    where = {
        FARM: (COLUMN, FARMER, BLUE, g.farm_points),
        SMALL_TOWN: (new, SHERIFF, BLUE, 2 * g.town_tile),
        REDS_TOWN: (reds, SHERIFF, 0, worth),
    }
    settlers = {
        name: cell_at(column, k) << 8 | spot << 3 | seat
        for k, (name, (column, spot, seat, _)) in enumerate(where.items())
    }
    t = changed(
        start,
        surveyors=(COLUMN, COLUMN),
        land=start.land._replace(west=COLUMN + len(order) + 1),
        settlers=tuple(sorted(settlers.values())),
        on={k: (settler,) for k, settler in enumerate(settlers.values())},
    )
    scored = []
    for name in order:
        settler = settlers[name]
        if settler not in t.settlers:
            continue
        scored.append(name)
        t, _ = majority.pay(g, t, (settler,), [where[name][2]], where[name][3], False, ())
        t, _ = surveyors.move_one(g, surveyors.send_home(t, [settler]), ())
    return (plain(t.scores[BLUE]), plain(t.scores[0])), tuple(scored)


ALL_ORDERS: Final = tuple(permutations((FARM, SMALL_TOWN, REDS_TOWN)))


@theorem(
    "score.several", "bonus.points", "remove.behind", "surveyor.move", "farm.points", "town.tiles",
    readings=("score.order", "bonus.counts"),
    bounds=Ranges(
        Axis("columns of the tile just laid", (COLUMN, COLUMN + 1)), Axis("orders", ALL_ORDERS), players=always(4),
        besides="what the text tells of its example: the farm's 17 and the small town's 8 points leave two columns "
        "for the tile; red's town may be worth anything from 4 points on",
    ),
)  # fmt: skip
def whatever_the_examples_picture_shows_its_order_is_best(
    proof: Proof, reds: int = COLUMN, told: tuple[str, ...] = (FARM, SMALL_TOWN, REDS_TOWN)
) -> Refutation | None:
    """From the text's numbers alone: farm, small town, red's town leaves blue farthest ahead.

    The picture is lost, but 17 points put both surveyors into the farm's column, 8 points put the new tile into it or
    into the next one, and red's sheriff stands in the column that is cleared. The engine's payments and moves of
    surveyors are carried out in all orders, with unknown points for red's town, which brings nothing in the text's
    order. What the orders bring is noted.
    """
    engine = proof.engine(4)
    g: Kit = engine.g  # type: ignore[attr-defined]
    worth = number("red's town")
    given = [worth >= 2 * g.town_tile]
    proof.possible(*given)
    for new in (COLUMN, COLUMN + 1):
        (blue, red), _ = scored_in(g, engine.start(), told, new, reds, unknown(worth))
        if proof.against(all_of(red == 0, blue == 25), given) is not None:
            return _otherwise(engine, told, told, new, reds)
        for order in ALL_ORDERS:
            proof.cover(4, DEFAULT, new, order)
            (other, reds_points), scored = scored_in(g, engine.start(), order, new, reds, unknown(worth))
            if proof.against(blue - red >= other - reds_points, given) is not None:
                return _otherwise(engine, order, told, new, reds)
            (blue_now, red_now), _ = scored_in(g, engine.start(), order, new, reds, 0)
            has_red = f", red the town's and {red_now}" if REDS_TOWN in scored else ""
            which = "the surveyors' column" if new == COLUMN else "the next column"
            proof.note(f"tile in {which}; {', '.join(scored)}: blue {blue_now}{has_red}")
    return None


def _otherwise(engine: AnyEngine, order: tuple[str, ...], told: tuple[str, ...], new: int, reds: int) -> InModel:
    """On plain numbers: red's town worth 4 points."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    worth = 2 * g.town_tile
    points, _ = scored_in(g, engine.start(), order, new, reds, worth)
    texts, _ = scored_in(g, engine.start(), told, new, reds, worth)

    def shows() -> bool:
        return texts != (25, 0) or points[0] - points[1] > texts[0] - texts[1]

    says = f"{', '.join(order)}: blue {points[0]}, red {points[1]}; {', '.join(told)}: blue {texts[0]}, red {texts[1]}"
    return InModel(says, shows, {"tile in column": new, "red's sheriff in column": reds}, by="the rule")


whatever_the_examples_picture_shows_its_order_is_best.twin(
    "red's sheriff stands one column farther west", reds=COLUMN + 1
).twin("red's town is scored before the small town", told=(FARM, REDS_TOWN, SMALL_TOWN))

# ---- the game ends

KINDS: Final = (5, 18, 21)
DRAWN: Final = 3_000


@theorem(
    "turn.draw", "turn.place", "tile.unplaceable", "end.last-tile", "end.none-left",
    readings=("tile.unplaceable-goes",),
    bounds=Ranges(
        Axis("kinds of tiles drawn", KINDS), players=always(PLAYERS), moves=DRAWN,
        besides="up to 10 tiles of each in the pile, at least 1 of the kind drawn, on a land where one of them has "
        "no place",
    ),
    expected="tied",
)  # fmt: skip
def every_game_ends(proof: Proof, goes: str = "box") -> Refutation | None:
    """Each draw makes the pile smaller by one tile, and nothing makes it larger: 95 draws end every game.

    The engine's `draw` is executed on a pile of unknown numbers, for tiles that can be laid and for one that cannot; in
    engine games no other move changes the pile. A turn has at most nine scorings, so a game has at most 95 draws and as
    many turns. If a tile that can be laid nowhere went back to the pile, a game could go on for ever.
    """
    engine = proof.engine(PLAYERS, readings={"tile.unplaceable-goes": goes})
    g: Kit = engine.g  # type: ignore[attr-defined]
    closed = closed_towns(engine)
    left = {kind: number(f"tiles {kind}") for kind in KINDS}
    given = [*(there >= 0 for there in left.values()), *(there <= 10 for there in left.values())]
    pile = tuple(unknown(left[kind]) if kind in left else 0 for kind in g.numbers)
    t = changed(closed, pile=pile)
    all_before = total(left.values())
    for kind in KINDS:

        def after(kind: int = kind) -> Any:
            return total(plain(count) for count in placing.draw(g, t, Draw(kind)).pile)

        def right(all_after: Term) -> Term:
            return all_after <= all_before - 1

        counterexample = disagreement(proof, after, right, [*given, left[kind] >= 1], list(left.values()))
        if counterexample is not None:
            counts = {
                str(tile): counterexample[0].of(there) for tile, there in left.items() if counterexample[0].of(there)
            }
            if "18" not in counts:
                counts["18"] = 1
            state = position(engine, "begin", {"board": CLOSED, "phase": "drawing", "pile": counts})

            def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
                return bool(states[0] == states[-1])

            says = f"tile {kind} can be laid nowhere and goes back: after the draw everything is as before"
            return InEngine(says, engine, state, shows, (f"draw {kind}",), loop=0)
        proof.cover(PLAYERS, DEFAULT, kind)
    for before, move, then in walk(engine, DRAWN, seed=5):
        proof.sample()
        if sum(before.pile) - sum(then.pile) != isinstance(move, Draw):
            return WrongAnswer(
                f"tiles in the pile after {move}", engine, before,
                lambda e, before, move=move: sum(e.apply(before, move).pile),  # type: ignore[misc]
                sum(before.pile) - isinstance(move, Draw),
            )  # fmt: skip
    return None


CLOSED: Final = {"c1 r4": "18 turned 1", "c1 r10": "18 turned 1"}
"""Both towns of the board are closed; tile 5, a town on all sides, can be laid nowhere."""


def closed_towns(engine: AnyEngine) -> Any:
    """The engine's position with both towns closed, when a tile is to be drawn."""
    return position(engine, "begin", {"board": CLOSED, "phase": "drawing"})


every_game_ends.twin(
    "a tile that can be laid nowhere goes back to the pile (tile.unplaceable-goes = pile)", goes="pile"
)
