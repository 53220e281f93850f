"""Erased accounts and guest helpers lose their names, their work stays, and owners are not erased."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.tournaments.privacy.test_erasing import mentions
from tournaments.core.rights import Who
from tournaments.models import Erasure, User
from tournaments.people import staff
from tournaments.privacy import erasing, finding
from tournaments.privacy.erasing import ChosenRow

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Quirke Zelda"


@pytest.fixture
def owner():
    return Who.at_page(User.objects.create_user("Olga", password="a long enough password", is_superuser=True))


@pytest.fixture
def zelda(make, owner):
    stage = make(name="Cup").with_players("Ann", "Bo")
    user = User.objects.create_user(NAME, email="zelda@example.org", password="a long enough password")
    staff.give(owner, stage.tournament, user)
    stage.orla = Who.at_page(user)
    stage.play("1-0")
    return user


def erase(owner, asked):
    found = finding.find(asked)
    assert found.rows
    return erasing.erase_everywhere(owner, [row.ticked for row in found.rows], asked)


def test_account_loses_its_name_everywhere_and_is_closed(owner, zelda):
    client = Client()
    client.force_login(zelda)
    assert mentions(NAME, "zelda@example.org") == [NAME, "zelda@example.org"]
    row, texts = finding.find("zelda").rows
    assert (row.ticked.kind, row.name, row.where) == ("account", NAME, "Cup")
    assert texts.ticked.kind == erasing.ONLY_TEXTS
    (preview,) = erasing.preview_of([row.ticked])
    assert (preview.where, preview.new_name) == (None, f"Account {zelda.pk}")
    erase(owner, "zelda")
    assert mentions("zelda") == []
    zelda.refresh_from_db()
    assert (zelda.called, zelda.is_active, zelda.has_usable_password()) == (f"Account {zelda.pk}", False, False)
    assert client.get("/account/").status_code == 302
    tournament = zelda.memberships.get().tournament
    assert tournament.journal.filter(actor=zelda).exists()
    assert tournament.journal.first().facts["names"] == [f"Account {zelda.pk}"]


def test_helper_with_a_pass_loses_the_name(owner, zelda):
    me, tournament = Who.at_page(zelda), zelda.memberships.get().tournament
    helper = staff.use_pass(Who.at_page(None), staff.invite(me, tournament, role="helper", is_pass=True), "Rose").user
    row, *_texts = finding.find("rose").rows
    erasing.erase_everywhere(owner, [row.ticked])
    helper.refresh_from_db()
    assert (helper.called, helper.is_active) == (f"Helper {helper.pk}", False)
    assert mentions("Rose") == []


def test_same_name_outside_the_account_is_kept(owner, zelda, make):
    tournament = zelda.memberships.get().tournament
    tournament.chief_arbiter = f"{NAME} and others"
    tournament.save(update_fields=["chief_arbiter"])
    erasing.erase_everywhere(owner, [ChosenRow("account", str(zelda.pk))])
    tournament.refresh_from_db()
    assert tournament.chief_arbiter == f"{NAME} and others"


def test_owners_account_is_not_erased(owner):
    found = finding.find("olga")
    assert (found.rows, found.accounts) == ((), ("Olga",))
    assert erasing.erase_everywhere(owner, [ChosenRow("account", str(owner.user.pk))]) == []
    assert User.objects.get().username == "Olga"


def test_restored_name_is_erased_again_but_a_newer_account_is_not(owner, zelda):
    erase(owner, "zelda")
    assert erasing.undone_erasures() == []
    User.objects.filter(pk=zelda.pk).update(username=NAME, date_joined=timezone.now() + timedelta(minutes=1))
    assert erasing.undone_erasures() == []
    User.objects.filter(pk=zelda.pk).update(date_joined=timezone.now() - timedelta(days=9))
    assert [each.kind for each in erasing.undone_erasures()] == ["account"]
    erasing.do_again(owner)
    assert mentions("zelda") == []
    assert erasing.undone_erasures() == []


def test_page_and_command_erase_an_account(owner, zelda):
    client = Client()
    client.force_login(owner.user)
    tick = f"account:{zelda.pk}"
    assert tick in client.get("/server/privacy/", {"q": "zelda"}).text
    shown = client.post("/server/privacy/erase/", {"person": tick, "name": "zelda"}).text
    assert "The account is closed." in shown
    out = StringIO()
    call_command("erase_person", "zelda", entry=[tick], yes=True, stdout=out)
    assert f"{tick}  Account: {NAME}, Cup" in out.getvalue()
    assert f"Accounts: {NAME} becomes Account {zelda.pk}" in out.getvalue()
    assert Erasure.objects.get().new_name in client.get("/server/privacy/").text
