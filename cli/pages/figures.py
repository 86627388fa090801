"""The report of `rulecheck study`: figures with plots, variants side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulecheck.cli.pages.model import Cell, Plot, Report, Section, Table
from rulecheck.cli.pages.plots import bars, histogram
from rulecheck.cli.pages.writing import write_report
from rulecheck.cli.rendering.answers import some, went_otherwise
from rulecheck.properties.study.figures import short

if TYPE_CHECKING:
    from rulecheck.properties.study.run import Study


def study_report(answer: Mapping[str, Any], result: Study, folder: Path) -> None:
    """Write the pages of a study from the answer that it gives in JSON, and from its games."""
    asked, variants = answer["asked"], answer["variants"]
    who = ", ".join(asked["players"])
    facts = [
        ("played", some(sum(variant["games"] for variant in variants), "game")),
        ("seed", str(answer["seed"])),
        ("players", f"simple bots ({who}); stronger players may differ"),
    ]
    substitute = sorted({name for variant in variants for name in variant["substitute"]})
    if substitute:
        facts.append(("substitute data", ", ".join(substitute)))
    sections = [*([_differences(answer, result)] if len(variants) > 1 else []), _lengths(result), _wins(variants)]
    sections += [_variant(variant, of=len(variants)) for variant in variants]
    write_report(Report(f"{asked['game']}: what the rules do", tuple(facts), tuple(sections)), folder)


def _differences(answer: Mapping[str, Any], result: Study) -> Section:
    figures = {summary.label: summary.figures() for summary in result.summaries}
    first = figures[result.summaries[0].label]
    rows = tuple(
        (
            row.variant,
            row.figure,
            short(first.get(row.figure)),
            short(figures[row.variant].get(row.figure)),
            f"{row.chance:.3g}",
        )
        for row in result.differences
    )
    if not rows:
        return Section("Differences", ("No figure differs by more than chance.", *_parted(answer)))
    note = f"{some(len(rows), 'figure')} of a variant differ from the first by more than chance."
    head = ("variant", "figure", "first", "variant's", "chance")
    return Section("Differences", (note, *_parted(answer)), tables=(Table(head, rows),))


def _parted(answer: Mapping[str, Any]) -> Iterator[str]:
    """In how many games each change made a difference, whatever it was."""
    for variant in answer["variants"]:
        parted = variant["parted"]
        if parted is not None:
            yield f"{variant['label']}: {went_otherwise(parted['part'], parted['of'])}."


def _lengths(result: Study) -> Section:
    """How long games are and what is scored, as they are spread."""
    plots: list[Plot] = []
    for title, unit, value in (
        ("Length in decisions", "decisions", "decisions"),
        ("Length in rounds", "rounds", "rounds"),
    ):
        series = {
            summary.label: [float(getattr(game, value)) for game in games if getattr(game, value) is not None]
            for summary, games in zip(result.summaries, result.games, strict=True)
        }
        series = {name: values for name, values in series.items() if values}
        if series:
            plots.append(histogram(title, series, unit))
    scores = {
        summary.label: [float(score) for game in games for score in game.scores or ()]
        for summary, games in zip(result.summaries, result.games, strict=True)
    }
    scores = {name: values for name, values in scores.items() if values}
    if scores:
        plots.append(histogram("Scores of all seats", scores, "points"))
    return Section("How games go", plots=tuple(plots))


def _wins(variants: Sequence[Mapping[str, Any]]) -> Section:
    plots = []
    for title, key in (("Wins by seat", "seat_wins"), ("Decided by", "ended"), ("Wins by player", "player_wins")):
        series = {
            variant["label"]: {name: 100 * share["share"] for name, share in variant[key].items()}
            for variant in variants
        }
        if any(len(values) > 1 for values in series.values()):
            plots.append(bars(title, series, "%"))
    return Section("Who wins, and by which clause", plots=tuple(plots))


def _variant(variant: Mapping[str, Any], of: int) -> Section:
    means: dict[str, Any] = {**variant["lengths"]}
    means |= {f"score, {name}": mean for name, mean in variant["scores"].items()}
    figures = Table(
        ("figure", "mean", "95 %", "least", "median", "most"),
        tuple(
            (name, f"{m['mean']:.1f}", f"{m['low']:.1f} to {m['high']:.1f}", m["least"], m["median"], m["most"])
            for name, m in means.items()
        ),
    )
    wins = Table(("wins", "share", "95 %"), tuple(_share(name, share) for name, share in variant["seat_wins"].items()))
    deeds = Table(
        ("those who …", "seats", "win", "others", "by more than chance"),
        tuple(
            (
                deed["words"],
                f"{deed['did']['share']:.0%}",
                f"{deed['won']['share']:.0%}",
                f"{deed['won_without']['share']:.0%}",
                "yes" if deed["matters"] else "",
            )
            for deed in variant["deeds"]
        ),
    )
    clauses = Table(
        ("clause", "share of games", "95 %"),
        tuple(_share(name, share) for name, share in sorted(variant["clauses"].items(), key=_by_share)),
    )
    title = f"Figures: {variant['label']}" if of > 1 else "Figures"
    return Section(title, tables=tuple(table for table in (figures, wins, deeds, clauses) if table.rows))


def _share(name: str, share: Mapping[str, float]) -> tuple[Cell, ...]:
    return name, f"{share['share']:.0%}", f"{share['low']:.0%} to {share['high']:.0%}"


def _by_share(row: tuple[str, Mapping[str, float]]) -> float:
    return row[1]["share"]
