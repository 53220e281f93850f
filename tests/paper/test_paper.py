"""Documents on paper: their content, every character, and the look of some of them.

`RECORD=1` records the pages again. Look at them before you commit them.
"""

import os
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
import segno
import zxingcpp
from PIL import Image, ImageChops
from pypdf import PdfReader

from paper.hall_sheets import Card, Forms, PlaceCards, ScoreSheet, ScoreSheets, ToFill
from paper.press import draw_pages, print_document
from paper.sheets import (
    Badge,
    Badges,
    Bracket,
    Certificate,
    Certificates,
    Column,
    Document,
    Match,
    Poster,
    Side,
    Signs,
    Slip,
    Slips,
    Table,
)

GOLDEN = Path(__file__).parent / "golden"
#: One name in each of these scripts, and two of 75 letters, the last without a space.
NAMES = (
    "Åkerblom, Pekka", "Παπαδόπουλος, Νίκος", "Иванов, Иван", "山田 太郎", "홍길동", "שרה כהן", "محمد العلي",
    "สมชาย ใจดี", "देवनागरी क्षत्रिय", "Արմեն Հակոբյան", "გიორგი ბერიძე", "Đặng Thị Ánh", "김철수 金哲洙", "ツェレンドルジ",
    "Kallenautio-Rantakokko von Hohenstein-Wittelsbach, Anna Katariina Wilhelmin", "W" * 75,
)  # fmt: skip
CODE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1h-1z"/></svg>'
ROWS = tuple((str(at), name, "½", NAMES[at - 2]) for at, name in enumerate(NAMES, start=1))
PAIRINGS = Table(
    title="Pairings",
    of="Round 3",
    columns=(
        Column("Table", "right", bold=True),
        Column("White", share=1),
        Column("Result"),
        Column("Black", share=1),
    ),
    rows=ROWS,
)
SLIPS = Slips(
    title="Slips",
    of="Round 3",
    a_sheet=4,
    signature="Both sign.",
    slips=(
        *(Slip(str(at), (Side("White", name, "FIN · 2010"), Side("Black", name)), ("1 – 0", "½ – ½"))
          for at, name in enumerate(NAMES)),
        Slip("9", (Side("", "Oulu"), Side("", "Riga")), (), (("1", *NAMES[13:15]), ("2", *NAMES[5:7])), "Position 518"),
        None,
    ),
)  # fmt: skip
SIGNS = Signs(title="Signs", of="Round 3", signs=tuple((str(at), (Side("White", n),)) for at, n in enumerate(NAMES)))
TREE = tuple(
    (f"Last {2 * of}", tuple(Match(NAMES[at % 16], NAMES[-1 - at % 16], ("2", "1"), 1) for at in range(of)))
    for of in (8, 4, 2, 1)
)
BRACKET = Bracket(title="Bracket", rounds=TREE)
BADGES = Badges(title="Badges", badges=tuple(Badge(name, "FIN", CODE) for name in NAMES))


def certificates(design):
    found = tuple(Certificate(name, "Place 1", ("6½ points", "Best junior: cup")) for name in NAMES)
    return Certificates(
        title="Certificate",
        event="Open",
        when="Oulu, 1 May 2026",
        design=design,
        certificates=found,
        signed=("Arbiter", "Organiser"),
    )


def document(*sheets, **more):
    asked = {
        "title": "Open · Pairings",
        "event": "Oulu Open 2026",
        "language": "en",
        "printed": "Printed 1 May 2026, 10:00",
        "page": "Page {page} of {pages}",
        "address": "10.0.0.5:8000/t/open/",
        "code": CODE,
    }
    return Document(sheets=sheets, **{**asked, **more})


LOSERS = Bracket(
    title="Losers", rounds=tuple((f"Round {at}", TREE[0][1][:of]) for at, of in enumerate((4, 4, 2, 2, 1)))
)
CARDS = PlaceCards(title="Cards", cards=tuple(Card(name, "FIN · 2010", "Table 1") for name in NAMES))
SCORE_SHEETS = ScoreSheets(
    title="Score sheets",
    heads=("White", "Black"),
    signed=("White", "Black"),
    sheets=tuple(ScoreSheet((("White", name), ("Black", name), ("Result", ""))) for name in NAMES),
)
FORMS = Forms(
    title="Match reports",
    of="Round 3",
    columns=(Column("Board", "center"), Column("Oulu", share=2), Column("Riga", share=2)),
    forms=tuple(
        ToFill(name, (("Date", ""), ("Table", "1")), (("1", name, ""),), ("Captain",), (name,)) for name in NAMES
    ),
)

