"""Answers to generated requests match the OpenAPI document."""

import subprocess
import sys

import pytest
import schemathesis
from django.db import connection
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from tests.serving import environment_for
from tests.slices import choose_cases
from tests.tournaments.api.conftest import ALL
from tournaments.events import events

pytestmark = pytest.mark.django_db(transaction=True)

#: A well-formed request can still break a tournament rule that no schema can express, such as a round not over.
#: Rights have their own tests: every request here carries the token, even those meant to go without.
NOT_HERE = [positive_data_acceptance, ignored_auth]


@pytest.fixture
def document(cup, token_of, live_server):
    cup.pair()
    cup.publish()
    names = {"event": "Cups", "own": "A", "section": "B"}
    events.add_section(cup.orla, cup.tournament, **names)
    schema = schemathesis.openapi.from_url(f"{live_server.url}/api/v1/schema")
    schema.config.headers = {"Authorization": f"Bearer {token_of(cup, *ALL, 'admin')}"}
    return schema


@pytest.mark.rotates(8)
def test_schemathesis_finds_no_difference_from_the_document(document, cup, request):
    examples = 10 if request.config.getoption("--all-hostile") else 4
    known = {
        "slug": cup.tournament.slug, "event": "cups", "number": 1, "player_id": cup.players["Ann"].public_id,
        "pairing_id": cup.table(1).public_id, "sequence": 1, "code": "MP",
    }  # fmt: skip

    @settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck), derandomize=True
    )
    def hold(case):
        case.path_parameters = {name: known.get(name, value) for name, value in (case.path_parameters or {}).items()}
        case.call_and_validate(excluded_checks=NOT_HERE)

    operations = [operation.ok() for operation in document.get_all_operations()]
    assert len(operations) == sum(len(path) for path in document.raw_schema["paths"].values())
    for operation in choose_cases(request, operations, of=5):
        given(operation.as_strategy())(hold)()


FIRST_REQUESTS = """
from concurrent.futures import ThreadPoolExecutor
import django
django.setup()
from django.test import Client
with ThreadPoolExecutor(4) as hall:
    asked = [hall.submit(Client().get, "/api/v1/schema", headers={"host": "localhost"}) for _ in range(4)]
    print(*(answer.result().status_code for answer in asked))
"""


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_first_requests_of_a_server_may_be_simultaneous():
    environment = environment_for(connection.settings_dict["NAME"])
    done = subprocess.run(
        [sys.executable, "-c", FIRST_REQUESTS], capture_output=True, text=True, check=False, env=environment
    )
    assert done.stdout.split() == ["200"] * 4, done.stderr
