"""A client that follows a tournament by its stream of events."""

from __future__ import annotations

import http.client
import json
import socket
from contextlib import suppress
from threading import Thread
from typing import Any

from tests.serving import PATIENCE, RealServer, wait_until


class Follower:
    """A client of one stream: what it was told, and whether the server has ended it."""

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
        return [json.loads(line.removeprefix("data: ")) for line in self.lines if line.startswith("data: ")]
