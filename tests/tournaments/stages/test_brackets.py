"""The bracket as a page and over the API: its content, its size, and the number of queries."""

import re
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pairings.systems.knock_out.tree import TreePart
from standings.web.next_stage.qualification import go_on
from standings.web.table.current import standings_of
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.words.names import isolate
from tournaments.core.words.notation import parse
from tournaments.models import Member, Round
from tournaments.results.results import correct_result
from tournaments.rounds import rounds
from tournaments.stages import knockouts
from tournaments.stages.bracket import bracket_of, match_title, round_titles, titles_of
from tournaments.stages.knockouts import Follow

pytestmark = pytest.mark.django_db


def page(stage, client=None):
    return (client or Client()).get(f"/t/{stage.tournament.slug}/bracket/").content.decode()


def matches(html):
    """Return the text of each match with its scores, without what is around it."""
    found = re.findall(r"<li(?! class=.none)[^>]*>(.*?)</li>", html.partition('class="trees')[2], re.DOTALL)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", each)).strip() for each in found]


@pytest.fixture
def five(make):
    return make(system="knock-out", seating="entry").with_players("Ann", "Bo", "Cy", "Di", "Ed")


def heads(html):
    """Return the names of sections and rounds, from top to bottom."""
    return re.findall(r"<h[23]>(.*?)</h[23]>", html.partition('class="trees')[2])


class TestDoubleElimination:
    @pytest.mark.rotates(2)
    def test_rounds_have_distinct_names_and_an_unneeded_second_final_is_marked(self, make):
        cup = make(system="knock-out", options={"lives": "two"}, seating="entry")
        cup.with_players("Ann", "Bo", "Cy", "Di")
        assert heads(page(cup)) == [
            *("Semi-finals", "Final", "Losers bracket", "Losers round 1", "Losers round 2"),
            *("Finals", "Grand final", "Second grand final, if needed"),
        ]
        for games in (2, 2, 1, 1):
            cup.play(*["1-0"] * games)
        assert (
            matches(page(cup))[-1] == "7 Winner of match 6 Loser of match 6 Not needed: the first final was decisive."
        )


class TestRelatives:
    """Brackets that are not trees."""

    FOURS = ("Opening matches", "Round 2", "Second-place match")
    KNOWN = (
        ("fours", 4, 5, FOURS),
        ("fours", 7, 8, ("Group A", "Opening matches", "Winners match", "Second-place match", "Group B", *FOURS)),
        ("page", 4, 4, ("Round 1", "Losers bracket", "Final")),
        (
            *("page", 6, 6),
            (
                *("The fourth of the page play-off", "Stepladder", "Stepladder"),
                *("Page play-off", "First against second", "Third against fourth", "Losers bracket", "Final"),
            ),
        ),
        ("ladder", 4, 3, ("Stepladder", "Stepladder", "Final")),
        (
            *("places", 8, 12),
            (
                *("Quarter-finals", "Semi-finals", "Final", "Places 3–4"),
                *("Places 5–8", "Places 5–8", "Places 5–6", "Places 7–8"),
            ),
        ),
    )

    @pytest.mark.parametrize(("bracket", "players", "games", "named"), KNOWN)
    @pytest.mark.rotates(6)
    def test_bracket_page_is_complete_before_and_after_play(self, make, bracket, players, games, named):
        stage = make(system="knock-out", seating="entry", options={"bracket": bracket})
        stage.with_players(*(f"P{number}" for number in range(1, players + 1)))
        before = page(stage)
        assert heads(before) == list(named)
        assert len(matches(before)) == games
        for _round in range(snapshot.rounds_of(stage.tournament.stages.get(), players)):
            stage.pair()
            stage.publish()
            for table in stage.round.pairings.values_list("table", flat=True):
                stage.enter(table, "0-1")
            stage.close()
        after = page(stage)
        assert heads(after) == list(named)
        assert len(re.findall(r'class="won"', after)) == games
        assert not re.search("Winner of|Loser of", after)
        with pytest.raises(Refused):
            stage.pair()


def podium(html):
    """Return the place and the name of each card of the podium."""
    found = html.partition('<ol class="podium">')[2].partition("</ol>")[0]
    return re.findall(r'class="medal">([^<]*)<.*?<bdi[^>]*>([^<]*)</bdi>', found, re.DOTALL)


