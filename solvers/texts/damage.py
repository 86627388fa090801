"""`damaged`: words that are broken: letters of two scripts, a word written twice, misspellings, joined words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Level, TextFinding
from rulecheck.spec.folding import fold

_WORD: Final = re.compile(r"[^\W\d_]+")
_TWICE: Final = re.compile(r"\b([^\W\d_]{3,})[ \n]+\1\b")
_CEDILLAS: Final = str.maketrans("şţŞŢ", "șțȘȚ")
"""Letters that Romanian texts are often typed with, and those that they should have."""

_OFTEN: Final = 3
"""So often a word has to stand in the text for one like it to be taken for a misspelling."""
_LONG: Final = 6

IsKnown = Callable[[str], bool]


def damaged(check: TextCheck, is_known: IsKnown | None = None) -> Iterator[TextFinding]:
    """Broken words of the sentences that can bear a rule; misspellings only where a word list is given."""
    for _, sentence in check.laid.rule_bearing():
        said = check.text.text[sentence.start : sentence.end]
        for found in _WORD.finditer(said):
            scripts = {unicodedata.name(c, "").split(" ")[0] for c in found[0]}
            if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
                told = f'"{found[0]}" has letters of two scripts: {" and ".join(sorted(scripts)).lower()}'
                yield _finding(check, sentence.start + found.start(), found[0], told, "type it anew", Level.HIGH)
        for found in _TWICE.finditer(said):
            told = f'"{found[1]}" is written twice'
            yield _finding(check, sentence.start + found.start(), found[0], told, "leave one out", Level.MEDIUM)
    if is_known is not None:
        yield from _misspelt(check, is_known)


def word_list(code: str) -> IsKnown:
    """Whether a language has a word, by the word list of simplemma."""
    from simplemma.strategies.dictionaries import StreamDictionaryFactory

    words: Mapping[str, object] = StreamDictionaryFactory().get_dictionary(code)

    def is_known(word: str) -> bool:
        plain = word.translate(_CEDILLAS)
        return any(form in words for form in (plain, plain.lower(), plain.capitalize()))

    return is_known


def _misspelt(check: TextCheck, is_known: IsKnown) -> Iterator[TextFinding]:
    places: dict[str, list[tuple[int, str]]] = {}
    for _, sentence in check.laid.rule_bearing():
        for found in _WORD.finditer(check.text.text[sentence.start : sentence.end]):
            places.setdefault(found[0].lower(), []).append((sentence.start + found.start(), found[0]))
    often = Counter({word: len(where) for word, where in places.items()})
    common = [word for word, count in often.items() if count >= _OFTEN and len(word) >= _LONG]
    for word, where in places.items():
        if often[word] > 1 or len(word) < _LONG or is_known(word):
            continue
        at, said = where[0]
        halves = [(word[:n], word[n:]) for n in range(4, len(word) - 3)]
        like = next((other for other in common if other != word and _is_like(word, other)), None)
        parts = next(((a, b) for a, b in halves if often[a] >= _OFTEN and often[b] >= _OFTEN), None)
        if parts is not None:
            told = f'"{said}" looks like two words: {parts[0]} {parts[1]}'
            yield _finding(check, at, said, told, f"write {parts[0]} {parts[1]}", Level.MEDIUM)
        elif like is not None and is_known(like):
            told = f'"{said}" is no word that we know; the text has "{like}" {often[like]} times'
            yield _finding(check, at, said, told, f"was {like} meant?", Level.MEDIUM)


def _is_like(word: str, other: str) -> bool:
    """Whether two words are the same but for an accent, or a letter that is wrong, too much or missing inside."""
    one, two = fold(word), fold(other)
    if one == two:
        return True
    if abs(len(one) - len(two)) > 1 or one[:2] != two[:2] or one[-2:] != two[-2:]:
        return False
    short, long = sorted((one, two), key=len)
    n = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[n + (len(short) == len(long)) :] == long[n + 1 :]


def _finding(check: TextCheck, at: int, said: str, told: str, fix: str, confidence: Level) -> TextFinding:
    return TextFinding("damaged", told, (), (check.at(at, at + len(said)),), fix, confidence=confidence)
