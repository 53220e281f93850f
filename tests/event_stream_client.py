"""A client that follows a tournament through its event stream."""

from __future__ import annotations

import http.client
import json
import socket
from contextlib import suppress
from threading import Thread
from typing import Any

from tests.serving import PATIENCE, RealServer, wait_until


class Follower:
    """A client of one stream: the received lines, and whether the server has ended the stream."""

    def __init__(self, server: RealServer, path: str, token: str = "", last: str = "") -> None:
        headers = {"Accept": "text/event-stream"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Last-Event-ID": last} if last else {}
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.connection.request("GET", path, headers=headers)
        self.socket = self.connection.sock
        self.answer = self.connection.getresponse()
        self.lines: list[str] = []
        self.said = b""
        self.ended = False
        if self.answer.status == 200:
            Thread(target=self._read, daemon=True).start()
            wait_until(lambda: self.lines)
        else:
            self.said = self.answer.read()
            self._close()

    def _read(self) -> None:
        with suppress(OSError):
            while line := self.answer.readline():
                self.lines.append(line.decode().rstrip("\n"))
        self._close()

    def _close(self) -> None:
        self.ended = True
        self.answer.close()
        self.connection.close()

    def leave(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: self.ended)

    @property
    def ids(self) -> list[int]:
        return [int(line.removeprefix("id: ")) for line in self.lines if line.startswith("id: ")]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events without heartbeats, which have no content and arrive if a test takes long."""
        found = [json.loads(line.removeprefix("data: ")) for line in self.lines if line.startswith("data: ")]
        return [event for event in found if event]


class Mirror:
    """The state of a tournament built only from its events, as seen by staff or by the public."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.ids = [int(event["id"]) for event in events]
        self.rounds: dict[int, str] = {}
        self.results: dict[str, tuple[int, str]] = {}
        self.players: set[str] = set()
        for event in events:
            self._take(event)

    def _take(self, event: dict[str, Any]) -> None:
        self.players = (self.players | set(event["players"])) - set(event["gone"])
        for line in event["results"]:
            self.results.pop(line["pairing"], None)
            if line["notation"] is not None:
                self.results[line["pairing"]] = (line["round"], line["notation"])
        for each in event["rounds"]:
            self.rounds[each["number"]] = each["status"]
            if each["status"] == "gone":
                del self.rounds[each["number"]]
                self.results = {key: (n, text) for key, (n, text) in self.results.items() if n != each["number"]}

    def facts(self, *, whole: bool = True) -> dict[str, Any]:
        """Return the facts of the snapshot; drafts and their pairings are not public."""
        rounds = {number: status for number, status in self.rounds.items() if whole or status != "draft"}
        results = {pairing: text for pairing, (number, text) in self.results.items() if number in rounds}
        return {"rounds": rounds, "results": results, "players": self.players}


def facts_of_snapshot(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return the same facts from a snapshot, to compare them with `Mirror.facts`."""
    tables = [row for round_ in snapshot["rounds"] for row in round_["pairings"]]
    return {
        "rounds": {round_["number"]: str(round_["status"]) for round_ in snapshot["rounds"]},
        "results": {row["id"]: row["result"]["notation"] for row in tables if row["result"]},
        "players": {player["id"] for player in snapshot["players"]},
    }
