"""Players from rating lists: found by name or number, added with the data of the list, and updated from it."""

from datetime import date

import pytest

from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.rating_lists.test_rating_lists import COMBINED, load
from tournaments.history import undo
from tournaments.models import JournalEntry, Player
from tournaments.players import registration
from tournaments.rating_lists import search

pytestmark = pytest.mark.django_db

NATIONAL = "Id;Name;Club;Rating;FIDE ID;Born\n11;Kovalenko Ivan;Tower;2390;500103;1988\n12;Home Only;Tower;1500;;2001\n"


@pytest.fixture
def fide():
    return load(COMBINED, listed_on=date(2026, 1, 1)).listed


@pytest.fixture
def national():
    return load(NATIONAL, "list.csv", name="FIN", listed_on=date(2026, 1, 1)).listed


class TestListSelection:
    def test_latest_list_not_after_the_first_day_counts(self, cup):
        days = [date(2025, 12, 1), date(2026, 1, 1), date(2026, 2, 1)]
        loaded = {day: load(COMBINED, listed_on=day).listed for day in days}
        assert search.lists_for(cup.tournament) == [loaded[date(2026, 1, 1)]]

    def test_earliest_list_counts_if_all_are_later(self, cup):
        later = load(COMBINED, listed_on=date(2026, 2, 1)).listed
        load(COMBINED, listed_on=date(2026, 3, 1))
        assert search.lists_for(cup.tournament) == [later]

    def test_fide_list_comes_first_unless_another_is_chosen(self, cup, fide, national):
        assert search.lists_for(cup.tournament) == [fide, national]
        assert search.lists_for(cup.tournament, "FIN") == [national, fide]


class TestValues:
    def test_values_come_from_the_first_list_that_has_them(self, fide, national):
        lines = [search.by_number(each, ["500103"])[0] for each in (fide, national)]
        assert search.values_of(lines, "standard", chess=True) == {
            "name": "Kovalenko, Ivan", "title": "IM", "rating": 2433, "rating_source": "FIDE 2026-01-01 standard",
            "official_rating": 2433, "federation": "UKR", "fide_id": "500103",
            "birth": "1988", "sex": "m", "club": "Tower",
        }  # fmt: skip
        national = search.values_of(lines[::-1], "standard", chess=True)
        assert (national["rating"], national["official_rating"]) == (2390, 2433)
        assert national["rating_source"] == "FIN 2026-01-01 standard"

    def test_standard_rating_replaces_a_missing_rapid_or_blitz_rating(self, fide):
        lines = search.by_number(fide, ["500102"])
        assert search.values_of(lines, "rapid", chess=True)["rating"] == 1802
        assert search.values_of(lines, "blitz", chess=True)["rating"] == 1755

    def test_unknown_federation_is_empty_in_chess(self, fide):
        (line,) = search.by_number(fide, ["500101"])
        odd = search.ListLine(fide, line.entry._replace(federation="XXX"))
        assert search.values_of([odd], "standard", chess=True)["federation"] == ""
        assert search.values_of([odd], "standard", chess=False)["federation"] == "XXX"


