"""FIDE mode: its requirements, its locks from round 1 on, and how to leave it."""

import pytest

from pairings.systems import SYSTEMS
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.report_files.test_reports import export_report, import_report
from tournaments.core.journal import fide_locks
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.orm.columns import columns_of
from tournaments.core.snapshot import current_stage
from tournaments.core.words.notation import parse
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import JournalEntry, Tournament
from tournaments.models import Stage as StageRow
from tournaments.officials import arbiter
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import publishing, rounds
from tournaments.setup import copies, lifecycle, rules
from tournaments.setup.api import TournamentIn
from tournaments.setup.forms.creation_forms import SettingsForm
from tournaments.stages import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def make(make):
    """Tournaments whose creator did not choose whether they are in FIDE mode."""
    return lambda **settings: make(**{"fide_mode": None, **settings})


@pytest.fixture
def swiss(make):
    """A Swiss of eight in FIDE mode; rounds 1 to 3 are closed, and round 4 is running."""
    stage = make(system="dutch", planned_rounds=5).with_players(*"ABCDEFGH")
    for _number in (1, 2, 3):
        stage.play("1-0", "½-½", "0-1", "1-0")
    stage.pair()
    stage.publish()
    return stage


def refusal(verb, *given, **more):
    with pytest.raises(Refused) as refused:
        verb(*given, **more)
    assert refused.value.code == "fide-mode", refused.value.text
    return refused.value


def leave(stage, **more):
    confirmed = {"understood": True, "name": stage.tournament.name, "reason": "No rating after all"}
    return arbiter.leave_fide_mode(stage.orla, stage.tournament, **{**confirmed, **more})


class TestListOfSettings:
    """Each new column must be in one of three lists: locked, fitting or free."""

    @pytest.mark.parametrize("model", [Tournament, StageRow])
    def test_every_column_is_listed_as_locked_fitting_or_free(self, model):
        columns = {f"{model.__name__.lower()}.{column.name}" for column in columns_of(model)}
        words = {*fide_locks.LOCKS, *fide_locks.FITTING, *fide_locks.FREE}
        assert columns - words == set(), "say in tournaments/core/journal/fide_locks.py whether FIDE mode locks it"
        assert {name for name in words if name.startswith(f"{model.__name__.lower()}.")} - columns == set()

    def test_no_column_is_both_locked_and_free(self):
        assert set(fide_locks.FREE) & {*fide_locks.LOCKS, *fide_locks.FITTING} == set()

    def test_every_setting_of_forms_and_api_is_listed(self):
        words = {name.partition(".")[2] for name in (*fide_locks.LOCKS, *fide_locks.FITTING, *fide_locks.FREE)}
        given = {*SettingsForm.Meta.fields, *TournamentIn().fields} - {"external_id", "points"}
        assert given - words == set(), "a setting that no column has, so that nothing says whether FIDE mode locks it"

    def test_every_lock_has_a_name_a_message_and_an_article(self):
        for lock in fide_locks.locks():
            assert str(lock.what)
            assert str(lock.text).endswith(".")
            assert lock.article


