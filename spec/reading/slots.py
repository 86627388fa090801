"""Slots filled from one part of a sentence: its acts, and what stands about each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

from attrs import evolve

from rulecheck.spec.languages import LANGUAGES, Language
from rulecheck.spec.reading.compare import DENIED
from rulecheck.spec.reading.frames import Criterion, Frame, Term, Time, Word, field_of, hull
from rulecheck.spec.reading.marks import Mark
from rulecheck.spec.reading.nouns import Noun, NounReader, whole
from rulecheck.spec.reading.phrases import Linker, Share
from rulecheck.spec.reading.regions import Part
from rulecheck.spec.vocabulary import Glossary

_SIDES: Final = frozenset({"place", "rotation", "face"})
_TIMES: Final = ("at-once", "same-time")
_CUTS: Final = ("~and", "~or", "~then", "~but")
_MODALS: Final = ("must-not", "need-not", "must", "may", "optional")
_STEPS: Final = ("first", "last", "then")
_BEFORE_NOUNS: Final = ("own", "all", "each", "~the", "~of", "~from", "~to", "~at", "~per")
"""After these a word that can be an act or a noun is a noun."""

_PLACED: Final = ("from", "to", "at")
_TIES: Final = ("~from", "~to", "~at", "~of", "~with", "~per")
_INFINITIVE: Final = 2
"""Words to the act that depends on another: "to use"."""

_COUNTED: Final = {"all": "all-players", "each": "each-player", "both": "all-players"}


class SlotFiller:
    """Makes frames of the parts of sentences."""

    def __init__(self, language: Language, glossary: Glossary, nouns: NounReader) -> None:
        self.language = language
        self.kinds = glossary.kinds
        self.group_of = glossary.group_of
        self.nouns = nouns
        self.linker = Linker(language, glossary.part_of)
        self.going = _going(glossary)
        """The acts that end in another place: what such an act is done "on" or "in" is where it goes."""

    def is_act(self, mark: Mark) -> bool:
        """Whether a mark can be an act, or stands for none ("is", "has")."""
        return mark.has("~have", "~be") or any(self.kinds.get(id) == "act" for id in mark.ids)

    def resolved(self, marks: Sequence[Mark]) -> list[Mark]:
        """A sentence's marks with what their neighbours decide: auxiliaries are no acts, nor is what is counted."""
        chosen: list[Mark] = []
        for at, mark in enumerate(marks):
            before = marks[at - 1] if at else None
            ids = mark.ids
            if mark.has("~be") and before is not None and before.has(*_TIES):
                ids = tuple(id for id in ids if id != "~be")  # Dutch "uit zijn voorraad", German "in sein Netz"
            elif mark.has("~have", "~be") and any(map(self.is_act, takewhile(self._is_small, marks[at + 1 : at + 4]))):
                ids = tuple(id for id in ids if id not in ("~have", "~be"))  # "has been placed"
            elif mark.has("~participle") and before is not None and self._is_said_of(before, mark):
                ids = tuple(id for id in ids if self.kinds.get(id) != "act")  # "the tiles placed there"
            elif before is not None and self._is_before_its_noun(before, mark, marks[at + 1 : at + 2]):
                ids = tuple(id for id in ids if self.kinds.get(id) != "act")  # "the chosen card"
            elif self.is_act(mark) and self.nouns.kind(mark) and before is not None:
                is_noun = before.value is not None or before.has(*_BEFORE_NOUNS)
                ids = tuple(id for id in ids if (self.kinds.get(id) == "act") != is_noun)
            if mark.has("~except") and mark.has("less") and any(m.has("~than") for m in marks[at + 1 : at + 2]):
                ids = tuple(id for id in ids if id != "~except")  # "mai puțin decât"
            if mark.has("~number") and any(self.nouns.kind(m) for m in takewhile(_goes_on, marks[at + 1 : at + 4])):
                ids = ("~number",)  # "the number of cards"
            chosen.append(evolve(mark, ids=ids))
        return chosen

    def _is_small(self, mark: Mark) -> bool:
        """Whether a mark can stand between an auxiliary and its verb: no noun, no attribute."""
        names = self.nouns.kind(mark) or any(self.kinds.get(id) == "attribute" for id in mark.ids)
        return _goes_on(mark) and (self.is_act(mark) or not names)

    def _is_said_of(self, before: Mark, participle: Mark) -> bool:
        """Whether a participle says what the thing right before it is like: "the tiles placed there"."""
        return not participle.is_comma and self.nouns.kind(before) not in ("", "person")

    def _is_before_its_noun(self, before: Mark, participle: Mark, after: Sequence[Mark]) -> bool:
        """Whether a participle stands between an article and its noun: Dutch "een getrokken tegel"."""
        is_open = before.has("~the", "~indefinite") and not self.language.adjectives_after
        is_open = is_open and _goes_on(participle) and not self.nouns.kind(participle)
        return is_open and any(_goes_on(m) and self.nouns.kind(m) for m in after)

    def frames(self, part: Part, before: Frame | None) -> tuple[Frame, ...]:
        """What a part says; of one without an act whatever else it says."""
        marks = part.marks
        acts = [n for n, mark in enumerate(marks) if self.is_act(mark)]
        nouns = self.nouns.read(marks, acts)
        frames: list[Frame] = []
        for share in _shares(marks, acts):
            share.is_relative = part.role == "relative"
            share.nouns = [noun for noun in nouns if share.first <= noun.head < share.last]
            frame = self._frame(share, part)
            if frame is not None:
                goes_on = bool(frames) and share.act is not None and self._is_infinitive(marks, share.act, acts)
                frames.append(_with_mode_of(frame, frames[-1]) if goes_on else frame)
        if part.role == "main" and before is not None and not part.is_aside:
            frames = [self._with_subject(frame, before) for frame in frames]
        return tuple(frames)

    def _is_infinitive(self, marks: Sequence[Mark], act: int, acts: Sequence[int]) -> bool:
        """Whether an act depends on the one right before it: "may not choose to use"."""
        before = max((n for n in acts if n < act), default=act)
        between = marks[before + 1 : act + 1]
        return 0 < len(between) <= _INFINITIVE and not any(
            mark.is_comma or mark.is_apart or (mark.ids and n < len(between) - 1) for n, mark in enumerate(between)
        )

    def _with_subject(self, frame: Frame, before: Frame) -> Frame:
        """A frame with what it leaves to the one before: who acts ("… and puts it"), or the act ("then the others")."""
        if frame.act:
            if frame.who or not before.act:
                return frame
            what = frame.what or (before.what if len(before.what) == 1 else ())
            return evolve(frame, who=before.who, what=what)
        if frame.step and frame.who and not frame.what:
            return evolve(frame, act=before.act, mode=frame.mode or before.mode)
        return frame

    # -- one frame ---------------------------------------------------------------------------------------------

    def _frame(self, share: Share, part: Part) -> Frame | None:
        slots: dict[str, list[Any]] = {}
        if share.act is not None:
            mark = share.marks[share.act]
            acts = tuple(id for id in mark.ids if self.kinds.get(id) == "act")
            if acts:
                slots["act"] = [Word(acts, span=mark.span)]
        self.linker.link(share)
        contrast = self._contrast(share) if part.role != "not" else None
        denied = contrast or []
        for noun in share.nouns:
            if noun in denied:
                continue
            is_aside = bool(noun.tie) or noun.kind == "person"
            is_subject = self.language.subjects_before and share.act is not None and noun.head < share.act
            if noun.is_article and (is_aside or is_subject):
                noun.term = evolve(noun.term, n=())
            if noun.tie == part.role:
                noun.tie = ""
            self._place(noun, share, slots)
        self._floating(share, slots)
        self._counted(share, slots)
        for attribute, place in self._predicates(share):
            slots.setdefault("dir" if attribute in self._directions(share.marks[place]) else "attr", []).append(
                Word((attribute,), span=share.marks[place].span)
            )
        self._negated(share, part, slots)
        self._times(share, slots)
        self._steps(share, slots)
        self._mode(share, slots, contrast is not None or part.role == "not")
        self._only(share, slots)
        self._with(slots)
        if denied:
            inner: dict[str, list[Any]] = {}
            for noun in denied:
                self._place(noun, share, inner)
            self._with(inner)
            if inner:
                slots.setdefault("not", []).append(_made(inner))
        for noun in share.nouns:
            for word in noun.denied:
                thing = evolve(noun.term, n=(), attr=(), whose=(), of=())
                slots.setdefault("if", []).append(_is_not(word, (thing,)))
        if not slots or not (set(slots) - {"who", "mode", "step", "only"} or part.role != "main"):
            return None
        return _made(slots)

    def _place(self, noun: Noun, share: Share, slots: dict[str, list[Any]]) -> None:
        """Put a noun into the slot that its tie, its kind and its place in the sentence make."""
        if noun.rank:
            slots.setdefault("by", []).append(Criterion(noun.rank, (noun.term,), span=whole(noun.term)))
            return
        if noun.time is not None:
            slots.setdefault("when", []).append(noun.time)
            return
        slot = self._slot(noun, share, slots)
        if noun.joined == "or" and slots.get(slot):
            last = slots[slot][-1]
            slots[slot][-1] = evolve(last, values=tuple(dict.fromkeys((*last.values, *noun.term.values))))
            return
        slots.setdefault(slot, []).append(noun.term)
        if noun.place and noun.kind != "period":
            slots.setdefault("by", []).append(Criterion(noun.place, (evolve(noun.term, n=()),), span=noun.term.span))

    def _slot(self, noun: Noun, share: Share, slots: dict[str, list[Any]]) -> str:
        tie = noun.tie
        if tie in ("per", "with", "without", "instead", "starting-with", "followed-by"):
            return tie
        if noun.kind == "person":
            if tie == "by" or (tie not in _PLACED and self._is_subject(noun, share, slots)):
                return "who"
            if tie in _PLACED:
                return tie if tie == "from" else "to"
            others = (other for other in share.nouns if other is not noun and not other.tie and not other.time)
            return "to" if any(other.kind != "person" for other in others) else "what"
        if tie in _PLACED:
            is_going = share.act is not None and any(id in self.going for id in share.marks[share.act].ids)
            return "to" if tie == "at" and is_going else tie
        return "to" if noun.kind == "place" and self._is_recipient(noun, share) else "what"

    def _is_recipient(self, noun: Noun, share: Share) -> bool:
        """Whether a place without a tie gets what the act is done to: "pays the bank a coin"."""
        if share.act is None or noun.joined:
            return False
        things = [o for o in share.nouns if o is not noun and not o.tie and o.kind == "thing"]
        if self.language.subjects_before:
            things = [other for other in things if share.act < noun.head < other.head]
        return bool(things)

    def _is_subject(self, noun: Noun, share: Share, slots: dict[str, list[Any]]) -> bool:
        """Whether a person is who acts: the first that is named, and before the act where the language wants it so."""
        if noun.joined and slots.get("who"):
            return True
        comes_first = self.language.subjects_before or share.is_relative
        is_late = comes_first and share.act is not None and noun.head > share.act
        return not slots.get("who") and not is_late

    def _counted(self, share: Share, slots: dict[str, list[Any]]) -> None:
        """Amounts that belong to no noun: a bound or a half, and a number where nothing else is counted."""
        marks = share.marks
        places = [n for n in self._free(share) if share.act is None or n > share.act or marks[n].value is not None]
        articles = {noun.term.span for noun in share.nouns if noun.is_article}
        whats = slots.get("what", [])
        if any(term.n and term.span not in articles for term in whats):
            places = [n for n in places if marks[n].value is None or self._is_bound(marks, n)]
        if amount := self.nouns.amount(marks, places):
            slots.setdefault("n", []).extend(amount)
            whats[:] = [evolve(term, n=()) if term.span in articles else term for term in whats]

    def _is_bound(self, marks: Sequence[Mark], at: int) -> bool:
        return any(
            mark.has("at-least", "at-most", "exactly", "more", "less") for mark in marks[max(0, at - 1) : at + 2]
        )

    def _floating(self, share: Share, slots: dict[str, list[Any]]) -> None:
        """Persons who are only counted: "all take", "each takes"."""
        if share.act is None or slots.get("who") or "act" not in slots:
            return
        for n in self._free(share):
            name = next((name for name in _COUNTED if share.marks[n].has(name)), "")
            if name and n < share.act:
                slots["who"] = [Term((_COUNTED[name],), span=share.marks[n].span)]
                return

    # -- what is not a noun ------------------------------------------------------------------------------------

    def _predicates(self, share: Share) -> Iterator[tuple[str, int]]:
        """Attributes and sides that belong to no noun, with their places."""
        free = self._free(share)
        for n in range(share.first, share.last):
            mark = share.marks[n]
            if n == share.act or mark.functions or mark.negated:
                continue
            sides = self._directions(mark)
            if sides:
                yield sides[0], n
            elif n in free and not self.nouns.kind(mark):
                attributes = [id for id in mark.ids if self.kinds.get(id) == "attribute"]
                if attributes:
                    yield attributes[0], n

    def _negated(self, share: Share, part: Part, slots: dict[str, list[Any]]) -> None:
        """Attributes with a denial before, "unoccupied", that belong to no noun: what is said, or a condition of it."""
        for n in self._free(share):
            mark = share.marks[n]
            if mark.negated:
                word = Word(tuple(id for id in mark.ids if self.kinds.get(id) == "attribute"), span=mark.span)
                if "act" not in slots and part.role != "main" and "mode" not in slots:
                    slots["attr"] = [*slots.get("attr", ()), word]
                    slots["mode"] = [Word(("not",), span=mark.span)]
                else:
                    slots.setdefault("if", []).append(_is_not(word, ()))

    def _free(self, share: Share) -> list[int]:
        """Where the marks stand that belong to no noun."""
        taken = {n for noun in share.nouns for n in range(noun.first, noun.last)}
        return [n for n in range(share.first, share.last) if n not in taken and not share.marks[n].has("~indefinite")]

    def _directions(self, mark: Mark) -> tuple[str, ...]:
        return tuple(id for id in mark.ids if self.group_of.get(id) in _SIDES and self.kinds.get(id) == "attribute")

    def _times(self, share: Share, slots: dict[str, list[Any]]) -> None:
        for n in share.places(*_TIMES):
            name = next(time for time in _TIMES if share.marks[n].has(time))
            slots.setdefault("when", []).append(Time(name, span=share.marks[n].span))

    def _steps(self, share: Share, slots: dict[str, list[Any]]) -> None:
        free = self._free(share)
        for n in share.places(*(f"~{step}" for step in _STEPS)):
            name = next(step for step in _STEPS if share.marks[n].has(f"~{step}"))
            if n in free or name == "then":
                slots["step"] = [Word((name,), span=share.marks[n].span)]

    def _mode(self, share: Share, slots: dict[str, list[Any]], has_contrast: bool) -> None:
        """Modals and denials: "no player may" and "may not" say the same."""
        modals = [(n, m) for n in share.places(*_MODALS) for m in _MODALS if share.marks[n].has(m)]
        mode, place = (modals[0][1], modals[0][0]) if modals else ("", share.act)
        mode = "may" if mode == "optional" else mode
        if has_contrast:
            mode = {"must-not": "may", "need-not": "must"}.get(mode, mode)
        denials = [] if has_contrast else list(share.places("no", "never", "none", "nobody"))
        denials = [n for n in denials if n != place]
        for term in slots.get("who", ()):
            if "nobody" in term.values:
                slots["who"] = [t for t in slots["who"] if t is not term]
        if denials:
            mode, place = DENIED.get(mode, mode), denials[0] if not mode else place
            for slot in ("what", "per"):
                slots[slot] = [evolve(t, n=tuple(q for q in t.n if q.how != "none")) for t in slots.get(slot, [])]
        for slot in [slot for slot, values in slots.items() if not values]:
            del slots[slot]
        if mode:
            slots["mode"] = [Word((mode,), span=share.marks[place if place is not None else denials[0]].span)]

    def _only(self, share: Share, slots: dict[str, list[Any]]) -> None:
        """The slot that an "only" is tied to: of what stands after it the nearest, else of what stands before."""
        for n in share.places("only", "~only"):
            at = share.marks[n].start
            placed = [
                (span[0], slot)
                for slot, values in slots.items()
                if slot not in ("mode", "only", "step")
                for value in values
                if (span := value.span)
            ]
            counts = (q for term in slots.get("what", ()) for q in term.n if q.value is not None and q.span)
            placed += [(q.span[0], "n") for q in counts]
            after = [pair for pair in placed if pair[0] > at]
            nearest = min(after, default=None) or max(placed, default=None)
            if nearest and nearest[1] == "act":  # "may only move it to an empty space"
                nearest = max((pair for pair in after if pair[1] not in ("act", "who")), default=nearest)
            if nearest:
                slots.setdefault("only", []).append(Word((nearest[1],), span=share.marks[n].span))

    def _contrast(self, share: Share) -> list[Noun] | None:
        """What "not from the ship but from the reserve" leaves out, maybe nothing; None where nothing is contrasted."""
        buts = list(share.places("~but"))
        for n in share.places("no", "must-not", "need-not"):
            but = next((b for b in buts if b > n), len(share.marks))
            after = [noun for noun in share.nouns if noun.first >= n]
            right = [noun for noun in after if noun.head > but]
            if right:
                kinds = {(noun.tie, noun.time is None) for noun in right}
                return [noun for noun in after if noun not in right and (noun.tie, noun.time is None) in kinds]
        return None

    def _with(self, slots: dict[str, list[Any]]) -> None:
        """What is there or is not, as a condition; where a list begins, as a criterion."""
        for term in slots.pop("with", []):
            slots.setdefault("if", []).append(_of_what(term, {}))
        for term in slots.pop("without", []):
            slots.setdefault("if", []).append(_of_what(term, {"mode": (Word(("not",)),)}))
        for term in slots.pop("instead", []):
            slots.setdefault("instead", []).append(_of_what(term, {}))
        for term in slots.pop("starting-with", []):
            slots.setdefault("by", []).append(Criterion("first", (term,), span=whole(term)))
        for term in slots.pop("followed-by", []):
            slots.setdefault("by", []).append(Criterion("next", (term,), span=whole(term)))