class TestDesk:
    def test_desk_suggests_players_and_adds_the_chosen_one(self, cup, orla, fide):
        client = signed_in(orla)
        page = client.get(at(cup, "listed"), {"name": "kovalianen"}).content.decode()
        assert "Kovalainen, Aino Maria" in page
        key = f"{fide.pk}:500101"
        assert f'value="{key}"' in page
        answer = client.post(at(cup, "listed-add"), {"key": key, "rate": "rapid"}, follow=True)
        assert "Kovalainen, Aino Maria" in answer.content.decode()
        aino = Player.objects.get(tournament=cup.tournament, fide_id="500101")
        assert (aino.name, aino.title, aino.rating, aino.federation, aino.birth, aino.sex) == (
            "Kovalainen, Aino Maria", "WGM", 2466, "FIN", "1990", "w",
        )  # fmt: skip
        page = client.get(at(cup, "listed"), {"name": "500101"}).content.decode()
        assert "already registered" in page
        assert f'value="{key}"' not in page
        undo.undo(cup.orla, cup.tournament, JournalEntry.objects.filter(verb="add-players").latest("sequence"))
        assert not Player.objects.filter(fide_id="500101").exists()

    def test_ratings_of_other_lists_are_shown_and_can_be_chosen(self, make, orla, fide, national):
        cup = make().with_players("Bo Berg")
        client = signed_in(orla)
        answer = client.get(at(cup, "listed"), {"name": "500103"})
        ((line, values, _there, elsewhere),) = answer.context["people"]
        assert (line.listed.name, values["rating"], elsewhere) == ("FIDE", 2433, [("FIN", 2390)])
        assert "FIN 2390" in " ".join(answer.content.decode().split())
        answer = client.get(at(cup, "listed"), {"name": "500103", "first": "FIN"})
        ((line, values, _there, elsewhere),) = answer.context["people"]
        assert (line.listed.name, values["rating"], elsewhere) == ("FIN", 2390, [("FIDE", 2433)])

    def test_suggestions_appear_while_typing(self, cup, orla, fide):
        client = signed_in(orla)
        assert "hx-get" in client.get(at(cup, "roll")).content.decode()
        part = client.get(at(cup, "listed"), {"name": "koval"}, headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in part
        assert "Kovalenko, Ivan" in part
        few = client.get(at(cup, "listed"), {"name": "ko"}, headers={"HX-Request": "true"}).content.decode()
        assert "<li>" not in few

    def test_player_in_no_list_is_not_added(self, cup, orla, fide):
        for key in ("", "x", f"{fide.pk}:1", "99999:500101", f"{fide.pk}:"):
            answer = signed_in(orla).post(at(cup, "listed-add"), {"key": key}, follow=True)
            assert "no longer in any list" in answer.content.decode()

    def test_server_without_lists_says_so(self, cup, orla):
        page = signed_in(orla).get(at(cup, "listed")).content.decode()
        assert "This server has no rating lists." in page
        assert "hx-get" not in signed_in(orla).get(at(cup, "roll")).content.decode()


class TestUpdating:
    def test_differences_are_shown_and_stored_as_one_entry(self, make, orla, fide):
        cup = make().with_players("Bo Berg")
        registration.add_players(
            cup.orla,
            cup.tournament,
            [
                {"name": "Aino Kovalainen", "fide_id": "500101", "rating": 2400, "birth": "1990-05-31"},
                {"name": "Ivan Kovalenko"},
                {"name": "Örjan Ångström", "birth": "1950"},
            ],
        )
        client = signed_in(orla)
        answer = client.get(at(cup, "listed-update"))
        page = answer.content.decode()
        assert "2 of 4 players found in the lists." in page
        values = {
            player.name: {str(label): now for label, _was, now in new} for player, new in answer.context["changes"]
        }
        assert values == {
            "Aino Kovalainen": {
                "Title": "WGM",
                "Rating": 2512,
                "Rating from": "FIDE 2026-01-01 standard",
                "Federation": "FIN",
                "Sex": "w",
            },
            "Ivan Kovalenko": {
                "Title": "IM",
                "Rating": 2433,
                "Rating from": "FIDE 2026-01-01 standard",
                "Federation": "UKR",
                "FIDE ID": "500103",
                "Sex": "m",
            },
        }
        form = {"present": "update", "text": answer.context["text"]}
        preview = client.post(at(cup, "player-list"), form)
        assert preview.status_code == 200
        assert Player.objects.get(name="Aino Kovalainen").rating == 2400
        seen = preview.content.decode().split('name="seen" value="')[1].split('"')[0]
        client.post(at(cup, "player-list"), {**form, "do": "take", "seen": seen})
        aino, ivan = (Player.objects.get(name=name) for name in ("Aino Kovalainen", "Ivan Kovalenko"))
        assert (aino.rating, aino.title, aino.birth) == (2512, "WGM", "1990/05/31")
        assert (ivan.rating, ivan.fide_id) == (2433, "500103")
        assert Player.objects.filter(tournament=cup.tournament).count() == 4
        again = client.get(at(cup, "listed-update")).content.decode()
        assert "All players found in the lists are up to date." in again
        undo.undo(cup.orla, cup.tournament, JournalEntry.objects.filter(verb="take-list").latest("sequence"))
        aino.refresh_from_db()
        assert (aino.rating, aino.title) == (2400, "")

    def test_warns_if_rounds_are_paired(self, cup, orla, fide):
        client = signed_in(orla)
        warning = "Rounds are already paired."
        assert warning not in client.get(at(cup, "listed-update")).content.decode()
        cup.pair()
        assert warning in client.get(at(cup, "listed-update")).content.decode()
