"""Acts: no outer transaction is allowed, and journal notes survive renamed columns."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.all_features.old_journal_entries import rewriting
from tournaments.core.journal import batch
from tournaments.core.journal.acts import act, created_keys
from tournaments.core.journal.batch import state
from tournaments.core.journal.errors import StaleSnapshot
from tournaments.core.rights import Right
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import ApiToken, Appearance, JournalEntry, Pairing, Player, Round, Seat
from tournaments.people import tokens
from tournaments.players import registration
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db

#: The columns that entries of each version can name. Add a new column to the last version. If a column is
#: renamed or dropped, begin a new version here and in `versions.RENAMED`.
COLUMNS = {
    1: {
        "advance": "pairing side how note",
        "apitoken": "tournament name hint secret_hash scopes expires_at created_by created_at last_used_at revoked_at "
        "made_with asked_by",
        "appearance": "round player pairing side bye reasons",
        "badge": "player secret_hash made_at",
        "call": "player round_number table at answered_at answered_by",
        "courtcall": "pairing court called_at again_at queued referee",
        "enrolment": "tournament is_open places closes_at asks",
        "event": "slug name created_at",
        "externalid": "tournament player owner program value",
        "fixedpair": "tournament public_id round_number first second",
        "forbiddenpair": "tournament public_id one other first_round last_round",
        "invitation": "tournament role secret_hash expires_at created_by used_by used_at revoked_at first_table "
        "last_table until",
        "matchsheet": "pairing first second boards",
        "member": "tournament user role first_table last_table until",
        "pairing": "round public_id table order reasons handicap version",
        "player": "tournament public_id name reading sort_key name_key rating rank title club federation fide_id birth "
        "sex checked_in entered withdrawn_after may_have_bye may_take_half_bye expelled_for left_out fixed_table "
        "deductions penalties paid official_rating rating_source outside placed "
        "version",
        "report": "pairing player said at due_at disputed_at version",
        "requestedbye": "player round_number kind",
        "result": "pairing first second decision games_first games_second games_drawn score_first score_second others "
        "entered_by entered_at by at note rated",
        "round": "tournament stage number status reasons seats by_hand not_paired booster_pods published_at closed_at "
        "publication "
        "best_of clock_minutes clock_started_at clock_held_at extensions began_at late",
        "seat": "stage player number",
        "signup": "tournament public_id secret_hash paid name reading club rank rating federation fide_id at "
        "confirmed_at declined_at withdrawn_at",
        "stage": "tournament number system options seating planned_rounds first_round seed first_colour virtual_points "
        "drawn_at drawn started_at qualification",
        "tournament": "slug name starts_on time_zone game rules rules_changes is_public fide_mode uses_check_in "
        "players_report players_decide report_minutes points_win "
        "points_draw points_loss points_forfeit_win points_forfeit_loss points_allocated_bye points_full_bye "
        "points_half_bye points_zero_bye best_of by_games draws_allowed score_kind score_total half_byes_most "
        "half_byes_not_in_last first_label second_label hall courts prizes club_teams screen event_page language "
        "left_fide revision sheet trial_of event section place created_at finished_at archived_at "
        "city federation ends_on round_dates chief_arbiter deputy_arbiters rate_of_play time_control rank_method "
        "start_positions default_minutes of_teams of_pods of_partners by_score line_up_minutes finalists "
        "fee fee_currency moved_matches search_words",
        "teammember": "team public_id place name rating title federation fide_id birth sex",
        "webhook": "tournament public_id address topics whole made_by token created_at version salt former_salt "
        "former_until cursor again reached asked_by asked_for last_asked attempts failing_since due_at off_at "
        "off_because",
    },
}
#: No verb writes these.
NOT_NOTED = {
    "erasure",
    "closedseason",
    "codegrant",
    "delivery",
    "devicegrant",
    "journalentry",
    "operation",
    "ratinglist",
    "retention",
    "series",
    "seriesanswer",
    "seriesevent",
    "seriesnotice",
    "seriespoints",
    "subscription",
    "tally",
    "task",
    "tournamentimage",
    "user",
}


def columns_now():
    return {
        model._meta.model_name: {f.name for f in model._meta.concrete_fields if not f.primary_key or f.is_relation}
        for model in apps.get_app_config("tournaments").get_models()
        if model._meta.model_name not in NOT_NOTED
    }


def test_act_inside_another_transaction_is_refused(cup):
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        registration.add_player(cup.orla, cup.tournament, name="Eve")
    assert not Player.objects.filter(name="Eve").exists()


class TestBatchOfRows:
    def test_updating_deleted_rows_raises_database_error(self, cup):
        players = list(cup.tournament.players.all())
        Player.objects.filter(pk=players[0].pk).delete()
        with (
            pytest.raises(DatabaseError, match="gone"),
            act(cup.orla, cup.tournament, "check-in", Right.ADMINISTER) as doing,
        ):
            doing.update_many((player, {"checked_in": True}) for player in players)

    def test_none_in_a_json_column_is_stored_as_sql_null(self, make):
        """A JSON column can store SQL NULL or the JSON value null."""
        stage = make(system="manual").with_players(*"AB")
        drafts = [Round(tournament=stage.tournament, stage=stage.tournament.stages.get(), number=n) for n in (1, 2)]
        with act(stage.orla, stage.tournament, "pair-round", Right.ADMINISTER, round=1) as doing:
            drafts[1].status = Round.Status.CLOSED
            rows = doing.create_many(drafts)
            doing.update_many((row, {"by_hand": {"reason": "so"}}) for row in rows)
            doing.update_many((row, {"by_hand": None}) for row in rows)
        assert Round.objects.filter(by_hand__isnull=True).count() == 2

    def test_row_created_and_deleted_in_one_act_is_noted_but_not_written(self, cup):
        with (
            act(cup.orla, cup.tournament, "check-in", Right.ADMINISTER) as doing,
            doing.together(),
        ):
            row = doing.create(Player, tournament=doing.tournament, name="Eve", sort_key="eve")
            doing.update(row, club="TuTo")
            doing.delete(row)
        assert not Player.objects.filter(name="Eve").exists()
        assert [bool(change["after"]) for change in JournalEntry.objects.latest("pk").changes] == [True, True, False]

    def test_row_changed_and_deleted_in_one_act_is_not_updated_first(self, cup):
        player = cup.tournament.players.first()
        with (
            CaptureQueriesContext(connection) as asked,
            act(cup.orla, cup.tournament, "remove-player", Right.ADMINISTER, name=player.name) as doing,
            doing.together(),
        ):
            doing.update(player, club="TuTo")
            doing.delete(player)
        assert not [each for each in asked if each["sql"].startswith('UPDATE "tournaments_player"')]
        assert not Player.objects.filter(pk=player.pk).exists()

    def test_new_rows_refer_to_other_new_rows(self, cup):
        cup.pair()
        entry = JournalEntry.objects.get(verb="pair-round")
        made = batch.with_present_names(entry.changes, entry.version)
        tables = {change["pk"] for change in made if change["model"] == "pairing"}
        assert tables == set(Pairing.objects.values_list("pk", flat=True))
        assert {change["after"]["pairing"] for change in made if change["model"] == "appearance"} == tables

    def test_rows_created_by_columns_are_noted_as_stored(self, make):
        """Their reasons are not noted: they are in the row, and later in the changes to it."""
        stage = make(system="dutch", planned_rounds=3, options={"initial_colour": "black"}).with_players(*"ABCDE")
        stage.pair()
        entry = JournalEntry.objects.get(verb="pair-round")
        noted = batch.with_present_names(entry.changes, entry.version)
        assert sum("keys" in change for change in entry.changes) == 3
        for model, count in ((Pairing, 2), (Appearance, 5)):
            after = {change["pk"]: change["after"] for change in noted if change["model"] == model.__name__.lower()}
            rows = {row.pk: state(row) for row in model.objects.all()}
            assert len(rows) == count
            assert all(row.pop("reasons") is not None for row in rows.values())
            assert after == rows
        undo.undo(stage.orla, stage.tournament, entry)
        back = JournalEntry.objects.latest("sequence")
        gone = [change["before"] for change in back.changes if change["model"] == "pairing"]
        assert [bool(row["reasons"]) for row in gone] == [True, True]

    def test_entry_with_one_note_per_row_can_be_undone(self, cup):
        """All entries had one note for each row before rows were noted by columns."""
        cup.pair()
        entry = JournalEntry.objects.get(verb="pair-round")
        entry.changes = batch.with_present_names(entry.changes, entry.version)
        for change in entry.changes:
            if change["model"] in ("pairing", "appearance"):
                row = {"pairing": Pairing, "appearance": Appearance}[change["model"]].objects.get(pk=change["pk"])
                change["after"]["reasons"] = row.reasons
        with rewriting():
            entry.save()
        undo.undo(cup.orla, cup.tournament, entry)
        assert not Pairing.objects.exists()

    def test_new_row_is_noted_as_stored(self, cup):
        ends = timezone.now() + timedelta(days=1)
        token, _value = tokens.create_token(cup.orla, cup.tournament, name="Board", scopes=[], expires_at=ends)
        (made,) = JournalEntry.objects.get(verb="create-token").changes
        assert made["after"] == state(ApiToken.objects.get(pk=token.pk))

    def test_notes_keep_the_order_of_the_changes(self, make):
        stage = make(system="manual").with_players(*"ABCD")
        stage.pair()
        p = stage.players
        editing.set_pairings(stage.orla, stage.tournament, stage.round, [(p["A"], p["B"]), (p["C"], p["D"])])
        editing.set_pairings(stage.orla, stage.tournament, stage.round, [])
        gone = [change["model"] for change in JournalEntry.objects.latest("pk").changes]
        assert gone == ["appearance", "appearance", "pairing"] * 2


class TestColumns:
    def test_last_version_lists_all_current_columns(self):
        last = {model: set(names.split()) for model, names in COLUMNS[max(COLUMNS)].items()}
        assert columns_now() == last, "a new column is added to the last version; else a version begins"

    def test_column_names_of_older_entries_map_to_current_ones(self):
        assert set(COLUMNS) == {1, *batch.FORMER_COLUMNS}
        now = columns_now()
        for version, models in COLUMNS.items():
            for model, names in models.items():
                found = {batch.name_now(model, name, version) for name in names.split()} - {None}
                assert found <= now[model], f"version {version}: say in versions.RENAMED what became of the others"

    @pytest.fixture
    def older(self, cup, monkeypatch):
        """An entry from the time when clubs were "places", later "towns", and when hats were noted."""
        registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], club="TuTo")
        registration.remove_player(cup.orla, cup.tournament, cup.players["Ann"])
        renamed = {2: {"player": {"place": "town", "hat": None}}, 3: {"player": {"town": "club"}}}
        monkeypatch.setattr(batch, "FORMER_COLUMNS", renamed)
        entry = JournalEntry.objects.get(verb="remove-player")
        for change in entry.changes:
            before = change["before"]
            if "club" in before:
                before |= {"place": before.pop("club"), "hat": "grey"}
        entry.version = 1
        with rewriting():
            entry.save()
        return entry

    @pytest.mark.parametrize(
        ("name", "version", "now"),
        [
            ("place", 1, "club"), ("town", 1, "club"), ("town", 2, "club"), ("hat", 1, None), ("club", 1, "club"),
            ("place", 2, "place"), ("hat", 2, "hat"), ("town", 3, "town"),
        ],
    )  # fmt: skip
    def test_renames_apply_only_from_the_version_of_the_entry(self, monkeypatch, name, version, now):
        """A later version may use an old name for another column."""
        renamed = {2: {"player": {"place": "town", "hat": None}}, 3: {"player": {"town": "club"}}}
        monkeypatch.setattr(batch, "FORMER_COLUMNS", renamed)
        assert batch.name_now("player", name, version) == now

    def test_entry_with_old_column_names_can_be_undone(self, cup, older):
        undo.undo(cup.orla, cup.tournament, older)
        assert Player.objects.get(name="Ann").club == "TuTo"
        assert JournalEntry.objects.get(undoes=older).version == 3

    def test_tournament_file_uses_current_column_names(self, cup, older):
        (removed,) = (entry for entry in files.as_json(cup.tournament)["journal"] if entry["verb"] == "remove-player")
        player = removed["changes"][-1]["before"]
        assert player["club"] == "TuTo"
        assert "hat" not in player

    def test_entry_without_a_version_has_version_1(self):
        assert JournalEntry(verb="add-players").version == 1


def test_undo_of_a_late_check_in_removes_all_its_players(make):
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


def test_created_keys_exclude_changed_rows(make):
    cup = make().with_players("Ann")
    with act(cup.orla, cup.tournament, "add-players", Right.MANAGE_PLAYERS, count=1, name="Bo") as doing:
        doing.update(cup.players["Ann"], rating=1500)
        made = doing.create(Player, tournament=doing.tournament, name="Bo", sort_key="bo")
    assert created_keys(cup.tournament.journal.latest("sequence"), Player) == [made.pk]


def test_own_many_keeps_the_requested_order(make):
    cup = make().with_players("Ann", "Bo", "Cy", "Di")
    for order in ("Di Ann Cy Bo", "Bo Cy Ann Di"):
        wanted = [cup.players[name] for name in order.split()]
        with act(cup.orla, cup.tournament, "check-in", Right.ADMINISTER) as doing:
            assert [player.name for player in doing.own_many(wanted)] == order.split()


def test_stale_revision_is_refused_with_code_stale(make):
    cup = make()
    with pytest.raises(StaleSnapshot) as refused, act(cup.orla, cup.tournament, "check-in", None, revision=0):
        pass
    assert refused.value.code == "stale"
