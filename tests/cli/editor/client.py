"""A client of the language server, as an editor is one: over standard input and output of a process of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

PATIENCE = 90.0


class Client(LanguageClient):
    """Keeps what the server published, by URI and version."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.published: dict[str, list[lsp.PublishDiagnosticsParams]] = {}
        self.news = asyncio.Event()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def publish(told: lsp.PublishDiagnosticsParams) -> None:
            self.published.setdefault(told.uri, []).append(told)
            self.news.set()

    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.as_uri()
        source = path.read_text(encoding="utf-8") if text is None else text
        self.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, lsp.LanguageKind.Markdown, 1, source))
        )
        return uri

    def edit(self, uri: str, version: int, span: lsp.Range, text: str) -> None:
        change = lsp.TextDocumentContentChangePartial(span, text)
        self.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, uri), [change])
        )

    def replace(self, uri: str, version: int, text: str) -> None:
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, uri), [change])
        )

    async def diagnostics(self, uri: str, version: int) -> list[lsp.Diagnostic]:
        """What is said of a version, once it is."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.news.clear()
                for told in self.published.get(uri, ()):
                    if told.version == version:
                        return list(told.diagnostics)
                await self.news.wait()


@asynccontextmanager
async def editor(root: Path, settings: dict[str, Any] | None = None, **environment: str) -> AsyncIterator[Client]:
    client = Client()
    command = [sys.executable, "-m", "rulecheck", "lsp"]
    await client.start_io(*command, env={**os.environ, **environment}, cwd=str(root))
    await client.initialize_async(
        lsp.InitializeParams(
            lsp.ClientCapabilities(), os.getpid(), root_uri=root.as_uri(), initialization_options=settings
        )
    )
    client.initialized(lsp.InitializedParams())
    try:
        yield client
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()  # type: ignore[no-untyped-call]


def position(text: str, words: str, nth: int = 0, inside: int = 1) -> lsp.Position:
    """Where some words stand in a text, as the protocol counts in texts without signs beyond the first plane."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(words, at + 1)
    line = text.count("\n", 0, at)
    return lsp.Position(line, at - (text.rfind("\n", 0, at) + 1) + inside)