class TestPodium:
    """The first places stand above a bracket in which every match is decided."""

    def test_decided_bracket_has_a_podium_before_and_after_the_end(self, make):
        cup = make(system="knock-out", seating="entry").with_players("Ann", "Bo", "Cy", "Di")
        cup.play("1-0", "1-0")
        cup.pair()
        cup.publish()
        for table in cup.round.pairings.values_list("table", flat=True):
            assert podium(page(cup)) == []
            cup.enter(table, "1-0")
        assert podium(page(cup)) == [], "a running round can change"
        cup.close()
        decided = podium(page(cup))
        assert decided == [("1", "Ann"), ("2", "Bo"), ("3", "Cy")]
        cup.finish()
        assert podium(page(cup)) == decided

    def test_losers_of_the_semi_finals_share_a_place_without_a_match_for_it(self, make):
        cup = make(system="knock-out", seating="entry", options={"third_place": False})
        cup.with_players("Ann", "Bo", "Cy", "Di")
        cup.play("1-0", "1-0")
        cup.play("0-1")
        assert podium(page(cup))[:2] == [("1", "Bo"), ("2", "Ann")]
        assert {name for _place, name in podium(page(cup))[2:]} == {"Cy", "Di"}

    def test_final_that_is_not_needed_is_not_waited_for(self, make):
        cup = make(system="knock-out", options={"lives": "two"}, seating="entry")
        cup.with_players("Ann", "Bo", "Cy", "Di")
        for games in (2, 2, 1, 1):
            cup.play(*["1-0"] * games)
        html = page(cup)
        assert [place for place, _name in podium(html)] == ["1", "2", "3"]
        shown_first = re.search(r'class="col[^"]*now[^"]*"\s+id="([^"]*)"', html)[1]
        assert "Grand final" in html.partition(f'id="{shown_first}"')[2].partition("</header>")[0]


class TestBracketPage:
    def test_bracket_is_shown_before_pairing(self, five):
        assert matches(page(five)) == [
            "1 4 Di 5 Ed",
            "2 1 Ann Winner of match 1",
            "3 2 Bo 3 Cy",
            "5 Winner of match 2 Winner of match 3",
            "4 Loser of match 2 Loser of match 3",
        ]

    def test_results_fill_the_bracket(self, five):
        five.play("0-1")
        five.pair()
        five.publish()
        five.enter(1, "½-½")
        knockouts.set_advancing_side(five.orla, five.tournament, five.table(1), 2, how="games", note="4-3")
        found = matches(page(five))
        assert found[1] == "2 1 Ann ½ 5 Ed ½ by tie-break: 4-3"
        assert found[3] == "5 5 Ed Winner of match 3"

    @pytest.mark.rotates(2)
    def test_running_match_shows_its_table_and_links_to_entry_for_staff(self, five, heli):
        five.play("0-1")
        five.pair()
        five.publish()
        five.enter(1, "1-0")
        assert matches(page(five))[2] == "3 2 Bo 3 Cy Table 2"
        assert page(five).count('class="live"') == 1
        base = f"/t/{five.tournament.slug}/"
        member = Member.objects.create(tournament=five.tournament, user=heli, role="helper")
        for client in (signed_in(five.orla.user), signed_in(heli)):
            html = page(five, client)
            assert matches(html)[2] == "3 2 Bo 3 Cy Table 2: enter result 1-0 0-1"
            (entry,) = re.findall(r'class="live"><a href="\.\./(.*?)"', html)
            assert entry == "desk/rounds/2/results/#t2"
            assert 'id="t2"' in client.get(base + entry.partition("#")[0]).content.decode()
        member.first_table, member.last_table = 1, 1
        member.save()
        others = page(five, signed_in(heli))
        assert "enter result" not in others
        assert "tapped" not in others

    def test_crosstable_shows_the_places_of_the_standings(self, five):
        five.play("0-1")
        places = [
            re.findall(r"\d+–\d+", Client().get(f"/t/{five.tournament.slug}/{page_of}/").text)
            for page_of in ("standings", "crosstable")
        ]
        assert places[0] == places[1]
        assert places[0]

    def test_swiss_has_no_bracket(self, cup):
        assert Client().get(f"/t/{cup.tournament.slug}/bracket/").status_code == 404

    @pytest.fixture
    def large(self, make):
        names = [f"Player Number {n:03}" for n in range(1, 129)]
        stage = make(system="knock-out", seating="entry").with_players(*names)
        stage.play(*["1-0"] * 64)
        return stage

    @pytest.mark.rotates(2)
    def test_bracket_of_128_players_needs_at_most_40_kb_and_six_queries(self, large):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            html = page(large)
        assert len(matches(html)) == 128
        assert len(html.encode()) <= 40_000
        assert len(asked) <= 6, [each["sql"][:90] for each in asked]


