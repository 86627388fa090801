"""Tiles and goods: whether the stacks last for five phases, and when they are used up to the last tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.reference_engines.castles_of_burgundy import rounds
from rulecheck.reference_engines.castles_of_burgundy.kit import CASTLE, MINE, Kit
from rulecheck.reference_engines.castles_of_burgundy.table import Filling, StartGoods, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.castles_of_burgundy.board import COLOURS, DEPOTS, PHASES, load_depots

Choices = Mapping[str, Mapping[str, Any]]
Pick = Callable[[int], int]
"""Which of the moves that chance has (there are so many)."""

PICKS: Final[tuple[Pick, ...]] = (lambda _: 0, lambda many: many - 1, lambda many: many // 2)
"""Three ways of drawing: the first, the last and the middle of what there is."""


@frozen
class Laid:
    """The table when a phase begins: the stacks before, and everything laid out."""

    before: Table
    table: Table


def from_the_box(engine: AnyEngine) -> Table:
    """The engine's start."""
    state: Table = engine.start()
    return state


def laid_out(engine: AnyEngine, begin: Callable[[AnyEngine], Table], pick: Pick) -> list[Laid]:
    """The five phases, each as it is laid out; nobody does anything in between, and the goods go to depot 1."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    state, phases = begin(engine), []
    while isinstance(state.phase, StartGoods):
        state = chance(engine, state, pick)
    before = state
    for letter in range(g.phase_count):
        if letter:
            goods = ((*state.goods[0], *state.offered), *state.goods[1:])
            before = changed(state, goods=goods, offered=())
            state = rounds.begin_phase(g, before, letter, ())
        while isinstance(state.phase, Filling):
            state = chance(engine, state, pick)
        phases.append(Laid(before, state))
    return phases


def chance(engine: AnyEngine, state: Table, pick: Pick) -> Table:
    """The table after one of chance's moves."""
    legal = engine.legal_moves(state)
    after: Table = engine.apply(state, legal[pick(len(legal))])
    return after


def right_colours(engine: AnyEngine, letter: int) -> list[Counter[int]]:
    """What the spaces of each depot take in a phase, by the board and the text's exception for three players."""
    rules = engine.rules
    spaces = load_depots(rules.data["depots"].table, "depots")[rules.players - 2]
    depots = [Counter(colours) for colours in spaces]
    if rules.players == 3 and PHASES[letter] in "BD":
        depots[DEPOTS - 1][CASTLE] -= 1
        depots[DEPOTS - 1][MINE] += 1
    return [+there for there in depots]


