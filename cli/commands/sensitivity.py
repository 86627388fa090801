"""`rulecheck rulebook --sensitivity`: how much of a text is under guard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import typer
from attrs import define, field

from rulecheck.cli.arguments.store_options import cores
from rulecheck.cli.rendering.answers import FOUND, Screen, counting, document, emit
from rulecheck.cli.rendering.text_findings import WIDTH, quote
from rulecheck.properties.runtime.interrupts import heed
from rulecheck.properties.runtime.workers import Job, MakeWorkers, hire

if TYPE_CHECKING:
    from rulecheck.solvers.texts.checking import TextCheck
    from rulecheck.solvers.texts.sensitivity import Examiner, Sensitivity, Trial

_WORTH: Final = 2_000
"""Mistakes that are worth the start of a process."""


@define
class Trying:
    """Has mistakes tried: in `jobs` processes (None: as many as there is work for), or by the workers at an address."""

    check: TextCheck
    elsewhere: Callable[[], Examiner]
    """Makes what another process tries them with."""
    jobs: int | None = None
    far: MakeWorkers | None = None
    notes: list[str] = field(factory=list)
    """What went wrong with those who try."""

    def __call__(self, trials: Sequence[Trial]) -> list[bool | None]:
        """Whether each is noticed; None for those that a killed worker had."""
        from rulecheck.solvers.texts.sensitivity import Examiner, portions

        jobs = self.jobs or min(cores(None), 1 + len(trials) // _WORTH)
        here = jobs <= 1 and self.far is None
        room = partial(Examiner, self.check) if here else self.elsewhere
        given = portions(self.check, trials)
        noticed: list[bool | None] = [None] * len(trials)
        with counting("trying", len(trials), "mistake") as tell, closing(hire(room, jobs, self.far)) as workers:
            work = (Job(number, ([trials[n] for n in portion],)) for number, portion in enumerate(given))
            for number, answers in workers.map(work, Examiner.noticed, "trying mistakes"):
                heed()
                for n, answer in zip(given[number], answers or (), strict=answers is not None):
                    noticed[n] = answer
                tell(len(given[number]), "")
        self.notes += workers.notes
        untried = noticed.count(None)
        if untried:
            self.notes.append(f"{untried} of {len(trials)} mistakes were not tried")
        return noticed


def guarded(trying: Trying, *, seed: int, sample: int | None, as_json: bool) -> None:
    """Make mistakes in a text, one at a time, and tell what would pass unseen."""
    from rulecheck.solvers.texts.sensitivity import sensitivity

    check = trying.check
    measured = sensitivity(check, seed=seed, sample=sample, examine=trying)
    if as_json:
        emit(_answer(check, measured, trying.notes))
    else:
        _show(Screen(), check, measured)
        for note in trying.notes:
            Screen().line(f"    note: {note}", style="yellow")
    if measured.lost or not all(spot.noticed for spot in measured.spots):
        raise typer.Exit(FOUND)


def _answer(check: TextCheck, measured: Sensitivity, notes: Sequence[str]) -> dict[str, Any]:
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
            "notes": list(notes),
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
