"""A rule set as data: everything that the standings of a tournament depend on beside its results.

Points come from the snapshot: `snapshot.scoring` is what the organiser set, and the snapshot wins. `Rules.scoring` is
what a rule set proposes when a tournament starts from it. Percentages divide by the points of a win, so that they
stay shares whatever a win is worth.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction

from pairings.snapshot import Scoring


class LastResort(StrEnum):
    """What happens to players whom no criterion separates."""

    SHARE = "share"
    LOT = "lot"
    SEED = "seed"


class NoOpponent(StrEnum):
    """The mean over opponents of a player who had none."""

    ZERO = "zero"
    FLOOR = "floor"
    UNDEFINED = "undefined"


class Denominator(StrEnum):
    """The rounds that a share of won matches divides by."""

    TAKEN_PART = "taken-part"
    SCHEDULED = "scheduled"


class Rematch(StrEnum):
    """How often an opponent met twice enters a mean."""

    EACH_TIME = "each-time"
    ONCE = "once"


class Unit(StrEnum):
    """What a match-win percentage is a share of."""

    POINTS = "points"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class Percentages:
    """How shares of won matches and games are taken.

    `floor` is the least that a share counts (None: no floor), `game_floor` whether it holds for games too. `rounding`
    is the number of decimals, half up, at each step (None: exact). `drop_cap` is the most that the share of a player
    who left counts. `byes_in_matches` and `byes_in_games` say whether the holder's own shares count byes. `tie_weight`
    is the part of a win that a draw is when `unit` is wins.
    """

    floor: Fraction | None = None
    game_floor: bool = True
    rounding: int | None = None
    drop_cap: Fraction | None = None
    unit: Unit = Unit.POINTS
    tie_weight: Fraction = Fraction(1, 2)
    byes_in_matches: bool = True
    byes_in_games: bool = True
    denominator: Denominator = Denominator.TAKEN_PART
    no_opponent: NoOpponent = NoOpponent.ZERO
    rematch: Rematch = Rematch.EACH_TIME


@dataclass(frozen=True, slots=True)
class Chess:
    """How FIDE's Handbook C.07 is read. `edition` is "2024" or "2026".

    In a round robin forfeits count as games and nobody has a dummy opponent (15.2). `unrated` is the rating that the
    organiser published for players without one (10); None takes rating criteria out of the list if anybody is unrated.
    """

    edition: str = "2026"
    round_robin: bool = False
    unrated: int | None = None


@dataclass(frozen=True, slots=True)
class Othello:
    """The Brightwell quotient. `constant` is what a point of an opponent is worth in discs, a win being one point.

    None takes the custom: round(80 / rounds), or with `papp` 6 from 8 rounds on and 0, the disc count, below.
    `bye_discs` are the discs that a bye counts in the disc count.
    """

    constant: Fraction | None = None
    papp: bool = False
    board: int = 64
    bye_discs: int = 40


@dataclass(frozen=True, slots=True)
class Scrabble:
    """Spread: what a bye or a forfeit counts, and the most that one game counts (None: all of it)."""

    bye_spread: int = 50
    forfeit_spread: int = 50
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set. `name` is translatable English, `source` the document and `date` its edition.

    `chain` holds the codes of the criteria in their order, modifiers included; `family` every code that a table of
    these rules can show. `lot` is the recorded seed of the lots; until there is one, ranks are shared.
    `lists_no_shows` says whether who left before round 1 stands in the table, `strikes_below_half` whether the
    results of a player who left with fewer than half of the games played stop to count (round robins).
    """

    key: str
    name: str
    source: str
    date: date
    chain: tuple[str, ...]
    family: tuple[str, ...]
    scoring: Scoring
    last_resort: LastResort = LastResort.SHARE
    lot: str = ""
    percentages: Percentages = field(default_factory=Percentages)
    chess: Chess = field(default_factory=Chess)
    othello: Othello = field(default_factory=Othello)
    scrabble: Scrabble = field(default_factory=Scrabble)
    lists_no_shows: bool = False
    strikes_below_half: bool = False
