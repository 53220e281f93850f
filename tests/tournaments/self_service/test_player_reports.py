"""Results reported by players: one result for both players, and only stored results count."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from server.processes import due
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import Program
from tests.tournaments.self_service.test_badges import at, give, phone_of
from tournaments.core.journal.errors import Conflict, Refused
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse, write
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import JournalEntry, Member, Report, Result
from tournaments.models.self_service import badge_with
from tournaments.people import tokens
from tournaments.public.page_cache import PAGES
from tournaments.results import results
from tournaments.rounds import publishing, rounds
from tournaments.self_service import badges, reports
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


class Hall:
    """A running round: at table 1 Ann plays Bo or another opponent, and both have phones."""

    def __init__(self, stage, **settings):
        self.stage, self.tournament, self.orla = stage, stage.tournament, stage.orla
        stage.pair()
        stage.publish()
        if settings:
            lifecycle.change_settings(stage.orla, stage.tournament, **settings)
        self.table = stage.table(1)
        first, second = self.table.appearances.order_by("side").select_related("player")
        self.first, self.second = first.player, second.player
        self.secrets = {player.name: give(stage, player.name) for player in (self.first, self.second)}

    def who(self, player):
        return Who.player(badge_with(self.secrets[player.name]))

    def says(self, player, text, number=1):
        result = parse(text, self.tournament.scoring) if text else None
        return reports.report_result(self.who(player), self.tournament, number, result)

    def disputes(self, player):
        return reports.dispute_report(self.who(player), self.tournament, 1)

    def settle(self, text, **more):
        result = parse(text, self.tournament.scoring)
        return reports.settle_report(self.orla, self.tournament, self.table, result, **more)

    def phone(self, player):
        return phone_of(self.secrets[player.name])

    @property
    def result(self):
        found = Result.objects.filter(pairing=self.table).first()
        return write(found.fact) if found else ""

    @property
    def verbs(self):
        of_players = JournalEntry.objects.filter(tournament=self.tournament, verb__contains="report")
        timed = JournalEntry.objects.filter(tournament=self.tournament, verb="settle-by-time")
        return [entry.verb for entry in (of_players | timed).order_by("sequence")]

    def last(self, verb):
        return JournalEntry.objects.filter(tournament=self.tournament, verb=verb).first()


@pytest.fixture
def hall(cup):
    return Hall(cup)


@pytest.fixture
def timed_reports(cup):
    return Hall(cup, report_minutes=10)


def pass_time(minutes):
    """Make reports older by a number of minutes."""
    for row in Report.objects.exclude(due_at=None):
        Report.objects.filter(pk=row.pk).update(due_at=row.due_at - timedelta(minutes=minutes))


class TestReport:
    def test_is_no_result(self, hall):
        hall.says(hall.first, "1-0")
        assert hall.result == ""
        with pytest.raises(Refused, match="missing"):
            rounds.close_round(hall.orla, hall.tournament, hall.stage.round)

    def test_becomes_the_result_if_the_opponent_reports_the_same(self, hall):
        hall.says(hall.first, "1-0")
        hall.says(hall.second, "1-0")
        assert hall.result == "1-0"
        assert hall.verbs == ["report-result", "confirm-report"]
        stored = Result.objects.get()
        assert (stored.by, stored.entered_by) == (hall.first.name, None)

    def test_repeated_report_is_recorded_once(self, hall):
        for _time in (1, 2):
            hall.says(hall.first, "1-0")
        for _time in (1, 2):
            hall.says(hall.second, "1-0")
        hall.says(hall.first, "1-0")
        assert hall.verbs == ["report-result", "confirm-report"]

    def test_can_be_changed_and_cancelled_before_it_becomes_the_result(self, hall):
        hall.says(hall.first, "1-0")
        hall.says(hall.first, "½-½")
        assert Report.objects.get().said == "½-½"
        hall.says(hall.first, None)
        hall.says(hall.first, None)
        assert not Report.objects.exists()
        assert hall.verbs == ["report-result", "report-result", "take-back-report"]

    def test_contradiction_to_the_stored_result_is_refused(self, hall):
        results.enter_result(hall.orla, hall.tournament, hall.table, parse("0-1", hall.tournament.scoring))
        with pytest.raises(Refused, match="Table 1: the result is already 0-1"):
            hall.says(hall.first, "1-0")
        hall.says(hall.first, "0-1")
        assert hall.verbs == []

    def test_different_reports_are_left_to_the_desk(self, timed_reports):
        timed_reports.says(timed_reports.first, "1-0")
        timed_reports.says(timed_reports.second, "0-1")
        pass_time(60)
        assert reports.settle_due(timed_reports.tournament) == 0
        (table,) = reports.open_reports([timed_reports.stage.round])
        assert table.is_disputed
        timed_reports.says(timed_reports.first, "0-1")
        assert timed_reports.result == "0-1"

    @pytest.mark.parametrize("text", ["+--", "---"])
    def test_unplayed_game_cannot_be_reported(self, hall, text):
        with pytest.raises(Refused, match="not played"):
            hall.says(hall.first, text)

    def test_is_refused_if_players_do_not_report(self, cup):
        hall = Hall(cup, players_report=False)
        with pytest.raises(Refused) as refusal:
            hall.says(hall.first, "1-0")
        assert refusal.value.code == "no-reports"

    @pytest.mark.parametrize("number", [0, 2, 99])
    def test_for_a_round_that_is_not_running_is_refused(self, hall, number):
        with pytest.raises(Refused, match="You do not play"):
            hall.says(hall.first, "1-0", number)

    @pytest.mark.rotates(4)
    def test_for_a_closed_round_is_refused(self, cup):
        hall = Hall(cup)
        for table in (1, 2):
            cup.enter(table, "1-0")
        cup.close()
        with pytest.raises(Refused, match="closed"):
            hall.says(hall.first, "0-1")

    @pytest.mark.rotates(8)
    def test_of_games_is_shown_from_the_players_own_side(self, make):
        stage = make(game="cards", system="manual", best_of=3).with_players("Ann", "Bo")
        stage.pair()
        editing.set_pairings(stage.orla, stage.tournament, stage.round, [(stage.players["Ann"], stage.players["Bo"])])
        stage.pair = lambda: None
        hall = Hall(stage)
        page = hall.phone(hall.second).get(at(stage, "me/")).content.decode()
        assert "I won against Ann, 2-1" in " ".join(page.split())
        hall.phone(hall.second).post(at(stage, "me/report/"), {"round": "1", "result": "1-2"})
        page = hall.phone(hall.first).get(at(stage, "me/")).content.decode()
        assert "Bo reported: Bo won, 1-2." in " ".join(page.split())
        hall.phone(hall.first).post(at(stage, "me/report/"), {"round": "1", "result": "1-2"})
        assert hall.result == "1-2"

    @pytest.mark.rotates(4)
    def test_of_scores_is_entered_from_the_players_own_side(self, make):
        stage = make(game="football").with_players("Ann", "Bo")
        hall = Hall(stage)
        hall.phone(hall.second).post(at(stage, "me/report/"), {"round": "1", "own": "3", "theirs": "2"})
        assert Report.objects.get().said == "2-3"
        refused = hall.phone(hall.second).post(
            at(stage, "me/report/"), {"round": "1", "own": "x", "theirs": "2"}, follow=True
        )
        assert b"Not a valid result" in refused.content


class TestAutomaticSettling:
    def test_settles_an_undisputed_report_once(self, timed_reports):
        timed_reports.says(timed_reports.first, "1-0")
        assert Report.objects.get().due_at - Report.objects.get().at == pytest.approx(
            timedelta(minutes=10), abs=timedelta(seconds=1)
        )
        assert reports.settle_due(timed_reports.tournament) == 0
        pass_time(10)
        assert [reports.settle_all_due(), reports.settle_all_due()] == [1, 0]
        assert (timed_reports.result, timed_reports.verbs) == ("1-0", ["report-result", "settle-by-time"])
        assert timed_reports.last("settle-by-time").through == "time"

    def test_late_dispute_is_refused_and_the_report_settled_first(self, timed_reports):
        """Nothing has settled reports meanwhile: the due one is stored first, and the dispute comes too late."""
        timed_reports.says(timed_reports.first, "1-0")
        pass_time(11)
        with pytest.raises(Refused, match="the result is already 1-0"):
            timed_reports.disputes(timed_reports.second)
        assert (timed_reports.result, timed_reports.verbs) == ("1-0", ["report-result", "settle-by-time"])

    @pytest.mark.parametrize("where", ["me/", "desk/", "desk/rounds/1/results/"])
    @pytest.mark.rotates(4)
    def test_due_report_is_settled_before_a_page_is_shown(self, timed_reports, where, orla):
        timed_reports.says(timed_reports.first, "1-0")
        pass_time(11)
        client = timed_reports.phone(timed_reports.second) if where == "me/" else signed_in(orla)
        client.get(at(timed_reports.stage, where))
        assert timed_reports.result == "1-0"

    def test_due_report_is_not_on_public_pages_until_settled(self, timed_reports):
        PAGES.clear()
        timed_reports.says(timed_reports.first, "1-0")
        pass_time(11)
        address = at(timed_reports.stage, "rounds/1/")
        assert b"1-0" not in Client().get(address).content
        reports.settle_all_due()
        assert b"1-0" in Client().get(address).content

    def test_stops_after_a_dispute_or_when_reports_are_switched_off(self, timed_reports):
        timed_reports.says(timed_reports.first, "1-0")
        timed_reports.disputes(timed_reports.second)
        timed_reports.disputes(timed_reports.second)
        pass_time(60)
        assert reports.settle_due(timed_reports.tournament) == 0
        assert timed_reports.verbs == ["report-result", "dispute-report"]
        timed_reports.says(timed_reports.first, "1-0")  # a repeated report starts its time again
        lifecycle.change_settings(timed_reports.orla, timed_reports.tournament, players_report=False)
        pass_time(60)
        assert reports.settle_due(timed_reports.tournament) == 0

    @pytest.mark.parametrize("how", ["undo", "clear"])
    def test_undone_or_cleared_result_is_not_settled_again(self, timed_reports, how):
        timed_reports.says(timed_reports.first, "1-0")
        pass_time(60)
        reports.settle_due(timed_reports.tournament)
        if how == "undo":
            undo.undo(timed_reports.orla, timed_reports.tournament, timed_reports.last("settle-by-time"))
        else:
            results.enter_result(timed_reports.orla, timed_reports.tournament, timed_reports.table, None)
        assert reports.settle_due(timed_reports.tournament) == 0
        assert timed_reports.result == ""
        (table,) = reports.open_reports([timed_reports.stage.round])
        assert [row.said for row in table.reports] == ["1-0"]
        timed_reports.says(timed_reports.second, "1-0")
        assert timed_reports.result == "1-0"

    def test_background_thread_continues_after_an_error(self, timed_reports, monkeypatch):
        """A thread that continues after an error, and logs it."""
        looks = []

        class Enough(BaseException):
            pass

        def look():
            looks.append(None)
            if len(looks) == 1:
                raise ValueError("no database")
            raise Enough

        monkeypatch.setattr(due.time, "sleep", lambda _seconds: None)
        monkeypatch.setattr(due.reports, "settle_all_due", look)
        monkeypatch.setattr(due, "connection", type("Connection", (), {"close": staticmethod(lambda: None)}))
        with pytest.raises(Enough):
            due._run()
        assert len(looks) == 2


class TestDesk:
    @pytest.mark.rotates(4)
    def test_shows_disputed_reports_first_and_settles_with_one_click(self, cup, orla):
        hall = Hall(cup)
        other = cup.table(2)
        third, fourth = (place.player for place in other.appearances.order_by("side").select_related("player"))
        hall.secrets |= {player.name: give(cup, player.name) for player in (third, fourth)}
        hall.says(hall.first, "1-0")
        hall.says(third, "1-0")
        hall.says(fourth, "0-1")
        client = signed_in(orla)
        page = client.get(at(cup, "desk/rounds/1/results/")).content.decode()
        assert page.index("Table 2") < page.index("disputed") < page.index("Table 1")
        assert 'data-reported="1"' in page
        assert 'data-reported="2"' not in page
        answer = client.post(
            at(cup, f"desk/tables/{hall.table.public_id}/settle/"), {"result": "1-0", "version": hall.table.version}
        )
        assert answer.status_code == 302
        assert (hall.result, hall.verbs[-1]) == ("1-0", "settle-report")

    @pytest.mark.rotates(4)
    def test_does_not_settle_a_report_that_changed(self, hall):
        hall.says(hall.first, "1-0")
        hall.says(hall.first, "0-1")
        with pytest.raises(Refused, match="changed their reports"):
            hall.settle("1-0")
        hall.settle("0-1")
        hall.settle("0-1")
        assert hall.verbs.count("settle-report") == 1
        with pytest.raises(Refused, match="already"):
            hall.settle("1-0")

    def test_does_not_settle_a_table_that_changed(self, hall):
        version = hall.table.version
        hall.says(hall.first, "1-0")
        results.enter_result(hall.orla, hall.tournament, hall.table, parse("0-1", hall.tournament.scoring))
        results.enter_result(hall.orla, hall.tournament, hall.table, None)
        with pytest.raises(Conflict):
            hall.settle("1-0", version=version)

    def test_entry_is_not_blocked_by_a_report(self, hall):
        """A report does not change the row's version, which a page of results sends."""
        version = hall.table.version
        hall.says(hall.first, "1-0")
        result = parse("0-1", hall.tournament.scoring)
        results.enter_result(hall.orla, hall.tournament, hall.table, result, version=version)
        assert hall.result == "0-1"
        assert reports.open_reports([hall.stage.round]) == []

    def test_dismisses_reports_and_undoes_it(self, hall, orla):
        hall.says(hall.first, "1-0")
        client = signed_in(orla)
        client.post(at(hall.stage, f"desk/tables/{hall.table.public_id}/settle/"), {"dismiss": ""})
        assert not Report.objects.exists()
        undo.undo(hall.orla, hall.tournament, hall.last("dismiss-reports"))
        hall.settle("1-0")
        undo.undo(hall.orla, hall.tournament, hall.last("settle-report"))
        assert hall.result == ""
        assert Report.objects.get().said == "1-0"

    @pytest.mark.rotates(4)
    def test_helper_settles_only_own_tables_and_undoes_own_entries(self, hall, heli):
        member = Member.objects.create(
            tournament=hall.tournament, user=heli, role="helper", first_table=2, last_table=2
        )
        hall.says(hall.first, "1-0")
        who, client = Who.at_page(heli), signed_in(heli)
        assert b"Reported by players" not in client.get(at(hall.stage, "desk/rounds/1/results/")).content
        with pytest.raises(Refused, match=r"only at table 2\. This is table 1\."):
            reports.settle_report(who, hall.tournament, hall.table, parse("1-0", hall.tournament.scoring))
        Member.objects.filter(pk=member.pk).update(first_table=1)
        reports.settle_report(who, hall.tournament, hall.table, parse("1-0", hall.tournament.scoring))
        undo.undo(who, hall.tournament, hall.last("settle-report"))
        assert hall.result == ""

    def test_round_with_reports_cannot_become_a_draft(self, hall):
        hall.says(hall.first, "1-0")
        with pytest.raises(Refused, match=r"Players have reported a result in round 1 \(table 1\)"):
            publishing.unpublish_round(hall.orla, hall.tournament, hall.stage.round)
        with pytest.raises(Refused, match="A later entry depends on this: result reported"):
            undo.undo(hall.orla, hall.tournament, hall.last("publish-round"))
        reports.dismiss_reports(hall.orla, hall.tournament, hall.table)
        publishing.unpublish_round(hall.orla, hall.tournament, hall.stage.round)


