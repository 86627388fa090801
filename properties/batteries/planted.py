"""What planted faults ask: each is noticed in a person's game, not in the reference's, and found by a campaign."""

from __future__ import annotations

from typing import Any, Final

from rulecheck.properties.batteries.material import Fault, owe
from rulecheck.properties.campaign.arena import load_properties, property_modules
from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.findings.finding import Finding
from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.contract_checks import listing
from rulecheck.properties.invariants.declaring import PropertySet
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import OVER, AnyEngine

SHRINK: Final = 300_000
"""Moves that a campaign replays to shorten a fault's game."""
KINDS: Final = ("broken", "conflict", "deadlock")
"""Findings that a planted fault may bring about; silences and loops are of the rules."""
LONGER: Final = 1.5
"""How much longer than a person's game the campaign's may be."""


def noticed(engine: AnyEngine, moves: tuple[str, ...], properties: PropertySet) -> dict[str, int]:
    """What is wrong in a game: the name of each claim that breaks, and after how many moves it first does."""
    __tracebackhide__ = True
    checker = Checker(engine, properties)
    state = engine.start()
    noticed_at: dict[str, int] = {violation.name: 0 for violation in checker.first(state)}
    played, states = list[Any](), [state]
    for number, text in enumerate(moves, 1):
        move = engine.parse(text)
        refused = engine.refusal(state, move)
        owe(refused is None, f"move {number}, {text}: {refused}", "the person's game must be one of the wrong engine's")
        after = engine.apply(state, move)
        for violation in [*checker.step(state, move, after), *listing(engine, after, engine.legal_moves(after))]:
            noticed_at.setdefault(violation.name, number)
        state = after
        played.append(move)
        states.append(state)
    if engine.actor(state) == OVER:
        for violation in checker.whole(states, played, engine.outcome(state)):
            noticed_at.setdefault(violation.name, len(moves))
    return noticed_at


def tellings(properties: PropertySet) -> set[str]:
    """The properties that hold what steps tell against what they do: many a fault of the rules breaks them as well."""
    return {claim.name for claim in properties if claim.tells}


def shows_with_its_last_move(game: str, fault: Fault, properties: PropertySet) -> None:
    """A person's game shows the fault with its last move, to the claims that were foretold only."""
    __tracebackhide__ = True
    noticed_at = noticed(fault.engine(fault.rules(game)), fault.moves, properties)
    owe(noticed_at, f"nothing notices {fault.name} in {', '.join(fault.moves)}", "write the property that does")
    foretold = fault.noticed_by | tellings(properties)
    owe(set(noticed_at) <= foretold, f"noticed by {sorted(noticed_at)}, foretold {sorted(foretold)}", "fix either")
    early = {name: at for name, at in noticed_at.items() if at != len(fault.moves) and name in fault.noticed_by}
    owe(not early, f"noticed before the last of {len(fault.moves)} moves: {early}", "leave out the moves after it")


def is_none_of_the_references(game: str, fault: Fault, properties: PropertySet) -> None:
    """The reference plays as much of that game as it allows, and nothing is wrong."""
    __tracebackhide__ = True
    engine = build(fault.rules(game))
    legal: list[str] = []
    state = engine.start()
    for text in fault.moves:
        if engine.refusal(state, engine.parse(text)) is not None:
            break
        state = engine.apply(state, engine.parse(text))
        legal.append(text)
    noticed_at = noticed(engine, tuple(legal), properties)
    owe(not noticed_at, f"the engine that is right breaks {sorted(noticed_at)}", "fix the property")


def campaign(game: str, fault: Fault) -> list[Finding]:
    """The faults that a short campaign finds, silences and loops left out, the shortest first."""
    result = Campaign(
        rules=[fault.rules(game)],
        seed=fault.seed,
        games=fault.games,
        jobs=1,
        players=[fault.player],
        build=fault.engine,
        cap=1500,
        kinds=KINDS,
        shrink_steps=SHRINK,
    ).run()
    return sorted(result.findings, key=lambda finding: finding.at)


def is_found_and_told_shortly(game: str, fault: Fault) -> None:
    """A campaign finds it, names the claims that were foretold, and its game is about as short as the person's."""
    __tracebackhide__ = True
    findings = campaign(game, fault)
    owe(findings, f"{fault.games} games of {fault.player} did not find {fault.name}", "more games, or another player")
    names = {finding.name for finding in findings}
    foretold = fault.noticed_by | tellings(load_properties(property_modules(game)))
    owe(names <= foretold, f"found {sorted(names)}, foretold {sorted(foretold)}", "fix either")
    short = findings[0].at <= LONGER * len(fault.moves)
    told = f"shown in {findings[0].at} moves, a person needs {len(fault.moves)}: {', '.join(findings[0].moves)}"
    owe(short, told, "let the campaign play more games (games=…)")
