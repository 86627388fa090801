"""The reports that docs/conform-guide.md and docs/conform.md print: played again, compared, and written anew.

`python -m tests.docs.printed` writes what comes out now into the pages.  What a page leaves out (`[…]`) it leaves out
again; seconds are not compared.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import frozen

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = ("docs/conform-guide.md", "docs/conform.md")
_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$|(git checkout examples)", re.M | re.S)
_SECONDS: Final = re.compile(r"\d+\.\d s   seed")
_FINDING: Final = re.compile(r"findings/\w+\.json")
_LEFT_OUT: Final = re.compile(r"^\[….*…?\]$")


@frozen
class Printed:
    """A command of a page, what the page prints below it, and what comes out."""

    command: str
    told: str
    now: str

    @property
    def is_so(self) -> bool:
        """Whether both are the same, but for seconds and what is left out."""
        return _settled(self.told) == _settled(as_told(self.now, self.told))

    @property
    def findings(self) -> dict[str, str]:
        """The names of the findings that the page prints, and what they are now."""
        return dict(zip(_FINDING.findall(self.told), _FINDING.findall(self.now), strict=False))


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """A text with findings by the names that they have now."""
    return _FINDING.sub(lambda name: names.get(name[0], name[0]), text)


def _settled(text: str) -> str:
    return _SECONDS.sub("… s   seed", text).rstrip("\n")


def as_told(now: str, told: str) -> str:
    """What comes out now, with as much of it left out as a page does."""
    lines = told.splitlines()
    at = next((nth for nth, line in enumerate(lines) if _LEFT_OUT.match(line)), None)
    if at is None:
        return now
    parts = [part.strip("\n") for part in re.split(r"\n\n+", now)]
    before, after = ("\n".join(lines[:at]).strip(), "\n".join(lines[at + 1 :]).strip())
    if before and not after and "\n" not in before:
        return f"{now.splitlines()[0]}\n{lines[at]}"  # the first line of the report
    if not before:
        kept = parts[-len(re.split(r"\n\n+", after)) :]
        if "\n\n" in after and len(lines) > at + 2 and lines[at + 1].startswith("  "):
            kept[0] = "\n".join(kept[0].splitlines()[-len(re.split(r"\n\n+", after)[0].splitlines()) :])
        return "\n".join([lines[at], "\n\n".join(kept)])
    kept = parts[: len(re.split(r"\n\n+", before))]
    left = sum(bool(re.match(r"[A-Z]+  ", part)) for part in parts[len(kept) :])
    return "\n\n".join([*kept, re.sub(r"\d+", str(left), lines[at])])


def printed(page: str, folder: Path) -> Iterator[Printed]:
    """The reports of a page, each played again in a folder where the page's programs stand as they do there."""
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__", "findings"))
    names: dict[str, str] = {}
    for block in _BLOCK.finditer((ROOT / page).read_text(encoding="utf-8")):
        language, text = block[1], block[2]
        if language is None:
            shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)
        elif language == "js":
            (folder / text.split()[1].rstrip(":")).write_text(text, encoding="utf-8")
        elif language == "diff":
            subprocess.run(["patch", "-s", "-p0"], cwd=folder, input=text, text=True, check=True)
        elif language == "console":
            for command, told in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
                if told.strip() and re.match(r"rulecheck conform .* -- (node|python) ", command):
                    report = Printed(command, told, _run(_renamed(command, names), folder))
                    names |= report.findings
                    yield report


def _run(command: str, folder: Path) -> str:
    paths = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": paths, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "400"}
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    out = re.sub(r"\n\nEach message gives the program's answer first.*\n", "\n", done.stdout)
    return out


def main() -> None:
    """Write what comes out now into the pages."""
    for page in PAGES:
        path = ROOT / page
        with TemporaryDirectory() as folder:
            every = list(printed(page, Path(folder)))
        text = path.read_text(encoding="utf-8")
        for report in every:
            if not report.is_so:
                print(f"{page}: {report.command}")
                now = as_told(report.now, report.told).rstrip("\n")
                text = text.replace(f"$ {report.command}\n{report.told}", f"$ {report.command}\n{now}\n", 1)
        names = {before: now for report in every for before, now in report.findings.items()}
        path.write_text(_renamed(text, names), encoding="utf-8")


if __name__ == "__main__":
    main()
