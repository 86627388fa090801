"""The rules that a game is played by: numbers, readings, data, seats and a set-up, all checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from rulecheck.spec.data import DataFile, completed, load_data
from rulecheck.spec.errors import SpecError, listed, meant, shown
from rulecheck.spec.expressions import parse_formula
from rulecheck.spec.game import Game, Part
from rulecheck.spec.model import Quantity, Rulebook, SetUp
from rulecheck.spec.registry import find_game, load

TIMES: Final = 10
LEAST_MOST: Final = 200
"""A quantity can be set to so many times what the rulebook says, and to this in any case."""


@frozen(eq=False)
class Rules:
    """One complete choice of everything that the rules leave open; two are the same only if they are one object."""

    game: str
    players: int
    setup: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    """The set-up's options."""
    readings: Mapping[str, str]
    """Every reading's id and the choice that is followed."""
    data: Mapping[str, DataFile] = field(repr=False)
    """By name: the file's stem, or what it replaces."""
    numbers: Mapping[str, int]
    """Named quantities that are set to something else than the rulebook says."""
    quantities: Mapping[str, Quantity] = field(repr=False, factory=dict)
    path: str = field(repr=False, default="")
    """The rulebook, as messages name it."""
    _read: set[str] = field(init=False, repr=False, factory=set)
    """The quantities that were asked for: those that play depends on, once an engine has been made."""

    def with_reading(self, reading: str, choice: str) -> Rules:
        """The same rules with another choice for one reading."""
        return evolve(self, readings={**self.readings, reading: choice})

    def number(self, name: str) -> int:
        """A named quantity for this player count.

        Raises SpecError for one that does not exist, and for one that was set to what no game can have.
        """
        self._read.add(name)
        if name in self.numbers:
            return self._within(name, *self.range_of(name))
        quantity = self.quantities.get(name)
        if quantity is None:
            raise SpecError(self.path, None, f"no quantity {shown(name)}", meant(name, self.quantities, "there are"))
        value = quantity.at(self.players)
        if value is None:
            what = f"{shown(name)} has no value for {self.players} players"
            raise SpecError(self.path, quantity.line, what, "add a column or choose another player count")
        return value

    def number_within(self, name: str, least: int = 0, most: int | None = None) -> int:
        """A named quantity that can be played within limits only; raises SpecError for one beyond them."""
        if name in self.numbers:
            self._read.add(name)
            return self._within(name, least, self.range_of(name)[1] if most is None else most)
        return self.number(name)

    def range_of(self, name: str) -> tuple[int, int]:
        """The least and the most that a named quantity may be set to.

        No box holds fewer than none of anything, or many times what the rulebook says of it: engines keep counts, and
        list moves, for all that there is.
        """
        quantity = self.quantities.get(name)
        values = [0] if quantity is None else [quantity.value]
        known = [n for value in values for n in (value.values() if isinstance(value, Mapping) else [value])]
        return 0, max(LEAST_MOST, TIMES * max(known))

    @property
    def read(self) -> frozenset[str]:
        """The quantities that play depends on; known once an engine has been made."""
        return frozenset(self._read)

    @property
    def unread(self) -> tuple[str, ...]:
        """The quantities that were set to something else and that nothing in play has asked for."""
        return tuple(name for name in self.numbers if name not in self._read)

    def _within(self, name: str, least: int, most: int) -> int:
        value = self.numbers[name]
        if not least <= value <= most:
            raise SpecError(self.path, None, f"{name} = {value} cannot be played", f"write {least} to {most}")
        return value

    def reading(self, id: str) -> str:
        """The choice followed for a reading; raises SpecError for one that does not exist."""
        if id not in self.readings:
            raise SpecError(self.path, None, f"no reading {shown(id)}", meant(id, self.readings, "there are"))
        return self.readings[id]

    @property
    def chosen(self) -> dict[str, Any]:
        """What was chosen, under the names that `make_rules` takes, as JSON values; data files are left out."""
        return {
            "game": self.game,
            "players": self.players,
            "setup": self.setup,
            "readings": dict(self.readings),
            "numbers": dict(self.numbers),
        }

    @property
    def substitute(self) -> tuple[str, ...]:
        """The data files in use that are substitute data; with half-filled ones stands how much is left to fill in."""
        return tuple(
            f"{name} (values of {len(file.unfilled)} rows still to be filled in)" if file.unfilled else name
            for name, file in self.data.items()
            if file.substitute
        )


