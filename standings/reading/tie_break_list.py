"""Records 202 and 212 of a report file: by what the players are ranked (C.02.03 Annexure A, codes of C.07).

Record 212 is the whole order, points included; record 202 is what stands behind the points. Codes are those of C.07,
for single players with or without `:GP`; what is none of FIDE's begins with `OTHER_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairings.trf.records import Document
from standings.core.tiebreaks import UnknownTiebreak, tiebreak
from standings.core.tiebreaks.chess.ratings import APPO, APRO, ARO, PTP, TPR
from standings.rulesets.presets import OF_TEAMS, ROUND_ROBIN_2024, RULES, SWISS_2024

OTHER = "OTHER_"
#: What C.07 knows for single players, without modifiers, and the game points of teams.
_OF_FIDE = frozenset(
    code.partition("/")[0]
    for code in (*RULES["fide-2026"].family, *SWISS_2024, *ROUND_ROBIN_2024, *OF_TEAMS, "DE", "MPVGP")
)
_OF_RATINGS = frozenset(criterion.code for criterion in (ARO, TPR, PTP, APRO, APPO))
#: What C.07 called REP before.
_OLD_NAMES = {"GE": "REP"}
#: The limit of Koya as some programs write it, L1 for L+1.
_LIMIT = re.compile(r"L(\d)")


@dataclass(frozen=True, slots=True)
class Listed:
    """A tie-break list: the `record` that has it, the criteria that are known here up to the first that is not, and
    that one as the file writes it ("" if all are known).
    """

    record: str
    chain: tuple[str, ...]
    unknown: str = ""


def listed_in(document: Document, *, of_teams: bool = False) -> Listed | None:
    """The tie-break list of a report file, None without one. Record 212 goes before 202, of which it says more.

    Points of teams are match points, `:MP` behind a code; what is by game points (`:GP`) is not reckoned here.
    """
    for record, first in (("212", ()), ("202", ("PTS",))):
        for text in document.texts(record):
            if text.strip():
                return _listed(
                    record, (*first, *re.split(r"[,\s]+", text.strip().strip(","))), ":MP" if of_teams else ":GP"
                )
    return None


def of_codes(codes: str) -> Listed:
    """A list as somebody types it: criteria with commas between, the first of which ranks first."""
    return _listed("", [code for code in re.split(r"[,\s]+", codes.strip()) if code])


def written(chain: Sequence[str]) -> str:
    """The chain of a rule set as record 212 has it."""
    return ",".join(code if code.partition("/")[0] in _OF_FIDE else OTHER + code for code in chain)


def needs_ratings(code: str) -> bool:
    """Whether a criterion is undefined for all where one player has no rating."""
    return code.partition("/")[0] in _OF_RATINGS


def _listed(record: str, codes: Iterable[str], of_points: str = ":GP") -> Listed:
    chain: list[str] = []
    for code in codes:
        known = _known(code.upper(), of_points)
        if not known:
            return Listed(record, tuple(chain), code)
        if known not in chain:
            chain.append(known)
    return Listed(record, tuple(chain))


def _known(code: str, of_points: str) -> str:
    """The code of the same criterion here; "" if there is none."""
    own = code.removeprefix(OTHER)
    base, *marks = own.split("/")
    base = base.removesuffix(of_points)
    base = _OLD_NAMES.get(base, base)
    if base not in _OF_FIDE and own == code:
        return ""
    try:
        return tiebreak("/".join([base, *(_LIMIT.sub(r"L+\1", mark) for mark in marks)])).code
    except UnknownTiebreak:
        return ""
