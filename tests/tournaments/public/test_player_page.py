"""A player's page: points by round as a picture, balance of colours, and next opponents of a schedule."""

import re

import brotli
import pytest
from django.test import Client

from pairings.numbers import amounts, scores
from tests.tournaments.public.test_pictures import play
from tournaments.public import own_course
from tournaments.public.cards import cards_of

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def page_of(stage, name):
    return Client().get(f"/t/{stage.tournament.slug}/players/{stage.players[name].public_id}/")


class TestCourse:
    @pytest.mark.rotates(2)
    def test_has_points_and_colours_of_each_round_beside_the_best_score(self, make):
        stage = make(system="dutch", planned_rounds=4).with_players(*NAMES)
        play(stage, 2)
        cards = cards_of(stage.tournament)
        drawn, size = picture_of(stage, "Bo")
        assert size <= 8_000
        assert drawn.heads == ("Round", "Side", "Opponent", "Result", "Points", "Best score")
        after = scores.after_rounds(cards.record.snapshot)
        mine = after[cards.record.numbers[stage.players["Bo"].pk]]
        lines = [[amounts.decimal_text(value, halves=True) for value in line] for line in (mine, best_of(after))]
        assert [[row[4] for row in drawn.rows[:2]], [row[5] for row in drawn.rows[:2]]] == lines
        assert [row[3:] for row in drawn.rows[2:]] == 2 * [("–", "–", "–")]
        games = {game.round: game for game in cards.of(stage.players["Bo"]).games}
        assert [row[2] for row in drawn.rows[:2]] == [games[number].opponent.name for number in (1, 2)]
        assert [row[1] for row in drawn.rows[:2]] == [["White", "Black"][games[number].side - 1] for number in (1, 2)]

    @pytest.mark.rotates(2)
    def test_leaves_out_a_running_game(self, make):
        stage = make(system="dutch", planned_rounds=4).with_players(*NAMES)
        play(stage, 2)
        stage.pair()
        stage.publish()
        drawn, _size = picture_of(stage, "Ann")
        assert [row[0] for row in drawn.rows if row[4] != "–"] == ["R1", "R2"]

    @pytest.mark.parametrize(("system", "count"), [("dutch", 1), ("knock-out", 2), ("keizer", 2)])
    def test_is_missing_after_one_round_and_in_systems_without_points(self, make, system, count):
        stage = make(system=system, planned_rounds=3).with_players(*NAMES[:4])
        for _round in range(count):
            stage.pair()
            stage.publish()
            for table in stage.round.pairings.values_list("table", flat=True):
                stage.enter(table, "1-0")
            stage.close()
        assert "<figure" not in page_of(stage, "Ann").text


def picture_of(stage, name):
    """Return the picture on a player's page, and its compressed size in bytes."""
    cards = cards_of(stage.tournament)
    (figure,) = re.findall(r'<figure class="picture".*?</figure>', page_of(stage, name).text, re.DOTALL)
    return own_course.course_of(cards, cards.of(stage.players[name])), len(brotli.compress(figure.encode(), quality=5))


def best_of(after):
    return [max(each) for each in zip(*after.values(), strict=True)]


def test_scores_after_the_last_round_equal_the_points(make):
    stage = make(system="dutch", planned_rounds=4).with_players(*NAMES)
    play(stage, 3)
    snapshot = cards_of(stage.tournament).record.snapshot
    assert {number: each[-1] for number, each in scores.after_rounds(snapshot).items()} == scores.points(snapshot)


class TestColours:
    def test_count_the_running_game(self, make):
        stage = make(system="dutch", planned_rounds=4).with_players(*NAMES)
        play(stage, 1)
        stage.pair()
        stage.publish()
        cards = cards_of(stage.tournament)
        for player in stage.players.values():
            sides = own_course.sides_of(cards.of(player))
            assert (sides.first[0], sides.second[0], sides.light) == ("White", "Black", 1)
            assert (sides.first[1], sides.second[1]) == (1, 1)

    def test_are_missing_in_games_without_colours(self, make):
        stage = make(
            system="dutch", planned_rounds=3, game="cards", first_label="First", second_label="Second"
        ).with_players(*NAMES)
        stage.pair()
        stage.publish()
        cards = cards_of(stage.tournament)
        assert own_course.sides_of(cards.of(stage.players["Ann"])) is None


class TestNextRounds:
    @pytest.mark.rotates(2)
    def test_come_from_the_schedule(self, make):
        stage = make(system="round-robin").with_players(*NAMES)
        play(stage, 2)
        cards = cards_of(stage.tournament)
        ahead = own_course.coming(cards, stage.players["Ann"])
        assert [each.round for each in ahead] == [3, 4, 5]
        assert 'id="coming"' in page_of(stage, "Ann").text
        for each in ahead:
            stage.pair()
            stage.publish()
            cards = cards_of(stage.tournament)
            (game,) = (game for game in cards.of(stage.players["Ann"]).games if game.round == each.round)
            assert (game.opponent, game.side) == (each.opponent, each.side)
            for table in stage.round.pairings.values_list("table", flat=True):
                stage.enter(table, "1-0")
            stage.close()

    def test_show_the_free_round(self, make):
        stage = make(system="round-robin").with_players(*NAMES[:5])
        play(stage, 1)
        cards = cards_of(stage.tournament)
        free = [each.opponent for player in stage.players.values() for each in own_course.coming(cards, player)]
        assert free.count(None) == 3

    def test_are_missing_in_a_swiss(self, make):
        stage = make(system="dutch", planned_rounds=4).with_players(*NAMES)
        play(stage, 2)
        assert 'id="coming"' not in page_of(stage, "Ann").text
