"""Records 202 and 212 of a report file: the tie-break list (C.02.03 Annexure A, codes of C.07).

Record 212 is the whole order, points included; record 202 is the list after the points. Codes are those of C.07, for
single players with or without `:GP`; codes outside FIDE's begin with `OTHER_`. For teams, `PTS` and a code without
`:MP` and `:GP` mean the primary score in a file (C.07 13); here both mean match points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairings.files.reading.team_report import team_swiss_options
from pairings.files.trf.records import TrfDocument
from standings.core.reckoning import base_of, marks_of
from standings.core.tiebreaks import TIEBREAKS, UnknownTiebreak, tiebreak
from standings.core.tiebreaks.chess.ratings import APPO, APRO, ARO, PTP, TPR
from standings.rulesets.presets import OF_TEAMS, ROUND_ROBIN_2024, RULES, SWISS_2024

OTHER = "OTHER_"
#: The criteria of C.07 for single players, without modifiers, and the game points of teams.
_OF_FIDE = frozenset(
    base_of(code) for code in (*RULES["fide-2026"].family, *SWISS_2024, *ROUND_ROBIN_2024, *OF_TEAMS, "DE", "MPVGP")
)
_OF_RATINGS = frozenset(criterion.code for criterion in (ARO, TPR, PTP, APRO, APPO))
#: Former names in C.07.
_OLD_NAMES = {"GE": "REP"}
#: Criteria by match points or game points; team codes of the others have no score in them (EDE and EMMSB have their
#: own).
_OF_SCORES = frozenset(code for code, criterion in TIEBREAKS.items() if "G" in criterion.takes)
_BARE = frozenset({"DE", "SB"})
#: Criteria that are calculated only by match points.
_OF_WINS = frozenset({"WIN", "WON", "STD"})
#: The first criterion if game points rank first.
_GAME_POINTS_FIRST = {"PTS": "MPVGP", "MPVGP": "PTS"}
#: The limit of Koya as some programs write it, L1 for L+1.
_LIMIT = re.compile(r"L(\d)")


@dataclass(frozen=True, slots=True)
class TieBreakList:
    """A tie-break list: its `record`, the known criteria up to the first unknown one, and that one as written in the
    file.

    `unknown` is "" if all criteria are known.
    """

    record: str
    chain: tuple[str, ...]
    unknown: str = ""


def tie_breaks_in(document: TrfDocument, *, of_teams: bool = False) -> TieBreakList | None:
    """Return the tie-break list of a report file, None without one. Record 212 precedes 202, because it says more.

    With `of_teams`, the primary score is that of the pairing system in record 192, match points if it names none.
    """
    score = primary_of(team_swiss_options(document) or {}) if of_teams else ""
    for record, first in (("212", ()), ("202", ("PTS",))):
        for text in document.texts(record):
            if text.strip():
                return _list_of(record, (*first, *re.split(r"[,\s]+", text.strip().strip(","))), score)
    return None


def primary_of(options: Mapping[str, object]) -> str:
    """Return the score by which teams are paired, as a suffix of codes: MP or GP."""
    return "GP" if options.get("primary") == "game" else "MP"


def of_codes(codes: str) -> TieBreakList:
    """Return the list from text: criteria separated by commas or blanks, the first one ranks first."""
    return _list_of("", [code for code in re.split(r"[,\s]+", codes.strip()) if code])


def record_212(chain: Sequence[str], score: str = "") -> str:
    """Return a rule set's chain as text of record 212; `score` is the primary score of teams."""
    return ",".join(_in_file(code, score) if base_of(code) in _OF_FIDE else OTHER + code for code in chain)


def _in_file(code: str, score: str) -> str:
    base, marks = base_of(code), [mark for mark in marks_of(code) if mark != "GP"]
    if score and base in _OF_SCORES | _OF_WINS:
        own = "GP" if "GP" in marks_of(code) else "MP"
        return "/".join((base if base in _BARE and own == score else f"{base}:{own}", *marks))
    return _GAME_POINTS_FIRST.get(code, code) if score == "GP" else code


def needs_ratings(code: str) -> bool:
    """Return whether a criterion is undefined for all players if one has no rating."""
    return base_of(code) in _OF_RATINGS


def _list_of(record: str, codes: Iterable[str], score: str = "") -> TieBreakList:
    chain: list[str] = []
    for code in codes:
        own_code = _find_own_code(code.upper(), score)
        if not own_code:
            return TieBreakList(record, tuple(chain), code)
        if own_code not in chain:
            chain.append(own_code)
    return TieBreakList(record, tuple(chain))


def _find_own_code(code: str, score: str) -> str:
    """Return our code of the same criterion; "" if there is none. `score` is the primary score of teams."""
    own = code.removeprefix(OTHER)
    head, *marks = own.split("/")
    base, _colon, suffix = head.partition(":")
    base = _OLD_NAMES.get(base, base)
    if (base not in _OF_FIDE and own == code) or suffix not in (("", "MP", "GP") if score else ("", "GP")):
        return ""
    if score == "GP" and base in _OF_WINS and suffix != "MP":
        return ""
    if score == "GP" and own == code:
        base = _GAME_POINTS_FIRST.get(base, base)
    by_games = bool(score) and (suffix or (score if base in _OF_SCORES else "")) == "GP"
    try:
        head = f"{base}:GP" if by_games else base
        return tiebreak("/".join([head, *(_LIMIT.sub(r"L+\1", mark) for mark in marks)])).code
    except UnknownTiebreak:
        return ""
