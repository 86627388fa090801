"""`rulecheck prove`: what can be decided about a game's rules without playing."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulecheck.cli.arguments import completion
from rulecheck.cli.arguments.options import (
    Data,
    Findings,
    Game,
    Output,
    Players,
    ReportFolder,
    check_report,
    engine_for,
    rules_for,
)
from rulecheck.cli.arguments.rooms import has_engine
from rulecheck.cli.arguments.store_options import Jobs, WorkersAt, cores, workers_at
from rulecheck.cli.rendering.answers import OUR_FAULT, Format, Screen, UserError, counting, document, emit, some
from rulecheck.cli.rendering.completeness import AllowIncomplete, Undone, Work, leave, show_undone
from rulecheck.cli.rendering.listing import List, show_names
from rulecheck.properties.runtime.interrupts import told_by

if TYPE_CHECKING:
    from rulecheck.properties.findings.finding import Finding
    from rulecheck.solvers.decision import TheoremResult
    from rulecheck.solvers.refutation import Evidence

_STYLE = {
    "proved": "green", "tied": "cyan", "refuted": "bold red", "undecided": "yellow", "vacuous": "yellow",
    "crashed": "bold red", "skipped": "dim",
}  # fmt: skip


def prove(
    game: Game,
    theorem: Annotated[
        str | None,
        typer.Argument(
            metavar="[THEOREM]",
            help="A theorem, or the beginning of several.",
            show_default=False,
            autocompletion=completion.theorems,
        ),
    ] = None,
    players: Players = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", min=1, help="Stop after this long; what is left is undecided."),
    ] = None,
    jobs: Jobs = None,
    workers: WorkersAt = None,
    data: Data = None,
    findings: Findings = Path("findings"),
    report: ReportFolder = None,
    allow_incomplete: AllowIncomplete = False,
    listed: List = False,
    form: Output = Format.TEXT,
) -> None:
    """Decide theorems and contracts of a game's rules.

    For a rulebook that nothing plays yet: the claims that it makes of its numbers.
    Each theorem's broken twin is decided along with it and must be refuted. A claim that is kept because its failure
    teaches something says so, and is no finding when it fails as said.
    """
    check_report(report)
    from rulecheck.solvers.theorem import NoTheorem, chosen, theorems

    if listed:
        try:
            names = chosen(theorems(game), game, theorem)
        except NoTheorem as error:
            raise UserError(str(error)) from None
        return show_names(game, "theorems", ((row.name, str(row.expected), row.claim) for row in names), form)
    if data:
        raise UserError("--data: theorems speak about the game's own data; leave it out")
    if has_engine(game):
        engine_for(rules_for(game, players=players))
    from rulecheck.cli.commands.prove_workers import Deciding
    from rulecheck.properties.findings.finding import save

    try:
        deciding = Deciding(game, theorem, () if players is None else (players,), seconds)
    except NoTheorem as error:
        raise UserError(str(error)) from None
    far = workers_at(workers, cores(jobs))
    count = jobs or min(cores(None), deciding.most_jobs)
    screen = Screen()
    if form is Format.TEXT:
        screen.line(f"{game}   {some(deciding.total, 'claim')}", style="bold")
    results: list[TheoremResult] = []
    shown: list[dict[str, Any]] = []
    interrupted = False
    began = time.monotonic()
    try:
        with (
            counting("deciding", deciding.total, "claim") as tell,
            closing(deciding.results(lambda name, more: tell(more, name), count, far)) as decided,
        ):
            for result in decided:
                finding = _finding(result)
                saved = save([finding], findings) if finding is not None else None
                path = saved.paths[0] if saved is not None and saved.paths else None
                results.append(result)
                shown.append(_told(result, path))
                if form is Format.TEXT:
                    _show(screen, shown[-1], in_full=theorem is not None)
    except KeyboardInterrupt:
        interrupted = True
        if not results:
            raise typer.Abort from None
    counts = Counter(str(result.verdict) for result in results)
    work = _work_done(results, deciding.total, interrupted)
    answer = document(
        "prove",
        asked={"game": game, "theorem": theorem, "players": players, "seconds": seconds},
        seconds=round(time.monotonic() - began, 1),
        complete=not interrupted,
        counts={verdict: counts[verdict] for verdict in _STYLE},
        work=work.to_json(),
        notes=deciding.notes,
        theorems=shown,
    )
    if report is not None:
        from rulecheck.cli.pages.claims import prove_report

        prove_report(answer, report)
    if form is Format.JSON:
        emit(answer)
    else:
        for note in deciding.notes:
            screen.line(f"note       {note}", style="yellow")
        _foot(screen, results, counts, time.monotonic() - began, interrupted)
        if not interrupted:
            show_undone(screen, answer["work"])
    if any(result.verdict == "crashed" for result in results):
        raise typer.Exit(OUR_FAULT)
    wrong = not all(result.as_expected for result in results)
    leave(work, is_news=wrong, interrupted=interrupted, allowed=allow_incomplete)


def _work_done(results: Sequence[TheoremResult], planned: int, interrupted: bool) -> Work:
    """The claims that were to be decided: skipped are those that lack something on this machine."""
    skipped = Counter(result.reason.strip() for result in results if result.verdict == "skipped")
    undone = [Undone(count, why) for why, count in skipped.items()]
    left = planned - len(results)
    undone.append(Undone(left, f"stopped by {told_by()}" if interrupted else "left out"))
    return Work("claim", planned, len(results) - skipped.total(), skipped=tuple(undone))


def _finding(result: TheoremResult) -> Finding | None:
    """A refutation whose moves begin at the start of the game, as a finding that `rulecheck replay` shows."""
    from rulecheck.properties.findings.finding import Finding, describe
    from rulecheck.solvers.theorem import Verdict
    from rulecheck.spec import make_rules

    evidence = result.evidence
    if result.verdict is not Verdict.REFUTED or evidence is None or not evidence.from_start or not evidence.setting:
        return None
    rules = make_rules(**evidence.setting)
    return Finding(
        kind="endless" if evidence.loop is not None else "broken",
        name=result.theorem.name,
        messages=(evidence.says,),
        clauses=result.theorem.clauses,
        setting=describe(rules),
        moves=evidence.moves,
        at=len(evidence.moves),
        original_length=len(evidence.moves),
        shrunk=False,
        player="prove",
        about=result.theorem.because,
    )


def _told(result: TheoremResult, path: Path | None) -> dict[str, Any]:
    """A result as it stands in the JSON answer; the text is made from it as well."""
    theorem = result.theorem
    return {
        "name": theorem.name,
        "kind": theorem.kind,
        "claim": theorem.claim,
        "verdict": str(result.verdict),
        "expected": str(theorem.expected),
        "as_expected": result.as_expected,
        "because": theorem.because,
        "reason": result.reason,
        "clauses": list(theorem.clauses),
        "bounds": theorem.bounds,
        "players": list(result.players),
        "readings": dict(result.readings),
        "substitute": list(result.substitute),
        "seconds": round(result.seconds, 2),
        "work": {
            "questions": result.questions,
            "effort": result.work,
            "cases": result.cases,
            "replayed": result.replayed,
        },
        "notes": list(result.notes),
        "evidence": _evidence(theorem.game, result.evidence, path),
        "twins": [
            {
                "name": twin.name,
                "verdict": str(twin.verdict),
                "players": list(twin.players),
                "seconds": round(twin.seconds, 2),
                "reason": twin.reason,
                "evidence": _evidence(theorem.game, twin.evidence, None),
            }
            for twin in result.twins
        ],
    }


def _evidence(game: str, evidence: Evidence | None, path: Path | None) -> dict[str, Any] | None:
    from rulecheck.cli.arguments.tables import replay_command

    if evidence is None:
        return None
    return {
        "says": evidence.says,
        "replayed_by": evidence.by,
        "guilty": list(evidence.guilty),
        "values": dict(evidence.values),
        "setting": dict(evidence.setting) if evidence.setting is not None else None,
        "position": dict(evidence.position) if evidence.position is not None else None,
        "moves": list(evidence.moves),
        "from_start": evidence.from_start,
        "loop": evidence.loop,
        "pictures": [{"move": step.move, "words": step.words, "picture": step.picture} for step in evidence.steps],
        "file": None if path is None else str(path),
        "replay": replay_command(game, path, ()),
    }


def _show(screen: Screen, result: dict[str, Any], *, in_full: bool) -> None:
    as_said = "   as expected" if result["as_expected"] and result["verdict"] == "refuted" else ""
    kind = "   contract" if result["kind"] == "contract" else ""
    own = result["verdict"] in ("tied", "skipped")
    style = "green" if result["as_expected"] and not own else _STYLE[result["verdict"]]
    skipped = result["verdict"] == "skipped"
    told = f": {result['reason']}" if skipped else as_said
    screen.line(f"{result['verdict']:<9}  {result['name']:<52} {result['seconds']:>6.1f} s{kind}{told}", style=style)
    if (skipped or (result["kind"] == "contract" and result["as_expected"])) and not in_full:
        return
    if in_full:
        screen.line(f"    {result['claim']}")
    screen.line(f"    bounds    {result['bounds']}", style="dim")
    if result["clauses"]:
        screen.line(f"    clauses   {', '.join(result['clauses'])}", style="dim")
    screen.line(f"    work      {_work(result['work'])}", style="dim")
    if result["readings"]:
        screen.line(
            f"    readings  {', '.join(f'{id} = {choice}' for id, choice in result['readings'].items())}", "dim"
        )
    if result["substitute"]:
        screen.line(f"    rests on substitute data: {', '.join(result['substitute'])}", style="yellow")
    for note in result["notes"]:
        screen.line(f"    found     {note}")
    for twin in result["twins"]:
        others = " (decided for every number of players)" if twin["players"] != result["players"] else ""
        screen.line(f"    twin      {twin['verdict']}: {twin['name']}{others}", style="dim")
        if in_full and twin["evidence"]:
            _show_evidence(screen, twin["evidence"], 6)
    if result["reason"]:
        for line in result["reason"].rstrip().splitlines():
            screen.line(f"    {line}", style=_STYLE[result["verdict"]])
    if result["evidence"]:
        _show_evidence(screen, result["evidence"], 4)
    if result["because"] and not (result["as_expected"] and result["verdict"] == "proved"):
        screen.line(f"    {result['because']}")


def _work(work: dict[str, int]) -> str:
    told = [
        f"{some(work['questions'], 'question')} to the solver ({work['effort']:,} units)" if work["questions"] else "",
        some(work["cases"], "case") if work["cases"] else "",
        f"{some(work['replayed'], 'engine move')} replayed" if work["replayed"] else "",
    ]
    return ", ".join(part for part in told if part) or "none"


def _show_evidence(screen: Screen, evidence: dict[str, Any], indent: int) -> None:
    room = " " * indent
    screen.line(f"{room}{evidence['says']}")
    if evidence["values"]:
        screen.line(f"{room}with {', '.join(f'{name} = {value}' for name, value in evidence['values'].items())}", "dim")
    setting = evidence["setting"]
    if setting is not None:
        screen.line(f"{room}{setting['players']} players, set-up {setting['setup']}", style="dim")
    for step in evidence["pictures"]:
        if step["move"]:
            screen.line(f"{room}{step['move']}", style="bold")
        for line in step["picture"].splitlines():
            screen.line(f"{room}  {line}")
    if evidence["loop"] is not None:
        screen.line(f"{room}loop      moves {evidence['loop'] + 1} to {len(evidence['moves'])} come back to it")
    if evidence["replay"]:
        screen.line(f"{room}replay    {evidence['replay']}")


def _foot(
    screen: Screen, results: list[TheoremResult], counts: Counter[str], seconds: float, interrupted: bool
) -> None:
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in _STYLE if counts[verdict])
    wrong = sum(not result.as_expected for result in results)
    end = f"{some(wrong, 'claim')} not as expected" if wrong else "all that were decided as expected"
    screen.line(f"{told}   {end}   {seconds:.1f} s", style="bold")
    if interrupted:
        screen.line("stopped: the claims after these were not looked at", style="yellow")
