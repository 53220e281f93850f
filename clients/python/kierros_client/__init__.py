"""A client for Kierros: requests that are repeated until there is an answer, a queue on the disk, and the event feed.

    server = Server("https://example.org", token)
    cup = server.post("/tournaments", {"name": "Cup", "starts_on": "2026-09-12", "game": "chess", "planned_rounds": 5})
    for event in Follower(server).read():
        print(event["tournament"], event["topic"])

It needs only Python 3.11. Answers keep fields that this version of the client does not know.
"""

from __future__ import annotations

import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any, TypedDict
from uuid import uuid4

__all__ = ["Event", "Follower", "Outcome", "Queue", "Refused", "Server", "Unreachable"]
__version__ = "1.0.0"

Json = dict[str, Any]

ROOT = "/api/v1"
#: The seconds before a request is repeated for the first time, and at most.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
#: Statuses after which the client repeats the request. 409 means that someone else changed the data at the same time.
AGAIN = (408, 409, 425, 429)
#: The number of answers that the client stores, so that the server need not send them again if they are unchanged.
#: Each page of a feed has its own address.
KEPT = 200
#: The most operations of a queue in one request.
AT_ONCE = 500


class Event(TypedDict):
    """An event; in the feed of all tournaments, `tournament` names its tournament."""

    id: str
    topic: str
    at: str
    revision: int
    takes_back: str | None
    round: Json | None
    rounds: list[Json]
    players: list[str]
    gone: list[str]
    results: list[Json]
    entry: Json | None
    tournament: str


class Outcome(TypedDict):
    """The outcome of an operation: `applied`, `duplicate`, `conflict` or `rejected`."""

    id: str
    status: str
    version: int | None
    player: str | None
    notices: list[str]
    current: Json | None
    problem: Json | None


class Unreachable(Exception):
    """There was no answer or only a part of it. `pause` is the number of seconds to wait that the server asked for."""

    def __init__(self, why: object, pause: float = 0.0) -> None:
        super().__init__(str(why))
        self.pause = pause


class Refused(Exception):
    """The server has refused the request, and repeating it would not help. The text says what to do."""

    def __init__(self, text: str, status: int = 0, problem: Json | None = None) -> None:
        self.status, self.problem = status, problem or {}
        super().__init__(" ".join(error["detail"] for error in self.problem.get("errors") or ()) or text)

    @property
    def code(self) -> str:
        """The problem code, which the API guide explains."""
        return str(self.problem.get("code", ""))


