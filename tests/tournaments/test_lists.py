"""Every list shows who people are: title, rating, federation and club, and whether somebody has left."""

import re

import pytest

from tournaments.services import registration

pytestmark = pytest.mark.django_db

ANN = {
    "name": "Ann",
    "title": "WIM",
    "rating": 2100,
    "federation": "FIN",
    "club": "Club of the North",
    "birth": "1990-05-07",
}
LISTS = ("rounds/1/", "rounds/1/names/", "standings/", "crosstable/", "players/", "schedule/")
AT_THE_DESK = ("desk/rounds/1/results/", "desk/players/", "desk/players/check-in/", "desk/rounds/1/slips/")


@pytest.fixture
def club(cup):
    """Four in a round robin whose first round runs; of Ann all is known, of the others the name."""
    registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], **ANN)
    cup.pair()
    cup.publish()
    return cup


def shown(client, address, name="Ann"):
    """What stands with a name, each time that a list shows it, as people read it."""
    page = client.get(f"/t/cup/{address}").content.decode()
    found = re.findall(rf'<span class="who"[^>]*>((?:(?!</span>).)*<bdi>{name}</bdi>.*?)</span>', page)
    return {" ".join(re.sub("<[^>]*>", "", text).replace("\xa0", " ").split()) for text in found}


@pytest.mark.parametrize("address", [*LISTS, *AT_THE_DESK])
def test_all_lists_say_it_and_none_says_more(club, client, orla, address):
    if address in AT_THE_DESK:
        client.force_login(orla)
    assert len(found := shown(client, address)) == 1
    assert re.fullmatch(r"WIM Ann( 0)? 2100 · FIN · Club of the North", found.pop())
    assert len(found := shown(client, address, "Bo")) == 1
    assert re.fullmatch("Bo( 0)?", found.pop())


def test_the_draft_says_it(cup, client, orla):
    registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], **ANN)
    cup.pair()
    client.force_login(orla)
    assert shown(client, "desk/rounds/1/") == {"WIM Ann 2100 · FIN · Club of the North"}


def test_who_has_left_is_marked_in_every_list_but_not_in_rounds_played_before(club, client):
    club.enter(1, "1-0")
    club.enter(2, "1-0")
    club.close()
    club.pair()
    club.publish()
    registration.withdraw(club.orla, club.tournament, club.players["Bo"])
    assert [shown(client, address, "Bo") for address in ("standings/", "crosstable/", "players/", "schedule/")] == (
        [{"Bo withdrawn"}] * 4
    )
    assert shown(client, "rounds/1/", "Bo") == {"Bo 0"}


def test_what_a_player_is_called_is_text(club, client):
    hostile = {"name": "<b>Bo</b>", "title": "<i>", "club": "<script>", "federation": "<u>"}
    registration.change_player(club.orla, club.tournament, club.players["Bo"], **hostile)
    for address in LISTS:
        page = client.get(f"/t/cup/{address}").content.decode()
        assert "&lt;script&gt;" in page
        assert not any(value in page for value in ("<b>Bo", "<script>·", "·\xa0<script>", "<u>", "<i>"))
