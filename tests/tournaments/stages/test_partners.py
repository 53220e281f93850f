"""Changing partners: a two-against-two tournament, its results and points, and refused settings."""

import re
from fractions import Fraction

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Refused
from tournaments.core.snapshot import take_view
from tournaments.core.words.notation import NotAResult, parse
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(make):
    """An americano of nine players."""
    stage = make(system="partners", game="padel", planned_rounds=9)
    return stage.with_players(*(f"Player {number}" for number in range(1, 10)))


def test_new_tournament_has_partners_rules_and_points(evening):
    cup = evening.tournament
    assert (cup.of_partners, cup.by_score, cup.score_total, cup.rules) == (True, True, 24, "partners")
    assert (cup.points_allocated_bye, cup.table_kind.key) == ("0", "partners")


def test_winning_score_is_highlighted_and_partners_are_listed_together(evening, client):
    evening.pair()
    evening.publish()
    evening.enter(1, "15-9")
    page = client.get(f"/t/{evening.tournament.slug}/rounds/1/").text
    first = page.partition('id="t1"')[2].partition("</tr>")[0]
    assert 'class="brought w" translate="no">15<' in first
    assert 'class="brought l" translate="no">9<' in first
    sides = first.split('<span class="partners">')[1:]
    assert [side.partition("</li>")[0].count("data-player") for side in sides] == [2, 2]


def test_list_by_name_has_the_partner_and_then_the_opponents(evening, client):
    evening.pair()
    evening.publish()
    one, two, three, four = (
        each.player for each in evening.table(1).appearances.select_related("player").order_by("side")
    )
    page = client.get(f"/t/{evening.tournament.slug}/rounds/1/names/").text
    for own, partner, *opponents in ((one, three, two, four), (two, four, one, three), (four, two, one, three)):
        row = page.partition(f'data-player="{own.public_id}"')[2].partition("</tr>")[0]
        with_, against = row.rpartition("<td>")[2].split("against")
        found = [re.findall("<bdi>(.*?)</bdi>", part) for part in (with_, against)]
        assert found == [[partner.name], [each.name for each in opponents]]
        assert "," not in re.sub("<[^>]*>", "", row)  # each name has a line of its own


def test_both_partners_score_the_points_of_their_side(evening, client):
    evening.pair()
    evening.publish()
    evening.enter(1, "15-9")
    evening.enter(2, "10-14")
    view = take_view(evening.tournament.stages.get())
    games = view.snapshot.rounds[0].pairings
    assert all(game.partners and len(game.players) == 4 for game in games)
    evening.close()
    client.force_login(evening.orla.user)
    page = client.get(f"/t/{evening.tournament.slug}/standings/").content.decode()
    for shown in ("15", "9", "10", "14"):
        assert f">{shown}<" in page
    assert "Points per game" in page


def test_last_rounds_show_the_result_of_both_partners(evening, client):
    evening.pair()
    evening.publish()
    evening.enter(1, "15-9")
    evening.enter(2, "12-12")
    evening.close()
    page = client.get(f"/t/{evening.tournament.slug}/standings/").content.decode()
    strips = re.findall(r'class="form" translate="yes">(.*?)</span>', page)
    assert sorted(re.sub("<[^>]+>", "", strip) for strip in strips) == [*"DDDDLLWW", "–"]


def test_both_absent_partners_can_be_withdrawn(evening):
    evening.pair()
    evening.publish()
    evening.enter(1, "+--")
    page = signed_in(evening.orla.user).get(f"/t/{evening.tournament.slug}/desk/rounds/1/results/").content.decode()
    absent = evening.table(1).appearances.filter(side__in=(2, 4)).values_list("player__name", flat=True)
    offered = re.findall(r"Withdraw (.*?) too", re.sub("<[^>]+>|[\u2066-\u2069]", "", page))
    assert set(offered) == set(absent)


def test_score_must_add_up_to_the_total(evening):
    with pytest.raises(NotAResult, match="must add up to 24"):
        parse("15-10", evening.tournament.scoring)
    assert parse("15", evening.tournament.scoring).score == (15, 9)


def test_card_and_page_name_partner_and_opponents(evening, client):
    evening.pair()
    evening.publish()
    table = evening.table(1)
    there = {place.side: place.player for place in table.appearances.select_related("player")}
    page = client.get(f"/t/{evening.tournament.slug}/players/{there[1].public_id}/card/", follow=True)
    text = " ".join(page.content.decode().split())
    for side in (2, 3, 4):
        assert there[side].name in text


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"best_of": 3}, "partners"),
        ({"default_minutes": 30}, "partners"),
        ({"score_kind": ""}, "partners"),
        ({"rules": "fide-2026"}, "partners-rules"),
    ],
)
def test_incompatible_settings_are_refused(evening, values, code):
    with pytest.raises(Refused) as refused:
        lifecycle.change_settings(evening.orla, evening.tournament, **values)
    assert refused.value.code == code


def test_wins_can_count_instead_of_points(evening):
    lifecycle.change_settings(
        evening.orla, evening.tournament, by_score=False, rules="partners-wins", points_win="2", points_draw="1"
    )
    evening.tournament.refresh_from_db()
    evening.play("15-9", "12-12")
    view = take_view(evening.tournament.stages.get())
    scoring = view.snapshot.scoring
    assert scoring.sides(view.snapshot.rounds[0].pairings[0].result) == (Fraction(2), Fraction(0))


def test_chess_cannot_have_changing_partners(make):
    with pytest.raises(Refused) as refused:
        make(system="partners", game="chess")
    assert refused.value.code == "partners"


def test_other_system_can_replace_it_before_round_1(evening):
    lifecycle.change_settings(evening.orla, evening.tournament, system="round-robin", options={}, rules="games")
    evening.tournament.refresh_from_db()
    assert not evening.tournament.of_partners
    assert not evening.tournament.by_score


def test_tables_are_called_courts(evening, client):
    evening.pair()
    evening.publish()
    round_page = client.get(f"/t/{evening.tournament.slug}/rounds/1/").text
    assert ">Court</th>" in round_page
    assert ">Table</th>" not in round_page
    assert evening.tournament.table_title(2) == "Court 2"
    client.force_login(evening.orla.user)
    assert ">Court</th>" in client.get(f"/t/{evening.tournament.slug}/desk/rounds/1/results/").text


def test_verdicts_are_refused_if_every_point_counts(evening, client):
    """A game can end 24-0 or 13-11: verdicts exist only for rules that count wins first."""
    evening.pair()
    evening.publish()
    slug = evening.tournament.slug
    assert "every point scored" in client.get(f"/t/{slug}/standings/verdicts/").content.decode()
    refused = client.get(f"/api/v1/tournaments/{slug}/standings/verdicts")
    assert refused.status_code == 422
    assert "every point scored" in refused.json()["detail"]
