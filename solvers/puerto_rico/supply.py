"""Colonists and money: what refills take, how many mayor phases there can be, and whether a game can go on for ever."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import evolve

from rulecheck.reference_engines.contract import CHANCE, OVER, changed
from rulecheck.reference_engines.puerto_rico import mayor
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Choose, Decline, Pass
from rulecheck.reference_engines.puerto_rico.table import Table
from rulecheck.solvers.induction import Change, Kind, unkept, walk
from rulecheck.solvers.lasso import first_return
from rulecheck.solvers.logic import Term, all_of, any_of, most, number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.puerto_rico.conservation import box_of
from rulecheck.solvers.puerto_rico.flow import components, model, moves
from rulecheck.solvers.puerto_rico.scores import LARGE, SMALL
from rulecheck.solvers.puerto_rico.tables import kit_of_unknowns
from rulecheck.solvers.ranges import DEFAULT, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem

MANY: Final = 26
"""More mayor phases than any set-up has colonists for."""
PAID: Final = 3_000
"""Engine moves of which each payment to the bank is looked at."""

# ---- what a refill takes

Refill = Callable[[Kit, Table, Any], Table]
PRODUCTION: Final = tuple(path.removeprefix("city.") for path in (*SMALL, *LARGE))


@theorem(
    "mayor.refill", "mayor.refill-minimum", "mayor.buildings-only", "end.colonists",
    readings=("end.colonists-when",),
    bounds=Ranges(
        besides="any number of empty circles in the six production buildings of each city; an island with empty "
        "circles; a reserve of 0 to 100"
    ),
)  # fmt: skip
def a_refill_takes_what_is_wanted_or_ends_the_game(proof: Proof, rule: Refill = mayor.refill) -> Refutation | None:
    """A refill takes one colonist for each empty circle on buildings, or for each player if those are more.

    It takes no more than the reserve holds, and the game ends with the round just if the reserve holds fewer than
    wanted. The engine's `refill` is executed on cities of unknowns: what goes aboard is the largest number that the
    reserve allows and that is not above both counts.
    """
    for players in proof.players:
        g = kit_of_unknowns(proof.rules(players))
        start = proof.engine(players).named_start("mayor")
        reserve = number("reserve")
        given: list[Term] = [reserve >= 0, reserve <= 100]
        empty: list[Term] = []
        seats = []
        for seat, player in enumerate(start.seats):
            inside: dict[int, Term] = {}
            for name in PRODUCTION:
                k = g.building_number[name]
                inside[k] = number(f"{seat} {name}")
                given += [inside[k] >= 0, inside[k] <= g.circles[k]]
                empty.append(g.circles[k] - inside[k])
            city = tuple(unknown(inside[k]) if k in inside else -1 for k in range(len(g.names)))
            seats.append(changed(player, city=city, tiles=(2, 1, 0, 0, 0, 1), tilled=(0,) * 6))
        table = changed(start, seats=tuple(seats), colonists=unknown(reserve), colonist_ship=0)
        circles = total(empty)

        def right(after: Any, players: int = players, circles: Term = circles, reserve: Term = reserve) -> Term:
            aboard, left, ending = after
            wanted = most(circles, players)
            return all_of(
                aboard <= reserve,
                any_of(aboard <= circles, aboard <= players),
                any_of(aboard == reserve, all_of(aboard >= circles, aboard >= players)),
                left == reserve - aboard,
                (wanted > reserve) if ending == "end.colonists" else (wanted <= reserve),
            )

        counterexample = disagreement(proof, partial(_after, rule, g, table), right, given, [reserve, circles])
        if counterexample is not None:
            short, seen = counterexample[0].of(reserve), counterexample[0].of(circles)
            return _refilled(proof.engine(players), short, seen, rule, partial(right, circles=seen, reserve=short))
        proof.cover(players, DEFAULT)
    return None


def _after(rule: Refill, g: Kit, table: Table) -> tuple[Any, Any, str]:
    after = rule(g, table, ())
    return after.colonist_ship, after.colonists, after.ending


def _refilled(
    engine: AnyEngine, reserve: int, circles: int, rule: Refill, is_right: Callable[[Any], Term]
) -> WrongAnswer:
    """So many circles empty and so many colonists in reserve, as a position in the middle of the mayor phase."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    given: dict[str, Any] = {"colonists": reserve, "colonist_ship": 0}
    left = circles
    for seat in g.seats:
        for name in PRODUCTION:
            room = g.circles[g.building_number[name]]
            if left > 0:
                given[f"players.{seat}.city.{name}"] = max(0, room - left)
                left -= room
    wanted = max(circles, g.players)
    aboard = min(wanted, reserve)
    return WrongAnswer(
        f"aboard, left and why the game ends, with {circles} circles empty and {reserve} in reserve",
        engine, position(engine, "mayor", given), lambda e, state: _after(rule, e.g, state),  # type: ignore[attr-defined]
        (aboard, reserve - aboard, "end.colonists" if wanted > reserve else ""), is_right,
    )  # fmt: skip


