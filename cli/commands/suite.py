"""`rulecheck suite`: a game's rules as a folder of test cases, for a program in any language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from rulecheck.cli.arguments.options import (
    Data,
    Game,
    Numbers,
    Output,
    Readings,
    SetUpName,
    asked,
    needs_engine,
    playable,
    rules_for,
)
from rulecheck.cli.arguments.play_options import PlayerCounts
from rulecheck.cli.arguments.tables import tables
from rulecheck.cli.rendering.answers import Format, Screen, UserError, counting, document, emit, some
from rulecheck.cli.rendering.completeness import AllowIncomplete, Undone, Work, leave, show_undone

if TYPE_CHECKING:
    from rulecheck.properties.suite.cases import Chosen, Kept
    from rulecheck.spec import Rules

_TEMPLATES: Final = Path(__file__).parents[1] / "templates" / "suite"
_SEED: Final = 40
"""Of what is chosen on the spot, where no other is asked for: the same command writes the same files."""


def suite(
    game: Game,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The folder to write; it must not exist yet.")],
    part: Annotated[
        str | None,
        typer.Option("--for", metavar="PART", help="Only cases about a part of the game, such as `captain`."),
    ] = None,
    players: PlayerCounts = None,
    setup: SetUpName = None,
    reading: Readings = None,
    number: Numbers = None,
    data: Data = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Of the games that cases are chosen from on the spot.")
    ] = _SEED,
    allow_incomplete: AllowIncomplete = False,
    form: Output = Format.TEXT,
) -> None:
    """Write test cases for a program, with their runners.

    The runners are for pytest, node:test and JUnit, and need no rulecheck.

    Each case is a position, a question and its answer, with the clauses it is about. The cases of our games were chosen
    to notice what programs get wrong; for other readings, numbers or data, and for games of your own, they are chosen
    now, which takes a minute or two. docs/suite.md tells the rest.
    """
    needs_engine(game)
    if out.exists():
        raise UserError(f"{out} already exists; name another folder, or remove it")
    every = tables(
        game,
        players,
        setup,
        lambda count, name: rules_for(game, players=count, setup=name, readings=reading, numbers=number, data=data),
    )
    playable(every)
    kept = _kept(every, seed, is_default=not (reading or number or data))
    if part is not None:
        from rulecheck.properties.suite.making import about, parts_in

        parts = parts_in(kept)
        kept = about(kept, part)
        if not kept.chosen:
            raise UserError(f"--for {part}: no case is about it; there are cases about {', '.join(parts)}")
    files = write_suite(kept, every, part, out)
    head, cases = kept.head, [chosen for chosen in kept.chosen if not chosen.file.startswith("readings/")]
    outdated = Undone(kept.outdated, "the rules have changed since it was chosen")
    work = Work(
        "case", len(kept.chosen) + kept.outdated, len(kept.chosen), skipped=(outdated,) if kept.outdated else ()
    )
    if not cases:
        work = Work("case", 1, 0, skipped=(Undone(1, "no case of these tables was chosen; ask for others"),))
    told = {"of_readings": len(kept.chosen) - len(cases), "cases": len(cases), "folder": str(out), "files": files}
    if form is Format.JSON:
        rules = [asked(rules) for rules in every]
        emit(document("suite", asked={"rules": rules, "for": part, "seed": head["seed"]}, adequacy=head["adequacy"],
                      fresh=head.get("fresh"), work=work.to_json(), **told))  # fmt: skip
    else:
        _show(game, head, told, out, work)
    leave(work, is_news=False, allowed=allow_incomplete)


def _kept(every: Sequence[Rules], seed: int, *, is_default: bool) -> Kept:
    """The cases that come with the game, or others chosen now."""
    from rulecheck.properties.suite.making import kept_for, make_kept, read_kept

    path = kept_for(every[0].game) if is_default and seed == _SEED else None
    if path is not None:
        return read_kept(path, every)
    with _telling() as tell:
        return make_kept(every, seed, tell)


@contextmanager
def _telling() -> Iterator[Any]:
    """A line on standard error for a person, while cases are chosen."""
    with counting("choosing", 100, "per cent") as count:
        last: list[Any] = ["", 0]

        def tell(what: str, done: int, of: int) -> None:
            share = 100 * done // max(1, of)
            if what != last[0]:
                last[:] = [what, 0]
            count(share - last[1], what)
            last[1] = share

        yield tell


def _show(game: str, head: Mapping[str, Any], told: Mapping[str, Any], out: Path, work: Work) -> None:
    screen, good = Screen(), head["adequacy"]
    screen.line(
        f"{game}   {some(told['cases'], 'case')}   {told['of_readings']} more for other readings   seed {head['seed']}",
        style="bold",
    )
    for line in adequacy_lines(head):
        screen.line(f"  {line}")
    for missed in good["mistakes_missed"]:
        screen.line(f"  not noticed  {missed}", style="yellow")
    screen.line(f"  written      {out}   README.md says how to run them")
    show_undone(screen, work.to_json())


def adequacy_lines(head: Mapping[str, Any]) -> list[str]:
    """How good the cases are, in sentences."""
    good, fresh = head["adequacy"], head.get("fresh")
    lines = [
        f"exercised    {good['clauses_met']} of {good['clauses']} clauses that {head['questions']:,} questions met"
    ]
    if good["mistakes"]:
        lines.append(f"noticed      {good['mistakes_noticed']} of {some(good['mistakes'], 'known mistake')}")
    if fresh:
        lines.append(
            f"noticed      {fresh['noticed_of_these']} of {fresh['depart_in_fresh_games']} small changes of the rules' "
            f"code that other games tell from the rules ({fresh['changes']} were tried, none used to choose cases)"
        )
    else:
        seen = good["changes"] - good["changes_never"]
        lines.append(
            f"noticed      {good['changes_noticed']} of {some(seen, 'small change')} of the rules' code that the games "
            f"tell from the rules ({good['changes']} were tried, none used to choose cases)"
        )
    return lines


# ---- the folder


def write_suite(kept: Kept, every: Sequence[Rules], part: str | None, out: Path) -> list[str]:
    """Write a suite into a new folder; the files' names in it, in order.  Raises OSError."""
    from rulecheck.properties.runtime.writing import new_folder, write_atomically
    from rulecheck.properties.suite.cases import case_of
    from rulecheck.properties.suite.making import files_of

    contents: dict[str, str] = {}
    for name, chosen in files_of(kept).items():
        cases = [case_of(one_case, nth) for nth, one_case in enumerate(chosen, 1)]
        contents[f"{name}.jsonl"] = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    contents["rules.json"] = json.dumps(_rules(every[0]), ensure_ascii=False, indent=1) + "\n"
    contents["schema.json"] = (_TEMPLATES / "schema.json").read_text(encoding="utf-8")
    contents |= {f"data/{name}.toml": text for name, text in _data(every[0])}
    contents |= _rendered(kept, every[0], part)
    with new_folder(out) as made:
        for name, text in contents.items():
            write_atomically(made / name, text)
    return sorted(contents)


