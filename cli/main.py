"""The command `rulecheck`: which commands there are, and how a mistake is told.

Nothing heavy is imported here or at the top of a command's module: `--help` is
read far more often than any one command is run.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.main import get_command

from rulecheck import __version__
from rulecheck.cli.arguments.configuration import configuration_of, defaults_of
from rulecheck.cli.rendering.answers import INTERRUPTED, OUR_FAULT, WRONG_USE, UserError
from rulecheck.cli.rendering.terminal_filter import shown_plainly
from rulecheck.properties.runtime.interrupts import asked_to_end, leave, like_ctrl_c, stopped
from rulecheck.properties.runtime.writing import told

COMMANDS: Final = (
    "games", "new", "fuzz", "replay", "examples", "perft", "study", "prove", "conform", "suite", "matrix", "regress",
    "serve", "readings", "explain", "campaigns", "strength", "data", "rulebook", "translation", "lsp", "edition",
)  # fmt: skip
"""As the help lists them; each is a module of `commands`, with a function of that name or an `app` of its own."""

MISTAKES: Final = (
    ("rulecheck.spec.errors", "SpecError"),
    ("rulecheck.properties.runtime.budget", "OverBudget"),
    ("rulecheck.properties.findings.finding", "FindingError"),
    ("rulecheck.properties.campaign.run_record", "LedgerError"),
    ("rulecheck.properties.runtime.cluster", "ClusterError"),
    ("rulecheck.reference_engines.contract", "UnknownMove"),
    ("rulecheck.reference_engines.contract", "IllegalMove"),
    ("rulecheck.reference_engines.contract", "PositionError"),
)
"""The exceptions that tell of a user's mistake; a room that was never imported cannot have raised one."""


_LONGEST_WORD: Final = 200
"""Characters of a word that a message repeats: an argument, or what stands in a file, may be a megabyte of one."""


def _version(wanted: bool) -> None:
    if wanted:
        print(f"rulecheck {__version__}")
        raise typer.Exit


def _common(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    games: Annotated[
        list[Path] | None,
        typer.Option("--games", metavar="DIR", help="A folder with a game of yours, or with several. Repeatable."),
    ] = None,
) -> None:
    """Check the rules of board games: play them by the thousand, and show where the rulebook runs into a wall."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(WRONG_USE)
    for folder in games or ():
        _look_into(folder)


def app_of(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """The command with these commands; to import all and to make their parsers takes longer than most of them do."""
    app = typer.Typer(
        name="rulecheck",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Exit codes: 0 nothing found, 1 something found, 2 wrong use, 3 a driven program failed, 4 not done.",
    )
    app.callback(invoke_without_command=True)(_common)
    for name in names:
        module = import_module(f"rulecheck.cli.commands.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name)(getattr(module, name))
    return app


@cache
def _parser(names: tuple[str, ...]) -> Any:
    return get_command(app_of(names))


def _parser_for(words: Sequence[str]) -> Any:
    """That of the command that is asked for; of all where none is, or a configuration is to be held against them."""
    is_alone = bool(words) and words[0] in COMMANDS and configuration_of(Path.cwd()) is None
    return _parser((words[0],) if is_alone else COMMANDS)


def _look_into(folder: Path) -> None:
    """Make the games of a folder known; one that cannot be is told, and is in nobody's way."""
    from rulecheck.cli.arguments.folders import folder_asked
    from rulecheck.spec.registry import problems_in

    folder_asked(str(folder))
    for problem in problems_in(folder):
        _mistake(str(problem))


def _is_mistake(error: Exception) -> bool:
    known = [getattr(sys.modules.get(module), name, None) for module, name in MISTAKES]
    return isinstance(error, (UserError, OSError, *(kind for kind in known if isinstance(kind, type))))


def _mistake(what: str) -> int:
    words = (word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}…" for word in what.split())
    print("rulecheck:", " ".join(words), file=sys.stderr)
    return WRONG_USE


def _fault_of_a_game(error: Exception) -> str:
    """One line about an exception that somebody's own game raised; empty if it was not in one."""
    registry = sys.modules.get("rulecheck.spec.registry")
    for game in registry.all_games()[0] if registry is not None else ():
        if not game.ours and game.raised(error):
            return str(game.broken(error))
    return ""


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line and return its exit code; SIGTERM and SIGHUP end it as Ctrl-C does."""
    with like_ctrl_c(), shown_plainly():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        words = sys.argv[1:] if arguments is None else list(arguments)
        group = _parser_for(words)
        code: Any = group.main(
            args=words,
            prog_name="rulecheck",
            standalone_mode=False,
            default_map=defaults_of(group, Path.cwd()),
        )
    except (typer.Abort, KeyboardInterrupt):
        return stopped()
    except (BrokenPipeError, SystemExit):  # the parser makes the one the other
        sys.stdout = None  # whoever read us has gone; nothing is left to flush
        return 0
    except Exception as error:
        if hasattr(error, "format_message"):  # the parser's own errors, whichever version of it
            return _misused(error)
        if _is_mistake(error):
            return _mistake(told(error) if isinstance(error, OSError) else str(error))
        if asked_to_end():  # what was being made was left half made
            return stopped()
        import traceback

        traceback.print_exc()
        theirs = _fault_of_a_game(error)
        if theirs:
            return _mistake(theirs)
        print("rulecheck: this is a bug in rulecheck, please report it", file=sys.stderr)
        return OUR_FAULT
    if code == INTERRUPTED:  # the parser has seen Ctrl-C, or a command that has told of it
        return stopped()
    return code if isinstance(code, int) else 0


def _misused(error: Any) -> int:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "rulecheck"
    what = error.format_message().rstrip(".")
    if path.endswith(" conform") and what.startswith("No such option"):
        what += "; options of the program stand after --"
    return _mistake(f"{what}; see `{path} --help`")


def main() -> None:
    """Run the command line and exit."""
    with like_ctrl_c():
        leave(run())
