"""Readings are asked for in one way in all properties: by the name that the game's engine has for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulecheck.spec import games

ROOT = Path(__file__).parents[2]
ASKED = re.compile(
    r'^\s+self\.(\w+)(?:: [\w.]+)? = (?:\w+\.)*reading(?:\("|\[")([\w.-]+)"[\])](?: (==|!=) "([\w-]+)")?$', re.M
)

NOT_THE_ENGINES = {
    "regions.count": "the engine makes a number of it, in which the reading is not seen any more",
    "discard.fuel": "the engine asks for the other of its two choices",
    "bonus.final": "the engine keeps the word: two of its three choices pay something",
    "bonus.counts": "the engine asks for the other of its two choices",
    "post.convert": "the engine keeps the word and compares it in three places",
}
"""Readings that properties ask for under a name of their own, and why."""


def asked(text: str) -> dict[str, tuple[str, str, str]]:
    """For each reading the name it is kept under, and what it is compared with."""
    return {id: (name, how, choice) for name, id, how, choice in ASKED.findall(text)}


@pytest.mark.parametrize("game", games())
def test_properties_ask_for_a_reading_by_the_engines_name(game: str) -> None:
    kit = asked((ROOT / "reference_engines" / game / "kit.py").read_text(encoding="utf-8"))
    folder = ROOT / "properties" / game
    facts = asked(
        "\n".join(f.read_text(encoding="utf-8") for f in (folder / "facts.py", folder / "land.py") if f.is_file())
    )

    assert {id: here for id, here in facts.items() if here != kit.get(id) and id not in NOT_THE_ENGINES} == {}


@pytest.mark.parametrize("game", games())
def test_no_property_compares_a_reading_itself(game: str) -> None:
    compared = [
        f"{module.name}: {line.strip()}"
        for module in sorted((ROOT / "properties" / game).glob("*.py"))
        if module.stem not in ("facts", "land")
        for line in module.read_text(encoding="utf-8").splitlines()
        if re.search(r'reading\["[\w.-]+"\] (==|!=)', line)
    ]

    assert compared == []


def test_another_name_is_seen() -> None:
    """The twin of the tests above."""
    assert asked('        self.limited = reading("gold.bank") == "limited"') == {
        "gold.bank": ("limited", "==", "limited")
    }
