"""A Hypothesis database in a folder that says so when it cannot be written.

Hypothesis's own `DirectoryBasedExampleDatabase`, whose layout this follows, is silent about a
full disk or a folder that may not be written, and leaves empty files there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from hypothesis.database import ExampleDatabase

from rulecheck.properties.runtime.writing import sweep, write_atomically


class FolderDatabase(ExampleDatabase):
    """For each key a folder, for each value a file in it; `save` raises OSError where that cannot be."""

    def __init__(self, folder: Path | str) -> None:
        super().__init__()
        self.folder = Path(folder)

    def fetch(self, key: bytes) -> Iterator[bytes]:
        """The values of a key, in the order of their files' names."""
        of_key = self._of_key(key)
        for path in sorted(of_key.iterdir()) if of_key.is_dir() else ():
            if not path.name.startswith("."):
                yield path.read_bytes()

    def save(self, key: bytes, value: bytes) -> None:
        """Write a value unless it is there; raises OSError."""
        path = self._of_value(key, value)
        sweep(path.parent)
        if not path.exists() or path.read_bytes() != value:
            write_atomically(path, value)

    def delete(self, key: bytes, value: bytes) -> None:
        """Take a value away, also one whose file was cut off and so has another name; raises OSError."""
        of_key = self._of_key(key)
        for path in sorted(of_key.iterdir()) if of_key.is_dir() else ():
            if not path.name.startswith(".") and path.read_bytes() == value:
                path.unlink()

    def _of_key(self, key: bytes) -> Path:
        return self.folder / _name(key)

    def _of_value(self, key: bytes, value: bytes) -> Path:
        return self._of_key(key) / _name(value)


def _name(raw: bytes) -> str:
    return hashlib.sha384(raw).hexdigest()[:16]
