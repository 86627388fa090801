"""What all tests share: where the repository is, and where the rulebook texts are."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulecheck.spec.registry import VARIABLE

ROOT = Path(__file__).parents[1]

# A job in the background has signals ignored, and so would every program that a test starts and then asks to end.
_HANDLERS: dict[str, Any] = {"SIGINT": signal.default_int_handler, "SIGTERM": signal.SIG_DFL, "SIGHUP": signal.SIG_DFL}
for _name, _handler in _HANDLERS.items():
    if (_number := getattr(signal, _name, None)) is not None and signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, _handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rulebooks",
        metavar="DIR",
        default=os.environ.get("RULECHECK_RULEBOOKS"),
        help="folder with the rulebook texts (else $RULECHECK_RULEBOOKS, else ../shared/rulebooks beside the clone)",
    )
    parser.addoption(
        "--own-seed", type=int, default=19, metavar="N", help="seed of the tests that draw at random (else 19)"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Types are checked first: that takes longest, and at the end one core would wait for it.

    Where there is no time for all tests, they begin with another part of what was chosen, as `.ci/run` says.
    """
    first = len(items) * int(os.environ.get("RULECHECK_TWELFTH", "0")) // 12
    items[:] = [*items[first:], *items[:first]]
    items.sort(key=lambda item: item.path.name != "test_quality.py")


@pytest.fixture(autouse=True)
def no_game_stays() -> Iterator[None]:
    """Games of folders that a test looks into, or a command that it runs here, are gone after it."""
    before = os.environ.get(VARIABLE)
    yield
    if before is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = before


@pytest.fixture
def own_seed(request: pytest.FixtureRequest) -> int:
    """The seed from which a campaign test draws; it prints it."""
    seed: int = request.config.getoption("--own-seed")
    return seed


@pytest.fixture(scope="session")
def rulebooks(request: pytest.FixtureRequest) -> Path:
    """The folder with the users' rulebook texts; they are never part of the repository."""
    named: str | None = request.config.getoption("--rulebooks")
    if named is not None:
        folder = Path(named)
        if not folder.is_dir():
            pytest.fail(f"--rulebooks (or RULECHECK_RULEBOOKS) names {folder}, which is no folder")
        return folder
    beside = ROOT.parent / "shared" / "rulebooks"
    if not beside.is_dir():
        pytest.skip("needs the rulebook texts: pass --rulebooks DIR or set RULECHECK_RULEBOOKS")
    return beside


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the repository."""
    return ROOT
