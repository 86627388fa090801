"""`rulecheck fuzz`: a campaign of odd games, and what it found."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from rulecheck.cli.arguments.folders import command_for
from rulecheck.cli.arguments.options import (
    Data,
    Findings,
    Game,
    HostOutput,
    Numbers,
    Readings,
    ReportFolder,
    SetUpName,
    check_report,
    rules_for,
)
from rulecheck.cli.arguments.play_options import (
    Games,
    PlayerCounts,
    Seconds,
    Seed,
    Shrink,
    limit_of,
    progress,
    seed_of,
    shares,
)
from rulecheck.cli.arguments.store_options import (
    Jobs,
    Resume,
    RoundSize,
    Store,
    WorkersAt,
    apart,
    cores,
    corpus_at,
    finish,
    logbook,
    workers_at,
)
from rulecheck.cli.arguments.tables import last_report, replay_command, tables
from rulecheck.cli.arguments.watching import Watch, watched
from rulecheck.cli.rendering.answers import Screen, UserError, document, emit, some
from rulecheck.cli.rendering.campaign_result import news, show_campaign
from rulecheck.cli.rendering.code_hosts import HostFormat, campaign_cases, show_cases
from rulecheck.cli.rendering.completeness import AllowIncomplete, Undone, Work, leave
from rulecheck.properties.runtime.interrupts import told_by
from rulecheck.properties.runtime.plain import plain

if TYPE_CHECKING:
    from rulecheck.properties.campaign.results import CampaignResult
    from rulecheck.properties.findings.finding import Finding
    from rulecheck.properties.findings.store import FindingStore
    from rulecheck.properties.runtime.progress import Progress
    from rulecheck.spec import Rulebook, Rules


def fuzz(
    game: Game,
    players: PlayerCounts = None,
    setup: SetUpName = None,
    games: Games = None,
    seconds: Seconds = None,
    until_quiet: Annotated[
        bool,
        typer.Option(
            "--until-quiet",
            help="Stop when nothing new was found for as long as it took to find the last new thing. "
            "Where no length is asked for, that ends the 60 seconds early.",
        ),
    ] = False,
    seed: Seed = None,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
    shrink: Shrink = 2_000_000,
    jobs: Jobs = None,
    workers: WorkersAt = None,
    round_size: RoundSize = None,
    keep: Store = None,
    resume: Resume = False,
    findings: Findings = Path("findings"),
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="DIR|none|MODULE:NAME",
            help="Where rare positions are kept for the next campaign: a folder, or any Hypothesis database that a "
            "Python name stands for. Without --seed and --games: .rulecheck/corpus.",
        ),
    ] = None,
    accept: Annotated[
        Path | None,
        typer.Option("--accept", metavar="FILE", help="Known findings with reasons: counted, not reported."),
    ] = None,
    write_accepted: Annotated[
        Path | None,
        typer.Option("--write-accepted", metavar="FILE", help="Write all findings, known and new, for --accept."),
    ] = None,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why those that --write-accepted adds are left as they are.")
    ] = "",
    write_corpus: Annotated[
        Path | None,
        typer.Option(
            "--write-corpus",
            metavar="FILE",
            help="Write few games that come to all that this campaign came to; as corpus.json beside a rulebook they "
            "are played first where no number of games is asked for.",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show known findings in full as well, and cut nothing short.")
    ] = False,
    report: ReportFolder = None,
    watch: Watch = False,
    allow_incomplete: AllowIncomplete = False,
    form: HostOutput = HostFormat.TEXT,
) -> None:
    """Play odd games and report where the rules run into a wall.

    What the rulebook lists as a silence, and what the game's known.txt or --accept accounts for, is known: it is
    counted, and is no failure.

    Plays all set-ups and player counts unless told otherwise. The same --seed and --games play the same games and
    give the same answer, byte for byte in JSON.
    """
    if watch:
        from rulecheck.spec import game_named

        watched([game_named(game).folder])
    limit = None if until_quiet and seconds is None else limit_of(games, seconds)
    playing, shrinking = shares(limit)
    if write_corpus is not None:
        from rulecheck.cli.rendering.departures import check_place, write_file

        check_place(write_corpus)
    known = _known(game, accept, write_accepted, reason)
    check_report(report)
    every = tables(
        game,
        players,
        setup,
        lambda count, name: rules_for(game, players=count, setup=name, readings=reading, numbers=number, data=data),
    )
    from rulecheck.cli.arguments.options import playable
    from rulecheck.cli.arguments.rooms import properties_for
    from rulecheck.properties.campaign.campaign import ROUND, Campaign
    from rulecheck.properties.campaign.lines import cover, lines_in, played_by, written
    from rulecheck.properties.findings.store import FindingStore
    from rulecheck.reference_engines import build
    from rulecheck.spec import game_named, load

    playable(every)  # numbers and data that no engine can be made with are told now, by name
    if not game_named(game).ours:
        properties_for(game)  # as is a module of somebody's properties that cannot be imported
    if keep is not None and database not in (None, "none"):
        raise UserError("--store keeps games of its own, which --database would mix with others: give one of them")
    repeatable = seed is not None or games is not None or until_quiet
    kept = None if keep is not None else corpus_at(database, repeatable=repeatable)
    count, own_seed, own_size = cores(jobs), seed_of(seed), round_size or ROUND
    far = workers_at(workers, count) or apart(game, count)
    lines = (
        lines_in(game_named(game).folder) if games is None and keep is None and not (reading or number or data) else []
    )
    store = FindingStore(findings, every[0].game)
    with logbook(keep, every, seed, own_seed, own_size, resume=resume, repeatable=repeatable) as book:
        if book is not None:  # one that goes on has its own
            own_seed, own_size = book.seed, book.round
        store.open()
        keepers = [store.put, *([] if book is None else [book.saw])]
        with progress(games, limit, _found) as tell:
            result = Campaign(
                rules=every,
                seed=own_seed,
                games=games,
                seconds=playing,
                until_quiet=until_quiet or (games is None and seconds is None),
                shrink_steps=shrink,
                shrink_seconds=shrinking,
                jobs=count,
                workers=far,
                round=own_size,
                log=book,
                lines=played_by(lines, every),
                corpus=kept if book is None else book.positions,
                progress=tell,
                found=_telling(store, keepers, None if tell is None else known.accounts_for),
            ).run()
        if book is not None:
            finish(book, result)
    store.finish(result.findings)
    asked = _Asked(load(game), every, limit, count, own_size, tuple(str(file) for file in data or ()), known)
    answer = _document(asked, result, store)
    _keep(answer, findings)
    if report is not None:
        from rulecheck.cli.pages.campaign import fuzz_report

        fuzz_report(answer, asked.book, tuple(data or ()), report)
    if form is HostFormat.JSON:
        emit(answer)
    elif form is not HostFormat.TEXT:
        show_cases(form, f"rulecheck fuzz {game}", campaign_cases(answer, asked.book))
    else:
        show_campaign(Screen(), answer, result.seconds, everything=everything)
    if write_accepted is not None:
        _write_accepted(write_accepted, answer, known, reason)
    if write_corpus is not None:
        write_file(write_corpus, written(cover(result, lambda table: build(every[table]))))
    leave(_work(result), is_news=bool(news(answer)), interrupted=result.interrupted, allowed=allow_incomplete)


# Findings that are known


_CLAIM: Final = "claim"
"""The kind of what is accepted when a claim of the rulebook fails."""
_OWN_FILE: Final = "known.txt"
"""The file of known findings that a game brings along, beside its rulebook."""


class _Known(NamedTuple):
    """What is no news: the silences that the rulebook lists, and the keys of files with their reasons."""

    book: Rulebook
    shipped: Mapping[str, str]
    """What the game's own file accounts for."""
    given: Mapping[str, str]
    """What the file of --accept accounts for."""
    files: tuple[str, ...]

    @property
    def reasons(self) -> dict[str, str]:
        """The reasons of both by key or pattern."""
        return {**self.shipped, **self.given}

    def line_for(self, key: str) -> str | None:
        """The line of a file that accounts for a finding."""
        from rulecheck.properties.findings.baseline import line_that_fits

        return line_that_fits(self.reasons, [key])

    def accounts_for(self, finding: Finding) -> bool:
        """Whether a finding is known."""
        return self.how(finding.kind, finding.name, finding.key)["known"] is not None

    def how(self, kind: str, name: str, key: str) -> dict[str, str | None]:
        """Who knows of a finding, and the reason that a file gives."""
        line = self.line_for(key)
        known = "file" if line else "rulebook" if kind == "silent" and name in self.book.readings else None
        return {"key": key, "known": known, "accepted": None if line is None else self.reasons[line]}


