"""The example of an offline desk against a live server, through a network with every kind of fault."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import kierros_client
from tests.faulty_proxy import FAULTS, FaultyProxy
from tournaments.core.words import notation
from tournaments.models import JournalEntry, Operation, Player, Result

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[3]
SCRIPT, CLIENT = ROOT / "examples/desk.py", ROOT / "clients/python"
DESKS, TABLES = 4, 10
TEXTS = ("1-0", "0-1", "½-½")


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("desk", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["desk"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def hall(make):
    stage = make(system="round-robin").with_players(*(f"P{n:03}" for n in range(2 * DESKS * TABLES)))
    stage.pair()
    stage.publish()
    return stage


class Rehearsal:
    """Desks that keep entering results at their own tables; another user enters the last table of each desk first."""

    def __init__(self, stage, secret, example, folder, each):
        self.stage, self.secret, self.example, self.folder, self.each = stage, secret, example, folder, each

    def desk(self, number):
        return self.example.Desk(self.folder / str(number), self.secret)

    def everywhere(self, do):
        with ThreadPoolExecutor(DESKS) as pool:
            return list(pool.map(do, range(DESKS)))

    def prepare(self, url):
        def fetch(number):
            desk = self.desk(number)
            desk.open(f"{url}/api/v1/tournaments/{self.stage.tournament.slug}")
            while True:
                try:
                    return desk.fetch()
                except self.example.Unreachable:
                    continue

        self.everywhere(fetch)
        for number in range(DESKS):
            self.stage.enter(number * TABLES + TABLES, "1-0")

    def expected_entries(self, number):
        """Yield table, result and author of every entry of a desk at its own tables."""
        for turn in range(self.each - 1):
            table = number * TABLES + 1 + turn % (TABLES - 1)
            yield table, TEXTS[turn // (TABLES - 1) % len(TEXTS)], f"{number}-{turn}"

    def send(self, number):
        desk = self.desk(number)
        for table, text, by in self.expected_entries(number):
            desk.enter(table, text, by=by)
        desk.enter(number * TABLES + TABLES, "0-1", by=f"{number}-last")
        desk = self.desk(number)  # as if restarted after a crash
        return desk, desk.send()


@pytest.mark.rotates(8)
def test_no_operation_is_lost_or_applied_twice_over_a_faulty_network(
    hall, token_of, live_server, tmp_path, example, request, monkeypatch
):
    everything = request.config.getoption("--all-operations")
    each = 1250 if everything else 25
    monkeypatch.setattr(kierros_client, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(kierros_client, "LONGEST_PAUSE", 0.05)
    monkeypatch.setattr(kierros_client, "AT_ONCE", max(5, each // 20))
    rehearsal = Rehearsal(hall, token_of(hall, "results:write", "players:write"), example, tmp_path, each)
    with FaultyProxy(live_server.url) as proxy:
        rehearsal.prepare(proxy.url)
        done = rehearsal.everywhere(rehearsal.send)
    if everything:
        assert set(FAULTS) <= set(proxy.met)

    for number, (desk, to_look_at) in enumerate(done):
        (conflict,) = to_look_at
        assert desk.queue.asked[conflict["id"]]["result"]["by"] == f"{number}-last"
        assert (conflict["status"], conflict["current"]["result"]["notation"]) == ("conflict", "1-0")
        counts = Counter(outcome["status"] for outcome in desk.queue.told.values())
        assert (len(desk.queue.waiting), counts["applied"] + counts["duplicate"]) == (0, each - 1)
    entered = [wish for number in range(DESKS) for wish in rehearsal.expected_entries(number)]
    lines = [line for entry in JournalEntry.objects.all() for line in entry.facts.get("results", [entry.facts])]
    assert Counter(line["by"] for line in lines if "by" in line) == Counter(by for _table, _text, by in entered)
    assert Operation.objects.count() == len(entered)
    last = {table: (text, by) for table, text, by in entered}
    stored = Result.objects.exclude(by="").select_related("pairing")
    assert {row.pairing.table: (notation.write(row.fact), row.by) for row in stored} == last


@pytest.mark.rotates(8)
def test_desk_works_from_a_shell(hall, token_of, live_server, tmp_path):
    secret = token_of(hall, "results:write", "players:write")

    def run(*words):
        return subprocess.run(
            [sys.executable, str(SCRIPT), str(tmp_path), *words],
            env={"KIERROS_TOKEN": secret, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(CLIENT)},
            capture_output=True,
            text=True,
            check=False,
        )

    assert run("open", f"{live_server.url}/api/v1/tournaments/{hall.tournament.slug}").returncode == 0
    fetched = run("fetch")
    assert (fetched.stdout, fetched.stderr) == ("1 rounds\n", "")
    assert run("enter", "1", "1-0", "--by", "Kim").returncode == 0
    assert run("enter", "1", "0-1", "--by", "Kim").returncode == 0
    assert run("enter", "2", "nonsense").returncode == 0
    assert run("enter", "999", "1-0").returncode == 1
    assert run("check-in", "P001").returncode == 0
    assert run("list").stdout == "4 wait\n"
    sent = run("send")
    assert (sent.returncode, sent.stdout.count("rejected")) == (2, 1)
    assert run("send").returncode == 0
    assert notation.write(Result.objects.get().fact) == "0-1"
    assert Player.objects.get(name="P001").checked_in
    assert "nonsense" in run("list").stdout


@pytest.mark.rotates(4)
def test_decided_conflicts_are_not_shown_again(hall, token_of, live_server, tmp_path, example):
    secret = token_of(hall, "results:write", "players:write")
    first, second = (example.Desk(tmp_path / name, secret) for name in "FG")
    for desk in (first, second):
        desk.open(f"{live_server.url}/api/v1/tournaments/{hall.tournament.slug}")
        desk.fetch()
    second.enter(7, "0-1")
    second.send()
    refused = first.enter(7, "1-0"), first.enter(8, "nonsense")
    assert [answer["id"] for answer in first.send()] == [answer["id"] for answer in first.queue.open] == list(refused)
    first.enter(7, "1-0")
    first.queue.settle(refused[1])
    assert first.queue.open == []
    assert first.send() == []
    first = example.Desk(tmp_path / "F", secret)
    assert (first.queue.open, first.queue.waiting) == ([], [])
    with pytest.raises(example.Refused):
        first.queue.settle(refused[1])


def test_refusal_shows_the_wrong_value(hall, token_of, live_server, tmp_path, example, capsys):
    desk = example.Desk(tmp_path, token_of(hall, "results:write"))
    desk.open(f"{live_server.url}/api/v1/tournaments/{hall.tournament.slug}")
    desk.fetch()
    desk.enter(8, "nonsense")
    assert example._show(desk, desk.send()) == 2
    assert capsys.readouterr().out.startswith("rejected: Not a valid result.")
