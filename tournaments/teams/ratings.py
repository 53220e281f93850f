"""Rate teams without a rating by the ratings of their members."""

from __future__ import annotations

from fractions import Fraction

from tournaments.core.journal.acts import act, not_finished
from tournaments.core.rights import Right, Who
from tournaments.models import Player, Tournament
from tournaments.players.registration import changed_columns, update_ranking
from tournaments.teams.members import have_members


def mean_of_boards(tournament: Tournament) -> dict[Player, int]:
    """Return the mean rating of the members at the boards of each team without a rating, if any are rated."""
    found = {}
    for team in tournament.players.filter(rating=None, withdrawn_after=None).prefetch_related("members"):
        boards = sorted(team.members.all(), key=lambda member: member.place)[: tournament.best_of]
        rated = [member.rating for member in boards if member.rating is not None]
        if rated:
            found[team] = int(Fraction(sum(rated), len(rated)) + Fraction(1, 2))
    return found


def rate_by_boards(who: Who, tournament: Tournament) -> int:
    """Set the rating of each team without one to the mean of its boards, in one act; return the number of teams."""
    with act(who, tournament, "take-list", Right.MANAGE_PLAYERS) as doing:
        not_finished(doing)
        have_members(doing.tournament)
        means = mean_of_boards(doing.tournament)
        doing.update_many(
            (team, {**changed_columns(team, {"rating": rating}), "version": doing.sequence})
            for team, rating in means.items()
        )
        if means:
            doing.name(players=list(means))
            update_ranking(doing)
    return len(means)
