"""The import page: preview before storing, no lost input, and a list imported only once."""

import csv
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.html import escape

from tests.tournaments.all_features.test_double_submission import Forms
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.player_lists.test_workbooks import book
from tournaments.core.rights import Who
from tournaments.history import undo
from tournaments.models import JournalEntry, Player
from tournaments.players import registration

pytestmark = pytest.mark.django_db


class Page:
    """The import page of a list, used without scripts: the next button sends what the page shows."""

    def __init__(self, stage, user):
        self.client = signed_in(user)
        self.url = at(stage, "player-list")
        self.answer = self.client.get(self.url)

    @property
    def text(self):
        return self.answer.content.decode()

    def fields(self):
        form = next(form for form in Forms(self.text).found if "text" in dict(form[1]))
        fields = {}
        for name, value in form[1]:
            fields.setdefault(name, []).append(value)
        return {name: values if len(values) > 1 else values[0] for name, values in fields.items()}

    def gives(self, content, name="list.csv", **more):
        file = {"file": SimpleUploadedFile(name, content)} if isinstance(content, bytes) else {"text": content}
        self.answer = self.client.post(self.url, file | more)
        return self

    def sends(self, do, **changed):
        self.sent = {**self.fields(), **changed, "do": do}
        self.answer = self.client.post(self.url, self.sent)
        return self

    def looks(self, **changed):
        return self.sends("look", **changed)

    def takes(self, **changed):
        return self.sends("take", **changed)

    def follows(self):
        """Return the page that the answer redirects to."""
        return self.client.get(self.answer["Location"]).content.decode()

    @property
    def counts(self):
        return tuple(self.answer.context["counts"].values())


@pytest.fixture
def page(make, orla):
    return Page(make(), orla)


def names():
    return sorted(Player.objects.values_list("name", flat=True))


class TestTeams:
    MEMBERS = "Team\tName\tRating\nOslo\tAda\t2100\nOslo\tBo\t2000\nRiga\tCy\t2090\nRiga\tDi\t1990\n"

    def test_members_pasted_as_teams_are_offered_as_members(self, make, orla):
        page = Page(make(system="team-swiss", of_teams=True, best_of=2), orla).gives(self.MEMBERS)
        assert "Several rows name the same team" in page.text
        there = re.search(r'formaction="([^"]*)"', page.text)
        assert there is not None
        answer = page.client.post(there[1], {**page.fields(), "do": "check"})
        assert [(team.name, [member["name"] for member in team.members]) for team in answer.context["teams"]] == [
            ("Oslo", ["Ada", "Bo"]),
            ("Riga", ["Cy", "Di"]),
        ]

    def test_two_teams_of_a_club_are_not_taken_for_members(self, make, orla):
        page = Page(make(system="team-swiss", of_teams=True, best_of=2), orla)
        page.gives("Name\tClub\nOslo 1\tOslo\nOslo 2\tOslo\nRiga 1\tRiga\n")
        assert "Several rows" not in page.text
        assert "Add 3 teams" in page.text
        page.takes()
        page.gives("Name\tRating\nOslo 1\t2000\nOslo 2\t2100\nKyiv\t2200\n")
        page.looks(present="update")
        assert "Add 1 team and update 2" in page.text

    def test_numbers_in_names_are_no_ratings(self, make, orla):
        page = Page(make(game="football"), orla)
        assert "One team per line" in page.text
        page.gives("1. FC Köln\n1860 Munich\n04 Schalke\nReal Sociedad 1909\nAjax\nOslo 2\n")
        assert "contains 1909" in page.text
        assert "contains 04" not in page.text
        page.takes()
        expected = ["04 Schalke", "1. FC Köln", "1860 Munich", "Ajax", "Oslo 2", "Real Sociedad 1909"]
        assert names() == expected
        assert set(Player.objects.values_list("rating", flat=True)) == {None}

    def test_numbers_in_a_column_of_names_are_no_ratings(self, make, orla):
        Page(make(game="football"), orla).gives("Name\tClub\nReal 1909\tA\n1860 Munich\tB\n").takes()
        assert names() == ["1860 Munich", "Real 1909"]

    def test_a_list_that_numbers_and_rates_every_team_is_read_so(self, make, orla):
        Page(make(system="team-swiss", of_teams=True, best_of=2), orla).gives(
            "1. Oslo 2 2100\n2. Riga (1950)\n"
        ).takes()
        assert sorted(Player.objects.values_list("name", "rating")) == [("Oslo 2", 2100), ("Riga", 1950)]

    def test_players_of_a_club_are_not_taken_for_members(self, make, orla):
        assert "Several rows" not in Page(make(), orla).gives(self.MEMBERS).text


