"""Pictures on pages: their content, where they are missing, and their size."""

import re
from itertools import cycle

import brotli
import pytest
from django.test import Client

from pairings.numbers import amounts
from tests.tournaments.teams.test_teams import League
from tournaments.drafts import editing
from tournaments.players import registration

pytestmark = pytest.mark.django_db


def picture(stage, path):
    """Return the picture of a page, its compressed size in bytes, and the page's context."""
    answer = Client().get(f"/t/{stage.tournament.slug}/{path}")
    (figure,) = re.findall(r'<figure class="picture".*?</figure>', answer.text, re.DOTALL)
    assert "pictures.css?" in answer.text
    assert not re.search(r'style="|fill="', figure)
    return answer.context["drawn"], len(brotli.compress(figure.encode(), quality=5)), answer.context


@pytest.fixture
def swiss(make):
    stage = make(system="dutch", planned_rounds=4)
    rows = [{"name": f"Kallenautio-Rantakokko, Player {n}", "rating": 2400 - 10 * n} for n in range(1, 25)]
    stage.players = {p.name: p for p in registration.add_players(stage.orla, stage.tournament, rows)}
    return stage


def play(stage, rounds):
    results = cycle(["1-0", "½-½", "0-1", "1-0", "1-0"])
    for _round in range(rounds):
        stage.pair()
        stage.publish()
        for table in stage.round.pairings.values_list("table", flat=True):
            stage.enter(table, next(results))
        stage.close()


class TestPlacesByRound:
    @pytest.mark.rotates(4)
    def test_of_the_leaders_has_the_places_of_the_tables(self, swiss):
        play(swiss, 3)
        drawn, size, context = picture(swiss, "standings/course/")
        assert size <= 8_000
        assert [place.player.name for place in context["places"]] == [row[0] for row in drawn.rows]
        assert {len(context["played"][place.player.pk]) for place in context["places"]} == {3}
        assert (len(drawn.rows), drawn.heads) == (8, ["Player", "R1", "R2", "R3"])
        for after in (1, 2, 3):
            page = Client().get(f"/t/{swiss.tournament.slug}/standings/?round={after}")
            places = {page.context["now"].player(row).name: str(row.rank) for row in page.context["now"].table.rows}
            assert {row[0]: row[after] for row in drawn.rows}.items() <= places.items()

    def test_of_a_player_has_three_neighbours_above_and_below(self, swiss):
        play(swiss, 2)
        table = Client().get(f"/t/{swiss.tournament.slug}/standings/").context["now"]
        order = [table.player(row) for row in table.table.rows]
        for at, shown in ((0, range(7)), (10, range(7, 14)), (23, range(17, 24))):
            drawn, *_others = picture(swiss, f"standings/course/{order[at].public_id}/")
            assert [row[0] for row in drawn.rows] == [order[place].name for place in shown]
            assert drawn.title == f"Places of {order[at].name} and neighbours by round"

    @pytest.mark.rotates(2)
    def test_of_the_leaders_is_on_the_page_of_the_finished_tournament(self, swiss):
        play(swiss, 2)
        page = f"/t/{swiss.tournament.slug}/"
        assert "<figure" not in Client().get(page).text
        swiss.finish()
        assert "<h2>Leaders by round</h2>" in Client().get(page).text

    @pytest.mark.rotates(4)
    def test_shows_the_last_nine_rounds_and_points_of_all_rounds(self, make):
        stage = make().with_players(*(f"P{number}" for number in range(14)))
        play(stage, 13)
        answer = Client().get(f"/t/{stage.tournament.slug}/standings/course/")
        heads = [f"R{number}" for number in range(1, 14)]
        assert (answer.context["drawn"].heads, answer.context["over_time"].heads) == (
            *(["Player", *heads[4:]], ["Player", *heads]),
        )
        now = answer.context["now"]
        lines = [row[-1] for row in answer.context["over_time"].rows]
        assert lines == [amounts.decimal_text(row.points, halves=True) for row in now.table.rows[:8]]

    @pytest.mark.parametrize("system", ["dutch", "knock-out"])
    def test_is_missing_after_one_round_and_in_a_bracket(self, make, system):
        stage = make(system=system, planned_rounds=2).with_players("Ann", "Bo", "Cy", "Di")
        stage.play("1-0", "1-0")
        slug = stage.tournament.slug
        answer = Client().get(f"/t/{slug}/standings/course/")
        assert (answer.status_code, "Available after two rounds" in answer.text) == (200, True)
        assert "<figure" not in answer.text
        assert "Leaders by round" not in Client().get(f"/t/{slug}/standings/").text

    @pytest.mark.rotates(2)
    def test_is_linked_from_standings_and_places(self, swiss):
        play(swiss, 2)
        slug, player = swiss.tournament.slug, next(iter(swiss.players.values()))
        assert f"/t/{slug}/standings/course/" in Client().get(f"/t/{slug}/standings/").text
        place = Client().get(f"/t/{slug}/standings/{player.public_id}/")
        assert f"/t/{slug}/standings/course/{player.public_id}/" in place.text


