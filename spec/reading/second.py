"""A second reader: any program, or a person, that answers frames for sentences.

The program is started once.  It is sent lines of JSON, one for each sentence, and answers each with one:

    {"id": 1, "language": "ro", "game": "…", "sentence": "…", "schema": {…}}        (the schema only with the first)
    {"id": 1, "says": [{"act": "pay", "who": "builder"}], "words": {"0.act": [12, 18], "0.who": [0, 11]}, "sure": 0.9}

`says` holds frames as `frames.toml` does.  `words` points each value at the words of the sentence that say it (offsets
of characters, the end not included); a value that points at nothing is no reading and the answer is refused.  Answers
are kept beside the text by the sentence's hash, one line each, so that they can be kept under version control.
"""

from __future__ import annotations

import hashlib
import json
import os
import selectors
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

from attrs import define, evolve, field, frozen

from rulecheck.spec.errors import SpecError, shown
from rulecheck.spec.files import display
from rulecheck.spec.reading.compare import Leaf, leaves
from rulecheck.spec.reading.framefile import FrameBuilder, FrameError, plain
from rulecheck.spec.reading.frames import Frame, Span, Time, field_of, hull, normal_paths
from rulecheck.spec.reading.schema import frame_schema
from rulecheck.spec.vocabulary import Glossary

SUFFIX: Final = ".readings.jsonl"
"""What the answers' file is called after the text."""

SECONDS: Final = 120.0
"""How long a program may take for one sentence."""

_LONGEST: Final = 1_000_000
"""Bytes of one answer."""


class AnswerError(ValueError):
    """What is wrong with an answer, and what to do."""


@frozen
class Answer:
    """What a second reader says of a sentence."""

    sentence: str
    says: tuple[Frame, ...]
    words: Mapping[str, Span]
    """By a value's path (`0.who`, `0.if.0.what`): where its words stand."""
    sure: float = 1.0
    is_right: bool | None = None
    """Whether a person has found it right where the two readers differ; None where nobody has said."""


@frozen
class Difference:
    """A value that only one of two readers has."""

    leaf: Leaf
    is_ours: bool
    """Whether it is the first reader's."""


def key_of(sentence: str, language: str, game: str) -> str:
    """The hash by which an answer is kept: of the sentence as it reads, line ends and spaces aside."""
    text = "\n".join((game, language, " ".join(sentence.split())))
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def answer_of(body: object, sentence: str, builder: FrameBuilder) -> Answer:
    """An answer as a program gave it; raises AnswerError for one that cannot be used."""
    if not isinstance(body, dict) or not isinstance(body.get("says"), list):
        raise AnswerError('expected {"says": […], "words": {…}}')
    try:
        says = builder.frames(body["says"])
    except FrameError as problem:
        raise AnswerError(str(problem)) from None
    words = body.get("words", {})
    if not isinstance(words, dict):
        raise AnswerError("words is not a table; write {path: [start, end]}")
    spans = {str(path): _span(place, sentence, str(path)) for path, place in words.items()}
    for number, frame in enumerate(says):
        for path in normal_paths(frame):
            if f"{number}.{path}" not in spans:
                raise AnswerError(f"{number}.{path} points at no words; give words its [start, end]")
    sure = body.get("sure", 1.0)
    if isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 <= sure <= 1:
        raise AnswerError("sure is not a number from 0 to 1")
    is_right = body.get("right")
    if not isinstance(is_right, bool | None):
        raise AnswerError("right is neither true nor false")
    return Answer(sentence, says, spans, float(sure), is_right)


def _span(place: object, sentence: str, path: str) -> Span:
    if not isinstance(place, list) or len(place) != 2 or not all(type(n) is int for n in place):
        raise AnswerError(f"{path} is no [start, end]")
    start, end = place
    if not 0 <= start < end <= len(sentence) or not any(c.isalnum() for c in sentence[start:end]):
        raise AnswerError(f"{path} points at {start} to {end}, where no words stand")
    return start, end


def pointed(answer: Answer) -> tuple[Frame, ...]:
    """The frames of an answer, each value with the words that it points at."""
    return tuple(_pointed(frame, f"{number}.", answer.words) for number, frame in enumerate(answer.says))


def _pointed(frame: Frame, path: str, words: Mapping[str, Span]) -> Frame:
    slots: dict[str, tuple[Any, ...]] = {
        field_of(slot): tuple(_with_words(value, f"{path}{slot}", number, words) for number, value in enumerate(values))
        for slot, values in frame.said()
    }
    slots["either"] = tuple(_pointed(other, f"{path}or.{n}.", words) for n, other in enumerate(frame.either))
    return evolve(frame, **slots, span=_hull(path, words))  # type: ignore[arg-type]


