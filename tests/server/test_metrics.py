"""Metrics for Prometheus: all processes count, one separate process reports, and only to the same computer."""

import logging
import re
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from server.processes import supervisor
from tests.serving import PATIENCE, ROOT, environment_for, free_port

COUNT = """
import logging, django
django.setup()
from server import metrics
for method, path, status in (("GET", "/t/cup/", 200), ("BREW", "/x", 501), ("GET", "/t/cup/events/stream", 200)):
    said = {"method": method, "path": path, "status": status, "dt_ms": 12.0}
    metrics.Requests().handle(logging.makeLogRecord({"args": said}))
metrics._count_stream(by=1)
"""
TELL = """
import django
django.setup()
from server import metrics
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
metrics._forget_the_dead()
registry = CollectorRegistry()
MultiProcessCollector(registry)
print(generate_latest(registry).decode())
"""


@pytest.mark.rotates(8)
def test_counts_of_processes_are_added_and_streams_end_with_their_process(tmp_path):
    environment = environment_for("kierros", PROMETHEUS_MULTIPROC_DIR=str(tmp_path))

    def run(code):
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout

    run(COUNT)
    run(COUNT)
    output = run(TELL)
    assert 'kierros_requests_total{method="GET",status="200"} 4.0' in output
    assert 'kierros_requests_total{method="other",status="501"} 2.0' in output
    assert "kierros_request_seconds_count 4.0" in output  # a stream is open for hours
    assert not re.search(r"kierros_streams [1-9]", output)


@pytest.mark.rotates(8)
@pytest.mark.slow("starts a server")
def test_server_exports_metrics_on_their_own_port(idle_server):
    port = free_port()
    idle_server.more |= {"METRICS_PORT": str(port)}
    idle_server.start()
    assert urllib.request.urlopen(f"{idle_server.url}/health/live", timeout=PATIENCE).status == 204
    text = ""
    while "kierros_database_up" not in text:
        try:
            text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).read().decode()
        except urllib.error.URLError:  # its process is starting
            assert idle_server.answers()
    assert 'kierros_requests_total{method="GET",status="204"}' in text
    assert "kierros_database_up 1.0" in text
    assert "kierros_deliveries_behind 0.0" in text
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{idle_server.url}/metrics", timeout=PATIENCE)


def test_access_log_omits_the_query(settings, caplog):
    settings.ACCESS_LOG, settings.METRICS_PORT = True, 0
    supervisor._note_requests()
    values = {
        "method": "GET",
        "path": "/t/cup/",
        "status": 200,
        "dt_ms": 3.2,
        "query_string": "q=x",
        "addr": "10.0.0.7",
    }
    with caplog.at_level(logging.INFO, "granian.access"):
        logging.getLogger("granian.access").info(supervisor.ACCESS_LINE, values)
    assert caplog.messages == ["GET /t/cup/ 200 3 ms"]
