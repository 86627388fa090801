"""Faults at the n-th call that writes: a full disk, or the end of the process."""

from __future__ import annotations

import builtins
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from rulecheck.properties.runtime import writing

KILLED: Final = 137


class Counted:
    """Counts calls that write, and lets the n-th fail."""

    def __init__(self, at: int, fail: Callable[[], None]) -> None:
        self.at, self.fail, self.calls = at, fail, 0

    def __call__(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same call, counted; a failing one does nothing before."""

        def counted(*given: Any, **named: Any) -> Any:
            self.calls += 1
            if self.calls == self.at:
                self.fail()
            return call(*given, **named)

        return counted


class _File:
    """A file whose writing is counted, and writes half of what it is given before it fails."""

    def __init__(self, file: Any, counted: Counted) -> None:
        self._file, self._counted = file, counted
        self.flush, self.fileno = counted(file.flush), file.fileno

    def write(self, raw: bytes) -> int:
        half = len(raw) // 2
        self._file.write(raw[:half])
        self._file.flush()
        written: int = self._counted(self._file.write)(raw[half:])
        return half + written

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def full_disk() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def killed() -> None:
    os._exit(KILLED)


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, at: int, fail: Callable[[], None]) -> Iterator[Counted]:
    """Around a command: the n-th call of `runtime.writing`, by which everything writes, fails."""
    counted = Counted(at, fail)

    class System:
        """`os`, as far as it writes."""

        fsync, replace = staticmethod(counted(os.fsync)), staticmethod(counted(os.replace))

        def __getattr__(self, name: str) -> Any:
            return getattr(os, name)

    with monkeypatch.context() as patch:
        patch.setattr(writing, "os", System())
        patch.setattr(Path, "mkdir", counted(Path.mkdir))
        opened = counted(builtins.open)
        patch.setattr(writing, "open", lambda *given: _File(opened(*given), counted), raising=False)
        yield counted


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder, by their paths."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
