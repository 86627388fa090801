"""Files of every kind, mangled byte by byte, and the command that each is handed to: number N is the same file always.

`python -m tests.hostile.files --first N --many M` tries M of them from number N on, and prints what went wrong.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from attrs import frozen

from rulecheck.cli.main import run
from rulecheck.spec.files import ROOT
from tests.hostile.kinds import finding_of, trace_of

LONGEST: Final = 30.0
"""Seconds of the processor for one file: ten to read it, and what is then done with it."""
MOST_SHOWN: Final = 1_000_000
"""Characters of an answer to a file of a few kilobytes."""
TEXT: Final = "The player takes one tile from the row. The player may draw two cards. Then the next player draws.\n" * 8
ACCEPTED: Final = '[[accept]]\nkind = "number"\nbecause = "known"\n'
HTML: Final = "<html><body><p>Take one tile.<p>Draw two cards.</body></html>"
PO: Final = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Take one tile."\nmsgstr "Nimm zwei Steine."\n'
CSV: Final = "concept,language,forms\ntile,en,tile tiles\nplayer,en,player players\n"


@frozen
class File:
    """A kind of file: a right one, and the words of the command that reads it (`FILE` stands for its path)."""

    suffix: str
    right: Callable[[], bytes]
    command: tuple[str, ...]
    every: int = 1
    """One in so many of its turns is tried: some commands take a second."""


def _spec(*parts: str) -> Callable[[], bytes]:
    return lambda: ROOT.joinpath(*parts).read_bytes()


@cache
def _store() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "s.db")
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            words = ["--games", "2", "--seed", "1", "--jobs", "1", "--findings", folder, "--store", str(store)]
            run(["fuzz", "puerto_rico", *words])
        with sqlite3.connect(store) as database:
            database.execute("vacuum")
        return store.read_bytes()


KINDS: Final = {
    "finding": File(".json", lambda: json.dumps(finding_of("puerto_rico")).encode(), ("replay", "FILE")),
    "examples": File(".md", _spec("puerto_rico", "rulebook.md"), ("examples", "puerto_rico", "FILE", "-k", "quarry*")),
    "data": File(".toml", _spec("puerto_rico", "data", "buildings.toml"), ("data", "puerto_rico", "FILE")),
    "tiles": File(".toml", _spec("new_world", "data", "start-row.toml"), ("data", "new_world", "FILE")),
    "text": File(".txt", TEXT.encode, ("rulebook", "puerto_rico", "FILE"), every=4),
    "markdown": File(".md", TEXT.encode, ("translation", "FILE", "FILE"), every=16),
    "edition": File(
        ".toml", _spec("puerto_rico", "editions", "ro.toml"), ("rulebook", "puerto_rico", "TEXT", "--edition", "FILE")
    ),
    "language": File(
        ".toml", _spec("languages", "en.toml"), ("edition", "draft", "new_world", "TEXT", "--lang", "FILE"), every=8
    ),
    "glossary": File(".csv", CSV.encode, ("translation", "TEXT", "TEXT", "--glossary", "FILE")),
    "accepted": File(".toml", ACCEPTED.encode, ("rulebook", "puerto_rico", "TEXT", "--accept", "FILE"), every=4),
    "trace": File(
        ".jsonl",
        lambda: json.dumps(trace_of("puerto_rico")).encode(),
        ("conform", "puerto_rico", "--trace", "FILE"),
    ),
    "segments": File(".po", PO.encode, ("translation", "FILE"), every=8),
    "html": File(".html", HTML.encode, ("translation", "FILE", "FILE"), every=8),
    "store": File(".db", _store, ("campaigns", "FILE"), every=8),
}  # fmt: skip

PIECES: Final = (
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x80", b"\r", b"\n\n\n", b"\x1b[2J", b"\xe2\x80\xae"),
    *(b"9" * 5000, b"-1", b"1e999", b"NaN", b"null", b"true", b"{" * 5000, b"[" * 5000, b"(a+)+$", b"a" * 20_000),
    *(b'"' * 3, b"'''", b"\\", b"`" * 2000, b"*" * 500, b"= ", b"\t", b"%s%n", b"../../etc/passwd", b"__class__"),
    *(b"<!-" * 2000, b"]]>", b"<![CDATA[" * 500, b"&amp;" * 500, b"&#1114112;", "孫İßﬁ²٣".encode()),
)
ENCODINGS: Final = ("utf-16", "utf-16-le", "utf-8-sig", "cp1250", "cp852", "utf-32")


def mangled(raw: bytes, other: bytes, rng: Random) -> bytes:
    """A right file with one to six things done to its bytes; `other` is a file of another kind."""
    for _ in range(rng.randint(1, 6)):
        a, b = sorted((rng.randint(0, len(raw)), rng.randint(0, len(raw))))
        b = min(b, a + rng.choice((1, 8, 64, 2000)))
        what = rng.randrange(11)
        if what == 0:
            raw = raw[:a] + rng.choice(PIECES) + raw[a:]
        elif what == 1:
            raw = raw[:a] + rng.choice(PIECES) + raw[b:]
        elif what == 2:
            raw = raw[:a] + raw[b:]
        elif what == 3:
            raw = raw[:a] + raw[a:b] * rng.choice((2, 10, 300)) + raw[b:]
        elif what == 4:
            raw = raw[:a]
        elif what == 5:
            raw = raw[:a] + bytes(byte ^ 1 << rng.randrange(8) for byte in raw[a:b]) + raw[b:]
        elif what == 6:
            lines = raw.split(b"\n")
            rng.shuffle(lines)
            raw = b"\n".join(lines)
        elif what == 7:
            raw = raw[:a] + other[: rng.randint(0, 4000)] + raw[a:]
        elif what == 8:
            raw = raw[:a] + raw[b:] + raw[a:b]
        elif what == 9:
            raw = raw.decode("utf-8", "replace").encode(rng.choice(ENCODINGS), "replace")
        else:
            raw = raw.replace(b"\n", rng.choice((b"\r", b"\r\n", b" ")))
        raw = raw[:400_000]
    return raw


def tried(number: int, folder: Path) -> str | None:
    """What is wrong with how rulecheck takes the file of this number, empty if nothing is; None if it is not tried."""
    rng, names = Random(number), [*KINDS]
    name = names[number % len(names)]
    kind = KINDS[name]
    if number // len(names) % kind.every:
        return None
    file, text = folder / f"in{kind.suffix}", folder / "text.txt"
    file.write_bytes(mangled(kind.right(), KINDS[rng.choice(names)].right(), rng))
    text.write_text(TEXT, encoding="utf-8")
    words = [{"FILE": str(file), "TEXT": str(text)}.get(word, word) for word in kind.command]
    out, err, began = io.StringIO(), io.StringIO(), time.process_time()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = run(words)
    except Exception as error:
        return f"{name} {number}: {type(error).__name__}: {error}"
    spent = time.process_time() - began
    if code in (129, 130, 143):
        raise KeyboardInterrupt
    if code not in (0, 1, 2, 3, 4) or "Traceback" in err.getvalue():
        return f"{name} {number}: code {code}: {err.getvalue().strip()[-300:]}"
    if spent > LONGEST:
        return f"{name} {number}: {spent:.1f} s"
    shown = len(out.getvalue()) + len(err.getvalue())
    return f"{name} {number}: {shown:,} characters shown" if shown > MOST_SHOWN else ""


def try_many(first: int, many: int, progress: Callable[[int], None] | None = None) -> tuple[int, list[str]]:
    """How many of so many numbers were tried, and what is wrong with them; Ctrl-C and SIGTERM end it early."""
    wrong: list[str] = []
    count, here = 0, Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number in range(first, first + many):
                told = tried(number, Path(folder))
                count += told is not None
                if told:
                    wrong.append(told)
                if progress is not None and not number % 500:
                    progress(number)
        except KeyboardInterrupt:
            pass
        finally:
            os.chdir(here)
    return count, wrong


def main() -> None:
    """Try some, and say what went wrong."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--many", type=int, default=1000)
    given = asked.parse_args()
    began = time.process_time()
    count, wrong = try_many(given.first, given.many, lambda number: print(f"at {number}", file=sys.stderr))
    print("\n".join(wrong))
    kinds = Counter(line.split()[0] for line in wrong)
    told = f"{len(wrong)} wrong {dict(kinds) or ''}, {time.process_time() - began:.0f} s"
    print(f"{count} files of the numbers from {given.first} on: {told}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
