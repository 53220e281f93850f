"""Rounds: repeated clicks change nothing, drafts are for organisers, and missing results keep a round open."""

import threading

import pytest
from django.db import connection

from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.drafts import editing, whatif
from tournaments.drafts.whatif import judge, position_of
from tournaments.history import undo
from tournaments.models import Appearance, JournalEntry, Round
from tournaments.players import registration
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db


class TestPairing:
    def test_pairing_an_existing_round_returns_it(self, cup):
        assert cup.pair(1) == cup.pair(1)
        assert cup.tournament.rounds.count() == 1

    def test_next_round_is_refused_while_a_draft_exists(self, cup):
        cup.pair(1)
        with pytest.raises(Refused, match="still a draft"):
            cup.pair(2)

    def test_next_round_is_refused_while_one_is_running(self, make):
        cup = make(system="papp").with_players("Ann", "Bo", "Cy", "Di")
        cup.pair()
        cup.publish()
        with pytest.raises(Refused, match="still running"):
            cup.pair(2)

    def test_no_round_is_paired_after_the_end_of_the_schedule(self, make):
        two = make().with_players("Ann", "Bo")
        two.play("1-0")
        with pytest.raises(Refused, match="The one round of the schedule has been paired"):
            two.pair()

    def test_single_player_is_refused_with_reason(self, make):
        with pytest.raises(Refused, match="at least two players"):
            make().with_players("Ann").pair()

    def test_absent_players_get_no_seat(self, make, orla):
        stage = make(uses_check_in=True).with_players("Ann", "Bo", "Cy", "Di")
        here = [stage.players[name] for name in ("Ann", "Bo", "Di")]
        registration.check_in(stage.orla, stage.tournament, here, here=True)
        stage.pair()
        seated = stage.round.stage.seats.values_list("player__name", flat=True)
        assert list(seated) == ["Ann", "Bo", "Di"]

    @pytest.mark.rotates(4)
    def test_seats_by_lot_are_stored_and_repeated_after_discard(self, make):
        stage = make(seating="lot").with_players(*"ABCDEFGH")
        stage.pair()
        drawn = list(stage.round.stage.seats.values_list("player__name", flat=True))
        rounds.discard_round(stage.orla, stage.tournament, stage.round)
        stage.pair()
        assert list(stage.round.stage.seats.values_list("player__name", flat=True)) == drawn != sorted(drawn)

    def test_seats_by_rating_put_the_strongest_first(self, make):
        stage = make(seating="rating").with_players()
        for name, rating in (("Ann", 1500), ("Bo", None), ("Cy", 2100)):
            registration.add_player(stage.orla, stage.tournament, name=name, rating=rating)
        stage.pair()
        assert list(stage.round.stage.seats.values_list("player__name", flat=True)) == ["Cy", "Ann", "Bo"]


