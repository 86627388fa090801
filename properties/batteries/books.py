"""What a rulebook owes (claims, worked examples), and what play owes it: move trees, machines, a short campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rulecheck.properties.batteries.material import owe
from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.properties.examples import run_examples
from rulecheck.properties.invariants.declaring import PropertySet
from rulecheck.properties.machine import run, state_machine
from rulecheck.properties.perft import Counter as TreeCounter
from rulecheck.reference_engines import build
from rulecheck.spec import check_claims, load
from rulecheck.spec.rules import Rules, make_rules

LEFT: Final = 0.03
"""The part of the rules that a short campaign may leave unexercised."""
OPEN: Final = ("silent", "endless")
"""What a rulebook may be found to have; anything else is a fault of the engine or of a property."""


def claims_hold(game: str) -> None:
    """The rulebook's claims about its numbers hold."""
    __tracebackhide__ = True
    failures = check_claims(load(game))
    owe(not failures, "\n    ".join(map(str, failures)), "fix the number or the claim")


def examples_come_out(game: str) -> None:
    """The rulebook has worked examples, and they come out as they say."""
    __tracebackhide__ = True
    results = run_examples(load(game))
    owe(results, f"{load(game).path} has no worked example", "write one below the clause that it shows")
    odd = [str(result) for result in results if not result.is_good]
    owe(not odd, "\n    ".join(odd), f"`rulecheck examples {game}` tells more; fix the example or the engine")


def tree_rows(game: str) -> str:
    """Rows for `perft.toml`, as they are counted now: something to look at, and then to keep."""
    book = load(game)
    rules = make_rules(book)
    counts = TreeCounter(build(rules)).tree(build(rules).start(), 4).positions
    head = f'[[{game}]]\nsetup = "{rules.setup}"\nplayers = {rules.players}\nstart = "begin"'
    return f"{head}\ncounts = {list(counts)}\n"


def move_trees_have_their_sizes(game: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """There are as many ways to play 1, 2, … moves as there were when they were counted and looked at."""
    __tracebackhide__ = True
    if not rows:
        owe(
            False,
            "no sizes of move trees (perft.toml)",
            f"count one by hand, compare, keep it:\n\n{tree_rows(game)}",
        )
    for row in rows:
        engine = build(make_rules(game, setup=row["setup"], players=row["players"]))
        tree = TreeCounter(engine).tree(engine.named_start(row["start"]), len(row["counts"]))
        counted = list(tree.positions)
        told = f"{row['setup']}, {row['players']} players, from {row['start']}: {counted}, and was {row['counts']}"
        owe(counted == row["counts"], told, "the rules have changed; if that is meant, change perft.toml")


def a_state_machine_finds_nothing(game: str, properties: PropertySet, *, least: int = 30) -> None:
    """Hypothesis plays it, legal moves and others, and finds no fault."""
    __tracebackhide__ = True
    rules: Rules = make_rules(game)
    machine = state_machine(
        lambda: build(rules),
        properties,
        clauses=frozenset(load(game).clauses),
        examples=6,
        database=None,
        derandomize=True,
    )
    report = run(machine)
    owe(report.finding is None, f"{report.finding}", "fix the engine; the test to keep is printed with it")
    owe(report.counts.moves >= least, f"only {report.counts.moves} moves were played", "the game ends at once?")


def each_choice_is_played(game: str, reading: str, choice: str, games: int = 24) -> None:
    """Games come to where a reading is needed, with each of its choices, and nothing breaks there.

    A choice that no game came to is one that no property has looked at, however many moves were played.
    """
    __tracebackhide__ = True
    book = load(game)
    beside = book.readings[reading].beside
    readings = {reading: choice, **({} if beside is None else dict([beside]))}
    rules = [
        make_rules(game, setup=setup.name, players=count, readings=readings)
        for setup in book.setups.values()
        for count in setup.players
    ]
    result = Campaign(rules=rules, seed=21, games=games, jobs=1, shrink_steps=20_000).run()
    faults = _faults(result)
    owe(not faults, "\n    ".join(faults), f"`rulecheck fuzz {game} --reading {reading}={choice}` shows it")
    do = f"put silent:{reading} among the events where it is needed, or add a player that gets there (players.py)"
    owe(result.silences[reading], f"{games} games with {reading} = {choice} never needed it", do)


def _faults(result: CampaignResult) -> list[str]:
    """What a campaign found under its own rules that is no silence and no loop, a line each."""
    faults = [finding for finding in result.findings if finding.kind not in OPEN and finding.setting in result.settings]
    return [f"{fault.kind} {fault.name}: {'; '.join(fault.messages)}" for fault in faults]


def a_short_campaign_finds_no_fault(game: str, games: int = 60) -> None:
    """All tables, all players: nothing but silences and loops, and the rules are exercised."""
    __tracebackhide__ = True
    book = load(game)
    rules = [
        make_rules(game, setup=setup.name, players=count) for setup in book.setups.values() for count in setup.players
    ]
    result = Campaign(rules=rules, seed=20, games=games, jobs=1, shrink_steps=50_000).run()
    owe(not _faults(result), "\n    ".join(_faults(result)), f"`rulecheck fuzz {game}` shows the shortest game")
    left = result.unexercised
    owe(
        len(left) <= LEFT * len(result.goals or ()),
        f"no game came to {list(left)}",
        "add a player that does (players.py)",
    )
