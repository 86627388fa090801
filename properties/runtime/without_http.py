"""Imported by a scheduler and workers of ours (`dask://`): they listen to each other only, and serve no pages.

Dask begins a server of pages with each of them, on a port of its own, also where the dashboard is off.
"""

from __future__ import annotations

from typing import Any

from distributed.node import ServerNode


def serve_nothing(self: Any, *routes: Any, **options: Any) -> None:
    """In place of the server of pages."""


setattr(ServerNode, "start_http_server", serve_nothing)  # noqa: B010
