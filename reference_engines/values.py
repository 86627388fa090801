"""Reading values of a position's JSON: what every game's notation needs, with errors that name the path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Final, Generic, Protocol, TypeVar

from attrs import NOTHING, AttrsInstance, field, fields_dict, frozen

from rulecheck.reference_engines.contract import PositionError
from rulecheck.spec.errors import close_matches


def read_list(value: Any, path: str) -> list[Any]:
    """A list; raises `PositionError` for anything else."""
    if not isinstance(value, list | tuple):
        raise PositionError(path, f"expected a list, found {value!r}")
    return list(value)


def read_flag(value: Any, path: str) -> bool:
    """True or false; raises `PositionError` for anything else."""
    if not isinstance(value, bool):
        raise PositionError(path, f"expected true or false, found {value!r}")
    return value


def read_whole(value: Any, path: str, least: int | None = 0) -> int:
    """A whole number, of at least 0 unless said otherwise; raises `PositionError` for anything else."""
    if type(value) is not int or (least is not None and value < least):
        limit = "" if least is None else f" of at least {least}"
        raise PositionError(path, f"expected a whole number{limit}, found {value!r}")
    return value


def read_name(names: Sequence[str] | Mapping[str, int], name: Any, path: str, what: str) -> int:
    """The number behind one of some names (its place in a list of them); raises `PositionError` for another.

    The error tells the name that was meant, or lists the names.
    """
    if isinstance(name, str) and name in names:
        return names[name] if isinstance(names, Mapping) else names.index(name)
    close = close_matches(name, names) if isinstance(name, str) else ()
    if close:
        raise PositionError(path, f"no {what} {name!r}; did you mean {' or '.join(map(repr, close))}?")
    listed = ", ".join(list(names)[:9])
    raise PositionError(path, f"no {what} {name!r}; there are {listed}{', ...' if len(names) > 9 else ''}")


def read_table(value: Any, path: str, keys: Iterable[str] | None = None) -> dict[str, Any]:
    """A table, with known keys only if they are named; raises `PositionError` for anything else."""
    if not isinstance(value, Mapping):
        raise PositionError(path, f"expected a table, found {value!r}")
    names = None if keys is None else list(keys)
    for key in value:
        if names is not None and key not in names:
            listed = ", ".join(names[:24])
            raise PositionError(f"{path}.{key}" if path else str(key), f"no such part; there are {listed}")
    return dict(value)


def read_counts(names: Sequence[str], value: Any, path: str) -> tuple[int, ...]:
    """Counts by name, in the order of the names; a name left out counts 0."""
    table = read_table(value, path, names)
    return tuple([read_whole(table[name], f"{path}.{name}") if name in table else 0 for name in names])


def write_counts(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Counts by name, all of them."""
    return dict(zip(names, counts, strict=True))


