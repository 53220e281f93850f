"""Rounds: a second click changes nothing, a draft is the organiser's own, and what is open keeps a round open."""

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
    def test_a_round_that_is_there_is_given_back(self, cup):
        assert cup.pair(1) == cup.pair(1)
        assert cup.tournament.rounds.count() == 1

    def test_the_next_round_waits_for_the_draft(self, cup):
        cup.pair(1)
        with pytest.raises(Refused, match="still a draft"):
            cup.pair(2)

    def test_the_next_round_waits_for_the_running_one(self, make):
        cup = make(system="papp").with_players("Ann", "Bo", "Cy", "Di")
        cup.pair()
        cup.publish()
        with pytest.raises(Refused, match="still running"):
            cup.pair(2)

    def test_a_schedule_that_is_over_says_so(self, make):
        two = make().with_players("Ann", "Bo")
        two.play("1-0")
        with pytest.raises(Refused, match="The one round of the schedule has been paired"):
            two.pair()

    def test_one_player_is_told_what_is_missing(self, make):
        with pytest.raises(Refused, match="at least two players"):
            make().with_players("Ann").pair()

    def test_players_who_are_not_here_get_no_seat(self, make, orla):
        stage = make(uses_check_in=True).with_players("Ann", "Bo", "Cy", "Di")
        here = [stage.players[name] for name in ("Ann", "Bo", "Di")]
        registration.check_in(stage.orla, stage.tournament, here, here=True)
        stage.pair()
        seated = stage.round.stage.seats.values_list("player__name", flat=True)
        assert list(seated) == ["Ann", "Bo", "Di"]

    @pytest.mark.rotates(4)
    def test_the_lot_is_stored_and_can_be_repeated(self, make):
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
def test_clicks_at_the_same_time_give_one_round(cup):
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

    def test_what_changes_after_it_counts(self, cup, positions, monkeypatch):
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
    def test_two_players_change_places(self, cup):
        cup.pair()
        before = {a.player.name: (a.pairing_id, a.side) for a in cup.round.appearances.select_related("player")}
        editing.swap_players(cup.orla, cup.tournament, cup.round, cup.players["Ann"], cup.players["Bo"])
        after = {a.player.name: (a.pairing_id, a.side) for a in cup.round.appearances.select_related("player")}
        assert after == {**before, "Ann": before["Bo"], "Bo": before["Ann"]}

    def test_two_opponents_who_changed_sides_change_back(self, cup):
        cup.pair()
        sides = list(cup.round.appearances.order_by("pk").values_list("player__name", "pairing__table", "side"))
        first, second = (place.player for place in cup.table(1).appearances.order_by("side"))
        editing.swap_players(cup.orla, cup.tournament, cup.round, first, second)
        undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
        assert list(cup.round.appearances.order_by("pk").values_list("player__name", "pairing__table", "side")) == sides

    @pytest.mark.rotates(4)
    def test_the_judge_sees_what_a_swap_breaks(self, cup):
        cup.play("1-0", "1-0")
        cup.pair()
        assert judge(position_of(cup.round)) == ()
        places = {a.player.name: a for a in cup.round.appearances.select_related("player")}
        opponent = next(
            a.player for a in places.values() if a.pairing_id == places["Ann"].pairing_id and a.player.name != "Ann"
        )
        editing.swap_players(cup.orla, cup.tournament, cup.round, opponent, cup.players["Di"])
        assert {v.reason.code for v in judge(position_of(cup.round))} == {"rr-again"}

    def test_hand_made_pairs_take_the_lowest_free_table(self, make):
        stage = make(system="manual").with_players(*"ABCDEF")
        stage.pair()
        p = stage.players
        for first, second in ("AB", "CD"):
            editing.pair_by_hand(stage.orla, stage.tournament, stage.round, p[first], p[second])
        editing.pair_by_hand(stage.orla, stage.tournament, stage.round, p["A"], p["E"])
        tables = {row.table: sorted(a.player.name for a in row.appearances.all()) for row in stage.round.pairings.all()}
        assert tables == {1: ["A", "E"], 2: ["C", "D"]}

    def test_a_bye_frees_the_opponent(self, make):
        stage = make(system="manual").with_players(*"ABC")
        stage.pair()
        p = stage.players
        editing.pair_by_hand(stage.orla, stage.tournament, stage.round, p["A"], p["B"])
        editing.give_bye(stage.orla, stage.tournament, stage.round, p["A"], "allocated")
        assert [(a.player.name, a.bye) for a in stage.round.appearances.all()] == [("A", "allocated")]

    def test_an_empty_round_is_not_published(self, make):
        stage = make(system="manual").with_players(*"AB")
        stage.pair()
        with pytest.raises(Refused, match="no pairing"):
            stage.publish()

    def test_a_draft_thrown_away_leaves_nothing_but_its_journal(self, cup):
        cup.pair()
        rounds.discard_round(cup.orla, cup.tournament, cup.round)
        assert not Round.objects.exists()
        assert not cup.tournament.stages.get().seats.exists()
        assert JournalEntry.objects.filter(verb="discard-round").count() == 1

    def test_a_published_round_is_not_edited(self, cup):
        cup.pair()
        cup.publish()
        with pytest.raises(Refused, match="is published"):
            editing.unpair(cup.orla, cup.tournament, cup.round, cup.players["Ann"])


