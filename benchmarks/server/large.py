"""Measure the CPU of requests that read a whole tournament, as multiples of the engine's and the table's.

python -m benchmarks.server.large [--players 5000] [--repeats 3] [--profile NAME ...]

The Dutch tournament has four closed rounds and a published fifth. Before each request, the benchmark enters a result,
so no cache knows the revision. Then it repeats the requests with empty caches, as after a restart. It calls
Django's own handler with the real middleware, on a separate database. It prints seconds of CPU of this process and
of the database; the least of the repeats counts. Beside them, it prints the engine that pairs the round
and `rank` of the same snapshot. `--profile` shows where requests spend their time.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.db import connection
from django.test import Client

from benchmarks.engines.dutch import generate_stages
from benchmarks.helpers.database import of_its_own
from benchmarks.server.rounds import Clock, stored
from pairings.systems import dutch
from server.processes import supervisor
from standings.core.rank import rank
from standings.web.table import current
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import Pairing, User
from tournaments.public import cards
from tournaments.public.page_cache import PAGES
from tournaments.results import results
from tournaments.rounds import rounds

ROUND = 5


def requests(slug: str, first: str, second: str) -> dict[str, str]:
    """Return the URLs by name."""
    page, api = f"/t/{slug}", f"/api/v1/tournaments/{slug}"
    return {
        "own-page": f"{page}/players/{first}/",
        "second-own-page": f"{page}/players/{second}/",
        "card": f"{page}/players/{first}/card/",
        "standings": f"{page}/standings/",
        "cross-table": f"{page}/crosstable/",
        "ratings": f"{page}/ratings/",
        "round": f"{page}/rounds/{ROUND}/",
        "api-standings": f"{api}/standings",
        "api-snapshot": f"{api}/snapshot",
        "api-ratings": f"{api}/ratings",
    }


def forget() -> None:
    """Clear the caches that are empty in a new process."""
    PAGES.clear()
    current._cache.clear()
    for known in (cards.cards_at, cards.points_of, cards._places, cards._settled_cards):
        known.cache.clear()


class Hall:
    """The tournament, and the changes to it between two requests."""

    def __init__(self, players: int) -> None:
        self.who = Who.at_page(User.objects.get_or_create(username="benchmark")[0])
        self.before = next(stage for stage in generate_stages(players, 2026) if stage.next_round == ROUND)
        self.tournament = stored(self.who, self.before, 1, "dutch")
        self.round = rounds.publish_round(
            self.who, self.tournament, rounds.pair_next_round(self.who, self.tournament, ROUND)
        )
        self.tables = iter(list(Pairing.objects.filter(round=self.round)))
        self.win = notation.parse("1-0", self.tournament.scoring)
        self.tournament.is_public = True
        self.tournament.save(update_fields=["is_public"])
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        self.client = Client(headers={"Accept-Encoding": "gzip"})
        self.clock = Clock()

    def enter(self) -> None:
        results.enter_round(self.who, self.tournament, self.round, {next(self.tables): self.win})

    def get(self, address: str) -> int:
        answer = self.client.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address}: {answer.status_code}")
        return len(answer.content)

    def cpu(self, call: Callable[[], object]) -> float:
        began = self.clock.now()
        call()
        return self.clock.since(began)[1]


def measure(hall: Hall, addresses: dict[str, str], repeats: int) -> None:
    alone = current.standings_of(hall.tournament)
    found: dict[str, list[tuple[float, float, int]]] = {name: [] for name in addresses}
    engine, table = [], []
    for _time in range(repeats):
        began = process_time()
        dutch.pair(hall.before, dutch.Options(), Random(0))
        engine.append(process_time() - began)
        began = process_time()
        rank(alone.view.snapshot, alone.table.rules)
        table.append(process_time() - began)
        for name, address in addresses.items():
            size = [0]

            def ask(address: str = address, size: list[int] = size) -> None:
                size[0] = hall.get(address)

            if name != "second-own-page":
                forget()
            cold = hall.cpu(ask)
            if name != "second-own-page":
                hall.enter()
            found[name].append((cold, hall.cpu(ask), size[0]))
    base, ranked = min(engine), min(table)
    print(f"engine {base:.3f} s, rank {ranked:.3f} s; a request: CPU s, times the engine, times the table")
    for name, times in found.items():
        empty, after, sizes = (min(each) for each in zip(*times, strict=True))
        print(
            f"{name:16} from nothing {empty:6.3f} {empty / base:6.1f} {empty / ranked:6.1f}   "
            f"after a result {after:6.3f} {after / base:6.1f} {after / ranked:6.1f}   {sizes:9,d} bytes packed",
            flush=True,
        )


def show_profile(hall: Hall, address: str) -> None:
    forget()
    profile = cProfile.Profile()
    profile.runcall(hall.get, address)
    for order in ("cumulative", "tottime"):
        pstats.Stats(profile).strip_dirs().sort_stats(order).print_stats(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=5000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--profile", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    settings.ALLOWED_HOSTS.append("testserver")
    with of_its_own():
        hall = Hall(arguments.players)
        supervisor.settle()  # as a server's worker
        first, second = hall.tournament.players.order_by("pk").values_list("public_id", flat=True)[:2]
        addresses = requests(hall.tournament.slug, first, second)
        if arguments.profile:
            hall.get(addresses["own-page"])
            for name in arguments.profile:
                show_profile(hall, addresses[name])
        else:
            hall.get(addresses["round"])
            measure(hall, addresses, arguments.repeats)


if __name__ == "__main__":
    main()
