"""Documents on paper: pages and seconds for 20, 200 and 1,000 players.

python -m benchmarks.paper [--players 20 200 1000]

Prints each document in this process, after one that has read the letters: what it says is the time of the press alone,
with names in ten scripts. The last columns are the size of the file and that of its smallest letters.
"""

from __future__ import annotations

import argparse
import time
from io import BytesIO

from pypdf import PdfReader

from paper.press import printed
from paper.sheets import Column, Document, Sheet, Side, Signs, Slip, Slips, Table

NAMES = (
    "Åkerblom, Pekka", "Παπαδόπουλος, Νίκος", "Иванов, Иван", "山田 太郎", "홍길동", "שרה כהן", "محمد العلي",
    "สมชาย ใจดี", "Արմեն Հակոբյան", "გიორგი ბერიძე",
)  # fmt: skip


def sheets_of(players: int) -> dict[str, Sheet]:
    """The documents of a field of so many players."""
    names = [f"{NAMES[at % len(NAMES)]} {at}" for at in range(players)]
    pairs = list(zip(names[::2], names[1::2], strict=False))
    table, name = Column("Table", "right", bold=True), Column("Name", share=1)
    side = Column("Side", share=1)
    rounds = tuple(Column(str(number), "center") for number in range(1, 10))
    results = ("1 – 0", "½", "0 – 1")
    slips = [Slip(str(at), (Side("White", a), Side("Black", b)), results) for at, (a, b) in enumerate(pairs)]
    signs = tuple((str(at), (Side("", a), Side("", b))) for at, (a, b) in enumerate(pairs))
    return {
        "pairings by table": Table(
            title="Pairings", columns=(table, side, Column("Result"), side), size=11,
            rows=tuple((str(at), a, "–", b) for at, (a, b) in enumerate(pairs, start=1)),
        ),
        "pairings by name": Table(
            title="Names", columns=(name, table, Column("")), size=12, halves=True,
            rows=tuple((each, str(at // 2 + 1), "W") for at, each in enumerate(names)),
        ),
        "slips": Slips(title="Slips", a_sheet=4, slips=tuple(slips), signature="Signed"),
        "standings": Table(
            title="Standings", columns=(table, name, *rounds[:6]),
            rows=tuple((str(at), each, *"123456") for at, each in enumerate(names, start=1)),
        ),
        "cross table": Table(
            title="Cross table", columns=(table, name, *rounds), size=9,
            rows=tuple((str(at), each, *("120W 1",) * 9) for at, each in enumerate(names, start=1)),
        ),
        "signs": Signs(title="Signs", signs=signs),
    }  # fmt: skip


def document(*sheets: Sheet) -> Document:
    return Document(
        title="Open", event="Open 2026", language="en", printed="Printed", page="Page {page} of {pages}", sheets=sheets
    )


def smallest(content: bytes) -> float:
    """The size of the smallest letters of the first page, without head and foot, in points."""
    sizes: list[float] = []
    PdfReader(BytesIO(content)).pages[0].extract_text(
        visitor_text=lambda text, _cm, tm, _font, size: sizes.append(abs(size * tm[3])) if text.strip() else None
    )
    return min(sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="*", default=[20, 200, 1000])
    asked = parser.parse_args()
    began = time.perf_counter()
    printed(document(*sheets_of(20).values()))
    print(f"the first document, with its letters: {time.perf_counter() - began:.2f} s")
    print(f"{'document':20} {'players':>7} {'pages':>6} {'seconds':>8} {'KB':>6} {'points':>7}")
    for players in asked.players:
        for name, sheet in sheets_of(players).items():
            began = time.perf_counter()
            content = printed(document(sheet))
            took = time.perf_counter() - began
            pages = len(PdfReader(BytesIO(content)).pages)
            print(f"{name:20} {players:7} {pages:6} {took:8.2f} {len(content) // 1024:6} {smallest(content):7.1f}")


if __name__ == "__main__":
    main()
