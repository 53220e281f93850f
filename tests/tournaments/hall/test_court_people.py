"""Players on the courts: members of teams and pairs are recognised in all sections of an event."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.conftest import Stage
from tests.tournaments.hall.courts import floor, names, of, with_courts
from tournaments.core.court_floor import next_match_of
from tournaments.core.journal.errors import Refused
from tournaments.events import events
from tournaments.hall import calling
from tournaments.teams import line_ups, members

pytestmark = pytest.mark.django_db


def section_of(stage, section, *players, **settings):
    """Return another section of the event, with its settings and players."""
    made = object.__new__(Stage)
    made.orla = stage.orla
    made.tournament = events.add_section(stage.orla, stage.tournament, section=section, event="Cup", own="Singles")
    stage.tournament.refresh_from_db()
    for name, value in settings.items():
        setattr(made.tournament, name, value)
    made.tournament.save()
    return made.with_players(*players)


def publish_all(*stages):
    for stage in stages:
        stage.pair()
        stage.publish()
    with_courts(stages[0], 4, rest=20)
    for stage in stages:
        stage.tournament.refresh_from_db()


@pytest.fixture
def club(make):
    """Anna and Bo play singles; Anna is a reserve of Oslo, which plays Turku with two boards."""
    singles = make(name="Singles", system="round-robin").with_players("Anna Virta", "Bo")
    league = section_of(singles, "Teams", "Oslo", "Turku", of_teams=True, best_of=2)
    for team, rows in (("Oslo", ["Cy", "Di", "Virta, Anna"]), ("Turku", ["Eva", "Flo", "Gus"])):
        members.set_members(league.orla, league.tournament, league.players[team], [{"name": name} for name in rows])
    publish_all(singles, league)
    return singles, league


def lined_up(league, oslo, turku):
    match = league.round.pairings.get()
    for team, wanted in (("Oslo", oslo), ("Turku", turku)):
        ids = {row.name: row.public_id for row in league.players[team].members.all()}
        line_up = [ids[name] for name in wanted]
        line_ups.set_line_up(league.orla, league.tournament, match, league.players[team], line_up, anyway=True)


def call(stage, *wanted):
    return calling.call_match(stage.orla, stage.tournament, of(stage, *wanted).pairing)


class TestTeams:
    def test_team_waits_while_a_member_plays_in_another_section(self, club):
        singles, league = club
        call(singles, "Anna")
        now = floor(league)
        assert now.why_not(of(league, "Oslo")) == ["Virta, Anna is still playing (Table 1)."]
        assert of(league, "Oslo").key not in {each.key for each in now.proposed.values()}
        with pytest.raises(Refused, match="Virta, Anna") as refused:
            call(league, "Oslo")
        assert refused.value.code == "plays-elsewhere"

    def test_member_waits_in_another_section_while_the_team_plays(self, club):
        singles, league = club
        call(league, "Oslo")
        assert floor(singles).why_not(of(singles, "Anna")) == ["Anna Virta is still playing (Table 1)."]
        with pytest.raises(Refused):
            call(singles, "Anna")

    def test_rest_after_a_match_counts_in_both_sections(self, club):
        singles, league = club
        call(singles, "Anna")
        singles.enter(1, "1-0")
        assert [name for name, _until in floor(league).resting(of(league, "Oslo"))] == ["Virta, Anna"]
        later = floor(league, timezone.now() + timedelta(minutes=21))
        assert not later.resting(of(league, "Oslo"))

    def test_both_line_ups_free_the_members_who_do_not_play(self, club):
        singles, league = club
        call(singles, "Anna")
        match = league.round.pairings.get()
        ids = [row.public_id for row in league.players["Oslo"].members.all()][:2]
        line_ups.set_line_up(league.orla, league.tournament, match, league.players["Oslo"], ids)
        assert floor(league).why_not(of(league, "Oslo")), "one line-up is a secret until the other is in"
        lined_up(league, ["Cy", "Di"], ["Eva", "Flo"])
        assert not floor(league).why_not(of(league, "Oslo"))
        lined_up(league, ["Cy", "Virta, Anna"], ["Eva", "Flo"])
        assert floor(league).why_not(of(league, "Oslo"))

    def test_same_name_in_two_teams_is_doubtful_until_declared_apart(self, club):
        singles, league = club
        assert floor(league).people.doubtful == ["Anna Virta"]
        with_courts(singles, 4, apart=frozenset({"Virta Anna"}))
        call(singles, "Anna")
        assert not floor(league).playing(of(league, "Oslo"))

    def test_card_of_a_member_leads_to_the_match_of_the_team(self, club):
        singles, league = club
        call(league, "Oslo")
        found = next_match_of(singles.tournament, singles.players["Anna Virta"])
        assert found is not None
        assert names(found.match) == "OsloTurku"


class TestPairs:
    def test_pair_counts_as_both_of_its_players(self, make):
        singles = make(name="Singles", system="round-robin").with_players("Anna Virta", "Bo")
        doubles = section_of(singles, "Doubles", "Cy / Virta, Anna", "Di & Eva")
        publish_all(singles, doubles)
        call(doubles, "Di")
        assert floor(singles).why_not(of(singles, "Anna")) == ["Anna Virta is still playing (Table 1)."]
