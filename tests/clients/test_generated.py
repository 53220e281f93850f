"""Clients from four generators work against a server. `.ci/clients` generates them and runs this file."""

import os
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tournaments.core.rights import Who
from tournaments.people import tokens

pytestmark = pytest.mark.django_db(transaction=True)

MADE = Path(__file__).resolve().parents[2] / "var" / "clients"


@pytest.fixture
def token(django_user_model):
    user = django_user_model.objects.create_user("Orla", password="a long enough password")
    more = {"name": "Clients", "scopes": tokens.OF_ACCOUNT, "expires_at": timezone.now() + timedelta(hours=1)}
    return tokens.create_account_token(Who.at_page(user), **more)[1]


@pytest.mark.thorough("--clients")
@pytest.mark.parametrize(
    ("command", "count"),
    [(["venv/bin/python", "run.py"], 1), (["node_modules/.bin/tsx", "run.ts"], 3)],
    ids=["Python", "TypeScript"],
)
def test_generated_client_runs_a_round(command, count, token, live_server):
    environment = {**os.environ, "PYTHONPATH": str(MADE / "by-python")}
    run = [*command, live_server.url, token]
    done = subprocess.run(run, cwd=MADE, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == count