class Server:
    """A server by its address. `tries` is the number of attempts for a request that gets no answer."""

    def __init__(
        self,
        address: str,
        token: str = "",
        *,
        tries: int = 10,
        timeout: float = 60.0,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.address = address.rstrip("/")
        self.token, self.tries, self.timeout, self.pause = token, tries, timeout, pause
        self._kept: dict[str, tuple[str, Json]] = {}

    def get(self, path: str, **asked: object) -> Json:
        """Return the current document. The server does not send an unchanged document again."""
        query = urllib.parse.urlencode(
            {name: _quote_query_value(value) for name, value in asked.items() if value is not None}
        )
        whole = f"{path}?{query}" if query else path
        tag, document = self._kept.get(whole, ("", {}))
        headers = {"Cache-Control": "no-cache", **({"If-None-Match": tag} if tag else {})}
        status, tag, found = self._answer("GET", whole, None, headers)
        if status == 304:
            return document
        self._kept.pop(whole, None)
        if tag:
            self._kept[whole] = (tag, found)
        for oldest in [*self._kept][:-KEPT]:
            del self._kept[oldest]
        return found

    def post(self, path: str, body: Json | None = None, *, key: str = "") -> Json:
        """Send a POST, which is executed once even if it is sent several times. Wait until a long task is done."""
        headers = {"Idempotency-Key": key or uuid4().hex}
        for pause in _pauses():
            status, _tag, found = self._answer("POST", path, body or {}, headers)
            if status != 202:
                return found
            self.pause(pause)
        raise AssertionError("unreachable")

    def put(self, path: str, body: Json, *, version: int | str) -> Json:
        """Replace a document that was read in this version; `*` is any. Raise Refused with code `stale` for others."""
        return self._change("PUT", path, body, version)

    def patch(self, path: str, body: Json, *, version: int | str) -> Json:
        """Change single fields of a document that was read in this version; `*` is any.

        Raise Refused with code `stale` for others.
        """
        return self._change("PATCH", path, body, version)

    def delete(self, path: str, *, version: int | str) -> Json:
        return self._change("DELETE", path, None, version)

    def _change(self, method: str, path: str, body: Json | None, version: int | str) -> Json:
        seen = version if version == "*" else f'"{version}"'
        return self._answer(method, path, body, {"If-Match": str(seen)})[2]

    def _answer(self, method: str, path: str, body: Json | None, headers: Mapping[str, str]) -> tuple[int, str, Json]:
        """Return status, ETag and body. Raise Refused, or Unreachable after the last attempt."""
        for place, pause in enumerate(_pauses(), start=1):
            try:
                return self._once(method, path, body, headers)
            except Unreachable as error:
                if place == self.tries:
                    raise
                self.pause(max(error.pause, random.uniform(pause / 2, pause)))
        raise AssertionError("unreachable")

    def _once(self, method: str, path: str, body: Json | None, headers: Mapping[str, str]) -> tuple[int, str, Json]:
        data = None if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", **headers}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(f"{self.address}{ROOT}{path}", data, sent, method=method)  # noqa: S310 the user's own server
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:  # noqa: S310 as above
                return answer.status, answer.headers.get("ETag", ""), json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return 304, "", {}
            if error.code >= 500 or error.code in AGAIN:
                raise Unreachable(error, float(error.headers.get("Retry-After") or 0)) from error
            raise _read_refusal(error) from error
        except (OSError, HTTPException, ValueError) as error:  # no answer, or only a part of it
            raise Unreachable(error) from error


def _quote_query_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


def _read_refusal(error: urllib.error.HTTPError) -> Refused:
    text = error.read().decode(errors="replace")
    try:
        problem: Json = json.loads(text)
    except ValueError:
        return Refused(text or str(error), error.code)
    return Refused(str(problem.get("detail", text)), error.code, problem)


class Follower:
    """The events after a cursor, of one tournament or of all tournaments of the token.

    Store `cursor` outside the program once its events have been processed.
    """

    def __init__(self, server: Server, tournament: str = "", *, cursor: str = "0") -> None:
        self.server, self.cursor = server, cursor
        self.path = f"/tournaments/{tournament}/events" if tournament else "/events"

    def read(self) -> Iterator[Event]:
        """Yield all events after the cursor, page by page."""
        more = True
        while more:
            answer = self.server.get(self.path, after=self.cursor)
            yield from answer["events"]
            self.cursor, more = answer["cursor"], answer["more"]

    def forever(self, every: float = 5.0) -> Iterator[Event]:
        """Yield events without end: new ones are requested every `every` seconds."""
        while True:
            yield from self.read()
            self.server.pause(every)


class Queue:
    """The operations and their outcomes, in a file to which lines are only added.

    An operation is {"asked": ...}, and its outcome is {"told": ...}. {"settled": ...} means that a person has decided
    to do nothing about it. A line that a crash has truncated was never confirmed to anyone.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: dict[str, Json] = {}
        self.told: dict[str, Outcome] = {}
        self.settled: set[str] = set()
        for line in path.read_bytes().splitlines() if path.exists() else []:
            try:
                self._take(json.loads(line))
            except ValueError:
                continue

    @property
    def waiting(self) -> list[Json]:
        """Return the operations without an outcome, oldest first."""
        return [operation for id_, operation in self.asked.items() if id_ not in self.told]

    @property
    def open(self) -> list[Outcome]:
        """The outcomes that need a decision: refused, not settled, and no newer operation has the same subject."""
        newest = {_subject(operation): id_ for id_, operation in self.asked.items()}
        return [
            outcome
            for id_, outcome in self.told.items()
            if outcome["problem"] and id_ not in self.settled and newest[_subject(self.asked[id_])] == id_
        ]

    def note(self, kind: str, **values: object) -> str:
        """Write an operation with a new id to the disk, and return the id once it is stored."""
        operation = {"id": str(uuid4()), "type": kind, **values}
        self._add({"asked": operation})
        return str(operation["id"])

    def settle(self, id_: str) -> None:
        """Record that a refused operation needs no decision any longer."""
        if id_ not in [outcome["id"] for outcome in self.open]:
            raise Refused(f"No operation {id_} needs a decision.")
        self._add({"settled": {"id": id_}})

    def send(self, server: Server, tournament: str) -> list[Outcome]:
        """Send all waiting operations until each has an answer. Return the outcomes that need a decision, each once.

        Raise Unreachable if the server cannot be reached. The waiting operations then stay in the queue.
        """
        to_look_at = []
        while waiting := self.waiting[:AT_ONCE]:
            answer = server.post(f"/tournaments/{tournament}/ops", {"operations": waiting})
            for outcome in answer["operations"]:
                if outcome["id"] not in self.told:
                    self._add({"told": outcome})
                    to_look_at += [outcome] if outcome["status"] in ("conflict", "rejected") else []
        return to_look_at

    def seen(self, row: Json) -> Json:
        """Return the state that an operation on a table replaces.

        This is the last waiting operation on the table, or else its known version.
        """
        version: int = row["version"]
        for operation in self.asked.values():
            if operation.get("pairing") != row["id"]:
                continue
            outcome = self.told.get(operation["id"])
            if outcome is None:
                return {"after": [each["id"] for each in self.waiting if each.get("pairing") == row["id"]][-1]}
            if outcome["current"]:
                version = max(version, outcome["current"]["version"])
            elif outcome["version"] is not None:
                version = max(version, outcome["version"])
        return {"version": version}

    def _add(self, line: Json) -> None:
        with self.path.open("ab") as file:
            file.write(b"\n" + json.dumps(line).encode())
            file.flush()
            os.fsync(file.fileno())
        self._take(line)

    def _take(self, line: Json) -> None:
        if "asked" in line:
            self.asked[line["asked"]["id"]] = line["asked"]
        if "told" in line:
            self.told.setdefault(line["told"]["id"], line["told"])
        if "settled" in line:
            self.settled.add(line["settled"]["id"])


def _subject(operation: Json) -> tuple[str, str]:
    """Return the subject of an operation: a newer one on it replaces it."""
    return operation["type"], operation.get("pairing") or operation.get("player") or operation["id"]
