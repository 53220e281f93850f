"""Sections of an event: one public page, one desk, one player list, and moving players between sections."""

import re
from datetime import date, timedelta
from io import BytesIO
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pypdf import PdfReader

from standings.prizes.fund import Category, Fund, Prize
from standings.web.prizes.fund import fund_to_json
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.conftest import Stage
from tests.tournaments.player_lists.test_list_pages import Page
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Right, Who, rights_of_all, visible
from tournaments.drafts import editing
from tournaments.event_page.event_page import set_event_page
from tournaments.events import events
from tournaments.events.forms import next_letter, shorten_name
from tournaments.history import undo
from tournaments.models import Event, ForbiddenPair, JournalEntry, Member, Player, RequestedBye, Round, Tournament
from tournaments.people import tokens
from tournaments.players import registration
from tournaments.public.page_cache import PAGES
from tournaments.rounds import rounds
from tournaments.schedule import seats
from tournaments.setup import copies, lifecycle, moving, rules
from tournaments.tournament_files import files
from tournaments.web.whole_records import SHOWN_VALUES_FIELD

pytestmark = pytest.mark.django_db


class Open:
    """An event with sections A, B and Juniors; Ann, Bo, Cy and Di are in A, Ed and Flo in B."""

    def __init__(self, orla):
        self.who = Who.at_page(orla)
        first = Stage(orla, name="Spring Open", system="dutch", planned_rounds=3)
        self.b = events.add_section(self.who, first.tournament, event="Spring Open", own="A", section="B")
        self.juniors = events.add_section(self.who, first.tournament, section="Juniors")
        self.a = Tournament.objects.get(pk=first.tournament.pk)
        self.event = self.a.event
        self.players = {}
        for section, names in ((self.a, ("Ann", "Bo", "Cy", "Di")), (self.b, ("Ed", "Flo"))):
            for player in registration.add_players(self.who, section, [{"name": name} for name in names]):
                self.players[player.name] = player

    def names(self, section):
        return sorted(section.players.values_list("name", flat=True))

    def stage(self, orla, section):
        """Return a section as a `Stage`, the form that other tests use."""
        found = Stage.__new__(Stage)
        found.orla, found.tournament = self.who, section
        found.players = {player.name: player for player in section.players.all()}
        return found

    def last(self, section):
        return JournalEntry.objects.filter(tournament=section).first()

    def last_sentence(self, section):
        entry = self.last(section)
        return VERBS[entry.verb].sentence(entry.facts)


@pytest.fixture
def spring(orla):
    PAGES.clear()
    return Open(orla)


class TestNames:
    def test_section_name_contains_event_and_section(self, spring):
        assert [each.name for each in (spring.a, spring.b, spring.juniors)] == [
            "Spring Open – A", "Spring Open – B", "Spring Open – Juniors",
        ]  # fmt: skip
        assert [each.slug for each in (spring.a, spring.b)] == ["spring-open", "spring-open-b"]
        assert [each.place for each in (spring.a, spring.b, spring.juniors)] == [1, 2, 3]

    def test_longest_names_are_not_truncated(self, spring):
        events.rename_event(spring.who, spring.event, "E" * 60)
        lifecycle.change_settings(spring.who, spring.b, section="S" * 30)
        spring.b.refresh_from_db()
        assert spring.b.name == f"{'E' * 60} – {'S' * 30}"
        assert moving.import_file(spring.who, files.write(spring.b)).name == spring.b.name

    def test_settings_change_the_section_name(self, spring, orla):
        client, address = signed_in(orla), f"/t/{spring.b.slug}/desk/settings/"
        form = client.get(address).context["form"]
        assert form["name"].value() == "B"
        filled = ((field.html_name, field.value()) for field in form)
        sent = {name: value for name, value in filled if value is not None and value is not False}
        answer = client.post(address, {**sent, "name": "Women"})
        assert answer.status_code == 302, answer.context["form"].errors
        spring.b.refresh_from_db()
        assert (spring.b.section, spring.b.name) == ("Women", "Spring Open – Women")
        answer = client.post(address, {**sent, "name": "a", SHOWN_VALUES_FIELD: ""})
        assert answer.status_code == 422
        assert answer.context["form"].errors["name"] == ["Section A already exists. Choose another name."]

    def test_full_name_of_a_section_cannot_be_set_directly(self, spring):
        with pytest.raises(Refused, match="section of Spring Open"):
            lifecycle.change_settings(spring.who, spring.b, name="Autumn")

    def test_renaming_the_event_renames_all_sections_and_undoes_together(self, spring):
        events.rename_event(spring.who, spring.event, "May Open")
        assert set(Tournament.objects.values_list("name", flat=True)) == {
            "May Open – A", "May Open – B", "May Open – Juniors",
        }  # fmt: skip
        assert spring.last_sentence(spring.b) == "Renamed the event Spring Open to May Open."
        undo.undo(spring.who, spring.b, spring.last(spring.b))
        assert Event.objects.get().name == "Spring Open"
        assert Tournament.objects.filter(name__startswith="Spring Open – ").count() == 3

    def test_renaming_cannot_be_undone_after_a_section_was_added(self, spring):
        events.rename_event(spring.who, spring.event, "May Open")
        events.add_section(spring.who, spring.b, section="C")
        with pytest.raises(Refused, match="different names"):
            undo.undo(spring.who, spring.b, JournalEntry.objects.get(tournament=spring.b, verb="rename-event"))
        assert Tournament.objects.filter(name__startswith="May Open – ").count() == 4

    def test_leaving_cannot_be_undone_after_the_event_was_renamed(self, spring):
        events.leave_event(spring.who, spring.b)
        events.rename_event(spring.who, spring.event, "May Open")
        with pytest.raises(Refused, match="different names"):
            undo.undo(spring.who, spring.b, spring.last(spring.b))
        events.rename_event(spring.who, spring.event, "Spring Open")
        undo.undo(spring.who, spring.b, spring.last(spring.b))
        spring.b.refresh_from_db()
        assert spring.b.event == spring.event

    def test_only_organisers_of_all_sections_rename_the_event(self, spring, sam):
        Member.objects.create(tournament=spring.a, user=sam, role="organiser")
        with pytest.raises(NotAllowed):
            events.rename_event(Who.at_page(sam), spring.event, "Mine")
        assert Event.objects.get().name == "Spring Open"

    @pytest.mark.parametrize(
        ("taken", "proposed"),
        [(["A", "B"], "C"), (["A", "Juniors"], "B"), (["Open"], ""), (["Y", "Z"], ""), (["B", "A"], "C")],
    )
    def test_next_letter_is_proposed(self, taken, proposed):
        assert next_letter(taken) == proposed

    def test_proposed_short_name_drops_the_last_words(self):
        assert shorten_name("Open of the City, and of the Sea", 17) == "Open of the City"
        assert shorten_name("Open", 4) == "Open"
        assert shorten_name("x" * 9, 4) == "xxxx"


