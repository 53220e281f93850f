"""Print documents with Typst. Layouts come from `typ/`, fonts from packages, nothing from the computer or network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files as files_of
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pairings.progress import NO_PROGRESS, Work
from pairings.wording.mark import gettext_noop as _
from paper.sheets import Document

if TYPE_CHECKING:
    import typst

LOOKS = Path(__file__).parent / "typ"
#: Folders of fonts: Latin, Greek and Cyrillic, Hebrew, Arabic, Thai, Devanagari, Chinese, Japanese and Korean. Typst
#: itself has Armenian and Georgian.
LETTERS = (
    ("fontpkg_roboto", "files"),
    ("fontpkg_heebo", "files"),
    ("fontpkg_noto_sans_arabic", "files"),
    ("fontpkg_noto_sans_thai", "files"),
    ("fontpkg_noto_sans_devanagari", "files"),
    ("noto_cjk_sans_otc", ""),
)
#: Only one document is printed at a time.
_TURN = Lock()
PRINTED = _("Printing: {done} of {of} sheets.")
ARCHIVED = _("Printing: {done} of {of} documents.")


@cache
def _press() -> typst.Compiler:
    """Load the fonts once per process, at the first document: the library is large, and many servers never print."""
    import typst  # noqa: PLC0415 - see above

    folders = [str(files_of(package).joinpath(folder)) for package, folder in LETTERS]
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)
    return typst.Compiler(LOOKS / "main.typ", root=LOOKS, font_paths=fonts)


def print_document(document: Document, work: Work = NO_PROGRESS) -> bytes:
    """Return the document as a tagged PDF."""
    work.at(PRINTED, 0, len(document.sheets))
    with _TURN:
        pdf = _press().compile(format="pdf", sys_inputs=_inputs(document), timestamp=0)
    if not isinstance(pdf, bytes):
        raise TypeError("a PDF is one file")
    return pdf


def archive_documents(files: Sequence[tuple[str, Document]], work: Work = NO_PROGRESS) -> bytes:
    """Return documents as a ZIP of PDFs by path. The same documents give the same bytes."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for done, (path, document) in enumerate(files):
            work.at(ARCHIVED, done, len(files))
            archive.writestr(ZipInfo(path), print_document(document), ZIP_DEFLATED)
    return whole.getvalue()


def draw_pages(document: Document, ppi: float) -> list[bytes]:
    """Return the pages of a document as PNG images."""
    with _TURN:
        images = _press().compile(format="png", ppi=ppi, sys_inputs=_inputs(document))
    return [images] if isinstance(images, bytes) else list(images or ())


def _inputs(document: Document) -> dict[str, str]:
    return {"data": json.dumps(document.as_data(), ensure_ascii=False)}