def _no_minimum(g: Kit, t: Table, events: Any) -> Table:
    wanted = sum(
        circles - there for seat in t.seats for circles, there in zip(g.circles, seat.city, strict=True) if there >= 0
    )
    aboard = min(wanted, t.colonists)
    return changed(
        t, colonists=t.colonists - aboard, colonist_ship=aboard, ending="end.colonists" if aboard < wanted else ""
    )


def _ends_when_empty(g: Kit, t: Table, events: Any) -> Table:
    after = mayor.refill(g, t, events)
    return changed(after, ending=after.ending or ("" if after.colonists > 0 else "end.colonists"))


a_refill_takes_what_is_wanted_or_ends_the_game.twin(
    "no minimum of one colonist for each player", rule=_no_minimum
).twin("the game ends when exactly the last colonist went aboard (end.colonists-when = empty)", rule=_ends_when_empty)

# ---- how many mayor phases


def phases(reserve: int, least: int) -> int:
    """The most refills of at least so many colonists, the last of which falls short."""
    return reserve // least + 1


def _run(reserve: int, least_wanted: Term, count: int) -> tuple[list[Term], list[Term]]:
    """So many mayor phases in a row: what is wanted in each, and that only the last may fall short."""
    wanted = [number(f"wanted in phase {k + 1}") for k in range(count)]
    taken = [number(f"taken besides before refill {k + 1}") for k in range(count)]
    given = [term for w, t in zip(wanted, taken, strict=True) for term in (w >= least_wanted, t >= 0)]
    left: Term = reserve
    for k in range(count):
        left = left - taken[k]
        given.append(left >= 0)
        if k < count - 1:
            given.append(left >= wanted[k])  # else this phase would have been the last
            left = left - wanted[k]
    return given, [*wanted, *taken]


@theorem(
    "mayor.refill-minimum", "mayor.privilege", "end.colonists", "setup.colonists", "round.card-stays",
    readings=("setup.ship-colonists", "end.colonists-when"),
    bounds=Ranges(
        besides="any wishes for colonists in each phase, any use of the mayor's privilege, hospices and universities"
    ),
)  # fmt: skip
def mayor_phases_are_numbered(proof: Proof, spare: int = 0) -> Refutation | None:
    """No game has more mayor phases than the reserve lasts for refills of one colonist for each player, and one.

    The reserve only falls: each refill takes at least as many as there are players, or ends the game with the round, in
    which the mayor's card is taken. The bound is reached: the engine is played so, with no building and no privilege.
    """
    for players in proof.players:
        g = Kit(proof.rules(players))
        bound = phases(g.first_reserve, players)
        given, chosen = _run(g.first_reserve, players - spare, bound + 1)
        too_many = proof.against(False, given)
        reachable, _ = _run(g.first_reserve, players - spare, bound)
        proof.possible(*reachable, what="the bound")
        if too_many is not None:
            values = {str(term): too_many.of(term) for term in chosen}
            return InModel(
                f"{players} players: {bound + 1} mayor phases, more than {bound}",
                partial(_runs, values, g.first_reserve, players - spare, bound + 1),
                values, ("refill the colonist ship",),
            )  # fmt: skip
        engine = proof.engine(players)
        made = _mayors(proof, engine)
        if not spare and made.count("choose mayor") != bound:
            return InEngine(
                f"{players} players: {made.count('choose mayor')} mayor phases are played, {bound} by the bound",
                engine, engine.start(), lambda e, states: e.actor(states[-1]) == OVER, tuple(made),
                from_start=True, partial=False,
            )  # fmt: skip
        proof.note(f"{players} players: at most {bound} mayor phases, and so many can be played")
        proof.note(_first_refill(g))
        proof.cover(players, DEFAULT)
    return None