class TestLines:
    """The lines between matches on the page: two to one, one to one, or none."""

    KNOWN = (
        (8, {}, ["fork fork .", "."]),
        (6, {}, ["fork fork .", "."]),
        (8, {"lives": "two"}, ["fork fork .", "even fork even .", "even ."]),
        (13, {"lives": "two"}, ["fork fork fork .", "even fork even fork even .", "even ."]),
        (8, {"bracket": "fours"}, ["fork fork .", "fork fork ."]),
        (4, {"bracket": "ladder"}, ["even even ."]),
        (8, {"reseed": True}, [". . .", "."]),
        (32, {}, ["fork fork fork fork .", "."]),
    )

    @pytest.mark.parametrize(("players", "options", "lines"), KNOWN)
    @pytest.mark.rotates(8)
    def test_lines_connect_the_rounds(self, make, players, options, lines):
        stage = make(system="knock-out", seating="entry", options=options)
        stage.with_players(*(f"P{number}" for number in range(1, players + 1)))
        parts = Client().get(f"/t/{stage.tournament.slug}/bracket/").context["parts"]
        assert [" ".join(each.joined or "." for each in part.rounds) for part in parts] == lines
        for part in parts:
            for before, after in pairwise(part.rounds):
                if before.joined:
                    assert len(before.places) == len(after.places) * (2 if before.joined == "fork" else 1)

    def test_line_is_highlighted_once_a_winner_advances_along_it(self, five):
        before = page(five)
        assert (before.count('class="fresh"'), before.count('class="fed"')) == (3, 0)
        five.play("0-1")
        assert (page(five).count('class="fresh"'), page(five).count('class="fed"')) == (3, 1)

    @pytest.mark.parametrize(("result", "crowned"), [("1-0", "G1"), ("0-1", "G2")])
    def test_champion_is_marked_in_the_last_final_played(self, make, result, crowned):
        stage = make(system="knock-out", options={"lives": "two"}, seating="entry").with_players(*"abcd")
        for texts in (["1-0"] * 2, ["1-0"] * 2, ["1-0"], [result]):
            stage.play(*texts)
        parts = Client().get(f"/t/{stage.tournament.slug}/bracket/").context["parts"]
        assert [each.column.key for part in parts for each in part.rounds if each.crowns] == [crowned]

    @pytest.mark.parametrize(("players", "halves", "width"), [(16, 1, None), (32, 2, 100), (128, 2, 146)])
    def test_bracket_of_32_or_more_puts_the_final_in_the_middle(self, make, players, halves, width):
        stage = make(system="knock-out", seating="entry")
        stage.with_players(*(f"P{number}" for number in range(1, players + 1)))
        answer = Client().get(f"/t/{stage.tournament.slug}/bracket/")
        columns = answer.context["parts"][0].columns
        assert [len(lists) for _round, lists in columns] == [halves] * (len(columns) - 1) + [1]
        assert answer.context["wide"] == width
        assert ("bracket-wide.css" in answer.text) == (width is not None)


