"""`rulecheck study`: what the rules do, in figures, and what a change of them changes."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rulecheck.cli.arguments.options import (
    Data,
    Game,
    Numbers,
    Output,
    Readings,
    ReportFolder,
    SetUpName,
    check_report,
    pairs,
    playable,
    whole_numbers,
)
from rulecheck.cli.arguments.play_options import PlayerCounts, Seed, seed_of
from rulecheck.cli.arguments.store_options import Jobs, WorkersAt, apart, cores, workers_at
from rulecheck.cli.arguments.tables import tables
from rulecheck.cli.rendering.answers import Format, Screen, UserError, counting, document, emit, some, went_otherwise
from rulecheck.cli.rendering.completeness import AllowIncomplete, Undone, Work, leave, show_undone
from rulecheck.properties.runtime.interrupts import told_by
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from rulecheck.properties.study.figures import Mean, Share
    from rulecheck.properties.study.run import Study, Variant
    from rulecheck.properties.study.summary import Summary
    from rulecheck.spec import Rulebook, Rules

GAMES: Final = 400
"""Games of each variant if nothing is said."""
_MOST: Final = 100_000
_ROWS: Final = 12
"""Rows of the longer tables that are shown as text; JSON and CSV have all."""


def study(
    game: Game,
    variant: Annotated[
        list[str] | None,
        typer.Option(
            "--variant",
            metavar="'NAME=VALUE …'",
            help="Study this variant too: numbers, readings, players=N, setup=NAME, data=FILE that differ. Repeatable.",
        ),
    ] = None,
    players: PlayerCounts = None,
    setup: SetUpName = None,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="Who plays; of several each seat draws one. Repeatable."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=2, max=_MOST, help="Games of each variant.")
    ] = GAMES,
    seed: Seed = None,
    jobs: Jobs = None,
    workers: WorkersAt = None,
    table: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write every game as a row.")] = None,
    report: ReportFolder = None,
    allow_incomplete: AllowIncomplete = False,
    form: Output = Format.TEXT,
) -> None:
    """Tell what the rules do, in figures: lengths, ends, scores.

    Games are played to their ends without checks, by a player that plays to win unless told otherwise. Variants
    are held against the rules as they are; what differs by more than chance is told first.
    """
    from rulecheck.properties.study.run import study as carry_out
    from rulecheck.spec import load

    check_report(report)
    book = load(game)
    base = _Choices(pairs(reading, "--reading"), whole_numbers(number, "--number"), tuple(data or ()), players, setup)
    variants = [_variant(book, "as it is" if not base.is_changed else "as asked", base)]
    for text in variant or ():
        if any(known.label == text for known in variants):
            raise UserError(f"--variant {text}: it is there twice")
        variants.append(_variant(book, text, base.with_(book, text)))
    far = workers_at(workers, cores(jobs)) or apart(game, cores(jobs))
    try:
        with counting("playing", games * len(variants), "game") as tell:
            result = carry_out(
                variants,
                games=games,
                seed=seed_of(seed),
                players=tuple(player or ()),
                jobs=cores(jobs),
                workers=far,
                progress=lambda more: tell(more, ""),
            )
    except ValueError as error:
        raise UserError(str(error)) from None
    if table is not None:
        _write_rows(table, result, variants)
    if report is not None:
        from rulecheck.cli.pages.figures import study_report

        study_report(_document(game, result, variants), result, report)
    if form is Format.JSON:
        emit(_document(game, result, variants))
    else:
        screen = Screen()
        _show(screen, game, result, variants)
        if not result.is_interrupted:
            show_undone(screen, _work(result).to_json())
    leave(_work(result), is_news=False, interrupted=result.is_interrupted, allowed=allow_incomplete)


def _work(result: Study) -> Work:
    """The games of all variants; those that are not there were a killed worker's, unless it was stopped."""
    planned, done = result.asked * len(result.games), sum(map(len, result.games))
    missing = planned - done
    if result.is_interrupted:
        return Work("game", planned, done, skipped=(Undone(missing, f"stopped by {told_by()}"),))
    return Work("game", planned, done, lost=(Undone(missing, "; ".join(result.notes) or "no answer came"),))


