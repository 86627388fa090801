"""`rulecheck strength`: does anything notice when a function that cites a clause is changed?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rulecheck.cli.options import Findings, Game, Output, engine_for, rules_for
from rulecheck.cli.show import FOUND, INTERRUPTED, Format, Screen, UserError, counting, document, emit, some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulecheck.properties.strength.changes import Change
    from rulecheck.properties.strength.looks import Look, Notice, Question
    from rulecheck.properties.strength.table import Strength
    from rulecheck.properties.strength.trying import Citation, Kept, Until


FEW: Final = 8
"""Games that are played for every change; the others only where nothing has noticed it yet."""
FIRST: Final = 2
"""Games that are played first where nobody asks for more than one thing that notices."""


class _Theorems:
    """The theorems that name a clause of the change; none is begun after so many seconds."""

    is_dear = True

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self, question: Question) -> Iterator[Notice]:
        from rulecheck.properties.strength.looks import Notice
        from rulecheck.solvers.noticing import fallen

        for theorem in fallen(question.game, question.clauses, self.seconds):
            yield Notice("theorems", theorem.name, theorem.clauses)


class _Contracts:
    """The contracts of functions that cite a clause of the change, tried on small numbers."""

    is_dear = False

    def __call__(self, question: Question) -> Iterator[Notice]:
        from rulecheck.properties.strength.looks import Notice
        from rulecheck.solvers.contracts import module_of
        from rulecheck.solvers.small import broken

        for name, clauses in broken(module_of(question.game), question.clauses):
            yield Notice("contracts", name, clauses)


def strength(
    game: Game,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="[CLAUSE]", help="Only changes that concern this clause.", show_default=False),
    ] = None,
    changes: Annotated[
        int, typer.Option("--changes", metavar="N", min=1, help="So many, drawn from all cited functions in turn.")
    ] = 60,
    every: Annotated[bool, typer.Option("--all", help="All changes; that takes hours.")] = False,
    each_citation: Annotated[
        bool,
        typer.Option("--each-citation", help="One change for each citation, until something names the clause."),
    ] = False,
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
        bool, typer.Option("--first", help="Ask until one thing notices a change: sooner done, and all else untold.")
    ] = False,
    table: Annotated[
        Path | None, typer.Option("--table", metavar="DIR", help="Write GAME.json and GAME.md there as well.")
    ] = None,
    findings: Findings = Path("findings"),
    form: Output = Format.TEXT,
) -> None:
    """Change cited functions one by one, and see what notices.

    Contracts, worked examples, a campaign and the theorems that name the clause are asked about each change. What was
    tried is kept in `--findings` and not tried again as long as nothing was edited, so that a run can be stopped and go
    on.
    """
    from rulecheck.cli.rooms import clause_of
    from rulecheck.cli.tables import last_strength
    from rulecheck.properties.strength import changes as made
    from rulecheck.properties.strength.table import figures, page, read_excuses
    from rulecheck.properties.strength.trying import citations_of, empty_citations, one_for_each, sample
    from rulecheck.reference_engines import citations, engine_modules
    from rulecheck.spec import load

    engine_for(rules_for(game))
    book = load(game)
    if clause is not None and clause not in book.readings:
        clause_of(book, clause)
    named = [*book.clauses, *book.readings]
    cited = [id for id in named if id in citations(game)]
    listed = made.changes_in(engine_modules(game), named)
    concerned = [change for change in listed if clause is None or clause in change.clauses]
    if clause is not None and not concerned:
        raise UserError(f"no function that could be changed cites {clause}")
    if sum((every, each_citation)) > 1 or (each_citation and first):
        raise UserError("--each-citation stands alone", "leave out --all and --first")
    chosen = one_for_each(concerned, seed) if each_citation else sample(concerned, None if every else changes, seed)
    until: Until = "named" if each_citation else "first" if first else "all"
    files = tuple(examples or ())
    kept = _kept(game, findings, files, (seed, games, theorems, until))
    screen = Screen()
    if form is Format.TEXT:
        told = f"{some(len(chosen), 'change')} of {len(concerned):,}, seed {seed}"
        screen.line(f"{game}   {told}", style="bold")
    stopped = False
    try:
        looks = _looks(files, games, seed, theorems, first)
        _try(game, chosen, kept, looks, jobs, until, screen if form is Format.TEXT else None)
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
    empty = [citation for citation in empty_citations(trials) if clause in (None, citation.clause)]
    if clause is None:
        _write(last_strength(findings, game), result)
    if table is not None:
        _write(table / f"{game}.json", result)
        (table / f"{game}.md").write_text(page(result), encoding="utf-8")
    if form is Format.JSON:
        from attrs import asdict

        more = {"empty_citations": [asdict(citation) for citation in empty]} if each_citation else {}
        emit(document("strength", asked={"game": game, "clause": clause, "all": every, "changes": changes, "bar": bar},
                      complete=not stopped, **result.to_json(), **more))  # fmt: skip
    else:
        _show(screen, result, stopped)
        if each_citation:
            of = [citation for citation in citations_of(chosen) if clause in (None, citation.clause)]
            _show_citations(screen, empty, len(of))
    if stopped:
        raise typer.Exit(INTERRUPTED)
    if result.share * 100 < bar:
        raise typer.Exit(FOUND)


def _show_citations(screen: Screen, empty: list[Citation], of: int) -> None:
    """The citations whose changes nothing noticed that names the clause."""
    screen.table([(citation.function, citation.clause) for citation in empty], head=("function", "clause"))
    screen.line(f"{some(len(empty), 'citation')} of {of:,}: no change was noticed by anything that names the clause")


def _write(path: Path, result: Strength) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _looks(files: tuple[Path, ...], games: int, seed: int, theorems: float, first: bool) -> list[Look]:
    from rulecheck.properties.strength.looks import Examples, Games, OtherReadings

    looks: list[Look] = [
        _Contracts(),
        Examples(files),
        *([Games(FIRST, seed)] if first else []),
        Games(min(FEW, games), seed),
    ]
    if games > FEW:
        looks += [Games(games, seed, is_dear=True), OtherReadings(seed)]
    return [*looks, *([_Theorems(theorems)] if theorems else [])]


def _kept(game: str, findings: Path, files: tuple[Path, ...], asked: tuple[Any, ...]) -> Kept:
    """What earlier runs tried, if nothing that it depends on was edited since."""
    from rulecheck.properties.strength.trying import Kept, digest
    from rulecheck.reference_engines import engine_modules
    from rulecheck.spec import Part, game_named

    known = game_named(game)
    checking = [module for part in (Part.PROPERTIES, Part.PLAYERS, Part.THEOREMS) for module in known.modules(part)]
    code = [Path(module.__file__) for module in (*engine_modules(game), *checking) if module.__file__]
    return Kept.open(findings / f"strength-{game}.jsonl", digest([known.folder, *code, *files], game, asked))


def _try(
    game: str, chosen: list[Change], kept: Kept, looks: list[Look], jobs: int, until: Until, screen: Screen | None
) -> None:
    """Try what is not tried yet; each survivor is told as it is met."""
    from rulecheck.properties.strength.trying import try_changes, unchanged

    left = [change for change in chosen if change.key not in kept.trials]
    if not left:
        return
    before = unchanged(game, looks)
    with counting("trying", len(left), "change") as tell:
        for trial in try_changes(game, left, looks, before, jobs, until=until):
            kept.add(trial)
            if screen is not None and not trial.is_noticed:
                note = f"   {trial.why}" if trial.why else ""
                screen.line(f"{trial.outcome:<10} {trial.where}:{trial.line}   {trial.what}{note}", style="yellow")
            tell(1, trial.where)


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
        screen.line("stopped: the same command goes on from here", style="yellow")
