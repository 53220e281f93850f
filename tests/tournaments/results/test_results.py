"""Results: no entry is lost, doubled or overwritten without a trace."""

import threading

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tournaments.core.journal.batch import stands
from tournaments.core.journal.errors import Conflict, NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.history import undo
from tournaments.models import JournalEntry, Pairing, Result
from tournaments.players import registration
from tournaments.results import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(cup):
    cup.pair()
    cup.publish()
    return cup


class TestEntering:
    def test_helper_can_enter_a_result(self, running, helper):
        running.enter(1, "1-0", who=helper)
        assert Result.objects.get().entered_by == helper.user

    def test_repeated_entry_changes_nothing(self, running):
        running.enter(1, "1-0")
        revision = running.revision()
        running.enter(1, "1-0", version=0)
        assert running.revision() == revision

    def test_different_result_on_a_stale_version_is_a_conflict(self, running, helper):
        seen = running.table(1).version
        running.enter(1, "1-0")
        with pytest.raises(Conflict) as conflict:
            running.enter(1, "0-1", who=helper, version=seen)
        assert notation.write(conflict.value.current.result.fact) == "1-0"
        assert notation.write(Result.objects.get().fact) == "1-0"

    def test_cleared_result_is_journalled(self, running):
        running.enter(1, "1-0")
        running.enter(1, "")
        assert not Result.objects.exists()
        facts = [entry.facts for entry in JournalEntry.objects.filter(verb="enter-result")]
        assert [(fact["was"], fact["now"]) for fact in facts] == [("1-0", ""), ("", "1-0")]

    def test_result_of_another_tournament_is_refused(self, running, make):
        other = make(name="Other").with_players("Xi", "Yo")
        with pytest.raises(Refused, match="no longer exists"):
            results.enter_result(other.orla, other.tournament, running.table(1), notation.FORFEITS["+--"])

    def test_draft_accepts_no_result(self, cup):
        cup.pair()
        with pytest.raises(Refused, match="not published yet"):
            cup.enter(1, "1-0")

    def test_refused_result_of_a_draft_is_hidden_from_helpers(self, cup, helper, heli, orla):
        cup.pair()
        address = reverse("tournaments:result", args=[cup.tournament.slug, cup.table(1).public_id])
        for user, status in ((heli, 404), (orla, 422)):
            client = Client()
            client.force_login(user)
            answer = client.post(address, {"typed": ""})
            assert answer.status_code == status
            assert ("Ann" in answer.text) == (status == 422)

    def test_closed_round_requires_a_correction(self, cup):
        cup.play("1-0", "1-0")
        with pytest.raises(Refused, match="can correct"):
            cup.enter(1, "0-1")

    def test_other_user_cannot_enter_results(self, running, sam):
        with pytest.raises(NotAllowed):
            running.enter(1, "1-0", who=Who.at_page(sam))


