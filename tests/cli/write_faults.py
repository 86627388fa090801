"""A command, run with a fault at every call by which it writes: `python -m tests.cli.write_faults TOLD ARGUMENTS`.

The command runs once, in the current folder. At each call the process forks: the child's call fails as on a full disk,
and the child goes on to its end; then the folder is made as it was, and the call succeeds. What stands there before the
call is what a kill at this moment would leave. All of it is written into the folder TOLD.
"""

from __future__ import annotations

import builtins
import errno
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

from attrs import field, frozen

from rulecheck.properties.runtime import writing

LONGEST: Final = 60
"""Seconds that a command may take to its end after a fault."""

Files = Mapping[str, str]
"""By the paths of files, what stands in them: a digest."""


def files(folder: Path) -> dict[str, str]:
    """All files below a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in paths}


def is_part(name: str) -> bool:
    """Whether a file is, by its name, one that is not finished."""
    return ".part" in name


@frozen
class Call:
    """What came of a fault at one call that writes."""

    what: str
    killed: Files
    """What a kill leaves."""
    code: int
    """The exit code after a full disk; negative for a signal."""
    said: str
    after: Files
    state: str
    """A folder with what the full disk left, empty if it is like that of an earlier call."""


def _calls(rows: Sequence[Any]) -> list[Call]:
    return [row if isinstance(row, Call) else Call(**row) for row in rows]


@frozen
class Told:
    """What a command did, and what came of each fault."""

    code: int
    before: Files
    after: Files
    whole: Mapping[str, list[str]]
    """By path, what was ever written there as a whole."""
    calls: list[Call] = field(converter=_calls)

    def wrong(self) -> list[str]:
        """What a fault broke."""
        wrong = []
        for nth, call in enumerate(self.calls, 1):
            at = f"call {nth} ({call.what})"
            for name, content in call.killed.items():
                if not is_part(name) and content not in (self.before.get(name), *self.whole.get(name, ())):
                    wrong.append(f"{at}: a kill leaves {name} half written")
            for name in self.before:
                if call.after.get(name) not in (self.before[name], *self.whole.get(name, ())):
                    wrong.append(f"{at}: {name} was lost on a full disk")
            wrong += [f"{at}: {name} was left over" for name in call.after if is_part(name)]
            wrong += [f"{at}: {name} appeared" for name in call.after if name not in {**self.before, **self.after}]
            lacks = self.missing(call.after)
            if "Traceback" in call.said or call.code not in (0, 1, 2):
                wrong.append(f"{at}: exit code {call.code}, and it says {call.said[-300:]!r}")
            elif lacks and "no space left on device" not in " ".join(call.said.lower().split()):
                wrong.append(f"{at}: it does not say why there is no {lacks}")
            elif call.code == 0 and any(not name.startswith("findings/last-") for name in lacks):
                wrong.append(f"{at}: exit code 0 without {lacks}")
        return wrong

    def missing(self, there: Files) -> list[str]:
        """What the command writes and what was not written in the end."""
        before = self.before
        return sorted(
            name
            for name, now in self.after.items()
            if name not in there or (there[name] == before.get(name)) != (now == before.get(name))
        )


class Faults:
    """Forks at each call that writes; `is_child` after a fault."""

    def __init__(self, folder: Path, told: Path) -> None:
        self.folder, self.told, self.said = folder, told, told / "said"
        self.is_child = False
        self.before = files(folder)
        self.whole: dict[str, list[str]] = {}
        self.calls: list[dict[str, Any]] = []
        self.seen: set[frozenset[str]] = set()

    def __call__(self, call: Callable[..., Any], what: str) -> Callable[..., Any]:
        """The same call, with a fault before it."""

        def faulty(*given: Any, **named: Any) -> Any:
            if not self.is_child:
                self.fault(f"{what} {given[0] if given else ''}".strip())
            return call(*given, **named)

        return faulty

    def fault(self, what: str) -> None:
        """In a child the disk is full; here everything is as it was when the child is done."""
        killed, kept = files(self.folder), self.told / "kept"
        sys.stdout.flush()
        copy_tree(self.folder, kept)
        child = os.fork()
        if not child:
            self.is_child = True
            signal.alarm(LONGEST)
            screen = os.open(self.said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
            os.dup2(screen, 1)
            os.dup2(screen, 2)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        after = files(self.folder)
        names = frozenset(name for name in after if not is_part(name))
        state = "" if names in self.seen else str(self.told / f"state-{len(self.seen)}")
        if state:
            self.seen.add(names)
            shutil.copytree(self.folder, state)
        for path in self.folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        copy_tree(kept, self.folder)
        shutil.rmtree(kept)
        said = self.said.read_text(encoding="utf-8", errors="replace")
        self.calls.append({"what": what, "killed": killed, "code": code, "said": said, "after": after, "state": state})

    def replace(self, source: Any, target: Any) -> None:
        """`os.replace`: what is there now is whole."""
        os.replace(source, target)
        for name, content in files(self.folder).items():
            if not is_part(name):
                self.whole.setdefault(name, []).append(content)

    def patch(self) -> None:
        """From now on the calls of `runtime.writing`, by which everything writes, have faults."""

        class System:
            """`os`, as far as it writes."""

            fsync = staticmethod(self(os.fsync, "fsync"))
            replace = staticmethod(self(self.replace, "replace"))

            def __getattr__(self, name: str) -> Any:
                return getattr(os, name)

        opened, made = self(partial(builtins.open, buffering=0), "open"), self(Path.mkdir, "mkdir")
        vars(writing).update(os=System(), open=lambda *given: _File(opened(*given), self))
        Path.mkdir = lambda path, *given, **named: (  # type: ignore[method-assign]
            None if path.is_dir() and named.get("exist_ok") else made(path, *given, **named)
        )


class _File:
    """A file that writes half of what it is given before the fault."""

    def __init__(self, file: Any, faults: Faults) -> None:
        self._file = file
        self._second = faults(file.write, "write")
        self.flush, self.fileno = faults(file.flush, "flush"), file.fileno

    def write(self, raw: bytes) -> int:
        half = len(raw) // 2
        first: int = self._file.write(raw[:half])
        second: int = self._second(raw[half:])
        return first + second

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def copy_tree(source: Path, target: Path) -> None:
    """The same files under another name: links, so that a file that is open stays itself."""
    shutil.copytree(source, target, copy_function=os.link, dirs_exist_ok=True)


def run_with_faults(arguments: Sequence[str], folder: Path, told: Path, keys: str = "") -> Told:
    """Run a command in a folder, with a fault at every call that writes."""
    told.mkdir()
    command = [sys.executable, "-m", "tests.cli.write_faults", str(told), *arguments]
    done = subprocess.run(command, cwd=folder, input=keys, capture_output=True, text=True, env=environment(folder))
    assert done.returncode == 0, done.stderr
    told_rows: Told = Told(**json.loads((told / "told.json").read_text(encoding="utf-8")))
    return told_rows


def run_again(arguments: Sequence[str], folder: Path, keys: str = "") -> int:
    """The exit code of the command, without faults."""
    command = [sys.executable, "-m", "rulecheck", *arguments]
    return subprocess.run(
        command, cwd=folder, input=keys, capture_output=True, text=True, env=environment(folder)
    ).returncode


def environment(folder: Path) -> dict[str, str]:
    """With our tests to import, and the games of that folder."""
    root = Path(__file__).parents[2]
    return {**os.environ, "PYTHONPATH": str(root), "PYTHONSAFEPATH": "1", "RULECHECK_GAMES": str(folder)}


def main() -> NoReturn:
    """Run the command in this process."""
    from rulecheck.cli.commands import fuzz
    from rulecheck.cli.main import run

    vars(fuzz)["apart"] = lambda game, jobs: None  # plays in this process: a child of ours has no workers
    told, folder = Path(sys.argv[1]), Path.cwd()
    faults = Faults(folder, told)
    faults.patch()
    code = run(sys.argv[2:])
    sys.stdout.flush()
    sys.stderr.flush()
    if faults.is_child:
        os._exit(code)
    answer = {
        "code": code,
        "before": faults.before,
        "after": files(folder),
        "whole": faults.whole,
        "calls": faults.calls,
    }
    (told / "told.json").write_text(json.dumps(answer), encoding="utf-8")
    os._exit(0)


if __name__ == "__main__":
    main()
