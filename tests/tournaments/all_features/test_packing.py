"""Pages are compressed, except answers with a strong ETag, downloads and content that is already compressed."""

import gzip
import re

import pytest

from tests.tournaments.all_features.test_pages import signed_in

pytestmark = pytest.mark.django_db
TAKES = {"Accept-Encoding": "gzip"}


@pytest.fixture
def hall(make):
    hall = make(system="dutch", planned_rounds=3).with_players(*(f"Player {number:03}" for number in range(400)))
    hall.pair()
    hall.publish()
    return hall


@pytest.mark.rotates(2)
def test_results_of_200_tables_are_small_when_compressed(hall, orla):
    client = signed_in(orla)
    plain = client.get("/t/cup/desk/rounds/1/results/")
    packed = client.get("/t/cup/desk/rounds/1/results/", headers=TAKES)
    assert "Content-Encoding" not in plain.headers
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content).count(b"<tr") == plain.content.count(b"<tr") == 201
    assert len(packed.content) < 40_000
    assert re.findall(rb"/static/([-\w/.]+\.(?:css|js))", plain.content) == [
        b"entry.css",
        b"site.js",
        b"django_htmx/htmx-2.min.js",
        b"unsent_queue.js",
        b"results_queue.js",
        b"results.js",
    ], "tests/server/test_static_files.py weighs them"
    assert len(packed.content) < len(plain.content) / 8


def test_compressed_json_has_a_weak_etag_that_gives_304(hall, client):
    found = client.get("/api/v1/tournaments/cup/rounds", headers=TAKES)
    assert b"Player 000" in gzip.decompress(found.content)
    assert found["ETag"].startswith('W/"')
    again = {**TAKES, "If-None-Match": found["ETag"]}
    assert client.get("/api/v1/tournaments/cup/rounds", headers=again).status_code == 304


def test_cached_page_is_compressed_and_its_etag_gives_304(hall, client):
    found = client.get("/t/cup/rounds/1/", headers=TAKES)
    assert b"Player 000" in gzip.decompress(found.content)
    assert client.get("/t/cup/rounds/1/", headers={**TAKES, "If-None-Match": found["ETag"]}).status_code == 304
