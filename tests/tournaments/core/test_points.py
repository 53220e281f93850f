"""Every page and API answer shows the points and places of the standings."""

import re

import pytest

from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.stages import stages


def rows(html, table):
    """Return the cells of a page's table as text, row by row, the head first; cells of rounds are left out."""
    body = re.search(rf'<table[^>]*id="{table}".*?</table>', html, re.DOTALL)[0]
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    cells = ([cell for cell in re.split(r"</t[hd]>", row)[:-1] if 'class="record' not in cell] for row in found)
    return [[re.sub(r"<[^>]+>|\s+", " ", cell).strip() for cell in row] for row in cells]


@pytest.fixture
def half_played(cup):
    """Ann has beaten Di and Bo has beaten Cy; Di leaves with one game of three played, and round 2 is published."""
    cup.pair()
    cup.publish()
    names = {frozenset(row.player.name for row in table.appearances.all()): table for table in cup.round.pairings.all()}
    for who, table in names.items():
        winner = "Ann" if "Ann" in who else "Bo"
        first = table.appearances.get(side=1).player.name
        cup.enter(table.table, "1-0" if first == winner else "0-1")
    cup.beaten = next(name for name in next(who for who in names if "Ann" in who) if name != "Ann")
    cup.close()
    registration.withdraw(cup.orla, cup.tournament, cup.players[cup.beaten])
    cup.pair()
    cup.publish()
    return cup


class TestAfterAHalfPlayedWithdrawal:
    @pytest.mark.rotates(2)
    def test_uncounted_game_gives_no_points_on_any_page(self, half_played, client):
        cup = half_played
        base = f"/t/{cup.tournament.slug}/"
        standings = rows(client.get(base + "standings/").content.decode(), "standings")
        assert [row[2] for row in standings if row[1] == "Ann"] == ["0"]
        cross = rows(client.get(base + "crosstable/").content.decode(), "cross")
        assert [row[-1] for row in cross if "Ann" in row] == ["0"]
        pairings = client.get(base + "rounds/2/").content.decode()
        (shown,) = re.findall(r"Ann(?:</bdi></a>)\W+(?:<[^>]+>\W*)*<small>([^<]*)</small>", pairings)
        assert shown == "0"
        own = client.get(f"{base}players/{cup.players['Ann'].public_id}/").content.decode()
        assert re.search(r"<strong>\s*0 points", own)
        answer = client.get(f"/api/v1/tournaments/{cup.tournament.slug}/standings").json()
        ann = next(row for row in answer["rows"] if row["player"]["id"] == cup.players["Ann"].public_id)
        assert ann["points"] == {"exact": "0", "shown": "0"}

    def test_counted_game_still_gives_points_in_pairings(self, half_played, client):
        pairings = client.get(f"/t/{half_played.tournament.slug}/rounds/2/").content.decode()
        (shown,) = re.findall(r"Bo(?:</bdi></a>)\W+(?:<[^>]+>\W*)*<small>([^<]*)</small>", pairings)
        assert shown == "1"


class TestWhileARoundRuns:
    @pytest.mark.parametrize("ask", ["", "?live=1"])
    def test_crosstable_and_standings_agree(self, cup, client, ask):
        cup.play("1-0", "0-1")
        cup.pair()
        cup.publish()
        cup.enter(1, "1-0")
        base = f"/t/{cup.tournament.slug}/"
        standings = rows(client.get(base + "standings/" + ask).content.decode(), "standings")
        page = client.get(base + "crosstable/" + ask).content.decode()
        cross = rows(page, "cross")
        place = cross[0].index("Place")
        assert [(row[place], row[place + 1], row[-1]) for row in cross[1:]] == [tuple(row[:3]) for row in standings[1:]]
        assert ("with the results so far" in page) is bool(ask)

    def test_crosstable_names_the_rounds_that_count_and_links_to_the_other_view(self, cup, client):
        cup.play("1-0", "0-1")
        cup.pair()
        cup.publish()
        url = f"/t/{cup.tournament.slug}/crosstable/"
        page = client.get(url).content.decode()
        assert "After round 1" in page
        assert f'href="{url}?live=1"' in page
        assert f'href="{url}"' in client.get(url + "?live=1").content.decode()

    def test_tied_players_share_a_place_and_cells_use_numbers(self, make, client):
        swiss = make().with_players(*(f"P{n:02}" for n in range(32)))
        swiss.play(*["½-½"] * 16)
        page = client.get(f"/t/{swiss.tournament.slug}/crosstable/").content.decode()
        table = rows(page, "cross")
        assert table[0][:3] == ["No.", "Place", "Name"]
        assert [row[0] for row in table[1:]] == [str(n) for n in range(1, 33)]
        assert len({row[1] for row in table[1:]}) < 32

    def test_parallel_rounds_all_count(self, cup, client):
        rounds.publish_schedule(cup.orla, cup.tournament)
        base = f"/t/{cup.tournament.slug}/"
        for page in ("standings/", "crosstable/"):
            assert "With all results so far" in client.get(base + page).content.decode()


@pytest.mark.rotates(4)
def test_points_of_a_later_stage_exclude_earlier_stages(cup, client):
    """A player's page shows the points of the current stage, as its standings do."""
    for _ in range(3):
        cup.play("1-0", "1-0")
    order = [cup.players[name] for name in ("Ann", "Bo")]
    stages.start_stage(
        cup.orla, cup.tournament, system="round-robin", options={}, seeds=order, qualification={}, planned_rounds=None
    )
    own = client.get(f"/t/{cup.tournament.slug}/players/{cup.players['Ann'].public_id}/").content.decode()
    assert "0 points" in own
    cup.play("1-0")
    own = client.get(f"/t/{cup.tournament.slug}/players/{cup.players['Ann'].public_id}/").content.decode()
    assert re.search(r"<strong>\s*1 point", own)