def _with_mode_of(frame: Frame, before: Frame) -> Frame:
    """An act with the mode and the subject of the one that it depends on."""
    if not before.mode or before.mode[0].values == ("not",):
        return frame  # "does not hinder building"
    return evolve(frame, mode=frame.mode or before.mode, who=frame.who or before.who)


def _goes_on(mark: Mark) -> bool:
    return not (mark.is_comma or mark.is_apart)


def _shares(marks: Sequence[Mark], acts: Sequence[int]) -> Iterator[Share]:
    """What belongs to each act: what stands before the first, and after each to where the next one's begins."""
    if not acts:
        yield Share(marks, 0, len(marks), None)
        return
    first = 0
    for number, act in enumerate(acts):
        last = len(marks)
        if number + 1 < len(acts):
            following = acts[number + 1]
            last = following
            for n in range(following, act, -1):
                if marks[n].has(*_CUTS) or marks[n].is_comma or marks[n].is_apart:
                    last = n
                    break
            else:
                while last - 1 > act and marks[last - 1].has(*_MODALS, "no", "never"):
                    last -= 1
        yield Share(marks, first, last, act)
        first = last


def _made(slots: dict[str, list[Any]]) -> Frame:
    """A frame of slots; amount, attributes and owner of the only thing it is about stand in their own slots."""
    fields: dict[str, Any] = {field_of(slot): tuple(values) for slot, values in slots.items() if values}
    whats = fields.get("what", ())
    if len(whats) == 1:
        fields |= _opened(whats[0], fields)
    return Frame(**fields, span=hull(v.span for values in fields.values() for v in values))


