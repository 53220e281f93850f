"""The screen in the hall shows what the desk selected."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.all_features.test_pages import at, signed_in
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.hall import clock
from tournaments.history import undo
from tournaments.models import JournalEntry
from tournaments.rounds import publishing
from tournaments.setup.copies import copy_tournament
from tournaments.web import links

pytestmark = pytest.mark.django_db


def screen_text(client, stage):
    answer = client.get(at(stage, "screen"))
    assert answer.status_code == 200
    return answer.content.decode()


def last_sentence(stage):
    entry = JournalEntry.objects.filter(tournament=stage.tournament, verb="set-screen").latest("sequence")
    return VERBS["set-screen"].sentence(entry.facts)


class TestScreenSettings:
    def test_desk_chooses_the_content_of_the_screen(self, cup, client, orla):
        cup.play("1-0", "½-½")
        cup.pair()
        cup.publish()
        clock.set_clock(cup.orla, cup.tournament, cup.round, 50)
        before = screen_text(client, cup)
        assert 'class="pairings"' in before
        assert "data-ends" in before
        form = {"shows": ["standings", "names"], "message": "Lunch  until <2>", "depth": "20"}
        answer = signed_in(orla).post(at(cup, "set-screen"), form, follow=True)
        assert "Saved. The screen is updated." in answer.content.decode()
        page = screen_text(client, cup)
        assert "far20" in page
        assert "Lunch until &lt;2&gt;" in page
        assert page.index('class="names"') < page.index('class="standings"')
        assert 'class="pairings"' not in page
        assert last_sentence(cup) == (
            "Hall screen, read from 20 m: Names with their tables, Standings. Message: Lunch until <2>"
        )
        undo.undo(cup.orla, cup.tournament, JournalEntry.objects.filter(verb="set-screen").latest("sequence"))
        assert screen_text(client, cup) == before

    def test_standings_show_moves_since_the_previous_round(self, cup, client):
        clock.set_screen(cup.orla, cup.tournament, ["standings"], message="", depth=10)
        cup.play("1-0", "½-½")
        assert "▲" not in screen_text(client, cup)
        cup.play("0-1", "1-0")
        page, table = screen_text(client, cup), client.get(f"/t/{cup.tournament.slug}/standings/").content.decode()
        arrows = re.findall("[▲▼][0-9]+", page)
        assert arrows
        assert sorted(arrows) == sorted(re.findall("[▲▼][0-9]+", table.partition("<tbody")[2]))

    def test_bracket_starts_with_the_present_round(self, make, client):
        stage = make(system="knock-out").with_players(*(f"Player {n:02}" for n in range(16)))
        clock.set_screen(stage.orla, stage.tournament, ["bracket"], message="", depth=10)
        stage.play(*["1-0"] * 8)
        stage.play(*["1-0"] * 4)
        assert "Last 16" not in screen_text(client, stage)
        stage.pair()
        stage.publish()
        page = screen_text(client, stage)
        assert re.findall("<h3>(.*?)</h3>", page) == ["Quarter-finals", "Semi-finals", "Final"]
        assert page.count('class="live"') == 2
        assert page.count('class="won"') == 4
        assert last_sentence(stage) == "Hall screen, read from 10 m: Bracket."

    def test_bracket_is_offered_only_in_a_knock_out(self, cup, make, orla):
        assert 'value="bracket"' not in signed_in(orla).get(at(cup, "set-screen")).content.decode()
        stage = make(system="knock-out", name="Knock-out")
        assert 'value="bracket"' in signed_in(orla).get(at(stage, "set-screen")).content.decode()

    def test_screen_can_show_the_clock_alone(self, cup, client):
        clock.set_screen(cup.orla, cup.tournament, [], message="", depth=10)
        assert last_sentence(cup) == "Hall screen, read from 10 m: clock only."
        page = screen_text(client, cup)
        assert "bare-clock" in page
        assert "The first round has not been published yet." in page

    def test_desk_links_to_the_message_for_players(self, cup, orla):
        reader = signed_in(orla)
        assert f'href="{at(cup, "set-screen")}#id_message"' in reader.get(at(cup, "desk")).content.decode()
        assert 'id="id_message"' in reader.get(at(cup, "set-screen")).content.decode()

    def test_second_projector_shows_only_the_clock(self, cup, client, orla):
        cup.pair()
        cup.publish()
        clock.set_clock(cup.orla, cup.tournament, cup.round, 50)
        clock.set_screen(cup.orla, cup.tournament, ["pairings"], message="Lunch", depth=10)
        page = signed_in(orla).get(at(cup, "set-screen")).content.decode()
        assert f"{at(cup, 'screen')}?only=clock" in page
        beside = client.get(f"{at(cup, 'screen')}?only=clock").content.decode()
        assert "bare-clock" in beside
        assert "data-ends" in beside
        assert "Lunch" in beside
        assert 'class="pairings"' not in beside
        assert 'class="pairings"' in screen_text(client, cup)
        assert client.get(f"{at(cup, 'screen')}?only=drafts").status_code == 404

    def test_invalid_form_is_shown_again_with_the_input(self, cup, orla):
        answer = signed_in(orla).post(at(cup, "set-screen"), {"shows": ["names"], "message": "a" * 201, "depth": "20"})
        assert answer.status_code == 422
        assert "a" * 201 in answer.content.decode()
        assert not JournalEntry.objects.filter(verb="set-screen").exists()

    @pytest.mark.parametrize(
        ("shows", "message", "depth", "field"),
        [
            (["drafts"], "", 10, "shows"), (["names"], "", 11, "depth"), (["names"], "a\x07b", 10, "message"),
            (["names"], "a" * 201, 10, "message"),
        ],
    )  # fmt: skip
    def test_invalid_screen_settings_are_refused(self, cup, shows, message, depth, field):
        with pytest.raises(Refused) as refused:
            clock.set_screen(cup.orla, cup.tournament, shows, message=message, depth=depth)
        assert refused.value.field == field

    def test_helper_cannot_set_the_screen(self, cup, helper):
        with pytest.raises(NotAllowed):
            clock.set_screen(helper, cup.tournament, [], message="", depth=10)

    def test_screen_shows_no_draft(self, cup, client):
        clock.set_screen(cup.orla, cup.tournament, ["names", "pairings", "standings"], message="", depth=10)
        cup.pair()
        assert "Ann" not in screen_text(client, cup)
        cup.publish()
        assert screen_text(client, cup).count("Ann") == 3  # her line, her opponent's, her table

    @pytest.mark.parametrize(("system", "word"), [("round-robin", "free"), ("dutch", "bye")])
    def test_screen_names_players_without_an_opponent(self, make, client, system, word):
        stage = make(system=system, planned_rounds=3).with_players("Ann", "Bo", "Cy")
        stage.pair()
        stage.publish()
        for shows in ("names", "pairings"):
            clock.set_screen(stage.orla, stage.tournament, [shows], message="", depth=10)
            assert word in screen_text(client, stage).partition("<main")[2]


def test_copy_starts_without_screen_settings(cup):
    clock.set_screen(cup.orla, cup.tournament, ["names"], message="Lunch", depth=10)
    copy = copy_tournament(cup.orla, cup.tournament, name="Next", starts_on=cup.tournament.starts_on)
    assert copy.screen is None


def test_screen_counts_down_to_publishing_without_showing_the_draft(cup, client):
    cup.pair()
    assert 'id="coming"' not in screen_text(client, cup)
    then = timezone.now().replace(microsecond=0) + timedelta(minutes=30)
    publishing.set_publish_time(cup.orla, cup.tournament, cup.round, then)
    page = screen_text(client, cup)
    assert "Pairings of round 1 at" in page
    assert f'data-ends="{then.isoformat()}"' in page
    assert "Ann" not in page
    cup.publish()
    assert 'id="coming"' not in screen_text(client, cup)


class TestScreenCode:
    """The QR code in the corner of the hall screen."""

    def test_code_leads_to_the_tournament_in_the_local_network(self, cup, client, settings):
        settings.LAN_ADDRESSES = lambda: ["192.0.2.7"]
        answer = client.get(at(cup, "screen-code"), headers={"host": "localhost:8000"})
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.content == links.svg_file(f"http://192.0.2.7:8000/t/{cup.tournament.slug}/")
        assert b'xmlns="http://www.w3.org/2000/svg"' in answer.content

    def test_code_is_empty_without_a_network(self, cup, client, settings):
        settings.LAN_ADDRESSES = list
        assert client.get(at(cup, "screen-code"), headers={"host": "localhost"}).status_code == 204

    def test_code_of_a_hidden_tournament_is_not_found(self, make, client):
        stage = make(is_public=False)
        assert client.get(at(stage, "screen-code")).status_code == 404


def test_screen_marks_entered_results(cup, client):
    cup.pair()
    cup.publish()
    assert 'class="in"' not in screen_text(client, cup)
    cup.enter(1, "1-0")
    assert screen_text(client, cup).count('class="in"') == 1


class TestAnnouncement:
    """The message of the screen that players see too."""

    @pytest.fixture
    def send(self, cup, orla):
        client = signed_in(orla)

        def send(message, *, announce=True):
            values = {"shows": ["pairings"], "depth": "10", "message": message}
            ticked = {"to_players": "on"} if announce else {}
            return client.post(at(cup, "set-screen"), values | ticked, follow=True)

        return send

    def test_announcement_without_a_message_is_refused_at_the_message(self, send, cup):
        response = send("")
        assert response.status_code == 422
        assert "message" in response.context["form"].errors
        cup.tournament.refresh_from_db()
        assert not cup.tournament.on_screen.to_players

    def test_players_are_told_no_later_message_once_it_was_withdrawn(self, send, cup):
        assert "Players see the message" in send("Lunch at noon").text
        response = send("")
        assert "The message is withdrawn from" in response.text
        assert not response.context["form"]["to_players"].value(), "the next message is for the screen alone"
        assert "Players see the message" not in send("Hall closes at ten", announce=False).text
