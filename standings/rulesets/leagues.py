"""LEAGUES: rule sets of competitions with step-by-step tie-breaks, each with its source and edition.

Fair play, rankings, play-offs and the like are external values: an organiser enters them if a tie needs them, and
higher is better unless the list says otherwise. Bonus points that no result shows are given by the arbiter.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

from pairings.snapshot import Scoring
from pairings.wording.mark import gettext_noop as _
from standings.core.rules import LastResort, League, Restart, Rules, Unmet


def _scoring(win: int, draw: int, loss: int = 0, *, best_of: int = 1, draws: bool = True) -> Scoring:
    """Return the points of a league: an absent player loses without the points of a loss."""
    return Scoring(
        win=Fraction(win),
        draw=Fraction(draw),
        loss=Fraction(loss),
        forfeit_win=Fraction(win),
        allocated_bye=Fraction(win),
        full_bye=Fraction(win),
        half_bye=Fraction(draw),
        best_of=best_of,
        draws=draws,
        keeps_score=best_of == 1,
        bye_games=(best_of // 2 + 1, 0),
    )


OF_FOOTBALL = ("PTS", "TPTS", "TGD", "TGF", "TAG", "GD", "GF", "FW", "AG", "AW", "OUT")
OF_SETS = ("PTS", "LP", "FW", "TFW", "TLP", "DIFF", "TDIFF", "GQ", "PQ", "TGQ", "TPQ", "OUT")
FAIR_PLAY = "Fair play"
PLAY_OFF = "Play-off"

_FIFA = Rules(
    key="fifa-2026",
    name=_("Football: FIFA World Cup 2026"),
    source=_("Regulations of the FIFA World Cup 2026"),
    date=date(2026, 6, 11),
    chain=("PTS", "TPTS", "TGD", "TGF", "GD", "GF", "OUT"),
    family=OF_FOOTBALL,
    scoring=_scoring(3, 1),
    last_resort=LastResort.LOT,
    outside=FAIR_PLAY,
    lists_no_shows=True,
)

LEAGUES: tuple[Rules, ...] = (
    _FIFA,
    replace(
        _FIFA,
        key="fifa-2022",
        name=_("Football: FIFA World Cup 2018 and 2022"),
        source=_("Regulations of the FIFA World Cup 2022, article 12"),
        date=date(2022, 11, 20),
        chain=("PTS", "GD", "GF", "TPTS", "TGD", "TGF", "OUT"),
        league=League(Restart.NONE),
    ),
    replace(
        _FIFA,
        key="uefa-euro-2024",
        name=_("Football: UEFA EURO 2024"),
        source=_("UEFA EURO 2022-24, regulations"),
        date=date(2024, 6, 14),
        chain=("PTS", "TPTS", "TGD", "TGF", "GD", "GF", "FW", "OUT"),
    ),
    replace(
        _FIFA,
        key="ucl-league-phase",
        name=_("Football: Champions League, league phase"),
        source=_("UEFA Champions League, article 18"),
        date=date(2024, 9, 13),
        chain=("PTS", "GD", "GF", "AG", "FW", "AW", "OPTS", "OGD", "OGF", "OUT"),
        family=("PTS", "GD", "GF", "AG", "FW", "AW", "OPTS", "OGD", "OGF", "OUT"),
        league=League(Restart.NONE),
    ),
    replace(
        _FIFA,
        key="bundesliga",
        name=_("Football: Bundesliga"),
        source=_("DFL match rules"),
        date=date(2019, 7, 1),
        chain=("PTS", "GD", "GF", "TGD", "TAG", "AG", "OUT"),
        last_resort=LastResort.SHARE,
        outside=PLAY_OFF,
        league=League(Restart.NONE, Unmet.SKIP),
    ),
    replace(
        _FIFA,
        key="premier-league",
        name=_("Football: Premier League"),
        source=_("Premier League rules 2019/20"),
        date=date(2019, 7, 17),
        chain=("PTS", "GD", "GF", "TPTS", "TAG", "OUT"),
        last_resort=LastResort.SHARE,
        outside=PLAY_OFF,
        league=League(Restart.NONE, Unmet.SKIP),
    ),
    replace(
        _FIFA,
        key="laliga",
        name=_("Football: La Liga"),
        source=_("General rules of the RFEF"),
        date=date(2019, 7, 1),
        chain=("PTS", "TPTS", "TGD", "GD", "GF", "OUT"),
        league=League(Restart.EACH, Unmet.SKIP),
    ),
    replace(
        _FIFA,
        key="serie-a-2005",
        name=_("Football: Serie A 2005 to 2022"),
        source=_("Rules of the Lega Serie A"),
        date=date(2005, 8, 1),
        chain=("PTS", "TPTS", "TGD", "GD", "GF"),
        outside="",
        league=League(Restart.NONE, Unmet.SKIP),
    ),
    replace(
        _FIFA,
        key="serie-a-2022",
        name=_("Football: Serie A since 2022, with play-offs"),
        source=_("Rules of the Lega Serie A"),
        date=date(2023, 7, 7),
        chain=("PTS", "OUT", "TPTS", "TGD", "GD", "GF"),
        outside=PLAY_OFF,
        league=League(Restart.NONE, Unmet.SKIP),
    ),
    replace(
        _FIFA,
        key="ehf-euro",
        name=_("Handball: EHF EURO"),
        source=_("EHF EURO regulations, 2022-11"),
        date=date(2022, 11, 1),
        chain=("PTS", "TPTS", "TGD", "TGF", "GD", "GF"),
        scoring=_scoring(2, 1),
        outside="",
        league=League(Restart.NONE),
    ),
    replace(
        _FIFA,
        key="fiba",
        name=_("Basketball: FIBA"),
        source=_("FIBA basketball rules, D.1.3 and D.1.4"),
        date=date(2024, 10, 1),
        chain=("PTS", "TFW", "TGD", "TGF", "GD", "GF"),
        family=(*OF_FOOTBALL, "TFW"),
        scoring=_scoring(2, 0, 1, draws=False),
        outside="",
        league=League(Restart.EACH),
    ),
    replace(
        _FIFA,
        key="rugby-world-cup",
        name=_("Rugby: World Cup 2023"),
        source=_("Rugby World Cup 2023, pool phase"),
        date=date(2023, 9, 8),
        chain=("LP", "H2H", "GD", "OUT", "GF"),
        family=("LP", "PTS", "H2H", "TLP", "GD", "GF", "OUT"),
        scoring=_scoring(4, 2),
        outside="Tries",
        league=League(Restart.TOP, narrow=7),
    ),
    replace(
        _FIFA,
        key="fivb",
        name=_("Volleyball: FIVB"),
        source=_("FIVB World Cup 2019, ranking of teams"),
        date=date(2021, 8, 24),
        chain=("FW", "LP", "GQ", "PQ", "TFW", "TLP", "TGQ", "TPQ"),
        family=OF_SETS,
        scoring=_scoring(3, 0, best_of=5, draws=False),
        outside="",
        league=League(Restart.NONE, last_game=1),
    ),
    replace(
        _FIFA,
        key="bwf",
        name=_("Badminton: groups"),
        source=_("BWF General Competition Regulations"),
        date=date(2024, 1, 1),
        chain=("PTS", "H2H", "DIFF", "GD"),
        family=("PTS", "H2H", "DIFF", "GAMES", "GD", "TDIFF"),
        scoring=_scoring(1, 0, best_of=3, draws=False),
        outside="",
        league=League(Restart.EACH),
    ),
    replace(
        _FIFA,
        key="curling",
        name=_("Curling"),
        source=_("Curling round robins: matches, then draw shot challenge"),
        date=date(2017, 1, 1),
        chain=("PTS", "TPTS", "OUT/R"),
        family=("PTS", "TPTS", "OUT"),
        scoring=_scoring(1, 0, draws=False),
        outside="Draw shot challenge",
        league=League(Restart.EACH),
    ),
)
