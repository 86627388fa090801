"""The language server: what an open file's analysis says, as the protocol wants it.

One thread checks, so that the answer to a keystroke never waits for z3; a version that was typed over while it waited
is not checked at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import ServerTextPosition, ServerTextRange, TextDocument

from rulecheck import __version__
from rulecheck.cli.arguments.configuration import editor_settings
from rulecheck.cli.editor.notes import Analysis, Note, Nothing, Place, Span
from rulecheck.cli.editor.open_files import OpenFiles
from rulecheck.cli.editor.text_notes import TextAnalysis

PAUSE: Final = 0.15
"""Seconds without a keystroke after which a file is checked."""

_DECIDE: Final = "rulecheck.decide"
"""The command that writes an answer to a draft's question."""

T = TypeVar("T")

_SEVERITY: Final = {
    "high": lsp.DiagnosticSeverity.Error,
    "medium": lsp.DiagnosticSeverity.Warning,
    "low": lsp.DiagnosticSeverity.Information,
}


class RulecheckServer(LanguageServer):
    """A language server with the files that are open in the editor."""

    def __init__(self) -> None:
        super().__init__("rulecheck", __version__)
        self.files = OpenFiles()
        self.analyses: dict[str, tuple[int | None, Analysis]] = {}
        """By URI: the version that was checked last, and what is known of it."""
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._one = ThreadPoolExecutor(1, "check")

    def changed(self, uri: str, pause: float = PAUSE) -> None:
        """Check a file once nobody has typed for a while."""
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()
        self._waiting[uri] = asyncio.ensure_future(self._check(uri, pause))

    async def _check(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        document = self.workspace.get_text_document(uri)
        version, text, path = document.version, document.source, _path(uri)
        if path is None:
            return
        analysis = await self.soon(self._analyse, path, text)
        self.analyses[uri] = (version, analysis)
        diagnostics = [_diagnostic(self, document, note) for note in analysis.notes]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics, version))

    def _analyse(self, path: Path, text: str) -> Analysis:
        try:
            return self.files.check(path, text)
        except Exception as error:  # a fault of ours is told where the person looks, and the server goes on
            told = f"rulecheck failed: {type(error).__name__}: {error}; this is a bug in rulecheck, please report it"
            return Nothing((Note(Span(0, 0, 0, 1), told, "fault", "low"),))

    def closed(self, uri: str) -> None:
        """Forget a file, and clear what was said of it."""
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()
        self.analyses.pop(uri, None)
        path = _path(uri)
        if path is not None:
            self.files.close(path)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def clauses_at(self, uri: str, position: lsp.Position) -> tuple[Analysis, Mapping[str, Span]]:
        """What is known of a file, and the clauses that a place of it speaks of."""
        _, analysis = self.analyses.get(uri, (None, Nothing()))
        document = self.workspace.get_text_document(uri)
        at = document.position_codec.position_from_client_units(document.lines, position)
        return analysis, analysis.clauses_at(at.line, at.character)

    async def soon(self, ask: Callable[..., T], *what: Any) -> T:
        """An answer of the thread that checks."""
        return await asyncio.get_running_loop().run_in_executor(self._one, ask, *what)

    async def asked_at(self, document: TextDocument, position: lsp.Position) -> list[lsp.Command]:
        """What the review of a draft asks of the sentence at a place."""
        version, analysis = self.analyses.get(document.uri, (None, Nothing()))
        if not isinstance(analysis, TextAnalysis):
            return []
        at = document.position_codec.position_from_client_units(document.lines, position)
        number, choices = await self.soon(analysis.choices_at, at.line, at.character)
        return [
            lsp.Command(
                choice.title, _DECIDE, arguments=[document.uri, version, number, choice.decision, list(choice.of)]
            )
            for choice in choices
        ]

    def range_of(self, uri: str, span: Span) -> lsp.Range:
        """A stretch of a file as the client counts; files that are not open are read from the disk."""
        return _range(self.workspace.get_text_document(uri), span)

    def location(self, uri: str, place: Place) -> lsp.Location:
        """A place as the protocol names it; `uri` is the file that was looked at."""
        target = uri if place.path is None else from_fs_path(str(place.path.resolve())) or uri
        return lsp.Location(target, self.range_of(target, place.span))


