"""Undo after a draft is gone, and players outside the stage: refused with a reason, never an error."""

import pytest
from django.db import connection

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Refused
from tournaments.drafts import editing
from tournaments.drafts.whatif import judge, position_of
from tournaments.history import undo
from tournaments.models import JournalEntry
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


def entry_of(stage, verb):
    return JournalEntry.objects.filter(tournament=stage.tournament, verb=verb).latest("sequence")


def test_table_of_a_discarded_draft_is_not_restored(cup):
    draft = cup.pair()
    editing.unpair(cup.orla, cup.tournament, draft, cup.players["Ann"])
    rounds.discard_round(cup.orla, cup.tournament, draft)
    with pytest.raises(Refused, match="changed since"):
        undo.undo(cup.orla, cup.tournament, entry_of(cup, "unpair"))
    connection.check_constraints()


def test_player_with_a_requested_bye_is_not_removed_by_undo(cup):
    late = registration.add_player(cup.orla, cup.tournament, name="Eve")
    registration.request_bye(cup.orla, cup.tournament, late, 1, "half")
    with pytest.raises(Refused, match="changed since"):
        undo.undo(cup.orla, cup.tournament, entry_of(cup, "add-players"))
    assert late.requested_byes.exists()


class TestPlayerWithoutSeat:
    @pytest.fixture
    def swiss(self, make):
        stage = make(system="manual").with_players(*"ABCDE")
        lifecycle.change_settings(stage.orla, stage.tournament, uses_check_in=True)
        registration.check_in(stage.orla, stage.tournament, [stage.players[name] for name in "ABCD"], here=True)
        stage.pair()
        return stage

    def test_unseated_player_cannot_be_paired(self, swiss):
        with pytest.raises(Refused, match="is not in this stage"):
            editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players["E"])
        assert judge(position_of(swiss.round))

    def test_unseated_player_gets_no_bye(self, swiss):
        with pytest.raises(Refused, match="is not in this stage"):
            editing.give_bye(swiss.orla, swiss.tournament, swiss.round, swiss.players["E"], "full")

    def test_unseated_player_is_refused_in_pairings_set_by_a_program(self, swiss):
        pairs = [(swiss.players["A"], swiss.players["E"])]
        with pytest.raises(Refused, match="is not in this stage"):
            editing.set_pairings(swiss.orla, swiss.tournament, swiss.round, pairs)


class TestUndoOnThePage:
    """The undo button of a draft undoes each manual change that still applies, and nothing else."""

    @pytest.fixture
    def cup_with_draft(self, cup):
        cup.pair()
        return cup

    def post(self, stage, **more):
        return signed_in(stage.orla.user).post(f"/t/cup/desk/rounds/{stage.round.number}/edit/", more)

    def button(self, stage):
        page = signed_in(stage.orla.user).get(f"/t/cup/desk/rounds/{stage.round.number}/")
        return page.context["last_edit"]

    def swap(self, stage, one, other):
        self.post(stage, do="swap", first=stage.players[one].public_id, second=stage.players[other].public_id)

    @pytest.mark.rotates(4)
    def test_changes_are_undone_one_by_one(self, cup_with_draft):
        assert self.button(cup_with_draft) is None
        seated = list(cup_with_draft.round.appearances.order_by("pk").values_list("player", "pairing", "side"))
        self.swap(cup_with_draft, "Ann", "Bo")
        self.swap(cup_with_draft, "Cy", "Di")
        for _turn in range(2):
            self.post(cup_with_draft, do="undo", entry=self.button(cup_with_draft)["sequence"])
        assert self.button(cup_with_draft) is None
        assert list(cup_with_draft.round.appearances.order_by("pk").values_list("player", "pairing", "side")) == seated

    def test_other_change_hides_the_button(self, cup_with_draft):
        self.swap(cup_with_draft, "Ann", "Bo")
        registration.add_players(cup_with_draft.orla, cup_with_draft.tournament, [{"name": "Late"}])
        assert self.button(cup_with_draft) is None

    @pytest.mark.rotates(2)
    def test_earlier_change_can_be_undone_alone(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCDEFGH")
        stage.pair()
        pairs = sorted(stage.round.pairings.all(), key=lambda pairing: pairing.table)
        (a, _), (b, _), (c, _), (d, _) = (
            [place.player.name for place in pairing.appearances.order_by("side")] for pairing in pairs
        )
        self.swap(stage, a, b)
        self.swap(stage, c, d)
        page = signed_in(stage.orla.user).get(f"/t/cup/desk/rounds/{stage.round.number}/")
        later, earlier = page.context["edits"]
        assert earlier["text"] in page.text
        self.post(stage, do="undo", entry=earlier["sequence"])
        page = signed_in(stage.orla.user).get(f"/t/cup/desk/rounds/{stage.round.number}/")
        assert page.context["edits"] == [later]
        there = [
            next(place.player.name for place in pairing.appearances.order_by("side"))
            for pairing in sorted(stage.round.pairings.all(), key=lambda pairing: pairing.table)
        ]
        assert there == [a, b, d, c]

    @pytest.mark.rotates(2)
    def test_change_with_later_dependent_changes_is_not_undone(self, cup_with_draft):
        self.swap(cup_with_draft, "Ann", "Bo")
        (old,) = self.edits(cup_with_draft)
        self.swap(cup_with_draft, "Ann", "Cy")
        answer = self.undo(cup_with_draft, old["sequence"])
        assert "changed since" in answer.text
        assert len(self.edits(cup_with_draft)) == 2

    def test_outdated_button_undoes_nothing(self, cup_with_draft):
        self.swap(cup_with_draft, "Ann", "Bo")
        old = self.button(cup_with_draft)["sequence"]
        self.undo(cup_with_draft, old)
        assert "Something else changed since. Undo it in the journal." in self.undo(cup_with_draft, old).text

    def test_new_draft_has_no_changes_to_undo(self, cup_with_draft):
        self.swap(cup_with_draft, "Ann", "Bo")
        rounds.discard_round(cup_with_draft.orla, cup_with_draft.tournament, cup_with_draft.round)
        cup_with_draft.pair()
        assert self.edits(cup_with_draft) == []

    def edits(self, stage):
        return signed_in(stage.orla.user).get(f"/t/cup/desk/rounds/{stage.round.number}/").context["edits"]

    def undo(self, stage, entry):
        at = f"/t/cup/desk/rounds/{stage.round.number}/edit/"
        return signed_in(stage.orla.user).post(at, {"do": "undo", "entry": entry}, follow=True)


def test_row_of_a_pair_shows_the_violations_of_the_judge(make):
    stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
    stage.play("1-0", "1-0")
    first = [place.player for place in stage.round.pairings.get(table=1).appearances.order_by("side")]
    stage.pair()
    at = f"/t/cup/desk/rounds/{stage.round.number}/"
    client = signed_in(stage.orla.user)
    for player in first:
        client.post(f"{at}edit/", {"do": "unpair", "first": player.public_id})
    client.post(f"{at}edit/", {"do": "pair", "first": first[0].public_id, "second": first[1].public_id})
    lines = client.get(at).context["lines"]
    (line,) = [line for line in lines if line.warnings]
    assert set(line.row.players) == set(first)
    assert "already met, in round 1" in " ".join(line.warnings)
