"""A desk that works offline: it stores entries on the disk, and sends them when it can reach the server.

    export KIERROS_TOKEN=kie_...                      a token with results:write and players:write
    python desk.py FOLDER open https://example.org/api/v1/tournaments/cup
    python desk.py FOLDER fetch                       read players and tables from the server
    python desk.py FOLDER enter 12 1-0 --by Kim       enter a result at table 12 of the latest round; works offline
    python desk.py FOLDER check-in "Ann Smith"        check a player in; works offline
    python desk.py FOLDER send                        send all waiting entries until each has an answer
    python desk.py FOLDER list                        list waiting entries, and those that need a decision
    python desk.py FOLDER settle ID                   keep the state of the server; the ID is in the list

Each entry gets an id before it is stored, and is sent under this id until there is an answer. The server executes each
id only once. So no entry is lost or executed twice, even if requests or answers are lost. If someone else entered
another result first, `list` shows both. Enter the right one again, or settle it.

This example needs Python 3.11 and `clients/python` of this project: `pip install clients/python`. Copy and adapt it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kierros_client import Outcome, Queue, Refused, Server, Unreachable

Json = dict[str, Any]

#: The number of attempts to send waiting entries before the desk gives up. The entries then stay in the queue.
TRIES = 1_000


class Desk:
    """A desk that stores its files in a folder: the address of the server, the last snapshot, and the queue."""

    def __init__(self, folder: Path, token: str) -> None:
        self.folder = folder
        self.token = token
        folder.mkdir(parents=True, exist_ok=True)
        self.queue = Queue(folder / "queue.jsonl")

    def open(self, address: str) -> None:
        """Store the tournament's address in the API. Call this once, before everything else."""
        server, _slash, tournament = address.rstrip("/").partition("/api/v1/tournaments/")
        self._write("desk.json", {"server": server, "tournament": tournament})

    def fetch(self) -> Json:
        """Read the tournament from the server and store it. Later entries refer to this state."""
        server, tournament = self._server(tries=1)
        snapshot = server.get(f"/tournaments/{tournament}/snapshot")
        self._write("snapshot.json", snapshot)
        return snapshot

    def enter(self, table: int, notation: str, by: str = "") -> str:
        """Queue a result of the latest round, and return the operation's id.

        The result replaces the state of the table that was last fetched or entered here.
        """
        row = self._table(table)
        if row is None:
            raise Refused(f"There is no table {table} in the round that was fetched. Fetch again.")
        at = datetime.now(UTC).isoformat()
        result = {"notation": notation, "at": at, **({"by": by} if by else {})}
        return self.queue.note("result", pairing=row["id"], result=result, **self.queue.seen(row))

    def check_in(self, name: str) -> str:
        """Queue the check-in of a player, and return the operation's id."""
        found = [player for player in self._read("snapshot.json")["players"] if player["name"] == name]
        if len(found) != 1:
            raise Refused(f"{len(found)} players are called {name}.")
        return self.queue.note("check-in", player=found[0]["id"])

    def send(self) -> list[Outcome]:
        """Send all waiting operations until each has an answer. Return the outcomes that need a decision, each once."""
        return self.queue.send(*self._server(tries=TRIES))

    def _server(self, *, tries: int) -> tuple[Server, str]:
        known = self._read("desk.json")
        return Server(known["server"], self.token, tries=tries), known["tournament"]

    def _table(self, number: int) -> Json | None:
        rounds = self._read("snapshot.json")["rounds"]
        tables = rounds[-1]["pairings"] if rounds else []
        return next((row for row in tables if row["table"] == number), None)

    def _read(self, name: str) -> Json:
        found: Json = json.loads((self.folder / name).read_text())
        return found

    def _write(self, name: str, content: Json) -> None:
        """Write a file atomically: write a new file, then replace the old one."""
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
        desk.queue.settle(asked.id)
    else:
        print(f"{len(desk.queue.waiting)} wait")
        return _show(desk, desk.queue.open)
    return 0


def _show(desk: Desk, outcomes: list[Outcome]) -> int:
    """Print the outcomes that need a decision, each with its entry and the server's state.

    Return the exit status: 2 if there are any, else 0.
    """
    for outcome in outcomes:
        problem = outcome["problem"] or {}
        details = [error["detail"] for error in problem.get("errors") or [problem]]
        print(f"{outcome['status']}: {' '.join(details)}")
        print(f"  here:  {json.dumps(desk.queue.asked[outcome['id']])}")
        if outcome["current"]:
            print(f"  there: {json.dumps(outcome['current'])}")
    return 2 if outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
