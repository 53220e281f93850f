"""Deleting a tournament: everything of it, nothing else, only by organisers who typed its name."""

import logging
from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import Program, token_of  # noqa: F401 a fixture
from tests.tournaments.api.test_api import problem
from tournaments.core.journal.errors import Gone, NotAllowed
from tournaments.core.rights import Who
from tournaments.events import events
from tournaments.history import undo
from tournaments.models import Delivery, Event, Member, Operation, Tournament, User
from tournaments.people import staff, tokens
from tournaments.players import registration
from tournaments.setup import copies, samples
from tournaments.webhooks import receivers

pytestmark = pytest.mark.django_db


def rows():
    """Return the number of rows of each kind."""
    return {
        model.__name__: model._default_manager.count()
        for model in apps.get_app_config("tournaments").get_models()
        if model is not User
    }


def fill_tournament(make, **settings):
    """Return a tournament with at least one row of every kind."""
    stage = make(system="dutch", planned_rounds=5, **settings).with_players(*"ABCDEF")
    who, tournament = stage.orla, stage.tournament
    stage.play("1-0", "0-1", "½-½")
    undo.undo(who, tournament, tournament.journal.first())
    stage.close()
    registration.request_bye(who, tournament, stage.players["A"], 3, "half")
    staff.use_pass(Who.at_page(None), staff.invite(who, tournament, role="helper", is_pass=True), "Gil")
    ends = timezone.now() + timedelta(days=1)
    tokens.create_token(who, tournament, name="Desk", scopes=["read"], expires_at=ends)
    hook, _secret = receivers.create_webhook(who, tournament, address="https://hooks.example/")
    Delivery.objects.create(webhook=hook, sequence=1, attempt=1, at=timezone.now(), took=1, status=204)
    Operation.objects.create(tournament=tournament, operation="0" * 32, of="", version=1)
    samples.begin_trial(who, tournament)
    stage.pair()
    return stage


@pytest.mark.rotates(8)
def test_tournament_is_deleted_completely_and_others_stay(make, caplog):
    fill_tournament(make)
    before = rows()
    other = fill_tournament(make, name="Other")
    caplog.set_level(logging.WARNING)
    found = copies.delete_tournament(other.orla, other.tournament)
    assert rows() == before
    assert (found.players, found.rounds, found.results, found.tokens, found.webhooks) == (6, 2, 3, 1, 1)
    assert found.entries > 10
    assert "The tournament other was deleted by Orla (page)." in caplog.text
    assert User.objects.filter(is_guest=True, is_active=True).count() == 1


def test_event_is_deleted_with_its_last_section(make):
    spring = make(name="Spring").with_players("Ann")
    other = events.add_section(spring.orla, spring.tournament, event="Spring", own="A", section="B")
    copies.delete_tournament(spring.orla, spring.tournament)
    assert Event.objects.count() == 1
    copies.delete_tournament(spring.orla, other)
    assert not Event.objects.exists()


def test_only_organisers_can_delete(cup, heli, sam):
    Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
    for user in (heli, sam):
        with pytest.raises(NotAllowed):
            copies.delete_tournament(Who.at_page(user), cup.tournament)


def test_later_requests_raise_gone(cup):
    copies.delete_tournament(cup.orla, cup.tournament)
    with pytest.raises(Gone):
        copies.delete_tournament(cup.orla, cup.tournament)
    with pytest.raises(Gone) as gone:
        registration.add_player(cup.orla, cup.tournament, name="Eve")
    assert gone.value.code == "no-such-tournament"


class TestPage:
    @pytest.mark.rotates(4)
    def test_page_lists_what_is_deleted_and_requires_the_name(self, cup, orla):
        desk, page = signed_in(orla), "/t/cup/desk/delete/"
        assert page in desk.get("/t/cup/desk/settings/").text
        text = desk.get(page).text
        assert "4 players" in text
        assert "tournament.json" in text
        for typed in ("", "Cap", "cu p"):
            assert desk.post(page, {"typed": typed}).status_code == 422
        assert Tournament.objects.exists()
        answer = desk.post(page, {"typed": " cup "}, follow=True)
        assert "and all its data were deleted" in answer.text
        assert not Tournament.objects.exists()
        assert desk.post(page, {"typed": "Cup"}).status_code == 404
        assert desk.get("/t/cup/").status_code == 404


class TestApi:
    def test_api_requires_the_current_revision_and_the_admin_scope(self, cup, token_of):  # noqa: F811 a fixture
        desk = Program(cup.tournament, token_of(cup, "admin"))
        seen = desk.get("")["ETag"]
        cup.with_players("Eve")
        problem(desk.send("DELETE", ""), 428, "if-match")
        problem(desk.send("DELETE", "", If_Match=seen), 412, "stale")
        reader = Program(cup.tournament, token_of(cup, "read"))
        problem(reader.send("DELETE", "", If_Match="*"), 403, "not-allowed")
        gone = desk.send("DELETE", "", If_Match=desk.get("")["ETag"])
        assert (gone.status_code, gone.json()["players"], gone.json()["tokens"]) == (200, 5, 2)
        problem(desk.send("DELETE", "", If_Match=seen), 401, "token-refused")
