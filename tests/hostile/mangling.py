"""Hypothesis strategies for what should not be: right texts and right JSON with wrong things put into them."""

from __future__ import annotations

import copy
from typing import Any, Final

from hypothesis import strategies as st

TEXTS: Final = (
    *(
        "",
        " ",
        "\n",
        "\t",
        "\x00",
        "\x1b[2J",
        "\x7f",
        "\x9b",
        "\ud800",
        "\u202e",
        "\ufeff",
        "é",
        "孫",
        "𝟘",
        "²",
        "٣",
        "İ",
    ),
    *("-1", "0", "1e999", "nan", "9" * 30, "9" * 5000, "0x1", "1_0", "-0", "1.5", "null", "__proto__", "%s%n", "{}"),
    *(
        "{" * 400,
        "[" * 400,
        "(" * 400,
        '"',
        "'",
        '"""',
        "'''",
        "\\",
        "\\" * 45,
        "`",
        "```",
        "#",
        "**",
        "***",
        "=",
        "= =",
        ",",
    ),
    *(
        "a" * 10_000,
        "../../etc/passwd",
        "/dev/null",
        "a.b.c",
        "*",
        "?",
        "|",
        "; rm",
        "--",
        "-x",
        "min(",
        "and or",
        "//",
        "**",
    ),
)
NUMBERS: Final = (0, -1, 1, 2, 99, 2**31, 2**63, -(2**63) - 1, 10**12, 10**30, 0.5, 1e308, float("nan"), float("inf"))
NESTED: Final[list[Any]] = []
for _ in range(200):
    NESTED[:] = [copy.deepcopy(NESTED)]


def values() -> st.SearchStrategy[Any]:
    """JSON that nobody expects."""
    simple = st.one_of(st.none(), st.booleans(), st.sampled_from(NUMBERS), st.sampled_from(TEXTS), st.text(max_size=8))
    small = st.one_of(st.lists(simple, max_size=3), st.dictionaries(st.sampled_from(TEXTS), simple, max_size=3))
    return st.one_of(simple, simple, small, st.just(NESTED).map(copy.deepcopy))


def _places(value: Any, into: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    keys: Any = ()
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = range(len(value))
    for key in keys:
        into.append((value, key))
        _places(value[key], into)
    return into


@st.composite
def mangled_json(draw: st.DrawFn, right: st.SearchStrategy[Any]) -> Any:
    """A right value with one to three things put in place of others, taken away, added, doubled or swapped."""
    value = {"it": copy.deepcopy(draw(right))}
    for _ in range(draw(st.integers(1, 3))):
        places = _places(value, [])
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        change = draw(st.sampled_from(("replace", "replace", "remove", "add", "double", "swap")))
        if change == "remove" and holder is not value:
            del holder[key]
        elif change == "add" and isinstance(holder[key], dict):
            holder[key][draw(st.sampled_from(TEXTS))] = draw(values())
        elif change == "add" and isinstance(holder[key], list):
            holder[key].append(draw(values()))
        elif change == "double" and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif change == "swap":
            other, there = places[draw(st.integers(0, len(places) - 1))]
            holder[key] = copy.deepcopy(other[there])
        else:
            holder[key] = draw(values())
    return value["it"]


@st.composite
def mangled_text(draw: st.DrawFn, right: st.SearchStrategy[str]) -> str:
    """A right text with one to four pieces taken out, doubled, put elsewhere, or something put in between."""
    text = draw(right)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.sampled_from((0, 1, 2, 5, 20, 200))))
        change = draw(st.sampled_from(("insert", "insert", "replace", "remove", "double", "cut", "number", "line")))
        if change == "insert":
            text = text[:at] + draw(st.sampled_from(TEXTS)) + text[at:]
        elif change == "replace":
            text = text[:at] + draw(st.one_of(st.sampled_from(TEXTS), st.text(max_size=5))) + text[end:]
        elif change == "remove":
            text = text[:at] + text[end:]
        elif change == "double":
            text = text[:end] + text[at:end] * draw(st.sampled_from((1, 2, 50))) + text[end:]
        elif change == "cut":
            text = text[:at]
        elif change == "number":
            text = _with_a_number(text, at, str(draw(st.sampled_from(NUMBERS))))
        else:
            lines = text.split("\n")
            lines.insert(draw(st.integers(0, len(lines))), lines[draw(st.integers(0, len(lines) - 1))])
            text = "\n".join(lines)
    return text


def _with_a_number(text: str, at: int, number: str) -> str:
    """Another number in place of the next one."""
    first = next((n for n in range(at, len(text)) if text[n].isdecimal()), None)
    if first is None:
        return text + number
    last = first
    while last < len(text) and text[last].isdecimal():
        last += 1
    return text[:first] + number + text[last:]
