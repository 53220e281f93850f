"""Rating lists, ratings and norms in the API: the same values as on the pages, by the same functions."""

from datetime import date

import pytest

from tests.tournaments.api.test_api import problem
from tests.tournaments.officials.test_norm_pages import play_nine_rounds
from tests.tournaments.rating_lists.test_listed_players import NATIONAL
from tests.tournaments.rating_lists.test_rating_lists import COMBINED, load
from tournaments.models import JournalEntry
from tournaments.players import registration

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 1)


@pytest.fixture
def fide():
    return load(COMBINED, listed_on=DAY).listed


@pytest.fixture
def national():
    return load(NATIONAL, "list.csv", name="FIN", listed_on=DAY).listed


@pytest.fixture
def event(orla):
    return play_nine_rounds(orla)


class TestLists:
    def test_current_lists_and_matching_people_are_returned(self, cup, program, fide, national):
        desk = program(cup, "players:write")
        lists = desk.get("/players/listed/lists").json()["lists"]
        assert [(each["name"], each["players"]) for each in lists] == [("FIDE", fide.lines), ("FIN", 2)]
        registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], fide_id="500101")
        people = desk.get("/players/listed?name=kovalianen&first=FIN").json()["people"]
        found = next(each for each in people if each["values"]["fide_id"] == "500101")
        assert (found["list"], found["is_here"]) == ("FIDE", True)
        added = desk.post("/players", {"players": [{**found["values"], "fide_id": "", "name": "Aino"}]})
        assert added.status_code == 201, added.content
        problem(desk.get("/players/listed"), 422, "query")

    def test_differences_from_lists_are_shown_and_applied(self, cup, program, fide):
        desk, ann = program(cup, "players:write"), cup.players["Ann"]
        registration.change_player(cup.orla, cup.tournament, ann, fide_id="500103")
        before = JournalEntry.objects.count()
        (change,) = desk.get("/players/listed/changes?rate=standard").json()["changes"]
        assert (change["player"]["id"], change["values"]["rating"]) == (ann.public_id, 2433)
        assert JournalEntry.objects.count() == before
        at = f"/players/{ann.public_id}"
        answer = desk.send("PATCH", at, {"rating": change["values"]["rating"]}, If_Match=f'"{change["version"]}"')
        assert (answer.status_code, answer.json()["rating"]) == (200, 2433)

    def test_lookup_without_the_scope_is_refused(self, cup, program, fide):
        problem(program(cup, "read").get("/players/listed?name=Ann"), 403, "not-allowed")


class TestRatingsAndNorms:
    @pytest.mark.rotates(8)
    def test_rating_changes_are_public(self, event, anonymous):
        rows = anonymous(event).get("/ratings").json()["players"]
        ari = next(row for row in rows if row["player"]["name"] == "Aalto, Ari")
        assert (ari["games"], ari["points"]["exact"], ari["performance"], ari["first"]) == (9, "8", 2807, None)
        assert (ari["change"]["k"], ari["change"]["expected"]["exact"]) == (10, "443/100")
        assert ari["change"]["change"] == {"exact": "357/10", "shown": "35.7"}

    @pytest.mark.rotates(8)
    def test_norms_are_shown_with_the_pairing_scope(self, event, program):
        desk = program(event, "pairings:write")
        for path in ("/norms", "/norms?host=FIN&exempt=national"):
            first = desk.get(path).json()["candidates"][0]
            assert (first["player"]["name"], first["title"], first["made"]) == ("Aalto, Ari", "GM", True)
            assert first["rounds"] == list(range(1, 10))
            assert all(each["met"] and each["text"] for each in first["requirements"])
        problem(program(event, "read").get("/norms"), 403, "not-allowed")
        problem(desk.get("/norms?host=Finland"), 422, "query")

    def test_other_games_have_no_ratings_or_norms(self, make, program):
        cards = make(name="Cards", game="cards").with_players("Ann", "Bo")
        for path in ("/ratings", "/norms"):
            problem(program(cards, "pairings:write").get(path), 404, "not-found")