class _Choices:
    """What a command line asks of the rules."""

    def __init__(
        self,
        readings: dict[str, str],
        numbers: dict[str, int],
        data: tuple[Path, ...],
        players: Sequence[int] | None,
        setup: str | None,
    ) -> None:
        self.readings = readings
        self.numbers = numbers
        self.data = data
        self.players = players
        self.setup = setup

    @property
    def is_changed(self) -> bool:
        """Whether these are other rules than the rulebook's."""
        return bool(self.readings or self.numbers or self.data)

    def with_(self, book: Rulebook, text: str) -> _Choices:
        """The same with the changes that a variant names; raises UserError."""
        from rulecheck.spec.errors import meant, shown

        readings, numbers, data = dict(self.readings), dict(self.numbers), self.data
        players, setup = self.players, self.setup
        given = pairs(shlex.split(text), "--variant")
        if not given:
            raise UserError("--variant: it names no change; write NAME=VALUE")
        for name, value in given.items():
            if name in book.readings and (value in book.readings[name].choices or name not in book.quantities):
                readings[name] = value
            elif name in book.quantities:
                numbers |= whole_numbers([f"{name}={value}"], "--variant")
            elif name == "players":
                players = [whole_numbers([f"{name}={value}"], "--variant")[name]]
            elif name == "setup":
                setup = value
            elif name == "data":
                data = (*data, Path(value))
            else:
                known = [*book.quantities, *book.readings, "players", "setup", "data"]
                raise UserError(
                    f"--variant {text}: no number or reading {shown(name)}; {meant(name, known, 'there are')}"
                )
        return _Choices(readings, numbers, data, players, setup)


def _variant(book: Rulebook, label: str, choices: _Choices) -> Variant:
    """A variant's rules for each table: the default set-up and its player count, or those asked for."""
    from rulecheck.properties.study.run import Variant
    from rulecheck.spec import make_rules

    def make(count: int | None, name: str | None) -> Rules:
        return make_rules(
            book.game,
            players=count,
            setup=name,
            readings=choices.readings,
            numbers=choices.numbers,
            data=choices.data,
        )

    if choices.players is None:
        rules: tuple[Rules, ...] = (make(None, choices.setup),)
    else:
        rules = tuple(tables(book.game, choices.players, choices.setup or book.default_setup, make))
    playable(rules)
    return Variant(label, rules)


# Text


def _show(screen: Screen, game: str, result: Study, variants: Sequence[Variant]) -> None:
    played = sum(map(len, result.games))
    who = ", ".join(result.players)
    tables_of = "; ".join(f"{rules.setup} ({some(rules.players, 'player')})" for rules in variants[0].rules)
    screen.line(f"{game}   {some(played, 'game')}   seed {result.seed}   played by {who}   {tables_of}", style="bold")
    screen.line(f"  based on simple bots ({who}); stronger players may differ: --player NAME takes others", style="dim")
    if result.is_interrupted:
        screen.line(f"  interrupted: {some(played, 'game')} of {result.asked * len(variants):,}", style="yellow")
    for note in result.notes:
        screen.line(f"  note  {note}", style="yellow")
    if len(variants) > 1:
        _show_differences(screen, result)
    for summary in result.summaries:
        screen.line()
        if len(result.summaries) > 1:
            screen.line(f"{summary.label.upper()}", style="bold")
        _show_summary(screen, summary)
    substitute = sorted({name for each in variants for rules in each.rules for name in rules.substitute})
    if substitute:
        screen.line()
        screen.line(f"substitute data in use: {', '.join(substitute)}", style="yellow")


def _show_differences(screen: Screen, result: Study) -> None:
    from rulecheck.properties.study.figures import short
    from rulecheck.properties.study.run import Verdict

    figures = {summary.label: summary.figures() for summary in result.summaries}
    first = result.summaries[0].label
    screen.line()
    for nth, summary in enumerate(result.summaries[1:], 1):
        variant = summary.label
        parted = result.parted(nth)
        otherwise = went_otherwise(parted.part, parted.of)
        rows = [row for row in result.differences if row.variant == variant]
        match result.verdict(nth):
            case Verdict.SAME:
                screen.line(f"NO DIFFERENCE  {variant}: {otherwise}")
                continue
            case Verdict.MATTERS:
                screen.line(f"MATTERS  {variant}: {otherwise}; no figure differs by more than chance", style="yellow")
                continue
            case Verdict.DIFFERS:
                figures_told = f"{some(len(rows), 'figure')} by more than chance"
                screen.line(f"DIFFERS  {variant}: {figures_told}; {otherwise}", style="yellow")
        told = [
            (row.figure, short(figures[first].get(row.figure)), "→", short(figures[variant].get(row.figure)))
            for row in rows[:_ROWS]
        ]
        screen.table(told, indent=4)
        if len(rows) > _ROWS:
            screen.line(f"    … {len(rows) - _ROWS} more (--format json)")


