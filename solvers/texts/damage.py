"""`damaged`: broken words: letters of two scripts, a word written twice, torn or joined words, misspellings."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, pairwise, product
from typing import Final

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Level, TextFinding
from rulecheck.spec.folding import fold
from rulecheck.spec.languages import Language

_WORD: Final = re.compile(r"[^\W\d_]+")
_TWICE: Final = re.compile(r"\b([^\W\d_]{3,})[ \n]+\1\b")
_CEDILLAS: Final = str.maketrans("şţŞŢ", "șțȘȚ")
"""Letters that Romanian texts are often typed with, and those that they should have."""

_OFTEN: Final = 3
"""So often a word has to stand in the text for one like it to be taken for a misspelling."""
_LONG: Final = 6
_PIECE: Final = 3
"""Letters that the second piece of a torn word has, at least: "parte a" is two words."""
_MANY: Final = 512
"""So many ways to put accents on a word are tried, at most."""
_ACCENTS: Final = 0.01
"""The share of accented letters below which a text is typed without accents."""

IsKnown = Callable[[str], bool]


def damaged(check: TextCheck, is_known: IsKnown | None = None) -> Iterator[TextFinding]:
    """Broken words of the sentences that can bear a rule; misspellings only where a word list is given."""
    for _, sentence in check.laid.rule_bearing():
        for at, said, told, fix, sure, write in _broken(check.text.text[sentence.start : sentence.end]):
            yield _finding(check, sentence.start + at, said, told, fix, sure, write)
    yield from _torn(check)
    if is_known is not None:
        yield from _misspelt(check, is_known)


@lru_cache(maxsize=20_000)
def _broken(sentence: str) -> tuple[tuple[int, str, str, str, Level, str], ...]:
    """What is wrong with the words of a sentence by itself: where, the words, what is told, the fix, how sure, what to
    write."""
    rows = []
    for word in _WORD.finditer(sentence):
        scripts = set() if word[0].isascii() else {unicodedata.name(c, "").split(" ")[0] for c in word[0]}
        if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
            told = f'"{word[0]}" has letters of two scripts: {" and ".join(sorted(scripts)).lower()}'
            rows.append((word.start(), word[0], told, "type it anew", Level.HIGH, ""))
    for word in _TWICE.finditer(sentence):
        told = f'"{word[1]}" is written twice'
        rows.append((word.start(), word[0], told, "delete one", Level.MEDIUM, word[1]))
    return tuple(rows)


@lru_cache(maxsize=20_000)
def _words_of(sentence: str) -> tuple[tuple[str, ...], tuple[tuple[str, str, int, int], ...]]:
    """The words of a sentence in small letters, and the pairs with one space between, each with its place."""
    words = list(_WORD.finditer(sentence))
    pairs = (
        (first[0].lower(), second[0].lower(), first.start(), second.end())
        for first, second in pairwise(words)
        if sentence[first.end() : second.start()] == " "
    )
    return tuple(word[0].lower() for word in words), tuple(pairs)


def word_list(language: Language, text: str = "") -> IsKnown | None:
    """Whether a language has a word, by the word list of simplemma; None for a language without one.

    In a text that is typed without accents a word needs none.
    """
    from simplemma.strategies.dictionaries import StreamDictionaryFactory
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    if language.code not in SUPPORTED_LANGUAGES:
        return None
    words: Mapping[str, object] = StreamDictionaryFactory().get_dictionary(language.code)
    accented: dict[str, list[str]] = {}
    if sum(letter in language.letters for letter in text.lower()) < _ACCENTS * len(text):
        for letter in sorted(language.letters):
            accented.setdefault(fold(letter), []).append(letter)

    @lru_cache(maxsize=20_000)
    def is_known(word: str) -> bool:
        plain = word.translate(_CEDILLAS).lower()
        choices = [(letter, *accented.get(letter, ())) for letter in plain]
        forms = map("".join, islice(product(*choices), _MANY))
        return any(form in words or form.capitalize() in words for form in forms)

    return is_known


def _torn(check: TextCheck) -> Iterator[TextFinding]:
    """Two words that are one word elsewhere in the text, and stand so once only."""
    often = Counter[str]()
    pairs: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for _, sentence in check.laid.rule_bearing():
        said = check.text.text[sentence.start : sentence.end]
        words, neighbours = _words_of(said)
        often.update(words)
        for first, piece, start, end in neighbours:
            pairs.setdefault((first, piece), []).append((sentence.start + start, said[start:end]))
    for (first, piece), places in pairs.items():
        whole = first + piece
        if len(places) == 1 and len(piece) >= _PIECE and len(whole) >= _LONG and often[whole] > 1:
            at, said = places[0]
            told = f'"{said}" looks like one word that is torn: the text has "{whole}" {often[whole]} times'
            yield _finding(check, at, said, told, f"did you mean {whole}?", Level.MEDIUM, "".join(said.split()))


def _misspelt(check: TextCheck, is_known: IsKnown) -> Iterator[TextFinding]:
    places: dict[str, list[tuple[int, str]]] = {}
    for _, sentence in check.laid.rule_bearing():
        for match in _WORD.finditer(check.text.text[sentence.start : sentence.end]):
            places.setdefault(match[0].lower(), []).append((sentence.start + match.start(), match[0]))
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
            yield _finding(check, at, said, told, f"write {parts[0]} {parts[1]}", Level.LOW, " ".join(parts))
        elif like is not None and is_known(like):
            told = f'"{said}" is not a word that we know; the text has "{like}" {often[like]} times'
            yield _finding(check, at, said, told, f"did you mean {like}?", Level.LOW, like)


def _is_like(word: str, other: str) -> bool:
    """Whether two words are the same but for an accent, or a letter that is wrong, too much or missing inside."""
    first, second = fold(word), fold(other)
    if first == second:
        return True
    if abs(len(first) - len(second)) > 1 or first[:2] != second[:2] or first[-2:] != second[-2:]:
        return False
    short, long = sorted((first, second), key=len)
    n = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[n + (len(short) == len(long)) :] == long[n + 1 :]


def _finding(
    check: TextCheck, at: int, said: str, told: str, fix: str, confidence: Level, write: str = ""
) -> TextFinding:
    where = (check.at(at, at + len(said)),)
    return TextFinding("damaged", told, (), where, fix, replacement=write, confidence=confidence)
