"""The desk and the journal say court where players do, even before courts are set up."""

import re

import pytest
from django.test import Client

from tournaments.drafts.outdated import entry_sentence
from tournaments.models import JournalEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(make):
    stage = make(game="badminton", system="groups").with_players(*(f"Player {number}" for number in range(1, 9)))
    stage.pair()
    stage.publish()
    stage.enter(1, "2-0")
    return stage


def desk(stage, page=""):
    client = Client()
    client.force_login(stage.orla.user)
    return client.get(f"/t/{stage.tournament.slug}/desk/{page}").content.decode()


def test_desk_counts_missing_results_by_court(hall):
    shown = desk(hall)
    assert ">Enter results: 3 missing<" in shown
    assert re.findall(r'results/#t(\d+)"', shown) == ["2", "3", "4"]
    assert "Missing results:" in shown
    assert "Missing tables:" not in shown


def test_undo_button_names_the_court(hall):
    shown = desk(hall, "rounds/1/results/")
    assert "Undo Court 1: 2-0" in shown
    assert 'data-take="Undo Court {table}: {now}"' in shown


def test_journal_names_the_court(hall):
    entry = JournalEntry.objects.filter(tournament=hall.tournament, verb="enter-result").latest("pk")
    assert entry_sentence(entry, hall.tournament) == "Round 1 · Court 1: – → 2-0."


def test_other_games_still_say_table(make):
    stage = make(system="papp").with_players("Ann", "Bo")
    stage.pair()
    stage.publish()
    shown = desk(stage)
    assert ">Enter results: 1 missing<" in shown
    assert "Missing tables:" in shown
    stage.enter(1, "1-0")
    entry = JournalEntry.objects.filter(tournament=stage.tournament, verb="enter-result").latest("pk")
    assert entry_sentence(entry, stage.tournament) == "Round 1, table 1: – → 1-0."
