"""Tournament files: export and import are lossless, and nothing of an invalid file is saved."""

import copy
import json
import random
from datetime import date
from io import StringIO
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import models
from django.test import Client

from standings.web.next_stage import qualification
from tests.tournaments.api.conftest import Program, token_of  # noqa: F401 a fixture
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import JournalEntry, Member, Player, Result, Tournament
from tournaments.people import staff
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.schedule import seats
from tournaments.setup import moving, samples
from tournaments.tournament_files import checking, files
from tournaments.tournament_files.shapes import JSON_SCHEMAS, MEANINGS, wrong_value

pytestmark = pytest.mark.django_db
COMMAND = Who.command("test")


def count_rows():
    """Return the number of rows of every kind."""
    return {model.__name__: model._default_manager.count() for model in apps.get_app_config("tournaments").get_models()}


def elsewhere(tournament):
    """Import a tournament's file into a database that contains none of it; return the copy and the file.

    The original gets other ids first.
    """
    written = files.write(tournament)
    tournament.slug = f"old-{tournament.pk}"
    tournament.save(update_fields=["slug"])
    for kind in ("player", "pairing", "fixedpair", "forbiddenpair"):
        for row in files.model_of(kind).objects.filter(**{files.KINDS[kind]: tournament}):
            row.public_id = f"o{row.pk}"
            row.save(update_fields=["public_id"])
    return moving.import_file(COMMAND, written), written


def read_again(data):
    """Return a file as JSON, which a test can change as a person could."""
    return json.loads(data)


def import_changed(changed):
    return moving.import_file(COMMAND, json.dumps(changed).encode())


@pytest.fixture
def event(make):
    """A tournament with a wish, byes, a removed player, a withdrawn player, a discarded draft and a draft."""
    cup = make(game="chess", system="dutch", planned_rounds=5).with_players(*(f"Player {n}" for n in range(1, 10)))
    who, tournament = cup.orla, cup.tournament
    gone = registration.add_players(who, tournament, [{"name": "Never played"}])[0]
    registration.remove_player(who, tournament, gone)
    editing.forbid_pair(who, tournament, cup.players["Player 1"], cup.players["Player 2"])
    registration.request_bye(who, tournament, cup.players["Player 9"], 1, "half")
    cup.pair()
    rounds.discard_round(who, tournament, cup.round)
    cup.play("1-0", "0-1", "1-0", "=")
    registration.withdraw(who, tournament, cup.players["Player 8"])
    registration.request_bye(who, tournament, cup.players["Player 3"], 3, "zero")
    cup.pair()
    return cup


