"""Builds the documentation as a site: the pages as they stand in the repository, and clause pages made from the games.

    python docs/site/build.py                    # into build/site, which needs the extra `docs`
    python docs/site/build.py --pages-only       # into build/pages: Markdown, nothing else is needed

Pages keep their places, so that the links of the repository are the links of the site.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rulecheck.cli.commands.explain import Facts
from rulecheck.solvers.theorem import theorems
from rulecheck.spec import Rulebook, games, load
from rulecheck.spec.registry import add_folder

sys.path.insert(0, str(Path(__file__).parents[2]))  # our games' faults stand in the tests

from tests.faults.catalogue import faults_of

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
OURS: Final = (*sorted(path.name for path in ROOT.glob("*.md")), "LICENSE", "docs", "examples")
"""What is copied: the pages, and the files that they send a reader to."""
OUTSIDE: Final = ROOT / "examples" / "games"
"""Games of the repository that are not rulecheck's own."""


def copy_pages(pages: Path) -> None:
    """The repository's pages and examples, each at its place; what a run or an editor left beside them stays behind."""
    left = shutil.ignore_patterns("__pycache__", ".*", "findings", "site")
    for name in OURS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, pages / name, ignore=left)
        else:
            shutil.copy(ROOT / name, pages / name)
    shutil.copy(HERE / "site.css", pages)


def clause_page(book: Rulebook, rulebooks: Path | None, verdicts: Mapping[str, str]) -> str:
    """Everything that is known about each clause of a game, chapter by chapter, in Markdown."""
    facts = Facts(book, rulebooks)
    faults = faults_of(book.game)
    clauses = [facts.of(id) for id in book.clauses]
    for clause in clauses:
        clause["mistakes"] += [{"what": fault.says} for fault in faults if clause["clause"] in fault.clauses]
    chapters = [(title, list(listed)) for title, listed in groupby(clauses, key=lambda clause: clause["chapter"])]
    template = _environment().get_template("clauses.md.jinja")
    expected = {theorem.name: str(theorem.expected) for theorem in theorems(book.game)}
    return template.render(title=book.title, game=book.game, chapters=chapters, verdicts=verdicts, expected=expected)


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE), undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False
    )
    environment.filters |= {
        "oneline": lambda text: " ".join(text.split()),
        "cell": lambda text: " ".join(text.split()).replace("|", "\\|"),
        "code": lambda text: f"`{text}`".replace("|", "\\|"),
        "number": lambda value: (
            ", ".join(f"{number} for {players}" for players, number in value.items())
            if isinstance(value, Mapping)
            else value
        ),
    }
    return environment


def verdicts_of(folder: Path | None, game: str) -> dict[str, str]:
    """By theorem the verdict, from what `rulecheck prove GAME --format json` answered; none if it is not there."""
    answer = None if folder is None else folder / f"{game}.json"
    if answer is None or not answer.is_file():
        return {}
    return {row["name"]: row["verdict"] for row in json.loads(answer.read_text(encoding="utf-8"))["theorems"]}


def write_clause_pages(pages: Path, rulebooks: Path | None, verdicts: Path | None) -> Iterator[tuple[str, Path]]:
    """A page for each game, with an index; the titles and files that were written."""
    folder = pages / "clauses"
    folder.mkdir()
    written = []
    for game in games():
        book = load(game)
        page = folder / f"{game}.md"
        page.write_text(clause_page(book, rulebooks, verdicts_of(verdicts, game)), encoding="utf-8")
        written.append((book.title, page))
    index = "".join(f"- [{title}]({page.name})\n" for title, page in written)
    (folder / "README.md").write_text(f"# Clauses\n\nEach game, clause by clause:\n\n{index}", encoding="utf-8")
    yield from written


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, and build the site from them; the exit code."""
    parser = argparse.ArgumentParser(description="Builds the documentation as a site.")
    parser.add_argument("--out", type=Path, default=ROOT / "build", help="where pages and site go (build)")
    parser.add_argument("--rulebooks", type=Path, help="your texts (GAME.EDITION.txt): clause pages name their lines")
    parser.add_argument("--verdicts", type=Path, help="a folder with GAME.json, what `prove --format json` answered")
    parser.add_argument("--pages-only", action="store_true", help="write the Markdown and stop")
    asked = parser.parse_args(arguments)
    if not asked.pages_only and find_spec("zensical") is None:
        print("SKIPPED: the site needs the extra `docs` (pip install -e '.[docs]')", file=sys.stderr)
        return 0
    pages = asked.out / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir(parents=True)
    copy_pages(pages)
    for folder in sorted(OUTSIDE.iterdir()):
        add_folder(folder)
    for title, page in write_clause_pages(pages, asked.rulebooks, asked.verdicts):
        print(f"{page.relative_to(asked.out)}   {title}")
    if asked.pages_only:
        return 0
    shutil.copy(ROOT / "mkdocs.yml", asked.out / "mkdocs.yml")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", "mkdocs.yml"]
    return subprocess.run(command, cwd=asked.out, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