def _known(game: str, accept: Path | None, write_accepted: Path | None, reason: str) -> _Known:
    """What is known before any game is played; what cannot be done is told now."""
    from rulecheck.cli.rendering.departures import check_place
    from rulecheck.properties.findings.baseline import read_accepted
    from rulecheck.properties.findings.finding import KINDS
    from rulecheck.spec import game_named
    from rulecheck.spec.files import display

    if write_accepted is not None:
        check_place(write_accepted)
    elif reason:
        raise UserError("--reason goes with --write-accepted: it is written there")
    if len(reason.splitlines()) > 1:
        raise UserError("--reason: one line only")
    kinds = (*KINDS, _CLAIM)
    own = game_named(game).folder / _OWN_FILE
    shipped = read_accepted(own, kinds) if own.is_file() else {}
    given = {} if accept is None else read_accepted(accept, kinds)
    files = [display(own)] * bool(shipped) + ([] if accept is None else [str(accept)])
    return _Known(game_named(game).rulebook(), shipped, given, tuple(dict.fromkeys(files)))


def _write_accepted(path: Path, answer: dict[str, Any], known: _Known, reason: str) -> None:
    """Write the file of known findings: what is new in this campaign, and what was known before."""
    from rulecheck.cli.rendering.departures import write_file
    from rulecheck.properties.findings.baseline import accepted_lines

    new = {finding["key"]: reason for finding in news(answer)}
    first = f"findings of {answer['asked']['game']} that are known; after # the reason"
    write_file(path, accepted_lines(first, {**new, **known.given}))


