"""Documents as PDF: letters of the program's own on every computer, headings that a reader lists, tables, a foot.

Libraries for it are imported by whoever asks for a document: they are large, and a server may never be asked.
"""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from fontTools.ttLib import TTFont  # type: ignore[import-untyped] # it brings no types
from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-untyped] # as above
from fpdf import FPDF, FontFace, XPos, YPos
from fpdf.fonts import TextStyle
from fpdf.outline import OutlineSection

from tournaments.core.words.fonts import LETTERS, OTHERS, file_of, letters_of
from tournaments.core.words.names import END, ISOLATE

FAMILY = "letters"
MARGIN = 16
#: Heights of the lines of a table of contents, and of what stands above them.
LINE, HEAD_LINE = 6, 10
#: Sizes in points, from the title of a document down to the foot.
TITLE, HEADING, SMALL_HEADING, TEXT, FOOT = 18, 14, 11.5, 10, 8
#: The same document has the same bytes, whenever it is made.
MADE = datetime(2000, 1, 1, tzinfo=UTC)


@cache
def _bold() -> Path:
    """The same letters in bold, in a file for as long as the process runs: to make it takes longer than a document."""
    font = TTFont(LETTERS)
    instantiateVariableFont(font, {"wght": 700.0, "wdth": 100.0}, inplace=True)
    folder = TemporaryDirectory(prefix="kierros-", ignore_cleanup_errors=True)  # Windows keeps what is open
    atexit.register(folder.cleanup)
    file = Path(folder.name) / "bold.ttf"
    font.save(file)
    return file


class Paper(FPDF):
    """An A4 document with a title, `language` by its code; each page has `foot` and its number."""

    def __init__(self, title: str, *, language: str, foot: str) -> None:
        super().__init__(format="A4")
        self.add_font(FAMILY, "", LETTERS)
        self.add_font(FAMILY, "B", _bold())
        self._known = {ord(ISOLATE), ord(END), *self.fonts[FAMILY].cmap}  # type: ignore[union-attr]  # it has one
        self._others: list[str] = []
        direction = "rtl" if language.partition("-")[0] in settings.LANGUAGES_BIDI else "ltr"
        self.set_text_shaping(use_shaping_engine=True, direction=direction)
        self._foot = self.plain(foot)
        self.set_title(self.plain(title))
        self.set_lang(language)
        self.set_creation_date(MADE)
        self.set_margin(MARGIN)
        self.set_auto_page_break(auto=True, margin=MARGIN + 4)
        self.set_font(FAMILY, size=TEXT)

    def plain(self, text: str) -> str:
        """A text in letters that there are, taken from other files where they are needed. A question mark stands for a
        letter that no file has, so that none is lost unseen.
        """
        for each in {ord(letter) for letter in text} - self._known:
            self._find(each)
        return "".join(each if ord(each) in self._known or each == "\n" else "?" for each in text)

    def _find(self, letter: int) -> None:
        """Take the letters of the first file that has this one, if there is such a file."""
        for place, (package, _name) in enumerate(OTHERS):
            if package not in self._others and letter in letters_of(place):
                self.add_font(package, "", file_of(place))
                self._known |= letters_of(place)
                self._others.append(package)
                self.set_fallback_fonts(self._others, exact_match=False)
                return

    def footer(self) -> None:
        """The foot of a page, which fpdf asks for."""
        self.set_y(-MARGIN)
        self.set_font(FAMILY, size=FOOT)
        self.cell(0, 6, self._foot)
        self.set_x(MARGIN)
        self.cell(0, 6, str(self.page_no()), align="R")

    def heading(self, text: str, size: float = HEADING, *, listed: bool = True) -> None:
        """A heading; where it is `listed` it stands in the reader's list of contents too."""
        if listed:
            self.start_section(self.plain(text))
        self.set_font(FAMILY, "B", size)
        self.multi_cell(0, size * 0.5, self.plain(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_font(FAMILY, size=TEXT)
        self.ln(1.5)

    def sentence(self, text: str) -> None:
        """A paragraph."""
        self.multi_cell(0, 5, self.plain(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(1)

    def facts(self, rows: Sequence[tuple[str, str]]) -> None:
        """What is asked on the left, what is known on the right, with a line to write on where nothing is."""
        with self.table(
            borders_layout="HORIZONTAL_LINES", first_row_as_headings=False, col_widths=(2, 3), line_height=5.5
        ) as table:
            for label, value in rows:
                row = table.row()
                row.cell(self.plain(label))
                row.cell(self.plain(value), style=FontFace(emphasis="BOLD"))
        self.ln(3)

    def lines(self, headings: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> None:
        """A table, whose headings come again on each page."""
        with self.table(col_widths=tuple(widths), line_height=5.5, borders_layout="MINIMAL") as table:
            for cells in (headings, *rows):
                row = table.row()
                for cell in cells:
                    row.cell(self.plain(cell))
        self.ln(3)

    def signed(self, who: str) -> None:
        """A line to sign on."""
        self.ln(14)
        self.line(MARGIN, self.get_y(), MARGIN + 80, self.get_y())
        self.cell(80, 5, self.plain(who), new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def html(self, text: str) -> None:
        """Paragraphs, lists, tables and small headings as pages have them."""
        styles = {
            "h3": TextStyle(FAMILY, "B", SMALL_HEADING, t_margin=3, b_margin=1),
            "p": TextStyle(FAMILY, "", TEXT, t_margin=1, b_margin=2),
            "li": TextStyle(FAMILY, "", TEXT, t_margin=0.5, b_margin=0.5, l_margin=4),
        }
        self.write_html(self.plain(text), tag_styles=styles, font_family=FAMILY)
        self.set_font(FAMILY, size=TEXT)

    def contents(self, title: str, entries: int) -> None:
        """A table of contents with this number of chapters, which is filled when the document is whole."""

        def fill(paper: FPDF, sections: list[OutlineSection]) -> None:
            paper.set_font(FAMILY, "B", HEADING)
            paper.cell(0, HEAD_LINE, self.plain(title), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
            paper.set_font(FAMILY, size=TEXT)
            for section in (each for each in sections if not each.level):
                link = paper.add_link(page=section.page_number)
                page = str(section.page_number)
                paper.cell(150, LINE, section.name, link=link)
                paper.cell(0, LINE, page, align="R", link=link, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

        here = (self.page_break_trigger - self.get_y() - HEAD_LINE) // LINE
        each = (self.page_break_trigger - self.t_margin) // LINE
        self.insert_toc_placeholder(fill, pages=1 + max(0, ceil((entries - here) / each)))

    def whole(self) -> bytes:
        """The document's bytes."""
        return bytes(self.output())
