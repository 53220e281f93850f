"""Lists sort names by the rules of the tournament's country."""

import re

import pytest
from django.test import Client

from tournaments.core.words import names as names_of
from tournaments.core.words.names import LONGEST, name_key
from tournaments.history import undo
from tournaments.player_lists import columns, reading
from tournaments.players import registration
from tournaments.setup import lifecycle, moving
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db


def in_order(zone, *names, language=""):
    return sorted(names, key=lambda name: name_key(name, zone, language))


@pytest.mark.parametrize(
    ("zone", "order"),
    [
        ("Europe/Helsinki", ["Aho", "Zen", "Åkerblom", "Ärlig", "Öster"]),
        ("Europe/Stockholm", ["Aho", "Zen", "Åkerblom", "Ärlig", "Öster"]),
        ("Europe/Copenhagen", ["Aho", "Zen", "Ærø", "Øster", "Åse"]),
        ("Europe/Oslo", ["Aho", "Zen", "Ærø", "Øster", "Åse"]),
        ("Europe/Warsaw", ["Lis", "Luz", "Łukasz", "Mazur"]),
        ("Europe/Berlin", ["Aho", "Åkerblom", "Ärlig", "Öster", "Zen"]),
        ("UTC", ["Aho", "Åkerblom", "Łukasz", "Mazur", "Zen"]),
        ("Europe/Prague", ["Cech", "Čech", "Hora", "Chalupa"]),
    ],
)
def test_each_country_sorts_names_its_own_way(zone, order):
    assert in_order(zone, *reversed(order)) == order


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("fi", ["Aho", "Zen", "Åkerblom", "Ärlig", "Öster"]),
        ("de", ["Aho", "Åkerblom", "Ärlig", "Öster", "Zen"]),
        ("fr", ["cote", "coté", "côte", "côté", "Oeuf", "Œuvre"]),
        ("es", ["Luz", "Nube", "Ñandú", "Oro"]),
        ("ru", ["Белов", "Ежов", "Ёлкин", "Енин", "Иванов", "Йовин", "Петров", "Adams"]),
        ("ja", ["Adams", "あおき", "イトウ", "うえだ", "えんどう"]),
    ],
)
def test_each_language_sorts_its_own_way_in_any_country(language, order):
    for zone in ("Europe/Berlin", "Asia/Tokyo", "UTC"):
        assert in_order(zone, *reversed(order), language=language) == order


def test_case_and_commas_sort_after_letters():
    assert in_order("Europe/Helsinki", "Ekman, Al", "ek, Bo", "Ek, Cy") == ["ek, Bo", "Ek, Cy", "Ekman, Al"]
    assert len(name_key("山" * 100, "Asia/Tokyo")) <= LONGEST


FINNISH = ["Aho", "Zen", "Åkerblom", "Öster"]
GERMAN = ["Aho", "Åkerblom", "Öster", "Zen"]


def test_exact_name_matches_before_names_that_contain_it():
    known = [("Ann", 1), ("Anna", 2), ("Joann", 3), ("Bo", 4)]
    assert names_of.matching(known, "ann") == {1}
    assert names_of.matching(known, "an") == {1, 2, 3}
    assert names_of.matching(known, "x") == set()


class TestLists:
    NAMES = ("Zen", "Öster", "Åkerblom", "Aho")

    @pytest.fixture
    def cup(self, make):
        return make(time_zone="Europe/Helsinki").with_players(*self.NAMES)

    def names(self, cup):
        return [player.name for player in cup.tournament.players.all()]

    def test_pages_use_the_order_of_the_country(self, cup):
        assert self.names(cup) == FINNISH
        cup.pair()
        cup.publish()
        for path, begin in (("players/", ""), ("rounds/1/names/", "<tr[^>]*>(?:(?!</tr>).)*?")):
            page = Client().get(f"/t/{cup.tournament.slug}/{path}").content.decode()
            found = re.findall(rf"{begin}<bdi>(\w+)</bdi>", page, re.DOTALL)
            assert [name for name in found if name in FINNISH] == FINNISH, path

    def test_order_follows_a_changed_name_and_its_undo(self, cup):
        registration.change_player(cup.orla, cup.tournament, cup.players["Aho"], name="Ängström")
        assert self.names(cup) == ["Zen", "Åkerblom", "Ängström", "Öster"]
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.order_by("-sequence").first())
        assert self.names(cup) == FINNISH

    def test_order_follows_the_time_zone_and_its_undo(self, cup):
        registration.change_player(cup.orla, cup.tournament, cup.players["Aho"], name="Aha")
        renamed = cup.tournament.journal.order_by("-sequence").first()
        lifecycle.change_settings(cup.orla, cup.tournament, time_zone="Europe/Berlin")
        assert self.names(cup) == ["Aha", *GERMAN[1:]]
        undo.undo(cup.orla, cup.tournament, renamed)
        assert self.names(cup) == GERMAN
        zone = cup.tournament.journal.get(verb="change-settings")
        undo.undo(cup.orla, cup.tournament, zone)
        assert self.names(cup) == FINNISH

    def test_language_takes_precedence_over_country(self, cup):
        lifecycle.change_settings(cup.orla, cup.tournament, language="de")
        assert self.names(cup) == GERMAN
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.get(verb="change-settings"))
        assert self.names(cup) == FINNISH

    def test_imported_file_gets_sort_keys_of_this_server(self, cup):
        content = files.write(cup.tournament)
        assert b"name_key" not in content
        again = moving.import_file(cup.orla, content)
        assert [player.name for player in again.players.all()] == FINNISH

    def test_undeleted_player_returns_to_the_same_place(self, cup):
        registration.remove_player(cup.orla, cup.tournament, cup.players["Zen"])
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.order_by("-sequence").first())
        assert self.names(cup) == FINNISH


