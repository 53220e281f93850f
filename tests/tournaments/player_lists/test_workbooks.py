"""XLSX: cells are read as text; an invalid or harmful file is refused with little memory."""

import datetime as dt
import io
import resource
import time
import tracemalloc
import zipfile

import openpyxl
import pytest

from tests.tournaments.player_lists.test_player_lists import good
from tournaments import player_lists
from tournaments.player_lists import texts

HEADER = ["Nr", "Name", "Titel", "FideID", "Land", "EloI", "EloN", "Verein", "Geb."]


def book(*sheets, **more):
    """Return a workbook; each sheet is a name and its rows."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets:
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def with_parts(content, **parts):
    """Return the workbook with other parts, given as `sheet`, `strings`, `styles` or by their own names."""
    names = {"sheet": "xl/worksheets/sheet1.xml", "strings": "xl/sharedStrings.xml", "styles": "xl/styles.xml"}
    changed = {names.get(name, name): data for name, data in parts.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            if part not in changed:
                new.writestr(part, old.read(part))
        for part, data in changed.items():
            new.writestr(part, data)
    return out.getvalue()


SMALL = book(("Players", [["Name", "Rating"], ["Ann", 1800]]))
MAIN = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">%s</worksheet>'


def sheet(rows):
    return MAIN % (b"<sheetData>" + rows + b"</sheetData>")


def strings(texts):
    return b"<sst>" + texts + b"</sst>"


def cell(place, text):
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'.encode()


class TestReading:
    def test_numbers_dates_and_empty_rows_are_read(self):
        rows = [
            ["Club championship"], [], HEADER,
            [1, "Müller,Jens", "IM", 4612345, "GER", 2401.0, 2390, "SK Nord", dt.datetime(1985, 3, 12)],  # noqa: DTZ001
            [], [2, "Schmidt,Eva", None, 0, "GER", 0, 1720, None, 1999],
        ]  # fmt: skip
        given = player_lists.open_file(book(("Liste", rows)))
        assert list(given.sheets) == ["Liste"]
        found = player_lists.read(given.sheets["Liste"])
        assert [row.line for row in found.rows] == [4, 6]
        assert good(found) == [
            ("Müller,Jens", {"title": "IM", "rating": 2401, "federation": "GER", "club": "SK Nord",
                             "fide_id": "4612345", "birth": "1985/03/12"}),
            ("Schmidt,Eva", {"rating": 1720, "federation": "GER", "birth": "1999"}),
        ]  # fmt: skip

    def test_non_empty_sheets_are_read(self):
        given = player_lists.open_file(book(("Open", [["Ann"]]), ("Empty", []), ("Youth", [["Bo"]])))
        assert given.sheets == {"Open": "Ann", "Youth": "Bo"}

    def test_formula_without_stored_result_is_reported(self):
        content = book(("Players", [["Name", "Rating"], ["Ann", "=B1+1"], ["Bo", 1700]]))
        found = player_lists.read(player_lists.open_file(content).sheets["Players"])
        assert good(found) == [("Bo", {"rating": 1700})]
        assert "“=B1+1” is not a rating" in found.rows[0].faults[0]

    def test_formula_with_stored_result_is_read_as_its_result(self):
        rows = b'<row r="1"><c r="A1" t="str"><f>"An"&amp;"n"</f><v>Ann</v></c></row>'
        assert player_lists.open_file(with_parts(SMALL, sheet=sheet(rows))).sheets == {"Players": "Ann"}

    def test_tab_or_line_break_in_a_cell_is_read_as_a_space(self):
        assert player_lists.open_file(book(("P", [["Ann\tLee", "North\nClub"]]))).sheets == {"P": "Ann Lee\tNorth Club"}

    @pytest.mark.rotates(6)
    def test_five_thousand_players_take_less_than_two_seconds(self):
        rows = [[n, f"Last{n}, First", "GM", 1_000_000 + n, "GER", 1500 + n % 900, 0, f"Club {n % 200}", 1960 + n % 50]
                for n in range(1, 5001)]  # fmt: skip
        content = book(("Players", [HEADER, *rows]))
        start = time.process_time()
        found = player_lists.read(player_lists.open_file(content).sheets["Players"])
        plan = player_lists.compare(found.rows, [], player_lists.Answers())
        assert len(plan.added) == 5000
        assert time.process_time() - start < 2


def pack_parts(**parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part, data in parts.items():
            new.writestr(part, data)
    return out.getvalue()


ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>'
)
FOREIGN = {
    "XLS": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500, "before 2007 (XLS)"),
    "with a password": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500 + "EncryptedPackage".encode("utf-16-le"),
        "protected by a password",
    ),
    "ODS": (pack_parts(mimetype="application/vnd.oasis.opendocument.spreadsheet"), "OpenDocument workbook (ODS)"),
    "XLSB": (pack_parts(**{"[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x"}), "binary workbook (XLSB)"),
    "a text document": (pack_parts(**{"[Content_Types].xml": "<Types/>", "word/document.xml": "x"}), "not an XLSX"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "picture"),
    "a photograph": (b"\xff\xd8\xff\xe0", "picture"),
    "a PDF": (b"%PDF-1.7", "This is a PDF"),
    "a web page": (b"<!DOCTYPE html><table>", "web page"),
    "a compressed file": (b"\x1f\x8b\x08", "Unpack it"),
    "bytes": (b"a\0\0\0b", "not a text file"),
    "half a workbook": (SMALL[:-200], "damaged"),
    "a workbook with a part that is broken": (with_parts(SMALL, sheet=b"<worksheet><sheetData>"), "damaged"),
    "a workbook that names no sheet": (
        with_parts(SMALL, **{"xl/workbook.xml": b"<workbook/>"}), "workbook is empty",
    ),
    "a workbook with nothing in it": (book(("Empty", [])), "workbook is empty"),
    "entities": (with_parts(SMALL, sheet=ENTITIES + sheet(b'<row r="1"><c r="A1"><v>&c;</v></c></row>')), "damaged"),
    "a million rows": (
        with_parts(SMALL, sheet=sheet(b'<row r="1">' + cell("A1", "Ann") + b"</row>" + b"<row/>" * 1_200_000)),
        "unpacked workbook is too large",
    ),
    "a bomb": (with_parts(SMALL, sheet=sheet(b" " * 13_000_000)), "unpacked workbook is too large"),
    "a bomb of strings": (with_parts(SMALL, strings=strings(b"<si><t>a</t></si>" * 400_000)), "too large"),
    "a row of a million cells": (with_parts(SMALL, sheet=sheet(b"<row>" + b"<c/>" * 200_000)), "too large"),
    "a string of a million runs": (with_parts(SMALL, strings=strings(b"<si>" + b"<r/>" * 200_000)), "too large"),
    "a bomb of styles": (with_parts(SMALL, styles=b"<styleSheet>" + b"<xf/>" * 120_000), "too large"),
    "two bytes a letter": (with_parts(SMALL, sheet=sheet(b"").decode().encode("utf-16")), "too large"),
    "many sheets": (book(*((f"S{n}", [["Ann"]]) for n in range(25))), "more than 20 sheets"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FOREIGN)
def test_invalid_file_is_refused_with_little_memory(kind):
    content, text = FOREIGN[kind]
    tracemalloc.start()
    start = time.process_time()
    try:
        with pytest.raises(player_lists.NotAList) as raised:
            player_lists.open_file(content)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert text in str(raised.value)
    assert most < 100_000_000
    assert time.process_time() - start < 10  # with a tracer that measures memory


def test_sheet_is_read_up_to_one_row_too_many(monkeypatch):
    monkeypatch.setattr(texts, "MOST_LINES", 100)
    read = []
    usual = texts._cell
    monkeypatch.setattr(texts, "_cell", lambda *values: read.append(1) or usual(*values))
    with pytest.raises(player_lists.NotAList, match="more than 20000 rows"):
        player_lists.open_file(book(("Players", [[f"Player {n}"] for n in range(500)])))
    assert len(read) == 101 * texts.MOST_COLUMNS


def test_claimed_sheet_dimensions_are_ignored():
    rows = b'<row r="1">' + cell("A1", "Ann") + b'</row><row r="1048576">' + cell("XFD1048576", "Bo") + b"</row>"
    content = with_parts(
        SMALL, sheet=sheet(rows).replace(b"<sheetData>", b'<dimension ref="A1:XFD1048576"/><sheetData>')
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert player_lists.open_file(content).sheets == {"Players": "Ann"}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_part_larger_than_declared_is_not_unpacked():
    content = with_parts(SMALL, sheet=sheet(b'<row r="1">' + cell("A1", "x" * 100_000) + b"</row>"))
    place = content.index(b"xl/worksheets/sheet1.xml", content.index(b"PK\x01\x02"))
    directory = content.rindex(b"PK\x01\x02", 0, place)
    lying = content[: directory + 24] + (500).to_bytes(4, "little") + content[directory + 28 :]
    with pytest.raises(player_lists.NotAList, match="damaged"):
        player_lists.open_file(lying)


def test_harmful_files_are_refused_before_parsing_the_workbook(monkeypatch):
    made = []
    monkeypatch.setattr(texts, "_book", lambda *_args, **_more: made.append(1))
    for kind in ("a bomb", "a bomb of styles", "a bomb of strings", "a row of a million cells", "a million rows"):
        with pytest.raises(player_lists.NotAList):
            player_lists.open_file(FOREIGN[kind][0])
    assert not made