def _telling(
    store: FindingStore, kept_by: Sequence[Callable[[Finding], None]], is_known: Callable[[Finding], bool] | None
) -> Callable[[Finding], None]:
    """Keeps findings, and tells a person who watches (None: nobody) of each that is new as soon as a game shows it.

    What is told is on disk by then, or is told not to be; why not is a note at the end.
    """
    told = set[str]()

    def put(finding: Finding) -> None:
        for keep in kept_by:
            keep(finding)
        if is_known is not None and finding.key not in told and not is_known(finding):
            told.add(finding.key)
            where = f"met in game {finding.game + 1}, after {some(finding.at, 'move')}"
            if store.path_of(finding) is None:
                where += "   not on disk"
            print(plain(f"{finding.kind.upper()}  {finding.name}   {where}"), file=sys.stderr)  # above the bar

    return put


def _found(now: Progress) -> str:
    of = "" if now.of is None else f"/{now.of}"
    return f"{now.clauses}{of} clauses  {some(now.findings, 'finding')}"


# The answer, once for people and programs


class _Asked(NamedTuple):
    """What the command line asked for."""

    book: Rulebook
    tables: Sequence[Rules]
    seconds: float | None
    jobs: int
    round: int
    data: tuple[str, ...]
    known: _Known


def _document(asked: _Asked, result: CampaignResult, store: FindingStore) -> dict[str, Any]:
    told = result.to_json()
    first = asked.tables[0]
    claims = _failing_claims(asked)
    findings = [_finding(asked, finding, store.path_of(finding), told) for finding in result.findings]
    met = {asked.known.line_for(finding["key"]) for finding in (*claims, *findings)}
    played = ("games", "moves", "decisions", "resumed", "interrupted", "quiet", "ended")
    looked_at = ("news", "unseen", "clauses", "silences", "properties")
    return document(
        "fuzz",
        asked={
            "game": asked.book.game,
            "tables": [{"setup": rules.setup, "players": rules.players} for rules in asked.tables],
            "games": result.asked,
            "seconds": asked.seconds,
            "seed": result.seed,
            "jobs": asked.jobs,
            "round": asked.round,
            "readings": dict(first.readings),
            "numbers": dict(first.numbers),
            "data": list(asked.data),
        },
        substitute={
            "data": list(first.substitute),
            "readings": [reading.id for reading in asked.book.readings.values() if reading.substitute],
        },
        work=_work(result).to_json(),
        **{key: told[key] for key in (*played, *looked_at)},
        rules=len(result.goals or ()),
        unexercised=_unexercised(asked.book, result),
        unchecked=_unchecked(asked.book, result),
        claims=claims,
        accepted={
            "files": list(asked.known.files),
            "met": len(met & asked.known.reasons.keys()),
            "not_met": sorted(asked.known.given.keys() - met),
            "without_reason": sorted(key for key, reason in asked.known.given.items() if not reason),
        },
        notes=[*told["notes"], *store.notes],
        findings=findings,
    )