def _with_words(value: Any, slot: str, number: int, words: Mapping[str, Span]) -> Any:
    if isinstance(value, Frame):
        return _pointed(value, f"{slot}.{number}.", words)
    here = f"{slot}.{number}" if number else slot
    if isinstance(value, Time) and value.event:
        events = tuple(_pointed(event, f"{here}.event.{at}.", words) for at, event in enumerate(value.event))
        return evolve(value, event=events, span=_hull(f"{here}.event.", words))
    return evolve(value, span=words.get(here))


def _hull(path: str, words: Mapping[str, Span]) -> Span | None:
    """From the first to the last word of all values whose paths begin so."""
    return hull(span for name, span in words.items() if name.startswith(path))


def differences(ours: Sequence[Frame], theirs: Sequence[Frame]) -> tuple[Difference, ...]:
    """The values that only one of two readings of a sentence has; none where they agree."""
    left, right = ([leaf for frame in frames for leaf in leaves(frame)] for frames in (ours, theirs))
    only_left = (Difference(leaf, True) for leaf in left if not any(leaf.meets(other) for other in right))
    only_right = (Difference(leaf, False) for leaf in right if not any(leaf.meets(other) for other in left))
    return (*only_left, *only_right)


@frozen
class Disagreement:
    """A sentence that two readers read otherwise."""

    sentence: str
    sure: float
    """How sure the second one is."""
    ours: tuple[Leaf, ...]
    """The values that only the first one read."""
    theirs: tuple[Leaf, ...]


def disagreements(reads: Callable[[str], Sequence[Frame]], answers: Mapping[str, Answer]) -> Iterator[Disagreement]:
    """Where a second reader's answers differ from what the first one reads and nobody has said which is right, in the
    order of the answers.

    `rulebook --reader` shows them, `edition review --reader` asks.
    """
    for sentence, answer in answers.items():
        if answer.is_right is None and (values := differences(reads(sentence), answer.says)):
            ours, theirs = (tuple(v.leaf for v in values if v.is_ours is side) for side in (True, False))
            yield Disagreement(sentence, answer.sure, ours, theirs)


@define
class SecondReader:
    """Asks a program for what sentences say, and remembers its answers."""

    command: tuple[str, ...]
    glossary: Glossary
    language: str
    kept: Path | None = None
    """The file of answers; `beside` names it."""
    seconds: float = SECONDS
    refused: dict[str, str] = field(factory=dict)
    """By sentence: why the program's answer could not be used."""
    _answers: dict[str, dict[str, Any]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        if self.kept is not None and self.kept.is_file():
            self._answers = _read(self.kept)

    def read(self, sentences: Iterable[str]) -> dict[str, Answer]:
        """The answers for some sentences: those that are kept, and those that the program gives now.

        A sentence without a usable answer has none; `refused` tells why.  Raises SpecError where the program cannot be
        started or ends.
        """
        game = self.glossary.rulebook.game
        keys = self._keys(sentences)
        missing = [sentence for sentence, key in keys.items() if key not in self._answers]
        if missing:
            for sentence, body in self._asked(missing, game):
                self._answers[keys[sentence]] = {"sentence": sentence, **body}
        answers = self._usable(keys)
        if self.kept is not None and missing:
            _write(self.kept, self._answers)
        return answers

    def known(self, sentences: Iterable[str]) -> dict[str, Answer]:
        """The answers for some sentences that are kept already; the program is not started."""
        return self._usable({s: key for s, key in self._keys(sentences).items() if key in self._answers})

    def judge(self, sentence: str, is_right: bool | None) -> Answer:
        """The kept answer for a sentence, once a person has said whether it is right (None: nobody has); kept too."""
        (key,) = self._keys([sentence]).values()
        body = self._answers[key]
        body.pop("right", None)
        if is_right is not None:
            body["right"] = is_right
        if self.kept is not None:
            _write(self.kept, self._answers)
        return self._usable({sentence: key})[sentence]

    def _keys(self, sentences: Iterable[str]) -> dict[str, str]:
        game = self.glossary.rulebook.game
        return {sentence: key_of(sentence, self.language, game) for sentence in dict.fromkeys(sentences)}

    def _usable(self, keys: Mapping[str, str]) -> dict[str, Answer]:
        builder = FrameBuilder(self.glossary)
        answers: dict[str, Answer] = {}
        for sentence, key in keys.items():
            try:
                answers[sentence] = answer_of(self._answers.get(key), sentence, builder)
            except AnswerError as problem:
                self.refused[sentence] = str(problem)
                self._answers.pop(key, None)
        return answers

    def _asked(self, sentences: Sequence[str], game: str) -> Iterable[tuple[str, dict[str, Any]]]:
        name = shown(" ".join(self.command))
        try:
            program = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as problem:
            why = (problem.strerror or str(problem)).lower()
            raise SpecError(name, None, f"cannot be started: {why}", "check the command") from None
        with program:
            try:
                for number, sentence in enumerate(sentences, 1):
                    request = {"id": number, "language": self.language, "game": game, "sentence": sentence}
                    if number == 1:
                        request["schema"] = answer_schema(self.glossary)
                    body = _exchanged(program, request, name, self.seconds)
                    if body.get("id") != number:
                        raise SpecError(
                            name,
                            None,
                            f"answered {shown(body.get('id'))} to {number}",
                            "repeat the request's id in the answer",
                        )
                    yield sentence, {key: body[key] for key in ("says", "words", "sure") if key in body}
            finally:
                program.kill()


def beside(text: Path) -> Path:
    """The file in which the answers for a text are kept."""
    return text.with_name(text.name + SUFFIX)


def answer_schema(glossary: Glossary) -> dict[str, Any]:
    """The JSON Schema of an answer, for a game's concepts."""
    frames = frame_schema(glossary)
    return {
        "$schema": frames["$schema"],
        "type": "object",
        "required": ["id", "says", "words"],
        "properties": {
            "id": {"type": "integer"},
            "says": {"type": "array", "items": {"$ref": "#/$defs/frame"}},
            "words": {
                "type": "object",
                "additionalProperties": {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 0},
                    "minItems": 2,
                    "maxItems": 2,
                },
            },
            "sure": {"type": "number", "minimum": 0, "maximum": 1},
        },
        "$defs": frames["$defs"],
    }


