"""Criteria of scores inside pairings: discs, spread, goals, single games or legs, and mini-tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext
from standings.core.exact import ZERO, half_up, total
from standings.core.facts import WON_BYES, RoundEntry, RoundKind
from standings.core.reckoning import Contribution, Criterion, Need, Reckoning, RulesPart, games_of_match
from standings.core.tiebreaks.criterion import add_up, no_value

WOC = _("World Othello Championship rules")
LEAGUES = _("Common practice of darts leagues")
FOOTBALL = _("Competition rules for teams tied on points")


def constant(reckoning: Reckoning) -> Fraction:
    """Return Brightwell's constant: the one in the rules, else the usual one for the number of rounds."""
    othello = reckoning.rules.othello
    rounds = reckoning.snapshot.planned_rounds or reckoning.rounds
    if othello.constant is not None:
        return othello.constant
    if othello.papp:
        return Fraction(6 if rounds >= 8 else 0)
    return half_up(Fraction(80, rounds)) if rounds else ZERO


def discs(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the player's own discs; a bye counts as the rules define, an absence nothing."""
    bye = Fraction(reckoning.rules.othello.bye_discs)
    return tuple(
        Contribution(Fraction(e.score[0]) if e.score else bye if e.kind in WON_BYES else ZERO, e.round, e.opponent)
        for e in reckoning.entries[number]
    )


def brightwell(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the player's own discs plus the constant times the opponent's points.

    A bye, an absence, or an opponent who has left counts as a draw against oneself. With the constant 0 this is the
    disc count.
    """
    worth = constant(reckoning)
    if not worth:
        return discs(reckoning, number)
    win, half = reckoning.scoring.win or 1, Fraction(reckoning.rules.othello.board, 2)  # without a worth no share of it
    terms: list[Contribution] = []
    for entry in reckoning.entries[number]:
        opponent = entry.opponent
        if opponent is None or entry.score is None or reckoning.has_left(opponent):
            terms.append(Contribution(half + worth * reckoning.points[number] / win, entry.round, None, worth, half))
        else:
            own = Fraction(entry.score[0])
            terms.append(
                Contribution(own + worth * reckoning.points[opponent] / win, entry.round, opponent, worth, own)
            )
    return tuple(terms)


def spread(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the player's own score minus the opponent's, within the cap; byes and forfeits count as the rules
    define.
    """
    rules = reckoning.rules.scrabble

    def amount(entry: RoundEntry) -> int:
        if entry.kind in WON_BYES:
            return rules.bye_spread
        if entry.kind is RoundKind.FORFEIT:
            spreads = {Outcome.WIN: rules.forfeit_spread, Outcome.LOSS: -rules.forfeit_spread}
            return spreads.get(entry.outcome, 0) if entry.outcome else 0
        difference = entry.score[0] - entry.score[1] if entry.score else 0
        return difference if rules.cap is None else max(-rules.cap, min(rules.cap, difference))

    return tuple(Contribution(Fraction(amount(e)), e.round, e.opponent) for e in reckoning.entries[number])


def of_matches(amount: Callable[[RoundEntry], int]) -> Callable[[Reckoning, int], tuple[Contribution, ...]]:
    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(Fraction(amount(e)), e.round, e.opponent)
            for e in reckoning.entries[number]
            if e.opponent is not None
        )

    return contributions


def goals(entry: RoundEntry) -> int:
    return entry.score[0] if entry.score else 0


def goal_difference(reckoning: Reckoning, entry: RoundEntry) -> int:
    """Return goals for minus goals against, within the cap for one match."""
    cap, difference = reckoning.rules.league.cap, entry.score[0] - entry.score[1] if entry.score else 0
    return difference if cap is None else max(-cap, min(cap, difference))


def goal_differences(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    return tuple(
        Contribution(Fraction(goal_difference(reckoning, e)), e.round, e.opponent)
        for e in reckoning.entries[number]
        if e.opponent is not None
    )


def away_goals(entry: RoundEntry) -> int:
    return 0 if entry.first else goals(entry)


def single_games(entry: RoundEntry) -> int:
    return entry.games[0]


def game_difference(entry: RoundEntry) -> int:
    return entry.games[0] - entry.games[1]


def game_points(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    return tuple(
        Contribution(games_of_match(reckoning, entry), entry.round, entry.opponent)
        for entry in reckoning.entries[number]
    )


def count_win(entry: RoundEntry) -> int:
    return int(entry.outcome is Outcome.WIN)


def won_away(entry: RoundEntry) -> int:
    return 0 if entry.first else count_win(entry)


@dataclass(frozen=True, slots=True, order=True)
class MiniRow:
    """A line of a mini-table, compared in this order."""

    points: Fraction
    difference: int
    goals: int


def mini_rows(reckoning: Reckoning, group: Sequence[int]) -> dict[int, MiniRow]:
    """Return points, goal difference and goals in the matches between the members."""
    members = frozenset(group)
    rows: dict[int, MiniRow] = {}
    for member in group:
        among = [entry for entry in reckoning.entries[member] if entry.opponent in members]
        rows[member] = MiniRow(
            total(entry.points for entry in among),
            sum(goal_difference(reckoning, entry) for entry in among),
            sum(map(goals, among)),
        )
    return rows


def head_to_head(reckoning: Reckoning, group: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the order of the mini-table; if it separates only some, those still tied start again with their own
    matches.
    """
    if len(group) < 2:
        return (tuple(group),)
    rows = mini_rows(reckoning, group)
    parts = [tuple(m for m in group if rows[m] == row) for row in sorted(set(rows.values()), reverse=True)]
    if len(parts) == 1:
        return (parts[0],)
    return tuple(finer for part in parts for finer in head_to_head(reckoning, part))


def single_match_score(reckoning: Reckoning, above: int, below: int) -> tuple[Fraction, Fraction] | None:
    """Return the score, else the games, of the only match between two players if the first won it; else None.

    If neither was recorded, the points are used.
    """
    met = [entry for entry in reckoning.entries[above] if entry.opponent == below]
    if len(met) != 1 or met[0].outcome is not Outcome.WIN:
        return None
    won, lost, _drawn = met[0].games
    mine, theirs = met[0].score or (won, lost)
    return (Fraction(mine), Fraction(theirs)) if mine > theirs else None


def figures_among(
    reckoning: Reckoning, group: Sequence[int], above: int, below: int
) -> tuple[str, Fraction, Fraction] | None:
    """Return the first figure in which two teams differ in the mini-table, or in the mini-table of those still tied."""
    rows = mini_rows(reckoning, group)
    record, other_record = rows[above], rows[below]
    match = single_match_score(reckoning, above, below) if len(group) == 2 else None
    if match is not None:
        return "match", *match
    for name in ("points", "difference", "goals"):
        if getattr(record, name) != getattr(other_record, name):
            return name, Fraction(getattr(record, name)), Fraction(getattr(other_record, name))
    part = tuple(member for member in group if rows[member] == record)
    return figures_among(reckoning, part, above, below) if len(part) < len(group) else None


BQ = Criterion(
    "BQ",
    _("Brightwell quotient"),
    _("Own discs plus the constant multiplied by the opponents' points."),
    _("Brightwell quotient, World Othello Championship"),
    brightwell,
    add_up,
    how="brightwell",
    reads=RulesPart.OTHELLO,
    needs=Need.SCORES,
)
DISCS = Criterion(
    "DISCS",
    pgettext("games inside a match", "Discs"),
    _("Own discs from all games."),
    WOC,
    discs,
    add_up,
    reads=RulesPart.OTHELLO,
    needs=Need.SCORES,
)
SPREAD = Criterion(
    "SPREAD",
    pgettext("games inside a match", "Spread"),
    _("Own scores minus the opponents' scores."),
    _("Common Scrabble practice"),
    spread,
    add_up,
    reads=RulesPart.SCRABBLE,
    needs=Need.SCORES,
)
GD = Criterion(
    "GD",
    _("Goal difference"),
    _("Goals for minus goals against."),
    FOOTBALL,
    goal_differences,
    add_up,
    reads=RulesPart.LEAGUE,
    needs=Need.SCORES,
)
GF = Criterion(
    "GF",
    pgettext("games inside a match", "Goals"),
    _("Goals in all matches."),
    FOOTBALL,
    of_matches(goals),
    add_up,
    needs=Need.SCORES,
)
AG = Criterion(
    "AG", _("Away goals"), _("Goals in away matches."), FOOTBALL, of_matches(away_goals), add_up, needs=Need.SCORES
)
DIFF = Criterion(
    "DIFF",
    _("Game difference"),
    _("Games (or legs) won minus lost in all matches; byes do not count."),
    LEAGUES,
    of_matches(game_difference),
    add_up,
    needs=Need.GAMES,
)
GAMES = Criterion(
    "GAMES",
    _("Games won in matches"),
    _("Games (or legs) won in all matches; byes do not count."),
    LEAGUES,
    of_matches(single_games),
    add_up,
    needs=Need.GAMES,
)
MPVGP = Criterion(
    "MPVGP",
    _("Game points"),
    _("Board points from all matches. A forfeit win gives all of them, a pairing-allocated bye half."),
    _("FIDE Handbook C.07 and C.04.6"),
    game_points,
    add_up,
    needs=Need.GAMES,
)
FW = Criterion("FW", _("Matches won"), _("Matches won, excluding byes."), FOOTBALL, of_matches(count_win), add_up)
AW = Criterion("AW", _("Away wins"), _("Matches won away."), FOOTBALL, of_matches(won_away), add_up)
MINI = Criterion(
    "MINI",
    _("Matches between tied teams"),
    _("Points, goal difference and goals in the matches between tied teams."),
    FOOTBALL,
    no_value,
    add_up,
    order=head_to_head,
    tell=figures_among,
    reads=RulesPart.LEAGUE,
    needs=Need.SCORES,
)
