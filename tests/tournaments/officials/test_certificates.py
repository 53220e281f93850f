"""Certificates: a sheet for each place down to the requested one, after the final standings."""

import re
from io import BytesIO

import pytest
from PIL import Image

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.event_page.event_page import read_image, set_event_page
from tournaments.players import registration

pytestmark = pytest.mark.django_db
PLACE = "/t/cup/desk/certificates/"


@pytest.fixture
def cup(make):
    """A Swiss after its only round: Ann and Cy won, Bo and Di lost, and nothing else separates them."""
    cup = make(system="dutch", planned_rounds=1).with_players("Ann", "Bo", "Cy", "Di", title="FM", club="Zebra")
    cup.play("1-0", "1-0")
    return cup


def places(text):
    return re.findall(r"<h2>\s*Place (\d+)\s*</h2>", text)


def test_there_are_none_before_the_final_standings(cup, orla):
    text = signed_in(orla).get(PLACE).text
    assert places(text) == []
    assert "after the final table is announced" in text
    assert PLACE not in signed_in(orla).get("/t/cup/desk/").text


def test_podium_gets_one_each_with_name_points_and_field(cup, orla):
    cup.finish()
    client = signed_in(orla)
    assert f'href="{PLACE}"' in client.get("/t/cup/desk/").text
    text = client.get(PLACE).text
    assert places(text) == ["1", "1", "3", "3"]
    first = text.partition("certificate")[2]
    assert re.search(r"with 1 point\b", first)
    assert "FM" in first
    assert re.search(r"4 players\s*·\s*1 round\s*·", re.sub(r"\s+", " ", first))


def test_event_logo_is_on_each_certificate(cup, orla):
    cup.finish()
    assert 'class="logo"' not in signed_in(orla).get(PLACE).text
    image = BytesIO()
    Image.new("RGB", (40, 30), "red").save(image, "PNG")
    logo = read_image(image.getvalue(), "logo")
    set_event_page(cup.orla, cup.tournament, {"logo": logo[0]}, images=dict([logo]))
    assert signed_in(orla).get(PLACE).text.count('class="logo"') == 4


@pytest.mark.parametrize(("asked", "found"), [("1", 2), ("2", 2), ("4", 4), ("0", 4), ("", 4), ("x", 4), ("9" * 50, 4)])
@pytest.mark.rotates(6)
def test_places_down_to_the_requested_one_get_certificates(cup, orla, asked, found):
    cup.finish()
    assert len(places(signed_in(orla).get(PLACE, {"places": asked}).text)) == found


@pytest.mark.rotates(8)
def test_at_most_200_certificates_are_printed(make, orla):
    cup = make(system="dutch", planned_rounds=1)
    registration.add_players(cup.orla, cup.tournament, [{"name": f"P{number:03}"} for number in range(210)])
    cup.pair()
    cup.publish()
    for table in range(1, 106):
        cup.enter(table, "½-½")
    cup.close()
    cup.finish()
    assert len(places(signed_in(orla).get(PLACE, {"places": "999"}).text)) == 200
