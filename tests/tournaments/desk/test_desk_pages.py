"""The desk: grouped tabs, missing results at the top, and search."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.conftest import Stage
from tournaments.desk.menu import menu_of, pages_of, search
from tournaments.desk.pages import _listed, _way
from tournaments.desk.progress import Progress
from tournaments.events import events as sections
from tournaments.models import Event, Member, Round
from tournaments.players import registration
from tournaments.self_service import sign_ups
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


def everything(_right):
    return True


@pytest.fixture
def club(orla):
    return Stage(orla, planned_rounds=5)


@pytest.fixture
def playing(club):
    club.with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo").pair()
    club.publish()
    return club


class TestTabs:
    @pytest.mark.parametrize("game", ["chess", "go", "cards", "football"])
    def test_menu_has_at_most_six_groups(self, club, game):
        club.tournament.game = game
        assert len(menu_of(club.tournament, everything, "desk").groups) <= 6

    def test_game_without_arbiter_papers_has_no_arbiter_tab(self, club):
        club.tournament.game = "cards"
        assert "Arbiter" not in [group for group, _pages in pages_of(club.tournament, everything)]

    def test_page_shows_the_other_pages_of_its_group(self, club):
        menu = menu_of(club.tournament, everything, "prizes")
        assert [tab.label for tab in menu.groups if tab.is_here] == ["Settings"]
        assert [tab.label for tab in menu.pages] == ["Settings", "Event page", "Rules", "Prizes", "Staff"]
        assert [tab.label for tab in menu.pages if tab.is_here] == ["Prizes"]

    def test_page_alone_in_its_group_has_no_second_row(self, club):
        assert menu_of(club.tournament, everything, "journal").pages == ()

    def test_helper_sees_only_permitted_pages(self, playing, heli):
        Member.objects.create(tournament=playing.tournament, user=heli, role="helper")
        text = signed_in(heli).get(at(playing, "desk")).text
        assert ">Journal<" in text
        assert ">Settings<" not in text


class TestHead:
    def test_head_names_tables_with_missing_results(self, playing, orla):
        playing.enter(1, "1-0")
        text = signed_in(orla).get(at(playing, "desk")).text
        missing = text.partition('id="missing"')[2].partition("</p>")[0]
        assert [f"#t{table}" in missing for table in (1, 2, 3)] == [False, True, True]

    def test_head_shows_the_rounds_in_a_row(self, playing, orla):
        text = signed_in(orla).get(at(playing, "desk")).text
        way = text.partition('class="pills way"')[2].partition("</nav>")[0]
        assert 'class="now"' in way
        assert 'class="ahead"' in way


class TestRounds:
    def test_long_league_shows_only_rounds_near_the_present_one(self):
        rows = [Round(pk=n, number=n, status="closed" if n < 20 else "running") for n in range(1, 35)]
        near, later, earlier = _listed(rows, rows[19])
        assert [row.number for row in near] == [23, 22, 21, 20, 19, 18, 17]
        assert [row.number for row in later] == list(range(34, 23, -1))
        assert [row.number for row in earlier] == list(range(16, 0, -1))
        assert _listed(rows[:15], rows[14]) == [rows[14::-1]]
        assert [part[0].number for part in _listed(rows, rows[0])] == [4, 34]
        assert [part[0].number for part in _listed(rows, rows[33])] == [34, 30]
        assert _listed([], None) == [[]]

    def test_row_of_rounds_is_centred_on_the_present_one(self):
        rows = [Round(pk=n, number=n, status="running") for n in range(1, 35)]
        now = Progress(last=34, planned=38)
        assert [number for number, _row in _way(rows, now, rows[0])] == list(range(1, 17))
        assert [number for number, _row in _way(rows, now, rows[19])] == list(range(6, 36))
        assert [number for number, _row in _way(rows, now, rows[33])] == list(range(20, 39))
        assert _way([], Progress(planned=2), None) == [(1, None), (2, None)]

    def test_line_of_a_round_has_no_duplicate_links(self, playing, orla):
        text = signed_in(orla).get(at(playing, "desk")).text
        line = text.partition('class="lines halved"')[2].partition("<tbody>")[2].partition("</tr>")[0]
        links = re.findall(r'href="([^"]+)"', line)
        assert at(playing, "round-names", number=1) in links
        assert sorted(links) == sorted(set(links))


def test_a_finished_tournament_links_once_to_each_page(playing, orla):
    for table in (1, 2, 3):
        playing.enter(table, "1-0")
    playing.close()
    playing.finish()
    page = signed_in(orla).get(at(playing, "tournaments:desk")).text
    for view in ("certificates", "tournament-file", "copy"):
        assert page.count(f'href="{at(playing, view)}"') == 1, view
    assert page.count("/report.trf26") == 1
    assert "Show the winners" in page


def test_browsers_back_asks_for_the_pages_of_the_desk_again(club, orla):
    """A browser shows the page it has stored, for example with a player who was removed meanwhile."""
    club.with_players("Ann", "Bo")
    sections.add_section(club.orla, club.tournament, section="B", event="Open", own="A")
    event = Event.objects.get()
    club.pair()
    client = signed_in(orla)
    pages = [at(club, "tournaments:desk"), at(club, "roll"), at(club, "journal"), at(club, "draft", number=1)]
    pages += [
        reverse("tournaments:event-desk", args=[event.slug]),
        reverse("tournaments:event-roll", args=[event.slug]),
    ]
    assert [page for page in pages if "no-store" not in client.get(page).headers.get("Cache-Control", "")] == []


@pytest.mark.parametrize(("game", "linked"), [("chess", True), ("football", False)])
def test_only_chess_compares_fides_swiss_systems(orla, game, linked):
    stage = Stage(orla, game=game).with_players("Ann", "Bo")
    assert ("Round 1 under each" in signed_in(orla).get(at(stage, "settings")).text) is linked


class TestSearch:
    def search(self, stage, user, query):
        return signed_in(user).get(at(stage, "desk-search"), {"q": query}).text

    def test_name_finds_player_and_table(self, playing, orla):
        text = self.search(playing, orla, "ann")
        assert at(playing, "player-change", player_id=playing.players["Ann"].public_id) in text
        assert "Round 1 · Table" in text

    def test_number_finds_the_table(self, playing, orla):
        text = self.search(playing, orla, " 2 ")
        assert "Round 1 · Table 2" in text
        assert "Round 1 · Table 1" not in text

    def test_word_finds_pages_and_printouts(self, playing, orla):
        assert at(playing, "staff") in self.search(playing, orla, "staff")
        assert at(playing, "slips", number=1) in self.search(playing, orla, "SLIPS")

    def test_empty_search_lists_all_pages(self, playing, orla):
        text = self.search(playing, orla, "")
        assert at(playing, "standings:prizes") in text
        assert at(playing, "copy") in text

    @pytest.mark.parametrize("query", ["no such thing", "99999999999999999999", "%", "x" * 500])
    def test_any_query_is_answered(self, playing, orla, query):
        response = signed_in(orla).get(at(playing, "desk-search"), {"q": query})
        assert response.status_code == 200

    def test_search_without_matches_shows_a_message(self, playing, orla):
        assert "No matches." in self.search(playing, orla, "no such thing")


def test_football_draft_says_pitch(orla):
    stage = Stage(orla, game="football", system="round-robin").with_players("Ann", "Bo")
    stage.pair()
    text = signed_in(orla).get(f"/t/{stage.tournament.slug}/desk/rounds/1/").text
    assert "pitch 1" in text
    assert "table 1" not in text


@pytest.mark.parametrize(("game", "offered"), [("chess", True), ("football", False)])
def test_report_files_are_offered_only_for_games_that_use_them(orla, game, offered):
    stage = Stage(orla, game=game, system="round-robin").with_players("Ann", "Bo")
    for page in ("", "desk/"):
        assert ("report.trf26" in signed_in(orla).get(f"/t/{stage.tournament.slug}/{page}").text) is offered


def test_a_page_with_the_name_of_its_group_is_found_with_its_name_once(playing):
    stage = playing.tournament.stages.get()
    found = {tab.label: group for tab, group in search(playing.tournament, stage, everything, "").commands}
    assert (found["Journal"], found["Settings"], found["Prizes"]) == ("", "", "Settings")


class TestPreparations:
    """The desk shows preparations for round 1 at the top."""

    def read(self, client, what="preparations"):
        page = client.get("/t/cup/desk/").content.decode()
        found = re.search(rf'id="{what}".*?</dl>', page, re.DOTALL)
        return [
            (
                re.sub(r"<[^>]+>", "", line[0]).strip(),
                re.search('href="([^"]*)"', line[1]),
                " ".join(re.sub(r"<[^>]+>", " ", line[1]).split()),
            )
            for line in re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", found[0] if found else "", re.DOTALL)
        ]

    def states(self, client):
        return {label: state for label, _address, state in self.read(client)}

    def test_each_state_is_named(self, club, orla):
        club.with_players("Ann", "Bo", "Cy")
        desk = signed_in(orla)
        lifecycle.change_settings(club.orla, club.tournament, is_public=False)
        assert self.states(desk) == {"Sign-ups": "off", "Check-in": "off", "Public page": "off", "Date": "10 Jan"}
        sign_ups.set_enrolment(club.orla, club.tournament, is_open=True)
        lifecycle.change_settings(
            club.orla, club.tournament, uses_check_in=True, round_dates="2026-01-11 18:30", is_public=True
        )
        registration.check_in(club.orla, club.tournament, [club.players["Bo"]], here=True)
        states = self.states(desk)
        assert {label: states[label] for label in ("Sign-ups", "Check-in", "Public page")} == {
            "Sign-ups": "on",
            "Check-in": "1 / 3",
            "Public page": "on",
        }
        assert (states["Date"][:6], states["Date"][-5:]) == ("11 Jan", "18:30")
        assert 'href="/t/cup/sign-up/"' in desk.get("/t/cup/desk/").content.decode()

    def test_they_lead_to_the_pages_that_the_reader_may_open(self, club, orla, heli):
        club.with_players("Ann", "Bo")
        assert [found[1] for _label, found, _state in self.read(signed_in(orla))] == [
            "/t/cup/desk/players/sign-ups/",
            *["/t/cup/desk/settings/"] * 3,
        ]
        Member.objects.create(tournament=club.tournament, user=heli, role="helper")
        assert self.read(signed_in(heli)) == []

    def test_they_end_with_round_1(self, playing, orla):
        assert self.read(signed_in(orla)) == []