def _rules(rules: Rules) -> dict[str, Any]:
    """What the cases take for granted: numbers, and how each open sentence is read."""
    from rulecheck.spec import load

    book = load(rules.game)
    readings = {
        id: {"question": reading.question, "choices": dict(reading.choices), "taken": rules.readings[id],
             "default": reading.default, "substitute": reading.substitute}
        for id, reading in book.readings.items()
    }  # fmt: skip
    return {
        "game": rules.game,
        "readings": readings,
        "numbers": dict(rules.numbers),
        "substitute_data": list(rules.substitute),
    }


def _data(rules: Rules) -> Iterator[tuple[str, str]]:
    """What is printed on boards and cards, as the cases have it."""
    for name, file in rules.data.items():
        yield name, file.text


def _rendered(kept: Kept, rules: Rules, part: str | None) -> dict[str, str]:
    """The README, the runners and the adapters to fill in."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from rulecheck.properties.suite.making import files_of
    from rulecheck.spec import game_named

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False
    )
    files = files_of(kept)
    words = {
        "game": rules.game,
        "part": part,
        "ours": game_named(rules.game).ours,
        "counts": {name: len(chosen) for name, chosen in files.items()},
        "moves": _moves(kept.chosen),
        "example": _example(files["cases"] or kept.chosen),
        "substitute": rules.substitute,
        "adequacy": [" ".join(line.split()) for line in adequacy_lines(kept.head)],
        "missed": kept.head["adequacy"]["mistakes_missed"],
    }
    return {
        name.removesuffix(".jinja"): environment.get_template(name).render(words)
        for name in environment.list_templates(extensions=["jinja"])
    }


def _moves(chosen: Sequence[Chosen]) -> list[str]:
    """A move of each kind that the cases make."""
    told: dict[str, str] = {}
    for one_case in chosen:
        for move in one_case.question.line.moves[: one_case.question.at]:
            told.setdefault(str(move).partition(" ")[0], str(move))
    return [told[kind] for kind in sorted(told)]


def _example(chosen: Sequence[Chosen]) -> str:
    """A short case, as a person reads it."""
    from rulecheck.properties.suite.cases import case_of

    made = [case_of(one_case, nth) for nth, one_case in enumerate(chosen, 1) if one_case.question.ask == "play"]
    made = made or [case_of(one_case, nth) for nth, one_case in enumerate(chosen, 1)]
    shortest = min(made, key=lambda case: (not case["points_to"], len(json.dumps(case))))
    position = shortest["position"] or {}
    shortest["position"] = {**dict(list(position.items())[:2]), "…": f"{max(0, len(position) - 2)} more parts"}
    return json.dumps(shortest, ensure_ascii=False, indent=1)
