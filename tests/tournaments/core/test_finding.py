"""Players find their names by what they type on a phone."""

import html
import re

import pytest

from tournaments.core.words.names import fits, fold_name

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("Åkerblom, Pekka", "Pekka Åkerblom"),
        ("Øster, Ib", "oster"),
        ("Łukaszewski, Jan", "lukasz"),
        ("O'Brien, Sean", "obrien"),
        ("O'Brien, Sean", "o’brien"),
        ("O’Brien, Sean", "sean o'b"),
        ("Đặng Văn", "dang"),
        ("Yıldırım", "yildirim"),
        ("Weiß", "weiss"),
        ("Weiss", "Weiß"),
        ("Ægir", "aegir"),
        ("Anna-Maria Ek", "annamaria"),
        ("Anna-Maria Ek", "ek maria"),
        ("İpek", "ipek"),
        ("王小明", "小明"),
        ("Ann", ""),
    ],
)
def test_query_matches_name(name, query):
    assert fits(name, query)


@pytest.mark.parametrize(("name", "query"), [("Ann Ek", "ann berg"), ("Ann", "anna"), ("王小明", "李")])
def test_query_does_not_match_another_name(name, query):
    assert not fits(name, query)


@pytest.mark.parametrize("letter", [chr(code) for code in range(128)])
def test_ascii_characters_fold_the_same_next_to_an_accented_letter(letter):
    assert fold_name(f"O{letter}Brien") + "e" == fold_name(f"O{letter}Brien\u00e9")


@pytest.fixture
def hall(make):
    stage = make().with_players("Åkerblom, Pekka", "Øster, Ib", "O'Brien, Sean", "Ek, Ann")
    stage.pair()
    stage.publish()
    return stage


def names_shown(text):
    """Return the names in the rows that are not hidden."""
    rows = re.findall(r"<(?:tr|li) (hidden)?[^>]*>(.*?)</(?:tr|li)>", text, re.DOTALL)
    return [re.search("<bdi>(.*?)</bdi>", row)[1] for hidden, row in rows if not hidden]


@pytest.mark.parametrize("page", ["rounds/1/names/", "players/"])
class TestPages:
    def test_unaccented_query_finds_the_player(self, hall, client, page):
        text = client.get(f"/t/{hall.tournament.slug}/{page}", {"q": "pekka akerblom"}).text
        assert names_shown(text) == ["Åkerblom, Pekka"]
        assert "Players found: 1" in " ".join(text.split())
        assert 'value="pekka akerblom"' in text

    def test_query_without_a_match_says_ask_the_organiser(self, hall, client, page):
        text = client.get(f"/t/{hall.tournament.slug}/{page}", {"q": "zoe"}).text
        assert names_shown(text) == []
        answer = (
            r'role="status"[^>]*>\s*No player with that name( and no pairing with that number)?\. Ask the organiser\.'
        )
        assert re.search(answer, text)
        assert ("no pairing with that number" in text) == page.startswith("rounds")

    def test_empty_query_lists_all_players(self, hall, client, page):
        assert len(names_shown(client.get(f"/t/{hall.tournament.slug}/{page}").text)) == 4


def test_name_in_the_list_links_to_the_player(hall, client):
    player = hall.tournament.players.get(name="Øster, Ib")
    text = client.get(f"/t/{hall.tournament.slug}/rounds/1/names/").text
    assert f'href="/t/{hall.tournament.slug}/players/{player.public_id}/"' in text


def test_desk_and_api_search_find_the_same_names(hall, client, orla):
    client.force_login(orla)
    roll = client.get(f"/t/{hall.tournament.slug}/desk/players/", {"q": "obrien"})
    assert [row.name for row in roll.context["players"]] == ["O'Brien, Sean"]
    answer = client.get(f"/api/v1/tournaments/{hall.tournament.slug}/players", {"q": "ib oster"})
    assert [row["name"] for row in answer.json()["players"]] == ["Øster, Ib"]


class TestTables:
    def test_table_number_finds_its_players(self, hall, client):
        at_table = hall.round.pairings.get(table=2).appearances.values_list("player__name", flat=True)
        text = client.get(f"/t/{hall.tournament.slug}/rounds/1/names/", {"q": " 2 "}).text
        assert sorted(map(html.unescape, names_shown(text))) == sorted(at_table)

    @pytest.mark.parametrize("page", ["rounds/1/", "rounds/1/names/"])
    def test_every_name_links_to_the_player(self, hall, client, page):
        text = client.get(f"/t/{hall.tournament.slug}/{page}").text
        for name, player in hall.players.items():
            linked = text.count(f'/players/{player.public_id}/"><bdi>{html.escape(name)}</bdi></a>')
            assert linked == text.count(f"<bdi>{html.escape(name)}</bdi>") > 0
