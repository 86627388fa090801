"""What `rulecheck regress` answers: one JSON object, and the same as text."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict, frozen

from rulecheck.cli.rendering.answers import Screen, document, some
from rulecheck.cli.rendering.completeness import Undone, Work, show_undone

if TYPE_CHECKING:
    from rulecheck.properties.conform.protocol.messages import Answer
    from rulecheck.properties.regress.search import Asked, Group, Result

_LAST: Final = 12
"""Moves of a game that are shown as text."""


@frozen
class Run:
    """What was asked for."""

    commands: tuple[tuple[str, ...], ...]
    asked: Asked
    ignored: tuple[str, ...]
    limit: float | None
    alone: bool

    @property
    def words(self) -> list[str]:
        """The programs as the command line has them."""
        if len(self.commands) == 1:
            return ["--", *self.commands[0]]
        old, new = map(shlex.join, self.commands)
        return ["--before", old, "--after", new]


def work_of(asked: Asked, result: Result) -> Work:
    """The games that were planned, and those that were played."""
    skipped = [Undone(count, why) for why, count in result.skipped.items()]
    if asked.games is not None and result.games < asked.games:
        skipped.append(Undone(asked.games - result.games, "stopped before it was played"))
    done = result.games - result.lost - sum(result.skipped.values())
    lost = (Undone(result.lost, "the program failed in it"),) if result.lost else ()
    return Work("game", asked.games, done, lost, tuple(skipped))


def answer(
    run: Run, names: Sequence[str], game: str, result: Result, work: Work, findings: Path, replayed: Path | None
) -> dict[str, Any]:
    """The whole answer; each difference is in a file of its own by then."""
    differences = [_difference(run, group, findings, replayed) for group in result.groups]
    verdict = "failed" if result.failures else "differs" if differences else "alike" if work.done else "unfinished"
    asked = {key: value for key, value in asdict(run.asked).items() if key != "accepted"}
    return document(
        "regress",
        asked={**asked, "seconds": run.limit, "programs": [shlex.join(words) for words in run.commands],
               "ignored": list(run.ignored), "accepted": dict(run.asked.accepted)},
        game=game,
        programs=list(names),
        verdict=verdict,
        games=result.games,
        moves=result.moves,
        elapsed=round(result.seconds, 2),
        ended=dict(result.ends),
        differences=differences,
        left_out=result.left_out,
        accepted=dict(result.accepted),
        failures=[{"verdict": f.verdict, "what": f.what, "stderr": f.stderr} for f in result.failures[:10]],
        work=work.to_json(),
    )  # fmt: skip


def _difference(run: Run, group: Group, findings: Path, replayed: Path | None) -> dict[str, Any]:
    from rulecheck.properties.runtime.writing import dump, write_atomically

    shown, apart = group.shown, group.shown.apart
    told: dict[str, Any] = {
        "kind": apart.kind,
        "about": apart.about,
        "key": apart.key,
        "also": group.also,
        "message": apart.message,
        "table": {key: value for key, value in asdict(shown.table).items() if key != "position"},
        "moves": list(shown.moves),
        "tried": shown.tried,
        "paths": list(apart.paths),
        "games": group.times,
        "original": group.original,
        "confirmed": group.is_confirmed,
        "player": group.player,
        "before": _sides(group.before),
        "after": _sides(group.after),
    }
    name = hashlib.blake2b(json.dumps([apart.key, told["table"], told["moves"]]).encode(), digest_size=6).hexdigest()
    path = replayed or findings / f"regress-{name}.json"
    if replayed is None:
        write_atomically(path, dump({"rulecheck_regress_finding": 1, **told}))
    told["file"] = str(path)
    told["replay"] = shlex.join(["rulecheck", "regress", "--replay", str(path), *run.words])
    return told


def _sides(pair: tuple[Answer, Answer | None] | None) -> list[dict[str, Any] | None] | None:
    return None if pair is None else [_position(told) for told in pair]


def _position(told: Answer | None) -> dict[str, Any] | None:
    if told is None:
        return None
    legal = None if told.legal is None else sorted(told.legal)
    return {"turn": told.turn, "legal": legal, "state": told.state, "outcome": told.outcome, "refused": told.refused}


def read_finding(path: Path) -> Group:
    """The difference in a file of its own; raises UserError."""
    from rulecheck.cli.arguments.tables import read_answer
    from rulecheck.cli.rendering.answers import UserError
    from rulecheck.properties.regress.differences import KINDS, Apart
    from rulecheck.properties.regress.search import Group
    from rulecheck.properties.regress.shortest import Shown
    from rulecheck.properties.regress.side import Table

    said = read_answer(path)
    try:
        if said["rulecheck_regress_finding"] != 1 or said["kind"] not in KINDS:
            raise KeyError("rulecheck_regress_finding")
        table = Table(**{key: said["table"][key] for key in ("game", "players", "setup", "seed")})
        apart = Apart(said["kind"], said["about"], said["message"])
        moves = tuple(map(str, said["moves"]))
        return Group(Shown(table, moves, apart, said["tried"]), 0, str(said["player"]), original=len(moves))
    except (KeyError, TypeError) as error:
        raise UserError(f"{path}: no finding of `rulecheck regress`: {error}; they stand in --findings DIR") from None


def show(told: Mapping[str, Any]) -> None:
    """The answer for people."""
    screen = Screen()
    names = " → ".join(told["programs"])
    rate = f"{told['elapsed']:,.1f} s"
    seed = f"   seed {told['asked']['seed']}" if told["asked"]["seed"] is not None else ""
    screen.line(
        f"{told['game']}   {names}   {told['verdict'].upper()}   {some(told['games'], 'game')}   "
        f"{some(told['moves'], 'move')}   {rate}{seed}   {some(len(told['differences']), 'difference')}",
        style="bold",
    )
    ended = ", ".join(f"{count:,} {how}" for how, count in told["ended"].items())
    if ended:
        screen.line(f"  ended      {ended}")
    for key, count in told["accepted"].items():
        screen.line(f"  accepted   {key}  {some(count, 'time')}  {told['asked']['accepted'].get(key, '')}".rstrip())
    if told["left_out"]:
        screen.line(f"  left out   {some(told['left_out'], 'further difference')}", style="yellow")
    for difference in told["differences"]:
        _show_difference(screen, difference)
    for failure in told["failures"][:1]:
        screen.line()
        screen.line(f"FAILED  {failure['verdict']}: {failure['what']}", style="red")
        for line in failure["stderr"].rstrip().splitlines()[-12:]:
            screen.line(f"    {line}")
    show_undone(screen, told["work"])


def _show_difference(screen: Screen, told: Mapping[str, Any]) -> None:
    from rulecheck.properties.regress.differences import KINDS

    screen.line()
    where = f"shown in {some(len(told['moves']), 'move')}" + ("" if told["confirmed"] else ", not seen again")
    screen.line(f"{told['kind'].upper()}  {told['about']}   {some(told['games'], 'game')}, {where}", style="bold red")
    screen.line(f"    {KINDS[told['kind']]}: {told['message']}")
    moves = told["moves"]
    if len(moves) > _LAST:
        screen.line(f"    after   {some(len(moves) - _LAST, 'move')}, then")
    if moves:
        screen.line(f"    after   {', '.join(moves[-_LAST:])}")
    for key in told["also"]:
        screen.line(f"    also    {key}")
    screen.line(f"    key     {told['key']}")
    screen.line(f"    replay  {told['replay']}")
