"""`rulecheck rulebook --sensitivity`: how much of a text is under guard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from rulecheck.cli.findings import WIDTH, quote
from rulecheck.cli.show import FOUND, Screen, document, emit

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.sensitivity import Sensitivity


def guarded(checker: TextCheck, *, as_json: bool) -> None:
    """Change the text's words one at a time, and tell what would pass unseen."""
    from rulecheck.solvers.texts.sensitivity import sensitivity

    measured = sensitivity(checker)
    unseen = [s for s in measured.spots if not s.noticed]
    if as_json:
        emit(_sensitivity(checker, measured))
    else:
        _show_sensitivity(Screen(), checker, measured)
    if unseen or measured.lost:
        raise typer.Exit(FOUND)


def _sensitivity(checker: TextCheck, measured: Sensitivity) -> dict[str, Any]:
    return document(
        "rulebook",
        game=checker.rulebook.game,
        edition=checker.edition.id,
        text=checker.text.path,
        sensitivity={
            **{name: {"noticed": noticed, "of": of} for name, (noticed, of) in _shares(measured).items()},
            "sentences_left_out": {"noticed": measured.sentences - len(measured.lost), "of": measured.sentences},
            "sentences_claimed": {"noticed": measured.claimed, "of": measured.sentences},
            "unseen": [
                {
                    "line": s.line,
                    "column": s.column,
                    "family": s.family,
                    "word": s.before,
                    "changed_to": s.after,
                    "words": s.words,
                }
                for s in measured.spots
                if not s.noticed
            ],
            "unseen_sentences": [quote(e) for e in measured.lost],
        },
    )


def _shares(measured: Sensitivity) -> dict[str, tuple[int, int]]:
    return {
        "numbers": measured.numbers,
        "comparison_and_quantity_words": measured.quantities,
        "other_rule_words": measured.others,
    }


def _show_sensitivity(screen: Screen, checker: TextCheck, measured: Sensitivity) -> None:
    for spot in measured.spots:
        if not spot.noticed:
            change = f'"{spot.before}" → "{spot.after}"' if spot.after else f'"{spot.before}" left out'
            where = f"{checker.text.path}:{spot.line}:{spot.column}"
            screen.line(f"{where}: unseen: {change} would not be noticed ({spot.family})", style="bold yellow")
            screen.line(f"    {spot.words}")
    for sentence in measured.lost:
        where = f"{checker.text.path}:{sentence.line}:{sentence.column}"
        screen.line(f"{where}: unseen: this sentence could be left out and would not be missed", style="bold yellow")
        screen.line(f"    {sentence.words[:WIDTH]}")
    screen.line(f"{checker.text.path}   {checker.edition.title}", style="bold")
    rows = [(name.replace("_", " "), *share) for name, share in _shares(measured).items()]
    rows.append(("sentences left out", measured.sentences - len(measured.lost), measured.sentences))
    rows.append(("rule-bearing sentences claimed", measured.claimed, measured.sentences))
    for name, noticed, of in rows:
        share = f"{100 * noticed / of:5.1f} %" if of else "     –"
        screen.line(f"    {name:<32} {noticed:>4} of {of:>4}  {share}")
