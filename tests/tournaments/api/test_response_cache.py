"""Public answers are rendered once for each revision, and nobody gets an answer that was made for someone else."""

import gzip
import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import parameters_of
from tournaments.public.page_cache import PAGES
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

PACKED = {"Accept-Encoding": "gzip"}
READ = (
    *(
        "/standings",
        "/standings?live=true&round=1&rules=fide-2026",
        "/standings.csv",
        "/standings.h9",
        "/standings.aga",
        "/standings.fesa",
    ),
    *("/snapshot", "/players", "/players.csv", "/rounds", "/rounds/1", "/rounds/1/pairings.csv"),
)
FORGED = "FINAL CANCELLED"
SENT = {
    "Host": "localhost", "X-Forwarded-Host": FORGED, "Referer": FORGED, "Origin": "https://evil.example",
    "Accept-Language": "fi", "User-Agent": FORGED, "X-Requested-With": FORGED, "Last-Event-ID": FORGED,
}  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_kept():
    PAGES.clear()


@pytest.fixture
def running(cup):
    """A tournament with one closed round and a draft."""
    cup.play("1-0", "½-½")
    cup.pair()
    return cup


def read(stage, path, **headers):
    return Client().get(f"/api/v1/tournaments/{stage.tournament.slug}{path}", headers=headers)


@pytest.mark.parametrize("path", READ)
@pytest.mark.rotates(4)
def test_public_answer_is_rendered_once_for_all_readers(running, path, django_assert_max_num_queries):
    first = read(running, path, **SENT)
    assert (first.status_code, FORGED.encode() in first.content) == (200, False)
    with django_assert_max_num_queries(1):
        again = read(running, path)
    assert (again.content, again["ETag"], again["Content-Type"]) == (
        first.content,
        first["ETag"],
        first["Content-Type"],
    )
    packed = read(running, path, **PACKED)
    assert (packed["Content-Encoding"], packed["ETag"]) == ("gzip", f"W/{first['ETag']}")
    assert gzip.decompress(packed.content) == first.content
    PAGES.clear()
    assert read(running, path).content == first.content


def test_new_result_renews_the_cached_answer(running):
    before = read(running, "/standings?live=true").json()
    running.publish()
    running.enter(1, "1-0")
    after = read(running, "/standings?live=true").json()
    assert [row["points"]["exact"] for row in after["rows"]] != [row["points"]["exact"] for row in before["rows"]]


@pytest.mark.parametrize("path", READ)
def test_token_answers_are_not_cached(running, program, path):
    own = program(running).get(path)
    assert (own.status_code, len(PAGES)) == (200, 0)
    assert own["Cache-Control"] == "private, no-cache"
    if path == "/rounds":
        assert [len(answer.json()["rounds"]) for answer in (own, read(running, path))] == [2, 1]


def test_hidden_tournament_disappears_at_once(running):
    assert read(running, "/standings").status_code == 200
    lifecycle.change_settings(running.orla, running.tournament, is_public=False)
    assert read(running, "/standings").status_code == 404


def test_searches_and_refusals_are_not_cached(running):
    assert len(read(running, "/players?q=Ann").json()["players"]) == 1
    assert read(running, "/rounds/9").status_code == 404
    assert read(running, "/standings?round=99").status_code == 422
    assert len(PAGES) == 0


class TestHeaders:
    def test_public_answers_have_few_headers(self, running):
        found = read(running, "/standings", **PACKED, **SENT)
        assert found["Vary"] == "Accept-Encoding"
        assert found["Cache-Control"] == "public, max-age=5, stale-while-revalidate=30"
        assert found["Access-Control-Allow-Origin"] == "*"
        unread = {
            "Content-Security-Policy",
            "X-Frame-Options",
            "Cross-Origin-Opener-Policy",
            "Referrer-Policy",
            "Allow",
        }
        assert not unread & set(found.headers)
        assert found["X-Content-Type-Options"] == "nosniff"

    def test_private_answers_vary_by_authorization_and_cookie(self, running, program):
        found = program(running).get("/standings", Accept_Language="fi")
        assert {"Authorization", "Cookie"} <= {name.strip() for name in found["Vary"].split(",")}
        assert found["Access-Control-Allow-Origin"] == "*"

    def test_session_answers_allow_no_other_origin(self, running):
        client = Client()
        client.force_login(running.orla.user)
        for path in ("/standings", "/players", "/rounds/9"):
            found = client.get(f"/api/v1/tournaments/cup{path}", headers={"Origin": "https://club.example"})
            assert "Access-Control-Allow-Origin" not in found, path
            assert "Access-Control-Allow-Credentials" not in found

    def test_other_origin_writes_with_its_own_token(self, running, program):
        desk, path = program(running), f"/pairings/{running.table(1).public_id}"
        seen = f'"{desk.get(path).json()["version"]}"'
        sent = {"If_Match": seen, "Origin": "https://club.example"}
        answer = desk.send("PUT", f"{path}/result", {"notation": "0-1"}, **sent)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert {"ETag", "Retry-After", "Location"} <= {
            name.strip() for name in answer["Access-Control-Expose-Headers"].split(",")
        }
        assert "Access-Control-Allow-Credentials" not in answer

    def test_other_origin_can_read_errors(self, running):
        assert [read(running, path)["Access-Control-Allow-Origin"] for path in ("/rounds/9", "/players?x=1")] == [
            "*"
        ] * 2

    @pytest.mark.parametrize("path", ["/standings", "/staff", "/events/stream", "/nothing/of/this/kind"])
    def test_preflight_lists_allowed_headers(self, running, path):
        asked = {"Origin": "https://club.example", "Access-Control-Request-Method": "GET"}
        wanted = {**asked, "Access-Control-Request-Headers": "if-none-match"}
        answer = Client().options(f"/api/v1/tournaments/cup{path}", headers=wanted)
        if path == "/nothing/of/this/kind":
            assert answer.status_code == 404
            return
        assert (answer.status_code, answer.content, answer["Access-Control-Allow-Origin"]) == (204, b"", "*")
        assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT, PATCH, DELETE"
        allowed = {name.strip() for name in answer["Access-Control-Allow-Headers"].split(",")}
        assert {"Authorization", "Content-Type", "If-None-Match", "If-Match", "Idempotency-Key"} <= allowed
        assert "Access-Control-Allow-Credentials" not in answer

    def test_head_gives_the_headers_of_get(self, running):
        path = f"/api/v1/tournaments/{running.tournament.slug}/standings?live=true"
        got, asked = Client().get(path), Client().head(path)
        assert (asked["ETag"], asked.content) == (got["ETag"], b"")