def _runs(values: Mapping[str, int], reserve: int, least_wanted: int, count: int) -> bool:
    for k in range(1, count + 1):
        reserve -= values[f"taken besides before refill {k}"]
        wanted = values[f"wanted in phase {k}"]
        if reserve < 0 or wanted < least_wanted or (k < count and reserve < wanted):
            return False
        reserve -= wanted
    return True


def _mayors(proof: Proof, engine: AnyEngine) -> list[str]:
    """The moves of a game in which the mayor is always chosen, and nobody builds or takes one colonist more."""
    state, made = engine.start(), list[str]()
    wanted = [
        Choose(role) for role in ("mayor", "craftsman", "trader", "captain", "prospector", "prospector 2", "settler")
    ]
    while (actor := engine.actor(state)) != OVER:
        legal = engine.legal_moves(state)
        if actor == CHANCE:
            move = legal[0]
        else:
            move = next((m for m in (*wanted, Decline("privilege"), Pass()) if m in legal), legal[0])
        made.append(str(move))
        state = engine.apply(state, move)
        proof.replayed += 1
    return made


def _first_refill(g: Kit) -> str:
    """Whether the very first refill can fall short: the most circles that cities which are not full leave empty."""
    wanted = _most_circles(g, g.players * (g.city_spaces - 1))
    left = g.first_reserve - g.mayor_privilege
    can = "can" if wanted > left else "cannot"
    return (
        f"{g.players} players: while no city is full, at most {wanted} circles are empty, so the first refill, with "
        f"{left} or more in reserve, {can} end the game"
    )


def _most_circles(g: Kit, spaces: int) -> int:
    """The most circles on buildings on so many city spaces, each kind as often as there are tiles and players."""
    best = [0] * (spaces + 1)
    for circles, size, count in zip(g.circles, g.size, g.counts, strict=True):
        for _ in range(min(count, g.players)):
            for used in range(spaces, size - 1, -1):
                best[used] = max(best[used], best[used - size] + circles)
    return best[spaces]


mayor_phases_are_numbered.twin("a refill takes one colonist less than there are players", spare=1)

# ---- can it go on for ever?

IDLE: Final = ("craftsman", "trader", "captain", "prospector", "prospector 2")
"""Roles that need nothing and change nothing while nobody has colonists, goods or, in the bank, money."""


def idly(engine: AnyEngine) -> Callable[[Table, int], Any]:
    """A way to play: only roles that do nothing."""
    wanted = [Choose(role) for role in IDLE]

    def choose(state: Table, _made: int) -> Any:
        actor = engine.actor(state)
        if actor == OVER:
            return None
        legal = engine.legal_moves(state)
        return legal[0] if actor == CHANCE else next((move for move in wanted if move in legal), legal[-1])

    return choose


@theorem(
    "end.round", "end.colonists", "end.city", "end.points", "round.money-on-cards", "role.optional",
    "round.must-choose",
    readings=("bank.money",),
    bounds="3 players (the fewest); one way of playing, followed until a position returns",
    expected="refuted",
    because="nobody is ever obliged to call the mayor, and nothing else brings the end nearer by itself: players who "
    "only take craftsman, trader and captain never finish. The loop is n rounds of n choices, which is the least that "
    "brings the governor card back; a-loop-needs-an-empty-bank says why it cannot begin before the bank is dry. With a "
    "bank that never runs dry no position returns, for the cards of the roles not taken grow; the game goes on for "
    "ever all the same.",
)  # fmt: skip
def every_game_ends(proof: Proof) -> Refutation | None:
    """Every game comes to an end, however it is played. (It need not.)

    The engine is played in one way, with chance taking its first outcome, until a position returns.
    """
    players = min(proof.players)
    engine = proof.engine(players)
    start = engine.start()
    lasso = first_return(start, idly(engine), engine.apply, _key, limit=5_000)
    if lasso is None:
        return None
    loop_at = len(lasso.stem)
    proof.case(lasso.looked_at)
    _notes_on_money(proof, lasso.stem, engine)

    def shows(engine: AnyEngine, states: Any) -> bool:
        return bool(states[loop_at] == states[-1]) and len(states) - 1 - loop_at == players * players

    says = f"after {loop_at} moves the position returns every {len(lasso.loop)} moves ({players} rounds)"
    told = tuple(map(str, (*lasso.stem, *lasso.loop)))
    return InEngine(says, engine, start, shows, told, from_start=True, loop=loop_at, partial=False)


