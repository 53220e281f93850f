"""The database itself refuses invalid data from any kind of request."""

import pytest
from django.apps import apps
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import JSONField
from django.utils import timezone

from tournaments.events import events
from tournaments.models import (
    Advance,
    Appearance,
    Event,
    Invitation,
    JournalEntry,
    Member,
    Pairing,
    Player,
    Result,
    Round,
    Tournament,
)
from tournaments.people import staff
from tournaments.setup import copies

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round_one(cup):
    cup.pair()
    cup.publish()
    return cup


def assert_refused(constraint, write):
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        write()
    assert constraint in str(error.value)


def test_every_table_has_a_comment():
    """Comments help people who read the database with other programs."""
    models = apps.get_app_config("tournaments").get_models()
    values = {model._meta.db_table: model._meta.db_table_comment for model in models if model._meta.managed}
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, obj_description(oid) FROM pg_class WHERE relname = ANY(%s)", [[*values]])
        assert dict(cursor.fetchall()) == values
    assert [table for table, text in values.items() if not (text or "").endswith(".")] == []


def test_json_and_choice_columns_have_comments():
    """Every JSON column and every column with choices has a comment, equal to that of its model."""
    models = [model for model in apps.get_app_config("tournaments").get_models() if model._meta.managed]
    columns = {(model._meta.db_table, field.column): field for model in models for field in model._meta.local_fields}
    values = {place: field.db_comment for place, field in columns.items() if field.db_comment}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, attname, col_description(attrelid, attnum) FROM pg_attribute JOIN pg_class ON "
            "pg_class.oid = attrelid WHERE relname LIKE 'tournaments\\_%' AND relkind = 'r' AND attnum > 0"
        )
        assert {(table, name): text for table, name, text in cursor.fetchall() if text} == values
    silent = [place for place, field in columns.items() if isinstance(field, JSONField) or field.choices]
    assert [place for place in silent if place not in values] == []
    assert [text for text in values.values() if not text.endswith(".")] == []


class TestJournal:
    def test_entries_cannot_be_changed_or_deleted(self, cup):
        entries = cup.tournament.journal
        assert_refused("journal_entry_unchanged", lambda: entries.update(reason="It was somebody else."))
        assert_refused("journal_entry_kept", lambda: entries.first().delete())

    def test_entries_are_deleted_with_their_tournament(self, cup):
        copies.delete_tournament(cup.orla, cup.tournament)
        assert not JournalEntry.objects.exists()


class TestTournaments:
    """Rows of one tournament are not mixed with those of another."""

    @pytest.fixture
    def stranger(self, make):
        return make(name="Other").with_players("Zoe", "Yan")

    def test_seat_needs_a_player_of_the_same_tournament(self, cup, stranger):
        stage, zoe = cup.tournament.stages.get(), stranger.players["Zoe"]
        assert_refused("seat_player_of_tournament", lambda: stage.seats.create(player=zoe, number=99))
        stage.tournament = stranger.tournament
        assert_refused("stage_key_stays", stage.save)

    def test_wished_pairs_need_players_of_the_same_tournament(self, cup, stranger):
        ann, zoe = cup.players["Ann"], stranger.players["Zoe"]
        one, other = {"one": ann, "other": zoe}, {"first": zoe, "second": ann, "round_number": 1}
        assert_refused("forbidden_pair_of_tournament", lambda: cup.tournament.forbidden_pairs.create(**one))
        assert_refused("fixed_pair_of_tournament", lambda: cup.tournament.fixed_pairs.create(**other))