class TestIndex:
    def test_index_lists_every_address_of_the_document(self):
        index, document = (Client().get(path) for path in ("/api/v1/", "/api/v1/schema"))
        answer = {each["address"]: each["methods"] for each in index.json()["addresses"]}
        paths = document.json()["paths"]
        assert answer == {path: [method.upper() for method in operations] for path, operations in paths.items()}
        assert all(each["about"] for each in index.json()["addresses"])
        for page in ("guide", "reference", "document"):
            assert Client().get(index.json()[page]).status_code == 200

    def test_api_catalogue_links_to_the_document(self):
        answer = Client().get("/.well-known/api-catalog")
        assert answer["Content-Type"] == "application/linkset+json"
        (entry,) = answer.json()["linkset"]
        assert answer["Access-Control-Allow-Origin"] == "*"
        for each in (entry["anchor"], *(entry[name][0]["href"] for name in ("service-desc", "service-doc"))):
            assert Client().get(each.removeprefix("http://testserver")).status_code == 200, each

    def test_document_is_rendered_once_compressed_and_small_enough(self):
        """The limit is 330 bytes an operation, and 2,500 bytes for the rest: problem codes, tags and webhooks.

        Descriptions of schemas, fields and parameters may add 60 bytes an operation.
        """
        first = Client().get("/api/v1/schema", headers=PACKED)
        whole = json.loads(gzip.decompress(first.content))
        operations = sum(len(path) for path in whole["paths"].values())
        beside = [whole.pop("webhooks"), whole.pop("tags"), whole["components"]["schemas"].pop("ProblemCode")]
        of_operations = len(gzip.compress(json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode(), 6))
        assert all(beside)
        assert of_operations < (330 + 60) * operations, operations
        assert len(first.content) - of_operations < 2500
        assert b'": ' not in gzip.decompress(first.content)[:1000]
        assert len(PAGES) == 1
        again = Client().get("/api/v1/schema", headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    def test_path_parameters_with_fixed_words_list_them(self):
        document = Client().get("/api/v1/schema").json()
        paths = document["paths"]
        verbs = next(path for path in paths if path.endswith("/rounds/{number}/{verb}"))
        known = {
            each["name"]: each["schema"]
            for each in parameters_of(document, paths[verbs]["post"])
            if each["in"] == "path"
        }
        assert known["verb"]["enum"] == ["publish", "close", "reopen", "unpublish"]
        assert known["number"] == {"type": "integer", "minimum": 1}
        patterns = [
            each["schema"]["pattern"]
            for operations in paths.values()
            for operation in operations.values()
            for each in parameters_of(document, operation)
            if "pattern" in each["schema"]
        ]
        assert [pattern for pattern in patterns if "|" in pattern] == []


def test_snapshot_reads_stages_and_tables_in_few_queries(cup):
    for results in (("1-0", "½-½"), ("1-0", "1-0"), ("0-1", "1-0")):
        cup.play(*results)
    with CaptureQueriesContext(connection) as asked:
        assert read(cup, "/snapshot").status_code == 200

    lines = [query["sql"] for query in asked]
    stages = [sql for sql in lines if 'FROM "tournaments_stage"' in sql and "seat" not in sql.partition("FROM")[2]]
    assert len(stages) <= 4  # earlier there was one more for each round
    assert not [sql for sql in lines if "pairing_id" in sql and "IS NULL" in sql]
    assert len([sql for sql in lines if 'FROM "tournaments_pairing"' in sql]) == 1  # for all rounds
    assert len([sql for sql in lines if 'FROM "tournaments_appearance"' in sql]) == 1