def make_server() -> RulecheckServer:
    """A server that answers all that the documentation says."""
    server = RulecheckServer()

    @server.feature(lsp.INITIALIZE)
    def initialize(ls: RulecheckServer, asked: lsp.InitializeParams) -> None:
        given = asked.initialization_options
        root = to_fs_path(asked.root_uri) if asked.root_uri else None
        settings = editor_settings(Path(root) if root else Path.cwd())
        ls.files = OpenFiles({**settings, **(given if isinstance(given, dict) else {})})

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: RulecheckServer, asked: lsp.DidOpenTextDocumentParams) -> None:
        ls.changed(asked.text_document.uri, pause=0.0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: RulecheckServer, asked: lsp.DidChangeTextDocumentParams) -> None:
        ls.changed(asked.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: RulecheckServer, asked: lsp.DidCloseTextDocumentParams) -> None:
        ls.closed(asked.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(ls: RulecheckServer, asked: lsp.HoverParams) -> lsp.Hover | None:
        analysis, clauses = ls.clauses_at(asked.text_document.uri, asked.position)
        told = [analysis.told_of(clause) for clause in clauses]
        if not told:
            return None
        span = next(iter(clauses.values()))
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(told))
        return lsp.Hover(content, ls.range_of(asked.text_document.uri, span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(ls: RulecheckServer, asked: lsp.DefinitionParams) -> list[lsp.Location]:
        uri = asked.text_document.uri
        analysis, clauses = ls.clauses_at(uri, asked.position)
        return [ls.location(uri, place) for clause in clauses for place in analysis.definitions_of(clause)]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(ls: RulecheckServer, asked: lsp.ReferenceParams) -> list[lsp.Location]:
        uri = asked.text_document.uri
        analysis, clauses = ls.clauses_at(uri, asked.position)
        spans = dict.fromkeys(span for clause in clauses for span in analysis.passages_of(clause))
        return [ls.location(uri, Place(None, span)) for span in spans]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    async def actions(ls: RulecheckServer, asked: lsp.CodeActionParams) -> list[lsp.CodeAction | lsp.Command]:
        uri = asked.text_document.uri
        version, analysis = ls.analyses.get(uri, (None, Nothing()))
        document = ls.workspace.get_text_document(uri)
        if version != document.version:
            return []  # places of an older version are not where they were
        fixes = [
            _fix(ls, document, note)
            for note in analysis.notes
            if note.replacement and _touch(_range(document, note.span), asked.range)
        ]
        return [*fixes, *await ls.asked_at(document, asked.range.start)]

    @server.command(_DECIDE)
    async def decide(ls: RulecheckServer, uri: str, version: int, number: int, decision: str, of: list[str]) -> None:
        known, analysis = ls.analyses.get(uri, (None, Nothing()))
        if not isinstance(analysis, TextAnalysis) or known != version:
            told = "the text has changed; ask again"
        else:
            told = await ls.soon(analysis.decide, number, decision, of)
            ls.changed(uri, pause=0.0)
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, f"rulecheck: {told}"))

    return server


def _diagnostic(ls: RulecheckServer, document: TextDocument, note: Note) -> lsp.Diagnostic:
    return lsp.Diagnostic(
        _range(document, note.span),
        note.message,
        _SEVERITY[note.severity],
        code=note.kind,
        source="rulecheck",
        related_information=[
            lsp.DiagnosticRelatedInformation(ls.location(document.uri, place), place.note) for place in note.related
        ],
    )


def _fix(ls: RulecheckServer, document: TextDocument, note: Note) -> lsp.CodeAction:
    where = _range(document, note.span)
    edit = lsp.WorkspaceEdit({document.uri: [lsp.TextEdit(where, note.replacement)]})
    return lsp.CodeAction(
        f"Write “{note.replacement}”",
        lsp.CodeActionKind.QuickFix,
        [_diagnostic(ls, document, note)],
        edit=edit,
    )


def _range(document: TextDocument, span: Span) -> lsp.Range:
    start, end = ServerTextPosition(span.line, span.column), ServerTextPosition(span.end_line, span.end_column)
    return document.position_codec.range_to_client_units(document.lines, ServerTextRange(start, end))


def _touch(a: lsp.Range, b: lsp.Range) -> bool:
    return a.start <= b.end and b.start <= a.end


def _path(uri: str) -> Path | None:
    name = to_fs_path(uri)
    return Path(name) if name else None
