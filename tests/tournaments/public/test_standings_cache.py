"""A table is ranked once for all pages, and again only after a change that can move a player."""

import pytest
from django.test import Client

from standings.web.table import current
from tests.tournaments.conftest import parse
from tournaments.players import registration
from tournaments.public.page_cache import PAGES
from tournaments.results import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(make):
    options = {"initial_colour": "white"}
    found = make(system="dutch", planned_rounds=3, options=options).with_players("Ann", "Bo", "Cy", "Di")
    found.play("1-0", "½-½")
    found.pair()
    found.publish()
    return found


@pytest.fixture
def ranked_rounds(monkeypatch):
    """The rounds of each snapshot that is ranked."""
    found = []
    rank = current.rank
    monkeypatch.setattr(current, "rank", lambda snapshot, *rest: found.append(snapshot.rounds) or rank(snapshot, *rest))
    return found


def page(cup, rest=""):
    PAGES.clear()
    answer = Client().get(f"/t/{cup.tournament.slug}/{rest}")
    assert answer.status_code == 200
    return answer.content.decode()


PAGES_OF_TABLE = ("standings/", "standings.csv", "standings/{ann}/", "standings/{ann}/PTS/", "crosstable/")


@pytest.mark.rotates(2)
def test_all_pages_of_a_table_rank_it_once(cup, ranked_rounds):
    for rest in PAGES_OF_TABLE:
        page(cup, rest.format(ann=cup.players["Ann"].public_id))
    assert Client().get(f"/api/v1/tournaments/{cup.tournament.slug}/standings").status_code == 200
    assert len(ranked_rounds) == 1


def test_result_of_the_running_round_reranks_only_live_standings(cup, ranked_rounds):
    before = page(cup, "standings/")
    running = page(cup, "standings/?live=1")
    assert len(ranked_rounds) == 2
    cup.enter(1, "1-0")
    assert page(cup, "standings/") == before
    assert len(ranked_rounds) == 2
    assert page(cup, "standings/?live=1") != running
    assert len(ranked_rounds) == 3


def test_correction_and_withdrawal_appear_in_the_next_table(cup, ranked_rounds):
    before = page(cup, "crosstable/")
    table = cup.tournament.rounds.get(number=1).pairings.get(table=1)
    results.correct_result(cup.orla, cup.tournament, table, parse("0-1", cup.tournament.scoring), reason="misread")
    assert page(cup, "crosstable/") != before
    registration.withdraw(cup.orla, cup.tournament, cup.players["Ann"])
    assert "withdrawn" in page(cup, "standings/")
    assert len(ranked_rounds) == 3


def test_closed_round_appears_in_the_next_table(cup, ranked_rounds):
    page(cup, "standings/")
    cup.enter(1, "1-0")
    cup.enter(2, "1-0")
    cup.close()
    page(cup, "standings/")
    assert [len(rounds) for rounds in ranked_rounds] == [1, 2]
