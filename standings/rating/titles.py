"""The four titles that are made of norms, with what each asks of the opponents (Handbook B.01, from 1 January 2024)."""

from __future__ import annotations

from dataclasses import dataclass

#: Titles from the highest down, as 1.4.5 counts them; CM and WCM are titles, but not for the half of 1.4.5a.
OPEN = ("GM", "IM", "FM", "CM")
WOMEN = ("WGM", "WIM", "WFM", "WCM")
TITLED = frozenset({"GM", "IM", "WGM", "WIM", "FM", "WFM"})


@dataclass(frozen=True, slots=True)
class NormTitle:
    """A title by norms: its `floor` (1.4.6b), the least `average` of the opponents (1.4.8a) and `performance` (1.4.8),
    the `company`, of which a third must be (1.4.5b to e), and who holds it or more already (`held`).
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
    """The titles a player can still make norms for: those above the player's own, and women's titles for women only."""
    return tuple(each for each in NORM_TITLES if title not in each.held and (not each.for_women or sex == "w"))
