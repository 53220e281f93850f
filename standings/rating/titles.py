"""The four titles with norms, and their requirements on the opponents (Handbook B.01, from 1 January 2024)."""

from __future__ import annotations

from dataclasses import dataclass

#: Titles from highest to lowest, as in 1.4.5; CM and WCM are titles, but do not count for the half of 1.4.5a.
OPEN = ("GM", "IM", "FM", "CM")
WOMEN = ("WGM", "WIM", "WFM", "WCM")
COUNTED_TITLES = frozenset({"GM", "IM", "WGM", "WIM", "FM", "WFM"})


@dataclass(frozen=True, slots=True)
class NormTitle:
    """A title by norms: its `floor` (1.4.6b), the minimum `average` of the opponents (1.4.8a) and `performance`
    (1.4.8).

    A third of the opponents must have a title of the `company` (1.4.5b to e). `held` are the title and the higher ones.
    """

    code: str
    floor: int
    average: int
    performance: int
    company: frozenset[str]
    held: frozenset[str]
    for_women: bool = False


GM = NormTitle("GM", 2200, 2380, 2600, frozenset({"GM"}), frozenset({"GM"}))
IM = NormTitle("IM", 2050, 2230, 2450, frozenset({"GM", "IM"}), frozenset({"GM", "IM"}))
WGM = NormTitle("WGM", 2000, 2180, 2400, frozenset({"GM", "IM", "WGM"}), frozenset({"GM", "WGM"}), for_women=True)
WIM = NormTitle(
    "WIM",
    1850,
    2030,
    2250,
    frozenset({"GM", "IM", "WGM", "WIM"}),
    frozenset({"GM", "IM", "WGM", "WIM"}),
    for_women=True,
)
NORM_TITLES = (GM, IM, WGM, WIM)


def open_to(title: str, sex: str) -> tuple[NormTitle, ...]:
    """Return the titles for which a player can still make norms: those above the player's own, and women's titles only
    for women.
    """
    return tuple(each for each in NORM_TITLES if title not in each.held and (not each.for_women or sex == "w"))
