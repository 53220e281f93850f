"""Rating lists: file formats, their content, search, and who may load them. All players are fictional."""

import io
import zipfile
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.models import RatingList
from tournaments.rating_lists import loading, search, store
from tournaments.rating_lists.store import key_of

pytestmark = pytest.mark.django_db

COMMAND = Who(agent="command: test")
DAY = date(2026, 11, 1)
START = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
)
ALL = START + "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\n"
ONE = START + "NOV26 Gms K  B-day Flag\n"


def line(number, name, fed="FIN", sex="M", title="", *, ratings, born=1990, flag=""):
    """Return a line of FIDE's text file, with a rating, its games and its K for each rating of the list."""
    text = "".join(f"{rating:<6}{0:<4}{k:<3}" for rating, k in ratings)
    return f"{number:<15}{name:<61}{fed:<4}{sex:<4}{title:<5}{'':<5}{'':<15}{'':<4}{text}{born:<6}{flag}\n"


THREE = [(2512, 10), (2466, 20), (2401, 20)]
COMBINED = (
    ALL
    + line(500101, "Kovalainen, Aino Maria", title="WGM", sex="F", ratings=THREE)
    + line(500102, "Ångström, Örjan", "SWE", ratings=[(1802, 20), (0, 0), (1755, 40)], flag="i")
    + line(500103, "Kovalenko, Ivan", "UKR", "M", "IM", ratings=[(2433, 10), (2300, 20), (0, 0)], born=0)
)
XML = """<?xml version="1.0" encoding="UTF-8"?>
<playerslist>
<player>
<fideid>500101</fideid>
<name>Kovalainen, Aino Maria</name>
<country>FIN</country>
<sex>F</sex>
<title>WGM</title>
<w_title>WGM</w_title>
<rating>2512</rating>
<games>0</games>
<k>10</k>
{more}<birthday>1990</birthday>
<flag></flag>
</player>
<player><fideid>500104</fideid><name>O&apos;Brien &amp; Sons, Pat</name><country>IRL</country><sex>M</sex>
<title></title><rating>0</rating><k>0</k><birthday></birthday><flag>i</flag></player>
</playerslist>
"""
OF_THREE = (
    "<rapid_rating>2466</rapid_rating><rapid_k>20</rapid_k><blitz_rating>2401</blitz_rating><blitz_k>20</blitz_k>"
)


def load(text, filename="players_list.txt", *, who=COMMAND, name="", listed_on=DAY, **more):
    content = text if isinstance(text, bytes) else text.encode()
    return loading.load_list(who, io.BytesIO(content), filename, name=name, listed_on=listed_on, **more)


def pack_text(text, member):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("readme.txt", "small")
        archive.writestr(member, text)
    return made.getvalue()


def only(listed, number):
    (found,) = search.by_number(listed, [number])
    return found.entry


