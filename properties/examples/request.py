"""How examples are played: by which rules, on which engine, before which properties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from rulecheck.properties.examples.block import Block, Broken
from rulecheck.properties.examples.paths import is_list
from rulecheck.properties.examples.stage import Builder
from rulecheck.properties.examples.watch import game_properties
from rulecheck.properties.invariants.declaring import Property
from rulecheck.properties.unforeseen.silences import Choices
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import AnyEngine, begun
from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import kind_of
from rulecheck.spec.model import Rulebook
from rulecheck.spec.rules import make_rules, refuse_unread

KINDS: Final = {"players": int, "setup": str, "seats": list, "readings": dict, "numbers": dict}
"""What a block says about the rules it is played by."""


@frozen
class Request:
    """What is asked for all examples of a file or rulebook."""

    rulebook: Rulebook
    build: Builder = build_engine
    data: tuple[Path | str, ...] = ()
    choice: Mapping[str, Any] = field(factory=dict)
    """The rules of blocks that do not say otherwise: `players`, `setup`, `readings`, `numbers`."""
    properties: tuple[Property, ...] = ()
    strict: bool = False
    """Whether what a position set by hand breaks is a failure."""
    engines: dict[str, AnyEngine] = field(factory=dict)
    """Engines by the rules that they were made for."""
    beside: dict[AnyEngine, Choices | None] = field(factory=dict)
    """For each engine those that follow other choices, where there are any."""

    @staticmethod
    def of(
        rulebook: Rulebook,
        *,
        build: Builder | None,
        data: Iterable[Path | str],
        choice: Mapping[str, Any] | None,
        properties: Iterable[Property] | None,
        engines: dict[str, AnyEngine] | None = None,
        strict: bool = False,
    ) -> Request:
        """A request with the game's own engine and properties where none are named."""
        return Request(
            rulebook,
            build or build_engine,
            tuple(data),
            choice or {},
            game_properties(rulebook.game) if properties is None else tuple(properties),
            strict,
            {} if engines is None else engines,
        )

    def engine(self, block: Block) -> AnyEngine:
        """The engine for the rules that a block asks for; raises `Broken` for rules that cannot be."""
        own = self._said(block)
        choice = {**self.choice, **own}
        for key in ("readings", "numbers"):
            if key in self.choice or key in own:
                choice[key] = {**self.choice.get(key, {}), **own.get(key, {})}
        if "seats" in own and "players" not in own:
            choice.pop("players", None)
        data = (*self.data, *self._files(block))
        try:
            rules = make_rules(self.rulebook, data=data, **choice)
        except SpecError as problem:
            culprit = next((key for key in own if _mentions(problem, own[key])), "data" if problem.path else "")
            line = block.line(culprit) if culprit in block.body else block.example.line
            told = str(problem) if culprit == "data" else without_place(problem)
            raise Broken(line, told) from None
        key = repr((self.rulebook.path, data, sorted(choice.items())))
        if key not in self.engines:
            self.engines[key] = self.build(rules)
        engine = self.engines[key]
        if own.get("numbers") and self.properties:  # a text that is checked brings all numbers that it gives
            begun(engine)
            try:
                refuse_unread(self.rulebook, [engine.rules], own["numbers"])
            except SpecError as problem:
                raise Broken(block.line("numbers"), without_place(problem)) from None
        return engine

    def choices(self, engine: AnyEngine) -> Choices | None:
        """The engines of other readings beside one of these, made once."""
        if engine not in self.beside:
            self.beside[engine] = Choices.of(engine.rules, self.build)
        return self.beside[engine]

    def _said(self, block: Block) -> dict[str, Any]:
        """What the block itself says about the rules."""
        said: dict[str, Any] = {}
        for key, kind in KINDS.items():
            if key in block.body:
                value = block.body[key]
                if type(value) is not kind:
                    raise block.broken(key, f"not meant to be {kind_of(value)}", "fix it")
                said[key] = _flat(value) if isinstance(value, dict) else value
        return said

    def _files(self, block: Block) -> tuple[Path, ...]:
        """The block's own data files: their names count from the file that it stands in."""
        named = block.texts("data", block.body)
        own = self.rulebook.file
        stands_in = own if own is not None and block.example.path == self.rulebook.path else Path(block.example.path)
        return tuple(stands_in.parent / name for name in named)


def without_place(problem: SpecError) -> str:
    """A complaint without the file it is about."""
    return "; ".join(part for part in (problem.what, problem.hint) if part)


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """A table whose dotted keys somebody wrote without quotes, as they were meant."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{before}{key}."))
        else:
            flat[before + key] = value
    return flat


def _mentions(problem: SpecError, value: Any) -> bool:
    """Whether a complaint about the rules is about this part of the request."""
    names = [*value, *value.values()] if isinstance(value, dict) else value if is_list(value) else [value]
    return not {str(name) for name in names}.isdisjoint(re.findall(r"[\w.-]+", problem.what))