class TestPairingPage:
    def test_both_players_are_shown_in_their_score_groups(self, swiss):
        play(swiss, 2)
        swiss.pair()
        swiss.publish()
        pairing = swiss.round.pairings.order_by("table").first()
        drawn, size, context = picture(swiss, f"rounds/3/tables/{pairing.public_id}/")
        assert size <= 8_000
        assert sum(int(players) for _points, players, _pair in drawn.rows) == swiss.tournament.players.count()
        named = " ".join(pair for _points, _players, pair in drawn.rows)
        assert all(each.name in named for each in context["row"].players)
        assert context["alternatives"] == []

    def test_page_shows_recent_form_and_links_to_neighbouring_tables(self, swiss):
        play(swiss, 2)
        swiss.pair()
        swiss.publish()
        ids = list(swiss.round.pairings.order_by("table").values_list("public_id", flat=True))
        address = f"/t/{swiss.tournament.slug}/rounds/3/tables/"
        texts = [Client().get(f"{address}{each}/").text for each in (ids[0], ids[4], ids[-1])]
        assert [re.findall(rf'rel="(\w+)"\s*href="{address}(\w+)/"', text) for text in texts] == [
            [("next", ids[1])],
            [("prev", ids[3]), ("next", ids[5])],
            [("prev", ids[-2])],
        ]
        assert [
            len(re.findall(r'class="form"[^>]*>(?:<i class="[wdl]">\w</i>){2}</span>', text)) for text in texts
        ] == [2] * 3

    def test_page_has_no_score_groups_in_round_1(self, swiss):
        play(swiss, 1)
        pairing = swiss.tournament.rounds.get(number=1).pairings.first()
        page = Client().get(f"/t/{swiss.tournament.slug}/rounds/1/tables/{pairing.public_id}/")
        assert page.context["groups"] is None

    def test_smallest_penalty_shows_the_cost_of_alternatives(self, make):
        stage = make(system="papp", planned_rounds=3).with_players(*(f"Player{number}" for number in range(8)))
        play(stage, 1)
        stage.pair()
        stage.publish()
        pairing = stage.round.pairings.order_by("table").first()
        page = Client().get(f"/t/{stage.tournament.slug}/rounds/2/tables/{pairing.public_id}/")
        one, other = page.context["row"].players
        for drawn, player, opponent in zip(page.context["alternatives"], (one, other), (other, one), strict=True):
            assert player.name in drawn.title
            assert drawn.rows[0][0] == opponent.name
            assert len(drawn.rows) == 7
            assert drawn.rows[0][1] == "0" or f"Total penalty {drawn.rows[0][1]}." in page.text
            costs = [int(cost.replace("\u202f", "")) for _name, cost in drawn.rows if "×" not in cost]
            assert costs[1:] == sorted(costs[1:])
        assert page.text.count("<figure") == 3


