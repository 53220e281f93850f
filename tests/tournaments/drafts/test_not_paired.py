"""A round with players without opponent or bye: confirmed by name before publishing, listed afterwards."""

import pytest
from django.urls import reverse

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import NotPaired
from tournaments.core.rights import Who
from tournaments.drafts import editing, whatif
from tournaments.history import undo
from tournaments.models import JournalEntry
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import moving
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(make):
    """Six players paired by penalties."""
    stage = make(system="papp").with_players(*"ABCDEF")
    stage.pair()
    return stage


def separate(stage, table=1):
    """Remove a table from the draft; return its players, sorted by name."""
    players = [place.player for place in stage.table(table).appearances.select_related("player")]
    editing.unpair(stage.orla, stage.tournament, stage.round, players[0])
    return sorted(players, key=lambda player: player.name)


def at(stage, page, *more):
    return reverse(f"tournaments:{page}", args=[stage.tournament.slug, *more])


def text(client, address):
    return client.get(address).content.decode()


class TestPublishing:
    @pytest.mark.rotates(2)
    def test_unpaired_players_must_be_confirmed_by_name(self, swiss):
        one, other = separate(swiss)
        for confirmed in ((), (one.public_id,), ("nobody",)):
            with pytest.raises(NotPaired, match=f"Not paired: {one.name}; {other.name}") as refusal:
                rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=confirmed)
            assert refusal.value.players == [one, other]
        ids = {one.public_id, other.public_id}
        published = rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=ids)
        assert whatif.not_paired(published) == [one, other]

    def test_players_unpaired_after_confirmation_need_a_new_one(self, swiss):
        confirmed = [player.public_id for player in separate(swiss)]
        later = separate(swiss, table=2)
        with pytest.raises(NotPaired) as refusal:
            rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=confirmed)
        assert set(later) < set(refusal.value.players)

    def test_player_with_a_bye_needs_no_confirmation(self, swiss):
        for player in separate(swiss):
            editing.give_bye(swiss.orla, swiss.tournament, swiss.round, player, "zero")
        assert swiss.publish().not_paired == []

    @pytest.mark.rotates(2)
    def test_undone_round_with_a_new_pair_has_no_unpaired_players(self, swiss):
        players = separate(swiss)
        ids = [player.public_id for player in players]
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=ids)
        undo.undo(swiss.orla, swiss.tournament, JournalEntry.objects.first())
        swiss.round.refresh_from_db()
        assert whatif.not_paired(swiss.round) == players
        editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, *players)
        assert whatif.not_paired(swiss.publish()) == []

    @pytest.mark.rotates(2)
    def test_page_asks_for_confirmation_and_keeps_the_typed_reason(self, make, orla):
        stage = make(system="dutch", planned_rounds=4).with_players(*"ABCDEF")
        stage.pair()
        one, other = separate(stage)
        page = signed_in(orla)
        answer = page.post(at(stage, "publish", 1), {"reason": "They are late."})
        assert answer.status_code == 422
        text = answer.content.decode()
        assert f"Not paired: {one.name}; {other.name}." in text
        assert 'value="They are late."' in text
        assert stage.tournament.rounds.get().is_draft
        both = {"not_paired": f"{one.public_id} {other.public_id}", "reason": "They are late."}
        assert page.post(at(stage, "publish", 1), both).status_code == 302
        assert not stage.tournament.rounds.get().is_draft


class TestPublished:
    def test_unpaired_players_are_listed_on_public_pages(self, swiss, client):
        players = separate(swiss)
        ids = [player.public_id for player in players]
        swiss.round = rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=ids)
        for page in ("round", "round-names"):
            shown = text(client, at(swiss, page, 1))
            assert shown.count("not paired") == 2
            assert all(f'data-player="{key}"' in shown for key in ids)
        assert "not paired" in text(client, at(swiss, "player", ids[0]))

    def test_paired_players_are_not_listed_as_unpaired(self, swiss, client):
        swiss.publish()
        assert "not paired" not in text(client, at(swiss, "round", 1))

    def test_later_withdrawal_does_not_remove_the_note(self, swiss, client):
        one, other = separate(swiss)
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=[one.public_id, other.public_id])
        registration.withdraw(swiss.orla, swiss.tournament, one)
        assert text(client, at(swiss, "round", 1)).count("not paired") == 2

    @pytest.mark.rotates(2)
    def test_imported_copy_lists_unpaired_players(self, swiss, client):
        players = separate(swiss)
        ids = [player.public_id for player in players]
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=ids)
        again = moving.import_file(Who.command("test"), files.write(swiss.tournament))
        others = whatif.not_paired(again.rounds.get())
        assert [player.name for player in others] == [player.name for player in players]
        assert not set(others) & set(players)


class TestCost:
    """No change is called free while a player is left out."""

    @pytest.mark.rotates(2)
    def test_cost_names_unpaired_players(self, swiss, orla):
        players = separate(swiss)
        for pair in swiss.round.pairings.all():
            first, second = (place.player for place in pair.appearances.order_by("side"))
            editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, first, second)
        for page in ("draft", "cost"):
            shown = text(signed_in(orla), at(swiss, page, 1))
            assert "No difference" not in shown
            assert f"Not paired: {players[0].name}, {players[1].name}. The cost is calculated" in shown

    def test_complete_manual_round_can_have_no_cost(self, swiss, orla):
        editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, *separate(swiss))
        assert "No difference" in text(signed_in(orla), at(swiss, "draft", 1))
