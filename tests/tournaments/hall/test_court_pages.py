"""Courts on desk and public pages: what the buttons do, what players see, and what stays hidden."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.hall.courts import floor, match, of, on_court, with_courts
from tournaments.hall import calling
from tournaments.models import Badge, Member, Tournament
from tournaments.public.page_cache import PAGES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept():
    PAGES.clear()


def address(stage, name="courts", *more):
    return reverse(f"tournaments:{name}", args=[stage.tournament.slug, *more])


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def desk(client, orla, evening):
    client.force_login(orla)
    return client


def send(client, stage, **fields):
    return client.post(address(stage), fields, follow=True)


def press(client, stage, do, pair, **more):
    return send(client, stage, do=do, match=match(stage, pair).public_id, **more)


class TestDesk:
    def test_one_button_calls_the_next_match_to_its_court(self, desk, evening):
        page = desk.get(address(evening)).content.decode()
        (button,) = re.findall(r"<button[^>]*autofocus[^>]*>", page)
        assert 'value="call"' in button
        proposed = floor(evening).proposed[1]
        send(desk, evening, do="call", match=proposed.pairing.public_id, court="1")
        send(desk, evening, do="call", match=proposed.pairing.public_id, court="1")  # a double click
        assert floor(evening).on_court[1].key == proposed.key
        assert evening.tournament.journal.filter(verb="call-match").count() == 1

    def test_each_waiting_match_preselects_its_proposed_court(self, desk, evening):
        page = desk.get(address(evening))
        for court, proposed in floor(evening).proposed.items():
            line = next(each for each in page.context["lines"] if each.match.key == proposed.key)
            chosen = re.search(
                rf'id="to-{line.place}".*?<option value="(\d+)" selected>.*?</select>', page.text, re.DOTALL
            )
            assert chosen is not None
            assert chosen[1] == str(court)

    def test_result_frees_the_court(self, desk, evening):
        press(desk, evening, "call", "AB", court="2")
        answer = press(desk, evening, "result", "AB", typed="nonsense")
        assert "nonsense" in text(answer) or "Enter" in text(answer)
        assert on_court(evening) == {2: "AB"}
        press(desk, evening, "result", "AB", typed="1-0")
        assert on_court(evening) == {}

    def test_match_is_called_again_moved_and_returned_to_the_queue(self, desk, evening):
        press(desk, evening, "call", "AB", court="2")
        assert "called again" in text(press(desk, evening, "again", "AB"))
        press(desk, evening, "call", "AB", court="1")
        assert on_court(evening) == {1: "AB"}
        press(desk, evening, "back", "AB")
        assert on_court(evening) == {}
        press(desk, evening, "last", "AB")
        assert floor(evening).queue[-1].pairing == match(evening, "AB")

    def test_courts_are_closed_and_opened(self, desk, evening):
        send(desk, evening, do="close", court="1")
        assert floor(evening).settings.closed == {1}
        send(desk, evening, do="open", court="1")
        assert not floor(evening).settings.closed
        send(desk, evening, do="close", court="77")
        assert not floor(evening).settings.closed

    @pytest.mark.parametrize("fields", [{}, {"do": "call"}, {"do": "fly", "match": "x"}, {"do": "close", "court": "x"}])
    def test_invalid_request_changes_nothing(self, desk, evening, fields):
        revision = evening.revision()
        assert send(desk, evening, **fields).status_code == 200
        assert evening.revision() == revision

    def test_invalid_result_shows_error_and_typed_text_at_its_field(self, desk, evening):
        press(desk, evening, "call", "AB", court="2")
        press(desk, evening, "call", "CD", court="1")
        answer = send(desk, evening, do="result", match=match(evening, "AB").public_id, typed="banana")
        assert answer.status_code == 422
        card = answer.text.split('id="court-2"')[1].split('id="court-')[0]
        assert 'value="banana"' in card
        assert "Not a valid result" in card
        assert "banana" not in answer.text.split('id="court-2"')[0]
        assert on_court(evening) == {1: "CD", 2: "AB"}

    def test_settings_are_saved_and_invalid_ones_show_errors_at_their_fields(self, desk, evening):
        given = {"do": "settings", "count": "4", "rest": "20", "waits": "on", "minutes": "25", "closed": "3"}
        send(desk, evening, **given, by_hand="1")
        settings = floor(evening).settings
        assert (settings.count, settings.rest, settings.minutes, settings.closed) == (4, 20, 25, {3})
        assert settings.reserved == {1: ""}
        page = send(desk, evening, **{**given, "count": "0", "closed": "x"})
        assert page.status_code == 422
        assert {"count", "closed"} <= page.context["form"].errors.keys()
        assert send(desk, evening, **{**given, "closed": "9"}).context["form"].errors.keys() == {"closed"}
        send(desk, evening, do="none")
        assert floor(evening) is None

    def test_helper_calls_matches_but_sees_no_settings(self, client, heli, evening):
        Member.objects.create(tournament=evening.tournament, user=heli, role="helper")
        client.force_login(heli)
        assert client.get(address(evening)).context["form"] is None
        press(client, evening, "call", "AB", court="1")
        assert on_court(evening) == {1: "AB"}
        send(client, evening, do="close", court="2")
        assert not floor(evening).settings.closed

    def test_page_without_courts_explains_them(self, client, orla, cup):
        client.force_login(orla)
        assert "keep the queue" in text(client.get(address(cup)))

    def test_next_match_is_called_after_a_result_if_calls_are_automatic(self, desk, evening):
        with_courts(evening, 1, by_itself=True)
        calling.call_all_waiting()
        first = on_court(evening)[1]
        press(desk, evening, "result", first, typed="1-0")
        assert on_court(evening)[1] != first, "the next match is called at once"


class TestPublicPages:
    def test_visitor_sees_current_matches_and_the_queue(self, client, evening):
        calling.call_match(evening.orla, evening.tournament, match(evening, "AB"), 1)
        page = text(client.get(address(evening, "courts-now")))
        assert "Table 1" in page
        assert "since" in page
        assert "about" in page

    def test_courts_page_is_not_found_without_courts(self, client, cup):
        assert client.get(address(cup, "courts-now")).status_code == 404

    def test_card_shows_court_and_expected_time(self, client, evening):
        calling.call_match(evening.orla, evening.tournament, match(evening, "AB"), 1)
        on = text(client.get(address(evening, "card", evening.players["A"].public_id)))
        assert "Table 1" in on
        calling.call_match(evening.orla, evening.tournament, match(evening, "CD"), 2)
        waits = text(client.get(address(evening, "card", evening.players["E"].public_id)))
        assert re.search(r"You are about number \d+ in the queue, not before \d\d:\d\d\.", waits)

    def test_call_in_another_section_updates_the_card(self, client, badminton):
        men, mixed = badminton
        anna = address(mixed, "card", mixed.players["Virta, Anna"].public_id)
        assert "queue" in text(client.get(anna))
        calling.call_match(men.orla, men.tournament, of(men, "Anna", "Bo").pairing, 2)
        assert "Table 2" in text(client.get(anna))

    def test_front_caches_the_card_only_if_no_courts_are_shared(self, client, evening, badminton):
        men, _mixed = badminton
        values = {}
        for stage, name in ((evening, "E"), (men, "Bo")):
            offers = []
            client.get(address(stage, "card", stage.players[name].public_id), **{"kierros.offers": offers})
            values[name] = [offer.alone for offer in offers]
        assert values == {"E": [True], "Bo": [False]}

    def test_screen_of_a_section_shows_the_courts_of_all_sections(self, client, badminton):
        men, mixed = badminton
        page = address(mixed, "screen")
        assert "Bo" not in text(client.get(page))
        calling.call_match(men.orla, men.tournament, of(men, "Anna", "Bo").pairing, 2)
        calling.call_match(men.orla, mixed.tournament, of(mixed, "Eva", "Flo").pairing, 1)
        shown = text(client.get(page))
        assert "1 Eva Mixed Flo 2 Anna Virta Men Bo" in shown
        assert b"data-shared" in client.get(page).content, "it looks for what other sections call, too"
        Tournament.objects.filter(pk=men.tournament.pk).update(is_public=False)
        calling.call_again(men.orla, mixed.tournament, of(mixed, "Eva", "Flo").pairing)
        assert "Anna Virta Men" not in text(client.get(page))

    def test_match_of_a_hidden_section_has_no_names(self, client, badminton):
        men, mixed = badminton
        Tournament.objects.filter(pk=mixed.tournament.pk).update(is_public=False)
        calling.call_match(men.orla, mixed.tournament, of(mixed, "Eva", "Flo").pairing, 1)
        page = text(client.get(reverse("tournaments:event-courts", args=[men.tournament.event.slug])))
        assert "A match is being played." in page
        assert not {"Eva", "Flo", "Gus"} & {*page.split()}
        card = client.get(address(men, "card", men.players["Anna Virta"].public_id))
        assert "Eva" not in text(card)
        assert client.get(address(mixed, "card", mixed.players["Eva"].public_id)).status_code == 404

    def test_section_and_event_pages_show_all_sections(self, client, badminton):
        men, _mixed = badminton
        calling.call_match(men.orla, men.tournament, of(men, "Anna", "Bo").pairing, 2)
        for page in (address(men, "courts-now"), reverse("tournaments:event-courts", args=[men.tournament.event.slug])):
            answer = text(client.get(page))
            assert "Anna Virta" in answer
            assert "Mixed" in answer

    def test_tournament_page_and_screen_show_the_courts(self, client, evening):
        calling.call_match(evening.orla, evening.tournament, match(evening, "AB"), 2)
        for name in ("tournament", "screen"):
            assert "A" in text(client.get(address(evening, name)))
        assert "Queue and expected times" in text(client.get(address(evening, "tournament")))
        assert "Match 1" in str(evening.tournament.table_title(1))

    def test_player_page_shows_the_queue_without_a_badge(self, client, evening):
        assert not Badge.objects.exists()
        page = client.get(address(evening, "player", evening.players["E"].public_id))
        assert "in the queue" in text(page)