def make_rules(
    game: str | Rulebook,
    *,
    players: int | None = None,
    setup: str | None = None,
    seats: Sequence[str] | None = None,
    readings: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
    data: Iterable[Path | str] = (),
) -> Rules:
    """The rules of a game, with what is not said taken from the rulebook's defaults.

    `data` are the user's own files; each takes the place of the game's file of that name (or of the name that it
    `replaces`).  Raises SpecError for anything that does not exist, saying what does.
    """
    rulebook = load(game) if isinstance(game, str) else game
    if not rulebook.setups:
        raise SpecError(rulebook.path, None, "no set-up to play", "add a ```setups``` block")
    if seats is not None and players is None:
        players = len(seats)
    chosen = _setup(rulebook, setup, players)
    count = chosen.players[0] if players is None else players
    if count not in chosen.players:
        counts = " or ".join(str(n) for n in chosen.players)
        what = f"set-up {shown(chosen.name)} is for {counts} players, not {count}"
        raise SpecError(rulebook.path, None, what, _where_count_fits(rulebook, count))
    return Rules(
        game=rulebook.game,
        players=count,
        setup=chosen.name,
        seats=_seats(rulebook, seats, count),
        options=dict(chosen.options),
        readings=_readings(rulebook, readings or {}),
        data=_data(rulebook, data),
        numbers=_numbers(rulebook, numbers or {}),
        quantities=rulebook.quantities,
        path=rulebook.path,
    )


def refuse_unread(rulebook: Rulebook, tables: Sequence[Rules], names: Iterable[str] | None = None) -> None:
    """Raises SpecError for a quantity that was set and that the engines of none of these tables have asked for.

    Only those among `names` are refused, all if none are named.
    One that a claim ties to a quantity that was set as well, and is asked for, is taken: it keeps the claim true.
    """
    given = tables[0].numbers if tables else {}
    useful = {name for name in given if any(name not in rules.unread for rules in tables)}
    tied = [set(parse_formula(claim.formula).names) & set(given) for claim in rulebook.claims.values()]
    for _ in given:  # from claim to claim
        useful |= {name for names in tied if names & useful for name in names}
    for name, value in given.items():
        if name not in useful and (names is None or name in names):
            read = ", ".join(near for near in rulebook.quantities if near not in given and _is_near(near, name, tables))
            hint = f"play depends on {read}" if read else "leave it out"
            raise SpecError(rulebook.path, None, f"{name} = {value}: nothing in play depends on it", hint)


def _is_near(name: str, other: str, tables: Sequence[Rules]) -> bool:
    """Whether play depends on a quantity that belongs to the same things as another one."""
    alike = name.partition(".")[0] == other.partition(".")[0]
    return alike and any(name in rules.read for rules in tables)


def _setup(rulebook: Rulebook, name: str | None, players: int | None) -> SetUp:
    """The set-up of that name; without a name the default, or the first that fits the player count."""
    if name is None:
        default = rulebook.setups[rulebook.default_setup]
        if players is None or players in default.players:
            return default
        return next((s for s in rulebook.setups.values() if players in s.players), default)
    if name not in rulebook.setups:
        what = f"no set-up {shown(name)}"
        raise SpecError(rulebook.path, None, what, meant(name, rulebook.setups, "the set-ups are"))
    return rulebook.setups[name]


def _where_count_fits(rulebook: Rulebook, count: int) -> str:
    fitting = [s.name for s in rulebook.setups.values() if count in s.players]
    if fitting:
        return f"for {count} players: {listed(fitting)}"
    return f"the game is for {' or '.join(str(n) for n in rulebook.player_counts())} players"


