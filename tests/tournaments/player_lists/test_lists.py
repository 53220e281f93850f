"""Every list of players shows title, rating, federation and club, and marks withdrawn players."""

import re

import pytest
from django.db.models import F

from tournaments.drafts import editing
from tournaments.models import Player, Tournament
from tournaments.players import registration

pytestmark = pytest.mark.django_db

ANN = {
    "name": "Ann",
    "title": "WIM",
    "rating": 2100,
    "federation": "FIN",
    "club": "Club of the North",
    "birth": "1990-05-07",
}
LISTS = ("rounds/1/", "rounds/1/names/", "standings/", "crosstable/", "players/", "schedule/")
AT_THE_DESK = ("desk/rounds/1/results/", "desk/players/", "desk/players/check-in/", "desk/rounds/1/slips/")


@pytest.fixture
def club(cup):
    """A round robin of four in round 1; Ann has all details, the others only a name."""
    registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], **ANN)
    cup.pair()
    cup.publish()
    return cup


def texts_with_name(client, address, name="Ann"):
    """Return the text beside a name, each time that a list shows it, as people read it."""
    page = client.get(f"/t/cup/{address}").content.decode()
    found = re.findall(rf'<span class="who"[^>]*>((?:(?!</span>).)*<bdi>{name}</bdi>.*?)</span>', page)
    return {" ".join(re.sub("<[^>]*>", "", text).replace("\xa0", " ").split()) for text in found}


@pytest.mark.rotates(2)
@pytest.mark.parametrize("address", [*LISTS, *AT_THE_DESK])
def test_every_list_shows_title_rating_federation_and_club(club, client, orla, address):
    if address in AT_THE_DESK:
        client.force_login(orla)
    assert len(found := texts_with_name(client, address)) == 1
    assert re.fullmatch(r"WIM Ann( 0)? 2100 · FIN · Club of the North", found.pop())
    assert len(found := texts_with_name(client, address, "Bo")) == 1
    assert re.fullmatch("Bo( 0)?", found.pop())


@pytest.mark.rotates(4)
def test_draft_shows_title_rating_federation_and_club(cup, client, orla):
    registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], **ANN)
    cup.pair()
    client.force_login(orla)
    assert texts_with_name(client, "desk/rounds/1/") == {"WIM Ann 2100 · FIN · Club of the North"}


@pytest.mark.rotates(2)
def test_withdrawn_player_is_marked_except_in_earlier_rounds(club, client):
    club.enter(1, "1-0")
    club.enter(2, "1-0")
    club.close()
    club.pair()
    club.publish()
    registration.withdraw(club.orla, club.tournament, club.players["Bo"])
    assert [
        texts_with_name(client, address, "Bo") for address in ("standings/", "crosstable/", "players/", "schedule/")
    ] == ([{"Bo withdrawn"}] * 4)
    assert texts_with_name(client, "rounds/1/", "Bo") == {"Bo 0"}


def test_names_and_clubs_are_escaped(club, client):
    hostile = {"name": "<b>Bo</b>", "title": "<i>", "club": "<script>"}
    row = registration.change_player(club.orla, club.tournament, club.players["Bo"], **hostile)
    Player.objects.filter(pk=row.pk).update(federation="<u>")  # stored before federations were checked
    Tournament.objects.update(revision=F("revision") + 1)
    for address in LISTS:
        page = client.get(f"/t/cup/{address}").content.decode()
        assert "&lt;script&gt;" in page
        assert not any(value in page for value in ("<b>Bo", "<script>·", "·\xa0<script>", "<u>", "<i>"))


def table(client, address="standings/"):
    """Return the heads and rows of the standings as people read them, without columns of progress."""
    page = client.get(f"/t/cup/{address}").content.decode()
    inside = re.search(r'<table id="standings".*?</table>', page, re.DOTALL)[0]
    rows = [re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in re.findall(r"<tr.*?</tr>", inside, re.DOTALL)]
    found = [[" ".join(re.sub("<[^>]*>", "", cell).split()) for cell in row] for row in rows]
    course = {at for at, head in enumerate(found[0]) if head in {"Change of place", "Last rounds"}}
    return [[cell for at, cell in enumerate(row) if at not in course] for row in found]


