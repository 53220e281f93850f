"""Club teams: whose points count, what breaks ties between teams, and which teams have no place."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from standings.clubs.reasons import reasons
from standings.clubs.rule import ClubRule, Origin, RuleError, check
from standings.clubs.teams import ClubPlayerLine, ClubTeamCriterion, club_teams

THREE = ClubRule(Origin.CLUB, 3)


def table(*lines):
    """Return the players by place, each with club, points and first tie-break."""
    return [
        ClubPlayerLine(number, number, Fraction(points), Fraction(tie_break), club)
        for number, (club, points, tie_break) in enumerate(lines, start=1)
    ]


def table_of_clubs(rule, lines):
    return [(each.rank, each.name, each.number, each.points, each.separated_by) for each in club_teams(rule, lines)]


def reasons_of_places(rule, lines):
    found = club_teams(rule, lines)
    return [
        " ".join(reasons(rule, team, below, below.name if below else "", str))
        for team, below in zip(found, [*found[1:], None], strict=True)
    ]


#: X has 5, 4½, 3, 3 and Y 4½, 4, 4: both total 12½; X has the better sum of the first tie-break.
EXAMPLE = table(
    ("X", 5, 14), ("X", "9/2", 13), ("Y", "9/2", 12), ("Y", 4, 12), ("Y", 4, 11), ("X", 3, 9), ("X", 3, 8)
)  # fmt: skip


def test_the_best_three_count_and_the_first_tie_break_separates():
    assert table_of_clubs(THREE, EXAMPLE) == [
        (1, "X", 1, Fraction(25, 2), ClubTeamCriterion.TIE_BREAK),
        (2, "Y", 1, Fraction(25, 2), None),
    ]
    first, second = reasons_of_places(THREE, EXAMPLE)
    assert first == (
        "Equal to Y on points, ahead on the players' first tie-break: 36 to 35. 1 club player does "
        "not count: only the best 3 do."
    )
    assert second == ""


def test_then_the_lower_sum_of_places_and_the_best_place():
    two = ClubRule(Origin.CLUB, 2)
    best = table(("A", 2, 0), ("B", 2, 0), ("B", 1, 0), ("A", 1, 0), ("A", 0, 0))
    assert table_of_clubs(two, best)[0][1:] == ("A", 1, 3, ClubTeamCriterion.BEST), "1 and 4 against 2 and 3"
    lower = table(("B", 2, 0), ("A", 2, 0), ("B", 1, 0), ("A", 1, 0))
    assert table_of_clubs(two, lower)[0][1:] == ("B", 1, 3, ClubTeamCriterion.PLACES)
    assert reasons_of_places(two, lower)[0] == "Tied with A so far, ahead on the lower sum of places: 4 to 6."


def test_tied_clubs_share_the_place():
    one = ClubRule(Origin.CLUB, 1)
    lines = [replace(each, rank=1) for each in table(("A", 1, 0), ("B", 1, 0))] + table(("C", 0, 0))
    assert [each[0] for each in table_of_clubs(one, lines)] == [1, 1, 3]
    assert reasons_of_places(one, lines)[0] == "Tied with B: they share the place."


def test_incomplete_club_has_no_place_or_zero_for_missing_players():
    lines = table(("A", 5, 9), ("B", 2, 3), ("B", 2, 3))
    two = ClubRule(Origin.CLUB, 2)
    assert table_of_clubs(two, lines) == [(1, "B", 1, 4, None), (None, "A", 1, 5, None)]
    assert reasons_of_places(two, lines)[1] == "Not ranked: 1 player is missing."
    short = replace(two, short=True)
    assert table_of_clubs(short, lines) == [(1, "A", 1, 5, ClubTeamCriterion.POINTS), (2, "B", 1, 4, None)]
    assert club_teams(short, lines)[0].places == 1 + 4, "whoever is missing stands behind the last"
    assert reasons_of_places(short, lines)[0] == "1 player is missing and counts 0. More points than B: 5 to 4."


def test_club_can_have_several_teams_if_allowed():
    lines = table(*(("A", 9 - place, 0) for place in range(5)), ("B", 3, 0), ("B", 3, 0))
    several = ClubRule(Origin.CLUB, 2, several=True)
    found = club_teams(several, lines)
    assert [(each.name, each.number, each.points) for each in found] == [("A", 1, 17), ("A", 2, 13), ("B", 1, 6)]
    assert [len(each.rest) for each in found] == [0, 1, 0], "the fifth of A counts for no team"
    assert reasons_of_places(several, lines)[1].endswith("1 club player is in no team: a further team needs 2.")
    with_short = club_teams(replace(several, short=True), lines)
    assert [(each.name, each.number, each.missing) for each in with_short] == [
        ("A", 1, 0), ("A", 2, 0), ("B", 1, 0), ("A", 3, 1)
    ]  # fmt: skip


def test_spelling_of_a_club_is_normalised_and_players_without_one_are_left_out():
    lines = table(("SC  Bay", 2, 0), ("sc bay", 1, 0), ("", 5, 0))
    assert table_of_clubs(ClubRule(Origin.CLUB, 2), lines) == [(1, "SC  Bay", 1, 3, None)]
    by_federation = [replace(line, federation="FIN") for line in lines]
    assert table_of_clubs(ClubRule(Origin.FEDERATION, 3), by_federation) == [(1, "FIN", 1, 8, None)]


@pytest.mark.parametrize("best", [0, -1, 21])
def test_impossible_number_of_players_is_refused(best):
    with pytest.raises(RuleError, match="Between 1 and 20 players") as refused:
        check(ClubRule(Origin.CLUB, best))
    assert refused.value.name == "best"


def test_each_member_is_listed_once_and_points_are_of_counting_players():
    lots = Random(17)
    for _case in range(200):
        lines = table(*((lots.choice("ABC "), lots.randrange(8), lots.randrange(20)) for _one in range(25)))
        rule = ClubRule(Origin.CLUB, lots.randint(1, 5), lots.random() < 0.5, lots.random() < 0.5)
        found = club_teams(rule, lines)
        told_of = [line for team in found for line in (*team.members, *team.rest)]
        assert sorted(line.player for line in told_of) == [line.player for line in lines if line.club.strip()]
        for team in found:
            assert team.points == sum(line.points for line in team.members)
            assert len(team.members) + team.missing == rule.best
        ranked = [team for team in found if team.rank is not None]
        assert [team.points for team in ranked] == sorted((team.points for team in ranked), reverse=True)
        assert rule.short or all(team.rank is None for team in found if team.missing)
