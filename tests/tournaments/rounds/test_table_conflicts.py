"""Sections of an event in one hall: table numbers continue, and no table is used twice."""

import pytest

from pairings.seating.hall import Hall, Room
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.events.test_sections import Open
from tournaments.core import hall
from tournaments.core.journal.errors import Refused
from tournaments.events import events
from tournaments.hall import table_numbers
from tournaments.models import Tournament
from tournaments.players import registration
from tournaments.public.page_cache import PAGES
from tournaments.rounds import rounds
from tournaments.schedule import schedules
from tournaments.schedule.seats import seated_view
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db
SHARED = "Renumber a draft, or set the first number of each section on the hall page."


@pytest.fixture
def event(orla):
    """An event with four players in section A and two in B; nothing is paired."""
    PAGES.clear()
    event = Open(orla)
    event.of_a, event.of_b = event.stage(orla, event.a), event.stage(orla, event.b)
    return event


@pytest.fixture
def spring(event):
    """Round 1 of A is running at tables 1 and 2; that of B is a draft at table 1, the first of its hall."""
    table_numbers.set_hall(event.who, event.b, Hall(1))
    event.of_b.pair()
    event.of_a.pair()
    event.of_a.publish()
    return event


def draft_of_b(spring, client):
    return client.get(f"/t/{spring.b.slug}/desk/rounds/1/").text


def tables(stage):
    return list(stage.round.pairings.order_by("order").values_list("table", flat=True))


def add(event, section, count):
    registration.add_players(event.who, section, [{"name": f"{section.section} {n}"} for n in range(count)])


class TestTableNumbers:
    def test_section_starts_after_the_tables_of_earlier_sections(self, event):
        add(event, event.juniors, 2)
        assert [hall.layout_of(each).first for each in (event.a, event.b, event.juniors)] == [None, 3, 4]
        event.of_b.pair()
        assert tables(event.of_b) == [3]

    def test_section_starts_after_the_tables_not_the_waves_of_earlier_sections(self, event):
        table_numbers.set_hall(event.who, event.a, Hall(most=1))
        table_numbers.set_hall(event.who, event.b, Hall(most=1))
        add(event, event.b, 2)
        event.of_b.pair()
        assert tables(event.of_b) == [2, 2002], "its numbers may have any length"
        event.b.refresh_from_db()
        assert [event.b.layout.place_of(table).wave for table in (2, 2002)] == [1, 2]

    @pytest.mark.rotates(4)
    def test_first_table_moves_with_earlier_sections_until_publishing(self, event, orla):
        event.of_b.pair()
        add(event, event.a, 4)
        assert hall.layout_of(event.b).first == 5
        assert "1 pairing belongs at another table" in draft_of_b(event, signed_in(orla))
        table_numbers.number_tables(event.who, event.b, event.of_b.round)
        event.of_b.publish()
        add(event, event.a, 4)
        assert (hall.layout_of(event.b).first, tables(event.of_b)) == (5, [5])
        event.of_a.pair()
        assert tables(event.of_a) == [1, 2, 3, 4, 6, 7]

    def test_withdrawals_do_not_move_the_first_table(self, event):
        event.of_a.pair()
        event.of_a.publish()
        for name in ("Ann", "Bo"):
            registration.withdraw(event.who, event.a, event.players[name])
        assert hall.layout_of(event.b).first == 3

    def test_first_table_respects_the_hall_of_each_section(self, event):
        table_numbers.set_hall(event.who, event.a, Hall(11, frozenset({12})))
        assert hall.layout_of(event.b) == Hall(14)
        table_numbers.set_hall(event.who, event.a, Hall(rooms=(Room("Library", 1, 9),)))
        assert hall.layout_of(event.b) == Hall(1)
        table_numbers.set_hall(event.who, event.b, Hall(7))
        assert hall.layout_of(event.b) == Hall(7)

    def test_order_of_tables_follows_the_order_of_sections(self, event):
        events.move_up(event.who, event.b)
        event.a.refresh_from_db()
        event.b.refresh_from_db()
        assert [hall.layout_of(each).first for each in (event.b, event.a)] == [None, 2]

    def test_schedule_uses_the_tables_of_the_section(self, event):
        lifecycle.change_settings(event.who, event.b, system="round-robin")
        whole = schedules.schedule_of(seated_view(event.b.stages.get()))
        assert {game.table for round_ in whole.rounds() for game in round_.games} == {3}
        (event.of_b.round,) = rounds.publish_schedule(event.who, event.b)
        assert tables(event.of_b) == [3]

    @pytest.mark.rotates(4)
    def test_hall_page_shows_the_first_table(self, event, orla):
        client = signed_in(orla)
        assert (
            "Numbers start at 3, after those of the earlier sections"
            in client.get(f"/t/{event.b.slug}/desk/hall/").text
        )
        assert "Numbers start at 1." in client.get(f"/t/{event.a.slug}/desk/hall/").text


