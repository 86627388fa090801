"""`example-fails`: the text's worked examples, played with the text's numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import ExampleRun, Quote, TextFinding
from rulecheck.spec.laid import Said


def clauses_of_example(check: TextCheck, id: str) -> frozenset[str]:
    """The clauses that a worked example is about: those of its passages, and those that it carries out."""
    clauses = {c for p in check.edition.passages if p.example == id for c in p.clauses}
    for step in check.rulebook.examples[id].body.get("step", ()):
        clauses |= {*step.get("events", ())}
    return frozenset(clauses)


def is_printed(check: TextCheck, id: str) -> bool:
    """Whether the text has a passage that prints a worked example."""
    return any(p.example == id and check.said[p.number] for p in check.edition.passages)


def of_example(check: TextCheck, id: str) -> frozenset[str]:
    """The numbers that a worked example is about: those of its passages and of the clauses it carries out."""
    passages = [p for p in check.edition.passages if p.example == id]
    names = {n for p in passages for i in p.phrase.items if i.formula is not None for n in i.formula.names}
    names |= {n for p in passages for formula in p.says for n in formula.names}
    clauses = clauses_of_example(check, id)
    return frozenset(names | {q.name for q in check.rulebook.quantities.values() if q.clause in clauses})


def filled(check: TextCheck) -> dict[str, list[tuple[Said, int, str, int, int]]]:
    """By example: passage, hole, place in the example, the number in the text, the number in ours."""
    by_example: dict[str, list[tuple[Said, int, str, int, int]]] = {}
    for passage in check.edition.passages:
        if passage.example is None:
            continue
        rows = by_example.setdefault(passage.example, [])
        for said in check.said[passage.number]:
            for n, taken in enumerate(said.taken):
                value = None if taken.unit is None else check.laid.finder.units[taken.unit].value
                if taken.item.fills is not None and value is not None:
                    wanted = _number_at(check.rulebook.examples[passage.example].body, taken.item.fills)
                    rows.append((said, n, taken.item.fills, value, wanted))
    return by_example


def examples(check: TextCheck) -> Iterator[TextFinding]:
    """`example-fails`: the text's worked examples, played with the text's numbers."""
    if check.play is None:
        return
    numbers = check.numbers()
    filled_in = filled(check)
    for example in check.rulebook.examples.values():
        rows = filled_in.get(example.id, [])
        if "false" in example.body and not is_printed(check, example.id):
            continue
        if "book" not in example.body and not rows:
            continue
        players = example.body.get("players")
        about = of_example(check, example.id)
        rules = {
            name: value
            for name, by in numbers.items()
            for count, value in by.items()
            if name in about and count in (None, players) and value != check.rulebook.quantities[name].at(count)
        }
        changes = {place: value for _, _, place, value, _ in rows}
        if not rules and all(value == wanted for *_, value, wanted in rows) and "false" not in example.body:
            continue
        run = check.play(example.id, rules, changes)
        if run.passes:
            continue
        yield _example(check, example.id, run, rules, [r for r in rows if r[3] != r[4]] or rows)


def _example(
    check: TextCheck, id: str, run: ExampleRun, rules: Mapping[str, int], rows: list[tuple[Said, int, str, int, int]]
) -> TextFinding:
    why = run.reason or "; ".join(run.failures[:2])
    told = f" with {', '.join(f'{n} = {v}' for n, v in rules.items())}" if rules else ""
    blame = "\n".join(run.failures)
    rows = sorted(rows, key=lambda r: -sum(part in blame for part in r[2].split("/") if len(part) > 2))
    evidence = [check.of_said(said, n) for said, n, *_ in rows[:2]]
    example = check.rulebook.examples[id]
    for passage in check.edition.passages:
        if passage.example == id and not any(i.fills for i in passage.phrase.items):
            evidence += [check.of_said(said) for said in check.said[passage.number][:1]]
    wrong = [_place_of(check, name) for name in rules]
    evidence += [e for e in wrong if e is not None]
    evidence.append(Quote.ours(example.path, example.line, f"example {id}"))
    clauses = tuple(dict.fromkeys(c for said, *_ in rows for c in said.passage.clauses))
    return TextFinding(
        "example-fails",
        f"the worked example {id} does not come out as printed{told}: {why}",
        clauses,
        tuple(evidence),
        "correct the number that the example depends on, or the example",
    )


def _place_of(check: TextCheck, name: str) -> Quote | None:
    for said in check.every_said:
        for n, taken in enumerate(said.taken):
            formula = taken.item.formula
            if formula is not None and formula.text.strip() == name and n in set(check.wrong_holes(said)):
                return check.of_said(said, n, "the number it was played with")
    return None


def _number_at(body: Mapping[str, Any], place: str) -> int:
    """The number that stands at a place of a worked example, such as `step/0/expect/gold`."""
    at: Any = body
    for key in place.split("/"):
        at = at[int(key)] if isinstance(at, list) else at[key]
    return int(at)
