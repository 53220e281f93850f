"""Metrics for Prometheus, only on this computer: `http://127.0.0.1:METRICS_PORT/metrics`.

Workers count in shared files in `VAR_DIR/metrics`. A separate process adds them up on request, and queries the
database. It is imported only if METRICS_PORT is set, after `share` has named the folder: the library decides at import
where it counts.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped] # it brings no types
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models.signals import post_save
from django.utils.module_loading import import_string
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from server.streams import stream_count_changed
from server.wsgi_threads import OPENING
from tournaments.core.journal.verbs import PAIRING_VERBS
from tournaments.models import JournalEntry, Tournament, Webhook
from tournaments.webhooks.deliveries import backlogs

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
#: The environment variable that tells the library the shared folder of workers.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
#: Seconds of a request; people take the last one for a failure.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
#: Players of a tournament: a metric counts up to each size.
SIZES = (8, 16, 32, 64, 128, 256, 512, 1024)
#: Verbs that enter results.
RESULTS = frozenset({"enter-result", "put-results"})

REQUESTS = Counter("kierros_requests", "Requests answered", ["method", "status"])
REQUEST_SECONDS = Histogram("kierros_request_seconds", "Time until the end of an answer", buckets=SECONDS)
RESULTS_ENTERED = Counter("kierros_results", "Entries of results")
ENTRIES = Counter("kierros_journal_entries", "Entries of the journal", ["verb"])
PAIRINGS = Counter("kierros_pairings", "Rounds paired, by system and players of the tournament", ["system", "players"])
STREAMS = Gauge("kierros_streams", "Streams that are open", multiprocess_mode="livesum")

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Requests(logging.Handler):
    """Counts requests from granian's log records; their arguments describe the request."""

    def emit(self, record: logging.LogRecord) -> None:
        values: Any = record.args
        method = values["method"] if values["method"] in METHODS else "other"
        REQUESTS.labels(method, values["status"]).inc()
        if not values["path"].endswith(OPENING):
            REQUEST_SECONDS.observe(values["dt_ms"] / 1000)


def count() -> None:
    """Count the journal entries that this worker writes, and its streams."""
    post_save.connect(_note, sender=JournalEntry, weak=False, dispatch_uid="metrics")
    stream_count_changed.connect(_count_stream, weak=False, dispatch_uid="metrics")


def _count_stream(by: int, **_more: object) -> None:
    STREAMS.inc(by)


def _note(instance: JournalEntry, *, created: bool, **_more: object) -> None:
    if created:
        transaction.on_commit(partial(_count_entry, instance), robust=True)


def _count_entry(entry: JournalEntry) -> None:
    ENTRIES.labels(entry.verb).inc()
    if entry.verb in RESULTS:
        RESULTS_ENTERED.inc()
    if entry.verb in PAIRING_VERBS:
        stage = entry.tournament.stages.order_by("-number").first()
        if stage is not None:
            PAIRINGS.labels(stage.system, _size(entry.tournament.players.count())).inc()


def _size(players: int) -> str:
    return next((f"up to {size}" for size in SIZES if players <= size), f"over {SIZES[-1]}")


def tell() -> None:
    """Run the process that Prometheus queries."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # has no types
    registry.register(StoredMetrics())
    try:
        _server, thread = start_http_server(settings.METRICS_PORT, LOOPBACK, registry)
    except OSError as error:
        log.error("Metrics: port %d cannot be used (%s). Choose another METRICS_PORT.", settings.METRICS_PORT, error)  # noqa: TRY400 - a sentence
        time.sleep(60)  # the supervisor starts another process, which tries again
        return
    thread.join()


class StoredMetrics:
    """The metrics of the database and the backups at the moment of the request."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        _forget_the_dead()
        yield GaugeMetricFamily("kierros_processes", "Processes of this server", value=len(_family()))
        for name, help_text, function in settings.METRICS_FIGURES:
            value = import_string(function)()
            if value is not None:
                yield GaugeMetricFamily(name, help_text, value=value)
        try:
            yield from self._of_database()
        except DatabaseError:
            yield GaugeMetricFamily("kierros_database_up", "Whether the database answers", value=0)
        finally:
            connection.close()

    def _of_database(self) -> Iterator[GaugeMetricFamily]:
        at_work = Webhook.objects.filter(off_at__isnull=True)
        behind = sum(each.events for each in backlogs())
        failing = at_work.filter(failing_since__isnull=False).count()
        yield GaugeMetricFamily("kierros_tournaments", "Tournaments stored", value=Tournament.objects.count())
        yield GaugeMetricFamily("kierros_deliveries_behind", "Events that webhooks have not been told", value=behind)
        yield GaugeMetricFamily("kierros_webhooks_failing", "Webhooks whose last delivery failed", value=failing)
        yield GaugeMetricFamily("kierros_database_up", "Whether the database answers", value=1)


def _family() -> list[psutil.Process]:
    supervisor = psutil.Process().parent()
    return [supervisor, *supervisor.children()] if supervisor is not None else []


def _forget_the_dead() -> None:
    """Drop the streams of killed workers, which are no longer open."""
    for path in Path(os.environ[FOLDER]).glob("gauge_live*_*.db"):
        number = int(path.stem.rpartition("_")[2])
        if not psutil.pid_exists(number):
            mark_process_dead(number)  # type: ignore[no-untyped-call] # has no types
