"""Measure the CPU of API requests, as ratios to an empty view of the same framework in the same run.

python -m benchmarks.server.api

The requests with a token: a result and a batch of 100 in a tournament of 200 players, and 500 operations of an offline
desk in one of 1,000. Each covers a whole round. The standings and the snapshot of 500 players after 7 rounds are
requested a second time, and their bytes are counted. The empty view is also requested with a token. Requests go through
Django's own handler with the real middleware, on a separate database. They alternate with the empty view, and the
lowest of several rounds counts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.test import Client
from django.urls import path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import config.urls
from benchmarks.helpers.database import of_its_own
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import Pairing, User
from tournaments.people import tokens
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle
from tournaments.web.api.authentication import TokenAuthentication

#: How often a batch of each kind of request is measured.
ROUNDS = 5

#: The limits, in multiples of an empty view.
LIMITS = {
    "whose token it is": 1.5,
    "standings of 500": 5,
    "snapshot of 500, 7 rounds": 10,
    "a result": 20,
    "a batch of 100 results": 100,
    "500 operations": 300,
}
#: The maximum size of the compressed standings, in bytes.
COMPRESSED_LIMIT = 15_000

RESULTS = ("1-0", "0-1", "½-½")


class Empty(APIView):
    authentication_classes = ()
    throttle_classes = ()

    def get(self, request: Request) -> Response:
        return Response({})


class EmptyForPrograms(Empty):
    authentication_classes = (TokenAuthentication,)


class Desk:
    """A program with a token, and the tables of a running round."""

    def __init__(self, players: int, played: int = 0) -> None:
        orla = User.objects.create_user(f"benchmark-{players}", password="-")
        self.who = who = Who.at_page(orla)
        self.tournament = lifecycle.create_tournament(
            who, name="Benchmark", game="chess", system="round-robin", starts_on=date(2026, 1, 1), time_zone="UTC"
        )
        registration.add_players(who, self.tournament, [{"name": f"Player {n:04}"} for n in range(players)])
        for number in range(1, played + 1):
            self.play(number)
        rounds.publish_round(who, self.tournament, rounds.pair_next_round(who, self.tournament, played + 1))
        _token, secret = tokens.create_token(
            who,
            self.tournament,
            name="Desk",
            scopes=["results:write", "players:write"],
            expires_at=timezone.now() + timedelta(days=1),
        )
        self.client = Client(headers={"Authorization": f"Bearer {secret}"})
        self.root = f"/api/v1/tournaments/{self.tournament.slug}"
        self.turn = 0

    def play(self, number: int) -> None:
        """Play a round with random results and close it."""
        row = rounds.publish_round(self.who, self.tournament, rounds.pair_next_round(self.who, self.tournament, number))
        random = Random(number)
        found = {table: notation.parse(random.choice(RESULTS), self.tournament.scoring) for table in row.pairings.all()}
        results.enter_round(self.who, self.tournament, row, found)
        rounds.close_round(self.who, self.tournament, row)

    def tables(self) -> dict[str, int]:
        there = Pairing.objects.filter(round__tournament=self.tournament).order_by("table")
        return dict(there.values_list("public_id", "version"))

    def send(self, method: str, place: str, body: object, **headers: str) -> None:
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.client.generic(method, self.root + place, json.dumps(body), "application/json", headers=more)
        if answer.status_code != 200:
            raise SystemExit(f"{place}: {answer.status_code} {answer.content.decode()}")
        told = [each["status"] for each in answer.json().get("operations", [])]
        if set(told) - {"applied"}:
            raise SystemExit(f"{place}: {told}")

    def next_result(self) -> str:
        self.turn += 1
        return RESULTS[self.turn % len(RESULTS)]

    def one(self) -> Callable[[], None]:
        found = list(self.tables().items())[:10]
        text = self.next_result()

        def call() -> None:
            for table, version in found:
                self.send("PUT", f"/pairings/{table}/result", {"notation": text}, If_Match=f'"{version}"')

        return call

    def batch(self) -> Callable[[], None]:
        text = self.next_result()
        lines = [
            {"pairing": t, "version": v, "result": {"notation": text}} for t, v in list(self.tables().items())[:100]
        ]
        return lambda: self.send("PUT", "/rounds/1/results", {"results": lines})

    def operations(self) -> Callable[[], None]:
        text = self.next_result()
        sent = [
            {
                "id": str(uuid4()),
                "type": "result",
                "pairing": t,
                "version": v,
                "result": {"notation": text, "by": "Kim"},
            }
            for t, v in self.tables().items()
        ]
        return lambda: self.send("POST", "/ops", {"operations": sent})


def cpu(call: Callable[[], None]) -> float:
    """Return the CPU milliseconds of a call."""
    began = time.process_time()
    call()
    return (time.process_time() - began) * 1000


def measure() -> tuple[float, dict[str, float]]:
    """Return the CPU milliseconds of an empty view and of each request, the lowest of several rounds."""
    desk, large, reader = Desk(200), Desk(1000), Client(headers={"Accept-Encoding": "gzip"})
    read = Desk(500, played=7).root

    def reading(address: str, program: Client = reader) -> Callable[[], Callable[[], None]]:
        def call() -> None:
            for _each in range(20):
                program.get(address)

        program.get(address)
        return lambda: call

    standings = f"{read}/standings"
    kinds = {
        "whose token it is": (reading("/benchmark-token/", desk.client), 20),
        "standings of 500": (reading(standings), 20),
        "snapshot of 500, 7 rounds": (reading(f"{read}/snapshot"), 20),
        "a result": (desk.one, 10),
        "a batch of 100 results": (desk.batch, 1),
        "500 operations": (large.operations, 1),
    }

    def empty() -> None:
        for _each in range(200):
            reader.get("/benchmark-empty/")

    units: list[float] = []
    found: dict[str, list[float]] = {name: [] for name in kinds}
    for _round in range(ROUNDS):
        units.append(cpu(empty) / 200)
        for name, (prepare, times) in kinds.items():
            found[name].append(cpu(prepare()) / times)
    packed, plain = len(reader.get(standings).content), len(Client().get(standings).content)
    print(f"standings of 500: {plain:,} bytes, {packed:,} compressed, at most {COMPRESSED_LIMIT:,}")
    return min(units), {name: min(times) for name, times in found.items()}


def main() -> None:
    settings.ALLOWED_HOSTS.append("testserver")
    config.urls.urlpatterns.append(path("benchmark-empty/", Empty.as_view()))
    config.urls.urlpatterns.append(path("benchmark-token/", EmptyForPrograms.as_view()))
    with of_its_own():
        unit, found = measure()
    print(f"an empty view                {unit:8.2f} ms of CPU")
    for name, milliseconds in found.items():
        times = milliseconds / unit
        print(f"{name:28} {milliseconds:8.2f} ms of CPU {times:7.1f} times an empty view, at most {LIMITS[name]}")


if __name__ == "__main__":
    main()
