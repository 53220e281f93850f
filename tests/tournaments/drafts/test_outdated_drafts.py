"""Outdated drafts: what makes them so, what the organiser sees, and what is published."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Refused
from tournaments.core.words.notation import parse
from tournaments.drafts import editing, outdated
from tournaments.drafts.outdated import since_paired
from tournaments.history import undo
from tournaments.models import JournalEntry, Player
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import publishing, rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def second_draft(make):
    """Six players paired by penalties; round 1 is played, round 2 a draft."""
    stage = make(system="papp", planned_rounds=4).with_players(*"ABCDEF")
    stage.play("1-0", "1-0", "½-½")
    stage.pair()
    return stage


def row(stage, name):
    return Player.objects.get(pk=stage.players[name].pk)


def withdraw(stage, name):
    return registration.withdraw(stage.orla, stage.tournament, row(stage, name))


def take_back(stage, verb):
    undo.undo(stage.orla, stage.tournament, stage.tournament.journal.filter(verb=verb).first())


def changes_listed(stage):
    stage.round.refresh_from_db()
    return since_paired(stage.round)


def correct(stage, text="0-1"):
    table = stage.tournament.rounds.get(number=1).pairings.get(table=1)
    results.correct_result(stage.orla, stage.tournament, table, parse(text, stage.tournament.scoring), reason="Slip.")


def at(stage, page, *more):
    return reverse(f"tournaments:{page}", args=[stage.tournament.slug, *more])


class TestChanges:
    def test_new_draft_is_current(self, second_draft):
        assert changes_listed(second_draft) == []

    @pytest.mark.rotates(2)
    def test_withdrawal_outdates_the_draft(self, second_draft):
        withdraw(second_draft, "A")
        assert changes_listed(second_draft) == ["A withdrew after round 1."]

    @pytest.mark.rotates(2)
    def test_undo_of_an_earlier_correction_outdates_the_draft(self, second_draft):
        rounds.discard_round(second_draft.orla, second_draft.tournament, second_draft.round)
        correct(second_draft)
        second_draft.pair()
        assert changes_listed(second_draft) == []
        take_back(second_draft, "correct-result")
        (text,) = changes_listed(second_draft)
        assert text.startswith("Undone: Round 1, table 1, corrected")

    @pytest.mark.rotates(2)
    def test_undo_of_an_earlier_withdrawal_outdates_the_draft(self, second_draft):
        rounds.discard_round(second_draft.orla, second_draft.tournament, second_draft.round)
        withdraw(second_draft, "A")
        second_draft.pair()
        take_back(second_draft, "withdraw")
        assert changes_listed(second_draft) == ["Undone: A withdrew after round 1."]

    def test_undone_change_does_not_outdate_the_draft(self, second_draft):
        withdraw(second_draft, "A")
        take_back(second_draft, "withdraw")
        assert changes_listed(second_draft) == []

    def test_changed_club_outdates_the_draft_but_a_changed_name_does_not(self, second_draft):
        registration.change_player(second_draft.orla, second_draft.tournament, row(second_draft, "A"), name="Abe")
        assert changes_listed(second_draft) == []
        registration.change_player(second_draft.orla, second_draft.tournament, row(second_draft, "A"), club="Here")
        assert changes_listed(second_draft) == ["Changed Abe."]

    def test_requests_for_another_round_do_not_outdate_the_draft(self, second_draft):
        registration.request_bye(second_draft.orla, second_draft.tournament, row(second_draft, "A"), 3, "half")
        assert changes_listed(second_draft) == []
        editing.fix_pair(second_draft.orla, second_draft.tournament, 3, row(second_draft, "C"), row(second_draft, "D"))
        assert changes_listed(second_draft) == []

    def test_changed_points_outdate_the_draft_but_a_changed_name_does_not(self, second_draft):
        lifecycle.change_settings(second_draft.orla, second_draft.tournament, name="Another Cup")
        assert changes_listed(second_draft) == []
        lifecycle.change_settings(second_draft.orla, second_draft.tournament, points_win=3, reason="As announced.")
        assert len(changes_listed(second_draft)) == 1

    def test_check_in_after_the_draft_of_round_1_outdates_it(self, make):
        stage = make(system="papp", uses_check_in=True).with_players(*"ABCD")
        registration.check_in(stage.orla, stage.tournament, [row(stage, name) for name in "ABC"], here=True)
        stage.pair()
        registration.check_in(stage.orla, stage.tournament, [row(stage, "D")], here=True)
        assert len(changes_listed(stage)) == 1

    @pytest.mark.rotates(2)
    def test_pairing_the_rest_makes_the_draft_current(self, second_draft):
        editing.swap_players(
            second_draft.orla,
            second_draft.tournament,
            second_draft.round,
            row(second_draft, "A"),
            row(second_draft, "B"),
        )
        editing.forbid_pair(second_draft.orla, second_draft.tournament, row(second_draft, "E"), row(second_draft, "F"))
        assert len(changes_listed(second_draft)) == 1
        editing.pair_rest(second_draft.orla, second_draft.tournament, second_draft.round)
        assert changes_listed(second_draft) == []

    def test_manual_system_has_no_outdated_drafts(self, make):
        stage = make(system="manual").with_players(*"ABCD")
        stage.pair()
        withdraw(stage, "A")
        assert changes_listed(stage) == []


class TestPublishing:
    @pytest.mark.rotates(2)
    def test_outdated_draft_is_not_shown_as_manual(self, second_draft, client):
        withdraw(second_draft, "A")
        second_draft.round = rounds.publish_round(second_draft.orla, second_draft.tournament, second_draft.round)
        assert second_draft.round.by_hand is None
        assert "by hand" not in client.get(at(second_draft, "round", 2)).content.decode()

    @pytest.mark.rotates(2)
    def test_draft_with_a_removed_pair_counts_as_manual(self, second_draft):
        editing.unpair(second_draft.orla, second_draft.tournament, second_draft.round, row(second_draft, "A"))
        left = [each.player for each in second_draft.round.appearances.select_related("player")]
        out = [player.public_id for player in second_draft.players.values() if player not in left]
        second_draft.round = rounds.publish_round(
            second_draft.orla, second_draft.tournament, second_draft.round, not_paired=out
        )
        assert second_draft.round.by_hand is not None

    @pytest.mark.rotates(4)
    def test_fide_system_asks_for_a_reason_and_names_the_change(self, make, orla, client):
        stage = make(system="dutch", planned_rounds=4).with_players(*"ABCDEFGH")
        stage.play("1-0", "1-0", "1-0", "1-0")
        stage.pair()
        withdraw(stage, "A")
        with pytest.raises(Refused, match="Something changed since this round was paired: A withdrew after round 1"):
            rounds.publish_round(stage.orla, stage.tournament, stage.round)
        page = signed_in(orla).post(at(stage, "publish", 2), {}).content.decode()
        assert "Reason for publishing this draft as it is" in page
        stage.round = rounds.publish_round(stage.orla, stage.tournament, stage.round, reason="The hall waits.")
        shown = client.get(at(stage, "round", 2)).content.decode()
        assert "changed the program" not in shown
        assert "Something changed after this round was paired, but it was published unchanged." in shown
        assert "The hall waits." in shown

    @pytest.mark.rotates(2)
    def test_change_after_setting_the_publish_time_stops_publishing(self, second_draft):
        at_noon = timezone.now() + timedelta(hours=1)
        publishing.set_publish_time(second_draft.orla, second_draft.tournament, second_draft.round, at_noon)
        second_draft.round.refresh_from_db()
        assert publishing.obstacle(second_draft.round) == ""
        withdraw(second_draft, "A")
        assert "A withdrew after round 1" in publishing.obstacle(second_draft.round)
        assert publishing.publish_due(at_noon + timedelta(seconds=1)) == []
        publishing.set_publish_time(second_draft.orla, second_draft.tournament, second_draft.round, at_noon)
        second_draft.round.refresh_from_db()
        assert publishing.obstacle(second_draft.round) == ""


class TestPages:
    @pytest.mark.rotates(2)
    def test_first_button_pairs_the_round_again(self, second_draft, orla):
        page = signed_in(orla)
        assert "Pair round 2 again" not in page.get(at(second_draft, "desk")).content.decode()
        withdraw(second_draft, "A")
        desk = page.get(at(second_draft, "desk")).content.decode()
        assert desk.index("Pair round 2 again") < desk.index("Publish anyway")
        assert "Publish round 2" not in desk
        page.post(at(second_draft, "pair-again", 2))
        there = second_draft.tournament.rounds.get(number=2)
        assert not there.appearances.filter(player=second_draft.players["A"]).exists()
        assert "Publish round 2" in page.get(at(second_draft, "desk")).content.decode()

    @pytest.mark.parametrize("system", ["papp", "dutch", "keizer", "round-robin"])
    def test_row_of_a_withdrawn_player_is_marked_in_every_system(self, make, orla, system):
        stage = make(system=system, planned_rounds=None if system == "round-robin" else 4).with_players(*"ABCDEF")
        stage.play("1-0", "1-0", "1-0")
        stage.pair()
        withdraw(stage, "A")
        page = signed_in(orla).get(at(stage, "draft", 2)).content.decode()
        table = stage.round.appearances.get(player=stage.players["A"]).pairing.table
        assert f'<tr id="t{table}" class="wrong">' in page
        assert page.count('class="wrong"') == 1
        assert 'id="outdated"' in page

    def test_withdrawn_player_is_listed_once_among_the_problems(self, second_draft, orla):
        withdraw(second_draft, "A")
        page = signed_in(orla).get(at(second_draft, "draft", 2)).content.decode()
        assert page.count("has withdrawn, is absent, or asked for a bye") == 3  # an odd number, the row, and the reason


class TestPairingAgain:
    def test_result_equals_a_fresh_draft(self, second_draft):
        correct(second_draft)
        again = rounds.pair_again(second_draft.orla, second_draft.tournament, second_draft.round)
        made = list(again.appearances.order_by("player").values_list("player", "side", "pairing__table", "bye"))
        rounds.discard_round(second_draft.orla, second_draft.tournament, again)
        fresh = second_draft.pair()
        assert made == list(fresh.appearances.order_by("player").values_list("player", "side", "pairing__table", "bye"))

    def test_round_1_gets_new_pairing_numbers(self, make):
        stage = make(system="dutch", planned_rounds=4, seating="rating", uses_check_in=True)
        names = ("Best", *"ABCD")
        stage.with_players(*names)
        registration.change_player(stage.orla, stage.tournament, row(stage, "Best"), rating=2400)
        registration.check_in(stage.orla, stage.tournament, [row(stage, name) for name in "ABCD"], here=True)
        stage.pair()
        registration.check_in(stage.orla, stage.tournament, [row(stage, "Best")], here=True)
        made = rounds.pair_again(stage.orla, stage.tournament, stage.round)
        assert made.stage.seats.get(number=1).player.name == "Best"
        assert made.appearances.count() == 5

    @pytest.mark.parametrize("number", [1, 2])
    def test_player_added_during_the_draft_is_paired(self, make, number):
        stage = make(system="papp", planned_rounds=4).with_players(*"ABCDE")
        if number == 2:
            stage.play("1-0", "1-0")
        stage.pair()
        late = registration.add_players(stage.orla, stage.tournament, [{"name": "Late"}])[0]
        assert len(changes_listed(stage)) == 1
        made = rounds.pair_again(stage.orla, stage.tournament, stage.round)
        assert made.appearances.get(player=late).pairing is not None
        undo.undo(stage.orla, stage.tournament, stage.tournament.journal.first())
        assert Player.objects.get(pk=late.pk).entered == number + 1

    @pytest.mark.rotates(2)
    def test_undo_restores_the_previous_draft(self, second_draft):
        before = set(second_draft.round.appearances.values_list("player", "pairing__table", "bye"))
        withdraw(second_draft, "A")
        rounds.pair_again(second_draft.orla, second_draft.tournament, second_draft.round)
        take_back(second_draft, "pair-again")
        there = second_draft.tournament.rounds.get(number=2)
        assert set(there.appearances.values_list("player", "pairing__table", "bye")) == before

    def test_impossible_pairing_keeps_the_draft(self, second_draft):
        for one, other in (("A", "B"), ("A", "C"), ("A", "D"), ("A", "E"), ("A", "F")):
            editing.forbid_pair(
                second_draft.orla, second_draft.tournament, row(second_draft, one), row(second_draft, other)
            )
        with pytest.raises(Refused):
            rounds.pair_again(second_draft.orla, second_draft.tournament, second_draft.round)
        assert second_draft.tournament.rounds.filter(number=2, pk=second_draft.round.pk).exists()
        assert not JournalEntry.objects.filter(verb="pair-again").exists()

    def test_published_round_needs_no_query(self, second_draft, django_assert_num_queries):
        second_draft.publish()
        withdraw(second_draft, "A")
        with django_assert_num_queries(0):
            assert outdated.changes_since(second_draft.round) == []
