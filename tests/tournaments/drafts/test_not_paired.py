"""A round in which somebody has neither opponent nor bye: asked about by name before it is published, listed after."""

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
    """Take a table out of the draft: who sat there, by name."""
    players = [place.player for place in stage.table(table).appearances.select_related("player")]
    editing.unpair(stage.orla, stage.tournament, stage.round, players[0])
    return sorted(players, key=lambda player: player.name)


def at(stage, page, *more):
    return reverse(f"tournaments:{page}", args=[stage.tournament.slug, *more])


def text(client, address):
    return client.get(address).content.decode()


class TestPublishing:
    @pytest.mark.rotates(2)
    def test_it_is_refused_by_name_until_somebody_confirms_just_these(self, swiss):
        one, other = separate(swiss)
        for confirmed in ((), (one.public_id,), ("nobody",)):
            with pytest.raises(NotPaired, match=f"Not paired: {one.name}; {other.name}") as refusal:
                rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=confirmed)
            assert refusal.value.players == [one, other]
        ids = {one.public_id, other.public_id}
        published = rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=ids)
        assert whatif.not_paired(published) == [one, other]

    def test_whoever_was_left_out_since_is_asked_about_again(self, swiss):
        confirmed = [player.public_id for player in separate(swiss)]
        later = separate(swiss, table=2)
        with pytest.raises(NotPaired) as refusal:
            rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=confirmed)
        assert set(later) < set(refusal.value.players)

    def test_somebody_with_a_bye_is_not_left_out(self, swiss):
        for player in separate(swiss):
            editing.give_bye(swiss.orla, swiss.tournament, swiss.round, player, "zero")
        assert swiss.publish().not_paired == []

    @pytest.mark.rotates(2)
    def test_undone_and_mended_it_is_as_if_nobody_had_been(self, swiss):
        players = separate(swiss)
        ids = [player.public_id for player in players]
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=ids)
        undo.undo(swiss.orla, swiss.tournament, JournalEntry.objects.first())
        swiss.round.refresh_from_db()
        assert whatif.not_paired(swiss.round) == players
        editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, *players)
        assert whatif.not_paired(swiss.publish()) == []

    @pytest.mark.rotates(2)
    def test_the_page_comes_back_and_keeps_the_reason(self, make, orla):
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


class TestAfterwards:
    def test_they_stay_on_the_lists_and_on_their_own_page(self, swiss, client):
        players = separate(swiss)
        ids = [player.public_id for player in players]
        swiss.round = rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=ids)
        for page in ("round", "round-names"):
            shown = text(client, at(swiss, page, 1))
            assert shown.count("not paired") == 2
            assert all(f'data-player="{key}"' in shown for key in ids)
        assert "not paired" in text(client, at(swiss, "player", ids[0]))

    def test_nobody_else_is_called_so(self, swiss, client):
        swiss.publish()
        assert "not paired" not in text(client, at(swiss, "round", 1))

    def test_who_leaves_later_was_still_not_paired_then(self, swiss, client):
        one, other = separate(swiss)
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=[one.public_id, other.public_id])
        registration.withdraw(swiss.orla, swiss.tournament, one)
        assert text(client, at(swiss, "round", 1)).count("not paired") == 2

    @pytest.mark.rotates(2)
    def test_a_copy_beside_the_tournament_lists_them_too(self, swiss, client):
        players = separate(swiss)
        ids = [player.public_id for player in players]
        rounds.publish_round(swiss.orla, swiss.tournament, swiss.round, not_paired=ids)
        again = moving.import_file(Who.command("test"), files.write(swiss.tournament))
        others = whatif.not_paired(again.rounds.get())
        assert [player.name for player in others] == [player.name for player in players]
        assert not set(others) & set(players)


class TestCost:
    """While somebody is left out nothing is called free."""

    @pytest.mark.rotates(2)
    def test_the_sentence_names_them(self, swiss, orla):
        players = separate(swiss)
        for pair in swiss.round.pairings.all():
            first, second = (place.player for place in pair.appearances.order_by("side"))
            editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, first, second)
        for page in ("draft", "cost"):
            shown = text(signed_in(orla), at(swiss, page, 1))
            assert "No difference" not in shown
            assert f"Not paired: {players[0].name}, {players[1].name}. The cost is calculated" in shown

    def test_with_everybody_paired_it_may_cost_nothing(self, swiss, orla):
        editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, *separate(swiss))
        assert "No difference" in text(signed_in(orla), at(swiss, "draft", 1))
