"""Criteria of Go tournaments (Swiss and McMahon): sums of the opponents' scores, at any depth.

NBW is the number of wins; a draw counts a half and an allocated bye one. MMS is the McMahon score: the starting score,
additions for missed rounds, and NBW. The starting score is in a snapshot as the virtual points of the first round. An
unplayed round gives 0, to SOSM the player's own starting score. SODOS uses NBW and SODOSM uses MMS, because SODOS would
depend on where MMS starts. In criteria of McMahon scores stones are included: stones given are added to the opponent's
score, stones taken are subtracted.

EXT and EXR weight the opponents' wins by the difficulty of the game. Ranks follow from European ratings: 2100 is 1 dan,
a rank is 100 points, and games are even.

Direct confrontation: a player who beat another of the tied group ranks above, through any chain of wins. Players who
beat each other in a circle count as one, above all players whom any of them beat. Everyone is placed as high as that
allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from pairings.snapshot import Outcome, Result, Scoring
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext
from standings.core.exact import ZERO, total
from standings.core.facts import WON_BYES, RoundEntry, RoundKind
from standings.core.reckoning import Contribution, Contributions, Criterion, Cutter, Reckoning
from standings.core.tiebreaks.chess.ratings import everybody_is_rated, rating_of
from standings.core.tiebreaks.criterion import PLAIN, add_up, by_score, cut_ends, no_value, of_opponents
from standings.core.tiebreaks.direct import mini_table, points_among

OPENGOTHA = _("OpenGotha, placement settings")
WORTH = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: ZERO}


def _worth(entry: RoundEntry) -> Fraction:
    if entry.opponent is None and entry.kind not in WON_BYES:
        return Fraction(1, 2) if entry.kind is RoundKind.HALF else ZERO
    return WORTH[entry.outcome or Outcome.LOSS]


def worth_of_a_result(scoring: Scoring, result: Result) -> tuple[Fraction, Fraction]:
    return WORTH[result.first], WORTH[result.second]


def wins(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    return tuple(Contribution(_worth(entry), entry.round, entry.opponent) for entry in reckoning.entries[number])


def starting_score(reckoning: Reckoning, number: int) -> Fraction:
    points = reckoning.snapshot.virtual_points.get(number, ())
    return points[0] if points else ZERO


def score_before_wins(reckoning: Reckoning, number: int) -> Fraction:
    """Return the starting score with the additions for missed rounds up to the last round that counts."""
    return _virtual(reckoning, number, reckoning.rounds)


def _virtual(reckoning: Reckoning, number: int, through: int) -> Fraction:
    points = reckoning.snapshot.virtual_points.get(number, ())
    return points[min(through, len(points) - 1)] if points else ZERO


def with_start(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction:
    return score_before_wins(reckoning, number) + total(term.amount for term in terms)


def running_scores(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the McMahon score after each round."""
    entries = reckoning.entries[number]
    scores = accumulate(_worth(entry) for entry in entries)
    return tuple(
        Contribution(_virtual(reckoning, number, entry.round) + score, entry.round, entry.opponent)
        for entry, score in zip(entries, scores, strict=True)
    )