class TestExportAndImport:
    @pytest.mark.rotates(8)
    def test_every_demo_survives_export_and_import(self):
        samples.load_demo(date(2026, 5, 1))
        for each in samples.DEMOS:
            again, written = elsewhere(Tournament.objects.get(slug=each.slug))
            assert again.slug == each.slug
            assert files.write(again) == written, each

    def test_full_event_survives_export_and_import_with_its_journal(self, event):
        again, written = elsewhere(event.tournament)
        assert files.write(again) == written
        assert again.journal.count() == event.revision()

    def test_two_stages_survive_export_and_import(self, make):
        cup = make(system="round-robin").with_players("Ann", "Bo", "Cy")
        for text in ("=", "=", "="):
            cup.play(text)
        cup.tournament.refresh_from_db()
        qualification.go_on(
            cup.orla, cup.tournament, places=2, system="manual", planned_rounds=1, decision="hand",
            by_hand={player.public_id: n for n, player in enumerate(cup.players.values())}, reason="The jury said so.",
        )  # fmt: skip
        again, written = elsewhere(cup.tournament)
        assert files.write(again) == written
        assert qualification.sentences_of(again.stages.get(number=2))[1].startswith(
            "A tie was decided manually (The jury said so.)"
        )

    @pytest.mark.parametrize("seating", ["lot", "varma"])
    def test_drawn_seats_survive_export_and_import(self, make, seating):
        cup = make(system="round-robin").with_players("Ann", "Bo", "Cy", "Di", club="Oulu")
        seats.draw_seats(cup.orla, cup.tournament, seating)
        again, written = elsewhere(cup.tournament)
        assert files.write(again) == written

    def test_second_import_on_the_same_server_differs_only_in_ids(self, event):
        """Data from a file gets new ids, the same ones everywhere in the file."""
        event.publish()
        written = files.write(event.tournament)
        again = moving.import_file(COMMAND, written)
        assert again.slug != event.tournament.slug
        second = files.write(again).decode()
        ours, theirs = (files.public_ids(read_again(data)) for data in (written, second))
        for kind, ids in ours.items():
            assert not set(ids) & set(theirs[kind])
            for here, there in zip(ids, theirs[kind], strict=True):
                second = second.replace(f'"{there}"', f'"{here}"')
        assert second.replace(f'"{again.slug}"', f'"{event.tournament.slug}"').encode() == written

    def test_imported_operations_are_not_repeated(self, make, token_of):  # noqa: F811 a fixture
        cup = make(system="round-robin").with_players("Ann", "Bo", "Cy", "Di")
        cup.pair()
        cup.publish()
        entered = {"id": str(uuid4()), "type": "result", "pairing": cup.table(1).public_id, "version": 1}
        entered |= {"version": cup.table(1).version, "result": {"notation": "1-0"}}
        added = {"id": str(uuid4()), "type": "add-player", "player": {"name": "Eve"}}
        sent = {"operations": [entered, added]}
        first = Program(cup.tournament, token_of(cup)).send("POST", "/ops", sent).json()["operations"]
        assert [each["status"] for each in first] == ["applied", "rejected"]
        again, written = elsewhere(cup.tournament)
        assert files.write(again) == written
        Member.objects.create(tournament=again, user=cup.orla.user, role="organiser")
        cup.tournament = again
        answer = Program(again, token_of(cup)).send("POST", "/ops", sent).json()["operations"]
        assert [each["status"] for each in answer] == ["duplicate", "rejected"]
        assert answer[0]["version"] == first[0]["version"]

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize(
        "wrong",
        [
            {"operation": "1"},
            {"operation": "00000000000000000000000000000001"},
            {"of": "f"},
            {"version": -1},
            {"version": True},
            {"made": "x"},
            {"more": 1},
        ],
    )
    def test_invalid_operations_are_refused(self, event, wrong):
        changed = read_again(files.write(event.tournament))
        sound = {"operation": str(uuid4()), "of": "0" * 64, "version": 1, "made": "23456789"}
        before = Tournament.objects.count()
        for rows in ([{**sound, **wrong}], [sound, sound]):
            with pytest.raises(Refused, match="operations"):
                import_changed({**changed, "operations": rows})
        assert Tournament.objects.count() == before

    def test_file_without_operations_is_imported(self, event):
        changed = read_again(files.write(event.tournament))
        del changed["operations"]
        assert not import_changed(changed).operations.exists()

    def test_importing_user_is_the_only_staff_member(self, event, sam):
        staff.invite(event.orla, event.tournament, role="helper")
        again = moving.import_file(Who.at_page(sam), files.write(event.tournament))
        assert [(member.user, member.role) for member in again.members.all()] == [(sam, "organiser")]
        assert "secret" not in files.write(event.tournament).decode()
        entry = again.journal.get(sequence=1)
        assert (entry.actor, entry.by) == (None, "Orla")
        assert not Result.objects.filter(pairing__round__tournament=again, entered_by__isnull=False).exists()

    @pytest.mark.rotates(2)
    def test_journal_page_of_the_import_names_the_original_authors(self, event, sam):
        again = moving.import_file(Who.at_page(sam), files.write(event.tournament))
        client = Client()
        client.force_login(sam)
        assert "Orla" in client.get(f"/t/{again.slug}/desk/journal/").content.decode()


