"""Shared fixtures: Orla organises, Heli helps, Sam is signed in without rights; and a tournament of four players."""

from copy import deepcopy
from datetime import date
from hashlib import sha256
from itertools import count
from math import inf
from random import Random

import pytest
from django.db import connection, transaction

from tests import pseudo_language
from tests.entry_facts import watch_entries
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.desk.progress import progress_of
from tournaments.models import Member, Tournament, User, fields
from tournaments.players import registration
from tournaments.public.page_cache import PAGES as KEPT
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle
from tournaments.web.api import authentication
from tournaments.web.api.authentication import CallShare

watch_entries()


@pytest.fixture(autouse=True)
def calls_left(monkeypatch):
    """Give anonymous requests a full share of calls, because fetching a new one costs a query in any test."""
    of_anybody = sha256(b"program/address-127.0.0.1").hexdigest()
    monkeypatch.setattr(authentication, "_shares", {of_anybody: CallShare(10**6, inf, is_last=False)})


@pytest.fixture
def orla(db):
    return User.objects.create_user("Orla", password="a long enough password")


@pytest.fixture
def heli(db):
    return User.objects.create_user("Heli", password="a long enough password")


@pytest.fixture
def sam(db):
    return User.objects.create_user("Sam", password="a long enough password")


class Stage:
    """A tournament, and the actions of tests on it, each in one line."""

    def __init__(self, orla, **settings):
        self.orla = Who.at_page(orla)
        game = {"pods": "cards", "partners": "padel"}.get(settings.get("system"), "chess")
        values = {"name": "Cup", "game": game, "starts_on": date(2026, 1, 10), "time_zone": "Europe/Helsinki"}
        values["fide_mode"] = False  # a club evening: nothing is locked (test_fide_mode.py tests the locks)
        self.tournament = lifecycle.create_tournament(self.orla, **{**values, **settings})

    def with_players(self, *names, **more):
        rows = [{"name": name, **more} for name in names]
        self.players = {p.name: p for p in registration.add_players(self.orla, self.tournament, rows)}
        return self

    def pair(self, number=None):
        self.round = rounds.pair_next_round(self.orla, self.tournament, number)
        return self.round

    def publish(self, *not_paired):
        """Publish the draft; `not_paired` contains the names of players who do not play."""
        ids = [self.players[name].public_id for name in not_paired]
        self.round = rounds.publish_round(self.orla, self.tournament, self.round, not_paired=ids)
        return self.round

    def table(self, number):
        return self.round.pairings.get(table=number)

    def enter(self, table, text, who=None, **more):
        result = parse(text, self.tournament.scoring_of(self.round.best_of)) if text else None
        return results.enter_result(who or self.orla, self.tournament, self.table(table), result, **more)

    def close(self):
        self.round = rounds.close_round(self.orla, self.tournament, self.round)
        return self.round

    def play(self, *texts):
        self.pair()
        self.publish()
        for table, text in zip(
            self.round.pairings.values_list("table", flat=True).order_by("table"), texts, strict=True
        ):
            self.enter(table, text)
        return self.close()

    def finish(self):
        """Finish the tournament, also if rounds are missing."""
        missing = progress_of(self.tournament).rounds_missing
        return lifecycle.finish(self.orla, self.tournament, rounds_missing=missing)

    def revision(self):
        self.tournament.refresh_from_db()
        return self.tournament.revision


@pytest.fixture
def make(orla):
    return lambda **settings: Stage(orla, **settings)


@pytest.fixture
def cup(make):
    """A round robin of four chess players, with nothing paired yet."""
    return make().with_players("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def helper(cup, heli):
    Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
    return Who.at_page(heli)


@pytest.fixture(scope="module")
def module_db(request, django_db_setup, django_db_blocker):
    """A transaction around all tests of a module: every test finds what its fixtures stored.

    A test that changes a tournament takes a copy of it with `fresh`.
    """
    lots = Random(request.node.nodeid)
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(fields, "seed", lambda: f"{lots.getrandbits(64):016x}")
        connection.atomic_blocks[-1]._from_testcase = True  # verbs open their own transaction inside it
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def module_orla(module_db):
    """Orla, in a module whose tests share a tournament."""
    return User.objects.create_user("Orla", password="a long enough password")


#: The distance between the revisions at which tests begin.
APART = 10_000
_turns = count(1)


def fresh(stage):
    """Return a test's own copy of a tournament of its module.

    The copy begins at a revision that no other test has. Caches use the revision as key, and another test may have made
    other changes up to the same revision.
    """
    copied = deepcopy(stage)
    copied.tournament.revision += APART * next(_turns)
    Tournament.objects.filter(pk=copied.tournament.pk).update(revision=copied.tournament.revision)
    return copied


@pytest.fixture(scope="session")
def catalogue(tmp_path_factory):
    """The messages of the program in the pseudo-language."""
    folder = tmp_path_factory.mktemp("locale")
    pseudo_language.compile_into(folder)
    return folder


@pytest.fixture
def nobodys(settings, catalogue):
    """The program in the pseudo-language."""
    settings.LOCALE_PATHS = [catalogue]
    settings.LANGUAGES = [("en", "English"), (pseudo_language.LANGUAGE, "·")]
    KEPT.clear()
    yield
    KEPT.clear()