class TestReporters:
    def test_badge_reports_only_its_players_own_table(self, cup):
        hall = Hall(cup)
        stranger = next(player for name, player in cup.players.items() if name not in hall.secrets)
        hall.secrets[stranger.name] = give(cup, stranger.name)
        hall.says(stranger, "1-0")
        assert not Report.objects.filter(pairing=hall.table).exists()

    def test_badge_of_another_tournament_is_refused(self, hall, make):
        other = make(name="Bowl").with_players("Eve")
        eve = Who.player(badge_with(give(other, "Eve")))
        with pytest.raises(Refused) as refusal:
            reports.report_result(eve, hall.tournament, 1, parse("1-0", hall.tournament.scoring))
        assert refusal.value.status == 403

    def test_revoked_badge_reports_nothing(self, hall):
        who = hall.who(hall.first)
        badges.revoke_badges(hall.orla, hall.tournament, [hall.first])
        with pytest.raises(Refused) as refusal:
            reports.report_result(who, hall.tournament, 1, parse("1-0", hall.tournament.scoring))
        assert refusal.value.status == 403
        assert not Report.objects.exists()

    def test_organiser_without_a_badge_cannot_report(self, hall):
        with pytest.raises(Refused):
            reports.report_result(hall.orla, hall.tournament, 1, parse("1-0", hall.tournament.scoring))

    def test_public_feed_of_a_report_hides_result_and_name(self, hall):
        hall.says(hall.first, "1-0")
        text = Client().get(f"/api/v1/tournaments/{hall.tournament.slug}/events?after=0").content.decode()
        assert '"topic":"reports"' in text.replace(": ", ":")
        assert hall.first.public_id in text
        assert "1-0" not in text
        assert hall.first.name not in text


