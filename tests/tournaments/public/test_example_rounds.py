"""The manual shows for each system who meets whom in a third round."""

import pytest

from pairings.systems import SYSTEMS
from tournaments.public import example_rounds

OPPONENT = 2


@pytest.mark.parametrize("key", [key for key, system in SYSTEMS.items() if not system.by_hand])
def test_each_system_pairs_its_example(key):
    picture = example_rounds.drawn(SYSTEMS[key])
    assert sorted(row[0] for row in picture.rows) == [str(number) for number in range(1, 9)]
    opponents = {row[0]: row[OPPONENT].split(", ") for row in picture.rows if row[OPPONENT] != "–"}
    assert len(opponents) >= 4
    for number, others in opponents.items():
        assert number not in others
        assert all(number in opponents[other] for other in others)
    if not SYSTEMS[key].fixes_rounds:
        assert len(opponents) == 8
        assert any(row[1] not in ("0", "–") for row in picture.rows)


def test_system_of_manual_pairs_has_no_example():
    assert example_rounds.drawn(SYSTEMS["manual"]) is None


def test_examples_of_swiss_systems_put_players_with_equal_points_together():
    points = [row[1] for row in example_rounds.drawn(SYSTEMS["dutch"]).rows]
    assert [each for place, each in enumerate(points) if not place or points[place - 1] != each] == sorted(
        set(points), key=points.index
    )


def test_manual_page_shows_a_picture_of_each_system(client):
    page = client.get("/manual/systems/").text
    assert page.count('<figure class="picture"') == len(SYSTEMS) - 1
    assert str(example_rounds.ABOUT) in page
