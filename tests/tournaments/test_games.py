"""GAMES: from its defaults alone every game creates, takes players and pairs its first round."""

from datetime import date

import pytest
from django.urls import reverse

from pairings.systems import SYSTEMS
from tests.tournaments.test_pages import signed_in
from tournaments.forms.systems import choice_of
from tournaments.forms.tournaments import CreateForm
from tournaments.games import GAMES
from tournaments.models import Tournament
from tournaments.services import registration, rounds
from tournaments.whatif import standing
from tournaments.who import Who

pytestmark = pytest.mark.django_db


def create(client, **typed):
    """The page to create a tournament, sent with what it proposes and what was typed."""
    shown = client.get(reverse("tournaments:create")).context["form"]
    usual = {name: shown[name].value() for name in shown.fields}
    sent = {
        name: value
        for name, value in {**usual, "name": "Open", **typed}.items()
        if value is not None and value is not False
    }
    return client.post(reverse("tournaments:create"), sent)


@pytest.mark.parametrize("game", GAMES)
def test_round_1_is_paired_from_the_defaults_and_everybody_is_in_it(orla, game):
    page, who = signed_in(orla), Who.at_page(orla)
    for players in range(2, 13):
        create(page, name=f"Open {players}", game=game)
        tournament = Tournament.objects.get(slug=f"open-{players}")
        registration.add_players(who, tournament, [{"name": f"Player {number}"} for number in range(1, players + 1)])
        step = page.get(reverse("tournaments:desk", args=[tournament.slug])).context["step"]
        page.post(step.url, dict(step.hidden))
        draft = tournament.rounds.get()
        assert draft.appearances.count() == players
        assert draft.appearances.filter(pairing__isnull=True).count() == players % 2
        assert rounds.judged(standing(draft)) == ()
        assert not rounds.publish_round(who, tournament, draft).is_draft


def test_a_card_game_is_a_swiss_by_penalties_with_its_own_numbers(orla):
    create(signed_in(orla), game="cards")
    tournament = Tournament.objects.get()
    assert tournament.rules == "mtr"
    assert choice_of(tournament.stages.get()).value == "papp:card-game"


def test_no_game_is_left_to_the_organisers_hand():
    assert not [game.key for game in GAMES.values() if SYSTEMS[game.system].by_hand]


def test_a_game_of_another_system_starts_with_the_options_of_that_system(make):
    assert choice_of(make(game="cards", system="dutch").tournament.stages.get()).system.key == "dutch"
    assert choice_of(make(name="Other", game="chess", system="papp").tournament.stages.get()).value == "papp:papp"


class TestRounds:
    """A number of rounds is kept, or refused where the schedule fixes it: it is never ignored."""

    @pytest.mark.parametrize("game", GAMES)
    def test_what_is_typed_counts_or_is_refused(self, orla, game):
        answer = create(signed_in(orla), game=game, planned_rounds="4")
        if SYSTEMS[GAMES[game].system].scheduled:
            assert answer.status_code == 422
            assert "as many rounds as it needs" in answer.context["form"].errors["planned_rounds"][0]
        else:
            assert Tournament.objects.get().stages.get().planned_rounds == 4

    def test_with_a_swiss_chosen_it_counts_in_every_game(self, orla):
        for number, game in enumerate(GAMES):
            create(signed_in(orla), name=f"Open {number}", game=game, system="papp:papp", planned_rounds="4")
        assert [t.stages.get().planned_rounds for t in Tournament.objects.all()] == [4] * len(GAMES)

    def test_the_form_without_it_is_right(self):
        form = CreateForm({"name": "Open", "game": "othello", "starts_on": date(2026, 4, 1), "time_zone": "UTC"})
        assert form.is_valid()

    def test_settings_refuse_it_for_a_schedule_and_keep_what_was_there(self, make, orla):
        stage = make(game="othello")
        address = reverse("tournaments:settings", args=[stage.tournament.slug])
        form = signed_in(orla).get(address).context["form"]
        sent = {name: form[name].value() for name in form.fields}
        sent = {name: value for name, value in sent.items() if value is not None and value is not False}
        page = signed_in(orla)
        answer = page.post(address, {**sent, "planned_rounds": "4"})
        assert answer.status_code == 422
        assert "as many rounds as it needs" in answer.content.decode()
        assert page.post(address, sent).status_code == 302