class TestRounds:
    def test_players_cannot_be_removed_from_a_table(self, round_one):
        sides = round_one.table(1).appearances
        assert_refused("table_keeps_players_left", lambda: sides.get(side=1).delete())
        assert_refused(
            "table_keeps_players_moved", lambda: sides.filter(side=1).update(pairing=None, side=None, bye="half")
        )

    def test_round_without_all_results_cannot_be_closed(self, round_one):
        rounds = Round.objects.filter(pk=round_one.round.pk)
        assert_refused("closed_round_has_results", lambda: rounds.update(status="closed"))
        for table in (1, 2):
            round_one.enter(table, "1-0")
        round_one.close()
        assert_refused("closed_round_keeps_results", lambda: Result.objects.filter(pairing=round_one.table(1)).delete())

    def test_player_appears_only_once_in_a_round(self, round_one):
        cup = round_one
        table = Pairing.objects.create(round=cup.round, table=9)
        again = {"round": cup.round, "player": cup.players["Ann"], "pairing": table, "side": 1}
        assert_refused("appearance_player_once", lambda: Appearance.objects.create(**again))

    def test_player_cannot_be_paired_with_themselves(self, make):
        solo = make(system="manual").with_players("Ann", "Bo")
        solo.pair()
        table = Pairing.objects.create(round=solo.round, table=1)
        ann = solo.players["Ann"]
        assert_refused(
            "appearance_player_once",
            lambda: Appearance.objects.bulk_create(
                Appearance(round=solo.round, player=ann, pairing=table, side=side) for side in (1, 2)
            ),
        )

    def test_advance_needs_a_valid_side_and_a_reason_for_a_decision(self, round_one):
        table = round_one.table(1)
        values = {"pairing": table, "side": 1, "how": "lot"}
        for wrong in ({"side": 3}, {"how": "vote"}):
            assert_refused("advance_known_words", lambda wrong=wrong: Advance.objects.create(**{**values, **wrong}))
        assert_refused("advance_decision_with_reason", lambda: Advance.objects.create(**{**values, "how": "decision"}))

    def test_table_numbers_are_unique_in_a_round(self, round_one):
        assert_refused("pairing_table_once", lambda: Pairing.objects.create(round=round_one.round, table=1))

    def test_fixed_table_must_be_between_1_and_9999(self, round_one):
        ann = Player.objects.filter(pk=round_one.players["Ann"].pk)
        for table in (0, 10_000):
            assert_refused("player_fixed_table", lambda number=table: ann.update(fixed_table=number))

    def test_table_range_is_complete_or_empty_and_only_for_helpers(self, round_one, heli):
        heli = Member.objects.create(tournament=round_one.tournament, user=heli, role="helper")
        for first, last in ((1, None), (None, 1), (2, 1), (0, 1), (1, 10_000)):
            there = Member.objects.filter(pk=heli.pk)
            assert_refused("member_tables", lambda a=first, b=last, row=there: row.update(first_table=a, last_table=b))
        orla = Member.objects.filter(role="organiser")
        assert_refused("member_organiser_whole", lambda: orla.update(first_table=1, last_table=2))
        assert_refused("member_organiser_whole", lambda: orla.update(until=timezone.now()))

    def test_invitation_has_the_same_limits_on_tables_as_a_helper(self, round_one):
        staff.invite(round_one.orla, round_one.tournament, role="helper")
        link = Invitation.objects.all()
        assert_refused("invitation_tables", lambda: link.update(first_table=1))
        assert_refused("invitation_organiser_whole", lambda: link.update(role="organiser", first_table=1, last_table=2))

    def test_round_numbers_are_unique(self, round_one):
        values = {"tournament": round_one.tournament, "stage": round_one.round.stage, "number": 1, "status": "closed"}
        assert_refused("round_number_once", lambda: Round.objects.create(**values))

    def test_second_draft_round_is_refused(self, round_one):
        values = {"tournament": round_one.tournament, "stage": round_one.round.stage}
        Round.objects.create(number=2, **values)
        assert_refused("round_one_draft", lambda: Round.objects.create(number=3, **values))

    def test_players_at_a_table_belong_to_its_round(self, round_one):
        other = Round.objects.create(tournament=round_one.tournament, stage=round_one.round.stage, number=2)
        values = {"round": other, "player": round_one.players["Ann"], "pairing": round_one.table(1), "side": 1}
        assert_refused("appearance_", lambda: Appearance.objects.create(**values))

    def test_players_cannot_be_moved_to_a_missing_table(self, round_one):
        values = {"round": round_one.round, "pairing_id": 10**9, "side": 1}
        ann = round_one.round.appearances.get(player=round_one.players["Ann"])
        assert_refused("same_round", lambda: type(ann).objects.filter(pk=ann.pk).update(**values))

    def test_new_rows_need_existing_parents(self, round_one, make):
        cup, ann = round_one, round_one.players["Ann"]
        empty = Round.objects.create(tournament=cup.tournament, stage=cup.round.stage, number=2, status="closed")
        assert_refused("pairing_round_there", lambda: Pairing.objects.create(round_id=10**9, table=1))
        values = {"bye": "half", "round": empty, "player": ann}
        assert_refused("appearance_round_there", lambda: Appearance.objects.create(**{**values, "round_id": 10**9}))
        assert_refused("appearance_player_of_tour", lambda: Appearance.objects.create(**{**values, "player_id": 10**9}))
        stranger = Player.objects.create(tournament=make().tournament, name="Zoe", sort_key="zoe")
        assert_refused("appearance_player_of_tour", lambda: Appearance.objects.create(**{**values, "player": stranger}))
        there = Appearance.objects.filter(round=cup.round, player=ann)
        assert_refused("appearance_player_of_tour", lambda: there.update(player=stranger))
        assert_refused("appearance_pairing_same_round", lambda: there.update(round=empty))

    def test_parents_are_checked_at_the_end_of_the_transaction(self, round_one):
        there = Appearance.objects.get(round=round_one.round, player=round_one.players["Ann"])
        with transaction.atomic():
            there.pairing.appearances.update(pairing=10**9)
            Pairing.objects.create(pk=10**9, round=round_one.round, table=9)
            Pairing.objects.get(pk=there.pairing_id).delete()
        there.refresh_from_db()
        assert there.pairing.table == 9

    @pytest.mark.parametrize(
        ("table", "constraint"),
        [
            ("player", "player_without_appearances"),
            ("round", "round_without_"),
            ("pairing", "pairing_without_appearances"),
        ],
    )
    def test_rows_with_children_cannot_be_deleted_or_get_new_keys(self, round_one, table, constraint):
        Result.objects.all().delete()
        with connection.cursor() as cursor:
            assert_refused(constraint, lambda: cursor.execute(f"DELETE FROM tournaments_{table}"))
            stays = f"{table}_key_stays"
            assert_refused(stays, lambda: cursor.execute(f"UPDATE tournaments_{table} SET id = id + 1000"))

    def test_player_cannot_be_deleted_while_being_added_to_a_round(self, round_one):
        cup = round_one
        late = Player.objects.create(tournament=cup.tournament, name="Eli", sort_key="eli")
        other = connection.copy()
        try:
            with transaction.atomic():
                Appearance.objects.create(round=cup.round, player=late, bye="half")
                with other.cursor() as cursor:
                    cursor.execute("SET lock_timeout = 20")
                    with pytest.raises(OperationalError, match="lock timeout"):
                        cursor.execute("DELETE FROM tournaments_player WHERE id = %s", [late.pk])
        finally:
            with other.cursor() as cursor:
                cursor.execute("RESET lock_timeout")  # it goes back to the pool
            other.close()

    def test_table_cannot_be_moved_to_another_round(self, round_one):
        other = Round.objects.create(tournament=round_one.tournament, stage=round_one.round.stage, number=2)
        assert_refused("pairing_key_stays", lambda: Pairing.objects.update(round=other))

    def test_player_cannot_have_a_table_and_a_bye(self, round_one):
        assert_refused(
            "appearance_table_or_bye", lambda: Appearance.objects.filter(pairing=round_one.table(1)).update(bye="half")
        )


