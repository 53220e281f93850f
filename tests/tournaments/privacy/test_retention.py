"""Personal details of ended tournaments are removed after the time set by the owner, and nothing else is."""

from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from standings.web.table.current import cached_standings
from standings.web.table.final import final_places
from tests.tournaments.privacy.test_erasing import mentions
from tests.tournaments.teams.test_teams import League
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.core.words.penalties import Measure
from tournaments.history import undo
from tournaments.models import JournalEntry, Player, Subscription, TeamMember, Tournament, User
from tournaments.models.fields import secret
from tournaments.models.server_wide import retention_months
from tournaments.officials import penalties
from tournaments.people import staff
from tournaments.players import registration
from tournaments.privacy import retention
from tournaments.self_service import sign_ups
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db
SECRET = ("1990/05/17", "shouted", "left the hall", "push.example", "Rose Quirke", "Zelda")
COMMAND = Who.command("test")
#: The time when the tournaments of these tests have been over for seven months.
LATER = timezone.now() + timedelta(days=215)


@pytest.fixture
def owner(db):
    return User.objects.create_user("Olga", password="a long enough password", is_superuser=True)


@pytest.fixture
def finished_event(make):
    """A finished tournament with all kinds of personal details."""
    stage = make(system="dutch", planned_rounds=2, is_public=True)
    stage.with_players("Ann", "Bo", "Cy", "Di", birth="1990-05-17", sex="w")
    me, tournament = stage.orla, stage.tournament
    sign_ups.set_enrolment(me, tournament, is_open=True)
    lost = sign_ups.sign_up(Who.at_page(None), tournament, secret(), {"name": "Zelda"})
    sign_ups.decline(me, tournament, lost)
    taken = sign_ups.sign_up(Who.at_page(None), tournament, secret(), {"name": "Eve"})
    sign_ups.confirm(me, tournament, [taken])
    staff.use_pass(Who.at_page(None), staff.invite(me, tournament, role="helper", is_pass=True), "Rose Quirke")
    row = tournament.players.get(name="Ann")
    Subscription.objects.create(
        player=row, address="https://push.example.com/ann", key=b"1", secret=b"2", origin="https://a", language="en",
        made_at=timezone.now(), cursor=0,
    )  # fmt: skip
    stage.play("1-0", "0-1")
    penalties.give_penalty(me, tournament, row, 1, Measure.WARNING, reason="shouted")
    registration.expel(me, tournament, tournament.players.get(name="Bo"), reason="left the hall")
    stage.play("1-0", "0-1")
    lifecycle.finish(me, tournament)
    tournament.refresh_from_db()
    return stage


def age(stage):
    """Change the dates of a tournament and its guests, as if seven months had passed."""
    Tournament.objects.filter(pk=stage.tournament.pk).update(finished_at=timezone.now() - timedelta(days=215))
    User.objects.filter(is_guest=True).update(date_joined=timezone.now() - timedelta(days=220))


def public_facts(tournament):
    """Return the places, and the public pages."""
    table = cached_standings(tournament)
    places = [(place.rank, place.player.name, str(place.points)) for place in final_places(table)]
    pages = [Client().get(f"/t/{tournament.slug}/{page}").content for page in ("standings/", "rounds/1/", "players/")]
    return places, pages


def remove(months=6, now=LATER):
    retention.set_months(COMMAND, months)
    return [retention.remove_next(now) for _time in range(3)]


@pytest.mark.rotates(4)
def test_details_are_removed_from_rows_and_journal_but_public_facts_stay(finished_event):
    before = public_facts(finished_event.tournament)
    assert mentions(*SECRET) == list(SECRET)
    due = retention.preview(6, LATER)
    assert due.tournaments == 1
    assert [count for _label, count in due.lines] == [4, 0, 2, 1, 1, 0, 1]
    assert remove() == [True, True, False]
    assert mentions(*SECRET) == []
    assert retention.preview(6, LATER).is_nothing
    finished_event.tournament.refresh_from_db()
    assert public_facts(finished_event.tournament) == before
    assert set(Player.objects.exclude(name="Eve").values_list("birth", "sex")) == {("1990", "w")}
    assert finished_event.tournament.players.get(name="Bo").expelled_for
    entry = finished_event.tournament.journal.get(verb="remove-details")
    assert (entry.agent, entry.actor) == ("command: retention", None)


def test_details_from_a_restored_backup_are_removed_again(finished_event):
    remove()
    Player.objects.update(birth="1990/05/17")
    assert remove() == [True, False, False]
    assert mentions("1990/05/17") == []


def test_everything_can_be_undone_after_removal(finished_event):
    remove()
    undo.undo_after(finished_event.orla, finished_event.tournament, 1)
    finished_event.tournament.refresh_from_db()
    assert not finished_event.tournament.players.exists()
    undo.do_again(finished_event.orla, finished_event.tournament, finished_event.tournament.revision)
    assert mentions(*SECRET) == []


