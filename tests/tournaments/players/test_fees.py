"""The entry fee: set, shown on sign-up, marked as paid; only staff see who has paid."""

from decimal import Decimal

import pytest
from django.test import Client

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.feed import events
from tournaments.core.rights import Who
from tournaments.history import undo
from tournaments.models import SignUp
from tournaments.players.fees import mark_paid, payers_of, set_fee
from tournaments.self_service import sign_ups
from tournaments.setup import copies

pytestmark = pytest.mark.django_db
PAGE = "/t/cup/desk/players/fees/"


@pytest.fixture
def stage(make):
    """A Swiss with an entry fee of 12.50; Ann and Bo are entered, and Zoe has signed up."""
    stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo")
    set_fee(stage.orla, stage.tournament, Decimal("12.50"), "€")
    sign_ups.set_enrolment(stage.orla, stage.tournament, is_open=True)
    sign_ups.sign_up(Who(), stage.tournament, "letters", {"name": "Zoe"})
    stage.tournament.refresh_from_db()
    return stage


def amounts_paid(stage):
    return {each.name: each.paid for each in payers_of(stage.tournament).rows}


def test_payments_are_counted_and_undone(stage):
    mark_paid(stage.orla, stage.tournament, [stage.players["Ann"].public_id], paid=True)
    found = payers_of(stage.tournament)
    assert (found.unpaid, found.owed_text, found.received_text) == (2, "25 €", "12.50 €")
    undo.undo(stage.orla, stage.tournament, stage.tournament.journal.get(verb="mark-paid"))
    assert amounts_paid(stage) == {"Ann": False, "Bo": False, "Zoe": False}


def test_fee_paid_with_the_sign_up_stays_paid_after_confirmation(stage):
    mark_paid(stage.orla, stage.tournament, [SignUp.objects.get().public_id], paid=True)
    sign_ups.confirm(stage.orla, stage.tournament)
    assert amounts_paid(stage) == {"Ann": False, "Bo": False, "Zoe": True}


def test_copy_keeps_the_fee_but_no_payments(stage):
    mark_paid(stage.orla, stage.tournament, [stage.players["Ann"].public_id], paid=True)
    copy = copies.copy_tournament(
        stage.orla, stage.tournament, name="Copy", starts_on=stage.tournament.starts_on, with_players=True
    )
    assert payers_of(copy).fee_text == "12.50 €"
    assert payers_of(copy).unpaid == 2


@pytest.mark.parametrize("amount", [Decimal(0), Decimal(-1), Decimal("1.005"), Decimal(10**7)])
def test_fee_must_be_above_zero(stage, amount):
    with pytest.raises(Refused, match="above 0"):
        set_fee(stage.orla, stage.tournament, amount, "€")


class TestPages:
    def test_page_marks_payments_and_totals_are_updated(self, stage, orla):
        client = signed_in(orla)
        assert "3 of 3 have not paid. Missing: 37.50 €." in " ".join(client.get(PAGE).text.split())
        client.post(PAGE, {"person": stage.players["Bo"].public_id, "paid": "yes"})
        assert "2 of 3 have not paid." in client.get(PAGE).text
        assert "Bo,,12.50 €,yes" in client.get("/t/cup/desk/players/fees.csv").text
        assert client.get("/t/cup/desk/players/").text.count("not paid") == 1
        assert "not paid" in client.get("/t/cup/desk/players/sign-ups/").text
        assert client.post(PAGE, {"fee": "much", "currency": "€"}).status_code == 422
        client.post(PAGE, {"fee": "", "currency": "€"})
        stage.tournament.refresh_from_db()
        assert stage.tournament.fee is None

    def test_public_sees_only_the_amount_of_the_fee(self, stage):
        mark_paid(stage.orla, stage.tournament, [stage.players["Ann"].public_id], paid=True)
        (answer,) = events(stage.tournament.journal.filter(verb="mark-paid"))
        assert answer.open is None
        stranger = Client()
        assert "Entry fee: 12.50 €." in stranger.get("/t/cup/sign-up/").text
        assert stranger.get(PAGE).status_code == 302
        assert "paid" not in stranger.get("/t/cup/players/").text
        assert b"paid" not in stranger.get("/api/v1/tournaments/cup/players").content