class TestClosing:
    def test_open_tables_are_named(self, cup):
        cup.pair()
        cup.publish()
        cup.enter(1, "1-0")
        with pytest.raises(Refused, match="Round 1 has missing results: 2"):
            cup.close()

    def test_closing_twice_is_closing_once(self, cup):
        cup.play("1-0", "½-½")
        revision = cup.revision()
        cup.close()
        assert cup.revision() == revision


class TestPeople:
    @pytest.mark.rotates(4)
    def test_who_leaves_loses_the_rest_by_forfeit(self, cup):
        cup.play("1-0", "1-0")
        registration.withdraw(cup.orla, cup.tournament, cup.players["Di"])
        cup.pair()
        results = [row.result for row in cup.round.pairings.all() if hasattr(row, "result")]
        assert [result.decision for result in results] == ["forfeit"]

    @pytest.mark.rotates(4)
    def test_nobody_enters_a_round_robin_after_its_second_round_is_paired(self, cup):
        cup.play("1-0", "1-0")
        cup.pair()
        with pytest.raises(Refused, match="takes no late entries"):
            registration.add_player(cup.orla, cup.tournament, name="Eve")

    def test_a_late_entry_by_hand_plays_from_the_next_round(self, make):
        stage = make(system="manual").with_players("Ann", "Bo")
        stage.pair()
        eve = registration.add_player(stage.orla, stage.tournament, name="Eve")
        assert eve.entered == 2
        assert list(eve.seats.values_list("number", flat=True)) == [3]

    def test_a_bye_is_asked_for_before_the_round_is_paired(self, make):
        stage = make(system="manual").with_players("Ann", "Bo", "Cy")
        registration.request_bye(stage.orla, stage.tournament, stage.players["Cy"], 1, "half")
        stage.pair()
        assert [(a.player.name, a.bye) for a in stage.round.appearances.all()] == [("Cy", "half")]
        with pytest.raises(Refused, match="already paired"):
            registration.request_bye(stage.orla, stage.tournament, stage.players["Bo"], 1, "half")

    def test_who_has_played_is_withdrawn_and_not_removed(self, cup):
        cup.pair()
        with pytest.raises(Refused, match="Withdraw the player instead"):
            registration.remove_player(cup.orla, cup.tournament, cup.players["Ann"])


class TestRights:
    def test_a_helper_does_not_pair(self, cup, helper):
        with pytest.raises(NotAllowed):
            rounds.pair_next_round(helper, cup.tournament, 1)
        assert not Round.objects.exists()

    def test_a_stranger_does_not_publish(self, cup, sam):
        cup.pair()
        with pytest.raises(NotAllowed):
            rounds.publish_round(Who.at_page(sam), cup.tournament, cup.round)
        assert Round.objects.get().is_draft