def _key(table: Table) -> Table:
    return table  # the events of the last move do not count when positions are compared


def _notes_on_money(proof: Proof, stem: tuple[Any, ...], engine: AnyEngine) -> None:
    state = engine.start()
    for move in stem:
        state = engine.apply(state, move)
    held = sum(seat.money for seat in state.seats)
    proof.note(
        f"then the bank is empty: {held} doubloons lie with the players and {sum(state.card_money)} on the cards that "
        f"nobody takes; nothing more is paid"
    )
    for players in proof.players[1:]:
        other = proof.engine(players)
        lasso = first_return(other.start(), idly(other), other.apply, _key, limit=5_000)
        if lasso is not None:
            proof.note(f"{players} players: a loop of {len(lasso.loop)} moves after {len(lasso.stem)}")
    endless = proof.engine(min(proof.players), readings={"bank.money": "unlimited"})
    again = first_return(endless.start(), idly(endless), endless.apply, _key, limit=1_000)
    told = "a loop" if again else "no position returns within 1,000 moves, nor does the game end"
    proof.note(f"with unlimited money: {told}")


@theorem(
    "round.money-on-cards", "builder.build", "building.size", "mayor.refill-minimum", "end.colonists",
    readings=("bank.money", "mayor.refuse"),
    bounds=Ranges(
        besides="any numbers of components, reachable or not; every kind of move of the model in flow.py, tied to the "
        "engine by components-are-conserved", moves=PAID,
    ),
    expected="tied",
)  # fmt: skip
def a_loop_needs_an_empty_bank(proof: Proof, change: Change | None = None) -> Refutation | None:
    """A game can return to an earlier position only with nothing built, no colonist taken, and an empty bank between.

    By induction over the kinds of moves: no kind ever adds to the buildings not yet built, and building takes one away,
    so a loop builds nothing; no kind adds to the colonists in reserve, and a refill takes some away, so a loop has no
    refill; nothing but paying for a building puts money into the bank. Each round takes a doubloon out of a bank that
    has one. In engine games every payment to the bank comes with a building.
    """
    for players in proof.players:
        engine = proof.engine(players)
        box = box_of(engine.g)  # type: ignore[attr-defined]
        told = model(box) if change is None else model(box).with_kinds(change)
        state = told.unknown_state()
        stock = [f"stock.{building}" for building in range(box.buildings)]
        for kind in told.kinds.values():
            arguments = {name: number(f"{kind.name}.{name}") for name in kind.arguments}
            after = {**state, **kind.update(state, arguments)}
            given = [
                all_of(kind.guard(state, arguments), True),
                *(state[name] >= 0 for name in kind.update(state, arguments)),
            ]
            grows = [(after["colonists"], state["colonists"], kind.name.startswith("refill"))]
            grows.append(
                (total(after[name] for name in stock), total(state[name] for name in stock), kind.name == "build")
            )
            if kind.name != "pay":
                grows.append((after["bank"], state["bank"], kind.name == "put on a card"))
            for new, old, must_fall in grows:
                if new is old:
                    continue
                proof.case()
                values = proof.against(new < old if must_fall else new <= old, given)
                if values is not None:
                    says = f"{kind} does not take away what it should, or gives back"
                    before, args = values.all(state), values.all(arguments)
                    return InModel(
                        says, partial(_gives_back, kind, before, args, stock),
                        {name: value for name, value in before.items() if value}, (kind.name,),
                    )  # fmt: skip
    return _paid_for_buildings(proof)


def _gives_back(kind: Kind, before: Mapping[str, int], arguments: Mapping[str, int], stock: list[str]) -> bool:
    after = {**before, **kind.update(before, arguments)}
    built = sum(before[name] for name in stock) - sum(after[name] for name in stock)
    return bool(built < 0 or (kind.name == "build" and built < 1) or after["colonists"] > before["colonists"]
                or (kind.name != "pay" and after["bank"] > before["bank"]))  # fmt: skip