def running_wins(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    entries = reckoning.entries[number]
    scores = accumulate(_worth(entry) for entry in entries)
    return tuple(Contribution(score, entry.round, entry.opponent) for entry, score in zip(entries, scores, strict=True))


def start_each_round(reckoning: Reckoning, number: int) -> Fraction:
    """Return the starting score once for each round: an unplayed round adds it to the sum of opponents."""
    return starting_score(reckoning, number) * reckoning.rounds


def defeated_wins(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the opponents' wins times the result against them."""
    return tuple(
        Contribution(
            (reckoning.value(NBW, entry.opponent) or ZERO) * _worth(entry), entry.round, entry.opponent, _worth(entry)
        )
        for entry in reckoning.entries[number]
        if entry.kind is RoundKind.PLAYED and entry.opponent is not None
    )


def defeated_with_start(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the opponents' McMahon scores, stones included, times the result against them."""
    terms = []
    for entry in reckoning.entries[number]:
        if entry.kind is RoundKind.PLAYED and entry.opponent is not None:
            stones_given = reckoning.stones.get((entry.round, number), 0)
            score = (reckoning.value(MMS, entry.opponent) or ZERO) + stones_given
            terms.append(
                Contribution(score * _worth(entry), entry.round, entry.opponent, _worth(entry), stones=stones_given)
            )
    return tuple(terms)


def difficulty(reckoning: Reckoning, number: int, opponent: int) -> int:
    """Return 0 against a weaker rank, 1 against an equal one, 2 against one rank higher, 3 against a still higher
    one.
    """
    own, other = (((rating_of(reckoning, each) or 0) + 50) // 100 for each in (number, opponent))
    return max(0, min(3, other - own + 1))


def efforts(only_won: bool) -> Contributions:
    """Return the opponents' wins times the difficulty of the game, for all games or only for games won."""

    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        terms: list[Contribution] = []
        for entry in reckoning.entries[number]:
            counts = entry.kind is RoundKind.PLAYED and (entry.outcome is Outcome.WIN or not only_won)
            if counts and entry.opponent is not None:
                wins = reckoning.value(NBW, entry.opponent) or ZERO
                hard = Fraction(difficulty(reckoning, number, entry.opponent))
                terms.append(Contribution(wins * hard, entry.round, entry.opponent, hard, wins))
        return tuple(terms)

    return contributions


def if_rated(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    return add_up(reckoning, number, terms) if everybody_is_rated(reckoning) else None


def direct_confrontation(reckoning: Reckoning, group: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the group with members first who beat longer chains of members; see the start of this module."""
    below = {member: _beaten_by(reckoning, member, group) for member in group}
    height: dict[int, int] = {}
    for member in sorted(group, key=lambda each: len(below[each])):
        lower = (height[other] for other in below[member] if member not in below[other])
        height[member] = 1 + max(lower, default=0)
    return by_score(group, {member: Fraction(height[member]) for member in group})


def _beaten_by(reckoning: Reckoning, member: int, group: Sequence[int]) -> frozenset[int]:
    """Return the member, the members of the group that it beat, those that they beat, and so on."""
    members, found, new = frozenset(group), {member}, [member]
    while new:
        winner = new.pop()
        balance: dict[int, Fraction] = {}
        for entry in reckoning.entries[winner]:
            if entry.opponent in members and entry.kind is RoundKind.PLAYED:
                other = entry.opponent or 0
                balance[other] = balance.get(other, ZERO) + _worth(entry) - Fraction(1, 2)
        beaten = {other for other, more in balance.items() if more > 0} - found
        found |= beaten
        new.extend(beaten)
    return frozenset(found)


def all_have_met(reckoning: Reckoning, group: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the group ordered by wins among the members if each two have met; else the group stays tied."""
    table = mini_table(reckoning, group, forfeits=False)
    return (tuple(group),) if any(table.missing.values()) else by_score(group, table.scores)


def _cuts(low: int, high: int) -> Cutter:
    return cut_ends(low, high, OPENGOTHA)


NBW = Criterion(
    "NBW",
    pgettext("number of games won", "Wins"),
    _("Games won, with a draw as half."),
    OPENGOTHA,
    wins,
    add_up,
    rising=PLAIN,
    own_rounds=True,
    pays=worth_of_a_result,
)
MMS = Criterion("MMS", _("McMahon score"), _("The starting score plus wins."), OPENGOTHA, wins, with_start, how="start")
SOS = Criterion(
    "SOS",
    _("Sum of opponents' scores"),
    _("The sum of the opponents' wins."),
    OPENGOTHA,
    of_opponents(NBW),
    add_up,
    of=NBW,
    takes="CM",
    cutting=_cuts,
    rising=PLAIN,
)
SOSM = Criterion(
    "SOSM",
    _("Sum of opponents' McMahon scores"),
    _("The sum of the opponents' McMahon scores, adjusted for handicap stones."),
    OPENGOTHA,
    of_opponents(MMS, starting_score, stones=True),
    add_up,
    of=MMS,
    takes="CM",
    cutting=_cuts,
)
SODOSM = Criterion(
    "SODOSM",
    _("Sum of defeated opponents' McMahon scores"),
    _("The sum of defeated opponents' McMahon scores, adjusted for handicap stones, plus half for draws."),
    OPENGOTHA,
    defeated_with_start,
    add_up,
)
SOSOSM = Criterion(
    "SOSOSM",
    _("Sum of opponents' SOSM"),
    _("The sum of the opponents' sums of opponents' McMahon scores."),
    OPENGOTHA,
    of_opponents(SOSM, start_each_round),
    add_up,
    of=SOSM,
)
CUSSM = Criterion(
    "CUSSM",
    _("Cumulative McMahon score"),
    _("The sum of the McMahon scores after each round."),
    OPENGOTHA,
    running_scores,
    add_up,
)
SODOS = Criterion(
    "SODOS",
    _("Sum of defeated opponents' scores"),
    _("The sum of defeated opponents' wins, plus half for draws."),
    OPENGOTHA,
    defeated_wins,
    add_up,
    rising=PLAIN,
)
SOSOS = Criterion(
    "SOSOS",
    _("Sum of opponents' SOS"),
    _("The sum of the opponents' sums of opponents' scores."),
    OPENGOTHA,
    of_opponents(SOS),
    add_up,
    of=SOS,
    rising=PLAIN,
)
CUSS = Criterion(
    "CUSS",
    _("Cumulative score"),
    _("The sum of the scores after each round."),
    OPENGOTHA,
    running_wins,
    add_up,
    rising=PLAIN,
)
EXT = Criterion(
    "EXT",
    _("Efforts tried"),
    _("The opponents' wins multiplied by difficulty: 0 against a weaker rank, up to 3 against one two ranks stronger."),
    OPENGOTHA,
    efforts(only_won=False),
    if_rated,
)
EXR = Criterion(
    "EXR",
    _("Efforts won"),
    _("Like efforts tried, but only for games won."),
    OPENGOTHA,
    efforts(only_won=True),
    if_rated,
)
DC = Criterion(
    "DC",
    _("Direct confrontation"),
    _("Results among the tied players. Players who beat each other in a circle stay tied."),
    OPENGOTHA,
    no_value,
    add_up,
    order=direct_confrontation,
)
SDC = Criterion(
    "SDC",
    _("Simplified direct confrontation"),
    _("The games among the tied players, if they have all met."),
    OPENGOTHA,
    no_value,
    add_up,
    order=all_have_met,
    tell=points_among(),
)
