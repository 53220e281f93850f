"""Byes that FIDE rules restrict or do not know: shown, confirmed, refused, and in the report."""

import pytest
from django.core.management import call_command

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.report_files.test_reports import export_report
from tournaments.core.journal.errors import Refused, Unusual
from tournaments.core.rights import Who
from tournaments.drafts import byes, editing
from tournaments.models import Badge
from tournaments.players import registration
from tournaments.self_service import badges

pytestmark = pytest.mark.django_db
LAST = "A: half-point byes are not allowed in the last round. (FIDE Competition Rules 8.3.4)"
AGAIN = "A: already had a half-point bye. (FIDE's checklist for programs, 174 to 178)"
FULL = "A: full-point byes are deprecated. (FIDE's checklist for programs, 174 to 178)"


def swiss(make, *, fide_mode=True, **more):
    return make(system="dutch", planned_rounds=5, fide_mode=fide_mode, **more).with_players(*"ABCDEFGH")


def ask(stage, number, kind="half", **more):
    return registration.request_bye(stage.orla, stage.tournament, stage.players["A"], number, kind, **more)


class TestRequested:
    def test_unusual_bye_without_fide_mode_is_stored_with_a_warning(self, make):
        stage = swiss(make, fide_mode=False)
        assert ask(stage, 2) == []
        assert ask(stage, 2) == []
        assert ask(stage, 3) == [AGAIN]
        assert ask(stage, 5) == [LAST, AGAIN]
        assert ask(stage, 4, "full") == [FULL]
        assert ask(stage, 4, None) == []

    def test_byes_of_other_games_give_no_warning(self, make):
        stage = swiss(make, fide_mode=False, game="go")
        assert [ask(stage, number) for number in (1, 2, 5)] == [[], [], []]

    def test_second_half_point_bye_in_fide_mode_needs_confirmation(self, make):
        stage = swiss(make)
        assert ask(stage, 2) == []
        with pytest.raises(Unusual, match=r"already had a half-point bye.*Confirm it") as asked:
            ask(stage, 3)
        assert (asked.value.code, asked.value.field) == ("unusual", "anyway")
        assert ask(stage, 3, anyway=True) == [AGAIN]
        assert ask(stage, 3) == [], "noted already: nothing is asked again"
        with pytest.raises(Unusual, match="deprecated"):
            ask(stage, 4, "full")
        ask(stage, 3, None)
        assert ask(stage, 2, None) == []
        assert ask(stage, 4) == [], "the first one again"

    def test_half_point_bye_in_the_last_round_is_refused_in_fide_mode(self, make):
        stage = swiss(make)
        for anyway in (False, True):
            with pytest.raises(Refused, match="half-point byes are not allowed in the last round") as refused:
                ask(stage, 5, anyway=anyway)
            assert refused.value.code == "fide-mode"
        assert ask(stage, 5, "zero") == []

    def test_byes_requested_together_are_checked_one_by_one(self, make):
        stage = swiss(make)
        asked = [(stage.players["A"], number, "half") for number in (1, 2)]
        with pytest.raises(Unusual):
            registration.request_byes(stage.orla, stage.tournament, asked)
        assert stage.players["A"].requested_byes.count() == 0

    @pytest.mark.parametrize("fide_mode", [True, False])
    def test_player_with_free_entry_gets_no_half_point_bye(self, make, fide_mode):
        stage = swiss(make, fide_mode=fide_mode)
        registration.change_player(stage.orla, stage.tournament, stage.players["A"], may_take_half_bye=False)
        with pytest.raises(Refused, match=r"free entry or conditions.*8\.3\.4") as refused:
            ask(stage, 2, anyway=True)
        assert refused.value.code == "half-bye-barred"
        assert ask(stage, 2, "zero") == []

    def test_player_must_ask_the_organiser_for_an_unusual_bye(self, make):
        stage = swiss(make, players_decide=True)
        ask(stage, 2)
        badges.make_badges(stage.orla, stage.tournament, {stage.players["A"]: "a secret"})
        badge = Badge.objects.get()
        with pytest.raises(Unusual, match="Ask the organiser"):
            registration.request_bye(Who.player(badge), stage.tournament, stage.players["A"], 3, "half")


class TestGivenByTheArbiter:
    def test_full_point_bye_in_a_draft_needs_confirmation(self, make):
        stage = swiss(make)
        stage.pair()
        a, b = stage.players["A"], stage.players["B"]
        with pytest.raises(Unusual, match="deprecated"):
            editing.give_bye(stage.orla, stage.tournament, stage.round, a, "full")
        assert editing.give_bye(stage.orla, stage.tournament, stage.round, a, "full", anyway=True) == [FULL]
        with pytest.raises(Unusual, match="deprecated"):
            editing.set_pairings(stage.orla, stage.tournament, stage.round, [(a, b)], [(stage.players["C"], "full")])

    def test_second_half_point_bye_for_missed_rounds_needs_confirmation(self, make):
        stage = swiss(make)
        for _number in (1, 2):
            stage.play("1-0", "½-½", "0-1", "1-0")
        late = registration.add_player(stage.orla, stage.tournament, name="A late one")
        with pytest.raises(Unusual, match="already had a half-point bye"):
            byes.count_missed(stage.orla, stage.tournament, late, "half")
        assert len(byes.count_missed(stage.orla, stage.tournament, late, "half", anyway=True)) == 1
        registration.change_player(stage.orla, stage.tournament, late, may_take_half_bye=False)
        with pytest.raises(Refused, match="free entry"):
            byes.count_missed(stage.orla, stage.tournament, late, "half", anyway=True)

    def test_report_file_notes_a_second_half_point_bye(self, make):
        stage = swiss(make)
        for number in (1, 2):
            ask(stage, number, anyway=True)
            stage.play("1-0", "½-½", "0-1")
        assert "### HPB again @ Round 2: 1" in export_report(stage.tournament).decode()


class TestPages:
    def test_page_asks_for_confirmation_before_saving(self, make, orla):
        stage, client = swiss(make), signed_in(orla)
        address = f"/t/cup/desk/players/{stage.players['A'].public_id}/act/"
        form = {"do": "bye", "round_number": "2", "kind": "full"}
        asked = client.post(address, form)
        assert asked.status_code == 422
        assert "full-point byes are deprecated" in asked.text
        assert '<input type="hidden" name="anyway" value="1">' in asked.text
        assert not stage.players["A"].requested_byes.exists()
        client.post(address, {**form, "anyway": "1"})
        assert stage.players["A"].requested_byes.get().kind == "full"

    def test_page_saves_with_a_warning_without_fide_mode(self, make, orla):
        stage, client = swiss(make, fide_mode=False), signed_in(orla)
        address = f"/t/cup/desk/players/{stage.players['A'].public_id}/act/"
        done = client.post(address, {"do": "bye", "round_number": "2", "kind": "full"}, follow=True)
        assert "full-point byes are deprecated" in done.text
        assert stage.players["A"].requested_byes.get().kind == "full"


def test_command_saves_a_confirmed_bye(make):
    stage = swiss(make)
    a = stage.players["A"].public_id
    call_command("arbiter", "cup", "bye", a, "2", "full", "--anyway")
    assert stage.players["A"].requested_byes.get().kind == "full"
