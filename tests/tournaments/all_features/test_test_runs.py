"""A dry run: it is played to the end in a hidden copy, and discarded without a trace."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from pairings.systems import SYSTEMS
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.games import GAMES
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.long_tasks.running import Halted
from tournaments.models import JournalEntry, Member, Result, Round, Tournament
from tournaments.players import registration
from tournaments.setup import samples

pytestmark = pytest.mark.django_db

NAMES = [f"Player {number:02}" for number in range(9)]


def play_trial(cup, seed=1):
    run = samples.begin_trial(cup.orla, cup.tournament)
    samples.play_trial(cup.orla, run, Random(seed))
    run.refresh_from_db()
    return run


def rows():
    """Return the number of rows of each of our models."""
    return {model.__name__: model.objects.count() for model in apps.get_app_config("tournaments").get_models()}


@pytest.mark.rotates(5)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_is_played_to_the_end(make, system):
    options = {"options": {"boards": 3, "games": 3}} if system == "hutton" else {}
    cup = make(system=system, planned_rounds=3, **options).with_players(*NAMES)
    run = play_trial(cup)
    assert run.finished_at is not None
    assert set(run.rounds.values_list("status", flat=True)) == {Round.Status.CLOSED}
    assert run.rounds.count() >= 3
    assert not cup.tournament.rounds.exists()


@pytest.mark.rotates(8)
@pytest.mark.parametrize("game", GAMES)
def test_trial_without_players_invents_them_in_every_game(make, game):
    run = play_trial(make(game=game))
    assert run.finished_at is not None
    assert run.players.count() == 12
    assert Result.objects.filter(pairing__round__tournament=run).exists()


@pytest.mark.rotates(2)
def test_trial_checks_in_all_players_in_the_copy_only(make):
    cup = make(system="dutch", planned_rounds=2, uses_check_in=True).with_players(*NAMES)
    run = play_trial(cup)
    assert run.players.filter(checked_in=True).count() == 9
    assert cup.tournament.players.filter(checked_in=True).count() == 0


def test_round_that_cannot_be_paired_stops_the_trial_with_reason(make):
    cup = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
    run = samples.begin_trial(cup.orla, cup.tournament)
    players = list(run.players.all())
    for one, other in [(0, 1), (0, 2), (0, 3)]:
        editing.forbid_pair(cup.orla, run, players[one], players[other])
    halted = r"^The test run stopped before round 1\. No pairing of round 1 .*Di.* Fix the problem there"
    with pytest.raises(Halted, match=halted):
        samples.play_trial(cup.orla, run, Random(1))
    assert not run.rounds.exists()


def test_trial_copies_wishes_and_leaves_out_withdrawn_players(make):
    cup = make(system="dutch", planned_rounds=3).with_players(*NAMES)
    one, two, three, gone = (cup.players[name] for name in NAMES[:4])
    editing.forbid_pair(cup.orla, cup.tournament, one, two, last_round=2)
    editing.forbid_pair(cup.orla, cup.tournament, one, gone)
    editing.fix_pair(cup.orla, cup.tournament, 2, two, three)
    registration.request_bye(cup.orla, cup.tournament, three, 1, "half")
    registration.withdraw(cup.orla, cup.tournament, gone)
    run = samples.begin_trial(cup.orla, cup.tournament)
    assert not run.players.filter(name=gone.name).exists()
    assert [str(pair) for pair in run.forbidden_pairs.all()] == [f"{one.name}, {two.name}"]
    assert [str(pair) for pair in run.fixed_pairs.all()] == [f"{two.name}, {three.name}, 2"]
    assert [str(bye) for bye in run.players.get(name=three.name).requested_byes.all()] == [f"{three.name}, 1: half"]


@pytest.mark.rotates(4)
def test_second_call_resumes_the_trial(make, monkeypatch):
    cup = make(system="dutch", planned_rounds=3).with_players(*NAMES)
    run = samples.begin_trial(cup.orla, cup.tournament)
    monkeypatch.setattr(samples, "_by_lot", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        samples.play_trial(cup.orla, run, Random(1))
    monkeypatch.undo()
    samples.play_trial(cup.orla, run, Random(1))
    assert run.rounds.count() == 3


def test_real_tournament_is_never_played(make):
    cup = make()
    with pytest.raises(ValueError, match="no trial"):
        samples.play_trial(cup.orla, cup.tournament, Random(1))


@pytest.mark.rotates(4)
def test_discarded_trial_leaves_no_rows(make):
    cup = make(system="dutch", planned_rounds=3).with_players(*NAMES)
    before = rows()
    run = play_trial(cup)
    undo.undo(cup.orla, run, run.journal.order_by("-sequence").first())
    assert rows() != before
    assert samples.throw_away(cup.orla, run) == cup.tournament
    assert rows() == before


@pytest.mark.rotates(8)
def test_old_trial_is_deleted_when_the_next_begins(make):
    cup = make().with_players(*NAMES)
    old = play_trial(cup)
    fresh = play_trial(cup)
    Tournament.objects.filter(pk=old.pk).update(
        created_at=timezone.now() - samples.TEST_RUN_LIFETIME - timedelta(minutes=1)
    )
    play_trial(cup)
    assert not Tournament.objects.filter(pk=old.pk).exists()
    assert Tournament.objects.filter(pk=fresh.pk).exists()


@pytest.mark.rotates(8)
def test_real_tournament_cannot_be_discarded_as_trial(make, orla, heli):
    cup = make().with_players(*NAMES)
    with pytest.raises(NotAllowed):
        samples.throw_away(cup.orla, cup.tournament)
    run = play_trial(cup)
    Member.objects.create(tournament=run, user=heli, role="helper")
    with pytest.raises(NotAllowed):
        samples.throw_away(Who.at_page(heli), run)
    assert signed_in(orla).post("/t/cup/desk/trial/away/").status_code == 404
    assert Tournament.objects.filter(pk=cup.tournament.pk).exists()


class TestPage:
    @pytest.mark.rotates(4)
    def test_trial_starts_at_the_desk_and_returns_there(self, make, orla):
        make(system="dutch", planned_rounds=3).with_players(*NAMES)
        client = signed_in(orla)
        page = client.get("/t/cup/desk/").text
        sheet = re.search(r'action="/t/cup/desk/trial/".*?name="sheet" value="([^"]+)"', page, re.DOTALL)[1]
        place = client.post("/t/cup/desk/trial/", {"sheet": sheet})["Location"]
        assert client.post("/t/cup/desk/trial/", {"sheet": sheet})["Location"] == place
        run = Tournament.objects.get(trial_of__slug="cup")
        assert place == f"/t/{run.slug}/desk/"
        page = client.get(place).text
        assert "The test run is finished." in page
        assert "This is a test run" in page
        assert 'desk/trial/"' not in page, "no trial of a trial"
        assert Client().get(f"/t/{run.slug}/").status_code in (302, 404)
        assert client.post(f"/t/{run.slug}/desk/trial/away/")["Location"] == "/t/cup/desk/"
        assert not Tournament.objects.filter(pk=run.pk).exists()

    @pytest.mark.rotates(2)
    def test_interrupted_trial_warns_and_stays_open(self, make, orla):
        cup = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo")
        editing.forbid_pair(cup.orla, cup.tournament, *cup.tournament.players.all())
        answer = signed_in(orla).post("/t/cup/desk/trial/", follow=True)
        assert answer.request["PATH_INFO"] == f"/t/{Tournament.objects.get(trial_of__slug='cup').slug}/desk/"
        warning = re.search(r'<p class="message warning">(.*?)</p>', answer.text)[1]
        assert warning.startswith("The test run stopped before round 1. No pairing of round 1 satisfies the")

    @pytest.mark.rotates(4)
    def test_warning_names_the_last_round_played(self, make, orla):
        cup = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy")
        editing.forbid_pair(cup.orla, cup.tournament, *list(cup.tournament.players.all())[:2], first_round=2)
        editing.forbid_pair(cup.orla, cup.tournament, *list(cup.tournament.players.all())[1:], first_round=2)
        answer = signed_in(orla).post("/t/cup/desk/trial/", follow=True)
        warning = re.search(r'<p class="message warning">(.*?)</p>', answer.text)[1]
        assert re.match(r"The test run stopped after (1 round|2 rounds), which", warning)

    def test_trial_is_not_offered_after_round_1_is_paired(self, make, orla):
        cup = make(system="dutch", planned_rounds=3).with_players(*NAMES)
        cup.pair()
        assert "desk/trial/" not in signed_in(orla).get("/t/cup/desk/").text
        assert JournalEntry.objects.filter(tournament=cup.tournament, verb="finish").count() == 0