class TestAddingASection:
    def form_to_send(self, client, slug, **more):
        page = client.get(f"/t/{slug}/desk/section/").text
        sheet = re.search(r'name="sheet"[^>]*value="([^"]+)"', page)[1]
        return {"event": "Cup", "own": "A", "section": "B", "sheet": sheet, **more}

    def test_single_tournament_shows_nothing_about_sections(self, cup, orla):
        page = signed_in(orla).get("/t/cup/").text
        assert "section" not in page.lower().replace("<section", "").replace("</section", "")

    def test_section_is_added_at_the_desk_once_after_two_clicks(self, cup, orla):
        client = signed_in(orla)
        assert 'href="/t/cup/desk/section/"' in client.get("/t/cup/desk/").text
        proposed = client.get("/t/cup/desk/section/").context["form"]
        assert [proposed[name].value() for name in ("event", "own", "section")] == ["Cup", "A", "B"]
        form = self.form_to_send(client, "cup")
        first = client.post("/t/cup/desk/section/", form)
        assert first["Location"] == "/e/cup/desk/"
        assert client.post("/t/cup/desk/section/", form)["Location"] == "/e/cup/desk/"
        assert sorted(Tournament.objects.values_list("name", "place")) == [("Cup – A", 1), ("Cup – B", 2)]
        cup.tournament.refresh_from_db()
        assert VERBS["join-event"].sentence(cup.tournament.journal.first().facts) == (
            "Added as section A to the event Cup."
        )

    def test_third_section_needs_only_a_name(self, spring, orla):
        form = signed_in(orla).get(f"/t/{spring.b.slug}/desk/section/").context["form"]
        assert [field.name for field in form.visible_fields()] == ["section"]

    def test_new_section_copies_settings_and_staff_but_not_the_seed(self, spring):
        stage, other = spring.b.stages.get(), spring.a.stages.get()
        assert (stage.system, stage.planned_rounds, stage.options) == (other.system, 3, other.options)
        assert stage.seed != other.seed
        assert (spring.b.starts_on, spring.b.game) == (date(2026, 1, 10), "chess")
        assert [member.user.username for member in spring.b.members.all()] == ["Orla"]

    @pytest.mark.parametrize(("own", "section"), [("A", "a"), ("Á", "A")])
    def test_same_name_for_two_sections_is_refused(self, cup, orla, own, section):
        client = signed_in(orla)
        answer = client.post("/t/cup/desk/section/", self.form_to_send(client, "cup", own=own, section=section))
        assert (answer.status_code, Tournament.objects.count()) == (422, 1)

    def test_name_of_another_section_is_refused(self, spring, orla):
        answer = signed_in(orla).post(f"/t/{spring.b.slug}/desk/section/", {"section": "juniors"})
        assert "Section Juniors already exists." in answer.text

    def test_only_organisers_add_sections(self, cup, heli, sam):
        Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
        for user in (heli, sam):
            with pytest.raises(NotAllowed):
                events.add_section(Who.at_page(user), cup.tournament, event="E", own="A", section="B")
            assert signed_in(user).get("/t/cup/desk/section/").status_code in (403, 404)
        assert Event.objects.count() == 0

    def test_undo_makes_the_section_a_tournament_again(self, spring):
        entry = spring.a.journal.get(verb="join-event")
        undo.undo(spring.who, spring.a, entry)
        spring.a.refresh_from_db()
        assert (spring.a.event, spring.a.section, spring.a.place, spring.a.name) == (None, "", 0, "Spring Open")
        assert spring.event.sections.count() == 2

    def test_section_leaves_under_its_full_name_and_undo_restores_it(self, spring, orla):
        signed_in(orla).post(f"/t/{spring.b.slug}/desk/leave/")
        spring.b.refresh_from_db()
        assert (spring.b.event, spring.b.name) == (None, "Spring Open – B")
        assert spring.last_sentence(spring.b) == "Removed section B from the event Spring Open."
        undo.undo(spring.who, spring.b, spring.last(spring.b))
        spring.b.refresh_from_db()
        assert (spring.b.event, spring.b.section, spring.b.place) == (spring.event, "B", 2)

    def test_leaving_cannot_be_undone_if_the_name_is_taken(self, spring):
        events.leave_event(spring.who, spring.b)
        events.add_section(spring.who, spring.a, section="b")
        with pytest.raises(Refused):
            undo.undo(spring.who, spring.b, spring.last(spring.b))


class TestCopiesAndFiles:
    """Actions on one tournament do not change its event."""

    def test_copy_and_test_run_are_in_no_event(self, spring):
        copy = copies.copy_tournament(spring.who, spring.a, name="Next", starts_on=date(2027, 1, 9))
        trial = copies.copy_tournament(spring.who, spring.a, name="Trial", starts_on=date(2027, 1, 9), trial=True)
        assert (copy.event, trial.event) == (None, None)
        with pytest.raises(Refused, match="test run"):
            events.add_section(spring.who, trial, event="E", own="A", section="B")

    def test_tournament_file_has_the_full_name_and_no_event(self, spring):
        events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        for section in (spring.a, spring.b):
            written = files.write(section)
            read = moving.import_file(spring.who, written)
            assert (read.event, read.name) == (None, section.name)
            again = files.as_json(read)
            assert again["journal"] == files.as_json(section)["journal"] or read.slug != section.slug