class TestFideText:
    def test_combined_file_has_all_three_ratings(self):
        loaded = load(COMBINED)
        assert (loaded.listed.name, loaded.listed.lines, loaded.skipped) == ("FIDE", 3, 0)
        assert loaded.listed.is_fide
        aino = only(loaded.listed, "500101")
        assert (aino.name, aino.federation, aino.sex, aino.title, aino.born) == (
            "Kovalainen, Aino Maria", "FIN", "w", "WGM", 1990,
        )  # fmt: skip
        assert (aino.standard, aino.rapid, aino.blitz) == (2512, 2466, 2401)
        assert (aino.k_standard, aino.k_rapid, aino.k_blitz, aino.active) == (10, 20, 20, True)
        orjan = only(loaded.listed, "500102")
        assert (orjan.standard, orjan.rapid, orjan.k_rapid, orjan.active) == (1802, None, None, False)
        assert only(loaded.listed, "500103").born is None

    @pytest.mark.parametrize(("filename", "rate"), [("standard_rating_list.txt", "standard"), ("RAPID.txt", "rapid")])
    def test_single_rating_file_takes_month_from_header_and_rate_from_filename(self, filename, rate):
        listed = load(ONE + line(7, "Aalto, Ari", ratings=[(2100, 20)]), filename, listed_on=None).listed
        assert listed.listed_on == date(2026, 11, 1)
        entry = only(listed, "7")
        assert {each: getattr(entry, each) for each in ("standard", "rapid", "blitz")} == {
            "standard": None, "rapid": None, "blitz": None, rate: 2100,
        }  # fmt: skip
        assert getattr(entry, f"k_{rate}") == 20

    def test_rate_can_be_chosen(self):
        listed = load(ONE + line(7, "Aalto, Ari", ratings=[(2100, 20)]), "list.txt", rate="blitz").listed
        assert only(listed, "7").blitz == 2100

    def test_invalid_line_is_reported_and_skipped(self):
        loaded = load(COMBINED + "\n" + "-- end of the list --\n" + line("x1", "No Number", ratings=THREE))
        assert (loaded.listed.lines, loaded.skipped) == (3, 2)
        assert loaded.faults[0] == "Line 6 is not a player: -- end of the list --"

    def test_windows_encoding_is_read(self):
        assert only(load(COMBINED.encode("cp1252")).listed, "500102").name == "Ångström, Örjan"

    def test_missing_date_is_asked_for(self):
        with pytest.raises(Refused) as refused:
            load(COMBINED, listed_on=None)
        assert (refused.value.code, refused.value.field) == ("no-date", "listed_on")
        assert not RatingList.objects.exists()


class TestFideXml:
    def test_combined_file_has_all_three_ratings(self):
        listed = load(XML.format(more=OF_THREE), "players_list_xml.xml").listed
        assert only(listed, "500101")[7:13] == (2512, 2466, 2401, 10, 20, 20)
        pat = only(listed, "500104")
        assert (pat.name, pat.standard, pat.born, pat.active) == ("O'Brien & Sons, Pat", None, None, False)

    def test_single_rating_file_takes_the_rate_from_its_name(self):
        listed = load(XML.format(more=""), "blitz_rating_list.xml").listed
        assert only(listed, "500101")[7:13] == (None, None, 2512, None, None, 10)

    def test_document_type_declaration_is_refused(self):
        with pytest.raises(Refused) as refused:
            load('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><playerslist></playerslist>', "a.xml")
        assert refused.value.code == "no-rating-list"


class TestTables:
    def test_columns_are_recognised_by_their_headings(self):
        text = "Jäsennumero;Nimi;Seura;Vahvuusluku;Syntynyt;FIDE ID\n12;Aalto Ari;TuTS;1850;31.5.1990;500777\n"
        listed = load(text, "lista.csv", name="FIN").listed
        entry = only(listed, "12")
        assert (entry.name, entry.club, entry.standard, entry.born, entry.fide_id) == (
            "Aalto Ari", "TuTS", 1850, 1990, "500777",
        )  # fmt: skip
        assert not listed.is_fide
        assert only(listed, "500777") == entry

    def test_name_in_two_columns_and_three_ratings_are_read(self):
        text = "id,last name,first name,sex,standard,rapid,blitz\n9,Berg,Bo,M,1700,1650,0\n"
        entry = only(load(text, "list.csv", name="SWE").listed, "9")
        assert (entry.name, entry.sex, entry.standard, entry.rapid, entry.blitz) == ("Berg, Bo", "m", 1700, 1650, None)

    def test_line_with_an_invalid_rating_is_skipped(self):
        loaded = load("Name,Rating\nAri Aalto,1850\nBo Berg,many\n", "list.csv", name="FIN")
        assert (loaded.listed.lines, loaded.skipped) == (1, 1)
        assert loaded.faults == ("Line 3 is not a player: Bo Berg many",)

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("Name,Club\nAri Aalto,TuTS\n", "no-rating-list"),
            ("1,Ari Aalto,1850\n", "no-rating-list"),
            ("", "no-rating-list"),
            ("Name,Rating\n", "no-players"),
        ],
    )
    def test_table_without_ratings_or_headings_is_refused(self, text, code):
        with pytest.raises(Refused) as refused:
            load(text, "list.csv", name="FIN")
        assert (refused.value.code, refused.value.field) == (code, "file")

    def test_table_needs_a_list_name(self):
        with pytest.raises(Refused) as refused:
            load("Name,Rating\nAri Aalto,1850\n", "list.csv")
        assert refused.value.field == "name"


