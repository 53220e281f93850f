"""The `type` of every problem leads to a page of the guide."""

import json
import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.history.serializers import TYPES
from tournaments.people import tokens
from tournaments.web.api.document.guide import CODES, PLAYERS, REQUESTS, ROUNDS, STEPS, TOURNAMENT, commands

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
#: The code of a refusal or problem in the source code.
NAMED = re.compile(r'code(?:: str)?=(?:\s*)"([a-z][a-z0-9-]+)"|Problem\(\s*\d{3},\s*"([a-z][a-z0-9-]+)"')
#: The framework's own codes, and those that follow from a status.
OTHERS = {
    *("bad-request", "parse-error", "not-acceptable", "unsupported-media-type", "method-not-allowed", "csrf-token"),
    *("token-refused", "too-many-requests", "request-timeout", "length-required", "service-unavailable"),
    *("read-only",),
    *("internal-server-error", "refused", "conflict", "if-match", "token-missing"),
}


def named_codes():
    found = set()
    for folder in ("tournaments", "standings", "config"):
        for path in (ROOT / folder).rglob("*.py"):
            found |= {one or other for one, other in NAMED.findall(path.read_text())}
    return found


def test_every_code_is_explained_and_no_other():
    assert named_codes() | OTHERS == set(CODES)
    assert sum(map(len, (REQUESTS, TOURNAMENT, PLAYERS, ROUNDS))) == len(CODES)


def test_type_of_a_problem_links_to_its_explanation(make):
    answer = Client().post("/api/v1/tournaments/nowhere/rounds", "{}", content_type="application/json").json()
    page, _hash, code = answer["type"].partition("#")
    assert f'<tr id="{code}">' in Client().get(page).text


def test_guide_lists_scopes_limits_and_result_notation():
    page = Client().get("/api/v1/guide").text
    assert "results:write" in page
    assert "35-29" in page
    assert re.search(r"up to\s+35 seconds", page)
    assert re.search(r"6 MB for a request body, and 3000", page)


def test_guide_lists_every_operation_type_with_examples():
    page = Client().get("/api/v1/guide").text
    (listed,) = re.findall(r'<code translate="no">(result, .*?)</code>', page)
    assert listed.split(", ") == list(TYPES)
    (shown,) = re.findall(r'id="operations"><code>(.*?)</code>', page, re.DOTALL)
    assert [each["type"] for each in json.loads(unescape(shown))["operations"]] == ["result", "withdraw"]


def test_guide_lists_the_facts_of_every_verb():
    page = Client().get("/api/v1/guide").text
    listed = page[page.index('id="facts"') : page.index("Result notation")]
    assert re.findall(r'<th scope="row"><code translate="no">([a-z-]+)</code>', listed) == list(VERBS)
    (clock,) = re.findall(r'>set-clock</code></th>\s*<td translate="no">(.*?)</td>', listed, re.DOTALL)
    assert " ".join(re.sub("<.*?>", " ", clock).split()) == "minutes integer, round integer, was integer | null"


def test_token_pages_link_to_the_guide(make, orla):
    make()
    for page in ("/account/tokens/", "/t/cup/desk/staff/"):
        assert 'href="/api/v1/guide"' in signed_in(orla).get(page).text


@pytest.mark.rotates(4)
def test_requests_of_the_guide_run_a_round(client, orla):
    """The requests in the guide work exactly as printed."""
    more = {"name": "Shell", "expires_at": timezone.now() + timedelta(days=1)}
    _token, value = tokens.create_account_token(Who.at_page(orla), scopes=tokens.OF_ACCOUNT, **more)
    tables = []
    for method, path, body in STEPS:
        for table in tables if "TABLE" in path else [{"id": "", "version": ""}]:
            headers = {"Authorization": f"Bearer {value}", "Content-Type": "application/json"}
            headers |= {"Idempotency-Key": uuid4().hex} if method == "POST" else {}
            headers |= {"If-Match": f'"{table["version"]}"'} if method == "PUT" else {}
            at = f"/api/v1{path}".replace("TABLE", table["id"])
            answer = client.generic(method, at, json.dumps(body or {}) if method != "GET" else "", headers=headers)
            assert answer.status_code in (200, 201), (method, path, answer.content)
            tables = answer.json().get("pairings", tables)
    assert [row["points"]["exact"] for row in answer.json()["rows"]] == ["1", "1", "0", "0"]
    shown = unescape(client.get("/api/v1/guide").content.decode())
    assert all(f"$KIERROS/api/v1{path}" in shown for _method, path, _body in STEPS)
    assert commands() in shown
