"""Creating an event with its sections, joining a tournament to an event, the order of sections, and shared staff."""

import re
from datetime import timedelta
from types import MappingProxyType

import pytest
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.conftest import Stage
from tests.tournaments.events.test_sections import Open
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.events import events
from tournaments.history import undo
from tournaments.models import Event, Member, Tournament, User
from tournaments.public.page_cache import PAGES

pytestmark = pytest.mark.django_db


@pytest.fixture
def spring(orla):
    PAGES.clear()
    return Open(orla)


@pytest.fixture
def blitz(orla, spring):
    """A tournament in the middle of round 1, in no event."""
    blitz = Stage(orla, name="Blitz", system="dutch", planned_rounds=3).with_players("Una", "Vic")
    blitz.pair()
    blitz.publish()
    return blitz


def join(spring, blitz, **more):
    return events.join_event(spring.who, blitz.tournament, spring.event, more.pop("section", "Blitz"), **more)


class TestJoining:
    def test_tournament_becomes_the_last_section_and_keeps_its_rounds(self, spring, blitz, client):
        join(spring, blitz)
        assert (blitz.tournament.name, blitz.tournament.place) == ("Spring Open – Blitz", 4)
        assert spring.last_sentence(blitz.tournament) == "Added as section Blitz to the event Spring Open."
        text = client.get(f"/e/{spring.event.slug}/").text
        assert text.index("Juniors") < text.index("Blitz")
        assert "Una" in text
        assert client.get("/t/blitz/rounds/1/").status_code == 200

    def test_undo_restores_the_name_and_removes_the_event(self, spring, blitz):
        join(spring, blitz)
        undo.undo(spring.who, blitz.tournament, spring.last(blitz.tournament))
        blitz.tournament.refresh_from_db()
        assert (blitz.tournament.name, blitz.tournament.event, blitz.tournament.place) == ("Blitz", None, 0)

    def test_joining_twice_is_recorded_once(self, spring, blitz):
        join(spring, blitz)
        before = blitz.revision()
        join(spring, blitz)
        assert blitz.revision() == before

    @pytest.mark.rotates(2)
    def test_invalid_joins_are_refused(self, spring, blitz, orla, heli):
        with pytest.raises(Refused, match="Section B already exists"):
            join(spring, blitz, section="b")
        other = Stage(orla, name="Autumn")
        events.add_section(spring.who, other.tournament, event="Autumn", own="A", section="B")
        with pytest.raises(Refused, match="already a section of Autumn"):
            join(spring, other)
        Member.objects.create(tournament=blitz.tournament, user=heli, role="organiser")
        with pytest.raises(NotAllowed, match="You do not organise a section of this event"):
            events.join_event(Who.at_page(heli), blitz.tournament, spring.event, "Blitz")
        Member.objects.create(tournament=spring.a, user=heli, role="helper")
        assert events.run_by(Who.at_page(heli)) == []

    @pytest.mark.rotates(2)
    def test_section_page_joins_an_event(self, spring, blitz, orla, heli):
        client = signed_in(orla)
        page = "/t/blitz/desk/section/"
        sent = {"join": "1", "j-event": spring.event.pk, "j-section": ""}
        answer = client.post(page, sent)
        assert (answer.status_code, "required" in answer.text) == (422, True)
        assert client.post(page, {**sent, "j-event": "x"}).status_code == 422
        answer = client.post(page, {**sent, "j-section": "Blitz"})
        assert answer["Location"] == f"/e/{spring.event.slug}/desk/"
        assert 'name="join"' not in client.get(page).text
        assert client.post(page, {**sent, "j-section": "Other"}).status_code == 200
        blitz.tournament.refresh_from_db()
        assert blitz.tournament.section == "Blitz"


class TestCreateWithSections:
    FORM = MappingProxyType({"name": "Spring Open", "starts_on": "2026-01-10", "game": "chess", "time_zone": "UTC"})

    def form_to_send(self, orla, **more):
        sheet = re.search(r'name="sheet"[^>]*value="([^"]+)"', signed_in(orla).get("/new/").text)[1]
        return {**self.FORM, "sections": "A, B; Juniors", "sheet": sheet, **more}

    def test_sections_are_created_in_one_event_once(self, orla):
        form = self.form_to_send(orla, planned_rounds="4")
        for _click in range(2):
            assert signed_in(orla).post("/new/", form)["Location"] == "/e/spring-open/desk/players/"
        made = Tournament.objects.order_by("place")
        assert [each.name for each in made] == [f"Spring Open – {name}" for name in ("A", "B", "Juniors")]
        assert [each.stages.get().planned_rounds for each in made] == [4, 4, 4]
        assert len({each.stages.get().seed for each in made}) == 3
        assert [each.members.get().user for each in made] == [orla] * 3

    @pytest.mark.rotates(2)
    def test_invalid_section_names_are_refused_and_nothing_is_created(self, orla):
        for more, why in (
            ({"sections": "A"}, "Enter at least two groups"),
            ({"sections": "A, a"}, "Two sections cannot have the same name."),
            ({"sections": "A, ---"}, "is not a valid group name"),
            ({"sections": f"A, {'x' * 31}"}, "at most 30"),
            ({"sections": ",".join(map(str, range(21)))}, "at most 20 groups"),
            ({"name": "x" * 61}, "at most 60 characters"),
        ):
            answer = signed_in(orla).post("/new/", self.form_to_send(orla, **more))
            assert (answer.status_code, why in answer.text) == (422, True), why
        assert (Tournament.objects.count(), Event.objects.count()) == (0, 0)


