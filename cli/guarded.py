"""`rulecheck rulebook --sensitivity`: how much of a text is under guard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from rulecheck.cli.findings import WIDTH, quote
from rulecheck.cli.show import FOUND, Screen, document, emit

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.sensitivity import Sensitivity


def guarded(check: TextCheck, *, seed: int, sample: int | None, as_json: bool) -> None:
    """Make mistakes in the text, one at a time, and tell what would pass unseen."""
    from rulecheck.solvers.texts.sensitivity import sensitivity

    measured = sensitivity(check, seed=seed, sample=sample)
    if as_json:
        emit(_answer(check, measured))
    else:
        _show(Screen(), check, measured)
    if measured.lost or not all(spot.noticed for spot in measured.spots):
        raise typer.Exit(FOUND)


def _answer(check: TextCheck, measured: Sensitivity) -> dict[str, Any]:
    return document(
        "rulebook",
        game=check.rulebook.game,
        edition=check.edition.id,
        text=check.text.path,
        sensitivity={
            "seed": measured.seed,
            "sample": measured.sample,
            "classes": {name: {"noticed": noticed, "of": of} for name, (noticed, of) in measured.classes.items()},
            "sentences_claimed": {"noticed": measured.claimed, "of": measured.sentences},
            "unseen": [
                {
                    "line": spot.line,
                    "column": spot.column,
                    "mistake": spot.mistake,
                    "word": spot.before,
                    "changed_to": spot.after,
                    "words": spot.words,
                }
                for spot in measured.spots
                if not spot.noticed
            ],
            "unseen_sentences": [quote(e) for e in measured.lost],
        },
    )


def _show(screen: Screen, check: TextCheck, measured: Sensitivity) -> None:
    for spot in measured.spots:
        if not spot.noticed:
            change = f'"{spot.before}" → "{spot.after}"' if spot.after else f'"{spot.before}" left out'
            if not spot.before:
                change = f'"{spot.after.strip()}" put in'
            where = f"{check.text.path}:{spot.line}:{spot.column}"
            screen.line(f"{where}: unseen: {change[:WIDTH]} would not be noticed ({spot.mistake})", style="bold yellow")
            screen.line(f"    {spot.words}")
    for sentence in measured.lost:
        where = f"{check.text.path}:{sentence.line}:{sentence.column}"
        screen.line(f"{where}: unseen: this sentence could be left out and would not be missed", style="bold yellow")
        screen.line(f"    {sentence.words[:WIDTH]}")
    screen.line(f"{check.text.path}   {check.edition.title}", style="bold")
    from rulecheck.solvers.texts.sensitivity import ALL_CLASSES

    for name, (noticed, of) in measured.classes.items():
        screen.line(f"    {name:<10} {noticed:>4} of {of:>4}  {100 * noticed / of:5.1f} %  {ALL_CLASSES[name]}")
    screen.line(f"    {measured.claimed} of {measured.sentences} rule-bearing sentences claimed by clauses")
    if measured.sample is not None and check.meaning is not None:
        screen.line(f"    drawn with seed {measured.seed}, at most {measured.sample} a class; --complete makes all")
    if check.meaning is None:
        screen.line(f"    {check.rulebook.game} or this edition has no concepts: other words are not under guard")
