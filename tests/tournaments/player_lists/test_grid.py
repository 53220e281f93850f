"""The grid of a whole schedule: each game in the row of one player, from that player's side."""

import re
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from pairings.snapshot import Scoring
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.games import GAMES
from tournaments.core.words import notation
from tournaments.models import Pairing, Result
from tournaments.players import registration
from tournaments.rounds import rounds

settings.load_profile("ci")  # no deadline, and the same cases in every run

SCORINGS = (
    Scoring(),
    Scoring(draws=False),
    Scoring(best_of=3),
    Scoring(best_of=4),
    Scoring(keeps_score=True),
    Scoring(keeps_score=True, score_total=64),
)


@given(st.sampled_from(SCORINGS), st.integers(0, 70), st.integers(0, 70), st.booleans())
def test_result_from_own_side_reads_back_as_written(scoring, one, other, first):
    for text in (f"{one}-{other}", f"{one % 4}-{other % 4}", "1-0", "½-½", "0-1", "+--", "--+", "---"):
        try:
            result = notation.parse(text, scoring)
        except notation.NotAResult:
            continue
        assert notation.mirror_result(notation.mirror_result(result)) == result
        assert notation.parse_own(notation.write_own(result, first=first), scoring, first=first) == result


@pytest.mark.parametrize(
    ("answer", "first", "result"),
    [
        *(("1", True, "1-0"), ("1", False, "0-1"), ("0", True, "0-1"), ("0", False, "1-0")),
        *((" ½ ", False, "½-½"), ("0,5", True, "½-½"), ("=", True, "½-½"), ("5", False, "½-½"), ("1-0", False, "0-1")),
        *(("+", True, "+--"), ("+", False, "--+"), ("–", True, "--+"), ("---", False, "---")),
    ],
)
def test_single_answer_is_read_from_the_rows_side(answer, first, result):
    assert notation.parse_own(answer, Scoring(), first=first) == notation.parse(result, Scoring())


@pytest.mark.parametrize("text", ["2", "1", "banana", "", "1" * 50])
def test_invalid_result_is_refused_with_examples(text):
    with pytest.raises(notation.NotAResult, match="Enter the row player's score first, for example 2-0, 2-1"):
        notation.parse_own(text, Scoring(best_of=3), first=False)


pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(make):
    cup = make(system="round-robin").with_players("Ann", "Bo", "Cy", "Di")
    rounds.publish_schedule(cup.orla, cup.tournament)
    return cup


def game(cup, one, other):
    return Pairing.objects.filter(round__tournament=cup.tournament, appearances__player=cup.players[one]).get(
        appearances__player=cup.players[other]
    )


def version(page, key):
    return re.search(rf'id="t{key}".*?name="version"\s+value="(\d+)"', page, re.DOTALL)[1]