class TestOrder:
    def places(self, spring):
        return list(spring.event.sections.order_by("place").values_list("section", flat=True))

    def test_section_moves_up_and_undo_restores_the_order(self, spring, orla):
        events.move_up(spring.who, spring.juniors)
        assert self.places(spring) == ["A", "Juniors", "B"]
        assert spring.last_sentence(spring.juniors) == "Moved section Juniors to place 2 in its event."
        undo.undo(spring.who, spring.b, spring.last(spring.b))
        assert self.places(spring) == ["A", "B", "Juniors"]

    def test_first_section_stays_without_a_journal_entry(self, spring):
        before = spring.last(spring.a)
        events.move_up(spring.who, spring.a)
        assert self.places(spring) == ["A", "B", "Juniors"]
        assert spring.last(spring.a) == before

    @pytest.mark.rotates(2)
    def test_order_is_changed_at_the_desk_by_organisers_of_all_sections(self, spring, orla, heli):
        desk = f"/e/{spring.event.slug}/desk/"
        assert signed_in(orla).get(desk).text.count("Move up") == 2
        signed_in(orla).post(f"{desk}order/", {"section": spring.b.slug})
        assert self.places(spring) == ["B", "A", "Juniors"]
        Member.objects.create(tournament=spring.juniors, user=heli, role="organiser")
        assert "Move up" not in signed_in(heli).get(desk).text
        with pytest.raises(NotAllowed):
            events.move_up(Who.at_page(heli), spring.juniors)
        assert signed_in(orla).post(f"{desk}order/", {"section": "nowhere"}).status_code == 404


class TestStaff:
    @pytest.fixture
    def staff(self, spring, heli, sam):
        """Heli helps at tables 1 to 5 of A and organises B, Sam helps in B, a guest helps in A."""
        guest = User.objects.create_user("guest-1", is_guest=True)
        until = timezone.now() + timedelta(hours=1)
        Member.objects.create(tournament=spring.a, user=heli, role="helper", first_table=1, last_table=5)
        Member.objects.create(tournament=spring.b, user=heli, role="organiser")
        Member.objects.create(tournament=spring.b, user=sam, role="helper", first_table=3, last_table=4)
        Member.objects.create(tournament=spring.a, user=guest, role="helper", until=until)

    def of(self, section):
        rows = section.members.order_by("user__username")
        return [(row.user.username, row.role, row.first_table) for row in rows]

    @pytest.mark.rotates(2)
    def test_joins_with_the_tournament(self, spring, blitz, staff):
        join(spring, blitz, staff=True)
        assert self.of(blitz.tournament) == [
            ("Heli", "organiser", None),
            ("Orla", "organiser", None),
            ("Sam", "helper", 3),
        ]
        assert "Staff added: Heli, Sam." in spring.last_sentence(blitz.tournament)

    def test_is_copied_to_an_added_section(self, spring, staff, orla):
        made = events.add_section(spring.who, spring.b, section="C", staff=True)
        assert [name for name, _role, _table in self.of(made)] == ["Heli", "Orla", "Sam"]
        form = signed_in(orla).get(f"/t/{spring.b.slug}/desk/section/").context["form"]
        assert form["staff"].value() is True
        assert events.add_section(spring.who, spring.b, section="D").members.count() == 1

    def test_is_added_later_by_a_button_without_duplicates(self, spring, staff, orla):
        page = f"/t/{spring.juniors.slug}/desk/staff/event/"
        client = signed_in(orla)
        assert "Added 2 people to the staff." in client.post(page, follow=True).text
        assert "already on the staff" in client.post(page, follow=True).text
        assert len(self.of(spring.juniors)) == 3

    def test_comes_only_from_sections_the_user_organises(self, spring, staff, sam):
        Member.objects.create(tournament=spring.juniors, user=sam, role="organiser")
        assert events.share_staff(Who.at_page(sam), spring.juniors) == []
        with pytest.raises(NotAllowed):
            events.share_staff(Who.at_page(sam), spring.a)
