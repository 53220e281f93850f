"""In FIDE mode pages ask before pairing numbers leave rating order or several of them change."""

import pytest

from tests.tournaments.all_features.test_pages import at, signed_in
from tournaments.models import Seat
from tournaments.players import registration

pytestmark = pytest.mark.django_db
FIELD = [("Ann", 2000), ("Bo", 1900), ("Cy", 1900), ("Di", 1800), ("Ed", 1700), ("Flo", 1600)]


@pytest.fixture
def swiss(make):
    return swiss_of(make, fide_mode=True)


def swiss_of(make, **more):
    stage = make(system="dutch", planned_rounds=5, **more)
    rows = [{"name": name, "rating": rating} for name, rating in FIELD]
    stage.players = {each.name: each for each in registration.add_players(stage.orla, stage.tournament, rows)}
    return stage


def names_by_number(stage):
    return [seat.player.name for seat in Seat.objects.filter(stage__tournament=stage.tournament).order_by("number")]


def seats(stage, names, **more):
    numbers = {f"seat-{stage.players[name].public_id}": number for number, name in enumerate(names, 1)}
    return {**numbers, "do": "hand", **more}


class TestManualSeats:
    @pytest.mark.parametrize("names", [["Bo", "Ann", "Cy", "Di", "Ed", "Flo"], ["Ann", "Cy", "Bo", "Di", "Ed", "Flo"]])
    def test_seats_out_of_rating_order_need_confirmation(self, swiss, orla, names):
        page, where = signed_in(orla), at(swiss, "seating")
        answer = page.post(where, seats(swiss, names))
        assert answer.status_code == 422
        text = answer.content.decode()
        assert 'id="behind"' in text
        assert "1 player comes after a lower-ranked one" in text
        assert names_by_number(swiss) == []
        answer = page.post(where, seats(swiss, names, understood="1"))
        assert answer.status_code == 302
        assert names_by_number(swiss) == names

    def test_seats_in_rating_order_need_no_confirmation(self, swiss, orla):
        names = [name for name, _rating in FIELD]
        assert signed_in(orla).post(at(swiss, "seating"), seats(swiss, names)).status_code == 302
        assert names_by_number(swiss) == names

    def test_one_typed_number_moves_the_others(self, swiss, orla):
        given = seats(swiss, [name for name, _rating in FIELD], understood="1")
        given[f"seat-{swiss.players['Flo'].public_id}"] = 1
        assert signed_in(orla).post(at(swiss, "seating"), given).status_code == 302
        assert names_by_number(swiss) == ["Flo", "Ann", "Bo", "Cy", "Di", "Ed"]

    def test_duplicate_number_is_refused_before_confirmation(self, swiss, orla):
        given = seats(swiss, ["Bo", "Ann", "Cy", "Di", "Ed", "Flo"])
        given |= {f"seat-{swiss.players[name].public_id}": 1 for name in ("Ed", "Flo")}
        text = signed_in(orla).post(at(swiss, "seating"), given).content.decode()
        assert "Number 1 is used twice." in text
        assert 'id="behind"' not in text

    def test_seats_need_no_confirmation_without_fide_mode(self, make, orla):
        stage = swiss_of(make, fide_mode=False)
        names = ["Flo", "Ann", "Bo", "Cy", "Di", "Ed"]
        assert signed_in(orla).post(at(stage, "seating"), seats(stage, names)).status_code == 302
        assert names_by_number(stage) == names


class TestCorrectedRatings:
    def change(self, stage, page, name, rating, **more):
        player = stage.players[name]
        player.refresh_from_db()
        sent = {"name": name, "rating": rating, "version": player.version, **more}
        return page.post(at(stage, "player-change", player_id=player.public_id), sent)

    def play_first_round(self, stage):
        stage.play("1-0", "1-0", "1-0")
        assert names_by_number(stage) == [name for name, _rating in FIELD]
        return stage

    def test_rating_that_moves_several_numbers_needs_confirmation(self, swiss, orla):
        page = signed_in(orla)
        self.play_first_round(swiss)
        answer = self.change(swiss, page, "Di", 1950)
        assert answer.status_code == 422
        assert "This changes the pairing numbers of 3 players" in answer.content.decode()
        assert names_by_number(swiss)[1] == "Bo"
        assert self.change(swiss, page, "Di", 1950, understood="1").status_code == 302
        assert names_by_number(swiss) == ["Ann", "Di", "Bo", "Cy", "Ed", "Flo"]

    def test_rating_that_moves_no_number_needs_no_confirmation(self, swiss, orla):
        self.play_first_round(swiss)
        assert self.change(swiss, signed_in(orla), "Di", 1820).status_code == 302

    def test_rating_needs_no_confirmation_once_numbers_are_fixed(self, swiss, orla):
        for number in range(4):
            swiss.pair()
            swiss.publish()
            for table in (1, 2, 3):
                swiss.enter(table, "1-0" if number % 2 else "½-½")
            swiss.close()
        before = names_by_number(swiss)
        assert self.change(swiss, signed_in(orla), "Di", 1950).status_code == 302
        assert names_by_number(swiss) == before

    def test_rating_needs_no_confirmation_without_fide_mode(self, make, orla):
        stage = self.play_first_round(swiss_of(make, fide_mode=False))
        assert self.change(stage, signed_in(orla), "Di", 1950).status_code == 302