class TestNamesOfRounds:
    """Wherever pages name a round by its number, they use the name from the bracket."""

    @pytest.mark.rotates(4)
    def test_names_are_the_same_on_every_page(self, five):
        five.play("1-0")
        five.play("1-0", "1-0")
        five.pair()
        client = signed_in(five.orla.user)
        base = f"/t/{five.tournament.slug}/"

        def names(path, html_of="h1"):
            html = client.get(base + path).content.decode()
            return [" ".join(each.split()) for each in re.findall(rf"<{html_of}[^>]*>([^<]*· [^<]*)</{html_of}>", html)]

        assert names("desk/rounds/3/") == ["Draft of round 3 · Final, Third-place match"]
        assert names("desk/", "th") == ["3 · Final, Third-place match", "2 · Semi-finals", "1 · Quarter-finals"]
        five.publish()
        assert names("desk/rounds/3/results/") == ["Results of round 3 · Final, Third-place match"]
        assert names("desk/rounds/2/results/") == ["Results of round 2 · Semi-finals"]
        assert names("rounds/1/") == names("rounds/1/names/") == ["Round 1 · Quarter-finals"]
        ann = five.players["Ann"].public_id
        assert names(f"players/{ann}/", "h3")[:2] == ["Round 3 · Final, Third-place match", "Round 2 · Semi-finals"]
        assert "Semi-finals" in client.get(base).content.decode()
        api = client.get(f"/api/v1/tournaments/{five.tournament.slug}/rounds").json()["rounds"]
        assert [each["title"] for each in api] == ["Quarter-finals", "Semi-finals", "Final, Third-place match"]

    @pytest.mark.parametrize("options", [{}, {"lives": "two"}, {"bracket": "fours"}, {"plate": True}])
    def test_names_equal_those_of_the_bracket(self, make, options):
        stage = make(system="knock-out", seating="entry", options=options).with_players(*"ABCDEFGH")
        stage.pair()
        row = stage.tournament.stages.get()
        values = {
            column.round: title
            for section in bracket_of(row).sections
            if section.part is TreePart.MAIN
            for column, title in zip(section.columns, titles_of(section), strict=True)
        }
        found = round_titles([Round(number=number, stage=row) for number in values])
        assert all(found[number].startswith(title) for number, title in values.items())

    def test_swiss_rounds_have_no_names_and_need_no_query(self, cup, django_assert_num_queries):
        row = cup.tournament.stages.get()
        with django_assert_num_queries(0):
            assert round_titles([Round(number=1, stage=row)]) == {}


class TestNamesOfMatches:
    @pytest.mark.parametrize(
        ("options", "rounds", "title"),
        [
            ({}, 1, "Third-place match"),
            ({"lives": "two"}, 1, "Losers bracket"),
            ({"bracket": "fours"}, 1, "Elimination match"),
        ],
    )
    def test_match_beside_the_main_tree_has_its_name_in_its_row(self, make, options, rounds, title):
        cup = make(system="knock-out", options=options, seating="entry").with_players("Ann", "Bo", "Cy", "Di")
        for _round in range(rounds):
            cup.play("1-0", "1-0")
        cup.pair()
        client, number, slug = signed_in(cup.orla.user), rounds + 1, cup.tournament.slug
        named = f'<small class="stones" translate="yes">{title}</small>'
        draft = client.get(f"/t/{slug}/desk/rounds/{number}/").content.decode()
        cup.publish()
        public = Client().get(f"/t/{slug}/rounds/{number}/").content.decode()
        desk = client.get(f"/t/{slug}/desk/rounds/{number}/results/").content.decode()
        slips = client.get(f"/t/{slug}/desk/rounds/{number}/slips/").content.decode()
        assert [text.count(named) for text in (draft, public, desk, slips)] == [1, 1, 1, 1]
        row = next(row for row in cup.round.pairings.all() if match_title(row) == title)
        store = f"/t/{slug}/desk/tables/{row.public_id}/result/"
        assert named in client.post(store, {"result": "1-0"}, headers={"HX-Request": "true"}).content.decode()


