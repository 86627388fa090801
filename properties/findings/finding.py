"""Findings: what a campaign found, as a file that shows it again.

The file holds the rules, the moves from the start and the clauses, and nothing
about when or where it was found: the same campaign writes the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import asdict, field, frozen

from rulecheck.properties.findings.origin import going_on
from rulecheck.properties.runtime.writing import dump, write_atomically
from rulecheck.properties.unforeseen.symmetry import UNFORESEEN
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import AnyEngine, UnknownMove
from rulecheck.spec import find_game
from rulecheck.spec.files import LARGEST

SCHEMA_VERSION: Final = 1

DEPARTS: Final = "departs"
"""The kind of a finding about another implementation: it does not follow the rules."""

FAILS: Final = "fails"
"""The kind of a finding about another implementation: its program failed."""

KINDS: Final = ("deadlock", "conflict", "broken", "endless", UNFORESEEN, "silent", "diverges", DEPARTS, FAILS)

_MOST: Final = 2**63


class FindingError(ValueError):
    """A finding file that cannot be read or no longer fits the rules; `str()` is one line."""

    def __init__(self, path: Path | str, what: str, hint: str = "") -> None:
        super().__init__(path, what, hint)
        self.path = str(path)
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.path}: " + "; ".join(part for part in (self.what, self.hint) if part)


@frozen
class DataUsed:
    """One data file that the game was played with; the hash is of what it holds, not of its layout."""

    name: str
    sha256: str
    substitute: bool = False


@frozen
class Setting:
    """The rules a game was played by, in words that `make_rules` understands."""

    game: str
    players: int
    setup: str
    seats: tuple[str, ...]
    options: dict[str, Any] = field(factory=dict)
    readings: dict[str, str] = field(factory=dict)
    """All of them, so that a finding stays what it was when a default changes."""
    numbers: dict[str, int] = field(factory=dict)
    data: tuple[DataUsed, ...] = ()


def describe(rules: Any) -> Setting:
    """The setting of some rules."""
    return Setting(
        game=rules.game,
        players=rules.players,
        setup=rules.setup,
        seats=tuple(rules.seats),
        options=_plain(rules.options),
        readings=dict(rules.readings),
        numbers=dict(rules.numbers),
        data=tuple(
            DataUsed(name, _data_hash(file.table), file.substitute) for name, file in sorted(rules.data.items())
        ),
    )


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(dict(value), default=str))
    return plain


def _data_hash(table: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(table, sort_keys=True, default=str).encode()).hexdigest()


@frozen
class Finding:
    """One fault with the shortest game that shows it."""

    kind: str
    """One of `KINDS`."""
    name: str
    """The property, reading, loop or check: what is the same each time this fault is met."""
    messages: tuple[str, ...]
    clauses: tuple[str, ...]
    setting: Setting
    moves: tuple[str, ...]
    """From the start (or `position`), in canonical notation; the last one shows the fault."""
    at: int
    """The number of the move that shows it; 0: the position before the first."""
    original_length: int
    shrunk: bool
    """Whether `moves` were shortened; False: the game as played (the fault did not show again, or time was up)."""
    times: int = 1
    """In how many games of the campaign it was met; for `silent`, how often."""
    seed: int = 0
    game: int = 0
    """The number of the campaign's game that `moves` come from."""
    player: str = ""
    about: str = ""
    trace: str = ""
    tried: str = ""
    """What was offered to another implementation after the moves: a forbidden move, one refused, one taken back."""
    program: str = ""
    """The other implementation, if one was driven: its name and version."""
    before: tuple[str, ...] = ()
    """What another implementation has to play first, for its position to be the one that `moves` go on from."""
    position: dict[str, Any] = field(factory=dict)
    """That position, if `moves` do not go on from the start."""
    beside: tuple[str, ...] = ()
    """Parts of the position that are not looked at: what differs there is another departure's."""
    schema_version: int = SCHEMA_VERSION

    @property
    def key(self) -> str:
        """Equal for all findings of the same fault, in whatever game it shows; a line of a file for `--accept`."""
        about = "" if self.about == self.name else self.about
        return ":".join(part for part in (self.kind, self.name, about) if part)

    @property
    def id(self) -> str:
        """Twelve hex digits that depend on what is shown alone."""
        shown = [self.kind, self.name, asdict(self.setting), self.moves, *filter(None, [self.tried, self.before])]
        return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:12]

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON values, `schema_version` and `id` first."""
        body: dict[str, Any] = _converter().unstructure(self)
        for optional in ("tried", "program", "before", "position", "beside"):
            if not body[optional]:
                del body[optional]
        return {"schema_version": body.pop("schema_version"), "id": self.id, **body}

    @staticmethod
    def from_json(data: Any, path: Path | str = "finding") -> Finding:
        """The finding that such JSON describes; raises FindingError."""
        if not isinstance(data, dict) or "schema_version" not in data:
            raise FindingError(path, "not a finding", "name a file that `rulecheck fuzz` or `rulecheck conform` wrote")
        version = data["schema_version"]
        if version != SCHEMA_VERSION:
            hint = f"this rulecheck reads version {SCHEMA_VERSION}; find it again with `rulecheck fuzz`"
            raise FindingError(path, f"schema version {version!r}", hint)
        body = {key: value for key, value in data.items() if key != "id"}
        from cattrs import transform_error

        try:
            finding: Finding = _converter().structure(body, Finding)
        except Exception as error:
            first = transform_error(error, path="finding")[0]
            raise FindingError(path, f"not a complete finding: {' '.join(first.split())}") from None
        if finding.kind not in KINDS:
            raise FindingError(path, f"no kind {finding.kind!r}", f"there are {', '.join(KINDS)}")
        return finding


@cache
def _converter() -> Any:
    import cattrs

    converter = cattrs.Converter(forbid_extra_keys=True)
    for plain in (str, int, bool):
        converter.register_structure_hook(plain, _exactly)
    return converter


def _exactly(value: Any, kind: type) -> Any:
    """No guessing: a number is not a text, and a text is not a number."""
    if type(value) is not kind:
        raise TypeError(f"expected {kind.__name__}, found {value!r}"[:80])
    if isinstance(value, int) and not -_MOST <= value < _MOST:
        raise TypeError("a number of more than 64 bits")
    return value


@frozen
class Saved:
    """Which files were written, and why the others were not."""

    paths: tuple[Path, ...]
    problem: str | None = None


def save(findings: Iterable[Finding], folder: Path) -> Saved:
    """Write findings as `<folder>/<id>.json`; a full disk ends it with a message instead of an exception."""
    paths: list[Path] = []
    for finding in findings:
        path = folder / f"{finding.id}.json"
        try:
            write_atomically(path, dump(finding.to_json()))
        except OSError as error:
            why = error.strerror or str(error)
            return Saved(tuple(paths), f"{path} could not be written: {why.lower()}; {len(paths)} findings were")
        paths.append(path)
    return Saved(tuple(paths))


def read_finding(path: Path | str) -> Finding:
    """The finding in a file, without looking at the game; raises FindingError."""
    text = _text_of(path)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        is_cut_off = error.pos >= len(text.rstrip()) - 1 and text.strip()
        what = "cut off in the middle" if is_cut_off else "not JSON"
        raise FindingError(path, f"{what} (line {error.lineno})", _AGAIN) from None
    except RecursionError:
        raise FindingError(path, "not JSON (nested too deep)", _AGAIN) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise FindingError(path, "not JSON (too long a number)", _AGAIN) from None
    finding = Finding.from_json(data, path)
    told = sum(map(len, (finding.name, *finding.messages, *finding.clauses)))
    if told > _MOST_TOLD:
        raise FindingError(path, f"what it tells has {told:,} characters, at most {_MOST_TOLD:,} are shown", _AGAIN)
    return finding


_MOST_TOLD: Final = 100_000
"""Characters of a finding's name, messages and clauses; a traceback has a tenth of them."""
_AGAIN: Final = "find it again with `rulecheck fuzz` or `conform`"


