"""Whole events by the API only, against a live server, while others follow by a stream and a webhook.

Only HTTP is used, from the account's token to the final report. The follower's final state, built from events only,
must equal the snapshot.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from itertools import cycle
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from tests.event_stream_client import Follower, Mirror, facts_of_snapshot
from tests.serving import PATIENCE, RealServer, wait_until
from tests.webhook_receiver import receiving
from tournaments.core.rights import Who
from tournaments.people import tokens

pytestmark = pytest.mark.django_db(transaction=True)

#: Players in the open and in the card event; `--all-events` uses the larger numbers below.
OPEN, CARDS = 24, 16
MANY, MANY_CARDS = 200, 64
CUT = 8


class Program:
    """A program with one token and one connection; any refused request fails the test."""

    def __init__(self, port, token):
        self.port, self.token, self.root = port, token, "/api/v1"
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def send(self, method, path, body=None, **headers):
        headers |= {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        self.connection.request(method, self.root + path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status < 300, (method, path, answer.status, text[:500])
        return answer, text

    def close(self):
        self.connection.close()

    def get(self, path):
        return json.loads(self.send("GET", path)[1])

    def post(self, path, body=None):
        key = {"Idempotency-Key": uuid4().hex}
        answer, text = self.send("POST", path, body, **key)
        while answer.status == 202:  # accepted but not done: repeat until done
            self.connection.request("GET", answer.headers["Location"], None, {"Authorization": f"Bearer {self.token}"})
            self.connection.getresponse().read()
            answer, text = self.send("POST", path, body, **key)
        return json.loads(text) if text else None

    def put(self, path, body, read):
        tag = self.send("GET", read)[0].headers["ETag"]
        return json.loads(self.send("PUT", path, body, **{"If-Match": tag})[1])


class Event:
    """A tournament that a program creates and runs; a stream and a webhook follow it from the start."""

    def __init__(self, server, program, receiver, **settings):
        self.program, self.receiver = program, receiver
        slug = program.post("/tournaments", {"starts_on": "2026-11-20", "time_zone": "UTC", **settings})["slug"]
        program.root += f"/tournaments/{slug}"
        self.hook = program.post("/webhooks", {"address": receiver.url, "whole": True})
        self.follower = Follower(server, f"{program.root}/events/stream", program.token, last="0")
        assert self.follower.answer.status == 200, self.follower.said

    def add(self, count):
        rows = [{"name": f"Player {n:03}", "rating": 2600 - 5 * n} for n in range(count)]
        self.players = self.program.post("/players", {"players": rows})["players"]

    def play(self, number, notations, *, pairs=None):
        program, at = self.program, f"/rounds/{number}"
        program.post("/rounds", {"number": number})
        if pairs is not None:
            program.put(f"{at}/pairings", {"pairings": [{"first": a, "second": b} for a, b in pairs]}, at)
        tables = program.post(f"{at}/publish", {"reason": "as announced"})["pairings"]
        lines = [
            {"pairing": table["id"], "result": {"notation": text}}
            for table, text in zip(tables, cycle(notations), strict=False)
        ]
        program.put(f"{at}/results", {"results": lines}, at)
        return program.post(f"{at}/close")

    def check_followers(self):
        """Check that both received every event once and in order, and that the events give the same facts as the
        snapshot.
        """
        program = self.program
        listed, cursor, more = [], "0", True
        while more:
            page = program.get(f"/events?after={cursor}")
            listed += page["events"]
            cursor, more = page["cursor"], page["more"]
        ids = [int(event["id"]) for event in listed]
        snapshot = facts_of_snapshot(program.get("/snapshot"))
        wait_until(lambda: self.follower.ids[-1:] == ids[-1:])
        wait_until(lambda: self.receiver.numbers[-1:] == ids[-1:])
        streamed = Mirror(self.follower.events)
        assert (streamed.ids, streamed.facts()) == (ids, snapshot)
        begun = int(self.hook["cursor"])
        posted = Mirror([json.loads(body)["data"] for _headers, body in self.receiver.got])
        assert (posted.ids, posted.facts()) == ([number for number in ids if number > begun], snapshot)
        # The cursor is stored after the response, so wait for it.
        wait_until(lambda: program.get("/webhooks")["webhooks"][0]["cursor"] == str(ids[-1]))
        (state,) = program.get("/webhooks")["webhooks"]
        assert (state["cursor"], state["attempts"], state["is_on"]) == (str(ids[-1]), 0, True)
        self.follower.leave()


@pytest.fixture
def server():
    more = {"WEBHOOK_NETWORKS": "127.0.0.1", "WEBHOOK_HTTP": "on", "STREAMS": "10", "STREAMS_PER_ADDRESS": "10"}
    found = RealServer(connection.settings_dict["NAME"], more=more)
    found.start()
    yield found
    found.stop()


@pytest.fixture
def token(orla):
    more = {"name": "Desk", "expires_at": timezone.now() + timedelta(days=1)}
    _token, value = tokens.create_account_token(Who.at_page(orla), scopes=tokens.OF_ACCOUNT, **more)
    return value


@pytest.mark.rotates(6)
@pytest.mark.slow("a whole event, by a real server")
def test_whole_events_run_by_api_alone(server, token, request, tmp_path):
    everything = request.config.getoption("--all-events")
    with receiving() as receiver, closing(Program(server.port, token)) as program:
        _open(server, program, receiver, MANY if everything else OPEN, tmp_path)
    with receiving() as receiver, closing(Program(server.port, token)) as program:
        _cards(server, program, receiver, MANY_CARDS if everything else CARDS)


def _open(server, program, receiver, count, folder):
    """Nine rounds of the Dutch system with a late entry, a requested bye, a withdrawal and a correction."""
    event = Event(server, program, receiver, name="Open", game="chess", system="dutch", planned_rounds=9)
    event.add(count)
    third = event.players[2]["id"]
    program.post(f"/players/{event.players[-1]['id']}/byes", {"round": 2, "kind": "half"})
    event.play(1, ("1-0", "½-½", "0-1"))
    program.post("/players", {"players": [{"name": "Late", "rating": 1000}]})
    for number in range(2, 10):
        closed = event.play(number, ("1-0", "½-½", "0-1", "1-0", "+--")[number % 2 :])
        if number == 3:
            program.post(f"/players/{third}/withdraw")
        if number == 5:
            table = closed["pairings"][0]
            right = {"result": {"notation": "0-1" if table["result"]["notation"] != "0-1" else "1-0"}}
            program.post(f"/pairings/{table['id']}/corrections", {**right, "reason": "read from the slip"})
    program.post("/finish")
    event.check_followers()

    table = program.get("/standings")["rows"]
    assert len(table) == count + 1
    report = program.send("GET", "/report.trf26")[1]
    file = folder / "open.trf"
    file.write_bytes(report)
    command = [sys.executable, "-m", "pairings", "check", str(file)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert checked.returncode == 0, checked.stdout[-2000:] + checked.stderr[-500:]


def _cards(server, program, receiver, count):
    """Five rounds of Swiss, a cut to the best eight, and a manually paired knock-out; losers are withdrawn."""
    event = Event(server, program, receiver, name="Cards", game="cards", system="papp", planned_rounds=5)
    event.add(count)
    for number in range(1, 6):
        event.play(number, ("2-0", "2-1", "0-2", "1-1-1", "1-2"))
    best = [row["player"]["id"] for row in program.get("/standings")["rows"]][:CUT]
    program.post("/stages", {"places": CUT, "system": "manual", "ties": "lot"})
    number = 5
    while len(best) > 1:
        number += 1
        pairs = [(best[n], best[-1 - n]) for n in range(len(best) // 2)]
        event.play(number, ("2-0", "2-1"), pairs=pairs)
        best, out = [first for first, _second in pairs], [second for _first, second in pairs]
        program.post("/players/withdraw", {"players": out})
    program.post("/finish")
    event.check_followers()
    assert program.get("/standings?stage=2")["rows"][0]["player"]["id"] == best[0]
    assert json.loads(program.send("GET", "/file")[1])["tournament"]["name"] == "Cards"


@pytest.mark.rotates(6)
@pytest.mark.slow("a whole event, by a real server")
def test_swiss_with_a_cut_runs_by_api_alone(server, token):
    """24 card players: five rounds of Swiss, a declined place, and a knock-out of the best eight, seeded by place."""
    with receiving() as receiver, closing(Program(server.port, token)) as program:
        _cut(server, program, receiver)


def _cut(server, program, receiver):
    event = Event(server, program, receiver, name="Cut", game="cards", system="papp", planned_rounds=5)
    event.add(24)
    for number in range(1, 6):
        event.play(number, ("2-0", "2-1", "0-2", "1-2"))
    places = [row["player"]["id"] for row in program.get("/standings")["rows"]]
    program.post(f"/players/{places[3]}/withdraw")
    seeds = [key for key in places if key != places[3]][:CUT]
    program.post("/stages", {"places": CUT, "system": "knock-out", "ties": "lot"})
    first = event.play(6, ("2-0", "2-1"))["pairings"]
    met = [tuple(seeds.index(table[side]["id"]) + 1 for side in ("first", "second")) for table in first]
    assert met == [(1, 8), (4, 5), (2, 7), (3, 6)]
    event.play(7, ("2-0", "2-1"))
    event.play(8, ("2-0", "2-1"))
    program.post("/finish")
    event.check_followers()
    first = program.get("/standings")["rows"][0]
    assert (first["rank"], first["player"]["id"]) == (1, seeds[0])


@pytest.mark.rotates(6)
@pytest.mark.slow("a whole event, by a real server")
def test_groups_and_finals_run_by_api_alone(server, token):
    """22 table tennis players in groups, a knock-out of twelve, and a group result corrected during the semi-finals."""
    with receiving() as receiver, closing(Program(server.port, token)) as program:
        _groups(server, program, receiver)


def _plays_by_seeds(program, number, seed):
    """Play a round in which the better seed of each table wins."""
    at = f"/rounds/{number}"
    program.post("/rounds", {"number": number})
    tables = program.post(f"{at}/publish", {"reason": "as announced"})["pairings"]
    won = {table["id"]: seed[table["first"]["id"]] < seed[table["second"]["id"]] for table in tables}
    lines = [{"pairing": key, "result": {"notation": "3-1" if first else "1-3"}} for key, first in won.items()]
    program.put(f"{at}/results", {"results": lines}, at)
    program.post(f"{at}/close")


def _groups(server, program, receiver):
    event = Event(server, program, receiver, name="Groups", game="table-tennis", system="groups")
    event.add(22)
    seed = {player["id"]: place for place, player in enumerate(event.players)}
    for number in range(1, 4):
        _plays_by_seeds(program, number, seed)
    rows = program.get("/standings")["rows"]
    assert sorted({row["group"] for row in rows}) == list("ABCDEF")
    inside = {row["player"]["id"] for row in rows if row["place_in_group"] <= 2}
    program.post("/stages", {"places": 12, "system": "knock-out", "ties": "lot"})
    for number in (4, 5, 6):
        _plays_by_seeds(program, number, seed)
    table = program.get("/standings?stage=1")["rows"]
    second = next(row["player"]["id"] for row in table if (row["group"], row["place_in_group"]) == ("C", 2))
    third = next(row["player"]["id"] for row in table if (row["group"], row["place_in_group"]) == ("C", 3))
    wrong = next(
        pairing
        for number in range(1, 4)
        for pairing in program.get(f"/rounds/{number}")["pairings"]
        if {pairing["first"]["id"], pairing["second"]["id"]} == {second, third}
    )
    right = {"result": {"notation": "3-0" if wrong["first"]["id"] == third else "0-3"}, "reason": "read from the slip"}
    program.post(f"/pairings/{wrong['id']}/corrections", {**right, "follow": "replay"})
    answer = program.get("/standings?stage=1")["rows"]
    assert {row["player"]["id"] for row in answer if row["place_in_group"] <= 2} == (inside - {second}) | {third}
    seated = {
        side["id"] for pairing in program.get("/rounds/4")["pairings"] for side in (pairing["first"], pairing["second"])
    }
    assert second not in seated
    event.check_followers()
