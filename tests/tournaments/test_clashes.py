"""Two sections of an event at one table: told where it matters, and the way out; rooms on the pages of a round."""

import pytest

from pairings.hall import Hall, Room
from tests.tournaments.test_pages import signed_in
from tests.tournaments.test_sections import Open
from tournaments.models import Tournament
from tournaments.services import hall
from tournaments.web.pages import PAGES

pytestmark = pytest.mark.django_db
SHARED = "Say in the hall where the tables of each section begin."


@pytest.fixture
def spring(orla):
    """Round 1 of A runs at tables 1 and 2, that of B is a draft at table 1."""
    PAGES.clear()
    spring = Open(orla)
    spring.of_a, spring.of_b = spring.stage(orla, spring.a), spring.stage(orla, spring.b)
    spring.of_a.pair()
    spring.of_a.publish()
    spring.of_b.pair()
    return spring


def draft_of_b(spring, client):
    return client.get(f"/t/{spring.b.slug}/desk/rounds/1/").text


def test_the_draft_and_both_desks_say_who_sits_there_too(spring, orla):
    client = signed_in(orla)
    told = "Section A sits at table 1 too. " + SHARED
    assert told in draft_of_b(spring, client)
    assert told in client.get(f"/t/{spring.b.slug}/desk/").text
    assert "Section B sits at table 1 too." in client.get(f"/t/{spring.a.slug}/desk/").text
    assert client.get(f"/e/{spring.event.slug}/desk/").text.count(SHARED) == 2


def test_the_hall_offers_the_tables_behind_them(spring, orla):
    client = signed_in(orla)
    page = f"/t/{spring.b.slug}/desk/hall/"
    assert "Begin after them, at table 3" in client.get(page).text
    assert "Tables begin at 3" in client.post(page, {"behind": "1"}, follow=True).text
    assert "Begin after them" not in client.get(page).text
    assert SHARED in draft_of_b(spring, client)
    hall.number_tables(spring.who, Tournament.objects.get(pk=spring.b.pk), spring.of_b.round)
    assert SHARED not in draft_of_b(spring, client)
    assert spring.of_b.round.pairings.get().table == 3
    assert "Begin after them" not in client.get(f"/t/{spring.a.slug}/desk/hall/").text


def test_the_same_number_in_another_room_is_another_table(spring, orla):
    hall.set_hall(spring.who, spring.b, Hall(None, frozenset(), (Room("Library", 1, 9),)))
    assert SHARED not in draft_of_b(spring, signed_in(orla))
    hall.set_hall(spring.who, spring.a, Hall(None, frozenset(), (Room("Library", 1, 9),)))
    assert SHARED in draft_of_b(spring, signed_in(orla))


def test_a_round_that_is_over_leaves_its_tables(spring, orla):
    for table in (1, 2):
        spring.of_a.enter(table, "1-0")
    spring.of_a.close()
    assert SHARED not in draft_of_b(spring, signed_in(orla))


def test_a_hidden_section_is_not_named(spring, orla):
    Tournament.objects.filter(pk=spring.a.pk).update(is_public=False)
    text = draft_of_b(spring, signed_in(orla))
    assert "Another section sits at table 1 too." in text
    assert "Section A sits" not in text


def test_rooms_stand_on_results_draft_and_closed_round(cup, orla):
    hall.set_hall(cup.orla, cup.tournament, Hall(None, frozenset(), (Room("Main", 1, 1), Room("Library", 5, 9))))
    client = signed_in(orla)
    cup.pair()
    draft = client.get("/t/cup/desk/rounds/1/").text
    assert draft.count(">Main<") == draft.count(">Library<") == 1
    cup.publish()
    for step in ("running", "closed"):
        text = client.get("/t/cup/desk/rounds/1/results/").text
        assert text.count(">Main<") == text.count(">Library<") == 1, step
        assert text.index(">Main<") < text.index('id="t1"') < text.index(">Library<") < text.index('id="t5"')
        if step == "running":
            cup.enter(1, "1-0")
            cup.enter(5, "1-0")
            cup.close()
