"""Account pages: changing the password, signing out other devices, and resetting a forgotten password."""

import logging
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from config.logs import LineFormatter
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.models import Member, Series
from tournaments.people import accounts, tokens
from tournaments.series import series

pytestmark = pytest.mark.django_db
OLD, NEW = "a long enough password", "quite another sentence"


@pytest.fixture
def device(orla):
    """A function that returns a browser in which a user has signed in."""

    def sign_in(name="Orla", password=OLD):
        client = Client()
        client.post("/account/sign-in/", {"username": name, "password": password})
        return client

    return sign_in


@pytest.fixture
def owner(orla):
    orla.is_superuser = True
    orla.save()
    return orla


def is_in(client):
    return client.get("/account/").status_code == 200


class TestPassword:
    def test_new_password_ends_all_other_sessions(self, device):
        here, there = device(), device()
        answer = here.post("/account/password/", {"present": OLD, "password": NEW}, follow=True)
        assert "all other devices are signed out" in answer.content.decode()
        assert is_in(here)
        assert not is_in(there)
        assert not is_in(device(password=OLD))
        assert is_in(device(password=NEW))

    @pytest.mark.rotates(4)
    def test_wrong_current_password_is_refused_and_rate_limited(self, device):
        here = device()
        answer = here.post("/account/password/", {"present": "guess", "password": NEW})
        assert answer.status_code == 422
        assert "Wrong current password" in answer.content.decode()
        statuses = [
            here.post("/account/password/", {"present": "guess", "password": NEW}).status_code for _ in range(60)
        ]
        assert statuses[-1] == 429
        assert not is_in(device(password=NEW))

    @pytest.mark.parametrize("bad", ["short", "password123", ""])
    def test_weak_password_is_refused_with_a_reason(self, device, bad):
        here = device()
        answer = here.post("/account/password/", {"present": OLD, "password": bad})
        assert answer.status_code == 422
        assert answer.context["form"].errors["password"]
        assert is_in(device())

    def test_page_never_contains_a_password(self, device):
        answer = device().post("/account/password/", {"present": "my old secret", "password": "short"})
        assert "my old secret" not in answer.content.decode()

    def test_account_pages_require_sign_in(self):
        for path in ("", "password/", "everywhere/", "tokens/", "tokens/revoke/"):
            client = Client()
            answer = client.get("/account/") if not path else client.post(f"/account/{path}")
            assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/account/sign-in/")


class TestSignOutEverywhere:
    def test_all_other_sessions_end_and_this_one_continues(self, device):
        here, there = device(), device()
        here.post("/account/everywhere/")
        assert is_in(here)
        assert not is_in(there)
        assert is_in(device())

    def test_sessions_of_other_users_continue(self, device, sam):
        sams = device("Sam")
        device().post("/account/everywhere/")
        assert is_in(sams)


class TestTokens:
    @pytest.fixture
    def token(self, cup):
        expires = timezone.now() + timedelta(days=1)
        token, _value = tokens.create_token(
            cup.orla, cup.tournament, name="Scoreboard", scopes=["read"], expires_at=expires
        )
        return token

    def test_tokens_survive_a_new_password_and_are_listed(self, device, token):
        here = device()
        answer = here.post("/account/password/", {"present": OLD, "password": NEW}, follow=True)
        assert "Scoreboard" in answer.content.decode()
        assert "keep working" in answer.content.decode()
        token.refresh_from_db()
        assert token.is_open

    def test_all_tokens_can_be_revoked_even_without_membership(self, device, token, cup, sam):
        Member.objects.create(tournament=cup.tournament, user=sam, role="organiser")
        Member.objects.filter(user__username="Orla").delete()
        answer = device().post("/account/tokens/revoke/", follow=True)
        assert "1 token revoked." in answer.content.decode()
        token.refresh_from_db()
        assert not token.is_open
        assert cup.tournament.journal.filter(verb="revoke-token").count() == 1

    def test_tokens_of_others_are_not_revoked(self, device, token, sam):
        device("Sam").post("/account/tokens/revoke/")
        token.refresh_from_db()
        assert token.is_open