class TestInput:
    @pytest.mark.parametrize(
        "content",
        [
            "Åse Öberg\nBo Ek\n",
            "Åse Öberg\nBo Ek".encode(),
            "Åse Öberg\r\nBo Ek".encode("cp1252"),
            "name;rating\nÅse Öberg;1800\nBo Ek;".encode("latin-1"),
            "name;rating\rÅse Öberg;1800\rBo Ek;",
            "rating\tname\n1800\tÅse Öberg\n\tBo Ek".encode("utf-16"),
            '\ufeffname,club\nÅse Öberg,Oulu\n"Bo Ek",\n'.encode(),
            book(("Players", [["Name", "Rating"], ["Åse Öberg", 1800], ["Bo Ek"]])),
            b"001    1 w    \xc3\x85se \xc3\x96berg\n001    2 m    Bo Ek\n",
        ],
    )
    def test_encodings_separators_and_file_types_are_read(self, page, content):
        assert page.gives(content).answer.status_code == 200
        assert names() == []
        assert page.takes().answer.status_code == 302
        assert names() == ["Bo Ek", "Åse Öberg"]

    def test_formulas_stay_text(self, page):
        page.gives("name,club\n=1+1 Smith,\"=cmd|'/c calc'!A1\"\n").takes()
        assert names() == ["=1+1 Smith"]

    def test_surname_first_is_read_as_one_name(self, page):
        page.gives("Virtanen, Aino\nÅkesson, Björn\n").takes()
        assert names() == ["Virtanen, Aino", "Åkesson, Björn"]

    @pytest.mark.parametrize(
        ("content", "text"),
        [
            ("", "Paste a list or choose a file."),
            ("   \n\n", "Paste a list or choose a file."),
            (b"\x89PNG\r\n\x1a\n\x00\x00", "This is a picture, not a list."),
            ('a,"b\nc', "Row 1 has an opening quotation mark"),
            ('Ann,Nord\nBo,Sud\nCy,"Ost\nDi,West\n', "Row 3 has"),
            ("name;club\n", "The list contains no players."),
            (b"x" * 2_000_001, "The file is too large"),
        ],
    )
    def test_invalid_list_is_refused_and_stays_in_the_form(self, page, content, text):
        page.gives(content)
        assert page.answer.status_code == 422
        assert text in page.text
        if content.strip() and isinstance(content, str):
            assert page.fields()["text"].strip() == content.strip()
        assert names() == []

    @pytest.mark.rotates(8)
    def test_ten_thousand_rows_are_imported_as_one_entry(self, page):
        out = io.StringIO()
        csv.writer(out).writerows([["name", "rating"], *([f"Player {n}", n % 3000] for n in range(10_000))])
        assert page.gives(out.getvalue().encode()).counts == (10_000, 0, 0, 0)
        page.takes()
        assert Player.objects.count() == 10_000
        assert JournalEntry.objects.filter(verb="take-list").count() == 1

    def test_other_sheet_can_be_selected_and_corrections_are_kept(self, page):
        page.gives(book(("Open", [["Name"], ["Ann"]]), ("Youth", [["Name"], ["Bo"]])), "all.xlsx")
        assert "Ann" in page.fields()["text"]
        page.looks(text="Name\nAnna\n", page="1")
        assert "Bo" in page.fields()["text"]
        page.looks(page="0").takes()
        assert names() == ["Anna"]


class TestHugeLists:
    """Invalid content of a list must not produce a page that is many times as long."""

    @pytest.mark.parametrize("mark", ['"', "<", "x"])
    def test_too_long_row_is_refused_and_not_sent_back(self, cup, orla, mark):
        page = Page(cup, orla).gives(mark * 1_000_000)
        assert page.answer.status_code == 422
        assert "Row 1 has more than 20000 characters." in page.text
        assert len(page.answer.content) < 50_000

    @pytest.mark.parametrize("head", ["", "Name,Club\n", "Name,Notes\n"])
    def test_long_cell_is_shown_truncated(self, cup, orla, head):
        cell = "abcde <&>\n" * 10_000
        page = Page(cup, orla).gives(f'{head}Ann,"{cell}"\nBo,Turku\n')
        assert page.answer.status_code == 200
        shown = page.text.replace(escape(cell), "")
        assert len(shown) < 60_000


