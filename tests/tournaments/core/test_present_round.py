"""The current round of a league whose rounds are all published, on its pages over a season."""

import re
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.present_round import RunningRound, round_due, running_round
from tournaments.models import Tournament
from tournaments.rounds import rounds

DATES = "2026-08-29 15:30, 2026-09-05 15:30, 2026-09-12 15:30"
WHOLE, NONE_YET, LEFT_OVER = (RunningRound(1, 9, 0), RunningRound(2, 9, 9), RunningRound(1, 9, 2))


class TestRoundDue:
    @pytest.mark.parametrize(
        ("running", "due"),
        [
            ([RunningRound(1, 9, 9), NONE_YET], 1),
            ([WHOLE, NONE_YET], 2),
            ([LEFT_OVER, NONE_YET], 1),  # the next one has not begun
            ([LEFT_OVER, RunningRound(2, 9, 5)], 2),
            ([RunningRound(1, 9, 5), RunningRound(2, 9, 2)], 1),  # more than a few results are missing
            ([RunningRound(1, 9, 1, (4,)), NONE_YET], 2),  # postponed
            ([RunningRound(1, 9, 3), RunningRound(2, 9, 8, early=1)], 1),  # one was played before its round
            ([RunningRound(1, 9, 1, (4,)), RunningRound(2, 9, 0)], 1),  # no other match is left
            ([WHOLE, RunningRound(2, 9, 0)], None),
        ],
    )
    def test_round_due_follows_results(self, running, due):
        assert round_due(Tournament(), running) == due

    @pytest.mark.parametrize(
        ("day", "due"),
        [
            (date(2026, 8, 30), 1),
            (date(2026, 9, 5), 2),  # two results of the first round are missing, but it is the day of the second
            (date(2026, 9, 8), 1),  # the day of the postponed match
        ],
    )
    def test_round_due_follows_dates_if_set(self, day, due):
        league = Tournament(round_dates=DATES, moved_matches="1/4 2026-09-08 19:00")
        assert round_due(league, [running_round(league, 1, 9, [4, 5]), NONE_YET], day) == due

    def test_match_played_early_does_not_start_its_round(self):
        league = Tournament(moved_matches="2/4 2026-08-20")
        found = running_round(league, 2, 9, [1, 2, 3, 5, 6, 7, 8, 9])
        assert (found.postponed, found.is_begun) == ((), False)


@pytest.mark.django_db
class TestPages:
    @pytest.fixture
    def league(self, make):
        stage = make(game="football", options={"cycles": 2}, round_dates=DATES).with_players(*"ABCD")
        rounds.publish_schedule(stage.orla, stage.tournament)
        return stage

    def complete(self, league, number, *tables):
        league.round = league.tournament.rounds.get(number=number)
        for table in tables:
            league.enter(table, "1-0")

    def read(self, client, league, page=""):
        return " ".join(
            re.sub(r"<[^>]*>", " ", client.get(f"/t/{league.tournament.slug}/{page}").content.decode()).split()
        )

    def test_start_page_moves_to_the_next_round_with_results(self, league, client):
        assert "Round 1 · 29 August, 15:30" in self.read(client, league)
        assert "is running" not in self.read(client, league)
        self.complete(league, 1, 1)
        assert "Round 1 is running" in self.read(client, league)
        self.complete(league, 1, 2)
        assert "Round 2 · 5 September, 15:30" in self.read(client, league)
        assert "Pairings of round 2" in self.read(client, league)
        assert "Round 2 To be played on 5 September 2026, 15:30" in self.read(client, league, "screen/")
        assert client.get(f"/t/{league.tournament.slug}/now/").url.endswith("/rounds/2/")

    def test_tournament_list_moves_to_the_next_round_with_results(self, league, client):
        def first_page(visitor):
            return " ".join(re.sub(r"<[^>]*>", " ", visitor.get("/").content.decode()).split())

        editor = signed_in(league.orla.user)
        for visitor in (client, editor):
            assert "Round 1 · 29 August, 15:30" in first_page(visitor)
        self.complete(league, 1, 1, 2)
        self.complete(league, 2, 1)
        assert "1 of 2 results entered" in first_page(client)
        assert "Round 2 of 6" in first_page(editor)

    def test_card_shows_the_next_match_of_the_team(self, league, client):
        def card(name):
            return self.read(client, league, f"players/{league.players[name].public_id}/card/")

        assert "Round 1 of 6 · 29 August, 15:30" in card("A")
        self.complete(league, 1, 1)
        first = {place.player.name for place in league.table(1).appearances.all()}
        for name in "ABCD":
            assert ("Round 2 of 6 · 5 September, 15:30" in card(name)) == (name in first)
            assert ("Round 1 of 6 · running" in card(name)) == (name not in first)

    def test_team_page_marks_the_round_of_its_next_match(self, league, client):
        self.complete(league, 1, 1, 2)
        page = client.get(f"/t/{league.tournament.slug}/players/{league.players['A'].public_id}/").content.decode()
        (marked,) = re.findall(r'<section class="game now">\s*<h3>\s*Round (\d)', page)
        assert marked == "2"

    def test_card_shows_the_new_date_of_a_moved_match(self, league, client):
        Tournament.objects.update(moved_matches="1/2 2026-09-08 19:00")
        league.tournament.refresh_from_db()
        moved = league.tournament.rounds.get(number=1).pairings.get(table=2)
        team = moved.appearances.first().player
        self.complete(league, 1, 1)
        address = f"players/{team.public_id}/card/"
        assert "Round 2 of 6 · 5 September, 15:30" in self.read(client, league, address)
        self.complete(league, 2, 1, 2)
        assert "Round 1 of 6 · 8 September, 19:00" in self.read(client, league, address)

    def test_desk_links_to_the_round_that_is_due(self, league, monkeypatch):
        def leads_to(day):
            now = datetime(2026, 9, day, 12, tzinfo=ZoneInfo("Europe/Helsinki"))
            monkeypatch.setattr("tournaments.desk.progress.timezone.now", lambda: now)
            desk = signed_in(league.orla.user).get(f"/t/{league.tournament.slug}/desk/")
            return desk.context["step"].url, desk.context["last"].number

        at = f"/t/{league.tournament.slug}/desk/rounds"
        Tournament.objects.update(moved_matches="1/2 2026-09-08 19:00")
        league.tournament.refresh_from_db()
        assert leads_to(1) == (f"{at}/1/results/", 1)
        self.complete(league, 1, 1)
        assert leads_to(1) == (f"{at}/2/results/", 2)
        assert leads_to(8) == (f"{at}/1/results/", 1)