RESULT = {"first": "win", "second": "loss", "decision": "played"}


@pytest.mark.rotates(2)
@pytest.mark.parametrize(
    ("settings", "fields", "constraint"),
    [
        ({"draws_allowed": False}, {"first": "draw", "second": "draw"}, "draw"),
        ({}, {"first": "win", "second": "win"}, "both draw"),
        ({}, {"first": "loss", "second": "loss"}, "both draw"),
        ({}, {"first": "won", "second": "loss"}, "both draw"),
        ({}, {"games_first": 2, "games_second": 0, "games_drawn": 0}, "games"),
        ({"best_of": 3}, {}, "games are missing"),
        ({"best_of": 3}, {"games_first": 3, "games_second": 0, "games_drawn": 0}, "games"),
        ({"best_of": 3}, {"games_first": 1, "games_second": 2, "games_drawn": 0}, "games"),
        ({"best_of": 3}, {"games_first": 2, "games_second": None, "games_drawn": 0}, "games"),
        ({}, {"score_first": 2, "score_second": 1}, "scores"),
        ({"score_kind": "discs", "score_total": 64}, {}, "scores are missing"),
        ({"score_kind": "discs", "score_total": 64}, {"score_first": 35, "score_second": 30}, "scores"),
        ({"score_kind": "discs", "score_total": 64}, {"score_first": 29, "score_second": 35}, "scores"),
        ({}, {"decision": "forfeit", "first": "draw", "second": "draw"}, "forfeit"),
        ({}, {"decision": "adjourned", "first": "win", "second": "loss"}, "adjourned"),
        ({"score_kind": "points"}, {"decision": "forfeit", "score_first": 1, "score_second": 0}, "forfeit"),
    ],
)
def test_a_result_outside_the_scoring_is_refused(make, settings, fields, constraint):
    stage = make(**settings).with_players("Ann", "Bo")
    stage.pair()
    stage.publish()
    values = {**RESULT, **fields, "pairing": stage.table(1), "entered_at": timezone.now()}
    assert_refused(constraint, lambda: Result.objects.create(**values))