KINDS = {
    "table": PAIRINGS,
    "slips": SLIPS,
    "signs": SIGNS,
    "bracket": BRACKET,
    "badges": BADGES,
    "losers": LOSERS,
    "cards": CARDS,
    "score-sheets": SCORE_SHEETS,
    "forms": FORMS,
    "forms-cut": replace(FORMS, a_sheet=2),
    "frame": certificates("frame"),
    "laurel": certificates("laurel"),
    "poster": Poster(title="Pairings", event=NAMES[-2], lines=("Scan the code.",)),
}


def read(document_):
    return PdfReader(BytesIO(print_document(document_)))


def plain(text):
    """Return the text without spaces and soft breaks, because the sheet decides where lines end."""
    return "".join(letter for letter in text if not letter.isspace() and letter not in "\u200b\u00ad")


def missing_glyphs(page):
    """Return the number of glyphs with id 0 on a page, which a font draws for a missing character."""
    content, found = page.get_contents(), 0
    for operands, operator in content.operations if content is not None else ():
        if operator in {b"Tj", b"TJ"}:
            parts = operands[0] if operator == b"TJ" else operands
            for part in parts:
                codes = (
                    part.original_bytes if hasattr(part, "original_bytes") else part if isinstance(part, bytes) else b""
                )
                found += sum(codes[at : at + 2] == b"\0\0" for at in range(0, len(codes) - 1, 2))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_letter_of_sixteen_names_is_printed(kind):
    found = read(document(KINDS[kind]))
    assert sum(map(missing_glyphs, found.pages)) == 0
    text = plain("".join(page.extract_text() for page in found.pages))
    latin = [name for name in (*NAMES[:3], NAMES[14], NAMES[15]) if kind != "poster" or name == NAMES[14]]
    assert [name for name in latin if plain(name) not in text] == []


def smallest_of(document_, wanted):
    """Return the smallest font size of texts that contain one of the wanted words."""
    sizes = []
    for page in read(document_).pages:
        page.extract_text(
            visitor_text=lambda text, _cm, tm, _font, size: (
                sizes.append(abs(size * tm[3])) if any(word in text for word in wanted) else None
            )
        )
    return min(sizes)


@pytest.mark.parametrize(("players", "larger"), [(32, False), (64, True)])
def test_names_in_a_bracket_are_large_enough_to_read(players, larger):
    counts = [players >> at for at in range(1, players.bit_length())]
    names = [*NAMES[:3], NAMES[14], "Åkerblom-Österberg, Anna-Katariina"]
    rounds = tuple(
        (f"Last {2 * of}", tuple(Match(names[at % 5], names[(at + 2) % 5], ("2", "1"), 1, "12") for at in range(of)))
        for of in counts
    )
    tree = document(Bracket(title="Bracket", rounds=rounds, larger=larger, landscape=not larger))
    assert len(read(tree).pages) == 1
    assert smallest_of(tree, ["blom", "Österberg", "Νίκος", "Иван"]) >= 6.6
    assert smallest_of(tree, ["Rantakokko", "Wilhelmin"]) >= 5.5, "75 letters"


def test_missing_glyph_is_noticed_by_these_tests():
    assert sum(map(missing_glyphs, read(document(Poster(title="A\U00013000B", event="x", lines=()))).pages)) == 1


@pytest.mark.rotates(3)
@pytest.mark.parametrize("design", ["plain", "frame", "laurel"])
def test_each_certificate_has_the_logo(design):
    drawn = BytesIO()
    Image.new("RGB", (512, 512), "#123c69").save(drawn, "PNG")
    without = certificates(design)
    assert not any(page.images for page in read(document(without)).pages)
    pages = read(document(replace(without, logo=tuple(drawn.getvalue())))).pages
    assert [len(page.images) for page in pages] == [1] * len(without.certificates)


@pytest.mark.rotates(4)
def test_each_page_has_title_print_time_and_page_number():
    lines = tuple((str(at), f"Player {at}", "–", f"Other {at}") for at in range(1, 181))
    pages = read(document(Table(title="Pairings", of="Round 3", columns=PAIRINGS.columns, rows=lines))).pages
    assert len(pages) > 2
    for number, page in enumerate(pages, start=1):
        text = page.extract_text()
        for each in ("Oulu Open 2026", "Round 3", "Printed 1 May 2026", f"Page {number} of {len(pages)}", "White"):
            assert each in text, (number, each)
        assert "10.0.0.5:8000/t/open/" in text
    assert "Player 180" in pages[-1].extract_text()


