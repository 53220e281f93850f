"""The article numbers of an edition that reasons cite besides the criteria."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Articles:
    """Articles of one edition, as cited: `book` precedes those in the book itself.

    `allocation` are the steps that give colours, in order. `collapsed` is the article that joins the lowest brackets,
    in editions that do so. `alike` is the article that pairs a bracket of several scores as one. `other_downfloaters`
    is the article that asks a bracket for other players to move down.
    """

    book: str
    absolute: str
    meet_once: str
    barred_from_bye: str
    same_colour: str
    no_pairing: str
    downfloat: str
    halves: str
    better: str
    first_of_equals: str
    transposition: str
    exchange: str
    moved_down: str
    collapsed: str
    lot: str
    allocation: tuple[str, ...]
    one_bye: str
    acceleration: str
    alike: str = ""
    other_downfloaters: str = ""

    def cite(self, article: str) -> str:
        return f"{self.book} {article}"


ARTICLES_2026 = Articles(
    book="C.04.3",
    absolute="C.04.3 2.1",
    meet_once="C.04.3 2.1.1",
    barred_from_bye="C.04.3 2.1.2",
    same_colour="C.04.3 2.1.3",
    no_pairing="C.04.3 1.9.3",
    downfloat="C.04.3 1.4.1",
    halves="C.04.3 3.2",
    better="C.04.3 3.8",
    first_of_equals="C.04.3 3.8.1",
    transposition="C.04.3 4.2",
    exchange="C.04.3 4.3",
    moved_down="C.04.3 4.4",
    collapsed="",
    lot="C.04.3 5.1",
    allocation=("C.04.3 5.2.1", "C.04.3 5.2.2", "C.04.3 5.2.3", "C.04.3 5.2.4", "C.04.3 5.2.5"),
    one_bye="C.04.1 3",
    acceleration="C.04.7",
)

ARTICLES_2017 = Articles(
    book="C.04.3 (2017)",
    absolute="C.04.3 (2017) C.1",
    meet_once="C.04.3 (2017) C.1",
    barred_from_bye="C.04.3 (2017) C.2",
    same_colour="C.04.3 (2017) C.3",
    no_pairing="C.04.3 (2017) A.9",
    downfloat="C.04.3 (2017) A.4",
    halves="C.04.3 (2017) B.2",
    better="C.04.3 (2017) B.8",
    first_of_equals="C.04.3 (2017) B.8",
    transposition="C.04.3 (2017) D.1",
    exchange="C.04.3 (2017) D.2",
    moved_down="C.04.3 (2017) D.3",
    collapsed="C.04.3 (2017) A.9",
    lot="C.04.3 (2017) E",
    allocation=tuple(f"C.04.3 (2017) E.{step}" for step in range(1, 6)),
    one_bye="C.04.1 (2017) c",
    acceleration="C.04.5.1",
)

ARTICLES_2012 = Articles(
    book="C.04.3.1 (2012)",
    absolute="C.04.3.1 (2012) B.1",
    meet_once="C.04.3.1 (2012) B.1.a",
    barred_from_bye="C.04.3.1 (2012) B.1.b",
    same_colour="C.04.3.1 (2012) B.2",
    no_pairing="C.04.3.1 (2012) C.13",
    downfloat="C.04.3.1 (2012) A.4",
    halves="C.04.3.1 (2012) A.6",
    better="C.04.3.1 (2012) C.6",
    first_of_equals="C.04.3.1 (2012) C.6",
    transposition="C.04.3.1 (2012) D.1",
    exchange="C.04.3.1 (2012) D.2",
    moved_down="C.04.3.1 (2012) D.3",
    collapsed="C.04.3.1 (2012) C.13",
    lot="C.04.3.1 (2012) E.5",
    allocation=tuple(f"C.04.3.1 (2012) E.{step}" for step in (1, 2, 3, 4, 5)),
    one_bye="C.04.3.1 (2012) A.5",
    acceleration="C.04.5.1",
    alike="C.04.3.1 (2012) A.3",
    other_downfloaters="C.04.3.1 (2012) C.12",
)
