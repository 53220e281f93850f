"""POSIX and Windows, as POSIX imitates it, keep the same promises; and the differences of Windows."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing import connection
from pathlib import Path

import pytest

from operating_system import System, base, system
from operating_system.posix import Posix
from operating_system.windows import Windows
from tests.serving import PATIENCE, ROOT


@pytest.fixture(params=[Posix(), Windows()], ids=["posix", "windows"])
def each(request):
    return request.param


def open_lock_file(each, path):
    return each.open_lock_file(path)


class TestLocks:
    def test_readers_share_a_lock_and_a_writer_is_alone(self, each, tmp_path):
        first, second, third = (open_lock_file(each, tmp_path / "lock") for _ in range(3))
        each.lock(first, shared=True)
        each.lock(second, shared=True, wait=False)
        with pytest.raises(BlockingIOError):
            each.lock(third, wait=False)
        os.close(first)
        os.close(second)
        each.lock(third, wait=False)
        os.close(third)

    def test_held_folder_is_not_deleted(self, each, tmp_path):
        folder = tmp_path / "copy"
        folder.mkdir()
        (folder / "program").write_text("x")
        held = each.hold_folder(folder)
        each.delete_unless_held(folder)
        assert (folder / "program").exists()
        os.close(held)
        each.delete_unless_held(folder)
        assert list(tmp_path.iterdir()) == []


class TestFiles:
    def test_finished_file_replaces_another(self, each, tmp_path):
        new, old = tmp_path / "new", tmp_path / "old"
        new.write_text("new")
        old.write_text("old")
        each.replace(new, old)
        each.sync_folder(tmp_path)
        assert (old.read_text(), new.exists()) == ("new", False)

    def test_name_is_given_only_once(self, each, tmp_path):
        for text in ("first", "second"):
            (tmp_path / text).write_text(text)
        each.give_name(tmp_path / "first", tmp_path / "name")
        with pytest.raises(FileExistsError):
            each.give_name(tmp_path / "second", tmp_path / "name")
        assert (tmp_path / "name").read_text() == "first"

    def test_can_write_only_in_existing_folders_without_leaving_files(self, each, tmp_path):
        assert each.can_write(tmp_path)
        assert not each.can_write(tmp_path / "missing")
        assert list(tmp_path.iterdir()) == []


class TestProcesses:
    def test_end_of_a_pipe_is_passed_to_another_program(self, each):
        ours, theirs = multiprocessing.Pipe()
        argument, options = each.pipe_options(theirs)
        script = (
            f"import sys; from {type(each).__module__} import {type(each).__name__} as System\n"
            "System().pipe_from(sys.argv[1]).send('heard')"
        )
        subprocess.run([sys.executable, "-c", script, argument], cwd=ROOT, check=True, **options)
        assert ours.recv() == "heard"

    def test_process_name_is_found_and_empty_for_unknown_processes(self, each):
        assert "python" in each.process_name(os.getpid()) or "pytest" in each.process_name(os.getpid())
        assert each.process_name(2**22 + 1) == ""

    def test_request_to_end_wakes_a_waiting_process(self, each):
        before = signal.getsignal(signal.SIGINT)
        with each.requests_to_end() as answer:
            assert connection.wait([answer], 0) == []
            signal.raise_signal(signal.SIGINT)
            assert connection.wait([answer], PATIENCE) == [answer]
        assert signal.getsignal(signal.SIGINT) is before

    @pytest.mark.slow("spawns a process")
    def test_process_ends_on_request(self, each):
        """As in a worker: the process receives the request in its loop, finishes what it has begun, and ends."""
        context = multiprocessing.get_context("spawn")
        ready, answer = context.Pipe(duplex=False)
        ending = each.new_ending()
        process = context.Process(target=until_told, args=(each, ending.given, answer))
        process.start()
        assert ready.recv() == "begun"
        ending.tell(process)
        assert ready.recv() == "done"
        process.join(PATIENCE)
        assert process.exitcode == 0


def until_told(each, given, answer):
    async def work():
        ended = asyncio.Event()
        each.hear_ending(given, asyncio.get_running_loop(), ended.set)
        answer.send("begun")
        await ended.wait()
        answer.send("done")

    asyncio.run(work())


class TestWindows:
    def test_file_held_by_a_scanner_is_replaced_once_released(self, tmp_path, monkeypatch):
        new, held = tmp_path / "new", [True, True]
        new.write_text("new")
        replace = Path.replace

        def refuse_while_held(self, target):
            if held:
                held.pop()
                raise PermissionError
            return replace(self, target)

        monkeypatch.setattr(Path, "replace", refuse_while_held)
        Windows().replace(new, tmp_path / "name")
        assert (tmp_path / "name").read_text() == "new"

    def test_file_that_stays_open_is_an_error(self, tmp_path, monkeypatch):
        def refuse(self, target):
            raise PermissionError

        monkeypatch.setattr("operating_system.windows.PATIENCE", -1.0)
        monkeypatch.setattr(Path, "replace", refuse)
        with pytest.raises(PermissionError):
            Windows().replace(tmp_path / "new", tmp_path / "name")

    def test_folder_in_use_on_windows_stays_whole(self, tmp_path, monkeypatch):
        """The folder cannot be renamed, as while a program in it is running."""
        folder = tmp_path / "copy"
        folder.mkdir()
        (folder / "postgres.exe").write_text("x")

        def refuse(self, target):
            raise PermissionError

        monkeypatch.setattr(Path, "rename", refuse)
        Windows().delete_unless_held(folder)
        assert (folder / "postgres.exe").exists()

    def test_postgresql_gets_no_path_with_an_umlaut(self):
        account = Windows().account_for(Path("C:/Users/Jörg Ääni"))
        assert account.can_reach(Path("C:/Users/Jorg"))
        assert not account.can_reach(Path("C:/Users/Jörg Ääni/AppData"))

    def test_onedrive_folder_is_refused(self, tmp_path, monkeypatch):
        monkeypatch.setenv("OneDriveConsumer", str(tmp_path))
        assert "Move Kierros to another folder" in Windows().why_unfit(tmp_path / "Kierros" / "var")
        assert Windows().why_unfit(tmp_path.parent / "var") == ""
        assert Posix().why_unfit(tmp_path) == ""

    @pytest.mark.slow("starts two programs")
    def test_replacing_program_returns_its_exit_code(self, tmp_path):
        script = (
            "import os, sys; from operating_system.windows import Windows\n"
            "said = \"import sys; print('ä'); sys.exit(7)\"\n"
            "Windows().become(sys.executable, [sys.executable, '-c', said], os.environ)"
        )
        ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False)
        assert (ran.returncode, ran.stdout.decode("utf-8").strip()) == (7, "ä")

    def test_event_loop_without_winloop_suits_psycopg(self):
        loop = Windows().new_event_loop()
        assert isinstance(loop, asyncio.SelectorEventLoop)
        loop.close()


@pytest.mark.slow("starts another Python")
def test_environment_variable_chooses_the_windows_way():
    script = "from operating_system import system; print(type(system).__name__, system.workers)"
    environment = {**os.environ, "KIERROS_SYSTEM": "windows"}
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert ran.stdout.split() == [b"Windows", b"1"]
    assert isinstance(system, Posix)
    assert issubclass(Windows, System)
    assert base.Account().can_reach(Path("/"))