@pytest.mark.django_db(transaction=True)
def test_simultaneous_clicks_pair_one_round(cup):
    found, faults = [], []
    barrier = threading.Barrier(6)

    def click():
        try:
            barrier.wait()
            found.append(rounds.pair_next_round(cup.orla, cup.tournament, 1).pk)
        except Exception as error:  # noqa: BLE001 - whatever it is, the test shows it
            faults.append(error)
        finally:
            connection.close()

    clicks = [threading.Thread(target=click) for _ in range(6)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert faults == []
    assert len(set(found)) == 1
    assert Appearance.objects.count() == 4


class TestComparisonWithTheEngine:
    @pytest.fixture
    def positions(self, monkeypatch):
        taken = []
        take = whatif.position_of
        monkeypatch.setattr(whatif, "position_of", lambda round_: taken.append(take(round_)) or taken[-1])
        return taken

    def test_publishing_reads_the_draft_once(self, cup, positions):
        cup.pair()
        cup.publish()
        assert len(positions) == 1

    def test_change_during_publishing_is_compared_too(self, cup, positions, monkeypatch):
        cup.pair()
        compare = rounds.compare_with_engine

        def compare_and_withdraw(*args):
            compared = compare(*args)
            registration.add_players(cup.orla, cup.tournament, [{"name": "Late"}])
            return compared

        monkeypatch.setattr(rounds, "compare_with_engine", compare_and_withdraw)
        cup.publish()
        assert positions[-1].view.numbers.keys() - positions[0].view.numbers.keys()


class TestDraft:
    def test_two_players_swap_places(self, cup):
        cup.pair()
        before = {a.player.name: (a.pairing_id, a.side) for a in cup.round.appearances.select_related("player")}
        editing.swap_players(cup.orla, cup.tournament, cup.round, cup.players["Ann"], cup.players["Bo"])
        after = {a.player.name: (a.pairing_id, a.side) for a in cup.round.appearances.select_related("player")}
        assert after == {**before, "Ann": before["Bo"], "Bo": before["Ann"]}

    def test_undo_restores_swapped_sides_of_opponents(self, cup):
        cup.pair()
        sides = list(cup.round.appearances.order_by("pk").values_list("player__name", "pairing__table", "side"))
        first, second = (place.player for place in cup.table(1).appearances.order_by("side"))
        editing.swap_players(cup.orla, cup.tournament, cup.round, first, second)
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
        assert list(cup.round.appearances.order_by("pk").values_list("player__name", "pairing__table", "side")) == sides

    @pytest.mark.rotates(4)
    def test_judge_reports_a_violation_after_a_swap(self, cup):
        cup.play("1-0", "1-0")
        cup.pair()
        assert judge(position_of(cup.round)) == ()
        places = {a.player.name: a for a in cup.round.appearances.select_related("player")}
        opponent = next(
            a.player for a in places.values() if a.pairing_id == places["Ann"].pairing_id and a.player.name != "Ann"
        )
        editing.swap_players(cup.orla, cup.tournament, cup.round, opponent, cup.players["Di"])
        assert {v.reason.code for v in judge(position_of(cup.round))} == {"rr-again"}

    def test_manual_pairs_take_the_lowest_free_table(self, make):
        stage = make(system="manual").with_players(*"ABCDEF")
        stage.pair()
        p = stage.players
        for first, second in ("AB", "CD"):
            editing.pair_by_hand(stage.orla, stage.tournament, stage.round, p[first], p[second])
        editing.pair_by_hand(stage.orla, stage.tournament, stage.round, p["A"], p["E"])
        tables = {row.table: sorted(a.player.name for a in row.appearances.all()) for row in stage.round.pairings.all()}
        assert tables == {1: ["A", "E"], 2: ["C", "D"]}

    def test_bye_frees_the_opponent(self, make):
        stage = make(system="manual").with_players(*"ABC")
        stage.pair()
        p = stage.players
        editing.pair_by_hand(stage.orla, stage.tournament, stage.round, p["A"], p["B"])
        editing.give_bye(stage.orla, stage.tournament, stage.round, p["A"], "allocated")
        assert [(a.player.name, a.bye) for a in stage.round.appearances.all()] == [("A", "allocated")]

    def test_empty_round_is_not_published(self, make):
        stage = make(system="manual").with_players(*"AB")
        stage.pair()
        with pytest.raises(Refused, match="no pairing"):
            stage.publish()

    def test_discarded_draft_leaves_only_a_journal_entry(self, cup):
        cup.pair()
        rounds.discard_round(cup.orla, cup.tournament, cup.round)
        assert not Round.objects.exists()
        assert not cup.tournament.stages.get().seats.exists()
        assert JournalEntry.objects.filter(verb="discard-round").count() == 1

    def test_published_round_cannot_be_edited(self, cup):
        cup.pair()
        cup.publish()
        with pytest.raises(Refused, match="is published"):
            editing.unpair(cup.orla, cup.tournament, cup.round, cup.players["Ann"])


class TestClosing:
    def test_tables_without_results_are_named(self, cup):
        cup.pair()
        cup.publish()
        cup.enter(1, "1-0")
        with pytest.raises(Refused, match="Round 1 has missing results: 2"):
            cup.close()

    def test_closing_twice_changes_nothing(self, cup):
        cup.play("1-0", "½-½")
        revision = cup.revision()
        cup.close()
        assert cup.revision() == revision


class TestPeople:
    @pytest.mark.rotates(4)
    def test_withdrawn_player_loses_remaining_games_by_forfeit(self, cup):
        cup.play("1-0", "1-0")
        registration.withdraw(cup.orla, cup.tournament, cup.players["Di"])
        cup.pair()
        results = [row.result for row in cup.round.pairings.all() if hasattr(row, "result")]
        assert [result.decision for result in results] == ["forfeit"]

    @pytest.mark.rotates(4)
    def test_round_robin_takes_no_late_entry_after_round_2_is_paired(self, cup):
        cup.play("1-0", "1-0")
        cup.pair()
        with pytest.raises(Refused, match="takes no late entries"):
            registration.add_player(cup.orla, cup.tournament, name="Eve")

    def test_late_entry_in_a_manual_system_plays_from_the_next_round(self, make):
        stage = make(system="manual").with_players("Ann", "Bo")
        stage.pair()
        eve = registration.add_player(stage.orla, stage.tournament, name="Eve")
        assert eve.entered == 2
        assert list(eve.seats.values_list("number", flat=True)) == [3]

    def test_bye_cannot_be_requested_after_pairing(self, make):
        stage = make(system="manual").with_players("Ann", "Bo", "Cy")
        registration.request_bye(stage.orla, stage.tournament, stage.players["Cy"], 1, "half")
        stage.pair()
        assert [(a.player.name, a.bye) for a in stage.round.appearances.all()] == [("Cy", "half")]
        with pytest.raises(Refused, match="already paired"):
            registration.request_bye(stage.orla, stage.tournament, stage.players["Bo"], 1, "half")

    def test_player_in_a_round_cannot_be_removed(self, cup):
        cup.pair()
        with pytest.raises(Refused, match="Withdraw the player instead"):
            registration.remove_player(cup.orla, cup.tournament, cup.players["Ann"])


class TestRights:
    def test_helper_cannot_pair(self, cup, helper):
        with pytest.raises(NotAllowed):
            rounds.pair_next_round(helper, cup.tournament, 1)
        assert not Round.objects.exists()

    def test_other_user_cannot_publish(self, cup, sam):
        cup.pair()
        with pytest.raises(NotAllowed):
            rounds.publish_round(Who.at_page(sam), cup.tournament, cup.round)
        assert Round.objects.get().is_draft
