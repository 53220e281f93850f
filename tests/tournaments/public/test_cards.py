"""A player's card: its content at each point of a tournament, and its small number of queries."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.self_service.test_badges import give, phone_of
from tournaments.hall import clock
from tournaments.models import Tournament
from tournaments.players import registration
from tournaments.public import cards
from tournaments.public import pages as public_pages
from tournaments.public.page_cache import PAGES
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.self_service import badges

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept():
    PAGES.clear()


@pytest.fixture
def cup(make):
    """A Swiss of six players and three rounds; their order decides the colours of round 1."""
    options = {"initial_colour": "white"}
    return make(system="dutch", planned_rounds=3, options=options).with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def card_of(cup, name="Ann"):
    """Return the text of the card, in one line."""
    answer = Client().get(f"/t/{cup.tournament.slug}/players/{cup.players[name].public_id}/card/")
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


class TestPlayerCard:
    def test_before_round_1_says_that_no_round_is_published(self, cup):
        assert "The first round has not been published yet." in card_of(cup)

    def test_hides_a_draft(self, cup):
        cup.pair()
        assert "The first round has not been published yet." in card_of(cup)

    def test_shows_table_side_and_opponent_of_the_running_round(self, cup):
        cup.pair()
        cup.publish()
        answer = card_of(cup)
        assert "Round 1 of 3 · running" in answer
        assert "Table 1 White · Di" in answer
        assert "0 of 3 results entered. The next round follows when all results are in." in answer
        assert "You can reach at most 3 points." in answer

    def test_shows_the_clock_of_the_players_own_table(self, cup):
        cup.pair()
        cup.publish()
        clock.set_clock(cup.orla, cup.tournament, cup.round, 60)
        clock.extend_table(cup.orla, cup.tournament, cup.table(1), 30)
        usual, more = (re.search(r"until (\d\d:\d\d)", card_of(cup, name))[1] for name in ("Bo", "Ann"))
        minutes = [int(each[:2]) * 60 + int(each[3:]) for each in (usual, more)]
        assert (minutes[1] - minutes[0]) % (24 * 60) == 30
        clock.hold_clock(cup.orla, cup.tournament, cup.round)
        assert "Clock stopped." in card_of(cup)

    def test_shows_whether_the_player_won_or_lost(self, cup):
        cup.pair()
        cup.publish()
        cup.enter(1, "1-0")
        assert "won" in card_of(cup)
        assert "lost" in card_of(cup, "Di")
        assert "1 of 3 results entered" in card_of(cup)

    def test_place_counts_closed_rounds_only(self, cup):
        cup.play("1-0", "0-1", "½-½")
        answer = card_of(cup)
        assert "Place 1 of 6, points: 1" in answer
        ann = cup.players["Ann"].public_id
        assert f'href="/t/cup/standings/{ann}/"' in Client().get(f"/t/cup/players/{ann}/card/").text
        assert "You can reach at most 3 points." in answer
        assert "The next round will appear here automatically." in answer
        cup.pair()
        cup.publish()
        before = card_of(cup)
        cup.enter(1, "0-1")
        assert re.findall(r"Place \d+ of 6, points: \S+", card_of(cup)) == re.findall(
            r"Place \d+ of 6, points: \S+", before
        )
        assert "1 Di won" in before

    def test_names_the_round_of_place_and_points(self, cup):
        cup.play("1-0", "1-0", "1-0")
        cup.pair()
        cup.publish()
        cup.enter(1, "1-0")
        assert re.search(r"After round 1: Place \d of 6, points: 1", card_of(cup))
        first = cup.table(1).appearances.get(side=1).player
        html = Client().get(f"/t/{cup.tournament.slug}/players/{first.public_id}/").content.decode()
        page = " ".join(re.sub(r"<[^>]*>", " ", html).split())
        assert "2 points · including round 2 so far" in page
        cup.enter(2, "1-0")
        cup.enter(3, "1-0")
        cup.close()
        assert "After round" not in card_of(cup)

    def test_shows_the_best_place_that_is_still_possible(self, cup):
        cup.play("1-0", "1-0", "1-0")
        cup.play("1-0", "1-0", "1-0")
        cup.tournament.refresh_from_db()
        read = cards.cards_of(cup.tournament)
        found = [read.of(player) for player in cup.players.values()]
        points = [card.place.points for card in found]
        assert [card.most for card in found] == [own + 1 for own in points]
        assert [card.best for card in found] == [1 + sum(each > own + 1 for each in points) for own in points]
        last = min(found, key=lambda card: card.place.points)
        assert last.best > 1
        assert f"You can no longer finish above place {last.best}." in card_of(cup, last.player.name)

    def test_maximum_counts_entered_results_and_requested_byes(self, cup):
        cup.pair()
        cup.publish()
        registration.request_bye(cup.orla, cup.tournament, cup.players["Ann"], 2, "half")
        assert "You can reach at most 2½ points." in card_of(cup)
        cup.enter(1, "0-1")
        assert "You can reach at most 1½ points." in card_of(cup)
        cup.enter(2, "1-0")
        cup.enter(3, "1-0")
        cup.close()
        cup.pair()
        cup.publish()
        assert "half-point bye" in card_of(cup)
        assert "You can reach at most 1½ points." in card_of(cup)

    def test_maximum_excludes_missed_rounds(self, cup):
        cup.pair()
        cup.publish()
        registration.add_player(cup.orla, cup.tournament, name="Zoe")
        cup.players["Zoe"] = cup.tournament.players.get(name="Zoe")
        assert "You can reach at most 2 points." in card_of(cup, "Zoe")

    def test_maximum_counts_an_adjourned_game_as_a_win(self, cup):
        cup.pair()
        cup.publish()
        results.adjourn(cup.orla, cup.tournament, cup.table(1))
        assert "You can reach at most 3 points." in card_of(cup)
        cup.enter(2, "1-0")
        cup.enter(3, "1-0")
        cup.close()
        assert "You can reach at most 3 points." in card_of(cup)

    def test_maximum_excludes_the_free_round_of_a_schedule(self, make):
        stage = make(system="round-robin").with_players("Ann", "Bo", "Cy", "Di", "Ed")
        stage.pair()
        stage.publish()
        lines = [card_of(stage, name) for name in stage.players]
        assert all("You can reach at most 4 points." in each for each in lines)

    @pytest.mark.parametrize(("system", "most"), [("papp", "6"), ("us-chess", "6"), ("double-swiss", "6")])
    def test_maximum_uses_the_points_for_a_win(self, make, system, most):
        stage = make(system=system, planned_rounds=2, points_win=3, points_draw=1)
        stage.with_players("Ann", "Bo", "Cy", "Di")
        stage.pair()
        stage.publish()
        assert f"You can reach at most {most} points." in card_of(stage)

    def test_mcmahon_shows_no_best_possible_place(self, make):
        stage = make(system="mcmahon", planned_rounds=2, game="go")
        stage.with_players("Ann", "Bo", "Cy", "Di")
        stage.play("1-0", "1-0")
        read = cards.cards_of(stage.tournament)
        assert {read.of(player).best for player in stage.players.values()} == {None}

    def test_shows_a_bye_and_an_unpaired_player(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy")
        registration.request_bye(stage.orla, stage.tournament, stage.players["Cy"], 1, "half")
        stage.pair()
        stage.publish()
        assert "half-point bye" in card_of(stage, "Cy")
        registration.add_player(stage.orla, stage.tournament, name="Zoe")
        stage.players |= {player.name: player for player in stage.tournament.players.all()}
        assert "not paired" in card_of(stage, "Zoe")

    def test_shows_the_final_place_after_the_end(self, make):
        stage = make(system="dutch", planned_rounds=1, options={"initial_colour": "white"}).with_players("Ann", "Bo")
        stage.play("1-0")
        assert "All rounds are over. The final standings follow." in card_of(stage)
        stage.finish()
        answer = card_of(stage)
        assert "finished" in answer
        assert "Place 1 of 2" in answer
        assert "At best" not in answer

    def test_counts_all_running_rounds_of_a_schedule(self, make):
        stage = make().with_players("Ann", "Bo", "Cy", "Di")
        rounds.publish_schedule(stage.orla, stage.tournament)
        assert "Round 1 of 3" in card_of(stage)
        stage.round = stage.tournament.rounds.get(number=2)
        stage.enter(1, "1-0")
        assert "Place" in card_of(stage)

    def test_is_on_the_players_own_page(self, cup):
        cup.pair()
        cup.publish()
        page = phone_of(give(cup, "Ann")).get(f"/t/{cup.tournament.slug}/me/").content.decode()
        assert 'class="mycard"' in page


class TestQueries:
    def ask(self, cup, name):
        with CaptureQueriesContext(connection) as asked:
            card_of(cup, name)
        return len(asked)

    def test_further_cards_query_only_the_revision(self, cup):
        cup.play("1-0", "0-1", "½-½")
        cup.pair()
        cup.publish()
        self.ask(cup, "Ann")
        assert {self.ask(cup, name) for name in ("Bo", "Cy", "Di")} == {1}

    def test_further_player_pages_query_only_the_revision(self, cup):
        cup.play("1-0", "0-1", "½-½")
        cup.pair()
        cup.publish()

        def ask(name):
            with CaptureQueriesContext(connection) as asked:
                page = Client().get(f"/t/{cup.tournament.slug}/players/{cup.players[name].public_id}/")
            assert f"<bdi>{name}</bdi></h1>" in page.content.decode()
            return len(asked)

        ask("Ann")
        assert {ask(name) for name in ("Bo", "Cy", "Di")} == {1}

    def test_tournament_hidden_during_the_request_gives_404(self, cup, monkeypatch):
        cup.pair()
        cup.publish()
        read = public_pages.cards_at

        def hide(key, revision):
            found = read(key, revision)
            return replace(found, tournament=Tournament(pk=key, slug=cup.tournament.slug, is_public=False))

        monkeypatch.setattr(public_pages, "cards_at", hide)
        for page in ("", "card/"):
            address = f"/t/{cup.tournament.slug}/players/{cup.players['Ann'].public_id}/{page}"
            assert Client().get(address).status_code == 404

    def test_result_of_the_running_round_does_not_rerank(self, cup, monkeypatch):
        cup.play("1-0", "0-1", "½-½")
        cup.pair()
        cup.publish()
        self.ask(cup, "Ann")
        ranked = []
        places = cards.RULE_BOOKS[0].places
        monkeypatch.setattr(cards.RULE_BOOKS[0], "places", lambda t: ranked.append(t) or places(t))
        cup.enter(1, "1-0")
        badges.make_badges(cup.orla, cup.tournament, {cup.players["Ann"]: "secret"})
        self.ask(cup, "Bo")
        assert ranked == []
        cup.enter(2, "1-0")
        cup.enter(3, "1-0")
        cup.close()
        cup.pair()
        self.ask(cup, "Bo")
        del ranked[:]
        cup.publish()
        self.ask(cup, "Bo")
        assert ranked == []
        registration.withdraw(cup.orla, cup.tournament, cup.players["Flo"])
        self.ask(cup, "Bo")
        assert len(ranked) == 1

    def test_result_of_the_running_round_reads_only_that_round(self, cup, monkeypatch):
        cup.play("1-0", "0-1", "½-½")
        cup.pair()
        cup.publish()
        self.ask(cup, "Ann")
        read = []
        records = cards.snapshots.take_record
        for place in ("tournaments.core.snapshot", "standings.web.rulebook"):
            monkeypatch.setattr(f"{place}.take_record", lambda *a, **k: read.append(a) or records(*a, **k))
        winner = cup.table(1).appearances.get(side=1).player
        cup.enter(1, "1-0")
        cup.tournament.refresh_from_db()
        now, points = cards.cards_of(cup.tournament), cards.points_of(cup.tournament)
        assert [game.round for game in now.games[winner.pk]] == [2, 1]
        assert now.games[winner.pk][0].outcome == "win"
        assert read == []
        assert points == cards.RULE_BOOKS[0].points(cards.snapshots.current_stage(cup.tournament))
        assert len(read) == 1


def test_unknown_player_has_no_card(cup):
    assert Client().get(f"/t/{cup.tournament.slug}/players/zzzzzzzz/card/").status_code == 404