def write_some(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Counts by name, without zeros."""
    return dict(zip(compress(names, counts), filter(None, counts), strict=True))


def bits(mask: int) -> list[int]:
    """The numbers in a mask, ascending."""
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def read_mask(value: Any, path: str, read: Callable[[Any, str], int]) -> int:
    """A list of things as a mask, none of them twice; `read(name, path)` answers the number of each."""
    mask = 0
    for k, name in enumerate(read_list(value, path)):
        bit = 1 << read(name, f"{path}.{k}")
        if mask & bit:
            raise PositionError(f"{path}.{k}", f"{name} is listed twice")
        mask |= bit
    return mask


class Seated(Protocol):
    """A game's numbers and names: what reading and writing must know of them."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the seats in clockwise order."""


G = TypeVar("G", bound=Seated)
P = TypeVar("P", bound=AttrsInstance)


@frozen
class Form(Generic[G]):
    """How a kind of value is written and read; reading raises `PositionError` naming the path.

    Both are given the game's tables (its map, its names) first.
    """

    write: Callable[[G, Any], Any]
    read: Callable[[G, Any, str], Any]


INT: Final[Form[Any]] = Form(lambda g, v: v, lambda g, v, path: read_whole(v, path))
FLAG: Final[Form[Any]] = Form(lambda g, v: v, lambda g, v, path: read_flag(v, path))
SEAT: Final[Form[Any]] = Form(lambda g, v: g.seats[v], lambda g, v, path: read_name(g.seats, v, path, "seat"))


def mask_of(names: Callable[[Any], Sequence[str]], what: str) -> Form[Any]:
    """The form of a mask: a list of some of the names; `what` says for errors what they are names of."""
    return Form(
        lambda g, v: [names(g)[k] for k in bits(v)],
        lambda g, v, path: read_mask(v, path, lambda name, at: read_name(names(g), name, at, what)),
    )


SEAT_MASK: Final = mask_of(lambda g: g.seats, "seat")


@frozen
class Phases(Generic[G, P]):
    """How the phases of a game are written: each by a name, or as a table with its parts in their forms."""

    forms: Mapping[type[P], tuple[str, Mapping[str, Form[G]]]]
    left_out: Mapping[str, Any] = field(factory=dict)
    """What a part is if it is left out and its class has no default for it."""

    def name(self, phase: P) -> str:
        """What a phase is called."""
        return self.forms[type(phase)][0]

    def write(self, g: G, phase: P) -> Any:
        """A phase: its name, or a table with its parts."""
        name, forms = self.forms[type(phase)]
        if not forms:
            return name
        return {"name": name} | {key: form.write(g, getattr(phase, key)) for key, form in forms.items()}

    def read(self, g: G, value: Any, path: str) -> P:
        """The phase that a name or a table describes; parts with defaults may be left out."""
        table = {"name": value} if isinstance(value, str) else read_table(value, path)
        kinds = list(self.forms)
        names = [self.forms[kind][0] for kind in kinds]
        kind = kinds[read_name(names, table.pop("name", None), path, "phase")]
        name, forms = self.forms[kind]
        read_table(table, path, forms)
        parts = {}
        for key, form in forms.items():
            if key in table:
                parts[key] = form.read(g, table[key], f"{path}.{key}")
            elif key in self.left_out:
                parts[key] = self.left_out[key]
            elif fields_dict(kind)[key].default is NOTHING:
                raise PositionError(f"{path}.{key}", f"the phase {name} needs it")
        return kind(**parts)


class Reader(Generic[G]):
    """A described position: its parts, and which of them may be worked out from others.

    `given` names the paths that a person set by hand; a `partial` position need not add up.
    """

    def __init__(self, g: G, data: dict[str, Any], given: tuple[str, ...], partial: bool) -> None:
        """Read `data`, of which only the known parts are left."""
        self.g = g
        self.data = data
        self.given = given
        self.partial = partial

    def get(self, key: str) -> Any:
        """A part of the position; raises `PositionError` if it is missing."""
        if key not in self.data:
            raise PositionError(key, "it is missing")
        return self.data[key]

    def seat_named(self, key: str) -> int:
        """The seat that a part of the position names."""
        return read_name(self.g.seats, self.get(key), key, "seat")

    def is_given(self, path: str) -> bool:
        """Whether a person has set a value, or a part of it, or something that it is a part of."""
        return any(path == part or path.startswith(part + ".") or part.startswith(path + ".") for part in self.given)

    def free(self, path: str) -> bool:
        """Whether a value may be worked out: the person has set others, and not this one."""
        return bool(self.given) and not self.is_given(path)

    def fits(self, path: str, count: int, why: str) -> int:
        """A count that was worked out; below 0 is an error, or 0 in a partial position."""
        if count < 0 and not self.partial:
            raise PositionError(path, why)
        return max(0, count)

    def rest(self, path: str, total: int, used: int, what: str) -> int:
        """What is left of a component when the rest is in use; below 0 is an error, or 0 in a partial position."""
        return self.fits(path, total - used, f"{used} {what} are in use, there are {total}")

    def pile(
        self, part: str, names: Sequence[str], totals: Sequence[int], used: Callable[[int], int], what: str
    ) -> tuple[int, ...]:
        """Counts by name; those that may be worked out are what is left when `used(kind)` of the total are in use.

        `what` says for errors what is counted, with `{}` for the name.
        """
        table = read_table(self.get(part), part, names)
        counts = []
        for kind, name in enumerate(names):
            path = f"{part}.{name}"
            if self.free(path):
                counts.append(self.rest(path, totals[kind], used(kind), what.format(name)))
            else:
                counts.append(read_whole(table.get(name, 0), path))
        return tuple(counts)