class TestPhones:
    @pytest.mark.rotates(8)
    def test_phones_report_agree_and_show_a_receipt(self, hall):
        one, other = hall.phone(hall.first), hall.phone(hall.second)
        own = at(hall.stage, "me/")
        assert f"I won against {hall.second.name}" in " ".join(one.get(own).content.decode().split())
        one.post(f"{own}report/", {"round": "1", "result": "1-0"})
        assert "you reported: You won" in " ".join(one.get(own).content.decode().split())
        assert f"{hall.first.name} reported: {hall.first.name} won" in " ".join(other.get(own).content.decode().split())
        other.post(f"{own}report/", {"round": "1", "result": "1-0"})
        for phone in (one, other):
            page = phone.get(own).content.decode()
            assert "The result is final." in page
            assert "You reported it at" in page

    @pytest.mark.rotates(4)
    def test_phone_disputes_a_report(self, hall):
        one, other = hall.phone(hall.first), hall.phone(hall.second)
        own = at(hall.stage, "me/")
        one.post(f"{own}report/", {"round": "1", "result": "1-0"})
        other.post(f"{own}report/", {"round": "1", "dispute": ""})
        for phone in (one, other):
            assert b"to the organiser together" in phone.get(own).content
        one.post(f"{own}report/", {"round": "1", "take-back": ""})
        assert not Report.objects.exists()

    def test_phone_without_badge_is_redirected_to_badge_sign_in(self, hall):
        answer = Client().post(at(hall.stage, "me/report/"), {"round": "1", "result": "1-0"})
        assert (answer.status_code, answer["Location"]) == (302, "/b/")

    @pytest.mark.parametrize("sent", [{}, {"round": "x"}, {"round": "1", "result": "banana"}, {"round": "9" * 30}])
    @pytest.mark.rotates(4)
    def test_invalid_input_stores_no_report(self, hall, sent):
        phone = hall.phone(hall.first)
        answer = phone.post(at(hall.stage, "me/report/"), sent, follow=True)
        assert answer.status_code == 200
        assert not Report.objects.exists()


