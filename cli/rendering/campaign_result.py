"""What a campaign found, shown: first what is new, then what is known in a few lines, then what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rulecheck.cli.rendering.answers import Screen, show_substitute, some
from rulecheck.cli.rendering.completeness import show_undone
from rulecheck.properties.runtime.interrupts import told_by

_STYLE: Final = {"silent": "yellow", "unforeseen": "bold yellow"}
_FIRST: Final = 2
"""New findings that are shown in full, if nobody asks for all: with what else is said they fit a screen of 40 lines."""
_MESSAGES: Final = 2
"""Messages of such a finding."""
_MOST: Final = 5
"""Known silences that are named: those that change most."""
_LISTED: Final = 8
"""Names in a list that is cut short."""


def is_new(finding: Mapping[str, Any]) -> bool:
    """Whether nobody has listed a finding: neither the rulebook as a silence nor a file of known findings."""
    return finding["known"] is None


def news(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The claims that fail and the findings that are new, the worst first."""
    return list(filter(is_new, (*answer["claims"], *answer["findings"])))


def show_campaign(screen: Screen, answer: Mapping[str, Any], seconds: float, *, everything: bool = False) -> None:
    """The answer of `rulecheck fuzz`; `everything`: known findings in full as well, and nothing cut short."""
    new = news(answer)
    asked = answer["asked"]
    screen.line(
        f"{asked['game']}   {some(answer['games'], 'game')}   {some(answer['moves'], 'move')}   {seconds:,.1f} s   "
        f"seed {asked['seed']}   {some(len(new), 'new finding') if new else 'nothing new'}",
        style="bold",
    )
    _show_asked(screen, answer)
    ended = ", ".join(f"{count:,} {how}" for how, count in answer["ended"].items())
    screen.line(f"  ended      {ended or 'no game was begun'}")
    if not answer["interrupted"]:
        show_undone(screen, answer["work"])
    _show_exercised(screen, answer, everything)
    _show_last_news(screen, answer)
    for note in answer["notes"]:
        screen.line(f"  note       {note}", style="yellow")
    for finding in new if everything else new[:_FIRST]:
        screen.line()
        (_show_claim if "claim" in finding else _show_finding)(screen, finding, everything)
    if len(new) > _FIRST and not everything:
        screen.line()
        screen.line(f"and {some(len(new) - _FIRST, 'more new finding')}; --all shows each", style="bold")
    known = [finding for finding in (*answer["claims"], *answer["findings"]) if not is_new(finding)]
    if everything:
        for finding in known:
            screen.line()
            (_show_claim if "claim" in finding else _show_finding)(screen, finding, everything)
    else:
        _show_known(screen, known, answer)
    _show_unmet(screen, answer["accepted"])
    _show_next(screen, new, known, asked["game"])
    show_substitute(screen, answer["substitute"])


def _show_asked(screen: Screen, answer: Mapping[str, Any]) -> None:
    asked = answer["asked"]
    counts: dict[str, list[str]] = {}
    for table in asked["tables"]:
        counts.setdefault(table["setup"], []).append(str(table["players"]))
    tables = ", ".join(f"{setup} ({' or '.join(players)} players)" for setup, players in counts.items())
    games, limit = asked["games"], asked["seconds"]
    length = some(games, "game") if games is not None else "until quiet" if limit is None else f"{limit:g} s"
    screen.line(f"  asked      {length} on {some(asked['jobs'], 'core')}: {tables}")
    changes = [f"{name} = {value}" for name, value in asked["numbers"].items()] + asked["data"]
    if changes:
        screen.line(f"  changed    {', '.join(changes)}")
    if answer["interrupted"]:
        screen.line(f"  stopped by {told_by()}; this is what was found until then", style="yellow")


def exercised(answer: Mapping[str, Any]) -> str:
    """How many rule clauses were exercised, and of how many of these it is checked when they are."""
    done = answer["rules"] - len(answer["unexercised"])
    checked = done - len(answer["unchecked"])
    return f"{done} of {answer['rules']} rule clauses" + (
        f", {checked or 'none'} of them checked against a condition" if checked < done else ""
    )