class TestReadings:
    """A Japanese list is sorted by the kana of a name; its kanji do not give its place."""

    ROWS = (("渡辺 明", "わたなべ あきら"), ("東 和男", "あずま かずお"), ("羽生 善治", "ハブ ヨシハル"), ("Adams", ""))

    @pytest.fixture
    def cup(self, make):
        cup = make(time_zone="Asia/Tokyo")
        rows = [{"name": name, "reading": reading} for name, reading in self.ROWS]
        registration.add_players(cup.orla, cup.tournament, rows)
        return cup

    def names(self, cup):
        return [player.name for player in cup.tournament.players.all()]

    def test_readings_sort_names_in_kana_order(self, cup):
        assert self.names(cup) == ["Adams", "東 和男", "羽生 善治", "渡辺 明"]

    def test_reading_can_be_corrected_and_undone(self, cup):
        azuma = cup.tournament.players.get(name="東 和男")
        registration.change_player(cup.orla, cup.tournament, azuma, reading="ひがし かずお")
        assert self.names(cup) == ["Adams", "羽生 善治", "東 和男", "渡辺 明"]
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.order_by("-sequence").first())
        assert self.names(cup) == ["Adams", "東 和男", "羽生 善治", "渡辺 明"]

    def test_tournament_file_and_player_list_include_readings(self, cup):
        again = moving.import_file(cup.orla, files.write(cup.tournament))
        assert [player.reading for player in again.players.all()] == [
            "", "あずま かずお", "ハブ ヨシハル", "わたなべ あきら",
        ]  # fmt: skip
        lines = columns.write(cup.tournament.players.all(), ()).splitlines()
        assert lines[0].startswith("Name,Reading,")
        assert lines[2].startswith("東 和男,あずま かずお,")

    @pytest.mark.parametrize("query", ["はぶ", "ハブ よし", "ﾊﾌﾞ", "羽生"])
    def test_search_in_either_kana_finds_the_player(self, cup, query):
        page = Client().get(f"/t/{cup.tournament.slug}/players/", {"q": query}).content.decode()
        found = re.findall(r"<li (hidden)?>.*?<bdi[^>]*>([^<]+)</bdi>", page, re.DOTALL)
        assert [name for away, name in found if not away] == ["羽生 善治"]

    def test_form_has_a_reading_field_only_where_names_sort_by_it(self, cup, make):
        client = Client()
        client.force_login(cup.orla.user)
        there, elsewhere = (f"/t/{each.tournament.slug}/desk/players/" for each in (cup, make(time_zone="Europe/Oslo")))
        assert 'name="reading"' in client.get(there).text
        assert 'name="reading"' not in client.get(elsewhere).text
        assert client.post(f"{there}add/", {"name": "藤井 聡太", "reading": "ふじい そうた"}).status_code == 302
        assert cup.tournament.players.get(name="藤井 聡太").reading == "ふじい そうた"

    @pytest.mark.parametrize("header", ["ふりがな", "フリガナ", "Reading"])
    def test_player_list_import_reads_readings(self, header):
        rows = reading.read(f"氏名\t{header}\n羽生 善治\tはぶ よしはる\n").rows
        assert [(row.values["name"], row.values["reading"]) for row in rows] == [("羽生 善治", "はぶ よしはる")]


class TestIndexOfLetters:
    """The letters above a long list of names."""

    def test_index_points_to_the_first_name_of_each_letter(self):
        names = [f"{letter}{n}" for letter in "abcÄÖ" for n in range(10)]
        assert names_of.letter_index(names) == {0: "A", 10: "B", 20: "C", 30: "Ä", 40: "Ö"}

    def test_letters_lose_their_marks_if_names_sort_without_them(self):
        names = [f"{letter}{n}" for letter in ("Ö", "O", "Ó", "Po", "Ra") for n in range(10)]
        assert names_of.letter_index(names) == {0: "Ö", 10: "O", 20: "Ó", 30: "P", 40: "R"}
        mixed = [f"{letter}{n}" for n in range(15) for letter in ("O", "Ö", "Ó")]
        assert names_of.letter_index(mixed) == {0: "O"}

    def test_short_list_or_unsorted_names_have_no_index(self):
        assert names_of.letter_index(["Ann"] * 39) == {}
        assert names_of.letter_index([f"{letter}{n}" for n in range(30) for letter in "AB"]) == {}
        assert names_of.letter_index([chr(0x4E00 + n) for n in range(60)]) == {}