def _show_summary(screen: Screen, summary: Summary) -> None:
    unfinished = summary.games - int(summary.finished.part)
    cut_off = f", {unfinished} cut off" if unfinished else ""
    screen.line(f"  {some(summary.games, 'game')}{cut_off}")
    rows = [(name, *_spread(mean)) for name, mean in summary.lengths.items()]
    rows += [(f"score, {name}", *_spread(mean)) for name, mean in summary.scores.items()]
    screen.table(rows, head=("", "mean", "95 %", "least", "quartiles", "most"), indent=4)
    telling = [(name, share) for name, share in summary.closing.items() if share.share < 1.0]
    for title, shares in (
        ("decided by", summary.ended),
        ("came at the end", dict(telling[:_ROWS])),
        ("wins", summary.seat_wins),
        ("wins", summary.player_wins),
    ):
        if len(shares) > (title == "wins"):
            screen.line()
            told = [(name, *_percent(share)) for name, share in shares.items()]
            screen.table(told, head=(title, "share", "95 %"), indent=4)
    if summary.deeds:
        screen.line()
        deeds = [
            (row.words, f"{row.did.share:.0%}", f"{row.won.share:.0%}", f"{row.won_without.share:.0%}")
            for row in summary.deeds
            if row.matters
        ]
        if deeds:
            screen.table(deeds[:_ROWS], head=("those who …", "seats", "win", "others"), indent=4)
        else:
            screen.line("    nothing that players did goes with winning beyond chance")
    rare = sorted((share.share, name) for name, share in summary.clauses.items())[:6]
    if rare:
        screen.line(f"    rarest clauses: {', '.join(f'{name} {share:.0%}' for share, name in rare)}")


def _spread(mean: Mean) -> tuple[str, str, str, str, str]:
    quartiles = f"{mean.quarter:g} | {mean.median:g} | {mean.three_quarters:g}"
    return f"{mean.mean:.1f}", f"{mean.low:.1f} to {mean.high:.1f}", f"{mean.least:g}", quartiles, f"{mean.most:g}"


def _percent(share: Share) -> tuple[str, str]:
    low, high = share.interval
    return f"{share.share:.0%}", f"{low:.0%} to {high:.0%}"


# JSON and CSV


def _document(game: str, result: Study, variants: Sequence[Variant]) -> dict[str, Any]:
    return document(
        "study",
        asked={"game": game, "games": result.asked, "players": list(result.players)},
        seed=result.seed,
        work=_work(result).to_json(),
        interrupted=result.is_interrupted,
        notes=result.notes,
        variants=[
            {
                **summary.to_json(),
                "parted": result.parted(nth).to_json() if nth else None,
                "verdict": result.verdict(nth) if nth else None,
                "tables": [{"setup": rules.setup, "players": rules.players} for rules in variant.rules],
                "readings": dict(variant.rules[0].readings),
                "numbers": dict(variant.rules[0].numbers),
                "substitute": sorted({name for rules in variant.rules for name in rules.substitute}),
            }
            for nth, (summary, variant) in enumerate(zip(result.summaries, variants, strict=True))
        ],
        differences=[
            {"variant": row.variant, "figure": row.figure, "chance": float(f"{row.chance:.3g}")}
            for row in result.differences
        ],
    )


def _write_rows(path: Path, result: Study, variants: Sequence[Variant]) -> None:
    """Every game as a row, for a spreadsheet or a notebook."""
    seats = max((summary.seats for summary in result.summaries), key=len)
    head = ("variant", "game", "finished", "moves", "decisions", "turns", "rounds", "clause", "winners")
    file = StringIO(newline="")
    rows = csv.writer(file)
    rows.writerow((*head, *(f"score {name}" for name in seats), *(f"player {name}" for name in seats)))
    for variant, played in zip(variants, result.games, strict=True):
        for game in played:
            scores = [*(game.scores or ()), *("" for _ in seats)][: len(seats)]
            sat = [*game.players, *("" for _ in seats)][: len(seats)]
            winners = " ".join(seats[seat] for seat in game.winners)
            told = (variant.label, game.index, int(game.is_finished), game.moves, game.decisions, game.turns)
            rows.writerow((*told, "" if game.rounds is None else game.rounds, game.clause, winners, *scores, *sat))
    write_atomically(path, file.getvalue())