def test_200_players_by_name_fit_three_pages_in_twelve_points():
    lines = tuple((f"Surname-{at:03}, Given Name", str(at // 2 + 1), "W") for at in range(200))
    columns = (Column("Name", share=1), Column("Table", "right", bold=True), Column(""))
    found = read(document(Table(title="By name", of="Round 3", columns=columns, rows=lines, size=12, halves=True)))
    assert len(found.pages) <= 3
    sizes = []
    found.pages[0].extract_text(
        visitor_text=lambda text, _cm, tm, _font, size: sizes.append(abs(size * tm[3])) if "Surname" in text else None
    )
    assert sizes
    assert min(sizes) >= 12


@pytest.mark.parametrize(("size", "larger", "wide", "high"), [
    ("A4", False, 595, 842), ("A4", True, 842, 1191), ("Letter", False, 612, 792), ("Letter", True, 792, 1224),
])  # fmt: skip
def test_sheet_has_the_requested_size(size, larger, wide, high):
    sheet = Table(title="Board", columns=(Column("Name"),), rows=(("Ann",),), larger=larger)
    box = read(document(sheet, size=size)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (wide, high)


def count_shapes(sheet):
    """Return the number of lines and boxes on the first page of a sheet."""
    content = read(document(sheet)).pages[0].get_contents()
    return sum(operator in {b"l", b"re"} for _operands, operator in content.operations)


def test_slip_without_results_to_tick_has_boxes_to_write_in():
    sides = (Side("Black", "Ann"), Side("White", "Bo"))
    with_none, with_one = (
        Slips(title="Slips", a_sheet=4, slips=(Slip("1", sides, results),), signature="")
        for results in ((), ("1 – 0",))
    )
    assert count_shapes(with_none) > count_shapes(with_one)


def test_bracket_omits_matches_without_players():
    here, nobody = Match("Ann", "Bo", number="1"), Match("", "")
    whole, half, open_ = (
        Bracket(title="Bracket", rounds=(("First", (here, other)), ("Final", (Match("", "", number="3"),))))
        for other in (here, nobody, Match("", "", number="2"))
    )
    assert count_shapes(half) < count_shapes(whole) == count_shapes(open_)


def test_badge_without_its_own_code_has_that_of_the_document():
    where = "http://10.0.0.5:8000/t/open/"
    whole = document(Badges(title="Badges", badges=(Badge("Ann", "FIN"),)), code=segno.make(where).svg_inline())
    (page,) = draw_pages(whole, 100)
    assert [each.text for each in zxingcpp.read_barcodes(Image.open(BytesIO(page)))] == [where]


def test_document_is_tagged_titled_and_reproducible():
    whole = document(*KINDS.values())
    assert print_document(whole) == print_document(whole)
    found = PdfReader(BytesIO(print_document(whole)))
    assert found.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert found.trailer["/Root"]["/Lang"] == "en"
    assert found.metadata.title == "Open · Pairings"


def test_joined_tables_are_on_one_page():
    below = Table(title="Standings", columns=(Column("Name"),), rows=(("Ann",),), joined=True)
    (page,) = read(document(PAIRINGS, below)).pages
    assert "Standings" in page.extract_text()


@pytest.mark.parametrize(
    "kind", ["table", "slips", "bracket", "laurel", "badges", "losers", "cards", "score-sheets", "forms", "forms-cut"]
)
def test_page_looks_as_recorded(kind):
    page = Image.open(BytesIO(draw_pages(document(KINDS[kind]), 36)[0])).convert("L")
    path = GOLDEN / f"{kind}.png"
    if os.environ.get("RECORD"):
        GOLDEN.mkdir(exist_ok=True)
        page.save(path, optimize=True)
    known = Image.open(path)
    assert page.size == known.size
    other = ImageChops.difference(page, known).point(lambda value: 255 * (value > 60))
    assert other.histogram()[255] < 0.003 * page.width * page.height


def test_signs_of_tables_of_four_do_not_overlap():
    signs = Signs(
        title="Signs", signs=tuple((str(at), tuple(Side("1", n, "2010") for n in NAMES[:4])) for at in (1, 2))
    )
    (page,) = draw_pages(document(signs), 72)
    (middle,) = {842 // 2 - 30}
    strip = Image.open(BytesIO(page)).convert("L").crop((60, middle, 535, middle + 20))
    assert strip.getextrema()[0] > 200, "nothing is printed just above the line to cut"
