"""`rulecheck lsp`: a language server, for editors that show findings as one types."""

from __future__ import annotations

from importlib.util import find_spec

from rulecheck.cli.rendering.answers import UserError


def lsp() -> None:
    """Serve an editor: findings as one types.

    Over standard input and output, by the Language Server Protocol.

    Findings of rulebook texts, of a game's rulebook.md and of worked examples as one types, with the clause beside
    them. docs/editor.md has settings for VS Code, Neovim, Helix and Emacs. Needs the extra `editor`.
    """
    if find_spec("pygls") is None:
        raise UserError("lsp needs pygls; pip install 'rulecheck-games[editor]'")
    from rulecheck.cli.editor.server import make_server

    make_server().start_io()
