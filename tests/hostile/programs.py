"""Programs that are wrong on purpose: `python programs.py WAY` speaks the protocol, and at its third answer goes wrong.

With a number after the way it goes wrong at that answer, and with a game it answers as the reference until then.
A way that returns goes on answering.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Final

Way = Callable[[dict[str, Any]], None]
"""What is done in place of an answer."""

WAYS: Final[dict[str, Way]] = {}
LONG: Final = 60
"""Seconds that no test waits."""


def way(goes_wrong: Way) -> Way:
    WAYS[goes_wrong.__name__.replace("_", "-")] = goes_wrong
    return goes_wrong


def write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def echo(request: dict[str, Any]) -> dict[str, Any] | None:
    return {"id": request["id"]}


ANSWERS = [echo]
"""The last one answers."""


def right(request: dict[str, Any]) -> bytes:
    return json.dumps(ANSWERS[-1](request)).encode() + b"\n"


def say(**said: Any) -> None:
    write(json.dumps(said).encode() + b"\n")


# ---- it ends ----


@way
def exits(request: dict[str, Any]) -> None:
    print("no tile 17 on this board", file=sys.stderr)
    sys.exit(3)


@way
def raises(request: dict[str, Any]) -> None:
    raise LookupError("no tile 17 on this board")


@way
def aborts(request: dict[str, Any]) -> None:
    os.abort()


@way
def confesses(request: dict[str, Any]) -> None:
    say(id=request["id"], error="no tile 17 on this board")


@way
def confesses_without_id(request: dict[str, Any]) -> None:
    say(id=None, error="no JSON")


@way
def falls_silent(request: dict[str, Any]) -> None:
    os.close(1)
    time.sleep(LONG)


@way
def leaves_its_pipes_to_a_child(request: dict[str, Any]) -> None:
    subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({LONG})"])
    os._exit(4)


@way
def leaves_a_stranger(request: dict[str, Any]) -> None:
    """A grandchild of another session whose parent is gone, and that holds no pipe."""
    stranger = f"import time; time.sleep({LONG})"
    middle = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {stranger!r}], start_new_session=True)"
    null = subprocess.DEVNULL
    subprocess.run([sys.executable, "-c", middle], stdin=null, stdout=null, stderr=null, check=True)
    os._exit(5)


@way
def leaves_a_nameless_child(request: dict[str, Any]) -> None:
    """An orphan that does not carry what its environment should name; its process id is told."""
    stay = f"import time; time.sleep({LONG})"
    middle = f"import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {stay!r}], env={{}}).pid)"
    done = subprocess.run([sys.executable, "-c", middle], stdin=subprocess.DEVNULL, stdout=2, check=True)
    os._exit(6 + done.returncode)


@way
def half_a_line(request: dict[str, Any]) -> None:
    write(b'{"id": ' + str(request["id"]).encode() + b', "legal": ["load co')
    sys.exit(0)


@way
def half_a_line_and_killed(request: dict[str, Any]) -> None:
    write(b'{"id": ')
    os.kill(os.getpid(), signal.SIGKILL)


# ---- it would rather not end with us ----


def away(code: str) -> None:
    """Run Python code as an orphan in a session of its own, with nothing in its environment, and no pipe of ours."""
    middle = os.fork()
    if middle:
        os.waitpid(middle, 0)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for pipe in (0, 1, 2):
        os.dup2(nowhere, pipe)
    os.execve(
        sys.executable, [sys.executable, "-SEI", "-c", f"import os, time\nuntil = time.time() + {LONG}\n{code}"], {}
    )


@way
def leaves_in_secret(request: dict[str, Any]) -> None:
    away(f"time.sleep({LONG})")
    os._exit(7)


@way
def starts_itself_anew(request: dict[str, Any]) -> None:
    """Its parent is always gone already, and its session is always another."""
    away("while time.time() < until:\n    if os.fork(): os._exit(0)\n    os.setsid()")
    os._exit(8)


@way
def starts_each_other_anew(request: dict[str, Any]) -> None:
    """Whenever one of two has ended, the other forks."""
    away(
        "while time.time() < until:\n    child = os.fork()\n    if child: os.waitpid(child, 0)\n"
        "    else:\n        os.setsid()\n        parent = os.getppid()\n"
        "        while os.getppid() == parent: time.sleep(0.001)"
    )
    os._exit(9)


@way
def branches(request: dict[str, Any]) -> None:
    """Two hundred processes in as many sessions, which all ignore what may be ignored."""
    away(
        "import signal\nfor number in (1, 2, 3, 15): signal.signal(number, signal.SIG_IGN)\n"
        f"for _ in range(200):\n    if os.fork() == 0:\n        os.setsid()\n        break\ntime.sleep({LONG})"
    )
    time.sleep(LONG)


@way
def stops(request: dict[str, Any]) -> None:
    """A stopped process hears no signal but the last."""
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(LONG)


@way
def kills_its_parent(request: dict[str, Any]) -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(LONG)


# ---- it does not answer ----


@way
def hangs(request: dict[str, Any]) -> None:
    print("let me think", file=sys.stderr, flush=True)
    time.sleep(LONG)


@way
def hangs_and_will_not_be_ended(request: dict[str, Any]) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(LONG)


@way
def dribbles(request: dict[str, Any]) -> None:
    while True:
        write(b" ")
        time.sleep(0.02)


@way
def forgets_to_flush(request: dict[str, Any]) -> None:
    sys.stdout.write(right(request).decode())
    time.sleep(LONG)


@way
def reads_no_more(request: dict[str, Any]) -> None:
    os.close(0)
    write(right(request))
    time.sleep(LONG)


@way
def complains_for_ever(request: dict[str, Any]) -> None:
    while True:
        os.write(2, b"oh dear, oh dear\n" * 1000)


# ---- it answers wrongly ----


@way
def chats(request: dict[str, Any]) -> None:
    write(b"thinking about it\n")


@way
def says_nothing(request: dict[str, Any]) -> None:
    write(b"\n")


@way
def lists(request: dict[str, Any]) -> None:
    write(b"[%d]\n" % request["id"])


@way
def answers_something_else(request: dict[str, Any]) -> None:
    say(id=request["id"] + 1)


@way
def answers_in_words(request: dict[str, Any]) -> None:
    say(id=str(request["id"]))


@way
def answers_in_fractions(request: dict[str, Any]) -> None:
    say(id=float(request["id"]))


@way
def answers_nobody(request: dict[str, Any]) -> None:
    say(turn="anna")


@way
def answers_twice(request: dict[str, Any]) -> None:
    write(right(request) * 2)


@way
def is_no_number(request: dict[str, Any]) -> None:
    say(id=request["id"], state={"price": float("nan")})


@way
def is_beyond_numbers(request: dict[str, Any]) -> None:
    write(b'{"id": %d, "state": {"price": 1e999}}\n' % request["id"])


@way
def has_too_many_digits(request: dict[str, Any]) -> None:
    write(b'{"id": %d, "state": {"price": %s}}\n' % (request["id"], b"9" * 10_000))


@way
def is_deep(request: dict[str, Any]) -> None:
    write(b'{"id": %d, "state": %s}\n' % (request["id"], b'{"a":' * 100_000 + b"1" + b"}" * 100_000))


@way
def is_not_utf8(request: dict[str, Any]) -> None:
    write(b'{"id": %d, "turn": "Zo\xeb"}\n' % request["id"])


@way
def is_half_a_sign(request: dict[str, Any]) -> None:
    say(id=request["id"], turn="\ud83d")


# ---- it never stops ----


@way
def has_no_line_end(request: dict[str, Any]) -> None:
    while True:
        write(b"9" * 100_000)


@way
def has_a_long_line(request: dict[str, Any]) -> None:
    say(id=request["id"], note="9" * (9 << 20))


@way
def floods(request: dict[str, Any]) -> None:
    while True:
        write(b"info: searching\n" * 1000)


@way
def floods_empty_lines(request: dict[str, Any]) -> None:
    while True:
        write(b"\n" * 10_000)


HELD: list[bytes] = []


@way
def grows(request: dict[str, Any]) -> None:
    """8 MB with each answer."""
    HELD.append(b"9" * (8 << 20))
    write(right(request))


@way
def swells(request: dict[str, Any]) -> None:
    HELD.append(b"9" * (120 << 20))
    time.sleep(LONG)


@way
def swells_by_its_children(request: dict[str, Any]) -> None:
    code = f"held = b'9' * (60 << 20); import time; time.sleep({LONG})"
    for _ in range(2):
        subprocess.Popen([sys.executable, "-c", code])
    time.sleep(LONG)


# ---- it is right, in its way ----


@way
def complains(request: dict[str, Any]) -> None:
    os.write(2, b"oh dear, oh dear\n" * 2000)
    write(right(request))


@way
def ends_its_lines_as_windows_does(request: dict[str, Any]) -> None:
    write(right(request).replace(b"\n", b"\r\n"))


@way
def takes_its_time(request: dict[str, Any]) -> None:
    time.sleep(0.2)
    write(right(request))


@way
def shares_with_its_children(request: dict[str, Any]) -> None:
    """Four processes hold 50 MB, all of them the same."""
    if not HELD:
        HELD.append(b"9" * (50 << 20))
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(LONG)
                os._exit(0)
    time.sleep(0.1)
    write(right(request))


@way
def has_children(request: dict[str, Any]) -> None:
    """One more with each answer, that stay when it ends."""
    null = subprocess.DEVNULL
    code = f"import time; time.sleep({LONG})"
    subprocess.Popen([sys.executable, "-c", code], stdin=null, stdout=null, stderr=null, start_new_session=True)
    write(right(request))


def main(name: str, at: str = "3", game: str = "") -> None:
    goes_wrong = WAYS[name]
    if game:
        from rulecheck.properties.conform.protocol.implementation import Desk
        from rulecheck.properties.conform.protocol.reference import Reference

        ANSWERS.append(Desk(Reference(game)).answer)
    for answered, line in enumerate(iter(sys.stdin.readline, ""), 1):
        request = json.loads(line)
        if request.get("ask") == "bye":
            return
        if answered < int(at):
            write(right(request))
        else:
            goes_wrong(request)


if __name__ == "__main__":
    main(*sys.argv[1:])
