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

It needs Python 3.11 and `clients/python` of this project: `pip install clients/python`. Copy it, change it.
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

#: How often what waits is sent before the desk gives up: it stays in the queue.
TRIES = 1_000


class Desk:
    """A desk in a folder: where its server is, what it read last, and its queue."""

    def __init__(self, folder: Path, token: str) -> None:
        self.folder = folder
        self.token = token
        folder.mkdir(parents=True, exist_ok=True)
        self.queue = Queue(folder / "queue.jsonl")

    def open(self, address: str) -> None:
        """Say once which tournament it is: its address in the API."""
        server, _slash, tournament = address.rstrip("/").partition("/api/v1/tournaments/")
        self._write("desk.json", {"server": server, "tournament": tournament})

    def fetch(self) -> Json:
        """Read the tournament, for what is entered from now on."""
        server, tournament = self._server(tries=1)
        snapshot = server.get(f"/tournaments/{tournament}/snapshot")
        self._write("snapshot.json", snapshot)
        return snapshot

    def enter(self, table: int, notation: str, by: str = "") -> str:
        """Note a result of the latest round, seen as it was fetched or entered here last; the operation's id."""
        row = self._table(table)
        if row is None:
            raise Refused(f"There is no table {table} in the round that was fetched. Fetch again.")
        at = datetime.now(UTC).isoformat()
        result = {"notation": notation, "at": at, **({"by": by} if by else {})}
        return self.queue.note("result", pairing=row["id"], result=result, **self.queue.seen(row))

    def check_in(self, name: str) -> str:
        """Note that somebody is here; the operation's id."""
        found = [player for player in self._read("snapshot.json")["players"] if player["name"] == name]
        if len(found) != 1:
            raise Refused(f"{len(found)} players are called {name}.")
        return self.queue.note("check-in", player=found[0]["id"])

    def send(self) -> list[Outcome]:
        """Send what waits until all of it is answered; the outcomes that a person has to look at, each once."""
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
        desk.queue.settle(asked.id)
    else:
        print(f"{len(desk.queue.waiting)} wait")
        return _show(desk, desk.queue.open)
    return 0


def _show(desk: Desk, outcomes: list[Outcome]) -> int:
    """What a person has to look at, with what was wished and what there is; 2 if there is anything."""
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
