"""A driven program is taken at its word, its faults are told apart, and nothing of it is left."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import psutil
import pytest

from rulecheck.properties.conform.driver.child import MARK, CannotStart, Kept
from rulecheck.properties.conform.driver.participant import Failed
from rulecheck.properties.conform.driver.program import Program
from tests.hostile.programs import WAYS

PROGRAMS = Path(__file__).parents[2] / "hostile" / "programs.py"
SHORT = 0.3
ECHO = ("cat",)
"""A program that answers each request with the request."""


def command(way: str, at: int = 3) -> list[str]:
    return [sys.executable, "-SEI", str(PROGRAMS), way, str(at)]


def started(way: str, *, memory: float = 2048, cwd: Path | None = None) -> Program:
    """A program that has given its first two answers."""
    program = Program(command(way), memory=memory, cwd=cwd)
    program.begin()
    for number in (1, 2):
        program.send({"id": number, "ask": "look"})
        assert program.receive()["id"] == number
    return program


def go_on(program: Program, until: int) -> None:
    """Ask and wait for the answer, from the third request on."""
    for number in range(3, until):
        program.send({"id": number, "ask": "look"})
        assert program.receive()["id"] == number


def left_running(owner: int | None = None) -> list[psutil.Process]:
    """What carries the mark of the programs that a process began, zombies of ours too."""
    owner = owner or os.getpid()
    marked = (
        []
        if owner != os.getpid()
        else [process for process in psutil.Process().children(recursive=True) if process not in _before]
    )
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK, "").startswith(f"{owner}.") and process not in marked:
                marked.append(process)
        except psutil.Error:
            continue
    return marked


_before: set[psutil.Process] = set()
"""What other tests in this worker left to it, as the resource tracker of ``multiprocessing``: not ours to judge."""


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Whatever a test does with programs, none of their processes outlives it."""
    _before.clear()
    _before.update(psutil.Process().children(recursive=True))
    yield
    assert left_running() == []


VERDICTS = {
    "exits": ("crashed", "it ended with exit code 3, asked {"),
    "raises": ("crashed", "it ended with exit code 1, asked {"),
    "aborts": ("crashed", "it was ended by SIGABRT, asked {"),
    "confesses-without-id": ("crashed", "it answers with an error of its own: "),
    "falls-silent": ("crashed", "it closed its standard output, asked {"),
    "leaves-its-pipes-to-a-child": ("crashed", "it ended with exit code 4"),
    "leaves-a-stranger": ("crashed", "it ended with exit code 5"),
    "leaves-a-nameless-child": ("crashed", "it ended with exit code 6"),
    "leaves-in-secret": ("crashed", "it ended with exit code 7"),
    "starts-itself-anew": ("crashed", "it ended with exit code 8"),
    "starts-each-other-anew": ("crashed", "it ended with exit code 9"),
    "branches": ("timed out", "no answer within 0.3 s"),
    "stops": ("timed out", "no answer within 0.3 s"),
    "kills-its-parent": ("crashed", "it was ended by SIGKILL, asked {"),
    "half-a-line": ("half a line", 'it ended with exit code 0 in the middle of a line: {"id": 3, "legal": ["load co'),
    "half-a-line-and-killed": ("half a line", "it was ended by SIGKILL in the middle of a line"),
    "hangs": ("timed out", "is each line flushed?"),
    "hangs-and-will-not-be-ended": ("timed out", "no answer within 0.3 s, asked {"),
    "dribbles": ("timed out", "an incomplete line came"),
    "forgets-to-flush": ("timed out", "is each line flushed?"),
    "reads-no-more": ("timed out", "it does not read its standard input"),
    "complains-for-ever": ("timed out", "no answer within 0.3 s"),
    "chats": ("garbage", "no JSON object: thinking about it, asked {"),
    "says-nothing": ("garbage", "no JSON object: (blank), asked {"),
    "lists": ("garbage", "no JSON object: [3]"),
    "answers-something-else": ("garbage", 'no answer to request 3: {"id": 4}'),
    "answers-in-words": ("garbage", 'no answer to request 3: {"id": "3"}'),
    "answers-in-fractions": ("garbage", 'no answer to request 3: {"id": 3.0}'),
    "answers-nobody": ("garbage", "no answer to request 3"),
    "answers-twice": ("garbage", 'no answer to request 4: {"id": 3}'),
    "is-no-number": ("garbage", "no JSON object"),
    "is-beyond-numbers": ("garbage", "no JSON object"),
    "has-too-many-digits": ("garbage", "no JSON object"),
    "is-deep": ("garbage", "no JSON object"),
    "is-not-utf8": ("garbage", "no JSON object"),
    "is-half-a-sign": ("garbage", "no JSON object"),
    "has-no-line-end": ("flood", "a line of more than 8 MB"),
    "has-a-long-line": ("flood", "a line of more than 8 MB"),
    "floods": ("flood", "output without end, beginning with info: searching"),
    "floods-empty-lines": ("flood", "output without end"),
    "grows": ("out of memory", "MB of 80 MB allowed"),
    "swells": ("out of memory", "MB of 80 MB allowed"),
    "swells-by-its-children": ("out of memory", "MB of 80 MB allowed"),
}
RIGHT = (
    "complains",
    "confesses",
    "ends-its-lines-as-windows-does",
    "takes-its-time",
    "has-children",
    "shares-with-its-children",
)