def _text_of(path: Path | str) -> str:
    try:
        with Path(path).open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: what no file can be called
        why = getattr(error, "strerror", None) or str(error)
        raise FindingError(path, f"cannot be read: {why.lower()}") from None
    if len(raw) > LARGEST:
        raise FindingError(path, f"larger than {LARGEST // 1_000_000} MB", "is this the right file?")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise FindingError(path, "not a text file") from None


@frozen
class Loaded:
    """A finding replayed: one more position than moves, or as many if the last move makes the engine raise."""

    finding: Finding
    rules: Any
    engine: AnyEngine
    moves: tuple[Any, ...]
    positions: tuple[Any, ...]


def load_finding(
    path: Path | str,
    *,
    data: Sequence[Path | str] = (),
    make: Callable[..., Any] | None = None,
    build: Callable[[Any], AnyEngine] = build_engine,
) -> Loaded:
    """Read a finding and replay its game.

    `data` are the user's own data files it was found with, if any.  Raises FindingError
    for a file that is damaged, rules that do not exist, and the first move that cannot
    be read or is not legal any more.
    """
    finding = read_finding(path)
    rules = _rules(path, finding.setting, data, make)
    try:
        engine = build(rules)
        if finding.position:
            engine = going_on(engine, finding.position)
        state = engine.start()
    except (ImportError, ValueError) as error:
        raise FindingError(path, f"{finding.setting.game} cannot be played: {_line(error)}") from None
    moves: list[Any] = []
    positions = [state]
    for number, text in enumerate(finding.moves, 1):
        try:
            move = engine.parse(text)
        except UnknownMove as error:
            raise FindingError(path, f"move {number}: {_line(error)}") from None
        last = number == len(finding.moves)
        try:
            refused = engine.refusal(state, move)
            if refused is None:
                state = engine.apply(state, move)
        except Exception:
            if not last:
                raise
            moves.append(move)
            break
        if refused is not None:
            raise FindingError(path, f"move {number}, {text!r}, is not legal any more: {refused}")
        moves.append(move)
        positions.append(state)
    if not 0 <= finding.at <= len(finding.moves):
        raise FindingError(path, f"move {finding.at} is to show it, and there are {len(finding.moves)} moves")
    return Loaded(finding, rules, engine, tuple(moves), tuple(positions))


def _rules(path: Path | str, setting: Setting, data: Sequence[Path | str], make: Callable[..., Any] | None) -> Any:
    try:
        rules = (make or _make_rules())(
            setting.game,
            players=setting.players,
            setup=setting.setup,
            seats=setting.seats,
            readings=setting.readings,
            numbers=setting.numbers,
            data=data,
        )
    except ValueError as error:
        hint = "" if find_game(setting.game) else "a game of your own is found by its folder, rulecheck --games DIR …"
        raise FindingError(path, f"its rules do not exist any more: {_line(error)}", hint) from None
    for used in setting.data:
        file = rules.data.get(used.name)
        if file is None or _data_hash(file.table) != used.sha256:
            hint = "give the file it was found with (--data FILE)"
            raise FindingError(path, f"found with another data file {used.name}", hint)
    return rules


def _make_rules() -> Callable[..., Any]:
    from rulecheck.spec import make_rules

    return make_rules


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