class TestChoices:
    TEXT = "Ann;Nord;1800\nBo;Sud;1700\nCy;Nord;x\n"

    def test_columns_invalid_rows_and_present_players_can_be_chosen(self, page):
        page.gives(self.TEXT).looks(c0="name", c1="club")
        assert page.counts == (2, 0, 0, 1)
        assert "“x” is not a rating" in page.text
        page.looks(faulty="take")
        assert page.counts == (3, 0, 0, 0)
        assert "3 players added. 1 row skipped." in page.looks(text=f"{self.TEXT};;1\n").takes().follows()
        assert list(Player.objects.order_by("name").values_list("name", "club", "rating")) == [
            ("Ann", "Nord", 1800), ("Bo", "Sud", 1700), ("Cy", "Nord", None),
        ]  # fmt: skip

    def test_column_chosen_again_is_removed_from_its_old_place(self, page):
        page.gives("Ann Lee;1800;1500\nBo Ek;1700;1400\n").looks(c2="rating")
        assert page.fields()["c1"] == "-"
        page.takes()
        assert list(Player.objects.order_by("name").values_list("rating", flat=True)) == [1500, 1400]

    def test_list_can_be_corrected_in_the_form(self, page):
        page.gives(self.TEXT).looks(c0="name", c1="club", text=self.TEXT.replace("x", "1600"))
        assert page.counts == (3, 0, 0, 0)
        assert page.fields()["c1"] == "club"

    def test_choices_survive_an_unreadable_list(self, page):
        page.gives(self.TEXT).looks(c0="name", c1="club", text=f'{self.TEXT}Di;"Ost;1\n', faulty="take")
        assert page.answer.status_code == 422
        assert "Row 4 has" in page.text
        page.looks(text=self.TEXT)
        assert (page.fields()["c0"], page.fields()["c1"], page.counts) == ("name", "club", (3, 0, 0, 0))

    def test_list_without_a_name_column_cannot_be_imported(self, page):
        page.gives(self.TEXT).looks(c0="-", c1="-")
        assert "No column is set as the name" in page.text
        assert not any(("do", "take") in form[2] for form in Forms(page.text).found)

    def test_changed_choices_are_shown_again_before_import(self, page):
        page.gives(self.TEXT).takes(c0="name", c1="club")
        assert page.answer.status_code == 409
        assert "changed since the preview" in page.text
        assert names() == []
        page.takes()
        assert names() == ["Ann", "Bo"]

    def test_htmx_request_returns_only_the_changed_part(self, page):
        page.gives(self.TEXT)
        data = {**page.fields(), "c0": "name", "c1": "club"}
        part = page.client.post(page.url, data, headers={"HX-Request": "true"}).content.decode()
        assert "<h1" not in part
        assert 'id="outcome"' in part
        assert 'id="grid"' not in part
        part = page.client.post(page.url, {**data, "c1": "rating"}, headers={"HX-Request": "true"}).content.decode()
        assert '<section id="grid" hx-swap-oob="true"' in " ".join(part.split())
        part = page.client.post(page.url, {**data, "text": 'a,"b'}, headers={"HX-Request": "true"})
        assert part.status_code == 200
        assert "Row 1 has an opening quotation mark" in part.content.decode()

    def test_encoding_remark_stays_after_a_choice(self, page):
        page.gives("name;club\nMüller;A\n".encode("cp1252")).looks(c1="-")
        assert "read as Windows-1252: “Müller”" in page.text


class TestRepeatedImport:
    def test_form_sent_twice_imports_once(self, page):
        page.gives("Ann Lee\nBo Ek\n").takes()
        again = page.client.post(page.url, page.sent, follow=True)
        assert "The list has already been imported." in again.content.decode()
        assert names() == ["Ann Lee", "Bo Ek"]

    def test_form_from_a_second_tab_needs_a_new_preview(self, page):
        page.gives("Ann Lee\nBo Ek\n")
        first = {**page.fields(), "do": "take"}
        page.gives("Ann Lee\nBo Ek\n").takes()
        page.answer = page.client.post(page.url, first)
        assert page.answer.status_code == 409
        assert page.counts == (0, 0, 2, 0)
        assert names() == ["Ann Lee", "Bo Ek"]

    def test_after_undo_the_old_form_is_refused_and_a_new_one_imports(self, page, orla):
        page.gives("Ann Lee\n").takes()
        entry = JournalEntry.objects.get(verb="take-list")
        undo.undo(Who.at_page(orla), entry.tournament, entry)
        page.answer = page.client.post(page.url, page.sent)
        assert "This form was sent before" in page.text
        page.takes()
        assert names() == ["Ann Lee"]

    def test_present_players_are_updated_on_request(self, cup, orla):
        page = Page(cup, orla).gives("name,rating\nAnn,1850\nEve,1400\n")
        assert page.counts == (1, 0, 1, 0)
        page.looks(present="update")
        assert "Add 1 player and update 1" in page.text
        page.takes()
        assert Player.objects.get(name="Ann").rating == 1850
        assert "1 player added. 1 player updated." in page.follows()


def test_exported_player_list_imports_without_changes(cup, orla):
    registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], rating=1800, fide_id="500123", club="=1")
    answer = signed_in(orla).get(at(cup, "players-csv"))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["Name", "Title", "Rating", "Federation", "Club", "FIDE ID", "Born", "Sex"]
    assert rows[1] == ["Ann", "", "1800", "", "'=1", "500123", "", ""]
    page = Page(cup, orla).gives(answer.content)
    assert page.counts == (0, 0, 4, 0)


def test_choice_for_a_single_row_is_kept_and_applied(make, orla):
    stage = make().with_players("Ann", "Bo")
    page = Page(stage, orla)
    page.gives("Name;Rating\nAnn;1800\nBo;1700")
    row = re.findall(r'name="(row-[^"]+)"', page.text)
    assert len(row) == 2
    page.looks(**{row[0]: "update"})
    assert page.fields()[row[0]] == "update"
    assert "Update 1 player" in page.text
    page.looks(**{row[1]: "nonsense"})
    assert "Update 1 player" in page.text
    page.takes()
    assert list(stage.tournament.players.order_by("sort_key").values_list("name", "rating")) == [
        ("Ann", 1800),
        ("Bo", None),
    ]