def test_every_wrong_program_is_tried() -> None:
    assert {*VERDICTS, *RIGHT} == set(WAYS)


def staying_in(folder: Path) -> list[psutil.Process]:
    """What runs in a folder: whatever it did to its parents, session and environment, it has not left that."""
    return [process for process in psutil.process_iter() if is_in(process, folder)]


def is_in(process: psutil.Process, folder: Path) -> bool:
    try:
        return Path(process.cwd()) == folder and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.Error, OSError):
        return False


@pytest.mark.parametrize("way", VERDICTS)
def test_each_fault_has_its_verdict_and_leaves_nothing_behind(way: str, tmp_path: Path) -> None:
    verdict, what = VERDICTS[way]
    program = started(way, memory=80 if verdict == "out of memory" else 2048, cwd=tmp_path)
    if verdict == "timed out":
        program.timeout = SHORT

    with pytest.raises(Failed) as failed:
        go_on(program, 1000)

    assert failed.value.verdict == verdict
    assert what in failed.value.what
    assert len(failed.value.what) < 600
    assert not program.is_running
    assert left_running() == []
    assert staying_in(tmp_path) == []


@pytest.mark.parametrize("way", RIGHT)
def test_what_is_only_odd_is_no_fault(way: str) -> None:
    program = started(way, memory=80)
    program.timeout = 0.6  # the clock begins anew with each answer

    go_on(program, 7)
    program.close()

    assert left_running() == []


def test_processes_that_run_are_seen() -> None:
    """The twin of what is said of each fault: that nothing is left could be said by the blind."""
    program = started("has-children")
    program.send({"id": 3, "ask": "look"})
    program.receive()

    assert len(left_running()) == 3, "its guard is one of them"
    program.close()
    assert left_running() == []


def test_growth_within_the_limit_is_allowed() -> None:
    """The twin of `grows`, with room for it."""
    program = started("grows", memory=2048)

    go_on(program, 20)
    program.close()


def test_the_answers_before_a_crash_are_given() -> None:
    program = Program(command("exits", 6))
    program.begin()
    for number in range(1, 17):  # as many as go out together
        program.send({"id": number, "ask": "look"})
    until = time.monotonic() + 10
    while len(left_running()) > 1:  # its guard stays
        assert time.monotonic() < until, "it should have ended by itself"

    assert [program.receive()["id"] for _ in range(5)] == [1, 2, 3, 4, 5]
    with pytest.raises(Failed, match=r'it ended with exit code 3, asked \{"id":6,'):
        program.receive()


def test_large_wrong_answers_to_what_was_asked_are_no_flood() -> None:
    program = started("is-deep")
    for number in range(3, 11):
        program.send({"id": number, "ask": "look"})

    with pytest.raises(Failed, match="garbage"):
        program.receive()


@pytest.mark.parametrize(
    ("way", "said"),
    [("exits", "no tile 17 on this board\n"), ("hangs", "let me think\n")],
)
def test_standard_error_comes_with_the_failure(way: str, said: str) -> None:
    program = started(way)
    program.timeout = SHORT
    program.send({"id": 3, "ask": "look"})

    with pytest.raises(Failed) as failed:
        program.receive()

    assert failed.value.stderr == program.stderr == said


def test_an_orphan_without_our_mark_is_ended_too() -> None:
    program = started("leaves-a-nameless-child")
    program.send({"id": 3, "ask": "look"})

    with pytest.raises(Failed) as failed:
        program.receive()

    orphan = int(failed.value.stderr)
    assert not psutil.pid_exists(orphan) or psutil.Process(orphan).status() == psutil.STATUS_ZOMBIE


def test_of_much_standard_error_the_beginning_and_the_end_are_kept() -> None:
    kept = Kept()
    for number in range(100_000):
        kept.add(f"line {number}\n".encode())

    text = kept.text()
    assert text.startswith("line 0\nline 1\n")
    assert text.endswith("line 99999\n")
    assert "bytes left out …\n" in text
    assert len(text) < 21_000


