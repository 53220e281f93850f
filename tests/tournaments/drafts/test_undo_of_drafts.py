"""Entries of a draft that is gone, and players whom the stage does not know: refused with a sentence, never a fault."""

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


def test_a_table_is_not_put_back_into_a_draft_that_is_gone(cup):
    draft = cup.pair()
    editing.unpair(cup.orla, cup.tournament, draft, cup.players["Ann"])
    rounds.discard_round(cup.orla, cup.tournament, draft)
    with pytest.raises(Refused, match="changed since"):
        undo.undo(cup.orla, cup.tournament, entry_of(cup, "unpair"))
    connection.check_constraints()


def test_a_player_with_a_wish_is_not_taken_off_the_list_by_undo(cup):
    late = registration.add_player(cup.orla, cup.tournament, name="Eve")
    registration.request_bye(cup.orla, cup.tournament, late, 1, "half")
    with pytest.raises(Refused, match="changed since"):
        undo.undo(cup.orla, cup.tournament, entry_of(cup, "add-players"))
    assert late.requested_byes.exists()


class TestWhoHasNoSeat:
    @pytest.fixture
    def swiss(self, make):
        stage = make(system="manual").with_players(*"ABCDE")
        lifecycle.change_settings(stage.orla, stage.tournament, uses_check_in=True)
        registration.check_in(stage.orla, stage.tournament, [stage.players[name] for name in "ABCD"], here=True)
        stage.pair()
        return stage

    def test_is_not_put_at_a_table(self, swiss):
        with pytest.raises(Refused, match="is not in this stage"):
            editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players["E"])
        assert judge(position_of(swiss.round))

    def test_is_not_given_a_bye(self, swiss):
        with pytest.raises(Refused, match="is not in this stage"):
            editing.give_bye(swiss.orla, swiss.tournament, swiss.round, swiss.players["E"], "full")

    def test_is_not_among_pairings_that_a_program_sets(self, swiss):
        pairs = [(swiss.players["A"], swiss.players["E"])]
        with pytest.raises(Refused, match="is not in this stage"):
            editing.set_pairings(swiss.orla, swiss.tournament, swiss.round, pairs)


class TestUndoOnThePage:
    """The draft undoes each change by hand that stands, and nothing else."""

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
    def test_changes_go_back_one_by_one(self, cup_with_draft):
        assert self.button(cup_with_draft) is None
        seated = list(cup_with_draft.round.appearances.order_by("pk").values_list("player", "pairing", "side"))
        self.swap(cup_with_draft, "Ann", "Bo")
        self.swap(cup_with_draft, "Cy", "Di")
        for _turn in range(2):
            self.post(cup_with_draft, do="undo", entry=self.button(cup_with_draft)["sequence"])
        assert self.button(cup_with_draft) is None
        assert list(cup_with_draft.round.appearances.order_by("pk").values_list("player", "pairing", "side")) == seated

    def test_after_anything_else_there_is_no_button(self, cup_with_draft):
        self.swap(cup_with_draft, "Ann", "Bo")
        registration.add_players(cup_with_draft.orla, cup_with_draft.tournament, [{"name": "Late"}])
        assert self.button(cup_with_draft) is None

    @pytest.mark.rotates(2)
    def test_an_earlier_change_goes_back_alone(self, make):
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
    def test_a_change_on_which_another_was_built_stays(self, cup_with_draft):
        self.swap(cup_with_draft, "Ann", "Bo")
        (old,) = self.edits(cup_with_draft)
        self.swap(cup_with_draft, "Ann", "Cy")
        answer = self.undo(cup_with_draft, old["sequence"])
        assert "changed since" in answer.text
        assert len(self.edits(cup_with_draft)) == 2

    def test_a_button_of_yesterday_undoes_nothing(self, cup_with_draft):
        self.swap(cup_with_draft, "Ann", "Bo")
        old = self.button(cup_with_draft)["sequence"]
        self.undo(cup_with_draft, old)
        assert "Something else changed since. Undo it in the journal." in self.undo(cup_with_draft, old).text

    def test_a_round_paired_again_forgets_the_changes(self, cup_with_draft):
        self.swap(cup_with_draft, "Ann", "Bo")
        rounds.discard_round(cup_with_draft.orla, cup_with_draft.tournament, cup_with_draft.round)
        cup_with_draft.pair()
        assert self.edits(cup_with_draft) == []

    def edits(self, stage):
        return signed_in(stage.orla.user).get(f"/t/cup/desk/rounds/{stage.round.number}/").context["edits"]

    def undo(self, stage, entry):
        at = f"/t/cup/desk/rounds/{stage.round.number}/edit/"
        return signed_in(stage.orla.user).post(at, {"do": "undo", "entry": entry}, follow=True)


def test_what_the_judge_says_of_a_pair_stands_in_its_row(make):
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