def test_nothing_is_removed_before_its_time_or_without_a_setting(finished_event):
    assert remove(12) == [False] * 3
    retention.set_months(COMMAND, 6)
    assert not retention.remove_next(timezone.now() + timedelta(days=170))
    assert not any(remove(None))
    assert mentions(*SECRET) == list(SECRET)
    assert not JournalEntry.objects.filter(verb="remove-details").exists()


def test_unfinished_tournament_ends_with_its_last_day_and_change(make):
    stage = make(starts_on=date.today()).with_players("Ann", birth="1990-05-17")  # noqa: DTZ011 the day here will do
    assert stage.tournament in retention.ended_before(LATER)
    assert stage.tournament not in retention.ended_before(timezone.now() - timedelta(hours=1))
    Tournament.objects.update(ends_on=LATER.date())
    assert stage.tournament not in retention.ended_before(LATER)
    assert not any(remove())


def test_helper_active_elsewhere_keeps_the_name(finished_event, make):
    other = make(name="Other", starts_on=LATER.date())
    helper = User.objects.get(is_guest=True)
    staff.give(Who.command("test"), other.tournament, helper)
    assert remove() == [True, False, False]
    assert User.objects.get(pk=helper.pk).called == "Rose Quirke"


def test_details_are_removed_in_fide_mode(make):
    stage = make(system="dutch", planned_rounds=3, fide_mode=True)
    stage.with_players("Ann", "Bo", birth="1990-05-17")
    stage.play("1-0")
    assert remove()[0]
    assert mentions("1990/05/17") == []


def test_team_members_keep_their_birth_year(orla):
    league = League(orla)
    TeamMember.objects.filter(team__tournament=league.tournament).update(birth="1990/05/17")
    assert remove() == [True, False, False]
    assert set(TeamMember.objects.values_list("birth", flat=True)) == {"1990"}


@pytest.mark.parametrize(
    ("now", "months", "before"),
    [
        (datetime(2026, 8, 31, tzinfo=UTC), 6, datetime(2026, 2, 28, tzinfo=UTC)),
        (datetime(2026, 1, 15, tzinfo=UTC), 12, datetime(2025, 1, 15, tzinfo=UTC)),
        (datetime(2028, 2, 29, tzinfo=UTC), 60, datetime(2023, 2, 28, tzinfo=UTC)),
    ],
)
def test_months_are_calendar_months(now, months, before):
    assert retention.time_before(now, months) == before


def test_only_the_owner_sets_the_retention_time(orla, owner):
    with pytest.raises(NotAllowed):
        retention.set_months(Who.at_page(orla), 6)
    retention.set_months(Who.at_page(owner), 6)
    assert retention_months() == 6


KEPT = "Personal details are kept.\nUnused accounts are kept.\n"


def run(*arguments):
    text = StringIO()
    call_command("retention", *arguments, stdout=text)
    return text.getvalue()


def test_command_shows_sets_and_removes(finished_event, monkeypatch):
    assert run() == KEPT
    monkeypatch.setattr("builtins.input", lambda _question: "no")
    with pytest.raises(CommandError):
        run("--months", "6")
    assert retention_months() is None
    assert "Saved" in run("--months", "6", "--yes")
    age(finished_event)
    assert "from tournaments: 1" in run()
    assert mentions(*SECRET) == list(SECRET)
    assert "Removed." in run("--now", "--yes")
    assert mentions(*SECRET) == []
    assert run("--months", "never") == KEPT
    assert retention_months() is None


class TestPage:
    @pytest.fixture
    def desk(self, owner):
        client = Client()
        client.force_login(owner)
        return client

    def test_setting_is_stored_after_confirmation(self, desk, finished_event):
        age(finished_event)
        asked = desk.post("/server/retention/", {"months": "6", "accounts": "0"}).content.decode()
        assert 'id="sure"' in asked
        assert "from 1 tournament:" in asked
        assert (
            "Nothing is old enough"
            in desk.post("/server/retention/", {"months": "12", "accounts": "0"}).content.decode()
        )
        assert retention_months() is None
        assert desk.post("/server/retention/", {"months": "6", "accounts": "0", "do": "save"}).status_code == 302
        assert retention_months() == 6
        page = desk.get("/server/retention/").content.decode()
        assert '<option value="6" selected>' in page
        assert "from 1 tournament:" in page
        desk.post("/server/retention/", {"months": "0", "accounts": "0"})
        assert retention_months() is None

    @pytest.mark.parametrize("months", ["7", "-6", "all", "6.0", ""])
    def test_other_number_of_months_is_refused_beside_the_field(self, desk, months):
        answer = desk.post("/server/retention/", {"months": months, "accounts": "0", "do": "save"})
        assert (answer.status_code, retention_months()) == (422, None)
        assert '<p class="error" id="id_months_error">' in answer.content.decode()
