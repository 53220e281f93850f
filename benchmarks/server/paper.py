"""Measure pages and seconds of printed documents for 20, 200 and 1,000 players.

python -m benchmarks.server.paper [--players 20 200 1000]

Each document is printed in this process, after another document has loaded the fonts. The figures are therefore the
time of printing alone, with names in ten scripts. The last columns are the size of the file and that of its smallest
letters.
"""

from __future__ import annotations

import argparse
import time
from io import BytesIO

from pypdf import PdfReader

from paper.hall_sheets import Card, Forms, PlaceCards, ScoreSheet, ScoreSheets, ToFill
from paper.press import print_document
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
    Sheet,
    Side,
    Signs,
    Slip,
    Slips,
    Table,
)

NAMES = (
    "Åkerblom, Pekka", "Παπαδόπουλος, Νίκος", "Иванов, Иван", "山田 太郎", "홍길동", "שרה כהן", "محمد العلي",
    "สมชาย ใจดี", "Արմեն Հակոբյան", "გიორგი ბერიძე",
)  # fmt: skip


BOARDS = 4


def sheets_of(players: int) -> dict[str, Sheet]:
    """Return the documents of a field of `players` players, or of the same number in teams of four."""
    names = [f"{NAMES[at % len(NAMES)]} {at}" for at in range(players)]
    pairs = list(zip(names[::2], names[1::2], strict=False))
    return {**_hung(names, pairs), **_for_tables(names, pairs), **_for_teams(pairs), **_at_the_end(names)}


