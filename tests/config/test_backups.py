"""A backup is one file. A restore is equal row for row, old backups are deleted by age, damaged ones are refused."""

import os
import random
import subprocess
import tempfile
import threading
import time
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.backups import archive, database, keeping, reached, watch
from config.backups.archive import BackupError
from config.build import RESTORE_TIME_FILE, build_mark
from config.embedded.server import Cluster
from config.management.commands import start
from tests.serving import PATIENCE, environment_for, manage, own_environment, wait_until
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.models import JournalEntry, Tournament, User
from tournaments.models.server_wide import account_retention_months, retention_months
from tournaments.players import registration
from tournaments.privacy import erasing, retention
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle, samples
from tournaments.setup.finding import fill_search_words

pytestmark = pytest.mark.django_db(transaction=True)

#: A server's backup thread, checking ten times a second.
LOOKING = "from config.backups import watch; watch.LOOK_EVERY = 0.1; print('looks', flush=True); watch._run()"

PASSWORD = "a long enough password"


@pytest.fixture
def events():
    """Two small tournaments, each with a running round."""
    asa = User.objects.create_user("Åsa", password=PASSWORD)
    return [event(asa, "First"), event(asa, "Second")]


def event(asa, name):
    who = Who.at_page(asa)
    made = lifecycle.create_tournament(who, name=name, game="chess", starts_on=date(2026, 5, 1), time_zone="UTC")
    registration.add_players(who, made, [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")])
    rounds.publish_round(who, made, rounds.pair_next_round(who, made))
    made.refresh_from_db()
    return made


@pytest.fixture
def places(settings, tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "SHARE", 0)
    settings.BACKUP_DIR, settings.BACKUP_SECOND_DIR = tmp_path / "first", tmp_path / "second"
    settings.BACKUP_SECOND_DIR.mkdir()
    return settings


def texts(path):
    manifest = archive.read(path)
    return {name: (table.rows, table.sha256) for name, table in manifest.tables.items()}


def back_in(environment, path):
    return subprocess.run(
        manage("restore", str(path), "--yes"),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


class TestFile:
    @pytest.mark.rotates(2)
    def test_manifest_counts_the_contents(self, events, tmp_path):
        answer = StringIO()
        call_command("backup", tmp_path / "all.zip", stdout=answer)
        manifest = archive.read(tmp_path / "all.zip")
        assert f"{len(events)} tournaments" in answer.getvalue()
        assert [row[0] for row in manifest.tournaments] == [each.slug for each in events]
        assert manifest.tables["tournaments_journalentry"].rows == JournalEntry.objects.count()
        assert (tmp_path / "all.zip").stat().st_mode & 0o777 == 0o600

    @pytest.mark.rotates(2)
    def test_excludes_sessions(self, events, tmp_path):
        Client().login(username="Åsa", password=PASSWORD)
        database.back_up(tmp_path / "all.zip")
        assert archive.read(tmp_path / "all.zip").tables["django_session"].rows == 0

    def test_existing_file_is_not_overwritten(self, events, tmp_path):
        (tmp_path / "mine.zip").write_text("precious")
        with pytest.raises(CommandError, match="already exists"):
            call_command("backup", tmp_path / "mine.zip")
        assert (tmp_path / "mine.zip").read_text() == "precious"

    def test_missing_folder_is_reported(self, events, tmp_path):
        with pytest.raises(CommandError, match="cannot be written: No such file"):
            call_command("backup", tmp_path / "nowhere" / "all.zip")

    @pytest.mark.rotates(8)
    def test_truncated_or_changed_file_is_refused(self, events, tmp_path):
        whole, broken = tmp_path / "whole.zip", tmp_path / "broken.zip"
        database.back_up(whole)
        content, rng = whole.read_bytes(), random.Random(5)
        for _ in range(100):
            place = rng.randrange(len(content))
            changed = bytearray(content)
            changed[place] ^= 1 << rng.randrange(8)
            for data in (content[:place], bytes(changed), content + bytes([place % 256])):
                broken.write_bytes(data)
                with pytest.raises(BackupError, match="is not a complete Kierros backup"):
                    archive.read(broken)

    def test_file_that_is_no_backup_is_refused(self, tmp_path):
        other = tmp_path / "other.zip"
        other.write_bytes(b"")
        with pytest.raises(CommandError, match="is not a complete Kierros backup"):
            call_command("restore", other, yes=True)
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("restore", tmp_path / "nowhere.zip", yes=True)

    @pytest.mark.rotates(8)
    def test_backup_is_consistent_while_others_write(self, events, tmp_path):
        """In a backup made at any moment, each tournament has as many journal entries as its revision number says."""
        done = threading.Event()

        def write():
            number = 0
            while not done.is_set():
                for tournament in events:
                    number += 1
                    lifecycle.change_settings(Who.command("test"), tournament, name=f"Event {number}")
            connection.close()

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for number in range(5):
                database.back_up(tmp_path / f"{number}.zip")
        finally:
            done.set()
            writer.join()
        for number in range(5):
            manifest = archive.read(tmp_path / f"{number}.zip")
            assert manifest.tables["tournaments_journalentry"].rows == sum(row[2] for row in manifest.tournaments)


class TestRestore:
    @pytest.fixture
    def elsewhere(self, tmp_path_factory):
        """The environment of a new computer, with nothing but an empty folder."""
        folder = Path(project.EMBEDDED_POSTGRES_DIR).parent / f"restore-test-{os.getpid()}"
        files = tmp_path_factory.mktemp("backups")
        yield own_environment(folder, BACKUP_DIR=str(files), VAR_DIR=str(files / "var"))
        cluster = Cluster(folder)
        subprocess.run(["rm", "-rf", str(cluster.folder), str(folder)], check=True)

    @pytest.mark.rotates(8)
    def test_new_computer_gets_every_row_back(self, events, real_server, tmp_path, elsewhere):
        """Back up a running server while others write, kill it, and restore into an empty database: every letter is the
        same.
        """
        samples.load_demo(date(2026, 5, 1))
        fill_search_words()  # as on every start and restore
        club = 'Tab\there\\ "quoted" \u2603 \U0001f3b2'
        registration.change_player(Who.command("test"), events[0], events[0].players.first(), club=club)
        call_command("backup", tmp_path / "all.zip")
        real_server.kill()
        answer = back_in(elsewhere, tmp_path / "all.zip")
        assert "Restored and verified" in answer.stdout, answer.stderr
        again = subprocess.run(
            manage("backup", str(tmp_path / "again.zip")), env=elsewhere, capture_output=True, text=True, check=False
        )
        assert again.returncode == 0, again.stderr
        assert texts(tmp_path / "again.zip") == texts(tmp_path / "all.zip")
        sequences = archive.read(tmp_path / "all.zip").sequences
        assert sequences["tournaments_tournament.id"] == [Tournament.objects.latest("pk").pk, True]
        assert archive.read(tmp_path / "again.zip").sequences == sequences

        # Revision numbers repeat after a restore, so a reader with a stored page fetches it again.
        var = Path(elsewhere["VAR_DIR"])
        before = build_mark(project.BASE_DIR, var)
        (var / RESTORE_TIME_FILE).write_text("earlier")
        assert build_mark(project.BASE_DIR, var) != before != build_mark(project.BASE_DIR, var / "new")

        # The previous database is kept aside, and can be restored too.
        answer = back_in(elsewhere, tmp_path / "all.zip")
        aside = Path(answer.stdout.rsplit(" is in ", 1)[1].strip())
        assert texts(aside) == texts(tmp_path / "all.zip")


class TestRefusal:
    @pytest.mark.rotates(4)
    def test_restore_asks_for_confirmation(self, events, tmp_path, monkeypatch):
        database.back_up(tmp_path / "all.zip")
        asked = []
        monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or "no")
        with pytest.raises(CommandError, match="Nothing was changed"):
            call_command("restore", tmp_path / "all.zip", stdout=StringIO())
        assert "Replace all stored data" in asked[0]

    @pytest.mark.rotates(8)
    def test_restore_is_refused_while_a_server_runs(self, events, real_server, tmp_path):
        database.back_up(tmp_path / "all.zip")
        with pytest.raises(CommandError, match="Stop it, then"):
            call_command("restore", tmp_path / "all.zip", yes=True, stdout=StringIO())
        assert Tournament.objects.count() == len(events)

    @pytest.mark.rotates(8)
    def test_failed_restore_changes_nothing(self, events, tmp_path, monkeypatch):
        """A genuine backup file with contradictory rows is refused, and the stored data stays."""
        before = tmp_path / "before.zip"
        database.back_up(before)
        manifest = archive.read(before)

        def without_players(writer):
            for name in manifest.tables:
                with archive.text(before, name) as member:
                    text = member.read()
                writer.text(name, [b"" if name == "tournaments_player" else text])
            return manifest

        archive.write(tmp_path / "contradicting.zip", without_players)
        with pytest.raises(BackupError, match="does not fit"):
            database.restore(tmp_path / "contradicting.zip")
        database.back_up(tmp_path / "after.zip")
        assert texts(tmp_path / "after.zip") == texts(before)

    @pytest.mark.rotates(4)
    def test_unknown_version_is_refused(self, events, tmp_path):
        database.back_up(tmp_path / "all.zip")
        manifest = archive.read(tmp_path / "all.zip")
        manifest.migrations.append(["tournaments", "9999_from_the_future"])
        archive.write(tmp_path / "future.zip", lambda writer: manifest)
        with pytest.raises(BackupError, match=r"another version of Kierros, which has .*9999_from_the_future"):
            database.restore(tmp_path / "future.zip")

    @pytest.mark.rotates(4)
    def test_version_before_1_0_is_refused(self, events, tmp_path):
        """The file contains migrations from before 1.0, but not the last of them."""
        database.back_up(tmp_path / "all.zip")
        manifest = archive.read(tmp_path / "all.zip")
        manifest.migrations[:] = [["tournaments", "0001_initial"], ["tournaments", "0060_ranks_and_handicaps"]]
        archive.write(tmp_path / "old.zip", lambda writer: manifest)
        with pytest.raises(BackupError, match="too old for this one"):
            database.restore(tmp_path / "old.zip")

    @pytest.mark.rotates(2)
    def test_second_computer_restores_the_newest_complete_backup(self, events, tmp_path):
        older, newer = tmp_path / "kierros-2026-05-01-120000.zip", tmp_path / "kierros-2026-05-01-121000.zip"
        database.back_up(older)
        newer.write_bytes(older.read_bytes()[:-100])
        (tmp_path / "other.zip").write_text("not ours")
        assert keeping.newest_whole(tmp_path) == older
        older.unlink()
        with pytest.raises(BackupError, match="no complete Kierros backup"):
            keeping.newest_whole(tmp_path)

    @pytest.mark.rotates(4)
    def test_start_from_a_backup_keeps_existing_accounts(self, events, tmp_path):
        database.back_up(tmp_path / "all.zip")
        with pytest.raises(CommandError, match=r"already has accounts and tournaments.*restore .*all\.zip"):
            start.Command()._restore(tmp_path / "all.zip")
        assert Tournament.objects.count() == len(events)

    @pytest.mark.rotates(8)
    def test_restore_in_the_same_database_continues_from_there(self, events, tmp_path):
        """The database returns to its earlier content, and continues from there."""
        database.back_up(tmp_path / "all.zip")
        lifecycle.change_settings(Who.command("test"), events[0], name="Too late")
        database.restore(tmp_path / "all.zip")
        assert not Tournament.objects.filter(name="Too late").exists()
        database.back_up(tmp_path / "after.zip")
        assert texts(tmp_path / "after.zip") == texts(tmp_path / "all.zip")
        assert event(User.objects.get(), "Third").players.count() == 4


@pytest.mark.rotates(8)
def test_erasures_are_repeated_after_an_older_backup_is_restored(events, tmp_path):
    """The list of the previous database shows which erasures a restored backup has undone.

    The retention periods of personal details are kept too.
    """
    owner = User.objects.create_user("Olga", password=PASSWORD, is_superuser=True)
    database.back_up(tmp_path / "all.zip")
    retention.set_months(Who.at_page(owner), 24)
    retention.set_account_months(Who.at_page(owner), 60)
    erasing.erase_player(Who.at_page(User.objects.get(username="Åsa")), events[0], events[0].players.get(name="Ann"))
    assert not events[0].players.filter(name="Ann").exists()
    database.restore(tmp_path / "all.zip")
    assert (retention_months(), account_retention_months()) == (24, 60)
    assert events[0].players.filter(name="Ann").exists()
    assert [each.new_name for each in erasing.undone_erasures()] == ["Player 1"]
    assert erasing.do_again(Who.at_page(owner)) == 1
    assert not events[0].players.filter(name="Ann").exists()
    assert erasing.undone_erasures() == []


def keep(pause):
    """Keep backups as the backup process does."""
    with database.open_connection() as opened:
        keeping.keep(pause, opened)


def automatic(folder):
    return sorted(path.name for path in folder.glob("kierros-*.zip"))


class TestLocations:
    @pytest.mark.rotates(4)
    def test_backup_is_made_only_after_a_change(self, events, places):
        keep(timedelta(0))
        keep(timedelta(0))
        assert len(automatic(places.BACKUP_DIR)) == 1
        (places.BACKUP_DIR / automatic(places.BACKUP_DIR)[0]).rename(
            places.BACKUP_DIR / "kierros-2026-01-01-000000.zip"
        )
        User.objects.create_user("New")
        keep(timedelta(0))
        assert len(automatic(places.BACKUP_DIR)) == 2
        User.objects.create_user("Newer")
        keep(timedelta(minutes=10))
        assert len(automatic(places.BACKUP_DIR)) == 2

    def test_backup_is_in_both_locations(self, events, places):
        keep(timedelta(0))
        assert automatic(places.BACKUP_DIR) == automatic(places.BACKUP_SECOND_DIR)
        (name,) = automatic(places.BACKUP_SECOND_DIR)
        assert texts(places.BACKUP_SECOND_DIR / name) == texts(places.BACKUP_DIR / name)

    @pytest.mark.rotates(2)
    def test_missing_second_location_is_shown_on_the_desk(self, events, places, caplog):
        places.BACKUP_SECOND_DIR.rmdir()
        keep(timedelta(0))
        assert len(automatic(places.BACKUP_DIR)) == 1
        assert "did not reach its second place" in caplog.text
        assert keeping.warnings(events[0]) == [
            f"Backups are not copied to the second location: The folder {places.BACKUP_SECOND_DIR} does not exist."
        ]
        assert not places.BACKUP_SECOND_DIR.exists()

    def test_failing_first_location_is_reported(self, events, places):
        places.BACKUP_DIR.write_text("a file where the folder should be")
        with pytest.raises(BackupError, match="cannot be created"):
            keep(timedelta(0))
        assert keeping.warnings(events[0]) == [f"Backups fail: {places.BACKUP_DIR} cannot be created: File exists."]

    def test_locations_without_permission_are_reported(self, events, places, monkeypatch):
        """The server may run under a different account than the one that configured the locations."""

        def fail(path, *_args, **_options):
            raise PermissionError(13, "Permission denied", str(path))

        for name in ("stat", "mkdir", "open", "read_text", "unlink"):
            monkeypatch.setattr(Path, name, fail)
        assert keeping.warnings(events[0]) == [
            f"Backups fail: {places.BACKUP_DIR} cannot be created: Permission denied."
        ]
        with pytest.raises(BackupError, match="cannot be created: Permission denied"):
            keep(timedelta(0))
        with pytest.raises(BackupError, match="does not exist"):
            keeping._to_second_place(Path("x.zip"), places.BACKUP_SECOND_DIR)
        with pytest.raises(BackupError, match="cannot be written"):
            archive.copy(Path("x.zip"), places.BACKUP_SECOND_DIR / "x.zip")

    @pytest.mark.rotates(2)
    def test_database_error_is_reported_until_the_next_backup(self, events, places, monkeypatch):
        monkeypatch.setattr(database, "MARK", "SELECT no_such_thing")
        with pytest.raises(BackupError, match="no_such_thing"):
            keep(timedelta(0))
        assert "Backups fail: The database could not be read" in keeping.warnings(events[0])[0]
        monkeypatch.undo()
        keep(timedelta(0))
        assert keeping.warnings(events[0]) == []

    def test_backups_continue_after_the_clock_is_set_back(self, events, places):
        keeping.first_place()
        future = timezone.now() + timedelta(days=400)
        keeping._remember(keeping.BackupState(at=future.isoformat(), mark="another"))
        assert keeping.is_due(timedelta(minutes=10))

    def test_large_database_gets_longer_pauses(self, events, places, monkeypatch):
        monkeypatch.setattr(keeping, "SHARE", 2)
        keeping.first_place()
        then = timezone.now() - timedelta(minutes=23)
        for seconds, is_due, oldest in ((40, True, 640), (680, True, 2040), (700, False, 2100)):
            keeping._remember(keeping.BackupState(at=then.isoformat(), seconds=seconds))
            assert keeping.is_due(timedelta(minutes=10)) is is_due
            assert keeping.oldest(timedelta(minutes=10)) == timedelta(seconds=oldest)

    def test_pauses_are_longer_with_a_current_second_copy(self, events, places, monkeypatch):
        keeping.first_place()
        monkeypatch.setattr(keeping, "SHARE", 2)
        monkeypatch.setattr(reached, "is_wanted", lambda: True)
        then = timezone.now() - timedelta(minutes=23)
        keeping._remember(keeping.BackupState(at=then.isoformat(), seconds=680))
        for age, fault, is_due in ((5, "", False), (90, "", True), (5, "The stick is full.", True)):
            at = timezone.now() - timedelta(seconds=age)
            reached.remember(reached.CopyState(at.isoformat(), fault))
            assert keeping.is_due(timedelta(minutes=10)) is is_due

    def test_owner_sees_the_maximum_age_of_a_backup(self, events, places, monkeypatch):
        monkeypatch.setattr(keeping, "SHARE", 2)
        keeping.first_place()
        keeping._remember(keeping.BackupState(at=timezone.now().isoformat(), seconds=680))
        User.objects.update(is_superuser=True)
        client = Client()
        client.force_login(User.objects.get())
        assert "the last complete backup is at most 35 minutes old" in client.get("/server/backups/").text

    @pytest.mark.rotates(2)
    def test_desk_shows_the_age_of_the_last_backup(self, events, places):
        client = Client()
        client.force_login(User.objects.get())
        desk = f"/t/{events[0].slug}/desk/"
        assert "No backup yet." in client.get(desk).content.decode()
        keeping.first_place()
        keeping._remember(keeping.BackupState(at=(timezone.now() - timedelta(minutes=7, seconds=5)).isoformat()))
        assert "Last backup: 7\xa0minutes ago." in client.get(desk).content.decode()
        keeping._remember(keeping.BackupState(at=timezone.now().isoformat()))
        assert "Last backup: less than a minute ago." in client.get(desk).content.decode()
        for owns in (True, False):
            User.objects.update(is_superuser=owns)
            assert ('href="/server/backups/"' in client.get(desk).content.decode()) is owns


class TestHandingOver:
    """Root has created the folder: by an earlier start, a restore, or a test run."""

    @pytest.fixture
    def root_made(self, places, monkeypatch):
        """Let root own every path, and return the list for paths that are handed over to the server's account."""
        owned, stat = [], Path.stat
        monkeypatch.setattr(
            Path, "stat", lambda path, **how: os.stat_result((*stat(path, **how)[:4], 0, 0, 0, 0, 0, 0))
        )
        return owned

    def names_handed_over(self, owned):
        keeping.hand_over(SimpleNamespace(own=owned.append))
        return [path.name for path in owned]

    @pytest.mark.rotates(4)
    def test_account_gets_the_folder_and_its_files(self, events, places, root_made):
        keep(timedelta(0))
        (made,) = automatic(places.BACKUP_DIR)
        assert self.names_handed_over(root_made) == ["first", made, "state.json"]

    def test_folder_with_foreign_files_stays_with_root(self, places, root_made):
        places.BACKUP_DIR.mkdir()
        (places.BACKUP_DIR / "thesis.odt").touch()
        assert self.names_handed_over(root_made) == []

    def test_foreign_files_in_our_folder_stay_with_root(self, places, root_made):
        places.VAR = places.BACKUP_DIR.parent
        places.BACKUP_DIR.mkdir()
        (places.BACKUP_DIR / "mine.zip").touch()
        assert self.names_handed_over(root_made) == ["first"]

    def test_folder_of_another_user_stays_unchanged(self, places, monkeypatch):
        stat, owned = Path.stat, []
        monkeypatch.setattr(
            Path, "stat", lambda path, **how: os.stat_result((*stat(path, **how)[:4], 7, 7, 0, 0, 0, 0))
        )
        assert self.names_handed_over(owned) == []

    def test_folder_that_cannot_be_made_is_reported(self, places, caplog):
        places.BACKUP_DIR.write_text("a file where the folder should be")
        assert self.names_handed_over([]) == []
        assert "cannot be created" in caplog.text


class TestRetention:
    def names(self, every, count):
        newest = datetime(2026, 5, 1, 12, tzinfo=UTC)
        return [Path((newest - number * every).strftime(keeping.NAME)) for number in range(count)]

    def stay(self, names):
        gone = set(keeping.too_many(names))
        return [path for path in names if path not in gone]

    def test_newest_backups_all_stay(self):
        names = self.names(timedelta(minutes=10), 500)
        assert self.stay(names)[: keeping.NEWEST] == names[: keeping.NEWEST]

    @pytest.mark.rotates(2)
    def test_a_year_of_backups_leaves_fewer_than_seventy_across_the_year(self):
        stay = self.stay(self.names(timedelta(hours=1), 24 * 365))
        assert len(stay) < 70
        made = [keeping.time_of(path) for path in stay]
        assert (made[0] - made[-1]).days > 300

    def test_foreign_files_stay(self, tmp_path):
        other = [tmp_path / name for name in ("replaced-2020-01-01-000000.zip", "notes.txt", "kierros-mine.zip")]
        for path in other:
            path.write_text("mine")
        for path in self.names(timedelta(days=1), 100):
            (tmp_path / path.name).touch()
        keeping.thin(tmp_path)
        assert all(path.exists() for path in other)
        assert len(automatic(tmp_path)) < 45

    def test_unreadable_folder_is_named(self, tmp_path):
        with pytest.raises(BackupError, match=r"Old backups in .*gone cannot be removed: No such file"):
            keeping.thin(tmp_path / "gone")


class TestTimesOfBackups:
    @pytest.fixture
    def folder(self):
        """A folder that the server's account can reach even if root runs the tests; pytest's own folders are closed to
        it.
        """
        with tempfile.TemporaryDirectory(prefix="kierros-") as made:
            Path(made).chmod(0o777)
            yield Path(made)

    @pytest.mark.rotates(8)
    def test_running_server_makes_a_backup_after_a_closed_round(self, events, folder, idle_server, monkeypatch):
        """Only one of the two server processes makes the backup."""
        monkeypatch.setenv("BACKUP_DIR", str(folder))
        cup = events[0]
        idle_server.start()
        from tests.tournaments.all_features.test_load import Person

        person = Person(idle_server.url)
        person.get("/account/sign-in/")
        person.post("/account/sign-in/", username="Åsa", password=PASSWORD)
        running = cup.rounds.get(status="published")
        for pairing in running.pairings.filter(result=None):
            person.post(f"/t/{cup.slug}/desk/tables/{pairing.public_id}/result/", result="1-0")
        person.post(f"/t/{cup.slug}/desk/rounds/{running.number}/close/")
        cup.refresh_from_db()
        state = [cup.slug, cup.name, cup.revision]

        def with_round():
            """Return the backups that contain the closed round; on a slow machine the first backup can be older."""
            return [name for name in automatic(folder) if state in archive.read(folder / name).tournaments]

        wait_until(with_round)
        assert len(with_round()) == 1

    def test_closed_round_needs_a_backup_whichever_process_closed_it(self, events, places):
        with database.open_connection() as opened:
            assert not watch.has_closed_round(opened)
            keep(timedelta(0))
            assert not watch.has_closed_round(opened)
            for pairing in events[0].rounds.get().pairings.all():
                results.enter_result(Who.command("test"), events[0], pairing, parse("1-0", events[0].scoring))
            assert not watch.has_closed_round(opened)
            rounds.close_round(Who.command("test"), events[0], events[0].rounds.get())
            assert watch.has_closed_round(opened)
            keep(timedelta(0))
            assert not watch.has_closed_round(opened)


class TestSeveralServers:
    """One of all processes on a database makes the backups."""

    @pytest.fixture
    def other(self):
        """The database session of another server."""
        with database.open_connection() as opened:
            yield opened

    @pytest.fixture
    def ours(self, places, monkeypatch):
        monkeypatch.setattr(keeping, "_states_of_others", [])
        with database.open_connection() as opened:
            yield opened

    def as_another_server(self, monkeypatch, act):
        with monkeypatch.context() as other:
            other.setattr(keeping, "_mark", lambda: "another")
            return act()

    @pytest.mark.rotates(2)
    def test_other_servers_show_the_age_of_the_last_backup(self, events, places, ours, other, monkeypatch):
        keeping.first_place()
        keeping._remember(keeping.BackupState(at=(timezone.now() - timedelta(minutes=7, seconds=5)).isoformat()))
        assert keeping.acquire_lock(other)
        self.as_another_server(monkeypatch, lambda: keeping.tell_others(other))
        keeping._remember(keeping.BackupState(fault="An old one of ours"))
        assert not keeping.acquire_lock(ours)
        text = "Another server makes the backups. The last one was made 7\xa0minutes ago."
        assert keeping.age(events[0]) == [text]
        assert keeping.warnings(events[0]) == []
        assert keeping.has_failed() == 0
        assert 425 <= keeping.age_in_seconds() < 485

    @pytest.mark.rotates(2)
    def test_another_server_takes_over_after_a_crash(self, events, places, ours, other, monkeypatch):
        assert keeping.acquire_lock(other)
        assert keeping.acquire_lock(other), "it has it already"
        assert not keeping.acquire_lock(ours)
        other.close()
        wait_until(lambda: keeping.acquire_lock(ours))
        assert keeping.age(events[0]) == ["No backup yet."]

    def test_processes_of_one_server_share_the_state(self, events, places, ours, other):
        keeping.first_place()
        keeping._remember(keeping.BackupState(at=(timezone.now() - timedelta(minutes=7, seconds=5)).isoformat()))
        assert keeping.acquire_lock(other)
        keeping.tell_others(other)
        assert not keeping.acquire_lock(ours)
        assert keeping.age(events[0]) == ["Last backup: 7\xa0minutes ago."]

    def test_failing_server_releases_the_lock(self, events, places, ours, monkeypatch):
        places.BACKUP_DIR.write_text("a file where the folder should be")
        with pytest.raises(BackupError), database.open_connection() as failing:
            watch.look(failing)
        wait_until(lambda: keeping.acquire_lock(ours))

    @pytest.mark.rotates(8)
    def test_second_process_takes_over_when_the_first_is_killed(self, events, tmp_path):
        """Each process has its own folder, as on two computers; the one that makes backups is killed."""
        command = manage("shell", "--no-imports", "-c", LOOKING)
        processes = {}
        try:
            for name in ("one", "two"):
                more = environment_for(connection.settings_dict["NAME"], BACKUP_DIR=str(tmp_path / name))
                processes[name] = subprocess.Popen(command, env=more, stdout=subprocess.PIPE)
            for process in processes.values():
                process.stdout.readline()
            wait_until(lambda: [*tmp_path.glob("*/kierros-*.zip")])
            time.sleep(1)
            (first,) = tmp_path.glob("*/kierros-*.zip")
            processes[first.parent.name].kill()
            wait_until(lambda: len([*tmp_path.glob("*/kierros-*.zip")]) == 2)
            assert len([*first.parent.glob("kierros-*.zip")]) == 1
        finally:
            for process in processes.values():
                process.kill()
                process.communicate()


def test_missing_database_is_reported(monkeypatch, tmp_path):
    def fail(**_more):
        raise psycopg.OperationalError("gone")

    monkeypatch.setattr(psycopg, "connect", fail)
    with pytest.raises(BackupError, match="cannot be reached"):
        database.back_up(tmp_path / "all.zip")
