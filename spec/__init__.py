"""What the rulebooks say: clauses, numbers, claims, readings, worked examples, data."""

from __future__ import annotations

from rulecheck.spec.data import DataFile, load_data
from rulecheck.spec.errors import SpecError
from rulecheck.spec.expressions import ClaimFailure, check_claims
from rulecheck.spec.game import Game, GameError, Part
from rulecheck.spec.model import Choice, Claim, Clause, Example, Quantity, Reading, Rulebook, SetUp
from rulecheck.spec.registry import all_games, find_game, game_named, games, load
from rulecheck.spec.rulebook import parse_examples, parse_rulebook
from rulecheck.spec.rules import Rules, make_rules

__all__ = [
    "Choice",
    "Claim",
    "ClaimFailure",
    "Clause",
    "DataFile",
    "Example",
    "Game",
    "GameError",
    "Part",
    "Quantity",
    "Reading",
    "Rulebook",
    "Rules",
    "SetUp",
    "SpecError",
    "all_games",
    "check_claims",
    "find_game",
    "game_named",
    "games",
    "load",
    "load_data",
    "make_rules",
    "parse_examples",
    "parse_rulebook",
]
