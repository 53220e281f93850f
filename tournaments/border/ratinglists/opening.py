"""A file that was chosen as a rating list: packed or not, in whatever letters, in whichever form."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TextIO
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext as _

from tournaments.border.ratinglists import fide, table
from tournaments.border.ratinglists.entries import NotARatingList, Reading

#: A list unpacked; FIDE's largest has a quarter of it.
LARGEST = 2_000_000_000
RATES = ("standard", "rapid", "blitz")


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    """Letters that are no UTF-8 are read as Windows wrote them."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("kierros-windows", _as_windows)


@contextmanager
def opened(content: IO[bytes], name: str, rate: str | None = None) -> Iterator[Reading]:
    """A list being read, as long as the block lasts; `rate` is that of a list of one rating, else its name says it.

    Raises NotARatingList with a sentence that says what to do.
    """
    if content.read(2) == b"PK":
        content.seek(0)
        with _unpacked(content) as (member, inside), _as_text(inside) as lines:
            yield _read(lines, member, rate)
        return
    content.seek(0)
    with _as_text(content) as lines:
        yield _read(lines, name, rate)


@contextmanager
def _as_text(content: IO[bytes]) -> Iterator[TextIO]:
    """The letters of a file, which stays open for whoever opened it."""
    lines = io.TextIOWrapper(content, encoding="utf-8-sig", errors="kierros-windows", newline="")
    try:
        yield lines
    finally:
        lines.detach()


@contextmanager
def _unpacked(content: IO[bytes]) -> Iterator[tuple[str, IO[bytes]]]:
    try:
        with ZipFile(content) as packed:
            members = [each for each in packed.infolist() if not each.is_dir()]
            if not members:
                raise NotARatingList(_("There is nothing in this ZIP file."))
            member = max(members, key=lambda each: each.file_size)
            if member.file_size > LARGEST:
                raise NotARatingList(_("What is in this ZIP file is too large for a rating list."))
            with packed.open(member) as inside:
                yield member.filename, inside
    except (BadZipFile, NotImplementedError, RuntimeError) as error:
        text = _("This ZIP file cannot be opened: it is damaged, or has a password. Load the list inside it.")
        raise NotARatingList(text) from error


def _read(lines: TextIO, name: str, rate: str | None) -> Reading:
    first = lines.readline(10_000)
    known = rate or next((each for each in RATES if each in name.lower()), RATES[0])
    if fide.is_text(first):
        return fide.read_text(first, lines, known)
    if fide.is_xml(first):
        return fide.read_xml(first, lines, known)
    if table.is_table(first):
        return table.read_table(first, lines, known)
    raise NotARatingList(
        _(
            "This is no rating list that Kierros knows: it reads FIDE's lists as TXT or XML, and national ones as CSV "
            "whose first line names the columns."
        )
    )