def answer_body(says: Sequence[Frame], sure: float = 1.0) -> dict[str, Any]:
    """The answer that frames which know their words make: what our own reader would send."""
    words = {
        f"{number}.{path}": list(span)
        for number, frame in enumerate(says)
        for path, span in normal_paths(frame).items()
        if span is not None
    }
    return {"says": [plain(frame) for frame in says], "words": words, "sure": sure}


def _exchanged(
    program: subprocess.Popen[bytes], request: Mapping[str, Any], name: str, seconds: float
) -> dict[str, Any]:
    """One line to the program and one back; raises SpecError."""
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        program.stdin.write(json.dumps(request, ensure_ascii=False).encode() + b"\n")
        program.stdin.flush()
        line = _line(program.stdout.fileno(), seconds)
    except BrokenPipeError:
        line = b""
    if line is None:
        raise SpecError(name, None, f"no answer within {seconds:g} seconds", "is it waiting for something?")
    if not line:
        raise SpecError(name, None, "ended before it had answered", "run it by hand with a line of JSON")
    try:
        body = json.loads(line)
    except (ValueError, RecursionError):
        raise SpecError(
            name, None, f"answered no JSON: {shown(line.decode(errors='replace'))}", "write one line"
        ) from None
    if not isinstance(body, dict):
        raise SpecError(name, None, "answered no object", 'write {"id": …, "says": […], "words": {…}}')
    return body


def _line(descriptor: int, seconds: float) -> bytes | None:
    """What is written to a pipe up to the end of a line; empty at its end, None where it takes too long."""
    end = monotonic() + seconds
    received = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while not received.endswith(b"\n") and len(received) < _LONGEST:
            if not selector.select(max(0.0, end - monotonic())):
                return None
            chunk = os.read(descriptor, 65_536)
            if not chunk:
                return bytes(received)
            received += chunk
    return bytes(received)


def _read(path: Path) -> dict[str, dict[str, Any]]:
    answers: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            answers[row.pop("key")] = row
        except (ValueError, KeyError, AttributeError, TypeError):
            what = "expected an answer that was kept"
            raise SpecError(display(path), number, what, "delete the line; it will be asked again") from None
    return answers


def _write(path: Path, answers: Mapping[str, Mapping[str, Any]]) -> None:
    """Write answers in an order of their own, so that two runs and two people write the same."""
    rows = sorted(answers.items(), key=lambda item: (str(item[1].get("sentence", "")), item[0]))
    lines = (json.dumps({"key": key, **body}, ensure_ascii=False, sort_keys=True) for key, body in rows)
    whole = path.with_name(path.name + ".new")
    whole.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    whole.replace(path)
