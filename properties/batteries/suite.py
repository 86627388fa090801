"""All batteries as one class of tests: derive from it, name the game, and pytest runs them."""

from __future__ import annotations

import inspect
import tomllib
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

from rulecheck.properties.batteries import books, claims, contract, mistaken, planted
from rulecheck.properties.batteries.material import Breakers, Fault
from rulecheck.properties.campaign.arena import load_properties, property_modules
from rulecheck.properties.invariants.declaring import Property, PropertySet
from rulecheck.properties.mistakes import mistakes_of
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import Part, game_named, load, make_rules

Table = tuple[str, int]
"""A set-up and a number of players."""


class GameBatteries:
    """What every game owes, one test each: `class TestMyGame(GameBatteries, game="mygame"): ...`.

    `breakers.py`, `faults.py` and `perft.toml` are looked for beside the file of the class.
    """

    game: ClassVar[str] = ""
    beside: ClassVar[Path]
    """The folder with breakers, faults and move trees."""

    def __init_subclass__(cls, game: str = "", beside: Path | None = None, **more: Any) -> None:
        """Name the game, and the folder with what stands beside the tests if that is another one."""
        super().__init_subclass__(**more)
        cls.game = game or cls.game
        cls.beside = beside or Path(inspect.getfile(cls)).parent

    # What is asked

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One test for each table, property and planted fault."""
        wanted = metafunc.fixturenames
        if "table" in wanted:
            metafunc.parametrize("table", tables(self.game), ids=lambda table: f"{table[0]}-{table[1]}")
        if "claim" in wanted:
            metafunc.parametrize("claim", tuple(properties_of(self.game)), ids=lambda claim: claim.name)
        if "choice" in wanted:
            metafunc.parametrize("choice", choices(self.game), ids=lambda choice: f"{choice[0]}-{choice[1]}")
        if "fault" in wanted:
            metafunc.parametrize("fault", faults_beside(self.beside), ids=lambda fault: fault.name)

    @pytest.fixture(autouse=True)
    def _is_played(self, request: pytest.FixtureRequest) -> None:
        """A rulebook that nothing plays owes its claims only."""
        alone = request.function.__name__ == "test_its_claims_hold"
        if not alone and not game_named(self.game).has(Part.ENGINE):
            pytest.skip(f"{self.game} has no engine yet")

    # The rulebook

    def test_its_claims_hold(self) -> None:
        """The rulebook's numbers agree with each other."""
        books.claims_hold(self.game)

    def test_its_examples_come_out_as_they_say(self) -> None:
        """Worked examples are played."""
        books.examples_come_out(self.game)

    # The contract

    def test_a_game_replays_from_its_notation(self, table: Table) -> None:
        """What `str` writes, `parse` reads; the same moves lead to the same positions."""
        contract.replays_from_its_notation(engine_at(self.game, table))

    def test_an_unfinished_game_has_a_move(self, table: Table) -> None:
        """Nobody is stuck, and the end is the end."""
        contract.plays_on_until_it_is_over(engine_at(self.game, table))

    def test_illegal_moves_are_refused_with_a_clause(self, table: Table) -> None:
        """And change nothing."""
        contract.refuses_what_is_not_legal(engine_at(self.game, table))

    def test_components_are_conserved(self, table: Table) -> None:
        """Nothing is lost, nothing comes from nowhere."""
        contract.loses_no_component(engine_at(self.game, table))

    def test_positions_come_back_from_json(self, table: Table) -> None:
        """And can be drawn."""
        contract.comes_back_from_json(engine_at(self.game, table))

    def test_events_name_clauses_that_exist(self) -> None:
        """Or readings."""
        contract.names_what_exists(self.game)

    def test_each_rule_is_cited_by_a_function(self) -> None:
        """So that `explain` can show it."""
        contract.cites_every_rule(self.game)

    def test_its_players_cope_with_some_kinds_of_moves_alone(self) -> None:
        """A campaign shows them some of the legal moves only, to get a game out of a rut."""
        contract.has_players_that_cope(self.game)

    # Play

    def test_the_move_tree_has_the_size_it_had(self) -> None:
        """`perft.toml` holds it."""
        books.move_trees_have_their_sizes(self.game, trees_beside(self.beside).get(self.game, ()))

    def test_a_state_machine_finds_nothing(self) -> None:
        """Hypothesis plays."""
        books.a_state_machine_finds_nothing(self.game, properties_of(self.game))

    def test_a_short_campaign_finds_no_fault(self) -> None:
        """Silences are the rulebook's, not the engine's."""
        books.a_short_campaign_finds_no_fault(self.game)

    def test_each_choice_of_each_reading_is_played(self, choice: tuple[str, str]) -> None:
        """Where it is needed."""
        books.each_choice_is_played(self.game, *choice)

    # Properties

    def test_the_engines_own_games_break_no_property(self) -> None:
        """Nor under other readings."""
        claims.are_broken_by_none(record_of(self.game, self.beside))
        claims.hold_under_all_other_readings(self.game, properties_of(self.game))

    def test_every_kind_of_move_is_looked_at(self) -> None:
        """Also those that only another reading brings."""
        if game_named(self.game).has(Part.PROPERTIES):
            claims.look_at_every_kind_of_move(
                self.game, properties_of(self.game), choices(self.game), tables(self.game)
            )

    def test_a_property_cites_its_clauses(self, claim: Property) -> None:
        """And says in a sentence what holds."""
        claims.cites_clauses_that_exist(self.game, claim)

    def test_a_property_is_exercised(self, claim: Property) -> None:
        """By the games of the samples."""
        claims.is_exercised(claim, record_of(self.game, self.beside), breakers_beside(self.beside))

    def test_a_property_reads_what_it_says(self, claim: Property) -> None:
        """Else it is not looked at when something changes."""
        claims.reads_what_it_says(claim, record_of(self.game, self.beside))

    def test_a_property_notices_what_breaks_it(self, claim: Property) -> None:
        """A claim that nothing breaks may see nothing."""
        claims.notices_what_breaks_it(claim, record_of(self.game, self.beside), breakers_beside(self.beside))

    def test_every_property_has_a_breaker_and_no_breaker_is_left_over(self) -> None:
        """Of a property that was renamed, say."""
        claims.have_a_breaker_each(properties_of(self.game), breakers_beside(self.beside))

    # Mistakes

    def test_its_mistakes_say_what_they_do(self) -> None:
        """And break clauses that exist."""
        mistaken.say_what_they_do(self.game, mistakes_of(self.game))

    def test_its_mistakes_are_met(self) -> None:
        """In games of all players."""
        mistaken.are_met(self.game, mistakes_of(self.game))

    # Planted faults

    def test_a_fault_shows_in_a_persons_game(self, fault: Fault) -> None:
        """With its last move."""
        planted.shows_with_its_last_move(self.game, fault, properties_of(self.game))

    def test_the_reference_plays_that_game_without_fault(self, fault: Fault) -> None:
        """As far as it allows it."""
        planted.is_none_of_the_references(self.game, fault, properties_of(self.game))

    def test_a_campaign_finds_the_fault(self, fault: Fault) -> None:
        """And tells it shortly."""
        planted.is_found_and_told_shortly(self.game, fault)