def _show_exercised(screen: Screen, answer: Mapping[str, Any], everything: bool) -> None:
    """How many rule clauses were carried out or refused something, and which were not."""
    missed = answer["unexercised"]
    screen.line(f"  exercised  {exercised(answer)}")
    if everything and answer["unchecked"]:
        screen.line()
        screen.line(
            f"UNCHECKED  {some(len(answer['unchecked']), 'clause')}: only the engine says when; nothing checks it"
        )
        screen.line(f"    {', '.join(answer['unchecked'])}")
    if not missed:
        return
    if everything:
        screen.line()
        screen.line(f"NOT EXERCISED  {some(len(missed), 'clause')}", style="yellow")
        screen.table([(row["clause"], row["why"]) for row in missed], indent=4)
    else:
        screen.line(f"  not        {_cut([row['clause'] for row in missed])}", style="yellow")


def _show_last_news(screen: Screen, answer: Mapping[str, Any]) -> None:
    """When something was last met for the first time, and how much games like these would still bring."""
    if not answer["news"]:
        return
    last, unseen = answer["news"][-1], answer["unseen"]
    more = f"about {unseen['probably']:.0f} more" if unseen["probably"] >= 1 else "hardly more"
    since = "quiet since, so it ended" if answer["quiet"] else "ended before it was quiet for as long"
    met = f"the last after {some(last['moves'], 'move')}: {last['what']} {last['name']}"
    screen.line(f"  news       {met}; {since}; {more} to expect")


def _show_claim(screen: Screen, claim: Mapping[str, Any], _everything: bool) -> None:
    count = "" if claim["players"] is None else f"   {claim['players']} players"
    values = ", ".join(f"{name} = {value}" for name, value in claim["values"].items())
    screen.line(f"CLAIM FAILS  {claim['claim']}{count}", style="bold red")
    screen.line(f"    {claim['formula']}")
    screen.line(f"    {claim['why']}: {values}")


def _show_finding(screen: Screen, finding: Mapping[str, Any], everything: bool) -> None:
    times = f"{finding['times']:,} times" if finding["kind"] == "silent" else some(finding["times"], "game")
    length = "the first position" if not finding["moves"] else some(len(finding["moves"]), "move")
    as_played = "" if finding["shrunk"] or not finding["moves"] else ", as it was played"
    setting = finding["setting"]
    screen.line(
        f"{finding['kind'].upper()}  {title(finding)}   {times}, shown in {length}{as_played}   "
        f"{setting['players']} players, {setting['setup']}",
        style=_STYLE.get(finding["kind"], "bold red"),
    )
    if finding.get("reading") is not None:
        for line in silence_lines(finding):
            screen.line(f"    {line}")
    else:
        messages = finding["messages"]
        for message in messages if everything else messages[:_MESSAGES]:
            screen.line(f"    {message}")
    if finding.get("loop"):
        steps = [f"{step['actor']}: {step['words']}" for step in finding["loop"]]
        screen.line(f"    again   {_cut(steps, '; ')}")
    if finding["accepted"]:
        screen.line(f"    known   {finding['accepted']}")
    if finding["clauses"]:
        screen.line(f"    clause  {', '.join(finding['clauses'])}")
    if finding.get("compare"):
        screen.line(f"    compare {finding['compare']}")
    if finding["replay"]:
        screen.line(f"    replay  {finding['replay']}")


def title(finding: Mapping[str, Any]) -> str:
    """What a finding is called before people: a loop by the moves that lead back, not by the names of classes."""
    loop = finding.get("loop")
    if not loop:
        return str(finding["name"])
    words = dict.fromkeys(step["move"].partition(" ")[0] for step in loop)
    return f"players can repeat {', '.join(words)} for ever"


def silence_lines(finding: Mapping[str, Any]) -> Iterator[str]:
    """The question, each choice with what it changes, and for each the sentence that would settle it."""
    reading, effect = finding["reading"], finding["effect"]
    substitute = " (SUBSTITUTE for what could not be recovered)" if reading["substitute"] else ""
    yield reading["question"]
    for choice, text in reading["choices"].items():
        if choice == reading["played"]:
            yield f"played  {text} [{choice}]{substitute}"
        else:
            changed = "" if effect is None else f"   {_change(effect['choices'][choice], effect['games'])}"
            yield f"or      {text} [{choice}]{changed}"
    if effect is None:
        yield f"effect  not measured: {finding['not_measured']}"
    for choice, sentence in reading["sentences"].items():
        yield f"settle  “{sentence}” [{choice}]"