class TestUndo:
    @pytest.mark.rotates(4)
    def test_same_entries_can_be_undone_in_original_and_import(self, event):
        again = moving.import_file(COMMAND, files.write(event.tournament))
        for entries in (event.tournament.journal, again.journal):
            taken = []
            for entry in entries.order_by("-sequence"):
                if VERBS[entry.verb].reversible:
                    try:
                        undo.undo(COMMAND, entry.tournament, entry)
                    except Refused as refusal:
                        taken.append((entry.sequence, refusal.code))
                    else:
                        taken.append((entry.sequence, "undone"))
            if entries.instance == event.tournament:
                there = taken
        assert taken == there
        assert sum(how == "undone" for _n, how in taken) > 10

    def test_undo_of_a_withdrawal_works_in_the_import(self, event):
        again, _written = elsewhere(event.tournament)
        last = again.journal.get(verb="withdraw")
        undo.undo(COMMAND, again, last)
        assert Player.objects.get(tournament=again, name="Player 8").is_in

    def test_undo_restores_a_removed_player_in_the_import(self, event):
        again = moving.import_file(COMMAND, files.write(event.tournament))
        undo.undo(COMMAND, again, again.journal.get(verb="remove-player"))
        assert Player.objects.filter(tournament=again, name="Never played").count() == 1
        assert not Player.objects.filter(tournament=event.tournament, name="Never played").exists()


class TestContinuedTournament:
    @pytest.mark.rotates(2)
    def test_imported_draft_can_be_published_and_the_next_round_paired(self, event):
        again, _written = elsewhere(event.tournament)
        draft = again.rounds.get(status="draft")
        assert rounds.publish_round(COMMAND, again, draft).status == "published"
        entry = again.journal.latest("sequence")
        assert (entry.verb, entry.sequence) == ("publish-round", event.revision() + 1)


def change_value(name, value, where="tournament", place=0):
    def change(found):
        (found[where] if where == "tournament" else found[where][place])[name] = value

    return change


def without(*path):
    def change(found):
        for part in path[:-1]:
            found = found[part]
        del found[path[-1]]

    return change


def duplicate_row(name, **more):
    def change(found):
        last = copy.deepcopy(found[name][-1])
        found[name].append({**last, "id": last.get("id", 0) + 1, **more})

    return change


HOSTILE = {
    "another format": change_value("format", "x", "tournament"),
    "an unknown game": change_value("game", "quidditch"),
    "unknown rules": change_value("rules", "mine"),
    "rules that cannot be": change_value("rules_changes", {"chain": []}),
    "an unknown zone": change_value("time_zone", "Mars/Olympus"),
    "a name without letters": change_value("name", "   "),
    "a name that turns the page": change_value("name", "a\u202eb"),
    "a text for a number": change_value("best_of", "1"),
    "a number out of range": change_value("best_of", 99),
    "a date that is none": change_value("starts_on", "2026-02-31"),
    "an address that is none": change_value("slug", "../../etc"),
    "a revision ahead of the journal": change_value("revision", 10_000),
    "a field too many": change_value("is_superuser", True),
    "a field too few": without("tournament", "name"),
    "a list too few": without("seats"),
    "no journal entry": without("journal", 0),
    "an entry of an unknown verb": change_value("verb", "hack", "journal"),
    "an entry that takes itself back": change_value("undoes", 1, "journal"),
    "a change of another table": change_value(
        "changes", [{"model": "user", "id": 1, "before": {}, "after": {}}], "journal"
    ),
    "a change of a member": change_value(
        "changes", [{"model": "member", "id": 1, "before": None, "after": {}}], "journal"
    ),
    "a change of an unknown field": change_value(
        "changes", [{"model": "player", "id": 1, "before": {"x": 1}, "after": {"x": 2}}], "journal"
    ),
    "the making of a tournament": change_value(
        "changes", [{"model": "tournament", "id": None, "before": None, "after": {}}], "journal"
    ),
    "a player who is not there": change_value("player", 77, "appearances"),
    "a round that is not there": change_value("round", 77, "pairings"),
    "a stage that is not there": change_value("stage", 77, "rounds"),
    "a seat of nobody": change_value("player", 77, "seats"),
    "two with one number": change_value("id", 2, "players"),
    "a seat twice": change_value("number", 2, "seats"),
    "a player twice in a round": duplicate_row("appearances"),
    "a table with one side": without("appearances", 1),
    "a table twice": change_value("table", 2, "pairings"),
    "a round twice": change_value("number", 2, "rounds"),
    "an unknown state": change_value("status", "burning", "rounds"),
    "an unknown bye": change_value("bye", "golden", "appearances"),
    "a player without a name": change_value("name", "", "players"),
    "a draw that is no draw": change_value("first", "loss", "results"),
    "an unknown outcome": change_value("first", "banana", "results"),
    "a result of no table": change_value("pairing", 77, "results"),
    "a closed round without a result": without("results", 0),
    "an unknown system": change_value("system", "dowsing", "stages"),
    "options that no system has": change_value("options", {"x": 1}, "stages"),
    "a draw of nobody": change_value("drawn", {"apart": "", "players": [], "seats": [1], "reasons": []}, "stages"),
    "points that are none": change_value("virtual_points", {"abcdefgh": ["1e999999"]}, "stages"),
    "no such qualification": change_value("qualification", {"stage": 1}, "stages"),
    "a reason without a sentence": change_value("reasons", [{"code": "x", "facts": {}, "article": ""}], "rounds"),
    "a reason that is none": change_value("reasons", "x", "pairings"),
    "seats that are none": change_value("seats", {"1": "x"}, "rounds"),
    "an entry that no sentence tells": change_value("facts", {}, "journal"),
    "a count that is none": change_value("facts", {"name": "Cup", "names": 3}, "journal"),
    "somebody not paired who cannot be": change_value("not_paired", ["<script>"], "rounds"),
    "a public id that is none": change_value("public_id", "<script>", "players"),
    "a public id twice": duplicate_row("players"),
}