class TestPage:
    def store(self, client, pairing, text, **more):
        return client.post(f"/t/cup/desk/grid/{pairing.public_id}/", {"typed": text, **more})

    @pytest.mark.rotates(2)
    def test_every_game_has_one_input_and_one_display(self, cup, orla):
        client = signed_in(orla)
        assert 'href="/t/cup/desk/grid/"' in client.get("/t/cup/desk/").text
        assert 'href="/t/cup/desk/grid/"' in client.get("/t/cup/desk/rounds/1/results/").text
        page = client.get("/t/cup/desk/grid/").text
        keys = [f"{number}-{table}" for number in (1, 2, 3) for table in (1, 2)]
        assert sorted(re.findall(r'id="t(\d-\d)"', page)) == keys
        assert sorted(re.findall(r'id="m(\d-\d)"', page)) == keys
        assert len(re.findall(r'name="typed"', page)) == 6

    def test_results_so_far_can_be_printed(self, cup, orla):
        client, pairing = signed_in(orla), game(cup, "Ann", "Bo")
        self.store(client, pairing, "1")
        link = re.search(r'href="([^"]+)"\s*>Print the results so far', client.get("/t/cup/desk/grid/").text)
        answer = client.get(link[1])
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        text = PdfReader(BytesIO(b"".join(answer))).pages[0].extract_text()
        assert all(name in text for name in ("Ann", "Bo", "Cy", "Di"))

    @pytest.mark.parametrize(
        ("one", "other"), [("Ann", "Bo"), ("Ann", "Cy"), ("Ann", "Di"), ("Bo", "Cy"), ("Cy", "Di")]
    )
    def test_win_counts_for_the_player_of_the_row(self, cup, orla, one, other):
        pairing = game(cup, one, other)
        assert self.store(signed_in(orla), pairing, "1").status_code == 302
        result = Result.objects.get(pairing=pairing)
        winner = pairing.appearances.get(side=1 if result.first == "win" else 2).player
        assert winner.name == one

    def test_response_updates_the_game_its_mirror_and_the_counts(self, cup, orla):
        pairing = game(cup, "Ann", "Di")
        client = signed_in(orla)
        answer = client.post(
            f"/t/cup/desk/grid/{pairing.public_id}/", {"result": "0"}, headers={"HX-Request": "true"}
        ).text
        key = f"{pairing.round.number}-{pairing.table}"
        assert answer.lstrip().startswith("<div")
        assert re.search(rf'id="t{key}".*?name="typed"[^>]*value="0"', answer, re.DOTALL)
        assert re.search(rf'id="m{key}"\s+hx-swap-oob="true"\s*>\s*1\s*<', answer)
        assert re.search(r'id="missing"\s+hx-swap-oob="true"\s*>5<', answer)
        assert "Undo Ann – Di: 0" in answer

    @pytest.mark.rotates(2)
    def test_last_entry_of_any_round_can_be_undone(self, cup, orla):
        client = signed_in(orla)
        for one, other in (("Ann", "Bo"), ("Cy", "Di"), ("Ann", "Cy")):
            self.store(client, game(cup, one, other), "1")
        page = client.get("/t/cup/desk/grid/").text
        assert "Undo Ann – Cy: 1" in page
        entry = re.search(r'id="undo"\s+name="entry"\s+value="(\d+)"', page)[1]
        assert client.post("/t/cup/desk/grid/undo/", {"entry": entry})["Location"] == "/t/cup/desk/grid/"
        assert not Result.objects.filter(pairing=game(cup, "Ann", "Cy")).exists()
        assert Result.objects.count() == 2

    @pytest.mark.rotates(2)
    def test_empty_input_clears_and_invalid_input_is_refused(self, cup, orla):
        client, pairing = signed_in(orla), game(cup, "Ann", "Bo")
        self.store(client, pairing, "1")
        answer = self.store(client, pairing, "banana")
        assert answer.status_code == 422
        assert 'value="banana"' in answer.text
        assert "Not a valid result." in answer.text
        assert Result.objects.get().pairing == pairing
        assert self.store(client, pairing, " ").status_code == 302
        assert not Result.objects.exists()

    @pytest.mark.rotates(2)
    def test_result_entered_by_someone_else_is_not_overwritten(self, cup, orla):
        client, pairing = signed_in(orla), game(cup, "Ann", "Bo")
        key = f"{pairing.round.number}-{pairing.table}"
        seen = version(client.get("/t/cup/desk/grid/").text, key)
        self.store(client, pairing, "1", version=seen)
        answer = self.store(client, pairing, "0", version=seen)
        assert answer.status_code == 409
        assert "A different result has been entered here." in answer.text
        assert re.search(r"It has\s*<strong>1</strong>", answer.text)
        again = version(answer.text, key)
        assert self.store(client, pairing, "0", version=again).status_code == 302

    @pytest.mark.rotates(2)
    def test_closed_round_links_to_corrections(self, cup, orla, heli):
        client = signed_in(orla)
        for table in cup.tournament.rounds.get(number=1).pairings.all():
            self.store(client, table, "½")
        rounds.close_round(cup.orla, cup.tournament, cup.tournament.rounds.get(number=1))
        page = client.get("/t/cup/desk/grid/").text
        assert len(re.findall(r'name="typed"', page)) == 4
        for table in cup.tournament.rounds.get(number=1).pairings.all():
            assert re.search(rf'href="/t/cup/desk/tables/{table.public_id}/correct/"\s*>½<', page)
            assert self.store(client, table, "1").status_code == 422

    def test_system_without_known_pairs_has_no_grid(self, make, orla):
        cup = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
        cup.pair()
        cup.publish()
        client = signed_in(orla)
        assert client.get("/t/cup/desk/grid/").status_code == 404
        assert "desk/grid" not in client.get("/t/cup/desk/").text

    def test_too_large_field_has_no_grid(self, make, orla):
        cup = make(system="round-robin").with_players(*(f"P{number:02}" for number in range(31)))
        rounds.publish_schedule(cup.orla, cup.tournament)
        assert signed_in(orla).get("/t/cup/desk/grid/").status_code == 404

    def test_two_meetings_are_two_games_in_a_cell(self, make, orla):
        cup = make(system="round-robin", options={"cycles": 2}).with_players("Ann", "Bo", "Cy", "Di")
        rounds.publish_schedule(cup.orla, cup.tournament)
        page = signed_in(orla).get("/t/cup/desk/grid/").text
        assert len(re.findall(r'name="typed"', page)) == 12

    def test_withdrawn_player_keeps_row_and_games(self, cup, orla):
        registration.withdraw(cup.orla, cup.tournament, cup.players["Di"])
        page = signed_in(orla).get("/t/cup/desk/grid/").text
        row = re.search(r'<tr><td>\d</td><th scope="row"[^>]*>(?:(?!</th>).)*<bdi>Di</bdi>.*?</tr>', page, re.DOTALL)[0]
        assert len(re.findall(r'id="[tm]\d-\d"', row)) == 3

    @pytest.mark.rotates(2)
    def test_number_of_queries_does_not_grow_with_the_field(self, make, orla):
        counts = []
        for size in (5, 20):
            cup = make(system="round-robin").with_players(*(f"P{number:02}" for number in range(size)))
            rounds.publish_schedule(cup.orla, cup.tournament)
            client = signed_in(orla)
            with CaptureQueriesContext(connection) as asked:
                client.get(f"/t/{cup.tournament.slug}/desk/grid/")
            counts.append(len(asked))
        assert counts[0] == counts[1]

    @pytest.mark.parametrize("game_key", GAMES)
    def test_every_game_shows_valid_examples(self, make, orla, game_key):
        cup = make(game=game_key, system="round-robin").with_players("Ann", "Bo")
        rounds.publish_schedule(cup.orla, cup.tournament)
        page = signed_in(orla).get("/t/cup/desk/grid/").text
        examples = re.search(r"for example (.*?)\. Press Enter", page, re.DOTALL)[1]
        scoring = cup.tournament.scoring
        for text in examples.split(", "):
            assert notation.parse_own(text, scoring, first=False)
