"""Measure a knock-out: the request that draws its first round, its draft, and the page of its bracket.

    python -m benchmarks.server.brackets [--sizes 128 1024] [--repeats 7] [--profile]

Requests go through Django's own handler with the real middleware, on the embedded PostgreSQL in a separate database.
Each request renders the bracket page again, as for the first reader after a result. The best of the repeats counts, in
wall time and in CPU of this process. The benchmark also prints the queries, and the compressed size of the page.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.helpers.database import of_its_own
from server.processes import supervisor
from tournaments.core.rights import Who
from tournaments.models import Tournament, User
from tournaments.players import registration
from tournaments.public.page_cache import PAGES
from tournaments.rounds import rounds
from tournaments.setup import lifecycle


def knock_out(who: Who, players: int) -> Tournament:
    tournament = lifecycle.create_tournament(
        who, name=f"Benchmark {players}", game="chess", system="knock-out", starts_on=date(2026, 1, 1), time_zone="UTC"
    )
    rows = [{"name": f"Player {n:04}", "rating": 2800 - n} for n in range(players)]
    registration.add_players(who, tournament, rows)
    return tournament


class Best:
    """The best of several runs, in milliseconds of wall time and CPU, with the queries of the last."""

    def __init__(self, name: str, repeats: int, call: Callable[[], Any], before: Callable[[], object]) -> None:
        walls, spent = [], []
        for _time in range(repeats):
            before()
            with CaptureQueriesContext(connection) as asked:
                wall, cpu = perf_counter(), process_time()
                answer = call()
                spent.append((process_time() - cpu) * 1000)
                walls.append((perf_counter() - wall) * 1000)
        if answer.status_code not in (200, 302):
            raise SystemExit(f"{name}: {answer.status_code}")
        kilobytes = len(answer.content) / 1000
        print(f"  {name:40} {min(walls):7.0f} ms {min(spent):7.0f} ms CPU {len(asked):4} queries {kilobytes:7.1f} KB")


def measure(players: int, repeats: int, *, profile: bool) -> None:
    orla = User.objects.get_or_create(username="benchmark")[0]
    who = Who.at_page(orla)
    tournament = knock_out(who, players)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as a server's database does after a while
    writer, reader = Client(), Client(headers={"Accept-Encoding": "gzip"})
    writer.force_login(orla)
    desk, bracket = f"/t/{tournament.slug}/desk/", f"/t/{tournament.slug}/bracket/"
    writer.get(desk)
    reader.get(bracket)
    print(f"{players} players")

    def discard() -> None:
        draft = tournament.rounds.filter(status="draft").first()
        if draft is not None:
            rounds.discard_round(who, tournament, draft)

    Best("the bracket before round 1", repeats, lambda: reader.get(bracket), PAGES.clear)
    Best("the request that draws round 1", repeats, lambda: writer.post(f"{desk}rounds/pair/", {"number": 1}), discard)
    Best("its draft", repeats, lambda: writer.get(f"{desk}rounds/1/"), lambda: None)
    rounds.publish_round(who, tournament, tournament.rounds.get())
    Best("the bracket of round 1", repeats, lambda: reader.get(bracket), PAGES.clear)
    if profile:
        with cProfile.Profile() as found:
            PAGES.clear()
            reader.get(bracket)
        pstats.Stats(found).sort_stats("cumulative").print_stats(35)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[128, 1024])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    settings.ALLOWED_HOSTS.append("testserver")
    supervisor.settle()  # as a server's worker does
    with of_its_own():
        for players in given.sizes:
            measure(players, given.repeats, profile=given.profile)


if __name__ == "__main__":
    main()