def wrong_for(field):
    """Return values of other types than that of the field; for JSON columns, types that none of them has."""
    if isinstance(field, models.JSONField):
        return ["<b>", 10**9, [1]]  # options and rules are objects that are read later
    if field.is_relation or isinstance(field, models.IntegerField):
        return ["<b>", [1], {"a": 1}, True]
    if isinstance(field, models.BooleanField):
        return ["<b>", [1], {"a": 1}, 10**9]
    return [[1], {"a": 1}, 10**9, True]


def is_accepted(sound, where, column, value):
    found = copy.deepcopy(sound)
    (found[where] if where == "tournament" else found[where][-1])[column] = value
    try:
        checking.read(json.dumps(found).encode())
    except Refused:
        return False
    return True


class TestInvalidFiles:
    @pytest.fixture
    def sound(self, event):
        return read_again(files.write(event.tournament))

    @pytest.mark.rotates(4)
    def test_every_invalid_file_is_refused_and_nothing_is_saved(self, sound):
        before, taken = count_rows(), []
        for name, change in HOSTILE.items():
            found = copy.deepcopy(sound)
            change(found)
            try:
                import_changed(found)
            except Refused as refusal:
                taken += [] if refusal.code == "broken-file" and "Nothing was saved" in refusal.text else [name]
            else:
                taken.append(name)
        assert taken == []
        assert count_rows() == before

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\xff\xfe",
            b"null",
            b"[" * 200_000,
            b'{"a":' * 200_000,
            b'{"format": "kierros-tournament"}',
            b'{"format": "kierros-tournament", "version": 99}',
            b'{"format": "x", "format": "x"}',
            b'{"n": 1.5}',
            b'{"n": NaN}',
            b'{"n": ' + b"9" * 5000 + b"}",
            b'{"t": "\\u0000"}',
            b'{"t": "\\ud800"}',
            b'{"t": ' + b"[" * 40 + b"]" * 40 + b"}",
        ],
    )
    def test_other_data_is_refused(self, data):
        with pytest.raises(Refused, match="Nothing was saved"):
            moving.import_file(COMMAND, data)

    def test_oversized_file_is_refused(self, monkeypatch):
        monkeypatch.setattr(checking, "LARGEST", 10)
        with pytest.raises(Refused, match="larger than any tournament"):
            moving.import_file(COMMAND, b"{          }")

    def test_value_of_a_wrong_type_is_refused_in_every_column(self):
        """Each column gets lists, objects, numbers and texts; an accepted value has the type of the column."""
        taken = []
        for kind in ("tournament", *files.LISTS):
            for column, field in files.fields_of(kind).items():
                wrong = [value for value in wrong_for(field) if not wrong_value(kind, {column: value})]
                taken += [(kind, column, value) for value in wrong]
        assert taken == []

    @pytest.mark.parametrize("kind", ["tournament", *files.LISTS])
    def test_every_json_column_has_a_schema(self, kind):
        of_json = {name for name, field in files.fields_of(kind).items() if isinstance(field, models.JSONField)}
        assert of_json == set(JSON_SCHEMAS.get(kind, {}))
        assert set(MEANINGS.get(kind, {})) <= set(files.fields_of(kind))

    @pytest.mark.parametrize(
        ("kind", "row", "place"),
        [
            ("tournament", {"name": "Cup", "best_of": "1"}, "best_of"),
            (
                "tournament",
                {"hall": {"first": 1, "closed": [], "rooms": [{"name": "A", "first": 1, "last": True}]}},
                "hall.rooms.1.last",
            ),
            ("tournament", {"hall": {"first": 1, "closed": [2, 1], "rooms": []}}, "hall"),
            (
                "tournament",
                {
                    "courts": {
                        "count": 2,
                        "closed": [3],
                        "reserved": {},
                        "rest": 0,
                        "waits": True,
                        "minutes": 30,
                        "by_itself": False,
                        "apart": [],
                    }
                },
                "courts",
            ),
            (
                "round",
                {"publication": {"at": "today", "minutes": 1, "reason": "", "not_paired": [], "tag": ""}},
                "publication.at",
            ),
            ("round", {"late": {"abcdefgh": [True]}}, "late.abcdefgh"),
            ("player", {"deductions": [{"round": 1, "points": "1", "reason": "x"}, {"round": 1}]}, "deductions.2"),
            ("round", {"not_paired": ["abcdefgh", "abcdefgh\n"]}, "not_paired.2"),
        ],
    )
    def test_path_of_an_invalid_value_is_named(self, kind, row, place):
        assert wrong_value(kind, row) == place

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize(
        ("column", "good", "bad"),
        [
            ("late", {"abcdefgh": [1]}, {"abcdefgh": [3]}),
            ("late", {}, {"x": [1]}),
            ("extensions", {"abcdefgh": 5}, {"abcdefgh": "5"}),
            ("extensions", {}, {"abcdefgh": 10_000}),
        ],
    )
    def test_invalid_round_values_are_refused(self, sound, column, good, bad):
        assert is_accepted(sound, "rounds", column, good)
        assert not is_accepted(sound, "rounds", column, bad)

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize(
        ("column", "good", "bad"),
        [
            ("round_dates", "2026-05-01, 2026-05-02", "9" * 400),
            ("moved_matches", "3/2 2026-05-01 19:00", "3/2"),
            ("federation", "FIN", "fin"),
            ("time_control", "5400+30", "long"),
            ("rank_method", "FIDE", "x"),
        ],
    )
    def test_invalid_formats_of_tournament_values_are_refused(self, sound, column, good, bad):
        assert is_accepted(sound, "tournament", column, good)
        assert not is_accepted(sound, "tournament", column, bad)

    @pytest.mark.rotates(6)
    def test_random_values_are_refused_or_survive_export(self, sound):
        """Each value is stored or refused with a message; what is stored can be exported again and shown."""
        rng = random.Random(11)
        values = [None, True, -1, 0, 1, 2, 2**31, 2**62, "", "x", "1", "é" * 200, [], {}, [1], {"a": 1}, ["x"], [[1]]]
        places = []

        def collect(value, path):
            for key in value.keys() if isinstance(value, dict) else range(len(value)):
                places.append((*path, key))
                if isinstance(value[key], dict | list):
                    collect(value[key], (*path, key))

        collect(sound, ())
        client, answer, taken = Client(raise_request_exception=False), [], 0
        for _ in range(100):
            found = copy.deepcopy(sound)
            *path, last = rng.choice(places)
            at = found
            for key in path:
                at = at[key]
            at[last] = rng.choice(values)
            before = Tournament.objects.count()
            try:
                again = import_changed(found)
            except Refused as refusal:
                answer.append(refusal.text)
                assert Tournament.objects.count() == before
            else:
                files.write(again)
                if again.is_public:
                    assert client.get(f"/t/{again.slug}/rounds/1/").status_code == 200
                    assert client.get(f"/t/{again.slug}/standings/").status_code == 200
                taken += 1
        assert len(answer) > 50
        assert all("Nothing was saved" in text for text in answer)
        assert taken > 2

    def test_missing_field_with_a_default_is_accepted(self, sound):
        del sound["tournament"]["half_byes_most"]
        del sound["stages"][0]["drawn"]
        assert import_changed(sound).half_byes_most is None