def _work(result: CampaignResult) -> Work:
    """The games that were asked for, and those that were played."""
    from rulecheck.properties.campaign.play import KILLED

    killed, planned = result.ended[KILLED], None if result.quiet else result.asked
    left = 0 if planned is None else planned - result.games - killed
    why = f"stopped by {told_by()}" if result.interrupted else "the campaign was ended early; the notes say why"
    return Work(
        "game",
        planned,
        result.games,
        lost=(Undone(killed, "the process that played it was killed: by the system, or the game's own code"),),
        skipped=(Undone(left, why),),
    )


def _finding(asked: _Asked, finding: Finding, path: Path | None, result: Mapping[str, Any]) -> dict[str, Any]:
    """A finding; a silence cites the clauses that leave it open, and says what its choices change."""
    told = finding.to_json()
    game = asked.book.game
    reading = asked.book.readings.get(finding.name) if finding.kind == "silent" else None
    if reading is not None:
        chosen = finding.setting.readings.get(reading.id, reading.default)
        told["clauses"] = list(told["clauses"]) or list(reading.silent)
        told["reading"] = {
            "question": reading.question,
            "played": chosen,
            "choices": dict(reading.choices),
            "sentences": dict(reading.sentences),
            "substitute": reading.substitute,
        }
        told["effect"] = result["effects"].get(finding.name)
        told["not_measured"] = None if told["effect"] else result["not_measured"].get(finding.name, _NOT_PLAYED_ON)
        told["compare"] = shlex.join([*command_for(game, "readings"), reading.id])
    if finding.kind == "endless":
        told["loop"] = _loop(path, asked.data)
    told |= asked.known.how(finding.kind, finding.name, finding.key)
    return {**told, "file": str(path) if path else None, "replay": replay_command(game, path, asked.data)}


_NOT_PLAYED_ON: Final = "the campaign was stopped"


def _loop(path: Path | None, data: Sequence[str]) -> list[dict[str, str]]:
    """The moves of a finding that lead from a position back to it; none if the finding is not on disk."""
    from rulecheck.cli.rendering.steps import steps_of
    from rulecheck.properties.findings.finding import FindingError, load_finding

    if path is None:
        return []
    try:
        loaded = load_finding(path, data=[Path(file) for file in data])
    except FindingError:  # its own file was damaged since it was written
        return []
    first = loaded.positions.index(loaded.positions[-1])
    steps = steps_of(loaded.engine, loaded.moves, loaded.positions)[first + 1 :]
    return [{"actor": step.actor, "move": step.move, "words": step.words} for step in steps]


def _failing_claims(asked: _Asked) -> list[dict[str, Any]]:
    """The rulebook's claims about its numbers that fail with the numbers of this campaign, for its player counts."""
    from rulecheck.spec import check_claims

    counts = {None, *(rules.players for rules in asked.tables)}
    return [
        {
            "claim": failure.claim,
            "players": failure.players,
            "formula": failure.formula,
            "values": failure.values,
            "why": failure.why,
            **asked.known.how(_CLAIM, failure.claim, f"{_CLAIM}:{failure.claim}"),
        }
        for failure in check_claims(asked.book, asked.tables[0].numbers)
        if failure.players in counts
    ]


def _unexercised(book: Rulebook, result: CampaignResult) -> list[dict[str, str]]:
    """The rules that no game exercised, each with the reason as far as it is known."""
    from rulecheck.reference_engines import citations

    cited = citations(book.game)
    return [
        {
            "clause": id,
            "why": "no game came to it" if id in cited else "no function of the engine carries it out",
            "text": book.clauses[id].text,
        }
        for id in result.unexercised
    ]


def _unchecked(book: Rulebook, result: CampaignResult) -> list[str]:
    """The exercised clauses of which no property says when they are carried out: there is only the engine's word."""
    from rulecheck.properties.campaign.arena import load_properties, property_modules
    from rulecheck.properties.invariants.telling import told_by as checked_by

    checked = checked_by(load_properties(property_modules(book.game)))
    missed = {*result.unexercised, *checked}
    return sorted(id for id in result.goals or () if id not in missed)


def _keep(answer: dict[str, Any], folder: Path) -> None:
    """Leave the answer where `rulecheck explain` looks for it, or a note in it that it is not there."""
    from rulecheck.properties.runtime.writing import dump, why, write_atomically

    path = last_report(folder, answer["asked"]["game"])
    try:
        write_atomically(path, dump(answer))
    except OSError as error:
        answer["notes"].append(f"{path} could not be written: {why(error)}")