class TestVerdictsByResult:
    def test_results_are_shown_at_the_places_they_lead_to(self, cup):
        cup.play("1-0", "1-0")
        cup.play("1-0", "1-0")
        cup.pair()
        cup.publish()
        drawn, size, context = picture(cup, "standings/verdicts/?top=1")
        assert size <= 8_000
        states = {line["player"].name: group["state"] for group in context["groups"] for line in group["players"]}
        lane = {"in": 1, "out": 3}
        for name, *cells in drawn.rows:
            text = "".join(cells)
            assert sorted(letter for letter in text if letter.isalpha()) in ([], ["D", "L", "W"])
            if states[name] in lane:
                assert [bool(cell) for cell in cells] == [place == lane[states[name]] for place in (1, 2, 3)]
            else:
                assert sum(map(bool, cells)) > 1 or cells[1]


class TestVerdictsByPoints:
    def test_two_rounds_before_the_end_points_decide_the_verdicts(self, make):
        stage = make(system="dutch", planned_rounds=4).with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
        play(stage, 1)
        assert Client().get(f"/t/{stage.tournament.slug}/standings/verdicts/?top=1").context["early"]
        play(stage, 1)
        drawn, size, context = picture(stage, "standings/verdicts/?top=1")
        assert size <= 8_000
        assert {row[0] for row in drawn.rows} <= {"Ann", "Bo", "Cy", "Di", "Ed", "Flo"}
        assert {cells[3] for cells in drawn.rows} <= {"In", "It depends", "Out"}
        listed = {line["player"].name: group["state"] for group in context["by_points"] for line in group["players"]}
        assert len(listed) == 6
        values = {"In": "in", "It depends": "depends", "Out": "out"}
        assert all(listed[name] == values[verdict] for name, *_points, verdict in drawn.rows)

    def test_long_before_the_end_leaders_are_shown_with_reachable_points(self, make):
        stage = make(system="dutch", planned_rounds=9).with_players(*(f"P{number:02}" for number in range(16)))
        address = f"/t/{stage.tournament.slug}/standings/verdicts/?top=4"
        assert "by_points" not in Client().get(address).context
        play(stage, 2)
        page = Client().get(address)
        assert "These are the leaders now." in page.text
        (group,) = page.context["by_points"]
        assert (group["state"], len(group["players"])) == ("depends", 10)
        assert [each["places"] for each in group["players"][:2]] == ["1–16", "1–16"]
        assert group["players"][0]["player"].name == page.context["drawn"].rows[0][0]
        assert len(page.context["drawn"].rows) == 10

    def test_verdicts_by_points_are_shown_during_a_round(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
        play(stage, 1)
        stage.pair()
        stage.publish()
        page = Client().get(f"/t/{stage.tournament.slug}/standings/verdicts/?top=1")
        assert "By points alone: 1 more round follows" in page.text
        assert len(page.context["by_points"]) >= 1

    def test_bracket_has_no_verdict_picture(self, make):
        stage = make(system="knock-out", planned_rounds=2).with_players("Ann", "Bo", "Cy", "Di")
        stage.play("1-0", "1-0")
        page = Client().get(f"/t/{stage.tournament.slug}/standings/verdicts/?top=1")
        assert (page.status_code, "<figure" in page.text) == (200, False)


class TestLadder:
    def test_shows_who_overtook_whom_in_the_last_round(self, make):
        stage = make(system="ladder").with_players("Ann", "Bo", "Cy", "Di")
        for _round in range(2):
            stage.pair()
            stage.publish()
            for pairing in stage.round.pairings.order_by("table"):
                stage.enter(pairing.table, "0-1")
            stage.close()
        answer = Client().get(f"/t/{stage.tournament.slug}/standings/course/")
        now, drawn = answer.context["now"], answer.context["passed"]
        assert [(row[0], row[2]) for row in drawn.rows] == [
            (now.player(row).name, str(row.rank)) for row in now.table.rows
        ]
        earlier = Client().get(f"/t/{stage.tournament.slug}/standings/?round=1").context["now"]
        before = {earlier.player(row).name: str(row.rank) for row in earlier.table.rows}
        assert {row[0]: row[1] for row in drawn.rows} == before
        assert answer.text.count("<figure") >= 2


class TestCircle:
    @pytest.mark.parametrize("system", ["circular", "round-robin"])
    def test_shows_the_games_of_the_round(self, make, system):
        stage = make(system=system).with_players("Ann", "Bo", "Cy", "Di", "Eve")
        stage.pair()
        stage.publish()
        answer = Client().get(f"/t/{stage.tournament.slug}/schedule/")
        figure = re.search(r'<figure class="picture" id="circle".*?</figure>', answer.text, re.DOTALL)[0]
        assert len(brotli.compress(figure.encode(), quality=5)) <= 8_000
        drawn = answer.context["drawn"]
        games = {frozenset(row[1:]) for row in drawn.rows if row[2] != "–"}
        pairings = stage.round.pairings.prefetch_related("appearances__player")
        assert games == {frozenset(each.player.name for each in p.appearances.all()) for p in pairings}
        assert figure.count('class="chord"') == len(games)


class TestWhyNot:
    def test_shows_the_moves_of_a_pair_not_made_and_the_cost_of_each_rule(self, make, orla):
        stage = make(system="papp", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
        stage.play("1-0", "1-0", "½-½")
        stage.pair()
        client = Client()
        client.force_login(orla)
        first, second = (p.appearances.first().player for p in stage.round.pairings.order_by("table")[:2])
        address = f"/t/{stage.tournament.slug}/desk/rounds/2/why-not/?a={first.public_id}&b={second.public_id}"
        page = client.get(address, follow=True)
        answer = page.context["answer"]
        figures = dict(re.findall(r'<figure class="picture" id="(\w+)".*?<tbody>(.*?)</tbody>', page.text, re.DOTALL))
        assert {"ring", "costs"} <= figures.keys()
        moved = {name for pair in answer.then for name in pair}
        assert set(re.findall(r"<td class=\"number\"><bdi>([A-Z]\w+)</bdi>", figures["ring"])) == moved
        assert figures["costs"].count("<tr>") == sum(
            bool(any(each["now"]) or any(each["then"])) for each in answer.terms
        )

    @pytest.mark.parametrize("system", ["dutch", "mcmahon", "keizer", "us-chess"])
    def test_shows_the_moves_in_systems_without_penalties(self, make, orla, system):
        """The pairs after the change are a whole round of the same players, with the two together."""
        stage = make(system=system, planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil")
        stage.play("1-0", "1-0", "½-½")
        stage.pair()
        client = Client()
        client.force_login(orla)
        one, two = stage.round.pairings.order_by("table")[:2]
        first, second = one.appearances.first().player, two.appearances.last().player
        address = f"/t/{stage.tournament.slug}/desk/rounds/2/why-not/?a={first.public_id}&b={second.public_id}"
        page = client.get(address, follow=True)
        answer = page.context["answer"]
        assert {first.name, second.name} in map(set, answer.then)
        assert {name for pair in answer.now for name in pair} == {name for pair in answer.then for name in pair}
        assert answer.sentences
        (figure,) = re.findall(r'<figure class="picture" id="ring".*?</figure>', page.text, re.DOTALL)
        assert len(brotli.compress(figure.encode(), quality=5)) <= 8_000
        assert figure.count('class="pair then"') == len(answer.then)

    def test_manual_changes_are_not_drawn_as_moves(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
        stage.pair()
        one, two, three = stage.round.pairings.order_by("table")
        first, second = one.appearances.first().player, two.appearances.first().player
        editing.swap_players(stage.orla, stage.tournament, stage.round, first, second)
        third = three.appearances.first().player
        client = Client()
        client.force_login(orla)
        address = f"/t/{stage.tournament.slug}/desk/rounds/1/why-not/?a={first.public_id}&b={third.public_id}"
        page = client.get(address, follow=True)
        assert page.context["answer"].sentences
        assert 'id="ring"' not in page.text


class TestScoreGroups:
    @pytest.mark.rotates(2)
    def test_sizes_and_floats_match_the_round(self, swiss):
        play(swiss, 2)
        swiss.pair()
        swiss.publish()
        drawn, size, context = picture(swiss, "rounds/3/")
        assert size <= 4_000
        came = [points for row in context["rows"] for points in (row.was_first, row.was_second)]
        assert {points: int(count) for points, count, _with in drawn.rows} == {each: came.count(each) for each in came}
        across = sum(row.was_first != row.was_second for row in context["rows"])
        assert sum(int(number) for *_, answer in drawn.rows for number in re.findall(r": (\d+)", answer)) == across

    def test_are_missing_in_round_1_and_in_a_schedule(self, make, swiss):
        swiss.pair()
        swiss.publish()
        robin = make(name="Robin").with_players("Ann", "Bo", "Cy", "Di")
        robin.play("1-0", "1-0")
        robin.pair()
        robin.publish()
        for stage, number in ((swiss, 1), (robin, 2)):
            answer = Client().get(f"/t/{stage.tournament.slug}/rounds/{number}/")
            assert answer.context["drawn"] is None
            assert "pictures.css" not in answer.text


class TestRatingChanges:
    def test_are_the_largest_of_the_table(self, swiss):
        play(swiss, 2)
        drawn, size, context = picture(swiss, "ratings/")
        assert size <= 8_000
        changes = {each.player.name: each.change.exact for each in context["rated"] if each.change.exact}
        lines = [changes[name] for name, _said in drawn.rows]
        assert lines == sorted(lines, reverse=True)
        assert sorted(map(abs, lines)) == sorted(map(abs, changes.values()))[-12:]

    def test_come_first_in_their_row_with_sign_and_colour(self, swiss):
        play(swiss, 2)
        answer = Client().get(f"/t/{swiss.tournament.slug}/ratings/")
        rows = re.findall(r'<tr><td class="(\w*)">([^<]*)</td><th scope="row"', answer.text)
        assert len(rows) == len(answer.context["rated"])
        signs = {"gain": "+", "loss": "−"}
        assert all(change.startswith(signs.get(kind, "0")) for kind, change in rows)
        assert {"gain", "loss"} <= {kind for kind, _change in rows}

    def test_are_missing_before_the_first_game(self, swiss):
        answer = Client().get(f"/t/{swiss.tournament.slug}/ratings/")
        assert (answer.status_code, answer.context["drawn"]) == (200, None)


class TestBoards:
    def test_are_shown_with_the_score_as_it_grows(self, orla):
        league = League(orla).start()
        league.both(1)
        path = f"rounds/1/tables/{league.match().public_id}/"
        assert "<figure" not in Client().get(f"/t/cup/{path}").text
        league.enter("1-0", "", "½-½")
        html = Client().get(f"/t/cup/{path}").text
        (table,) = re.findall(r'<figure class="picture" id="boards".*?<tbody>(.*?)</tbody>', html, re.DOTALL)
        first, second = league.teams_at()
        assert re.sub(r"<[^>]+>|\s+", " ", table).split() == (
            [first.name, "1", "·", "½", second.name, "0", "·", "½", "Score", "so", "far", "1–0", "1½–½"]
        )

    def test_score_above_them_grows_with_the_results(self, orla):
        league = League(orla).start()
        league.both(1)
        path = f"/t/cup/rounds/1/tables/{league.match().public_id}/"

        def score():
            html = Client().get(path).text
            marks = re.findall(r'<td class="score (\w+)">', html)
            return re.search(r"scoreboard.*?<b\b[^>]*>(.*?)</b>", html, re.DOTALL)[1], marks

        assert score() == ("–", ["open"] * 3)
        league.enter("1-0", "", "½-½")
        assert score() == ("1½–½", ["one", "open", "level"])
        league.enter("1-0", "0-1", "½-½")
        assert score()[1] == ["one", "two", "level"]