class TestArchives:
    def test_largest_file_in_the_archive_is_read(self):
        listed = load(
            pack_text(ONE + line(7, "Aalto, Ari", ratings=[(2100, 20)]), "rapid_rating_list.txt"), "a.zip"
        ).listed
        assert only(listed, "7").rapid == 2100

    def test_damaged_archive_is_refused(self):
        with pytest.raises(Refused) as refused:
            load(pack_text(COMBINED, "list.txt")[:-40], "a.zip")
        assert refused.value.code == "no-rating-list"


class TestLoading:
    def test_list_of_the_same_day_is_replaced_and_others_stay(self):
        former = load(COMBINED).listed
        earlier = load(COMBINED, listed_on=date(2026, 10, 1)).listed
        later = load(ALL + line(7, "Aalto, Ari", ratings=THREE)).listed
        assert list(RatingList.objects.order_by("listed_on")) == [earlier, later]
        assert [each.entry.name for each in search.by_name(later, "Aalto")] == ["Aalto, Ari"]
        assert former.table not in connection.introspection.table_names()
        assert {earlier.table, earlier.words} <= set(connection.introspection.table_names())

    def test_failed_import_leaves_no_tables(self):
        before = set(connection.introspection.table_names())
        with pytest.raises(Refused):
            load(ALL + "nobody\n")
        assert set(connection.introspection.table_names()) == before

    def test_orphaned_tables_are_deleted(self):
        lost = load(COMBINED).listed
        RatingList.objects.all().delete()
        load(COMBINED, listed_on=date(2026, 12, 1))
        assert lost.table not in connection.introspection.table_names()

    def test_too_long_name_is_refused(self):
        with pytest.raises(Refused) as refused:
            load(COMBINED, name="x" * 41)
        assert refused.value.field == "name"

    def test_only_the_owner_and_commands_load_lists(self, orla):
        with pytest.raises(NotAllowed):
            load(COMBINED, who=Who.at_page(orla))
        orla.is_superuser = True
        assert load(COMBINED, who=Who.at_page(orla)).listed.lines == 3


