"""What a program sees: little of the environment if asked, and in a sandbox no network and nothing to write to."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rulecheck.properties.conform.driver.child import MARK
from rulecheck.properties.conform.driver.guarded_process import CannotStart
from rulecheck.properties.conform.driver.program import Program
from rulecheck.properties.conform.driver.sandbox import KEPT, clean_environment

LOOKS_AROUND = """
import json, os, socket, sys, tempfile
for line in sys.stdin:
    request = json.loads(line)
    if request["ask"] == "bye":
        break
    seen = {"environment": sorted(os.environ)}
    for name, attempt in {
        "network": lambda: socket.create_connection(("127.0.0.1", request["port"]), 5).close(),
        "folder": lambda: open("written", "w").close(),
        "private": lambda: tempfile.NamedTemporaryFile(mode="w").close(),
    }.items():
        try:
            attempt()
            seen[name] = "open"
        except OSError as error:
            seen[name] = "closed"
    print(json.dumps({"id": request["id"], **seen}), flush=True)
"""


def works() -> bool:
    tool = shutil.which("bwrap")
    trial = [tool or "", "--unshare-all", "--ro-bind", "/", "/", "true"]
    return tool is not None and subprocess.run(trial, check=False, capture_output=True).returncode == 0


def what_it_sees(folder: Path, **limits: Any) -> Mapping[str, Any]:
    (folder / "bot.py").write_text(LOOKS_AROUND)
    program = Program([sys.executable, "-I", "bot.py"], cwd=folder, **limits)
    with socket.create_server(("127.0.0.1", 0)) as server:
        program.begin()
        program.send({"id": 1, "ask": "look", "port": server.getsockname()[1]})
        seen = program.receive()
        program.close()
    return seen


def test_without_options_it_sees_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin of what follows."""
    monkeypatch.setenv("A_TOKEN", "secret")
    seen = what_it_sees(tmp_path)

    assert "A_TOKEN" in seen["environment"]
    assert (seen["network"], seen["folder"], seen["private"]) == ("open", "open", "open")


def test_a_clean_environment_holds_what_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN", "secret")
    seen = what_it_sees(tmp_path, clean_env=True)

    assert {"PATH", MARK} <= set(seen["environment"]) <= {*KEPT, MARK}
    assert clean_environment({"PATH": "/bin", "A_TOKEN": "secret"}) == {"PATH": "/bin"}


@pytest.mark.skipif(not works(), reason="needs bubblewrap, and namespaces that it may use")
def test_in_a_sandbox_there_is_no_network_and_nothing_to_change(tmp_path: Path) -> None:
    seen = what_it_sees(tmp_path, sandbox=True)

    assert (seen["network"], seen["folder"], seen["private"]) == ("closed", "closed", "open")
    assert not (tmp_path / "written").exists()


def test_without_the_tool_a_sandbox_is_told_not_to_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(CannotStart, match="a sandbox needs bubblewrap, and there is no bwrap on the PATH; install it"):
        Program([sys.executable], sandbox=True).begin()


def test_a_sandbox_that_is_not_allowed_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "bwrap"
    tool.write_text("#!/bin/sh\necho no namespaces for you >&2\nexit 1\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    with pytest.raises(CannotStart, match="bubblewrap makes no sandbox here: no namespaces for you"):
        Program([sys.executable], sandbox=True).begin()