class TestSections:
    @pytest.fixture
    def spring(self, cup):
        events.add_section(cup.orla, cup.tournament, event="Spring", own="A", section="B")
        return Tournament.objects.filter(event__name="Spring")

    def test_names_are_unique_regardless_of_case(self, spring):
        assert_refused("section_named_once", lambda: spring.filter(section="B").update(section="a"))

    @pytest.mark.parametrize("values", [{"section": ""}, {"place": 0}, {"event": None}])
    def test_name_and_position_are_set_only_for_sections_of_an_event(self, spring, values):
        assert_refused("section_of_event", lambda: spring.filter(section="B").update(**values))

    def test_event_name_cannot_be_empty(self, spring):
        assert_refused("event_has_name", lambda: Event.objects.update(name=""))


def test_results_that_fit_the_scoring_are_stored(make):
    stage = make(best_of=3).with_players("Ann", "Bo")
    stage.pair()
    stage.publish()
    for text in ("2-0", "2-1", "0-2", "1-1", "1-0", "0-0-3", "+--", "---"):
        stage.enter(1, text)


@pytest.mark.parametrize("code", ["FI", "f", "fi_FI", "fi-", "fi; drop"])
def test_language_must_be_a_language_code(cup, code):
    assert_refused("tournament_language", lambda: Tournament.objects.update(language=code))


@pytest.mark.parametrize(
    ("constraint", "values"),
    [
        ("tournament_of_partners", {"best_of": 3}),
        ("tournament_of_partners", {"of_pods": True, "score_kind": "", "by_score": False, "best_of": 1}),
        ("tournament_by_score", {"score_kind": "discs"}),
        ("tournament_by_score", {"of_partners": False}),
    ],
)
def test_partners_need_single_games_no_pods_and_scores_in_points(make, constraint, values):
    stage = make(system="partners")
    assert_refused(constraint, lambda: Tournament.objects.filter(pk=stage.tournament.pk).update(**values))


@pytest.mark.parametrize("values", [{"best_of": 1}, {"score_kind": "points"}])
def test_points_by_games_need_matches_with_recorded_games(make, values):
    stage = make(best_of=2, by_games=True)
    assert_refused("tournament_by_games", lambda: Tournament.objects.filter(pk=stage.tournament.pk).update(**values))
