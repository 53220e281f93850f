"""A desk that works without a network: what people enter is kept on the disk, and sent when the server can be reached.

    export KIERROS_TOKEN=kie_...                      a token with results:write and players:write
    python desk.py FOLDER open https://example.org/api/v1/tournaments/cup
    python desk.py FOLDER fetch                       players and tables, as the server has them
    python desk.py FOLDER enter 12 1-0 --by Kim       table 12 of the latest round; needs no network
    python desk.py FOLDER check-in "Ann Smith"        needs no network either
    python desk.py FOLDER send                        everything that waits, until each of it is answered
    python desk.py FOLDER list                        what waits, and what needs a decision
    python desk.py FOLDER settle ID                   leave it as the server has it; the ID is in the list

Everything has an id that is made before it is written down, and is sent under it for as long as there is no answer. The
server carries out an id once, so nothing is lost, and nothing is done twice, whatever becomes of requests and answers.
If somebody else entered another result first, `list` shows both. Enter the right one again, or settle it.

It needs Python 3.11 and nothing else. Copy it, change it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from datetime import UTC, datetime
from http.client import HTTPException
from pathlib import Path
from typing import Any
from uuid import uuid4

Json = dict[str, Any]

#: Operations in one request, and seconds for its answer.
AT_ONCE = 500
PATIENCE = 60.0

#: Seconds before it is tried again: the first time, and at most.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0


class Unreachable(Exception):
    """There was no answer, or half of one. `pause` is how many seconds the server wants to be left alone."""

    def __init__(self, why: object, pause: float = 0.0) -> None:
        super().__init__(str(why))
        self.pause = pause


class Refused(Exception):
    """The server has answered, and sending the same again would not help."""


class Queue:
    """What was asked for and what came of it: a file to which lines are added, and that nothing else is done to.

    An operation is {"asked": ...}, its outcome {"told": ...}, and {"settled": ...} if a person has decided that nothing
    is to be done. A line that a crash has cut short was never promised.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: dict[str, Json] = {}
        self.told: dict[str, Json] = {}
        self.settled: set[str] = set()
        for line in path.read_bytes().splitlines() if path.exists() else []:
            try:
                self._take(json.loads(line))
            except ValueError:
                continue

    @property
    def waiting(self) -> list[Json]:
        """Operations without an outcome, in the order in which they were made."""
        return [operation for id_, operation in self.asked.items() if id_ not in self.told]

    @property
    def open(self) -> list[Json]:
        """Outcomes that need a decision: refused, not settled, and nothing newer was asked for of the same row."""
        newest = {_subject(operation): id_ for id_, operation in self.asked.items()}
        return [
            told
            for id_, told in self.told.items()
            if told["problem"] and id_ not in self.settled and newest[_subject(self.asked[id_])] == id_
        ]

    def add(self, **line: Json) -> None:
        """Write a line to the disk, and return when it is there."""
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
    """What an operation is about: a newer one on it takes its place."""
    return operation["type"], operation.get("pairing") or operation["player"]