class TestRequirements:
    @pytest.mark.parametrize("system", SYSTEMS)
    def test_chess_by_a_fide_system_is_in_fide_mode(self, make, system):
        tournament = make(system=system).tournament
        assert tournament.fide_mode is SYSTEMS[system].of_fide
        assert SYSTEMS[system].of_fide is (
            system in {"dutch", "dubov", "burstein", "lim", "team-swiss", "double-swiss", "round-robin"}
        ), "say whether it is one of FIDE's"

    def test_other_games_are_not(self, make):
        assert not make(game="go", name="Go").tournament.fide_mode
        assert refusal(make, game="go", name="Go too", fide_mode=True).field == "fide_mode"

    def test_tournament_can_be_created_without_it(self, make):
        assert not make(fide_mode=False).tournament.fide_mode

    @pytest.mark.parametrize(
        ("points", "field"),
        [
            ({"points_draw": "0.75"}, "points_draw"),
            ({"points_win": 3, "points_draw": 2, "points_allocated_bye": 3}, "points_draw"),
            ({"points_allocated_bye": 2}, "points_allocated_bye"),
            ({"points_allocated_bye": "0.7"}, "points_allocated_bye"),
        ],
    )
    def test_scoring_outside_fide_rules_is_refused(self, make, points, field):
        assert not make(**points).tournament.fide_mode
        assert refusal(make, name="Wished", fide_mode=True, **points).field == field
        stage = make(name="Later")
        assert refusal(lifecycle.change_settings, stage.orla, stage.tournament, **points).field == field
        given = {"rules": stage.tournament.rules, "changes": {}, "points": points}
        assert refusal(rules.change_rules, stage.orla, stage.tournament, **given).field == field

    @pytest.mark.parametrize(
        "points",
        [
            {"points_win": 3, "points_draw": 1, "points_allocated_bye": 2},
            {"points_allocated_bye": "0.5"},
            {"points_allocated_bye": 0},
        ],
    )
    def test_fide_scoring_is_accepted(self, make, points):
        assert make(**points).tournament.fide_mode

    def test_change_to_another_system_is_refused(self, make):
        stage = make(system="dutch", planned_rounds=5)
        refused = refusal(lifecycle.change_settings, stage.orla, stage.tournament, system="papp")
        assert refused.field == "system"
        assert "FIDE (Dutch) Swiss" in refused.text
        assert "C.04" in refused.text

    def test_later_stage_with_another_system_is_refused(self, make):
        stage = make().with_players(*"AB")
        stage.play("1-0")
        seeds = list(stage.players.values())
        given = {
            "options": {},
            "planned_rounds": None,
            "seeds": seeds,
            "qualification": {"stage": 1, "places": 2, "ties": []},
        }
        refused = refusal(stages.start_stage, stage.orla, stage.tournament, system="knock-out", **given)
        assert refused.field == "system"
        stages.start_stage(stage.orla, stage.tournament, system="round-robin", **given)
        last = stage.tournament.journal.latest("sequence")
        undo.undo(stage.orla, stage.tournament, last)
        assert stage.tournament.stages.count() == 1

    def test_can_be_switched_until_round_1_is_published(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        for wished in (False, True):
            lifecycle.change_settings(stage.orla, stage.tournament, fide_mode=wished)
            assert stage.tournament.fide_mode is wished
        stage.pair()
        lifecycle.change_settings(stage.orla, stage.tournament, fide_mode=False)
        off = stage.tournament.journal.latest("sequence")
        stage.publish()
        assert refusal(lifecycle.change_settings, stage.orla, stage.tournament, fide_mode=True).field == "fide_mode"
        refusal(undo.undo, stage.orla, stage.tournament, off)

    def test_copy_takes_the_setting_of_its_original(self, make):
        stage = make().with_players(*"ABCD")
        stage.play("1-0", "1-0")
        values = {"starts_on": stage.tournament.starts_on}
        assert copies.copy_tournament(stage.orla, stage.tournament, name="Copy", **values).fide_mode
        leave(stage)
        copy = copies.copy_tournament(stage.orla, stage.tournament, name="Other copy", **values)
        assert (copy.fide_mode, copy.left_fide) == (False, None)


class TestLocks:
    @pytest.mark.rotates(2)
    @pytest.mark.parametrize(
        ("values", "says"),
        [
            ({"planned_rounds": 7}, "C.04.1 1"),
            ({"points_win": 3}, "Laws of Chess 10.1"),
            ({"points_forfeit_loss": -1}, "Laws of Chess 10.1"),
            ({"points_allocated_bye": "0.5"}, "C.04.1 3"),
            ({"points_half_bye": "0"}, "C.04.1 3"),
            ({"rules": "othello"}, "C.07 4.1"),
            ({"fide_mode": False}, "can only leave it"),
        ],
    )
    def test_changing_a_locked_setting_is_refused(self, swiss, orla, values, says):
        refused = refusal(lifecycle.change_settings, swiss.orla, swiss.tournament, reason="so", **values)
        ((field, _value),) = values.items()
        assert refused.field == field
        assert says in refused.text
        before = swiss.revision()
        page = signed_in(orla).get(at(swiss, "settings")).context["form"]
        if field in page.fields:
            shown = {name: page[name].value() for name in page.fields}
            sent = {name: value for name, value in shown.items() if value is not None and value is not False}
            answer = signed_in(orla).post(at(swiss, "settings"), {**sent, "reason": "so", field: str(values[field])})
            assert answer.status_code == 422
            assert dict(answer.context["form"].errors) == {field: [refused.text]}
        assert swiss.revision() == before

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("do", ["preview", "store"])
    def test_changing_tiebreaks_on_the_page_is_refused(self, swiss, orla, do):
        page = signed_in(orla)
        shown = page.get(at(swiss, "standings:rules")).context["sheet"]
        sent = {**shown.values, "rules": shown.rules, "reason": "so", "do": do}
        chain = [f"{entry.key}:{entry.base}" for entry in shown.chain.entries][:2]
        answer = page.post(
            at(swiss, "standings:rules"), {**{k: v for k, v in sent.items() if v is not False}, "chain": chain}
        )
        assert answer.status_code == 422
        (problem,) = answer.context["sheet"].problems
        assert "C.07 4.1" in problem

    def test_drawing_the_lot_that_the_rules_require_is_allowed(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        lot = {"last_resort": "lot"}
        rules.change_rules(stage.orla, stage.tournament, rules=stage.tournament.rules, changes=lot)
        stage.play("½-½", "½-½")
        rules.draw_lot(stage.orla, stage.tournament)
        assert stage.tournament.rules_changes["lot"]

    def test_number_of_rounds_can_be_declared_only_once(self, make):
        stage = make(system="dutch", planned_rounds=None).with_players(*"ABCD")
        stage.round = rounds.pair_next_round(stage.orla, stage.tournament, planned_rounds=3)
        stage.publish()
        assert current_stage(stage.tournament).planned_rounds == 3
        refusal(lifecycle.change_settings, stage.orla, stage.tournament, planned_rounds=4)

    def test_declared_number_of_rounds_cannot_be_undone(self, make):
        """An undo and a new declaration would declare the number twice, so the declaration stays.

        A file may not declare it.
        """
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        stage.pair()
        stage.publish()
        stage.tournament.stages.update(planned_rounds=None)
        lifecycle.change_settings(stage.orla, stage.tournament, planned_rounds=3)
        entry = stage.tournament.journal.order_by("-sequence").first()
        assert "C.04.1 1" in refusal(undo.undo, stage.orla, stage.tournament, entry).text
        assert current_stage(stage.tournament).planned_rounds == 3

    def test_undoing_an_earlier_settings_change_is_refused(self, make):
        stage = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
        lifecycle.change_settings(stage.orla, stage.tournament, planned_rounds=3)
        entry = stage.tournament.journal.latest("sequence")
        stage.play("1-0", "1-0")
        assert refusal(undo.undo, stage.orla, stage.tournament, entry).field == "planned_rounds"

    @pytest.mark.parametrize(("before", "wished"), [("none", "baku"), ("baku", "none")])
    def test_acceleration_cannot_change_after_the_start(self, make, before, wished):
        stage = make(system="dutch", planned_rounds=5, options={"acceleration": before}).with_players(*"ABCDEFGH")
        stage.pair()
        stage.publish()
        with pytest.raises(Refused, match="the pairing system can no longer change"):
            lifecycle.change_settings(stage.orla, stage.tournament, options={"acceleration": wished})
        assert current_stage(stage.tournament).options["acceleration"] == before

    @pytest.mark.rotates(2)
    def test_forbidding_a_pair_after_round_1_is_refused(self, swiss, orla):
        first, second = swiss.players["A"], swiss.players["B"]
        assert "194" in refusal(editing.forbid_pair, swiss.orla, swiss.tournament, first, second).text
        sent = {"do": "forbid", "one": first.public_id, "other": second.public_id, "first_round": 5}
        page = signed_in(orla)
        shown = page.post(at(swiss, "wishes"), sent, follow=True).content.decode()
        assert "In FIDE mode, forbidden pairs are set before round 1 is published" in shown
        assert not swiss.tournament.forbidden_pairs.exists()

    def test_forbidden_pairs_can_be_changed_only_before_publication(self, make):
        stage = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
        pair = editing.forbid_pair(stage.orla, stage.tournament, stage.players["A"], stage.players["B"])
        stage.pair()
        editing.allow_pair(stage.orla, stage.tournament, pair)
        pair = editing.forbid_pair(stage.orla, stage.tournament, stage.players["A"], stage.players["C"])
        stage.round = rounds.pair_again(stage.orla, stage.tournament, stage.round)
        stage.publish()
        refusal(editing.allow_pair, stage.orla, stage.tournament, pair)

    def test_removing_a_late_entry_removes_its_forbidden_pairs(self, make):
        stage = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
        late = registration.add_player(stage.orla, stage.tournament, name="Late")
        registration.check_in(stage.orla, stage.tournament, [late], here=True)
        editing.forbid_pair(stage.orla, stage.tournament, stage.players["A"], late)
        registration.withdraw(stage.orla, stage.tournament, late)
        stage.pair()
        stage.publish()
        registration.remove_player(stage.orla, stage.tournament, late)
        assert not stage.tournament.forbidden_pairs.exists()


class TestCorrectionsOfOldRounds:
    def correct(self, stage, number, text="0-1"):
        table = stage.tournament.rounds.get(number=number).pairings.get(table=1)
        given = {"reason": "the slip says so"}
        return results.correct_result(
            stage.orla, stage.tournament, table, parse(text, stage.tournament.scoring), **given
        )

    @pytest.mark.rotates(2)
    def test_only_the_previous_round_can_be_corrected(self, swiss):
        for number in (1, 2):
            refused = refusal(self.correct, swiss, number)
            assert "189 to 191" in refused.text
        self.correct(swiss, 3)

    @pytest.mark.rotates(2)
    def test_correction_page_refuses_an_old_round(self, swiss, orla):
        table = swiss.tournament.rounds.get(number=1).pairings.get(table=1)
        form = {"result": "0-1", "reason": "the slip says so"}
        where = f"/t/cup/desk/tables/{table.public_id}/correct/"
        answer = signed_in(orla).post(where, form)
        assert "only results of the previous round can be corrected" in answer.content.decode()

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("page", ["rounds/1/results/", "tables/{}/correct/", "tables/{}/effect/?typed=0-1"])
    def test_old_round_is_refused_before_input_with_alternatives(self, swiss, orla, page):
        table = swiss.tournament.rounds.get(number=1).pairings.get(table=1)
        html = signed_in(orla).get(f"/t/cup/desk/{page.format(table.public_id)}").content.decode()
        assert "only results of the previous round can be corrected" in html
        assert '<a href="/t/cup/desk/fide-mode/">' in html
        assert "Preview changes" not in html
        assert ("rating report" in html) is ("effect" not in page)

    @pytest.mark.rotates(2)
    def test_locked_rules_offer_no_change(self, swiss, orla):
        html = signed_in(orla).get("/t/cup/desk/rules/").content.decode()
        assert "Save rules" not in html
        assert html.count("<fieldset") == html.count("disabled>") > 3

    @pytest.mark.rotates(2)
    def test_previous_round_can_be_corrected(self, swiss, orla):
        table = swiss.tournament.rounds.get(number=3).pairings.get(table=1)
        html = signed_in(orla).get(f"/t/cup/desk/tables/{table.public_id}/correct/").content.decode()
        assert "Preview changes" in html

    @pytest.mark.rotates(2)
    def test_reopening_an_old_round_leads_to_the_fide_mode_page(self, swiss, orla):
        html = signed_in(orla).post("/t/cup/desk/rounds/1/reopen/", follow=True).content.decode()
        assert "fide-mode" in html

    @pytest.mark.rotates(2)
    def test_draft_makes_its_own_previous_round_the_correctable_one(self, swiss):
        for table in (1, 2, 3, 4):
            swiss.enter(table, "1-0")
        swiss.close()
        self.correct(swiss, 3)
        swiss.pair()
        refusal(self.correct, swiss, 3, "½-½")
        self.correct(swiss, 4)

    @pytest.mark.rotates(2)
    def test_undoing_a_correction_of_an_old_round_is_refused(self, swiss):
        self.correct(swiss, 3)
        entry = swiss.tournament.journal.latest("sequence")
        for table in (1, 2, 3, 4):
            swiss.enter(table, "1-0")
        swiss.close()
        swiss.pair()
        refusal(undo.undo, swiss.orla, swiss.tournament, entry)

    def test_games_of_a_schedule_can_be_played_in_any_order(self, make):
        stage = make().with_players(*"ABCD")
        rounds.publish_schedule(stage.orla, stage.tournament)
        for number in (3, 2, 1):
            stage.round = stage.tournament.rounds.get(number=number)
            stage.enter(1, "1-0")
            stage.enter(2, "1-0")
            stage.enter(2, "0-1")
        for number in (1, 2, 3):
            stage.round = stage.tournament.rounds.get(number=number)
            stage.close()
        refusal(self.correct, stage, 1)
        self.correct(stage, 2)
        first = stage.tournament.rounds.get(number=1)
        refusal(publishing.reopen_round, stage.orla, stage.tournament, first)

    def test_without_fide_mode_any_round_can_be_corrected(self, make):
        stage = make(system="dutch", planned_rounds=5, fide_mode=False).with_players(*"ABCD")
        for _number in (1, 2, 3):
            stage.play("1-0", "1-0")
        self.correct(stage, 1)


class TestRoundRobin:
    def codes_offered(self, page, stage):
        sheet = page.get(at(stage, "standings:rules")).context["sheet"]
        return {code.split("/")[0] for _heading, codes in sheet.offers() for code, _name in codes}

    def test_buchholz_is_not_offered_in_a_round_robin(self, make, orla):
        page = signed_in(orla)
        family = {"BH", "FB", "AOB", "SOS", "SOSM", "SOSOS"}
        robin = make()
        assert not self.codes_offered(page, robin) & family
        assert {"KS", "SB"} - {
            entry.base for entry in page.get(at(robin, "standings:rules")).context["sheet"].chain.entries
        } <= (self.codes_offered(page, robin))
        shown = page.get(at(robin, "standings:rules")).content.decode()
        assert "Fore Buchholz" not in shown
        lifecycle.change_settings(robin.orla, robin.tournament, fide_mode=False)
        assert family <= self.codes_offered(page, robin)

    def test_all_fide_tiebreaks_for_round_robins_are_accepted(self, make):
        """The tie-breaks for round robins in C.07, with the cuts and limits that FIDE's checklist requires."""
        robin = make()
        codes = "DE WIN BPG BWG REP STD SB SB/C1 SB/C2 KS KS/L+1 KS/L+2 KS/L-1 KS/L-2 RTNG RTNG/R TPN TPN/R"
        given = {"rules": robin.tournament.rules, "changes": {"chain": ["PTS", *codes.split()]}}
        rules.change_rules(robin.orla, robin.tournament, **given)
        assert robin.tournament.fide_mode
        assert robin.tournament.rules_changes["chain"] == given["changes"]["chain"]

    def test_buchholz_family_is_offered_in_a_swiss(self, make, orla):
        page = signed_in(orla)
        assert {"FB", "AOB"} <= self.codes_offered(page, make(system="dutch"))

    def test_buchholz_is_refused_in_a_round_robin(self, make):
        robin = make()
        given = {"rules": robin.tournament.rules, "changes": {"chain": ["PTS", "BH/C1"]}}
        refused = refusal(rules.change_rules, robin.orla, robin.tournament, **given)
        assert refused.field == "chain"
        assert "BH/C1" in refused.text
        swiss = make(name="Swiss", system="dutch")
        rules.change_rules(swiss.orla, swiss.tournament, **given)
        assert refusal(lifecycle.change_settings, swiss.orla, swiss.tournament, system="round-robin").field == "chain"


class TestLeaving:
    @pytest.mark.rotates(4)
    def test_leaving_is_public_and_permanent(self, swiss, client, orla):
        assert "FIDE mode" in client.get("/t/cup/").content.decode()
        leave(swiss)
        assert (swiss.tournament.fide_mode, swiss.tournament.left_fide) == (
            False, {"round": 4, "reason": "No rating after all"},
        )  # fmt: skip
        public = client.get("/t/cup/").content.decode()
        assert "FIDE mode was left in round 4:" in public
        assert "No rating after all" in public
        assert "FIDE mode left" in signed_in(orla).get(at(swiss, "roll")).content.decode()
        entry = JournalEntry.objects.get(verb="leave-fide-mode")
        with pytest.raises(Refused, match="cannot be undone"):
            undo.undo(swiss.orla, swiss.tournament, entry)
        with pytest.raises(Refused, match="for good"):
            lifecycle.change_settings(swiss.orla, swiss.tournament, fide_mode=True)
        leave(swiss)
        assert JournalEntry.objects.filter(verb="leave-fide-mode").count() == 1
        lifecycle.change_settings(swiss.orla, swiss.tournament, planned_rounds=7)

    @pytest.mark.parametrize(
        ("more", "field"),
        [({"understood": False}, "understood"), ({"name": "Cap"}, "name"), ({"reason": " "}, "reason"),
         ({"reason": "a" * 301}, "reason")],
    )  # fmt: skip
    def test_leaving_needs_a_reason_and_two_confirmations(self, swiss, more, field):
        with pytest.raises(Refused) as refused:
            leave(swiss, **more)
        assert refused.value.field == field
        swiss.tournament.refresh_from_db()
        assert swiss.tournament.fide_mode

    def test_helpers_cannot_leave_and_before_round_1_it_is_a_setting(self, make, helper):
        stage = make(name="New")
        with pytest.raises(Refused, match="an ordinary setting"):
            leave(stage)
        with pytest.raises(NotAllowed):
            arbiter.leave_fide_mode(helper, stage.tournament, reason="x", understood=True, name="New")
        lifecycle.change_settings(stage.orla, stage.tournament, fide_mode=False)
        with pytest.raises(Refused, match="not in FIDE mode"):
            leave(stage)

    @pytest.mark.rotates(2)
    def test_desk_shows_the_tab_if_fide_mode_is_or_was_on(self, swiss, make, orla):
        page, link = signed_in(orla), at(swiss, "fide-mode")
        assert f'href="{link}"' in page.get(at(swiss, "desk")).content.decode()
        leave(swiss)
        assert "FIDE mode left" in page.get(at(swiss, "desk")).content.decode()
        club = make(name="Club evening", fide_mode=False)
        assert at(club, "fide-mode") not in page.get(at(club, "desk")).content.decode()

    @pytest.mark.rotates(2)
    def test_page_leaves_fide_mode_in_two_steps(self, swiss, orla):
        page, where = signed_in(orla), at(swiss, "fide-mode")
        shown = page.get(where).content.decode()
        assert "C.04.1 1" in shown
        assert page.post(where, {"reason": "No rating"}).status_code == 422
        first = page.post(where, {"reason": "No rating", "understood": "on"})
        assert "Leave FIDE mode for good?" in first.content.decode()
        sent = {"reason": "No rating", "understood": "True"}
        wrong = page.post(where, {**sent, "name": "Cap"})
        assert wrong.status_code == 422
        assert "That is not the name of this tournament." in wrong.content.decode()
        swiss.tournament.refresh_from_db()
        assert swiss.tournament.fide_mode
        page.post(where, {**sent, "name": "cup"})
        swiss.tournament.refresh_from_db()
        assert swiss.tournament.left_fide == {"round": 4, "reason": "No rating"}


def test_new_tournament_is_in_fide_mode_if_marked_as_rated(orla):
    page = signed_in(orla)
    for name, more, wished in (("In", {"fide_mode": "on"}, True), ("Out", {}, False)):
        sent = {"name": name, "game": "chess", "starts_on": "2026-01-10", "time_zone": "UTC", "system": "dutch:fide"}
        page.post("/new/", {**sent, **more})
        assert Tournament.objects.get(name=name).fide_mode is wished


@pytest.mark.parametrize(
    ("more", "asks"),
    [
        ({}, True),
        ({"game": "chess", "system": "dutch:fide"}, True),
        ({"game": "go"}, False),
        ({"game": "othello"}, False),
        ({"game": "chess", "system": "knock-out:single"}, False),
    ],
)
def test_form_asks_about_fide_mode_only_if_it_can_apply(orla, more, asks):
    page = signed_in(orla)
    sent = {"name": "New", "starts_on": "2026-01-10", "time_zone": "UTC", "do": "propose", **more}
    html = page.post("/new/", sent, headers={"HX-Request": "true"}).content.decode()
    assert ('class="of-fide"' in html) is asks
    if not asks:  # an answer from before the choice does not count
        page.post("/new/", {**sent, "do": "", "fide_mode": "on"})
        assert not Tournament.objects.get(name="New").fide_mode


@pytest.mark.parametrize(("more", "asks"), [({}, True), ({"system": "knock-out"}, False), ({"game": "go"}, False)])
def test_settings_offer_fide_mode_only_if_it_can_apply(make, orla, more, asks):
    stage = make(**{"fide_mode": False, **more})
    html = signed_in(orla).get(at(stage, "settings")).content.decode()
    assert ('name="fide_mode"' in html) is asks


def test_imported_report_is_in_fide_mode_if_it_fits(make):
    stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
    stage.play("1-0", "1-0")
    data = export_report(stage.tournament)
    assert import_report(data).fide_mode
    assert not import_report(data, fide_rated=False).fide_mode
    assert not import_report(data, system="papp").fide_mode
    odd = data.replace(b"192 ", b"162  W 1.0    D 0.8\r\n192 ")
    assert not import_report(odd).fide_mode
