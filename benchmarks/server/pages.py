"""Measure the CPU of pages: the public pairings of 200 tables and entering a result, as ratios to an empty Django view.

    python benchmarks/server/pages.py

It also measures how long a new result takes to reach the public standings of 500 players in round 11 with 6 criteria:
the request that stores it, and the page for the first reader after it, beside `sorted` on 10,000 six-tuples of
Fractions. Requests go through Django's own handler with the real middleware, on the embedded PostgreSQL in a separate
database. It prints CPU times and ratios.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

import config.urls
from benchmarks.engines.standings import CHESS_CHAIN, six_tuples
from benchmarks.helpers.database import of_its_own
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import Pairing, User
from tournaments.players import registration
from tournaments.public.page_cache import PAGES
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle, rules

TIMES = 300


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def cpu(call: Callable[[int], None], times: int) -> float:
    """Return CPU milliseconds per call."""
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
        PAGES.clear()
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


def standings(players: int = 500, played: int = 11) -> dict[str, float]:
    """Return the milliseconds of a result and of the standings page after it."""
    who = Who.at_page(User.objects.get(username="benchmark"))
    tournament = lifecycle.create_tournament(
        who, name="Standings", game="chess", system="round-robin", starts_on=date(2026, 1, 1), time_zone="UTC"
    )
    registration.add_players(who, tournament, [{"name": f"Player {n:03}", "rating": 2400 - n} for n in range(players)])
    changes = {"chain": list(CHESS_CHAIN), "chess.round_robin": False, "strikes_below_half": False}
    rules.change_rules(who, tournament, rules="fide-2026", changes=changes)
    random, texts = Random(1), ("1-0", "0-1", "½-½")
    for number in range(1, played + 1):
        row = rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, number))
        tables = list(row.pairings.all())
        entered = tables if number < played else tables[: len(tables) // 2]
        found = {table: notation.parse(random.choice(texts), tournament.scoring) for table in entered}
        results.enter_round(who, tournament, row, found)
        if number < played:
            rounds.close_round(who, tournament, row)
    return update(tournament.slug, [table.public_id for table in tables[len(tables) // 2 :]])


def time_call(call: Callable[[], object]) -> float:
    """Return wall-clock milliseconds."""
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1000


def update(slug: str, tables: list[str]) -> dict[str, float]:
    """Return the median of each of two requests: a result at the desk, and the standings for a visitor."""
    writer, reader = Client(), Client(headers={"Accept-Encoding": "gzip"})
    writer.force_login(User.objects.get(username="benchmark"))
    found: dict[str, list[float]] = {"a result": [], "the standings after it": [], "the standings again": []}
    for table in tables[:30]:
        steps = (
            ("a result", lambda t=table: writer.post(f"/t/{slug}/desk/tables/{t}/result/", {"result": "1-0"})),
            ("the standings after it", lambda: reader.get(f"/t/{slug}/standings/?live=1")),
            ("the standings again", lambda: reader.get(f"/t/{slug}/standings/?live=1")),
        )
        for name, step in steps:
            began = time.perf_counter()
            answer = step()
            found[name].append((time.perf_counter() - began) * 1000)
            if answer.status_code not in (200, 302):
                raise SystemExit(f"{name}: {answer.status_code}")
    return {name: median(times) for name, times in found.items()}


def main() -> None:
    settings.ALLOWED_HOSTS.append("testserver")
    config.urls.urlpatterns.append(path("benchmark-empty/", empty))
    with of_its_own():
        found = measure()
        updated = standings()
    unit = found["an empty view"]
    for name, milliseconds in found.items():
        print(f"{name:28} {milliseconds:7.2f} ms CPU {milliseconds / unit:7.1f} times an empty view")
    ready = six_tuples()
    base = median(time_call(lambda: sorted(ready, reverse=True)) for _run in range(7))
    print(f"sorted, 10,000 six-tuples of Fractions: {base:.0f} ms")
    for name, milliseconds in updated.items():
        print(f"500 players, round 11: {name:24} {milliseconds:7.1f} ms {milliseconds / base:6.2f} times `sorted`")


if __name__ == "__main__":
    main()
