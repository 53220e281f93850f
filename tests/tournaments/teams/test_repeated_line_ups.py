"""Late, repeated and conflicting line-ups: nothing is doubled, overwritten or lost."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import program, token_of  # noqa: F401 fixtures
from tests.tournaments.teams.test_teams import League
from tournaments.core.journal.errors import Conflict
from tournaments.models import MatchSheet, Member
from tournaments.teams import line_ups

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(orla):
    return League(orla, line_up_minutes=10).start()


@pytest.fixture
def phone(league):
    """A phone that has opened the badge of the first team at table 1."""
    team = league.teams_at()[0]
    league.captain(team)
    found = Client()
    found.post("/b/", {"code": f"secretof{team.public_id}"})
    return found


def hands_in(phone, league, *places, seen="", number=1):
    ids = league.ids(league.teams_at()[0], *places)
    values = {"round": number, "board": ["" if key is None else key for key in ids], "seen": seen}
    answer = phone.post("/t/cup/me/line-up/", values)
    return answer.status_code, answer.content.decode() if answer.status_code != 302 else ""


def first():
    return MatchSheet.objects.get().first


def too_late(league):
    league.round.published_at = timezone.now() - timedelta(minutes=11)
    league.round.save()


class TestCaptain:
    @pytest.mark.rotates(2)
    def test_resubmitting_the_same_line_up_changes_nothing_at_any_time(self, phone, league):
        assert hands_in(phone, league, 1, 2, 4)[0] == 302
        revision = league.revision()
        assert hands_in(phone, league, 1, 2, 4)[0] == 302
        too_late(league)
        assert hands_in(phone, league, 1, 2, 4)[0] == 302
        assert league.revision() == revision
        league.line_up(2, 1, 2, 3)
        assert hands_in(phone, league, 1, 2, 4)[0] == 302
        assert league.revision() == revision + 1

    @pytest.mark.rotates(2)
    def test_late_line_up_is_refused_and_shows_the_choice(self, phone, league):
        name = league.teams_at()[0].name
        too_late(league)
        status, shown = hands_in(phone, league, 1, 2, 4)
        assert status == 422
        assert "Tell the organiser who plays. Your line-up for round 1 is not saved." in shown
        assert f"You had chosen: 1. {name} 1, 2. {name} 2, 3. {name} 4." in shown
        assert not MatchSheet.objects.exists()

    @pytest.mark.rotates(2)
    def test_line_up_after_both_are_known_is_refused_and_shows_the_choice(self, phone, league):
        league.both()
        status, shown = hands_in(phone, league, 1, None, 4)
        assert status == 422
        assert "If yours is wrong, tell the organiser. Your line-up for round 1 is not saved." in shown
        assert "2. nobody, 3. " in shown
        league.enter("1-0", "1-0", "1-0")
        league.both(2).enter("1-0", "1-0", "1-0", table=2)
        league.close()
        status, shown = hands_in(phone, league, 1, 2, 4)
        assert status == 422
        assert "Round 1 is not running. Your line-up for round 1 is not saved." in shown

    @pytest.mark.rotates(2)
    def test_line_up_set_by_the_desk_is_overwritten_only_once_seen(self, phone, league):
        team = league.teams_at()[0]
        league.line_up(1, 1, 2, 3)
        status, shown = hands_in(phone, league, 1, 2, 4)
        assert status == 409
        assert f"Someone else has set how {team.name} plays: 1. {team.name} 1, 2. {team.name} 2" in shown
        text = ",".join(league.ids(team, 1, 2, 3))
        assert f'name="seen" value="{text}"' in shown
        assert shown.count("selected") == 3
        assert first() == league.ids(team, 1, 2, 3)
        assert hands_in(phone, league, 1, 2, 4, seen=text)[0] == 302
        assert first() == league.ids(team, 1, 2, 4)

    def test_line_up_of_the_other_team_is_no_conflict(self, phone, league):
        league.line_up(2, 1, 2, 3)
        assert hands_in(phone, league, 1, 2, 4)[0] == 302

    def test_script_with_an_invalid_badge_is_redirected_to_badge_sign_in(self, league):
        answer = Client().post("/t/cup/me/line-up/", {}, headers={"HX-Request": "true"})
        assert answer["HX-Redirect"] == "/b/"


class TestDesk:
    @pytest.mark.rotates(2)
    def test_page_shows_a_conflict_and_overwrites_nothing(self, orla, league):
        desk, team = signed_in(orla), league.teams_at()[0]
        at = f"/t/cup/desk/tables/{league.match().public_id}/line-up/"
        line_ups.hand_in_line_up(league.captain(team), league.tournament, 1, league.ids(team, 1, 2, 3))
        given = {"team": team.public_id, "board": league.ids(team, 2, 3, 4), "seen": ""}
        answer = desk.post(at, given)
        assert answer.status_code == 409
        assert "Someone else has set how" in answer.content.decode()
        assert first() == league.ids(team, 1, 2, 3)
        desk.post(at, {**given, "seen": ",".join(first())})
        assert first() == league.ids(team, 2, 3, 4)

    @pytest.mark.rotates(2)
    def test_page_says_who_set_the_line_up(self, orla, heli, league):
        team = league.teams_at()[0]
        at = f"/t/cup/desk/tables/{league.match().public_id}/line-up/"
        league.line_up(1, 1, 2, 3)
        given = {"team": team.public_id, "board": league.ids(team, 2, 3, 4), "seen": ""}
        assert f"You set how {team.name} plays in another window: 1. " in signed_in(orla).post(at, given).text
        Member.objects.create(tournament=league.tournament, user=heli, role=Member.Role.ORGANISER)
        text = signed_in(heli).post(at, given).text
        assert "Orla" in text.split(" has set how ")[0][-20:]
        assert first() == league.ids(team, 1, 2, 3)

    def test_line_up_deleted_since_it_was_seen_is_a_conflict(self, league):
        team = league.teams_at()[0]
        with pytest.raises(Conflict, match="plays in another window: nobody"):
            line_ups.set_line_up(
                *(league.orla, league.tournament, league.match(), team, league.ids(team, 1, 2, 3)),
                seen=league.ids(team, 1, 2, 4),
            )


class TestOperations:
    @pytest.fixture
    def desk(self, league, program):  # noqa: F811
        return program(league, "results:write")

    def wish(self, league, side, *places, seen=(), **more):
        team = league.teams_at()[side - 1]
        values = {"pairing": league.match().public_id, "team": team.public_id, "members": league.ids(team, *places)}
        return {"id": str(uuid4()), "type": "line-up", **values, "seen": [*seen], **more}

    def send(self, desk, *wishes):
        answer = desk.send("POST", "/ops", {"operations": wishes})
        assert answer.status_code == 200, answer.content
        return answer.json()["operations"]

    def test_line_ups_sent_twice_are_stored_once(self, league, desk):
        wishes = [self.wish(league, 1, 1, 2, 4), self.wish(league, 2, 1, 2, 3)]
        answers = self.send(desk, *wishes)
        assert [each["status"] for each in answers] == ["applied", "applied"]
        assert MatchSheet.objects.get().is_known
        assert answers[1]["version"] == league.match().version
        revision = league.revision()
        assert [each["status"] for each in self.send(desk, *wishes)] == ["duplicate", "duplicate"]
        assert league.revision() == revision

    def test_conflict_returns_the_current_line_up_and_needs_a_new_id(self, league, desk):
        team = league.teams_at()[0]
        line_ups.hand_in_line_up(league.captain(team), league.tournament, 1, league.ids(team, 1, 2, 3))
        (answer,) = self.send(desk, self.wish(league, 1, 1, 2, 4))
        assert (answer["status"], answer["problem"]["code"]) == ("conflict", "conflict")
        now = {"pairing": league.match().public_id, "version": league.match().version, "team": team.public_id}
        assert answer["current"] == {**now, "members": league.ids(team, 1, 2, 3)}
        assert first() == league.ids(team, 1, 2, 3)
        (answer,) = self.send(desk, self.wish(league, 1, 1, 2, 4, seen=answer["current"]["members"]))
        assert answer["status"] == "applied"
        assert first() == league.ids(team, 1, 2, 4)

    @pytest.mark.rotates(2)
    def test_invalid_line_ups_are_refused_with_the_same_codes_as_at_the_desk(self, league, desk):
        out_of_order = self.wish(league, 1, 4, 1, 2)
        wishes = [
            out_of_order,
            {**self.wish(league, 1, 1), "pairing": "gone"},
            {**self.wish(league, 1, 1), "team": "gone"},
            self.wish(league, 1, None),
            {**self.wish(league, 2, 1), "team": league.teams_at(2)[0].public_id},
        ]
        codes = [each["problem"]["code"] for each in self.send(desk, *wishes)]
        assert codes == ["unusual", "no-such-pairing", "no-such-player", "nobody-plays", "not-in-match"]
        (answer,) = self.send(desk, {**out_of_order, "id": str(uuid4()), "anyway": True})
        assert answer["status"] == "applied"


@pytest.mark.rotates(2)
def test_api_reports_conflicts_to_captains_and_to_the_desk(league, program):  # noqa: F811
    one, other = league.teams_at()
    desk, path = program(league, "results:write"), f"/pairings/{league.match().public_id}/line-ups"
    headers = {"Authorization": f"Bearer secretof{one.public_id}", "Idempotency-Key": "a"}
    league.captain(one)
    league.line_up(1, 1, 2, 3)
    at = "/api/v1/tournaments/cup/me/line-up"
    body = {"round": 1, "members": league.ids(one, 1, 2, 4), "seen": []}
    answer = Client().post(at, body, "application/json", headers=headers)
    assert answer.status_code == 412
    assert answer.json()["current"]["members"] == league.ids(one, 1, 2, 3)
    answer = Client().post(at, {**body, "seen": league.ids(one, 1, 2, 3)}, "application/json", headers=headers)
    assert answer.status_code == 200, answer.content
    text = desk.post(path, {"team": one.public_id, "members": league.ids(one, 2, 3), "seen": league.ids(one, 1)})
    assert text.status_code == 412
    assert text.json()["current"]["line_ups"][0]["is_in"]
    text = desk.post(path, {"team": other.public_id, "members": league.ids(other, 2, 3), "seen": []})
    assert text.status_code == 200
