"""Accounts unused for the time set by the owner are closed without their names, and no others."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.tournaments.privacy.test_erasing import mentions
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.models import ApiToken, Erasure, Member, Retention, Series, User
from tournaments.models.fields import secret
from tournaments.models.server_wide import account_retention_months, retention_months
from tournaments.people import staff
from tournaments.privacy import erasing, retention

pytestmark = pytest.mark.django_db(transaction=True)
NOW = timezone.now()
COMMAND = Who.command("test")
#: The name of the account that is unused.
NAME = "Zelda Quirke"


def account(name, days=800, **values):
    """Return an account that is `days` days old."""
    return User.objects.create_user(name, date_joined=NOW - timedelta(days=days), **values)


def unused(months=24):
    return [user.username for user in retention.unused_accounts(months)]


@pytest.fixture
def owner():
    return account("Olga", is_superuser=True)


@pytest.fixture
def zelda():
    return account(NAME, email="zelda@example.org", password="a long enough password")


def token_of(user, days):
    return ApiToken.objects.create(
        name="desk", secret_hash=secret(), created_by=user, expires_at=NOW, last_used_at=NOW - timedelta(days=days)
    )


class TestUnusedAccounts:
    def test_longest_unused_accounts_come_first(self, owner, zelda):
        account("Newcomer", days=700)
        account("Later", days=900, last_login=NOW - timedelta(days=760))
        account("Closed", days=1000, is_active=False)
        assert unused() == ["Closed", NAME, "Later"]
        assert unused(60) == []

    def test_signing_in_counts_as_use(self, zelda):
        User.objects.update(last_login=NOW - timedelta(days=700))
        assert unused() == []

    def test_last_use_of_an_api_token_counts_as_use(self, zelda):
        token_of(zelda, 780)
        assert unused() == [NAME]
        token_of(zelda, 700)
        token_of(zelda, 790)
        assert unused() == []

    @pytest.mark.parametrize("role", ["organiser", "helper"])
    def test_staff_accounts_are_not_unused(self, zelda, make, role):
        Member.objects.create(tournament=make().tournament, user=zelda, role=role)
        assert NAME not in unused()

    def test_series_organisers_are_not_unused(self, zelda):
        guest = account("Guest")
        series = Series.objects.create(slug="grand-prix", name="Grand Prix", owner=zelda, rule={})
        assert unused() == ["Guest"]
        series.organisers.add(guest)
        assert unused() == []

    def test_guest_helpers_are_not_unused(self):
        account("pass-1", is_guest=True, first_name="Rose")
        assert unused() == []


class TestErasing:
    def test_name_is_erased_and_account_closed(self, zelda, owner):
        retention.set_account_months(Who.at_page(owner), 24)
        assert [retention.remove_next() for _time in range(2)] == [True, False]
        zelda.refresh_from_db()
        assert (zelda.username, zelda.is_active, zelda.email) == (f"Account {zelda.pk}", False, "")
        assert mentions("Zelda", "zelda@") == []
        assert Erasure.objects.get().key == str(zelda.pk)
        assert unused() == []

    def test_name_is_erased_from_journals_of_former_staff(self, zelda, make):
        tournament = make().tournament
        staff.give(COMMAND, tournament, zelda)
        zelda.memberships.all().delete()
        retention.set_account_months(COMMAND, 24)
        assert mentions(NAME) == [NAME]
        assert retention.remove_next()
        assert mentions(NAME) == []

    def test_accounts_are_erased_in_batches(self, monkeypatch):
        monkeypatch.setattr(retention, "ACCOUNTS_PER_RUN", 2)
        for number in range(3):
            account(f"Name {number}")
        retention.set_account_months(COMMAND, 12)
        assert retention.remove_next()
        assert unused() == ["Name 2"]
        assert [retention.remove_next() for _time in range(2)] == [True, False]

    def test_accounts_are_kept_by_default_independently_of_details(self, zelda):
        assert not retention.remove_next()
        retention.set_months(COMMAND, 6)
        assert not retention.remove_next()
        assert unused() == [NAME]
        retention.set_account_months(COMMAND, 60)
        assert not retention.remove_next()
        assert (retention_months(), account_retention_months()) == (6, 60)

    def test_name_from_a_restored_backup_is_erased_again(self, zelda):
        retention.set_account_months(COMMAND, 24)
        assert retention.remove_next()
        zelda.save()
        assert [each.key for each in erasing.undone_erasures()] == [str(zelda.pk)]
        assert retention.remove_next()
        assert unused() == []
        assert erasing.undone_erasures() == []

    def test_only_the_owner_sets_the_time_for_accounts(self, zelda):
        with pytest.raises(NotAllowed):
            retention.set_account_months(Who.at_page(zelda), 12)
        assert not Retention.objects.exists()


def test_command_shows_sets_and_erases(zelda):
    def run(*arguments):
        text = StringIO()
        call_command("retention", *arguments, stdout=text)
        return text.getvalue()

    User.objects.update(last_login="2020-05-17T12:00:00Z")
    shown = run("--accounts", "24", "--yes")
    assert "Accounts are erased after 24 months without use." in shown
    assert f"  {NAME}: last used on 2020-05-17" in shown
    assert account_retention_months() == 24
    assert unused() == [NAME]
    assert "Removed." in run("--now", "--yes")
    assert unused() == []
    assert "To be erased now: 0" in run()
    assert "Unused accounts are kept." in run("--accounts", "never")
    assert account_retention_months() is None


class TestPage:
    @pytest.fixture
    def desk(self, owner):
        client = Client()
        client.force_login(owner)
        return client

    def test_names_are_shown_before_the_setting_is_stored(self, desk, zelda):
        asked = desk.post("/server/retention/", {"months": "0", "accounts": "24"}).content.decode()
        assert "To be erased now: 1 account" in asked
        assert NAME in asked
        assert '<input type="hidden" name="accounts" value="24">' in asked
        assert account_retention_months() is None
        assert desk.post("/server/retention/", {"months": "0", "accounts": "24", "do": "save"}).status_code == 302
        assert (retention_months(), account_retention_months()) == (None, 24)
        assert NAME in desk.get("/server/retention/").content.decode()

    @pytest.mark.parametrize("months", ["6", "-12", "all", ""])
    def test_other_number_of_months_is_refused_beside_the_field(self, desk, months):
        answer = desk.post("/server/retention/", {"months": "0", "accounts": months, "do": "save"})
        assert (answer.status_code, account_retention_months()) == (422, None)
        assert '<p class="error" id="id_accounts_error">' in answer.content.decode()

    def test_account_list_shows_last_use(self, desk, zelda):
        assert desk.get("/account/all/").content.decode().count("never signed in") == 1
        token_of(zelda, 0)
        page = desk.get("/account/all/").content.decode()
        assert "never signed in" not in page
        assert page.count("last used on") == 2
