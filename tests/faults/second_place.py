"""Test the second backup location: eight people enter results while it fails, and while the computer dies.

    python -m tests.faults.second_place

The second location is unplugged, read-only and, if root can mount a small disk, full. Each time no entry is lost, and
the desk shows a warning. Then the computer dies. A second computer restores every result except those of the last
moment. The script prints how long that moment is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL

import psycopg

from examples.desk import Desk
from tests.serving import ROOT, free_port, manage, wait_until

SLUGS = (
    "demo-dutch", "demo-dubov", "demo-burstein", "demo-lim", "demo-round-robin", "demo-danish", "demo-monrad",
    "demo-papp",
)  # fmt: skip
PREPARE = f"""
from django.core.management import call_command
from tournaments.models import Member, Tournament, User
user = User.objects.create_user("organiser", is_superuser=True)
for slug in {SLUGS!r}:
    Member.objects.create(tournament=Tournament.objects.get(slug=slug), user=user, role=Member.Role.ORGANISER)
    call_command("create_token", slug, name="faults")
"""
#: Prints the desk's text about backups, without a browser or a session.
SAID = f"""
from config.backups import keeping, reached
from tournaments.models import Tournament
tournament = Tournament.objects.get(slug="{SLUGS[0]}")
print(*keeping.warnings(tournament), *reached.footnotes(tournament), sep="\\n")
"""
STATE = "SELECT extract(epoch FROM flush_lag) FROM pg_stat_replication WHERE application_name LIKE 'kierros-cont%'"
#: No confirmed entry older than this may be lost, in seconds.
LOSS = 2.0
#: The size of the small disk, in bytes.
DISK = 300 << 20


@dataclass
class Computer:
    """A laptop with its own data, and the folder of its second backup location."""

    folder: Path
    stick: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        answer = {name: value for name, value in os.environ.items() if not name.startswith(("DATABASE_", "EMBEDDED_"))}
        return {
            **answer, "VAR_DIR": str(self.folder), "BACKUP_SECOND_DIR": str(self.stick), "KIERROS_BOOTSTRAP": "off",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *more: str) -> None:
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o777)
        command = manage("start", "--no-lan", "--port", str(self.port), *more)
        self.process = subprocess.Popen(command, env=self.environment, cwd=ROOT, start_new_session=True)
        wait_until(self._answers)

    def run(self, *arguments: str) -> str:
        ran = subprocess.run(manage(*arguments), env=self.environment, cwd=ROOT, check=True, stdout=subprocess.PIPE)
        return ran.stdout.decode().strip()

    def desk_text(self) -> str:
        """Return the desk's text about backups."""
        return self.run("shell", "--no-imports", "-c", SAID)

    def ask(self, question: str) -> list[tuple[object, ...]]:
        where = {"host": str(self.folder / "postgres" / "socket"), "user": "postgres", "dbname": "kierros"}
        with psycopg.connect(**where, autocommit=True) as opened:  # type: ignore[arg-type]
            return opened.execute(question).fetchall()

    def die(self) -> None:
        """Kill the server, PostgreSQL and pg_receivewal with SIGKILL, and delete the data folder."""
        assert self.process is not None
        postmaster = (self.folder / "postgres" / "pg18" / "postmaster.pid").read_text().split()[0]
        for pid in [*_processes("-s", str(self.process.pid)), int(postmaster), *_processes("--ppid", postmaster)]:
            try:
                os.kill(pid, SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(90)

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the server ended: see above"
        try:
            with urllib.request.urlopen(f"{self.url}/up/", timeout=30):
                return True
        except OSError:
            return False


def _processes(*chosen: str) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", *chosen], capture_output=True, text=True, check=False)
    return [int(pid) for pid in listed.stdout.split()]


@dataclass
class Writer:
    """A person who enters results of one tournament, one by one. `confirmed` has the time of each answer."""

    desk: Desk
    tables: dict[int, str | None]
    before: int
    confirmed: list[float] = field(default_factory=list)
    states: list[dict[int, str | None]] = field(default_factory=list)
    faults: list[object] = field(default_factory=list)
    slowest: float = 0.0
    ended: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def of(cls, folder: Path, computer: Computer, slug: str, token: str) -> Writer:
        desk = Desk(folder / slug, token)
        desk.open(f"{computer.url}/api/v1/tournaments/{slug}")
        read = desk.fetch()
        return cls(desk, _tables(read), _revision(computer, slug))

    def run(self) -> None:
        turn = 0
        while not self.ended.is_set():
            table = list(self.tables)[turn % len(self.tables)]
            turn += 1
            after = {**self.tables, table: "0-1" if self.tables[table] == "1-0" else "1-0"}
            began = time.monotonic()
            try:
                self.desk.enter(table, str(after[table]))
                if outcomes := self.desk.send():
                    self.faults.append(outcomes)
                    return
            except Exception as error:  # noqa: BLE001 - the computer is dead
                self.faults.append(error)
                return
            self.confirmed.append(time.monotonic())
            self.slowest = max(self.slowest, self.confirmed[-1] - began)
            self.tables = after
            self.states.append(after)


def _revision(computer: Computer, slug: str) -> int:
    return int(_number(computer, f"SELECT revision FROM tournaments_tournament WHERE slug = '{slug}'"))


def _tables(read: dict[str, object]) -> dict[int, str | None]:
    rounds = read["rounds"]
    assert isinstance(rounds, list)
    rows = [row for row in rounds[-1]["pairings"] if row["second"] is not None]
    return {row["table"]: (row["result"] or {}).get("notation") for row in rows}


def main() -> int:
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    with tempfile.TemporaryDirectory(prefix="kierros-") as outer:
        folder = Path(outer)
        folder.chmod(0o777)
        with _disk(folder / "disk") as is_small:
            stick = folder / "disk" / "stick"
            stick.mkdir()
            stick.chmod(0o777)
            computers = Computer(folder / "first", stick), Computer(folder / "second", stick)
            try:
                _play(folder, stick, *computers, is_small=is_small)
            finally:
                for computer in computers:
                    if computer.process is not None and computer.process.poll() is None:
                        computer.stop()
    return 0


@contextmanager
def _disk(folder: Path) -> Iterator[bool]:
    """Make a folder, as a separate small disk if root can mount one, and yield whether it is one."""
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "kierros", str(folder)]
    is_small = os.geteuid() == 0 and subprocess.run(mounting, check=False).returncode == 0
    folder.chmod(0o777)
    try:
        yield is_small
    finally:
        if is_small:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _play(folder: Path, stick: Path, first: Computer, second: Computer, *, is_small: bool) -> None:
    first.start("--demo")
    tokens = re.findall(r"kie_[\w-]+", first.run("shell", "--no-imports", "-c", PREPARE))
    writers = [Writer.of(folder / "desks", first, slug, token) for slug, token in zip(SLUGS, tokens, strict=True)]
    for writer in writers:
        threading.Thread(target=writer.run, daemon=True).start()
    wait_until(lambda: _is_copying(first))
    _pull_out(first, stick)
    _long_away(first, stick)
    _read_only(first, stick)
    if is_small:
        _full(first, stick)
    assert not [fault for writer in writers for fault in writer.faults], writers
    slowest = max(writer.slowest for writer in writers)
    print(f"{sum(len(w.confirmed) for w in writers)} results entered, none failed; slowest {slowest:.2f} s.")
    _measure(first, writers)

    died = time.monotonic()
    first.die()
    for writer in writers:
        writer.ended.set()
    began = time.monotonic()
    second.start("--from", str(stick))
    print(f"Another computer served the restored data {time.monotonic() - began:.1f} s after its start.")
    _compare(folder, second, writers, tokens, died)
    wait_until(lambda: _is_copying(second))
    assert len(list((stick / "continuous").iterdir())) == 1, "the restored copy must be replaced"