class TestDecidingAtTheDesk:
    def test_draw_is_decided_on_the_results_page(self, five):
        five.pair()
        five.publish()
        five.enter(1, "=")
        client = signed_in(five.orla.user)
        html = client.get(f"/t/{five.tournament.slug}/desk/rounds/1/results/").content.decode()
        assert "Who advances?" in html
        table = five.table(1)
        address = f"/t/{five.tournament.slug}/desk/tables/{table.public_id}/goes-on/"
        page = client.post(address, {"side": "2", "how": "lot"}, follow=True).content.decode()
        assert f"{isolate(table.appearances.get(side=2).player.name)} advances." in page
        assert table.advance.side == 2
        client.post(address, {"side": "9", "how": "lot"})
        assert not type(table.advance).objects.exists()

    @pytest.mark.rotates(2)
    def test_question_appears_in_the_row_and_prevents_closing(self, five):
        five.pair()
        five.publish()
        client, table = signed_in(five.orla.user), five.table(1)
        store = f"/t/{five.tournament.slug}/desk/tables/{table.public_id}/result/"
        answer = client.post(store, {"result": "½-½"}, headers={"HX-Request": "true"}).content.decode()
        assert "Who advances?" in answer
        assert ("Choose who advances: 1" in answer, "close and pair" in answer) == (True, False)
        missing = f"/t/{five.tournament.slug}/desk/rounds/1/results/?missing"
        assert "Who advances?" in client.get(missing).content.decode()
        address = f"/t/{five.tournament.slug}/desk/tables/{table.public_id}/goes-on/"
        text = client.post(address, {"side": "1", "how": "lot"})
        assert text.url.endswith("/rounds/1/results/")  # where the next missing result is selected
        assert "Result complete: close and pair round 2" in client.get(text.url).content.decode()

    @pytest.mark.parametrize("pair", [{}, {"pair": "next"}])
    def test_closing_with_a_draw_asks_who_advances(self, five, pair):
        five.pair()
        five.publish()
        five.enter(1, "=")
        client = signed_in(five.orla.user)
        html = client.post(f"/t/{five.tournament.slug}/desk/rounds/1/close/", pair, follow=True).content.decode()
        assert "Round 1 has a draw: 1. Choose who advances, then close the round." in html
        assert f'<a href="/t/{five.tournament.slug}/desk/rounds/1/results/#t1">Choose who advances</a>' in html

    def test_knock_out_after_a_swiss_uses_round_names_on_every_page(self, make):
        stage = make(system="dutch", planned_rounds=1).with_players("Ann", "Bo", "Cy", "Di")
        stage.play("1-0", "1-0")
        usual = {"planned_rounds": None, "decision": "lot", "by_hand": {}, "reason": ""}
        go_on(stage.orla, stage.tournament, places=2, system="knock-out", **usual)
        stage.pair()
        stage.publish()
        stage.enter(1, "=")
        with pytest.raises(Refused, match="Round 2 has a draw: 1"):
            rounds.close_and_pair(stage.orla, stage.tournament, 2)

    @pytest.mark.rotates(2)
    def test_correction_shows_affected_matches_and_asks(self, five):
        five.play("1-0")
        five.play("1-0", "1-0")
        five.pair()
        table = five.tournament.rounds.get(number=1).pairings.get()
        client = signed_in(five.orla.user)
        html = client.get(f"/t/{five.tournament.slug}/desk/tables/{table.public_id}/effect/?typed=0-1").content.decode()
        hanging = re.sub(r"<[^>]+>|\s+", " ", re.search(r'id="hanging">(.*?)</ul>', html, re.DOTALL)[1])
        assert " ".join(hanging.split()) == (
            "Round 2, table 1: Ann – Di , has a result → Ann – Ed "
            "Round 3, table 1: Cy – Di → players not known yet Round 3, table 2: Ann – Bo → players not known yet"
        )
        address = f"/t/{five.tournament.slug}/desk/tables/{table.public_id}/correct/"
        refused = client.post(address, {"typed": "0-1", "reason": "misread"})
        assert refused.status_code == 422
        answer = client.post(address, {"typed": "0-1", "reason": "misread", "follow": "replay"}, follow=True)
        assert not five.tournament.rounds.filter(number=3).exists()
        text = answer.content.decode()
        assert "These later matches are annulled: Ann – Di (round 2, table 1); Cy – Di (round 3, table 1)" in text


