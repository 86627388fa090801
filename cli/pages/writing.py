"""A report's folder: pages made from templates, with one style sheet and one script beside them."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rulecheck.cli.pages.model import GamePage, Link, Report
from rulecheck.cli.rendering.answers import UserError
from rulecheck.properties.runtime.writing import write_atomically

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_HERE: Final = Path(__file__).parent
_BESIDE: Final = ("report.css", "report.js")
INDEX: Final = "index.html"
_POLICY: Final = "the policy of this page"
"""What stands in the template in its place."""


def begin(folder: Path) -> None:
    """Make the folder, with what stands beside its pages; raises UserError where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _BESIDE:
            write_atomically(folder / name, (_HERE / "static" / name).read_bytes())
    except OSError as error:
        raise _unwritable(folder, error) from None


def write_report(report: Report, folder: Path) -> Path:
    """Write all pages; answers the overview's.  Raises UserError where that cannot be."""
    environment = _environment()
    pages = {INDEX: guarded(environment.get_template("index.html.jinja").render(report=report))}
    for name, game in report.games.items():
        pages[f"{name}.html"] = render_game(game, report.title, environment)
    begin(folder)
    write_files(pages, folder)
    return folder / INDEX


def render_game(game: GamePage, title: str, environment: Environment | None = None) -> str:
    """The page of a game as HTML."""
    back = Link(title, INDEX)
    return guarded((environment or _environment()).get_template("game.html.jinja").render(game=game, back=back))


def rendered(template: str, **values: Any) -> str:
    """What a template makes of some values."""
    return guarded(_environment().get_template(template).render(**values))


def write_files(files: Mapping[str, str], folder: Path) -> None:
    """Write more files beside the pages; raises UserError where that cannot be."""
    try:
        for name, text in files.items():
            write_atomically(folder / name, text)
    except OSError as error:
        raise _unwritable(folder, error) from None


def guarded(page: str) -> str:
    """A page whose policy lets it run and look as it was written, and nothing that a text or a program put into it.

    Styles in it (those of plots) are named by their hashes; all else that it loads stands beside it.
    """
    parts = re.findall(r"<style( [^>]*)?>(.*?)</style>", page, re.DOTALL)
    styles = {(unescape(text) if how else text).encode() for how, text in parts}  # those of plots have a type
    hashes = sorted(f"'sha256-{b64encode(sha256(style).digest()).decode()}'" for style in styles)
    return page.replace(_POLICY, " ".join(("default-src 'none'; script-src 'self'; style-src 'self'", *hashes)), 1)


def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["link"] = lambda value: isinstance(value, Link)
    environment.filters["short"] = lambda value: f"{value:.1f}".removesuffix(".0")
    environment.filters["lines"] = _lines
    return environment


def _lines(text: str) -> Markup:
    """A text whose lines a narrow page may join; those that end a paragraph stay."""
    from markupsafe import Markup, escape

    return Markup('<span class="eol">\n</span>').join(escape(line) for line in re.split(r"(?<!\n)\n(?!\n)", text))


def _unwritable(folder: Path, error: OSError) -> UserError:
    from rulecheck.properties.runtime.writing import why

    return UserError(f"--report {folder}: cannot be written: {why(error)}")
