"""Words follow their number, and nobody is counted who is not there."""

import pytest

from tests.tournaments.all_features.test_pages import at, signed_in
from tournaments.players import registration

pytestmark = pytest.mark.django_db


class TestCounts:
    """Words follow their number."""

    def test_one_point_is_a_point(self, cup, client):
        cup.play("1-0", "½-½")
        first = cup.table(1).appearances.get(side=1).player
        drawn = cup.table(2).appearances.get(side=1).player
        for player, said in ((first, "1 point<"), (drawn, "½ point<")):
            page = client.get(at(cup, "player", player_id=player.public_id)).content.decode()
            assert f"<strong>{said}" in page

    @pytest.mark.parametrize("players", [0, 1])
    def test_nobody_plays_no_rounds_before_somebody_is_met_twice(self, make, orla, players):
        stage = make(system="dutch", planned_rounds=5).with_players(*"ABCDEFGHIJ"[:players])
        page = signed_in(orla).get(at(stage, "desk"))
        assert page.context["notices"] == []

    def test_where_players_check_in_the_desk_leads_there_first(self, make, orla):
        stage = make(system="dutch", planned_rounds=5, uses_check_in=True).with_players(*"ABCDEFGHIJ")
        page = signed_in(orla).get(at(stage, "desk"))
        assert (page.context["step"].label, page.context["notices"]) == ("Check in 10 players", [])
        registration.check_in(stage.orla, stage.tournament, stage.players.values(), here=True)
        assert signed_in(orla).get(at(stage, "desk")).context["step"].label == "Pair round 1"
