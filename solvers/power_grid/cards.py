"""The plants: whether everyone gets one, when the Step 3 card comes, and whether those not removed are enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.reference_engines.power_grid.ending import most_supplied
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Auction, Draw
from rulecheck.reference_engines.power_grid.table import STACK, Building, Table
from rulecheck.solvers.induction import walk
from rulecheck.solvers.logic import Term, either, least, most, number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Ranges
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation, position
from rulecheck.solvers.theorem import theorem
from rulecheck.spec import load
from rulecheck.spec.power_grid.board import FUELS

DRAWN: Final = 10_000
"""Engine moves of which the cards drawn in each round are looked at."""

# ---- the first round


@theorem(
    "auction.first-round", "auction.money", "setup.money", "setup.market", "market.sort",
    bounds=Ranges(besides="any plants bought before, any cards drawn"),
)  # fmt: skip
def everyone_can_buy_in_the_first_round(proof: Proof, money: int | None = None) -> Refutation | None:
    """Whatever the others bought before, each player has money enough for the lowest plant in the market.

    Of the first eight plants at most as many are gone as others have bought, and cards that are drawn can only put
    lower plants into the market: unknown positions in the market for those that were bought. Nobody has spent anything
    before their own plant. The engine is then played with everyone buying the cheapest plant.
    """
    for players in proof.players:
        engine = proof.engine(players, numbers={} if money is None else {"start.money": money})
        g: Kit = engine.g  # type: ignore[attr-defined]
        first = [g.numbers[plant] for plant in g.first_market]
        is_left = [number(f"plant {plant} is left") for plant in first]
        lowest = number("lowest plant")
        given = [
            *(term for left in is_left for term in (left >= 0, left <= 1)),
            total(is_left) >= len(first) - (players - 1),
            *(either(left == 1, lowest <= plant, True) for left, plant in zip(is_left, first, strict=True)),
        ]
        proof.possible(*given)
        proof.cover(players, DEFAULT)
        moves = _cheapest_each(engine)
        if proof.against(lowest <= g.start_money, given) is not None:
            return InEngine(
                f"{players} players with {g.start_money} Elektro each: somebody can buy no plant in the first round",
                engine, engine.start(), _somebody_has_none, moves, from_start=True, partial=False,
            )  # fmt: skip
        state = engine.start()
        for move in moves:
            state = engine.apply(state, engine.parse(move))
            proof.replayed += 1
        if _somebody_has_none(engine, [state]):
            return InEngine(
                f"{players} players: somebody has no plant after the first round", engine, engine.start(),
                _somebody_has_none, moves, from_start=True, partial=False,
            )  # fmt: skip
        dearest = g.numbers[g.first_market[players - 1]]
        proof.note(f"{players} players: the last to choose finds a plant of at most {dearest}")
    return None


def _somebody_has_none(_: Any, states: Sequence[Any]) -> bool:
    return states[-1].sold > 0 and any(not seat.plants for seat in states[-1].seats)


def _cheapest_each(engine: AnyEngine) -> tuple[str, ...]:
    """The auctions of a first round in which everyone takes the cheapest plant, and high cards are drawn."""
    state = engine.start()
    made: list[str] = []
    while state.round == 1 and not _after_auctions(state):
        legal = engine.legal_moves(state)
        if isinstance(legal[0], Draw):
            move = max(legal, key=lambda draw: draw.number)
        else:
            move = next((move for move in legal if str(move) == "pass" and not isinstance(legal[0], Auction)), legal[0])
        made.append(str(move))
        state = engine.apply(state, move)
    return tuple(made)


def _after_auctions(state: Table) -> bool:
    return type(state.phase).__name__ in ("Fueling", "Building", "Producing")


everyone_can_buy_in_the_first_round.twin("everyone starts with 7 Elektro", money=7)

# ---- the Step 3 card


def last_round(stack: int, players: int, each: int = 2) -> int:
    """The round in which a card below so many others is drawn at the latest."""
    first = players + 1
    return 1 + max(0, -(-(stack + 1 - first) // each))


Needed: TypeAlias = Callable[[Term], Term]
"""How many cards the auctions of a round draw, by the plants sold."""


def sold_or_one(sold: Term) -> Term:
    """One for each plant sold; if none was, the lowest is replaced."""
    return most(sold, 1)


@theorem(
    "setup.stack", "setup.thirteen", "auction.first-round", "auction.replaced", "unsold.remove", "renewal.draw",
    "step3.start",
    readings=("setup.thirteen", "renewal.buried"),
    bounds=Ranges(
        besides="any numbers of plants sold in each round after the first, any other cards drawn", moves=DRAWN
    ),
    expected="tied",
)  # fmt: skip
def the_step_3_card_comes_in_time(proof: Proof, needed: Needed = sold_or_one, early: int = 0) -> Refutation | None:
    """If the game does not end before, the Step 3 card is drawn by round 13, 13, 14, 16, 15 for 2 to 6 players.

    Each round draws one card in its bureaucracy and, in its auctions, one for each plant sold, or one if none was; the
    first round sells a plant to everyone. So many rounds draw more cards than lie above the Step 3 card. The bound is
    reached: the engine is played with everyone passing. In engine games each round draws as said, or more (plants too
    small, the beginning of Step 2).
    """
    for players in proof.players:
        engine = proof.engine(players)
        g: Kit = engine.g  # type: ignore[attr-defined]
        stack = len(g.first_unseen) - g.removed + 1  # with plant 13
        rounds = last_round(stack, players) - early
        sold = [number(f"sold in round {k + 1}") for k in range(rounds)]
        more = [number(f"other cards in round {k + 1}") for k in range(rounds)]
        given = [sold[0] == players, *(term for s in sold for term in (s >= 0, s <= players)), *(m >= 0 for m in more)]
        drawn = total(needed(s) + 1 + m for s, m in zip(sold, more, strict=True))
        proof.possible(*given)
        proof.cover(players, DEFAULT)
        counterexample = proof.against(drawn > stack, given)
        slow, reached = _slowest(engine)
        if counterexample is not None:
            if early:
                return InEngine(
                    f"{players} players: the Step 3 card is not drawn by round {rounds}, but in round {reached}",
                    engine, engine.start(), partial(_still_in_stack, rounds), slow, from_start=True, partial=False,
                )  # fmt: skip
            values = {str(term): counterexample.of(term) for term in (*sold, *more)}
            says = f"{players} players: after {rounds} rounds the Step 3 card lies still in the stack"
            return InModel(says, partial(_too_few, needed, values, rounds, stack), values, ("unsold.remove",))
        if reached != rounds:
            return InEngine(
                f"{players} players: the Step 3 card is drawn in round {reached} if all pass, it should be {rounds}",
                engine, engine.start(), lambda _, states, due=rounds: states[-2].round != due,  # type: ignore[misc]
                slow, from_start=True, partial=False,
            )  # fmt: skip
        proof.note(f"{players} players: {stack} cards above it, drawn by round {rounds}, and so late if all pass")
    return _draws_as_said(proof)


def _too_few(needed: Needed, values: dict[str, int], rounds: int, stack: int) -> bool:
    drawn = sum(
        needed(values[f"sold in round {k + 1}"]) + 1 + values[f"other cards in round {k + 1}"] for k in range(rounds)
    )
    return bool(drawn <= stack)


def _still_in_stack(rounds: int, _: Any, states: Sequence[Any]) -> bool:
    """At the end of that round the card was in the stack."""
    last = [state for state in states if state.round == rounds][-1]
    return states[-1].round > rounds and bool(last.card == STACK)


def _slowest(engine: AnyEngine) -> tuple[tuple[str, ...], int]:
    """A game in which nobody does what they need not, until the Step 3 card is drawn, and the round of that."""
    state = engine.start()
    made: list[str] = []
    while state.card == STACK:
        before, move = state, idle(engine, state)
        made.append(str(move))
        state = engine.apply(state, move)
    return tuple(made), before.round


def idle(engine: AnyEngine, state: Any) -> Any:
    """Pass, or be done, if that is open; chance takes its first card."""
    legal = engine.legal_moves(state)
    if engine.actor(state) == CHANCE:
        return legal[0]
    return next((move for move in legal if str(move) in ("pass", "done")), legal[0])


def _draws_as_said(proof: Proof) -> Refutation | None:
    """In engine games every round before the Step 3 card draws as many cards as the plants it sold ask for, or more."""
    for players in proof.players:
        engine = proof.engine(players)
        round_: list[Any] = []
        made: list[Any] = []
        for before, move, after in walk(engine, DRAWN // len(proof.players), seed=40 + players):
            proof.sample()
            if not round_ or round_[0].round != before.round:
                round_, made = [before], []
            round_.append(after)
            made.append(move)
            if after.round != before.round and _too_few_drawn(made, round_):
                return InEngine(
                    f"round {before.round} draws too few cards for the plants it sold", engine, round_[0],
                    lambda _, states, made=made: _too_few_drawn(made, states),  # type: ignore[misc]
                    tuple(map(str, made)),
                )  # fmt: skip
            if engine.actor(after) == OVER:
                round_ = []
    return None


def _too_few_drawn(made: Sequence[Any], states: Sequence[Any]) -> bool:
    """Was less drawn in these moves of a round than a card for each plant sold, or for none, and one more?"""
    drawn = sum(isinstance(move, Draw) for move in made)
    sold = max(state.sold for state in states[:-1])
    return bool(states[-1].card == STACK and drawn < max(sold, 1) + 1)


def _only_sold(sold: Term) -> Term:
    return sold


the_step_3_card_comes_in_time.twin("nothing is drawn where nobody buys", needed=_only_sold).twin(
    "one round earlier", early=1
)

# ---- enough plants


def best(counts: Sequence[tuple[int, Term]], plants: int) -> Term:
    """The most cities that so many plants supply, of so many (cities, how many) of each size.

    A sum of the largest numbers is, for each c from 1 on, the number of those that are at least c, but no more than are
    chosen.
    """
    largest = max(cities for cities, _ in counts)
    return total(least(plants, total(count for cities, count in counts if cities >= c)) for c in range(1, largest + 1))


@theorem(
    "setup.stack", "setup.thirteen", "plants.limit", "plant.cities", "end.start", "win.supplied",
    readings=("setup.thirteen",),
    bounds=Ranges(besides="every choice of plants that are removed before the game"),
)  # fmt: skip
def the_plants_that_stay_can_supply_the_last_cities(proof: Proof, more: int = 0) -> Refutation | None:
    """Whichever plants are removed, some plants that one player may own supply as many cities as end the game.

    The plants that can be removed are counted by the cities they supply; how many of each size are removed is unknown.
    The best plants that stay must suffice. In the engine a player with the best three (for two players four) of the
    worst case, and fuel for them, supplies so many. With three players it is just enough: 17 for 17.
    """
    for players in proof.players:
        engine = proof.engine(players, numbers={"plants.removed": proof.engine(players).g.removed + more})  # type: ignore[attr-defined]
        g: Kit = engine.g  # type: ignore[attr-defined]
        sizes = sorted({plant.cities for plant in g.plants})
        removable = {size: sum(g.plant_cities[k] == size for k in g.first_unseen) for size in sizes}
        there = {size: sum(plant.cities == size for plant in g.plants) for size in sizes}
        removed = {size: number(f"removed plants for {size} cities") for size in sizes}
        given = [term for size in sizes for term in (removed[size] >= 0, removed[size] <= removable[size])]
        given.append(total(removed.values()) == g.removed)
        supply = best([(size, there[size] - removed[size]) for size in sizes], g.plants_owned)
        proof.possible(*given)
        proof.cover(players, DEFAULT)
        worst = _worst(g)
        if proof.against(supply >= g.end_cities, given) is not None:
            return _too_weak(engine, worst)
        state = _owner(engine, worst)
        if most_supplied(g, state.seats[0]) < g.end_cities:
            return _too_weak(engine, worst)
        exact = sum(g.plant_cities[k] for k in worst)
        proof.note(f"{players} players: at least {exact} cities of {g.end_cities}, with plants {_numbers(g, worst)}")
    return None


def _worst(g: Kit) -> tuple[int, ...]:
    """The best plants that one player may own when the strongest of all are removed."""
    strongest = sorted(g.first_unseen, key=lambda k: (-g.plant_cities[k], g.needs[k]))[: g.removed]
    left = [k for k in range(len(g.plants)) if k not in strongest]
    return tuple(sorted(sorted(left, key=lambda k: (-g.plant_cities[k], g.needs[k]))[: g.plants_owned]))


def _numbers(g: Kit, plants: Sequence[int]) -> list[int]:
    return [g.numbers[k] for k in plants]


def _owner(engine: AnyEngine, plants: Sequence[int]) -> Table:
    """Anna owns these plants, with fuel for one run of each, and as many cities as end the game."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    tokens = [0] * len(FUELS)
    for k in plants:
        if g.kinds[k]:
            tokens[g.kinds[k][0]] += g.needs[k]
    cities = list(g.board(g.region_sets[0]).cities[: g.end_cities])
    state: Table = position(engine, "bureaucracy", {
        "turn": "anna", "order": list(g.seats), "market": [], "gone": [], "buried": [],
        **{f"players.{name}.{part}": [] for name in g.seats[1:] for part in ("plants", "cities")},
        "players.anna.plants": _numbers(g, plants), "players.anna.fuel": dict(zip(FUELS, tokens, strict=True)),
        "players.anna.cities": cities,
    })  # fmt: skip
    return state


