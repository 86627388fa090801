"""`python -m rulecheck.spec.documents.child`: reads one file of another program, or writes notes into it.

Standard input holds the job, a line of JSON, and the file; standard output gets the answer, a line of JSON, and the
file that was written, if any.
"""

from __future__ import annotations

import contextlib
import json
import sys
from typing import Any, Final

from attrs import asdict

from rulecheck import DISTRIBUTION
from rulecheck.spec.documents.model import Document, Note, PlainText
from rulecheck.spec.errors import SpecError
from rulecheck.spec.files import plain_line_ends

MARKUP: Final = (".md", ".markdown", ".html", ".htm", ".xhtml")


def main() -> None:
    """Read the job, keep to its budget, answer."""
    job = json.loads(sys.stdin.buffer.readline())
    raw = sys.stdin.buffer.read()
    _limit(job["seconds"], job["megabytes"])
    name = job["name"]
    written = b""
    answer: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(sys.stderr):
            if job["job"] == "write":
                from rulecheck.spec.documents.notes import with_notes

                written = with_notes(raw, name, job["encoding"], [Note(**note) for note in job["notes"]])
            else:
                answer = asdict(_read(raw, job))
    except SpecError as problem:
        answer = {"wrong": [problem.path, problem.line, problem.what, problem.hint]}
    except ModuleNotFoundError as problem:
        what = f"reading it needs a library that is not installed ({problem.name})"
        answer = {"wrong": [name, None, what, f"pip install '{DISTRIBUTION}[documents]'"]}
    except (MemoryError, RecursionError):
        what = f"reading it takes more than {job['megabytes']} MB"
        answer = {"wrong": [name, None, what, "save it again, or as text"]}
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + written)


def _read(raw: bytes, job: dict[str, Any]) -> Document:
    name, kind = job["name"], job["kind"]
    if kind == ".pdf":
        from rulecheck.spec.documents.pdf import read_pdf

        return read_pdf(raw, name)
    if kind in (".docx", ".odt"):
        from rulecheck.spec.documents.wordprocessing import read_document

        return read_document(raw, name)
    content = plain_line_ends(raw.decode(job["encoding"]))
    if kind in MARKUP:
        from rulecheck.spec.documents.markup import from_html, from_markdown

        made: PlainText = from_markdown(content) if kind in (".md", ".markdown") else from_html(content)
        return Document(made.text, content, tuple(made.places) or ((0, 0),))
    if kind in (".csv", ".json"):
        from rulecheck.spec.documents.tables import read_table

        return read_table(content, name, job["side"])
    from rulecheck.spec.documents.segments import read_segments

    return read_segments(raw, content, name, job["side"])


def _limit(seconds: int, megabytes: int) -> None:
    """Let the system end this process where it takes more; on a system that cannot, the parent waits so long only."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    with contextlib.suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000, megabytes * 1_000_000))


if __name__ == "__main__":
    main()