def tables(game: str) -> list[Table]:
    """Every set-up with every number of players."""
    return [(setup.name, players) for setup in load(game).setups.values() for players in setup.players]


def choices(game: str) -> list[tuple[str, str]]:
    """Every reading that the text leaves open, with each of its choices."""
    open_ones = [reading for reading in load(game).readings.values() if not reading.settled]
    return [(reading.id, choice) for reading in open_ones for choice in reading.choices]


def engine_at(game: str, table: Table) -> AnyEngine:
    """The engine of a table."""
    return build(make_rules(game, setup=table[0], players=table[1]))


@cache
def properties_of(game: str) -> PropertySet:
    """A game's properties; none if it has no module of them."""
    return load_properties(property_modules(game))


@cache
def record_of(game: str, beside: Path) -> claims.Record:
    """The games of the samples, played once for all tests."""
    return claims.record(game, properties_of(game), breakers_beside(beside))


@cache
def breakers_beside(folder: Path) -> Breakers:
    """What `breakers.py` says."""
    return Breakers.of(_module(folder / "breakers.py"))


@cache
def faults_beside(folder: Path) -> tuple[Fault, ...]:
    """What `faults.py` lists as `FAULTS`."""
    module = _module(folder / "faults.py")
    return () if module is None else tuple(module.FAULTS)


@cache
def trees_beside(folder: Path) -> dict[str, Any]:
    """What `perft.toml` holds, by game."""
    path = folder / "perft.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _module(path: Path) -> ModuleType | None:
    """A file beside the tests as a module, under a name that no other has; None if there is no such file."""
    spec = spec_from_file_location(f"rulecheck_beside_{abs(hash(path))}_{path.stem}", path) if path.is_file() else None
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
