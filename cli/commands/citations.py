"""`rulecheck strength --each-citation`: does what names a clause notice that a function citing it was changed?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulecheck.cli.commands.strength_checks import Contracts, Theorems, Trying, kept_of, leave, write_figures
from rulecheck.cli.rendering.answers import Format, Screen, document, emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulecheck.properties.strength.changes import Change
    from rulecheck.properties.strength.citations import Citations, Inquiry

FEW: Final = 8
"""Games that are played about one change at most."""
DEAR: Final = 4
"""Changes at most about which games are played and theorems asked, where no example has noticed any."""


@frozen
class Asking:
    """What is asked for."""

    game: str
    clause: str | None
    """None: all of them."""
    seed: int
    tries: int
    games: int
    theorems: float
    files: tuple[Path, ...]
    excused: Path | None
    jobs: int
    findings: Path


def each_of(asking: Asking, listed: Sequence[Change], bar: float, table: Path | None, form: Format) -> None:
    """Put each citation of a game to the test and show which are empty; exit code 1 if too many are."""
    from rulecheck.properties.strength.changes import cited_in
    from rulecheck.properties.strength.citations import Inquiry, citations_of, read_reasons
    from rulecheck.reference_engines import engine_modules
    from rulecheck.spec import load

    game = asking.game
    reasons = read_reasons(asking.excused) if asking.excused is not None else ()
    book = load(game)
    cited = cited_in(engine_modules(game), [*book.clauses, *book.readings])
    inquiry = Inquiry(
        [citation for citation in citations_of(cited) if asking.clause in (None, citation.clause)], listed, asking.seed
    )
    screen = Screen()
    if form is Format.TEXT:
        screen.line(f"{game}   {len(inquiry.judged):,} citations, seed {asking.seed}", style="bold")
    stopped = False
    try:
        _ask(asking, inquiry)
    except KeyboardInterrupt:
        stopped = True
    result = inquiry.result(game, reasons, _settings(asking))
    if table is not None:
        write_figures(table / f"{game}-citations.json", result.to_json())
    if form is Format.JSON:
        asked = {"game": game, "clause": asking.clause, "bar": bar, "each_citation": True}
        emit(document("strength", asked=asked, complete=not stopped, **result.to_json()))
    else:
        _show(screen, result, stopped)
    leave(result.share, bar, stopped=stopped)


def _ask(asking: Asking, inquiry: Inquiry) -> None:
    """Examples and contracts that name the clause about many changes, then games and theorems about a few."""
    from rulecheck.properties.strength.citations import Round
    from rulecheck.properties.strength.looks import Examples, Games, OtherReadings
    from rulecheck.spec import load

    examples = Examples(asking.files, only_named=True)
    examples.blocks(load(asking.game))  # read here, once for all children
    theorems = (Theorems(asking.theorems),) if asking.theorems else ()
    games = (Games(min(FEW, asking.games), asking.seed), OtherReadings(asking.seed, only_near=True))
    name = f"citations-{asking.game}" if asking.clause is None else f"citations-{asking.game}-{asking.clause}"
    for way in (
        Round("near", (Contracts(), examples), asking.tries),
        Round("far", (*theorems, *games), min(DEAR, asking.tries)),
    ):
        asked = (way.name, asking.clause, asking.tries, asking.seed, asking.games, asking.theorems)
        kept = kept_of(asking.game, asking.findings / f"{name}-{way.name}.jsonl", asking.files, asked)
        inquiry.asked(way, kept.trials, Trying(asking.game, way.looks, kept, asking.jobs, "named"))


def _settings(asking: Asking) -> dict[str, object]:
    return {
        "seed": asking.seed,
        "tries": asking.tries,
        "games": min(FEW, asking.games),
        "theorems": asking.theorems,
        "examples": [file.name for file in asking.files],
    }


def _show(screen: Screen, result: Citations, stopped: bool) -> None:
    from rulecheck.properties.strength.citations import BAD

    for standing, words in BAD.items():
        for judged in result.standing(standing):
            tried = f"{judged.tried} tried, {judged.noticed} noticed"
            screen.line(
                f"{words.lower()}   {judged.citation.function}   {judged.citation.clause}   {tried}", style="yellow"
            )
    for judged in result.needless:
        screen.line(f"needs no reason   {judged.citation.function}   {judged.citation.clause}", style="yellow")
    screen.line(f"{result.told}: {result.share:.1%}", style="bold")
    if stopped:
        screen.line("stopped; the same command resumes here", style="yellow")
