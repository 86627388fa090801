"""`rulecheck fuzz`: a campaign of odd games, and what it found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from rulecheck.cli.arguments.options import (
    Data,
    Findings,
    Game,
    Numbers,
    Output,
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
from rulecheck.cli.rendering.answers import Format, Screen, UserError, document, emit, show_substitute, some
from rulecheck.cli.rendering.completeness import AllowIncomplete, Undone, Work, leave, show_undone
from rulecheck.properties.runtime.interrupts import told_by
from rulecheck.properties.runtime.plain import plain

if TYPE_CHECKING:
    from rulecheck.properties.campaign.results import CampaignResult
    from rulecheck.properties.findings.finding import Finding
    from rulecheck.properties.findings.store import FindingStore
    from rulecheck.properties.runtime.progress import Progress
    from rulecheck.spec import Rulebook, Rules

_STYLE: Final = {"silent": "yellow", "unforeseen": "bold yellow"}
_LISTED: Final = 10
"""Known findings that are listed by key, at most, where something is to be said of them."""


def fuzz(
    game: Game,
    players: PlayerCounts = None,
    setup: SetUpName = None,
    games: Games = None,
    seconds: Seconds = None,
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
        Path | None, typer.Option("--accept", metavar="FILE", help="Known findings with reasons: only counted.")
    ] = None,
    write_accepted: Annotated[
        Path | None,
        typer.Option("--write-accepted", metavar="FILE", help="Write all findings, known and new, for --accept."),
    ] = None,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why those that --write-accepted adds are left as they are.")
    ] = "",
    report: ReportFolder = None,
    allow_incomplete: AllowIncomplete = False,
    form: Output = Format.TEXT,
) -> None:
    """Play odd games and report where the rules run into a wall.

    Plays all set-ups and player counts unless told otherwise. The same --seed and --games play the same games and
    give the same answer, byte for byte in JSON.
    """
    limit = limit_of(games, seconds)
    playing, shrinking = shares(limit)
    known = _known(accept, write_accepted, reason)
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
    from rulecheck.properties.findings.store import FindingStore
    from rulecheck.spec import game_named, load

    playable(every)  # numbers and data that no engine can be made with are told now, by name
    if not game_named(game).ours:
        properties_for(game)  # as is a module of somebody's properties that cannot be imported
    if keep is not None and database not in (None, "none"):
        raise UserError("--store keeps games of its own, which --database would mix with others: give one of them")
    repeatable = seed is not None or games is not None
    kept = None if keep is not None else corpus_at(database, repeatable=repeatable)
    count, own_seed, own_size = cores(jobs), seed_of(seed), round_size or ROUND
    far = workers_at(workers, count) or apart(game, count)
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
                shrink_steps=shrink,
                shrink_seconds=shrinking,
                jobs=count,
                workers=far,
                round=own_size,
                log=book,
                corpus=kept if book is None else book.positions,
                progress=tell,
                found=_telling(store, keepers, None if tell is None else known),
            ).run()
        if book is not None:
            finish(book, result)
    store.finish(result.findings)
    asked = _Asked(load(game), every, limit, count, own_size, tuple(str(file) for file in data or ()), accept, known)
    answer = _document(asked, result, store)
    _keep(answer, findings)
    if report is not None:
        from rulecheck.cli.pages.campaign import fuzz_report

        fuzz_report(answer, asked.book, tuple(data or ()), report)
    if form is Format.JSON:
        emit(answer)
    else:
        _show(Screen(), answer, result.seconds)
    if write_accepted is not None:
        _write_accepted(write_accepted, answer, known, reason)
    leave(_work(result), is_news=bool(_news(answer)), interrupted=result.interrupted, allowed=allow_incomplete)


# Findings that are known


_CLAIM: Final = "claim"
"""The kind of what is accepted when a claim of the rulebook fails."""


def _known(accept: Path | None, write_accepted: Path | None, reason: str) -> dict[str, str]:
    """The keys of known findings with their reasons; what cannot be done is told before any game is played."""
    from rulecheck.cli.rendering.departures import check_place
    from rulecheck.properties.findings.baseline import read_accepted
    from rulecheck.properties.findings.finding import KINDS

    if write_accepted is not None:
        check_place(write_accepted)
    elif reason:
        raise UserError("--reason goes with --write-accepted: it is written there")
    if len(reason.splitlines()) > 1:
        raise UserError("--reason: one line only")
    return {} if accept is None else read_accepted(accept, (*KINDS, _CLAIM))


def _news(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The claims that fail and the findings that are not accepted, the worst first."""
    return [finding for finding in (*answer["claims"], *answer["findings"]) if finding["accepted"] is None]