def test_of_little_standard_error_all_is_kept() -> None:
    kept = Kept()
    kept.add(b"x" * 5000)
    kept.add(b"y" * 15_000)

    assert kept.text() == "x" * 5000 + "y" * 15_000


def test_a_failed_program_can_be_begun_anew() -> None:
    program = started("exits")
    program.send({"id": 3, "ask": "look"})
    with pytest.raises(Failed):
        program.receive()

    program.begin()
    program.send({"id": 1, "ask": "look"})
    assert program.receive() == {"id": 1}
    program.close()


def test_a_program_begun_anew_has_forgotten_what_was_on_the_way() -> None:
    program = Program(ECHO)
    program.begin()
    for number in range(1, 20):
        program.send({"id": number})
    program.receive()

    program.begin()
    program.send({"id": 77})
    assert program.receive() == {"id": 77}
    program.close()


def test_many_large_requests_and_answers_pass_each_other() -> None:
    """Both pipes are full at times: neither side waits for the other for ever."""
    program = Program(ECHO)
    program.begin()
    requests = [{"id": number, "note": "x" * 300_000} for number in range(program.room)]
    for request in requests:
        program.send(request)

    assert [program.receive() for _ in requests] == requests
    program.close()


def test_a_line_may_be_long() -> None:
    """The twin of the flood: a line of 7 MB is an answer."""
    program = Program(ECHO)
    program.begin()
    request = {"id": 1, "note": "x" * (7 << 20)}
    program.send(request)

    assert program.receive() == request
    program.close()


def test_text_beyond_ascii_passes_both_ways() -> None:
    program = Program(ECHO)
    program.begin()
    request = {"id": 1, "seats": ["Zoë", "孫"]}
    program.send(request)

    assert program.receive() == request
    program.close()


def test_ten_programs_leave_no_file_open() -> None:
    program = Program(ECHO)
    before = psutil.Process().num_fds()

    for number in range(10):
        program.begin()
        program.send({"id": number})
        program.receive()
        assert psutil.Process().num_fds() > before
        program.close()

    assert psutil.Process().num_fds() == before


def test_failures_leave_no_file_open() -> None:
    before = psutil.Process().num_fds()
    for way in ("exits", "chats", "floods"):
        program = started(way)
        program.send({"id": 3, "ask": "look"})
        with pytest.raises(Failed):
            program.receive()

    assert psutil.Process().num_fds() == before


# ---- programs that cannot be started ----


def test_a_program_that_is_not_there_cannot_be_started() -> None:
    with pytest.raises(CannotStart) as told:
        Program(["no-such-bot", "--fast"]).begin()

    assert str(told.value) == (
        "cannot start no-such-bot --fast: no program no-such-bot on the PATH; check the name, or write its whole path"
    )


def test_a_file_that_is_not_there_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=r"there is no file \./bot; paths begin at "):
        Program(["./bot"], cwd=tmp_path).begin()


