"""The text layer of a PDF, column after column, through pdfminer.six."""

from __future__ import annotations

import io
import logging
from typing import Final

from pdfminer.high_level import extract_pages
from pdfminer.layout import LAParams, LTTextContainer
from pdfminer.pdfdocument import PDFPasswordIncorrect

from rulecheck.spec.documents.model import Document
from rulecheck.spec.errors import SpecError

MOST_PAGES: Final = 400


def read_pdf(raw: bytes, name: str) -> Document:
    """The words of a PDF page by page; raises SpecError for one that cannot be read or has no words."""
    logging.getLogger("pdfminer").setLevel(logging.ERROR)  # what it mends in a file is not the user's business
    pages: list[str] = []
    try:
        for number, page in enumerate(extract_pages(io.BytesIO(raw), laparams=LAParams()), 1):
            if number > MOST_PAGES:
                what = f"more than {MOST_PAGES} pages"
                raise SpecError(name, None, what, "is this the right file?")
            boxes = (box.get_text() for box in page if isinstance(box, LTTextContainer))
            pages.append("".join(boxes).replace("\x00", ""))
    except (SpecError, MemoryError):
        raise
    except PDFPasswordIncorrect:
        raise SpecError(name, None, "the PDF is locked with a password", "save an open copy") from None
    except Exception as problem:  # a damaged file meets all kinds of mistakes in its parser
        why = " ".join(str(problem).split())[:120] or type(problem).__name__
        raise SpecError(name, None, f"cannot be read as a PDF: {why}", "save it again, or as text") from None
    if not pages:
        raise SpecError(name, None, "cannot be read as a PDF: no page", "save it again, or as text")
    if not any(page.strip() for page in pages):
        raise SpecError(name, None, "the PDF has no text layer, only pictures", "run OCR on it first")
    starts: list[int] = []
    text = ""
    for page_text in pages:
        starts.append(len(text))
        text += page_text.rstrip("\n") + "\n\n"
    return Document(text, text, pages=tuple(starts))