class TestPasswordReset:
    def link(self, client, user):
        answer = client.post("/account/all/", {"account": user.pk})
        return re.search(r"http://testserver(/account/reset/[^<]+)<", answer.content.decode())[1]

    def test_owner_creates_a_link_that_works_once(self, owner, device, sam):
        link = self.link(device(), sam)
        sams_old, forgetful = device("Sam"), Client()
        link = self.link(device(), sam)
        assert "Sam" in forgetful.get(link, follow=True).content.decode()
        answer = forgetful.post("/account/reset/", {"password": NEW}, follow=True)
        assert "Password changed" in answer.content.decode()
        assert is_in(forgetful)
        assert not is_in(sams_old)
        assert is_in(device("Sam", NEW))
        assert Client().get(link, follow=True).status_code == 410
        assert forgetful.get("/account/reset/").status_code == 410

    def test_weak_password_can_be_corrected(self, owner, device, sam):
        forgetful = Client()
        forgetful.get(self.link(device(), sam), follow=True)
        assert forgetful.post("/account/reset/", {"password": "short"}).status_code == 422
        assert forgetful.post("/account/reset/", {"password": NEW}).status_code == 302

    def test_link_expires_after_a_day(self, owner, device, sam, settings):
        settings.PASSWORD_RESET_TIMEOUT = -1
        assert Client().get(self.link(device(), sam), follow=True).status_code == 410

    def test_link_expires_when_the_user_signs_in(self, owner, device, sam):
        link = self.link(device(), sam)
        device("Sam")
        assert Client().get(link, follow=True).status_code == 410

    def test_only_the_owner_creates_links(self, device, sam, orla):
        assert device("Sam").get("/account/all/").status_code == 403
        assert device("Sam").post("/account/all/", {"account": orla.pk}).status_code == 403
        with pytest.raises(NotAllowed):
            accounts.reset_secret(Who.at_page(sam), orla)

    @pytest.mark.parametrize("key", ["", "x", "0", "9" * 30, "٣"])
    def test_unknown_account_gives_404(self, owner, device, key):
        assert device().post("/account/all/", {"account": key}).status_code == 404

    @pytest.mark.parametrize("secret", ["x", "1-x", "-", "9" * 30 + "-x", "٣-x", "1-abc-def"])
    def test_invalid_secret_gives_410(self, orla, secret):
        assert Client().get(f"/account/reset/{secret}/", follow=True).status_code == 410

    def test_null_characters_are_refused(self, owner, device):
        here = device()
        assert here.post("/account/password/", {"present": OLD, "password": "with\0nothing in it"}).status_code == 400
        assert is_in(device())
        assert here.post("/account/all/", {"account": "1\0"}).status_code == 400
        assert Client().get("/account/reset/%00/", follow=True).status_code == 404

    def test_secret_is_removed_from_logs(self):
        text = "Not found: /account/reset/7-abc-def/ by /account/sign-in/?next=%2Faccount%2Freset%2F7-abc-def%2F"
        assert "abc" not in LineFormatter("%(message)s").format(logging.makeLogRecord({"msg": text}))

    def test_command_prints_a_working_link(self, orla, device):
        answer = StringIO()
        call_command("reset_password", "Orla", server="http://hall.example:8080/", stdout=answer)
        path = answer.getvalue().strip().removeprefix("http://hall.example:8080")
        forgetful = Client()
        forgetful.get(path, follow=True)
        forgetful.post("/account/reset/", {"password": NEW})
        assert is_in(device("Orla", NEW))

    def test_command_lists_accounts_if_the_name_is_unknown(self, orla, sam):
        with pytest.raises(CommandError, match=r"There is no account Olga\. There are: Orla, Sam"):
            call_command("reset_password", "Olga")


class TestOwner:
    def test_first_account_owns_the_server(self):
        assert accounts.create_first(username="First", password=NEW).is_superuser

    def test_first_account_runs_the_demo_series(self):
        series.load_demo(timezone.now().date())
        first = accounts.create_first(username="First", password=NEW)
        assert series.owns(Who(user=first), Series.objects.get())

    def test_later_accounts_do_not(self, orla):
        assert not accounts.create(username="Second", password=NEW).is_superuser