class TestApi:
    @pytest.mark.rotates(4)
    def test_player_uses_the_badge_secret_as_api_token(self, hall):
        one, other = (Program(hall.tournament, hall.secrets[player.name]) for player in (hall.first, hall.second))
        body = {"round": 1, "result": {"notation": "1-0"}}
        answer = one.post("/me/report", body)
        assert answer.status_code == 200, answer.content
        (table,) = other.get("/me").json()["tables"]
        assert (table["result"], table["reports"][0]["notation"]) == ("", "1-0")
        assert other.post("/me/dispute", {"round": 1}).json()["tables"][0]["disputed"]
        assert other.post("/me/report", body).json()["tables"][0]["result"] == "1-0"
        assert other.get("/journal").status_code == 403
        assert "no-store" not in other.get("/players")["Cache-Control"]
        assert other.get("/players")["Cache-Control"].startswith("private")

    def test_desk_api_lists_and_settles_reports(self, hall, token_of):
        desk = Program(hall.tournament, token_of(hall.stage, "results:write"))
        hall.says(hall.first, "1-0")
        (table,) = desk.get("/reports").json()["tables"]
        assert (table["pairing"], table["disputed"]) == (hall.table.public_id, False)
        assert desk.post(f"/pairings/{hall.table.public_id}/settle", {"notation": "0-1"}).status_code == 422
        assert desk.post(f"/pairings/{hall.table.public_id}/settle", {"notation": "1-0"}).status_code == 200
        assert hall.result == "1-0"

    @pytest.fixture
    def token_of(self):
        def make(stage, *scopes):
            end = timezone.now() + timedelta(days=1)
            return tokens.create_token(stage.orla, stage.tournament, name="D", scopes=list(scopes), expires_at=end)[1]

        return make


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("texts", [("1-0", "1-0"), ("1-0", "0-1")])
def test_concurrent_reports_give_one_result_or_none(cup, texts):
    hall = Hall(cup)
    faults, start = [], threading.Barrier(4)

    def say(player, text):
        try:
            who = hall.who(player)
            start.wait()
            reports.report_result(who, hall.tournament, 1, parse(text, hall.tournament.scoring))
        except Exception as error:  # noqa: BLE001 - whatever it is, the test shows it
            faults.append(error)
        finally:
            connection.close()

    lines = list(zip((hall.first, hall.second), texts, strict=True)) * 2
    threads = [threading.Thread(target=say, args=each) for each in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert Report.objects.count() == 2
    assert hall.result == ("1-0" if texts[0] == texts[1] else "")


class TestSettings:
    def test_new_tournament_lets_players_report_without_automatic_settling(self, cup):
        assert (cup.tournament.players_report, cup.tournament.report_minutes) == (True, 0)

    def test_result_format_is_fixed_once_a_result_is_reported(self, hall):
        hall.says(hall.first, "1-0")
        with pytest.raises(Refused, match="the result format can no longer change"):
            lifecycle.change_settings(hall.orla, hall.tournament, best_of=3)