def _too_weak(engine: AnyEngine, plants: Sequence[int]) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]
    capacity = sum(g.plant_cities[k] for k in plants)

    def shows(engine: Any, states: Any) -> bool:
        return bool(most_supplied(engine.g, states[0].seats[0]) == capacity < engine.g.end_cities)

    told = f"{capacity} cities of {g.end_cities}"
    says = f"if {g.removed} plants are removed, plants {_numbers(g, plants)} can be the best: {told}"
    return InEngine(says, engine, _owner(engine, plants), shows)


the_plants_that_stay_can_supply_the_last_cities.twin("one plant more is removed", more=1)

# ---- what the text says with one number, and the table with five

ONE_NUMBER: Final = {
    "regions.used": "setup.regions", "plants.owned": "plants.limit", "step2.cities": "step2.start",
    "end.cities": "end.start",
}  # fmt: skip
"""Values that the text gives once for everybody, and the clauses that give them."""


def sentences(proof: Proof, players: int) -> dict[str, int]:
    """What these sentences say: a region for each player, three plants, the seventh city, seventeen cities."""
    return {"regions.used": players, "plants.owned": 3, "step2.cities": 7, "end.cities": 17}


def measured(engine: AnyEngine) -> dict[str, int]:
    """What the engine does: the regions of a game, plants before one is given up, cities for Step 2 and for the end."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    state = engine.start()
    while not state.houses:
        state = engine.apply(state, engine.legal_moves(state)[0])
    return {
        "regions.used": state.regions.bit_count(),
        "plants.owned": _plants_kept(engine),
        "step2.cities": next(k for k in range(2, g.end_cities + 1) if _steps_after(engine, k)[1] == 2),
        "end.cities": next(k for k in range(2, g.end_cities + 1) if _steps_after(engine, k)[2]),
    }


def _plants_kept(engine: AnyEngine) -> int:
    """How many plants a player has when they are asked for the first time to give one up, less one."""
    for owned in range(1, 9):
        state = position(engine, "auction", {
            "turn": "anna", "order": list(engine.seats), "players.anna.money": 99, "market": [30, 31, 32, 33, 34, 35],
            "players.anna.plants": [3, 4, 5, 6, 7, 8, 9, 10][:owned], "step": 3, "step3_card": "gone", "buried": [],
            **{f"players.{name}.{part}": empty for name in engine.seats[1:]
               for part, empty in (("plants", []), ("money", 0))},
        })  # fmt: skip
        for text in ("auction 30", "bid 30"):
            move = engine.parse(text)
            state = engine.apply(state, move) if engine.refusal(state, move) is None else state
        if type(state.phase).__name__ == "Scrapping":
            return owned
    return len(engine.g.plants)  # type: ignore[attr-defined]  # none is ever given up


def _one_city_short(engine: AnyEngine, cities: int) -> Table:
    g: Kit = engine.g  # type: ignore[attr-defined]
    state: Table = position(engine, "building", {
        "turn": "anna", "order": list(g.seats), "players.anna.money": 200, "market": [37, 38, 39, 40, 42, 44, 46, 50],
        "players.anna.cities": list(g.board(g.region_sets[0]).cities[: cities - 1]),
        **{f"players.{name}.money": 0 for name in g.seats[1:]},
    })  # fmt: skip
    return state


def _steps_after(engine: AnyEngine, cities: int) -> tuple[tuple[str, ...], int, bool]:
    """Anna connects one city in Step 1 and then has so many: the moves, the Step after it, whether the game ends."""
    state = _one_city_short(engine, cities)
    made = [str(engine.legal_moves(state)[0])]
    state = engine.apply(state, engine.legal_moves(state)[0])
    while type(state.phase) is Building:
        made.append("done")
        state = engine.apply(state, engine.parse("done"))
    return tuple(made), int(state.step), engine.actor(state) == OVER


@theorem(
    "setup.regions", "plants.limit", "step2.start", "end.start",
    readings=("regions.count",),
    bounds=Ranges(besides="four values, as the engine plays them"),
)  # fmt: skip
def the_sentences_are_those_of_three_and_four_players(
    proof: Proof, numbers: dict[str, int] | None = None
) -> Refutation | None:
    """Four values that the text gives as single numbers are those of games of three and of four, and of no others.

    One region for each player, three plants, the seventh city for Step 2 and the seventeenth for
    the end are compared with what the engine does with each number of players, which follows the table.
    """
    for players in proof.players:
        chosen = numbers if numbers is not None and players == 3 else {}
        engine = proof.engine(players, numbers=chosen)
        says, does = sentences(proof, players), measured(engine)
        differ = [name for name in ONE_NUMBER if says[name] != does[name]]
        proof.cover(players, DEFAULT)
        if bool(differ) is (players in (3, 4)):
            return _departs(proof, engine, differ, "step2.cities")
        told = ", ".join(f"{name} {does[name]} ({ONE_NUMBER[name]}: {says[name]})" for name in differ)
        proof.note(f"{players} players: {told or 'as the sentences say'}")
    return None


def _departs(proof: Proof, engine: AnyEngine, differ: Sequence[str], name: str) -> InEngine:
    """The city that the sentence names does not begin Step 2, or an earlier one does."""
    says, does = sentences(proof, len(engine.seats))[name], measured(engine)[name]
    cities = min(says, does)
    moves, _, _ = _steps_after(engine, cities)

    def shows(_: Any, states: Sequence[Any]) -> bool:
        begins = states[-1].step == 2
        return bool(states[-1].most == cities and begins is (cities == does) and begins is not (cities == says))

    told = f"{len(engine.seats)} players: {', '.join(differ)} are not as the sentences say; city {cities}"
    return InEngine(
        f"{told} {'begins' if cities == does else 'does not begin'} Step 2", engine, _one_city_short(engine, cities),
        shows, moves,
    )  # fmt: skip


the_sentences_are_those_of_three_and_four_players.twin(
    "with three players Step 2 begins with the eighth city", numbers={"step2.cities": 8}
)


@theorem(
    "step2.start", "end.start", "plants.limit", "setup.regions",
    bounds="2 to 6 players; four values, as the engine plays them",
    expected="refuted",
    because="the chapter on Steps names the seventh city and that on winning the seventeenth, without "
    "a word that the table of the last page has others: 10 and 21 for two players, 15 for five, 6 and 14 for six.",
)  # fmt: skip
def the_sentences_hold_for_every_number_of_players(proof: Proof) -> Refutation | None:
    """Step 2 begins with the seventh city, whatever the number of players. (With two and six it does not.)"""
    for players in reversed(load(proof.game).player_counts()):
        engine = proof.engine(players)
        says, does = sentences(proof, players), measured(engine)
        differ = [name for name in ONE_NUMBER if says[name] != does[name]]
        proof.case()
        if "step2.cities" in differ:
            return _departs(proof, engine, differ, "step2.cities")
    return None
