"""The kept positions and their pictures; `python -m tests.cli.pages.kept` draws these anew, for you to look at.

Each is kept as SVG here, and as Chromium shows it in docs/boards/.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen
from jinja2 import Environment
from markupsafe import Markup
from PIL import Image

from rulecheck.cli.pages import writing
from rulecheck.cli.pages.board import Drawing
from rulecheck.cli.pages.game import draw
from rulecheck.cli.pages.vector import picture
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import game_named, make_rules
from tests.cli.pages.browser import BROWSER, screenshot

HERE = Path(__file__).parent / "kept"
BOARDS = Path(__file__).parents[3] / "docs" / "boards"
WIDE = 700
"""Pixels of a screenshot."""
GAMES = sorted(path.stem for path in HERE.glob("*.json"))


@frozen
class Kept:
    """A position of a game in play, and how it is drawn."""

    engine: AnyEngine
    position: Any
    drawing: Drawing

    @property
    def image(self) -> str:
        """The drawing as a file of its own, a piece a line."""
        return str(picture(self.drawing)).replace("<g>", "\n<g>") + "\n"


def kept(game: str) -> Kept:
    told = json.loads((HERE / f"{game}.json").read_text(encoding="utf-8"))
    engine = build(make_rules(game, players=told["players"], setup=told["setup"]))
    position = engine.from_json(told["position"])
    return Kept(engine, position, draw(game_named(game), engine, position))


def shot(drawing: Drawing, folder: Path, image: Path) -> None:
    """A drawing as the browser shows it on a page with our style sheet."""
    style = (Path(writing.__file__).parent / "static" / "report.css").read_text(encoding="utf-8")
    page = Environment(autoescape=True).from_string(PAGE)
    file = folder / "board.html"
    file.write_text(page.render(style=Markup(style), board=picture(drawing)), encoding="utf-8")
    screenshot(file, image, WIDE, round(WIDE * drawing.height / drawing.width))


PAGE = """<!doctype html>
<html><head><meta charset="utf-8"><style>{{ style }} body { margin: 0; padding: 0 }</style></head>
<body>{{ board }}</body></html>
"""


if __name__ == "__main__":
    for name in GAMES:
        (HERE / f"{name}.svg").write_text(kept(name).image, encoding="utf-8")
        if BROWSER is not None:
            with TemporaryDirectory() as scratch:
                image = BOARDS / f"{name}.png"
                shot(kept(name).drawing, Path(scratch), image)
                Image.open(image).convert("RGB").quantize(64).save(image, optimize=True)
