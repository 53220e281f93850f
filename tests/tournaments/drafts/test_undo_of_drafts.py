"""Entries of a draft that is gone, and players whom the stage does not know: refused with a sentence, never a fault."""

import pytest
from django.db import connection

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