def _until_said(computer: Computer, text: str) -> float:
    began = time.monotonic()
    wait_until(lambda: text in computer.desk_text())
    return time.monotonic() - began


def _is_copying(computer: Computer) -> bool:
    """Return whether the desk shows that the copy is up to date."""
    text = computer.desk_text()
    return "everything until" in text and "nothing newer" not in text


def _pull_out(first: Computer, stick: Path) -> None:
    before = [path.name for path in (stick / "continuous").iterdir()]
    away = stick.with_name("away")
    stick.rename(away)
    took = _until_said(first, "but nothing newer")
    print(f"Unplugged: the desk shows after {took:.1f} s: {first.desk_text()}")
    away.rename(stick)
    began = time.monotonic()
    wait_until(lambda: _is_copying(first))
    took = time.monotonic() - began
    assert [path.name for path in (stick / "continuous").iterdir()] == before, "the same copy must continue"
    print(f"Plugged in again: the copy continues after {took:.1f} s.")


def _long_away(first: Computer, stick: Path) -> None:
    """Unplug the location for so long that the first disk deletes the log it would need to catch up."""
    before = [path.name for path in (stick / "continuous").iterdir()]
    away = stick.with_name("away")
    stick.rename(away)
    _until_said(first, "but nothing newer")
    for _ in range(40):
        first.ask("SELECT pg_current_xact_id(), pg_switch_wal()")
    first.run("shell", "--no-imports", "-c", "from django.db import connection as c; c.cursor().execute('CHECKPOINT')")
    stored = sum(path.stat().st_size for path in (first.folder / "postgres" / "pg18" / "pg_wal").iterdir())
    print(f"Unplugged for 640 MB of log: this disk has {stored / 1_000_000:.0f} MB of it left.")
    away.rename(stick)
    wait_until(lambda: [path.name for path in (stick / "continuous").iterdir()] != before)
    wait_until(lambda: _is_copying(first) and len(list((stick / "continuous").iterdir())) == 1)
    print("A new base backup replaced the old one.")