def _write_accepted(path: Path, answer: dict[str, Any], known: dict[str, str], reason: str) -> None:
    """Write the file of known findings: those of this campaign, and those that were known before."""
    from rulecheck.cli.rendering.departures import write_file
    from rulecheck.properties.findings.baseline import accepted_lines

    new = {finding["key"]: reason for finding in _news(answer)}
    first = f"findings of {answer['asked']['game']} that are known; after # the reason"
    write_file(path, accepted_lines(first, {**new, **known}))


def _telling(
    store: FindingStore, kept_by: Sequence[Callable[[Finding], None]], known: Mapping[str, str] | None
) -> Callable[[Finding], None]:
    """Keeps findings, and tells a person who watches (None: nobody) of each that is new as soon as a game shows it.

    What is told is on disk by then, or is told not to be; why not is a note at the end.
    """
    told = set(known or ())

    def put(finding: Finding) -> None:
        for keep in kept_by:
            keep(finding)
        if known is not None and finding.key not in told:
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
    accept: Path | None
    known: Mapping[str, str]
    """The reasons for what is accepted, by key."""


def _document(asked: _Asked, result: CampaignResult, store: FindingStore) -> dict[str, Any]:
    told = result.to_json()
    first = asked.tables[0]
    claims = _failing_claims(asked)
    effects = told["effects"]
    findings = [
        _finding(asked, finding, store.path_of(finding), effects.get(finding.name)) for finding in result.findings
    ]
    met = {finding["key"] for finding in (*claims, *findings)}
    shown = ("games", "moves", "decisions", "resumed", "interrupted", "ended", "clauses", "silences", "properties")
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
        **{key: told[key] for key in shown},
        rules=len(result.goals or ()),
        unexercised=_unexercised(asked.book, result),
        claims=claims,
        accepted={
            "file": None if asked.accept is None else str(asked.accept),
            "met": len(met & asked.known.keys()),
            "not_met": sorted(asked.known.keys() - met),
            "without_reason": sorted(key for key, reason in asked.known.items() if not reason),
        },
        notes=[*told["notes"], *store.notes],
        findings=findings,
    )


def _work(result: CampaignResult) -> Work:
    """The games that were asked for, and those that were played."""
    from rulecheck.properties.campaign.play import KILLED

    killed, planned = result.ended[KILLED], result.asked
    left = 0 if planned is None else planned - result.games - killed
    why = f"stopped by {told_by()}" if result.interrupted else "the campaign was ended early; the notes say why"
    return Work(
        "game",
        planned,
        result.games,
        lost=(Undone(killed, "the process that played it was killed: by the system, or the game's own code"),),
        skipped=(Undone(left, why),),
    )


def _finding(asked: _Asked, finding: Finding, path: Path | None, effect: Mapping[str, int] | None) -> dict[str, Any]:
    """A finding; a silence cites the clauses that leave it open, and says what its choices change."""
    told = finding.to_json()
    reading = asked.book.readings.get(finding.name) if finding.kind == "silent" else None
    if reading is not None:
        chosen = finding.setting.readings.get(reading.id, reading.default)
        told["clauses"] = list(told["clauses"]) or list(reading.silent)
        told["reading"] = {
            "question": reading.question,
            "played": chosen,
            "choices": dict(reading.choices),
            "substitute": reading.substitute,
        }
        told["effect"] = effect
    told |= {"key": finding.key, "accepted": asked.known.get(finding.key)}
    return {**told, "file": str(path) if path else None, "replay": replay_command(asked.book.game, path, asked.data)}


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
            "key": f"{_CLAIM}:{failure.claim}",
            "accepted": asked.known.get(f"{_CLAIM}:{failure.claim}"),
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


def _show(screen: Screen, answer: dict[str, Any], seconds: float) -> None:
    asked, news = answer["asked"], _news(answer)
    is_accepting = answer["accepted"]["file"] is not None
    screen.line(
        f"{asked['game']}   {some(answer['games'], 'game')}   {some(answer['moves'], 'move')}   {seconds:,.1f} s   "
        f"seed {asked['seed']}   {some(len(news), 'new finding' if is_accepting else 'finding')}",
        style="bold",
    )
    _show_asked(screen, answer)
    ended = ", ".join(f"{count:,} {how}" for how, count in answer["ended"].items())
    screen.line(f"  ended      {ended or 'no game was begun'}")
    if not answer["interrupted"]:
        show_undone(screen, answer["work"])
    missed = answer["unexercised"]
    exercised = answer["rules"] - len(missed)
    screen.line(f"  exercised  {exercised} of {answer['rules']} rule clauses")
    if is_accepting:
        _show_accepted(screen, answer["accepted"])
    for note in answer["notes"]:
        screen.line(f"  note       {note}", style="yellow")
    for finding in news:
        screen.line()
        (_show_claim if "claim" in finding else _show_finding)(screen, finding)
    if missed and not is_accepting:
        screen.line()
        screen.line(f"NOT EXERCISED  {some(len(missed), 'clause')}", style="yellow")
        width = max(len(row["clause"]) for row in missed)
        for row in missed:
            screen.line(f"    {row['clause']:<{width}}  {row['why']}")
    show_substitute(screen, answer["substitute"])


