"""Acts: nobody's transaction but their own, and rows written together."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from tournaments.acts import act, state
from tournaments.models import ApiToken, JournalEntry, Pairing, Player, Round, Seat
from tournaments.permissions import may_administer
from tournaments.services import lifecycle, registration, rounds, undo

pytestmark = pytest.mark.django_db


def test_a_verb_inside_another_transaction_is_refused(cup):
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        registration.add_player(cup.orla, cup.tournament, name="Eve")
    assert not Player.objects.filter(name="Eve").exists()


class TestTogether:
    def test_a_row_that_is_gone_is_not_silently_left_unwritten(self, cup):
        players = list(cup.tournament.players.all())
        Player.objects.filter(pk=players[0].pk).delete()
        with (
            pytest.raises(DatabaseError, match="gone"),
            act(cup.orla, cup.tournament, "check-in", may_administer) as doing,
        ):
            doing.update_many((player, {"checked_in": True}) for player in players)

    def test_nothing_is_nothing_in_a_column_of_json_too(self, make):
        """Of JSON the database knows two kinds of nothing."""
        stage = make(system="manual").with_players(*"AB")
        drafts = [Round(tournament=stage.tournament, stage=stage.tournament.stages.get(), number=n) for n in (1, 2)]
        with act(stage.orla, stage.tournament, "pair-round", may_administer) as doing:
            drafts[1].status = Round.Status.CLOSED
            rows = doing.create_many(drafts)
            doing.update_many((row, {"by_hand": {"reason": "so"}}) for row in rows)
            doing.update_many((row, {"by_hand": None}) for row in rows)
        assert Round.objects.filter(by_hand__isnull=True).count() == 2

    def test_what_is_new_and_taken_back_is_noted_and_never_written(self, cup):
        with (
            act(cup.orla, cup.tournament, "check-in", may_administer) as doing,
            doing.together(),
        ):
            row = doing.create(Player, tournament=doing.tournament, name="Eve", sort_key="eve")
            doing.update(row, club="TuTo")
            doing.delete(row)
        assert not Player.objects.filter(name="Eve").exists()
        assert [bool(change["after"]) for change in JournalEntry.objects.latest("pk").changes] == [True, True, False]

    def test_new_rows_name_new_rows(self, cup):
        cup.pair()
        made = JournalEntry.objects.get(verb="pair-round").changes
        tables = {change["pk"] for change in made if change["model"] == "pairing"}
        assert tables == set(Pairing.objects.values_list("pk", flat=True))
        assert {change["after"]["pairing"] for change in made if change["model"] == "appearance"} == tables

    def test_a_new_row_is_noted_as_it_is_stored(self, cup):
        ends = timezone.now() + timedelta(days=1)
        token, _value = lifecycle.create_token(cup.orla, cup.tournament, name="Board", scopes=[], expires_at=ends)
        (made,) = JournalEntry.objects.get(verb="create-token").changes
        assert made["after"] == state(ApiToken.objects.get(pk=token.pk))

    def test_notes_have_the_order_in_which_it_was_done(self, make):
        stage = make(system="manual").with_players(*"ABCD")
        stage.pair()
        p = stage.players
        rounds.set_pairings(stage.orla, stage.tournament, stage.round, [(p["A"], p["B"]), (p["C"], p["D"])])
        rounds.set_pairings(stage.orla, stage.tournament, stage.round, [])
        gone = [change["model"] for change in JournalEntry.objects.latest("pk").changes]
        assert gone == ["appearance", "appearance", "pairing"] * 2


def test_late_players_who_check_in_together_are_taken_back_together(make):
    stage = make(system="manual", uses_check_in=True).with_players(*"ABCDE")
    registration.check_in(stage.orla, stage.tournament, [stage.players[name] for name in "AB"], here=True)
    stage.pair()
    registration.check_in(stage.orla, stage.tournament, [stage.players[name] for name in "CDE"], here=True)
    assert list(Seat.objects.values_list("player__name", "number")) == [
        ("A", 1),
        ("B", 2),
        ("C", 3),
        ("D", 4),
        ("E", 5),
    ]
    undo.undo(stage.orla, stage.tournament, JournalEntry.objects.latest("pk"))
    assert Seat.objects.count() == 2
    assert set(Player.objects.filter(checked_in=True).values_list("name", flat=True)) == {"A", "B"}