def _opened(term: Term, fields: dict[str, Any]) -> dict[str, Any]:
    """A thing without what belongs to it, and that in the slots of the frame."""
    opened: dict[str, Any] = {"what": (evolve(term, n=(), attr=(), whose=()),)}
    for name in ("n", "attr", "whose"):
        if values := (*getattr(term, name), *fields.get(name, ())):
            opened[name] = values
    return opened


def _is_not(word: Word, what: tuple[Term, ...]) -> Frame:
    """That something is not what an attribute says."""
    return Frame(what=what, attr=(word,), mode=(Word(("not",), span=word.span),), span=word.span)


def _of_what(term: Term, more: dict[str, Any]) -> Frame:
    frame = _made({"what": [term]})
    return evolve(frame, **more)


def _going(glossary: Glossary) -> frozenset[str]:
    """The acts whose first English word is one for bringing something to a place."""
    english = LANGUAGES["en"].functions.get("going", ())
    return frozenset(
        concept
        for concept, forms in glossary.english.items()
        if forms and glossary.kinds.get(concept) == "act" and any(_is_form(forms[0], word) for word in english)
    )


def _is_form(form: str, word: str) -> bool:
    return form.rstrip("*") == word.rstrip("*") or (word.endswith("*") and form.startswith(word[:-1]))
