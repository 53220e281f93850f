"""The desk page that shows a round under each FIDE Swiss system."""

import re

import pytest

from pairings.library.comparison import SWISS
from tests.tournaments.all_features.test_pages import at, signed_in
from tournaments.core import snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def twenty(make):
    """A Dubov Swiss of twenty players; round 1 is closed, and round 2 is a draft."""
    stage = make(system="dubov", planned_rounds=7)
    stage.with_players(*(f"Player {number:02}" for number in range(20)))
    stage.play(*(["1-0", "½-½", "0-1", "1-0", "½-½"] * 2))
    stage.pair()
    return stage


def rows_shown(page, stage, number):
    """Return the page, the heads, and the rows of the table.

    A row has the name, then the opponent under each system, and whether that differs.
    """
    text = page.get(at(stage, "systems", number=number)).content.decode()
    body = re.search(r'id="systems".*?</table>', text, re.DOTALL).group()
    heads = re.findall(r"<th>\s*([^<]+?)\s*</th>", body)
    rows = {}
    for name, cells in re.findall(r'<th scope="row"[^>]*><bdi>([^<]+)</bdi></th>(.*?)</tr>', body, re.DOTALL):
        rows[name] = re.findall(r"<bdi>([^<]+)</bdi></span>\s*<small><bdi>(\w+)</bdi></small>\s*(<strong)?", cells)
    return text, heads, rows


def test_page_compares_five_systems_with_its_own_first(twenty, orla):
    text, heads, rows = rows_shown(signed_in(orla), twenty, 2)
    others = [each.name for key, each in SWISS.items() if key != "dubov"]
    assert heads == ["Name", SWISS["dubov"].name, *others]
    assert len(rows) == 20
    view = snapshot.take_view(snapshot.current_stage(twenty.tournament), before_round=2)
    draft = snapshot.plan_of(twenty.round, view)
    names = {number: player.name for number, player in view.players.items()}
    for pairing in draft.pairings:
        one, other = names[pairing.first], names[pairing.second]
        assert rows[one][0] == (other, "White", "")
        assert rows[other][0] == (one, "Black", "")
    for cells in rows.values():
        assert len(cells) == 5
        assert [bool(star) for _name, _side, star in cells] == [name != cells[0][0] for name, _side, _star in cells]
    assert "the system of this tournament" in text
    assert "C.04.5" in text
    assert "tables differ from the first column" in text


def test_played_round_is_compared_as_before_its_results(twenty, orla):
    _text, _heads, rows = rows_shown(signed_in(orla), twenty, 1)
    first = twenty.tournament.rounds.get(number=1)
    for pairing in first.pairings.all():
        one, other = (place.player.name for place in pairing.appearances.order_by("side"))
        assert rows[one][0][:2] == (other, "White")


def test_missing_round_is_not_found(twenty, orla):
    page = signed_in(orla)
    assert page.get(at(twenty, "systems", number=3)).status_code == 404
    assert page.get(at(twenty, "systems", number=0)).status_code == 404


def test_impossible_comparison_gives_the_reason(make, orla):
    page = signed_in(orla)
    alone = make(system="dutch").with_players("Ann")
    assert "Fewer than two players" in page.get(at(alone, "systems", number=1)).content.decode()
    teams = make(name="Teams", system="team-swiss").with_players("Ann", "Bo")
    assert "one FIDE Swiss system for teams" in page.get(at(teams, "systems", number=1)).content.decode()


def test_settings_and_draft_link_to_the_comparison(twenty, orla):
    page = signed_in(orla)
    assert at(twenty, "systems", number=1) in page.get(at(twenty, "settings")).content.decode()
    assert at(twenty, "systems", number=2) in page.get(at(twenty, "draft", number=2)).content.decode()
