"""CPU a request: the public pairings of 200 tables and entering a result, as ratios to an empty Django view.

Run in the project's environment: python benchmarks/pages.py. Each is called through Django's own handler with
the real middleware, on the embedded PostgreSQL in a transaction that is rolled back. Prints CPU time and ratios.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

import config.urls
from tournaments.models import Pairing, User
from tournaments.services import lifecycle, registration, rounds
from tournaments.views.kept import _pages
from tournaments.who import Who

TIMES = 300


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def cpu(call: Callable[[int], None], times: int) -> float:
    """CPU milliseconds a call."""
    call(0)
    began = time.process_time()
    for number in range(1, times):
        call(number)
    return (time.process_time() - began) / (times - 1) * 1000


def measure() -> dict[str, float]:
    orla = User.objects.create_user("benchmark", password="-")
    who = Who.at_page(orla)
    tournament = lifecycle.create_tournament(
        who, name="Benchmark", game="chess", starts_on=date(2026, 1, 1), time_zone="UTC"
    )
    registration.add_players(who, tournament, [{"name": f"Player {n:03}"} for n in range(400)])
    rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, 1))
    reader, writer = Client(headers={"Accept-Encoding": "gzip"}), Client()
    writer.force_login(orla)
    page = f"/t/{tournament.slug}/rounds/1/"
    etag = reader.get(page)["ETag"]
    tables = list(Pairing.objects.filter(round__tournament=tournament).values_list("public_id", flat=True))

    def render(_number: int) -> None:
        _pages.clear()
        reader.get(page)

    def enter(number: int) -> None:
        table = tables[number % len(tables)]
        result = ("1-0", "0-1")[number // len(tables) % 2]
        answer = writer.post(
            f"/t/{tournament.slug}/desk/tables/{table}/result/", {"result": result}, headers={"X-Row": "1"}
        )
        if answer.status_code != 200:
            raise SystemExit(f"a result was refused: {answer.status_code}")

    return {
        "an empty view": cpu(lambda _n: reader.get("/benchmark-empty/"), TIMES),
        "the page, kept": cpu(lambda _n: reader.get(page), TIMES),
        "the page, unchanged (304)": cpu(lambda _n: reader.get(page, headers={"If-None-Match": etag}), TIMES),
        "the page, rendered": cpu(render, 20),
        "a result": cpu(enter, TIMES),
    }


def main() -> None:
    settings.ALLOWED_HOSTS.append("testserver")
    config.urls.urlpatterns.append(path("benchmark-empty/", empty))
    atomic = transaction.Atomic(None, savepoint=True, durable=False)
    atomic._from_testcase = True
    with atomic:
        found = measure()
        transaction.set_rollback(rollback=True)
    unit = found["an empty view"]
    for name, milliseconds in found.items():
        print(f"{name:28} {milliseconds:7.2f} ms CPU {milliseconds / unit:7.1f} times an empty view")
    connection.close()


if __name__ == "__main__":
    main()
