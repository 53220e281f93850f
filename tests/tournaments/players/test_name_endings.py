"""A rating or a rank typed after the name of a new player."""

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.players.forms import NAME_ENDINGS, split_name

GO = {field: NAME_ENDINGS[field] for field in ("rank", "rating")}
CHESS = {"rating": NAME_ENDINGS["rating"]}


@pytest.mark.parametrize(
    ("typed", "name", "rating"),
    [
        ("Anna Virta 1900", "Anna Virta", "1900"),
        ("Anna Virta1900", "Anna Virta", "1900"),
        ("Anna 1900", "Anna", "1900"),
        ("Virta, Anna, 1900", "Virta, Anna", "1900"),
        ("Virta; 1900", "Virta", "1900"),
        ("Anna Virta 850", "Anna Virta", "850"),
        ("王小明 1750", "王小明", "1750"),
        ("J. R. 2100", "J. R.", "2100"),
        *(
            (name, name, None)
            for name in (
                "Philip III",
                "Henry 8",
                "Kaktus1987",
                "Anna 850",
                "Agent 007",
                "Anna Virta 0850",
                "Anna Virta 12345",
                "Anna Virta 4012",
                "Player 12",
                "1900",
                "Room 2/1900",
                "Anna Virta #1900",
                "Anna Virta -1900",
                "Anna Virta 6d",
            )
        ),
    ],
)
def test_rating_after_a_chess_name_is_split_off(typed, name, rating):
    assert split_name(typed, CHESS) == (name, {"rating": rating} if rating else {})


@pytest.mark.parametrize(
    ("typed", "name", "found"),
    [
        ("Kim Min-jun 6d", "Kim Min-jun", {"rank": "6d"}),
        ("Lee 4D", "Lee", {"rank": "4D"}),
        ("Kim Min-jun12k", "Kim Min-jun", {"rank": "12k"}),
        ("Lee 3 kyu", "Lee", {"rank": "3 kyu"}),
        ("Lee 4d 2413", "Lee", {"rank": "4d", "rating": "2413"}),
        ("Lee 31k", "Lee 31k", {}),
        ("Lee 10d", "Lee 10d", {}),
        ("R2d", "R2d", {}),
        ("4d", "4d", {}),
    ],
)
def test_rank_after_a_go_name_is_split_off(typed, name, found):
    assert split_name(typed, GO) == (name, found)


@pytest.mark.django_db
class TestFormWithoutScripts:
    def add(self, stage, **sent):
        answer = signed_in(stage.orla.user).post("/t/cup/desk/players/add/", sent, follow=True)
        assert answer.status_code == 200
        return [(p.name, p.rating, p.rank) for p in stage.tournament.players.all()]

    def test_form_stores_the_rating(self, make):
        assert self.add(make(game="chess"), name="Anna Virta 1900") == [("Anna Virta", 1900, "")]

    def test_form_stores_the_rank(self, make):
        assert self.add(make(game="go"), name="Lee 4 Dan") == [("Lee", None, "4d")]

    def test_name_stays_whole_if_a_rating_is_given_or_splitting_declined(self, make):
        stage = make(game="chess")
        self.add(stage, name="Robot 2000", rating="1500")
        assert self.add(stage, name="Robot 2001", all_name="1") == [("Robot 2000", 1500, ""), ("Robot 2001", None, "")]

    def test_name_of_a_team_stays_whole(self, make):
        assert self.add(make(game="chess", of_teams=True, best_of=4), name="Werder 1899")[0][:2] == (
            "Werder 1899",
            None,
        )

    def test_name_of_a_card_player_stays_whole(self, make):
        assert self.add(make(game="cards"), name="Kaktus 1999")[0][:2] == ("Kaktus 1999", None)