class TestEffectOfACorrection:
    """For each choice, the places in the preview are those after the correction."""

    @pytest.fixture
    def double(self, make):
        """A knock-out of eight with two lives: rounds 1 and 2 are closed, and round 3 has all its results."""
        stage = make(system="knock-out", options={"lives": "two"}, seating="entry").with_players(*"abcdefgh")
        for _round in range(2):
            stage.pair()
            stage.publish()
            for table in stage.round.pairings.values_list("table", flat=True):
                stage.enter(table, "1-0")
            stage.close()
        stage.pair()
        stage.publish()
        for table in stage.round.pairings.values_list("table", flat=True):
            stage.enter(table, "1-0")
        return stage

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("follow", [Follow.REPLAY, Follow.KEEP])
    def test_effect_of_a_correction_is_shown_in_a_double_elimination(self, double, follow):
        pairing = double.tournament.rounds.get(number=1).pairings.get(table=1)
        client = signed_in(double.orla.user)
        address = f"/t/{double.tournament.slug}/desk/tables/{pairing.public_id}/effect/?typed=0-1"
        outcomes = client.get(address).context["outcomes"]
        (answer,) = (outcome for outcome in outcomes if outcome.follow is follow)

        def places():
            now = standings_of(double.tournament)
            return {now.player(row).name: now.shown_place(row) for row in now.table.rows}

        before, foretold = places(), {move["player"].name: move["now"] for move in answer.moves}
        result = parse("0-1", double.tournament.scoring)
        correct_result(double.orla, double.tournament, pairing, result, reason="misread", follow=follow)
        assert places() == {**before, **foretold}


class TestApi:
    def test_api_returns_the_bracket(self, five):
        five.play("0-1")
        answer = Client().get(f"/api/v1/tournaments/{five.tournament.slug}/bracket").json()
        assert (answer["players"], [part["part"] for part in answer["parts"]]) == (5, ["main", "third"])
        rounds = answer["parts"][0]["rounds"]
        assert [each["name"] for each in rounds] == ["Quarter-finals", "Semi-finals", "Final"]
        first, second = rounds[0]["matches"][0], rounds[1]["matches"][0]
        assert (first["result"], [side["won"] for side in first["sides"]]) == ("0-1", [False, True])
        assert second["sides"][1]["player"]["name"] == "Ed"
        assert second["sides"][1]["comes_from"] == {"kind": "winner", "match": 1, "number": None}

    def test_api_returns_the_places_of_the_bracket(self, five):
        five.play("0-1")
        five.play("1-0", "1-0")
        five.play("1-0", "0-1")
        rows = Client().get(f"/api/v1/tournaments/{five.tournament.slug}/standings").json()["rows"]
        assert [(row["rank"], row["last_place"], row["player"]["name"]) for row in rows] == [
            (1, None, "Bo"),
            (2, None, "Ann"),
            (3, None, "Cy"),
            (4, None, "Ed"),
            (5, None, "Di"),
        ]
        html = Client().get(f"/t/{five.tournament.slug}/standings/").content.decode()
        assert "Place in the bracket" in html

    def test_api_shows_that_a_player_advanced_by_decision(self, five):
        five.play("1-0")
        five.pair()
        five.publish()
        table = five.tournament.rounds.get(number=1).pairings.get()
        correct_result(
            five.orla, five.tournament, table, parse("0-1", five.tournament.scoring), reason="late", follow=Follow.KEEP
        )
        first = Client().get(f"/api/v1/tournaments/{five.tournament.slug}/bracket").json()["parts"][0]["rounds"][0]
        assert first["matches"][0]["goes_on"] == {"side": 1, "how": "decision", "note": "late"}
        assert [side["won"] for side in first["matches"][0]["sides"]] == [True, False]


def test_small_bracket_has_one_size_and_unknown_views_are_not_found(client, make):
    stage = make(system="knock-out").with_players(*"ABCDEFGH")
    stage.pair()
    stage.publish()
    assert "Overview" not in client.get("/t/cup/bracket/").content.decode()
    assert client.get("/t/cup/bracket/?view=overview").status_code == 200
    assert client.get("/t/cup/bracket/?view=tiny").status_code == 404


def test_bracket_links_to_the_next_step_for_staff_who_enter_results(client, make):
    stage = make(system="knock-out").with_players(*"ABCD")
    stage.pair()
    stage.publish()
    organiser, step = signed_in(stage.orla.user), 'id="next"'
    stage.enter(1, "1-0")
    assert step not in page(stage, organiser)
    stage.enter(2, "1-0")
    assert step in page(stage, organiser)
    assert "All 2 results in: close and pair round 2" in page(stage, organiser)
    assert step not in page(stage, client)
