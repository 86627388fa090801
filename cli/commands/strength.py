"""`rulecheck strength`: does anything notice when a function that cites a clause is changed?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from rulecheck.cli.arguments.options import Findings, Game, Output, engine_for, rules_for
from rulecheck.cli.rendering.answers import Format, Screen, UserError, document, emit, some

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulecheck.properties.strength.looks import Look
    from rulecheck.properties.strength.table import Strength
    from rulecheck.properties.strength.trying import Trial, Until


FEW: Final = 8
"""Games that are played for every change; the others only where nothing has noticed it yet."""
FIRST: Final = 2
"""Games that are played first where nobody asks for more than one thing that notices."""


def strength(
    game: Game,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="[CLAUSE]", help="Only changes that concern this clause.", show_default=False),
    ] = None,
    changes: Annotated[
        int,
        typer.Option("--changes", metavar="N", min=1, help="Changes to try, drawn from all cited functions in turn."),
    ] = 60,
    every: Annotated[bool, typer.Option("--all", help="All changes; that takes hours.")] = False,
    each_citation: Annotated[
        bool,
        typer.Option(
            "--each-citation", help="For each citation, changes until something that names the clause notices."
        ),
    ] = False,
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", min=1, help="Changes for a citation at most (--each-citation).")
    ] = 12,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Draws the changes and plays the games.")] = 0,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games of the campaign at most.")] = 40,
    theorems: Annotated[
        float, typer.Option("--theorems", metavar="S", min=0, help="Seconds for the theorems that name the clause.")
    ] = 60,
    examples: Annotated[
        list[Path] | None,
        typer.Option("--examples", metavar="FILE", help="More worked examples. Repeatable.", show_default=False),
    ] = None,
    excused: Annotated[
        Path | None,
        typer.Option("--excused", metavar="FILE", help="Changes that nothing can notice, with reasons."),
    ] = None,
    bar: Annotated[float, typer.Option("--bar", metavar="P", min=0, max=100, help="Per cent to be noticed.")] = 95,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Changes tried at a time.")] = 2,
    first: Annotated[
        bool,
        typer.Option("--first", help="Stop at the first check that notices a change: faster, tells less."),
    ] = False,
    table: Annotated[Path | None, typer.Option("--table", metavar="DIR", help="Write GAME.json there as well.")] = None,
    findings: Findings = Path("findings"),
    form: Output = Format.TEXT,
) -> None:
    """Change cited functions one by one, and see what notices.

    Contracts, worked examples, a campaign and the theorems that name the clause are asked about each change. What was
    tried is kept in `--findings` and not tried again as long as nothing was edited, so that a run can be stopped and go
    on.
    """
    from rulecheck.cli.arguments.rooms import clause_of
    from rulecheck.cli.arguments.tables import last_strength
    from rulecheck.cli.commands.citations import Asking, each_of
    from rulecheck.cli.commands.strength_checks import Trying, kept_of, leave, write_figures
    from rulecheck.properties.strength import changes as made
    from rulecheck.properties.strength.table import figures, read_excuses
    from rulecheck.properties.strength.trying import sample
    from rulecheck.reference_engines import citations, engine_modules
    from rulecheck.spec import load

    engine_for(rules_for(game))
    book = load(game)
    if clause is not None and clause not in book.readings:
        clause_of(book, clause)
    named = [*book.clauses, *book.readings]
    listed = made.changes_in(engine_modules(game), named)
    concerned = [change for change in listed if clause is None or clause in change.clauses]
    if clause is not None and not (concerned or (each_citation and clause in citations(game))):
        raise UserError(f"no function that could be changed cites {clause}")
    if each_citation and (every or first):
        raise UserError("--each-citation stands alone", "leave out --all and --first")
    files = tuple(examples or ())
    if each_citation:
        asking = Asking(game, clause, seed, tries, games, theorems, files, excused, jobs, findings)
        each_of(asking, listed, bar, table, form)
        return
    cited = [id for id in named if id in citations(game)]
    chosen = sample(concerned, None if every else changes, seed)
    until: Until = "first" if first else "all"
    kept = kept_of(game, findings / f"strength-{game}.jsonl", files, (seed, games, theorems, until))
    screen = Screen()
    if form is Format.TEXT:
        told = f"{some(len(chosen), 'change')} of {len(concerned):,}, seed {seed}"
        screen.line(f"{game}   {told}", style="bold")
    stopped = False
    try:
        tell = _telling(screen) if form is Format.TEXT else lambda _: None
        Trying(game, _looks(files, games, seed, theorems, first), kept, jobs, until, tell)(chosen)
    except KeyboardInterrupt:
        stopped = True
    excuses = read_excuses(excused) if excused is not None else ()
    trials = [kept.trials[change.key] for change in chosen if change.key in kept.trials]
    if stopped and not trials:
        raise typer.Abort
    asked = {
        "seed": seed,
        "games": games,
        "theorems": theorems,
        "first": first,
        "examples": [file.name for file in files],
    }
    result = figures(game, len(listed), trials, cited if clause is None else [clause], excuses, asked)
    if clause is None:
        write_figures(last_strength(findings, game), result.to_json())
    if table is not None:
        write_figures(table / f"{game}.json", result.to_json())
    if form is Format.JSON:
        emit(document("strength", asked={"game": game, "clause": clause, "all": every, "changes": changes, "bar": bar},
                      complete=not stopped, **result.to_json()))  # fmt: skip
    else:
        _show(screen, result, stopped)
    leave(result.share, bar, stopped=stopped)


def _telling(screen: Screen) -> Callable[[Trial], None]:
    """Tells each survivor as it is met."""

    def tell(trial: Trial) -> None:
        if not trial.is_noticed:
            note = f"   {trial.why}" if trial.why else ""
            screen.line(f"{trial.outcome:<10} {trial.where}:{trial.line}   {trial.what}{note}", style="yellow")

    return tell


def _looks(files: tuple[Path, ...], games: int, seed: int, theorems: float, first: bool) -> list[Look]:
    from rulecheck.cli.commands.strength_checks import Contracts, Theorems
    from rulecheck.properties.strength.looks import Examples, Games, OtherReadings

    looks: list[Look] = [
        Contracts(),
        Examples(files),
        *([Games(FIRST, seed)] if first else []),
        Games(min(FEW, games), seed),
    ]
    if games > FEW:
        looks += [Games(games, seed, is_dear=True), OtherReadings(seed)]
    return [*looks, *([Theorems(theorems)] if theorems else [])]


def _show(screen: Screen, result: Strength, stopped: bool) -> None:
    rows = [
        (row.clause, row.tried, row.noticed, row.named, ", ".join(f"{look} {n}" for look, n in sorted(row.by.items())))
        for row in result.clauses
        if row.tried
    ]
    screen.table(rows, head=("clause", "tried", "noticed", "named", "by"))
    empty = [row.clause for row in result.clauses if row.is_empty]
    if empty:
        screen.line(f"nothing noticed any change: {', '.join(empty)}", style="yellow")
    untried = sum(not row.tried for row in result.clauses)
    if untried:
        screen.line(f"{some(untried, 'cited clause')} without a change tried", style="dim")
    excused = f", {result.excused} excused" if result.excused else ""
    told = f"{result.noticed} of {some(len(result.trials), 'change')} noticed{excused}: {result.share:.1%}"
    screen.line(told, style="bold")
    if stopped:
        screen.line("stopped; the same command resumes here", style="yellow")