class TestPublicPage:
    def test_lists_every_section_with_rounds_and_players(self, spring, orla):
        stage = spring.stage(orla, spring.a)
        stage.pair()
        stage.publish()
        page = Client().get("/e/spring-open/").text
        assert page.index(">A<") < page.index(">B<") < page.index(">Juniors<")
        assert "Round 1 of 3" in page
        assert "Pairings of round 1" in page
        assert all(name in page for name in spring.players)
        assert 'href="/t/spring-open/rounds/1/#t1"' in page

    @pytest.mark.rotates(2)
    def test_picture_shows_the_rounds_of_each_section(self, spring, orla):
        assert Client().get("/e/spring-open/").context["drawn"] is None
        stage = spring.stage(orla, spring.a)
        stage.play("1-0", "1-0")
        stage.pair()
        stage.publish()
        spring.stage(orla, spring.b).play("1-0")
        drawn = Client().get("/e/spring-open/").context["drawn"]
        assert drawn.rows == [("A", "1", "2", "3"), ("B", "1", "–", "3"), ("Juniors", "0", "–", "3")]

    @pytest.mark.rotates(2)
    def test_shows_leaders_and_progress_of_each_section(self, spring, orla):
        page = Client().get("/e/spring-open/")
        assert "Leaders" not in page.text
        assert 'class="chip live"' not in page.text
        stage = spring.stage(orla, spring.a)
        stage.play("1-0", "½-½")
        stage.pair()
        stage.publish()
        stage.enter(1, "1-0")
        page = Client().get("/e/spring-open/")
        assert page.context["live_sections"] == 1
        assert page.context["players"] == 6
        first, *others = page.context["cards"]
        assert [place.rank for place in first.leaders] == [1, 2, 2]
        assert (first.entered, first.tables) == (1, 2)
        assert all(card.leaders == [] and card.tables == 0 for card in others)
        assert page.text.count("Leaders") == 1
        assert "1 of 2 results entered" in page.text
        assert "1 section is playing" in page.text

    def test_shows_the_event_page_set_in_a_section(self, spring):
        about = {
            "about": "In the **old mill**",
            "accent": "#a02020",
            "sponsors": [{"name": "Mill", "url": ""}],
        }
        set_event_page(spring.who, spring.b, about)
        page = Client().get("/e/spring-open/").text
        assert "<strong>old mill</strong>" in page
        assert "Mill" in page
        assert f"/t/{spring.b.slug}/colours.css" in page

    def test_draft_changes_nothing(self, spring, orla):
        before = Client().get("/e/spring-open/").content
        spring.stage(orla, spring.a).pair()
        page = Client().get("/e/spring-open/")
        assert "Round 1" not in page.text
        assert page.content == before

    def test_search_without_script_finds_players_of_all_sections(self, spring):
        page = Client().get("/e/spring-open/?q=flo").text
        assert "Flo" in page
        assert "Ann" not in page
        assert "No player found" in Client().get("/e/spring-open/?q=zzz").text

    @pytest.mark.rotates(2)
    def test_shows_the_podium_of_finished_sections(self, spring, orla):
        stage = spring.stage(orla, spring.b)
        lifecycle.change_settings(spring.who, spring.b, planned_rounds=1)
        stage.play("1-0")
        lifecycle.finish(spring.who, spring.b)
        page = Client().get("/e/spring-open/")
        (card,) = [card for card in page.context["cards"] if card.podium] if page.context else [None]
        assert [place.rank for place in card.podium] == [1, 2]
        assert "finished" in page.text

    @pytest.mark.rotates(2)
    def test_prizes_of_all_sections_are_on_one_page(self, spring, orla):
        client = signed_in(orla)
        link = 'href="/e/spring-open/prizes/"'
        for place in ("/e/spring-open/", "/e/spring-open/desk/"):
            assert link not in client.get(place).text
        fund = Fund((Category("Main", (Prize(5000, "cup"),)),), "€")
        rules.set_prizes(spring.who, spring.b, fund_to_json(fund))
        lifecycle.change_settings(spring.who, spring.b, planned_rounds=1)
        spring.stage(orla, spring.b).play("1-0")
        paper = "/e/spring-open/desk/print/prizes.pdf"
        assert client.get(paper).status_code == 404
        assert paper not in client.get("/e/spring-open/desk/").text
        page = Client().get("/e/spring-open/prizes/").text
        assert page.count("Not finished yet.") == 3
        assert "cup" not in page
        lifecycle.finish(spring.who, Tournament.objects.get(pk=spring.b.pk))
        for place in ("/e/spring-open/", "/e/spring-open/desk/"):
            assert link in client.get(place).text
        page = Client().get("/e/spring-open/prizes/").text
        assert page.count("Not finished yet.") == 2
        assert "Spring Open" not in page.partition("<h1>")[2], "the head of each page names the event"
        assert page.index(">B<") < page.index("50 € + cup") < page.index(">A<") < page.index(">Juniors<")
        assert page.index("Round 1 of 1") < page.index(">A<"), "what is finished comes first, with its rounds"
        assert paper in client.get("/e/spring-open/desk/").text
        (sheet,) = PdfReader(BytesIO(client.get(paper).content)).pages
        text = " ".join(sheet.extract_text().split())
        assert "Prize list" in text
        assert "50 € + cup" in text
        assert Client().get(paper).status_code == 302
        lifecycle.change_settings(spring.who, spring.b, is_public=False)
        assert "cup" not in Client().get("/e/spring-open/prizes/").text
        assert "cup" in client.get("/e/spring-open/prizes/").text

    def test_desk_warns_of_too_few_players_for_the_planned_rounds(self, spring, orla):
        desk = "/e/spring-open/desk/"
        lifecycle.change_settings(spring.who, spring.juniors, system="dutch", planned_rounds=5)
        for name in ("Uma", "Val", "Wes", "Xia", "Yul"):
            registration.add_player(spring.who, spring.juniors, name=name)
        client = signed_in(orla)
        assert "The last of 5 rounds may have no pairing" in client.get(desk).text
        lifecycle.change_settings(spring.who, spring.juniors, planned_rounds=3)
        assert "The last of" not in client.get(desk).text

    def test_hidden_section_is_shown_only_to_its_staff(self, spring, orla, heli):
        lifecycle.change_settings(spring.who, spring.juniors, is_public=False)
        registration.add_player(spring.who, spring.juniors, name="Zoe")
        Member.objects.create(tournament=spring.a, user=heli, role="helper")
        for client in (Client(), signed_in(heli)):
            page = client.get("/e/spring-open/").text
            assert "Juniors" not in page
            assert "Zoe" not in page
            assert "2 sections" in page
        assert "Juniors" in signed_in(orla).get("/e/spring-open/").text
        assert "Juniors" not in signed_in(heli).get("/e/spring-open/desk/").text
        for section in (spring.a, spring.b):
            lifecycle.change_settings(spring.who, section, is_public=False)
        assert Client().get("/e/spring-open/").status_code == 404

    def test_is_cached_until_a_section_changes(self, spring):
        first = Client().get("/e/spring-open/")
        with CaptureQueriesContext(connection) as asked:
            again = Client().get("/e/spring-open/", headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, len(asked)) == (304, 1)
        registration.add_player(spring.who, spring.b, name="Gus")
        changed = Client().get("/e/spring-open/", headers={"If-None-Match": first["ETag"]})
        assert changed.status_code == 200
        assert "Gus" in changed.text

    def test_home_page_shows_one_event_and_each_section_links_to_it(self, spring):
        assert 'href="/e/spring-open/"' in Client().get(f"/t/{spring.b.slug}/").text
        home = Client().get("/").text
        assert home.count('href="/e/spring-open/"') == 1
        assert "/t/spring-open" not in home
        assert "3 sections" in home