class TestSearch:
    @pytest.fixture
    def listed_players(self):
        return load(COMBINED + line(500105, "Kovalainen, Anna", sex="F", ratings=THREE)).listed

    @pytest.mark.parametrize(
        ("typed", "first"),
        [
            ("kovalainen aino maria", "Kovalainen, Aino Maria"),
            ("Aino Kovalainen", "Kovalainen, Aino Maria"),
            ("kovalianen anna", "Kovalainen, Anna"),
            ("Kovalenk", "Kovalenko, Ivan"),
            ("angstrom", "Ångström, Örjan"),
            ("Ivan Kovalenkko", "Kovalenko, Ivan"),
            ("Kovalenko Zacharias", "Kovalenko, Ivan"),
        ],
    )
    def test_names_are_found_despite_typing_errors(self, listed_players, typed, first):
        assert search.by_name(listed_players, typed)[0].entry.name == first

    def test_unknown_or_empty_name_finds_nobody(self, listed_players):
        assert search.by_name(listed_players, "Xyzzyq") == []
        assert search.by_name(listed_players, "") == []
        assert search.by_name(listed_players, "',") == []

    def test_number_finds_only_an_exact_match(self, listed_players):
        assert [each.entry.name for each in search.search([listed_players], " 500103 ")] == ["Kovalenko, Ivan"]
        assert search.search([listed_players], "5001") == []

    def test_player_in_several_lists_is_found_once_in_the_first(self, listed_players):
        text = "Id;Name;Rating;FIDE ID\n1;Kovalenko Ivan;2400;500103\n2;Kovalenko Petra;1500;\n"
        national = load(text, "list.csv", name="FIN").listed
        found = search.search([national, listed_players], "Kovalenko")
        assert [(each.listed.name, each.entry.name) for each in found][:2] == [
            ("FIN", "Kovalenko Ivan"), ("FIN", "Kovalenko Petra"),
        ]  # fmt: skip
        assert ("FIDE", "Kovalenko, Ivan") not in [(each.listed.name, each.entry.name) for each in found]

    def test_same_name_is_found_in_either_order(self, listed_players):
        found = search.same_name(listed_players, ["Ivan Kovalenko", "Kovalainen Anna", "Nobody Known", ""])
        names = {name: [each.entry.name for each in lines] for name, lines in found.items()}
        assert names == {
            "Ivan Kovalenko": ["Kovalenko, Ivan"], "Kovalainen Anna": ["Kovalainen, Anna"], "Nobody Known": [], "": [],
        }  # fmt: skip

    def test_without_pg_trgm_only_name_beginnings_are_found(self, monkeypatch):
        monkeypatch.setattr(store, "has_trigrams", lambda: False)
        listed = load(COMBINED).listed
        assert not listed.fuzzy
        assert [each.entry.name for each in search.by_name(listed, "ivan koval")] == ["Kovalenko, Ivan"]
        assert search.by_name(listed, "kovalianen") == []

    def test_lists_are_fuzzy_in_this_database(self):
        assert load(COMBINED).listed.fuzzy

    def test_search_key_drops_case_accents_and_punctuation(self):
        assert key_of("  O'Brien-Šmith,  JÖRG (jr.) ") == "o brien smith jorg jr"


class TestPage:
    def test_owner_loads_and_removes_a_list(self, orla):
        orla.is_superuser = True
        orla.save()
        client = signed_in(orla)
        file = io.BytesIO(COMBINED.encode() + b"nobody\n")
        file.name = "players_list.txt"
        answer = client.post("/account/rating-lists/", {"file": file, "listed_on": "2026-11-01"}, follow=True)
        page = answer.content.decode()
        assert "3 players loaded." in page
        assert "1 line is not a player and was skipped." in page
        listed = RatingList.objects.get()
        answer = client.post("/account/rating-lists/", {"remove": listed.pk}, follow=True)
        assert "No lists yet." in answer.content.decode()
        assert listed.table not in connection.introspection.table_names()

    def test_error_is_shown_beside_its_field(self, orla):
        orla.is_superuser = True
        orla.save()
        file = io.BytesIO(b"%PDF-1.7")
        file.name = "list.pdf"
        answer = signed_in(orla).post("/account/rating-lists/", {"file": file, "name": "FIN"})
        assert answer.status_code == 422
        assert "Unknown format" in answer.content.decode()

    def test_other_users_are_refused(self, orla):
        assert signed_in(orla).get("/account/rating-lists/").status_code == 403


class TestCommand:
    def test_reports_loaded_players_and_skipped_lines(self, tmp_path, capsys):
        path = tmp_path / "list.txt"
        path.write_text(COMBINED + "nobody\n")
        call_command("load_rating_list", path, "--date", "2026-11-01")
        output = capsys.readouterr()
        assert output.out.startswith("FIDE, 2026-11-01: 3 players in ")
        assert output.err == "Line 5 is not a player: nobody\n"

    def test_reports_unreadable_and_unknown_files(self, tmp_path):
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("load_rating_list", tmp_path / "nothing.txt")
        path = tmp_path / "list.txt"
        path.write_text("nothing\n")
        with pytest.raises(CommandError, match="Unknown format"):
            call_command("load_rating_list", path)