def _show_accepted(screen: Screen, accepted: dict[str, Any]) -> None:
    """The known findings in one line; those that did not show, and those without a reason."""
    screen.line(f"  accepted   {some(accepted['met'], 'known finding')} of {accepted['file']}", style="dim")
    for what, keys in (
        ("not met, take it out if it is mended", accepted["not_met"]),
        ("has no reason, say why after #", accepted["without_reason"]),
    ):
        for key in keys[:_LISTED]:
            screen.line(f"  accepted   {key}   {what}", style="dim")
        if len(keys) > _LISTED:
            screen.line(f"  accepted   and {len(keys) - _LISTED} more", style="dim")


def _show_asked(screen: Screen, answer: dict[str, Any]) -> None:
    asked = answer["asked"]
    counts: dict[str, list[str]] = {}
    for table in asked["tables"]:
        counts.setdefault(table["setup"], []).append(str(table["players"]))
    tables = ", ".join(f"{setup} ({' or '.join(players)} players)" for setup, players in counts.items())
    length = some(asked["games"], "game") if asked["games"] is not None else f"{asked['seconds']:g} s"
    screen.line(f"  asked      {length} on {some(asked['jobs'], 'core')}: {tables}")
    changes = [f"{name} = {value}" for name, value in asked["numbers"].items()] + asked["data"]
    if changes:
        screen.line(f"  changed    {', '.join(changes)}")
    if answer["interrupted"]:
        screen.line(f"  stopped by {told_by()}; this is what was found till then", style="yellow")


def _show_claim(screen: Screen, claim: dict[str, Any]) -> None:
    count = "" if claim["players"] is None else f"   {claim['players']} players"
    values = ", ".join(f"{name} = {value}" for name, value in claim["values"].items())
    screen.line(f"CLAIM FAILS  {claim['claim']}{count}", style="bold red")
    screen.line(f"    {claim['formula']}")
    screen.line(f"    {claim['why']}: {values}")


def _show_finding(screen: Screen, finding: dict[str, Any]) -> None:
    times = f"{finding['times']:,} times" if finding["kind"] == "silent" else some(finding["times"], "game")
    length = "the first position" if not finding["moves"] else some(len(finding["moves"]), "move")
    as_played = "" if finding["shrunk"] or not finding["moves"] else ", as it was played"
    setting = finding["setting"]
    screen.line(
        f"{finding['kind'].upper()}  {finding['name']}   {times}, shown in {length}{as_played}   "
        f"{setting['players']} players, {setting['setup']}",
        style=_STYLE.get(finding["kind"], "bold red"),
    )
    reading = finding.get("reading")
    if reading is None:
        for message in finding["messages"]:
            screen.line(f"    {message}")
    else:
        substitute = " (SUBSTITUTE for what could not be recovered)" if reading["substitute"] else ""
        screen.line(f"    {reading['question']}")
        screen.line(f"    played: {reading['choices'][reading['played']]} [{reading['played']}]{substitute}")
        screen.line(f"    {_changes(finding['effect'])}")
    if finding["clauses"]:
        screen.line(f"    clause  {', '.join(finding['clauses'])}")
    if finding["replay"]:
        screen.line(f"    replay  {finding['replay']}")


def _changes(effect: Mapping[str, int] | None) -> str:
    if effect is None:
        return "not played on under each choice: time was up, or a game crashed on the way"
    if not effect["scores"]:
        return f"changes no outcome in {some(effect['games'], 'game')} played on under each choice"
    return (
        f"changes the scores or the winner in {effect['scores']} of {some(effect['games'], 'game')} played on under "
        f"each choice, the winner in {effect['winners']}"
    )


def _keep(answer: dict[str, Any], folder: Path) -> None:
    """Leave the answer where `rulecheck explain` looks for it."""
    from rulecheck.properties.runtime.writing import dump, write_atomically

    with suppress(OSError):  # a full disk has been told of already
        write_atomically(last_report(folder, answer["asked"]["game"]), dump(answer))
