"""Names exchanged for others in what a game says: in moves, in positions as JSON, in data files."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from attrs import define, field


@define(eq=False)
class Exchange:
    """Names exchanged for others, each as whole words: `wool` in `buy wool`, not in `woollen`.

    `kept` are longer names that hold one of the words and stay what they are.
    """

    words: Mapping[str, str]
    kept: Collection[str] = ()
    _pattern: re.Pattern[str] | None = field(init=False)
    _texts: dict[str, str] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        names = sorted({*self.words, *self.kept}, key=len, reverse=True)
        any_name = "|".join(map(re.escape, names))
        self._pattern = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)") if self.words else None

    def text(self, text: str) -> str:
        """A text with the names in it exchanged."""
        if self._pattern is None:
            return text
        known = self._texts.get(text)
        if known is None:
            known = self._texts[text] = self._pattern.sub(lambda name: self.words.get(name[0], name[0]), text)
        return known

    def values(self, value: Any) -> Any:
        """JSON values with the names exchanged in all texts and keys."""
        kind = type(value)  # most values are of these very types, and a position holds some thousand
        if kind is str:
            known = self._texts.get(value)
            return self.text(value) if known is None else known
        if kind is int or value is None or kind is bool:
            return value
        if kind is dict or isinstance(value, Mapping):
            text, values = self.text, self.values
            return {text(key): values(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return list(map(self.values, value))
        return self.text(value) if isinstance(value, str) else value

    def position(self, position: Mapping[str, Any], parts: Collection[str] | None = None) -> dict[str, Any]:
        """A position as JSON with the names exchanged, in some of its parts only if they are given."""
        if not self.words:
            return dict(position)
        return {
            part: self.values(value) if parts is None or part in parts else value for part, value in position.items()
        }


def cycle(*names: str) -> dict[str, str]:
    """Each name for the next one, the last for the first."""
    return dict(zip(names, (*names[1:], *names[:1]), strict=True))
