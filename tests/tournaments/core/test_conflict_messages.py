"""The message on a page that is out of date: it names who made the change."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.conftest import Stage
from tournaments.core.journal.errors import Conflict, StaleSnapshot
from tournaments.core.rights import Who
from tournaments.models import ApiToken, Member
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(orla, heli):
    stage = Stage(orla).with_players("Ann", "Bo")
    Member.objects.create(tournament=stage.tournament, user=heli, role=Member.Role.ORGANISER)
    return stage


def refusal_of(who, stage, version=0):
    with pytest.raises(Conflict) as refused:
        registration.change_player(who, stage.tournament, stage.players["Ann"], version=version, name="Anna")
    return refused.value.text


def program_of(user):
    until = timezone.now() + timedelta(hours=1)
    token = ApiToken(name="Scraper", created_by=user, scopes=["players:write"], expires_at=until)
    return Who.program(token)


def test_own_change_in_another_window_is_named(orla, stage):
    registration.change_player(Who.at_page(orla), stage.tournament, stage.players["Ann"], name="Ann B")
    assert refusal_of(Who.at_page(orla), stage) == "You changed this in another window. Reload, then try again."


def test_own_change_by_a_program_is_named(orla, stage):
    registration.change_player(program_of(orla), stage.tournament, stage.players["Ann"], name="Ann B")
    text = "You changed this elsewhere (api: Scraper). Reload, then try again."
    assert refusal_of(Who.at_page(orla), stage) == text


def test_pages_name_the_person_who_made_the_change_but_programs_do_not(orla, heli, stage):
    registration.change_player(Who.at_page(heli), stage.tournament, stage.players["Ann"], name="Ann B")
    registration.change_player(Who.at_page(orla), stage.tournament, stage.players["Bo"], name="Bob")
    assert "Heli" in refusal_of(Who.at_page(orla), stage)
    assert refusal_of(program_of(orla), stage) == "Someone else changed this player. Reload, then try again."


def test_change_by_a_command_is_attributed_to_someone_else(orla, stage):
    registration.change_player(Who.command("add"), stage.tournament, stage.players["Ann"], name="Ann B")
    assert "Someone else changed this player" in refusal_of(Who.at_page(orla), stage)


def test_stale_tournament_names_who_made_the_last_change(orla, heli, stage):
    lifecycle.change_settings(Who.at_page(heli), stage.tournament, city="Oulu")
    with pytest.raises(StaleSnapshot, match="Heli"):
        lifecycle.change_settings(Who.at_page(orla), stage.tournament, city="Turku", revision=0)
    with pytest.raises(StaleSnapshot, match="You changed this in another window"):
        lifecycle.change_settings(Who.at_page(heli), stage.tournament, city="Turku", revision=0)