def _read_only(first: Computer, stick: Path) -> None:
    (generation,) = (stick / "continuous").iterdir()
    (generation / "wal").chmod(0o500)
    for file in (generation / "wal").iterdir():
        file.chmod(0o400)
    first.ask("SELECT pg_switch_wal()")
    took = _until_said(first, "but nothing newer")
    print(f"Read-only: the desk shows after {took:.1f} s: {first.desk_text()}")
    (generation / "wal").chmod(0o700)
    for file in (generation / "wal").iterdir():
        file.chmod(0o600)
    wait_until(lambda: _is_copying(first))
    print("Writable again: the copy continues.")


def _full(first: Computer, stick: Path) -> None:
    before = [path.name for path in (stick / "continuous").iterdir()]
    filler = stick.parent / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
    first.ask("SELECT pg_switch_wal()")
    took = _until_said(first, "but nothing newer")
    print(f"Full: the desk shows after {took:.1f} s: {first.desk_text()}")
    filler.unlink()
    wait_until(lambda: _is_copying(first))
    assert [path.name for path in (stick / "continuous").iterdir()] == before, "the same copy must continue"
    print("Space available again: the copy continues.")


def _measure(first: Computer, writers: list[Writer]) -> None:
    """Print how far the second location lags behind while everyone writes, as PostgreSQL measures it."""
    count, began, lags = sum(len(w.confirmed) for w in writers), time.monotonic(), []
    used = _cpu(first)
    position = _number(first, "SELECT pg_current_wal_lsn() - '0/0'")
    while time.monotonic() - began < 10:
        lags += [float(str(row[0])) for row in first.ask(STATE) if row[0] is not None]
        time.sleep(0.2)
    entered = sum(len(w.confirmed) for w in writers) - count
    log = (_number(first, "SELECT pg_current_wal_lsn() - '0/0'") - position) / max(1, entered)
    lags.sort()
    cpu = (_cpu(first) - used) / max(1, entered)
    print(
        f"{entered / 10:.0f} results a second by {len(writers)} people. Each costs the copy {log / 1000:.1f} kB and "
        f"{cpu * 1000:.2f} ms of CPU. It lags by "
        f"{lags[len(lags) // 2] * 1000:.0f} ms (median), {lags[-1] * 1000:.0f} ms at most."
    )


def _cpu(first: Computer) -> float:
    """Return the CPU seconds used by pg_receivewal and by the process that sends to it."""
    assert first.process is not None
    named = subprocess.run(["ps", "-o", "pid=,comm=", "-s", str(first.process.pid)], capture_output=True, text=True)  # noqa: PLW1510 none may be there
    receivers = [int(line.split()[0]) for line in named.stdout.splitlines() if "pg_receivewal" in line]
    senders = [int(str(row[0])) for row in first.ask("SELECT pid FROM pg_stat_replication")]
    ticks = 0
    for pid in (*receivers, *senders):
        ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _number(computer: Computer, question: str) -> float:
    return float(str(computer.ask(question)[0][0]))


def _compare(folder: Path, second: Computer, writers: list[Writer], tokens: list[str], died: float) -> None:
    """Compare the restored results with the confirmed ones.

    Each entry increases the tournament's revision by one, so the revision tells which entries were restored.
    """
    lost: list[float] = []
    for slug, token, writer in zip(SLUGS, tokens, writers, strict=True):
        desk = Desk(folder / "again" / slug, token)
        desk.open(f"{second.url}/api/v1/tournaments/{slug}")
        read = desk.fetch()
        there = _revision(second, slug) - writer.before
        lost += [died - at for at in writer.confirmed[there:] if at < died]
        if 0 < there <= len(writer.states):
            assert _tables(read) == writer.states[there - 1], slug
    confirmed = sum(at < died for writer in writers for at in writer.confirmed)
    print(
        f"{confirmed} confirmed, {len(lost)} lost, the oldest {max(lost, default=0.0):.2f} s before the computer died."
    )
    assert max(lost, default=0.0) <= LOSS


if __name__ == "__main__":
    sys.exit(main())
