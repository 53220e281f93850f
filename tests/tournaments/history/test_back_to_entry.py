"""Undoing all entries after a point of the journal at once, and redoing them."""

import re

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.history import undo
from tournaments.models import JournalEntry, Pairing, Result, Round
from tournaments.officials import arbiter
from tournaments.players import registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(cup):
    """Round 1 is closed: it was paired and published, and two results were entered."""
    cup.play("1-0", "0-1")
    return cup


def state(stage):
    rounds = list(stage.tournament.rounds.order_by("number").values_list("number", "status"))
    results = sorted(Result.objects.filter(pairing__round__tournament=stage.tournament).values_list("first", "second"))
    return rounds, results, sorted(stage.tournament.players.values_list("name", "withdrawn_after"))


def entry_of(stage, verb):
    return stage.tournament.journal.filter(verb=verb).latest("sequence")


class TestUndoAfter:
    def test_undoing_all_later_entries_makes_a_finished_round_a_draft(self, over):
        paired = entry_of(over, "pair-round")
        assert undo.undo_after(over.orla, over.tournament, paired.sequence) == 4
        assert state(over)[:2] == ([(1, Round.Status.DRAFT)], [])

    def test_failing_entry_undoes_nothing(self, over, monkeypatch):
        published = entry_of(over, "publish-round")
        before, journal = state(over), over.tournament.journal.count()
        taken, original = [], undo.take_back

        def at_the_third(doing, entry):
            taken.append(entry)
            if len(taken) == 3:
                raise Refused("so")
            original(doing, entry)

        monkeypatch.setattr(undo, "take_back", at_the_third)
        with pytest.raises(Refused, match=r"Nothing was undone. Entry \d+ .*so"):
            undo.undo_after(over.orla, over.tournament, published.sequence - 1)
        assert (state(over), over.tournament.journal.count()) == (before, journal)

    def test_entries_already_undone_stay_undone(self, over):
        closed = entry_of(over, "close-round")
        undo.undo(over.orla, over.tournament, closed)
        assert undo.undo_after(over.orla, over.tournament, entry_of(over, "pair-round").sequence) == 3
        assert JournalEntry.objects.filter(undoes=closed).count() == 1

    def test_helper_cannot_undo_or_redo_several_entries(self, cup, helper):
        with pytest.raises(NotAllowed):
            undo.undo_after(helper, cup.tournament, 1)
        with pytest.raises(NotAllowed):
            undo.do_again(helper, cup.tournament, 1)

    def test_stale_revision_is_refused(self, over):
        seen = over.revision()
        registration.withdraw(over.orla, over.tournament, over.players["Ann"])
        with pytest.raises(Refused, match="Check the new list"):
            undo.undo_after(over.orla, over.tournament, 2, revision=seen)


class TestRedo:
    @pytest.mark.rotates(4)
    def test_redo_restores_everything_and_can_be_repeated(self, over):
        registration.withdraw(over.orla, over.tournament, over.players["Ann"])
        before, point = state(over), entry_of(over, "add-players").sequence
        for _time in range(2):
            assert undo.undo_after(over.orla, over.tournament, point) == 6
            assert not over.tournament.rounds.exists()
            assert undo.do_again(over.orla, over.tournament, over.revision()) == 6
            assert state(over) == before
        assert over.tournament.journal.count() == over.revision()
        over.round = over.tournament.rounds.get()
        assert undo.last_undoable(over.orla, over.tournament).facts["table"] == 2
        assert Pairing.objects.filter(round=over.round).count() == 2

    def test_redo_works_after_a_single_undo(self, over):
        before = state(over)
        undo.undo(over.orla, over.tournament, entry_of(over, "close-round"))
        assert undo.do_again(over.orla, over.tournament, over.revision()) == 1
        assert state(over) == before

    def test_redo_is_refused_after_another_change(self, over):
        undo.undo(over.orla, over.tournament, entry_of(over, "close-round"))
        last = over.revision()
        registration.withdraw(over.orla, over.tournament, over.players["Ann"])
        with pytest.raises(Refused, match="Something changed since"):
            undo.do_again(over.orla, over.tournament, last)


class TestPages:
    def at(self, stage, path=""):
        return f"/t/{stage.tournament.slug}/desk/journal/{path}"

    @pytest.mark.rotates(4)
    def test_entries_are_listed_before_the_button(self, over):
        client, paired = signed_in(over.orla.user), entry_of(over, "pair-round")
        journal = client.get(self.at(over)).content.decode()
        assert "Undo everything after this point (4 entries)" in journal
        back = self.at(over, f"{paired.sequence}/after/")
        html = client.get(back).content.decode()
        assert len(re.findall(r"<li value=", html)) == 4
        players = [each.player.name for each in over.table(1).appearances.order_by("side")]
        assert f">{' – '.join(players)}</b>" in html
        seen = re.search(r'name="revision" value="(\d+)"', html)[1]
        text = client.post(back, {"revision": seen}, follow=True).content.decode()
        assert "Redo 4 entries" in text
        again = re.search(r'action="([^"]+/again/)"', text)[1]
        assert "4 entries redone." in client.post(again, follow=True).content.decode()
        assert over.tournament.rounds.get().status == Round.Status.CLOSED

    @pytest.mark.rotates(2)
    def test_form_without_the_current_revision_undoes_nothing(self, over):
        client, before = signed_in(over.orla.user), state(over)
        for sent in ({}, {"revision": "1"}, {"revision": "x"}):
            text = client.post(self.at(over, "2/after/"), sent, follow=True).content.decode()
            assert "Check the new list" in text
        assert state(over) == before

    def test_refused_undo_links_to_undoing_later_entries(self, over):
        client, published = signed_in(over.orla.user), entry_of(over, "publish-round")
        text = client.post(self.at(over, f"{published.sequence}/undo/"), follow=True).content.decode()
        assert f'href="{self.at(over, f"{published.sequence - 1}/after/")}">Undo it and everything after it' in text

    def test_irreversible_entry_is_named(self, make):
        stage = make(game="chess", system="dutch", planned_rounds=3, fide_mode=True).with_players(*"ABCD")
        stage.play("1-0", "1-0")
        arbiter.leave_fide_mode(
            stage.orla, stage.tournament, reason="a club evening", understood=True, name=stage.tournament.name
        )
        html = signed_in(stage.orla.user).get(self.at(stage, "2/after/")).content.decode()
        assert "What stays" in html