class TestPagesCommandsAndApi:
    def test_desk_page_exports_and_import_page_imports(self, event, orla, sam):
        client = Client()
        client.force_login(orla)
        got = client.get(f"/t/{event.tournament.slug}/desk/tournament.json")
        assert got["Content-Disposition"] == f'attachment; filename="{event.tournament.slug}.json"'
        assert got.content == files.write(event.tournament)
        client.force_login(sam)
        assert client.get(f"/t/{event.tournament.slug}/desk/tournament.json").status_code == 403
        page = client.get("/import/")
        sheet = page.context["form"]["sheet"].initial
        for _ in range(2):  # sent twice, it creates one
            answer = client.post("/import/", {"file": ContentFile(got.content, "cup.json"), "sheet": str(sheet)})
            assert answer.status_code == 302
        assert answer.url == f"/t/{Tournament.objects.latest('pk').slug}/desk/"
        assert Tournament.objects.count() == 2

    def test_invalid_file_is_refused_on_the_page(self, sam):
        client = Client()
        client.force_login(sam)
        answer = client.post("/import/", {"file": ContentFile(b'{"format": 1}', "cup.json")})
        assert answer.status_code == 422
        assert "Nothing was saved" in answer.content.decode()

    def test_commands_export_and_import(self, event, sam, tmp_path):
        out = tmp_path / "cup.json"
        call_command("export_tournament", event.tournament.slug, out)
        assert out.read_bytes() == files.write(event.tournament)
        answer = StringIO()
        call_command("import_tournament", out, organiser="Sam", stdout=answer)
        made = Tournament.objects.latest("pk")
        assert f"/t/{made.slug}/" in answer.getvalue()
        assert made.members.get().user == sam
        with pytest.raises(CommandError, match="There is no tournament nothing"):
            call_command("export_tournament", "nothing")
        with pytest.raises(CommandError, match="There is no account Nobody"):
            call_command("import_tournament", out, organiser="Nobody")
        out.write_bytes(b"{}")
        with pytest.raises(CommandError, match="Nothing was saved"):
            call_command("import_tournament", out)

    @pytest.mark.rotates(2)
    def test_api_exports_and_imports(self, event, orla, sam):
        url = f"/api/v1/tournaments/{event.tournament.slug}/file"
        client = Client()
        assert client.get(url).status_code == 401
        client.force_login(orla)
        got = client.get(url)
        assert got.content == files.write(event.tournament)
        client.force_login(sam)
        for _ in range(2):
            answer = client.post(
                "/api/v1/tournaments", got.content, "application/json", headers={"Idempotency-Key": "once"}
            )
            assert answer.status_code == 201, answer.content
        assert Tournament.objects.count() == 2
        assert answer.json()["revision"] == event.revision()
        empty = b'{"format": "kierros-tournament"}'
        broken = client.post("/api/v1/tournaments", empty, "application/json", headers={"Idempotency-Key": "two"})
        assert (broken.status_code, broken.json()["code"]) == (422, "broken-file")
        client.logout()
        stranger = client.post(
            "/api/v1/tournaments", got.content, "application/json", headers={"Idempotency-Key": "three"}
        )
        assert stranger.status_code == 401


@pytest.mark.rotates(2)
def test_imported_journal_refers_to_no_row_of_another_tournament(event):
    """Changes in an imported journal refer to rows of its own tournament and to rows that no longer exist."""
    again = moving.import_file(COMMAND, files.write(event.tournament))
    for entry in JournalEntry.objects.filter(tournament=again):
        for change in entry.changes:
            way = files.KINDS.get(change["model"])
            if way:
                row = files.model_of(change["model"]).objects.filter(pk=change["pk"])
                assert not row.exclude(**{way: again}).exists()
