"""The pytest plugin: options, a fixture, failures that read like a game, and a summary of what was compared.

pytest imports this module in every run, so nothing of rulecheck is imported here until a test asks for it.
It asserts nothing, so pytest need not warn where it was imported before: PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from rulecheck.properties.conform.testing.case import Asked

_TESTING: Final = "rulecheck.properties.conform.testing.case"
_PROPERTY: Final = "rulecheck"
"""Under which name a report carries what its test compared, also from xdist's workers."""

_COMPARED: Final = {
    "legal": "lists of legal moves",
    "state": "positions",
    "turn": "turns",
    "outcome": "ends",
    "undo": "moves taken back",
    "tries": "forbidden moves",
}
"""What a summary counts, in words."""
_TOLD: Final = ("legal", "state", "turn", "outcome")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, all with the prefix `--rulecheck-`."""
    group = parser.getgroup("rulecheck", "implementations of board games, held against the rules by rulecheck")
    group.addoption(
        "--rulecheck-games",
        type=_at_least_one,
        metavar="N",
        help="play N games in each test (default: as the test's settings say)",
    )
    group.addoption("--rulecheck-seconds", type=float, metavar="S", help="start no new game in a test after S seconds")
    group.addoption(
        "--rulecheck-seed", type=int, metavar="N", help="seed of the games (default: a new one for each run)"
    )
    group.addoption(
        "--rulecheck-players",
        type=_at_least_one,
        action="append",
        default=[],
        metavar="N",
        help="only with N players; repeatable",
    )
    group.addoption(
        "--rulecheck-accept",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="ignore departures whose keys are listed in FILE, one per line; repeatable",
    )


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def pytest_configure(config: pytest.Config) -> None:
    """A file of accepted departures that is not there, or holds none, is a mistake in the command line.

    Where the tests of a game's own folder run, the game is known by its name, to them and to their child processes.
    """
    if (config.rootpath / "rulebook.md").is_file():
        from rulecheck.spec.registry import add_folder

        add_folder(config.rootpath)
    for file in config.getoption("--rulecheck-accept"):
        if not file.is_file():
            raise pytest.UsageError(f"--rulecheck-accept {file}: there is no such file")
        _check_accepted(file)


def _check_accepted(file: Path) -> None:
    from rulecheck.properties.conform.lockstep.baseline import read_baseline
    from rulecheck.spec import SpecError

    try:
        read_baseline(file)
    except SpecError as error:
        raise pytest.UsageError(f"--rulecheck-accept {error}") from None


def asked(config: pytest.Config) -> Asked:
    """What the command line asks for."""
    from rulecheck.properties.conform.testing.case import Asked

    options = config.getoption
    return Asked(
        games=options("--rulecheck-games"),
        seconds=options("--rulecheck-seconds"),
        seed=options("--rulecheck-seed"),
        players=tuple(options("--rulecheck-players")),
        accept=tuple(options("--rulecheck-accept")),
    )


@pytest.fixture
def rulecheck_conform(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Hold an implementation against the rules: `rulecheck_conform("game", Mine)`, or `command=["node", "bot.js"]`.

    Takes the same words as the class variables of `Conformance`.
    """
    from rulecheck.properties.conform.testing.case import trial_of

    def conform(game: str, implementation: Any = None, command: Any = (), **more: Any) -> None:
        __tracebackhide__ = True
        trial = asked(request.config).of(trial_of(game, implementation, command, **more))
        trial.play()

    return conform


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tell a class derived from `Conformance` what the command line asks for."""
    cls = getattr(item, "cls", None)
    if cls is not None and hasattr(cls, "rulecheck_asked"):
        cls.rulecheck_asked = asked(item.config)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure without a traceback, and what was compared as a property of the report."""
    report = yield
    testing = sys.modules.get(_TESTING)
    if testing is None:
        return report
    report.user_properties += [(_PROPERTY, summary) for summary in testing.summaries]
    testing.summaries.clear()
    if call.excinfo is not None and isinstance(call.excinfo.value, testing.Departs):
        told = call.excinfo.getrepr(style="value")
        if told.reprcrash is not None:
            told.reprcrash.message = str(call.excinfo.value)
        report.longrepr = told
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was compared, and what was never told."""
    summaries = [
        value
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == _PROPERTY and getattr(report, "when", "") == "call"
    ]
    if not summaries:
        return
    terminalreporter.section("rulecheck")
    for summary in summaries:
        for line in _lines(summary):
            terminalreporter.line(line)


def _lines(summary: Mapping[str, Any]) -> Generator[str, None, None]:
    """One test's summary."""
    compared = [f"{summary[key]:,} {what}" for key, what in _COMPARED.items() if summary[key]]
    missing = [_COMPARED[key] for key in _TOLD if not summary[key]]
    parts = "" if summary["parts"] is None else f", {summary['parts']:,} phases handed to it"
    yield f"{summary['name']}, {summary['game']}: {summary['games']:,} games{parts}, {summary['moves']:,} moves"
    yield f"  compared    {', '.join(compared) or 'only that legal moves are taken'}"
    if missing or summary["not_told"]:
        yield f"  never reported  {', '.join([*missing, *summary['not_told']])}"
    for key, times in summary["accepted"].items():
        why = summary.get("reasons", {}).get(key)
        yield f"  accepted    {key} ({times:,} times){f'   # {why}' if why else ''}"
    for why, times in summary["skipped"].items():
        yield f"  skipped     {times:,} × {why}"