def _change(change: Mapping[str, int], games: int) -> str:
    """What comes out differently under another choice."""
    if not change["scores"]:
        return f"no other outcome in {some(games, 'game')}"
    if not change["winners"]:
        return f"other scores in {change['scores']} of {some(games, 'game')}, the same winner"
    if change["winners"] == change["scores"]:
        return f"another winner in {change['winners']} of {some(games, 'game')}"
    return f"another winner in {change['winners']} of {some(games, 'game')}, other scores in {change['scores']}"


def effect_in_words(finding: Mapping[str, Any]) -> str:
    """What the choices of a silence change, all together, or why nobody knows."""
    effect = finding["effect"]
    return f"not measured: {finding['not_measured']}" if effect is None else _change(effect, effect["games"])


def _show_known(screen: Screen, known: Sequence[Mapping[str, Any]], answer: Mapping[str, Any]) -> None:
    """Known findings: how many, and which of the silences change most."""
    if not known:
        return
    silences = [finding for finding in known if finding.get("reading")]
    listed = sum(finding["known"] == "rulebook" for finding in known)
    told = [some(listed, "known silence")] if listed else []
    if len(known) > listed:
        files = ", ".join(answer["accepted"]["files"])
        told.append(f"{some(len(known) - listed, 'finding')} that {files} accounts for")
    screen.line()
    screen.line(f"KNOWN  {', '.join(told)}; --all shows each", style="bold")
    changing = [finding for finding in silences if finding["effect"] and finding["effect"]["scores"]]
    screen.table([(finding["name"], effect_in_words(finding)) for finding in changing[:_MOST]], indent=4)
    same = sum(bool(finding["effect"]) for finding in silences) - len(changing)
    rest = [
        f"{some(len(changing) - _MOST, 'other changes', 'others change')} the outcome" if len(changing) > _MOST else "",
        f"{same} changed no outcome" if same else "",
        *(
            f"{count} not measured: {why}"
            for why, count in Counter(f["not_measured"] for f in silences if not f["effect"]).items()
        ),
    ]
    if any(rest):
        screen.line(f"    {'; '.join(filter(None, rest))}")
    others = Counter[str]()
    for finding in known:
        if finding["accepted"] and not finding.get("reading"):
            others[finding["accepted"]] += finding.get("times", 1)
    for reason, times in others.most_common(_MOST):
        screen.line(f"    {reason}   {some(times, 'time')}")


def _show_unmet(screen: Screen, accepted: Mapping[str, Any]) -> None:
    """The keys of a file that did not show, and those without a reason."""
    for what, keys in (
        ("not met; remove it if it is fixed", accepted["not_met"]),
        ("no reason is given; say why after #", accepted["without_reason"]),
    ):
        if keys:
            screen.line(f"  accepted   {_cut(keys)}   {what}", style="dim")


def _show_next(screen: Screen, new: Sequence[Mapping[str, Any]], known: Sequence[Mapping[str, Any]], game: str) -> None:
    """The commands that lead on."""
    rows = []
    silence = next((finding for finding in (*new, *known) if finding.get("compare")), None)
    shown = next((finding for finding in new if finding.get("replay")), silence)
    if silence is not None:
        rows.append(("what a silence's choices lead to, in the shortest game", silence["compare"]))
    if shown is not None and shown["replay"]:
        rows.append(("the game of a finding, move by move", shown["replay"]))
    if new:
        accept = f"rulecheck fuzz {game} --write-accepted known.txt --reason '…'"
        rows.append(("keep what is new as known, with a reason", accept))
    if rows:
        screen.line()
        screen.line("NEXT", style="bold")
        screen.table(rows, indent=4)


def _cut(names: Sequence[str], between: str = ", ") -> str:
    more = f"{between}and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return between.join(names[:_LISTED]) + more
