"""docs/commands.md has every option of every command: in the command's own chapter, or among those of several."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from rulecheck.cli.main import app_of

GROUP: Any = get_command(app_of())
COMMANDS: dict[str, Any] = GROUP.commands


def options_of(command: Any) -> list[str]:
    """The long names of a command's options, those of its own commands too."""
    inner = [option for below in getattr(command, "commands", {}).values() for option in options_of(below)]
    return [*inner, *(p.opts[0] for p in command.params if p.param_type_name == "option" and not p.hidden)]


def untold(page: str, name: str, options: list[str]) -> list[str]:
    """What to do about the options of a command that the page does not have."""
    common, *chapters = re.split(r"^## ", page, flags=re.M)
    texts = [common, *(text for text in chapters if text.startswith(f"rulecheck {name}"))]
    return [
        f"{name} takes {option}: put it into docs/commands.md below `## rulecheck {name}`"
        for option in options
        if not any(re.search(rf"{option}\b", text) for text in texts)
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_has_every_option_of_a_command(name: str, root: Path) -> None:
    page = (root / "docs" / "commands.md").read_text(encoding="utf-8")

    assert untold(page, name, [option for option in options_of(COMMANDS[name]) if option != "--help"]) == []


def test_an_option_that_is_not_on_the_page_is_told(root: Path) -> None:
    page = (root / "docs" / "commands.md").read_text(encoding="utf-8")

    assert untold(page, "perft", ["--depth", "--sideways"]) == [
        "perft takes --sideways: put it into docs/commands.md below `## rulecheck perft`"
    ]