def _seats(rulebook: Rulebook, seats: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if seats is None:
        return rulebook.seats[:count]
    for seat in seats:
        if seat not in rulebook.seats:
            what = f"no seat {shown(seat)}"
            raise SpecError(rulebook.path, None, what, meant(str(seat), rulebook.seats, "the seats are"))
    if len(seats) != count:
        what = f"{len(seats)} seats for {count} players"
        raise SpecError(rulebook.path, None, what, f"name {count} of: {listed(rulebook.seats)}")
    if len(set(seats)) != len(seats):
        raise SpecError(rulebook.path, None, "a seat is named twice", f"the seats are: {listed(rulebook.seats)}")
    return tuple(seats)


def _readings(rulebook: Rulebook, chosen: Mapping[str, str]) -> dict[str, str]:
    for id, choice in chosen.items():
        if id not in rulebook.readings:
            what = f"no reading {shown(id)}"
            raise SpecError(rulebook.path, None, what, meant(id, rulebook.readings, "the readings are"))
        reading = rulebook.readings[id]
        if choice not in reading.choices:
            what = f"reading {shown(id)} has no choice {shown(choice)}"
            raise SpecError(rulebook.path, reading.line, what, meant(str(choice), reading.choices, "the choices are"))
    return {id: chosen.get(id, reading.default) for id, reading in rulebook.readings.items()}


def _numbers(rulebook: Rulebook, given: Mapping[str, int]) -> dict[str, int]:
    for name, value in given.items():
        if name not in rulebook.quantities:
            what = f"no quantity {shown(name)}"
            raise SpecError(rulebook.path, None, what, meant(name, rulebook.quantities, "the quantities are"))
        if type(value) is not int:
            what = f"expected a whole number for {shown(name)}, found {shown(value)}"
            raise SpecError(rulebook.path, None, what, "write digits")
    return dict(given)


@cache
def own_data(folder: Path) -> dict[str, DataFile]:
    """The data files of a game's own folder, by name; raises SpecError."""
    files = [load_data(path) for path in sorted((folder / "data").glob("*.toml"))]
    return {file.name: file for file in files}


def fitting(rulebook: Rulebook, file: DataFile) -> int | None:
    """How many values of a data file are as the game's schema says; None if it has none for the file.

    Raises SpecError naming the value that is not.
    """
    game = _game_of(rulebook)
    schemas = game.offered(Part.SCHEMAS, "SCHEMAS") if game is not None else None
    if not schemas or file.name not in schemas:
        return None
    from rulecheck.spec.schema import fit  # cattrs takes as long to import as a short command to run

    return fit(file, schemas[file.name])


def _game_of(rulebook: Rulebook) -> Game | None:
    """The registered game whose rulebook it is, None for a rulebook that stands somewhere else."""
    game = find_game(rulebook.game) if rulebook.file is not None else None
    return game if game is not None and game.folder == rulebook.file.parent else None  # type: ignore[union-attr]


_FITTED: dict[Path, dict[str, DataFile]] = {}
"""The own files of games that were found to fit, by the game's folder: they are not asked for every game again."""


def _own_data(rulebook: Rulebook) -> dict[str, DataFile]:
    if rulebook.file is None:
        return {}
    folder = rulebook.file.parent
    files, game = own_data(folder), _game_of(rulebook)
    if game is not None and not game.ours and _FITTED.get(folder) is not files:  # ours are tested, and fit
        for file in files.values():
            fitting(rulebook, file)
        _FITTED[folder] = files
    return files


def _data(rulebook: Rulebook, paths: Iterable[Path | str]) -> dict[str, DataFile]:
    files = dict(_own_data(rulebook))
    own = tuple(files)
    replaced: dict[str, str] = {}
    for path in paths:
        file = load_data(path)
        if file.name not in own:
            what = f"replaces no data file of {rulebook.game}"
            hint = meant(file.name, own, 'say which at the top, replaces = "…"; there are')
            raise SpecError(file.path, None, what, hint)
        if file.name in replaced:
            what = f"replaces {shown(file.name)}, and so does {replaced[file.name]}"
            raise SpecError(file.path, None, what, "give one of them")
        file = completed(file, files[file.name])
        fitting(rulebook, file)
        replaced[file.name] = file.path
        files[file.name] = file
    return files
