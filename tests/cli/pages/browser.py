"""Chromium without a window: what a page looks like, and what is in it after its script has run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

BROWSER: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WHY_NOT: Final = "needs chromium: apt-get install chromium"


def _run(*arguments: str) -> str:
    assert BROWSER is not None
    quiet = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=5000")
    done = subprocess.run(
        [BROWSER, *quiet, *arguments], capture_output=True, text=True, check=True, timeout=120, stdin=subprocess.DEVNULL
    )
    return done.stdout


def screenshot(page: Path, image: Path, width: int, height: int) -> None:
    """The page in a window of so many pixels, as a PNG file."""
    _run(f"--window-size={width},{height}", f"--screenshot={image}", page.as_uri())


def complaints(page: Path) -> list[str]:
    """What the browser refuses by the page's policy, in its words."""
    assert BROWSER is not None
    quiet = ("--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--enable-logging=stderr")
    done = subprocess.run(
        [BROWSER, *quiet, "--dump-dom", page.as_uri()],
        capture_output=True, text=True, check=True, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return [line for line in done.stderr.splitlines() if "Content Security Policy" in line]


def dom(page: Path, fragment: str = "") -> str:
    """The page as HTML, after its script has run."""
    return _run("--dump-dom", page.as_uri() + fragment)


def printed(page: Path, file: Path, fragment: str = "") -> str:
    """The words of the page as it is printed."""
    import pypdf

    _run(f"--print-to-pdf={file}", page.as_uri() + fragment)
    return "\n".join(sheet.extract_text() for sheet in pypdf.PdfReader(file).pages)