def _hung(names: list[str], pairs: list[tuple[str, str]]) -> dict[str, Sheet]:
    table, name = Column("Table", "right", bold=True), Column("Name", share=1)
    side = Column("Side", share=4)
    empty, club = Column("Result", "center", share=2), Column("Club", share=1)
    rounds = tuple(Column(str(number), "center") for number in range(1, 10))
    lines = tuple((str(at), a, "–", b) for at, (a, b) in enumerate(pairs, start=1))
    blank = tuple((number, a, "", b) for number, a, _result, b in lines)
    standings = tuple((str(at), each, *"123456") for at, each in enumerate(names, start=1))
    return {
        "pairings by table": Table(
            title="Pairings", columns=(table, side, Column("Result"), side), size=11, rows=lines
        ),
        "pairings by name": Table(
            title="Names", columns=(name, table, Column("")), size=12, halves=True,
            rows=tuple((each, str(at // 2 + 1), "W") for at, each in enumerate(names)),
        ),
        "result board, A3": Table(
            title="Board", columns=(table, side, empty, side), size=14, boxes=True, larger=True, rows=blank
        ),
        "pairings to write on": Table(
            title="Board", columns=(table, side, empty, side), size=11, boxes=True, rows=blank
        ),
        "start list": Table(
            title="Start list", columns=(table, name, club),
            rows=tuple((str(at), each, "SK Oulu") for at, each in enumerate(names, start=1)),
        ),
        "standings": Table(title="Standings", columns=(table, name, *rounds[:6]), rows=standings),
        "cross table": Table(
            title="Cross table", columns=(table, name, *rounds), size=9,
            rows=tuple((str(at), each, *("120W 1",) * 9) for at, each in enumerate(names, start=1)),
        ),
        "poster": Poster(title="Pairings", event="Open 2026", lines=("Scan the code.",)),
    }  # fmt: skip


def _for_tables(names: list[str], pairs: list[tuple[str, str]]) -> dict[str, Sheet]:
    results = ("1 – 0", "½", "0 – 1")
    slips = [Slip(str(at), (Side("White", a), Side("Black", b)), results) for at, (a, b) in enumerate(pairs)]
    signs = tuple((str(at), (Side("White", a), Side("Black", b))) for at, (a, b) in enumerate(pairs))
    heads = tuple(ScoreSheet((("White", a), ("Black", b), ("Round", "3"), ("Date", ""))) for a, b in pairs)
    return {
        "slips": Slips(title="Slips", a_sheet=4, slips=tuple(slips), signature="Signed"),
        "signs": Signs(title="Signs", signs=signs),
        "place cards": PlaceCards(title="Cards", cards=tuple(Card(each, "FIN · 2010", "Table 1") for each in names)),
        "score sheets": ScoreSheets(
            title="Score sheets", sheets=tuple(each for each in heads for _copy in range(2)),
            heads=("White", "Black"), signed=("White", "Black"),
        ),
        "badges": Badges(title="Badges", badges=tuple(Badge(each, "FIN · 2010") for each in names)),
    }  # fmt: skip


def _for_teams(pairs: list[tuple[str, str]]) -> dict[str, Sheet]:
    columns = (
        Column("Board", "center"),
        Column("Home", share=5),
        Column("Result", share=2),
        Column("Guests", share=5),
    )
    facts = (("Table", "1"), ("Date", ""))
    matches = [pairs[at : at + BOARDS] for at in range(0, len(pairs), BOARDS)]
    reports = tuple(
        ToFill("Oulu – Riga", facts, tuple((str(n), a, "", b) for n, (a, b) in enumerate(match, 1)), ("Captain",) * 2)
        for match in matches
    )
    blank = tuple((str(n), "", "", "") for n in range(1, BOARDS + 1))
    line_ups = tuple(ToFill("Oulu", facts, blank, ("Captain",)) for _match in matches for _side in range(2))
    return {
        "match reports": Forms(title="Match report", columns=columns, forms=reports, tall=10),
        "line-up slips": Forms(title="Line-up", columns=columns, forms=line_ups, a_sheet=2),
    }


def _at_the_end(names: list[str]) -> dict[str, Sheet]:
    size = 1 << min(len(names).bit_length() - 1, 6)
    counts = [size >> at for at in range(1, size.bit_length())]
    tree = tuple(
        (f"Last {2 * of}", tuple(Match(names[at], names[-1 - at], ("2", "1"), 1, str(at)) for at in range(of)))
        for of in counts
    )
    prizes = tuple(("Open", str(at), each, "100 €", "") for at, each in enumerate(names[:40], start=1))
    heads = (
        Column("Category", share=3),
        Column("Place"),
        Column("Name", share=4),
        Column("Prize"),
        Column("Signature"),
    )
    certificates = tuple(Certificate(each, "Place 1", ("6½ points",)) for each in names)
    facts = (("Event", "Open 2026"), ("Chief arbiter", names[0]), ("Deputy arbiters", ""))
    norm = tuple((str(at), each, "FIN", "GM", "2500", "½") for at, each in enumerate(names[:9], start=1))
    return {
        f"bracket of {size}": Bracket(title="Bracket", rounds=tree, larger=size > 32, landscape=size <= 32),
        "certificates": Certificates(
            title="Certificate", event="Open 2026", when="Oulu, 1 May 2026", design="laurel",
            certificates=certificates, signed=("Arbiter", "Organiser"),
        ),
        "prize list": Table(title="Prizes", columns=heads, rows=prizes, size=11, boxes=True, landscape=True),
        "norm form": Forms(
            title="Certificate of title result (IT1)",
            columns=tuple(Column(head, share=share) for head, share in zip("ABCDEF", (2, 9, 3, 3, 6, 2), strict=True)),
            forms=(ToFill("", facts, norm, ("Chief arbiter", "Federation")),), boxes=False, tall=0,
        ),
    }  # fmt: skip


def document(*sheets: Sheet) -> Document:
    return Document(
        title="Open", event="Open 2026", language="en", printed="Printed", page="Page {page} of {pages}", sheets=sheets
    )


def smallest(content: bytes) -> float:
    """Return the size in points of the smallest letters of the first page, without head and foot."""
    sizes: list[float] = []
    around = ("Open 2026", "Printed", "Page ")
    PdfReader(BytesIO(content)).pages[0].extract_text(
        visitor_text=lambda text, _cm, tm, _font, size: (
            sizes.append(abs(size * tm[3])) if text.strip() and not text.strip().startswith(around) else None
        )
    )
    return min(sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="*", default=[20, 200, 1000])
    asked = parser.parse_args()
    began = time.perf_counter()
    print_document(document(*sheets_of(20).values()))
    print(f"the first document, with its letters: {time.perf_counter() - began:.2f} s")
    print(f"{'document':20} {'players':>7} {'pages':>6} {'seconds':>8} {'KB':>6} {'points':>7}")
    for players in asked.players:
        for name, sheet in sheets_of(players).items():
            began = time.perf_counter()
            content = print_document(document(sheet))
            took = time.perf_counter() - began
            pages = len(PdfReader(BytesIO(content)).pages)
            print(f"{name:20} {players:7} {pages:6} {took:8.2f} {len(content) // 1024:6} {smallest(content):7.1f}")


if __name__ == "__main__":
    main()