class Desk:
    """A desk in a folder: where its server is, what it read last, and its queue."""

    def __init__(self, folder: Path, token: str) -> None:
        self.folder = folder
        self.token = token
        folder.mkdir(parents=True, exist_ok=True)
        self.queue = Queue(folder / "queue.jsonl")

    def open(self, address: str) -> None:
        """Say once which tournament it is: its address in the API."""
        self._write("desk.json", {"address": address.rstrip("/")})

    def fetch(self) -> Json:
        """Read the tournament, for what is entered from now on."""
        snapshot = self._request("GET", "/snapshot")
        self._write("snapshot.json", snapshot)
        return snapshot

    def enter(self, table: int, notation: str, by: str = "") -> str:
        """Note a result of the latest round, seen as it was fetched or entered here last; the operation's id."""
        row = self._table(table)
        if row is None:
            raise Refused(f"There is no table {table} in the round that was fetched. Fetch again.")
        at = datetime.now(UTC).isoformat()
        result = {"notation": notation, "at": at, **({"by": by} if by else {})}
        return self._note("result", pairing=row["id"], result=result, **self._seen(row))

    def check_in(self, name: str) -> str:
        """Note that somebody is here; the operation's id."""
        found = [player for player in self._read("snapshot.json")["players"] if player["name"] == name]
        if len(found) != 1:
            raise Refused(f"{len(found)} players are called {name}.")
        return self._note("check-in", player=found[0]["id"])

    def settle(self, id_: str) -> None:
        """Note that what was refused needs no decision any more."""
        if id_ not in [told["id"] for told in self.queue.open]:
            raise Refused(f"No operation {id_} needs a decision.")
        self.queue.add(settled={"id": id_})

    def send(self) -> list[Json]:
        """Send what waits until all of it is answered; the outcomes that a person has to look at, each once."""
        pause, to_look_at = FIRST_PAUSE, []
        while waiting := self.queue.waiting[:AT_ONCE]:
            try:
                answer = self._request("POST", "/ops", {"operations": waiting})
            except Unreachable as error:
                time.sleep(max(error.pause, random.uniform(pause / 2, pause)))
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            for told in answer["operations"]:
                if told["id"] not in self.queue.told:
                    self.queue.add(told=told)
                    to_look_at += [told] if told["status"] in ("conflict", "rejected") else []
        return to_look_at

    def _seen(self, row: Json) -> Json:
        """On what an operation on a table is made: the last one on it that still waits, else what is known of it."""
        version = row["version"]
        for operation in self.queue.asked.values():
            if operation.get("pairing") != row["id"]:
                continue
            told = self.queue.told.get(operation["id"])
            if told is None:
                return {"after": self._last_waiting(row["id"])}
            if told["current"]:
                version = max(version, told["current"]["version"])
            elif told["version"] is not None:
                version = max(version, told["version"])
        return {"version": version}

    def _last_waiting(self, pairing: str) -> str:
        return [each["id"] for each in self.queue.waiting if each.get("pairing") == pairing][-1]

    def _table(self, number: int) -> Json | None:
        rounds = self._read("snapshot.json")["rounds"]
        tables = rounds[-1]["pairings"] if rounds else []
        return next((row for row in tables if row["table"] == number), None)

    def _note(self, type_: str, **values: Any) -> str:
        operation = {"id": str(uuid4()), "type": type_, **values}
        self.queue.add(asked=operation)
        return str(operation["id"])

    def _request(self, method: str, path: str, body: Json | None = None) -> Json:
        """The answer as it was meant, or Unreachable, or Refused."""
        data = None if body is None else json.dumps(body).encode()
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Cache-Control": "no-cache",
        }
        address = self._read("desk.json")["address"] + path
        request = urllib.request.Request(address, data, headers, method=method)  # noqa: S310 the user's own server
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 as above
                found: Json = json.loads(answer.read())
                return found
        except urllib.error.HTTPError as error:
            if error.code >= 500 or error.code in (408, 409, 429):
                raise Unreachable(error, float(error.headers.get("Retry-After") or 0)) from error
            raise Refused(error.read().decode(errors="replace")) from error
        except (OSError, HTTPException, ValueError) as error:  # no answer, or half of one
            raise Unreachable(error) from error

    def _read(self, name: str) -> Json:
        found: Json = json.loads((self.folder / name).read_text())
        return found

    def _write(self, name: str, content: Json) -> None:
        """All of it or nothing: a new file takes the place of the old one."""
        new = self.folder / f"{name}.new"
        new.write_text(json.dumps(content))
        new.replace(self.folder / name)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("open").add_argument("address")
    verbs.add_parser("fetch")
    entering = verbs.add_parser("enter")
    entering.add_argument("table", type=int)
    entering.add_argument("result")
    entering.add_argument("--by", default="")
    verbs.add_parser("check-in").add_argument("name")
    verbs.add_parser("send")
    verbs.add_parser("list")
    verbs.add_parser("settle").add_argument("id")
    asked = parser.parse_args()
    desk = Desk(asked.folder, os.environ.get("KIERROS_TOKEN", ""))
    try:
        return _carry_out(desk, asked)
    except (Refused, Unreachable, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1


def _carry_out(desk: Desk, asked: argparse.Namespace) -> int:
    if asked.verb == "open":
        desk.open(asked.address)
    elif asked.verb == "fetch":
        print(f"{len(desk.fetch()['rounds'])} rounds")
    elif asked.verb == "enter":
        print(desk.enter(asked.table, asked.result, asked.by))
    elif asked.verb == "check-in":
        print(desk.check_in(asked.name))
    elif asked.verb == "send":
        return _show(desk, desk.send())
    elif asked.verb == "settle":
        desk.settle(asked.id)
    else:
        print(f"{len(desk.queue.waiting)} wait")
        return _show(desk, desk.queue.open)
    return 0


def _show(desk: Desk, outcomes: list[Json]) -> int:
    """What a person has to look at, with what was wished and what there is; 2 if there is anything."""
    for outcome in outcomes:
        problem = outcome["problem"]
        details = [error["detail"] for error in problem.get("errors") or [problem]]
        print(f"{outcome['status']}: {' '.join(details)}")
        print(f"  here:  {json.dumps(desk.queue.asked[outcome['id']])}")
        if outcome["current"]:
            print(f"  there: {json.dumps(outcome['current'])}")
    return 2 if outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
