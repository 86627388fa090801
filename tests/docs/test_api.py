"""docs/api.md: what it calls stable is there, is documented, and is in its table."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any

import pytest

from tests.docs.pages import text_of

PAGE = text_of("docs/api.md")
LISTED = re.findall(r"^::: (\S+)$", PAGE, re.M)


def named(path: str) -> Any:
    """What a dotted name stands for."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("path", LISTED)
def test_what_is_stable_is_there_and_says_what_it_is(path: str) -> None:
    thing = named(path)

    assert isinstance(thing, (str, int)) or len(inspect.getdoc(thing) or "") > 20


def test_the_table_names_what_the_page_documents() -> None:
    table = re.findall(r"`(\w+)`", "".join(line for line in PAGE.splitlines() if line.startswith("| [")))

    assert {path.rpartition(".")[2] for path in LISTED} - {"Run"} == set(table)
    assert len(LISTED) > 40


def test_a_name_that_is_gone_is_noticed() -> None:
    """The twin."""
    with pytest.raises(AttributeError):
        named("rulecheck.properties.campaign.campaign.Crusade")