@pytest.mark.django_db(transaction=True)
def test_one_of_two_simultaneous_entries_is_stored_and_the_other_is_a_conflict(cup):
    cup.pair()
    cup.publish()
    seen = cup.table(1).version
    barrier, outcomes = threading.Barrier(2), []

    def enter(text):
        try:
            barrier.wait()
            cup.enter(1, text, version=seen)
            outcomes.append("stored")
        except Conflict:
            outcomes.append("conflict")
        finally:
            connection.close()

    writers = [threading.Thread(target=enter, args=(text,)) for text in ("1-0", "0-1")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(outcomes) == ["conflict", "stored"]
    assert Pairing.objects.get(table=1).version == cup.revision()


class TestBatch:
    def test_impossible_result_refuses_the_whole_batch(self, running):
        win = notation.parse("1-0", running.tournament.scoring)
        impossible = notation.Result(win.first, win.second, games=(2, 0, 0))
        with pytest.raises(Refused):
            results.enter_round(
                running.orla, running.tournament, running.round, {running.table(1): win, running.table(2): impossible}
            )
        assert not Result.objects.exists()

    def test_repeated_batch_changes_nothing(self, running):
        win = notation.parse("1-0", running.tournament.scoring)
        whole = {running.table(1): win, running.table(2): win}
        assert results.enter_round(running.orla, running.tournament, running.round, whole) == 2
        revision = running.revision()
        assert results.enter_round(running.orla, running.tournament, running.round, whole) == 0
        assert running.revision() == revision

    def test_stale_batch_is_accepted_only_with_the_same_results(self, running):
        win, loss = (notation.parse(text, running.tournament.scoring) for text in ("1-0", "0-1"))
        running.round.refresh_from_db()
        seen = running.round.tag
        running.enter(1, "0-1")
        table = running.table(1)
        with pytest.raises(Conflict) as conflict:
            results.enter_round(running.orla, running.tournament, running.round, {table: win}, tag=seen)
        assert conflict.value.current == running.round
        assert notation.write(Result.objects.get().fact) == "0-1"
        assert results.enter_round(running.orla, running.tournament, running.round, {table: loss}, tag=seen) == 0

    def test_journal_entry_has_ids_for_each_changed_table(self, running):
        win, loss = (notation.parse(text, running.tournament.scoring) for text in ("1-0", "0-1"))
        one, two = running.table(1), running.table(2)
        running.enter(1, "0-1")
        results.enter_round(running.orla, running.tournament, running.round, {one: win, two: loss})
        results.enter_round(running.orla, running.tournament, running.round, {one: win, two: win})
        first, second = JournalEntry.objects.filter(verb="put-results").order_by("sequence")

        def line(number, was, now):
            table = running.table(number)
            sides = {"first": table.appearances.get(side=1), "second": table.appearances.get(side=2)}
            ids = {side: place.player.public_id for side, place in sides.items()}
            return {"table": number, "pairing": table.public_id, "ids": ids, "was": was, "now": now}

        assert first.facts["results"] == [line(1, "0-1", "1-0"), line(2, "", "0-1")]
        assert second.facts["results"] == [line(2, "0-1", "1-0")]


class TestCorrecting:
    def test_correction_needs_a_reason(self, cup):
        cup.play("1-0", "1-0")
        with pytest.raises(Refused, match="reason"):
            results.correct_result(cup.orla, cup.tournament, cup.table(1), notation.FORFEITS["--+"], reason="  ")

    def test_correction_is_journalled_with_its_reason(self, cup):
        cup.play("1-0", "1-0")
        results.correct_result(cup.orla, cup.tournament, cup.table(1), notation.FORFEITS["--+"], reason="slip misread")
        entry = JournalEntry.objects.first()
        assert (entry.verb, entry.reason, entry.facts["was"], entry.facts["now"]) == (
            "correct-result", "slip misread", "1-0", "--+",
        )  # fmt: skip

    def test_helper_cannot_correct(self, cup, helper):
        cup.play("1-0", "1-0")
        with pytest.raises(NotAllowed):
            results.correct_result(helper, cup.tournament, cup.table(1), notation.FORFEITS["--+"], reason="because")


class TestUndo:
    def test_last_own_entry_is_undone(self, running, helper):
        running.enter(1, "1-0", who=helper)
        running.enter(2, "1-0")
        undo.undo(helper, running.tournament, undo.last_undoable(helper, running.tournament))
        assert list(Result.objects.values_list("pairing__table", flat=True)) == [2]

    def test_helper_cannot_undo_entries_of_others(self, running, helper):
        running.enter(1, "1-0")
        with pytest.raises(NotAllowed):
            undo.undo(helper, running.tournament, JournalEntry.objects.first())

    def test_entry_with_later_changes_cannot_be_undone(self, running):
        running.enter(1, "1-0")
        first = JournalEntry.objects.first()
        running.enter(1, "0-1")
        with pytest.raises(Refused, match="changed since"):
            undo.undo(running.orla, running.tournament, first)
        assert notation.write(Result.objects.get().fact) == "0-1"

    def test_entry_stands_after_later_changes_were_undone(self, running):
        """Only the version of the row has changed."""
        running.enter(1, "1-0")
        first = JournalEntry.objects.first()
        running.enter(1, "0-1")
        undo.undo(running.orla, running.tournament, JournalEntry.objects.first())
        assert stands(first)
        undo.undo(running.orla, running.tournament, first)
        assert not Result.objects.exists()

    def test_entry_stands_only_while_all_its_rows_are_unchanged(self, cup):
        entry = JournalEntry.objects.get(verb="add-players")
        assert stands(entry)
        registration.change_player(cup.orla, cup.tournament, cup.players["Bo"], club="TuTo")
        assert not stands(entry)

    def test_undo_increases_the_version(self, running):
        running.enter(1, "1-0")
        before = running.table(1).version
        undo.undo(running.orla, running.tournament, JournalEntry.objects.first())
        assert running.table(1).version > before

    def test_second_undo_changes_nothing(self, running):
        running.enter(1, "1-0")
        entry = JournalEntry.objects.first()
        undo.undo(running.orla, running.tournament, entry)
        revision = running.revision()
        undo.undo(running.orla, running.tournament, entry)
        assert running.revision() == revision

    def test_undo_itself_cannot_be_undone(self, running):
        running.enter(1, "1-0")
        undo.undo(running.orla, running.tournament, JournalEntry.objects.first())
        with pytest.raises(Refused, match="cannot be undone") as refused:
            undo.undo(running.orla, running.tournament, JournalEntry.objects.get(verb="undo"))
        assert refused.value.code == "not-reversible"
        assert not Result.objects.exists()

    def test_publication_can_be_undone_only_without_results(self, running):
        entry = JournalEntry.objects.get(verb="publish-round")
        running.enter(1, "1-0")
        with pytest.raises(Refused, match="result entered"):
            undo.undo(running.orla, running.tournament, entry)
        undo.undo(running.orla, running.tournament, JournalEntry.objects.first())
        undo.undo(running.orla, running.tournament, entry)
        running.round.refresh_from_db()
        assert running.round.is_draft

    def test_undo_restores_a_discarded_draft(self, cup):
        from tournaments.rounds import rounds

        cup.pair()
        before = sorted(cup.round.appearances.values_list("player__name", "pairing__table", "side"))
        rounds.discard_round(cup.orla, cup.tournament, cup.round)
        undo.undo(cup.orla, cup.tournament, JournalEntry.objects.first())
        again = cup.tournament.rounds.get()
        assert sorted(again.appearances.values_list("player__name", "pairing__table", "side")) == before

    def test_undo_removes_all_players_added_together(self, cup):
        entry = JournalEntry.objects.get(verb="add-players")
        undo.undo(cup.orla, cup.tournament, entry)
        assert cup.tournament.players.count() == 0


class TestButtons:
    """The buttons for results that need only one key at the desk."""

    def buttons(self, stage):
        stage.pair()
        stage.publish()
        client = Client()
        client.force_login(stage.orla.user)
        page = client.get(f"/t/cup/desk/rounds/{stage.round.number}/results/").text
        return {text for text in ("1-1", "0-0-3", "½-½", "2-0") if f'value="{text}"' in page}

    def test_impossible_draw_has_no_button(self, make):
        assert self.buttons(make(game="cards", system="knock-out").with_players(*"ABCD")) == {"2-0"}

    def test_possible_draws_have_buttons(self, make):
        assert self.buttons(make(game="cards", system="papp", options={}).with_players(*"ABCD")) == {
            "1-1",
            "0-0-3",
            "2-0",
        }

    def test_drawn_knock_out_game_has_a_button(self, make):
        assert self.buttons(make(game="chess", system="knock-out").with_players(*"ABCD")) == {"½-½"}


def test_results_page_is_never_cached_by_the_browser(running):
    """The Back button shows what is stored now; an old page would offer tables that already have results."""
    client = Client()
    client.force_login(running.orla.user)
    answer = client.get(reverse("tournaments:results", args=[running.tournament.slug, 1]))
    assert "no-store" in answer["Cache-Control"]