class TestRecordColumns:
    """Beside the ranking values there are columns for matches won, drawn and lost.

    Another column has what the game counts inside matches.
    """

    def play(self, make, names, games, **settings):
        """Play manually paired rounds; each game is (first, second, result)."""
        stage = make(system="manual", **settings).with_players(*names)
        for games_of_round in games:
            stage.pair()
            for game in games_of_round:
                players = [stage.players[name] for name in game[:2]]
                editing.pair_by_hand(stage.orla, stage.tournament, stage.round, *players)
            stage.publish()
            for table, game in enumerate(games_of_round, start=1):
                stage.enter(table, game[2])
            stage.close()

    ROUNDS = (
        (("A", "B", "3-1"), ("C", "D", "3-2")),
        (("A", "C", "3-0"), ("B", "D", "+--")),
    )

    def test_darts_standings_show_record_and_legs(self, make, client):
        self.play(make, "ABCD", self.ROUNDS, game="darts")
        assert table(client) == [
            ["Place", "Name", "PTS", "W-L", "Legs", "DIFF", "GAMES"],
            ["1", "A", "2", "2-0", "6-1", "5", "6"],
            ["2", "B", "1", "1-1", "4-3", "1", "4"],
            ["3", "C", "1", "1-1", "3-5", "-2", "3"],
            ["4", "D", "0", "0-2", "2-6", "-4", "2"],
        ]

    def test_difference_is_a_column_if_no_criterion_shows_it(self, make, client):
        self.play(make, "ABCD", [[("A", "B", "44"), ("C", "D", "32")]], game="othello")
        assert [row[:6] for row in table(client)] == [
            ["Place", "Name", "PTS", "W-D-L", "Discs", "+/−"],
            ["1", "A", "1", "1-0-0", "44-20", "+24"],
            ["2", "C", "½", "0-1-0", "32-32", "0"],
            ["2", "D", "½", "0-1-0", "32-32", "0"],
            ["4", "B", "0", "0-0-1", "20-44", "−24"],
        ]

    def test_single_games_are_not_counted_twice(self, make, client):
        self.play(make, "ABCD", [[("A", "B", "1-0"), ("C", "D", "½-½")]])
        assert table(client)[0][:4] == ["Place", "Name", "PTS", "W-D-L"]
        assert not {"Games", "+/−"} & set(table(client)[0])

    @pytest.mark.parametrize(("worth", "answer"), [("1", "1-0-0"), ("0.5", "0-1-0"), ("0", "0-0-0")])
    def test_bye_counts_as_win_draw_or_nothing_by_its_points(self, make, client, worth, answer):
        stage = make(system="dutch", planned_rounds=3, points_allocated_bye=worth).with_players(*"ABC")
        stage.play("1-0")
        assert [row[3] for row in table(client) if row[1] == "C"] == [answer]

    def test_deciding_mini_table_is_a_column_linked_to_its_derivation(self, make, client):
        """A and B are level on points, and A has beaten B: a column shows this and links to its derivation."""
        rounds = (
            (("A", "B", "1-0"), ("C", "D", "½-½")),
            (("C", "A", "1-0"), ("B", "D", "1-0")),
            (("A", "D", "1-0"), ("B", "C", "1-0")),
        )
        self.play(make, "ABCD", rounds)
        assert [row[:5] for row in table(client)] == [
            ["Place", "Name", "PTS", "W-D-L", "DE"],
            ["1", "A", "2", "2-0-1", "1"],
            ["2", "B", "2", "2-0-1", "0"],
            ["3", "C", "1½", "1-1-1", ""],
            ["4", "D", "½", "0-1-2", ""],
        ]
        assert "/DE/" in client.get("/t/cup/standings/").content.decode()
