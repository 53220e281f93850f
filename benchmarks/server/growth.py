"""Measure how the cost of a page grows with the number of tournaments on a server.

    python -m benchmarks.server.growth [--sizes 10 1000] [--players 100] [--rounds 9] [--repeats 5]

The verbs create a Dutch tournament. The database then copies the rows of all its tables with new ids, once for each
tournament of a size (10,000 tournaments of 100 players take 13 GB). The benchmark requests each page anonymously, with
empty caches. It prints statements, and milliseconds of CPU of this process and of the database. The least of the
repeats counts. Beside each cost, it prints the ratio to the cost at the first size.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.apps import apps
from django.conf import settings
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.engines.dutch import generate_stages
from benchmarks.helpers.database import of_its_own
from benchmarks.server.large import forget
from benchmarks.server.rounds import Clock, stored
from server.processes import supervisor
from tournaments.core.rights import Who
from tournaments.models import Tournament, User

#: The difference between the id of a row and that of its copy.
COPY_DISTANCE = 10_000_000


def addresses(slug: str) -> dict[str, str]:
    return {
        "home": "/",
        "home-page-9": "/?page=9",
        "home-by-any-name": "/?q=benchmark",
        "home-by-name": "/?q=enchmark+7",
        "home-by-player": "/?q=player+0007",
        "api-list": "/api/v1/tournaments",
        "api-by-city": "/api/v1/tournaments?city=turku",
        "api-by-player": "/api/v1/tournaments?player=player+0007",
        "tournament": f"/t/{slug}/",
        "standings": f"/t/{slug}/standings/",
    }


def belonging() -> Iterator[tuple[type[models.Model], str]]:
    """Yield each model whose rows belong to a tournament, with the database condition for that."""
    found: dict[type[models.Model], str] = {Tournament: "id < {apart}"}
    yield Tournament, found[Tournament]
    waiting = list(apps.get_app_config("tournaments").get_models(include_auto_created=True))
    grew = True
    while grew:
        grew = False
        for model in [each for each in waiting if each not in found]:
            for field in model._meta.concrete_fields:
                target = field.related_model
                if isinstance(target, type) and target in found and not field.null and target is not model:
                    column, table = field.column, target._meta.db_table
                    found[model] = f'"{column}" IN (SELECT id FROM "{table}" WHERE {found[target]})'
                    yield model, found[model]
                    grew = True
                    break


def load(first: int, last: int) -> None:
    """Make copies number `first` to `last` of the tournament, each with its own unique values."""
    models_ = list(belonging())
    known = {model for model, _condition in models_}
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for model, condition in models_:
            values = {field.column: _copy_expression(field, known) for field in model._meta.concrete_fields}
            columns = ", ".join(f'"{column}"' for column in values)
            cursor.execute(
                f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT {", ".join(values.values())} '
                f'FROM "{model._meta.db_table}", generate_series(%s, %s) AS copy '
                f"WHERE {condition.format(apart=COPY_DISTANCE)}",
                [first, last],
            )
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("ANALYZE")


def _copy_expression(field: models.Field[Any, Any], known: set[type[models.Model]]) -> str:
    column = f'"{field.column}"'
    if field.related_model in known if field.is_relation else field.primary_key:
        return f"{column} + copy * {COPY_DISTANCE}::bigint"
    if field.name == "starts_on":
        return f"{column} + mod(copy, 3000)::int"
    if field.name == "finished_at":
        return "CASE WHEN mod(copy, 100) > 0 THEN now() END"
    if field.unique and isinstance(field, models.UUIDField):
        return f"CASE WHEN {column} IS NOT NULL THEN gen_random_uuid() END"
    if (field.unique or field.name == "public_id") and isinstance(field, models.CharField):
        return f"left(md5({column} || copy), {min(12, field.max_length or 12)})"
    return column


def measure(slug: str, repeats: int) -> dict[str, tuple[int, float]]:
    clock, found = Clock(), {}
    for name, address in addresses(slug).items():
        times, statements = [], 0
        for _time in range(repeats):
            forget()
            client = Client()
            with CaptureQueriesContext(connection) as queries:
                began = clock.now()
                answer = client.get(address)
                times.append(clock.since(began)[1])
            statements = len(queries)
            if answer.status_code != 200:
                raise SystemExit(f"{address}: {answer.status_code}")
        found[name] = statements, min(times)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 1000])
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    settings.ALLOWED_HOSTS.append("testserver")
    supervisor.settle()
    with of_its_own():
        who = Who.at_page(User.objects.get_or_create(username="benchmark")[0])
        before = max(
            generate_stages(arguments.players, 2026), key=lambda stage: min(stage.next_round, arguments.rounds + 1)
        )
        tournament = stored(who, before, 1, "dutch")
        Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
        there = 1
        first: dict[str, tuple[int, float]] = {}
        for size in sorted(arguments.sizes):
            if size > there:
                load(there, size - 1)
                there = size
            found = measure(tournament.slug, arguments.repeats)
            first = first or found
            print(f"{there} tournaments", flush=True)
            for name, (statements, cpu) in found.items():
                more = cpu / first[name][1]
                print(f"  {name:16} {statements:3d} statements {cpu * 1000:7.1f} ms {more:5.1f} times", flush=True)


if __name__ == "__main__":
    main()