def _paid_for_buildings(proof: Proof) -> Refutation | None:
    for players in proof.players:
        engine = proof.engine(players)
        box = box_of(engine.g)  # type: ignore[attr-defined]
        instance = moves(box, model(box))
        proof.cover(players, DEFAULT)
        for before, move, after in walk(engine, PAID // len(proof.players), seed=20 + players):
            proof.sample()
            kinds = {
                model_move.kind for model_move in instance(before, move, after, components(before), components(after))
            }
            if "pay" in kinds and "build" not in kinds:
                return InEngine(
                    f"{move} pays the bank for no building", engine, before,
                    lambda _, states: states[1].bank > states[0].bank, (str(move),),
                )  # fmt: skip
    return None


def _torn_down(kind: Kind) -> Kind:
    """A building that is built stays in the stock as well."""
    if kind.name != "build":
        return kind

    def update(state: Any, arguments: Any) -> Any:
        return {
            name: state[name] if name.startswith("stock") else value
            for name, value in kind.update(state, arguments).items()
        }

    return evolve(kind, update=update)


def _refunds(kind: Kind) -> Kind:
    """A sale fills the bank."""
    if kind.name != "sell":
        return kind
    return evolve(kind, update=lambda s, a: {**kind.update(s, a), "bank": s["bank"] + 1})


a_loop_needs_an_empty_bank.twin("the stock of buildings never runs out", change=_torn_down).twin(
    "a sale pays the bank", change=_refunds
)


# ---- what three islands leave

TILE_MOVES: Final = (
    "turn up", "clear the row", "reshuffle", "take a plantation", "draw with the hacienda", "take a quarry"
)  # fmt: skip
THREE: Final = Ranges(
    players=always(3), moves=1_000,
    besides="any plantations anywhere, reachable or not; every kind of move in flow.py that moves a tile",
)  # fmt: skip


@theorem("box.tiles", "settler.take", "settler.island-full", "settler.fill-row", bounds=THREE, expected="tied")
def three_islands_never_take_all_plantations(proof: Proof, change: Change | None = None) -> Refutation | None:
    """With three players some plantations always stay in the stack or are laid off; with more they can run out.

    By induction no island ever has more tiles than spaces and the row no more than its places: together they hold fewer
    than the box has, as many of which are conserved. The kinds of moves are those of `components-are-conserved`.
    """
    for engine, () in THREE.positions(proof):
        box = box_of(engine.g)  # type: ignore[attr-defined]
        told = model(box)
        tiles = evolve(told, kinds={key: kind for key, kind in told.kinds.items() if kind.name in TILE_MOVES})
        if (refutation := unkept(proof, [tiles], change)) is not None:
            return refutation
        state, there = tiles.unknown_state(), components(engine.start())
        sums = [parts for name, parts in tiles.conserved.items() if name.endswith("plantations")]
        all_of_them = sum(there[name] for parts in sums for name in parts)
        left = all_of_them - box.players * box.spaces - box.row
        given: list[Term] = [invariant.holds(state) for invariant in tiles.invariants]
        given += [total(state[name] for name in parts) == sum(there[name] for name in parts) for parts in sums]
        stay = [name for parts in sums for name in parts if name.startswith(("stack.", "discard."))]
        values = proof.against(total(state[name] for name in stay) >= max(left, 1), given)
        if values is not None:
            numbers = values.all(state)
            return InModel("the plantations run out", partial(_fewer, numbers, stay, max(left, 1)), numbers)
        for _, move, after in walk(engine, THREE.moves, seed=23):
            proof.sample()
            if _fewer(components(after), stay, left):
                says = f"after {move} fewer than {left} plantations are left"
                return InEngine(says, engine, after, partial(_fewer_there, stay, left))
        proof.note(f"at least {left} stay")
    return None


def _fewer(numbers: Mapping[str, int], names: Sequence[str], least: int) -> bool:
    return sum(numbers[name] for name in names) < least


def _fewer_there(names: Sequence[str], least: int, _: AnyEngine, states: Sequence[Table]) -> bool:
    return _fewer(components(states[0]), names, least)


def _endless_island(kind: Kind) -> Kind:
    """An island takes any number of tiles."""
    return evolve(kind, guard=lambda s, a: a["n"] >= 1) if kind.name == "take a plantation" else kind


three_islands_never_take_all_plantations.twin("an island takes any number of tiles", change=_endless_island)