def test_a_file_beside_us_needs_its_path(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/bin/cat\n")

    with pytest.raises(CannotStart, match=r"was \./bot meant\?"):
        Program(["bot"], cwd=tmp_path).begin()


def test_a_file_that_may_not_be_executed_cannot_be_started(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/bin/cat\n")

    with pytest.raises(CannotStart, match=r"chmod \+x it"):
        Program([str(tmp_path / "bot")]).begin()


def test_a_file_that_is_no_program_cannot_be_started(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text("print('hello')\n")
    bot.chmod(0o755)

    with pytest.raises(CannotStart, match="give it a first line with #!"):
        Program([str(bot)]).begin()


def test_a_program_whose_interpreter_is_not_there_cannot_be_started(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text("#!/no/such/node\n")
    bot.chmod(0o755)

    with pytest.raises(CannotStart, match="the interpreter that"):
        Program([str(bot)]).begin()


def test_a_folder_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="is a folder; name the program in it"):
        Program([str(tmp_path)]).begin()


def test_no_command_and_no_folder_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="there is no command"):
        Program([]).begin()
    with pytest.raises(CannotStart, match="is not a folder; the program cannot be started there"):
        Program(ECHO, cwd=tmp_path / "none").begin()


def test_a_program_starts_in_the_folder_it_is_given(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text("#!/bin/sh\nexec cat\n")
    bot.chmod(0o755)
    program = Program(["./bot"], cwd=tmp_path)
    program.begin()
    program.send({"id": 1})

    assert program.receive() == {"id": 1}
    program.close()


# ---- it never outlives us ----


def test_a_program_that_is_forgotten_is_ended() -> None:
    program = started("has-children")
    assert left_running() != []

    del program
    gc.collect()

    assert left_running() == []


PARENT = """
import os, sys
from rulecheck.properties.conform.driver.program import Program
program = Program(sys.argv[1:])
program.begin()
for number in (1, 2, 3):
    program.send({"id": number})
    if number < 3:
        program.receive()
print("ready", flush=True)
"""


def parent(code: str, way: str, folder: Path | None = None) -> subprocess.Popen[str]:
    """A rulecheck of its own that has begun a program."""
    pipe = subprocess.PIPE
    ours = [sys.executable, "-c", PARENT + code, *command(way)]
    running = subprocess.Popen(ours, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True, cwd=folder)
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    return running


def test_ctrl_c_ends_the_program_too() -> None:
    running = parent("print('goes on', flush=True)\nprogram.receive()", "hangs-and-will-not-be-ended")
    assert running.stdout is not None
    running.stdout.readline()
    assert left_running(running.pid) != []

    running.send_signal(signal.SIGINT)
    _, errors = running.communicate()

    assert "KeyboardInterrupt" in errors
    assert left_running(running.pid) == []


def test_leaving_ends_the_program_too() -> None:
    running = parent("sys.exit(7)", "has-children")
    _, errors = running.communicate()

    assert (running.returncode, errors) == (7, "")
    assert left_running(running.pid) == []


def test_what_is_forked_off_us_leaves_our_program_alone() -> None:
    code = """
forked = os.fork()
if forked == 0:
    sys.exit(0)
os.waitpid(forked, 0)
print(program.receive())
"""
    running = parent(code, "ends-its-lines-as-windows-does")
    out, errors = running.communicate()

    assert (out, errors) == ("{'id': 3}\n", "")
    assert left_running(running.pid) == []


def is_left_after(number: int, way: str, folder: Path) -> list[psutil.Process]:
    """What is left of a program when the rulecheck that drives it is ended by a signal, and its guard has gone."""
    running = parent("import time\ntime.sleep(60)", way, folder)
    guards = psutil.Process(running.pid).children()
    assert len(guards) == 1
    assert len(staying_in(folder)) >= 2
    running.send_signal(number)
    running.communicate()

    guards[0].wait(30)
    return staying_in(folder)


ENDS_US = ("SIGTERM", "SIGHUP", "SIGKILL")


@pytest.mark.parametrize(
    ("name", "way"), [("SIGTERM", "has-children"), ("SIGHUP", "leaves-in-secret"), ("SIGKILL", "leaves-in-secret")]
)
def test_a_program_does_not_outlive_us(name: str, way: str, tmp_path: Path) -> None:
    assert is_left_after(getattr(signal, name), way, tmp_path) == []


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.campaign if name == "SIGKILL" else pytest.mark.long) for name in ENDS_US],
)
@pytest.mark.parametrize("way", sorted(WAYS))
def test_no_program_at_all_outlives_us(name: str, way: str, tmp_path: Path) -> None:
    """But one that kills its guard, and so itself."""
    assert is_left_after(getattr(signal, name), way, tmp_path) == []


@pytest.mark.campaign
def test_two_hundred_programs_that_misbehave_leave_nothing_behind(tmp_path: Path) -> None:
    """A soak: every way five times, in any order, by one driver."""
    rng = Random(21)
    files = psutil.Process().num_fds()
    for _ in range(5):
        for way in rng.sample(sorted(VERDICTS), len(VERDICTS)):
            memory = 80 if VERDICTS[way][0] == "out of memory" else 2048
            program = started(way, memory=memory, cwd=tmp_path)
            program.timeout = SHORT if VERDICTS[way][0] == "timed out" else 10
            with pytest.raises(Failed) as failed:
                go_on(program, 1000)
            assert failed.value.verdict == VERDICTS[way][0], way
            assert staying_in(tmp_path) == [], way
    assert psutil.Process().num_fds() == files


def test_somebody_else_may_hold_the_pipe_to_the_guard(tmp_path: Path) -> None:
    """A process that was forked off us lives on: the guard sees that its parent is another."""
    fork = "forked = os.fork()\nif forked == 0:\n    os.chdir('/')\nelse:\n    print(forked, flush=True)\n"
    running = parent(f"{fork}import time\ntime.sleep(60)", "has-children", tmp_path)
    assert running.stdout is not None
    forked = psutil.Process(int(running.stdout.readline()))
    guard = next(child for child in psutil.Process(running.pid).children() if child != forked)
    running.kill()
    running.wait()

    guard.wait(30)
    assert staying_in(tmp_path) == []
    assert forked.is_running()
    forked.kill()
    running.communicate()
