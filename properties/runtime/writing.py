"""Files that are either there as a whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rulecheck.properties.runtime.interrupts import held_back
from rulecheck.properties.runtime.plain import plain_json

_PART: Final = ".part"


def dump(data: Any) -> str:
    """JSON as all our files have it: sorted by meaning, indented, with a line end."""
    return plain_json(json.dumps(data, indent=1, ensure_ascii=False)) + "\n"


def write_atomically(path: Path, content: str | bytes) -> None:
    """A file that is either there as a whole or not at all; Ctrl-C waits till then.

    Raises OSError with the file's name, whatever step of writing it failed.
    """
    raw = content.encode() if isinstance(content, str) else content
    with held_back():
        name = path.parent / f".{os.getpid()}-{secrets.token_hex(8)}{_PART}"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(name, "xb") as file:  # not `tempfile`: its files are for one user's eyes only
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except OSError as error:
            _unlink(name)
            raise OSError(error.errno, error.strerror or str(error), str(path)) from None
        except BaseException:
            _unlink(name)
            raise


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Around the writing of a new folder: a name beside it to write to, which becomes the folder at the end.

    Where something fails, nothing is left.  Raises OSError also for a folder that is there and not empty.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = folder.parent / f".{os.getpid()}-{secrets.token_hex(8)}{_PART}"
    try:
        made.mkdir()
        yield made
        os.replace(made, folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)


def sweep(folder: Path) -> int:
    """Take away what writers that were killed left half-written in a folder; how many files that were."""
    left = [path for path in folder.glob(f".*{_PART}") if _is_left_over(path)]
    for path in left:
        _unlink(path)
    return len(left)


def _is_left_over(path: Path) -> bool:
    writer = path.name[1:].partition("-")[0]
    if not writer.isdecimal() or len(writer) > 9:
        return True  # of an earlier version, which did not say whose it is
    import psutil

    return not psutil.pid_exists(int(writer))


def why(error: OSError) -> str:
    """Why something could not be read or written, in a few words."""
    return (error.strerror or str(error)).lower()


def told(error: OSError) -> str:
    """The same with the name of the file, as far as it is known."""
    return why(error) if error.filename is None else f"{error.filename}: {why(error)}"
