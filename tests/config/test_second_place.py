"""The second place receives every change within a second. It shows its delay, limits its size, and can be restored on
another computer.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from config.backups import following, generations, keeping, reached
from config.backups.generations import SEGMENT, About, Generation, Note
from tests.serving import PATIENCE, RealServer, environment_for, manage, wait_until
from tests.tools.try_release import Visitor
from tournaments.models import User

PASSWORD = "a long enough password"


@pytest.fixture
def place(settings, tmp_path, monkeypatch):
    """The second backup location of a server with embedded PostgreSQL that started an hour ago."""
    settings.BACKUP_DIR, settings.BACKUP_SECOND_DIR = tmp_path / "first", tmp_path / "stick"
    settings.BACKUP_DIR.mkdir()
    settings.BACKUP_SECOND_DIR.mkdir()
    monkeypatch.setattr(reached, "_start_time", time.monotonic() - 3600)
    monkeypatch.setattr(reached, "is_wanted", lambda: True)
    return settings.BACKUP_SECOND_DIR


def remember_state(age=None, fault=""):
    reached.remember(reached.CopyState("" if age is None else (timezone.now() - age).isoformat(), fault))


class TestMessages:
    def test_shows_the_age_of_a_current_copy(self, place):
        remember_state(timedelta(seconds=4))
        assert reached.warning() == ""
        assert reached.footnotes(None) == ["The second location has everything until 4 seconds ago."]

    def test_fault_is_reported_with_the_age_of_the_copy(self, place):
        why = "The folder /stick does not exist."
        remember_state(timedelta(minutes=7), why)
        text = f"The second location has everything until 7\xa0minutes ago, but nothing newer. {why}"
        assert keeping.warnings(None) == [text]
        assert reached.footnotes(None) == []

    def test_same_fault_is_reported_once(self, place):
        remember_state(timedelta(minutes=7), "The folder /stick does not exist.")
        keeping._remember(keeping.BackupState(second_fault="The folder /stick does not exist."))
        assert len(keeping.warnings(None)) == 1

    def test_silence_is_reported_after_a_minute(self, place, monkeypatch):
        remember_state(timedelta(seconds=70))
        assert "until 70 seconds ago, but nothing newer." in reached.warning()
        monkeypatch.setattr(reached, "_start_time", time.monotonic())
        assert reached.warning() == "", "a server that has just started"

    def test_first_copy_is_reported_as_in_progress(self, place):
        remember_state()
        assert reached.how_far() == "The second location is being filled."
        remember_state(fault="No space left on device")
        assert reached.warning() == "The second location has no continuous copy yet: No space left on device"

    def test_clock_that_was_set_back_gives_age_zero(self, place):
        remember_state(timedelta(hours=-1))
        assert "until 0 seconds ago" in reached.how_far()
        assert reached.age_in_seconds() == 0

    def test_nothing_is_shown_without_a_second_location(self, place, settings, monkeypatch):
        remember_state(timedelta(hours=1), "A fault of yesterday")
        monkeypatch.undo()
        settings.BACKUP_SECOND_DIR = None
        assert (reached.warning(), reached.how_far(), reached.age_in_seconds()) == ("", "", None)


@pytest.mark.django_db
def test_owners_pages_show_the_state_and_the_restore_command(place):
    client = Client()
    client.force_login(User.objects.create_user("Olga", is_superuser=True))
    remember_state(timedelta(seconds=4))
    for page in ("/server/", "/server/backups/"):
        assert "The second location has everything until" in client.get(page).content.decode()
    assert f"start --from {place}" in client.get("/server/backups/").content.decode()
    remember_state(timedelta(minutes=7), "The stick is gone.")
    for page in ("/server/", "/server/backups/"):
        assert "but nothing newer. The stick is gone." in client.get(page).content.decode()
    assert "start --from" not in client.get("/server/backups/").content.decode()


def make_generation(place, name="", about=None):
    """Return a generation with two log files, complete if `about` is given."""
    generation = generations.begin(place)
    if name:
        generation = Generation(generation.folder.rename(generation.folder.with_name(name)))
    for number in (1, 2):
        (generation.wal / f"0000000100000000000000{number:02}").write_bytes(b"log")
    if about:
        generation.finish(about)
    return generation


ABOUT = About("PostgreSQL 18 on a computer", "build", 5)


class TestGenerations:
    def test_missing_location_is_not_created(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            generations.begin(tmp_path / "stick")
        assert not (tmp_path / "stick").exists()

    def test_only_complete_generations_are_restored_newest_first(self, tmp_path):
        older, newer = make_generation(tmp_path, "b", ABOUT), make_generation(tmp_path, "a", ABOUT)
        make_generation(tmp_path, "c")
        for path in older.log():
            os.utime(path, (1, 1))
        os.utime(older.folder, (1, 1))
        assert [each.name for each in generations.whole(tmp_path)] == [newer.name, older.name]

    def test_finished_file_wins_over_its_partial_copy(self, tmp_path):
        generation = make_generation(tmp_path)
        (generation.wal / "000000010000000000000002.partial").write_bytes(b"older")
        (generation.wal / "000000010000000000000003.partial").write_bytes(b"last")
        (generation.wal / "notes.txt").write_bytes(b"not PostgreSQL's")
        assert [path.name[22:] for path in generation.log()] == ["01", "02", "03.partial"]

    def test_file_truncated_by_a_full_disk_is_removed(self, tmp_path):
        """pg_receivewal refuses to continue with it."""
        generation = make_generation(tmp_path)
        (generation.wal / "000000010000000000000003.partial").write_bytes(b"short")
        generation.drop_unfinished()
        (generation.wal / "000000010000000000000003.partial").write_bytes(bytes(SEGMENT))
        generation.drop_unfinished()
        assert len(generation.log()) == 3

    def test_generations_of_other_servers_stay(self, tmp_path):
        ours, theirs = make_generation(tmp_path, "ours", ABOUT), make_generation(tmp_path, "theirs", ABOUT)
        Note("new", ["ours"]).keep(tmp_path)
        generations.drop(tmp_path, Note.read(tmp_path).older)
        assert not ours.folder.exists()
        assert theirs.folder.exists()

    def test_unreadable_note_owns_no_generation(self, tmp_path):
        (tmp_path / generations.NOTE).write_text("{")
        assert Note.read(tmp_path) == Note()


class SlowReceiver:
    """A receiver that writes its first log after some seconds; also the session that asks for it, and the clock."""

    called = "slow"

    def __init__(self, seconds):
        self.now, self._first_log = 0.0, seconds

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds

    def check(self):
        """It has not ended."""

    def execute(self, query, parameters):
        return self

    def fetchone(self):
        return ("0/1000000", True if self.now >= self._first_log else None)


class TestReceiver:
    def test_slow_start_is_waited_for(self, monkeypatch):
        """A base backup that began earlier would remove the log that the receiver is about to ask for."""
        slow = SlowReceiver(60)
        monkeypatch.setattr(following, "time", slow)
        following._await(slow, slow)
        assert slow.now >= 60

    def test_receiver_that_never_writes_is_a_fault(self, monkeypatch):
        stuck = SlowReceiver(float("inf"))
        monkeypatch.setattr(following, "time", stuck)
        with pytest.raises(following.Fault, match="written nothing"):
            following._await(stuck, stuck)


@pytest.fixture(scope="class")
def dead_laptop():
    """The USB stick of a computer that was killed just after its last entry, and the environment of another one."""
    with tempfile.TemporaryDirectory(prefix="kierros-") as made:
        folder = Path(made)
        folder.chmod(0o777)
        (folder / "stick").mkdir()
        (folder / "stick").chmod(0o777)
        own = {
            "EMBEDDED_POSTGRES_DIR": f"{made}/postgres", "BACKUP_DIR": f"{made}/backups", "VAR_DIR": f"{made}/var",
            "BACKUP_SECOND_DIR": f"{made}/stick", "DATABASE_URL": "", "EMBEDDED_POSTGRES_OPTIONS": "fsync=off",
        }  # fmt: skip
        server = RealServer("kierros", more=own)
        server.start()
        visitor = Visitor(server.url)
        visitor.send("/account/first/", username="Olga", password=PASSWORD)
        wait_until(lambda: "has everything until" in visitor.read("/server/backups/")[1])
        visitor.send("/new/", name="Last words")
        time.sleep(2)
        postmaster = int((folder / "postgres/pg18/postmaster.pid").read_text().split()[0])
        server.kill()
        os.kill(postmaster, signal.SIGKILL)
        shutil.rmtree(folder / "postgres", ignore_errors=True)
        other = {"EMBEDDED_POSTGRES_DIR": f"{made}/other", "BACKUP_DIR": f"{made}/others", "VAR_DIR": f"{made}/var2"}
        yield folder / "stick", environment_for("kierros", **{**own, **other, "BACKUP_SECOND_DIR": ""})


def run(environment, *arguments):
    ran = subprocess.run(
        manage(*arguments), env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    return ran.stdout + ran.stderr


@pytest.mark.rotates(8)
@pytest.mark.slow("servers make databases, and restore them")
class TestAnotherComputer:
    def test_another_computer_restores_the_last_second_or_the_newest_file(self, dead_laptop):
        stick, environment = dead_laptop
        answer = run(environment, "restore", str(stick), "--yes")
        assert "Restored up to the last second." in answer, answer
        assert "Last words" in answer

        again = run(environment, "restore", str(stick), "--yes")
        assert "The previous data is in" in again, again
        assert not list(Path(environment["EMBEDDED_POSTGRES_DIR"]).glob("*e-restored")), "nothing is left lying about"
        note = Note.read(Path(environment["EMBEDDED_POSTGRES_DIR"]))
        (generation,) = generations.whole(stick)
        assert (note.current, note.older) == ("", [generation.name]), "its log is not continued by another history"

        for file in stick.glob("kierros-*.zip"):
            file.unlink()
        about = generation.about()
        generation.finish(replace(about, server="PostgreSQL 1 on another"))
        answer = run(environment, "restore", str(stick), "--yes")
        assert "cannot be used, and there is no complete backup file" in answer
        run(environment, "backup", str(stick))
        answer = run(environment, "restore", str(stick), "--yes")
        generation.finish(about)
        assert "It was made by PostgreSQL 1 on another, and this computer has PostgreSQL" in answer
        assert "Restoring the newest backup file instead." in answer
        assert "Restored and verified" in answer

        content = generation.base.read_bytes()
        generation.base.write_bytes(content[:-1000])
        answer = run(environment, "restore", str(stick), "--yes")
        assert "cannot be used" in answer
        assert "Restored and verified" in answer
