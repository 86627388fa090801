"""What a campaign found and how much it looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from attrs import asdict, define, field

from rulecheck.properties.campaign.effects import Effect
from rulecheck.properties.campaign.news import News
from rulecheck.properties.campaign.planning import Reached, Ways
from rulecheck.properties.campaign.play import GameReport
from rulecheck.properties.findings.finding import Finding, Setting
from rulecheck.reference_engines.contract import SILENT


@define
class CampaignResult:
    """What a campaign found and how much it looked at.

    `asked` is None for a campaign by time.  `games` counts the games that were played,
    however they ended; `ended` tells how.  `unexercised` are the clauses given as goals
    that no move carried out and no refusal cited.
    """

    seed: int
    asked: int | None
    settings: tuple[Setting, ...]
    games: int = 0
    moves: int = 0
    decisions: int = 0
    resumed: int = 0
    """Games that were started from a position of an earlier game."""
    ended: Counter[str] = field(factory=Counter)
    events: Counter[str] = field(factory=Counter)
    """How often each clause was carried out."""
    refusals: Counter[str] = field(factory=Counter)
    """How often each clause refused a move that was tried."""
    silences: Counter[str] = field(factory=Counter)
    shortest: Ways = field(factory=Ways)
    first: dict[str, int] = field(factory=dict)
    """The first game that carried out each clause."""
    properties: Counter[str] = field(factory=Counter)
    """How often each property was looked at."""
    players: dict[str, Counter[str]] = field(factory=dict)
    """How the games of each kind of player ended."""
    goals: tuple[str, ...] | None = None
    findings: tuple[Finding, ...] = ()
    effects: dict[str, Effect] = field(factory=dict)
    """What the silences change, as far as that was measured."""
    not_measured: dict[str, str] = field(factory=dict)
    """Why that is not known of the other silences."""
    news: News = field(factory=News)
    """What was met for the first time and when."""
    timed: bool = False
    """Whether seconds were the limit: then no two runs are the same, and news have their seconds."""
    quiet: bool = False
    """Whether it ended because nothing new came."""
    notes: list[str] = field(factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def clauses(self) -> Counter[str]:
        """How often each clause was exercised, by a move or a refusal."""
        return self.events + self.refusals

    @property
    def unexercised(self) -> tuple[str, ...]:
        """The goals that were not reached, in the rulebook's order."""
        seen = self.clauses
        return tuple(clause for clause in self.goals or () if clause not in seen)

    def to_json(self) -> dict[str, Any]:
        """Everything but times, where they were no limit: the same seed and number of games give the same bytes."""
        return {
            "seed": self.seed,
            "asked": self.asked,
            "games": self.games,
            "moves": self.moves,
            "decisions": self.decisions,
            "resumed": self.resumed,
            "interrupted": self.interrupted,
            "quiet": self.quiet,
            "news": [new.to_json(timed=self.timed) for new in self.news.first],
            "unseen": asdict(self.news.unseen()),
            "ended": dict(sorted(self.ended.items())),
            "clauses": {clause: self._clause(clause) for clause in sorted(self.clauses)},
            "unexercised": None if self.goals is None else list(self.unexercised),
            "silences": {reading: self.silences[reading] for reading in sorted(self.silences)},
            "properties": dict(sorted(self.properties.items())),
            "notes": list(self.notes),
            "findings": [finding.to_json() for finding in self.findings],
            "effects": {reading: asdict(self.effects[reading]) for reading in sorted(self.effects)},
            "not_measured": dict(sorted(self.not_measured.items())),
        }

    def _clause(self, clause: str) -> dict[str, Any]:
        told: dict[str, Any] = {"carried_out": self.events[clause], "refused": self.refusals[clause]}
        if clause in self.shortest:
            told["first_game"] = self.first[clause]
            told["shortest_game"] = self.shortest[clause].game
            told["after_moves"] = self.shortest[clause].at
        return told

    def add(self, report: GameReport) -> None:
        """Take in a game that was played."""
        task = report.task
        self.games += 1
        self.moves += report.moves
        self.decisions += report.decisions
        self.resumed += bool(task.plan.prefix)
        self.ended[report.ended] += 1
        self.players.setdefault(task.plan.player, Counter())[report.ended] += 1
        self.properties.update(report.properties)
        for event in report.events:
            self.first[event] = min(self.first.get(event, task.index), task.index)
        self.refusals.update(report.refusals)
        events = self.events
        for event, times in report.events.items():
            if event in events:
                events[event] += times
            elif event.startswith(SILENT):
                self.silences[event[len(SILENT) :]] += times
            else:
                events[event] = times
        for event, at in report.firsts.items():
            if self.shortest.is_shorter(event, at):
                self.shortest[event] = Reached(task.index, at, task.plan.rules, report.line)


def met_in(report: GameReport) -> Iterator[tuple[str, str]]:
    """The clauses that a game exercised, the readings that it needed, and its other faults."""
    for event in dict.fromkeys((*report.events, *report.refusals)):
        yield ("silence", event[len(SILENT) :]) if event.startswith(SILENT) else ("clause", event)
    for violation in [sighting.violation for sighting in report.sightings]:
        if violation.kind != "silent":
            yield violation.kind, violation.key