class TestTableOfTwoSections:
    def test_round_at_a_taken_table_is_not_published(self, spring):
        with pytest.raises(Refused, match="Section A also uses number 1") as refused:
            spring.of_b.publish()
        assert refused.value.code == "table-taken"
        table_numbers.number_tables(spring.who, spring.b, spring.of_b.round)
        spring.of_b.publish()
        assert tables(spring.of_b) == [3]

    @pytest.mark.rotates(8)
    def test_draft_and_both_desks_name_the_other_section(self, spring, orla):
        client = signed_in(orla)
        text = "Section A also uses number 1. " + SHARED
        assert text in draft_of_b(spring, client)
        assert text in client.get(f"/t/{spring.b.slug}/desk/").text
        assert "Section B also uses number 1." in client.get(f"/t/{spring.a.slug}/desk/").text
        assert client.get(f"/e/{spring.event.slug}/desk/").text.count(SHARED) == 2
        answer = client.post(f"/t/{spring.b.slug}/desk/rounds/1/publish/", follow=True)
        assert "Renumber the pairings in this draft, then publish it." in answer.text
        assert spring.of_b.round.is_draft

    def test_hall_page_offers_the_tables_after_earlier_sections(self, event, orla):
        table_numbers.set_hall(event.who, event.b, Hall(1))
        client, page = signed_in(orla), f"/t/{event.b.slug}/desk/hall/"
        assert "Start after them, at 3" in client.get(page).text
        assert "Numbers start at 3" in client.post(page, {"behind": "1"}, follow=True).text
        assert "Start after them" not in client.get(page).text
        assert Tournament.objects.get(pk=event.b.pk).layout == Hall(3)

    @pytest.mark.rotates(2)
    def test_same_number_in_another_room_is_another_table(self, spring, orla):
        library = Hall(None, frozenset(), (Room("Library", 1, 9),))
        table_numbers.set_hall(spring.who, spring.b, library)
        assert SHARED not in draft_of_b(spring, signed_in(orla))
        table_numbers.set_hall(spring.who, spring.a, library)
        assert SHARED in draft_of_b(spring, signed_in(orla))

    @pytest.mark.rotates(2)
    def test_closed_round_frees_its_tables(self, spring, orla):
        for table in (1, 2):
            spring.of_a.enter(table, "1-0")
        spring.of_a.close()
        assert SHARED not in draft_of_b(spring, signed_in(orla))
        spring.of_b.publish()
        assert tables(spring.of_b) == [1]


def test_hidden_section_is_not_named(spring, orla):
    Tournament.objects.filter(pk=spring.a.pk).update(is_public=False)
    text = draft_of_b(spring, signed_in(orla))
    assert "Another section also uses number 1." in text
    assert "Section A sits" not in text


def test_results_draft_and_closed_round_show_rooms(cup, orla):
    table_numbers.set_hall(
        cup.orla,
        cup.tournament,
        Hall(None, frozenset(), (Room("Main", 1, 1), Room("Library", 5, 9))),
    )
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
