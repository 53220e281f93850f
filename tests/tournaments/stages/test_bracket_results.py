"""Staff enter a result with one tap in the bracket."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.hall.courts import on_court, with_courts
from tournaments.core.journal.errors import Refused
from tournaments.hall import calling
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(make):
    stage = make(system="knock-out", game="table-tennis", options={"games": [3]}).with_players("Ann", "Bo", "Cy", "Di")
    stage.pair()
    stage.publish()
    return stage


def bracket(stage, client):
    return client.get(reverse("tournaments:bracket", args=[stage.tournament.slug])).content.decode()


def taps(stage, client):
    """Return (value, label) of each button of the first match."""
    form = bracket(stage, client).split('class="tapped')[1].split("</form>")[0]
    buttons = [part.split("</button>")[0] for part in form.split("<button")[1:]]
    return [(part.split('value="')[1].split('"')[0], part.split('aria-label="')[1].split('"')[0]) for part in buttons]


def tap(stage, client, table, **sent):
    where = reverse("tournaments:result", args=[stage.tournament.slug, stage.table(table).public_id])
    given = {"bracket": "1", "version": stage.table(table).version, **sent}
    return client.post(where, given, follow=True)


def names_at(stage, table):
    return stage.table(table).appearances.order_by("side").values_list("player__name", flat=True)


def result(stage, table):
    found = getattr(stage.table(table), "result", None)
    return found and (found.games_first, found.games_second)


def test_buttons_are_the_decisive_results(four, orla):
    found = taps(four, signed_in(orla))
    assert [value for value, _meaning in found] == ["2-0", "2-1", "1-2", "0-2"]
    first, second = four.table(1).appearances.order_by("side").values_list("player__name", flat=True)
    assert found[0][1].replace("\u2068", "").replace("\u2069", "") == f"{first} 2-0 {second}"


def test_one_tap_saves_the_result_and_returns_to_the_bracket(four, orla):
    client = signed_in(orla)
    answer = tap(four, client, 1, result="2-1")
    assert answer.redirect_chain == [(f"{reverse('tournaments:bracket', args=[four.tournament.slug])}?stage=1", 302)]
    assert result(four, 1) == (2, 1)
    shown = answer.content.decode()
    assert f"{' – '.join(names_at(four, 1))}: result saved." in shown
    assert shown.count('class="tapped') == 1
    assert "../desk/rounds/1/results/#t1" in shown


def test_different_result_on_a_stale_version_changes_nothing(four, orla):
    client, version = signed_in(orla), four.table(1).version
    tap(four, client, 1, result="2-1", version=version)
    refused = tap(four, client, 1, result="0-2", version=version).content.decode()
    names = " – ".join(names_at(four, 1))
    assert f"{names}: your entry 0-2 is not saved. The result is now 2-1." in refused
    assert result(four, 1) == (2, 1)


def test_invalid_result_is_refused_with_a_message(four, orla):
    shown = tap(four, signed_in(orla), 1, result="banana").content.decode()
    assert "Not a valid result" in shown
    assert result(four, 1) is None


def test_visitors_see_no_buttons(four, client):
    shown = bracket(four, client)
    assert "tapped" not in shown
    assert "Ann" in shown
    assert tap(four, client, 1, result="2-0").status_code in {403, 200}
    assert result(four, 1) is None


class TestCalls:
    """If matches are called to tables, they can also be called on the bracket."""

    @pytest.fixture
    def hall(self, four):
        return with_courts(four, 2)

    def form(self, stage, client):
        return bracket(stage, client).split('class="call')[1].split("</form>")[0]

    def test_waiting_match_is_called_to_a_free_table_with_one_click(self, hall, orla):
        client = signed_in(orla)
        form = self.form(hall, client)
        assert form.count("<option") == 2
        assert 'value="1" selected' in " ".join(form.split())
        sent = {"do": "call", "match": hall.table(1).public_id, "court": "2", "bracket": "1"}
        answer = client.post(reverse("tournaments:courts", args=[hall.tournament.slug]), sent, follow=True)
        address = reverse("tournaments:bracket", args=[hall.tournament.slug])
        assert answer.redirect_chain == [(f"{address}?stage=1", 302)]
        assert set(on_court(hall)) == {2}
        shown = answer.content.decode()
        assert "Table 2: enter result" in shown
        assert shown.count('class="call') == 1
        assert shown.count('class="tapped') == 1

    def test_call_to_a_taken_table_is_refused_in_the_bracket(self, hall, orla):
        client = signed_in(orla)
        for table in (1, 2):
            sent = {"do": "call", "match": hall.table(table).public_id, "court": "1", "bracket": "1"}
            answer = client.post(reverse("tournaments:courts", args=[hall.tournament.slug]), sent, follow=True)
        assert "is taken" in answer.content.decode()
        assert len(on_court(hall)) == 1

    def test_visitors_see_no_call_form(self, hall, client):
        assert 'class="call' not in bracket(hall, client)

    def test_full_hall_has_no_call_form(self, hall, orla):
        hall = with_courts(hall, 1)
        calling.call_match(hall.orla, hall.tournament, hall.table(1))
        assert 'class="call' not in bracket(hall, signed_in(orla))


class TestGames:
    """The number of games in a match: it is set by round, and can change until the round is paired."""

    def heads(self, stage, client):
        return re.findall(r'class="games">([^<]*)<', bracket(stage, client))

    def set_games(self, stage, *games):
        lifecycle.change_settings(stage.orla, stage.tournament, options={"games": list(games)})

    def test_final_can_be_made_longer_during_play(self, four, client):
        assert self.heads(four, client) == ["Best of 3 games"] * 3
        self.set_games(four, 5, 3)
        assert self.heads(four, client) == ["Best of 3 games", "Best of 5 games", "Best of 5 games"]
        for table, text in ((1, "2-1"), (2, "0-2")):
            four.enter(table, text)
        four.close()
        four.pair()
        assert [each.best_of for each in four.tournament.rounds.order_by("number")] == [3, 5]

    def test_paired_matches_keep_their_number_of_games(self, four, orla, client):
        self.set_games(four, 7)
        assert self.heads(four, client) == ["Best of 3 games", "Best of 7 games", "Best of 7 games"]
        tap(four, signed_in(orla), 1, result="2-1")
        assert result(four, 1) == (2, 1)

    def test_round_paired_before_the_setting_does_not_take_its_number_of_games(self, make, client):
        stage = make(system="knock-out").with_players("Ann", "Bo", "Cy", "Di")
        stage.pair()
        stage.publish()
        self.set_games(stage, 3, 1)
        assert self.heads(stage, client) == ["Best of 3 games"] * 2

    def test_other_options_stay_locked(self, four):
        with pytest.raises(Refused, match="these can still change: Games per match, from the final back"):
            lifecycle.change_settings(four.orla, four.tournament, options={"games": [5, 3], "lives": "two"})
