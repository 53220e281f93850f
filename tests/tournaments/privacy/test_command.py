"""The erase_person command lists, previews, asks, and erases what the page would."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Erasure, Player, User

pytestmark = pytest.mark.django_db(transaction=True)


def output_of(*arguments, **options):
    out = StringIO()
    call_command("erase_person", *arguments, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def two(make):
    make(name="Cup").with_players("Berg, Ann", "Virta, Bo")
    make(name="Open").with_players("Berg, Ann", "Kim, Cy")
    User.objects.create_user("Ann Berg", is_superuser=True)
    return {player.tournament.name: player for player in Player.objects.filter(name="Berg, Ann")}


def test_without_options_it_only_lists(two):
    text = output_of("Ann Berg")
    for name, player in two.items():
        assert f"player:{player.public_id}  " in text
        assert name in text
    assert "The account Ann Berg is an owner's and is not touched" in text
    assert Player.objects.filter(name="Berg, Ann").count() == 2


def test_single_entry_is_erased_and_others_stay(two):
    text = output_of("Ann Berg", entry=[f"player:{two['Cup'].public_id}"], yes=True)
    assert "Cup: Berg, Ann becomes Player 1" in text
    assert Player.objects.get(pk=two["Cup"].pk).name == "Player 1"
    assert Player.objects.get(pk=two["Open"].pk).name == "Berg, Ann"
    assert Erasure.objects.get().key == two["Cup"].public_id


def test_all_entries_are_erased_after_confirmation(two, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _asked: "no")
    with pytest.raises(CommandError, match="Nothing was erased"):
        output_of("Ann Berg", all=True)
    assert not Erasure.objects.exists()
    monkeypatch.setattr("builtins.input", lambda _asked: "Yes")
    assert "Erased: 2." in output_of("Ann Berg", all=True)
    assert not Player.objects.filter(name="Berg, Ann").exists()


def test_unlisted_entry_is_refused(two):
    with pytest.raises(CommandError, match="Not in the list: player:nobody"):
        output_of("Ann Berg", entry=["player:nobody"], yes=True)
    with pytest.raises(CommandError, match="Nobody was found"):
        output_of("Zz", all=True, yes=True)
    assert not Erasure.objects.exists()
