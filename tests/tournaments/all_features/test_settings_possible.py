"""Impossible settings are refused with a reason."""

import pytest

from tournaments.core.journal.errors import Refused
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


class TestImpossibleSettings:
    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"points_draw": "5"}, "points_draw"),
            ({"points_draw": "-1"}, "points_draw"),
            ({"points_loss": "0.7"}, "points_loss"),
            ({"points_win": "0.3"}, "points_draw"),
        ],
    )
    def test_points_in_wrong_order_are_refused(self, cup, values, field):
        with pytest.raises(Refused) as refused:
            lifecycle.change_settings(cup.orla, cup.tournament, **values)
        assert (refused.value.code, refused.value.field) == ("points-order", field)

    def test_draw_can_count_as_much_as_a_win(self, cup):
        lifecycle.change_settings(cup.orla, cup.tournament, points_draw="1")

    def test_fewer_rounds_than_published_are_refused(self, make):
        stage = make(game="other", system="papp", planned_rounds=5).with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
        stage.play("1-0", "1-0", "1-0")
        stage.pair()
        stage.publish()
        with pytest.raises(Refused, match="2 rounds are already published"):
            lifecycle.change_settings(stage.orla, stage.tournament, planned_rounds=1)
        lifecycle.change_settings(stage.orla, stage.tournament, planned_rounds=2)