class TestDesk:
    @pytest.mark.rotates(2)
    def test_each_section_shows_the_next_step_of_its_own_desk(self, spring, orla):
        client = signed_in(orla)
        spring.stage(orla, spring.a).pair()
        steps = client.get("/e/spring-open/desk/").context["steps"]
        own = [client.get(f"/t/{each.desk.tournament.slug}/desk/").context["step"] for each in steps]
        assert [each.step for each in steps] == own
        assert [each.step.label for each in steps] == ["Publish round 1", "Pair round 1", "Add players"]

    @pytest.mark.rotates(2)
    def test_number_of_queries_does_not_grow_with_sections(self, spring, orla):
        client = signed_in(orla)
        spring.stage(orla, spring.a).pair()
        counts = []
        for _more in range(2):
            client.get("/e/spring-open/desk/")
            with CaptureQueriesContext(connection) as asked:
                client.get("/e/spring-open/desk/")
            counts.append(len(asked))
            for name in ("C", "D", "E") if len(counts) == 1 else ():
                section = events.add_section(spring.who, spring.a, section=name)
                registration.add_players(spring.who, section, [{"name": f"{name}{n}"} for n in range(4)])
                spring.stage(orla, section).pair()
        assert counts[0] == counts[1]

    @pytest.mark.rotates(2)
    def test_name_list_contains_all_sections(self, spring, orla):
        client = signed_in(orla)
        assert "names.pdf" not in client.get("/e/spring-open/desk/").text
        assert client.get("/e/spring-open/desk/print/names.pdf").status_code == 404
        stages = [spring.stage(orla, section) for section in (spring.a, spring.b)]
        for stage in stages:
            stage.pair()
        assert client.get("/e/spring-open/desk/print/names.pdf").status_code == 404  # drafts are not posted in the hall
        for stage in stages:
            stage.publish()
        assert "names.pdf" in client.get("/e/spring-open/desk/").text
        (page,) = PdfReader(BytesIO(client.get("/e/spring-open/desk/print/names.pdf").content)).pages
        text = " ".join(page.extract_text().split())
        places = [text.index(f" {name} ") for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")]
        assert places == sorted(places)

    @pytest.mark.rotates(4)
    def test_documents_of_all_sections_are_one_zip_file(self, spring, orla, client):
        stage = spring.stage(orla, spring.a)
        stage.pair()
        stage.publish()
        answer = signed_in(orla).get("/e/spring-open/desk/print/papers.zip")
        with ZipFile(BytesIO(answer.content)) as archive:
            names = set(archive.namelist())
        slugs = [section.slug for section in (spring.a, spring.b, spring.juniors)]
        assert {f"{slug}/players.pdf" for slug in slugs} | {f"{slugs[0]}/round-01/slips.pdf"} <= names
        assert f"{slugs[1]}/round-01/slips.pdf" not in names
        assert client.get("/e/spring-open/desk/print/papers.zip").status_code == 302

    def test_outdated_draft_is_reported(self, spring, orla):
        stage = spring.stage(orla, spring.a)
        stage.pair()
        assert "since the draft was made" not in signed_in(orla).get("/e/spring-open/desk/").text
        registration.add_player(spring.who, spring.a, name="Gus")
        registration.add_player(spring.who, spring.b, name="Hal")
        odd = [each.odd for each in signed_in(orla).get("/e/spring-open/desk/").context["steps"]]
        assert odd == [["1 change since the draft was made. Check the round before you publish it."], [], []]
        stage.publish()
        assert "since the draft was made" not in signed_in(orla).get("/e/spring-open/desk/").text

    def test_visitors_must_sign_in_and_other_users_are_refused(self, spring, sam):
        assert Client().get("/e/spring-open/desk/").status_code == 302
        assert signed_in(sam).get("/e/spring-open/desk/").status_code == 403
        assert signed_in(sam).get("/e/nowhere/desk/").status_code == 404

    def test_players_registered_twice_are_reported(self, spring, orla):
        registration.add_player(spring.who, spring.b, name="Ann")
        registration.add_player(spring.who, spring.juniors, name="Eve Ek", fide_id="77")
        registration.add_player(spring.who, spring.a, name="Evelyn", fide_id="77")
        page = signed_in(orla).get("/e/spring-open/desk/")
        assert page.context["several"] == ["Ann (A), Ann (B)", "Eve Ek (Juniors), Evelyn (A)"]


class TestMoving:
    def test_player_moves_with_all_data_and_both_journals_record_it(self, spring):
        ann = registration.change_player(spring.who, spring.a, spring.players["Ann"], rating=1700, club="TuTo")
        registration.check_in(spring.who, spring.a, [ann], here=True)
        registration.request_bye(spring.who, spring.a, ann, 2, "half")
        (moved,) = events.move_players(spring.who, [ann], spring.b).players
        assert spring.names(spring.a) == ["Bo", "Cy", "Di"]
        assert spring.names(spring.b) == ["Ann", "Ed", "Flo"]
        moved.refresh_from_db()
        same = ("public_id", "name", "rating", "club", "checked_in", "sort_key")
        ann.checked_in = True
        assert [getattr(moved, name) for name in same] == [getattr(ann, name) for name in same]
        assert list(moved.requested_byes.values_list("round_number", "kind")) == [(2, "half")]
        assert spring.last_sentence(spring.a) == "Moved to B: Ann."
        assert spring.last_sentence(spring.b) == "Moved here from A: Ann."

    @pytest.mark.parametrize("side", ["a", "b"])
    def test_undo_in_either_section_reverts_both(self, spring, side):
        registration.request_bye(spring.who, spring.a, spring.players["Ann"], 2, "half")
        editing.forbid_pair(spring.who, spring.a, spring.players["Ann"], spring.players["Bo"])
        events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        section = getattr(spring, side)
        undo.undo(spring.who, section, spring.last(section))
        assert (spring.names(spring.a), spring.names(spring.b)) == (["Ann", "Bo", "Cy", "Di"], ["Ed", "Flo"])
        assert RequestedBye.objects.get().player.name == "Ann"
        assert ForbiddenPair.objects.get().tournament == spring.a
        assert [spring.last(each).verb for each in (spring.a, spring.b)] == ["undo", "undo"]
        undo.undo(spring.who, section, JournalEntry.objects.get(tournament=section, verb="move-players"))
        assert spring.a.players.count() == 4, "the second time nothing happens"

    def test_undo_needs_organisers_of_both_sections(self, spring, sam):
        events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        Member.objects.create(tournament=spring.a, user=sam, role="organiser")
        with pytest.raises(NotAllowed, match="several sections"):
            undo.undo(Who.at_page(sam), spring.a, spring.last(spring.a))

    @pytest.mark.parametrize("paired", ["a", "b"])
    def test_undo_is_refused_once_round_1_of_either_is_paired(self, spring, orla, paired):
        events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        entry = spring.last(spring.a)
        spring.stage(orla, getattr(spring, paired)).pair()
        with pytest.raises(Refused, match=f"Round 1 of Spring Open – {paired.upper()} has since been paired"):
            undo.undo(spring.who, spring.a, entry)
        assert spring.names(spring.a) == ["Bo", "Cy", "Di"]

    @pytest.mark.parametrize("paired", ["a", "b"])
    def test_move_after_pairing_is_refused_with_advice(self, spring, orla, paired):
        stage = spring.stage(orla, getattr(spring, paired))
        stage.pair()
        with pytest.raises(Refused, match="Discard its draft, move the players, then pair it again"):
            events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        stage.publish()
        with pytest.raises(Refused, match="Withdraw the player, then add them to the other section"):
            events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        assert spring.names(spring.a) == ["Ann", "Bo", "Cy", "Di"]

    def test_pairs_within_the_moved_group_move_and_others_are_dropped(self, spring):
        p = spring.players
        editing.forbid_pair(spring.who, spring.a, p["Ann"], p["Bo"])
        editing.forbid_pair(spring.who, spring.a, p["Ann"], p["Cy"])
        editing.fix_pair(spring.who, spring.a, 2, p["Bo"], p["Ann"])
        moved = events.move_players(spring.who, [p["Ann"], p["Bo"]], spring.b)
        assert moved.pairs == ["Ann – Cy"]
        pair = ForbiddenPair.objects.get()
        assert (pair.tournament, pair.one.name, pair.other.name) == (spring.b, "Ann", "Bo")
        (fixed,) = spring.b.fixed_pairs.all()
        assert (fixed.round_number, fixed.first.name, fixed.second.name) == (2, "Bo", "Ann")
        assert spring.last_sentence(spring.a) == "Moved to B: Ann, Bo. Pairs moved with them: Ann – Cy."

    def test_byes_that_the_target_does_not_allow_are_dropped_and_reported(self, spring):
        lifecycle.change_settings(spring.who, spring.b, half_byes_most=1, half_byes_not_in_last=1)
        ann = spring.players["Ann"]
        for number in (1, 2, 3):
            registration.request_bye(spring.who, spring.a, ann, number, "half")
        moved = events.move_players(spring.who, [ann], spring.b)
        assert moved.byes == ["Ann (2)", "Ann (3)"]
        assert spring.last_sentence(spring.b).endswith("Byes dropped: Ann (2), Ann (3).")
        assert list(RequestedBye.objects.values_list("round_number", flat=True)) == [1]

    def test_moving_to_the_own_section_records_nothing(self, spring):
        events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        before = JournalEntry.objects.count()
        events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        assert JournalEntry.objects.count() == before
        assert spring.b.players.count() == 3

    def test_players_of_several_sections_move_at_once(self, spring):
        events.move_players(spring.who, list(spring.players.values()), spring.juniors)
        assert spring.names(spring.juniors) == sorted(spring.players)
        assert spring.last_sentence(spring.juniors) == "Moved here from A, B: Ann, Bo, Cy, Di, Ed, Flo."
        undo.undo(spring.who, spring.juniors, spring.last(spring.juniors))
        assert (spring.a.players.count(), spring.b.players.count()) == (4, 2)

    def test_move_needs_rights_in_both_sections_of_one_event(self, spring, sam, orla):
        Member.objects.create(tournament=spring.a, user=sam, role="organiser")
        with pytest.raises(NotAllowed):
            events.move_players(Who.at_page(sam), [spring.players["Ann"]], spring.b)
        elsewhere = Stage(orla, name="Elsewhere").tournament
        with pytest.raises(Refused):
            events.move_players(spring.who, [spring.players["Ann"]], elsewhere)
        assert spring.a.players.count() == 4

    def test_drawn_seats_are_dropped(self, spring):
        seats.draw_seats(spring.who, spring.a, "rating")
        events.move_players(spring.who, [spring.players["Ann"]], spring.b)
        assert not Player.objects.get(name="Ann").seats.exists()


class TestTokens:
    def token(self, spring, *scopes, section=None):
        end = timezone.now() + timedelta(days=1)
        where = section or spring.a
        return tokens.create_token(spring.who, where, name="Board", scopes=list(scopes), expires_at=end)

    def rights_granted(self, token, *tournaments):
        return [granted - {Right.SEE} for granted in rights_of_all(Who.program(token), tournaments).values()]

    def test_event_token_works_in_all_sections_its_creator_organises(self, spring, heli):
        token, _secret = self.token(spring, "players:write", "event")
        own = {Right.SEE_PERSONAL, Right.MANAGE_PLAYERS}
        Member.objects.filter(tournament=spring.juniors).update(user=heli)
        assert self.rights_granted(token, spring.a, spring.b, spring.juniors) == [own, own, set()]
        lifecycle.change_settings(spring.who, spring.b, is_public=False)
        hidden = Stage(heli, name="Elsewhere", is_public=False).tournament
        seen = set(visible(Who.program(token)))
        assert spring.b in seen
        assert hidden not in seen

    def test_section_token_works_only_there_and_event_token_ends_with_the_event(self, spring):
        token, _secret = self.token(spring, "players:write")
        assert self.rights_granted(token, spring.b) == [set()]
        wide, _secret = self.token(spring, "players:write", "event", section=spring.b)
        events.leave_event(spring.who, spring.b)
        wide.refresh_from_db()
        assert self.rights_granted(wide, spring.a) == [set()]
        assert self.rights_granted(wide, spring.b) != [set()]

    def test_event_scope_is_offered_only_within_an_event(self, spring, cup, orla):
        client = signed_in(orla)
        words = "in all sections of the event"
        assert words in client.get(f"/t/{spring.a.slug}/desk/staff/").text
        assert words not in client.get("/t/cup/desk/staff/").text


ROLL, LIST, MOVE = (f"/e/spring-open/desk/players/{name}" for name in ("", "list/", "move/"))


class TestPlayerList:
    @pytest.fixture
    def page(self, spring, orla):
        """The import page of the event's player list, used without scripts."""
        found = Page.__new__(Page)
        found.client, found.url = signed_in(orla), LIST
        found.answer = found.client.get(LIST)
        return found

    def test_lists_and_finds_players_of_all_sections(self, spring, orla):
        client = signed_in(orla)
        lines = client.get(ROLL).context["lines"]
        assert [(line.player.name, line.section.section) for line in lines][-3:] == [
            ("Di", "A"), ("Ed", "B"), ("Flo", "B"),
        ]  # fmt: skip
        assert [line.player.name for line in client.get(f"{ROLL}?q=fl").context["lines"]] == ["Flo"]

    def test_player_is_added_to_the_chosen_section_once(self, spring, orla):
        client = signed_in(orla)
        form = {"name": "Gus", "rating": "1500", "section": spring.juniors.slug, "sheet": "1"}
        for _twice in range(2):
            assert client.post(f"{ROLL}add/", form)["Location"] == ROLL
        assert spring.names(spring.juniors) == ["Gus"]
        assert "Juniors: Gus added." in client.get(ROLL).text
        part = client.post(f"{ROLL}add/", {**form, "name": "Hal"}, headers={"HX-Request": "true"}).text
        assert "Juniors: Hal added." in part
        assert "<bdi>Juniors</bdi>" in part

    def test_rating_after_the_name_is_read_only_if_all_sections_play_one_game(self, spring, orla):
        client = signed_in(orla)
        assert "data-endings=" in client.get(ROLL).text
        Tournament.objects.filter(pk=spring.b.pk).update(game="go")
        assert "data-endings=" not in client.get(ROLL).text

    def test_namesake_in_another_section_needs_confirmation(self, spring, orla):
        client = signed_in(orla)
        form = {"name": "ann", "section": spring.b.slug}
        answer = client.post(f"{ROLL}add/", form)
        assert answer.status_code == 422
        assert "Ann is already on the list. Add another player with this name?" in answer.text
        client.post(f"{ROLL}add/", {**form, "again": "1"})
        assert spring.names(spring.b) == ["Ed", "Flo", "ann"]
        assert "Registered more than once: Ann (A), ann (B)." in client.get(ROLL).text

    @pytest.mark.rotates(2)
    def test_imported_list_assigns_sections_and_the_rest_go_to_the_chosen_one(self, spring, page):
        text = "Name,Rating,Category\nGus,1800,A\nHal,1200,spring open – b\nIvo,1100,JUNIORS\nJan,900,\nKim,1000,C"
        page.gives(text, section=spring.juniors.slug)
        assert [row.values["section"] for row in page.answer.context["found"].rows] == [
            "A", "B", "Juniors", "Juniors", "Juniors",
        ]  # fmt: skip
        assert "Unknown section C. Choose from: A, B, Juniors." in page.text
        assert page.counts == (4, 0, 0, 1)
        assert Player.objects.count() == 6
        page.takes()
        again = page.client.post(page.url, page.sent)
        assert again["Location"] == page.answer["Location"] == ROLL
        assert spring.names(spring.a) == ["Ann", "Bo", "Cy", "Di", "Gus"]
        assert spring.names(spring.b) == ["Ed", "Flo", "Hal"]
        assert spring.names(spring.juniors) == ["Ivo", "Jan"]
        assert "4 players added." in page.follows()

    def test_row_with_an_unknown_section_can_be_imported_anyway(self, spring, page):
        page.gives("Name,Section\nGus,C", section=spring.b.slug).looks(faulty="take")
        assert page.counts == (1, 0, 0, 0)
        page.takes(faulty="take")
        assert spring.names(spring.b) == ["Ed", "Flo", "Gus"]

    def test_import_is_undone_as_a_whole_from_any_section(self, spring, page):
        page.gives("Name,Section\nGus,A\nHal,B", section=spring.a.slug).takes()
        assert Player.objects.count() == 8
        undo.undo(spring.who, spring.b, spring.last(spring.b))
        assert Player.objects.count() == 6
        assert spring.juniors.journal.count() == 1, "nothing was done there"

    def test_listed_player_of_another_section_is_updated_there(self, spring, page):
        page.gives("Name,Rating,Section\nFLO,1500,A\nGus,1600,A", section=spring.a.slug)
        assert "Flo (B) is already on the list." in page.text
        page.looks(present="update")
        page.takes(present="update")
        assert spring.names(spring.a) == ["Ann", "Bo", "Cy", "Di", "Gus"]
        assert spring.b.players.get(name="Flo").rating == 1500
        assert [spring.last(each).verb for each in (spring.a, spring.b)] == ["take-list", "take-list"]

    @pytest.mark.rotates(2)
    def test_players_listed_in_another_section_are_moved_by_one_click(self, spring, page):
        page.gives("Name,Group\nFlo,A\nEd,\nAnn,A\nGus,A", section=spring.a.slug)
        assert "Flo (B) is already on the list. The list gives section A." in " ".join(page.text.split())
        assert "Move 1 player to section" in page.text
        page.sends("move A")
        assert "Flo" in spring.names(spring.a)
        assert "Flo" not in spring.names(spring.b)
        assert "Move 1 player" not in page.text
        page.takes()
        assert "Gus" in spring.names(spring.a)

    def test_import_moves_nobody_after_pairing(self, spring, page):
        page.gives("Name,Group\nFlo,A", section=spring.a.slug)
        rounds.pair_next_round(spring.who, spring.b)
        page.sends("move A")
        assert page.answer.status_code == 422
        assert "Flo" in spring.names(spring.b)

    def test_import_after_a_change_needs_a_new_preview(self, spring, page):
        page.gives("Name,Section\nGus,A\nHal,B", section=spring.a.slug)
        registration.add_player(spring.who, spring.juniors, name="Gus")
        page.takes()
        assert page.answer.status_code == 409
        assert "Gus (Juniors) is already on the list." in page.text
        assert "Hal" not in spring.names(spring.b)
        page.takes()
        assert spring.names(spring.b) == ["Ed", "Flo", "Hal"]

    def test_import_after_renaming_a_section_needs_a_new_preview(self, spring, page):
        page.gives("Name,Section\nGus,B", section=spring.a.slug)
        lifecycle.change_settings(spring.who, spring.b, section="Women")
        page.takes()
        assert page.answer.status_code == 409
        assert "Unknown section B." in page.text

    def test_import_into_one_section_ignores_the_section_column_with_a_remark(self, spring, orla):
        page = Page(spring.stage(orla, spring.a), orla).gives("Name,Section\nGus,B")
        assert "The column “Section” (“B”) was not recognised and is ignored." in page.text
        assert 'value="section"' not in page.text

    def test_organiser_of_one_section_sees_only_that_section(self, spring, sam):
        Member.objects.create(tournament=spring.b, user=sam, role="organiser")
        client = signed_in(sam)
        assert [line.player.name for line in client.get(ROLL).context["lines"]] == ["Ed", "Flo"]
        answer = client.post(f"{ROLL}add/", {"name": "Gus", "section": spring.a.slug})
        assert answer.status_code == 422
        assert spring.a.players.count() == 4

    def test_player_cannot_be_added_to_a_section_that_left(self, spring):
        events.leave_event(spring.who, spring.b)
        with pytest.raises(Refused, match="no longer in this event"):
            events.add_player(spring.who, spring.event, spring.b, name="Gus")


class TestMovePage:
    def address_of(self, spring, **more):
        query = {"origin": spring.a.slug, "to": spring.b.slug, **more}
        return f"{MOVE}?{urlencode(query)}"

    def rate_players(self, spring):
        for name, rating in (("Ann", 1700), ("Bo", 1599), ("Cy", 1600)):
            registration.change_player(spring.who, spring.a, spring.players[name], rating=rating)

    @pytest.mark.parametrize(
        ("asked", "found", "marked"),
        [
            ({}, ["Ann", "Cy", "Bo", "Di"], False),
            ({"below": 1600}, ["Bo"], True),
            ({"below": 1600, "unrated": "on"}, ["Bo", "Di"], True),
            ({"above": 1600}, ["Ann", "Cy"], True),
            ({"above": 1600, "below": 1700}, ["Cy"], True),
            ({"below": 1000}, [], True),
        ],
    )
    def test_players_are_filtered_by_rating_before_they_move(self, spring, orla, asked, found, marked):
        self.rate_players(spring)
        page = signed_in(orla).get(self.address_of(spring, **asked))
        assert [player.name for player in page.context["found"]] == found
        assert page.text.partition('id="found"')[2].count(" checked") == marked * len(found)
        assert spring.a.players.count() == 4

    def test_first_section_is_listed_by_default(self, spring, orla):
        page = signed_in(orla).get(MOVE)
        assert [player.name for player in page.context["found"]] == ["Ann", "Bo", "Cy", "Di"]
        assert page.context["target"] == spring.b
        assert "Move to" in page.text

    def test_selected_players_move_and_dropped_byes_are_reported(self, spring, orla):
        editing.forbid_pair(spring.who, spring.a, spring.players["Ann"], spring.players["Bo"])
        lifecycle.change_settings(spring.who, spring.b, half_byes_most=0)
        registration.request_bye(spring.who, spring.a, spring.players["Ann"], 1, "half")
        client = signed_in(orla)
        ids = [spring.players[name].public_id for name in ("Ann", "Di")]
        page = client.post(MOVE, {"player": ids, "to": spring.b.slug, "sheet": "1"}, follow=True).text
        assert "2 players are now in section B: Ann, Di." in page
        assert "Pairs with players who stayed were removed: Ann – Bo." in page
        assert "Byes that are not possible there were removed: Ann (1)." in page
        assert spring.names(spring.b) == ["Ann", "Di", "Ed", "Flo"]

    def test_target_stays_selected_if_no_player_is(self, spring, orla):
        self.rate_players(spring)
        client = signed_in(orla)
        page = client.post(self.address_of(spring, below=1600), {"to": "", "sheet": "1"}, follow=True)
        assert "Select at least one player" in page.text
        page = client.post(self.address_of(spring, below=1600), {"to": spring.b.slug, "sheet": "1"}, follow=True)
        assert "Select at least one player" in page.text
        assert [player.name for player in page.context["found"]] == ["Bo"]
        roll = client.get(f"/t/{spring.a.slug}/desk/players/").text
        there = re.search(rf'formaction="({MOVE}[^"]*)"', roll)
        assert there is not None
        page = client.post(there[1], {"to": spring.b.slug, "sheet": "2"}, follow=True)
        assert (page.context["target"], len(page.context["found"])) == (spring.b, 4)

    def test_players_page_offers_other_sections_until_pairing(self, spring, orla):
        client = signed_in(orla)
        address = f"/t/{spring.a.slug}/desk/players/{spring.players['Ann'].public_id}/"
        assert [other.section for other in client.get(address).context["others"]] == ["B", "Juniors"]
        spring.stage(orla, spring.a).pair()
        assert client.get(address).context["others"] == []

    def test_old_link_to_a_moved_player_redirects(self, spring):
        ann = spring.players["Ann"]
        events.move_players(spring.who, [ann], spring.b)
        answer = Client().get(f"/t/{spring.a.slug}/players/{ann.public_id}/")
        assert (answer.status_code, answer["Location"]) == (302, f"/t/{spring.b.slug}/players/{ann.public_id}/")

    def test_old_link_does_not_redirect_into_a_hidden_section(self, spring):
        ann = spring.players["Ann"]
        events.move_players(spring.who, [ann], spring.b)
        lifecycle.change_settings(spring.who, spring.b, is_public=False)
        assert Client().get(f"/t/{spring.a.slug}/players/{ann.public_id}/").status_code == 404

    @pytest.mark.parametrize("sent", [{}, {"to": "spring-open-b"}, {"to": "nowhere", "player": "x"}])
    def test_missing_players_or_section_are_reported(self, spring, orla, sent):
        page = signed_in(orla).post(MOVE, sent, follow=True).text
        assert "Select at least one player, and a section." in page

    def test_target_equal_to_source_is_refused_at_the_field(self, spring, orla):
        answer = signed_in(orla).get(self.address_of(spring, to=spring.a.slug))
        assert "already in this section" in answer.text

    @pytest.mark.rotates(2)
    def test_refusal_is_shown(self, spring, orla):
        spring.stage(orla, spring.b).pair()
        sent = {"player": spring.players["Ann"].public_id, "to": spring.b.slug}
        assert "Round 1 of section B is paired." in signed_in(orla).post(MOVE, sent, follow=True).text


class TestTables:
    @pytest.mark.rotates(2)
    def test_table_is_listed_with_its_room(self, spring, orla):
        rooms = [{"name": "Gym", "first": 1, "last": 9}]
        Tournament.objects.filter(pk=spring.a.pk).update(hall={"first": 1, "closed": [], "rooms": rooms})
        spring.a.refresh_from_db()
        stage = spring.stage(orla, spring.a)
        stage.pair()
        stage.publish()
        assert Client().get("/e/spring-open/").text.count("<bdi>Gym</bdi>") == 4

    def test_fixed_table_moves_only_if_the_other_section_has_it(self, spring):
        ann, bo = spring.players["Ann"], spring.players["Bo"]
        for player, table in ((ann, 2), (bo, 3)):
            registration.change_player(spring.who, spring.a, player, fixed_table=table)
        Tournament.objects.filter(pk=spring.b.pk).update(hall={"first": 1, "closed": [3], "rooms": []})
        (moved,) = events.move_players(spring.who, [ann], spring.b).players
        assert moved.fixed_table == 2
        with pytest.raises(Refused, match="3"):
            events.move_players(spring.who, [bo], spring.b)
        assert Player.objects.get(name="Bo").tournament == spring.a


class TestAllSections:
    """One button pairs the next round of all sections, and another publishes all drafts."""

    def press(self, spring, orla, wanted):
        return signed_in(orla).post(f"/e/{spring.event.slug}/desk/all/", {"do": wanted}, follow=True)

    def states(self, spring):
        return [
            list(each.rounds.order_by("number").values_list("number", "status"))
            for each in (spring.a, spring.b, spring.juniors)
        ]

    @pytest.mark.rotates(4)
    def test_all_ready_sections_are_paired_and_published(self, spring, orla):
        shown = signed_in(orla).get(f"/e/{spring.event.slug}/desk/").content.decode()
        assert "Pair the next round of 2 sections" in shown
        answer = self.press(spring, orla, "pair").content.decode()
        assert "Paired: A, B." in answer
        assert "Publish the drafts of 2 sections" in answer
        assert self.states(spring) == [[(1, Round.Status.DRAFT)], [(1, Round.Status.DRAFT)], []]
        assert "No section is ready for this step." in self.press(spring, orla, "pair").content.decode()
        assert "Published: A, B." in self.press(spring, orla, "publish").content.decode()
        assert self.states(spring)[:2] == [[(1, Round.Status.PUBLISHED)]] * 2

    @pytest.mark.rotates(4)
    def test_button_says_that_it_closes_the_running_rounds(self, spring, orla):
        for section in (spring.a, spring.b):
            stage = spring.stage(orla, section)
            stage.pair()
            stage.publish()
            for table in stage.round.pairings.values_list("table", flat=True):
                stage.enter(table, "1-0")
        shown = signed_in(orla).get(f"/e/{spring.event.slug}/desk/").text
        assert "Close the rounds and pair the next ones in 2 sections" in shown
        assert "Pair the next round of" not in shown

    def test_typed_numbers_of_rounds_replace_the_proposed_ones(self, spring, orla):
        for section in (spring.a, spring.b):
            lifecycle.change_settings(spring.who, section, planned_rounds=None)
        sent = {"do": "pair", f"rounds-{spring.a.slug}": "2", f"rounds-{spring.b.slug}": "banana"}
        signed_in(orla).post(f"/e/{spring.event.slug}/desk/all/", sent)
        assert spring.a.stages.get().planned_rounds == 2
        assert spring.b.stages.get().planned_rounds == 1

    def test_results_of_leaders_are_those_of_their_points(self, spring, orla):
        stage = spring.stage(orla, spring.a)
        stage.play("1-0", "0-1")
        stage.pair()
        stage.publish()
        stage.enter(1, "1-0")
        for address in (f"/e/{spring.event.slug}/prizes/", f"/t/{spring.a.slug}/"):
            answer = signed_in(orla).get(address)
            shown = answer.context["played"]
            assert {len(results) for results in shown.values()} == {1}

    @pytest.mark.rotates(4)
    def test_outdated_page_does_not_perform_a_different_step(self, spring, orla):
        at_desk, address = signed_in(orla), f"/e/{spring.event.slug}/desk/"
        old = at_desk.get(address).context["ready"]["pair"].tag
        for wanted in ("pair", "publish"):
            self.press(spring, orla, wanted)
        for section in (spring.a, spring.b):
            stage = spring.stage(orla, section)
            stage.round = section.rounds.get()
            for pairing in stage.round.pairings.all():
                stage.enter(pairing.table, "1-0")
        sent = {"do": "pair", "seen-pair": old}
        answer = at_desk.post(f"{address}all/", sent, follow=True)
        assert "The sections have moved on" in answer.content.decode()
        assert self.states(spring)[:2] == [[(1, Round.Status.PUBLISHED)]] * 2
        sent["seen-pair"] = answer.context["ready"]["pair"].tag
        assert "Paired: A" in at_desk.post(f"{address}all/", sent, follow=True).content.decode()

    @pytest.mark.rotates(4)
    def test_complete_rounds_are_closed_even_if_another_section_refuses(self, spring, orla):
        for wanted in ("pair", "publish"):
            self.press(spring, orla, wanted)
        for section in (spring.a, spring.b):
            stage = spring.stage(orla, section)
            stage.round = section.rounds.get()
            for pairing in stage.round.pairings.all():
                stage.enter(pairing.table, "1-0")
        answer = self.press(spring, orla, "pair").content.decode()
        assert "Paired: A" in answer
        assert self.states(spring)[0] == [(1, Round.Status.CLOSED), (2, Round.Status.DRAFT)]

    @pytest.mark.rotates(4)
    def test_all_sections_are_closed_and_finished_by_one_click_each(self, spring, orla):
        for wanted in ("pair", "publish"):
            self.press(spring, orla, wanted)
        for section in (spring.a, spring.b):
            section.stages.update(planned_rounds=1)
            stage = spring.stage(orla, section)
            stage.round = section.rounds.get()
            for pairing in stage.round.pairings.all():
                stage.enter(pairing.table, "1-0")
        shown = signed_in(orla).get(f"/e/{spring.event.slug}/desk/").content.decode()
        assert "Close the rounds of 2 sections" in shown
        answer = self.press(spring, orla, "close").content.decode()
        assert "Closed: A, B." in answer
        assert self.states(spring)[:2] == [[(1, Round.Status.CLOSED)]] * 2
        assert "Publish the final standings of 2 sections" in answer
        assert "Final standings published: A, B." in self.press(spring, orla, "announce").content.decode()
        assert spring.event.sections.exclude(finished_at=None).count() == 2

    def test_helpers_cannot_pair_all_sections(self, spring, heli):
        Member.objects.create(tournament=spring.a, user=heli, role=Member.Role.HELPER)
        assert signed_in(heli).post(f"/e/{spring.event.slug}/desk/all/", {"do": "pair"}).status_code == 403
        assert self.states(spring) == [[], [], []]
