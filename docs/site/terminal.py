"""Pictures of terminals for the pages, made by running what they show: `python docs/site/terminal.py`.

`docs/boards/demo.svg` is a walk of four commands at the Royal Game of Ur; `docs/boards/editor.svg` is Neovim with the
language server and a number that was changed, made where `nvim` and `tmux` are at hand.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT: Final = Path(__file__).parents[2]
BOARDS: Final = ROOT / "docs" / "boards"
COMMANDS: Final = (
    ("fuzz ur --games 60 --seed 1", 9),
    ("readings ur again.piece", 8),
    ("rulebook ur ur/texts/de.md --kind contradiction", 9),
    ("explain ur take.back", 8),
)
"""What is typed, and for how many seconds its answer is shown."""
_LINES: Final = 32
_WIDTH: Final = 118


def picture(text: str, title: str, id: str, width: int = _WIDTH) -> str:
    """A screen as SVG; nothing is fetched when it is shown."""
    console = Console(record=True, width=width, file=io.StringIO(), color_system="truecolor", force_terminal=True)
    console.print(Text.from_ansi(text), overflow="crop", no_wrap=True, crop=True)
    svg = console.export_svg(title=title, theme=MONOKAI, unique_id=id)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", "DejaVu Sans Mono, Menlo, Consolas, monospace")


def film(frames: list[tuple[str, float]], title: str) -> str:
    """Screens one after the other, for so many seconds each, round and round."""
    whole = sum(seconds for _, seconds in frames)
    parts, styles, at = [], [], 0.0
    for number, (text, seconds) in enumerate(frames):
        padded = "\n".join([*text.splitlines()[:_LINES], *[""] * (_LINES - len(text.splitlines()))])
        svg = picture(padded, title, f"f{number}")
        first, last = 100 * at / whole, 100 * (at + seconds) / whole
        styles.append(
            f"@keyframes s{number}{{0%{{visibility:hidden}}{first:.2f}%{{visibility:visible}}"
            f"{last:.2f}%,100%{{visibility:hidden}}}}.s{number}{{animation:s{number} {whole:g}s step-end infinite}}"
        )
        parts.append(f'<g class="s{number}">{svg}</g>')
        at += seconds
    box = re.search(r'viewBox="([^"]+)"', parts[0])
    assert box is not None
    still = (
        "@media (prefers-reduced-motion:reduce){g[class^=s]{animation:none;visibility:hidden}.s1{visibility:visible}}"
    )
    style = f"<style>{''.join(styles)}{still}</style>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}">{style}{"".join(parts)}</svg>\n'


def demo() -> str:
    """The walk: each command as it is typed, then what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples/games/ur", Path(folder) / "ur")
        frames: list[tuple[str, float]] = []
        for command, seconds in COMMANDS:
            prompt = f"\x1b[1;32m$\x1b[0m rulecheck {command}"
            done = subprocess.run(
                [sys.executable, "-m", "rulecheck", *command.split()],
                cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            )  # fmt: skip
            frames += [(prompt, 1.5), (f"{prompt}\n{done.stdout}", seconds)]
    return film(frames, "rulecheck")


_VIM: Final = """
vim.o.termguicolors, vim.o.number, vim.o.signcolumn, vim.o.hlsearch = true, true, "yes", false
vim.cmd("hi SignColumn guibg=NONE | hi LineNr guifg=#808080 | hi Title guifg=#66d9ef")
vim.cmd("hi NormalFloat guibg=#303030 | hi DiagnosticError guifg=#ff6b6b | hi Pmenu guibg=#303030")
vim.diagnostic.config({{ virtual_text = {{ prefix = "●" }}, underline = true }})
vim.api.nvim_create_autocmd("FileType", {{ pattern = "markdown", callback = function(args)
  local server = {{ name = "rulecheck", cmd = {{ "{python}", "-m", "rulecheck", "lsp" }}, root_dir = "{folder}" }}
  vim.lsp.buf_attach_client(args.buf, vim.lsp.start_client(server))
end }})
"""


def editor() -> str | None:
    """Neovim with a changed number, and what is said of it; None where it is not at hand."""
    if shutil.which("nvim") is None or shutil.which("tmux") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples/games/ur", Path(folder) / "ur")
        text = Path(folder) / "ur/texts/en.md"
        text.write_text(text.read_text(encoding="utf-8").replace("pieces: 7 light", "pieces: 6 light"))
        (Path(folder) / "init.lua").write_text(_VIM.format(python=sys.executable, folder=f"{folder}/ur"))
        session = f"rulecheck-{Path(folder).name}"

        def tmux(*words: str) -> str:
            done = subprocess.run(["tmux", *words], capture_output=True, text=True, check=True)
            return done.stdout

        nvim = f"COLORTERM=truecolor TERM=xterm-256color nvim -u {folder}/init.lua {text}"
        tmux("new-session", "-d", "-s", session, "-x", str(_WIDTH), "-y", "30", nvim)
        try:
            time.sleep(10)
            for keys in (("/6 light", "Enter"), (":lua vim.diagnostic.open_float()", "Enter")):
                tmux("send-keys", "-t", session, *keys)
                time.sleep(2)
            screen = tmux("capture-pane", "-p", "-e", "-t", session)
        finally:
            tmux("kill-session", "-t", session)
    lines = screen.splitlines()
    return picture("\n".join(lines[:-2]), "ur/texts/en.md", "editor")


def main() -> None:
    """Make both pictures anew."""
    (BOARDS / "demo.svg").write_text(demo(), encoding="utf-8")
    shown = editor()
    if shown is None:
        print("no nvim or no tmux here: docs/boards/editor.svg stays as it is")
    else:
        (BOARDS / "editor.svg").write_text(f"{shown}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
