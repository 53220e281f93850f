"""RULES: rule sets by name, each with its source and date, in the order of the choices.

Stored keys are never renamed. An organiser starts from one and may change a copy (`dataclasses.replace`). Dates are
those of the edition; for a custom without a document, the day on which it was read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Scoring
from pairings.wording.mark import gettext_noop as _
from standings.core.rules import Chess, LastResort, Othello, Percentages, Rules, Unit
from standings.rulesets import leagues

#: Three points for a win, one for a draw; a bye is a match won by two games to none.
FIVE_ONE = Scoring(
    win=Fraction(5),
    draw=Fraction(1),
    forfeit_win=Fraction(5),
    allocated_bye=Fraction(5),
    full_bye=Fraction(5),
    half_bye=Fraction(1),
    pods=True,
)
THREE_ONE = Scoring(
    win=Fraction(3),
    draw=Fraction(1),
    forfeit_win=Fraction(3),
    allocated_bye=Fraction(3),
    full_bye=Fraction(3),
    half_bye=Fraction(1),
    best_of=3,
    bye_games=(2, 0),
)
SINGLE_GAME = replace(THREE_ONE, best_of=1, bye_games=(1, 0))
ONE_HALF = Scoring()
ONLY_WINS = replace(ONE_HALF, draw=Fraction(0), half_bye=Fraction(0))
DISC_SCORES = replace(ONE_HALF, keeps_score=True, score_total=64)
POINT_SCORES = replace(ONE_HALF, keeps_score=True)
#: Each side's own score; both together are 24; a rest gives nothing.
OWN_SCORES = Scoring(
    win=Fraction(24),
    draw=Fraction(12),
    forfeit_win=Fraction(24),
    allocated_bye=Fraction(0),
    full_bye=Fraction(24),
    half_bye=Fraction(12),
    keeps_score=True,
    score_total=24,
    partners=True,
    by_score=True,
)
#: Two points for a match won, one for a match lost over the table, none for an unplayed match.
TWO_ONE = Scoring(
    win=Fraction(2),
    draw=Fraction(0),
    loss=Fraction(1),
    forfeit_win=Fraction(2),
    allocated_bye=Fraction(2),
    full_bye=Fraction(2),
    half_bye=Fraction(0),
    best_of=5,
    draws=False,
    bye_games=(3, 0),
)
MATCHES = replace(
    ONE_HALF,
    win=Fraction(2),
    draw=Fraction(1),
    forfeit_win=Fraction(2),
    allocated_bye=Fraction(1),
    full_bye=Fraction(2),
    half_bye=Fraction(1),
    best_of=4,
)
GOALS = replace(SINGLE_GAME, keeps_score=True)

CARD_FAMILY = ("MP", "WINS", "MW", "GW", "OMW", "OGW", "OOMW")
FAB_FAMILY = ("WINS", "CTB", "PML", "OML", "OCTB", *(code for code in CARD_FAMILY if code != "WINS"))
MTR_CHAIN = ("MP", "OMW", "GW", "OGW")
GO_FAMILY = ("NBW", "MMS", "SOS", "SOS/C1", "SOS/C2", "SOSM", "SODOS", "SOSOS", "CUSS", "EXT", "EXR")
MCMAHON_FAMILY = ("MMS", "NBW", "SOSM", "SOSM/C1", "SOSM/C2", "SODOSM", "SOSOSM", "CUSSM", "EXT", "EXR")
FOOTBALL_FAMILY = ("PTS", "GD", "GF", "FW", "AG", "AW")

_OWN = ("PTS", "WIN", "WON", "BPG", "BWG", "REP")
_PROGRESSIVE = ("PS", "PS/C1", "PS/C2")
_BUCHHOLZ = (
    *("BH", "BH/C1", "BH/C2", "BH/C3", "BH/M1", "BH/M2", "BH/P", "BH/C1/P"),
    *("FB", "FB/C1", "FB/C2", "FB/M1", "FB/P", "AOB", "AOB/F"),
)
_RATINGS = ("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "TPR", "PTP", "APRO", "APPO")
_SINCE_2026 = ("STD", "RTNG", "TPN")
SWISS_2024 = (*_OWN, *_PROGRESSIVE, *_BUCHHOLZ, "SB", "SB/C1", "SB/C2", "SB/P", "SB/C1/P", *_RATINGS)
ROUND_ROBIN_2024 = (*_OWN, *_PROGRESSIVE, "SB", "SB/C1", "KS", "KS/L+1", "KS/L-1", *_RATINGS)
#: Criteria by boards, and by both scores of teams (C.07 11 to 13).
OF_TEAMS = (
    *("BC", "TBR", "BBE", "EMMSB", "EMGSB", "EMGSB/C1", "EGMSB", "EGGSB", "SSSC"),
    *("EDE", "EDEBT", "EDEBB", "EDET", "EDEB"),
)
SWISS_CHAIN = ("PTS", "DE", "BH/C1", "BH", "SB")
ROUND_ROBIN_CHAIN = ("PTS", "DE", "SB")
C07 = _("FIDE Handbook C.07")

A_THIRD = Fraction(1, 3)

_MTR = Rules(
    key="mtr",
    name=_("Magic: The Gathering"),
    source=_("Magic Tournament Rules 3.1 and Appendix C"),
    date=date(2026, 2, 27),
    chain=MTR_CHAIN,
    family=CARD_FAMILY,
    scoring=THREE_ONE,
    percentages=Percentages(floor=Fraction(33, 100)),
)
_FIDE_2026 = Rules(
    key="fide-2026",
    name=_("FIDE 2026, Swiss"),
    source=C07,
    date=date(2026, 3, 1),
    chain=SWISS_CHAIN,
    family=(*SWISS_2024, *_SINCE_2026),
    scoring=ONE_HALF,
    chess=Chess("2026"),
    lists_no_shows=True,
)
_OTHELLO = Rules(
    key="othello",
    name=_("Othello (Brightwell)"),
    source=_("World Othello Championship rules"),
    date=date(2026, 1, 1),
    chain=("PTS", "BQ", "DISCS"),
    family=("PTS", "BQ", "DISCS"),
    scoring=DISC_SCORES,
    last_resort=LastResort.LOT,
    lists_no_shows=True,
)
_FOOTBALL = Rules(
    key="football",
    name=_("Football, all matches first"),
    source=_("Regulations that compare all matches first"),
    date=date(2026, 1, 1),
    chain=("PTS", "GD", "GF", "MINI"),
    family=FOOTBALL_FAMILY,
    scoring=GOALS,
    last_resort=LastResort.LOT,
    lists_no_shows=True,
)

RULES: Mapping[str, Rules] = MappingProxyType(
    {
        rules.key: rules
        for rules in (
            _MTR,
            replace(
                _MTR,
                key="mtr-wer",
                name=_("Magic, without byes in own match-win percentage"),
                source=_("Wizards Event Reporter practice"),
                date=date(2017, 10, 21),
                percentages=Percentages(floor=Fraction(33, 100), byes_in_matches=False),
            ),
            replace(
                _MTR,
                key="hyogo-2009",
                name=_("Hyogo 2009 (two decimals at each step)"),
                source=_("VISION Hyogo, calculation of places"),
                date=date(2009, 9, 1),
                percentages=Percentages(floor=Fraction(33, 100), game_floor=False, rounding=2),
            ),
            replace(
                _MTR,
                key="commander",
                name=_("Commander, in pods"),
                source=_("Common Commander practice"),
                date=date(2026, 1, 1),
                chain=("MP", "OMW", "OOMW"),
                scoring=FIVE_ONE,
                last_resort=LastResort.LOT,
                percentages=Percentages(),
            ),
            Rules(
                key="partners",
                name=_("Changing partners, points per game"),
                source=_("Common practice of padel clubs"),
                date=date(2026, 11, 26),
                chain=("PPG", "WSH", "GD"),
                family=("PPG", "PTS", "WSH", "GD", "GF"),
                scoring=OWN_SCORES,
            ),
            Rules(
                key="partners-wins",
                name=_("Changing partners, wins first"),
                source=_("Common practice of padel clubs"),
                date=date(2026, 11, 26),
                chain=("PTS", "GD", "GF"),
                family=("PPG", "PTS", "WSH", "GD", "GF"),
                scoring=replace(OWN_SCORES, win=Fraction(2), draw=Fraction(1), by_score=False),
            ),
            replace(
                _MTR,
                key="pokemon",
                name=_("Pokémon"),
                source=_("Play! Pokémon Tournament Rules Handbook 5.3.2 to 5.6.1"),
                date=date(2026, 5, 21),
                chain=("MP", "OMW", "OOMW", "H2H"),
                last_resort=LastResort.LOT,
                percentages=Percentages(
                    floor=Fraction(1, 4),
                    drop_cap=Fraction(3, 4),
                    unit=Unit.WINS,
                    byes_in_matches=False,
                    byes_in_games=False,
                ),
            ),
            replace(
                _MTR,
                key="yugioh",
                name=_("Yu-Gi-Oh!"),
                source=_("Konami Tournament Policy 2.5"),
                date=date(2025, 9, 5),
                chain=("MP", "OMW", "OOMW"),
                family=(*CARD_FAMILY, "LOSS-ROUNDS"),
                percentages=Percentages(unit=Unit.WINS, byes_in_matches=False),
            ),
            replace(
                _MTR,
                key="swu",
                name=_("Star Wars: Unlimited"),
                source=_("Melee, Star Wars: Unlimited tiebreakers"),
                date=date(2026, 1, 1),
                chain=("WINS", "OMW", "GW", "OGW"),
                percentages=Percentages(floor=A_THIRD),
            ),
            replace(
                _MTR,
                key="union-arena",
                name=_("Union Arena"),
                source=_("Bandai tournament rules"),
                date=date(2026, 1, 1),
                chain=("MP", "MW", "OMW", "H2H"),
                scoring=SINGLE_GAME,
                last_resort=LastResort.LOT,
                percentages=Percentages(floor=A_THIRD, byes_in_matches=False),
            ),
            replace(
                _MTR,
                key="fab",
                name=_("Flesh and Blood"),
                source=_("Flesh and Blood pairings and tiebreaker policy"),
                date=date(2026, 1, 1),
                chain=("WINS", "CTB", "PML", "OML", "OCTB"),
                family=FAB_FAMILY,
                scoring=ONLY_WINS,
                last_resort=LastResort.LOT,
                percentages=Percentages(),
            ),
            replace(
                _MTR,
                key="third",
                name=_("Magic with a floor of one third"),
                source=_("Common practice of open tournament software"),
                date=date(2026, 1, 1),
                percentages=Percentages(floor=A_THIRD),
            ),
            _FIDE_2026,
            replace(
                _FIDE_2026,
                key="fide-2026-round-robin",
                name=_("FIDE 2026, round robin"),
                chain=ROUND_ROBIN_CHAIN,
                family=(*ROUND_ROBIN_2024, *_SINCE_2026),
                chess=Chess("2026", round_robin=True),
                strikes_below_half=True,
            ),
            replace(
                _FIDE_2026,
                key="fide-2024",
                name=_("FIDE 2024, Swiss"),
                date=date(2024, 8, 1),
                family=SWISS_2024,
                chess=Chess("2024"),
            ),
            replace(
                _FIDE_2026,
                key="fide-2024-round-robin",
                name=_("FIDE 2024, round robin"),
                date=date(2024, 8, 1),
                chain=ROUND_ROBIN_CHAIN,
                family=ROUND_ROBIN_2024,
                chess=Chess("2024", round_robin=True),
                strikes_below_half=True,
            ),
            _OTHELLO,
            replace(
                _FIDE_2026,
                key="fide-teams",
                name=_("Teams: match points, then game points"),
                chain=("PTS", "MPVGP", "DE", "SB"),
                family=("PTS", "MPVGP", *OF_TEAMS, *(code for code in ROUND_ROBIN_2024 if code != "PTS"), *_SINCE_2026),
                scoring=MATCHES,
            ),
            Rules(
                key="go",
                name=_("Go (SOS)"),
                source=_("OpenGotha 3.5, placement settings"),
                date=date(2026, 1, 1),
                chain=("NBW", "SOS", "SODOS", "SOSOS", "CUSS"),
                family=GO_FAMILY,
                scoring=ONE_HALF,
                lists_no_shows=True,
            ),
            Rules(
                key="go-mcmahon",
                name=_("Go, McMahon"),
                source=_("EGF tournament rules, placement; OpenGotha 3.5"),
                date=date(2026, 1, 1),
                chain=("MMS", "SOSM", "SOSM/C1", "DC"),
                family=MCMAHON_FAMILY,
                scoring=ONE_HALF,
                lists_no_shows=True,
            ),
            Rules(
                key="scrabble",
                name=_("Scrabble (spread)"),
                source=_("Common Scrabble practice"),
                date=date(2026, 1, 1),
                chain=("PTS", "SPREAD"),
                family=("PTS", "SPREAD", "WIN"),
                scoring=POINT_SCORES,
                lists_no_shows=True,
            ),
            _FOOTBALL,
            replace(
                _FOOTBALL,
                key="football-head-to-head",
                name=_("Football, matches between tied teams first"),
                source=_("UEFA regulations, and FIFA World Cup 2026"),
                chain=("PTS", "MINI", "GD", "GF"),
            ),
            Rules(
                key="ittf",
                name=_("Table tennis"),
                source=_("ITTF Statutes 3.7.5"),
                date=date(2026, 1, 1),
                chain=("PTS", "ITTF"),
                family=("PTS", "GQ", "PQ", "WINS"),
                scoring=TWO_ONE,
                last_resort=LastResort.LOT,
                lists_no_shows=True,
            ),
            Rules(
                key="games",
                name=_("Points, then game difference"),
                source=_("Common practice of darts leagues"),
                date=date(2026, 1, 1),
                chain=("PTS", "DIFF", "GAMES", "H2H"),
                family=("PTS", "DIFF", "GAMES", "WINS"),
                scoring=ONE_HALF,
                lists_no_shows=True,
            ),
            replace(
                _OTHELLO,
                key="papp",
                name=_("PAPP"),
                source=_("PAPP manual, tie-breaks"),
                last_resort=LastResort.SHARE,
                othello=Othello(papp=True),
            ),
            *leagues.LEAGUES,
        )
    }
)

#: The rules of a knock-out, which nobody chooses.
KNOCK_OUT = Rules(
    key="knock-out",
    name=_("Knock-out: bracket places"),
    source=_("The bracket"),
    date=date(2026, 1, 1),
    chain=("KO",),
    family=("KO",),
    scoring=ONE_HALF,
    lists_no_shows=True,
)

#: The rules of a Keizer tournament, which nobody chooses either.
KEIZER = replace(
    KNOCK_OUT,
    key="keizer",
    name=_("Keizer: value of the opponents' places"),
    source=_("The Keizer system"),
    chain=("KZ", "RTNG"),
    family=("KZ", "RTNG"),
)

#: An arena: tied players are separated by the worth of their games by the opponents' ratings.
ARENA = replace(
    KNOCK_OUT,
    key="arena",
    name=_("Arena: winning streaks count double"),
    source=_("Common arena practice"),
    chain=("ARN", "TPR"),
    family=("ARN", "TPR"),
)

#: Rules of systems with their own scores, by the system's key.
OF_SCORES: Mapping[str, Rules] = MappingProxyType({each.key: each for each in (KEIZER, ARENA)})

#: And a ladder.
LADDER = replace(
    KNOCK_OUT,
    key="ladder",
    name=_("Ladder: order of the list"),
    source=_("The ladder"),
    chain=("LDR",),
    family=("LDR",),
)


def for_system(rules: Rules, round_robin: bool, mcmahon: bool = False) -> Rules:
    """Return the rule set for the pairing system.

    FIDE's rules treat round robins and Swiss tournaments differently. Go rules begin with another criterion in McMahon
    tournaments, where players start by rank.
    """
    base = rules.key.removesuffix("-round-robin").removesuffix("-mcmahon")
    suffix = "-round-robin" if round_robin else "-mcmahon" if mcmahon else ""
    key = base + suffix if base + suffix in RULES else base
    return RULES.get(key, rules) if rules.key in RULES else rules
