"""Names keep the invisible characters of their spelling and lose all others."""

import pytest

from tournaments.core.journal.errors import Refused
from tournaments.core.words.names import NotAName, clean_name
from tournaments.models import Player
from tournaments.players import registration

UNSEEN = (
    "\u00ad",
    "\u034f",
    "\u061c",
    "\u115f",
    "\u180e",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u2060",
    "\u2063",
    "\u2800",
    "\u3164",
)
UNSEEN += ("\uffa0", "\U000e0041")


@pytest.mark.parametrize("letter", UNSEEN, ids=lambda letter: f"{ord(letter):04x}")
def test_invisible_characters_are_removed(letter):
    assert clean_name(f"{letter}An{letter}n{letter} {letter} Ek{letter}{letter}") == "Ann Ek"
    with pytest.raises(NotAName, match="Enter a name"):
        clean_name(letter * 3)


@pytest.mark.parametrize("name", ["علی\u200cرضا", "क्\u200dष", "王小明", "渡邉\U000e0101", "Ann 👩\u200d💻", "김민준"])
def test_invisible_characters_of_the_spelling_stay(name):
    assert clean_name(name) == name


@pytest.mark.parametrize("letter", ["\u202e", "\u2066", "\u200f", "\ufeff", "\0"])
def test_control_characters_of_direction_are_refused(letter):
    with pytest.raises(NotAName, match="invisible control characters"):
        clean_name(f"Ann{letter}")


@pytest.mark.django_db
def test_name_that_looks_like_another_on_the_list_is_refused(make, client, orla):
    cup = make().with_players("Ann")
    client.force_login(orla)
    answer = client.post(f"/t/{cup.tournament.slug}/desk/players/add/", {"name": "An\u200bn"})
    assert answer.status_code == 422
    assert "Ann is already on the list." in answer.text
    assert Player.objects.count() == 1
    with pytest.raises(Refused, match="Ann is already on the list"):
        registration.add_player(cup.orla, cup.tournament, name=clean_name("\u2060Ann"), unlike=["Ann"])
