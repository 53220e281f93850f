"""TIEBREAKS: all criteria by code. Stored codes are never renamed.

A code may carry modifiers after slashes, as FIDE writes them: BH/C1, SB/C2/P, KS/L+1, AOB/F, SSSC/K4, RTNG/R. For teams
it may have the score before them: BH:GP/C1 is by game points. A code without it is by match points (`:MP`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import Criterion, Modifiers, base_of
from standings.core.tiebreaks import (
    card_games,
    direct,
    extended,
    flesh_and_blood,
    go,
    league,
    of_systems,
    partners,
    scores,
    table_tennis,
    teams,
)
from standings.core.tiebreaks.chess import buchholz, counts, ratings, unplayed
from standings.core.tiebreaks.criterion import of_game_points

TIEBREAKS: Mapping[str, Criterion] = MappingProxyType(
    {
        criterion.code: criterion
        for criterion in (
            card_games.MP,
            card_games.WINS,
            card_games.MW,
            card_games.GW,
            card_games.OMW,
            card_games.OGW,
            card_games.OOMW,
            direct.H2H,
            flesh_and_blood.CTB,
            flesh_and_blood.PML,
            flesh_and_blood.OML,
            flesh_and_blood.OCTB,
            flesh_and_blood.LOSS_ROUNDS,
            counts.PTS,
            direct.DE,
            counts.WIN,
            counts.WON,
            counts.BPG,
            counts.BWG,
            counts.PS,
            counts.REP,
            counts.STD,
            counts.TPN,
            counts.OUT,
            unplayed.ADJ,
            buchholz.BH,
            buchholz.FB,
            buchholz.AOB,
            buchholz.SB,
            buchholz.KS,
            ratings.ARO,
            ratings.TPR,
            ratings.PTP,
            ratings.APRO,
            ratings.APPO,
            counts.RTNG,
            go.NBW,
            go.MMS,
            go.SOS,
            go.SOSM,
            go.SODOS,
            go.SODOSM,
            go.SOSOS,
            go.SOSOSM,
            go.CUSS,
            go.CUSSM,
            go.EXT,
            go.EXR,
            go.DC,
            go.SDC,
            scores.BQ,
            scores.DISCS,
            scores.SPREAD,
            scores.MINI,
            scores.GD,
            scores.GF,
            scores.FW,
            scores.AG,
            scores.AW,
            scores.DIFF,
            scores.GAMES,
            scores.MPVGP,
            teams.BC,
            teams.TBR,
            teams.BBE,
            teams.EMMSB,
            teams.EMGSB,
            teams.EGMSB,
            teams.EGGSB,
            teams.SSSC,
            extended.EDE,
            extended.EDEBT,
            extended.EDEBB,
            extended.EDET,
            extended.EDEB,
            table_tennis.ITTF,
            table_tennis.GQ,
            table_tennis.PQ,
            league.LP,
            league.OPTS,
            league.OGD,
            league.OGF,
            partners.PPG,
            partners.WSH,
            league.TPTS,
            league.TLP,
            league.TFW,
            league.TGD,
            league.TGF,
            league.TAG,
            league.TAW,
            league.TDIFF,
            league.TGQ,
            league.TPQ,
        )
    }
)

#: The sums and means of opponents' scores, under the names of FIDE and of Go. In a round robin they follow from the
#: player's own score, and FIDE bars them (C.07 8, since 1 March 2026).
BUCHHOLZ = frozenset({"BH", "FB", "AOB", "SOS", "SOSM", "SOSOS"})

#: The criteria for tables of three and four: points, wins, and means over all players at the table.
OF_PODS = frozenset({"MP", "WINS", "MW", "GW", "OMW", "OGW", "OOMW"})

#: The criteria for play of two against two with single scores: each player's own rounds.
OF_PARTNERS = frozenset({"PPG", "PTS", "WSH", "WIN", "WON", "GD", "GF", "SPREAD", "RTNG", "EXT", "OUT"})

#: Criteria of a pairing system itself, which no rule set chooses.
OF_SYSTEMS: Mapping[str, Criterion] = MappingProxyType(
    {each.code: each for each in (of_systems.KO, of_systems.KZ, of_systems.LDR, of_systems.ARN)}
)
_CRITERIA: Mapping[str, Criterion] = MappingProxyType({**TIEBREAKS, **OF_SYSTEMS})

_MODIFIER = re.compile(r"([CMK])([1-9]\d?)|([PFR])|(L)([+-]\d{1,2})")


class UnknownTiebreak(SpokenError):
    """An unknown code, or a modifier that the criterion does not accept."""


@lru_cache(maxsize=1024)
def tiebreak(code: str) -> Criterion:
    """Return the criterion of a code with its modifiers. Raises UnknownTiebreak with a sentence for the user."""
    base = base_of(code)
    if base not in _CRITERIA:
        raise UnknownTiebreak(Sentence(_("Unknown tie-break {code}. Choose a code from the list."), code=code))
    criterion = _CRITERIA[base]
    score, marks = _score(criterion, code), code.split("/")[1:]
    if not marks and not score:
        return criterion
    modifiers = Modifiers()
    for mark in marks:
        modifiers = _modify(modifiers, mark, criterion, code)
    if criterion.variant is not None:
        criterion = criterion.variant(criterion, modifiers)
    if (modifiers.low or modifiers.high) and criterion.cutting is not None:
        criterion = replace(criterion, cut=criterion.cutting(modifiers.low, modifiers.high))
    if score:
        criterion = of_game_points(criterion)
    written = "/".join((f"{base}{score}", *marks))
    return replace(criterion, code=written, low_wins=criterion.low_wins != modifiers.reverse)


def _score(criterion: Criterion, code: str) -> str:
    """Return the suffix of a code by game points after its base; empty if by match points."""
    head = code.partition("/")[0]
    score = head[len(criterion.code) :]
    if not score or (score == ":MP" and "G" in criterion.takes):
        return ""
    if score != ":GP" or "G" not in criterion.takes:
        text = _("The tie-break {base} does not support {mark}. Remove it from {code}.")
        raise UnknownTiebreak(Sentence(text, base=criterion.code, mark=score, code=code))
    return score


def _modify(modifiers: Modifiers, mark: str, criterion: Criterion, code: str) -> Modifiers:
    found = _MODIFIER.fullmatch(mark)
    if found is None or mark[0] not in criterion.takes:
        text = _("The tie-break {base} does not support /{mark}. Remove it from {code}.")
        raise UnknownTiebreak(Sentence(text, base=criterion.code, mark=mark, code=code))
    number = int(found[2] or found[5] or 0)
    match mark[0]:
        case "C":
            return replace(modifiers, low=number)
        case "K":
            return replace(modifiers, factor=number)
        case "M":
            return replace(modifiers, low=number, high=number)
        case "P":
            return replace(modifiers, forfeits=True)
        case "F":
            return replace(modifiers, fore=True)
        case "R":
            return replace(modifiers, reverse=True)
    return replace(modifiers, limit=number)