def short(engine: AnyEngine, laid: Laid) -> str:
    """What is not laid out as it should be; empty if all is well."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    table = laid.table
    for depot, right in enumerate(right_colours(engine, table.letter)):
        there = Counter(g.colour[kind] for kind in table.depots[depot])
        if there != right:
            return f"depot {depot + 1} has {named(there)}, it should have {named(right)}"
    if len(table.black) != engine.rules.number("black.tiles"):
        return f"the black depot has {len(table.black)} tiles of {engine.rules.number('black.tiles')}"
    if len(table.offered) != engine.rules.number("phase.goods"):
        return f"{len(table.offered)} goods lie on the round spaces"
    return ""


def named(colours: Counter[int]) -> str:
    """Colours and how often."""
    return ", ".join(f"{count} {COLOURS[colour]}" for colour, count in sorted(colours.items())) or "nothing"


@theorem(
    "phase.fill", "phase.black", "phase.goods", "phase.three-players", "setup.castle", "setup.goods", "box.tiles",
    "box.black-backs", "box.goods",
    readings=("tiles.draw", "fill.spaces", "fill.three-players"),
    bounds=Ranges(
        Axis("ways of drawing", PICKS), Axis("phase", tuple(PHASES)),
        besides="how many tiles of a colour are left does not depend on which were drawn",
    ),
)  # fmt: skip
def the_stacks_last_for_five_phases(
    proof: Proof, choices: Choices | None = None, begin: Callable[[AnyEngine], Table] = from_the_box
) -> Refutation | None:
    """In every phase every space in use gets a tile of its colour, whatever was drawn, and every round a good.

    The engine lays out the five phases; what lies in each depot is compared with the spaces of the board, with the mine
    that takes the place of a castle with three players in phases B and D. A stack is short only if fewer tiles of a
    colour are in it than spaces want, and each draw takes exactly one of them.
    """
    for players in proof.players:
        engine = proof.engine(players, **(choices or {}))
        for pick in PICKS:
            for laid in laid_out(engine, begin, pick):
                proof.cover(players, "", pick, PHASES[laid.table.letter])
                wrong = short(engine, laid)
                if wrong:
                    return _shown(engine, laid, f"{players} players, phase {PHASES[laid.table.letter]}: {wrong}")
    return None


def _shown(engine: AnyEngine, laid: Laid, says: str) -> InEngine:
    def shows(engine: AnyEngine, states: Sequence[Table]) -> bool:
        return bool(short(engine, Laid(states[0], states[0])))

    return InEngine(says, engine, laid.table, shows)


the_stacks_last_for_five_phases.twin(
    "three tiles more for the black depot in each phase", choices={"numbers": {"black.tiles": 11}}
).twin(
    "three players have two castles in every phase", choices={"readings": {"fill.three-players": "castle"}}
).twin("the spaces for two players only", choices={"readings": {"fill.spaces": "two"}})  # fmt: skip


@theorem(
    "box.tiles", "box.black-backs", "setup.castle", "phase.fill", "phase.black", "phase.three-players",
    readings=("tiles.draw", "fill.spaces", "fill.three-players"),
    bounds=Ranges(Axis("ways of drawing", PICKS)),
)  # fmt: skip
def only_four_players_turn_up_every_tile(
    proof: Proof, begin: Callable[[AnyEngine], Table] = from_the_box
) -> Refutation | None:
    """With four players the five phases take all tiles, to the last of each stack; with fewer no stack runs out.

    So a table of four sees each of the 26 knowledge tiles come up, while smaller tables cannot count on any of them.
    The four first castles are needed for it: they come out of the castles' stack.
    """
    for players in proof.players:
        engine = proof.engine(players)
        for pick in PICKS:
            last = laid_out(engine, begin, pick)[-1].table
            proof.cover(players, "", pick)
            left = left_over(engine, last)
            if players == 4 and any(left.values()):
                return _left(engine, last, left)
            if players < 4 and not all(left.values()):
                return _left(engine, last, left)
            proof.note(f"{players} players: left in the stacks " + ", ".join(f"{n} {what}" for what, n in left.items()))
    return None


def left_over(engine: AnyEngine, table: Table) -> dict[str, int]:
    """How many tiles are left in each stack."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    left = {
        name: sum(table.stack[g.first_of[colour] : g.end_of[colour]]) for colour, name in enumerate(COLOURS)
    }  # fmt: skip
    return left | {"black": sum(table.black_stack)}


def _left(engine: AnyEngine, last: Table, left: Mapping[str, int]) -> InEngine:
    players = engine.rules.players

    def shows(engine: AnyEngine, states: Sequence[Table]) -> bool:
        there = left_over(engine, states[0]).values()
        return any(there) if players == 4 else not all(there)

    says = f"{players} players, after the last phase: left in the stacks {dict(left)}"
    return InEngine(says, engine, last, shows)


def _castles_on_top(engine: AnyEngine) -> Table:
    """The first castles do not come out of the stack."""
    state: Table = engine.start()
    return changed(state, stack=plus(state.stack, engine.g.castle, engine.rules.players))  # type: ignore[attr-defined]


def _half_the_black(engine: AnyEngine) -> Table:
    """Only half of the tiles with a black back are there, rounded down for each kind."""
    state: Table = engine.start()
    return changed(state, black_stack=tuple(count // 2 for count in state.black_stack))


only_four_players_turn_up_every_tile.twin("the first castles do not come out of the stack", begin=_castles_on_top).twin(
    "half of the tiles with a black back are missing", begin=_half_the_black
)
