"""An arbiter's corrections of a published round other than results: kinds of byes and swapped sides."""

import pytest
from django.urls import reverse

from pairings.snapshot import Decision, Outcome, Result
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.history import undo
from tournaments.models import JournalEntry
from tournaments.officials import corrections
from tournaments.players import registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def played_round(make):
    """Six players; A was absent in round 1, and round 2 is a draft."""
    stage = make(system="papp", planned_rounds=4).with_players(*"ABCDEF")
    registration.request_bye(stage.orla, stage.tournament, stage.players["A"], 1, "zero")
    stage.play("1-0", "0-1")
    stage.pair()
    return stage


def first(stage):
    return stage.tournament.rounds.get(number=1)


def points(stage):
    found = RULE_BOOKS[0].points(snapshot.current_stage(stage.tournament))
    return {name: found[player.pk] for name, player in stage.players.items()}


class TestByes:
    def test_half_point_bye_is_granted_later_and_undone(self, played_round):
        place = corrections.correct_bye(
            played_round.orla,
            played_round.tournament,
            first(played_round),
            played_round.players["A"],
            "half",
            reason="Granted by mail.",
        )
        assert place.bye == "half"
        assert points(played_round)["A"] == played_round.tournament.scoring.half_bye
        entry = JournalEntry.objects.first()
        assert (entry.verb, entry.reason) == ("correct-bye", "Granted by mail.")
        undo.undo(played_round.orla, played_round.tournament, entry)
        assert points(played_round)["A"] == 0

    def test_absent_player_without_a_bye_gets_one(self, make):
        stage = make(system="papp", planned_rounds=4).with_players(*"ABCDE")
        stage.play("1-0", "1-0")
        late = registration.add_player(stage.orla, stage.tournament, name="Late")
        corrections.correct_bye(stage.orla, stage.tournament, first(stage), late, "half", reason="Told us.")
        assert first(stage).appearances.get(player=late).bye == "half"

    @pytest.mark.parametrize(
        ("name", "kind", "reason", "code"),
        [
            ("A", "half", " ", "reason-missing"),
            ("A", "long", "x", "unknown-bye"),
            ("B", "half", "x", "no-bye"),
        ],
    )
    def test_invalid_corrections_are_refused(self, played_round, name, kind, reason, code):
        with pytest.raises(Refused) as refusal:
            corrections.correct_bye(
                played_round.orla,
                played_round.tournament,
                first(played_round),
                played_round.players[name],
                kind,
                reason=reason,
            )
        assert refusal.value.code == code

    def test_correction_is_refused_in_a_draft_and_in_a_bracket(self, played_round, make):
        with pytest.raises(Refused, match="Round 2 is still a draft"):
            corrections.correct_bye(
                played_round.orla,
                played_round.tournament,
                played_round.round,
                played_round.players["A"],
                "half",
                reason="x",
            )
        cup = make(system="knock-out").with_players(*"ABC")
        cup.pair()
        cup.publish()
        free = cup.round.appearances.get(pairing=None).player
        with pytest.raises(Refused, match="schedule or bracket"):
            corrections.correct_bye(cup.orla, cup.tournament, cup.round, free, "half", reason="x")


class TestSides:
    def test_swapped_players_keep_their_points(self, played_round):
        before = points(played_round)
        table = first(played_round).pairings.get(table=1)
        sides = {place.player.name: place.side for place in table.appearances.all()}
        corrections.turn_sides(played_round.orla, played_round.tournament, table, reason="They sat so.")
        assert {place.player.name: 3 - place.side for place in table.appearances.all()} == sides
        assert points(played_round) == before
        undo.undo(played_round.orla, played_round.tournament, JournalEntry.objects.first())
        assert {place.player.name: place.side for place in table.appearances.all()} == sides
        assert points(played_round) == before

    def test_sides_are_swapped_without_a_result_and_in_a_schedule(self, cup):
        cup.pair()
        cup.publish()
        sides = {place.player.name: place.side for place in cup.table(1).appearances.all()}
        corrections.turn_sides(cup.orla, cup.tournament, cup.table(1), reason="They sat so.")
        assert {place.player.name: 3 - place.side for place in cup.table(1).appearances.all()} == sides

    def test_swap_is_refused_in_a_knock_out_and_without_a_reason(self, played_round, make):
        table = first(played_round).pairings.get(table=1)
        with pytest.raises(Refused, match="Give a reason"):
            corrections.turn_sides(played_round.orla, played_round.tournament, table, reason="")
        knocked = make(system="knock-out").with_players(*"ABCD")
        knocked.pair()
        knocked.publish()
        with pytest.raises(Refused, match="not in a knock-out"):
            corrections.turn_sides(knocked.orla, knocked.tournament, knocked.table(1), reason="x")

    def test_result_mirrored_twice_is_unchanged(self):
        result = Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT, (2, 1, 0), (40, 24))
        assert result.mirror == Result(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT, (1, 2, 0), (24, 40))
        assert result.mirror.mirror == result


@pytest.mark.rotates(2)
def test_page_corrects_byes_and_swaps_sides(played_round, orla):
    client = signed_in(orla)
    place = reverse("tournaments:arbiter", args=[played_round.tournament.slug])
    page = client.get(place).content.decode()
    assert "Correct bye" in page
    assert "Swap sides" in page
    key = played_round.players["A"].public_id
    sent = {"do": "correct-bye", "round": 1, "player": key, "kind": "half", "reason": "Granted."}
    assert "The bye of" in client.post(place, sent, follow=True).content.decode()
    sent = {"do": "turn-sides", "round": 1, "table": 1, "reason": "They sat so."}
    assert "Both players keep their scores" in client.post(place, sent, follow=True).content.decode()
    client.post(place, {"do": "turn-sides", "round": 1, "table": 9, "reason": "x"})
    assert JournalEntry.objects.filter(verb="correct-sides").count() == 1
